"""What is written beside the events of an evening: its postings, and checkpoints to take it up again from."""

from collections.abc import Iterable, Iterator

import msgspec

from ledger.core.books import Posting
from ledger.evening.fold import Evening
from ledger.log.replay import Replay
from ledger.projections.course import BEGINNING, Kept
from ledger.projections.keeping import checkpoint_of, pauses
from ledger.projections.passing import Part, Passage, whole
from ledger.store.checkpoints import stretch_of
from ledger.store.log import Derived


def derived(
    evening: Evening,
    postings: Iterable[Posting],
    after: int,
    kept: Kept | None,
    marked: int | None = None,
) -> Derived:
    """What is written beside the events of an evening: these postings, after so many, and a checkpoint.

    No pause on the way is kept any longer after a later event than was `marked`; None: all are.
    """
    opening = evening.opening
    assert opening is not None, "an evening in the store has been opened"
    title, on = opening.title, opening.on
    return Derived(title, on, evening.closed, tuple(postings), after, kept, marked=marked)


class Anew:
    """What is derived from a log, all of it, part by part as the log is passed through."""

    def __init__(self) -> None:
        self._stretch = -1
        """The newest stretch of which a pause has been kept."""
        self.newest = BEGINNING
        """The newest pause that has been kept: the next leaves out what was found and paid before it."""

    def of(self, part: Part) -> Iterator[Derived]:
        """What is written beside the events of the next part: its postings, then each pause of it that is kept.

        A pause is given by itself: a part may have hundreds.
        """
        replay, before = part.replay, part.before
        found = derived(replay.evening, part.postings, before.postings if before else 0, None, None if before else 0)
        yield found
        after = found.after + len(found.postings)
        for number, kept in pauses(replay, self._first_of_stretches(replay, part.number), before):
            mark, self.newest = (number, kept.leaving_out(self.newest)), kept.pause_after(number)
            yield msgspec.structs.replace(found, postings=(), after=after, marked=None, marks=(mark,))

    def at_the_end(self, passage: Passage) -> Derived:
        """What is written beside a log that was passed through, once all its parts are."""
        kept = checkpoint_of(passage.evening, passage.names, passage.kept, since=self.newest)
        return derived(passage.evening, (), passage.postings, kept)

    def _first_of_stretches(self, replay: Replay, to: int) -> Iterator[int]:
        """The first event of each stretch of the log with which a pause was reached, as far as it can be said."""
        for mark in replay.marks:
            number = replay.evening.counted[mark.events - 1].number if mark.events else 0
            if number > to:
                return
            if number and stretch_of(number) > self._stretch and replay.effective.place(number)[0] == number:
                self._stretch = stretch_of(number)
                yield number


def all_derived(replay: Replay, names: tuple[str, ...]) -> Derived:
    """Everything that follows from an evening that was replayed from its beginning."""
    anew = Anew()
    found, *each = anew.of(whole(replay))
    marks = tuple(mark for one in each for mark in one.marks)
    kept = checkpoint_of(replay.evening, names, since=anew.newest)
    return msgspec.structs.replace(found, marks=marks, kept=kept)
