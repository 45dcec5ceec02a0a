"""View models of two books of one evening: differences, and what taking them changes."""

from collections.abc import Iterable, Sequence
from typing import Any

from ledger.core.events import EffectiveEvent
from ledger.core.money import Money
from ledger.core.refusals import Refusal
from ledger.games.language import write
from ledger.log.book import DEAL, BookItem
from ledger.log.comparison import FOLLOWS, BookComparison, ComparedItem
from ledger.projections.settlement import settlement
from ledger.recorder.merging import decided, merging
from ledger.store import EveningListed
from ledger.web.hub import PageEvening
from ledger.web.sentences import spoken
from ledger.web.words import day_in_words, figure, plain, things


def others(evenings: Iterable[EveningListed], number: int) -> list[dict[str, Any]]:
    """Return the other evenings, the newest first."""
    listed = sorted((evening for evening in evenings if evening.id != number), key=lambda evening: -evening.id)
    return [
        {"id": evening.id, "title": evening.title, "day": day_in_words(evening.played_on or evening.newest_at[:10])}
        for evening in listed
    ]


def comparison(compared: BookComparison) -> dict[str, Any]:
    """Return the differences of two books with what each tells, and what it changes."""
    money = compared.a.money
    follows = sum(item.standing == FOLLOWS for item in compared.items)
    return {
        "a": _book(compared.a.title, len(compared.a.recorded), compared.a.deals),
        "b": _book(compared.b.title, len(compared.b.recorded), compared.b.deals),
        "differences": [
            _difference(number, item, money, compared.a.people) for number, item in compared.differences.items()
        ],
        "follows": f"{things(follows, 'other deal')} only follow{'s' * (follows == 1)} from these." if follows else "",
        "gains": [f"{name} {figure(money, gain)}" for name, gain in compared.gains.items()],
        "unreplayed": f"{compared.unreplayed.sentence}." if compared.unreplayed else "",
    }


def _book(title: str, events: int, deals: int) -> str:
    return f"{title}: {things(events, 'saying')}, {things(deals, 'deal')}"


def _difference(number: int, item: ComparedItem, money: Money, people: Sequence[str]) -> dict[str, Any]:
    there = item.a or item.b
    assert there is not None, "an item is in one book at least"
    title = f"Deal {there.deal}, {there.game}" if there.kind == DEAL else f"“{there.kind}”"
    if item.a is None or item.b is None:
        title += f", in {'this' if item.a else 'the other'} book only"
    return {
        "number": number,
        "title": title,
        "a": _telling(item.a, item.tellings[0], money, people),
        "b": _telling(item.b, item.tellings[1], money, people),
    }


def _telling(
    item: BookItem | None, said: Sequence[EffectiveEvent], money: Money, people: Sequence[str]
) -> dict[str, Any]:
    if item is None:
        return {"sayings": ["it is not there"], "net": ()}
    return {
        "sayings": [spoken(effective.event, money) for effective in said],
        "net": [f"{name} {figure(money, item.net[name])}" for name in people if name in item.net],
    }


def effect(live: PageEvening, compared: BookComparison, takes: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return what decisions change: what each owes now and then, or why they cannot stand."""
    try:
        taken = decided(compared, takes)
        events = merging(compared, taken)
        batch = live.trial_batch()
        before = live.evening.owed()
        for event in events:
            batch.apply(1, write(event, live.evening.money), event)
        batch.finish()
    except Refusal as refusal:
        return {"why": refusal.message, "rows": [], "payments": []}
    evening = batch.evening
    then, money = evening.owed(), evening.money
    return {
        "why": "",
        "rows": [
            (name, plain(money, before.get(name, 0)), plain(money, then[name]))
            for name in then
            if then[name] != before.get(name, 0)
        ],
        "payments": [
            f"{payment.payer} pays {payment.payee} {plain(money, payment.amount)}"
            for payment in settlement(evening).transfers
        ],
        "writes": bool(events),
    }
