"""Cassino: its examples, second writings of captures and money, every option and irregularity."""

import random
from itertools import combinations
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.cards import Card, pack_of
from ledger.games.cassino.captures import takes_all, wrong_capture
from ledger.games.cassino.play import CardPlay
from tests.helpers.rig import balances, carry, machine_for, play, play_many, pools, refused, tries

TestRandomEvenings = machine_for("cassino")

FOUR = "Ann Bob Cat Dan"


@pytest.mark.thorough
def test_long_random_evenings():
    assert play_many("cassino", deals=8, seeds=range(10)) > 30


def test_example_1():
    script = "deal Ann\nBob scores great aces=1 cards sweeps=1\nAnn scores little aces=3 spades"
    evening = play(FOUR, f"game cassino\n{script}")
    assert balances(evening) == {"Ann": -2, "Bob": 2, "Cat": -2, "Dan": 2}
    assert carry(evening) == {"scores": {"Ann": 0, "Bob": 2, "Cat": 0, "Dan": 2}}
    assert evening.outcomes[-1].remarks == ("Ann and Cat 5, Bob and Dan 7",)


EXAMPLE_2 = "deal Ann\nAnn scores aces=1\nCat scores great little aces=2 spades cards\nBob scores aces=1 sweeps=1"


@pytest.mark.parametrize(
    ("scoring", "won", "scores"),
    [
        ("auto", {"Ann": -9, "Bob": -6, "Cat": 15}, {"Ann": 1, "Bob": 2, "Cat": 9}),
        ("own", {"Ann": -9, "Bob": -6, "Cat": 15}, {"Ann": 1, "Bob": 2, "Cat": 9}),
        ("less-lowest", {"Ann": -9, "Bob": -6, "Cat": 15}, {"Ann": 0, "Bob": 1, "Cat": 8}),
        ("two-lowest", {"Ann": -6, "Bob": -6, "Cat": 12}, {"Ann": 0, "Bob": 0, "Cat": 6}),
    ],
)
def test_example_2(scoring, won, scores):
    evening = play("Ann Bob Cat", f"game cassino scoring={scoring}\n{EXAMPLE_2}")
    assert balances(evening) == won
    assert carry(evening) == {"scores": scores}


def test_example_3():
    begun = "game cassino\ndeal Ann turn-up 3H 7C 2D 5S\n"
    refused("Ann Bob Cat", f"{begun}Bob plays 10H", "this or that (3H 7C, or 3H 2D 5S)", "plays 10H takes")
    evening = play("Ann Bob Cat", f"{begun}Bob plays 10H takes 3H 7C")
    assert evening.game.deal.cards.board == [Card.D2, Card.S5]
    evening = play("Ann Bob Cat", "game cassino\ndeal Ann turn-up 2H 2C 3D 3S\nBob plays 5H")
    assert evening.game.deal.cards.board == []
    assert evening.game.deal.cards.sweeps["Bob"] == 1


# Captures, decided by trying everything


def number(card):
    return None if card.rank in "JQK" else 1 if card.rank == "A" else int(card.rank)


def every_set(card, board):
    """Return every set of cards on the table that adds up to the card."""
    cards = [other for other in board if number(other) is not None and other.rank != card.rank]
    return [
        set(chosen)
        for size in range(2, len(cards) + 1)
        for chosen in combinations(cards, size)
        if number(card) is not None and sum(map(number, chosen)) == number(card)
    ]


def can_part(cards, sets):
    """Return whether the cards can be divided into some of the sets."""
    if not cards:
        return True
    first, *_ = sorted(cards, key=str)
    return any(can_part(cards - card_set, sets) for card_set in sets if first in card_set and card_set <= cards)


def plainly_taken(card, board):
    """Return what a card takes, or None if there is a choice."""
    sets = every_set(card, board)
    in_sets = set().union(*sets)
    if not can_part(in_sets, sets):
        return None
    return in_sets | {other for other in board if other.rank == card.rank}


low_boards = st.lists(st.sampled_from(sorted(pack_of(52), key=str)), min_size=1, max_size=10, unique=True)


