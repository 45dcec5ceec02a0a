"""A line to type where a correction makes a later event wrong: it was tried, and fits."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields

import msgspec

from ledger.core.events import AnyEvent, Begin, EffectiveEvent
from ledger.core.money import Money
from ledger.core.names import name
from ledger.core.refusals import RefusedLine, listed
from ledger.evening.fold import Evening
from ledger.games.language import vocabulary_of, write
from ledger.language.forms import joined
from ledger.language.grammar import VERBS
from ledger.language.slots import Slots
from ledger.language.tokens import sayings_in
from ledger.log.commands import CommandBatch
from ledger.log.replay import NoLongerFits, Replay

CORRECTION = re.compile(
    r'(amend|insert|void)\s+([0-9]{1,9})\s+("(?:[^"\\]|\\.)*")(?:\s*:\s*(.+))?', re.IGNORECASE | re.DOTALL
)
MOST_TRIED = 24
"""The greatest number of lines that are tried."""
MOST_TOGETHER = 4
"""The greatest number of corrections in a line that still helps."""
PASSES = VERBS["passes"][0].word
"""Tried last, because nobody corrects an event to say that nothing was said."""
FURTHER = 4
"""The number of later events before which an insert is tried."""
LEFT_OUT = (None, False, 0)
"""The values of an option by which a game does without something."""
MOST_SUMS = 12
"""The greatest number of later sums that are corrected in one line."""
MOST_EVENTS = 1_000
"""The number of events of an evening above which nothing is tried, because it would take too long."""


@dataclass(frozen=True)
class OtherSum:
    """A sum of a later deal that follows from a corrected stack."""

    event: EffectiveEvent
    """The event that used the stack, with the sum that it has now."""
    deal: int
    was: int
    now: int


@dataclass(frozen=True)
class FollowedStacks:
    """Corrections together with those of the later sums that used a corrected stack."""

    corrections: Sequence[str]
    sums: Sequence[OtherSum]

    @property
    def line(self) -> str:
        """Return all corrections in one line."""
        return "; ".join(self.corrections)

    def question(self, money: Money) -> str:
        """Return what somebody is asked before all of it is written."""
        clauses = [f"{money.show(other.now)} instead of {money.show(other.was)}" for other in self.sums]
        if len(self.sums) == 1:
            return f"deal {self.sums[0].deal} used this stack: {clauses[0]} there too?"
        each = [f"{clause} in deal {other.deal}" for clause, other in zip(clauses, self.sums, strict=True)]
        return f"later deals used this stack: {listed(each)} too?"


def follow_stacks(refused: RefusedLine, trial: Callable[[], CommandBatch]) -> FollowedStacks | None:
    """Return refused corrections with the later sums that used a stack; None if that is not all.

    `trial` makes a copy of the evening as it stands.
    """
    why, now = refused.refusal, trial()
    line, sums = list(sayings_in(refused.text.strip())), list[OtherSum]()
    if not (match := CORRECTION.fullmatch(line[0])) or now.number > MOST_EVENTS:
        return None
    while isinstance(why, NoLongerFits) and len(sums) < MOST_SUMS:
        for other in _other_sums(why, now.replay):
            saying = write(other.event.event, now.evening.money)
            longer = [*line, f"amend {why.event} {match[3]}: {saying}"]
            further = trial().why_not(longer)
            if further is None:
                return FollowedStacks(longer, [*sums, other])
            if isinstance(further, NoLongerFits) and further.event > why.event:
                line, sums, why = longer, [*sums, other], further
                break
        else:
            return None
    return None


def _other_sums(why: NoLongerFits, replay: Replay) -> Iterator[OtherSum]:
    """Yield a later event with another sum, for each player with another stack now."""
    event = next((known for known in replay.evening.effective if known.number == why.event), None)
    if event is None or event.event != why.said or why.game is None:
        return
    before = replay.before(why.event)
    for player in why.game.table.playing:
        held = before.game.table.in_front(player) if before.game else None
        if held is None or not (change := (why.game.table.in_front(player) or 0) - held):
            continue
        for was in _sums_of(event.event, player):
            now = was + change
            other = msgspec.structs.replace(event, event=_with_sum(event.event, was, now))
            yield OtherSum(other, before.books.deal, was, now)


def _sums_of(event: AnyEvent, player: str) -> set[int]:
    """Return the sums that an event names for a player."""
    own = {getattr(event, "amount", None)} if getattr(event, "player", None) == player else set()
    each = {amount for name, amount in getattr(event, "amounts", ()) if name == player}
    return {amount for amount in own | each if isinstance(amount, int)}


def _with_sum(event: AnyEvent, was: int, now: int) -> AnyEvent:
    """Return an event with another sum in each place of one: a caller puts in as much."""
    changes: dict[str, object] = {"amount": now} if getattr(event, "amount", None) == was else {}
    if amounts := getattr(event, "amounts", ()):
        changes["amounts"] = tuple((name, now if amount == was else amount) for name, amount in amounts)
    return msgspec.structs.replace(event, **changes)


def line_that_fits(refused: RefusedLine, trial: Callable[[], CommandBatch]) -> str:
    """Return a line by which the refused corrections stand; empty if none is found.

    `trial` makes a copy of the evening as it stands. The search goes on from the line that gets furthest in the log.
    """
    if stacks := follow_stacks(refused, trial):
        return stacks.line
    why, now = refused.refusal, trial()
    line = tuple(sayings_in(refused.text.strip()))
    if not isinstance(why, NoLongerFits) or not all(map(CORRECTION.fullmatch, line)) or now.number > MOST_EVENTS:
        return ""
    tried, waiting = 0, [(line, why)]
    while waiting:
        line, why = min(waiting, key=lambda known: (-known[1].event, len(known[0])))
        waiting.remove((line, why))
        for longer in _lines(line, why, now):
            if (tried := tried + 1) > MOST_TRIED:
                return ""
            further = trial().why_not(longer)
            if further is None:
                return "; ".join(longer)
            if isinstance(further, NoLongerFits) and why.event < further.event <= now.number:
                waiting += [(longer, further)] if len(longer) < MOST_TOGETHER else []
    return ""


def _lines(line: tuple[str, ...], why: NoLongerFits, now: CommandBatch) -> Iterator[tuple[str, ...]]:
    """Yield lines that may fit: the fact elsewhere, or with its effect on the event after it."""
    match = CORRECTION.fullmatch(line[0])
    assert match is not None, "every saying of the line is a correction"
    verb, number, reason, said = match.groups()
    if verb.lower() == "insert" and len(line) == 1:
        for place in range(int(number) + 1, int(number) + 1 + FURTHER):
            yield (f"insert {place} {reason}: {said}",)
    offered = sorted(_offered(why), key=lambda of_whom: of_whom[1] == PASSES)
    whose = getattr(why.said, "player", None)
    if verb.lower() == "amend" and int(number) == why.event:
        for who, words in offered:
            for player in who or ("",):
                yield f"insert {number} {reason}: {f'{name(player)} ' if player else ''}{words}", *line
        return
    for who, words in offered:
        if who and whose:
            yield *line, f"amend {why.event} {reason}: {name(whose)} {words}"
    for player in now.evening.seats.seated if whose else ():
        if player != whose:
            same = write(msgspec.structs.replace(why.said, player=player), now.evening.money)
            yield *line, f"amend {why.event} {reason}: {same}"
    if whose:
        yield *line, f"void {why.event} {reason}"


def others_than(replay: Replay, number: int) -> Iterator[str]:
    """Yield sayings that an event might have been instead: another word, player or sum."""
    evening = replay.before(number)
    event = next(effective.event for effective in replay.evening.effective if effective.number == number)
    said, whose = write(event, evening.money), getattr(event, "player", None)
    for form in evening.game.turn.forms() if evening.game and whose else ():
        yield from (f"{name(whose)} {words}" for words in _in_words(form.slots) if whose in form.who)
    for player in evening.seats.seated if whose else ():
        if player != whose:
            yield write(msgspec.structs.replace(event, player=player), evening.money)
    if isinstance(amount := getattr(event, "amount", None), int):
        other = amount + evening.money.step
        if (saying := write(msgspec.structs.replace(event, amount=other), evening.money)) != said:
            yield saying


def _offered(why: NoLongerFits) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield what could be said before the event, in words alone, and by whom."""
    for form in why.turn.forms() if why.turn else ():
        yield from ((form.who, words) for words in _in_words(form.slots))


def _in_words(slots: Slots) -> Iterator[str]:
    """Yield the sayings of a form that has only words."""
    texts = [words for slot in slots if (words := slot.says())]
    if len(texts) == len(slots) == 1:
        yield from texts[0]
    elif len(texts) == len(slots):
        yield joined(words[0] for words in texts)


def line_with_option(evening: Evening, words: Sequence[str]) -> str:
    """Return how the game is given the option of a word; empty where none is missing.

    A word stands for an option if it is another form of the option's name: `rebuy` of `rebuys`.
    """
    game = evening.game
    if game is None or len(words) < 2:
        return ""
    vocabulary = vocabulary_of(game.registered)
    word = vocabulary.canonical(words[1])
    options = [field.name for field in fields(game.options) if vocabulary.canonical(field.name) == word != field.name]
    missing = [option for option in options if getattr(game.options, option) in LEFT_OUT]
    begun = [effective for effective in evening.effective if isinstance(effective.event, Begin)]
    if not missing or not begun:
        return ""
    return f'Say amend {begun[-1].number} "WHY": {write(begun[-1].event, evening.money)} {missing[0]}=…'
