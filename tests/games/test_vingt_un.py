"""Vingt-un: its examples, the settling of hands, the dealer, the pool, and irregularities."""

import itertools
import random

import pytest

from ledger.core.cards import pack_of
from ledger.games.families.twenty_one.points import points
from tests.helpers.rig import (
    balances,
    carry,
    machine_for,
    one_in,
    play,
    play_many,
    pools,
    refused,
    words_of_random_evenings,
)

TestRandomEvenings = machine_for("vingt-un")


@pytest.mark.thorough
def test_long_random_evenings():
    assert play_many("vingt-un", deals=30, seeds=range(4)) > 40


@pytest.mark.thorough
def test_random_evenings_come_to_every_turn_of_a_hand():
    words = words_of_random_evenings("vingt-un", deals=30, seeds=range(3))
    assert words >= {
        "stakes",
        "double",
        "natural",
        "divides",
        "Draws",
        "stands",
        "over",
        "18",
        "Shows",
        "Wins",
        "ties",
    }


def hand(options: str, script: str, players: str = "Ann Bob") -> tuple[dict[str, int], dict[str, int]]:
    evening = play(players, f"game vingt-un {options}\n{script.replace(' / ', chr(10))}")
    return balances(evening), pools(evening)


def remarks(evening) -> list[str]:
    return [remark for outcome in evening.outcomes for remark in outcome.remarks]


# The examples


@pytest.mark.parametrize(
    "played",
    [
        "Bob over / Cat stands / Dan vingt-un / Ann 18 / Cat 18",
        "Bob holds 4C 9D / Cat holds KC 8D / Dan holds AS 3D / Bob draws 9H / Cat stands / Dan draws 7C"
        " / Ann shows JH 5S / Ann draws 3H / Ann stands",
    ],
)
def test_example_1(played):
    won = hand(
        "limit=5", f"deal Ann / Bob stakes 2 / Cat stakes 5 / Dan stakes 1 / Ann double / {played}", "Ann Bob Cat Dan"
    )
    assert won == ({"Ann": 10, "Bob": -4, "Cat": -10, "Dan": 4}, {})


def test_example_2():
    first = "deal Ann / Bob stakes 3 / Cat stakes 4 / Dan stakes 2 / Bob natural / Cat stands / Dan vingt-un / Ann over"
    second = "deal / Bob stakes 5 / Cat stakes 3 / Dan stakes 3 / Dan natural / Bob stands / Cat over / Ann stands"
    third = "Bob ties / Bob sells deal to Dan for 4 / deal / Cat stakes 2 / Ann stakes 2 / Bob stakes 1 / Dan natural"
    options = "ante=2 overdraw=1 tie_share=third privilege=stake"
    won = hand(options, f"{first} / {second} / {third}", "Ann Bob Cat Dan")
    assert won == ({"Ann": -22, "Bob": 7, "Cat": -13, "Dan": 19}, {"vingt-un.pool": 9})


def test_example_3():
    divided = "Bob holds 8C 8D / Bob divides 3 KH 8S / Bob divides 1 3C 10D / Bob stands / Bob draws 10H / Bob stands"
    won = hand("", f"deal Ann / Bob stakes 2 / Ann double / {divided} / Ann shows 10S 9C / Ann stands")
    assert won == ({"Ann": -1, "Bob": 1}, {})


# What cards make


def test_points_are_the_nearest_to_twenty_one_that_the_aces_allow():
    chance = random.Random(59)
    pack = sorted(pack_of(52), key=str)
    for _ in range(2000):
        cards = chance.sample(pack, chance.randint(1, 6))
        ways = [(1, 11) if c.rank == "A" else (10 if c.rank in "JQK" else int(c.rank),) for c in cards]
        sums = [sum(combination) for combination in itertools.product(*ways)]
        within = [total for total in sums if total <= 21]
        assert points(cards) == (max(within) if within else min(sums))


# What a hand settles, in another writing: who pays, and how many stakes

PLAYERS_WORDS = ("over", "natural", "vingt-un", "12", "17", "20")
DEALERS_WORDS = ("natural", "over", "vingt-un", "12", "17", "20")


def plainly(mine: str, dealers: str) -> int:
    """Return what the player wins from the dealer, in stakes, case by case as in the book."""
    if dealers == "natural":
        return 0 if mine == "natural" else -2
    if mine == "natural":
        return 2
    if mine == "over":
        return -1
    if dealers == "over":
        return 2 if mine == "vingt-un" else 1
    if dealers == "vingt-un":
        return -1 if mine == "vingt-un" else -2
    if mine == "vingt-un":
        return 2
    return 1 if int(mine) > int(dealers) else -1


def told(words: tuple[str, ...], dealers: str) -> list[str]:
    """Return the script of a hand by outcomes: naturals, drawing in turn, dealer."""
    names = ("Bob", "Cat", "Dan")
    script = [f"{name} natural" for name, text in zip(names, words, strict=True) if text == "natural"]
    if dealers == "natural":
        return [*script, "Ann natural"]
    script += [f"{name} {text}" for name, text in zip(names, words, strict=True) if text != "natural"]
    if all(text == "natural" for text in words):
        return [*script, "Ann stands"]
    standing = any(text not in ("natural", "over") for text in words)
    return [*script, f"Ann {dealers}"] if standing else script


@pytest.mark.parametrize("dealers", DEALERS_WORDS)
@pytest.mark.parametrize("double", one_in(2, [True, False]))
def test_every_hand_settles_as_the_book_says(dealers, double):  # [62]-[64]
    for words in itertools.product(PLAYERS_WORDS, repeat=3):
        sayings = words
        if dealers == "natural":  # it is declared before anybody has drawn
            sayings = tuple(word if word == "natural" else "stands" for word in words)
        script = ["deal Ann", "Bob stakes 1", "Cat stakes 3", "Dan stakes 5", *(["Ann double"] if double else [])]
        won, _ = hand("", "\n".join([*script, *told(sayings, dealers)]), "Ann Bob Cat Dan")
        factor = 2 if double else 1
        wanted = {
            name: stake * factor * plainly(word, dealers)
            for name, stake, word in zip(("Bob", "Cat", "Dan"), (1, 3, 5), sayings, strict=True)
        }
        wanted["Ann"] = -sum(wanted.values())
        assert won == {name: amount for name, amount in wanted.items() if amount}, (words, dealers)


