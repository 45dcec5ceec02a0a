"""Recording: a saying, or several, applied to an evening whose log is in the store.

A `Recorder` finds and opens evenings. A `Session` is one recorder's hold on a `LiveEvening`, which keeps its log
replayed and reads only new events. A saying is applied once and written; if anything fails, it is taken back. The
clock and the recorder's name are read in this room, and in none below.
"""

from ledger.recorder.live_evening import LiveEvening
from ledger.recorder.recorder import Recorder
from ledger.recorder.result import CorrectedEvent, RecordedLine, RecordResult, recorded_meanwhile
from ledger.recorder.session import Session

__all__ = [
    "CorrectedEvent",
    "LiveEvening",
    "RecordResult",
    "RecordedLine",
    "Recorder",
    "Session",
    "recorded_meanwhile",
]
