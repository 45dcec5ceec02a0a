"""How the command line is made with Typer: lazily, each parameter said once, and by its public names."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from typer.main import get_command

import ledger
from ledger.cli import app
from ledger.cli.command import LedgerGroup
from tests.cli import test_cli
from tests.cli.test_cli import EVENING

at_home, run, file = test_cli.at_home, test_cli.run, test_cli.file

PROGRAM = get_command(app)
GIVEN_BY_NO_PUBLIC_NAME = {
    "Command", "CompletionItem", "Context", "HelpFormatter", "NoArgsIsHelpError", "NoSuchOption", "Parameter",
    "add_completion_class", "get_completion_script", "install", "BashComplete", "FishComplete", "PowerShellComplete", "ZshComplete",
}  # fmt: skip


def every_command(group=PROGRAM):
    for name, command in group.commands.items():
        if isinstance(command, LedgerGroup):
            yield from every_command(command)
        else:
            yield name, command


def test_no_file_imports_click_and_of_typer_only_what_it_gives():
    typer, private = import_module("typer"), set()
    for path in Path(ledger.__file__).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"^\s*(from|import) click\b", text, re.MULTILINE), path
        for names in re.findall(r"^\s*from typer\._\S* import ([^\n#]*)", text, re.MULTILINE):
            private |= {name.strip() for name in names.split(",")}
    assert private == GIVEN_BY_NO_PUBLIC_NAME
    assert not {name for name in private if hasattr(typer, name)} - {"Context"}  # an own class of that name


def test_every_parameter_says_what_it_is():
    for name, command in every_command():
        for param in command.params:
            assert param.help, (name, param.name)
            assert param.param_type_name == "option" or param.metavar, (name, param.name)


@pytest.mark.parametrize(
    ("names", "shared"),
    [
        (("explain", "settle", "statement"), ("since", "until", "every", "same", "by_name")),
        (("record", "merge", "pay"), ("dry_run", "yes")),
        (("evenings", "standings"), ("since", "until", "persons", "game", "money")),
        (("explain", "season"), ("chart", "plot")),
    ],
)
def test_commands_that_take_the_same_say_it_once(names, shared):
    for option in shared:
        helps = {next(param.help for param in PROGRAM.commands[name].params if param.name == option) for name in names}
        assert len(helps) == 1, option


def test_help_imports_no_command_and_no_command_imports_what_is_slow(at_home):
    code = (
        "import sys; sys.argv = ['card-ledger', *{}]; from ledger.cli import main\n"
        "try: main()\nfinally: print([m for m in sys.modules if m.startswith('ledger.cli.commands.')],"
        " [m for m in ('click', 'pydantic', 'rich', 'ledger.games.nap') if m in sys.modules], file=sys.stderr)"
    )
    for words, modules in (
        (["--help"], "[]"),
        (["--version"], "[]"),
        (["db", "status"], "['ledger.cli.commands.db']"),
    ):
        done = subprocess.run(
            [sys.executable, "-c", code.format(words)], check=False, capture_output=True, text=True,
            cwd=Path(ledger.__file__).parents[1],
        )  # fmt: skip
        assert done.stderr.splitlines()[-1] == f"{modules} []"


def test_a_command_that_is_interrupted_ends_with_1_and_says_so(run, monkeypatch):
    def interrupt(output):
        raise KeyboardInterrupt

    monkeypatch.setattr("ledger.cli.output.Output.session", interrupt)
    done = run("table")
    assert (done.code, done.out, done.err) == (1, "", "Aborted!\n")


def test_the_text_to_send_has_the_payments_that_are_asked_for(run, file):
    file(EVENING)
    assert run("import", "boxing-night.evening").code == 0
    through = run("settle", "--via", "Bob").out.splitlines()
    sent = run("settle", "--via", "Bob", "--text").out.splitlines()
    pays = [line for line in through if " pays " in line]
    assert pays != [line for line in run("settle").out.splitlines() if " pays " in line]
    assert {line.replace("−", "-") for line in sent if " pays " in line} == set(pays)


def test_an_account_may_be_of_all_evenings(run, file):
    file(EVENING)
    assert run("import", "boxing-night.evening").code == 0
    assert run("explain", "Ann", "--all").out == run("explain", "Ann", "--since", "1800-01-01").out
    assert run("explain", "Ann", "--all", "--since", "1800-01-01").code == 2
    assert run("explain", "--all").code == 2
