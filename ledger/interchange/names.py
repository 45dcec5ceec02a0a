"""Names of players from files of other programs, changed where the notation needs it."""

from collections.abc import Iterable

from ledger.core.money import Money
from ledger.core.names import key_of
from ledger.core.names import name as written
from ledger.core.refusals import Code, Refusal, printable
from ledger.games.language import Reader
from ledger.language.lexer import FORBIDDEN

LONGEST = 80
"""The number of characters that are kept of a name."""
MOST_DOTS = 3
"""The number of dots that are tried on a name that the notation takes for something else."""


def can_be_called(name: str, money: Money) -> bool:
    """Return whether the notation can tell a name from a card, an amount, and its own words."""
    try:
        Reader(money).read(f"players {written(name)}")
    except Refusal:
        return False
    return True


def name_for(called: str, money: Money, taken: Iterable[str]) -> str:
    """Return a name that is not among `taken`, with dots where it needs them.

    What nobody can type is left out. Raises Refusal where no dots make a name of it.
    """
    name = " ".join(FORBIDDEN.sub(" ", called).split())[:LONGEST] or "p"
    keys = set(map(key_of, taken))
    for dots in range(len(keys) + MOST_DOTS + 1):
        dotted = name + "." * dots
        if key_of(dotted) not in keys and can_be_called(dotted, money):
            return dotted
    sentence = f"{printable(called, LONGEST)} cannot be the name of a player here"
    raise Refusal(Code.FILE, sentence, "Nothing was imported: give the player another name in the file")
