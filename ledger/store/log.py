"""The log: appending to it, and reading it with its chain checked."""

import hashlib
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import islice
from typing import Any

import msgspec

from ledger.core.events import Club, RecordedEvent
from ledger.core.refusals import Code, Refusal, printable
from ledger.log.digests import BEFORE_THE_FIRST, digest
from ledger.store.database import PORTION, Database, Question, Row, as_text
from ledger.store.generated import statements as sql
from ledger.store.keys import Sent
from ledger.store.rows import Stored, event_of, is_bound, kept_row
from ledger.store.schema import BEFORE_KEYS, BEFORE_PAYEES, BEFORE_TOTALS, OLDER, REVISION, SCHEMA, see_that_it_is_ours

CLUB = 0
"""The number of the club's log: no evening has it, and no list of evenings shows it."""
UNSOUND = "card-ledger audit says what is wrong; take the evening from an export, or from a copy of the database"
"""The remedy for a log that is not what was recorded."""


class StoredTotals(msgspec.Struct, frozen=True):
    """The stored totals of an evening: two texts that the store does not interpret."""

    rules: str
    body: str

    def bound_to(self, head: str) -> str:
        """Return the digest that binds these texts to the head of a log."""
        return hashlib.sha256(f"{head} {self.rules} {self.body}".encode(errors="replace")).hexdigest()


class Derived(msgspec.Struct, frozen=True):
    """Data that follow from the appended events, and are written beside them."""

    title: str
    played_on: str | None
    closed: bool
    totals: StoredTotals

    @property
    def described(self) -> dict[str, Any]:
        """Return the columns of the list of evenings for the evening."""
        return {"title": self.title, "played_on": self.played_on, "closed": self.closed}


class Head(msgspec.Struct, frozen=True):
    """The end of an evening's log, with the evening's totals."""

    evening: int
    number: int
    digest: str
    """The digest of the newest event."""
    totals: StoredTotals | None
    """The totals; None if there are none, or the log has gone on since they were made."""


class EveningListed(msgspec.Struct, frozen=True):
    """An evening in the list of evenings."""

    id: int
    title: str
    played_on: str | None
    closed: bool
    events: int
    newest_at: str
    """The time at which the newest event was recorded."""


class Stale(Refusal):
    """The refusal to append, because others have recorded something meanwhile."""

    def __init__(self, meanwhile: Sequence[RecordedEvent]) -> None:
        first, last = meanwhile[0].number, meanwhile[-1].number
        super().__init__(Code.STALE, f"event {first} was recorded meanwhile, and the log has {last} now")
        self.meanwhile = tuple(meanwhile)


class AnotherLog(Exception):
    """Raised if the log does not have the event after which it was to be read."""


class _Held(msgspec.Struct):
    """A locked evening: what was read of it stays true until an event is appended."""

    evening: int
    described: Row
    """The columns of the list of evenings for it."""
    newest: tuple[int, str]
    """The number and digest of its newest event."""
    sent: tuple[str, Sequence[Row]] | None
    """A key, and what was recorded under it."""
    since: tuple[int, Sequence[Row]] | None
    """The number of an event, and the rows of the log from that event on."""


