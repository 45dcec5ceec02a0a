"""An evening as a journal of Beancount, which asserts every balance itself."""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from ledger.evening.fold import Evening
from ledger.evening.snapshots import Outcome
from ledger.interchange.journal import Journal, Movement, commodity_of, title_of


class Beancount:
    """An evening for Beancount: what stands before its movements, these, and what stands after."""

    def __init__(self) -> None:
        self._journal = Journal()

    def movements(self, outcomes: Iterable[Outcome], evening: Evening, day: str) -> Iterator[str]:
        """Every movement in what comes next as a transaction."""
        return self._journal.transactions(outcomes, evening, lambda movement: _head(movement, day))

    def before(self, evening: Evening, day: str) -> Iterator[str]:
        """The title and the accounts, once every movement is known."""
        commodity = commodity_of(evening.money)
        yield f'option "title" {_text(title_of(evening))}\n'
        yield f'option "operating_currency" "{commodity}"\n\n'
        for account in self._journal.balances(evening):
            yield f"{day} open {self._journal.names.of(account)} {commodity}\n"
            yield f"  {account.holder.kind}: {_text(account.holder.name)}\n"

    def after(self, evening: Evening, day: str) -> Iterator[str]:
        """Every balance, asserted on the morning after, where there is one."""
        if day == date.max.isoformat():
            return
        money, commodity = evening.money, commodity_of(evening.money)
        yield "\n"
        after = (date.fromisoformat(day) + timedelta(days=1)).isoformat()
        nothing = money.exact(0)
        for account, balance in self._journal.balances(evening).items():
            name = self._journal.names.of(account)
            yield f"{after} balance {name}  {money.exact(balance)} ~ {nothing} {commodity}\n"


def _head(movement: Movement, day: str) -> Iterator[str]:
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
