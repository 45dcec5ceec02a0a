"""Logs of PokerNow: every hand bet by bet, and which hands are left out."""

import csv
import io

import pytest

from ledger.core.refusals import Refusal
from ledger.interchange.pokernow_log import replay_log
from ledger.interchange.script import script_of, without_pins
from tests.helpers import command_line

at_home, run, file = command_line.at_home, command_line.run, command_line.file

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


def told(hand: tuple[str, ...], *more: tuple[str, ...]):
    """Return what a log comes to, its sayings from the game on, and its remarks."""
    text = log(hand, *more)
    replay, remarks = replay_log(text, "log.csv", "Friday")
    lines = [without_pins(line)[0] for line in script_of(replay.recorded).splitlines()]
    return replay.evening.books.balances, lines[next(at for at, line in enumerate(lines) if "game" in line) :], remarks


WON = {"Bob": -5, "Zoë C": -10, "Ann": 15}


def test_a_game_that_is_not_played_here_is_told_by_stacks():
    balances, lines, remarks = told(tuple(entry.replace("No Limit Texas Hold'em", "Badugi") for entry in FOLDED))
    sentence = "log.csv #7 is told by what each has after it: Badugi is not played here"
    assert (balances, remarks) == (WON, (sentence,))
    assert lines == ["game holdem", f'note "{sentence}"', 'stacks Bob 75 "Zoë C" 490 Ann 515', "end", "close"]


def test_a_dead_button_and_a_dead_small_blind():
    balances, lines, remarks = told(tuple(entry.replace(f"dealer: {ANN}", "dead button") for entry in FOLDED))
    assert (balances, remarks) == (WON, ())
    assert lines[:2] == ["game holdem small=5 big=10 button=dead", "deal Ann"]
    gone = (
        START.format(BOB).replace("#7", "#8"), f"Player stacks: #4 {BOB} (75) | #7 {CAT} (490) | #9 \"Dan @ d\" (80)",
        "Dead Small Blind", '"Dan @ d" posts a big blind of 10', f"{BOB} folds", f"{CAT} calls 10", '"Dan @ d" checks',
        "Flop:  [A♥, 7♦, 2♣]", f"{CAT} bets 10", '"Dan @ d" folds', f"Uncalled bet of 10 returned to {CAT}",
        f"{CAT} collected 20 from pot", "-- ending hand #8 --",
    )  # fmt: skip
    balances, lines, remarks = told(FOLDED, gone)
    assert balances == {"Bob": -5, "Zoë C": 0, "Ann": 15, "Dan": -10}
    assert "button=dead" in lines[0]


def test_missed_blinds_are_posted():
    posts = (f"{ANN} posts a missing small blind of 5", f"{ANN} posts a missed big blind of 10")
    hand = tuple(entry.replace("collected 25", "collected 30") for entry in (*FOLDED[:4], *posts, *FOLDED[4:]))
    balances, lines, remarks = told(hand)
    assert (balances, remarks) == (WON, ())
    assert lines[2:4] == ["Ann posts", "Ann raises to 30"]
    for what, cost in (("missing small blind of 5", 30), ("missed big blind of 10", 25)):
        hand = (
            *FOLDED[:4],
            f"{ANN} posts a {what}",
            *(entry.replace("collected 25", f"collected {cost}") for entry in FOLDED[4:]),
        )
        assert told(hand)[0] == WON


@pytest.mark.parametrize("post", ["posts a bet of 5 (bomb pot bet)", "posts 5 for the bomb pot", "posts an ante of 5"])
@pytest.mark.parametrize("boards", [1, 2])
def test_a_bomb_pot_of_one_board_and_of_two(post, boards):
    second = ("Flop (second board):  [K♥, 8♦, 3♣]",) if boards == 2 else ()
    won = ((f"{BOB} collected 8 from pot with Pair", f"{CAT} collected 7 from pot with Pair, 3's on the second board ")
           if boards == 2 else (f"{BOB} collected 15 from pot",))  # fmt: skip
    hand = (START.format(ANN), STACKS, *(f"{player} {post}" for player in (ANN, BOB, CAT)), "Flop:  [A♥, 7♦, 2♣]",
            *second, f"{BOB} checks", f"{CAT} checks", f"{ANN} checks", *won, "-- ending hand #7 --")  # fmt: skip
    balances, lines, remarks = told(hand)
    assert remarks == ()
    assert balances == ({"Bob": 3, "Zoë C": 2, "Ann": -5} if boards == 2 else {"Bob": 10, "Zoë C": -5, "Ann": -5})
    assert lines[1:3] == ["bomb 5 2" if boards == 2 else "bomb 5", "deal Ann"]


def test_the_board_runs_twice():
    first = (entry for entry in SHOWN[:-2] if "shows" not in entry)
    shows = [entry for entry in SHOWN if "shows" in entry]
    hand = (*first, "Flop (second run):  [Q♥, 8♦, 3♣]", "Turn (second run): Q♥, 8♦, 3♣ [4♥]",
            "River (second run): Q♥, 8♦, 3♣, 4♥ [9♠]", *shows, f"{BOB} collected 85 from pot with Three of a Kind, 7's",
            f"{ANN} collected 85 from pot with Pair, A's on the second run ", "-- ending hand #7 --")  # fmt: skip
    balances, lines, remarks = told(hand)
    assert (balances, remarks) == ({"Bob": 5, "Zoë C": -10, "Ann": 5}, ())
    assert lines[-5:] == ["runs 2", "Bob wins first", "Ann wins second", "end", "close"]


