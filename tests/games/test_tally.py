"""Tally: its examples, every saying and refusal, and a second writing of its money."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.events import (
    Begin,
    Deal,
    EffectiveEvent,
    Misdeal,
    OpenEvening,
    Result,
    Says,
    SeatPlayers,
    Split,
    Takes,
    Wins,
)
from ledger.core.refusals import Refusal
from ledger.evening.fold import Evening
from tests.helpers.rig import balances, carry, machine_for, play, play_many, pools, refused, tries

TestRandomEvenings = machine_for("tally")


@pytest.mark.thorough
def test_long_random_evenings():
    assert play_many("tally", deals=30, seeds=range(10)) > 100


def test_example_1():
    evening = play("Ann Bob Cat", "game tally pot=1\ndeal Ann\nBob puts 4\nCat puts 4\nCat wins")
    assert balances(evening) == {"Ann": -1, "Bob": -5, "Cat": 6}
    assert pools(evening) == {}
    assert carry(evening) == {}


def test_example_2():
    evening = play("Ann Bob Cat", "game tally\nresult Ann +12 Bob -7 Cat -5")
    assert balances(evening) == {"Ann": 12, "Bob": -7, "Cat": -5}


def test_a_gift_goes_from_hand_to_hand():
    assert balances(play("Ann Bob Cat", "game tally\nAnn gives Cat 3\nCat gives Bob 1")) == {
        "Ann": -3,
        "Bob": 1,
        "Cat": 2,
    }


def test_a_part_is_taken_and_the_rest_stays_over_several_deals():
    evening = play("Ann Bob Cat", "game tally pot=2\ndeal Bob\nAnn takes 5\ndeal\ndeal Ann")
    assert balances(evening) == {"Ann": -1, "Bob": -6, "Cat": -6}
    assert pools(evening) == {"tally.pool": 13}
    assert evening.game.table.due_dealer() == "Bob"


@pytest.mark.parametrize(
    ("dealt", "first"), [("", "Ann"), ("deal Ann", "Bob"), ("deal Bob", "Cat"), ("deal Dan", "Ann")]
)
def test_odd_counters_go_from_the_dealers_left_or_from_the_first_seated(dealt, first):
    """Seven among Ann, Bob and Cat: three for the first from the dealer's left."""
    evening = play("Ann Bob Cat Dan", f"game tally\n{dealt}\nDan puts 7\nsplit Cat Ann Bob")
    assert balances(evening) == {"Ann": 2, "Bob": 2, "Cat": 2, "Dan": -7} | {first: 3}


def test_odd_counters_are_whole_counters_where_a_counter_has_a_value():
    evening = play("Ann Bob Cat", "game tally\nAnn puts 7d\nsplit Bob Cat", money="money=lsd counter=1d")
    assert balances(evening) == {"Ann": -28, "Bob": 16, "Cat": 12}


def test_a_pot_of_nothing_needs_no_value_of_a_counter():
    evening = play("Ann Bob", "game tally\nresult Ann +1s6d Bob -1/6", money="money=lsd")
    assert balances(evening) == {"Ann": 72, "Bob": -72}


def test_players_join_and_leave_and_the_game_ends_at_any_time():
    evening = play(
        "Ann Bob Cat",
        """
        game tally pot=1
        deal Bob
        Ann puts 2
        Dan joins after Ann
        Cat leaves
        Dan gives Ann 1
        deal Ann
        split Ann Dan
        end
        """,
    )
    # after Bob's deal it is Ann's, for Cat has left; eight in the pool, four each
    assert balances(evening) == {"Ann": -1 - 2 + 1 - 1 + 4, "Bob": -1 - 1, "Cat": -1, "Dan": -1 - 1 + 4}
    assert evening.game is None


def test_after_a_misdeal_the_last_dealer_deals_again_and_nobody_pays():
    evening = play("Ann Bob Cat", "game tally pot=3\ndeal Bob\nAnn puts 2\nmisdeal\nCat takes 4\ndeal Bob")
    assert (balances(evening), pools(evening)) == ({"Ann": -5, "Bob": -3, "Cat": 1}, {"tally.pool": 7})
    assert evening.game.table.due_dealer() == "Cat"
    again = play("Ann Bob Cat", "game tally pot=3\ndeal Bob\nmisdeal\ndeal\nmisdeal\ndeal Bob\ndeal Cat")
    assert pools(again) == {"tally.pool": 18}


