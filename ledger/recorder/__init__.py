"""Recording: a saying, or several, told to an evening that is kept in the store.

A `recorder` finds and opens evenings; at a `sitting` one of them is recorded. What is recorded costs the length of the
deal in hand: the evening is `taken_up` from its newest checkpoint, and a correction from the pause before what it is
about. What a person has `typed` may be shorter than a saying; what was said has its `answer`. The clock and the
recorder's name are read here and nowhere below.
"""

from ledger.recorder.answer import CorrectedEvent, RecordedLine, RecordResult, recorded_meanwhile
from ledger.recorder.expand import REDO
from ledger.recorder.reading import day_of, replay_of
from ledger.recorder.recorder import Recorder
from ledger.recorder.session import Session

__all__ = [
    "REDO",
    "CorrectedEvent",
    "RecordResult",
    "RecordedLine",
    "Recorder",
    "Session",
    "day_of",
    "recorded_meanwhile",
    "replay_of",
]