class Store:
    """The log in a database. A failure raises Refusal and leaves everything as it was.

    A recorder locks the evening (`holding`) before reading it and until after writing: nobody else can record there
    meanwhile, so that the rules judge the evening to which the event is appended.
    """

    def __init__(self, database: Database, revision: str = SCHEMA) -> None:
        """`revision` is the schema's; an older schema is read and never written to."""
        self.database = database
        self._lacks = {sql.ALL_MOVED, sql.KEYS_COUNTED} if revision in OLDER else set[str]()
        """The statements that need something that an older schema does not have."""
        if revision in BEFORE_PAYEES:
            self._lacks |= {sql.ALL_PAYEES, sql.PAYEES_0007}
        if revision in BEFORE_TOTALS:
            self._lacks |= {sql.TOTALS, sql.ALL_TOTALS, sql.COUNTED_TO}
        if revision in BEFORE_KEYS:
            self._lacks.add(sql.ALL_SENT)
        self._held: _Held | None = None
        """The evening that is locked."""
        self.revision = revision
        self._others: list[Store] = []

    def another(self) -> "Store":
        """Return a store with another connection to the same database, closed with this one."""
        self._others.append(Store(self.database.another(), self.revision))
        return self._others[-1]

    def close(self) -> None:
        """Close the database."""
        for store in (*self._others, self):
            store.database.close()

    def stored(self, statement: str, **values: Any) -> Sequence[Row]:
        """Return the rows of a statement; none if an older schema lacks its table."""
        return () if statement in self._lacks else self.database.rows(statement, **values)

    # Evenings

    def evenings(self) -> list[EveningListed]:
        """Return every evening, in the order in which they were opened."""
        return [
            EveningListed(
                number, as_text(title), as_text(on) if on else None, bool(closed), newest or 0, as_text(at or "")
            )
            for number, title, on, closed, newest, at in self.database.rows(sql.EVENINGS)
        ]

    def heads(self) -> list[Head]:
        """Return the end of each log, with the totals made of it up to there."""
        with self.database.transaction(writing=False):
            rows = self.stored(sql.ALL_TOTALS)
            totals = {row[0]: row for row in rows}
            heads = []
            for evening, number, head in self.database.rows(sql.HEADS):
                stored = None
                if (row := totals.get(evening)) is not None:
                    stored = StoredTotals(as_text(row[3]), as_text(row[4]))
                    stored = stored if row[2] == stored.bound_to(as_text(head)) else None
                heads.append(Head(evening, number or 0, as_text(head or ""), stored))
        return heads

    def has(self, evening: int) -> bool:
        """Return whether an evening has this number."""
        return abs(evening) < 2**31 and bool(self.database.rows(sql.EVENING, evening=evening))

    def current(self, recorder: str) -> int | None:
        """Return the evening that a recorder chose last, or the newest; None if there is none."""
        chosen = self.database.rows(sql.CURRENT, recorder=recorder)
        if chosen and isinstance(chosen[0][0], int):  # anything else was put there by hand, and is no evening
            return chosen[0][0]
        newest = self.database.rows(sql.NEWEST_EVENING)
        return int(newest[0][0]) if newest and newest[0][0] is not None else None

    def choose(self, recorder: str, evening: int) -> None:
        """Make an evening the current one of a recorder."""
        with self.writing():
            self.database.write(sql.CHOOSE_CURRENT, [{"recorder": recorder, "evening": evening}])

    # Reading

    def newest(self, evening: int) -> tuple[int, str]:
        """Return the number and digest of the newest event; before any, 0 and the first digest."""
        if self.holds(evening):
            assert self._held is not None
            return self._held.newest
        return self._newest(evening, self.database.rows(sql.NEWEST, evening=evening))

    def _newest(self, evening: int, rows: Sequence[Row]) -> tuple[int, str]:
        if rows and not isinstance(rows[0][0], int):
            raise unsound(evening, f"{printable(str(rows[0][0]), 20)} is no number of an event")
        return (rows[0][0], as_text(rows[0][1])) if rows else (0, BEFORE_THE_FIRST)

    def _end(self, evening: int) -> int:
        """Return the number of the newest event. Raises Refusal if totals were made of a later one."""
        newest, _ = self.newest(evening)
        if not self.holds(evening):
            see_nothing_lost(evening, newest, self.stored(sql.COUNTED_TO, evening=evening))
        return newest

    def log(self, evening: int) -> tuple[Stored, ...]:
        """Return the whole log of an evening, as it was recorded. Raises what `portions` does."""
        return tuple(stored for portion in self.portions(evening) for stored in portion)

    def portions(
        self, evening: int, after: int = 0, head: str = BEFORE_THE_FIRST
    ) -> Generator[tuple[Stored, ...], None, None]:
        """Yield the log of an evening in portions: all of it, or the part `after` an event.

        `head` is the digest of that event. Raises AnotherLog before the first portion if the log does not have the
        event. Raises Refusal, perhaps after some portions, if the chain is broken or events are cut off the end.
        """
        with self.database.transaction(writing=False):
            end = self._end(evening)
            for rows in self._bound(evening, after, head):
                yield tuple(self._stored(row) for row in rows)
                after += len(rows)
            self._see_end(evening, after, end)

    def see_whole_chain(self, evening: int) -> None:
        """Check the chain of an evening from its first event to its end. Raises Refusal.

        It reads only what binds the events, and takes a tenth of a second for 50,000.
        """
        with self.database.transaction(writing=False):
            end = self._end(evening)
            self._see_end(evening, sum(map(len, self._bound(evening, 0, BEFORE_THE_FIRST))), end)

    def _bound(self, evening: int, after: int, head: str) -> Iterator[Sequence[Row]]:
        """Yield the rows of the log after an event, with their chain checked."""
        begins, skipped = after == 0, 0
        for rows in self._rows_from(evening, after):
            if not begins:
                if (rows[0][0], rows[0][-1]) != (after, head):
                    raise AnotherLog
                begins, skipped = True, 1
            for row in rows[skipped:]:
                after += 1
                if not is_bound(head, after, row):  # it may be written otherwise than today, and be the same
                    self._see_bound(evening, row, head, after)
                head = row[-1]
            yield rows[skipped:]
            skipped = 0
        if not begins:
            raise AnotherLog

    def _rows_from(self, evening: int, number: int) -> Iterator[Sequence[Row]]:
        held = self._held
        if held is not None and held.evening == evening and held.since is not None and held.since[0] == number:
            yield from filter(None, [held.since[1]])
        else:
            yield from self.database.portions(sql.EVENTS_FROM, evening=evening, number=number)

    def _see_bound(self, evening: int, row: Row, before: str, expected: int) -> None:
        """Raise Refusal unless a row is the event of this number, bound to the one before it."""
        stored = self._stored(row)
        if stored.recorded.number != expected:
            raise unsound(evening, f"event {expected} is missing")
        if digest(before, stored.recorded) != stored.digest:
            raise unsound(evening, f"event {expected} was changed, or is not bound to the one before it")

    def _see_end(self, evening: int, last: int, end: int) -> None:
        """Raise Refusal unless the log, read in order, ends with its newest event.

        In a damaged file the newest event may be found, and not all events before it.
        """
        if last != end:
            raise unsound(evening, f"it ends with event {last}, and event {end} is there by itself")

    def _stored(self, row: Row) -> Stored:
        try:
            return event_of(row)
        except (ValueError, TypeError, RecursionError) as error:
            sentence = f"event {printable(str(row[0]), 20)} in {self.database.name} cannot be read: {error}"
            raise Refusal(Code.UNSOUND, sentence, UNSOUND) from error

    def digest_of(self, evening: int, number: int) -> str:
        """Return the stored digest of an existing event."""
        return as_text(self.database.rows(sql.DIGEST, evening=evening, number=number)[0][0])

    def sent_before(self, evening: int, sent: Sent) -> range | None:
        """Return the numbers of the events that were sent under a key; None if there are none.

        Raises Refusal, with a code of its own, if something else was sent under the key.
        """
        whole = self._sent_under(evening, sent)
        if whole is not None or not sent.each:
            return whole
        known = [self._sent_under(evening, saying) for saying in sent.each]
        one_more = Sent(f"{sent.key}-{len(known) + 1}", "")
        recorded = [numbers for numbers in known if numbers is not None]
        if recorded and (len(recorded) < len(known) or self._sent_under(evening, one_more)):
            raise _something_else(recorded[0].start)
        return range(recorded[0].start, recorded[-1].stop) if recorded else None

    def recorded_under(self, evening: int, key: str) -> range | None:
        """Return the numbers of the events under KEY, or KEY-1, KEY-2 and so on; None for none."""
        if rows := self.database.rows(sql.SENT, evening=evening, key=key):
            return range(rows[0][1], rows[0][2] + 1)
        keyed: list[Row] = []
        while rows := self.database.rows(sql.SENT, evening=evening, key=f"{key}-{len(keyed) + 1}"):
            keyed += rows
        return range(keyed[0][1], keyed[-1][2] + 1) if keyed else None

    def _sent_under(self, evening: int, sent: Sent) -> range | None:
        """Return the numbers of the events that were sent under one key. Raises as `sent_before`."""
        held = self._held
        if held is not None and held.evening == evening and held.sent is not None and held.sent[0] == sent.key:
            rows = held.sent[1]
        else:
            rows = self.database.rows(sql.SENT, evening=evening, key=sent.key)
        if not rows:
            return None
        content, number, last = rows[0]
        if content != sent.content:
            raise _something_else(number)
        return range(number, last + 1)

    # Writing

    def holds(self, evening: int) -> bool:
        """Return whether an evening is locked."""
        return self._held is not None and self._held.evening == evening

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Write all or nothing. Raises Refusal if a newer program changed the schema."""
        with self.database.transaction():
            see_that_it_is_ours(self.database, self.database.rows(REVISION))
            yield

    def holding(self, evening: int, key: Sent | None = None, since: int | None = None) -> AbstractContextManager[None]:
        """Lock an evening: other recorders wait until everything within is done, or nothing.

        If the database is far away, the same journey reads what was recorded under a `key`, and the log `since` an
        event. Raises Refusal if there is no such evening, if somebody else locks it too long, and if a newer program
        has changed the schema meanwhile.
        """
        return nullcontext() if self.holds(evening) else self._lock(evening, key, since)

    @contextmanager
    def _lock(self, evening: int, key: Sent | None, since: int | None) -> Iterator[None]:
        asked = {"evening": evening}
        questions: list[Question] = [(REVISION, {}), (sql.DESCRIBED + self.database.holding, asked)]
        questions += [(sql.NEWEST, asked), (sql.COUNTED_TO, asked)]
        if key is not None:
            questions.append((sql.SENT, {**asked, "key": key.key}))
        if since is not None and self.database.far:
            questions.append((sql.EVENTS_FROM, {**asked, "number": since}))
        with self.database.transaction():
            revision, described, newest, counted_to, *others = self.database.ask(*questions)
            see_that_it_is_ours(self.database, revision)
            if not described:
                raise no_such_evening(evening)
            number, head = self._newest(evening, newest)
            see_nothing_lost(evening, number, counted_to)
            self._held = _Held(
                evening,
                described[0],
                (number, head),
                None if key is None else (key.key, others[0]),
                (since, others[-1]) if since is not None and self.database.far else None,
            )
            try:
                yield
            finally:
                self._held = None

    def see_newest(self, evening: int, number: int, head: str) -> None:
        """Check that the newest event of an evening has this number and this digest.

        Raises Stale if others have recorded something since, and Refusal if it is another log altogether.
        """
        newest = self.newest(evening)
        if newest[0] > number:
            raise self._stale(evening, number)
        if newest != (number, head):
            sentence = f"evening {evening} is not the one that was read: it ends otherwise, with event {newest[0]}"
            raise Refusal(Code.STALE, sentence, "Nothing was recorded: see card-ledger log, and say it again")

    def _stale(self, evening: int, number: int) -> Stale:
        rows = self.database.rows(sql.EVENTS_FROM, evening=evening, number=number + 1)
        return Stale([self._stored(row).recorded for row in rows])

    def create(self, entries: Iterable[RecordedEvent], derived: Derived, recorder: str) -> tuple[int, str]:
        """Begin an evening and make it the recorder's current one; return its number and head."""
        head, number, following = BEFORE_THE_FIRST, 0, iter(entries)
        with self.writing():
            evening = int(self.database.rows(sql.ADD_EVENING, **derived.described)[0][0])
            while portion := list(islice(following, PORTION)):
                head, number = self._add_events(evening, head, portion), portion[-1].number
            self._write_totals(evening, number, head, derived, 0)
            self.database.write(sql.CHOOSE_CURRENT, [{"recorder": recorder, "evening": evening}])
        return evening, head

    def begin_club(self) -> None:
        """Begin an empty log of the club, unless there is one.

        Raises Refusal as `writing` does.
        """
        with self.writing():
            if not self.has(CLUB):
                self.database.write(sql.BEGIN_CLUB, [{}])

    def append(self, evening: int, entries: Sequence[RecordedEvent], derived: Derived, key: Sent | None = None) -> str:
        """Append events, beginning with the next in number; return the new head.

        With a `key`, `sent_before` finds them from the same moment on. Raises Stale if somebody else has recorded an
        event of that number, KEY if the key was used, and STORE if the database fails.
        """
        with self.holding(evening):
            held, expected = self._held, entries[0].number - 1
            assert held is not None, "it is held to be appended to"
            number, head = held.newest
            if number != expected:
                raise self._stale(evening, expected)
            if key is not None and (recorded := self.sent_before(evening, key)) is not None:
                sentence = f"this was sent before, and recorded as event {recorded.start}"
                raise Refusal(Code.KEY, sentence, "Nothing was recorded again")
            head = self._add_events(evening, head, entries)
            held.newest = (entries[-1].number, head)
            held.sent = held.since = None
            keys = [] if key is None else list(_rows_of_keys(evening, entries, key))
            self._derive(evening, derived, len(keys))
            self.database.write(sql.ADD_SENT, keys)
            self.database.announce(evening)
        return head

    def derive(self, evening: int, derived: Derived) -> None:
        """Write what follows from the log of an evening: its totals, and its line in the list."""
        with self.holding(evening):
            there = self.database.rows(sql.NUMBER_OF_KEYS, evening=evening)[0][0]
            before = self.database.rows(sql.KEYS_COUNTED, evening=evening)
            self._derive(evening, derived, there - (before[0][0] if before else 0))

    def _derive(self, evening: int, derived: Derived, keys: int) -> None:
        """Write what follows from a log, with the number of keys that are new."""
        held, described = self._held, derived.described
        assert held is not None, "it is held to be written to"
        self._write_totals(evening, *held.newest, derived, keys)
        if tuple(held.described) != tuple(described.values()):
            self.database.write(sql.DESCRIBE_EVENING, [{"evening": evening, **described}])
            held.described = tuple(described.values())

    def _write_totals(self, evening: int, number: int, head: str, derived: Derived, keys: int) -> None:
        totals = derived.totals
        row = {"evening": evening, "number": number, "digest": totals.bound_to(head), **msgspec.structs.asdict(totals)}
        self.database.write(sql.KEEP_TOTALS, [{**row, "sent": keys}])

    def _add_events(self, evening: int, head: str, entries: Sequence[RecordedEvent]) -> str:
        rows = []
        for recorded in entries:
            rows.append(kept_row(evening, head, recorded))
            head = rows[-1]["digest"]
        self.database.write(sql.ADD_EVENT, rows)
        return head


