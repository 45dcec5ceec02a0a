"""Tournament: the examples of the sheet, places and shares, deals, and random evenings."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.cli.wording import standing
from ledger.games.language import vocabulary_of
from ledger.games.tournament import prizes
from ledger.games.tournament.options import BY_ENTRIES, WITH_MORE
from ledger.games.tournament.prizes import MOST_SUMS, by_model, may_be_modelled, prizes_of, rounded, sums_of
from ledger.interchange.script import replay_script
from ledger.language.slots import Amount, Group, Number
from ledger.log.book import book_of
from ledger.log.comparison import compared
from ledger.projections.offers import forms_now
from ledger.projections.summary import summary
from ledger.testing.evenings import carried
from ledger.testing.random_evenings import RandomChooser, simulate
from ledger.web.panel.layout import Layout
from ledger.web.panel.places import going_out
from ledger.web.panel.slots import verbs_of
from ledger.web.sentences import in_words, saying_in_words
from ledger.web.table_view import seats, tiles
from tests.helpers.rig import balances, machine_for, play, play_many, pools, refused

TestRandomEvenings = machine_for("tournament")
TestProgressive = machine_for(
    "tournament", examples=30, given=(("rebuy", "entry"), ("bounty", "7"), ("progressive", "on"))
)
TestWithEverything = machine_for(
    "tournament", examples=50, given=(("rebuy", "entry"), ("addon", "3"), ("bounty", "2"), ("fee", "1"))
)

FOUR, FIVE = "Ann Bob Cat Dan", "Ann Bob Cat Dan Eve"


def test_long_random_evenings():
    given = (("rebuy", "entry"), ("bounty", "2"))
    assert play_many("tournament", deals=40, seeds=range(10), given=given) > 60


# The examples of the sheet


def test_knock_outs_and_rebuys():
    evening = play(
        FIVE,
        """
        game tournament entry=15 bounty=5 rebuy=15 places=50-30-20
        Bob rebuys
        Dan rebuys
        Ann knocks-out Bob
        Cat knocks-out Dan
        Cat knocks-out Eve
        Cat knocks-out Ann
        end
        """,
    )
    assert balances(evening) == {"Ann": 16, "Bob": -35, "Cat": 53, "Dan": -35, "Eve": 1}
    assert pools(evening) == {}


def test_a_deal_by_the_model():
    deal = "chop icm Ann 5200 Bob 3100 Cat 1700"
    evening = play(FIVE, f"game tournament entry=20 places=50-30-20\nEve out\nDan out\n{deal}\nend")
    assert balances(evening) == {"Ann": 19, "Bob": 13, "Cat": 8, "Dan": -20, "Eve": -20}


# What the places pay


@pytest.mark.parametrize(
    ("entries", "shares"),
    [
        (2, (100,)), (3, (100,)), (4, (65, 35)), (6, (65, 35)), (7, (50, 30, 20)), (10, (50, 30, 20)),
        (11, (40, 30, 20, 10)), (20, (40, 30, 20, 10)), (21, WITH_MORE), (100, WITH_MORE),
    ],
)  # fmt: skip
def test_the_places_go_by_the_entries_unless_they_are_said(entries, shares):
    names = " ".join(f"P{place}" for place in range(entries))
    evening = play(names, "game tournament entry=100")
    assert carried(evening)["places"] == [entries * share for share in shares]
    assert sum(WITH_MORE) == 100
    assert all(sum(share) == 100 for _, share in BY_ENTRIES)


def test_a_late_entry_counts_and_a_rebuy_does_not():
    start = "game tournament entry=10 rebuy=10 with Ann Bob Cat\n"
    assert carried(play(FIVE, f"{start}Ann rebuys"))["places"] == [40]
    assert carried(play(FIVE, f"{start}Dan joins"))["places"] == [26, 14]


def test_shares_are_rounded_down_and_what_is_over_goes_to_the_first_places():
    assert prizes_of(105, (50, 30, 20), 5, 1) == (53, 31, 21, 0, 0)
    assert prizes_of(107, (40, 30, 20, 10), 4, 1) == (43, 33, 21, 10)
    assert prizes_of(1070, (34, 33, 33), 3, 10) == (370, 350, 350)


def test_a_hundred_places_have_one_of_the_hundred_each():
    evening = play("Ann Bob", f"game tournament entry=50 places={'-'.join(['1'] * 100)}\nBob out")
    assert carried(evening)["places"] == [99, 1]
    assert carried(play("Ann Bob", "game tournament entry=50 places=99-1"))["places"] == [99, 1]


def test_with_fewer_entries_than_places_the_first_has_the_shares_that_are_over():
    assert prizes_of(100, (35, 25, 18, 13, 9), 3, 1) == (57, 25, 18)
    evening = play("Ann Bob", "game tournament entry=10 places=50-30-20\nAnn knocks-out Bob\nend")
    assert balances(evening) == {"Ann": 4, "Bob": -4}


def test_prizes_may_be_amounts():
    start = "game tournament entry=20 prizes=50-30-10"
    assert carried(play(FIVE, start))["places"] == [60, 30, 10]
    assert carried(play(FOUR, start.replace("20", "17", 1)))["places"] == [50, 18]
    assert carried(play("Ann Bob", start.replace("20", "50", 1)))["places"] == [70, 30]
    evening = play(FOUR, "game tournament entry=20 prizes=£25-£12.50\nDan out\nCat out\nBob out\nend",
                   money="money=GBP counter=0.50")  # fmt: skip
    assert balances(evening) == {"Ann": 2750 - 1000, "Bob": 1250 - 1000, "Cat": -1000, "Dan": -1000}


def test_an_odd_counter_is_a_whole_counter_where_a_counter_has_a_value():
    money = "money=lsd counter=1d"
    evening = play("Ann Bob Cat", "game tournament entry=7d places=50-30-20\nCat out\nBob out\nend", money=money)
    assert balances(evening) == {"Ann": 44 - 28, "Bob": 24 - 28, "Cat": 16 - 28}
    finer = play("Ann Bob Cat", "game tournament entry=¼d places=50-30-20\nCat out\nBob out\nend", money=money)
    assert balances(finer) == {"Ann": 1, "Cat": -1}


def test_who_goes_out_first_has_the_last_place():
    start = "game tournament places=40-30-20-10\n"
    after = {"Ann": 32 - 20, "Bob": 24 - 20, "Cat": 16 - 20, "Dan": 8 - 20}
    assert balances(play(FOUR, f"{start}Dan out\nCat out\nBob out\nend")) == after
    assert balances(play(FOUR, f"{start}Ann knocks-out Dan Cat Bob\nend")) == after
    assert balances(play(FOUR, f"{start}Dan leaves\nAnn knocks-out Cat\nBob leaves\nend")) == after


def test_who_go_out_together_share_the_prizes_of_their_places():
    evening = play(FOUR, "game tournament entry=10 places=40-30-20-10\nDan out\nsplit Cat Ann\nend")
    # 16, 12, 8 and 4: the second and third place have 20 together
    assert balances(evening) == {"Bob": 6, "Dan": -6}
    odd = play(FIVE, "game tournament entry=11 places=40-30-20-10\nDan out\nsplit Cat Eve Ann\nend")
    # 55: 23, 16, 11, 5 and 0; 32 to three who share
    assert balances(odd) == {"Bob": 12, "Dan": -11, "Eve": -1}


def test_the_odd_counters_of_shared_places_go_to_who_sits_first():
    evening = play(FOUR, "game tournament entry=10 places=50-25-25\nsplit Dan Ann Cat\nend")
    # 20, 10, 10 and 0: 20 to three who share
    assert evening.books.balances == {"Ann": -3, "Bob": 10, "Cat": -3, "Dan": -4}


# Heads


def test_who_comes_back_from_a_knock_out_puts_a_new_bounty_on_his_head():
    start = "game tournament entry=10 bounty=3 rebuy=5\nAnn knocks-out Bob\nBob rebuys\n"
    evening = play("Ann Bob Cat", start)
    assert (balances(evening), pools(evening)) == (
        {"Ann": -10, "Bob": -21, "Cat": -13},
        {"tournament.prizes": 35, "tournament.bounties": 9},
    )
    again = play("Ann Bob Cat", f"{start}Cat knocks-out Bob\nAnn out\nend")
    assert balances(again) == {"Ann": -10, "Bob": -21, "Cat": -13 + 3 + 35 + 6}


def test_who_comes_back_after_out_or_split_puts_no_new_bounty_there():
    start = "game tournament entry=10 bounty=3 rebuy=5\n"
    for how in ("Bob out", "split Bob Cat", "Bob leaves"):
        assert pools(play(FOUR, f"{start}{how}\nBob rebuys"))["tournament.bounties"] == 12


def test_who_knocked_out_two_with_equal_chips_takes_both_heads_and_their_places_stay():
    start = "game tournament entry=10 bounty=3 places=40-30-20-10\n"
    together = play(FOUR, f"{start}split Bob Cat\nAnn knocks-out Bob Cat\nDan out\nend")
    # 16, 12, 8 and 4: the third and fourth place have 12 together
    assert balances(together) == {"Ann": -13 + 6 + 16 + 6, "Bob": -13 + 6, "Cat": -13 + 6, "Dan": -13 + 12}
    one = play(FOUR, f"{start}Dan out\nAnn knocks-out Dan Bob")
    assert (carried(one)["out"], balances(one)["Ann"]) == ({"Bob": 3, "Dan": 4}, -13 + 6)


def test_a_head_taken_by_several_is_shared_and_the_first_has_the_odd_counter():
    start = "game tournament entry=10 bounty=5\nAnn knocks-out Dan\nBob knocks-out Dan\n"
    evening = play(FOUR, start)
    assert balances(evening) == {"Ann": -15 + 3, "Bob": -15 + 2, "Cat": -15, "Dan": -15}
    assert reasons(evening)[-2:] == [
        ("Ann", "tournament.bounties", 2, "shares the head of Dan"),
        ("tournament.bounties", "Bob", 2, "knocked out Dan"),
    ]
    assert balances(play(FOUR, f"{start}Cat knocks-out Dan")) == {
        "Ann": -15 + 2, "Bob": -15 + 2, "Cat": -15 + 1, "Dan": -15,
    }  # fmt: skip
    # who took it first pays the part though out, and a new life is a new head
    later = "game tournament entry=10 bounty=6 rebuy=1\nAnn knocks-out Dan\nBob knocks-out Ann\nBob knocks-out Dan\n"
    assert balances(play(FOUR, later)) == {"Ann": -16 + 3, "Bob": -16 + 6 + 3, "Cat": -16, "Dan": -16}
    again = play(FOUR, f"{later}Dan rebuys\nBob knocks-out Dan")
    assert balances(again) == {"Ann": -16 + 3, "Bob": -16 + 6 + 3 + 6, "Cat": -16, "Dan": -16 - 7}


def test_half_of_a_progressive_bounty_goes_on_the_head_of_who_takes_it():
    start = "game tournament entry=10 bounty=5 progressive=on places=100\nAnn knocks-out Dan\n"
    assert balances(play(FOUR, start)) == {"Ann": -15 + 3, "Bob": -15, "Cat": -15, "Dan": -15}
    # Ann is worth 7: 4 to Bob, 3 on his head
    after = play(FOUR, f"{start}Bob knocks-out Ann\nCat knocks-out Bob\nend")
    assert balances(after) == {"Ann": -15 + 3, "Bob": -15 + 4, "Cat": -15 + 40 + 4 + 9, "Dan": -15}
    shared = play(FOUR, f"{start}Bob knocks-out Dan\nchop even")
    # Dan's 5: 3 and 2; of each one is on the head, so that in the deal Ann has 6 and Bob 6 of their own
    assert balances(shared) == {"Ann": -15 + 2 + 14 + 6, "Bob": -15 + 1 + 13 + 6, "Cat": -15 + 13 + 5, "Dan": -15}
    lost = f"{start}Bob knocks-out Ann\nCat knocks-out Dan"
    refused(FOUR, lost, "the head of Dan cannot be shared now")
    refused(FOUR, f"{start}Bob knocks-out Ann Dan", "the head of Dan cannot be shared now")
    bought = start.replace("progressive", "rebuy=1 progressive") + "Bob knocks-out Ann\nAnn rebuys\nCat knocks-out Dan"
    refused(FOUR, bought, "the head of Dan cannot be shared now")


def test_half_of_a_bounty_is_rounded_down_to_a_counter():
    evening = play("Ann Bob Cat", "game tournament entry=1 bounty=1.50 progressive=on\nAnn knocks-out Cat",
                   money="money=GBP counter=0.50")  # fmt: skip
    assert balances(evening)["Ann"] == -50 - 150 + 100


def test_who_re_enters_pays_all_of_an_entry_and_the_place_before_stands():
    start = "game tournament entry=10 bounty=3 fee=1 rebuy=5 rebuys=1 addon=2 places=40-30-20-10\n"
    first = f"{start}Ann rebuys\nAnn adds-on\nBob knocks-out Ann\nAnn re-enters\n"
    evening = play(FOUR, first)
    assert balances(evening) == {"Ann": -14 - 7 - 14, "Bob": -14 + 3, "Cat": -14, "Dan": -14}
    assert (carried(evening)["out"], evening.game.deal.inside) == ({}, ("Ann", "Bob", "Cat", "Dan"))
    # five entries, 64 in the prizes; Ann has the second place and the fifth, which pays nothing
    after = play(FOUR, f"{first}Ann rebuys\nAnn adds-on\nDan out\nBob knocks-out Cat Ann\nBob takes house\nend")
    assert balances(after)["Ann"] == -14 - 7 - 14 - 7 + prizes_of(64, (40, 30, 20, 10), 5, 1)[1]
    assert carried(play(FOUR, f"{first}Dan out\nBob out\nAnn out"))["out"] == {"Ann": 2, "Bob": 3, "Dan": 4}
    assert carried(play(FOUR, f"{first}Ann out\nAnn rebuys"))["out"] == {}


def test_one_player_may_have_two_places_and_the_odd_head_goes_to_the_winner():
    evening = play("Ann Bob", "game tournament entry=10 bounty=3 places=50-30-20\nAnn out\nAnn re-enters\nAnn out\nend")
    # 30: 15, 9 and 6; and three heads
    assert balances(evening) == {"Ann": -26 + 9 + 6, "Bob": -13 + 15 + 9}


def test_a_rebuy_makes_the_place_void():
    start = "game tournament rebuy=1 places=40-30-20-10\nDan out\nCat out\nDan rebuys\n"
    assert carried(play(FOUR, start))["out"] == {"Cat": 4}
    assert carried(play(FOUR, f"{start}Dan out"))["out"] == {"Dan": 3, "Cat": 4}
    together = "game tournament rebuy=1\nsplit Dan Cat\nDan rebuys\nBob out\nDan out"
    assert carried(play(FOUR, together))["out"] == {"Dan": 2, "Bob": 3, "Cat": 4}


def test_the_winner_has_all_heads_that_are_left():
    evening = play(FOUR, "game tournament entry=1 bounty=5 places=100\nDan out\nAnn knocks-out Cat\nBob out\nend")
    assert balances(evening) == {"Ann": -6 + 4 + 5 + 15, "Bob": -6, "Cat": -6, "Dan": -6}


def test_rebuys_are_counted_for_each():
    start = "game tournament entry=10 rebuy=entry rebuys=1 bounty=2\nAnn rebuys\nBob rebuys\n"
    assert balances(play("Ann Bob Cat", start)) == {"Ann": -22, "Bob": -22, "Cat": -12}
    refused("Ann Bob Cat", f"{start}Bob out\nBob rebuys", "Bob has had 1 rebuy, and may have no more")


def test_an_add_on_is_as_much_as_was_said():
    assert balances(play("Ann Bob", "game tournament entry=10 addon=4\nAnn adds-on")) == {"Ann": -14, "Bob": -10}
    assert balances(play("Ann Bob", "game tournament entry=10 addon=entry\nBob adds-on")) == {"Ann": -10, "Bob": -20}


# Deals


def test_a_deal_by_chips_gives_each_the_least_prize_and_the_rest_by_chips():
    start = "game tournament entry=20 places=50-30-20\nEve out\nDan out\n"
    evening = play(FIVE, f"{start}chop chips Cat 1700 Ann 5200 Bob 3100")
    # 20 each, and 40 by chips: 20.8, 12.4 and 6.8
    assert balances(evening) == {"Ann": 21, "Bob": 12, "Cat": 7, "Dan": -20, "Eve": -20}


def test_a_deal_leaves_the_places_that_are_gone_their_shares():
    start = "game tournament entry=20 bounty=5 places=40-30-20-10\nDan out\nEve out\nAnn knocks-out Cat\n"
    # of 100 the third place has 20 and the fourth 10; heads: Ann's, Bob's, and those of Dan and Eve, which nobody took
    even = play(FIVE, f"{start}chop even\nend")
    assert balances(even) == {"Ann": -25 + 5 + 35 + 10, "Bob": -25 + 35 + 10, "Cat": -5, "Dan": -25, "Eve": -15}
    agreed = play(FIVE, f"{start}chop Bob 30 Ann 40\nend")
    assert balances(agreed) == {"Ann": -25 + 5 + 40 + 10, "Bob": -25 + 30 + 10, "Cat": -5, "Dan": -25, "Eve": -15}


def test_odd_counters_of_a_deal_go_to_who_sits_first():
    evening = play("Ann Bob Cat", "game tournament entry=9 bounty=5\nCat out\nchop even")
    # 27: 14 and 13; Cat's head: 3 and 2
    assert balances(evening) == {"Ann": -14 + 14 + 5 + 3, "Bob": -14 + 13 + 5 + 2, "Cat": -14}


def test_what_is_over_goes_to_the_greatest_remainders_then_to_more_chips_then_to_the_first():
    assert rounded(({"Ann": 15, "Bob": 16, "Cat": 9}, 10), 4, 1, {"Ann": 1, "Bob": 1, "Cat": 1}) == {
        "Ann": 1, "Bob": 2, "Cat": 1,
    }  # fmt: skip
    half = {"Ann": 15, "Bob": 25, "Cat": 20}, 10
    assert rounded(half, 6, 1, {"Ann": 3, "Bob": 5, "Cat": 4}) == {"Ann": 1, "Bob": 3, "Cat": 2}
    assert rounded(half, 6, 1, {"Ann": 5, "Bob": 5, "Cat": 4}) == {"Ann": 2, "Bob": 2, "Cat": 2}
    assert rounded(({"Ann": 159, "Bob": 261}, 10), 40, 10, {"Ann": 1, "Bob": 1}) == {"Ann": 10, "Bob": 30}
    pence = {"Ann": 150, "Bob": 250, "Cat": 200}, 10
    assert rounded(pence, 60, 10, {"Ann": 3, "Bob": 5, "Cat": 4}) == {"Ann": 10, "Bob": 30, "Cat": 20}


def test_after_a_deal_players_may_leave_and_nothing_comes_of_it():
    start = "game tournament entry=10 fee=1\nCat out\nchop even\nAnn leaves\nCat leaves\nDan takes house\nend"
    assert balances(play(FOUR, start)) == {"Ann": -11 + 14, "Bob": -11 + 13, "Cat": -11, "Dan": -11 + 13 + 4}


def expected(prizes, chips):
    """Return what each may expect, over all orders in which they may come in."""
    worth = dict.fromkeys(chips, Fraction(0))
    for order in permutations(chips):
        chance, left = Fraction(1), sum(chips.values())
        for player in order:
            chance *= Fraction(chips[player], left)
            left -= chips[player]
        for player, prize in zip(order, prizes, strict=True):
            worth[player] += chance * prize
    return worth


@given(st.lists(st.tuples(st.integers(0, 90), st.integers(1, 60)), min_size=2, max_size=5))
def test_the_model_is_what_all_orders_come_to(said):
    prizes, chips = sorted((prize for prize, _ in said), reverse=True), dict(enumerate(chips for _, chips in said))
    parts, whole = by_model(prizes, chips)
    assert {player: Fraction(part, whole) for player, part in parts.items()} == expected(prizes, chips)


def test_the_model_is_offered_where_it_can_be_worked_out_whatever_the_chips_are():
    assert may_be_modelled(11, [*range(11, 0, -1)])
    assert not may_be_modelled(12, [*range(12, 0, -1)])
    assert may_be_modelled(100, [9, *[0] * 99])
    many = {place: 2**place for place in range(40)}
    assert by_model([9, 7, *[5] * 38], many) is not None
    powers = [2**place for place in range(14)]
    assert sum(map(len, sums_of(powers, 5))) == sum((1, 14, 91, 364, 1001))
    assert sums_of(powers, 9) is None
    assert MOST_SUMS == 2_500


def test_no_more_is_worked_out_than_is_said():
    chips = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(prizes, "MOST_SUMS", 1 + 11 + 55)
        assert sums_of(chips, 3) is not None
        assert may_be_modelled(11, [9, 8, 7, *[6] * 8])
        patched.setattr(prizes, "MOST_SUMS", 66)
        assert sums_of(chips, 3) is None
        assert not may_be_modelled(11, [9, 8, 7, *[6] * 8])


def test_a_hundred_with_as_many_chips_have_as_much():
    names = [f"P{place}" for place in range(100)]
    chips = " ".join(f"{name} 5000" for name in names)
    evening = play(" ".join(names), f"game tournament entry=20\nchop icm {chips}")
    assert balances(evening) == {}


def reasons(evening):
    return [(str(posting.payer), str(posting.payee), posting.amount, posting.why) for posting in evening.books.postings]


def test_every_payment_says_what_it_is_for():
    start = "game tournament entry=10 bounty=2 rebuy=5 addon=3 fee=1 places=40-30-20-10\n"
    evening = play(FOUR, f"{start}Bob rebuys\nAnn adds-on\nDan out\nsplit Bob Cat\nAnn takes house\nend")
    pools = [f"tournament.{name}" for name in ("prizes", "bounties", "house")]
    whys = ("the entry", "the bounty", "the fee")
    entries = [
        (player, pool, amount, why)
        for player in FOUR.split()
        for pool, amount, why in zip(pools, (10, 2, 1), whys, strict=True)
    ]
    assert reasons(evening) == [
        *entries,
        ("Bob", pools[0], 5, "a rebuy"),
        ("Ann", pools[0], 3, "an add-on"),
        (pools[2], "Ann", 4, "taken out for the house"),
        (pools[0], "Ann", 20, "place 1"),
        (pools[0], "Bob", 12, "places 2 to 3, shared"),
        (pools[0], "Cat", 12, "places 2 to 3, shared"),
        (pools[0], "Dan", 4, "place 4"),
        (pools[1], "Ann", 8, "all heads that are left"),
    ]


def test_every_payment_of_a_deal_says_what_it_is_for():
    evening = play(
        "Ann Bob Cat", "game tournament entry=10 bounty=2 places=60-30-10\nAnn knocks-out Cat\nchop even\nend"
    )
    assert reasons(evening)[6:] == [
        ("tournament.bounties", "Ann", 2, "knocked out Cat"),
        ("tournament.prizes", "Ann", 14, "by the deal"),
        ("tournament.prizes", "Bob", 13, "by the deal"),
        ("tournament.prizes", "Cat", 3, "place 3"),
        ("tournament.bounties", "Ann", 2, "their own head"),
        ("tournament.bounties", "Bob", 2, "their own head"),
    ]
    more = play("Ann Bob Cat", "game tournament entry=10 bounty=3\nCat out\nchop even")
    assert reasons(more)[-2:] == [
        ("tournament.bounties", "Ann", 2, "a part of the other heads"),
        ("tournament.bounties", "Bob", 1, "a part of the other heads"),
    ]


# Coming, going, and the end


def test_one_may_come_in_late_and_pays_all_of_an_entry():
    evening = play(
        "Ann Bob",
        "game tournament entry=10 bounty=3 fee=2\nCat joins after Ann\nBob out\nAnn out\nCat takes house\nend",
    )
    assert balances(evening) == {"Ann": -15, "Bob": -15, "Cat": -15 + 30 + 9 + 6}
    assert pools(evening) == {}


def test_who_has_left_comes_back_by_a_rebuy_and_takes_his_seat_without_paying_again():
    evening = play(
        "Ann Bob Cat", "game tournament entry=10 bounty=2 rebuy=5\nBob leaves\nBob rebuys\nBob joins\nAnn out"
    )
    assert balances(evening) == {"Ann": -12, "Bob": -17, "Cat": -12}
    assert evening.game.deal.inside == ("Cat", "Bob")


def test_who_sits_by_comes_in_by_joining():
    evening = play("Ann Bob Cat", "game tournament entry=10 with Ann Bob\nCat joins")
    assert balances(evening) == {"Ann": -10, "Bob": -10, "Cat": -10}


def test_there_are_a_hundred_entries_at_most():
    names = [f"P{place}" for place in range(100)]
    refused(" ".join(names), "game tournament entry=1\nZoe joins", "at most 100 entries")
    refused(" ".join([*names, "Zoe"]), "game tournament", "for 2 to 100 players, not 101")
    some = " ".join(names[:99])
    play(" ".join(names), f"game tournament entry=1 with {some}\n{names[99]} joins")


def test_the_house_s_counters_are_taken_by_anybody_before_the_end():
    start = "game tournament entry=10 fee=3 with Ann Bob\nAnn knocks-out Bob\n"
    evening = play("Ann Bob Cat", f"{start}Cat takes house 2\nBob leaves\nBob takes house\nend")
    assert balances(evening) == {"Ann": -13 + 20, "Bob": -13 + 4, "Cat": 2}


def test_all_that_the_house_has_may_be_said():
    evening = play("Ann Bob", "game tournament entry=10 fee=3\nAnn takes house 6")
    assert balances(evening) == {"Ann": -7, "Bob": -13}


def test_a_fine_goes_to_the_prizes():
    assert pools(play("Ann Bob", 'game tournament entry=10\npenalty Ann 3 "late"')) == {"tournament.prizes": 23}


def test_end_divide_shares_all_pools_among_those_who_are_in():
    start = "game tournament entry=10 bounty=3 fee=2\nDan out\nAnn knocks-out Cat\n"
    # 40, 9 and 8
    assert balances(play(FOUR, f"{start}end divide")) == {"Ann": -15 + 3 + 29, "Bob": -15 + 28, "Cat": -15, "Dan": -15}
    taken = play(FOUR, f"{start}Dan takes house\nend divide")
    assert balances(taken) == {"Ann": -15 + 3 + 25, "Bob": -15 + 24, "Cat": -15, "Dan": -15 + 8}


def test_what_the_house_has_after_a_deal_may_be_divided():
    evening = play("Ann Bob Cat", "game tournament entry=10 fee=2\nCat out\nchop even\nend divide")
    assert balances(evening) == {"Ann": 6, "Bob": 6, "Cat": -12}


def test_what_was_left_lies_in_the_pools_of_the_next_tournament():
    evening = play("Ann Bob", "game tournament entry=10 bounty=2\nend leave\ngame tournament entry=5\nBob out\nend")
    assert balances(evening) == {"Ann": -12 - 5 + 30 + 4, "Bob": -17}


def test_all_draw_for_what_is_left_but_who_is_out():
    evening = play("Ann Bob Cat", "game tournament entry=10\nCat out\nend draw Ann:7C Bob:2D")
    assert balances(evening) == {"Ann": -10, "Bob": 20, "Cat": -10}


def test_a_knock_out_that_was_none_is_taken_back():
    evening = play(
        "Ann Bob Cat", 'game tournament entry=10 bounty=2\nAnn knocks-out Bob\nCat out\nundo\nvoid 4 "split pot"'
    )
    assert balances(evening) == {"Ann": -12, "Bob": -12, "Cat": -12}
    assert carried(evening)["out"] == {}


# Words


def test_the_prompt_says_who_is_in_and_what_the_places_pay():
    start = "game tournament entry=20\n"
    asks = lambda script: play(FOUR, start + script).game.turn.asks  # noqa: E731
    assert asks("") == "all 4 are in; the places pay 52 and 28"
    assert asks("Dan out\nCat out") == "2 of 4 are in; the places pay 52 and 28"
    assert asks("Dan out\nCat out\nAnn out") == "Bob alone is in; the places pay 52 and 28"
    assert asks("chop even") == "the prizes are shared"
    assert play("Ann Bob", "game tournament fee=2\nchop even").game.turn.asks == (
        "the prizes are shared; the house has 4 still"
    )
    assert play("Ann Bob", "game tournament").game.turn.asks == "all 2 are in; the winner has 40"


def test_what_stands_at_a_seat():
    deal = play(FOUR, "game tournament\nDan out\nsplit Ann Cat").game.deal
    assert [deal.at_seat(player) for player in FOUR.split()] == ["out, place 2", "", "out, place 2", "out, place 4"]


def test_only_what_is_possible_is_offered():
    texts = lambda script: play("Ann Bob Cat", f"game tournament {script}").game.turn.texts(play("A", "").money)  # noqa: E731
    chops = ["chop icm A CHIPS B CHIPS …", "chop chips A CHIPS B CHIPS …", "chop even", "chop A AMOUNT B AMOUNT …",
             "chop first 1 to 59"]  # fmt: skip
    ends = ["end divide", "end leave", "end draw NAME:CARD …"]
    assert texts("") == ["knocks-out A B …", "out", "split A B …", *chops, *ends]
    assert texts("\nCat out") == ["knocks-out A B …", "out", "Cat re-enters", *chops, *ends]
    assert texts("rebuy=2 addon=2 fee=1\nCat out\nBob out") == [
        "rebuys", "Bob re-enters", "Cat re-enters", "Ann adds-on", "takes house",
    ]  # fmt: skip


def test_chips_are_offered_as_far_as_they_are_read():
    evening = play("Ann Bob", "game tournament")
    groups = [form.slots[-1] for form in evening.game.turn.forms() if isinstance(form.slots[-1], Group)]
    chips = [slot for group in groups for slot in group.slots if isinstance(slot, Number)]
    assert chips == [Number(1, 999_999_999)] * 2
    play("Ann Bob", "game tournament\nchop chips Ann 999999999 Bob 1")
    refused("Ann Bob", "game tournament\nchop chips Ann 1000000000 Bob 1", "below 1,000,000,000")


@pytest.mark.parametrize(
    ("money", "players", "entry", "expected"),
    [
        ("money=lsd counter=1d", "Ann Bob", "½d", Amount(0, 4, step=4)),
        ("money=lsd counter=1d", "Ann Bob Cat", "½d", Amount(0, 6, step=1)),
        ("money=lsd", "Ann Bob", "1d", Amount(0, 8, step=1)),
    ],
)
def test_a_deal_as_agreed_is_offered_in_whole_counters_where_they_come_out(money, players, entry, expected):
    evening = play(players, f"game tournament entry={entry}", money=money)
    groups = [form.slots[-1] for form in evening.game.turn.forms() if isinstance(form.slots[-1], Group)]
    assert [slot for group in groups for slot in group.slots if isinstance(slot, Amount)] == [expected]


def places_of(script):
    """Return the places of who is out, and how the rest is shared, as the page has them, with the forms beside them."""
    return who_goes_out(play(FOUR, f"game tournament rebuy=entry\n{script}"))


def who_goes_out(evening):
    out = {name: evening.game.deal.at_seat(name) for name in evening.game.table.players}
    forms = forms_now(evening, len(evening.effective))
    return going_out(
        forms,
        Layout(evening.money, vocabulary=vocabulary_of("tournament")),
        lambda saying: f"as {saying}",
        out,
        "/out?who=",
    )


def test_the_page_asks_who_is_out_and_by_whom():
    places, others = places_of("Dan out")
    assert places.asks == "Who is out, and by whom?"
    assert [(place.label, place.reason) for place in places.players] == [
        ("Ann", ""), ("Bob", ""), ("Cat", ""), ("Dan", "out, place 4"),
    ]  # fmt: skip
    bob = places.players[1].sheet
    assert bob.title == "Bob is out: by whom?"
    assert [(said.saying, said.label) for said in bob.ready] == [
        ("Ann knocks-out Bob", "Ann"), ("Cat knocks-out Bob", "Cat"), ("Bob out", "nobody"),
    ]  # fmt: skip
    assert [verb for form in others for verb in verbs_of(form)] == ["re-enters", "end", "end"]
    assert [place.label for place in places.others] == [
        "several by one", "several together", "share the rest", "buys again",
    ]  # fmt: skip


def test_one_knocks_out_several_in_the_order_in_which_they_are_touched():
    several = places_of("")[0].others[0].sheet
    by, knocks, whom = several.fields
    assert (several.asks, by.asks, knocks.value, whom.asks) == (
        "Who are out, by one?", "By whom?", "knocks-out", "Who had fewer chips first",
    )  # fmt: skip
    assert (whom.low, whom.high, whom.ordered) == (2, 3, True)
    evening = play(FOUR, "game tournament")
    assert saying_in_words("Ann knocks-out Cat Bob", evening) == "Ann knocks out Cat, then Bob"


def test_the_page_asks_how_the_rest_is_shared():
    _, together, share, _ = places_of("Dan out")[0].others
    assert together.sheet.asks == "Who are out together, with as many chips?"
    sheet = share.sheet
    assert (sheet.asks, [ending.saying for ending in sheet.endings]) == ("How is the rest shared?", ["chop even"])
    assert sheet.endings[0].note == "as chop even"
    assert [(inner.label, inner.title, inner.asks) for inner in sheet.inner] == [
        ("by the model…", "Shared by the model", "How many chips has each?"),
        ("by chips…", "Shared by chips", "How many chips has each?"),
        ("as agreed…", "Shared as agreed", "How much has each?"),
        ("but for the first…", "Shared but for the first", "How much has the first?"),
    ]
    two_left = places_of("Dan out\nCat out")[0].others
    assert [(place.sheet is None, place.reason) for place in two_left[:2]] == [(True, "two are left")] * 2


def test_where_nobody_can_go_out_the_page_asks_something_else():
    for script in ("Dan out\nCat out\nBob out", "chop even"):
        assert places_of(script)[0] is None


def test_of_many_who_are_in_each_has_a_place_whose_sheet_is_fetched():
    names = [f"P{place}" for place in range(25)]
    places, others = who_goes_out(play(" ".join(names), "game tournament"))
    assert [place.label for place in places.players] == names
    assert (places.players[3].sheet.address, places.players[3].sheet.ready) == ("/out?who=P3", [])
    assert not {"knocks-out", "out"} & {verb for form in others for verb in verbs_of(form)}


def test_what_the_page_reads_in_the_log():
    evening = play(
        "Ann Bob Cat Dan Eve",
        """
        game tournament entry=50 rebuy=entry addon=entry
        Ann knocks-out Eve
        Eve rebuys
        Eve adds-on
        split Eve Dan
        chop icm Ann 52000 Bob 3100 Cat 900
        end
        game holdem
        deal
        chop
        end
        """,
    )
    words = [in_words(outcome.event, evening, outcome.number) for outcome in evening.outcomes[3:]]
    assert words == [
        "Ann knocks out Eve",
        "Eve buys again",
        "Eve adds on",
        "Eve and Dan are out together",
        "The rest is shared by the model: Ann 52,000, Bob 3,100, Cat 900",
        "Tournament ends",
        "Hold'em begins",
        "Deal",
        "chop",
        "Hold'em ends",
    ]
    agreed = play("Ann Bob", "game tournament\nchop Ann 30 Bob 10")
    assert in_words(agreed.outcomes[-1].event, agreed) == "The rest is shared as agreed: Ann 30, Bob 10"


def test_the_seats_show_who_is_out():
    evening = play(FOUR, "game tournament\nAnn knocks-out Dan")
    assert [(seat.name, seat.last, seat.out) for seat in seats(evening)] == [
        ("Ann", "knocks out Dan", False), ("Bob", "", False), ("Cat", "", False), ("Dan", "out, place 4", True),
    ]  # fmt: skip


def test_what_the_places_pay_is_shown_as_money():
    evening = play(FOUR, "game tournament entry=10\nDan out", money="money=GBP counter=0.50")
    assert carried(evening)["places"] == [1300, 700]
    shown = {tile.label: tile.value for tile in tiles(evening, [])}
    assert shown["Places"] == "£13.00, £7.00"
    assert "Out" not in shown, "what the seats tell is not told once more above them"
    assert "places: £13.00, £7.00" in standing(evening, summary(evening))


def test_a_book_that_tells_another_order_differs_where_somebody_went_out():
    opening = f'evening "Two books"\nplayers {FOUR}\ngame tournament places=60-40\n'
    a, b = (
        book_of(name, replay_script(f"{opening}{outs}\nend\nclose\n", name), script=True)
        for name, outs in (("a", "Dan out\nCat out\nBob out"), ("b", "Dan out\nBob out\nCat out"))
    )
    comparison = compared(a, b)
    assert not comparison.same
    told = [(item.standing, (item.a or item.b).kind) for item in comparison.differences.values()]
    assert told == [("only-a", "out"), ("only-b", "out")]


def test_a_random_tournament_with_a_fee_comes_to_its_end():
    options = (("fee", "2"), ("rebuy", "entry"), ("bounty", "3"))
    for seed in range(6):
        events = simulate("tournament", 12, 5, RandomChooser(seed), options)
        assert events[-2].how in (None, "divide")


# A deal that leaves something for the first

LEAVES = "game tournament entry=20 places=50-30-20\nEve out\nDan out\nchop first 10\n"


def test_a_deal_leaves_something_for_the_first_and_all_play_on():
    even = f"{LEAVES}chop even\n"  # of 100: 40, 30 and 20 are shared
    shared = play(FIVE, even)
    assert (balances(shared), pools(shared)) == (
        {"Ann": 10, "Bob": 10, "Cat": 10, "Dan": -20, "Eve": -20}, {"tournament.prizes": 10},
    )  # fmt: skip
    assert shared.game.turn.asks == "3 of 5 are in; the first has 10 still"
    played = play(FIVE, f"{even}Ann knocks-out Cat\nBob out\nend")
    assert (balances(played), pools(played)) == ({"Ann": 20, "Bob": 10, "Cat": 10, "Dan": -20, "Eve": -20}, {})
    divided = play(FIVE, f"{even}Cat leaves\nend divide")
    assert balances(divided) == {"Ann": 15, "Bob": 15, "Cat": 10, "Dan": -20, "Eve": -20}


def test_what_is_left_for_the_first_is_taken_off_the_first_place():
    model = play(FIVE, f"{LEAVES}chop icm Ann 5200 Bob 3100 Cat 1700")
    # 40, 30 and 20 by the model: 33.63, 30.41 and 25.96
    assert balances(model) == {"Ann": 14, "Bob": 10, "Cat": 6, "Dan": -20, "Eve": -20}
    agreed = play(FIVE, f"{LEAVES}chop Ann 50 Bob 40 Cat 0")
    assert balances(agreed) == {"Ann": 30, "Bob": 20, "Cat": -20, "Dan": -20, "Eve": -20}
    another = play(FIVE, f"{LEAVES}chop first 30\nchop even")  # 20, 30 and 20
    assert pools(another) == {"tournament.prizes": 30}


def test_heads_are_played_for_after_such_a_deal():
    start = "game tournament entry=20 bounty=5\nAnn knocks-out Dan\nchop first 8\nchop even\n"
    assert pools(play(FOUR, start)) == {"tournament.prizes": 8, "tournament.bounties": 15}
    evening = play(FOUR, f'{start}penalty Cat 2 "late"\nBob knocks-out Ann\nCat knocks-out Bob\nend')
    # of 80 the three in share 72; the fines go to the first
    assert balances(evening) == {"Ann": -25 + 5 + 24, "Bob": -25 + 24 + 5, "Cat": -25 + 24 - 2 + 5 + 10 + 5, "Dan": -25}


def test_of_what_is_left_for_the_first_nobody_can_buy_a_part():
    for saying in ("Dan re-enters", "Ann rebuys", "Ann adds-on", "chop even", "chop first 5", "Zoe joins"):
        refused(FIVE, f"{LEAVES}chop even\n{saying}", "the prizes are shared but for what the first has")
    refused(FIVE, "game tournament places=50-30-20\nchop first 51", "at most 50 can be left for the first, not 51")
    refused("Ann Bob", "game tournament\nchop first 40", "at most 39 can be left for the first, not 40")
    refused("Ann Bob", "game tournament\nchop first 0", "nothing is left so")
    refused("Ann Bob", "game tournament\nBob out\nchop first 5", "Ann alone is in: there is nobody to share with")
