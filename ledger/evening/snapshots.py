"""The state of an evening between two deals, as plain values; and the outcome of an event."""

import msgspec

from ledger.core import events
from ledger.core.books import Posting
from ledger.core.events import AnyEvent, Event


class BankState(msgspec.Struct):
    """What has passed outside the games, in the smallest unit."""

    terms: str | None = None
    """How counters are bought: for `cash`, on `credit`, or None, where the evening does not say."""
    bought: dict[str, int] = {}
    """What each has bought of the bank of the evening, less what was cashed."""
    paid_as_said: dict[str, int] = {}
    """What of that was paid because it was said to be."""
    paid_by_default: dict[str, int] = {}
    """What of that was paid where nothing was said."""
    bought_in_all: int = 0
    cashed_in_all: int = 0
    overdrawn: dict[str, int] = {}
    """By how much each has cashed more than was in front of him by the log, and has not won since."""
    counts: dict[str, tuple[int, int]] = {}
    """What each was counted to have since he last bought or cashed, and his balance at that count."""
    played: bool = False
    """Whether a game has moved counters."""
    paid: dict[str, int] = {}
    """What each has paid outside the game, less what was received, the bank's counters apart."""
    agreed: dict[str, int] = {}
    """The balances that the close recorded."""
    miscounted: dict[str, int] = {}
    """By how much each was over (+) or short (−) when he was last counted."""
    booked: dict[str, int] = {}
    """What the close changed for each, where it booked what was short, over or untold."""
    booked_untold: bool = False
    """Whether that was play that was not told."""

    def copy(self) -> "BankState":
        """Return a copy that changes by itself."""
        fields = msgspec.structs.asdict(self)
        copies = {name: value.copy() for name, value in fields.items() if isinstance(value, dict)}
        return msgspec.structs.replace(self, **copies)


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
    editions: tuple[tuple[str, int], ...] = ()
    events: int = 0
    """How many events had been applied before it."""
    postings: int = 0
    """How many postings had been made before it."""
    reached: int = 0
    """How many events had been applied when it was taken: one more than before it, where it lies within one."""


class DealOver(msgspec.Struct, frozen=True, gc=False):
    """A deal that is over: its result, and what it leaves to the next."""

    deal: int
    """The number of the deal in the evening."""
    event: int
    """The event with which it was over."""
    silent: bool
    """Whether nobody has said how it came out: silence alone was taken for it."""
    changes: dict[str, int]
    """What each has won (+) or lost (−) in it, in the smallest unit."""
    leaves: tuple[str, ...]
    """What lies in the pools, is doubled or is carried over, each in words."""


class GameSnapshot(msgspec.Struct, frozen=True, gc=False):
    """A game in the pause before a deal."""

    begun: events.Begin
    edition: int
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


class Finding(msgspec.Struct, frozen=True, gc=False):
    """A contradiction in the log, which the audit reports."""

    code: str
    event: int
    message: str
    player: str = ""
    """Whom it is about, where it is about one."""


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
    """Who sat at the table by then, from the first player on; who came or left with it among them."""
