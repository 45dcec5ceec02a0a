"""A season of a store: its table over the closed evenings."""

from ledger.club.people import Season
from ledger.projections.seasons import SeasonTable, season_table
from ledger.recorder.recorder import Recorder


def read_season(recorder: Recorder, title: str | None, by_name: bool = False) -> tuple[Season, SeasonTable]:
    """Return the season of a title, or the newest, with its table.

    Raises Refusal where there is none, and where it goes by net in several moneys.
    """
    season = recorder.club().club.season(title)
    closed = {evening.id for evening in recorder.store.evenings() if evening.closed}
    played = recorder.played_since(season.rules.first, until=season.rules.last)
    of_season = recorder.persons((evening for evening in played if evening.id in closed), by_name)
    of_season.sort(key=lambda evening: (evening.totals.day, evening.id))
    return season, season_table(season.rules, of_season)
