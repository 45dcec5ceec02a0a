"""A command is one file: in a copy of the project it is added, and everything that speaks of commands has it."""

import json

import pytest

from tests.helpers.project_copy import ProjectCopy
from tests.tools.command_table import MARKED

COMMAND = '''"""Print how many can play a game."""

from typing import Annotated

import msgspec
from typer import Argument, Option

from ledger.cli import completion
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.games.registry import game_named


class SeatsAnswer(msgspec.Struct, kw_only=True):
    """How many can play a game."""

    game: str
    fewest: int


@command(answers=(SeatsAnswer,), examples=(("seats nap", "the fewest players of Nap"),))
def run(
    output: Output,
    game: Annotated[str, Argument(metavar="GAME", autocompletion=completion.games, help="Which game.")],
    spare: Annotated[int, Option(metavar="N", help="So many seats more.")] = 0,
) -> None:
    """Print how many can play a game.

    Spare seats are added.
    """
    fewest = game_named(game).players[0] + spare
    output.answer(SeatsAnswer(game=game, fewest=fewest), [f"{fewest} can play {game}"])
'''
MAIN = "import sys; sys.argv[0] = 'card-ledger'; from ledger.cli import main; main()"


@pytest.fixture
def project(tmp_path):
    project = ProjectCopy(tmp_path)
    project.write("ledger/cli/commands/seats.py", COMMAND)
    return project


@pytest.mark.thorough
def test_a_command_is_one_file(project):
    def run(*arguments: str, refused: bool = False, **environment: str) -> str:
        return project.run("-c", MAIN, *arguments, refused=refused, **environment)

    assert run("seats", "nap") == "2 can play nap\n"
    assert project.card_ledger("seats", "nap", "--spare", "3") == {"game": "nap", "fewest": 5}
    assert "  seats      Print how many can play a game\n" in run("--help")
    help_text = run("seats", "--help")
    for part in ("Usage: card-ledger seats [OPTIONS] GAME", "Spare seats are added.", "--spare N", "Which game.",
                 "  card-ledger seats nap  # the fewest players of Nap"):  # fmt: skip
        assert part in help_text
    assert "Did you mean seats?" in run("saets", "nap", refused=True)
    schema = json.loads(run("schema", "seats"))
    assert set(schema["$defs"]["SeatsAnswer"]["properties"]) == {"game", "fewest"}
    assert "seats" in json.loads(run("schema"))
    for words, completed in (("card-ledger sea", "seal\nseason\nseats\n"), ("card-ledger seats cassi", "cassino\n"),
                             ("card-ledger seats --sp", "--spare\n")):  # fmt: skip
        asked = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" ")), "_CARD_LEDGER_COMPLETE": "complete_bash"}
        assert run(**asked) == completed
    assert "| `card-ledger seats` | Print how many can play a game |" in project.run("-m", "tests.tools.command_table")


@pytest.mark.thorough
def test_the_tests_of_the_commands_ask_for_nothing_but_its_row_in_the_document(project):
    tested = (
        "-m",
        "pytest",
        "-n",
        "0",
        "tests/cli/test_help.py",
        "tests/api/test_schemas.py",
        "tests/house/test_documents.py",
    )
    assert "seats" in project.run(*tested, "-k", "table_of or documented", refused=True)
    recording = MARKED.sub(
        lambda _: project.run("-m", "tests.tools.command_table"), project.read("examples/recording.md")
    )
    project.write("examples/recording.md", f"{recording}\n`card-ledger seats GAME --spare N` adds spare seats.\n")
    project.run(*tested, "-k", "command or option or help or example")
    project.run("-m", "ruff", "check", ".")
    project.run("-m", "mypy")
