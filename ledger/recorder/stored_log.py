"""The log of an evening, read from the store for a replay."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager

from ledger.core.events import Close
from ledger.core.refusals import Code, Refusal
from ledger.evening.bank import BOOKED
from ledger.log.replay import RefusedEvent, Replay
from ledger.log.rules_today import refused_by_changed_rules
from ledger.store import Store, Stored


def add_stored(replay: Replay, portions: Iterable[Sequence[Stored]]) -> str | None:
    """Add what is stored to a replay, and return the digest of the newest event.

    It is None if nothing is stored. The corrections of a whole log are worked out before it is replayed. Raises
    Refusal if today's rules refuse a recorded event.
    """
    stored = [row for portion in portions for row in portion]
    take = replay.add if replay.number else replay.add_whole
    with replaying(replay):
        take([row.recorded for row in stored])
    return stored[-1].digest if stored else None


class RulesDiffer(Exception):
    """Today's rules refuse what the log's rules took, or are not installed; `refusal` says so."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


@contextmanager
def replaying(replay: Replay) -> Iterator[None]:
    """Turn a refusal by today's rules into that of a log that cannot be replayed.

    Raises RulesDiffer if the rules are not those that the log was recorded by.
    """
    try:
        yield
    except RefusedEvent as refused:
        if (by_rules := refused_by_changed_rules(replay, refused)) is not None:
            raise RulesDiffer(by_rules) from refused
        raise _not_replayed(refused) from refused
    except Refusal as refusal:
        raise _not_replayed(refusal) from refusal


def _not_replayed(refusal: Refusal) -> Refusal:
    sentence = f"the log can no longer be replayed: {refusal.sentence}"
    return Refusal(Code.UNSOUND, sentence, "card-ledger audit says where; a correction may put it right")


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
