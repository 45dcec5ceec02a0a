"""Apply sayings to a log, each read with the money and the names known at that point.

Corrections that follow one another are applied together if the first of them cannot stand alone. The pins of an event
are computed here, so that a file and a database record the same.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from ledger.core.books import Books
from ledger.core.events import (
    CORRECTIONS,
    PINNING,
    RETELLING,
    Amend,
    AnyEvent,
    Begin,
    Close,
    Cost,
    EffectiveEvent,
    Event,
    Joins,
    Pays,
    Pinned,
    RecordedEvent,
    Reopen,
    Says,
    SeatPlayers,
    version_of,
)
from ledger.core.names import key_of, quoted
from ledger.core.refusals import Code, Refusal, RefusedLine, printable
from ledger.evening.bank import BOOKED
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Finding, Outcome
from ledger.games.language import Reader
from ledger.games.provenance import pins_of
from ledger.language.grammar import NO_NEW_NAMES, VERBS
from ledger.language.words import CARDS_BOUGHT
from ledger.log.replay import NoLongerFits, RefusedEvent, Replay

REDO = "redo"
"""The reason that a redo gives for the `void` of an `undo`."""


class CorrectionEffect(msgspec.Struct, frozen=True):
    """The change of one event by corrections: what it was in effect before, and what it is now.

    None stands for an event that is not in effect.
    """

    number: int
    was: AnyEvent | None
    now: AnyEvent | None


class Applied(msgspec.Struct, frozen=True):
    """One accepted saying: what is recorded of it, and its outcome."""

    recorded: RecordedEvent
    outcome: Outcome | None
    """The outcome of an event; None for a correction, which changes the log and not the evening."""
    changes: dict[str, int] | None = None
    """How corrections changed the balances, in the smallest unit; given with the last correction of a group."""
    owed: dict[str, int] | None = None
    """How corrections changed what each is owed; given with the last correction of a group."""
    found: tuple[Finding, ...] = ()
    """Counts and closes that no longer agree because of corrections."""
    corrected: tuple[CorrectionEffect, ...] = ()
    """Events that no longer count, count again or count otherwise; given with the last correction of a group."""

    @property
    def corrects(self) -> bool:
        """Return whether the saying is a correction."""
        return self.outcome is None


class SourceLine(msgspec.Struct, frozen=True):
    """A saying that is being applied, with its line number and what is to be recorded."""

    number: int
    text: str
    recorded: RecordedEvent
    sealed: bool
    """Whether the saying was recorded before now, so that no pins may be added."""

    @property
    def wants_balances(self) -> bool:
        """Return whether it corrects the log by a close whose balances are not known yet."""
        event = self.recorded.event
        return not self.sealed and isinstance(event, RETELLING) and isinstance(event.saying, Close)


class CommandBatch:
    """Sayings applied to a replay, one after another, with the result of each.

    `stamp` gives when and by whom a saying is said. A saying that is said `live` may not close an evening whose
    counters do not come out; a recorded log may have done so.
    """

    def __init__(
        self,
        replay: Replay,
        reader: Reader | None = None,
        source: str = "",
        stamp: Callable[[], tuple[str, str]] = lambda: ("", ""),
        live: bool = False,
    ) -> None:
        self.replay = replay
        self._live = live
        self.reader = self._at_the_table(reader or Reader(replay.evening.money))
        self.number = replay.number
        """The number of the newest event, including corrections that wait for others."""
        self.source = source
        self.applied: list[Applied] = []
        """The sayings accepted from the beginning, or since the list was last taken."""
        self._stamp = stamp
        self._waiting: list[SourceLine] = []
        self._why_waiting: Refusal | None = None
        self._names: tuple[str, ...] = ()

    @property
    def evening(self) -> Evening:
        """The evening as it stands."""
        return self.replay.evening

    def _at_the_table(self, reader: Reader) -> Reader:
        """Tell a reader who is at the table."""

        def seated() -> tuple[str, ...]:
            return self.evening.seats.seated

        def called() -> Mapping[str, str]:
            return self.evening.called

        def sure_of_sums(kind: type[Event]) -> bool:
            return self._live and (kind is Cost or (kind is Pays and self.evening.closed))

        reader.seated, reader.called, reader.game = seated, called, self.replay.game_at
        reader.sure_of_sums = sure_of_sums
        return reader

    def say(self, line: int, text: str, pinned: Pinned | None = None) -> None:
        """Apply one saying; a blank line or a comment does nothing. Pins from a file stay `pinned`.

        Raises RefusedLine if the saying, or waiting corrections before it, cannot stand; the batch is then as before.
        """
        try:
            event = self.reader.read(text)
            if self._live:
                refuse_new_names(event, self.evening.books)
        except Refusal as refusal:
            self.finish()
            game = self.evening.game
            if game is not None and refusal.code is Code.UNKNOWN_WORD:
                refusal.instead = refusal.instead or game.turn.instead(self.evening.money)
            raise RefusedLine(self.source, line, text, refusal) from refusal
        if event is not None:
            self.apply(line, text, event, pinned=pinned)

    def say_all(self, lines: Iterable[tuple[int, str]]) -> None:
        """Apply several sayings, each with its line number; the last one waits for no other."""
        for line, text in lines:
            self.say(line, text)
        self.finish()

    def why_not(self, sayings: Iterable[str]) -> Refusal | None:
        """Return why sayings cannot be recorded together, or None and apply them."""
        try:
            self.say_all((1, saying) for saying in sayings)
        except RefusedLine as refused:
            return refused.refusal
        except Refusal as refusal:
            return refusal
        return None

    def reads(self, text: str) -> bool:
        """Return whether a saying is full notation with known words; it need not fit the evening."""
        return self.event_of(text) is not None

    def event_of(self, text: str) -> AnyEvent | None:
        """Return the event of a saying in full notation with known words; None for any other line."""
        try:
            event = self.reader.read(text)
        except Refusal:
            return None
        if not isinstance(event, Says) or event.word.isdigit():
            return event
        return event if event.word in {*VERBS, CARDS_BOUGHT, *self.reader.words.in_hand().words} else None

    def takes(self, event: AnyEvent) -> bool:
        """Return whether an event fits the turn in hand, or no deal is in hand."""
        game = self.evening.game
        return game is None or game.takes(event)

    def apply(
        self,
        line: int,
        text: str,
        event: AnyEvent,
        recorded: RecordedEvent | None = None,
        pinned: Pinned | None = None,
    ) -> None:
        """Apply one event, which was read from that text.

        `recorded` is the event's envelope, if it was recorded before.
        """
        sealed, evening = recorded is not None, self.evening
        if recorded is None:
            at, by = self._stamp()
            pinned = pinned or pins(event, evening)
            recorded = RecordedEvent(self.number + 1, event, at, by, version_of(event), pinned)
        if isinstance(event, CORRECTIONS):
            self._correct(SourceLine(line, text, recorded, sealed))
            return
        self.finish()
        try:
            if self._live and not sealed and event == Close() and evening.game is None and not evening.books.pools:
                evening.bank.refuse_uneven(evening.money)
            self.replay.add([recorded])
        except RefusedEvent as refused:
            raise RefusedLine(self.source, line, text, refused.refusal) from refused
        except Refusal as refusal:
            raise RefusedLine(self.source, line, text, refusal) from refusal
        self.applied.append(Applied(recorded, evening.outcomes[-1]))
        self.number = recorded.number
        self.reader.learn(event)
        self.reader.money = evening.money

    def finish(self) -> None:
        """Raise RefusedLine if corrections still wait for others, and forget them."""
        if not self._waiting:
            return
        first, why = self._waiting[0], self._why_waiting
        assert why is not None
        self.number -= len(self._waiting)
        self._waiting, self._why_waiting = [], None
        self.reader = self._at_the_table(Reader(self.evening.money, self._names))
        raise RefusedLine(self.source, first.number, first.text, why) from why

    def _correct(self, line: SourceLine) -> None:
        line = _as_begun(line, self.replay)
        if not self._waiting:
            self._names = self.reader.names
        self._waiting.append(line)
        self.number = line.recorded.number
        self.reader.learn(line.recorded.event)
        try:
            group = [waiting.recorded for waiting in self._waiting]
            if any(waiting.wants_balances for waiting in self._waiting):
                group = _with_balances(self._waiting, self.replay)
            retold = self.replay.correct(group)
        except Refusal as refusal:
            self._why_waiting = _of_the_later_event(self._why_waiting, refusal)
            return
        before, same = retold.before, retold.same
        self.reader.money = self.evening.money
        changes = _changes(before.books.balances, self.evening.books.balances)
        owed = _changes(before.owed(), self.evening.owed())
        known = set(before.findings_from(same))
        findings = tuple(finding for finding in self.evening.findings_from(same) if finding not in known)
        corrected = tuple(_corrected(before.effective[same:], self.evening.effective[same:]))
        self.applied += [Applied(recorded, None) for recorded in group[:-1]]
        self.applied.append(Applied(group[-1], None, changes, owed, findings, corrected))
        self._waiting, self._why_waiting = [], None

    def redo(self) -> str:
        """Return the saying that takes back the newest `undo`.

        Raises Refusal if the `undo` was not the last thing said.
        """
        return f'void {self.replay.effective.to_redo()} "{REDO}"'


def _of_the_later_event(before: Refusal | None, refusal: Refusal) -> Refusal:
    """Return which of two refusals to give: the one whose later event is further on."""
    if before is None or (
        isinstance(before, NoLongerFits) and isinstance(refusal, NoLongerFits) and refusal.event > before.event
    ):
        return refusal
    return before


def nothing_said(source: str = "") -> Refusal:
    """Return the refusal of a log, from a file if one is named, that has no sayings."""
    where = f"{printable(source)}: " if source else ""
    return Refusal(Code.FILE, f"{where}nothing is said in it", 'An evening begins with evening "TITLE"')


def pins(event: AnyEvent, evening: Evening) -> Pinned:
    """Return the pins of an event: what is recorded with it and never said.

    They are the rules of a game, all balances before a deal, an end or a close, and what was over before a `reopen`.
    """
    saying = event.saying if isinstance(event, RETELLING) else event
    if isinstance(saying, Begin):
        try:
            return pins_of(saying.game)
        except Refusal:
            return {}  # the evening refuses it, in the order of its own guards
    if isinstance(event, Reopen):
        return evening.bank.over
    if isinstance(event, Close):
        return pins_of_close(event, evening)
    return evening.books.balances.copy() if isinstance(event, PINNING) else {}


def pins_of_close(event: Close, evening: Evening) -> Pinned:
    """Return the balances before a close, and, under the empty name, the changes that it books."""
    booking = evening.bank.booking(event.short, evening.sharers, evening.money)
    return {**evening.books.balances, **({BOOKED: booking} if booking else {})}


def _as_begun(line: SourceLine, replay: Replay) -> SourceLine:
    """Keep the pins of an amended `game`: the amendment changes only what was said."""
    event, effective = line.recorded.event, replay.effective
    if line.sealed or not isinstance(event, Amend) or not isinstance(event.saying, Begin):
        return line
    if 0 < event.number <= effective.last:
        begun = effective.as_now(event.number)
        if isinstance(begun.event, Begin) and begun.event.game == event.saying.game:
            return msgspec.structs.replace(line, recorded=msgspec.structs.replace(line.recorded, pinned=begun.pinned))
    return line


def refuse_new_names(event: AnyEvent | None, books: Books) -> None:
    """Raise Refusal for a new name that looks like another, or that the notation needs.

    Recorded logs with such names are read as they are.
    """
    if isinstance(event, RETELLING):
        event = event.saying
    names = event.players if isinstance(event, SeatPlayers) else (event.player,) if isinstance(event, Joins) else ()
    if not names:
        return
    spelled = {key_of(name): name for name in books.people()}
    for name in names:
        if name in spelled.values():
            continue
        if (other := spelled.setdefault(key_of(name), name)) is not name:
            raise Refusal(Code.BAD_NAME, f"{quoted(name)} looks like {quoted(other)}", "Choose another spelling")
        if key_of(name) in NO_NEW_NAMES:
            sentence = f"no player can be called {name}: it is a word that the notation needs"
            raise Refusal(Code.BAD_NAME, sentence, "Choose another spelling")


def _with_balances(lines: Sequence[SourceLine], replay: Replay) -> list[RecordedEvent]:
    """Pin the balances to each close that a group of corrections puts into the log."""
    trial = Replay()
    trial.add_whole(replay.recorded)
    trial.correct([line.recorded for line in lines])
    balances: dict[int, Pinned] = {}
    evening = Evening()
    for effective in trial.evening.effective:
        if isinstance(effective.event, Close):
            balances[effective.number] = pins_of_close(effective.event, evening)
        evening.apply(effective)
    return [
        msgspec.structs.replace(line.recorded, pinned=balances.get(_place(line.recorded), {}))
        if line.wants_balances
        else line.recorded
        for line in lines
    ]


def _place(recorded: RecordedEvent) -> int:
    """Return the number under which a corrected saying is counted."""
    return recorded.event.number if isinstance(recorded.event, Amend) else recorded.number


def _corrected(before: Sequence[EffectiveEvent], now: Sequence[EffectiveEvent]) -> Iterator[CorrectionEffect]:
    """Return which events count otherwise than before, in the order of the log in effect."""
    was = {effective.number: effective.event for effective in before}
    for effective in now:
        if (event := was.pop(effective.number, None)) != effective.event:
            yield CorrectionEffect(effective.number, event, effective.event)
    yield from (CorrectionEffect(number, event, None) for number, event in was.items())


def _changes(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    names = dict.fromkeys((*after, *before))
    changes = {name: after.get(name, 0) - before.get(name, 0) for name in names}
    return {name: change for name, change in changes.items() if change}
