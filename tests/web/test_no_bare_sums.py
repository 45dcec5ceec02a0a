"""No sum is printed for people without its unit in an evening of money, over the golden evening of each game."""

import asyncio
import os
import re
from contextlib import closing
from html.parser import HTMLParser

import httpx
import pytest

from ledger.core.money import Money, Shown
from ledger.games.language import write
from ledger.games.registry import GAMES, game_named
from ledger.interchange.script import replay_script
from ledger.store import open_store
from ledger.web.application import Endpoint, application
from ledger.web.hub import Hub
from ledger.web.links import new_links
from tests.helpers import command_line
from tests.helpers.environments import golden_evening

at_home, file, run = command_line.at_home, command_line.file, command_line.run

OLD_MONEY = re.compile(r"(?<![\w/])(?:£(\d+)|(\d+)s(?:(\d+)d)?|(?=[\d¼½¾])(\d*)([¼½¾]?)d)(?!\w)")
BARE = re.compile(r"(?<![€\d.,\w])\d+[.,]\d\d(?![\w.]*\d)")
"""A sum of euros without its sign."""
LOGGED = re.compile(r"(?m)^ *\d+  [\d:]+ +(\S.*?)(?:  .*)?$")
"""A saying in the log: its number, the time, the saying, and a remark."""
RECORDED = re.compile(r"(?m)^\d+  (\S.*?)(?:  \(.*\))?$")
"""A saying in the answer of `record`: its number, the saying, and what was assumed."""
COMMANDS = ("table", "log", "log --as-recorded", "explain", "explain {player}", "settle", "statement")
PATHS = ("", "/watch", "/log", "/log/3", "/explain", "/explain?player={player}", "/counters", "/settle", "/won", "/cost",
         "/games", "/rules?of={game}", "?sheet=count", "?sheet=more", "?seat={player}")  # fmt: skip
INLINE = frozenset({"a", "b", "em", "i", "small", "span", "strong"})


class Words(HTMLParser):
    """Reads what a page says to people: its texts and the names of what stands on it."""

    def __init__(self):
        super().__init__()
        self.words, self.silent = "", 0

    def handle_starttag(self, tag, attrs):
        self.silent += tag in ("script", "style")
        self.words += "" if tag in INLINE else "\n"
        self.words += "".join(f"\n{value}\n" for name, value in attrs if name in ("aria-label", "title", "placeholder"))

    def handle_endtag(self, tag):
        self.silent -= tag in ("script", "style")
        self.words += "" if tag in INLINE else "\n"

    def handle_data(self, data):
        self.words += "" if self.silent else data


def words_of(page):
    reader = Words()
    reader.feed(page)
    return reader.words


def in_euros(line):
    """Return a line of a golden evening for an evening of euros, whose counters are ten cents."""

    def sum_in_euros(found):
        pounds, shillings, pence, alone, part = found.groups()
        pennies = 240 * int(pounds or 0) + 12 * int(shillings or 0) + int(pence or 0) + int(alone or 0)
        cents = 10 * pennies + {"": 0, "¼": 2, "½": 5, "¾": 7}[part or ""]
        return f"{cents // 100}.{cents % 100:02}"

    if line.startswith("evening "):
        return re.sub(r" (money|counter)=\S+", "", line) + " money=EUR counter=0.10"
    return OLD_MONEY.sub(sum_in_euros, line)


def lines_of(game, euros):
    """Return the sayings of a golden evening, in euros or as they are."""
    text = golden_evening(game).read_text(encoding="utf-8")
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    return [in_euros(line) if euros else line for line in lines if line]


def bare_in(what, text):
    """Yield every line that has a sum without its sign; `record` answers with the saying as the log has it."""
    answered = RECORDED.sub("", text) if what.startswith("record") else text
    yield from (f"{what}: {line.strip()}" for line in answered.splitlines() if BARE.search(line))


