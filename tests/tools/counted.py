# mypy: ignore-errors
"""Count Python's calls in a program of any version, in whose environment it runs: ``counted.py EVENINGS``.

`EVENINGS` is a file of JSON with the bodies of the events of an evening of each game. Print, as JSON, the calls of a
saying in a held session, and of the fold of each game, an event; a game that this version plays otherwise is left out.
"""

import cProfile
import json
import pstats
import sys
from pathlib import Path
from tempfile import mkdtemp

from ledger.evening.fold import Evening
from ledger.recorder import Recorder
from ledger.store import open_store

try:
    from ledger.core import events
except ImportError:  # 7d7cd4d had no rooms yet
    from ledger import events

EFFECTIVE = getattr(events, "EffectiveEvent", None) or events.Counted
APPLY = getattr(Evening, "apply", None) or Evening.tell
SAYINGS = 4
"""The number of sayings before the one that is counted."""


def calls_of(work):
    """Return the number of calls that something makes."""
    profile = cProfile.Profile()
    profile.runcall(work)
    return pstats.Stats(profile).total_calls


def fold(effective):
    evening = Evening()
    for event in effective:
        APPLY(evening, event)


def folded(bodies):
    """Return the calls of a fold, an event; None if an event is refused."""
    try:
        effective = [EFFECTIVE(number, events.decode(body.encode())) for number, body in enumerate(bodies, 1)]
        fold(effective)  # what a process makes once is made before
    except Exception:
        return None
    return calls_of(lambda: fold(effective)) / len(effective)


def saying():
    """Return the calls of a saying in a held session."""
    recorder = Recorder(open_store(f"sqlite:///{Path(mkdtemp()) / 'evenings.db'}"), "a count")
    number, _ = recorder.open(['evening "Counted"', "players Ann Bob Cat Dan"])
    session = recorder.open_session(number) if hasattr(recorder, "open_session") else recorder.sit(number)
    for _ in range(SAYINGS):
        session.record("Ann pays Bob 1")
    return calls_of(lambda: session.record("Ann pays Bob 1"))


evenings = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
print(json.dumps({"saying": saying(), "fold": {game: folded(bodies) for game, bodies in evenings.items()}}))
