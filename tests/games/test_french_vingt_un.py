"""French Vingt-un: its examples, and every round told by outcomes and card by card."""

import itertools
import random

import pytest

from ledger.core.cards import RANKS, pack_of
from tests.helpers.rig import balances, carry, machine_for, play, play_many, pools, words_of_random_evenings

TestRandomEvenings = machine_for("french-vingt-un")


@pytest.mark.thorough
def test_long_random_evenings():
    assert play_many("french-vingt-un", deals=40, seeds=range(10)) > 100


def test_random_evenings_come_to_every_round():
    words = words_of_random_evenings("french-vingt-un", deals=40, seeds=range(3))
    assert words >= {"double", "Draws", "natural", "Wins", "loses", "Shows", "pair", "self", "company", "Plays"}


PLAIN = (
    "Bob stakes 1 / Cat stakes 1 / Bob over / Cat over",
    "Bob stakes 1 / Cat stakes 1 / Bob over / Cat over",
    "Bob stakes 1 / Cat stakes 1 / Bob over / Cat over / Ann over",
    "Bob stakes 1 on sympathy / Cat stakes 1 on antipathy / Bob loses / Cat loses",
    "Bob stakes 1 on red / Cat stakes 1 on black / Bob loses / Cat loses",
    "Bob stakes 1 / Cat stakes 1 / Ann pair",
    "Bob 10 / Cat 10 / Ann 10",
    "Ann wins",
)
"""Rounds in which Bob and Cat lose one each, but for the seventh."""
LOST = (0, 1, 2, 3, 4, 5, 6, 6, 7)
"""What each has lost before a round."""


def in_round(number: int, script: str, options: str = "") -> dict[str, int]:
    """Return what a round moves, after plain rounds before it."""
    before = [f"deal Ann / {PLAIN[0]}", *(f"deal / {script_of_round}" for script_of_round in PLAIN[1 : number - 1])]
    text = " / ".join([*(before if number > 1 else []), "deal Ann", script]).replace(" / ", "\n")
    evening = play("Ann Bob Cat", f"game french-vingt-un {options}\n{text}")
    won = evening.books.balances
    lost = LOST[number - 1]
    moved = {"Ann": won["Ann"] - 2 * lost, "Bob": won["Bob"] + lost, "Cat": won["Cat"] + lost}
    return {name: amount for name, amount in moved.items() if amount}


EXAMPLE = """
    deal Ann
    Bob stakes 2
    Cat stakes 3
    Bob natural
    Ann over
    deal
    Bob stakes 1
    Cat stakes 2
    Ann double
    {tens}
    deal
    Bob stakes 2
    Cat stakes 2
    Bob over
    Cat 17
    Ann over
    deal
    Bob stakes 3 on sympathy
    Cat stakes 1 on antipathy
    Bob wins
    Cat loses
    deal
    Bob stakes 2 on red
    Cat stakes 2 on black
    Bob shows 9C
    Cat shows QS
    deal
    Bob stakes 4
    Cat stakes 1
    Ann plays 4H 9D KC 2S 9C
    deal
    Bob 14
    Cat 9
    Ann 11
    deal
    Ann plays 5H 9C 3D
    deal
"""
AFTER = [(-7, 4, 3), (-1, 2, -1), (-1, 0, 1), (-3, 3, 0), (-3, 1, 2), (-8, 5, 3), (-9, 8, 1), (-7, 7, 0)]
TENS = (
    "Bob 20\nCat over\nAnn 20",
    "Bob holds KS\nCat holds 7D\nBob stands\nCat draws 8H\nAnn shows QH\nAnn stands",
)


@pytest.mark.parametrize("tens", TENS)
def test_example_1(tens):
    script = EXAMPLE.format(tens=tens)
    parts = list(script.split("deal")[1:])
    for rounds, wanted in enumerate(AFTER, start=1):
        text = "deal".join(["", *parts[:rounds]])
        won = play("Ann Bob Cat", f"game french-vingt-un\n{text}").books.balances
        assert tuple(won.values()) == wanted, rounds
    evening = play("Ann Bob Cat", f"game french-vingt-un\n{script}")
    assert balances(evening) == {"Ann": -7, "Bob": 7}
    assert evening.game.deal.dealer == "Bob"
    assert carry(evening) == {"dealer": "Bob", "round": 1}


def test_example_2():
    before = " / ".join([f"deal Ann / {PLAIN[0]}", *(f"deal / {script_of_round}" for script_of_round in PLAIN[1:6])])
    seventh = f"game french-vingt-un pip=2 clock=3\n{before} / deal / Bob 20 / Cat 2 / Ann 12".replace(" / ", "\n")
    assert balances(play("Ann Bob Cat", seventh)) == {"Ann": 12 + 4, "Bob": -6 + 16, "Cat": -6 - 20}
    eighth = f"{seventh}\ndeal\nAnn loses"
    assert balances(play("Ann Bob Cat", eighth)) == {"Ann": 12 - 2, "Bob": -6 + 19, "Cat": -6 - 17}


