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
"""`sort` is play (counters that the payer lost to the payee), debt or bank (money that the payer paid),
or cost (a share of a common cost that the payer owes the payee)."""


FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""How a cell begins that a spreadsheet takes for a formula."""


class Spreadsheet:
    """Every movement of an evening: counters, debts paid, counters bought and cashed."""

    def __init__(self) -> None:
        self._journal = Journal()

    def movements(self, outcomes: Iterable[Outcome], evening: Evening, day: str) -> Iterator[str]:
        """Every movement in what comes next as a line."""
        commodity = commodity_of(evening.money)
        for movement in self._journal.movements(outcomes, evening):
            payer, payee = movement.payer, movement.payee
            yield _line(
                movement.event, movement.deal or "", movement.game, day, movement.kind, payer.kind,
                harmless(payer.name), payee.kind, harmless(payee.name), evening.money.exact(movement.amount),
                commodity, harmless(movement.why), harmless(movement.cite), harmless(movement.saying),
            )  # fmt: skip

    def before(self, evening: Evening, day: str) -> Iterator[str]:
        """The names of the columns."""
        yield _line(*COLUMNS)

    def after(self, evening: Evening, day: str) -> Iterator[str]:
        """Nothing: the movements are all."""
        return iter(())


class _Echo:
    """Gives back what is written to it."""

    def write(self, text: str) -> str:
        """Return the text."""
        return text


_rows = csv.writer(_Echo())


def _line(*cells: object) -> str:
    return str(_rows.writerow(cells))


def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula, however it begins.

    An apostrophe goes before it, which spreadsheets understand so; one is taken away again to have the text.
    """
    return f"'{text}" if text.lstrip("'").startswith(FORMULAS) else text
