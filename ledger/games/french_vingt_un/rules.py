"""French Vingt-un, the game of eight rounds: one dealer deals eight games one after another.

Two or more play, the dealer against each of the others. Every `deal` begins the next round; after the eighth the
deal passes to the left and the first round begins again. Nothing goes to a pool, and a natural throws nobody out.

The rounds (r1-r8), and what is said once the stakes of rounds 1 to 6 are down, from the dealer's left
  1  Ordinary             Vingt-un in all its play [61]-[65]: `double`, `natural`, `divides`, `draws`, `stands`,
                          `18`, `vingt-un`, `over`, and `wins`, `loses`, `ties`
  2  Imaginary Tens       the same, but one card is dealt, and everyone counts ten more than his cards show; an ace
                          dealt is a natural, and no pair can be divided
  3  Blind                nobody looks at his cards before all have drawn: `draws N`; then everyone, the dealer last,
                          says what he has, `18`, `vingt-un`, `over`, `natural`, or `shows` all of it
  4  Sympathy, Antipathy  `A stakes AMOUNT on sympathy`, for two cards of one colour, or `on antipathy`, for two
                          colours; then `wins`, `loses`, or `shows CARD CARD`
  5  Rouge et Noir        `on red` (`rouge`) or `on black` (`noir`), for the colour of one card, or of two cards out
                          of three; then `wins`, `loses`, or `shows`
  6  Self and Company     the dealer lays a card for himself and one for the company, and goes on until a card pairs
                          with one of them: `pair`, `self`, `company`, or `plays CARD …`
  7  Pips                 no stakes: everyone says the points of the two cards, the ace being one: `14`, or `shows`
  8  Clock                the dealer turns cards, counting one, two … ten, knave, queen, king: he `wins` if a card is
                          the one he names, and `loses` if none of thirteen is; or `plays CARD …`

Money (r1-r8), between the dealer and each of the others
  1-3  as at Vingt-un [62]-[64]: the stake, with the double, and twice that for a natural, or for a drawn vingt-un
       against less; the dealer has equal points, two naturals settle nothing, and who over-draws pays whatever
       the dealer makes
  4-5  the dealer pays a stake whose cards are as announced, and receives the others
  6    the dealer receives the stakes where his own card pairs, or the first two do; he pays where the company's does
  7    who has fewer points pays the difference, `pip` a point
  8    the dealer receives `clock` of each, or pays it to each

Where the source is silent: the double belongs to the rounds in which a card is seen, the first and the second. In
the second the ten counts as a card, so an ace with it is a natural, and no pair is there to be divided. In the
third nothing is settled before all have shown. The first card laid down in the sixth is the dealer's own. A dealer
who leaves ends his eight rounds: the first round follows, dealt on his left. A misdeal gives back what the round
has moved, and the round is dealt again.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ledger.games.families.twenty_one.cards import SeenCards
from ledger.games.families.twenty_one.deal import TwentyOneDeal
from ledger.games.families.twenty_one.declaring import Declaring
from ledger.games.families.twenty_one.drawing_turns import DrawingTurns
from ledger.games.families.twenty_one.hands import Hands
from ledger.games.families.twenty_one.payments import Payments
from ledger.games.families.twenty_one.points import NATURAL, OVER, STANDS, TWENTY_ONE, Hand, pips, points
from ledger.games.families.twenty_one.sayings import cards_shown, number_of, points_said
from ledger.games.families.twenty_one.second_cards import SecondCards
from ledger.games.families.twenty_one.staking import CardStakes, StakingOptions, plainly
from ledger.rules import (
    RANKS,
    Allowed,
    Card,
    Chooser,
    DerivedDefault,
    Game,
    Permission,
    Play,
    SubPlay,
    Turn,
    cards,
    disallow,
    listed,
    number,
    option,
    pick_cards,
    same_rank,
    wins,
    word,
)
from ledger.rules.events import Draws, End, Event, Plays, Says, Shows, Silence, Wins
from ledger.rules.slots import Number

ROUNDS = (
    "Ordinary",
    "Imaginary Tens",
    "Blind",
    "Sympathy or Antipathy",
    "Rouge et Noir",
    "Self and Company",
    "Pips",
    "the Clock",
)
"""The eight rounds in their order."""
UNSEEN = ("double", "divides", "stands")
"""The words that need a look at one's cards (r3)."""
FATES = {"over": OVER, "natural": NATURAL}
"""The results of a hand that is turned up, other than points."""
RED = ("rouge", "red")
"""The two words for red; the other colour is black, or noir."""
FEWEST_PIPS, MOST_PIPS = 2, 20
"""The fewest and the most points of two cards, with the ace as 1 (r7)."""


