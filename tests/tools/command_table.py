"""Print the commands and what each does as a table in Markdown: `python -m tests.tools.command_table`."""

import re
from collections.abc import Iterator
from pathlib import Path

import typer
from typer.main import get_command

from ledger.cli import app
from ledger.cli.command import LedgerGroup

DOCUMENT = Path(__file__).parents[2] / "examples" / "recording.md"
MARKED = re.compile(r"(?<=<!-- commands -->\n).*?(?=<!-- /commands -->)", re.DOTALL)
"""The table in a document, between its marks."""


def rows(group: LedgerGroup, before: str = "card-ledger") -> Iterator[str]:
    """Yield a row for each command that can be run, in the order of the help."""
    context = typer.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, LedgerGroup):
            yield from rows(command, f"{before} {name}")
        else:
            yield f"| `{before} {name}` | {group.short_help_of(context, name)} |\n"


def command_table() -> str:
    """Return the table."""
    return "".join(["| command | what it does |\n|---|---|\n", *rows(get_command(app))])


def with_table(text: str) -> str:
    """Return a document with the table of today between its marks."""
    assert MARKED.search(text), "a document has the table between <!-- commands --> and <!-- /commands -->"
    return MARKED.sub(lambda _: command_table(), text)


if __name__ == "__main__":
    print(command_table(), end="")
