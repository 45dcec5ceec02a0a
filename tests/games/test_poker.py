"""Poker: its examples, every option and irregularity, and random evenings."""

import re

import pytest

import ledger.games.poker.rules as poker
from ledger.games.poker.options import next_jackpot
from tests.helpers.rig import balances, carry, machine_for, play, play_many, pools, refused

FOUR = "Ann Bob Cat Dan"
TestRandomEvenings = machine_for("poker", steps=30, examples=120, most_players=7)

ILLUSTRATION = """
game poker ante=3d limit=1s
deal Ada
Cis bets 6d
Dot passes
Eve bets 6d
Ada bets 1s6d
Ben bets 1s3d
Ben draws 2
Cis bets 1s
Cis draws 5
Eve passes
Ada draws 1
"""
IN_SHORT = """
game poker ante=3d limit=1s
deal Ada
Cis opens
Eve calls
Ada raises 1s
Ben calls
Cis calls
"""


@pytest.mark.thorough
def test_long_random_evenings():
    assert play_many("poker", deals=30, seeds=range(15), most_players=10) > 100


# The book's own game [35]-[38]


def test_the_illustration_of_the_book():
    evening = play("Ada Ben Cis Dot Eve", ILLUSTRATION, "money=lsd")
    assert pools(evening) == {"poker.pool": 5 * 48}
    evening = play(
        "Ada Ben Cis Dot Eve",
        f"""{ILLUSTRATION}
        Cis bets 6d
        Ada bets 6d
        Ben bets 1s6d
        Cis bets 2s
        Ada passes
        Ben bets 1s
        Cis wins
        """,
        "money=lsd",
    )
    assert balances(evening) == {"Ada": -96, "Ben": -192, "Cis": 312, "Eve": -24}
    assert pools(evening) == {}


def test_the_illustration_in_short():  # R20, R25-R26, R36, R52-R53, R59
    evening = play(
        "Ada Ben Cis Dot Eve",
        f"""{IN_SHORT}
        Cis bets 6d
        Ada calls
        Ben raises 1s
        Cis raises 1s
        Ben calls
        Cis wins
        """,
        "money=lsd",
    )
    assert balances(evening) == {"Ada": -96, "Ben": -192, "Cis": 312, "Eve": -24}


def test_a_false_opening_and_the_next_jackpot():  # R30-R33
    script = """
        game poker ante=1 limit=10
        deal Ann
        Bob passes
        """
    evening = play(FOUR, script)
    assert (pools(evening), carry(evening)) == ({"poker.pool": 1}, {"jackpot": "knaves"})
    script += "\ndeal"
    assert pools(play(FOUR, script)) == {"poker.pool": 6}
    script += "\nAnn opens\nCat passes\npenalty Ann false-opening"
    evening = play(FOUR, script)
    assert (pools(evening), carry(evening)) == ({"poker.pool": 10}, {"jackpot": "queens"})
    script += "\ndeal"
    assert pools(play(FOUR, script)) == {"poker.pool": 15}
    script += "\nBob opens\nCat calls\nDan passes\nBob draws 3\nCat draws 1\nBob bets 5\nCat passes"
    assert pools(play(FOUR, script)) == {"poker.pool": 24}
    evening = play(FOUR, f"{script}\nBob wins")
    assert balances(evening) == {"Ann": -6, "Bob": 14, "Cat": -5, "Dan": -3}
    assert (pools(evening), carry(evening)) == ({}, {})


def test_a_short_stake_and_the_rest():
    script = """
        game poker ante=1 limit=20
        deal Ann
        Cat opens
        Ann calls
        Bob calls
        Cat bets 5
        Ann raises 10
        Bob calls
        Cat demands-show 3
        Cat wins
        """
    assert pools(play("Ann Bob Cat", script)) == {"poker.pool": 13}
    evening = play("Ann Bob Cat", f"{script} Bob wins")
    assert balances(evening) == {"Ann": -17, "Bob": -4, "Cat": 21}


def test_equal_hands_share():
    evening = play(
        FOUR,
        """
        game poker
        deal Ann
        Cat opens
        Dan calls
        Bob passes
        Cat bets 2
        Dan calls
        Cat shows KH KD 7S 7C 2D
        Dan shows KS KC 7H 7D QS
        """,
    )
    assert balances(evening) == {"Bob": -1, "Cat": 1}


# Straddles and the say (R21-R27)


