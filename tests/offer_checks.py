"""Shared by the tests of offers: random evenings, place by place, and whether a saying fits a form.

A walk goes from the empty table to a close and a reopening. At each place a test may try the offers on a copy of the
evening; then a random saying is applied, and the walk goes on.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import msgspec

from ledger.core.books import BANK
from ledger.core.events import (
    Begin,
    Close,
    DealEvent,
    EffectiveEvent,
    End,
    Event,
    OpenEvening,
    PlayEvent,
    RecordedEvent,
    Reopen,
    SeatPlayers,
)
from ledger.core.money import Money, MoneyError
from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.evening.fold import Evening
from ledger.games.language import Reader, vocabulary, write
from ledger.games.registry import game_named
from ledger.interchange.script import replay_script
from ledger.language.examples import written
from ledger.language.forms import joined
from ledger.language.names import name
from ledger.language.shorthand import Shorthand
from ledger.language.slots import (
    Amount,
    AnySlot,
    Cards,
    Form,
    Group,
    Literal,
    Number,
    Option,
    Player,
    Players,
    Saying,
    Text,
    Word,
    stand_together,
    stands_anywhere,
)
from ledger.log.commands import CommandBatch, pins
from ledger.log.replay import Replay
from ledger.projections.offers import Offers, assumed, offers
from ledger.testing.random_evenings import NAMES, RandomChooser, random_options, say_something
from tests.rig import EVENINGS, EXAMPLES, TIMES, asked_for

SAYINGS = 20
"""The most sayings of a game in a random evening."""
MOST_PLAYERS = 6
MONEY_SAID = OpenEvening("Random", None, None, "lsd", 4)
"""An opening with a money, which no form offers."""


def evenings_tried(few: int) -> range:
    """Return the seeds of the random evenings: a few, or a thousand with `pytest --hundreds 10`.

    CARD_LEDGER_EVENINGS says how many, or which: `200`, or `1000-2000`.
    """
    many = EXAMPLES if EXAMPLES >= 1000 else few * TIMES
    return asked_for("CARD_LEDGER_EVENINGS", many)


def so_far(evening: Evening) -> str:
    """Return the evening as a script."""
    return "\n".join(write(counted.event, evening.money) for counted in evening.effective)


def copy_of(evening: Evening) -> Evening:
    """Return a copy of the evening with its deal in hand, but without older events."""
    return evening.copy()


# Walking through an evening


@dataclass
class Place:
    """A place in a random evening, and the offers there."""

    evening: Evening
    found: Offers
    chooser: RandomChooser
    newest: int

    def fitting(self, event: Event, assumes: str | None = None) -> bool:
        """Return whether the offers include this event, after the defaults that it assumed."""
        saying = write(event, self.evening.money)
        return any(
            fits(form, saying, self.evening) and assumes in (None, form.assumes)
            for form in (*self.found.forms, *self.found.around)
        )

    def said(self, saying: str) -> tuple[Code | None, str, str]:
        """Apply a saying to a copy of the evening; return its refusal code, the reason and the defaults."""
        try:
            event = self.reader().read(saying)
        except Refusal as refusal:
            return refusal.code, refusal.sentence, ""
        assert event is not None
        return self.told(event)

    def told(self, event: Event) -> tuple[Code | None, str, str]:
        """Apply an event to a copy of the evening, as `said` does."""
        if isinstance(event, forms_of_correcting()):
            return self.corrected(write(event, self.evening.money))
        trial = copy_of(self.evening)
        try:
            if event == Close() and not trial.books.pools and trial.opening is not None:
                trial.bank.refuse_uneven(trial.money)
            outcome = trial.apply(EffectiveEvent(self.newest + 1, event, pins(event, trial)))
        except Refusal as refusal:
            return refusal.code, refusal.sentence, ""
        return None, "", assumed(outcome.answered, self.evening.money)

    def corrected(self, saying: str) -> tuple[Code | None, str, str]:
        """Apply a correction to a log that stands as this evening does."""
        recorded = [
            RecordedEvent(effective.number, effective.event, pinned=effective.pinned)
            for effective in self.evening.effective
        ]

        replay = Replay()
        replay.add(recorded)
        sayings = CommandBatch(replay, self.reader(), live=True)
        try:
            sayings.say(1, saying)
            sayings.finish()
        except RefusedLine as refused:
            return refused.code, refused.message, ""
        return None, "", ""

    def reads(self, line: str) -> bool:
        """Return whether a line is full notation with known words."""
        replay = Replay()
        replay.evening = self.evening
        return CommandBatch(replay, self.reader()).reads(line)

    def reader(self) -> Reader:
        """Return a reader that knows all present and past players."""
        return reader_for(self.evening)


def reader_for(evening: Evening) -> Reader:
    """Return a reader that knows all present and past players."""
    people = [player for player in evening.books.balances if player != BANK]
    reader = Reader(evening.money, people, evening.game.game.name if evening.game else None)
    reader.seated, reader.called = lambda: evening.seats.seated, lambda: evening.called
    return reader


@cache
def forms_of_correcting() -> tuple[type[Event], ...]:
    """The kinds of correction."""
    from ledger.core.events import CORRECTIONS

    return CORRECTIONS


def shorthand_of(place: Place) -> Shorthand:
    """What expands shorthand at a place."""
    evening, offered = place.evening, place.found
    known = [player for player in evening.books.balances if player != BANK]
    asked = evening.game.turn.who if evening.game else ()
    return Shorthand(
        offered.forms, offered.around, asked, evening.seats.seated, known, evening.money, vocabulary(), evening.called
    )


class Walk:
    """One random evening, drawn by a seed, from the empty table to a close and a reopening."""

    def __init__(self, game: str, seed: int) -> None:
        self.game = game
        self.chooser = RandomChooser(seed)
        self.evening = Evening()

    def places(self) -> Iterator[Place]:
        """Yield every place of the evening; then apply a random saying there."""
        chooser, rules = self.chooser, game_named(self.game)
        yield from self.then(OpenEvening("Random") if chooser.number(0, 2) else MONEY_SAID)
        low, high = max(rules.players[0], 2), rules.players[1]
        most = MOST_PLAYERS if chooser.number(0, 9) else 12
        number = chooser.number(low, min(high or most, most))
        yield from self.then(SeatPlayers(NAMES[:number]))
        yield from self.then(*self.beginnings())
        for _ in range(SAYINGS if self.evening.game else 0):
            place = self.here()
            yield place
            asks = self.evening.game.turn.asks if self.evening.game else ""
            outcome = say_something(self.evening, chooser, place.newest + 1, interruptions=True)
            if outcome is None:
                break
            offered = place.fitting(outcome.event, assumed(outcome.answered, self.evening.money))
            assert offered, f"{so_far(self.evening)}\nthe last was taken, and not offered: {asks}"
            if self.evening.game is None:
                break
        yield from self.over()

    @staticmethod
    def along(events: Sequence[EffectiveEvent]) -> Iterator[tuple[Place, Event, str]]:
        """Yield every place of a recorded evening, with the event there and the defaults before it."""
        walk = Walk("nap", 0)
        for counted in events:
            place = walk.here()
            outcome = walk.evening.apply(counted)
            yield place, counted.event, assumed(outcome.answered, walk.evening.money)

    def beginnings(self) -> Iterator[Event]:
        """Yield beginnings of the game with random options, and at last with the default options."""
        for _ in range(20):
            yield Begin(self.game, random_options(game_named(self.game), self.chooser))
        yield Begin(self.game)

    def over(self) -> Iterator[Place]:
        """End the game, close and reopen the evening, and begin another game."""
        if self.evening.game is not None:
            yield from self.then(End(), End("divide"), End("leave"))
        if self.evening.game is None:
            yield from self.then(Close(), Close("split"))
            yield from self.then(Reopen("one more"))
            yield from self.then(*self.beginnings())
            yield self.here()

    def then(self, *events: Event) -> Iterator[Place]:
        """Yield this place; then apply the first of these events that is allowed, and check that it was offered."""
        place = self.here()
        yield place
        for event in events:
            try:
                outcome = self.evening.apply(EffectiveEvent(place.newest + 1, event, pins(event, self.evening)))
            except Refusal:
                continue
            offered = place.fitting(event, assumed(outcome.answered, self.evening.money))
            assert offered or event == MONEY_SAID, f"{so_far(self.evening)}\nthe last was taken, and not offered"
            return

    def here(self) -> Place:
        """Return the place where the evening stands."""
        newest = len(self.evening.effective)
        return Place(self.evening, offers(self.evening, newest), self.chooser, newest)


# Short sayings


def every_short_one(player: str, slots: Sequence[AnySlot], money: Money) -> Iterator[str]:
    """Yield the sayings of a form without repetition: all words and players, the ends of long ranges."""
    for parts in _ways(tuple(slots), money):
        yield joined([*([name(player)] if player else []), *parts])


def _ways(slots: tuple[AnySlot, ...], money: Money) -> Iterator[tuple[str, ...]]:
    if not slots:
        yield ()
        return
    first, rest = slots[0], slots[1:]
    for parts in ((), *_each(first, money)) if first.optional else _each(first, money):
        for further in _ways(rest, money):
            if len({*parts, *further}) == len(parts) + len(further) or not isinstance(first, Cards):
                yield (*parts, *further)


def _each(slot: AnySlot, money: Money) -> Iterator[tuple[str, ...]]:
    match slot:
        case Group(repeat=True) | Saying() | Option():
            return
        case Group():
            yield from _ways(slot.slots, money)
        case Literal():
            yield (slot.text,)
        case Word():
            yield from ((word,) for word in slot.words)
        case Player():
            yield from ((name(player),) for player in slot.among)
        case Players():
            yield from (tuple(map(name, chosen)) for chosen in combinations(slot.among, slot.low))
        case Number():
            yield from ((str(number),) for number in range(slot.low, min(slot.high, slot.low + 20) + 1))
        case Amount():
            low = slot.low if slot.low > 0 else max(slot.low, 0)
            ends = (low, low + slot.step, slot.high if slot.high is not None else low)
            fit = [amount for amount in dict.fromkeys(ends) if slot.high is None or amount <= slot.high]
            yield from ((written(slot, amount, money),) for amount in fit)
        case Cards():
            if slot.low == 1:
                yield from ((str(card),) for card in slot.among)
            else:
                chosen = next((some for some in combinations(slot.among, slot.low) if stand_together(slot, some)), ())
                yield tuple(map(str, chosen))
        case Text():
            yield ('"late"',)


# What a sheet's evenings have said


@cache
def said_in_scripts(game: str) -> tuple[str, ...]:
    """Return every saying about deals in the stored evenings of a game."""
    sayings: dict[str, Event] = {}
    for script in sorted((EVENINGS / game).rglob("*.evening")):
        for event in events_of(script):
            if isinstance(event, PlayEvent | DealEvent):
                sayings.setdefault(write(event, Money("counters", 1)), event)
    return tuple(sayings)


def events_of(script: Path) -> list[Event]:
    """Return the events of a script up to the first that is refused."""
    lines = script.read_text(encoding="utf-8").splitlines()
    for size in (len(lines), len(lines) - 1):
        try:
            return [effective.event for effective in replay_script("\n".join(lines[:size]), "x").evening.effective]
        except RefusedLine:
            continue
    return []


def names_changed(saying: str, players: Sequence[str], chooser: RandomChooser) -> str:
    """Return the saying with other players in place of those it names."""
    left, given = [name(player) for player in players], dict[str, str]()
    parts = []
    for part in saying.split(" "):
        word, marked, rest = part.partition("+") if part[:1].isalpha() else (part, "", "")
        if word in NAMES and left:
            if word not in given:
                given[word] = left.pop(chooser.number(0, len(left) - 1))
            word = given[word]
        parts.append(word + marked + rest)
        if not left:
            left = [name(player) for player in players]
    return " ".join(parts)


# Whether a saying can be put together from a form


def places_in(text: str) -> list[str]:
    """Return the words of a saying, and the signs that are written without spaces."""
    return re.findall(r'"(?:\\.|[^"\\])*"|[:=,]|\+(?=[a-z])|[^\s":=,+]+|\+[^\s"]+', text)


class Assignment(NamedTuple):
    """One assignment of the words of a saying to slots."""

    parts: list[str]
    """The words not yet assigned."""
    cards: tuple[str, ...] = ()
    worth: int = 0
    """The sum of the numbers and amounts."""
    number: int = 0
    """The last number, or the number of the last cards."""

    def past(self, size: int) -> "Assignment":
        """Return the assignment with so many more words assigned."""
        return self._replace(parts=self.parts[size:])


class Begun:
    """A repeated slot, or one of several in any order, with what was assigned to it so far."""

    def __init__(self, slot: AnySlot, begun: Sequence[str] = (), worth: int = 0) -> None:
        self.slot = slot
        self.group = slot if isinstance(slot, Group) else None
        self.slots = self.group.slots if self.group else (msgspec.structs.replace(slot, repeat=False, optional=False),)
        self.begun = list(begun)
        self.worth = worth

    @property
    def times(self) -> int:
        return len(self.begun)

    @property
    def enough(self) -> bool:
        if not self.times:
            return self.slot.optional
        low, total = (self.group.low, self.group.total) if self.group and self.slot.repeat else (None, None)
        return self.times >= (low or 1) and (total is None or total[0] <= self.worth <= total[1])

    def may_begin(self, word: str) -> bool:
        """Return whether it may be repeated, beginning with this word."""
        high = (self.group.high if self.group else None) if self.slot.repeat else 1
        if high is not None and self.times >= high:
            return False
        first = self.slots[0]
        often = first.often.get(word, 1) if isinstance(first, Word) else 1
        once = isinstance(first, Word | Number | Player | Text)
        return not once or self.begun.count(word) < often

    def with_one(self, word: str, worth: int) -> "Begun":
        return Begun(self.slot, (*self.begun, word), self.worth + worth)


class Fitting:
    """Tries every assignment of a saying to the slots of a form."""

    def __init__(self, money: Money) -> None:
        self.money = money

    def fits(self, slots: Sequence[AnySlot], parts: list[str]) -> bool:
        """Return whether the words fill these slots, with none left over."""
        return any(not left.parts for left in self.rest(tuple(slots), Assignment(parts)))

    def rest(self, slots: tuple[AnySlot, ...], assignment: Assignment) -> Iterator[Assignment]:
        """Yield every assignment of words to these slots."""
        if not slots:
            yield assignment
            return
        first = slots[0]
        run = next((place for place, slot in enumerate(slots) if not stands_anywhere(slot)), len(slots))
        if first.repeat or run:
            run = max(run, 1)
            for left in self.among([Begun(slot) for slot in slots[:run]], assignment):
                yield from self.rest(slots[run:], left)
            return
        if first.optional:
            yield from self.rest(slots[1:], assignment)
        for left in self.once(first, assignment):
            yield from self.rest(slots[1:], left)

    def among(self, run: list["Begun"], assignment: Assignment) -> Iterator[Assignment]:
        """Yield every assignment to repeated slots, or to slots in any order."""
        if all(begun_slot.enough for begun_slot in run):
            yield assignment
        for place, begun_slot in enumerate(run):
            glued = begun_slot.times and assignment.parts[:1] == [","] and len(begun_slot.slots) == 1
            begun = assignment.past(1) if glued else assignment
            if not begun.parts or not begun_slot.may_begin(begun.parts[0]):
                continue
            for left in self.rest(begun_slot.slots, begun._replace(worth=0)):
                if len(left.parts) < len(begun.parts):
                    further = [*run[:place], begun_slot.with_one(begun.parts[0], left.worth), *run[place + 1 :]]
                    yield from self.among(further, left._replace(worth=assignment.worth + left.worth))

    def once(self, slot: AnySlot, assignment: Assignment) -> Iterator[Assignment]:
        parts = assignment.parts
        match slot:
            case Group():
                yield from self.rest(slot.slots, assignment)
            case Cards():
                yield from self.cards(slot, assignment)
            case Players():
                names = list(map(name, slot.among))
                size = 0
                while size < slot.high and parts[size:] and parts[size] in names and parts[size] not in parts[:size]:
                    size += 1
                yield from (assignment.past(few) for few in range(size, slot.low - 1, -1))
            case Literal():
                words = slot.text.split()
                if parts[: len(words)] == words:
                    yield assignment.past(len(words))
            case Option():
                if parts[:2] == [slot.name, "="] and self.is_value(slot, parts[2]):
                    yield assignment.past(3)
            case Number():
                number = int(parts[0]) if parts and parts[0].isdigit() else -1
                if slot.low <= number <= slot.high and (not slot.as_many or number == assignment.number):
                    yield assignment.past(1)._replace(worth=assignment.worth + number, number=number)
                elif parts and parts[0] in slot.or_words:
                    yield assignment.past(1)
            case Amount():
                if parts and (amount := self.amount(slot, parts[0])) is not None:
                    yield assignment.past(1)._replace(worth=assignment.worth + amount)
            case _:
                if parts and self.is_one(slot, parts[0]):
                    yield assignment.past(1)

    def cards(self, slot: Cards, assignment: Assignment) -> Iterator[Assignment]:
        known = {str(card): card for card in slot.among}
        texts: list[str] = []
        for part in assignment.parts[: slot.high]:
            if part not in known or (*assignment.cards, *texts).count(part) >= slot.often.get(known[part], 1):
                break
            texts.append(part)
        for size in range(len(texts), slot.low - 1, -1):
            together = stand_together(slot, [known[part] for part in texts[:size]])
            if together and (not slot.as_many or size == assignment.number):
                yield assignment.past(size)._replace(cards=(*assignment.cards, *texts[:size]), number=size)

    def is_one(self, slot: AnySlot, part: str) -> bool:
        match slot:
            case Word():
                return part in slot.words
            case Player():
                return part in map(name, slot.among)
        return isinstance(slot, Text)  # written without its quotes where a name needs none

    def is_value(self, slot: Option, part: str) -> bool:
        """Return whether an option may have this value: one of its words, or a number in its range."""
        if part in slot.words:
            return True
        if slot.amount:
            return slot.low is not None and self.money.read(part) >= 0
        if slot.low is None or not part.isdigit():
            return False
        return slot.low <= int(part) <= (int(part) if slot.high is None else slot.high)

    def amount(self, slot: Amount, part: str) -> int | None:
        """Return the amount if it is in the range; an amount finer than whole counters is taken, though not offered."""
        sign = -1 if part.startswith("-") else 1
        try:
            amount = sign * self.money.read(part.lstrip("+-"))
        except MoneyError:
            return None
        fits = slot.low - slot.step < amount and (slot.high is None or amount < slot.high + slot.step)
        return amount if fits else None


def fits(form: Form, saying: str, evening: Evening) -> bool:
    """Return whether a form can make this saying."""
    saying = re.sub(" 1 card$", " 1 cards", saying)  # one card may be bought as cards too
    parts = places_in(saying)
    if form.who:
        if parts[:1] not in [[name(player)] for player in form.who]:
            return False
        parts = parts[1:]
    return Fitting(evening.money).fits(form.slots, parts)
