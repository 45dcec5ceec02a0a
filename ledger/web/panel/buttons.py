"""A button: it says something, or opens a sheet, or tells why something cannot be said."""

from dataclasses import dataclass, field
from typing import Any

from ledger.web.panel.fields import ends_in_keys

ENDS, LEAVES = ("end", "close"), "leaves"
"""What ends a game or the evening, and what takes a player away: nobody says it by the way."""


@dataclass(frozen=True)
class Ready:
    """A saying that needs nothing more: what is said, and what stands on its button."""

    saying: str
    label: str
    note: str = ""

    @property
    def ends(self) -> bool:
        """Whether it ends a game or the evening, or takes a player away."""
        first, _, last = self.saying.rpartition(" ")
        return last == LEAVES or (first or last).partition(" ")[0] in ENDS


@dataclass(frozen=True)
class Off:
    """What cannot be said just now, and why; with what it would begin."""

    label: str
    reason: str
    begin: str = ""
    ends = False


@dataclass
class Opening:
    """A saying that needs more: what stands on the button that opens it, and the fields, or the buttons, within."""

    id: str
    label: str
    title: str
    fields: list[dict[str, Any]] = field(default_factory=list)
    ready: list[Ready] = field(default_factory=list)
    inner: list["Opening"] = field(default_factory=list)
    """Several sayings that begin alike."""
    assumes: str = ""
    people: bool = False
    """Whether its buttons are the names of those who may say it."""
    short: str = ""
    """What tells it from others that begin alike."""
    usual: bool = False
    """Whether it is by far the most frequent answer, though it needs more."""

    @property
    def ends(self) -> bool:
        """Whether what it opens ends a game or the evening, or takes a player away."""
        return self.label.removesuffix("…").partition(" ")[0] in (*ENDS, LEAVES)

    @property
    def suits(self) -> list[dict[str, Any]]:
        """The suits that may be chosen already by the button that opens it."""
        fields = [each for one in self.fields for each in (one["rows"][0]["fields"] if one.get("once") else [one])]
        cards = next((one for one in fields if one["field"] == "cards" and one["required"]), None)
        return [] if cards is None or cards["flat"] else list(cards["suits"])

    @property
    def keys(self) -> bool:
        """Whether what is filled in last has a keypad, in whose last row it is sent."""
        return bool(self.fields) and ends_in_keys(self.fields[-1])


Button = Ready | Off | Opening
