"""Evenings as a journal of hledger."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ledger.core.money import Money
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Outcome
from ledger.interchange.journal import Account, Journal, Movement, commodity_of, title_of

ENDS_A_FIELD = str.maketrans({";": ",", "|": "/", "\t": " "})
"""Characters that would end a description, or begin a comment in it."""


class Hledger:
    """Evenings for hledger: what stands before their movements, these, and what stands after."""

    def __init__(self, journal: Journal | None = None) -> None:
        self._journal = journal or Journal()

    def movements(self, outcomes: Iterable[Outcome], evening: Evening, day: str) -> Iterator[str]:
        """Yield every movement in the next outcomes as a transaction."""
        return self._journal.transactions(outcomes, evening, lambda movement: _head(movement, day))

    def transaction(self, movement: Movement, money: Money, day: str) -> str:
        """Return one movement as a transaction."""
        return self._journal.transaction(movement, money, _head(movement, day))

    def before(self, evening: Evening, day: str) -> Iterator[str]:
        """The title and the accounts, once every movement is known."""
        return self.before_all(title_of(evening), [evening.money], self._journal.balances(evening), day)

    def after(self, evening: Evening, day: str) -> Iterator[str]:
        """Every balance, as a remark: other files may add to the accounts."""
        money, commodity = evening.money, commodity_of(evening.money)
        yield "\n"
        for account, balance in self._journal.balances(evening).items():
            yield f"; {self._journal.names.of(account)}  {money.exact(balance)} {commodity}\n"

    def before_all(self, title: str, moneys: Sequence[Money], accounts: Iterable[Account], day: str) -> Iterator[str]:
        """The title, the moneys and the accounts."""
        yield f"; {title}\n"
        for money in moneys:
            nothing = money.exact(0)
            yield f"commodity {nothing if '.' in nothing else nothing + '.'} {commodity_of(money)}\n"
        yield "\n"
        for account in accounts:
            yield f"account {self._journal.names.of(account)}\n"
            yield f"  ; {account.holder.kind}: {_untagged(account.holder.name)}\n"

    def after_all(self, balances: Mapping[tuple[Account, Money], int], day: str) -> Iterator[str]:
        """Every balance, asserted, in a journal that includes no other."""
        yield f"\n{day} * every balance as the evenings have it\n"
        for (account, money), balance in balances.items():
            name, commodity = self._journal.names.of(account), commodity_of(money)
            yield f"  {name}  {money.exact(0)} {commodity} = {money.exact(balance)} {commodity}\n"


def _head(movement: Movement, day: str) -> Iterator[str]:
    described = f"{movement.payer.name} to {movement.payee.name}: {movement.reason}".translate(ENDS_A_FIELD)
    yield f"{day} * ({movement.event}) {described}"
    evening = f"evening: {movement.evening}, " if movement.evening else ""
    yield f"  ; {evening}event: {movement.event}{f', deal: {movement.deal}' if movement.deal else ''}"
    yield f"  ; {_untagged(movement.saying)}"


def _untagged(text: str) -> str:
    """Return a text for a comment, changed so that no word before a colon becomes a tag."""
    return text.replace(":", " :")
