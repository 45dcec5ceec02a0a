"""Pope Joan: its examples, every option, a second writing of its money, and random evenings."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.events import EffectiveEvent, Plays
from ledger.evening.fold import Evening
from ledger.projections.offers import expecting
from ledger.testing.random_evenings import RandomChooser, simulate
from tests.helpers.plain_stops import Money, by_cards, check_money, fall, from_left_of, pack_without
from tests.helpers.rig import balances, machine_for, play, play_many, pools, refused, tries

TestRandomEvenings = machine_for("pope-joan", examples=80)

FOUR = "Ann Bob Cat Dan"

THE_BOOKS_HAND = """
    game pope-joan {}
    deal Ann turn-up 7H
    Bob plays JS
    Dan plays QS
    Bob plays KS 5D
    Eve plays 6D
    Bob plays 7D AC
    Cat plays 2C
    Dan plays 3C QH KH 7S
    Ann plays 8S
    Cat plays 9S
    Dan plays 10S 10C
    Eve plays JC
    Bob plays QC JH 4H
    left Ann 7 Cat 6+pope Dan 1 Eve 6
    """


def short(pools_of: dict[str, int]) -> dict[str, int]:
    """Return the pools by the last part of their names."""
    return {name.removeprefix("pope-joan."): held for name, held in pools_of.items()}


@pytest.mark.thorough
def test_long_random_evenings():
    assert play_many("pope-joan", deals=20, seeds=range(8)) > 80


def test_no_card_comes_out_in_a_made_up_evening_that_lay_aside():
    for spare in ("hand", "rest", "1", "3", "20"):
        played = 0
        for seed in range(8):
            events = simulate("pope-joan", 3, 4, RandomChooser(seed), (("spare", spare),))
            evening = Evening()
            evening.apply_all(EffectiveEvent(number, event) for number, event in enumerate(events, start=1))
            assert evening.findings == []
            played += sum(isinstance(event, Plays) for event in events)
        assert played > 20


def test_example_1():
    evening = play("Ann Bob Cat Dan Eve", THE_BOOKS_HAND.format(""))
    assert balances(evening) == {"Ann": -13, "Bob": 16, "Cat": -3, "Eve": -9}
    assert short(pools(evening)) == {"pope": 6, "intrigue": 2, "ace": 1}
    assert evening.findings == []
    outcome = play(
        "Ann Bob Cat Dan Eve",
        """
        game pope-joan
        deal Ann turn-up 7H
        Dan takes matrimony
        Bob takes knave
        Bob out
        left Ann 7 Cat 6+pope Dan 1 Eve 6
        """,
    )
    assert balances(outcome) == balances(evening)
    assert pools(outcome) == pools(evening)


def test_example_1_divided():
    evening = play("Ann Bob Cat Dan Eve", THE_BOOKS_HAND.format("divided=on"))
    assert balances(evening) == {"Ann": -13, "Bob": 17, "Cat": -3, "Dan": 1, "Eve": -9}
    assert short(pools(evening)) == {"pope": 6, "ace": 1}


def test_example_2():
    evening = play(
        FOUR,
        """
        game pope-joan pope_limit=4
        deal Ann turn-up QS
        Cat takes pope
        Bob takes ace
        Cat out
        left Ann 2 Bob 5 Dan 3
        """,
    )
    assert balances(evening) == {"Ann": -11, "Bob": -11, "Cat": 26, "Dan": -10}
    assert short(pools(evening)) == {"matrimony": 2, "intrigue": 2, "king": 1, "knave": 1}


def test_example_3():
    evening = play(
        "Ann Bob Cat",
        """
        game pope-joan game_only=on five_pool=on
        deal Ann turn-up 4C
        Bob takes matrimony
        Bob out
        left Ann 2 Cat 4+pope
        Ann stakes 1 on matrimony
        deal turn-up 2H
        """,
    )
    assert balances(evening) == {"Ann": -8, "Bob": -1, "Cat": -3}
    assert short(pools(evening)) == {"pope": 6, "matrimony": 2, "intrigue": 2, "ace": 1, "game": 1}


# The money, written again

WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "knave"}


class PlainPope:
    """A second writing of the money of Pope Joan, independent of the notation."""

    def __init__(self, chances: random.Random, players: list[str]) -> None:
        self.chances = chances
        self.players = players
        self.money = Money(players)
        self.stake = chances.randint(1, 3)
        self.divided, self.five, self.game_only, self.lieu = (chances.random() < 0.4 for _ in range(4))
        self.out = len(players) > 2 and chances.random() < 0.3
        self.dresses = not self.game_only and chances.random() < 0.3
        self.limit = chances.choice([None, 4, 6])
        self.spare = chances.choice(["hand", "rest", 3])
        self.board = chances.choice([12, 15, 20]) if self.five else chances.choice([15, 18])
        self.placed = 0
        self.deals = 0

    def options(self) -> str:
        values = {
            "stake": self.stake, "board": self.board, "spare": self.spare, "pope_limit": self.limit or "off",
            "dealer_looks": "out" if self.out else "plays",
        }  # fmt: skip
        flags = {
            "divided": self.divided, "five_pool": self.five, "game_only": self.game_only,
            "pope_in_lieu": self.lieu, "dealer_dresses": self.dresses,
        }  # fmt: skip
        values |= {name: "on" if value else "off" for name, value in flags.items()}
        return " ".join(f"{name}={value}" for name, value in values.items())

    def names(self) -> list[str]:
        names = ["pope", "matrimony", "intrigue", "ace", "king", "queen", "knave", "game"]
        return [name for name in names if not (self.five and name in ("king", "queen", "knave"))]

    def dress(self, dealer: str) -> None:
        stakes = []
        if self.game_only and self.deals:
            owed = self.money.pool.pop("unplaced", 0) + self.stake
            self.money.has[dealer] -= self.stake
            while owed:
                least = min(self.names(), key=lambda name: self.money.pool.get(name, 0))
                self.money.pool[least] = self.money.pool.get(least, 0) + self.stake
                owed -= self.stake
            return
        size = 1
        while size * (len(self.players) + 1) < self.board:
            size += 1
        for player in self.players:
            share = self.board * (player == dealer) if self.dresses else size * (1 + (player == dealer))
            stakes += [player] * share
        fixed = {"pope": 6, "matrimony": 2, "intrigue": 2}
        for name in self.names()[:-1]:
            for _ in range(fixed.get(name, 1)):
                self.money.put(stakes.pop(), name, self.stake)
        for player in stakes:
            self.money.put(player, "game", self.stake)

    def pope(self, player: str, cards: dict[str, int]) -> None:
        self.money.give(player, "pope")
        for other, number in cards.items():
            self.money.pay(other, player, min(number, self.limit or 99) * self.stake)

    def deal(self, dealer: str) -> tuple[list[str], list[str]]:
        """Play a deal; return its script by cards, and by outcome."""
        chances, money = self.chances, self.money
        order = from_left_of(dealer, self.players)
        self.dress(dealer)
        pack = chances.sample(pack_without("8D"), 51)
        trump = pack.pop()
        playing = order[:-1] if self.out else order
        size = {"hand": 50 // (len(playing) + 1), "rest": 50 // len(playing), 3: 47 // len(playing)}[self.spare]
        dealt = {player: [pack.pop() for _ in range(size)] for player in playing}
        hands = {player: set(hand) for player, hand in dealt.items()}
        if trump == "9D":
            self.pope(dealer, {player: size for player in playing if player != dealer})
        elif trump[:-1] in WORDS and WORDS[trump[:-1]] in self.names():
            money.give(dealer, WORDS[trump[:-1]])
        outcome = [f"deal {dealer} turn-up {trump}"]
        has, fell, left, counted = {}, [], dict.fromkeys(playing, size), set()
        for player, card in fall(chances, hands, order[0], lieu="9D" if self.lieu else ""):
            fell.append((player, card))
            left[player] -= 1
            if card == "9D":
                others = {other: number for other, number in left.items() if other != player}
                self.pope(player, others)
                named = {other: number for other, number in others.items() if not self.limit or number < self.limit}
                outcome.append(
                    f"{player} takes pope " + " ".join(f"{chance} {number}" for chance, number in named.items())
                )
                counted = set(named)
            elif card[-1] == trump[-1] and card[:-1] in WORDS:
                word = WORDS[card[:-1]]
                has[word] = player
                outcome.append(f"{player} takes {word}")
                if word in self.names():
                    money.give(player, word)
                for pair, words in {"matrimony": ("king", "queen"), "intrigue": ("queen", "knave")}.items():
                    if word in words and all(thing in has for thing in words):
                        first, second = (has[thing] for thing in words)
                        held = money.pool.get(pair, 0)
                        if first == second:
                            money.give(player, pair)
                        elif self.divided:
                            money.pool.pop(pair, 0)
                            for place, thing in enumerate(sorted({first, second}, key=order.index)):
                                money.has[thing] += (held + 1 - place) // 2
        assert not counted or trump != "9D"
        (winner,) = [player for player, number in left.items() if not number]
        money.give(winner, "game")
        holder = next((player for player, hand in hands.items() if "9D" in hand), None)
        for player, number in left.items():
            if player not in (winner, holder):
                if self.game_only:
                    money.put(player, "unplaced", number * self.stake)
                else:
                    money.pay(player, winner, number * self.stake)
        counts = {player: str(number) for player, number in left.items() if player != winner}
        if holder:
            counts[holder] += "+pope"
        closing = "left " + " ".join(f"{player} {number}" for player, number in counts.items())
        outcome += [f"{winner} out", closing]
        known = chances.choice([0, 0.5, 1])
        cards = [outcome[0], *by_cards(chances, fell, dealt, known)]
        known = {line.split()[0] for line in cards if " holds " in line}
        in_play = any(card == "9D" for _, card in fell) or trump == "9D"
        if not (in_play or holder in known or all(player in known for player in counts)):
            cards.append(closing)
        self.deals += 1
        return cards, outcome


@settings(max_examples=tries(150), deadline=None)
@given(st.integers(0, 10**9), st.integers(2, 7))
def test_the_money_written_again(seed, number):
    check_money("pope-joan", PlainPope, seed, number)


# The board


@pytest.mark.parametrize(
    ("players", "options", "paid"),
    [
        (2, "", 5),
        (4, "", 3),
        (6, "", 3),
        (7, "", 2),
        (20, "", 1),
        (4, "board=16", 4),
        (4, "five_pool=on", 3),
        (5, "five_pool=on", 2),
        (5, "five_pool=on board=13", 3),
    ],
)
def test_dressing_is_the_least_that_makes_the_board(players, options, paid):  # [81]
    names = [f"P{number}" for number in range(1, players + 1)]
    evening = play(" ".join(names), f"game pope-joan {options}\ndeal P1 turn-up 5C")
    assert balances(evening) == dict.fromkeys(names, -paid) | {"P1": -2 * paid}
    fixed = {"pope": 6, "matrimony": 2, "intrigue": 2, "ace": 1}
    fixed |= {} if "five" in options else {"king": 1, "queen": 1, "knave": 1}
    assert short(pools(evening)) == {**fixed, "game": paid * (players + 1) - sum(fixed.values())}


def test_the_dealer_may_dress_it_all():
    script = "game pope-joan dealer_dresses=on board=17\ndeal Ann turn-up 5C\n"
    evening = play(FOUR, script)
    assert balances(evening) == {"Ann": -17}
    assert short(pools(evening))["game"] == 3
    evening = play(FOUR, script + "Bob out\nleft Ann 1 Cat 1 Dan 1\nend divide")
    (remark,) = evening.outcomes[-1].remarks
    assert "Ann 1, Bob 0" in remark
    rounds = "".join(
        f"deal turn-up 5C\n{pair} out\nleft {other} 1\n" for pair, other in (("Ann", "Bob"), ("Ann", "Bob"))
    )
    assert play("Ann Bob", f"game pope-joan dealer_dresses=on\n{rounds}end divide").outcomes[-1].remarks == ()


def test_what_was_not_taken_is_carried_on():
    evening = play(
        FOUR,
        """
        game pope-joan
        deal Ann turn-up 5C
        Bob takes king
        Bob out
        left Ann 1 Cat 1 Dan 1
        deal turn-up 5C
        """,
    )
    assert short(pools(evening)) == {
        "pope": 12, "matrimony": 4, "intrigue": 4, "ace": 2, "king": 1, "queen": 2, "knave": 2, "game": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "cards"),
    [("", 10), ("spare=6", 11), ("spare=rest", 12), ("dealer_looks=out", 12), ("dealer_looks=plays", 10)],
)
def test_how_many_cards_are_dealt(options, cards):
    script = f"game pope-joan {options}\ndeal Ann turn-up 5C\nBob out\nleft {'' if 'out' in options else 'Ann 1 '}Cat {{}} Dan 1"
    play(FOUR, script.format(cards))
    refused(FOUR, script.format(cards + 1), f"{cards} left at the most")


# The turn-up


@pytest.mark.parametrize(("card", "word"), [("AC", "ace"), ("KC", "king"), ("QC", "queen"), ("JC", "knave")])
def test_an_honour_turned_up_is_the_dealers(card, word):  # [82]
    evening = play(FOUR, f"game pope-joan\ndeal Ann turn-up {card}")
    assert balances(evening) == {"Ann": -5, "Bob": -3, "Cat": -3, "Dan": -3}
    assert word not in short(pools(evening))
    evening = play(FOUR, f"game pope-joan five_pool=on\ndeal Ann turn-up {card}")
    assert balances(evening)["Ann"] == (-5 if word == "ace" else -6)


def test_pope_turned_up():  # [82]
    evening = play(FOUR, "game pope-joan\ndeal Ann turn-up 9D")
    assert balances(evening) == {"Ann": -6 + 6 + 30, "Bob": -13, "Cat": -13, "Dan": -13}
    evening = play(FOUR, "game pope-joan pope_limit=4\ndeal Ann turn-up 9D\nBob out\nleft Ann 1 Cat 2 Dan 3")
    assert balances(evening) == {"Ann": 12 - 1, "Cat": -7 - 2, "Dan": -7 - 3}
    evening = play(FOUR, "game pope-joan pope_limit=20\ndeal Ann turn-up 9D")
    assert balances(evening)["Bob"] == -13


def test_pope_turned_up_may_win_the_game():  # [85]
    evening = play(FOUR, "game pope-joan pope_wins=on\ndeal Ann turn-up 9D")
    assert balances(evening) == {"Ann": -6 + 6 + 30 + 1, "Bob": -13, "Cat": -13, "Dan": -13}
    assert evening.game.turn.pause
    assert evening.game.table.due_dealer() == "Bob"


def test_a_dealer_who_is_out_takes_for_the_turn_up_and_pays_for_no_cards():
    evening = play("Ann Bob Cat", "game pope-joan dealer_looks=out\ndeal Ann turn-up 9D")
    assert balances(evening) == {"Ann": -8 + 6 + 32, "Bob": -4 - 16, "Cat": -4 - 16}
    evening = play(
        "Ann Bob Cat", "game pope-joan dealer_looks=out\ndeal Ann turn-up 5C\nBob takes pope Cat 3\nBob out\nleft Cat 2"
    )
    assert balances(evening) == {"Ann": -8, "Bob": -4 + 6 + 3 + 2 + 2, "Cat": -4 - 3 - 2}


# Chances


@pytest.mark.parametrize(
    "things",
    ["matrimony", "queen king", "king queen", "queen\nBob takes king", "king\nBob takes matrimony", "king matrimony"],
)
def test_matrimony_follows_from_its_words(things):
    evening = play(FOUR, f"game pope-joan\ndeal Ann turn-up 5C\nBob takes {things}")
    assert balances(evening)["Bob"] == -3 + 4
    assert not {"king", "queen", "matrimony"} & set(short(pools(evening)))


def test_all_three_make_both():
    for things in ("matrimony intrigue", "king queen knave", "intrigue king", "matrimony knave"):
        evening = play(FOUR, f"game pope-joan\ndeal Ann turn-up 5C\nBob takes {things}")
        assert balances(evening)["Bob"] == -3 + 7


def test_a_king_turned_up_makes_no_matrimony():
    for options in ("", " divided=on"):
        evening = play(FOUR, f"game pope-joan{options}\ndeal Ann turn-up KC\nBob plays JC QC")
        assert short(pools(evening))["matrimony"] == 2
        assert "intrigue" not in short(pools(evening))


def test_five_pool_divides_by_who_played_the_cards():  # [83]
    script = (
        "game pope-joan five_pool=on divided=on\ndeal Ann turn-up 5C\nBob takes king\nCat takes queen\nDan takes knave"
    )
    evening = play(FOUR, script)
    assert balances(evening) == {"Ann": -6, "Bob": -3 + 1, "Cat": -3 + 2, "Dan": -3 + 1}


def test_an_odd_counter_of_a_pair_goes_to_the_first_from_the_dealers_left():  # [83]
    script = """
        game pope-joan game_only=on divided=on
        deal Ann turn-up 5C
        Bob out
        left Ann 1 Cat 1 Dan 1
        Cat stakes 1 on matrimony
        deal turn-up 6C
        Ann takes queen
        Dan takes king
        """
    evening = play(FOUR, script)
    assert balances(evening) == {"Ann": -6 - 1 + 1 + 1, "Bob": -3 + 1 - 1, "Cat": -3 - 1}


def test_what_can_still_be_taken_is_offered():
    def offered(script):
        return [may.removeprefix("takes ") for may in expecting(play(FOUR, script)).may if may.startswith("takes")]

    start = "game pope-joan\ndeal Ann turn-up KC"
    assert offered(start) == ["pope NAME N …", "intrigue", "ace", "queen", "knave"]
    assert offered(start + "\nBob takes queen") == ["pope NAME N …", "ace", "knave"]
    assert "Bob takes intrigue" in expecting(play(FOUR, start + "\nBob takes queen")).may
    assert offered(start + "\nBob takes pope Ann 1 Cat 1 Dan 1\nCat takes intrigue ace") == []
    turned = "game pope-joan\ndeal Ann turn-up 9D\nBob takes king"
    assert offered(turned) == ["intrigue", "ace", "queen", "knave"]
    assert "Bob takes matrimony" in expecting(play(FOUR, turned)).may, "he has played the king"


def test_who_is_to_speak_is_known_at_a_certain_stop():
    def who(script, options=""):
        return expecting(play(FOUR, f"game pope-joan {options}\ndeal Ann turn-up 5C\n{script}")).who

    assert who("Bob plays 7D") == ["Bob"]
    assert who("Bob plays 9S\nCat plays 10S JS QS KS") == ["Cat"]
    assert who("Bob plays 9S") == who("Bob takes ace") == who("") == []
    assert who("Bob plays 4C", "pope_in_lieu=on") == []
    assert who("Bob plays KS", "pope_in_lieu=on") == ["Bob"]
    assert who("Bob plays 9D\nCat plays 10D\nDan plays JD QD\nAnn plays KD 4C", "pope_in_lieu=on") == ["Ann"]


def test_pope_and_its_limit():
    script = "game pope-joan {}\ndeal Ann turn-up 5C\nBob takes pope {}"
    assert balances(play(FOUR, script.format("", "Cat 7 Dan 1 Ann 10")))["Bob"] == -3 + 6 + 18
    limited = play(FOUR, script.format("pope_limit=4", "Cat 7 Dan 1"))
    assert balances(limited)["Bob"] == -3 + 6 + 4 + 1 + 4
    assert [posting.why for posting in limited.outcomes[-1].postings] == [
        "Pope played", "Pope played: 4 cards or more", "Pope played: 1 card", "Pope played: 4 cards or more",
    ]  # fmt: skip


# Stops


def findings(evening):
    return [finding.message for finding in evening.findings]


def test_a_card_that_ought_to_have_followed_is_reported():
    evening = play(FOUR, "game pope-joan\ndeal Ann turn-up 5C\nBob plays 9S 4H\nCat plays 5H\nCat plays 10S")
    assert findings(evening) == ["Cat had 10S, which ought to have followed earlier"]
    assert balances(evening) == {"Ann": -6, "Bob": -3, "Cat": -3, "Dan": -3}


def test_a_hand_said_later_proves_it_too_and_once():
    script = "game pope-joan\ndeal Ann turn-up 5C\nBob plays 9S 4H\nCat holds 10S 2S 3S 4S AC 2C 3C 4C 6C 7C\n"
    evening = play(FOUR, script + "Bob plays KH 3D")
    assert findings(evening) == ["Cat had 10S, which ought to have followed earlier"]
    assert findings(play(FOUR, script + "Bob plays AS\nCat plays 2S 3S 4S 10S")) == findings(evening)


def test_a_card_already_played_makes_a_stop():
    evening = play(
        FOUR, "game pope-joan\ndeal Ann turn-up 5C\nBob plays JS\nCat plays QS\nDan plays KS\nDan plays 10S 4H"
    )
    assert findings(evening) == []


def test_a_card_played_twice_over_a_stop_is_no_finding():
    evening = play(FOUR, "game pope-joan\ndeal Ann turn-up 5C\nBob plays 4C 9S\nCat plays 10S")
    assert findings(evening) == []


def test_pope_in_lieu_of_a_missing_card():
    script = "game pope-joan pope_in_lieu=on\ndeal Ann turn-up 5C\nBob plays 9S\nCat plays 9D JS\nDan plays QS"
    evening = play(FOUR, script)
    assert balances(evening)["Cat"] == -3 + 6 + 10 + 9 + 10
    late = play(FOUR, script + "\nDan plays 4H 10S")
    assert findings(late) == ["Dan had 10S, which ought to have followed earlier"]


def test_pope_in_lieu_after_the_seven_of_diamonds_or_a_card_played():
    start = "game pope-joan pope_in_lieu=on\ndeal Ann turn-up 5C\n"
    play(FOUR, start + "Bob plays 7D\nCat plays 9D\nDan plays 10D")
    play(FOUR, start + "Bob plays 6D\nCat plays 9D 4H")
    evening = play(FOUR, start + "Bob plays 10S\nCat plays JS 9S\nDan plays 9D\nDan plays KH")
    assert findings(evening) == []
    play(FOUR, start + "Bob plays QS\nCat plays 9D 4H")


def test_pope_by_the_player_of_the_stop_is_a_lead_or_in_lieu():
    start = "game pope-joan pope_in_lieu=on\ndeal Ann turn-up 5C\nBob plays 9S 9D\n"
    play(FOUR, start + "Dan plays 10D")
    play(FOUR, start + "Dan plays JS")
    evening = play(FOUR, start + "Bob plays 4H\nDan plays 5H\nDan plays JS")
    assert findings(evening) == []
    evening = play(FOUR, start + "Bob plays 4H\nDan plays 5H\nDan plays JS 10D")
    assert findings(evening) == ["Dan had 10D, which ought to have followed earlier"]
    play(FOUR, "game pope-joan pope_in_lieu=on\ndeal Ann turn-up 5C\nBob plays KS 9D\nDan plays 10D")
    play(FOUR, "game pope-joan pope_in_lieu=on\ndeal Ann turn-up 5C\nBob plays 9D\nDan plays 10D")


@pytest.mark.parametrize("known", ["10D", "JS"])
def test_a_lead_after_pope_is_refused_only_where_both_cards_are_in_hands(known):
    start = f"game pope-joan pope_in_lieu=on\ndeal Ann turn-up 5C\nCat holds {known} 2S 3S 4S AC 2C 3C 4C 6C 7C\n"
    play(FOUR, start + "Bob plays 9S 9D 4H")


def test_pope_off_is_a_lead_only():
    start = "game pope-joan\ndeal Ann turn-up 5C\nBob plays 9S 9D\n"
    play(FOUR, start + "Dan plays 10D")
    refused(FOUR, start + "Dan plays JS", "JS does not follow 9D: 10D is awaited, or Bob leads")


def test_left_follows_when_the_place_of_pope_is_known():
    names = ["Ann", "Bob", *(f"P{number}" for number in range(3, 26))]
    start = "game pope-joan\ndeal Ann turn-up 5C\n"
    evening = play(" ".join(names), start + "Bob plays 9D")
    assert evening.game.turn.pause
    assert "Pope" not in evening.game.turn.asks
    evening = play(" ".join(names), start + "Ann holds 9D\nBob plays KC")
    assert balances(evening)["Ann"] == -2
    assert evening.game.turn.pause
    hands = "".join(f"{name} holds {card}\n" for name, card in zip(names, pack_without("8D", "9D", "5C"), strict=False))
    evening = play(" ".join(names), start + hands + "Bob plays 2C")
    assert evening.game.turn.pause
    assert balances(evening)["P9"] == -1 - 1


def test_a_hand_said_in_the_end_may_tell_the_place_of_pope():
    names = ["Ann", "Bob", *(f"P{number}" for number in range(3, 26))]
    evening = play(" ".join(names), "game pope-joan\ndeal Ann turn-up 5C\nBob plays KC\nAnn holds 2C")
    assert not evening.game.turn.pause
    evening = play(" ".join(names), "game pope-joan\ndeal Ann turn-up 5C\nBob plays KC\nAnn holds 9D\ndeal turn-up 6C")
    assert balances(evening)["Ann"] == -2 - 1
    assert evening.findings == []


def test_the_mark_exempts_its_holder():
    names = ["Ann", "Bob", *(f"P{number}" for number in range(3, 26))]
    start = "game pope-joan\ndeal Ann turn-up 5C\nBob plays KC\n"
    counts = " ".join(f"{name} 1" for name in names if name != "Bob")
    assert balances(play(" ".join(names), start + "left " + counts))["Ann"] == -3
    assert balances(play(" ".join(names), start + "left " + counts.replace("Ann 1", "Ann 1+pope")))["Ann"] == -2


# Game only


def test_game_only_dresses_the_first_deal_alone():
    evening = play(
        FOUR,
        """
        game pope-joan game_only=on
        deal Ann turn-up 5C
        Dan takes matrimony
        Bob out
        left Ann 2 Cat 3+pope Dan 4
        """,
    )
    assert balances(evening) == {"Ann": -6 - 2, "Bob": -3 + 1, "Cat": -3, "Dan": -3 + 4 - 4}
    assert short(pools(evening))["unplaced"] == 6


def test_game_only_the_dealer_spends_what_he_paid_first():  # [85]
    script = """
        game pope-joan game_only=on
        deal Ann turn-up 5C
        Cat out
        left Ann 2 Bob 2 Dan 1
        Bob stakes 1 on king
        Bob stakes 2 on pope
        """
    evening = play(FOUR, script)
    assert balances(evening) == {"Ann": -6 - 2, "Bob": -3 - 2 - 1, "Cat": -3 + 1, "Dan": -3 - 1}
    assert short(pools(evening)) == {
        "pope": 8, "matrimony": 2, "intrigue": 2, "ace": 1, "king": 2, "queen": 1, "knave": 1, "unplaced": 3,
    }  # fmt: skip
    dealt = play(FOUR, script + "deal turn-up 5C")
    assert balances(dealt) == balances(evening)
    assert short(pools(dealt)) == {
        "pope": 8, "matrimony": 2, "intrigue": 2, "ace": 2, "king": 2, "queen": 2, "knave": 1, "game": 1,
    }  # fmt: skip


def test_game_only_the_dealers_stake_is_his_own_and_placed_once_for_the_deal():  # [85]
    script = """
        game pope-joan game_only=on
        deal Ann turn-up 5C
        Bob out
        left Ann 2 Cat 2 Dan 1
        Bob stakes 1 on king
        """
    evening = play(FOUR, script)
    assert balances(evening) == {"Ann": -6 - 2, "Bob": -3 + 1 - 1, "Cat": -3 - 2, "Dan": -3 - 1}
    assert short(pools(evening))["unplaced"] == 5
    refused(FOUR, script + "Bob stakes 1 on pope", "Bob has nothing to place")
    # who deals in his place pays nothing more
    dealt = play(FOUR, script + "Bob leaves\ndeal turn-up 5C")
    assert dealt.game.table.dealer == "Cat"
    assert balances(dealt) == balances(evening)


def test_game_only_misdeal_keeps_what_was_placed():
    script = """
        game pope-joan game_only=on
        deal Ann turn-up 5C
        Cat out
        left Ann 2 Bob 2 Dan 1
        Bob stakes 3 on pope
        deal turn-up AC
        misdeal
        """
    evening = play(FOUR, script)
    assert balances(evening) == {"Ann": -8, "Bob": -6, "Cat": -2, "Dan": -4}
    again = play(FOUR, script + "deal turn-up 6C")
    assert balances(again) == balances(evening)
    assert pools(again) == pools(evening)
    refused(FOUR, script + "Bob stakes 1 on pope", "Bob has nothing to place")


def test_game_only_misdeal_of_the_first_deal_is_not_dressed_twice():
    evening = play(FOUR, "game pope-joan game_only=on\ndeal Ann turn-up 5C\nmisdeal\nEve joins\ndeal turn-up 6C")
    assert balances(evening) == {"Ann": -6, "Bob": -3, "Cat": -3, "Dan": -3, "Eve": -3}
    assert short(pools(evening))["game"] == 1 + 3


def test_game_only_end():  # [85]
    script = "game pope-joan game_only=on\ndeal Ann turn-up 5C\nCat out\nleft Ann 2 Bob 2 Dan 1\n"
    evening = play(FOUR, script + "end leave")
    assert short(pools(evening)) == {
        "pope": 6, "matrimony": 2, "intrigue": 2, "ace": 2, "king": 2, "queen": 2, "knave": 2, "game": 1,
    }  # fmt: skip
    evening = play(FOUR, script + "end divide")
    assert pools(evening) == {}
    assert balances(evening) == {"Ann": -8 + 4, "Cat": -2 + 5, "Dan": -4 + 5}


def test_one_who_leaves_has_his_stakes_placed():
    evening = play(
        "Ann Bob Cat",
        """
        game pope-joan game_only=on
        deal Ann turn-up 5C
        Cat out
        left Ann 2 Bob 2
        Bob leaves
        deal turn-up 5C
        """,
    )
    assert balances(evening) == {"Ann": -8 - 2, "Bob": -4 - 2, "Cat": -4 + 2 - 1}
    assert evening.game.table.dealer == "Cat"


# Between deals, and the end


def test_misdeal_takes_back_all_but_penalties_and_the_dressing():
    evening = play(
        FOUR,
        """
        game pope-joan
        deal Ann turn-up KC
        penalty Dan 2 "looked at the spare hand"
        Bob takes ace
        Cat takes pope Ann 5 Bob 5 Dan 5
        misdeal
        """,
    )
    assert balances(evening) == {"Ann": -6, "Bob": -3, "Cat": -3, "Dan": -5}
    assert short(pools(evening)) == {
        "pope": 6, "matrimony": 2, "intrigue": 2, "ace": 1, "king": 1, "queen": 1, "knave": 1, "game": 3,
    }  # fmt: skip
    assert evening.game.table.due_dealer() == "Ann"


def test_what_an_earlier_game_left_is_divided_too():
    script = """
        game pope-joan
        deal Ann turn-up 5C
        Bob takes matrimony
        Bob takes ace
        Bob out
        left Ann 1 Cat 1 Dan 1
        end leave
        game pope-joan five_pool=on
        deal Ann turn-up 5C
        Bob takes pope Ann 1 Cat 1 Dan 1
        Bob takes matrimony
        Bob takes ace
        Bob takes knave
        Bob out
        left Ann 1 Cat 1 Dan 1
        """
    several = script[: script.index("Bob takes matrimony")] + "Bob out\nleft Ann 1 Cat 1 Dan 1"
    refused(FOUR, f"{several.strip()}\nend", "and 1 in pope-joan.knave lie there still")
    before = play(FOUR, script)
    assert short(pools(before)) == {"knave": 1}
    refused(FOUR, f"{script.strip()}\nend", "1 in pope-joan.knave lies there still")
    evening = play(FOUR, f"{script}\nend divide")
    assert pools(evening) == {}
    assert evening.books.balances["Bob"] == before.books.balances["Bob"] + 1


def test_end_divides_draws_and_leaves():  # [84]
    script = "game pope-joan\ndeal Ann turn-up 5C\nBob takes matrimony\nBob out\nleft Ann 1 Cat 1 Dan 1\n"
    before = balances(play(FOUR, script))
    assert sum(before.values()) == -10
    divided = balances(play(FOUR, script + "end divide"))
    assert {name: divided.get(name, 0) - before.get(name, 0) for name in FOUR.split()} == {
        "Ann": 2, "Bob": 3, "Cat": 3, "Dan": 2,
    }  # fmt: skip
    drawn = balances(play(FOUR, script + "end draw Ann:KD Bob:3C,5C Cat:3D,4C Dan:AD"))
    assert drawn["Cat"] - before["Cat"] == 10


def test_stakes_are_reckoned_in_the_stake():
    evening = play(
        FOUR,
        "game pope-joan stake=2d\ndeal Ann turn-up QS\nCat takes pope Ann 1 Bob 2 Dan 3\nCat out\nleft Ann 1 Bob 1 Dan 1",
        money="money=lsd counter=1d",
    )
    stakes = {"Ann": -6 + 1 - 1 - 1, "Bob": -3 - 2 - 1, "Cat": -3 + 6 + 6 + 1 + 3 + 1 - 1, "Dan": -3 - 3 - 1}
    assert balances(evening) == {name: number * 8 for name, number in stakes.items()}


def test_after_a_misdeal_the_dressing_is_asked_once_of_each():
    """A newcomer pays a player's part, even as dealer; the dealer's extra part is paid once a deal."""
    start = "game pope-joan\ndeal Ann turn-up 6C\nmisdeal\n"
    assert balances(play("Ann Bob Cat Dan", f"{start}Ann leaves\nEve joins after Dan\ndeal turn-up 6C")) == {
        "Ann": -6, "Bob": -3, "Cat": -3, "Dan": -3, "Eve": -3,
    }  # fmt: skip
    first = play("Ann Bob", f"{start}Ann leaves\nEve joins after Bob\nZoe joins after Eve\ndeal turn-up 6C")
    assert balances(first) == {"Ann": -10, "Bob": -5, "Eve": -4, "Zoe": -4}
    dresses = "game pope-joan dealer_dresses=on\ndeal Ann turn-up 6C\nmisdeal\nAnn leaves\ndeal turn-up 6C"
    assert balances(play("Ann Bob Cat", dresses)) == {"Ann": -15}


def test_game_is_paid_when_somebody_is_out_and_not_after():  # [84]
    script = 'game pope-joan\ndeal Ann turn-up 6C\nBob out\npenalty Cat 2 "late"\nleft Ann 1 Cat 1 Dan 1'
    assert pools(play("Ann Bob Cat Dan", script))["pope-joan.game"] == 2


def test_what_a_known_hand_holds_may_be_taken():
    script = "game pope-joan\ndeal Ann turn-up 7H\nBob holds 9D KH QH JC 2D 3D AC 2S 3S 4S"
    before = balances(play("Ann Bob Cat Dan", script))
    taken = balances(play("Ann Bob Cat Dan", f"{script}\nBob takes matrimony\nBob takes pope Ann 3 Cat 2 Dan 1"))
    assert taken["Bob"] - before["Bob"] == 2 + 1 + 1 + 6 + 6
    refused("Ann Bob Cat Dan", f"{script}\nBob takes intrigue", "JH is not in Bob's hand")
    refused("Ann Bob Cat Dan", f"{script}\nBob takes ace", "AH is not in Bob's hand")
    assert play("Ann Bob Cat Dan", f"{script}\nCat out\nleft Ann 1 Bob 3+pope Dan 1")


def test_pope_is_offered_to_no_hand_that_was_said_without_it():
    script = "game pope-joan\ndeal Ann turn-up 7H\nBob holds 10D KH QH JC 2D 3D AC 2S 3S 4S"
    deal = play("Ann Bob Cat Dan", script).game.deal
    pope, *_ = deal.may_take()
    takers = {name for form in pope.forms() for name in form.who}
    assert takers == {"Ann", "Cat", "Dan"}
