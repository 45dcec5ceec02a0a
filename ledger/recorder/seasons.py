"""A season of a store: its table over the closed evenings."""

from collections.abc import Sequence

from msgspec.structs import replace

from ledger.club.people import Season
from ledger.core.events import OpenSeason, Shares
from ledger.core.names import key_of, quoted
from ledger.language.reader import read_of_club
from ledger.projections.seasons import SeasonTable, season_table
from ledger.projections.standings import as_one, names_of, read_persons
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
    of_season = as_one(of_season, persons)
    of_season.sort(key=lambda evening: (evening.totals.day, evening.id))

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
