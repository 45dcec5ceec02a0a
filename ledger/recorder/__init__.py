"""Recording: a saying, or several, applied to an evening whose log is in the store.

A `Recorder` finds and opens evenings. A `Session` is one recorder's hold on a `LiveEvening`, which keeps its log
replayed and reads only what is new. A saying is applied once, written, and taken back where anything fails. The clock
and the recorder's name are read here and nowhere below.
"""

from ledger.recorder.expand import REDO
from ledger.recorder.live_evening import LiveEvening
from ledger.recorder.recorder import Recorder
from ledger.recorder.result import CorrectedEvent, RecordedLine, RecordResult, recorded_meanwhile
from ledger.recorder.session import Session
from ledger.recorder.stored_log import day_of, replay_of

__all__ = [
    "REDO",
    "CorrectedEvent",
    "LiveEvening",
    "RecordResult",
    "RecordedLine",
    "Recorder",
    "Session",
    "day_of",
    "recorded_meanwhile",
    "replay_of",
]
