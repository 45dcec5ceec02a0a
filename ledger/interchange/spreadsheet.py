"""An evening as a table for spreadsheets: a movement a line, in CSV as RFC 4180 has it."""

import csv
import io

from ledger.evening.fold import Evening
from ledger.interchange.journal import commodity_of, movements_of

COLUMNS = (
    "event", "deal", "game", "date", "sort", "payer_sort", "payer", "payee_sort", "payee", "amount", "commodity",
    "why", "cite", "saying",
)  # fmt: skip
"""`sort` is play (counters that the payer lost to the payee), debt or bank (money that the payer paid)."""


FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""How a cell begins that a spreadsheet takes for a formula."""


def table_of(evening: Evening, day: str) -> str:
    """Write every movement of an evening, played on that day: counters, debts paid, counters bought and cashed."""
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(COLUMNS)
    for each in movements_of(evening):
        rows.writerow(
            (
                each.event, each.deal or "", each.game, day, each.sort, each.payer.sort, harmless(each.payer.name),
                each.payee.sort, harmless(each.payee.name), evening.money.exact(each.amount),
                commodity_of(evening.money), harmless(each.why), harmless(each.cite), harmless(each.saying),
            )
        )  # fmt: skip
    return text.getvalue()


def harmless(text: str) -> str:
    """A text of somebody's own, which a spreadsheet does not take for a formula, and run, however it begins.

    An apostrophe goes before it, which spreadsheets understand so; one is taken away again to have the text.
    """
    return f"'{text}" if text.lstrip("'").startswith(FORMULAS) else text
