"""The command line: it talks to a person or a program, and decides nothing.

A command is a module of `ledger.cli.commands`, imported only when the command is used.
"""

import errno
import gc
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Option
from typer._click.exceptions import NoArgsIsHelpError, NoSuchOption  # no public names give them
from typer.main import get_command

from ledger.cli import completion, shells
from ledger.cli.command import LazyGroup
from ledger.cli.encoding import clean, let_print
from ledger.cli.output import Output, exit_code
from ledger.cli.shell_words import recorded_by
from ledger.cli.text_table import folded_for
from ledger.core import refusals
from ledger.core.refusals import Code, Refusal, RefusedLine, did_you_mean

if TYPE_CHECKING:
    from typer._click import Context  # no public name gives it

IN_ORDER_OF_USE = (
    "replay", "open", "record", "table", "log", "settle", "explain", "audit", "seal", "whatif", "evenings", "use",
    "standings", "import", "export", "games", "rules", "serve", "simulate",
)  # fmt: skip
"""The commands at the beginning of the list; the others follow by name."""


class ReaderGone(Exception):
    """Nobody reads the output any more: its reader, for example `head`, has seen enough."""


class CardLedger(LazyGroup):
    """The commands of the program: a refusal becomes one message and the exit code 1."""

    package = "ledger.cli.commands"
    first = IN_ORDER_OF_USE

    def resolve_command(self, ctx: "Context", args: list[str]) -> Any:
        """Find the named command. Fails for a saying typed as one, and says how to record it."""
        if args[0] not in self.modules and not ctx.resilient_parsing:
            _refuse_saying(ctx, args, list(self.modules))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: "Context") -> Any:
        """Run the command that was named."""
        try:
            return super().invoke(ctx)
        except (Refusal, RefusedLine) as refusal:
            ctx.obj.refuse(refusal)
            raise typer.Exit(exit_code(refusal)) from refusal
        except KeyboardInterrupt as interrupt:
            raise typer.Abort from interrupt
        except OSError as error:
            if error.errno in GONE and error.filename is None:
                raise ReaderGone from error  # Typer would end with 1
            raise
        except refusals.RULE_FAULTS as error:
            from ledger.games.registry import rules_at_fault  # needed only where something fails

            if (fault := rules_at_fault(error)) is None:
                raise
            fault.__cause__ = error
            ctx.obj.refuse(fault)
            raise typer.Exit(exit_code(fault)) from fault


def _refuse_saying(ctx: "Context", args: Sequence[str], commands: Sequence[str]) -> None:
    """Fail where a saying was typed as a command."""
    from ledger.language.grammar import KEYWORDS, VERBS, canonical

    first, second = (args[0].lower(), canonical(args[1].lower()) if len(args) > 1 else "")
    if (first in KEYWORDS and first != "evening") or first == "redo" or second in VERBS:
        ctx.fail(f"{' '.join(args)} is said, not run: {recorded_by(args)}")
    if len(args) > 1 and not did_you_mean(first, commands) and not any(word.startswith("--") for word in args):
        ctx.fail(f"No such command '{args[0]}'. If it was said at the table: {recorded_by(args)}")


def _print_version(ctx: typer.Context, asked: bool) -> None:
    """Print the version of the program and its schema. No game is loaded for it."""
    if not asked or ctx.resilient_parsing:
        return
    from ledger import VERSION
    from ledger.store.schema import SCHEMA

    print(f"card-ledger {VERSION}\nschema {SCHEMA}")
    raise typer.Exit


app = typer.Typer(
    cls=CardLedger,
    no_args_is_help=True,
    add_completion=False,  # `shells` has the options of completion, with the shell as a word of theirs
    rich_markup_mode=None,
    suggest_commands=False,
    pretty_exceptions_enable=False,
)


@app.callback()
def choose(
    ctx: typer.Context,
    json: Annotated[bool, Option("--json", help="Answer in JSON, for programs.")] = False,
    database: Annotated[
        str | None,
        Option(
            envvar="CARD_LEDGER_DATABASE",
            metavar="FILE",
            help="Where the log is: a SQLite file, or a URL as postgresql://… [default: a file of the user's own]",
        ),
    ] = None,
    evening: Annotated[
        str | None,
        Option(
            metavar="EVENING",
            autocompletion=completion.evenings,
            help="Which evening, by its number, its title or its day [default: the current one]",
        ),
    ] = None,
    debug: Annotated[bool, Option("--debug", help="Print where the rules of a game fail, for their author.")] = False,
    version: Annotated[
        bool,
        Option(
            "--version",
            is_eager=True,
            callback=_print_version,
            help="Print the version and the schema it writes, and exit.",
        ),
    ] = False,
    install_completion: shells.Install = None,
    show_completion: shells.Show = None,
) -> None:
    """Keep a card evening as a log of what was said at the table, and know who owes whom.

    --json, --database and --evening may stand before the command or after it.
    """
    if database is not None and not database.strip():  # as "$NAME" is where nothing has that name
        raise typer.BadParameter("--database names none: say a file, or a URL as postgresql://…")
    ctx.obj = Output(json, database, evening, debug)


