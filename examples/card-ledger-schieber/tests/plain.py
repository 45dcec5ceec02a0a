"""Schieber, plainly: the points of both sides, and what the losers pay."""

from ledger.rules.events import Says
from ledger.testing import Dealt, PlainGame

TIMES = {"clubs": 1, "spades": 1, "diamonds": 2, "hearts": 2, "tops": 3, "bottoms": 3}


class PlainSchieber(PlainGame):
    """Schieber."""

    game = "schieber"
    combinations = ((("target", "300"), ("hundred", "3")), (("stake", "4"), ("factors", "none")), (("target", "300"),))

    def begin(self):
        self.points, self.over = [0, 0], False

    def replaced(self, player, newcomer):
        self.take_place(player, newcomer)

    def misdeal(self, dealt: Dealt):
        """Nothing counts."""

    def deal(self, dealt: Dealt):
        times, deal = 1, [0, 0]
        for said in dealt.of(Says):
            side = self.players().index(said.player) % 2
            if said.word in TIMES:
                times = TIMES[said.word] if self.word("factors", "usual") == "usual" else 1
            elif said.word == "melds":
                deal[side] += said.numbers[0]
            elif said.word == "marriage":
                deal[side] += 20
            elif said.word == "match":
                deal[side] += 257
            elif said.word == "counts":
                deal[side] += said.numbers[0]
                deal[1 - side] += 157 - said.numbers[0]
        self.points = [self.points[side] + times * deal[side] for side in (0, 1)]
        if max(self.points) >= self.number("target", 1000) and self.points[0] != self.points[1]:
            self.over = True
            self.losers_pay(self.amount("stake", 10))

    def end(self, event):
        if not self.over and self.points[0] != self.points[1]:
            self.losers_pay(0)

    def losers_pay(self, stake):
        behind = abs(self.points[0] - self.points[1])
        winner = self.points.index(max(self.points))
        winners, losers = self.players()[winner::2], self.players()[1 - winner :: 2]
        for loser, payee in zip(losers, winners, strict=True):
            self.pay(loser, payee, stake + behind // 100 * (self.amount("hundred") or 0))

    def carried(self):
        return {"points": {player: self.points[place % 2] for place, player in enumerate(self.players())}}