def deal_at_random(chance: random.Random) -> tuple[list[str], list[str], dict[str, int]]:
    """Return a random hand: its scripts by cards and by outcomes, and its money by the second writing."""
    names = ["Bob", "Cat", "Dan", "Ann"]
    pack = chance.sample(sorted(pack_of(52), key=str), 52)
    hands = {name: [pack.pop(), pack.pop()] for name in names}
    stakes = {name: chance.randint(1, 5) for name in names[:3]}
    begin = ["deal Ann", *(f"{name} stakes {stakes[name]}" for name in names[:3])]
    cards = [*begin, *(f"{name} holds {hands[name][0]} {hands[name][1]}" for name in names)]
    naturals = {name for name in names if points(hands[name]) == 21}
    words = dict.fromkeys(naturals, "natural")
    outcomes = [f"{name} natural" for name in names if name in naturals]
    if "Ann" in naturals:
        # the dealer's is the last to be said, and ends the hand
        wanted = {name: -2 * stakes[name] for name in names[:3] if name not in naturals}
        return cards, [*begin, *outcomes], wanted | {"Ann": -sum(wanted.values())}
    for name in names:
        if name in naturals or (name == "Ann" and all(words[other] in ("natural", "over") for other in names[:3])):
            continue
        stand = 17 if name == "Ann" else chance.randint(12, 19)
        while points(hands[name]) < stand:
            hands[name].append(pack.pop())
            cards.append(f"{name} draws {hands[name][-1]}")
        made = points(hands[name])
        words[name] = "over" if made > 21 else "vingt-un" if made == 21 else str(made)
        cards += [f"{name} stands"] if made < 21 else []
        outcomes.append(f"{name} {words[name]}")
    wanted = {name: stakes[name] * plainly(words[name], words.get("Ann", "17")) for name in names[:3]}
    if all(name in naturals for name in names[:3]):
        outcomes.append("Ann stands")
    return cards, [*begin, *outcomes], wanted | {"Ann": -sum(wanted.values())}


@pytest.mark.parametrize("seed", range(150))
def test_card_by_card_and_by_outcomes_is_the_same(seed):
    cards, outcomes, wanted = deal_at_random(random.Random(seed))
    by_cards = hand("", "\n".join(cards), "Ann Bob Cat Dan")
    assert by_cards == hand("", "\n".join(outcomes), "Ann Bob Cat Dan")
    assert by_cards[0] == {name: amount for name, amount in wanted.items() if amount}


def test_a_dealer_who_stands_without_points_is_settled_with_by_outcome():
    stakes = "deal Ann / Bob stakes 1 / Cat stakes 2 / Dan stakes 4 / Eve stakes 8"
    won, _ = hand("", f"{stakes} / Eve vingt-un / Bob wins / Cat loses / Dan ties", "Ann Bob Cat Dan Eve")
    assert won == {"Ann": -1 + 2 + 4 - 16, "Bob": 1, "Cat": -2, "Dan": -4, "Eve": 16}


def test_silence_stands_and_a_hand_known_is_not_asked():
    known = "deal Ann / Bob stakes 1 / Bob holds KC 8D / Ann holds KD 9D / deal"
    assert hand("", known)[0] == {"Ann": 1, "Bob": -1}
    evening = play("Ann Bob", "game vingt-un\n" + known.replace(" / ", "\n"))
    assert [event.word for event in evening.outcomes[-1].answered if hasattr(event, "word")] == ["stands", "stands"]


def test_a_hand_that_stands_silently_is_under_twenty_one():
    stakes = "deal Ann / Bob stakes 2 / Bob stands"
    assert hand("", f"{stakes} / Ann vingt-un")[0] == {"Ann": 4, "Bob": -4}
    assert hand("", f"{stakes} / Ann over")[0] == {"Ann": -2, "Bob": 2}


def test_declared_by_cards():
    stakes = "deal Ann / Bob stakes 2 / Bob draws 5C / Bob draws 1 / Ann 18"
    assert hand("", f"{stakes} / Bob shows 2C 2D KD")[0] == {"Ann": -2, "Bob": 2}
    assert hand("", f"{stakes} / Bob shows AC 2D KD")[0] == {"Ann": 2, "Bob": -2}
    assert hand("", f"{stakes} / Bob shows 2C 4D KD")[0] == {"Ann": -4, "Bob": 4}
    assert hand("", f"{stakes} / Bob vingt-un")[0] == {"Ann": -4, "Bob": 4}
    assert hand("", "deal Ann / Bob stakes 2 / Ann 18 / Bob shows 2C 3C 4C KC")[0] == {"Ann": -2, "Bob": 2}


def test_cards_given_at_once_are_all_kept():
    assert hand("", "deal Ann / Bob stakes 2 / Bob holds KC 6C / Bob draws 5D 2C")[0] == {"Ann": 2, "Bob": -2}


def test_twenty_one_is_another_word_for_vingt_un():
    assert hand("", "deal Ann / Bob stakes 2 / Bob 21 / Ann over")[0] == {"Ann": -4, "Bob": 4}


# Naturals


def test_a_natural_follows_from_the_hand_until_a_card_is_drawn():
    stakes = "deal Ann / Bob stakes 2 / Cat stakes 1"
    late = f"{stakes} / Bob draws 2C / Bob over / Cat holds AS KD"
    assert hand("", f"{late} / Ann vingt-un", "Ann Bob Cat")[0] == {"Ann": 3, "Bob": -2, "Cat": -1}
    first = f"{stakes} / Cat holds AS KD / Bob over"
    assert hand("", first, "Ann Bob Cat")[0] == {"Bob": -2, "Cat": 2}


def test_the_dealers_hand_ends_it_at_once_with_a_natural():
    won = hand("", "deal Ann / Bob stakes 2 / Cat stakes 1 / Bob natural / Ann holds AS KD", "Ann Bob Cat")
    assert won == ({"Ann": 2, "Cat": -2}, {})


def test_the_dealers_own_two_may_be_shown_after_he_has_drawn():
    stakes = "deal Ann / Bob stakes 2 / Bob 18 / Ann draws 3H"
    assert hand("", f"{stakes} / Ann shows JH 5S / Ann stands")[0] == {"Ann": 2, "Bob": -2}
    assert hand("", f"{stakes} / Ann shows JH 8S")[0] == {"Ann": 4, "Bob": -4}
    assert hand("", f"{stakes} / Ann shows JH 9S")[0] == {"Ann": -2, "Bob": 2}


def test_after_a_card_the_dealers_ace_and_ten_are_a_drawn_vingt_un():
    script = "deal Ann / Bob stakes 2 / Cat stakes 1 / Bob natural / Cat draws 5C / Cat vingt-un / Ann shows AS KD"
    assert hand("", script, "Ann Bob Cat")[0] == {"Ann": -3, "Bob": 4, "Cat": -1}


@pytest.mark.parametrize(
    ("dealers", "wins"), [("Ann natural", 0), ("Ann shows AS KS", 0), ("Ann stands", 4), ("Ann shows KS QS", 4)]
)
def test_where_all_have_naturals_the_dealer_must_say(dealers, wins):
    won, _ = hand("", f"deal Ann / Bob stakes 2 / Bob natural / {dealers} / deal")
    assert won == ({"Ann": -wins, "Bob": wins} if wins else {})


def test_where_all_have_naturals_and_the_dealers_cards_are_known_he_says_nothing():
    assert hand("", "deal Ann / Bob stakes 2 / Ann holds KS QS / Bob natural / deal")[0] == {"Ann": -4, "Bob": 4}


