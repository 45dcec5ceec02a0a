"""Somebody who records: he finds, opens and keeps evenings, and asks about many of them."""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from itertools import chain, islice
from os import environ

import msgspec

from ledger.core.events import RecordedEvent
from ledger.core.refusals import Code, Refusal, listed, printable
from ledger.games.language import Reader
from ledger.log.commands import Sayings, nothing_said
from ledger.log.digests import digest_of_events
from ledger.log.replay import RefusedEvent, Replay, reader_of
from ledger.projections.course import Kept
from ledger.projections.passing import Part, Passage, Passes, begin_alone, passed_through
from ledger.projections.standings import Played, played_of, played_until
from ledger.recorder.answer import LONGEST_NAME, RecordResult, answered
from ledger.recorder.reading import StoredLog, no_longer
from ledger.recorder.session import Session
from ledger.store import Derived, EveningListed, KeptEvening, Store, Stored
from ledger.store.derivation import Anew, all_derived
from ledger.store.log import unsound

SEEN_AT_ONCE = 50_000
"""The chain of so many events is seen to hold in about a fifth of a second."""
AS_AN_EVENING = 30
"""To begin with another evening takes as long as so many events."""

Watch = Callable[[Sequence[KeptEvening]], Iterable[KeptEvening]]


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

    def sit(self, said: int | str | None = None, source: str = "", now: bool = True, replayed: bool = False) -> Session:
        """Take up an evening, or the current one; `source` is the file that its sayings come from.

        Where it is not read `now` it is read when it is first wanted: so `record` reads it when nobody else can
        record there any more, and never comes too late. Where it is `replayed`, nothing is believed that is kept
        beside the log.
        """
        number = said if isinstance(said, int) and 0 < said < 2**31 and not now else self.evening(said)
        return Session(self, number, source, now, replayed)

    def open(self, sayings: Sequence[str]) -> tuple[int, RecordResult]:
        """Begin an evening with these sayings, all or none; it becomes the current one.

        Raises RefusedLine for a saying that cannot stand.
        """
        replay = Replay()
        told = Sayings(replay.evening, Reader(), 0, lambda before: replay, stamp=self.stamp)
        told.replay = replay
        for line, saying in enumerate(sayings, start=1):
            told.say(line, saying)
        told.finish()
        return self.keep(replay), answered(replay.evening, told.told)

    def keep(self, replay: Replay) -> int:
        """Keep a log that was made elsewhere, and is held, as `keep_told` does."""
        beside = [all_derived(replay, reader_of(replay.recorded).names)] if replay.recorded else []
        return self.keep_told(replay.recorded, beside)

    def keep_told(self, recorded: Iterable[RecordedEvent], beside: Iterable[Derived]) -> int:
        """Keep a log that was made elsewhere as an evening of its own, with what is derived from it, part by part.

        It becomes the current one. What was not recorded with a time and a name is recorded now, by this recorder.
        Raises Refusal where there is nothing in it.
        """
        events = iter(recorded)
        if (first := next(events, None)) is None:
            raise nothing_said()
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

    def recorded(self, evening: int) -> Iterable[RecordedEvent]:
        """The log of an evening, to be gone through as often as it is wanted, with no more than a portion held."""
        return StoredLog(self.store, evening)

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
            except RefusedEvent as refused:
                raise no_longer(refused) from refused

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

    def played_since(
        self, since: str | None = None, replayed: bool = False, watch: Watch = iter, until: str | None = None
    ) -> list[Played]:
        """Every evening of that day and after, `until` another, or all; its day is that said, or of its first event.

        An evening is taken up from what is kept beside its log, which a digest binds to its newest event; where that is
        older than the log, or is not to be believed, the log is read. Where it is `replayed` every log is. `watch` goes
        through them one by one, for whoever wants to know how far it has come. Raises Refusal, naming the evening,
        where a log is not what was recorded or the rules of today refuse one of its events.
        """
        played = [self._played(found, replayed) for found in watch(self.store.kept())]
        return [one for one in played if (since or "") <= one.day and (until is None or one.day <= until)]

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
            sitting = Session(self, found.id, replayed=replayed)
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
