"""Two sessions at one evening: sayings, corrections, previews and failures give the same as a replay.

The model is a replay from the first event for every saying. Answers, refusals and the evening have to be the same.
`CARD_LEDGER_SESSIONS=200` tries so many seeds, `77-78` one of them.
"""

import random
from contextlib import suppress
from datetime import UTC, datetime

import pytest

from ledger.core import events
from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.evening import fold
from ledger.games.language import write
from ledger.games.registry import GAMES
from ledger.log.commands import CommandBatch
from ledger.log.replay import Replay, reader_of
from ledger.recorder import Recorder, Session
from ledger.recorder.result import answered
from ledger.store import database as databases
from ledger.store import open_store
from ledger.testing.random_evenings import NAMES, RandomChooser, candidates, random_saying
from tests.helpers.auditing import audit_stored
from tests.helpers.rig import asked_for, check_conservation, fingerprint, tries

AT = datetime(2026, 12, 26, 20, tzinfo=UTC)
PLAYERS = NAMES[:6]
LITTLE = {(databases, "PORTION"): (3, 11), (fold, "ACCOUNTS_AN_EVENT"): (1, 2, 16)}
"""How much is read and held at once, of which one is drawn."""
STEPS = 40


class Model:
    """The log as it has to be, replayed from its first event whenever it is asked anything."""

    def __init__(self, recorder: Recorder, evening: int) -> None:
        self.stamp = recorder.stamp
        self.log = [stored.recorded for stored in recorder.log(evening)]

    def replay(self) -> Replay:
        replay = Replay()
        replay.add(self.log)
        return replay

    def sayings(self, *lines: str) -> CommandBatch:
        """The log told so many sayings more. Raises RefusedLine where they cannot stand."""
        told = CommandBatch(self.replay(), reader_of(self.log), "", self.stamp, live=True)
        for line in lines:
            told.say(1, line)
        told.finish()
        return told


class Table:
    """What is said at random of an evening, most of it so that it may fit."""

    def __init__(self, seed: int) -> None:
        self.chances, self.chooser = random.Random(seed), RandomChooser(seed)

    def saying(self, model: Model, told: CommandBatch, corrects: float) -> str:
        event = (
            self.correction(model.replay(), told.number)
            if self.chances.random() < corrects
            else self.event(told.evening)
        )
        return write(event, told.evening.money)

    def event(self, evening):
        """Something said of the game in hand, or of the evening."""
        pick, chances = self.chances.choice, self.chances
        for _ in range(3 if evening.game and chances.random() < 0.8 else 0):
            with suppress(Refusal):
                sorts = candidates(evening, self.chooser, interruptions=True)
                if sorts and (event := random_saying(pick(sorts), self.chooser, evening)):
                    return event
        if evening.game is None and chances.random() < 0.3:
            return events.Begin(pick([*GAMES]))
        one, other, some = pick(PLAYERS), pick(PLAYERS), chances.randint(1, 6)
        return pick(
            (events.Joins(one), events.Joins(one, other), events.Leaves(one), events.Buys(one, some), events.Cashes(one, some),
             events.Pays(one, other, some), events.Pays(other, one, 1), events.Count(((one, some),)), events.Note("x"), events.End(), events.End("divide"),
             events.Close(), events.Close("split"), events.Close("banker"), events.Reopen("why"), events.Misdeal("oh"), events.Deal(),
             events.SeatPlayers(tuple(chances.sample(PLAYERS, 2 + some % 4))), events.OpenEvening("Other"))
        )  # fmt: skip

    def correction(self, replay: Replay, newest: int):
        """A correction of something near or far, and of a correction often."""
        pick, effective = self.chances.choice, replay.effective
        if self.chances.random() < 0.3:
            return events.Undo()
        if effective.correcting and self.chances.random() < 0.5:
            return events.Void(pick(effective.correcting), "w")
        number = self.chances.randint(max(1, newest - pick((12, newest))), newest)
        if self.chances.random() < 0.3:
            return events.Void(number, "w")
        there = any(one.number == number for one in replay.evening.effective)
        event = self.event(replay.before(number) if there else replay.evening)
        return pick((events.Amend, events.Insert))(number, "w", event)


