"""What is written beside the events of an evening: its postings, and a checkpoint to take it up again from."""

from collections.abc import Iterable

from ledger.books import Posting
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Finding
from ledger.store.log import Derived, Kept
from ledger.views.course import Following


def derived(evening: Evening, postings: Iterable[Posting], after: int, kept: Kept | None) -> Derived:
    """What is written beside the events of an evening: these postings, after so many, and a checkpoint."""
    opening = evening.opening
    assert opening is not None, "an evening in the store has been opened"
    return Derived(opening.title, opening.on, evening.closed, tuple(postings), after, kept)


def all_derived(evening: Evening, names: tuple[str, ...], following: Following | None = None) -> Derived:
    """Everything that follows from an evening that was replayed from its beginning, and was followed since."""
    kept = checkpoint_of(evening, names, following=following)
    return derived(evening, evening.books.postings, 0, kept)


def checkpoint_of(
    evening: Evening,
    names: tuple[str, ...],
    findings: tuple[Finding, ...] = (),
    postings: int = 0,
    following: Following | None = None,
) -> Kept:
    """What to keep of an evening, before which so many postings and these findings were made.

    `following` has followed the evening since it was taken up; None where it was told from its beginning.
    """
    place, made = evening.boundary.events, evening.boundary.postings
    before = evening.findings_from(0, place)
    course = (following or Following()).to(evening, place, made)
    return Kept(evening.checkpoint(), names, (*findings, *before), postings + made, course)
