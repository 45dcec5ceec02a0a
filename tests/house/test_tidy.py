"""The house rules that a program can check: lengths, names, docstrings, imports and rule sheets."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.games.registry import GAMES, game_named
from tests.tools.room_map import arrows, floors
from tests.tools.tidy_report import docstring_faults, names_of_rooms, retired_in, rooms, undocumented, variables_of

ROOT = Path(__file__).parents[2]
LEDGER = sorted((ROOT / "ledger").rglob("*.py"))
RUN = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
EVERYTHING = [*LEDGER, *sorted((ROOT / "tests").rglob("*.py")), *sorted((ROOT / "migrations").rglob("*.py"))]
LONGEST_FUNCTION = 60
LONGEST_LINE = {".html": 160, ".css": 140, ".js": 140}
"""Of templates, styles and scripts; Python's lines are ruff's."""

FACES_AND_USES = ("cli", "web", "store", "interchange", "recorder", "audit", "testing")
BELOW = [
    path
    for path in LEDGER
    if path.relative_to(ROOT / "ledger").parts[0] not in FACES_AND_USES
    and path.relative_to(ROOT / "ledger").parts != ("games", "discovery.py")
]
"""The modules of floors 0 to 5: no database, terminal, clock or chance. What is installed is asked of the machine."""

FORBIDDEN_BELOW = {"time", "random", "secrets", "uuid", "os", "sqlite3", "sqlalchemy", "sqlmodel", "typer", "rich"}
CLOCKS = {"now", "today", "utcnow"}
"""Methods that read a clock, of any class."""

BANNED = {
    r"(?:def|class|from \.) \w*(?:[Uu]til|[Mm]anager)": "name it after what it does",
    r"\bTODO\b|\bFIXME\b|\bXXX\b": "do it, or say in a note why not",
}


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_no_banned_words():
    wrong = [
        f"{shown(path)}: {pattern}: {instead}"
        for path in EVERYTHING
        if path.name != "test_tidy.py"
        for pattern, instead in BANNED.items()
        if re.search(pattern, path.read_text(encoding="utf-8"))
    ]
    assert wrong == []


def test_templates_and_styles_are_written_to_be_read():
    wrong = [
        f"{shown(path)}:{number}"
        for path in (ROOT / "ledger" / "web").rglob("*")
        if path.suffix in LONGEST_LINE and path.name != "htmx.min.js"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE[path.suffix] or (path.suffix == ".css" and re.search(r"\}.*\{", line))
    ]
    assert wrong == []


def test_no_text_calls_a_player_he_or_she():
    pronoun = re.compile(r"\b(?:he|him|his|himself|she|her|hers)\b")
    wrong = [
        f"{shown(path)}, line {node.lineno}: {node.value}"
        for path in LEDGER
        for node in texts(ast.parse(path.read_text(encoding="utf-8")))
        if pronoun.search(node.value)
    ]
    assert wrong == []


def texts(module: ast.Module) -> Iterator[ast.Constant]:
    """Yield the texts of a module that are no docstrings."""
    told = {id(node.value) for node in ast.walk(module) if isinstance(node, ast.Expr)}
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node


def test_functions_are_short_and_below_the_recorder_are_no_floats_no_clock_and_no_chance():
    wrong = [
        f"{shown(path)}, line {line}: {fault}"
        for path in LEDGER
        for line, fault in faults(ast.parse(path.read_text(encoding="utf-8")), path in BELOW)
    ]
    assert wrong == []


def faults(module: ast.Module, below: bool) -> Iterator[tuple[int, str]]:
    """Yield the line and description of every fault in a module."""
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.end_lineno - node.lineno >= LONGEST_FUNCTION:
                yield node.lineno, node.name
        elif below:
            yield from ((getattr(node, "lineno", 0), fault) for fault in faults_below(node))


def faults_below(node: ast.AST) -> Iterator[str]:
    """Yield what is forbidden on floors 0 to 5."""
    if isinstance(node, ast.Constant) and isinstance(node.value, float):
        yield f"{node.value}"
    elif isinstance(node, ast.Div):
        yield "whole numbers are divided by //"
    elif isinstance(node, ast.Name) and node.id == "float":
        yield node.id
    elif isinstance(node, ast.Import | ast.ImportFrom):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        yield from (name for name in names if name.split(".")[0] in FORBIDDEN_BELOW)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CLOCKS:
        yield node.func.attr


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("half = 0.5", ["0.5"]),
        ("half = one / 2", ["whole numbers are divided by //"]),
        ("half = float(one)", ["float"]),
        ("import os.path, json", ["os.path"]),
        ("from random import choice", ["random"]),
        ("at = clock.now()", ["now"]),
        ("def long():\n" + "    pass\n" * 60, ["long"]),
        ("half = one // 2", []),
    ],
)
def test_what_is_not_tidy_is_found(written, expected):
    assert [fault for _, fault in faults(ast.parse(written), below=True)] == expected


@pytest.mark.thorough
def test_there_are_few_rooms_floors_and_arrows():
    """import-linter holds that every arrow goes down; here it is held that there are few."""
    assert {path.name for path in (ROOT / "ledger").glob("*.py")} <= {"__init__.py", "__main__.py"}
    assert sum(map(len, floors())) <= 17
    assert len(floors()) <= 11
    assert 50 < len(arrows()) <= 90


@pytest.mark.parametrize("room", names_of_rooms())
def test_names_and_docstrings_of_a_room_are_tidy(room):
    """No shared class name, no retired name, few vague variables, short first lines, everything public documented."""
    assert "\n".join(map(str, rooms()[room].faults_that_count())) == ""


def test_the_names_that_code_binds_are_seen():
    code = """
