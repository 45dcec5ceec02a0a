"""Many clients at once, in every order that a seed draws, with faults; and faults it must find."""

from collections import Counter
from contextlib import contextmanager

import pytest

from ledger.core.refusals import Refusal
from ledger.store.places import open_database
from ledger.store.schema import upgrade
from tests.helpers.databases import emptied, server
from tests.helpers.rig import asked_for
from tests.helpers.simulator import Place, Simulation, Wrong

__all__ = ["server"]


@pytest.fixture(params=("sqlite", "postgresql"))
def place(request, tmp_path):
    """Yield a database in which each seed has its own evening."""
    where = tmp_path / "evenings.db" if request.param == "sqlite" else emptied(request.getfixturevalue("server"))
    found = prepared(where)
    yield found
    found.close()


def prepared(where) -> Place:
    """Return an empty database with today's schema."""
    database = open_database(str(where))
    upgrade(database)
    database.close()
    return Place(where)


def seeds(few: int, request) -> range:
    """Return so many seeds; twenty times more in a thorough run; or those of CARD_LEDGER_SEEDS: 500-600."""
    many = few * 20 if request.config.getoption("--thorough") else few
    return asked_for("CARD_LEDGER_SEEDS", many)


def test_every_confirmed_saying_is_there_once_in_whatever_order(place, request):
    for done, seed in enumerate(seeds(20, request), start=1):
        try:
            Simulation(place, seed).run()
        except (Wrong, Refusal, AssertionError) as error:
            raise AssertionError(f"seed {seed}: {error}") from error
        if done % 500 == 0:
            print(f"{done} seeds, to seed {seed}, at {place.name}: {dict(place.happened)}", flush=True)


AT_A_FILE = 25
"""So many seeds play at one file before another: it is copied for each of them."""


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_nobody_goes_on_with_a_past_that_is_gone(kind, request, tmp_path):
    """Files are replaced, logs restored, and a server that lagged takes over: what is confirmed then is there."""
    where, place, happened = None, None, Counter()
    for done, seed in enumerate(asked_for("CARD_LEDGER_SEEDS", 100 if kind == "sqlite" else 10), start=1):
        if place is None or (kind == "sqlite" and done % AT_A_FILE == 0):
            where = tmp_path / f"{done}.db" if kind == "sqlite" else emptied(request.getfixturevalue("server"))
            if place is not None:
                place.close()
            place = prepared(where)
            place.happened = happened
        try:
            Simulation(place, seed, back=True).run()
        except (Wrong, Refusal, AssertionError) as error:
            raise AssertionError(f"seed {seed}: {error}") from error
        if done % 500 == 0:
            print(f"{done} seeds, to seed {seed}, at {place.name}, set back: {dict(happened)}", flush=True)
    place.close()
    assert happened["confirmed"]


def test_a_seed_draws_the_same_history_again(tmp_path):
    told = []
    for name in ("one.db", "other.db"):
        place = prepared(tmp_path / name)
        simulation = Simulation(place, 7, faults=0.03)
        simulation.run()
        place.close()
        told.append(simulation.history)
    assert told[0] == told[1]


def lock_taken_out(monkeypatch, place) -> None:
    """Remove the lock: writers do not wait for each other."""
    monkeypatch.setattr("tests.helpers.simulator.SimulatedServer.holding", "")
    from tests.helpers.simulator import SimulatedFile

    rows = SimulatedFile.rows

    def begin_without(self, statement, **values):
        return rows(self, "BEGIN" if statement == "BEGIN IMMEDIATE" else statement, **values)

    monkeypatch.setattr(SimulatedFile, "rows", begin_without)


def snapshot_taken_out(monkeypatch, place) -> None:
    """Remove the snapshot: each statement of a reader sees another moment."""
    monkeypatch.setattr("ledger.store.server.READING", "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY")
    from tests.helpers.simulator import SimulatedFile

    transaction = SimulatedFile.transaction

    @contextmanager
    def without(self, writing=True):
        if writing or self._connection.in_transaction:
            with transaction(self, writing):
                yield
        else:
            yield

    monkeypatch.setattr(SimulatedFile, "transaction", without)


def key_not_compared(monkeypatch, place) -> None:
    """Accept any saying under a key that was used before."""
    from ledger.store import Store
    from ledger.store.generated import statements as sql

    def sent_before(self, evening, sent):
        found = self.database.rows(sql.SENT, evening=evening, key=sent.key)
        return range(found[0][1], found[0][2] + 1) if found else None

    monkeypatch.setattr(Store, "sent_before", sent_before)


def key_not_kept(monkeypatch, place) -> None:
    """Forget the keys."""
    from ledger.store import Store

    monkeypatch.setattr(Store, "sent_before", lambda self, evening, sent: None)
    monkeypatch.setattr("ledger.store.generated.statements.ADD_SENT", "DELETE FROM current WHERE recorder = 'nobody'")


def head_not_compared(monkeypatch, place) -> None:
    """Go on with any log that has as many events."""
    from ledger.store import Store

    def see_newest(self, evening, number, head):
        if self.newest(evening)[0] > number:
            raise self._stale(evening, number)

    monkeypatch.setattr(Store, "see_newest", see_newest)


def file_not_looked_at(monkeypatch, place) -> None:
    """Write to a file that was replaced."""
    monkeypatch.setattr("tests.helpers.simulator.SimulatedFile._see_that_it_is_there", lambda self: None)


@pytest.mark.parametrize("mutant", [lock_taken_out, snapshot_taken_out, key_not_compared, key_not_kept])
def test_it_finds(mutant, place, monkeypatch):
    mutant(monkeypatch, place)
    for seed in range(300):
        try:
            Simulation(place, seed).run()
        except (Wrong, Refusal) as found:
            print(f"{mutant.__name__}: seed {seed}: {found}")
            return
    pytest.fail("300 seeds find nothing")


@pytest.mark.thorough
@pytest.mark.parametrize("mutant", [head_not_compared, file_not_looked_at])
def test_it_finds_what_goes_on_with_a_past_that_is_gone(mutant, monkeypatch, tmp_path):
    mutant(monkeypatch, None)
    for block in range(12):
        place = prepared(tmp_path / f"{block}.db")
        for seed in range(block * AT_A_FILE, (block + 1) * AT_A_FILE):
            try:
                Simulation(place, seed, back=True).run()
            except (Wrong, Refusal, IndexError) as fault:
                print(f"{mutant.__name__}: seed {seed}: {fault}")
                return
    pytest.fail("300 seeds find nothing")
