"""Seasons of the club, as programs get them."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, field

from ledger.api.fields import answer
from ledger.club.people import Season
from ledger.core.fields import Day, EveningId
from ledger.projections.seasons import SeasonRow, SeasonTable
from ledger.recorder.seasons import Ratings


class RatingAnswer(Struct):
    """A rating by places alone, as text with two decimals."""

    mu: Annotated[str, Meta(description="The strength that is supposed.")]
    sigma: Annotated[str, Meta(description="How uncertain that is.")]


class SeasonRowAnswer(SeasonRow, kw_only=True):
    """A person in the table of a season."""

    handicap: Annotated[
        int | UnsetType, Meta(description="What handicaps added to `points`, or where they are null to `net`.")
    ] = UNSET
    rating: RatingAnswer | UnsetType = UNSET


class HandicapsFrom(Struct, kw_only=True):
    """Handicaps of a season from a day on."""

    first: Day = field(name="from")
    handicap: dict[str, int]


class SeasonAnswer(Struct, kw_only=True):
    """A season with its rules and its table."""

    season: str
    first: Day = field(name="from")
    last: Day = field(name="to")
    points: list[int] | None
    best: int | None
    at_least: int | None
    game: str | None
    evenings: list[EveningId]
    table: list[SeasonRowAnswer]
    unplaced: list[SeasonRowAnswer]
    handicaps: list[HandicapsFrom] | UnsetType = UNSET


class ListedSeason(Struct, kw_only=True):
    """A season in the list of all."""

    season: str
    first: Day = field(name="from")
    last: Day = field(name="to")
    ended: bool


class SeasonsAnswer(Struct, kw_only=True):
    """All seasons, in the order in which they were opened."""

    seasons: list[ListedSeason]


def season_answer(season: Season, table: SeasonTable, ratings: Ratings | None = None) -> SeasonAnswer:
    """Return a season with its table; with ratings, where they were asked for."""
    rules = season.rules
    return answer(
        rules,
        SeasonAnswer,
        season=rules.title,
        points=list(rules.points) or None,
        evenings=list(table.evenings),
        table=[_row(table, row, ratings) for row in table.table],
        unplaced=[_row(table, row, ratings) for row in table.unplaced],
        handicaps=[HandicapsFrom(first=day, handicap=dict(pairs)) for day, pairs in season.handicaps_said] or UNSET,
    )


def seasons_answer(seasons: Iterable[Season]) -> SeasonsAnswer:
    """Return all seasons."""
    return SeasonsAnswer(
        seasons=[
            answer(season.rules, ListedSeason, season=season.rules.title, ended=season.ended) for season in seasons
        ]
    )


def _row(table: SeasonTable, row: SeasonRow, ratings: Ratings | None) -> SeasonRowAnswer:
    rating = UNSET if ratings is None else RatingAnswer(*ratings[row.person])
    return answer(row, SeasonRowAnswer, handicap=table.handicaps.get(row.person, UNSET), rating=rating)
