"""The clock of a tournament on the page: two screens, a restart, and the buttons that set it."""

import asyncio
import re
from contextlib import closing
from datetime import datetime, timedelta

import httpx
import pytest

from ledger.store import open_store
from ledger.web.application import Endpoint, application
from ledger.web.hub import Hub
from ledger.web.links import new_links
from tests.helpers.page_driver import browsing
from tests.helpers.serving import opened, served

LEVELS = "game tournament levels=1m:10/20,20m:20/40 stack=5000"


def seconds(page):
    minutes, left = page.locator(".clock .time").inner_text().split(":")
    return int(minutes) * 60 + int(left)


@pytest.mark.thorough
def test_two_screens_agree_and_a_restart_goes_on_at_the_right_second(tmp_path):
    with served(tmp_path) as server, server.client() as client:
        number, port = opened(client, LEVELS, "resume"), server.port
        with browsing(server) as phone:
            wall = phone.context.new_page()
            phone.goto(f"{server.base}/evenings/{number}")
            wall.goto(f"{server.base}/evenings/{number}/watch?wall=1")
            assert wall.locator(".clock .stakes").inner_text() == "10/20"
            first = seconds(phone)
            assert abs(first - seconds(wall)) <= 1
            phone.wait_for_timeout(2000)
            assert 1 <= first - seconds(phone) <= 3  # it goes on by itself
            assert abs(seconds(phone) - seconds(wall)) <= 1
            phone.locator(".clock button", has_text="pause").click()
            phone.wait_for_selector(".clock.stands")
            wall.wait_for_selector(".clock.stands")
            assert seconds(phone) == seconds(wall)
            stood = seconds(phone)
            phone.locator(".clock button", has_text="start").click()
            phone.wait_for_selector(".clock:not(.stands)")
            phone.locator(".clock button", has_text="next level").click()
            phone.wait_for_function("() => document.querySelector('.clock .level').textContent === 'Level 2'")
            assert 0 < stood < 60
    with served(tmp_path, port=port) as server, browsing(server) as phone:
        phone.goto(f"{server.base}/evenings/{number}")
        assert phone.locator(".clock .level").inner_text() == "Level 2"


def test_a_page_shows_the_time_of_the_moment_at_which_it_is_sent(tmp_path):
    with closing(open_store(str(tmp_path / "evenings.db"))) as store:
        hub, links = Hub(store), new_links()
        number = hub.open(['evening "T"', "players Ann Bob", LEVELS, "resume"], "Ann")
        served = application(hub, links, Endpoint(frozenset({"cards.test"}), 80))
        began = datetime.fromisoformat(hub.live_evening(number).recorded[-1].said_at)
        shown = asyncio.run(looked_at(served, links, number, [began + timedelta(seconds=s) for s in (30, 45, 120)]))
    assert shown == [["Level 1", "0:30"], ["Level 1", "0:15"], ["Level 2", "last level"]]


async def looked_at(served, links, number, moments):
    """Return the level and the time on the page at each of these moments."""
    transport, headers = httpx.ASGITransport(served), {"Authorization": f"Bearer {links.record}"}
    shown = []
    async with httpx.AsyncClient(transport=transport, base_url="http://cards.test", headers=headers) as client:
        for moment in moments:
            served.application.state.now = lambda moment=moment: moment
            page = await client.get(f"/evenings/{number}")
            shown.append(re.findall(r'<b class="(?:level|time)">([^<]*)</b>', page.text))
    return shown
