"""Who is in, who is out, and in which order."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ledger.rules import ClockSet


@dataclass(frozen=True)
class Bounty:
    """The bounty on a player, from one entry or rebuy to the next."""

    amount: int
    takers: tuple[str, ...] = ()
    """The players who took it, the first first; they share it."""
    closed: bool = False
    """Whether one of the takers has put up a new bounty since."""


@dataclass(frozen=True)
class TournamentCarry:
    """How the tournament stands between two sayings."""

    entered: tuple[str, ...] = ()
    """A player's name for each entry, in the order of arrival."""
    gone: tuple[tuple[str, ...], ...] = ()
    """The players who are out, the first first; those who went out together share their places."""
    heads: Mapping[str, Bounty] = field(default_factory=dict)
    """The bounty on everybody who has entered, whether it was taken or not."""
    rebought: tuple[str, ...] = ()
    """A player's name for each rebuy."""
    added: tuple[str, ...] = ()
    """The players who have added on."""
    dealt: bool = False
    """Whether the prizes were shared by a deal."""
    clock: tuple[ClockSet, ...] = ()
    """The sayings that have set the clock."""

    first: int = 0
    """What a deal leaves for the first, for which all play on."""

    @property
    def over(self) -> bool:
        """Return whether nothing is left to play for."""
        return self.dealt and not self.first

    @property
    def everybody(self) -> tuple[str, ...]:
        """Return everybody who has entered, in the order of arrival."""
        return tuple(dict.fromkeys(self.entered))

    @property
    def out(self) -> tuple[str, ...]:
        """Return who is out, in the order of arrival: for each of their entries they have a place."""
        inside = self.inside
        return tuple(player for player in self.everybody if player not in inside)

    @property
    def inside(self) -> tuple[str, ...]:
        """Return who is in, in the order of arrival."""
        places = [player for group in self.gone for player in group]
        return tuple(player for player in self.everybody if self.entered.count(player) > places.count(player))

    def with_entry(self, player: str) -> "TournamentCarry":
        """Return the standing after an entry: it brings rebuys and an add-on of its own."""
        return replace(
            self,
            entered=(*self.entered, player),
            rebought=tuple(name for name in self.rebought if name != player),
            added=tuple(name for name in self.added if name != player),
        )

    def with_head(self, player: str, amount: int) -> "TournamentCarry":
        """Return the standing after a player has put up a new bounty."""
        heads = {
            other: replace(head, closed=head.closed or player in head.takers) for other, head in self.heads.items()
        }
        return replace(self, heads={**heads, player: Bounty(amount)})

    def with_more_on_head(self, player: str, amount: int) -> "TournamentCarry":
        """Return the standing after the bounty on a player has changed by so much."""
        head = self.heads[player]
        return replace(self, heads={**self.heads, player: replace(head, amount=head.amount + amount)})

    def with_taker(self, player: str, taker: str) -> "TournamentCarry":
        """Return the standing after one more has taken the bounty on a player."""
        head = self.heads[player]
        return replace(self, heads={**self.heads, player: replace(head, takers=(*head.takers, taker))})

    def without(self, *players: str) -> "TournamentCarry":
        """Return the standing after these went out together."""
        return replace(self, gone=(*self.gone, players))

    def after_rebuy(self, player: str) -> "TournamentCarry":
        """Return the standing after a rebuy, which voids the last place of a player who was out."""
        gone = list(self.gone)
        if player in self.out:
            last = max(number for number, group in enumerate(gone) if player in group)
            gone[last] = tuple(name for name in gone[last] if name != player)
        return replace(self, gone=tuple(group for group in gone if group), rebought=(*self.rebought, player))

    def places(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """Return the groups of players who are out, the best first, each with its first place."""
        place, placed = len(self.inside) + 1, list[tuple[int, tuple[str, ...]]]()
        for group in reversed(self.gone):
            placed.append((place, group))
            place += len(group)
        return tuple(placed)
