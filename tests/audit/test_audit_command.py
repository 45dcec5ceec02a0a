"""`card-ledger audit`: every evening, logs changed by hand, and no trace of its own."""

import json
import sqlite3

import msgspec
import pytest

from ledger import VERSION
from ledger.audit import examine
from ledger.recorder import Recorder
from ledger.recorder.live_evening import derived
from ledger.store import open_store
from tests.audit.test_audit import open_wide
from tests.helpers import command_line
from tests.helpers.auditing import audit_stored

at_home, run = command_line.at_home, command_line.run


@pytest.mark.parametrize(
    ("number", "body"),
    [
        (1, '{"kind":"evening","title":"E","money":"nap"}'),
        (1, '{"kind":"evening","title":"E","money":"XTS","counter":-1}'),
        (3, '{"kind":"game","game":"tally","options":[["stake","1","2"]]}'),
        (4, '{"kind":"says","player":"Ann","word":"gives","players":["Bob"]}'),
        (4, '{"kind":"bets","player":"Ann","amount":-5,"word":"puts"}'),
        (4, '{"kind":"buys","player":"Ann","amount":1' + "0" * 30 + "}"),
        (4, '{"kind":"note","text":"x","y":' + "[" * 5000 + "]" * 5000 + "}"),
    ],
)
def test_what_no_saying_gives_is_found_and_no_fault_of_the_program(tmp_path, number, body):
    path = tmp_path / "e.db"
    recorder = Recorder(open_store(str(path)), "tester")
    evening, _ = recorder.open(['evening "E"', "players Ann Bob", "game tally", "Ann puts 5", "Bob wins", "end"])
    recorder.store.close()
    connection = open_wide(path)
    connection.execute("UPDATE event SET body = ? WHERE number = ?", (body, number))
    connection.close()
    assert number in {finding.event for finding in audit_stored(str(path), evening)}


def test_an_evening_struck_off_the_list_is_audited_with_the_others(tmp_path, run):
    path = tmp_path / "e.db"
    recorder = Recorder(open_store(str(path)), "tester")
    for title in ("One", "Two"):
        recorder.open([f'evening "{title}"', "players Ann Bob"])
    recorder.store.close()
    connection = open_wide(path)
    connection.execute("DELETE FROM evening WHERE id = 1")
    connection.close()
    answer = run("--database", str(path), "audit", "--all", "--json").json
    assert answer["evenings"] == [1, 2]
    assert {(one["evening"], one["code"]) for one in answer["findings"]} == {(1, "struck"), (None, "damaged")}


def test_a_title_that_is_no_text_does_not_hide_the_other_evenings(tmp_path, run):
    for title in ("One", "Two"):
        run("open", title, "--players", "Ann Bob")
    connection = open_wide(tmp_path / "evenings.db")
    connection.execute("UPDATE evening SET title = x'4fff', played_on = x'ff' WHERE id = 1")
    connection.close()
    assert "Two" in run("evenings").out
    assert [one["title"] for one in run("evenings", "--json").json["evenings"]] == ["O\ufffd", "Two"]
    assert {(one["evening"], one["code"]) for one in run("audit", "--all", "--json").json["findings"]} == {
        (1, "evening")
    }


def test_no_file_is_made_changed_or_left(tmp_path, run):
    path = tmp_path / "e.db"
    assert "there is no such database" in run("--database", str(path), "audit").err
    assert list(tmp_path.iterdir()) == []
    recorder = Recorder(open_store(str(path)), "tester")
    recorder.open(['evening "E"', "players Ann Bob"])
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for file in tmp_path.glob("e.db*"):  # as they are left where the power fails
        (crashed / file.name).write_bytes(file.read_bytes())
    recorder.store.close()
    assert [file.name for file in tmp_path.glob("e.db*")] == ["e.db"]
    for folder in (tmp_path, crashed):
        before = {file.name: file.read_bytes() for file in folder.glob("e.db*") if file.suffix != ".db-shm"}
        run("--database", str(folder / "e.db"), "audit", "--all")
        assert {file.name: file.read_bytes() for file in folder.glob("e.db*") if file.suffix != ".db-shm"} == before
    assert [file.name for file in tmp_path.glob("e.db*")] == ["e.db"]
    assert (crashed / "e.db-wal").stat().st_size


