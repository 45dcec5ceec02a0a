"""Print the table of a season, or open and end one."""

from collections.abc import Sequence
from pathlib import Path

import click

from ledger.api.club import ClubAnswer, said_answers
from ledger.api.seasons import SeasonAnswer, SeasonsAnswer, season_answer, seasons_answer
from ledger.cli.chart import draw_chart
from ledger.cli.command import WHOLE_NUMBER, FilePath, command
from ledger.cli.encoding import remark_undrawn
from ledger.cli.filters import same_option
from ledger.cli.output import Output
from ledger.cli.text_table import columns, room
from ledger.core.events import OpenSeason
from ledger.core.money import currency_code
from ledger.core.names import quoted
from ledger.core.refusals import RefusedLine
from ledger.projections.accounts import plain_money
from ledger.projections.seasons import SeasonRow, SeasonTable, course_of
from ledger.recorder.ratings import Ratings, ratings_of
from ledger.recorder.seasons import read_season

ACTS = ("open", "list", "end")


@command(
    answers=(SeasonAnswer, SeasonsAnswer, ClubAnswer),
    examples=(
        ("season open Winter --from 2026-10-01 --to 2027-03-31 --points 10,7,5 --best 8", "a season with its rules"),
        ("season", "the table of the newest season"),
        ("season --chart", "and how it went, evening by evening"),
        ("season list", "all seasons"),
        ("season end Winter", "the season is over"),
    ),
    help="""Print the table of a season: of TITLE, or of the newest. Or open one, list all, or end one.

    A season holds the closed evenings between its days. Places at an evening are by what was won there; who shares a
    place has its points whole. The rules are said when it is opened, and do not change.
    """,
)
@click.argument("words", nargs=-1, metavar="[open|list|end] [TITLE]", help="The season, and what to do with it.")
@click.option("--from", "first", metavar="DATE", help="With open: its first day.")
@click.option("--to", "last", metavar="DATE", help="With open: its last day.")
@click.option("--points", metavar="10,7,5", help="With open: the points of the places; without, the table is by net.")
@click.option("--best", type=WHOLE_NUMBER, metavar="N", help="With open: so many evenings with most points count.")
@click.option("--at-least", type=WHOLE_NUMBER, metavar="N", help="With open: who was at fewer has no place.")
@click.option("--players", default="", metavar='"A B"', help="With open: only these persons.")
@click.option("--game", metavar="NAME", help="With open: only what is won in this game.")
@click.option("--money", metavar="CODE", help="With open: only evenings in this money.")
@click.option("--chart", is_flag=True, help="Draw the season below its table.")
@click.option("--plot", type=FilePath, metavar="FILE", help="Draw it in a .png, .svg or .pdf file.")
@click.option("--rating", is_flag=True, help="With a rating of each by openskill; it ranks nobody.")
@same_option
@click.option("--by-name", is_flag=True, help="By the names of the tables, and not by persons.")
def run(
    output: Output,
    words: Sequence[str],
    first: str | None,
    last: str | None,
    points: str | None,
    best: int | None,
    at_least: int | None,
    players: str,
    game: str | None,
    money: str | None,
    chart: bool,
    plot: Path | None,
    rating: bool,
    same: Sequence[str],
    by_name: bool,
) -> None:
    """Print the table of a season, or open, list or end seasons."""
    act, title = (words[0], " ".join(words[1:])) if words and words[0] in ACTS else ("", " ".join(words))
    if act == "open":
        if not (title and first and last):
            raise click.UsageError("say season open TITLE --from DATE --to DATE")
        code = None if money is None else currency_code(money)
        options = {"points": points, "best": best, "at-least": at_least, "game": game, "money": code}
        rules = [f"{key}={value}" for key, value in options.items() if value is not None]
        rules += [f"with {players.strip()}"] if players.strip() else []
        _say(output, " ".join((f"season {quoted(title)} from {first} to {last}", *rules)))
    elif act == "end":
        season = output.reader().club().club.season(title or None)
        _say(output, f"season {quoted(season.rules.title)} ends")
    elif act == "list":
        seasons = list(output.reader().club().club.seasons.values())
        lines = [
            f"{season.rules.title}, {season.rules.first} to {season.rules.last}{', ended' if season.ended else ''}"
            for season in seasons
        ]
        output.answer(seasons_answer(seasons), lines or ["there is no season yet"])
    else:
        _print_table(output, title, chart, plot, rating, same, by_name)


def _say(output: Output, saying: str) -> None:
    """Record a saying of the club, and print it with its number."""
    try:
        said = output.recorder().club().record([saying])
    except RefusedLine as refused:  # nobody has typed that line
        raise refused.refusal from refused
    output.answer(ClubAnswer(said=said_answers(said)), [f"{line.number}  {line.saying}" for line in said])


def _print_table(
    output: Output, title: str, chart: bool, plot: Path | None, rating: bool, same: Sequence[str], by_name: bool
) -> None:  # fmt: skip
    recorder = output.reader()
    season, table = read_season(recorder, title or None, by_name, same)
    ratings = ratings_of(table.people, table.places) if rating else None
    rules = season.rules
    through, money = course_of(rules, table)
    lines = _lines(rules, table, ratings)
    if chart:
        lines += ["", *draw_chart(money, through, room(), "evening")]
    if plot is not None:
        from ledger.cli.picture import Lettering, write_picture

        beside = "points" if rules.points else "won or lost"
        remark_undrawn(write_picture(Lettering(rules.title, money, "evening", beside), through, plot), plot)
        lines.append(f"The plot is in {plot}")
    output.answer(season_answer(season, table, ratings), lines)
    output.end_with_those_left_out(recorder)


def _lines(rules: OpenSeason, table: SeasonTable, ratings: Ratings | None) -> list[str]:
    number = len(table.evenings)
    parts = [f"{rules.title}, {rules.first} to {rules.last}: {number} evening{'' if number == 1 else 's'}"]
    parts += [f"points {', '.join(map(str, rules.points))}"] if rules.points else ["by net"]
    parts += [f"the best {rules.best}"] if rules.best is not None else []
    parts += [f"at least {rules.at_least}"] if rules.at_least is not None else []
    rows = [_row(row) for row in (*table.table, *table.unplaced)]
    headings = ["place", "person", "evenings", "points", "won", "net"]
    if ratings is not None:
        headings.append("rating")
        for row in rows:
            row.append(" ± ".join(ratings[row[1]]))
    return ["; ".join(parts), *(columns(headings, rows, right=[0, 2, 3, 4, 5]) if rows else [])]


def _row(row: SeasonRow) -> list[str]:
    dropped = f" ({', '.join(str(place.points) for place in row.dropped)})" if row.dropped else ""
    points = "" if row.points is None else f"{row.points}{dropped}"
    net = ", ".join(plain_money(code).show_change(amount) for code, amount in row.net.items())
    place = "" if row.place is None else str(row.place)
    return [place, row.person, str(row.evenings), points, str(row.won), net]
