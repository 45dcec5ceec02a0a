"""Offers are accepted, accepted sayings were offered, and completions end in accepted sayings."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from ledger.api.forms import form_as_json
from ledger.core.books import BANK
from ledger.core.events import DealEvent, PlayEvent
from ledger.core.refusals import Code, Refusal
from ledger.evening.fold import code_of
from ledger.games.language import Reader
from ledger.games.registry import GAMES
from ledger.interchange.script import replay_script
from ledger.language.completion import continuations
from ledger.language.examples import put_together
from ledger.language.names import name
from ledger.language.shorthand import Shorthand
from ledger.language.slots import Form, Literal, Saying
from ledger.rules.turns import FITS
from ledger.testing.random_evenings import NAMES
from tests.offer_checks import (
    Place,
    Walk,
    evenings_tried,
    every_short_one,
    fits,
    names_changed,
    said_in_scripts,
    shorthand_of,
    so_far,
)
from tests.rig import EVENINGS

EVENINGS_TRIED = evenings_tried(1)
"""Random evenings of each game, by their seeds."""
SAYINGS_TRIED = 8
"""So many sayings that were said in other evenings are held against each turn."""
SHORT_ONES, ALL_OF_THEM = 10, 200
"""So many short sayings of a turn are tried, and now and then all of them, up to so many of each form."""
SELDOM = 8
LONGEST = 60
"""No completion is followed for more words than these."""
CORRECTING = ("undo", "void", "amend", "insert")


# What is offered is taken


def corrects(form: Form) -> bool:
    first = form.slots[0]
    return isinstance(first, Literal) and first.text in CORRECTING


def stopped_by(form: Form) -> tuple[Code, ...]:
    """For what a saying of a form may be refused: what the form cannot know, or cannot say of two options together."""
    if corrects(form):
        return Code.CARD, Code.CORRECTION
    first = form.slots[0]
    if isinstance(first, Literal) and first.text.startswith("game "):
        return Code.OPTIONS, Code.PLAYERS
    return (Code.CARD,)


def try_form(place: Place, form: Form) -> None:
    """Say something of a form to a copy of the evening."""
    evening, chooser = place.evening, place.chooser
    if isinstance(form.slots[-1], Saying):
        saying = put_together("", form.slots[:-1], chooser, evening.money)
        assert saying is not None
        Reader(evening.money, evening.seats.ring).read(f'{saying} note "so"')
        return
    saying = put_together(chooser.choose(form.who) if form.who else "", form.slots, chooser, evening.money)
    assert saying is not None, f"{so_far(evening)}\nnothing can be said of {form}"
    assert fits(form, saying, evening), f"{saying} does not fit {form}"
    check_said(place, saying, form)


def check_said(place: Place, saying: str, form: Form) -> None:
    """See that a saying of a form is taken, with what it assumes, or stopped by what the form could not know."""
    code, why, assumes = place.said(saying)
    told = f"{so_far(place.evening)}\n{saying}"
    if code is None:
        assert assumes == form.assumes or corrects(form), f"{told}: {assumes!r}, not {form.assumes!r}"
    else:
        assert code in stopped_by(form), f"{told}: offered, and refused: {code} {why}"


def try_short_ones(place: Place) -> None:
    """Hold short sayings of the forms of the turn against the turn: now and then every one of them."""
    evening, chooser = place.evening, place.chooser
    if evening.game is None:
        return
    reader, turn = place.reader(), evening.game.turn
    most = ALL_OF_THEM if chooser.number(1, 20) == 1 else SHORT_ONES // max(1, len(place.found.forms)) + 1
    for form in place.found.forms:
        if form.assumes:
            continue
        for player in form.who or ("",):
            for saying in islice(every_short_one(player, form.slots, evening.money), most):
                event = reader.read(saying)
                assert event is not None
                verdict = turn.judge(event)
                if not verdict.concerns and turn.default is not None:  # said behind a default that is nothing said
                    if chooser.number(1, SELDOM) == 1:
                        check_said(place, saying, form)
                else:
                    fine = verdict.concerns and (verdict.wrong is None or code_of(event) is Code.CARD)
                    assert fine, f"{so_far(evening)}\n{saying}: offered, and refused: {verdict.wrong}"


# What is taken was offered


def around(place: Place) -> Iterator[str]:
    """What may be said around the turn and about the evening, whether it can be just now or not."""
    evening, chooser = place.evening, place.chooser
    known = [name(player) for player in evening.books.balances if player != BANK] or ["Ann"]
    who, other = chooser.choose(known), chooser.choose(known)
    newcomer = next((somebody for somebody in NAMES if somebody not in evening.books.balances), "Zoe")
    some, zero = evening.money.write(evening.money.counter or 1), evening.money.write(0)
    yield from (f"{who} joins", f"{who} leaves", f"{who} joins after {other}", f'{who} joins as "Kitty"')
    yield from (f"{newcomer} joins", f"{newcomer} joins after {other}", f'{newcomer} joins after {who} as "Kitty"')
    yield from (f"{who} buys {some}", f"{who} cashes {some}", f"{who} pays {other} {some}", f"bank pays {who} {some}")
    yield from (f"{who} pays bank {some}", f"count {who} {some}", 'note "late"', "close", "close short=split")
    yield from ("end", "end divide", "end leave", "end draw", "deal", "misdeal", f'penalty {who} {some} "late"')
    yield from (f"misdeal dealer {who}", f"deal {who}", f"penalty {who} misdeal", f"penalty {who} revoke", "undo")
    yield from (
        f'penalty {who} {zero} "late"',
        f"{who} bets {zero}",
        f"{who} buys {zero}",
        f"{who} pays {other} {zero}",
    )
    yield from ('reopen "one more"', 'evening "Another"', "players Ann Bob", "close short=banker", "redo")
    yield f"game {chooser.choose(list(GAMES))}"


def check_taken(place: Place, saying: str) -> None:
    """See that a saying that is taken can be put together from the offers, one of which assumes what it did."""
    code, _, assumes = place.said(saying)
    if code is None:
        fit = [form for form in (*place.found.forms, *place.found.around) if fits(form, saying, place.evening)]
        assert fit, f"{so_far(place.evening)}\n{saying}: taken, and not offered"
        assert any(form.assumes == assumes for form in fit), (
            f"{so_far(place.evening)}\n{saying}: {assumes!r} is assumed"
        )


def check_what_others_said(place: Place, game: str) -> None:
    """Hold what was said in other evenings, by others and in another order, against the turn."""
    evening, chooser = place.evening, place.chooser
    said = said_in_scripts(game)
    if evening.game is None or not said:
        return
    turn, reader = evening.game.turn, place.reader()
    for number in range(SAYINGS_TRIED):
        saying = names_changed(chooser.choose(said), evening.game.table.players, chooser)
        try:
            event = reader.read(saying)
        except Refusal:
            continue
        assert event is not None
        if number == 0 and isinstance(event, PlayEvent | DealEvent):
            check_taken(place, saying)
        elif turn.judge(event) == FITS and not place.fitting(event) and place.told(event)[0] is None:
            raise AssertionError(f"{so_far(evening)}\n{saying}: taken, and not offered: {turn.asks}")


# Completions


def completed(short: Shorthand, place: Place) -> str | None:
    """A line made of completions alone, to where it may end; None where something is to be typed."""
    line, chooser = "", place.chooser
    for _ in range(LONGEST):
        choices = continuations(short, line)
        if not choices:
            return None
        one = chooser.choose(choices)
        line = line[: one.start] + one.text
        if one.text == '"':
            line += f'late{len(line)}"'
        if one.ends and chooser.number(0, 2):
            return line
        line += "" if line.endswith("=") else " "
    return None


def try_completion(place: Place) -> None:
    short = shorthand_of(place)
    line = completed(short, place)
    if line is None:
        return
    saying = line if place.reads(line) else short.spelled_out(line)
    code, why, _ = place.said(saying)
    first = line.split()[0]
    allowed: tuple[Code | None, ...] = (None, Code.CARD)
    if first in CORRECTING:
        allowed = (None, Code.CARD, Code.CORRECTION)
    elif first == "game":
        allowed = (None, Code.OPTIONS, Code.PLAYERS)
    assert code in allowed, f"{so_far(place.evening)}\n{line}: completed, and refused: {code} {why}"


def short_after(*sayings: str) -> Shorthand:
    """What is read by after these sayings."""
    counted = replay_script("\n".join(('evening "A test"', *sayings)), "x").evening.effective
    walk = Walk("nap", 0)
    walk.evening.apply_all(counted)
    return shorthand_of(walk.here())


def test_a_quote_that_is_not_closed_is_completed_as_a_name_or_not_at_all():
    short = short_after('players Ann "Mary Lou"', "game tally")
    assert [continuation.text for continuation in continuations(short, '"Mary L')] == ['"Mary Lou"']
    assert continuations(short, 'note "supper at el') == []


def test_a_game_that_so_many_can_play_in_one_way_only_is_offered_so():
    texts = [player.text for player in continuations(short_after("players Ann Bob"), "game loto ")]
    assert texts == ["method=drawings"]


def test_what_is_taken_at_once_is_completed_once_each_but_as_often_as_it_is():
    short = short_after("players Ann Bob Cat", "game spin", "deal Ann", "Bob takes king")
    assert [continuation.text for continuation in continuations(short, "Bob takes spin ")] == [
        "king",
        "matrimony",
        "intrigue",
    ]
    assert "king" in [continuation.text for continuation in continuations(short, "Bob takes king king ")]
    assert "king" not in [continuation.text for continuation in continuations(short, "Bob takes king king king ")]


def test_what_the_others_have_left_is_completed_in_any_order():
    short = short_after("players Ann Bob Cat Dan", "game spin", "deal Ann", "Bob out")
    assert {"Ann", "Cat", "Dan"} <= {continuation.text for continuation in continuations(short, "left ")}
    after = continuations(short, "left Dan 3 Ann 2 ")
    assert {continuation.text for continuation in after} == {"Cat", "+"}
    assert short.spelled_out("l d 3 a 2 c 1") == "left Dan 3 Ann 2 Cat 1"


def test_numbers_end_a_line_only_when_they_come_to_what_decides():
    short = short_after("players Ann Bob Cat", "game nap", "deal Ann", "Bob 4")
    assert not any(trick.ends for trick in continuations(short, "tricks Ann 0 Bob 2"))
    assert {trick.text for trick in continuations(short, "tricks Ann 0 Bob 2 ")} == {"Cat"}
    assert any(trick.ends for trick in continuations(short, "tricks Ann 2 Bob 2"))


def test_who_withdraws_from_loo_joins_again_when_the_deal_is_over():
    said = ("players Ann Bob Cat Dan", "game loo", "deal Bob", "Bob withdraws")
    assert not any(continuation.text == "Bob" for continuation in continuations(short_after(*said), "Bob joins after "))
    assert "joins" in [continuation.text for continuation in continuations(short_after(*said, "Ann wins"), "Bob ")]


def test_a_hand_of_loo_is_said_as_it_is_or_as_it_was_dealt():
    short = short_after(
        "players Ann Bob Cat", "game loo form=irish", "deal Ann turn-up 2C", "Ann all-looed", "deal",
        "Cat discards KS draws AS",
    )  # fmt: skip
    found = {continuation.text for continuation in continuations(short, "Cat holds ")}
    assert {"KS", "AS", "9H"} <= found


def test_who_shares_is_offered_in_every_way_though_a_hand_was_shown_and_many_play():
    names = "Ann Bob Cat Dan Eve Fay Gus Hal Ida Jim Kit Lou"
    short = short_after(f"players {names}", "game commerce", "deal Bob", "Dan stands", "Lou shows 10C 7C QD")
    for line in ("split Jim ", "split Lou Eve "):
        assert set(names.split()) - set(line.split()) == {
            continuation.text for continuation in continuations(short, line)
        }


def test_a_number_that_four_cards_of_loto_have_is_offered_on_no_fifth():
    cards = [f"Ann card {' '.join(map(str, [1, *range(low, low + 14)]))}" for low in (2, 16, 30, 44)]
    short = short_after(
        "players Ann Bob", "game loto method=drawings", "deal Bob", "Ann cards 4", *cards, "Bob cards 2"
    )
    assert {"2", "90"} <= {continuation.text for continuation in continuations(short, "Bob card ")}
    assert "1" not in {continuation.text for continuation in continuations(short, "Bob card ")}


def test_the_four_cards_of_newmarket_are_completed_as_they_go_together():
    short = short_after("players Ann Bob Cat Dan", "game newmarket")
    texts = {continuation.text for continuation in continuations(short, "deal turn-up JD QH ")}
    assert texts == {"AC", "AS", "KC", "KS"}


def test_as_many_cards_are_drawn_as_were_thrown_away():
    short = short_after(
        "players Ann Bob Cat Dan", "game poker ante=1 limit=10", "deal Ann",
        "Cat opens 2", "Dan calls", "Ann calls", "Bob passes",
    )  # fmt: skip
    two = continuations(short, "discards 2 draws ")
    assert "2" in [continuation.text for continuation in two]
    assert "3" not in [continuation.text for continuation in two]
    assert {card.ends for card in continuations(short, "discards 2 draws AS ")} == {True}
    assert not any(card.text == "KS" for card in continuations(short, "discards 2 draws AS QS "))


# Random evenings


@pytest.mark.parametrize("game", GAMES)
def test_offers_are_taken_and_what_is_taken_was_offered(game):
    for seed in EVENINGS_TRIED:
        try:
            for place in Walk(game, seed).places():
                look_around(place, game)
        except (AssertionError, Refusal) as error:
            raise AssertionError(f"evening {seed} of {game}: {error}") from error


def look_around(place: Place, game: str) -> None:
    """Try what is offered at a place, what is not, and what completions come to."""
    chooser = place.chooser
    for group in (place.found.forms, place.found.around):
        if group:
            try_form(place, chooser.choose(group))
    try_short_ones(place)
    check_taken(place, chooser.choose(list(around(place))))
    check_what_others_said(place, game)
    try_completion(place)
    if chooser.number(1, 10) == 1:
        for form in (*place.found.forms, *place.found.around):
            check_form(form_as_json(form))


@pytest.mark.parametrize("game", GAMES)
def test_what_people_said_was_offered(game):
    """The sheets' own evenings and those of the tests hold what a random evening seldom comes to."""
    for script in sorted((EVENINGS / game).glob("*.evening")):
        told = replay_script(script.read_text(encoding="utf-8"), script.name).evening.effective
        for place, event, assumes in Walk.along(told):
            if isinstance(event, PlayEvent | DealEvent):
                assert place.fitting(event, assumes), f"{script.name}:\n{so_far(place.evening)}\nnot offered: {event}"


