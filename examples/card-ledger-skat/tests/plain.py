"""Skat, plainly: the list of every deal, and each pays each the difference."""

from ledger.rules.events import Announces, Says
from ledger.testing import Dealt, PlainGame

BASE = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}


class PlainSkat(PlainGame):
    """Skat."""

    game = "skat"
    main_pool = "kitty"
    combinations = (
        (("kontra", "on"), ("bock", "on"), ("ramsch", "on"), ("scoring", "seeger-fabian")),
        (("per", "4"), ("kitty", "2"), ("kontra", "on")),
        (("stake", "3"), ("per", "10"), ("bock", "on")),
        (("ramsch", "on"), ("bock", "on")),
    )

    def begin(self):
        self.differences, self.bock = {}, 0

    def joined(self, player):
        if len(self.players()) < 4:
            self.playing.add(player)

    def left(self, player):
        self.playing.discard(player)
        self.differences = {pair: points for pair, points in self.differences.items() if player not in pair}

    def before_deal(self, event):
        if isinstance(event, Announces):
            self.bock += len(self.players())
        else:
            super().before_deal(event)

    def misdeal(self, dealt: Dealt):
        self.penalties(dealt)

    def deal(self, dealt: Dealt):
        self.penalties(dealt)
        entries = self.entries(dealt)
        self.bock = max(0, self.bock - 1)
        stake, per = self.amount("stake", 1), self.number("per", 1)
        for first in entries:
            for second in entries:
                if first < second:
                    before = self.differences.get((first, second), 0)
                    after = self.differences[first, second] = before + entries[first] - entries[second]
                    self.pay(second, first, int(after * stake / per) - int(before * stake / per))

    def entries(self, dealt):
        entries = dict.fromkeys(dealt.players, 0)
        factor = 2 if self.bock else 1
        if ramsch := dealt.of(Announces):
            self.ramsch(dict(ramsch[0].entries), entries, factor)
            return entries
        said = [event for event in dealt.of(Says) if event.word not in ("kontra", "re")]
        if not said:
            return entries
        contract, outcome = said
        soloist, announced, reached = contract.player, dict(contract.qualifiers), dict(outcome.qualifiers)
        factor *= 2 ** len(dealt.of(Says, None, "kontra") + dealt.of(Says, None, "re"))
        hand, ouvert = "hand" in announced, "ouvert" in announced
        if contract.word == "null":
            base = value = 23 + 12 * hand + 23 * ouvert + (hand and ouvert)
        else:
            base, times = BASE[contract.word], 1 + reached.get("with", 0) + reached.get("without", 0)
            says_schwarz = "schwarz" in announced or ouvert
            says_schneider = "schneider" in announced or says_schwarz
            is_schwarz = "schwarz" in reached or says_schwarz
            is_schneider = "schneider" in reached or is_schwarz or says_schneider
            value = base * sum((times, hand or ouvert, is_schneider, says_schneider, is_schwarz, says_schwarz, ouvert))
        bid = announced.get("bid") or reached.get("bid") or 0
        seeger = self.word("scoring", "simple") == "seeger-fabian"
        if outcome.word == "made":
            assert value >= bid
            entries[soloist] = value * factor + (50 if seeger else 0)
            return entries
        if value < bid:
            value = next(multiple for multiple in range(base, 1000, base) if multiple >= bid)
        if seeger:
            entries = dict.fromkeys(entries, 40 if len(entries) == 3 else 30)
        entries[soloist] = -2 * value * factor - (50 if seeger else 0)
        if kitty := self.amount("kitty"):
            self.put(soloist, "kitty", kitty)
        return entries

    def ramsch(self, points, entries, factor):
        virgins = [player for player, number in points.items() if number == "virgin"]
        if len(virgins) == 2:
            (march,) = set(points) - set(virgins)
            entries[march] = 120 * factor
            return
        most = max(number for number in points.values() if number != "virgin")
        for player, number in points.items():
            if number == most:
                entries[player] = -most * factor * (2 if virgins else 1)
