"""Loo: its examples, singles and full deals, leaving, options, and random evenings."""

import pytest

from ledger.games.loo import rules as loo
from ledger.testing.random_evenings import NAMES
from tests.helpers.loo_deals import FOUR, full, since
from tests.helpers.rig import balances, carry, machine_for, play, play_many, pools, refused

TestRandomEvenings = machine_for("loo", examples=100)


@pytest.mark.thorough
def test_long_random_evenings():
    assert play_many("loo", deals=25, seeds=range(20), most_players=7) > 200


def test_the_rule_sheet_cites_its_pages():
    for page in ("[16]", "[17]", "[18]", "[19]", "[20]-[21]", "[26]", "[27]-[28]"):
        assert page in loo.__doc__


def test_that_all_are_looed_is_the_dealers_to_say():
    refused(FOUR, "game loo\ndeal Ann\nBob all-looed", "that all are looed is the dealer's to say: Ann all-looed")


def test_more_than_a_dozen_are_warned_whenever_they_come_to_be_so():
    evening = play(" ".join(NAMES[:12]), "game loo\ndeal Ann\nBob wins\nMax joins")
    assert evening.outcomes[-1].remarks == ("Loo is good for twelve players at the most, and 13 play [16]",)


def test_who_misses_plays_the_miss():
    assert since(full("Cat misses\nCat wins")) == since(full("Cat miss\nCat wins")) == {"Cat": 12}


# The examples of the rules


def test_example_1():
    evening = play(
        FOUR,
        """
        game loo
        deal Ann
        Cat wins
        deal
        Cat stands
        Ann miss
        tricks Cat 2 Ann 1
        """,
    )
    assert balances(evening) == {"Ann": -2, "Bob": -6, "Cat": 11, "Dan": -3}
    assert pools(evening) == {}
    assert carry(evening) == {"looed": False, "withdrawn": []}


EXAMPLE_2 = """
game loo deal=2 loo=5 single_loo=3
deal Ann turn-up 9H
Bob shows 4S
Cat shows JH
Ann shows QH
deal turn-up 7S
Cat stands
Ann stands
trick KS AS
trick 10D 8D
trick 3C 5S
"""


def test_example_2():
    first = play("Ann Bob Cat", EXAMPLE_2)
    assert balances(first) == {"Ann": 6, "Bob": -5, "Cat": -1}
    evening = play(
        "Ann Bob Cat",
        f"""
        {EXAMPLE_2}
        deal
        Cat all-looed
        deal
        Bob stands
        Ann passes
        tricks Ann 1 Bob 2
        """,
    )
    assert balances(evening) == {"Ann": 1, "Cat": -6}
    assert pools(evening) == {"loo.pool": 5}
    assert carry(evening)["looed"] is False


def test_example_3():
    evening = play(
        "Ann Bob Cat",
        """
        game loo form=five-card
        deal Ann
        Cat wins
        deal
        Cat draws 2
        Bob stands
        Bob wins flush
        """,
    )
    assert balances(evening) == {"Ann": -12, "Bob": 15, "Cat": -3}
    assert pools(evening) == {}
    assert carry(evening)["looed"] is False


def test_example_4():
    evening = play(
        "Ann Bob Cat",
        """
        game loo unlimited=on limit=10
        deal Ann
        Bob wins
        deal
        Cat stands
        Ann stands
        tricks Ann 3
        deal
        Ann stands
        Bob stands
        tricks Bob 3
        """,
    )
    assert balances(evening) == {"Ann": -7, "Bob": 12, "Cat": -15}
    assert pools(evening) == {"loo.pool": 10}
    assert carry(evening)["looed"] is True


# The single


def test_all_looed_on_the_single_leaves_the_pool():
    evening = play(FOUR, "game loo\ndeal Ann\nAnn all-looed")
    assert balances(evening) == {"Ann": -6, "Bob": -3, "Cat": -3, "Dan": -3}
    assert pools(evening) == {"loo.pool": 15}
    assert carry(evening)["looed"] is True


@pytest.mark.parametrize("order", ["BCDA", "ADCB", "CABD"])
def test_cards_shown_on_a_single_in_any_order(order):
    cards = {"Ann": "AS", "Bob": "10H", "Cat": "KH", "Dan": "2H"}
    shown = [f"{name} shows {cards[name]}" for letter in order for name in cards if name[0] == letter]
    evening = play(FOUR, "\n".join(["game loo", "deal Ann turn-up 9H", *shown]))
    assert balances(evening) == {"Ann": -6, "Bob": -3, "Dan": -3, "Cat": 3}


