"""Recording: a saying, or several, told to an evening that is kept in the store.

The clock and the recorder's name are read here and nowhere below. What is recorded costs the length of the deal
in hand: the evening is taken up from its newest checkpoint, and a correction from the pause before what it is about.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import chain, islice
from os import environ
from typing import TYPE_CHECKING

import msgspec

from ledger.books import Posting
from ledger.evening.fold import Evening
from ledger.evening.snapshots import DealOver, Finding
from ledger.events import CORRECTIONS, Close, Counted, Recorded
from ledger.games.language import Reader, vocabulary, write
from ledger.log import sayings
from ledger.log.corrections import Earlier
from ledger.log.digests import digest_of_events
from ledger.log.replay import Refused, Replay, reader_of
from ledger.log.sayings import Sayings, Told
from ledger.money import Money
from ledger.refusals import Code, Refusal, RefusedLine, listed, printable
from ledger.store import Derived, EveningListed, KeptEvening, Sent, Stale, Store, Stored, sent
from ledger.store.derivation import Anew, all_derived, derived
from ledger.store.log import begins_a_stretch, unsound
from ledger.views.course import BEGINNING, Course, Following, Kept, course_of
from ledger.views.keeping import checkpoint_of
from ledger.views.offers import assumed, expecting, offers
from ledger.views.passing import Part, Passage, Passes, begin_alone, passed_through
from ledger.views.standings import Played, played_of, played_until

if TYPE_CHECKING:
    from ledger.shorthand import Shorthand

REDO = ("redo", "r")
"""What is typed for a redo."""
LONGEST_NAME = 80
"""No more characters than this of a recorder's name are recorded."""
SAY_IT_AGAIN = "Nothing of yours was recorded: say it again if it still holds"

HELD = 2_000
"""When a sitting holds so many events it forgets what is long over: they take about 2 MB."""
DEBTS_AN_EVENT = 32
"""To keep so many debts paid in a checkpoint costs about as much as to tell an event."""
SEEN_AT_ONCE = 50_000
"""The chain of so many events is seen to hold in about a fifth of a second."""
AS_AN_EVENING = 30
"""To begin with another evening takes as long as so many events."""


@dataclass(frozen=True)
class Corrected:
    """What corrections have made of one event, in the notation's words; empty where it does not count."""

    event: int
    was: str
    now: str


Watch = Callable[[Sequence[KeptEvening]], Iterable[KeptEvening]]


@dataclass(frozen=True)
class Said:
    """One saying that was recorded, and what came of it."""

    number: int
    saying: str
    """What was said, in the notation's own words."""
    assumed: str
    """What was taken as said before it, in words; empty where nothing was."""
    postings: tuple[Posting, ...]
    remarks: tuple[str, ...]
    findings: tuple[Finding, ...]
    changes: dict[str, int] | None
    """What corrections have changed in the balances, in the smallest unit; with the last of a group."""
    owed: dict[str, int] | None
    """What corrections have changed in what each is owed, likewise."""
    corrected: tuple[Corrected, ...]
    """Which events no longer count, count again, or count otherwise, likewise."""
    over: DealOver | None
    """The deal that was over with it, what it came to, and what it leaves to the next."""


@dataclass(frozen=True)
class Answer:
    """What is answered to whoever records."""

    said: tuple[Said, ...]
    evening: Evening = field(compare=False, repr=False)
    """The evening in which it was said. It goes on: what is awaited in it is worked out when somebody looks."""
    money: Money
    """What its amounts are in."""
    corrects: bool = False
    """Whether a correction is among what was said."""
    again: bool = False
    """Whether it was recorded before, under the same key, and nothing was written now."""

    @property
    def expecting(self) -> dict[str, list[str]]:
        """Who is to speak now, and what may be said."""
        return expecting(self.evening)

    @property
    def asks(self) -> str:
        """What is awaited now, as a clause; empty where no game is open."""
        return self.evening.game.turn.asks if self.evening.game else ""

    @property
    def ends_in_silence(self) -> bool:
        """Whether silence alone has ended a deal: nobody has said how it came out."""
        return any(one.over is not None and one.over.silent for one in self.said)


