"""Logs of PokerNow: every hand bet by bet, and which hands are left out."""

import csv
import io

import pytest

from ledger.core.refusals import Refusal
from ledger.interchange.pokernow_log import replay_log
from ledger.interchange.script import script_of, without_pins
from tests.cli import test_cli

at_home, run, file = test_cli.at_home, test_cli.run, test_cli.file

ANN, BOB, CAT = '"Ann @ a1b"', '"Bob @ b-2"', '"Zoë C @ c_3"'
STACKS = f"Player stacks: #1 {ANN} (500) | #4 {BOB} (80) | #7 {CAT} (500)"
START = "-- starting hand #7 (id: hjk2l3)  (No Limit Texas Hold'em) (dealer: {}) --"
BLINDS = (f"{BOB} posts a small blind of 5", f"{CAT} posts a big blind of 10", "Your hand is A♠, K♦")
FOLDED = (START.format(ANN), STACKS, *BLINDS, f"{ANN} raises to 30", f"{BOB} folds", f"{CAT} folds",
          f"Uncalled bet of 20 returned to {ANN}", f"{ANN} collected 25 from pot", "-- ending hand #7 --")  # fmt: skip
SHOWN = (
    START.format(ANN), STACKS, *BLINDS, f"{ANN} raises to 30", f"{BOB} raises to 80 and go all in",
    f"{CAT} folds", f"{ANN} calls 80", "Flop:  [A♥, 7♦, 2♣]", "Turn: A♥, 7♦, 2♣ [K♥]", "River: A♥, 7♦, 2♣, K♥ [10♠]",
    f"{BOB} shows a 7♠, 7♣.", f"{ANN} shows a A♣, Q♦.",
    f"{BOB} collected 170 from pot with Three of a Kind, 7's (combination: 7♠, 7♣, 7♦, A♥, K♥)", "-- ending hand #7 --",
)  # fmt: skip
UNSHOWN = (
    START.format(CAT), STACKS, f"{ANN} posts a small blind of 5", f"{BOB} posts a big blind of 10", f"{CAT} calls 10",
    f"{ANN} calls 10", f"{BOB} checks", "flop:  [A♥, 7♦, 2♣]", f"{ANN} checks", f"{BOB} checks", f"{CAT} bets 20",
    f"{ANN} folds", f"{BOB} calls 20", "turn: A♥, 7♦, 2♣ [K♥]", f"{BOB} checks", f"{CAT} checks",
    "river: A♥, 7♦, 2♣, K♥ [10♠]", f"{BOB} checks", f"{CAT} checks", f"{CAT} collected 70 from pot", "-- ending hand #8 --",
)  # fmt: skip


def log(*hands: tuple[str, ...], ordered: bool = True) -> str:
    """Return a log, the newest entry first."""
    entries = [entry for hand in hands for entry in hand]
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["entry", "at", "order"][: 3 if ordered else 2])
    for place in reversed(range(len(entries))):
        writer.writerow([entries[place], "2026-08-20T19:00:00.000Z", *([str(17 * 10**13 + place)] if ordered else [])])
    return text.getvalue()


def said(*hands: tuple[str, ...], ordered: bool = True) -> list[str]:
    replay, _ = replay_log(log(*hands, ordered=ordered), "log.csv", "Friday")
    return [without_pins(line)[0] for line in script_of(replay.recorded).splitlines()]


@pytest.mark.parametrize("ordered", [True, False])
def test_a_hand_is_told_bet_by_bet(ordered):
    assert said(FOLDED, ordered=ordered) == [
        'evening "Friday" on 2026-08-20 bank=credit', 'players Bob "Zoë C" Ann', "Bob buys 80", '"Zoë C" buys 500',
        "Ann buys 500", "game holdem small=5 big=10", "deal Ann", "Ann raises to 30", "Bob folds", '"Zoë C" folds',
        "end", "close",
    ]  # fmt: skip


def test_known_cards_decide_and_else_what_was_collected():
    replay, remarks = replay_log(log(SHOWN), "log.csv", "Friday")
    assert remarks == ()
    assert replay.evening.books.balances == {"Bob": 90, "Zoë C": -10, "Ann": -80}
    shown = ["flop AH 7D 2C", "turn KH", "river 10S", "Bob shows 7S 7C", "Ann shows AC QD", "end", "close"]
    assert said(SHOWN)[-7:] == shown
    assert said(UNSHOWN)[-3:] == ['"Zoë C" wins', "end", "close"]


def test_hands_follow_one_another_and_differences_are_bought():
    later = tuple(
        entry.replace("(500) | #4", "(515) | #4").replace("(80)", "(75)").replace("#7", "#8", 1) for entry in UNSHOWN
    )
    lines = said(FOLDED, later)
    assert [line for line in lines if line.startswith("deal")] == ["deal Ann", 'deal "Zoë C"']
    assert [line for line in lines[10:] if " buys " in line or " cashes " in line] == ['"Zoë C" buys 10']


def test_amounts_of_a_currency(run, file):
    name = file(log(FOLDED), "poker_now_log_x.csv")
    done = run("import", name, "--money", "USD", "--cents")
    assert (done.code, done.err) == (0, "")
    assert done.out == "poker_now_log_x.csv is evening 1, with 12 events\n"
    assert run("settle").out.splitlines() == ["Bob pays Ann $0.05", "Zoë C pays Ann $0.10"]


@pytest.mark.parametrize(
    ("hand", "fragment"),
    [
        ((), "there is none"),
        (tuple(entry.replace("No Limit Texas Hold'em", "Badugi") for entry in FOLDED), "Badugi is not played here"),
        (tuple(entry.replace(f"dealer: {ANN}", "dead button") for entry in FOLDED), "its button is dead"),
        ((FOLDED[0], *FOLDED[2:]), "its players or its button are not told"),
        ((*FOLDED[:4], f"{ANN} posts a missing small blind of 5", *FOLDED[4:]), "missed blinds"),
        ((*FOLDED[:2], f"{ANN} posts a bomb pot bet of 5", *FOLDED[2:]), "it is a bomb pot"),
        ((*FOLDED[:5], "Flop (second run):  [A♥, 7♦, 2♣]", *FOLDED[5:]), "there is more than one board"),
        (tuple(entry.replace(f"{BOB} posts", f"{ANN} posts") for entry in FOLDED), "not on the left of its button"),
        ((*FOLDED[:5], '"Eve @ e" folds', *FOLDED[5:]), "who has no stack"),
    ],
)
def test_left_out(hand, fragment):
    with pytest.raises(Refusal) as caught:
        replay_log(log(hand), "log.csv", "Friday")
    assert fragment in caught.value.message
    if hand:
        _, remarks = replay_log(log(hand, FOLDED), "log.csv", "Friday")
        assert fragment in remarks[0]
