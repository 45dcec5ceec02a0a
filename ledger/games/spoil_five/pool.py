"""Who wins the pool of Spoil-Five: by three tricks, by all five, or by a number made.

Tricks and scores are the side's. Nothing here moves a counter.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import takewhile

from ledger.games.families.trick_taking import TrickPlay
from ledger.games.spoil_five.options import POINTS, TRICKS, SpoilFiveOptions
from ledger.rules import Side, Sides


@dataclass(frozen=True)
class PoolOutcome:
    """The result of a deal: the side that has won the pool, or None."""

    winner: Side | None
    jinked: bool = False


class Contest:
    """The pool of one deal, and how it stands between the sides."""

    def __init__(
        self,
        options: SpoilFiveOptions,
        sides: Sides,
        tricks: TrickPlay,
        scores: Mapping[str, int],
        forfeits: Callable[[str], bool],
    ) -> None:
        """`scores` are from before this deal; `forfeits` tells whether a player can no longer win."""
        self.options = options
        self.sides = sides
        self.tricks = tricks
        self.scores = scores
        self.forfeits = forfeits
        self.jinker: str | None = None
        """The player who goes on for all five tricks, as was said."""
        self.stated: PoolOutcome | None = None
        """The outcome, if it was said at once."""
        self.counts: dict[Side, int] = {}
        """The tricks that were said by number."""

    # What was said

    def take_counts(self, counts: Mapping[str, int]) -> None:
        """Note tricks that were said by number and checked."""
        self.counts = self.sides.totals(counts)
        outcome = self.by_number(self.counts)
        assert isinstance(outcome, PoolOutcome), "the tricks were checked"
        self.stated = outcome

    def take_winner(self, player: str) -> None:
        """Note the winner, who has all five tricks after going on."""
        self.stated = PoolOutcome(self.sides.of(player), jinked=self.jinking() is not None and self.jinker is not None)

    # How it stands

    def free(self, side: Side) -> bool:
        """Return whether a side can still win the pool in this deal [105]-[106]."""
        return not any(map(self.forfeits, side))

    def won(self) -> dict[Side, int]:
        """Return the tricks each side has won, as far as they were said one by one."""
        return self.sides.tally(self.tricks.winners)

    def known(self) -> dict[Side, int]:
        """Return the tricks that each side has certainly won: who went on had the first three [107]."""
        won = self.won()
        if self.jinker:
            side = self.sides.of(self.jinker)
            won[side] = max(won[side], self.options.needed)
        return won

    def of_jinker(self, before: str = "") -> str:
        """Return what is known of the player who went on, as a clause; empty if nobody has."""
        return f"{before}{self.jinker} went on with the first {self.options.needed}" if self.jinker else ""

    def run(self) -> int:
        """Return how many tricks the side that won the first has won without losing one."""
        winners = [self.sides.of(player) for player in self.tricks.winners]
        return len(list(takewhile(lambda side: side == winners[0], winners)))

    def jinking(self) -> Side | None:
        """Return the side that won the first three tricks, and may go on for all five [107]."""
        if not self.options.jink:
            return None
        if self.jinker:
            side = self.sides.of(self.jinker)
        elif self.run() >= self.options.needed:
            side = self.sides.of(self.tricks.winners[0])
        else:
            return None
        return side if self.free(side) else None

    def gone_on(self) -> bool:
        """Return whether a side has gone on beyond the tricks that it needed."""
        return self.jinking() is not None and (bool(self.jinker) or self.run() > self.options.needed)

    def outcome(self) -> PoolOutcome | None:
        """Return the result of the deal by what was said; None while it is open."""
        if self.stated is not None:
            return self.stated
        played = len(self.tricks.winners)
        if (side := self.jinking()) is not None:
            if played > self.run():
                return PoolOutcome(None)
            return PoolOutcome(side, jinked=True) if played == TRICKS else None
        for side, count in self.won().items():
            if self.is_enough(side, count) and self.free(side):
                return PoolOutcome(side)
        return PoolOutcome(None) if played == TRICKS else None

    def is_enough(self, side: Side, count: int) -> bool:
        """Return whether so many tricks take the pool."""
        if self.options.to:
            return count == TRICKS or self.score(side) + POINTS * count >= self.options.to
        return count >= self.options.needed

    def score(self, side: Side) -> int:
        """Return what a side had made before this deal."""
        return self.scores[side[0]]

    def by_number(self, counts: dict[Side, int]) -> PoolOutcome | str:
        """Return the result of tricks said by number, or what is wrong with them."""
        total = sum(counts.values())
        if (jinker := self.jinking()) is not None:
            return self.by_number_of_jink(jinker, counts[jinker], total)
        if any(counts[side] < count for side, count in self.known().items()):
            return f"these tricks cannot be: {self.of_jinker()}"
        enough = [side for side, count in counts.items() if self.is_enough(side, count) and self.free(side)]
        if len(enough) > 1:
            two = " and ".join(map(str, enough[:2]))
            return f"only one can have won the pool, and by these tricks both {two} did"
        if not enough:
            missing = f"nobody has won, and {total} tricks are not all: a deal has {TRICKS}"
            return PoolOutcome(None) if total == TRICKS else missing
        (side,) = enough
        if not self.is_enough(side, counts[side] - 1):
            return PoolOutcome(side)
        if self.options.jink:
            return self.by_number_of_jink(side, counts[side], total)
        return f"{counts[side]} tricks are too many for {side}: the deal was won before the last"

    def by_number_of_jink(self, side: Side, count: int, total: int) -> PoolOutcome | str:
        """Return the result of tricks by number after a jink: all five, or one of them lost [107]."""
        if count == TRICKS:
            return PoolOutcome(side, jinked=True)
        if count >= self.options.needed and total == count + 1:
            return PoolOutcome(None)
        needed = f"{TRICKS}, or {self.options.needed} or more and the one trick that was lost"
        return f"{side} went on for all {TRICKS} tricks: there are {needed}"

    def least(self, side: Side) -> int:
        """Return the fewest tricks that win the pool for a side; too many if it has forfeited."""
        if not self.free(side):
            return TRICKS + 1
        if not self.options.to:
            return self.options.needed
        return next((number for number in range(1, TRICKS + 1) if self.is_enough(side, number)), TRICKS + 1)

    # What is wrong with an outcome

    def wrong_winner(self, player: str) -> str | None:
        """Return why nobody can be said to have won by this player, or None."""
        if self.options.to:
            return f"the pool is won by the first to make {self.options.to}: say trick NAME, or tricks NAME N …"
        if not self.free(side := self.sides.of(player)):
            return f"the pool of this deal was forfeited for {side} by not robbing, or robbing falsely"
        return None

    def wrong_wins(self, player: str) -> str | None:
        """Return why a player cannot have won three tricks, or all five after a jink; or None."""
        if problem := self.wrong_winner(player):
            return problem
        side, jinking = self.sides.of(player), self.jinking()
        if jinking is not None:
            if side != jinking:
                return f"the first {self.options.needed} tricks were won by {jinking}"
            if self.gone_on() and not self.jinker:
                return f"{player} has gone on for all {TRICKS} tricks, and cannot stop at {self.run()}"
            return None
        if TRICKS - sum(count for other, count in self.known().items() if other != side) < self.options.needed:
            return f"{player} can no longer win {self.options.needed} tricks{self.of_jinker(', since ')}"
        return None

    def wrong_jinks(self, player: str) -> str | None:
        """Return why a player cannot go on: only who has won the first three tricks can [107]."""
        if not self.options.jink:
            return "jinking is not played here"
        if problem := self.wrong_winner(player):
            return problem
        if self.jinker:
            return f"{self.jinker} is jinking already"
        won, played = self.won()[self.sides.of(player)], len(self.tricks.winners)
        if won < played:
            return f"{player} has lost a trick, and cannot win all {TRICKS}"
        if 0 < played < self.options.needed:
            return f"{player} has only {played} of the {self.options.needed} tricks after which one may go on"
        return None

    def wrong_spoilt(self) -> str | None:
        """Return why a deal is not spoilt: nobody has three tricks, or a jink failed [103], [107]."""
        if self.options.to:
            return f"there are no spoils where the game is to {self.options.to}"
        if (side := self.jinking()) is not None:
            won_it = f"{side} won the first {self.options.needed} tricks, and has not gone on"
            return None if self.gone_on() else won_it
        won, open_tricks = self.won(), TRICKS - len(self.tricks.winners)
        room = sum(self.options.needed - 1 - count for side, count in won.items() if self.free(side))
        if room < open_tricks and all(map(self.free, self.sides.all)):
            return f"somebody must have won {self.options.needed} tricks: say who"
        return None
