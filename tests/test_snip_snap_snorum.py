"""Snip-Snap-Snorum: the examples of its rules, both ways of telling, lives, and random evenings."""

from hypothesis import given
from hypothesis import strategies as st

from ledger.cards import pack_of
from ledger.games.snip_snap_snorum import PAIRINGS
from tests.rig import balances, machine_for, play, play_many, pools

GAME = "game snip-snap-snorum"
TestRandomEvenings = machine_for("snip-snap-snorum")


def test_long_random_evenings():
    assert play_many("snip-snap-snorum", deals=30, seeds=range(12)) > 100


FIRST = """
deal Ann
Cat snip
Ann snap
Bob snorum
deal
Ann snip
Bob snap
Cat snorum
deal
"""


def test_example_1():
    evening = play("Ann Bob Cat", f"{GAME}{FIRST}")
    assert (balances(evening), pools(evening)) == ({"Ann": -5, "Bob": -4, "Cat": -3}, {"snip.pool": 12})
    evening = play("Ann Bob Cat", f"{GAME}{FIRST}Cat snip")
    assert (balances(evening), pools(evening)) == ({"Ann": -5, "Bob": -5, "Cat": 10}, {})
    assert evening.game.table.due_dealer() == "Ann"


def test_example_2():
    evening = play(
        "Ann Bob Cat Dan",
        f"""{GAME} turn_up=pool
        deal Ann turn-up 7C
        Bob plays 7D
        Cat plays 7H
        Dan plays KS
        Ann plays KD
        deal turn-up QH
        Cat plays QD""",
    )
    assert (balances(evening), pools(evening)) == ({"Bob": -2, "Cat": 1, "Dan": -1}, {"snip.pool": 2})
    assert evening.game.deal.left == {"Ann": 5, "Bob": 3, "Cat": 6, "Dan": 4}


def test_example_3():
    evening = play("Ann Bob Cat", f"{GAME} form=whole unlimited=on\ndeal Ann\nCat snip\nAnn snap\nBob snip\nBob wins")
    assert balances(evening) == {"Ann": -1, "Bob": 3, "Cat": -2}


def test_nobody_pays_more_than_he_has_left():
    evening = play("Ann Bob Cat", f"{GAME} lives=2\ndeal Ann\nCat snip\nAnn snap\nBob snorum")
    # Bob 1, Cat her 2 and is out, Ann her 2 of the 3, and Bob is the last in
    assert balances(evening) == {"Ann": -2, "Bob": 4, "Cat": -2}


def test_a_pairing_not_made_is_paid_for_by_both():
    evening = play("Ann Bob Cat", f"{GAME} stake=2\ndeal Ann\nCat snip\npenalty Ann snap")
    assert balances(evening) == {"Bob": -2, "Cat": -4, "Ann": -8}
    evening = play("Ann Bob Cat", f"{GAME} stake=2\ndeal Ann\npenalty Ann snip 3\ndeal")
    assert balances(evening) == {"Cat": -2, "Ann": -3}
    # the payment of the player before ends the game, and Ann is not asked for hers
    evening = play("Ann Bob", f"{GAME} lives=1\ndeal Ann\npenalty Ann snip")
    assert balances(evening) == {"Ann": 1, "Bob": -1}


def test_the_penalty_lets_another_card_be_played():
    evening = play(
        "Ann Bob Cat",
        f"{GAME}\ndeal Ann\nCat holds 2C 3C 4C 5C 6C\nBob plays 2D\npenalty Cat snip\nCat plays 3C\nAnn plays 3D",
    )
    assert balances(evening) == {"Bob": -1, "Cat": -2 - 1}


def test_a_penalty_of_the_house_comes_out_of_the_lives():
    evening = play("Ann Bob Cat", f'{GAME} lives=3\ndeal Ann\npenalty Ann 5 "late"')
    assert balances(evening) == {"Ann": -3}
    assert evening.game.deal.still_in() == ("Bob", "Cat")


def test_a_misdeal_takes_everything_back_with_the_lives():
    script = f"{GAME} lives=2\ndeal Ann\nCat snip\nBob snip\npenalty Ann snip"
    evening = play("Ann Bob Cat Dan", f"{script}\nmisdeal\ndeal Ann")
    assert (balances(evening), pools(evening)) == ({}, {})
    assert evening.game.deal.still_in() == ("Bob", "Cat", "Dan", "Ann")
    assert set(evening.game.deal.left.values()) == {2}


def test_who_joins_waits_for_the_next_game_and_who_leaves_is_out():
    evening = play("Ann Bob Cat", f"{GAME}\ndeal Ann\nCat snip\nDan joins\nBob leaves\ndeal")
    assert evening.game.table.dealer == "Cat"
    assert evening.game.deal.still_in() == ("Ann", "Cat")
    evening = play("Ann Bob Cat", f"{GAME}\ndeal Ann\nCat snip\nDan joins\nBob leaves\ndeal\nAnn wins\ndeal")
    assert set(evening.game.deal.still_in()) == {"Ann", "Cat", "Dan"}
    assert balances(evening) == {"Bob": -1, "Cat": -5, "Ann": 6}
    evening = play("Ann Bob Cat", f"{GAME}\ndeal Ann\nCat out\nAnn leaves")
    assert balances(evening) == {"Bob": 5, "Cat": -5}


def test_form_whole_by_cards_and_by_outcome():
    script = """deal Ann
    Bob plays 2C 9C 9D 4H        # his own second nine begins afresh
    Cat plays 4C                 # snip
    Dan plays 4D                 # snap
    Ann plays 4S                 # snorum, and she plays on
    Ann plays 5S
    Bob plays 5C                 # snip"""
    by_cards = play("Ann Bob Cat Dan", f"{GAME} form=whole\n{script}")
    by_outcome = play("Ann Bob Cat Dan", f"{GAME} form=whole\ndeal Ann\nCat snip\nDan snap\nAnn snorum\nBob snip")
    assert balances(by_cards) == balances(by_outcome) == {"Ann": -1, "Bob": -1, "Cat": -2, "Dan": -3}


def test_unlimited_ends_with_the_last_card_and_nobody_pairs_it():
    names = "Ann Bob Cat Dan Eve Fay Gus Hal Ida Jim"
    evening = play(
        names,
        f"{GAME} form=whole unlimited=on\ndeal Ann\nBob plays 2C 3C\nCat plays 3D\nDan plays 3H\nDan plays 4C 5C 6C 7C",
    )
    assert balances(evening) == {"Bob": -1, "Cat": -2, "Dan": 3}
    assert evening.game.turn.pause


@given(st.permutations(sorted(pack_of(52), key=str)), st.integers(2, 6))
def test_five_cards_round_and_round_against_a_plain_account(pack, number):
    """Five rounds of cards, with lives enough: told by cards, and reckoned by going through them twice."""
    names = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay"][:number]
    order = names[1:] + names[:1]
    cards = pack[: 5 * number]
    script, expected, pairings = ["deal Ann"], dict.fromkeys(names, 0), ["deal Ann"]
    for place, card in enumerate(cards):
        player = order[place % number]
        script.append(f"{player} plays {card}")
        run = 0
        while run < place and cards[place - run - 1].rank == card.rank:
            run += 1
        if run:
            paired = order[(place - 1) % number]
            expected[paired] -= run
            pairings.append(f"{player} {PAIRINGS[run - 1]}")
    for told in (script, pairings):
        evening = play(" ".join(names), "\n".join([f"{GAME} lives=1000", *told]))
        assert balances(evening) == {player: lost for player, lost in expected.items() if lost}
