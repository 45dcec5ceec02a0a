"""The house rules of Spoil-Five, Twenty-five and Forty-five."""

from dataclasses import dataclass
from typing import Any

from ledger.rules import Counters, DerivedDefault, Options, option

TRICKS = 5
"""The number of tricks of a deal."""
POINTS = 5
"""The points of a trick at Twenty-five and Forty-five [107]."""


def _with_to(so_far: Any) -> bool:
    """Return whether the game is played to a number, which makes some options useless."""
    return str(so_far.given.get("to", "off")).lower() != "off"


@dataclass(frozen=True)
class SpoilFiveOptions(Options):
    """The house rules of Spoil-Five."""

    stake: int = option.amount(2, "what each player pays when a new pool is made", "[103]")
    spoilt: int | None = option.amount(
        DerivedDefault(lambda so_far: None if _with_to(so_far) else Counters(1), "1"),
        "what each pays instead at a deal after a spoilt one", "[103]-[104]", least=0,
    )  # fmt: skip
    deal: int = option.amount(1, "what the dealer pays besides, at every deal", "[103]-[104]", least=0)
    to_win: int | None = option.number(
        DerivedDefault(lambda so_far: None if _with_to(so_far) else 3, "3"),
        2, 3, "tricks that take the pool; 2 with five or more players", "[107]", among=(2, 3),
    )  # fmt: skip
    sides: int | None = option.number(None, 2, 5, "so many sides of partners, taken round the table", "[104], [107]")
    robbing: str | None = option.choice(
        "must", ("must", "optional", "off"), "whether the holder of the ace of trumps robs", "[106]"
    )
    order: str = option.choice("spoil-five", ("spoil-five", "ordinary"), "the rank of the cards", "[103], [106]")
    misdeal: str = option.choice(
        "passes", ("passes", "again"), "the dealer loses the deal, or may deal again for a second stake", "[104]"
    )
    fiving: bool = option.flag("two players or two sides may change the trump once a deal", "[107]")
    jink: bool = option.flag("all five tricks are paid extra; trying and failing loses the pool", "[107]")
    to: int | None = option.number(
        None, 25, 45, "the pool goes to the first to make so many, a trick counting five", "[107]", among=(25, 45)
    )

    @property
    def needed(self) -> int:
        """Return the number of tricks that take the pool."""
        return self.to_win or 3

    def conflict(self, players: int) -> str | None:
        """Return which options cannot stand together, or with so many players."""
        needless = {"jink": self.jink, "to_win": self.to_win is not None, "spoilt": self.spoilt is not None}
        if self.to and (name := next((name for name, is_given in needless.items() if is_given), None)):
            return f"{name} does not go with to={self.to}: there are no spoils, and five tricks win the game"
        if self.to_win == 2 and players < 5:
            return f"to_win=2 is for five or more players, not {players}"
        if self.sides and (players % self.sides or players < 2 * self.sides):
            return f"{players} players do not make {self.sides} equal sides of two or more"
        if self.fiving and (self.sides or players) != 2:
            return f"fiving is for two players or two sides, not {self.sides or players}"
        return None
