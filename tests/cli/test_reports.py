"""Reports as pages of one file and as CSV: their figures are those that programs get, over a made-up club."""

import csv
import io
import re
from decimal import Decimal
from html.parser import HTMLParser

import pytest

from ledger.core.money import money_of
from tests.cli.test_terminal import at_terminal
from tests.helpers import command_line
from tests.interchange.test_club_journals import made_up_club

at_home, run = command_line.at_home, command_line.run

NAP = """evening "Nap, <b> & =1" on 2026-01-20 money=GBP counter=0.10
players Ann Bob Cat
Ann buys 3.00
game nap kitty=1
deal Ann
Cat 3
Cat made
deal
Ann nap
Ann failed
amend 10 "misheard": Ann made
end
close
Bob pays Ann 0.10
"""
OTHERS = re.compile(r"<script|<link|src=|href=|url\(|@import|https?:")
"""What a page would need that is not in it."""


class Tables(HTMLParser):
    """The rows of all tables of a page: each cell its text, or the amount in the smallest unit."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tables: list[list[list[str | int]]] = []
        self.struck: list[str] = []
        self._inside: list[str] = []
        self._value: int | None = None
        self._text = ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self._inside.append(tag)
        match tag:
            case "table":
                self.tables.append([])
            case "tr":
                self.tables[-1].append([])
            case "td" | "th":
                self._value, self._text = None, ""
            case "data":
                self._value = int(dict(attrs)["value"] or "")

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.tables[-1][-1].append(self._text if self._value is None else self._value)
        if tag == "s":
            self.struck.append(self._text)

    def handle_data(self, data):
        self._text += data

    def rows(self) -> list[list[str | int]]:
        return [row for table in self.tables for row in table[1:]]

    def figures(self) -> list[int]:
        return [cell for row in self.rows() for cell in row if isinstance(cell, int)]


@pytest.fixture
def club(run, at_home):
    made_up_club(run, at_home, 12)
    (at_home / "nap.evening").write_text(NAP, encoding="utf-8")
    assert run("import", "nap.evening").code == 0
    opened = run("season", "open", "Winter", "--from", "2026-01-01", "--to", "2026-12-31", "--points", "10,7,5",
                 "--best", "4", "--handicap", "Ann 2")  # fmt: skip
    assert opened.code == 0, opened.err
    net = run("season", "open", "Net", "--from", "2026-01-01", "--to", "2026-12-31", "--money", "GBP")
    assert net.code == 0, net.err


def of_standings(answer: dict) -> list[int]:
    figures = []
    for money in answer["moneys"]:
        figures += [player[name] for player in money["players"] for name in ("won", "lost", "net")]
        games = dict.fromkeys(game for player in money["players"] for game in player["games"])
        figures += [player["games"][game]["net"] for player in money["players"] for game in games
                    if game in player["games"]]  # fmt: skip
    return figures


def of_season(answer: dict) -> list[int]:
    return [next(iter(row["net"].values())) for row in (*answer["table"], *answer["unplaced"]) if len(row["net"]) == 1]


def of_account(account: dict) -> list[int]:
    figures = []
    for money in account["moneys"]:
        for row in money["rows"]:
            shown = [row["won"]] if row["evening"] is not None or row["won"] else []
            figures += [*shown, *(row[name] for name in ("costs", "paid") if row[name]), row["owed"]]
    return figures


def of_explanation(answer: dict) -> list[int]:
    figures = [line[name] for line in answer["lines"] for name in ("amount", "balance")]
    return figures + [line[name] for line in (*answer["paid"], *answer["costs"]) for name in ("amount", "owed")]


def of_statement(answer: dict) -> list[int]:
    return [
        amount for player in answer["players"]
        for amount in (*(won[player] for won in answer["games"].values() if player in won), answer["won"][player])
    ]  # fmt: skip


REPORTS = {
    ("standings",): of_standings,
    ("standings", "--money", "GBP"): of_standings,
    ("season", "Winter"): of_season,
    ("season", "Net"): of_season,
    ("yearbook",): lambda answer: [record["amount"] for record in answer["records"] if "amount" in record],
    ("statement", "13"): of_statement,
    ("statement", "--person", "Bob", "--all"): of_account,
    ("statement", "--everybody"): lambda answer: [
        figure for person in answer["statements"] for figure in of_account(person)
    ],
    ("--evening", "13", "log"): lambda answer: [],
    ("--evening", "13", "explain", "Ann"): of_explanation,
    ("--evening", "13", "explain"): lambda answer: [line["amount"] for line in answer["movements"]],
    ("--evening", "13", "explain", "Ann", "Bob"): lambda answer: [
        line[name] for line in answer["lines"] for name in ("amount", "balance")
    ],
    ("explain", "Bob", "--all"): of_account,
}


def test_the_figures_of_every_report_are_those_that_programs_get(run, club):
    for arguments, figures_of in REPORTS.items():
        answer = run(*arguments, "--json").json
        done = run(*arguments, "--format", "html")
        assert done.code == 0, done.err
        page = Tables(done.out)
        assert sorted(page.figures()) == sorted(figures_of(answer)), arguments
        assert not OTHERS.search(done.out), arguments
        assert "<b>" not in done.out.replace("&lt;b&gt;", "")


def test_everybodys_statement_as_a_spreadsheet_has_a_column_a_person(run, club):
    answer = run("statement", "--everybody", "--json").json
    rows = list(csv.reader(io.StringIO(run("statement", "--everybody", "--format", "csv").out, newline="")))
    for place in [at for at, row in enumerate(rows) if row[:3] == ["on", "number", "what"]]:
        people = rows[place][3:-1]
        table = rows[place + 1 : next((at for at in range(place, len(rows)) if not rows[at]), len(rows))]
        money = table[0][-1]
        for column, person in enumerate(people, start=3):
            [told] = [one for one in answer["statements"] if one["person"] == person]
            [account] = [one for one in told["moneys"] if one["money"] == money]
            cells = [Decimal(row[column]) for row in table[:-1] if row[column]]
            changes = [row["won"] + row["costs"] + row["paid"] for row in account["rows"]]
            assert cells == [Decimal(money_of(money, None).exact(change)) for change in changes]
            assert sum(cells) == Decimal(table[-1][column])
    assert {row[-1] for row in rows if len(row) > 3} == {"money", "GBP", "EUR"}


def test_a_spreadsheet_has_the_cells_of_the_page(run, club):
    for arguments in REPORTS.keys() - {("statement", "--everybody")}:
        page = Tables(run(*arguments, "--format", "html").out)
        rows = csv.reader(io.StringIO(run(*arguments, "--format", "csv").out, newline=""))
        headings = [table[0] for table in page.tables]
        plain = [row for row in rows if len(row) > 1 and row[: len(headings[0])] != headings[0]]
        plain = [row for row in plain if not any(row in (heading, [*heading, "money"]) for heading in headings)]
        assert len(plain) == len(page.rows()), arguments
        for shown, kept in zip(page.rows(), plain, strict=True):
            for cell, text in zip(shown, kept, strict=False):
                if isinstance(cell, int):
                    money = money_of(kept[-1], None)
                    assert Decimal(text) == Decimal(money.exact(cell)), (arguments, kept)
                else:
                    assert text.removeprefix("'").strip("~") == cell.strip("~"), (arguments, kept)


def test_a_log_as_a_page_strikes_what_counts_no_more_and_says_nothing_as_markup(run, club):
    page = run("--evening", "13", "log", "--format", "html").out
    assert Tables(page).struck == ["Ann failed"]
    assert "<title>Nap, &lt;b&gt; &amp; =1</title>" in page
    assert [row[0] for row in Tables(page).rows()] == [str(row["number"]) for row in
                                                       run("--evening", "13", "log", "--json").json["log"]]  # fmt: skip
    assert "~~Ann failed~~" in run("--evening", "13", "log", "--format", "csv").out


def test_a_report_goes_to_a_file(run, club, at_home):
    for form, begins in (("html", "<!DOCTYPE html>"), ("csv", "player,evenings"), ("text", "")):
        done = run("standings", "--money", "GBP", "--format", form, "--to", f"standings.{form}")
        assert (done.code, done.out) == (0, f"It is in standings.{form}\n")
        written = (at_home / f"standings.{form}").read_text(encoding="utf-8")
        assert begins in written
        assert written.split() == run("standings", "--money", "GBP", "--format", form).out.split()
    for command in (["standings"], ["statement", "13"], ["log"]):
        at_terminal([*command, "--to", "lines.txt"], 40)
        assert (at_home / "lines.txt").read_text(encoding="utf-8") == run(*command).out
    assert run("explain", "--chart", "--format", "html").code == 2
    assert run("standings", "--format", "pdf").code == 2


def test_standings_always_replay_and_have_no_option_for_it(run):
    done = run("standings", "--replay")
    assert (done.code, "No such option '--replay'" in done.err) == (2, True)
    assert "--replay" in run("settle", "--help").out
