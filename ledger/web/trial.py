"""Try corrections and see their effect, while others go on recording."""

import threading
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import Any, TypeVar

from ledger.core.events import CORRECTIONS
from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.games.language import Reader
from ledger.log.commands import CommandBatch
from ledger.log.replay import Replay

T = TypeVar("T")

MOST_TRIED = 60
"""With at most so many events since, every alternative to a saying is tried before one is chosen."""


class Trial:
    """A copy of a log from before one event on, to try corrections of it.

    It is made while the replay that it is of is held, and takes no longer than to copy a list; it is told again when it
    is first wanted, and nobody has to be held back any more.
    """

    def __init__(self, replay: Replay, number: int, names: tuple[str, ...]) -> None:
        self.number = number
        """The event before which it begins at the latest."""
        self._names = names
        """Every name that the log declares."""
        self._replayed = replay.copy_before(number)
        self._since = replay.recorded[self._replayed.number :]
        self._tried: dict[Hashable, Any] = {}
        self._lock = threading.RLock()

    @property
    def is_short(self) -> bool:
        """Whether so little was said since that several corrections are tried within a moment."""
        return len(self._since) <= MOST_TRIED

    @cached_property
    def _replay(self) -> Replay:
        self._replayed.add(self._since)
        return self._replayed

    @property
    def replay(self) -> Replay:
        """The log from before that event on, replayed; nobody may add to it."""
        with self._lock:
            return self._replay

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what `make` makes; it is made only once."""
        with self._lock:
            if key not in self._tried:
                self._tried[key] = make()
            value: T = self._tried[key]
            return value

    def changes(self, corrections: Sequence[str]) -> dict[str, int]:
        """Return how corrections together would change the balances, in the smallest unit.

        Raises RefusedLine where they cannot stand, or one of them corrects nothing.
        """
        with self._lock:
            replay = self._replay
            batch = CommandBatch(replay, Reader(replay.evening.money, self._names))
            with replay.trying():
                for line, saying in enumerate(corrections, start=1):
                    try:
                        event = batch.reader.read(saying)
                        if event is not None and not isinstance(event, CORRECTIONS):
                            raise self._puts_nothing_right(saying)
                    except Refusal as refusal:
                        batch.finish()
                        raise RefusedLine("", line, saying, refusal) from refusal
                    if event is not None:
                        batch.apply(line, saying, event)
                batch.finish()
        return (batch.applied[-1].changes if batch.applied else None) or {}

    def _puts_nothing_right(self, saying: str) -> Refusal:
        """Return the refusal of a saying that is no correction."""
        text, number = saying.strip(), self.number
        instead = f'amend {number} "why": {text}, where it was said instead of event {number}'
        before = f'insert {number} "why": {text}, where it was said before it'
        remedy = f"Say {instead}, or {before}"
        return Refusal(Code.CORRECTION, "it corrects no event", remedy)
