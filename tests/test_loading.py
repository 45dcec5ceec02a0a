"""Sessions that begin in the middle of an evening: whatever is corrected, all is as replayed."""

import random
from contextlib import suppress

import pytest

from ledger.audit import audit_stored
from ledger.core.events import RecordedEvent, Void
from ledger.core.refusals import Refusal, RefusedLine
from ledger.log.corrections import Earlier
from ledger.projections.keeping import checkpoint_of, pauses
from ledger.projections.tables import summary
from ledger.recorder import Recorder
from ledger.store import open_store
from ledger.store.checkpoints import STRETCH, kept_body, read_kept
from tests.databases import file_recorded
from tests.rig import one_in, tries

OPENING = ['evening "Long"', "players Ann Bob Cat Dan", "game nap kitty=1", "deal Ann", "Bob 3", "Bob made"]
PLAYERS = ("Cat", "Dan", "Ann", "Bob")
PLAYERS_AS_SEATED = ("Ann", "Bob", "Cat", "Dan")


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


def marks_of(recorder: Recorder, evening: int) -> list[int]:
    return [
        row[0]
        for row in recorder.store.database.rows("SELECT number FROM mark WHERE evening = :e ORDER BY 1", e=evening)
    ]


def as_replayed(recorder: Recorder, url: str, evening: int) -> None:
    """Everything that is derived is what a replay gives, and so is what a new sitting takes up."""
    assert [finding for finding in audit_stored(url, evening) if not finding.in_play] == []
    replay = recorder.replay(evening)
    sitting = recorder.sit(evening)
    assert summary(sitting.evening)["balances"] == summary(replay.evening)["balances"]
    assert recorder.store.postings(evening) == replay.evening.books.postings
    for number, kept in pauses(replay, marks_of(recorder, evening)):
        stored = recorder.store.log(evening)[number - 1]
        body = kept_body(kept, number, stored.digest)
        assert read_kept(body, number, stored.digest) == kept


