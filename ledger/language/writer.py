"""Writing: an event as its saying, which reads back as that event."""

from ledger.core.events import Event
from ledger.core.money import Money
from ledger.language.grammar import row_of
from ledger.language.vocabulary import Collect


def write(event: Event, money: Money, collect: Collect) -> str:
    """Write an event as a saying, with the money of the evening and the words of the games.

    Raises KeyError for an event that is never said, as silence is.
    """
    return row_of(event).write(event, money, collect)
