"""What lies in the pool of a deal of Poker, whose it was, and who is still in.

All amounts are in the smallest unit.
"""

from collections.abc import Iterable

from ledger.games.poker.money import PokerMoney
from ledger.rules import Table


class Stakes:
    """The stakes of one deal: all that each has put down, with the ante and the straddles."""

    def __init__(self, table: Table, money: PokerMoney, laid: Iterable[tuple[str, int]]) -> None:
        self.money = money
        self.laid = dict(laid)
        """The ante and the straddles of this deal, by player."""
        self.of = {player: self.laid.get(player, 0) for player in table.players}
        """Each player's stake."""
        self.level = 0
        """The highest stake on the table, once the game is open."""
        self.ahead: dict[str, int] = {}
        """What was put down out of turn and still waits for its player's turn (R55)."""
        self.shows_demanded: dict[str, tuple[str, ...]] = {}
        """The players who demanded a show for a short stake, each with those who were in then (R60)."""
        self.remaining: tuple[str, ...] = table.round()
        """The players who have neither passed nor retired, from the dealer's left."""

    # Who is in

    @property
    def asked(self) -> tuple[str, ...]:
        """Return who is still to be asked, without those who wait for a show (R61)."""
        if not self.shows_demanded:
            return self.remaining
        return tuple(player for player in self.remaining if player not in self.shows_demanded)

    def retire(self, player: str) -> None:
        """Take a player out of the game, without the stake, which stays (R27)."""
        self.remaining = tuple(other for other in self.remaining if other != player)
        self.ahead.pop(player, None)

    # What is down

    def down(self, player: str) -> int:
        """Return what a player has down: the stake, and what was put down before the player's turn."""
        return self.of[player] + self.ahead.get(player, 0)

    def owes(self, player: str) -> int:
        """Return by how much a player's stake is below the highest."""
        return max(self.level - self.of[player], 0)

    def lay(self, player: str, amount: int) -> None:
        """Count an ante or a straddle that was paid into the pool."""
        self.laid[player] = self.laid.get(player, 0) + amount
        self.of[player] += amount

    def put_ahead(self, player: str, amount: int) -> None:
        """Count what was paid into the pool out of turn; it waits for its player's turn (R55)."""
        self.ahead[player] = self.ahead.get(player, 0) + amount

    def make(self, player: str, total: int, why: str, cite: str) -> None:
        """Make a player's stake this much, first out of what was put down before the turn."""
        due = total - self.of[player]
        waiting = self.ahead.pop(player, 0)
        used = min(due, waiting)
        if waiting > used:
            self.ahead[player] = waiting - used
        self.money.stake(player, due - used, why, cite)
        self.of[player] = total
        self.level = max(self.level, total)

    def demand_show(self, player: str, amount: int) -> None:
        """Put down all that a player has, too little to call, to wait for the show (R60)."""
        self.make(player, self.down(player) + amount, "demanded a show", "R60")
        self.shows_demanded[player] = self.remaining
