"""The state of an evening between two deals, as plain values; and the outcome of an event."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from ledger.core import events
from ledger.core.books import Debt, Posting
from ledger.core.events import AnyEvent, Event


class BankState(msgspec.Struct):
    """The counters and payments outside the games, in the smallest unit."""

    terms: str | None = None
    """The way counters are bought: for `cash`, on `credit`, or None if the evening does not say."""
    bought: dict[str, int] = {}
    """The counters that each has bought of the bank, less those cashed."""
    paid_as_said: dict[str, int] = {}
    """The part of them that was said to be paid."""
    paid_by_default: dict[str, int] = {}
    """The part of them that was paid where nothing was said."""
    bought_in_all: int = 0
    cashed_in_all: int = 0
    overdrawn: dict[str, int] = {}
    """The counters that each has cashed beyond those in front of him by the log, and has not won since."""
    cashed_last: dict[str, bool] = {}
    """Who has bought or cashed, and whether he cashed last."""
    counts: dict[str, tuple[int, int]] = {}
    """The last count of each since he bought or cashed, and his balance at that count."""
    played: bool = False
    """True: a game has moved counters."""
    paid: dict[str, int] = {}
    """The payments of each outside the games, less those received; counters of the bank apart."""
    debts: tuple[Debt, ...] = ()
    """The debts that were paid, one by one."""
    shared: dict[str, int] = {}
    """What each has paid for common costs, less his shares of them."""
    agreed: dict[str, int] = {}
    """The balances that the close recorded."""
    miscounted: dict[str, int] = {}
    """The difference of each at his last count: over (+) or short (−)."""
    booked: dict[str, int] = {}
    """The change of each balance that the close booked: short, over or untold."""
    booked_untold: bool = False
    """True: the close has booked play that was not told."""
    pins_deals: bool = False
    """True: balances were taken from what a deal pins, and not from the rules."""

    def copy(self) -> "BankState":
        """Return a copy that changes by itself."""
        values: Iterable[Any] = msgspec.structs.astuple(self)
        copies: list[Any] = [value.copy() if type(value) is dict else value for value in values]
        return BankState(*copies)


class Snapshot(msgspec.Struct, frozen=True, gc=False):
    """The state of an evening in the pause before a deal, or between games; no deal is in hand."""

    opening: events.OpenEvening | None = None
    ring: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    balances: dict[str, int] = {}
    pools: dict[str, int] = {}
    bank: BankState = msgspec.field(default_factory=BankState)
    deal: int = 0
    closed: bool = False
    game: "GameSnapshot | None" = None
    called: dict[str, str] = {}
    won: dict[str, dict[str, int]] = {}
    pool_names: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    events: int = 0
    """The number of events before it."""
    postings: int = 0
    """The number of postings before it."""
    reached: int = 0
    """The number of events applied when it was taken: one more, where it lies within an event."""
    by_pins: bool = False
    """True: no rules are asked; what each has won is what the events pin."""
    dealt: str = ""
    """Where no rules are asked, the game that was begun last."""
    revised: int = 0
    """The newest event that changed what was won, lost or shared."""


class DealOver(msgspec.Struct, frozen=True, gc=False):
    """A deal that is over: its result, and what it leaves to the next."""

    deal: int
    """The number of the deal in the evening."""
    event: int
    """The event with which it was over."""
    silent: bool
    """True: nobody has said how it came out; only defaults were assumed."""
    by_default: bool
    """True: a default ended it, which was assumed before the event."""
    changes: dict[str, int]
    """The counters that each has won (+) or lost (−) in it, in the smallest unit."""
    leaves: tuple[str, ...]
    """The contents of the pools, doubled stakes and other things carried over, in words."""
    carried: dict[str, Any] = {}
    """What the game carries after it, by the names of its sheet, and how often the stakes are doubled."""


class GameSnapshot(msgspec.Struct, frozen=True, gc=False):
    """A game in the pause before a deal."""

    begun: events.Begin
    registered: str
    """The name by which its rules are found."""
    number_of_players: int
    playing: tuple[str, ...]
    dealer: str | None
    next_from: str | None
    deals: int
    deals_by: dict[str, int]
    paid: tuple[tuple[str, str], ...]
    multiplier: int
    carry: bytes
    last_over: DealOver | None = None
    vacated: int | None = None


class Difference(msgspec.Struct, frozen=True, gc=False):
    """The balances that an event pins, and those that a replay comes to, where they differ."""

    event: int
    deal: int
    """The deal of the evening that came before the event."""
    game: str
    """The game that was played before it."""
    recorded: dict[str, int]
    today: dict[str, int]


class Finding(msgspec.Struct, frozen=True, gc=False):
    """A contradiction in the log, which the audit reports."""

    code: str
    event: int
    message: str
    player: str = ""
    """Whom it is about, where it is about one."""


class SharedCost(msgspec.Struct, frozen=True, gc=False):
    """A common cost: who paid it, whose shares it is, and so who owes it to whom."""

    event: int
    what: str
    amount: int
    paid: dict[str, int]
    shares: dict[str, int]
    """The share of each in the smallest unit, all together the amount."""
    postings: tuple[Posting, ...]
    """From who owes to who paid, as `settle` matches them; they move what is owed, and nothing else."""

    def owing(self, name: str) -> int:
        """Return what somebody owes of it (+), or is owed for it (−)."""
        return self.shares.get(name, 0) - self.paid.get(name, 0)


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The outcome of one event."""

    number: int
    event: AnyEvent
    answered: tuple[Event, ...] = ()
    """The defaults that were assumed before it, in order."""
    postings: tuple[Posting, ...] = ()
    remarks: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    over: DealOver | None = None
    """The deal that was over with it, if one was."""
    seated: tuple[str, ...] = ()
    """The players at the table, from the first on, with one who came or left by this event."""
    cost: SharedCost | None = None
    """The common cost that was said with it, if one was."""


def in_games(outcomes: Iterable[Outcome], game: str = "") -> Iterator[tuple[str, Outcome]]:
    """Yield what became of each event with the game that was played then or before it.

    Before the first event that begins one it is `game`: the one before them, or empty.
    """
    for outcome in outcomes:
        if isinstance(outcome.event, events.Begin):
            game = outcome.event.game
        yield game, outcome
