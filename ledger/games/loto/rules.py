"""Loto: numbered knobs are drawn from a bag, and players cover the numbers on their cards.

Ninety knobs; a card has fifteen different numbers in three lines of five, and in a box of 24 cards each number
stands on four. There are two methods, played by up to 24 [108]-[110].

The first, `method=cover`, for three or more [109]-[110]. The dealer calls the knobs, stands out and does not stake;
each of the others stakes the same, however many cards he was dealt. Who first covers all of a card has the pool.
  `parts`    a quarter of the pool as the deal began to the first who covers a row; a quarter to the first who has two
             rows on a card; the rest to the card. A quarter is rounded down, to whole counters if it was all counters
  `saved`    each loser keeps out of his stake the value of a counter for every number he has covered, a number that
             stands on two of his cards twice, his whole stake at most; the winner has the rest
Several at the same knob share equally, the odd counters from the dealer's left.

The second, `method=drawings`, for two or more [110]-[112]. Each takes cards, two if he says nothing, and stakes for
every card, with the first knob or prize and at the latest as the drawing ends; who takes more stakes for those, who
throws some up gets nothing back. The eldest hand has the bag first,
then each to the left. Ten knobs are drawn, a counter lies on every number drawn, and the pool pays each line:
  line        counters on it   besides
  abstract           1             0
  ambo               2             5
  terne              3            25
  quaterne           4           100
  quinterne          5           250
both times the value of a counter. When the pool does not hold what a drawing wins, everyone first stakes anew for all
his cards, as often as it takes. At the last drawing that was agreed on it is not filled again: it pays from the eldest
hand round as far as it goes. With `reserve` that much of each stake is kept apart, in `loto.reserve`; at the last
drawing it redeems the counters on the lines, and the pool pays only what is besides.

Sayings of the first: `A row`, `A two-rows`, `A full`, or `A row with B …` at one knob; `A wins` and `split A B …` are
the full card; then `A saves N`. Card by card: `A cards N`, `A card N N …` before the first knob, then the dealer's
`A draws N …`, and with `answer=first` `A covers N …`; when every card is known the rest follows and is not said.
Sayings of the second: `A cards N`, from now on; `A card N N …`; `A last [N]`, by who has the bag: so many drawings
more, this one with them. Then `A wins ambo=2 terne=1 …`; or with every card known ten knobs, `A draws N …`. A drawing
is paid when the tenth is drawn, or at what comes next between deals.

Irregularities: none are listed. After a misdeal the same dealer deals again, and what is in the pool stays. A part that
was won is kept, and all parts are open again; the knobs and lines of a drawing are void, the cards taken for it hold.

The end. The first leaves nothing in the pool. In the second the reserve goes into the pool, and `end` divides it; the
last drawing may be ended after any number of knobs, and is paid by those.

Where the book is silent: who answers first covers, and on all his cards. Rows are counted on one card, and one full
card wins, though its owner has another. Row, two rows and card of one player come at different knobs. When the eldest
hand has left, the next on his left is eldest. The counters on the lines of the earlier drawings are paid by the pool.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ledger.games.loto.cover import Cover
from ledger.games.loto.drawings import Drawing, cards_of, eldest_of
from ledger.games.loto.options import LotoCarry, LotoOptions
from ledger.rules import DealInHand, Game, Play
from ledger.rules.events import End, Misdeal, Penalty


class LotoDeal(DealInHand[LotoOptions, LotoCarry]):
    """A deal of Loto, by the method of the house."""

    def play(self) -> Play[LotoCarry]:
        """Play the deal by the method of the house."""
        method = Cover(self) if self.options.method == "cover" else Drawing(self)
        return (yield from method.play())

    def may_deal(self, due: str) -> tuple[str, ...]:
        """Return who may be named as dealer; with `cover` anyone but the last dealer [109]."""
        chosen = self.options.method == "cover" and self.table.next_from is None
        return self.table.players if chosen else super().may_deal(due)

    def misdeal(self, event: Misdeal | Penalty) -> LotoCarry:
        """Void the deal; the cards taken for a void drawing stay."""
        carry = super().misdeal(event)
        return carry if self.options.method == "cover" else replace(carry, void=True)

    # Between deals, and the end

    def carried(self) -> dict[str, Any]:
        """Return the cards held and known, the eldest hand, and the drawings left if that was said."""
        if self.options.method == "cover":
            return {}
        cards = cards_of(self.options, self.carry)
        report: dict[str, Any] = {
            "cards": {player: cards.held(player) for player in self.table.players},
            "numbers": {player: [list(card) for card in known] for player, known in self.carry.numbers.items()},
            "eldest": eldest_of(self.table, self.carry),
        }
        return report if self.carry.left is None else report | {"left": self.carry.left}

    def left(self, player: str) -> LotoCarry:
        """Return the carry without the cards of a player who leaves."""
        return replace(
            self.carry,
            cards={name: count for name, count in self.carry.cards.items() if name != player},
            numbers={name: known for name, known in self.carry.numbers.items() if name != player},
            staked={name: count for name, count in self.carry.staked.items() if name != player},
        )

    def ways_to_end(self) -> Sequence[str | None]:
        """Return how the game may end: after drawings a bare `end` divides [112]."""
        if self.options.method == "cover":
            return super().ways_to_end()
        return tuple(dict.fromkeys((None, *super().ways_to_end())))

    def end(self, event: End) -> None:
        """End the game; after drawings the reserve goes into the pool, and `end` divides it [112]."""
        if self.options.method == "drawings":
            self.table.pay(
                self.table.pool("reserve"),
                self.table.pool(),
                self.table.holding("reserve"),
                "the reserve that is left",
                "[112]",
            )
            event = event if event.how else End("divide")
        super().end(event)


class Loto(Game[LotoOptions, LotoCarry]):
    """Loto."""

    name = "loto"
    title = "Loto"
    options = LotoOptions
    carry = LotoCarry
    deal = LotoDeal
    players = (2, 24)

    def refuse_players(self, number: int, options: LotoOptions) -> str | None:
        """Return why so many cannot play, or None; with `cover` the dealer stands out [109]."""
        if options.method == "cover" and number == 2:
            return "Loto with method=cover is for 3 to 24 players, not 2: the dealer stands out"
        return super().refuse_players(number, options)


GAME = Loto()
