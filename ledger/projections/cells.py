"""Tables of typed cells: a report before it is written as text, as CSV or as a page."""

from collections.abc import Sequence

import msgspec

from ledger.core.money import Money
from ledger.core.patterns import Pattern

ROW = Pattern(r" +\S+(?: \S+)* {2,}(?=\S)")
"""The beginning of a row of a table in prose, up to its second column: the rest of the row stands below that."""


class AmountCell(msgspec.Struct, frozen=True):
    """An amount in the smallest unit of its money; a change is written with its sign."""

    amount: int
    money: Money
    change: bool = False

    @property
    def text(self) -> str:
        """Return the amount as people read it."""
        return self.money.show_change(self.amount) if self.change else self.money.show(self.amount)


class Figures(str):
    """A text of figures, aligned as a figure is."""


class Struck(str):
    """A text that counts no more."""


Cell = str | int | AmountCell | None
"""A text, a whole number, an amount, or nothing."""


def text_of(cell: Cell) -> str:
    """Return a cell as people read it; a struck text stays one."""
    if isinstance(cell, AmountCell):
        return cell.text
    return cell if isinstance(cell, str) else "" if cell is None else str(cell)


class ReportTable(msgspec.Struct, frozen=True):
    """A table with its heading, and lines below it; each of them may be empty."""

    headings: Sequence[str] = ()
    rows: Sequence[Sequence[Cell]] = ()
    heading: str = ""
    lines: Sequence[str] = ()
    wide: int | None = None
    """The place of the column that has room before the others; None if all are alike."""

    @property
    def right(self) -> list[int]:
        """Return the places of the columns of figures, which are aligned right."""
        columns = [[cell for cell in column if cell not in (None, "")] for column in zip(*self.rows, strict=True)]
        return [place for place, cells in enumerate(columns) if cells and all(map(_is_figure, cells))]


class Report(msgspec.Struct, frozen=True):
    """A report: its title, facts about it, and tables."""

    title: str
    tables: Sequence[ReportTable]
    facts: Sequence[str] = ()


def _is_figure(cell: Cell) -> bool:
    return not isinstance(cell, str) or isinstance(cell, Figures)
