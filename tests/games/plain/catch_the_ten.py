"""Catch the Ten, plainly: count cards and honours to forty-one; the losers pay."""

from collections import Counter

from ledger.core.cards import Card
from ledger.core.events import Penalty, Scores, Shows, Trick, Tricks
from ledger.testing.plain import Dealt, PlainGame

HONOURS = {"J": 11, "10": 10, "A": 4, "K": 3, "Q": 2}
PLAIN = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
TRUMPS = ["6", "7", "8", "9", "10", "Q", "K", "A", "J"]


class Plain(PlainGame):
    """Catch the Ten, or Scottish Whist."""

    game = "catch-the-ten"
    combinations = ((("stake", "6"), ("point", "1")), (("point", "2"),), ())

    def begin(self) -> None:
        self.scores: Counter[str] = Counter()
        """The points of each player's side in this game."""

    def joined(self, player: str) -> None:
        """Players who joined during a game and wait for the next."""

    def deal(self, dealt: Dealt) -> None:
        for event in dealt.of(Penalty):
            self.revoked(event, dealt)
            self.scores.clear()
            return
        for player, points in self.points(dealt).items():
            for partner in self.side(player, dealt):
                self.scores[partner] += points
        best = max(self.scores.values())
        winners = [player for player in dealt.players if self.scores[player] == best]
        if best >= 41 and winners == self.side(winners[0], dealt):
            for side in self.sides(dealt):
                for loser, winner in zip(side, winners, strict=True):
                    self.loses(loser, winner, best - self.scores[loser])
            self.scores.clear()

    def misdeal(self, dealt: Dealt) -> None:
        """Nothing is paid."""

    def revoked(self, event: Penalty, dealt: Dealt) -> None:
        """A player who revokes loses the game to all others."""
        offenders = self.side(event.player, dealt)
        for side in self.sides(dealt):
            for loser, winner in zip(offenders, side, strict=True):
                self.loses(loser, winner, max(0, 41 - self.scores[loser]), event.amount)

    def loses(self, loser: str, winner: str, behind: int, amount: int | None = None) -> None:
        """A loser pays each winner for the game and for the points behind, or a fixed amount."""
        due = (self.amount("stake") or 0) + (self.amount("point") or 0) * behind
        if loser != winner:
            self.pay(loser, winner, due if amount is None else amount)

    # Sides

    def sides(self, dealt: Dealt) -> list[list[str]]:
        """Return the sides, each from the left of the dealer."""
        number = {4: 2, 6: self.number("sides", 2)}.get(len(dealt.players), len(dealt.players))
        return [dealt.players[first::number] for first in range(number)]

    def side(self, player: str, dealt: Dealt) -> list[str]:
        return next(side for side in self.sides(dealt) if player in side)

    # Points

    def points(self, dealt: Dealt) -> Counter[str]:
        """Return the points of each: as said, or by the tricks and their honours."""
        points: Counter[str] = Counter()
        for event in dealt.of(Scores):
            points[event.player] += event.points
        for event in dealt.of(Tricks):
            for player, tricks in event.counts:
                points[player] += tricks * len(dealt.players)
        leader = dealt.players[0]
        for event in dealt.of(Trick):
            leader = event.player or self.wins_trick(event.cards, leader, dealt)
            points[leader] += len(dealt.players) + self.honours(event.cards, dealt)
        for event in dealt.of(Shows):
            points[event.player] += sum(HONOURS[card.rank] for card in event.cards)
        return points

    def honours(self, cards: tuple[Card, ...], dealt: Dealt) -> int:
        trump = dealt.sayings[0].turn_up
        return sum(HONOURS.get(card.rank, 0) for card in cards if card.suit == trump[0].suit)

    def wins_trick(self, cards: tuple[Card, ...], leader: str, dealt: Dealt) -> str:
        trump = dealt.sayings[0].turn_up[0].suit
        trumps = [card for card in cards if card.suit == trump]
        followed = [card for card in cards if card.suit == cards[0].suit]
        best = max(trumps or followed, key=lambda card: (TRUMPS if trumps else PLAIN).index(card.rank))
        place = dealt.players.index(leader) + cards.index(best)
        return dealt.players[place % len(dealt.players)]
