"""Many evenings of a store: the table of a season, ratings of persons, and the yearbook."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from ledger.club.people import Season
from ledger.core.events import OpenSeason, Shares
from ledger.core.names import key_of, quoted
from ledger.core.refusals import Code, Refusal
from ledger.language.reader import read_of_club
from ledger.projections.seasons import SeasonTable, season_table
from ledger.projections.standings import as_one, names_of, read_persons
from ledger.projections.yearbook import Yearbook, yearbook_of
from ledger.recorder.recorder import Recorder


def read_season(
    recorder: Recorder, title: str | None, by_name: bool = False, same: Sequence[str] = (), as_if: str = ""
) -> tuple[Season, SeasonTable]:
    """Return the season of a title, or the newest, with its table.

    `same` says which further names are one person, and `as_if` which rules it should have had. Raises Refusal if there
    is no such season, and if it goes by net in several moneys.
    """
    club = recorder.club().club
    season = club.season(title)
    if as_if:
        season = replace(season, rules=_other_rules(season.rules, as_if))
        club.see_rules(season.rules)
    played = recorder.played_since(season.rules.first, until=season.rules.last)
    of_season = recorder.persons((evening for evening in played if evening.closed), by_name)
    persons = read_persons(same, names_of(of_season))
    of_season = as_one(sorted(of_season, key=lambda evening: (evening.totals.day, evening.id)), persons)

    def whose(name: str) -> str:
        person = name if by_name else club.person(name)
        return persons.get(key_of(person), person)

    def of_persons(handicaps: Shares) -> Shares:
        return tuple((whose(name), handicap) for name, handicap in handicaps)

    rules = season.rules
    rules = replace(rules, players=tuple(map(whose, rules.players)), handicap=of_persons(rules.handicap))
    changes = [replace(change, handicap=of_persons(change.handicap)) for change in season.handicaps]
    return season, season_table(rules, of_season, changes)


def _other_rules(rules: OpenSeason, as_if: str) -> OpenSeason:
    """Return the rules of a season, and in place of them those that a text says."""
    other = read_of_club(f"season {quoted(rules.title)} from {rules.first} to {rules.last} {as_if}")
    named = {field: getattr(other, field) for field in rules.__struct_fields__}
    return replace(rules, **{field: value for field, value in named.items() if value not in (None, ())})


Ratings = Mapping[str, tuple[str, str]]
"""For each person, the estimated strength and its uncertainty, as text with two decimals."""


def ratings_of(people: Iterable[str], places: Iterable[Mapping[str, int]]) -> Ratings:
    """Return the ratings of people by Plackett-Luce over the places of evenings, oldest first.

    Raises Refusal if openskill is not installed.
    """
    try:
        from openskill.models import PlackettLuce
    except ModuleNotFoundError as error:
        raise Refusal(Code.OPTIONS, "a rating needs openskill", "pip install 'card-ledger[rating]'") from error
    model = PlackettLuce()
    ratings: dict[str, Any] = {person: model.rating() for person in people}
    for at in places:
        if len(at) > 1:
            ranks: Any = list(at.values())
            rated = model.rate([[ratings[person]] for person in at], ranks=ranks)
            ratings |= {person: team[0] for person, team in zip(at, rated, strict=True)}
    return {person: (f"{rating.mu:.2f}", f"{rating.sigma:.2f}") for person, rating in ratings.items()}


def read_yearbook(recorder: Recorder, year: int | None) -> Yearbook:
    """Return the yearbook of a year, or of the newest evening's year.

    Raises Refusal if no evening was played in the year.
    """
    played = sorted(recorder.persons(recorder.played_since()), key=lambda evening: (evening.totals.day, evening.id))
    if year is None and played:
        year = int(played[-1].totals.day[:4])
    of_year = [evening for evening in played if year is not None and int(evening.totals.day[:4]) == year]
    if year is None or not of_year:
        raise Refusal(Code.NOT_NOW, "no evening was played" + (f" in {year}" if year else ""))
    return yearbook_of(year, of_year)
