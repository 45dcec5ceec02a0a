"""Newmarket: a kind of Pope Joan with the stakes on four cards turned up on the table.

Any number from two play, as long as everyone is dealt a card. The sevens are out of the pack. An ace, a king, a queen
and a knave of four different suits are turned up; the other 44 cards are dealt as equally as they go, the odd ones to
the first from the dealer's left, and none lies aside [89].

The stakes. At every deal each player puts `put` stakes on the four cards as he likes, and the dealer one more. What he
does not place before the first card goes stake by stake where least lies, of equals in the order ace, king, queen,
knave. No card may be left bare that could be covered [89].

The stops. Suits run from ace to king. The eldest hand leads any card; the next of the suit must follow, from whoever
has it, until a stop: a card whose next is in nobody's hand. Who played the stop leads any card [80], [83], [88]-[89].
So the kings, the sixes and the cards before those turned up are known stops.

What moves [89]
  turned up   is taken by him who plays
  ace         the king of its suit
  king        the queen of its suit
  queen       the knave of its suit
  knave       the ten of its suit
  left        a stake a card from each other player to him who is out first
What is not taken stays on the ace, king, queen or knave, also when other suits are turned up.

Sayings: `deal A turn-up JD QH KC AS`, and plain `deal` where the four of the deal before lie there still;
`B stakes 1 on king`. By cards `A plays CARD …`, and what the others have left follows. By outcome, as it happened,
`A takes ace`, `king`, `queen` or `knave`, by the name of the card turned up; `A out`; and last `left B 3 C 2 …`.

Where the book is silent: all stake at every deal, the dealer one more, and together they must be able to cover four
cards, so that two players put two each. An amount carried over covers its card. The ace is above the king only for
its stake: in play it is the lowest, and nothing follows a king. The card before one turned up may be led as well as
played to. There is no Spin or Matrimony, and nothing is paid for a king. A penalty of the house is put down at once
as stakes not placed are. After a misdeal the same dealer deals again: what was taken goes back, and what was staked
lies where it was placed, and is not paid again. While a card carries anything the game is ended by `end divide`,
`end draw` or `end leave`.
"""

from dataclasses import dataclass, field

from ledger.games.families.board import Board
from ledger.games.families.stops.deal import StopsDeal
from ledger.rules import (
    RANK_NAMES,
    SUITS,
    Card,
    Chooser,
    DerivedDefault,
    Game,
    Lazy,
    Options,
    Permission,
    Play,
    disallow,
    option,
    pack_of,
)
from ledger.rules.events import Bets, Deal, Event, Misdeal, Penalty, Takes
from ledger.rules.slots import Cards, Slots

PACK = frozenset(card for card in pack_of(52) if card.rank != "7")
"""The pack without the sevens, so that the sixes are stops [89]."""

CARD_BEFORE = {"A": "K", "K": "Q", "Q": "J", "J": "10"}
"""For each card turned up, the card of the suit whose player takes the stakes on it [89]."""

CHANCES = ("ace", "king", "queen", "knave")


@dataclass(frozen=True)
class NewmarketOptions(Options):
    """The house rules of Newmarket."""

    stake: int = option.amount(1, "one counter of the game, in which all else is reckoned", "[89]")
    put: int | None = option.number(
        DerivedDefault(lambda so_far: None, "1; 2 with two players"),
        1, 1000, "stakes that each player puts on the four cards at a deal, the dealer one more", "[89]",
    )  # fmt: skip

    def each_puts(self, players: int) -> int:
        """Return how many stakes each player puts down, with so many players."""
        return self.put or (2 if players == 2 else 1)


@dataclass(frozen=True)
class Staked:
    """The stakes of a deal, which stay after a misdeal and are not asked for again."""

    parts: dict[str, int] = field(default_factory=dict)
    """How much of an own part each has put down, in the smallest unit."""
    all_of_it: tuple[str, ...] = ()
    """Players who have put down all that was asked of them, even if their part is another now."""
    dealers: bool = False
    """Whether a dealer has put down the dealer's extra stake."""


@dataclass(frozen=True)
class NewmarketCarry:
    """The four cards that lie turned up; and after a misdeal the stakes laid already."""

    four: tuple[Card, ...] = ()
    staked: Staked = Staked()