def test_a_natural_declared_before_a_card_is_paid_when_the_first_is_drawn():
    evening = play("Ann Bob Cat", "game vingt-un\ndeal Ann\nBob stakes 2\nCat stakes 1\nBob natural\nCat draws 2C")
    assert balances(evening) == {"Ann": -4, "Bob": 4}


@pytest.mark.parametrize(
    "known",
    ["Ann holds KC 9D / Bob natural", "Bob natural / Ann holds KC 9D", "Bob natural / Ann divides"],
)
def test_a_natural_is_paid_as_soon_as_the_dealer_can_have_none(known):
    stakes = "deal Ann / Bob stakes 2 / Cat stakes 1"
    assert hand("", f"{stakes} / {known}", "Ann Bob Cat")[0] == {"Ann": -4, "Bob": 4}
    both = hand("", f"{stakes} / {known} / Cat holds AS KS", "Ann Bob Cat")[0]
    assert both == {"Ann": -6, "Bob": 4, "Cat": 2}


def test_a_natural_is_paid_once_an_outcome_is_said_against_the_dealer():
    stakes = "deal Ann / Bob stakes 2 / Cat stakes 1 / Dan stakes 1 / Bob natural / Ann stands"
    assert hand("", stakes, "Ann Bob Cat Dan")[0] == {}, "Ann's hand may still be shown to be a natural"
    assert hand("", f"{stakes} / Cat wins", "Ann Bob Cat Dan")[0] == {"Ann": -4, "Bob": 4}
    saying = stakes.replace("Ann stands", "Ann 18")
    assert hand("", saying, "Ann Bob Cat Dan")[0] == {"Ann": -4, "Bob": 4}


def test_two_naturals_share_the_pool_though_one_was_paid_before_the_other_was_declared():
    script = "deal Ann / Bob stakes 2 / Cat stakes 1 / Dan stakes 1 / Ann holds KC 9D / Bob natural"
    won = hand("ante=2", script, "Ann Bob Cat Dan")
    assert won == ({"Ann": -2 - 4, "Bob": -2 + 4, "Cat": -2, "Dan": -2}, {"vingt-un.pool": 8})
    won = hand("ante=2", f"{script} / Cat natural / Dan over", "Ann Bob Cat Dan")
    assert won[0] == {"Ann": -2 - 4 - 2 + 1, "Bob": -2 + 4 + 4, "Cat": -2 + 2 + 4, "Dan": -2 - 1}


# Divided pairs


TWICE_DIVIDED = "deal Ann / Bob stakes 2 / Bob divides 1 KC 9H / Bob divides 1 8D 4S"
"""A pair of kings becomes K 8, K 9 and K 4; a pair of nines 9 K, 9 8 and 9 4."""


@pytest.mark.parametrize("saying", ["4", "9", "17", "18 / Bob 18", "19 / Bob 16", "over / Bob over / Bob 12"])
def test_points_after_two_divisions_are_held_against_the_pair_whichever_rank_it_was(saying):
    refused("Ann Bob", "game vingt-un\n" + f"{TWICE_DIVIDED} / Bob {saying}".replace(" / ", "\n"), "divided with")


@pytest.mark.parametrize(
    "saying",
    ["18 / Bob 19 / Bob 14", "19 / Bob 17 / Bob 13", "20 / Bob 20 / Bob 20", "stands / Bob over / Bob 13"],
)
def test_points_that_one_of_the_ranks_makes_are_taken_after_two_divisions(saying):
    hand("", f"{TWICE_DIVIDED} / Bob {saying} / Ann 20")


def test_cards_drawn_to_a_divided_hand_leave_what_one_of_the_ranks_makes():
    script = f"game vingt-un / {TWICE_DIVIDED} / Bob draws 2C / Bob ".replace(" / ", "\n")
    for word in ("20", "21"):
        play("Ann Bob", script + word)
    for word in ("19", "over"):
        refused("Ann Bob", script + word, "divided with")
    refused("Ann Bob", f"{script}draws 3C\nBob stands", "over 21")
    assert balances(play("Ann Bob", f"{script}draws 3C\nBob over")) == {"Ann": 2, "Bob": -2}


def test_points_after_divisions_whose_cards_were_not_said_are_held_against_the_pair():
    script = "game vingt-un\ndeal Ann\nBob stakes 2\nBob holds 8C 8D\nBob divides 1\nBob divides 1\nBob "
    refused("Ann Bob", f"{script}8", "divided with")
    play("Ann Bob", f"{script}9")


def test_points_are_not_held_against_hands_whose_cards_were_shown():
    script = f"{TWICE_DIVIDED} / Ann 18 / Bob shows KD 8D / Bob "
    refused("Ann Bob", "game vingt-un\n" + f"{script}13".replace(" / ", "\n"), "divided with")
    hand("", f"{script}17 / Bob 13")
    hand("", f"{script}19 / Bob 14")


def test_the_dealer_divides_his_second_hand_when_its_turn_comes():
    stakes = "deal Ann / Bob stakes 1 / Bob 20 / Ann shows 8C 8D / Ann divides KC 8H"
    script = f"{stakes} / Ann draws 3C / Ann divides 2C 5D / Ann draws 9C / Ann stands / Ann stands"
    # K 8 3 is a drawn vingt-un; then 8 2 and 9 make 19, 8 and 5 make 13
    assert hand("", script)[0] == {}, "Ann has 2 of Bob for her vingt-un, and he 1 for each of the others"
    late = f"{stakes} / Ann draws 2C / Ann divides 3C 5D"
    refused("Ann Bob", "game vingt-un\n" + late.replace(" / ", "\n"), "before a third card")
    gone = f"{stakes.replace('KC 8H', '8H KC')} / Ann stands / Ann divides 3C 5D"
    refused("Ann Bob", "game vingt-un\n" + gone.replace(" / ", "\n"), "is a pair still")
    unknown = f"{stakes.split(' / Ann shows')[0]} / Ann divides 8H 8S / Ann 18 / Ann divides KC 9C / Ann 18 / Ann 17"
    assert hand("", unknown)[0] == {"Ann": -3, "Bob": 3}


def test_divided_by_outcome_and_card_by_card():
    stakes = "deal Ann / Bob stakes 2 / Ann double"
    by_cards = f"{stakes} / Bob holds 8C 8D / Bob divides 3 KH 8S / Bob divides 1 3C 10D"
    by_outcome = f"{stakes} / Bob divides 3 / Bob divides 1"
    wanted = {"Ann": -1, "Bob": 1}
    assert hand("", f"{by_cards} / Bob stands / Bob draws 10H / Bob stands / Ann 19")[0] == wanted
    assert hand("", f"{by_outcome} / Bob 18 / Bob vingt-un / Bob 18 / Ann 19")[0] == wanted
    assert hand("", f"{by_outcome} / Bob stands / Bob vingt-un / Bob stands / Ann stands / Bob loses / Bob loses")[
        0
    ] == wanted  # fmt: skip


