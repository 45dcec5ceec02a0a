"""Print every movement behind a figure."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from shlex import quote

import click

from ledger.api.account import PersonAccountAnswer, account_answer
from ledger.api.explanation import (
    BetweenAnswer,
    CountAnswer,
    CurveAnswer,
    ExplanationAnswer,
    MovementsAnswer,
    between_answer,
    count_answer,
    curve_answer,
    explanation_answer,
    movements_answer,
)
from ledger.cli import completion, wording
from ledger.cli.chart import draw_chart
from ledger.cli.command import WHOLE_NUMBER, FilePath, command
from ledger.cli.encoding import clean, remark_undrawn
from ledger.cli.filters import same_option
from ledger.cli.output import Output
from ledger.cli.text_table import columns, room
from ledger.cli.together import account_asked, account_lines, days_asked
from ledger.core.books import Account, Pool
from ledger.core.money import Money
from ledger.core.refusals import Code, Refusal, listed
from ledger.evening.fold import Evening
from ledger.projections.explanation import (
    ExplainedLine,
    curve,
    explain,
    movements,
    paid_between,
    payments,
    player_named,
)
from ledger.projections.reconciliation import check_count
from ledger.projections.settlement import Between, settlement_between


@command(
    answers=(ExplanationAnswer, BetweenAnswer, MovementsAnswer, CountAnswer, CurveAnswer, PersonAccountAnswer),
    examples=(
        ("explain Ann", "every movement behind this balance"),
        ("explain Ann Bob", "what moved between the two, and who pays whom"),
        ("explain Ann --deal 1", "the movements of the first deal"),
        ("explain --pool nap.kitty", "what went into a pool and came out"),
        ("explain --count 13", "where the count at event 13 goes wrong"),
        ("explain --chart", "everybody's counters through the evening"),
        ("explain Ann --since 1898-12-26", "an account over many evenings"),
    ),
    help="""Explain a balance, or what a pool holds, deal by deal, with a running balance that ends in the figure.

    For two players it prints what moved directly between them, and what one of them pays the other. With --since it
    prints the account of a person evening by evening, with the payments of the club.
    """,
)
@click.argument(
    "player", required=False, metavar="[PLAYER]", shell_complete=completion.players, help="Whose balance to explain."
)
@click.argument(
    "other",
    required=False,
    metavar="[OTHER]",
    shell_complete=completion.players,
    help="Another player: what moved between the two.",
)
@click.option("--deal", type=WHOLE_NUMBER, metavar="N", help="Only what moved in deal N of the evening.")
@click.option("--event", type=WHOLE_NUMBER, metavar="N", help="Only what event N moved.")
@click.option(
    "--pool", metavar="NAME", shell_complete=completion.pools, help="What went into a pool and came out of it."
)
@click.option("--count", type=WHOLE_NUMBER, metavar="N", help="Who was over or short at the count, event N.")
@click.option("--chart", is_flag=True, help="Draw everybody's counters through the evening.")
@click.option("--plot", type=FilePath, metavar="FILE", help="Draw them in a .png, .svg or .pdf file.")
@click.option("--since", metavar="DATE", help="The account of PERSON over all evenings from this day, or month, on.")
@click.option("--until", metavar="DATE", help="With --since: only evenings up to this day, or month.")
@same_option
@click.option("--by-name", is_flag=True, help="With --since: by the names of the tables, not by persons.")
def run(
    output: Output,
    player: str | None,
    other: str | None,
    deal: int | None,
    event: int | None,
    pool: str | None,
    count: int | None,
    chart: bool,
    plot: Path | None,
    since: str | None,
    until: str | None,
    same: Sequence[str],
    by_name: bool,
) -> None:
    """Print the movements behind a figure, or draw everybody's counters."""
    if since is not None or until is not None or same or by_name:
        others = (other, deal, event, pool, count, chart or None, plot)
        if player is None or since is None or any(value is not None for value in others):
            raise click.UsageError("say explain PERSON --since DATE [--until DATE]: it goes with nothing else")
        _explain_person(output, player, since, until, same, by_name)
        return
    alone = {"PLAYER": player, "--pool": pool, "--count": count, "--chart": chart or None}
    if len(asked := [name for name, value in alone.items() if value is not None]) > 1:
        raise click.BadParameter(f"{listed(asked)} ask for different figures: ask for one at a time")
    live = output.live()
    number, evening = live.id, live.evening
    player, other = (None if name is None else player_named(evening, name) for name in (player, other))
    if player is not None and player == other:
        raise Refusal(Code.PLAYERS, f"{player} is named twice", "Say two players, as explain Ann Bob")
    if plot is not None:
        _write_picture(evening, plot)
    account = Pool(pool.lower()) if pool is not None else player
    if count is not None:
        _explain_count(output, number, evening, count)
    elif account is None and (chart or plot is not None):
        _explain_curve(output, number, evening, chart, plot)
    elif account is None:
        _explain_movements(output, number, evening, deal, event)
    elif player is None or other is None:
        _explain_account(output, number, evening, account, deal, event)
    else:
        _explain_two(output, number, evening, (player, other), deal, event)


def _explain_person(
    output: Output, person: str, since: str, until: str | None, same: Sequence[str], by_name: bool
) -> None:
    """Print a person's account over many evenings."""
    recorder = output.reader()
    asked = account_asked(output, recorder, person, days_asked(since, until, recorder.today()), same, by_name)
    output.answer(account_answer(asked.person, asked.accounts), account_lines(asked.person, asked.accounts))
    output.end_with_those_left_out(recorder)


