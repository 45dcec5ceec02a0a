"""The money of a deal: the content of the pot, and the payments out of it."""

from collections.abc import Iterator, Sequence

from ledger.games.families.betting.options import BettingOptions
from ledger.games.families.betting.pots import Pot, pots_of, uncalled
from ledger.games.families.betting.rounds import BettingRounds
from ledger.games.families.betting.show import HIGH, LOW, Show
from ledger.rules import Table, shares

POT, HOUSE, UNTOLD = "pot", "house", "untold"
"""The pools of a game of betting."""


class PotMoney:
    """The counters of one deal, put into the pot and paid out of it."""

    def __init__(self, table: Table, options: BettingOptions, betting: BettingRounds) -> None:
        self.table = table
        self.options = options
        self.betting = betting
        self.pot = table.pool(POT)

    def put_in(self, player: str, amount: int, why: str, cite: str) -> None:
        """Put counters into the pot."""
        self.table.pay(player, self.pot, amount, why, cite)

    def give_back_uncalled(self) -> None:
        """Give back what nobody has called."""
        player, excess = uncalled(self.betting.put)
        self.table.pay(self.pot, player, excess, "uncalled", "RR showdown")

    def settle(self, show: Show, raked: bool) -> dict[str, int]:
        """Pay every pot to its winners, main pot first; return what each has taken."""
        if len(show.claimants) == 1 and show.boards == 1 and not raked:
            return self._take_rest(show.claimants[0], "the pot", "WSOP 149")
        took: dict[str, int] = {}
        for pot, rake in self.pots(show, raked):
            self.table.pay(self.pot, self.table.pool(HOUSE), rake, "raked", "WSOP 149")
            for player, part, why in self.parts(show, pot, rake):
                self.table.pay(self.pot, player, part, why, "WSOP 149")
                took[player] = took.get(player, 0) + part
        return took

    def pots(self, show: Show, raked: bool) -> Iterator[tuple[Pot, int]]:
        """Yield the pots, main pot first, each with its rake."""
        raked_before = 0
        for pot in pots_of(show.put, show.claimants, sum(self.betting.dead.values()), show.tops()):
            rake = self._rake_of(pot.amount, raked_before) if raked else 0
            raked_before += rake
            yield pot, rake

    def parts(self, show: Show, pot: Pot, rake: int) -> Iterator[tuple[str, int, str]]:
        """Yield who takes which part of a pot, and why, board by board, as far as it is known."""
        boards = self._shares(pot.amount - rake, [str(board) for board in range(show.boards)])
        for board in range(show.boards):
            if not all(show.is_known((board, half), pot) for half in show.halves):
                continue
            for players, amount, why in self._halves(show, board, pot, boards[str(board)]):
                for player, part in self._shares(amount, self._from_left(players)).items():
                    yield player, part, why

    def take_all(self, player: str) -> dict[str, int]:
        """Pay all forced bets to the player who raised and was not called."""
        return self._take_rest(player, "the others folded", "RR showdown")

    def _take_rest(self, player: str, why: str, cite: str) -> dict[str, int]:
        held = self.table.holding(POT)
        self.table.pay(self.pot, player, held, why, cite)
        return {player: held}

    def chop(self, blinds: Sequence[str]) -> None:
        """Give both blinds back, and share everything else in the pot (WSOP 67)."""
        pot = self.pot
        for player in blinds:
            self.table.pay(pot, player, self.betting.bets[player], "the blind back", "WSOP 67")
        for player, part in self._shares(self.table.holding(POT), self._from_left(blinds)).items():
            self.table.pay(pot, player, part, "chopped", "WSOP 67")

    def _rake_of(self, amount: int, raked_before: int) -> int:
        """Return the house's share of a pot, after its shares of the deal's other pots."""
        unit = self.table.odd_unit(amount)
        rake = amount * self.options.rake // 100 // unit * unit
        most = self.options.rake_most
        return rake if most is None else min(rake, most - raked_before)

    def _halves(self, show: Show, board: int, pot: Pot, amount: int) -> list[tuple[list[str], int, str]]:
        """Return who shares which parts of a pot's part, and why."""
        if show.halves[0] != HIGH:
            return [(show.winners((board, show.halves[0]), pot), amount, "the pot")]
        high, low = show.winners((board, HIGH), pot), show.winners((board, LOW), pot)
        if not low or set(low) == set(high):
            return [(high, amount, "the pot")]
        halves = self._shares(amount, [HIGH, LOW])
        return [(high, halves[HIGH], "the high half"), (low, halves[LOW], "the low half")]

    def _shares(self, amount: int, sharers: Sequence[str]) -> dict[str, int]:
        return shares(amount, sharers, self.table.odd_unit(amount))

    def _from_left(self, players: Sequence[str]) -> list[str]:
        return [player for player in self.betting.order if player in players]
