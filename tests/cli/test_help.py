"""Help, version, completion, and a reader who closes the pipe."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import version

import pytest
import typer
from typer.main import get_command

from ledger import VERSION
from ledger.cli import app
from ledger.cli.command import LedgerGroup
from ledger.store.schema import SCHEMA
from tests.api.test_schemas import POKERNOW
from tests.helpers import command_line
from tests.helpers.command_line import EVENING, PROGRAM, ROOT, process
from tests.helpers.rig import one_in
from tests.tools import command_table

at_home, run, file = command_line.at_home, command_line.run, command_line.file

PROGRAM_GROUP = get_command(app)
CONTEXT = typer.Context(PROGRAM_GROUP, info_name="card-ledger")


def every_command(group=PROGRAM_GROUP, before=()):
    for name in group.list_commands(CONTEXT):
        command = group.get_command(CONTEXT, name)
        yield [*before, name], command, group.short_help_of(CONTEXT, name)
        if isinstance(command, LedgerGroup):
            yield from every_command(command, (*before, name))


EVERY = list(every_command())
EXAMPLES = [typed for _, command, _ in EVERY for typed, _ in command.examples]


@pytest.mark.parametrize(
    ("command", "examples"), [(names, command.examples) for names, command, _ in EVERY], ids=lambda value: value[0]
)
def test_the_help_of_every_command_has_examples_and_no_noise(run, command, examples):
    done = run(*command, "--help")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Usage: card-ledger {' '.join(command)}")
    assert "Examples:" in done.out
    assert f"card-ledger {examples[0][0]}" in done.out
    assert not re.search(r"[{}]|<bool>|<str>|<int>|<path>|\[\[|[│╭╰]|None", done.out)
    for option in ("--json", "--database", "--evening"):
        assert option in done.out


def test_the_list_of_commands_is_whole_sentences(run):
    for command, _, short in EVERY:
        *within, name = command
        told = run(*within, "--help").out.split("Commands:")[1].split("Examples:")[0]
        assert re.search(rf"^  {name} +{re.escape(short)}$", told, re.MULTILINE), command
        assert "..." not in told


def test_db_alone_is_answered_with_what_it_may_be_asked(run):
    done = run("db")
    assert (done.code, done.out) == (2, "")
    assert "  copy     Copy the log from one database to another\n" in done.err
    assert run("db", "--json").json["error"]["message"] == run("--json").json["error"]["message"] == "Missing command."


DEBTS = """evening "Debts" on 1898-12-DAY money=EUR counter=0.05
players Ann Bob Dan
game tally
result Dan -1.50 Bob +1.50
end
close
"""


HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
starting_stacks = [100, 100]
actions = ['p2 f']
"""


def test_every_example_goes(run, file, at_home, monkeypatch):
    """Type every example of the help, in an evening that fits."""
    file(EVENING)
    file(EVENING.replace("Boxing Night", "Wet Sunday"), "wet-sunday.evening")
    file("date,title,Ann,Bob\n2026-01-03,Club night,1.50,-1.50\n", "club.csv")
    file(POKERNOW, "ledger.csv")
    for number in (1, 2, 3):
        file(HAND, f"{number}.phh")
    said = "deal Ann\nCat 3\nCat made\ncount Ann 20\n"
    file(said, "sayings.txt")
    typed = [example for example in dict.fromkeys(EXAMPLES) if not example.startswith(("serve", "db grants"))]
    order = ["replay", "open", "record", "seal", "person"]
    typed.sort(key=lambda example: order.index(example.split()[0]) if example.split()[0] in order else len(order))
    for example in typed:
        command, _, source = example.partition(" < ")
        arguments = shlex.split(command)
        if arguments[:1] == ["open"] and "Boxing" in example:
            opened = run(*arguments, "--on", "1898-12-26")
            assert opened.code == 0
            continue
        if "*" in example:
            arguments = ["replay", "boxing-night.evening", "wet-sunday.evening", "--json"]
        if arguments[0] in ("record", "explain", "whatif", "settle", "statement", "seal", "audit"):
            arguments += ["--evening", "boxing"]
        if arguments[0] in ("compare", "merge"):
            for name, form in (("anns.evening", "script"), ("bobs-book.evening", "script"), ("bobs.jsonl", "jsonl")):
                file(run("export", "--format", form, "--evening", "1").out, name)
        if example == "person add Bob --known-as Bobby":
            guests = DEBTS.replace("DAY", "29").replace("Dan", "Robert").replace("Debts", "Guests")
            run("import", file(guests.replace("Bob ", "Cis "), "guests.evening"))
        if arguments[0] == "pay":
            debts = ["--database", f"debts-{len(arguments)}.db"]
            for day in ("27", "28"):
                run("import", file(DEBTS.replace("DAY", day), "debts.evening"), *debts)
            arguments += debts
        if "seal.txt" in example:
            file(run("seal", "--evening", "boxing").out, "seal.txt")
        if source:
            for saying in ("misdeal", "end"):
                run("record", saying, "--evening", "boxing")
            run("record", "game nap kitty=1", "--evening", "boxing")
        done = run(*arguments, stdin=said if source else "")
        expected = 1 if arguments[0] == "audit" else 0  # a count that does not agree is a finding
        assert (done.code, example) == (expected, example), done.err