# 1 and 2


def test_the_first_round_is_vingt_un_with_its_divided_pairs():  # [62]-[64]
    script = (
        "Bob stakes 2 / Cat stakes 1 / Ann double / Bob holds 8C 8D / Bob divides 3 KH 8S / Cat natural / Bob draws 2C"
    )
    moved = in_round(1, f"{script} / Bob stands / Bob stands / Ann stands / Bob wins / Bob ties")
    assert moved == {"Ann": -4 + 3 - 4, "Bob": 4 - 3, "Cat": 4}


def test_a_natural_throws_nobody_out():  # r3
    script = f"deal Ann / {PLAIN[0]} / deal / Bob stakes 1 / Cat stakes 1 / Bob natural / Cat over"
    evening = play("Ann Bob Cat", "game french-vingt-un\n" + script.replace(" / ", "\n"))
    assert carry(evening) == {"dealer": "Ann", "round": 3}


def test_the_imaginary_ten():
    stakes = "Bob stakes 2 / Cat stakes 1"
    assert in_round(2, f"{stakes} / Bob holds 4H / Bob draws 5C / Bob stands / Cat over / Ann 19") == {
        "Ann": 3, "Bob": -2, "Cat": -1,
    }  # fmt: skip
    assert in_round(2, f"{stakes} / Bob holds AH / Cat holds KC / Cat draws AC / Ann 20") == {
        "Ann": -6,
        "Bob": 4,
        "Cat": 2,
    }
    assert in_round(2, f"{stakes} / Bob natural / Cat 20 / Ann 12") == {"Ann": -5, "Bob": 4, "Cat": 1}
    assert in_round(2, f"{stakes} / Bob holds AH / Ann holds AC") == {"Ann": 2, "Cat": -2}
    assert in_round(2, f"{stakes} / Ann double / Bob stands / Ann 18 / Bob shows 9C / Cat shows 7C") == {
        "Ann": -4 + 2, "Bob": 4, "Cat": -2,
    }  # fmt: skip


# 3

BLIND = ("natural", "vingt-un", "18", "12", "over")
SHOWN = {
    "natural": ("AC KC", "AD KD", "AH KH"),
    "vingt-un": ("7C 8C 6C", "7D 8D 6D", "7H 8H 6H"),
    "18": ("9C 9S", "9D 6S 3D", "9H 5H 4H"),
    "12": ("2C QC", "2D QD", "2H QH"),
    "over": ("JC 10C 3C", "JD 10D 3S", "JH 10H 3H"),
}


def blindly(mine: str, dealers: str) -> int:
    """Return what a player wins blind, in stakes, after all have turned up their cards."""
    if mine == "over":
        return -1
    if "natural" in (mine, dealers):
        return 0 if mine == dealers else 2 if mine == "natural" else -2
    if dealers == "over":
        return 2 if mine == "vingt-un" else 1
    points = {"vingt-un": 21, "18": 18, "12": 12}
    if points[mine] > points[dealers]:
        return 2 if mine == "vingt-un" else 1
    return -2 if dealers == "vingt-un" and mine != "vingt-un" else -1


@pytest.mark.thorough
def test_blind_by_outcome_and_card_by_card():  # r3
    stakes = "Bob stakes 2 / Cat stakes 3"
    for bob, cat, ann in itertools.product(BLIND, repeat=3):
        wanted = {"Bob": 2 * blindly(bob, ann), "Cat": 3 * blindly(cat, ann)}
        wanted["Ann"] = -sum(wanted.values())
        wanted = {name: amount for name, amount in wanted.items() if amount}
        assert in_round(3, f"{stakes} / Bob {bob} / Cat {cat} / Ann {ann}") == wanted
        shows = " / ".join(
            f"{name} shows {SHOWN[bet][place]}"
            for place, (name, bet) in enumerate([("Bob", bob), ("Cat", cat), ("Ann", ann)])
        )
        assert in_round(3, f"{stakes} / {shows}") == wanted
        draws = [
            f"{name} draws {SHOWN[bet][place].count(' ') - 1}"
            for place, (name, bet) in enumerate([("Bob", bob), ("Cat", cat), ("Ann", ann)])
            if SHOWN[bet][place].count(" ") > 1
        ]
        assert in_round(3, " / ".join([stakes, *draws, shows])) == wanted