def test_straddles_and_who_has_the_say():  # R20-R26
    script = """
        game poker ante=1 limit=10
        deal Ann
        Cat straddles
        Ann straddles 3
        """
    evening = play(FOUR, script)
    assert balances(evening) == {"Ann": -3, "Bob": -1, "Cat": -2}
    evening = play(FOUR, f"{script} Bob opens")
    assert balances(evening) == {"Ann": -3, "Bob": -6, "Cat": -2}
    assert balances(play(FOUR, f"{script} Bob opens 15"))["Bob"] == -16
    refused(FOUR, f"{script} Bob opens 16", "too much")
    refused(FOUR, f"{script} Bob bets 4", "too little")
    evening = play(FOUR, f"{script} Bob opens\nAnn calls")
    assert balances(evening) == {"Ann": -6, "Bob": -6, "Cat": -2}


def test_straddling_stops_at_half_the_limit():  # R22
    script = "game poker ante=1 limit=6\ndeal Ann\nCat straddles\nDan straddles"
    assert balances(play(FOUR, script)) == {"Bob": -1, "Cat": -2, "Dan": -3}
    refused(FOUR, f"{script}\nAnn straddles", "straddling is over")


@pytest.mark.parametrize(
    ("options", "said", "why"),
    [
        ("", "Dan straddles", "Cat, who is No. 1, did not straddle, and so nobody may"),
        ("", "Cat straddles\nAnn straddles\nDan straddles", "it goes once round, from No. 1 to the dealer"),
        ("", "Cat opens\nDan straddles", "the say has begun"),
        ("limit=4", "Cat straddles\nDan straddles", "3 would be more than half the limit"),
        ("jackpot_ante=off", "deal\nDan straddles", "no ante is staked in this Jack-pot"),
    ],
)
def test_it_is_told_why_nobody_straddles_any_more(options, said, why):
    refused(FOUR, f"game poker ante=1 {options}\ndeal Ann\n{said}", f"the straddling is over: {why}")


def test_more_than_six_are_warned_when_one_joins_too():
    evening = play("Ann Bob Cat Dan Eve Fay", "game poker\ndeal Ann\nBob passes\nGus joins")
    assert "here are 7" in evening.outcomes[-1].remarks[-1]


def test_the_ante_has_the_last_say():
    evening = play(FOUR, "game poker\ndeal Ann\nCat passes\nDan passes\nAnn passes\nBob opens")
    assert (balances(evening), pools(evening)) == ({}, {})


def test_an_unopened_game_may_be_said_by_the_next_deal():
    evening = play(FOUR, "game poker\ndeal Ann\ndeal\ndeal\ndeal\ndeal")
    assert carry(evening) == {"jackpot": "knaves"}
    assert pools(evening) == {"poker.pool": 5 + 4 * 4}


def test_the_opener_alone_takes_the_pool():  # R58
    evening = play(FOUR, "game poker\ndeal Ann\nCat opens\nBob passes")
    assert balances(evening) == {"Bob": -1, "Cat": 1}
    for word in ("Cat wins", "end", "Bob leaves"):
        assert balances(play(FOUR, f"game poker\ndeal Ann\nCat opens\n{word}")) == {"Bob": -1, "Cat": 1}


def test_two_play():
    evening = play("Ann Bob", "game poker\ndeal Ann\nAnn opens\nBob calls\nAnn bets 3\nBob passes")
    assert balances(evening) == {"Ann": 2, "Bob": -2}


# The draw (R34-R38)

TWO_IN = """
game poker ante=2 limit=20
deal Ann
Cat opens
Dan calls
Ann passes
Bob passes
"""


def test_who_owes_at_the_draw_and_is_passed_over_has_passed():
    script = "game poker\ndeal Ann\nCat opens\nDan raises 3\nAnn calls\nBob calls"
    evening = play(FOUR, f"{script}\nDan draws 1")
    assert "Cat" not in evening.game.deal.stakes.remaining
    assert "Bob" in evening.game.deal.stakes.remaining


@pytest.mark.parametrize("word", ["Cat calls\nCat draws 1", "Cat bets 3\nCat draws 1", "Cat draws 1", "Cat pat"])
def test_stakes_are_made_good_at_the_draw(word):  # R36
    script = "game poker\ndeal Ann\nCat opens\nDan raises 3\nAnn passes\nBob passes"
    assert balances(play(FOUR, f"{script}\n{word}"))["Cat"] == -5


def test_a_discarded_card_comes_again_once_the_pack_is_out():
    names = "Ann Bob Cat Dan Eve Fay Gus Hal Ida Jim"
    script = "game poker\ndeal Ann\nCat opens\nDan calls\nEve calls\nBob passes\nCat discards 2C 3C draws 4C 5C\n"
    play(names, f"{script} Dan discards 9D draws 2C")
    play(names, f"{script} Eve draws 2C")
    refused(names, f"{script} Dan discards 9D draws 9D", "said twice")
    refused(names, f"{script} Dan discards 9D draws 4C", "Cat's hand")
    refused(names, f"{script} Dan discards 9D draws 2C\nEve draws 2C", "Dan's hand")


