"""Beggar my Neighbour: its examples, the longest known games, and a second writing of its play."""

import random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.cards import Card, pack_of
from ledger.games.beggar_my_neighbour.turning import AutomaticDeal, AutomaticResult
from tests.helpers.rig import balances, carry, machine_for, play, play_many, pools, refused, tries

TestRandomEvenings = machine_for("beggar-my-neighbour")

COURT = {"J": 1, "Q": 2, "K": 3}


@pytest.mark.thorough
def test_long_random_evenings():
    assert play_many("beggar-my-neighbour", deals=30, seeds=range(10)) > 100


def test_example_1():
    evening = play("Ann Bob Cat", "game beggar-my-neighbour stake=2\ndeal Ann\nCat out\nAnn wins")
    assert balances(evening) == {"Ann": 4, "Bob": -2, "Cat": -2}
    assert pools(evening) == {}
    assert carry(evening) == {"cards": 0, "tricks": 0}


EXAMPLE_2 = """
Ann holds 10S 8C 5S 3D 6C 5H JC 8D 9S 9C 8S JH 7H 6S KS 2H 7D AC QS 8H 4S 9D AH QC 10D KD
Bob holds 6D 2C 7C 3H 5C QH 10H 2D 9H 10C 3C 4C 4D 6H KC KH 4H JD 5D AS JS 3S QD AD 7S 2S
"""


@pytest.mark.parametrize(
    ("turns", "found", "cards", "tricks"),
    [("alternate", {"Ann": 5, "Bob": -5}, 1120, 148), ("run", {"Ann": -5, "Bob": 5}, 1078, 149)],
)
def test_example_2(turns, found, cards, tricks):
    for hands in (EXAMPLE_2.strip().splitlines(), EXAMPLE_2.strip().splitlines()[::-1]):
        script = f"game beggar-my-neighbour stake=5 ace=4 turns={turns}\ndeal Bob\n" + "\n".join(hands)
        evening = play("Ann Bob", script)
        assert balances(evening) == found
        assert carry(evening) == {"cards": cards, "tricks": tricks}
        winner = max(found, key=found.get)
        assert evening.outcomes[-1].remarks == (f"{winner} wins after {cards:,} cards in {tricks} tricks",)


# The longest games that are known. Only the court cards matter; a dash is any other card, and the first hand leads.

RECORDS = [
    # found by, hands, cards turned, tricks, place of the winner
    ("Paulhus 1999", "------------KAQ----J------", "-JQQK---K----JK--QA-A-JA--", 4791, 670, 0),
    ("Kleber 1999", "---JQ---K-A----A-J-K---QK-", "-J-----------AJQA----K---Q", 5790, 805, 0),
    ("Collins 2006", "A-QK------Q----KA-----J---", "-JAK----A--Q----J---QJ--K-", 6913, 960, 0),
    ("Mann and Wu 2007", "K-KK----K-A-----JAA--Q--J-", "---Q---Q-J-----J------AQ--", 7157, 1007, 1),
    ("Nessler 2012", "----Q------A--K--A-A--QJK-", "-Q--J--J---QK---K----JA---", 7207, 1015, 1),
    ("Nessler 2012, another", "-J-------Q------A--A--QKK-", "-A-Q--J--J---Q--AJ-K---K--", 7224, 1016, 1),
    ("Anderson 2013", "--A-Q--J--J---Q--AJ-K---K-", "-J-------Q------A--A--QKK-", 7225, 1016, 0),
    ("Rucklidge 2014", "-J------Q------AAA-----QQ-", "K----JA-----------KQ-K-JJK", 7959, 1122, 1),
    ("Nessler 2021", "----K---A--Q-A--JJA------J", "-----KK---------A-JK-Q-Q-Q", 7972, 1106, 0),
    ("Nessler 2022", "---AJ--Q---------QAKQJJ-QK", "-----A----KJ-K--------A---", 8344, 1164, 1),
]
NEVER_ENDS = ("---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA")
"""The deal of Casella 2024: after four tricks it repeats every sixty-two."""


def hands_of(*written):
    """Return hands in this notation (a dash is a plain card) as cards."""
    left = {rank: [Card(rank + suit) for suit in "CDHS"] for rank in "AKQJ"}
    left["-"] = sorted((card for card in pack_of(52) if card.rank not in left), key=str)
    return [[left[sign].pop() for sign in hand] for hand in written]


