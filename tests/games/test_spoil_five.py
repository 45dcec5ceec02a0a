"""Spoil-Five: its examples, the order of cards, a second writing of its money, every option."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.cards import SUITS, Card, pack_of
from ledger.games.spoil_five.cards import SpoilFiveRules
from ledger.projections.offers import Expecting
from ledger.projections.summary import summary
from tests.helpers.rig import balances, carry, check_replay, machine_for, play, play_many, pools, refused, tries

A2, A3, A4, A5 = "Ann Bob", "Ann Bob Cat", "Ann Bob Cat Dan", "Ann Bob Cat Dan Eve"
A6 = f"{A5} Fay"

TestRandomEvenings = machine_for("spoil-five")


@pytest.mark.thorough
def test_long_random_evenings():
    assert play_many("spoil-five", deals=30, seeds=range(12), most_players=8) > 150


# The examples


def test_example_1():
    evening = play(A4, "game spoil-five\ndeal Ann")
    assert pools(evening) == {"spoil-five.pool": 9}
    evening = play(A4, "game spoil-five\ndeal Ann\nAnn spoilt\ndeal\ntricks Cat 3 Dan 1\ndeal\nDan wins")
    assert balances(evening) == {"Ann": -6, "Bob": -6, "Cat": 8, "Dan": 4}
    assert pools(evening) == {}


def test_example_2():
    evening = play(
        A3,
        """
        game spoil-five
        deal Ann turn-up 7D
        Bob holds AD 5D KS 3C 9H
        Bob robs 9H
        trick KS 4S 10S
        trick 7D 2C KD
        trick QC AD 4C
        trick 5D AH 6D
        """,
    )
    assert balances(evening) == {"Ann": -3, "Bob": 5, "Cat": -2}


def test_example_3():
    script = "game spoil-five jink=on stake=3\ndeal Ann\nBob jinks\ntricks Bob 4 Cat 1\ndeal"
    assert pools(play(A3, script)) == {"spoil-five.pool": 14}
    evening = play(A3, script + "\nCat jinks\nCat wins")
    assert balances(evening) == {"Ann": -8, "Bob": -8, "Cat": 16}


def test_example_4():
    script = "game spoil-five to=25\ndeal Ann\ntricks Bob 3 Cat 2"
    assert carry(play(A3, script)) == {"scores": {"Ann": 0, "Bob": 15, "Cat": 10}}
    script += "\ndeal\ntricks Bob 1 Ann 3 Cat 1"
    assert carry(play(A3, script)) == {"scores": {"Ann": 15, "Bob": 20, "Cat": 15}}
    evening = play(A3, script + "\ndeal\ntrick Ann\ntrick Bob")
    assert balances(evening) == {"Ann": -3, "Bob": 6, "Cat": -3}
    assert carry(evening) == {"scores": {"Ann": 0, "Bob": 0, "Cat": 0}}


# The order of the cards, as it is told in words: highest of the minor cards in the red suits, lowest in the black


def plain_place(card: Card) -> tuple[int, int]:
    """Return the rank of a card in its suit if that is not trumps; higher is better."""
    if card.rank in ("K", "Q", "J"):
        return (1, "JQK".index(card.rank))
    number = 1 if card.rank == "A" else int(card.rank)
    return (0, number if card.suit in "DH" else -number)


def trump_place(card: Card, trump: str) -> tuple[int, tuple[int, int]]:
    """Return the rank of a trump: five, knave, ace of hearts, ace, then the others."""
    leading = ["A", "AH", "J", "5"]
    name = "AH" if str(card) == "AH" else card.rank
    if name in leading:
        return (leading.index(name) + 1, (0, 0))
    return (0, plain_place(card))


def beats(card: Card, other: Card, led: Card, trump: str) -> bool:
    """Return whether a card beats another in a trick."""

    def is_trump(card: Card) -> bool:
        return card.suit == trump or str(card) == "AH"

    if is_trump(card) != is_trump(other):
        return is_trump(card)
    if is_trump(card):
        return trump_place(card, trump) > trump_place(other, trump)
    follows, other_follows = card.suit == led.suit, other.suit == led.suit
    if follows != other_follows:
        return follows
    return follows and plain_place(card) > plain_place(other)


@pytest.mark.parametrize("trump", SUITS)
def test_every_pair_of_cards_in_both_orders(trump):
    rules = SpoilFiveRules()
    rules.trump = trump
    pack = sorted(pack_of(52), key=str)
    for led in (Card("2C"), Card("2D"), Card("2H"), Card("2S"), Card("AH"), Card(f"5{trump}")):
        for card, other in itertools.permutations(pack, 2):
            stronger = rules.strength(card, led) > rules.strength(other, led)
            assert stronger == beats(card, other, led, trump), (trump, led, card, other)


@pytest.mark.parametrize("trump", SUITS)
def test_the_ordinary_order(trump):
    rules = SpoilFiveRules(ordinary=True)
    rules.trump = trump
    order = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    for card, other in itertools.permutations(sorted(pack_of(52), key=str), 2):
        same_suit_or_trumped = order.index(card.rank) > order.index(other.rank)
        expected = same_suit_or_trumped if card.suit == other.suit else card.suit == trump
        assert (rules.strength(card, other) > rules.strength(other, other)) == expected


def may_play(card: Card, hand: set[Card], led: Card, trump: str) -> bool:
    """Return whether a card may be played, case by case as in the book."""
    minor = {Card(f"5{trump}"): 3, Card(f"J{trump}"): 2, Card("AH"): 1}
    trumps = {other_card for other_card in hand if other_card.suit == trump or str(other_card) == "AH"}
    if led.suit == trump:
        lower = {card for card in trumps if card in minor and minor[card] > minor.get(led, 0)}
        return card in trumps or trumps <= lower
    suit = {other_card for other_card in hand - trumps if other_card.suit == led.suit}
    return not suit or card in suit or card in trumps


@given(st.data())
@settings(max_examples=tries(300), deadline=None)
def test_what_may_be_played(data):
    pack = sorted(pack_of(52), key=str)
    trump = data.draw(st.sampled_from(SUITS))
    led, *hand = data.draw(st.lists(st.sampled_from(pack), min_size=2, max_size=6, unique=True))
    rules = SpoilFiveRules()
    rules.trump = trump
    permitted = rules.duty(set(hand), [led], 0).permitted
    assert permitted == {card for card in hand if may_play(card, set(hand), led, trump)}
    assert permitted


def test_an_ace_of_hearts_led_is_a_heart_that_wins():
    evening = play(A3, "game spoil-five\ndeal turn-up 7D\ntrick AH 3H 4D\ntrick KS 2S 3S\ntrick KC 2C 3C")
    assert balances(evening)["Bob"] == 7 - 2
    refused(A3, "game spoil-five\ndeal turn-up 7D\nCat holds 3H 2C 3C 4C 6C\ntrick AH 2C 4H", "must follow suit")


# The money, told another way


def plain_deal(sides, dealer, options, spoilt, forfeited, tricks, goes_on):
    """Return which side takes the pool, whether by a jink, and after how many tricks."""
    won = dict.fromkeys(range(len(sides)), 0)
    for number, side in enumerate(tricks, start=1):
        won[side] += 1
        if side in forfeited or won[side] < options["to_win"]:
            continue
        if options["jink"] == "on" and set(tricks[:number]) == {side} and goes_on:
            lost = next((place for place, other in enumerate(tricks, start=1) if other != side), None)
            return (side, True, 5) if lost is None else (None, False, lost)
        return side, False, number
    return None, False, 5


@st.composite
def deals(draw):
    players = A6.split()[: draw(st.integers(2, 6))]
    number = len(players)
    sides_said = draw(st.sampled_from([n for n in (2, 3) if number % n == 0 and number >= 2 * n] or [None]))
    if draw(st.booleans()):
        sides_said = None
    of_player = [place % (sides_said or number) for place in range(number)]
    sides = [[p for p, s in zip(players, of_player, strict=True) if s == side] for side in range(sides_said or number)]
    options = {
        "stake": draw(st.integers(1, 9)),
        "spoilt": draw(st.integers(1, 9)),
        "deal": draw(st.integers(1, 9)),
        "to_win": draw(st.sampled_from([2, 3])) if number >= 5 else 3,
        "jink": draw(st.sampled_from(["on", "off"])),
    }
    rounds = []
    for _ in range(draw(st.integers(1, 4))):
        few = draw(st.lists(st.integers(0, len(sides) - 1), min_size=1, max_size=2))
        tricks = draw(st.lists(st.sampled_from(few), min_size=5, max_size=5))
        if draw(st.booleans()):
            tricks = draw(st.lists(st.integers(0, len(sides) - 1), min_size=5, max_size=5))
        forfeited = set(draw(st.lists(st.sampled_from(players), max_size=1)))
        rounds.append((tricks, forfeited, draw(st.booleans())))
    return players, sides_said, sides, options, rounds


def sayings_of_deal(kind, sides, side, jinked, played, tricks, goes_on, options, dealer):
    """Return a deal trick by trick, by numbers, or by its outcome."""
    words = [sides[trick][0 if place % 2 else -1] for place, trick in enumerate(tricks[:played])]
    run = len(list(itertools.takewhile(lambda winner: winner == tricks[0], tricks)))
    unbroken = options["jink"] == "on" and run >= options["to_win"]
    if kind == "trick":
        lines = [f"trick {name}" for name in words]
        if unbroken and side is not None and not jinked and played == options["to_win"]:
            lines.append(f"{words[0]} wins")
        return lines
    failed = unbroken and side is None and played <= 5 and goes_on
    if kind == "number":
        counts = {name: words.count(name) for name in words}
        lines = ["tricks " + " ".join(f"{name} {count}" for name, count in counts.items())]
        return ([f"{words[0]} jinks"] if failed and run == options["to_win"] else []) + lines
    if side is not None:
        return ([f"{words[0]} jinks"] if jinked else []) + [f"{sides[side][0]} wins"]
    return ([f"{words[0]} jinks"] if failed else []) + [f"{dealer} spoilt"]


@given(deals())
@settings(max_examples=tries(150), deadline=None)
def test_the_money_of_random_deals_told_in_three_ways(made_up):
    players, sides_said, sides, options, rounds = made_up
    words = " ".join(f"{key}={value}" for key, value in options.items())
    head = f"game spoil-five {words}" + (f" sides={sides_said}" if sides_said else "")
    scripts = {kind: [head] for kind in ("trick", "number", "outcome")}
    balance, pool, spoilt = dict.fromkeys(players, 0), 0, False
    for turn, (tricks, fined, goes_on) in enumerate(rounds):
        dealer = players[turn % len(players)]
        for player in players:
            balance[player] -= options["spoilt" if spoilt else "stake"]
            pool += options["spoilt" if spoilt else "stake"]
        balance[dealer] -= options["deal"]
        pool += options["deal"]
        out = {side for side, members in enumerate(sides) if fined & set(members)}
        side, jinked, played = plain_deal(sides, dealer, options, spoilt, out, tricks, goes_on)
        # a run of a side that has forfeited is no jink
        free_run = tricks[0] not in out
        rules = {**options, "jink": options["jink"] if free_run else "off"}
        for kind, script in scripts.items():
            script += ["deal", *(f"penalty {player} not-robbing" for player in fined)]
            script += sayings_of_deal(kind, sides, side, jinked, played, tricks, goes_on, rules, dealer)
        spoilt = side is None
        if side is not None:
            order = [players[(turn + 1 + place) % len(players)] for place in range(len(players))]
            partners = [player for player in order if player in sides[side]]
            for place, player in enumerate(partners):
                balance[player] += pool // len(partners) + (place < pool % len(partners))
                if jinked:
                    balance[player] += options["stake"] * (len(sides) - 1)
            for player in players:
                if jinked and player not in partners:
                    balance[player] -= options["stake"]
            pool = 0
    for kind, script in scripts.items():
        evening = play(" ".join(players), "\n".join(script))
        assert evening.books.balances == balance, kind
        assert sum(pools(evening).values()) == pool, kind
        assert carry(evening) == {"spoilt": spoilt}, kind


@given(st.lists(st.lists(st.integers(0, 2), min_size=5, max_size=5), min_size=1, max_size=8), st.sampled_from([25, 45]))
@settings(max_examples=tries(60), deadline=None)
def test_the_money_of_games_to_a_number(rounds, to):
    players = A3.split()
    scripts = {kind: [f"game spoil-five to={to} stake=5 deal=2"] for kind in ("trick", "number")}
    balance, pool, scores, fresh = [0, 0, 0], 0, [0, 0, 0], True
    for turn, tricks in enumerate(rounds):
        for player in range(3):
            balance[player] -= 5 * fresh + 2 * (player == turn % 3)
        pool += 15 * fresh + 2
        won, played, fresh = None, [], False
        for winner in tricks:
            played.append(winner)
            scores[winner] += 5
            if scores[winner] >= to or played == [winner] * 5:
                won = winner
                break
        scripts["trick"] += ["deal", *(f"trick {players[winner]}" for winner in played)]
        counts = " ".join(f"{players[winner]} {played.count(winner)}" for winner in dict.fromkeys(played))
        scripts["number"] += ["deal", f"tricks {counts}"]
        if won is not None:
            balance[won] += pool
            pool, scores, fresh = 0, [0, 0, 0], True
    for kind, script in scripts.items():
        evening = play(A3, "\n".join(script))
        assert list(evening.books.balances.values()) == balance, kind
        assert sum(pools(evening).values()) == pool
        assert carry(evening) == {"scores": dict(zip(players, scores, strict=True))}


@given(st.data())
@settings(max_examples=tries(100), deadline=None)
def test_told_card_by_card_the_money_is_the_same(data):
    players = A4.split()[: data.draw(st.integers(2, 4))]
    turn_up, *cards = data.draw(st.permutations(sorted(pack_of(52), key=str)))
    trump, dealer = turn_up.suit, players[-1]
    hands = {player: cards[5 * place : 5 * place + 5] for place, player in enumerate(players)}
    known = data.draw(st.lists(st.sampled_from(players), unique=True))
    script = [f"deal {dealer} turn-up {turn_up}"]
    script += [f"{player} holds {' '.join(map(str, hands[player]))}" for player in known]
    ace = Card(f"A{trump}")
    robber = dealer if turn_up == ace else next((player for player in players if ace in hands[player]), None)
    if robber:
        put_out = next(card for card in hands[robber] if card != ace)
        hands[robber] = [turn_up if card == put_out else card for card in hands[robber]]
        script.append(f"{robber} robs" + (f" {put_out}" if data.draw(st.booleans()) else ""))
    outcome, leader, won = script[:1], players[0], dict.fromkeys(players, 0)
    while max(won.values()) < 3 and sum(won.values()) < 5:
        order = players[players.index(leader) :] + players[: players.index(leader)]
        played = {}
        for player in order:
            led = next(iter(played.values()), None)
            hand = set(hands[player])
            fitting = [card for card in hands[player] if led is None or may_play(card, hand, led, trump)]
            played[player] = data.draw(st.sampled_from(fitting))
            hands[player] = [card for card in hands[player] if card != played[player]]
        led = played[order[0]]
        for player in order:
            if all(other == player or beats(played[player], played[other], led, trump) for other in order):
                leader = player
        won[leader] += 1
        script.append("trick " + " ".join(str(played[player]) for player in order))
    outcome.append("tricks " + " ".join(f"{player} {count}" for player, count in won.items()))
    by_cards, by_number = (
        play(" ".join(players), "game spoil-five\n" + "\n".join(lines)) for lines in (script, outcome)
    )
    assert by_cards.books.balances == by_number.books.balances
    assert carry(by_cards) == carry(by_number)
    assert summary(by_cards).expecting.who == [players[0]], "the deal was decided"


# Stakes and spoils


def test_defaults_are_counters():
    evening = play(A3, "game spoil-five\ndeal\nAnn spoilt\ndeal", "money=lsd counter=1d")
    assert pools(evening) == {"spoil-five.pool": (7 + 4) * 4}


def test_with_a_number_to_make_spoilt_is_not_asked_for():
    evening = play(A3, "game spoil-five to=45 stake=6d deal=3d\ndeal", "money=lsd")
    assert pools(evening) == {"spoil-five.pool": 3 * 24 + 12}


def test_spoils_go_on_until_somebody_wins():
    script = "game spoil-five spoilt=3\ndeal\nAnn spoilt\ndeal\nBob spoilt\n"
    evening = play(A4, script)
    assert pools(evening) == {"spoil-five.pool": 9 + 13}
    assert carry(evening) == {"spoilt": True}
    evening = play(A4, script + "deal\nAnn wins")
    assert carry(evening) == {"spoilt": False}
    assert balances(evening)["Ann"] == 35 - (2 + 1) - 3 - 3


def test_the_dealer_may_pay_nothing_besides():  # [103]-[104]
    evening = play(A3, "game spoil-five deal=0 spoilt=0\ndeal\nAnn spoilt\ndeal")
    assert balances(evening) == {"Ann": -2, "Bob": -2, "Cat": -2}
    refused(A3, "game spoil-five to=25 spoilt=0", "spoilt does not go with to=25")


def test_a_newcomer_pays_what_the_others_pay():
    evening = play(A3, "game spoil-five\ndeal\nAnn spoilt\nDan joins\ndeal")
    assert balances(evening) == {"Ann": -4, "Bob": -4, "Cat": -3, "Dan": -1}


def test_two_tricks_win_with_five():  # [103]
    evening = play(A5, "game spoil-five to_win=2\ndeal\ntrick Bob\ntrick Cat\ntrick Bob")
    assert balances(evening)["Bob"] == 11 - 2
    evening = play(A5, "game spoil-five to_win=2\ndeal\ntricks Ann 1 Bob 1 Cat 1 Dan 1 Eve 1")
    assert carry(evening) == {"spoilt": True}


def test_after_end_leave_a_full_stake_is_added():
    evening = play(A3, "game spoil-five\ndeal\nAnn spoilt\nend leave\ngame spoil-five\ndeal")
    assert pools(evening) == {"spoil-five.pool": 14}


def test_the_end_divides_or_is_drawn_for():  # [103]
    script = "game spoil-five\ndeal\nAnn spoilt\n"
    evening = play(A3, script + "end divide")
    assert evening.books.balances == {"Ann": -3 + 2, "Bob": -2 + 3, "Cat": -2 + 2}
    evening = play(A3, script + "end draw Ann:KS Bob:2C,9C Cat:2D,8D")
    assert evening.books.balances == {"Ann": -3, "Bob": -2, "Cat": 5}


def test_a_game_to_a_number_that_is_left_lapses():
    script = "game spoil-five to=25\ndeal\ntricks Ann 3 Bob 2\nend leave\ngame spoil-five to=25"
    evening = play(A3, script)
    assert carry(evening) == {"scores": {"Ann": 0, "Bob": 0, "Cat": 0}}
    assert pools(play(A3, script + "\ndeal")) == {"spoil-five.pool": 14}


# Sides


def test_partners_share_and_the_odd_counter_goes_from_the_dealers_left():
    evening = play(A4, "game spoil-five sides=2\ndeal Dan\ntricks Ann 1 Cat 2 Bob 1")
    assert evening.books.balances == {"Ann": -2 + 5, "Bob": -2, "Cat": -2 + 4, "Dan": -3}


def test_a_jink_of_a_side_is_paid_by_every_player_of_the_others():
    evening = play(A6, "game spoil-five sides=3 jink=on stake=4 deal=6\ndeal Fay\ntricks Ann 2 Dan 3")
    won = {"Ann": 15 + 8 - 4, "Dan": 15 + 8 - 4}
    assert evening.books.balances == {"Bob": -8, "Cat": -8, "Eve": -8, "Fay": -14, **won}


def test_tricks_of_partners_are_the_sides():
    evening = play(A4, "game spoil-five sides=2\ndeal\ntrick Ann\ntrick Cat\ntrick Bob\ntrick Ann")
    assert evening.books.balances["Ann"] + evening.books.balances["Cat"] == 9 - 4 - 1


def test_scores_are_the_sides():
    evening = play(A4, "game spoil-five sides=2 to=45\ndeal\ntricks Ann 2 Cat 1 Dan 2")
    assert carry(evening) == {"scores": {"Ann": 15, "Bob": 10, "Cat": 15, "Dan": 10}}
    assert list(carry(evening)["scores"]) == A4.split(), "they stand as the players sit"


# Jinking


def test_who_has_the_first_three_may_take_the_pool():  # [107]
    script = "game spoil-five jink=on\ndeal\ntrick Bob\ntrick Bob\ntrick Bob"
    assert summary(play(A4, script)).expecting.may == ["trick NAME", "wins", "jinks"]
    assert balances(play(A4, script + "\nBob wins"))["Bob"] == 9 - 2
    assert carry(play(A4, script + "\ntrick Cat")) == {"spoilt": True}
    assert carry(play(A4, script + "\nBob jinks\ntrick Cat")) == {"spoilt": True}
    assert carry(play(A4, script + "\nBob jinks\nAnn spoilt")) == {"spoilt": True}
    assert balances(play(A4, script + "\ntrick Bob\ntrick Bob"))["Bob"] == 9 - 2 + 6
    assert balances(play(A4, script + "\nBob jinks\nBob wins"))["Bob"] == 9 - 2 + 6
    assert carry(play(A4, script + "\ntrick Bob\nAnn spoilt")) == {"spoilt": True}


def test_whoever_may_go_on_is_to_speak():
    script = "game spoil-five jink=on{}\ndeal\ntrick Bob\ntrick Bob\ntrick Bob"
    assert summary(play(A4, script.format(""))).expecting.who == ["Bob"]
    assert summary(play(A4, script.format(" sides=2"))).expecting.who == ["Bob", "Dan"]
    gone_on = summary(play(A4, script.format("") + "\ntrick Bob")).expecting
    assert gone_on == Expecting([], ["trick NAME", "Bob jinks", "Ann spoilt"]), "he cannot stop at four"


def test_three_that_are_not_the_first_are_only_three():
    evening = play(A4, "game spoil-five jink=on\ndeal\ntrick Cat\ntrick Bob\ntrick Bob\ntrick Bob")
    assert balances(evening)["Bob"] == 9 - 2
    evening = play(A4, "game spoil-five jink=on\ndeal\ntricks Bob 3 Cat 2")
    assert balances(evening)["Bob"] == 9 - 2


@pytest.mark.parametrize(
    ("words", "won"),
    [
        ("tricks Bob 3", 9),
        ("tricks Bob 5", 9 + 6),
        ("tricks Bob 4 Cat 1", 0),
        ("tricks Bob 3 Cat 1", 9),
        ("Bob jinks\ntricks Bob 3 Cat 1", 0),
        ("Bob jinks\ntricks Bob 5", 9 + 6),
        ("Bob jinks\nBob wins", 9 + 6),
        ("Bob jinks\nAnn spoilt", 0),
        ("Bob wins", 9),
    ],
)
def test_jinks_by_outcome(words, won):  # [107]
    assert balances(play(A4, f"game spoil-five jink=on\ndeal\n{words}"))["Bob"] == won - 2


def test_of_two_players_only_a_failed_jink_spoils():
    evening = play(A2, "game spoil-five jink=on\ndeal\nBob jinks\nAnn spoilt")
    assert carry(evening) == {"spoilt": True}


def test_who_forfeits_while_he_may_jink_wins_nothing():
    script = "game spoil-five jink=on\ndeal\ntrick Bob\ntrick Bob\ntrick Bob\npenalty Bob not-robbing"
    evening = play(A4, script + "\ntrick Cat\ntrick Cat")
    assert carry(evening) == {"spoilt": True}


def test_a_jink_stands_on_the_first_tricks_whatever_is_forfeited():
    """A player with three tricks went on; no other can have three, so nobody takes the pool."""
    script = "game spoil-five jink=on\ndeal\nBob jinks\npenalty Bob not-robbing"
    refused(A4, f"{script}\nCat wins", "Cat can no longer win 3 tricks, since Bob went on with the first 3")
    refused(A4, f"{script}\ntricks Bob 2 Cat 3", "these tricks cannot be: Bob went on with the first 3")
    refused(A4, f"{script}\ntrick Cat", "the tricks before Bob went on were not said")
    for trick in ("tricks Bob 3 Cat 2", "tricks Bob 4 Cat 1", "Ann spoilt"):
        assert carry(play(A4, f"{script}\n{trick}")) == {"spoilt": True}
    two = "game spoil-five jink=on to_win=2\ndeal\nBob jinks\npenalty Bob not-robbing"
    assert balances(play(A5, f"{two}\nCat wins"))["Cat"] == 11 - 2


# Robbing


def test_a_forfeit_of_two_players_can_spoil():
    evening = play(A2, "game spoil-five\ndeal\npenalty Bob not-robbing\nAnn spoilt")
    assert carry(evening) == {"spoilt": True}
    evening = play(A2, "game spoil-five\ndeal\npenalty Bob not-robbing\ntricks Bob 5")
    assert carry(evening) == {"spoilt": True}


def test_a_forfeit_counts_nothing_towards_a_number():
    evening = play(A3, "game spoil-five to=25\ndeal\npenalty Bob false-rob\ntricks Bob 4 Cat 1")
    assert carry(evening) == {"scores": {"Ann": 0, "Bob": 0, "Cat": 5}}
    evening = play(A3, "game spoil-five to=25\ndeal\npenalty Bob false-rob\ntricks Bob 5\ndeal")
    assert pools(evening) == {"spoil-five.pool": 8}, "the game goes on, and only the dealer pays"


def test_a_forfeit_lasts_for_its_deal():
    evening = play(A3, "game spoil-five\ndeal\npenalty Bob false-rob\nAnn spoilt\ndeal\nBob wins")
    assert balances(evening)["Bob"] == 11 - 4


def test_an_amount_with_a_forfeit_goes_to_the_pool():  # [106]
    evening = play(A3, "game spoil-five\ndeal\npenalty Bob not-robbing 4")
    assert pools(evening) == {"spoil-five.pool": 11}


def test_the_dealer_may_leave_an_ace_turned_up():
    evening = play(A3, "game spoil-five\ndeal turn-up AD\ntrick KS 2S 3S\ntrick KC 2C 3C\ntrick KD 2D 3D")
    assert balances(evening)["Bob"] == 5
    evening = play(A3, "game spoil-five\ndeal turn-up AD\nAnn robs 9S\ntrick KS 2S AD\ntrick KC 2C 3C\ntrick QC 4C 5C")
    assert balances(evening)["Ann"] == 4


@pytest.mark.parametrize("robbing", ["optional", "off"])
def test_where_nobody_has_to_rob_the_ace_asks_nothing(robbing):
    script = "deal turn-up 7D\nBob holds AD QD KS KC KH\ntrick KS 2S 3S\ntrick KC 2C 3C\ntrick AD 2D 3D"
    evening = play(A3, f"game spoil-five robbing={robbing}\n{script}")
    assert balances(evening)["Bob"] == 5


def test_what_the_holder_did_is_said_by_insert_or_by_penalty():  # [105]-[106]
    script = "game spoil-five\ndeal turn-up 7D\ntrick KS 2S 3S\ntrick KC 2C 3C\n"
    refused(A3, script + "trick AD 2D 3D", "Bob robs CARD", "penalty Bob not-robbing")
    evening = play(A3, script + 'insert 5 "forgotten": Bob robs\ntrick AD 2D 3D')
    assert balances(evening)["Bob"] == 5
    evening = play(A3, script + "penalty Bob not-robbing\ntrick AD 2D 3D\ntrick 7D 4D 6D\ntrick KH 3H 4H")
    assert carry(evening) == {"spoilt": True}
    evening = play(A3, script + "penalty Bob false-rob\ntrick 7D 2D 3D\ntrick KH 3H 4H\ntrick QC 6C 7C")
    assert carry(evening) == {"spoilt": True}


def test_whoever_has_to_rob_is_to_speak():
    script = "game spoil-five\ndeal turn-up 7D\nBob holds AD QD KS KC KH"
    assert summary(play(A3, script)).expecting == Expecting(["Bob"], ["robs [CARD]"])
    refused(A3, script + "\nAnn passes", "Bob was dealt the ace of trumps, and has to rob")
    assert summary(play(A3, script + "\nBob robs KH")).expecting.who == []
    assert summary(play(A3, script + "\npenalty Bob not-robbing")).expecting.who == []


def test_a_false_robber_may_be_found_out_after_he_robbed():
    evening = play(
        A3,
        """
        game spoil-five
        deal turn-up 7D
        Bob robs 9H
        penalty Bob false-rob
        Cat holds AD KS 2C 3C 4C
        Cat robs 2C
        """,
    )
    assert summary(evening).expecting.may[0] == "trick NAME"


def test_who_robbed_rightly_keeps_the_turn_up_where_another_is_fined():
    """Cat is fined; Bob robbed with the ace, and plays the card."""
    script = "game spoil-five\ndeal turn-up 7D\nBob robs 9H\npenalty Cat false-rob\n"
    evening = play(A3, script + "trick KS 4S 10S\ntrick 7D 2C 2D\ntrick KC QC JC")
    assert balances(evening) == {"Ann": -3, "Bob": 5, "Cat": -2}
    refused(A3, script + "Ann robs", "Bob has robbed already")
    refused(A3, script + "trick KS 4S 10S\ntrick 8D 7D 2D", "7D is turned up, and Bob has robbed it")


def test_a_fined_player_is_not_held_to_the_turn_up():
    """A fined player may have taken it late, for any card; cards held in both cases are certain."""
    script = "game spoil-five\ndeal turn-up 7D\nCat holds KS QS JS 2C 3C\npenalty Cat false-rob\n"
    play(A3, script + "trick KD 2C 2D")
    refused(A3, script + "trick 4S 2C 5S", "Cat had")
    play(A3, script.replace("KS QS JS", "KS QH JH") + "trick 4S 2C 5S")


def test_a_hand_told_late_agrees_with_the_robbing():
    script = "game spoil-five\ndeal turn-up 7D\nBob robs 9H\ntrick 7D 2D 3D"
    play(A3, script + "\nBob holds AD 9H KS KC KH")
    refused(A3, script + "\nBob holds AD QH KS KC KH", "put out 9H")


# Fiving


def test_another_trump():
    script = "game spoil-five fiving=on\ndeal turn-up 7D\nBob fives 7S\n"
    evening = play(A2, script + "trick KD 2S\ntrick 3S 4S\ntrick 6S 9S")
    assert balances(evening) == {"Ann": 2, "Bob": -2}, "spades are trumps, and the lowest are the best"
    evening = play(A2, "game spoil-five fiving=on\ndeal\nBob fives 7S\ntrick KD 2S\ntrick 3S 4S\ntrick 6S 9S")
    assert balances(evening) == {"Ann": 2, "Bob": -2}
    play(A4, "game spoil-five fiving=on sides=2\ndeal turn-up 7D\nDan fives")
    play(A2, script + "Bob robs 9H\ntrick AS 2S\ntrick 7S 6S")


def test_a_new_trump_asks_for_its_own_ace():
    script = "game spoil-five fiving=on\ndeal turn-up 7D\nBob holds AD KD QD JD 2D\nBob fives 7S\ntrick KD 3D"
    play(A2, script)
    refused(A2, script.replace("AD KD", "AS KD"), "AS, the ace of trumps")


# Misdeals


def test_a_misdeal_passes_the_deal():  # [104]
    evening = play(A3, "game spoil-five\ndeal Ann\nmisdeal\ndeal")
    assert evening.game.table.dealer == "Bob"
    assert balances(evening) == {"Ann": -3, "Bob": -3, "Cat": -2}


def test_a_misdeal_passes_among_two():
    evening = play(A2, "game spoil-five\ndeal Ann\npenalty Ann misdeal\ndeal\nmisdeal\ndeal")
    assert evening.game.table.dealer == "Ann"
    assert balances(evening) == {"Ann": -4, "Bob": -3}


@pytest.mark.parametrize(("words", "dealer"), [("deal", "Ann"), ("deal Ann", "Ann"), ("deal Bob", "Bob")])
def test_after_a_misdeal_the_same_may_deal_again_and_pay(words, dealer):
    evening = play(A3, f"game spoil-five misdeal=again\ndeal Ann\nmisdeal\n{words}")
    assert evening.game.table.dealer == dealer
    expected = {"Ann": -3, "Bob": -2, "Cat": -2}
    expected[dealer] -= 1
    assert balances(evening) == expected
    check_replay(evening)


def test_after_a_misdeal_who_comes_pays_and_who_has_paid_does_not():
    evening = play(A3, "game spoil-five\ndeal Ann\nmisdeal\nDan joins\nAnn leaves\ndeal")
    assert balances(evening) == {"Ann": -3, "Bob": -3, "Cat": -2, "Dan": -2}


def test_after_a_misdeal_the_deal_passes_to_whoever_then_sits_on_the_dealers_left():
    evening = play(A3, "game spoil-five\ndeal Ann\nmisdeal\nDan joins after Ann\ndeal")
    assert evening.game.table.dealer == "Dan"
    assert balances(evening) == {"Ann": -3, "Bob": -2, "Cat": -2, "Dan": -3}
    evening = play(A3, "game spoil-five\ndeal Ann\nmisdeal\nBob leaves\ndeal")
    assert evening.game.table.dealer == "Cat"


def test_a_misdeal_takes_nothing_back():
    evening = play(A3, 'game spoil-five\ndeal Ann\npenalty Cat 5 "spoke out"\npenalty Bob false-rob 2\nmisdeal')
    assert pools(evening) == {"spoil-five.pool": 14}
    assert carry(evening) == {"spoilt": False}
    assert balances(play(A3, "game spoil-five\ndeal\npenalty Bob false-rob\nmisdeal\ndeal\nBob wins"))["Bob"] == 8 - 3


def test_a_misdeal_in_a_game_to_a_number():
    script = "game spoil-five to=25 misdeal=again\ndeal Ann\nmisdeal\ndeal\ntricks Cat 2 Bob 3"
    evening = play(A3, script + "\ndeal\nmisdeal\ndeal Cat")
    assert balances(evening) == {"Ann": -4, "Bob": -3, "Cat": -3}
    assert carry(evening) == {"scores": {"Ann": 0, "Bob": 15, "Cat": 10}}


def test_a_house_penalty_goes_to_the_pool():
    evening = play(A3, 'game spoil-five\npenalty Cat 5 "late"\ndeal')
    assert pools(evening) == {"spoil-five.pool": 12}


def test_a_game_to_45_is_won_by_all_five_tricks_of_a_deal():  # [107]
    """Five tricks are twenty-five of forty-five points and win the game; four are only scored."""
    won = play("Ann Bob Cat", "game spoil-five to=45\ndeal Ann\ntricks Bob 5")
    assert (won.books.balances, won.books.pools) == ({"Ann": -3, "Bob": 5, "Cat": -2}, {})
    goes_on = play("Ann Bob Cat", "game spoil-five to=45\ndeal Ann\ntricks Bob 4 Cat 1")
    assert goes_on.books.pools == {"spoil-five.pool": 7}
