"""The documents are true and complete: sessions, links, quotations, commands, options, formats and games."""

import ast
import json
import os
import re
import shlex
import subprocess
import sys
import textwrap
import tomllib

import pytest

from ledger.core.money import Money
from ledger.games.language import Reader
from ledger.games.registry import GAMES
from ledger.interchange.formats import FORMATS
from tests.helpers import command_line, databases
from tests.helpers.databases import PROGRAMS
from tests.helpers.documents import DOCUMENTS, QUOTATION, ROOT, Step, files_shown, links, title, units, with_answers
from tests.helpers.project_copy import ProjectCopy

README, RECORDING, ARCHITECTURE = (
    (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "examples/recording.md", "ledger/README.md")
)
LONGEST_README = 160
MOST_TERMS = 40
GLOBAL_OPTIONS = {"--json", "--database", "--evening"}
command, server = command_line.run, databases.server


@pytest.fixture
def run(command, tmp_path, monkeypatch):
    """Return a function that runs a step in a folder that has the examples, and returns what it prints."""
    for name in [name for name in os.environ if name.startswith(("CARD_LEDGER_", "LC_")) or name in ("LANG", "TERM")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("CARD_LEDGER_DATABASE", "evenings.db")
    monkeypatch.setenv("CARD_LEDGER_RECORDER", "Ann")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")

    def answer(step: Step) -> str:
        done = command(*step.arguments)
        if step.target:
            (tmp_path / step.target).write_text(done.out, encoding="utf-8")
            return done.err.strip("\n")
        return (done.out + done.err).strip("\n")

    return answer


@pytest.mark.parametrize("path", DOCUMENTS, ids=title)
def test_every_session_goes_as_it_is_written(run, path, request):
    """`--rewrite` writes the answers of today into the document."""
    text = path.read_text(encoding="utf-8")
    if request.config.getoption("--rewrite"):
        path.write_text(with_answers(text, run), encoding="utf-8")
        return

    def same(step: Step) -> str:
        assert (step.typed, run(step)) == (step.typed, step.printed)
        return step.printed

    assert with_answers(text, same) == text


@pytest.mark.thorough
def test_the_commands_for_a_server_set_up_a_club(server, tmp_path):
    """Those of `examples/club.md` from `db upgrade` on, run by bash; `createuser` and `createdb` are for an administrator."""
    import psycopg

    lines = "\n".join(re.findall(r"```sh\n(.*?)```", (ROOT / "examples" / "club.md").read_text("utf-8"), re.DOTALL))
    assert "createuser --createrole --pwprompt club" in lines
    assert "createdb --owner club cards" in lines
    folder = server.split("host=")[1]
    script = lines[lines.index("card-ledger --database") :].replace("localhost/cards", f"/cards?host={folder}")
    program = f'card-ledger() {{ {shlex.join([sys.executable, "-c", command_line.PROGRAM])} "$@"; }}'
    environment = {"PATH": PROGRAMS, "HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    with psycopg.connect(server, autocommit=True) as administrator:
        administrator.execute("CREATE ROLE club LOGIN CREATEROLE")
        administrator.execute("CREATE DATABASE cards OWNER club")
        try:
            done = subprocess.run(
                ["bash", "-ec", f"{program}\n{script}\ncard-ledger table --json"],
                check=False, capture_output=True, encoding="utf-8", env=environment, cwd=tmp_path,
            )  # fmt: skip
            assert done.returncode == 0, done.stderr
            assert json.loads(done.stdout.splitlines()[-1])["events"] == 3
        finally:
            administrator.execute("DROP DATABASE cards")
            administrator.execute("DROP ROLE IF EXISTS zoe")
            administrator.execute("REASSIGN OWNED BY club TO CURRENT_USER")
            administrator.execute("DROP OWNED BY club")
            administrator.execute("DROP ROLE club")


def test_the_example_comes_to_what_the_readme_prints(run):
    printed = re.search(r"```\n(Boxing Night\n.*?)\n```", README, re.DOTALL)
    assert run(Step("replay examples/boxing-night.evening", "")) == printed[1]


def test_an_evening_that_is_not_over_is_replayed_with_what_is_awaited(run, tmp_path):
    (tmp_path / "x.evening").write_text('evening "X"\nplayers Ann Bob\ngame nap\n')
    assert run(Step("replay x.evening", "")).endswith("nobody has dealt yet\n  deal, end")


@pytest.mark.parametrize("path", DOCUMENTS, ids=title)
def test_every_link_leads_to_a_file(path):
    missing = [link for link in links(path.read_text(encoding="utf-8")) if not (path.parent / link).exists()]
    assert missing == []


def test_every_file_and_module_that_is_named_is_there():
    """Those that a document shows are written by whoever follows its steps."""
    code = " ".join(span for unit in CODE for span in unit)
    files = set(re.findall(r"\b(?:tests|ledger|examples|migrations)/[\w/.-]+\.(?:py|evening|md)\b", code))
    modules = {name.replace(".", "/") + ".py" for name in re.findall(r"-m ((?:tests|ledger)\.[\w.]+)", code)}
    shown = {name for path in DOCUMENTS for name in files_shown(path.read_text(encoding="utf-8"))}
    named = {name for name in files | modules if "NAME" not in name and name not in shown}
    assert len(named) > 15
    assert sorted(name for name in named if not (ROOT / name).exists()) == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=title)
def test_quoted_code_is_that_of_the_program(path, request):
    """`--rewrite` writes the code of today into the document."""
    text = path.read_text(encoding="utf-8")
    current = QUOTATION.sub(
        lambda match: f"<!-- quoted from {match[1]} {match[2]} -->\n```python\n{source(match[1], match[2])}```", text
    )
    if request.config.getoption("--rewrite"):
        path.write_text(current, encoding="utf-8")
    else:
        assert text == current


def source(file: str, name: str) -> str:
    """Return the source of a method `Class.method`, dedented and without its docstring."""
    code = (ROOT / file).read_text(encoding="utf-8")
    class_name, method_name = name.split(".")
    methods = [
        member
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.ClassDef) and node.name == class_name
        for member in node.body
        if isinstance(member, ast.FunctionDef) and member.name == method_name
    ]
    assert methods, f"{file} has no {name}"
    lines = code.splitlines(keepends=True)
    first = methods[0].body[1 if ast.get_docstring(methods[0]) else 0]
    signature = lines[methods[0].lineno - 1 : methods[0].body[0].lineno - 1]
    return textwrap.dedent("".join(signature + lines[first.lineno - 1 : methods[0].end_lineno]))


