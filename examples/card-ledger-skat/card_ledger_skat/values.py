"""The value of a game of Skat [5.1], [5.2], [5.4]."""

from dataclasses import dataclass

from ledger.rules.events import Says

from .words import BASE_VALUES

NULL_VALUES = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
"""The value of null, by whether it is played from the hand and whether it is open [5.1]."""
MOST_TOPS = {"grand": 4}
"""The most tops that a contract can have; 11 at a suit [2.4.3]."""


def most_tops(contract: str) -> int:
    """Return the most tops of a suit or of grand."""
    return MOST_TOPS.get(contract, 11)


def _all_bids() -> tuple[int, ...]:
    suits = {
        base * multiplier for contract, base in BASE_VALUES.items() for multiplier in range(2, most_tops(contract) + 8)
    }
    return tuple(sorted({*suits, *NULL_VALUES.values()}))


BIDS = _all_bids()
"""The values that some game can have: nothing else can be bid [3.3.1]."""


@dataclass(frozen=True)
class Contract:
    """What the soloist plays, as he declared it."""

    soloist: str
    name: str
    qualifiers: frozenset[str]
    bid: int | None

    @classmethod
    def of(cls, event: Says) -> "Contract":
        """Return the contract of a declaration."""
        said = dict(event.qualifiers)
        return cls(event.player, event.word, frozenset(said) - {"bid"}, said.get("bid"))

    @property
    def base(self) -> int:
        """Return the base value; at null the fixed value."""
        if self.name == "null":
            return NULL_VALUES["hand" in self.qualifiers, "ouvert" in self.qualifiers]
        return BASE_VALUES[self.name]

    @property
    def title(self) -> str:
        """Return the contract in words: ``clubs hand``."""
        levels = [level for level in ("hand", "schneider", "schwarz", "ouvert") if level in self.qualifiers]
        return " ".join((self.name, *levels))

    def is_reached_by(self, value: int) -> bool:
        """Return whether a value is as high as was bid, as far as that was said with the contract."""
        return self.bid is None or self.bid <= value

    def multiplier(self, tops: int, level: str | None) -> int:
        """Return the multiplier of a suit or grand; `level` is what the losers of the game were [5.2]."""
        said = self.qualifiers
        if "ouvert" in said:
            return tops + 7
        announced = 2 if "schwarz" in said else int("schneider" in said)
        reached = max(announced, {None: 0, "schneider": 1, "schwarz": 2}[level])
        return tops + 1 + ("hand" in said) + announced + reached


def least_reaching(base: int, bid: int) -> int:
    """Return the least multiple of a base value that reaches a bid [5.4]."""
    return -(-bid // base) * base
