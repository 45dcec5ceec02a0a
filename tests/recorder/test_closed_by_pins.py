"""A closed evening is told by the balances that its close pins, without its rules."""

from pathlib import Path

import msgspec
import pytest

from ledger.log.commands import CommandBatch
from ledger.log.replay import Replay
from ledger.projections.totals import totals_of
from ledger.recorder import Recorder
from ledger.recorder.stored_log import closed_by_pins
from ledger.store import open_store

EVENINGS = sorted(
    path for room in ("tests/data/evenings", "examples") for path in Path(room).rglob("*.evening")
    if "refused" not in path.parts and not any(part.startswith("card-ledger-") for part in path.parts)
)  # fmt: skip
BUYS = ("Ann buys 10", "Bob buys 10", "Cat buys 10")
BEGUN = ('evening "E" on 2026-01-01', "players Ann Bob Cat", "game tally")


def kept(tmp_path, sayings) -> tuple[Recorder, int, Replay]:
    """Return a store with an evening of these sayings, and the evening by its rules."""
    replay = Replay()
    CommandBatch(replay).say_all(enumerate(sayings, start=1))
    recorder = Recorder(open_store(f"sqlite:///{tmp_path / 'e.db'}"), "Zoë")
    number = recorder.keep(replay)
    return recorder, number, recorder.replay(number)


def money_in(replay: Replay):
    """Return what an evening comes to, but for what was won in which game."""
    totals = totals_of(replay.evening, replay.recorded)
    players = {name: (of.balance, of.costs, of.paid, of.owed) for name, of in totals.players.items()}
    return players, msgspec.structs.replace(totals, players={})


@pytest.mark.parametrize("path", EVENINGS, ids=lambda path: "-".join(path.parts[-2:]))
def test_every_golden_evening_comes_to_the_same_by_its_pins(tmp_path, path):
    sayings = path.read_text("utf-8").splitlines()
    replay = Replay()
    CommandBatch(replay).say_all(enumerate(sayings, start=1))
    if not replay.evening.closed:
        sayings += [] if replay.evening.game is None else ["end"]
        sayings += ["close"]
    recorder, number, by_rules = kept(tmp_path, sayings)
    by_pins = closed_by_pins(recorder.store, number)
    assert by_pins is not None
    assert money_in(by_pins) == money_in(by_rules)


@pytest.mark.parametrize(
    ("sayings", "told"),
    [
        (("result Ann +5 Bob -5", "end", "close"), True),
        (("result Ann +5 Bob -5", "end", "close", "Bob pays Ann 2", "cost 9 taxi Ann paid"), True),
        (("result Ann +5 Bob -5", "end", "close", "Bob pays Ann 2", "undo"), True),
        (("result Ann +5 Bob -5", "end", "undo", "result Cat +5 Bob -5", "end", "close"), True),
        (("result Ann +5 Bob -5", "end"), False),
        (("result Ann +5 Bob -5", "end", "close", 'reopen "wrong"'), False),
        (("result Ann +5 Bob -5", "end", "close", 'amend 4 "wrong": result Ann +6 Bob -6'), False),
        (
            (*BUYS, "result Ann +5 Bob -5", "end", "Ann cashes 15", "Bob cashes 5", "Cat cashes 10", "close"),
            True,
        ),
        (
            (*BUYS, "result Ann +0 Bob -0", "end", "Ann cashes 10", "Bob cashes 10", "Cat cashes 10", "close"),
            None,
        ),
        ((*BUYS, "end", "Ann cashes 15", "Bob cashes 5", "Cat cashes 10", "close"), None),
    ],
)
def test_the_pins_answer_only_what_was_closed_and_not_corrected_since(tmp_path, sayings, told):
    recorder, number, by_rules = kept(tmp_path, [*BEGUN, *sayings])
    by_pins = closed_by_pins(recorder.store, number)
    if told is not None:
        assert (by_pins is not None) == told
    if by_pins is not None:
        assert money_in(by_pins) == money_in(by_rules)
    (quick,), (slow,) = (recorder.played_since(by_rules=each) for each in (False, True))
    assert quick.totals.players.keys() == slow.totals.players.keys()
    assert all(of.owed == slow.totals.players[name].owed for name, of in quick.totals.players.items())
