"""What differs on Windows, tried here; that nothing is called that Windows lacks is held by `mypy --platform win32`."""

import errno
import io
import sys
from types import SimpleNamespace

import pytest
import typer
from typer.main import get_command

from ledger import cli
from ledger.cli import shell_words
from ledger.core.refusals import Refusal
from ledger.web import serving
from ledger.web.serving import ServeOptions

WINDOWS = SimpleNamespace(name="nt")


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["Cat", "3"], 'card-ledger record "Cat 3"'),
        (["amend", "6", "she failed:", "Cat", "2"], r'card-ledger record "amend 6 \"she failed\": Cat 2"'),
    ],
)
def test_a_command_to_type_is_quoted_as_its_programs_read_it(monkeypatch, words, command):
    monkeypatch.setattr(shell_words, "os", WINDOWS)
    assert shell_words.recorded_by(words) == command


PROGRAM = get_command(cli.app)


@pytest.mark.parametrize("command", sorted(PROGRAM.modules))
def test_no_help_has_quotes_that_its_shell_does_not_know(command):
    ctx = typer.Context(PROGRAM, info_name="card-ledger")
    text = PROGRAM.get_command(ctx, command).get_help(ctx)
    assert " '" not in text


def test_a_port_is_never_taken_twice(monkeypatch):
    monkeypatch.setattr(serving, "os", WINDOWS)
    with serving._listen(ServeOptions(None, port=0)) as taken, pytest.raises(Refusal, match="cannot be listened on"):
        serving._listen(ServeOptions(None, port=taken.getsockname()[1]))


def test_a_reader_who_has_seen_enough_is_no_failure(monkeypatch):
    class Gone(io.StringIO):
        def flush(self):
            raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(cli, "GONE", {errno.EINVAL})
    monkeypatch.setattr(cli, "_discard_output", lambda: None)
    monkeypatch.setattr(sys, "stdout", Gone())
    monkeypatch.setattr(sys, "argv", ["card-ledger", "games"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 0