def _write_picture(evening: Evening, plot: Path) -> None:
    """Write a picture of everybody's counters."""
    from ledger.cli.picture import lettering_of, write_picture

    remark_undrawn(write_picture(lettering_of(evening), curve(evening), plot), plot)


def _explain_account(
    output: Output, number: int, evening: Evening, account: Account, deal: int | None, event: int | None
) -> None:
    """Print every movement behind the balance of a player or pool.

    For a whole balance of a player, print also what was paid outside play.
    """
    money = evening.money
    lines = explain(evening, account, deal, event)
    whole = isinstance(account, str) and deal is None and event is None
    paid = payments(evening, str(account)) if whole else []
    after = [f"{account}: {money.show(lines[-1].balance if lines else 0)}"]
    if whole and account in evening.books.bought:
        bought = money.show(evening.books.bought[str(account)])
        after.append(f"in front: {money.show(evening.in_front(str(account)))}, with {bought} bought less cashed")
    for heading, of_costs in (("paid", False), ("common cost", True)):
        rows = [
            [str(payment.event), payment.saying, money.show_change(payment.amount), money.show(payment.owed)]
            for payment in paid
            if bool(payment.what) is of_costs
        ]
        after += ["", *columns(["event", heading, "amount", "owed"], rows, right=[0, 2, 3])] if rows else []
    after += [finding.message for finding in evening.untold()] if whole else []
    answer = explanation_answer(number, money, account, lines, paid)
    output.answer(answer, [*_by_deal(money, lines), *after])


def _by_deal(money: Money, lines: list[ExplainedLine]) -> list[str]:
    """Return a table of the lines of each deal."""
    headings = ["event", "saying", "from or to", "why", "moved", "balance"]
    text: list[str] = []
    for (deal, game), of_deal in groupby(lines, key=lambda line: (line.deal, line.game)):
        rows = [
            [
                str(line.event),
                line.saying,
                f"{'from' if line.amount > 0 else 'to'} {line.other}",
                f"{line.why} {line.cite}".strip(),
                money.show_change(line.amount),
                money.show(line.balance),
            ]
            for line in of_deal
        ]
        title = f"deal {deal}, {game}" if deal else f"before the first deal, {game}"
        text += [clean(title), *columns(headings, rows, right=[0, 4, 5]), ""]
    return text


def _explain_two(
    output: Output, number: int, evening: Evening, players: tuple[str, str], deal: int | None, event: int | None
) -> None:
    """Print what moved directly between two players, how both stand, and who pays whom."""
    money, (player, other) = evening.money, players
    lines = explain(evening, player, deal, event, other)
    both, paid = settlement_between(evening, player, other), paid_between(evening, player, other)
    answer = between_answer(number, money, players, lines, both, paid)
    pays = "neither of them pays the other"
    if both.transfer is not None:
        pays = wording.payments(money, [both.transfer])[0]
    after = [
        f"moved directly between them: {_won(money, player, answer.balance)}, {_won(money, other, -answer.balance)}",
        *(f"on the whole {_stands(money, name, both)}" for name in players),
        f"to settle, {pays}",
        "These are the fewest payments that settle the evening. They are not what passed between any two players.",
        *wording.paid(money, answer.paid),
    ]
    output.answer(answer, [*_by_deal(money, lines), *after])


def _won(money: Money, name: str, amount: int) -> str:
    return f"{name} {money.show_change(amount)}"


def _stands(money: Money, name: str, both: Between) -> str:
    """Return what a player has won or lost, and so owes or is owed."""
    balance, owed = both.balances[name], both.owed[name]
    won = f"{'won' if balance > 0 else 'lost'} {money.show(abs(balance))}" if balance else "won and lost nothing"
    owes = f"{'is owed' if owed > 0 else 'owes'} {money.show(abs(owed))}" if owed else "owes nothing"
    return f"{name} has {won}, and {owes}"


def _explain_movements(output: Output, number: int, evening: Evening, deal: int | None, event: int | None) -> None:
    """Print every movement of a deal, of an event or of the evening, in one table."""
    money, moved = evening.money, movements(evening, deal, event)
    rows = [
        [
            str(posting.event),
            saying,
            f"{posting.payer} → {posting.payee}",
            money.show(posting.amount),
            f"{posting.why} {posting.cite}",
        ]
        for saying, posting in moved
    ]
    lines = columns(["event", "saying", "moved", "amount", "why"], rows, right=[0, 3]) if rows else ["no counter moved"]
    if deal is None and event is None:
        lines += [finding.message for finding in evening.untold()]
    output.answer(lambda: movements_answer(number, money, moved), lines)


def _explain_count(output: Output, number: int, evening: Evening, event: int) -> None:
    """Print who was over or short at a count, and since when."""
    counts = check_count(evening, event)
    lines = []
    for count in counts:
        lines.append(count.sentence(evening.money))
        if count.places:
            lines.append(f"  {count.places}")
        if count.difference and count.deals:
            lines.append(f"  card-ledger explain {quote(count.player)} --deal {count.deals[0]} says how")
    output.answer(count_answer(number, evening.money, event, counts), lines)


def _explain_curve(output: Output, number: int, evening: Evening, chart: bool, plot: Path | None) -> None:
    """Draw everybody's counters through the evening, here or in a file."""
    through = curve(evening)
    drawn = draw_chart(evening.money, through, room()) if chart else []
    lines = [f"The plot is in {plot}"] if plot is not None else []
    output.answer(curve_answer(number, evening.money, through), [*drawn, *lines])
