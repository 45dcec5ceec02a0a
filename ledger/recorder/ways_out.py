"""What to type where a correction makes a later event wrong: a line that was tried and fits."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

import msgspec

from ledger.core.names import name
from ledger.core.refusals import Refusal, RefusedLine
from ledger.games.language import write
from ledger.language.forms import joined
from ledger.language.grammar import VERBS
from ledger.language.slots import Literal, Slots, Word
from ledger.log.commands import CommandBatch
from ledger.log.replay import NoLongerFits

CORRECTION = re.compile(
    r'(amend|insert|void)\s+([0-9]{1,9})\s+("(?:[^"\\]|\\.)*")(?:\s*:\s*(.+))?', re.IGNORECASE | re.DOTALL
)
MOST_TRIED = 12
"""So many lines are tried at the most."""
PASSES = VERBS["passes"][0].word
"""What is tried last: nobody corrects an event to say that nothing was said."""
FURTHER = 4
"""What is inserted is tried before so many later events."""
MOST_EVENTS = 1_000
"""In a longer evening nothing is tried: it would take too long."""


def line_that_fits(refused: RefusedLine, trial: Callable[[], CommandBatch]) -> str:
    """Return a line by which the refused correction stands; empty where none is found.

    `trial` makes a copy of the evening as it stands.
    """
    why, now = refused.refusal, trial()
    match = CORRECTION.fullmatch(refused.text.strip())
    if not isinstance(why, NoLongerFits) or match is None or now.number > MOST_EVENTS:
        return ""
    for tried, line in enumerate(_lines(match, why, now)):
        if tried >= MOST_TRIED:
            break
        with suppress(Refusal, RefusedLine):
            batch = trial()
            batch.say_all((1, saying) for saying in line)
            batch.finish()
            return "; ".join(line)
    return ""


def _lines(match: re.Match[str], why: NoLongerFits, now: CommandBatch) -> Iterator[tuple[str, ...]]:
    """Yield lines that may fit: the fact elsewhere, or with what it makes of the event after it."""
    verb, number, reason, said = match.groups()
    if verb.lower() == "insert":
        for place in range(int(number) + 1, int(number) + 1 + FURTHER):
            yield (f"insert {place} {reason}: {said}",)
    offered = sorted(_offered(why), key=lambda of_whom: of_whom[1] == PASSES)
    whose = getattr(why.said, "player", None)
    if verb.lower() == "amend" and int(number) == why.event:
        for who, words in offered:
            for player in who or ("",):
                yield f"insert {number} {reason}: {f'{name(player)} ' if player else ''}{words}", match[0]
        return
    for who, words in offered:
        if who and whose:
            yield match[0], f"amend {why.event} {reason}: {name(whose)} {words}"
    for player in now.evening.seats.seated if whose else ():
        if player != whose:
            same = write(msgspec.structs.replace(why.said, player=player), now.evening.money)
            yield match[0], f"amend {why.event} {reason}: {same}"
    if whose:
        yield match[0], f"void {why.event} {reason}"


def _offered(why: NoLongerFits) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield what may be said before the event, in words alone, and by whom."""
    for form in why.turn.forms() if why.turn else ():
        yield from ((form.who, words) for words in _in_words(form.slots))


def _in_words(slots: Slots) -> Iterator[str]:
    """Yield the sayings of a form that has nothing but words."""
    texts = [
        slot.words if isinstance(slot, Word) else (slot.text,) for slot in slots if isinstance(slot, Word | Literal)
    ]
    if len(texts) == len(slots) == 1:
        yield from texts[0]
    elif len(texts) == len(slots):
        yield joined(words[0] for words in texts)
