"""Scripts: an evening as its sayings, one a line."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from ledger.core.events import Amend, Begin, Insert, Pinned, RecordedEvent
from ledger.core.money import Money
from ledger.core.names import quoted
from ledger.core.refusals import RefusedLine
from ledger.evening.fold import opened_in
from ledger.games.language import write
from ledger.games.provenance import Provenance
from ledger.log.commands import CommandBatch
from ledger.log.corrections import EffectiveLog, names_amounts
from ledger.log.replay import Replay

GAME_LINE = re.compile(r"\s*(?:(?:amend|insert)\s+\d+\s[^:]*:\s*)?game\s", re.IGNORECASE)
PINS = re.compile(r' edition=([0-9]{1,9})(?= |$)| distribution="([^"\\]*)"(?= |$)| rules=([0-9a-f]{64})(?= |$)')
"""The words after the name of a game, in files only, for the rules it was played by: they are no options, and nobody
types them."""

__all__ = ["RefusedLine", "replay_script", "script_of"]


def replay_script(text: str, source: str) -> Replay:
    """Replay a script from its first line. Raises RefusedLine at the first that does not fit."""
    return replayed_from(apply_script, text, source)


def replayed_from(apply: Callable[[Iterable[str], CommandBatch], None], text: str, source: str) -> Replay:
    """Replay the lines of a text, which begin an evening. Raises RefusedLine as `apply` does."""
    replay = Replay()
    apply(text.removeprefix("\ufeff").split("\n"), CommandBatch(replay, source=source))
    return replay


def apply_script(lines: Iterable[str], batch: CommandBatch) -> None:
    """Apply the lines of a script one by one. Raises RefusedLine at the first that does not fit."""
    for number, line in enumerate(lines, start=1):
        batch.say(number, *without_pins(line))
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

    It holds the events up to the first that names an amount, which settles the money of all that follow.
    """
    following = iter(recorded)
    first = _to_the_first_amount(following)
    money = money_recorded(first)
    for event in chain(first, following):
        yield f"{with_pins(write(event.event, money), event)}\n"


def with_pins(saying: str, recorded: RecordedEvent) -> str:
    """Write the rules that the log pins into the line of `game`, which only files do."""
    event, pinned = recorded.event, recorded.pinned
    begun = event.saying if isinstance(event, Amend | Insert) else event
    if not isinstance(begun, Begin) or "edition" not in pinned:
        return saying
    said = f"game {begun.game}"
    pins = [f"edition={pinned['edition']}"]
    if "rules" in pinned:
        pins += [f"distribution={quoted(str(pinned.get('distribution', '')))}", f"rules={pinned['rules']}"]
    return saying.replace(said, " ".join((said, *pins)), 1)


def without_pins(line: str) -> tuple[str, Pinned]:
    """Return a line of a file as it is said, and its pins: the rules by which a game is played."""
    if not GAME_LINE.match(line):
        return line, {}
    pinned: dict[str, int | str] = {}
    for edition, distribution, rules in PINS.findall(line):
        if edition:
            pinned["edition"] = int(edition)
        elif rules:
            pinned["rules"] = rules
        else:
            pinned["distribution"] = distribution
    return PINS.sub("", line), {name: pinned[name] for name in Provenance.__struct_fields__ if name in pinned}


def money_recorded(recorded: Iterable[RecordedEvent]) -> Money:
    """Return the money in which all amounts of an evening were recorded.

    The event in effect that opens the evening says it.
    """
    standing = EffectiveLog()
    for event in _to_the_first_amount(recorded):
        standing.add(event)
    opening = standing.opening()
    assert opening is not None, "a log begins with the evening"
    return opened_in(opening)


def _to_the_first_amount(recorded: Iterable[RecordedEvent]) -> list[RecordedEvent]:
    """Return the events up to the first that names an amount, which settles the money."""
    events = []
    for event in recorded:
        events.append(event)
        if names_amounts(event):
            break
    return events
