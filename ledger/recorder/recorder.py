"""The recorder, who finds, opens and keeps evenings, and asks about many of them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from os import environ

from ledger.core.events import RecordedEvent, version_of
from ledger.core.money import last_day
from ledger.core.patterns import Pattern
from ledger.core.refusals import OF_RULES, Code, Refusal, listed, printable
from ledger.evening.fold import Evening
from ledger.log.commands import CommandBatch, nothing_said
from ledger.log.digests import digest_of_events
from ledger.log.replay import Replay
from ledger.log.rules_today import ChangedRules, changed_rules, going_on
from ledger.projections.accounts import by_persons
from ledger.projections.in_play import in_play
from ledger.projections.opening import UsualTable, usual_table
from ledger.projections.standings import PlayedEvening
from ledger.projections.totals import are_known, decoded, totals_of
from ledger.recorder.club_log import ClubLog, stamped
from ledger.recorder.live_evening import LiveEvening, derived, derived_from
from ledger.recorder.result import LONGEST_NAME, RecordResult, answered
from ledger.recorder.session import Session
from ledger.recorder.stored_log import closed_by_pins
from ledger.store import EveningListed, Head, Store, Stored

Watch = Callable[[Sequence[Head]], Iterable[Head]]
Known = dict[tuple[int, bool], tuple[str, PlayedEvening]]
"""Evenings that were read by their rules or not, each with the digest of the head of its log."""


def own_name() -> str:
    """Return the name of the recorder: CARD_LEDGER_RECORDER, or the user of the machine."""
    name = environ.get("CARD_LEDGER_RECORDER", "").strip()
    if not name:
        from getpass import getuser  # not wanted where a name is said

        try:
            name = getuser()
        except (OSError, KeyError):
            name = "somebody"
    return printable(name.encode(errors="replace").decode(), LONGEST_NAME)


def now() -> datetime:
    """Return the time, in UTC."""
    return datetime.now(UTC)


LAST = "last"
"""Stands for the newest evening."""
NUMBER = Pattern("[0-9]{1,9}")
"""The number of an evening; any other text is a title or a day."""


class Recorder:
    """A person who records evenings in a store."""

    def __init__(
        self,
        store: Store,
        name: str | None = None,
        clock: Callable[[], datetime] = now,
        known: Known | None = None,
        watch: Watch = iter,
    ) -> None:
        """Begin with the evenings that are `known`, to which those that are read are added.

        `watch` goes through many evenings one by one, to show the progress.
        """
        self.store = store
        self.known: Known = {} if known is None else known
        self.left_out: list[Refusal] = []
        """Why evenings were left out of the last answer about many: they are open, and their rules are not
        installed."""
        self._name = own_name() if name is None else name
        self._replayed: LiveEvening | None = None
        self._clock, self._watch = clock, watch

    @property
    def name(self) -> str:
        """Return the name to record; on a server, one that the role may sign with."""
        return self.store.database.signed(self._name)

    def stamp(self) -> tuple[str, str]:
        """Return the time and the recorder's name for what is recorded now."""
        at = self._clock().astimezone(UTC).isoformat(timespec="milliseconds")
        return at.replace("+00:00", "Z"), self.name

    def today(self) -> str:
        """Return today's date here, as an evening says it."""
        return self._clock().astimezone().date().isoformat()

    def evening(self, named: int | str | None = None) -> int:
        """Return the evening of this number, title or day, or the current one.

        The first words of a title, or of a title with a day, are enough. Raises Refusal if there is none, or several.
        """
        evening = self.store.current(self.name) if named is None else named
        if evening is None:
            raise Refusal(Code.NOT_NOW, "no evening has been opened", 'Say card-ledger open "TITLE" --players "A B C"')
        if isinstance(evening, str):
            if not (NUMBER.fullmatch(evening) and self.store.has(int(evening))):
                return _found_by(evening, self.store.evenings())
            evening = int(evening)
        if not self.store.has(evening):
            raise Refusal(Code.NOT_NOW, f"there is no evening {evening}", "card-ledger evenings lists those there are")
        return evening

    def choose(self, named: int | str) -> int:
        """Make an evening the current one, and return its number. Raises Refusal as `evening` does."""
        number = self.evening(named)
        self.store.choose(self.name, number)
        return number

    def usual_table(self, named: int | str) -> UsualTable:
        """Return what an evening like this one begins with.

        `last` means the newest evening by its day, then its number. Raises Refusal as `evening` does, and if there is
        no evening yet.
        """
        evenings = self.store.evenings()
        if not evenings:
            raise Refusal(
                Code.NOT_NOW, "there is no evening to be like", 'Say card-ledger open "TITLE" --players "A B C"'
            )
        if named == LAST:
            named = max(evenings, key=lambda evening: (evening.played_on or evening.newest_at[:10], evening.id)).id
        number = self.evening(named)
        return usual_table(number, self.live(number, by_rules=False).evening)

    def open_session(self, named: int | str | None = None, source: str = "", now: bool = True) -> Session:
        """Open a session at an evening, or at the current one.

        `source` is the file that its sayings come from. A session that is not read `now` reads on when it has locked
        the evening, so its sayings never come too late. The evening of the last such session is kept replayed for the
        next one.
        """
        number = named if isinstance(named, int) and 0 < named < 2**31 and not now else self.evening(named)
        if now:
            return Session(self, LiveEvening(self.store, number), source)
        if self._replayed is None or self._replayed.id != number:
            self._replayed = LiveEvening(self.store, number)
        return Session(self, self._replayed, source, now=False)

    def open(self, sayings: Sequence[str]) -> tuple[int, RecordResult]:
        """Begin an evening with these sayings, all or none, and make it the current one.

        Raises RefusedLine for a saying that cannot stand.
        """
        replay = Replay()
        batch = CommandBatch(replay, stamp=self.stamp, live=True)
        batch.say_all(enumerate(sayings, start=1))
        self._refuse_retired_money(replay.evening)
        return self.keep(replay), answered(replay.evening, batch.applied)

    def _refuse_retired_money(self, evening: Evening) -> None:
        """Raise Refusal if the money of a new evening was no longer used on its day."""
        if evening.opening is None or not (last := last_day(evening.money.code)):
            return
        day = evening.opening.on or self.stamp()[0][:10]
        if day > last:
            sentence = f"{evening.money.code} was used until {last}, and this evening is on {day}"
            raise Refusal(Code.BAD_AMOUNT, sentence, "Say the money of that day")

    def keep(self, replay: Replay) -> int:
        """Keep a log that was made elsewhere as a new evening, and make it the current one.

        Events without a time and a name get the time of now and this recorder's name. On a server the names of others
        are marked as claimed. Raises Refusal if the log is empty.
        """
        if not replay.recorded:
            raise nothing_said()
        log = stamped(self.store, replay.recorded, *self.stamp())
        number, _ = self.store.create(log, derived_from(replay, log), self.name)
        return number

    def kept_before(self, title: str, sayings: str, events: int) -> int | None:
        """Return the evening of this title that begins with these sayings; None if there is none.

        The sayings are compared by their digest.
        """
        with self.store.database.transaction(writing=False):
            for evening_listed in self.store.evenings():
                first = islice(self.recorded(evening_listed.id), events)
                if (
                    evening_listed.title == title
                    and evening_listed.events >= events
                    and digest_of_events(first) == sayings
                ):
                    return evening_listed.id
        return None

    def log(self, evening: int) -> tuple[Stored, ...]:
        """Return the whole log of an evening, as it was recorded."""
        return self.store.log(evening)

    def recorded(self, evening: int) -> Iterator[RecordedEvent]:
        """Yield the log of an evening, which is read in portions."""
        for portion in self.store.portions(evening):
            yield from (row.recorded for row in portion)

    def live(self, evening: int, by_rules: bool = True) -> LiveEvening:
        """Read an evening from its first event, and replay it.

        Raises Refusal if the log is not what was recorded. Raises Refusal too if the evening is open and its rules
        are not today's, unless `by_rules` is false because nothing is asked that rules decide.
        """
        live = LiveEvening(self.store, evening)
        live.catch_up()
        if by_rules:
            live.see_rules()
        return live

    def replay(self, evening: int) -> Replay:
        """Replay an evening from its first event. Raises Refusal as `live` does."""
        return self.live(evening).replay

    def rebuild(self, evening: int) -> None:
        """Make the totals of an evening anew, and its line in the list.

        Raises Refusal as `live` does.
        """
        with self.store.holding(evening):
            self.store.derive(evening, self.live(evening).derived())

    def go_on_by_the_rules_of_today(self, evening: int) -> None:
        """Let an open evening go on by today's rules: a note for each changed game says so.

        Earlier pins are no longer compared. Raises Refusal if today's rules refuse what was recorded.
        """
        with self.store.holding(evening):
            live = self.live(evening, by_rules=False)
            recorded = list(live.recorded)
            replay = Replay()
            replay.add(recorded)
            while isinstance(changed := changed_rules(replay), ChangedRules):
                at, by = self.stamp()
                note, pinned = going_on(replay, changed.game)
                replay.add([RecordedEvent(replay.number + 1, note, at, by, version_of(note), pinned)])
            notes = replay.recorded[len(recorded) :]
            self.store.append(evening, notes, derived(replay.evening, replay.recorded), None)

    def club(self) -> ClubLog:
        """Read the club's log, which is empty if the database has none."""
        return ClubLog(self.store, self.stamp, self.totals_listed)

    def persons(self, played: Iterable[PlayedEvening], by_name: bool = False) -> list[PlayedEvening]:
        """Return evenings whose players are the persons of the club, unless they go by name."""
        return list(played) if by_name else by_persons(played, self.club().club)

    def played_since(
        self, since: str | None = None, by_rules: bool = True, until: str | None = None
    ) -> list[PlayedEvening]:
        """Return every evening from that day on, `until` another day, each read from its log.

        The day of an evening is the one that was said, or that of its first event. Every log is read with its chain
        checked, and replayed; if not `by_rules`, the pins of a closed evening answer instead, which tell what is owed
        and not what was won in which game. Raises Refusal, with the evening's name, if a log is not what was
        recorded or today's rules refuse one of its events. An open evening that was played by other rules is
        `left_out`.
        """
        self.left_out = []
        played = [self._played(head, by_rules) for head in self._watch(self.store.heads())]
        return [
            evening
            for evening in played
            if evening is not None
            and (since or "") <= evening.totals.day
            and (until is None or evening.totals.day <= until)
        ]

    def totals_listed(self) -> list[PlayedEvening]:
        """Return every evening for a list, from the totals beside its log, which prove nothing.

        An evening without totals is replayed, and left out if it cannot be.
        """
        played = []
        for head in self.store.heads():
            totals = decoded(head.totals.body) if head.totals and are_known(head.totals.rules) else None
            if totals is not None:
                played.append(PlayedEvening(head.evening, head.number, totals))
                continue
            with suppress(Refusal):
                played.append(self._read(head, by_rules=True))
        return played

    def _played(self, head: Head, by_rules: bool) -> PlayedEvening | None:
        """Return an evening as its log tells it; None for an open one with other rules."""
        try:
            return self._read(head, by_rules)
        except Refusal as refusal:
            named = Refusal(refusal.code, f"evening {head.evening}: {refusal.sentence}", refusal.remedy)
            if refusal.code not in OF_RULES:
                raise named from refusal
            self.left_out.append(named)
            return None

    def _read(self, head: Head, by_rules: bool) -> PlayedEvening:
        """Return an evening read from its log, or as it was `known` with this head."""
        if (known := self.known.get((head.evening, by_rules))) is not None and known[0] == head.digest:
            return known[1]
        by_pins = None if by_rules else closed_by_pins(self.store, head.evening)
        replay = by_pins or self.replay(head.evening)
        evening, totals = replay.evening, totals_of(replay.evening, replay.recorded)
        of_play = in_play(head.evening, evening) if by_pins is None else None
        played = PlayedEvening(head.evening, replay.number, totals, closed=evening.closed, in_play=of_play)
        if replay.number == head.number:
            self.known[head.evening, by_rules] = head.digest, played
        return played


