"""A game: its name, its options, what it carries from deal to deal, and its deals."""

from dataclasses import dataclass
from typing import Any, ClassVar, Generic

from ledger.core.cards import Card, pack_of
from ledger.core.names import key_of
from ledger.core.refusals import listed
from ledger.rules.deal import CarryT, DealInHand, OptionsT
from ledger.rules.options import OptionSpec, options_of


@dataclass(frozen=True)
class NoCarry:
    """The carry of a game that carries nothing."""


@dataclass(frozen=True)
class GameRecord:
    """What the yearbook keeps of a game: who has most of it in a year."""

    name: str
    """Its name in the yearbook, behind that of the game: `naps` of `nap` is `nap.naps`."""
    words: str
    """What it is, as it stands in the yearbook: `most Naps made`."""
    why: str
    """The reason of the payments by which it is known, as the rules of the game give it."""
    of_pools: bool = False
    """False: how often somebody was paid for that reason, once for each saying. True: what one takes from pools in one
    deal in which anybody pays for that reason."""


class Game(Generic[OptionsT, CarryT]):
    """A game of the rulebook. It has no state: one instance serves every evening."""

    name: ClassVar[str]
    title: ClassVar[str]
    edition: ClassVar[int] = 1
    """Raised with a mend that changes money: a number for people, which the log pins beside the digest of the rules."""
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
    boards: ClassVar[bool] = False
    """True: who wins may be said by half of a pot and by board, and a raise by what the bet comes to."""
    without_deals: ClassVar[bool] = False
    """True: nothing is ever dealt, and the game is told by what is said from its beginning to its end."""
    reserved: ClassVar[tuple[str, ...]] = ()
    """The words that no player of this game can be called by."""
    records: ClassVar[tuple[GameRecord, ...]] = ()
    """What the yearbook keeps of the game, where its sheet names something."""

    @property
    def prefix(self) -> str:
        """Return the first word of the names of its pools."""
        return self.pool_prefix or self.name

    @property
    def known_options(self) -> dict[str, OptionSpec]:
        """Return every option of the game by its name, in the order of its sheet."""
        return options_of(self.options)

    def pack(self, options: OptionsT) -> frozenset[Card]:
        """Return the cards played with."""
        return pack_of(getattr(options, "pack", 52))

    def refuse_players(self, number: int, options: OptionsT) -> str | None:
        """Return why this number of players cannot play, or None."""
        low, high = self.players
        condition = ""
        if self.most_with_32 is not None and getattr(options, "pack", 52) == 32:
            high, condition = self.most_with_32, "with pack=32 "
        if low <= number and (high is None or number <= high):
            return None
        wanted = f"{low} or more" if high is None else f"{low} to {high}"
        return f"{condition}{self.title} is for {wanted} players, not {number}"

    def refuse_name(self, player: str) -> str | None:
        """Return why a player of this name cannot play, or None."""
        if key_of(player) not in self.reserved:
            return None
        return f"nobody can be called {player} at {self.title}: the word begins a saying of the game"

    def best_players(self, options: OptionsT) -> tuple[int, ...]:
        """Return the numbers of players that the book recommends; empty if it recommends none."""
        return ()

    def warn_players(self, number: int, options: OptionsT) -> str | None:
        """Return a warning of a number that the book does not recommend, or None."""
        best = self.best_players(options)
        if not best or number in best:
            return None
        numbers = listed([str(count) for count in best], "or")
        return f"{self.title} is best for {numbers} players, and {number} play {self.best_cite}"


AnyGame = Game[Any, Any]
