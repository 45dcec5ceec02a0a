"""The reports of one evening, as tables of typed cells."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from ledger.core.books import Account, with_rule
from ledger.core.money import Money
from ledger.evening.fold import Evening
from ledger.evening.snapshots import in_games
from ledger.projections.cells import AmountCell, Cell, Report, ReportTable, Struck
from ledger.projections.explanation import ExplainedLine, OutsidePayment
from ledger.projections.log_rows import LoggedSaying, times_of_day
from ledger.projections.settlement import cost_lines, paid_lines
from ledger.projections.statement import Statement


def log_table(sayings: Iterable[LoggedSaying]) -> ReportTable:
    """Return the sayings of a log; what was corrected is struck through.

    Who recorded each is told where several did.
    """
    told = list(sayings)
    rows: list[list[Cell]] = [
        [saying.number, at, saying.saying if saying.counts else Struck(saying.saying), saying.remark]
        for saying, at in zip(told, times_of_day(saying.said_at for saying in told), strict=True)
    ]
    headings = ["number", "said at", "saying", "remark"]
    if len({saying.said_by for saying in told}) > 1:
        headings.insert(2, "by")
        for row, saying in zip(rows, told, strict=True):
            row.insert(2, saying.said_by)
    return ReportTable(headings, rows, wide=headings.index("saying"))


def statement_report(statement: Statement) -> Report:
    """Return what an evening came to: won or lost by game, corrections, costs, what was paid."""
    money = statement.money
    rows: list[list[Cell]] = []
    for name in statement.players:
        won = [*(of_game.get(name) for of_game in statement.games.values()), statement.won[name]]
        rows.append([name, *(None if amount is None else AmountCell(amount, money, change=True) for amount in won)])
    put_right = [(line.number, line.saying) for line in statement.corrections]
    put_right += [(line.number, f"{line.saying}: {line.finding or 'right'}") for line in statement.counts]
    facts = filter(None, (statement.on, statement.at, "closed" if statement.closed else "not closed yet"))
    tables = [
        ReportTable(["", *statement.games, "won or lost"], rows),
        ReportTable(
            heading="Put right and counted", lines=[f"{number}  {saying}" for number, saying in sorted(put_right)]
        ),
        ReportTable(heading="Costs", lines=cost_lines(money, statement.costs)),
        ReportTable(heading="Paid", lines=paid_lines(money, statement.paid, sign="")),
    ]
    return Report(statement.title, tables, [", ".join(facts)])


def deal_tables(money: Money, lines: Iterable[ExplainedLine]) -> list[ReportTable]:
    """Return the movements of an account, a table for each deal."""
    headings = ["event", "saying", "from or to", "why", "moved", "balance"]
    tables: list[ReportTable] = []
    for (deal, game), of_deal in groupby(lines, key=lambda line: (line.deal, line.game)):
        rows: list[list[Cell]] = [
            [
                line.event,
                line.saying,
                f"{'from' if line.amount > 0 else 'to'} {line.other}",
                with_rule(line.why, line.cite),
                AmountCell(line.amount, money, change=True),
                AmountCell(line.balance, money),
            ]
            for line in of_deal
        ]
        tables.append(ReportTable(headings, rows, f"deal {deal}, {game}" if deal else f"before the first deal, {game}"))
    return tables


def explained_tables(
    evening: Evening, account: Account, lines: Sequence[ExplainedLine], paid: Sequence[OutsidePayment], whole: bool
) -> list[ReportTable]:
    """Return every movement behind the figure of a player or pool.

    For the `whole` figure of a player that is also what lies in front, and play that was not told.
    """
    money = evening.money
    after = [f"{account}: {money.show(lines[-1].balance if lines else 0)}"]
    if whole and account in evening.books.bought:
        bought = money.show(evening.books.bought[str(account)])
        after.append(f"in front: {money.show(evening.in_front(str(account)))}, with {bought} bought less cashed")
    outside: list[list[Cell]] = [
        [payment.event, payment.saying, AmountCell(payment.amount, money, change=True), AmountCell(payment.owed, money)]
        for payment in paid
    ]
    untold = [finding.message for finding in evening.untold()] if whole else []
    tables = [*deal_tables(money, lines), ReportTable(lines=[*after, *([] if outside else untold)])]
    return [
        *tables,
        *([ReportTable(["event", "paid or shared", "amount", "owed"], outside, lines=untold)] if outside else []),
    ]


def deals_table(evening: Evening) -> ReportTable:
    """Return what each deal brought each player."""
    people = evening.books.people()
    rows: list[list[Cell]] = [
        [
            outcome.over.deal,
            game,
            *(
                AmountCell(outcome.over.changes[name], evening.money, change=True)
                if name in outcome.over.changes
                else None
                for name in people
            ),
        ]
        for game, outcome in in_games(evening.outcomes)
        if outcome.over is not None
    ]
    return ReportTable(["deal", "game", *people], rows, "Deals" if rows else "")
