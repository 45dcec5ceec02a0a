"""Hold'em: the examples of the sheet, its money at every depth, and random evenings."""

import pytest

from ledger.core.cards import Card
from ledger.core.events import Split, Wins
from ledger.games.families.betting.hands import best_hand, best_low
from ledger.games.families.betting.pots import Pot, pots_of, uncalled
from tests.helpers.rig import balances, machine_for, play, play_many, pools, refused

TestRandomEvenings = machine_for("holdem")

FOUR = "Ann Bob Cat Dan"
BUYS = "Ann buys 150\nBob buys 40\nCat buys 90\nDan buys 200\n"


@pytest.mark.thorough
def test_long_random_evenings():
    assert play_many("holdem", deals=20, seeds=range(16)) > 40


# The examples of the sheet: the same hand at every depth

BETTING = "deal Ann\nDan raises to 6\nAnn folds\nBob all-in\nCat all-in\nDan all-in\n"
ALL_IN = {"Bob": 80, "Cat": 10, "Dan": -90}


@pytest.mark.parametrize(
    "lines",
    [
        "deal Ann\nin Bob 40 Cat 90 Dan 200\nBob wins\nCat wins",
        f"{BETTING}Bob wins\nCat wins",
        f"{BETTING}Bob shows AS AH\nCat shows KS KH\nDan shows QS QH\nflop 2C 7D 9H\nturn 4C\nriver JD",
        f"{BETTING}flop 2C 7D 9H\nturn 4C\nriver JD\nBob shows AS AH\nCat shows KS KH\nDan passes",
    ],
)
def test_a_hand_comes_to_the_same_by_pots_by_betting_and_by_cards(lines):
    assert balances(play(FOUR, f"{BUYS}game holdem\n{lines}")) == ALL_IN


def test_nothing_is_bought_and_the_acts_are_told():
    evening = play(
        FOUR,
        "game holdem\ndeal Ann\nDan raises to 6\nAnn calls\nCat calls\nCat bets 10\nDan calls\nCat wins",
    )
    assert balances(evening) == {"Ann": -6, "Bob": -1, "Cat": 23, "Dan": -16}


def test_only_stacks_are_told():
    evening = play(FOUR, f"{BUYS}game holdem\nstacks Ann 230 Bob 0 Cat 90 Dan 160\nend")
    assert balances(evening) == {"Ann": 80, "Bob": -40, "Dan": -40}


def test_hands_by_pots_and_stacks_are_mixed():
    lines = "deal Ann\nin Bob 40 Cat 90 Dan 200\nBob wins\nCat wins\nBob cashes 120\nBob leaves\ndeal\nDan wins\n"
    evening = play(FOUR, f"{BUYS}game holdem\n{lines}stacks Ann 100 Cat 150 Dan 110\nend")
    assert balances(evening) == {"Ann": -50, "Bob": 80, "Cat": 60, "Dan": -90}


def test_what_stacks_leave_over_waits_for_the_next():
    evening = play(FOUR, f"{BUYS}game holdem\nstacks Ann 100\nstacks Bob 60")
    assert (balances(evening), pools(evening)) == ({"Ann": -50, "Bob": 20}, {"holdem.untold": 30})
    evening = play(FOUR, f"{BUYS}game holdem\nDan cashes 210\nstacks Ann 140")
    assert (balances(evening), pools(evening)) == ({"Ann": -10, "Dan": 10}, {})


# The betting


def test_a_raise_may_follow_an_all_in_that_adds_up_to_a_full_one():
    """100, 125 all in, 200 all in: together a full raise, so that the first may raise again (WSOP 173)."""
    start = "Ann buys 1000\nBob buys 1000\nCat buys 125\nDan buys 200\ngame holdem small=50 big=100\ndeal Bob\n"
    evening = play(FOUR, f"{start}Ann calls\nBob folds\nCat all-in\nDan all-in\nAnn raises to 300\nCat wins\nDan wins")
    assert balances(evening)["Ann"] == -200
    refused(FOUR, f"{start}Ann calls\nBob calls\nCat all-in\nDan calls\nAnn raises to 300", "no full raise")


