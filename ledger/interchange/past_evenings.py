"""A table of past evenings, as every club has one: a row an evening, a column a person.

The cells say what each won or lost.

``date,title,Ann,Bob,Cat`` stands above it; the title may be missing. An empty cell says that somebody was not there, a
nought that they neither won nor lost. Each row becomes an evening of Tally, ended and closed.
"""

import re
from collections.abc import Iterator
from datetime import date

import msgspec

from ledger.core.money import Money
from ledger.core.names import name as written
from ledger.core.names import quoted
from ledger.core.refusals import Code, Refusal, printable
from ledger.interchange.names import name_for
from ledger.interchange.tables import CsvTable, TableRow

DAY = ("date", "day", "evening")
TITLE = ("title", "name", "where", "place")
UNTITLED = "Evening"
FRACTION = re.compile(r"[.,][0-9]")


class PastEvening(msgspec.Struct, frozen=True):
    """A row: the day, the title, and what each won (+) or lost (-), in the smallest unit."""

    line: int
    day: str
    title: str
    results: dict[str, int]

    def sayings(self, money: Money) -> Iterator[str]:
        """Yield the evening, saying by saying."""
        results = [
            f"{written(name)} {'-' if net < 0 else '+'}{money.write(abs(net))}" for name, net in self.results.items()
        ]
        yield f"evening {quoted(self.title)} on {self.day} money={money.code}"
        yield f"players {' '.join(map(written, self.results))}"
        yield from ("game tally", f"result {' '.join(results)}", "end", "close")


def is_past_evenings(table: CsvTable) -> bool:
    """Return whether a table has evenings by their days, and people behind them."""
    return table.headings[:1] != () and table.headings[0] in DAY and len(table.headings) > 2


def read_past_evenings(table: CsvTable) -> list[PastEvening]:
    """Read a table of past evenings, in money that was said, else in counters.

    Raises RefusedLine for a row that cannot be read or does not come to nothing, and Refusal where nobody sits in it.
    """
    first = 2 if table.headings[1] in TITLE else 1
    names: dict[str, str] = {}
    for heading in table.names[first:]:
        names[heading] = name_for(heading, table.money, names.values())
    evenings = list(table.each(lambda row: _evening(row, names, first == 2)))
    if not evenings:
        raise Refusal(Code.FILE, f"{printable(table.source)}: no evening is in it", "Say a row for each evening")
    return evenings


def _evening(row: TableRow, names: dict[str, str], titled: bool) -> PastEvening:
    money = row.table.money
    results = {}
    for heading, name in names.items():
        if text := row.text(heading):
            if money.code == "counters" and not row.table.said and FRACTION.search(text):
                sentence = f"{printable(heading)} is {printable(text)}, and counters have no decimals"
                raise Refusal(Code.BAD_AMOUNT, sentence, "Say the money of the table, as --money EUR")
            results[name] = row.signed(heading, money)
    if len(results) < 2:
        raise Refusal(
            Code.FILE, "fewer than two people were there", "Leave only cells of those empty who were not there"
        )
    if total := sum(results.values()):
        more = "more won than lost" if total > 0 else "more lost than won"
        raise Refusal(
            Code.FILE, f"the results do not come to nothing: {money.show(abs(total))} {more}", "Put the row right"
        )
    title = printable(row.cells[1]) if titled and len(row.cells) > 1 else ""
    return PastEvening(row.line, _day(row.cells[0]), title or UNTITLED, results)


def _day(text: str) -> str:
    """Return a day as ``2026-11-27``. Raises Refusal for a day that is written otherwise."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        sentence = f"{printable(text) or 'nothing'} is no day that can be read in one way"
        raise Refusal(Code.FILE, sentence, "Write days as 2026-11-27") from error
