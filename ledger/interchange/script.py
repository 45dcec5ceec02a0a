"""Scripts: an evening as its sayings, one a line."""

from collections.abc import Iterable, Iterator
from itertools import chain

from ledger.core.events import RecordedEvent
from ledger.core.money import Money
from ledger.core.refusals import RefusedLine
from ledger.evening.fold import opened_in
from ledger.games.language import write
from ledger.interchange.importing import replayed_from
from ledger.log.commands import CommandBatch
from ledger.log.corrections import EffectiveLog, names_amounts
from ledger.log.replay import Replay, write_for

__all__ = ["RefusedLine", "replay_script", "script_of", "write_for"]


def replay_script(text: str, source: str) -> Replay:
    """Replay a script from its first line. Raises RefusedLine at the first that does not fit."""
    return replayed_from(apply_script, text, source)


def apply_script(lines: Iterable[str], batch: CommandBatch) -> None:
    """Apply the lines of a script one by one. Raises RefusedLine at the first that does not fit."""
    for number, line in enumerate(lines, start=1):
        batch.say(number, line)
        batch.applied.clear()
    batch.finish()


def script_of(recorded: Iterable[RecordedEvent]) -> str:
    """Write a log as a script, as it was recorded: reading it gives the same events."""
    return "".join(sayings_of(recorded))


def script_of_log(stored: Iterable[tuple[RecordedEvent, str]]) -> Iterator[str]:
    """Write a log, each event with its digest, as a script, line by line."""
    return sayings_of(recorded for recorded, _ in stored)


def sayings_of(recorded: Iterable[RecordedEvent]) -> Iterator[str]:
    """Write each event of a log as it was said, in the money of its evening, one per line.

    No more of it is held than up to the first event that names an amount: in its money all that follow are.
    """
    following = iter(recorded)
    first = _to_the_first_amount(following)
    money = money_recorded(first)
    for event in chain(first, following):
        yield f"{write(event.event, money)}\n"


def money_recorded(recorded: Iterable[RecordedEvent]) -> Money:
    """Return the money of an evening: all amounts were recorded in it.

    The event that opens the evening says it, as it is in effect.
    """
    standing = EffectiveLog()
    for event in _to_the_first_amount(recorded):
        standing.add(event)
    opening = standing.opening()
    assert opening is not None, "a log begins with the evening"
    return opened_in(opening)


def _to_the_first_amount(recorded: Iterable[RecordedEvent]) -> list[RecordedEvent]:
    """Return the events up to the first that names an amount: the money is settled there."""
    events = []
    for event in recorded:
        events.append(event)
        if names_amounts(event):
            break
    return events
