"""Hands of Poker and Commerce, compared with an independent evaluator and a second writing."""

from itertools import combinations, combinations_with_replacement, pairwise, product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phevaluator import Card as EvaluatorCard
from phevaluator import evaluate_cards

from ledger.core.cards import RANKS, Card, pack_of, read_card
from ledger.games.families.hands import (
    COMMERCE_HANDS,
    LEAST_HANDS,
    POKER_HANDS,
    HandValue,
    PokerRules,
    commerce_value,
    openers,
    poker_value,
)
from tests.helpers.rig import one_in

ACE_LOW, ACE_BOTH = PokerRules(), PokerRules(ace_high=True)
EVERY_RULE = [PokerRules(*options) for options in product((False, True), repeat=3)]
HIGHEST_FIRST = ("A", *reversed(RANKS[1:]))


def hand(text: str) -> list[Card]:
    cards = [read_card(word) for word in text.split()]
    assert None not in cards
    return cards


def evaluator_name(card: Card) -> str:
    return card.value.replace("10", "T")


# The pack in the order of the numbers that the independent evaluator has for its cards.
PACK = sorted(pack_of(52), key=lambda card: EvaluatorCard.to_id(evaluator_name(card)))


def hands_by_signature(joker: bool = False) -> list[list[Card]]:
    """Return a hand for every set of ranks: in mixed suits, in hearts and in spades.

    Without the joker, 6,175 sets of ranks, of which 1,287 can be of one suit; with it, four cards besides.
    """
    number = 4 if joker else 5
    hands_found = []
    for ranks in combinations_with_replacement(HIGHEST_FIRST, number):
        if max(map(ranks.count, ranks)) > 4:
            continue
        if len(set(ranks)) == number:
            hands_found += [[Card(rank + suit) for rank in ranks] for suit in "HS"]
        cycle = "HSDCS" if len(set(ranks)) == number else "HSDCHSDC"
        hands_found.append([Card(rank + cycle[place]) for place, rank in enumerate(ranks)])
    return [[*cards, Card.JOKER] for cards in hands_found] if joker else hands_found


# --- Against an independent evaluator ---------------------------------------------------------------------

# The last rank that phevaluator gives (1 is the best) to each hand, and how many values are different:
# the odd card of fours and two pairs, the pair of a full, the two cards beside threes have no value here.
SHARED = {
    "sequence-flush": (10, 10),
    "fours": (166, 13),
    "full": (322, 13),
    "flush": (1599, 1277),
    "sequence": (1609, 10),
    "threes": (2467, 13),
    "two-pairs": (3325, 78),
    "pair": (6185, 2860),
    "high-card": (7462, 1277),
}


def key_of(cards: list[Card]) -> tuple[int, bool]:
    rank = evaluate_cards(*map(evaluator_name, cards))
    return rank, {card.suit for card in cards} == {"H"}


@pytest.fixture(scope="module")
def values() -> dict[tuple[int, bool], HandValue]:
    """Return our value for each of the evaluator's 7,462 ranks, hearts apart, with `ace=both`."""
    return {key_of(cards): poker_value(cards, ACE_BOTH) for cards in hands_by_signature()}


def test_the_ranks_of_the_evaluator_are_in_our_order(values):
    assert len(values) == 7462 + 1287
    plain = [values[rank, False] for rank in range(1, 7463)]
    assert all(better >= worse for better, worse in pairwise(plain))
    first = 1
    for name, (last, different) in SHARED.items():
        these = plain[first - 1 : last]
        assert {value.name for value in these} == {name}
        assert len(set(these)) == different
        first = last + 1


def test_hearts_come_first_among_flushes_and_after_the_cards_in_sequence_flushes(values):
    hearts = [values[rank, True] for rank in range(323, 1600)]
    assert all(better > worse for better, worse in pairwise(hearts))
    assert values[322, False] > hearts[0]
    assert hearts[-1] > values[323, False]
    for rank in range(1, 11):
        assert values[rank, True] > values[rank, False]
        assert rank == 1 or values[rank, True] < values[rank - 1, False]


