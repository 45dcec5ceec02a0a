"""The command line: it talks to a person or a program, and decides nothing.

A command is a module of `ledger.cli.commands`, imported only when the command is used.
"""

import errno
import gc
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from ledger.cli import completion, shells
from ledger.cli.command import COMMON_OPTIONS, LazyGroup
from ledger.cli.encoding import clean, let_print
from ledger.cli.output import Output, exit_code
from ledger.cli.shell_words import recorded_by
from ledger.cli.text_table import folded_for
from ledger.core import refusals
from ledger.core.refusals import Code, Refusal, RefusedLine, did_you_mean

IN_ORDER_OF_USE = (
    "replay", "open", "record", "table", "log", "settle", "explain", "audit", "seal", "whatif", "evenings", "use",
    "standings", "import", "export", "games", "rules", "serve", "simulate",
)  # fmt: skip
"""The commands that the list begins with; the others follow by name."""


class ReaderGone(Exception):
    """Nobody reads the output any more: its reader, for example `head`, has seen enough."""


class CardLedger(LazyGroup):
    """The commands of the program: a refusal becomes one message and the exit code 1."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the named command. Fails for a saying typed as one, and says how to record it."""
        if args[0] not in self.modules and not ctx.resilient_parsing:
            _refuse_saying(ctx, args, list(self.modules))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was named."""
        try:
            return super().invoke(ctx)
        except (Refusal, RefusedLine) as refusal:
            ctx.obj.refuse(refusal)
            raise click.exceptions.Exit(exit_code(refusal)) from refusal
        except OSError as error:
            if error.errno in GONE and error.filename is None:
                raise ReaderGone from error  # click would end with 1
            raise
        except refusals.RULE_FAULTS as error:
            from ledger.games.registry import rules_at_fault  # needed only where something fails

            if (fault := rules_at_fault(error)) is None:
                raise
            fault.__cause__ = error
            ctx.obj.refuse(fault)
            raise click.exceptions.Exit(exit_code(fault)) from fault


def _refuse_saying(ctx: click.Context, args: Sequence[str], commands: Sequence[str]) -> None:
    """Fail where a saying was typed as a command."""
    from ledger.language.grammar import KEYWORDS, VERBS, canonical

    first, second = (args[0].lower(), canonical(args[1].lower()) if len(args) > 1 else "")
    if (first in KEYWORDS and first != "evening") or first == "redo" or second in VERBS:
        ctx.fail(f"{' '.join(args)} is said, not run: {recorded_by(args)}")
    if len(args) > 1 and not did_you_mean(first, commands) and not any(word.startswith("--") for word in args):
        ctx.fail(f"No such command '{args[0]}'. If it was said at the table: {recorded_by(args)}")


@click.group(
    "card-ledger",
    CardLedger,
    package="ledger.cli.commands",
    first=IN_ORDER_OF_USE,
)
@click.option("--json", is_flag=True, help="Answer in JSON, for programs.")
@click.option(
    "--database",
    envvar="CARD_LEDGER_DATABASE",
    show_envvar=True,
    metavar="FILE",
    help="Where the log is: a SQLite file, or a URL as postgresql://… [default: a file of the user's own]",
)
@click.option(
    "--evening",
    metavar="EVENING",
    shell_complete=completion.evenings,
    help="Which evening, by its number, its title or its day [default: the current one]",
)
@click.option("--debug", is_flag=True, help="Print where the rules of a game fail, for their author.")
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, param, asked: _print_version(ctx) if asked and not ctx.resilient_parsing else None,
    help="Print the version, the schema it writes and the editions of its rules, and exit.",
)
@shells.install_option
@shells.show_option
@click.pass_context
def app(ctx: click.Context, json: bool, database: str | None, evening: str | None, debug: bool) -> None:
    """Keep a card evening as a log of what was said at the table, and know who owes whom.

    --json, --database and --evening may stand before the command or after it.
    """
    if database is not None and not database.strip():  # as "$NAME" is where nothing has that name
        raise click.BadParameter("--database names none: say a file, or a URL as postgresql://…")
    ctx.obj = Output(json, database, evening, debug)


def _print_version(ctx: click.Context) -> None:
    """Print the version of the program, its schema, and the edition of each game's rules."""
    from ledger import VERSION
    from ledger.games.registry import playable_games
    from ledger.store.schema import SCHEMA

    rules = ", ".join(f"{game.name} {game.edition}" for game in playable_games())
    lines = f"card-ledger {VERSION}", f"schema {SCHEMA}", f"rules {rules}"
    print("\n".join(folded_for(sys.stdout, line) for line in lines))
    ctx.exit()


def options_first(arguments: Sequence[str]) -> list[str]:
    """Move the options of every command before the command, wherever they were said."""
    common = [param for param in app.params if isinstance(param, click.Option) and param.name in COMMON_OPTIONS]
    flags = {name for param in common if param.is_flag for name in param.opts}
    valued = {name for param in common for name in param.opts} - flags
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
        code = app.main(arguments, prog_name="card-ledger", standalone_mode=False)
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
    except click.Abort:
        print("Aborted!", file=sys.stderr)
        code = 1
    except click.ClickException as misuse:
        if "--json" in arguments[: arguments.index("--") if "--" in arguments else None]:
            from ledger.api.refusals import refusal_answer  # needed only where a program misuses a command

            Output(json=True, database=None, evening=None).print_json(refusal_answer(_as_refusal(misuse)))
        _report_misuse(misuse)
        code = misuse.exit_code
    gc.freeze()  # the end of a process frees everything: no collector walks it first
    sys.exit(code)


COLLECTED_AT = 50_000
"""So many new objects come before the collector looks for garbage: importing a command makes fewer."""
WRITING = {"open", "record", "import"}
"""Commands that have recorded what was not refused, whether or not their answer can be printed."""
GONE = {errno.EPIPE, *([errno.EINVAL] if os.name == "nt" else [])}
"""Errors of a standard output that nobody reads any more; Windows has no other for it."""
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


def _report_misuse(misuse: click.ClickException) -> None:
    """Print a misuse for a person; where no command was named, print the whole help."""
    message = misuse.format_message()
    if isinstance(misuse, click.exceptions.NoArgsIsHelpError):
        print(message, file=sys.stderr)
        return
    ctx = getattr(misuse, "ctx", None)
    if ctx:
        usage = f"{ctx.get_usage()}\nTry {ctx.command_path} --help for help.\n"
        print(folded_for(sys.stderr, usage), file=sys.stderr)
    print(folded_for(sys.stderr, clean(f"Error: {message}")), file=sys.stderr)


def _as_refusal(misuse: click.ClickException) -> Refusal:
    """Return a misuse as a refusal, for a program."""
    ctx = getattr(misuse, "ctx", None)
    no_command = isinstance(misuse, click.exceptions.NoArgsIsHelpError)
    message = "Missing command" if no_command else misuse.format_message().rstrip(".")
    return Refusal(Code.USAGE, message, f"{ctx.command_path if ctx else 'card-ledger'} --help says how it is used")