def test_the_least_raise_over_an_all_in_is_the_highest_bet_and_the_least_raise():
    """WSOP 172: 100, 140 all in, 240."""
    start = "Ann buys 1000\nBob buys 1000\nCat buys 140\nDan buys 1000\ngame holdem small=50 big=100\ndeal Dan\n"
    refused(FOUR, f"{start}Cat all-in\nDan raises to 239", "must come to 240")
    play(FOUR, f"{start}Cat all-in\nDan raises to 240")


def test_a_fixed_limit_raises_on_top_of_the_last_full_bet():
    start = "Ann buys 1000\nBob buys 1000\nCat buys 25\nDan buys 1000\ngame holdem limit=fixed small=5 big=10\n"
    to_the_flop = "deal Dan\nCat calls\nDan calls\nAnn calls\nflop\nAnn checks\n"
    refused(FOUR, f"{start}{to_the_flop}Bob bets 10\nCat all-in\nDan raises to 25", "must come to 30")
    play(FOUR, f"{start}{to_the_flop}Bob bets 10\nCat all-in\nDan raises to 30")


def test_two_who_began_the_street_raise_without_end():
    lines = "game holdem limit=fixed\ndeal Ann\n" + "".join(
        f"{player} raises to {amount}\n" for player, amount in zip(["Ann", "Bob"] * 5, range(4, 24, 2), strict=True)
    )
    play("Ann Bob", lines)


@pytest.mark.parametrize(("rule", "least"), [("big", 16), ("straddle", 20)])
def test_the_least_raise_over_a_straddle(rule, least):  # WSOP 161
    start = f"game holdem straddle=utg small=2 big=4 straddle_raise={rule}\ndeal Ann\nDan straddles 10\n"
    refused(FOUR, f"{start}Ann raises to {least - 1}", f"must come to {least}")
    play(FOUR, f"{start}Ann raises to {least}")


def test_who_straddles_has_the_last_word():
    evening = play(FOUR, "game holdem straddle=button\ndeal Ann\nAnn straddles\nBob calls\nCat calls\nDan calls")
    assert evening.game.turn.who == ("Ann",)


def test_who_has_his_say_in_a_street_is_asked_from_the_left_of_the_button():
    evening = play(FOUR, "game holdem\ndeal Ann\nDan calls\nAnn calls\nBob calls\nCat checks")
    assert evening.game.turn.who == ("Bob",)


# The button


@pytest.mark.parametrize(
    ("way", "lines", "blinds"),
    [
        ("simple", "deal Ann\nDan wins\nBob leaves\ndeal", ("Dan", "Eve")),
        ("moving", "deal Ann\nDan wins\nBob leaves\ndeal", ("Dan", "Eve")),
        ("dead", "deal Ann\nDan wins\nBob leaves\ndeal", ("Cat", "Dan")),
        ("dead", "deal Ann\nDan wins\nCat leaves\ndeal", ("", "Dan")),
    ],
)
def test_where_the_blinds_go_when_a_player_leaves(way, lines, blinds):
    evening = play("Ann Bob Cat Dan Eve", f"game holdem button={way}\n{lines}")
    forced = {posting.why: posting.payer for posting in evening.game.table.deal_postings()}
    assert (forced.get("small blind", ""), forced["big blind"]) == blinds


def test_two_big_blinds_are_laid_where_the_button_moves_on():
    evening = play("Ann Bob Cat Dan Eve", "game holdem button=moving\ndeal Ann\nDan wins\nBob leaves\ndeal\nCat wins")
    assert balances(evening)["Dan"] == 3 - 2  # he has won 3, and lays 2 where the big blind was not his before


# Pots, boards, the house


def test_odd_counters_go_from_the_left_of_the_button():  # WSOP 149
    evening = play("Ann Bob Cat", "game holdem\ndeal Ann\nin Ann 5 Bob 5 Cat 5\nsplit Ann Bob")
    assert balances(evening) == {"Ann": 2, "Bob": 3, "Cat": -5}


def test_each_board_has_its_part():
    boards = "runs 3\nAnn wins first\nBob wins third\nsplit Ann Bob second"
    evening = play("Ann Bob Cat", f"game holdem\ndeal Ann\nAnn all-in 20\nBob calls\nCat folds\n{boards}")
    assert balances(evening) == {"Ann": 14 + 7 - 20, "Bob": 14 + 7 - 20, "Cat": -2}


