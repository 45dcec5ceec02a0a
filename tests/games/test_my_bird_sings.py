"""My Bird Sings: its examples, every option, and true evenings told in part."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.cards import pack_of
from tests.helpers.rig import balances, machine_for, play, play_many, pools, refused, tries

TestRandomEvenings = machine_for("my-bird-sings")

FOUR = "Ann Bob Cat Dan"


@pytest.mark.thorough
def test_long_random_evenings():
    assert play_many("my-bird-sings", deals=20, seeds=range(10), most_players=13) > 100


EXAMPLE_1 = """
    game my-bird-sings
    deal Ann
    Bob holds 4H 9H KH 2S
    Cat holds 3C 7C JD 8S
    Ann holds AC 5D 6D QS
    Bob plays 2S
    Cat plays 3C
    Ann plays AC
    Bob plays AC
    Cat plays 7C
    Ann plays 7C
    Bob plays 4H
    """


@pytest.mark.parametrize(
    "script", [EXAMPLE_1 + "Cat sings JD 8S AC 4H", EXAMPLE_1 + "Cat sings", "game my-bird-sings\ndeal Ann\nCat sings"]
)
def test_example_1(script):
    assert balances(play("Ann Bob Cat", script)) == {"Ann": -2, "Bob": -1, "Cat": 3}


@pytest.mark.parametrize(
    "script",
    [
        "Bob sings\nDan sings\nCat sings\nBob sings\nDan sings\ntricks",
        "tricks Bob 2 Cat 1 Dan 2",
        "Bob sings\nDan sings\ntricks Bob 1 Dan 1 Cat 0",
        "split Dan Bob",
    ],
)
def test_example_2(script):
    evening = play(FOUR, f"game my-bird-sings stake=3 whole_pack=on\ndeal Ann\n{script}")
    assert balances(evening) == {"Ann": -6, "Bob": 5, "Cat": -3, "Dan": 4}
    assert pools(evening) == {}


def test_a_true_count_may_name_those_without_a_trick():
    play(FOUR, "game my-bird-sings whole_pack=on\ndeal Ann\nBob sings\ntricks Ann 0 Bob 1 Cat 0")


def test_one_with_most_tricks_has_it_all():  # [101]-[102]
    for script in ("Bob sings\nBob sings\nCat sings\ntricks", "tricks Cat 3 Bob 8", "Bob wins", "Bob sings\nBob wins"):
        evening = play(FOUR, f"game my-bird-sings stake=2 whole_pack=on\ndeal Dan\n{script}")
        assert balances(evening) == {"Ann": -2, "Bob": 8, "Cat": -2, "Dan": -4}


@pytest.mark.parametrize("options", ["", "method=take", "sings=flush", "cards=3", "cards=3 sings=flush", "pack=32"])
def test_options_alter_no_money(options):
    evening = play("Ann Bob Cat", f"game my-bird-sings {options}\ndeal Bob\nAnn wins\ndeal\nBob sings")
    assert balances(evening) == {"Ann": 3 - 1, "Bob": -2 + 3, "Cat": -1 - 2}


def test_the_deal_passes_and_nothing_is_paid_twice_after_a_misdeal():
    evening = play("Ann Bob", "game my-bird-sings stake=5\ndeal Bob\nmisdeal\nCat joins\ndeal Bob\nCat sings\ndeal")
    assert evening.game.table.dealer == "Cat"
    assert balances(evening) == {"Ann": -5 - 5, "Bob": -10 - 5, "Cat": -5 + 20 - 10}
    assert pools(evening) == {"my-bird-sings.pool": 20}


def test_penalties_go_with_the_pool_and_a_bare_end_needs_it_empty():
    script = 'game my-bird-sings\ndeal Ann\npenalty Cat 4 "talked"\nCat sings\nend'
    assert balances(play("Ann Bob Cat", script)) == {"Ann": -2, "Bob": -1, "Cat": 3}
    script = 'game my-bird-sings\ndeal Ann\nCat sings\npenalty Cat 4 "late"\nend'
    refused("Ann Bob Cat", script, "4 in my-bird-sings.pool", "end divide", "end draw", "end leave")
    script = "game my-bird-sings\ndeal Ann\nmisdeal\nend divide"
    assert balances(play("Ann Bob Cat", script)) == {"Ann": -1, "Bob": 1}


def test_cards_are_followed_from_hand_to_hand_and_out_of_play():
    script = """
        game my-bird-sings whole_pack=on
        deal Ann
        Bob holds 2C 3C 4C 5D
        Ann holds 7H 8D 9S 6C
        Bob plays 5D
        Ann plays 6C
        Bob sings
        Bob draws AC KC QC JD
        Bob plays JD
        """
    play("Ann Bob", script + "Ann plays JD\nBob plays JD\nAnn plays 7H")
    refused("Ann Bob", script + "Ann plays 2C", "2C is not in Ann's hand")
    refused("Ann Bob", script + "Ann plays AC", "AC is in Bob's hand")
    refused("Ann Bob", script + "Ann sings AC KC QC 6C", "AC is in Bob's hand")
    refused("Ann Bob", script + "Ann sings 7H 8D 9S 2C", "2C is not in Ann's hand")
    refused("Ann Bob", script + "Ann sings", "do not sing")


def test_a_hand_may_be_said_late_and_must_agree_with_what_went_before():
    script = "game my-bird-sings\ndeal Ann\nBob plays 2S\nCat plays 2S\nAnn plays 7C\n"
    play("Ann Bob Cat", script + "Bob holds 2S 3D 4D 5H\nBob plays 7C\nCat holds 8S 9S 10S JS\nCat sings")
    refused("Ann Bob Cat", script + "Bob holds 3S 3D 4D 5H", "it was not this hand", "2S")
    refused("Ann Bob Cat", script + "Cat holds 2S 3D 4D 5H", "it was not this hand", "2S")
    refused("Ann Bob Cat", script + "Bob holds 2S 7C 4D 5H", "it was not this hand", "7C is in Bob's hand")


def test_with_thirteen_players_a_bird_leaves_an_empty_hand_that_is_passed_over():
    names = "Ann Bob Cat Dan Eve Fay Gus Hal Ida Jim Kit Lou Max"
    script = "game my-bird-sings whole_pack=on\ndeal Ann\nBob sings\nDan sings\n"
    play(names, script + "Cat plays 2S\nDan plays 2S\nEve plays 3S\nHal sings\ntricks")
    refused(names, script + "Bob plays 2S", "it is Cat's turn to give Dan a card")
    refused(names, script + "Cat plays 2S\nDan plays 3S", "3S is not in Dan's hand")
    refused(
        names, script + "Cat plays 2S\nDan plays 2S\nDan sings", "Dan has no cards just now, and 4 are wanted to sing"
    )
    refused(names, script + "Bob draws 2S 3S 4S 5S", "it is Cat's turn")
    everybody = "\n".join(f"{name} sings" for name in names.split())
    play(names, f"game my-bird-sings whole_pack=on\ndeal Ann\n{everybody}\ntricks")


def bird(rules: dict, cards: list) -> bool:
    suits = [card.suit for card in cards]
    return len(set(suits)) == 1 or (rules["sings"] == "both" and len(set(suits)) == len(suits))


class TrueDeal:
    """A deal with all cards, written in random detail."""

    def __init__(self, seed: int) -> None:
        chance = self.chance = random.Random(seed)
        self.size = chance.choice((3, 4, 4))
        self.rules = {"sings": "flush" if self.size == 3 else chance.choice(("both", "flush"))}
        self.pack_size = chance.choice((32, 52))
        self.whole = chance.random() < 0.6
        self.names = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus"][: chance.randint(2, 7)]
        self.pack = sorted(pack_of(self.pack_size), key=str)
        chance.shuffle(self.pack)
        self.hands = {name: [self.pack.pop() for _ in range(self.size)] for name in self.names}
        self.to_hold = {name: f"{name} holds {self.say(self.hands[name])}" for name in self.names}
        self.lines: list[str] = []
        self.won: dict[str, int] = {}

    @staticmethod
    def say(cards) -> str:
        return " ".join(map(str, cards))

    def perhaps_hold(self) -> None:
        if self.to_hold and self.chance.random() < 0.3:
            self.lines.append(self.to_hold.pop(self.chance.choice(sorted(self.to_hold))))

    def tell(self, rounds: int = 8) -> str:
        left = self.names[1:] + self.names[:1]
        number = 0
        while number < rounds * len(left):
            self.perhaps_hold()
            if self.sing_somebody():
                return self.script("")
            giver, receiver = left[number % len(left)], left[(number + 1) % len(left)]
            number += 1
            if not self.hands[giver]:
                continue
            if number % len(left) == 1 and number > 3 * len(left) and self.pack and self.chance.random() < 0.7:
                self.exchange(giver)
            card = self.chance.choice(self.hands[giver])
            self.hands[giver].remove(card)
            self.hands[receiver].append(card)
            self.lines.append(f"{giver} plays {card}")
        if self.whole:
            return self.script("tricks" if self.won else f"{self.names[0]} wins")
        return self.script(None)

    def exchange(self, leader: str) -> None:
        thrown = self.chance.choice(self.hands[leader])
        while self.pack:
            if self.whole and self.pack[-1].suit == thrown.suit:
                return  # a card rejected is not said, and the pack would end sooner than can be counted
            card = self.pack.pop()
            if card.suit != thrown.suit:
                self.hands[leader].remove(thrown)
                self.hands[leader].append(card)
                self.lines.append(f"{leader} discards {thrown} draws {card}")
                return

    def sing_somebody(self) -> bool:
        for name in self.names:
            hand = self.hands[name]
            choices = (
                [hand[:place] + hand[place + 1 :] for place in range(len(hand))] if len(hand) > self.size else [hand]
            )
            choices = [cards for cards in choices if len(cards) == self.size and bird(self.rules, cards)]
            if not choices or self.chance.random() < 0.4:
                continue
            cards = self.chance.choice(choices)
            named = self.chance.random() < 0.5
            self.lines.append(f"{name} sings" + (f" {self.say(cards)}" if named else ""))
            self.won[name] = self.won.get(name, 0) + 1
            if not self.whole:
                return True
            rest = [card for card in hand if card not in cards]
            given = [self.pack.pop() for _ in range(min(self.size, len(self.pack)))]
            self.hands[name] = rest + given
            if given and (len(given) < self.size or self.chance.random() < 0.6):
                self.lines.append(f"{name} draws {self.say(given)}")
        return False

    def script(self, close: str | None) -> str:
        options = f"cards={self.size} sings={self.rules['sings']} pack={self.pack_size}"
        lines = [f"game my-bird-sings {options} whole_pack={'on' if self.whole else 'off'}", "deal Ann", *self.lines]
        return "\n".join([*lines, *([close] if close else [])])

    def money(self) -> dict[str, int]:
        """Return the money of the deal, by a second writing."""
        paid = {name: -1 - (name == "Ann") for name in self.names}
        most = max(self.won.values())
        best = [name for name in self.names[1:] + self.names[:1] if self.won.get(name) == most]
        pool = len(self.names) + 1
        for place, name in enumerate(best):
            paid[name] += pool // len(best) + (place < pool % len(best))
        return {name: amount for name, amount in paid.items() if amount}


@settings(max_examples=tries(100), deadline=None)
@given(st.integers(0, 10**9))
def test_what_truly_happens_is_never_refused_however_much_of_it_is_told(seed):
    deal = TrueDeal(seed)
    evening = play(" ".join(deal.names), deal.tell())
    if deal.won:
        assert balances(evening) == deal.money()
        outcome = "tricks " + " ".join(f"{name} {number}" for name, number in deal.won.items())
        if not deal.whole:
            (outcome,) = (f"{name} sings" for name in deal.won)
        game = deal.script(None).splitlines()[0]
        assert balances(play(" ".join(deal.names), f"{game}\ndeal Ann\n{outcome}")) == deal.money()


@settings(max_examples=tries(100), deadline=None)
@given(st.integers(0, 10**9))
def test_with_every_hand_known_a_false_card_is_refused(seed):
    deal = TrueDeal(seed)
    deal.whole = False
    deal.lines, deal.to_hold = list(deal.to_hold.values()), {}
    lines = deal.tell(rounds=4).splitlines()
    plays = [place for place, line in enumerate(lines) if " plays " in line]
    if not plays:
        return
    place = deal.chance.choice(plays)
    giver, _, true = lines[place].split()
    hand = play(" ".join(deal.names), "\n".join(lines[:place])).game.deal.cards.known(giver)
    false = deal.chance.choice([card for card in sorted(pack_of(52), key=str) if card not in hand])
    assert true in map(str, hand)
    refused(" ".join(deal.names), "\n".join([*lines[:place], f"{giver} plays {false}"]), str(false))


ROUNDS = """
    game my-bird-sings whole_pack=on
    deal Ann
    Bob plays 2C
    Ann plays 3C
    Bob plays 4C
    Ann plays 5C
    Bob plays 6C
    Ann plays 7C
