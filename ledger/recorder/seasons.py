"""A season of a store: its table over the closed evenings."""

from collections.abc import Sequence

from msgspec.structs import replace

from ledger.club.people import Season
from ledger.core.events import Shares
from ledger.core.names import key_of
from ledger.projections.seasons import SeasonTable, season_table
from ledger.projections.standings import as_one, names_of, read_persons
from ledger.recorder.recorder import Recorder


def read_season(
    recorder: Recorder, title: str | None, by_name: bool = False, same: Sequence[str] = ()
) -> tuple[Season, SeasonTable]:
    """Return the season of a title, or the newest, with its table.

    `same` says which further names are one person. Raises Refusal if there is no such season, and if it goes by net
    in several moneys.
    """
    club = recorder.club().club
    season = club.season(title)
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
