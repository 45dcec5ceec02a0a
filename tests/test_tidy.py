"""The house rules that a program can check."""

import ast
import re
from pathlib import Path

import pytest

from ledger.games.registry import GAMES, game_named

ROOT = Path(__file__).parents[1]
LEDGER = sorted((ROOT / "ledger").rglob("*.py"))
EVERYTHING = [*LEDGER, *sorted((ROOT / "tests").rglob("*.py")), *sorted((ROOT / "migrations").rglob("*.py"))]
LONGEST_FUNCTION = 60

FACES_AND_USES = ("cli", "web", "store", "interchange", "recorder", "audit", "simulation.py")
BELOW = [path for path in LEDGER if path.relative_to(ROOT / "ledger").parts[0] not in FACES_AND_USES]
"""The floors that know no database, no terminal, no clock and no chance."""

FORBIDDEN_BELOW = {"time", "random", "secrets", "uuid", "os", "sqlite3", "sqlalchemy", "sqlmodel", "typer", "rich"}
CLOCKS = {"now", "today", "utcnow"}
"""What reads a clock when it is called, of whatever class it is asked."""

BANNED = {
    r"(?:def|class|from \.) \w*(?:[Uu]til|[Mm]anager)": "name it after what it does",
    r"\bTODO\b|\bFIXME\b|\bXXX\b": "do it, or say in a note why not",
}


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", [path for path in EVERYTHING if path.name != "test_tidy.py"], ids=shown)
def test_no_banned_words(path):
    text = path.read_text(encoding="utf-8")
    for pattern, instead in BANNED.items():
        assert not re.search(pattern, text), f"{pattern}: {instead}"


@pytest.mark.parametrize("path", LEDGER, ids=shown)
def test_functions_are_short(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno - node.lineno < LONGEST_FUNCTION, node.name


@pytest.mark.parametrize("path", BELOW, ids=shown)
def test_no_floats_no_clock_and_no_chance_below_the_recorder(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), node.lineno
        assert not isinstance(node, ast.Div), "whole numbers are divided by //"
        assert not (isinstance(node, ast.Name) and node.id == "float"), node.lineno
        imported = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        imported += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for module in imported:
            assert module.split(".")[0] not in FORBIDDEN_BELOW, module
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            assert node.func.attr not in CLOCKS, f"line {node.lineno}: {node.func.attr}"


@pytest.mark.parametrize("name", GAMES)
def test_the_rule_sheet_of_a_game_cites_its_pages(name):
    game = game_named(name)
    sheet = __import__(GAMES[name], fromlist=["GAME"]).__doc__
    assert sheet
    assert game.name == name
    assert len(sheet.splitlines()) > 10
    assert "say" in sheet.lower(), "the sheet does not tell the sayings"
    assert name == "tally" or "silent" in sheet.lower(), "the sheet does not tell where the book is silent"


def test_every_game_has_a_test_file():
    for module in GAMES.values():
        assert (ROOT / "tests" / f"test_{module.split('.')[2]}.py").exists(), module
