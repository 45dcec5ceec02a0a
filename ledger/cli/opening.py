"""`card-ledger open`: a new evening."""

from typing import Annotated

import typer

from ledger.answers import answer_of
from ledger.cli import views
from ledger.cli.face import Face
from ledger.notation.writing import name, quoted

app = typer.Typer(add_completion=False)


@app.command("open")
def open_evening(
    ctx: typer.Context,
    title: Annotated[str, typer.Argument(metavar="TITLE", help="What the evening is called.")],
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Who sits there, as after --players.")
    ] = None,
    players: Annotated[
        str, typer.Option(metavar='"A B C"', help="Who sits at the table, each to the left of the one before.")
    ] = "",
    money: Annotated[
        str, typer.Option(metavar="MONEY", help="counters, lsd, or a currency such as GBP. [default: counters]")
    ] = "",
    counter: Annotated[str, typer.Option(metavar="AMOUNT", help="What one counter is worth.")] = "",
    on: Annotated[str, typer.Option(metavar="DATE", help="When it is played, as 1898-12-26. [default: today]")] = "",
    at: Annotated[str, typer.Option(metavar="PLACE", help="Where.")] = "",
) -> None:
    """Open a new evening; it becomes the current one."""
    face: Face = ctx.obj
    recorder = face.recorder(begins=True)
    parts = [
        f"evening {quoted(title)}",
        f"on {on or recorder.today()}",
        f"at {quoted(at)}" if at else "",
        f"money={money}" if money else "",
        f"counter={counter}" if counter else "",
    ]
    sayings = [" ".join(part for part in parts if part)]
    seated = " ".join([players.strip(), *(one if "," in one else name(one) for one in names or ())]).strip()
    if seated:
        sayings.append(f"players {seated}")
    number, answer = recorder.open(sayings)
    sitting = recorder.sit(number)
    lines = [f"evening {number} is open", *views.answered(sitting.evening, answer)]
    face.answer(lambda: answer_of(sitting, answer), lines)
