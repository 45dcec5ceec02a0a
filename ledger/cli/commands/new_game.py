"""Write a new game, as a package of your own."""

from pathlib import Path
from typing import Annotated

from typer import Argument

from ledger.api.games import NewGameAnswer
from ledger.cli.command import command
from ledger.cli.output import Output
from ledger.core.refusals import Code, Refusal, printable
from ledger.games.discovery import GAME_NAME
from ledger.games.registry import is_known
from ledger.testing.new_game import files_of


@command(
    answers=(NewGameAnswer,),
    examples=(("new-game odd-card", "a folder card-ledger-odd-card, to be changed and installed"),),
)
def run(
    output: Output,
    name: Annotated[str, Argument(metavar="NAME", help="The game as it is said, such as odd-card.")],
) -> None:
    """Write the rules, words and tests of a small game, as a package to be changed."""
    folder = Path(f"card-ledger-{name}")
    if not GAME_NAME.fullmatch(name):
        remedy = "Say small letters and digits, with a hyphen between words, such as odd-card"
        raise Refusal(Code.BAD_NAME, f"no game can be called {printable(name, 40)}", remedy)
    if is_known(name):
        raise Refusal(Code.BAD_NAME, f"there is a game called {name} already", "Choose another name")
    try:
        folder.mkdir()
        for path, text in files_of(name).items():
            folder.joinpath(path).parent.mkdir(parents=True, exist_ok=True)
            folder.joinpath(path).write_text(text, encoding="utf-8")
    except OSError as error:
        remedy = "Choose another name, or another folder to write in"
        raise Refusal(Code.FILE, f"{folder} cannot be written: {error.strerror}", remedy) from error
    test = f"cd {folder} && pip install -e '.[test]' && pytest"
    answer = NewGameAnswer(name=name, folder=str(folder), files=list(files_of(name)))
    lines = [f"{folder} has the rules, words and tests of {name}.", f"To test it: {test}"]
    output.answer(answer, [*lines, "Installing a game is trusting it: its rules run with your rights."])
