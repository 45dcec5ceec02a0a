"""What is written beside the events of an evening: its postings, and checkpoints to take it up again from."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

import msgspec

from ledger.books import Posting
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Checkpoint
from ledger.events import CORRECTIONS
from ledger.games.language import Reader
from ledger.log.replay import Replay
from ledger.store.log import STRETCH, Derived, Kept
from ledger.views.course import Following


def derived(
    evening: Evening, postings: Iterable[Posting], after: int, kept: Kept | None, marked: int | None = None
) -> Derived:
    """What is written beside the events of an evening: these postings, after so many, and a checkpoint.

    No pause on the way is kept any longer after a later event than was `marked`; None: all are.
    """
    opening = evening.opening
    assert opening is not None, "an evening in the store has been opened"
    return Derived(opening.title, opening.on, evening.closed, tuple(postings), after, kept, marked=marked)


def all_derived(replay: Replay, names: tuple[str, ...], following: Following | None = None) -> Derived:
    """Everything that follows from an evening that was replayed from its beginning, and was followed since."""
    evening = replay.evening
    kept = checkpoint_of(evening, names, following=following)
    found = derived(evening, evening.books.postings, after=0, kept=kept, marked=0)
    return msgspec.structs.replace(found, marks=tuple(pauses(replay, _first_of_stretches(replay))))


def checkpoint_of(
    evening: Evening, names: tuple[str, ...], before: Kept | None = None, following: Following | None = None
) -> Kept:
    """What to keep of an evening; `before` is what was kept of it where it was taken up, None at its beginning.

    `following` has followed the evening since it was taken up; None where it was told from its beginning.
    """
    place, made = evening.boundary.events, evening.boundary.postings
    findings = evening.findings_from(0, place)
    course = (following or Following()).to(evening, place, made)
    if before is not None:
        findings, made = [*before.findings, *findings], before.postings + made
    return Kept(evening.checkpoint(), names, tuple(findings), made, course)


def pauses(replay: Replay, numbers: Iterable[int]) -> Iterator[tuple[int, Kept]]:
    """What was kept of an evening after each of these events, as they were recorded, which are in order.

    It is replayed from its beginning. One before which corrections have changed something since is left out.
    """
    evening, effective, untouched = replay.evening, replay.effective, _untouched(replay)
    made_at = [mark.events for mark in replay.marks]
    following, reader, known = Following(), Reader(), 0
    for number in numbers:
        if not (0 < number <= len(replay.recorded) and untouched[number - 1]):
            continue
        for one in replay.recorded[known:number]:
            reader.learn(one.event)
        known = number
        told = bisect_left(evening.counted, (number + 1, False, 0), key=lambda one: effective.place(one.number))
        boundary = replay.marks[bisect_right(made_at, told) - 1].boundary
        since = tuple(evening.counted[boundary.events : told])
        findings = tuple(evening.findings_from(0, boundary.events))
        course = following.to(evening, boundary.events, boundary.postings)
        yield number, Kept(Checkpoint(boundary.snapshot, since), reader.names, findings, boundary.postings, course)


def _untouched(replay: Replay) -> list[bool]:
    """For each event as it was recorded, whether no correction after it reaches what stood before it."""
    found, reached = [False] * len(replay.recorded), len(replay.recorded) + 1
    for place in range(len(replay.recorded) - 1, -1, -1):
        one = replay.recorded[place]
        found[place] = one.number < reached
        if isinstance(one.event, CORRECTIONS):
            reached = min(reached, replay.effective.reaches(one.number))
    return found


def _first_of_stretches(replay: Replay) -> Iterator[int]:
    """The first event of each stretch of the log with which a pause was reached, as far as it can be said."""
    last = -1
    for mark in replay.marks:
        number = replay.evening.counted[mark.events - 1].number if mark.events else 0
        if number and number // STRETCH > last and replay.effective.place(number)[0] == number:
            last = number // STRETCH
            yield number
