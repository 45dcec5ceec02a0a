"""A deal of a game with blinds and a board, told by its acts or by the sums put in."""

from collections.abc import Sequence
from typing import TypeVar

from ledger.games.families.betting.acts import Acts
from ledger.games.families.betting.between import SEVEN_DEUCE, BetweenDeals
from ledger.games.families.betting.cards import WORDS_OF_STREETS, BoardCards
from ledger.games.families.betting.forced import Forced
from ledger.games.families.betting.hands import Worth, best_hand
from ledger.games.families.betting.money import POT, PotMoney
from ledger.games.families.betting.options import BettingCarry, BettingOptions
from ledger.games.families.betting.pots import pots_of
from ledger.games.families.betting.rounds import BettingRounds
from ledger.games.families.betting.show import WHOLE
from ledger.games.families.betting.showdown import PotShowdown
from ledger.games.families.betting.streets import Streets
from ledger.rules import Card, Play, PotAtShow, Steps, Tile
from ledger.rules.events import Event, Misdeal, Penalty

BettingT = TypeVar("BettingT", bound=BettingOptions)
BEFORE_THE_FLOP = "pre-flop"
MOST_POTS = 3
"""The number of pots up to which each has a tile."""
TOO_MANY_ACTED = 2
"""The number of players who have acted from which no deal is void."""


class BettingDeal(BetweenDeals[BettingT]):
    """A deal of a game with blinds and a board."""

    streets: Streets
    showdown: PotShowdown

    @property
    def own_cards(self) -> int:
        """Return how many cards each is dealt."""
        return 2

    @property
    def halves(self) -> Sequence[str]:
        """Return the parts in which a pot is won."""
        return WHOLE

    def high(self, own: Sequence[Card], board: Sequence[Card]) -> Worth:
        """Return what a hand is worth."""
        return best_hand(own, board)

    def low(self, own: Sequence[Card], board: Sequence[Card]) -> Worth | None:
        """Return what a hand is worth as a low one; None for nothing."""
        return None

    def prepare(self) -> None:
        """Set the number of cards of a hand."""
        self.hand_sizes = (self.own_cards,)

    def play(self) -> Play[BettingCarry]:
        """Play a deal: the pause, the forced bets, the streets, and the show."""
        places = yield from self.pause()
        betting = BettingRounds(self.table.round(self.dealt_in), self.options.limits, self.stacks)
        money = PotMoney(self.table, self.options, betting)
        forced = Forced(self.table, self.options, betting, money, places)
        forced.lay(self.carry)
        acts, board = Acts(self.table, betting, money), BoardCards(self.table)
        boards = 1 if self.carry.bomb is None else self.carry.bomb_boards
        self.streets = Streets(self.table, forced, acts, board, self.unseen, boards)
        self.showdown = PotShowdown(
            self.table, self.streets, self.own_cards, self.halves, self.high, self.low, self.unseen
        )
        yield from self.streets.play()
        took = yield from self.showdown.settle()
        winners = tuple(took)
        return BettingCarry(
            places,
            self.carry.sitting_out,
            winners=winners,
            pays_seven_deuce=self._seven_deuce(winners),
            pays_what_is_there=self.stacks is not None,
            hand=tuple(card.value for card in self.table.hands.get(winners[0], ())) if winners else (),
        )

    def _seven_deuce(self, winners: Sequence[str]) -> tuple[str, ...]:
        """Return who must still pay if the only winner shows a seven and a two."""
        if not getattr(self.options, "seven_deuce", 0) or len(winners) != 1:
            return ()
        others = tuple(player for player in self.table.round(self.dealt_in) if player != winners[0])
        shown = self.showdown.shown.get(winners[0])
        if shown is None:
            return others
        if {card.rank for card in shown} == SEVEN_DEUCE:
            self.pay_seven_deuce(winners[0], others, self.stacks is not None)
        return ()

    def pots_at_show(self, event: Event | None = None) -> tuple[PotAtShow, ...]:
        """Return the pots that are shown for, main pot first; none before the betting is over."""
        return tuple(self.showdown.pots(event)) if self.in_hand else ()

    def tiles(self) -> Sequence[Tile]:
        """Return the pots of the deal in hand; between deals, what stands for the next."""
        if not self.in_hand:
            return super().tiles()
        show, pool = self.table.show, self.table.pool(POT).name
        pots = [pot.amount for pot in self.pots_at_show()] or self._pots_so_far()
        if len(pots) > MOST_POTS:
            pots, sides = pots[:1], [Tile(f"{len(pots) - 1} side pots", show(sum(pots[1:])), pool=pool)]
        else:
            labels = ("Side pot",) if len(pots) == MOST_POTS - 1 else ("First side pot", "Second side pot")
            sides = [Tile(label, show(amount), pool=pool) for label, amount in zip(labels, pots[1:], strict=False)]
        return (Tile("Main pot" if sides else "Pot", show(pots[0]), pool=pool), *sides)

    def _pots_so_far(self) -> list[int]:
        """Return the pots as they are parted by those who are all in."""
        betting = self.streets.betting
        most = max(betting.put.values())
        tops = [betting.put[player] for player in betting.left if betting.all_in(player)]
        dead = sum(betting.dead.values())
        return [pot.amount for pot in pots_of(betting.put, betting.left, dead, {most, *tops}) if pot.amount]

    def steps(self) -> Steps | None:
        """Return the streets of a betting that goes on act by act, with what was put in on each."""
        if not self.in_hand or self.streets.told or self.showdown.begun:
            return None
        now, show = self.streets.betting.street, self.table.show
        put = map(self.streets.put_in_on, range(now + 1))
        return Steps((BEFORE_THE_FLOP, *WORDS_OF_STREETS), now, [show(amount) if amount else "" for amount in put])

    def hand_players(self) -> tuple[str, ...]:
        """Return who is dealt in."""
        return self.dealt_in

    # Irregularities

    def wrong_misdeal(self) -> str | None:
        """Return why no deal is void now: two have acted, or the sums were told (RR misdeals)."""
        if self.in_hand and (self.streets.told or len(self.streets.acted) >= TOO_MANY_ACTED):
            return "two players have acted, or it was told what each put in: the deal stands (RR misdeals)"
        return super().wrong_misdeal()

    def misdeal(self, event: Misdeal | Penalty) -> BettingCarry:
        """Give back everything put in for the deal; the same button deals again."""
        carry = super().misdeal(event)
        self.table.take_back("void", "RR misdeals")
        return carry
