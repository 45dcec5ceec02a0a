"""The pots of a show as the page tells of them: parts, who could claim them, and what a choice makes of each."""

import pytest

from ledger.web.panel.decode import saying_of
from ledger.web.pots_view import show_of, taken_by
from ledger.web.table_view import pools_shown, tiles
from tests.helpers.rig import play

BOUGHT = "Ann buys 20\nBob buys 10\nCat buys 40\n"
ALL_IN = f"{BOUGHT}game holdem small=1 big=2\ndeal Ann\nAnn all-in\nBob all-in\nCat all-in\n"
HALVES = ALL_IN.replace("holdem", "omaha").replace("big=2", "big=2 eight=on limit=no")


def shown(script, players="Ann Bob Cat"):
    evening = play(players, script)
    view = show_of(evening)
    return evening, view, [] if view is None else [f"{row.label} {row.to}".strip() for row in view.rows]


def rows_after(evening, saying):
    return [line.replace("\t", " ").strip() for line in taken_by(saying, evening)]


def test_each_pot_has_a_tile_at_the_show():
    evening, _, _ = shown(ALL_IN)
    assert [(tile.label, tile.value) for tile in tiles(evening, pools_shown(evening))][:2] == [
        ("Main pot", "30"),
        ("Side pot", "20"),
    ]
    evening, _, _ = shown(ALL_IN.replace("Bob all-in", "Bob folds"))
    assert tiles(evening, pools_shown(evening))[0].label == "Pot"


def test_who_folds_at_the_show_keeps_the_place_and_says_why():
    _, view, rows = shown(ALL_IN + "Bob folds")
    (part,) = view.parts
    assert set(view.names) == {"Ann", "Bob", "Cat"}
    assert part.why_not == {"Bob": "folds"}
    assert rows == ["Main pot", "Side pot"]
    _, view, _ = shown(ALL_IN + "Bob wins")
    assert view.parts[0].why_not == {"Bob": "has won"}
    assert view.parts[0].asks == "Who has the next best hand?"


def test_boards_are_asked_one_after_the_other_and_a_row_tells_each_as_soon_as_it_is_known():
    evening, view, _ = shown(ALL_IN + "runs 2")
    assert [part.asks for part in view.parts] == ["Who has the first board?", "Who has the second board?"]
    assert view.parts[0].words == ("first",)
    assert rows_after(evening, "Bob wins first") == [
        "Bob takes the first board of the main pot",
        "15",
        "Main pot first to Bob, then second",
        "Side pot is asked next",
    ]
    assert rows_after(evening, "Ann wins first")[:2] == ["Ann takes the first board of both pots", "25"]
    evening, view, rows = shown(ALL_IN + "runs 2\nBob wins first")
    assert view.parts[0].asks == "Next on the first board?"
    assert view.parts[0].why_not == {"Bob": "has won"}
    assert view.parts[1].able == view.names
    assert rows == ["Main pot first to Bob", "Side pot"]
    evening, view, rows = shown(ALL_IN + "runs 2\nAnn wins first")
    assert rows == ["Main pot first to Ann", "Side pot first to Ann"]
    assert view.parts[0].asks == "Who has the second board?"
    assert rows_after(evening, "split Ann Bob second")[0] == "Ann and Bob share the second board of the main pot"


def test_halves_are_asked_high_then_low_and_nobody_may_have_a_low():
    evening, view, rows = shown(HALVES)
    assert [part.asks for part in view.parts] == ["Who has the best high hand?", "Who has the best low?"]
    assert view.halves.able == view.names
    assert not view.parts[1].nobody
    assert rows_after(evening, "Bob wins high")[0] == "Bob takes the high half of the main pot"
    assert rows_after(evening, "Bob wins")[:2] == ["Bob takes the main pot", "30"]
    evening, view, rows = shown(HALVES + "Cat wins high")
    assert rows == ["Main pot high to Cat", "Side pot high to Cat"]
    assert view.halves.able == ()
    assert view.parts[0].nobody == "Cat wins"
    assert rows_after(evening, "Cat wins")[:2] == ["Cat takes the low half of both pots", "50"]
    _, view, _ = shown(HALVES + "split Ann Cat high")
    assert view.parts[0].nobody == "split Ann Cat"


@pytest.mark.parametrize(
    ("fields", "saying"),
    [
        ([("p0", "Bob"), ("c1", "high")], "Bob wins high"),
        ([("p0", "Bob"), ("p0", "Cat"), ("c1", "low"), ("c2", "second")], "split Bob Cat low second"),
        ([("p0", "|split Bob Cat"), ("c1", "low")], "split Bob Cat"),
    ],
)
def test_the_part_stands_after_who_wins_it_and_nobody_is_a_saying_of_its_own(fields, saying):
    assert saying_of(fields) == saying
