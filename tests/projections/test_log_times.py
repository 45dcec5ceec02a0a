"""The log at a terminal: times without seconds, recorders where there are several, and room for the saying."""

from ledger.cli import text_table
from ledger.cli.text_table import table_lines
from ledger.projections.log_rows import LoggedSaying, on_the_clock, times_of_day
from ledger.projections.reports import log_table

LONG = 'amend 14 "misheard by everybody at the table": in Ann 0.80 Bob 0.60 Dan 0.80'
REMARK = "(Bob and Cat pass); the deal was told by what each put in, and nobody has said how it came out"


def said(number, at, by="Ann", saying=LONG):
    return LoggedSaying(number, at, by, saying, REMARK)


def test_the_day_is_told_where_another_one_begins():
    at = ["2026-11-27T12:30:05Z", "2026-11-27T12:31:06Z", "2026-11-28T12:00:00Z", "2026-11-28T12:01:00Z", "", "never"]
    times = [on_the_clock(one)[11:16] for one in at[:4]]
    assert list(times_of_day(at)) == [times[0], times[1], f"2026-11-28 {times[2]}", times[3], "", "never"]


def test_the_recorder_is_told_where_there_are_two():
    first, second = said(1, "2026-11-27T12:30:05Z"), said(2, "2026-11-27T12:30:09Z")
    assert "by" not in log_table([first, second]).headings
    assert "by" in log_table([first, said(2, "2026-11-27T12:30:09Z", by="Bob")]).headings


def test_the_saying_has_50_of_80_columns(monkeypatch):
    monkeypatch.setattr(text_table.sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(text_table, "room", lambda stream=None: 80)
    monkeypatch.setenv("TERM", "dumb")
    lines = table_lines(log_table([said(number, "2026-11-27T12:30:05Z") for number in range(1, 120)]))
    assert max(map(len, lines)) <= 80
    assert [len(part) for part in lines[1].split()][2] >= 50
