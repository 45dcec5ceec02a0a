"""What is answered to programs: the same objects by the command line and by the interface of the server.

Amounts are whole numbers in the evening's smallest unit.
"""

from dataclasses import asdict
from typing import Any

import msgspec

from ledger.api.forms import expecting_with_forms
from ledger.core.books import Account
from ledger.core.money import Money
from ledger.core.refusals import Refusal, RefusedLine
from ledger.evening.fold import opened_in
from ledger.log.corrections import EffectiveLog
from ledger.log.replay import Replay
from ledger.projections.explanation import Line, Paid
from ledger.projections.log_rows import as_it_counts, as_recorded
from ledger.projections.offers import expecting
from ledger.projections.tables import (
    Settled,
    error_of,
    found,
    in_money,
    movement,
    paid_already,
    payments_of,
    settlement,
    summary,
)
from ledger.recorder import Recorder, RecordResult, Session


def table_of(sitting: Session, forms: bool = True) -> dict[str, Any]:
    """How things stand: who is to speak and what they may say, with the `forms` of it; pools, doubles, counters."""
    evening = sitting.evening
    return {
        **summary(evening),
        **in_money(evening.money),
        "expecting": awaited(sitting) if forms else expecting(evening),
        "findings": [found(finding) for finding in sitting.findings],
        "evening": sitting.id,
        "events": sitting.number,
        "in_front": {player: evening.in_front(player) for player in evening.books.balances},
        "closed": evening.closed,
        "head": sitting.head,
    }


def awaited(sitting: Session) -> dict[str, Any]:
    """Who is to speak now, and what may be said, as texts and as forms."""
    return expecting_with_forms(sitting.evening, sitting.number)


def answer_of(sitting: Session, answer: RecordResult) -> dict[str, Any]:
    """What was recorded in an evening, what came of it, and what is awaited now."""
    said = [
        {
            "number": one.number,
            "saying": one.saying,
            "assumed": one.assumed,
            "postings": [movement(posting) for posting in one.postings],
            "changes": one.changes or {},
            "owed_changes": one.owed or {},
            "corrected": [asdict(each) for each in one.corrected],
            "remarks": list(one.remarks),
            "over": msgspec.to_builtins(one.over),
            "findings": [found(finding) for finding in one.findings],
        }
        for one in answer.said
    ]
    told = {"evening": sitting.id, **in_money(answer.money), "said": said}
    again = {"again": True} if answer.again else {}
    return {**told, "asks": answer.asks, "expecting": awaited(sitting), **again}


def refusal_of(refusal: Refusal | RefusedLine, sitting: Session | None = None) -> dict[str, Any]:
    """A refusal, and what is awaited still of the evening that it leaves as it was."""
    return {"error": error_of(refusal)} | ({} if sitting is None else {"expecting": awaited(sitting)})


def evenings_of(recorder: Recorder) -> dict[str, Any]:
    """The evenings there are, and which of them is the recorder's current one."""
    current = recorder.store.current(recorder.name)
    rows = [
        {
            "id": one.id,
            "title": one.title,
            "on": one.played_on,
            "events": one.events,
            "closed": one.closed,
            "newest_at": one.newest_at,
            "current": one.id == current,
        }
        for one in recorder.store.evenings()
    ]
    return {"evenings": rows, "current": current}


def log_of(evening: int, replay: Replay, recorded: bool = False) -> dict[str, Any]:
    """The sayings of the evening of this number, as they count, or as they were `recorded`."""
    if recorded:
        return log_as_recorded(evening, replay.effective)
    return {"evening": evening, **in_money(replay.evening.money), "log": list(as_it_counts(replay))}


def log_as_recorded(evening: int, effective: EffectiveLog) -> dict[str, Any]:
    """The sayings of the evening of this number as they were recorded: the rules need not accept them any more."""
    opening = effective.opening()
    assert opening is not None, "a log begins with the evening"
    money = opened_in(opening)
    return {"evening": evening, **in_money(money), "log": list(as_recorded(effective, money))}


def settled(how: Settled) -> dict[str, Any]:
    """Who pays whom, and from what."""
    transfers = payments_of(how.transfers)
    return {"owed": how.owed, "transfers": transfers, "fewest": how.fewest, "over": how.over, "rest": how.rest}


def settlement_answer(sitting: Session, how: Settled | None = None) -> dict[str, Any]:
    """Who pays whom in an evening, the fewest payments unless otherwise settled; and what has been paid already."""
    evening = sitting.evening
    about = {"evening": sitting.id, **in_money(evening.money)}
    return {**about, **settled(how or settlement(evening)), "paid": paid_already(evening)}


def explanation_of(evening: int, money: Money, account: Account, lines: list[Line], paid: list[Paid]) -> dict[str, Any]:
    """Every movement behind a figure, and what was paid outside play."""
    balance = lines[-1].balance if lines else 0
    return {
        "evening": evening,
        **in_money(money),
        "account": str(account),
        "lines": msgspec.to_builtins(lines),
        "balance": balance,
        "paid": msgspec.to_builtins(paid),
    }
