"""My Bird Sings, plainly: all pay in, and the bird that sings, or that sang most, takes the pool."""

from collections import Counter

from ledger.core.events import Says, Split, Tricks, Wins
from ledger.testing.plain import Dealt, PlainGame


class Plain(PlainGame):
    """My Bird Sings [101]-[102]."""

    game = "my-bird-sings"

    def deal(self, dealt: Dealt) -> None:
        self.before(dealt)
        winners = [player for player in dealt.players if player in self.winners(dealt)]
        self.divide(self.pool["pool"], winners, ["pool"])

    def misdeal(self, dealt: Dealt) -> None:
        self.before(dealt)

    def before(self, dealt: Dealt) -> None:
        self.pay_in("stake", dealt.players, "pool", self.amount("stake", 1))
        self.pay_in("dealer's stake", [dealt.dealer], "pool", self.amount("stake", 1), dealers=True)
        self.penalties(dealt)

    def winners(self, dealt: Dealt) -> list[str]:
        """Return who sang, or has most tricks: as said last, or by all the birds that sang."""
        sang = Counter(bird.player for bird in dealt.of(Says))
        match dealt.sayings[-1]:
            case Wins(player) | Says(player):
                return [player]
            case Split(players):
                return list(players)
            case Tricks(counts):
                tricks = dict(counts) or sang
                return [player for player in tricks if tricks[player] == max(tricks.values())]