@pytest.mark.thorough
@pytest.mark.parametrize("lowest", range(12))
def test_every_hand_has_the_value_of_its_rank(values, lowest):
    """Both value all 2,598,960 hands, in twelve parts by the lowest rank."""
    first, after = 4 * lowest, 4 * lowest + 4
    seen = 0
    for number in range(1, 5):
        for low in combinations(range(first, after), number):
            for high in combinations(range(after, 52), 5 - number):
                value = poker_value([PACK[place] for place in low + high], ACE_BOTH)
                expected = values[evaluate_cards(*low, *high), value.suit == "H"]
                if value != expected:
                    pytest.fail(f"{[str(PACK[place]) for place in low + high]}: {value}, not {expected}")
                seen += 1
    assert seen == comb(52 - first, 5) - comb(52 - after, 5)


def test_the_place_of_a_card_in_the_pack_is_its_number():
    numbers = [EvaluatorCard.to_id(evaluator_name(card)) for card in PACK]
    assert numbers == list(range(52))


def test_the_low_ace_changes_nothing_but_the_sequence_ten_to_ace():
    for cards in hands_by_signature():
        low, both = poker_value(cards, ACE_LOW), poker_value(cards, ACE_BOTH)
        if {card.rank for card in cards} == {"A", "K", "Q", "J", "10"}:
            assert (low.name, both.name) in {("flush", "sequence-flush"), ("high-card", "sequence")}
        else:
            assert low == both


# --- A second, plainer writing ----------------------------------------------------------------------------
# It asks, for a hand with the joker, which the best hand is that the four cards can be made into, and never
# tries the names that the joker might take.


def figure(rank: str) -> int:
    return 14 - HIGHEST_FIRST.index(rank)


def sequence_tops(ranks: list[str], step: int, ace_high: bool) -> list[int]:
    """Return the highest ranks of the sequences that contain all these ranks."""
    row = [*RANKS, "A"] if ace_high else [*RANKS]
    whole = {top: row[top - 4 * step : top + 1 : step] for top in range(4 * step, len(row))}
    different = len(set(ranks)) == len(ranks)
    return [top for top, cards in whole.items() if different and set(ranks) <= set(cards)]


def figures_held(ranks: list[str], times: int) -> list[int]:
    return sorted({figure(rank) for rank in ranks if ranks.count(rank) == times}, reverse=True)


def plain_value(cards: list[Card], rules: PokerRules) -> tuple[int, list[float]]:
    real = [card for card in cards if card is not Card.JOKER]
    return (plain_five if len(real) == 5 else plain_four_and_joker)(real, rules)


def plain_five(cards: list[Card], rules: PokerRules) -> tuple[int, list[float]]:
    ranks = [card.rank for card in cards]
    fours, threes, pairs, singles = (figures_held(ranks, times) for times in (4, 3, 2, 1))
    suits = "".join(sorted({card.suit for card in cards}))
    tops, skips = (sequence_tops(ranks, step, rules.ace_high) for step in (1, 2))
    figures = sorted(map(figure, ranks), reverse=True)
    if tops and len(suits) == 1:
        return 11, [max(tops), 0, suits == "H"]
    if fours:
        return 10, fours
    if threes and pairs:
        return 9, threes
    if len(suits) == 1:
        return 8, [suits == "H", *figures]
    if tops:
        return 7, [max(tops), 0]
    if rules.skip and skips:
        return 6, [max(skips), 0]
    if threes:
        return 5, threes
    if rules.blaze and set(ranks) <= set("AKQJ"):
        return 4, figures
    if pairs:
        return (3, pairs) if len(pairs) == 2 else (2, pairs + singles)
    return 1, figures