def test_the_last_card_of_the_pack_is_drawn_before_any_that_was_discarded():
    script = "game poker\ndeal Ann\nCat opens\nDan calls\nEve calls\nBob passes\nCat discards 2C 3C 4C 5C draws 6C 7C 8C 9C\n"
    # nine have forty-five cards; seven are left, of which Cat has four
    names = "Ann Bob Cat Dan Eve Fay Gus Hal Ida"
    refused(names, f"{script} Dan discards 9H 10D 3H draws 2C 4D 5D", "2C was discarded by Cat")
    play(names, f"{script} Dan discards 9H 10D 3H draws 8D 4D 5D\nEve draws 2C")


def test_the_hand_of_one_who_passed_is_not_drawn_though_the_pack_is_out():
    names = "Ann Bob Cat Dan Eve Fay Gus Hal Ida Jim"
    script = "game poker\ndeal Ann\nBob holds 2H 3H 4H 5H 7H\nCat opens\nDan calls\nBob passes\nCat discards 2C 3C 4C draws 4D 5D 6D\n"
    refused(names, f"{script} Dan draws 2H", "Bob's hand")


# The betting (R52-R58)


def test_all_stand_and_then_each_bets_or_passes():
    script = f"{TWO_IN} Cat stands\nDan stands\n"
    refused(FOUR, f"{script} Cat stands", "has stood once")
    assert balances(play(FOUR, f"{script} Cat passes")) == {"Bob": -2, "Cat": -4, "Dan": 6}
    assert balances(play(FOUR, f"{script} Cat bets 3\nDan passes")) == {"Bob": -2, "Cat": 6, "Dan": -4}


def test_the_betting_begins_on_the_left_of_the_ante_whoever_straddled():
    evening = play(
        FOUR,
        """
        game poker
        deal Ann
        Cat straddles
        Dan opens
        Ann calls
        Bob calls
        Cat calls
        Dan draws 1
        Ann draws 1
        """,
    )
    assert evening.game.turn.who == ("Cat",)


def test_the_last_who_stands_is_left_alone():
    evening = play(FOUR, f"{TWO_IN} Cat draws 1\nDan draws 1\nDan wins")
    assert balances(evening) == {"Bob": -2, "Cat": -4, "Dan": 6}


@pytest.mark.parametrize(
    ("end", "rule", "dan"),
    [
        ("Dan passes", "R58", -4),
        ("Dan calls\nDan wins", "R59", 11),
        ("Dan calls\nsplit Cat Dan", "R76", 1),
        ("Dan demands-show 1\nDan wins", "R60", 7),
    ],
)
def test_the_pool_goes_by_the_rule_that_gives_it(end, rule, dan):
    evening = play(FOUR, f"{TWO_IN} Cat bets 5\n{end}")
    assert evening.books.postings[-1].cite == rule
    assert balances(evening)["Dan"] == dan


# Shows that are demanded (R60-R61)


def test_one_only_is_left_to_be_asked():
    evening = play(FOUR, f"{TWO_IN} Cat bets 5\nDan demands-show 1\nDan wins")
    # Dan: the ante of 2 and five from Cat and from himself, 12 of the 16; the other 4 are Cat's again
    assert balances(evening) == {"Bob": -2, "Cat": -5, "Dan": 7}


def test_no_betting_where_one_only_is_left_to_be_asked():
    script = "game poker ante=2 limit=20\ndeal Ann\nCat opens\nBob demands-show 1\nCat pat\n"
    evening = play(FOUR, f"{script} Bob wins")
    # Bob has 3 down: the ante, and three from each of the two
    assert balances(evening) == {"Bob": 4, "Cat": -4}
    refused(FOUR, f"{script} Cat bets 5", "bets are over")


def test_a_show_demanded_at_the_draw():
    script = "game poker ante=2 limit=20\ndeal Ann\nCat opens\nDan raises 5\nBob passes\nCat demands-show 2\n"
    refused(FOUR, f"{script} Cat draws 2", "Dan's turn")
    evening = play(FOUR, f"{script} Dan draws 2\nCat wins")
    assert balances(evening) == {"Bob": -2, "Cat": 8, "Dan": -6}


