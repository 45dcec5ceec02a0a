"""Try corrections and see their effect, while others go on recording."""

import threading
from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from ledger.core.books import BANK
from ledger.core.events import CORRECTIONS
from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.evening.fold import Evening
from ledger.games.language import Reader
from ledger.log.commands import CommandBatch
from ledger.log.replay import Replay

T = TypeVar("T")

MOST_TRIED = 60
"""The number of later events up to which every alternative to a saying is tried at once."""


def figures(evening: Evening) -> dict[str, int]:
    """Return what each has in front, where counters are bought; else each balance."""
    balances = evening.books.balances
    if not evening.bank.state.bought:
        return balances.copy()
    return {name: evening.in_front(name) for name in balances if name != BANK}


class Trial:
    """A copy of a log, to try corrections of one of its events.

    The copy is made while its replay is held, which takes little longer than copying a list.
    """

    def __init__(self, replay: Replay, number: int, names: tuple[str, ...]) -> None:
        self.number = number
        self._names = names
        """Every name that the log declares."""
        self._replay = replay.copy()
        self._tried: dict[Hashable, Any] = {}
        self._lock = threading.RLock()

    @property
    def is_short(self) -> bool:
        """Return whether there are few enough later events to try several corrections in a moment."""
        return self._replay.number - self.number < MOST_TRIED

    @property
    def replay(self) -> Replay:
        """Return the replay of the log; nobody may add to it."""
        with self._lock:
            return self._replay

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what `make` makes, made only once."""
        with self._lock:
            if key not in self._tried:
                self._tried[key] = make()
            value: T = self._tried[key]
            return value

    def batch(self) -> CommandBatch:
        """Return a batch of sayings for another copy of the log."""
        with self._lock:
            return CommandBatch(self._replay.copy(), Reader(self._replay.evening.money, self._names))

    def figures_after(self, corrections: Sequence[str]) -> dict[str, int]:
        """Return the figures of all accounts as corrections together would leave them.

        Raises RefusedLine if they cannot stand, or one of them corrects nothing.
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
                return figures(replay.evening)

    def _puts_nothing_right(self, saying: str) -> Refusal:
        """Return the refusal of a saying that is no correction."""
        text, number = saying.strip(), self.number
        instead = f'amend {number} "why": {text}, where it was said instead of event {number}'
        before = f'insert {number} "why": {text}, where it was said before it'
        remedy = f"Say {instead}, or {before}"
        return Refusal(Code.CORRECTION, "it corrects no event", remedy)