def test_the_version(run):
    done = run("--version")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [f"card-ledger {VERSION}", f"schema {SCHEMA}"]
    assert version("card-ledger") == VERSION


@pytest.mark.parametrize("arguments", [["simulate", "nap", "--deals", "900"], ["rules", "loo"], ["games", "--json"]])
def test_a_reader_who_has_seen_enough_is_no_failure(arguments):
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as running:  # fmt: skip
        running.stdout.read(1 if arguments[0] == "simulate" else 0)
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(timeout=60) == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no disk that is always full")
@pytest.mark.parametrize(("arguments", "recorded"), [(["table"], False), (["record", "game nap"], True),
                         (["--json", "record", "game nap"], True), (["export"], False), (["rules", "loo"], False)])  # fmt: skip
def test_an_answer_that_cannot_be_printed_is_told_in_a_line(run, arguments, recorded):
    assert run("open", "Boxing Night", "--players", "Ann Bob").code == 0
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, *arguments],
            check=False, stdout=full, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
    told = "the answer cannot be printed: No space left on device.\n"
    besides = "  What was said is recorded all the same, if it was not refused: see card-ledger log\n"
    assert (done.returncode, done.stderr.decode()) == (0 if recorded else 1, told + besides * recorded)
    assert run("table", "--json").json["events"] == 2 + recorded


@pytest.mark.parametrize(("closed", "arguments", "code"), [(">&-", "table", 0), ("<&-", "record", 0),
                         ("2>&-", "record 'Ann wins'", 1), (">&- 2>&- <&-", "record 'game nap'", 0)])  # fmt: skip
