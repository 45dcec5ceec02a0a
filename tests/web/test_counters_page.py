"""The pages of counters: who has what, what was counted, where a mistake may be, and who bears it at the close."""

import html
import re

import pytest

from ledger.core.events import Count
from ledger.interchange.script import replay_script
from ledger.web import counters_view
from ledger.web.foresight import count_said, of_a_count
from tests.helpers.serving import opened

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


def test_who_watches_opens_no_sheet(server, number):
    assert "<details" not in server.page("watch").get(f"/evenings/{number}?sheet=count").text


def test_nobody_counts_towards_the_log():
    evening = replay_script("\n".join(['evening "Nap"', "players Ann Bob Cat", *BOUGHT, *NAP]), "said").evening
    count = count_said("count Ann 16 Bob 12 Cat 30", evening)
    assert isinstance(count, Count)
    assert of_a_count(count, evening, "Cat") == [
        "Write the count of three",
        "Ann, Bob and Cat; it changes nothing",
        "Ann\tright",
        "Bob\t5 short",
        "\tCat has 30",
    ]
    assert count_said("Ann buys 3", evening) is None


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
        return counters_view._missing(replay_script("\n".join(lines), "said").evening.money, count - 20)

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
    shown = page.get(f"/evenings/{number}/log/8{html.unescape(offered[1])}").text
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
