"""Hearts, plainly: the points of everybody, and what the losers pay."""

from ledger.rules.events import Announces, Says
from ledger.testing import Dealt, PlainGame


class PlainHearts(PlainGame):
    """Hearts."""

    game = "hearts"
    combinations = ((("target", "50"), ("point", "1")), (("stake", "7"), ("moon", "takes")), (("target", "50"),))

    def begin(self):
        self.points = dict.fromkeys(self.playing, 0)

    def replaced(self, player, newcomer):
        self.take_place(player, newcomer)
        self.points[newcomer] = self.points.pop(player)

    def misdeal(self, dealt: Dealt):
        """Nothing counts."""

    def deal(self, dealt: Dealt):
        for shooter in dealt.of(Says):
            for player in self.points:
                if self.word("moon", "adds") == "takes":
                    if player == shooter.player:
                        self.points[player] = max(0, self.points[player] - 26)
                elif player != shooter.player:
                    self.points[player] += 26
        for announced in dealt.of(Announces):
            for player, count in announced.entries:
                self.points[player] += count
        if max(self.points.values()) >= self.number("target", 100):
            least = min(self.points.values())
            winners = [player for player in dealt.players if self.points[player] == least]
            for player in set(self.points) - set(winners):
                more = (self.points[player] - least) * (self.amount("point") or 0)
                for due in (self.amount("stake", 10), more):
                    for winner, part in zip(winners, self.shared(due, len(winners)), strict=True):
                        self.pay(player, winner, part)

    def carried(self):
        return {"points": self.points}
