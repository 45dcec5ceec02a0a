"""What is keyed in on the page of an evening in money is money, unless the phone says counters."""

import re

import pytest

from ledger.core.money import FARTHINGS, Money
from ledger.web.panel.decode import saying_of
from ledger.web.panel.field_maker import keys_of
from tests.helpers.page_driver import browsing, following, one_chromium
from tests.helpers.serving import opened

__all__ = ["one_chromium"]

EURO, PENCE = Money("EUR", 10), Money("lsd", 4)
BUYS = [("w0", "Ann"), ("h1", "buys")]
SUMS = re.compile(r'<input[^>]*name="(?:g\d+\.\d+\.)*m\d+[^"]*"[^>]*data-sign="([^"]*)"')


@pytest.mark.parametrize(
    ("money", "typed", "more", "said"),
    [
        (EURO, "2", (), "2.00"),
        (EURO, "€2", (), "€2"),
        (EURO, "2.5", (), "2.5"),
        (EURO, "20", (("counters", "1"),), "20"),
        (Money("JPY", 100), "200", (), "JPY200"),
        (PENCE, "2", (), "2"),
        (Money("counters", 1), "2", (), "2"),
    ],
)
def test_a_bare_number_is_money_in_an_evening_of_money(money, typed, more, said):
    assert saying_of([*BUYS, ("m2", typed), *more], money) == f"Ann buys {said}"
    assert saying_of([("h1", "game nap"), ("m2.kitty+", typed), *more], money) == f"game nap kitty={said}"
    assert saying_of([("w0", "Ann"), ("w1", typed)], money) == f"Ann {typed}"


def test_every_sum_of_pence_has_its_keys():
    assert {"s", "d", *filter(None, FARTHINGS)} == {*keys_of(PENCE, signed=False)}


@pytest.fixture(scope="module")
def number(server):
    with server.client() as client:
        found = client.post(
            "/api/evenings", json={"title": "Nap", "players": ["Ann", "Bob"], "money": "EUR", "counter": "0.10"}
        )
        return found.json()["evening"]


def test_what_is_keyed_in_is_written_and_foretold_as_money(server, number):
    page = server.page()
    table = page.get(f"/evenings/{number}?seat=Ann").text
    sums = SUMS.findall(table)
    assert sums
    assert {*sums} == {"€"}
    assert 'data-counters="1"' in table
    said = page.get(f"/evenings/{number}/preview", params={"w0": "Ann", "h1": "buys", "m2": "2"}).text
    assert "2.00" in said
    page.post(f"/evenings/{number}/say", data={"w0": "Ann", "h1": "buys", "m2": "2"})
    page.post(f"/evenings/{number}/say", data={"w0": "Bob", "h1": "buys", "m2": "2", "counters": "1"})
    with server.client() as client:
        log = client.get(f"/api/evenings/{number}/log").text
    assert "Ann buys 2.00" in log
    assert "Bob buys 0.20" in log


def test_the_count_of_all_reads_money_too(server, number):
    page = server.page()
    fields = {"h1": "count", "g2.0.h1": "Ann", "g2.0.m2": "2", "g2.1.h1": "Bob", "g2.1.m2": "0.20"}
    found = page.get(f"/evenings/{number}/preview", params=fields).text.splitlines()
    assert found[2:4] == ["Ann\t€2.00\tagrees", "Bob\t€0.20\tagrees"]


def test_a_house_rule_whose_sum_is_not_finished_foretells_nothing(server, number):
    page = server.page()
    for sum_so_far, foretold in {"20": ["stake €2.00; the rest by the book"], "½": [], "0.005": []}.items():
        found = page.get(f"/evenings/{number}/preview", params={"w0": "game nap", "o1.stake": sum_so_far})
        assert found.status_code == 200
        assert found.text.splitlines()[1:] == foretold


def test_a_counter_of_one_unit_needs_no_switch(server):
    with server.client() as client:
        number = opened(client)
    assert "data-counters" not in server.page().get(f"/evenings/{number}?seat=Ann").text


