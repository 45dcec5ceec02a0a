"""The show: who has won each pot, board by board and half by half, as far as it is known."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from ledger.games.families.betting.pots import Pot

HIGH, LOW = "high", "low"
WHOLE = ("",)
"""The single part of a pot that is not halved."""

FEWEST_TO_SHOW = 2
"""The least number of claimants for a show."""

Contest = tuple[int, str]
"""A board, by its number from 0, and a half of the pot; empty for a pot that is not halved."""


class Show:
    """Who is known to win, and who could still claim the rest."""

    def __init__(
        self, put: Mapping[str, int], claimants: Iterable[str], halves: Sequence[str] = WHOLE, parted: bool = True
    ) -> None:
        """Begin with what each has put in, without uncalled counters, and with who could claim.

        Unless pots are `parted` at the sums of all claimants, they are parted at the sums of the players named.
        """
        self.put = put
        self.claimants = list(claimants)
        self.halves = halves
        self.parted = parted
        self.boards = 1
        self.groups: dict[Contest, list[tuple[str, ...]]] = {}
        """The players named in each contest: groups of equal hands, best first."""
        self.mucked: set[str] = set()
        """The players who claim nothing."""
        self.without_low: set[Contest] = set()
        """The contests in which only the players named have a low hand."""

    def copy(self) -> "Show":
        """Return an independent copy."""
        other = Show(self.put, self.claimants, self.halves, self.parted)
        other.boards = self.boards
        other.groups = {contest: list(groups) for contest, groups in self.groups.items()}
        other.mucked, other.without_low = {*self.mucked}, {*self.without_low}
        return other

    @property
    def contests(self) -> list[Contest]:
        """Return the contests: each half of each board."""
        return list(product(range(self.boards), self.halves))

    def taken(self, contest: Contest) -> int:
        """Return the sum up to which the pots are taken; -1 if nobody has taken anything."""
        return max((self.put[player] for group in self.groups.get(contest, ()) for player in group), default=-1)

    def candidates(self, contest: Contest) -> list[str]:
        """Return who could claim what nobody has taken yet."""
        taken = self.taken(contest)
        if contest in self.without_low:
            return []
        return [player for player in self.claimants if player not in self.mucked and self.put[player] > taken]

    def open_contests(self) -> list[Contest]:
        """Return the contests in which two or more could claim the rest."""
        return [contest for contest in self.contests if len(self.candidates(contest)) >= FEWEST_TO_SHOW]

    @property
    def begun(self) -> bool:
        """Return whether anybody has been named."""
        return any(self.groups.values())

    def name(self, contest: Contest, players: tuple[str, ...]) -> None:
        """Let these take every pot of a contest that they can claim and nobody has taken."""
        self.groups.setdefault(contest, []).append(players)

    def muck(self, player: str) -> None:
        """Let a player claim nothing."""
        self.mucked.add(player)

    def must_claim(self, player: str) -> bool:
        """Return whether nobody else could claim a pot that this player can claim."""
        return any(
            player in candidates and all(self.put[other] < self.put[player] for other in candidates if other != player)
            for candidates in map(self.candidates, self.contests)
        )

    def tops(self) -> list[int]:
        """Return the sums at which the pots are parted; empty for those of all claimants."""
        if self.parted:
            return []
        named = {player for groups in self.groups.values() for group in groups for player in group}
        rest = {player for contest in self.contests for player in self.candidates(contest)}
        return sorted({self.put[player] for player in named | rest})

    def is_known(self, contest: Contest, pot: Pot) -> bool:
        """Return whether it is known who takes a contest of a pot."""
        return self.taken(contest) >= pot.level or len(self.winners(contest, pot)) < FEWEST_TO_SHOW

    def winners(self, contest: Contest, pot: Pot) -> list[str]:
        """Return who shares a contest of a pot; nobody if there is no low hand."""
        for group in self.groups.get(contest, ()):
            if reaching := [player for player in group if self.put[player] >= pot.level]:
                return reaching
        return [player for player in self.candidates(contest) if self.put[player] >= pot.level]
