"""Schieber: evenings worked by hand, refusals, and random evenings beside a second writing."""

import pytest
from plain import PlainSchieber

from ledger.testing import GameSuite, balances, carried, machine_for, play, refused

FOUR = "Ann Bob Cat Dan"
GAME = "game schieber target=300 stake=10 hundred=2\ndeal Ann\n"


class TestSchieber(GameSuite):
    game, plain = "schieber", PlainSchieber


TestRandomEvenings = machine_for("schieber", examples=12, fewest_players=4, most_players=4)


def said(sayings: str) -> str:
    return GAME + sayings.replace(", ", "\n")


@pytest.mark.parametrize(
    ("sayings", "ours", "theirs"),
    [
        ("Bob clubs, Bob counts 97", 60, 97),
        ("Bob shoves, Dan hearts, Cat counts 100", 200, 114),
        ("Bob spades, Ann melds 50, Bob marriage, Bob counts 57", 150, 77),
        ("Bob spades, Ann melds 20, Bob melds 200, Bob counts 57", 120, 257),
        ("Bob tops, Dan match", 0, 771),
        ("Bob bottoms, Ann melds 100, Ann counts 0", 300, 471),
    ],
)
def test_a_deal_is_counted_as_on_paper(sayings, ours, theirs):
    assert carried(play(FOUR, said(sayings)))["points"] == {"Ann": ours, "Bob": theirs, "Cat": ours, "Dan": theirs}


def test_the_losers_pay_across_and_the_game_is_over():
    evening = play(FOUR, said("Bob tops, Dan match"))
    assert balances(evening) == {"Ann": -24, "Bob": 24, "Cat": -24, "Dan": 24}  # 10, and 7 hundreds at 2
    refused(FOUR, said("Bob tops, Dan match, deal"), "Bob and Dan have won with 771 points to 0")


def test_a_thousand_are_enough():
    deals = "Bob tops\nBob match\ndeal\nCat spades\nBob counts 157\ndeal\nDan spades\nBob counts 72"
    assert balances(play(FOUR, f"game schieber\ndeal Ann\n{deals}")) == {"Ann": -10, "Bob": 10, "Cat": -10, "Dan": 10}


def test_an_end_before_the_target_pays_the_hundreds_alone():
    assert balances(play(FOUR, said("Bob spades, Bob counts 150, end"))) == {"Ann": -2, "Bob": 2, "Cat": -2, "Dan": 2}
    assert balances(play(FOUR, said("Bob spades, Bob counts 80, end"))) == {}


def test_eve_takes_bobs_place_with_his_side_and_his_points():
    evening = play(FOUR, said("Bob spades, Bob counts 97, Eve joins for Bob, deal, Cat hearts, Eve counts 157"))
    assert balances(evening) == {"Ann": -16, "Eve": 16, "Cat": -16, "Dan": 16}  # 97 + 314 = 411, 60: 3 hundreds
    assert balances(play(FOUR, said("misdeal, Eve joins for Ann, deal, Bob tops, Bob match"))) == {
        "Eve": -24, "Bob": 24, "Cat": -24, "Dan": 24,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("sayings", "fragments"),
    [
        ("Cat hearts", ("Bob",)),
        ("Bob shoves, Dan shoves", ("shoved already",)),
        ("Bob tops, Bob marriage", ("no trumps at tops",)),
        ("Bob clubs, Bob marriage, Ann marriage", ("shown already",)),
        ("Bob clubs, Ann melds 30", ("20, 50, 100, 150 or 200", "30")),
        ("Bob clubs, Ann counts 158", ("157",)),
        ("Bob clubs, Eve joins for Bob", ("not during it",)),
        ("misdeal, Eve joins", ("four play Schieber",)),
        ("misdeal, Bob leaves", ("four play Schieber",)),
        ('penalty Ann 5 "late"', ("no pool",)),
    ],
)
def test_it_is_refused(sayings, fragments):
    refused(FOUR, said(sayings), *fragments)


def test_five_are_asked_who_plays():
    refusal = refused(f"{FOUR} Eve", "game schieber", "four play Schieber, not 5")
    assert refusal.remedy == "Say who: game schieber with Ann Bob Cat Dan"