def test_the_readme_is_short():
    assert len(README.splitlines()) <= LONGEST_README


def test_the_floors_are_those_that_the_linter_holds():
    """The table of floors in `ledger/README.md`, from the top, and the layers of import-linter."""
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]
    held = [set(re.split(r" [|:] ", layer)) for layer in contract["layers"]]
    floors = re.findall(r"^\| (\d+) \| (.*?) \|", ARCHITECTURE, re.MULTILINE)
    assert [int(floor) for floor, _ in floors] == list(range(len(held)))[::-1]
    assert [{room.strip("/") for room in re.findall(r"`(\w+)/`", rooms)} for _, rooms in floors] == held


def test_the_glossary_is_short_and_in_order():
    """Every term once, in the order of the alphabet."""
    (glossary,) = re.findall(r"^## Glossary\n.*?\|---\|---\|\n(.*?)(?:\n\n|\Z)", ARCHITECTURE, re.DOTALL | re.MULTILINE)
    terms = [row.split("|")[1].strip().lower() for row in glossary.splitlines()]
    assert 20 < len(terms) <= MOST_TERMS
    assert terms == sorted(set(terms))


def test_what_is_said_at_any_table_is_taken():
    """Every saying of the table of common sayings, in an evening in which it can be said."""
    (table,) = re.findall(r"\| saying \| meaning \|\n\|---\|---\|\n(.*?)\n\n", RECORDING, re.DOTALL)
    sayings = [saying for row in table.splitlines() for saying in re.findall(r"`([^`]*)`", row.split("|")[1])]
    order = [
        "Ann buys 20", "game nap kitty=1", "deal Ann", "Bob passes", "Cat 3", "trick Ann", "penalty Bob touching", "undo",
        'note "supper at eleven"', "misdeal", "Dan joins after Cat", "deal", "Cat made", "Bob leaves", "end",
        "Ann cashes 12", "count Ann 23 Bob 17", "close", "Bob pays Ann 4",
        "cost 12 pizza Cat paid for Ann Bob 2", 'cost 12 "two pizzas" Cat 4 Bob 8 paid', 'reopen "one more"', 'void 12 "why"',
        'amend 12 "why": Cat failed', 'insert 12 "why": Bob passes', "redo",
    ]  # fmt: skip
    assert sorted(order) == sorted(sayings)
    for saying in sayings:
        if saying != "redo":  # the recorder makes it: the undo voided
            assert Reader(Money("counters", 1), ("Ann", "Bob", "Cat", "Dan")).read(saying) is not None


# Completeness

CODE = [unit for path in DOCUMENTS for unit in units(path.read_text(encoding="utf-8"))]


