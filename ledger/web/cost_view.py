"""View model of a common cost: what was typed, and the result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ledger.core.books import BANK
from ledger.core.names import name as written
from ledger.core.names import quoted
from ledger.core.refusals import Refusal, RefusedLine
from ledger.web.hub import PageEvening
from ledger.web.words import plain

MOST_SHARES = 9
"""The greatest number of shares that is offered to tap."""


@dataclass(frozen=True)
class CostForm:
    """The input about a common cost."""

    amount: str
    what: str
    payer: str
    sharers: Mapping[str, int]
    """The shares of each sharer."""


def read_form(fields: Sequence[tuple[str, str]], people: Sequence[str], holder: str) -> CostForm:
    """Return the input; at first all share alike, and the holder of the phone has paid."""
    values = dict(fields)
    shares = {name: int(text) if (text := values.get(f"shares-{place}", "")).isdecimal() and int(text) else 1
              for place, name in enumerate(people)}  # fmt: skip
    chosen = [value for name, value in fields if name == "for"] if "amount" in values else list(people)
    payer = values.get("paid", holder)
    return CostForm(
        values.get("amount", "").strip(),
        values.get("what", "").strip(),
        payer if payer in people else people[0] if people else "",
        {name: shares[name] for name in people if name in chosen},
    )


def saying_of(form: CostForm, seated: Sequence[str]) -> str:
    """Return the saying of a cost; it names nobody if all who are seated share alike."""
    words = f"cost {form.amount} {quoted(form.what)} {written(form.payer)} paid"
    if set(form.sharers) == set(seated) and set(form.sharers.values()) == {1}:
        return words
    sharers = [f"{written(name)} {number}" if number != 1 else written(name) for name, number in form.sharers.items()]
    return f"{words} for {' '.join(sharers)}"


def cost(live: PageEvening, form: CostForm) -> dict[str, Any]:
    """Return the form of a common cost, and its result, or why it cannot stand."""
    evening = live.evening
    people = [name for name in evening.books.people() if name != BANK]
    seated = list(evening.seats.seated)
    view: dict[str, Any] = {
        "people": people,
        "form": form,
        "shares": range(1, MOST_SHARES + 1),
        "saying": "",
        "lines": [],
        "why": "",
    }
    if not (form.amount and form.what and form.sharers):
        return view
    saying, batch = saying_of(form, seated), live.trial_batch()
    try:
        batch.say_all([(1, saying)])
        batch.finish()
    except (Refusal, RefusedLine) as error:
        refusal = error.refusal if isinstance(error, RefusedLine) else error
        return view | {"why": f"{refusal.sentence}."}
    outcome = batch.applied[-1].outcome
    told = outcome.cost if outcome else None
    money = evening.money
    lines = (
        [f"{posting.payer} owes {posting.payee} {plain(money, posting.amount)}" for posting in told.postings]
        if told
        else []
    )
    return view | {"saying": saying, "lines": lines}
