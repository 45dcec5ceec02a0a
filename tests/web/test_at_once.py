"""A deal told at once on one sheet: what each put in, and who won; and how many taps that takes."""

import pytest

from ledger.web.at_once import ToldAtOnce, told_at_once
from tests.helpers.page_driver import browsing, one_chromium
from tests.helpers.rig import play

__all__ = ["one_chromium"]

FIVE = ("Ann", "Bob", "Cat", "Dan", "Eve")
ORDER = {name: place for place, name in enumerate(FIVE)}
BOUGHT = [f"{name} buys {sum_bought}" for name, sum_bought in zip(FIVE, (80, 106, 98, 112, 104), strict=True)]


def evening_of(*sayings, game="game holdem small=1 big=2"):
    return play(" ".join(FIVE), "\n".join([*BOUGHT, game, *sayings]))


def filled_in(evening, won=(), **sums) -> ToldAtOnce:
    """Return the sheet with these sums keyed in, and these tapped for each question in turn."""
    sent = [(f"other.{ORDER[name]}", str(amount)) for name, amount in sums.items()]
    sent += [(f"won.{place}", name) for place, names in enumerate(won) for name in names.split()]
    sheet = told_at_once(evening, sent, ORDER)
    assert sheet is not None
    return sheet


def off(asked):
    return {choice.label: choice.off for choice in asked.field.options if choice.off}


def test_nobody_is_touched_and_each_has_put_in_what_was_posted():
    sheet = filled_in(evening_of())
    chosen = {row.player: next(place.label for place in row.places if place.chosen) for row in sheet.rows}
    assert chosen == {"Ann": "0", "Bob": "1", "Cat": "2", "Dan": "0", "Eve": "0"}
    less = {row.player: [place.label for place in row.places if place.off] for row in sheet.rows}
    assert less == {"Ann": [""], "Bob": ["0", ""], "Cat": ["0", "1", ""], "Dan": [""], "Eve": [""]}
    assert sheet.sayings == ["deal", "in Cat 2"]


def test_the_columns_are_the_sums_of_the_game_the_highest_so_far_and_all_there_is():
    sheet = filled_in(evening_of(), Dan=30)
    assert sheet.columns == ["none", "small", "big", "highest", "all in", "other"]
    assert [place.label for place in sheet.rows[4].places] == ["0", "1", "2", "30", "104"]
    assert sheet.rows[3].other == "30"


def test_a_sum_taken_from_the_highest_does_not_grow_with_it():
    sheet = told_at_once(evening_of(), [("other.3", "30"), ("sum.4", "3:20")], ORDER)
    assert sheet is not None
    assert (sheet.rows[4].other, [place.chosen for place in sheet.rows[4].places]) == ("20", [False] * 5)


def test_who_has_folded_or_put_in_nothing_cannot_have_won():
    (asked,) = filled_in(evening_of(), Ann=80, Dan=80, Eve=100).asked
    assert off(asked) == {"Bob": "folded", "Cat": "folded", "Dan": "folded"}
    assert off(filled_in(evening_of("deal Ann"), Dan=30, Eve=30).asked[0])["Ann"] == "nothing in"


def test_the_deal_is_written_with_its_winner_or_not_at_all():
    sheet = filled_in(evening_of(), Ann=80, Dan=80, Eve=100)
    assert (sheet.sayings, sheet.label) == ([], "In Ann 80, Dan 80, Eve 100")
    sheet = filled_in(evening_of(), ["Ann"], Ann=80, Dan=80, Eve=100)
    assert sheet.sayings == ["deal", "in Ann 80 Dan 80 Eve 100", "Ann wins"]
    assert sheet.label == "In Ann 80, Dan 80, Eve 100: Ann wins"
    assert sheet.moves == "Ann takes 243, 20 goes back to Eve"


def test_two_names_share():
    sheet = filled_in(evening_of(), ["Dan Eve"], Dan=30, Eve=30)
    assert (sheet.sayings[-1], sheet.label) == ("split Dan Eve", "In Dan 30, Eve 30: Dan and Eve share")


def test_a_second_pot_is_asked_about_once_the_first_is_won():
    evening = evening_of()
    assert len(filled_in(evening, Ann=80, Dan=100, Eve=100).asked) == 1
    sheet = filled_in(evening, ["Ann"], Ann=80, Dan=100, Eve=100)
    assert [asked.asks for asked in sheet.asked] == ["Who has the best hand?", "Who has the next best hand?"]
    assert off(sheet.asked[1])["Ann"] == "has won"
    assert [(pot.label, pot.amount, pot.to) for pot in sheet.pots] == [
        ("Main pot", "243", "to Ann"), ("Side pot", "40", "is asked next"),
    ]  # fmt: skip
    sheet = filled_in(evening, ["Ann", "Dan"], Ann=80, Dan=100, Eve=100)
    assert sheet.sayings[2:] == ["Ann wins", "Dan wins"]
    assert [pot.to for pot in sheet.pots] == ["to Ann", "to Dan"]


def test_one_who_is_left_alone_wins_and_cannot_be_tapped():
    sheet = filled_in(evening_of(), Dan=30, Eve=20)
    assert sheet.sayings == ["deal", "in Dan 30 Eve 20"]
    assert [(asked.chosen, asked.settled) for asked in sheet.asked] == [(["Dan"], True)]
    assert sheet.moves == "Dan takes 53"