def said(players, hands):
    return "\n".join(f"{player} holds {' '.join(map(str, hand))}" for player, hand in zip(players, hands, strict=True))


@pytest.mark.parametrize(("by", "first", "second", "cards", "tricks", "winner"), RECORDS, ids=str)
def test_the_longest_games_known(by, first, second, cards, tricks, winner):
    script = said(("Bob", "Ann"), hands_of(first, second))
    evening = play("Ann Bob", f"game beggar-my-neighbour turns=alternate ace=4\ndeal Ann\n{script}")
    assert carry(evening) == {"cards": cards, "tricks": tricks}
    won = "Bob" if winner == 0 else "Ann"
    assert balances(evening) == {name: 1 if name == won else -1 for name in ("Ann", "Bob")}


def test_the_longest_game_known_is_quickly_played():
    _, first, second, cards, _, _ = RECORDS[-1]
    began = process_time()
    course = AutomaticDeal(hands_of(first, second), COURT | {"A": 4}, alternate=True).play_out()
    assert course.cards == cards
    assert process_time() - began < 1


def test_a_game_that_never_ends_is_drawn():
    hands = said(("Bob", "Ann"), hands_of(*NEVER_ENDS))
    begun = f"game beggar-my-neighbour turns=alternate ace=4 stake=3\ndeal Ann\n{hands}\n"
    evening = play("Ann Bob", begun)
    assert pools(evening) == {"beggar.pool": 6}
    assert carry(evening) == {"cards": 0, "tricks": 0}
    (remark,) = evening.outcomes[-1].remarks
    assert "this game never ends: after 33,034 cards leader and hands stood as they had stood before" in remark
    # the pool stays for the next deal, for which all stake again; the deal has passed
    evening = play("Ann Bob", f"{begun}deal Bob\nAnn wins")
    assert (balances(evening), pools(evening)) == ({"Ann": 6, "Bob": -6}, {})
    refused("Ann Bob", f"{begun}end", "end divide", "end draw", "end leave")
    assert balances(play("Ann Bob", f"{begun}end divide")) == {}
    assert balances(play("Ann Bob", f"{begun}end draw Ann:AC Bob:2D")) == {"Ann": -3, "Bob": 3}
    assert pools(play("Ann Bob", f"{begun}end leave")) == {"beggar.pool": 6}


def test_a_game_is_drawn_only_where_the_very_cards_stand_as_before():
    """After sixty-two tricks the court cards are back; only after seventy-five times that every card is."""
    course = AutomaticDeal(hands_of(*NEVER_ENDS), COURT | {"A": 4}, alternate=True).play_out()
    assert course == AutomaticResult(None, 33034, 4 + 62 * 75)


# A second, plainer writing


def plainly(hands, asks, alternate):
    """A second writing of the rule, with lists and a round of the table."""
    hands, leader, cards, tricks, stood = [list(hand) for hand in hands], 0, 0, 0, []
    places = range(len(hands))
    while (leader, hands) not in stood:
        stood.append((leader, [list(hand) for hand in hands]))
        lying, last_court, owed = [], None, 0
        turn = leader
        while True:
            order = [(turn + further) % len(hands) for further in places]
            able = [place for place in order if hands[place] and place != last_court]
            if last_court is not None and (not owed or not able):
                break
            turn = able[0]
            card = hands[turn].pop(0)
            lying.append(card)
            cards += 1
            if card.rank in asks:
                last_court, owed = turn, asks[card.rank]
                turn = (turn + 1) % len(hands)
            elif last_court is not None:
                owed -= 1
            elif alternate:
                if not any(hands[place] for place in places if place != turn):
                    return AutomaticResult(turn, cards, tricks + 1)
                turn = (turn + 1) % len(hands)
        tricks += 1
        hands[last_court] += lying
        leader = last_court
        if all(place == leader or not hands[place] for place in places):
            return AutomaticResult(leader, cards, tricks)
    return AutomaticResult(None, cards, tricks)


@settings(max_examples=tries(200), deadline=None)
@given(st.integers(2, 10), st.sampled_from([32, 52]), st.booleans(), st.booleans(), st.randoms(use_true_random=False))
def test_the_play_told_plainly(players, size, alternate, aces, chance):
    cards = sorted(pack_of(size), key=str)
    chance.shuffle(cards)
    hands = [cards[place::players] for place in range(players)]
    asks = COURT | ({"A": 4} if aces else {})
    assert AutomaticDeal(hands, asks, alternate).play_out() == plainly(hands, asks, alternate)


