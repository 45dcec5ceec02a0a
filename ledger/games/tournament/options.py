"""The house rules of Tournament."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ledger.games.tournament.levels import USUAL, read_levels
from ledger.games.tournament.prizes import HUNDRED
from ledger.rules import Options, Period, option

ANY, ENTRY = "any", "entry"
MOST_REBUYS, MOST_PLACES, MOST_STACK = 99, 100, 1_000_000
BY_ENTRIES = ((3, (100,)), (6, (65, 35)), (10, (50, 30, 20)), (20, (40, 30, 20, 10)))
"""For each number of entries, up to which it holds, the hundredths of each place."""
WITH_MORE = (35, 25, 18, 13, 9)


@dataclass(frozen=True)
class TournamentOptions(Options):
    """The house rules of Tournament."""

    entry: int = option.amount(20, "what each pays for prizes, as the game begins or later")
    bounty: int = option.amount(0, "what each pays besides, as a bounty", least=0)
    fee: int = option.amount(0, "what each pays besides for the house, at every entry; not at rebuys", least=0)
    progressive: bool = option.flag("half of a bounty goes on the head of who takes it; with bounty")
    rebuy: int | str | None = option.amount(
        None, "what `A rebuys` pays for prizes, or as much as entry", words=(ENTRY,)
    )
    addon: int | str | None = option.amount(
        None, "what `A adds-on` pays for prizes, or as much as entry", words=(ENTRY,)
    )
    rebuys: int | str = option.number(
        0, 1, MOST_REBUYS, "how many rebuys one player may have; with rebuy", words=(ANY,), default_word=ANY
    )
    places: tuple[int, ...] | None = option.hundredths(
        "by entries",
        "the prizes, as whole shares of a hundred from the first down",
        usual=("100", "65-35", "50-30-20", "40-30-20-10", "35-25-18-13-9"),
    )

    prizes: tuple[int, ...] | None = option.amounts(
        "the prizes as amounts from the first down, instead of places", "50-30-20"
    )

    levels: tuple[Period, ...] | None = option.row(
        read_levels,
        "usual, or levels and breaks with their lengths, as 20m:10/20,20m:20/40,break10m",
        "no clock",
        "the levels of the clock, each with its minutes and its blinds, as 20m:10/20,20m:20/40,break10m",
        usual=(USUAL,),
    )
    stack: int = option.number(
        0, 0, MOST_STACK, "how many chips each gets for an entry, a rebuy or an add-on; with levels"
    )

    @property
    def rebuy_price(self) -> int | None:
        """Return the price of a rebuy; None if there are none."""
        return self._price(self.rebuy)

    @property
    def addon_price(self) -> int | None:
        """Return the price of an add-on; None if there are none."""
        return self._price(self.addon)

    def _price(self, said: int | str | None) -> int | None:
        return said if said is None or isinstance(said, int) else self.entry

    def shares_for(self, entries: int) -> tuple[int, ...]:
        """Return the hundredths of each place, from the first down, with so many entries."""
        return self.places or next((shares for most, shares in BY_ENTRIES if entries <= most), WITH_MORE)

    def conflict(self, players: int) -> str | None:
        """Return what is wrong with the shares of the places, or with the prizes."""
        if self.prizes is not None:
            if self.places is not None:
                return "either places or prizes is said, not both"
            return self._wrong_row("prizes", self.prizes, "is at least 1")
        if self.places is None:
            return None
        if problem := self._wrong_row("places", self.places, "has at least 1 of the hundred"):
            return problem
        if sum(self.places) != HUNDRED:
            return f"places={'-'.join(map(str, self.places))} comes to {sum(self.places)}, not to 100"
        return None

    def _wrong_row(self, name: str, row: Sequence[int], least: str) -> str | None:
        said = f"{name}={'-'.join(map(str, row))}"
        if len(row) > MOST_PLACES:
            return f"there are at most {MOST_PLACES} places, not {len(row)}"
        if min(row) < 1:
            return f"{said}: each place {least}"
        if any(share < following for share, following in pairwise(row)):
            return f"{said}: no place has less than the next"
        return None

    def out_of_place(self, given: Collection[str]) -> str | None:
        """Return which option is said without the one that it goes with, or None."""
        if "rebuys" in given and self.rebuy is None:
            return "rebuys is said only with rebuy"
        if "stack" in given and self.levels is None:
            return "stack is said only with levels, whose clock shows the average stack"
        return "progressive is said only with bounty" if self.progressive and not self.bounty else None
