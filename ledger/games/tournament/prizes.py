"""What the places pay, and how the rest is shared by a deal."""

from collections.abc import Mapping, Sequence
from math import comb, lcm

HUNDRED = 100
MOST_SUMS = 2_500
"""The model is worked out over at most so many sums of chips."""

Parts = tuple[Mapping[str, int], int]
"""What each is to have, in parts, and how many parts one unit has."""


def prizes_of(total: int, hundredths: Sequence[int], entries: int, unit: int) -> tuple[int, ...]:
    """Return what each of so many places has of a total, from the first down.

    Each share is rounded down to a unit; units that are over go one each to the places from the first down. The shares
    of places that nobody can have go to the first.
    """
    shares = [total * share // HUNDRED // unit * unit for share in hundredths]
    over = (total - sum(shares)) // unit
    shares = [share + unit * (place < over) for place, share in enumerate(shares)]
    shares[0] += sum(shares[entries:])
    return (*shares[:entries], *[0] * (entries - len(shares)))


def rounded(parts: Parts, total: int, unit: int, chips: Mapping[str, int]) -> dict[str, int]:
    """Return what each has in whole units.

    All are rounded down, and units that are over go one each to the greatest remainders. Of equal remainders who has
    more chips goes first, then who stands first.
    """
    exact, whole = parts
    shares = {player: part // (whole * unit) * unit for player, part in exact.items()}
    over = (total - sum(shares.values())) // unit
    first = sorted(exact, key=lambda player: (-(exact[player] % (whole * unit)), -chips[player]))
    return {player: share + unit * (first.index(player) < over) for player, share in shares.items()}


def by_chips(prizes: Sequence[int], chips: Mapping[str, int]) -> Parts:
    """Return each the least prize, and the rest in proportion to the chips."""
    whole, least = sum(chips.values()), min(prizes)
    rest = sum(prizes) - least * len(prizes)
    return {player: least * whole + rest * number for player, number in chips.items()}, whole


def by_model(prizes: Sequence[int], chips: Mapping[str, int]) -> Parts | None:
    """Return what each has by the independent chip model; None where it is too much to work out.

    By Malmuth and Harville, A's chance to come in after just d others is a sum over sets of others: for each set, A's
    chips in all chips but those of the set, with signs that go to and fro. So it is enough to know how many sets of
    each size come to each sum of chips; no order of places is gone through.
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
    """Return how much a set of so many others counts, with signs that go to and fro."""
    weight, sign = 0, 1
    for place in range(size, len(above)):
        weight += sign * comb(others - size, others - place) * above[place]
        sign = -sign
    return weight


def sums_of(numbers: Sequence[int], sizes: int) -> list[dict[int, int]] | None:
    """Return for each size below `sizes` how many sets of numbers come to each sum.

    Returns None where there are too many sums.
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
    """Return how many of the sets come to each sum that do not have this number, once."""
    others: list[dict[int, int]] = []
    for size, sums in enumerate(sets):
        left = dict(sums)
        for taken, times in (others[size - 1] if size else {}).items():
            left[taken + number] -= times
        others.append({taken: times for taken, times in left.items() if times})
    return others


def may_be_modelled(players: int, prizes: Sequence[int]) -> bool:
    """Return whether the model can be worked out whatever chips so many players have."""
    above = sum(prize > min(prizes) for prize in prizes)
    return sum(comb(players, size) for size in range(above)) <= MOST_SUMS
