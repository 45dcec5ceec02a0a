"""Schieber, the Jass of two pairs: four players, 36 cards, partners across the table [house].

It is recorded by outcome: the trumps, the melds, and what one side has counted.

Options: `target`, the points that win the game; `stake`, what each loser pays for it; `hundred`, what each loser pays
besides for every full hundred points behind; `factors`, `usual` or `none`.

Trumps. The player on the dealer's left says `A clubs`, `A spades`, `A diamonds`, `A hearts`, `A tops` or
`A bottoms`, or `A shoves`: then his partner says one of the six. With `factors=usual` all points of the deal count
once at clubs and spades, twice at diamonds and hearts, three times at tops and bottoms.

Melds. `A melds N`: 20, 50, 100, 150 or 200, said of the side whose melds count. `A marriage`: 20 for king and queen of
trumps, once in a deal, and not at tops or bottoms.

The outcome. `A counts N`: the card points of A's side, of 157; the other side has the rest. `A match`: A's side has
taken every trick, and counts 257.

The game is over with the deal in which a side reaches the target; if both do, the one with more points has won, and
with equal points another deal is played. Each loser pays a winner. An `end` before that pays the hundreds alone.

Nobody joins or leaves: `E joins for A` gives E the seat and the side of A. A misdeal is dealt again by the same dealer.
"""

from dataclasses import dataclass
from typing import Any

from ledger.rules import (
    Card,
    DealInHand,
    Game,
    GameOver,
    Lazy,
    Options,
    Permission,
    Play,
    Pool,
    Score,
    Side,
    Sides,
    SubPlay,
    Turn,
    disallow,
    number,
    option,
    pack_of,
    word,
)
from ledger.rules.events import End, Says

from .words import FACTORS, MELDS, VOCABULARY

__all__ = ["GAME", "RULES_API", "VOCABULARY"]

RULES_API = 1
CARD_POINTS, MATCH = 157, 257
MARRIAGE = 20


@dataclass(frozen=True)
class SchieberOptions(Options):
    """The house rules of Schieber."""

    target: int = option.number(1000, 100, 5000, "the points that win the game", among=(300, 1000, 1500, 2500))
    stake: int = option.amount(10, "what each loser pays for the game", least=0)
    hundred: int | None = option.amount(None, "what each loser pays for every hundred points behind")
    factors: str = option.choice("usual", ("usual", "none"), "whether the kind of trumps multiplies the points")


@dataclass(frozen=True)
class SchieberCarry:
    """The points of both sides: of the first player and his partner, and of the others."""

    points: tuple[int, int] = (0, 0)


