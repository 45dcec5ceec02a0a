"""Recording at a long evening: whatever is corrected, by whomever, all that is derived is as replayed."""

import random
from contextlib import suppress

import pytest

from ledger.core.events import Amend, Count, Insert, Note, OpenEvening, Pays, RecordedEvent, SeatPlayers, Undo, Void
from ledger.core.refusals import Refusal, RefusedLine
from ledger.evening.fold import Evening
from ledger.log.commands import pins
from ledger.log.replay import Replay
from ledger.projections.totals import PlayerTotals, encoded, rules_of, totals_of
from ledger.recorder import Recorder
from ledger.store import StoredTotals, open_store
from ledger.testing.random_evenings import RandomChooser, simulate
from tests.helpers.auditing import audit_stored
from tests.helpers.databases import file_recorded
from tests.helpers.rig import fingerprint, one_in, tries

OPENING = ['evening "Long"', "players Ann Bob Cat Dan", "game nap kitty=1", "deal Ann", "Bob 3", "Bob made"]
PLAYERS = ("Cat", "Dan", "Ann", "Bob")


GAMES = ("nap", "loo", "poker", "newmarket", "tally")


def corrected_evening(seed: int, back: int, deals: int = 10) -> Replay:
    """A random evening of several games, with corrections of what was said up to so many events before."""
    chances, replay = random.Random(seed), Replay()

    def add(event) -> None:
        replay.add([RecordedEvent(len(replay.recorded) + 1, event, pinned=pins(event, replay.evening))])

    for event in (OpenEvening("Long"), SeatPlayers(("Ann", "Bob", "Cat", "Dan"))):
        add(event)
    for place, game in enumerate(GAMES):
        for event in simulate(game, deals, 4, RandomChooser(seed + place))[2:-1]:
            sayings = [event]
            while chances.random() < 0.06:
                newest = len(replay.recorded)
                number = chances.randint(max(1, newest - back), newest)
                corrections = (
                    Undo(),
                    Void(number, "no"),
                    Insert(number, "late", Note("x")),
                    Amend(number, "y", Note("y")),
                )
                sayings.append(chances.choice([*corrections, Pays("Ann", "Bob", 3), Count((("Ann", 7),))]))
            for saying in sayings:
                with suppress(Refusal):
                    add(saying)
    return replay


def deals(number: int) -> list[str]:
    """So many deals of Nap, three sayings each."""
    return [
        said
        for deal in range(number)
        for said in ("deal", f"{PLAYERS[deal % 4]} 3", f"{PLAYERS[deal % 4]} {'made' if deal % 3 else 'failed'}")
    ]


