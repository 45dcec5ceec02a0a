"""The formats that an evening is written in: a table in which each format is a line."""

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
    """A format: its description, and the function that writes it."""

    holds: str
    module: str
    """The module of the function, imported when the format is used."""
    name: str
    """The function's name: a writer of movements, or a function that writes each recorded event and its digest."""
    replayed: bool = True
    """Whether its movements are written, for which the evening is replayed."""
    together: bool = False
    """Whether all evenings of a database can be written as one."""
    accounts: bool = False
    """Whether it has accounts, which are called alike in the files of all evenings."""

    def get(self) -> Any:
        """Return the function that writes the format."""
        return getattr(import_module(f"ledger.interchange.{self.module}"), self.name)


class Writer(Protocol):
    """The interface of a writer of the movements of an evening that was played on a day."""

    def movements(self, outcomes: Iterable[Outcome], evening: Evening, day: str, /) -> Iterator[str]:
        """Yield the movements in the next outcomes."""

    def before(self, evening: Evening, day: str, /) -> Iterator[str]:
        """Yield the text before the movements, after the last movement is written."""

    def after(self, evening: Evening, day: str, /) -> Iterator[str]:
        """Yield the text after the movements."""


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
