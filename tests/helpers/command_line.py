"""What tests of commands share: `main` run within the test, or a process of its own, at a home of its own."""

import io
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from ledger import cli

ROOT = Path(__file__).parents[2]
PROGRAM = "from ledger.cli import main; main()"
EVENING = """\
evening "Boxing Night" on 1898-12-26 money=lsd counter=1d
players Ann Bob Cat Dan
game nap stake=1 kitty=1
deal Ann
Cat 3      # Bob has passed
tricks Cat 3
deal
Ann nap
Ann failed
"""


class Terminal(io.TextIOWrapper):
    """Standard input, which a test may make a terminal."""

    there = False

    def isatty(self) -> bool:
        return self.there


@dataclass
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict:
        return json.loads(self.out)

    @property
    def objects(self) -> list[dict]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("CARD_LEDGER_DATABASE", f"sqlite:///{tmp_path / 'evenings.db'}?timeout=0.3")
    monkeypatch.setenv("CARD_LEDGER_RECORDER", "Zoë")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(capfd, monkeypatch):
    def command(*arguments: str, stdin: str | bytes = "", terminal: bool = False) -> Done:
        content = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "argv", ["card-ledger", *arguments])
        monkeypatch.setattr(sys, "stdin", Terminal(io.BytesIO(content), encoding="utf-8"))
        sys.stdin.there = terminal or Terminal.there
        capfd.readouterr()
        code = 0
        try:
            cli.main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        out, err = capfd.readouterr()
        assert "Traceback" not in err, err
        return Done(code, out, err)

    return command


def process(*arguments: str, stdin: str = "") -> Done:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        input=stdin, capture_output=True, text=True, check=False, timeout=120,
        env={**__import__("os").environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    return Done(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def file(at_home):
    def write(text: str | bytes, name: str = "boxing-night.evening") -> str:
        (at_home / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    return write


def whole(error: dict) -> str:
    """Return what a person sees on standard error for this refusal in JSON."""
    assert error["remedy"] not in error["message"] or not error["remedy"]
    return f"{error['message']}\n" + (f"  {error['remedy']}\n" if error["remedy"] else "")


def opened(run, *sayings: str) -> None:
    assert run("open", "Whist", "--players", "Ann Bob Cat").code == 0
    for saying in sayings:
        done = run("record", saying)
        assert (done.code, done.err) == (0, "")
