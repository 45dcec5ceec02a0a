"""Evenings as a journal of hledger."""

from collections.abc import Iterable, Iterator, Sequence

from ledger.core.money import Money
from ledger.interchange.journal import Account, Balances, JournalWriter, Movement, commodity_of

ENDS_A_FIELD = str.maketrans({";": ",", "|": "/", "\t": " "})
"""Characters that would end a description, or begin a comment in it."""


class Hledger(JournalWriter):
    """A journal for hledger; the `whole` one, which includes no other, asserts every balance."""

    def head(self, movement: Movement, day: str) -> Iterator[str]:
        """Yield the day, who paid whom and why, and the saying."""
        described = f"{movement.payer.name} to {movement.payee.name}: {movement.reason}".translate(ENDS_A_FIELD)
        yield f"{day} * ({movement.event}) {described}"
        evening = f"evening: {movement.evening}, " if movement.evening else ""
        yield f"  ; {evening}event: {movement.event}{f', deal: {movement.deal}' if movement.deal else ''}"
        yield f"  ; {_untagged(movement.saying)}"

    def before(self, title: str, moneys: Sequence[Money], accounts: Iterable[Account], day: str) -> Iterator[str]:
        """Yield the title, the moneys and the accounts."""
        yield f"; {title}\n"
        for money in moneys:
            nothing = money.exact(0)
            yield f"commodity {nothing if '.' in nothing else nothing + '.'} {commodity_of(money)}\n"
        yield "\n"
        for account in accounts:
            yield f"account {self.journal.names.of(account)}\n"
            yield f"  ; {account.holder.kind}: {_untagged(account.holder.name)}\n"

    def after(self, balances: Balances, day: str) -> Iterator[str]:
        """Yield every balance."""
        yield "\n"
        if not self.whole:
            yield from self.journal.remarks(balances)
            return
        yield f"{day} * every balance as the evenings have it\n"
        for (account, money), balance in balances.items():
            name, commodity = self.journal.names.of(account), commodity_of(money)
            yield f"  {name}  {money.exact(0)} {commodity} = {money.exact(balance)} {commodity}\n"


def _untagged(text: str) -> str:
    """Return a text for a comment, changed so that no word before a colon becomes a tag."""
    return text.replace(":", " :")