def own_name() -> str:
    """The name of who records: CARD_LEDGER_RECORDER, or the user of the machine."""
    said = environ.get("CARD_LEDGER_RECORDER", "").strip()
    if not said:
        from getpass import getuser  # not wanted where a name is said

        try:
            said = getuser()
        except (OSError, KeyError):
            said = "somebody"
    return printable(said.encode(errors="replace").decode(), LONGEST_NAME)


def now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


class Recorder:
    """Somebody who records evenings in a store."""

    def __init__(self, store: Store, name: str | None = None, clock: Callable[[], datetime] = now) -> None:
        self.store = store
        self.name = own_name() if name is None else name
        self._clock = clock

    def stamp(self) -> tuple[str, str]:
        """When and by whom something is recorded just now."""
        at = self._clock().astimezone(UTC).isoformat(timespec="milliseconds")
        return at.replace("+00:00", "Z"), self.name

    def today(self) -> str:
        """The day it is here, as an evening says it."""
        return self._clock().astimezone().date().isoformat()

    def evening(self, said: int | str | None = None) -> int:
        """The evening of this number, title or day, or the current one. Raises Refusal where there is none, or several.

        Of a title, or of title and day together, the beginnings of some words are enough.
        """
        found = self.store.current(self.name) if said is None else said
        if found is None:
            raise Refusal(Code.NOT_NOW, "no evening has been opened", 'Say card-ledger open "TITLE" --players "A B C"')
        if isinstance(found, str):
            if not (found.isdecimal() and found.isascii() and self.store.has(int(found))):
                return _found_by(found, self.store.evenings())
            found = int(found)
        if not self.store.has(found):
            raise Refusal(Code.NOT_NOW, f"there is no evening {found}", "card-ledger evenings lists those there are")
        return found

    def choose(self, said: int | str) -> int:
        """Make an evening the current one, and give its number. Raises Refusal as `evening` does."""
        number = self.evening(said)
        self.store.choose(self.name, number)
        return number

    def sit(
        self, said: int | str | None = None, source: str = "", now: bool = True, replayed: bool = False
    ) -> "Sitting":
        """Take up an evening, or the current one; `source` is the file that its sayings come from.

        Where it is not read `now` it is read when it is first wanted: so `record` reads it when nobody else can
        record there any more, and never comes too late. Where it is `replayed`, nothing is believed that is kept
        beside the log.
        """
        number = said if isinstance(said, int) and 0 < said < 2**31 and not now else self.evening(said)
        return Sitting(self, number, source, now, replayed)

    def open(self, sayings: Sequence[str]) -> tuple[int, Answer]:
        """Begin an evening with these sayings, all or none; it becomes the current one.

        Raises RefusedLine for a saying that cannot stand.
        """
        replay = Replay()
        told = Sayings(replay.evening, Reader(), 0, lambda before: replay, stamp=self.stamp)
        told.replay = replay
        for line, saying in enumerate(sayings, start=1):
            told.say(line, saying)
        told.finish()
        return self.keep(replay), _answer(replay.evening, told.told)

    def keep(self, replay: Replay) -> int:
        """Keep a log that was made elsewhere, and is held, as `keep_told` does."""
        beside = [all_derived(replay, reader_of(replay.recorded).names)] if replay.recorded else []
        return self.keep_told(replay.recorded, beside)

    def keep_told(self, recorded: Iterable[Recorded], beside: Iterable[Derived]) -> int:
        """Keep a log that was made elsewhere as an evening of its own, with what is derived from it, part by part.

        It becomes the current one. What was not recorded with a time and a name is recorded now, by this recorder.
        Raises Refusal where there is nothing in it.
        """
        events = iter(recorded)
        if (first := next(events, None)) is None:
            raise Refusal(Code.FILE, "nothing is said in it", 'An evening begins with evening "TITLE"')
        at, by = self.stamp()
        stamped = (
            one if one.said_at else msgspec.structs.replace(one, said_at=at, said_by=by)
            for one in chain([first], events)
        )
        number, _ = self.store.create(stamped, beside, self.name)
        return number

    def kept_before(self, title: str, sayings: str, events: int) -> int | None:
        """The evening of this title that begins with these sayings, by their digest; None where there is none yet."""
        with self.store.database.transaction(writing=False):
            for one in self.store.evenings():
                first = islice(self.recorded(one.id), events)
                if one.title == title and one.events >= events and digest_of_events(first) == sayings:
                    return one.id
        return None

    def log(self, evening: int) -> tuple[Stored, ...]:
        """The whole log of an evening, as it was recorded."""
        return self.store.log(evening)

    def recorded(self, evening: int) -> Iterable[Recorded]:
        """The log of an evening, to be gone through as often as it is wanted, with no more than a portion held."""
        return _Log(self.store, evening)

    def replay(self, evening: int) -> Replay:
        """Replay an evening from its first event, and hold it all.

        Raises Refusal where the rules of today refuse one of them.
        """
        return self.passed(evening, lambda _: Passage(forgets=False)).replay

    def passed(self, evening: int, begin: Passes = begin_alone) -> Passage:
        """Pass through the log of an evening, which is replayed from its first event, and held no longer than need be.

        Raises Refusal where the log is not what was recorded, or the rules of today refuse an event.
        """
        with self.store.database.transaction(writing=False):
            try:
                return passed_through(self.recorded(evening), begin)
            except Refused as refused:
                raise _no_longer(refused) from refused

    def rebuild(self, evening: int) -> None:
        """Make everything anew that is derived from the log of an evening: movements, checkpoint, and how it is listed.

        Raises Refusal where the log is not what was recorded, or cannot be replayed.
        """
        anew = Anew()

        def begin(forgets: bool) -> Passage:
            nonlocal anew
            anew = Anew()

            def write(part: Part) -> None:
                for beside in anew.of(part):
                    self.store.derive_anew(evening, beside)

            return Passage(write, forgets)

        with self.store.holding(evening):
            if not self.store.newest(evening)[0]:
                raise unsound(evening, "it has no events")
            passage = self.passed(evening, begin)
            self.store.derive_anew(evening, anew.at_the_end(passage))

    def with_earlier(self, evening: int, kept: Kept) -> Kept:
        """What was kept of an evening, with what it leaves out of what was found and paid before it.

        Raises Refusal where that has to be replayed, and cannot be.
        """
        found = self.store.with_earlier(evening, kept)
        if found is None:
            passage, since = self.passed(evening), kept.since
            found = kept.with_earlier(passage.findings[: since.findings], passage.course.paid[: since.paid])
        return found

    def played_since(self, since: str | None = None, replayed: bool = False, watch: Watch = iter) -> list[Played]:
        """Every evening of that day and after, or all; its day is the one said, or that of its first event.

        An evening is taken up from what is kept beside its log, which a digest binds to its newest event; where that is
        older than the log, or is not to be believed, the log is read. Where it is `replayed` every log is. `watch` goes
        through them one by one, for whoever wants to know how far it has come. Raises Refusal, naming the evening,
        where a log is not what was recorded or the rules of today refuse one of its events.
        """
        played = [self._played(found, replayed) for found in watch(self.store.kept())]
        return [one for one in played if since is None or one.day >= since]

    def see_chains(self, evenings: Iterable[int], at_once: bool = False) -> bool:
        """See that the chains of these evenings hold from their first events; gives whether that was seen.

        Of what is to be answered `at_once` it is not, where it would take longer than a fifth of a second or so. Raises
        Refusal, naming the evening, where a log is not what was recorded.
        """
        chosen = set(evenings)
        with self.store.database.transaction(writing=False):
            if at_once:
                events = sum(one.events for one in self.store.evenings() if one.id in chosen)
                if events + len(chosen) * AS_AN_EVENING > SEEN_AT_ONCE:
                    return False
            for evening in sorted(chosen):
                self.store.see_whole_chain(evening)
        return True

    def _played(self, found: KeptEvening, replayed: bool) -> Played:
        try:
            if found.kept is not None and not replayed:
                return played_until(found.id, found.began, self.with_earlier(found.id, found.kept))
            sitting = Sitting(self, found.id, replayed=replayed)
            return played_of(found.id, found.began, sitting.evening, sitting.before)
        except Refusal as refusal:
            sentence = f"evening {found.id}: {refusal.sentence}"
            raise Refusal(refusal.code, sentence, refusal.remedy) from refusal


