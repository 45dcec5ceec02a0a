"""Offers are accepted, accepted sayings were offered, and completions end in accepted sayings."""

from typing import Any

import pytest

from ledger.api.forms import form_as_json
from ledger.games.registry import GAMES
from ledger.interchange.script import replay_script
from ledger.language.completion import continuations
from ledger.language.shorthand import Shorthand
from ledger.testing.offers import check_offers, check_stored
from ledger.testing.walks import RandomWalk, WalkPlace, shorthand_of
from tests.helpers.rig import EVENINGS, EXAMPLES, TIMES, asked_for
from tests.helpers.ways_on import check_ways_on

EVENINGS_TRIED = asked_for("CARD_LEDGER_EVENINGS", EXAMPLES if EXAMPLES >= 1000 else TIMES)
"""Random evenings of each game, by their seeds: one, and a thousand with `pytest --hundreds 10`."""


# Completions


def short_after(*sayings: str) -> Shorthand:
    """What is read by after these sayings."""
    counted = replay_script("\n".join(('evening "A test"', *sayings)), "x").evening.effective
    walk = RandomWalk("nap", 0)
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
    check_offers(game, EVENINGS_TRIED, EVENINGS / game, check_forms)


@pytest.mark.parametrize("game", GAMES)
def test_there_is_a_way_on_from_every_place(game):
    check_ways_on(game, EVENINGS_TRIED)


@pytest.mark.parametrize("game", GAMES)
def test_what_people_said_was_offered(game):
    """The sheets' own evenings and those of the tests hold what a random evening seldom comes to."""
    for script in sorted((EVENINGS / game).glob("*.evening")):
        check_stored(script)


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


def check_forms(place: WalkPlace) -> None:
    """Hold the forms of a place, now and then, to what programs are told of them."""
    if place.chooser.number(1, 10) == 1:
        for form in (*place.found.forms, *place.found.around):
            check_form(form_as_json(form))


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
