"""What a form offers is taken, or stopped by a card that was never said; and what is taken has a form that offers it."""

import re
from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger import forms
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Outcome
from ledger.events import Counted, Deal, DealEvent, Draws, Event, Left, PlayEvent, Says, Takes, Tricks, Wins
from ledger.forms import AnySlot, Form, put_together
from ledger.games.language import Reader, write
from ledger.games.registry import GAMES
from ledger.interchange.script import replay_script
from ledger.money import Money, MoneyError
from ledger.notation.writing import name
from ledger.refusals import Code, Refusal
from ledger.simulation import RandomChooser, say_something
from tests.rig import EVENINGS, EXAMPLES, random_evening

SAYINGS = 40
"""So many sayings are told in each random evening."""
TRIED = 3
"""So many offers are tried before each."""


def offered(evening: Evening) -> list[Form]:
    """Everything that the game offers now: the forms of its turn, and of what may be said around it."""
    assert evening.game
    around = [may for may in evening.game.deal.around() if hasattr(may, "forms")]
    return [*evening.game.turn.forms(), *(form for may in around for form in may.forms())]


def copy_of(evening: Evening) -> Evening:
    return Evening.resume(evening.checkpoint())


def so_far(evening: Evening) -> str:
    """The evening as it would be typed."""
    return "\n".join(write(counted.event, evening.money) for counted in evening.counted)


# An offer is a promise


def try_offers(evening: Evening, chooser: RandomChooser) -> None:
    """Say something of some of the forms, each to an evening that stands as this one does."""
    trial, offers = copy_of(evening), offered(evening)
    for _ in range(TRIED if offers else 0):
        form = chooser.choose(offers)
        saying = put_together(chooser.choose(form.who) if form.who else "", form.slots, chooser, evening.money)
        assert saying is not None, f"nothing can be said of {form}"
        event = Reader(evening.money, evening.seats.ring).read(saying)
        try:
            trial.tell(Counted(len(evening.counted) + 1, event))
        except Refusal as refusal:
            broken = f"{so_far(evening)}\n{saying}: offered, and refused: {refusal.sentence}"
            assert refusal.code is Code.CARD, broken
            continue
        trial = copy_of(evening)


# What is taken was offered


def places(text: str) -> list[str]:
    """The parts of a saying: its words, and the signs that are written without blanks around them."""
    return re.findall(r'"(?:\\.|[^"\\])*"|[:=,]|\+(?=[a-z])|[^\s":=,+]+|\+[^\s"]+', text)


class Fitting:
    """Whether a saying fits the slots of a form, in every way that it may be laid out over them."""

    def __init__(self, money: Money) -> None:
        self.money = money

    def rest(self, slots: tuple[AnySlot, ...], parts: list[str]) -> Iterator[list[str]]:
        """What may be left over of the parts when the slots have had theirs."""
        if not slots:
            yield parts
            return
        first, others = slots[0], slots[1:]
        if first.optional:
            yield from self.rest(others, parts)
        for left in self.of_repeated(first, parts) if first.repeat else self.of_one(first, parts):
            yield from self.rest(others, left)

    def of_repeated(self, slot: AnySlot, parts: list[str]) -> Iterator[list[str]]:
        for left in self.of_one(slot, parts):
            yield left
            if len(left) < len(parts):
                glue = left[1:] if left and left[0] == "," and not isinstance(slot, forms.Group) else left
                yield from self.of_repeated(slot, glue)

    def of_one(self, slot: AnySlot, parts: list[str]) -> Iterator[list[str]]:
        if isinstance(slot, forms.Group):
            yield from self.rest(slot.slots, parts)
        elif isinstance(slot, forms.Cards | forms.Players):
            known = {str(card) for card in slot.among} if isinstance(slot, forms.Cards) else set(map(name, slot.among))
            number = next((place for place, part in enumerate(parts) if part not in known), len(parts))
            for size in range(min(slot.high, number), slot.low - 1, -1):
                yield parts[size:]
        elif isinstance(slot, forms.Said) and " " in slot.text:
            words = slot.text.split()
            if parts[: len(words)] == words:
                yield parts[len(words) :]
        elif parts and self.is_one(slot, parts[0]):
            yield parts[1:]

    def is_one(self, slot: AnySlot, part: str) -> bool:
        match slot:
            case forms.Word():
                return part in slot.words
            case forms.Said():
                return part == slot.text
            case forms.Number():
                return part.isdigit() and slot.low <= int(part) <= slot.high
            case forms.Amount():
                return self.is_amount(slot, part)
            case forms.Player():
                return part in map(name, slot.among)
            case forms.Text():
                return part.startswith('"')
        return False

    def is_amount(self, slot: forms.Amount, part: str) -> bool:
        """An amount of the range; what is finer than whole counters is taken, and not offered."""
        sign = -1 if part.startswith("-") else 1
        try:
            amount = sign * self.money.read(part.lstrip("+-"))
        except MoneyError:
            return False
        return slot.low - slot.step < amount and (slot.high is None or amount < slot.high + slot.step)


