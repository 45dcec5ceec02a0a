"""What is kept of an evening at a pause, so that it can be taken up again there without what came before."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from ledger.evening.fold import Evening
from ledger.evening.snapshots import Boundary, Checkpoint
from ledger.games.language import Reader
from ledger.log.corrections import EffectiveLog
from ledger.log.replay import Replay
from ledger.projections.course import BEGINNING, Following, Kept, Pause


def checkpoint_of(
    evening: Evening,
    names: tuple[str, ...],
    before: Kept | None = None,
    following: Following | None = None,
    since: Pause | None = None,
) -> Kept:
    """What to keep of an evening; `before` is what was kept of it where it was taken up, None at its beginning.

    `following` has followed the evening since it was taken up; None where nobody has yet. What was found and paid
    before the pause `since` is left out, and what was left out `before`.
    """
    following = following or Following(before)
    return _kept(evening, names, before, evening.boundary, evening.checkpoint(), following, since)


def pauses(replay: Replay, numbers: Iterable[int], before: Kept | None = None) -> Iterator[tuple[int, Kept]]:
    """What was kept of an evening after each of these events, as they were recorded, which are in order.

    It is replayed from its beginning, or from what was kept of it `before`; what is left out there is left out in each.
    An event before which corrections have changed something since is passed over, and so is one that is not held.
    """
    evening, untouched = replay.evening, _untouched(replay.effective)
    made_at = [mark.events for mark in replay.marks]
    following = Following(before)
    reader, known = Reader(names=before.names if before else ()), 0
    for number in numbers:
        held = number - replay.settled
        if not (0 < held <= len(replay.recorded) and untouched[held - 1]):
            continue
        for one in replay.recorded[known:held]:
            reader.learn(one.event)
        known = held
        told = told_before(replay, number)
        reached = bisect_right(made_at, told)
        boundary = replay.marks[reached - 1].boundary if reached else replay.began
        kept = Checkpoint(boundary.snapshot, tuple(evening.counted[boundary.events : told]))
        yield number, _kept(evening, reader.names, before, boundary, kept, following)


def _kept(
    evening: Evening,
    names: tuple[str, ...],
    before: Kept | None,
    boundary: Boundary,
    checkpoint: Checkpoint,
    following: Following,
    since: Pause | None = None,
) -> Kept:
    following.to(evening, boundary.events, boundary.postings)
    made = boundary.postings + (before.postings if before else 0)
    since = since or (before.since if before else BEGINNING)
    return Kept(checkpoint, names, following.findings(since), made, following.course(since), since)


def told_before(replay: Replay, number: int) -> int:
    """How many events count, of those that are told, up to the one that was recorded under this number."""
    place = replay.effective.place
    return bisect_left(replay.evening.counted, (number + 1, False, 0), key=lambda one: place(one.number))


def untouched_before(effective: EffectiveLog, number: int) -> int:
    """The newest event up to this number with which, as it was recorded, nothing was said that was corrected since.

    It is the last of those that were recorded before what is held, where there is none.
    """
    return effective.settled + _untouched(effective).rfind(True, 0, max(number - effective.settled, 0)) + 1


def _untouched(effective: EffectiveLog) -> bytearray:
    """For each event as it was recorded, whether no correction after it reaches what stood before it."""
    found, reached = bytearray([True]) * len(effective.recorded), effective.last + 1
    for number in reversed(effective.correcting):
        first, end = effective.reaches(number), min(number, reached)
        if first < end:
            found[first - effective.settled - 1 : end - effective.settled - 1] = bytes(end - first)
        reached = min(reached, first)
    return found