def test_several_short_stakes_each_to_its_own_height():
    script = """
        game poker ante=1 limit=50
        deal Ann
        Cat opens
        Dan calls
        Ann calls
        Bob calls
        Cat bets 30
        Dan demands-show 3
        Ann demands-show 8
        Bob calls
        """
    # stakes: Dan 5, Ann 10, Bob and Cat 32; the pool 79
    evening = play(FOUR, f"{script} Dan wins\nAnn wins\nBob wins")
    # Dan: 1 and 5 from each of four; Ann: 5 more from each of three; Bob the rest
    assert balances(evening) == {"Ann": 15 - 10, "Bob": 79 - 21 - 15 - 32, "Cat": -32, "Dan": 21 - 5}
    evening = play(FOUR, f"{script} Ann wins\nDan wins\nBob wins")
    # Ann: 1, 5 from Dan and 10 from each of three; nothing is left at Dan's height
    assert balances(evening) == {"Ann": 36 - 10, "Bob": 79 - 36 - 32, "Cat": -32, "Dan": -5}
    evening = play(FOUR, f"{script} split Ann Dan\nBob wins")
    # they share what Dan claims, 21, the odd one to Dan who is nearer the dealer's left; Ann goes on alone
    assert balances(evening) == {"Ann": 10 + 15 - 10, "Bob": 79 - 36 - 32, "Cat": -32, "Dan": 11 - 5}
    evening = play(FOUR, f"{script} split Dan Bob")
    assert balances(evening) == {"Ann": -10, "Bob": 11 + 58 - 32, "Cat": -32, "Dan": 10 - 5}


def test_the_stake_of_one_who_had_passed_before_is_remainder():
    script = """
        game poker ante=1 limit=50
        deal Ann
        Cat opens
        Dan calls
        Ann calls
        Bob passes
        Cat bets 10
        Dan raises 10
        Ann passes
        Cat demands-show 2
        Cat wins
        """
    # Cat has 14 down: the ante, 14 from Dan and 14; the stakes of Ann, 2, and of Bob, 1, are Dan's with his last 8
    assert balances(play(FOUR, script)) == {"Ann": -2, "Bob": -1, "Cat": 15, "Dan": -12}


def test_the_claim_is_never_more_than_the_pool():
    evening = play(
        "Ann Bob",
        "game poker ante=3 limit=50\ndeal Ann\nAnn straddles\nBob opens\nAnn demands-show 5\nAnn wins",
    )
    # 12 and 11 down; Ann claims 3 and 6 of ante and straddle and eleven of each, and has the whole pool
    assert balances(evening) == {"Ann": 12, "Bob": -12}


def test_all_wait_for_the_show():
    script = """
        game poker ante=1 limit=50
        deal Ann
        Cat opens
        Dan calls
        Ann calls
        Bob passes
        Cat bets 30
        Dan demands-show 3
        Ann demands-show 8
        """
    # Cat's hand is foul: of the two who wait, the last hand takes the rest
    evening = play(FOUR, f"{script} penalty Cat foul-hand\nDan wins")
    # Dan: the ante and five from each of three; Ann five more from herself and Cat, and the rest
    assert balances(evening) == {"Ann": 32 + 10 + 5 + 1 - 16 - 10, "Bob": -1, "Cat": -32, "Dan": 16 - 5}


# What is known of the hands

KNOWN = f"""{TWO_IN}
Cat holds JC JD 4S 5S 9H
Dan holds AC 2D 3H 8S 9D
"""


def test_hands_and_draws_by_card_decide_without_a_word():
    script = f"{KNOWN} Cat discards 4S 5S 9H draws JH 2C 3C\nDan discards 2D 3H 8S 9D draws AD 4C 7C 8C\nCat bets 5\nDan calls"
    assert balances(play(FOUR, script)) == {"Bob": -2, "Cat": 11, "Dan": -9}


def test_by_outcome_is_by_cards():
    script = f"{KNOWN} Cat draws 3\nDan draws 4\nCat bets 5\nDan calls\n"
    unseen = play(FOUR, f"{script} Cat wins")
    shown = play(FOUR, f"{script} Cat shows JC JD JH 2C 3C\nDan shows AC AD 4C 7C 8C")
    assert balances(unseen) == balances(shown)


def test_a_hand_may_be_said_late():
    script = f"{TWO_IN} Cat pat\nDan pat\nCat bets 5\nDan calls\nCat shows 2C 2D 4S 5S 9H\n"
    assert balances(play(FOUR, f"{script} Dan holds 3C 3D 4C 5C 9D"))["Dan"] > 0
    assert balances(play(FOUR, f"{script} Dan holds AC 3D 4C 5C 9D"))["Cat"] > 0


def test_a_hand_of_one_who_passed_counts_against_what_others_show():
    script = f"{TWO_IN} Ann holds 2C 3C 4C 5C 7C\nCat draws 2\nDan draws 1\nCat bets 5\nDan calls\n"
    refused(FOUR, f"{script} Cat shows 2C 2D 2H 9H 9S", "Ann's hand")


# The hands and their options


