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


def table_of(evening: Evening, day: str) -> str:
    """Write every movement of an evening, played on that day: counters, debts paid, counters bought and cashed."""
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(COLUMNS)
    for each in movements_of(evening):
        rows.writerow(
            (
                each.event, each.deal or "", each.game, day, each.sort, each.payer.sort, each.payer.name,
                each.payee.sort, each.payee.name, evening.money.exact(each.amount), commodity_of(evening.money),
                each.why, each.cite, each.saying,
            )
        )  # fmt: skip
    return text.getvalue()
