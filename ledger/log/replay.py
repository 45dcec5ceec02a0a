"""A log replayed: recorded events in, the evening they make out.

Plain events are applied as they come. A correction is worked out on the log, and the evening is applied anew from the
last pause before the first event that it changes.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby

import msgspec

from ledger.core.books import Account, Books, Pool
from ledger.core.events import Amend, AnyEvent, Begin, Close, Cost, EffectiveEvent, End, Note, Pays, RecordedEvent
from ledger.core.money import Shown
from ledger.core.refusals import Code, Refusal, listed
from ledger.evening.fold import Evening
from ledger.evening.game_in_hand import AfterADeal, GameInHand
from ledger.evening.snapshots import Difference, Outcome, Snapshot
from ledger.games.language import Reader, write
from ledger.games.provenance import registered_for
from ledger.log.corrections import EffectiveLog, Place, adopts_rules, corrects, effective_log

WITHOUT_RULES = frozenset((Cost, Note, Pays))
"""The kinds that may be said and corrected where the rules are not installed: no rule reads them."""
NEWEST = 64
"""The number of the newest pauses whose snapshots are held."""
SPACING = 32
"""The least number of events between older snapshots: they take memory, and events little time."""


def reader_of(recorded: Iterable[RecordedEvent]) -> Reader:
    """Return a reader that knows every name that a log declares."""
    reader = Reader()
    for event in recorded:
        reader.learn(event.event)
    return reader


class Retold(msgspec.Struct, frozen=True):
    """The evening before corrections, and how much of it they have left as it was."""

    before: Evening
    """The evening before them."""
    same: int
    """The number of events in effect, from the first on, that are the same and count the same."""


class Replay:
    """A log as recorded, the effective log, and the evening it makes."""

    def __init__(self, by_pins: bool = False) -> None:
        """Begin with no event; `by_pins` asks no rules and reads from the pins what each has won."""
        self.effective = EffectiveLog()
        self.began = Snapshot(by_pins=by_pins)
        """The pause with which the replay begins."""
        self.evening = Evening.resume(self.began)
        self.differences: list[Difference] = []
        """The events whose pinned balances differed from the replay when they were added, as corrected then."""
        self.pauses: list[Snapshot] = []
        """The snapshots of the newest pauses since the beginning, and of older ones at some distance, in order."""
        self._changed: dict[int, dict[Account, int]] = {}
        self._worked_out = 0
        """So many events were taken with their corrections worked out first; what each changed is not known yet."""

    @property
    def recorded(self) -> list[RecordedEvent]:
        """Return the log as it was recorded."""
        return self.effective.recorded

    @property
    def number(self) -> int:
        """Return the number of the newest event; 0 before any."""
        return self.effective.last

    def add(self, recorded: Sequence[RecordedEvent]) -> None:
        """Take more of the log.

        Raises RefusedEvent, with the event that does not fit, and leaves the replay as it was. Corrections one after
        another are tried alone first, and then together with those that follow.
        """
        for correcting, run in groupby(recorded, key=corrects):
            if correcting:
                corrections = list(run)
                while corrections:
                    del corrections[: self._correct(corrections)]
            else:
                self._apply(list(run))

    def add_whole(self, recorded: Sequence[RecordedEvent]) -> None:
        """Take a whole log: its corrections are worked out first, and what counts is applied once.

        Raises RefusedEvent as `add` does.
        """
        whole = Replay(self.evening.by_pins)
        whole.evening.differing = whole.differences
        try:
            whole.effective = effective_log(recorded)
            _apply(whole.evening, whole.effective.as_it_counts(), whole.pauses)
        except Refusal:
            self.add(recorded)  # finds out which event does not fit
            return
        whole.evening.differing = []
        if whole.effective.correcting:
            whole.evening.revised, whole._worked_out = whole.effective.revised(), whole.number
        vars(self).update(vars(whole))

    @property
    def changed(self) -> dict[int, dict[Account, int]]:
        """What each correction changed in front of players and in pools.

        For several together it is known with the last.
        """
        if self._worked_out:
            one_by_one = Replay(self.evening.by_pins)
            one_by_one.add(self.recorded[: self._worked_out])
            self._changed, self._worked_out = one_by_one._changed | self._changed, 0
        return self._changed

    def _apply(self, recorded: Sequence[RecordedEvent]) -> None:
        """Take events, none of them a correction."""
        before = len(self.evening.effective)
        self.evening.differing = self.differences
        try:
            _apply(
                self.evening,
                [EffectiveEvent(event.number, event.event, event.pinned) for event in recorded],
                self.pauses,
            )
        except Refusal as refusal:
            raise RefusedEvent(recorded[len(self.evening.effective) - before], refusal) from refusal
        finally:
            self.evening.differing = []  # what is applied anew after a correction was pinned before it
            self.effective.add_all(recorded[: len(self.evening.effective) - before])

    def _correct(self, recorded: Sequence[RecordedEvent]) -> int:
        """Take the first of these corrections, with as many after it as it needs; return how many."""
        first: Refusal | None = None
        for size in range(1, len(recorded) + 1):
            try:
                self.correct(recorded[:size])
            except Refusal as refusal:
                first = first or refusal
            else:
                return size
        assert first is not None
        raise RefusedEvent(recorded[0], first) from first

    def correct(self, corrections: Sequence[RecordedEvent]) -> Retold:
        """Take corrections that stand or fall together.

        Raises Refusal, and is as before, if they do not fit.
        """
        effective, size = self.effective, len(self.effective.recorded)
        try:
            changed = {number for correction in corrections for number in effective.add(correction)}
            retold = self._apply_from(min(map(effective.place, changed), default=None), corrections)
        except BaseException:
            effective.cut(size)
            raise
        self.evening.revised = effective.revised()
        self._changed[corrections[-1].number] = _changed(retold.before.books, self.evening.books)
        return retold

    def take_back(self, number: int) -> None:
        """Forget every event after this number.

        The evening is applied anew from the last pause before the change.
        """
        effective = self.effective
        forgotten = [event.number for event in effective.recorded[number:]]
        if not forgotten:
            return
        since = (min(map(effective.reaches, forgotten)), False, 0)
        same = self._place_of(since)
        effective.cut(number)
        self._apply_again(same, effective.as_it_counts(since))
        self.evening.revised = effective.revised()
        self._changed = {correction: amounts for correction, amounts in self._changed.items() if correction <= number}
        self.differences = [difference for difference in self.differences if difference.event <= number]

    def unexplained(self, corrected: bool = False) -> list[Difference]:
        """Return the differences from the pins, except in a game that goes on by other rules.

        With `corrected` a difference counts too if a later correction changes something before it.
        """
        if not self.differences:
            return []
        since = list(self._adopted())
        if not corrected:
            since += [(number, self.effective.reaches(number)) for number in self.effective.correcting]
        return [
            difference
            for difference in self.differences
            if not any(reaches <= difference.event < number for number, reaches in since)
        ]

    @property
    def agreed(self) -> bool:
        """Return whether the evening is closed, and no later correction changed what its close pins."""
        return self.evening.closed and all(
            self.effective.kinds_of(correction) <= WITHOUT_RULES for correction in self._since_the_close()
        )

    @property
    def changed_after_close(self) -> list[int]:
        """Return the corrections since the close of a closed evening that moved counters."""
        return [number for number in self._since_the_close() if self.changed.get(number)] if self.evening.closed else []

    def _since_the_close(self) -> list[int]:
        close = next(event.number for event in reversed(self.evening.effective) if isinstance(event.event, Close))
        return self.effective.corrections_since(close)

    def _adopted(self) -> Iterator[tuple[int, int]]:
        """Yield each note that goes on by other rules, with the event that began the game."""
        for effective in self.evening.effective:
            if adopts_rules(effective) and isinstance(begun := effective.pinned["game"], int):
                yield effective.number, begun

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Add events to the log, see what comes of them, and take everything back in the end."""
        number = self.number
        try:
            yield
        finally:
            self.take_back(number)

    def copy(self) -> "Replay":
        """Return a copy that goes on by itself."""
        copy = Replay()
        copy.effective, copy.evening = self.effective.copy(), self.evening.whole_copy()
        copy.began, copy.pauses, copy.differences = self.began, [*self.pauses], [*self.differences]
        copy._changed, copy._worked_out = dict(self._changed), self._worked_out
        return copy

    def game_at(self, number: int | None) -> str | None:
        """Return the game, as registered, that was open at an event, or is open now; else None."""
        if number is None or not 0 < number <= self.number:
            return self.evening.game.registered if self.evening.game else None
        place = self._place_of(self.effective.place(number))
        pause = self._pause_before(place)
        game = pause.game.registered if pause.game else None
        for effective in self.evening.effective[pause.events : place]:
            if isinstance(effective.event, Begin):
                game = registered_for(effective.event.game, effective.pinned)
            elif isinstance(effective.event, End):
                game = None
        return game

    def outcome(self, number: int) -> Outcome | None:
        """Return the outcome of an event; None if the event is not in effect."""
        place = self._applied_at(number)
        return None if place is None else self.evening.outcomes[place]

    def _applied_at(self, number: int) -> int | None:
        """Return where an event stands among the applied ones; None if it is not among them."""
        if not 0 < number <= self.number:
            return None
        effective_events = self.evening.effective
        place = self._place_of(self.effective.place(number))
        return place if place < len(effective_events) and effective_events[place].number == number else None

    def _place_of(self, since: Place) -> int:
        """Return the number of applied events before a place of the effective log."""
        return bisect_left(self.evening.effective, since, key=lambda event: self.effective.place(event.number))

    def _pause_before(self, applied: int) -> Snapshot:
        """Return the newest pause that was reached when so many events had been applied."""
        known = bisect_right(self.pauses, applied, key=lambda pause: pause.reached)
        return self.pauses[known - 1] if known else self.began

    def before(self, number: int) -> Evening:
        """Return a copy of the evening as it was just before an event in effect.

        It begins at the pause before the event, and holds nothing from before that pause.
        """
        place = self._applied_at(number)
        assert place is not None, f"event {number} counts"
        pause = self._pause_before(place)
        return Evening.resume(pause, self.evening.effective[pause.events : place])

    def _apply_from(self, since: Place | None, corrections: Sequence[RecordedEvent]) -> Retold:
        """Apply the evening anew from the last pause before a place of the effective log."""
        before = self.evening
        if since is None:
            return Retold(before, len(before.effective))
        same = self._place_of(since)
        try:
            self._apply_again(same, self.effective.as_it_counts(since))
        except _NotApplied as failed:
            raise self._no_longer_fits(failed.event, failed.evening, corrections, failed.refusal) from failed
        return Retold(before, same)

    def _apply_again(self, same: int, events: Iterable[EffectiveEvent]) -> None:
        """Apply other events after so many that stay the same.

        Raises _NotApplied at the first event that does not fit, and leaves everything as it was.
        """
        before = self.evening
        pauses = self.pauses[: bisect_left(self.pauses, same, key=lambda pause: pause.events)]
        began = pauses[-1] if pauses else self.began
        evening, again = before.up_to(began), [*before.effective[began.events : same], *events]
        try:
            _apply(evening, again, pauses)
        except Refusal as error:
            raise _NotApplied(again[len(evening.effective) - began.events], evening, error) from error
        evening.outcomes[began.events : same] = before.outcomes[began.events : same]
        self.evening, self.pauses = evening, pauses

    def _no_longer_fits(
        self, event: EffectiveEvent, evening: Evening, corrections: Sequence[RecordedEvent], refusal: Refusal
    ) -> Refusal:
        if refusal.code is Code.RULES_BROKEN:
            return refusal
        saying = write(event.event, Shown.of(evening.money))
        if isinstance(refusal, AfterADeal):
            refusal = refusal.corrected()
        if [correction.number for correction in corrections] == [event.number]:
            return refusal
        if any(correction.number == event.number for correction in corrections):
            return Refusal(refusal.code, f"{saying}: {refusal.sentence}", refusal.instead)
        if any(
            isinstance(correction.event, Amend) and correction.event.number == event.number
            for correction in corrections
        ):
            clause = f"event {event.number} cannot count as {saying}"
        else:
            clause = f"event {event.number} would no longer fit, {saying}"
        return NoLongerFits(
            event.number,
            event.event,
            clause,
            refusal,
            evening.game,
            self._follows(evening),
        )

    def _follows(self, evening: Evening) -> str:
        """Return how the last deal of a corrected evening would end, as a clause; else empty."""
        over = evening.game.last_over if evening.game else None
        known = zip(reversed(self.evening.effective), reversed(self.evening.outcomes), strict=False)
        was = next((outcome.over for event, outcome in known if over and event.number == over.event), None)
        if over is None or was is None or (was.changes, was.leaves) == (over.changes, over.leaves):
            return ""
        changes = (f"{player} {self.evening.money.show_change(change)}" for player, change in over.changes.items())
        clauses = [f"deal {over.deal} comes to {', '.join(changes) or 'nothing'}", *over.leaves]
        return f"then {listed(clauses)}"


