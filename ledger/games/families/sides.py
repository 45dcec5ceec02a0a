"""What games with sides share: the tricks of a side, and how many sides there can be."""

from ledger.rules import Side
from ledger.rules.slots import Group, Number, Player


def tricks_of(side: Side, low: int, high: int, text: str | None) -> Group:
    """Return the slots of the tricks of a side, divided among its players.

    If the side may have no tricks, its numbers may be left out.
    """
    if len(side) == 1:
        return Group((Player(side), Number(low, high)), any_order=True, optional=not low, shown=text)
    return Group(
        (Player(side), Number(0, high)), repeat=True, low=1, high=len(side), total=(low, high),
        any_order=True, optional=not low, shown=text,
    )  # fmt: skip


def uneven(players: int, number: int) -> str | None:
    """Return a sentence if the players do not make so many equal sides of two or more, or None."""
    if players % number or players < 2 * number:
        return f"{players} players do not make {number} equal sides of two or more"
    return None
