"""Tables that other programs write: CSV under a line of headings.

The cells are parted by commas, semicolons or tabs.
"""

import csv
import io
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple, TypeVar

from ledger.core.money import Money, MoneyError, currency_code, money_of
from ledger.core.refusals import Code, Refusal, RefusedLine, printable

T = TypeVar("T")
DELIMITERS = ",;\t"
REFUND = "Turn it round: who got the money back pays the others, as a payment"
"""The remedy for what is less than nothing."""


class TableRow(NamedTuple):
    """A line of a table, whose cells are found by their headings."""

    table: "CsvTable"
    line: int
    cells: tuple[str, ...]

    def text(self, heading: str) -> str:
        """Return a cell by its heading, in any case; empty where the line ends before it."""
        place = self.table.place_of(heading)
        return self.cells[place] if place < len(self.cells) else ""

    def money(self, heading: str) -> Money:
        """Return the money that a cell names; the one that was said, where one was."""
        return self.table.money if self.table.said else money_named(self.text(heading))

    def amount(self, heading: str, money: Money) -> int:
        """Return the amount in a cell; 0 for an empty one.

        Raises Refusal for a text that is no amount, and for one below 0.
        """
        amount = self.signed(heading, money)
        if amount < 0:
            sentence = f"{printable(heading)} is {printable(self.text(heading))}: a refund cannot be read"
            raise Refusal(Code.FILE, sentence, REFUND)
        return amount

    def signed(self, heading: str, money: Money) -> int:
        """Return the amount in a cell, which may be below 0; 0 for an empty one.

        Raises Refusal for a text that is no amount.
        """
        text = self.text(heading).replace("−", "-").replace("\u00a0", "")
        if not text:
            return 0
        sign, size = (-1, text[1:].strip()) if text.startswith("-") else (1, text.removeprefix("+").strip())
        try:
            return sign * money.read(size)
        except MoneyError as error:
            raise Refusal(Code.BAD_AMOUNT, f"{printable(heading)}: {error}") from error


class CsvTable:
    """A table with its headings. A `said` money goes before what its lines name."""

    def __init__(self, text: str, source: str, said: str | None = None) -> None:
        """Read the headings. Raises Refusal where two columns have the same."""
        self.source = source
        self.said = said
        text = text.removeprefix("\ufeff")
        first = next((line for line in text.splitlines() if line.strip()), "")
        self._delimiter = max(DELIMITERS, key=first.count)
        self._text = text
        names = [cell.strip() for cell in next(csv.reader([first], delimiter=self._delimiter), [])]
        while names and not names[-1]:
            names.pop()
        self.names = tuple(names)
        self.headings = tuple(name.lower() for name in self.names)
        if len(set(self.headings)) < len(self.headings):
            raise Refusal(
                Code.FILE, f"{printable(source)}: two of its columns have the same name", "Rename one of them"
            )

    @property
    def money(self) -> Money:
        """Return the money that was said; counters where none was."""
        return money_named(self.said or "counters")

    def place_of(self, heading: str) -> int:
        """Return the place of a column; beyond all where there is none."""
        lower = heading.lower()
        return self.headings.index(lower) if lower in self.headings else len(self.headings)

    def rows(self) -> Iterator[TableRow]:
        """Yield the lines under the headings that are not empty.

        Raises RefusedLine for one that is no CSV.
        """
        lines = csv.reader(io.StringIO(self._text, newline=""), delimiter=self._delimiter, strict=True)
        begun = False
        try:
            for cells in lines:
                stripped = tuple(cell.strip() for cell in cells)
                if any(stripped) and begun:
                    yield TableRow(self, lines.line_num, stripped)
                begun = begun or any(stripped)
        except csv.Error as error:
            refusal = Refusal(Code.FILE, f"this is no line of a CSV file: {error}")
            raise RefusedLine(self.source, lines.line_num, "", refusal) from error

    def each(self, reading: Callable[[TableRow], T]) -> Iterator[T]:
        """Yield what is read of each line. Raises RefusedLine at one that cannot be read."""
        return (
            reading_at(self.source, row.line, partial(reading, row), self._delimiter.join(row.cells))
            for row in self.rows()
        )


def reading_at(source: str, line: int, reading: Callable[[], T], text: str = "") -> T:
    """Return what is read of a line of a file. Raises RefusedLine where it cannot be read."""
    try:
        return reading()
    except Refusal as refusal:
        raise RefusedLine(source, line, text, refusal) from refusal


def money_named(code: str) -> Money:
    """Return the money of a code or a sign in a file. Raises Refusal for what is none."""
    try:
        return money_of(currency_code(code), None)
    except MoneyError as error:
        raise Refusal(Code.BAD_AMOUNT, str(error), "Say the money of the file, as --money EUR") from error