def test_the_hand_known_after_it_was_divided():
    script = "deal Ann / Bob stakes 2 / Bob divides 3 KH 8S / Bob divides 1 3C 10D / Bob holds 8C 8D"
    assert hand("", f"{script} / Bob stands / Bob draws 10H / Bob stands / Ann 19")[0] == {"Ann": -3, "Bob": 3}


def test_the_completing_cards_alone_leave_one_card_to_show():
    script = "deal Ann / Bob stakes 2 / Bob divides 3 KH 9S / Ann 18 / Bob shows 9C / Bob shows 9D"
    assert hand("", script)[0] == {"Ann": -2 + 3, "Bob": 2 - 3}


def test_cards_of_a_division_that_belong_to_no_hand_may_be_shown():
    script = "deal Ann / Bob stakes 2 / Bob divides 3 KH 8S / Bob divides 1 3C 10D / Ann 18"
    assert hand("", f"{script} / Bob shows 8C KH / Bob shows 8D 3C / Bob shows 8S 10D")[0] == {
        "Ann": 2 + 3 + 1,
        "Bob": -6,
    }


def test_an_ace_and_a_ten_on_a_divided_hand_are_a_drawn_vingt_un():
    script = "deal Ann / Bob stakes 2 / Bob holds AC AD / Bob divides 2 KH 9S / Bob stands / Ann vingt-un"
    assert hand("", script)[0] == {"Ann": 2 + 4, "Bob": -6}


def test_the_dealers_natural_takes_the_second_stake_back():
    assert hand("", "deal Ann / Bob stakes 2 / Bob divides 5 / Ann natural")[0] == {"Ann": 4, "Bob": -4}


def test_the_dealers_divided_pair_settles_twice():
    stakes = "deal Ann / Bob stakes 1 / Cat stakes 3 / Dan stakes 5 / Bob over / Cat stands"
    won, _ = hand("", f"{stakes} / Ann divides / Ann 18 / Ann over / Cat 18 / Dan 19", "Ann Bob Cat Dan")
    assert won == {"Ann": 1 + 3 - 3 - 5 - 5, "Bob": -1, "Dan": 10}
    cards = f"{stakes} / Ann shows 8C 8D / Ann divides KC 7D / Ann stands / Ann draws 9H / Cat 18 / Dan 19"
    assert hand("", cards, "Ann Bob Cat Dan")[0] == won


def test_the_dealer_divides_with_the_second_cards_too_and_again():
    stakes = "deal Ann / Bob stakes 1 / Ann divides / Ann divides / Ann divides / Bob stands"
    assert hand("overdraw=2", f"{stakes} / Ann over / Ann over / Ann vingt-un / Ann over") == (
        {"Ann": -3 + 2 - 6, "Bob": 1},
        {"vingt-un.pool": 6},
    )


def test_four_hands_of_four_alike():
    script = (
        "deal Ann / Bob stakes 1 / Bob holds 8C 8D / Bob divides 1 8H 8S / Bob divides 1 2C 3C / Bob divides 1 4C 5C"
    )
    evening = play("Ann Bob", "game vingt-un\n" + script.replace(" / ", "\n"))
    made = [list(map(str, hand.cards)) for hand in evening.game.deal.hands.seats["Bob"].hands]
    assert made == [["8C", "2C"], ["8D", "4C"], ["8H", "3C"], ["8S", "5C"]]


# Whose deal it is

OVER = "Bob over / Cat over"


def dealt(*hands: str, options: str = "", players: str = "Ann Bob Cat"):
    """Play hands with stakes of one each; each hand is dealt by the dealer in turn."""
    script = [f"game vingt-un {options}"]
    evening = play(players, script[0])
    for number, hand in enumerate(hands):
        before, _, rest = hand.rpartition(": ")
        script += [line for line in before.split(" / ") if line]
        script.append("deal" if number or before else "deal Ann")
        evening = play(players, "\n".join(script))
        dealer = evening.game.deal.dealer
        order = evening.game.deal.hands.order
        script += [f"{name} stakes 1" for name in order[:-1]]
        words = rest or " / ".join(f"{name} over" for name in order[:-1])
        script += list(words.split(" / "))
        evening = play(players, "\n".join(script))
        assert dealer == order[-1]
    return evening


def test_a_natural_throws_the_dealer_out_but_not_in_his_first_hand():
    evening = dealt("Bob natural / Cat over", "", "Cat natural / Bob over")
    assert [carry(evening)[key] for key in ("dealer", "hands")] == ["Bob", 0]
    evening = dealt("Bob natural / Cat over", "", "Cat natural / Bob over", options="thrown_out=holder")
    assert carry(evening)["dealer"] == "Cat"
    evening = dealt("", "Bob natural / Cat natural / Ann stands", options="thrown_out=holder")
    assert carry(evening)["dealer"] == "Bob"


def test_the_dealer_with_a_natural_too_is_not_thrown_out():
    evening = dealt("", "Bob natural / Ann natural")
    assert [carry(evening)[key] for key in ("dealer", "hands")] == ["Ann", 2]


def test_the_deal_is_limited_to_hands():
    evening = dealt("", "Bob natural / Cat over", options="limit_deal=2")
    assert carry(evening) == {"dealer": "Bob", "buyer": None, "hands": 0, "through": 0}
    assert carry(dealt("", "Bob natural / Cat over", options="limit_deal=3"))["dealer"] == "Ann"
    assert carry(dealt("", "Bob natural / Cat over", options="limit_deal=3 thrown_out=next"))["dealer"] == "Bob"


@pytest.mark.parametrize(("limit", "times"), [("pack-twice", 2), ("two-packs", 1)])
def test_the_deal_is_limited_to_the_pack(limit, times):
    script = [
        " / ".join(["Bob over", *["Ann last-card"] * (times - 1)]) + " / Cat over",
        "Bob over / Ann last-card / Cat over",
    ]
    evening = dealt(*script, options=f"limit_deal={limit}")
    assert carry(evening)["dealer"] == "Bob"
    between = dealt(script[0], options=f"limit_deal={limit}")
    assert carry(between) == {"dealer": "Ann", "buyer": None, "hands": 1, "through": times - 1}
    evening = dealt(script[0], "Ann last-card: ", options=f"limit_deal={limit}")
    assert evening.game.deal.dealer == "Bob"


def test_the_last_card_told_of_between_two_hands_counts_once():
    script = "game vingt-un limit_deal=pack-twice\ndeal Ann\nBob stakes 1\nBob over\nAnn last-card\n"
    assert carry(play("Ann Bob", script)) == {"dealer": "Ann", "buyer": None, "hands": 1, "through": 1}
    assert carry(play("Ann Bob", f"{script}Ann last-card"))["dealer"] == "Bob"


