"""Everything that may be said by one player, or by anybody, as it is laid out."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ledger.web.panel.buttons import Off, Opening, Ready
from ledger.web.panel.rows import Choices, arranged

FEW = 7
"""Up to so many buttons are as large as there is room for."""
MOST_SECTIONS, MOST_BESIDE = 2, 4
"""The names of those who may say something are shown at once for so many sayings, beside so many others."""


@dataclass
class Panel:
    """Everything that may be said by one player, or by anybody."""

    usual: list[Ready] = field(default_factory=list)
    ready: list[Ready | Off] = field(default_factory=list)
    openings: list[Opening] = field(default_factory=list)
    assumes: str = ""
    caption: str = ""
    """How the usual answers begin, where there are several."""
    opens_first: bool = False
    """Whether what needs more comes first, as it does in the turn."""
    order: Mapping[str, int] = field(default_factory=dict)
    """Where words stand elsewhere on the page, and so here."""

    @property
    def alone(self) -> Opening | None:
        """The one form that is open because there is nothing else to say."""
        one = self.openings[0] if len(self.openings) == 1 and not self.usual and not self.ready else None
        return None if one is None or one.people else one

    @property
    def plain_sections(self) -> list[Opening]:
        """Those of which the names are shown at once, where there is room for them: first what, then who."""
        people = [one for one in self.openings if one.people]
        room = len(people) <= MOST_SECTIONS and len(self.openings) + len(self.ready) <= MOST_BESIDE
        return people if room and len(self.usual) <= 1 else []

    @property
    def closed(self) -> list[Opening]:
        """Those that are opened by a button among others."""
        shown = bool(self.plain_sections)
        return [one for one in self.openings if not one.usual and not (shown and one.people)]

    @property
    def tight(self) -> bool:
        """Whether there are too many buttons for large ones."""
        return len(self.ready) + len(self.closed) > FEW or bool(self.plain_sections)

    @property
    def choices(self) -> list[Choices]:
        """All the buttons but the usual answers."""
        told = (*self.closed, *self.ready) if self.opens_first else (*self.ready, *self.closed)
        return arranged(told, self.order, self.tight)

    @property
    def small(self) -> list[Choices]:
        """All the buttons, the usual answers too, as they stand in a drawer: those that take a whole row last."""
        openings = sorted(self.openings, key=lambda one: bool(one.suits))
        return arranged((*self.usual, *self.ready, *openings), self.order, tight=True)

    @property
    def usual_openings(self) -> list[Opening]:
        """Those that are opened by a button as large as the usual answer's, which they are."""
        return [one for one in self.openings if one.usual]
