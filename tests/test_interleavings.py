"""Many clients at once, in every order that a seed draws, with faults; and faults it must find."""

from contextlib import contextmanager

import pytest

from ledger.core.refusals import Refusal
from ledger.store.places import open_database
from ledger.store.schema import upgrade
from tests.databases import emptied, server
from tests.rig import asked_for
from tests.simulator import Place, Simulation, Wrong

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
    monkeypatch.setattr("tests.simulator.SimulatedServer.holding", "")
    from tests.simulator import SimulatedFile

    rows = SimulatedFile.rows

    def begin_without(self, statement, **values):
        return rows(self, "BEGIN" if statement == "BEGIN IMMEDIATE" else statement, **values)

    monkeypatch.setattr(SimulatedFile, "rows", begin_without)


def snapshot_taken_out(monkeypatch, place) -> None:
    """Remove the snapshot: each statement of a reader sees another moment."""
    monkeypatch.setattr("ledger.store.server.READING", "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY")
    from tests.simulator import SimulatedFile

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
    from ledger.store import statements as sql

    def sent_before(self, evening, sent):
        found = self.database.rows(sql.SENT, evening=evening, key=sent.key)
        return range(found[0][1], found[0][2] + 1) if found else None

    monkeypatch.setattr(Store, "sent_before", sent_before)


def key_not_kept(monkeypatch, place) -> None:
    """Forget the keys."""
    from ledger.store import Store

    monkeypatch.setattr(Store, "sent_before", lambda self, evening, sent: None)
    monkeypatch.setattr("ledger.store.statements.ADD_SENT", "DELETE FROM current WHERE recorder = 'nobody'")


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
