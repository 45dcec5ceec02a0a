"""The cards and the knobs of Loto: the numbers held and drawn, and how both are said.

A card has fifteen different numbers of the ninety, in three lines of five [108]-[109].
"""

from collections.abc import Callable, Collection, Iterable, Sequence

from ledger.rules import Allowed, Chooser, number
from ledger.rules.events import Draws, Says
from ledger.rules.slots import Group, Number, Slots, Word

HIGHEST = 90
"""The highest number on a knob."""
LINE = 5
LINES = 3
NUMBERS = LINE * LINES
"""The number of numbers on a card."""
FULL_BOX = 24
EACH_NUMBER = 4
"""The number of cards of a full box with each number [109]."""

LotoCard = tuple[int, ...]
"""The numbers of a card, line after line."""


def lines_of(card: LotoCard) -> list[LotoCard]:
    """Return the three lines of a card."""
    return [card[start : start + LINE] for start in range(0, NUMBERS, LINE)]


def rows_covered(card: LotoCard, covered: Collection[int]) -> int:
    """Return how many lines of a card are wholly covered."""
    return sum(all(number in covered for number in line) for line in lines_of(card))


def wrong_numbers(numbers: Sequence[int], where: str) -> str | None:
    """Return which number is on no knob, or on the card twice; or None."""
    for place, knob in enumerate(numbers):
        if not 1 <= knob <= HIGHEST:
            return f"there is no knob {knob}: they are numbered from 1 to {HIGHEST}"
        if knob in numbers[:place]:
            return f"{knob} is said twice {where}"
    return None


class HeldCards:
    """The players' cards of one box: how many, and the numbers of the known cards."""

    def __init__(self, box: int, usual: int, counts: dict[str, int], numbers: dict[str, tuple[LotoCard, ...]]) -> None:
        self.box = box
        self.usual = usual
        """The number of cards of a player who has not said one."""
        self.counts = dict(counts)
        self.numbers = dict(numbers)

    def held(self, player: str) -> int:
        """Return how many cards a player has."""
        return self.counts.get(player, self.usual)

    def known(self, player: str) -> tuple[LotoCard, ...]:
        """Return a player's cards whose numbers were said."""
        return self.numbers.get(player, ())

    def has_unknown(self, player: str) -> bool:
        """Return whether a player has a card whose numbers were not said."""
        return len(self.known(player)) < self.held(player)

    def all_known(self, players: Iterable[str]) -> bool:
        """Return whether the numbers of every card of these players were said."""
        return not any(self.has_unknown(player) for player in players)

    def too_many(self, taken: Iterable[int]) -> str | None:
        """Return a sentence if more cards are taken than are in the box, or None."""
        total = sum(taken)
        return f"the box has {self.box} cards, and that would make {total}" if total > self.box else None

    def wrong_card(self, player: str, card: LotoCard) -> str | None:
        """Return what is wrong with a card that a player is said to have, or None."""
        if len(card) != NUMBERS:
            return f"a card has {NUMBERS} numbers, not {len(card)}"
        if not self.has_unknown(player):
            held = self.held(player)
            cards = "card" if held == 1 else "cards"
            return f"{player} has {held} {cards}, and the numbers of no more can be said: say first {player} cards N"
        if fault := wrong_numbers(card, "on one card"):
            return fault
        if self.box == FULL_BOX:
            for knob in card:
                if self.times(knob) >= EACH_NUMBER:
                    return f"{knob} stands on {EACH_NUMBER} cards already, and on no more of the {FULL_BOX}"
        return None

    def times(self, wanted: int) -> int:
        """Return on how many of the known cards a number stands."""
        return sum(wanted in card for cards in self.numbers.values() for card in cards)

    def add(self, player: str, card: LotoCard) -> None:
        """Record the numbers of a player's next card."""
        self.numbers[player] = (*self.known(player), card)

    # How it is said

    def may_take(self, players: Sequence[str], check: Callable[[Says], str | None]) -> Allowed:
        """Return `A cards N`."""
        return number(Says, players, "cards", 1, self.box, check, shown="N")

    def may_show(self, players: Sequence[str], check: Callable[[Says], str | None]) -> Allowed:
        """Return `A card N N …`."""

        def wrong(event: Says) -> str | None:
            return check(event) or self.wrong_card(event.player, event.numbers)

        def slots(player: str) -> Slots | None:
            if not self.has_unknown(player) or check(Says(player, "card")):
                return None
            every = range(1, HIGHEST + 1)
            left = [knob for knob in every if self.box != FULL_BOX or self.times(knob) < EACH_NUMBER]
            slot = Number(1, HIGHEST) if len(left) == HIGHEST else Word(tuple(map(str, left)))
            return (Word(("card",)), Group((slot,), repeat=True, low=NUMBERS, high=NUMBERS, shown="N N …"))

        return Allowed(Says, tuple(players), words=("card",), check=wrong, slots=slots)


class Knobs:
    """The knobs drawn in a deal, in their order."""

    def __init__(self, caller: str, most: int = HIGHEST) -> None:
        self.caller = caller
        """The player who has the bag."""
        self.most = most
        """The greatest number of knobs that are drawn."""
        self.drawn: list[int] = []

    def wrong(self, event: Draws) -> str | None:
        """Return why these knobs cannot be drawn now, or None."""
        if event.player != self.caller:
            return f"{self.caller} has the bag: {event.player} cannot draw from it"
        if not event.numbers or event.cards or event.discards or event.discarded is not None:
            return f"knobs are drawn by their numbers, 1 to {HIGHEST}"
        if fault := wrong_numbers(event.numbers, "among the knobs drawn"):
            return fault
        for knob in event.numbers:
            if knob in self.drawn:
                return f"knob {knob} has been drawn already"
        if len(self.drawn) + len(event.numbers) > self.most:
            total = len(self.drawn) + len(event.numbers)
            return f"{self.most} knobs are drawn at a drawing, and these would make {total}"
        return None

    def may_draw(self, players: Sequence[str], check: Callable[[Draws], str | None]) -> Allowed:
        """Return `A draws N N …`, by the player who has the bag."""

        def wrong(event: Draws) -> str | None:
            return check(event) or self.wrong(event)

        def slots(player: str) -> list[Slots]:
            faults = {knob: wrong(Draws(player, (knob,))) for knob in range(1, HIGHEST + 1)}
            right = tuple(str(knob) for knob, fault in faults.items() if fault is None)
            out = {str(knob): fault for knob, fault in faults.items() if fault is not None}
            most = min(len(right), self.most - len(self.drawn))
            several = Group((Word(right),), repeat=True, low=2, high=most, shown="N …")
            forms: list[Slots] = [(Word(("draws",)), Word(right, out, shown="N …"))] if right else []
            return [*forms, (Word(("draws",)), several)] if most > 1 else forms

        def example(chooser: Chooser) -> Draws | None:
            free = [number for number in range(1, HIGHEST + 1) if number not in self.drawn]
            most = min(LINE * 2, self.most - len(self.drawn), len(free))
            return Draws(self.caller, pick(chooser, free, chooser.number(1, most))) if most else None

        return Allowed(Draws, tuple(players), example=example, check=wrong, slots=slots)


def pick(chooser: Chooser, among: Sequence[int], count: int) -> LotoCard:
    """Pick so many different numbers, or as many as there are."""
    left = list(among)
    return tuple(left.pop(chooser.number(0, len(left) - 1)) for _ in range(min(count, len(left))))
