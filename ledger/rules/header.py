"""What stands above the seats: tiles of what holds now, and the stages of a deal."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Tile:
    """A tile above the seats: what stands now; between deals, what stands for the next one."""

    label: str
    value: str
    marked: bool = False
    faint: bool = False
    pool: str = ""
    """The full name of the pool whose content it tells; a touch explains that."""


@dataclass(frozen=True)
class Stage:
    """A stage of a deal, as a street, and whether it is over or now."""

    word: str
    sum_put: str = ""
    """What was put in there."""
    over: bool = False
    now: bool = False