class Sittings:
    """Two who record at one evening, each in a sitting that goes on, and the model of what they do."""

    def __init__(self, folder, seed: int) -> None:
        self.url = f"sqlite:///{folder / 'evenings.db'}"
        self.recorders = [Recorder(open_store(self.url), "Ann", lambda: AT) for _ in range(2)]
        money = ("", " money=lsd counter=1d")[seed % 2]
        self.id, _ = self.recorders[0].open([f'evening "R"{money}', f"players {' '.join(PLAYERS[: 3 + seed % 3])}"])
        self.live = [recorder.live(self.id) for recorder in self.recorders]
        if seed % 3 == 0:  # both hold the same
            self.live[1], self.recorders[1] = self.live[0], self.recorders[0]
        self.sittings = [Session(recorder, live) for recorder, live in zip(self.recorders, self.live, strict=True)]
        self.model, self.table = Model(self.recorders[0], self.id), Table(seed)
        self.chances = self.table.chances
        self.sent: dict[str, tuple] = {}

    def step(self, corrects: float) -> None:
        """One of them does something, and what is recorded, kept and held is as replayed."""
        which = self.chances.randint(0, 1)
        sitting = self.sittings[which]
        sitting.meanwhile()
        lines = self.lines(self.chances.choice((1, 1, 1, 2, 3)), corrects)
        acts = [self.say] * 8 + [
            self.propose,
            self.redo,
            self.again,
            self.fail,
            self.sit_anew,
            self.rebuild,
            self.rebuild,
        ]
        self.chances.choice(acts)(which, lines)
        self.check()

    def lines(self, number: int, corrects: float) -> list[str]:
        """So many sayings, each made up once those before it were said, where they can be."""
        trial, lines = self.model.sayings(), []
        for _ in range(number):
            lines.append(self.table.saying(self.model, trial, corrects))
            with suppress(RefusedLine):
                trial.say(1, lines[-1])
        return lines

    def say(self, which: int, lines: list[str]) -> None:
        key = f"k{len(self.model.log)}" if self.chances.random() < 0.2 else None
        act = self.sittings[which].record_together
        answer = self.as_modelled(lines, lambda: act(list(enumerate(lines)), key))
        if answer and key:
            self.sent[key] = lines, answer.said

    def propose(self, which: int, lines: list[str]) -> None:
        sitting = self.sittings[which]
        log = list(self.model.log)
        if self.as_modelled(lines, lambda: sitting.propose(enumerate(lines))) and self.chances.random() < 0.5:
            sitting.write()
        else:
            sitting.forget()
            self.model.log = log

    def redo(self, which: int, lines: list[str]) -> None:
        try:
            redo = self.model.sayings().redo()
        except Refusal as refusal:
            with pytest.raises(Refusal) as refused:
                self.sittings[which].record_typed("redo")
            assert refused.value.sentence == refusal.sentence
        else:
            self.as_modelled([redo], lambda: self.sittings[which].record_typed("redo"))

    def again(self, which: int, lines: list[str]) -> None:
        for key, (before, answer) in list(self.sent.items())[-1:]:
            found = self.sittings[which].record_together(list(enumerate(before)), key)
            assert (found.again, found.said) == (True, answer)
            with pytest.raises(Refusal) as refused:
                self.sittings[which].record_together(list(enumerate(["note x", *before])), key)
            assert refused.value.code is Code.KEY

    def fail(self, which: int, lines: list[str]) -> None:
        """The disk is full at one of the statements."""
        database, before = self.recorders[which].store.database, self.stored()
        left, write_them = self.chances.randint(0, 5), database.write

        def fails(statement, values):
            nonlocal left
            left -= 1
            if left < 0:
                raise Refusal(Code.STORE, "the disk is full")
            write_them(statement, values)

        database.write = fails
        try:
            answer = self.sittings[which].record_together(list(enumerate(lines)))
        except (Refusal, RefusedLine):
            assert self.stored() == before
        else:
            self.model.log += [one.recorded for one in self.model.sayings(*lines).applied] if answer else []
        finally:
            del database.write

    def sit_anew(self, which: int, lines: list[str]) -> None:
        now = self.chances.random() < 0.5
        self.sittings[which] = Session(self.recorders[which], self.live[which], now=now)

    def rebuild(self, which: int, lines: list[str]) -> None:
        """What is kept is made anew, while the other sits there still."""
        self.recorders[which].rebuild(self.id)

    def as_modelled(self, lines: list[str], act):
        """What a sitting answers, or refuses and has written nothing, as the model does."""
        before = self.stored()
        try:
            told = self.model.sayings(*lines)
        except RefusedLine as expected:
            with pytest.raises(RefusedLine) as refused:
                act()
            assert (refused.value.text, refused.value.refusal.code) == (expected.text, expected.refusal.code)
            assert self.stored() == before
            return None
        answer = act()
        assert answer.said == answered(told.evening, told.applied).said
        self.model.log += [one.recorded for one in told.applied]
        return answer

    def stored(self) -> list:
        rows = self.recorders[0].store.database.rows
        tables = ("evening", "event", "sent", "totals")
        return [sorted(map(tuple, rows(f"SELECT * FROM {table}"))) for table in tables]

    def check(self) -> None:
        """All that is recorded, held and kept is what the model gives."""
        evening, store = self.model.replay().evening, self.recorders[1].store
        check_conservation(evening)
        assert [stored.recorded for stored in store.log(self.id)] == self.model.log
        assert [found for found in audit_stored(self.url, self.id) if not found.in_play] == []
        for sitting in (*self.sittings, self.recorders[0].open_session(self.id)):
            if sitting.number == len(self.model.log):
                assert fingerprint(sitting.evening) == fingerprint(evening)


@pytest.mark.parametrize("seed", asked_for("CARD_LEDGER_SESSIONS", tries(10)))
def test_whatever_two_say_and_put_right_is_recorded_kept_and_held_as_replayed(tmp_path, monkeypatch, seed):
    chances = random.Random(seed)
    for (module, name), values in LITTLE.items():
        monkeypatch.setattr(module, name, chances.choice(values))
    sittings = Sittings(tmp_path, seed)
    for step in range(STEPS):
        sittings.step(corrects=0 if step < STEPS // 3 else chances.choice((0, 0.3, 0.8)))