def test_what_a_shell_has_closed_is_neither_read_nor_written(run, closed, arguments, code):
    assert run("open", "Boxing Night", "--players", "Ann Bob").code == 0
    command = f"{shlex.join([sys.executable, '-c', PROGRAM])} {arguments} {closed}"
    done = subprocess.run(
        ["sh", "-c", command], check=False, capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert (done.returncode, done.stdout, done.stderr) == (code, b"", b"")
    assert run("table", "--json").json["events"] == (3 if "game" in arguments else 2)


def test_the_table_of_commands_in_the_document_is_that_of_the_program(request):
    """`--rewrite` writes the table of today into the document."""
    text = command_table.DOCUMENT.read_text(encoding="utf-8")
    if request.config.getoption("--rewrite"):
        command_table.DOCUMENT.write_text(command_table.with_table(text), encoding="utf-8")
    else:
        assert command_table.with_table(text) == text
        assert command_table.with_table(text.replace("| `card-ledger seal` |", "| `card-ledger zeal` |")) == text


def test_the_program_is_a_module_too(at_home):
    done = subprocess.run(
        [sys.executable, "-m", "ledger", "--version"],
        check=False, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stdout.startswith(f"card-ledger {version('card-ledger')}\n")


# Completion


def completed(ask, monkeypatch, words: str, shell: str = "bash") -> list[str]:
    """Return what a shell gets as completions of these words."""
    monkeypatch.setenv("_CARD_LEDGER_COMPLETE", f"complete_{shell}")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", words)
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    done = ask()
    assert done.err == ""
    monkeypatch.delenv("_CARD_LEDGER_COMPLETE")
    return done.out.split("\n")[:-1] if done.out.strip() else []


@pytest.mark.parametrize(
    ("words", "found"),
    one_in(
        3,
        [
            ("card-ledger use ", ["2", "1"]),
            ("card-ledger use bo", ["boxing"]),
            ("card-ledger use N", ["Night"]),
            ("card-ledger use 1898", ["1898-12-26"]),
            ("card-ledger table --evening ", ["2", "1"]),
            ("card-ledger --evening 2", ["2", "2026-01-02"]),
            ("card-ledger explain --evening boxing a", ["ann"]),
            ("card-ledger explain ", ["Zoë", "O\\'Brien"]),
            ("card-ledger --evening 1 explain M", ["Mary\\ Ann"]),
            ("card-ledger settle --household Zoë+", ["Zoë+O\\'Brien"]),
            ("card-ledger settle --via Z", ["Zoë"]),
            ("card-ledger explain --evening 1 --pool ", ["nap.kitty"]),
            ("card-ledger rules sp", ["speculation", "spin", "spoil-five"]),
            ("card-ledger simulate NA", ["NAp"]),
            ("card-ledger whatif nap.kitty", ["nap.kitty=", "nap.kitty_by="]),
            ("card-ledger whatif na", ["nap."]),
            ("card-ledger export --format j", ["jsonl"]),
            ("card-ledger schema ex", ["explain", "export"]),
            ("card-ledger stan", ["standings"]),
            ("card-ledger --evening 1 record mis", ["misdeal"]),
            ("card-ledger --evening 1 record na", ["nap"]),
            ("card-ledger --evening 2 record 'note ", []),
            ("card-ledger --database nowhere.db use ", []),
            ("card-ledger --database boxing-night.evening use ", []),
            ("card-ledger --evening nonsense explain ", []),
        ],
    ),
)
def test_a_shell_completes(run, file, monkeypatch, words, found):
    file(EVENING)
    run("open", "Boxing Night", "--players", 'Ann "Mary Ann"', "--on", "1898-12-26")
    for saying in ("game nap kitty=1", "deal Ann"):
        run("record", saying)
    run("open", "Whist", "--players", 'Zoë "O\'Brien"', "--on", "2026-01-02")
    assert completed(run, monkeypatch, words) == found


def test_a_shell_that_shows_more_is_told_more(run, monkeypatch):
    """The shell asks a process."""
    run("open", "Boxing Night", "--players", 'Ann "Mary Ann"', "--on", "1898-12-26")
    assert "Boxing Night, 1898-12-26" in "\n".join(completed(process, monkeypatch, "card-ledger use ", "zsh"))
    assert "Mary Ann" in "\n".join(completed(run, monkeypatch, "card-ledger explain M", "zsh"))
    for saying in ("game tally", "result Ann +3 Mary -3"):
        assert run("record", saying).code == 0
    told = completed(run, monkeypatch, "card-ledger settle --via ", "fish")
    assert told == ["Ann\towed 3", "Mary Ann\towes 3"]
    assert '"' not in completed(run, monkeypatch, "card-ledger record ", "fish")


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no Bash here")
@pytest.mark.parametrize(("words", "last", "inserted"), [("settle --via", "M", "Mary\\ Ann"), ("settle --via", "O", "O\\'Brien"), ("", "stan", "standings")])  # fmt: skip
def test_bash_inserts_what_it_is_given_by_the_script_that_is_printed(run, at_home, words, last, inserted):
    run("open", "Boxing Night", "--players", 'Ann "Mary Ann" "O\'Brien"', "--on", "1898-12-26")
    program = at_home / "card-ledger"
    program.write_text(f"#!/bin/sh\nexec {sys.executable} -c '{PROGRAM}' \"$@\"\n")
    program.chmod(0o755)
    (at_home / "script").write_text(run("--show-completion", "bash").out)
    typed = f"source ./script; COMP_WORDS=(card-ledger {words} {last}); COMP_CWORD={1 + len(words.split())}; "
    done = subprocess.run(
        ["bash", "-c", f"{typed}_card_ledger_completion ./card-ledger; printf '%s\\n' \"${{COMPREPLY[@]}}\""],
        check=False, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert (done.stdout, done.stderr) == (f"{inserted}\n", "")


@pytest.mark.parametrize(("shell", "file_name"), [("bash", ".bash_completions/card-ledger.sh"), ("zsh", ".zfunc/_card-ledger"),
                         ("fish", ".config/fish/completions/card-ledger.fish")])  # fmt: skip
def test_completion_is_installed_where_the_shell_looks_for_it(run, at_home, monkeypatch, shell, file_name):
    monkeypatch.setenv("HOME", str(at_home))
    monkeypatch.setenv("SHELL", f"/bin/{shell}")
    for _ in range(2):
        done = run("--install-completion")
        assert (done.code, done.err) == (0, "")
        assert str(at_home / file_name) in done.out
    written = (at_home / file_name).read_text()
    assert written.rstrip() == run("--show-completion", shell).out.rstrip()
    for startup, line in {"bash": [(".bashrc", "source ")], "zsh": [(".zshrc", "fpath+=")]}.get(shell, []):
        assert (at_home / startup).read_text().count(line) == 1
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    assert run("--install-completion").code == 2


# Progress


class Clock:
    """A clock that advances by a step whenever it is read."""

    def __init__(self, step: float) -> None:
        self.at, self.step = 0.0, step

    def __call__(self) -> float:
        self.at += self.step
        return self.at


@pytest.mark.parametrize(("terminal", "step", "told"), [(True, 0.4, True), (True, 0.001, False), (False, 0.4, False)])
@pytest.mark.parametrize(
    ("arguments", "doing"),
    [
        (["standings"], "replaying: 4 of 9"),
        (["settle", "--since", "1800-01-01"], "replaying: 4 of 9"),
        (["yearbook"], "replaying: 4 of 9"),
        (["season"], "replaying: 4 of 9"),
        (["audit", "--all"], "auditing: 4 of 9"),
        (["db", "copy", "evenings.db", "other.db"], "copying: 4 of 10"),
        (["simulate", "nap", "--deals", "8"], "dealing: 4 of 8"),
        (["import", *[f"{number}.evening" for number in range(8)], "--again"], "reading: 4 of 8"),
    ],
)
def test_what_takes_over_a_second_tells_a_terminal_how_far_it_has_come(
    run, file, monkeypatch, terminal, step, told, arguments, doing
):
    names = [file(EVENING.replace("Boxing", f"{number}."), f"{number}.evening") for number in range(8)]
    if arguments[0] != "import":
        assert run("import", file(EVENING), *names).code == 0
        assert run("season", "open", "All", "--from", "1800-01-01", "--to", "1900-01-01").code == 0
    quiet = run(*arguments)
    monkeypatch.setattr("ledger.cli.output.sys.stderr.isatty", lambda: terminal)
    monkeypatch.setattr("ledger.cli.output.time.monotonic", Clock(step))
    done = run(*arguments)
    assert done.code == 0
    if arguments[0] not in ("import", "db"):
        assert done.out == quiet.out
    assert (doing in done.err) == told
    assert (done.err == "") == (not told)
    assert done.err.endswith("\r") or not told


def test_help_is_asked_of_a_command_of_a_group_and_of_a_game(run):
    assert run("help").out == run("--help").out
    assert run("help", "record").out == run("record", "--help").out
    assert run("help", "db", "status").out == run("db", "status", "--help").out
    assert run("help", "nap").out == run("rules", "nap").out
    refused = run("help", "nop")
    assert refused.code == 1
    assert "neither a command nor a game.\n  Did you mean nap?" in refused.err


def test_whoever_asks_for_all_commands_gets_each():
    assert set(PROGRAM_GROUP.commands) == set(PROGRAM_GROUP.list_commands(CONTEXT))