def test_no_card_shown_beats_the_one_turned_up():
    evening = play("Ann Bob", "game loo\ndeal Ann turn-up KH\nBob shows QH\nAnn shows AD")
    assert balances(evening) == {"Ann": -6, "Bob": -3}


def test_a_single_may_be_won_by_a_card_not_shown():
    evening = play(FOUR, "game loo\ndeal Ann turn-up 9H\nBob shows 10H\nDan wins")
    assert balances(evening) == {"Ann": -6, "Bob": -3, "Cat": -3, "Dan": 3}


@pytest.mark.parametrize(("single_loo", "pays"), [("half", 6), ("deal", 5), ("2", 2)])
def test_the_single_loo(single_loo, pays):
    evening = play("Ann Bob Cat", f"game loo deal=5 loo=12 single_loo={single_loo}\ndeal Ann\nBob wins")
    assert balances(evening) == {"Ann": -5 - pays, "Bob": 5, "Cat": -pays}


def test_unlimited_on_a_single():
    evening = play("Ann Bob Cat", "game loo unlimited=on\ndeal Ann\npenalty Cat looking\nBob wins")
    assert balances(evening) == {"Ann": -9, "Bob": 6, "Cat": -9}
    evening = play("Ann Bob Cat", "game loo unlimited=on limit=4\ndeal Ann\npenalty Cat looking\nAnn all-looed")
    assert balances(evening) == {"Ann": -7, "Bob": -4, "Cat": -7}


# Declaring


def test_the_dealer_takes_the_pool_unasked_when_all_have_passed():
    evening = full("Cat passes\nDan passes\nAnn passes")
    assert since(evening) == {"Bob": 12}
    assert evening.game.turn.pause
    assert carry(evening)["looed"] is False


@pytest.mark.parametrize(
    "said", ["Bob wins", "Cat passes\nBob wins", "Cat passes\nDan passes\nBob wins", "deal", "end"]
)
def test_passes_left_unsaid_give_the_dealer_the_pool(said):
    evening = full(said)
    assert since(evening)["Bob"] == 12


@pytest.mark.parametrize("said", ["Bob passes", "Dan wins", "Ann passes\nDan wins"])
def test_the_miss_takes_the_pool_when_all_others_pass(said):
    evening = full(f"Dan miss\n{said}")
    assert since(evening) == {"Dan": 12}
    assert carry(evening)["looed"] is False


def test_the_dealer_may_stand_against_the_miss():
    evening = full("Dan miss\nBob stands\ntricks Dan 1 Bob 2")
    assert since(evening) == {"Dan": 4, "Bob": 8}


def test_the_dealer_takes_the_miss_against_one_hand():
    evening = full("Dan stands\nBob miss\ntricks Dan 3")
    assert since(evening) == {"Dan": 12, "Bob": -6}
    assert pools(evening) == {"loo.pool": 6}
    assert carry(evening)["looed"] is True


def test_the_miss_for_the_pool():
    beaten = full("Dan stands\nAnn passes\nBob passes\ntricks Dan 3")
    assert since(beaten) == {"Dan": 12}
    assert carry(beaten)["looed"] is False
    winning = full("Dan stands\nAnn passes\nBob passes\ntricks Bob 3")
    assert since(winning) == {"Dan": -6}
    assert pools(winning) == {"loo.pool": 18}
    assert carry(winning)["looed"] is True


def test_what_the_miss_for_the_pool_left_lies_in_the_single():
    evening = full("Dan stands\nBob passes\ntricks Dan 1 Bob 2\ndeal\nAnn wins")
    assert pools(evening) == {"loo.pool": 9}
    assert since(evening) == {"Dan": 4 - 3, "Bob": -3, "Cat": -3 - 3, "Ann": 11}


def test_the_last_declares_with_the_dealers_rights_when_the_dealer_has_withdrawn():
    evening = full("Bob withdraws\nCat stands\nDan passes\nAnn passes\ntricks Cat 1 Ann 2")
    assert since(evening) == {"Cat": 4}
    assert pools(evening) == {"loo.pool": 8}
    assert since(full("Bob withdraws\nCat passes\nDan passes")) == {"Ann": 12}