# Forms as JSON


MARKS = {"optional": bool, "repeat": bool, "any_order": bool, "asks": str}
KINDS: dict[str, dict[str, Any]] = {
    "word": {"words": list, "out": dict, "often": dict},
    "said": {"text": str},
    "amount": {"low": int, "high": (int, type(None)), "usual": list, "step": int},
    "number": {"low": int, "high": int, "as_many": bool, "or_words": list},
    "cards": {
        "low": int,
        "high": int,
        "among": list,
        "out": dict,
        "of": list,
        "often": dict,
        "apart": list,
        "as_many": bool,
    },
    "player": {"among": list},
    "players": {"low": int, "high": int, "among": list},
    "text": {},
    "option": {"name": str, "words": list, "low": int, "high": int, "amount": bool},
    "saying": {},
}
MAY_BE_MISSING = {"out", "of", "step", "often", "apart", "as_many", "or_words", *MARKS}


def check_form(form: dict[str, Any]) -> None:
    """Hold a form to what programs are told of it."""
    assert set(form) == {"who", "assumes", "usual", "slots"}
    assert all(isinstance(player, str) for player in (form["assumes"], *form["who"]))
    assert isinstance(form["usual"], bool)
    assert form["slots"]
    for slot in form["slots"]:
        check_slot(slot)


def check_slot(slot: dict[str, Any]) -> None:
    kind = slot.get("slot")
    if kind is None:
        allowed = {"slots": list, "low": (int, type(None)), "high": (int, type(None)), "total": list, **MARKS}
        needed = {"slots"}
        for usual in slot["slots"]:
            check_slot(usual)
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
        assert all(isinstance(value, str) for value in slot.get(field, ())), slot
        assert field == "of" or len(set(slot.get(field, ()))) == len(slot.get(field, ())), slot
    inside = set(slot.get("words", slot.get("among", ())))
    assert not inside & set(slot.get("out", ())), slot
    if kind in ("amount", "number", "cards", "players"):
        assert slot["high"] is None or slot["low"] <= slot["high"], slot
    if kind in ("cards", "players"):
        assert slot["high"] <= len(slot["among"]), slot
    if kind == "amount":
        step = slot.get("step", 1)
        for usual in slot["usual"]:
            assert usual >= slot["low"], slot
            assert (usual - slot["low"]) % step == 0, slot
            assert slot["high"] is None or usual <= slot["high"], slot
