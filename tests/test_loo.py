"""Loo: the examples of its rules, every option and irregularity, a plainer writing of play and money, random evenings."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ledger.cards import Card
from ledger.games import loo
from ledger.games.loo_tricks import LooRules, flush_rank, flush_suit
from ledger.interchange.script import RefusedLine
from tests.rig import balances, carry, machine_for, play, play_many, pools, refused

TestRandomEvenings = machine_for("loo", examples=100)

FOUR = "Ann Bob Cat Dan"
FULL = "game loo\ndeal Ann\nCat wins\ndeal\n"
"""Bob deals a full deal of four players, and 12 lie in the pool: Ann has paid 6, Bob 6, Dan 3; Cat has won 3."""
FIRST = {"Ann": -6, "Bob": -6, "Cat": 3, "Dan": -3}


def since(evening):
    """What each has won and lost since the pool of 12 lay there."""
    return {
        player: balance - FIRST[player]
        for player, balance in evening.books.balances.items()
        if balance != FIRST[player]
    }


def full(script: str, options: str = "", turn_up: str = "", players: str = FOUR):
    """A full deal by Bob, the pool 12, after a single that Cat won."""
    return play(players, f"game loo {options}\ndeal Ann\nCat wins\ndeal {turn_up}\n{script}")


def test_long_random_evenings():
    assert play_many("loo", deals=25, seeds=range(20), most_players=7) > 200


def test_the_rule_sheet_cites_its_pages():
    for page in ("[16]", "[17]", "[18]", "[19]", "[20]-[21]", "[26]", "[27]-[28]"):
        assert page in loo.__doc__


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


def test_the_end_divides_or_leaves_the_pool():
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
    assert full(cards, "miss_leads=on", "turn-up 7S").game.deal.tricks.winners == ["Dan"]
    assert full(cards, "", "turn-up 7S").game.deal.tricks.winners == ["Cat"]


def test_the_miss_for_the_pool_leads():
    evening = full("Cat stands\nDan passes\nAnn passes\nBob passes\ntrick AS 2S", "miss_leads=on", "turn-up 7S")
    assert evening.game.deal.tricks.winners == ["Bob"]


# Changing cards


IRISH = "form=irish"
FIVE = "form=five-card"


def test_irish_the_only_hand_takes_the_pool_at_once():
    assert since(full("Cat draws 2\nDan passes\nAnn passes\nBob passes", IRISH)) == {"Cat": 12}
    assert since(full("Cat stands\nCat wins", IRISH)) == {"Cat": 12}
    assert since(full("Bob wins", IRISH)) == {"Bob": 12}
    assert since(full("Cat passes\nDan passes\nAnn passes", IRISH)) == {"Bob": 12}


def test_irish_tricks():
    evening = full("Cat draws 2\nAnn discards 2H draws 3H\nBob stands\ntricks Ann 2 Bob 1", IRISH)
    assert since(evening) == {"Cat": -6, "Ann": 8, "Bob": 4}


def test_five_card_tricks():
    evening = full("Cat stands\nDan draws 5\ntricks Dan 2 Cat 3", FIVE)
    # 12 in five: 3, 3, 2, 2, 2
    assert since(evening) == {"Dan": 6, "Cat": 6}


@pytest.mark.parametrize("said", ["Bob wins", "Bob draws 3\nBob wins", "Bob stands\nBob wins", "Cat passes\nBob wins"])
def test_five_card_the_dealer_takes_the_pool(said):
    evening = full(said, FIVE)
    assert since(evening) == {"Bob": 12}
    assert carry(evening)["looed"] is False


def test_five_card_the_only_hand_takes_the_pool_when_he_says_so():
    waiting = full("Dan stands\nAnn passes\nBob passes", FIVE)
    assert since(waiting) == {}
    assert since(full("Dan stands\nDan wins", FIVE)) == {"Dan": 12}


def test_a_flush_of_the_only_hand_is_paid_by_all():
    assert since(full("Dan stands\nDan wins flush", FIVE)) == {"Dan": 12 + 18, "Ann": -6, "Bob": -6, "Cat": -6}
    assert since(full("Bob draws 1\nBob shows 2H 3H 4H 5H 6H\nBob wins flush", FIVE))["Bob"] == 30


def test_a_beaten_flush_pays_nothing():
    said = full("Cat stands\nDan stands\nAnn stands\nBob passes\nDan flush\nCat wins flush", FIVE)
    assert since(said) == {"Cat": 12 + 12, "Ann": -6, "Bob": -6}
    shown = "Cat stands\nDan stands\nBob passes\nDan shows 2H 3H 4H 5H 6H\nCat shows 2D 3D 4D 5D JC\nCat wins flush"
    assert since(full(shown, FIVE, "turn-up 7S")) == {"Cat": 24, "Ann": -6, "Bob": -6}
    assert pools(said) == {}
    assert carry(said)["looed"] is False


def test_a_trump_flush_beats_pam():
    evening = full(
        "Cat stands\nDan stands\nCat shows 2D 3D 4D 5D JC\nDan shows 2S 3S 4S 5S 6S\nDan wins flush", FIVE, "turn-up 7S"
    )
    assert since(evening) == {"Dan": 24, "Ann": -6, "Bob": -6}


def test_two_trump_flushes():
    pam_wins = "Cat stands\nDan stands\nCat shows 8S 9S 10S QS KS\nDan shows 2S 3S 4S 5S JC\nDan wins flush"
    assert since(full(pam_wins, FIVE, "turn-up 7S"))["Dan"] == 24
    elder_wins = (
        "Cat stands\nAnn stands\nBob passes\nAnn shows 8S 9S 10S QS KS\nCat shows 2S 3S 4S 5S 6S\nCat wins flush"
    )
    assert since(full(elder_wins, FIVE, "turn-up 7S"))["Cat"] == 24


def test_flush_of_five_clubs_with_pam_among_them():
    clubs = [Card(f"{rank}C") for rank in "23J4K"]
    assert flush_suit(clubs, Card.JC) == "C"
    assert flush_rank(clubs, "H", Card.JC) == (False, True)
    assert flush_suit([*clubs[:4], Card.H2], Card.JC) is None
    assert flush_suit([Card.JC, Card.H2, Card.H3, Card.H4, Card.H5], Card.JC) == "H"


def test_pam_of_trumps():
    shows = "Cat stands\nDan stands\nCat shows 2D 3D 4D 5D JH\nCat wins flush"
    assert since(full(shows, f"{FIVE} pam=trump", "turn-up 7H"))["Cat"] == 30
    refused(
        FOUR,
        f"game loo {FIVE} pam=trump\ndeal Ann\nCat wins\ndeal turn-up 7S\n{shows.rsplit(chr(10), 1)[0]}",
        "no flush",
    )
    # trumps not being known, any knave may be Pam
    assert since(full(shows, f"{FIVE} pam=trump"))["Cat"] == 30


def test_unlimited_flush():
    evening = full("Cat stands\nDan stands\nCat wins flush", f"{FIVE} unlimited=on limit=8")
    assert since(evening) == {"Cat": 12 + 24, "Dan": -8, "Ann": -8, "Bob": -8}


def test_civil():
    hands = "Cat stands\nDan stands\nAnn passes\nBob passes\n"
    assert full(f"{hands}trick AS JC", FIVE, "turn-up 7S").game.deal.tricks.winners == ["Dan"]
    civil = full(f"{hands}Dan holds JC 2S 3D 4D 5D\nCat civil\ntrick AS 2S", FIVE, "turn-up 7S")
    assert civil.game.deal.tricks.winners == ["Cat"]
    only = full(f"{hands}Dan holds JC 2D 3D 4D 5D\nCat civil\ntrick AS JC", FIVE, "turn-up 7S")
    assert only.game.deal.tricks.winners == ["Dan"]
    refused(
        FOUR,
        f"game loo {FIVE}\ndeal Ann\nCat wins\ndeal turn-up 7S\n{hands}Dan holds JC 2S 3D 4D 5D\ntrick AS 2S",
        "and head the trick: Dan had JC",
    )


def test_a_hand_is_known_through_its_changes():
    script = f"game loo {FIVE}\ndeal Ann\nCat wins\ndeal turn-up 7S\n"
    changed = "Cat holds 2H 3H 4H 5H 6D\nCat discards 6D draws 9S\n"
    assert full(f"{changed}Cat wins", FIVE, "turn-up 7S").game.turn.pause
    play(FOUR, f"{script}{changed}Dan stands\nAnn passes\nBob passes\ntrick 2H 9H")
    refused(FOUR, f"{script}{changed}Dan stands\nBob passes\ntrick 6D 7D", "6D has been laid aside, by Cat")
    # said after the change, the hand dealt and the hand as it is are told apart by their cards
    late = "Cat discards 6D draws 9S\nDan stands\nBob passes\nCat holds 2H 3H 4H 5H {}\n"
    for sixth in ("6D", "9S"):
        evening = play(FOUR, script + late.format(sixth))
        assert set(evening.game.table.hands["Cat"]) == {Card.H2, Card.H3, Card.H4, Card.H5, Card.S9}
    refused(FOUR, (script + late.format("8S")).strip(), "Cat has drawn 9S")


def test_a_hand_is_said_anew_after_the_miss_or_a_change_by_number():
    miss = "Cat holds AS KS QS\nCat miss\nDan stands\nBob passes\nCat holds 2H 3H 4H\ntrick 2H 5H"
    assert full(miss, "", "turn-up 7S").game.deal.tricks.winners == ["Dan"]
    drawn = "Cat holds AS KS QS\nCat draws 2\nDan stands\nBob passes\nCat holds QS 3H 4H\ntrick 3H 5H"
    assert full(drawn, IRISH, "turn-up 7S").game.deal.tricks.winners == ["Dan"]
    for_the_pool = "Cat stands\nDan passes\nAnn passes\nBob holds AS KS QS\nBob passes\nBob holds 2H 3H 4H\ntrick 5H 2H"
    assert full(for_the_pool, "", "turn-up 7S").game.deal.tricks.winners == ["Cat"]


# Irregularities


@pytest.mark.parametrize("offence", ["interfering", "looking", "declaring"])
def test_fines_before_the_play_go_to_this_deals_pool(offence):
    evening = full(f"penalty Dan {offence}\nCat stands\nDan stands\nBob passes\ntricks Dan 2 Cat 1")
    assert since(evening) == {"Dan": -3 + 10, "Cat": 5}
    assert carry(evening)["looed"] is False


def test_a_misdeal_costs_a_single_loo():
    evening = full("Cat stands\nmisdeal\ndeal\nCat stands\nDan stands\nBob passes\ntricks Cat 3")
    assert since(evening) == {"Bob": -3, "Cat": 15, "Dan": -6}
    evening = full("penalty Bob misdeal\ndeal\nCat stands\nDan stands\nBob passes\ntricks Cat 3")
    assert since(evening) == {"Bob": -3, "Cat": 15, "Dan": -6}
    evening = full("penalty Bob misdeal 1\ndeal\nBob wins")
    assert since(evening) == {"Bob": 12}
    single = play(FOUR, "game loo\ndeal Ann\nmisdeal\ndeal\nBob wins")
    assert balances(single) == {"Ann": -9, "Bob": 6, "Cat": -3, "Dan": -3}


def test_a_misdeal_after_interfering_is_free():
    evening = full("penalty Dan interfering\nmisdeal\ndeal\nCat stands\nBob miss\ntricks Cat 3")
    assert since(evening) == {"Dan": -3, "Cat": 15, "Bob": -6}
    # and only in that deal
    evening = full("penalty Dan interfering\nmisdeal\ndeal\nmisdeal\ndeal\nBob wins")
    assert since(evening) == {"Dan": -3, "Bob": 15}


def test_a_misdeal_voids_what_was_fined_for_the_play():
    evening = full("Cat stands\npenalty Cat exposing\nmisdeal\ndeal\nCat stands\nBob stands\ntricks Cat 3")
    assert since(evening) == {"Cat": 15, "Bob": -3 - 6}


def test_a_misdeal_leaves_what_was_fined_before_the_play():
    evening = full("Cat stands\npenalty Cat opponents-hand\nmisdeal\ndeal\nCat stands\nBob stands\ntricks Cat 3")
    assert since(evening) == {"Cat": -6 + 21, "Bob": -3 - 6}


def test_a_look_at_anothers_hand_throws_him_up():
    evening = full("penalty Dan opponents-hand\nCat stands\nAnn stands\nBob passes\ntricks Cat 3")
    assert since(evening) == {"Dan": -6, "Cat": 18, "Ann": -6}
    # his turn having come
    evening = full("Cat stands\npenalty Dan opponents-hand\nAnn stands\nBob passes\ntricks Cat 3")
    assert since(evening) == {"Dan": -6, "Cat": 18, "Ann": -6}


def test_a_look_by_the_last_but_the_dealer_ends_the_declaring():
    evening = full("Cat passes\nDan passes\npenalty Ann opponents-hand")
    assert since(evening) == {"Ann": -6, "Bob": 18}


def test_a_look_by_the_dealer():
    # he plays the miss for the pool
    evening = full("Cat stands\nDan passes\nAnn passes\npenalty Bob opponents-hand\ntricks Cat 1 Bob 2")
    assert since(evening) == {"Bob": -6, "Cat": 6}
    assert pools(evening) == {"loo.pool": 12}
    # the miss takes the pool
    assert since(full("Cat miss\nDan passes\nAnn passes\npenalty Bob opponents-hand")) == {"Bob": -6, "Cat": 18}
    # he is not asked
    assert since(full("penalty Bob opponents-hand\nCat passes\nDan passes\nAnn passes")) == {"Bob": 12}


def test_a_look_by_one_who_plays_leaves_his_tricks_in_the_pool():
    evening = full("Cat stands\nDan stands\npenalty Cat opponents-hand\nBob passes\ntricks Cat 2 Dan 1")
    assert since(evening) == {"Cat": -6, "Dan": 6}
    assert pools(evening) == {"loo.pool": 12}
    assert carry(evening)["looed"] is False
    evening = full("Cat stands\nDan stands\npenalty Cat opponents-hand\nBob passes\ntricks Dan 3")
    assert since(evening) == {"Cat": -12, "Dan": 18}


def test_a_look_on_a_club_deal():
    evening = full("penalty Cat opponents-hand\ntricks Cat 2 Dan 1", "club_law=on", "turn-up 5C")
    assert since(evening) == {"Cat": -6, "Dan": 6, "Ann": -6, "Bob": -6}


def test_a_look_in_an_unlimited_deal_costs_the_pool_as_it_is():
    evening = full("penalty Ann looking\npenalty Dan opponents-hand\nBob wins", "unlimited=on")
    assert since(evening) == {"Ann": -3, "Dan": -15, "Bob": 30}
    evening = full("penalty Ann looking\npenalty Dan opponents-hand\nBob wins", "unlimited=on limit=10")
    assert since(evening) == {"Ann": -3, "Dan": -10, "Bob": 25}


def test_a_pool_left_untaken_by_the_fined_miss():
    evening = full("Cat miss\nDan passes\nAnn passes\npenalty Cat opponents-hand\nBob passes")
    assert since(evening) == {"Cat": -6}
    assert pools(evening) == {"loo.pool": 18}
    assert carry(evening)["looed"] is False


@pytest.mark.parametrize("form", [IRISH, FIVE])
def test_a_pool_left_untaken_by_the_fined_hand(form):
    evening = full("Cat stands\nDan passes\nAnn passes\npenalty Cat exposing\nBob passes", form)
    assert since(evening) == {"Cat": -6}
    assert pools(evening) == {"loo.pool": 18}
    assert carry(evening)["looed"] is True


def test_five_card_a_fine_while_wins_is_awaited():
    evening = full("Bob stands\npenalty Bob opponents-hand", FIVE)
    assert since(evening) == {"Bob": -6}
    assert pools(evening) == {"loo.pool": 18}
    # he had not declared: he throws up, and the pool is his nevertheless
    evening = full("Cat passes\nDan passes\nAnn passes\npenalty Bob opponents-hand\nBob wins", FIVE)
    assert since(evening) == {"Bob": 12}


@pytest.mark.parametrize("offence", ["lead", "revoke", "not-heading", "playing", "exposing"])
def test_a_fault_of_play(offence):
    evening = full(f"Cat stands\nDan stands\nBob passes\ntrick Cat\npenalty Cat {offence}\ntrick Cat\ntrick Dan")
    assert since(evening) == {"Cat": -6, "Dan": 4}
    assert pools(evening) == {"loo.pool": 8 + 6}
    assert carry(evening)["looed"] is True


def test_a_fault_of_play_is_looed_once():
    evening = full("Cat stands\nDan stands\nBob passes\npenalty Cat lead\npenalty Cat revoke\ntricks Dan 3")
    assert since(evening) == {"Cat": -6, "Dan": 12}


def test_an_amount_said_overrides_the_loo():
    evening = full("Cat stands\nDan stands\nBob passes\npenalty Cat lead 2\ntricks Dan 3")
    assert since(evening) == {"Cat": -2, "Dan": 12}
    evening = full("penalty Cat looking 1\nBob wins")
    assert since(evening) == {"Cat": -1, "Bob": 13}


def test_a_fault_in_an_unlimited_deal_costs_what_it_was_played_for():
    evening = full(
        "Cat stands\nDan stands\nBob passes\npenalty Cat lead\npenalty Ann looking\ntricks Cat 3", "unlimited=on"
    )
    assert since(evening) == {"Ann": -3, "Cat": -15, "Dan": -15}
    assert pools(evening) == {"loo.pool": 45}


def test_a_fault_of_play_makes_the_deal_after_a_flush_full():
    evening = full("Cat stands\nDan stands\nBob passes\npenalty Cat exposing\nDan wins flush", FIVE)
    assert since(evening) == {"Cat": -6 - 6, "Dan": 12 + 18, "Ann": -6, "Bob": -6}
    assert carry(evening)["looed"] is True


def test_a_fine_of_the_house():
    evening = full('penalty Ann 2 "late"\nBob wins\npenalty Ann 1 "later"')
    assert since(evening) == {"Ann": -3, "Bob": 14}
    assert pools(evening) == {"loo.pool": 1}


def test_a_fault_remembered_later_is_inserted():
    evening = play(
        FOUR,
        f'{FULL}Cat stands\nDan stands\nBob passes\ntricks Cat 2 Dan 1\ninsert 10 "seen later": penalty Cat revoke',
    )
    assert since(evening) == {"Cat": -6, "Dan": 4}


@pytest.mark.parametrize(
    ("players", "form", "warned"), [(4, "", True), (5, "", False), (8, "", True), (2, FIVE, False)]
)
def test_five_to_seven_are_best(players, form, warned):
    names = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"][:players]
    evening = play(" ".join(names), f"game loo {form}")
    assert bool(evening.outcomes[-1].remarks) is warned


# A second, plainer writing of the money of a deal


def plain_money(pool, loo, hands, winners, for_the_pool=None):
    """What each wins in a deal of three tricks, told one counter at a time."""
    moved = dict.fromkeys(hands, 0)
    worth = [0, 0, 0]
    for counter in range(pool):
        worth[counter % 3] += 1
    for trick in range(3):
        moved[winners[trick]] += worth[trick]
    for player in hands:
        if player not in winners:
            moved[player] -= loo
    if for_the_pool:
        moved[for_the_pool] = 0
    return moved


@given(
    deal=st.integers(1, 9),
    price=st.integers(1, 9),
    declared=st.tuples(*[st.sampled_from(["stands", "passes", "miss"])] * 4),
    picks=st.tuples(*[st.integers(0, 3)] * 3),
    by_number=st.booleans(),
)
@settings(max_examples=150, deadline=None)
def test_the_money_of_a_deal(deal, price, declared, picks, by_number):
    said = dict(zip(("Cat", "Dan", "Ann", "Bob"), declared, strict=True))
    hands = [player for player, word in said.items() if word != "passes"]
    misses = [player for player, word in said.items() if word == "miss"]
    for_the_pool = "Bob" if hands and hands != ["Bob"] and len(hands) == 1 and not misses else None
    if for_the_pool:
        hands.append("Bob")
    assume(len(misses) < 2 <= len(hands))
    winners = sorted((hands[pick % len(hands)] for pick in picks), key=hands.index)
    lines = [f"{player} {word}" for player, word in said.items()]
    if by_number:
        counts = " ".join(f"{player} {winners.count(player)}" for player in dict.fromkeys(winners))
        lines.append(f"tricks {counts}")
    else:
        lines += [f"trick {winner}" for winner in winners]
    begun = f"game loo deal={deal} loo={price} single_loo=1\ndeal Ann\nCat wins\ndeal\n"
    before, after = play(FOUR, begun), play(FOUR, begun + "\n".join(lines))
    pool = before.books.pools["loo.pool"]
    assert pool == 3 + deal
    wanted = plain_money(pool, price, hands, winners, for_the_pool)
    moved = {player: after.books.balances[player] - before.books.balances[player] for player in FOUR.split()}
    assert moved == {player: wanted.get(player, 0) for player in FOUR.split()}
    out_of_pool = sum(wanted.values())
    assert after.books.pools.get("loo.pool", 0) == pool - out_of_pool


# A second, plainer writing of the duties of play


HEIGHT = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def plain_height(card, trump, pam):
    """A card among trumps and its suit."""
    return (2, 0) if card == pam else (card.suit == trump, HEIGHT.index(card.rank))


def plain_beats(card, other, trump, pam):
    """Whether a card played after another beats it."""
    ours, theirs = plain_height(card, trump, pam), plain_height(other, trump, pam)
    if ours[0] or theirs[0]:
        return ours > theirs
    return card.suit == other.suit and ours > theirs


def plain_best(cards, trump, pam):
    best = cards[0]
    for card in cards[1:]:
        if plain_beats(card, best, trump, pam):
            best = card
    return best


def plain_legal(hand, card, before, number, turned_up, pam, lead_one, civil=False):
    """Whether a card may be played, out of a whole hand."""
    trump = turned_up.suit
    is_trump = lambda one: one == pam or one.suit == trump  # noqa: E731
    trumps = [one for one in hand if is_trump(one)]
    highest = max(trumps, key=lambda one: plain_height(one, trump, pam), default=None)
    if not before:
        if number == 0:
            master = "K" if turned_up.rank == "A" else "A"
            if any(one.rank == master and one.suit == trump for one in trumps):
                return card == pam or (card.rank == master and card.suit == trump)
            return len(trumps) < 2 or (is_trump(card) if lead_one else card == highest)
        return number != 1 or not trumps or card == highest
    led, best = before[0], plain_best(before, trump, pam)
    same = [one for one in hand if (is_trump(one) if is_trump(led) else one.suit == led.suit and one != pam)]
    if civil and led.rank == "A" and is_trump(led) and len(same) > (pam in same):
        return card in same and card != pam
    may = same or [one for one in trumps if plain_beats(one, best, trump, pam)] or list(hand)
    winning = [one for one in may if plain_beats(one, best, trump, pam)]
    return card in (winning if same and winning else may)


DUTIES = st.fixed_dictionaries(
    {
        "five": st.booleans(),
        "pam_of_trumps": st.booleans(),
        "lead_one": st.booleans(),
        "civil": st.booleans(),
        "pack": st.permutations(sorted(Card, key=str)),
        "number": st.integers(0, 2),
        "before": st.integers(0, 3),
        "few_suits": st.booleans(),
    }
)


@given(DUTIES)
@settings(max_examples=400, deadline=None)
def test_the_duties_of_play(drawn):
    cards = [card for card in drawn["pack"] if card != Card.JOKER and (not drawn["few_suits"] or card.suit in "CS")]
    turned_up, *cards = cards
    pam = None
    if drawn["five"]:
        pam = Card(f"J{turned_up.suit}") if drawn["pam_of_trumps"] else Card.JC
    rules = LooRules(turned_up, pam, drawn["lead_one"])
    number = drawn["number"]
    before, hand = cards[: drawn["before"]], cards[3 : (8 if drawn["five"] else 6) - number]
    if drawn["civil"]:
        rules.civil.add(number)
        if before and turned_up.rank != "A":
            ace = Card(f"A{turned_up.suit}")
            hand = [card for card in hand if card != ace]
            before = [ace, *(card for card in before[1:] if card != ace)]
    permitted = rules.duty(set(hand), before, number).permitted
    plain = {
        card for card in hand
        if plain_legal(hand, card, before, number, turned_up, pam, drawn["lead_one"], drawn["civil"])
    }  # fmt: skip
    assert set(permitted) == plain
    # what is known of a part of a hand holds for the whole
    for card in hand:
        for left_out in hand:
            part = {*hand} - {left_out} | {card}
            if card in plain:
                assert card in rules.duty(part, before, number).permitted


@given(data=st.data(), options=st.sampled_from(["", "lead=one", "miss_leads=on", "form=five-card", "form=irish"]))
@settings(max_examples=80, deadline=None)
def test_cards_and_outcomes_give_the_same_money(data, options):
    """Hands are played by the plain rule; a card that it forbids is refused; the winners give the same settlement."""
    five = "five" in options
    turned_up, *cards = data.draw(st.permutations([card for card in Card if card != Card.JOKER]))
    pam = Card.JC if five else None
    number = 5 if five else 3
    players = ["Cat", "Dan", "Ann"]
    hands = {player: cards[place * number :][:number] for place, player in enumerate(players)}
    begun = [f"game loo {options}", "deal Ann", "Cat wins", f"deal turn-up {turned_up}"]
    begun += [f"{player} stands" for player in players] + ["Bob passes"]
    lines = begun + [f"{player} holds {' '.join(map(str, hand))}" for player, hand in hands.items()]
    left, leader, winners = {player: list(hand) for player, hand in hands.items()}, "Cat", []
    for trick in range(number):
        order = players[players.index(leader) :] + players[: players.index(leader)]
        tried = data.draw(st.integers(0, 3))
        played, fair = [], True
        for place, player in enumerate(order):
            legal = [
                card for card in left[player]
                if plain_legal(left[player], card, played, trick, turned_up, pam, "one" in options)
            ]  # fmt: skip
            card = data.draw(st.sampled_from(left[player] if place == tried else legal))
            fair = fair and card in legal
            played.append(card)
        said = f"trick {' '.join(map(str, played))}"
        if not fair:
            with pytest.raises(RefusedLine):
                play(FOUR, "\n".join([*lines, said]))
            return
        lines.append(said)
        leader = order[played.index(plain_best(played, turned_up.suit, pam))]
        winners.append(leader)
        for player, card in zip(order, played, strict=True):
            left[player].remove(card)
    by_cards = play(FOUR, "\n".join(lines))
    by_winners = play(FOUR, "\n".join([*begun, *(f"trick {winner}" for winner in winners)]))
    assert by_cards.books.balances == by_winners.books.balances
    assert by_cards.books.pools == by_winners.books.pools