def test_used_cards_come_again_after_the_last_card():
    script = """
        game vingt-un
        deal Ann
        Bob stakes 1
        Bob holds KC 8D
        Bob draws 9H
        deal
        Bob stakes 1
        Bob holds 2C 3C
        Ann last-card
        Bob draws 9H KC
        deal
        Ann last-card
        Bob stakes 1
        Bob holds 2C 3C
        Bob draws 8D KC
    """
    assert carry(play("Ann Bob", script)) == {"dealer": "Ann", "buyer": None, "hands": 3, "through": 2}


def test_used_in_the_hand_are_those_over_drawn_naturals_and_thrown_up():
    stakes = "game vingt-un\ndeal Ann\nBob stakes 1\nCat stakes 1\nDan stakes 1\nBob holds AC KD\nCat holds 2C 3C\n"
    script = stakes + "Cat draws 9C KS\nAnn last-card\nDan draws AC 2C 3C 9C\n"
    play("Ann Bob Cat Dan", script)
    refused("Ann Bob Cat Dan", stakes + "Cat draws 4C\nAnn last-card\nCat draws 4C", "4C has been seen already")
    missed = "penalty Ann out-of-order\nDan draws 5C\nCat throws-up\nAnn last-card\nDan draws 2C"
    play("Ann Bob Cat Dan", stakes + missed)


def test_who_may_throw_up_is_named_where_another_is_asked():
    stakes = "game vingt-un\ndeal Ann\nBob stakes 1\nCat stakes 1\nDan stakes 1\n"
    refusal = refused("Ann Bob Cat Dan", f"{stakes}penalty Ann out-of-order\nAnn throws-up", "does not play against")
    assert "Ann may say: double, last-card; Bob, Cat and Dan: throws-up" in refusal.message


def test_no_word_is_taken_for_another_that_was_said_out_of_turn():
    stakes = "game vingt-un\ndeal Ann\nBob stakes 1\nCat stakes 1\nBob holds 8C 8D\nCat draws 2C\n"
    assert "Did you mean" not in refused("Ann Bob Cat", f"{stakes}Bob divides 2").message


def test_two_packs_have_every_card_twice():
    play("Ann Bob", "game vingt-un limit_deal=two-packs\ndeal Ann\nBob stakes 1\nBob holds 5C 5C\nBob divides 1 9H 9H")


def test_a_new_dealer_begins_with_the_whole_pack():
    play(
        "Ann Bob",
        "game vingt-un limit_deal=1\ndeal Ann\nBob stakes 1\nBob holds KC 8D\nBob draws 9H\ndeal\nAnn stakes 1\nAnn holds KC 8D",
    )


# Sales


def test_the_buyer_deals_from_his_seat_and_the_turns_begin_on_the_sellers_left():
    evening = dealt("Ann sells deal to Cat for 5: ", "", "Bob natural / Dan over / Ann over", players="Ann Bob Cat Dan")
    # Cat deals for Ann: Bob, Dan, Ann stake. Her first hand was the first of the deal, so the third throws her out
    assert carry(evening) == {"dealer": "Bob", "buyer": None, "hands": 0, "through": 0}


def test_the_price_of_a_sale_and_its_turns():  # [68]-[69]
    script = """
        game vingt-un
        Bob sells deal to Dan for 4
        deal
        Cat stakes 1
        Ann stakes 2
        Bob stakes 3
        Cat over
        Ann over
        Bob over
    """
    evening = play("Ann Bob Cat Dan", script)
    assert balances(evening) == {"Ann": -2, "Bob": 4 - 3, "Cat": -1, "Dan": 6 - 4}
    assert carry(evening) == {"dealer": "Bob", "buyer": "Dan", "hands": 1, "through": 0}


def test_a_deal_sold_half_way_is_the_same_deal():
    evening = dealt("", "Ann sells deal to Bob for 2: Cat natural / Ann over", options="ante=1")
    assert carry(evening)["dealer"] == "Bob"
    assert pools(evening) == {}, "the pool of three antes went to Cat"
    # the first hand: an ante and two stakes to Ann; the sale: 2; the second: 2 of Bob and the pool to Cat, 1 of Ann
    assert balances(evening) == {"Ann": -1 + 2 + 2 - 1, "Bob": -1 - 1 - 2 - 2 + 1, "Cat": -1 - 1 + 2 + 3}


def test_sold_half_way_no_second_ante():
    evening = dealt("", "Ann sells deal to Bob for 2: Cat over / Ann over", options="ante=1")
    assert pools(evening) == {"vingt-un.pool": 3}


@pytest.mark.parametrize("leaver", ["Ann", "Cat"])
def test_a_sold_deal_ends_when_seller_or_buyer_leaves(leaver):
    evening = dealt("", "Ann sells deal to Cat for 2: ", players="Ann Bob Cat Dan")
    script = "\n".join(["", f"{leaver} leaves", "deal Bob"])
    assert evening.game.table.due_dealer() == "Cat"
    lines = "game vingt-un\ndeal Ann\nBob stakes 1\nCat stakes 1\nDan stakes 1\nBob over\nCat over\nDan over"
    lines += "\nAnn sells deal to Cat for 2" + script
    assert play("Ann Bob Cat Dan", lines).game.deal.dealer == "Bob"


def test_a_dealer_who_leaves_ends_his_deal():
    evening = play(
        "Ann Bob Cat",
        "game vingt-un ante=1\ndeal Ann\nBob stakes 1\nCat stakes 1\nBob over\nCat over\nAnn leaves\ndeal Bob\nCat stakes 2",
    )
    assert pools(evening) == {"vingt-un.pool": 5}
    left = "game vingt-un\ndeal Ann\nmisdeal\nAnn leaves\nAnn joins\ndeal Bob"
    assert play("Ann Bob Cat", left).game.deal.dealer == "Bob"


def test_who_sits_down_on_the_dealers_left_deals_next():
    hand_of_ann = "game vingt-un limit_deal=1\ndeal Ann\nBob stakes 1\nCat stakes 1\nBob over\nCat over"
    assert play("Ann Bob Cat", f"{hand_of_ann}\nDan joins after Ann\ndeal Dan").game.deal.dealer == "Dan"
    packs = hand_of_ann.replace("=1", "=two-packs")
    assert play("Ann Bob Cat", f"{packs}\nAnn last-card\ndeal Bob").game.deal.dealer == "Bob"


# The pool


def test_antes_are_paid_by_deal_or_by_hand_and_not_by_who_joins():  # [68]
    assert pools(dealt("", "", options="ante=2")) == {"vingt-un.pool": 6}
    assert pools(dealt("", "", options="ante=2 ante_each=hand")) == {"vingt-un.pool": 12}
    joined = "game vingt-un ante=2\ndeal Ann\nBob stakes 1\nBob over\nCat joins\ndeal\nBob stakes 1\nCat stakes 1"
    assert pools(play("Ann Bob", joined)) == {"vingt-un.pool": 4}


def test_two_naturals_share_the_pool_the_odd_counter_from_the_left():  # [66]
    won, left = hand(
        "ante=1",
        "deal Ann / Bob stakes 1 / Cat stakes 1 / Bob natural / Cat natural / Ann stands",
        "Ann Bob Cat",
    )
    assert (won, left) == ({"Ann": -5, "Bob": 2 - 1 + 2, "Cat": 2 - 1 + 1}, {})


