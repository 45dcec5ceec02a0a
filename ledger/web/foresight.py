"""What a saying would do, tried on a copy of the evening before it is said."""

from ledger.core.events import AnyEvent, Count, EffectiveEvent
from ledger.core.refusals import Refusal
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Outcome
from ledger.games.language import Reader
from ledger.web.words import in_a_line, moved, plain


def tried(event: AnyEvent, evening: Evening) -> Outcome | None:
    """Return what an event would do now; None where it would be refused."""
    number = evening.effective[-1].number + 1 if evening.effective else 1
    try:
        return evening.copy().apply(EffectiveEvent(number, event))
    except (Refusal, ValueError):
        return None


def what_it_does(saying: str, evening: Evening, in_hand: str = "") -> str:
    """Return in a line what a saying would move; empty where it moves nothing or is refused.

    Of a count it is what agrees with the log; whoever's sum is still `in_hand` is left out, lest it be counted towards.
    """
    reader = Reader(evening.money, evening.books.people(), evening.game.registered if evening.game else None)
    try:
        event = reader.read(saying)
    except (Refusal, ValueError):
        return ""
    if isinstance(event, Count):
        return ", ".join(
            f"{name} {_against_the_log(evening, name, amount)}" for name, amount in event.counted if name != in_hand
        )
    outcome = tried(event, evening) if event is not None else None
    return in_a_line(moved(outcome.postings, evening.money, outcome.seated)) if outcome else ""


def _against_the_log(evening: Evening, name: str, held: int) -> str:
    difference = held - evening.bank.in_front(name)
    if not difference:
        return "right"
    return f"{plain(evening.money, abs(difference))} {'over' if difference > 0 else 'short'}"
