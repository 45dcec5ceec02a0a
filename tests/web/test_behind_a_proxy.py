"""A server that is run for a club: behind a proxy, under a watchdog, and with a journal that keeps what is printed."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from types import SimpleNamespace

import httpx
import pytest

from ledger.core.refusals import Code, Refusal
from ledger.store import open_store
from ledger.web import serving
from ledger.web.application import Endpoint, application
from ledger.web.hub import Hub
from ledger.web.links import new_links
from tests.helpers.serving import COMMAND

PUBLIC = "https://cards.example.org"
LONGEST = 30
"""Seconds in which a server answers, on a busy machine too."""


@pytest.fixture
def hub(tmp_path):
    with closing(open_store(str(tmp_path / "evenings.db"))) as store:
        yield Hub(store)


def asked(hub, *requests, public=PUBLIC):
    """Return the answers to requests (method, path, headers) of who has the link that records."""
    links = new_links()
    served = application(hub, links, Endpoint(frozenset({"127.0.0.1"}), 8022, public=public))

    async def ask():
        async with httpx.AsyncClient(transport=httpx.ASGITransport(served), base_url=PUBLIC) as client:
            bearer = {"Authorization": f"Bearer {links.record}"}
            return [
                await client.request(method, path.format(links.record), headers=bearer | headers)
                for method, path, headers in requests
            ]

    return asyncio.run(ask())


def test_a_proxy_is_answered_under_its_own_name_and_no_other(hub):
    within = {"Host": "127.0.0.1:8022"}
    origin = {"Origin": PUBLIC}
    requests = [
        ("GET", "/api/evenings", {}),
        ("GET", "/api/evenings", within),
        ("POST", "/name", origin),
        ("POST", "/name", origin | within),
        ("POST", "/name", {"Origin": "http://cards.example.org"}),
        ("POST", "/name", {"Origin": "https://elsewhere.example.org"}),
        ("GET", "/api/evenings", {"Host": "elsewhere.example.org"}),
    ]
    assert [answer.status_code for answer in asked(hub, *requests)] == [200, 200, 303, 303, 403, 403, 421]
    assert asked(hub, requests[0], public="")[0].status_code == 421
    entered, *_ = asked(hub, ("GET", "/in/{}", {}))
    assert "Secure" in entered.headers["set-cookie"]


@pytest.mark.parametrize("wrong", ["cards.example.org", "ftp://cards", "https://cards/page", "https://", "https://a:x"])
def test_what_is_no_address_of_a_proxy_is_refused(wrong):
    with pytest.raises(Refusal, match="is not the address of a proxy"):
        serving.serve(serving.ServeOptions(None, behind=wrong))


def test_a_watchdog_is_told_whether_the_database_can_be_read(hub, monkeypatch):
    health = ("GET", "/healthz", {"Authorization": ""})
    (well,) = asked(hub, health)
    assert (well.status_code, well.text) == (200, "ok\n")

    def fails(evening):
        raise Refusal(Code.STORE, "secret.db: the disk fails")

    monkeypatch.setattr(hub.readers.store, "newest", fails)
    (ill,) = asked(hub, health)
    assert (ill.status_code, "secret" in ill.text) == (503, False)


def test_no_link_is_printed_to_a_journal(tmp_path, monkeypatch):
    options, links = serving.ServeOptions(None), new_links()
    with open(tmp_path / "journal", "w+", encoding="utf-8") as journal:
        status = os.fstat(journal.fileno())
        monkeypatch.setattr(sys, "stdout", journal)
        monkeypatch.setenv("JOURNAL_STREAM", f"{status.st_dev}:{status.st_ino}")
        for report in (None, lambda answer: print(answer.record)):
            serving._announce(("http://127.0.0.1:1/in/",), links, options, report)
        journal.seek(0)
        printed = journal.read()
        assert links.record not in printed
        assert "serve --links" in printed
        monkeypatch.setenv("JOURNAL_STREAM", "1:1")
        serving._announce(("http://127.0.0.1:1/in/",), links, options, None)
        journal.seek(0)
        assert links.record in journal.read()


def test_it_says_that_it_starts_before_it_imports_what_takes_long():
    code = (
        "import sys\n"
        "class Slow:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name in ('ledger.games', 'ledger.recorder', 'ledger.web'): sys.exit('importing')\n"
        "sys.meta_path.insert(0, Slow())\n"
        "from ledger import cli\n"
        "cli.main()\n"
    )
    for options, said in (([], "Starting …\nimporting\n"), (["--quiet"], "importing\n")):
        done = subprocess.run(
            [sys.executable, "-c", code, "serve", *options],
            capture_output=True,
            text=True,
            check=False,
            timeout=LONGEST,
        )
        assert done.stderr == said


@pytest.mark.thorough
def test_a_quiet_server_prints_no_link_and_believes_its_proxy_alone(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    serve = [*COMMAND, "--database", str(tmp_path / "evenings.db"), "serve", "--behind", PUBLIC, "--port", port]
    server = subprocess.Popen([*serve, "--quiet"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        last = time.monotonic() + LONGEST
        while not answers(f"http://127.0.0.1:{port}/healthz"):
            assert time.monotonic() < last
            time.sleep(0.05)
        printed = subprocess.run([*serve, "--links"], capture_output=True, text=True, check=True, timeout=LONGEST)
        assert printed.stdout.count(f"{PUBLIC}/in/") == 2
        links = SimpleNamespace(**json.loads((tmp_path / "evenings.db.links").read_text()))
        assert links.record in printed.stdout
        forwarded = {"X-Forwarded-For": "203.0.113.9", "Host": "cards.example.org"}
        assert httpx.get(f"http://127.0.0.1:{port}/in/worthless", headers=forwarded).status_code == 401
        assert httpx.get(f"http://127.0.0.1:{port}/in/{links.record}", headers=forwarded).status_code == 303
    finally:
        server.send_signal(signal.SIGTERM)
        said, failed = server.communicate(timeout=LONGEST)
    assert said == ""
    assert "wrong links from 203.0.113.9" in failed
    assert links.record not in failed


def answers(url):
    try:
        return httpx.get(url).status_code == 200
    except httpx.TransportError:
        return False
