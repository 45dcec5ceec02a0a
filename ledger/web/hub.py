"""The hub: the live evenings of a server, and the streams that announce new events.

One lock is held by whoever reads or writes: the database has one connection, and a page belongs to one moment. Pages
and recorders share one live evening, which reads only the events that are new.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from ledger.core.events import RecordedEvent
from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.recorder import LiveEvening, Recorder, RecordResult, Session, recorded_meanwhile
from ledger.store import Store, sent
from ledger.web.trial import Trial

T = TypeVar("T")

MOST_STREAMS = 200
MOST_LIVE = 32
"""So many evenings are kept replayed."""
MOST_PANELS = 200
"""So many panels of an evening are kept rendered."""
PING = 2.0
"""A stream repeats the number of the newest event after so many seconds."""
RECONNECT = 500
"""A page whose stream has ended asks for another after so many milliseconds."""
LOOK = 0.5
"""The hub looks for what other processes recorded every so many seconds, or as soon as the database announces it."""

UNDO_UNSEEN = "Undo takes back the newest saying, and you had not seen it: look, and say it again"


class RenderedPanels(dict[Any, tuple[str, str]]):
    """Rendered panels and the pages of their rules, by their forms: deals repeat them."""

    def __setitem__(self, key: Any, value: tuple[str, str]) -> None:
        if len(self) >= MOST_PANELS:
            self.clear()
        super().__setitem__(key, value)


class PageEvening(LiveEvening):
    """A live evening, and everything rendered from it."""

    def reset(self, differs: Refusal | None = None) -> None:
        """Forget everything that was read and rendered."""
        super().reset(differs)
        self.rendered: dict[Any, Any] = {}
        """Values made of the evening as it stands, by their keys; forgotten as soon as it moves on."""
        self.panels = RenderedPanels()

    def written(self, head: str) -> Sequence[RecordedEvent]:
        """Note that the log has moved on, if it has."""
        new = super().written(head)
        if new:
            self.rendered.clear()
        return new

    def trial(self, number: int) -> Trial:
        """Return the trial of corrections of an event; the last one made is remembered."""
        trial: Trial | None = self.rendered.get("trial")
        if trial is None or trial.number != number:
            trial = self.rendered["trial"] = Trial(self.replay, number, self.names)
        return trial

    def once(self, key: Any, make: Callable[[], T]) -> T:
        """Return what `make` makes of the evening as it stands; it is made only once."""
        if key not in self.rendered:
            self.rendered[key] = make()
        value: T = self.rendered[key]
        return value


@dataclass(frozen=True)
class Accepted:
    """A saying that was recorded, and the events that its speaker had not seen."""

    answer: RecordResult
    meanwhile: tuple[RecordedEvent, ...]
    session: Session


class Rejected(Exception):
    """A saying that was refused, and the events that its speaker had not seen."""

    def __init__(
        self, refusal: Refusal | RefusedLine, meanwhile: Sequence[RecordedEvent] = (), session: Session | None = None
    ) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal
        self.meanwhile = tuple(meanwhile)
        self.session = session

    @property
    def why(self) -> Refusal:
        """The refusal of the saying itself, without its line."""
        return self.refusal.refusal if isinstance(self.refusal, RefusedLine) else self.refusal

    @property
    def status(self) -> int:
        """The HTTP status: 422 for what cannot be read, 409 for what does not fit."""
        return 422 if self.why.code in UNREADABLE else 409


UNREADABLE = (
    Code.UNREADABLE,
    Code.BAD_NAME,
    Code.BAD_CARD,
    Code.BAD_AMOUNT,
    Code.UNKNOWN_PLAYER,
)
"""The codes of sayings that cannot be read, however the evening stands."""


class Hub:
    """Holds the live evenings of a store and the streams that follow them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lock = threading.RLock()
        self._live: dict[int, PageEvening] = {}
        """The evenings that are kept replayed, by number; the one looked at last stands last."""
        self._streams: dict[int, list[asyncio.Queue[int | None]]] = {}
        self._announced: dict[int, int] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closing = False

    @contextmanager
    def locked(self) -> Iterator[Store]:
        """Hold the lock: what is read and written within it belongs to one moment."""
        with self._lock:
            yield self.store

    # Reading

    def live_evening(self, evening: int) -> PageEvening:
        """Return an evening as it stands now.

        Raises KeyError where there is none, and Refusal where it cannot be replayed.
        """
        with self._lock:
            live = self._live.pop(evening, None)
            if live is None:
                if not self.store.has(evening):
                    raise KeyError(evening)
                live = PageEvening(self.store, evening)
                if len(self._live) >= MOST_LIVE:
                    self._live.pop(next(iter(self._live)))
            live.catch_up()
            self._live[evening] = live
            return live

    # Recording

    def record(self, evening: int, sayings: Sequence[str], name: str, key: str | None, seen: int | None) -> Accepted:
        """Record sayings, all or none, for the recorder `name`, who has seen events up to `seen`.

        Raises KeyError where there is no such evening, and Rejected where the saying cannot stand.
        """
        with self._lock:
            live = self.live_evening(evening)
            meanwhile = tuple(live.recorded[seen:]) if seen is not None and 0 <= seen < live.number else ()
            session = Session(Recorder(self.store, name), live, now=False)
            try:
                answer = self._recorded(session, sayings, key, meanwhile)
            except (Refusal, RefusedLine) as refusal:
                raise Rejected(refusal, meanwhile, session) from refusal
            written = {line.number for line in answer.said}
            unseen = tuple(recorded for recorded in meanwhile if recorded.number not in written)
            self._announce_soon(evening, live.number)
            return Accepted(answer, unseen, session)

    def _recorded(
        self, session: Session, sayings: Sequence[str], key: str | None, meanwhile: Sequence[RecordedEvent]
    ) -> RecordResult:
        undoes = [saying.strip().lower() for saying in sayings] == ["undo"]
        if meanwhile and undoes and not self._sent_before(session.id, sayings, key):
            raise Refusal(Code.STALE, recorded_meanwhile(meanwhile, session.evening.money), UNDO_UNSEEN)
        answer = session.record_together(enumerate(sayings, start=1), key)
        if answer is None:
            raise Refusal(Code.UNREADABLE, "nothing is said", "Say, for example, Cat passes")
        return answer

    def _sent_before(self, evening: int, sayings: Sequence[str], key: str | None) -> bool:
        return key is not None and bool(self.store.sent_before(evening, sent(key, sayings)))

    def open(self, sayings: Sequence[str], name: str) -> int:
        """Open an evening with these sayings, all or none, and return its number. Raise RefusedLine."""
        with self._lock:
            number, _ = Recorder(self.store, name).open(sayings)
            return number

    # Announcing new events

    def newest(self, evening: int) -> int:
        """Return the number of the newest event of an evening."""
        with self._lock:
            return self.store.newest(evening)[0]

    async def stream(self, evening: int) -> "Stream":
        """Return a stream of an evening. Raise Crowded where there are too many."""
        if sum(map(len, self._streams.values())) >= MOST_STREAMS or self.closing:
            raise Crowded
        return Stream(self, evening, await asyncio.to_thread(self.newest, evening))

    def listen(self, evening: int) -> "asyncio.Queue[int | None]":
        """Return a queue of the numbers of an evening's newest events; None ends it."""
        queue: asyncio.Queue[int | None] = asyncio.Queue()
        self._streams.setdefault(evening, []).append(queue)
        return queue

    def stop_listening(self, evening: int, queue: "asyncio.Queue[int | None]") -> None:
        """Remove a queue from the listeners of an evening."""
        self._streams[evening].remove(queue)
        if not self._streams[evening]:
            del self._streams[evening]
            self._announced.pop(evening, None)

    async def watch(self) -> None:
        """Announce what other processes record, for as long as the server runs."""
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(self._wait_for_others)

    def _wait_for_others(self) -> None:
        while not self.closing:
            try:
                with self.store.database.listening() as listening:
                    while not self.closing:
                        listening.wait(LOOK, *list(self._streams))
                        for evening in list(self._streams):
                            self._announce_soon(evening, self.newest(evening))
            except Refusal:  # the database is away for a while: pages hear of it when it is back
                time.sleep(LOOK)

    def _announce_soon(self, evening: int, number: int) -> None:
        """Announce the newest event from another thread than that of the event loop."""
        if self._loop is not None and evening in self._streams:
            self._loop.call_soon_threadsafe(self.announce, evening, number)

    def announce(self, evening: int, number: int) -> None:
        """Announce the newest event to all who listen; call it on the event loop only."""
        if self._announced.get(evening) == number or evening not in self._streams:
            return
        self._announced[evening] = number
        for queue in self._streams[evening]:
            queue.put_nowait(number)

    def close_streams(self) -> None:
        """End all streams: the server is about to stop."""
        self.closing = True
        for queues in self._streams.values():
            for queue in queues:
                queue.put_nowait(None)


class Crowded(Exception):
    """Raised where there are too many streams."""


class Stream:
    """The stream of one page: the number of the newest event, repeated from time to time."""

    def __init__(self, hub: Hub, evening: int, newest: int) -> None:
        self.hub = hub
        self.evening = evening
        self.newest = newest

    async def messages(self) -> Any:
        """Yield the messages of the stream."""
        queue = self.hub.listen(self.evening)
        try:
            yield f"retry: {RECONNECT}\n\n"
            yield _message(self.newest)
            while True:
                try:
                    number = await asyncio.wait_for(queue.get(), PING)
                except TimeoutError:
                    number = self.newest
                if number is None:
                    return
                self.newest = number
                yield _message(number)
        finally:
            self.hub.stop_listening(self.evening, queue)


def _message(number: int) -> str:
    return f'data: {{"newest": {number}}}\n\n'
