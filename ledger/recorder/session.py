"""One recorder's hold on a live evening.

Sayings are applied to it and written; if anything fails, they are taken back.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

import msgspec

from ledger.core.books import BANK
from ledger.core.events import AnyEvent, Leaves, Pays
from ledger.core.money import Shown
from ledger.core.names import name
from ledger.core.refusals import Code, Refusal, RefusedLine, Remedy, RemedyKind
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Finding
from ledger.games.language import write
from ledger.language.forms import in_runs, texts
from ledger.language.grammar import KEYWORDS, forms_of
from ledger.log.commands import Applied, CommandBatch
from ledger.log.replay import NoLongerFits, Replay, reader_of
from ledger.projections.clock import ClockReading, clock_of
from ledger.projections.offers import offers
from ledger.projections.totals import decoded
from ledger.recorder.club_log import ClubLog
from ledger.recorder.expand import expand, not_written, place_in, together
from ledger.recorder.live_evening import LiveEvening
from ledger.recorder.paying import LeftInFront, Overpaid, overpaid, settled_with
from ledger.recorder.result import RecordResult, answered, recorded_meanwhile
from ledger.store import Sent, Stale, sent
from ledger.store.log import unsound

if TYPE_CHECKING:
    from ledger.language.shorthand import Shorthand
    from ledger.recorder.ways_out import FollowedStacks

MOST_TOLD = 8
"""The greatest number of possible sayings that a refusal lists."""
END, CLOSE = "end", "close"
OUTSIDE = ("buys", "cashes", "pays", "joins", "leaves")
"""What a player does outside the game."""
NO_COIN_PAYS = "no coin pays it: it is settled with the payment before"
SAY_IT_AGAIN = "Nothing of yours was recorded: say it again if it still holds"


class Stamps(Protocol):
    """The interface of a recorder for time stamps."""

    def stamp(self) -> tuple[str, str]:
        """Return when and by whom something is recorded just now."""


class Session:
    """One recorder's hold on a live evening."""

    def __init__(self, recorder: Stamps, live: LiveEvening, source: str = "", now: bool = True) -> None:
        """Read the evening `now`, or at the first use.

        `source` is the file that its sayings come from. Raises Refusal if the log cannot be read or replayed.
        """
        self.id = live.id
        self.recorder = recorder
        self._live = live
        self._store = live.store
        self._source = source
        self._seen: int | None = None
        """The number of the newest event that this recorder has seen; None before the evening is read."""
        self._batch: CommandBatch | None = None
        """The sayings that are proposed and not written yet."""
        self._head: str | None = None
        """The digest of the last event written in the current transaction."""
        self._said: Sequence[str] = ()
        """What is being said: an evening is read without its rules for what no rules decide."""
        self.asks = False
        """Whether somebody at a terminal can be asked: about bare numbers, and about later deals that a correction
        reaches."""
        self.bare_numbers = ""
        """What they are where they are asked about, counters or money; empty until it is said."""
        self.reopens = True
        """Whether an evening is reopened though its rules are not those of today."""
        self.leaves_counters = True
        """Whether one who has cashed may leave with counters in front; a recorder who is to be asked first sets it to
        False."""
        self.overpays = True
        """Whether more may be paid after the close than is owed; a recorder who is to be asked first sets it to
        False."""
        if now:
            self._read()

    # How it stands

    def _read(self) -> LiveEvening:
        """Return the evening, read if this recorder has seen nothing of it."""
        if self._seen is None:
            self._live.catch_up()
            if not self._said or not all(map(_asks_no_rules, self._said)):
                self._live.see_rules()
            self._seen = self._live.number
        return self._live

    @property
    def number(self) -> int:
        """The number of the newest event, as the evening was read."""
        return self._read().number

    @property
    def head(self) -> str:
        """The digest of the newest event."""
        return self._read().head

    def clock(self) -> ClockReading | None:
        """Return what the clock of the open game shows now; None if it has none."""
        game = self.evening.game
        if game is None or (clock := game.deal.game_clock()) is None:
            return None
        return clock_of(clock, self._live.recorded).at(datetime.fromisoformat(self.recorder.stamp()[0]))

    @property
    def evening(self) -> Evening:
        """The evening as it stands. Raises Refusal where it has to be read again, and cannot be."""
        return self._read().evening

    @property
    def replay(self) -> Replay:
        """The log as it was read, replayed."""
        return self._read().replay

    @property
    def shared(self) -> bool:
        """Return whether payments of the club settle the closed evening, so a payment needs asking."""
        return self._read().shared

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return everything in the evening that does not agree."""
        return tuple(self.evening.findings)

    @property
    def rules_changed(self) -> str:
        """Return the remark on a closed evening whose rules are not today's; empty for any other."""
        return self._read().rules_changed

    def meanwhile(self) -> list[str]:
        """Read what others have recorded since this recorder last looked; return a line for each.

        If the log is another one than before, a line says so. Raises Refusal if the store fails.
        """
        number, head = self.number, self.head
        newest = self._store.newest(self.id)
        if newest == (number, head) and number == self._seen:
            return []
        self.forget()
        seen, self._seen = self._seen or 0, None
        since = self._read().recorded[seen:]
        if newest[0] < number or self._store.digest_of(self.id, number) != head:
            return [f"The log is another one than was read: it ends with event {self.number} now"]
        money = Shown.of(self.evening.money)
        return [f"{event.number}  {write(event.event, money)}  (by {event.said_by})" for event in since]

    # Saying

    def answer(self) -> RecordResult:
        """Return who is to speak and what may be said now, with nothing said."""
        return answered(self.evening, [])

    def record(self, saying: str, line: int = 1, key: str | None = None) -> RecordResult | None:
        """Record one saying; return None for a blank or a comment, which records nothing.

        A saying that is sent under a `key` is recorded once, however often it is sent. If it is sent again, it is not
        applied to the evening, which has moved on. The answer has what was recorded and its outcome
        (`RecordResult.again`), with who is to speak and what may be said now. A key belongs to the evening, to
        whoever invents it, and to one saying: 1 to 200 printable characters that nobody else will choose, such as a
        random UUID. It outlives the session and the program. Whoever does not know whether a saying was recorded says
        it again with the same key.

        Raises RefusedLine if it cannot stand (its key is then still free), Refusal with `Code.KEY` if something else
        was sent under the key, with `Code.STALE` if somebody else has recorded something since the evening was read,
        and with `Code.STORE` if the store fails. Nothing is recorded then, unless the refusal says that this is not
        known.
        """
        return self.record_together([(line, saying)], key)

    def record_together(self, lines: Iterable[tuple[int, str]], key: str | None = None) -> RecordResult | None:
        """Record several sayings, all or none, each with the number of its line; else as `record`."""
        lines = list(lines)
        self._said = [saying for _, saying in lines]
        sent_now = None if key is None else sent(key, self._said)
        with self._writing(sent_now):
            if sent_now is not None and (numbers := self._store.sent_before(self.id, sent_now)) is not None:
                return self._answered_before(numbers)
            self._see_nothing_meanwhile()
            applied = self._write(sent_now) if self._stand(lines) else []
        return answered(self.evening, applied) if applied else None  # made when nobody waits for it any more

    def record_typed(self, line: str, number: int = 1) -> RecordResult | None:
        """Record what a person has typed: it is resolved when nobody else can record any more.

        `number` is that of the line, in what is read from a file.

        Raises what `typed` and `record` do.
        """
        self._said = [line]
        with self._typed_by_hand(), self._writing():
            self._see_nothing_meanwhile()
            return self.record_together(self.typed(line, number))

    def propose(self, lines: Iterable[tuple[int, str]]) -> RecordResult | None:
        """Return what sayings would mean and change, all of them together, before any is written.

        They wait until `write` writes them or `forget` forgets them. Raises RefusedLine where one cannot stand.
        """
        return answered(self.evening, self._current().applied) if self._stand(lines) else None

    def propose_typed(self, line: str) -> RecordResult | None:
        """Return what a typed line would mean and change, as `propose`. Raises as `typed` does.

        Where somebody can be asked, a correction is proposed together with the later sums that used its stack.
        """
        with self._typed_by_hand():
            try:
                return self.propose(self.typed(line))
            except RefusedLine as refused:
                stacks = self._used_there(refused)
                if stacks is None or (result := self.propose(self.typed(stacks.line))) is None:
                    raise
                return replace(result, question=stacks.question(self.evening.money))

    def _used_there(self, refused: RefusedLine) -> "FollowedStacks | None":
        """Return refused corrections with the later sums that used their stacks, for a question."""
        if not self.asks or not isinstance(refused.refusal, NoLongerFits):
            return None
        from ledger.recorder.ways_out import follow_stacks  # wanted by who is refused

        return follow_stacks(refused, self._live.trial_batch)

    def propose_events(self, events: Sequence[AnyEvent]) -> RecordResult:
        """Return what events would mean and change, as `propose` does of sayings."""
        self._stand((), events)
        return answered(self.evening, self._current().applied)

    def overpaid(self) -> Overpaid | None:
        """Return why a payment that is proposed is asked about first; None where none is."""
        newest = [] if self._batch is None else [applied.recorded.event for applied in self._batch.applied]
        if not any(isinstance(event, Pays) for event in newest):
            return None
        club = ClubLog(self._store, self.recorder.stamp)
        return overpaid(self.evening, self.id, newest, club.club.payments)

    def question(self, result: RecordResult) -> str:
        """Return what is asked before a proposal is written; empty if it needs no consent.

        It needs consent if it corrects, ends a deal in silence, books at a close, or pays more than is owed.
        """
        more = self.overpaid()
        if not (result.corrects or result.ends_in_silence or result.books or more):
            return ""
        return result.question or (f"{more.sentence}. Write it?" if more else "Write it?")

    def left_in_front(self) -> list[LeftInFront]:
        """Return the questions about counters left in front of those who leave by what is proposed."""
        newest = [] if self._batch is None else [applied.recorded.event for applied in self._batch.applied]
        leaving = [event.player for event in newest if isinstance(event, Leaves)]
        left = [(player, self.evening.bank.left_behind(player)) for player in leaving]
        return [LeftInFront(player, amount, self.evening.money) for player, amount in left if amount]

    def forget(self) -> None:
        """Forget what was proposed: nothing of it is written."""
        self._batch = None
        self._live.take_back()

    def write(self) -> RecordResult:
        """Write what was proposed.

        Raises Refusal where somebody else has recorded something meanwhile or the store fails; nothing is then
        recorded, and nothing waits any longer.
        """
        with self._writing():
            self._see_nothing_meanwhile()
            applied = self._write(None)
        return answered(self.evening, applied)

    def typed(self, line: str, number: int = 1) -> list[tuple[int, str]]:
        """Return the full sayings that a typed line stands for, to be recorded together.

        Raises what `expand` does; of a line from a file, a refusal of that line.
        """
        try:
            sums = (self.asks, self.bare_numbers)
            return expand(line, self._current(), self._live.trial_batch, self._sat_elsewhere, number, *sums)
        except Refusal as refusal:
            if not self._source:
                raise
            raise RefusedLine(self._source, number, "", refusal) from refusal

    def _sat_elsewhere(self) -> Iterator[str]:
        """Yield everybody who has sat at another evening, as the newest of them writes the name."""
        for head in reversed(list(self._store.heads())):
            if head.evening != self.id and head.totals is not None and (totals := decoded(head.totals.body)):
                yield from (player for player in totals.players if player != BANK)

    def shorthand(self) -> "Shorthand":
        """Return what short sayings are read by, and completed from, as things stand."""
        from ledger.recorder.resolve import shorthand_of

        return shorthand_of(self._current(), self.shared)

    def would_stand(self, saying: str) -> bool:
        """Return whether a saying in full could be recorded now."""
        return self._live.trial_batch().why_not([saying]) is None

    def otherwise(self, number: int) -> Iterator[str]:
        """Yield sayings that an event might have been instead; none of them is tried."""
        from ledger.recorder.ways_out import others_than

        return others_than(self.replay, number)

    def redo(self) -> str:
        """Return the saying that takes back the newest `undo`, to be recorded as any other.

        Raises Refusal if something else has been said since, or nothing was undone.
        """
        return self._current().redo()

    @contextmanager
    def _typed_by_hand(self) -> Iterator[None]:
        """Return the refusal with how corrections stand together, and what is possible by default."""
        try:
            yield
        except RefusedLine as refused:
            raise self._with_a_way_out(together(refused, trial=self._live.trial_batch)) from refused

    def _with_a_way_out(self, refused: RefusedLine) -> RefusedLine:
        """Return a refusal that tells what may be said, also after what is assumed."""
        from ledger.recorder.ways_out import line_with_option  # wanted by who is refused

        refusal, game = refused.refusal, self.evening.game
        words, remedy = refused.text.lower().split(), refusal.instead
        if not words:  # it was refused before it was said, with a remedy of its own
            return refused
        if game is not None and (option := line_with_option(self.evening, words)):
            by_option = Refusal(refusal.code, refusal.sentence, Remedy(RemedyKind.WORDS, option), refusal.at)
            return RefusedLine(refused.source, refused.line, refused.text, by_option)
        if game is None or game.turn.pause:
            why = self._live.trial_batch().why_not([END]) if game and words[:1] == [CLOSE] else None
            if why is None:
                return refused
            both = Refusal(refusal.code, f"{refusal.sentence}: {why.sentence}", why.remedy, refusal.at)
            return RefusedLine(refused.source, refused.line, refused.text, both)
        of_the_turn = game.turn.instead(self.evening.money)
        now = _said_behind(self.evening, self.number, refused.text) or of_the_turn
        if refusal.code is Code.UNREADABLE or remedy.kind is RemedyKind.FORM:
            has_form = remedy.kind is RemedyKind.FORM
            is_outside = words[0] in KEYWORDS and words[0] not in game.turn.words(self.evening.money)
            if has_form and (is_outside or any(words[1] in forms_of(verb) for verb in OUTSIDE if words[1:])):
                return refused
            remedy = now._replace(before=f"{remedy.sentence}. ") if remedy and not has_form else now
        elif remedy.kind is RemedyKind.PLAYERS:
            remedy = of_the_turn._replace(before=f"{remedy.sentence}. ")
        elif remedy.kind is RemedyKind.NEAREST and remedy:
            remedy = now._replace(before=f"{remedy.sentence} ")
        elif remedy.kind is RemedyKind.TURN and remedy.form == of_the_turn.form:
            remedy = now._replace(before=remedy.before)
        else:
            return refused
        with_remedy = Refusal(refusal.code, refusal.sentence, remedy, refusal.at)
        return RefusedLine(refused.source, refused.line, refused.text, with_remedy)

    def _current(self) -> CommandBatch:
        """Return the batch of what is proposed, or a new one."""
        live = self._read()
        return self._batch or live.batch(self._source, self.recorder.stamp)

    def _stand(self, lines: Iterable[tuple[int, str]], events: Sequence[AnyEvent] = ()) -> bool:
        """Apply sayings and events, which wait to be written; return whether anything was said.

        Raises RefusedLine if one cannot stand.
        """
        lines, batch = list(lines), self._current()
        self._batch, written = batch, self._live.number
        try:
            batch.say_all(lines)
            for event in events:
                batch.apply(1, write(event, self.evening.money), event)
            batch.finish()
            self._settle_what_no_coin_pays(batch)
            self._live.see_without_rules((applied.recorded for applied in batch.applied), self.reopens)
            if not self.leaves_counters and (left := self.left_in_front()):
                raise left[0]
            if not self.overpays:
                for applied in batch.applied:
                    if type(applied.recorded.event) is Pays and (refusal := self.overpaid()) is not None:
                        raise refusal
        except Refusal:
            self.forget()
            raise
        except RefusedLine as refused:
            self.forget()
            of_one_line = len(lines) > 1 and len({number for number, _ in lines}) == 1
            if of_one_line and isinstance(refused.refusal, NoLongerFits):
                whole = "; ".join(saying for _, saying in lines)
                raise RefusedLine(refused.source, refused.line, whole, refused.refusal) from refused
            raise not_written(refused, written, place_in(lines, refused.text) if of_one_line else 0) from refused
        except BaseException:
            self._reset()
            raise
        if not batch.applied:
            self._batch = None
        return bool(batch.applied)

    def _settle_what_no_coin_pays(self, batch: CommandBatch) -> None:
        """Say, after a payment in coins after the close, what settles the rest that no coin pays."""
        paid = batch.applied[-1].recorded.event if batch.applied else None
        evening = batch.evening
        if not isinstance(paid, Pays) or not evening.closed:
            return
        for line in settled_with(evening.owed(), paid.amount, evening.money):
            event = Pays(line.payer, line.payee, line.amount)
            batch.apply(1, write(event, evening.money), event)
            settled = batch.applied[-1]
            assert settled.outcome is not None, "a payment is no correction"
            told = msgspec.structs.replace(settled.outcome, remarks=(NO_COIN_PAYS,))
            batch.applied[-1] = msgspec.structs.replace(settled, outcome=told)

    def _reset(self) -> None:
        """Forget all that was read, after something that may be half done."""
        self._batch = self._seen = None
        self._live.reset()

    # Writing

    @contextmanager
    def _writing(self, key: Sent | None = None) -> Iterator[None]:
        """Lock the evening; if anything fails, take back what was applied to it."""
        if self._store.holds(self.id):  # it is part of a writing that has begun
            yield
            return
        self._head = None
        if not self._live.number:
            self._live.catch_up()  # nobody has to wait while a long log is replayed
        try:
            with self._store.holding(self.id, key, since=self._live.number):
                yield
        except RefusedLine:
            raise
        except Stale as stale:
            clause = recorded_meanwhile(stale.meanwhile, self.evening.money)
            self._start_over()
            raise Refusal(Code.STALE, clause, SAY_IT_AGAIN) from stale
        except Refusal:
            self._start_over()
            raise
        except BaseException:
            self._reset()
            raise
        if self._head is not None:
            self._live.written(self._head)
            self._seen = self._live.number

    def _start_over(self) -> None:
        """Take back what was applied, and read again before anything else is said."""
        self.forget()
        self._seen = None

    def _see_nothing_meanwhile(self) -> None:
        """Raise Stale if others have recorded something that this recorder has not seen."""
        live = self._read()
        if self._seen is not None and live.number > self._seen:
            raise Stale(live.recorded[self._seen : live.number])
        self._store.see_newest(self.id, live.number, live.head)

    def _write(self, key: Sent | None) -> list[Applied]:
        """Write what was applied, while the evening is locked."""
        assert self._batch is not None, "something was applied"
        applied = self._batch.applied
        self._head = self._store.append(self.id, [saying.recorded for saying in applied], self._live.derived(), key)
        self._batch = None
        return applied

    def _answered_before(self, numbers: range) -> RecordResult:
        """Return the answer to events that were recorded before, with what is awaited now."""
        self._live.catch_up()
        self._seen, log = self._live.number, self._live.recorded
        if not 0 < numbers.start < numbers.stop <= len(log) + 1:
            raise unsound(
                self.id, f"event {numbers.stop - 1}, as which something was recorded under this key, is missing"
            )
        replay = Replay(by_pins=self._live.differs is not None)
        replay.add(log[: numbers.start - 1])
        batch = CommandBatch(replay, reader_of(replay.recorded))
        for recorded in log[numbers.start - 1 : numbers.stop - 1]:
            batch.apply(recorded.number, "", recorded.event, recorded)
        batch.finish()
        effective = self._live.replay.effective
        undone = (effective.struck_by(number) for number in numbers if not effective.counts(number))
        known = answered(replay.evening, batch.applied)
        return replace(known, evening=self.evening, again=True, undone_by=next(undone, None))


def _said_behind(evening: Evening, number: int, saying: str) -> Remedy | None:
    """Return what a player may say after what is assumed; None if the player may say nothing."""
    player = next(
        (player for player in evening.seats.seated if saying.casefold().startswith(name(player).casefold())), None
    )
    said = [
        f"{text}"
        for form in offers(evening, number).forms
        if player is not None and player in form.who
        for text in texts(form.slots, evening.money)
    ]
    if player is None or not said:
        return None
    form = f"{player} may say: {', '.join(in_runs(list(dict.fromkeys(said)))[:MOST_TOLD])}"
    return Remedy(RemedyKind.TURN, form, (player,))


def _asks_no_rules(saying: str) -> bool:
    """Return whether a saying needs no rules, in an evening that only its rules could answer."""
    return saying.split()[:1] in (["note"], ["reopen"])