def test_a_bounty_and_a_stack_that_changes_are_told():
    bounty = (f"{BOB} paid 5 for the 7-2 bounty to {ANN}", f"{CAT} paid 5 for the 7-2 bounty to {ANN}",
              f"{ANN} collected 10 from the 7-2 bounty", f"The admin updated the player {BOB} stack from 70 to 100.")  # fmt: skip
    after = f"Player stacks: #1 {ANN} (525) | #4 {BOB} (100) | #7 {CAT} (485)"
    later = tuple(after if entry == STACKS else entry.replace("#7", "#8", 1) for entry in UNSHOWN)
    balances, lines, remarks = told((*FOLDED, *bounty), later)
    assert balances == {"Bob": -10 - 30, "Zoë C": -15 + 40, "Ann": 25 - 10}
    assert [remark.endswith("a bounty was paid, which is no part of a pot") for remark in remarks] == [True]
    assert "Bob buys 30" in lines


def test_what_nobody_tells_is_said():
    def with_stacks(ann: int, bob: int) -> tuple[str, ...]:
        stacks = f"Player stacks: #1 {ANN} ({ann}) | #4 {BOB} ({bob}) | #7 {CAT} (490)"
        return tuple(stacks if entry == STACKS else entry.replace("#7", "#8", 1) for entry in UNSHOWN)

    balances, _, (remark,) = told(FOLDED, with_stacks(500, 90))
    assert balances == {"Bob": 10 - 30, "Zoë C": -10 + 40, "Ann": 0 - 10}
    assert remark.startswith("what went before log.csv #8 is told by what each has after it")
    balances, _, (remark,) = told(FOLDED, with_stacks(515, 95))
    assert balances == {"Bob": -5 - 30, "Zoë C": -10 + 40, "Ann": 15 - 10}
    assert remark == "log.csv #8: Bob has 20 more than the log tells: taken as bought"


@pytest.mark.parametrize(
    ("hand", "fragment"),
    [
        ((), "there is none"),
        ((FOLDED[0], *FOLDED[2:]), "nobody's stack is told"),
        ((*FOLDED[:5], '"Eve @ e" bets 5', *FOLDED[5:]), ""),
        ((*FOLDED[:5], '"Eve @ e" collected 5 from pot', *FOLDED[5:]), "do not agree"),
        (FOLDED[:-1], "it is not over in the log"),
    ],
)
def test_left_out(hand, fragment):
    if fragment:
        with pytest.raises(Refusal) as caught:
            replay_log(log(hand), "log.csv", "Friday")
        assert fragment in caught.value.message
        assert "A log of PokerNow begins with" in caught.value.message
    else:
        assert told(hand)[0] == WON


def test_one_person_is_one_player_under_two_identities():
    other = tuple(entry.replace("@ a1b", "@ zz9") for entry in FOLDED)
    stacks = (
        STACKS.replace("a1b", "zz9")
        .replace("(500) | #4", "(515) | #4")
        .replace("(80)", "(75)")
        .replace("(500)", "(490)")
    )
    other = tuple(stacks if entry.startswith("Player") else entry.replace("#7", "#8", 1) for entry in other)
    balances, _, remarks = told(FOLDED, other)
    assert balances == {"Bob": -10, "Zoë C": -20, "Ann": 30}
    assert remarks[0] == "Ann has the identities a1b and zz9"
    changed = 'The player "Annie @ zz9" changed the ID from a1b to zz9 because authenticated login.'
    renamed = tuple(entry.replace("Ann @", "Annie @") for entry in other)
    assert told((*FOLDED, changed), renamed)[0] == balances
    two = tuple(entry.replace("Zoë C", "Ann") for entry in FOLDED)
    balances, _, remarks = told(two)
    assert balances == {"Bob": -5, "Ann.": -10, "Ann": 15}


def test_a_player_of_every_name_acts_and_two_boards_need_no_winners_where_all_fold():
    named = {"Bob @ b-2": 'all in "x" @ b-2', "Ann @ a1b": "500 @ a1b", "Zoë C @ c_3": "posts a bet of 9 @ y @ c_3"}
    hand = tuple(entry for entry in FOLDED)
    for name, other in named.items():
        hand = tuple(entry.replace(name, other) for entry in hand)
    assert sorted(told(hand)[0].values()) == [-10, -5, 15]
    double = (*FOLDED[:5], f"{BOB} calls 30", f"{CAT} folds", "Flop:  [A♥, 7♦, 2♣]", "Flop (second board):  [K♥, 8♦, 3♣]",
              f"{BOB} checks", f"{ANN} bets 20", f"{BOB} folds", f"Uncalled bet of 20 returned to {ANN}",
              f"{ANN} collected 70 from pot", "-- ending hand #7 --")  # fmt: skip
    hand = (*double[:5], f"{ANN} raises to 30", *double[5:])
    balances, _, remarks = told(hand)
    assert (balances, remarks) == ({"Bob": -30, "Zoë C": -10, "Ann": 40}, ())
