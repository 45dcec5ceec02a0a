"""What every command speaks with: to a person in lines and tables, to a program in JSON."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from json import JSONEncoder
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from ledger.cli.encoding import clean
from ledger.cli.text_table import folded_for
from ledger.core.refusals import Code, Refusal, RefusedLine

if TYPE_CHECKING:
    from ledger.recorder import Recorder
    from ledger.store import Head


Step = TypeVar("Step")
Data = dict[str, Any] | msgspec.Struct

PATIENCE = 1.0
"""After how many seconds somebody at a terminal is told how far something has come."""
OFTEN = 0.1
"""How many seconds lie between two tellings."""


UNSOUND = 3
"""The exit code where a log is not what was recorded, or can no longer be replayed."""


@dataclass(frozen=True)
class LongList:
    """A value of an answer that is too long to be held: the JSON of each of its items, a line each."""

    items: Iterator[str]


@dataclass(frozen=True)
class LongText:
    """A value of an answer that is too long to be held: a text, piece by piece."""

    pieces: Iterator[str]


@dataclass(frozen=True)
class Output:
    """What was said with the command that belongs to every command."""

    json: bool
    database: str | None
    evening: str | None
    """The number, the title or the day of an evening; None: the current one."""

    def recorder(self, begins: bool = False) -> "Recorder":
        """Open the log, for whoever gives the command; a database is made only where an evening `begins`."""
        from ledger.recorder import Recorder
        from ledger.store import open_store

        return Recorder(open_store(self.database, begins))

    def reader(self) -> "Recorder":
        """Open the log to be read: nothing is written, and no database is made."""
        from ledger.recorder import Recorder
        from ledger.store import open_to_read

        return Recorder(open_to_read(self.database))

    def watch(self, each: Iterable[Step], doing: str, total: int) -> Iterator[Step]:
        """Go through what takes a while; a terminal is told how far it has come, once that takes over a second."""
        if not sys.stderr.isatty():
            yield from each
            return
        began = told_at = time.monotonic()
        width = 0
        for done, step in enumerate(each, start=1):
            yield step
            if (now := time.monotonic()) - began > PATIENCE and now - told_at > OFTEN:
                told_at = now
                line = f"{doing}: {done} of {total}"
                width = max(width, len(line))
                print(f"\r{line:<{width}}", end="", file=sys.stderr, flush=True)
        if width:
            print(f"\r{'':<{width}}\r", end="", file=sys.stderr, flush=True)

    def watch_evenings(self, evenings: Sequence["Head"]) -> Iterator["Head"]:
        """Go through evenings that are replayed one by one."""
        return self.watch(evenings, "replaying", len(evenings))

    def answer(self, data: Data | Callable[[], Data], lines: Iterable[str]) -> None:
        """Print an answer: one object for a program, the lines for a person; `data` may be made only when wanted."""
        if self.json:
            self.tell(data() if callable(data) else data)
        else:
            sys.stdout.writelines(f"{folded_for(sys.stdout, clean(line))}\n" for line in lines)

    def tell(self, data: Data) -> None:
        """Print one object on a line of its own."""
        plain = data if isinstance(data, dict) else msgspec.to_builtins(data)
        sys.stdout.writelines(self._object(plain))

    def item(self, data: dict[str, Any]) -> str:
        """An item of a list that is too long to be held, as JSON on a line of its own."""
        return f"{self._encoder.encode(data)}\n"

    @cached_property
    def _encoder(self) -> JSONEncoder:
        utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
        return JSONEncoder(ensure_ascii=not utf8)

    def _object(self, data: dict[str, Any]) -> Iterator[str]:
        """The JSON of an object, piece by piece where it is too long to be held."""
        encode = self._encoder.encode
        if not any(isinstance(value, LongList | LongText) for value in data.values()):
            yield f"{encode(data)}\n"
            return
        before = "{"
        for name, value in data.items():
            yield f"{before}{encode(name)}: "
            before = ", "
            if isinstance(value, LongList):
                yield "["
                yield from (f"{', ' if place else ''}{item[:-1]}" for place, item in enumerate(value.items))
                yield "]"
            elif isinstance(value, LongText):
                yield '"'
                yield from (encode(piece)[1:-1] for piece in value.pieces)
                yield '"'
            else:
                yield encode(value)
        yield "}\n"

    def refuse(self, refusal: Refusal | RefusedLine, **more: Any) -> None:
        """Print a refusal on standard error, and for a program on standard output too."""
        self.print_refusal_json(refusal, **more)
        print(folded_for(sys.stderr, clean(refusal.message)), file=sys.stderr)

    def print_refusal_json(self, refusal: Refusal | RefusedLine, **more: Any) -> None:
        """Tell a program, if it is one that listens, of a refusal."""
        if self.json:
            from ledger.projections.tables import error_of  # not wanted where nothing is refused

            self.tell({**more, "error": error_of(refusal)})


def exit_code(refusal: Refusal | RefusedLine) -> int:
    """The exit code of a command that is refused; a log that cannot be believed is told from all else."""
    return UNSOUND if refusal.code is Code.UNSOUND else 1