def test_the_house_rakes_each_pot_and_no_more_than_its_most():
    start = "Ann buys 100\nBob buys 40\nCat buys 100\ngame holdem rake=10%"
    lines = "deal Ann\nin Ann 100 Bob 40 Cat 100\nBob wins\nAnn wins"
    assert pools(play("Ann Bob Cat", f"{start}\n{lines}")) == {"holdem.house": 12 + 12}
    assert pools(play("Ann Bob Cat", f"{start} rake_most=15\n{lines}")) == {"holdem.house": 15}
    assert pools(play("Ann Bob Cat", f"{start}\ndeal Ann\nAnn wins")) == {}
    assert pools(play("Ann Bob Cat", f"{start} no_flop=off\ndeal Ann\nAnn raises to 30\nBob folds\nCat folds")) == {}


def test_a_seven_and_a_two_are_paid_by_each_other_who_was_dealt_in():
    start = "Ann buys 10\nBob buys 2\nCat buys 10\ngame holdem seven_deuce=3\ndeal Ann\n"
    evening = play("Ann Bob Cat", f"{start}Ann wins\nAnn shows 7C 2D")
    assert balances(evening) == {"Ann": 3 + 1 + 3, "Bob": -1 - 1, "Cat": -2 - 3}


def test_what_is_laid_goes_back_where_the_blinds_chop():  # WSOP 67, WSOP 156
    evening = play(FOUR, "game holdem\ndeal Ann\nDan posts\nDan folds\nchop")
    assert balances(evening) == {"Bob": 2, "Cat": 1, "Dan": -3}


def test_who_has_left_may_tip_and_be_counted():
    evening = play(FOUR, f"{BUYS}game holdem\nBob leaves\nBob tips 5\nstacks Bob 30 Ann 155")
    assert (balances(evening), pools(evening)) == ({"Ann": 5, "Bob": -10}, {"holdem.house": 5})


def test_a_void_deal_gives_everything_back():
    evening = play(FOUR, 'game holdem ante=1\nbomb 5\ndeal Ann\nBob bets 6\nmisdeal "so"\ndeal')
    assert balances(evening) == dict.fromkeys(FOUR.split(), -5)
    assert evening.game.deal.carried() == {"bomb": 5}


# Pots and hands by themselves


def test_pots_are_parted_at_the_sums_of_those_who_claim():
    put = {"Ann": 10, "Bob": 40, "Cat": 40, "Dan": 25, "Eve": 3}
    assert pots_of(put, ["Ann", "Bob", "Cat"], dead=2) == [Pot(10, 45), Pot(40, 75)]
    assert pots_of(put, ["Ann", "Dan"]) == [Pot(10, 43), Pot(25, 75)]
    assert uncalled(put | {"Cat": 45}) == ("Cat", 5)
    assert uncalled({"Ann": 3}) == ("Ann", 3)


def cards(text):
    return [Card(card) for card in text.split()]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("AS KS QS JS 10S", "9H 8H 7H 6H 5H"),
        ("5H 4H 3H 2H AH", "AS AH AC AD KS"),
        ("2S 2H 2C 2D 3S", "AS AH AC KD KS"),
        ("2S 2H 2C 3D 3S", "AS KS QS JS 9S"),
        ("2S 3S 4S 5S 7S", "AS KS QS JS 10H"),
        ("AS 2S 3S 4S 5H", "AS AH AC KD QS"),
        ("6S 2S 3S 4S 5H", "AS 2S 3S 4S 5H"),
        ("2S 2H 2C 4D 3S", "AS AH KC KD QS"),
        ("AS AH 3C 3D KS", "AS AH 3C 3D QS"),
        ("AS AH 3C 2D KS", "KS KH QC JD AS"),
        ("AS QH 3C 2D KS", "AS QH JC 9D 8S"),
    ],
)
def test_the_better_of_two_hands(better, worse):
    assert best_hand(cards(better), []) > best_hand(cards(worse), [])


def test_a_low_hand_is_compared_from_its_highest_card():
    board = cards("2C 3D 8H KS KD")
    assert best_low(cards("AS 4S QH QD"), board) > best_low(cards("AH 5H QC QS"), board)
    assert best_low(cards("AS AH QH QD"), board) is None
    assert best_low(cards("AS 9H QH QD"), board) is None