class NoLongerFits(Refusal):
    """The refusal of corrections because of a later event.

    Another correction beside them may put that event right. `event` is the later event's number, `said` its saying,
    `clause` says that it no longer fits, and `why` is its refusal. `turn` is what its `game` would ask before it, and
    `follows` tells how the deal before it would end.
    """

    def __init__(
        self,
        event: int,
        said: AnyEvent,
        clause: str,
        why: Refusal,
        game: GameInHand | None,
        follows: str = "",
        remedy: str | None = None,
    ) -> None:
        super().__init__(Code.CORRECTION, f"{clause}: {why.sentence}", why.remedy if remedy is None else remedy)
        self.event, self.said, self.clause, self.why = event, said, clause, why
        self.game, self.follows = game, follows
        self.turn = game.turn if game else None
        self.before = self.turn.asks if self.turn else ""

    def together(self, how: str, follows: str = "") -> Refusal:
        """Return the same refusal with a remedy that says what follows, and how to say all together."""
        remedy = ". ".join(filter(None, (follows, self.remedy, how)))
        return NoLongerFits(self.event, self.said, self.clause, self.why, self.game, self.follows, remedy)


class _NotApplied(Exception):
    """The refusal of an event in effect, with the evening that refused it."""

    def __init__(self, event: EffectiveEvent, evening: Evening, refusal: Refusal) -> None:
        super().__init__(event.number)
        self.event, self.evening, self.refusal = event, evening, refusal