def test_who_should_deal_again_and_has_left_is_passed_over():
    evening = play("Ann Bob Cat", "game tally pot=3\ndeal Ann\nmisdeal\nAnn leaves\ndeal Bob")
    assert pools(evening) == {"tally.pool": 9}


def test_a_penalty_of_the_house_goes_to_the_pool():
    assert pools(play("Ann Bob", 'game tally\npenalty Ann 3 "late"')) == {"tally.pool": 3}


@pytest.mark.parametrize(
    ("end", "found"),
    [
        ("end divide", {"Ann": -4, "Bob": 2, "Cat": 2}),
        ("end draw Ann:AC Bob:2C Cat:3C", {"Ann": -5, "Bob": 5}),
        ("end leave", {"Ann": -5}),
    ],
)
def test_the_pool_at_the_end(end, found):
    evening = play("Ann Bob Cat", f"game tally\ndeal Ann\nAnn puts 5\n{end}")
    assert balances(evening) == found
    assert pools(evening) == ({"tally.pool": 5} if end == "end leave" else {})


def test_what_was_left_is_in_the_pool_of_the_next_tally():
    script = 'game tally\nAnn puts 5\nend leave\ngame nap\nend\ngame tally name="Hold\'em"\nBob wins'
    assert balances(play("Ann Bob", script)) == {"Ann": -5, "Bob": 5}


@pytest.mark.parametrize("nought", ["0", "+0", "-0"])
def test_a_nought_needs_no_sign(nought):
    evening = play("Ann Bob Cat", f"game tally\nresult Ann +3 Bob -3 Cat {nought}")
    assert balances(evening) == {"Ann": 3, "Bob": -3}


def test_the_prompt_names_what_is_played():
    evening = play("Ann Bob", 'game tally name="Hold\'em"\nAnn puts 2')
    assert evening.game.turn.asks == "Hold'em is being played; nobody has dealt yet"
    assert evening.game.turn.texts(evening.money)[:2] == ["gives B AMOUNT", "puts AMOUNT"]


REFUSED = [
    ("result Ann +12 Bob -7", "5 is won more than was lost"),
    ("result Ann +1 Bob -7 Cat -5", "11 is lost more than was won"),
    ("result Ann 12 Bob -12", "has no sign"),
    ("result Ann +12 Bob -7 Ann -5", "Ann is named twice"),
    ("result Ann +3 Eve -3", "no player is called Eve"),
    ("Ann takes 1", "tally.pool holds nothing"),
    ("Ann wins", "tally.pool holds nothing"),
    ("split Ann Bob", "tally.pool holds nothing"),
    ("Bob puts 3\nAnn takes 4", "4 cannot be taken: tally.pool holds 3"),
    ("Bob puts 3\nAnn takes kitty", "an amount is taken"),
    ("Bob puts 3\nAnn takes kitty 2", "an amount is taken"),
    ("Bob puts 3\nAnn wins loo", "say wins"),
    ("Bob puts 3\nsplit Ann Bob Ann", "Ann is named twice"),
    ("Bob puts 3\nsplit Ann", "two or more"),
    ("Ann gives Ann 2", "Ann cannot give to Ann"),
    ("Ann gives Bob", "an amount is expected"),
    ("deal Ann\ndeal Ann", "it is Bob's turn to deal"),
    ("deal turn-up AC", "no card is turned up"),
    ("misdeal", "no deal has been said"),
    ("deal Ann\nmisdeal\nmisdeal", "void already"),
    ("deal Ann\nmisdeal\ndeal Bob", "it is Ann's turn to deal"),
    ("Ann holds AC", "no hands are said"),
    ("Ann passes", "tally is being played"),
    ("penalty Ann revoke", "no offence called revoke"),
    ("Ann puts 1\nend", "1 in tally.pool lies there still"),
    ("Bob leaves\nCat leaves\ndeal", "2 or more"),
]


@pytest.mark.parametrize(("script", "why"), REFUSED)
def test_refused(script, why):
    refused("Ann Bob Cat", f"game tally\n{script}", why)


def test_refused_at_the_beginning():
    refused("Ann", "game tally", "2 or more")
    refused("Ann Bob", "game tally pot=-1", "pot")
    refused("Ann Bob", "game tally pot=1", "pot", money="money=lsd")
    refused("Ann Bob", "game tally stake=1", "no option stake")


def test_one_who_sits_by_has_no_part():
    for saying in ["Cat puts 1", "Ann gives Cat 1", "result Ann +1 Cat -1", "Cat takes 1", "split Ann Cat"]:
        refused("Ann Bob Cat", f"game tally with Ann Bob\nAnn puts 5\n{saying}")


