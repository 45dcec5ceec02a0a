"""Print every movement behind a figure."""

from dataclasses import dataclass
from shlex import quote
from typing import Annotated

from typer import Argument, BadParameter, Option

from ledger.api import explanation as api
from ledger.api.account import PersonAccountAnswer, account_answer
from ledger.cli import completion, wording
from ledger.cli.command import command, whole_number
from ledger.cli.course_options import DrawingOptions
from ledger.cli.output import Output
from ledger.cli.reports import ReportOptions
from ledger.cli.together import TogetherOptions
from ledger.core.books import Account, Pool, with_rule
from ledger.core.money import Money
from ledger.core.refusals import Code, Refusal, listed
from ledger.projections.cells import AmountCell, Cell, Report, ReportTable
from ledger.projections.club_reports import account_tables
from ledger.projections.explanation import (
    costs_between,
    curve,
    explain,
    movements,
    paid_between,
    payments,
    player_named,
)
from ledger.projections.reconciliation import check_count
from ledger.projections.reports import deal_tables, explained_tables
from ledger.projections.settlement import Between, paid_lines, settlement_between
from ledger.projections.through_pools import WonFrom, won_from
from ledger.recorder import LiveEvening


@dataclass(frozen=True)
class FigureOptions:
    """Which figure of an evening is explained, and how much of it."""

    deal: Annotated[
        int | None, Option(parser=whole_number, metavar="N", help="Only what moved in deal N of the evening.")
    ] = None
    event: Annotated[int | None, Option(parser=whole_number, metavar="N", help="Only what event N moved.")] = None
    pool: Annotated[
        str | None,
        Option(metavar="NAME", autocompletion=completion.pools, help="What went into a pool and came out of it."),
    ] = None
    count: Annotated[
        int | None, Option(parser=whole_number, metavar="N", help="Who was over or short at the count, event N.")
    ] = None

    @property
    def whole(self) -> bool:
        """Return whether the figure is of the whole evening."""
        return self.deal is None and self.event is None


@command(
    answers=(
        api.ExplanationAnswer,
        api.BetweenAnswer,
        api.MovementsAnswer,
        api.CountAnswer,
        api.CurveAnswer,
        PersonAccountAnswer,
    ),
    examples=(
        ("explain Ann", "every movement behind this balance"),
        ("explain Ann Bob", "what moved between the two, and who pays whom"),
        ("explain Ann --deal 1", "the movements of the first deal"),
        ("explain --pool nap.kitty", "what went into a pool and came out"),
        ("explain --count 13", "where the count at event 13 goes wrong"),
        ("explain --chart", "everybody's counters through the evening"),
        ("explain Ann --format html --to ann.html", "as one file that a browser shows and prints"),
        ("explain Ann --since 1898-12-26", "an account over many evenings"),
    ),
)
def run(
    output: Output,
    figure: FigureOptions,
    drawing: DrawingOptions,
    together: TogetherOptions,
    report: ReportOptions,
    player: Annotated[
        str | None, Argument(metavar="[PLAYER]", autocompletion=completion.players, help="Whose balance to explain.")
    ] = None,
    other: Annotated[
        str | None,
        Argument(
            metavar="[OTHER]", autocompletion=completion.players, help="Another player: what moved between the two."
        ),
    ] = None,
) -> None:
    """Explain a balance, or what a pool holds, deal by deal, up to the figure.

    Beside every movement stands the running balance. For two players it prints what moved directly between them, and
    what one of them pays the other. With --since or --all it prints the account of a person evening by evening, with
    the payments of the club.
    """
    if together.said:
        alone = other is None and figure == FigureOptions() and not drawing.said
        if player is None or not alone or not (together.since or together.every):
            output.misused("say explain PERSON --since DATE [--until DATE], or --all: it goes with nothing else")
        _explain_person(output, report, player, together)
        return
    asked = {"PLAYER": player, "--pool": figure.pool, "--count": figure.count, "--chart": drawing.chart or None}
    if len(figures := [name for name, value in asked.items() if value is not None]) > 1:
        raise BadParameter(f"{listed(figures)} ask for different figures: ask for one at a time")
    live = output.live()
    player, other = (None if name is None else player_named(live.evening, name) for name in (player, other))
    if player is not None and player == other:
        raise Refusal(Code.PLAYERS, f"{player} is named twice", "Say two players, as explain Ann Bob")
    money, drawn = live.evening.money, list[str]()
    if drawing.said:
        drawn = drawing.draw(_title(live), money, curve(live.evening))
    account = Pool(figure.pool.lower()) if figure.pool is not None else player
    if figure.count is not None:
        _explain_count(output, report, live, figure.count)
    elif account is None and drawing.said:
        if report != ReportOptions():
            output.misused("--format and --to are of tables: --plot FILE draws the chart to a file")
        output.answer(api.curve_answer(live.id, money, curve(live.evening)), drawn)
    elif account is None:
        _explain_movements(output, report, live, figure)
    elif player is None or other is None:
        _explain_account(output, report, live, account, figure)
    else:
        _explain_two(output, report, live, (player, other), figure)


def _explain_person(output: Output, report: ReportOptions, person: str, together: TogetherOptions) -> None:
    """Print a person's account over many evenings."""
    recorder = output.reader()
    asked = together.account(recorder, person)
    account = Report(asked.person, account_tables(asked.person, asked.accounts))
    report.answer(output, account_answer(asked.person, asked.accounts), account)
    output.end_with_those_left_out(recorder)


