"""Hearts: every heart is a point, the queen of spades is thirteen, and the fewest points win [house].

Three to five play, each alone, with 52 cards; three leave out one card, and five two, of clubs and diamonds. It is
recorded by outcome.

Options: `target`, the points at which the game is over; `stake`, what each loser pays for the game; `point`, what each
loser pays besides for every point more than the winner's; `moon`, `adds` or `takes`.

The outcome. `points A N B N`: the points of each, together 26; who is not named has none. `A moon`: A has all 26: with
`moon=adds` each other player counts 26, and with `moon=takes` A counts 26 fewer, but never fewer than none.

The game is over with the deal in which somebody reaches the target. Who then has the fewest points has won; several
with the fewest share what the others pay. Each loser pays `stake`, and `point` for each point that he has more. An
`end` before that pays nothing.

Nobody joins or leaves: `E joins for A` gives E the seat and the points of A. A misdeal is dealt again by the same
dealer.
"""

from dataclasses import dataclass, field
from typing import Any

from ledger.rules import (
    DealInHand,
    Game,
    GameOver,
    Options,
    Play,
    Pool,
    Score,
    Turn,
    announcement,
    listed,
    option,
    shares,
    word,
)
from ledger.rules.events import Announces, Says
from ledger.rules.slots import Group, Number, Player, Slots

from .words import VOCABULARY

__all__ = ["GAME", "RULES_API", "VOCABULARY"]

RULES_API = 1
ALL = 26


@dataclass(frozen=True)
class HeartsOptions(Options):
    """The house rules of Hearts."""

    target: int = option.number(100, 26, 500, "the points at which the game is over", among=(50, 100, 200))
    stake: int = option.amount(10, "what each loser pays for the game", least=0)
    point: int | None = option.amount(None, "what each loser pays for every point more than the winner's")
    moon: str = option.choice("adds", ("adds", "takes"), "whether the others count 26, or who shoots it 26 fewer")


@dataclass(frozen=True)
class HeartsCarry:
    """The points of every player."""

    points: dict[str, int] = field(default_factory=dict)


class HeartsDeal(DealInHand[HeartsOptions, HeartsCarry]):
    """A deal of Hearts."""

    def play(self) -> Play[HeartsCarry]:
        """Play the deal: the points of each, and perhaps the end of the game."""
        yield from self.opening()
        event = yield self.question
        before, counted = self.points(), self.counted(event)
        points = {player: max(before[player] + counted[player], 0) for player in before}
        carry = HeartsCarry(points)
        if max(points.values()) < self.options.target:
            return carry
        least = min(points.values())
        winners = [player for player in self.table.round() if points[player] == least]
        for player in self.table.round():
            if player not in winners:
                self.pay(player, winners, points[player] - least)
        return GameOver(f"{listed(winners)} {'has' if len(winners) == 1 else 'have'} won with {least}", carry)

    def points(self) -> dict[str, int]:
        """Return the points of everybody."""
        return {player: self.carry.points.get(player, 0) for player in self.table.players}

    def question(self) -> Turn:
        """Ask for the points of each, or who has shot the moon."""
        return Turn(
            says=(announcement("points", self.entries, self.wrong), word(self.table.players, "moon")),
            statement="it is not said who has how many points",
        )

    def entries(self) -> Slots:
        """Return the slots of `points A N …`."""
        players = self.table.round()
        entry = (Player(players), Number(1, ALL))
        return (Group(entry, repeat=True, low=1, high=len(players), total=(ALL, ALL), shown="NAME N …"),)

    def wrong(self, event: Announces) -> str | None:
        """Return what is wrong with the points, or None."""
        if stranger := next((name for name, _ in event.entries if name not in self.table.players), None):
            return f"{stranger} does not play in this game"
        counts = [count for _, count in event.entries if isinstance(count, int)]
        if 0 in counts:
            return "who has no points is left out"
        return None if sum(counts) == ALL else f"the points are {ALL} together, not {sum(counts)}"

    def counted(self, event: Says | Announces) -> dict[str, int]:
        """Return what each counts by the outcome."""
        counts = dict.fromkeys(self.table.players, 0)
        if isinstance(event, Announces):
            return counts | {player: count for player, count in event.entries if isinstance(count, int)}
        if self.options.moon == "takes":
            return counts | {event.player: -ALL}
        return dict.fromkeys(counts, ALL) | {event.player: 0}

    def pay(self, player: str, winners: list[str], more: int) -> None:
        """Let a loser pay the winners the stake, and for the points that he has more."""
        points = more * (self.options.point or 0)
        for why, due in (("the game", self.options.stake), (f"{more} points more", points)):
            for winner, part in shares(due, winners, self.table.odd_unit(due)).items():
                self.table.pay(player, winner, part, why)

    # Between deals

    def score(self) -> Score:
        """Return the points of everybody; the fewest are best."""
        points = self.points()
        target = self.options.target
        return Score(of="points", sides=tuple(points), values=tuple(points.values()), best="low", target=target)

    def carried(self) -> dict[str, Any]:
        """Return the points of every player."""
        return {"points": self.points()}

    def main_pool(self) -> Pool | None:
        """Return None: nothing lies in a pool."""
        return None

    def refuse_join(self, player: str) -> str | None:
        """Refuse a player who would join in the middle of a game."""
        return f"nobody joins before the game is over: say {player} joins for one of the players"

    def refuse_leave(self, player: str) -> str | None:
        """Refuse to let a player leave in the middle of a game."""
        return f"nobody leaves before the game is over: say who takes {player}'s place, or end"

    def replaced(self, player: str, newcomer: str) -> HeartsCarry:
        """Return the points, those of the player under the newcomer's name."""
        points = self.points()
        return HeartsCarry({newcomer if name == player else name: count for name, count in points.items()})


class Hearts(Game[HeartsOptions, HeartsCarry]):
    """Hearts."""

    name = "hearts"
    title = "Hearts"
    options = HeartsOptions
    carry = HeartsCarry
    deal = HeartsDeal
    players = (3, 5)


GAME = Hearts()
