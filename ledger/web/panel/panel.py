"""Everything that may be said by one player, or by anybody, as it is laid out."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ledger.web.panel.buttons import DisabledButton, SayingButton, SheetButton
from ledger.web.panel.rows import ButtonGroup, arranged

FEW = 7
"""Up to so many buttons are as large as there is room for."""
MOST_SECTIONS, MOST_BESIDE = 2, 4
"""The names of those who may say something are shown at once for so many sayings, beside so many others."""


@dataclass
class Panel:
    """Everything that may be said by one player, or by anybody."""

    usual: list[SayingButton] = field(default_factory=list)
    ready: list[SayingButton | DisabledButton] = field(default_factory=list)
    sheets: list[SheetButton] = field(default_factory=list)
    assumes: str = ""
    caption: str = ""
    """How the usual answers begin, where there are several."""
    sheets_first: bool = False
    """Whether the sheets come first, as they do in the turn."""
    order: Mapping[str, int] = field(default_factory=dict)
    """The place of each word that stands elsewhere on the page."""

    @property
    def alone(self) -> SheetButton | None:
        """The only sheet, which is open because there is nothing else to say."""
        only = self.sheets[0] if len(self.sheets) == 1 and not self.usual and not self.ready else None
        return None if only is None or only.people else only

    @property
    def plain_sections(self) -> list[SheetButton]:
        """Sheets of names that stand open, where there is room: first what, then who."""
        people = [sheet for sheet in self.sheets if sheet.people]
        room = len(people) <= MOST_SECTIONS and len(self.sheets) + len(self.ready) <= MOST_BESIDE
        return people if room and len(self.usual) <= 1 else []

    @property
    def closed(self) -> list[SheetButton]:
        """Sheets that are opened by a button among others."""
        at_once = bool(self.plain_sections)
        return [sheet for sheet in self.sheets if not sheet.usual and not (at_once and sheet.people)]

    @property
    def tight(self) -> bool:
        """Return whether there are too many buttons for large ones."""
        return len(self.ready) + len(self.closed) > FEW or bool(self.plain_sections)

    @property
    def choices(self) -> list[ButtonGroup]:
        """All the buttons but the usual answers."""
        buttons = (*self.closed, *self.ready) if self.sheets_first else (*self.ready, *self.closed)
        return arranged(buttons, self.order, self.tight)

    @property
    def small(self) -> list[ButtonGroup]:
        """All buttons as they stand in the menu, the usual answers too; whole rows last."""
        sheets = sorted(self.sheets, key=lambda sheet: bool(sheet.suits))
        return arranged((*self.usual, *self.ready, *sheets), self.order, tight=True)

    @property
    def usual_sheets(self) -> list[SheetButton]:
        """Sheets that are the usual answer, opened by a button as large as its."""
        return [sheet for sheet in self.sheets if sheet.usual]
