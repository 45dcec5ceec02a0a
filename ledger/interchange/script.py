"""Scripts: an evening as its sayings, one a line."""

from collections.abc import Iterable
from dataclasses import dataclass

from ledger.evening import Evening
from ledger.events import CORRECTIONS, AnyEvent, Recorded
from ledger.notation import Reader, write
from ledger.refusals import Refusal
from ledger.replay import Refused, Replay

LONGEST_SHOWN = 120
"""No more of a line than this is repeated in a refusal."""


class RefusedLine(Exception):
    """A line of a file that does not fit, and why."""

    def __init__(self, source: str, line: int, text: str, refusal: Refusal) -> None:
        said = text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
        super().__init__(
            f"{source}:{line}: {said}: {refusal.message}" if said else f"{source}:{line}: {refusal.message}"
        )
        self.line = line
        self.refusal = refusal
        self.message = str(self)


@dataclass(frozen=True)
class Line:
    """A line of a script that says something."""

    number: int
    text: str
    event: AnyEvent


def write_for(event: AnyEvent, evening: Evening) -> str:
    """Write an event in the evening's own money."""
    return write(event, evening.money)


def replay_script(text: str, source: str) -> Replay:
    """Replay a script from its first line. Raises RefusedLine at the first that does not fit."""
    replay, reader = Replay(write_for), Reader()
    waiting: list[Line] = []
    for number, said in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        try:
            event = reader.read(said)
        except Refusal as refusal:
            _take(replay, reader, waiting, source)
            raise RefusedLine(source, number, said.strip(), refusal) from refusal
        if event is None:
            continue
        line = Line(number, said.strip(), event)
        if not isinstance(event, CORRECTIONS):
            _take(replay, reader, waiting, source)
            waiting = []
            _take(replay, reader, [line], source)
        else:
            reader.learn(event)
            waiting.append(line)
    _take(replay, reader, waiting, source)
    return replay


def _take(replay: Replay, reader: Reader, lines: Iterable[Line], source: str) -> None:
    by_number = {len(replay.recorded) + place: line for place, line in enumerate(lines, start=1)}
    try:
        replay.add([Recorded(number, line.event) for number, line in by_number.items()])
    except Refused as refused:
        line = by_number[refused.recorded.number]
        raise RefusedLine(source, line.number, line.text, refused) from refused
    for line in by_number.values():
        reader.learn(line.event)
