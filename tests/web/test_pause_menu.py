"""Between two hands: three ranks, the usual answer in sight at every size, and counters for all in one tap."""

import re

import pytest

from ledger.language.vocabulary import Announcement, Vocabulary
from ledger.web.between import last_of_deal
from ledger.web.panel.buttons import SayingButton, TogetherButton
from ledger.web.panel.panel import Panel
from ledger.web.panel.pause import in_ranks
from ledger.web.table_view import game_line, seats, tiles
from tests.helpers.page_driver import browsing, one_chromium
from tests.helpers.rig import play
from tests.helpers.serving import opened

__all__ = ["one_chromium"]

FIVE = ("Ann", "Bob", "Cat", "Dan", "Eve")
BEGUN = ["game holdem small=1 big=2"]
BOUGHT = [*BEGUN, *(f"{name} buys 100" for name in FIVE)]
A_HAND = [*BOUGHT, "deal Ann", "in Ann 100 Dan 80 Eve 100", "Ann wins"]
SIZES = [(390, 844), (390, 664), (320, 640), (844, 390), (1280, 800)]
SUMMARY = re.compile(r'<span class="closed">\s*(?:<span>)?(.*?)(?:</span>|<small>)')


def evening_of(*sayings):
    return play(" ".join(FIVE), "\n".join(sayings))


def panel_of(server, *sayings, players=FIVE):
    with server.client() as client:
        number = opened(client, *sayings, players=players)
    page = server.page().get(f"/evenings/{number}").text
    return number, page[page.index('class="panel"') : page.index('id="more"')]


def test_what_is_said_often_and_of_people_is_at_hand_and_the_rest_behind_one_place(server):
    _, panel = panel_of(server, *A_HAND)
    shown, behind = panel.split('id="others"')
    assert SUMMARY.findall(shown) == [
        "Tell a hand at once…", "Count stacks…", "buys…", "joins…", "leaves…", "sits out…",
    ]  # fmt: skip
    assert [word in behind for word in ("tips", "bomb", "End Hold", "Another deals")] == [True] * 4


def test_what_a_game_says_seldom_stands_behind_more_ways(server):
    players = [f"P{place}" for place in range(4)]
    _, panel = panel_of(
        server, "game tournament entry=10 addon=10", *(f"{name} buys 20" for name in players), players=players
    )
    shown, behind = panel.split('id="others"')
    assert "several by one" in shown
    assert [word in behind for word in ("adds on", "enters again")] == [True, False]
    assert "adds on" not in shown


def test_no_place_between_hands_writes_something_of_nobody(server):
    _number, panel = panel_of(server, *A_HAND)
    said = re.findall(r'name="saying"\s+value="([^"]*)"', panel.split('id="others"')[0])
    assert {saying.split()[-1] for saying in said} <= {"sits-out"}
    assert "In front, for good" not in panel


def test_nobody_is_asked_to_take_counters_after_a_hand_without_any(server):
    _, panel = panel_of(server, *BEGUN, "deal Ann", "in Ann 10 Dan 8 Eve 10", "Ann wins")
    assert "All take" not in panel.split('id="at-buys"')[0]


def test_all_take_as_much_in_one_tap_while_nobody_has_anything(server):
    number, panel = panel_of(server, *BEGUN)
    sums = re.findall(r">All take ([^<]*)<", panel)
    assert sums == ["20", "50", "100"]
    page = server.page()
    fields = [("key", "all"), *(("saying", f"{name} buys 50") for name in FIVE)]
    page.post(f"/evenings/{number}/say", content="&".join(f"{n}={v.replace(' ', '+')}" for n, v in fields),
              headers={"Content-Type": "application/x-www-form-urlencoded"})  # fmt: skip
    panel = page.get(f"/evenings/{number}").text
    assert "Eve takes 50" in panel
    assert ">All take" not in panel
    assert re.findall(r">All take ([^<]*)<", page.get(f"/evenings/{number}/any-time?verb=buys").text) == sums


def test_what_is_seldom_bought_is_not_offered_first_and_a_whole_saying_is_one_tap():
    panel = Panel(ready=[SayingButton("bock", "bock"), SayingButton("end", "end")])
    words = Vocabulary(announcements={"bock": Announcement()}, often=("bock",))
    menu = in_ranks(panel, words, {"buys", "joins"}, "/", [TogetherButton(("Ann buys 20",), "All take 20")])
    assert (menu.together, menu.often) == ((), [])
    assert [button.saying for button in menu.whole.ready] == ["bock"]
    assert [button.saying for button in menu.rest.ready] == ["end"]
    assert [place.label for place in menu.people] == ["buys…", "joins…"]


def test_the_header_says_what_stands_for_the_next_hand(server):
    shown = {tile.label: tile.value for tile in tiles(evening_of(*A_HAND), ["holdem.pot"])}
    assert shown == {"Next button": "Bob", "Blinds": "1 / 2", "Pot": "none"}
    assert game_line(evening_of(*A_HAND)) == ("Hold'em", "hand 1 over")
    shown = {tile.label: tile.value for tile in tiles(evening_of(*A_HAND, "bomb 5"), ["holdem.pot"])}
    assert shown["Bomb pot"] == "5"


def test_the_result_says_who_won_what_from_whom_and_stays_until_the_next_hand():
    won = "Ann won 183 (Eve −100, Dan −80 …)"
    assert last_of_deal(evening_of(*A_HAND)) == won
    assert last_of_deal(evening_of(*A_HAND, "Eve buys 100", "Dan tips 5")) == won
    assert last_of_deal(evening_of(*BOUGHT, "deal Ann", "in Dan 30")) == "Dan won 3 (Cat −2, Bob −1)"
    folds = ["deal Ann", "Dan raises to 6", "Eve folds", "Ann folds", "Bob folds", "Cat folds"]
    assert last_of_deal(evening_of(*BOUGHT, *folds)) == "Dan won 3 (Cat −2, Bob −1)"


def test_who_only_got_back_what_nobody_called_has_not_won():
    after = evening_of(*BOUGHT, "deal Ann", "in Ann 60 Dan 100")
    assert [view.name for view in seats(after) if view.won] == ["Dan"]
    stacks = [BOUGHT[0], "Ann buys 60", *BOUGHT[2:]]
    after = evening_of(*stacks, "deal Ann", "in Ann 60 Dan 100", "Ann wins")
    assert [view.name for view in seats(after) if view.won] == ["Ann"]


@pytest.mark.thorough
def test_the_usual_answer_is_in_sight_at_every_size_and_nothing_lies_under_it(server):
    with server.client() as client:
        numbers = [
            opened(client, *sayings, players=FIVE)
            for sayings in (BEGUN, A_HAND, ["game nap", "deal Ann", "Bob passes"])
        ]
    with browsing(server) as page:
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for number in numbers:
                page.goto(f"{server.base}/evenings/{number}")
                box = page.locator("form.answers .usual").last.bounding_box()
                assert box["y"] + box["height"] <= height, (width, height, number)
                assert page.evaluate(COVERED) == [], (width, height, number)


COVERED = """() => [...document.querySelectorAll('.panel > :not(#more) :is(summary, button):not(:disabled)')]
  .filter((one) => one.checkVisibility() && !one.closest('.answers, details > .sheet'))
  .filter((one) => {
    one.scrollIntoView({ block: 'nearest' });
    const box = one.getBoundingClientRect();
    const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !there || !(one.contains(there) || there.contains(one));
  }).map((one) => one.textContent.trim())"""
