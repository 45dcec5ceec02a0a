"""Spoil-Five, plainly: three tricks take the pool; if nobody has three, it grows."""

from collections import Counter

from ledger.core.cards import Card
from ledger.core.events import Penalty, Says, Trick, Tricks, Wins
from ledger.testing.plain import ACE_HIGH, Dealt, PlainGame

PLAIN = {"H": "A 2 3 4 5 6 7 8 9 10 J Q K", "C": "10 9 8 7 6 5 4 3 2 A J Q K"}
TRUMPS = {"H": "2 3 4 6 7 8 9 10 Q K A AH J 5", "C": "10 9 8 7 6 4 3 2 Q K A AH J 5"}
"""The ranks of a red and of a black suit, lowest first; the ace of hearts is always a trump [103]."""
COLOUR = {"H": "H", "D": "H", "C": "C", "S": "C"}


class Plain(PlainGame):
    """Spoil-Five [103]-[107]."""

    game = "spoil-five"
    combinations = ((), (("jink", "on"),), (("to", "25"),))

    def begin(self) -> None:
        self.spoilt = False
        """Whether the last deal was spoilt."""
        self.scores: Counter[str] = Counter()
        """With `to`: the points of each in this game."""

    def deal(self, dealt: Dealt) -> None:
        self.before(dealt)
        winner = self.first_there(dealt) if self.number("to") else self.winner(dealt)
        if winner is not None:
            self.share(self.pool["pool"], self.side(winner, dealt))
            self.scores.clear()
        self.spoilt = winner is None

    def misdeal(self, dealt: Dealt) -> None:
        self.before(dealt)
        if self.word("misdeal", "passes") == "passes":
            self.next_from = None

    def before(self, dealt: Dealt) -> None:
        """The dealer pays at every deal, players once for it; penalties are paid."""
        self.put(dealt.dealer, "pool", self.amount("deal", 1))
        stake = self.amount("spoilt", 1) if self.spoilt else self.amount("stake", 2)
        for player in dealt.players:
            if self.once("stake", player) and not (self.number("to") and self.spoilt):
                self.put(player, "pool", stake)
        self.penalties(dealt)

    def penalty(self, event: Penalty, dealt: Dealt | None) -> None:
        self.put(event.player, "pool", event.amount or 0)

    def share(self, amount: int, partners: list[str]) -> None:
        """Share the pool among the partners of a side."""
        self.divide(amount, partners, ["pool"])

    # Sides

    def side(self, player: str, dealt: Dealt) -> list[str]:
        """Return a player and their partners, from the dealer's left."""
        sides = self.number("sides") or len(dealt.players)
        return dealt.players[dealt.players.index(player) % sides :: sides]

    def captain(self, player: str, dealt: Dealt) -> str:
        """Return the first player of a side, who stands for it."""
        return self.side(player, dealt)[0]

    # Tricks

    def taken(self, dealt: Dealt) -> list[str]:
        """Return who won each trick, a side by its captain, in order if said trick by trick."""
        for event in dealt.of(Tricks):
            return [self.captain(player, dealt) for player, number in event.counts for _ in range(number)]
        winners: list[str] = []
        leader = dealt.players[0]
        for event in dealt.of(Trick):
            leader = event.player or self.wins_trick(event.cards, leader, dealt)
            winners.append(self.captain(leader, dealt))
        return winners

    def wins_trick(self, cards: tuple[Card, ...], leader: str, dealt: Dealt) -> str:
        turned_up = [
            *dealt.sayings[0].turn_up,
            *(card for event in dealt.of(Says, word="fives") for card in event.cards),
        ]
        trump = turned_up[-1].suit
        best = max(cards, key=lambda card: self.worth(card, cards[0].suit, trump))
        place = dealt.players.index(leader) + cards.index(best)
        return dealt.players[place % len(dealt.players)]

    def worth(self, card: Card, led: str, trump: str) -> tuple[int, int]:
        """Return the rank of a card in a trick: trumps, then the suit led, then the others."""
        if self.word("order") == "ordinary":
            return 2 * (card.suit == trump) + (card.suit == led), ACE_HIGH.index(card.rank)
        if card == Card("AH"):
            return 2, TRUMPS[COLOUR[trump]].split().index("AH")
        if card.suit == trump:
            return 2, TRUMPS[COLOUR[trump]].split().index(card.rank)
        return int(card.suit == led), PLAIN[COLOUR[card.suit]].split().index(card.rank)

    # Who has won

    def forfeited(self, dealt: Dealt) -> set[str]:
        """Return the sides that cannot win the pool in this deal."""
        return {self.captain(event.player, dealt) for event in dealt.of(Penalty) if event.offence}

    def winner(self, dealt: Dealt) -> str | None:
        """Pay the pool; a jink is paid for besides, and a failed jink spoils the deal."""
        needed = self.number("to_win", 3)
        taken, forfeited = self.taken(dealt), self.forfeited(dealt)
        tricks = Counter(taken)
        jinker = next((self.captain(event.player, dealt) for event in dealt.of(Says, word="jinks")), None)
        if self.flag("jink"):
            for side, number in tricks.items():
                gone_on = dealt.of(Trick) and set(taken[:needed]) == {side} and len(taken) > needed
                if side not in forfeited and (number > needed or gone_on):
                    jinker = side
        jinker = None if jinker in forfeited else jinker
        won = next((self.captain(event.player, dealt) for event in dealt.of(Wins)), None)
        if jinker is not None:
            if won is None and tricks[jinker] < 5:
                return None
            self.pay_jink(jinker, dealt)
            return jinker
        return won or next((trick for trick in tricks if tricks[trick] >= needed and trick not in forfeited), None)

    def pay_jink(self, jinker: str, dealt: Dealt) -> None:
        """Each other player pays a stake; the partners share it."""
        side = self.side(jinker, dealt)
        for player in dealt.players:
            if player not in side:
                self.put(player, "jink", self.amount("stake", 2))
        self.divide(self.pool["jink"], side, ["jink"])

    def first_there(self, dealt: Dealt) -> str | None:
        """With `to`: return who has so many points, five a trick, or won all five tricks."""
        tricks = Counter(side for side in self.taken(dealt) if side not in self.forfeited(dealt))
        for side, number in tricks.items():
            for partner in self.side(side, dealt):
                self.scores[partner] += 5 * number
        for side, number in tricks.items():
            if number == 5 or self.scores[side] >= self.number("to"):
                return side
        return None
