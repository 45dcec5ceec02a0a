"""What is offered is taken, what is taken was offered, and every completion ends in a saying that is taken."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ledger import forms
from ledger.books import BANK
from ledger.completion import continuations
from ledger.evening.fold import Evening
from ledger.events import Recorded
from ledger.forms import AnySlot, Form, as_json, put_together
from ledger.games.language import Reader, vocabulary
from ledger.games.registry import GAMES
from ledger.log.replay import Replay
from ledger.log.sayings import Sayings
from ledger.notation.writing import name
from ledger.refusals import Code, RefusedLine
from ledger.shorthand import Shorthand
from ledger.simulation import NAMES, RandomChooser, say_something
from ledger.views.offers import Offers, assumed, offers
from tests.rig import EXAMPLES, random_evening
from tests.test_forms import Fitting, copy_of, is_offered, places, so_far

SAYINGS = 25
"""So many sayings are told in each random evening."""
TRIED = 2
"""So many offers of the turn, and as many around it, are tried before each."""
EVENINGS_TRIED = 1000 if EXAMPLES >= 1000 else 2
"""So many random evenings of each game."""
PHASES = (Phase.explicit, Phase.generate)
"""A seed is no smaller for being less."""
LONGEST = 60
"""No completion is followed for more words than these."""


def sayings_of(evening: Evening) -> Sayings:
    """A log that stands as this evening does, to be told something: what it accepts changes nothing here."""
    recorded = [Recorded(one.number, one.event, pinned=one.pinned) for one in evening.counted]

    def whole() -> Replay:
        replay = Replay()
        replay.add(recorded)
        return replay

    known = [player for player in evening.books.balances if player != BANK]
    return Sayings(copy_of(evening), Reader(evening.money, known), len(recorded), whole, live=True)


def said(evening: Evening, saying: str) -> tuple[Code | None, str, str]:
    """Say something to a copy of an evening; gives the code of its refusal, why, and what was assumed."""
    told = sayings_of(evening)
    try:
        told.say(1, saying)
        told.finish()
    except RefusedLine as refused:
        return refused.code, refused.message, ""
    outcome = told.told[-1].outcome
    return None, "", assumed(outcome.answered, evening.money) if outcome else ""


# What is offered is taken


CORRECTING = ("undo", "void", "amend", "insert")


def corrects(form: Form) -> bool:
    first = form.slots[0]
    return isinstance(first, forms.Said) and first.text in CORRECTING


def try_form(evening: Evening, form: Form, chooser: RandomChooser) -> None:
    """Say something of a form to a copy of the evening."""
    if isinstance(form.slots[-1], forms.Saying):
        saying = put_together("", form.slots[:-1], chooser, evening.money)
        assert saying is not None
        Reader(evening.money, evening.seats.ring).read(f'{saying} note "so"')
        return
    saying = put_together(chooser.choose(form.who) if form.who else "", form.slots, chooser, evening.money)
    assert saying is not None, f"{so_far(evening)}\nnothing can be said of {form}"
    code, why, assumes = said(evening, saying)
    if code is None:
        assert assumes == form.assumes or corrects(form), (
            f"{so_far(evening)}\n{saying}: {assumes!r}, not {form.assumes!r}"
        )
        return
    allowed = (Code.CARD, Code.CORRECTION) if corrects(form) else (Code.CARD,)
    assert code in allowed, f"{so_far(evening)}\n{saying}: offered, and refused: {code} {why}"


# What is taken was offered


class FittingAll(Fitting):
    """It fits what is said about the evening too: options, and the name of a newcomer."""

    def of_one(self, slot: AnySlot, parts: list[str]) -> Iterator[list[str]]:
        if isinstance(slot, forms.Option):
            if parts[:2] == [slot.name, "="] and (not slot.words or parts[2] in slot.words):
                yield parts[3:]
        else:
            yield from super().of_one(slot, parts)


def fitting(form: Form, saying: str, evening: Evening) -> bool:
    """Whether a saying can be put together from a form."""
    parts = places(saying)
    if form.who:
        if not any(parts[:1] == [name(player)] for player in form.who):
            return False
        parts = parts[1:]
    elif isinstance(form.slots[0], forms.Text) and parts[0] not in map(name, evening.books.balances):
        parts = [f'"{parts[0]}"', *parts[1:]]
    return any(not left for left in FittingAll(evening.money).rest(form.slots, parts))


def around(evening: Evening, chooser: RandomChooser) -> Iterator[str]:
    """What may be said around the turn and about the evening, whether it can be just now or not."""
    known = [name(player) for player in evening.books.balances if player != BANK]
    who, other = chooser.choose(known), chooser.choose(known)
    newcomer = next(one for one in NAMES if one not in evening.books.balances)
    some = evening.money.write(evening.money.counter or 1)
    yield from (f"{who} joins", f"{who} leaves", f"{who} joins after {other}", f'{who} joins as "Kitty"')
    yield from (f"{newcomer} joins", f"{newcomer} joins after {other}", f'{newcomer} joins after {who} as "Kitty"')
    yield from (f"{who} buys {some}", f"{who} cashes {some}", f"{who} pays {other} {some}", f"bank pays {who} {some}")
    yield from (f"{who} pays bank {some}", f"count {who} {some}", 'note "late"', "close", "close short=split")
    yield from ("end", "end divide", "end leave", "end draw", "deal", "misdeal", f'penalty {who} {some} "late"')
    yield from (f"misdeal dealer {who}", f"deal {who}", f"penalty {who} misdeal", f"penalty {who} revoke", "undo")
    zero = evening.money.write(0)
    yield from (
        f'penalty {who} {zero} "late"',
        f"{who} bets {zero}",
        f"{who} buys {zero}",
        f"{who} pays {other} {zero}",
    )


def check_taken(evening: Evening, found: Offers, saying: str) -> None:
    """See that a saying that is taken can be put together from the offers, one of which assumes what it did."""
    code, _, assumes = said(evening, saying)
    if code is None:
        fit = [form for form in (*found.forms, *found.around) if fitting(form, saying, evening)]
        assert fit, f"{so_far(evening)}\n{saying}: taken, and not offered"
        assert any(form.assumes == assumes for form in fit), f"{so_far(evening)}\n{saying}: {assumes!r} is assumed"


# Completions


def shorthand_of(evening: Evening, found: Offers) -> Shorthand:
    known = [player for player in evening.books.balances if player != BANK]
    asked = evening.game.turn.who if evening.game else ()
    return Shorthand(
        found.forms, found.around, asked, evening.seats.seated(), known, evening.money, vocabulary(), evening.called
    )


def completed(short: Shorthand, chooser: RandomChooser) -> str | None:
    """A line made of completions alone, to where it may end; None where something is to be typed."""
    line = ""
    for _ in range(LONGEST):
        choices = continuations(short, line)
        if not choices:
            return None
        one = chooser.choose(choices)
        line = line[: one.start] + one.text
        if one.text == '"':
            line += 'late"'
        if one.ends and chooser.number(0, 2):
            return line
        line += "" if line.endswith("=") else " "
    return None


def try_completion(evening: Evening, short: Shorthand, chooser: RandomChooser) -> None:
    line = completed(short, chooser)
    if line is None:
        return
    told = sayings_of(evening)
    saying = line if told.reads(line) else short.spelled_out(line)
    code, why, _ = said(evening, saying)
    corrected = line.split()[0] in CORRECTING
    allowed = (None, Code.CARD, Code.CORRECTION) if corrected else (None, Code.CARD)
    assert code in allowed, f"{so_far(evening)}\n{line}: completed, and refused: {code} {why}"


# Random evenings


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=EVENINGS_TRIED, deadline=None, suppress_health_check=list(HealthCheck), phases=PHASES)
@given(seed=st.integers(0, 2**32))
def test_offers_are_taken_and_what_is_taken_was_offered(game, seed):
    chooser = RandomChooser(seed)
    evening = random_evening(game, chooser)
    if evening is None:
        return
    for _ in range(SAYINGS):
        found = offers(evening, len(evening.counted))
        for group in (found.forms, found.around):
            for _ in range(TRIED if group else 0):
                try_form(evening, chooser.choose(group), chooser)
        check_taken(evening, found, chooser.choose(list(around(evening, chooser))))
        for form in found.forms:
            check_form(as_json(form))
        for form in found.around:
            check_form(as_json(form))
        before = copy_of(evening)
        outcome = say_something(evening, chooser, len(evening.counted) + 1, around=True)
        if outcome is None or evening.game is None:
            return
        offered = is_offered(outcome.event, (*found.forms, *found.around), before)
        assert offered, f"{so_far(evening)}\nthe last was taken, and not offered"


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=EVENINGS_TRIED, deadline=None, suppress_health_check=list(HealthCheck), phases=PHASES)
@given(seed=st.integers(0, 2**32))
def test_completions_end_in_what_is_taken(game, seed):
    chooser = RandomChooser(seed)
    evening = random_evening(game, chooser)
    if evening is None:
        return
    for _ in range(SAYINGS):
        short = shorthand_of(evening, offers(evening, len(evening.counted)))
        for _ in range(TRIED):
            try_completion(evening, short, chooser)
        if say_something(evening, chooser, len(evening.counted) + 1) is None or evening.game is None:
            return


# Forms as JSON


MARKS = {"optional": bool, "repeat": bool}
KINDS: dict[str, dict[str, Any]] = {
    "word": {"words": list, "out": dict},
    "said": {"text": str},
    "amount": {"low": int, "high": (int, type(None)), "usual": list, "step": int},
    "number": {"low": int, "high": int},
    "cards": {"low": int, "high": int, "among": list, "out": dict, "of": list},
    "player": {"among": list},
    "players": {"low": int, "high": int, "among": list},
    "text": {},
    "option": {"name": str, "words": list, "low": int, "high": int, "amount": bool},
    "saying": {},
}
MAY_BE_MISSING = {"out", "of", "step", "optional", "repeat"}


def check_form(form: dict[str, Any]) -> None:
    """Hold a form to what programs are told of it."""
    assert set(form) == {"who", "assumes", "usual", "slots"}
    assert all(isinstance(one, str) for one in (form["assumes"], *form["who"]))
    assert isinstance(form["usual"], bool)
    assert form["slots"]
    for slot in form["slots"]:
        check_slot(slot)


def check_slot(slot: dict[str, Any]) -> None:
    kind = slot.get("slot")
    if kind is None:
        allowed = {"slots": list, "low": (int, type(None)), "high": (int, type(None)), "total": list, **MARKS}
        needed = {"slots"}
        for one in slot["slots"]:
            check_slot(one)
        total = slot.get("total")
        assert total is None or (len(total) == 2 and total[0] <= total[1])
    else:
        allowed = {"slot": str, **KINDS[kind], **MARKS}
        needed = {"slot", "name"} & set(allowed) if kind == "option" else set(allowed) - MAY_BE_MISSING
    assert needed <= set(slot) <= set(allowed), slot
    assert all(isinstance(value, allowed[field]) for field, value in slot.items()), slot
    for reasons in slot.get("out", {}).values():
        assert isinstance(reasons, str), slot
        assert reasons, slot
    for field in ("words", "among", "of"):
        assert all(isinstance(one, str) for one in slot.get(field, ())), slot
        assert field == "of" or len(set(slot.get(field, ()))) == len(slot.get(field, ())), slot
    inside = set(slot.get("words", slot.get("among", ())))
    assert not inside & set(slot.get("out", ())), slot
    if kind in ("amount", "number", "cards", "players"):
        assert slot["high"] is None or slot["low"] <= slot["high"], slot
    if kind in ("cards", "players"):
        assert slot["high"] <= len(slot["among"]), slot
    if kind == "amount":
        step = slot.get("step", 1)
        for one in slot["usual"]:
            assert one >= slot["low"], slot
            assert (one - slot["low"]) % step == 0, slot
            assert slot["high"] is None or one <= slot["high"], slot