@pytest.mark.parametrize("imported", [False, True])
def test_a_mark_is_kept_of_each_stretch(tmp_path, imported):
    recorder, url, evening = long_evening(tmp_path, imported=imported)
    marks = marks_of(recorder, evening)
    assert [number // STRETCH for number in marks] == [0, 1, 2, 3]
    as_replayed(recorder, url, evening)


@pytest.mark.parametrize("imported", [False, True])
def test_a_late_correction_reads_no_more_than_the_deals_after_it(tmp_path, imported, monkeypatch):
    recorder, url, evening = long_evening(tmp_path, imported=imported)
    newest = recorder.sit(evening).number
    read = []
    stored = recorder.store._stored
    monkeypatch.setattr(recorder.store, "_stored", lambda row: read.append(row[0]) or stored(row))
    assert recorder.sit(evening).record("undo") is not None
    assert min(read) > newest - 2 * STRETCH
    read.clear()
    assert recorder.sit(evening).record(f'amend {newest - 3} "two only": {took(newest - 3)} failed') is not None
    assert min(read) > newest - 2 * STRETCH
    as_replayed(recorder, url, evening)


def test_undone_again_and_again_by_somebody_new_each_time(tmp_path):
    recorder, url, evening = long_evening(tmp_path, 60)
    often = tries(100)
    before = recorder.sit(evening).evening.books.balances
    for _ in range(often):
        assert recorder.sit(evening).record("undo") is not None
    as_replayed(recorder, url, evening)
    for _ in range(often):
        recorder.sit(evening).record_typed("redo")
    assert recorder.sit(evening).evening.books.balances == before
    as_replayed(recorder, url, evening)


def test_a_mark_before_which_something_was_corrected_is_forgotten(tmp_path):
    recorder, url, evening = long_evening(tmp_path)
    recorder.sit(evening).record(f'amend 150 "two only": {took(150)} failed')
    assert [number for number in marks_of(recorder, evening) if 150 <= number <= 366] == []
    as_replayed(recorder, url, evening)


def test_what_is_said_after_a_refused_correction_is_written_where_it_belongs(tmp_path):
    recorder, url, evening = long_evening(tmp_path, 10)
    sitting = recorder.sit(evening)
    with pytest.raises(RefusedLine):
        sitting.record('void 4 "never"')
    for saying in deals(13)[-9:]:
        sitting.record(saying)
    as_replayed(recorder, url, evening)


def test_a_deal_and_a_correction_after_it_may_be_said_together(tmp_path):
    recorder, url, evening = long_evening(tmp_path, 10)
    lines = [*deals(12)[-6:], 'note "supper"', "undo"]
    recorder.sit(evening).record_together(list(enumerate(lines, start=1)))
    as_replayed(recorder, url, evening)


def test_corrections_said_together_may_reach_further_back_one_after_another(tmp_path):
    recorder, url, evening = long_evening(tmp_path)
    newest = recorder.sit(evening).number
    far = newest - 6 * (STRETCH // 4)
    groups = (
        ["undo", "undo"],
        ["undo", f'amend {far} "two only": {took(far)} failed', f'amend 30 "no": {took(30)} failed'],
    )
    sitting = recorder.sit(evening)
    for group in groups:
        sitting.record_together(list(enumerate(group, start=1)))
        as_replayed(recorder, url, evening)


@pytest.mark.parametrize("seed", one_in(3, range(6)))
def test_whatever_is_corrected_all_that_is_derived_is_as_replayed(tmp_path, seed):
    chances = random.Random(seed)
    recorder, url, evening = long_evening(tmp_path, 50, imported=seed % 2 == 0)
    sitting = recorder.sit(evening)
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
            sitting = recorder.sit(evening)
    as_replayed(recorder, url, evening)


@pytest.mark.parametrize("sits", [True, False])
def test_a_debt_paid_costs_no_more_after_many_of_them(tmp_path, sits, monkeypatch):
    recorder = Recorder(open_store(f"sqlite:///{tmp_path / 'evenings.db'}"), "Ann")
    evening, _ = recorder.open(OPENING[:2])
    written = []
    database = recorder.store.database
    write = database.write

    def noting(statement, values):
        written.append(sum(len(value) for row in values for value in row.values() if isinstance(value, str)))
        write(statement, values)

    monkeypatch.setattr(database, "write", noting)
    sitting = recorder.sit(evening)

    def taken(debts: int) -> int:
        """How many letters are written for so many debts more."""
        written.clear()
        for _ in range(debts):
            (sitting if sits else recorder.sit(evening)).record("Bob pays Ann 1")
        return sum(written)

    taken(60)
    few = taken(60)
    taken(60)
    assert taken(60) < 1.3 * few
    recorder.sit(evening).record("close")
    kept = recorder.store.kept()[0].kept
    assert kept is not None
    assert recorder.store.with_earlier(evening, kept) == checkpoint_of(
        recorder.replay(evening).evening, PLAYERS_AS_SEATED
    )
    assert len(recorder.sit(evening).course.paid) == 240
    as_replayed(recorder, f"sqlite:///{tmp_path / 'evenings.db'}", evening)


def test_a_log_held_from_the_middle_says_what_it_does_not_hold(tmp_path):
    recorder, _, evening = long_evening(tmp_path, 60)
    replay, kept = recorder.sit(evening)._from_before(150)
    assert kept is not None
    assert 0 < replay.settled < 150
    before, recorded = replay.evening, list(replay.recorded)
    with pytest.raises(Earlier) as beyond:
        replay.correct([RecordedEvent(replay.effective.last + 1, Void(5, "why"))])
    assert beyond.value.number == 5
    assert (replay.evening, replay.recorded) == (before, recorded)


def test_a_mark_that_a_correction_reaches_before_is_forgotten_though_nothing_counts_otherwise(tmp_path):
    recorder = Recorder(open_store(f"sqlite:///{tmp_path / 'evenings.db'}"), "Ann")
    evening, _ = recorder.open([*OPENING[:2], 'note "x"', 'void 3 "no"', "undo", "undo"])
    sitting = recorder.sit(evening)
    for _ in range(2):
        sitting.record_together([(line, 'note "y"') for line in range(STRETCH)])
    assert [number for number in marks_of(recorder, evening) if number > STRETCH]
    counted = sitting.evening.counted[-1:]
    sitting.record('void 5 "the void stands, and what it takes back stays taken back"')
    assert sitting.evening.counted[-1:] == counted
    assert [number for number in marks_of(recorder, evening) if 3 <= number <= 2 * STRETCH] == []
    as_replayed(recorder, f"sqlite:///{tmp_path / 'evenings.db'}", evening)
