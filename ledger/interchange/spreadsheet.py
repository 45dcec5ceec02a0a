"""An evening as a table for spreadsheets: a movement a line, in CSV by RFC 4180."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ledger.core.money import Money
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Outcome
from ledger.interchange.journal import Account, Journal, Movement, commodity_of

COLUMNS = (
    "event", "deal", "game", "date", "sort", "payer_sort", "payer", "payee_sort", "payee", "amount", "commodity",
    "why", "cite", "saying",
)  # fmt: skip
"""The columns. `sort` is play (counters that the payer lost to the payee), debt or bank (money that the payer paid),
or cost (a share of a common cost that the payer owes the payee)."""


FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""The beginnings of cells that a spreadsheet takes for formulas."""


class Spreadsheet:
    """Every movement of evenings: counters, debts paid, counters bought and cashed."""

    def __init__(self, journal: Journal | None = None) -> None:
        self._journal = journal or Journal()

    def movements(self, outcomes: Iterable[Outcome], evening: Evening, day: str) -> Iterator[str]:
        """Every movement in what comes next as a line."""
        for movement in self._journal.movements(outcomes, evening):
            yield _line(*_cells(movement, evening.money, day))

    def transaction(self, movement: Movement, money: Money, day: str) -> str:
        """Return one movement as a line of a table of several evenings."""
        return _line(movement.evening or "", *_cells(movement, money, day))

    def before(self, evening: Evening, day: str) -> Iterator[str]:
        """Yield the names of the columns."""
        yield _line(*COLUMNS)

    def after(self, evening: Evening, day: str) -> Iterator[str]:
        """Yield nothing: there is no text after the movements."""
        return iter(())

    def before_all(self, title: str, moneys: Sequence[Money], accounts: Iterable[Account], day: str) -> Iterator[str]:
        """The names of the columns of several evenings."""
        yield _line("evening", *COLUMNS)

    def after_all(self, balances: Mapping[tuple[Account, Money], int], day: str) -> Iterator[str]:
        """Nothing: the movements are all."""
        return iter(())


def _cells(movement: Movement, money: Money, day: str) -> tuple[object, ...]:
    payer, payee = movement.payer, movement.payee
    return (
        movement.event, movement.deal or "", movement.game, day, movement.kind, payer.kind, harmless(payer.name),
        payee.kind, harmless(payee.name), money.exact(movement.amount), commodity_of(money), harmless(movement.why),
        harmless(movement.cite), harmless(movement.saying),
    )  # fmt: skip


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