def _found_by(said: str, evenings: Sequence[EveningListed]) -> int:
    """The one evening that a title or a day means. Raises Refusal where there is none, or several."""
    wanted = said.casefold().split()

    def words(one: EveningListed) -> list[str]:
        return f"{one.title} {one.played_on or ''}".casefold().split()

    ways: tuple[Callable[[EveningListed], bool], ...] = (
        lambda one: one.played_on == said,
        lambda one: one.title.casefold().split() == wanted,
        lambda one: all(any(word.startswith(beginning) for word in words(one)) for beginning in wanted),
    )
    for fits in ways:
        found = [one for one in evenings if wanted and fits(one)]
        if len(found) == 1:
            return found[0].id
        if found:
            each = [f"{one.id} ({', '.join(filter(None, (printable(one.title), one.played_on)))})" for one in found]
            sentence = f"{printable(said, 40)} may be evening {listed(each, 'or')}"
            raise Refusal(Code.NOT_NOW, sentence, "Say its number, or more of its title and day")
    sentence = f"there is no evening {printable(said, 40)}" + (" yet" if not evenings else "")
    raise Refusal(Code.NOT_NOW, sentence, "card-ledger evenings lists those there are")


def day_of(said: str | None, log: Iterable[Recorded]) -> str:
    """The day by which an evening is known: the one that was said, or that of its first event."""
    return said or next(iter(log)).said_at[:10]