@pytest.mark.parametrize("edition", [{}, {"edition": 7}])
def test_another_edition_of_the_rules_is_found(tmp_path, edition):
    """A sound log, as another card-ledger may have written it."""
    recorder = Recorder(open_store(str(tmp_path / "e.db")), "tester")
    begun = [
        'evening "E"',
        "players Ann Bob Cat",
        "game nap",
        "deal Ann",
        "Cat 3",
        "Cat made",
        "end",
        "game loo",
        "end",
    ]
    evening, _ = recorder.open(begun)
    recorded = [one.recorded for one in recorder.log(evening)]
    assert recorded[2].pinned["edition"] == 1
    recorded[2] = msgspec.structs.replace(recorded[2], pinned=edition)
    replay = recorder.replay(evening)
    other, _ = recorder.store.create(recorded, derived(replay.evening, recorded), "tester")
    recorder.store.close()
    found = audit_stored(str(tmp_path / "e.db"), other)
    wrong = {
        "edition": "nap was begun under no edition of its rules that is said, and 1 is known here",
        "rules-missing": "not replayed: the rules are missing: this evening was begun under edition 7 of nap; "
        f"card-ledger {VERSION} has edition 1",
    }
    code = "rules-missing" if edition else "edition"
    assert [(one.code, one.event, one.wrong) for one in found] == [(code, 3, wrong[code])]
    assert audit_stored(str(tmp_path / "e.db"), evening) == []


def test_a_money_that_there_is_not_is_no_traceback(run, tmp_path):
    run("open", "E", "--players", "Ann Bob", "--money", "lsd")
    connection = open_wide(tmp_path / "evenings.db")
    connection.execute("""UPDATE event SET body = replace(body, '"lsd"', '"groats"') WHERE number = 1""")
    connection.execute("DELETE FROM totals")
    connection.commit()
    for command in (["log"], ["explain", "Ann"], ["table"], ["settle"], ["export"], ["record", "game nap"]):
        done = run(*command)
        assert done.code == 3
        assert "event 1 was changed" in done.err
    assert "event 1: digest" in (found := run("audit").out)
    assert "it cannot be replayed: " in found
    assert found.count("evening 1, event") == 1


def test_a_seal_is_for_one_evening(run):
    assert "for one" in run("audit", "--all", "--seal", "x").err


def played(run) -> None:
    run("open", "E", "--players", "Ann Bob Cat", "--money", "lsd", "--counter", "1d")
    run("record", "--together", "-", stdin="game tally\nAnn gives Bob 2d\nBob gives Cat 1d\nend\n")


def found_in(run, *arguments: str) -> list[tuple]:
    return [(one["evening"], one["event"], one["code"]) for one in run("audit", "--json", *arguments).json["findings"]]


def test_an_audit_says_what_it_looked_at_where_nothing_is_wrong(run):
    played(run)
    done = run("audit")
    assert (done.code, done.out) == (0, "nothing is wrong: 6 events, 0 deals, every counter accounted for\n")
    assert "1 evening, 6 events, 0 deals" in run("audit", "--all").out
    assert {name: run("audit", "--json").json[name] for name in ("events", "deals")} == {"events": 6, "deals": 0}


def test_the_exit_code_tells_a_miscount_from_a_log_that_was_changed(run, tmp_path):
    played(run)
    run("record", "count Ann 9d")
    done = run("audit")
    assert (done.code, "event 7: count: Ann has 9d by counting" in done.out) == (1, True)
    connection = open_wide(tmp_path / "evenings.db")
    connection.execute("UPDATE event SET body = replace(body, '8', '12') WHERE number = 4")
    connection.close()
    assert run("audit").code == 3


def test_a_count_that_is_mended_later_is_no_finding(run):
    played(run)
    run("record", "count Ann 9d")
    assert "close short=split" in run("record", "close").err
    assert found_in(run) == [(1, 7, "count")]
    run("record", 'void 7 "it was Bob\'s heap"')
    assert found_in(run) == []
    run("record", "Ann buys 5d")
    run("record", "count Ann 9d")
    run("record", "count Ann 3d")
    assert found_in(run) == []
    assert run("record", "close").code == 0


def test_what_follows_from_a_change_is_counted_with_it(run, tmp_path):
    played(run)
    connection = open_wide(tmp_path / "evenings.db")
    connection.execute("UPDATE event SET body = replace(body, '8', '12') WHERE number = 4")
    connection.close()
    done = run("audit")
    assert done.out.count("evening 1") == 1
    assert "1 more that follows from it" in done.out


