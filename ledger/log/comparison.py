"""Compare two books of one evening, and find the corrections that make one the other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from ledger.core.events import (
    RETELLING,
    Amend,
    AnyEvent,
    Deal,
    EffectiveEvent,
    Insert,
    OpenEvening,
    RecordedEvent,
    SeatPlayers,
    Void,
    version_of,
)
from ledger.core.refusals import Code, Refusal, listed
from ledger.log.book import DEAL, OF_MONEY, Book, BookItem, items_of
from ledger.log.commands import pins
from ledger.log.corrections import corrects
from ledger.log.replay import Replay

Pair = tuple[BookItem | None, BookItem | None]
"""Two items that stand opposite; None if the other book has none."""

SAME, DIFFERS, FOLLOWS, ONLY_A, ONLY_B = "same", "differs", "follows", "only-a", "only-b"
OF_A_DEBT = frozenset(("pays", "cost"))
"""The kinds that are decided one by one, and never with all others, so that no payment gets lost."""


@dataclass(frozen=True)
class ComparedItem:
    """An item of one book or of both, and how they agree."""

    a: BookItem | None
    """The item in A; None if only B has it."""
    b: BookItem | None
    standing: str
    difference: int | None = None
    """Its number among the differences; for an item that follows from a difference, that one's number."""
    changes: tuple[AnyEvent, ...] = ()
    """The corrections that turn A's item into B's; at the end of an open evening the sayings themselves."""

    @property
    def fuller(self) -> str:
        """Return which book, `a` or `b`, tells more of a deal that is equal in both, or empty."""
        if self.a is None or self.b is None or self.a.kind != DEAL or self.standing not in (SAME, FOLLOWS):
            return ""
        longer = len(self.b.events) - len(self.a.events)
        return "b" if longer > 0 else "a" if longer < 0 else ""

    @property
    def tellings(self) -> tuple[Sequence[EffectiveEvent], Sequence[EffectiveEvent]]:
        """Return the sayings of both tellings, from the first to the last in which they differ.

        Of an item in one book they are all.
        """
        a, b = (item.events if item else () for item in (self.a, self.b))
        if not a or not b:
            return a, b
        begin, end = differing([effective.event for effective in a], [effective.event for effective in b])
        return a[begin : len(a) - end], b[begin : len(b) - end]

    @property
    def told_alike(self) -> bool:
        """Return whether both books have the item, in the same words."""
        return bool(self.a and self.b) and self.tellings == ((), ())

    def is_told_again_by(self, other: "ComparedItem") -> bool:
        """Return whether another comparison, made with B's item taken, still has this difference."""
        ours, theirs = (self.b, other.b) if self.b else (self.a, other.a)
        return bool(ours and theirs and ours.events[0].number == theirs.events[0].number)

    @property
    def decided_alone(self) -> bool:
        """Return whether the item is decided by its number only: a debt that one book alone has."""
        item = self.a or self.b
        return self.standing in (ONLY_A, ONLY_B) and item is not None and item.kind in OF_A_DEBT


@dataclass(frozen=True)
class BookComparison:
    """Two books, their items side by side, and how much more each would be owed by B."""

    a: Book
    b: Book
    items: tuple[ComparedItem, ...]
    gains: dict[str, int]
    """How much more (+) or less (−) B owes each than A does; equal figures are left out."""
    unreplayed: Refusal | None
    """Why A does not replay with B's items; the differences after that point were compared as they stand."""

    @property
    def differences(self) -> dict[int, ComparedItem]:
        """Return the differences by their numbers."""
        return {item.difference: item for item in self.items if item.difference and item.standing != FOLLOWS}

    @property
    def same(self) -> bool:
        """Return whether the money is the same."""
        return not self.differences and not self.gains


def see_one_evening(a: Book, b: Book) -> None:
    """Raise Refusal unless both books have the same money, worth of a counter, and people."""
    if a.money.code != b.money.code:
        why = f"A is in {a.money.code}, B in {b.money.code}"
    elif a.money.counter != b.money.counter:
        counters = [book.money.show(book.money.counter) if book.money.counter else "nothing" for book in (a, b)]
        why = f"a counter is worth {counters[0]} in A, {counters[1]} in B"
    elif alone := [person for person in a.people if person not in b.people]:
        why = f"only A has {listed(alone)}"
    elif alone := [person for person in b.people if person not in a.people]:
        why = f"only B has {listed(alone)}"
    else:
        return
    raise Refusal(Code.PLAYERS, f"these are not books of one evening: {why}")


def compared(a: Book, b: Book) -> BookComparison:
    """Compare two books of one evening. Raises Refusal if they are of different evenings."""
    see_one_evening(a, b)
    if a.by_pins:
        b = msgspec.structs.replace(b, items=without_carry(b.items))
    elif b.by_pins:
        a = msgspec.structs.replace(a, items=without_carry(a.items))
    work = _Comparing(a, b)
    gains = {person: b.owed.get(person, 0) - a.owed.get(person, 0) for person in dict.fromkeys((*a.owed, *b.owed))}
    return BookComparison(
        a, b, tuple(work.items()), {person: gain for person, gain in gains.items() if gain}, work.unreplayed
    )


