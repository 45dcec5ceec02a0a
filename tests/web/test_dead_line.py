"""A line that went dead: to the database, to a page. Who waits is told so in time."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import httpx
import pytest

from ledger.core.refusals import Refusal
from ledger.recorder import Recorder
from ledger.store import open_store
from ledger.store.database import PATIENCE
from ledger.web import hub as module
from ledger.web.application import Endpoint, application
from ledger.web.hub import Hub, Stream
from ledger.web.links import LinkFile, new_links
from tests.helpers.databases import server, with_the_schema
from tests.helpers.silent_proxy import silent_proxy

__all__ = ["server"]
OPENING = ['evening "Twelfth Night"', "players Ann Bob Cat", "game nap", "deal Ann"]


@pytest.fixture
def soon(monkeypatch):
    """Make everything that waits give up soon."""
    monkeypatch.setattr(module, "PATIENCE", 1.0)
    monkeypatch.setattr(module, "FRESH", 1.0)


def refused_after(act, *arguments) -> float:
    """Return the seconds after which a call is refused."""
    began = time.monotonic()
    with pytest.raises((Refusal, module.Rejected)):
        act(*arguments)
    return time.monotonic() - began


def test_nobody_waits_for_a_file_for_as_long_as_all_before_him_together(tmp_path, soon):
    path = str(tmp_path / "evenings.db")
    with closing(open_store(path)) as store, closing(open_store(path)) as other:
        hub = Hub(store)
        number = hub.open(OPENING, "Ann")
        with other.database.transaction(), ThreadPoolExecutor(4) as threads:
            waiting = [threads.submit(refused_after, hub.record, number, ["Bob 2"], "Bob", None, None) for _ in "1234"]
            assert max(task.result(timeout=30) for task in waiting) < 2.5
        hub.record(number, ["Bob 2"], "Bob", None, None)


def test_four_recorders_of_one_file_are_each_told_as_if_they_waited_alone(tmp_path):
    assert PATIENCE < 5, "the start of a command comes to it"
    path = f"sqlite:///{tmp_path / 'evenings.db'}"
    with closing(open_store(path)) as store:
        number = Hub(store).open(OPENING, "Ann")

        def recorder(name):
            with closing(open_store(f"{path}?timeout=0.5")) as own:
                session = Recorder(own, name).open_session(number)
                return refused_after(session.record, f'note "{name}"')

        with store.database.transaction(), ThreadPoolExecutor(4) as threads:
            assert max(threads.map(recorder, "1234")) < 1.5


@pytest.mark.thorough
def test_a_hole_in_the_network_to_the_database_freezes_nobody(server, soon):
    url = with_the_schema(server)
    folder = url.partition("host=")[2]
    with silent_proxy(f"{folder}/.s.PGSQL.5432") as proxy:
        through = f"postgresql://tests@127.0.0.1:{proxy.port}/postgres?sslmode=disable&gssencmode=disable"
        with closing(open_store(through)) as store:
            hub = Hub(store)
            number = hub.open(OPENING, "Ann")
            asyncio.run(through_a_hole(hub, number, proxy))


async def through_a_hole(hub, number, proxy):
    """Ask everything of a server while the line to its database is dead, and after it has healed."""
    links = new_links()
    served = application(hub, links, Endpoint(frozenset({"cards.test"}), 80))
    headers = {"Authorization": f"Bearer {links.record}"}

    async def asked(client, path, **data):
        began = time.monotonic()
        answer = await (client.post(path, data=data) if data else client.get(path))
        return answer.status_code, time.monotonic() - began

    async with served.application.router.lifespan_context(served.application):
        transport = httpx.ASGITransport(served)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://cards.test", headers=headers, timeout=60
        ) as client:
            table, say = f"/evenings/{number}", f"/evenings/{number}/say"
            assert (await asked(client, "/healthz"))[0] == (await asked(client, table))[0] == 200
            proxy.silent = True
            paths = [asked(client, path) for path in [table, "/healthz"] * 3]
            answers = await asyncio.gather(*paths, asked(client, say, saying="Bob 2", key="one"))
            assert 200 not in [status for status, _ in answers[:-1]]
            assert max(seconds for _, seconds in answers) < 6
            assert [status for status, _ in answers[1:6:2]] == [503] * 3
            assert max(seconds for _, seconds in answers[1:6:2]) < 1.5
            assert not hub.knows
            proxy.silent = False
            last = time.monotonic() + 60
            while (await asked(client, "/healthz"))[0] != 200:
                assert time.monotonic() < last
                await asyncio.sleep(0.2)
            assert (await asked(client, say, saying="Bob 2", key="one"))[0] == 303
    assert hub.newest(number)[0] == 5


def test_a_stream_ends_when_its_link_is_revoked(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "PING", 0.05)
    with closing(open_store(str(tmp_path / "evenings.db"))) as store:
        hub, links = Hub(store), LinkFile(tmp_path / "links")
        served = application(hub, links, Endpoint(frozenset({"cards.test"}), 80))
        number = hub.open(OPENING, "Ann")

        async def followed():
            parts = []
            scope = {
                "type": "http", "method": "GET", "path": f"/api/evenings/{number}/stream", "query_string": b"",
                "headers": [(b"host", b"cards.test"), (b"authorization", f"Bearer {links.watch}".encode())],
                "client": ("127.0.0.1", 1), "asgi": {"version": "3.0", "spec_version": "2.4"},
            }  # fmt: skip

            async def receive():
                await asyncio.sleep(60)

            async def send(message):
                parts.append(message.get("body", b""))
                if sum(b"data:" in part for part in parts) == 3:
                    links.replace()

            await asyncio.wait_for(served(scope, receive, send), 5)
            return parts

        assert sum(b"data:" in part for part in asyncio.run(followed())) == 3


def test_a_stream_is_silent_while_the_database_is(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "PING", 0.05)
    with closing(open_store(str(tmp_path / "evenings.db"))) as store:
        hub = Hub(store)
        number = hub.open(OPENING, "Ann")
        knows = threading.Event()
        monkeypatch.setattr(Hub, "knows", property(lambda hub: knows.is_set()))

        async def heard():
            messages = Stream(hub, number, hub.newest(number)).messages()
            await anext(messages), await anext(messages)
            following = asyncio.ensure_future(anext(messages))
            await asyncio.sleep(0.3)
            assert not following.done()
            knows.set()
            return await asyncio.wait_for(following, 5)

        assert asyncio.run(heard()).startswith('data: {"newest": 4')