@settings(max_examples=tries(500), deadline=None)
@given(low_boards)
def test_captures_told_plainly(cards):
    card, *board = cards
    plain, captures = plainly_taken(card, board), takes_all(card, board)
    assert (plain is None) == (captures is None)
    if captures is not None:
        assert set(captures) == plain
        assert len(captures) == len(plain)


@settings(max_examples=tries(500), deadline=None)
@given(low_boards)
def test_named_captures_told_plainly(cards):
    """Of all cards that could be named, exactly those that form pairs and sets are accepted."""
    card, *board = cards[:8]
    sets = every_set(card, board)
    for size in range(1, len(board) + 1):
        for taken in combinations(board, size):
            rest = {other for other in taken if other.rank != card.rank}
            assert (wrong_capture(card, taken) is None) == can_part(rest, sets)


def cards_of(text):
    return [Card(word) for word in text.split()]


@pytest.mark.parametrize(
    ("card", "board", "taken"),
    [
        ("10H", "10C 10S", "10C 10S"),
        ("10H", "9H AS", "9H AS"),
        ("10H", "8H 2S", "8H 2S"),
        ("10H", "5H 5S", "5H 5S"),
        ("10H", "3C 3D 4S", "3C 3D 4S"),
        ("10H", "9H AS 8C 2C 10D KS", "9H AS 8C 2C 10D"),
        ("10H", "9H 8C", ""),
        ("10H", "9H AS AC", None),
        ("10H", "5H 5S 5C", None),
        ("10H", "5H 5S 5C 5D", "5H 5S 5C 5D"),
        ("10H", "6H 4S 3C 3D 4C", "6H 4S 3C 3D 4C"),
        ("10H", "6H 4S 3C 3D", None),
        ("KH", "KD KS QS 10C 3D", "KD KS"),
        ("KH", "QS 10C 3D", ""),
        ("AH", "AC 2C", "AC"),
        ("2H", "AC AD 2C", "AC AD 2C"),
        ("2H", "AC AD AS", None),
        ("8D", "", ""),
    ],
)
def test_what_a_card_takes(card, board, taken):
    captures = takes_all(Card(card), cards_of(board))
    assert captures == (None if taken is None else tuple(cards_of(taken)))


def test_the_whole_pack_on_the_table_is_decided_at_once():
    """With the whole pack on the table, each number takes all that it can, or has a choice."""
    pack = sorted(pack_of(52), key=str)
    began = process_time()
    for rank in ["A", *map(str, range(2, 11))]:
        card = Card(f"{rank}H")
        taken = takes_all(card, [other for other in pack if other != card])
        assert taken is not None
        assert len(taken) == sum(number(other) is not None and number(other) <= number(card) for other in pack) - 1
    for seed in range(100):
        chance = random.Random(seed)
        card, *board = chance.sample(pack, chance.randint(30, 52))
        captures = takes_all(card, board)
        if captures is not None and number(card):
            assert sum(number(other) for other in captures) % number(card) == 0
    assert process_time() - began < 5


# A whole deal, card by card and by its outcome


def random_deal(players, pack, chance):
    """Play a random deal; return its sayings, and what each player took."""
    order = [*players[1:], players[0]]
    stock = sorted(pack_of(pack), key=str)
    chance.shuffle(stock)
    board, stock = stock[:4], stock[4:]
    sayings = [f"deal {players[0]} turn-up {' '.join(map(str, board))}"]
    won, sweeps, last = {name: [] for name in players}, dict.fromkeys(players, 0), None
    while stock:
        hands = {name: [] for name in order}
        for place in range(min(len(stock), 4 * len(order))):
            hands[order[place % len(order)]].append(stock.pop())
        if chance.random() < 0.5:
            name = chance.choice([name for name in order if hands[name]])
            sayings.append(f"{name} holds {' '.join(map(str, hands[name]))}")
        while any(hands.values()):
            for name in order:
                if not hands[name]:
                    continue
                card = hands[name].pop(chance.randrange(len(hands[name])))
                taken = set() if len(board) > 12 else plainly_taken(card, board)
                if len(board) > 12 or chance.random() < 0.05:
                    taken = set()
                    sayings.append(f"{name} lays {card}")
                elif taken is None:
                    taken = chance.choice(every_set(card, board))
                    taken |= {other for other in board if other.rank == card.rank and chance.random() < 0.7}
                    sayings.append(f"{name} plays {card} takes {' '.join(map(str, taken))}")
                else:
                    sayings.append(f"{name} plays {card}")
                if not taken:
                    board.append(card)
                    continue
                board = [other for other in board if other not in taken]
                won[name] += [card, *taken]
                last = name
                sweeps[name] += not board
    if last and board:
        won[last] += board
        sweeps[last] += 1
    return sayings, won, sweeps, last


