"""What an evening comes to, for people and for programs: views, from which nothing is read back.

Amounts are whole numbers in the evening's smallest unit.
"""

from typing import Any

from ledger.evening import Evening
from ledger.settlement import Transfer, settle


IN_POOLS = "\uffff"
"""Stands for all the pools among those who settle: a name that nobody can have, and the last of all."""


def plan(evening: Evening) -> tuple[Transfer, ...]:
    """The fewest payments that clear what is owed. What still lies in a pool is nobody's, and is not paid."""
    owed = evening.owed()
    held = sum(evening.books.pools.values())
    transfers = settle({**owed, IN_POOLS: held} if held else owed).transfers
    return tuple(transfer for transfer in transfers if transfer.payee != IN_POOLS)


def summary(evening: Evening) -> dict[str, Any]:
    """What an evening comes to, as the design's face for programs has it; without its events and head."""
    owed = evening.owed()
    game = evening.game
    return {
        "title": evening.opening.title if evening.opening else "",
        "money": evening.money.code,
        "players": list(evening.seats.seated()),
        "balances": dict(evening.books.balances),
        "pools": {name: held for name, held in evening.books.pools.items() if held},
        "multiplier": game.table.multiplier if game else 1,
        "carry": carried(evening),
        "owed": owed,
        "transfers": [
            {"from": transfer.payer, "to": transfer.payee, "amount": transfer.amount} for transfer in plan(evening)
        ],
        "expecting": expecting(evening),
        "findings": [
            {"code": finding.code, "event": finding.event, "message": finding.message} for finding in evening.findings
        ],
    }


def carried(evening: Evening) -> dict[str, Any]:
    """What the open game carries to its next deal, by the names of its sheet."""
    game = evening.game
    return {game.game.name: game.game.report(game.table, game.options, game.deal.carry)} if game else {}


def expecting(evening: Evening) -> dict[str, list[str]]:
    """Who is to speak now, and what may be said."""
    if evening.game:
        turn = evening.game.turn
        may = turn.texts() + (["end"] if turn.pause else [])
        return {"who": list(turn.who), "may": may}
    if evening.opening is None:
        return {"who": [], "may": ['evening "TITLE"']}
    if evening.closed:
        return {"who": [], "may": ["NAME pays NAME AMOUNT", 'reopen "WHY"']}
    if not evening.seats.ring:
        return {"who": [], "may": ["players NAME NAME …"]}
    return {"who": [], "may": ["game NAME", "close"]}
