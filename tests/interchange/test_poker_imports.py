"""Logs of other programs of poker: whatever is in them, each has won or lost what he did."""

from pathlib import Path

import pytest

from ledger.core.refusals import Refusal
from ledger.interchange.phh_session import replay_hands
from ledger.interchange.pokernow_log import replay_log
from tests.interchange.poker_logs import PhhSession, PokerNowLog

INPUTS = Path(__file__).parents[1] / "data" / "imports"
FIELD = {
    "leftout.csv": {"Ann": -51, "Bob": 0, "Cat": 51},
    "capped.csv": {"Ann": -2, "Bob": 2},
    "raisecall.csv": {"Ann": 2, "Bob": -2},
    "away.csv": {"Ann": 2, "Bob": -1, "Cat": 0, "Dan": -1},
    "straddle2.csv": {"Ann": -8, "Bob": -1, "Cat": -2, "Dan": -4, "Eve": 15},
    "rake.phhs": {"Ann": 35, "Bob": -39},
}
SEEDS = [*range(15), *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(15, 80))]


def imported(name):
    text = (INPUTS / name).read_text(encoding="utf-8")
    return replay_log(text, name, "Poker") if name.endswith(".csv") else replay_hands({name: text}, "Poker")


@pytest.mark.parametrize("name", FIELD)
def test_each_has_what_he_won(name):
    replay, _ = imported(name)
    assert replay.evening.books.balances == FIELD[name]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_log_of_pokernow_comes_to_its_own_reckoning(seed):
    log = PokerNowLog(seed)
    replay, _ = replay_log(log.text, "log.csv", "Poker", "USD" if log.decimals else None)
    assert of_names(replay) == {name: net for name, net in log.nets.items() if net}
    assert replay.evening.closed


@pytest.mark.parametrize("seed", SEEDS)
def test_a_file_of_phh_comes_to_its_own_reckoning(seed):
    session = PhhSession(seed)
    replay, _ = replay_hands({"hands.phhs": session.text}, "Poker")
    assert of_names(replay) == {name: net for name, net in session.nets.items() if net}
    assert sum(replay.evening.books.pools.values()) == session.house


def of_names(replay):
    """Return what each has won or lost, by their names in the file."""
    return {name.rstrip("."): amount for name, amount in replay.evening.books.balances.items() if amount}


def test_amounts_below_a_counter_refuse_the_whole_file():
    with pytest.raises(Refusal, match="--money USD"):
        imported("decimals.csv")
