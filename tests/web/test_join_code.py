"""The join code of the wall: what it opens, how long it lives, and how few guesses it takes."""

import asyncio
import re
from contextlib import closing

import httpx
import pytest

from ledger.store import open_store
from ledger.web import join_code
from ledger.web.application import Endpoint, application
from ledger.web.hub import Hub
from ledger.web.join_code import LETTERS, JoinCode
from ledger.web.links import new_links

BASE = "http://192.168.1.20:8022"
OPENING = ['evening "Twelfth Night" money=lsd', "players Ann Bob Cat"]


class Clock:
    """A clock that is set by hand."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def code(clock):
    return JoinCode(clock)


def test_a_code_is_six_letters_that_nobody_mistakes(code):
    shown = code.for_a_wall()
    assert re.fullmatch("[A-HJ-NP-Z2-9]{6}", shown)
    assert len(LETTERS) == len(set(LETTERS)) == 32
    assert code.takes("a", shown)
    assert code.takes("b", f" {shown[:3].lower()} {shown[3:].lower()} ")


def test_a_code_lives_while_a_wall_shows_it(clock, code):
    assert not code.lives
    assert not code.takes("a", "")
    shown = code.for_a_wall()
    for _ in range(5):
        clock.now += 20
        assert code.for_a_wall() == shown
    clock.now += 29
    assert code.lives
    assert code.takes("a", shown)
    clock.now += 1
    assert not code.lives
    assert not code.takes("a", shown)
    assert code.for_a_wall() != shown


def test_a_code_lives_ten_minutes_at_most_and_a_wall_has_the_next_one_by_then(clock, code):
    began, shown = clock.now, code.for_a_wall()
    while (newer := code.for_a_wall()) == shown:
        assert code.takes("a", shown)
        clock.now += 10
    assert 540 < clock.now - began < 600
    assert code.takes("a", newer)
    assert not code.takes("a", shown)


def test_a_code_that_no_wall_renewed_in_time_is_worth_nothing(clock, code):
    shown = code.for_a_wall()
    for _ in range(28):
        clock.now += 20
        assert code.for_a_wall() == shown
    clock.now += 15
    assert code.for_a_wall() == shown
    clock.now += 25
    assert not code.takes("a", shown)


def test_five_wrong_codes_close_it_to_their_address_for_a_minute(clock, code, caplog):
    shown = code.for_a_wall()
    for _ in range(5):
        assert not code.is_closed("a")
        assert not code.takes("a", "WRONGS")
    assert code.is_closed("a")
    assert not code.takes("a", shown)
    assert code.takes("b", shown)
    for _ in range(3):
        clock.now += 19.9
        code.for_a_wall()
        assert not code.takes("a", shown)
    clock.now += 0.3
    assert code.takes("a", shown)
    assert "wrong join codes from a: 5" in caplog.text
    assert shown not in caplog.text
    assert "WRONGS" not in caplog.text


def test_no_more_addresses_are_counted_than_there_is_room_for(clock, code, monkeypatch):
    monkeypatch.setattr(join_code, "MOST_ADDRESSES", 3)
    shown = code.for_a_wall()
    for address in "abcdefgh":
        code.takes(address, "WRONGS")
    assert len(code._wrong) == 3
    assert not code.takes("h", shown)
    assert code.takes("a", shown)
    clock.now += 60
    shown = code.for_a_wall()
    assert code.takes("h", shown)
    assert not code._wrong


@pytest.fixture
def served(tmp_path, clock):
    """Return a server with an evening, its links, and its code by a clock that is set by hand."""
    with closing(open_store(str(tmp_path / "evenings.db"))) as store:
        hub, links = Hub(store), new_links()
        hub.open(OPENING, "a test")
        guards = application(hub, links, Endpoint(frozenset({"192.168.1.20"}), 8022, links_to_share=(f"{BASE}/in/",)))
        guards.application.state.join_code = JoinCode(clock)
        yield guards, links


def asked(served, *requests, token="", phone="192.168.1.7"):
    """Return the answers to requests (method, path, form) of one phone."""

    async def ask():
        transport = httpx.ASGITransport(served, client=(phone, 50000))
        async with httpx.AsyncClient(transport=transport, base_url=BASE) as client:
            bearer = {"Authorization": f"Bearer {token}"} if token else {}
            return [
                await client.request(method, path, data=form or None, headers=bearer | {"Origin": origin})
                for method, path, form, origin in ((*request, BASE)[:4] for request in requests)
            ]

    return asyncio.run(ask())


def on_the_wall(served, token):
    (wall,) = asked(served, ("GET", "/evenings/1/watch?wall=1", {}), token=token)
    return re.search(r'class="code"[^>]*>([^<]+)<', wall.text)[1]


def test_who_types_the_code_gets_the_link_that_watches_and_no_other(served):
    guards, links = served
    shown = on_the_wall(guards, links.record)
    assert on_the_wall(guards, links.watch) == shown
    entrance, entered = asked(guards, ("GET", "/", {}), ("POST", "/join", {"code": shown.lower()}))
    assert entrance.status_code == 401
    assert 'action="/join"' in entrance.text
    assert entered.status_code == 303
    assert entered.headers["location"] == f"/in/{links.watch}"
    assert shown not in entrance.text


def test_the_wall_shows_the_address_and_one_that_records_or_watches_shows_no_code(served):
    guards, links = served
    shown = on_the_wall(guards, links.watch)
    pages = [("GET", path, {}) for path in ("/evenings/1/watch?wall=1", "/evenings/1/watch", "/evenings/1", "/join")]
    wall, *others = asked(guards, *pages, token=links.record)
    assert '<span class="address">192.168.1.20:8022</span>' in wall.text.replace("\u200b", "")
    assert not [page for page in others if shown in page.text]


def test_a_wrong_code_is_told_so_and_five_close_it(served):
    guards, links = served
    shown = on_the_wall(guards, links.watch)
    wrong = ("POST", "/join", {"code": "WRONGS"})
    answers = asked(guards, *[wrong] * 5, ("POST", "/join", {"code": shown}))
    assert [answer.status_code for answer in answers] == [403] * 4 + [429] * 2
    assert "This is not what the wall shows now: look again." in answers[0].text
    assert "wait a minute" in answers[4].text
    assert answers[5].headers["retry-after"] == "60"
    (other,) = asked(guards, ("POST", "/join", {"code": shown}), phone="192.168.1.8")
    assert other.status_code == 303


def test_without_a_wall_no_code_is_asked_for(served, clock):
    guards, links = served
    shown = on_the_wall(guards, links.watch)
    clock.now += 30
    requests = ("GET", "/", {}), ("GET", "/join", {}), ("POST", "/join", {"code": shown})
    answers = asked(guards, *requests)
    assert [answer.status_code for answer in answers] == [401, 200, 403]
    assert not [answer for answer in answers if 'action="/join"' in answer.text]
    assert all("No wall shows a code now: ask for the link at the table." in answer.text for answer in answers[1:])


def test_a_foreign_page_neither_sends_a_code_nor_uses_up_what_an_address_may_try(served):
    guards, links = served
    shown = on_the_wall(guards, links.watch)
    foreign = [("POST", "/join", {"code": code}, "http://elsewhere.example") for code in ["WRONGS"] * 5 + [shown]]
    answers = asked(guards, *foreign, ("POST", "/join", {"code": shown}))
    assert [answer.status_code for answer in answers] == [403] * 6 + [303]
    assert "somebody else" in answers[5].text