@settings(max_examples=tries(100), deadline=None)
@given(st.integers(2, 6), st.sampled_from([1, 2, 3]), st.booleans(), st.booleans(), st.randoms(use_true_random=False))
def test_few_cards_and_uneven_hands_told_plainly(players, each, alternate, aces, chance):
    """Short hands: payers run out of cards, and games repeat, more often."""
    cards = [Card(rank + suit) for rank in "AJQK23" for suit in "CDHS"]
    chance.shuffle(cards)
    hands = [[cards.pop() for _ in range(chance.randint(1, each + 1))] for _ in range(players)]
    asks = COURT | ({"A": 4} if aces else {})
    if any(card.rank in asks for hand in hands for card in hand):
        assert AutomaticDeal(hands, asks, alternate).play_out() == plainly(hands, asks, alternate)


@pytest.mark.parametrize("turns", ["run", "alternate"])
@pytest.mark.parametrize("players", [2, 3, 5, 10])
def test_by_cards_and_by_outcome_the_money_is_the_same(turns, players):
    names = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim"][:players]
    order = [*names[1:], names[0]]
    cards = sorted(pack_of(32), key=str)
    for seed in range(10):
        random.Random(seed).shuffle(cards)
        hands = [cards[place::players] for place in range(players)]
        begun = f"game beggar-my-neighbour stake=4 pack=32 turns={turns}\ndeal Ann\n"
        by_cards = play(" ".join(names), begun + said(order, hands))
        course = plainly(hands, COURT, turns == "alternate")
        assert carry(by_cards) == {"cards": course.cards, "tricks": course.tricks}
        winner = order[course.winner]
        by_word = play(" ".join(names), f"{begun}{winner} wins")
        losers = "\n".join(f"{name} out" for name in names if name != winner)
        by_losers = play(" ".join(names), f"{begun}{losers}")
        assert balances(by_cards) == balances(by_word) == balances(by_losers)
        assert balances(by_cards) == {name: 4 * (players - 1) if name == winner else -4 for name in names}


# The deal around the play


def test_uneven_hands_have_one_more_from_the_dealers_left():
    cards = sorted(map(str, pack_of(52)))
    hands = {"Bob": cards[:18], "Cat": cards[18:35], "Ann": cards[35:]}
    begun = "game beggar-my-neighbour\ndeal Ann\n"
    whole = "\n".join(f"{name} holds {' '.join(hand)}" for name, hand in hands.items())
    assert carry(play("Ann Bob Cat", begun + whole))["cards"] > 0
    short = f"{begun}Bob holds {' '.join(cards[:17])}"
    refused("Ann Bob Cat", short, "Bob was dealt 18 cards, not 17: those nearest the dealer's left have one more")
    refused("Ann Bob Cat", f"{begun}Cat holds {' '.join(cards[:18])}", "Cat was dealt 17 cards, not 18")
    refused("Ann Bob Cat", f"{begun}Cat holds {' '.join(cards[:19])}", "Cat was dealt 17 cards, not 19")


def test_who_joins_between_deals_changes_how_many_cards_are_dealt():
    cards = sorted(map(str, pack_of(52)))
    script = f"game beggar-my-neighbour\nCat joins\ndeal Ann\nBob holds {' '.join(cards[:18])}"
    assert play("Ann Bob", script).game.table.hands["Bob"]


def test_the_last_of_three_courts_is_paid_by_the_next_with_cards():
    """A payer without cards has paid all they can; the next player pays the rest, not the asker."""
    hands = [[Card.KC, Card.C2], [Card.C3], [Card.C4, Card.C5, Card.C6]]
    # the king asks three: 3C, then 4C and 5C; the first takes four, leads 2C and runs on to his king
    course = AutomaticDeal(hands, COURT, alternate=False).play_out()
    # 2C KC, and 6C alone pays: he has all
    assert course == AutomaticResult(0, 4 + 3, 2) == plainly(hands, COURT, alternate=False)


