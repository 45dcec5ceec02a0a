"""Faults that the page once had: what it says of seats, deals, counts, payments and numbers."""

import re

import pytest

from ledger.core.books import Payment
from ledger.interchange.script import replay_script
from ledger.web.detail_views import deal_numbers
from ledger.web.pages.rendering import SOFT_HYPHEN, _hyphens
from ledger.web.settle_view import chart, payment_rows, won
from ledger.web.table_view import game_line, gone, seats
from ledger.web.words import aloud, day_in_words, things
from tests.helpers.page_driver import browsing, one_chromium
from tests.helpers.serving import opened

__all__ = ["one_chromium"]

NAP = ['evening "Nap"', "players Ann Bob Cat Dan", "game nap kitty=1"]


def evening_of(*lines):
    return replay_script("\n".join(lines), "said").evening


def below(evening):
    return {seat.name: seat.last for seat in seats(evening)}


def test_only_who_is_still_to_be_asked_has_not_yet_spoken():
    calling = [*NAP, "deal Ann", "Cat 3"]
    assert below(evening_of(*calling)) == {"Ann": "not yet", "Bob": "(passes)", "Cat": "calls 3", "Dan": "not yet"}
    assert "not yet" not in below(evening_of(*calling, "Dan passes", "Ann passes")).values()
    pope = ['evening "Pope"', "players Ann Bob Cat", "game pope-joan", "deal Ann turn-up 7H"]
    assert set(below(evening_of(*pope)).values()) == {""}


def test_a_deal_has_the_same_number_at_the_table_and_in_an_explanation_though_one_was_void():
    evening = evening_of(*NAP, "deal Ann", "misdeal", "deal Ann", "Cat 3", "Cat made", "deal", "Ann 2")
    assert game_line(evening) == ("Nap", "deal 2")
    assert deal_numbers(evening) == {1: "deal 1, void", 2: "deal 1", 3: "deal 2"}


def test_who_left_with_a_debt_stands_below_the_seats_until_it_is_paid():
    lines = [*NAP, "deal Ann", "Cat 3", "Cat made", "end", "Dan leaves"]
    evening = evening_of(*lines)
    assert [(seat.name, seat.figure) for seat in gone(evening)] == [("Dan", "\N{MINUS SIGN}3")]
    assert gone(evening_of(*lines, "close")) == gone(evening)
    assert gone(evening_of(*lines, "Dan pays Cat 3")) == gone(evening_of(*lines, "close", "Dan pays Cat 3")) == []


def test_what_lies_in_front_stands_at_the_seats_as_soon_as_counters_are_bought():
    assert {seat.front for seat in seats(evening_of(*NAP))} == {""}
    bought = evening_of(*NAP[:2], "Ann buys 20", "game nap kitty=1", "deal Ann")
    assert [seat.front for seat in seats(bought)][:2] == ["19", "0"]


def test_a_payment_can_be_taken_back_and_rows_keep_their_places():
    lines = [*NAP, "deal Ann", "Cat 3", "Cat made", "end", "close"]
    evening = evening_of(*lines)
    to_pay = [Payment("Ann", "Cat", 3), Payment("Bob", "Cat", 2), Payment("Dan", "Cat", 3)]
    before = payment_rows(evening, to_pay)
    paid = payment_rows(evening_of(*lines, "Bob pays Cat 2"), [payment for payment in to_pay if payment.payer != "Bob"])
    assert [row.words for row in before] == [row.words for row in paid]
    assert [voids for row in paid for voids in row.voids] == [('void 9 "not paid"', "2 were not paid")]
    (part,) = [
        row for row in payment_rows(evening_of(*lines, "Ann pays Cat 1"), [Payment("Ann", "Cat", 2)]) if row.part
    ]
    assert (part.sum, part.note) == ("2", "1 of 3 paid, number 9")


def test_every_game_has_its_row_however_many_were_played():
    evening = evening_of(*NAP)
    evening.books.won = {f"game {place}": {"Ann": place, "Bob": -place} for place in range(1, 7)}
    table = won(evening, evening.books.people())
    assert [cells for _, cells in table["whole"]["rows"]][5] == ["+6", "\N{MINUS SIGN}6", "–", "–"]
    assert [block["names"] for block in table["blocks"]] == [["Ann", "Bob", "Cat"], ["Dan"]]
    assert table["together"] == ["0"] * 6


