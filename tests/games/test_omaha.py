"""Omaha: the examples of the sheet, halves of pots, and random evenings."""

import pytest

from tests.helpers.rig import balances, machine_for, play, play_many, refused

TestRandomEvenings = machine_for("omaha")
TestEightOrBetter = machine_for("omaha", examples=50, given=(("eight", "on"),))

THREE = "Ann Bob Cat"
EIGHT = "game omaha eight=on limit=fixed\ndeal Ann\n"


@pytest.mark.thorough
def test_long_random_evenings():
    assert play_many("omaha", deals=20, seeds=range(16)) > 40


@pytest.mark.parametrize(("cards", "most"), [(4, 11), (5, 9), (6, 7)])
def test_so_many_play_as_the_pack_has_cards_for(cards, most):
    players = [f"P{place}" for place in range(most + 1)]
    play(" ".join(players[:most]), f"game omaha cards={cards}")
    refused(" ".join(players), f"game omaha cards={cards}", f"for 2 to {most} players")


def test_a_raise_is_at_most_the_pot():
    start = "game omaha small=1 big=2\ndeal Ann\nAnn raises to 7\n"
    refused(THREE, f"{start}Bob raises to 24", "23 is the most")
    assert balances(play(THREE, f"{start}Bob raises to 23\nCat folds\nAnn folds")) == {"Ann": -7, "Bob": 9, "Cat": -2}


def test_the_odd_counter_is_the_high_half_s():  # WSOP 149
    evening = play(THREE, f"{EIGHT}in Ann 3 Bob 11 Cat 11\nBob wins high\nsplit Bob Cat low")
    assert balances(evening) == {"Ann": -3, "Bob": 8, "Cat": -5}


def test_who_are_alike_both_ways_share_the_whole():
    evening = play(THREE, f"{EIGHT}in Bob 3 Cat 3\nsplit Bob Cat high\nsplit Bob Cat low")
    assert balances(evening) == {}


def test_who_wins_alone_takes_both_halves():
    assert balances(play(THREE, f"{EIGHT}in Bob 9 Cat 9\nBob wins")) == {"Bob": 9, "Cat": -9}
    half = play(THREE, f"{EIGHT}in Bob 9 Cat 9\nCat wins low\nBob wins")
    assert balances(half) == {}


def test_each_pot_is_halved_by_itself():
    start = "Ann buys 10\nBob buys 30\nCat buys 50\n"
    evening = play(THREE, f"{start}{EIGHT}in Ann 10 Bob 30 Cat 50\nAnn wins high\nBob wins low\nCat wins high")
    assert balances(evening) == {"Ann": 15 - 10, "Bob": 15 + 20 - 30, "Cat": 20 - 30}


HANDS = "Ann shows AC 4D QS QH\nBob shows KS KC 9D 9C\nCat shows AH 5C 5D JC"


def test_known_cards_decide_both_halves():
    evening = play(THREE, f"{EIGHT}in Ann 10 Bob 10 Cat 10\nflop 2C 3D KH\nturn 8S\nriver KD\n{HANDS}")
    assert balances(evening) == {"Ann": 5, "Bob": 5, "Cat": -10}


def test_no_low_leaves_the_whole_pot_to_the_high_hand():
    evening = play(THREE, f"{EIGHT}in Ann 10 Bob 10 Cat 10\nflop QC JD KH\nturn 8S\nriver KD\n{HANDS}")
    assert balances(evening) == {"Ann": -10, "Bob": 20, "Cat": -10}


def test_boards_are_halved_each():
    evening = play(
        THREE,
        f"{EIGHT}in Ann 10 Bob 10\nruns 2\nAnn wins high first\nBob wins low first\nBob wins second",
    )
    assert balances(evening) == {"Ann": 6 - 10, "Bob": 5 + 11 - 10, "Cat": -2}


def test_just_two_cards_of_one_s_own_are_used():
    """With four hearts on the board one heart is no flush."""
    cards = "flop 2H 7H 9H\nturn KH\nriver 3C\nAnn shows AH QS QD 5C\nBob shows 4S 4C 3D 3S"
    evening = play(THREE, f"game omaha\ndeal Ann\nin Ann 10 Bob 10\n{cards}")
    assert balances(evening) == {"Ann": -10, "Bob": 12, "Cat": -2}