def side_of(name, players, partners):
    return players.index(name) % 2 if partners else players.index(name)


def scored_words(players, partners, won, sweeps):
    """Return the words for the score of each side, from the cards it took."""
    sides = sorted({side_of(name, players, partners) for name in players})
    cards = {
        side: [c for name in players if side_of(name, players, partners) == side for c in won[name]] for side in sides
    }
    words = {}
    for side in sides:
        mine, others = cards[side], [cards[other] for other in sides if other != side]
        spades = sum(card.suit == "S" for card in mine)
        word = []
        word += ["great"] if Card.D10 in mine else []
        word += ["little"] if Card.S2 in mine else []
        word += [f"aces={sum(card.rank == 'A' for card in mine)}"]
        word += ["spades"] if all(spades > sum(card.suit == "S" for card in other) for other in others) else []
        word += ["cards"] if all(len(mine) > len(other) for other in others) else []
        word += [f"sweeps={sum(sweeps[name] for name in players if side_of(name, players, partners) == side)}"]
        speaker = next(name for name in players if side_of(name, players, partners) == side)
        words[speaker] = word
    return words


def worth(words):
    """Return the points of these words by the book."""
    points = 0
    for word in words:
        name, _, count = word.partition("=")
        points += {"great": 2, "little": 1, "spades": 1, "cards": 3}.get(name) or int(count)
    return points


@pytest.mark.parametrize("pack", [52, 32])
@pytest.mark.parametrize("partners", ["auto", "off"])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 7])
def test_by_cards_and_by_outcome_the_money_is_the_same(count, partners, pack):
    players = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus"][:count]
    for seed in range(6):
        sayings, won, sweeps, last = random_deal(players, pack, random.Random(seed))
        together = count == 4 and partners == "auto"
        begun = f"game cassino pack={pack} partners={partners} point=2\n"
        by_cards = play(" ".join(players), begun + "\n".join(sayings))
        words = scored_words(players, together, won, sweeps)
        scores = "\n".join(f"{name} scores {' '.join(word)}" for name, word in words.items())
        by_scores = play(" ".join(players), f"{begun}deal\n{scores}")
        assert last is not None
        assert balances(by_cards) == balances(by_scores)
        assert carry(by_cards) == carry(by_scores)
        points = [worth(word) for word in words.values()]
        if count == 2 or together:
            shares = [2 * (points[0] - points[1]), 2 * (points[1] - points[0])] * (count // 2)
        else:
            shares = [2 * sum(mine - other for other in points) for mine in points]
        assert balances(by_cards) == {name: won for name, won in zip(players, shares, strict=True) if won}


@settings(max_examples=tries(100), deadline=None)
@given(
    st.sampled_from(["own", "less-lowest", "two-lowest"]),
    st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)),
    st.integers(0, 3),
)
def test_three_ways_of_scoring_told_plainly(scoring, sweeps, point):  # [97], [99]-[100]
    """Ann has the Cassinos and the aces, seven points; sweeps are the rest."""
    points = [7 + sweeps[0], sweeps[1], sweeps[2]]
    script = f"Ann scores great little aces=4 sweeps={sweeps[0]}\nBob scores sweeps={sweeps[1]}"
    script += f"\nCat scores sweeps={sweeps[2]}"
    if not any(sweeps):
        return
    evening = play("Ann Bob Cat", f"game cassino scoring={scoring} point={point}\ndeal\n{script}")
    if scoring == "own":
        scored = points
    elif scoring == "less-lowest":
        scored = [made - min(points) for made in points]
    else:
        best = max(points)
        others = sum(points) - best
        scored = [best - others if made == best and best > others else 0 for made in points]
    assert carry(evening)["scores"] == dict(zip(["Ann", "Bob", "Cat"], scored, strict=True))
    money = {name: point * (3 * mine - sum(scored)) for name, mine in zip(["Ann", "Bob", "Cat"], scored, strict=True)}
    assert balances(evening) == {name: won for name, won in money.items() if won}