def replay_of(stored: Iterable[Stored]) -> Replay:
    """Replay what is stored. Raises Refusal where the rules of today refuse an event that was recorded."""
    replay = Replay()
    with _retelling():
        replay.add(_recorded(stored))
    return replay


def _recorded(stored: Iterable[Stored]) -> list[Recorded]:
    return [one.recorded for one in stored]


@dataclass(frozen=True)
class _Log:
    """The log of an evening, read in portions whenever it is gone through."""

    store: Store
    evening: int

    def __iter__(self) -> Iterator[Recorded]:
        for portion in self.store.portions(self.evening):
            yield from _recorded(portion)


def _tell(evening: Evening, reader: Reader, since: Iterable[Stored]) -> None:
    for one in since:
        recorded = one.recorded
        evening.tell(Counted(recorded.number, recorded.event, recorded.pinned))
        reader.learn(recorded.event)


@contextmanager
def _retelling() -> Iterator[None]:
    """Say of what was recorded, where the rules of today refuse it, that it can no longer be replayed."""
    try:
        yield
    except Refusal as refusal:
        raise _no_longer(refusal) from refusal


def _no_longer(refusal: Refusal) -> Refusal:
    sentence = f"the log can no longer be replayed: {refusal.sentence}"
    return Refusal(Code.UNSOUND, sentence, "card-ledger audit says where; a correction may put it right")


