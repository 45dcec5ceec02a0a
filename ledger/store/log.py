"""The log: appending to it, and reading it from the newest checkpoint on or from its beginning."""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice, takewhile
from typing import Any

import msgspec

from ledger.core.books import Posting
from ledger.core.events import RecordedEvent
from ledger.core.refusals import Code, Refusal, printable
from ledger.log.digests import BEFORE_THE_FIRST, digest
from ledger.projections.course import Kept, Pause
from ledger.store import statements as sql
from ledger.store.checkpoints import (
    CHECKPOINT_FORM,
    StoredCheckpoint,
    begins_a_stretch,
    kept_row,
    last_before_the_stretch,
    read_kept,
    stretch_of,
)
from ledger.store.database import PORTION, Database, Question, Row, as_text
from ledger.store.keys import Sent
from ledger.store.rows import Stored, event_of, event_row, is_bound, posting_of, posting_row
from ledger.store.schema import REVISION, see_that_it_is_ours

UNSOUND = "card-ledger audit says what is wrong; take the evening from an export, or from a copy of the database"
"""What to do where a log is not what was recorded."""


class KeptEvening(msgspec.Struct, frozen=True):
    """An evening as it is found without its events, where what is kept beside its log is as new as the log."""

    id: int
    began: str
    """The day of its first event."""
    kept: Kept | None
    """None where its log has gone on since, or what is kept was not made over this log."""


class Tail(msgspec.Struct, frozen=True):
    """The newest part of a log: a checkpoint, if there is one, and the events recorded after it."""

    kept: Kept | None
    since: tuple[Stored, ...]
    number: int
    """The newest event's number; 0 in an empty log."""
    head: str
    """The newest event's digest."""
    postings: int
    """How many movements of counters are written."""

    @property
    def kept_after(self) -> int:
        """The number of the newest event that the checkpoint holds."""
        return self.since[0].recorded.number - 1 if self.since else self.number


class Derived(msgspec.Struct, frozen=True):
    """What is written beside the events that are appended, and follows from them."""

    title: str
    played_on: str | None
    closed: bool
    postings: tuple[Posting, ...]
    after: int
    """After how many postings these stand; those that stand there already are written anew."""
    kept: Kept | None = None
    """A new checkpoint, which leaves out what is kept at a mark that stands then; None: the one there is stands."""
    marks: tuple[tuple[int, Kept], ...] = ()
    """More pauses on the way to it, each after the event of that number, in their order."""
    marked: int | None = None
    """No pause after a later event than this is kept any longer; None: all are."""


class EveningListed(msgspec.Struct, frozen=True):
    """An evening in the list of evenings."""

    id: int
    title: str
    played_on: str | None
    closed: bool
    events: int
    newest_at: str
    """When the newest event was recorded."""


class Stale(Refusal):
    """Refuses to append: others have recorded something meanwhile."""

    def __init__(self, meanwhile: Sequence[Stored]) -> None:
        numbers = [stored.recorded.number for stored in meanwhile]
        super().__init__(Code.STALE, f"event {numbers[0]} was recorded meanwhile, and the log has {numbers[-1]} now")
        self.meanwhile = tuple(meanwhile)


class _Beside(msgspec.Struct, frozen=True):
    """Where an evening ends, and what is kept beside its log."""

    newest: int
    head: str
    checkpoint: StoredCheckpoint | None
    """None where there is none of today's form."""
    postings: int
    """How many movements of counters are written."""


class _Held(msgspec.Struct):
    """An evening that nobody else can record at the moment: what was read of it stays so until an event is appended."""

    evening: int
    described: Row
    """What the list of evenings says of it."""
    newest: tuple[int, str]
    """Its newest event."""
    postings: int
    """How many movements of counters are written."""
    sent: tuple[str, Sequence[Row]] | None
    """A key, and what was recorded under it."""
    tail: Sequence[Sequence[Row]] | None
    """Its newest event, its checkpoint, its last movement and the events since the checkpoint, as rows."""