# A second, plainer writing

names = st.sampled_from(["Ann", "Bob", "Cat"])
sayings = st.one_of(
    st.builds(lambda a, b, n: Says(a, "gives", amount=n, players=(b,)), names, names, st.integers(0, 9)),
    st.builds(lambda a, n: Says(a, "puts", amount=n), names, st.integers(0, 9)),
    st.builds(lambda a, n: Takes(a, amount=n), names, st.integers(0, 9)),
    st.builds(Wins, names),
    st.just(Split(("Bob", "Cat"))),
    st.builds(lambda a, b: Result((("Ann", a), ("Bob", b), ("Cat", -a - b))), st.integers(-9, 9), st.integers(-9, 9)),
    st.just(Deal()),
    st.just(Misdeal()),
)


@settings(max_examples=tries(100), deadline=None)
@given(st.lists(sayings, max_size=12), st.integers(0, 3))
def test_the_money_told_plainly(said, pot):
    """A second writing with a purse for each player and the pool; refusals change none."""
    evening = Evening()
    opening = [OpenEvening("Plain"), SeatPlayers(("Ann", "Bob", "Cat")), Begin("tally", (("pot", str(pot)),))]
    purse, pool, dealer, void = dict.fromkeys(("Ann", "Bob", "Cat"), 0), 0, None, False
    for number, event in enumerate([*opening, *said], start=1):
        try:
            evening.apply(EffectiveEvent(number, event))
        except Refusal:
            taken_too_much = isinstance(event, Takes) and event.amount > pool
            nothing_there = isinstance(event, Wins | Split) and not pool
            to_himself = isinstance(event, Says) and event.players == (event.player,)
            no_deal = isinstance(event, Misdeal) and (dealer is None or void)
            assert taken_too_much or nothing_there or to_himself or no_deal
            continue
        if number <= len(opening):
            continue
        match event:
            case Says(player=giver, word="gives", players=(other,), amount=amount):
                purse[giver] -= amount
                purse[other] += amount
            case Says(player=player, amount=amount):
                purse[player] -= amount
                pool += amount
            case Takes(player=player, amount=amount):
                purse[player] += amount
                pool -= amount
            case Wins(player=player):
                purse[player] += pool
                pool = 0
            case Split():
                first = "Cat" if dealer == "Bob" else "Bob"  # who of the two comes first from the dealer's left
                purse[first] += (pool + 1) // 2
                purse["Cat" if first == "Bob" else "Bob"] += pool // 2
                pool = 0
            case Result(amounts=amounts):
                for player, amount in amounts:
                    purse[player] += amount
            case Deal():
                if not void:
                    pool += 3 * pot
                    purse = {player: held - pot for player, held in purse.items()}
                    dealer = {None: "Ann", "Ann": "Bob", "Bob": "Cat", "Cat": "Ann"}[dealer]
                void = False
            case Misdeal():
                void = True
        assert evening.books.balances == purse
        assert evening.books.pools.get("tally.pool", 0) == pool


def test_every_saying_is_a_boundary_of_its_own():
    """However long a tally without deals goes on, nothing that was settled is told again."""
    evening = play("Ann Bob", "game tally\n" + "Ann puts 1\nBob takes 1\n" * 50)
    assert evening.last_pause.events == len(evening.effective)


def test_when_everybody_has_left_nobody_else_may_speak():
    begun = "game tally with Ann Bob\nAnn puts 3\nAnn leaves\nBob leaves\n"
    for saying in ["Cat puts 1", "Cat wins", "Ann takes 1", "Ann gives Bob 1", "result Ann +1 Bob -1", "deal", "end"]:
        refused("Ann Bob Cat", f"{begun}{saying}")
    assert pools(play("Ann Bob Cat", f"{begun}end leave")) == {"tally.pool": 3}
    assert balances(play("Ann Bob Cat", f"{begun}Cat joins\nCat wins")) == {"Ann": -3, "Cat": 3}


def test_after_a_misdeal_only_a_newcomer_pays_the_pot():
    evening = play("Ann Bob", "game tally pot=2\ndeal\nmisdeal\nCat joins\ndeal\nmisdeal\ndeal")
    assert (balances(evening), pools(evening)) == ({"Ann": -2, "Bob": -2, "Cat": -2}, {"tally.pool": 6})
    assert pools(play("Ann Bob", "game tally pot=2\ndeal\nmisdeal\ndeal\ndeal")) == {"tally.pool": 8}