# Card by card


def board_of(evening):
    return " ".join(map(str, evening.game.deal.cards.board))


def test_a_card_may_be_laid_though_it_could_take():
    evening = play("Ann Bob", "game cassino\ndeal Ann turn-up 3H 7C 2D 5S\nBob lays 10H\nAnn plays 7D")
    assert board_of(evening) == "3H 10H"  # the seven took its pair, and five and two


def test_named_captures_may_leave_some_behind():
    evening = play("Ann Bob", "game cassino\ndeal Ann turn-up 7H 7C 2D 5S\nBob plays 7D takes 7C 5S 2D")
    assert board_of(evening) == "7H"


def test_after_a_sweep_the_next_lays_out_a_card():
    evening = play("Ann Bob", "game cassino\ndeal Ann turn-up 2H 2C 3D 3S\nBob plays 5H\nAnn plays 5C\nBob plays 5D")
    assert evening.game.deal.cards.sweeps == {"Ann": 0, "Bob": 2}
    assert evening.game.turn.asks == "it is Ann's turn to play a card, and on the table lies nothing"


def finished(players, last_two, pack=32):
    """Play a deal of two players to its last cards, and then the last two sayings."""
    first, second = (saying.split()[2] for saying in last_two)
    turned = ["7C", "8C", "9C", "10C"]
    rest = [card for card in sorted(map(str, pack_of(pack))) if card not in (*turned, first, second)]
    lays = [f"{'Bob' if place % 2 == 0 else 'Ann'} lays {card}" for place, card in enumerate(rest)]
    return play(players, "\n".join(["game cassino pack=32", "deal Ann turn-up " + " ".join(turned), *lays, *last_two]))


def test_if_nobody_has_taken_anything_nobody_scores():
    evening = finished("Ann Bob", ["Bob lays KH", "Ann lays KS"])
    assert balances(evening) == {}
    assert carry(evening) == {"scores": {"Ann": 0, "Bob": 0}}
    assert evening.outcomes[-1].remarks == ("Ann 0, Bob 0",)


def test_the_last_taker_takes_what_is_left_and_scores_a_sweep():
    # Bob's king takes two kings, and then all but Ann's last card, which he takes too: 32 cards, everything
    evening = finished("Ann Bob", ["Bob plays KH", "Ann lays KS"])
    # great 2, four aces, most spades, most cards 3, one sweep
    assert balances(evening) == {"Ann": -11, "Bob": 11}


def test_the_last_card_that_takes_from_the_table_sweeps_once():
    evening = finished("Ann Bob", ["Bob lays KH", "Ann plays KS"])
    assert balances(evening) == {"Ann": 11, "Bob": -11}


def sweeping_deal():
    """Sixteen pairs: Ann takes the first four cards from the table, and then each card that Bob lays."""
    ranks = ["7", "8", "9", "10", "J", "Q", "K", "A"]
    pairs = [(rank + suits, rank + other) for suits, other in ("CD", "HS") for rank in ranks]
    (a, b), (c, d), *rest = pairs
    first = [f"Bob plays {b}", f"Ann plays {d}"]
    return [f"deal Ann turn-up {a} {c} {rest[0][0]} {rest[1][0]}", *first, *pairs_played(rest)]


def pairs_played(pairs):
    (_, b), (_, d), *rest = pairs
    sayings = [f"Bob plays {b}", f"Ann plays {d}"]
    for card, other in rest:
        sayings += [f"Bob lays {card}", f"Ann plays {other}"]
    return sayings


