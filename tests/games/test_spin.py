"""Spin: its examples, every option, a second writing of its money, and random evenings."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.projections.offers import Expecting, expecting
from tests.helpers.plain_stops import Money, by_cards, check_money, fall, from_left_of, pack_without
from tests.helpers.rig import balances, machine_for, play, play_many, pools, refused, tries

TestRandomEvenings = machine_for("spin", examples=60)

FOUR = "Ann Bob Cat Dan"
TEN = " ".join(f"A{number}" for number in range(1, 11))


@pytest.mark.thorough
def test_long_random_evenings():
    assert play_many("spin", deals=20, seeds=range(8)) > 80


def test_example_1():
    script = """
        game spin
        deal Ann
        Cat takes king
        Bob takes matrimony
        Bob takes spin
        Dan takes king king
        Bob out
        left Ann 4 Cat 2 Dan 6
        """
    evening = play(FOUR, script)
    assert balances(evening) == {"Ann": -13, "Bob": 22, "Cat": -5, "Dan": -5}
    assert pools(evening) == {"spin.intrigue": 1}
    evening = play(FOUR, script + "deal\nDan takes intrigue\nCat out\nleft Ann 3+spin Bob 5 Dan 1")
    assert balances(evening) == {"Ann": -20, "Bob": 14, "Cat": 9, "Dan": -5}
    assert pools(evening) == {"spin.matrimony": 2}


def test_example_2():
    evening = play(
        TEN,
        """
        game spin spin=2
        deal A1
        A2 plays 3C
        A5 plays 4C AD
        A5 plays KD
        A5 shows QD JD
        A5 plays QD JD
        """,
    )
    others = dict.fromkeys(TEN.split(), -9) | {"A1": -11, "A2": -8, "A5": 82}
    assert balances(evening) == others
    assert pools(evening) == {}


# The money, written again


class PlainSpin:
    """A second writing of the money of Spin, independent of the notation."""

    def __init__(self, chances: random.Random, players: list[str]) -> None:
        self.chances = chances
        self.players = players
        self.money = Money(players)
        self.stake, self.spin, self.dealer_game = chances.randint(1, 3), chances.randint(1, 5), chances.random() < 0.5
        self.winner = None

    def options(self) -> str:
        return f"stake={self.stake} spin={self.spin} dealer_game={'on' if self.dealer_game else 'off'}"

    def collect(self, player: str, stakes: int) -> None:
        for other in self.players:
            self.money.pay(other, player, stakes * self.stake)

    def deal(self, dealer: str) -> tuple[list[str], list[str]]:
        """Play a deal; return its script by cards, and by outcome."""
        chances, money = self.chances, self.money
        order = from_left_of(dealer, self.players)
        for player in order:
            if player != self.winner and (self.dealer_game or player != dealer):
                money.put(player, "game", self.stake)
        money.put(dealer, "matrimony", 2 * self.stake)
        money.put(dealer, "intrigue", self.stake)
        pack = chances.sample(pack_without("2H", "8D"), 50)
        dealt = {player: pack[place :: len(order)] for place, player in enumerate(order)}
        hands = {player: set(hand) for player, hand in dealt.items()}
        fell = list(fall(chances, hands, order[0], spin="AD"))
        outcome, cards, has = [f"deal {dealer}"], [f"deal {dealer}"], {}
        (self.winner,) = [player for player, hand in hands.items() if not hand]
        told = by_cards(chances, fell, dealt, chances.choice([0, 0.5]))
        gone = iter(fell)
        for line in told:
            cards.append(line)
            if " holds " in line:
                continue
            for _ in line.split()[2:]:
                player, card = next(gone)
                has[card] = player
                worth = self.spin if card == "AD" else 1 if card[0] == "K" else 0
                if worth:
                    late = line.endswith(card) and card != fell[-1][1] and chances.random() < 0.3
                    if late:
                        cards.append(f"{player} forfeits")
                    else:
                        self.collect(player, worth)
                        outcome.append(f"{player} takes {'spin' if card == 'AD' else 'king'}")
                for pair, (chance, other) in {"matrimony": ("KD", "QD"), "intrigue": ("QD", "JD")}.items():
                    if card in (chance, other) and has.get(chance) == has.get(other):
                        money.give(player, pair)
                        outcome.append(f"{player} takes {pair}")
        money.give(self.winner, "game")
        holder = next((player for player, hand in hands.items() if "AD" in hand), None)
        counts = {player: str(len(hand)) for player, hand in hands.items() if hand}
        for player, hand in hands.items():
            money.pay(player, self.winner, len(hand) * self.stake * (2 if player == holder else 1))
        if holder:
            counts[holder] += "+spin"
        closing = "left " + " ".join(f"{player} {number}" for player, number in counts.items())
        outcome += [f"{self.winner} out", closing]
        said = {line.split()[0] for line in cards if " holds " in line}
        if holder and holder not in said:
            cards.append(closing)
        return cards, outcome


@settings(max_examples=tries(120), deadline=None)
@given(st.integers(0, 10**9), st.integers(2, 7))
def test_the_money_written_again(seed, number):
    check_money("spin", PlainSpin, seed, number)


# What is paid in


def test_the_winner_is_exempt_from_the_next_game_pool_only():
    script = "game spin {}\ndeal Ann\n{} out\nleft {}\ndeal\n"
    evening = play("Ann Bob Cat", script.format("", "Cat", "Ann 1 Bob 1"))
    assert pools(evening) == {"spin.game": 1, "spin.matrimony": 4, "spin.intrigue": 2}
    evening = play("Ann Bob Cat", script.format("", "Bob", "Ann 1 Cat 1"))
    assert pools(evening) == {"spin.game": 2, "spin.matrimony": 4, "spin.intrigue": 2}
    evening = play("Ann Bob Cat", script.format("dealer_game=on", "Bob", "Ann 1 Cat 1"))
    assert pools(evening)["spin.game"] == 2
    evening = play("Ann Bob Cat", script.format("dealer_game=on", "Cat", "Ann 1 Bob 1"))
    assert pools(evening)["spin.game"] == 2
    assert pools(play("Ann Bob Cat", "game spin dealer_game=on\ndeal Ann"))["spin.game"] == 3


def test_the_exemption_stands_after_a_misdeal_and_nothing_is_paid_twice():
    evening = play("Ann Bob Cat", "game spin\ndeal Ann\nCat out\nleft Ann 1 Bob 1\ndeal\nCat plays KH\nmisdeal")
    assert balances(evening) == {"Ann": -5, "Bob": -5, "Cat": 3}
    again = play(
        "Ann Bob Cat", "game spin\ndeal Ann\nCat out\nleft Ann 1 Bob 1\ndeal\nCat plays KH\nmisdeal\nDan joins\ndeal"
    )
    assert balances(again) == {"Ann": -5, "Bob": -5, "Cat": 3, "Dan": -1}
    assert pools(again) == {"spin.game": 2, "spin.matrimony": 4, "spin.intrigue": 2}


def test_misdeal_takes_back_what_was_forfeited_too():
    script = "game spin\ndeal Ann\nBob plays KH\nBob forfeits\nBob plays KC\nBob shows KD QD\n"
    evening = play(FOUR, script + 'penalty Dan 2 "late"\nmisdeal')
    assert balances(evening) == {"Ann": -3, "Bob": -1, "Cat": -1, "Dan": -3}
    assert pools(evening) == {"spin.game": 5, "spin.matrimony": 2, "spin.intrigue": 1}
    assert evening.game.table.due_dealer() == "Ann"


def test_odd_cards_go_to_the_first_from_the_dealers_left():
    script = "game spin\ndeal Ann\nDan out\nleft Ann {} Bob {} Cat {}"
    play(FOUR, script.format(12, 13, 13))
    refused(FOUR, script.format(13, 1, 1), "12 left at the most")
    refused(FOUR, script.format(1, 1, 14), "13 left at the most")


# Spin


def test_spin_with_a_card_that_follows_makes_it_a_stop():
    start = "game spin\ndeal Ann\nBob plays 6C\n"
    evening = play(FOUR, start + "Cat plays 7C AD\nCat plays 9H\nDan plays 10H JH QH KH 8C")
    assert evening.findings == []
    assert evening.books.balances["Cat"] == -1 + 9 - 1
    evening = play(FOUR, start + "Cat plays 7C\nCat plays AD\nCat plays 2D\nDan plays 3D")
    assert evening.books.balances["Cat"] == -1 + 9
    refused(FOUR, start + "Cat plays 7C AD\nDan plays 8C", "8C does not follow AD: Cat leads")
    refused(FOUR, start + "Cat plays 7C 8C\nDan plays AD", "AD does not follow 8C")


def test_spin_led_is_an_ace_or_a_stop():
    start = "game spin\ndeal Ann\nBob plays KH AD\n"
    play(FOUR, start + "Cat plays 2D")
    play(FOUR, start + "Bob plays 5C")
    play(FOUR, start + "Bob shows KD QD JD\nBob plays 2D")
    refused(FOUR, start + "Bob shows KD QD JD\nCat plays 2D", "2D does not follow AD: Bob leads")
    refused(FOUR, "game spin\ndeal Ann\nBob plays AD\nBob shows KD QD\nCat plays 2D", "Bob leads")
    play(FOUR, "game spin\ndeal Ann\nBob plays AD\nBob plays 5C")
    play(FOUR, "game spin\ndeal Ann\nBob plays AD\nCat plays 2D\nDan plays 3D\nDan plays 4D")
    refused(FOUR, "game spin\ndeal Ann\nBob plays AD 2D\nBob plays 5C", "2D is no stop")
    together = "Spin makes a stop of a card that followed on, and 7C was led"
    refused(FOUR, "game spin\ndeal Ann\nBob plays 7C AD", "7C is no stop", together)
    play(FOUR, "game spin\ndeal Ann\nBob plays QH\nCat plays KH AD\nDan plays 2D")


@pytest.mark.parametrize("options", ["spin=3", "", "spin=5 stake=2"])
def test_what_spin_and_a_king_bring(options):  # [87]-[88]
    stake = 2 if "stake" in options else 1
    spin = 5 if "spin=5" in options else 3
    evening = play(FOUR, f"game spin {options}\ndeal Ann\nBob plays KH AD")
    assert evening.books.balances["Bob"] == stake * (-1 + 3 + 3 * spin)
    outcome = play(FOUR, f"game spin {options}\ndeal Ann\nBob takes king spin")
    assert balances(outcome) == balances(evening)
    for telling in (evening, outcome):
        brought = [posting for posting in telling.books.postings if posting.payee == "Bob"]
        assert [posting.why for posting in brought] == ["a king played"] * 3 + ["Spin played"] * 3


def test_forfeits():  # [87]
    for word, card in (("king", "KH"), ("spin", "AD")):
        evening = play(FOUR, f"game spin\ndeal Ann\nBob plays {card}\nBob forfeits")
        assert balances(evening) == {"Ann": -3, "Bob": -1, "Cat": -1, "Dan": -1}, word
        assert [posting.why for posting in evening.outcomes[-1].postings] == [
            f"{card} forfeited: not collected in time"
        ] * 3
    evening = play(FOUR, "game spin\ndeal Ann\nBob plays QD KD\nBob forfeits")
    assert balances(evening) == {"Ann": -3, "Bob": -1 + 2, "Cat": -1, "Dan": -1}
    play(FOUR, 'game spin\ndeal Ann\nBob plays KH\npenalty Dan 1 "late"\nBob forfeits\nBob plays KC\nBob forfeits')


def test_spin_forfeited_does_not_pay_double():  # [88]
    evening = play(TEN, "game spin\ndeal A1\nA2 plays KC KH KS AD\nA2 forfeits\nA2 plays 7D")
    assert evening.books.balances["A10"] == -1 - 3 - 5


# Matrimony and Intrigue


def test_shown_or_played():
    assert balances(play(FOUR, "game spin\ndeal Ann\nBob plays KH\nBob shows QD KD"))["Bob"] == -1 + 3 + 2
    assert balances(play(FOUR, "game spin\ndeal Ann\nBob plays KH\nBob shows JD KD QD"))["Bob"] == -1 + 3 + 3
    evening = play(FOUR, "game spin\ndeal Ann\nBob plays KH\nBob shows JD QD\nBob shows QD KD\nBob plays JD QD KD")
    assert balances(evening)["Bob"] == -1 + 3 + 3 + 3
    evening = play(FOUR, "game spin\ndeal Ann\nBob plays JD QD\nCat plays KD")
    assert pools(evening) == {"spin.game": 3, "spin.matrimony": 2}
    for chances in ("matrimony intrigue", "matrimony\nBob takes intrigue"):
        assert balances(play(FOUR, f"game spin\ndeal Ann\nBob takes {chances}"))["Bob"] == -1 + 3


def test_cards_that_were_shown_are_held_against_hands():
    start = "game spin\ndeal Ann\nBob plays KH\nBob shows KD QD\n"
    refused(FOUR, start + "Cat holds KD 2S 3S 4S AC 2C 3C 4C 5C 6C 7C 8C 9C", "Bob has shown KD")
    play(FOUR, start + "Bob holds KD QD KH 4S AC 2C 3C 4C 5C 6C 7C 8C 9C\nBob plays KD QD")


def test_what_may_be_said_is_offered():
    def offered(script):
        return expecting(play(FOUR, f"game spin\ndeal Ann\n{script}"))

    assert offered("Bob takes king king\nCat takes king king intrigue").may == [
        "takes spin",
        "Cat takes matrimony",
        "out",
    ]
    assert offered("Bob plays 6C") == Expecting([], ["plays CARD …"])
    assert offered("Bob plays KH") == Expecting(["Bob"], ["plays CARD …", "shows CARD …", "forfeits"])
    assert offered("Bob plays 6C\nCat plays 7C AD").who == ["Cat"]
    assert offered("Bob plays AD") == Expecting([], ["plays CARD …", "Bob shows CARD …", "Bob forfeits"])
    assert offered("Bob plays KH\nBob shows KD QD JD") == Expecting(["Bob"], ["plays CARD …"])


# The end


def test_end():
    script = "game spin\ndeal Ann\nBob takes matrimony\nBob out\nleft Ann 1 Cat 1 Dan 1\n"
    before = balances(play(FOUR, script))
    evening = play(FOUR, script + "end divide")
    assert balances(evening) == before | {"Bob": before["Bob"] + 1}
    assert pools(play(FOUR, script + "end leave")) == {"spin.intrigue": 1}
    played = "game spin\ndeal Ann\nBob takes matrimony intrigue\nBob out\nleft Ann 1 Cat 1 Dan 1\nend\nclose"
    assert play(FOUR, played).closed


def test_two_players_have_all_the_cards():
    refused("Ann Bob", "game spin\ndeal Ann\nBob plays 5C\nBob plays 7C", "5C is no stop: 6C is in a hand")


def test_game_is_paid_to_who_is_out_before_anything_else_is_said():  # [88]
    script = 'game spin\ndeal Ann\nBob out\npenalty Cat 2 "late"\nleft Ann 1 Cat 1 Dan 1'
    evening = play(FOUR, script)
    assert pools(evening) == {"spin.matrimony": 2, "spin.intrigue": 1, "spin.game": 2}
    assert balances(evening)["Bob"] == -1 + 3 + 3
    cards = "game spin\ndeal Ann\nBob plays KC\nmisdeal"
    assert pools(play(FOUR, cards))["spin.game"] == 3


def test_who_deals_after_a_misdeal_pays_nothing_that_was_paid():
    script = "game spin\ndeal Ann\nmisdeal\nAnn leaves\nEve joins after Cat\ndeal"
    evening = play(FOUR, script)
    assert evening.game.table.dealer == "Bob"
    assert balances(evening) == {"Ann": -3, "Bob": -1, "Cat": -1, "Dan": -1, "Eve": -1}


def test_what_a_known_hand_holds_may_be_taken_and_nothing_else_is_offered():
    script = "game spin\ndeal Ann\nBob holds AD KC KH 2D 3D 9C 10C QD JD AH QH 2S 3S"
    evening = play(FOUR, script)
    (takes,) = evening.game.deal.may_take()
    form = next(form for form in takes.forms() if form.who == ("Bob",))
    assert form.slots[1].out == {"matrimony": "KD is not in Bob's hand"}
    before = balances(evening)
    taken = balances(play(FOUR, f"{script}\nBob takes king king spin intrigue"))
    assert taken["Bob"] - before.get("Bob", 0) == 3 + 3 + 9 + 1
    assert play(FOUR, f"{script}\nBob takes king\nBob takes king\nCat takes king king")
    refused(FOUR, f"{script}\nBob takes king king\nBob takes king", "Bob's hand has no more kings")
    assert play(FOUR, f"{script}\nCat out\nleft Ann 1 Bob 3+spin Dan 1")
