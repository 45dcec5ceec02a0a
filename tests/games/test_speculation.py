"""Speculation: its examples, every option, and true deals by cards and by outcome."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.cards import pack_of
from ledger.games.registry import game_named
from ledger.projections.offers import expecting
from tests.helpers.rig import balances, machine_for, play, play_many, pools, refused, tries

TestRandomEvenings = machine_for("speculation")

FOUR = "Ann Bob Cat Dan"
LEFT = {"speculation.pool": 5}


@pytest.mark.thorough
def test_long_random_evenings():
    assert play_many("speculation", deals=30, seeds=range(10)) > 100


BY_CARDS = """
    deal Ann turn-up 6H
    Bob plays 9C
    Cat plays 8H
    Cat sells trump to Bob for 2
    Cat plays 3D
    Dan plays KS
    Ann plays 2H
    Cat plays 4C
    Dan plays QH
    Ann plays 7D
    Bob plays 5S
    Ann plays 10C
    Bob sells card to Ann for 1
    Bob plays KH
    """
BY_OUTCOME = "deal Ann turn-up 6H\nCat sells trump to Bob for 2\nBob sells card to Ann for 1\nAnn wins"


@pytest.mark.parametrize("script", [BY_CARDS + "Dan plays 2C", BY_CARDS + "Ann wins", BY_OUTCOME])
def test_example_1(script):
    evening = play(FOUR, f"game speculation\n{script}")
    assert balances(evening) == {"Ann": 2, "Bob": -2, "Cat": 1, "Dan": -1}
    assert pools(evening) == {}


def test_example_2():
    script = """
        game speculation stake=2 knave_five=1
        deal Ann
        Ann sells turn-up to Cat for 3
        Ann plays JD
        deal turn-up 5C
        penalty Cat looking
        Cat wins
        """
    evening = play(FOUR, script)
    assert (balances(evening), pools(evening)) == (
        {"Ann": -1 - 2, "Bob": -2 - 4 - 1, "Cat": 10 - 2 - 3 - 2 - 2, "Dan": -4},
        {"speculation.pool": 13},
    )
    assert balances(play(FOUR, script + "deal\nDan wins")) == {"Ann": -5, "Bob": -9, "Cat": -3, "Dan": 17}


@pytest.mark.parametrize("card", ["AH", "KH", "QH", "JH"])
def test_an_honour_turned_up_takes_the_pool_and_the_deal_passes(card):  # [77]-[78]
    evening = play("Ann Bob Cat", f"game speculation\ndeal Ann turn-up {card}")
    assert balances(evening) == {"Ann": 2, "Bob": -1, "Cat": -1}
    assert evening.game.turn.who == ("Bob",)
    evening = play("Ann Bob Cat", f"game speculation\ndeal Ann\nAnn sells turn-up to Cat for 7\nAnn plays {card}")
    assert balances(evening) == {"Ann": -2 + 7, "Bob": -1, "Cat": 3 - 7}
    evening = play("Ann Bob Cat", f"game speculation turn_up=pool\ndeal Ann turn-up {card}")
    assert pools(evening) == {"speculation.pool": 4}
    evening = play("Ann Bob Cat", f"game speculation honours=play\ndeal Ann turn-up {card}\nBob plays 2C\nAnn wins")
    assert balances(evening) == {"Ann": 2, "Bob": -1, "Cat": -1}


def test_what_was_turned_up_is_out_until_a_deal_is_played():
    script = "game speculation\ndeal Ann turn-up AH\ndeal Bob turn-up KD\n"
    for card in ("AH", "KD"):
        refused("Ann Bob Cat", f"{script}deal turn-up {card}", "was turned up before", "it is out")
        refused("Ann Bob Cat", f"{script}deal turn-up 2C\nAnn plays {card}", "was turned up before")
        refused("Ann Bob Cat", f"{script}deal\nCat plays {card}", "was turned up before")
        play("Ann Bob Cat", f"{script}deal turn-up 2C\nAnn wins\ndeal turn-up {card}")
    # the pack of two hands and a spare one is not exhausted; that of seventeen players is, and is dealt anew
    names = " ".join(f"P{number}" for number in range(17))
    play(names, "game speculation\ndeal P0 turn-up AH\ndeal turn-up AH")


def test_one_who_has_looked_leaves_the_pool_and_his_buyer_takes_it():  # [79]
    script = "game speculation fine=3\ndeal Ann turn-up 6H\npenalty Ann looking\n"
    assert pools(play("Ann Bob Cat", script + "Ann wins")) == {"speculation.pool": 7}
    evening = play("Ann Bob Cat", script + "Ann sells trump to Bob for 1\nBob wins")
    assert balances(evening) == {"Ann": -2 - 3 + 1, "Bob": -1 - 1 + 7, "Cat": -1}
    evening = play("Ann Bob Cat", "game speculation\ndeal Ann\npenalty Ann looking 2\nAnn plays AH")
    assert pools(evening) == {"speculation.pool": 6}
    fined_nothing = "game speculation fine=0\ndeal Ann\npenalty Ann looking\nAnn wins"
    assert pools(play("Ann Bob Cat", fined_nothing)) == {"speculation.pool": 4}


def test_the_pools_own_turn_up():
    script = "game speculation turn_up=pool\ndeal Ann turn-up 6H\n"
    assert pools(play(FOUR, script + "pool wins")) == LEFT
    assert balances(play(FOUR, script + "Bob wins")) == {"Ann": -2, "Bob": 4, "Cat": -1, "Dan": -1}
    turned = "Bob plays 2C\nCat plays 3C\nDan plays 4C\nAnn plays 5C\nBob plays 2D\nCat plays 3D\nDan plays 4D\n"
    turned += "Ann plays 5D\nBob plays 2S\nCat plays 3S\nDan plays 4S\n"
    assert pools(play(FOUR, script + turned + "Ann plays 5S")) == LEFT
    # Ann holds, and was the last to have cards left
    assert pools(play(FOUR, script + turned + "Ann plays 7H")) == {}
    refused(FOUR, script + turned + "Ann plays 7H\npool wins", "no deal is in hand")


def test_the_spare_hand_comes_last():
    script = (
        "game speculation spare_hand=on\ndeal Ann turn-up 6H\nBob plays 8H\nAnn plays 2C\nAnn plays 3C\nAnn plays 4C\n"
    )
    script += "Bob plays 2S 3S\n"
    assert pools(play("Ann Bob", script + "spare 9C 7H 2H")) == {}
    assert pools(play("Ann Bob", script + "spare 9C 9H 2H")) == {"speculation.pool": 3}
    assert pools(play("Ann Bob", script + "pool wins")) == {"speculation.pool": 3}
    assert balances(play("Ann Bob", script + "Bob wins")) == {"Ann": -2, "Bob": 2}
    assert balances(play("Ann Bob", script + "Bob sells trump to Ann for 1\nspare 9C 7H 2H")) == {}


def test_the_spare_hand_is_offered_when_all_others_are_turned():
    def offered(players, script, options="spare_hand=on"):
        return expecting(play(players, f"game speculation {options}\ndeal Ann turn-up 6H\n{script}")).may

    turned = "Bob plays 8H\nAnn plays 2C\nAnn plays 3C\nAnn plays 4C\n"
    spare = "spare CARD CARD CARD"
    assert spare in offered("Ann Bob", turned + "Bob plays 2S 3S")
    assert spare not in offered("Ann Bob", turned)
    assert spare not in offered("Ann Bob", "Bob sells trump to Ann for 1")
    assert spare not in offered("Ann Bob", turned, "spare_hand=off")
    # sixteen hands and the turn-up leave three cards of the pack
    others = [f"P{number}" for number in range(15)]
    cards = [str(card) for card in sorted(pack_of(52), key=str) if str(card) != "AH"]
    all_turned = [f"{player} plays {card}" for player, card in zip(others * 3, cards, strict=False)]
    holder = f"Ann plays {' '.join(cards[45:48])}"
    script = "\n".join(["game speculation honours=play spare_hand=on\ndeal Ann turn-up AH", *all_turned, holder])
    assert spare in expecting(play(f"Ann {' '.join(others)}", script)).may


def test_a_sale_that_the_turn_up_does_not_bear_out_makes_its_buyer_the_holder():
    evening = play(FOUR, "game speculation\ndeal Ann turn-up 6H\nCat sells trump to Bob for 2")
    assert evening.game.turn.asks == "the deal is told by its outcome, and Bob holds the highest trump"


def test_the_buyer_pays_for_a_knave_or_a_five_even_where_the_seller_keeps_it():  # [78]-[79]
    script = "game speculation knave_five=2\ndeal Ann turn-up 6H\nBob sells card to Cat for 1\nBob plays JC\n"
    evening = play("Ann Bob Cat", script)
    assert evening.books.balances == {"Ann": -2, "Bob": 0, "Cat": -4}
    assert evening.books.postings[-1].why == "a knave turned up"
    assert evening.game.turn.who == ("Cat",)
    evening = play("Ann Bob Cat", "game speculation knave_five=2 turn_up=pool\ndeal Ann turn-up 5H\nBob plays 5C")
    assert evening.books.balances == {"Ann": -2, "Bob": -3, "Cat": -1}
    assert evening.books.postings[-1].why == "a five turned up"


def test_a_misdeal_undoes_the_sales_and_keeps_the_pool():
    script = "game speculation knave_five=1\ndeal Ann\nAnn sells turn-up to Bob for 9\nAnn plays 5C\nCat plays JD\n"
    script += "penalty Cat looking\nBob sells trump to Cat for 4\nmisdeal\n"
    evening = play("Ann Bob Cat", script)
    assert evening.books.balances == {"Ann": -2, "Bob": -1 - 1, "Cat": -1 - 1 - 1}
    evening = play("Ann Bob Cat", script + "deal Ann turn-up 2C\nCat wins")
    assert evening.books.balances == {"Ann": -2, "Bob": -2, "Cat": 4}


def test_a_sold_card_that_is_higher_puts_the_turn_on_the_buyers_left():
    script = "game speculation\ndeal Ann turn-up 6H\nBob sells card to Dan for 1\nBob plays 7H\n"
    evening = play(FOUR, script)
    assert evening.game.turn.who == ("Ann",)
    script += "Ann plays 2C\nDan sells trump to Ann for 1\nBob plays 2D\nCat plays 3D\nDan plays 4D\nBob plays 5D\n"
    evening = play(FOUR, script)
    assert evening.game.turn.who == ("Cat",)


def test_the_holder_sells_what_he_has_left():
    script = "game speculation\ndeal Ann turn-up 6H\nBob plays 2C\nBob plays 3C\nBob plays 4C\n"
    for sale, cards, holder, ann in (
        ("Ann sells cards to Bob for 5\n", "Ann plays 2D 7H 8H", "Bob", -2 + 5),
        ("Ann sells card to Bob for 5\n", "Ann plays 2D 7H 8H", "Ann", -2 + 5 + 3),
        ("Ann sells card to Bob for 5\n", "Ann plays 7H\nAnn plays 3D\nAnn plays 4D", "Bob", -2 + 5),
        ("Ann sells cards to Bob for 5\n", "Bob wins", "Bob", -2 + 5),
        ("", "Ann wins", "Ann", 1),
        ("", "Ann plays 3D 4D\nAnn plays 5D", "Ann", 1),
    ):
        evening = play("Ann Bob", f"{script}{sale}{cards}")
        assert balances(evening) == {"Ann": ann, "Bob": -ann}, holder
        assert not pools(evening)


def test_many_players_are_recorded_with_a_warning():
    assert game_named("speculation").players == (2, 17), "which the list of games tells"
    ten = "Ann Bob Cat Dan Eve Fay Gus Hal Ida Jim"
    assert not play(ten, "game speculation").outcomes[-1].remarks
    assert "not desirable" in play(ten, "game speculation\nKit joins").outcomes[-1].remarks[0]
    assert "not desirable" in play("Ann Bob Cat Dan Eve Fay Gus", "game speculation pack=32").outcomes[-1].remarks[0]


def test_the_end_of_a_pool_that_was_left():
    script = "game speculation turn_up=pool\ndeal Ann turn-up 6H\npool wins\n"
    refused(FOUR, script + "end", "5 in speculation.pool", "end divide", "end draw", "end leave")
    assert balances(play(FOUR, script + "end divide")) == {"Ann": -1, "Bob": 1}
    assert balances(play(FOUR, script + "end draw Ann:2C Bob:3C Cat:4C Dan:AC")) == {
        "Ann": 3,
        "Bob": -1,
        "Cat": -1,
        "Dan": -1,
    }
    evening = play(FOUR, script + "end leave\ngame speculation\ndeal Bob\nBob wins")
    assert balances(evening) == {"Ann": -3, "Bob": 7, "Cat": -2, "Dan": -2}


RANK = {rank: place for place, rank in enumerate(["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"])}


class TrueDeal:
    """A deal with all cards and random sales, with scripts in both ways."""

    def __init__(self, seed: int) -> None:
        chance = self.chance = random.Random(seed)
        self.names = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay"][: chance.randint(2, 6)]
        self.size = chance.choice((32, 52))
        self.of_pool = chance.random() < 0.3
        self.spare = chance.random() < 0.3
        self.tax = chance.choice((0, 0, 2))
        self.pass_honours = chance.random() < 0.5
        cards = sorted(pack_of(self.size), key=str)
        chance.shuffle(cards)
        self.hands = {name: [cards.pop() for _ in range(3)] for name in self.names}
        self.spare_cards = [cards.pop() for _ in range(3)]
        self.turn_up = cards.pop()
        self.purse = dict.fromkeys(self.names, -1)
        self.purse["Ann"] -= 1
        self.pool = len(self.names) + 1
        self.by_cards: list[str] = []
        self.by_outcome: list[str] = []
        self.looked = {name for name in self.names if chance.random() < 0.1}

    def options(self) -> str:
        return (
            f"game speculation pack={self.size} turn_up={'pool' if self.of_pool else 'dealer'} knave_five={self.tax or 'off'} "
            f"honours={'pass' if self.pass_honours else 'play'} spare_hand={'on' if self.spare else 'off'}"
        )

    def sell(self, seller: str, thing: str) -> str:
        buyer = self.chance.choice([name for name in self.names if name != seller])
        price = self.chance.randint(1, 9)
        self.purse[seller] += price
        self.purse[buyer] -= price
        line = f"{seller} sells {thing} to {buyer} for {price}"
        self.by_cards.append(line)
        self.by_outcome.append(line)
        return buyer

    def pay(self, owner, card, told: bool) -> None:
        if self.tax and owner and card.rank in ("J", "5"):
            self.purse[owner] -= self.tax
            self.pool += self.tax
            if told:
                self.by_outcome.append(f"penalty {owner} {'knave' if card.rank == 'J' else 'five'}")

    def beats(self, card) -> bool:
        return card.suit == self.best.suit and RANK[card.rank] > RANK[self.best.rank]

    def play(self) -> None:
        owner = None if self.of_pool else "Ann"
        for name in sorted(self.looked):
            self.purse[name] -= 1
            self.pool += 1
        lines = [f"penalty {name} looking" for name in sorted(self.looked)]
        for other_card in (self.by_cards, self.by_outcome):
            other_card += ["deal Ann", *lines]
        if owner and self.chance.random() < 0.3:
            owner = self.sell("Ann", "turn-up")
        for other_card in (self.by_cards, self.by_outcome):
            other_card.append(f"Ann plays {self.turn_up}")
        self.pay(owner, self.turn_up, told=False)
        self.best, self.holder = self.turn_up, owner
        if self.pass_honours and self.turn_up.rank in "AKQJ":
            self.take()
            return
        self.turn_all()
        if self.spare:
            self.by_cards.append("spare " + " ".join(map(str, self.spare_cards)))
            if any(self.beats(card) for card in self.spare_cards):
                self.holder = None
        self.by_outcome.append(f"{self.holder} wins" if self.holder else "pool wins")
        self.take()

    def turn_all(self) -> None:
        seat = self.names.index(self.holder or "Ann")
        everything: dict[str, str] = {}
        while any(self.hands.values()):
            if self.holder and self.chance.random() < 0.15:
                self.holder = self.sell(self.holder, "trump")
                seat = self.names.index(self.holder)
            round_table = [self.names[(seat + step) % len(self.names)] for step in range(1, len(self.names) + 1)]
            others = [name for name in round_table if self.hands[name] and name != self.holder]
            turner = others[0] if others else self.holder
            buyer = everything.get(turner)
            if not buyer and self.chance.random() < 0.15:
                buyer = self.sell(turner, "card")
            elif not others and not buyer and self.chance.random() < 0.5:
                buyer = everything[turner] = self.sell(turner, "cards")
            card = self.hands[turner].pop()
            self.by_cards.append(f"{turner} plays {card}")
            self.pay(buyer or turner, card, told=True)
            seat = self.names.index(turner)
            if self.beats(card):
                self.best, self.holder = card, buyer or turner
                seat = self.names.index(self.holder)

    def take(self) -> None:
        if self.holder and self.holder not in self.looked:
            self.purse[self.holder] += self.pool
            self.pool = 0


@settings(max_examples=tries(200), deadline=None)
@given(st.integers(0, 10**9))
def test_a_true_deal_is_never_refused_and_gives_the_same_money_both_ways(seed):
    deal = TrueDeal(seed)
    deal.play()
    players = " ".join(deal.names)
    by_cards = play(players, "\n".join([deal.options(), *deal.by_cards]))
    assert by_cards.books.balances == deal.purse
    assert by_cards.books.pools.get("speculation.pool", 0) == deal.pool
    first_sales = [line.split(" to ")[0] for line in deal.by_outcome if " sells card " in line]
    if len(set(first_sales)) < len(first_sales):
        return  # a card sold again before a card is turned could be the same card
    by_outcome = play(players, "\n".join([deal.options(), *deal.by_outcome]))
    assert by_outcome.books.balances == deal.purse
    assert by_outcome.books.pools == by_cards.books.pools


@pytest.mark.parametrize("turn_up", ["turn-up 6H", ""])
def test_a_player_may_sell_several_cards_in_a_deal_told_by_its_outcome(turn_up):
    script = f"game speculation\ndeal Ann {turn_up}\nBob sells card to Cat for 2\nBob sells card to Dan for 3"
    sold = {"Ann": -2, "Bob": -1 + 2 + 3, "Cat": -1 - 2, "Dan": -1 - 3}
    assert balances(play("Ann Bob Cat Dan", script)) == sold
    assert balances(play("Ann Bob Cat Dan", f"{script}\nDan wins")) == sold | {"Dan": -4 + 5}
    assert balances(play("Ann Bob Cat Dan", f"{script}\nBob sells card to Ann for 1\nBob wins")) == {
        "Ann": -3, "Bob": 5 + 5, "Cat": -3, "Dan": -4,
    }  # fmt: skip
