"""The money of a tournament: the payments in and out."""

from collections.abc import Iterable, Mapping, Sequence

from ledger.games.tournament.options import TournamentOptions
from ledger.games.tournament.prizes import prizes_as_said, prizes_of
from ledger.games.tournament.standing import TournamentCarry
from ledger.rules import Table, shares

PRIZES, BOUNTIES, HOUSE = "prizes", "bounties", "house"
"""The pools of a tournament."""


class TournamentMoney:
    """The counters of a tournament."""

    def __init__(self, table: Table, options: TournamentOptions) -> None:
        self.table = table
        self.options = options

    # In

    def enter(self, player: str) -> None:
        """Take an entry: for prizes, for the player's own head, and for the house."""
        self._take(player, PRIZES, self.options.entry, "the entry")
        self.put_on_head(player)
        self._take(player, HOUSE, self.options.fee, "the fee")

    def put_on_head(self, player: str) -> None:
        """Take the bounty that a player puts on their own head."""
        self._take(player, BOUNTIES, self.options.bounty, "the bounty")

    def buy(self, player: str, price: int | None, what: str) -> None:
        """Take the price of a rebuy or of an add-on."""
        assert price is not None, f"{what} is refused where there are none"
        self._take(player, PRIZES, price, what)

    def _take(self, player: str, pool: str, amount: int, why: str) -> None:
        self.table.pay(player, self.table.pool(pool), amount, why)

    # Out

    def give_head(self, player: str, other: str, standing: TournamentCarry) -> TournamentCarry:
        """Pay a share of the bounty on `other` to `player`, and return the standing after it.

        Who took it before pays back what the new share takes off. In a progressive tournament half of each share is on
        the head of its taker.
        """
        head = standing.heads[other]
        before = self.shared(head.amount, head.takers) if head.takers else {}
        standing = standing.with_taker(other, player)
        for taker, part in self.shared(head.amount, standing.heads[other].takers).items():
            more = part - (had := before.get(taker, 0))
            on_head = self.on_head(part) - self.on_head(had)
            paid, why = more - on_head, f"knocked out {other}" if taker == player else f"shares the head of {other}"
            if paid < 0:
                self._take(taker, BOUNTIES, -paid, why)
            else:
                self._give(taker, BOUNTIES, paid, why)
            standing = standing.with_more_on_head(taker, on_head)
        return standing

    def on_head(self, part: int) -> int:
        """Return how much of a share of a bounty goes on the head of its taker: half, or nothing."""
        unit = self.table.odd_unit(part)
        return part // 2 // unit * unit if self.options.progressive else 0

    def give_house(self, player: str, amount: int | None) -> None:
        """Pay so much of the house's counters, or all."""
        self._give(player, HOUSE, self.held(HOUSE) if amount is None else amount, "taken out for the house")

    def pay_winner(self, standing: TournamentCarry) -> None:
        """Pay every place its share, and all heads that are left to the only player in."""
        (winner,), prizes = standing.inside, self.prizes(standing)
        if standing.dealt:
            self._give(winner, PRIZES, self.held(PRIZES), "left for the first")
        else:
            self._give(winner, PRIZES, prizes[0], "place 1")
            self._pay_gone(standing, prizes)
        self._give(winner, BOUNTIES, self.held(BOUNTIES), "all heads that are left")

    def pay_deal(self, standing: TournamentCarry, parts: Mapping[str, int]) -> None:
        """Pay the shares of a deal to the players in, the shares of the places gone, and the heads.

        If something is left for the first, the heads are played for too.
        """
        prizes = self.prizes(standing)
        for player, part in parts.items():
            self._give(player, PRIZES, part, "by the deal")
        self._pay_gone(standing, prizes)
        if standing.first:
            return
        for player in parts:
            self._give(player, BOUNTIES, standing.heads[player].amount, "their own head")
        for player, part in self.shared(self.held(BOUNTIES), tuple(parts)).items():
            self._give(player, BOUNTIES, part, "a part of the other heads")

    def _pay_gone(self, standing: TournamentCarry, prizes: Sequence[int]) -> None:
        for place, group in standing.places():
            last = place + len(group)
            why = f"place {place}" if len(group) == 1 else f"places {place} to {last - 1}, shared"
            for player, part in self.shared(sum(prizes[place - 1 : last - 1]), self.seated(group)).items():
                self._give(player, PRIZES, part, why)

    def _give(self, player: str, pool: str, amount: int, why: str) -> None:
        self.table.pay(self.table.pool(pool), player, amount, why)

    # What it comes to

    def held(self, pool: str) -> int:
        """Return the content of a pool."""
        return self.table.holding(pool)

    def prizes(self, standing: TournamentCarry) -> tuple[int, ...]:
        """Return what each place pays as things stand, from the first down."""
        total, entries = self.held(PRIZES), len(standing.entered)
        if self.options.prizes is not None:
            return prizes_as_said(total, self.options.prizes, entries)
        return prizes_of(total, self.options.shares_for(entries), entries, self.table.odd_unit(total))

    def left(self, standing: TournamentCarry) -> tuple[int, ...]:
        """Return the prizes that a deal shares, the greatest first: those of the players in.

        What is left for the first is taken off the first.
        """
        first, *others = self.prizes(standing)[: len(standing.inside)]
        return tuple(sorted((first - standing.first, *others), reverse=True))

    def most_for_the_first(self, standing: TournamentCarry) -> int:
        """Return how much of the prizes a deal may leave for the first."""
        first, *others = self.prizes(standing)[: len(standing.inside)]
        return first if any(others) else first - self.table.odd_unit(first)

    def shared(self, total: int, sharers: Sequence[str]) -> dict[str, int]:
        """Return a sum in equal parts, odd counters one each to the first."""
        return shares(total, sharers, self.table.odd_unit(total))

    def seated(self, players: Iterable[str]) -> tuple[str, ...]:
        """Return players in the order of the seats; one who left the table keeps the old place."""
        return self.table.round(players)