def test_one_sweep_for_the_last_card_that_takes_the_whole_table():
    evening = play("Ann Bob", "game cassino pack=32\n" + "\n".join(sweeping_deal()))
    # a sweep when the four of the table are gone, and then at each of twelve pairs; the last is one, not two
    # Ann: great 2, four aces, spades 1, cards 3, sweeps 13; Bob nothing
    assert evening.outcomes[-1].remarks == ("Ann 23, Bob 0",)


@pytest.mark.parametrize(
    ("players", "pack", "rounds"),
    [(2, 52, [[4, 4]] * 6), (5, 52, [[4] * 5, [4] * 5, [2, 2, 2, 1, 1]]), (3, 32, [[4] * 3, [4] * 3, [2, 1, 1]])],
)
def test_the_last_cards_go_round_as_far_as_they_go(players, pack, rounds):
    order = ["Bob", "Cat", "Dan", "Eve", "Ann"][:players]
    cards = iter(sorted(pack_of(pack), key=str))
    board = [next(cards) for _ in range(4)]
    playing, remaining = CardPlay(order, board, pack), []
    while playing.next_player:
        remaining.append(list(playing.left.values()))
        turns = list(playing.turns)
        assert turns == [name for turn in range(4) for name in order if remaining[-1][order.index(name)] > turn]
        while not playing.play(next(cards), ()) and playing.next_player:
            pass
    assert remaining == rounds


def test_who_has_no_card_is_passed_over():
    """Five players: of the last eight cards Ann, who deals, and Eve have one each."""
    players = ["Ann", "Bob", "Cat", "Dan", "Eve"]
    sayings, *_ = random_deal(players, 52, random.Random(5))
    cards = [line.split()[0] for line in sayings[1:] if " holds " not in line]
    assert cards == ["Bob", "Cat", "Dan", "Eve", "Ann"] * 9 + ["Bob", "Cat", "Dan"]
    play(" ".join(players), "game cassino\n" + "\n".join(sayings))


def test_a_hand_is_what_is_held_until_the_next_cards_are_dealt():
    begun = "game cassino\ndeal Ann turn-up JH QH KH 9H\nBob lays 2C\n"
    for wrong, why in [
        ("Bob holds 3C 4C 5C 6C", "Bob has 3 cards in hand at the moment, not 4"),
        ("Bob holds 3C 4C", "Bob has 3 cards"),
        ("Bob holds 2C 3C 4C", "2C has been played already"),
        ("Bob holds JH 3C 4C", "JH is turned up"),
        ("Bob holds 3C 3C 4C", "3C is said twice"),
        ("Bob holds 3C 4C 5C\nBob holds 3C 4C 5C", "said already"),
        ("Bob holds 3C 4C 5C\nAnn plays 3C", "3C is in Bob's hand"),
        ("Bob holds 3C 4C 5C\nAnn lays 6C\nBob plays 7C", "7C is not in Bob's hand"),
    ]:
        refused("Ann Bob", begun + wrong, why)
    script = (
        f"{begun}Bob holds 3C 4C 5C\nAnn lays AD\nBob lays 3C\nAnn lays AH\nBob lays 4C\nAnn lays AS\nBob lays 5C\n"
    )
    evening = play("Ann Bob", f"{script}Ann lays AC\nBob holds 7C 8C 9C 10C\nBob lays 7C")
    assert evening.game.table.hands["Bob"] == cards_of("7C 8C 9C 10C")


def test_a_deal_by_cards_cannot_be_left_before_its_last_card():
    begun = "game cassino\ndeal Ann turn-up JH QH KH 9H\nBob plays JC"
    for saying in ["deal", "deal Bob", "end", "end divide", "Cat joins", "Bob leaves"]:
        refused("Ann Bob", f"{begun}\n{saying}", "it is Ann's turn to play a card, and on the table lies QH KH 9H")
    assert balances(
        play("Ann Bob", f"{begun}\nmisdeal\ndeal Bob\nAnn scores great little aces=4 spades sweeps=1\ndeal")
    )


# By outcome


