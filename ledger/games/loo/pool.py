"""A deal of Loo: who has a part in it, how the dealer may leave, and what it costs to be looed [16]-[18]."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ledger.books import Pool
from ledger.cards import Card
from ledger.events import Says
from ledger.games.kernel.deal import Asking
from ledger.games.loo.hands import ChangingHands
from ledger.games.loo.options import LooCarry, LooOptions
from ledger.turns import Sort, Turn, not_now, word

MOST_DEALERS_PLAYING = 5
"""With more in the game than these the dealer stands out, where that is agreed [16]."""


class LooPool(ChangingHands[LooOptions, LooCarry]):
    """What a single and a full deal have in common."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.single = not self.carry.looed
        self.hand_sizes = (self.options.cards,)
        self.just_dealt = True
        self.withdrawn = False
        self.last_round = False
        self.looed: list[str] = []
        """Who is looed in this deal, and has paid for it."""
        self.faults: dict[str, tuple[str, int | None]] = {}
        """Who is looed for a fault of play, for which, and the amount if one was said."""
        self.takes_nothing: set[str] = set()
        """Those who play, and whose winnings stay in the pool for a fault."""

    # Who plays

    @property
    def pool(self) -> Pool:
        """The pool."""
        return self.table.pool()

    @property
    def order(self) -> tuple[str, ...]:
        """The players of the deal, from the dealer's left: not a dealer who withdraws, or stands out [16]-[17]."""
        players = self.table.round()
        stands_out = not self.options.dealer_plays and len(players) > MOST_DEALERS_PLAYING
        return players[:-1] if self.withdrawn or stands_out else players

    @property
    def last(self) -> str:
        """The last to declare: the dealer, or who has his rights and duties."""
        return self.order[-1]

    def hand_players(self) -> tuple[str, ...]:
        """Who has cards."""
        return self.order

    @property
    def turned_up(self) -> Card | None:
        """The card turned up, if it was said."""
        return self.table.turned_up[0] if self.table.turned_up else None

    @property
    def trump(self) -> str | None:
        """The trump suit, if it was said."""
        return self.turned_up.suit if self.turned_up else None

    # What the dealer may say first

    def ask_in_deal(self, make: Callable[[], Turn | None]) -> Asking:
        """Ask a turn of the deal; until it is first answered the dealer may withdraw, or call the last round [17]."""

        def turn() -> Turn | None:
            made = make()
            return made and msgspec.structs.replace(made, says=(*made.says, *self.dealer_may()))

        said = yield turn
        while isinstance(said, Says) and said.word in ("withdraws", "last-round"):
            self.just_dealt = False
            self.withdrawn, self.last_round = said.word == "withdraws", said.word == "last-round"
            said = yield turn
        self.just_dealt = self.just_dealt and said is None
        return said

    def dealer_may(self) -> tuple[Sort, ...]:
        """`withdraws` and `last-round`, straight after the deal."""
        if not self.just_dealt:
            why = "withdraws and last-round are said by the dealer, straight after the deal"
            return (not_now(Says, why, "withdraws", "last-round"),)
        words = (word(self.dealer, "withdraws", check=lambda said: self.wrong_withdrawal()),)
        if self.single:
            return (*words, not_now(Says, "a last round is no single: all stand in it", "last-round"))
        return (*words, word(self.dealer, "last-round"))

    def wrong_withdrawal(self) -> str | None:
        """Say why the dealer cannot withdraw, or None."""
        if len(self.table.players) <= self.game.players[0]:
            return f"one player would be left if {self.dealer} withdrew: say end when the deal is over"
        if self.dealer in self.table.hands:
            return f"{self.dealer} has said a hand, and who withdraws takes no cards"
        return None

    # The money

    def loo_of_the_deal(self) -> int:
        """What it costs to be looed, in the smallest unit: fixed, or what the deal is played for [22]-[23], [26]."""
        options = self.options
        if options.unlimited:
            held = self.table.holding()
            return held if options.limit is None else min(held, options.limit)
        return options.single if self.single else options.loo

    def pay_loos(self, players: Sequence[str], loo: int, why: str = "looed: no trick", cite: str = "[21]") -> None:
        """These are looed, and so is who was fined for his play, once each, for the next deal [21], [25]."""
        for player in self.table.round():
            if player in self.faults:
                fault, amount = self.faults[player]
                self.table.pay(player, self.pool, loo if amount is None else amount, f"looed: {fault}", "[25]")
            elif player in players:
                self.table.pay(player, self.pool, loo, why, cite)
            else:
                continue
            self.looed.append(player)
