"""An evening as a journal of hledger, which asserts every balance itself."""

from collections.abc import Iterator

from ledger.evening.fold import Evening
from ledger.interchange.journal import balances_of, commodity_of, entries_of, movements_of, names_of, title_of

ENDS_A_FIELD = str.maketrans({";": ",", "|": "/", "\t": " "})
"""What would end a description, or begin a comment in it."""


def hledger_of(evening: Evening, day: str) -> str:
    """Write an evening, played on that day, for hledger."""
    return "\n".join(_lines(evening, day)) + "\n"


def _lines(evening: Evening, day: str) -> Iterator[str]:
    money, commodity = evening.money, commodity_of(evening.money)
    balances = balances_of(evening)
    names = names_of(balances)
    nothing = money.exact(0)
    yield f"; {title_of(evening)}"
    yield f"commodity {nothing if '.' in nothing else nothing + '.'} {commodity}"
    yield ""
    for account, name in names.items():
        yield f"account {name}"
        yield f"  ; {account.holder.sort}: {_untagged(account.holder.name)}"
    for movement in movements_of(evening):
        yield ""
        described = f"{movement.payer.name} to {movement.payee.name}: {movement.reason}".translate(ENDS_A_FIELD)
        yield f"{day} * ({movement.event}) {described}"
        yield f"  ; event: {movement.event}{f', deal: {movement.deal}' if movement.deal else ''}"
        yield f"  ; {_untagged(movement.saying)}"
        for account, amount in entries_of(movement):
            yield f"  {names[account]}  {money.exact(amount)} {commodity}"
    yield ""
    yield f"{day} * every balance as the evening has it"
    for account, balance in balances.items():
        yield f"  {names[account]}  {nothing} {commodity} = {money.exact(balance)} {commodity}"


def _untagged(text: str) -> str:
    """A text for a comment: a word before a colon would be a tag, and some tags mean something to hledger."""
    return text.replace(":", " :")
