"""The hands of Commerce as they are opened: which is better than which, as far as it was seen.

A hand is known by its cards, by its combination alone, or only against others (`A beats B`). What follows is
worked out: a higher combination is better, and what is better than a better hand is better too.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations, product

from ledger.games.families.hands import COMMERCE_HANDS, HandValue, commerce_value
from ledger.rules import Card, listed, refuse

AS_GOOD, BETTER = 1, 2
"""How much is known of one hand against another: that it is no worse, or that it is better."""

THREE_ACES = commerce_value((Card.AS, Card.AD, Card.AC))
"""The best hand of all: no other is as good, of which nothing else need be known [71]."""

Known = dict[str, dict[str, int]]
"""For each player, against whom something is known of his hand, and what."""


class OpenedHands:
    """What has been said and shown of the hands of one deal."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = tuple(players)
        self.values: dict[str, HandValue] = {}
        """The hands that are known by their cards."""
        self.combinations: dict[str, str] = {}
        """The combinations that were said."""
        self.beaten: list[tuple[str, str]] = []
        self.worst: list[str] = []
        """Who was said to have the worst hand."""

    def copy(self) -> "OpenedHands":
        """What is known so far, to be told what may be said."""
        other = OpenedHands(self.players)
        other.values, other.combinations = dict(self.values), dict(self.combinations)
        other.beaten, other.worst = list(self.beaten), list(self.worst)
        return other

    def combination(self, player: str) -> str | None:
        """A player's combination, by his cards or as it was said; None if it is not known."""
        return self.values[player].name if player in self.values else self.combinations.get(player)

    # What is known of one hand against another

    def compared(self, winners: Iterable[str] = ()) -> Known:
        """Everything that is known of one hand against another, these being the best."""
        known = self._seen(tuple(winners))
        for between in self.players:
            below = list(known[between].items())
            for above in known.values() if below else ():
                if (first := above.get(between)) is not None:
                    for worse, found in below:
                        above[worse] = max(above.get(worse, 0), first, found)
        return known

    def _seen(self, winners: tuple[str, ...]) -> Known:
        """What was said or shown of one hand against another."""
        known: Known = {player: {} for player in self.players}
        for worst in self.worst:
            for player in self.players:
                if player != worst:
                    known[player][worst] = AS_GOOD
        for one, other in combinations(winners, 2):
            known[one][other] = known[other][one] = AS_GOOD
        told = [player for player in self.players if self.combination(player)]
        for one, other in permutations(told, 2):
            if found := self._by_hand(one, other):
                known[one][other] = found
        losers = [player for player in self.players if player not in winners]
        above = [*self.beaten, *product(winners, losers)]
        above += [(one, other) for one in told if self.values.get(one) == THREE_ACES for other in self.players]
        for one, other in above:
            if one != other:
                known[one][other] = BETTER
        return known

    def _by_hand(self, one: str, other: str) -> int:
        """What the cards of two hands tell, or else their combinations."""
        if one in self.values and other in self.values:
            higher, alike = self.values[one] > self.values[other], self.values[one] == self.values[other]
            return BETTER if higher else AS_GOOD if alike else 0
        high, low = self.combination(one), self.combination(other)
        return BETTER if high and low and _higher(high, low) else 0

    def check(self) -> None:
        """Raise Refusal where what was said and shown does not agree; hands known by their cards alone always do."""
        if not (self.combinations or self.beaten or self.worst):
            return
        for player, combination in self.combinations.items():
            if (found := self.combination(player)) != combination:
                raise refuse(f"{player} was said to have a {combination}, and it is a {found}")
        known = self.compared()
        for player in self.players:
            if known[player].get(player) == BETTER:
                other = next(name for name in known[player] if name != player and player in known[name])
                raise refuse(f"that does not agree with what is known of {player}'s hand and of {other}'s")

    # Sayings

    def beats(self, player: str, others: Sequence[str]) -> None:
        """A player's hand is better than those of others. Raises Refusal where the contrary is known."""
        known = self.compared()
        for other in others:
            if other == player:
                raise refuse(f"{player} cannot beat himself")
            if player in known[other]:
                raise refuse(self._not_better(player, other, known))
            self.beaten.append((player, other))
        self.check()

    def _not_better(self, player: str, other: str, known: Known) -> str:
        if known[other][player] == BETTER:
            return f"{other}'s hand is better than {player}'s"
        if other in known[player]:
            return f"{other}'s hand is as good as {player}'s"
        return f"{player} was said to have the worst hand"

    def say(self, player: str, combination: str) -> None:
        """A player's combination is said. Raises Refusal where another is known, or it does not agree."""
        found = self.combination(player)
        if found not in (None, combination):
            raise refuse(f"{player} has a {found}, not a {combination}")
        self.combinations[player] = combination
        self.check()

    def say_worst(self, player: str) -> None:
        """A player has the worst hand. Raises Refusal where a worse one is known."""
        known = self.compared()
        if worse := [other for other in self.players if known[player].get(other) == BETTER]:
            raise refuse(f"{player}'s hand is not the worst: it is better than {worse[0]}'s")
        if set(self.players) <= {*self.worst, player}:
            raise refuse("nobody would be left to have won: not all have the worst hand")
        if player not in self.worst:
            self.worst.append(player)

    # The best and the worst

    def best(self) -> tuple[str, ...]:
        """Who has the best hands, where all are known by their cards."""
        highest = max(self.values.values())
        return tuple(player for player in self.players if self.values[player] == highest)

    def unbeaten(self) -> tuple[str, ...]:
        """Who may have the best hand, for all that is known."""
        known = self.compared()
        return tuple(
            player
            for player in self.players
            if player not in self.worst and not any(known[other].get(player) == BETTER for other in self.players)
        )

    def alike(self, player: str) -> tuple[str, ...]:
        """Who is known to have a hand as good as this player's, himself among them."""
        known = self.compared()
        return tuple(other for other in self.players if _alike(player, other, known))

    def wrong_winners(self, winners: Sequence[str]) -> str | None:
        """Say why these cannot have the best hands, by what was said and shown."""
        known = self.compared()
        for winner in winners:
            if winner in self.worst:
                return f"{winner} was said to have the worst hand"
            no_worse = [other for other in self.players if winner in known[other]]
            for other in no_worse:
                if known[other][winner] == BETTER:
                    return f"{other}'s hand is better than {winner}'s"
            for other in no_worse:
                if other not in winners:
                    return f"{other}'s hand is as good as {winner}'s: say split"
        return None

    def has_worst(self, winners: Sequence[str]) -> tuple[str, ...]:
        """Who, of those who have not won, have the worst hand. Raises Refusal where it is not known."""
        losers = [player for player in self.players if player not in winners]
        known = self.compared(winners)
        if self.worst:
            return tuple(player for player in losers if any(_alike(player, worst, known) for worst in self.worst))
        lowest = [player for player in losers if not any(known[player].get(other) == BETTER for other in losers)]
        if any(not _alike(one, other, known) for one in lowest for other in lowest):
            asked = f"Say NAME worst, and then who wins: {listed(lowest, 'or')}"
            raise refuse("it is not known who has the worst hand, and loses a counter", asked)
        return tuple(lowest)


def _alike(one: str, other: str, known: Known) -> bool:
    return one == other or (other in known[one] and one in known[other])


def _higher(combination: str, other: str) -> bool:
    return COMMERCE_HANDS.index(combination) < COMMERCE_HANDS.index(other)
