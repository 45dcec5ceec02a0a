"""One hand against the dealer at the games of twenty-one, from the stakes to the settlement [61]-[65].

The dealer's double, the second cards (naturals and divided pairs), the drawing of each in turn with the dealer
last, and the declaring. What Vingt-un adds to it, and French Vingt-un leaves out, is theirs to say.
"""

from ledger.cards import Card, same_rank
from ledger.events import Draws, Event, Holds, Says, Shows, Silence
from ledger.games.families.twenty_one.points import TWENTY_ONE, Fate, Hand, Seat, points
from ledger.games.families.twenty_one.sayings import (
    OUTCOMES,
    cards_drawn,
    cards_shown,
    divides,
    number_of,
    outcome,
    points_said,
    settles_by_outcome,
    wrong_outcome,
)
from ledger.games.families.twenty_one.staking import StakedDeal, StakedT
from ledger.games.kernel.deal import Asking, CarryT
from ledger.games.kernel.game import Game
from ledger.refusals import Code, listed, refuse
from ledger.table import Table
from ledger.turns import Sort, Turn, not_now, number, refused, word

DREW_SEPARATELY = "drew-separately"
"""The fault of one who divided two cards that do not pair [67]."""


class TwentyOneDeal(StakedDeal[StakedT, CarryT]):
    """A hand of twenty-one."""

    divisible = True
    """Whether a pair may be divided."""

    def __init__(self, game: Game[StakedT, CarryT], table: Table, options: StakedT, carry: CarryT) -> None:
        super().__init__(game, table, options, carry)
        self.card_drawn = False
        self.naturals_are_paid = False
        self.received_on_ties = 0
        """What the dealer has received on ties in this hand."""

    def standing(self) -> list[Hand]:
        """The hands that stand against the dealer."""
        return [hand for hand in self.hands() if hand.fate is Fate.STANDS]

    def all_natural(self) -> bool:
        """Whether everyone but the dealer has a natural."""
        return all(hand.fate is Fate.NATURAL for hand in self.hands())

    # The hand

    def play_hand(self) -> Asking:
        """A hand in its order."""
        yield from self.stakes()
        yield from self.doubling()
        yield from self.second_cards()
        while (said := (yield from self.asked(self.drawing_turn))) is not None:
            self.draw(self.to_draw(), said)
        while (said := (yield from self.asked(self.declaring_turn))) is not None:
            self.declare(self.to_declare(), said)
        self.settle()

    def doubling(self) -> Asking:
        """The dealer may double whatever has been staked, until a hand is known [62]."""

        def turn() -> Turn | None:
            if self.table.hands:
                return None
            asks = f"{self.dealer} may double what is staked, and if he does not it is {self.order()[0]}'s turn"
            others = not_now(Says, f"only the dealer, {self.dealer}, doubles", "double", who=self.order()[:-1])
            return Turn(asks, (word(self.dealer, "double"), others), (self.dealer,), Silence())

        if isinstance((yield from self.asked(turn)), Says):
            for hand in self.hands():
                hand.stake *= 2

    def wrong_hand(self, said: Holds) -> str | None:
        """Hands are said once all have staked, and a natural that was declared must be one."""
        if not self.hand_sizes:
            return "no hands are said in this round" if self.in_hand else "no deal is in hand"
        if self.in_hand and not self.staked:
            return "hands are said once all have staked"
        seat = self.seats.get(said.player)
        if seat and seat.hands[0].fate is Fate.THROWN_UP:
            return seat.closed
        if seat and seat.first is not None and said.player not in self.table.hands:
            return f"{said.player}'s cards have been shown already"
        return super().wrong_hand(said) or (self.contradicted(seat, said) if seat else None)

    def contradicted(self, seat: Seat, said: Holds) -> str | None:
        """Say which word of a player's his hand contradicts, or None."""
        named = listed([str(card) for card in said.cards])
        if seat.natural and not self.is_natural(said.cards):
            return f"{said.player} has declared a natural, which {named} are not"
        if not seat.divisions:
            return None
        if self.table.fined_for(said.player, DREW_SEPARATELY):
            return f"{said.player} was fined for no pair, and {named} are one" if same_rank(said.cards) else None
        return None if same_rank(said.cards) else f"{said.player} has divided a pair, which {named} are not"

    def wrong_cards(self, said: Holds) -> str | None:
        """Cards are new, as often as the pack has them."""
        return self.cards_wrong(said.cards)

    def holds(self, said: Holds) -> None:
        """Note the cards a player was dealt; a natural follows from them until a card is drawn [63]."""
        super().holds(said)
        self.first_cards(said.player, said.cards, at_once=True)
        for hand in self.standing():
            if hand.outcome and (wrong := wrong_outcome(hand, hand.outcome, self.dealers.hands[0], self.standing())):
                raise refuse(wrong, code=Code.CARD)

    def first_cards(self, player: str, cards: tuple[Card, ...], at_once: bool) -> None:
        """The cards a player was dealt are known: what follows for his hands; a natural, if said `at_once`."""
        self.seen.update(cards)
        seat = self.seats[player]
        seat.first = cards
        seat.arrange()
        first = seat.hands[0]
        natural = at_once and not self.card_drawn and not seat.divisions and self.is_natural(cards)
        if natural and first.undeclared and not self.outcome_said(first):
            first.fate, first.missed = Fate.NATURAL, False
            return
        for hand in seat.hands:
            self.judge(hand)

    def is_natural(self, cards: tuple[Card, ...]) -> bool:
        """Whether the cards dealt are an ace and a ten, or court card [63]."""
        return points(cards, self.ten) == TWENTY_ONE

    # The second cards

    def second_cards(self) -> Asking:
        """Before any card is drawn each in turn may declare a natural or divide a pair, the dealer last."""
        for player in self.order():
            while (said := (yield from self.asked(lambda who=player: self.second_turn(who)))) is not None:  # type: ignore[misc]
                if not isinstance(said, Says):
                    break
                if said.word == "natural":
                    self.seats[player].hands[0].fate = Fate.NATURAL
                else:
                    self.divide(said)

    def second_turn(self, player: str) -> Turn | None:
        """What a player may say of his second card; None where nothing is left to say."""
        seat = self.seats[player]
        if (
            self.dealers.natural
            or seat.natural
            or seat.closed
            or self.card_drawn
            or (player == self.dealer and self.all_natural())
        ):
            return None

        def wrong(event: Says) -> str | None:
            if seat.divisions:
                return f"{player} has divided a pair: his hands have no natural"
            return None if seat.first is None else f"{seat.hands[0].named()} are no natural"

        late = not_now(Says, "the stakes are doubled before a hand is known, and by the dealer alone", "double")
        natural = word(player, "natural", check=wrong)
        may = (refused(natural) if seat.first or seat.divisions else natural, *self.may_divide(seat), late)
        asks = f"{player} may say what his second card makes, and if nobody does the drawing begins in turn"
        return Turn(asks, may, (player,), Silence())

    def may_divide(self, seat: Seat) -> tuple[Sort, ...]:
        """A pair may be divided; the dealer puts no amount on it [64]-[65]."""
        if not self.divisible:
            return (not_now(Says, "no pair is divided in this round", "divides", who=seat.player),)
        amounts = None if seat.player == self.dealer else self.amounts()
        may = divides(seat, amounts, self.unseen, self.cards_wrong)
        return (refused(may) if seat.cannot_divide() else may,)

    def divide(self, said: Says) -> None:
        """Make one hand more of a player's pair [64]-[65]."""
        seat = self.seats[said.player]
        self.seen.update(said.cards)
        seat.divisions.append(said.cards)
        seat.hands.append(Hand(said.player, said.amount or 0))
        seat.arrange()
        for hand in seat.hands:
            self.judge(hand)

    # Drawing

    def to_draw(self) -> Hand | None:
        """Whose hand is to be drawn to: the players' in turn, and then, if any of them stands, the dealer's."""
        if self.dealers.natural:
            return None
        still = next((hand for hand in self.hands() if hand.fate is Fate.OPEN), None)
        if still is not None:
            return still
        if not self.standing() and not (self.all_natural() and self.dealers.first is None):
            return None
        return next((hand for hand in self.dealers.hands if hand.fate is Fate.OPEN), None)

    def drawing_turn(self) -> Turn | None:
        """The turn to draw to the next hand; None when all have drawn."""
        hand = self.to_draw()
        if hand is None:
            return None
        player = hand.player
        if self.all_natural():
            asks = f"all have naturals: {player} must say whether he has one too"
            shown = cards_shown(hand, lambda: (self.dealt, self.dealt), self.unseen, self.cards_wrong)
            return Turn(asks, (word(player, "natural", "stands"), shown), (player,))
        hands = self.seats[player].hands
        which = f" to hand {hands.index(hand) + 1} of {len(hands)}" if len(hands) > 1 else ""
        late = not_now(Says, "a natural is declared at once, before any card is drawn", "natural")
        may = (*self.may_draw(hand), late)
        return Turn(f"it is {player}'s turn to draw{which}", may, (player,), self.silence_in(hand))

    def silence_in(self, hand: Hand) -> Says | None:
        """What is assumed where nothing is said in drawing to a hand: he stands, if he can."""
        if self.must_say_points(hand):
            return None
        return Says(hand.player, "over" if hand.reach()[0] > TWENTY_ONE else "stands")

    def must_say_points(self, hand: Hand) -> bool:
        """A dealer who has divided says the points of each hand that are not known."""
        return hand.player == self.dealer and len(self.dealers.hands) > 1 and hand.points is None

    def may_draw(self, hand: Hand) -> tuple[Sort, ...]:
        """Everything that may be said in drawing to a hand."""
        player = hand.player
        seat = self.seats[player]

        def cannot_stand(event: Says) -> str | None:
            if hand.reach()[0] > TWENTY_ONE:
                return f"{hand.named()} make over {TWENTY_ONE}"
            return "where a pair is divided all points are said" if self.must_say_points(hand) else None

        stands = word(player, "stands", check=cannot_stand, usual=True)
        may = [
            refused(stands) if cannot_stand(Says(player, "stands")) else stands,
            cards_drawn(player, self.unseen, self.cards_wrong),
            number(Draws, player, "draws", 1, 20, shown="N"),
            *points_said(hand),
        ]
        if player == self.dealer:
            if seat.first is None:
                may.append(cards_shown(hand, lambda: (self.dealt, self.dealt), self.unseen, self.first_cards_wrong))
            may += self.may_divide(seat)
        else:
            may.append(not_now(Says, "a pair is divided before any card is drawn", "divides", who=player))
        return tuple(may)

    def first_cards_wrong(self, cards: tuple[Card, ...]) -> str | None:
        """What is wrong with the two cards that the dealer turns up."""
        if self.dealers.divisions and not same_rank(cards):
            return f"{self.dealer} has divided a pair, which these are not"
        return self.cards_wrong(cards)

    def draw(self, hand: Hand | None, said: Event) -> None:
        """Answer a turn to draw."""
        assert hand is not None, "a turn to draw is some hand's"
        if isinstance(said, Draws):
            self.seen.update(said.cards)
            hand.drawn += said.cards
            hand.counted += sum(said.numbers)
            self.a_card_is_drawn()
            self.judge(hand)
        elif isinstance(said, Shows):
            self.first_cards(said.player, said.cards, at_once=self.all_natural())
        else:
            assert isinstance(said, Says)
            self.says_of(hand, said)

    def says_of(self, hand: Hand, said: Says) -> None:
        """Answer a word in drawing to a hand."""
        if said.word == "divides":
            self.divide(said)
        elif said.word == "over":
            self.overdraw(hand)
        elif said.word == "natural":
            hand.fate = Fate.NATURAL
        else:
            hand.fate, hand.missed = Fate.STANDS, self.table.assumed
            if said.word != "stands":
                hand.said = number_of(said)
            if hand.said == TWENTY_ONE:
                self.a_card_is_drawn()

    def judge(self, hand: Hand) -> None:
        """Close a hand whose cards make 21 or more. Raises Refusal where they are not what was said of it."""
        if hand.fate is Fate.OVER and (wrong := hand.wrong_over()):
            raise refuse(f"{hand.player} has over-drawn: {wrong}", code=Code.CARD)
        if hand.said is not None and (wrong := hand.wrong_points(hand.said)):
            raise refuse(f"{hand.player} has said {hand.said}: {wrong}", code=Code.CARD)
        if hand.unnamed or hand.said is not None:
            return
        made = points(hand.cards, hand.ten)
        told = self.outcome_said(hand)
        if hand.fate is Fate.STANDS and told and made >= TWENTY_ONE:
            raise refuse(f"{told}, and {hand.named()} make {made} for {hand.player}", code=Code.CARD)
        if hand.fate is Fate.STANDS and not hand.missed:
            if made > TWENTY_ONE:
                raise refuse(f"{hand.player} has stood, and {hand.named()} make {made}", code=Code.CARD)
        elif hand.fate in (Fate.OPEN, Fate.STANDS):
            if made > TWENTY_ONE:
                self.overdraw(hand)
            elif made == TWENTY_ONE:
                hand.fate, hand.missed = Fate.STANDS, False

    def outcome_said(self, hand: Hand) -> str | None:
        """Which outcome was said of a hand, or against the dealer's: both then stood below 21 [63]."""
        against = self.hands() if hand.player == self.dealer else (hand,)
        said = (f"{each.player} {each.outcome}, as was said" for each in against if each.outcome)
        return next(said, None)

    def a_card_is_drawn(self) -> None:
        """From the first card drawn no natural can be declared: those that were are paid [63]."""
        self.card_drawn = True
        self.pay_naturals()

    def overdraw(self, hand: Hand) -> None:
        """Who over-draws pays at once, whatever the dealer does afterwards [62]-[63]."""
        self.a_card_is_drawn()
        hand.fate, hand.missed = Fate.OVER, False
        if hand.player != self.dealer:
            hand.paid = True
            self.table.pay(hand.player, self.dealer, hand.stake, "over-drawn", "[62]-[63]")

    # Declaring

    def to_declare(self) -> Hand | None:
        """The next hand that must be declared against a dealer who stands below 21; None when all is known [63]."""
        mine = [hand for hand in self.dealers.hands if hand.fate is Fate.STANDS and hand.points != TWENTY_ONE]
        if self.dealers.natural or not mine:
            return None
        unknown = mine[0].points is None
        open_still = (
            hand
            for hand in self.standing()
            if hand.outcome is None and (hand.points != TWENTY_ONE if unknown else hand.points is None)
        )
        return next(open_still, None)

    def declaring_turn(self) -> Turn | None:
        """The turn to declare; against a dealer whose points were not said only the outcome is."""
        hand = self.to_declare()
        if hand is None:
            return None
        mine = [str(each.points) for each in self.dealers.hands if each.points is not None]
        if mine:
            asks = f"{self.dealer} has {listed(mine)}: it is {hand.player}'s turn to declare his points"
            return Turn(asks, self.may_declare(hand), (hand.player,))
        asks = f"{self.dealer} stands: it is {hand.player}'s turn to say how he has done"
        return Turn(asks, settles_by_outcome(hand, self.dealers.hands[0], self.standing()), (hand.player,))

    def may_declare(self, hand: Hand) -> tuple[Sort, ...]:
        """His points, or the cards of the hand that were not named yet."""

        def count() -> tuple[int, int]:
            return hand.unnamed, hand.unnamed if hand.has_drawn else len(self.pack)

        def wrong(cards: tuple[Card, ...]) -> str | None:
            unplaced = self.seats[hand.player].unplaced()
            if problem := self.cards_wrong(tuple(card for card in cards if card not in unplaced)):
                return problem
            made = points((*hand.cards, *cards), hand.ten)
            return f"{hand.player} stands, and these cards make {made}" if made > TWENTY_ONE else None

        points_alone = points_said(hand, over=False)
        return (*points_alone, cards_shown(hand, count, self.unseen, wrong))

    def declare(self, hand: Hand | None, said: Event) -> None:
        """Answer the turn to declare."""
        assert hand is not None, "a turn to declare is some hand's"
        if isinstance(said, Shows):
            unplaced = self.seats[hand.player].unplaced()
            self.seen.update(card for card in said.cards if card not in unplaced)
            hand.dealt, hand.hidden, hand.counted = (*hand.dealt, *said.cards), 0, 0
        elif outcome(said) in OUTCOMES:
            hand.outcome = outcome(said)
        elif isinstance(said, Says):
            hand.said = number_of(said)

    # The money

    def pay_naturals(self) -> None:
        """The dealer pays every natural twice its stake [63]."""
        holders = [player for player in self.order()[:-1] if self.seats[player].natural]
        if self.naturals_are_paid or not holders:
            return
        self.naturals_are_paid = True
        for player in holders:
            self.table.pay(self.dealer, player, 2 * self.seats[player].hands[0].stake, "a natural", "[63]")
        self.naturals_paid(holders)

    def naturals_paid(self, holders: list[str]) -> None:
        """What else a natural brings at once."""

    def settle(self) -> None:
        """Each hand settles with the dealer [62]-[64]."""
        if self.dealers.natural:
            for player in self.order()[:-1]:
                if not self.seats[player].natural:
                    stake = self.seats[player].hands[0].stake
                    self.table.pay(player, self.dealer, 2 * stake, "the dealer's natural", "[62]-[63]")
            return
        self.pay_naturals()
        for hand in self.hands():
            for mine in self.dealers.hands if hand.fate is Fate.STANDS else ():
                self.settle_with(hand, mine)

    def settle_with(self, hand: Hand, mine: Hand) -> None:
        """A hand that stands settles with a hand of the dealer's [62]-[64]."""
        stakes, why, cite = against_dealer(hand, mine)
        if stakes > 0:
            self.table.pay(self.dealer, hand.player, stakes * hand.stake, why, cite)
        else:
            self.table.pay(hand.player, self.dealer, -stakes * hand.stake, why, cite)
            if is_tie(hand, mine):
                self.received_on_ties += hand.stake