def test_what_was_cut_off_the_end_is_lost_and_its_last_trace_is_not_to_be_deleted(run, tmp_path):
    played(run)
    connection = open_wide(tmp_path / "evenings.db")
    connection.execute("DELETE FROM event WHERE number >= 5")
    connection.close()
    done = run("audit")
    assert done.code == 3
    assert "event 5: lost: the log ends with event 4, and what lies beside it was made after event 6" in done.out
    assert "keep this database as it is" in done.out
    assert "rebuild" not in done.out
    rebuilt = run("db", "rebuild", "--yes")
    assert rebuilt.code == 3
    assert "evening 1 is left as it is" in rebuilt.out


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DROP TRIGGER event_is_not_changed", "the trigger event_is_not_changed is missing"),
        (
            "DROP TRIGGER event_is_not_deleted; CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event "
            "WHEN OLD.number > 5 BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END",
            "the trigger event_is_not_deleted is not as card-ledger makes it",
        ),
        (
            "CREATE TRIGGER more AFTER INSERT ON totals BEGIN DELETE FROM totals WHERE number = NEW.number; END",
            "there is a trigger more that card-ledger does not make",
        ),
        ("CREATE TABLE notes (x)", "there is a table notes that card-ledger does not make"),
        ("CREATE VIEW seen AS SELECT 1", "there is a view seen that card-ledger does not make"),
        ("PRAGMA foreign_keys = OFF; DELETE FROM totals; INSERT INTO totals VALUES (9, 1, '', '', '', 0)", "belongs to none of evening"),
    ],
)  # fmt: skip
def test_the_schema_is_audited_too(run, tmp_path, statement, said):
    played(run)
    connection = sqlite3.connect(tmp_path / "evenings.db")
    connection.executescript(statement)
    connection.close()
    done = run("audit")
    assert done.code == 3
    assert said in done.out
    assert done.out.startswith("the database: ")


def test_bytes_that_are_no_text_in_the_schema_are_found(run, tmp_path):
    played(run)
    connection = sqlite3.connect(tmp_path / "evenings.db")
    connection.execute("CREATE TRIGGER odd AFTER INSERT ON totals BEGIN SELECT 'odd'; END")
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute(
        "UPDATE sqlite_master SET sql = replace(sql, 'odd''', CAST(x'ff' AS TEXT) || '''') WHERE name = 'odd'"
    )
    connection.commit()
    connection.close()
    done = run("audit")
    assert done.code == 3
    assert "the database" in done.out


def test_times_that_are_none_or_run_backwards_are_found_and_not_imported(run, tmp_path):
    played(run)
    lines = run("export", "--format", "jsonl").out.splitlines()
    rows = [json.loads(line) | {"digest": ""} for line in lines]
    for number, said_at in ((3, "yesterday"), (4, "2001-01-01T00:00:00.000Z")):
        wrong = [row | {"said_at": said_at} if row["number"] == number else row for row in rows]
        (tmp_path / "wrong.jsonl").write_text("".join(json.dumps(row) + "\n" for row in wrong))
        done = run("import", "wrong.jsonl")
        assert done.code == 1
        assert "its time" in done.err
    recorder = Recorder(open_store(str(tmp_path / "evenings.db")), "tester")
    recorded = [one.recorded for one in recorder.log(1)]
    recorded[3] = msgspec.structs.replace(recorded[3], said_at="2001-01-01T00:00:00.000Z")
    replay = recorder.replay(1)
    recorder.store.create(recorded, derived(replay.evening, recorded), "tester")
    recorder.store.close()
    assert found_in(run, "--evening", "2") == [(2, 4, "time")]
    assert run("audit", "--evening", "2").code == 1


