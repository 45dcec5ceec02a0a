"""Skat: lists worked by hand from the sheet, refusals, and random evenings beside a second writing."""

import pytest
from plain import PlainSkat

from ledger.testing import GameSuite, balances, carried, machine_for, play, pools, refused

THREE, FOUR = "Ann Bob Cat", "Ann Bob Cat Dan"


class TestSkat(GameSuite):
    game, plain = "skat", PlainSkat


TestRandomEvenings = machine_for("skat", examples=12, fewest_players=3, most_players=4)

FIRST = (
    "Ann grand, Ann made with 4 schneider, deal, Ann diamonds, Ann failed without 2, deal, Cat null ouvert, Cat made"
)
LISTS = [
    ("", FIRST, (90, 0, 46)),
    ("scoring=seeger-fabian", FIRST, (90, 40, 136)),
    ("", "Bob hearts, Bob made with 1", (0, 20, 0)),
    ("", "Bob spades hand, Bob made without 3", (0, 55, 0)),  # (3 + game + hand) x 11
    ("", "Bob clubs hand schneider, Bob made with 2", (0, 72, 0)),  # (2 + game + hand + 2) x 12
    ("", "Bob clubs hand schneider, Bob made with 2 schneider", (0, 72, 0)),
    ("", "Bob clubs hand schneider, Bob made with 2 schwarz", (0, 84, 0)),
    ("", "Bob diamonds hand schwarz, Bob failed with 1", (0, -126, 0)),  # (1 + 1 + 1 + 4) x 9 = 63
    ("", "Bob grand ouvert, Bob made with 4", (0, 264, 0)),
    ("", "Bob clubs ouvert, Bob made with 11", (0, 216, 0)),
    ("", "Cat null, Cat failed", (0, 0, -46)),
    ("", "Cat null hand, Cat made", (0, 0, 35)),
    ("", "Cat null hand ouvert, Cat failed", (0, 0, -118)),
    ("", "Cat null bid 24, Cat failed", (0, 0, -92)),  # 46 is the least multiple of 23 that reaches 24
    ("", "Bob diamonds bid 45, Bob failed with 1 schneider", (0, -90, 0)),  # 3 x 9 = 27: 45, lost twice
    ("kontra=on", "Bob hearts, Cat kontra, Bob re, Bob made with 1", (0, 80, 0)),
    ("bock=on", "misdeal, bock, deal Ann, Bob clubs, Bob failed with 1", (0, -96, 0)),
    ("ramsch=on", "ramsch Ann 70 Bob 20 Cat 30", (-70, 0, 0)),
    ("ramsch=on", "ramsch Ann 70 Bob virgin Cat 50", (-140, 0, 0)),
    ("ramsch=on", "ramsch Ann 60 Bob 60 Cat 0", (-60, -60, 0)),
    ("ramsch=on", "Bob passes, ramsch Ann virgin Bob virgin Cat 120", (0, 0, 120)),
    ("scoring=seeger-fabian kontra=on", "Bob grand, Ann kontra, Bob failed without 1", (40, -242, 40)),  # 2 x 96 + 50
    ("", "Ann passes, Bob passes, Cat passes", (0, 0, 0)),
]


@pytest.mark.parametrize(("options", "sayings", "points"), LISTS)
def test_the_list_is_as_it_is_worked_by_hand(options, sayings, points):
    evening = play(THREE, f"game skat {options}\ndeal Ann\n" + sayings.replace(", ", "\n"))
    sums = {name: 3 * entry - sum(points) for name, entry in zip(THREE.split(), points, strict=True)}
    assert balances(evening) == {name: amount for name, amount in sums.items() if amount}
    assert carried(evening)["points"] == dict(zip(THREE.split(), points, strict=True))


@pytest.mark.parametrize(
    ("sayings", "why"),
    [
        ("Bob clubs hand, Bob made with 2", "clubs hand, with 2: 4 × 12 = 48"),
        ("Bob diamonds bid 18, Bob failed without 1", "diamonds, without 1: 2 × 9 = 18, failed"),
        ("Bob diamonds bid 20, Bob failed with 1", "diamonds, with 1: 2 × 9 = 18, overbid at 20: 27, failed"),
        ("Bob null ouvert, Bob made", "null ouvert: 46"),
    ],
)
def test_a_posting_says_what_was_played_and_for_how_much(sayings, why):
    evening = play(THREE, "game skat\ndeal Ann\n" + sayings.replace(", ", "\n"))
    assert {posting.why for posting in evening.books.postings} == {why}


