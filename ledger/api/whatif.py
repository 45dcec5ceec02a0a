"""An evening under other rules, as programs get it."""

from msgspec import Struct

from ledger.api.fields import OfEvening, answer, in_money
from ledger.projections.whatif import Comparison, Misfit


class BooksAnswer(Struct, kw_only=True):
    """The books as they would be."""

    balances: dict[str, int]
    pools: dict[str, int]


class WhatifAnswer(OfEvening, kw_only=True):
    """The evening under other rules."""

    options: list[str]
    balances: dict[str, int]
    pools: dict[str, int]
    would_be: BooksAnswer
    differences: dict[str, int]
    stopped: Misfit | None


def whatif_answer(evening: int, comparison: Comparison) -> WhatifAnswer:
    """Return the evening of this number beside what it would be under other rules."""
    was = comparison.as_it_was
    return answer(
        was.books,
        WhatifAnswer,
        evening=evening,
        **in_money(was.money),
        options=list(map(str, comparison.options)),
        would_be=comparison.as_it_would_be.books,
        differences=comparison.differences(),
        stopped=comparison.stopped,
    )
