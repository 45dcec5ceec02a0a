"""`card-ledger record`: one saying, sayings from standard input, or whatever is typed."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Annotated

import typer

from ledger.cli import views
from ledger.cli.face import Face
from ledger.refusals import Code, Refusal, RefusedLine

if TYPE_CHECKING:
    from ledger.recorder import Answer, Sitting

STANDARD_INPUT = "-"

app = typer.Typer(add_completion=False)


@app.command()
def record(
    ctx: typer.Context,
    saying: Annotated[
        str | None, typer.Argument(metavar="[SAYING]", help="One saying; - for sayings on standard input.")
    ] = None,
    together: Annotated[bool, typer.Option("--together", help="With -: all of them or none.")] = False,
) -> None:
    """Record a saying, and say what it meant, who is next and what they may say.

    With no saying at all, whatever is typed is recorded line by line until the end of input.
    """
    face: Face = ctx.obj
    if together and saying != STANDARD_INPUT:
        raise typer.BadParameter("--together takes its sayings from standard input: record --together -")
    at_terminal = saying is None and sys.stdin.isatty()
    source = STANDARD_INPUT if saying in (None, STANDARD_INPUT) and not at_terminal else ""
    sitting = face.recorder().sit(face.evening, source)
    if together:
        _tell(face, sitting, sitting.record_together(_lines()))
    elif source:
        _record_each(face, sitting)
    elif saying is None:
        _converse(face, sitting)
    else:
        _record_one(face, sitting, saying)


def _record_one(face: Face, sitting: "Sitting", saying: str) -> None:
    answer = sitting.record(saying)
    if answer is None:
        raise Refusal(Code.UNREADABLE, "nothing is said", 'Say, for example, card-ledger record "Cat passes"')
    _tell(face, sitting, answer)


def _record_each(face: Face, sitting: "Sitting") -> None:
    """Record each line by itself: one that is refused leaves the others be."""
    refused = False
    for line, saying in _lines():
        try:
            _tell(face, sitting, sitting.record(saying, line))
        except (Refusal, RefusedLine) as refusal:
            face.refuse(refusal)
            refused = True
    if refused:
        raise typer.Exit(1)


def _lines() -> Iterator[tuple[int, str]]:
    for number, line in enumerate(sys.stdin.buffer, start=1):
        yield number, line.decode("utf-8", "surrogateescape")


def _converse(face: Face, sitting: "Sitting") -> None:
    """Answer each line that is typed, until the end of input."""
    with suppress(ImportError):  # where there is one, what was typed can be mended and called up again
        import_module("readline")
    print("\n".join(views.answered(sitting.evening, sitting.answer())))
    while True:
        try:
            saying = input("> ")
        except EOFError:
            print()
            return
        try:
            _tell(face, sitting, sitting.record(saying))
        except (Refusal, RefusedLine) as refusal:
            print(refusal.message)


def _tell(face: Face, sitting: "Sitting", answer: "Answer | None") -> None:
    if answer is not None:
        face.answer(views.answer_for_programs(sitting.id, answer), views.answered(sitting.evening, answer))