def test_each_line_of_the_chart_has_a_colour_and_a_dash():
    drawn = str(chart(evening_of(*NAP, "deal Ann", "Cat 3", "Cat made", "deal", "Ann 2", "Ann made")))
    assert set(re.findall(r'polyline class="(l\d p\d)"', drawn)) == {"l0 p0", "l1 p1", "l2 p2", "l3 p3"}
    assert ">Nap</text>" in drawn


def test_names_break_at_soft_hyphens_only():
    assert _hyphens("Bartholomew").replace(SOFT_HYPHEN, "|") == "Bartho|lomew"
    assert _hyphens("Anne-Marie").replace(SOFT_HYPHEN, "|") == "Anne-Marie"
    assert _hyphens("Ann") == "Ann"


def test_one_of_a_thing_is_one_and_a_day_is_written_out():
    assert (things(1, "saying"), things(2, "saying")) == ("1 saying", "2 sayings")
    assert day_in_words("2026-11-23") == "Monday 23 November 2026"
    assert day_in_words("Candlemas") == "Candlemas"


def test_a_figure_is_read_aloud_in_words():
    assert aloud("\N{MINUS SIGN}1s7d") == "minus 1 shilling 7 pence"
    assert aloud("+2s1d") == "plus 2 shillings 1 penny"
    assert aloud("\N{MINUS SIGN}€0.60") == "minus €0.60"
    assert aloud("+3") == "plus 3"


LINES = """one => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return words.getClientRects().length;
}"""


@pytest.mark.thorough
@pytest.mark.parametrize("width", [320, 390])
def test_a_number_of_an_event_is_never_broken(server, width):
    with browsing(server, width, 640) as page, server.client() as client:
        number = opened(client, "game nap kitty=1", "deal Ann", "Cat 3", "Cat made")
        for path in ("", "/log", "/settle"):
            page.goto(f"{server.base}/evenings/{number}{path}")
            for event in (99, 100, 999, 1000, 10000):
                page.evaluate(
                    "n => document.querySelectorAll('.number').forEach(one => { one.textContent = n })", event
                )
                assert {place.evaluate(LINES) for place in page.locator(".number").all()} <= {1}, (path, event)
                assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.thorough
@pytest.mark.parametrize("players", [["Ann", "Bob", "Cat", "Dan", "Eve"], ["Bartholomew", *"ABCDEFGHI"]])
def test_the_dealers_sign_lies_inside_the_seat(server, players):
    with browsing(server, 320, 640) as page, server.client() as client:
        number = opened(client, "game loo", f"deal {players[0]} turn-up 6D", players=players)
        page.goto(f"{server.base}/evenings/{number}")
        sign, seat = page.locator(".dealer").bounding_box(), page.locator(".seat.deals > a").bounding_box()
        for side, length in (("x", "width"), ("y", "height")):
            assert seat[side] <= sign[side] <= seat[side] + seat[length] - sign[length]


@pytest.mark.thorough
def test_a_count_that_is_right_and_counters_that_are_bought_are_answered(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, "Ann buys 20")
        page.goto(f"{server.base}/evenings/{number}")
        assert "Ann has 20 in front now" in page.locator(".panel .assumes").inner_text()
        client.post(f"/api/evenings/{number}/sayings", json={"saying": "count Ann 20"})
        page.goto(f"{server.base}/evenings/{number}")
        assert page.locator(".panel .assumes").inner_text() == "Counted, and right: Ann 20"


@pytest.mark.thorough
def test_who_watches_may_say_whose_phone_it_is_and_sees_the_own_figures(server):
    with server.client() as client:
        number = opened(client, "Ann buys 20", "game nap kitty=1", "deal Ann", "Cat 3")
    with browsing(server, right="watch") as page:
        page.goto(f"{server.base}/evenings/{number}/watch")
        assert page.locator(".last li").count() == 5
        page.locator("nav a", has_text="I am").click()
        page.get_by_role("button", name="Ann", exact=True).click()
        page.locator(".mine").wait_for()
        assert page.locator(".mine b").inner_text() == "Ann, \N{MINUS SIGN}1"
        assert page.locator(".own dd").all_inner_texts() == ["\N{MINUS SIGN}1", "\N{MINUS SIGN}1", "19"]
        assert page.locator("form, .undo, #more").count() == 0


