"""The hub: the live evenings of a server, and the streams that announce new events.

Readers have a connection, a lock and live evenings of their own: they never wait for a recorder, nor a recorder for
them. A page shows one moment, and a live evening reads only new events.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from ledger.core.events import AnyEvent, RecordedEvent
from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.recorder import LiveEvening, Recorder, RecordResult, Session, recorded_meanwhile
from ledger.recorder.recorder import Known
from ledger.store import Store, sent
from ledger.web.trial import Trial

T = TypeVar("T")
Newest = tuple[int, str]
"""The number and the digest of the newest event of an evening."""

MOST_STREAMS = 200
MOST_LIVE = 32
"""The number of evenings that are kept replayed, for readers and for recorders."""
MOST_WAITING = 25
"""The number of recorders that may wait for one another: a server has 40 threads, and readers need some."""
NO_EVENING = 0
"""The number that no evening has: of it is asked only whether the database answers."""
SHORTEST = 0.5
"""The seconds that the database has to answer one who has waited for others."""
MOST_PANELS = 200
"""The number of rendered panels that are kept of an evening."""
PATIENCE = 4.0
"""The seconds after which one who waits, for others or for the database, is told so."""
FRESH = 3.0
"""The seconds after its last answer in which the database counts as there."""
PING = 2.0
"""The seconds after which a stream repeats the number of the newest event."""
RECONNECT = 500
"""The milliseconds after which a page whose stream has ended asks for another."""
LOOK = 0.5
"""The seconds after which the hub looks for events of other processes, unless the database announces them."""

ANOTHER_LOG = "the log is another one than was shown"
LOOK_FIRST = "Look how it stands, and say it again"
UNDO_UNSEEN = "Undo takes back the newest saying, and you had not seen it: look, and say it again"


class RenderedPanels(dict[Any, tuple[str, str, str, str]]):
    """Rendered panels, by their forms: each with its rule, its question and what that is about."""

    def __setitem__(self, key: Any, value: tuple[str, str, str, str]) -> None:
        if len(self) >= MOST_PANELS:
            self.clear()
        super().__setitem__(key, value)


class PageEvening(LiveEvening):
    """A live evening, and everything rendered from it."""

    lane: "Lane"

    def reset(self, differs: Refusal | None = None) -> None:
        """Forget everything that was read and rendered."""
        super().reset(differs)
        self.rendered: dict[Any, Any] = {}
        """Values made of the evening as it stands, by their keys; forgotten when it changes."""
        self.panels = RenderedPanels()
        self.earlier: Any = None
        """The evenings before this one, after somebody has asked for their games and names."""

    def written(self, head: str) -> Sequence[RecordedEvent]:
        """Forget the rendered values if the log has new events."""
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
        """Return what `make` makes of the evening as it stands, made only once."""
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
        """Return the HTTP status: 422 for an unreadable saying, 409 for one that does not fit."""
        return 422 if self.why.code in UNREADABLE else 409


UNREADABLE = (
    Code.UNREADABLE,
    Code.BAD_NAME,
    Code.BAD_CARD,
    Code.BAD_AMOUNT,
    Code.UNKNOWN_PLAYER,
)
"""The codes of sayings that are unreadable, whatever the evening is like."""


class Lane:
    """A connection to the store, and its live evenings; one thread at a time holds it."""

    def __init__(self, store: Store, records: bool) -> None:
        self.store = store
        self._lock = threading.RLock()
        self._records = records
        self._room = threading.Semaphore(MOST_WAITING)
        self._live: dict[int, PageEvening] = {}
        """The evenings that are kept replayed, by number; the one looked at last comes last."""
        self._held: set[int] | None = None
        """The evenings that were read since the lane is held; None while nobody holds it."""

    @contextmanager
    def held(self) -> Iterator["Lane"]:
        """Hold the lane: everything read and written within it belongs to one moment.

        Raises Refusal if too many wait for it, or the database cannot be reached.
        """
        last = time.monotonic() + PATIENCE
        if not self._lock.acquire(blocking=False):  # who holds it already has it again
            self._wait(last)
        outermost = self._held is None
        try:
            if not outermost:
                yield self
                return
            self._held = set()
            self.store.database.wait_at_most(max(last - time.monotonic(), SHORTEST))
            if not self._records:
                self.store.database.look_again()
            yield self
        finally:
            if outermost:
                self._held = None
            self._lock.release()

    def _wait(self, last: float) -> None:
        """Wait for the lane, until a moment at most."""
        remedy = "Nothing was recorded: say it again in a while" if self._records else "Try again in a while"
        if self._records and not self._room.acquire(blocking=False):
            raise Refusal(Code.STORE, "too many wait to record", remedy)
        try:
            if not self._lock.acquire(timeout=last - time.monotonic()):
                raise Refusal(Code.STORE, "the database keeps everybody waiting", remedy)
        finally:
            if self._records:
                self._room.release()

    def live_evening(self, evening: int) -> PageEvening:
        """Return an evening as it stands now, for the holder of the lane.

        Raises KeyError if there is none, and Refusal if it cannot be replayed.
        """
        with self._lock:
            live = self._live.pop(evening, None)
            if live is None:
                if not self.store.has(evening):
                    raise KeyError(evening)
                live = PageEvening(self.store, evening)
                live.lane = self
                if len(self._live) >= MOST_LIVE:
                    self._live.pop(next(iter(self._live)))
            if self._held is None or evening not in self._held:
                live.catch_up()
            self._live[evening] = live
            if self._held is not None:
                self._held.add(evening)
            return live


class Hub:
    """Holds the live evenings of a store and the streams that follow them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.recorders = Lane(store, records=True)
        self.readers = Lane(store.another(), records=False)
        self._watching = Lane(store.another(), records=False)
        self._answered = time.monotonic()
        """When the database last answered the thread that watches it."""
        self.known: Known = {}
        """What the evenings come to that were read for the pages over many."""
        self._streams: dict[int, list[asyncio.Queue[Newest | None]]] = {}
        self._announced: dict[int, Newest] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closing = False

    # Reading

    def live_evening(self, evening: int) -> PageEvening:
        """Return an evening as it stands now, for readers. Raises as `Lane.live_evening` does."""
        with self.readers.held() as lane:
            return lane.live_evening(evening)

    # Recording

    def record(
        self,
        evening: int,
        sayings: Sequence[str],
        name: str,
        key: str | None,
        seen: int | None,
        head: str = "",
        yes: bool = False,
        asks: bool = False,
        follows: bool = False,
    ) -> Accepted:
        """Record sayings, all or none, for the recorder `name`, who has seen events up to `seen`.

        `head` is the beginning of that event's digest; empty if it is not known. `yes` allows a payment of more than
        is owed. A recorder who `asks` is asked what becomes of counters in front of one who leaves. If they are to
        `follow` that event, nothing may have been recorded since. Raises KeyError if there is no such evening, and
        Rejected if the saying cannot stand.
        """
        with self.recorders.held() as lane:
            live = lane.live_evening(evening)
            meanwhile = tuple(live.recorded[seen:]) if seen is not None and 0 <= seen < live.number else ()
            session = Session(Recorder(self.store, name), live, now=False)
            session.overpays = session.reopens = yes
            session.leaves_counters = not asks
            try:
                of_another = seen is not None and not self._was_so(live, seen, head)
                if (of_another or (follows and meanwhile)) and not self._sent_before(evening, sayings, key):
                    clause = ANOTHER_LOG if of_another else recorded_meanwhile(meanwhile, session.evening.money)
                    raise Refusal(Code.STALE, clause, LOOK_FIRST)
                answer = self._recorded(session, sayings, key, meanwhile)
            except (Refusal, RefusedLine) as refusal:
                raise Rejected(refusal, meanwhile, session) from refusal
            written = {line.number for line in answer.said}
            unseen = tuple(recorded for recorded in meanwhile if recorded.number not in written)
            self._announce_soon(evening, (live.number, live.head))
            return Accepted(answer, unseen, session)

    def _recorded(
        self, session: Session, sayings: Sequence[str], key: str | None, meanwhile: Sequence[RecordedEvent]
    ) -> RecordResult:
        undoes = {saying.strip().lower() for saying in sayings} == {"undo"}
        if meanwhile and undoes and not self._sent_before(session.id, sayings, key):
            raise Refusal(Code.STALE, recorded_meanwhile(meanwhile, session.evening.money), UNDO_UNSEEN)
        answer = session.record_together(enumerate(sayings, start=1), key)
        if answer is None:
            raise Refusal(Code.UNREADABLE, "nothing is said", "Say, for example, Cat passes")
        return answer

    def correct(self, evening: int, name: str, make: Callable[[Session], Sequence[AnyEvent]]) -> None:
        """Write the corrections that `make` makes of an evening, all or none, for `name`.

        Raises KeyError if there is no such evening, and Refusal if they cannot stand.
        """
        with self.recorders.held() as lane:
            live = lane.live_evening(evening)
            session = Session(Recorder(self.store, name), live)
            if events := make(session):
                session.propose_events(events)
                session.write()
                self._announce_soon(evening, (live.number, live.head))

    def _was_so(self, live: PageEvening, seen: int, head: str) -> bool:
        """Return whether the log has the event that was seen."""
        if not 0 < seen <= live.number or not head:
            return seen <= live.number
        digest = live.head if seen == live.number else live.store.digest_of(live.id, seen)
        return digest.startswith(head)

    def _sent_before(self, evening: int, sayings: Sequence[str], key: str | None) -> bool:
        return key is not None and bool(self.store.sent_before(evening, sent(key, sayings)))

    def open(self, sayings: Sequence[str], name: str) -> int:
        """Open an evening with these sayings, all or none; return its number. Raises RefusedLine."""
        with self.recorders.held():
            number, _ = Recorder(self.store, name).open(sayings)
            return number

    # Announcing new events

    def newest(self, evening: int) -> Newest:
        """Return the number and the digest of the newest event of an evening."""
        with self.readers.held() as lane:
            return lane.store.newest(evening)

    async def stream(self, evening: int) -> "Stream":
        """Return a stream of an evening. Raises Crowded if there are too many."""
        if sum(map(len, self._streams.values())) >= MOST_STREAMS or self.closing:
            raise Crowded
        return Stream(self, evening, await asyncio.to_thread(self.newest, evening))

    def listen(self, evening: int) -> "asyncio.Queue[Newest | None]":
        """Return a queue of an evening's newest events; None ends it."""
        queue: asyncio.Queue[Newest | None] = asyncio.Queue()
        self._streams.setdefault(evening, []).append(queue)
        return queue

    def stop_listening(self, evening: int, queue: "asyncio.Queue[Newest | None]") -> None:
        """Remove a queue from the listeners of an evening."""
        self._streams[evening].remove(queue)
        if not self._streams[evening]:
            del self._streams[evening]
            self._announced.pop(evening, None)

    async def watch(self) -> None:
        """Announce what other processes record, for as long as the server runs."""
        self._loop = asyncio.get_running_loop()
        try:
            await asyncio.to_thread(self._wait_for_others)
        finally:
            self._loop = None

    def _wait_for_others(self) -> None:
        while not self.closing:
            try:
                with self.store.database.listening() as listening:
                    while not self.closing:
                        listening.wait(LOOK, *list(self._streams))
                        for evening in list(self._streams) or [NO_EVENING]:
                            with self._watching.held() as lane:
                                self._announce_soon(evening, lane.store.newest(evening))
                        self._answered = time.monotonic()
            except Refusal:  # the database is away for a while: pages hear of it when it is back
                time.sleep(LOOK)

    @property
    def knows(self) -> bool:
        """Return whether the database has answered of late who watches it."""
        return self._loop is None or time.monotonic() - self._answered < FRESH

    def _announce_soon(self, evening: int, newest: Newest) -> None:
        """Announce the newest event from another thread than that of the event loop."""
        if (loop := self._loop) is not None and evening in self._streams:
            loop.call_soon_threadsafe(self.announce, evening, newest)

    def announce(self, evening: int, newest: Newest) -> None:
        """Announce the newest event to all who listen; call it on the event loop only.

        Another event with the same number is announced too, because the log is then another one.
        """
        if self._announced.get(evening) == newest or evening not in self._streams:
            return
        self._announced[evening] = newest
        for queue in self._streams[evening]:
            queue.put_nowait(newest)

    def close_streams(self) -> None:
        """End all streams: the server is about to stop."""
        self.closing = True
        for queues in self._streams.values():
            for queue in queues:
                queue.put_nowait(None)


class Crowded(Exception):
    """Raised if there are too many streams."""


class Stream:
    """The stream of one page: the newest event, repeated from time to time."""

    def __init__(self, hub: Hub, evening: int, newest: Newest) -> None:
        self.hub = hub
        self.evening = evening
        self.newest = newest

    async def messages(self, is_allowed: Callable[[], bool] = lambda: True) -> Any:
        """Yield the messages of the stream, for as long as it `is_allowed`."""
        queue = self.hub.listen(self.evening)
        try:
            yield f"retry: {RECONNECT}\n\n"
            yield _message(self.newest)
            while True:
                try:
                    newest = await asyncio.wait_for(queue.get(), PING)
                except TimeoutError:
                    if not self.hub.knows and is_allowed():
                        continue  # by the silence a page notices that what it shows may be old
                    newest = self.newest
                if newest is None or not is_allowed():
                    return
                self.newest = newest
                yield _message(newest)
        finally:
            self.hub.stop_listening(self.evening, queue)


def _message(newest: Newest) -> str:
    number, head = newest
    return f'data: {{"newest": {number}, "head": "{head}"}}\n\n'
