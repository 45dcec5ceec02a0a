"""`card-ledger settle`: who pays whom, and who has paid already."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from ledger.api.answers import refusal_of, settlement_answer
from ledger.api.answers import settled as settled_answer
from ledger.cli import completion, views
from ledger.cli.output import Output
from ledger.core.money import Money
from ledger.core.refusals import Refusal
from ledger.projections.standings import Together, days_between, names_of, none_played, read_persons, together
from ledger.projections.tables import Settled, in_money, payments_made, payments_of, settlement, settlement_of

app = typer.Typer(add_completion=False)


@app.command()
def settle(
    ctx: typer.Context,
    via: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Everybody settles with this one.", autocompletion=completion.players),
    ] = None,
    coin: Annotated[str | None, typer.Option(metavar="AMOUNT", help="The smallest coin there is to pay with.")] = None,
    household: Annotated[
        list[str] | None,
        typer.Option(
            metavar='"A+B"', help="These settle as one; may be said several times.", autocompletion=completion.players
        ),
    ] = None,
    since: Annotated[
        str | None, typer.Option(metavar="DATE", help="Settle all evenings of that day, or month, and after together.")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="DATE", help="With --since: only evenings of that day, or month, and before.")
    ] = None,
    same: Annotated[
        list[str] | None,
        typer.Option(metavar='"A=B"', help="With --since: these are one person, called A; may be repeated."),
    ] = None,
    replay: Annotated[
        bool, typer.Option("--replay", help="With --since: replay every evening, and believe nothing kept beside it.")
    ] = False,
) -> None:
    """Say who pays whom: the fewest payments, or as the options say; and what has been paid already."""
    face: Output = ctx.obj
    households = household or []
    if since is not None:
        _settle_together(face, since, until, same or [], via, coin, households, replay)
        return
    if until is not None:
        raise typer.BadParameter("--until goes with --since: several evenings are settled together")
    if same:
        raise typer.BadParameter("--same goes with --since: names are one person over several evenings")
    sitting = face.reader().sit(face.evening, replayed=True)
    evening = sitting.evening
    settled = settlement(evening, via=via, coin=coin, households=households)
    data = settlement_answer(sitting, settled)
    face.answer(data, _lines(evening.money, settled, evening.books.pools, data["paid"], via))


def _settle_together(
    face: Output,
    since: str,
    until: str | None,
    same: Sequence[str],
    via: str | None,
    coin: str | None,
    households: Sequence[str],
    replay: bool,
) -> None:
    """Settle each money by itself: what is asked need fit only one; of the others it is said why it does not."""
    data: list[dict[str, Any]] = []
    lines: list[str] = []
    refused: list[Refusal] = []
    recorder = face.reader()
    first, last = days_between(since, until, recorder.today())
    played = recorder.played_since(first, replay, face.watch_evenings, last)
    if not replay:
        recorder.see_chains(one.id for one in played)
    for several in together(played, read_persons(same, names_of(played))):
        evenings = [one.id for one in several.played]
        number = f"{len(evenings)} evening{'s' if len(evenings) > 1 else ''}"
        lines += [*([""] if lines else []), f"{number} in {several.money.code}"]
        about = {**in_money(several.money), "evenings": evenings}
        try:
            settled = settlement_of(several.owed(), several.pools(), several.money, via, coin, households)
        except Refusal as refusal:
            refused.append(refusal)
            lines.append(f"not settled: {refusal.message}")
            data.append({**about, "refused": refusal.message, **refusal_of(refusal)})
            continue
        paid = _paid_in(several)
        data.append({**about, **settled_answer(settled), "paid": paid})
        lines += _lines(several.money, settled, several.pools(), paid, via)
    if refused and len(refused) == len(data):
        raise refused[0]
    face.answer({"since": first, "until": last, "moneys": data}, lines or [none_played(first, last)])


def _paid_in(several: Together) -> list[dict[str, Any]]:
    return [{"evening": one.id, **each} for one in several.played for each in payments_made(one.course.paid)]


def _lines(
    money: Money, settled: Settled, pools: dict[str, int], paid: list[dict[str, Any]], via: str | None
) -> list[str]:
    lines = views.payments(money, payments_of(settled.transfers))
    if settled.over and not via:
        lines.append(f"perhaps these are not the fewest payments: they are at most {settled.over} more")
    lines += [
        f"{name} is left with {money.show(rest)} that no coin pays" for name, rest in settled.rest.items() if rest
    ]
    lines += [f"{money.show(held)} lies in {pool} still" for pool, held in pools.items()]
    return [*lines, *views.paid(money, paid)]
