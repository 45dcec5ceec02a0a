"""The formats that an evening is written in: one table, in which a new one is a line."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from typing import Any, Protocol

from ledger.core.events import RecordedEvent
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Outcome
from ledger.interchange.journal import Journal


@dataclass(frozen=True)
class Format:
    """A format: what is in it, and the function that writes it."""

    holds: str
    module: str
    """Where the function is; imported when the format is wanted."""
    name: str
    """What it is called there: a writer of movements, or a function that writes each recorded event and its digest."""
    replayed: bool = True
    """Whether its movements are written, for which the evening is replayed."""
    together: bool = False
    """Whether all evenings of a database can be written as one."""
    accounts: bool = False
    """Whether it has accounts, which are called alike in the files of all evenings."""

    def get(self) -> Any:
        """Return what writes it."""
        return getattr(import_module(f"ledger.interchange.{self.module}"), self.name)


class Writer(Protocol):
    """Writes the movements of an evening that was played on a day."""

    def movements(self, outcomes: Iterable[Outcome], evening: Evening, day: str, /) -> Iterator[str]:
        """The movements in what comes next."""

    def before(self, evening: Evening, day: str, /) -> Iterator[str]:
        """What stands before them all, once the last is written."""

    def after(self, evening: Evening, day: str, /) -> Iterator[str]:
        """What stands after them."""


FORMATS = {
    "script": Format("its sayings", "script", "script_of_log", replayed=False),
    "jsonl": Format("everything that was recorded", "jsonl", "lines_of", replayed=False),
    "csv": Format("its movements, for a spreadsheet", "spreadsheet", "Spreadsheet", together=True),
    "beancount": Format("its movements, for Beancount", "beancount", "Beancount", together=True, accounts=True),
    "hledger": Format("its movements, for hledger", "hledger", "Hledger", together=True, accounts=True),
    "phh": Format("its poker hands that were told bet by bet, for programs of poker", "phh_export", "PhhHands"),
}
"""Every format by its name. The first two lose nothing: importing them gives the same events."""


def log_in(name: str, stored: Iterable[tuple[RecordedEvent, str]]) -> Iterator[str]:
    """Write a log, each event with its digest, in a format that loses nothing, piece by piece."""
    pieces: Iterator[str] = FORMATS[name].get()(stored)
    return pieces


def movements_in(name: str, evening: Evening, began: str, journal: Journal | None = None) -> Iterator[str]:
    """Write the movements of an evening in another format, piece by piece.

    It `began` on that day, if none is said. A `journal` names the accounts, where the format has them.
    """
    make = FORMATS[name].get()
    writer: Writer = make(journal) if journal is not None else make()
    day = (evening.opening.on if evening.opening else None) or began
    movements = list(writer.movements(evening.outcomes, evening, day))
    return chain(writer.before(evening, day), movements, writer.after(evening, day))
