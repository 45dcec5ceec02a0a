"""The club's log: read, tried out, and written to."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from ledger.club.people import ClubState
from ledger.core.events import (
    CORRECTIONS,
    UNSAID,
    AnyEvent,
    Club,
    Note,
    OpenSeason,
    Pinned,
    RecordedEvent,
    Void,
    version_of,
)
from ledger.core.money import Money
from ledger.core.names import key_of, quoted
from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.games.language import write
from ledger.language.reader import read_of_club
from ledger.log.commands import REDO
from ledger.log.corrections import EffectiveLog
from ledger.projections.club import club_of
from ledger.projections.standings import PlayedEvening
from ledger.store import CLUB, Derived, Sent, Store, StoredTotals, sent

NO_MONEY = Money("counters", 1)
"""The money with which the club's sayings are written; a saying that has amounts names its own money."""
DERIVED = Derived("", None, False, StoredTotals("[]", "{}"))
"""The row beside the club's log: how far the log goes, so that a cut at its end is noticed."""


class ClubSaying(msgspec.Struct, frozen=True):
    """A saying of the club that was recorded."""

    number: int
    saying: str
    undone_by: int | None = None
    """The event that has taken the saying back; None if it counts."""


class ClubLog:
    """The club's log, for reading and for writing.

    `played` gives every evening; it is asked where a saying could make one person of two who sat together.
    """

    def __init__(
        self, store: Store, stamp: Callable[[], tuple[str, str]], played: Callable[[], Sequence[PlayedEvening]] = tuple
    ) -> None:
        self._store, self._stamp, self._played = store, stamp, played
        self.effective = EffectiveLog()
        self.club = self.tried = ClubState()
        self._read()

    def _read(self) -> None:
        stored = self._store.log(CLUB) if self._store.has(CLUB) else ()
        self.effective, self.club = club_of([row.recorded for row in stored])

    @property
    def recorded(self) -> list[RecordedEvent]:
        """Return the events as they were recorded."""
        return self.effective.recorded

    @property
    def number(self) -> int:
        """Return the number of the newest event; 0 if there is no log."""
        return self.effective.last

    def names(self, names: Sequence[str]) -> bool:
        """Return whether one of these names stands in the log, counting or not."""
        keys = {key_of(name) for name in names}
        return any(keys & {key_of(name) for name in _names_in(event.event)} for event in self.recorded)

    def try_out(self, sayings: Sequence[str]) -> tuple[ClubSaying, ...]:
        """Return the events that sayings would be recorded as, all together.

        Raises RefusedLine if a saying cannot stand.
        """
        new, _, self.tried = self._applied(sayings)
        return self._told(new)

    def record(
        self, sayings: Sequence[str], key: str | None = None, checked: Callable[[ClubState], None] = lambda club: None
    ) -> tuple[ClubSaying, ...]:
        """Record sayings, all or none; under a `key` once, however often they are sent.

        `checked` looks at the club at the moment when nobody else can record in it any more, and may refuse. Raises
        RefusedLine if a saying cannot stand, and Refusal if the store fails.
        """
        sent_now: Sent | None = None if key is None else sent(key, sayings)
        self._applied(sayings)  # what is refused makes no log
        self._store.begin_club()
        with self._store.holding(CLUB, sent_now):
            if sent_now is not None and (numbers := self._store.sent_before(CLUB, sent_now)) is not None:
                self._read()
                return self._told([event for event in self.recorded if event.number in numbers])
            self._read()
            checked(self.club)
            new, effective, club = self._applied(sayings)
            if new:
                self._store.append(CLUB, new, DERIVED, sent_now)
        self.effective, self.club = effective, club
        return self._told(new)

    def note_done(self, *done: tuple[Any, Pinned]) -> tuple[ClubSaying, ...]:
        """Record what the program has done, with what is pinned to it.

        Raises Refusal if the store fails.
        """
        self._store.begin_club()
        with self._store.holding(CLUB):
            self._read()
            at, by = self._stamp()
            unnumbered = [*([] if self.number else [(Club(), {})]), *done]
            new = [
                RecordedEvent(number, _any(event), at, by, version_of(event), pinned)
                for number, (event, pinned) in enumerate(unnumbered, start=self.number + 1)
            ]
            self._store.append(CLUB, new, DERIVED)
            self.effective, self.club = club_of([*self.recorded, *new])
        return self._told(new)

    def recorded_under(self, key: str) -> tuple[ClubSaying, ...]:
        """Return the sayings recorded under a key; none if there are none."""
        numbers = self._store.recorded_under(CLUB, key) if self.number else None
        return self._told([event for event in self.recorded if event.number in (numbers or ())])

    def keep(self, recorded: Sequence[RecordedEvent]) -> None:
        """Keep a log that was made elsewhere.

        Raises Refusal if there is a log already, or the new one makes no club.
        """
        if self.number:
            remedy = "Import it into a database without one"
            raise Refusal(Code.TWICE, "there is a log of the club in this database already", remedy)
        club_of(recorded)
        self._store.begin_club()
        self._store.append(CLUB, stamped(self._store, recorded, *self._stamp()), DERIVED, None)
        self._read()

    def _applied(self, sayings: Sequence[str]) -> tuple[list[RecordedEvent], EffectiveLog, ClubState]:
        """Return the events of sayings with the log and the club that they make."""
        recorded, new = list(self.recorded), list[RecordedEvent]()
        effective, club = self.effective, self.club
        for line, saying in enumerate(sayings, start=1):
            try:
                redone = f'void {effective.to_redo()} "{REDO}"' if saying.strip() == "redo" else saying
                event = read_of_club(redone)
                if event is None:
                    continue
                if isinstance(event, UNSAID):
                    raise Refusal(Code.NOT_NOW, "this is written by itself, with what it tells of")
                club.see_said(event)
                self._see_no_season_gone(event, effective)
                at, by = self._stamp()
                opening = [] if recorded else [Club()]
                for unnumbered in (*opening, event):
                    envelope = RecordedEvent(len(recorded) + 1, _any(unnumbered), at, by, version_of(unnumbered))
                    recorded.append(envelope)
                    new.append(envelope)
                before = club
                effective, club = club_of(recorded)
                if not isinstance(event, Note):
                    self._see_tables(before, club)
            except Refusal as refusal:
                raise RefusedLine("", line, saying, refusal) from refusal
        return new, effective, club

    def _see_no_season_gone(self, event: object, effective: EffectiveLog) -> None:
        """Raise Refusal if a season would be void and later acts depend on it."""
        if not isinstance(event, Void) or not 0 < event.number <= effective.last:
            return
        opened = effective.recorded[event.number - 1].event
        acts = [
            recorded.number
            for recorded in effective.recorded
            if effective.counts(recorded.number) and not isinstance(recorded.event, (Note, *CORRECTIONS))
        ]
        if isinstance(opened, OpenSeason) and event.number in acts[:-1]:
            sentence = f"{opened.title} was opened before other acts, and its rules do not change"
            raise Refusal(Code.CORRECTION, sentence, f"Say card-ledger season end {quoted(opened.title)}")

    def _see_tables(self, before: ClubState, club: ClubState) -> None:
        """Raise Refusal if two who sat at one evening become one person."""
        for evening in self._played():
            totals = evening.totals
            both = club.at_one_table(evening.id, totals.people)
            if both is not None and before.at_one_table(evening.id, totals.people) != both:
                first, second = both
                where = f"evening {evening.id} ({totals.title}, {totals.day})"
                remedy = f"Say card-ledger person alias {first} {second} --at EVENING for single evenings"
                raise Refusal(Code.PLAYERS, f"{first} and {second} both sat at {where}: they are two", remedy)

    def _said(self, events: Iterable[RecordedEvent]) -> list[RecordedEvent]:
        return [event for event in events if not isinstance(event.event, Club)]

    def _told(self, events: Iterable[RecordedEvent]) -> tuple[ClubSaying, ...]:
        counts, struck_by = self.effective.counts, self.effective.struck_by
        return tuple(
            ClubSaying(number, saying_of(event.event), None if counts(number) else struck_by(number))
            for event in self._said(events)
            for number in (event.number,)
        )


def stamped(store: Store, log: Iterable[RecordedEvent], at: str, by: str) -> list[RecordedEvent]:
    """Return a log that was made elsewhere; events without a time and a name get these.

    On a server the names of others are marked as claimed.
    """
    replace, signed = msgspec.structs.replace, store.database.signed
    return [
        replace(event, said_by=signed(event.said_by)) if event.said_at else replace(event, said_at=at, said_by=by)
        for event in log
    ]


def _names_in(event: Any) -> list[str]:
    """Return the names in an event of the club."""
    single = [getattr(event, field, None) for field in ("name", "person", "player", "payee")]
    return [name for name in single if name] + [
        *getattr(event, "names", ()),
        *getattr(event, "players", ()),
        *dict(getattr(event, "handicap", ())),
    ]


def saying_of(event: Any) -> str:
    """Return the saying of an event of the club."""
    return write(event, NO_MONEY)


def _any(event: Any) -> AnyEvent:
    """Return an event of the club as the type of an envelope's event."""
    return event  # type: ignore[no-any-return]