def without_carry(items: Sequence[BookItem]) -> tuple[BookItem, ...]:
    """Return items by their money alone, as a book without its rules knows them."""
    return tuple(msgspec.structs.replace(item, carried=b"") for item in items)


class BookTrial:
    """A copy of a book's log that corrections are tried on."""

    def __init__(self, book: Book, carries: bool = True) -> None:
        """Copy the log of a book; its items have what deals carry only if it `carries`."""
        self._carries = carries
        self.replay = Replay(by_pins=book.by_pins)
        self.replay.add(book.recorded)

    def items(self) -> tuple[BookItem, ...]:
        """Return the items of the trial as it stands."""
        items = tuple(items_of(self.replay.evening))
        return items if self._carries else without_carry(items)

    def number_after(self, place: int) -> int | None:
        """Return the number of the event in effect behind so many others; None behind the last."""
        effective = self.replay.evening.effective
        return effective[place].number if place < len(effective) else None

    def seats(self) -> int:
        """Return how many events open the evening and seat its players."""
        openings = (
            isinstance(effective.event, OpenEvening | SeatPlayers) for effective in self.replay.evening.effective
        )
        return next((place for place, opens in enumerate(openings) if not opens), len(self.replay.evening.effective))

    def apply(self, changes: Sequence[AnyEvent]) -> None:
        """Apply corrections together, then other events. Raises Refusal, and is then as before."""
        replay, number = self.replay, self.replay.number
        recorded = [
            RecordedEvent(number + place, event, version=version_of(event), pinned=pins(event, replay.evening))
            for place, event in enumerate(in_order(changes), start=1)
        ]
        corrections = [event for event in recorded if corrects(event)]
        try:
            if corrections:
                replay.correct(corrections)
            replay.add(recorded[len(corrections) :])
        except Refusal:
            replay.take_back(number)
            raise


def in_order(changes: Sequence[AnyEvent]) -> list[AnyEvent]:
    """Return corrections in an order in which they stand together, then other events.

    An event may be inserted before one that is voided as long as that one counts.
    """
    return sorted(changes, key=lambda event: 0 if isinstance(event, RETELLING) else 1 if isinstance(event, Void) else 2)


class _Comparing:
    """A trial of A that becomes B, one difference after another."""

    def __init__(self, a: Book, b: Book) -> None:
        self.a, self.b = a, b
        self.unreplayed: Refusal | None = None
        self._trial = BookTrial(a, carries=not b.by_pins)
        self._now = a.items
        """The items of the trial."""
        self._here = self._there = 0
        """The number of items of the trial, and of B, that have been compared."""
        self._waiting: list[AnyEvent] = []
        """Corrections with which A did not replay; they are tried again with the next ones."""
        self._changed_by: dict[int, int] = {}
        """For the first event of an item, the difference that changed the item's key last."""

    def items(self) -> Iterator[ComparedItem]:
        """Yield the items side by side, from the first on."""
        originals, number, again = {item.events[0].number: item for item in self.a.items}, 0, True
        while again:
            again = False
            for x, y in aligned(self._now[self._here :], self.b.items[self._there :]):
                original = originals.get(x.events[0].number, x) if x is not None else None
                if x is not None and y is not None and x.key == y.key:
                    follows = original is not None and original.key != y.key
                    by = self._changed_by.get(x.events[0].number) if follows else None
                    yield ComparedItem(original, y, FOLLOWS if follows else SAME, by)
                    self._pass(x, y)
                    continue
                number += 1
                changes, again = self._put_in(x, y, number)
                standing = ONLY_A if y is None else ONLY_B if x is None else DIFFERS
                yield ComparedItem(original, y, standing, number, changes)
                if again:
                    break
                self._pass(x, y)

    def _pass(self, x: BookItem | None, y: BookItem | None) -> None:
        self._here, self._there = self._here + (x is not None), self._there + (y is not None)

    def _put_in(self, x: BookItem | None, y: BookItem | None, number: int) -> tuple[tuple[AnyEvent, ...], bool]:
        """Put B's item into the trial; return the corrections, and whether A replays with them.

        If B's deal comes to something else in A, the corrections name its dealer too.
        """
        before = self._here + (x is not None)
        after = self._trial.number_after(self._now[before - 1].end if before else self._trial.seats())
        if y is not None and y.kind in OF_MONEY and before < len(self._now) and self._now[before].kind in OF_MONEY:
            after = self._now[before].events[0].number  # it may have been said while a deal was in hand
        why, start = f"by {self.b.cited()}", self._trial.replay.number
        dealers = dict.fromkeys(("", self.b.dealers.get(y.deal or 0, "") if y is not None else ""))
        attempts = [changes_to(x, y, after, why, dealer) for dealer in dealers]
        refused: Refusal | None = None
        for changes in attempts:
            try:
                self._trial.apply([*self._waiting, *changes])
            except Refusal as refusal:
                refused = refused or refusal
                continue
            items = self._trial.items()
            if y is None or (self._there < len(items) and items[self._there].key == y.key):
                self._accept(items, y, number)
                return changes, True
            self._trial.replay.take_back(start)
        if refused is not None:
            self.unreplayed = self.unreplayed or refused
            self._waiting += attempts[0]
            return attempts[0], False
        self._trial.apply([*self._waiting, *attempts[0]])
        self._accept(self._trial.items(), y, number)
        return attempts[0], True

    def _accept(self, items: tuple[BookItem, ...], y: BookItem | None, number: int) -> None:
        """Go on behind B's item in the trial, and note which items it has changed."""
        keys = {item.events[0].number: item.key for item in self._now}
        for item in items:
            if keys.get(first := item.events[0].number, item.key) != item.key:
                self._changed_by[first] = number
        self._now, self._waiting, self._there = items, [], self._there + (y is not None)
        self._here = self._there  # up to here the trial has B's items