class SchieberDeal(DealInHand[SchieberOptions, SchieberCarry]):
    """A deal of Schieber."""

    def prepare(self) -> None:
        """Begin with nothing counted."""
        self.counted = [0, 0]
        self.has_marriage = False

    @property
    def sides(self) -> Sides:
        """Return the two sides: partners sit across."""
        return Sides.across(self.table.players, 2)

    def play(self) -> Play[SchieberCarry]:
        """Play the deal: trumps, melds, the count, and perhaps the end of the game."""
        yield from self.opening()
        trumps = yield from self.trumps()
        yield from self.count(trumps)
        factor = FACTORS[trumps] if self.options.factors == "usual" else 1
        first, second = self.carry.points
        carry = SchieberCarry((first + self.counted[0] * factor, second + self.counted[1] * factor))
        best, least = max(carry.points), min(carry.points)
        if best < self.options.target or best == least:
            return carry
        winner = self.sides.all[carry.points.index(best)]
        self.pay(winner, best - least, self.options.stake)
        return GameOver(f"{winner} have won with {best:,} points to {least:,}", carry)

    # Trumps

    def trumps(self) -> SubPlay:
        """Ask the eldest hand, or the partner, for trumps; return the word."""
        eldest = self.table.eldest
        event = yield lambda: self.choosing(eldest, word(eldest, "shoves"))
        if event.word == "shoves":
            (partner,) = (player for player in self.sides.of(eldest) if player != eldest)
            shoved = disallow(Says, "it has been shoved already", "shoves")
            event = yield lambda: self.choosing(partner, shoved)
        return event.word

    def choosing(self, player: str, shoves: Permission) -> Turn:
        """Ask a player for trumps."""
        return Turn(says=(word(player, *FACTORS), shoves), who=(player,), act="choose trumps")

    # The count

    def count(self, trumps: str) -> SubPlay:
        """Take melds until it is said what a side has counted."""

        def question() -> Turn:
            return Turn(
                says=(
                    number(Says, players, "counts", 0, CARD_POINTS),
                    word(players, "match"),
                    number(Says, players, "melds", MELDS[0], MELDS[-1], values=MELDS),
                    Lazy((Says,), lambda: (self.may_marry(players, trumps),), words=("marriage",)),
                ),
                who=players,
                statement="it is not said what the sides have counted",
            )

        players = self.table.round()
        while True:
            event = yield question
            side = self.sides.all.index(self.sides.of(event.player))
            match event.word:
                case "melds":
                    self.counted[side] += event.numbers[0]
                case "marriage":
                    self.counted[side] += MARRIAGE
                    self.has_marriage = True
                case "match":
                    self.counted[side] += MATCH
                    return
                case _:
                    self.counted[side] += event.numbers[0]
                    self.counted[1 - side] += CARD_POINTS - event.numbers[0]
                    return

    def may_marry(self, players: tuple[str, ...], trumps: str) -> Permission:
        """`A marriage`, once, where there are trumps."""
        if trumps in ("tops", "bottoms"):
            return disallow(Says, f"there are no trumps at {trumps}", "marriage")
        if self.has_marriage:
            return disallow(Says, "the king and the queen of trumps were shown already", "marriage")
        return word(players, "marriage")

    # The money

    def pay(self, winner: Side, behind: int, stake: int) -> None:
        """Let each loser pay a winner the stake, and for the points behind."""
        hundreds = behind // 100 * (self.options.hundred or 0)
        for payer, payee in self.sides.payments(winner, self.table.players):
            self.table.pay(payer, payee, stake, "the game")
            self.table.pay(payer, payee, hundreds, f"{behind:,} points behind")

    def end(self, event: End) -> None:
        """Pay the hundreds of a game that is not over."""
        points = self.carry.points
        if not self.table.over and points[0] != points[1]:
            self.pay(self.sides.all[points.index(max(points))], abs(points[0] - points[1]), 0)

    # Between deals

    def score(self) -> Score:
        """Return the points of both sides."""
        return Score(of="points", sides=self.sides.all, values=self.carry.points, target=self.options.target)

    def carried(self) -> dict[str, Any]:
        """Return the points of every player, which are those of the side."""
        return {"points": self.score().by_player}

    def main_pool(self) -> Pool | None:
        """Return None: nothing lies in a pool."""
        return None

    def refuse_join(self, player: str) -> str | None:
        """Refuse a fifth player."""
        return f"four play Schieber: say {player} joins for one of them"

    def refuse_leave(self, player: str) -> str | None:
        """Refuse to play on by three."""
        return f"four play Schieber: say who takes {player}'s place, or end"

    def replaced(self, player: str, newcomer: str) -> SchieberCarry:
        """Return the points, which stay with the side."""
        return self.carry


class Schieber(Game[SchieberOptions, SchieberCarry]):
    """Schieber."""

    name = "schieber"
    title = "Schieber"
    options = SchieberOptions
    carry = SchieberCarry
    deal = SchieberDeal
    players = (4, 4)

    def pack(self, options: SchieberOptions) -> frozenset[Card]:
        """Return the 36 cards."""
        return pack_of(36)


GAME = Schieber()
