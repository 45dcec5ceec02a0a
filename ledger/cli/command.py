"""Commands of click with examples and declared answers, and groups that import lazily."""

import pkgutil
import re
from collections.abc import Callable, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from ledger.core.refusals import did_you_mean, printable

if TYPE_CHECKING:  # slow to import, and not needed for help and completion
    import msgspec

EVERYWHERE = "--json, --database FILE and --evening EVENING may be said with every command."
COMMON_OPTIONS = frozenset({"json", "database", "evening"})
"""The options of every command, by the names of their parameters."""

NEGATIVE_AMOUNT = re.compile("-[^-a-z]", re.IGNORECASE)
"""How an amount with a minus sign begins, and no option does."""

LINE_WIDTH = 74
"""An example longer than this has its meaning on a line below."""

Examples = Sequence[tuple[str, str]]
"""What may be typed after `card-ledger`, and what it does; the tests type all of it."""
Answers = Sequence["type[msgspec.Struct]"]
"""The types of the objects that a command prints with --json, besides a refusal."""


FilePath = click.Path(path_type=Path)
"""The type of an option that names a file."""


class _WholeNumber(click.ParamType[int]):
    """A whole number that no database and no sentence is too small for."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number, or refuse the option."""
        if isinstance(value, int):
            return value
        if not re.fullmatch("[+-]?[0-9]{1,18}", str(value).strip()):
            self.fail(f"{printable(str(value), 40)!r} is not a valid integer of at most 18 digits.", param, ctx)
        return int(value)


WHOLE_NUMBER = _WholeNumber()
"""The type of an option that is a whole number."""


class LedgerCommand(click.Command):
    """A command with examples, and the types of its answers to programs."""

    def __init__(self, *args: Any, examples: Examples = (), answers: Answers = (), **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.examples = examples
        self.answers = answers

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters; a shell that completes also gets the options of every command."""
        params = super().get_params(ctx)
        if not ctx.resilient_parsing:
            return params
        known = {param.name for param in params}
        common = [param for param in ctx.find_root().command.params if param.name in COMMON_OPTIONS - known]
        return [*params, *common]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words; an amount with a minus sign is no option, as in `result Ann +3 Bob -3`."""
        if any(map(NEGATIVE_AMOUNT.match, args)):
            ctx.ignore_unknown_options = True
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, and which options every command takes."""
        write_examples(self.examples, formatter)


class LedgerGroup(click.Group):
    """A group of commands whose list is set without abbreviations."""

    command_class = LedgerCommand

    def __init__(self, *args: Any, examples: Examples = (), **attributes: Any) -> None:
        attributes.setdefault("no_args_is_help", True)
        super().__init__(*args, **attributes)
        self.examples = examples

    def short_help_of(self, ctx: click.Context, name: str) -> str:
        """Return what the list says of a command."""
        command = self.get_command(ctx, name)
        return command.get_short_help_str(limit=LINE_WIDTH).rstrip(".") if command else ""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order in which they were added."""
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.short_help_of(ctx, name)) for name in self.list_commands(ctx)])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, if there are any."""
        if self.examples:
            write_examples(self.examples, formatter)


class LazyGroup(LedgerGroup):
    """A group of the commands of a package, one module each.

    A module is imported only when its command is used.
    """

    def __init__(self, *args: Any, package: str, first: Sequence[str] = (), **attributes: Any) -> None:
        """Take the commands of a package: those in `first` in that order, then the others by name."""
        super().__init__(*args, **attributes)
        self._package = package
        self._first = first

    @cached_property
    def modules(self) -> dict[str, str]:
        """The module of each command, by the command's name, in the order of the list."""
        package = import_module(self._package)
        names = {_command_name(module.name): module.name for module in pkgutil.iter_modules(package.__path__)}
        ordered = [*(name for name in self._first if name in names), *sorted(set(names) - set(self._first))]
        return {name: f"{self._package}.{names[name]}" for name in ordered}

    @property
    def commands(self) -> dict[str, click.Command]:
        """All commands, imported: a maker of man pages asks for them at once."""
        return {name: self._imported(name) for name in self.modules}

    @commands.setter
    def commands(self, commands: object) -> None:
        """Click begins a group without commands."""

    def _imported(self, name: str) -> click.Command:
        command: click.Command = import_module(self.modules[name]).run
        command.name = name
        return command

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command. Fails with the nearest name for one that is mistyped."""
        if cmd_name in self.modules:
            return self._imported(cmd_name)
        if not ctx.resilient_parsing and (near := did_you_mean(cmd_name, self.modules)):
            ctx.fail(f"No such command '{cmd_name}'. {near}")
        return None

    def short_help_of(self, ctx: click.Context, name: str) -> str:
        """Return the first line of a module's docstring, which is read without importing the module."""
        package, _, module = self.modules[name].rpartition(".")
        source = pkgutil.get_data(package, f"{module}.py") or b""
        return source.decode().partition('"""')[2].partition("\n")[0].rstrip('".')

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        """Return the commands that begin so, or else the options, without importing any."""
        commands = [
            CompletionItem(name, help=self.short_help_of(ctx, name))
            for name in self.modules
            if name.startswith(incomplete)
        ]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]


def command(
    name: str | None = None, *, examples: Examples, answers: Answers = (), **attributes: Any
) -> Callable[[Callable[..., None]], LedgerCommand]:
    """Make a command of a function, which takes the `Output` and then its parameters."""

    def decorate(function: Callable[..., None]) -> LedgerCommand:
        takes_output = click.pass_obj(function)
        return click.command(name, LedgerCommand, examples=examples, answers=answers, **attributes)(takes_output)

    return decorate


def write_examples(examples: Examples, formatter: click.HelpFormatter) -> None:
    """Write examples below a help text, and which options every command takes."""
    with formatter.section("Examples"):
        for typed, meaning in examples:
            line = f"{'':>{formatter.current_indent}}card-ledger {typed}"
            short = len(line) + len(meaning) < LINE_WIDTH
            formatter.write(f"{line}  # {meaning}\n" if short else f"{line}\n      # {meaning}\n")
    formatter.write_paragraph()
    formatter.write_text(EVERYWHERE)


def _command_name(module: str) -> str:
    """Return the name of the command in a module: `import_` has `import`."""
    return module.rstrip("_").replace("_", "-")


def answers_of(ctx: click.Context, group: click.Group, named: Sequence[str] = ()) -> dict[str, Answers]:
    """Return the answer types of each command that answers programs, by name, as `db status`.

    With `named`, return only those of the commands so named.
    """
    answers: dict[str, Answers] = {}
    for name in group.list_commands(ctx) if not named else {*named[:1]} & set(group.list_commands(ctx)):
        member = group.get_command(ctx, name)
        if isinstance(member, click.Group):
            inner = answers_of(ctx, member, named[1:])
            answers |= {f"{name} {inner_name}": types for inner_name, types in inner.items()}
        elif isinstance(member, LedgerCommand) and member.answers and not named[1:]:
            answers[name] = member.answers
    return answers
