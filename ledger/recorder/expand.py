"""Expand a typed line into full sayings, by what may be said just then."""

import re
from collections.abc import Callable, Iterable, Sequence

from ledger.core.names import key_of, name
from ledger.core.patterns import Pattern
from ledger.core.refusals import Code, Refusal, RefusedLine, listed
from ledger.evening.game_in_hand import AfterADeal
from ledger.log.commands import CommandBatch
from ledger.log.replay import NoLongerFits

BOTH, ALL_OF_IT = "both", "all of it"
"""The words for several corrections in one line: two, or more."""
MOST_STEPS = 500
"""So many times at the most a line is resolved into others."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def not_written(refused: RefusedLine, written: int, place: int = 0) -> RefusedLine:
    """Return the refusal of a saying after which nothing is written.

    The events up to `written` are recorded. The refusal does not advise to take back sayings of the same line; of
    several sayings in one line it names the `place`, from 1, of the refused one.
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

    By default that is the line to type: one that stands, if there is a `trial` and one is found. Before it stand the
    consequence, and the question that would come before the later event.
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
    number: int = 1,
    asks_for_sums: bool = False,
    bare_numbers: str = "",
) -> list[tuple[int, str]]:
    """Return the full sayings that a line stands for, to be recorded together.

    Each is resolved by what may be said once those before it were told, to a copy of the evening that `trial` makes;
    `elsewhere` gives who has sat at other tables of the club, and `number` is that of the line. `bare_numbers` tells
    whoever `asks_for_sums` what bare numbers are.

    Raises Refusal where one may mean more than one thing, and RefusedLine where one before another cannot stand.
    """
    from ledger.language.lexer import clipped
    from ledger.language.tokens import sayings_in  # wanted by whoever types
    from ledger.recorder.resolve import BareNumber, resolve, see_one_kind_of_sum, with_clear_sums

    nobody, steps = frozenset[str](), 0
    waiting, so_far = [(saying, nobody) for saying in sayings_in(line)], batch
    sayings: list[tuple[int, str]] = []
    while waiting:
        (saying, spoken), *waiting = waiting
        try:
            if asks_for_sums:
                see_one_kind_of_sum(saying, so_far)
                saying = with_clear_sums(saying, so_far, bare_numbers, spoken)
            resolved = resolve(so_far, saying, spoken)
            if (steps := steps + 1) > MOST_STEPS:
                raise Refusal(Code.UNREADABLE, f"{clipped(line)} stands for too many sayings", "Say less in one line")
            if not resolved.is_full or len(resolved.sayings) > 1:
                several = [(text, nobody) for text in resolved.sayings]
                if several and resolved.spoken:
                    several[-1] = (several[-1][0], resolved.spoken)
                waiting = [*several, *waiting]
                continue
            spelled = _with_newcomer(so_far, resolved.sayings[0], elsewhere)
        except Refusal as refusal:
            if not sayings or isinstance(refusal, BareNumber):
                raise
            unclear = RefusedLine(so_far.source, number, saying, refusal)
            raise not_written(unclear, batch.number, len(sayings) + 1) from refusal
        sayings.append((number, spelled))
        if waiting:
            so_far = trial() if so_far is batch else so_far
            try:
                so_far.say(number, spelled)
            except RefusedLine as refused:
                raise not_written(refused, batch.number, place_in(sayings, refused.text)) from refused
    return sayings


MOST_KNOWN = 3
"""The greatest number of known names that a newcomer's question lists."""
JOINING = Pattern(r"(\w+) joins\b", re.IGNORECASE)


def _with_newcomer(batch: CommandBatch, saying: str, elsewhere: Callable[[], Iterable[str]]) -> str:
    """Return the saying with the newcomer's name as it is written.

    It is written as at other tables of the club, or else with a capital like the others here. Raises Refusal if the
    newcomer is unknown and may be somebody who sits here, or has sat here or elsewhere.
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
