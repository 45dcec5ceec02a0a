"""Drawing: each hand draws in turn until it stands or is over-drawn, the dealer's last."""

from collections.abc import Iterable
from functools import partial

from ledger.games.families.twenty_one.hands import Hands
from ledger.games.families.twenty_one.points import OPEN, STANDS, TWENTY_ONE, Hand
from ledger.games.families.twenty_one.sayings import cards_drawn, cards_shown, number_of, points_said, rejects
from ledger.games.families.twenty_one.second_cards import SecondCards
from ledger.games.families.twenty_one.staking import Ask
from ledger.rules import Card, Lazy, Permission, SubPlay, Turn, disallow, disallowed, number, same_rank, word
from ledger.rules.events import Draws, Event, Says, Shows

TOO_LATE = disallow(Says, "a natural is declared at once, before any card is drawn", "natural")


class TwoCards:
    """The right to reject one of two cards given at once [67]."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.rejected = 0

    def may_reject(self, hand: Hand) -> Permission:
        """Return `A rejects [CARD]`, allowed if the dealer was fined for two cards."""
        dealer, cards = self.hands.dealer, self.hands.cards
        left = self.hands.table.fined.count((dealer, "two-cards")) > self.rejected

        def wrong(event: Says) -> str | None:
            if hand.player == dealer:
                return "the dealer keeps both cards"
            if not left:
                return f"no two cards were given at once: say penalty {dealer} two-cards first"
            return cards.wrong(event.cards)

        may = rejects(hand.player, cards.unseen, wrong)
        return may if left and hand.player != dealer else disallowed(may)

    def reject(self, hand: Hand, event: Says) -> None:
        """Reject a card, which goes to the pone; the hand stands [67]."""
        self.rejected += 1
        self.hands.cards.see(event.cards)
        hand.fate, hand.missed = STANDS, False


class DrawingTurns:
    """The turns to draw, hand by hand."""

    def __init__(self, hands: Hands, second: SecondCards, rejecting: TwoCards | None = None) -> None:
        self.hands = hands
        self.second = second
        self.rejecting = rejecting

    def play(self, ask: Ask) -> SubPlay:
        """Ask each hand until all have stood or over-drawn."""
        while (event := (yield from ask(self.turn))) is not None:
            self.draw(self.next_hand(), event)

    def next_hand(self) -> Hand | None:
        """Return the next hand to draw to: the players', then the dealer's if any stands; or None."""
        hands = self.hands
        if hands.dealers.natural:
            return None
        still = next((hand for hand in hands.against() if hand.fate is OPEN), None)
        if still is not None:
            return still
        if not hands.standing() and not (hands.all_natural() and hands.dealers.first is None):
            return None
        return next((hand for hand in hands.dealers.hands if hand.fate is OPEN), None)

    def turn(self) -> Turn | None:
        """Return the turn to draw to the next hand, or None when all have drawn."""
        hand = self.next_hand()
        if hand is None:
            return None
        player = hand.player
        if self.hands.all_natural():
            showing = cards_shown(hand, self.hands.cards, self.hands.dealt)
            return Turn(
                says=(word(player, "natural", "stands"), showing),
                who=(player,),
                statement="all have naturals",
                state=f"{player} must say whether they are two",
                joint=": ",
            )
        hands = self.hands.seats[player].hands
        return Turn(
            says=(*self.may_draw(hand), TOO_LATE),
            who=(player,),
            act="draw",
            detail=f"to hand {hands.index(hand) + 1} of {len(hands)}" if len(hands) > 1 else "",
            default=self.silence(hand),
        )

    def silence(self, hand: Hand) -> Says | None:
        """Return what silence means for a hand: it stands if it can."""
        if self.must_say_points(hand):
            return None
        return Says(hand.player, "over" if hand.reach()[0] > TWENTY_ONE else "stands")

    def must_say_points(self, hand: Hand) -> bool:
        """Return whether a dealer who has divided must say the points of this hand."""
        dealers = self.hands.dealers
        return hand.player == dealers.player and len(dealers.hands) > 1 and hand.points is None

    def may_draw(self, hand: Hand) -> tuple[Permission | Lazy, ...]:
        """Return all permissions in drawing to a hand."""
        return (
            Lazy((Says,), partial(self.standing, hand), words=("stands",)),
            Lazy((Draws,), partial(self.drawing, hand)),
            Lazy((Says,), partial(points_said, hand)),
            Lazy((Shows,), partial(self.showing, hand)),
            Lazy((Says,), partial(self.dividing, hand), words=("divides", "rejects")),
        )

    def standing(self, hand: Hand) -> Iterable[Permission]:
        """Return `A stands`, disallowed if the hand cannot stand."""
        player = hand.player

        def cannot_stand(event: Says) -> str | None:
            if hand.reach()[0] > TWENTY_ONE:
                return f"{hand.named()} make over {TWENTY_ONE}"
            if player == self.hands.dealer and hand.reach()[0] == TWENTY_ONE:
                return f"{hand.named()} make {TWENTY_ONE} at the least: say {player} vingt-un, or {player} over"
            return "where a pair is divided all points are said" if self.must_say_points(hand) else None

        return [word(player, "stands", check=cannot_stand, usual=True)]

    def drawing(self, hand: Hand) -> tuple[Permission, ...]:
        """Return `A draws CARD …` and `A draws N`."""
        cards = self.hands.cards
        return (
            cards_drawn(hand.player, cards.unseen, cards.wrong),
            number(Draws, hand.player, "draws", 1, 20, shown="N"),
        )

    def showing(self, hand: Hand) -> tuple[Permission, ...]:
        """Return `A shows CARD CARD`, by which the dealer turns up the cards that he was dealt."""
        if hand.player != self.hands.dealer or self.hands.dealers.first is not None:
            return ()
        return (cards_shown(hand, self.hands.cards, self.hands.dealt, self.first_cards_wrong),)

    def dividing(self, hand: Hand) -> tuple[Permission, ...]:
        """Return `A divides`, of the dealer only, and `A rejects`."""
        player = hand.player
        late = disallow(Says, "a pair is divided before any card is drawn", "divides", who=player)
        dealers = self.hands.dealers
        divides = self.second.may_divide(dealers, dealers.place(hand)) if player == dealers.player else (late,)
        return (*divides, self.rejecting.may_reject(hand)) if self.rejecting else divides

    def first_cards_wrong(self, cards: tuple[Card, ...]) -> str | None:
        """Return what is wrong with the two cards that the dealer turns up, or None."""
        if self.hands.dealers.divisions and not same_rank(cards):
            return f"{self.hands.dealer} has divided a pair, which these are not"
        return self.hands.cards.wrong(cards)

    def draw(self, hand: Hand | None, event: Event) -> None:
        """Apply the answer to a turn to draw."""
        assert hand is not None, "a turn to draw is some hand's"
        if isinstance(event, Draws):
            self.hands.cards.see(event.cards)
            hand.drawn += event.cards
            hand.drawn_unnamed += sum(event.numbers)
            self.hands.a_card_is_drawn()
            self.hands.judge(hand)
        elif isinstance(event, Shows):
            self.hands.first_cards(event.player, event.cards, at_once=self.hands.all_natural())
        else:
            assert isinstance(event, Says)
            self.says_of(hand, event)

    def says_of(self, hand: Hand, event: Says) -> None:
        """Apply a word that was said in drawing to a hand."""
        match event.word:
            case "divides":
                self.hands.divide(event.player, event.amount or 0, event.cards, self.hands.dealers.place(hand))
            case "over":
                self.hands.over_drawn(hand)
            case "natural":
                self.hands.declare_natural(event.player)
            case "rejects":
                assert self.rejecting is not None
                self.rejecting.reject(hand, event)
            case _:
                hand.fate, hand.missed = STANDS, self.hands.table.assumed
                if event.word != "stands":
                    hand.declared = number_of(event)
                if hand.declared == TWENTY_ONE:
                    self.hands.a_card_is_drawn()
                self.hands.pay_naturals()