def test_one_without_cards_comes_back_by_his_last_court_card():
    hands = [[Card.JC], [Card.C2, Card.C3]]
    course = AutomaticDeal(hands, COURT, alternate=True).play_out()
    assert course == plainly(hands, COURT, alternate=True)
    # he takes the two cards; leads the knave, and it is paid by the last card of the other
    assert course == AutomaticResult(0, 4, 2)


def test_alternate_is_won_by_a_plain_card_that_nobody_can_follow():
    hands = [[Card.C2], [Card.C3], [Card.C4, Card.JC]]
    assert AutomaticDeal(hands, COURT, alternate=True).play_out() == AutomaticResult(2, 3, 1)


def test_a_hand_known_in_part_and_then_the_outcome():
    evening = play("Ann Bob", f"game beggar-my-neighbour\ndeal Bob\n{EXAMPLE_2.strip().splitlines()[0]}\nBob wins")
    assert balances(evening) == {"Ann": -1, "Bob": 1}
    assert carry(evening) == {"cards": 0, "tricks": 0}


def test_what_the_record_keeps_stays_over_deals_told_by_outcome():
    script = f"game beggar-my-neighbour ace=4 turns=alternate\ndeal Bob{EXAMPLE_2}deal\nBob wins"
    assert carry(play("Ann Bob", script)) == {"cards": 1120, "tricks": 148}


def test_a_deal_broken_off_is_dealt_again_by_the_same_dealer_and_nobody_stakes_twice():
    first = EXAMPLE_2.strip().splitlines()[0]
    script = f'game beggar-my-neighbour stake=4\ndeal Bob\n{first}\nmisdeal "supper"\ndeal Bob\n{first}\nAnn out'
    assert balances(play("Ann Bob", script)) == {"Ann": -4, "Bob": 4}


def test_who_joins_after_a_misdeal_stakes_too():
    script = 'game beggar-my-neighbour stake=4\ndeal Bob\nmisdeal "supper"\nCat joins\ndeal\nCat wins'
    assert balances(play("Ann Bob", script)) == {"Ann": -4, "Bob": -4, "Cat": 8}


@pytest.mark.parametrize(
    ("end", "found", "left"),
    [
        ("end divide", {}, {}),
        ("end draw Ann:3C Bob:2C Cat:AC", {"Ann": -2, "Bob": 4, "Cat": -2}, {}),
        ("end leave", {"Ann": -2, "Bob": -2, "Cat": -2}, {"beggar.pool": 6}),
    ],
)
def test_the_game_may_end_within_a_deal(end, found, left):
    evening = play("Ann Bob Cat", f"game beggar-my-neighbour stake=2\ndeal Ann\nBob out\n{end}")
    assert (balances(evening), pools(evening), evening.game) == (found, left, None)
    refused("Ann Bob Cat", "game beggar-my-neighbour stake=2\ndeal Ann\nend", "end divide", "end draw", "end leave")


def test_a_stake_of_nothing_keeps_only_who_won():
    evening = play("Ann Bob", "game beggar-my-neighbour stake=0\ndeal\nAnn wins\nend")
    assert balances(evening) == {}


def test_a_penalty_of_the_house_is_won_with_the_pool():
    evening = play("Ann Bob", 'game beggar-my-neighbour\npenalty Ann 3 "peeping"\ndeal\nBob wins')
    assert balances(evening) == {"Ann": -4, "Bob": 4}


def test_ten_players():
    names = "Ann Bob Cat Dan Eve Fay Gus Hal Ida Jim"
    evening = play(names, "game beggar-my-neighbour\ndeal\nJim wins")
    assert balances(evening)["Jim"] == 9


def test_hands_in_which_one_who_is_out_would_win_are_refused():
    begun = "game beggar-my-neighbour ace=4 turns=alternate\ndeal Bob\nBob out"
    assert balances(play("Ann Bob", begun)) == {"Ann": 1, "Bob": -1}
    third = sorted(map(str, pack_of(52)))
    hands = [third[:18], third[18:35], third[35:]]
    course = plainly([[Card(card) for card in hand] for hand in hands], COURT, alternate=False)
    order = ["Bob", "Cat", "Ann"]
    winner = order[course.winner]
    lines = "\n".join(f"{name} holds {' '.join(hand)}" for name, hand in zip(order, hands, strict=True))
    refused("Ann Bob Cat", f"game beggar-my-neighbour\ndeal Ann\n{winner} out\n{lines}", f"{winner} wins, who was said")