def test_who_says_nothing_has_scored_nothing():
    everything = "Bob scores great little aces=4 spades cards sweeps=1"
    for after in ["deal", "deal Bob", "Eve joins", "Cat leaves", "end"]:
        evening = play("Ann Bob Cat", f"game cassino\ndeal Ann\n{everything}\n{after}")
        assert balances(evening) == {"Ann": -12, "Bob": 24, "Cat": -12}
    answered = evening.outcomes[-1].answered
    assert [(event.player, event.points) for event in answered] == [("Cat", 0), ("Ann", 0)]


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ("little aces=4 spades sweeps=1", "Great Cassino"),
        ("great aces=4 spades sweeps=1", "Little Cassino"),
        ("great little aces=3 spades sweeps=1", "1 ace"),
        ("great little spades sweeps=1", "4 aces"),
        ("great little aces=4 sweeps=1", "the most spades"),
        ("great little aces=4 spades", "the last sweep"),
        ("aces=4 spades sweeps=1", "Great Cassino and Little Cassino"),
    ],
)
def test_everything_must_have_been_given_to_somebody(given, missing):
    for after in ["deal", "end", "Cat joins", "Bob leaves"]:
        refused("Ann Bob", f"game cassino\ndeal Ann\nBob scores {given}\n{after}", f"nobody has been given {missing}")
    refused("Ann Bob", f"game cassino\ndeal Ann\nBob scores {given}\nAnn scores 0", f"nobody has {missing}")


def test_three_sides_may_have_equally_many_spades_and_so_may_two_of_the_small_pack():
    given = "Bob scores great little aces=4 sweeps=1"
    play("Ann Bob Cat", f"game cassino\ndeal\n{given}\ndeal")
    play("Ann Bob", "game cassino pack=32\ndeal\nBob scores great aces=4 sweeps=1\ndeal")
    play(FOUR, f"game cassino partners=off\ndeal\n{given}\ndeal")
    refused(FOUR, f"game cassino\ndeal\n{given}\ndeal", "the most spades")


def test_a_partner_speaks_for_his_side():
    for speaker in ["Bob", "Dan"]:
        script = f"deal Ann\n{speaker} scores great aces=1 cards sweeps=1\nCat scores little aces=3 spades"
        assert balances(play(FOUR, f"game cassino\n{script}")) == {"Ann": -2, "Bob": 2, "Cat": -2, "Dan": 2}


def test_nought_is_said_as_a_number_and_the_turn_up_may_be_noted():
    script = "deal Ann turn-up AC 2C 3C 4C\nBob scores great little aces=4 spades cards sweeps=1\nAnn scores 0"
    assert balances(play("Ann Bob", f"game cassino\n{script}")) == {"Ann": -12, "Bob": 12}


@pytest.mark.parametrize(
    ("dealer", "pairs"),
    [
        ("Ann", {"Cat": "Bob", "Ann": "Dan"}),
        ("Bob", {"Cat": "Dan", "Ann": "Bob"}),
        ("Dan", {"Ann": "Bob", "Cat": "Dan"}),
    ],
)
def test_partners_pay_one_to_one_from_the_dealers_left(dealer, pairs):
    evening = play(FOUR, f"game cassino\ndeal {dealer}\nBob scores great little aces=4 spades cards sweeps=1\ndeal")
    paid = {posting.payer: posting.payee for posting in evening.books.postings}
    assert paid == pairs


# The game


EVERYTHING = "scores great little aces=4 spades cards sweeps=1"
"""Twelve points."""


def test_a_game_is_won_by_the_one_with_most_and_the_scores_begin_again():
    script = f"game cassino game=12 stake=5 scoring=own\ndeal Ann\nBob {EVERYTHING}\ndeal\ndeal"
    refused("Ann Bob Cat", script, "nobody has been given")
    evening = play("Ann Bob Cat", f"game cassino game=12 stake=5\ndeal Ann\nBob {EVERYTHING}\ndeal")
    assert balances(evening) == {"Ann": -17, "Bob": 34, "Cat": -17}
    assert carry(evening) == {"scores": {"Ann": 0, "Bob": 0, "Cat": 0}}


