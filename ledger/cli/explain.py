"""`card-ledger explain`: every movement behind a figure, with its event, its reason and its rule."""

import sys
from itertools import groupby
from pathlib import Path
from shlex import quote
from typing import Annotated, Any

import msgspec
import typer

from ledger.answers import explanation_of
from ledger.books import Pool
from ledger.cli import completion, drawing
from ledger.cli.face import Face
from ledger.cli.letters import clean
from ledger.cli.tables import columns, room
from ledger.evening.fold import Evening
from ledger.refusals import listed
from ledger.views.explanation import Course, Line, Paid, course, explain, movements, payments
from ledger.views.projections import in_money, movement

app = typer.Typer(add_completion=False)


@app.command("explain")
def explain_figure(
    ctx: typer.Context,
    player: Annotated[
        str | None,
        typer.Argument(metavar="PLAYER", help="Whose balance to explain.", autocompletion=completion.players),
    ] = None,
    deal: Annotated[int | None, typer.Option(metavar="N", help="Only what moved in deal N of the evening.")] = None,
    event: Annotated[int | None, typer.Option(metavar="N", help="Only what event N moved.")] = None,
    pool: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="What went in and came out of a pool.", autocompletion=completion.pools),
    ] = None,
    count: Annotated[int | None, typer.Option(metavar="N", help="Who was over or short at the count, event N.")] = None,
    chart: Annotated[bool, typer.Option("--chart", help="Draw everybody's counters through the evening.")] = False,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw them in a .png, .svg or .pdf file.")] = None,
) -> None:
    """Explain a balance, or what a pool holds, deal by deal, with a running balance that ends in the figure."""
    face: Face = ctx.obj
    alone = {"PLAYER": player, "--pool": pool, "--count": count, "--chart": chart or None}
    if len(said := [name for name, value in alone.items() if value is not None]) > 1:
        raise typer.BadParameter(f"{listed(said)} ask for different figures: ask for one at a time")
    recorder = face.reader()
    number = recorder.evening(face.evening)
    evening = recorder.replay(number).evening
    through = course(evening) if chart or plot is not None else None
    if through is not None and plot is not None:
        from ledger.cli.picture import write_picture

        undrawn = write_picture(evening, through, plot)
        if undrawn:
            print(clean(f"no font here has {' '.join(undrawn)}: boxes stand for them in {plot}"), file=sys.stderr)
    if count is not None:
        _answer_count(face, number, evening, count)
    elif through is not None and not player and not pool:
        _answer_course(face, number, evening, through, chart, plot)
    elif player is None and pool is None:
        _answer_movements(face, number, evening, deal, event)
    else:
        account = Pool(pool.lower()) if pool is not None else _player(evening, player or "")
        lines = explain(evening, account, deal, event)
        whole = deal is None and event is None
        paid = payments(evening, account) if isinstance(account, str) and whole else []
        _answer_lines(face, number, evening, str(account), lines, paid)


def _player(evening: Evening, said: str) -> str:
    known = {name.casefold(): name for name in evening.owed()}
    return known.get(said.casefold(), said)


def _answer_lines(face: Face, number: int, evening: Evening, account: str, lines: list[Line], paid: list[Paid]) -> None:
    show = evening.money.show
    told: list[str] = []
    for deal, moved in groupby(lines, key=lambda line: line.deal):
        of_deal = list(moved)
        told += [f"deal {deal}, {of_deal[0].game}" if deal else f"before the first deal, {of_deal[0].game}"]
        told += [*_in_columns(evening, of_deal), ""]
    balance = lines[-1].balance if lines else 0
    told.append(f"{account}: {show(balance)}")
    if paid:
        rows = [[str(one.event), one.saying, evening.money.show_change(one.amount), show(one.owed)] for one in paid]
        told += ["", *columns(["event", "paid", "amount", "owed"], rows, right=[0, 2, 3])]
    face.answer(explanation_of(number, evening.money, account, lines, paid), told)


def _in_columns(evening: Evening, lines: list[Line]) -> list[str]:
    rows = [
        [
            str(line.event),
            line.saying,
            f"{'from' if line.amount > 0 else 'to'} {line.other}",
            f"{line.why} {line.cite}".strip(),
            evening.money.show_change(line.amount),
            evening.money.show(line.balance),
        ]
        for line in lines
    ]
    return columns(["event", "saying", "from or to", "why", "moved", "balance"], rows, right=[0, 4, 5])


def _answer_movements(face: Face, number: int, evening: Evening, deal: int | None, event: int | None) -> None:
    moved = movements(evening, deal, event)
    rows = [
        [str(one.event), saying, f"{one.payer} → {one.payee}", evening.money.show(one.amount), f"{one.why} {one.cite}"]
        for saying, one in moved
    ]
    data = {
        "evening": number,
        **in_money(evening.money),
        "movements": [{**movement(one), "deal": one.deal, "saying": said} for said, one in moved],
    }
    headings = ["event", "saying", "moved", "amount", "why"]
    face.answer(data, columns(headings, rows, right=[0, 3]) if rows else ["no counter moved"])


def _answer_count(face: Face, number: int, evening: Evening, event: int) -> None:
    from ledger.views.counting import confirm

    confirmed = confirm(evening, event)
    show = evening.money.show
    lines = []
    for one in confirmed:
        if one.difference == 0:
            lines.append(f"{one.player} has {show(one.counted)}, as by the log")
            continue
        more = "over" if one.difference > 0 else "short"
        lines.append(
            f"{one.player} has {show(one.counted)} by counting, {show(one.by_log)} by the log: "
            f"{show(abs(one.difference))} {more}"
        )
        since = "in the whole evening" if one.agreed is None else f"since the count at event {one.agreed}, which agreed"
        deals = [str(deal) for deal in one.deals if deal] + ["what came before the first"] * (0 in one.deals)
        lines.append(f"  {since}, these deals moved counters of {one.player}: {listed(deals) or 'none'}")
        if one.deals:
            lines.append(f"  card-ledger explain {quote(one.player)} --deal {one.deals[0]} says how")
    data = [{**msgspec.to_builtins(one), "difference": one.difference} for one in confirmed]
    face.answer({"evening": number, **in_money(evening.money), "event": event, "counted": data}, lines)


def _answer_course(face: Face, number: int, evening: Evening, through: Course, chart: bool, plot: Path | None) -> None:
    events, courses = through
    data: dict[str, Any] = {"evening": number, **in_money(evening.money), "events": events, "courses": courses}
    lines = [f"The plot is in {plot}"] if plot is not None else []
    face.answer(data, [*(drawing.chart(evening, through, room()) if chart else ()), *lines])
