"""A log replayed: recorded events in, the evening as it counts out.

Plain events are told as they come. A correction is worked out on the log, and the evening is told anew
from the last pause before the first event that it changes.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby

from ledger.core.books import Account, Books, Pool
from ledger.core.events import Amend, AnyEvent, EffectiveEvent, RecordedEvent
from ledger.core.refusals import Code, Refusal
from ledger.evening.fold import Evening
from ledger.evening.game_in_hand import AfterADeal
from ledger.evening.snapshots import Boundary, Checkpoint, Outcome
from ledger.games.language import Reader, write
from ledger.log.corrections import EffectiveLog, Place, corrects

Write = Callable[[AnyEvent, Evening], str]
"""How an event is written in a refusal."""


def write_for(event: AnyEvent, evening: Evening) -> str:
    """Write an event in the evening's own money."""
    return write(event, evening.money)


def reader_of(recorded: Iterable[RecordedEvent]) -> Reader:
    """A reader that has learned every name that a log declares."""
    reader = Reader()
    for one in recorded:
        reader.learn(one.event)
    return reader


@dataclass(frozen=True)
class Retold:
    """What corrections have left as it was: the evening before them, and how far it is told as before."""

    before: Evening
    """It has only what was told since the pause before what changes."""
    as_before: int
    """How many of the events that count in it are the same, and count the same."""
    events: int
    """How many of the events that count now are the same, and count the same."""
    since: Boundary
    """The pause from which the evening was told anew."""
    first: int
    """The number of the first event, as it was recorded, that they reach, though it may count as before."""

    def from_the_beginning(self) -> "Retold":
        """The same where the evening was taken up elsewhere since, and is told anew from there."""
        return replace(self, since=Boundary())


@dataclass(frozen=True)
class Mark:
    """A pause of an evening that is replayed, and how much had been told when it was reached."""

    boundary: Boundary
    events: int
    """How many of the events that count had been told; one more than before the pause, where it was reached within."""


