"""What a person has typed, which may be shorter than a saying: spelled out by what may be said just then."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ledger.games.language import vocabulary
from ledger.log.sayings import Sayings
from ledger.refusals import RefusedLine
from ledger.views.offers import offers

if TYPE_CHECKING:
    from ledger.shorthand import Shorthand

REDO = ("redo", "r")
"""What is typed for a redo."""


def full_sayings(line: str, told: Sayings, trial: Callable[[], Sayings]) -> list[tuple[int, str]]:
    """The full sayings that a line stands for, to be recorded together.

    Each is spelled out by what may be said once those before it were told, to a copy of the evening that `trial` makes;
    `redo` is the newest undo voided. Raises Refusal where one may mean more than one thing, and RefusedLine where one
    before another cannot stand.
    """
    from ledger.shorthand import sayings_in, told_of_several, tricks_in  # wanted by whoever types

    waiting, so_far = sayings_in(line), told
    found: list[tuple[int, str]] = []
    while waiting:
        saying, *waiting = waiting
        if not so_far.reads(saying):
            tricks = tricks_in(saying, so_far.reader.names)
            spelled = _spelled_out(so_far, saying) if len(tricks) < 2 else saying
            several = tricks if len(tricks) > 1 else told_of_several(saying)
            if len(tricks) > 1 or (several and not _would_stand(trial(), found, spelled)):
                waiting = [*several, *waiting]
                continue
        else:
            spelled = saying
        found.append((1, spelled))
        if waiting:
            so_far = trial() if so_far is told else so_far
            so_far.say(1, spelled)
    return found


def _would_stand(trial: Sayings, before: Iterable[tuple[int, str]], saying: str) -> bool:
    """Whether a saying could be told once those before it were."""
    try:
        for line, said in (*before, (1, saying)):
            trial.say(line, said)
    except RefusedLine:
        return False
    return True


def _spelled_out(told: Sayings, saying: str) -> str:
    """What a person means by a saying, in full, as things stand."""
    if saying.lower() in REDO:
        return told.redo()
    if told.reads(saying):
        return saying
    return shorthand_of(told).spelled_out(saying)


def shorthand_of(told: Sayings) -> "Shorthand":
    """What short sayings are read by, as things stand."""
    from ledger.shorthand import Shorthand

    evening = told.evening
    found = offers(evening, told.number)
    asked = evening.game.turn.who if evening.game else ()
    seated, known = evening.seats.seated(), told.reader.names
    words = evening.game.turn.words(evening.money) if evening.game else []
    return Shorthand(
        found.forms, found.around, asked, seated, known, evening.money, vocabulary(), evening.called, words
    )
