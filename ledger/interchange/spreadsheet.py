"""An evening as a table for spreadsheets: a movement a line, in CSV as RFC 4180 has it."""

import csv
from collections.abc import Iterable, Iterator

from ledger.evening.fold import Evening
from ledger.evening.snapshots import Outcome
from ledger.interchange.journal import Journal, commodity_of

COLUMNS = (
    "event", "deal", "game", "date", "sort", "payer_sort", "payer", "payee_sort", "payee", "amount", "commodity",
    "why", "cite", "saying",
)  # fmt: skip
"""`sort` is play (counters that the payer lost to the payee), debt or bank (money that the payer paid)."""


FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""How a cell begins that a spreadsheet takes for a formula."""


class Spreadsheet:
    """Every movement of an evening, played on a day: counters, debts paid, counters bought and cashed."""

    def __init__(self) -> None:
        self._journal = Journal()

    def movements(self, outcomes: Iterable[Outcome], evening: Evening, day: str) -> Iterator[str]:
        """Every movement in what comes next as a line."""
        commodity = commodity_of(evening.money)
        for each in self._journal.movements(outcomes, evening):
            yield _line(
                each.event, each.deal or "", each.game, day, each.sort, each.payer.sort, harmless(each.payer.name),
                each.payee.sort, harmless(each.payee.name), evening.money.exact(each.amount), commodity,
                harmless(each.why), harmless(each.cite), harmless(each.saying),
            )  # fmt: skip

    def before(self, evening: Evening, day: str) -> Iterator[str]:
        """The names of the columns."""
        yield _line(*COLUMNS)

    def after(self, evening: Evening, day: str) -> Iterator[str]:
        """Nothing: the movements are all."""
        return iter(())


class _Told:
    """Gives back what is written to it."""

    def write(self, text: str) -> str:
        return text


_rows = csv.writer(_Told())


def _line(*cells: object) -> str:
    return str(_rows.writerow(cells))


def harmless(text: str) -> str:
    """A text of somebody's own, which a spreadsheet does not take for a formula, and run, however it begins.

    An apostrophe goes before it, which spreadsheets understand so; one is taken away again to have the text.
    """
    return f"'{text}" if text.lstrip("'").startswith(FORMULAS) else text
