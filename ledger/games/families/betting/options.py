"""The house rules of games with blinds and a board, and the carry from deal to deal."""

from collections.abc import Collection
from dataclasses import dataclass

from ledger.games.families.betting.button import Places
from ledger.games.families.betting.rounds import Limits
from ledger.rules import DerivedDefault, Options, option

MOST_RAKE = 20
"""The greatest rake, in hundredths."""
MOST_ANTE_FOR_ALL = 10
"""The greatest ante for the whole table, in big blinds."""
NEEDED = {
    "ante_by": "ante",
    "straddle_raise": "straddle",
    "rake_most": "rake",
    "no_flop": "rake",
}
"""Options that are given only together with another."""
OF_FIXED_LIMIT = ("bet", "raises")


@dataclass(frozen=True)
class BettingOptions(Options):
    """The house rules of a game of betting."""

    small: int = option.amount(1, "the small blind; 0 for none", "RR", least=0)
    big: int = option.amount(2, "the big blind, and the least bet", "RR")
    ante: int = option.amount(0, "what is laid before the cards", "RR", least=0)
    ante_by: str = option.choice(
        "all",
        ("all", "big", "button"),
        "who lays the ante: each for themselves, or one for the whole table; with ante",
        "RR",
    )
    limit: str = option.choice(
        "no",
        ("no", "pot", "fixed"),
        "what may be bet: anything, no more than the pot, or `bet` (twice `bet` on the last two streets)",
        "RR",
    )
    bet: int = option.amount(
        DerivedDefault(lambda so_far: so_far.big, "as big"), "the bet of limit=fixed on the first two streets", "RR"
    )
    raises: int = option.number(3, 1, 99, "how many raises may follow a bet on a street with limit=fixed", "WSOP 127")
    stakes: str = option.choice(
        "table",
        ("table", "open"),
        "nobody puts in more than lies in front, where that is known; or nobody's stack is known",
        "WSOP 60",
    )
    button: str = option.choice(
        "simple",
        ("simple", "moving", "dead"),
        "how the button goes on where players come and go",
        "RR",
        suggested="moving",  # with simple one may have the big blind twice running
    )
    straddle: str | None = option.choice(
        "off",
        ("off", "utg", "button", "any"),
        "who may straddle: the left of the big blind, the button, any",
        "WSOP 161",
    )
    straddle_raise: str = option.choice(
        "big",
        ("big", "straddle"),
        "the least raise over a straddle: what it adds, or all of it; with straddle",
        "WSOP 161",
    )
    rake: int = option.percent(0, MOST_RAKE, "what the house takes of every pot", "WSOP 149")
    rake_most: int | None = option.amount(None, "the most that a deal is raked for; with rake", "WSOP 149")
    no_flop: bool = option.flag("a deal without a flop is not raked; with rake", "WSOP 149", default=True)

    @property
    def limits(self) -> Limits:
        """Return the limits of bets."""
        return Limits(self.big, self.limit, self.bet, self.raises)

    def conflict(self, players: int) -> str | None:
        """Return which options cannot stand together."""
        if self.small > self.big:
            return "the small blind is at most the big one"
        most = self.big * (1 if self.ante_by == "all" else MOST_ANTE_FOR_ALL)
        if self.ante > most:
            whose = "the big blind" if self.ante_by == "all" else f"{MOST_ANTE_FOR_ALL} big blinds for the whole table"
            return f"the ante is at most {whose}"
        return None

    def out_of_place(self, given: Collection[str]) -> str | None:
        """Return which option is given without the one that it belongs to."""
        for name in given:
            if name in OF_FIXED_LIMIT and self.limit != "fixed":
                return f"{name} is of limit=fixed alone"
            if name in NEEDED and not getattr(self, NEEDED[name]):
                return f"{name} is said only with {NEEDED[name]}"
        return None


@dataclass(frozen=True)
class BettingCarry:
    """The carry from one deal to the next."""

    places: Places | None = None
    """Where the button and the blinds were."""
    sitting_out: tuple[str, ...] = ()
    bomb: int | None = None
    """What each lays in the next deal, if that is a bomb pot; in the smallest unit."""
    bomb_boards: int = 1
    winners: tuple[str, ...] = ()
    """Who took a pot in the last deal."""
    pays_seven_deuce: tuple[str, ...] = ()
    """The players who pay the only winner of the last deal for showing a seven and a two."""
    pays_what_is_there: bool = False
    """Whether each pays no more than is in front, because stacks were known in the last deal."""
    hand: tuple[str, ...] = ()
    """The cards of the only winner, if they are known."""
