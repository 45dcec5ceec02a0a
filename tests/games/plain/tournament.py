"""Tournament, plainly: a list of who went out, and the prizes shared when it is over."""

from fractions import Fraction
from functools import cache

from ledger.core.events import Announces, AnyEvent, End, Out, Penalty, Says, Split, Takes
from ledger.testing.plain import PlainGame


class Plain(PlainGame):
    """Tournament; the handbook does not have it."""

    game = "tournament"
    main_pool = "prizes"
    combinations = (
        (), (),
        (("rebuy", "entry"), ("bounty", "5")),
        (("rebuy", "7"), ("addon", "3"), ("bounty", "2"), ("fee", "1")),
        (("rebuy", "10"), ("rebuys", "2"), ("entry", "11"), ("places", "50-30-20")),
        (("rebuy", "entry"), ("addon", "entry"), ("bounty", "1"), ("entry", "7"), ("places", "34-33-33")),
        (("rebuy", "1"), ("entry", "1"), ("fee", "3"), ("places", "22-21-20-19-18")),
        (("rebuy", "entry"), ("bounty", "7"), ("progressive", "on")),
        (("rebuy", "3"), ("prizes", "50-30-20")),
        (("prizes", "90-40"), ("entry", "30")),
        (("rebuy", "3"), ("bounty", "7"), ("entry", "13"), ("places", "20-20-20-20-20")),
    )  # fmt: skip

    def begin(self) -> None:
        self.came: list[str] = []
        self.went: list[list[str]] = []
        """Who is out; those who went together stand together."""
        self.on_head: dict[str, int] = {}
        """The bounty on each player."""
        self.took: dict[str, list[str]] = {}
        """Who took the head of each player who has lost it."""
        self.over = False
        self.for_first = 0
        """What is left for the first."""
        self.chopped = False
        for player in self.players():
            self.enter(player)

    def enter(self, player: str) -> None:
        self.came.append(player)
        self.put(player, "prizes", self.amount("entry", 20))
        self.new_head(player)
        self.put(player, "house", self.amount("fee", 0))

    def new_head(self, player: str) -> None:
        self.put(player, "bounties", self.amount("bounty", 0))
        self.on_head[player] = self.amount("bounty", 0)
        self.took[player] = []

    def takes_head(self, player: str, other: str) -> None:
        """Undo what the head came to for those who took it before, and share it anew with one more."""
        for sign in (-1, 1):
            if sign == 1:
                self.took[other].append(player)
            takers = self.took[other]
            for taker, part in zip(
                takers, self.shared(self.on_head[other], len(takers)) if takers else [], strict=True
            ):
                unit = self.unit(part)
                half = part // (2 * unit) * unit if self.word("progressive", "off") == "on" else 0
                self.on_head[taker] += sign * half
                self.put(taker, "bounties", sign * (half - part))

    def joined(self, player: str) -> None:
        super().joined(player)
        if player not in self.came:
            self.enter(player)

    def left(self, player: str) -> None:
        super().left(player)
        if not self.over and player in self.inside():
            self.went.append([player])

    def inside(self) -> list[str]:
        """Return who is in, by the seats."""
        out = [player for group in self.went for player in group]
        return [player for player in self.ring if self.came.count(player) > out.count(player)]

    def before_deal(self, event: AnyEvent) -> None:
        match event:
            case Says(player, "rebuys"):
                self.put(player, "prizes", self.price("rebuy"))
                if self.took[player]:
                    self.new_head(player)
                if player not in self.inside():
                    next(group for group in reversed(self.went) if player in group).remove(player)
            case Says(player, "re-enters"):
                self.enter(player)
            case Says(player, "adds-on"):
                self.put(player, "prizes", self.price("addon"))
            case Says(player, "knocks-out", players=others):
                for other in others:
                    if other in self.inside():
                        self.went.append([other])
                    self.takes_head(player, other)
            case Out(player):
                self.went.append([player])
            case Split(players):
                self.went.append(list(players))
            case Takes(player, amount=amount):
                self.take(player, "house", amount)
            case Penalty(player, amount=amount):
                self.put(player, "prizes", amount)
            case Announces(word="chop first", amount=amount):
                self.for_first = amount
            case Announces(word=word) if word.startswith("chop"):
                self.chop(event)

    def price(self, name: str) -> int:
        return self.amount("entry", 20) if self.word(name) == "entry" else self.amount(name)

    # What the places pay

    def unit(self, total: int) -> int:
        counter = self.money.counter
        return counter if counter and total % counter == 0 else 1

    def places(self) -> list[int]:
        """Return what each place pays, the first place first."""
        number = len(self.came)
        usual = "100" if number < 4 else "65-35" if number < 7 else "50-30-20" if number < 11 else "40-30-20-10"
        said = self.word("places", usual if number < 21 else "35-25-18-13-9")
        total = self.pool["prizes"]
        unit = self.unit(total)
        pays = [int(Fraction(total * int(share), 100) // unit) * unit for share in said.split("-")]
        if amounts := self.word("prizes", ""):
            pays = [self.money.read(amount) for amount in amounts.split("-")]
            while sum(pays) > total:
                pays.append(0)
                lowest = max(place for place, prize in enumerate(pays) if prize)
                pays[lowest] -= min(pays[lowest], sum(pays) - total)
            pays[0] += total - sum(pays)
        place = 0
        while sum(pays) < total:
            pays[place] += unit
            place += 1
        while len(pays) > number:
            pays[0] += pays.pop()
        return pays + [0] * (number - len(pays))

    def pay_gone(self, pays: list[int]) -> None:
        """Pay who is out; the last to go had the best place."""
        place = len(self.inside())
        for group in reversed(self.went):
            prize = sum(pays[place : place + len(group)])
            place += len(group)
            self.give(prize, [player for player in self.ring if player in group], "prizes")

    def give(self, total: int, players: list[str], pool: str) -> None:
        for player, part in zip(players, self.shared(total, len(players)) if players else [], strict=True):
            self.take(player, pool, part)

    # The deal

    def chop(self, event: Announces) -> None:
        pays, inside = self.places(), self.inside()
        prizes = pays[: len(inside)]
        prizes[0] -= self.for_first
        prizes.sort(reverse=True)
        said = dict(event.amounts or event.entries)
        if event.word == "chop even":
            parts = dict(zip(inside, self.shared(sum(prizes), len(inside)), strict=True))
        elif event.word == "chop":
            parts = said
        else:
            exact = modelled(prizes, said) if event.word == "chop icm" else by_chips(prizes, said)
            parts = self.whole(exact, said, sum(prizes))
        for player, part in parts.items():
            self.take(player, "prizes", part)
        self.pay_gone(pays)
        self.chopped = True
        if self.for_first:
            return
        for player in inside:
            self.take(player, "bounties", self.on_head[player])
        self.give(self.pool["bounties"], inside, "bounties")
        self.over = True

    def whole(self, exact: dict[str, Fraction], chips: dict[str, int], total: int) -> dict[str, int]:
        """Return whole counters; those that are over, one by one, to who has lost most by the rounding."""
        unit = self.unit(total)
        parts = {player: int(share // unit) * unit for player, share in exact.items()}
        waiting = list(exact)
        while sum(parts.values()) < total:
            neediest = max(
                waiting, key=lambda player: (exact[player] - parts[player], chips[player], -self.ring.index(player))
            )
            parts[neediest] += unit
            waiting.remove(neediest)
        return parts

    def end(self, event: End) -> None:
        if event.how is None and not self.over:
            pays, (winner,) = self.places(), self.inside()
            if self.chopped:
                self.take(winner, "prizes")
            else:
                self.take(winner, "prizes", pays[0])
                self.pay_gone(pays)
            self.take(winner, "bounties")
        super().end(event)

    def sharers(self) -> list[str]:
        return self.inside()


def by_chips(prizes: list[int], chips: dict[str, int]) -> dict[str, Fraction]:
    rest = sum(prizes) - len(prizes) * prizes[-1]
    return {player: prizes[-1] + Fraction(rest * number, sum(chips.values())) for player, number in chips.items()}


def modelled(prizes: list[int], chips: dict[str, int]) -> dict[str, Fraction]:
    """Return what each may expect: somebody has the first place, and the others play on for the rest."""

    @cache
    def expected(others: frozenset[str]) -> dict[str, Fraction]:
        prize, total = prizes[len(chips) - len(others)], sum(chips[player] for player in others)
        worth = dict.fromkeys(others, Fraction(0))
        for first in others:
            chance = Fraction(chips[first], total)
            worth[first] += chance * prize
            for player, later in (expected(others - {first}) if len(others) > 1 else {}).items():
                worth[player] += chance * later
        return worth

    return expected(frozenset(chips))