def test_an_audit_never_dies(run, tmp_path, monkeypatch):
    played(run)

    def refuses(*_: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr("ledger.audit.play_checks.reconcile", refuses)
    assert found_in(run) == [(1, None, "unreadable")]
    monkeypatch.undo()
    examined = examine(str(tmp_path / "nowhere" / "evenings.db"), 1)
    assert [finding.code for finding in examined.findings] == ["store"]


def test_a_chain_of_voids_is_audited(run):
    played(run)
    sayings = ['note "x"', *(f'void {number} "no"' for number in range(7, 7 + 324))]
    run("record", "--together", "-", stdin="\n".join(sayings))
    assert run("audit").code == 0


def test_what_is_derived_is_made_anew_and_what_changes_is_shown_first(run, tmp_path):
    played(run)
    connection = open_wide(tmp_path / "evenings.db")
    connection.execute("UPDATE totals SET body = replace(body, 'Ann', 'Zoe')")
    connection.execute("UPDATE evening SET title = 'Other', closed = 1")
    connection.close()
    assert {code for *_, code in found_in(run)} == {"totals", "evening"}
    refused_by = run("db", "rebuild", stdin="n\n")
    assert "the totals are not what a replay gives" in refused_by.out
    assert "nothing is written" in refused_by.out
    assert len(found_in(run)) == 2
    shown = run("db", "rebuild", "--json")
    assert (shown.code, shown.json["written"], len(shown.json["changes"])) == (1, False, 2)
    assert len(found_in(run)) == 2, "who is not asked must have said --yes"
    done = run("db", "rebuild", "--yes", "--json").json
    assert (done["written"], len(done["changes"]), done["left"]) == (True, 2, [])
    assert run("audit").code == 0
    assert "the totals of 1 evening are made anew" in run("db", "rebuild").out


def test_what_came_after_a_seal_is_told_and_who_paid_whom_then(run, tmp_path):
    played(run)
    (tmp_path / "kept.seal").write_text(run("seal").out)
    assert "nothing has been recorded since" in run("audit", "--seal", "kept.seal").out
    for saying in ("game tally", "Cat gives Ann 4d", "end"):
        run("record", saying)
    done = run("audit", "--seal", "kept.seal")
    assert done.code == 0
    assert "3 events since:\n  7  game tally\n  8  Cat gives Ann 4d\n  9  end\n" in done.out
    assert "as it was sealed" in done.out
    told = run("audit", "--seal", "kept.seal", "--json").json["since"]
    assert [one["number"] for one in told["said"]] == [7, 8, 9]
    assert told["then"] != told["now"]


def corrected_after_the_close(run, *corrections: str) -> list[dict]:
    """Return what the audit finds of a closed evening that was corrected."""
    played(run)
    run("record", "close")
    for correction in corrections:
        assert run("record", correction).code == 0
    return run("audit", "--json").json["findings"]


def test_a_correction_after_the_close_is_named_as_the_cause(run):
    amended = 'amend 5 "misheard": Bob gives Cat 3d'
    [once] = corrected_after_the_close(run, amended)
    assert (once["code"], once["event"]) == ("close", 7)
    bob, cat = once["wrong"].split("; ")
    assert bob == "Bob had 1d when the evening was closed, and has -1d now"
    assert cat.startswith("Cat had ")
    assert cat.endswith(f": event 8, {amended}, changed it")
    assert once["remedy"] == 'If that is right, say reopen "WHY", and close again; if not, void 8 "WHY"'
    run("record", 'reopen "misheard"')
    run("record", "close")
    assert found_in(run) == []


def test_only_corrections_that_changed_a_balance_are_named(run):
    noted, amended = 'insert 4 "late": note "tea"', 'amend 4 "misheard": Ann gives Bob 3d'
    findings = corrected_after_the_close(run, noted, 'void 5 "no"', 'void 9 "it was said"', 'note "late"', amended)
    assert [finding["wrong"].partition(": ")[2] for finding in findings] == [f"event 12, {amended}, changed it"]


def test_each_of_several_corrections_is_named(run):
    findings = corrected_after_the_close(run, 'void 5 "no"', 'insert 6 "late": Bob gives Cat 4d', 'note "x"', "undo")
    named = 'event 8, void 5 "no" and event 9, insert 6 "late": Bob gives Cat 4d, changed it'
    assert [finding["wrong"].partition(": ")[2] for finding in findings] == [named]
    assert findings[0]["remedy"].endswith('if not, void N "WHY" for each')


def test_a_close_that_was_amended_is_held_to_what_it_pins_since(run):
    played(run)
    for saying in ("close", 'amend 5 "x": Bob gives Cat 3d', 'amend 7 "again": close'):
        assert run("record", saying).code == 0
    assert found_in(run) == []
    run("record", 'void 8 "no"')
    assert 'event 10, void 8 "no", changed it' in run("audit").out


def test_what_changes_after_a_close_is_said_once_everywhere(run):
    run("open", "X", "--players", "Ann Bob Cat")
    for saying in ("game nap", "deal Ann", "Bob 3", "Bob made", "end", "close"):
        assert run("record", saying).code == 0
    assert "changed after the close" not in run("settle").out
    corrected = run("record", 'amend 6 "misheard": Bob failed')
    assert "the settlement changes for Ann, Bob and Cat: see card-ledger settle" in corrected.out
    assert run("settle").out.endswith("changed after the close by event 9\n")
    findings = run("audit", "--json").json["findings"]
    assert [finding["code"] for finding in findings] == ["close"]
    assert all(name in findings[0]["wrong"] for name in ("Ann had", "Bob had", "Cat had", "event 9"))
    refused = run("record", "deal")
    assert "only debts paid, common costs, notes and corrections follow a close" in refused.err
    run("record", 'void 9 "heard well"')
    assert "changed after the close" not in run("settle").out
    assert run("audit").code == 0
