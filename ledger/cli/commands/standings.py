"""Print what the players won and lost over many evenings."""

from ledger.api.standings import StandingsAnswer, standings_answer
from ledger.cli.command import command
from ledger.cli.options import ByName, EveningsOptions, Same
from ledger.cli.output import Output
from ledger.cli.reports import ReportOptions
from ledger.projections.cells import Report, ReportTable
from ledger.projections.club_reports import standings_tables
from ledger.projections.standings import names_of, none_played, read_persons, together


@command(
    answers=(StandingsAnswer,),
    examples=(
        ("standings", "over all evenings"),
        ("standings --since 1898-12-26", "from that day on"),
        ("standings --game nap --with Ann", "the evenings in which Ann sat, and Nap was played"),
        ("standings --format html --to standings.html", "as one file that a browser shows and prints"),
        ("standings --since november --until november", "of the last November"),
    ),
)
def run(
    output: Output,
    chosen: EveningsOptions,
    report: ReportOptions,
    same: Same = None,
    by_name: ByName = False,
) -> None:
    """Print what every player has won and lost over many evenings, and in which games.

    Each money stands by itself. Every log is read with its chain checked, and every evening replayed.
    """
    recorder = output.reader()
    wanted = chosen.wanted(recorder.today())
    first, last = wanted.first, wanted.last
    played = recorder.persons(recorder.played_since(), by_name)
    played = wanted.among(played)
    moneys = together(played, read_persons(same or (), names_of(played)))
    tables = [table for several in moneys for table in standings_tables(several)]
    tables = tables or [ReportTable(lines=[none_played(first, last)])]
    report.answer(output, standings_answer(first, last, moneys), Report("Standings", tables))
    output.end_with_those_left_out(recorder)
