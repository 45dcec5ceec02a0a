"""Names of players from files of other programs, changed where the notation needs it."""

from collections.abc import Iterable

from ledger.core.money import Money
from ledger.core.names import key_of
from ledger.core.names import name as written
from ledger.core.refusals import Refusal
from ledger.games.language import Reader


def can_be_called(name: str, money: Money) -> bool:
    """Return whether the notation can tell a name from a card, an amount, and its own words."""
    try:
        Reader(money).read(f"players {written(name)}")
    except Refusal:
        return False
    return True


def name_for(name: str, money: Money, taken: Iterable[str]) -> str:
    """Return a name that is not among `taken`, with dots added where it needs them."""
    keys = set(map(key_of, taken))
    while key_of(name) in keys or not can_be_called(name, money):
        name += "."
    return name