def plain_four_and_joker(cards: list[Card], rules: PokerRules) -> tuple[int, list[float]]:
    ranks = [card.rank for card in cards]
    fours, threes, pairs = (figures_held(ranks, times) for times in (4, 3, 2))
    suits = "".join(sorted({card.suit for card in cards}))
    tops, skips = (sequence_tops(ranks, step, rules.ace_high) for step in (1, 2))
    figures = sorted(map(figure, ranks), reverse=True)
    joker_as_ace = 14.5
    if tops and len(suits) == 1:
        return 11, [max(tops), 1, suits == "H"]
    if fours or threes:
        return 10, [(fours or threes)[0] + 0.5]
    if len(pairs) == 2:
        return 9, [pairs[0] + 0.5]
    if len(suits) == 1:
        return 8, [suits == "H", joker_as_ace, *figures]
    if tops:
        return 7, [max(tops), 1]
    if rules.skip and skips:
        return 6, [max(skips), 1]
    if pairs:
        return 5, [pairs[0] + 0.5]
    if rules.blaze and set(ranks) <= set("AKQJ"):
        return 4, [joker_as_ace, *figures]
    return 2, [figures[0] + 0.5, *figures[1:]]


NAMES_BEST_LAST = {
    1: "high-card",
    2: "pair",
    3: "two-pairs",
    4: "blaze",
    5: "threes",
    6: "skip",
    7: "sequence",
    8: "flush",
    9: "full",
    10: "fours",
    11: "sequence-flush",
}


@pytest.mark.thorough
@pytest.mark.parametrize("rules", EVERY_RULE, ids=str)
def test_both_writings_put_all_hands_in_one_order(rules):
    """Every set of ranks, with the joker and without, of mixed suits, all hearts and all spades."""
    hands = hands_by_signature() + hands_by_signature(joker=True)
    valued = sorted(((plain_value(cards, rules), cards) for cards in hands), key=lambda pair: pair[0])
    ours = [poker_value(cards, rules) for _, cards in valued]
    for (plain, _), value in zip(valued, ours, strict=True):
        assert value.name == NAMES_BEST_LAST[plain[0]]
    for ((plain, cards), value), ((above, better), value_above) in pairwise(zip(valued, ours, strict=True)):
        assert (value == value_above) == (plain == above), (cards, better)
        assert value <= value_above, (cards, better)


RULES = st.sampled_from(EVERY_RULE)
NINE_CARDS = st.lists(st.sampled_from(PACK), min_size=9, max_size=9, unique=True)


@given(NINE_CARDS, st.integers(0, 4), RULES)
def test_both_writings_judge_two_hands_alike(cards, place, rules):
    first, other = [*cards[:place], Card.JOKER, *cards[place:4]], cards[4:]
    plainly = plain_value(first, rules), plain_value(other, rules)
    ours = poker_value(first, rules), poker_value(other, rules)
    assert (ours[0] > ours[1]) == (plainly[0] > plainly[1])
    assert (ours[0] == ours[1]) == (plainly[0] == plainly[1])


@given(NINE_CARDS, RULES)
def test_the_joker_is_better_than_any_card_in_its_place(cards, rules):
    with_joker = poker_value([*cards[:4], Card.JOKER], rules)
    assert all(poker_value([*cards[:4], card], rules) < with_joker for card in cards[4:])


