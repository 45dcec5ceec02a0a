"""The yearbook of a store: its evenings of a year, replayed."""

from ledger.core.refusals import Code, Refusal
from ledger.projections.yearbook import Yearbook, yearbook_of
from ledger.recorder.recorder import Recorder


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
