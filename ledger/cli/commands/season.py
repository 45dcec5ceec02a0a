"""Print the table of a season, or open and end one."""

from dataclasses import dataclass
from typing import Annotated

from typer import Argument, Option

from ledger.api.club import ClubAnswer, said_answers
from ledger.api.seasons import SeasonAnswer, SeasonsAnswer, season_answer, seasons_answer
from ledger.cli import wording
from ledger.cli.command import command, whole_number
from ledger.cli.course_options import WON, DrawingOptions
from ledger.cli.options import ByName, Same
from ledger.cli.output import Output
from ledger.cli.reports import Form, ReportOptions
from ledger.core.money import currency_code
from ledger.core.names import quoted
from ledger.projections.club_reports import season_report
from ledger.projections.seasons import course_of
from ledger.recorder.seasons import ratings_of, read_season

ACTS = ("open", "list", "handicap", "end")


@dataclass(frozen=True)
class OpeningOptions:
    """The rules of a season that is opened."""

    first: Annotated[
        str | None, Option("--from", metavar="DATE", help="With open: its first day; with handicap: from when on.")
    ] = None
    last: Annotated[str | None, Option("--to", metavar="DATE", help="With open: its last day.")] = None
    points: Annotated[
        str | None, Option(metavar="10,7,5", help="With open: the points of the places; without, the table is by net.")
    ] = None
    best: Annotated[
        int | None, Option(parser=whole_number, metavar="N", help="With open: so many evenings with most points count.")
    ] = None
    at_least: Annotated[
        int | None, Option(parser=whole_number, metavar="N", help="With open: who was at fewer has no place.")
    ] = None
    players: Annotated[str, Option(metavar='"A B"', help="With open: only these persons.")] = ""
    game: Annotated[str | None, Option(metavar="NAME", help="With open: only what is won in this game.")] = None
    money: Annotated[str | None, Option(metavar="CODE", help="With open: only evenings in this money.")] = None

    handicap: Annotated[
        str, Option(metavar='"A N B N"', help="With open: added for each at every evening: points, or counters by net.")
    ] = ""

    def saying(self, title: str) -> str:
        """Return the saying that opens a season by these rules."""
        code = None if self.money is None else currency_code(self.money)
        options = {
            "points": self.points, "best": self.best, "at-least": self.at_least, "game": self.game, "money": code,
        }  # fmt: skip
        rules = [f"{key}={value}" for key, value in options.items() if value is not None]
        rules += [f"handicap {self.handicap.strip()}"] if self.handicap.strip() else []
        rules += [f"with {self.players.strip()}"] if self.players.strip() else []
        return " ".join((f"season {quoted(title)} from {self.first} to {self.last}", *rules))


@dataclass(frozen=True)
class SeasonOptions:
    """Whose places the table has, and beside what."""

    rating: Annotated[bool, Option("--rating", help="With a rating of each by openskill; it ranks nobody.")] = False
    as_if: Annotated[
        str, Option(metavar='"points=10,7,5 best=N"', help="As if it had been opened by these rules; writes nothing.")
    ] = ""
    same: Same = None
    by_name: ByName = False


@command(
    answers=(SeasonAnswer, SeasonsAnswer, ClubAnswer),
    examples=(
        ("season open Winter --from 2026-10-01 --to 2027-03-31 --points 10,7,5 --best 8", "a season with its rules"),
        ("season", "the table of the newest season"),
        ("season --chart", "and how it went, evening by evening"),
        ('season Winter --as-if "points=5,3,1 best=6"', "the table as it would be by other rules"),
        ("season --format csv", "for a spreadsheet"),
        ("season list", "all seasons"),
        ('season handicap Winter "Ann 8" --from 2026-12-01', "from that day on Ann has another handicap"),
        ("season end Winter", "the season is over"),
    ),
)
def run(
    output: Output,
    opening: OpeningOptions,
    options: SeasonOptions,
    drawing: DrawingOptions,
    form: Form = "text",
    words: Annotated[
        list[str] | None,
        Argument(metavar="[open|list|handicap|end] [TITLE]", help="The season, and what to do with it."),
    ] = None,
) -> None:
    """Print a season, TITLE or the newest; or open, list, end, or change handicaps.

    A season holds the closed evenings between its days. Places at an evening are by what was won there; who shares a
    place has its points whole. The rules are said when it is opened, and do not change.
    """
    words = words or []
    act, title = (words[0], " ".join(words[1:])) if words and words[0] in ACTS else ("", " ".join(words))
    if act == "open":
        if not (title and opening.first and opening.last):
            output.misused("say season open TITLE --from DATE --to DATE")
        _say(output, opening.saying(title))
    elif act == "handicap":
        if len(words) < 3 or not opening.first:
            output.misused('say season handicap TITLE "A N" --from DATE')
        _say(output, f"season {quoted(' '.join(words[1:-1]))} handicap {words[-1]} from {opening.first}")
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
        _print_table(output, title, options, drawing, ReportOptions(form))


def _say(output: Output, saying: str) -> None:
    """Record a saying of the club, and print it with its number."""
    said = output.say_of_club(saying)
    output.answer(ClubAnswer(said=said_answers(said)), wording.numbered(said))


def _print_table(
    output: Output, title: str, options: SeasonOptions, drawing: DrawingOptions, report: ReportOptions
) -> None:
    recorder = output.reader()
    season, table = read_season(recorder, title or None, options.by_name, options.same or (), options.as_if)
    ratings = ratings_of(table.people, table.places) if options.rating else None
    rules = season.rules
    through, money = course_of(rules, table)
    drawn = drawing.draw(rules.title, money, through, "evening", "points" if rules.points else WON)
    of_season = season_report(rules, table, ratings)
    report.answer(output, season_answer(season, table, ratings), of_season, ["", *drawn] if drawn else [])
    output.end_with_those_left_out(recorder)