class Replay:
    """A log as recorded, the log as it counts, and the evening it makes.

    It begins with the first event, or is taken up from a checkpoint after so many events that were `recorded`, which
    no later correction reaches; one that does raises Earlier, and leaves everything as it was.
    """

    def __init__(self, write: Write = write_for, checkpoint: Checkpoint | None = None, recorded: int = 0) -> None:
        self.effective = EffectiveLog(recorded)
        self.evening = Evening() if checkpoint is None else Evening.resume(checkpoint)
        self._write = write
        self.began = Boundary() if checkpoint is None else Boundary(checkpoint.snapshot)
        """The pause in which it was taken up; the beginning, where it was not."""
        self.marks: list[Mark] = []
        """Every pause since it began, in order."""
        self.changed: dict[int, dict[Account, int]] = {}
        """For each correction, what it changed in front of players and in pools; for several together, the last."""
        self._ways_back: list[Callable[[], None]] | None = None
        """How what is only tried is taken back, step by step."""

    @property
    def recorded(self) -> list[RecordedEvent]:
        """The log as it was recorded; where it was taken up from a checkpoint, since then."""
        return self.effective.recorded

    @property
    def settled(self) -> int:
        """How many events were recorded before those that it holds."""
        return self.effective.settled

    def add(self, recorded: Sequence[RecordedEvent]) -> int:
        """Take more of the log; gives how many of the movements made before it stand as they were made.

        Raises Refused, naming which of them, and is as before, if one does not fit. Corrections one after another are
        tried alone first, and then together with those that follow.
        """
        stand = len(self.evening.books.postings)
        for correcting, run in groupby(recorded, key=corrects):
            if correcting:
                corrections = list(run)
                while corrections:
                    size, retold = self._correct(corrections)
                    del corrections[:size]
                    stand = min(stand, retold.since.postings)
            else:
                self._tell(list(run))
        return stand

    def _tell(self, recorded: Sequence[RecordedEvent]) -> None:
        """Take events none of which is a correction."""
        before = len(self.evening.counted)
        try:
            _tell(self.evening, [EffectiveEvent(one.number, one.event, one.pinned) for one in recorded], self.marks)
        except Refusal as refusal:
            raise RefusedEvent(recorded[len(self.evening.counted) - before], refusal) from refusal
        finally:
            self.effective.add_all(recorded[: len(self.evening.counted) - before])

    def _correct(self, recorded: Sequence[RecordedEvent]) -> tuple[int, Retold]:
        """Take the first of these corrections, with as many after it as it needs; gives how many, and what stays."""
        first: Refusal | None = None
        for size in range(1, len(recorded) + 1):
            try:
                return size, self.correct(recorded[:size])
            except Refusal as refusal:
                first = first or refusal
        assert first is not None
        raise RefusedEvent(recorded[0], first) from first

    def correct(self, corrections: Sequence[RecordedEvent]) -> Retold:
        """Take corrections that stand or fall together. Raises Refusal, and is as before, if they do not fit."""
        effective, size = self.effective, len(self.effective.recorded)
        try:
            changed = {number for one in corrections for number in effective.add(one)}
            retold = self._tell_from(min(map(effective.place, changed), default=None), corrections)
        except BaseException:
            effective.cut(size)
            raise
        self.changed[corrections[-1].number] = _changed(retold.before.books, self.evening.books)
        return retold

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Correct the log only to see what would come of it: at the end all corrections made within are taken back.

        Nothing but corrections is added meanwhile.
        """
        self._ways_back, size = [], len(self.recorded)
        try:
            yield
        finally:
            for back in reversed(self._ways_back):
                back()
            self._ways_back = None
            self.effective.cut(size)
            self.changed = {number: each for number, each in self.changed.items() if number <= self.effective.last}

    def outcome(self, number: int) -> Outcome | None:
        """What became of an event; None of one that does not count, or is not held."""
        place = self._told_at(number)
        return None if place is None else self.evening.outcomes[place]

    def _told_at(self, number: int) -> int | None:
        """Where an event stands among those that were told; None where it does not."""
        if not self.settled < number <= self.effective.last:
            return None
        counted, place = self.evening.counted, self.effective.place
        found = bisect_left(counted, place(number), key=lambda one: place(one.number))
        return found if found < len(counted) and counted[found].number == number else None

    def before(self, number: int) -> Evening:
        """The evening as it was when an event that counts was about to be told, in a copy.

        It is told from the pause before, and has nothing of what came before that.
        """
        counted, place = self.evening.counted, self._told_at(number)
        assert place is not None, f"event {number} counts"
        known = bisect_right(self.marks, place, key=lambda mark: mark.events)
        boundary = self.marks[known - 1].boundary if known else self.began
        return Evening.resume(Checkpoint(boundary.snapshot, tuple(counted[boundary.events : place])))

    def _tell_from(self, since: Place | None, corrections: Sequence[RecordedEvent]) -> Retold:
        """Tell the evening anew from the last pause before a place of the log as it counts."""
        told, effective = self.evening, self.effective
        first = min(effective.reaches(one.number) for one in corrections)
        if since is None:
            return Retold(told, len(told.counted), len(told.counted), told.boundary, first)
        same = bisect_left(told.counted, since, key=lambda one: effective.place(one.number))
        marks, stood = self.marks, told.boundary
        kept = bisect_left(marks, same, key=lambda mark: mark.boundary.events)
        later, began = marks[kept:], marks[kept - 1].boundary if kept else self.began
        del marks[kept:]

        def back() -> None:
            told.after(self.evening, began, stood)
            marks[kept:] = later
            self.evening = told

        evening, as_before = told.back_to(began), same - began.events
        again = [*told.counted[:as_before], *effective.as_it_counts(since)]
        self.evening = evening
        try:
            _tell(evening, again, marks)
        except BaseException as error:
            at = len(evening.counted) - began.events
            back()
            if isinstance(error, Refusal):
                raise self._no_longer_fits(again[at], evening, corrections, error) from error
            raise
        evening.outcomes[began.events : same] = told.outcomes[:as_before]
        if self._ways_back is not None:
            self._ways_back.append(back)
        return Retold(told, as_before, same, began, first)

    def _no_longer_fits(
        self, one: EffectiveEvent, evening: Evening, corrections: Sequence[RecordedEvent], refusal: Refusal
    ) -> Refusal:
        saying = self._write(one.event, evening)
        if isinstance(refusal, AfterADeal):
            refusal = refusal.corrected()
        if [correction.number for correction in corrections] == [one.number]:
            return refusal
        if any(correction.number == one.number for correction in corrections):
            return Refusal(refusal.code, f"{saying}: {refusal.sentence}", refusal.remedy)
        if any(isinstance(each.event, Amend) and each.event.number == one.number for each in corrections):
            clause = f"event {one.number} cannot count as {saying}"
        else:
            clause = f"event {one.number} would no longer fit, {saying}"
        return NoLongerFits(one.number, clause, refusal)


class NoLongerFits(Refusal):
    """The refusal of corrections because of a later event, which another correction with them may put right.

    `event` is the number of that event, and `clause` says that it no longer fits; `why` is the refusal of it.
    """

    def __init__(self, event: int, clause: str, why: Refusal, remedy: str | None = None) -> None:
        super().__init__(Code.CORRECTION, f"{clause}: {why.sentence}", why.remedy if remedy is None else remedy)
        self.event, self.clause, self.why = event, clause, why

    def together(self, how: str) -> Refusal:
        """Return the same refusal with a remedy that also says how to give corrections together."""
        remedy = f"{self.remedy}. {how}" if self.remedy else how
        return NoLongerFits(self.event, self.clause, self.why, remedy)


def _tell(evening: Evening, counted: Iterable[EffectiveEvent], marks: list[Mark]) -> None:
    """Tell an evening these, and note where it can be taken up again. Raises Refusal at the first that does not fit."""
    boundary = marks[-1].boundary if marks else None
    for one in counted:
        evening.apply(one)
        if evening.boundary is not boundary:
            boundary = evening.boundary
            marks.append(Mark(boundary, len(evening.counted)))


def _changed(before: Books, after: Books) -> dict[Account, int]:
    """What all have more (+) or less (−) than before."""
    was, now = _holdings(before), _holdings(after)
    changes = {account: now.get(account, 0) - was.get(account, 0) for account in dict.fromkeys((*now, *was))}
    return {account: change for account, change in changes.items() if change}


def _holdings(books: Books) -> dict[Account, int]:
    held: dict[Account, int] = {Pool(name): held for name, held in books.pools.items()}
    held.update(books.balances)
    return held


class RefusedEvent(Refusal):
    """A refusal, and the recorded event that it is about."""

    def __init__(self, recorded: RecordedEvent, refusal: Refusal) -> None:
        super().__init__(refusal.code, refusal.sentence, refusal.remedy, refusal.at)
        self.refusal, self.recorded = refusal, recorded
