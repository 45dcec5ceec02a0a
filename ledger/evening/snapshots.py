"""The state of an evening between two deals, as plain values; and the outcome of an event."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from ledger.core import events
from ledger.core.books import Debt, Posting
from ledger.core.events import AnyEvent, Event


class BankState(msgspec.Struct):
    """The counters and payments outside the games, in the smallest unit.

    Its sums are replaced and never changed in place: a copy has them as they were.
    """

    terms: str | None = None
    """How counters are bought: for `cash`, on `credit`, or None if the evening does not say."""
    bought: dict[str, int] = {}
    """The counters that each player has bought from the bank, less those cashed."""
    paid_as_said: dict[str, int] = {}
    """The part of the bought counters that was said to be paid."""
    paid_by_default: dict[str, int] = {}
    """The part of the bought counters that was paid where nothing was said."""
    bought_in_all: int = 0
    cashed_in_all: int = 0
    overdrawn: dict[str, int] = {}
    """The counters that each player has cashed beyond those in front, and has not won back since."""
    cashed_last: dict[str, bool] = {}
    """The players who have bought or cashed; True if the player cashed last."""
    counts: dict[str, tuple[int, int]] = {}
    """The last count of each player since buying or cashing, with the balance at that count."""
    played: bool = False
    """Whether a game has moved counters."""
    paid: dict[str, int] = {}
    """What each player has paid outside the games, less what was received, without the bank's counters."""
    debts: tuple[Debt, ...] = ()
    """The debts that were paid, one by one."""
    shared: dict[str, int] = {}
    """What each player has paid for common costs, less the player's shares."""
    agreed: dict[str, int] = {}
    """The balances that the close recorded."""
    miscounted: dict[str, int] = {}
    """By how much each player was over (+) or short (−) at the last count."""
    booked: dict[str, int] = {}
    """The change of each balance that the close booked: short, over or untold."""
    booked_untold: bool = False
    """Whether the close has booked play that was not told."""
    pins_deals: bool = False
    """Whether balances came from the pins of a deal, and not from the rules."""


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
    called: Mapping[str, str] = {}
    won: dict[str, dict[str, int]] = {}
    pool_names: tuple[str, ...] = ()
    begun: "tuple[BegunGame, ...]" = ()
    events: int = 0
    """The number of events before the pause."""
    postings: int = 0
    """The number of postings before the pause."""
    reached: int = 0
    """The number of events applied when the snapshot was taken: one more, if it was taken within an event."""
    by_pins: bool = False
    """Whether the pins tell what each player has won, and no rules are asked."""
    revised: int = 0
    """The newest event that changed something won, lost or shared."""


class DealOver(msgspec.Struct, frozen=True, gc=False):
    """A deal that has ended: its result, and what it leaves to the next."""

    deal: int
    """The number of the deal in the evening."""
    event: int
    """The event that ended the deal."""
    silent: bool
    """Whether only defaults tell how the deal came out, and nobody has said it."""
    by_default: bool
    """Whether a default that was assumed before the event ended the deal."""
    changes: dict[str, int]
    """The counters that each player has won (+) or lost (−) in the deal, in the smallest unit."""
    leaves: tuple[str, ...]
    """The contents of the pools, doubled stakes and other things carried over, in words."""
    carried: dict[str, Any] = {}
    """The carry after the deal, by the names of the game's sheet, and how often the stakes are doubled."""


class BegunGame(NamedTuple):
    """A game that was begun: by which event, its name as it was said, and as it is registered."""

    number: int
    game: str
    registered: str


class GameSnapshot(msgspec.Struct, frozen=True, gc=False):
    """A game in the pause before a deal."""

    begun: events.Begin
    registered: str
    """The name by which the game's rules are found."""
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
    over: str = ""
    """The sentence by which a rule has ended the game; empty while it goes on."""


class Difference(msgspec.Struct, frozen=True, gc=False):
    """The balances that an event pins, and those of a replay, where they differ."""

    event: int
    deal: int
    """The number of the deal before the event."""
    game: str
    """The game that was played before the event."""
    recorded: dict[str, int]
    today: dict[str, int]


class Finding(msgspec.Struct, frozen=True, gc=False):
    """A contradiction in the log, which the audit reports."""

    code: str
    event: int
    message: str
    player: str = ""
    """The player at fault, if the finding is about one."""


class SharedCost(msgspec.Struct, frozen=True, gc=False):
    """A common cost: who paid it, who shares it, and therefore who owes whom."""

    event: int
    what: str
    amount: int
    paid: dict[str, int]
    shares: dict[str, int]
    """The share of each player in the smallest unit; the shares add up to the amount."""
    postings: tuple[Posting, ...]
    """Postings from those who owe to those who paid, as `settle` matches them; they move no counters."""

    def owing(self, name: str) -> int:
        """Return what a player owes of the cost (+), or is owed for it (−)."""
        return self.shares.get(name, 0) - self.paid.get(name, 0)


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The outcome of one event."""

    number: int
    event: AnyEvent
    answered: tuple[Event, ...] = ()
    """The defaults that were assumed before the event, in order."""
    postings: tuple[Posting, ...] = ()
    remarks: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    over: DealOver | None = None
    """The deal that the event ended, if any."""
    seated: tuple[str, ...] = ()
    """The players at the table, from the first on, including one who came or left by this event."""
    cost: SharedCost | None = None
    """The common cost that the event tells, if any."""

    @property
    def found(self) -> str:
        """Return the findings in words; empty without any."""
        return "; ".join(finding.message for finding in self.findings)


def in_games(outcomes: Iterable[Outcome], game: str = "") -> Iterator[tuple[str, Outcome]]:
    """Yield each outcome with the game that was played then or before.

    Before the first event that begins a game, the game is `game`, the one before these events, or empty.
    """
    for outcome in outcomes:
        if isinstance(outcome.event, events.Begin):
            game = outcome.event.game
        yield game, outcome
