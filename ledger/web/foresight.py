"""What a saying would do, tried on a copy of the evening before it is said."""

from ledger.core.events import AnyEvent, Count, EffectiveEvent
from ledger.core.refusals import Refusal, listed
from ledger.evening.fold import Evening
from ledger.evening.shortage import over_or_short
from ledger.evening.snapshots import Outcome
from ledger.games.language import Reader
from ledger.web.words import in_a_line, in_figures, moved, plain


def tried(event: AnyEvent, evening: Evening) -> Outcome | None:
    """Return what an event would do now; None where it would be refused."""
    number = evening.effective[-1].number + 1 if evening.effective else 1
    try:
        return evening.copy().apply(EffectiveEvent(number, event))
    except (Refusal, ValueError):
        return None


def what_it_does(saying: str, evening: Evening) -> str:
    """Return in a line what a saying would move; empty where it moves nothing or is refused."""
    event = _read(saying, evening)
    outcome = tried(event, evening) if event is not None else None
    return in_a_line(moved(outcome.postings, evening.money, outcome.seated)) if outcome else ""


def count_said(saying: str, evening: Evening) -> Count | None:
    """Return the count that a saying is; None where it is something else, or cannot be read."""
    event = _read(saying, evening)
    return event if isinstance(event, Count) else None


def of_a_count(count: Count, evening: Evening, in_hand: str) -> list[str]:
    """Return what writes a count, whose it is, and for each whether the sum agrees.

    Whoever's sum is still `in_hand` comes last, with the sum alone, lest it be counted towards.
    """
    names = [name for name, _ in count.counted]
    found = [f"{name}\t{_against_the_log(evening, name, amount)}" for name, amount in count.counted if name != in_hand]
    own = [f"\t{name} has {plain(evening.money, amount)}" for name, amount in count.counted if name == in_hand]
    number = in_figures(len(names)).lower()
    return [f"Write the count of {number}", f"{listed(names)}; it changes nothing", *found, *own]


def _read(saying: str, evening: Evening) -> AnyEvent | None:
    """Return the event of a saying; None where it cannot be read yet."""
    reader = Reader(evening.money, evening.books.people(), evening.game.registered if evening.game else None)
    try:
        return reader.read(saying)
    except (Refusal, ValueError):
        return None


def _against_the_log(evening: Evening, name: str, held: int) -> str:
    difference = held - evening.bank.in_front(name)
    return over_or_short(difference, evening.money) if difference else "right"
