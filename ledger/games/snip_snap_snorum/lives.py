"""The lives at Snip-Snap-Snorum: who is in, what each has left, who wins the pool [91]-[92]."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from ledger.rules import Table


class Lives:
    """What each has left to lose, in the smallest unit; who is out, if lives are limited [94]."""

    def __init__(self, table: Table, left: Mapping[str, int], out: Iterable[str], unlimited: bool) -> None:
        self.table = table
        self.left = dict(left)
        self.out = list(out)
        """Who is out, in that order."""
        self.unlimited = unlimited
        self.won = False
        """Whether the pool has been won."""

    # Who is next

    def still_in(self) -> tuple[str, ...]:
        """Who is still in, from the dealer's left; not one who has sat down since the last deal."""
        return tuple([player for player in self.table.round() if player in self.left and player not in self.out])

    def after(self, player: str, among: Collection[str] | None = None) -> str:
        """The next after a player who is still in (or one of some); himself where there is no other."""
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
        """A player pays into the pool, no more than he has left; who has nothing left is out [92]."""
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
        """A player has lost the last of his stakes, no matter how [92]."""
        self.lose(player, self.left[player], "the last stakes, out", "[92]")

    def gain(self, player: str, amount: int, why: str, cite: str) -> None:
        """The pool pays a player, as far as it can, and he adds it to his lives [94]."""
        amount = min(amount, self.table.holding())
        self.table.pay(self.table.pool(), player, amount, why, cite)
        self.left[player] += amount

    def goes(self, player: str) -> None:
        """A player is out; when all but one are, the pool is won by the last in [92]."""
        if player not in self.out:
            self.out.append(player)
        if len(self.still_in()) == 1:
            self.win(self.still_in()[0], "the last in", "[92]")

    def win(self, player: str, why: str, cite: str) -> None:
        """A player takes the pool."""
        self.won = True
        self.table.take_pool((player,), why, cite)

    def outlast(self, winner: str) -> None:
        """Have all others still in lose what they have left, from the dealer's left [92]."""
        for player in self.still_in():
            if player != winner and not self.won:
                self.lose_all(player)


@dataclass(frozen=True)
class SnipCarry:
    """What each has left to lose, in the smallest unit; who is out, in order; who waits."""

    left: dict[str, int] = field(default_factory=dict)
    out: tuple[str, ...] = ()
    """Who is out; before a new game, who went out in the last one."""
    waiting: tuple[str, ...] = ()
    """Those who joined while lives were being lost, and wait for the next game."""
    begun: bool = False
    """Whether lives are being lost: a deal has been, and the pool is still to be won."""


def carried(lives: Lives, waiting: Iterable[str]) -> SnipCarry:
    """Return what goes on: the lives, or a new game where the pool has been won [92]-[93]."""
    table = lives.table
    if not lives.won:
        lives.pass_the_deal()
        return SnipCarry(lives.left, tuple(lives.out), tuple(waiting), begun=True)
    table.add_players(*(player for player in waiting if player in table.seats.present))
    carry = SnipCarry(out=tuple(lives.out))
    first_out_deals(table, carry)
    return carry


def first_out_deals(table: Table, carry: SnipCarry) -> None:
    """The first out of the game that is over deals the new one, of those still seated [93]."""
    if carry.out and not carry.begun:
        table.deal_goes_to(next((player for player in carry.out if player in table.players), carry.out[0]))
