"""Loo, compared with a second writing: the money of a deal, and the duties of play."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ledger.core.cards import Card
from ledger.games.loo.tricks import LooRules
from ledger.interchange.script import RefusedLine
from ledger.testing.random_evenings import RandomChooser, say_something
from tests.helpers.loo_deals import FOUR, full
from tests.helpers.rig import play, tries

# A second, plainer writing of the money of a deal


def plain_money(pool, loo, hands, winners, for_the_pool=None):
    """Return what each wins in a deal of three tricks, counter by counter."""
    moved = dict.fromkeys(hands, 0)
    worth = [0, 0, 0]
    for counter in range(pool):
        worth[counter % 3] += 1
    for trick in range(3):
        moved[winners[trick]] += worth[trick]
    for player in hands:
        if player not in winners:
            moved[player] -= loo
    if for_the_pool:
        moved[for_the_pool] = 0
    return moved


@given(
    deal=st.integers(1, 9),
    price=st.integers(1, 9),
    declared=st.tuples(*[st.sampled_from(["stands", "passes", "miss"])] * 4),
    picks=st.tuples(*[st.integers(0, 3)] * 3),
    by_number=st.booleans(),
)
@settings(max_examples=tries(150), deadline=None)
def test_the_money_of_a_deal(deal, price, declared, picks, by_number):
    words = dict(zip(("Cat", "Dan", "Ann", "Bob"), declared, strict=True))
    hands = [player for player, word in words.items() if word != "passes"]
    misses = [player for player, word in words.items() if word == "miss"]
    for_the_pool = "Bob" if hands and hands != ["Bob"] and len(hands) == 1 and not misses else None
    if for_the_pool:
        hands.append("Bob")
    assume(len(misses) < 2 <= len(hands))
    winners = sorted((hands[pick % len(hands)] for pick in picks), key=hands.index)
    lines = [f"{player} {word}" for player, word in words.items()]
    if by_number:
        counts = " ".join(f"{player} {winners.count(player)}" for player in dict.fromkeys(winners))
        lines.append(f"tricks {counts}")
    else:
        lines += [f"trick {winner}" for winner in winners]
    begun = f"game loo deal={deal} loo={price} single_loo=1\ndeal Ann\nCat wins\ndeal\n"
    before, after = play(FOUR, begun), play(FOUR, begun + "\n".join(lines))
    pool = before.books.pools["loo.pool"]
    assert pool == 3 + deal
    wanted = plain_money(pool, price, hands, winners, for_the_pool)
    moved = {player: after.books.balances[player] - before.books.balances[player] for player in FOUR.split()}
    assert moved == {player: wanted.get(player, 0) for player in FOUR.split()}
    out_of_pool = sum(wanted.values())
    assert after.books.pools.get("loo.pool", 0) == pool - out_of_pool


# A second, plainer writing of the duties of play


HEIGHT = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def plain_height(card, trump, pam):
    """Return the rank of a card among trumps and its suit."""
    return (2, 0) if card == pam else (card.suit == trump, HEIGHT.index(card.rank))


def plain_beats(card, other, trump, pam):
    """Return whether a card beats one played before it."""
    ours, theirs = plain_height(card, trump, pam), plain_height(other, trump, pam)
    if ours[0] or theirs[0]:
        return ours > theirs
    return card.suit == other.suit and ours > theirs


def plain_best(cards, trump, pam):
    best = cards[0]
    for card in cards[1:]:
        if plain_beats(card, best, trump, pam):
            best = card
    return best


def plain_legal(hand, card, before, number, turned_up, pam, lead_one, civil=False):
    """Return whether a card of this hand may be played."""
    trump = turned_up.suit
    is_trump = lambda held: held == pam or held.suit == trump  # noqa: E731
    trumps = [other_card for other_card in hand if is_trump(other_card)]
    highest = max(trumps, key=lambda held: plain_height(held, trump, pam), default=None)
    if not before:
        if number == 0:
            master = "K" if turned_up.rank == "A" else "A"
            if any(card.rank == master and card.suit == trump for card in trumps):
                return card == pam or (card.rank == master and card.suit == trump)
            return len(trumps) < 2 or (is_trump(card) if lead_one else card == highest)
        return number != 1 or not trumps or card == highest
    led, best = before[0], plain_best(before, trump, pam)
    same = [
        other_card
        for other_card in hand
        if (is_trump(other_card) if is_trump(led) else other_card.suit == led.suit and other_card != pam)
    ]
    if civil and led.rank == "A" and is_trump(led) and len(same) > (pam in same):
        return card in same and card != pam
    may = same or [card for card in trumps if plain_beats(card, best, trump, pam)] or list(hand)
    winning = [card for card in may if plain_beats(card, best, trump, pam)]
    return card in (winning if same and winning else may)


DUTIES = st.fixed_dictionaries(
    {
        "five": st.booleans(),
        "pam_of_trumps": st.booleans(),
        "lead_one": st.booleans(),
        "civil": st.booleans(),
        "pack": st.permutations(sorted(Card, key=str)),
        "number": st.integers(0, 2),
        "before": st.integers(0, 3),
        "few_suits": st.booleans(),
    }
)


@given(DUTIES)
@settings(max_examples=tries(400), deadline=None)
def test_the_duties_of_play(drawn):
    cards = [card for card in drawn["pack"] if card != Card.JOKER and (not drawn["few_suits"] or card.suit in "CS")]
    turned_up, *cards = cards
    pam = None
    if drawn["five"]:
        pam = Card(f"J{turned_up.suit}") if drawn["pam_of_trumps"] else Card.JC
    rules = LooRules(turned_up, pam, drawn["lead_one"])
    number = drawn["number"]
    before, hand = cards[: drawn["before"]], cards[3 : (8 if drawn["five"] else 6) - number]
    if drawn["civil"]:
        rules.civil.add(number)
        if before and turned_up.rank != "A":
            ace = Card(f"A{turned_up.suit}")
            hand = [card for card in hand if card != ace]
            before = [ace, *(card for card in before[1:] if card != ace)]
    permitted = rules.duty(set(hand), before, number).permitted
    plain = {
        card for card in hand
        if plain_legal(hand, card, before, number, turned_up, pam, drawn["lead_one"], drawn["civil"])
    }  # fmt: skip
    assert set(permitted) == plain
    # what is known of a part of a hand holds for the whole
    for card in hand:
        for left_out in hand:
            part = {*hand} - {left_out} | {card}
            if card in plain:
                assert card in rules.duty(part, before, number).permitted


@given(data=st.data(), options=st.sampled_from(["", "lead=one", "miss_leads=on", "form=five-card", "form=irish"]))
@settings(max_examples=tries(80), deadline=None)
def test_cards_and_outcomes_give_the_same_money(data, options):
    """Hands played by the second writing: forbidden cards are refused, and winners alone give the same money."""
    five = "five" in options
    turned_up, *cards = data.draw(st.permutations([card for card in Card if card != Card.JOKER]))
    pam = Card.JC if five else None
    number = 5 if five else 3
    players = ["Cat", "Dan", "Ann"]
    hands = {player: cards[place * number :][:number] for place, player in enumerate(players)}
    begun = [f"game loo {options}", "deal Ann", "Cat wins", f"deal turn-up {turned_up}"]
    begun += [f"{player} stands" for player in players] + ["Bob passes"]
    lines = begun + [f"{player} holds {' '.join(map(str, hand))}" for player, hand in hands.items()]
    left, leader, winners = {player: list(hand) for player, hand in hands.items()}, "Cat", []
    for trick in range(number):
        order = players[players.index(leader) :] + players[: players.index(leader)]
        tried = data.draw(st.integers(0, 3))
        played, fair = [], True
        for place, player in enumerate(order):
            legal = [
                card for card in left[player]
                if plain_legal(left[player], card, played, trick, turned_up, pam, "one" in options)
            ]  # fmt: skip
            card = data.draw(st.sampled_from(left[player] if place == tried else legal))
            fair = fair and card in legal
            played.append(card)
        trick = f"trick {' '.join(map(str, played))}"
        if not fair:
            with pytest.raises(RefusedLine):
                play(FOUR, "\n".join([*lines, trick]))
            return
        lines.append(trick)
        leader = order[played.index(plain_best(played, turned_up.suit, pam))]
        winners.append(leader)
        for player, card in zip(order, played, strict=True):
            left[player].remove(card)
    by_cards = play(FOUR, "\n".join(lines))
    by_winners = play(FOUR, "\n".join([*begun, *(f"trick {winner}" for winner in winners)]))
    assert by_cards.books.balances == by_winners.books.balances
    assert by_cards.books.pools == by_winners.books.pools


def test_a_known_hand_asks_for_no_trump_that_nobody_said():
    """With hands but no turn-up known, tricks go by their winners."""
    evening = full("Cat holds AS KS QS\nCat stands\nDan stands\nBob passes")
    chooser = RandomChooser(1)
    for number in range(3):
        assert "trick CARD …" not in evening.game.turn.texts(evening.money)
        assert say_something(evening, chooser, len(evening.effective) + 1), number
