"""A closed evening as its own log tells it, without its rules."""

from contextlib import closing

from ledger.core.events import Close
from ledger.core.refusals import Refusal
from ledger.evening.bank import BOOKED
from ledger.log.replay import Replay
from ledger.recorder.stored_log import RulesDiffer, add_stored
from ledger.store import Store


def closed_by_pins(store: Store, evening: int) -> Replay | None:
    """Return a closed evening by the balances that its close pins; None if they do not tell all.

    The log is read with its chain checked. What was bought, paid and shared is folded; no rules are asked. It tells
    what everybody is owed, and not in which game it was won.
    """
    replay = Replay(by_pins=True)
    try:
        with closing(store.portions(evening)) as portions:
            add_stored(replay, portions)
    except (Refusal, RulesDiffer):  # whoever asks the rules then is told what is wrong
        return None
    return replay if _tells_money(replay) else None


def _tells_money(replay: Replay) -> bool:
    """Return whether the pins tell exactly what everybody is owed."""
    evening = replay.evening
    if not replay.agreed:
        return False
    close = next(event for event in reversed(evening.effective) if isinstance(event.event, Close))
    booked = BOOKED in close.pinned or not (isinstance(close.event, Close) and close.event.short)
    moved = evening.bank.state.played or not evening.games  # only the rules know of play that moved nothing on balance
    return bool(close.pinned) and booked and moved
