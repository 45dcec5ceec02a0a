"""`card-ledger open`: a new evening."""

from typing import Annotated

import typer

from ledger.api.answers import answer_of
from ledger.cli import views
from ledger.cli.option_types import in_shell
from ledger.cli.output import Output
from ledger.core.money import code_said
from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.language.writer import name, quoted

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
    face: Output = ctx.obj
    named = names or []
    if len(named) == 1 and not players.strip() and "," not in named[0]:
        ctx.fail(f"{_in_quotes(title, named)}; an evening has two players or more")
    recorder = face.recorder(begins=True)
    parts = [
        f"evening {quoted(title)}",
        f"on {on or recorder.today()}",
        f"at {quoted(at)}" if at else "",
        f"money={code_said(money)}" if money else "",
        f"counter={counter}" if counter else "",
    ]
    sayings = [" ".join(part for part in parts if part)]
    seated = " ".join([players.strip(), *(one if "," in one else name(one) for one in named)]).strip()
    if seated:
        sayings.append(f"players {seated}")
    try:
        number, answer = recorder.open(sayings)
    except RefusedLine as refused:
        if refused.code is not Code.BAD_NAME or not named:
            raise
        remedy = f"{refused.remedy}. {_in_quotes(title, named)}"
        raise Refusal(refused.code, refused.refusal.sentence, remedy) from refused
    sitting = recorder.sit(number)
    lines = [f"evening {number} is open", *views.answered(sitting.evening, answer)]
    face.answer(lambda: answer_of(sitting, answer), lines)


def _in_quotes(title: str, names: list[str]) -> str:
    """What to do where names were meant for the rest of the title."""
    return f"A title of two words is said in quotes: open {in_shell(' '.join([title, *names]))}"
