"""A season of a store: its table over the closed evenings."""

from msgspec.structs import replace

from ledger.club.people import Season
from ledger.projections.seasons import SeasonTable, season_table
from ledger.recorder.recorder import Recorder


def read_season(recorder: Recorder, title: str | None, by_name: bool = False) -> tuple[Season, SeasonTable]:
    """Return the season of a title, or the newest, with its table.

    Raises Refusal where there is none, and where it goes by net in several moneys.
    """
    club = recorder.club().club
    season = club.season(title)
    closed = {evening.id for evening in recorder.store.evenings() if evening.closed}
    played = recorder.played_since(season.rules.first, until=season.rules.last)
    of_season = recorder.persons((evening for evening in played if evening.id in closed), by_name)
    of_season.sort(key=lambda evening: (evening.totals.day, evening.id))
    players = season.rules.players if by_name else tuple(map(club.person, season.rules.players))
    return season, season_table(replace(season.rules, players=players), of_season)
