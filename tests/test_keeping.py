"""What is kept at a pause: of one size however long the evening, whole when it is read, and made anew where it is old."""

import sqlite3

import pytest

from ledger.audit import audit_stored
from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.evening.snapshots import Finding
from ledger.projections import passing
from ledger.projections.course import Course, Kept, Paid, Pause
from ledger.projections.explanation import pools_of
from ledger.recorder import Recorder
from ledger.recorder import loaded as taken_up
from ledger.store import open_store
from ledger.store.checkpoints import STRETCH
from tests.databases import file_recorded
from tests.rig import one_in
from tests.test_passing import corrected_evening, forgetful

__all__ = ["forgetful"]

OPENING = ['evening "Long"', "players Ann Bob Cat", "game nap kitty=1", "deal Ann"]
DEAL = ["tricks Ann 1 Bob 2 Cat 2", "deal"]


def rounds(number: int) -> list[str]:
    """So many deals, with a debt paid in each, within it or before it, and a count that does not come out."""
    return [
        saying
        for each in range(number)
        for saying in (("Bob pays Ann 1", *DEAL) if each % 3 else (DEAL[0], "count Ann 7", "Cat pays Bob 2", DEAL[1]))
    ]


def recorded(path, number: int, at_once: bool = False) -> tuple[Recorder, int]:
    """An evening of so many deals, recorded saying by saying in several sittings, or at once; and its recorder."""
    path.write_bytes(file_recorded(tuple(OPENING), tuple(rounds(number)), at_once, passing.HELD, taken_up.HELD))
    return Recorder(open_store(f"sqlite:///{path}"), "Ann"), 1


def found_by_audit(path, evening: int = 1) -> list[str]:
    return [one.wrong for one in audit_stored(f"sqlite:///{path}", evening) if not one.in_play]


def sizes(path) -> list[int]:
    """How many letters every mark has, in their order, and then the checkpoint."""
    with sqlite3.connect(path) as connection:
        found = connection.execute("SELECT length(body) FROM mark ORDER BY stretch").fetchall()
        return [size for (size,) in (*found, *connection.execute("SELECT length(body) FROM checkpoint").fetchall())]


def as_told(recorder: Recorder, evening: int) -> None:
    """Everything found and paid is told of by what is kept, and is what a replay gives."""
    replay, sitting = recorder.replay(evening).evening, recorder.sit(evening)
    assert list(sitting.findings) == replay.findings
    assert sitting.course == recorder.passed(evening).course
    (played,) = recorder.played_since()
    assert played == recorder.played_since(replayed=True)[0]


@pytest.mark.parametrize("at_once", [False, True])
def test_what_is_kept_does_not_grow_with_what_was_found_and_paid(tmp_path, at_once):
    path = tmp_path / "evenings.db"
    recorder, evening = recorded(path, 300, at_once)
    *marks, _ = sizes(path)
    assert len(marks) >= 9
    assert max(marks[6:]) < 1.1 * max(marks[1:5])
    assert found_by_audit(path) == []
    as_told(recorder, evening)


@pytest.mark.parametrize("at_once", one_in(2, [False, True]))
def test_what_is_corrected_leaves_nothing_out_that_is_not_kept(tmp_path, at_once):
    path = tmp_path / "evenings.db"
    recorder, evening = recorded(path, 120, at_once)
    sitting = recorder.sit(evening)
    for number in (390, 250, 120):
        with pytest.raises(RefusedLine):
            sitting.record(f'void {number} "no"; nothing')
        sitting.record("undo")
        recorder.sit(evening).record_typed("redo")
        sitting = recorder.sit(evening) if number == 390 else sitting
        sitting.meanwhile()
        paid = next(each for each in recorder.sit(evening).course.paid if each.event > number)
        sitting = sitting if number == 250 else recorder.sit(evening)
        sitting.record(f'amend {paid.event} "more": {paid.payer} pays {paid.payee} 3')
        for saying in rounds(60):
            sitting.record(saying)
        assert found_by_audit(path) == []
        as_told(recorder, evening)
        as_told(recorder, evening)


def test_a_close_and_what_follows_it_leave_nothing_out_that_is_not_kept(tmp_path):
    path = tmp_path / "evenings.db"
    recorder, evening = recorded(path, 60)
    sitting = recorder.sit(evening)
    sitting.record_together(list(enumerate(["tricks Ann 1 Bob 2 Cat 2", "end divide", "count Ann 0 Bob 0 Cat 0"])))
    for _ in range(3):
        sitting.record("close short=split")
        as_told(recorder, evening)
        sitting.record('reopen "once more"')
        for _ in range(80):
            sitting.record("Cat pays Bob 1")
        assert found_by_audit(path) == []
        as_told(recorder, evening)