def changes_to(
    x: BookItem | None, y: BookItem | None, after: int | None, why: str, dealer: str = ""
) -> tuple[AnyEvent, ...]:
    """Return the corrections that turn one item into another, with their reason.

    An item that only B has is inserted before the event `after`, or said at the end if that is None. A `dealer` is
    said with the deal if B's telling leaves it out.
    """
    old, new = (list(item.events) if item else [] for item in (x, y))
    sayings = [effective.event for effective in new]
    if dealer and (dealt := [place for place, event in enumerate(sayings) if isinstance(event, Deal)]):
        last = sayings[dealt[-1]]
        if isinstance(last, Deal) and last.dealer is None:
            sayings[dealt[-1]] = msgspec.structs.replace(last, dealer=dealer)
    begin, end = differing([effective.event for effective in old], sayings)
    taken, put = old[begin : len(old) - end], sayings[begin : len(sayings) - end]
    if end and old:
        after = old[len(old) - end].number
    changes: list[AnyEvent] = [
        Amend(effective.number, why, event) for effective, event in zip(taken, put, strict=False)
    ]
    changes += [event if after is None else Insert(after, why, event) for event in put[len(taken) :]]
    return (*changes, *(Void(effective.number, why) for effective in taken[len(put) :]))


def differing(old: Sequence[AnyEvent], new: Sequence[AnyEvent]) -> tuple[int, int]:
    """Return how many equal events two rows begin with, and how many they end with."""
    both = min(len(old), len(new))
    begin = next((place for place in range(both) if old[place] != new[place]), both)
    end = next((place for place in range(both - begin) if old[-1 - place] != new[-1 - place]), both - begin)
    return begin, end


def aligned(a: Sequence[BookItem], b: Sequence[BookItem]) -> list[Pair]:
    """Return the items of both side by side, with the fewest changes.

    An item that only one book has costs 1, and so do two items that pair and differ. Of equal solutions the first
    that pairs, from the start, is taken.
    """
    numbers: dict[object, int] = {}
    keys = [[numbers.setdefault(item.key, len(numbers)) for item in items] for items in (a, b)]
    same = next((place for place, (x, y) in enumerate(zip(*keys, strict=False)) if x != y), min(len(a), len(b)))
    pairs: list[Pair] = list(zip(a[:same], b[:same], strict=True))
    a, b, keys = a[same:], b[same:], [row[same:] for row in keys]
    width = max(abs(len(a) - len(b)), 1)
    while (costs := _costs(a, b, keys, width))[0, 0] > width:
        width *= 2
    x = y = 0
    while x < len(a) or y < len(b):
        cost = costs[x, y]
        if x < len(a) and y < len(b) and cost == costs.get((x + 1, y + 1), cost) + _cost(a[x], b[y], keys, x, y):
            pairs.append((a[x], b[y]))
            x, y = x + 1, y + 1
        elif x < len(a) and cost == costs.get((x + 1, y), cost) + 1:
            pairs.append((a[x], None))
            x += 1
        else:
            pairs.append((None, b[y]))
            y += 1
    return pairs


def _cost(x: BookItem, y: BookItem, keys: Sequence[Sequence[int]], at: int, to: int) -> int:
    """Return the cost of two items that stand opposite: 3 if they may not pair."""
    if keys[0][at] == keys[1][to]:
        return 0
    return 1 if x.may_pair(y) else 3


def _costs(
    a: Sequence[BookItem], b: Sequence[BookItem], keys: Sequence[Sequence[int]], width: int
) -> dict[tuple[int, int], int]:
    """Return the fewest changes from each pair of places to the end.

    The two places are at most `width` apart.
    """
    far = len(a) + len(b) + 1
    costs: dict[tuple[int, int], int] = {}
    for x in range(len(a), -1, -1):
        for y in range(min(len(b), x + width), max(0, x - width) - 1, -1):
            if x == len(a) and y == len(b):
                costs[x, y] = 0
                continue
            cost = far
            if x < len(a):
                cost = min(cost, costs.get((x + 1, y), far) + 1)
            if y < len(b):
                cost = min(cost, costs.get((x, y + 1), far) + 1)
            if x < len(a) and y < len(b):
                cost = min(cost, costs.get((x + 1, y + 1), far) + _cost(a[x], b[y], keys, x, y))
            costs[x, y] = cost
    return costs
