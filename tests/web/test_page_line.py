"""The page when the line goes dead: it says so in time, and comes back by itself."""

import signal
import time

import pytest

from tests.helpers.page_driver import chromium
from tests.helpers.serving import NAP, opened, served

pytestmark = pytest.mark.thorough
STALE = "document.documentElement.classList.contains('stale')"
IN_TIME = 8
"""The seconds in which a page says that the server is gone, and those of the measuring."""


@pytest.fixture
def line(tmp_path):
    with served(tmp_path) as server, chromium() as browser:
        with server.client() as client:
            number = opened(client, *NAP)
        context = browser.new_context()
        context.new_page().goto(server.links["record"])
        yield server, context, f"{server.base}/evenings/{number}"


def until(seconds, condition):
    """Wait until a condition holds, at most so many seconds."""
    last = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < last, "it does not come"
        time.sleep(0.1)


def test_every_page_says_that_the_server_is_gone(line):
    server, context, table = line
    pages = []
    for address in (f"{server.base}/", f"{server.base}/standings", table, f"{table}/watch?wall=1"):
        page = context.new_page()
        page.goto(address)
        pages.append(page)
    time.sleep(1)
    assert not any(page.evaluate(STALE) for page in pages)
    server.process.kill()
    until(IN_TIME, lambda: all(page.evaluate(STALE) for page in pages))


def test_a_stream_that_died_silently_is_followed_again_by_itself(line):
    server, context, table = line
    page = context.new_page()
    page.goto(table)
    server.process.send_signal(signal.SIGSTOP)
    until(IN_TIME, lambda: page.evaluate(STALE))
    time.sleep(6)
    server.process.send_signal(signal.SIGCONT)
    until(10, lambda: not page.evaluate(STALE))
    with server.client() as client:
        client.post(f"{table.removeprefix(server.base)}/say", data={"saying": "Bob 2", "key": "one"})
    until(5, lambda: page.evaluate("document.getElementById('table').dataset.seen") == "5")
