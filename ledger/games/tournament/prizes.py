"""The prizes of the places, and the shares of the rest in a deal."""

from collections.abc import Mapping, Sequence
from math import comb, lcm

HUNDRED = 100
MOST_SUMS = 2_500
"""The greatest number of sums of chips over which the model is computed."""

Parts = tuple[Mapping[str, int], int]
"""The share of each, in parts, and the number of parts in one unit."""


def prizes_of(total: int, hundredths: Sequence[int], entries: int, unit: int) -> tuple[int, ...]:
    """Return the share of each of so many places in a total, from the first down.

    Each share is rounded down to a unit; units that are over go one each to the places from the first down. The
    shares of places that nobody can have go to the first.
    """
    shares = [total * share // HUNDRED // unit * unit for share in hundredths]
    over = (total - sum(shares)) // unit
    return for_entries([share + unit * (place < over) for place, share in enumerate(shares)], entries)


def prizes_as_said(total: int, prizes: Sequence[int], entries: int) -> tuple[int, ...]:
    """Return the share of each of so many places in a total where the prizes are amounts.

    They are paid from the first down as far as the total reaches. What is over goes to the first.
    """
    left, shares = total, list[int]()
    for prize in prizes:
        shares.append(min(prize, left))
        left -= shares[-1]
    return for_entries([shares[0] + left, *shares[1:]], entries)


def for_entries(shares: Sequence[int], entries: int) -> tuple[int, ...]:
    """Return a share for each entry; the first has those of places that nobody can have."""
    first = shares[0] + sum(shares[entries:])
    return (first, *shares[1:entries], *[0] * (entries - len(shares)))


def rounded(parts: Parts, total: int, unit: int, chips: Mapping[str, int]) -> dict[str, int]:
    """Return the share of each in whole units.

    All are rounded down, and units that are over go one each to the greatest remainders. Of equal remainders the one
    with more chips goes first, then the one who stands first.
    """
    exact, whole = parts
    shares = {player: part // (whole * unit) * unit for player, part in exact.items()}
    over = (total - sum(shares.values())) // unit
    first = sorted(exact, key=lambda player: (-(exact[player] % (whole * unit)), -chips[player]))
    return {player: share + unit * (first.index(player) < over) for player, share in shares.items()}


def by_chips(prizes: Sequence[int], chips: Mapping[str, int]) -> Parts:
    """Return for each the least prize, and the rest in proportion to the chips."""
    whole, least = sum(chips.values()), min(prizes)
    rest = sum(prizes) - least * len(prizes)
    return {player: least * whole + rest * number for player, number in chips.items()}, whole


def by_model(prizes: Sequence[int], chips: Mapping[str, int]) -> Parts | None:
    """Return the shares by the independent chip model; None if they take too long to compute.

    By Malmuth and Harville, A's chance to come in just after d others is a sum over sets of others: for each set, A's
    chips divided by all chips outside the set, with alternating signs. So it is enough to count, for each size, the
    sets with each sum of chips; no order of places is enumerated.
    """
    most, players = sum(chips.values()), len(chips)
    least = min(prizes)
    above = [prize - least for prize in prizes if prize > least]
    sets = sums_of(list(chips.values()), len(above))
    if sets is None:
        return None
    weights = [weight_of(size, above, players - 1) for size in range(len(above))]
    sums = {taken for of_a_size in sets for taken in of_a_size}
    whole = lcm(*(most - taken for taken in sums))
    fractions = {taken: whole // (most - taken) for taken in sums}
    exact: dict[str, int] = {}
    for player, number in chips.items():
        parts: dict[int, int] = {}
        for size, others in enumerate(without(sets, number)):
            for taken, times in others.items():
                parts[taken] = parts.get(taken, 0) + weights[size] * times
        chance = sum(part * fractions[taken] for taken, part in parts.items())
        exact[player] = least * whole + number * chance
    return exact, whole


def weight_of(size: int, above: Sequence[int], others: int) -> int:
    """Return the weight of a set of so many others, with alternating signs."""
    weight, sign = 0, 1
    for place in range(size, len(above)):
        weight += sign * comb(others - size, others - place) * above[place]
        sign = -sign
    return weight


def sums_of(numbers: Sequence[int], sizes: int) -> list[dict[int, int]] | None:
    """Return for each size below `sizes` how many sets of numbers have each sum.

    Returns None if there are too many sums.
    """
    sets: list[dict[int, int]] = [{} if size else {0: 1} for size in range(sizes)]
    for number in numbers:
        for size in range(sizes - 1, 0, -1):
            for taken, times in sets[size - 1].items():
                sets[size][taken + number] = sets[size].get(taken + number, 0) + times
        if sum(map(len, sets)) > MOST_SUMS:
            return None
    return sets


def without(sets: Sequence[Mapping[int, int]], number: int) -> list[dict[int, int]]:
    """Return, for each sum, how many of the sets do not have this number."""
    others: list[dict[int, int]] = []
    for size, sums in enumerate(sets):
        left = dict(sums)
        for taken, times in (others[size - 1] if size else {}).items():
            left[taken + number] -= times
        others.append({taken: times for taken, times in left.items() if times})
    return others


def may_be_modelled(players: int, prizes: Sequence[int]) -> bool:
    """Return whether the model can be computed whatever chips so many players have."""
    above = sum(prize > min(prizes) for prize in prizes)
    return sum(comb(players, size) for size in range(above)) <= MOST_SUMS