def test_marks_that_are_gone_are_replayed_and_made_anew(tmp_path):
    path = tmp_path / "evenings.db"
    recorder, evening = recorded(path, 120)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM mark WHERE stretch BETWEEN 1 AND 2")
    assert all("leaves out what is kept after event" in wrong for wrong in found_by_audit(path))
    assert len(found_by_audit(path)) == 1
    as_told(recorder, evening)
    recorder.rebuild(evening)
    assert found_by_audit(path) == []
    as_told(recorder, evening)


@pytest.mark.parametrize("closes", [False, True])
def test_what_an_older_program_kept_is_passed_over_and_made_anew(tmp_path, forgetful, closes):
    path = tmp_path / "evenings.db"
    recorder, evening = recorded(path, 120)
    recorder.sit(evening).record_together(list(enumerate(["tricks Ann 1 Bob 2 Cat 2", "end divide"])))
    recorder.store.close()
    number = made_by_an_older_program(path)
    assert found_by_audit(path) == []
    recorder = Recorder(open_store(f"sqlite:///{path}"), "Ann")
    as_told(recorder, evening)
    assert recorder.sit(evening, now=False).record("close short=split" if closes else 'note "on"') is not None
    with sqlite3.connect(path) as connection:
        forms = connection.execute("SELECT form FROM checkpoint UNION SELECT form FROM mark").fetchall()
        assert forms == [(6,)]
        assert connection.execute("SELECT number FROM checkpoint").fetchone()[0] >= number
    assert found_by_audit(path) == []
    as_told(recorder, evening)
    kept = beside(path)
    recorder.rebuild(evening)
    assert beside(path)[0] == kept[0]
    assert found_by_audit(path) == []


def made_by_an_older_program(path) -> int:
    """Let what is kept be of the form that had everything found and paid in every pause; gives its newest event."""
    with sqlite3.connect(path) as connection:
        connection.execute('UPDATE mark SET form = 5, body = \'x {"findings":[],"postings":0}\'')
        connection.execute('UPDATE checkpoint SET form = 5, body = \'x {"findings":[],"postings":0}\'')
        return int(connection.execute("SELECT max(number) FROM event").fetchone()[0])


def beside(path) -> list[list[tuple]]:
    with sqlite3.connect(path) as connection:
        return [connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in ("posting", "mark")]


def test_an_older_log_is_replayed_once_for_a_saying(tmp_path, monkeypatch):
    path = tmp_path / "evenings.db"
    recorder, evening = recorded(path, 60)
    end = ["tricks Ann 1 Bob 2 Cat 2", "end divide"]
    recorder.sit(evening).record_together(list(enumerate(end)))
    made_by_an_older_program(path)
    movements = beside(path)[0]
    passed, written = [], []
    by, write = recorder.passed, recorder.store.database.write
    monkeypatch.setattr(Recorder, "passed", lambda self, *how: passed.append(how) or by(*how))
    monkeypatch.setattr(recorder.store.database, "write", lambda *what: written.append(what) or write(*what))
    sitting = recorder.sit(evening, now=False)
    with pytest.raises(RefusedLine):
        sitting.record("Cat gives Bob 3")
    assert beside(path)[0] == movements
    passed.clear()
    written.clear()
    assert sitting.record("close short=split") is not None
    assert len(passed) == 1
    moved = [row for statement, rows in written if "posting" in statement for row in rows]
    closed = recorder.store.newest(evening)[0]
    assert {row.get("event") for row in moved} <= {closed}, "the movements that stand are left there"
    assert beside(path)[0][: len(movements)] == movements
    assert found_by_audit(path) == []


def test_movements_that_are_wrong_are_written_anew_from_the_first_that_is(tmp_path, forgetful):
    path = tmp_path / "evenings.db"
    recorder, evening = recorded(path, 40)
    right = beside(path)
    places = len(right[0])
    for harm in (
        "UPDATE posting SET amount = amount + 1 WHERE place = 7",
        f"DELETE FROM posting WHERE place > {places - 3}",
        f"INSERT INTO posting SELECT evening, place + {places}, event, payer, payer_is_pool, payee, payee_is_pool, amount,"
        " why, cite, stays, deal FROM posting WHERE place < 4",
        "DELETE FROM posting",
        "DELETE FROM posting WHERE place = 5",
    ):
        with sqlite3.connect(path) as connection:
            connection.execute(harm)
        assert beside(path)[0] != right[0]
        recorder.rebuild(evening)
        assert beside(path)[0] == right[0]
        assert found_by_audit(path) == []


def test_what_is_left_out_is_what_was_found_and_paid_before_the_pause():
    findings = tuple(Finding("count", number, "short") for number in (4, 9, 12))
    paid = tuple(Paid(number, "Ann", "Bob", number) for number in (5, 10))
    whole = Kept(recorded_nothing(), ("Ann", "Bob"), findings, 7, Course("nap", {"nap": {"Ann": 3}}, paid))
    pause = Pause(STRETCH, 2, 1)
    kept = whole.leaving_out(pause)
    assert (kept.findings, kept.course.paid, kept.since) == (findings[2:], paid[1:], pause)
    assert kept.pause_after(250) == whole.pause_after(250) == Pause(250, 3, 2)
    assert kept.leaving_out(kept.pause_after(250)).course.paid == ()
    assert kept.with_earlier(findings[:2], paid[:1]) == whole


