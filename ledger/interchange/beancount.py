"""Evenings as a journal of Beancount."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta

from ledger.core.money import Money
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Outcome
from ledger.interchange.journal import Account, Journal, Movement, commodity_of, title_of

OPENS_ACCOUNTS = 'plugin "beancount.plugins.auto_accounts"\n'
"""Opens every account that is named: files that were written one by one can include each other."""


class Beancount:
    """Evenings for Beancount: what stands before their movements, these, and what stands after."""

    def __init__(self, journal: Journal | None = None) -> None:
        self._journal = journal or Journal()

    def movements(self, outcomes: Iterable[Outcome], evening: Evening, day: str) -> Iterator[str]:
        """Yield every movement in the next outcomes as a transaction."""
        return self._journal.transactions(outcomes, evening, lambda movement: _head(movement, day))

    def transaction(self, movement: Movement, money: Money, day: str) -> str:
        """Return one movement as a transaction."""
        return self._journal.transaction(movement, money, _head(movement, day))

    def before(self, evening: Evening, day: str) -> Iterator[str]:
        """The title, once every movement is known; the accounts open themselves."""
        yield f'option "title" {_text(title_of(evening))}\n'
        yield f'option "operating_currency" "{commodity_of(evening.money)}"\n'
        yield OPENS_ACCOUNTS

    def after(self, evening: Evening, day: str) -> Iterator[str]:
        """Every balance, as a remark: other files may add to the accounts."""
        money, commodity = evening.money, commodity_of(evening.money)
        yield "\n"
        for account, balance in self._journal.balances(evening).items():
            yield f"; {self._journal.names.of(account)}  {money.exact(balance)} {commodity}\n"

    def before_all(self, title: str, moneys: Sequence[Money], accounts: Iterable[Account], day: str) -> Iterator[str]:
        """The title and the accounts of a journal that includes no other."""
        yield f'option "title" {_text(title)}\n'
        for money in moneys:
            yield f'option "operating_currency" "{commodity_of(money)}"\n'
        yield "\n"
        for account in accounts:
            yield f"{day} open {self._journal.names.of(account)}\n"
            yield f"  {account.holder.kind}: {_text(account.holder.name)}\n"

    def after_all(self, balances: Mapping[tuple[Account, Money], int], day: str) -> Iterator[str]:
        """Every balance, asserted on the morning after, where there is one."""
        if day == date.max.isoformat():
            return
        yield "\n"
        after = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
        for (account, money), balance in balances.items():
            name, nothing = self._journal.names.of(account), money.exact(0)
            yield f"{after} balance {name}  {money.exact(balance)} ~ {nothing} {commodity_of(money)}\n"


def _head(movement: Movement, day: str) -> Iterator[str]:
    payee = f"{movement.payer.name} to {movement.payee.name}"
    yield f"{day} * {_text(payee)} {_text(movement.why)}"
    if movement.evening:
        yield f"  evening: {movement.evening}"
    yield f"  event: {movement.event}"
    if movement.deal:
        yield f"  deal: {movement.deal}"
    if movement.cite:
        yield f"  cite: {_text(movement.cite)}"
    yield f"  saying: {_text(movement.saying)}"


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