@pytest.mark.parametrize(
    ("options", "better", "worse"),
    [
        ("", "KC QC JC 10C 9C", "AD AH AS AC 2D"),
        ("", "3D 4H 5C 6S 7D", "10C JC QH KS AC"),
        ("ace=both", "10C JC QH KS AC", "9D 10D JH QS KC"),
        ("skip=on", "2C 4D 6H 8S 10C", "AD AH AS KC QC"),
        ("", "AD AH AS KC QC", "2C 4D 6H 8S 10C"),
        ("blaze=on", "JC JD QH QS KC", "AC AD KD KH 9C"),
        ("", "AC AD KD KH 9C", "JC JD QH QS KC"),
        ("joker=on", "KC QC 10C 9C JOKER", "AD AH AS AC 2D"),
        ("", "2H 3H 5H 7H 8H", "AC KC QC JC 9C"),
    ],
)
def test_the_better_hand(options, better, worse):
    script = f"game poker {options}\ndeal Ann\nCat opens\nDan calls\nBob passes\nCat bets 2\nDan calls\n"
    assert balances(play(FOUR, f"{script} Cat shows {better}\nDan shows {worse}"))["Cat"] > 0
    assert balances(play(FOUR, f"{script} Cat shows {worse}\nDan shows {better}"))["Dan"] > 0


# The Jack-pot (R29-R33)

JACKPOT = """
game poker ante=1 limit=10
deal Ann
Bob passes
deal
Dan opens
"""
CALLED = f"{JACKPOT} Ann calls\nBob passes\nCat passes\n"


def test_the_series_of_least_hands():
    series = [next_jackpot(None)]
    for _ in range(4):
        series.append(next_jackpot(series[-1]))
    assert series == ["knaves", "queens", "kings", "knaves", "queens"]


@pytest.mark.parametrize(
    ("hand", "opens"),
    [("JC JD 2H 3H 4H", True), ("10C 10D 2H 3H 4H", False), ("2C 2D 3H 3S 4H", True), ("AC KD QH JH 9H", False)],
)
def test_the_opener_is_judged_by_his_hand(hand, opens):
    alone = play(FOUR, f"{JACKPOT} Dan holds {hand}\nCat passes")
    shown = play(FOUR, f"{JACKPOT} Cat passes\nDan shows {hand}")
    told_late = play(FOUR, f"{JACKPOT} Cat passes\nDan holds {hand}")
    for evening in (alone, shown, told_late):
        assert carry(evening) == ({} if opens else {"jackpot": "queens"})
        assert balances(evening) == (
            {"Ann": -1, "Bob": -2, "Cat": -2, "Dan": 5} if opens else {"Ann": -1, "Bob": -2, "Cat": -2, "Dan": -5}
        )
        assert pools(evening) == ({} if opens else {"poker.pool": 10})


def test_the_opener_is_judged_whatever_is_said():
    evening = play(FOUR, f"{CALLED} Dan holds 2C 3D 4S 5S 9H\nDan bets 2\nAnn calls\nDan wins")
    assert carry(evening) == {"jackpot": "queens"}
    assert balances(evening)["Dan"] == -1 - 2 - 2 - 2
    evening = play(FOUR, f"{CALLED} Dan holds 2C 3D 4S 5S 9H\nDan bets 2\nAnn calls\nAnn wins")
    assert carry(evening) == {}


def test_the_hands_decide_and_the_opener_is_still_to_prove():
    script = f"{CALLED} Dan draws 2\nAnn draws 1\nDan bets 2\nAnn calls\nDan shows KC KD KS 2C 3C\nAnn shows AC AD 5S 6S 7D\n"
    assert carry(play(FOUR, script)) == {"jackpot": "knaves"}
    assert balances(play(FOUR, f"{script} Dan wins"))["Dan"] > 0
    assert carry(play(FOUR, f"{script} penalty Dan false-opening")) == {"jackpot": "queens"}
    assert balances(play(FOUR, f"{script} Dan holds KC KD KS 9C 9D"))["Dan"] > 0
    assert carry(play(FOUR, f"{script} Dan holds KC 2C 3C 9C 8D")) == {"jackpot": "queens"}
    refused(FOUR, f"{script} Dan holds KC 2C 7D 9C 8D", "kept")
    refused(FOUR, f"{script} Ann wins", "Dan opened the Jack-pot")


def test_a_draw_by_card_tells_what_the_opener_had():
    script = f"{CALLED} Dan discards 9C 8D draws KS KH\nAnn pat\nDan bets 2\nAnn calls\nAnn shows AC AD 5S 6S 7D\n"
    assert balances(play(FOUR, f"{script} Dan shows KS KH JC JD 3C"))["Dan"] > 0
    assert carry(play(FOUR, f"{script} Dan shows KS KH KD JD 3C")) == {"jackpot": "queens"}


