"""The hands of Commerce: which is better than which, as far as it was seen.

A hand is known by its cards, by its combination alone, or only against others (`A beats B`). What follows is
worked out: a higher combination is better, and what is better than a better hand is better too.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations, product

from ledger.games.families.hands import COMMERCE_HANDS, HandValue, commerce_value
from ledger.rules import Card, listed, refuse

AS_GOOD, BETTER = 1, 2
"""The two degrees of knowledge about a hand against another: no worse, or better."""

THREE_ACES = commerce_value((Card.AS, Card.AD, Card.AC))
"""The best hand of all, which no other equals, so that nothing else need be known [71]."""

Known = dict[str, dict[str, int]]
"""For each player, the other players against whom the hand is known, and how it compares."""


class CommerceHands:
    """What has been said and shown of the hands of one deal."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = tuple(players)
        self.values: dict[str, HandValue] = {}
        """The hands whose cards are known."""
        self.combinations: dict[str, str] = {}
        """The combinations that were said."""
        self.beaten: list[tuple[str, str]] = []
        self.worst: list[str] = []
        """The player who was said to have the worst hand."""

    def copy(self) -> "CommerceHands":
        """Return a copy, to try a saying on."""
        other = CommerceHands(self.players)
        other.values, other.combinations = dict(self.values), dict(self.combinations)
        other.beaten, other.worst = list(self.beaten), list(self.worst)
        return other

    def combination(self, player: str) -> str | None:
        """Return a combination, by the cards or as it was said; None if it is not known."""
        return self.values[player].name if player in self.values else self.combinations.get(player)

    # What is known of one hand against another

    def compared(self, winners: Iterable[str] = ()) -> Known:
        """Return all that is known of the hands against each other, if these are the best."""
        known = self._seen(tuple(winners))
        for between in self.players:
            below = list(known[between].items())
            for above in known.values() if below else ():
                if (first := above.get(between)) is not None:
                    for worse, relation in below:
                        above[worse] = max(above.get(worse, 0), first, relation)
        return known

    def _seen(self, winners: tuple[str, ...]) -> Known:
        """Return what was said or shown of hands against each other."""
        known: Known = {player: {} for player in self.players}
        for worst in self.worst:
            for player in self.players:
                if player != worst:
                    known[player][worst] = AS_GOOD
        for player, other in combinations(winners, 2):
            known[player][other] = known[other][player] = AS_GOOD
        seen = [player for player in self.players if self.combination(player)]
        for player, other in permutations(seen, 2):
            if relation := self._by_hand(player, other):
                known[player][other] = relation
        losers = [player for player in self.players if player not in winners]
        above = [*self.beaten, *product(winners, losers)]
        above += [(player, other) for player in seen if self.values.get(player) == THREE_ACES for other in self.players]
        for player, other in above:
            if player != other:
                known[player][other] = BETTER
        return known

    def _by_hand(self, player: str, other: str) -> int:
        """Return how one hand compares with another, by their cards or else their combinations."""
        if player in self.values and other in self.values:
            higher, alike = self.values[player] > self.values[other], self.values[player] == self.values[other]
            return BETTER if higher else AS_GOOD if alike else 0
        high, low = self.combination(player), self.combination(other)
        return BETTER if high and low and COMMERCE_HANDS.index(high) < COMMERCE_HANDS.index(low) else 0

    def check(self) -> None:
        """Raise Refusal if sayings contradict each other, or the cards."""
        if not (self.combinations or self.beaten or self.worst):
            return
        for player, combination in self.combinations.items():
            if (held := self.combination(player)) != combination:
                raise refuse(f"{player} was said to have a {combination}, and it is a {held}")
        known = self.compared()
        for player in self.players:
            if known[player].get(player) == BETTER:
                other = next(name for name in known[player] if name != player and player in known[name])
                raise refuse(f"that does not agree with what is known of {player}'s hand and of {other}'s")

    def better_than(self, player: str, winners: Sequence[str], worst: Sequence[str]) -> list[str]:
        """Return who has better hands than a player, if these are the best and the worst."""
        if player in worst:  # the worst hands are all known: the others are better
            return [name for name in self.players if name not in worst]
        known = self.compared(winners)
        return [name for name in self.players if known[name].get(player) == BETTER]

    # Sayings

    def beats(self, player: str, others: Sequence[str]) -> None:
        """Note that a hand is better than others. Raises Refusal if the contrary is known."""
        known = self.compared()
        for other in others:
            if other == player:
                raise refuse(f"{player} cannot beat their own hand")
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
        """Note a combination. Raises Refusal if it disagrees with what is known."""
        held = self.combination(player)
        if held not in (None, combination):
            raise refuse(f"{player} has a {held}, not a {combination}")
        self.combinations[player] = combination
        self.check()

    def say_worst(self, player: str) -> None:
        """Note who has the worst hand. Raises Refusal if a worse hand is known."""
        known = self.compared()
        if worse := [other for other in self.players if known[player].get(other) == BETTER]:
            raise refuse(f"{player}'s hand is not the worst: it is better than {worse[0]}'s")
        if set(self.players) <= {*self.worst, player}:
            raise refuse("nobody would be left to have won: not all have the worst hand")
        if player not in self.worst:
            self.worst.append(player)

    # The best and the worst

    def best(self) -> tuple[str, ...]:
        """Return who has the best hands, if the cards of all are known."""
        highest = max(self.values.values())
        return tuple(player for player in self.players if self.values[player] == highest)

    def unbeaten(self) -> tuple[str, ...]:
        """Return who may have the best hand, as far as is known."""
        known = self.compared()
        return tuple(
            player
            for player in self.players
            if player not in self.worst and not any(known[other].get(player) == BETTER for other in self.players)
        )

    def alike(self, player: str) -> tuple[str, ...]:
        """Return who is known to have a hand as good as a player's, that player included."""
        known = self.compared()
        return tuple(other for other in self.players if _alike(player, other, known))

    def wrong_winners(self, winners: Sequence[str]) -> str | None:
        """Return why these players cannot have the best hands, or None."""
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
        """Return which losers have the worst hand. Raises Refusal if that is not known."""
        losers = [player for player in self.players if player not in winners]
        known = self.compared(winners)
        if self.worst:
            return tuple(player for player in losers if any(_alike(player, worst, known) for worst in self.worst))
        lowest = [player for player in losers if not any(known[player].get(other) == BETTER for other in losers)]
        if any(not _alike(player, other, known) for player in lowest for other in lowest):
            asked = f"Say NAME worst, and then who wins: {listed(lowest, 'or')}"
            raise refuse("it is not known who has the worst hand, and loses a counter", asked)
        return tuple(lowest)


def _alike(player: str, other: str, known: Known) -> bool:
    return player == other or (other in known[player] and player in known[other])