def is_tie(hand: Hand, mine: Hand) -> bool:
    """Whether a hand that stands is equal to the dealer's; two drawn vingt-uns are [64]."""
    if mine.fate is Fate.OVER:
        return False
    return hand.outcome == "ties" if hand.outcome else hand.points is not None and hand.points == mine.points


def against_dealer(hand: Hand, mine: Hand) -> tuple[int, str, str]:
    """How many stakes a hand that stands wins of the dealer (or loses, below nothing), why, and the page.

    A hand of unknown points is under 21: it would have said so.
    """
    drawn = hand.points == TWENTY_ONE
    if mine.fate is Fate.OVER:
        return (2, "a vingt-un, and the dealer over-drawn", "[64]") if drawn else (1, "the dealer over-drawn", "[62]")
    if mine.points == TWENTY_ONE:
        return (-1, "a vingt-un against the dealer's", "[64]") if drawn else (-2, "the dealer's vingt-un", "[64]")
    if drawn:
        return 2, "a drawn vingt-un", "[64]"
    if is_tie(hand, mine):
        return -1, "equal to the dealer", "[62]"
    higher = hand.outcome == "wins" if hand.outcome else (hand.points or 0) > (mine.points or 0)
    return (1, "higher than the dealer", "[62]") if higher else (-1, "lower than the dealer", "[62]")
