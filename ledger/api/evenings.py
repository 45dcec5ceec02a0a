"""The evenings of a database, as programs get them."""

from msgspec import Struct

from ledger.api.fields import Day, EveningId, Time
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


class EveningsAnswer(Struct, kw_only=True):
    """The evenings of the database."""

    evenings: list[ListedEvening]
    current: int | None


class UseAnswer(Struct, kw_only=True):
    """The evening that is the current one now."""

    current: EveningId


def evenings_answer(recorder: Recorder) -> EveningsAnswer:
    """Return the evenings, and which of them is the recorder's current one."""
    current = recorder.store.current(recorder.name)
    rows = [
        ListedEvening(
            id=evening.id,
            title=evening.title,
            on=evening.played_on,
            events=evening.events,
            closed=evening.closed,
            newest_at=evening.newest_at,
            current=evening.id == current,
        )
        for evening in recorder.store.evenings()
    ]
    return EveningsAnswer(evenings=rows, current=current)