# --- The words of the book --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("better", "worse", "rules"),
    [
        # [38]-[39]: tens over fours before nines over kings; R73, R74, R75
        ("10H 10C 10D 4S 4C", "9H 9C 9D KS KC", ACE_LOW),
        ("KH KD 3S 3C 2D", "QH QD JS JC AD", ACE_LOW),
        ("KH KD 7S 7C 2D", "KS KC 6H 6D AS", ACE_LOW),
        ("KH KD AS 3C 2D", "KS KC QH JD 10S", ACE_LOW),
        ("KH QD AS 3C 2D", "AC KC 10H 9D 8S", ACE_LOW),
        # R69: hearts whatever the cards
        ("7H 5H 4H 3H 2H", "AS KS QS JS 9S", ACE_LOW),
        # R70: the cards first, then hearts; a plain sequence knows no hearts (below)
        ("10S 9S 8S 7S 6S", "9H 8H 7H 6H 5H", ACE_LOW),
        ("9H 8H 7H 6H 5H", "9S 8S 7S 6S 5S", ACE_LOW),
        # R71
        ("6H 5D 4S 3C 2D", "5H 4D 3S 2C AD", ACE_LOW),
        ("AH KD QS JC 10D", "KH QD JS 10C 9D", ACE_BOTH),
        ("KH QD JS 10C 9D", "AH KD QS JC 10D", ACE_LOW),
        ("2C 2D 3H 4H 5D", "KH AD 2S 3C 4D", ACE_BOTH),
        # [41], [44]
        ("2H 2D 2S 3C 5D", "AH AD KS KC QD", PokerRules(blaze=True)),
        ("KH KD QS JC QD", "AH AD 10S 10C KD", PokerRules(blaze=True)),
        ("AH KD QS QC JD", "KH KS QD QH JC", PokerRules(blaze=True)),
        ("2H 4D 6S 8C 10D", "AH AD AS 3C KD", PokerRules(skip=True)),
        ("AH 2D 3S 4C 5D", "5H 7D 9S JC KD", PokerRules(skip=True)),
        ("6H 8D 10S QC AD", "5H 7D 9S JC KD", PokerRules(ace_high=True, skip=True)),
        ("5H 7D 9S JC KD", "6H 8D 10S QC AD", PokerRules(skip=True)),
        # the joker [41]
        ("KH QH JH 10H joker", "KS QS JS 10S 9S", ACE_BOTH),
        ("KS QS JS 10S joker", "KH QH JH 10H 9H", ACE_LOW),
        ("KS QS joker 10S 9C", "KH QH JH 10C 9H", ACE_LOW),
        ("KS 10D 8C 3H joker", "KH KD AS QC JD", ACE_LOW),
        ("AH AD QS QC JD", "AS QD 8C 3H joker", ACE_LOW),
        ("AS KS 4S 3S joker", "AD KD QD JD 9D", ACE_LOW),
        ("7H 5H 4H 3H 2H", "AS KS 4S 3S joker", ACE_LOW),
        ("AS KD QC JH joker", "AH AD KS KC QD", PokerRules(blaze=True)),
        ("AS KD QC JH joker", "2H 2D 2S 3C 5D", PokerRules(ace_high=True)),
        ("10S 8D 6C 4H joker", "10D 8S 6H 4C 2D", PokerRules(skip=True)),
        ("9H 9D 9C joker 2D", "8H 8D 8C 8S AD", ACE_LOW),
        ("9H 9D 7C joker 7D", "8H 8S 8D AC AS", ACE_LOW),
    ],
)
def test_which_is_better(better, worse, rules):
    assert poker_value(hand(better), rules) > poker_value(hand(worse), rules)
    assert poker_value(hand(worse), rules) < poker_value(hand(better), rules)


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ("KH KD 7S 7C 2D", "KS KC 7H 7D QS"),
        ("9H 8H 7H 6H 5S", "9S 8S 7S 6S 5D"),
        ("AS KS 4S 3S 2S", "AD KD 4D 3D 2D"),
        ("AS KS 8S 4S 3C", "AD KD 8D 4D 3H"),
        ("9S 8S 7S 6S 5S", "9D 8D 7D 6D 5D"),
    ],
)
def test_which_share(first, other):
    values = {poker_value(hand(first), ACE_LOW), poker_value(hand(other), ACE_LOW)}
    assert len(values) == 1


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("KH QH JH 10H joker", "sequence-flush: nine to king of hearts, with the joker"),
        ("AS AH AD AC joker", "fours: four aces, with the joker"),
        ("6S 6H 6D 6C KD", "fours: four sixes"),
        ("KS KH KD 7C 7D", "full: three kings and two sevens"),
        ("KS KH 7C 7D joker", "full: three kings and two sevens, with the joker"),
        ("QS JS 7S 4S 2S", "flush: queen, knave, seven, four, two of spades"),
        ("AS 2H 3S 4S 5S", "sequence: ace to five"),
        ("AS 3H 5S 7S 9S", "skip: alternate cards, ace to nine"),
        ("3S 3H 3D 7S 9S", "threes: three threes"),
        ("AS AH KS QS JS", "blaze: ace, ace, king, queen, knave"),
        ("10S 10H 8S 8D JS", "two-pairs: two tens and two eights"),
        ("10S 10H 8S AD JS", "pair: two tens, then the ace, knave, eight"),
        ("10S 9H 8S AD JS", "high-card: ace, knave, ten, nine, eight"),
    ],
)
def test_a_hand_in_words(cards, words):
    assert poker_value(hand(cards), PokerRules(blaze=True, skip=True)).describe() == words