def test_draws_blind_add_up():
    moved = in_round(
        3, "Bob stakes 2 / Cat stakes 3 / Bob draws 1 / Bob draws 1 / Bob shows 2C 3C 4C 5C / Cat 18 / Ann 14"
    )
    assert moved == {"Ann": 2 - 3, "Bob": -2, "Cat": 3}


# 4 and 5


@pytest.mark.parametrize("on", ["sympathy", "antipathy"])
def test_sympathy_by_every_pair_of_suits(on):  # r4
    for suit, other in itertools.product("CDHS", repeat=2):
        alike = (suit in "DH") == (other in "DH")
        won = alike if on == "sympathy" else not alike
        stakes = f"Bob stakes 3 on {on} / Cat stakes 1 on antipathy"
        wanted = {"Ann": -3 + 1, "Bob": 3, "Cat": -1} if won else {"Ann": 3 + 1, "Bob": -3, "Cat": -1}
        assert in_round(4, f"{stakes} / Bob shows 4{suit} 9{other} / Cat loses") == wanted
        assert in_round(4, f"{stakes} / Bob {'wins' if won else 'loses'} / Cat loses") == wanted


@pytest.mark.parametrize(("on", "red"), [("red", True), ("rouge", True), ("black", False), ("noir", False)])
@pytest.mark.parametrize("number", [1, 3])
def test_rouge_et_noir_by_every_colour(on, red, number):  # r5
    for suits in itertools.product("CDHS", repeat=number):
        cards = " ".join(f"{rank}{suit}" for rank, suit in zip("2345", suits, strict=False))
        reds = sum(suit in "DH" for suit in suits)
        won = (reds > number - reds) is red
        stakes = f"Bob stakes 3 on {on} / Cat stakes 1 on red / Bob shows {cards} / Cat wins"
        bob = 3 if won else -3
        wanted = {"Ann": -bob - 1, "Bob": bob, "Cat": 1}
        assert in_round(5, stakes, f"rouge_cards={number}") == wanted


# 6 and 8


def turned_plainly(cards: list[str]) -> tuple[str, int]:
    """A second writing of the sixth round: who is paired, and by which card."""
    ranks = [card[:-1] for card in cards]
    for number in range(2, len(ranks) + 1):
        if ranks[number - 1] in ranks[: min(2, number - 1)]:
            if number == 2:
                return "pair", 2
            return ("self" if ranks[number - 1] == ranks[0] else "company"), number
    raise AssertionError("a pack pairs any card")


@pytest.mark.parametrize("seed", range(40))
def test_self_and_company(seed):  # r6
    chance = random.Random(seed)
    pack = [str(card) for card in chance.sample(sorted(pack_of(52), key=str), 52)]
    outcome, number = turned_plainly(pack)
    sign = 1 if outcome == "company" else -1
    wanted = {"Ann": -6 * sign, "Bob": 4 * sign, "Cat": 2 * sign}
    stakes = "Bob stakes 4 / Cat stakes 2"
    at = chance.randint(1, number - 1)
    parts = f"Ann plays {' '.join(pack[:at])} / Ann plays {' '.join(pack[at:number])}"
    for other_card in (f"Ann {outcome}", f"Ann plays {' '.join(pack[:number])}", parts):
        assert in_round(6, f"{stakes} / {other_card}") == wanted
    assert in_round(6, f"{stakes} / Ann plays {pack[0]} / Ann {outcome}") == wanted


@pytest.mark.parametrize("seed", range(40))
def test_the_clock(seed):  # r8
    chance = random.Random(seed)
    pack = [str(card) for card in chance.sample(sorted(pack_of(52), key=str), 13)]
    called = [place for place, card in enumerate(pack) if card[:-1] == RANKS[place]]
    number = called[0] + 1 if called else 13
    sign = -1 if called else 1
    wanted = {"Ann": -10 * sign, "Bob": 5 * sign, "Cat": 5 * sign}
    parts = " / ".join(f"Ann plays {card}" for card in pack[:number])
    for other_card in (f"Ann {'wins' if called else 'loses'}", f"Ann plays {' '.join(pack[:number])}", parts):
        assert in_round(8, other_card, "clock=5") == {name: amount for name, amount in wanted.items() if amount}


def test_the_clock_is_the_stake_unless_it_is_said():
    script = f"deal Ann / {' / deal / '.join(PLAIN)}".replace("stakes 1", "stakes 4").replace(" / ", "\n")
    assert balances(play("Ann Bob Cat", f"game french-vingt-un stake=4\n{script}")) == {
        "Ann": 56,
        "Bob": -28,
        "Cat": -28,
    }


# 7


