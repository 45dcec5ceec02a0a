"""Putting things right: from the log as it was recorded to the log as it counts.

The log is never rewritten. This is a pure step: the same recorded events always count as the same.
"""

from collections.abc import Iterator, Sequence

from ledger.events import (
    CORRECTIONS,
    Amend,
    Counted,
    Evening,
    Insert,
    Joins,
    Leaves,
    Note,
    Players,
    Recorded,
    Undo,
    Void,
)
from ledger.refusals import Code, Refusal

WITHOUT_AMOUNTS = (Evening, Players, Joins, Leaves, Note, Undo, Void)
"""What can be said before the money of the evening is settled, for it names none."""


class Standing:
    """Which recorded events count, and as what, after each correction in turn."""

    def __init__(self) -> None:
        self.recorded: list[Recorded] = []
        self.undone_by: dict[int, list[int]] = {}
        """For each event that was taken back, the `undo` that did it; several, where one of them was voided."""
        self.corrections: dict[int, list[int]] = {}
        """For each event, the corrections of it, in the order recorded."""

    def copy(self) -> "Standing":
        """Give a copy, on which a correction can be tried."""
        other = Standing()
        other.recorded = list(self.recorded)
        other.undone_by = {number: list(found) for number, found in self.undone_by.items()}
        other.corrections = {number: list(found) for number, found in self.corrections.items()}
        return other

    def add(self, recorded: Recorded) -> None:
        """Take one more recorded event. Raises Refusal for a correction that cannot be one: it is tried on a copy."""
        event = recorded.event
        if not isinstance(event, CORRECTIONS):
            self.recorded.append(recorded)
            return
        before = self.opening()
        if isinstance(event, Undo):
            self.undone_by.setdefault(self._newest(), []).append(recorded.number)
        else:
            self._check(event)
            self.corrections.setdefault(event.number, []).append(recorded.number)
        self.recorded.append(recorded)
        self._check_money(before)

    def to_redo(self) -> int:
        """The number of the `undo` that a redo takes back: the newest, if nothing but redos was said since.

        Raises Refusal where there is none.
        """
        for recorded in reversed(self.recorded):
            event = recorded.event
            if not self.counts(recorded.number):
                continue
            if isinstance(event, Undo):
                return recorded.number
            if not (isinstance(event, Void) and isinstance(self.recorded[event.number - 1].event, Undo)):
                break
        sentence = "nothing was undone since the last saying"
        raise Refusal(Code.CORRECTION, sentence, 'An older undo is taken back by void N "WHY", where N is its number')

    def _newest(self) -> int:
        for recorded in reversed(self.recorded):
            number = recorded.number
            if isinstance(recorded.event, Undo) or not self.counts(number):
                continue
            if isinstance(recorded.event, Evening):
                break
            return number
        raise Refusal(Code.CORRECTION, "nothing is left to undo: the evening itself stays")

    def _check(self, event: Void | Amend | Insert) -> None:
        number = event.number
        if not event.why.strip():
            raise Refusal(Code.CORRECTION, "a correction says why", 'Say it in quotes: void N "WHY"')
        if not 1 <= number <= len(self.recorded):
            raise Refusal(Code.CORRECTION, f"there is no event {number}: the last is {len(self.recorded)}")
        target = self.recorded[number - 1].event
        if isinstance(target, Evening) and not isinstance(event, Amend):
            raise Refusal(Code.CORRECTION, "the evening is always the first event: it can only be amended")
        if not self.counts(number):
            raise Refusal(Code.CORRECTION, f"event {number} no longer counts")
        if isinstance(event, Amend | Insert) and isinstance(event.saying, CORRECTIONS):
            raise Refusal(Code.CORRECTION, "a correction holds a saying that is none itself")
        if isinstance(target, Evening) and isinstance(event, Amend) and not isinstance(event.saying, Evening):
            raise Refusal(
                Code.CORRECTION, "the evening is always the first event", 'Say amend 1 "WHY": evening "TITLE" …'
            )
        if isinstance(event, Amend) and isinstance(target, Undo | Void | Amend):
            raise Refusal(
                Code.CORRECTION, f"event {number} is a correction, which cannot be amended", "void it instead"
            )

    def opening(self) -> Evening | None:
        """The event that opens the evening, as it counts; None before it is recorded."""
        event = self._counted(self.recorded[0]).event if self.recorded else None
        return event if isinstance(event, Evening) else None

    def _check_money(self, before: Evening | None) -> None:
        """See that what was recorded in one money is not read in another."""
        now = self.opening()
        if before is None or now is None or (before.money, before.counter) == (now.money, now.counter):
            return
        if any(map(_names_amounts, self.recorded)):
            raise Refusal(
                Code.CORRECTION,
                "amounts have been recorded in the evening's money, which cannot change",
                "Begin another log for another money",
            )

    def counts(self, number: int) -> bool:
        """Whether a recorded event still counts: not undone, and no void of it that counts."""
        return not self._undone(number) and not self._standing(number, Void)

    def _undone(self, number: int) -> list[int]:
        """Each `undo` of an event that counts."""
        return [undo for undo in self.undone_by[number] if self.counts(undo)] if number in self.undone_by else []

    def _standing(self, number: int, kind: type[Void] | type[Amend] | type[Insert]) -> list[int]:
        if number not in self.corrections:  # as most events: nobody has corrected it
            return []
        return [
            correction
            for correction in self.corrections[number]
            if isinstance(self.recorded[correction - 1].event, kind) and self.counts(correction)
        ]

    def struck_by(self, number: int) -> int | None:
        """The correction that took an event, or its wording, away; None while it counts as it was said."""
        if undone := self._undone(number):
            return undone[-1]
        for kind in (Void, Amend):
            if standing := self._standing(number, kind):
                return standing[-1]
        return None

    def in_place(self) -> Iterator[Recorded]:
        """Everything said of the evening, whether it counts or not, each insert before its event; no corrections."""
        for recorded in self.recorded:
            if recorded.number in self.corrections and not isinstance(recorded.event, Insert):
                yield from self._with_inserts(recorded)
            elif not isinstance(recorded.event, CORRECTIONS):
                yield recorded

    def _with_inserts(self, recorded: Recorded) -> Iterator[Recorded]:
        for number in self.corrections.get(recorded.number, ()):
            if isinstance(self.recorded[number - 1].event, Insert):
                yield from self._with_inserts(self.recorded[number - 1])
        if not isinstance(recorded.event, Undo | Void | Amend):
            yield recorded

    def as_it_counts(self) -> list[Counted]:
        """The events that count, in their order, each as what it counts."""
        return [self._counted(recorded) for recorded in self.in_place() if self.counts(recorded.number)]

    def _counted(self, recorded: Recorded) -> Counted:
        number, event = recorded.number, recorded.event
        if amended := self._standing(number, Amend):
            amendment = self.recorded[amended[-1] - 1]
            assert isinstance(amendment.event, Amend)
            return Counted(number, amendment.event.saying, amendment.pinned)
        return Counted(number, event.saying if isinstance(event, Insert) else event, recorded.pinned)


def _names_amounts(recorded: Recorded) -> bool:
    """Whether an event, or the saying within a correction, may name an amount."""
    event = recorded.event
    return not isinstance(event.saying if isinstance(event, Amend | Insert) else event, WITHOUT_AMOUNTS)


def as_it_counts(recorded: Sequence[Recorded]) -> list[Counted]:
    """Read the log as corrected. Raises Refusal for a correction that cannot be one."""
    standing = Standing()
    for one in recorded:
        standing.add(one)
    return standing.as_it_counts()