def fits(form: Form, saying: str, money: Money) -> bool:
    """Whether a saying can be put together from a form."""
    parts = places(saying)
    if form.who:
        speaker = next((player for player in form.who if parts[:1] == [name(player)]), None)
        if speaker is None:
            return False
        parts = parts[1:]
    return any(not left for left in Fitting(money).rest(form.slots, parts))


def check_offered(before: Evening, outcome: Outcome) -> None:
    """See that what was taken could have been put together from what was offered, where its turn was asked."""
    assert before.game
    forms_then = offered(before)
    for default in outcome.answered:
        before.game.tell(default, assumed=True)
    problem = f"{so_far(before)}\n{write(outcome.event, before.money)}: taken, and not offered"
    assert is_offered(outcome.event, [*offered(before), *forms_then], before), f"{problem} at: {before.game.turn.asks}"


def is_offered(event: Event, offers: Sequence[Form], before: Evening) -> bool:
    """Whether what was taken could have been put together from these forms."""
    assert before.game
    saying = re.sub(" 1 card$", " 1 cards", write(event, before.money))  # one card may be bought as cards too
    if isinstance(event, Tricks):  # taken in any order, and without those after the trick that decided
        fitting = any(form.slots[:1] == forms.fixed("tricks") for form in offers)
    elif isinstance(event, Left):  # taken in any order
        order = before.game.deal.others_dealt()
        sorted_left = Left(tuple(sorted(event.counts, key=lambda count: order.index(count[0]))), event.marks)
        fitting = any(fits(form, write(sorted_left, before.money), before.money) for form in offers)
    elif isinstance(event, Takes) and len(event.things) > 1:  # several chances in one saying: each by itself
        alone = (write(Takes(event.player, (thing,)), before.money) for thing in event.things)
        fitting = all(any(fits(form, one, before.money) for form in offers) for one in alone)
    elif (
        isinstance(event, Draws | Says) and len(event.numbers) > 1 and getattr(event, "word", "") != "card"
    ):  # several knobs: each by itself
        alone = (write(msgspec.structs.replace(event, numbers=(one,)), before.money) for one in event.numbers)
        fitting = all(any(fits(form, one, before.money) for form in offers) for one in alone)
    elif isinstance(event, Wins) and len(event.marks) > 2:  # three sorts of lines: each by itself
        alone = (write(Wins(event.player, marks=(mark,)), before.money) for mark in event.marks)
        fitting = all(any(fits(form, one, before.money) for form in offers) for one in alone)
    elif isinstance(event, Wins):  # lines are named in any order
        orders = (write(Wins(event.player, event.what, order), before.money) for order in permutations(event.marks))
        fitting = any(fits(form, one, before.money) for one in orders for form in offers)
    elif isinstance(event, Deal):  # cards turned up are taken in any order
        orders = (write(Deal(event.dealer, order), before.money) for order in permutations(event.turn_up))
        fitting = any(fits(form, one, before.money) for one in orders for form in offers)
    else:
        fitting = any(fits(form, saying, before.money) for form in offers)
    return fitting


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=max(3, EXAMPLES // 30), deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_offers_are_promises_and_nothing_else_is_taken(game, seed):
    chooser = RandomChooser(seed)
    evening = random_evening(game, chooser)
    if evening is None:
        return
    for _ in range(SAYINGS):
        try_offers(evening, chooser)
        before = copy_of(evening)
        outcome = say_something(evening, chooser, len(evening.counted) + 1, around=True)
        if outcome is None or evening.game is None:
            return
        check_offered(before, outcome)


@pytest.mark.parametrize("game", GAMES)
def test_what_people_said_was_offered(game):
    """The sheets' own evenings and those of the tests hold what a random evening seldom comes to."""
    for script in sorted((EVENINGS / game).glob("*.evening")):
        for before, outcome in told(script):
            if isinstance(outcome.event, PlayEvent | DealEvent) and before.game:
                check_offered(before, outcome)


def told(script: Path) -> Iterator[tuple[Evening, Outcome]]:
    """Tell a script anew, as it was put right; gives what was before each saying, and what became of it."""
    evening = Evening()
    for counted in replay_script(script.read_text(encoding="utf-8"), script.name).evening.counted:
        before = copy_of(evening)
        yield before, evening.tell(counted)