def took(number: int) -> str:
    """Who made his call, or failed, with the event of that number."""
    return PLAYERS[((number - 6) // 3 - 1) % 4]


def long_evening(tmp_path, number: int = 120, imported: bool = False) -> tuple[Recorder, str, int]:
    """An evening of many deals, recorded saying by saying in several sittings, or at once."""
    path = tmp_path / "evenings.db"
    path.write_bytes(file_recorded(tuple(OPENING), tuple(deals(number)), imported))
    return Recorder(open_store(f"sqlite:///{path}"), "Ann"), f"sqlite:///{path}", 1


def as_replayed(recorder: Recorder, url: str, evening: int) -> None:
    """Everything that is derived is what a replay gives, and so is what a new session reads."""
    assert [finding for finding in audit_stored(url, evening) if not finding.in_play] == []
    replay = recorder.replay(evening)
    session = recorder.open_session(evening)
    assert fingerprint(session.evening) == fingerprint(replay.evening)
    head = next(head for head in recorder.store.heads() if head.evening == evening)
    assert head.totals == StoredTotals(
        rules_of(replay.evening), encoded(totals_of(replay.evening, replay.recorded, listed=True))
    )


def test_a_session_applies_no_more_for_a_late_correction_than_the_deals_after_it(tmp_path, monkeypatch):
    recorder, url, evening = long_evening(tmp_path)
    session = recorder.open_session(evening)
    newest, applied, apply = session.number, [], Evening.apply
    monkeypatch.setattr(Evening, "apply", lambda self, one: applied.append(one.number) or apply(self, one))
    assert session.record("undo") is not None
    assert session.record(f'amend {newest - 3} "two only": {took(newest - 3)} failed') is not None
    assert len(applied) < 20
    assert min(applied) > newest - 12
    monkeypatch.undo()
    as_replayed(recorder, url, evening)


def test_a_session_reads_no_more_than_what_is_new(tmp_path, monkeypatch):
    recorder, _, evening = long_evening(tmp_path)
    session, other = recorder.open_session(evening), recorder.open_session(evening)
    newest, read, stored = session.number, [], recorder.store._stored
    monkeypatch.setattr(recorder.store, "_stored", lambda row: read.append(row[0]) or stored(row))
    session.record('note "x"')
    assert other.meanwhile() == [f'{newest + 1}  note "x"  (by Ann)']
    assert other.record("undo") is not None
    assert session.meanwhile() == [f"{newest + 2}  undo  (by Ann)"]
    assert read == [newest + 1, newest + 2]


def test_undone_again_and_again_by_somebody_new_each_time(tmp_path):
    recorder, url, evening = long_evening(tmp_path, 60)
    often = tries(100)
    before = recorder.open_session(evening).evening.books.balances
    for _ in range(often):
        assert recorder.open_session(evening).record("undo") is not None
    as_replayed(recorder, url, evening)
    for _ in range(often):
        recorder.open_session(evening).record_typed("redo")
    assert recorder.open_session(evening).evening.books.balances == before
    as_replayed(recorder, url, evening)


def test_what_is_said_after_a_refused_correction_is_written_where_it_belongs(tmp_path):
    recorder, url, evening = long_evening(tmp_path, 10)
    sitting = recorder.open_session(evening)
    with pytest.raises(RefusedLine):
        sitting.record('void 4 "never"')
    for saying in deals(13)[-9:]:
        sitting.record(saying)
    as_replayed(recorder, url, evening)


def test_a_deal_and_a_correction_after_it_may_be_said_together(tmp_path):
    recorder, url, evening = long_evening(tmp_path, 10)
    lines = [*deals(12)[-6:], 'note "supper"', "undo"]
    recorder.open_session(evening).record_together(list(enumerate(lines, start=1)))
    as_replayed(recorder, url, evening)


def test_corrections_said_together_may_reach_further_back_one_after_another(tmp_path):
    recorder, url, evening = long_evening(tmp_path)
    newest = recorder.open_session(evening).number
    far = newest - 150
    groups = (
        ["undo", "undo"],
        ["undo", f'amend {far} "two only": {took(far)} failed', f'amend 30 "no": {took(30)} failed'],
    )
    sitting = recorder.open_session(evening)
    for group in groups:
        sitting.record_together(list(enumerate(group, start=1)))
        as_replayed(recorder, url, evening)


@pytest.mark.parametrize("seed", one_in(3, range(6)))
def test_whatever_is_corrected_all_that_is_derived_is_as_replayed(tmp_path, seed):
    chances = random.Random(seed)
    recorder, url, evening = long_evening(tmp_path, 50, imported=seed % 2 == 0)
    sitting = recorder.open_session(evening)
    for _ in range(60):
        number = chances.randint(1, sitting.number)
        saying = chances.choice(
            (
                "undo",
                f'void {number} "why"',
                f'amend {number} "why": Cat failed',
                f'amend {number} "why": Dan made',
                f'insert {number} "why": note "x"',
                'note "y"',
                "deal",
                "Cat 3",
                "Ann buys 3",
            )
        )
        with suppress(Refusal, RefusedLine):
            sitting.record_typed(chances.choice((saying, saying, "redo", f"{saying}; undo")))
        if chances.randint(1, 4) == 1:
            sitting = recorder.open_session(evening)
    as_replayed(recorder, url, evening)


def test_what_a_saying_writes_beside_the_log_does_not_grow_with_the_payments(tmp_path):
    recorder = Recorder(open_store(f"sqlite:///{tmp_path / 'evenings.db'}"), "Ann")
    evening, _ = recorder.open([*OPENING[:2], "cost 3 taxi Ann paid"])
    session = recorder.open_session(evening)
    written = []
    for _ in range(40):
        session.record("Bob pays Ann 1")
        (head,) = recorder.store.heads()
        written.append(len(head.totals.body))
    assert max(written) - min(written) < 30  # digits of the sums, and not a payment more each time


def test_every_debt_that_was_paid_is_in_the_totals(tmp_path):
    recorder = Recorder(open_store(f"sqlite:///{tmp_path / 'evenings.db'}"), "Ann")
    evening, _ = recorder.open(OPENING[:2])
    session = recorder.open_session(evening)
    for _ in range(30):
        session.record("Bob pays Ann 1")
    session.record('void 9 "twice"')
    session.record("close")
    (played,) = recorder.played_since()
    assert [debt.event for debt in played.totals.debts] == [number for number in range(3, 33) if number != 9]
    assert played.totals.players["Bob"] == PlayerTotals({}, 0, 29, 29)
    as_replayed(recorder, f"sqlite:///{tmp_path / 'evenings.db'}", evening)


def test_a_copy_of_a_log_goes_on_by_itself(tmp_path):
    recorder, _, evening = long_evening(tmp_path, 60)
    whole = recorder.replay(evening)
    seen, number = fingerprint(whole.evening), whole.number
    copy = whole.copy()
    assert copy.evening.outcomes == whole.evening.outcomes
    for correction in (Insert(7, "forgotten", Note("x")), Void(whole.number + 1, "why"), Undo()):
        with pytest.raises(Refusal, match="would no longer fit"):
            copy.correct([RecordedEvent(copy.number + 1, Void(4, "why"))])
        copy.correct([RecordedEvent(copy.number + 1, correction)])
    assert (fingerprint(whole.evening), whole.number) == (seen, number)
    whole.add(copy.recorded[number:])
    assert fingerprint(whole.evening) == fingerprint(copy.evening)
    assert whole.recorded == copy.recorded


@pytest.mark.parametrize("seed", one_in(2, range(6)))
def test_what_is_taken_back_leaves_everything_as_it_was(seed):
    whole = corrected_evening(seed, back=40, deals=3)
    recorded, chances = list(whole.recorded), random.Random(seed)
    replay = Replay()
    for _ in range(6):
        number = chances.randint(max(1, replay.number), len(recorded) - 1)
        with suppress(Refusal):
            replay.add(recorded[replay.number : number])
        seen, pauses, number = fingerprint(replay.evening), list(replay.pauses), replay.number
        with suppress(Refusal):  # of corrections that stand only with the next
            replay.add(recorded[number : number + chances.randint(1, 30)])
        replay.take_back(number)
        assert fingerprint(replay.evening) == seen
        assert replay.recorded == recorded[:number]
        assert [(pause.events, pause.postings) for pause in replay.pauses] == [
            (pause.events, pause.postings) for pause in pauses
        ]
    replay.add(recorded[replay.number :])
    assert fingerprint(replay.evening) == fingerprint(whole.evening)
    assert replay.evening.outcomes == whole.evening.outcomes


def test_what_is_read_in_portions_keeps_corrections_together_that_only_stand_together(tmp_path, monkeypatch):
    recorder, _, evening = long_evening(tmp_path, 40)
    number = recorder.open_session(evening).number
    session = recorder.open_session(evening)
    session.record_together(
        [(1, f'void {number - 1} "no"'), (2, f'void {number} "no"'), (3, f'void {number - 2} "no"')]
    )
    whole = recorder.replay(evening)
    for portion in (number, number + 1, number + 2, 7):
        monkeypatch.setattr("ledger.store.database.PORTION", portion)
        assert fingerprint(recorder.replay(evening).evening) == fingerprint(whole.evening)