def _apply(evening: Evening, events: Iterable[EffectiveEvent], pauses: list[Snapshot]) -> None:
    """Apply events, and note every pause. Raises Refusal at the first that does not fit."""
    last = evening.last_pause
    for event in events:
        evening.apply(event)
        if evening.last_pause is not last:
            last = evening.last_pause
            pauses.append(last)
            if len(pauses) > NEWEST and pauses[-NEWEST].events - pauses[-NEWEST - 1].events < SPACING:
                del pauses[-NEWEST]


def _changed(before: Books, after: Books) -> dict[Account, int]:
    """Return by how much each account has more (+) or less (−) than before."""
    was, now = _holdings(before), _holdings(after)
    changes = {account: now.get(account, 0) - was.get(account, 0) for account in dict.fromkeys((*now, *was))}
    return {account: change for account, change in changes.items() if change}


def _holdings(books: Books) -> dict[Account, int]:
    held: dict[Account, int] = {Pool(name): held for name, held in books.pools.items()}
    held.update(books.balances)
    return held


class RefusedEvent(Refusal):
    """A refusal, and the recorded event that is refused."""

    def __init__(self, recorded: RecordedEvent, refusal: Refusal) -> None:
        super().__init__(refusal.code, refusal.sentence, refusal.remedy, refusal.at)
        self.refusal, self.recorded = refusal, recorded
