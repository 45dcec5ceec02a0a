"""The pots of a show, as the page tells of them: who can claim each, and who takes it."""

import msgspec


class PartAtShow(msgspec.Struct, frozen=True):
    """A part of a pot that is won by itself: a board, or the half of a board."""

    board: str
    """The board's word; empty where there is one board."""
    half: str
    """The half's word; empty where the pot is not halved."""
    takers: tuple[str, ...] = ()
    """The players who take the part; empty while that is not known."""
    asked: bool = False
    """Whether two or more players could still claim the part, so that the page asks who takes it."""


class PotAtShow(msgspec.Struct, frozen=True):
    """A pot at a show: its amount, who can claim it, and how much each takes of it."""

    amount: int
    """How much it pays."""
    claimants: tuple[str, ...]
    """The players who can claim it."""
    takes: dict[str, int] = {}
    """The amount that each player takes, as far as it is known; empty while nothing is known."""
    parts: tuple[PartAtShow, ...] = ()
    """The parts of the pot, in their order; empty where the pot is won as a whole."""
    folded: tuple[str, ...] = ()
    """Players who could claim the pot and do not."""
