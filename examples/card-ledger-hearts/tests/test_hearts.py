"""Hearts: evenings worked by hand, refusals, and random evenings beside a second writing."""

import pytest
from plain import PlainHearts

from ledger.testing import GameSuite, balances, carried, machine_for, play, refused

FOUR = "Ann Bob Cat Dan"


class TestHearts(GameSuite):
    game, plain = "hearts", PlainHearts


TestRandomEvenings = machine_for("hearts", examples=12, fewest_players=3, most_players=5)


def said(sayings: str, options: str = "target=50 point=1") -> str:
    return f"game hearts {options}\ndeal Ann\n" + sayings.replace(", ", "\n")


def test_who_is_not_named_has_none():
    assert carried(play(FOUR, said("points Ann 13 Bob 13")))["points"] == {"Ann": 13, "Bob": 13, "Cat": 0, "Dan": 0}


def test_the_game_is_over_and_the_fewest_win():
    evening = play(FOUR, said("Ann moon, deal, points Bob 20 Cat 4 Dan 2, deal, points Bob 10 Cat 16"))
    # Ann 0, Bob 56, Cat 46, Dan 28; 10 and a counter a point
    assert balances(evening) == {"Ann": 66 + 56 + 38, "Bob": -66, "Cat": -56, "Dan": -38}


def test_two_with_the_fewest_share():
    evening = play(FOUR, said("points Cat 20 Dan 6, deal, points Cat 20 Dan 6, deal, points Cat 20 Dan 6"))
    assert balances(evening) == {"Ann": 35 + 14, "Bob": 35 + 14, "Cat": -70, "Dan": -28}


def test_the_moon_may_take_twenty_six():
    evening = play(FOUR, said("points Bob 26, deal, Bob moon, deal, Ann moon", "moon=takes"))
    assert carried(evening)["points"] == dict.fromkeys(FOUR.split(), 0)


def test_eve_goes_on_with_bobs_points():
    evening = play(FOUR, said("points Bob 26, Eve joins for Bob, deal, points Eve 26"))
    assert balances(evening) == {"Ann": 20, "Cat": 22, "Dan": 20, "Eve": -62}  # 10 and 52 in three, the odd ones to Cat


@pytest.mark.parametrize(
    ("sayings", "fragments"),
    [
        ("points Ann 13 Bob 12", ("26", "25")),
        ("points Ann 13 Ann 13", ("Ann is named twice",)),
        ("points Ann 26 Bob 0", ("left out",)),
        ("Ann moon, Eve joins", ("joins for",)),
        ("Ann moon, Bob leaves", ("takes Bob's place",)),
        ("Ann moon, deal, Bob moon, deal", ("Ann and Bob have won with 26",)),
        ('penalty Ann 5 "late"', ("no pool",)),
    ],
)
def test_it_is_refused(sayings, fragments):
    refused(FOUR, said(sayings), *fragments)


def test_six_do_not_play():
    refused("Ann Bob Cat Dan Eve Fay", "game hearts", "3 to 5 players")
