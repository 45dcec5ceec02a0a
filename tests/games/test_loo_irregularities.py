"""The irregularities of Loo: fines, what stays in the pool, and what a misdeal voids."""

import pytest

from tests.helpers.loo_deals import FIVE, FOUR, FULL, IRISH, full, since
from tests.helpers.rig import balances, carry, play, pools, refused

# Irregularities


@pytest.mark.parametrize("offence", ["interfering", "looking", "declaring"])
def test_fines_before_the_play_go_to_this_deals_pool(offence):  # [24]
    evening = full(f"penalty Dan {offence}\nCat stands\nDan stands\nBob passes\ntricks Dan 2 Cat 1")
    assert since(evening) == {"Dan": -3 + 10, "Cat": 5}
    assert carry(evening)["looed"] is False


def test_a_misdeal_costs_a_single_loo():  # [23]-[24]
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


def test_a_look_at_anothers_hand_throws_him_up():  # [24]-[25]
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
def test_a_fault_of_play(offence):  # [21]-[22], [25]-[26]
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


def test_of_several_amounts_for_faults_of_play_the_last_counts():
    script = "Cat stands\nDan stands\nBob passes\npenalty Cat lead 2\npenalty Cat revoke"
    assert since(full(f"{script}\ntricks Dan 3")) == {"Cat": -2, "Dan": 12}
    assert since(full(f"{script} 9\ntricks Dan 3")) == {"Cat": -9, "Dan": 12}


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


# Who has looked at another's hand, or was fined for his play, and what he may still do


def test_a_dealer_who_has_thrown_up_is_not_brought_back_by_the_last_round():
    script = "penalty Bob opponents-hand\nBob last-round\ntricks Cat 2 Ann 1"
    assert since(full(script)) == {"Bob": -6, "Cat": 12, "Ann": 6}
    refused(FOUR, f"{FULL}penalty Bob opponents-hand\nBob last-round\ntrick Bob", "Bob does not play to the tricks")


def test_a_dealer_who_stands_out_may_have_looked_at_anothers_hand():
    six = "Ann Bob Cat Dan Eve Fay"
    evening = full("penalty Bob opponents-hand\nCat stands\nDan stands\ntricks Cat 3", "dealer_plays=off", players=six)
    assert balances(evening) == {
        "Ann": -3,
        "Bob": -3 - 3 - 6,
        "Cat": 3 + 12 + 3 + 6,
        "Dan": -3 - 6,
        "Eve": -3,
        "Fay": -3,
    }


def test_after_a_flush_the_dealer_may_still_stand_or_change():
    before = "Cat passes\nDan passes\nAnn passes\nBob flush\n"
    for declaration in ("Bob stands", "Bob draws 2"):
        assert since(full(f"{before}{declaration}\nBob wins", FIVE)) == {"Bob": 12}


def test_who_is_fined_for_his_play_takes_no_flush():  # [25], [28]
    before = "Cat stands\nDan stands\nAnn passes\nBob passes\n"
    refused(
        FOUR,
        f"game loo {FIVE}\ndeal Ann\nCat wins\ndeal\n{before}Cat flush\npenalty Cat exposing\nCat wins flush",
        "fined",
    )
    # the pool is then played for, unless another has a flush
    fined = f"{before}Cat flush\npenalty Cat exposing\n"
    evening = full(f"{fined}tricks Dan 5", FIVE)
    assert since(evening) == {"Cat": -6, "Dan": 12}
    assert since(full(f"{fined}Dan wins flush", FIVE)) == {"Cat": -6, "Dan": 12 + 6 + 6, "Ann": -6, "Bob": -6}