def test_one_looed_and_odd_counters():
    evening = play(
        FOUR,
        """
        game loo deal=4 single_loo=3
        deal Ann
        Cat wins
        deal
        Cat stands
        Dan stands
        Ann stands
        tricks Dan 2 Cat 1
        """,
    )
    # 13 in the pool: 5, 4 and 4
    assert balances(evening) == {"Ann": -4 - 3 - 6, "Bob": -3 - 4, "Cat": 4 + 4, "Dan": -3 + 9}
    assert pools(evening) == {"loo.pool": 6}


def test_an_odd_counter_is_a_whole_counter():
    evening = play(
        "Ann Bob Cat",
        "game loo deal=1d loo=2d\ndeal Ann\nCat wins\ndeal\nAnn stands\nBob stands\ntrick Ann\ntrick Bob\ntrick Bob",
        money="money=lsd counter=1d",
    )
    # threepence, a penny a trick
    assert balances(evening) == {"Ann": -8 + 4, "Cat": 4}
    assert evening.books.balances["Bob"] == -4 - 4 + 8


# The dealer leaves


def test_who_withdraws_pays_for_his_deal_and_takes_no_part():
    evening = play(
        FOUR,
        """
        game loo
        deal Ann
        Ann withdraws
        Cat wins
        Ann leaves
        deal
        Cat stands
        Bob stands
        tricks Cat 3
        """,
    )
    assert balances(evening) == {"Ann": -3, "Bob": -3 - 3 - 6, "Cat": 3 + 9, "Dan": -3}
    assert carry(evening) == {"looed": True, "withdrawn": ["Ann"]}


def test_the_deal_passes_those_who_withdrew_and_one_may_come_back():
    script = "game loo\ndeal Ann\nAnn withdraws\nCat wins\ndeal Bob\nBob wins\ndeal Cat\nCat wins\ndeal Dan\nDan wins\n"
    evening = play(FOUR, f"{script}deal\n")
    assert evening.game.table.dealer == "Bob"
    assert carry(evening)["withdrawn"] == ["Ann"]
    evening = play(FOUR, f"{script}Ann joins\ndeal\n")
    assert evening.game.table.dealer == "Ann"
    assert carry(evening)["withdrawn"] == []


def test_who_withdrew_has_no_part_in_the_end():
    evening = play(FOUR, "game loo\ndeal Ann\nAnn withdraws\nDan all-looed\nend")
    # 3 and 9 are shared by three
    assert balances(evening) == {"Ann": -3, "Bob": 1, "Cat": 1, "Dan": 1}


def test_a_misdeal_voids_withdrawing():
    evening = play(FOUR, "game loo\ndeal Ann\nAnn withdraws\nmisdeal\ndeal\nAnn wins")
    assert balances(evening) == {"Bob": -3, "Cat": -3, "Dan": -3}
    assert carry(evening)["withdrawn"] == []
    refused(FOUR, "game loo\ndeal Ann\nAnn withdraws\nmisdeal\nAnn leaves", "Ann must withdraw first")


def test_last_round():
    evening = full("Bob last-round\ntrick Cat\ntrick Dan\ntrick Dan\nend")
    assert since(evening) == {"Cat": 4, "Dan": 8}
    assert pools(evening) == {}


def test_nobody_has_the_miss_in_a_last_round_and_a_fault_is_looed():
    evening = full("Bob last-round\npenalty Ann revoke\ntricks Ann 1 Dan 2")
    assert since(evening) == {"Ann": -6, "Dan": 8}
    assert pools(evening) == {"loo.pool": 4 + 6}
    assert carry(evening)["looed"] is True


def test_a_misdeal_voids_the_last_round():
    evening = full("Bob last-round\nmisdeal\ndeal\nCat stands\nBob miss\ntricks Cat 3")
    assert since(evening) == {"Bob": -3 - 6, "Cat": 15}


def test_the_dealer_stands_out():
    six = "Ann Bob Cat Dan Eve Fay"
    evening = play(six, "game loo dealer_plays=off\ndeal Ann\nCat wins\ndeal\nCat stands\nEve stands\ntricks Cat 3")
    # five players in each deal: 3 to Cat, 12 looed; 15 to Cat
    assert balances(evening) == {"Ann": -3, "Bob": -6, "Cat": 18, "Dan": -3, "Eve": -9, "Fay": -3}
    # all others having passed, the last before the dealer has his rights
    evening = play(six, "game loo dealer_plays=off\ndeal Ann\nCat wins\ndeal\nAnn wins")
    assert evening.books.balances["Ann"] == -3 + 15


