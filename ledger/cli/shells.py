"""Completion in a shell: its script is printed, or installed where the shell looks for it."""

import os
from pathlib import Path

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class, get_completion_class

PROGRAM = "card-ledger"
COMPLETE_VARIABLE = "_CARD_LEDGER_COMPLETE"
"""The environment variable by which a shell asks what may follow."""
SHELLS = ("bash", "zsh", "fish", "pwsh", "powershell")
OF_THIS_SHELL = "this"
SPECIAL_IN_BASH = " \t'\"\\$`&|;<>()*?[]#~!"


class EscapingBashComplete(BashComplete):
    """Completion in Bash, with the letters escaped that Bash would interpret."""

    def format_completion(self, item: CompletionItem[str]) -> str:
        """Return a line for the script of click, whose `read` takes away one level of escapes."""
        escaped = "".join(f"\\{letter}" if letter in SPECIAL_IN_BASH else letter for letter in item.value)
        return super().format_completion(CompletionItem(escaped.replace("\\", "\\\\"), item.type))


add_completion_class(EscapingBashComplete)


def script_of(shell: str) -> str:
    """Return the script that makes a shell complete the words of this program."""
    complete = get_completion_class("powershell" if shell == "pwsh" else shell)
    assert complete is not None, "click has a class for each of SHELLS"
    return complete(click.get_current_context().command, {}, PROGRAM, COMPLETE_VARIABLE).source()


def install(shell: str) -> Path:
    """Write the script where the shell looks for it, and return the file."""
    home, script = Path.home(), script_of(shell)
    if shell == "bash":
        path = _write(home / ".bash_completions" / f"{PROGRAM}.sh", script)
        _add_line(home / ".bashrc", f"source '{path}'")
    elif shell == "zsh":
        path = _write(home / ".zfunc" / f"_{PROGRAM}", script)
        _add_line(home / ".zshrc", "fpath+=~/.zfunc; autoload -Uz compinit; compinit")
    elif shell == "fish":
        path = _write(home / ".config" / "fish" / "completions" / f"{PROGRAM}.fish", script)
    else:
        import subprocess  # only PowerShell has to be asked

        asked = [shell, "-NoProfile", "-Command", "echo $profile"]
        path = Path(subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip())
        _add_line(path, script)
    return path


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def _add_line(path: Path, line: str) -> None:
    """Append a line to a file, unless it has it already."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    if line not in text:
        _write(path, f"{text}\n{line}\n".lstrip("\n"))


def _shell_named(shell: str) -> str:
    """Return the shell that is meant. Fails if it is the one in use and cannot be told."""
    name = Path(os.environ.get("SHELL", "powershell" if os.name == "nt" else "")).stem
    if shell != OF_THIS_SHELL:
        return shell
    if name not in SHELLS:
        raise click.BadParameter(f"the shell in use is not known: say one of {', '.join(SHELLS)}")
    return name


def _install(ctx: click.Context, param: click.Parameter, shell: str | None) -> None:
    if shell and not ctx.resilient_parsing:
        named = _shell_named(shell)
        print(f"{named} completion installed in {install(named)}")
        print("Completion will take effect once you restart the terminal")
        ctx.exit()


def _show(ctx: click.Context, param: click.Parameter, shell: str | None) -> None:
    if shell and not ctx.resilient_parsing:
        print(script_of(_shell_named(shell)), end="")
        ctx.exit()


install_option = click.option(
    "--install-completion",
    is_flag=False,
    flag_value=OF_THIS_SHELL,
    type=click.Choice((OF_THIS_SHELL, *SHELLS)),
    metavar="[SHELL]",
    expose_value=False,
    callback=_install,
    help=f"Install completion for a shell: {', '.join(SHELLS)}. [default: the one in use]",
)
show_option = click.option(
    "--show-completion",
    is_flag=False,
    flag_value=OF_THIS_SHELL,
    type=click.Choice((OF_THIS_SHELL, *SHELLS)),
    metavar="[SHELL]",
    expose_value=False,
    callback=_show,
    help="Print that script, to copy it or to change the installation.",
)
