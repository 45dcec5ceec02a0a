"""The lives at Snip-Snap-Snorum: who is in, how many are left, who wins the pool [91]-[92]."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from ledger.rules import Table


class Lives:
    """The stakes that each has left, in the smallest unit, and the order of going out [94]."""

    def __init__(self, table: Table, left: Mapping[str, int], out: Iterable[str], unlimited: bool) -> None:
        self.table = table
        self.left = dict(left)
        self.out = list(out)
        """The players who are out, in the order of going out."""
        self.unlimited = unlimited
        self.won = False
        """Whether the pool has been won."""

    # Who is next

    def still_in(self) -> tuple[str, ...]:
        """Return who is still in, from the dealer's left, without newcomers since the last deal."""
        return tuple([player for player in self.table.round() if player in self.left and player not in self.out])

    def after(self, player: str, among: Collection[str] | None = None) -> str:
        """Return the next who is still in after a player (or one of some); alone, the player."""
        return self.table.left_of(player, (self.still_in() if among is None else among) or [player])

    def before(self, player: str) -> str:
        """The player before this one who is still in."""
        order = self.still_in()
        return order[order.index(player) - 1]

    def pass_the_deal(self) -> None:
        """Let the deal pass over those who are out [92]."""
        due = self.table.due_dealer()
        if due in self.out and self.still_in():
            self.table.deal_goes_to(self.after(due))

    # What is paid

    def lose(self, player: str, amount: int, why: str, cite: str = "") -> None:
        """Have a player pay into the pool, at most the stakes left; with none left, out [92]."""
        if player in self.out:
            return
        paid = amount if self.unlimited else min(amount, self.left[player])
        self.table.pay(player, self.table.pool(), paid, why, cite)
        if self.unlimited:
            return
        self.left[player] -= paid
        if not self.left[player]:
            self.goes(player)

    def lose_all(self, player: str) -> None:
        """Take the last stakes of a player, whatever the reason [92]."""
        self.lose(player, self.left[player], "the last stakes, out", "[92]")

    def gain(self, player: str, amount: int, why: str, cite: str) -> None:
        """Pay a player from the pool, as far as it allows, and add that to the player's lives [94]."""
        amount = min(amount, self.table.holding())
        self.table.pay(self.table.pool(), player, amount, why, cite)
        self.left[player] += amount

    def goes(self, player: str) -> None:
        """Note that a player is out; the last one in wins the pool [92]."""
        if player not in self.out:
            self.out.append(player)
        if len(self.still_in()) == 1:
            self.win(self.still_in()[0], "the last in", "[92]")

    def win(self, player: str, why: str, cite: str) -> None:
        """Give a player the pool."""
        self.won = True
        self.table.take_pool((player,), why, cite)

    def outlast(self, winner: str) -> None:
        """Have all others still in lose their last stakes, from the dealer's left [92]."""
        for player in self.still_in():
            if player != winner and not self.won:
                self.lose_all(player)


@dataclass(frozen=True)
class SnipCarry:
    """The stakes that each has left to lose, in the smallest unit; the players out and waiting."""

    left: dict[str, int] = field(default_factory=dict)
    out: tuple[str, ...] = ()
    """The players who are out; before a new game, those who went out in the last one."""
    waiting: tuple[str, ...] = ()
    """Players who joined while lives were being lost, and wait for the next game."""
    begun: bool = False
    """Whether lives are being lost: a deal has been played, and the pool is not won."""


def carried(lives: Lives, waiting: Iterable[str]) -> SnipCarry:
    """Return the carry: the lives, or those of a new game after the pool is won [92]-[93]."""
    table = lives.table
    if not lives.won:
        lives.pass_the_deal()
        return SnipCarry(lives.left, tuple(lives.out), tuple(waiting), begun=True)
    table.add_players(*(player for player in waiting if player in table.seats.present))
    carry = SnipCarry(out=tuple(lives.out))
    first_out_deals(table, carry)
    return carry


def first_out_deals(table: Table, carry: SnipCarry) -> None:
    """Give the new game's first deal to the first player out of the last one still seated [93]."""
    if carry.out and not carry.begun:
        table.deal_goes_to(next((player for player in carry.out if player in table.players), carry.out[0]))
