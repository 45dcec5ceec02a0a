"""Reading files: words for what was not found, headings, encodings, cells of a spreadsheet."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.interchange.spreadsheet import FORMULAS, harmless
from tests.helpers import command_line

at_home, run, file = command_line.at_home, command_line.run, command_line.file


@pytest.mark.parametrize("command", ["replay", "import"])
def test_a_file_in_latin_1_is_told_so(run, file, command):
    name = file('evening "Whist"\nplayers Ann Zo\xeb\n'.encode("latin-1"))
    done = run(command, name)
    assert done.code == 1
    assert done.err.startswith(
        "boxing-night.evening:2: this is not UTF-8, but Latin-1 it seems, or what Windows writes"
    )
    assert "Zoë" in done.err
    assert "iconv -f WINDOWS-1252 -t UTF-8" in done.err
    assert "UTF-16" in run(command, file('evening "Whist"'.encode("utf-16"))).err
    neither = run(command, file(b'evening "\x81\x01\xff"')).err
    assert "this is not UTF-8.\n" in neither


def test_a_saying_in_latin_1_is_told_so(run):
    command_line.opened(run)
    done = run("record", "-", stdin='note "x"\nnote "Zo\xeb"\n'.encode("latin-1"))
    assert done.code == 1
    assert done.err.startswith("-:2: ")
    assert 'this is not UTF-8, but Latin-1 it seems, or what Windows writes for it: "Zoë"' in done.err
    assert "control character" not in done.err


def test_every_column_has_a_heading(run):
    command_line.opened(run, "game nap kitty=1", "deal Ann", "Cat 3", "Cat made")
    assert run("explain", "Ann").out.splitlines()[1].split() == [
        "event",
        "saying",
        "from",
        "or",
        "to",
        "why",
        "moved",
        "balance",
    ]
    assert run("log").out.splitlines()[0].split()[-2:] == ["saying", "remark"]
    assert run("whatif", "nap.kitty=2").out.startswith("account")
    assert run("evenings").out.splitlines()[0].split()[-1] == "state"


def test_what_was_not_found_is_said_as_what_it_is(run):
    assert run("standings").out == "no evening was played\n"
    run("open", "Whist", "--players", "Ann Bob", "--on", "2026-01-02")
    assert run("explain").out == "no counter moved\n"
    assert run("standings", "--since", "2027-01-01").out == "no evening was played on 2027-01-01 or after\n"
    assert run("settle", "--since", "2027-01-01").out == "no evening was played on 2027-01-01 or after\n"
    assert "no evening" not in run("audit").out


@given(st.text(st.characters(codec="utf-8")))
def test_no_cell_is_a_formula_and_none_loses_its_text(text):
    cell = harmless(text)
    assert not cell.startswith(FORMULAS)
    assert text == (cell[1:] if cell.startswith("'") and cell == harmless(cell[1:]) != cell[1:] else cell)


@pytest.mark.parametrize("name", ["=1+1", "+Ann", "-Ann", "@SUM", "'=1"])
def test_a_spreadsheet_runs_nothing(run, name):
    run("open", "Whist", "--players", f'"{name}" Bob')
    done = run("record", "--together", "-", stdin=f'game tally\nresult "{name}" +1 Bob -1\n')
    assert done.code == 0, done.err
    rows = list(csv.reader(io.StringIO(run("export", "--format", "csv").out, newline="")))
    assert any(f"'{name}" in row for row in rows)
    assert not any(cell.startswith(FORMULAS) for row in rows for cell in row)
