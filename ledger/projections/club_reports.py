"""The reports about many evenings, as tables of typed cells."""

from collections.abc import Mapping, Sequence

from ledger.core.events import OpenSeason
from ledger.core.refusals import things
from ledger.projections.accounts import owed_in_words, plain_money
from ledger.projections.cells import AmountCell, Cell, Figures, Report, ReportTable
from ledger.projections.in_play import YearRecord
from ledger.projections.running import AccountRow, PersonAccount
from ledger.projections.seasons import SeasonRow, SeasonTable
from ledger.projections.standings import EveningResult, Together
from ledger.projections.yearbook import Yearbook, record_in_words


def standings_tables(several: Together) -> list[ReportTable]:
    """Return everybody's winnings and losses in one money: in all, and in each game."""
    money, standings = several.money, several.standings()

    def evening(result: EveningResult) -> str:
        return f"{money.show_change(result.amount)} {result.title}, {result.on}"

    rows: list[list[Cell]] = [
        [
            standing.player,
            standing.total.evenings,
            AmountCell(standing.total.won, money),
            AmountCell(standing.total.lost, money),
            AmountCell(standing.total.net, money, change=True),
            evening(standing.best),
            evening(standing.worst),
        ]
        for standing in standings
    ]
    headings = ["player", "evenings", "won", "lost", "net", "best evening", "worst evening"]
    tables = [ReportTable(headings, rows, f"{things(len(several.played), 'evening')} in {money.code}")]
    games = list(dict.fromkeys(game for standing in standings for game in standing.games))
    if not games:
        return tables
    by_game: list[list[Cell]] = [
        [
            standing.player,
            *(
                AmountCell(standing.games[game].net, money, change=True) if game in standing.games else None
                for game in games
            ),
        ]
        for standing in standings
    ]
    return [*tables, ReportTable(["player", *games], by_game)]


def season_in_words(rules: OpenSeason, table: SeasonTable) -> str:
    """Return the days and the rules of a season in a line."""
    parts = [f"{rules.first} to {rules.last}: {things(len(table.evenings), 'evening')}"]
    parts += [f"points {', '.join(map(str, rules.points))}"] if rules.points else ["by net"]
    parts += [f"the best {rules.best}"] if rules.best is not None else []
    parts += [f"at least {rules.at_least}"] if rules.at_least is not None else []
    return "; ".join(parts)


def season_report(
    rules: OpenSeason, table: SeasonTable, ratings: Mapping[str, tuple[str, str]] | None = None
) -> Report:
    """Return a season with its table, with handicaps and ratings where there are any."""
    handicaps, rated = bool(table.handicaps), ratings is not None
    headings = ["place", "person", "evenings", *["handicap"] * handicaps, "points", "won", "net", *["rating"] * rated]
    rows: list[list[Cell]] = []
    for row in (*table.table, *table.unplaced):
        handicap = [handicap_cell(table, row)] if handicaps else []
        rating = [" ± ".join(ratings[row.person])] if ratings is not None else []
        rows.append([row.place, row.person, row.evenings, *handicap, _points(row), row.won, _net(row), *rating])
    return Report(rules.title, [ReportTable(headings, rows)], [season_in_words(rules, table)])


def handicap_cell(table: SeasonTable, row: SeasonRow) -> Cell:
    """Return what handicaps added: points, or where a season goes by net, money."""
    added = table.handicaps.get(row.person)
    if added is None or row.points is not None:
        return added
    (code,) = row.net
    return AmountCell(added, plain_money(code), change=True)


def _points(row: SeasonRow) -> Cell:
    """Return the points of a person, with those that do not count in brackets."""
    if not row.dropped or row.points is None:
        return row.points
    return Figures(f"{row.points} ({', '.join(str(place.points) for place in row.dropped)})")


def _net(row: SeasonRow) -> Cell:
    nets = [AmountCell(amount, plain_money(code), change=True) for code, amount in row.net.items()]
    return nets[0] if len(nets) == 1 else Figures(", ".join(net.text for net in nets))


def yearbook_tables(yearbook: Yearbook) -> list[ReportTable]:
    """Return the records of a year, and who was ahead of whom."""
    facts = f"{yearbook.year}: {things(len(yearbook.evenings), 'evening')}, {things(yearbook.deals, 'deal')}"
    records: list[list[Cell]] = [
        [record_in_words(record.record), record.person, record_figure(record), _where(record)]
        for record in yearbook.records
    ]
    pairs: list[list[Cell]] = [
        [pair.a, pair.b, pair.evenings, pair.ahead.a, pair.ahead.b] for pair in yearbook.head_to_head
    ]
    tables = [ReportTable(["record", "person", "", "evening"], records, facts)]
    return [*tables, ReportTable(["", "", "evenings", "first ahead", "second ahead"], pairs)] if pairs else tables


def record_figure(record: YearRecord) -> Cell:
    """Return the amount or the number of a record."""
    if record.amount is None:
        return record.number
    return AmountCell(record.amount, plain_money(record.money or "counters"))


def _where(record: YearRecord) -> str:
    event = f", event {record.event}" if record.event is not None else ""
    return f"{record.evening}{event}"


def account_tables(person: str, accounts: Sequence[PersonAccount]) -> list[ReportTable]:
    """Return a person's accounts as a table for each money, which ends in what is owed."""
    headings = ["on", "number", "what", "won or lost", "costs", "paid", "owed"]
    tables = [
        ReportTable(
            headings,
            [_account_cells(account, row) for row in account.rows],
            lines=[f"{person} {owed_in_words(account.money, account.owed)}"],
        )
        for account in accounts
    ]
    return tables or [ReportTable(lines=[f"{person} has sat at none of these evenings"])]


def _account_cells(account: PersonAccount, row: AccountRow) -> list[Cell]:
    money, at_evening = account.money, row.evening is not None
    won, costs, paid = (
        AmountCell(amount, money, change=True) if amount or shown else None
        for amount, shown in ((row.won, at_evening), (row.costs, False), (row.paid, False))
    )
    number = Figures(row.evening if at_evening else f"club {row.event}")
    return [row.on, number, row.title, won, costs, paid, AmountCell(row.owed, money)]


def everybodys_tables(accounts: Mapping[str, Sequence[PersonAccount]]) -> list[ReportTable]:
    """Return everybody's accounts in each money: a row an evening, a column a person.

    A cell is what the evening, or the payment, changed of what is owed; the last row is what is owed in the end.
    """
    moneys = dict.fromkeys(account.money.code for of_person in accounts.values() for account in of_person)
    return [_everybodys_table(code, accounts) for code in moneys]


def _everybodys_table(code: str, accounts: Mapping[str, Sequence[PersonAccount]]) -> ReportTable:
    of_money = {
        person: account for person, several in accounts.items() for account in several if account.money.code == code
    }
    money = plain_money(code)
    changes: dict[tuple[str, bool, int, str], dict[str, Cell]] = {}
    for person, account in of_money.items():
        for row in account.rows:
            key = (row.on, row.evening is None, row.evening or row.event or 0, row.title)
            changes.setdefault(key, {})[person] = AmountCell(row.won + row.costs + row.paid, money, change=True)
    rows: list[list[Cell]] = [
        [on, Figures(f"club {number}" if is_payment else number), title, *(cells.get(person) for person in of_money)]
        for (on, is_payment, number, title), cells in sorted(changes.items())
    ]
    rows.append([None, None, "owed", *(AmountCell(account.owed, money) for account in of_money.values())])
    return ReportTable(["on", "number", "what", *of_money], rows, code)
