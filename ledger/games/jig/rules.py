"""Jig: cards go down in runs of one suit; the first to be rid of his is paid by the others.

Two to 52 play. The whole pack is dealt out, so that odd cards go to the first from the dealer's left [95].

The runs. The eldest hand leads any card. The next higher of the suit must follow, from whoever holds it; ace is the
lowest, king the highest. The cards of a run are called Snip, Snap, Snorum, Hicockalorum and Jig. A card is Jig when it
is the fifth of its run, when it is a king, or when the next of its suit has been played already; who played it leads
what he likes, and a new run begins [95]-[96].

What moves [95]-[96]
  each deal   `pool` into the pool, if there is one, from every player or from the dealer
  left        `stake` a card, from each other player to him who is out
  out         the pool to him who is out

Sayings: `deal A`. By cards `A plays CARD …`, and when somebody has played all his cards what the others have left
follows. By outcome `A out`, and then `left B 3 C 2 …`.

Irregularities: an incorrect call, `penalty A call`, costs `fine`, or the amount that is said, to the pool [96].

Where the book is silent: the pack is dealt out to the last card, so that there are no stops but those above. The deal
is over in the middle of a run too. One player may hold, and play, several cards of a run. After a misdeal the same
dealer deals again, and what was paid into the pool stays there, and is not paid again. A fine between deals lies in the
pool for the next to be out; while it holds anything the game is ended by `end divide`, `end draw` or `end leave`.
"""

from dataclasses import dataclass

from ledger.games.families.stops.deal import StopsDeal
from ledger.games.families.stops.sequence import CardsInSequence
from ledger.rules import Card, DerivedDefault, Game, NoCarry, Offence, Options, Play, option

CALLS = ("Snip", "Snap", "Snorum", "Hicockalorum", "Jig")
"""The calls of the cards of a run, in their order [95]."""


@dataclass(frozen=True)
class JigOptions(Options):
    """The house rules of Jig."""

    stake: int = option.amount(1, "what is paid for a card left in hand", "[95]")
    pool: int | None = option.amount(None, "an amount paid into the pool at each deal", "[96]")
    pool_by: str | None = option.choice(
        DerivedDefault(lambda so_far: None, "all"),
        ("all", "dealer"),
        "who pays it: all the players, or the dealer",
        "[96]",
    )
    fine: int | None = option.amount(None, "what an incorrect call costs, to the pool", "[96]")

    def conflict(self, players: int) -> str | None:
        """Return which option is given though there is no pool to pay into."""
        return "pool_by says who pays into the pool: it needs pool" if self.pool_by and not self.pool else None


class Run(CardsInSequence):
    """The cards as they fall, in runs of at most five [95]."""

    length = 0
    """The number of cards of the run."""

    def play(self, player: str, card: Card) -> bool:
        """Note a card, which belongs to the run or begins a new one."""
        self.length = self.length + 1 if card in self.awaited else 1
        return super().play(player, card)

    def following(self, player: str, card: Card) -> tuple[Card | None, ...]:
        """Return the cards that may follow: none after the fifth card, which is Jig."""
        return (None,) if self.length == len(CALLS) else super().following(player, card)


class JigDeal(StopsDeal[JigOptions, NoCarry]):
    """A deal of Jig."""

    sequence = Run

    def play(self) -> Play[NoCarry]:
        """Play the deal in its order: the pool, the runs, the cards left [95]-[96]."""
        yield from self.opening()
        table, options = self.table, self.options
        if options.pool:
            dealers = options.pool_by == "dealer"
            for player in (self.dealer,) if dealers else table.round():
                table.pay_in(player, table.pool(), options.pool, "the pool", "[96]", dealers=dealers)
        winner = yield from self.until_out()
        self.pay_cards_left(winner, options.stake, "[95]-[96]")
        table.take_pool((winner,), "out first", "[96]")
        return NoCarry()

    def most_left(self, player: str) -> int:
        """Return the most cards left: those dealt, and one fewer for the eldest hand, who led."""
        return self.dealt[player] - (player == self.hand_players()[0])

    def offences(self) -> dict[str, Offence]:
        """Return the offence of an incorrect call [96]."""
        return {"call": Offence(self.options.fine, self.table.pool(), "[96]", between_deals=True)}


class Jig(Game[JigOptions, NoCarry]):
    """Jig."""

    name = "jig"
    title = "Jig"
    options = JigOptions
    carry = NoCarry
    deal = JigDeal
    players = (2, 52)


GAME = Jig()