class Sitting:
    """An evening that is being recorded."""

    def __init__(
        self, recorder: Recorder, evening: int, source: str = "", now: bool = True, replayed: bool = False
    ) -> None:
        """Take the evening up. Raises Refusal where the store, or the rules, cannot."""
        self.id = evening
        self.recorder = recorder
        self._store = recorder.store
        self._source = source
        self._read = False
        """Whether what was read of the evening, and told to it since, is what is recorded."""
        self._replays = replayed
        self._replayed = False
        """Whether nothing was believed that is kept beside the log: it was read from its first event."""
        self._kept_after: int | None = None
        """After which event the newest checkpoint was made; None where that is not known."""
        self._made_anew = False
        """Whether what is kept beside the log was made anew while the evening is held."""
        if now:
            self._load()

    def _see(self) -> None:
        """Read the evening again where what was read of it no longer holds."""
        if not self._read:
            self._load()

    def _load(self) -> None:
        self._read = True
        self._begins(None)
        self._stands = self._replays or self._resumed()
        """Whether what is kept beside the log was of use, as far as was seen; if not, it is made anew at the next
        writing."""
        if not self._stands and self._store.holds(self.id) and self._store.newest(self.id)[0]:
            self.recorder.rebuild(self.id)
            self._made_anew = True
            self._stands = self._replayed = self._resumed()
        if self._replays or not self._stands:
            self._load_whole()

    def _begins(self, base: Kept | None) -> None:
        """Note what was kept of the evening where it is told from; None: it is told from its beginning."""
        self._base = base
        self._following = Following(base)
        """Follows the evening from there."""
        self._marked = [base.since if base else BEGINNING]
        """The newest pause that was kept by then, and those that this sitting has kept since, in their order."""

    @property
    def course(self) -> Course:
        """How the evening has gone so far."""
        return course_of(self.evening, self.before)

    @property
    def before(self) -> Kept | None:
        """All that was kept where the evening is told from; None where that is its beginning."""
        return self.recorder.with_earlier(self.id, self._base) if self._base else None

    @property
    def _posted_before(self) -> int:
        """How many movements of counters had been written where the evening is told from."""
        return self._base.postings if self._base else 0

    def _resumed(self) -> bool:
        """Take the evening up from its newest checkpoint; gives whether it could be."""
        tail = self._store.tail(self.id)
        if tail is None or tail.kept is None or any(isinstance(one.recorded.event, CORRECTIONS) for one in tail.since):
            return False
        kept = tail.kept
        evening, reader = self._resume(kept, tail.since)
        if tail.postings != kept.postings + len(evening.books.postings):
            return False
        self._number, self._head, self._replayed = tail.number, tail.head, False
        self._begins(kept)
        self._take_up(evening, reader)
        self._kept_at, self._kept_after = 0, tail.kept_after
        return True

    def _load_whole(self) -> None:
        with self._store.database.transaction(writing=False):
            passage = self.recorder.passed(self.id)
            self._number, self._head = self._store.newest(self.id)
        if not self._number:
            self.recorder.evening(self.id)
            raise unsound(self.id, "it has no events")
        self._replayed = True
        self._begins(passage.kept)
        self._take_up(passage.evening, Reader(passage.evening.money, passage.names))
        self.sayings.replay = passage.replay

    def _resume(self, kept: Kept, since: tuple[Stored, ...]) -> tuple[Evening, Reader]:
        with _retelling():
            evening = Evening.resume(kept.checkpoint)
            reader = Reader(evening.money, kept.names)
            _tell(evening, reader, since)
        return evening, reader

    def _take_up(self, evening: Evening, reader: Reader) -> None:
        self.sayings = Sayings(
            evening, reader, self._number, self._goes_back, self._source, self.recorder.stamp, live=True
        )
        self._note_posted()
        self._kept_at = -1
        """At which place of the evening the newest checkpoint was taken; −1 where that is not known."""
        self._kept_after = None

    def _note_posted(self) -> None:
        """Note how many movements of counters are written."""
        self._posted = self._posted_before + len(self.sayings.evening.books.postings)

    def _from_before(self, number: int) -> tuple[Replay, Kept | None]:
        """Take the log up from before the event of a number, as far as this sitting knows it, and what was kept there.

        If there is more, appending finds out.
        """
        tail = self._store.tail_before(self.id, number)
        since = [one.recorded for one in tail.since if one.recorded.number <= self._number]
        kept, held = tail.kept, tail.kept_after
        try:
            replay = Replay(checkpoint=kept.checkpoint, recorded=held) if kept else Replay()
            replay.add(since)
        except Earlier as earlier:
            return self._from_before(min(held, earlier.number))
        except Refusal as refusal:
            raise _no_longer(refusal) from refusal
        return replay, kept

    def _goes_back(self, number: int) -> Replay:
        """Take the log up from before the event of a number, and the evening of this sitting with it.

        Where nothing was believed that is kept beside it, nothing is now: then it is taken up from its beginning.
        """
        replay, kept = self._from_before(1 if self._replayed else number)
        self._begins(kept)
        return replay

    @property
    def number(self) -> int:
        """The number of the newest event, as the evening was read."""
        self._see()
        return self._number

    @property
    def head(self) -> str:
        """The digest of the newest event."""
        self._see()
        return self._head

    @property
    def evening(self) -> Evening:
        """The evening as it stands. Raises Refusal where it has to be read again, and cannot be."""
        self._see()
        return self.sayings.evening

    def checked(self) -> "Sitting":
        """Give this sitting, once the chain was seen to hold from the first event on. Raises Refusal where it does not.

        A sitting by itself checks it from the newest checkpoint on, so that what is recorded costs no more on a long
        evening.
        """
        self._store.see_whole_chain(self.id)
        return self

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything found in the evening that does not agree."""
        evening, before = self.evening, self.before
        return (*(before.findings if before else ()), *evening.findings)

    def answer(self) -> Answer:
        """What is awaited just now, with nothing said."""
        return _answer(self.evening, [])

    def record(self, saying: str, line: int = 1, key: str | None = None) -> Answer | None:
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

    def record_together(self, lines: Iterable[tuple[int, str]], key: str | None = None) -> Answer | None:
        """Record several sayings, all or none: each with the number of its line. Otherwise it is as `record`."""
        lines = list(lines)
        sent_now = None if key is None else sent(key, [saying for _, saying in lines])
        with self._writing(sent_now):
            if sent_now is not None and (numbers := self._store.sent_before(self.id, sent_now)) is not None:
                return self._answered_before(numbers)
            self._store.see_newest(self.id, self.number, self.head)
            told = self._write(sent_now) if self._stand(lines) else []
        return _answer(self.evening, told) if told else None  # worked out when nobody waits for it any more

    @contextmanager
    def _writing(self, key: Sent | None = None) -> Iterator[None]:
        """Hold the evening; where anything fails, what was told to it is forgotten.

        What nobody has looked at yet is read while it is held, from its newest checkpoint. Where that is of no use it
        is made anew, so that the log is replayed once, and not to be read first and then for what is kept beside it.
        """
        self._made_anew = False
        try:
            with self._store.holding(self.id, key, tail=not self._read):
                self._see()
                yield
        except RefusedLine:
            self._read = self._read and not self._made_anew  # which is not written either
            raise
        except Stale as stale:
            self._read = False
            told = recorded_meanwhile(stale.meanwhile, self.sayings.evening.money)
            raise Refusal(Code.STALE, told, SAY_IT_AGAIN) from stale
        except BaseException:
            self._read = False
            raise

    def _answered_before(self, numbers: range) -> Answer:
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
            told.tell(stored.recorded.number, "", stored.recorded.event, stored.recorded)
        told.finish()
        if (self.number, self.head) != (log[-1].recorded.number, log[-1].digest):
            self._load()
        return replace(_answer(told.evening, told.told), evening=self.evening, again=True)

    def propose(self, lines: Iterable[tuple[int, str]]) -> Answer | None:
        """Say what sayings would mean and change, all of them together, before any is written.

        They wait until `write` writes them or `forget` forgets them. Raises RefusedLine where one cannot stand.
        """
        return _answer(self.evening, self.sayings.told) if self._stand(lines) else None

    def _stand(self, lines: Iterable[tuple[int, str]]) -> bool:
        """Whether anything is said; it waits then to be written. Raises RefusedLine where it cannot stand."""
        self._see()
        lines, waiting = list(lines), list(self.sayings.told)
        try:
            self._say(lines)
            if not self._replayed and any(isinstance(one.recorded.event, Close) for one in self.sayings.told):
                self._close_replayed(waiting, lines)
        except BaseException as error:
            if self.sayings.told or not isinstance(error, RefusedLine):
                self._read = False
            raise
        return bool(self.sayings.told)

    def _say(self, lines: Iterable[tuple[int, str]]) -> None:
        for line, saying in lines:
            self.sayings.say(line, saying)
        self.sayings.finish()

    def _close_replayed(self, waiting: Iterable[Told], lines: Iterable[tuple[int, str]]) -> None:
        """Say a close again, and what waits before it, to the evening replayed: it records every balance for good."""
        self._load_whole()
        for told in waiting:
            self.sayings.tell(0, "", told.recorded.event, told.recorded)
        self._say(lines)

    def typed(self, line: str) -> list[tuple[int, str]]:
        """The full sayings that a line stands for which a person has typed, to be recorded together.

        Each is spelled out by what may be said once those before it were told; `redo` is the newest undo voided.
        Raises Refusal where one may mean more than one thing, and RefusedLine where one before another cannot stand.
        """
        from ledger.shorthand import sayings_in, told_of_several, tricks_in  # wanted by whoever types

        self._see()
        waiting, told = sayings_in(line), self.sayings
        found: list[tuple[int, str]] = []
        while waiting:
            saying, *waiting = waiting
            if not told.reads(saying):
                tricks = tricks_in(saying, told.reader.names)
                spelled = _spelled_out(told, saying) if len(tricks) < 2 else saying
                several = tricks if len(tricks) > 1 else told_of_several(saying)
                if len(tricks) > 1 or (several and not self._would_stand(found, spelled)):
                    waiting = [*several, *waiting]
                    continue
            else:
                spelled = saying
            found.append((1, spelled))
            if waiting:
                told = self._trial() if told is self.sayings else told
                told.say(1, spelled)
        return found

    def _would_stand(self, before: Iterable[tuple[int, str]], saying: str) -> bool:
        """Whether a saying could be told once those before it were."""
        trial = self._trial()
        try:
            for line, said in (*before, (1, saying)):
                trial.say(line, said)
        except RefusedLine:
            return False
        return True

    def record_typed(self, line: str) -> Answer | None:
        """Record what a person has typed: it is spelled out when nobody else can record any more.

        Raises what `typed` and `record` do.
        """
        with self._writing():
            self._store.see_newest(self.id, self.number, self.head)
            return self.record_together(self.typed(line))

    def shorthand(self) -> "Shorthand":
        """What short sayings are read by, and completed from, as things stand."""
        self._see()
        return _shorthand(self.sayings)

    def _trial(self) -> Sayings:
        """The evening as it stands, in a copy that may be told something."""
        evening = self.evening
        reader = Reader(evening.money, self.sayings.reader.names)
        resumed = Evening.resume(evening.checkpoint())
        return Sayings(resumed, reader, self._number, lambda before: self._from_before(before)[0])

    def redo(self) -> str:
        """The saying that takes back the newest `undo`, to be recorded as any other.

        Raises Refusal where something else has been said since, or nothing was undone.
        """
        self._see()
        return self.sayings.redo()

    def meanwhile(self) -> list[str]:
        """What others have recorded since this sitting last read the evening, which it reads again; a line each.

        Raises Refusal where the store fails.
        """
        self._see()
        if self._store.newest(self.id)[0] <= self._number:
            return []
        since = [one.recorded for one in self._store.log(self.id, self._number)]
        told = [f"{one.number}  {write(one.event, self.evening.money)}  (by {one.said_by})" for one in since]
        self._load()
        return told

    def forget(self) -> None:
        """Forget what was proposed: nothing of it is written."""
        self._read = False

    def write(self) -> Answer:
        """Write what was proposed.

        Raises Refusal where somebody else has recorded something meanwhile or the store fails; nothing is then
        recorded, and nothing waits any longer.
        """
        with self._writing():
            self._store.see_newest(self.id, self.number, self.head)
            told = self._write(None)
        return _answer(self.evening, told)

    def _write(self, key: Sent | None) -> list[Told]:
        """Write what was told, while the evening is held."""
        told, evening = self.sayings.told, self.evening
        recorded = [one.recorded for one in told]
        self._stands = self._stands and self._store.movements(self.id) == self._posted
        beside = self._derived(told)
        self._head = self._store.append(self.id, recorded, beside, key)
        if not self._stands:
            self.recorder.rebuild(self.id)
            self._load()
            return told
        self._number = recorded[-1].number
        if (kept := beside.kept) is not None:
            self._kept_at, self._kept_after = evening.boundary.events, self._number
            if begins_a_stretch(kept, self._number):
                self._marked.append(kept.pause_after(self._number))
        self._note_posted()
        self.sayings.told = []
        if self._holds_more_than_it_needs():
            self._load()
        return told

    def _holds_more_than_it_needs(self) -> bool:
        """Whether so much is held that is long over that it is no dearer to take the evening up anew."""
        held, in_hand = len(self.evening.counted), len(self.evening.counted) - self.evening.boundary.events
        return not self._replays and held >= max(HELD, 2 * in_hand)

    def _derived(self, told: list[Told]) -> Derived:
        """What is written beside what was told: as little as may be; after a correction, what may not be as before."""
        evening, before = self.evening, self._posted_before
        if retold := [one.retold for one in told if one.retold is not None]:
            events, after = (min(getattr(one.since, name) for one in retold) for name in ("events", "postings"))
            self._following.back(events, after)
            after, marked = min(before + after, self._posted), min(one.first for one in retold) - 1
            while self._marked[-1].number > marked:
                self._marked.pop()
            postings = evening.books.postings[after - before :]
            return derived(evening, postings, after, self._checkpoint(evening), marked)
        moved_on = evening.boundary.events != self._kept_at
        kept = self._checkpoint(evening) if moved_on and self._checkpoint_is_due() else None
        postings = evening.books.postings[self._posted - before :]
        return derived(evening, postings, self._posted, kept)

    def _checkpoint_is_due(self) -> bool:
        """Whether so much was said since the newest checkpoint that another, with the debts it holds, is no dearer.

        Of an evening that is closed there is always one after its newest event, for whoever asks about many evenings.
        """
        if self._kept_after is None or self.evening.closed:
            return True
        return self.sayings.number - self._kept_after > self._following.more_than(self._marked[-1]) // DEBTS_AN_EVENT

    def _checkpoint(self, evening: Evening) -> Kept:
        return checkpoint_of(evening, self.sayings.reader.names, self._base, self._following, self._marked[-1])


def recorded_meanwhile(meanwhile: Iterable[Stored], money: Money) -> str:
    """Who has recorded what in the meantime, as a clause."""
    others = [one.recorded for one in meanwhile]
    told = [f"{one.number} {write(one.event, money)}" for one in others]
    by = listed(list(dict.fromkeys(printable(one.said_by, LONGEST_NAME) for one in others)))
    return f"{by} recorded meanwhile: {'; '.join(told)}"


def _spelled_out(told: Sayings, saying: str) -> str:
    """What a person means by a saying, in full, as things stand."""
    if saying.lower() in REDO:
        return told.redo()
    if told.reads(saying):
        return saying
    return _shorthand(told).spelled_out(saying)


def _shorthand(told: Sayings) -> "Shorthand":
    """What short sayings are read by, as things stand."""
    from ledger.shorthand import Shorthand

    evening = told.evening
    found = offers(evening, told.number)
    asked = evening.game.turn.who if evening.game else ()
    seated, known = evening.seats.seated(), told.reader.names
    words = evening.game.turn.words(evening.money) if evening.game else []
    return Shorthand(
        found.forms, found.around, asked, seated, known, evening.money, vocabulary(), evening.called, words
    )


def _answer(evening: Evening, told: Sequence[Told]) -> Answer:
    said = tuple(_said(one, evening) for one in told)
    return Answer(said, evening, evening.money, any(one.corrects for one in told))


def _said(told: Told, evening: Evening) -> Said:
    recorded, outcome = told.recorded, told.outcome
    return Said(
        recorded.number,
        write(recorded.event, evening.money),
        assumed(outcome.answered, evening.money) if outcome else "",
        outcome.postings if outcome else (),
        outcome.remarks if outcome else (),
        outcome.findings if outcome else told.found,
        told.changes,
        told.owed,
        tuple(_corrected(one, evening) for one in told.corrected),
        outcome.over if outcome else None,
    )


def _corrected(corrected: sayings.Corrected, evening: Evening) -> Corrected:
    was, now = (write(event, evening.money) if event else "" for event in (corrected.was, corrected.now))
    return Corrected(corrected.number, was, now)
