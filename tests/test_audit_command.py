"""The audit as it is asked for: of every evening, of what was put there by hand, and without a trace of its own."""

import msgspec
import pytest

from ledger.audit import audit_stored
from ledger.log.seals import seal_of
from ledger.recorder import Recorder
from ledger.store import open_store
from ledger.store.derivation import all_derived
from tests import test_cli
from tests.test_audit import open_wide

at_home, run = test_cli.at_home, test_cli.run


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
    assert {(one["evening"], one["code"]) for one in answer["findings"]} == {(1, "evening")}


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
    """A log that is sound in itself, as another card-ledger may have written it."""
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
    assert recorded[2].pinned == {"edition": 1}
    recorded[2] = msgspec.structs.replace(recorded[2], pinned=edition)
    replay = recorder.replay(evening)
    other, _ = recorder.store.create(recorded, all_derived(replay.evening, ("Ann", "Bob", "Cat")), "tester")
    recorder.store.close()
    found = audit_stored(str(tmp_path / "e.db"), other)
    assert [(one.event, one.wrong) for one in found if one.code == "edition"] == [
        (
            3,
            f"nap was begun under {'edition 7' if edition else 'no edition that is said'} of its rules, and edition 1 is known here",
        )
    ]
    assert audit_stored(str(tmp_path / "e.db"), evening) == []


def test_a_money_that_there_is_not_is_no_traceback(run, tmp_path):
    run("open", "E", "--players", "Ann Bob", "--money", "lsd")
    connection = open_wide(tmp_path / "evenings.db")
    connection.execute("""UPDATE event SET body = replace(body, '"lsd"', '"groats"') WHERE number = 1""")
    connection.execute("DELETE FROM checkpoint")
    connection.commit()
    for command in (["log"], ["explain", "Ann"], ["table"], ["settle"], ["export"], ["record", "game nap"]):
        done = run(*command)
        assert done.code == 3
        assert "event 1 was changed" in done.err
    assert "event 1: replay" in run("audit").out


def test_a_seal_is_for_one_evening(run):
    assert "for one" in run("audit", "--all", "--seal", "x").err
    assert "for one" in run("audit", "--all", "--proof", "x").err


def test_a_proof_says_what_it_proves_and_for_which_seal(run, tmp_path):
    run("open", "E", "--players", "Ann Bob")
    run("record", 'note "the tea was cold"')
    run("seal", "--prove", "3", "--to", "e.proof")
    (tmp_path / "kept.seal").write_text(run("seal").out)
    alone, with_seal = run("audit", "--proof", "e.proof"), run("audit", "--proof", "e.proof", "--seal", "kept.seal")
    assert (alone.code, with_seal.code) == (0, 0)
    assert "the tea was cold" in alone.out
    assert "compare it" in alone.out
    assert "compare it" not in with_seal.out
    assert seal_of(
        "E", [one.recorded for one in Recorder(open_store(str(tmp_path / "evenings.db"))).log(1)]
    ).text() in (alone.out)