async def pages_of(store, game, player):
    """Return what the pages of the first evening, and of its game's rules, say to people."""
    links = new_links()
    served = application(Hub(store), links, Endpoint(frozenset({"cards.test"}), 80))
    transport, headers = httpx.ASGITransport(served), {"Authorization": f"Bearer {links.record}"}
    said = {}
    async with httpx.AsyncClient(transport=transport, base_url="http://cards.test", headers=headers) as client:
        for path in PATHS:
            answer = await client.get(f"/evenings/1{path.format(game=game, player=player)}")
            assert answer.status_code == 200, (path, answer.text)
            said[path] = words_of(answer.text)
    return said


def whatifs(lines):
    """Yield the command that asks for other sums in each game that was begun with house rules of sums."""
    for game in dict.fromkeys(line.split()[1] for line in lines if line.startswith("game ")):
        sums = [name for name, spec in game_named(game).known_options.items() if spec.sums and spec.low is not None]
        yield from (f"whatif {game}.{name}=0.70" for name in sums[:2])


def printed(run, file, lines, game=""):
    """Return what commands print of an evening in its middle and at its end, each under its name.

    With a `game` the pages are there, too.
    """
    assert run("import", file("\n".join(lines[:2]) + "\n")).code == 0
    texts, middle, player = {}, len(lines) * 2 // 3, lines[1].split()[1]
    for when, some in (("in the middle", lines[2:middle]), ("at the end", lines[middle:])):
        done = run("record", "-", stdin="\n".join(some) + "\n")
        texts[f"record {when}"] = done.out + done.err
        for command in (*COMMANDS, *whatifs(lines)):
            done = run(*command.format(player=player).split())
            texts[f"{command} {when}"] = done.out + done.err
        if not game:
            continue
        with closing(open_store(os.environ["CARD_LEDGER_DATABASE"])) as store:
            texts |= {
                f"{path or 'the table'} {when}": text
                for path, text in asyncio.run(pages_of(store, game, player)).items()
            }
    return texts


def check_that_it_reads_back(run, texts):
    """Check that the log as it is printed, said again, is the same log, and that `record` printed the same sayings."""
    logged = [said.strip("~") for said in LOGGED.findall(texts["log --as-recorded at the end"])]
    recorded = [said for when in ("in the middle", "at the end") for said in RECORDED.findall(texts[f"record {when}"])]
    for printed_so in ("\n".join(logged), "\n".join(logged[:2] + recorded), run("export").out):
        again = replay_script(printed_so, "printed")
        money = Shown.of(again.evening.money)
        assert [write(event.event, money) for event in again.recorded] == logged


@pytest.mark.parametrize("game", GAMES)
def test_no_sum_of_an_evening_of_money_is_printed_without_its_unit(run, file, game):
    texts = printed(run, file, lines_of(game, euros=True), game)
    faults = [fault for what, text in texts.items() for fault in bare_in(what, text)]
    assert not faults, "\n".join(faults)
    check_that_it_reads_back(run, texts)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_printed_of_an_evening_in_counters_or_old_money_reads_back(run, file, game):
    texts = printed(run, file, lines_of(game, euros=False))
    check_that_it_reads_back(run, texts)
    if not any(word in texts["log at the end"] for word in ("money=", "bank=")):
        assert not [what for what, text in texts.items() if re.search("[€£$]|\\d[sd]\\b", text)]


def test_a_sum_without_its_unit_is_found_wherever_it_is_printed(run, file, monkeypatch):
    monkeypatch.setattr(Money, "show", Money.exact)
    texts = printed(run, file, lines_of("holdem", euros=True), "holdem")
    faults = {what.partition(" ")[0] for what, text in texts.items() if any(bare_in(what, text))}
    assert faults >= {"record", "table", "log", "explain", "settle", "statement", "whatif"}
    assert faults >= {"the", "/log", "/explain", "/counters", "/settle", "/won"}