def test_the_dealer_of_five_plays():
    evening = play("Ann Bob Cat Dan Eve", "game loo dealer_plays=off\ndeal Ann\nAnn wins")
    assert balances(evening) == {"Bob": -3, "Cat": -3, "Dan": -3, "Eve": -3}


def test_the_end_divides_or_leaves_the_pool():  # [17]
    evening = full("end")
    assert pools(evening) == {}
    evening = play(FOUR, "game loo\ndeal Ann\nCat wins\nend leave\ngame loo\ndeal Dan\nDan wins")
    assert evening.books.balances == {"Ann": -9, "Bob": -6, "Cat": 0, "Dan": 6}
    assert carry(evening)["looed"] is True


def test_odd_counters_at_the_end_begin_at_the_left_of_the_last_dealer():
    evening = play(FOUR, "game loo deal=2\ndeal Bob\nBob all-looed\nend divide")
    # 2 and 12: four each to Cat and Dan, three to Ann and Bob
    assert balances(evening) == {"Bob": -2, "Cat": 1, "Dan": 1}


# Club law, unlimited, the lead of the miss


def test_club_law():
    evening = full("tricks Cat 1 Dan 1 Ann 1", "club_law=on", "turn-up 5C")
    assert since(evening) == {"Cat": 4, "Dan": 4, "Ann": 4, "Bob": -6}


@pytest.mark.parametrize(
    ("options", "turn_up"), [("", "turn-up 5C"), ("club_law=on", "turn-up 5D"), ("club_law=on", "")]
)
def test_no_club_deal(options, turn_up):
    evening = full("Cat stands\nBob miss\ntricks Cat 3", options, turn_up)
    assert since(evening) == {"Cat": 12, "Bob": -6}


def test_the_dealer_may_withdraw_from_a_club_deal():
    evening = full("Bob withdraws\ntricks Cat 1 Dan 2", "club_law=on", "turn-up 5C")
    assert since(evening) == {"Cat": 4, "Dan": 8, "Ann": -6}


def test_club_law_on_a_club_single():
    evening = play(FOUR, "game loo club_law=on\ndeal Ann turn-up 5C\nBob wins")
    assert evening.books.balances["Bob"] == 3


def test_unlimited_counts_fines_and_leavings():
    evening = full("penalty Ann looking\nCat stands\nBob stands\ntricks Bob 3", "unlimited=on")
    # the single left 9, Bob paid 3, Ann 3: Cat is looed 15
    assert since(evening) == {"Ann": -3, "Cat": -15, "Bob": 15}


def test_mixed_loo():
    evening = full("Cat stands\nBob stands\ntricks Bob 3", "unlimited=on limit=11")
    assert since(evening) == {"Cat": -11, "Bob": 12}


def test_the_miss_leads():
    cards = "Cat stands\nDan miss\nBob passes\ntrick AS 2S"
    assert full(cards, "miss_leads=on", "turn-up 7S").game.deal.playing.tricks.winners == ["Dan"]
    assert full(cards, "", "turn-up 7S").game.deal.playing.tricks.winners == ["Cat"]


def test_the_miss_for_the_pool_leads():
    evening = full("Cat stands\nDan passes\nAnn passes\nBob passes\ntrick AS 2S", "miss_leads=on", "turn-up 7S")
    assert evening.game.deal.playing.tricks.winners == ["Bob"]


@pytest.mark.parametrize(
    ("players", "warned"), [(2, False), (4, False), (8, False), (12, False), (13, True), (16, True)]
)
def test_above_twelve_are_warned(players, warned):
    evening = play(" ".join(NAMES[:players]), "game loo")
    assert bool(evening.outcomes[-1].remarks) is warned


def test_as_many_play_as_the_pack_has_hands_for():
    """Sixteen hands of three, the miss and the turn-up are the pack; above twelve there is a warning [16]."""
    names = [chr(ord("A") + place) + "x" for place in range(17)]
    for form in ("", "form=irish"):
        evening = play(" ".join(names[:16]), f"game loo {form}\ndeal Ax")
        assert evening.outcomes[2].remarks
        assert balances(evening) == {"Ax": -3}
        refused(" ".join(names), f"game loo {form}", "2 to 16 players")
    refused(" ".join(names[:10]), "game loo pack=32", "2 to 9 players")
    assert loo.GAME.players == (2, 16), "which the list of games tells"
