"""The command line: a face, which speaks to a person or a program and decides nothing.

A command is a module with a Typer `app`, and a line in COMMANDS; the module is imported when the command is used,
and imports what it uses no sooner than that. It takes the `Output` from its context: `ctx.obj`.
"""

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from ledger.cli import completion
from ledger.cli.encoding import clean, let_print
from ledger.cli.help import speak_plainly
from ledger.cli.option_types import may_be_less, recorded_by, take_as_said
from ledger.cli.output import Output, exit_code
from ledger.cli.tables import told_to
from ledger.core.refusals import Code, Refusal, RefusedLine, did_you_mean

COMMANDS = {
    "replay": "ledger.cli.replay",
    "open": "ledger.cli.open",
    "record": "ledger.cli.record",
    "table": "ledger.cli.table",
    "log": "ledger.cli.log",
    "settle": "ledger.cli.settle",
    "explain": "ledger.cli.explain",
    "audit": "ledger.cli.audit",
    "seal": "ledger.cli.seal",
    "whatif": "ledger.cli.whatif",
    "evenings": "ledger.cli.evenings",
    "use": "ledger.cli.use",
    "standings": "ledger.cli.standings",
    "import": "ledger.cli.importing",
    "export": "ledger.cli.export",
    "games": "ledger.cli.games",
    "rules": "ledger.cli.rules",
    "serve": "ledger.cli.serve",
    "simulate": "ledger.cli.simulate",
    "db": "ledger.cli.db",
    "schema": "ledger.cli.schema",
}
"""Every command and the module it is in, in the order of the help."""


COMMON = {"json", "database", "evening"}
"""The options of every command, by the names of their parameters."""


class NobodyReads(Exception):
    """What is printed is read no further: whoever read it, as `head` does, has seen enough."""


