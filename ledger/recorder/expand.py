"""Expanding: what a person has typed, spelled out in full by what may be said just then."""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from ledger.core.names import key_of, name
from ledger.core.refusals import Code, Refusal, RefusedLine, listed
from ledger.evening.fold import Evening
from ledger.evening.game_in_hand import AfterADeal
from ledger.games.language import write
from ledger.language.vocabulary import Vocabulary
from ledger.log.commands import CommandBatch
from ledger.log.replay import NoLongerFits
from ledger.projections.offers import offers

if TYPE_CHECKING:
    from ledger.language.shorthand import Shorthand

REDO = ("redo", "r")
"""What is typed for a redo."""
BOTH, ALL_OF_IT = "both", "all of it"
"""What is said in one line: two corrections, or more."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


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
        refusal = Refusal(refusal.code, sentence, refusal.instead, refusal.at)
    return RefusedLine(refused.source, refused.line, refused.text, refusal)


def together(refused: RefusedLine, how: str = "", trial: Callable[[], CommandBatch] | None = None) -> RefusedLine:
    """Return the refusal, with how to say another correction together with it.

    By default that is the line to type: one that stands, if there is a `trial` and one is found. What follows, and
    what would be asked before the later event, is said first.
    """
    from ledger.language.tokens import sayings_in
    from ledger.recorder.ways_out import line_that_fits

    refusal = refused.refusal
    if not isinstance(refusal, NoLongerFits):
        return refused
    event = refusal.event
    before = f"before event {event}: {refusal.before}" if refusal.before else ""
    follows = "; ".join(filter(None, (refusal.follows, before)))
    if not how and trial and (line := line_that_fits(refused, trial)):
        number = len(sayings_in(line))
        how = f"Say {'' if number == 1 else f'{BOTH if number == 2 else ALL_OF_IT} in one line: '}{line}"
    if not how and refused.text.startswith(f"amend {event} "):
        how = f'Say in one line what is said before it: insert {event} "WHY": SAYING; {refused.text}'
    how = how or f'Say both in one line: {refused.text}; amend {event} "WHY": SAYING, or …; void {event} "WHY"'
    refusal = refusal.together(how, f"{follows[:1].upper()}{follows[1:]}")
    return RefusedLine(refused.source, refused.line, refused.text, refusal)


def expand(
    line: str,
    batch: CommandBatch,
    trial: Callable[[], CommandBatch],
    elsewhere: Callable[[], Iterable[str]] = tuple,
) -> list[tuple[int, str]]:
    """Return the full sayings that a line stands for, to be recorded together.

    Each is spelled out by what may be said once those before it were told, to a copy of the evening that `trial` makes;
    `redo` is the newest undo voided; `elsewhere` gives who has sat at other tables of the club. Raises Refusal where
    one may mean more than one thing, and RefusedLine where one before another cannot stand.
    """
    from ledger.language.tokens import (  # wanted by whoever types
        as_of_all,
        sayings_in,
        split_for_everybody,
        split_for_several,
        tricks_in,
    )

    waiting, so_far = sayings_in(line), batch
    sayings: list[tuple[int, str]] = []
    while waiting:
        saying, *waiting = waiting
        if not so_far.reads(saying):
            saying = _with_signs(so_far, as_of_all(saying, so_far.reader.names))
        if of_each := split_for_everybody(saying, so_far.evening.seats.seated):
            saying, *waiting = *of_each, *waiting
        if not so_far.reads(saying):
            tricks = tricks_in(saying, so_far.reader.names)
            as_it_stands = partial(_after, trial, tuple(sayings))
            try:
                spelled = _clear(so_far, saying, trial if so_far is batch else None) if len(tricks) < 2 else saying
                if len(tricks) < 2 and not so_far.reads(spelled):
                    if spoken := _in_other_words(so_far, saying, as_it_stands):
                        waiting = [*spoken, *waiting]
                        continue
                    spelled = _with_names(so_far, spelled)
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
        spelled = _as_the_turn_takes_it(so_far, spelled, lambda: _after(trial, sayings), saying)
        spelled = _with_newcomer(so_far, spelled, elsewhere)
        sayings.append((1, spelled))
        if waiting:
            so_far = trial() if so_far is batch else so_far
            try:
                so_far.say(1, spelled)
            except RefusedLine as refused:
                raise not_written(refused, batch.number, place_in(sayings, refused.text)) from refused
    return sayings


MOST_WORDS = 8
"""A saying of more words than this is said as it is written."""
MOST_KNOWN = 3
"""So many whom a newcomer may be are named."""
JOINING = re.compile(r"(\w+) joins\b", re.IGNORECASE)


def _with_newcomer(batch: CommandBatch, saying: str, elsewhere: Callable[[], Iterable[str]]) -> str:
    """Return the saying with the name of who joins as it is written.

    That is as at other tables of the club, or else with a capital like the others here.

    Raises Refusal where who joins is new, and may be somebody who sits here, or has sat here or elsewhere.
    """
    if not (match := JOINING.match(saying)):
        return saying
    new, seats = key_of(match[1]), batch.evening.seats
    if new in map(key_of, seats.ring):
        return saying
    others = list(elsewhere())
    if same := next((player for player in others if key_of(player) == new), None):
        return f"{name(same)}{saying[match.end(1) :]}"
    known = [player for player in seats.ring if key_of(player).startswith(new)]
    away = [player for player in known if player not in seats.present]
    if not known:
        away = known = [player for player in others if key_of(player).startswith(new)]
        before = f"{listed(away, 'or')} has played on other evenings"
    else:
        before = f"{listed(away, 'or')} has sat here before"
    if known:
        back = "".join(f"{name(player)} joins, " for player in away[:MOST_KNOWN]) + ("or " if away else "")
        sits = before if away else f"{listed(known)} is at the table already"
        sentence = f"{saying}: {sits}, and {match[1]} would be somebody new"
        raise Refusal(Code.BAD_NAME, sentence, f'Say {back}"{match[1]}" joins for somebody new')
    if match[1].islower() and seats.ring and all(player[0].isupper() for player in seats.ring):
        return f"{saying[0].upper()}{saying[1:]}"
    return saying


def place_in(line: Sequence[tuple[int, str]], saying: str) -> int:
    """Return the place in a line, from 1, of the last saying with this text."""
    return max(place for place, (_, text) in enumerate(line, 1) if text == saying)


def _after(trial: Callable[[], CommandBatch], before: Iterable[tuple[int, str]]) -> CommandBatch:
    """Return a copy of the evening in which sayings were told."""
    batch = trial()
    for line, saying in before:
        batch.say(line, saying)
    return batch


def _with_signs(batch: CommandBatch, saying: str) -> str:
    """Return a saying with the signs left out: `sits out` is `sits-out`."""
    from ledger.recorder.spoken import Spoken, with_colon

    if " " not in saying:
        return saying
    if '"' in saying:
        return with_colon(saying)
    return Spoken(saying, batch, shorthand_of(batch)).with_hyphens()


def _in_other_words(batch: CommandBatch, saying: str, trial: Callable[[], CommandBatch]) -> list[str]:
    """Return the sayings that people mean by other words than those of the notation, if any."""
    from ledger.recorder.spoken import Spoken

    spoken = Spoken(saying, batch, shorthand_of(batch)).in_other_words(_spelled_out, trial)
    return [] if spoken == [saying] else spoken


def _with_names(batch: CommandBatch, saying: str) -> str:
    """Return a saying that cannot be read with its names in full.

    What a correction says is read as things were then.
    """
    from ledger.recorder.spoken import Spoken, corrected

    if (correction := corrected(saying)) is not None:
        begins, number, said = correction
        return f"{begins}{_spelled_out_at(batch, number, said)}"
    return Spoken(saying, batch, shorthand_of(batch)).with_names()


def _spelled_out_at(batch: CommandBatch, number: int, saying: str) -> str:
    """Return the full saying that a person means, as things stood before an event."""
    from ledger.recorder.spoken import Spoken, in_pairs

    if batch.replay.outcome(number) is None:
        return saying
    short = shorthand_at(batch, number)
    spelled = short.spelled_out(saying)
    if spelled == saying or not batch.reads(spelled):
        spelled = Spoken(spelled, batch, short).with_names()
    if not batch.reads(spelled) and (pairs := in_pairs(saying, _word_at(batch, number))) != saying:
        return short.spelled_out(pairs)
    return spelled


def _word_at(batch: CommandBatch, number: int) -> str:
    """Return the word that an event in effect begins with."""
    told = next(event.event for event in reversed(batch.evening.effective) if event.number == number)
    return write(told, batch.evening.money).split()[0]


def _as_the_turn_takes_it(batch: CommandBatch, saying: str, trial: Callable[[], CommandBatch], typed: str) -> str:
    """Return a saying that cannot stand in the words in which it can, if there are any.

    That is with the verb that it leaves out, `Bob 3` as `Bob stakes 3`, or without words that people add, `Bob takes
    the pope`. What was `typed` may be meant in other words, `d 21` as `Dan vingt-un`.
    """
    from ledger.language.terse import terse_saying
    from ledger.recorder.spoken import Spoken, has_other_words

    game = batch.evening.game
    if game is None or game.turn.pause or len(saying.split()) > MOST_WORDS:
        return saying
    terse: str | None = None
    with suppress(Refusal):
        terse = terse_saying(shorthand_of(batch), saying, of_the_turn=True)
    others = [text for text in dict.fromkeys((typed, saying)) if has_other_words(text)]
    if (terse in (None, saying) and not others) or _would_stand(trial(), (), saying):
        return saying
    if terse is not None and _would_stand(trial(), (), terse):
        return terse
    for text in others:
        if meant := Spoken(text, batch, shorthand_of(batch)).by_other_words(_spelled_out, trial):
            return meant[0]
    return terse or saying  # if none can stand, the reason is that of what was meant


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
        if len(perhaps.sayings) != 1:
            raise
        of_the_player = perhaps.sayings[0]
        with suppress(Refusal):
            of_the_player = _spelled_out(batch, of_the_player)
        try:
            (trial() if trial else batch).say(1, of_the_player)
        except RefusedLine as refused:
            raise perhaps.because(refused.refusal.sentence) from refused
        if trial is None or _would_stand(trial(), (), perhaps.clear):
            raise perhaps.or_else(of_the_player) from None
        return of_the_player


def _spelled_out(batch: CommandBatch, saying: str) -> str:
    """Return the full saying that a person means, as things stand."""
    if saying.lower() in REDO:
        if saying.lower() != REDO[0]:
            shorthand_of(batch).see_clear(saying, REDO[0])
        return batch.redo()
    if batch.reads(saying):
        return saying
    from ledger.recorder.spoken import Spoken

    short = shorthand_of(batch)
    spelled = short.spelled_out(saying)
    Spoken(saying, batch, short).see_no_player(spelled)
    return spelled


def shorthand_of(batch: CommandBatch, shared: bool = False) -> "Shorthand":
    """Return what short sayings are read by, as things stand; `shared` as in `offers`."""
    return _shorthand_of(batch, batch.evening, batch.number, batch.reader.words.in_hand(), shared)


def shorthand_at(batch: CommandBatch, number: int) -> "Shorthand":
    """Return what short sayings are read by, as things stood before an event."""
    return _shorthand_of(batch, batch.replay.before(number), number - 1, batch.reader.words.at(number)())


def _shorthand_of(
    batch: CommandBatch, evening: Evening, number: int, vocabulary: Vocabulary, shared: bool = False
) -> "Shorthand":
    from ledger.language.shorthand import Shorthand

    offered = offers(evening, number, shared)
    asked = evening.game.turn.who if evening.game else ()
    seated, known = evening.seats.seated, batch.reader.names
    words = evening.game.turn.words(evening.money) if evening.game else []
    return Shorthand(
        offered.forms, offered.around, asked, seated, known, evening.money, vocabulary, evening.called, words
    )
