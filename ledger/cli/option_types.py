"""Words of the command line taken as they are, and plain numbers as numbers.

Typer 0.29 lets pydantic convert every parameter, a text and nothing said too; importing it takes half the time of
the whole command (measured: 480 ms with one text, 170 without). What is to be converted still is, by Typer.
"""

import re
from collections.abc import Sequence
from shlex import quote
from typing import Any


class AsSaid:
    """Stands in for a parameter's conversion, and leaves to it what needs one."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Give a text as it was said, and a number that may be any; anything else as Typer converts it."""
        wanted = param.type_descriptor.annotation
        several = param.multiple or param.nargs == -1
        if value is None and (not several or (param.multiple and param.default is None and not param.required)):
            return None
        if wanted is str and isinstance(value, str) and not several:
            return value
        if wanted is int and isinstance(value, str) and value.isdecimal() and param.min is None and param.max is None:
            return int(value)
        if wanted == list[str] and isinstance(value, list | tuple):
            return list(value)
        param._runtime_param = None
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)


def take_as_said(command: Any, ctx: Any) -> None:
    """Let a command's parameters be taken as they are said. Another Typer, which has no such place, is left alone."""
    for param in command.get_params(ctx):
        if getattr(param, "_runtime_param", param) is None:
            param._runtime_param = AsSaid()
    for inner in getattr(command, "commands", {}).values():
        take_as_said(inner, ctx)


LESS = re.compile("-[^-a-z]", re.IGNORECASE)
"""How an amount with a minus sign begins, and no option does."""


def may_be_less(command: Any, words: Sequence[str]) -> None:
    """Let an amount with a minus sign among the words of a command be no option, as `result Ann +3 Bob -3` has one."""
    command.context_settings["ignore_unknown_options"] = any(map(LESS.match, words))


OBEYED = re.compile(r'["$`\\\\!]')
"""What a shell obeys between double quotes."""


def in_shell(text: str) -> str:
    """A text in quotes, as one word of a shell."""
    return quote(text) if OBEYED.search(text) else f'"{text}"'


def recorded_by(words: Sequence[str]) -> str:
    """The command that records a saying whose words a shell has parted; their own quotes are put back."""
    return f"card-ledger record {in_shell(' '.join(map(_quoted_again, words)))}"


def _quoted_again(word: str) -> str:
    from ledger.language.writer import quoted  # wanted only where a command was misused

    text, colon = (word[:-1], ":") if word.endswith(":") else (word, "")
    return f"{quoted(text)}{colon}" if colon or not text or " " in text else word