def test_with_four_the_dealer_sits_out_and_his_money_moves():
    game = "game skat scoring=seeger-fabian kontra=on\ndeal Ann\n"
    evening = play(FOUR, f"{game}Bob clubs hand bid 48\nCat kontra\nBob failed with 1")
    assert balances(evening) == {"Ann": 272, "Bob": -816, "Cat": 272, "Dan": 272}
    refused(FOUR, f"{game}Ann grand", "Ann")


def test_a_quarter_a_point_moves_what_is_missing():
    deal = "deal\nBob diamonds\nBob made with 1\n"
    assert balances(play(THREE, f"game skat per=4\n{deal}")) == {"Ann": -4, "Bob": 8, "Cat": -4}
    assert balances(play(THREE, f"game skat per=4\n{deal * 2}")) == {"Ann": -9, "Bob": 18, "Cat": -9}


def test_a_failed_game_pays_the_kitty():
    assert pools(play(THREE, "game skat kitty=5\ndeal Ann\nBob null\nBob failed")) == {"skat.kitty": 5}


def test_a_bock_round_is_as_many_deals_as_there_are_players():
    evening = play(THREE, "game skat bock=on\nbock\ndeal Ann\nBob hearts\nBob made with 1")
    assert carried(evening)["bock"] == 2


def test_a_player_may_be_called_as_an_announcement_is():
    evening = play("Ann Bock Cat", "game skat bock=on\nbock\ndeal Ann\nbock clubs\nbock made with 1")
    assert balances(evening) == {"Ann": -48, "Bock": 96, "Cat": -48}


REFUSED = [
    ("", "Bob clubs bid 48, Bob made with 1", ("48", "24")),
    ("", "Bob passes, Bob grand", ("passed",)),
    ("", "Bob grand, Cat clubs", ()),
    ("", "Bob clubs schneider", ("hand",)),
    ("", "Bob clubs schwarz", ("hand",)),
    ("", "Bob grand ouvert schneider", ("hand",)),
    ("", "Bob null hand schneider", ("schneider",)),
    ("", "Bob clubs bid 19", ("19",)),
    ("", "Bob clubs bid 24, Bob made with 4 bid 24", ("bid",)),
    ("", "Bob made with 1", ()),
    ("", "Bob grand, Cat made with 1", ()),
    ("", "Bob grand, Bob made", ("tops",)),
    ("", "Bob null, Bob made with 1", ("with",)),
    ("", "Bob grand, Bob made with 1 without 1", ("not both",)),
    ("", "Bob grand, Bob made with 5", ("4 tops",)),
    ("", "Bob grand, Bob made with 1 schneider schwarz", ("schwarz alone",)),
    ("", "Bob grand, Cat kontra", ("kontra=on",)),
    ("kontra=on", "Bob grand, Bob kontra", ()),
    ("kontra=on", "Bob grand, Cat kontra, Ann kontra", ("already",)),
    ("kontra=on", "Bob grand, Bob re", ("kontra",)),
    ("kontra=on", "Bob grand, Cat kontra, Cat re", ()),
    ("", "Bob grand, deal", ()),
    ("ramsch=on", "deal", ()),
    ("", "ramsch Ann 70 Bob 20 Cat 30", ("ramsch=on",)),
    ("ramsch=on", "Bob grand, ramsch Ann 70 Bob 20 Cat 30", ()),
    ("ramsch=on", "ramsch Ann 70 Bob 20 Cat 31", ("120",)),
    ("ramsch=on", "ramsch Ann 70 Bob 50", ("Bob, Cat and Ann, each once",)),
    ("ramsch=on", "ramsch Ann virgin Bob virgin Cat virgin", ("120",)),
    ("", "bock", ("bock=on",)),
    ("bock=on", "Bob grand, bock", ()),
    ("", "Bob holds 7H", ()),
]


@pytest.mark.parametrize(("options", "sayings", "fragments"), REFUSED)
def test_it_is_refused(options, sayings, fragments):
    refused(THREE, f"game skat {options}\ndeal Ann\n" + sayings.replace(", ", "\n"), *fragments)


def test_two_and_five_do_not_play():
    refused("Ann Bob", "game skat", "3 to 4 players")
    refused("Ann Bob Cat Dan Eve", "game skat", "3 to 4 players")
