"""An evening that is being recorded: what is said is told to it and written; where anything fails it is read again."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from ledger.core.events import CORRECTIONS, Close, EffectiveEvent
from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Finding
from ledger.games.language import Reader, write
from ledger.log.commands import Applied, Sayings
from ledger.log.corrections import Earlier
from ledger.log.replay import Replay, reader_of
from ledger.projections.course import Course, Kept, course_of
from ledger.projections.passing import Passage
from ledger.recorder.answer import RecordResult, answered, recorded_meanwhile
from ledger.recorder.expand import TOGETHER, full_sayings, not_written, place_in, shorthand_of, together
from ledger.recorder.loaded import TakenUp
from ledger.recorder.reading import no_longer, replay_of, retelling
from ledger.store import Sent, Stale, Store, Stored, sent
from ledger.store.log import unsound

if TYPE_CHECKING:
    from ledger.language.shorthand import Shorthand

SAY_IT_AGAIN = "Nothing of yours was recorded: say it again if it still holds"


class Keeper(Protocol):
    """What a sitting knows of who records at it."""

    @property
    def store(self) -> Store:
        """Where the log is."""

    def stamp(self) -> tuple[str, str]:
        """When and by whom something is recorded just now."""

    def evening(self, said: int, /) -> int:
        """See that there is an evening of this number. Raises Refusal where there is none."""

    def passed(self, evening: int, /) -> Passage:
        """Pass through the log of an evening. Raises Refusal where it cannot be replayed."""

    def rebuild(self, evening: int, /) -> None:
        """Make everything anew that is derived from the log of an evening."""

    def with_earlier(self, evening: int, kept: Kept, /) -> Kept:
        """What was kept of an evening, with what it leaves out of what was found and paid before it."""


class Session:
    """An evening that is being recorded."""

    def __init__(
        self, recorder: Keeper, evening: int, source: str = "", now: bool = True, replayed: bool = False
    ) -> None:
        """Take the evening up `now`, or when it is first wanted.

        Where it is `replayed`, nothing is believed that is kept beside the log. Raises Refusal where the store, or the
        rules, cannot.
        """
        self.id = evening
        self.recorder = recorder
        self._store = recorder.store
        self._source = source
        self._replays = replayed
        self._taken_up: TakenUp | None = None
        """The evening as it was taken up, and has gone on; None where it is to be read before it is wanted again."""
        self._made_anew = False
        """Whether what is kept beside the log was made anew while the evening is held."""
        if now:
            self._see()

    # Taking up

    def _see(self) -> TakenUp:
        """The evening as it is recorded, which is read where what was read of it no longer holds."""
        if self._taken_up is None:
            self._taken_up = self._load()
        return self._taken_up

    def _load(self) -> TakenUp:
        """Read the evening from its newest checkpoint, or where that is of no use from its first event."""
        if self._replays:
            return self._from_the_first()
        found = self._from_checkpoint()
        if found is None and self._store.holds(self.id) and self._store.newest(self.id)[0]:
            self.recorder.rebuild(self.id)
            self._made_anew = True
            if (found := self._from_checkpoint()) is not None:
                found.replayed = True
        if found is None:
            found = self._from_the_first()
            found.stands = False
        return found

    def _from_checkpoint(self) -> TakenUp | None:
        """Take the evening up from its newest checkpoint; None where it cannot be."""
        tail = self._store.tail(self.id)
        if tail is None or tail.kept is None or any(isinstance(one.recorded.event, CORRECTIONS) for one in tail.since):
            return None
        kept = tail.kept
        evening, reader = _resumed(kept, tail.since)
        if tail.postings != kept.postings + len(evening.books.postings):
            return None
        taken_up = TakenUp(self._sayings(evening, reader, tail.number), tail.number, tail.head, kept, replayed=False)
        taken_up.kept_at, taken_up.kept_after = 0, tail.kept_after
        return taken_up

    def _from_the_first(self) -> TakenUp:
        """Replay the evening from its first event. Raises Refusal where it has none, or cannot be replayed."""
        with self._store.database.transaction(writing=False):
            passage = self.recorder.passed(self.id)
            number, head = self._store.newest(self.id)
        if not number:
            self.recorder.evening(self.id)
            raise unsound(self.id, "it has no events")
        told = self._sayings(passage.evening, Reader(passage.evening.money, passage.names), number)
        taken_up = TakenUp(told, number, head, passage.kept, replayed=True)
        told.replay = passage.replay
        return taken_up

    def _sayings(self, evening: Evening, reader: Reader, number: int) -> Sayings:
        return Sayings(evening, reader, number, self._goes_back, self._source, self.recorder.stamp, live=True)

    def _from_before(self, number: int) -> tuple[Replay, Kept | None]:
        """Take the log up from before the event of a number, as far as this sitting knows it, and what was kept there.

        If there is more, appending finds out.
        """
        tail = self._store.tail_before(self.id, number)
        since = [one.recorded for one in tail.since if one.recorded.number <= self.number]
        kept, held = tail.kept, tail.kept_after
        try:
            replay = Replay(checkpoint=kept.checkpoint, recorded=held) if kept else Replay()
            replay.add(since)
        except Earlier as earlier:
            return self._from_before(min(held, earlier.number))
        except Refusal as refusal:
            raise no_longer(refusal) from refusal
        return replay, kept

    def _goes_back(self, number: int) -> Replay:
        """Take the log up from before the event of a number, and the evening of this sitting with it.

        Where nothing was believed that is kept beside it, nothing is now: then it is taken up from its beginning.
        """
        taken_up = self._see()
        replay, kept = self._from_before(1 if taken_up.replayed else number)
        taken_up.begin_from(kept)
        return replay

    # How it stands

    @property
    def number(self) -> int:
        """The number of the newest event, as the evening was read."""
        return self._see().number

    @property
    def head(self) -> str:
        """The digest of the newest event."""
        return self._see().head

    @property
    def evening(self) -> Evening:
        """The evening as it stands. Raises Refusal where it has to be read again, and cannot be."""
        return self._see().evening

    @property
    def course(self) -> Course:
        """How the evening has gone so far."""
        return course_of(self.evening, self.before)

    @property
    def before(self) -> Kept | None:
        """All that was kept where the evening is told from; None where that is its beginning."""
        base = self._see().base
        return self.recorder.with_earlier(self.id, base) if base else None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything found in the evening that does not agree."""
        evening, before = self.evening, self.before
        return (*(before.findings if before else ()), *evening.findings)

    def checked(self) -> "Session":
        """Give this sitting, once the chain was seen to hold from the first event on. Raises Refusal where it does not.

        A sitting by itself checks it from the newest checkpoint on, so that what is recorded costs no more on a long
        evening.
        """
        self._store.see_whole_chain(self.id)
        return self

    def meanwhile(self) -> list[str]:
        """What others have recorded since this sitting last read the evening, which it reads again; a line each.

        Raises Refusal where the store fails.
        """
        number = self.number
        if self._store.newest(self.id)[0] <= number:
            return []
        since = [one.recorded for one in self._store.log(self.id, number)]
        told = [f"{one.number}  {write(one.event, self.evening.money)}  (by {one.said_by})" for one in since]
        self._taken_up = self._load()
        return told

    # Saying

    def answer(self) -> RecordResult:
        """What is awaited just now, with nothing said."""
        return answered(self.evening, [])

    def record(self, saying: str, line: int = 1, key: str | None = None) -> RecordResult | None:
        """Record one saying; None for a blank or a comment, of which nothing is recorded.

        A saying that is sent under a `key` is recorded once, however often it is sent: sent again, it is not told to
        the evening, which has moved on, but answered with what was recorded and what came of it (`Answer.again`); who
        is to speak, and what may be said, is as it stands now. A key belongs to the evening, to whoever invents it,
        and to one saying: 1 to 200 printable characters that nobody else will come upon, such as a random UUID. It
        outlives the sitting and the program. Whoever does not know whether a saying was recorded says it again with
        the same key.

        Raises RefusedLine where it cannot stand (its key is then free still), Refusal with `Code.KEY` where something
        else was sent under the key, with `Code.STALE` where somebody else has recorded something since the evening
        was read, and with `Code.STORE` where the store fails. Nothing is recorded then, unless the refusal says that
        this is not known.
        """
        return self.record_together([(line, saying)], key)

    def record_together(self, lines: Iterable[tuple[int, str]], key: str | None = None) -> RecordResult | None:
        """Record several sayings, all or none: each with the number of its line. Otherwise it is as `record`."""
        lines = list(lines)
        sent_now = None if key is None else sent(key, [saying for _, saying in lines])
        with self._writing(sent_now):
            if sent_now is not None and (numbers := self._store.sent_before(self.id, sent_now)) is not None:
                return self._answered_before(numbers)
            self._store.see_newest(self.id, self.number, self.head)
            told = self._write(sent_now) if self._stand(lines) else []
        return answered(self.evening, told) if told else None  # worked out when nobody waits for it any more

    def record_typed(self, line: str) -> RecordResult | None:
        """Record what a person has typed: it is spelled out when nobody else can record any more.

        Raises what `typed` and `record` do.
        """
        with _told_by_hand(), self._writing():
            self._store.see_newest(self.id, self.number, self.head)
            return self.record_together(self.typed(line))

    def propose(self, lines: Iterable[tuple[int, str]]) -> RecordResult | None:
        """Say what sayings would mean and change, all of them together, before any is written.

        They wait until `write` writes them or `forget` forgets them. Raises RefusedLine where one cannot stand.
        """
        return answered(self.evening, self._see().sayings.told) if self._stand(lines) else None

    def propose_typed(self, line: str) -> RecordResult | None:
        """Say what a line that a person has typed would mean and change, as `propose`. Raises what `typed` does."""
        with _told_by_hand():
            return self.propose(self.typed(line))

    def forget(self) -> None:
        """Forget what was proposed: nothing of it is written."""
        self._taken_up = None

    def write(self) -> RecordResult:
        """Write what was proposed.

        Raises Refusal where somebody else has recorded something meanwhile or the store fails; nothing is then
        recorded, and nothing waits any longer.
        """
        with self._writing():
            self._store.see_newest(self.id, self.number, self.head)
            told = self._write(None)
        return answered(self.evening, told)

    def typed(self, line: str) -> list[tuple[int, str]]:
        """The full sayings that a line stands for which a person has typed, to be recorded together.

        Raises what `full_sayings` does.
        """
        return full_sayings(line, self._see().sayings, self._trial)

    def shorthand(self) -> "Shorthand":
        """What short sayings are read by, and completed from, as things stand."""
        return shorthand_of(self._see().sayings)

    def redo(self) -> str:
        """The saying that takes back the newest `undo`, to be recorded as any other.

        Raises Refusal where something else has been said since, or nothing was undone.
        """
        return self._see().sayings.redo()

    def _trial(self) -> Sayings:
        """The evening as it stands, in a copy that may be told something."""
        taken_up = self._see()
        reader = Reader(taken_up.evening.money, taken_up.sayings.reader.names)
        resumed = Evening.resume(taken_up.evening.checkpoint())
        return Sayings(resumed, reader, taken_up.number, lambda before: self._from_before(before)[0])

    def _stand(self, lines: Iterable[tuple[int, str]]) -> bool:
        """Whether anything is said; it waits then to be written. Raises RefusedLine where it cannot stand."""
        taken_up = self._see()
        lines, waiting, written = list(lines), list(taken_up.sayings.told), taken_up.number
        try:
            _say(taken_up.sayings, lines)
            if not taken_up.replayed and any(isinstance(one.recorded.event, Close) for one in taken_up.sayings.told):
                taken_up = self._taken_up = self._close_replayed(taken_up, waiting, lines)
        except BaseException as error:
            if taken_up.sayings.told or not isinstance(error, RefusedLine):
                self._taken_up = None
            if isinstance(error, RefusedLine):
                of_one_line = len(lines) > 1 and len({number for number, _ in lines}) == 1
                raise not_written(error, written, place_in(lines, error.text) if of_one_line else 0) from error
            raise
        return bool(taken_up.sayings.told)

    def _close_replayed(
        self, taken_up: TakenUp, waiting: Iterable[Applied], lines: Iterable[tuple[int, str]]
    ) -> TakenUp:
        """Say a close again, and what waits before it, to the evening replayed: it records every balance for good."""
        replayed = self._from_the_first()
        replayed.stands = taken_up.stands
        self._taken_up = replayed
        for told in waiting:
            replayed.sayings.apply(0, "", told.recorded.event, told.recorded)
        _say(replayed.sayings, lines)
        return replayed

    # Writing

    @contextmanager
    def _writing(self, key: Sent | None = None) -> Iterator[None]:
        """Hold the evening; where anything fails, what was told to it is forgotten.

        What nobody has looked at yet is read while it is held, from its newest checkpoint. Where that is of no use it
        is made anew, so that the log is replayed once, and not to be read first and then for what is kept beside it.
        """
        if self._store.holds(self.id):  # it is part of a writing that has begun
            yield
            return
        self._made_anew = False
        try:
            with self._store.holding(self.id, key, tail=self._taken_up is None):
                self._see()
                yield
        except RefusedLine:
            if self._made_anew:  # which is not written either
                self._taken_up = None
            raise
        except Stale as stale:
            told = recorded_meanwhile(stale.meanwhile, self.evening.money)
            self._taken_up = None
            raise Refusal(Code.STALE, told, SAY_IT_AGAIN) from stale
        except BaseException:
            self._taken_up = None
            raise

    def _write(self, key: Sent | None) -> list[Applied]:
        """Write what was told, while the evening is held."""
        taken_up = self._see()
        beside, told = taken_up.derived(), taken_up.sayings.told
        taken_up.stands = taken_up.stands and self._store.movements(self.id) == taken_up.posted
        taken_up.stands = taken_up.stands and (beside.kept is None or self._store.keeps(self.id, beside.kept.since))
        head = self._store.append(self.id, [one.recorded for one in told], beside, key)
        if taken_up.stands:
            taken_up.write_down(head, beside)
        else:
            self.recorder.rebuild(self.id)
        if not taken_up.stands or (taken_up.holds_more_than_it_needs and not self._replays):
            self._taken_up = self._load()
        return told

    def _answered_before(self, numbers: range) -> RecordResult:
        """What these events were answered with when they were recorded, and what is awaited now."""
        log = self._store.log(self.id)
        if not 0 < numbers.start < numbers.stop <= len(log) + 1:
            raise unsound(
                self.id, f"event {numbers.stop - 1}, as which something was recorded under this key, is missing"
            )
        replay = replay_of(log[: numbers.start - 1])
        told = Sayings(replay.evening, reader_of(replay.recorded), numbers.start - 1, lambda before: replay)
        told.replay = replay
        for stored in log[numbers.start - 1 : numbers.stop - 1]:
            told.apply(stored.recorded.number, "", stored.recorded.event, stored.recorded)
        told.finish()
        if (self.number, self.head) != (log[-1].recorded.number, log[-1].digest):
            self._taken_up = self._load()
        return replace(answered(told.evening, told.told), evening=self.evening, again=True)


@contextmanager
def _told_by_hand() -> Iterator[None]:
    """Tell who types besides how corrections are said that stand only together."""
    try:
        yield
    except RefusedLine as refused:
        raise together(refused, TOGETHER) from refused


def _say(told: Sayings, lines: Iterable[tuple[int, str]]) -> None:
    for line, saying in lines:
        told.say(line, saying)
    told.finish()


def _resumed(kept: Kept, since: Iterable[Stored]) -> tuple[Evening, Reader]:
    """An evening taken up from what was kept of it, told what came since, and a reader that has learned its names."""
    with retelling():
        evening = Evening.resume(kept.checkpoint)
        reader = Reader(evening.money, kept.names)
        for one in since:
            recorded = one.recorded
            evening.apply(EffectiveEvent(recorded.number, recorded.event, recorded.pinned))
            reader.learn(recorded.event)
    return evening, reader
