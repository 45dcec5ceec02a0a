"""Export formats: the command, its help and its refusals use one table."""

from ledger.interchange import formats
from ledger.interchange.formats import FORMATS, Format
from tests.helpers import command_line

at_home, run = command_line.at_home, command_line.run


def test_every_format_is_written_and_told(run):
    command_line.opened(run, "game nap", "deal Ann", "Cat 3", "Cat made")
    told = " ".join(run("export", "--help").out.split())
    for name, form in FORMATS.items():
        done = run("export", "--format", name)
        assert (done.code, done.err) == (0, "")
        assert done.out.endswith("\n")
        assert f"{name}: {form.holds}" in told


def test_a_format_that_there_is_not_is_a_misuse(run):
    done = run("export", "--format", "pdf")
    assert done.code == 2
    assert "say script, jsonl, csv, beancount, hledger, html or phh" in " ".join(done.err.split())


def test_a_new_format_is_one_line(run, monkeypatch):
    monkeypatch.setitem(
        formats.FORMATS, "again", Format("its movements once more", "spreadsheet", "Spreadsheet", together=True)
    )
    command_line.opened(run, "game nap", "deal Ann", "Cat 3", "Cat made")
    assert run("export", "--format", "again").out == run("export", "--format", "csv").out
