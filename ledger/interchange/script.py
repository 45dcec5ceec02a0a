"""Scripts: an evening as its sayings, one a line."""

from collections.abc import Iterable, Iterator, Sequence

from ledger.evening.fold import opened_in
from ledger.events import Recorded
from ledger.games.language import Reader, write
from ledger.log.corrections import EffectiveLog
from ledger.log.replay import Replay, write_for
from ledger.log.sayings import Sayings
from ledger.money import Money
from ledger.refusals import RefusedLine

__all__ = ["RefusedLine", "replay_script", "script_of", "write_for"]


def replay_script(text: str, source: str) -> Replay:
    """Replay a script from its first line. Raises RefusedLine at the first that does not fit."""
    replay = Replay()
    sayings = Sayings(replay.evening, Reader(), 0, lambda before: replay, source)
    sayings.replay = replay
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        sayings.say(number, line)
    sayings.finish()
    return replay


def script_of(recorded: Sequence[Recorded]) -> str:
    """Write a log as a script, as it was recorded: reading it gives the same events."""
    return "".join(f"{saying}\n" for saying in sayings_of(recorded))


def script_of_log(stored: Iterable[tuple[Recorded, str]]) -> str:
    """Write a log, each event with its digest, as a script."""
    return script_of([recorded for recorded, _ in stored])


def sayings_of(recorded: Sequence[Recorded]) -> Iterator[str]:
    """Write each event of a log as it was said, in the money of its evening."""
    money = money_recorded(recorded)
    for one in recorded:
        yield write(one.event, money)


def money_recorded(recorded: Sequence[Recorded]) -> Money:
    """The money of an evening, from the event that opens it as it counts: all amounts were recorded in that."""
    standing = EffectiveLog()
    for one in recorded:
        standing.add(one)
    opening = standing.opening()
    assert opening is not None, "a log begins with the evening"
    return opened_in(opening)
