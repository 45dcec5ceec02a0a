"""An evening as a table for spreadsheets: a movement a line, in CSV by RFC 4180."""

import csv
from collections.abc import Iterable, Iterator, Sequence

from ledger.core.money import Money
from ledger.interchange.journal import Account, JournalWriter, Movement, commodity_of

COLUMNS = (
    "event", "deal", "game", "date", "sort", "payer_sort", "payer", "payee_sort", "payee", "amount", "commodity",
    "why", "cite", "saying",
)  # fmt: skip
"""The columns. `sort` is play (counters that the payer lost to the payee), debt or bank (money that the payer paid),
or cost (a share of a common cost that the payer owes the payee)."""


FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""The beginnings of cells that a spreadsheet takes for formulas."""


class Spreadsheet(JournalWriter):
    """A table of movements; the `whole` one, of several evenings, begins with their numbers."""

    def transaction(self, movement: Movement, money: Money, day: str) -> str:
        """Return one movement as a line."""
        payer, payee = movement.payer, movement.payee
        evening = (movement.evening or "",) if self.whole else ()
        return _line(
            *evening, movement.event, movement.deal or "", movement.game, day, movement.kind, payer.kind,
            harmless(payer.name), payee.kind, harmless(payee.name), money.exact(movement.amount), commodity_of(money),
            harmless(movement.why), harmless(movement.cite), harmless(movement.saying),
        )  # fmt: skip

    def before(self, title: str, moneys: Sequence[Money], accounts: Iterable[Account], day: str) -> Iterator[str]:
        """Yield the names of the columns."""
        yield _line(*(("evening",) if self.whole else ()), *COLUMNS)


class _Echo:
    """A file that returns what is written to it."""

    def write(self, text: str) -> str:
        """Return the text."""
        return text


_rows = csv.writer(_Echo())


def _line(*cells: object) -> str:
    return str(_rows.writerow(cells))


def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula, however it begins.

    An apostrophe goes before such a text, which spreadsheets understand; without its first apostrophe it is the text.
    """
    return f"'{text}" if text.lstrip("'").startswith(FORMULAS) else text
