"""The pages of counters: who has what, what was counted, where a mistake may be, and who bears it at the close."""

import html
import re

import pytest

from ledger.core.events import Count
from ledger.interchange.script import replay_script
from ledger.web import counters_view
from ledger.web.foresight import count_said, of_a_count
from tests.helpers.page_driver import browsing, one_chromium
from tests.helpers.serving import opened

__all__ = ["one_chromium"]

THREE = ("Ann", "Bob", "Cat")

NAP = ["game nap kitty=1", "deal Ann", "Cat 3", "Cat made"]
BOUGHT = ["Ann buys 20", "Bob buys 20 paid", "Cat buys 20", "Cat buys 5 owing"]


@pytest.fixture(scope="module")
def number(server):
    with server.client() as client:
        return opened(client, *BOUGHT, *NAP, "count Ann 16 Bob 17 Cat 31", "deal", "Ann 2", "Ann made", "count Bob 12")


def text_of(page):
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_each_has_a_row_with_what_was_paid_for_and_one_sum_stands_below(server, number):
    words = text_of(server.page().get(f"/evenings/{number}/counters").text)
    assert "Bob 20 \N{MINUS SIGN}6 14" in words
    assert "All 20 45 \N{MINUS SIGN}2 63" in words


def test_a_right_count_is_told_as_loudly_as_a_wrong_one(server, number):
    words = text_of(server.page().get(f"/evenings/{number}/counters").text)
    assert re.search(r"all three number 11 right, every one", words)
    assert re.search(r"Bob number 15: 12, not 14 2 short where to look…", words)


def test_where_to_look_are_the_sayings_since_the_count_that_agreed(server, number):
    words = text_of(server.page().get(f"/evenings/{number}/count/15").text)
    assert "Bob: 2 are missing" in words
    assert (
        "this moved Bob&#39;s counters: 12 Deal Nap, deal 2 \N{MINUS SIGN}1 14 Ann made Nap, deal 2. The sum that is missing \N{MINUS SIGN}2"
        in words
    )
    assert "Cat made" not in words
    assert server.page().get(f"/evenings/{number}/count/14").status_code == 404


def test_one_who_has_no_counters_is_asked_at_his_seat_how_many_he_takes(server):
    def seat(*sayings, name="Ann"):
        with server.client() as client:
            page = server.page().get(f"/evenings/{opened(client, *sayings)}?seat={name}").text
        return "another sum" in page.partition('class="alone"')[2].partition('class="drawer')[0], text_of(page)

    is_open, words = seat()
    assert is_open
    assert "Ann takes counters" in words
    assert "gives back…" not in words
    assert seat("Ann buys 150", name="Bob")[0]
    assert not seat("Ann buys 150")[0]
    assert not seat("game nap")[0]


def test_who_watches_opens_no_sheet(server, number):
    assert "<details" not in server.page("watch").get(f"/evenings/{number}?sheet=count").text


def test_what_is_short_or_over_is_said_beside_each_sum_and_below_them_all():
    opening = [
        'evening "Friday" money=EUR counter=0.10',
        "players Ann Bob Cat",
        *(f"{name} buys 20.00" for name in THREE),
    ]
    evening = replay_script("\n".join(opening), "said").evening

    def told(saying):
        count = count_said(saying, evening)
        assert isinstance(count, Count)
        return [line.split("\t") for line in of_a_count(count, evening)]

    assert told("count Ann 20.00 Bob 20.60 Cat 17.00") == [
        ["Write the count of three"],
        ["it changes nothing"],
        ["Ann", "€20.00", "agrees"],
        ["Bob", "€20.00", "6 over"],
        ["Cat", "€20.00", "30 short"],
        ["", "All", "€60.00", "€57.60", "24 too few", "24 counters too few", "€2.40: Cat short, Bob over"],
    ]
    assert told("count Ann 19.90")[-1] == [
        "", "One", "€20.00", "€19.90", "1 too few", "1 counter too few", "€0.10: Ann short"]  # fmt: skip
    assert told("count Ann 19.95")[-1][4:] == ["€0.05 too little", "€0.05 too little", "Ann short"]
    assert told("count Ann 20.00")[-1][5:] == ["One agrees", ""]
    assert told("count Ann 21.00 Bob 19.00")[-1][4:] == ["agrees", "The sum agrees", "Bob short, Ann over"]
    assert told("count Ann 20.00 Bob 20.00 Cat 20.00")[-1][5:] == ["All agree", ""]
    assert count_said("Ann buys 3", evening) is None


