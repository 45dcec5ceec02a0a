"""Partition people into as many groups as possible, so that each group settles among itself.

The search takes a bounded number of steps, the same every time. It returns a partition and an upper bound for the
number of groups, which shows how far from the best the partition can be. A group is an integer with a bit for each
member.

All small groups are listed. Then people are taken one by one: each is in a small group with others who have no group
yet, or in a larger group. A person whose smallest group has n members counts for 1/n, so the sum of these fractions
is an upper bound for the number of groups. A branch is abandoned when its sum is no greater than the best partition.
"""

from collections.abc import Iterator, Sequence
from math import lcm

import msgspec

MOST_PEOPLE = 40
"""The greatest number of people that the search takes."""
LARGEST, MOST_LISTED, MOST_COMPARED = 8, 2_500, 1_000_000
"""The most members of a small group, the most groups that are listed, and the most pairs of groups compared."""
MOST_BY_HALVES = 34
"""The greatest number of people among whom groups of every size are listed, if these are few."""
ORDERS, STEPS_IN_EACH, STEPS = 12, 250, 8_000
"""The number of orders that are tried, the steps in each to find groups, and the steps to show that there are no
more."""
GROUP = lcm(*range(1, MOST_PEOPLE + 1))
"""The count of a whole group, chosen so that each fraction of it is an integer."""


class Partition(msgspec.Struct, frozen=True):
    """A partition of people into groups that settle among themselves."""

    small: tuple[int, ...]
    """The small groups; all other people settle together."""
    larger: int
    """The other people do not split into groups smaller than this."""
    most: int
    """The most groups that any partition has."""


def partition(balances: Sequence[int]) -> Partition:
    """Partition people by what each is owed.

    Everyone has something to settle, and nobody owes exactly what another is owed.
    """
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
    for extra in (2, 1):
        search.walk(seldom_first, extra, STEPS)
    return Partition(tuple(search.groups), larger, search.most)


def members(group: int) -> Iterator[int]:
    """Yield the members of a group, by their places."""
    while group:
        lowest = group & -group
        yield lowest.bit_length() - 1
        group ^= lowest


class _Search:
    """A search for the partition of the most groups."""

    def __init__(self, small: list[int], larger: int, least: list[int]) -> None:
        self._small, self._larger, self._least = small, larger, least
        self.groups: list[int] = []
        """The small groups of the best partition so far."""
        self._best = 1
        self._whole = self._all_parts()
        self.most = max(1, self._whole // GROUP)

    def _all_parts(self) -> int:
        """Return an upper bound for the count of all people together.

        The members of the largest group count at most one group together, whatever each counts alone. They are
        unknown; the bound takes those who count least.
        """
        parts = [GROUP // least for least in self._least]
        largest = max(self._least)
        if largest <= self._larger:
            return sum(parts)
        within = sorted(min(part, GROUP // self._larger) for part in parts)[:largest]
        return sum(parts) - max(0, sum(within) - GROUP)

    def walk(self, order: Sequence[int], extra: int, steps: int) -> None:
        """Search one order of people, on branches that may have `extra` more groups than the best."""
        if self._best + extra > self.most:
            return
        place_of = {person: place for place, person in enumerate(order)}
        parts = [GROUP // self._least[person] for person in order]
        self._less = [max(0, part - GROUP // self._larger) for part in parts]
        """How much less a person in a larger group counts."""
        self._from: list[list[tuple[int, int, int]]] = [[] for _ in order]
        """The small groups by their first member: the places in the order, the change of the total count, the group."""
        for group in self._small:
            places = [place_of[person] for person in members(group)]
            change = GROUP - sum(parts[place] for place in places)
            self._from[min(places)].append((sum(1 << place for place in places), change, group))
        self._extra, self._steps, self._open = extra, steps, 1
        self._seen: dict[int, int] = {}
        """For each set of people left, the total count of the last visit."""
        if self._go((1 << len(order)) - 1, self._whole, ()):
            self.most = min(self.most, max(self._best + extra - 1, self._open))

    def _go(self, left: int, counts: int, chosen: tuple[int, ...]) -> bool:
        """Search on with the people left; return whether all branches were followed.

        The result is False if the steps ran out before.
        """
        if counts // GROUP < self._best + self._extra or self._seen.get(left, -1) >= counts:
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
        """Record a partition: its small groups, and one group of all others."""
        together = sum(map(int.bit_count, chosen)) < len(self._least)
        if len(chosen) + together > self._best:
            self._best, self.groups = len(chosen) + together, list(chosen)
        self._open = max(self._open, counts // GROUP)


def _fewest_with(balance: int, balances: Sequence[int]) -> int:
    """Return the fewest people in a group with this balance: enough to pay, or to be paid."""
    others = sorted((abs(other) for other in balances if other * balance < 0), reverse=True)
    count, total = 0, 0
    while total < abs(balance):
        total += others[count]
        count += 1
    return 1 + count


def _small_groups(balances: Sequence[int]) -> tuple[list[int], int]:
    """Return the small groups with no smaller one within, and the least size of a larger group.

    Groups of one size are made from two halves. A size with too many groups is not listed, nor any larger one.
    """
    halves: list[list[tuple[int, int]]] = [[(0, 0)]]
    groups: list[int] = []
    for size in range(3, min(LARGEST, len(balances)) + 1):
        while len(halves) <= size - size // 2:
            halves.append(_one_larger(halves[-1], balances))
        of_size = _meeting(halves[size // 2], halves[size - size // 2])
        if of_size is None or len(of_size) * len(groups) > MOST_COMPARED:
            return groups, size
        of_size = [group for group in of_size if all(group & other != other for other in groups)]
        if len(groups) + len(of_size) > MOST_LISTED:
            return groups, size
        groups += of_size
    return groups, min(LARGEST, len(balances)) + 1


def _all_groups(balances: Sequence[int]) -> list[int] | None:
    """Return all groups with no smaller one within; None if there are too many.

    They are made from two halves of the people.
    """
    near = len(balances) // 2
    meeting = _meeting(_all_sets(range(near), balances), _all_sets(range(near, len(balances)), balances))
    if meeting is None or len(meeting) > MOST_LISTED:
        return None
    groups: list[int] = []
    for group in sorted(meeting, key=int.bit_count):
        if group and not any(group & other == other for other in groups):
            groups.append(group)
    return groups


def _all_sets(people: range, balances: Sequence[int]) -> list[tuple[int, int]]:
    """Return every set of these people with the sum of its balances."""
    sets = [(0, 0)]
    for place in people:
        sets += [(members_of | 1 << place, total + balances[place]) for members_of, total in sets]
    return sets


def _one_larger(sets: Sequence[tuple[int, int]], balances: Sequence[int]) -> list[tuple[int, int]]:
    """Return every set one person larger than `sets`, which are all of their size, with its sum."""
    return [
        (members_of | 1 << place, total + balances[place])
        for members_of, total in sets
        for place in range(members_of.bit_length(), len(balances))
    ]


def _meeting(smaller: Sequence[tuple[int, int]], larger: Sequence[tuple[int, int]]) -> list[int] | None:
    """Return every group made of one set of each list; None if there are too many."""
    by_total: dict[int, list[int]] = {}
    for members_of, total in smaller:
        by_total.setdefault(-total, []).append(members_of)
    groups: set[int] = set()
    for members_of, total in larger:
        groups.update(members_of | others for others in by_total.get(total, ()) if not members_of & others)
        if len(groups) > 4 * MOST_LISTED:
            return None
    return sorted(groups)
