"""A demonstration: Boxing Night plays by itself until somebody takes it over."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from ledger.core.refusals import Code, Refusal
from ledger.recorder import Recorder
from ledger.store import Store, open_store
from ledger.web.hub import Hub, Rejected

NAME = "the demonstration"
A_SAYING = 2.0
"""The seconds between two sayings."""


def script() -> str:
    """Return Boxing Night as a script: installed beside this module, else from the examples."""
    installed = files("ledger.web").joinpath("boxing-night.evening")
    if installed.is_file():
        return installed.read_text(encoding="utf-8")
    return (Path(__file__).parents[2] / "examples" / "boxing-night.evening").read_text(encoding="utf-8")


def sayings() -> list[str]:
    """Return the script's sayings, without comments and blank lines."""
    return [line for line in script().splitlines() if line.strip() and not line.lstrip().startswith("#")]


class Demo:
    """An evening that plays by itself."""

    def __init__(self, store: Store) -> None:
        self.store = store
        lines = sayings()
        self.opening, self.sayings = lines[:2], lines[2:]
        self.evening, _ = Recorder(store, NAME).open(self.opening)

    @classmethod
    @contextmanager
    def begin(cls) -> Iterator["Demo"]:
        """Yield a demonstration in a temporary database."""
        try:
            temporary = TemporaryDirectory(prefix="card-ledger-demo-", ignore_cleanup_errors=True)
        except OSError as error:
            sentence = f"no temporary folder can be made: {error.strerror}"
            raise Refusal(Code.FILE, sentence, "Name a folder that may be written to in TMPDIR") from error
        with temporary as folder:
            demo = cls(open_store(str(Path(folder) / "demo.db")))
            yield demo

    async def play(self, hub: Hub) -> None:
        """Record one saying after another, until all are recorded or somebody else records one."""
        number = len(self.opening)
        for saying in self.sayings:
            await asyncio.sleep(A_SAYING)
            if (await asyncio.to_thread(hub.newest, self.evening))[0] != number:
                return
            try:
                await asyncio.to_thread(hub.record, self.evening, [saying], NAME, None, number)
            except Rejected:
                return
            number += 1