class NewmarketDeal(StopsDeal[NewmarketOptions, NewmarketCarry]):
    """A deal of Newmarket."""

    taken_back = "misdeal"
    fines_to = "ace"
    chances = pools_in_order = CHANCES

    def prepare(self) -> None:
        """Set up the attributes of the deal."""
        super().prepare()
        self.board = Board(self.table, CHANCES, self.options.stake)
        self.staked = self.carry.staked
        self.taken: dict[str, str] = {}
        """The players who took the stakes, each by the card."""

    def play(self) -> Play[NewmarketCarry]:
        """Play the deal in its order: the four cards, the stakes and the play, the cards left."""
        deal = yield from self.opening(
            (0 if self.carry.four else 4, 4), check=self.wrong_four, example=self.four_turned_up
        )
        self.table.turned_up = deal.turn_up or self.carry.four
        winner = yield from self.until_out()
        self.pay_cards_left(winner, self.options.stake, "[89]")
        return NewmarketCarry(self.table.turned_up)

    # The four cards, and the stakes on them

    def wrong_four(self, event: Deal) -> str | None:
        """Return why these are not an ace, king, queen and knave of four suits, or None [89]."""
        if not event.turn_up:
            return None
        ranks, suits = {card.rank for card in event.turn_up}, {card.suit for card in event.turn_up}
        if len(event.turn_up) == len(suits) and ranks == CARD_BEFORE.keys():
            return None
        return "an ace, a king, a queen and a knave of four different suits are turned up"

    def four_turned_up(self, chooser: Chooser) -> Deal:
        """Make up four cards of four suits; none if those of the last deal lie there still."""
        if self.carry.four and chooser.number(0, 1):
            return Deal()
        suits = list(SUITS)
        chosen = [suits.pop(chooser.number(0, len(suits) - 1)) for _ in CARD_BEFORE]
        return Deal(None, tuple(Card(rank + suit) for rank, suit in zip(CARD_BEFORE, chosen, strict=True)))

    def turn_up_slots(self, low: int, high: int, among: tuple[Card, ...]) -> Slots:
        """Return the slots of the four cards: one of each rank, and of each suit."""
        four = tuple(card for card in among if card.rank in CARD_BEFORE)
        return (Cards(low, high, four, apart=("rank", "suit")),)

    def own_part(self, player: str) -> int:
        """Return what a player has still to put down of the player's own part [89]."""
        if player in self.staked.all_of_it:
            return 0
        part = self.options.each_puts(len(self.table.players)) * self.options.stake
        return max(0, part - self.staked.parts.get(player, 0))

    def to_place(self) -> dict[str, int]:
        """Return what each has still to put down: an own part, and the dealer one stake more [89]."""
        dealers = 0 if self.staked.dealers else self.options.stake
        return {
            player: self.own_part(player) + (dealers if player == self.dealer else 0) for player in self.table.round()
        }

    def note_placed(self, player: str, amount: int) -> None:
        """Note what a player has put down: first the own part, and then the dealer's stake."""
        staked, part = self.staked, self.own_part(player)
        own = min(amount, part)
        self.staked = Staked(
            parts={**staked.parts, player: staked.parts.get(player, 0) + own},
            all_of_it=tuple(dict.fromkeys((*staked.all_of_it, player))) if own == part else staked.all_of_it,
            dealers=staked.dealers or amount > own,
        )

    def further(self) -> tuple[Lazy, ...]:
        """`B stakes AMOUNT on CARD`."""
        return (Lazy((Bets,), self.placing),)

    def placing(self) -> tuple[Permission, ...]:
        """Return the turn to place stakes before the play."""
        if self.told_by is None:
            return self.board.may_place(self.to_place())
        return (disallow(Bets, "the play has begun: what was not placed before it has been put where least lay"),)

    def also(self, event: Event) -> None:
        """Put stakes down where they are said to lie."""
        assert isinstance(event, Bets)
        assert event.on is not None
        self.board.put(event.player, event.on, event.amount, f"staked on the {event.on}", "[89]")
        self.note_placed(event.player, event.amount)

    def play_begins(self) -> None:
        """Put the stakes that were not placed wherever least lies [89]."""
        for player, amount in self.to_place().items():
            if amount:
                self.board.cover(player, amount, self.options.stake, "staked where least lay", "[89]")
            self.note_placed(player, amount)

    # The cards before those turned up

    def card_played(self, player: str, card: Card) -> None:
        """Give the stakes on a turned-up card to the player of the card before it [89]."""
        for above in self.table.turned_up:
            if card.suit == above.suit and card.rank == CARD_BEFORE[above.rank]:
                self.take_chance(player, RANK_NAMES[above.rank])

    def take_chance(self, player: str, chance: str) -> None:
        """Give a player the stakes on a card."""
        self.taken[chance] = player
        self.table.take_pool((player,), f"played up to the {chance}", "[89]", name=chance)

    def gone(self, chance: str) -> str:
        """Return who has taken a chance; empty for nobody."""
        return f"{self.taken[chance]} has it" if chance in self.taken else ""

    def wrong_takes(self, event: Takes) -> str | None:
        """Return why stakes cannot be taken: those on each card are taken once in a deal."""
        if problem := self.wrong_chances(event):
            return problem
        if event.counts:
            return "no numbers of cards are said with what is taken"
        for chance in event.things:
            if chance in self.taken or event.things.count(chance) > 1:
                return f"{self.taken.get(chance, event.player)} has taken {chance} already in this deal"
        return None

    def take(self, event: Takes) -> None:
        """Pay for a chance that is taken."""
        for chance in event.things:
            self.take_chance(event.player, chance)

    # Irregularities

    def penalty(self, event: Penalty) -> None:
        """Put a penalty of the house down where least lies, counter by counter [89]."""
        if event.offence is not None or event.player not in self.table.players:
            super().penalty(event)
            return
        assert event.amount is not None
        self.board.cover(event.player, event.amount, self.table.odd_unit(event.amount), f"fined: {event.why}")

    def misdeal(self, event: Misdeal | Penalty) -> NewmarketCarry:
        """Void the deal: winnings go back, and the stakes lie where they were placed."""
        super().misdeal(event)
        return NewmarketCarry(self.table.turned_up, self.staked)


class Newmarket(Game[NewmarketOptions, NewmarketCarry]):
    """Newmarket."""

    name = "newmarket"
    title = "Newmarket"
    options = NewmarketOptions
    carry = NewmarketCarry
    deal = NewmarketDeal
    own_pack = PACK

    def refuse_players(self, number: int, options: NewmarketOptions) -> str | None:
        """Return why so many cannot play: each needs a card, and stakes must cover four cards [89]."""
        if problem := super().refuse_players(number, options):
            return problem
        if number > len(PACK) - len(CHANCES):
            return f"there are not cards enough for {number} players"
        put = options.each_puts(number)
        if number * put + 1 < len(CHANCES):
            return f"put={put} cannot cover four cards with {number} players, though the dealer puts one more"
        return None


GAME = Newmarket()
