"""An evening under other rules, as programs get it."""

from msgspec import Struct
from msgspec.structs import asdict

from ledger.api.fields import EventNumber, OfEvening, SayingText, in_money
from ledger.projections.whatif import Comparison


class BooksAnswer(Struct, kw_only=True):
    """The books as they would be."""

    balances: dict[str, int]
    pools: dict[str, int]


class StoppedAnswer(Struct, kw_only=True):
    """The first saying that no longer fits."""

    event: EventNumber
    saying: SayingText
    why: str


class WhatifAnswer(OfEvening, kw_only=True):
    """The evening under other rules."""

    options: list[str]
    balances: dict[str, int]
    pools: dict[str, int]
    would_be: BooksAnswer
    differences: dict[str, int]
    stopped: StoppedAnswer | None


def whatif_answer(evening: int, comparison: Comparison) -> WhatifAnswer:
    """Return the evening of this number beside what it would be under other rules."""
    was, would_be = comparison.as_it_was, comparison.as_it_would_be
    return WhatifAnswer(
        evening=evening,
        **in_money(was.money),
        options=list(map(str, comparison.options)),
        balances=was.books.balances,
        pools=was.books.pools,
        would_be=BooksAnswer(balances=would_be.books.balances, pools=would_be.books.pools),
        differences=comparison.differences(),
        stopped=StoppedAnswer(**asdict(comparison.stopped)) if comparison.stopped else None,
    )
