"""Logs that programs have written so far: they are read as they are, and settle as they did then.

Each file in `logs` was written by the program of its time, and is never written again: one evening by hand, with
counters, corrections, a misdeal, counts and two closes; and Boxing Night. That of 0.2.0 has besides an evening of all
that was said first in 0.2.0, one of Skat, whose rules are not here, and a log of the club.
"""

import shutil
from pathlib import Path

import pytest

from ledger.core.refusals import Refusal
from ledger.store import open_store
from ledger.store.schema import SCHEMA
from tests.helpers import command_line

at_home, run = command_line.at_home, command_line.run

LOGS = sorted((Path(__file__).parents[1] / "data" / "logs").glob("*.db"))
OLDER = [path for path in LOGS if path.stem != f"schema-{SCHEMA}"]
"""Those of a schema before today's."""
BY_HAND = {"Ann": 76, "Bob": 80, "Cat": 80, "bank": -236}
"""What each was owed by the program that wrote the log, in farthings."""


@pytest.fixture
def older(request, tmp_path, monkeypatch):
    """Return a copy of an older file, which is the database of every command."""
    copy = tmp_path / "evenings.db"
    shutil.copy(request.param, copy)
    monkeypatch.setenv("CARD_LEDGER_DATABASE", str(copy))
    return copy


def of(*files: Path):
    """Run a test with each of these files as the older one."""
    return pytest.mark.parametrize("older", files, indirect=True, ids=lambda path: path.stem)


def owed(run, evening: int) -> dict[str, int]:
    return run("--evening", str(evening), "settle", "--json").json["owed"]


@of(*LOGS)
def test_an_older_log_is_read_as_it_is(run, older):
    before = older.read_bytes()
    assert owed(run, 1) == BY_HAND
    assert run("--evening", "2", "settle").out == run("replay", str(EXAMPLE)).out.split("\n\n")[-1]
    for evening in ("1", "2"):
        audited = run("--evening", evening, "audit", "--json").json
        assert {finding["code"] for finding in audited["findings"]} <= {"count"}
        assert run("--evening", evening, "log").code == 0
        assert run("--evening", evening, "seal").code == 0
    assert run("standings").code == 0
    assert older.read_bytes() == before
    assert [path.name for path in older.parent.iterdir()] == [older.name]


SEALS = {
    "schema-0001": "7KMRKBP5OEQCH 2UV2RKGLSIOMP JVJ4ZALF3L2T3 6FCHP6ZFGQ37A",
    "schema-0004": "TRCBRS47B5CEW JG43RJYBBOAWD LMLTIPAFJUQ3J V7WLTZBLOHMWQ",
    "schema-0007": "CK6VH2VYRXMDL ZMHEH4AMYUN5V QMUIR2PEXITTV YYCFDRC56MUAQ",
}
"""What the program of 0.2.0 printed as the third line of a seal of the evening by hand, without a check letter."""


@of(*LOGS)
def test_a_seal_of_then_holds_today(run, older, request):
    letters = SEALS[request.node.callspec.params["older"].stem]
    seal = "Card Ledger seal of {}\n29 events\n{}".format
    assert "what was sealed is there" in run("--evening", "1", "audit", "--seal", seal("By hand", letters)).out
    for other in (seal("By hands", letters), seal("By hand", f"B{letters[1:]}")):
        refused = run("--evening", "1", "audit", "--seal", other)
        assert (refused.code, "are not those that were sealed" in refused.out) == (3, True)


EXAMPLE = Path(__file__).parents[2] / "examples" / "boxing-night.evening"


@of(*LOGS)
def test_an_older_log_goes_on_in_todays_schema_and_a_copy_is_kept(run, older, request):
    heads = run("--evening", "1", "seal").out
    assert run("--evening", "1", "record", "--yes", "Bob pays Ann 1d").code == 0
    assert owed(run, 1) == {**BY_HAND, "Ann": 72, "Bob": 84}
    newest = request.node.callspec.params["older"] not in OLDER
    assert bool(list(older.parent.glob("*.schema-*"))) != newest
    assert run("--evening", "1", "audit").code == 0
    (older.parent / "seal.txt").write_text(heads, encoding="utf-8")
    assert run("--evening", "1", "audit", "--seal", str(older.parent / "seal.txt")).code == 0


@of(*LOGS)
def test_an_older_log_is_exported_and_imported_without_loss(run, older):
    lines = run("--evening", "1", "export", "--format", "jsonl").out
    (older.parent / "one.jsonl").write_text(lines, encoding="utf-8")
    assert run("import", "--again", str(older.parent / "one.jsonl")).code == 0
    imported = len(run("evenings", "--json").json["evenings"])
    assert run("--evening", str(imported), "export", "--format", "jsonl").out == lines
    assert owed(run, imported) == BY_HAND


@of(*OLDER)
def test_whoever_writes_at_a_terminal_is_asked_before_the_schema_is_changed(older):
    before, asked = older.read_bytes(), []

    def disagree(question: str) -> bool:
        asked.append(question)
        return False

    with pytest.raises(Refusal, match="stays as it is"):
        open_store(str(older), agree=disagree)
    assert older.read_bytes() == before
    assert all(text in asked[0] for text in (SCHEMA, "of an older card-ledger", "a copy"))
    open_store(str(older), agree=lambda question: True).close()
    assert list(older.parent.glob("*.schema-*"))
    open_store(str(older), agree=disagree).close()
    assert len(asked) == 1


@of(LOGS[0].with_name("schema-0007.db"))
def test_what_was_said_first_in_0_2_0_settles_as_it_did_then(run, older):
    assert owed(run, 3) == {"Ann": -75, "Bob": -325, "Mary Lou": 1150, "bank": -750}
    assert {finding["code"] for finding in run("--evening", "3", "audit", "--json").json["findings"]} == {"count"}
    assert owed(run, 4) == {"Ann": -2569, "Bob": -3363, "Cat": 7676, "Dan": -1744}
    lines = run("--evening", "3", "export", "--format", "jsonl").out
    (older.parent / "three.jsonl").write_text(lines, encoding="utf-8")
    assert run("replay", "--json", str(older.parent / "three.jsonl")).json["balances"]["Ann"] == 275
    club = run("log", "--club").out
    assert all(said in club for said in ("Bob known as Bobby", "season", "Bob pays Ann 1d money=lsd for 1"))
    audited = run("audit", "--club", "--json")
    assert (audited.code, [found["code"] for found in audited.json["findings"]]) == (1, ["payee"])
    assert "the club's log does not say who set it" in audited.json["findings"][0]["wrong"]
