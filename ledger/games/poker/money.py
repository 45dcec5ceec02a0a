"""The money of Poker: every counter that moves in a deal, in the smallest unit."""

from collections.abc import Mapping, Sequence

from ledger.games.families.hands import POKER_HANDS
from ledger.games.poker.options import PokerOptions
from ledger.rules import Table

INTO_THE_JACKPOT = "paid into the Jack-pot"


class PokerMoney:
    """The counters of one deal: a method for each row of the table, in its order."""

    def __init__(self, table: Table, options: PokerOptions) -> None:
        self.table = table
        self.options = options

    def jackpot(self) -> None:
        """Deal of a Jack-pot: each player → pool: as much as the ante (R30-R31)."""
        for player in self.table.round():
            pool, ante = self.table.pool(), self.options.ante
            self.table.pay_in(player, pool, ante, INTO_THE_JACKPOT, "R30-R31")

    def ante(self) -> bool:
        """Deal: eldest hand → pool: `ante` (R20). Return whether it was not paid already."""
        eldest = self.table.eldest
        if self.table.has_paid("the ante", eldest):
            return False
        self.table.pay_in(eldest, self.table.pool(), self.options.ante, "the ante", "R20")
        return True

    def straddle(self, player: str, price: int) -> None:
        """Straddle: player → pool, at once (R21-R22)."""
        self.table.pay(player, self.table.pool(), price, "straddled", "R21-R22", stays=True)

    def stake(self, player: str, amount: int, why: str, cite: str) -> None:
        """Stake or bet: player → pool, at once; a player who passes loses it (R27, R52)."""
        self.table.pay(player, self.table.pool(), amount, why, cite)

    def set_aside(self) -> None:
        """Pool claimed: pool → kitty: `kitty`, or all there is [42]."""
        size = min(self.options.kitty or 0, self.table.holding())
        self.table.pay(self.table.pool(), self.table.pool("kitty"), size, "set aside for the kitty", "[42]")

    def left_alone(self, player: str) -> None:
        """Pool claimed: pool → the only player left: all (R58)."""
        self.table.take_pool((player,), "took the pool, the others having passed", "R58")

    def best_hand(self, sharers: Sequence[str], size: int, short: bool) -> None:
        """Pool claimed: pool → best hand, or equal hands: all (R59, R76), or a claim (R60)."""
        why, cite = "won the pool with the best hand", "R59"
        if short:
            why, cite = "a claim by the show that was demanded, or the rest after it", "R60"
        elif len(sharers) > 1:
            why, cite = "shared the pool, the hands being equal", "R76"
        self.table.take_pool(sharers, why, cite, total=size)

    def reward(self, hands: Sequence[str], name: str | None) -> None:
        """Hand of `kitty_hand` or better shown: kitty → best hand: all [42]."""
        least = self.options.kitty_hand
        if least and name and POKER_HANDS.index(name) <= POKER_HANDS.index(least):
            self.table.take_pool(hands, f"the kitty, for {name}", "[42]", name="kitty")

    def expenses(self, player: str, amount: int) -> None:
        """Kitty taken: kitty → player, who meets the expenses of the table [42]."""
        self.table.pay(self.table.pool("kitty"), player, amount, "the expenses of the table", "[42]")

    def false_opening(self, opener: str) -> None:
        """False opening: opener → pool: two antes (R33)."""
        fine = 2 * self.options.ante
        self.table.pay(opener, self.table.pool(), fine, "fined: false-opening", "R33", stays=True)

    def refund(self, payer: str, player: str, amount: int, cite: str) -> None:
        """Foul deal: dealer, or who spoke to the dealer → player: the ante or straddle (R14, R16)."""
        self.table.pay(payer, player, amount, "refunded, for a foul deal", cite, stays=True)


class Claims:
    """The division of the pool among the hands, told from the best to the last (R58-R60, R76).

    A short stake claims the ante and straddles of the deal, and from the stake of each player who was in when its
    show was demanded as much as itself, unless a better hand has had it. Any other hand claims all the rest.
    """

    def __init__(
        self, pool: int, laid: Mapping[str, int], stakes: Mapping[str, int], demands: Mapping[str, Sequence[str]]
    ) -> None:
        """`laid` are the ante and straddles; `demands` gives who was in at each demand of a show."""
        self.rest = pool
        """The rest of the pool."""
        self.stakes = stakes
        self.demands = demands
        self._laid = sum(laid.values())
        self._had: dict[str, int] = {}
        """How much of each player's stake the better hands have had."""

    def divide(self, hands: tuple[str, ...], last: bool) -> list[tuple[tuple[str, ...], int]]:
        """Return the share of the next best hand or hands: who shares, and how much.

        Equal hands share what the shortest stake of them claims; then the others share on. With `last` no other hand
        is left, and these also have the rest.
        """
        shares = []
        sharers = list(hands)
        while sharers and self.rest:
            shortest = min(sharers, key=self._length)
            like = [player for player in sharers if self._length(player) == self._length(shortest)]
            everything = shortest not in self.demands or (last and len(like) == len(sharers))
            amount = min(self._claim(shortest), self.rest) if not everything else self.rest
            self.rest -= amount
            shares.append((tuple(sharers), amount))
            sharers = [player for player in sharers if player not in like]
        return [(who, amount) for who, amount in shares if amount]

    def _length(self, player: str) -> tuple[bool, int, int]:
        """Return the sort key of a claim: no show demanded, a higher stake, more players in."""
        among = self.demands.get(player)
        return (True, 0, 0) if among is None else (False, self.stakes[player], len(among))

    def _claim(self, player: str) -> int:
        """Return the claim of a short stake; worse hands can no longer win what it gains."""
        height = self.stakes[player]
        claim, self._laid = self._laid, 0
        for other in self.demands[player]:
            reached = min(self.stakes[other], height)
            had = self._had.get(other, 0)
            claim += max(reached - had, 0)
            self._had[other] = max(reached, had)
        return claim