def _found_by(text: str, evenings: Sequence[EveningListed]) -> int:
    """Return the evening that a title or a day means. Raises Refusal for none, and for several."""
    wanted = text.casefold().split()

    def words(evening: EveningListed) -> list[str]:
        return f"{evening.title} {evening.played_on or ''}".casefold().split()

    conditions: tuple[Callable[[EveningListed], bool], ...] = (
        lambda evening: evening.played_on == text,
        lambda evening: evening.title.casefold().split() == wanted,
        lambda evening: all(any(word.startswith(beginning) for word in words(evening)) for beginning in wanted),
    )
    for fits in conditions:
        meant = [evening for evening in evenings if wanted and fits(evening)]
        if len(meant) == 1:
            return meant[0].id
        if meant:
            evenings_meant = [
                f"{evening.id} ({', '.join(filter(None, (printable(evening.title), evening.played_on)))})"
                for evening in meant
            ]
            sentence = f"{printable(text, 40)} may be evening {listed(evenings_meant, 'or')}"
            raise Refusal(Code.NOT_NOW, sentence, "Say its number, or more of its title and day")
    sentence = f"there is no evening {printable(text, 40)}" + (" yet" if not evenings else "")
    raise Refusal(Code.NOT_NOW, sentence, "card-ledger evenings lists those there are")