@pytest.mark.thorough
@pytest.mark.parametrize("title", ["Friday", "Grand Old Duke's Birthday", "A Birthday with a title of many words"])
def test_a_long_title_loses_the_game_first_and_no_word_is_cut(server, title):
    seen = """() => [...document.querySelectorAll(".playing > *, .live")].map(one => {
      const line = one.closest(".title").getBoundingClientRect(), box = one.getBoundingClientRect();
      return [one.className, box.top < line.top + 12 && box.right <= line.right + 1 && box.width > 0];
    })"""
    with browsing(server, 320, 640) as page, server.client() as client:
        number = opened(client, "game nap kitty=1", "deal Ann", "Cat 3", title=title)
        page.goto(f"{server.base}/evenings/{number}")
        parts = dict(page.evaluate(seen))
        assert parts["deal"] or not parts["game"]
        assert parts["game"] is (title == "Friday")
        assert parts["live"]
        assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.thorough
def test_a_payment_is_ticked_and_taken_back_where_it_stands(server):
    with browsing(server) as page, server.client() as client:
        number = opened(
            client, "game nap", "deal Ann", "Cat 3", "Cat made", "end", "close", players=["Ann", "Bob", "Cat"]
        )
        page.goto(f"{server.base}/evenings/{number}/settle")
        places = [row.bounding_box() for row in page.locator(".pay").all()]
        page.locator("button.tick").first.click()
        page.locator(".pay.paid").wait_for()
        assert [row.bounding_box() for row in page.locator(".pay").all()] == places
        page.locator(".pay.paid > .ask").click()
        page.get_by_role("button", name="It was not paid").click()
        page.wait_for_function("document.querySelectorAll('.pay.paid').length === 0")


@pytest.mark.thorough
@pytest.mark.parametrize("way", ["Back", "Escape", "back"])
def test_the_sheet_of_a_payment_lies_over_the_page_and_closes_upon_it(server, way):
    with browsing(server) as page, server.client() as client:
        number = opened(client, "game nap", "deal Ann", "Cat 3", "Cat made", "end", "close")
        address = f"{server.base}/evenings/{number}/settle"
        page.goto(address)
        places = [row.bounding_box() for row in page.locator(".pay").all()]
        assert max(place["height"] for place in places) < 80
        page.locator(".pay > .ask").first.click()
        sheet = page.locator(".pay-sheet:popover-open")
        assert sheet.locator("button.usual").last.inner_text().startswith("Paid, all 3")
        assert [row.bounding_box() for row in page.locator(".pay").all()] == places
        page.wait_for_timeout(60)
        if way == "Back":
            page.go_back()
        elif way == "Escape":
            page.keyboard.press("Escape")
        else:
            sheet.get_by_role("button", name="back").click()
        page.wait_for_function("() => !document.querySelector('.pay-sheet:popover-open')")
        page.wait_for_url(address)


@pytest.mark.thorough
def test_a_statement_is_one_page_with_the_date_the_games_and_the_players(server):
    with browsing(server) as page, server.client() as client:
        number = opened(
            client, "game nap kitty=1", "deal Ann", "Cat 3", "Cat made", "end", "close", title="Twelfth Night"
        )
        page.goto(f"{server.base}/evenings/{number}/settle")
        printed = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
        page.emulate_media(media="print")
        statement = page.locator(".statement").inner_text()
        for words in ("Twelfth Night", "20", "Ann, Bob and Cat", "Nap: 1 deal, 8 sayings"):
            assert words in statement


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080), (3840, 2160)])
def test_the_wall_grows_with_its_screen(server, width, height):
    with browsing(server, width, height) as page, server.client() as client:
        number = opened(client, "game nap kitty=1", "deal Ann", "Cat 3")
        page.goto(f"{server.base}/evenings/{number}/watch?wall=1")
        sizes = page.evaluate(
            "[...document.querySelectorAll('.figure')].map(one => parseFloat(getComputedStyle(one).fontSize))"
        )
        assert all(abs(size - 93 * height / 1080) < 2 for size in sizes), sizes
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
