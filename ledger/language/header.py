"""What stands above the seats: tiles of what holds now, and the steps of a deal."""

from collections.abc import Sequence

import msgspec


class Tile(msgspec.Struct, frozen=True):
    """A tile above the seats: what stands now; between deals, what stands for the next one."""

    label: str
    """What the tile is about."""
    value: str
    """How it stands."""
    marked: bool = False
    """Whether it stands out."""
    faint: bool = False
    """Whether it is of less weight, as a pool with nothing in it."""
    pool: str = ""
    """The full name of the pool whose content it tells; a touch explains that."""


class Steps(msgspec.Struct, frozen=True):
    """The steps of a deal, as its streets or rounds: their names, and the place of the one now."""

    names: Sequence[str]
    """The name of each step."""
    now: int
    """The place of the step now, from 0."""
    notes: Sequence[str] = ()
    """What was put in at each step so far."""