def recorded_nothing():
    from ledger.evening.fold import Evening

    return Evening().checkpoint()


def test_a_sitting_holds_no_more_of_a_long_evening_than_its_newest_part(tmp_path, monkeypatch):
    monkeypatch.setattr(taken_up, "HELD", 60)
    path = tmp_path / "evenings.db"
    recorder = Recorder(open_store(f"sqlite:///{path}"), "Ann")
    evening, _ = recorder.open(OPENING)
    sitting, held, numbers = recorder.sit(evening), [], []
    for place, saying in enumerate(rounds(120)):
        answer = sitting.record(saying)
        assert answer is not None
        numbers.append(answer.said[0].number)
        held.append(len(sitting.evening.counted))
        if place % 50 == 49:
            sitting.record("undo")
            sitting.record_typed("redo")
            sitting.record(f'insert {sitting.number - 5} "late": note "x"')
    assert max(held) <= 60 + STRETCH
    assert max(held[200:]) <= max(held[:200])
    assert numbers == sorted(numbers)
    assert found_by_audit(path) == []
    as_told(recorder, evening)
    assert list(sitting.findings) == recorder.replay(evening).evening.findings
    assert sitting.course == recorder.passed(evening).course


def test_what_others_record_is_not_passed_over_where_a_sitting_forgets(tmp_path, monkeypatch):
    monkeypatch.setattr(taken_up, "HELD", 8)
    recorder, evening = recorded(tmp_path / "evenings.db", 2)
    sitting, other = recorder.sit(evening), recorder.sit(evening)
    for saying in rounds(4):
        sitting.record(saying)
        with pytest.raises(Refusal) as stale:
            other.record(saying)
        assert stale.value.code is Code.STALE
        assert other.record('note "seen"') is not None
        assert [line.partition("  ")[2] for line in sitting.meanwhile()] == ['note "seen"  (by Ann)']


def test_a_deal_that_is_longer_than_what_is_held_is_not_taken_up_again_and_again(tmp_path, monkeypatch):
    monkeypatch.setattr(taken_up, "HELD", 10)
    recorder, evening = recorded(tmp_path / "evenings.db", 2)
    sitting = recorder.sit(evening)
    loaded = []
    load = sitting._load
    monkeypatch.setattr(sitting, "_load", lambda: loaded.append(sitting.number) or load())
    for _ in range(40):
        sitting.record('note "x"')
    assert len(loaded) <= 1


@pytest.mark.parametrize("seed", [1, 2])
def test_the_pools_that_are_told_of_are_those_of_a_replay(tmp_path, seed):
    replay = corrected_evening(seed, back=15, deals=3)
    recorder = Recorder(open_store(f"sqlite:///{tmp_path / 'evenings.db'}"), "Ann")
    assert recorder.store.pools(recorder.keep(replay)) == pools_of(replay.evening) != []


def test_a_sitting_goes_on_after_what_is_kept_was_made_anew_by_somebody_else(tmp_path):
    path = tmp_path / "evenings.db"
    recorder, evening = recorded(path, 30)
    sitting = recorder.sit(evening)
    lines = [f'note "{place}"' for place in range(STRETCH - sitting.number % STRETCH)]
    sitting.record_together([*enumerate([*lines, *rounds(3)])])
    known = marks_of(path)
    Recorder(open_store(f"sqlite:///{path}"), "Bob").rebuild(evening)
    assert marks_of(path) != known
    for saying in rounds(12):
        sitting.record(saying)
        assert found_by_audit(path) == []
    as_told(recorder, evening)


def marks_of(path) -> list[int]:
    """After which events a pause is kept as a mark."""
    with sqlite3.connect(path) as connection:
        return [number for (number,) in connection.execute("SELECT number FROM mark ORDER BY 1")]


@pytest.mark.parametrize("typed", [False, True])
def test_what_is_made_anew_for_a_saying_that_is_refused_is_not_counted_on(tmp_path, typed):
    path = tmp_path / "evenings.db"
    recorder, evening = recorded(path, 60)
    made_by_an_older_program(path)
    before, sitting = beside(path), recorder.sit(evening, now=False)
    with pytest.raises(RefusedLine):
        (sitting.record_typed if typed else sitting.record)("Cat wins 7")
    assert beside(path) == before
    for saying in rounds(2):
        assert sitting.record(saying) is not None
        assert found_by_audit(path) == []
    assert {*forms_of(path)} == {6}
    as_told(recorder, evening)


def forms_of(path) -> list[int]:
    """The form in which each mark, and the checkpoint, is written."""
    with sqlite3.connect(path) as connection:
        return [form for (form,) in connection.execute("SELECT form FROM mark UNION ALL SELECT form FROM checkpoint")]