def test_to_fold_and_to_check_are_words_of_these_games_alone():
    refused("Ann Bob", "game nap\ndeal Ann\nBob folds", "is not said here", "Bob passes")
    refused("Ann Bob", "game nap\ndeal Ann\nBob checks", "is not said here", "Bob stands")


def test_three_dealt_in_are_enough_to_straddle():
    evening = play("Ann Bob Cat", "game holdem straddle=any\ndeal Ann\nAnn straddles")
    assert balances(evening) == {"Ann": -4, "Bob": -1, "Cat": -2}
    assert evening.game.turn.who == ("Bob",)


def test_the_big_blind_never_has_the_button_of_three():
    lines = "deal Ann\nDan wins\nEve joins after Bob\nAnn sits-out\nDan sits-out\ndeal"
    evening = play(FOUR, f"game holdem button=dead\n{lines}")
    forced = {posting.why: posting.payer for posting in evening.game.table.deal_postings()}
    assert (evening.game.table.dealer, forced) == ("Eve", {"small blind": "Cat", "big blind": "Bob"})


def test_who_has_just_what_he_owes_is_offered_no_raise():
    start = "Ann buys 6\nBob buys 7\nCat buys 50\nDan buys 50\ngame holdem\ndeal Ann\nDan raises to 6\n"
    assert "raises" not in refused(FOUR, f"{start}Ann deals", "").remedy
    assert "raises" in refused(FOUR, f"{start}Ann calls\nBob deals", "").remedy


def test_one_counter_is_a_tip_and_the_house_gives_all_it_holds():
    evening = play(FOUR, "game holdem\nAnn tips 1\nBob tips 4\nCat takes house 5\nend")
    assert (balances(evening), pools(evening)) == ({"Ann": -1, "Bob": -4, "Cat": 5}, {})


def test_stacks_of_nobody_are_offered_only_where_they_book_something():
    assert "stacks [NAME" not in refused("Ann Bob", "Ann buys 20\nBob buys 20\ngame holdem\nAnn checks", "").remedy
    left = "Ann buys 20\nBob buys 20\nCat buys 20\nCat cashes 15\nCat leaves\ngame holdem\nAnn checks"
    assert "stacks " in refused("Ann Bob Cat", left, "").remedy
    start = "Ann buys 20\nBob buys 20\ngame holdem\nAnn cashes 45\n"
    refused("Ann Bob", f"{start}stacks", "25 more than there is")
    assert "stacks [NAME" not in refused("Ann Bob", f"{start}Ann checks", "").remedy


THREE_STACKS = """
    Ann buys 20
    Bob buys 10
    Cat buys 40
    game holdem small=1 big=2
    deal Ann
    Ann all-in
    Bob all-in
    Cat all-in
"""


def test_the_pots_of_a_show_tell_who_can_claim_them_and_who_would_take_them():
    deal = play("Ann Bob Cat", THREE_STACKS).game.deal
    claimants, nothing = ("Bob", "Cat", "Ann"), {}
    assert [(pot.amount, pot.claimants, pot.takes) for pot in deal.pots_at_show()] == [
        (30, claimants, nothing),
        (20, claimants[1:], nothing),
    ]
    for event, takes in (
        (Wins("Bob"), [{"Bob": 30}, nothing]),
        (Wins("Ann"), [{"Ann": 30}, {"Ann": 20}]),
        (Split(("Ann", "Bob")), [{"Bob": 15, "Ann": 15}, {"Ann": 20}]),
    ):
        assert [pot.takes for pot in deal.pots_at_show(event)] == takes
    assert not any(pot.takes for pot in deal.pots_at_show()), "to look ahead changes nothing"
    one_left = play("Ann Bob Cat", f"{THREE_STACKS}\nBob wins").game.deal
    assert [pot.takes for pot in one_left.pots_at_show()] == [{"Bob": 30}, nothing]
    raked = play("Ann Bob Cat", THREE_STACKS.replace("big=2", "big=2 rake=10")).game.deal
    assert [pot.amount for pot in raked.pots_at_show()] == [27, 18]
    assert play("Ann Bob Cat", THREE_STACKS.replace("Cat all-in", "")).game.deal.pots_at_show() == ()
