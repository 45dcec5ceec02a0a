"""The tricks of a side, as a saying names them."""

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
