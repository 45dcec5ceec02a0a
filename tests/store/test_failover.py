"""A PostgreSQL that fails over to a standby that lagged: nobody is told of sayings that are there no more."""

import asyncio
import os
import signal
import time
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from ledger.core.refusals import Code, Refusal
from ledger.recorder import Recorder
from ledger.store import open_store
from ledger.store.places import open_database
from ledger.store.schema import upgrade
from ledger.web.hub import Hub
from tests.helpers.databases import installed, running_server, standby

pytestmark = pytest.mark.thorough
LONGEST = 30
"""Seconds that anything here may take."""


def until(condition) -> None:
    """Wait until a condition holds, but not for ever."""
    last = time.monotonic() + LONGEST
    while not condition():
        assert time.monotonic() < last, "it does not come"
        time.sleep(0.05)


class Pair:
    """A server and its standby, under one URL that means whichever takes what is written."""

    def __init__(self, first, second) -> None:
        import psycopg

        self._connect = lambda url: psycopg.connect(url, autocommit=True)
        self._first, self._second = first, second
        hosts = ",".join(url.partition("host=")[2] for url in (first, second))
        self.url = f"postgresql://tests@/postgres?host={hosts}&target_session_attrs=read-write"

    def _asked(self, url, statement, *values):
        with self._connect(url) as connection:
            return connection.execute(statement, values).fetchone()[0]

    def caught_up(self) -> None:
        """Wait until the standby has everything."""
        end = self._asked(self._first, "SELECT pg_current_wal_lsn()::text")
        until(lambda: self._asked(self._second, "SELECT coalesce(pg_last_wal_replay_lsn() >= %s, false)", end))

    def lag(self) -> None:
        """Cut the standby off: from here on it lags."""
        self.caught_up()
        with self._connect(self._second) as connection:
            connection.execute("ALTER SYSTEM SET primary_conninfo = ''")
            connection.execute("SELECT pg_reload_conf()")
        until(lambda: self._asked(self._first, "SELECT count(*) FROM pg_stat_replication") == 0)

    def fail_over(self) -> None:
        """Stop the server hard, as by a crash, and promote its standby."""
        folder = Path(self._first.partition("host=")[2])
        os.kill(int((folder / "data" / "postmaster.pid").read_text().split()[0]), signal.SIGQUIT)
        until(lambda: not (folder / "data" / "postmaster.pid").exists())
        assert self._asked(self._second, "SELECT pg_promote()")


@contextmanager
def pair():
    pytest.importorskip("psycopg")
    if not installed():
        pytest.skip("PostgreSQL is not installed")
    with running_server("-F") as first, standby(first) as second:
        yield Pair(first, second)


def test_nobody_is_told_of_a_confirmed_saying_that_is_not_there():
    with pair() as servers:
        with closing(open_database(servers.url)) as database:
            upgrade(database)
        with closing(open_store(servers.url)) as store, closing(open_store(servers.url)) as prompt:
            hub = Hub(store)
            number = hub.open(['evening "Twelfth Night"', "players Ann Bob Cat", "game nap", "deal Ann"], "Ann")
            servers.lag()
            for saying in ("Bob 2", "Cat 3"):
                hub.record(number, [saying], "Ann", f"key of {saying}", None)
            session = Recorder(prompt, "Bob").open_session(number)
            lost = hub.newest(number)
            assert (session.number, session.head) == lost == (6, hub.live_evening(number).head)

            assert asyncio.run(announced(hub, number, servers.fail_over)) == hub.newest(number)
            assert hub.live_evening(number).number == 4
            with pytest.raises(Refusal) as refused:
                session.record("Ann 4")
            assert refused.value.code is Code.STALE
            assert session.number == 4
            with closing(open_store(servers.url)) as another:
                other = Recorder(another, "Cat").open_session(number)
                for saying in ("Bob passes", "Cat 4"):
                    other.record(saying)
            assert hub.newest(number)[0] == lost[0]
            assert hub.newest(number) != lost
            assert hub.live_evening(number).head == hub.newest(number)[1]
            assert len(session.meanwhile()) == 2
            again = hub.record(number, ['note "Cat 3"'], "Ann", "key of Cat 3", None).answer
            assert [line.number for line in again.said] == [7], "what was lost is sent again under its key"
            log = [(stored.recorded.number, stored.digest) for stored in store.log(number)]
            assert log[-1] == (7, hub.live_evening(number).head) == hub.newest(number)


async def announced(hub, number, act):
    """Return what pages are told first after an act, by a hub that watches."""
    queue = hub.listen(number)
    watching = asyncio.create_task(hub.watch())
    try:
        assert (await asyncio.wait_for(queue.get(), LONGEST))[0] == 6
        await asyncio.to_thread(act)
        return await asyncio.wait_for(queue.get(), LONGEST)
    finally:
        hub.close_streams()
        await asyncio.wait_for(watching, LONGEST)
        hub.closing = False
