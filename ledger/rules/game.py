"""What every game is made of: an options class, what it carries from deal to deal, and a deal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic

from ledger.core.books import Pool
from ledger.core.cards import Card, pack_of
from ledger.core.events import End
from ledger.core.refusals import Code, listed, refuse
from ledger.rules.deal import CarryT, DealInHand, OptionsT
from ledger.rules.ending import lowest_drawn, pay_out
from ledger.rules.table import Table


@dataclass(frozen=True)
class NoCarry:
    """What a game carries that carries nothing."""


class Game(Generic[OptionsT, CarryT]):
    """A game of the rulebook: stateless, so that one of each serves every evening."""

    name: ClassVar[str]
    title: ClassVar[str]
    edition: ClassVar[int] = 1
    """Raised when a rule is mended in a way that changes what an old evening settled."""
    options: type[OptionsT]
    carry: type[CarryT]
    deal: type[DealInHand[OptionsT, CarryT]]
    players: ClassVar[tuple[int, int | None]] = (2, None)
    """The fewest and the most who can play; None: as many as there are."""
    most_with_32: ClassVar[int | None] = None
    """The most who can play with 32 cards, where the sheet gives a number of its own for them."""
    best_cite: ClassVar[str] = ""
    """The page on which the book recommends some numbers of players, where it does."""
    pool_prefix: ClassVar[str | None] = None
    bare_end_divides: ClassVar[bool] = False
    """Whether `end` alone divides what is in the pools; else it is refused while they hold anything."""

    @property
    def prefix(self) -> str:
        """The first word of its pools' names."""
        return self.pool_prefix or self.name

    def pack(self, options: OptionsT) -> frozenset[Card]:
        """The cards played with."""
        return pack_of(getattr(options, "pack", 52))

    def refuse_players(self, number: int, options: OptionsT) -> str | None:
        """Say why so many cannot play, or None."""
        low, high = self.players
        condition = ""
        if self.most_with_32 is not None and getattr(options, "pack", 52) == 32:
            high, condition = self.most_with_32, "with pack=32 "
        if low <= number and (high is None or number <= high):
            return None
        wanted = f"{low} or more" if high is None else f"{low} to {high}"
        return f"{condition}{self.title} is for {wanted} players, not {number}"

    def best_players(self, options: OptionsT) -> tuple[int, ...]:
        """The numbers of players that the book recommends; empty where it recommends none."""
        return ()

    def warn_players(self, number: int, options: OptionsT) -> str | None:
        """Warn of a number that the book does not recommend, or None."""
        best = self.best_players(options)
        if not best or number in best:
            return None
        numbers = listed([str(one) for one in best], "or")
        return f"{self.title} is best for {numbers} players, and {number} play {self.best_cite}"

    def begin(self, table: Table, options: OptionsT) -> CarryT:
        """What is carried to the first deal."""
        return self.carry()

    def report(self, table: Table, options: OptionsT, carry: CarryT) -> dict[str, Any]:
        """What is carried over, by the names of the sheet, for programs."""
        return {}

    def leaves_to_the_next(self, table: Table, options: OptionsT, carry: CarryT) -> tuple[str, ...]:
        """What a deal that is over leaves to the next one, in words: what lies in pools, and what is doubled."""
        doubled = ("all stakes are doubled",) if table.multiplier > 1 else ()
        return (*doubled, *(f"{table.show(held)} lies in {pool}" for pool, held in self.pools(table)))

    def refuse_join(self, table: Table, options: OptionsT, carry: CarryT, player: str) -> str | None:
        """Say why nobody may join now, or None. Asked between deals only."""
        return None

    def newcomer_plays(self, table: Table, options: OptionsT, carry: CarryT) -> bool:
        """Whether one who joins plays from the next deal, or waits for the next game."""
        return True

    def refuse_leave(self, table: Table, options: OptionsT, carry: CarryT, player: str) -> str | None:
        """Say why a player of the game may not leave it now, or None. Asked between deals only."""
        return None

    def left(self, table: Table, options: OptionsT, carry: CarryT, player: str) -> CarryT:
        """A player of the game has left: what is carried now."""
        return carry

    def joined(self, table: Table, options: OptionsT, carry: CarryT, player: str) -> CarryT:
        """One has joined the game: what is carried now."""
        return carry

    def waits(self, table: Table, options: OptionsT, carry: CarryT, player: str) -> CarryT:
        """One has joined the table who does not play yet: what is carried now."""
        return carry

    # The end

    def end(self, table: Table, options: OptionsT, carry: CarryT, said: End) -> None:
        """End the game, and dispose of what is in its pools. Raises Refusal where that is not settled."""
        total = sum(amount for _, amount in self.pools(table))
        how = said.how or ("divide" if self.bare_end_divides else None)
        if how is None and total:
            said_so = {"draw": "end draw NAME:CARD …"}
            ways = [said_so.get(way, f"end {way}") for way in self._ways_to_share(table, options, carry)]
            remedy = f"Say {listed(ways, 'or')}"
            verb = "lies" if len(self.pools(table)) == 1 else "lie"
            raise refuse(f"{self._held(table)} {verb} there still", remedy, Code.NOT_NOW)
        if how == "divide":
            pay_out(
                table, self.pools(table), self.sharers(table, options, carry), "divided at the end", self.end_cite()
            )
        elif how == "draw":
            winner = lowest_drawn(said.draws, self.sharers(table, options, carry), self.pack(options))
            pay_out(table, self.pools(table), (winner,), "drew the lowest card at the end", self.end_cite())

    def ways_to_end(self, table: Table, options: OptionsT, carry: CarryT) -> Sequence[str | None]:
        """How the game may end now; None stands for a bare `end`."""
        alone = self.bare_end_divides or not any(amount for _, amount in self.pools(table))
        return (*((None,) if alone else ()), *self._ways_to_share(table, options, carry))

    def _ways_to_share(self, table: Table, options: OptionsT, carry: CarryT) -> tuple[str, ...]:
        """What may become of the pools at the end: one alone may divide, but draws against nobody."""
        sharers = len(self.sharers(table, options, carry))
        return (*(("divide",) if sharers else ()), *(("draw",) if sharers > 1 else ()), "leave")

    def end_cite(self) -> str:
        """The page on which the end of a pool stands, if the book has one."""
        return ""

    def sharers(self, table: Table, options: OptionsT, carry: CarryT) -> Sequence[str]:
        """Who has a part in the pools at the end, from the left of the last dealer."""
        return table.round()

    def pools(self, table: Table) -> list[tuple[Pool, int]]:
        """The pools of this game that hold anything."""
        ours = f"{self.prefix}."
        return [(Pool(name), held) for name, held in table.books.pools.items() if name.startswith(ours)]

    def _held(self, table: Table) -> str:
        return listed([f"{table.show(held)} in {pool}" for pool, held in self.pools(table)])


AnyGame = Game[Any, Any]
