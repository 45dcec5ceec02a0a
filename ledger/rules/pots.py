"""The pots of a show, as the page tells of them: who can claim each, and who takes it."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class PartAtShow:
    """A part of a pot that is won by itself: a board, or the half of a board."""

    board: str
    """Its word; empty where there is one board."""
    half: str
    """Its word; empty where the pot is not halved."""
    takers: tuple[str, ...] = ()
    """Empty: it is not known yet."""
    asked: bool = False
    """Whether two or more could still claim it."""


@dataclass(frozen=True)
class PotAtShow:
    """A pot at a show: what it pays, who can claim it, and who takes how much of it."""

    amount: int
    claimants: tuple[str, ...]
    takes: dict[str, int] = field(default_factory=dict)
    """As far as it is known; empty: nothing is known yet."""
    parts: tuple[PartAtShow, ...] = ()
    """The parts in which it is won, in their order; empty where it is won as a whole."""
    folded: tuple[str, ...] = ()
    """Who could have claimed it, and claims nothing."""
