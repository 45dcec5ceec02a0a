"""Logs of other programs of poker: whatever is in them, each has won or lost what he did."""

import random
from pathlib import Path

import pytest

from ledger.core.refusals import Refusal
from ledger.interchange.phh_session import replay_hands
from ledger.interchange.pokernow_log import replay_log
from tests.interchange.poker_logs import HANDS, PhhSession, PokerNowLog

INPUTS = Path(__file__).parents[1] / "data" / "imports"
FIELD = {
    "leftout.csv": {"Ann": -51, "Bob": 0, "Cat": 51},
    "capped.csv": {"Ann": -2, "Bob": 2},
    "raisecall.csv": {"Ann": 2, "Bob": -2},
    "away.csv": {"Ann": 2, "Bob": -1, "Cat": 0, "Dan": -1},
    "straddle2.csv": {"Ann": -8, "Bob": -1, "Cat": -2, "Dan": -4, "Eve": 15},
    "rake.phhs": {"Ann": 35, "Bob": -39},
}
LOGS = 60
FEW = LOGS // 4
SEEDS = [*range(FEW), *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(FEW, 4 * LOGS))]
DEALT = ("(dead button)", "Dead Small Blind", "missing small blind", "missed big blind", "posts a straddle", "posts an ante",
         "bomb pot bet", "(second board)", "(second run)", "rebought", "quits the game", "joined the game", "sit back",
         "admin updated", "blind was changed", "7-2 bounty", "and go all in", "Uncalled bet")  # fmt: skip
"""What is dealt in the made-up logs."""


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
def test_a_hand_that_lacks_an_entry_is_told_by_the_stacks_after_it(seed):
    log, chance = PokerNowLog(seed), random.Random(seed)
    first, last = log.entries.index("-- ending hand #1 --"), log.entries.index(f"-- ending hand #{HANDS - 3} --")
    of_hands = [at for at in range(first, last) if log.entries[at].startswith(('"', "-- ", "Uncalled"))]
    del log.entries[chance.choice([at for at in of_hands if " paid " not in log.entries[at]])]
    replay, _ = replay_log(log.text, "log.csv", "Poker", "USD" if log.decimals else None)
    assert of_names(replay) == {name: net for name, net in log.nets.items() if net}


@pytest.mark.parametrize("seed", SEEDS)
def test_a_file_of_phh_comes_to_its_own_reckoning(seed):
    session = PhhSession(seed)
    replay, _ = replay_hands({"hands.phhs": session.text}, "Poker")
    assert of_names(replay) == {name: net for name, net in session.nets.items() if net}
    assert sum(replay.evening.books.pools.values()) == session.house


@pytest.mark.thorough
def test_the_made_up_logs_have_everything_and_most_of_it_is_told_in_full():
    texts = [PokerNowLog(seed).text for seed in range(LOGS)]
    entries = [entry for text in texts for entry in text.splitlines()]
    assert [words for words in DEALT if sum(words in entry for entry in entries) < 3] == []
    hands = sum("-- ending hand" in entry for entry in entries)
    assert hands > 10 * LOGS
    told = {"put in:": 0, "after it:": 0}
    for seed, text in enumerate(texts):
        _, remarks = replay_log(text, "log.csv", "Poker", "USD" if seed % 4 == 3 else None)
        for words in told:
            told[words] += sum(words in remark for remark in remarks)
    assert sum(told.values()) < hands / 6
    assert told["after it:"] < hands / 12


def of_names(replay):
    """Return what each has won or lost, by their names in the file."""
    return {name.rstrip("."): amount for name, amount in replay.evening.books.balances.items() if amount}


def test_amounts_below_a_counter_refuse_the_whole_file():
    with pytest.raises(Refusal, match="--money USD"):
        imported("decimals.csv")
