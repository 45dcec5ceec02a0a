"""Evenings as a journal of Beancount."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta

from ledger.core.money import Money
from ledger.interchange.journal import Account, Balances, JournalWriter, Movement, commodity_of

OPENS_ACCOUNTS = 'plugin "beancount.plugins.auto_accounts"\n'
"""Opens every account that is named: files that were written one by one can include each other."""


class Beancount(JournalWriter):
    """A journal for Beancount; the `whole` one, which includes no other, opens and asserts all."""

    def head(self, movement: Movement, day: str) -> Iterator[str]:
        """Yield the day, who paid whom and why, and the saying."""
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

    def before(self, title: str, moneys: Sequence[Money], accounts: Iterable[Account], day: str) -> Iterator[str]:
        """Yield the title, the moneys and the accounts."""
        yield f'option "title" {_text(title)}\n'
        for money in moneys:
            yield f'option "operating_currency" "{commodity_of(money)}"\n'
        if not self.whole:
            yield OPENS_ACCOUNTS
            return
        yield "\n"
        for account in accounts:
            yield f"{day} open {self.journal.names.of(account)}\n"
            yield f"  {account.holder.kind}: {_text(account.holder.name)}\n"

    def after(self, balances: Balances, day: str) -> Iterator[str]:
        """Yield every balance, asserted on the morning after, where there is one."""
        yield "\n"
        if not self.whole:
            yield from self.journal.remarks(balances)
        elif day != date.max.isoformat():
            after = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
            for (account, money), balance in balances.items():
                name, nothing = self.journal.names.of(account), money.exact(0)
                yield f"{after} balance {name}  {money.exact(balance)} ~ {nothing} {commodity_of(money)}\n"


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
