"""Newmarket: its examples, options, a second writing of its money, and random evenings."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.games.families.board import spread
from tests.helpers.plain_stops import ORDER, Money, by_cards, check_money, fall, from_left_of, pack_without
from tests.helpers.rig import balances, machine_for, play, play_many, pools, refused, tries

TestRandomEvenings = machine_for("newmarket", examples=60)

NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus"]
FOUR = "Ann Bob Cat Dan"
CHANCES = ["ace", "king", "queen", "knave"]
THE_FOUR = "deal Ann turn-up JD QH KC AS"


def short(pools_of: dict[str, int]) -> dict[str, int]:
    """Return the pools by the last part of their names."""
    return {name.removeprefix("newmarket."): held for name, held in pools_of.items()}


@pytest.mark.thorough
def test_long_random_evenings():
    assert play_many("newmarket", deals=20, seeds=range(8)) > 80


def test_example_1():
    script = f"""
        game newmarket
        {THE_FOUR}
        Bob stakes 1 on king
        Ann stakes 2 on knave
        Cat takes king
        Bob takes queen
        Cat out
        left Ann 3 Bob 4 Dan 1
        """
    evening = play(FOUR, script)
    assert balances(evening) == {"Ann": -5, "Bob": -4, "Cat": 8, "Dan": -2}
    assert short(pools(evening)) == {"ace": 1, "knave": 2}
    evening = play(FOUR, script + "deal\nDan takes knave\nDan out\nleft Ann 2 Bob 1 Cat 5")
    assert balances(evening) == {"Ann": -8, "Bob": -7, "Cat": 2, "Dan": 7}
    assert short(pools(evening)) == {"ace": 2, "king": 2, "queen": 2}


@pytest.mark.parametrize(
    "told",
    [
        "P2 plays JS\nP2 plays 4D\nP3 plays 5D 6D\nP3 plays QD\nP3 plays KS",
        "P2 takes queen\nP3 takes king\nP3 out\nleft P1 4 P2 2 " + " ".join(f"P{n} 4" for n in range(4, 12)),
    ],
)
def test_example_2(told):
    names = [f"P{number}" for number in range(1, 12)]
    evening = play(" ".join(names), f"game newmarket\ndeal P1 turn-up AH KD QS JC\n{told}")
    assert evening.books.balances == dict.fromkeys(names, -5) | {"P1": -6, "P2": 0, "P3": 40}
    assert short(pools(evening)) == {"ace": 3, "knave": 3}


# The money, written again


def least(pool: dict[str, int]) -> str:
    return min(CHANCES, key=lambda chance: pool.get(chance, 0))


def before(turned: str) -> str:
    return ("K" if turned[0] == "A" else ORDER[ORDER.index(turned[:-1]) - 1]) + turned[-1]


class PlainNewmarket:
    """The money of Newmarket, written without regard to how it is told."""

    def __init__(self, chances: random.Random, players: list[str]) -> None:
        self.chances = chances
        self.players = players
        self.money = Money(players)
        self.stake = chances.randint(1, 3)
        self.put = chances.choice([None, 3]) if len(players) > 2 else chances.choice([None, 2])
        self.four: list[str] = []

    def options(self) -> str:
        return f"stake={self.stake}" + (f" put={self.put}" if self.put else "")

    def deal(self, dealer: str) -> tuple[list[str], list[str]]:
        """Play a deal; return its script by cards, and by outcome."""
        chances, money = self.chances, self.money
        order = from_left_of(dealer, self.players)
        start = [f"deal {dealer}"]
        if not self.four or chances.random() < 0.5:
            self.four = [rank + suit for rank, suit in zip("AKQJ", chances.sample("CDHS", 4), strict=True)]
            start = [f"deal {dealer} turn-up {' '.join(chances.sample(self.four, 4))}"]
        put = self.put or (2 if len(order) == 2 else 1)
        for player in chances.sample(order, chances.randint(0, len(order))):
            # Each of these places what he has where least lies, so that nothing need be left bare.
            for _ in range(put + (player == dealer)):
                chance = least(money.pool)
                money.put(player, chance, self.stake)
                start.append(f"{player} stakes {self.stake} on {chance}")
        said = [line.split()[0] for line in start[1:]]
        for player in order:
            for _ in range(put + (player == dealer) - said.count(player)):
                money.put(player, least(money.pool), self.stake)
        pack = [card for card in pack_without() if card[0] != "7" and card not in self.four]
        pack = chances.sample(pack, 44)
        dealt = {player: pack[place :: len(order)] for place, player in enumerate(order)}
        hands = {player: set(hand) for player, hand in dealt.items()}
        fell = list(fall(chances, hands, order[0]))
        outcome = list(start)
        for player, card in fell:
            for chance, turned in zip(CHANCES, self.four, strict=True):
                if card == before(turned):
                    money.give(player, chance)
                    outcome.append(f"{player} takes {chance}")
        (winner,) = [player for player, hand in hands.items() if not hand]
        for player, hand in hands.items():
            money.pay(player, winner, len(hand) * self.stake)
        left = " ".join(f"{player} {len(hand)}" for player, hand in hands.items() if hand)
        return [*start, *by_cards(chances, fell, dealt, chances.choice([0, 0.5]))], [
            *outcome,
            f"{winner} out",
            f"left {left}",
        ]


@settings(max_examples=tries(120), deadline=None)
@given(st.integers(0, 10**9), st.integers(2, 7))
def test_the_money_written_again(seed, number):
    check_money("newmarket", PlainNewmarket, seed, number)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=8), st.integers(0, 60), st.integers(1, 12))
def test_spreading_is_putting_down_one_by_one(held, units, unit):
    now = list(held)
    for _ in range(units):
        now[now.index(min(now))] += unit
    assert spread(held, units, unit) == [after - before for after, before in zip(now, held, strict=True)]


# The stakes


@pytest.mark.parametrize(
    ("players", "options", "each"), [(2, "", 2), (3, "", 1), (2, "put=4", 4), (5, "put=2 stake=3", 6)]
)
def test_all_put_and_the_dealer_one_more(players, options, each):  # [89]
    names = NAMES[:players]
    evening = play(" ".join(names), f"game newmarket {options}\n{THE_FOUR}\nBob plays 5S")
    stake = 3 if "stake" in options else 1
    assert balances(evening) == dict.fromkeys(names, -each) | {"Ann": -each - stake}


def test_stakes_are_put_down_by_the_first_card_word_or_out():  # [89]
    for saying in ("Bob plays 5S", "Bob takes ace", "Bob out"):
        assert balances(play(FOUR, f"game newmarket\n{THE_FOUR}\n{saying}"))["Ann"] == -2
    evening = play(FOUR, f"game newmarket\n{THE_FOUR}\nBob holds AC 2C 3C 4C 5C 6C 8C 9C 10C JC QC")
    assert balances(evening) == {}


def test_an_amount_carried_over_covers_its_card():
    script = f"game newmarket\n{THE_FOUR}\nBob takes ace\nBob out\nleft Ann 1 Cat 1 Dan 1\ndeal\n"
    evening = play(FOUR, script + "Bob stakes 2 on king\nAnn stakes 1 on king\nCat stakes 1 on king")
    assert short(pools(evening)) == {"king": 5, "queen": 1, "knave": 1}
    refused(
        FOUR, script + "Bob stakes 2 on king\nAnn stakes 1 on king\nCat stakes 1 on king\nDan stakes 1 on king", "ace"
    )
    dealt = play(FOUR, script + "Bob stakes 2 on king\nAnn stakes 1 on king\nCat stakes 1 on king\nCat plays KH")
    assert short(pools(dealt)) == {"ace": 1, "king": 5, "queen": 1, "knave": 1}


def test_the_number_of_players_sets_what_is_put():
    script = f"game newmarket\n{THE_FOUR}\nBob out\nleft Ann 1 Cat 1\nCat leaves\ndeal\nAnn plays 5S"
    evening = play("Ann Bob Cat", script)
    assert balances(evening) == {"Ann": -2 - 1 - 2, "Bob": -1 + 2 - 3, "Cat": -1 - 1}


def test_misdeal_leaves_the_stakes_and_what_is_still_to_be_placed():
    script = f"game newmarket\n{THE_FOUR}\nBob stakes 1 on king\nAnn stakes 1 on king\nmisdeal\n"
    evening = play(FOUR, script)
    assert balances(evening) == {"Ann": -1, "Bob": -1}
    evening = play(FOUR, script + "deal turn-up AD KH QC JS\nAnn stakes 1 on ace\nBob plays 5S")
    assert balances(evening) == {"Ann": -2, "Bob": -1, "Cat": -1, "Dan": -1}
    assert short(pools(evening)) == {"ace": 1, "king": 2, "queen": 1, "knave": 1}
    refused(FOUR, script + "deal\nBob stakes 1 on king", "Bob has nothing to place")


def test_misdeal_takes_back_what_was_taken():
    script = f"game newmarket\n{THE_FOUR}\nBob plays KS\nmisdeal\n"
    evening = play(FOUR, script)
    assert balances(evening) == {"Ann": -2, "Bob": -1, "Cat": -1, "Dan": -1}
    assert short(pools(evening)) == {"ace": 2, "king": 1, "queen": 1, "knave": 1}
    again = play(FOUR, script + "Eve joins\ndeal\nBob plays 5S")
    assert balances(again) == balances(evening) | {"Eve": -1}
    assert again.game.table.turned_up == evening.game.deal.carry.four


def test_a_penalty_is_put_down_counter_by_counter():
    evening = play(FOUR, 'game newmarket\npenalty Bob 6 "late"')
    assert short(pools(evening)) == {"ace": 2, "king": 2, "queen": 1, "knave": 1}
    evening = play(FOUR, 'game newmarket\npenalty Bob 6d "late"', money="money=lsd counter=1d")
    assert short(pools(evening)) == {"ace": 8, "king": 8, "queen": 4, "knave": 4}
    evening = play(FOUR, 'game newmarket\npenalty Bob 1½d "late"', money="money=lsd counter=1d")
    assert short(pools(evening)) == {"ace": 2, "king": 2, "queen": 1, "knave": 1}
    script = f'game newmarket\n{THE_FOUR}\nBob stakes 1 on ace\npenalty Dan 2 "late"\nmisdeal\n'
    assert short(pools(play(FOUR, script))) == {"ace": 1, "king": 1, "queen": 1}
    refused(FOUR, "game newmarket\npenalty Bob call", "no offence called call")


# The four cards


def test_a_stake_belongs_to_the_rank_when_other_suits_are_turned_up():
    script = f"game newmarket\n{THE_FOUR}\nBob out\nleft Ann 1 Cat 1 Dan 1\n"
    evening = play(FOUR, script + "deal turn-up AH KD QC JS\nCat plays QD")
    assert evening.books.balances["Cat"] == -1 - 1 - 1 + 3
    refused(FOUR, script + "deal turn-up AH KD QC JS\nCat plays KD", "KD is turned up")
    play(FOUR, script + "deal turn-up AH KD QC JS\nCat plays KC")
    refused(FOUR, script + "deal\nCat plays KC", "KC is turned up")


@pytest.mark.parametrize(("card", "chance"), [("KS", "ace"), ("QC", "king"), ("JH", "queen"), ("10D", "knave")])
def test_the_card_before_is_led_or_played_to_and_is_a_stop(card, chance):
    below = ORDER[ORDER.index(card[:-1]) - 1] + card[-1]
    for played in (f"{card} 2C", f"{below} {card} 2C"):
        evening = play(FOUR, f"game newmarket\n{THE_FOUR}\nBob plays {played}")
        assert chance not in short(pools(evening))
        assert evening.books.balances["Bob"] == -1 + (2 if chance == "ace" else 1)


def test_a_king_brings_nothing_by_itself():
    evening = play(FOUR, f"game newmarket\n{THE_FOUR}\nBob plays KD KH 6C 2C")
    assert balances(evening)["Bob"] == -1


# The end


def test_end():
    script = f"game newmarket\n{THE_FOUR}\nBob out\nleft Ann 1 Cat 1 Dan 1\n"
    before_end = balances(play(FOUR, script))
    evening = play(FOUR, script + "end divide")
    assert balances(evening) == {"Ann": before_end["Ann"] + 1, "Bob": before_end["Bob"] + 2} | {
        name: before_end[name] + 1 for name in ("Cat", "Dan")
    }
    assert pools(play(FOUR, script + "end leave")) == pools(play(FOUR, script))
    drawn = play(FOUR, script + "end draw Ann:KD Bob:3C Cat:4D Dan:AD")
    assert drawn.books.balances["Bob"] == before_end["Bob"] + 5


def test_after_a_misdeal_who_has_staked_is_asked_no_more():
    """A newcomer puts a player's part; neither another number of players nor another dealer makes anybody pay more."""
    dealt = "game newmarket\ndeal Ann turn-up JD QH KC AS\n"
    told = "Bob out\nmisdeal\n"
    two = play("Ann Bob Cat", f"{dealt}{told}Cat leaves\ndeal\nAnn out")
    assert balances(two) == {"Ann": -2, "Bob": -1, "Cat": -1}, "two players would put two each"
    newcomer = play("Ann Bob", f"{dealt}Ann out\nmisdeal\nCat joins\ndeal\nAnn out")
    assert balances(newcomer) == {"Ann": -3, "Bob": -2, "Cat": -1}
    dealer = play("Ann Bob Cat Dan", f"{dealt}{told}Ann leaves\nEve joins\ndeal\nCat out")
    assert balances(dealer) == {"Ann": -2, "Bob": -1, "Cat": -1, "Dan": -1, "Eve": -1}
    placing = play("Ann Bob Cat Dan", f"{dealt}Bob stakes 1 on king\nmisdeal\nAnn leaves\ndeal\nCat out")
    assert balances(placing) == {"Bob": -2, "Cat": -1, "Dan": -1}, "Bob deals, and nobody had put the dealer's stake"
