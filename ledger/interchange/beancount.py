"""An evening as a journal of Beancount, which asserts every balance itself."""

from collections.abc import Iterator
from datetime import date, timedelta

from ledger.evening.fold import Evening
from ledger.interchange.journal import (
    Movement,
    balances_of,
    commodity_of,
    entries_of,
    movements_of,
    names_of,
    title_of,
)


def beancount_of(evening: Evening, day: str) -> str:
    """Write an evening, played on that day, for Beancount."""
    return "\n".join(_lines(evening, day)) + "\n"


def _lines(evening: Evening, day: str) -> Iterator[str]:
    money, commodity = evening.money, commodity_of(evening.money)
    balances = balances_of(evening)
    names = names_of(balances)
    yield f'option "title" {_text(title_of(evening))}'
    yield f'option "operating_currency" "{commodity}"'
    yield ""
    for account, name in names.items():
        yield f"{day} open {name} {commodity}"
        yield f"  {account.holder.sort}: {_text(account.holder.name)}"
    for movement in movements_of(evening):
        yield ""
        yield from _transaction(movement, day)
        for account, amount in entries_of(movement):
            yield f"  {names[account]}  {money.exact(amount)} {commodity}"
    if day == date.max.isoformat():
        return  # a balance is asserted on the morning after, and there is none
    yield ""
    after = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
    nothing = money.exact(0)
    for account, balance in balances.items():
        yield f"{after} balance {names[account]}  {money.exact(balance)} ~ {nothing} {commodity}"


def _transaction(movement: Movement, day: str) -> Iterator[str]:
    payee = f"{movement.payer.name} to {movement.payee.name}"
    yield f"{day} * {_text(payee)} {_text(movement.why)}"
    yield f"  event: {movement.event}"
    if movement.deal:
        yield f"  deal: {movement.deal}"
    if movement.cite:
        yield f"  cite: {_text(movement.cite)}"
    yield f"  saying: {_text(movement.saying)}"


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
