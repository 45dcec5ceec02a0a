"""What an evening comes to, for people and for programs: views, from which nothing is read back.

Amounts are whole numbers in the evening's smallest unit.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ledger.core.books import Posting
from ledger.core.money import Money, MoneyError
from ledger.core.refusals import Code, Refusal, RefusedLine, listed, printable
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Finding
from ledger.language.names import person_named
from ledger.projections.offers import expecting
from ledger.projections.totals import Debt, debts_of
from ledger.settlement.payments import Payment, by_household, in_coins, settle, settle_via

NOBODY: Mapping[str, str] = {}
IN_POOLS = "\uffff"
"""Stands for all the pools among those who settle: a name that nobody can have, and the last of all."""


class Settled(msgspec.Struct, frozen=True):
    """Who pays whom, and from what: amounts in the smallest unit."""

    owed: dict[str, int]
    """What each is to receive (+) or pay (−), households as one and rounded to coins where that was asked."""
    transfers: tuple[Payment, ...]
    rest: dict[str, int]
    """What was owed less what is settled of it; nothing but for coins."""
    fewest: bool
    """Whether it is known that there are no fewer payments."""
    over: int = 0
    """By how many payments at most these are more than the fewest."""


def settlement(
    evening: Evening, via: str | None = None, coin: str | None = None, households: Sequence[str] = ()
) -> Settled:
    """Settle what is owed of an evening; options and refusals are those of `settlement_of`."""
    return settlement_of(evening.owed(), evening.books.pools, evening.money, via, coin, households, evening.called)


def settlement_of(
    owing: Mapping[str, int],
    pools: Mapping[str, int],
    money: Money,
    via: str | None = None,
    coin: str | None = None,
    households: Sequence[str] = (),
    called: Mapping[str, str] = NOBODY,
) -> Settled:
    """Settle what is owed: households as one (``Ann+Bob``), in coins of that size, through one banker.

    Names may be short, and `called` gives the shorter ones there are.
    What still lies in a pool is nobody's, and is not paid. Raises Refusal for somebody unknown, and for no coin.
    """
    owed = dict(owing)
    if held := sum(pools.values()):
        owed[IN_POOLS] = held
    try:
        members = [[_who(name, owed, called) for name in household.split("+")] for household in households]
        whole = by_household(owed, members)
        settled, rest = in_coins(whole, money.read(coin)) if coin is not None else (whole, {})
        plan = settle(settled) if via is None else settle_via(settled, _who(via, settled, called))
    except MoneyError as error:
        raise Refusal(Code.BAD_AMOUNT, str(error)) from error
    except ValueError as error:
        raise Refusal(Code.PLAYERS, str(error)) from error
    return Settled(
        {name: amount for name, amount in settled.items() if name != IN_POOLS},
        tuple(transfer for transfer in plan.transfers if IN_POOLS not in (transfer.payer, transfer.payee)),
        {name: amount for name, amount in rest.items() if name != IN_POOLS},
        plan.fewest,
        plan.over,
    )


def _who(name: str, owed: Mapping[str, int], called: Mapping[str, str]) -> str:
    """Find one who settles, however the name is spelled; a member of a household is found by it."""
    there = [known for known in owed if known != IN_POOLS]
    home = {member: known for known in there for member in known.split("+")} | {known: known for known in there}
    spellings = {short: home[player] for short, player in called.items() if player in home} | home
    nobody = f"{printable(name, 40)} does not settle here"
    return person_named(name.strip(), spellings, nobody, f"Say {listed(there, 'or')}")


class Between(msgspec.Struct, frozen=True):
    """How two stand: amounts in the smallest unit, each by name; and the payment between them."""

    balances: dict[str, int]
    owed: dict[str, int]
    transfer: dict[str, Any] | None


def between_of(evening: Evening, one: str, other: str) -> Between:
    """How two of an evening stand on the whole, and what one pays the other to settle."""
    both, owed = {one, other}, evening.owed()
    transfers = payments_of(each for each in settlement(evening).transfers if {each.payer, each.payee} == both)
    return Between(
        {name: evening.books.balances.get(name, 0) for name in (one, other)},
        {name: owed[name] for name in (one, other)},
        transfers[0] if transfers else None,
    )


def paid_already(evening: Evening) -> list[dict[str, Any]]:
    """The debts that have been paid, for programs, in an evening that was told from its beginning."""
    return payments_made(debts_of(evening))


def payments_made(paid: Iterable[Debt]) -> list[dict[str, Any]]:
    """Debts that have been paid, for programs."""
    return [{"event": each.event, "from": each.payer, "to": each.payee, "amount": each.amount} for each in paid]


def payments_of(transfers: Iterable[Payment]) -> list[dict[str, Any]]:
    """Payments, for programs."""
    return [{"from": each.payer, "to": each.payee, "amount": each.amount} for each in transfers]


def error_of(refusal: Refusal | RefusedLine) -> dict[str, Any]:
    """A refusal, for programs: a person is told `message`, and then `remedy`; `line` is that of a file, or None."""
    line = refusal.line if isinstance(refusal, RefusedLine) else None
    return {"line": line, "code": refusal.code.value, "message": refusal.fault, "remedy": refusal.remedy}


def in_money(money: Money) -> dict[str, Any]:
    """What the amounts of an answer are in, for programs: the money, its smallest unit, and a counter's worth in it."""
    return {"money": money.code, "unit": money.unit, "counter": money.counter}


def summary(evening: Evening) -> dict[str, Any]:
    """What an evening comes to, as the design's face for programs has it; without its events and head."""
    owed = evening.owed()
    game = evening.game
    return {
        "title": evening.opening.title if evening.opening else "",
        "money": evening.money.code,
        "players": list(evening.seats.seated),
        "balances": dict(evening.books.balances),
        "pools": {name: held for name, held in evening.books.pools.items() if held},
        "multiplier": game.table.multiplier if game else 1,
        "carry": carried(evening),
        "owed": owed,
        "transfers": payments_of(settlement(evening).transfers),
        "expecting": expecting(evening),
        "findings": [found(finding) for finding in (*evening.findings, *evening.untold())],
    }


def found(finding: Finding) -> dict[str, Any]:
    """A finding, for programs."""
    return {"code": finding.code, "event": finding.event, "message": finding.message}


def carried(evening: Evening) -> dict[str, Any]:
    """What the open game carries to its next deal, by the names of its sheet."""
    game = evening.game
    return {game.game.name: game.deal.carried()} if game else {}


def movement(posting: Posting) -> dict[str, Any]:
    """A movement of counters, for programs."""
    return {
        "event": posting.event,
        "from": str(posting.payer),
        "to": str(posting.payee),
        "amount": posting.amount,
        "why": posting.why,
        "cite": posting.cite,
    }
