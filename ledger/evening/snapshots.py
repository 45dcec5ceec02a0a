"""What an evening is between two deals, as plain values that can be stored; and what became of an event."""

import msgspec

from ledger.core import events
from ledger.core.books import Posting
from ledger.core.events import AnyEvent, EffectiveEvent, Event


class Snapshot(msgspec.Struct, frozen=True, gc=False):
    """Everything an evening is in the pause before a deal, or between games; nothing of a deal in hand."""

    opening: events.OpenEvening | None = None
    ring: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    balances: dict[str, int] = {}
    pools: dict[str, int] = {}
    bought: dict[str, int] = {}
    paid: dict[str, int] = {}
    deal: int = 0
    closed: bool = False
    agreed: dict[str, int] = {}
    miscounted: dict[str, int] = {}
    booked: dict[str, int] = {}
    game: "GameSnapshot | None" = None
    called: dict[str, str] = {}


class DealOver(msgspec.Struct, frozen=True, gc=False):
    """A deal that is over: what it came to, and what it leaves to the next."""

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


class Boundary(msgspec.Struct, frozen=True, gc=False):
    """The pause before a deal, or a moment between games: what the evening was, and what had gone before it."""

    snapshot: Snapshot = Snapshot()
    events: int = 0
    """How many events had been told before it."""
    postings: int = 0
    """How many postings had been made before it."""


class Checkpoint(msgspec.Struct, frozen=True):
    """A snapshot, and the events that count since: from both the evening is what it was."""

    snapshot: Snapshot
    since: tuple[EffectiveEvent, ...]


class Finding(msgspec.Struct, frozen=True, gc=False):
    """Something that does not agree, which the audit reports."""

    code: str
    event: int
    message: str
    player: str = ""
    """Whom it is about, where it is about one."""


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """What became of one event."""

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
