"""Apply the lines of a file to an evening that begins with the first of them."""

from collections.abc import Callable, Iterable

from ledger.log.commands import CommandBatch
from ledger.log.replay import Replay

ApplyLines = Callable[[Iterable[str], CommandBatch], None]
"""A function that applies lines to a log. It raises RefusedLine at the first that does not fit."""


def replayed_from(apply: ApplyLines, text: str, source: str) -> Replay:
    """Replay the lines of a text. Raises RefusedLine at the first that does not fit."""
    replay = Replay()
    apply(text.removeprefix("\ufeff").split("\n"), CommandBatch(replay, source=source))
    return replay
