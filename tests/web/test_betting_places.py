"""The betting act by act: the street is named, the pots stand above, and four places take turns."""

import re

import pytest

from ledger.projections.offers import expecting
from ledger.web.table_view import tiles
from tests.helpers.rig import play
from tests.helpers.serving import opened

THREE = ("Ann", "Bob", "Cat")
BEGUN = ["Ann buys 100", "Bob buys 40", "Cat buys 100", "game holdem small=1 big=2", "deal Ann"]
CALLED = [*BEGUN, "Ann calls", "Bob calls", "Cat checks"]
ALL_IN = [*CALLED, "Bob all-in", "Cat calls", "Ann calls"]
SMALL = ["game holdem small=0.10 big=0.20", "deal Ann"]
PLACE = re.compile(r"<(button|summary)[^>]*>(.*?)</\1>")
TAG = re.compile(r"<[^>]+>")


def evening_of(*sayings):
    return play(" ".join(THREE), "\n".join(sayings))


def places_of(server, *sayings, **header):
    """Return what stands in the four places, dashed places in brackets."""
    with server.client() as client:
        number = opened(client, *sayings, players=THREE, **header)
    page = server.page().get(f"/evenings/{number}").text
    four = page[page.index('class="four"') : page.index('id="more"')]
    four = re.sub(r'<div class="sheet.*?</details>', "</details>", four)
    found = []
    for tag in PLACE.finditer(four):
        text = " ".join(TAG.sub(" ", tag[2].replace('<span class="opened">back</span>', "")).split())
        found.append(f"({text})" if "disabled" in tag[0] else text)
    return found[:4]


def test_the_seat_of_who_is_asked_has_the_places_of_the_turn(server):
    with server.client() as client:
        number = opened(client, *BEGUN, players=THREE)
    asked = server.page()

    def four(page):
        return re.findall(r'name="saying" value="([^"]*)"', page[page.index('class="four"') : page.index('id="more"')])

    turn = asked.get(f"/evenings/{number}").text
    (name,) = re.findall(r'class="[^"]*\basked\b.*?data-name="(\w+)"', turn, re.DOTALL)
    seat = asked.get(f"/evenings/{number}?seat={name}").text
    assert four(turn)
    assert four(seat)[: len(four(turn))] == four(turn)
    assert "in…" not in seat
    assert "penalty…" in seat


def streets_of(evening):
    steps = evening.game.deal.steps()
    if steps is None:
        return []
    sums = [*steps.notes, *("" for _ in steps.names[len(steps.notes) :])]
    return [
        f"{'*' if place == steps.now else ''}{word} {put}".strip()
        for place, (word, put) in enumerate(zip(steps.names, sums, strict=True))
    ]


def test_who_owes_folds_calls_raises_or_is_all_in(server):
    assert places_of(server, *BEGUN) == ["folds", "calls 2", "raises to… 4 or more", "all in 100"]


def test_who_owes_nothing_checks_bets_or_is_all_in(server):
    assert places_of(server, *CALLED) == ["(folds nothing to call)", "checks", "bets… 2 or more", "all in 38"]


def test_no_reason_is_given_that_is_not_so(server):
    short = [
        "Ann buys 100",
        "Bob buys 100",
        "Cat buys 5",
        "game holdem small=1 big=2",
        "deal Ann",
        "Ann raises to 50",
        "Bob folds",
    ]
    assert places_of(server, *short) == ["folds", "calls 3", "(raises only all in)", "all in 3"]


@pytest.mark.parametrize(
    ("sayings", "place"),
    [
        (["Ann buys 10.00", "Bob buys 10.00", "Cat buys 10.20", *SMALL, "Ann all-in", "Bob folds"], "raises to €10.20"),
        ([f"{name} buys 10.00" for name in THREE] + [f"{SMALL[0]} limit=fixed", "deal Ann"], "raises to €0.40"),
    ],
)
def test_the_only_raise_that_is_left_is_said_with_its_unit_in_its_place(server, sayings, place):
    assert places_of(server, *sayings, money="EUR", counter="0.10")[2] == place


def test_the_street_is_named_with_what_was_put_in_on_it():
    assert streets_of(evening_of(*BEGUN)) == ["*pre-flop 3", "flop", "turn", "river"]
    assert streets_of(evening_of(*CALLED)) == ["pre-flop 6", "*flop", "turn", "river"]
    turn = [*CALLED, "Bob bets 4", "Cat calls", "Ann calls"]
    assert streets_of(evening_of(*turn)) == ["pre-flop 6", "flop 12", "*turn", "river"]
    river = [*turn, "Bob checks", "Cat checks", "Ann checks"]
    assert streets_of(evening_of(*river)) == ["pre-flop 6", "flop 12", "turn", "*river"]
    assert streets_of(evening_of(*ALL_IN)) == ["pre-flop 6", "flop 114", "*turn", "river"]
    assert streets_of(evening_of(*BEGUN, "in Ann 20 Cat 20")) == []


@pytest.mark.parametrize(
    ("sayings", "asks"),
    [(BEGUN, "before the flop: it is Ann's turn to bet: Ann owes 2 and has 100"),
     (CALLED, "the flop: it is Bob's turn to bet: Bob owes nothing and has 38"),
     (ALL_IN, "the turn: it is Cat's turn to bet: Cat owes nothing and has 60")],
)  # fmt: skip
def test_the_prompt_names_the_street_too(sayings, asks):
    evening = evening_of(*sayings)
    assert evening.game.turn.asks == asks
    assert expecting(evening).who == [asks.split("'")[0].rpartition(" ")[2]]


def test_pot_and_side_pots_stand_in_the_header_while_it_is_bet():
    def shown(*sayings):
        return [(tile.label, tile.value) for tile in tiles(evening_of(*sayings), ["holdem.pot"])]

    assert shown(*BEGUN) == [("Pot", "3")]
    assert shown(*ALL_IN) == [("Pot", "120")]
    assert shown(*ALL_IN, "Cat bets 10") == [("Main pot", "120"), ("Side pot", "10")]
    assert shown(*BEGUN, "Ann folds", "Bob folds") == [("Next button", "Bob"), ("Blinds", "1 / 2"), ("Pot", "none")]


def test_cards_that_were_taken_lie_open_no_more():
    begun = ["game cassino", "deal Ann turn-up 3S 5H 9D KC"]
    evening = play("Ann Bob", "\n".join(begun))
    assert " ".join(map(str, evening.game.deal.lies_open())) == "3S 5H 9D KC"
    evening = play("Ann Bob", "\n".join([*begun, "Bob plays 5D takes 5H"]))
    assert " ".join(map(str, evening.game.deal.lies_open())) == "3S 9D KC"
