"""Corrections: from the log as it was recorded to the log in effect.

The log is never rewritten. This is a pure step: the same recorded events always give the same effective log.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from copy import copy

from ledger.core.events import (
    CORRECTIONS,
    RETELLING,
    UNSAID,
    Amend,
    EffectiveEvent,
    Event,
    Insert,
    Joins,
    Leaves,
    Note,
    OpenEvening,
    RecordedEvent,
    SeatPlayers,
    Undo,
    Void,
)
from ledger.core.refusals import Code, Refusal
from ledger.evening.fold import KEEPING_THE_PLAN

WITHOUT_AMOUNTS = (OpenEvening, SeatPlayers, Joins, Leaves, Note, Undo, Void)
"""The kinds that may come before the money of the evening is settled, because they name no amount."""
NOT_UNDONE = (Undo, OpenEvening, *UNSAID)
"""The kinds that no `undo` takes back."""
AMEND_THE_EVENING = 'Say amend 1 "WHY": evening "TITLE" …'

Place = tuple[int, bool, int]
"""The place of an event in the effective log, by which events are ordered."""


class EffectiveLog:
    """Which recorded events count, and as what, after each correction in turn.

    The effect of a correction is worked out as it is added, along the chain of the events that it corrects, however
    long the log is.
    """

    def __init__(self) -> None:
        self.recorded: list[RecordedEvent] = []
        self.correcting: list[int] = []
        """The numbers of the events that are corrections."""
        self.undone_by: dict[int, list[int]] = {}
        """For each event that was taken back, the `undo` that did it; several, if one of them was voided."""
        self.corrections: dict[int, list[int]] = {}
        """For each event, its corrections in the order recorded."""
        self._took: dict[int, int] = {}
        """For each `undo`, the event that it took back."""
        self._against: dict[int, int] = {}
        """For each event, how many counting `undo` and `void` take it back."""
        self._to_undo: list[int] = []
        """What an `undo` may take back, in order: every event that counts, except the opening and an `undo`."""
        self._standing_at = array("q")
        """The events, in order, of which something counts: the event itself, or an insert before it."""

    @property
    def last(self) -> int:
        """The number of the newest event."""
        return len(self.recorded)

    def copy(self) -> "EffectiveLog":
        """Return a copy that goes on by itself."""
        other = EffectiveLog()
        vars(other).update({name: copy(value) for name, value in vars(self).items()})
        other.undone_by = {number: [*undone] for number, undone in self.undone_by.items()}
        other.corrections = {number: [*corrections] for number, corrections in self.corrections.items()}
        return other

    def at(self, number: int) -> RecordedEvent:
        """Return the event of that number, as it was recorded."""
        return self.recorded[number - 1]

    def add(self, recorded: RecordedEvent) -> set[int]:
        """Take one more recorded event; return the places of the effective log that it changes.

        A place is known by the event, or the insert, that stands there. Raises Refusal for an impossible correction;
        the log is then as before.
        """
        event = recorded.event
        if not isinstance(event, CORRECTIONS):
            self._append(recorded)
            self._standing_at.append(recorded.number)
            return {recorded.number}
        before = self.opening()
        target = self._newest() if isinstance(event, Undo) else event.number
        if not isinstance(event, Undo):
            self._check(event)
        self._append(recorded)
        self.correcting.append(recorded.number)
        changed: set[int] = set()
        if isinstance(event, Undo):
            self.undone_by.setdefault(target, []).append(recorded.number)
            self._took[recorded.number] = target
        else:
            self.corrections.setdefault(target, []).append(recorded.number)
        if isinstance(event, Undo | Void):
            self._take_back(target, 1, changed)
        elif isinstance(event, Amend):
            changed.add(target)
        else:
            self._see_standing(target)
            changed.add(recorded.number)
        try:
            self._check_money(before)
        except Refusal:
            self.cut(len(self.recorded) - 1)
            raise
        return changed

    def add_all(self, recorded: Sequence[RecordedEvent]) -> None:
        """Take more recorded events, none of them a correction."""
        self.recorded += recorded
        self._to_undo += [event.number for event in recorded if _is_undone(event)]
        self._standing_at.extend([event.number for event in recorded])

    def _append(self, recorded: RecordedEvent) -> None:
        """Take an event or a correction."""
        self.recorded.append(recorded)
        if _is_undone(recorded):
            self._to_undo.append(recorded.number)

    def _see_standing(self, number: int) -> None:
        """Note whether an event, or an insert before it, counts."""
        there = bisect_left(self._standing_at, number)
        known = there < len(self._standing_at) and self._standing_at[there] == number
        counts = self.counts(number) or any(map(self.counts, self._inserts_before(number)))
        if counts and not known:
            self._standing_at.insert(there, number)
        elif known and not counts:
            del self._standing_at[there]

    def _inserts_before(self, number: int) -> Iterator[int]:
        return (
            correction
            for correction in self.corrections.get(number, ())
            if isinstance(self.at(correction).event, Insert)
        )

    def cut(self, size: int) -> None:
        """Forget what was added after so many events."""
        while len(self.recorded) > size:
            recorded = self.recorded[-1]
            number, event = recorded.number, recorded.event
            if isinstance(event, CORRECTIONS):
                self.correcting.pop()
            if isinstance(event, Undo):
                target = self._took.pop(number)
                self._take_back(target, -1, set())
                self._forget(self.undone_by, target)
            elif isinstance(event, CORRECTIONS):
                if isinstance(event, Void):
                    self._take_back(event.number, -1, set())
                self._forget(self.corrections, event.number)
                if isinstance(event, Insert):
                    self._see_standing(event.number)
            else:
                self._standing_at.pop()
            if _is_undone(recorded):
                self._to_undo.pop()
            self.recorded.pop()

    @staticmethod
    def _forget(corrections: dict[int, list[int]], target: int) -> None:
        corrections[target].pop()
        if not corrections[target]:
            del corrections[target]

    def _take_back(self, number: int, step: int, changed: set[int]) -> None:
        """Take an event back once more (or, with −1, once less), and follow the consequences.

        If the event is itself an `undo` or a `void`, it stops counting or counts again, and so the events that it
        took back change too, along the chain.
        """
        while True:
            before = self._against.get(number, 0)
            self._against[number] = before + step
            if bool(before) == bool(before + step):
                return
            event, counts = self.at(number).event, not before + step
            if not isinstance(event, Undo):
                place = bisect_left(self._to_undo, number)
                self._to_undo[place : place + (0 if counts else 1)] = [number] if counts else []
            if not isinstance(event, Undo | Void):
                changed.add(event.number if isinstance(event, Amend) else number)
                if not isinstance(event, Amend):
                    self._see_standing(self.place(number)[0])
                return
            number, step = (self._took[number] if isinstance(event, Undo) else event.number), 1 if counts else -1

    def to_redo(self) -> int:
        """Return the number of the `undo` that a redo takes back.

        It is the newest one, if only redos were said since. Raises Refusal if there is none.
        """
        for recorded in reversed(self.recorded):
            event = recorded.event
            if not self.counts(recorded.number):
                continue
            if isinstance(event, Undo):
                return recorded.number
            if not (isinstance(event, Void) and isinstance(self.at(event.number).event, Undo)):
                break
        sentence = "nothing was undone since the last saying"
        raise Refusal(Code.CORRECTION, sentence, 'An older undo is taken back by void N "WHY", where N is its number')

    def to_undo(self, most: int) -> list[int]:
        """Return up to so many events that can be undone; an `undo` takes back the last."""
        return self._to_undo[-most:]

    def took_back(self, number: int) -> int | None:
        """Return what an `undo` took back; None for any other event."""
        return self._took.get(number)

    def _newest(self) -> int:
        if not self._to_undo:
            raise Refusal(Code.CORRECTION, "nothing is left to undo: the evening itself stays")
        return self._to_undo[-1]

    def _check(self, event: Void | Amend | Insert) -> None:
        number = event.number
        if not event.why.strip():
            raise Refusal(Code.CORRECTION, "a correction says why", 'Say it in quotes: void N "WHY"')
        if not 1 <= number <= self.last:
            sentence = f"there is no event {number}: the last is {self.last}"
            raise Refusal(Code.CORRECTION, sentence, f"Say a number from 1 to {self.last}")
        target = self.at(number).event
        if isinstance(target, UNSAID):
            raise Refusal(Code.CORRECTION, f"event {number} says what the program did, and stays")
        if isinstance(target, OpenEvening) and not isinstance(event, Amend):
            sentence = "the evening is always the first event: it can only be amended"
            raise Refusal(Code.CORRECTION, sentence, AMEND_THE_EVENING)
        if not self.counts(number):
            sentence = f"event {number} no longer counts: event {(by := self.struck_by(number))} took it back"
            raise Refusal(Code.CORRECTION, sentence, f'To have it back: void {by} "WHY"')
        if isinstance(event, RETELLING) and isinstance(event.saying, CORRECTIONS):
            raise Refusal(Code.CORRECTION, "a correction holds a saying that is none itself")
        if isinstance(target, OpenEvening) and isinstance(event, Amend) and not isinstance(event.saying, OpenEvening):
            raise Refusal(Code.CORRECTION, "the evening is always the first event", AMEND_THE_EVENING)
        if isinstance(event, Insert) and isinstance(target, CORRECTIONS):
            sentence = f"event {number} is a correction, and stands nowhere in the evening"
            raise Refusal(Code.CORRECTION, sentence, self._where_to_insert(number))
        if isinstance(event, Amend) and isinstance(target, Undo | Void | Amend):
            sentence = f"event {number} is a correction, which cannot be amended"
            raise Refusal(Code.CORRECTION, sentence, f'Say void {number} "WHY", and then what it should have been')

    def _where_to_insert(self, number: int) -> str:
        """Return the remedy for an insert that was to stand before a correction."""
        number = self.reaches(number)
        for recorded in self.recorded[number - 1 :]:
            if self.counts(recorded.number) and not isinstance(recorded.event, CORRECTIONS):
                return f'Say insert {recorded.number} "WHY": …'
        return "Nothing follows what it is about: say it without insert"

    def opening(self) -> OpenEvening | None:
        """Return the event in effect that opens the evening.

        It is None before one is recorded.
        """
        event = self._counted(self.recorded[0]).event if self.recorded else None
        return event if isinstance(event, OpenEvening) else None

    def _check_money(self, before: OpenEvening | None) -> None:
        """Refuse a correction by which amounts recorded in one money would be read in another."""
        now = self.opening()
        if before is None or now is None or (before.money, before.counter) == (now.money, now.counter):
            return
        if any(map(names_amounts, self.recorded)):
            raise Refusal(
                Code.CORRECTION,
                "amounts have been recorded in the evening's money, which cannot change",
                "Begin another log for another money",
            )

    def reaches(self, number: int) -> int:
        """Return the earliest event of the evening before which a correction changes something."""
        while isinstance(event := self.at(number).event, CORRECTIONS):
            number = self._took[number] if isinstance(event, Undo) else event.number
        return number

    def corrections_since(self, number: int) -> list[int]:
        """Return the corrections in effect of what precedes an event, made since it was said.

        Of an amended event only the corrections since the amendment count. A correction that only takes back another
        of them is left out.
        """
        said = self.struck_by(number) or number
        since = self.correcting[bisect_right(self.correcting, said) :]
        return [
            correction
            for correction in since
            if self.counts(correction)
            and self.place(self.reaches(correction)) <= self.place(number)
            and self._takes_back(correction) not in since
        ]

    def kinds_of(self, number: int) -> set[type[Event]]:
        """Return the kind of an event; for a correction, every kind that it takes away or brings in."""
        kinds: set[type[Event]] = set()
        while isinstance(event := self.at(number).event, CORRECTIONS):
            if isinstance(event, RETELLING):
                kinds.add(type(event.saying))
            if isinstance(event, Insert):
                return kinds
            number = self._took[number] if isinstance(event, Undo) else event.number
        return kinds | {type(event)}

    def revised(self) -> int:
        """Return the newest event that changed something won, lost or shared; 0 if none did."""
        numbers = range(self.last, 0, -1)
        return next((number for number in numbers if not self.kinds_of(number) <= KEEPING_THE_PLAN), 0)

    def _takes_back(self, correction: int) -> int | None:
        """Return the event that an `undo` or a `void` takes back; None for any other event."""
        event = self.at(correction).event
        return event.number if isinstance(event, Void) else self.took_back(correction)

    def about(self, number: int) -> int:
        """Return the event that a chain of corrections is about: an ordinary event, or an insert."""
        event = self.at(number).event
        while isinstance(event, Undo | Void | Amend):
            number = self._took[number] if isinstance(event, Undo) else event.number
            event = self.at(number).event
        return number

    def counts(self, number: int) -> bool:
        """Return whether a recorded event still counts: no `undo` and no `void` of it counts."""
        return not self._against.get(number)

    def _standing(self, corrections: dict[int, list[int]], number: int, kind: type[Event]) -> int | None:
        """Return the newest correction of that kind, of an event, that counts."""
        for correction in reversed(corrections.get(number, ())):
            if isinstance(self.at(correction).event, kind) and self.counts(correction):
                return correction
        return None

    def struck_by(self, number: int) -> int | None:
        """Return the correction that took away an event, or its wording; None if none did."""
        if number not in self.corrections and number not in self.undone_by:
            return None
        if self.counts(number):
            return self._standing(self.corrections, number, Amend)
        undone = self._standing(self.undone_by, number, Undo)
        return self._standing(self.corrections, number, Void) if undone is None else undone

    def in_place(self) -> Iterator[RecordedEvent]:
        """Yield every saying of the evening, counting or not, without the corrections.

        Each insert precedes its event.
        """
        for recorded in self.recorded:
            if isinstance(recorded.event, CORRECTIONS):
                continue
            if recorded.number in self.corrections:
                yield from map(self.at, self._inserts_before(recorded.number))
            yield recorded

    def place(self, number: int) -> Place:
        """Return where an event, or an insert, stands in the effective log."""
        event = self.recorded[number - 1].event  # a search asks it often
        return (event.number, False, number) if type(event) is Insert else (number, True, number)

    def as_it_counts(self, since: Place = (1, False, 0)) -> list[EffectiveEvent]:
        """Return the events that count, from a place on, in order, each as it counts."""
        effective = []
        for number in self._standing_at[bisect_left(self._standing_at, since[0]) :]:
            if number not in self.corrections:  # it stands as it was recorded
                recorded = self.at(number)
                effective.append(EffectiveEvent(number, recorded.event, recorded.pinned))
                continue
            effective += [self._counted(self.at(standing)) for standing in (*self._inserts_before(number), number)
                      if self.counts(standing) and self.place(standing) >= since]  # fmt: skip
        return effective

    def as_now(self, number: int) -> EffectiveEvent:
        """Return an event as it counts, or as it would count if it were not taken back."""
        return self._counted(self.at(number))

    def _counted(self, recorded: RecordedEvent) -> EffectiveEvent:
        number, event = recorded.number, recorded.event
        if (amended := self._standing(self.corrections, number, Amend)) is not None:
            amendment = self.at(amended)
            assert isinstance(amendment.event, Amend)
            return EffectiveEvent(number, amendment.event.saying, amendment.pinned)
        return EffectiveEvent(number, event.saying if isinstance(event, Insert) else event, recorded.pinned)


def corrects(recorded: RecordedEvent) -> bool:
    """Return whether a recorded event is a correction."""
    return isinstance(recorded.event, CORRECTIONS)


def names_amounts(recorded: RecordedEvent) -> bool:
    """Return whether an event, or the saying within a correction, may name an amount."""
    event = recorded.event
    return not isinstance(event.saying if isinstance(event, RETELLING) else event, WITHOUT_AMOUNTS)


def effective_log(recorded: Iterable[RecordedEvent]) -> EffectiveLog:
    """Return a log with its corrections worked out. Raises Refusal for an impossible correction."""
    effective = EffectiveLog()
    for event in recorded:
        effective.add(event)
    return effective


def as_it_counts(recorded: Sequence[RecordedEvent]) -> list[EffectiveEvent]:
    """Return the log as corrected. Raises Refusal for an impossible correction."""
    return effective_log(recorded).as_it_counts()


def adopts_rules(recorded: RecordedEvent | EffectiveEvent) -> bool:
    """Return whether it is a note that a game goes on by other rules.

    The note's pins name the event that began the game.
    """
    return isinstance(recorded.event, Note) and "game" in recorded.pinned


def _is_undone(recorded: RecordedEvent) -> bool:
    """Return whether an `undo` may take the event back."""
    return not isinstance(recorded.event, NOT_UNDONE) and not adopts_rules(recorded)