def test_the_pool_taken_is_what_was_in_it_when_the_hand_was_dealt():
    script = 'deal Ann / penalty Cat 3 "late" / Bob stakes 1 / Cat stakes 1 / Bob natural / Cat stands / Ann over'
    won, left = hand("ante=1 overdraw=2", script, "Ann Bob Cat")
    assert (won, left) == ({"Ann": -1 - 2 - 1 - 2, "Bob": -1 + 2 + 3, "Cat": -1 - 3 + 1}, {"vingt-un.pool": 5})


def test_the_pool_is_kept_and_not_won_against_the_dealers_natural():
    script = "deal Ann / Bob stakes 1 / Cat stakes 1 / Bob natural / Cat over"
    assert hand("ante=1 pool_to=keep", script, "Ann Bob Cat")[1] == {"vingt-un.pool": 3}
    script = "deal Ann / Bob stakes 1 / Cat stakes 1 / Bob natural / Ann natural"
    won, left = hand("ante=1 privilege=double", script, "Ann Bob Cat")
    assert (won, left) == ({"Ann": 1, "Bob": -1, "Cat": -3}, {"vingt-un.pool": 3})


@pytest.mark.parametrize(("share", "part"), [("quarter", 1), ("third", 2)])
def test_a_part_of_the_ties_goes_to_the_pool(share, part):  # [68]
    stakes = "deal Ann / Bob stakes 3 / Cat stakes 4 / Dan stakes 9"
    drawn = f"{stakes} / Bob vingt-un / Cat vingt-un / Dan stands / Ann vingt-un"
    assert hand(f"tie_share={share}", drawn, "Ann Bob Cat Dan")[1] == {"vingt-un.pool": part}
    equal = f"{stakes} / Ann 18 / Bob 18 / Cat 18 / Dan 17"
    assert hand(f"tie_share={share}", equal, "Ann Bob Cat Dan")[1] == {"vingt-un.pool": part}
    script = f"{stakes} / Ann stands / Bob ties / Cat ties / Dan loses"
    assert hand(f"tie_share={share}", script, "Ann Bob Cat Dan")[1] == {"vingt-un.pool": part}


@pytest.mark.parametrize(("privilege", "times"), [("stake", 1), ("double", 2)])
def test_the_privilege_of_a_natural_is_its_own_first_stake(privilege, times):  # [69]
    stakes = "deal Ann / Bob stakes 3 / Cat stakes 4 / Dan stakes 9 / Eve stakes 1 / Ann double"
    script = f"{stakes} / Bob natural / Cat over / Dan vingt-un / Eve stands / Ann over"
    won, _ = hand(f"privilege={privilege}", script, "Ann Bob Cat Dan Eve")
    assert won == {
        "Ann": -12 + 8 - 36 - 2, "Bob": 12 + 2 * 3 * times, "Cat": -8 - 3 * times, "Dan": 36, "Eve": 2 - 3 * times,
    }  # fmt: skip


def test_one_vingt_un_of_a_divided_pair_is_enough_against_the_privilege():
    stakes = "deal Ann / Bob stakes 3 / Cat stakes 2 / Dan stakes 1 / Bob natural / Cat divides 2"
    won, _ = hand("privilege=stake", f"{stakes} / Cat vingt-un / Cat 18 / Dan 17 / Ann over", "Ann Bob Cat Dan")
    assert won == {"Ann": -6 - 4 - 2 - 1, "Bob": 6 + 3, "Cat": 4 + 2, "Dan": 1 - 3}


# Irregularities


def test_fines_go_to_the_pool_if_there_is_one():  # [67]-[68]
    script = "deal Ann / Bob stakes 1 / penalty Ann two-cards / penalty Ann out-of-order"
    assert hand("stake=3", script.replace("stakes 1", "stakes 3")) == ({}, {})
    for options, fine in [("overdraw=1", 1), ("tie_share=third", 1), ("fine=4", 4), ("overdraw=1 fine=2", 2)]:
        assert hand(options, script) == ({"Ann": -2 * fine}, {"vingt-un.pool": 2 * fine})
    assert hand("ante=1", script)[1] == {"vingt-un.pool": 4}
    assert hand("", "deal Ann / penalty Ann two-cards 3") == ({"Ann": -3}, {"vingt-un.pool": 3})


def test_a_card_too_many_is_rejected_and_the_hand_stands():
    stakes = "deal Ann / Bob stakes 1 / Bob holds KC 4D / penalty Ann two-cards"
    assert hand("", f"{stakes} / Bob draws 5C / Bob rejects 9C / Ann 18")[0] == {"Ann": -1, "Bob": 1}
    assert hand("", f"{stakes} / Bob rejects / Ann 18")[0] == {"Ann": 1, "Bob": -1}
    refused(
        "Ann Bob", "game vingt-un\n" + f"{stakes} / Bob rejects 9C / Ann draws 9C".replace(" / ", "\n"), "9C has been"
    )


def test_who_was_missed_is_supplied_until_the_dealer_has_stood():
    stakes = "deal Ann / Bob stakes 1 / Cat stakes 1 / Bob holds KC 4D"
    late = f"{stakes} / Cat draws 2C / penalty Ann out-of-order"
    for script in (
        f"{late} / Bob draws 6C / Bob stands / Cat over / Ann 18",
        f"{stakes} / penalty Ann out-of-order / Cat over / Ann draws 3C / Bob 20 / Ann 18".replace(
            " / Bob holds KC 4D", ""
        ),
        f"{late} / Cat over / Ann draws 3C / Bob draws 6C / Ann 18",
    ):
        assert hand("", script, "Ann Bob Cat")[0] == {"Bob": 1, "Cat": -1}
    assert hand("", f"{late} / Bob draws 9C / Cat over", "Ann Bob Cat")[0] == {"Ann": 2, "Bob": -1, "Cat": -1}
    assert hand("", f"{late} / Bob draws 7C / Cat over / Ann over", "Ann Bob Cat")[0] == {
        "Ann": -1,
        "Bob": 2,
        "Cat": -1,
    }


def test_of_a_divided_pair_that_was_missed_the_first_hand_is_supplied_first():
    script = "deal Ann / Bob stakes 2 / Cat stakes 1 / Bob divides 5 / penalty Ann out-of-order / Cat 18 / Bob over"
    # the second hand stands, and so does Cat's
    assert hand("", f"{script} / Ann over", "Ann Bob Cat")[0] == {"Ann": 2 - 5 - 1, "Bob": -2 + 5, "Cat": 1}


def test_who_was_missed_is_supplied_while_the_dealer_draws_to_a_divided_hand():
    script = (
        "deal Ann / Bob stakes 2 / Cat stakes 1 / penalty Ann out-of-order / Cat 18 / Ann divides / Ann 19 / Bob 20"
    )
    assert hand("", f"{script} / Ann over", "Ann Bob Cat")[0] == {"Ann": -2 - 2, "Bob": 2 + 2}


