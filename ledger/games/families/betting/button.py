"""Where the button and the blinds lie, from deal to deal."""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.rules import Table


@dataclass(frozen=True)
class Places:
    """The places of the button and the blinds; a player at one of them need not be dealt in."""

    button: str
    small: str
    big: str
    small_is_big: bool = False
    """Whether the small blind pays as much as the big one."""


def first_places(table: Table, dealt_in: Sequence[str], button: str) -> Places:
    """Return the places of a deal in which this player has the button."""
    first, second, *_ = table.round(dealt_in, dealer=button)
    return Places(button, button, first) if len(dealt_in) == 2 else Places(button, first, second)


def next_places(table: Table, dealt_in: Sequence[str], last: Places, way: str, simple: str) -> Places:
    """Return the places of the next deal; `simple` is the next dealt in after the last button."""
    if len(dealt_in) == 2 and way != "simple":
        big = table.left_of(last.big, dealt_in)
        button = table.left_of(big, dealt_in)
        return Places(button, button, big)
    if way == "dead":
        return _dead(table, dealt_in, last)
    places = first_places(table, dealt_in, simple)
    if way == "moving" and places.small != last.big:
        return Places(places.button, places.small, places.big, small_is_big=True)
    return places


def _dead(table: Table, dealt_in: Sequence[str], last: Places) -> Places:
    big, small, button = table.left_of(last.big, dealt_in), last.big, last.small
    if button == big:
        to_the_right = reversed([place for place in table.seats.after(small) if place != small])
        button = next(place for place in to_the_right if place in dealt_in)
    return Places(button, small, big)
