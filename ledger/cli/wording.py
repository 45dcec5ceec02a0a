"""Answers in words for a person; amounts in the evening's money."""

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ledger.cli.text_table import columns
from ledger.core.books import BANK, Payment, Pool, with_rule
from ledger.core.money import Money, Shown
from ledger.core.refusals import listed
from ledger.evening.fold import Evening
from ledger.evening.shortage import BEARS_OVER, COUNTED_OVER, COUNTED_SHORT, SHARES_SHORT
from ledger.evening.snapshots import DealOver, Finding, SharedCost
from ledger.language.forms import enumerated
from ledger.projections.accounts import owed_in_words
from ledger.projections.offers import expecting
from ledger.projections.settlement import GameStanding, cost_lines
from ledger.projections.summary import EveningSummary, carried_for_people, sentences_left

if TYPE_CHECKING:
    from ledger.recorder import CorrectedEvent, RecordedLine, RecordResult, Session
    from ledger.recorder.club_log import ClubSaying


BOOKED = {
    COUNTED_SHORT: "counted short, and so lost",
    COUNTED_OVER: "counted over, and so won",
    SHARES_SHORT: "back from what was counted short",
    BEARS_OVER: "given for what was counted over",
}
"""The changes that a close books, in words after what each has of them."""


def standing(evening: Evening, total: EveningSummary) -> list[str]:
    """Return the title, everybody's counters, pools and what is carried over."""
    money, opening = evening.money, evening.opening
    lines = [total.title]
    if opening and (opening.on or opening.at):
        lines.append(", ".join(part for part in (opening.on, opening.at) if part))
    headings = ["player", "won or lost"]
    rows = [[player, money.show(balance)] for player, balance in total.balances.items() if player != BANK]
    if evening.bank.used or BANK in total.balances:
        headings += ["in front", "owed"]
        for row in rows:
            row += [money.show(evening.in_front(row[0])), money.show(total.owed[row[0]])]
        if BANK in total.owed:
            booked = total.balances.get(BANK)
            rows.append([BANK, "" if booked is None else money.show(booked), "", money.show(total.owed[BANK])])
    if score := total.score:
        counts = score.by_player
        headings.insert(1, score.of if score.target is None else f"{score.of} {score.goal}")
        for row in rows:
            row.insert(1, f"{counts[row[0]]:,}" if row[0] in counts else "")
    if rows:
        lines += ["", *columns(headings, rows, right=range(1, len(headings)))]
    lines += [f"{money.show(held)} in {pool}" for pool, held in total.pools.items()]
    if total.multiplier != 1:
        lines.append(f"stakes {total.multiplier} times what they were")
    if evening.game:
        carry = carried_for_people(evening)
        names = (f"{name.replace('_', ' ')}: {_plain(value)}" for name, value in carry.items() if value)
        lines += sentences_left(evening.game) or names
    return lines


def game_stands(money: Money, standing: GameStanding | None) -> list[str]:
    """Return that a game is not over, its score, and what it would come to."""
    if standing is None:
        return []
    lines = [standing.sentence]
    if standing.transfers is not None and not standing.over:
        lines.append(f"if it ended now: {', '.join(payments(money, standing.transfers))}")
    return lines


