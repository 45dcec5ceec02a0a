"""`card-ledger settle`: who pays whom."""

from typing import Annotated

import typer

from ledger.cli import views
from ledger.cli.face import Face
from ledger.projections import payments_of, settlement

app = typer.Typer(add_completion=False)


@app.command()
def settle(
    ctx: typer.Context,
    via: Annotated[str | None, typer.Option(metavar="NAME", help="Everybody settles with this one.")] = None,
    coin: Annotated[str | None, typer.Option(metavar="AMOUNT", help="The smallest coin there is to pay with.")] = None,
    household: Annotated[
        list[str] | None, typer.Option(metavar='"A+B"', help="These settle as one; may be said several times.")
    ] = None,
) -> None:
    """Say who pays whom: the fewest payments, or as the options say."""
    face: Face = ctx.obj
    sitting = face.recorder().sit(face.evening)
    evening = sitting.evening
    settled = settlement(evening, via=via, coin=coin, households=household or ())
    transfers = payments_of(settled.transfers)
    data = {
        "evening": sitting.id,
        "owed": settled.owed,
        "transfers": transfers,
        "fewest": settled.fewest,
        "rest": settled.rest,
    }
    show = evening.money.show
    lines = views.payments(evening, transfers)
    lines += [f"{name} is left with {show(rest)} that no coin pays" for name, rest in settled.rest.items() if rest]
    lines += [f"{show(held)} lies in {pool} still" for pool, held in evening.books.pools.items()]
    face.answer(data, lines)
