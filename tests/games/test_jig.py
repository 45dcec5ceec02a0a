"""Jig: its examples, every option, a second writing of its money, and random evenings."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.plain_stops import Money, by_cards, fall, from_left_of, pack_without
from tests.helpers.rig import balances, machine_for, play, play_many, pools, refused, tries

TestRandomEvenings = machine_for("jig", examples=40)

NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus"]


@pytest.mark.thorough
def test_long_random_evenings():
    assert play_many("jig", deals=20, seeds=range(4)) > 40


def test_example_1():
    evening = play("Ann Bob Cat Dan", "game jig pool=1\ndeal Ann\nCat out\nleft Dan 3 Ann 5 Bob 1")
    assert balances(evening) == {"Ann": -6, "Bob": -2, "Cat": 12, "Dan": -4}
    assert pools(evening) == {}


def test_example_2():
    names = "Ann Bob Cat Dan Eve Fay Gus Hal Ida Jim Kit Lou Max"
    evening = play(
        names,
        """
        game jig
        deal Max
        Ann plays 9C
        Bob plays 10C
        Cat plays JC
        Dan plays QC
        Eve plays KC KD KH KS
        """,
    )
    expected = dict.fromkeys(names.split(), -4) | dict.fromkeys(("Ann", "Bob", "Cat", "Dan"), -3) | {"Eve": 44}
    assert balances(evening) == expected
    assert evening.game.turn.pause


def test_example_3():
    evening = play(
        "Ann Bob Cat",
        """
        game jig stake=2 pool=3 pool_by=dealer fine=1
        deal Bob
        penalty Ann call
        Bob out
        left Cat 4 Ann 2
        """,
    )
    assert balances(evening) == {"Ann": -5, "Bob": 13, "Cat": -8}
    assert pools(evening) == {}


@settings(max_examples=tries(60), deadline=None)
@given(st.integers(0, 10**9), st.integers(2, 7), st.booleans(), st.booleans())
def test_the_money_written_again(seed, number, pool, by_dealer):  # [95]-[96]
    """Several deals, by cards and by outcome, come to the same as a second writing."""
    chances = random.Random(seed)
    players, stake, paid = NAMES[:number], chances.randint(1, 3), chances.randint(1, 9) if pool else 0
    options = f"stake={stake}" + (f" pool={paid}" + (" pool_by=dealer" if by_dealer else "") if pool else "")
    money, cards, outcome = Money(players), [f"game jig {options}"], [f"game jig {options}"]
    dealer = chances.choice(players)
    for _ in range(3):
        order = from_left_of(dealer, players)
        pack = chances.sample(pack_without(), 52)
        dealt = {player: pack[place::number] for place, player in enumerate(order)}
        hands = {player: set(hand) for player, hand in dealt.items()}
        fell = list(fall(chances, hands, order[0], longest=5))
        (winner,) = [player for player, hand in hands.items() if not hand]
        for player in [dealer] if by_dealer else players:
            money.put(player, "pool", paid)
        for player, hand in hands.items():
            money.pay(player, winner, len(hand) * stake)
        money.give(winner, "pool")
        cards += [f"deal {dealer}", *by_cards(chances, fell, dealt, known=0.3)]
        left = " ".join(f"{player} {len(hand)}" for player, hand in hands.items() if hand)
        outcome += [f"deal {dealer}", f"{winner} out", f"left {left}"]
        dealer = order[0]
    for script in (cards, outcome):
        evening = play(" ".join(players), "\n".join(script))
        assert balances(evening) == money.balances()
        assert pools(evening) == {}
        assert evening.findings == []


def test_odd_cards_go_to_the_first_from_the_dealers_left():
    script = "game jig\ndeal Ann\nDan out\nleft Ann {} Bob {} Cat {} Eve {}"
    play("Ann Bob Cat Dan Eve", script.format(10, 10, 11, 10))
    refused("Ann Bob Cat Dan Eve", script.format(11, 1, 1, 1), "10 left at the most")
    refused("Ann Bob Cat Dan Eve", script.format(1, 11, 1, 1), "10 left at the most", "Bob")
    refused("Ann Bob Cat Dan Eve", script.format(1, 1, 1, 11), "10 left at the most")


def test_the_fifth_card_is_jig_and_its_player_leads():
    evening = play(
        "Ann Bob Cat", "game jig\ndeal Ann\nBob plays AC 2C\nAnn plays 3C 4C\nCat plays 5C 6C 7C 8C 9C 10C JC"
    )
    assert evening.game.deal.in_hand_of("Cat") == 10
    refused("Ann Bob Cat", "game jig\ndeal Ann\nBob plays AC 2C\nAnn plays 3C 4C\nCat plays 5C 7C\nAnn plays 9C", "8C")


def test_a_card_whose_next_was_played_is_jig():
    play("Ann Bob Cat", "game jig\ndeal Ann\nBob plays 9H 10H JH QH KH 8H 5D")


def test_a_run_may_pass_to_its_own_beginner():
    play("Ann Bob Cat", "game jig\ndeal Ann\nBob plays 9H\nCat plays 10H\nBob plays JH\nAnn plays QH\nBob plays KH 4C")


def test_who_leads_his_only_card_is_out_before_all_others():
    players = " ".join(f"P{number}" for number in range(1, 53))
    refused(players, "game jig\ndeal P1\nP3 out", "P2 was dealt one card, and is out by leading it")
    left = " ".join(f"P{number} 1" for number in range(1, 53) if number != 2)
    assert balances(play(players, f"game jig\ndeal P1\nP2 out\nleft {left}"))["P2"] == 51


def test_52_players():
    names = [f"P{number}" for number in range(1, 53)]
    evening = play(" ".join(names), "game jig\ndeal P1\nP2 plays 9H")
    assert balances(evening) == dict.fromkeys(names, -1) | {"P2": 51}


@pytest.mark.parametrize(("options", "amount", "fine"), [("fine=2", "", 2), ("", "3", 3), ("fine=2", "5", 5)])
def test_a_fine_goes_to_the_pool_and_to_the_next_who_is_out(options, amount, fine):  # [96]
    evening = play("Ann Bob", f"game jig {options}\ndeal Ann\nBob out\nleft Ann 3\npenalty Bob call {amount}")
    assert pools(evening) == {"jig.pool": fine}
    evening = play("Ann Bob", f"game jig {options}\npenalty Bob call {amount}\ndeal Ann\nAnn out\nleft Bob 3\nend")
    assert balances(evening) == {"Ann": 3 + fine, "Bob": -3 - fine}


def test_a_fine_after_the_deal_is_divided_drawn_for_or_left():
    script = 'game jig\ndeal Ann\nBob out\nleft Ann 3 Cat 1\npenalty Bob 5 "the cards bent"\n'
    assert balances(play("Ann Bob Cat", script + "end divide")) == {"Ann": -3 + 1, "Bob": 4 - 5 + 2, "Cat": -1 + 2}
    drawn = play("Ann Bob Cat", script + "end draw Ann:AD Bob:KD Cat:2D")
    assert balances(drawn) == {"Ann": -3, "Bob": -1, "Cat": 4}
    assert pools(play("Ann Bob Cat", script + "end leave")) == {"jig.pool": 5}


def test_misdeal_leaves_the_pool_and_the_deal():
    evening = play(
        "Ann Bob Cat",
        """
        game jig pool=2
        deal Ann
        penalty Bob call 1
        Bob plays KC
        misdeal "a card was faced"
        Dan joins
        deal Ann
        """,
    )
    assert balances(evening) == {"Ann": -2, "Bob": -3, "Cat": -2, "Dan": -2}
    assert pools(evening) == {"jig.pool": 9}
    evening = play("Ann Bob", "game jig pool=2 pool_by=dealer\ndeal Ann\nmisdeal\ndeal\nBob out\nleft Ann 1\ndeal Bob")
    assert balances(evening) == {"Ann": -3, "Bob": 3 - 2}


def test_money_with_a_counter():
    evening = play("Ann Bob", "game jig pool=6d\ndeal Ann\nBob out\nleft Ann 3", money="money=lsd counter=1d")
    assert balances(evening) == {"Ann": -36, "Bob": 36}
    refused("Ann Bob", "game jig", "the default of stake is 1 counter", money="money=lsd")


def test_a_run_on_is_offered_to_who_has_more_cards_than_the_next():
    names = [f"P{number}" for number in range(1, 27)]  # two cards each
    deal = play(" ".join(names), "game jig\ndeal P26\nP1 plays 9C").game.deal
    further = {who: form.slots[2:] for form in deal.may_play().forms() for who in form.who}
    assert further["P1"] == (), "the ten would be his last"
    (run_on,) = further["P2"]
    assert (run_on.low, run_on.high, run_on.optional) == (1, 1, True)