OVER = """() => [...document.querySelectorAll(".units > .ask, .entry > input")].filter((one) => one.checkVisibility())
  .filter((one) => { const box = one.getBoundingClientRect();
    const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const under = document.elementsFromPoint(box.left + box.width / 2, box.bottom - 2)
      .filter((each) => each.matches("button, input") && each !== one);
    return there !== one || under.length }).map((one) => one.outerHTML)"""


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(390, 844), (390, 664), (320, 640)])
def test_a_sum_that_is_keyed_in_and_its_unit_lie_over_nothing(server, size):
    in_money = {"title": "Friday", "players": ["Ann", "Bob", "Cat", "Dan"], "money": "EUR", "counter": "0.10"}
    with server.client() as client, browsing(server, *size) as page:
        number = client.post("/api/evenings", json=in_money).json()["evening"]
        buys = [f"{name} buys 10.00" for name in in_money["players"]]
        for saying in (*buys, "game holdem small=0.10 big=0.20", "deal Ann", "Dan calls", "Ann calls", "Bob calls"):
            assert client.post(f"/api/evenings/{number}/sayings", json={"saying": saying}).status_code == 200
        client.post(f"/api/evenings/{number}/sayings", json={"saying": "Cat checks"})
        page.goto(f"{server.base}/evenings/{number}")
        page.locator("summary.ask", has_text="bets").first.tap()
        page.locator(".keypad [data-key='2']:visible").first.tap()
        assert page.locator(".said .send small").all_inner_texts() == ["half the pot", "the pot", "all in"]
        assert page.evaluate(OVER) == []
        if size[1] > 800:
            assert page.evaluate("() => document.documentElement.scrollHeight") <= size[1]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("money", "buys", "blinds", "range_in_words", "amiss", "fits"),
    [
        ({"money": "counters"}, "90", ("1", "2"), "2 to 88", ["246", "89", "1", "0"], ["88", "2"]),
        (
            {"money": "EUR", "counter": "0.10"}, "9.05", ("0.10", "0.20"), "€0.20 to €8.80",
            ["9", "8.90", "0.10", "0", "5.", "€5.", ".", "0.205"], ["8.80", "8.85", "€5", "0.25"],
        ),
        (
            {"money": "lsd", "counter": "1d"}, "3s½d", ("1d", "2d"), "2d to 2s10d",
            ["35", "2s11d", "1d", "2s6", "sd"], ["34", "2s10½d", "2d", "2s"],
        ),
    ],
    ids=["counters", "euro", "pence"],
)  # fmt: skip
def test_a_sum_that_is_not_finished_or_past_its_range_cannot_be_sent(
    server, money, buys, blinds, range_in_words, amiss, fits
):
    with server.client() as client, browsing(server) as page:
        buy = [f"{name} buys {buys}" for name in ("Ann", "Bob", "Cat")]
        small, big = blinds
        number = opened(client, *buy, f"game holdem small={small} big={big}", "deal Ann", **money)
        for saying in ("Ann calls", "Bob calls", "Cat checks"):
            assert client.post(f"/api/evenings/{number}/sayings", json={"saying": saying}).status_code == 200
        page.goto(f"{server.base}/evenings/{number}")
        page.locator("summary.ask", has_text="bets").first.tap()
        place, send = page.locator(".entry input:visible"), page.locator("[data-says]:visible")
        assert place.get_attribute("placeholder") == range_in_words
        for typed in amiss:
            place.fill(typed)
            assert send.is_disabled(), typed
            send.filter(has_text=range_in_words).wait_for()
        for typed in fits:
            place.fill(typed)
            assert send.is_enabled(), typed


@pytest.mark.thorough
@pytest.mark.parametrize("is_open", [False, True])
def test_what_was_keyed_in_for_one_player_is_not_kept_for_the_next(server, is_open):
    with server.client() as client, browsing(server) as page:
        buy = [f"{name} buys 90" for name in ("Ann", "Bob", "Cat")]
        number = opened(client, *buy, "game holdem", "deal Ann")
        following(page, f"{server.base}/evenings/{number}")
        page.locator("summary.ask", has_text="raises").first.tap()
        page.locator(".keypad [data-key='4']:visible").first.tap()
        if not is_open:
            page.go_back()
        client.post(f"/api/evenings/{number}/sayings", json={"saying": "Ann calls"})
        if is_open:
            page.wait_for_selector(".moved-on")
            assert page.locator(".entry input:visible").input_value() == "4"
            page.go_back()
        page.wait_for_selector(".panel h2:has-text('Bob')")
        page.evaluate("thumbParts.ready()")
        page.locator("summary.ask", has_text="raises").first.tap()
        assert page.locator(".entry input:visible").input_value() == ""


@pytest.mark.thorough
def test_the_button_never_says_another_sum_than_it_sends(server):
    with server.client() as client, browsing(server) as page:
        number = opened(client, "Ann buys 90", "Bob buys 90", "Cat buys 90", "game holdem", "deal Ann")
        page.goto(f"{server.base}/evenings/{number}")
        page.locator("summary.ask", has_text="raises").first.tap()
        send = page.locator("[data-says]:visible")
        page.locator(".keypad [data-key='4']:visible").first.tap()
        send.filter(has_text="Ann raises to 4").wait_for()
        page.route("**/preview?**", lambda route: None)  # the line is slow
        page.locator(".keypad [data-key='0']:visible").first.tap()
        page.wait_for_timeout(250)
        assert send.inner_text() == "Ann raises to …"
        assert send.is_enabled()
