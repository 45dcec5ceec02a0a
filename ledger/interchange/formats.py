"""The formats that an evening is written in: one table, in which a new one is a line."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module

from ledger.evening.fold import Evening
from ledger.events import Recorded


@dataclass(frozen=True)
class Format:
    """A format: what is in it, and the function that writes it."""

    holds: str
    module: str
    """Where the function is; imported when the format is wanted."""
    function: str
    replayed: bool = True
    """Whether it takes the evening as it was played, and its day; or else each recorded event and its digest."""


FORMATS = {
    "script": Format("its sayings", "script", "script_of_log", replayed=False),
    "jsonl": Format("everything that was recorded", "jsonl", "lines_of", replayed=False),
    "csv": Format("its movements, for a spreadsheet", "spreadsheet", "table_of"),
    "beancount": Format("its movements, for Beancount", "beancount", "beancount_of"),
    "hledger": Format("its movements, for hledger", "hledger", "hledger_of"),
}
"""Every format by its name. The first two lose nothing: importing them gives the same events."""


def written(
    name: str, stored: Iterable[tuple[Recorded, str]], replay: Callable[[], tuple[Evening, str]]
) -> Iterable[str]:
    """Write a log, each event with its digest, in the format of this name, piece by piece.

    `replay` gives the evening, all of it, and its day: it is called for by what is written of its movements.
    """
    form = FORMATS[name]
    write = getattr(import_module(f"ledger.interchange.{form.module}"), form.function)
    pieces: Iterable[str] = (write(*replay()),) if form.replayed else write(stored)
    return pieces