class Commands(TyperGroup):
    """The commands, each imported when it is wanted; a refusal becomes one message and the exit code 1."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options of every command."""
        take_as_said(self, ctx)
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        """Every command, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import a command; None for an unknown one."""
        module = COMMANDS.get(cmd_name)
        if module is None:
            if near := did_you_mean(cmd_name, COMMANDS):
                ctx.fail(f"No such command '{cmd_name}'. {near}")
            return None
        command = get_command(import_module(module).app)
        command.name = cmd_name
        speak_plainly(command, cmd_name)
        if ctx.resilient_parsing:  # a shell asks what may stand here, and these options may stand after the command too
            known = {param.name for param in command.params}
            command.params += [param for param in ctx.command.params if param.name in COMMON - known]
        take_as_said(command, ctx)
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that is named; what is said at the table is no command, and is told how it is recorded."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            _see_no_saying(ctx, args)
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None:
            may_be_less(command, rest)
        return name, command, rest

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was named."""
        try:
            return super().invoke(ctx)
        except (Refusal, RefusedLine) as refusal:
            ctx.obj.refuse(refusal)
            raise typer.Exit(exit_code(refusal)) from refusal
        except BrokenPipeError as error:  # Typer would make a failure of it
            raise NobodyReads from error


def _see_no_saying(ctx: Any, args: list[str]) -> None:
    """Refuse a saying that was typed as a command."""
    from ledger.language.words import KEYWORDS, VERBS, canonical

    first, second = (args[0].lower(), canonical(args[1].lower()) if len(args) > 1 else "")
    if (first in KEYWORDS and first != "evening") or first == "redo" or second in VERBS:
        ctx.fail(f"{' '.join(args)} is said, not run: {recorded_by(args)}")
    if len(args) > 1 and not did_you_mean(first, COMMANDS) and not any(word.startswith("--") for word in args):
        ctx.fail(f"No such command '{args[0]}'. If it was said at the table: {recorded_by(args)}")


app = typer.Typer(cls=Commands, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None)


def _tell_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"card-ledger {version('card-ledger')}")
        raise typer.Exit


@app.callback()
def card_ledger(
    ctx: typer.Context,
    json: Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")] = False,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            envvar="CARD_LEDGER_DATABASE",
            metavar="FILE",
            help="Where the log is: a SQLite file, or a URL as postgresql://… [default: a file of the user's own]",
        ),
    ] = None,
    evening: Annotated[
        str | None,
        typer.Option(
            "--evening",
            metavar="EVENING",
            help="Which evening, by its number, its title or its day [default: the current one]",
            autocompletion=completion.evenings,
        ),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_tell_version, help="Say which version this is.")
    ] = False,
) -> None:
    """Keep a card evening as a log of what was said at the table, and know who owes whom.

    These options may stand before the command or after it.
    """
    if database is not None and not database.strip():  # as "$NAME" is where nothing has that name
        raise typer.BadParameter("--database names none: say a file, or a URL as postgresql://…")
    ctx.obj = Output(json, database, evening)


FLAGS = ("--json",)
WITH_VALUE = ("--database", "--evening")


def options_first(arguments: Sequence[str]) -> list[str]:
    """Put the options of every command before the command, wherever they were said."""
    first: list[str] = []
    rest: list[str] = []
    left = list(arguments)
    while left:
        argument = left.pop(0)
        if argument == "--":
            return [*first, *rest, argument, *left]
        if argument in FLAGS or argument.startswith(tuple(f"{option}=" for option in WITH_VALUE)):
            first.append(argument)
        elif argument in WITH_VALUE:
            first += [argument, *left[:1]]
            left = left[1:]
        else:
            rest.append(argument)
    return [*first, *rest]


Misuse: type[Any] = typer.BadParameter.__mro__[1]
"""What Typer raises where a command is misused; it gives this error, of which all such are kinds, no name to import."""


def main() -> None:
    """Run the command line.

    It ends with 0; with 1 for a refusal, 2 where a command is misused, and 3 where a log is not what was recorded.
    """
    _stand_in_for_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        let_print(stream)
    arguments = options_first(sys.argv[1:])
    try:
        code = app(arguments, prog_name="card-ledger", standalone_mode=False)
        sys.stdout.flush()
    except (NobodyReads, BrokenPipeError):
        _print_no_more()
        code = 0
    except OSError as error:
        if error.errno not in NO_ROOM or error.filename is not None:
            raise
        _print_no_more()
        _tell_of_unprinted(error, arguments)
        code = 1
    except typer.Abort:
        print("Aborted!", file=sys.stderr)
        code = 1
    except Misuse as misuse:
        if "--json" in arguments[: arguments.index("--") if "--" in arguments else None]:
            Output(json=True, database=None, evening=None).tell_refusal(_misused(misuse))
        _tell_misuse(misuse)
        code = misuse.exit_code
    sys.exit(code)


NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
"""Why what is printed goes no further; of a database, or of a file that is named, a refusal says so."""


def _stand_in_for_what_is_closed() -> None:
    """Let nothing come from, and go to, what a shell has closed: no file that is opened later stands in its place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _print_no_more() -> None:
    """Let what is left to be printed go nowhere: it would fail at the very end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell_of_unprinted(error: OSError, arguments: Sequence[str]) -> None:
    """Say that an answer could not be printed; and of what writes, that it may be written nevertheless."""
    print(f"the answer cannot be printed: {error.strerror}.", file=sys.stderr)
    if not {"open", "record", "import"}.isdisjoint(arguments):
        print("  What was said is recorded all the same, if it was not refused: see card-ledger log", file=sys.stderr)


def _tell_misuse(misuse: Any) -> None:
    """Tell a person of a misuse, or, where nothing at all was said, how the program is used."""
    said = misuse.format_message()
    if said.startswith("Usage:"):  # nothing at all was said, and this is the whole help
        print(said, file=sys.stderr)
        return
    if misuse.ctx:
        usage = f"{misuse.ctx.get_usage()}\nTry '{misuse.ctx.command_path} --help' for help.\n"
        print(told_to(sys.stderr, usage), file=sys.stderr)
    print(told_to(sys.stderr, clean(f"Error: {said}")), file=sys.stderr)


def _misused(misuse: Any) -> Refusal:
    """A misuse as a refusal, for a program."""
    command = misuse.ctx.command_path if misuse.ctx else "card-ledger"
    said = misuse.format_message().rstrip(".")
    if said.startswith("Usage:"):  # a person is told the whole help
        said = "Missing command"
    return Refusal(Code.USAGE, said, f"{command} --help says how it is used")
