"""An evening that payments of the club settle together with others."""

from ledger.core.refusals import listed
from ledger.projections.accounts import TogetherWith, evenings_in_words, of_the_club, settled_together
from ledger.recorder.recorder import Recorder
from ledger.store import CLUB

SAYS_WHAT_IS_OPEN = "card-ledger settle --all"


def settled_with_others(recorder: Recorder, number: int, code: str) -> TogetherWith | None:
    """Return how payments of the club settle an evening with others; None if none is for it.

    `code` is the money of the evening.
    """
    if not recorder.store.has(CLUB):
        return None
    club = recorder.club().club
    if not any(number in payment.evenings for payment in club.payments if payment.money == code):
        return None
    return settled_together(number, of_the_club(recorder.played_since(by_rules=False), club))


def in_a_sentence(number: int, shared: TogetherWith, where: str = SAYS_WHAT_IS_OPEN) -> str:
    """Return that payments of the club settle an evening, and `where` the open rest is shown."""
    payments = f"payment{'s' if len(shared.payments) > 1 else ''} {listed(list(map(str, shared.payments)))} of the club"
    others = evenings_in_words(shared.evenings)
    if shared.settled:
        how = f"settled together with {others} ({payments})" if shared.evenings else f"settled by {payments}"
        return f"{how}: nothing of it is owed"
    how = f"together with {others} ({payments})" if shared.evenings else f"by {payments}"
    return f"evening {number} is being settled {how}: {where} says what is open"
