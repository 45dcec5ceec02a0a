"""Commands of Typer with examples and declared answers, and groups that import lazily."""

import inspect
import pkgutil
import re
from collections.abc import Callable, Sequence
from dataclasses import is_dataclass, replace
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

import typer
from typer._click.shell_completion import CompletionItem  # no public name gives it
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from ledger.core.patterns import Pattern
from ledger.core.refusals import did_you_mean, printable

if TYPE_CHECKING:
    import msgspec  # slow to import, and not needed for help and completion
    from typer._click import Command, Context, HelpFormatter, Parameter  # no public names give them

EVERYWHERE = "--json, --database FILE and --evening EVENING may be said with every command."
COMMON_OPTIONS = frozenset({"json", "database", "evening"})
"""The options of every command, by the names of their parameters."""

NEGATIVE_AMOUNT = Pattern("-[^-a-z]", re.IGNORECASE)
"""The beginning of an amount with a minus sign, which no option has."""

LINE_WIDTH = 74
"""The length of an example from which its meaning has a line of its own."""

Examples = Sequence[tuple[str, str]]
"""What may be typed after `card-ledger`, and what it does; the tests type all of it."""
Answers = Sequence["type[msgspec.Struct]"]
"""The types of the objects that a command prints with --json, apart from refusals."""


def whole_number(text: str) -> int:
    """Read a whole number that no database and no sentence is too small for."""
    if not re.fullmatch("[+-]?[0-9]{1,18}", str(text).strip()):
        raise typer.BadParameter(f"{printable(str(text), 40)!r} is not a valid integer of at most 18 digits.")
    return int(text)


