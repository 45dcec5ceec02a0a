"""The money of Loo: every counter that moves in a deal, in the smallest unit."""

from collections.abc import Collection, Sequence

from ledger.games.loo.options import LooOptions
from ledger.rules import Offence, Table, shares

FAULTS_OF_PLAY = ("lead", "revoke", "not-heading", "playing", "exposing")
"""The faults for which a player is looed, once a deal [25]."""


class LooMoney:
    """The counters of one deal: what it costs, how its result is settled, and the fines."""

    def __init__(self, table: Table, options: LooOptions, single: bool) -> None:
        self.table = table
        self.options = options
        self.single = single
        """Whether the deal is a single: nobody was looed in the deal before it [18], [21]."""
        self.looed: list[str] = []
        """The players looed in this deal, who have paid for it."""
        self.faults: dict[str, tuple[str, int | None]] = {}
        """The players looed for a fault of play, each with the fault, and the amount if one was said."""
        self.barred: set[str] = set()
        """The players who were fined and play on: what they win stays in the pool [22], [25]."""

    def loo(self) -> int:
        """Return the loo of the deal: fixed, or as much as the pool holds now [18], [22]-[23], [26]."""
        options = self.options
        if options.unlimited:
            held = self.table.holding()
            return held if options.limit is None else min(held, options.limit)
        return options.single if self.single else options.loo

    # The table: what moves, when, and by which page

    def deal(self, dealer: str) -> None:
        """Deal: dealer → pool: `deal`; not again after a misdeal [18]."""
        self.table.pay_in(dealer, self.table.pool(), self.options.deal, "the deal", "[18]", dealers=True)

    def single_won(self, winner: str, players: Sequence[str]) -> None:
        """Single won: pool → winner: all; then each other player of the deal → pool: the loo [18]."""
        loo = self.loo()
        self.take_pool(winner, "won the single", "[18]")
        self.pay_loos({*players} - {winner}, loo, "looed on the single", "[18]")

    def single_not_won(self, players: Sequence[str]) -> None:
        """Single not won: each player of the deal → pool: the loo; the pool stays [18]."""
        self.pay_loos(players, self.loo(), "looed on the single", "[18]")

    def tricks(self, winners: Sequence[str], for_the_pool: str | None, must_win: Sequence[str]) -> None:
        """Book the tricks, their winners in order; those of `must_win` without one are looed.

        Each trick: pool → winner: a third (a fifth); odd counters one each to the first, the second … [21]-[22].
        Looed: each who stood and has no trick → pool: the loo, for the next deal [21].
        Miss played for the pool: what its tricks are worth stays in the pool; the dealer pays nothing [20].
        """
        loo, total, numbers = self.loo(), self.table.holding(), [str(place) for place, _ in enumerate(winners, 1)]
        parts = shares(total, numbers, self.table.odd_unit(total))
        for winner, number in zip(winners, numbers, strict=True):
            if winner not in {for_the_pool, *self.barred}:
                self.table.pay(self.table.pool(), winner, parts[number], f"won trick {number}", "[21]-[22]")
        self.pay_loos({*must_win} - {for_the_pool, *winners}, loo, "looed: no trick", "[21]")

    def unplayed(self, taker: str) -> None:
        """Pool unplayed: pool → dealer, miss or only hand standing: all; nobody is looed [19]-[20]."""
        loo = self.loo()
        self.take_pool(taker, "took the pool unplayed", "[19]-[20]")
        self.pay_loos((), loo)

    def flush(self, holder: str, beaten: Sequence[str], players: Sequence[str]) -> None:
        """Flush: pool → holder: all; each other player without a flush → holder: the loo [27]-[28]."""
        loo = self.loo()
        self.take_pool(holder, "won with a flush", "[27]-[28]")
        for player in players:
            if player not in (holder, *beaten):
                self.table.pay(player, holder, loo, "a loo for the flush", "[28]")
        self.pay_loos((), loo)

    def take_pool(self, winner: str, why: str, cite: str) -> None:
        """Give a player the pool, unless the player was fined and takes nothing [22]."""
        if winner not in self.barred:
            self.table.take_pool((winner,), why, cite)

    def pay_loos(self, players: Collection[str], loo: int, why: str = "", cite: str = "") -> None:
        """Let these players, and those fined for their play, pay a loo, once each [21], [25]."""
        for player in self.table.round():
            if player in self.faults:
                fault, amount = self.faults[player]
                self.table.pay(player, self.table.pool(), loo if amount is None else amount, f"looed: {fault}", "[25]")
            elif player in players:
                self.table.pay(player, self.table.pool(), loo, why, cite)
            else:
                continue
            self.looed.append(player)

    # Fines

    def offences(self) -> dict[str, Offence]:
        """Return the offences; a fault of play is paid when the deal is settled."""
        single, loo = self.options.single, self.loo()
        return {
            "misdeal": Offence(single, self.table.pool(), "[23]-[24]", dealer_only=True),
            "interfering": Offence(single, self.table.pool(), "[24]"),
            "looking": Offence(single, self.table.pool(), "[24]"),
            "declaring": Offence(single, self.table.pool(), "[24]"),
            "opponents-hand": Offence(loo, self.table.pool(), "[24]-[25]"),
            **{word: Offence(loo, None, "[21]-[22], [25]-[26]") for word in FAULTS_OF_PLAY},
        }

    def at_fault(self, player: str, fault: str, amount: int | None) -> None:
        """Loo a player for a fault of play: the last one, with the amount said last [22], [25]."""
        earlier = self.faults[player][1] if player in self.faults else None
        self.faults[player] = (fault, earlier if amount is None else amount)
        self.barred.add(player)
