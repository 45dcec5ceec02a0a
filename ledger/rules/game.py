"""A game: its name, its options, what it carries from deal to deal, and its deals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic

import msgspec

from ledger.core.cards import Card, pack_of
from ledger.core.names import key_of
from ledger.core.refusals import listed
from ledger.rules.deal import CarryT, DealInHand, OptionsT
from ledger.rules.options import OptionSpec, options_of

IN_LETTERS = dict(enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight"), start=1))


@dataclass(frozen=True)
class NoCarry:
    """The carry of a game that carries nothing."""


class GameRecord(msgspec.Struct, frozen=True):
    """A record of the yearbook: who did something most often in a year."""

    name: str
    """The record's name in the yearbook, after that of the game: `naps` of `nap` is `nap.naps`."""
    words: str
    """The record's heading in the yearbook: `most Naps made`."""
    why: str
    """The reason that the rules give to the payments that count for the record."""
    of_pools: bool = False
    """What is counted. False: the sayings by which somebody is paid for the reason. True: what a player takes from
    pools in one deal in which anybody pays for the reason."""


class Game(Generic[OptionsT, CarryT]):
    """A game of the rulebook. It has no state: one instance serves every evening."""

    name: ClassVar[str]
    """The name as `game` says it, in small letters: `high-card`."""
    title: ClassVar[str]
    """The name as people write it: High Card."""
    edition: ClassVar[int] = 1
    """A number for people, raised with a mend that changes money; the log pins it beside the digest of the rules."""
    options: type[OptionsT]
    """The class of its house rules."""
    carry: type[CarryT]
    """The class of what a deal leaves to the next: plain data."""
    deal: type[DealInHand[OptionsT, CarryT]]
    """The class of its deals."""
    players: ClassVar[tuple[int, int | None]] = (2, None)
    """The least and the greatest number of players; None where the number has no limit."""
    most_with_32: ClassVar[int | None] = None
    """The greatest number of players with 32 cards, where the sheet sets one."""
    best_cite: ClassVar[str] = ""
    """The page on which the book recommends numbers of players; empty if it recommends none."""
    own_pack: ClassVar[frozenset[Card]] = frozenset()
    """The cards played with, where they do not follow from the option `pack`."""
    pool_prefix: ClassVar[str | None] = None
    """The first word of the names of its pools, where that is not its name."""
    boards: ClassVar[bool] = False
    """Whether wins are said by halves of a pot and by boards, and a raise by the total of the bet."""
    without_deals: ClassVar[bool] = False
    """Whether the game has no deals, and all its sayings are told between its beginning and its end."""
    reserved: ClassVar[tuple[str, ...]] = ()
    """Words that are not taken as names of players of this game."""
    records: ClassVar[tuple[GameRecord, ...]] = ()
    """The records of the game for the yearbook, where its sheet names some."""

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
        return self.own_pack or pack_of(getattr(options, "pack", 52))

    def refuse_players(self, number: int, options: OptionsT) -> str | None:
        """Return why this number of players cannot play, or None."""
        low, high = self.players
        condition = ""
        if self.most_with_32 is not None and getattr(options, "pack", 52) == 32:
            high, condition = self.most_with_32, "with pack=32 "
        if low <= number and (high is None or number <= high):
            return None
        if low == high:
            return f"{IN_LETTERS.get(low, low)} play {self.title}, not {number}"
        wanted = f"{low} or more" if high is None else f"{low} to {high}"
        return f"{condition}{self.title} is for {wanted} players, not {number}"

    def refuse_name(self, player: str) -> str | None:
        """Return why a player of this name cannot play, or None."""
        return self.refuse_word(player, self.reserved)

    def refuse_player(self, player: str, options: OptionsT) -> str | None:
        """Return why a player of this name cannot play with these options, or None."""
        return self.refuse_name(player)

    def refuse_word(self, player: str, reserved: Sequence[str]) -> str | None:
        """Return why a player cannot be called by one of these words, or None."""
        if key_of(player) not in reserved:
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
