"""The house rules of Cassino: the partners, and what the points of a deal score [97]-[100]."""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.rules import Options, Sides, option

SCORING_CITES = {"difference": "[99]", "own": "[97]", "less-lowest": "[97]", "two-lowest": "[100]"}
"""The ways of scoring, each with its page."""


@dataclass(frozen=True)
class CassinoOptions(Options):
    """The house rules of Cassino."""

    point: int = option.amount(1, "what a point is worth; nought keeps only the score", "[99]", least=0)
    partners: str | None = option.choice(
        "auto", ("auto", "on", "off"), "of four players those opposite are partners; auto: they are", "[97]-[98]"
    )
    scoring: str = option.choice(
        "auto", ("auto", *SCORING_CITES), "what is scored; auto: difference for two sides, own for more", "[97], [100]"
    )
    game: int | None = option.number(None, 1, 1000, "the score that wins a game", "[99]")
    stake: int = option.amount(0, "with game: what each loser pays for it, besides the points", "[99]", least=0)
    fine: int = option.amount(1, "for a card exposed later than the first round", "[100]", least=0)
    pack: int = option.pack("52 cards, or 32 without Little Cassino", "[97]")

    def conflict(self, players: int) -> str | None:
        """Return which options cannot stand together: a stake is for a game."""
        return "stake is paid for a game: it needs game=SCORE" if self.stake and not self.game else None

    def sides_of(self, players: Sequence[str]) -> Sides:
        """Return the sides that these players make."""
        return Sides.across(players, self.number_of_sides(len(players)))

    def number_of_sides(self, players: int) -> int:
        """Return how many sides this number of players makes."""
        return 2 if players == 4 and self.partners is not None else players

    def scoring_of(self, sides: int) -> str:
        """Return how this number of sides scores."""
        if self.scoring != "auto":
            return self.scoring
        return "difference" if sides == 2 else "own"

    def misfit(self, players: int) -> str | None:
        """Return which option does not fit this number of players."""
        if self.partners == "on" and players != 4:
            return f"partners=on is for four players, not {players}"
        sides = self.number_of_sides(players)
        scoring = self.scoring_of(sides)
        if sides == 2 and scoring != "difference":
            return f"scoring={scoring} is for three sides or more: two score the difference"
        if sides > 2 and scoring == "difference":
            return f"scoring=difference is for two sides, not {sides}"
        if sides != 3 and scoring == "two-lowest":
            return f"scoring=two-lowest is for three sides, not {sides}"
        return None
