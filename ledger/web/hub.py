"""The log as the server sees it: read once and followed, and whoever looks at a page told that it has moved on.

One lock is held by whoever reads or writes: the database has one connection, and a page is drawn from one moment.
What is recorded goes the way of every recorder, from the newest checkpoint; what is shown comes from a replay that is
kept and told only what is new.
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
"""So many pages at the most are told that the log has moved on."""
MOST_FOLLOWED = 32
"""So many evenings at the most are kept replayed."""
PING = 2.0
"""A stream says where the log is at least every so many seconds."""
RECONNECT = 500
"""A page whose stream has ended asks for another after so many milliseconds."""
LOOK = 0.5
"""So long it is waited at a time for what others record, in seconds; where nobody tells, it is looked sooner."""


UNDO_UNSEEN = "Undo takes back the newest saying, and you had not seen it: look, and say it again"


class PageEvening(LiveEvening):
    """A live evening, and what was drawn from it."""

    def reset(self) -> None:
        """Forget all that was read, and drawn."""
        super().reset()
        self.drawn: dict[Any, Any] = {}
        """What was made of it as it stands, by what it is; forgotten as soon as it moves on."""

    def written(self, head: str) -> Sequence[RecordedEvent]:
        """Note that the log has moved on, if it has."""
        new = super().written(head)
        if new:
            self.drawn.clear()
        return new

    def trial(self, number: int) -> Trial:
        """Corrections of an event, and of what came after it, tried as it stands; of one event at a time it is kept."""
        kept: Trial | None = self.drawn.get("trial")
        if kept is None or kept.number != number:
            kept = self.drawn["trial"] = Trial(self.replay, number, self.names)
        return kept

    def once(self, what: Any, make: Callable[[], T]) -> T:
        """Make something of the evening as it stands, only once."""
        if what not in self.drawn:
            self.drawn[what] = make()
        found: T = self.drawn[what]
        return found


@dataclass(frozen=True)
class Accepted:
    """A saying that was recorded, and what others had recorded that its speaker had not seen."""

    answer: RecordResult
    meanwhile: tuple[RecordedEvent, ...]
    sitting: Session


class Rejected(Exception):
    """A saying that was refused, and what others had recorded that its speaker had not seen."""

    def __init__(
        self, refusal: Refusal | RefusedLine, meanwhile: Sequence[RecordedEvent] = (), sitting: Session | None = None
    ) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal
        self.meanwhile = tuple(meanwhile)
        self.sitting = sitting

    @property
    def why(self) -> Refusal:
        """The refusal itself."""
        return self.refusal.refusal if isinstance(self.refusal, RefusedLine) else self.refusal

    @property
    def status(self) -> int:
        """The status of the answer: 422 for what cannot be read, 409 for what does not fit."""
        return 422 if self.why.code in UNREADABLE else 409


UNREADABLE = (
    Code.UNREADABLE,
    Code.BAD_NAME,
    Code.BAD_CARD,
    Code.BAD_AMOUNT,
    Code.UNKNOWN_PLAYER,
)
"""What is refused as it is read, whatever the evening is at."""


class Hub:
    """A store that is served."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lock = threading.RLock()
        self._followed: dict[int, PageEvening] = {}
        """The evenings that are kept replayed; whoever was looked at last stands last, and goes last."""
        self._streams: dict[int, list[asyncio.Queue[int | None]]] = {}
        self._told: dict[int, int] = {}
        self.closing = False

    @contextmanager
    def locked(self) -> Iterator[Store]:
        """Hold everything else back: what is read and written within it is of one moment."""
        with self._lock:
            yield self.store

    # Reading

    def follow(self, evening: int) -> PageEvening:
        """An evening as it stands now. Raises KeyError where there is none, and Refusal where it cannot be replayed."""
        with self._lock:
            live_evening = self._followed.pop(evening, None)
            if live_evening is None:
                if not self.store.has(evening):
                    raise KeyError(evening)
                live_evening = PageEvening(self.store, evening)
                if len(self._followed) >= MOST_FOLLOWED:
                    self._followed.pop(next(iter(self._followed)))
            live_evening.catch_up()
            self._followed[evening] = live_evening
            return live_evening

    # Recording

    def record(self, evening: int, sayings: Sequence[str], name: str, key: str | None, seen: int | None) -> Accepted:
        """Record sayings, all or none, for whoever is called `name`, who had seen the log up to event `seen`.

        Raises KeyError where there is no such evening, and NotTaken where the saying cannot stand.
        """
        with self._lock:
            before = self.follow(evening)
            meanwhile = tuple(before.recorded[seen:]) if seen is not None and 0 <= seen < before.number else ()
            sitting = Session(Recorder(self.store, name), before, now=False)
            try:
                answer = self._recorded(sitting, sayings, key, meanwhile)
            except (Refusal, RefusedLine) as refusal:
                raise Rejected(refusal, meanwhile, sitting) from refusal
            written = {one.number for one in answer.said}
            unseen = tuple(recorded for recorded in meanwhile if recorded.number not in written)
            return Accepted(answer, unseen, sitting)

    def _recorded(
        self, sitting: Session, sayings: Sequence[str], key: str | None, meanwhile: Sequence[RecordedEvent]
    ) -> RecordResult:
        undoes = [saying.strip().lower() for saying in sayings] == ["undo"]
        if meanwhile and undoes and not self._sent_before(sitting.id, sayings, key):
            raise Refusal(Code.STALE, recorded_meanwhile(meanwhile, sitting.evening.money), UNDO_UNSEEN)
        answer = sitting.record_together(enumerate(sayings, start=1), key)
        if answer is None:
            raise Refusal(Code.UNREADABLE, "nothing is said", "Say, for example, Cat passes")
        return answer

    def _sent_before(self, evening: int, sayings: Sequence[str], key: str | None) -> bool:
        return key is not None and bool(self.store.sent_before(evening, sent(key, sayings)))

    def open(self, sayings: Sequence[str], name: str) -> int:
        """Open an evening with these sayings, all or none; gives its number. Raises RefusedLine."""
        with self._lock:
            number, _ = Recorder(self.store, name).open(sayings)
            return number

    # Telling that the log has moved on

    def newest(self, evening: int) -> int:
        """The number of the newest event of an evening."""
        with self._lock:
            return self.store.newest(evening)[0]

    async def stream(self, evening: int) -> "Stream":
        """Begin to be told of an evening. Raises Crowded where too many are told already."""
        if sum(map(len, self._streams.values())) >= MOST_STREAMS or self.closing:
            raise Crowded
        return Stream(self, evening, await asyncio.to_thread(self.newest, evening))

    def listen(self, evening: int) -> "asyncio.Queue[int | None]":
        """Be told the number of the newest event of an evening whenever it moves on; None: no more is told."""
        queue: asyncio.Queue[int | None] = asyncio.Queue()
        self._streams.setdefault(evening, []).append(queue)
        return queue

    def stop_listening(self, evening: int, queue: "asyncio.Queue[int | None]") -> None:
        """Be told no more."""
        self._streams[evening].remove(queue)
        if not self._streams[evening]:
            del self._streams[evening]
            self._told.pop(evening, None)

    async def watch(self) -> None:
        """Wait, for as long as the server runs, for what others record, and tell whoever listens."""
        await asyncio.to_thread(self._wait_for_others, asyncio.get_running_loop())

    def _wait_for_others(self, loop: asyncio.AbstractEventLoop) -> None:
        while not self.closing:
            try:
                with self.store.database.listening() as listening:
                    while not self.closing:
                        listening.wait(LOOK, *list(self._streams))
                        for evening in list(self._streams):
                            loop.call_soon_threadsafe(self.tell, evening, self.newest(evening))
            except Refusal:  # the database is away for a while; a page hears no more of it until it is back
                time.sleep(LOOK)

    def tell(self, evening: int, number: int) -> None:
        """Tell whoever listens where the log is; called where the pages are served, and nowhere else."""
        if self._told.get(evening) == number or evening not in self._streams:
            return
        self._told[evening] = number
        for queue in self._streams[evening]:
            queue.put_nowait(number)

    def close_streams(self) -> None:
        """Tell nobody any more: the server is about to end."""
        self.closing = True
        for queues in self._streams.values():
            for queue in queues:
                queue.put_nowait(None)


class Crowded(Exception):
    """Raised where more pages want to be told than can be."""


class Stream:
    """What one page is told: where the log is, now and whenever it moves on, and every now and then besides."""

    def __init__(self, hub: Hub, evening: int, newest: int) -> None:
        self.hub = hub
        self.evening = evening
        self.newest = newest

    async def messages(self) -> Any:
        """The messages, as they are sent."""
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
