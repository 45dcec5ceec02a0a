"""The lines of a file told to an evening: all of it held, or no more than is needed to know what it comes to."""

from collections.abc import Callable, Iterable, Iterator

from ledger.core.events import RecordedEvent
from ledger.games.language import Reader
from ledger.log.commands import Sayings
from ledger.log.digests import BEFORE_THE_FIRST, digest
from ledger.log.replay import Replay
from ledger.projections.passing import Passage, Passes, begin_alone

Tell = Callable[[Iterable[str], Sayings], Iterator[None]]
"""Tells lines to a log, one at every step. Raises RefusedLine at the first that does not fit."""
Lines = Callable[[], Iterable[str]]
"""Gives the lines of a file, from the first on, as often as they are wanted."""
See = Callable[[RecordedEvent], None]


def _unseen(recorded: RecordedEvent) -> None:
    """Nobody looks at what is told."""


class Forgotten(Exception):
    """A correction is about what was forgotten: the file has to be told again, and held."""


class Told:
    """What a file comes to, line by line."""

    def __init__(self, source: str, passage: Passage, see: See) -> None:
        self.passage = passage
        self._see = see
        self.number = 0
        """How many events it has."""
        self.head = BEFORE_THE_FIRST
        """The digest of the newest."""
        self.sayings = Sayings(self.passage.evening, Reader(), 0, _forgotten, source)
        self.sayings.replay = self.passage.replay

    def told_so_far(self) -> None:
        """Note what has been told since the last line, and forget what need not be held."""
        sayings = self.sayings
        for one in sayings.told:
            self.number, self.head = one.recorded.number, digest(self.head, one.recorded)
            self._see(one.recorded)
        sayings.told = []
        if not sayings.waits:
            self.passage.move_on()
            sayings.go_on(self.passage.replay)


def _forgotten(number: int) -> Replay:
    raise Forgotten


def told_from(tell: Tell, lines: Lines, source: str, begin: Passes = begin_alone, see: See = _unseen) -> Told:
    """Tell lines, and hold no more of them than need be; they are read again where a correction wants all of them.

    `begin` begins the passage anew each time, and what is told is shown to whoever wants to `see` it. Raises
    RefusedLine at the first that does not fit.
    """
    try:
        return _told(tell, lines(), Told(source, begin(True), see))
    except Forgotten:
        return _told(tell, lines(), Told(source, begin(False), see))


def _told(tell: Tell, lines: Iterable[str], told: Told) -> Told:
    for _ in tell(lines, told.sayings):
        told.told_so_far()
    told.told_so_far()
    return told


def replayed_from(tell: Tell, text: str, source: str) -> Replay:
    """Tell the lines of a text, and hold all that is told. Raises RefusedLine at the first that does not fit."""
    replay = Replay()
    sayings = Sayings(replay.evening, Reader(), 0, lambda before: replay, source)
    sayings.replay = replay
    for _ in tell(text.removeprefix("\ufeff").split("\n"), sayings):
        sayings.told = []
    return replay
