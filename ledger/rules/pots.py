"""The pots of a show, as the page tells of them: who can claim each, and who takes it."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class PotAtShow:
    """A pot at a show: what it pays, who can claim it, and who takes how much of it."""

    amount: int
    claimants: tuple[str, ...]
    takes: dict[str, int] = field(default_factory=dict)
    """Empty: it is not known yet."""
