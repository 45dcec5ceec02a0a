"""Everybody at once, in every order that a seed draws, with everything that can go wrong; and the faults it must find."""

import os
from contextlib import contextmanager

import pytest

from ledger.refusals import Refusal
from ledger.store.places import open_database
from ledger.store.schema import upgrade
from tests.databases import emptied, server
from tests.simulator import Simulation, Wrong

__all__ = ["server"]


@pytest.fixture(params=("sqlite", "postgresql"))
def place(request, tmp_path):
    """A database that is ready: each seed has an evening of its own in it."""
    found = tmp_path / "evenings.db" if request.param == "sqlite" else emptied(request.getfixturevalue("server"))
    database = open_database(str(found))
    upgrade(database)
    database.close()
    return found


def seeds(few: int, request) -> range:
    """So many seeds; twenty times as many where the tests are thorough, or those that CARD_LEDGER_SEEDS says: 500-600."""
    many = few * 20 if request.config.getoption("--thorough") else few
    first, _, last = os.environ.get("CARD_LEDGER_SEEDS", f"0-{many}").rpartition("-")
    return range(int(first or 0), int(last))


def test_every_confirmed_saying_is_there_once_in_whatever_order(place, request):
    for seed in seeds(10, request):
        try:
            Simulation(place, seed).run()
        except (Wrong, Refusal, AssertionError) as error:
            raise AssertionError(f"seed {seed}: {error}") from error


def test_a_seed_draws_the_same_history_again(tmp_path):
    told = []
    for name in ("one.db", "other.db"):
        database = open_database(str(tmp_path / name))
        upgrade(database)
        simulation = Simulation(tmp_path / name, 7, faults=0.03)
        simulation.run()
        told.append(simulation.history)
    assert told[0] == told[1]


def lock_taken_out(monkeypatch, place) -> None:
    """Who writes does not wait for who else writes."""
    monkeypatch.setattr("tests.simulator.SimulatedServer.holding", "")
    rows = Simulation(place, 0)._connect.rows

    def begin_without(self, statement, **values):
        return rows(self, "BEGIN" if statement == "BEGIN IMMEDIATE" else statement, **values)

    if not str(place).startswith("postgresql:"):
        monkeypatch.setattr("tests.simulator.SimulatedFile.rows", begin_without)


def snapshot_taken_out(monkeypatch, place) -> None:
    """Who reads reads each statement at another moment."""
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
    """What comes under a key that was used is taken for what was sent under it."""
    from ledger.store import Store
    from ledger.store import statements as sql

    def sent_before(self, evening, sent):
        found = self.database.rows(sql.SENT, evening=evening, key=sent.key)
        return range(found[0][1], found[0][2] + 1) if found else None

    monkeypatch.setattr(Store, "sent_before", sent_before)


def key_not_kept(monkeypatch, place) -> None:
    """What was sent is forgotten."""
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
