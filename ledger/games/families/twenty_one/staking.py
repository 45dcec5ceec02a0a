"""Everyone but the dealer stakes, and plays against the dealer alone: the places, the stakes and the cards seen."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from ledger.cards import Card
from ledger.events import Bets, Event, Misdeal, Penalty
from ledger.games.families.twenty_one.points import Hand, Seat
from ledger.games.kernel import options as option
from ledger.games.kernel.deal import Asking, CarryT, DealInHand
from ledger.games.kernel.game import Game
from ledger.games.kernel.options import Options
from ledger.refusals import listed
from ledger.table import Table
from ledger.turns import Amounts, Sort, Turn, amount


@dataclass(frozen=True)
class StakingOptions(Options):
    """The house rules of staking on a card."""

    stake: int = option.amount(1, "the least that may be staked on a card", "[61]")
    limit: int | None = option.amount(None, "the most that may be staked on a card, before any doubling", "[61]")

    def conflict(self, players: int) -> str | None:
        """Say which options cannot stand together."""
        if self.limit is not None and self.limit < self.stake:
            return "limit is less than stake: nothing could be staked"
        return None


StakedT = TypeVar("StakedT", bound=StakingOptions)


class StakedDeal(DealInHand[StakedT, CarryT]):
    """A deal in which each of the others stakes against the dealer."""

    dealt = 2
    """How many cards each is dealt before any is drawn."""
    ten = 0
    """What everyone counts besides his cards."""
    copies = 1
    """How many cards of one name the pack has."""

    def __init__(self, game: Game[StakedT, CarryT], table: Table, options: StakedT, carry: CarryT) -> None:
        super().__init__(game, table, options, carry)
        self.seats: dict[str, Seat] = {}
        """The places, in the order of the turns: the dealer's is the last."""
        self.seen: Counter[Card] = Counter()
        """The cards that cannot come again, as often as they have been seen."""
        self.staked = False
        """Whether all have staked."""

    # Who is in it

    def order(self) -> tuple[str, ...]:
        """The turns: from the dealer's left, the dealer last."""
        return self.table.round()

    def hands(self) -> Iterator[Hand]:
        """Every hand played against the dealer, in turn, a divided player's one after the other [67]."""
        for seat in list(self.seats.values())[:-1]:
            yield from seat.hands

    @property
    def dealers(self) -> Seat:
        """The dealer's own place."""
        return self.seats[self.dealer]

    # Asking

    def asked(self, make: Callable[[], Turn | None]) -> Asking:
        """Ask a turn, with what may be said beside it at any time; gives what answers the turn itself."""

        def turn() -> Turn | None:
            asked = make()
            beside = self.beside(asked) if asked else ()
            if not asked or not beside:
                return asked
            return Turn(asked.asks, (*asked.says, *beside), asked.who, asked.default)

        while (said := (yield turn)) is not None and self.said_beside(said):
            pass
        return said

    def beside(self, turn: Turn) -> tuple[Sort, ...]:
        """What may be said beside this turn, by whomever it is."""
        return ()

    def said_beside(self, said: Event) -> bool:
        """Answer what was said beside the turn; gives whether it was that."""
        return False

    # Stakes

    def amounts(self) -> Amounts:
        """What may be staked on a card [61]."""
        return Amounts(self.options.stake, self.options.limit, self.table.money)

    def stakes(self, *on: str) -> Asking:
        """Everyone but the dealer stakes, in turn [62]; on one of these things, where there are any."""
        order = self.order()
        for player in order:
            self.seats[player] = Seat(player, [Hand(player, 0, self.dealt, self.ten)])
        for player in order[:-1]:
            said: Bets = yield from self.asked(lambda player=player: self.stake_turn(player, on))  # type: ignore[misc]
            seat = self.seats[player]
            seat.staked = seat.hands[0].stake = said.amount
            seat.on = said.on
        self.staked = True

    def stake_turn(self, player: str, on: tuple[str, ...]) -> Turn:
        """The turn to stake."""
        may = tuple(amount(Bets, player, "stakes", self.amounts(), on=thing) for thing in on or (None,))
        asks = f"it is {player}'s turn to stake" + (f", on {listed(on, 'or')}" if on else "")
        return Turn(asks, may, (player,))

    # Cards

    def card_wrong(self, card: Card, times: int = 1) -> str | None:
        """Say why a card (so many of it) cannot come now, or None."""
        if fault := self.not_in_pack(card):
            return fault
        if self.seen[card] + times > self.copies:
            return f"{card} has been seen already" if self.seen[card] else f"{card} is said twice"
        return None

    def cards_wrong(self, cards: tuple[Card, ...]) -> str | None:
        """Say which of these cards cannot come now, or None."""
        return next((wrong for card, times in Counter(cards).items() if (wrong := self.card_wrong(card, times))), None)

    def unseen(self, player: str | None = None) -> list[Card]:
        """The cards that may come still, in a fixed order."""
        return sorted((card for card in self.pack if self.seen[card] < self.copies), key=str)

    def misdeal(self, said: Misdeal | Penalty) -> CarryT:
        """The stakes, and what was paid on them, are given back; fines and antes stay."""
        carry = super().misdeal(said)
        self.table.take_back("the hand is void")
        return carry
