"""A log that is passed through: replayed from its first event, and forgotten again but for its newest part.

So what a log comes to is known with no more held of it than of a short one. What a correction is about has to be held
still: only whoever corrects what is long over makes the whole log be held, from its beginning.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Protocol, TypeVar, overload

import msgspec

from ledger.core.books import Posting
from ledger.core.events import EffectiveEvent, RecordedEvent
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Finding, Outcome
from ledger.games.language import Reader
from ledger.log.corrections import Earlier, EffectiveLog, corrects
from ledger.log.replay import Replay
from ledger.projections.course import Course, Kept, course_of
from ledger.projections.keeping import pauses, told_before, untouched_before

HELD = 20_000
"""When so many events are held, all but the newest of them are forgotten: they take about 20 MB."""
PORTION = 500
"""So many events are taken at a time."""
NEWEST = 500
"""So many of the newest events are held in any case: a correction of one of them needs no other."""


class Part(msgspec.Struct, frozen=True):
    """A part of a log that no correction has reached once it was passed."""

    replay: Replay
    before: Kept | None
    """What was kept of the evening where the part begins; None at its beginning."""
    number: int
    """Its newest event, as it was recorded."""
    events: int
    """How many of the events that count in the replay are those of this part."""
    made: int
    """How many of the postings are those of this part."""
    told: int
    """How many of the events that count in the replay are told once its newest is: some begin the next part again."""

    @property
    def counted(self) -> Sequence[EffectiveEvent]:
        """Its events, as they count."""
        return self.replay.evening.counted[: self.events]

    @property
    def postings(self) -> Sequence[Posting]:
        """The movements of counters in it."""
        return self.replay.evening.books.postings[: self.made]

    @property
    def outcomes(self) -> Sequence[Outcome]:
        """What became of each event that was recorded in it, as it counts: every one is in one part, and all of it."""
        told_again = len(self.before.checkpoint.since) if self.before else 0
        return self.replay.evening.outcomes[told_again : self.told]


def whole(replay: Replay) -> Part:
    """A log that is held from its first event, as one part."""
    told = len(replay.evening.counted)
    return Part(replay, None, replay.effective.last, told, len(replay.evening.books.postings), told)


Watch = Callable[[Part], None]


def _unwatched(part: Part) -> None:
    """Nobody looks at what is passed."""


class Passage:
    """A log on the way: what is held of it, and what was kept where that begins."""

    def __init__(self, watch: Watch = _unwatched, forgets: bool = True) -> None:
        """Begin before the first event. `watch` is shown every part before it is forgotten, and in the end the last.

        One that does not forget holds the whole log, whatever is corrected in it.
        """
        self.replay = Replay()
        self.kept: Kept | None = None
        """What was kept of the evening where the replay begins; None where that is its beginning."""
        self._watch = watch
        self._forgets = forgets
        self._waiting: list[RecordedEvent] = []
        self._due = HELD
        """When so many are held some are forgotten: twice as many as had to be told again the last time."""

    @property
    def waiting(self) -> Sequence[RecordedEvent]:
        """What was taken and has not been told yet, what does not fit first."""
        return self._waiting

    @property
    def evening(self) -> Evening:
        """The evening as far as it has been told."""
        return self.replay.evening

    @property
    def names(self) -> tuple[str, ...]:
        """Every name declared so far."""
        reader = Reader(names=self.kept.names if self.kept else ())
        for one in self.replay.recorded:
            reader.learn(one.event)
        return reader.names

    @property
    def course(self) -> Course:
        """How the evening has gone so far."""
        return course_of(self.evening, self.kept)

    @property
    def found_before(self) -> tuple[Finding, ...]:
        """What was found that does not agree before what is held."""
        return self.kept.findings if self.kept else ()

    @property
    def findings(self) -> list[Finding]:
        """Everything found so far that does not agree."""
        return [*self.found_before, *self.evening.findings]

    @property
    def postings(self) -> int:
        """How many movements of counters there have been."""
        return (self.kept.postings if self.kept else 0) + len(self.evening.books.postings)

    def add(self, recorded: Iterable[RecordedEvent]) -> None:
        """Take more of the log.

        Corrections wait for what comes after them, for several may stand only together. Raises Refused at the first
        that does not fit, and Earlier at a correction of what was forgotten.
        """
        self._waiting += recorded
        ready = len(self._waiting)
        while ready and corrects(self._waiting[ready - 1]):
            ready -= 1
        self._take(ready)
        self.move_on()

    def stand(self) -> None:
        """See that the corrections that wait stand without what comes after them. Raises what `add` does."""
        self._take(len(self._waiting))

    def _take(self, ready: int) -> None:
        told = self.replay.effective.last
        try:
            self.replay.add(self._waiting[:ready])
        finally:
            del self._waiting[: self.replay.effective.last - told]

    def finish(self) -> None:
        """See that nothing waits, and show whoever watches the rest. Raises what `add` does."""
        self.stand()
        self._watch(msgspec.structs.replace(whole(self.replay), before=self.kept))

    def move_on(self) -> None:
        """Forget what is held, once that is much, but for the newest events and the deal in which they begin."""
        replay = self.replay
        if not self._forgets or len(replay.recorded) < self._due:
            return
        number = untouched_before(replay.effective, replay.effective.last - NEWEST)
        for _, kept in pauses(replay, [number], self.kept):
            told = told_before(replay, number)
            made = kept.postings - (self.kept.postings if self.kept else 0)
            self._watch(Part(replay, self.kept, number, told - len(kept.checkpoint.since), made, told))
            then = Replay(checkpoint=kept.checkpoint, recorded=number)
            then.add(replay.recorded[number - replay.settled :])
            self.replay, self.kept = then, kept
        self._due = max(HELD, 2 * len(self.replay.evening.counted))


def forgotten(evening: Evening) -> Evening:
    """An evening that was told, but for what is long over: where much of it is held, taken up from its last pause."""
    if len(evening.counted) < max(HELD, 2 * (len(evening.counted) - evening.boundary.events)):
        return evening
    return Evening.resume(evening.checkpoint())


class PassageAsRecorded:
    """A log on the way as it was recorded, its corrections worked out: what the rules make of it is not asked."""

    def __init__(self, watch: Callable[[EffectiveLog, int], None], forgets: bool = True) -> None:
        """Begin before the first event.

        `watch` is shown what is held before it is forgotten, and in the end the last of it: each time with the number
        of an event, before which nothing is corrected any more.
        """
        self.effective = EffectiveLog()
        self._watch = watch
        self._forgets = forgets
        self._due = HELD

    def add(self, recorded: Iterable[RecordedEvent]) -> None:
        """Take more of the log. Raises Refusal for a correction that cannot be one, and Earlier as a passage does."""
        for one in recorded:
            self.effective.add(one)
        effective = self.effective
        if self._forgets and len(effective.recorded) >= self._due:
            number = untouched_before(effective, effective.last - NEWEST)
            self._watch(effective, number)
            self.effective = EffectiveLog(number)
            for one in effective.recorded[number - effective.settled :]:
                self.effective.add(one)
            self._due = max(HELD, 2 * len(self.effective.recorded))

    def finish(self) -> None:
        """Show whoever watches the rest."""
        self._watch(self.effective, self.effective.last)


class Passing(Protocol):
    """A log on the way, whatever is made of it."""

    def add(self, recorded: Iterable[RecordedEvent], /) -> None:
        """Take more of the log. Raises Refusal where it does not fit, and Earlier where more has to be held."""

    def finish(self) -> None:
        """Take it that nothing more comes."""


On = TypeVar("On", bound=Passing)
Passes = Callable[[bool], Passage]
"""Begins a passage anew, that forgets or that does not."""


def begin_alone(forgets: bool) -> Passage:
    """Begin a passage that nobody watches."""
    return Passage(forgets=forgets)


@overload
def passed_through(log: Iterable[RecordedEvent]) -> Passage: ...


@overload
def passed_through(log: Iterable[RecordedEvent], begin: Callable[[bool], On]) -> On: ...


def passed_through(log: Iterable[RecordedEvent], begin: Callable[[bool], Passing] = begin_alone) -> Passing:
    """Pass through a log; it is gone through again, from its beginning, where more of it had to be held.

    Raises Refusal where an event does not fit.
    """
    try:
        return _passed(log, begin(True))
    except Earlier:
        return _passed(log, begin(False))


def _passed(log: Iterable[RecordedEvent], passage: Passing) -> Passing:
    following = iter(log)
    while portion := list(islice(following, PORTION)):
        passage.add(portion)
    passage.finish()
    return passage
