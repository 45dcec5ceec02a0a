"""Boxing Night, played on the page saying by saying, in a database of its own, until somebody takes it over."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from ledger.recorder import Recorder
from ledger.store import Store, open_store
from ledger.web.hub import Hub, Rejected

NAME = "the demonstration"
A_SAYING = 2.0
"""So many seconds are between two sayings."""


def script() -> str:
    """Boxing Night as a script; beside this module where it was installed, else among the examples."""
    beside = files("ledger.web").joinpath("boxing-night.evening")
    if beside.is_file():
        return beside.read_text(encoding="utf-8")
    return (Path(__file__).parents[2] / "examples" / "boxing-night.evening").read_text(encoding="utf-8")


def sayings() -> list[str]:
    """Its sayings, without comments and blank lines."""
    return [line for line in script().splitlines() if line.strip() and not line.lstrip().startswith("#")]


class Demo:
    """An evening that plays by itself."""

    def __init__(self, store: Store) -> None:
        self.store = store
        lines = sayings()
        self.begun, self.left = lines[:2], lines[2:]
        self.evening, _ = Recorder(store, NAME).open(self.begun)

    @classmethod
    @contextmanager
    def begin(cls) -> Iterator["Demo"]:
        """Begin it in a database that is gone when it ends."""
        with TemporaryDirectory(prefix="card-ledger-demo-", ignore_cleanup_errors=True) as folder:
            demo = cls(open_store(str(Path(folder) / "demo.db")))
            yield demo

    async def play(self, hub: Hub) -> None:
        """Say one saying after another, until all are said or somebody else has said one."""
        number = len(self.begun)
        for saying in self.left:
            await asyncio.sleep(A_SAYING)
            if await asyncio.to_thread(hub.newest, self.evening) != number:
                return
            try:
                await asyncio.to_thread(hub.record, self.evening, [saying], NAME, None, number)
            except Rejected:
                return
            number += 1
            hub.tell(self.evening, number)
