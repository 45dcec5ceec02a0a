"""What lies under the thumb: every button that is offered is taken, and fields put a saying together again."""

import random

import pytest

from ledger.games.registry import GAMES
from ledger.money import Money
from ledger.recorder import Recorder
from ledger.refusals import Code, RefusedLine
from ledger.store import open_store
from ledger.views.offers import expecting_with_forms
from ledger.web.panel import Drawer, Panel, Ready, saying_of
from ledger.web.words import heading, moved, name_word, without_name

MONEY = Money("lsd", 4)


def buttons(panel: Panel):
    """Everything on a panel that says a whole saying."""
    inner = [one for opening in panel.openings for one in (opening, *opening.inner)]
    return [
        *panel.usual,
        *(one for one in panel.ready if isinstance(one, Ready)),
        *(r for one in inner for r in one.ready),
    ]


def offered(sitting):
    """Every button of the page of the one who is asked, and of one other seat."""
    evening = sitting.evening
    awaited = expecting_with_forms(evening, sitting.number)
    drawer = Drawer(evening.money)
    asked = awaited["who"][0] if len(awaited["who"]) == 1 else None
    now = drawer.panel([form for form in awaited["forms"] if not form["assumes"]], asked)
    found = [one.saying for one in buttons(now)]
    return found, [one.saying for seat in evening.seats.seated() for one in buttons(seat_panel(drawer, awaited, seat))]


def seat_panel(drawer, awaited, seat):
    own = [form for form in awaited["forms"] if seat in form["who"] and form["assumes"]]
    return drawer.panel([form for form in own if form["assumes"] == own[0]["assumes"]] if own else [], seat)


@pytest.mark.parametrize("game", GAMES)
def test_no_button_that_is_offered_is_refused(game, tmp_path):
    chance = random.Random(game)
    recorder = Recorder(open_store(str(tmp_path / "evenings.db")), "a thumb")
    players = "Ann Bob Cat" if game != "catch-the-ten" else "Ann Bob Cat Dan"
    number, _ = recorder.open(['evening "Tapping" money=lsd counter=1d', f"players {players}"])
    sitting = recorder.sit(number)
    begin = f"game {game} name=Whist" if game == "tally" else f"game {game}"
    sitting.record(begin)
    for _ in range(60):
        now, later = offered(sitting)
        saying = chance.choice(later if later and (not now or chance.random() < 0.2) else now or [None])
        if saying is None or saying == "end":
            break
        try:
            sitting.record(saying)
        except RefusedLine as refused:
            assert refused.refusal.code is Code.CARD, f"{saying}: {refused.message}"


def field_names(fields):
    for one in fields:
        if one["field"] == "group":
            for row in one["rows"]:
                yield from field_names(row["fields"])
        else:
            yield one["name"], one


def test_fields_are_put_together_in_their_order():
    slots = [
        {"slot": "said", "text": "sells"},
        {"slot": "said", "text": "trump"},
        {"slot": "said", "text": "to"},
        {"slot": "player", "among": ["Bob", "Old Tom"]},
        {"slot": "said", "text": "for"},
        {"slot": "amount", "low": 4, "high": 48, "usual": [4, 8], "step": 4},
    ]
    fields = Drawer(MONEY).fields(slots)
    sent = [(one["name"], one.get("value") or {"radio": '"Old Tom"', "amount": "2d"}[one["field"]]) for one in fields]
    assert saying_of(sent) == 'sells trump to "Old Tom" for 2d'
    exact = [*sent, (f"{sent[-1][0]}+", "3d")]
    assert saying_of(exact) == 'sells trump to "Old Tom" for 3d'


def test_a_group_of_which_nothing_is_chosen_is_left_out_with_its_fixed_words():
    players = {"slot": "player", "among": ["Ann", "Bob", "Cat"]}
    count = [
        {"slot": "said", "text": "count"},
        {"slots": [players, {"slot": "amount", "low": 0, "high": None}], "repeat": True},
    ]
    names = list(field_names(Drawer(MONEY).fields(count)))
    values = iter(["3d", "", "4d"])
    sent = [(name, one["value"] if one["field"] == "hidden" else next(values)) for name, one in names]
    assert saying_of(sent) == "count Ann 3d Cat 4d"
    after = [
        {"slot": "said", "text": "joins"},
        {"slots": [{"slot": "said", "text": "after"}, players], "optional": True},
    ]
    sent = [(name, one.get("value", "")) for name, one in field_names(Drawer(MONEY).fields(after))]
    assert saying_of(sent) == "joins"


def test_what_is_no_slot_is_not_said():
    fields = [("key", "k"), ("seen", "3"), ("suit.f0.w1", "S"), ("h1", "amend"), ("w2", "5"), ("t3", 'mis"heard'), ("h4", ":"),
              ("w5", "Cat 3"), ("o6.kitty", "1d"), ("o6.kitty+", ""), ("évil", "x")]  # fmt: skip
    assert saying_of(fields) == 'amend 5 "mis\\"heard":Cat 3 kitty=1d'


def test_what_is_off_says_why_and_is_not_offered():
    form = {"who": ["Dan"], "assumes": "", "usual": False,
            "slots": [{"slot": "word", "words": ["4", "nap"], "out": {"3": "Cat has called 3"}}]}  # fmt: skip
    passes = {"who": ["Dan"], "assumes": "", "usual": True, "slots": [{"slot": "word", "words": ["passes"]}]}
    panel = Drawer(MONEY).panel([passes, form], "Dan")
    assert [one.saying for one in panel.usual] == ["Dan passes"]
    assert [(one.label, getattr(one, "reason", None)) for one in panel.ready] == [
        ("3", "Cat has called 3"), ("4", None), ("nap", None)]  # fmt: skip


def test_first_what_then_who_where_nobody_is_asked():
    forms = [
        {
            "who": [name],
            "assumes": "",
            "usual": False,
            "slots": [{"slot": "word", "words": words, "out": {"ace": "taken"}}],
        }
        for name, words in (("Ann", ["out", "wins"]), ("Bob", ["out"]))
    ]
    panel = Drawer(MONEY).panel(forms, None)
    assert [(one.label, [each.saying for each in one.ready]) for one in panel.openings] == [
        ("out…", ["Ann out", "Bob out"])
    ]
    assert [getattr(one, "saying", one.label) for one in panel.ready] == ["ace", "Ann wins"]


def test_words_of_the_page():
    assert heading("it is Dan's turn to call, and Cat has called 3", ["Dan"]) == ("Dan to call", "Cat has called 3")
    assert heading("no deal is in hand: it is Bob's turn to deal", ["Bob"]) == ("Bob to deal", "No deal is in hand")
    assert heading("the deal is in play: nobody is out yet", []) == ("The deal is in play", "Nobody is out yet")
    assert without_name('"Old Tom" passes', "Old Tom") == "passes"
    assert name_word("Old Tom") == '"Old Tom"'
    assert name_word("O'Neill") == "O'Neill"
    assert moved([], MONEY) == ""
