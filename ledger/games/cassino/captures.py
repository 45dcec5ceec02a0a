"""What a card takes at Cassino: cards of its rank, and sets that add up to its number [98].

Everything here is decided exactly, however many cards lie on the table.
"""

from collections.abc import Iterator, Sequence

from ledger.rules import Card, listed

NUMBERS = {"A": 1} | {str(number): number for number in range(2, 11)}
"""The numbers of cards for sums: the ace is 1; court cards have no number, because they only pair."""


def number_of(card: Card) -> int | None:
    """Return the number of a card; None for a court card."""
    return NUMBERS.get(card.rank)


def takes_all(card: Card, board: Sequence[Card]) -> tuple[Card, ...] | None:
    """Return everything that a card takes from the table; None if there is a choice.

    The card takes the cards of its rank, and all cards that belong to some set adding up to its number, if all of
    these can go at once, each in one set.
    """
    pairs = [other for other in board if other.rank == card.rank]
    in_sets = in_some_set(card, board)
    if not falls_into_sets(in_sets, number_of(card) or 0):
        return None
    return tuple([other for other in board if other in pairs or other in in_sets])


def wrong_capture(card: Card, taken: Sequence[Card]) -> str | None:
    """Return why a card cannot take exactly these cards, or None."""
    number = number_of(card)
    added = [other for other in taken if other.rank != card.rank]
    if court := next((other for other in added if number is None or number_of(other) is None), None):
        if number is None:
            return f"{card} is a court card, which takes only by pairing: not {court}"
        return f"{court} is a court card, which is taken only by pairing: not by {card}"
    if number is None or falls_into_sets(added, number):
        return None
    total = sum(NUMBERS[other.rank] for other in added)
    made = f"{listed([str(other) for other in added])} make{'s' if len(added) == 1 else ''} {total}"
    return f"{card} cannot take these: {made}" + (f", and not in sets of {number}" if total % number == 0 else "")


def in_some_set(card: Card, board: Sequence[Card]) -> list[Card]:
    """Return the cards on the table in some set of two or more that adds up to a card's number."""
    number = number_of(card)
    addable = addable_to(card, board)
    return [other for other in addable if number and _adds_up(number - NUMBERS[other.rank], addable, but=other)]


def addable_to(card: Card, board: Sequence[Card]) -> list[Card]:
    """Return the cards on the table that are lower than a card, and may be added up to it."""
    number = number_of(card) or 0
    return [other for other in board if NUMBERS.get(other.rank, number) < number]


def _adds_up(total: int, cards: Sequence[Card], but: Card) -> bool:
    """Return whether some of the cards, without one, make a total."""
    reached = {0}
    for card in cards:
        if card != but:
            reached |= {so_far + NUMBERS[card.rank] for so_far in reached if so_far + NUMBERS[card.rank] <= total}
    return total in reached


def falls_into_sets(cards: Sequence[Card], number: int) -> bool:
    """Return whether cards split into sets that each add up to a number."""
    if not cards:
        return True
    values = tuple(sorted([NUMBERS[card.rank] for card in cards], reverse=True))
    return sum(values) % number == 0 and _falls(values, number, set())


def _falls(values: tuple[int, ...], number: int, hopeless: set[tuple[int, ...]]) -> bool:
    """Try every set with the greatest value, then the rest; `hopeless` has rests tried in vain."""
    if not values:
        return True
    if values in hopeless:
        return False
    greatest, rest = values[0], values[1:]
    if any(_falls(left, number, hopeless) for left in _taken_out(number - greatest, rest)):
        return True
    hopeless.add(values)
    return False


def _taken_out(total: int, values: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the values left when some that make a total are taken out, each result once."""
    if total == 0:
        yield values
        return
    for place, value in enumerate(values):
        again = place > 0 and values[place - 1] == value
        if value <= total and not again:
            for left in _taken_out(total - value, values[place + 1 :]):
                yield values[:place] + left


def sets_for(card: Card, board: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Yield every set on the table that adds up to a card's number."""
    yield from _sets(number_of(card) or 0, addable_to(card, board))


def _sets(total: int, cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    for place, card in enumerate(cards):
        left = total - NUMBERS[card.rank]
        if left == 0:
            yield (card,)
        elif left > 0:
            for others in _sets(left, cards[place + 1 :]):
                yield (card, *others)