class Store:
    """The log in a database. Whatever fails raises Refusal, and leaves everything as it was.

    Who records holds the evening (`holding`) from before he reads it until he has written: nobody else can record
    there meanwhile, so that what the rules were asked about is what the event is appended to.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self._held: _Held | None = None
        """The evening that is being held."""

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()

    # Evenings

    def evenings(self) -> list[EveningListed]:
        """Every evening there is, in the order in which they were opened."""
        return [
            EveningListed(
                number, as_text(title), as_text(on) if on else None, bool(closed), newest or 0, as_text(at or "")
            )
            for number, title, on, closed, newest, at in self.database.rows(sql.EVENINGS)
        ]

    def kept(self) -> list[KeptEvening]:
        """Every evening, each with what is kept beside its log and bound to its newest event.

        Nothing else of the log is read but its first event: ten thousand evenings are a question of less than a second.
        Raises Refusal where that event is not what was recorded.
        """
        return [self._kept(row) for row in self.database.rows(sql.KEPT)]

    def _kept(self, row: Row) -> KeptEvening:
        evening, newest, head, number, form, body, *first = row
        if first[0] is None or not is_bound(BEFORE_THE_FIRST, 1, first):
            self.see_whole_chain(evening)
        readable = form == CHECKPOINT_FORM and number == newest
        kept = read_kept(as_text(body), newest, as_text(head)) if readable else None
        said_at = first[sql.FIRST_COLUMNS.index("said_at")]
        return KeptEvening(evening, as_text(said_at or "")[:10], kept)

    def has(self, evening: int) -> bool:
        """Whether there is an evening of this number."""
        return abs(evening) < 2**31 and bool(self.database.rows(sql.EVENING, evening=evening))

    def current(self, recorder: str) -> int | None:
        """The evening that a recorder opened or chose last, or else the newest; None where there is none."""
        if chosen := self.database.rows(sql.CURRENT, recorder=recorder):
            return int(chosen[0][0])
        newest = self.database.rows(sql.NEWEST_EVENING)
        return int(newest[0][0]) if newest and newest[0][0] is not None else None

    def choose(self, recorder: str, evening: int) -> None:
        """Make an evening the current one of a recorder."""
        with self.writing():
            self.database.write(sql.CHOOSE_CURRENT, [{"recorder": recorder, "evening": evening}])

    # Reading

    def tail_before(self, evening: int, number: int) -> Tail:
        """The newest checkpoint, or pause on the way, that does not hold the event of a number, and what came after it.

        Where none can be used that is the whole log. Raises Refusal where the chain of what is given does not hold.
        """
        with self.database.transaction(writing=False):
            found = self.database.rows(sql.MARK_BEFORE, evening=evening, number=number)
            beside, _ = self._beside(evening)
            checkpoint = beside.checkpoint
            if checkpoint and checkpoint.number < number:
                since = self._after(evening, checkpoint.number - 1)
                if tail := self._tail_from(checkpoint, evening, since, beside):
                    return tail
            for mark in (StoredCheckpoint(*row) for row in found if row[1] == CHECKPOINT_FORM and row[0] > 0):
                if tail := self._tail_from(mark, evening, self._after(evening, mark.number - 1), beside):
                    assert tail.kept is not None
                    kept = tail.kept.leaving_out(tail.kept.pause_after(mark.number))
                    return msgspec.structs.replace(tail, kept=kept)
            return Tail(None, self._whole(evening, beside), beside.newest, beside.head, beside.postings)

    def tail(self, evening: int) -> Tail | None:
        """The newest checkpoint, and what was recorded after it; None where there is none to be used.

        Raises Refusal where the chain does not hold from there on.
        """
        if self._held is not None and self._held.evening == evening and self._held.tail is not None:
            ends, found, postings, rows = self._held.tail
            beside = self._ends(evening, ends, found, postings)
        else:
            beside, (rows,) = self._beside(evening, (sql.EVENTS_SINCE_KEPT, {"evening": evening}))
        if beside.checkpoint is None:
            return None
        return self._tail_from(beside.checkpoint, evening, tuple(self._stored(row) for row in rows), beside)

    def _tail_from(
        self, stored: "StoredCheckpoint", evening: int, since: tuple[Stored, ...], beside: "_Beside"
    ) -> Tail | None:
        """A checkpoint and what came after it, `since` its newest event; None where it is not bound to that event.

        Raises Refusal where the chain does not hold from there on.
        """
        kept = read_kept(as_text(stored.body), stored.number, since[0].digest) if since else None
        if kept is None:
            return None
        self._see_chain(evening, since[1:], since[0].digest, stored.number + 1)
        self._see_end(evening, since[-1].recorded.number, beside)
        return Tail(kept, since[1:], beside.newest, beside.head, beside.postings)

    def with_earlier(self, evening: int, kept: Kept) -> Kept | None:
        """What was kept of an evening, with what it leaves out, read from the marks before it.

        None where one of these is missing, damaged, or was made over another log: then a replay gives it.
        """
        wanted, earlier = kept.since, list[Kept]()
        if wanted.leaves_out:
            for rows in self.database.portions(sql.MARKS_BACK, evening=evening, number=wanted.number):
                for number, form, body, head in rows:
                    if number != wanted.number or not wanted.leaves_out:
                        continue
                    mark = read_kept(as_text(body), number, as_text(head)) if form == CHECKPOINT_FORM else None
                    if mark is not None and mark.pause_after(number) == wanted:
                        earlier.append(mark)
                        wanted = mark.since
        if wanted.leaves_out:
            return None
        found = chain.from_iterable(mark.findings for mark in reversed(earlier))
        return kept.with_earlier(found, chain.from_iterable(mark.course.paid for mark in reversed(earlier)))

    def keeps(self, evening: int, pause: Pause) -> bool:
        """Whether what was found and paid before a pause is kept at one; where nothing was, none need be there."""
        asked = {"evening": evening, "stretch": stretch_of(pause.number), "number": pause.number}
        return not pause.leaves_out or bool(self.database.rows(sql.MARK_AT, **asked))

    def newest(self, evening: int) -> tuple[int, str]:
        """The number and the digest of the newest event of an evening; 0 and the first of all digests before any."""
        if self._held is not None and self._held.evening == evening:
            return self._held.newest
        return self._newest(evening, self.database.rows(sql.NEWEST, evening=evening))

    def _newest(self, evening: int, found: Sequence[Row]) -> tuple[int, str]:
        if found and not isinstance(found[0][0], int):
            raise unsound(evening, f"{printable(str(found[0][0]), 20)} is no number of an event")
        return (found[0][0], as_text(found[0][1])) if found else (0, BEFORE_THE_FIRST)

    def _beside(self, evening: int, *more: Question) -> "tuple[_Beside, Sequence[Sequence[Row]]]":
        """Where an evening ends and what is kept beside its log, and the rows of whatever more is asked."""
        asked = {"evening": evening}
        ends, found, postings, *rest = self.database.ask(
            (sql.NEWEST, asked), (sql.CHECKPOINT, asked), (sql.LAST_POSTING, asked), *more
        )
        return self._ends(evening, ends, found, postings), rest

    def _ends(self, evening: int, ends: Sequence[Row], found: Sequence[Row], postings: Sequence[Row]) -> "_Beside":
        """Where an evening ends and what is kept beside its log, of its newest event, checkpoint and last movement.

        Raises Refusal where something was made after an event that there is no longer: events are cut off the end.
        """
        newest, head = self._newest(evening, ends)
        for number in (found[0][0] if found else 0, postings[0][1] if postings else 0):
            if isinstance(number, int) and number > newest:
                wrong = f"it ends with event {newest}, and what is kept beside it was made after event {number}"
                raise unsound(evening, wrong)
        readable = found and found[0][1] == CHECKPOINT_FORM and isinstance(found[0][0], int) and found[0][0] > 0
        checkpoint = StoredCheckpoint(found[0][0], CHECKPOINT_FORM, as_text(found[0][2])) if readable else None
        return _Beside(newest, head, checkpoint, postings[0][0] if postings else 0)

    def log(self, evening: int, after: int = 0) -> tuple[Stored, ...]:
        """The log of an evening, as it was recorded: all of it, or what came after the event of that number.

        Raises Refusal where the chain of what is given does not hold, or events are cut off its end.
        """
        with self.database.transaction(writing=False):
            beside, _ = self._beside(evening)
            if not after:
                return self._whole(evening, beside)
            before, *since = self._after(evening, after - 1) or (None,)
        if before is not None:
            self._see_chain(evening, since, before.digest, after + 1)
            self._see_end(evening, since[-1].recorded.number if since else after, beside)
        return tuple(since)

    def _whole(self, evening: int, beside: "_Beside") -> tuple[Stored, ...]:
        return tuple(chain.from_iterable(self._portions(evening, beside)))

    def portions(self, evening: int) -> Iterator[tuple[Stored, ...]]:
        """The whole log of an evening as it was recorded, in portions, of which no more than one is held.

        Raises Refusal where the chain does not hold, after the events before, and in the end where events are cut off.
        """
        with self.database.transaction(writing=False):
            beside, _ = self._beside(evening)
            yield from self._portions(evening, beside)

    def _portions(self, evening: int, beside: "_Beside") -> Iterator[tuple[Stored, ...]]:
        before, last = BEFORE_THE_FIRST, 0
        for rows in self.database.portions(sql.EVENTS_AFTER, evening=evening, number=0):
            stored = tuple(self._stored(row) for row in rows)
            self._see_chain(evening, stored, before, last + 1)
            before, last = stored[-1].digest, stored[-1].recorded.number
            yield stored
        self._see_end(evening, last, beside)

    def _see_end(self, evening: int, last: int, beside: "_Beside") -> None:
        """See that what was read in order ends with the event that is the newest when asked for by itself.

        In a damaged file the one may be found, and the others on the way to it not.
        """
        if last != beside.newest:
            raise unsound(evening, f"it ends with event {last}, and event {beside.newest} is there by itself")

    def _see_chain(
        self, evening: int, stored: Sequence[Stored], before: str = BEFORE_THE_FIRST, expected: int = 1
    ) -> None:
        """See that each of these events is the next in number, and bound to the one before it."""
        for one in stored:
            if one.recorded.number != expected:
                raise unsound(evening, f"event {expected} is missing")
            if digest(before, one.recorded) != one.digest:
                raise unsound(evening, f"event {expected} was changed, or is not bound to the one before it")
            before, expected = one.digest, expected + 1

    def see_whole_chain(self, evening: int) -> None:
        """See that the chain of an evening holds from its first event, and its end is there. Raises Refusal if not.

        Nothing is read of the events but what binds them: an evening of 50,000 takes a tenth of a second.
        """
        with self.database.transaction(writing=False):
            beside, _ = self._beside(evening)
            before, last = BEFORE_THE_FIRST, 0
            for rows in self.database.portions(sql.EVENTS_AFTER, evening=evening, number=0):
                for expected, row in enumerate(rows, start=last + 1):
                    if not is_bound(before, expected, row):  # it may be written otherwise than today, and be the same
                        self._see_chain(evening, [self._stored(row)], before, expected)
                    before = row[-1]
                last += len(rows)
            self._see_end(evening, last, beside)

    def _after(self, evening: int, number: int) -> tuple[Stored, ...]:
        return tuple(self._stored(row) for row in self.database.rows(sql.EVENTS_AFTER, evening=evening, number=number))

    def _stored(self, row: Row) -> Stored:
        try:
            return event_of(row)
        except (ValueError, TypeError, RecursionError) as error:
            sentence = f"event {printable(str(row[0]), 20)} in {self.database.name} cannot be read: {error}"
            raise Refusal(Code.UNSOUND, sentence, UNSOUND) from error

    def movements(self, evening: int) -> int:
        """How many movements of counters of an evening are written."""
        if self._held is not None and self._held.evening == evening:
            return self._held.postings
        found = self.database.rows(sql.LAST_POSTING, evening=evening)
        return int(found[0][0]) if found else 0

    def postings(self, evening: int) -> list[Posting]:
        """Every movement of counters of an evening, in the order of its books."""
        return [posting_of(row) for row in self.database.rows(sql.POSTINGS, evening=evening)]

    def pools(self, evening: int) -> list[str]:
        """Every pool that the movements that are written name, in the order in which they first do."""
        return [as_text(name) for (name,) in self.database.rows(sql.POOLS, evening=evening)]

    def wait_for_more(self, evening: int, number: int, seconds: float) -> bool:
        """Wait until an evening has an event after that number, but no longer than this; whether it has.

        PostgreSQL wakes whoever waits; beside that, and on SQLite, it is looked for again and again.
        """
        last = time.monotonic() + seconds
        with self.database.listening(evening) as listening:
            while self.newest(evening)[0] <= number:
                if (left := last - time.monotonic()) <= 0:
                    return False
                listening.wait(left, evening)
        return True

    def sent_before(self, evening: int, sent: Sent) -> range | None:
        """The numbers of the events that were recorded of what was sent under a key; None where nothing was.

        Raises Refusal, with a code of its own, where something else was sent under it.
        """
        held = self._held
        if held is not None and held.evening == evening and held.sent is not None and held.sent[0] == sent.key:
            found = held.sent[1]
        else:
            found = self.database.rows(sql.SENT, evening=evening, key=sent.key)
        if not found:
            return None
        content, number, last = found[0]
        if content != sent.content:
            sentence = f"something else was sent under this key, and recorded as event {number}"
            raise Refusal(Code.KEY, sentence, "Nothing was recorded: a saying that is new has a key that is new")
        return range(number, last + 1)

    # Writing

    def holds(self, evening: int) -> bool:
        """Whether an evening is being held."""
        return self._held is not None and self._held.evening == evening

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Write in one transaction, all of it or nothing. Raises Refusal where a newer program changed the schema."""
        with self.database.transaction():
            see_that_it_is_ours(self.database, self.database.rows(REVISION))
            yield

    @contextmanager
    def holding(self, evening: int, key: Sent | None = None, tail: bool = False) -> Iterator[None]:
        """Keep every other recorder of an evening waiting until what is done within is done; all of it or nothing.

        What was recorded under a `key` is read in the same journey, and so is the `tail` of the log. Raises Refusal
        where there is no such evening, where somebody else holds it too long, and where a newer program has changed
        the schema meanwhile.
        """
        if self._held is not None and self._held.evening == evening:
            yield
            return
        asked = {"evening": evening}
        questions: list[Question] = [(REVISION, {}), (sql.DESCRIBED + self.database.holding, asked)]
        questions += [(sql.NEWEST, asked), (sql.LAST_POSTING, asked)]
        if tail:
            questions += [(sql.CHECKPOINT, asked), (sql.EVENTS_SINCE_KEPT, asked)]
        if key is not None:
            questions.append((sql.SENT, {**asked, "key": key.key}))
        with self.database.transaction():
            revision, described, newest, postings, *more = self.database.ask(*questions)
            see_that_it_is_ours(self.database, revision)
            if not described:
                remedy = "card-ledger evenings lists those there are"
                raise Refusal(Code.NOT_NOW, f"there is no evening {evening}", remedy)
            self._held = _Held(
                evening,
                described[0],
                self._newest(evening, newest),
                postings[0][0] if postings else 0,
                None if key is None else (key.key, more[-1]),
                (newest, more[0], postings, more[1]) if tail else None,
            )
            try:
                yield
            finally:
                self._held = None

    def see_newest(self, evening: int, number: int, head: str) -> None:
        """See that the newest event of an evening has this number and this digest.

        Raises Stale where others have recorded something since, and Refusal where it is another log altogether.
        """
        found = self.newest(evening)
        if found[0] > number:
            raise Stale(self._after(evening, number))
        if found != (number, head):
            sentence = f"evening {evening} is not the one that was read: it ends otherwise, with event {found[0]}"
            raise Refusal(Code.STALE, sentence, "Nothing was recorded: see card-ledger log, and say it again")

    def create(self, entries: Iterable[RecordedEvent], derived: Iterable[Derived], recorder: str) -> tuple[int, str]:
        """Begin an evening with these events, and make it the recorder's current one; gives its number and head.

        What is derived from them is given in one part or several, the last of which knows how the evening is listed.
        """
        head, newest, following, parts = BEFORE_THE_FIRST, 0, iter(entries), iter(derived)
        with self.writing():
            first = next(parts)
            listed = described = _description(first)
            evening = int(self.database.rows(sql.ADD_EVENING, **listed)[0][0])
            while portion := list(islice(following, PORTION)):
                head, newest = self._add_events(evening, head, portion), portion[-1].number
            for part in chain([first], parts):
                self._derive(evening, newest, head, part)
                described = _description(part)
            if described != listed:
                self.database.write(sql.DESCRIBE_EVENING, [{"evening": evening, **described}])
            self.database.write(sql.CHOOSE_CURRENT, [{"recorder": recorder, "evening": evening}])
        return evening, head

    def append(self, evening: int, entries: Sequence[RecordedEvent], derived: Derived, key: Sent | None = None) -> str:
        """Append events, the first of which must be the next in number; gives the new head.

        Under a `key` they are found again by `sent_before`, from the same moment on. Raises Stale where somebody else
        has recorded an event of that number, KEY where the key was used, and STORE where the database fails.
        """
        with self.holding(evening):
            described = _description(derived)
            number, head = self.newest(evening)
            expected = entries[0].number - 1
            if number != expected:
                raise Stale(self._after(evening, expected))
            if key is not None and (recorded := self.sent_before(evening, key)) is not None:
                sentence = f"this was sent before, and recorded as event {recorded.start}"
                raise Refusal(Code.KEY, sentence, "Nothing was recorded again")
            held = self._held
            assert held is not None, "it is held to be appended to"
            head = self._add_events(evening, head, entries)
            self._derive(evening, entries[-1].number, head, derived)
            held.newest, held.sent, held.tail = (entries[-1].number, head), None, None
            if tuple(held.described) != tuple(described.values()):
                self.database.write(sql.DESCRIBE_EVENING, [{"evening": evening, **described}])
                held.described = tuple(described.values())
            if key is not None:
                row = {**msgspec.structs.asdict(key), "number": expected + 1, "last": entries[-1].number}
                self.database.write(sql.ADD_SENT, [{"evening": evening, **row}])
            self.database.announce(evening)
        return head

    def _add_events(self, evening: int, head: str, entries: Sequence[RecordedEvent]) -> str:
        rows = []
        for recorded in entries:
            head = digest(head, recorded)
            rows.append(event_row(evening, recorded, head))
        self.database.write(sql.ADD_EVENT, rows)
        return head

    def derive_anew(self, evening: int, derived: Derived) -> None:
        """Write what is derived anew, all of it or what follows on what was written; the log stays as it is.

        Movements that stand there to the letter are left there: those of a long evening take longer than its replay.
        What stands after the last goes with the checkpoint, which comes with the last part.
        """
        with self.holding(evening):
            self.database.write(sql.DESCRIBE_EVENING, [{"evening": evening, **_description(derived)}])
            stand = self._standing(evening, derived)
            if stand < len(derived.postings) or derived.kept is not None:
                self._write_postings(evening, derived.after + stand, derived.postings[stand:])
            self._write_kept(evening, *self.newest(evening), derived)
            if self._held is not None:
                self._held.tail = None

    def _standing(self, evening: int, derived: Derived) -> int:
        """How many of these movements, from the first on, stand where they belong."""
        last = derived.after + len(derived.postings)
        rows = self.database.rows(sql.STANDING_POSTINGS, evening=evening, after=derived.after, last=last)
        wanted = enumerate(derived.postings, start=derived.after + 1)
        same = (
            tuple(posting_row(evening, *one).values()) == tuple(row) for one, row in zip(wanted, rows, strict=False)
        )
        return sum(takewhile(bool, same))

    def _derive(self, evening: int, newest: int, head: str, derived: Derived) -> None:
        self._write_postings(evening, derived.after, derived.postings)
        self._write_kept(evening, newest, head, derived)

    def _write_postings(self, evening: int, after: int, postings: Sequence[Posting]) -> None:
        """Write movements of counters after so many, in place of all that stand there."""
        held = self._held
        if held is None or held.postings != after:
            self.database.write(sql.FORGET_POSTINGS, [{"evening": evening, "after": after}])
        rows = enumerate(postings, start=after + 1)
        self.database.write(sql.ADD_POSTING, [posting_row(evening, place, posting) for place, posting in rows])
        if held is not None:
            held.postings = after + len(postings)

    def _write_kept(self, evening: int, newest: int, head: str, derived: Derived) -> None:
        """Write the pauses that are kept, and forget those that are kept no longer."""
        if derived.marked is not None:
            self.database.write(sql.FORGET_MARKS, [{"evening": evening, "after": derived.marked}])
        for number, mark in derived.marks:
            self._keep_mark(evening, number, mark, self.digest_of(evening, number))
        kept = derived.kept
        if kept is not None:
            if begins_a_stretch(kept, newest):  # if there is a mark in it all the same, nothing leaves out what it has
                before = last_before_the_stretch(newest)
                self.database.write(sql.FORGET_MARKS, [{"evening": evening, "after": before}])
                self._keep_mark(evening, newest, kept, head)
                kept = kept.leaving_out(kept.pause_after(newest))
            self.database.write(sql.KEEP_CHECKPOINT, [kept_row(evening, newest, kept, head)])

    def _keep_mark(self, evening: int, number: int, kept: Kept, head: str) -> None:
        """Keep a pause as the mark of its stretch: what is kept later may leave out what is kept there."""
        row = kept_row(evening, number, kept, head)
        self.database.write(sql.KEEP_MARK, [{**row, "stretch": stretch_of(number)}])

    def digest_of(self, evening: int, number: int) -> str:
        """The digest of an event that is there, as it is stored."""
        return as_text(self.database.rows(sql.DIGEST, evening=evening, number=number)[0][0])


def _description(derived: Derived) -> dict[str, Any]:
    return {"title": derived.title, "played_on": derived.played_on, "closed": derived.closed}


def unsound(evening: int, wrong: str) -> Refusal:
    """The refusal of a log that is not what was recorded."""
    return Refusal(Code.UNSOUND, f"the log of evening {evening} is not what was recorded: {wrong}", UNSOUND)