@pytest.mark.parametrize("text", ["3.", "", "x", "0.001", "999"])
def test_nothing_is_written_while_a_sum_is_not_finished_or_too_much(text):
    sheet = told_at_once(evening_of(), [("other.3", text), ("other.4", "30.5")], ORDER)
    assert sheet is not None
    assert sheet.sayings == []


def test_it_is_asked_before_anybody_has_acted_and_not_after():
    assert filled_in(evening_of("deal Ann"), Dan=30, Eve=30).sayings == []
    assert filled_in(evening_of("deal Ann"), ["Eve"], Dan=30, Eve=30).sayings == ["in Dan 30 Eve 30", "Eve wins"]
    assert told_at_once(evening_of("deal Ann", "Dan folds"), [], ORDER) is None


def test_both_halves_of_a_pot_are_asked_about():
    evening = evening_of(game="game omaha small=1 big=2 eight=on")
    sheet = filled_in(evening, ["Dan"], Dan=30, Eve=30)
    assert len(sheet.asked) == 2
    sheet = filled_in(evening, ["Dan", "Eve"], Dan=30, Eve=30)
    assert sheet.sayings == ["deal", "in Dan 30 Eve 30", "Dan wins high", "Eve wins low"]


def test_pots_that_nobody_parts_any_more_are_one():
    evening = play("Ann Bob Cat", "game omaha eight=on limit=fixed\ndeal Ann")
    sums = [("other.0", "3"), ("other.1", "11"), ("other.2", "11")]
    won = [("won.0", "Bob"), ("won.1", "Bob"), ("won.1", "Cat")]
    sheet = told_at_once(evening, sums + won, {"Ann": 0, "Bob": 1, "Cat": 2})
    assert sheet is not None
    assert sheet.sayings == ["in Ann 3 Bob 11 Cat 11", "Bob wins high", "split Bob Cat low"]
    assert [(pot.label, pot.amount, pot.to) for pot in sheet.pots] == [("Pot", "25", "high to Bob, low to Bob and Cat")]


# Taps, in Chromium


class Taps:
    """Taps on the sheet, counted; after a sum it waits until the sheet is drawn anew, as its reader does."""

    def __init__(self, page):
        self.page, self.number = page, 0

    def tap(self, *selectors):
        for selector in selectors:
            place = self.page.locator(selector).first
            if selector.startswith((".pad-below", "label[for=sum-")):
                with self.page.expect_response(lambda answer: "/at-once?" in answer.url):
                    place.click(timeout=5000)
                self.page.wait_for_timeout(60)
            else:
                place.click(timeout=5000)
            self.number += 1

    def write(self):
        before = self.page.get_attribute("#table", "data-seen")
        self.tap("[data-writes]:enabled")
        self.page.wait_for_selector(f"#table:not([data-seen='{before}'])")


OPEN = "summary:has-text('at once')"


def key(*digits):
    return [f".pad-below [data-key='{digit}']" for digit in digits]


def won(name):
    return f".sums-put fieldset label:has-text('{name}')"


@pytest.fixture
def told(server):
    """Yield the page of an evening in euros, with its taps, and the sayings of its log."""
    with server.client() as client:
        sayings = ["game holdem small=0.10 big=0.20", *(f"{name} buys €10" for name in FIVE)]
        players = {"title": "Friday", "players": list(FIVE), "money": "EUR", "counter": "0.10"}
        number = client.post("/api/evenings", json=players).json()["evening"]
        for saying in sayings:
            assert client.post(f"/api/evenings/{number}/sayings", json={"saying": saying}).status_code == 200
        with browsing(server) as page:
            page.goto(f"{server.base}/evenings/{number}")
            yield page, lambda: [row["saying"] for row in client.get(f"/api/evenings/{number}/log").json()["log"]]


@pytest.mark.thorough
def test_a_pot_of_two_is_told_in_six_taps_and_one_undo_takes_it_back(told):
    page, log = told
    hand = Taps(page)
    hand.tap(OPEN, "#other-3", *key(8), "label[for=sum-4-4]", won("Eve"))
    hand.write()
    assert hand.number <= 6
    assert log()[-3:] == ["deal", "in Dan 8.00 Eve 8.00", "Eve wins"]
    before = page.get_attribute("#table", "data-seen")
    hand.tap("button.undo")
    page.wait_for_selector(f"#table:not([data-seen='{before}'])")
    assert page.locator("h2", has_text="No deal is in hand").is_visible()


@pytest.mark.thorough
def test_a_hand_of_five_is_told_in_ten_taps(told):
    page, log = told
    hand = Taps(page)
    hand.tap(
        OPEN,
        "label[for=sum-0-5]",
        "#other-3",
        *key(8),
        "label[for=sum-1-5]",
        "label[for=sum-2-5]",
        "label[for=sum-4-5]",
    )
    hand.tap(won("Ann"))
    hand.write()
    assert hand.number <= 10
    assert log()[-3:] == ["deal", "in Ann 10.00 Bob 10.00 Cat 10.00 Dan 8.00 Eve 10.00", "Ann wins"]


@pytest.mark.thorough
def test_what_is_changed_is_never_sent_as_it_was_before(told):
    page, log = told
    page.locator(OPEN).click()
    page.locator("[data-writes]:enabled").wait_for()
    asleep = "document.querySelector('#sum-3-5').click(); document.querySelector('[data-writes]').disabled"
    assert page.evaluate(asleep)
    assert not any(saying.startswith("in ") for saying in log())