def _rows_of_keys(evening: int, entries: Sequence[RecordedEvent], sent: Sent) -> Iterator[dict[str, object]]:
    """Yield the rows for the keys of events; the last key has the events behind its own too."""
    numbers = [recorded.number for recorded in entries if not isinstance(recorded.event, Club)]
    keyed = sent.each or (sent,)
    first = numbers if sent.each else [entries[0].number]
    for place, (saying, number) in enumerate(zip(keyed, first, strict=False), start=1):
        last = number if place < len(keyed) else entries[-1].number
        yield {"evening": evening, "key": saying.key, "content": saying.content, "number": number, "last": last}


def _something_else(number: int) -> Refusal:
    sentence = f"something else was sent under this key, and recorded as event {number}"
    return Refusal(Code.KEY, sentence, "Nothing was recorded: a saying that is new has a key that is new")


def see_nothing_lost(evening: int, newest: int, counted_to: Sequence[Row]) -> None:
    """Raise Refusal if totals were made of a later event, because events are cut off the end."""
    for (number,) in counted_to:
        if isinstance(number, int) and number > newest:
            raise unsound(evening, f"it ends with event {newest}, and its totals were made after event {number}")


def no_such_evening(evening: int) -> Refusal:
    """Return the refusal for an evening that does not exist."""
    return Refusal(Code.NOT_NOW, f"there is no evening {evening}", "card-ledger evenings lists those there are")


def unsound(evening: int, wrong: str) -> Refusal:
    """Return the refusal of a log that is not what was recorded."""
    whose = f"evening {evening}" if evening else "the club"
    return Refusal(Code.UNSOUND, f"the log of {whose} is not what was recorded: {wrong}", UNSOUND)
