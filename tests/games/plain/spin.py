"""Spin, plainly: pools for Matrimony, Intrigue and Game; all pay for kings and the ace of diamonds."""

from ledger.core.cards import Card
from ledger.core.events import Holds, Left, Out, Penalty, Plays, Says, Shows, Takes
from ledger.testing.plain import Dealt
from tests.games.plain.stops import PlainStops

SPIN = Card("AD")
CHANCES = {"matrimony": {Card("KD"), Card("QD")}, "intrigue": {Card("QD"), Card("JD")}}


class Plain(PlainStops):
    """Spin [87]-[88]."""

    game = "spin"
    main_pool = "game"
    cards_dealt = 50

    def begin(self) -> None:
        self.winner: str | None = None
        """The winner of the previous deal."""

    def deal(self, dealt: Dealt) -> None:
        self.before(dealt)
        cards: dict[str, list[Card]] = {player: [] for player in dealt.players}
        for event in dealt.sayings:
            match event:
                case Penalty():
                    self.penalty(event, dealt)
                case Takes(player, things):
                    for thing in things:
                        self.wins(player, thing, dealt)
                case Shows(player, displayed):
                    self.diamonds(player, displayed)
                case Plays(player, played):
                    for card in played:
                        cards[player].append(card)
                        self.wins(player, self.paid_for(card), dealt)
                        self.diamonds(player, cards[player])
                    if len(cards[player]) == self.hands(dealt)[player]:
                        self.take(player, "game")
                case Says(player, "forfeits"):
                    self.wins(player, self.paid_for(cards[player][-1]), dealt, -1)
                case Out(player):
                    self.take(player, "game")
        self.winner = self.out(dealt)
        for player, number in self.cards_left(dealt).items():
            double = 2 if player == self.left_with_spin(dealt) else 1
            self.pay(player, self.winner, self.amount("stake", 1) * number * double)

    def misdeal(self, dealt: Dealt) -> None:
        self.before(dealt)
        self.penalties(dealt)

    def before(self, dealt: Dealt) -> None:
        """The dealer pays to Matrimony and Intrigue, the others to Game, but not the previous winner."""
        stake = self.amount("stake", 1)
        if self.once("board", dealt.dealer, dealers=True):
            self.put(dealt.dealer, "matrimony", 2 * stake)
            self.put(dealt.dealer, "intrigue", stake)
        for player in dealt.players:
            pays = player != self.winner and (player != dealt.dealer or self.flag("dealer_game"))
            if pays and self.once("game", player):
                self.put(player, "game", stake)

    def paid_for(self, card: Card) -> str:
        """Collect for a card that is played."""
        return "king" if card.rank == "K" else "spin" if card == SPIN else ""

    def wins(self, player: str, thing: str, dealt: Dealt, times: int = 1) -> None:
        """Pay a chance, or collect for a king or for Spin from all others."""
        share = {"king": 1, "spin": self.number("spin", 3)}.get(thing, 0) * self.amount("stake", 1)
        for other in dealt.players:
            if other != player:
                self.pay(other, player, share * times)
        if thing in CHANCES:
            self.take(player, thing)

    def diamonds(self, player: str, cards: list[Card]) -> None:
        """A player who has played or shown both cards of a chance takes it."""
        for chance, both in CHANCES.items():
            if both <= set(cards):
                self.take(player, chance)

    def left_with_spin(self, dealt: Dealt) -> str | None:
        """Return who still has Spin: as said, or by the hands."""
        played = [card for event in dealt.of(Plays) for card in event.cards]
        holders = [player for event in dealt.of(Left) for player, _ in event.marks]
        held = [event.player for event in dealt.of(Holds) if SPIN in event.cards and played and SPIN not in played]
        return next(iter(holders + held), None)