def test_equal_hands_with_the_openers_among_them_wait_for_his_proof():
    script = f"{CALLED} Dan draws 2\nAnn draws 1\nDan bets 2\nAnn calls\nDan shows KC KD 7S 7C 3C\nAnn shows KS KH 7D 7H 2D\n"
    assert pools(play(FOUR, script)) == {"poker.pool": 14}
    assert pools(play(FOUR, f"{script} split Ann Dan")) == {}
    refused(FOUR, f"{script} Dan wins", "is to show")
    assert pools(play(FOUR, f"{script} penalty Dan false-opening")) == {"poker.pool": 16}


def test_an_opener_who_does_not_win_proves_nothing():
    script = f"{CALLED} Dan draws 2\nAnn draws 1\nDan bets 2\n"
    assert carry(play(FOUR, f"{script} Ann raises 3\nDan passes")) == {}
    assert carry(play(FOUR, f"{script} Ann calls\nAnn wins")) == {}
    evening = play(FOUR, f"{script} Ann demands-show 1\nAnn wins")
    assert (carry(evening), pools(evening)) == ({}, {})


def test_the_fine_may_be_said():
    evening = play(FOUR, f"{JACKPOT} Cat passes\npenalty Dan false-opening 7")
    assert balances(evening)["Dan"] == -1 - 2 - 7


def test_the_jackpot_without_an_ante():
    script = "game poker ante=1 limit=10 jackpot_ante=off\ndeal Ann\ndeal\n"
    assert pools(play(FOUR, script)) == {"poker.pool": 5}
    evening = play(FOUR, f"{script} Dan opens\nAnn calls")
    assert balances(evening) == {"Ann": -3, "Bob": -2, "Cat": -1, "Dan": -3}
    refused(FOUR, f"{script} Dan opens 12", "too much")
    refused(FOUR, f"{script} Dan opens\nCat demands-show 1", "no stake")


# The kitty [42]


def test_the_kitty_pays_the_expenses_of_the_table():  # [42]
    script = "game poker ante=1 kitty=2\ndeal Ann\nCat opens\nBob passes\n"
    evening = play(FOUR, script)
    assert (balances(evening), pools(evening)) == ({"Bob": -1, "Cat": -1}, {"poker.kitty": 2})
    assert pools(play(FOUR, f"{script} Dan takes kitty 1")) == {"poker.kitty": 1}
    evening = play(FOUR, f"{script} Dan takes kitty\ndeal\nDan opens\nCat passes")
    assert (balances(evening), pools(evening)) == ({"Bob": -1, "Cat": -2, "Dan": 1}, {"poker.kitty": 2})


def test_the_kitty_is_for_nobody_when_everybody_has_left_the_game():
    script = "game poker kitty=2 with Ann Bob\ndeal Ann\nBob opens\ndeal\nAnn leaves\nBob leaves\n"
    evening = play(FOUR, script)
    assert pools(evening) == {"poker.kitty": 2, "poker.pool": 1}
    assert not any("kitty" in text for text in evening.game.turn.texts(evening.money))
    refused(FOUR, script + "Dan takes kitty", "no deal is in hand")


def test_the_kitty_has_no_more_than_there_is():
    evening = play(FOUR, "game poker ante=1 kitty=50\ndeal Ann\nCat opens\nBob passes\n")
    assert (balances(evening), pools(evening)) == ({"Bob": -1, "Cat": -2}, {"poker.kitty": 3})


REWARD = """
game poker ante=1 limit=10 kitty=2 kitty_hand=threes
deal Ann
Cat opens
Bob passes
deal
Dan opens
Ann calls
Cat passes
Dan bets 2
Ann calls
"""


@pytest.mark.parametrize(
    ("end", "kitty"),
    [
        ("Dan wins threes", 0),
        ("Dan wins fours", 0),
        ("Dan wins two-pairs", 4),
        ("Dan wins", 4),
        ("Dan shows 2C 2D 2H 3S 4S\nDan wins", 0),
        ("Dan shows 2C 2D 2H 3S 4S\nAnn shows AC 3C 4C 5C 7D", 0),
        ("Dan shows 2C 2D 5H 3S 4S\nAnn shows AC 3C 4C 5C 7D", 4),
        ("split Dan Ann", 4),
        ("Dan shows 2C 3D 4H 5S 6S\nsplit Dan Ann", 0),
    ],
)
def test_the_kitty_rewards_a_hand(end, kitty):  # [42]
    assert pools(play(FOUR, REWARD + end)).get("poker.kitty", 0) == kitty


def test_who_is_left_alone_has_not_shown():
    script = "game poker kitty=1 kitty_hand=pair\ndeal Ann\nCat holds AC AD AH AS 2C\nCat opens\nBob passes"
    assert pools(play(FOUR, script)) == {"poker.kitty": 1}


# Irregularities


