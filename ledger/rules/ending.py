"""The end of a game: share or draw for the counters that are still in its pools."""

from collections.abc import Iterable, Sequence, Set

from ledger.core.books import Pool
from ledger.core.cards import ACE_HIGH, Card
from ledger.core.money import shares
from ledger.core.refusals import Code, Refusal, listed, refuse
from ledger.rules.allowed import twice
from ledger.rules.table import Table


def pay_out(table: Table, pools: list[tuple[Pool, int]], sharers: Sequence[str], why: str, cite: str = "") -> None:
    """Share the contents of several pools as one sum; odd counters go in the order given.

    Raises Refusal if nobody is left to share them.
    """
    left = dict(pools)
    total = sum(left.values())
    if not total:
        return
    if not sharers:
        raise _nobody_left()
    for player, part in shares(total, sharers, table.odd_unit(total)).items():
        due = part
        for pool, held in left.items():
            paid = min(due, held)
            table.pay(pool, player, paid, why, cite)
            left[pool] -= paid
            due -= paid


def _nobody_left() -> Refusal:
    return refuse("nobody is left in the game to have what lies in its pools", "Say end leave", Code.PLAYERS)


def lowest_drawn(draws: Iterable[tuple[str, tuple[Card, ...]]], players: Sequence[str], pack: Set[Card]) -> str:
    """Return who drew the lowest card of the pack, aces high; those who draw alike draw again.

    Raises Refusal if fewer than two players draw, if a player did not draw or drew without being asked, if a card is
    not in the pack, and if the cards do not decide.
    """
    drawn = dict(draws)
    if not players:
        raise _nobody_left()
    if len(players) == 1:
        raise refuse(f"{players[0]} alone has a part in the pools: nobody draws", "Say end divide", Code.PLAYERS)
    if missing := [player for player in players if player not in drawn]:
        raise refuse(f"every player of the game draws: {listed(missing)} did not")
    if strange := [player for player in drawn if player not in players]:
        raise refuse(f"{listed(strange)} has no part in the draw")
    if foreign := next((card for cards in drawn.values() for card in cards if card not in pack), None):
        raise refuse(f"{foreign} is not in the pack", code=Code.BAD_CARD)
    again, number = list(players), 0
    while len(again) > 1:
        again = _lowest_of_round(drawn, again, number)
        number += 1
    for player, cards_drawn in drawn.items():
        if len(cards_drawn) > number:
            sentence = f"{player} does not draw again: {again[0]} has drawn the lowest card"
            raise refuse(sentence, code=Code.CARD)
    return again[0]


def _lowest_of_round(drawn: dict[str, tuple[Card, ...]], again: list[str], number: int) -> list[str]:
    """Return who drew the lowest card in one round; several players, if they drew alike."""
    if missing := [player for player in again if len(drawn[player]) <= number]:
        raise refuse(f"{listed(again)} drew alike: {listed(missing)} must draw again", code=Code.CARD)
    cards = [drawn[player][number] for player in again]
    if problem := twice(cards):
        raise refuse(f"in one round of the draw {problem}", code=Code.BAD_CARD)
    if Card.JOKER in cards:
        raise refuse("the joker is not drawn", code=Code.BAD_CARD)
    for player in drawn:
        if player not in again and len(drawn[player]) > number:
            raise refuse(f"{player} does not draw again: only {listed(again)} drew alike", code=Code.CARD)
    lowest = min(ACE_HIGH.index(card.rank) for card in cards)
    return [player for player in again if ACE_HIGH.index(drawn[player][number].rank) == lowest]
