"""The README is true: its session, its commands and what it prints of the example."""

import os
import re
import shlex
from pathlib import Path

import pytest

from ledger.cli import COMMANDS
from ledger.core.money import Money
from ledger.games.language import Reader
from ledger.games.registry import GAMES
from tests import test_cli

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
command = test_cli.run


@pytest.fixture
def run(command, tmp_path, monkeypatch):
    """Give a command as it is written after `card-ledger`, in the folder of the project; what it prints."""
    for name in [name for name in os.environ if name.startswith(("CARD_LEDGER_", "LC_")) or name in ("LANG", "TERM")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("CARD_LEDGER_DATABASE", str(tmp_path / "evenings.db"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(ROOT)

    def typed(arguments: str) -> str:
        done = command(*shlex.split(arguments))
        return (done.out + done.err).strip()

    return typed


PAGES = [README, (ROOT / "examples" / "first-evening.md").read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", PAGES, ids=["README", "first evening"])
def test_the_session_goes_as_it_is_shown(run, page):
    session = "".join(re.findall(r"```console\n(.*?)```", page, re.DOTALL))
    for step in re.split(r"^\$ card-ledger ", session, flags=re.MULTILINE)[1:]:
        arguments, _, shown = step.partition("\n")
        assert run(arguments) == shown.strip()


def test_the_example_comes_to_what_is_shown(run):
    shown = re.search(r"```\n(Boxing Night\n.*?)```", README, re.DOTALL)
    printed = run("replay examples/boxing-night.evening")
    assert printed == shown[1].strip()


def test_an_evening_that_is_not_over_is_replayed_with_what_is_awaited(run, tmp_path):
    (tmp_path / "x.evening").write_text('evening "X"\nplayers Ann Bob\ngame nap\n')
    assert run(f"replay {tmp_path / 'x.evening'}").endswith("nobody has dealt yet\n  deal, end")


def test_what_is_said_at_any_table_is_taken():
    """Every saying of the page of common sayings, in an evening in which it can be said."""
    (table,) = re.findall(r"\| saying \| meaning \|\n\|---\|---\|\n(.*?)\n\n", README, re.DOTALL)
    said = [saying for row in table.splitlines() for saying in re.findall(r"`([^`]*)`", row.split("|")[1])]
    order = [
        "Ann buys 20", "game nap kitty=1", "deal Ann", "Bob passes", "Cat 3", "trick Ann", "penalty Bob touching", "undo",
        'note "supper at eleven"', "misdeal", "Dan joins after Cat", "deal", "Cat made", "Bob leaves", "end",
        "Ann cashes 12", "count Ann 23 Bob 17", "close", "Bob pays Ann 4", 'reopen "one more"', 'void 12 "why"',
        'amend 12 "why": Cat failed', 'insert 12 "why": Bob passes', "redo",
    ]  # fmt: skip
    assert sorted(order) == sorted(said)
    for saying in said:
        if saying != "redo":  # which is a saying of who records: the undo voided
            assert Reader(Money("counters", 1), ("Ann", "Bob", "Cat", "Dan")).read(saying) is not None


def test_every_command_is_spoken_of():
    for command in COMMANDS:
        assert re.search(rf"card-ledger[^|]*\b{command}\b|`{command}\b", README), command


def test_the_games_that_are_named_are_there():
    (listed,) = re.findall(r"round games of the Victorian handbooks \(([^)]*)\)", " ".join(README.split()))
    named = re.split(r", | and (?!its)", listed.replace("Vingt-un and its French cousin", "Vingt-un, French Vingt-un"))
    spoken = {name.removesuffix(" with Jack-pots").lower().replace(" ", "-") for name in named}
    assert spoken <= set(GAMES)
    assert len(spoken) == 18
