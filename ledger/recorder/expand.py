"""Expanding: what a person has typed, spelled out in full by what may be said just then."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from ledger.core.refusals import Refusal, RefusedLine
from ledger.evening.game_in_hand import AfterADeal
from ledger.log.commands import CommandBatch
from ledger.log.replay import NoLongerFits
from ledger.projections.offers import offers

if TYPE_CHECKING:
    from ledger.language.shorthand import Shorthand

REDO = ("redo", "r")
"""What is typed for a redo."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
TOGETHER = "Corrections that stand only together are said in one line: amend N WHY: SAYING; insert N WHY: SAYING"


def not_written(refused: RefusedLine, written: int, place: int = 0) -> RefusedLine:
    """Return the refusal of a saying after which nothing is written.

    The events up to `written` are. The refusal does not speak of taking back what was said with it; of several sayings
    in one line it names the `place`, from 1, of the one refused.
    """
    refusal = refused.refusal
    if isinstance(refusal, AfterADeal) and refusal.event > written:
        refusal = refusal.unwritten()
    if place:
        which = f"{ORDINALS[place - 1]} saying" if place <= len(ORDINALS) else f"saying {place}"
        sentence = f"nothing of this line is written, for its {which} is refused: {refusal.sentence}"
        refusal = Refusal(refusal.code, sentence, refusal.remedy, refusal.at)
    return RefusedLine(refused.source, refused.line, refused.text, refusal)


def together(refused: RefusedLine, how: str) -> RefusedLine:
    """Return the refusal, with how to give corrections together where that may help."""
    refusal = refused.refusal
    if not isinstance(refusal, NoLongerFits):
        return refused
    return RefusedLine(refused.source, refused.line, refused.text, refusal.together(how))


def expand(line: str, batch: CommandBatch, trial: Callable[[], CommandBatch]) -> list[tuple[int, str]]:
    """Return the full sayings that a line stands for, to be recorded together.

    Each is spelled out by what may be said once those before it were told, to a copy of the evening that `trial` makes;
    `redo` is the newest undo voided. Raises Refusal where one may mean more than one thing, and RefusedLine where one
    before another cannot stand.
    """
    from ledger.language.tokens import (  # wanted by whoever types
        sayings_in,
        split_for_everybody,
        split_for_several,
        tricks_in,
    )

    waiting, so_far = sayings_in(line), batch
    sayings: list[tuple[int, str]] = []
    while waiting:
        saying, *waiting = waiting
        if of_each := split_for_everybody(saying, so_far.evening.seats.seated):
            saying, *waiting = *of_each, *waiting
        if not so_far.reads(saying):
            tricks = tricks_in(saying, so_far.reader.names)
            try:
                spelled = _clear(so_far, saying, trial if so_far is batch else None) if len(tricks) < 2 else saying
            except Refusal as refusal:
                if not sayings:
                    raise
                unclear = RefusedLine("", 1, saying, refusal)
                raise not_written(unclear, batch.number, len(sayings) + 1) from refusal
            several = tricks if len(tricks) > 1 else split_for_several(saying)
            if len(tricks) > 1 or (several and not _would_stand(trial(), sayings, spelled)):
                waiting = [*several, *waiting]
                continue
        else:
            spelled = saying
        sayings.append((1, spelled))
        if waiting:
            so_far = trial() if so_far is batch else so_far
            try:
                so_far.say(1, spelled)
            except RefusedLine as refused:
                raise not_written(refused, batch.number, place_in(sayings, refused.text)) from refused
    return sayings


def place_in(line: Sequence[tuple[int, str]], saying: str) -> int:
    """Return the place in a line, from 1, of the last saying with this text."""
    return max(place for place, (_, text) in enumerate(line, 1) if text == saying)


def _would_stand(trial: CommandBatch, before: Iterable[tuple[int, str]], saying: str) -> bool:
    """Return whether a saying could be said once those before it were."""
    try:
        for line, text in (*before, (1, saying)):
            trial.say(line, text)
    except RefusedLine:
        return False
    return True


def _clear(batch: CommandBatch, saying: str, trial: Callable[[], CommandBatch] | None) -> str:
    """Return what a person means by a saying, in full.

    A saying that may be a player's is refused, with why it cannot stand. That is found with a `trial`, or where this
    is a trial already, with it.
    """
    from ledger.language.shorthand import PerhapsAPlayer

    try:
        return _spelled_out(batch, saying)
    except PerhapsAPlayer as perhaps:
        if len(perhaps.sayings) == 1:
            try:
                (trial() if trial else batch).say(1, perhaps.sayings[0])
            except RefusedLine as refused:
                raise perhaps.because(refused.refusal.sentence) from refused
        raise


def _spelled_out(batch: CommandBatch, saying: str) -> str:
    """Return the full saying that a person means, as things stand."""
    if saying.lower() in REDO:
        if saying.lower() != REDO[0]:
            shorthand_of(batch).see_clear(saying, REDO[0])
        return batch.redo()
    if batch.reads(saying):
        return saying
    return shorthand_of(batch).spelled_out(saying)


def shorthand_of(batch: CommandBatch) -> "Shorthand":
    """Return what short sayings are read by, as things stand."""
    from ledger.language.shorthand import Shorthand

    evening = batch.evening
    offered = offers(evening, batch.number)
    asked = evening.game.turn.who if evening.game else ()
    seated, known = evening.seats.seated, batch.reader.names
    words = evening.game.turn.words(evening.money) if evening.game else []
    vocabulary = batch.reader.words.in_hand()
    return Shorthand(
        offered.forms, offered.around, asked, seated, known, evening.money, vocabulary, evening.called, words
    )
