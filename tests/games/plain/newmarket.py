"""Newmarket, plainly: four cards carry stakes; the card before one of them takes what lies on it."""

from collections import defaultdict

from ledger.core.cards import Card
from ledger.core.events import Bets, Deal, Out, Penalty, Plays, Takes
from ledger.testing.plain import Dealt
from tests.games.plain.stops import PlainStops

CHANCES = {"A": "ace", "K": "king", "Q": "queen", "J": "knave"}
BEFORE = {"ace": "K", "king": "Q", "queen": "J", "knave": "10"}
"""The card of the turned-up suit that takes each chance."""


class Plain(PlainStops):
    """Newmarket [89]."""

    game = "newmarket"
    cards_dealt = 44

    def begin(self) -> None:
        self.suits: dict[str, str] = {}
        """The suit of each of the four cards."""
        self.laid: dict[str, int] = defaultdict(int)
        """What each player has laid for this deal, or for a void deal before it."""

    def deal(self, dealt: Dealt) -> None:
        self.play(dealt)
        for player, cards in self.cards_left(dealt).items():
            self.pay(player, self.out(dealt), cards * self.amount("stake", 1))
        self.laid.clear()

    def misdeal(self, dealt: Dealt) -> None:
        for player, chance, taken in self.play(dealt):
            self.put(player, chance, taken)

    def play(self, dealt: Dealt) -> list[tuple[str, str, int]]:
        """Stake, fine and take in order; return who took what from where."""
        taken = []
        for event in dealt.sayings:
            match event:
                case Deal(_, turned_up) if turned_up:
                    self.suits = {CHANCES[card.rank]: card.suit for card in turned_up}
                case Bets(player, amount, chance):
                    self.put(player, chance, amount)
                    self.has_laid(player, amount, dealt)
                case Penalty():
                    self.penalty(event, dealt)
                case Plays(player, cards):
                    self.lay_the_rest(dealt)
                    chances = [chance for chance in BEFORE for card in cards if self.brings(card, chance)]
                    taken += [(player, chance, self.take(player, chance)) for chance in chances]
                case Takes(player, chances):
                    self.lay_the_rest(dealt)
                    taken += [(player, chance, self.take(player, chance)) for chance in chances]
                case Out():
                    self.lay_the_rest(dealt)
        return taken

    def brings(self, card: Card, chance: str) -> bool:
        return card.rank == BEFORE[chance] and card.suit == self.suits[chance]

    def own_part(self, player: str, dealt: Dealt) -> int:
        """Return what a player has still to lay; nothing after laying all of it once."""
        put = self.number("put", 2 if len(dealt.players) == 2 else 1) * self.amount("stake", 1)
        return 0 if (player, "put") in self.paid else max(0, put - self.laid[player])

    def has_laid(self, player: str, amount: int, dealt: Dealt) -> None:
        """Lay a player's counters, and then the dealer's extra ones."""
        own = self.own_part(player, dealt)
        self.laid[player] += min(own, amount)
        self.paid |= {(player, "put")} if amount >= own else set()
        self.paid |= {(player, "extra")} if amount > own else set()

    def lay_the_rest(self, dealt: Dealt) -> None:
        """All lay what they have not laid yet, and the dealer a stake more, once a deal."""
        stake = self.amount("stake", 1)
        for player in dealt.players:
            due = self.own_part(player, dealt)
            due += stake if player == dealt.dealer and self.once("extra", player, dealers=True) else 0
            self.lay(player, due, stake)
            self.has_laid(player, due, dealt)

    def lay(self, player: str, amount: int, unit: int) -> None:
        """Counters of unknown place go where least lies."""
        for _ in range(0, amount, unit):
            self.put(player, min(BEFORE, key=lambda chance: self.pool.get(chance, 0)), unit)

    def penalty(self, event: Penalty, dealt: Dealt | None) -> None:
        counter = self.money.counter or 1
        self.lay(event.player, event.amount, 1 if event.amount % counter else counter)