def _plain(value: Any) -> str:
    """Return a value that a game carries in words."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(item)}" for key, item in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(_plain, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def payments(
    money: Money, transfers: Iterable[Payment], below: Callable[[Payment], Iterable[str]] = lambda payment: ()
) -> list[str]:
    """Return who pays whom, with lines `below` each payment."""
    lines = [
        line
        for payment in transfers
        for line in (f"{payment.payer} pays {payment.payee} {money.show(payment.amount)}", *below(payment))
    ]
    return lines or ["nobody owes anybody anything"]


def costs(money: Money, costs: Iterable[SharedCost]) -> list[str]:
    """Return the common costs in a line."""
    clauses = cost_lines(money, costs)
    return [f"costs: {'; '.join(clauses)}"] if clauses else []


def awaited(evening: Evening, shared: bool = False) -> str:
    """Return who is to speak, and what may be said; `shared` as in `expecting`.

    Sayings of other players are on lines of their own.
    """
    if evening.game is None:
        return enumerated(expecting(evening, shared).may)
    lines = [evening.game.turn.asks]
    for who, may in evening.game.turn.texts_by_speaker(Shown.of(evening.money)):
        lines.append(f"  {', '.join(who)}{': ' if who else ''}{enumerated(may)}")
    return "\n".join(lines)


def numbered(said: "Iterable[ClubSaying | RecordedLine]") -> list[str]:
    """Return what was recorded, with the numbers."""
    return [f"{line.number}  {line.saying}" for line in said]


def said_before(undone_by: int | None) -> list[str]:
    """Return that a saying was recorded before, and by which event it was taken back, if any."""
    undone = [f"it was taken back since, by event {undone_by}, and counts no more"] if undone_by else []
    return ["this was recorded before; nothing is written again", *undone]


def findings(disagreements: Iterable[Finding]) -> list[str]:
    """Return what does not agree."""
    return [f"event {finding.event}: {finding.message}" for finding in disagreements]


def answered(session: "Session", result: "RecordResult") -> list[str]:
    """Return what was recorded, what came of it, and what is awaited now."""
    return [*recorded(session.evening, result), awaited(session.evening, session.shared)]


def recorded(evening: Evening, result: "RecordResult") -> list[str]:
    """Return what was recorded, each saying as the log has it, and what came of it."""
    said = zip(result.said, result.for_people(), strict=True)
    return [text for line, told in said for text in _recorded(evening, line.saying, told)]


def _recorded(evening: Evening, saying: str, line: "RecordedLine") -> Iterable[str]:
    show = evening.money.show
    if line.over is not None and line.over.silent:
        yield f"deal {line.over.deal} is over by silence alone: {line.assumed}, and nobody has said how it came out"
    elif line.decides and line.over is not None:
        yield f"deal {line.over.deal} is over by this, and not played on{line.assumed and ': '}{line.assumed}"
    yield f"{line.number}  {saying}" + (f"  ({line.assumed})" if line.assumed else "")
    if line.books and any(posting.why in BOOKED for posting in line.postings):
        yield from _books_in_words(line, show)
    for posting in line.postings:
        yield f"   {posting.payer} → {posting.payee}: {show(posting.amount)}, {with_rule(posting.why, posting.cite)}"
    if line.over is not None:
        yield from _deal_over(line.over, show)
    yield from map(_corrected, line.corrected)
    if line.changes is not None:
        of_payments = bool(line.corrected) and all(event.payment for event in line.corrected)
        moves = _owing(evening, line.owed or {}) if of_payments else _changed(evening, line.changes, line.owed or {})
        yield from moves
        if evening.closed and line.owed:
            yield f"   the settlement changes for {listed(list(line.owed))}: see card-ledger settle"
    yield from (f"   {remark}" for remark in line.remarks)
    if line.in_front is not None:
        player, held = line.in_front
        yield f"   {show(held)} in front of {player}"
    for finding in line.findings:
        yield f"   event {finding.event}: {finding.message}" if line.changes is not None else f"   {finding.message}"
    for number in dict.fromkeys(finding.event for finding in line.findings if finding.code == "count"):
        yield f"   card-ledger explain --count {number} gives the places to look"


def _books_in_words(line: "RecordedLine", show: Callable[[int], str]) -> Iterable[str]:
    """Yield in words what a close books: who was short or over by counting, and who bears it."""
    for (why, gets), postings in groupby(line.postings, key=lambda booked: (booked.why, type(booked.payer) is Pool)):
        by_amount: dict[int, list[str]] = {}
        for posting in postings:
            by_amount.setdefault(posting.amount, []).append(str(posting.payee if gets else posting.payer))
        each = [f"{listed(who)} {show(amount)}{' each' if len(who) > 1 else ''}" for amount, who in by_amount.items()]
        what = BOOKED.get(why) or f"{why}, {'won' if gets else 'lost'}"
        yield f"   {', '.join(each)}: {what}"


def _deal_over(over: DealOver, show: Callable[[int], str]) -> Iterable[str]:
    """Yield the result of a deal that has ended, and what it leaves to the next."""
    signed = (f"{player} {'+' if change > 0 else ''}{show(change)}" for player, change in over.changes.items())
    yield f"   deal {over.deal} is over: {', '.join(signed) or 'nobody has won or lost'}"
    yield from (f"   {left}" for left in over.leaves)


def _corrected(event: "CorrectedEvent") -> str:
    """Return what a correction has made of an event."""
    if not event.now:
        return f"   {event.event} no longer counts: {event.was}"
    if not event.was:
        return f"   {event.event} counts: {event.now}"
    return f"   {event.event} counts as: {event.now}, not as: {event.was}"


def _owing(evening: Evening, owed: dict[str, int]) -> Iterable[str]:
    """Yield what each owes or is owed by the correction of a payment."""
    for player, change in owed.items():
        now = evening.owed().get(player, 0)
        if change or not now:
            again = " again" if now and (now > 0) == (change > 0) else ""
            yield f"   {player} {owed_in_words(evening.money, now)}{again}"


def _changed(evening: Evening, changes: dict[str, int], owed: dict[str, int]) -> Iterable[str]:
    """Yield how a correction moves each balance.

    Where what a player is owed moves by another amount, yield that too.
    """
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
