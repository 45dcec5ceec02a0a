"""The betting of one deal: who is to act, what each owes, and what may be bet.

It knows no table and moves no counters. All amounts are in the smallest unit.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

STREETS = 4
"""The rounds of betting: before the flop, and after the flop, the turn and the river."""
SMALL_STREETS = 2
"""The number of streets on which a fixed limit is one bet; later it is two."""


@dataclass(frozen=True)
class Limits:
    """The limits of bets: the big blind, the kind of limit, and a fixed bet and its raises."""

    big: int
    limit: str
    bet: int
    raises: int

    @property
    def fixed(self) -> bool:
        """Return whether every bet and raise is of one sum."""
        return self.limit == "fixed"


class BettingRounds:
    """The betting of a deal, from the forced bets to the last street."""

    def __init__(self, order: Iterable[str], limits: Limits, stacks: Mapping[str, int] | None) -> None:
        """Begin with the players from the left of the button, and their stacks, if known."""
        self.order = tuple(order)
        self.limits = limits
        self.stacks = stacks
        self.put = dict.fromkeys(self.order, 0)
        """The counters of each that count against the others: antes of all, blinds and bets."""
        self.dead = dict.fromkeys(self.order, 0)
        """The other counters that each has put in, for the main pot."""
        self.bets = dict.fromkeys(self.order, 0)
        """The bet of each player on this street."""
        self.left = list(self.order)
        """The players who have not folded."""
        self.told_all_in: set[str] = set()
        self.street = 0
        self.level = 0
        """The total that each player's bet must come to on this street."""
        self.full_level = 0
        """The last full bet or raise of the street: a fixed limit counts from it."""
        self.least_raise = limits.big
        self.raised = 0
        """The number of full raises after the first bet of the street."""
        self.began_with = len(self.order)
        """The number of players who could bet when the street began."""
        self.had_say: dict[str, int] = {}
        """Who has had a say on the street, and how many full bets there were after it."""
        self.fulls = 0
        """The number of full bets and raises on the street."""
        self._places = {player: place for place, player in enumerate(self.order)}
        self._twice = self.order * 2
        self._next = 0
        """The place in the order of the player who may be next to act."""
        self._able: list[str] | None = None
        self._due: str | None = None
        self._due_known = False
        """Two cached answers, because they are asked for often: who is able, until one folds or is all in; who is
        due, until the next act."""

    # Who is in

    def behind(self, player: str) -> int | None:
        """Return what a player has still to put in; None if that is not known."""
        return None if self.stacks is None else self.stacks[player] - self.put[player] - self.dead[player]

    def all_in(self, player: str) -> bool:
        """Return whether a player has put in everything."""
        stacks = self.stacks
        if stacks is None:
            return player in self.told_all_in
        return stacks[player] == self.put[player] + self.dead[player]

    @property
    def able(self) -> list[str]:
        """Return who has not folded and has something left to bet."""
        if self._able is None:
            self._able = [player for player in self.left if not self.all_in(player)]
        return self._able

    @property
    def pot(self) -> int:
        """Return all that has been put in."""
        return sum(self.put.values()) + sum(self.dead.values())

    # The forced bets

    def affordable(self, player: str, amount: int) -> int:
        """Return an amount, or what a player has left if that is less."""
        behind = self.behind(player)
        return amount if behind is None else min(amount, behind)

    def lay_ante(self, player: str, amount: int) -> int:
        """Lay an ante that counts against those of the others; return what was laid."""
        return self._lay(self.put, player, amount)

    def lay_dead(self, player: str, amount: int) -> int:
        """Lay counters that are no bet; return how many."""
        return self._lay(self.dead, player, amount)

    def _lay(self, where: dict[str, int], player: str, amount: int) -> int:
        laid = self.affordable(player, amount)
        where[player] += laid
        self._changed()
        return laid

    def lay_blind(self, player: str, amount: int, raises_by: int = 0) -> int:
        """Lay a blind, straddle or post, which counts in full; return what was laid.

        The least raise after it is at least `raises_by`.
        """
        laid = self._lay(self.put, player, amount)
        self.bets[player] += laid
        if amount > self.level:
            self.level = self.full_level = amount
        self.least_raise = max(self.least_raise, raises_by)
        return laid

    def put_in_all(self, amounts: Mapping[str, int]) -> dict[str, int]:
        """Put in the whole sum of each of these, dead counters too; return what each adds."""
        added = {player: amount - self.put[player] - self.dead[player] for player, amount in amounts.items()}
        for player, amount in added.items():
            self.put[player] += amount
        self._changed()
        return added

    def leave_in(self, players: Iterable[str]) -> None:
        """Let everybody but these give up."""
        among = {*players}
        self.left = [player for player in self.left if player in among]
        self._changed()

    def _changed(self) -> None:
        self._able, self._due_known = None, False

    # Streets

    def begin_betting(self, first: str) -> None:
        """Begin the first street with this player; the big blind is its first bet."""
        self.fulls = 1
        self.began_with = len(self.able)
        self._next = self._places[first]
        self._changed()

    def next_street(self) -> None:
        """Begin the next street, from the left of the button."""
        self.street += 1
        self.bets = dict.fromkeys(self.order, 0)
        self.level = self.full_level = self.raised = self.fulls = self._next = 0
        self.least_raise = self.limits.big
        self.had_say = {}
        self._changed()
        self.began_with = len(self.able)

    @property
    def closed(self) -> bool:
        """Return whether everybody on this street has had a say and owes nothing."""
        return self.over_for_all or all(player in self.had_say and not self.owes(player) for player in self.able)

    @property
    def over(self) -> bool:
        """Return whether the betting of the deal is over."""
        return self.over_for_all or (self.street == STREETS - 1 and self.closed)

    @property
    def over_for_all(self) -> bool:
        """Return whether nobody is left who could bet against another."""
        able = self.able
        if len(able) > 1:
            return False
        left = self.left
        if len(left) < 2:
            return True
        most = max(self.put[player] for player in left if player not in able)
        return all(self.put[player] >= most for player in able)

    def to_act(self) -> str | None:
        """Return who is to act on this street; None when it is closed."""
        if not self._due_known:
            self._due, self._due_known = self._first_to_act(), True
        return self._due

    def _first_to_act(self) -> str | None:
        able = self.able
        if len(able) < 2 and self.over_for_all:
            return None
        bets, had_say, level, first = self.bets, self.had_say, self.level, self._next
        for player in self._twice[first : first + len(self.order)]:
            if (player not in had_say or bets[player] < level) and player in able:
                return player
        return None

    # What may be bet

    def owes(self, player: str) -> int:
        """Return what a player must add to be in, whether the player has so much or not."""
        owed = self.level - self.bets[player]
        return owed if owed > 0 else 0

    @property
    def unit(self) -> int:
        """Return the bet of a fixed limit on this street."""
        return self.limits.bet * (1 if self.street < SMALL_STREETS else 2)

    def may_raise(self, player: str) -> bool:
        """Return whether a player may still bet or raise."""
        if self.limits.fixed:
            spent = self.level and self.raised >= self.limits.raises and self.began_with != 2
            return not spent and (player not in self.had_say or self.had_say[player] < self.fulls)
        return player not in self.had_say or self.owes(player) >= self.least_raise

    @property
    def least_to(self) -> int:
        """Return the least that a bet or raise comes to, unless it is all in."""
        return self.full_level + self.unit if self.limits.fixed else self.level + self.least_raise

    def limit_to(self, player: str) -> int | None:
        """Return the limit of this player's bet or raise; None if it has none.

        The least bet or raise is allowed even if it is more than the pot.
        """
        match self.limits.limit:
            case "fixed":
                return self.least_to
            case "pot":
                return max(self.level + self.pot + self.owes(player), self.least_to)
        return None

    def reach(self, player: str) -> int | None:
        """Return what the bet of a player comes to if he puts in all; None if not known."""
        behind = self.behind(player)
        return None if behind is None else self.bets[player] + behind

    # Acts

    def fold(self, player: str) -> None:
        """Let a player give up."""
        self.left.remove(player)
        if self._able is not None:
            self._able = [other for other in self._able if other != player]
        self._acted(player)

    def call(self, player: str) -> int:
        """Let a player put in what is owed, or all there is, or check; return what that adds."""
        return self._add(player, self.affordable(player, self.owes(player)))

    def raise_to(self, player: str, amount: int) -> int:
        """Let the bet of a player come to this, above the level; return what that adds."""
        beyond = amount - (self.full_level if self.limits.fixed else self.level)
        full = 2 * beyond >= self.unit if self.limits.fixed else beyond >= self.least_raise
        if full:
            self.raised += bool(self.fulls)
            self.fulls += 1
            if self.limits.fixed:
                self.full_level += self.unit
            else:
                self.full_level, self.least_raise = amount, beyond
        self.level = amount
        return self._add(player, amount - self.bets[player])

    def go_all_in(self, player: str, amount: int) -> int:
        """Let a player put in everything, so that the bet comes to this; return what that adds."""
        if self.stacks is None:
            self.told_all_in.add(player)
            self._changed()
        return self.raise_to(player, amount) if amount > self.level else self._add(player, amount - self.bets[player])

    def _add(self, player: str, amount: int) -> int:
        if amount:
            self.put[player] += amount
            self.bets[player] += amount
            if self.all_in(player):
                self._able = None
        self._acted(player)
        return amount

    def _acted(self, player: str) -> None:
        self.had_say[player] = self.fulls
        self._next = self._places[player] + 1
        self._due_known = False