import events as what
from core import *
def tell(one, *, each=1, **more): ...
for way in shown: found = kept.told = said
try: ...
except Refusal as refusal: ...
match event:
    case [first, *rest]: ...
"""
    names = [name for node in ast.walk(ast.parse(code)) for name in variables_of(node)]
    assert sorted(names) == ["each", "first", "found", "more", "one", "refusal", "rest", "told", "way", "what"]


def test_names_and_docstrings_that_are_not_tidy_are_found():
    code = f'''
class Sitting:
    """{"x" * 91}"""
    def tell(self, sort): ...
def _sit(): ...
'''
    module = ast.parse(code)
    nodes = list(ast.walk(module))
    assert [fault.word for node in nodes for fault in retired_in("x.py", node)] == ["Sitting", "_sit", "tell", "sort"]
    assert [fault.instead for node in nodes for fault in docstring_faults("x.py", node)] == [
        "91 characters, 90 at most"
    ]
    assert [fault.word for fault in undocumented("x.py", module)] == ["tell"]


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
        assert (ROOT / "tests" / "games" / f"test_{module.split('.')[2]}.py").exists(), module


def test_the_tests_have_a_folder_for_each_room():
    top = ROOT / "tests"
    entries = [path for path in top.iterdir() if path.name != "__pycache__"]
    assert not sorted(top.glob("test_*.py")), "a test lies in the folder of its room"
    assert {path.name for path in entries if path.is_dir()} == {
        *names_of_rooms(),
        "house",
        "helpers",
        "tools",
        "data",
    } - {"."}
    assert len(entries) <= 24


def test_each_commit_is_checked_as_the_whole_is():
    """The hooks of pre-commit are the linters of `.ci/run`, by the tools of a developer's environment."""
    hooks = re.findall(r"entry: \.venv/bin/(.*)", (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    checks = re.findall(r"'([^']*)'", re.findall(r"^for check in (.*); do$", RUN, re.MULTILINE)[-1])
    assert set(hooks) == {"ruff check", "ruff format", "mypy", "lint-imports"}
    assert all(any(check.startswith(hook) for check in checks) for hook in hooks)


def test_the_run_of_everything_leaves_the_environment_of_a_developer_alone():
    (venv,) = [line for line in RUN.splitlines() if ".venv" in line]
    assert venv == "test_command=${test_command//.venv/$own/venv}"
