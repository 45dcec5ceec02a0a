"""Beggar my Neighbour, plainly: cards are turned one by one, and the player who gets them all takes the pool."""

from ledger.core.cards import Card
from ledger.core.events import Holds, Out, Wins
from ledger.testing.plain import Dealt, PlainGame

ASKS = {"J": 1, "Q": 2, "K": 3}


class Plain(PlainGame):
    """Beggar my Neighbour; the handbook does not have it."""

    game = "beggar"

    def misdeal(self, dealt: Dealt) -> None:
        self.pay_in("stake", dealt.players, "pool", self.amount("stake", 1))
        self.penalties(dealt)

    def deal(self, dealt: Dealt) -> None:
        self.misdeal(dealt)
        winner = self.winner(dealt)
        if winner is not None:
            self.take(winner, "pool")

    def winner(self, dealt: Dealt) -> str | None:
        """Return the winner: as said, the last one in, or by the cards; None if the deal is drawn."""
        for event in dealt.of(Wins):
            return event.player
        hands = {event.player: list(event.cards) for event in dealt.of(Holds)}
        if len(hands) == len(dealt.players):
            return self.by_the_cards([hands[player] for player in dealt.players], dealt.players)
        out = {event.player for event in dealt.of(Out)}
        (last,) = (player for player in dealt.players if player not in out)
        return last

    def by_the_cards(self, hands: list[list[Card]], players: list[str]) -> str | None:
        """Turn the cards up, hand by hand from the dealer's left."""
        asks = ASKS | ({"A": 4} if self.number("ace") else {})
        alternate = self.word("turns") == "alternate"
        leader, seen = 0, set()
        while any(hand for place, hand in enumerate(hands) if place != leader):
            standing = leader, *map(tuple, hands)
            if standing in seen:
                return None
            seen.add(standing)
            lying, turner, court, owing = [], leader, None, 0
            while court is None or owing:
                order = [*range(turner, len(hands)), *range(turner)]
                able = [place for place in order if hands[place] and place != court]
                if not able:
                    break
                turner = able[0]
                lying.append(hands[turner].pop(0))
                if lying[-1].rank in asks:
                    court, owing = turner, asks[lying[-1].rank]
                elif court is not None:
                    owing -= 1
                if court == turner or (court is None and alternate):
                    turner = (turner + 1) % len(hands)
            hands[court] += lying
            leader = court
        return players[leader]