def test_who_was_missed_throws_up_and_pays_nothing():
    stakes = "deal Ann / Bob stakes 1 / Cat stakes 2 / Dan stakes 3 / Dan natural / Cat stands"
    script = f"{stakes} / penalty Ann out-of-order / Ann vingt-un"
    assert hand("privilege=stake", script, "Ann Bob Cat Dan")[0] == {"Bob": -2 - 3, "Cat": -4 - 3, "Dan": 12}
    script = f"{stakes} / penalty Ann out-of-order / Bob throws-up / Ann vingt-un"
    assert hand("privilege=stake", script, "Ann Bob Cat Dan")[0] == {"Ann": -6 + 4, "Cat": -4 - 3, "Dan": 9}
    script = f"{stakes} / penalty Ann out-of-order / Ann 18 / Bob throws-up / Cat 19"
    assert hand("", script, "Ann Bob Cat Dan")[0] == {"Ann": -6 - 2, "Cat": 2, "Dan": 6}


def test_who_has_thrown_up_does_not_pay_a_natural_of_the_dealer():
    script = "deal Ann / Bob stakes 1 / Cat stakes 2 / penalty Ann out-of-order / Bob throws-up / Ann natural"
    assert hand("", script, "Ann Bob Cat")[0] == {"Ann": 4, "Cat": -4}


def test_nobody_left_standing_after_throwing_up():
    script = "deal Ann / Bob stakes 1 / Cat stakes 2 / penalty Ann out-of-order / Cat over / Bob throws-up / deal"
    assert hand("", script, "Ann Bob Cat")[0] == {"Ann": 2, "Cat": -2}


def test_drawing_separately_on_cards_that_do_not_pair():  # [67]
    stakes = "deal Ann / Bob stakes 1 / Cat stakes 2 / Ann double / Bob divides 5"
    assert hand("fine=2", f"{stakes} / penalty Bob drew-separately / Cat over", "Ann Bob Cat") == (
        {"Ann": 2 + 5 + 4, "Bob": -7 - 2, "Cat": -4},
        {"vingt-un.pool": 2},
    )
    later = f"{stakes} / Bob over / Bob vingt-un / Cat stands / penalty Bob drew-separately 1 / Ann over"
    assert hand("", later, "Ann Bob Cat") == ({"Ann": 2 + 5 - 4, "Bob": -7 - 1, "Cat": 4}, {"vingt-un.pool": 1})


def test_who_drew_separately_shows_no_pair():
    stakes = "deal Ann / Bob stakes 1 / Cat stakes 2 / Bob divides 5 / penalty Bob drew-separately"
    assert hand("", f"{stakes} / Bob holds 8C 9D / Cat over", "Ann Bob Cat")[0] == {"Ann": 8, "Bob": -6, "Cat": -2}
    refused("Ann Bob Cat", f"game vingt-un / {stakes} / Bob holds 8C 8D".replace(" / ", "\n"), "fined for no pair")
    before = f"game vingt-un / {stakes.replace('divides 5', 'divides 5 KC 2C')} / Ann last-card / Cat draws KC"
    refused("Ann Bob Cat", before.replace(" / ", "\n"), "KC has been seen already")


def test_a_misdeal_gives_back_all_but_antes_and_fines():
    script = """
        game vingt-un ante=2 privilege=stake
        deal Ann
        Bob stakes 3
        Cat stakes 4
        Bob natural
        penalty Ann two-cards
        Cat holds KC 5D
        Cat draws 9H
        misdeal "a card exposed"
    """
    void = "\n".join(script.strip().splitlines()[:-2])
    evening = play("Ann Bob Cat", void + '\nmisdeal "a card exposed"')
    assert (balances(evening), pools(evening)) == ({"Ann": -3, "Bob": -2, "Cat": -2}, {"vingt-un.pool": 7})
    assert carry(evening) == {"dealer": "Ann", "buyer": None, "hands": 0, "through": 0}
    again = "\ndeal\nBob stakes 1\nCat stakes 1\nBob holds KC 5D\nBob draws 9H\nCat over"
    evening = play("Ann Bob Cat", void + "\nmisdeal" + again)
    assert pools(evening) == {"vingt-un.pool": 7}


def test_the_last_card_of_a_void_hand_does_not_count_for_the_limit_of_the_deal():
    script = "game vingt-un limit_deal=pack-twice\ndeal Ann\nBob stakes 1\nBob holds KC 5D\nAnn last-card\nmisdeal"
    assert carry(play("Ann Bob", script))["through"] == 0
    again = f"{script}\ndeal\nBob stakes 1\nAnn last-card\nBob over"
    assert (carry(play("Ann Bob", again))["dealer"], carry(play("Ann Bob", again))["through"]) == ("Ann", 1)


@pytest.mark.parametrize(("void", "dealer"), [("Ann last-card\nmisdeal", "Ann"), ("misdeal\nAnn last-card", "Bob")])
def test_a_void_hand_is_dealt_again_though_the_pack_was_gone_through(void, dealer):
    for hands in ("", "Bob stakes 1\nBob over\ndeal Ann\n"):
        again = f"game vingt-un limit_deal=two-packs\ndeal Ann\n{hands}{void}\ndeal Ann\nBob stakes 1\nBob over"
        evening = play("Ann Bob", again)
        assert (carry(evening)["dealer"], carry(evening)["through"]) == (dealer, 0)


def test_the_last_card_told_of_when_the_deal_is_over_is_nothing_to_the_next_dealer():
    script = """
        game vingt-un limit_deal=pack-twice
        deal Ann
        Ann last-card
        Ann last-card
        Bob stakes 1
        Bob over
        Ann last-card
        deal Bob
        Ann stakes 1
        Bob last-card
        Ann over
        deal Bob
    """
    assert carry(play("Ann Bob", script)) == {"dealer": "Bob", "buyer": None, "hands": 1, "through": 1}


# The end


def test_the_end_divides_the_pool_and_reports_unequal_deals():
    script = "game vingt-un ante=5\ndeal Ann\nBob stakes 1\nCat stakes 1\nBob over\nCat over\nend divide"
    evening = play("Ann Bob Cat", script)
    assert balances(evening) == {"Ann": 2, "Bob": -1, "Cat": -1}
    assert any("more often" in remark for remark in remarks(evening))
    script = 'game vingt-un ante=1\ndeal Ann\nBob stakes 1\nCat stakes 1\nBob over\nCat over\npenalty Cat 1 "late"\nend divide'
    assert balances(play("Ann Bob Cat", script)) == {"Ann": 2, "Cat": -2}


def test_equal_deals_are_not_reported():
    script = "game vingt-un limit_deal=1\ndeal Ann\nBob stakes 1\nBob over\ndeal\nAnn stakes 1\nAnn over\nend"
    assert not any("more often" in remark for remark in remarks(play("Ann Bob", script)))