@pytest.mark.parametrize("seed", range(20))
def test_pips(seed):  # r7
    chance = random.Random(seed)
    pack = chance.sample(sorted(pack_of(52), key=str), 6)
    counted = [sum(min(RANKS.index(card.rank) + 1, 10) for card in pack[place : place + 2]) for place in (0, 2, 4)]
    bob, cat, ann = counted
    wanted = {"Ann": 2 * (ann - bob + ann - cat), "Bob": 2 * (bob - ann), "Cat": 2 * (cat - ann)}
    wanted = {name: amount for name, amount in wanted.items() if amount}
    shows = [f"{name} shows {pack[place]} {pack[place + 1]}" for name, place in (("Bob", 0), ("Cat", 2), ("Ann", 4))]
    assert in_round(7, " / ".join(shows), "pip=2") == wanted
    assert in_round(7, f"Bob {bob} / {shows[1]} / Ann {ann}", "pip=2") == wanted


# The order of rounds, and the end


def remarks(evening) -> list[str]:
    return [remark for outcome in evening.outcomes for remark in outcome.remarks]


def test_a_misdeal_gives_back_what_the_round_moved_and_it_is_dealt_again():
    script = "Bob stakes 3 on sympathy / Cat stakes 1 on sympathy / Bob wins / misdeal / deal Ann"
    again = "Bob stakes 2 on antipathy / Cat stakes 1 on sympathy / Bob loses / Cat wins"
    assert in_round(4, f"{script} / {again}") == {"Ann": 2 - 1, "Bob": -2, "Cat": 1}
    script = (
        "Bob stakes 3 / Cat stakes 1 / Bob holds KC 5D / Bob draws 9H / misdeal / deal / Bob stakes 1 / Cat stakes 1"
    )
    assert in_round(1, f"{script} / Bob holds KC 5D") == {}


def test_a_dealer_who_leaves_ends_his_rounds():
    script = f"game french-vingt-un\ndeal Ann / {PLAIN[0]} / deal / {PLAIN[1]} / Ann leaves".replace(" / ", "\n")
    evening = play("Ann Bob Cat", script)
    assert carry(evening) == {"dealer": "Bob", "round": 1}
    assert play("Ann Bob Cat", f"{script}\nAnn joins\ndeal Bob\nCat stakes 1").game.deal.dealer == "Bob"
    other = script.replace("Ann leaves", "Bob leaves")
    assert carry(play("Ann Bob Cat", other)) == {"dealer": "Ann", "round": 3}


def test_a_point_is_one_and_two_are_points():
    script = "game french-vingt-un\ndeal Ann / " + " / deal / ".join(PLAIN[:6]) + " / deal / Bob 12 / Cat 9 / Ann 11"
    postings = play("Ann Bob Cat", script.replace(" / ", "\n")).outcomes[-1].postings
    assert [posting.why for posting in postings] == ["1 point of difference", "2 points of difference"]


def test_who_joins_plays_the_next_round():
    stakes = "deal / Bob stakes 1 / Cat stakes 1 / Dan stakes 1 / Bob over / Cat over / Dan over"
    script = f"game french-vingt-un / deal Ann / {PLAIN[0]} / Dan joins / {stakes}".replace(" / ", "\n")
    evening = play("Ann Bob Cat", script)
    assert balances(evening) == {"Ann": 5, "Bob": -2, "Cat": -2, "Dan": -1}


def test_the_end_reports_who_has_not_dealt_eight_rounds():
    script = f"game french-vingt-un\ndeal Ann / {' / deal / '.join(PLAIN)} / end".replace(" / ", "\n")
    assert "Bob and Cat have not dealt the eight rounds" in remarks(play("Ann Bob Cat", script))
    both = ["deal Ann", *PLAIN]
    two = [script.split(" / ") for script in both[1:]]
    text: list[str] = ["game french-vingt-un"]
    for dealer, other in (("Ann", "Bob"), ("Bob", "Ann")):
        for number, sayings in enumerate(two):
            text.append("deal Ann" if dealer == "Ann" and not number else "deal")
            own = [saying for saying in sayings if not saying.startswith("Cat")]
            text += [saying.replace("Ann", "*").replace("Bob", other).replace("*", dealer) for saying in own]
    evening = play("Ann Bob", "\n".join([*text, "end"]))
    assert not any("not dealt" in remark for remark in remarks(evening))
    assert balances(evening) == {}


def test_a_penalty_of_the_house_makes_a_pool():
    script = f'game french-vingt-un\ndeal Ann\npenalty Bob 3 "late"\n{PLAIN[0]}'.replace(" / ", "\n")
    evening = play("Ann Bob Cat", script)
    assert pools(evening) == {"french-vingt-un.pool": 3}
    assert balances(play("Ann Bob Cat", f"{script}\nend divide")) == {"Ann": 3, "Bob": -3}
