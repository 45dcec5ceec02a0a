"""An evening as one page: its figures are those that programs get, and it checks its own log in a browser."""

import html
import random
import re

import pytest

from ledger.log.seals import LETTERS
from tests.cli.test_reports import NAP, Tables
from tests.helpers import command_line
from tests.helpers.command_line import ROOT
from tests.helpers.page_driver import chromium

at_home, run = command_line.at_home, command_line.run

CHANGES, IN_THE_FILE = 100, 8
"""So many bytes are changed, and so many of these in the file that is opened."""
EVENINGS = ("twelfth-night", "friday-night", "wet-sunday-by-cards", "boxing-night")


@pytest.fixture
def page(run, at_home):
    """Return a function that imports a script, and returns the page of it."""

    def of(script: str) -> str:
        (at_home / "e.evening").write_text(script, encoding="utf-8")
        imported = run("import", "e.evening")
        assert imported.code == 0, imported.err
        done = run("export", "--format", "html")
        assert (done.code, done.err) == (0, "")
        return done.out

    return of


@pytest.mark.parametrize("name", [*EVENINGS, ""])
def test_its_figures_are_those_that_programs_get(run, page, name):
    text = (ROOT / "examples" / f"{name}.evening").read_text(encoding="utf-8") if name else NAP
    shown = page(text)
    settled, statement = run("settle", "--json").json, run("statement", "--json").json
    figures = [
        amount for player in statement["players"]
        for amount in (*(won[player] for won in statement["games"].values() if player in won), statement["won"][player])
    ]  # fmt: skip
    figures += [line["amount"] for line in settled["transfers"]]
    accounts = [*statement["players"], *(["bank"] if "bank" in settled["owed"] else [])]
    for account in accounts:
        answer = run("explain", account, "--json").json
        figures += [line[part] for line in answer["lines"] for part in ("amount", "balance")]
        figures += [line[part] for line in (*answer["paid"], *answer["costs"]) for part in ("amount", "owed")]
    for pool in set(re.findall(r"<summary>([^:<]+): ", shown)) - set(accounts):
        answer = run("explain", "--pool", pool, "--json").json
        figures += [line[part] for line in answer["lines"] for part in ("amount", "balance")]
    deals = next((table for table in Tables(shown).tables if table[0][:2] == ["deal", "game"]), [[]])
    figures += [cell for row in deals[1:] for cell in row if isinstance(cell, int)]
    assert sorted(Tables(shown).figures()) == sorted(figures)
    balances = dict.fromkeys(statement["players"], 0)
    for row in deals[1:]:
        for player, cell in zip(deals[0][2:], row[2:], strict=True):
            balances[player] += cell if isinstance(cell, int) else 0
    by_deals = {player: won for player, won in balances.items() if won}
    assert by_deals.items() <= {**statement["won"], **by_deals}.items()
    assert (re.search(r'<pre id="seal">(.*?)</pre>', shown, re.DOTALL) or [""])[1] == html.escape(
        statement["seal"], quote=False
    )


def test_it_holds_the_log_as_it_was_exported_and_asks_for_nothing(run, page):
    shown = page(NAP.replace("<b>", "<b></pre><script>alert(1)</script>"))
    log = html.unescape(re.search(r'<pre id="log">(.*?)</pre>', shown, re.DOTALL)[1])
    assert log == run("export", "--format", "jsonl").out
    assert shown.count("<script>") == 1
    assert "default-src 'none'" in shown
    assert not re.search(r"src=|href=|url\(|@import|https?:", shown)


@pytest.mark.thorough
def test_a_browser_finds_every_changed_byte_of_the_log_and_compares_a_kept_seal(run, page, at_home):
    text = (ROOT / "examples" / "twelfth-night.evening").read_text(encoding="utf-8")
    shown = page(text + 'note "Zoë, a \\"quote\\" and ½ of <it>"\n')
    seal = run("seal").out
    begun = shown.index('<pre id="log">') + len('<pre id="log">')
    chooser, log = random.Random(16), shown[begun : shown.index("</pre>", begun)]
    events = len(log.splitlines())
    with chromium() as browser:
        tab, asked = browser.new_page(), []
        tab.on("request", lambda request: asked.append(request.url))

        def checked(changed: str) -> str:
            (at_home / "e.html").write_text(changed, encoding="utf-8")
            tab.goto((at_home / "e.html").as_uri())
            return tab.text_content("#checked")

        assert checked(shown) == f"The {events} events are those that were sealed."
        assert len(asked) == 1
        tab.fill("#kept", seal)
        assert tab.text_content("#compared") == f"The {events} events are those that were sealed."
        for place in chooser.sample(range(len(seal.rstrip()) - 57, len(seal.rstrip())), 12):
            if seal[place] in LETTERS:
                tab.fill("#kept", f"{seal[:place]}{LETTERS[LETTERS.index(seal[place]) ^ 1]}{seal[place + 1 :]}")
                assert tab.text_content("#compared") == "A letter of this seal is wrong: copied with a slip?"
        for number in range(CHANGES):
            place = chooser.choice([at for at, letter in enumerate(log) if letter.isalnum()])
            other = chooser.choice([letter for letter in "abcdef0123456789" if letter != log[place]])
            changed = f"{log[:place]}{other}{log[place + 1 :]}"
            if number < IN_THE_FILE:
                said = checked(f"{shown[:begun]}{changed}{shown[begun + len(log) :]}")
            else:
                said = tab.evaluate("([log, seal]) => checked(log, seal)", [html.unescape(changed), seal])
            event = log[:place].count("\n") + 1
            assert said.startswith(f"Event {event} is not what was recorded"), (event, log[place - 9 : place])
        shorter = f"{shown[:begun]}{log[: log.rindex(chr(10), 0, -1)]}{shown[begun + len(log) :]}"
        assert checked(shorter) == f"{events} events were sealed, and only {events - 1} are here."
        run("record", 'note "later"')
        checked(run("export", "--format", "html").out)
        tab.fill("#kept", seal)
        assert tab.text_content("#compared") == f"The {events} events are those that were sealed; 1 came since."
