"""Common costs: the share of each, and who owes it to whom; amounts in the smallest unit."""

from ledger.core.books import Posting
from ledger.core.events import Cost
from ledger.core.money import Money, shares_by
from ledger.core.refusals import Code, Refusal, listed
from ledger.evening.snapshots import SharedCost
from ledger.rules.table import Seats
from ledger.settlement.payments import settle


def shared_cost(number: int, event: Cost, sat: list[str], seats: Seats, money: Money) -> SharedCost:
    """Return who shares a common cost, and by how much.

    `number` is the number of the cost's event, and `sat` has everyone who has sat, in order. Raises Refusal for a
    cost of 0, for a player who has not sat, for payments that do not add up to the amount, and where one player alone
    pays and shares the cost, so that nothing would be owed.
    """
    paid = dict(event.paid)
    parts = dict(event.shares) or dict.fromkeys(seats.seated, 1)
    for name in (*paid, *parts):
        if name not in sat:
            raise Refusal(Code.UNKNOWN_PLAYER, f"{name} has not sat here")
    if not event.amount:
        raise Refusal(Code.BAD_AMOUNT, "a cost of nothing is none")
    if (total := sum(paid.values())) != event.amount:
        each = listed([f"{name} {money.show(amount)}" for name, amount in paid.items()])
        come = "come" if len(paid) > 1 else "comes"
        sentence = f"{each} {come} to {money.show(total)}, and not to {money.show(event.amount)}"
        raise Refusal(Code.BAD_AMOUNT, sentence)
    if not parts:
        raise Refusal(Code.PLAYERS, "nobody is seated to share it", "Say for whom: cost AMOUNT WHAT A paid for B C")
    if len(paid) == 1 and set(parts) == set(paid):
        raise Refusal(Code.RULE, f"{event.paid[0][0]} alone paid it and shares it: nothing would be owed")
    places = _round(event.paid[0][0], sat, seats)
    shares = shares_by(event.amount, {name: parts[name] for name in places if name in parts})
    changes = {name: paid.get(name, 0) - shares.get(name, 0) for name in places}
    transfers = sorted(settle(changes).transfers, key=lambda payment: places.index(payment.payer))
    postings = tuple(Posting(number, payment.payer, payment.payee, payment.amount, event.what) for payment in transfers)
    return SharedCost(number, event.what, event.amount, paid, shares, postings)


def _round(payer: str, sat: list[str], seats: Seats) -> list[str]:
    """Return everybody from the left of the payer round the seats, and then those who have left."""
    places = [name for name in seats.after(payer) if name in seats.present] if payer in seats.ring else []
    places = places or list(seats.seated)
    return [*places, *(name for name in sat if name not in places)]