def test_partners_pay_the_stake_one_to_one():  # [99]
    evening = play(FOUR, f"game cassino game=20 stake=5\ndeal Ann\nBob {EVERYTHING}\ndeal\nDan {EVERYTHING}\ndeal")
    assert balances(evening) == {"Ann": -29, "Bob": 29, "Cat": -29, "Dan": 29}
    assert carry(evening)["scores"] == dict.fromkeys(FOUR.split(), 0)


def test_a_game_goes_on_while_the_most_are_equal():
    half = "scores great aces=2 cards sweeps=1"  # eight
    other = "scores little aces=2 spades sweeps=4"  # eight
    script = f"game cassino game=8 stake=5\ndeal Ann\nAnn {half}\nBob {other}\nCat scores 0"
    evening = play("Ann Bob Cat", script)
    assert carry(evening)["scores"] == {"Ann": 8, "Bob": 8, "Cat": 0}
    assert balances(evening) == {"Ann": 8, "Bob": 8, "Cat": -16}
    won = play("Ann Bob Cat", f"{script}\ndeal\nBob {EVERYTHING}\nCat scores 0\nAnn scores 0")
    assert balances(won) == {"Ann": 8 - 12 - 5, "Bob": 8 + 24 + 10, "Cat": -16 - 12 - 5}


def test_one_with_the_game_who_has_not_most_has_not_won():
    script = "game cassino game=4 stake=5 point=0\ndeal Ann\nAnn scores great aces=2\nBob scores little aces=2 spades cards sweeps=1\nCat scores 0"
    assert balances(play("Ann Bob Cat", script)) == {"Ann": -5, "Bob": 10, "Cat": -5}


def test_without_a_game_the_scores_go_on_and_lapse_at_the_end():
    script = f"game cassino\ndeal\nAnn {EVERYTHING}\ndeal\nAnn {EVERYTHING}\nBob scores 0"
    assert carry(play("Ann Bob", script))["scores"] == {"Ann": 24, "Bob": 0}
    assert carry(play("Ann Bob", f"{script}\nend\ngame cassino"))["scores"] == {"Ann": 0, "Bob": 0}


def test_who_joins_has_nothing_and_who_leaves_loses_his_score():
    script = f"game cassino\ndeal Ann\nBob {EVERYTHING}\nDan joins\n"
    evening = play("Ann Bob Cat", script)
    assert carry(evening)["scores"] == {"Ann": 0, "Bob": 12, "Cat": 0, "Dan": 0}
    # four now: Bob and Dan are partners
    evening = play("Ann Bob Cat", f"{script}deal\nDan {EVERYTHING}\nAnn scores 0")
    assert balances(evening) == {"Ann": -24, "Bob": 36, "Cat": -24, "Dan": 12}
    assert carry(evening)["scores"] == {"Ann": 0, "Bob": 24, "Cat": 0, "Dan": 12}
    evening = play("Ann Bob Cat", f"{script}Bob leaves\nBob joins")
    assert carry(evening)["scores"] == {"Ann": 0, "Cat": 0, "Dan": 0, "Bob": 0}


def test_sides_made_anew_must_still_fit():
    refused("Ann Bob Cat", "game cassino scoring=own\nCat leaves\ndeal", "three sides or more")
    refused("Ann Bob Cat", "game cassino scoring=two-lowest\nDan joins\ndeal", "two score the difference")
    refused("Ann Bob Cat", "game cassino scoring=two-lowest partners=off\nDan joins\ndeal", "for three sides, not 4")
    refused(FOUR, "game cassino partners=on\nEve joins\ndeal", "partners=on is for four players, not 5")
    refused("Ann Bob", "game cassino scoring=difference\nCat joins\ndeal", "for two sides, not 3")


# Irregularities