def test_a_pool_left_is_the_next_games():
    script = "game vingt-un ante=1\ndeal Ann\nBob stakes 1\nBob over\nend leave\ngame vingt-un\ndeal Ann\nBob stakes 1\nBob natural\nAnn stands"
    assert balances(play("Ann Bob", script)) == {"Ann": -1 + 1 - 2, "Bob": 2}


def test_pence():
    script = "game vingt-un stake=½d tie_share=quarter\ndeal Ann\nBob stakes 1½d\nAnn 18\nBob 18"
    evening = play("Ann Bob", script, "money=lsd counter=1d")
    assert (balances(evening), pools(evening)) == ({"Ann": 5, "Bob": -6}, {"vingt-un.pool": 1})


CLOSED = "game vingt-un ante=2 privilege=stake / deal Ann / Bob stakes 3 / Cat stakes 4"


@pytest.mark.parametrize(
    "saying",
    [
        "penalty Ann out-of-order / Bob throws-up / Bob throws-up",
        "penalty Ann out-of-order / Bob throws-up / Bob vingt-un",
        "penalty Ann out-of-order / Bob throws-up / Bob natural",
        "penalty Ann out-of-order / Bob throws-up / Bob divides 3",
        "penalty Ann out-of-order / Bob throws-up / Bob holds KC 5D",
        "Cat stands / penalty Ann out-of-order / Bob throws-up / Bob vingt-un",
        "Cat stands / penalty Ann out-of-order / Bob throws-up / Bob over",
        "Bob divides 3 / penalty Bob drew-separately / Bob natural",
        "Bob divides 3 / penalty Bob drew-separately / Bob divides 3",
        "Bob divides 3 / penalty Bob drew-separately / Bob vingt-un",
        "Bob divides 3 / penalty Bob drew-separately / penalty Bob drew-separately",
        "Bob divides 3 / penalty Bob drew-separately / penalty Ann out-of-order / Bob throws-up",
        "Bob divides 3 / penalty Ann out-of-order / Bob throws-up / penalty Bob drew-separately",
    ],
)
def test_nothing_is_said_for_a_hand_that_is_closed(saying):
    refused("Ann Bob Cat", f"{CLOSED} / {saying}".replace(" / ", "\n"))


def test_who_may_throw_up_is_any_whose_drawing_has_not_been_told():
    """Even if a later player's draw was recorded; and, once the dealer is fined, until the hand is settled."""
    open_still = "deal Ann / Bob stakes 1 / Cat stakes 2 / penalty Ann out-of-order / Cat throws-up / Bob over / deal"
    assert hand("", open_still, "Ann Bob Cat")[0] == {"Ann": 1, "Bob": -1}
    refused("Ann Bob Cat", f"{CLOSED} / Bob 18 / penalty Ann out-of-order / Bob throws-up".replace(" / ", "\n"), "told")
    drawn = f"{CLOSED} / Bob draws 2C / Cat stands / penalty Ann out-of-order / Bob throws-up"
    refused("Ann Bob Cat", drawn.replace(" / ", "\n"), "told")
    refused("Ann Bob Cat", f"{CLOSED} / penalty Ann out-of-order / Ann throws-up".replace(" / ", "\n"), "against")
    staking = "game vingt-un / deal Ann / Bob stakes 3 / penalty Ann out-of-order / Bob throws-up"
    refused("Ann Bob Cat", staking.replace(" / ", "\n"), "before all have staked")


@pytest.mark.parametrize(
    "saying",
    [
        "Ann draws 3H / Bob loses / Ann holds KC 9D",
        "Ann draws 2H / Bob loses / Ann holds KC 9D",
        "Ann draws 3H / Ann stands / Bob loses / Ann holds KC 9D",
        "Ann draws 2H / Ann stands / Bob wins / Ann holds KC 9D",
        "Bob loses / Ann holds AS KD",
        "Bob loses / Bob holds AS KD",
        "Bob draws 3C / Bob loses / Bob holds KC 9D",
        "Bob draws 2C / Bob loses / Bob holds KC 9D",
        "Bob draws 2C / Bob stands / Bob loses / Bob holds KC 9D",
    ],
)
def test_what_contradicts_an_outcome_is_refused(saying):
    """A player said to have stood below twenty-one neither over-draws nor has twenty-one."""
    refused("Ann Bob Cat", f"{CLOSED} / {saying}".replace(" / ", "\n"))


def test_a_count_of_cards_drawn_decides_nothing():
    counted = "deal Ann / Bob stakes 1 / Cat stakes 2 / Bob draws 20"
    assert hand("", f"{counted} / Bob 18 / Cat stands / Ann 17 / Cat 18", "Ann Bob Cat")[0] == {
        "Ann": -3,
        "Bob": 1,
        "Cat": 2,
    }
    assert hand("", f"{counted} / Cat over / Ann over", "Ann Bob Cat")[0] == {"Ann": 1, "Bob": 1, "Cat": -2}
    assert hand("", f"{counted} / Bob over / Cat over", "Ann Bob Cat")[0] == {"Ann": 3, "Bob": -1, "Cat": -2}


def test_the_deal_is_not_sold_for_nothing():
    refused("Ann Bob Cat", "game vingt-un\nAnn sells deal to Bob for 0", "too little")


@pytest.mark.parametrize("game", ["vingt-un", "french-vingt-un", "loo", "commerce", "my-bird-sings"])
@pytest.mark.parametrize("saying", ["misdeal", "Bob holds KC 5D", "Bob stands", "Bob passes", "Bob shows KC 5D"])
def test_what_belongs_to_a_hand_is_refused_before_there_is_one(game, saying):
    refused("Ann Bob Cat", f"game {game}\n{saying}")


def test_points_that_the_cards_contradict_keep_their_place_with_the_reason():
    turn = play("Ann Bob", "game vingt-un\ndeal Ann\nBob stakes 1\nBob holds KC 5D\nBob draws 2C").game.turn
    (points,) = (form.slots[0] for form in turn.forms() if form.slots[0].words[-1] in ("17", "vingt-un"))
    assert points.words == ("17",)
    assert "make 17, not 18" in points.out["18"]
    assert list(points.out) == [str(number) for number in range(2, 21) if number != 17] + ["vingt-un"]


@pytest.mark.parametrize(("moves", "dealer"), [("", "Bob"), ("Bob leaves\nBob joins after Dan", "Cat")])
@pytest.mark.parametrize("comes_back", ["", "Ann joins after Cat\n"])
def test_the_deal_of_one_who_leaves_goes_to_the_left_of_where_he_sat(comes_back, moves, dealer):
    script = "deal Ann\nBob stakes 1\nCat stakes 1\nDan stakes 1\nBob over\nCat over\nDan over\nAnn leaves\n"
    for game in ("vingt-un", "french-vingt-un"):
        evening = play("Ann Bob Cat Dan", f"game {game}\n{script}{comes_back}{moves}")
        assert carry(evening)["dealer"] == dealer
