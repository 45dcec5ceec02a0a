"""The house rules of Poker, and the carry from deal to deal."""

from dataclasses import dataclass

from ledger.games.families.hands import LEAST_HANDS, POKER_HANDS, PokerRules
from ledger.rules import DerivedDefault, Options, option


@dataclass(frozen=True)
class PokerOptions(Options):
    """The house rules of Poker."""

    ante: int = option.amount(1, "what the eldest hand stakes before the deal; at most half the limit", "[32], R19")
    limit: int = option.amount(
        DerivedDefault(lambda so_far: 12 * so_far.ante, "12 antes"),
        "the most by which a player may increase the stake at one time",
        "[31], [44]",
    )
    ace: str | None = option.choice(
        "low", ("low", "both"), "the ace only begins a sequence, or may end one too, after the king", "R71"
    )
    joker: bool = option.flag("there is a fifty-third card, of any value", "[41]")
    blaze: bool = option.flag("five court cards, the aces among them, count between two pairs and threes", "[41]")
    skip: bool = option.flag("a sequence of alternate cards counts between threes and a sequence", "[44]")
    kitty: int | None = option.amount(None, "what is set aside out of the pool of every game that is won", "[42]")
    kitty_hand: str | None = option.choice(
        "off",
        ("off", *POKER_HANDS),
        "the kitty rewards this hand or a better one; off: it is for the expenses of the table",
        "[42]",
    )
    jackpot_ante: bool = option.flag(
        "in a Jack-pot too the ante is staked, and may be straddled; off: what every player pays in stands for it",
        "R20, R30",
        default=True,
    )

    @property
    def hands(self) -> PokerRules:
        """Return the agreements about the hands."""
        return PokerRules(ace_high=self.ace == "both", blaze=self.blaze, skip=self.skip)

    def conflict(self, players: int) -> str | None:
        """Return which options cannot stand together."""
        if 2 * self.ante > self.limit:
            return "the ante is at most half the limit (R19)"
        if self.kitty_hand and self.kitty is None:
            return f"kitty_hand={self.kitty_hand} needs a kitty: say kitty=AMOUNT"
        if self.kitty_hand and self.kitty_hand not in self.hands.hands:
            return f"kitty_hand={self.kitty_hand}: that hand counts only with {self.kitty_hand}=on"
        return None


@dataclass(frozen=True)
class PokerCarry:
    """The carry from one deal to the next."""

    jackpot: str | None = None
    """The least hand of the next game, if it is a Jack-pot (R29-R32)."""
    laid: tuple[tuple[str, int], ...] = ()
    """After a misdeal: the ante and the straddles that lie there, by player."""
    straddler: str | None = None
    """After a misdeal: the player who straddled last."""
    straddle: int = 0
    """After a misdeal: the amount of the last straddle, in the smallest unit."""


def next_jackpot(least: str | None) -> str:
    """Return the least hand of the next Jack-pot: knaves, queens, kings, knaves … (R29-R32)."""
    series = tuple(LEAST_HANDS)
    return series[0] if least is None else series[(series.index(least) + 1) % len(series)]
