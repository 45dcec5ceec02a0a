"""Completion in a shell: its script is printed, or installed where the shell looks for it."""

import os
from pathlib import Path
from typing import Annotated, Literal, get_args

import typer
from typer import Option
from typer._click.shell_completion import CompletionItem, add_completion_class
from typer._completion_classes import BashComplete, FishComplete, PowerShellComplete, ZshComplete
from typer._completion_shared import get_completion_script, install  # no public names give any of these

PROGRAM = "card-ledger"
COMPLETE_VARIABLE = "_CARD_LEDGER_COMPLETE"
"""The environment variable by which a shell asks what may follow."""
OPTIONS = ("--install-completion", "--show-completion")
"""The options whose value is optional."""
OF_THIS_SHELL = "this"
Shell = Literal["this", "bash", "zsh", "fish", "pwsh", "powershell"]
SHELLS: tuple[Shell, ...] = get_args(Shell)[1:]
IN_BASH = str.maketrans({letter: f"\\{letter}" for letter in " \t'\"\\$`&|;<>()*?[]#~!"})
IN_ZSH = str.maketrans({**{letter: f"\\{letter}" for letter in '"\\$`'}, "'": "'\\''", ":": "\\\\:"})


class EscapingBash(BashComplete):
    """Completion in Bash, with the letters escaped that Bash would interpret."""

    def format_completion(self, item: CompletionItem) -> str:
        """Return a word as Bash inserts it."""
        return str(item.value).translate(IN_BASH)


class EscapingZsh(ZshComplete):
    """Completion in Zsh; a help text is text, and has no markup."""

    def format_completion(self, item: CompletionItem) -> str:
        """Return a word and what it is, as the script of Zsh reads them."""
        return ":".join(f'"{text.translate(IN_ZSH)}"' for text in (item.value, item.help) if text)


class PlainFish(FishComplete):
    """Completion in Fish; a help text is text, and has no markup."""

    def format_completion(self, item: CompletionItem) -> str:
        """Return a word and what it is, as Fish reads them."""
        return "\t".join(" ".join(text.split()) for text in (item.value, item.help) if text)


for name, complete in zip(
    SHELLS, (EscapingBash, EscapingZsh, PlainFish, PowerShellComplete, PowerShellComplete), strict=True
):
    add_completion_class(complete, name)


def script_of(shell: str) -> str:
    """Return the script that makes a shell complete the words of this program."""
    return f"{get_completion_script(prog_name=PROGRAM, complete_var=COMPLETE_VARIABLE, shell=shell)}\n"


def _shell_named(shell: Shell) -> Shell:
    """Return the named shell. Fails if it is to be the one in use, and that is unknown."""
    if shell != OF_THIS_SHELL:
        return shell
    name = Path(os.environ.get("SHELL", "powershell" if os.name == "nt" else "")).stem
    if name not in SHELLS:
        raise typer.BadParameter(f"the shell in use is not known: say one of {', '.join(SHELLS)}")
    return name


def _install(ctx: typer.Context, shell: Shell | None) -> None:
    if shell and not ctx.resilient_parsing:
        named = _shell_named(shell)
        _, path = install(named, PROGRAM, COMPLETE_VARIABLE)
        print(f"{named} completion installed in {path}")
        print("Completion will take effect once you restart the terminal")
        raise typer.Exit


def _show(ctx: typer.Context, shell: Shell | None) -> None:
    if shell and not ctx.resilient_parsing:
        print(script_of(_shell_named(shell)), end="")
        raise typer.Exit


Install = Annotated[
    Shell | None,
    Option(
        "--install-completion",
        metavar="[SHELL]",
        callback=_install,
        help=f"Install completion for a shell: {', '.join(SHELLS)}. [default: the one in use]",
    ),
]
Show = Annotated[
    Shell | None,
    Option(
        "--show-completion",
        metavar="[SHELL]",
        callback=_show,
        help="Print that script, to copy it or to change the installation.",
    ),
]
