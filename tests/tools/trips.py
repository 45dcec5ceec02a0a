"""Count the calls into the package for its three trips: a saying typed at a session, a tap on the page, and `settle`.

`python -m tests.tools.trips` prints how many calls each takes, through how many Python files and rooms. What a process makes
once is made before: the evening has had a deal already, and what is counted has been done before.
"""

import asyncio
import re
import sys
import threading
from collections import Counter
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

import ledger
from ledger.api.settlement import settlement_answer
from ledger.projections.settlement import settlement
from ledger.recorder import Recorder
from ledger.store import open_store
from ledger.web.application import Endpoint, application
from ledger.web.hub import Hub
from ledger.web.links import new_links
from ledger.web.pages import rendering

ROOT = f"{Path(ledger.__file__).parent}/"
ADDRESS = "127.0.0.1"
OPENING = ['evening "Twelfth Night"', "players Ann Bob Cat Dan", "game nap"]
TAPS = 12
"""A deal that all pass is played to its end, and two pass in the next: the last tap is counted."""
DEAL = ["Bob passes", "Cat passes", "Dan 3", "Dan made"]
FORM = (
    r'name="key" value="([^"]*)"><input type="hidden" name="seen" value="([^"]*)">'
    r'<button class="{}[^>]*name="saying" value="([^"]*)"'
)
USUAL, FIRST = (re.compile(FORM.format(button)) for button in ("usual", "send"))
"""The button of the usual answer, or the first, with the key of its form and the newest event that was seen."""


@dataclass
class Trip:
    """The calls of a trip, by file."""

    calls: Counter[str] = field(default_factory=Counter)

    @property
    def number(self):
        return self.calls.total()

    @property
    def files(self):
        return {file for file in self.calls if file.endswith(".py")}

    @property
    def rooms(self):
        return {file.partition("/")[0] for file in self.files}

    def __str__(self):
        return f"{self.number:,} calls through {len(self.files)} files of {len(self.rooms)} rooms"


class Counting:
    """Counts calls into the package, in all threads that are started within."""

    def __init__(self):
        self._trip = None

    def __enter__(self):
        threading.setprofile(self._see)
        sys.setprofile(self._see)
        return self

    def __exit__(self, *error):
        sys.setprofile(None)
        threading.setprofile(None)

    @contextmanager
    def trip(self):
        self._trip = Trip()
        try:
            yield self._trip
        finally:
            self._trip = None

    def _see(self, frame, event, argument):
        file = frame.f_code.co_filename
        if event == "call" and self._trip is not None and file.startswith(ROOT):
            self._trip.calls[file.removeprefix(ROOT)] += 1


def evening_begun(store):
    """Return the number of an evening whose second deal at Nap is about to be called."""
    session = Recorder(store, "a test").open_session(Recorder(store, "a test").open(OPENING)[0])
    for saying in ("deal Ann", *DEAL, "deal"):
        session.record(saying)
    return session.id


def typed_saying(counting, store):
    """Return the trip of a saying that is typed at a session."""
    session = Recorder(store, "a test").open_session(evening_begun(store))
    session.record("Cat passes")
    with counting.trip() as trip:
        session.record("Dan passes")
    return trip


def settling(counting, store):
    """Return the trip of `settle`, from the store to its answer."""
    recorder, number = Recorder(store, "a test"), evening_begun(store)
    for _ in range(2):
        with counting.trip() as trip:
            session = recorder.open_session(number)
            settlement_answer(session, settlement(session.evening))
    return trip


async def tap(counting, store):
    """Return the trip of a tap on the usual answer, and of the page that follows it."""
    hub, links, number = Hub(store), new_links(), evening_begun(store)
    rendering.prepare()
    guarded = application(hub, links, Endpoint(frozenset({ADDRESS}), 80))
    app = guarded.application
    headers = {"Authorization": f"Bearer {links.record}"}
    transport = httpx.ASGITransport(guarded)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url=f"http://{ADDRESS}", headers=headers) as client,
    ):
        page = await client.get(f"/evenings/{number}")
        for _ in range(TAPS):
            key, seen, saying = (USUAL.search(page.text) or FIRST.search(page.text)).groups()
            with counting.trip() as trip:
                answer = await client.post(f"/evenings/{number}/say", data={"key": key, "seen": seen, "saying": saying})
                assert answer.status_code == 303, answer.text
                page = await client.get(answer.headers["location"])
    return trip


def trips(folder):
    """Return the three trips, by name."""
    with Counting() as counting, closing(open_store(str(folder / "evenings.db"))) as store:
        return {
            "a saying typed at a session": typed_saying(counting, store),
            "a tap and the page after it": asyncio.run(tap(counting, store)),
            "settle": settling(counting, store),
        }


if __name__ == "__main__":
    with TemporaryDirectory() as made:
        for name, each in trips(Path(made)).items():
            print(f"{name}: {each}")
            for file, number in each.calls.most_common() if "-v" in sys.argv else ():
                print(f"  {number:5} {file}")
