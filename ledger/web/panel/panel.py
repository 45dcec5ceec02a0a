"""Everything that may be said by one player, or by anybody, laid out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ledger.language.slots import Form
from ledger.web.panel.buttons import Button, DisabledButton, SayingButton, SheetButton
from ledger.web.panel.rows import ButtonGroup, arranged
from ledger.web.panel.slots import verbs_in, words_in

FEW = 7
"""The number of buttons up to which each is as large as possible."""
FEW_ROWS, MOST_ROWS = 5, 7
"""The number of rows up to which they are large, and that a screen has room for, with the usual answer's."""
MOST_SECTIONS, MOST_BESIDE = 2, 4
"""The number of sayings whose speakers' names are shown at once, and of other sayings beside them."""


@dataclass
class Panel:
    """Everything that may be said by one player, or by anybody."""

    usual: list[SayingButton] = field(default_factory=list)
    ready: list[SayingButton | DisabledButton] = field(default_factory=list)
    sheets: list[SheetButton] = field(default_factory=list)
    assumes: str = ""
    caption: str = ""
    """The common beginning of several usual answers."""
    turn: Sequence[Form] = ()
    """The forms of the turn, in whose order its buttons stand, whoever is asked."""
    order: Mapping[str, int] = field(default_factory=dict)
    """The order of words elsewhere on the page."""
    has_rest: bool = False
    """Whether what is said seldom was taken off, and stands behind a button below."""

    @property
    def alone(self) -> SheetButton | None:
        """Return the only sheet, which is open because there is nothing else to say."""
        only = self.sheets[0] if len(self.sheets) == 1 and not self.usual and not self.ready else None
        return None if only is None or only.people else only

    @property
    def plain_sections(self) -> list[SheetButton]:
        """Return the open sheets of names, if there is room: first what, then who."""
        people = [sheet for sheet in self.sheets if sheet.people and not sheet.is_rare]
        room = len(people) <= MOST_SECTIONS and len(self.sheets) + len(self.ready) <= MOST_BESIDE
        return people if room and len(self.usual) <= 1 else []

    @property
    def closed(self) -> list[SheetButton]:
        """Return the sheets that a button opens."""
        at_once = self.plain_sections
        return [sheet for sheet in self.sheets if not sheet.usual and sheet not in at_once]

    @property
    def places(self) -> int:
        """Return how many places the panel has."""
        return len(self.usual) + len(self.ready) + len(self.sheets)

    @property
    def too_high(self) -> bool:
        """Return whether a screen has no room for all rows of buttons."""
        return self._rows(self._groups(tight=True), height_of_answer=2) > MOST_ROWS

    @property
    def choices(self) -> list[ButtonGroup]:
        """Return all buttons but the usual answers, large if there is room.

        They stand by their verbs, in the order of the turn.
        """
        if len(self.ready) + len(self.closed) <= FEW and not self.plain_sections:
            large = self._groups(tight=False)
            if self._rows(large, height_of_answer=1) <= FEW_ROWS:
                return large
        return self._groups(tight=True)

    def _rows(self, groups: Sequence[ButtonGroup], height_of_answer: int) -> int:
        """Return how many rows these and what stands beneath them fill."""
        answers = bool(self.usual or self.usual_sheets)
        return self.has_rest + height_of_answer * answers + sum(group.rows for group in groups)

    def _groups(self, tight: bool) -> list[ButtonGroup]:
        buttons, verbs = [*self.ready, *self.closed], verbs_in(self.turn)
        by_verb = sorted(buttons, key=lambda button: verbs.get(button.verb, (len(verbs), 0)))
        return arranged(self._in_order(by_verb), tight)

    @property
    def small(self) -> list[ButtonGroup]:
        """Return all buttons as in the menu, with the usual answers; whole rows come last."""
        sheets = sorted(self.sheets, key=lambda sheet: bool(sheet.suits))
        return arranged(self._in_order([*self.usual, *self.ready, *sheets]), tight=True)

    def _in_order(self, buttons: Sequence[Button]) -> list[Button]:
        """Return buttons, with those that begin alike in the order of the page, else of the turn.

        A sheet that says no more comes after these, and one that adds other words last.
        """
        by_verb: dict[str, list[Button]] = {}
        for button in buttons:
            by_verb.setdefault(button.verb, []).append(button)
        if len(by_verb) == len(buttons):
            return [*buttons]
        words = {word: place for place, word in enumerate(dict.fromkeys(words_in(self.turn)))}

        def place(button: Button) -> tuple[int, list[int]]:
            after, unknown, bare = button.words[1:], len(words), list[int]()
            if isinstance(button, SheetButton):
                unknown, bare = unknown + 2 * bool(button.adds), [unknown + 1]
            on_page = self.order.get(after[-1], len(self.order)) if after else len(self.order)
            return on_page, [words.get(word, unknown) for word in after] or bare

        alike = {verb: iter(sorted(several, key=place)) for verb, several in by_verb.items()}
        return [next(alike[button.verb]) for button in buttons]

    def taken(self, wanted: Callable[[Button], bool]) -> "Panel":
        """Take buttons off the panel, all but usual answers, and return them on one of their own."""
        ready, sheets = list(filter(wanted, self.ready)), list(filter(wanted, self.sheets))
        self.ready = [button for button in self.ready if button not in ready]
        self.sheets = [sheet for sheet in self.sheets if sheet not in sheets]
        return Panel(ready=ready, sheets=sheets, order=self.order, turn=self.turn)

    @property
    def usual_sheets(self) -> list[SheetButton]:
        """Return the sheets that are the usual answer, with a button as large as the answer's."""
        return [sheet for sheet in self.sheets if sheet.usual]
