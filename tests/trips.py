"""Count the calls into the package for the three trips through it: a typed saying, a tap on the page, `settle`.

    python -m tests.trips

prints for each how many calls it takes, through how many files and rooms. Everything that is made once by a process is made
before: what is counted is the second of two alike.
"""

import sys
import threading
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import ledger

ROOT = str(Path(ledger.__file__).parent)
PORT = 8000
OPENING = ['evening "Twelfth Night"', "players Ann Bob Cat Dan", "game nap", "deal Ann"]


@dataclass
class Trip:
    """The calls of one trip, by file and function."""

    calls: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def number(self):
        return self.calls.total()

    @property
    def files(self):
        return {file for file, _ in self.calls}

    @property
    def rooms(self):
        return {file.partition("/")[0] for file in self.files}

    def __str__(self):
        return f"{self.number:6,} calls through {len(self.files)} files of {len(self.rooms)} rooms"


class Counting:
    """Counts calls into the package in every thread, while a trip is under way."""

    def __init__(self):
        self._trip = None

    @contextmanager
    def everywhere(self):
        """Watch this thread, and every thread that is started within."""
        threading.setprofile(self._see)
        sys.setprofile(self._see)
        try:
            yield self
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    @contextmanager
    def trip(self):
        """Count what is called within."""
        self._trip = Trip()
        try:
            yield self._trip
        finally:
            self._trip = None

    def _see(self, frame, event, argument):
        code = frame.f_code
        if event == "call" and self._trip is not None and code.co_filename.startswith(ROOT):
            self._trip.calls[code.co_filename[len(ROOT) + 1 :], code.co_name] += 1
