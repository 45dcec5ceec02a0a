"""
Into how many groups people can be parted, so that each settles among itself.

That is a search of so many steps, the same every time. It gives a way to part them, and how many groups there are at
the most: so it is known how far it may have missed. A group is a number with a bit for each of its members.

All small groups are listed. People are gone through one by one: each is in a small group with others who are in none
yet, or in a larger one. Whoever is in a group of at least so many people counts for one part in so many, so that there
are no more groups than all parts come to; and a way is left where they come to no more than was found already.
"""

from collections.abc import Iterator, Sequence
from math import lcm

import msgspec

MOST_PEOPLE = 40
"""Among so many people it is searched."""
LARGEST, MOST_LISTED, MOST_COMPARED = 8, 2_500, 1_000_000
"""Small groups have so many members at the most; so many of them are listed, comparing so many pairs of groups."""
MOST_BY_HALVES = 34
"""Among so many people all groups are listed, whatever their size, where they are few."""
ORDERS, STEPS_IN_EACH, STEPS = 12, 250, 8_000
"""In so many orders so many steps are taken to find groups, and then so many to show that there are no more."""
GROUP = lcm(*range(1, MOST_PEOPLE + 1))
"""How much a whole group counts, so that a part of it is a whole number."""


class Parting(msgspec.Struct, frozen=True):
    """A way to part people."""

    small: tuple[int, ...]
    """The small groups; all who are in none of them settle together."""
    larger: int
    """They part no further into groups of fewer people than this."""
    most: int
    """How many groups there are at the most, whatever the way."""


def part(balances: Sequence[int]) -> Parting:
    """Part people who all have something to settle, and nobody of whom owes just what another is owed."""
    small, larger = _small_groups(balances)
    if larger > LARGEST and len(balances) <= MOST_BY_HALVES and (every := _all_groups(balances)) is not None:
        small, larger = every, len(balances)
    least = [max(larger, _fewest_with(balance, balances)) for balance in balances]
    for group in small:
        for person in members(group):
            least[person] = min(least[person], group.bit_count())
    often = [sum(group >> person & 1 for group in small) for person in range(len(balances))]
    seldom_first = sorted(range(len(balances)), key=lambda person: (often[person], person))
    search = _Search(small, larger, least)
    for apart in range(1, ORDERS + 1):
        search.walk([person for first in range(apart) for person in seldom_first[first::apart]], 1, STEPS_IN_EACH)
    for more in (2, 1):
        search.walk(seldom_first, more, STEPS)
    return Parting(tuple(search.groups), larger, search.most)


def members(group: int) -> Iterator[int]:
    """The members of a group, by their places."""
    while group:
        lowest = group & -group
        yield lowest.bit_length() - 1
        group ^= lowest