def test_a_misdeal_keeps_what_was_paid_and_who_may_still_straddle_may():
    script = "game poker ante=1 limit=10\ndeal Ann\nCat straddles\nDan straddles\nmisdeal\ndeal\n"
    assert balances(play(FOUR, script)) == {"Bob": -1, "Cat": -2, "Dan": -3}
    for player in ("Bob", "Cat", "Dan"):
        refused(FOUR, f"{script} {player} straddles", "straddling is over")
    evening = play(FOUR, f"{script} Ann straddles\nmisdeal\ndeal Ann\nBob opens")
    assert balances(evening) == {"Ann": -4, "Bob": -8, "Cat": -2, "Dan": -3}
    evening = play(FOUR, f"{script} Ann opens\nDan passes")
    assert balances(evening) == {"Ann": 6, "Bob": -1, "Cat": -2, "Dan": -3}


def test_after_a_misdeal_number_one_may_straddle_yet():
    evening = play(FOUR, "game poker\ndeal Ann\nmisdeal\ndeal\nCat straddles")
    assert balances(evening) == {"Bob": -1, "Cat": -2}


def test_a_misdeal_of_a_jackpot_and_a_newcomer():
    script = "game poker\ndeal Ann\ndeal\nmisdeal\nEve joins\ndeal\n"
    evening = play(FOUR, script)
    assert balances(evening) == {"Ann": -1, "Bob": -2, "Cat": -2, "Dan": -1, "Eve": -1}
    assert carry(evening) == {"jackpot": "knaves"}


def test_a_foul_deal_is_refunded_by_the_dealer_or_by_who_spoke():  # R13-R16
    script = "game poker\ndeal Ann\nCat straddles\n"
    assert balances(play(FOUR, f"{script} penalty Cat foul-deal")) == {"Ann": -2, "Bob": -1}
    assert balances(play(FOUR, f"{script} penalty Dan speaking\npenalty Cat foul-deal")) == {"Dan": -2, "Bob": -1}
    assert balances(play(FOUR, f"{script} penalty Cat foul-deal 1")) == {"Ann": -1, "Bob": -1, "Cat": -1}
    assert balances(play(FOUR, f"{script} penalty Dan foul-deal")) == {"Bob": -1, "Cat": -2}
    assert balances(play(FOUR, f"{script} penalty Cat speaking\npenalty Cat foul-deal")) == {"Bob": -1, "Cat": -2}
    evening = play(FOUR, f"{script} penalty Cat foul-deal\nDan passes\nAnn passes\nBob passes")
    assert carry(evening) == {"jackpot": "knaves"}


def test_a_foul_hand_retires():  # R45-R48, R63-R64
    script = f"{TWO_IN} Cat draws 2\nDan draws 1\nCat bets 5\n"
    evening = play(FOUR, f"{script} penalty Cat foul-hand")
    assert balances(evening) == {"Bob": -2, "Cat": -9, "Dan": 11}
    evening = play(FOUR, f"{script} Dan calls\npenalty Dan foul-hand")
    assert balances(evening) == {"Bob": -2, "Cat": 11, "Dan": -9}


def test_the_best_of_the_rest_wins_after_a_foul_hand():
    script = """
        game poker ante=2
        deal Ann
        Cat opens
        Dan calls
        Ann calls
        Bob passes
        Cat bets 5
        Dan calls
        Ann calls
        Cat shows AC AD AH AS 2C
        Dan shows KC KD 4H 5S 6S
        penalty Cat foul-hand
        Ann shows QC QD 4C 5C 7C
        """
    assert balances(play(FOUR, script)) == {"Ann": -9, "Bob": -2, "Cat": -9, "Dan": 20}


def test_a_foul_opener_of_a_jackpot_leaves_it_to_the_others():
    script = f"{CALLED} Dan draws 2\nAnn draws 1\nDan bets 2\nAnn calls\n"
    assert carry(play(FOUR, f"{script} penalty Dan foul-hand")) == {}


OUT_OF_TURN = "game poker ante=1 limit=10\ndeal Ann\nCat opens\npenalty Ann out-of-turn 6\n"


@pytest.mark.parametrize(
    ("words", "ann", "turn"),
    [
        ("", -6, "Dan"),
        ("Dan calls\nAnn bets 2", -8, "Bob"),
        ("Dan calls\nAnn raises 4", -6, "Bob"),
        ("Dan calls\nAnn raises 5", -7, "Bob"),
        ("Dan calls\nBob calls", -6, "Bob"),
        ("Dan calls\nAnn passes", -6, "Bob"),
        ("Dan raises 10\nAnn calls", -12, "Bob"),
        ("Dan raises 10\nAnn demands-show 2", -8, "Bob"),
    ],
)
def test_what_is_put_down_out_of_turn_counts_in_his_turn(words, ann, turn):  # R55, R57
    evening = play(FOUR, OUT_OF_TURN + words)
    assert balances(evening)["Ann"] == ann
    assert evening.game.turn.who == (turn,)