"""


def test_nobody_draws_cards_that_he_has_no_claim_to():
    refused("Ann Bob", "game my-bird-sings whole_pack=on\ndeal Ann\nBob draws 2H 3H 4H 5H")
    sung = "game my-bird-sings whole_pack=on\ndeal Ann\nBob sings\n"
    refused("Ann Bob", f"{sung}Ann draws 2H 3H 4H 5H")
    refused("Ann Bob", f"{sung}Bob draws 2H 3H 4H", "was given 4 cards")
    refused("Ann Bob", f"{sung}Bob draws 2H 3H 4H 5H 6H", "was given 4 cards")
    refused("Ann Bob", f"{sung}Bob draws 2H 3H 4H 5H\nBob draws 6H 7H 8H 9H")
    refused("Ann Bob", f"{sung}Bob plays 9C\nBob draws 2H 3H 4H 5H")
    refused("Ann Bob", f"{ROUNDS}Bob sings\nBob discards 8C draws 2H\nBob draws 3H 4H 5H 6H")


def test_after_an_exchange_fewer_cards_may_be_left_to_draw():
    """Cards of the same suit were rejected unseen, so nobody can count what is left [102]."""
    refused("Ann Bob", f"{ROUNDS}Ann sings\nAnn draws 3H 4H 5H", "was given 4 cards")
    play("Ann Bob", f"{ROUNDS}Bob discards 8C draws 2H\nAnn sings\nAnn draws 3H 4H 5H")


def test_a_new_dealer_pays_nothing_that_the_one_before_him_paid():
    evening = play("Ann Bob Cat", "game my-bird-sings\ndeal Ann\nmisdeal\nAnn leaves\nDan joins\ndeal\nDan sings")
    assert balances(evening) == {"Ann": -2, "Bob": -1, "Cat": -1, "Dan": 4}


def test_who_has_given_a_card_and_received_none_cannot_sing():
    script = "game my-bird-sings\ndeal Ann\nBob plays 2S\n"
    for singing in ("sings", "wins"):
        refused("Ann Bob Cat", f"{script}Bob {singing}", "Bob has 3 cards just now, and 4 are wanted to sing")
        assert balances(play("Ann Bob Cat", f"{script}Cat {singing}")) == {"Ann": -2, "Bob": -1, "Cat": 3}
        assert balances(play("Ann Bob Cat", f"{script}Ann {singing}")) == {"Ann": 2, "Bob": -1, "Cat": -1}
    refused("Ann Bob Cat", f"{script.replace('sings', 'sings cards=3', 1)}Bob sings", "Bob has 2 cards")
    singers = {name for form in play("Ann Bob Cat", script).game.deal.may_sing().forms() for name in form.who}
    assert singers == {"Ann", "Cat"}
