"""The statement: one page of an evening to sign, as a text and as a file that a browser prints."""

import re
from html.parser import HTMLParser

import pytest

from tests.helpers import command_line

at_home, run, file = command_line.at_home, command_line.run, command_line.file
CLUB_NIGHT = """\
evening "Club night" on 2026-11-20 money=EUR counter=0.05
players Ann Bob Cat Dan
game tally
result Ann +1.50 Bob -0.50 Cat +0.50 Dan -1.50
end
close
"""
PRINTED = """\
Club night
2026-11-20, closed

      tally  won or lost
Ann  +€1.50       +€1.50
Bob  -€0.50       -€0.50
Cat  +€0.50       +€0.50
Dan  -€1.50       -€1.50

To pay
Bob pays Cat €0.50
Dan pays Ann €1.50

Signed
Ann ____________  Bob ____________  Cat ____________  Dan ____________

"""


def test_a_statement_is_printed_as_people_sign_it(run, file):
    run("import", file(CLUB_NIGHT, "a.evening"))
    seal = run("seal", "--no-qr").out.strip()
    assert run("statement").out == f"{PRINTED}{seal}\n"


def test_what_is_empty_is_left_out_and_the_rest_is_there(run, file):
    run("import", file(CLUB_NIGHT, "a.evening"))
    for saying in ("Dan pays Ann 1.50", 'cost 10.00 "pizza & wine" Cat paid for Ann Bob', 'amend 1 "where": evening '
                   '"Club night" on 2026-11-20 at "The Mill" money=EUR counter=0.05'):  # fmt: skip
        assert run("record", saying, "--yes").code == 0
    out = run("statement").out
    assert "\n2026-11-20, The Mill, closed\n" in out
    titles = [
        title for title in ("Put right and counted", "Costs", "Paid", "To pay", "Signed") if f"\n{title}\n" in out
    ]
    assert titles == ["Put right and counted", "Costs", "Paid", "To pay", "Signed"]
    assert [out.index(f"\n{title}\n") for title in titles] == sorted(out.index(f"\n{title}\n") for title in titles)
    answer = run("statement", "--json").json
    assert (answer["title"], answer["at"], answer["closed"]) == ("Club night", "The Mill", True)
    assert answer["games"] == {"tally": {"Ann": 150, "Bob": -50, "Cat": 50, "Dan": -150}}
    assert answer["won"] == answer["games"]["tally"]
    assert [line["why"] for line in answer["corrections"]] == ["where"]
    assert answer["costs"][0]["what"] == "pizza & wine"
    assert [(paid["from"], paid["amount"]) for paid in answer["paid"]] == [("Dan", 150)]
    assert answer["owed"] == {"Ann": -500, "Bob": -550, "Cat": 1050, "Dan": 0}


class Tags(HTMLParser):
    """The tags of a page, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data):
        self.text += data


HOSTILE = '</title><script>alert(1)</script>&<img src=x onerror="1">'


def test_a_page_is_one_file_without_scripts_whatever_names_hold(run, file, at_home):
    title = HOSTILE.replace('"', '\\"')
    run("import", file(CLUB_NIGHT.replace("Club night", title), "a.evening"))
    assert run("payee", "Ann", "--iban", "DE02120300000000202051", "--holder", "<b>Ann</b>").code == 0
    plain, pays = run("statement", "--format", "html").out, run("statement", "--format", "html", "--pay").out
    for page in (plain, pays):
        tags = Tags(page)
        assert {"script", "img", "link", "b"}.isdisjoint(tags.tags)
        assert not any(name.startswith("on") or name in ("src", "href") for name, _ in tags.attributes)
        assert HOSTILE in tags.text
        assert not re.search(r"url\(|@import", page)
    assert "DE02" not in plain
    assert "DE02 1203" in pays
    assert pays.count("<svg") == 1
    run("statement", "--format", "html", "--to", "statement.html")
    assert (at_home / "statement.html").read_text(encoding="utf-8") == plain


@pytest.mark.parametrize("form", ["pdf", "docx"])
def test_a_browser_makes_the_pdf(run, file, form):
    run("import", file(CLUB_NIGHT, "a.evening"))
    done = run("statement", "--format", form, "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "usage")