class _Search:
    """What has been found of the groups into which people can be parted."""

    def __init__(self, small: list[int], larger: int, least: list[int]) -> None:
        self._small, self._larger, self._least = small, larger, least
        self.groups: list[int] = []
        """The small groups of the way to the most groups that was found."""
        self._found = 1
        self._whole = self._all_parts()
        self.most = max(1, self._whole // GROUP)

    def _all_parts(self) -> int:
        """How much all count for together, at the most.

        Those in the group that has to be the largest count for no more than one together, whatever each counts for by
        himself. Who they are is not known: at the least they are those who count for least.
        """
        parts = [GROUP // least for least in self._least]
        largest = max(self._least)
        if largest <= self._larger:
            return sum(parts)
        within = sorted(min(each, GROUP // self._larger) for each in parts)[:largest]
        return sum(parts) - max(0, sum(within) - GROUP)

    def walk(self, order: Sequence[int], more: int, steps: int) -> None:
        """Go through people in an order, and only the ways that may come to so many groups `more` than were found."""
        if self._found + more > self.most:
            return
        place_of = {person: place for place, person in enumerate(order)}
        parts = [GROUP // self._least[person] for person in order]
        self._less = [max(0, each - GROUP // self._larger) for each in parts]
        """By how much each counts for less who is in a larger group."""
        self._from: list[list[tuple[int, int, int]]] = [[] for _ in order]
        """The small groups by the first of their members: as places in the order, what changes with them in how much
        all count for, and as they are listed."""
        for group in self._small:
            places = [place_of[person] for person in members(group)]
            change = GROUP - sum(parts[place] for place in places)
            self._from[min(places)].append((sum(1 << place for place in places), change, group))
        self._more, self._steps, self._open = more, steps, 1
        self._seen: dict[int, int] = {}
        """For those who are left, how much all came to the last time."""
        if self._go((1 << len(order)) - 1, self._whole, ()):
            self.most = min(self.most, max(self._found + more - 1, self._open))

    def _go(self, left: int, counts: int, chosen: tuple[int, ...]) -> bool:
        """Go on with those who are left; gives whether all ways were gone, before the steps were at an end."""
        if counts // GROUP < self._found + self._more or self._seen.get(left, -1) >= counts:
            return True
        if not left:
            self._arrive(counts, chosen)
            return True
        if not self._steps:
            return False
        self._steps -= 1
        self._seen[left] = counts
        first = left & -left
        place = first.bit_length() - 1
        return all(
            self._go(left ^ places, counts + change, (*chosen, group))
            for places, change, group in self._from[place]
            if places & left == places
        ) and self._go(left ^ first, counts - self._less[place], chosen)

    def _arrive(self, counts: int, chosen: tuple[int, ...]) -> None:
        """See what a way comes to: its small groups, and one of all others, who might make more by themselves."""
        together = sum(map(int.bit_count, chosen)) < len(self._least)
        if len(chosen) + together > self._found:
            self._found, self.groups = len(chosen) + together, list(chosen)
        self._open = max(self._open, counts // GROUP)


def _fewest_with(balance: int, balances: Sequence[int]) -> int:
    """How many people there are at least in a group with one who has this balance: enough to pay, or to be paid."""
    others = sorted((abs(each) for each in balances if each * balance < 0), reverse=True)
    count, total = 0, 0
    while total < abs(balance):
        total += others[count]
        count += 1
    return 1 + count


def _small_groups(balances: Sequence[int]) -> tuple[list[int], int]:
    """
    List all small groups that have no smaller one within, and how many people a larger one has at least.

    Those of one size are met from two halves; of a size of which there are too many none is listed.
    """
    halves: list[list[tuple[int, int]]] = [[(0, 0)]]
    found: list[int] = []
    for size in range(3, min(LARGEST, len(balances)) + 1):
        while len(halves) <= size - size // 2:
            halves.append(_one_larger(halves[-1], balances))
        of_size = _meeting(halves[size // 2], halves[size - size // 2])
        if of_size is None or len(of_size) * len(found) > MOST_COMPARED:
            return found, size
        of_size = [group for group in of_size if all(group & other != other for other in found)]
        if len(found) + len(of_size) > MOST_LISTED:
            return found, size
        found += of_size
    return found, min(LARGEST, len(balances)) + 1


def _all_groups(balances: Sequence[int]) -> list[int] | None:
    """List all groups that have no smaller one within, met from two halves of the people; None where they are many."""
    near = len(balances) // 2
    groups = _meeting(_all_sets(range(near), balances), _all_sets(range(near, len(balances)), balances))
    if groups is None or len(groups) > MOST_LISTED:
        return None
    found: list[int] = []
    for group in sorted(groups, key=int.bit_count):
        if group and not any(group & other == other for other in found):
            found.append(group)
    return found


def _all_sets(people: range, balances: Sequence[int]) -> list[tuple[int, int]]:
    """Every set of these people, each with the sum of its balances."""
    sets = [(0, 0)]
    for place in people:
        sets += [(members_of | 1 << place, total + balances[place]) for members_of, total in sets]
    return sets


def _one_larger(sets: Sequence[tuple[int, int]], balances: Sequence[int]) -> list[tuple[int, int]]:
    """Every set of people one larger than these, which are all of their size, each with the sum of its balances."""
    return [
        (members_of | 1 << place, total + balances[place])
        for members_of, total in sets
        for place in range(members_of.bit_length(), len(balances))
    ]


def _meeting(smaller: Sequence[tuple[int, int]], larger: Sequence[tuple[int, int]]) -> list[int] | None:
    """Every group that parts into one of each of these sets; None where there are too many to look through."""
    by_total: dict[int, list[int]] = {}
    for members_of, total in smaller:
        by_total.setdefault(-total, []).append(members_of)
    found: set[int] = set()
    for members_of, total in larger:
        found.update(members_of | others for others in by_total.get(total, ()) if not members_of & others)
        if len(found) > 4 * MOST_LISTED:
            return None
    return sorted(found)