def test_unsaid_it_is_his_bet_if_he_may_bet_so_much():
    evening = play(FOUR, f"{OUT_OF_TURN} Bob calls")
    assert evening.game.deal.stakes.of == {"Ann": 6, "Bob": 6, "Cat": 2, "Dan": 0}
    evening = play(FOUR, f"{OUT_OF_TURN} Dan raises 10\nBob calls")
    stakes = evening.game.deal.stakes
    assert stakes.of == {"Ann": 0, "Bob": 12, "Cat": 2, "Dan": 12}
    assert stakes.remaining == ("Bob", "Cat", "Dan")
    assert pools(evening) == {"poker.pool": 1 + 2 + 6 + 12 + 11}


def test_it_may_open_the_game():
    evening = play(FOUR, "game poker ante=1 limit=10\ndeal Ann\npenalty Dan out-of-turn 4\nAnn calls")
    assert balances(evening) == {"Ann": -4, "Bob": -1, "Dan": -4}


def test_at_the_draw_it_makes_good_and_the_rest_waits():
    script = "game poker ante=1 limit=10\ndeal Ann\nCat opens\nDan raises 3\npenalty Cat out-of-turn 7\nAnn passes\nBob calls\n"
    evening = play(FOUR, f"{script} Bob draws 1\nCat draws 1\nDan draws 1")
    stakes = evening.game.deal.stakes
    assert (stakes.of["Cat"], stakes.ahead) == (5, {"Cat": 4})
    evening = play(FOUR, f"{script} Bob draws 1\nCat draws 1\nDan draws 1\nDan calls")
    assert evening.game.deal.stakes.of == {"Ann": 0, "Bob": 5, "Cat": 9, "Dan": 9}
    evening = play(FOUR, f"{script} Dan draws 1")
    assert evening.game.deal.stakes.of["Cat"] == 5
    evening = play(FOUR, f"{script} Cat bets 2")
    assert evening.game.deal.stakes.of["Cat"] == 11
    evening = play(FOUR, f"{script} Cat passes")
    assert evening.game.deal.stakes.of["Cat"] == 2


def test_more_than_the_limit_is_lost_and_he_stands():
    script = f"{TWO_IN} Cat draws 1\nDan draws 1\npenalty Cat out-of-turn 25\nDan bets 3\nCat calls\nsplit Cat Dan"
    assert balances(play(FOUR, script)) == {"Bob": -2, "Cat": -32 + 21, "Dan": -7 + 20}


def test_a_penalty_of_the_house_goes_to_the_pool():
    evening = play(FOUR, 'game poker\npenalty Cat 2 "late"\ndeal Ann\nDan opens\nBob passes')
    assert balances(evening) == {"Bob": -1, "Cat": -2, "Dan": 3}


# The end, and the players


def test_what_is_left_stays_for_the_next_game():
    evening = play(FOUR, "game poker\ndeal Ann\ndeal\nend leave\ngame poker\ndeal Ann\nCat opens\nBob passes")
    assert pools(evening) == {}
    assert balances(evening) == {"Ann": -1, "Bob": -3, "Cat": -2 + 7, "Dan": -1}


def test_pool_and_kitty_are_divided_alike():
    evening = play(FOUR, "game poker kitty=1\ndeal Ann\nCat opens\ndeal\ndeal\nend divide")
    assert pools(evening) == {}
    evening = play(FOUR, "game poker kitty=1\ndeal Ann\nCat opens\ndeal\ndeal\nend draw Ann:AC Bob:3C Cat:4C Dan:5C")
    assert (pools(evening), balances(evening)["Bob"]) == ({}, -2 + 7)


def test_warnings():
    evening = play("Ann Bob Cat Dan Eve Fay Gus", "game poker\ndeal Ann\nCat opens\nGus leaves")
    remarks = [remark for outcome in evening.outcomes for remark in outcome.remarks]
    assert any("[31]" in remark for remark in remarks)
    assert any("R81" in remark for remark in remarks)


def test_the_cheapest_options_in_lsd():
    evening = play(FOUR, "game poker ante=1d\ndeal Ann\nCat bets 1s1d\nBob passes", "money=lsd")
    assert balances(evening) == {"Bob": -4, "Cat": 4}
    refused(FOUR, "game poker ante=1d\ndeal Ann\nCat bets 1s2d", "too much", money="money=lsd")


# The rule sheet


def test_every_rule_has_its_place_in_the_rule_sheet():
    table = poker.__doc__.split("The 81 rules\n")[1].split("\n\n")[0]
    table = re.sub(r"\([^)]*\)", "", table)
    rules = [
        number
        for first, last in re.findall(r"(\d+)(?:-(\d+))?", table)
        for number in range(int(first), int(last or first) + 1)
    ]
    assert sorted(rules) == list(range(1, 82))