class LedgerCommand(TyperCommand):
    """A command with examples, and the types of its answers to programs."""

    examples: Examples = ()
    answers: Answers = ()

    def get_params(self, ctx: "Context") -> "list[Parameter]":
        """Return the parameters; a shell that completes also gets the options of every command."""
        params = super().get_params(ctx)
        if not ctx.resilient_parsing:
            return params
        known = {param.name for param in params}
        common = [param for param in ctx.find_root().command.params if param.name in COMMON_OPTIONS - known]
        return [*params, *common]

    def parse_args(self, ctx: "Context", args: list[str]) -> list[str]:
        """Parse the words; an amount with a minus sign is no option, as in `result Ann +3 Bob -3`."""
        if any(map(NEGATIVE_AMOUNT.match, args)):
            ctx.ignore_unknown_options = True
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: "Context") -> list[str]:
        """Return the words of the usage line, each argument as its command writes it."""
        return ["[OPTIONS]", *(param.human_readable_name for param in self.params if _is_positional(param))]

    def format_options(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Write what each argument and each option is."""
        params = self.get_params(ctx)
        positional = [
            (param.human_readable_name, getattr(param, "help", "")) for param in params if _is_positional(param)
        ]
        if positional:
            with formatter.section("Positional arguments"):
                formatter.write_dl(positional)
        with formatter.section("Options"):
            records = (param.get_help_record(ctx) for param in params if not _is_positional(param))
            formatter.write_dl([record for record in records if record])

    def format_epilog(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Write the examples, and which options every command takes."""
        write_examples(self.examples, formatter)


def _is_positional(param: "Parameter") -> bool:
    return param.param_type_name == "argument"


class LedgerGroup(TyperGroup):
    """A group of commands whose list is set without abbreviations."""

    def __init__(self, *, examples: Examples = (), **settings: Any) -> None:
        """Begin a group; `settings` are those of Typer."""
        plain = {"no_args_is_help": True, "suggest_commands": False, "rich_markup_mode": None}
        super().__init__(**{**plain, **settings})
        self.examples = examples

    def short_help_of(self, ctx: "Context", name: str) -> str:
        """Return what the list says of a command."""
        return self.commands[name].get_short_help_str(limit=LINE_WIDTH).rstrip(".")

    def member(self, name: str) -> "Command | None":
        """Return a command by its name; None if there is none."""
        return self.commands.get(name)

    def get_command(self, ctx: "Context", cmd_name: str) -> "Command | None":
        """Return a command. Fails with the nearest name for one that is mistyped."""
        command = self.member(cmd_name)
        if command is None and not ctx.resilient_parsing and (near := did_you_mean(cmd_name, self.list_commands(ctx))):
            ctx.fail(f"No such command '{cmd_name}'. {near}")
        return command

    def format_commands(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Write the list of commands."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.short_help_of(ctx, name)) for name in self.list_commands(ctx)])

    def format_epilog(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Write the examples, if there are any."""
        if self.examples:
            write_examples(self.examples, formatter)


class LazyGroup(LedgerGroup):
    """A group of the commands of a package, one module each.

    A module is imported only when its command is used.
    """

    package: str
    first: Sequence[str] = ()
    """The commands at the beginning of the list; the others follow by name."""

    @cached_property
    def modules(self) -> dict[str, str]:
        """The module of each command, by the command's name, in the order of the list."""
        package = import_module(self.package)
        modules = [module.name for module in pkgutil.iter_modules(package.__path__)]
        names = {name.rstrip("_").replace("_", "-"): name for name in modules}  # `import_` has `import`
        ordered = [*(name for name in self.first if name in names), *sorted(set(names) - set(self.first))]
        return {name: f"{self.package}.{names[name]}" for name in ordered}

    @property
    def commands(self) -> "dict[str, Command]":
        """All commands, imported: a maker of documents asks for them at once."""
        return {name: self._imported(name) for name in self.modules}

    @commands.setter
    def commands(self, commands: object) -> None:
        """Return no commands, with which Typer begins a group."""

    def _imported(self, name: str) -> "Command":
        command: Command = import_module(self.modules[name]).run
        command.name = name
        return command

    def list_commands(self, ctx: "Context") -> list[str]:
        """Return the names of all commands."""
        return list(self.modules)

    def member(self, name: str) -> "Command | None":
        """Import a command by its name."""
        return self._imported(name) if name in self.modules else None

    def short_help_of(self, ctx: "Context", name: str) -> str:
        """Return the first line of a module's docstring, which is read without importing the module."""
        package, _, module = self.modules[name].rpartition(".")
        source = pkgutil.get_data(package, f"{module}.py") or b""
        return source.decode().partition('"""')[2].partition("\n")[0].rstrip('".')

    def shell_complete(self, ctx: "Context", incomplete: str) -> list[CompletionItem]:
        """Return the commands that begin so, or else the options, without importing any."""
        commands = [
            CompletionItem(name, help=self.short_help_of(ctx, name))
            for name in self.modules
            if name.startswith(incomplete)
        ]
        return [*commands, *super(TyperGroup, self).shell_complete(ctx, incomplete)]


def command(
    name: str | None = None, *, examples: Examples, answers: Answers = (), **context_settings: bool
) -> Callable[[Callable[..., None]], LedgerCommand]:
    """Make a command of a function, which takes the `Output` and then its parameters.

    A parameter is an `Annotated` type of Typer, or an object of options: a dataclass whose fields are. The docstring
    of the function is the help. Other keywords are settings of the context, as Typer has them.
    """

    def decorate(function: Callable[..., None]) -> LedgerCommand:
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(name, cls=LedgerCommand, context_settings=context_settings)(_with_options(function))
        made = get_command(app)
        assert isinstance(made, LedgerCommand), "Typer makes what `cls` says"
        made.examples, made.answers = examples, answers
        return made

    return decorate


def _with_options(function: Callable[..., None]) -> Callable[..., None]:
    """Return a function as Typer calls it, with each option of an object by itself.

    It takes the context, whose output goes to the function first.
    """
    _, *parameters = inspect.signature(function, eval_str=True).parameters.values()
    objects = {
        parameter.name: inspect.signature(parameter.annotation, eval_str=True).parameters
        for parameter in parameters
        if isinstance(parameter.annotation, type) and is_dataclass(parameter.annotation)
    }

    def run(ctx: typer.Context, **values: Any) -> None:
        for parameter in parameters:
            if fields := objects.get(parameter.name):
                values[parameter.name] = parameter.annotation(**{field: values.pop(field) for field in fields})
        function(replace(ctx.obj, context=ctx), **values)

    single = [
        option.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for parameter in parameters
        for option in (objects[parameter.name].values() if parameter.name in objects else [parameter])
    ]
    context = inspect.Parameter("ctx", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    run.__signature__ = inspect.Signature([context, *single])  # type: ignore[attr-defined]
    run.__name__, run.__doc__ = function.__name__, function.__doc__
    return run


def write_examples(examples: Examples, formatter: "HelpFormatter") -> None:
    """Write examples below a help text, and which options every command takes."""
    with formatter.section("Examples"):
        for typed, meaning in examples:
            line = f"{'':>{formatter.current_indent}}card-ledger {typed}"
            short = len(line) + len(meaning) < LINE_WIDTH
            formatter.write(f"{line}  # {meaning}\n" if short else f"{line}\n      # {meaning}\n")
    formatter.write_paragraph()
    formatter.write_text(EVERYWHERE)


def commands_of(ctx: "Context") -> LazyGroup:
    """Return the commands of the program."""
    root = ctx.find_root().command
    assert isinstance(root, LazyGroup), "the root of the commands is a lazy group"
    return root


def answers_of(root: LedgerGroup, named: Sequence[str] = ()) -> dict[str, Answers]:
    """Return the answer types of each command that answers programs, by name, as `db status`.

    With `named`, return only those of the commands so named.
    """
    answers: dict[str, Answers] = {}
    for name, member in root.commands.items() if not named else [(named[0], root.member(named[0]))]:
        if isinstance(member, LedgerGroup):
            answers |= {f"{name} {inner}": types for inner, types in answers_of(member, named[1:]).items()}
        elif isinstance(member, LedgerCommand) and member.answers and not named[1:]:
            answers[name] = member.answers
    return answers
