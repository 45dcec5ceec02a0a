"""An evening as a journal of hledger, which asserts every balance itself."""

from collections.abc import Iterable, Iterator

from ledger.evening.fold import Evening
from ledger.evening.snapshots import Outcome
from ledger.interchange.journal import Journal, Movement, commodity_of, title_of

ENDS_A_FIELD = str.maketrans({";": ",", "|": "/", "\t": " "})
"""What would end a description, or begin a comment in it."""


class Hledger:
    """An evening for hledger: what stands before its movements, these, and what stands after."""

    def __init__(self) -> None:
        self._journal = Journal()

    def movements(self, outcomes: Iterable[Outcome], evening: Evening, day: str) -> Iterator[str]:
        """Every movement in what comes next as a transaction."""
        return self._journal.transactions(outcomes, evening, lambda movement: _head(movement, day))

    def before(self, evening: Evening, day: str) -> Iterator[str]:
        """The title and the accounts, once every movement is known."""
        nothing, commodity = evening.money.exact(0), commodity_of(evening.money)
        yield f"; {title_of(evening)}\n"
        yield f"commodity {nothing if '.' in nothing else nothing + '.'} {commodity}\n\n"
        for account in self._journal.balances(evening):
            yield f"account {self._journal.names.of(account)}\n"
            yield f"  ; {account.holder.kind}: {_untagged(account.holder.name)}\n"

    def after(self, evening: Evening, day: str) -> Iterator[str]:
        """Every balance, asserted."""
        money, commodity = evening.money, commodity_of(evening.money)
        nothing = money.exact(0)
        yield f"\n{day} * every balance as the evening has it\n"
        for account, balance in self._journal.balances(evening).items():
            name = self._journal.names.of(account)
            yield f"  {name}  {nothing} {commodity} = {money.exact(balance)} {commodity}\n"


def _head(movement: Movement, day: str) -> Iterator[str]:
    described = f"{movement.payer.name} to {movement.payee.name}: {movement.reason}".translate(ENDS_A_FIELD)
    yield f"{day} * ({movement.event}) {described}"
    yield f"  ; event: {movement.event}{f', deal: {movement.deal}' if movement.deal else ''}"
    yield f"  ; {_untagged(movement.saying)}"


def _untagged(text: str) -> str:
    """Return a text for a comment, without a word before a colon, which would be a tag."""
    return text.replace(":", " :")
