"""Merging: write into an evening, as corrections, what is taken from another book of it."""

from collections.abc import Iterable, Mapping, Sequence

from ledger.club.people import ClubState
from ledger.core.events import AnyEvent, Close, EffectiveEvent, Note, Reopen
from ledger.core.refusals import Code, Refusal, RefusedLine, listed
from ledger.log.book import Book, book_of, spellings
from ledger.log.commands import CommandBatch
from ledger.log.comparison import BookComparison, BookTrial, changes_to, compared, in_order

ALL = "all"


def called_as(like: Book, people: Sequence[str], club: ClubState | None) -> dict[str, str]:
    """Return the names of another book that are spelled otherwise in this book.

    They differ in small and capital letters, or by the `club` are names of the same persons.
    """
    called = spellings(like.people, people)
    if club is not None:
        persons = {club.person(name): name for name in like.people}
        called |= {name: persons[who] for name in people if (who := club.person(name)) in persons}
    return called


def decided(comparison: BookComparison, takes: Iterable[tuple[str, str]]) -> dict[int, str]:
    """Return which book, `A` or `B`, is right in each difference, by its number.

    `takes` has a number or `all`, and a book. A debt that only one book has is decided by its number alone. Raises
    Refusal for a difference that is undecided or does not exist.
    """
    differences, taken, left = comparison.differences, {}, dict(takes)
    for number, item in differences.items():
        book = left.pop(str(number), None) or ("" if item.decided_alone else left.get(ALL, ""))
        if not book:
            sentence = f"difference {number} is not decided: say --take {number}=A or --take {number}=B"
            raise Refusal(Code.CORRECTION, sentence)
        taken[number] = book
    if strange := [number for number in left if number != ALL]:
        raise Refusal(Code.CORRECTION, f"there is no difference {strange[0]}")
    return taken


def merging(comparison: BookComparison, taken: Mapping[int, str], fuller: bool = False) -> list[AnyEvent]:
    """Return the events that put into A what is taken from B; none if nothing is decided.

    A closed evening is reopened before its corrections, and closed as it was. With `fuller`, B's telling of a deal
    with the same money is taken if B tells more and A replays with it. Raises Refusal if A would not come to what is
    taken from B.
    """
    b, closed = comparison.b, comparison.a.closed
    changes = [
        change for number, item in comparison.differences.items() if taken[number] == "B" for change in item.changes
    ]
    if fuller:
        changes += _fuller(comparison, in_order(changes))
    if not changes and not taken:
        see_something_differs(comparison)
        return []
    decisions = " ".join(f"{number}={book}" for number, book in sorted(taken.items()))
    note = Note(f"merged with {b.cited(whole=True)}" + (f": {decisions}" if decisions else ""))
    if not changes:
        return [note]
    events: list[AnyEvent] = [*in_order(changes), note]
    if closed is not None:
        events = [Reopen(f"merged with {b.cited()}"), *events, Close(closed.short)]
    _see_it_comes_true(comparison, taken, events)
    return events


def see_something_differs(comparison: BookComparison) -> None:
    """Raise Refusal if the money differs, though no deal and no saying does."""
    if comparison.gains and not comparison.differences:
        names = listed(list(comparison.gains))
        sentence = f"no saying differs that could be taken, and B gives {names} otherwise: a count or a close differs"
        raise Refusal(Code.CORRECTION, sentence, "Count again in A, and close it as B was closed")


def _see_it_comes_true(comparison: BookComparison, taken: Mapping[int, str], events: Sequence[AnyEvent]) -> None:
    """Raise Refusal if A, with these events, does not have what is taken from B."""
    trial = BookTrial(comparison.a)
    batch = CommandBatch(trial.replay, live=True)
    try:
        for event in events:
            batch.apply(1, "", event)
        batch.finish()
    except RefusedLine as refused:
        raise refused.refusal from refused
    merged = compared(book_of(comparison.a.name, trial.replay), comparison.b)
    left = [item for item in merged.differences.values() if not item.told_alike]
    missed = [
        number
        for number, item in comparison.differences.items()
        if taken[number] == "B" and any(item.is_told_again_by(other) for other in left)
    ]
    if not missed and merged.gains and set(taken.values()) == {"B"}:
        missed = list(taken)
    if missed:
        numbers = f"difference{'s' if len(missed) > 1 else ''} {listed(list(map(str, missed)))}"
        sentence = f"with B's telling of {numbers} A does not come to what B has"
        raise Refusal(Code.CORRECTION, sentence, "Put it right by hand, with amend, insert or void, and compare again")


def _fuller(comparison: BookComparison, changes: Sequence[AnyEvent]) -> list[AnyEvent]:
    """Return the corrections that take B's longer tellings of deals, where no money moves."""
    trial = BookTrial(comparison.a)
    trial.apply(changes)
    owed, why = trial.replay.evening.owed(), f"by {comparison.b.cited()}"
    retold: list[AnyEvent] = []
    for item in comparison.items:
        if item.fuller != "b" or item.a is None:
            continue
        number, after = trial.replay.number, _after(item.a.events, trial)
        telling = changes_to(item.a, item.b, after, why)
        try:
            trial.apply(telling)
        except Refusal:
            continue
        if trial.replay.evening.owed() == owed:
            retold += telling
        else:
            trial.replay.take_back(number)
    return retold


def _after(events: Sequence[EffectiveEvent], trial: BookTrial) -> int | None:
    """Return the number of the event in effect behind the last of these events."""
    effective = trial.replay.evening.effective
    place = next(place for place, event in enumerate(effective, start=1) if event.number == events[-1].number)
    return trial.number_after(place)
