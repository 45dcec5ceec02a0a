"""The formats that an evening is written in: a table in which each format is a line."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from typing import Any

from ledger.core.events import RecordedEvent
from ledger.evening.fold import Evening
from ledger.interchange.club_journal import EveningToWrite, journal_of
from ledger.projections.accounts import ClubNames


@dataclass(frozen=True)
class Format:
    """A format: its description, and the function that writes it."""

    holds: str
    module: str
    """The module of the function, imported when the format is used."""
    name: str
    """The function's name: a writer of movements, or a function that writes each recorded event and its digest.

    A `page` is written of both: the replayed log, and each event with its digest.
    """
    replayed: bool = True
    """Whether its movements are written, for which the evening is replayed."""
    together: bool = False
    """Whether all evenings of a database can be written as one."""
    page: bool = False
    accounts: bool = False
    """Whether it has accounts, which are called alike in the files of all evenings."""

    def get(self) -> Any:
        """Return the function that writes the format."""
        return getattr(import_module(f"ledger.interchange.{self.module}"), self.name)


FORMATS = {
    "script": Format("its sayings", "script", "script_of_log", replayed=False),
    "jsonl": Format("everything that was recorded", "jsonl", "lines_of", replayed=False),
    "csv": Format("its movements, for a spreadsheet", "spreadsheet", "Spreadsheet", together=True),
    "beancount": Format("its movements, for Beancount", "beancount", "Beancount", together=True, accounts=True),
    "hledger": Format("its movements, for hledger", "hledger", "Hledger", together=True, accounts=True),
    "html": Format("all of it as one page that needs nothing else", "evening_page", "evening_page", page=True),
    "phh": Format("its poker hands that were told bet by bet, for programs of poker", "phh_export", "PhhHands"),
}
"""Every format by its name. The first two lose nothing: importing them gives the same events."""


def log_in(name: str, stored: Iterable[tuple[RecordedEvent, str]]) -> Iterator[str]:
    """Write a log, each event with its digest, in a format that loses nothing, piece by piece."""
    pieces: Iterator[str] = FORMATS[name].get()(stored)
    return pieces


def movements_in(
    name: str, evening: Evening, began: str, number: int = 0, names: ClubNames | None = None
) -> Iterator[str]:
    """Write the movements of an evening in another format, piece by piece.

    It `began` on that day, if none is said. Its accounts are called as the club's `names` have the players of the
    evening of that number.
    """
    day = (evening.opening.on if evening.opening else None) or began
    form = FORMATS[name]
    if form.together:
        return journal_of(form.get(), [EveningToWrite(number, day, evening)], names if form.accounts else None)
    hands = form.get()()
    movements = list(hands.movements(evening.outcomes, evening, day))
    return chain(hands.before(evening, day), movements)