def options_first(arguments: Sequence[str]) -> list[str]:
    """Move the options of every command before the command, wherever they were said."""
    flags, valued = {"--json"}, {"--database", "--evening"}
    first: list[str] = []
    others: list[str] = []
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        if argument == "--":
            return [*first, *others, argument, *rest]
        if argument in flags or argument.startswith(tuple(f"{option}=" for option in valued)):
            first.append(argument)
        elif argument in valued:
            first += [argument, *rest[:1]]
            rest = rest[1:]
        else:
            others.append(argument)
            if argument in shells.OPTIONS and (not rest or rest[0].startswith("-")):
                others.append(shells.OF_THIS_SHELL)
    return [*first, *others]


def main() -> None:
    """Run the command line.

    It ends with 0; with 1 for a refusal, 2 where a command is misused, and 3 where a log is not what was recorded.
    A command that has recorded something ends with 0 though its answer cannot be printed.
    """
    gc.set_threshold(COLLECTED_AT)
    _replace_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        let_print(stream)
    arguments = options_first(sys.argv[1:])
    code: int | None = None
    try:
        code = get_command(app)(arguments, prog_name="card-ledger", standalone_mode=False)
        sys.stdout.flush()
    except ReaderGone:
        _discard_output()
        code = 0
    except OSError as error:
        if error.errno not in GONE | NO_ROOM or error.filename is not None:
            raise
        _discard_output()
        writes = not WRITING.isdisjoint(arguments)
        if error.errno in NO_ROOM:
            _report_unprinted(error, writes)
        code = (code or 0) if writes or error.errno in GONE else 1
    except typer.Abort:
        print("Aborted!", file=sys.stderr)
        code = 1
    except typer.TyperException as misuse:
        if "--json" in arguments[: arguments.index("--") if "--" in arguments else None]:
            from ledger.api.refusals import refusal_answer  # needed only where a program misuses a command

            Output(json=True, database=None, evening=None).print_json(refusal_answer(_as_refusal(misuse)))
        _report_misuse(misuse)
        code = misuse.exit_code
    gc.freeze()  # the end of a process frees everything: no collector walks it first
    sys.exit(code)


COLLECTED_AT = 50_000
"""The number of new objects at which garbage is collected, more than importing a command makes."""
WRITING = {"open", "record", "import"}
"""Commands that have recorded what was not refused, whether or not their answer can be printed."""
GONE = {errno.EPIPE, *([errno.EINVAL] if os.name == "nt" else [])}
"""Errors of a standard output whose reader is gone; Windows has no other for it."""
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
"""Errors of a standard output that takes no more; a database and a named file have refusals of their own."""


def _replace_closed_streams() -> None:
    """Open the null device for each closed stream.

    Otherwise the next file that is opened takes the place of a stream that the shell has closed.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _discard_output() -> None:
    """Send unprinted output to the null device: printing it at exit would fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report_unprinted(error: OSError, writes: bool) -> None:
    """Print why an answer could not be printed.

    After a command that writes, add that it may have written.
    """
    print(f"the answer cannot be printed: {error.strerror}.", file=sys.stderr)
    if writes:
        print("  What was said is recorded all the same, if it was not refused: see card-ledger log", file=sys.stderr)


def _report_misuse(misuse: typer.TyperException) -> None:
    """Print a misuse for a person; where no command was named, print the whole help."""
    message = _message_of(misuse)
    if isinstance(misuse, NoArgsIsHelpError):
        print(message, file=sys.stderr)
        return
    ctx = getattr(misuse, "ctx", None)
    if ctx:
        usage = f"{ctx.get_usage()}\nTry {ctx.command_path} --help for help.\n"
        print(folded_for(sys.stderr, usage), file=sys.stderr)
    print(folded_for(sys.stderr, clean(f"Error: {message}")), file=sys.stderr)


def _message_of(misuse: typer.TyperException) -> str:
    """Return how a command was misused; for an unknown option, with similar ones."""
    if not isinstance(misuse, NoSuchOption):
        return misuse.format_message()
    near = [repr(option) for option in sorted(misuse.possibilities or ())]
    meant = f" (Did you mean one of: {', '.join(near)}?)" if near[1:] else f" Did you mean {near[0]}?" if near else ""
    return f"No such option '{misuse.option_name}'.{meant}"


def _as_refusal(misuse: typer.TyperException) -> Refusal:
    """Return a misuse as a refusal, for a program."""
    ctx = getattr(misuse, "ctx", None)
    no_command = isinstance(misuse, NoArgsIsHelpError)
    message = "Missing command" if no_command else _message_of(misuse).rstrip(".")
    return Refusal(Code.USAGE, message, f"{ctx.command_path if ctx else 'card-ledger'} --help says how it is used")