def test_the_hands_that_count():
    assert PokerRules(blaze=True, skip=True).hands == POKER_HANDS
    assert set(POKER_HANDS) - set(PokerRules().hands) == {"blaze", "skip"}
    assert set(POKER_HANDS) - set(PokerRules(skip=True).hands) == {"blaze"}


@pytest.mark.parametrize("cards", ["KH QH JH 10H", "KH QH JH 10H 9H 8H", "KH KH JH 10H 9H", ""])
def test_a_hand_of_poker_is_five_different_cards(cards):
    with pytest.raises(ValueError, match="a hand is 5 different cards"):
        poker_value(hand(cards), ACE_LOW)


# --- The Jack-pot -----------------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize("rules", one_in(2, [PokerRules(True, True, True), ACE_LOW]), ids=str)
def test_what_opens_a_jack_pot(rules):
    """R30 to R32, word for word: a pair of the rank or a higher one, or any better kind of hand."""
    for cards in hands_by_signature() + hands_by_signature(joker=True):
        kind, compared = plain_value(cards, rules)
        for least, rank in LEAST_HANDS.items():
            opens = kind > 2 or (kind == 2 and compared[0] >= figure(rank))
            assert openers(cards, least, rules) is opens, cards


@pytest.mark.parametrize(
    ("cards", "opens"),
    [
        ("JH JD 2S 3S 4S", ["knaves"]),
        ("10H 10D AS KS QS", []),
        ("KH KD 2S 3S 4S", ["knaves", "queens", "kings"]),
        ("2H 2D 3S 3C 4S", ["knaves", "queens", "kings"]),
        ("joker QD 3S 5C 7S", ["knaves", "queens"]),
        ("joker 10D 3S 5C 7S", []),
        ("joker 10D 8S 6C 4S", []),
    ],
)
def test_who_may_open(cards, opens):
    assert [least for least in LEAST_HANDS if openers(hand(cards), least, ACE_LOW)] == opens


def test_the_skip_sequence_opens_where_it_counts():
    assert openers(hand("2D 10D 8S 6C 4S"), "kings", PokerRules(skip=True))
    assert not openers(hand("2D 10D 8S 6C 4S"), "kings", ACE_LOW)


def test_there_is_no_jack_pot_of_tens():
    with pytest.raises(ValueError, match="knaves, queens, kings, not of tens"):
        openers(hand("2D 10D 8S 6C 4S"), "tens", ACE_LOW)


# --- Commerce ---------------------------------------------------------------------------------------------

SEQUENCES = ["AKQ", "KQJ", "QJ10", "J109", "1098", "987", "876", "765", "654", "543", "432", "32A"]