@dataclass(frozen=True)
class FrenchVingtUnOptions(StakingOptions):
    """The house rules of French Vingt-un."""

    stake: int = option.amount(1, "the least that may be staked on a card in rounds 1 to 6", "[61]")
    rouge_cards: int = option.number(
        1, 1, 3, "cards dealt to each in the fifth round; of three two decide", "r5", among=(1, 3)
    )
    pip: int = option.amount(1, "what a point of difference is worth in the seventh round", "r7")
    clock: int = option.amount(
        DerivedDefault(lambda so_far: so_far.stake, "the stake"), "what each lays down in the eighth round", "r8"
    )


@dataclass(frozen=True)
class FrenchVingtUnCarry:
    """The dealer of these eight rounds, the next round, and who has dealt all eight."""

    dealer: str | None = None
    round: int = 1
    dealt: tuple[str, ...] = ()


class FrenchVingtUnDeal(TwentyOneDeal[FrenchVingtUnOptions, FrenchVingtUnCarry]):
    """One round of the eight."""

    def play(self) -> Play[FrenchVingtUnCarry]:
        """Play the next round."""
        yield from self.opening()
        self.carry = replace(self.carry, dealer=self.dealer)
        self.table.remark(f"round {self.carry.round}: {ROUNDS[self.carry.round - 1]}")
        self.deal_hands()
        rounds: tuple[Callable[[], SubPlay], ...] = (
            self.ordinary, self.imaginary_tens, self.blind, self.sympathy,
            self.rouge_et_noir, self.self_and_company, self.pips_compared, self.clock,
        )  # fmt: skip
        yield from rounds[self.carry.round - 1]()
        return self.next_round()

    def next_round(self) -> FrenchVingtUnCarry:
        """Return the carry: the same dealer's next round, or after the eighth the next dealer."""
        if self.carry.round < len(ROUNDS):
            self.table.deal_goes_to(self.dealer)
            return replace(self.carry, round=self.carry.round + 1)
        return FrenchVingtUnCarry(
            dealt=(*(player for player in self.carry.dealt if player != self.dealer), self.dealer)
        )

    def deal_hands(self, dealt: int = 2, ten: int = 0) -> None:
        """Deal so many cards to each; `ten` counts for everyone besides them."""
        payments = Payments(self.table, self.dealer)
        self.hands = Hands(self.table, self.table.round(), SeenCards(self.pack), payments, dealt, ten)

    # 1 and 2: as at Vingt-un

    def ordinary(self) -> SubPlay:
        """Play Vingt-un itself (r1)."""
        self.hand_sizes = (2,)
        yield from self.vingt_un()

    def imaginary_tens(self) -> SubPlay:
        """Play with one card dealt, and ten counted besides (r2)."""
        self.hand_sizes = (1,)
        self.deal_hands(dealt=1, ten=10)
        yield from self.vingt_un(divisible=False)

    def vingt_un(self, divisible: bool = True) -> SubPlay:
        """Play a hand of Vingt-un in its order [61]-[65]."""
        stakes = CardStakes(self.hands, self.options)
        second = SecondCards(self.hands, stakes, divisible)
        yield from stakes.lay(plainly)
        yield from stakes.double(plainly)
        yield from second.play(plainly)
        yield from DrawingTurns(self.hands, second).play(plainly)
        yield from Declaring(self.hands).play(plainly)
        self.hands.settle()

    # 3: blind

    def blind(self) -> SubPlay:
        """Let all draw unseen, and then turn up their cards (r3)."""
        hands = self.hands
        yield from CardStakes(hands, self.options).lay(plainly)
        for player in hands.order:
            while isinstance(event := (yield partial(self.blind_turn, player)), Draws):
                hands.seats[player].hands[0].drawn_unnamed += event.numbers[0]
        for player in hands.order:
            hand = hands.seats[player].hands[0]
            event = yield partial(self.turning_up, hand)
            self.turns_up(hand, event)
        for hand in hands.against():
            self.settle_blind(hand, hands.dealers.hands[0])

    def blind_turn(self, player: str) -> Turn:
        """Return the turn to draw cards unseen."""
        blind = disallow(Says, "nobody has seen a card: nothing is doubled, divided or stood on", *UNSEEN)
        may = (number(Draws, player, "draws", 1, 20, shown="N"), blind)
        first = self.hands.order[0]
        return Turn(
            says=may,
            who=(player,),
            act="draw",
            state=f"without looking, and if nobody does, {first}'s to say what is held",
            joint=", ",
            default=Silence(),
        )

    def turning_up(self, hand: Hand) -> Turn:
        """Return the turn to say what a hand was."""

        def natural(event: Says) -> str | None:
            return f"{hand.player} has drawn: a natural is of the two cards dealt" if hand.has_drawn else None

        may = (
            *points_said(hand),
            word(hand.player, "natural", check=natural),
            cards_shown(hand, self.hands.cards),
            disallow(Says, f"{hand.player} says what the cards were, 18 for example, or over", *UNSEEN),
        )
        return Turn(
            says=may, who=(hand.player,), act="say", detail="what the cards were", statement="the cards are turned up"
        )

    def turns_up(self, hand: Hand, event: Event) -> None:
        """Record a hand that is turned up: over-drawn, a natural, or its points."""
        if isinstance(event, Shows):
            self.hands.cards.see(event.cards)
            hand.dealt, hand.hidden, hand.drawn_unnamed = event.cards, 0, 0
            made = points(event.cards)
            natural = len(event.cards) == 2 and made == TWENTY_ONE
            hand.fate = NATURAL if natural else OVER if made > TWENTY_ONE else STANDS
        elif isinstance(event, Says) and event.word in FATES:
            hand.fate = FATES[event.word]
        elif isinstance(event, Says):
            hand.fate, hand.declared = STANDS, number_of(event)

    def settle_blind(self, hand: Hand, mine: Hand) -> None:
        """Settle a hand with the dealer's, after all were turned up (r3)."""
        if hand.fate is OVER:
            self.table.pay(hand.player, self.dealer, hand.stake, "over-drawn", "r3, [62]-[63]")
        elif mine.fate is NATURAL:
            stakes = 0 if hand.fate is NATURAL else 2
            self.table.pay(hand.player, self.dealer, stakes * hand.stake, "the dealer's natural", "r3, [62]-[63]")
        elif hand.fate is NATURAL:
            self.table.pay(self.dealer, hand.player, 2 * hand.stake, "a natural", "r3, [63]")
        else:
            self.hands.payments.settle(hand, mine)

    # 4 and 5: announced with the stake

    def sympathy(self) -> SubPlay:
        """Play for two cards of one colour, or of two (r4)."""
        return self.announced(
            ("sympathy", "antipathy"),
            2,
            lambda on, turned: (is_red(turned[0]) == is_red(turned[1])) == (on == "sympathy"),
            "r4",
        )

    def rouge_et_noir(self) -> SubPlay:
        """Play for the colour of one card, or of two out of three (r5)."""
        return self.announced(
            ("red", "black", "rouge", "noir"),
            self.options.rouge_cards,
            lambda on, turned: (2 * sum(map(is_red, turned)) > len(turned)) == (on in RED),
            "r5",
        )

    def announced(
        self, things: tuple[str, ...], count: int, as_announced: Callable[[str, tuple[Card, ...]], bool], cite: str
    ) -> SubPlay:
        """Pay a stake to each whose cards are as announced; the others pay theirs."""
        yield from CardStakes(self.hands, self.options).lay(plainly, *things)
        for player in self.hands.others:
            seat = self.hands.seats[player]
            event = yield partial(self.announced_turn, seat.hands[0], count)
            if isinstance(event, Shows):
                self.hands.cards.see(event.cards)
            won = as_announced(seat.on or "", event.cards) if isinstance(event, Shows) else isinstance(event, Wins)
            if won:
                self.table.pay(self.dealer, player, seat.staked, f"{seat.on}, as announced", cite)
            else:
                self.table.pay(player, self.dealer, seat.staked, f"not {seat.on}, as announced", cite)

    def announced_turn(self, hand: Hand, count: int) -> Turn:
        """Return the turn to say whether the cards are as announced."""
        player = hand.player
        showing = cards_shown(hand, self.hands.cards, count)
        return Turn(
            says=(wins(player), word(player, "loses"), showing),
            who=(player,),
            act="say",
            detail="won, lost or equal",
            state=f"on {self.hands.seats[player].on}",
            joint=", ",
        )

    # 6 and 8: the dealer turns cards

    def turned_until(
        self,
        statement: str,
        state: str,
        decided: Callable[[list[Card]], str | None],
        outcomes: Callable[[list[Card]], tuple[Permission, ...]],
    ) -> SubPlay:
        """Ask the dealer for cards until they decide the round, or for its outcome; return it."""
        table: list[Card] = []

        def wrong(event: Plays) -> str | None:
            if event.takes:
                return "nothing is taken in this round"
            laid = list(table)
            for card in event.cards:
                if outcome := decided(laid):
                    return f"{laid[-1]} has decided the round ({outcome}): no card is played after it"
                laid.append(card)
            return self.hands.cards.wrong(event.cards)

        def turn() -> Turn:
            may = (
                *outcomes(table),
                cards(Plays, self.dealer, "plays", (1, len(self.pack)), self.unseen, wrong, example),
            )
            after = f"after {listed([str(card) for card in table])}" if table else ""
            stands = ", ".join(filter(None, (state, after)))
            return Turn(says=may, who=(self.dealer,), statement=statement, state=stands, joint=", ")

        def example(chooser: Chooser) -> Plays:
            return Plays(self.dealer, pick_cards(chooser, self.unseen(), chooser.choose((1, 1, 1, 3))))

        while (outcome := decided(table)) is None:
            answer = yield turn
            if not isinstance(answer, Plays):
                return answer.word if isinstance(answer, Says) else "wins"
            self.hands.cards.see(answer.cards)
            table += answer.cards
        return outcome

    def self_and_company(self) -> SubPlay:
        """Turn cards until one pairs with the dealer's own, or with the company's (r6)."""
        yield from CardStakes(self.hands, self.options).lay(plainly)
        outcome = yield from self.turned_until(
            f"{self.dealer} turns up self", "company, and on until one is paired", paired, self.outcomes_of_self
        )
        for player in self.hands.others:
            stake = self.hands.seats[player].staked
            if outcome == "company":
                self.table.pay(self.dealer, player, stake, "company is paired", "r6")
            else:
                why = "self and company pair" if outcome == "pair" else "self is paired"
                self.table.pay(player, self.dealer, stake, why, "r6")

    def outcomes_of_self(self, table: list[Card]) -> tuple[Permission, ...]:
        """Return the outcomes of the sixth round as permissions."""

        def wrong(event: Says) -> str | None:
            return "the first two cards are no pair" if event.word == "pair" and len(table) > 1 else None

        return (word(self.dealer, "pair", "self", "company", check=wrong),)

    def clock(self) -> SubPlay:
        """Turn thirteen cards against the count from one to king (r8)."""
        outcome = yield from self.turned_until(
            f"{self.dealer} turns up cards and counts to thirteen",
            "",
            called,
            lambda table: (wins(self.dealer), word(self.dealer, "loses")),
        )
        for player in self.hands.others:
            if outcome == "wins":
                self.table.pay(player, self.dealer, self.options.clock, "a card was the one called", "r8")
            else:
                self.table.pay(self.dealer, player, self.options.clock, "no card was the one called", "r8")

    # 7: pips

    def pips_compared(self) -> SubPlay:
        """Compare everyone's two cards with the dealer's, at so much a point (r7)."""
        made: dict[str, int] = {}
        for player in self.hands.order:
            event = yield partial(self.pips_turn, player)
            if isinstance(event, Shows):
                self.hands.cards.see(event.cards)
            made[player] = sum(map(pips, event.cards)) if isinstance(event, Shows) else int(event.word)
        for player in self.hands.others:
            difference = made[player] - made[self.dealer]
            payer, payee = (self.dealer, player) if difference > 0 else (player, self.dealer)
            points = f"{abs(difference)} point{'s' if abs(difference) > 1 else ''}"
            self.table.pay(payer, payee, abs(difference) * self.options.pip, f"{points} of difference", "r7")

    def pips_turn(self, player: str) -> Turn:
        """Return the turn to say the points of two cards, with the ace as one."""

        def wrong(event: Says) -> str | None:
            if FEWEST_PIPS <= int(event.word) <= MOST_PIPS:
                return None
            return f"two cards make {FEWEST_PIPS} to {MOST_PIPS} points, not {event.word}"

        saying = Allowed(
            Says,
            (player,),
            matches=lambda event: event.word.isdigit(),
            check=wrong,
            slots=lambda player: (Number(FEWEST_PIPS, MOST_PIPS),),
        )
        showing = cards_shown(Hand(player, 0), self.hands.cards, 2)
        return Turn(says=(saying, showing), who=(player,), act="say", detail="the points of the two cards")

    # Between deals, and the end

    def carried(self) -> dict[str, Any]:
        """Return who deals, and which round."""
        return {"dealer": self.carry.dealer or self.table.due_dealer(), "round": self.carry.round}

    def left(self, player: str) -> FrenchVingtUnCarry:
        """End the eight rounds if their dealer leaves; the player on the left begins the next eight."""
        if player != self.carry.dealer:
            return self.carry
        self.table.next_from = None
        return FrenchVingtUnCarry(dealt=self.carry.dealt)

    def end(self, event: End) -> None:
        """End the game, and report who has not dealt the eight rounds."""
        super().end(event)
        if missing := [player for player in self.table.players if player not in self.carry.dealt]:
            self.table.remark(f"{listed(missing)} {'has' if len(missing) == 1 else 'have'} not dealt the eight rounds")


def is_red(card: Card) -> bool:
    """Return whether a card is a heart or a diamond."""
    return card.suit in "DH"


def paired(laid: list[Card]) -> str | None:
    """Return the outcome of the cards of round 6, or None: first self, then company (r6)."""
    if len(laid) < 2:
        return None
    if same_rank(laid[:2]):
        return "pair"
    own, company = laid[:2]
    first = next((card for card in laid[2:] if card.rank in (own.rank, company.rank)), None)
    return first and ("self" if first.rank == own.rank else "company")


def called(laid: list[Card]) -> str | None:
    """Return the outcome of round 8: the first card called wins, thirteen misses lose (r8)."""
    if any(card.rank == rank for card, rank in zip(laid, RANKS, strict=False)):
        return "wins"
    return "loses" if len(laid) >= len(RANKS) else None


class FrenchVingtUn(Game[FrenchVingtUnOptions, FrenchVingtUnCarry]):
    """French Vingt-un."""

    name = "french-vingt-un"
    title = "French Vingt-un"
    options = FrenchVingtUnOptions
    carry = FrenchVingtUnCarry
    deal = FrenchVingtUnDeal


GAME = FrenchVingtUn()
