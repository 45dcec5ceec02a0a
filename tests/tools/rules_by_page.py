"""List what holds a page of the handbook: ``python -m tests.tools.rules_by_page nap 12``.

It prints the lines of the game's rules that cite the page, and the tests and evenings that cite it. Where a source
numbers its rules the number stands for the page: ``poker R20``. Without a page it prints every page whose rule moves
counters, with how many tests and evenings hold it.
"""

import argparse
import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ledger.games.registry import GAMES
from ledger.interchange.script import replay_script
from tests.helpers.rig import EVENINGS

ROOT = Path(__file__).parents[2]
CITE = re.compile(r"(?<![\w\])])(\[|R|r|WSOP )(\d+)\b\]?(?:-(?:\[|R|r|WSOP )(\d+)\b\]?)?")
WHOLE_CITE = re.compile(rf"(?:{CITE.pattern})(?:, {CITE.pattern})*")


def pages(text: str) -> set[str]:
    """Return the pages and numbered rules that a text cites: `[12]`, `R20`, `WSOP 67`, and all from `[13]-[15]`."""
    return {
        f"{of.strip('[')}{number}"
        for of, first, last in CITE.findall(text)
        for number in range(int(first), int(last or first) + 1)
    }


def sources(game: str) -> list[Path]:
    """Return the modules of a game."""
    path = ROOT.joinpath(*GAMES[game].split("."))
    folder = path.parent if path.name == "rules" else path
    return sorted(folder.glob("*.py")) if folder.is_dir() else [path.with_suffix(".py")]


@cache
def moving(game: str) -> frozenset[str]:
    """Return the pages of the rules that move counters: those that the code of a game cites, and its postings.

    What an option cites is left out: the rule that reads the option cites its page too. Postings of the golden
    evenings have the pages of the families.
    """
    found = set()
    for path in sources(game):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        options = {id(inner) for node in ast.walk(tree) if makes_option(node) for inner in ast.walk(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and id(node) not in options and WHOLE_CITE.fullmatch(str(node.value)):
                found |= pages(node.value)
    for path in EVENINGS.joinpath(game).glob("golden*.evening"):
        evening = replay_script(path.read_text(encoding="utf-8"), path.name).evening
        found.update(*(pages(posting.cite) for posting in evening.books.postings))
    return frozenset(found)


def makes_option(node: ast.AST) -> bool:
    """Return whether this is `option.flag(…)` or another field of the options."""
    return isinstance(node, ast.Call) and ast.unparse(node.func).startswith("option.")


@cache
def held(game: str) -> dict[str, list[str]]:
    """Return the tests and evenings that cite each page of a game."""
    found = defaultdict(list)
    for name, text in (*tests_of(game), *evenings_of(game)):
        for page in pages(text):
            found[page].append(name)
    return found


def tests_of(game: str) -> Iterator[tuple[str, str]]:
    """Yield every test in the files of a game, with its source."""
    name = game.replace("-", "_")
    for path in sorted(ROOT.glob(f"tests/games/test_{name}*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                lines = text.splitlines()[first - 1 : node.end_lineno]
                yield f"{path.relative_to(ROOT)}::{node.name}", "\n".join(lines)


def evenings_of(game: str) -> Iterator[tuple[str, str]]:
    """Yield the golden and refused evenings of a game, each with its text."""
    for path in sorted(EVENINGS.joinpath(game).rglob("*.evening")):
        yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")


def rules_of(game: str, page: str) -> Iterator[str]:
    """Yield the lines of a game's rules that cite a page."""
    for path in sources(game):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if page in pages(line):
                yield f"{path.relative_to(ROOT)}:{number}: {line.strip()}"


def main() -> None:
    """Print what holds a page, or every page of a game."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.rules_by_page", description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=GAMES, metavar="GAME")
    parser.add_argument("page", nargs="?")
    asked = parser.parse_args()
    if asked.page:
        print(*rules_of(asked.game, asked.page), *held(asked.game)[asked.page], sep="\n")
        return
    for page in sorted(moving(asked.game)):
        print(page, len(held(asked.game)[page]))


if __name__ == "__main__":
    main()
