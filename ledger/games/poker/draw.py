"""The draw of Poker: each player makes the stake good and exchanges cards, once (R34-R38)."""

from collections.abc import Iterator
from functools import partial

from ledger.games.poker.betting import Betting
from ledger.games.poker.cards import HAND, KnownHands
from ledger.rules import (
    Allowed,
    AmountRange,
    Card,
    Lazy,
    Permission,
    SubPlay,
    Turn,
    amount,
    disallow,
    in_order,
    passing,
    twice,
    word,
)
from ledger.rules.events import Bets, Draws, Event, Passes, Raises, Says, Silence
from ledger.rules.slots import Cards, Literal, Number, Slots, Word


class Draw:
    """One draw, from the dealer's left."""

    def __init__(self, betting: Betting, hands: KnownHands) -> None:
        self.betting = betting
        self.stakes = betting.stakes
        self.table = betting.table
        self.hands = hands

    def take_place(self) -> SubPlay:
        """Ask each who is in, in turn; a player who has demanded a show does not draw."""
        for player in self.table.round():
            drawing = True
            while drawing:
                self.hands.keep(*(other for other in self.table.players if other not in self.stakes.asked))
                event = yield partial(self._turn, player)
                drawing = event is not None and self._answer(player, event)

    def _turn(self, player: str) -> Turn | None:
        if player not in self.stakes.asked or self.betting.decided:
            return None
        due = max(self.stakes.level - self.stakes.down(player), 0)
        may = Lazy((Passes, Says, Draws, Bets, Raises), partial(self._may_say, player, due), (player,))
        return Turn(
            says=(may,),
            who=(player,),
            act="draw",
            state=partial(self.betting.what_is_owed, player),
            joint=": ",
            default=Passes(player) if due else Silence(),
        )

    def _may_say(self, player: str, due: int) -> Iterator[Permission]:
        """Return the sayings of a player who is to draw, and makes the stake good before or with it."""
        yield passing(player)
        yield word(player, "pat", check=lambda event: self.hands.tried().keep(player).fault(player))
        yield Allowed(Draws, (player,), check=self._wrong_draw, slots=self._draws)
        if self.stakes.owes(player):
            yield word(player, "calls")
        if due:
            show = self.table.show
            yield amount(Bets, player, "bets", AmountRange(due, due, self.table.money))
            yield self.betting.may_demand(player)
            yield disallow(Raises, f"nobody raises at the draw: {player} owes {show(due)}, and no more", who=player)

    # What is drawn

    def _draws(self, player: str) -> list[Slots]:
        """Return the forms of a draw: a number, or cards that come, or that go and come."""
        right = [number for number in range(HAND + 1) if self._wrong_draw(Draws(player, (number,))) is None]
        among, many = in_order(self._drawable()), "CARD …"
        by_number: list[Slots] = []
        if right:
            by_number = [(Word(("draws",)), Number(right[0], right[-1], shown=f"{right[0]} to {right[-1]}"))]
        by_cards = (Word(("draws",)), Cards(1, HAND, among, shown=many))
        discards, number = Cards(1, HAND, in_order(self._own(player)), shown=many), Number(1, HAND, shown=many)
        draws, drawn = Cards(1, HAND, among, as_many=True, shown=many), Number(1, HAND, as_many=True, shown=many)
        pairs = ((discards, draws), (discards, drawn), (number, draws), (number, drawn))
        exchanged = [(Word(("discards",)), before, Literal("draws"), after) for before, after in pairs]
        return [*by_number, by_cards, *exchanged]

    def _drawable(self) -> frozenset[Card]:
        """Return the cards that may be drawn: those not known to be in a hand."""
        return self.hands.unseen(self.table.players)

    def _own(self, player: str) -> frozenset[Card]:
        """Return the cards that a player may discard."""
        return self.hands.surely_dealt(player) if player in self.hands.held else self._drawable()

    def _wrong_draw(self, event: Draws) -> str | None:
        number, discarded = _number_drawn(event), len(event.discards) or event.discarded
        if number is None:
            return f"what {event.player} draws is missing: say discards CARD … draws CARD …, or draws N"
        if number > HAND:
            return f"{HAND} cards are drawn at the most, not {number}"
        if discarded is not None and discarded != number:
            return f"as many cards are drawn as are discarded (R36): {discarded} discarded, {number} drawn"
        for card in (*event.discards, *event.cards):
            if card not in self.hands.pack:
                return f"{card} is not in the pack"
        if problem := twice((*event.discards, *event.cards)):
            return problem
        tried = self.hands.tried().exchange(event.player, number, event.discards, event.cards)
        return tried.fault(event.player)

    def _answer(self, player: str, event: Event) -> bool:
        """Apply an answer; return whether the player's draw is still to come."""
        if isinstance(event, Passes) or (isinstance(event, Says) and event.word == "demands-show"):
            self.betting.answer(player, event)
            self.hands.keep(player)
            return False
        self.stakes.make(player, self.stakes.level, "made good at the draw", "R36")
        match event:
            case Draws():
                self.hands.exchange(player, _number_drawn(event), event.discards, event.cards)
            case Says(word="pat"):
                self.hands.keep(player)
            case Silence():
                self.hands.exchange(player, None)
            case _:
                return True
        return False


def _number_drawn(event: Draws) -> int | None:
    if event.cards:
        return len(event.cards)
    return event.numbers[0] if len(event.numbers) == 1 else None