def _explain_account(
    output: Output, report: ReportOptions, live: LiveEvening, account: Account, figure: FigureOptions
) -> None:
    """Print every movement behind the balance of a player or pool.

    For a whole balance of a player, print also what was paid outside play.
    """
    evening, money = live.evening, live.evening.money
    lines = explain(evening, account, figure.deal, figure.event, written=output.written(evening.money))
    whole = isinstance(account, str) and figure.whole
    paid = payments(evening, str(account), written=output.written(evening.money)) if whole else []
    tables = explained_tables(evening, account, lines, paid, whole)
    answer = api.explanation_answer(live.id, money, account, lines, paid)
    report.answer(output, answer, Report(f"{_title(live)}: {account}", tables))


def _title(live: LiveEvening) -> str:
    return live.evening.opening.title if live.evening.opening else ""


def _explain_two(
    output: Output, report: ReportOptions, live: LiveEvening, players: tuple[str, str], figure: FigureOptions
) -> None:
    """Print what moved directly between two players, how both stand, and who pays whom."""
    evening, money, (player, other) = live.evening, live.evening.money, players
    lines = explain(evening, player, figure.deal, figure.event, other, written=output.written(evening.money))
    both, paid = settlement_between(evening, player, other), paid_between(evening, player, other)
    won = won_from(evening.books.postings, player, other, figure.deal, figure.event)
    costs = costs_between(evening, player, other) if figure.whole else []
    answer = api.between_answer(live.id, money, players, lines, both, paid, won, costs)
    after = [
        f"moved directly between them: {_won(money, player, answer.balance)}, {_won(money, other, -answer.balance)}",
        *([_through_pools(money, players, won)] if won.through_pools else []),
        *(f"{posting.payer} owes {posting.payee} {money.show(posting.amount)}: {posting.why}" for posting in costs),
        *(f"on the whole {_stands(money, name, both)}" for name in players),
        f"to settle, {_plan(money, both)}",
        "These are the fewest payments that settle the evening. They are not what passed between any two players.",
        *paid_lines(money, paid),
    ]
    tables = [*deal_tables(money, lines), ReportTable(lines=after)]
    report.answer(output, answer, Report(f"{_title(live)}: {player} and {other}", tables))


def _through_pools(money: Money, players: tuple[str, ...], won: WonFrom) -> str:
    """Return what one player has won from the other through pools, and by which rule."""
    winner, loser = players if won.through_pools > 0 else reversed(players)
    amount = money.show(abs(won.through_pools))
    rule = "a pool pays of everybody's counters in the shares in which it was filled"
    return f"through pools {winner} has won {amount} from {loser}: {rule}"


def _plan(money: Money, both: Between) -> str:
    """Return the line of the plan between two players, or why there is none."""
    if both.transfer is not None:
        return wording.payments(money, [both.transfer])[0]
    clear = [name for name, owed in both.owed.items() if not owed]
    if clear:
        return f"neither of them pays the other: {listed(clear)} {'owe' if len(clear) > 1 else 'owes'} nothing"
    pays = "owe" if max(both.owed.values()) < 0 else "are owed" if min(both.owed.values()) > 0 else ""
    return f"neither of them pays the other: {f'both {pays}' if pays else 'others pay in fewer payments'}"


def _won(money: Money, name: str, amount: int) -> str:
    return f"{name} {money.show_change(amount)}"


def _stands(money: Money, name: str, both: Between) -> str:
    """Return what a player has won or lost, and so owes or is owed."""
    balance, owed = both.balances[name], both.owed[name]
    won = f"{'won' if balance > 0 else 'lost'} {money.show(abs(balance))}" if balance else "won and lost nothing"
    owes = f"{'is owed' if owed > 0 else 'owes'} {money.show(abs(owed))}" if owed else "owes nothing"
    return f"{name} has {won}, and {owes}"


def _explain_movements(output: Output, report: ReportOptions, live: LiveEvening, figure: FigureOptions) -> None:
    """Print every movement of a deal, of an event or of the evening, in one table."""
    money = live.evening.money
    moved = movements(live.evening, figure.deal, figure.event, written=output.written(money))
    rows: list[list[Cell]] = [
        [
            posting.event,
            saying,
            f"{posting.payer} → {posting.payee}",
            AmountCell(posting.amount, money),
            with_rule(posting.why, posting.cite),
        ]
        for saying, posting in moved
    ]
    lines = [] if rows else ["no counter moved"]
    if figure.whole:
        lines += [finding.message for finding in live.evening.untold()]
    table = ReportTable(["event", "saying", "moved", "amount", "why"], rows, lines=lines)
    report.answer(output, lambda: api.movements_answer(live.id, money, moved), Report(_title(live), [table]))


def _explain_count(output: Output, report: ReportOptions, live: LiveEvening, event: int) -> None:
    """Print who was over or short at a count, and since when."""
    money, counts = live.evening.money, check_count(live.evening, event)
    lines = []
    for count in counts:
        lines.append(count.sentence(money))
        if count.places:
            lines.append(f"  {count.places}")
        if count.difference and count.deals:
            lines.append(f"  card-ledger explain {quote(count.player)} --deal {count.deals[0]} says how")
    answer = api.count_answer(live.id, money, event, counts)
    report.answer(output, answer, Report(f"{_title(live)}: the count", [ReportTable(lines=lines)]))
