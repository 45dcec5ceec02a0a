"""The club's log: its events in effect, and the club that they make."""

from collections.abc import Iterable

from ledger.club.people import ClubState, folded
from ledger.core.events import CORRECTIONS, OF_THE_CLUB, Club, EffectiveEvent, Note, RecordedEvent
from ledger.core.refusals import Code, Refusal
from ledger.log.corrections import EffectiveLog


def club_of(recorded: Iterable[RecordedEvent]) -> tuple[EffectiveLog, ClubState]:
    """Return a log of the club with its events in effect, and the club.

    Raises Refusal if the log makes no club.
    """
    effective = EffectiveLog()
    for event in recorded:
        if (event.number == 1) is not isinstance(event.event, Club):
            raise Refusal(Code.NOT_NOW, "the club's log begins with club, and has it once")
        if type(event.event) not in OF_THE_CLUB and not isinstance(event.event, (Note, *CORRECTIONS)):
            raise Refusal(Code.NOT_NOW, f"event {event.number} is said at an evening, and not of the club")
        effective.add(event)
    counting = [
        (EffectiveEvent(event.number, event.event), event.said_at)
        for event in effective.recorded
        if effective.counts(event.number)
    ]
    return effective, folded(counting)
