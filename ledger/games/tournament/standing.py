"""Who is in, who is out, and in which order."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


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
    """Everybody who has paid an entry, in the order of arrival."""
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

    @property
    def out(self) -> tuple[str, ...]:
        """Return who is out, the first first."""
        return tuple(player for group in self.gone for player in group)

    @property
    def inside(self) -> tuple[str, ...]:
        """Return who is in, in the order in which they entered."""
        out = self.out
        return tuple(player for player in self.entered if player not in out)

    def with_entry(self, player: str) -> "TournamentCarry":
        """Return the standing after one more has entered."""
        return replace(self, entered=(*self.entered, player))

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
        """Return the standing after a rebuy, which voids the place of a player who was out."""
        left = (tuple(name for name in group if name != player) for group in self.gone)
        return replace(
            self,
            gone=tuple(group for group in left if group),
            rebought=(*self.rebought, player),
        )

    def after_addon(self, player: str) -> "TournamentCarry":
        """Return the standing after a player has added on."""
        return replace(self, added=(*self.added, player))

    def after_deal(self) -> "TournamentCarry":
        """Return the standing after the prizes were shared by a deal."""
        return replace(self, dealt=True)

    def places(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """Return the groups of players who are out, the best first, each with its first place."""
        place, placed = len(self.inside) + 1, list[tuple[int, tuple[str, ...]]]()
        for group in reversed(self.gone):
            placed.append((place, group))
            place += len(group)
        return tuple(placed)
