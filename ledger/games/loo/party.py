"""Who plays a deal of Loo: all in the game, but a dealer who withdraws or stands out [16]-[17]."""

from collections.abc import Callable

import msgspec

from ledger.core.events import Says
from ledger.games.loo.options import LooOptions
from ledger.rules.allowed import disallow, word
from ledger.rules.deal import Asking
from ledger.rules.table import Table
from ledger.rules.turns import Lazy, Permission, Turn

MOST_DEALERS_PLAYING = 5
"""With more in the game than these the dealer stands out, where that is agreed [16]."""
FEWEST = 2
"""So many play at the least."""


class Party:
    """The players of one deal, and what the dealer may say of it before anybody else speaks."""

    def __init__(self, table: Table, options: LooOptions, single: bool) -> None:
        self.table = table
        self.options = options
        self.single = single
        self.just_dealt = True
        self.dealer_withdrew = False
        self.last_round = False
        """Whether all must stand, and nobody is looed for want of a trick [17]."""

    @property
    def dealer(self) -> str:
        """Who deals."""
        assert self.table.dealer is not None
        return self.table.dealer

    @property
    def order(self) -> tuple[str, ...]:
        """The players of the deal, from the dealer's left: not a dealer who withdraws, or stands out [16]-[17]."""
        players = self.table.round()
        stands_out = not self.options.dealer_plays and len(players) > MOST_DEALERS_PLAYING
        return players[:-1] if self.dealer_withdrew or stands_out else players

    @property
    def last(self) -> str:
        """The last to declare: the dealer, or who has his rights and duties."""
        return self.order[-1]

    # What the dealer may say first

    def asked(self, make: Callable[[], Turn | None]) -> Asking:
        """Ask a turn of the deal; until it is first answered the dealer may withdraw, or call the last round [17]."""

        def turn() -> Turn | None:
            made = make()
            return made and msgspec.structs.replace(made, says=(*made.says, Lazy((Says,), self.dealer_may)))

        said = yield turn
        while isinstance(said, Says) and said.word in ("withdraws", "last-round"):
            self.just_dealt = False
            self.dealer_withdrew, self.last_round = said.word == "withdraws", said.word == "last-round"
            said = yield turn
        self.just_dealt = self.just_dealt and said is None
        return said

    def dealer_may(self) -> tuple[Permission, ...]:
        """`withdraws` and `last-round`, straight after the deal."""
        if not self.just_dealt:
            why = "withdraws and last-round are said by the dealer, straight after the deal"
            return (disallow(Says, why, "withdraws", "last-round"),)
        withdraws = word(self.dealer, "withdraws", check=lambda said: self.wrong_withdrawal())
        if self.single:
            return (withdraws, disallow(Says, "a last round is no single: all stand in it", "last-round"))
        return (withdraws, word(self.dealer, "last-round"))

    def wrong_withdrawal(self) -> str | None:
        """Say why the dealer cannot withdraw, or None."""
        if len(self.table.players) <= FEWEST:
            return f"one player would be left if {self.dealer} withdrew: say end when the deal is over"
        if self.dealer in self.table.hands:
            return f"{self.dealer} has said a hand, and who withdraws takes no cards"
        return None

    def withdrawn(self) -> tuple[str, ...]:
        """Let a dealer who has withdrawn leave the game; gives who that is [17]."""
        if not self.dealer_withdrew:
            return ()
        self.table.remove_player(self.dealer)
        return (self.dealer,)