def test_a_forfeited_deal_passes_to_the_left():  # [100]
    for word in ["misdeal", 'misdeal "exposed"', "penalty Ann misdeal"]:
        evening = play(
            "Ann Bob Cat", f"game cassino\ndeal Ann\nBob scores great\n{word}\ndeal Bob\nCat {EVERYTHING}\ndeal"
        )
        assert balances(evening) == {"Ann": -12, "Bob": -12, "Cat": 24}
        assert evening.game.table.dealer == "Cat"
    refused("Ann Bob Cat", "game cassino\ndeal Ann\nmisdeal\ndeal Ann", "Bob's turn to deal")
    evening = play("Ann Bob Cat", "game cassino\ndeal Ann\nmisdeal\nEve joins after Ann\ndeal")
    assert evening.game.table.dealer == "Eve", "who sits on the left when it is dealt"
    evening = play(
        "Ann Bob Cat", f"game cassino\ndeal Ann\nmisdeal\nBob leaves\ndeal Cat\nAnn {EVERYTHING}\nCat scores 0"
    )
    assert balances(evening) == {"Ann": 12, "Cat": -12}


def test_fines_go_to_the_side_with_most_points_before_scoring():  # [100]
    script = "game cassino fine=3 scoring=two-lowest\ndeal Ann\npenalty Ann exposed\npenalty Ann exposed 2\n"
    points = "Ann scores great aces=4\nBob scores little spades cards\nCat scores sweeps=1"
    # 6, 5 and 1: the two lowest make six, so that nobody scores; but Ann has most
    assert balances(play("Ann Bob Cat", script + points)) == {}
    equal = "Ann scores great aces=4\nBob scores little spades cards\nCat scores sweeps=6"
    evening = play("Ann Bob Cat", script + equal)
    assert (balances(evening), pools(evening)) == ({"Ann": -5}, {"cassino.fines": 5})
    evening = play("Ann Bob Cat", f"{script}{equal}\ndeal\npenalty Bob exposed\nBob {EVERYTHING}\ndeal")
    assert pools(evening) == {}
    assert balances(evening) == {"Ann": -5 - 12, "Bob": -3 + 8 + 24, "Cat": -12}


def test_partners_share_the_fines_odd_counters_from_the_dealers_left():
    evening = play(FOUR, f"game cassino fine=5 point=0\ndeal Ann\npenalty Ann exposed\nDan {EVERYTHING}\ndeal")
    assert balances(evening) == {"Ann": -5, "Bob": 3, "Dan": 2}


def test_a_fine_stays_when_the_deal_is_forfeited():
    evening = play("Ann Bob", "game cassino\ndeal Ann\npenalty Ann exposed\nmisdeal")
    assert (balances(evening), pools(evening)) == ({"Ann": -1}, {"cassino.fines": 1})


def test_fines_at_the_end():
    begun = 'game cassino\npenalty Ann 4 "late"\n'
    refused("Ann Bob", f"{begun}end", "4 in cassino.fines lies there still", "end divide", "end draw", "end leave")
    assert balances(play("Ann Bob", f"{begun}end divide")) == {"Ann": -2, "Bob": 2}
    evening = play("Ann Bob", f"{begun}end leave\ngame cassino\ndeal\nBob {EVERYTHING}\ndeal")
    assert balances(evening) == {"Ann": -16, "Bob": 16}


def test_points_worth_nothing_keep_the_score():
    evening = play("Ann Bob", f"game cassino point=0\ndeal\nBob {EVERYTHING}\ndeal")
    assert (balances(evening), carry(evening)) == ({}, {"scores": {"Ann": 0, "Bob": 12}})


def test_more_than_can_be_kept_is_neither_won_nor_lost():
    script = f"game cassino point=1000000000000000\ndeal\nBob {EVERYTHING}\nAnn scores 0"
    refused("Ann Bob", script, "Ann would pay Bob 12000000000000000: nobody wins or loses more than 1000000000000000")
    script = f"game cassino point=100000000000000\ndeal\nBob {EVERYTHING.replace('aces=4 ', '')}\nAnn scores aces=4"
    won = 4 * 10**14
    evening = play("Ann Bob", script)
    assert balances(evening) == {"Ann": -won, "Bob": won}
    refused("Ann Bob", f"{script}\ndeal\nBob {EVERYTHING}\ndeal", "Play for less")