def test_where_to_look_is_told_before_the_count_is_written(server, number):
    page = server.page()
    fields = {"h1": "count", "g2.0.h1": "Ann", "g2.0.w2": "10"}
    told = page.get(f"/evenings/{number}/preview", params=fields).text.splitlines()[-1].split("\t")
    looked = text_of(page.get(told[-1]).text)
    assert re.search(r"Ann: [0-9]+ are missing", looked)
    assert f'href="/evenings/{number}?sheet=count"' in page.get(told[-1]).text
    assert "number" not in looked.partition("10 were counted")[2][:20]


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(390, 844), (320, 640), (844, 390)])
def test_all_are_counted_on_one_sheet_with_a_row_each(server, size):
    with browsing(server, *size) as page, server.client() as client:
        made = {"title": "Friday", "players": list(THREE), "money": "EUR", "counter": "0.10"}
        number = client.post("/api/evenings", json=made).json()["evening"]
        for name in THREE:
            client.post(f"/api/evenings/{number}/sayings", json={"saying": f"{name} buys 20.00"})
        page.goto(f"{server.base}/evenings/{number}?sheet=count")
        sheet, write = page.locator(".sheet.full:has(>form .finds)"), page.locator(".finds > .usual")
        assert sheet.bounding_box()["height"] == size[1]
        box = write.bounding_box()
        assert write.is_disabled()
        assert box["y"] + box["height"] <= size[1]

        def key(name, keys):
            sheet.locator(".place", has_text=name).click()
            for one in keys:
                sheet.locator(f"[data-key='{one}']").click()

        def row(name):
            return sheet.locator(".place", has_text=name).inner_text().split("\n")[1:]

        key("Ann", "19.")
        page.wait_for_selector(".finds > .usual:disabled:text('Write the count …')")
        assert row("Ann") == []
        key("Ann", "5")
        page.wait_for_selector(".finds .told b:text('5 counters too few')")
        assert sheet.locator(".place input").first.input_value() == "€19.5"
        assert row("Ann") == ["€20.00", "5 short"]
        assert row("Bob") == []
        sheet.locator(".told a").click()
        page.wait_for_selector("h1:text('Ann: €0.50 is missing')")
        page.locator("a.back").click()
        page.wait_for_selector(".finds .told b:text('5 counters too few')")
        write.click()
        page.wait_for_selector("#table[data-seen='6']")


def test_a_close_that_is_short_asks_who_bears_it(server):
    with server.client() as client:
        number = opened(client, *BOUGHT, *NAP, "end", "count Ann 10")
    page = text_of(server.page().get(f"/evenings/{number}?sheet=close").text)
    assert "6 are missing Ann has 10; by the log 16 where to look… Who bears it?" in page
    for words in ("All three at the table", "The bank of the evening", "Nobody: count again…", "Close the evening"):
        assert words in page
    assert "short=" not in page


def test_what_is_amiss_is_one_or_several():
    def asked(count):
        lines = ['evening "Nap"', "players Ann Bob Cat", *BOUGHT, f"count Ann {count}"]
        return counters_view.missing_or_over(replay_script("\n".join(lines), "said").evening.money, count - 20)

    assert [asked(19), asked(18), asked(23)] == ["1 is missing", "2 are missing", "3 are over"]


def test_what_is_left_in_front_of_one_who_leaves_is_asked_on_the_page_alone(server):
    with server.client() as client:
        number = opened(client, "Ann buys 20", "Ann cashes 15", "Bob buys 20", "Bob cashes 19")
        page = server.page()
        asked = page.post(f"/evenings/{number}/say", data={"saying": "Ann leaves", "key": "a"}).text
        assert "5 is left in front of Ann: cashed too, or still theirs?" in asked
        assert re.search(r'value="Ann cashes 5">\s*<button[^>]*value="Ann leaves">Cashed too</button>', asked)
        assert re.search(r'<button[^>]*value="Ann leaves">Still theirs</button>', asked)
        both = {"saying": ["Ann cashes 5", "Ann leaves"], "yes": "1", "key": "b"}
        assert page.post(f"/evenings/{number}/say", data=both).status_code == 200
        said = client.post(f"/api/evenings/{number}/sayings", json={"saying": "Bob leaves"})  # a program is told
        assert "1 is left in front of Bob" in said.json()["said"][0]["remarks"][0]
        log = [row["saying"] for row in client.get(f"/api/evenings/{number}/log").json()["log"]]
        assert log[-3:] == ["Ann cashes 5", "Ann leaves", "Bob leaves"]


def test_a_correction_that_reaches_into_later_deals_is_offered_with_them(server):
    stacks = ("game holdem small=1 big=2", "Ann buys 100", "Bob buys 200", "Cat buys 200", "deal Ann",
              "in Ann 10 Bob 10", "Bob wins", "deal", "in Ann 90 Bob 90 Cat 20", "Bob wins")  # fmt: skip
    with server.client() as client:
        number = opened(client, *stacks)
    page = server.page()
    refused = page.get(f"/evenings/{number}/log/8", params={"another": "in Ann 20 Bob 20"}).text
    offered = re.search(r'href="([^"]*)">Deal 2 used this stack: 80 instead of 90 there too\?', refused)
    assert offered is not None
    shown = page.get(html.unescape(offered[1])).text
    assert "It does not fit" not in shown
    assert 'name="saying" value="amend 11 &#34;misheard&#34;: in Ann 80 Bob 80 Cat 20"' in shown


def test_an_evening_is_kept_as_one_file(server, number):
    page = server.page("watch")
    assert f'href="/evenings/{number}/file" download' in page.get(f"/evenings/{number}/log").text
    kept = page.get(f"/evenings/{number}/file")
    assert kept.headers["content-disposition"] == f'attachment; filename="evening-{number}.html"'
    with server.client() as client:
        log = client.get(f"/api/evenings/{number}/log").json()["log"]
    assert f"{len(log)} events" in kept.text
    assert "<td>Cat made</td>" in kept.text