def plain_commerce(cards: tuple[Card, ...], no_pair: bool, no_flush: bool) -> tuple[int, list[int]]:
    ranks = sorted((card.rank for card in cards), key=HIGHEST_FIRST.index)
    flush = len({card.suit for card in cards}) == 1
    figures = [figure(rank) for rank in ranks]
    point = sum({"A": 11, "K": 10, "Q": 10, "J": 10}.get(rank) or int(rank) for rank in ranks)
    for place, letters in enumerate(SEQUENCES):
        if flush and letters in ("".join(ranks), "".join([*ranks[1:], ranks[0]])):
            return 4, [-place]
    if len(set(ranks)) == 1:
        return 5, [figures[0]]
    if flush and not no_flush:
        return 3, [point, *figures]
    if len(set(ranks)) == 2 and not no_pair and not no_flush:
        twice = figures[1]  # of three cards in order, two alike, the middle one is of the pair
        (third,) = [number for number in figures if number != twice]
        return 2, [twice, third]
    return 1, [point, *figures]


@pytest.mark.parametrize(
    ("limits", "numbers"),
    one_in(
        3,
        [
            ((False, False), [52, 48, 1096, 3744, 17160]),
            ((True, False), [52, 48, 1096, 0, 20904]),
            ((False, True), [52, 48, 0, 0, 22000]),
            ((True, True), [52, 48, 0, 0, 22000]),
        ],
    ),
)
def test_all_hands_of_commerce_are_in_one_order_in_both_writings(limits, numbers):
    """All 22,100 hands; where only tricons, sequences and points count, pairs rank with flushes [75]."""
    valued = sorted(
        ((plain_commerce(cards, *limits), cards) for cards in combinations(PACK, 3)), key=lambda pair: pair[0]
    )
    ours = [commerce_value(cards, *limits) for _, cards in valued]
    names = [value.name for value in ours]
    assert [names.count(name) for name in COMMERCE_HANDS] == numbers
    assert all(COMMERCE_HANDS[-plain[0]] == name for (plain, _), name in zip(valued, names, strict=True))
    for (plain, value), (above, value_above) in pairwise(zip((p for p, _ in valued), ours, strict=True)):
        assert (value == value_above) == (plain == above)
        assert value <= value_above


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2H 2D 2S", "AH KH QH"),
        ("3H 2H AH", "AS KS JS"),
        ("AH KH QH", "KS QS JS"),
        ("2S 3S 4S", "AH 2H 3H"),
        ("KS AS 2S", "10H 9H 3H"),
        ("AH 9H 2H", "KS 9S 2S"),
        ("5H 4H 2H", "AS AH KS"),
        ("AH AS 2S", "KS KH AD"),
        ("AD AC 9S", "AH AS 8S"),
        ("AH 9S 2D", "KS 9C 2H"),
        ("KH JS 2D", "QH JC 2C"),
        ("AH 5S 4D", "10S 7C 3H"),
    ],
)
def test_which_combination_is_better(better, worse):
    assert commerce_value(hand(better)) > commerce_value(hand(worse))


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("KH KD KC", "tricon: three kings"),
        ("AH QH KH", "sequence: queen to ace of hearts"),
        ("AS 2S 3S", "sequence: ace to three of spades"),
        ("AH KH 2H", "flush: ace, king, two of hearts"),
        ("2H KC 2S", "pair: two twos, then the king"),
        ("2H KC 7S", "point: 19 in king, seven, two"),
    ],
)
def test_a_combination_in_words(cards, words):
    assert commerce_value(hand(cards)).describe() == words


@pytest.mark.parametrize("cards", ["KH QH", "KH QH JH 10H", "KH KH JH", "KH QH joker"])
def test_a_hand_of_commerce_is_three_different_cards_of_the_pack(cards):
    with pytest.raises(ValueError, match=r"a hand is 3 different cards|no joker at Commerce"):
        commerce_value(hand(cards))