def commands(answer) -> dict[str, set[str]]:
    """Return every command with its options, as the help lists them."""
    listed = {}
    for name in _listed(answer(Step("--help", ""))):
        help_text = answer(Step(f"{name} --help", ""))
        if "Commands:" in help_text:
            within = {f"{name} {inner}": answer(Step(f"{name} {inner} --help", "")) for inner in _listed(help_text)}
            listed |= {inner: _options(text) for inner, text in within.items()}
        else:
            listed[name] = _options(help_text)
    assert len(listed) > 20
    return listed


def _listed(help_text: str) -> list[str]:
    return re.findall(r"^  (\S+)  ", help_text.split("Commands:\n")[1].split("Examples:")[0], re.MULTILINE)


def _options(help_text: str) -> set[str]:
    options = help_text.split("\nOptions:\n")[1].split("Examples:")[0]
    return set(re.findall(r"^  (--[\w-]+)", options, re.MULTILINE)) - {"--help"} - GLOBAL_OPTIONS


def names(command: str, code: str) -> bool:
    """Return whether a piece of code speaks of a command: `card-ledger COMMAND`, or `COMMAND` at its start."""
    return bool(re.search(rf"(?:^|card-ledger (?:--\S+ \S+ )*){re.escape(command)}(?![\w-])", code))


def option_of(option: str, code: str) -> bool:
    return bool(re.search(rf"(?<![\w-]){option}(?![\w-])", code))


def test_every_command_and_each_of_its_options_is_documented(run):
    missing = []
    for command, options in commands(run).items():
        spoken = [unit for unit in CODE if any(names(command, code) for code in unit)]
        if not any(f"card-ledger {command}" in code for unit in spoken for code in unit):
            missing.append(command)
        missing += [
            f"{command} {option}"
            for option in sorted(options)
            if not any(option_of(option, code) for unit in spoken for code in unit)
        ]
    assert not missing, f"say in examples/recording.md, or beside it, what these do: {missing}"


def test_the_options_of_every_command_are_documented(run):
    listed = set(re.findall(r"^  (--[\w-]+)", run(Step("--help", "")), re.MULTILINE)) - {"--help"}
    assert listed >= GLOBAL_OPTIONS
    assert [option for option in listed if not any(option_of(option, code) for unit in CODE for code in unit)] == []


def test_no_document_speaks_of_a_command_or_option_that_is_gone(run):
    known = commands(run)
    heads = {command.split()[0] for command in known}
    unknown = []
    for unit in CODE:
        for words in (code.split("card-ledger ", 1)[1].split() for code in unit if "card-ledger " in code):
            while words and words[0].startswith("--"):
                words = words[2:] if words[0] in ("--database", "--evening") else words[1:]
            command = " ".join(words[:2]) if words[:1] == ["db"] else "".join(words[:1])
            if command.isupper() or not command:
                continue
            if command not in known and command not in heads:
                unknown.append(command)
            given = {word.strip("[],;") for word in words if word.startswith(("--", "[--"))}
            allowed = known.get(command, set()) | GLOBAL_OPTIONS | {"--help"}
            unknown += [f"{command} {option}" for option in sorted(given - allowed) if command in known]
    assert unknown == []


@pytest.mark.parametrize("name", FORMATS)
def test_every_export_format_is_documented(name):
    spoken = [unit for unit in CODE if any(names("export", code) for code in unit)]
    assert any(re.search(rf"(?<![\w-]){name}(?![\w-])", code) for unit in spoken for code in unit)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_documented(name):
    table = (ROOT / "ledger" / "games" / "README.md").read_text(encoding="utf-8")
    assert re.search(rf"^\| `{name}` \|", table, re.MULTILINE), "a row for it belongs in the table of games"


def test_the_games_that_the_readme_names_are_there():
    (listed,) = re.findall(r"round games of the Victorian handbooks \(([^)]*)\)", " ".join(README.split()))
    named = re.split(r", | and (?!its)", listed.replace("Vingt-un and its French cousin", "Vingt-un, French Vingt-un"))
    names = {name.removesuffix(" with Jack-pots").lower().replace(" ", "-") for name in named}
    assert names <= set(GAMES)
    assert len(names) == 18


@pytest.mark.thorough
def test_a_clone_with_an_undocumented_command_option_or_game_fails(tmp_path):
    project = ProjectCopy(tmp_path)
    for path in DOCUMENTS:
        text = project.read(title(path))
        text = re.sub(r"card-ledger whatif\b", "card-ledger games", text).replace("`whatif", "`games")
        text = text.replace("--dry-run", "--yes").replace("`jig`", "`nap`").replace("beancount", "csv")
        project.write(title(path), text)
    printed = project.run("-m", "pytest", "-n", "0", "tests/house/test_documents.py", "-k", "documented", refused=True)
    for missing in ("'whatif'", "'record --dry-run'", "[jig]", "[beancount]"):
        assert missing in printed
