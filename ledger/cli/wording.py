"""What an evening comes to, in lines for a person; amounts in the evening's money."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ledger.cli.text_table import columns
from ledger.core.books import BANK
from ledger.core.money import Money
from ledger.evening.fold import Evening

if TYPE_CHECKING:
    from ledger.evening.snapshots import DealOver
    from ledger.recorder import CorrectedEvent, RecordedLine, RecordResult


def standing(evening: Evening, summary: dict[str, Any]) -> list[str]:
    """Title, the counters of each, pools and what is carried over."""
    money = evening.money
    opening = evening.opening
    told = [opening.title if opening else ""]
    if opening and (opening.on or opening.at):
        told.append(", ".join(part for part in (opening.on, opening.at) if part))
    headings = ["player", "won or lost"]
    rows = [[player, money.show(balance)] for player, balance in summary["balances"].items() if player != BANK]
    if evening.bank.used or BANK in summary["balances"]:
        headings += ["in front", "owed"]
        for row in rows:
            row += [money.show(evening.in_front(row[0])), money.show(summary["owed"][row[0]])]
        if BANK in summary["owed"]:
            booked = summary["balances"].get(BANK)
            rows.append([BANK, "" if booked is None else money.show(booked), "", money.show(summary["owed"][BANK])])
    if rows:
        told += ["", *columns(headings, rows, right=range(1, len(headings)))]
    told += [f"{money.show(held)} in {pool}" for pool, held in summary["pools"].items()]
    if summary["multiplier"] != 1:
        told.append(f"stakes {summary['multiplier']} times what they were")
    for game, carried in summary["carry"].items():
        told += [f"{game} {name}: {_plain(value)}" for name, value in carried.items()]
    return told


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(each)}" for key, each in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(_plain, value)) or "none"
    return (
        "none"
        if value is None
        else {True: "yes", False: "no"}.get(value, str(value))
        if isinstance(value, bool)
        else str(value)
    )


def payments(money: Money, transfers: Sequence[dict[str, Any]]) -> list[str]:
    """Who pays whom."""
    if not transfers:
        return ["nobody owes anybody anything"]
    return [f"{each['from']} pays {each['to']} {money.show(each['amount'])}" for each in transfers]


def paid(money: Money, payments_made: Sequence[dict[str, Any]]) -> list[str]:
    """What has been paid, each with its event."""
    return [
        f"✓ {each['from']} has paid {each['to']} {money.show(each['amount'])} (event {each['event']})"
        for each in payments_made
    ]


def awaited(expecting: dict[str, list[str]], asks: str) -> str:
    """Who is to speak, and what may be said."""
    who = f"{', '.join(expecting['who'])}: " if expecting["who"] else ""
    may = ", ".join(expecting["may"])
    return f"{asks}\n  {who}{may}" if asks else f"{who}{may}"


def findings(summary: dict[str, Any]) -> list[str]:
    """What does not agree."""
    return [f"event {each['event']}: {each['message']}" for each in summary["findings"]]


def answered(evening: Evening, answer: "RecordResult") -> list[str]:
    """What was recorded, what came of it, and what is awaited now."""
    return [*said(evening, answer), awaited(answer.expecting, answer.asks)]


def said(evening: Evening, answer: "RecordResult") -> list[str]:
    """What was said, and what came of it."""
    return [line for one in answer.said for line in _said(evening, one)]


def _said(evening: Evening, one: "RecordedLine") -> Iterable[str]:
    show = evening.money.show
    if one.over is not None and one.over.silent:
        yield f"deal {one.over.deal} is over by silence alone: {one.assumed}, and nobody has said how it came out"
    yield f"{one.number}  {one.saying}" + (f"  ({one.assumed})" if one.assumed else "")
    for posting in one.postings:
        cite = f" {posting.cite}" if posting.cite else ""
        yield f"   {posting.payer} → {posting.payee}: {show(posting.amount)}, {posting.why}{cite}"
    if one.over is not None:
        yield from _over(one.over, show)
    yield from map(_corrected, one.corrected)
    if one.changes is not None:
        yield from _changed(evening, one.changes, one.owed or {})
    yield from (f"   {remark}" for remark in one.remarks)
    for finding in one.findings:
        yield f"   event {finding.event}: {finding.message}" if one.changes is not None else f"   {finding.message}"
    for number in dict.fromkeys(finding.event for finding in one.findings if finding.code == "count"):
        yield f"   card-ledger explain --count {number} gives the places to look"


def _over(over: "DealOver", show: Callable[[int], str]) -> Iterable[str]:
    """What a deal that is over came to, and what it leaves to the next."""
    signed = (f"{player} {'+' if change > 0 else ''}{show(change)}" for player, change in over.changes.items())
    yield f"   deal {over.deal} is over: {', '.join(signed) or 'nobody has won or lost'}"
    yield from (f"   {left}" for left in over.leaves)


def _corrected(one: "CorrectedEvent") -> str:
    if not one.now:
        return f"   {one.event} no longer counts: {one.was}"
    if not one.was:
        return f"   {one.event} counts: {one.now}"
    return f"   {one.event} counts as: {one.now}, not as: {one.was}"


def _changed(evening: Evening, changes: dict[str, int], owed: dict[str, int]) -> Iterable[str]:
    """Whose balance a correction moves, and to what; and what each is owed, where that moves otherwise."""
    money = evening.money
    for player, change in changes.items():
        now = evening.books.balances.get(player, 0)
        yield f"   {player}: {money.show_change(change)} by this correction, now {money.show(now)}"
    if not changes:
        yield "   no balance is changed by this correction"
    for player in dict.fromkeys((*changes, *owed)):
        if (change := owed.get(player, 0)) != changes.get(player, 0):
            now = evening.owed().get(player, 0)
            yield f"   {player} is owed {money.show_change(change)} by it, now {money.show(now)}"
