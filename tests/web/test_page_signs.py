"""The signs of players, the pool that is won, the icons, and who holds a phone."""

import json
import re

import httpx
import pytest

from ledger.web.words import COLOURS, signs_of
from tests.helpers.page_driver import browsing, one_chromium
from tests.helpers.serving import opened
from tests.web.test_page_evenings import open_with, sayings_in

__all__ = ["one_chromium"]


def test_no_two_players_have_the_same_letter():
    names = ["Ann", "Anna", "Bob", "Al", "Zoë", "A", "An", "Old Tom", "O"]
    signs = signs_of(names)
    assert [signs[name].letter for name in names[:4]] == ["A", "An", "B", "Al"]
    assert len({sign.letter for sign in signs.values()}) == len(names)
    assert [sign.colour for sign in signs.values()] == [place % COLOURS for place in range(len(names))]


def test_a_player_has_the_same_sign_in_seat_log_and_chart(server):
    with server.client() as client:
        number = opened(client, "game nap kitty=1", "deal Ann", "Cat 3", "Cat made", title="Signs")
    page = server.page()
    for path in ("", "/log"):
        assert '<i class="sign p2" aria-hidden="true">C</i>' in page.get(f"/evenings/{number}{path}").text
    assert re.search(r'<text class="p2"[^>]*>C Cat</text>', page.get(f"/evenings/{number}/won?part=chart").text)


def test_who_takes_a_pool_is_marked_until_the_next_saying(server):
    with server.client() as client:
        number = opened(client, "game nap kitty=1", "deal Ann", "Cat nap", "Cat made", title="Moment")
        page = server.page()
        assert page.get(f"/evenings/{number}").text.count("won-it") == 2
        client.post(f"/api/evenings/{number}/sayings", json={"saying": "deal"})
        assert "won-it" not in page.get(f"/evenings/{number}").text


def test_the_page_can_be_put_on_the_home_screen(server):
    home = server.page().get("/").text
    address = re.search(r'rel="manifest" href="([^"]+)"', home)[1]
    manifest = json.loads(httpx.get(server.base + address).text)
    assert (manifest["short_name"], manifest["display"], manifest["start_url"]) == ("Cards", "standalone", "/")
    for icon in (*(icon["src"] for icon in manifest["icons"]), "icon-180.png"):
        assert httpx.get(f"{server.base}/static/{icon}").content.startswith(b"\x89PNG")


def test_who_holds_the_phone_is_asked_once_by_the_names_of_the_table(server):
    with server.client() as client:
        number = opened(client, title="Who")
    phone = httpx.Client(base_url=server.base, timeout=30)
    assert phone.get(server.links["record"]).headers["location"] == f"/name?of={number}"
    asked = phone.get(f"/name?of={number}").text
    assert re.findall(r'name="name" value="(Ann|Bob|Cat)"', asked) == ["Ann", "Bob", "Cat"]
    answer = phone.post("/name", data={"of": number, "name": "Bob"}, headers={"Origin": server.base})
    assert answer.headers["location"] == f"/evenings/{number}"
    assert phone.get(server.links["record"]).headers["location"] == f"/evenings/{number}"
    assert phone.get(f"/evenings/{number}/mine").headers["location"] == f"/evenings/{number}/explain?player=Bob"


def test_a_figure_is_explained_game_by_game_with_one_of_them_open(server):
    with server.client() as client:
        number = opened(client, "game nap", "deal Ann", "Cat 3", "Cat made", "end", "game loo", "deal Bob", title="Why")
    html = server.page().get(f"/evenings/{number}/explain?player=Cat").text
    assert "Cat has won" in html or "Cat has lost" in html or "Cat neither" in html
    assert html.count('class="of-game"') >= 1
    assert html.count('name="of-game" open') == 1


def test_others_go_on_where_who_is_asked_has_nothing_left_to_say(server):
    lines = ["Bob stakes 6", "Cat stakes 4", "Ann divides 8H 5C", "Ann divides 7H QC"]
    with server.client() as client:
        number = opened(client, "game french-vingt-un", "deal", *lines, title="Going on")
    assert 'value="Bob stands"' in server.page().get(f"/evenings/{number}").text


APART = """() => [...document.querySelectorAll(".S, .H, .D, .C")].map((sign) => sign.parentElement)
  .filter((around) => /flex|grid/.test(getComputedStyle(around).display)
    && [...around.childNodes].some((part) => part.nodeType === 3 && part.data.trim()))
  .map((around) => around.textContent)"""
"""The texts that are laid out in pieces: the sign of a suit is one, and may stand below its rank."""


@pytest.mark.thorough
def test_the_sign_of_a_suit_stays_beside_its_rank(server):
    said = [saying for saying in sayings_in("catch-the-ten") if saying != "close"]
    with browsing(server, java_script_enabled=False) as page, server.client() as client:
        number = open_with(client, said)
        asked = 0
        for saying in said[2:30]:
            client.post(f"/api/evenings/{number}/sayings", json={"saying": saying})
            page.goto(f"{server.base}/evenings/{number}")
            asked += page.locator(".sheet>h3 .H").count()
            assert page.evaluate(APART) == [], saying
        assert asked
