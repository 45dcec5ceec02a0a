"""The evenings of a database, as programs get them."""

from typing import Annotated

from msgspec import Meta, Struct

from ledger.api.fields import answer
from ledger.core.fields import Day, EveningId, Time
from ledger.projections.accounts import by_persons, open_parts
from ledger.projections.standings import EveningFilter, together
from ledger.recorder import Recorder


class ListedEvening(Struct, kw_only=True):
    """An evening of the database."""

    id: EveningId
    title: str
    on: Day | None
    events: int
    closed: bool
    newest_at: Time
    current: bool
    owing: Annotated[bool, Meta(description="Whether something of it is owed still.")]


class EveningsAnswer(Struct, kw_only=True):
    """The evenings of the database."""

    evenings: list[ListedEvening]
    current: int | None


class UseAnswer(Struct, kw_only=True):
    """The evening that is the current one now."""

    current: EveningId


def evenings_answer(
    recorder: Recorder, wanted: EveningFilter | None = None, closed: bool | None = None, owing: bool | None = None
) -> EveningsAnswer:
    """Return the evenings that are `wanted`, and which of them is the recorder's current one.

    With `closed` true or false only the evenings that are closed, or only those that are open; with `owing` only
    those at which something is owed.
    """
    club = recorder.club().club
    played = by_persons(recorder.totals_listed(), club)
    among = None if wanted in (None, EveningFilter()) else {evening.id for evening in wanted.among(played)}
    moneys = together(played, payments=club.payments)
    owed = {evening for several in moneys for parts in open_parts(several).values() for evening in parts}
    current = recorder.store.current(recorder.name)
    rows = [
        answer(evening, ListedEvening, on=evening.played_on, current=evening.id == current, owing=evening.id in owed)
        for evening in recorder.store.evenings()
        if (among is None or evening.id in among)
        and closed in (None, evening.closed)
        and owing in (None, evening.id in owed)
    ]
    return EveningsAnswer(evenings=rows, current=current)
