"""A second writing of the money of a deal of Poker, counter by counter, compared on random deals.

Every counter of a stake is an object with its owner and its height above the table. A short stake wins the counters
up to its own height of all who were in when its show was demanded (R60).
"""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.rig import balances, play, tries

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
ANTE, LIMIT = 2, 30
# No card twice, the best first; those on one line are equal
HANDS = (
    ("9C 10D JH QS KC", "9D 10H JS QC KD", "9H 10S JC QD KH"),
    ("2C 3D 4H 5S 6C", "2D 3H 4S 5C 6D"),
    ("AC AD 7C 7D 8H",),
    ("2H 3S 4D 7S 8C",),
)
RANKED = [(rank, hand) for rank, line in enumerate(HANDS) for hand in line]


class Counters:
    """A deal with every counter of the stakes as an object."""

    def __init__(self, players: int, chances: random.Random) -> None:
        self.chances = chances
        self.players = NAMES[:players]
        self.order = (*self.players[1:], self.players[0])  # from the dealer's left
        self.script = [f"game poker ante={ANTE} limit={LIMIT}", "deal Ann"]
        self.stake = dict.fromkeys(self.players, 0)
        self.stake[self.order[0]] = ANTE
        self.out: set[str] = set()
        self.among: dict[str, set[str]] = {}
        self.level = 0
        self.laid = ANTE
        self.straddler = None

    def left(self):
        return [player for player in self.order if player not in self.out]

    def asked(self):
        return [player for player in self.left() if player not in self.among]

    def over(self):
        return self.level > 0 and len(self.left()) == 1

    def say(self, saying):
        self.script.append(saying)

    def raise_to(self, player, total):
        self.stake[player] = total
        self.level = max(self.level, total)

    def answer(self, player, raises=True):
        """Return what a player who owes something says."""
        owed = self.level - self.stake[player]
        choice = self.chances.choice(["calls", "calls", "raises", "demands", "demands", "passes"])
        if choice == "raises" and raises:
            more = self.chances.randint(1, LIMIT)
            self.say(f"{player} raises {more}")
            self.raise_to(player, self.level + more)
        elif choice == "demands" and self.stake[player]:
            short = self.chances.randint(0, owed - 1)
            self.say(f"{player} demands-show {short}")
            self.among[player] = set(self.left())
            self.stake[player] += short
        elif choice == "passes":
            self.say(f"{player} passes")
            self.out.add(player)
        else:
            self.say(f"{player} calls")
            self.raise_to(player, self.level)
            return True
        return choice == "raises" and raises

    def straddles(self):
        last = ANTE
        for player in self.order[1:]:
            if last + ANTE > LIMIT // 2 or self.chances.random() < 0.6:
                break
            last += ANTE
            self.say(f"{player} straddles")
            self.stake[player] = last
            self.laid += last
            self.straddler = player
        return last

    def deal(self):
        last = self.straddles()
        start = self.order.index(self.straddler or self.order[0]) + 1
        for place, player in enumerate((*self.order[start:], *self.order[:start])):
            if self.over():
                return
            if place == 0:
                self.say(f"{player} opens")
                self.raise_to(player, 2 * last)
            else:
                self.answer(player)
        for player in self.order:
            if self.over():
                return
            if player in self.asked() and (self.stake[player] == self.level or self.answer(player, raises=False)):
                self.say(f"{player} pat")
        self.bet()

    def bet(self):
        bet = False
        for player in (*self.order[1:], self.order[0]) * 20:
            if len(self.asked()) < 2 or (bet and all(self.stake[player] == self.level for player in self.asked())):
                return
            if player not in self.asked():
                continue
            if not bet:
                bet = True
                size = self.chances.randint(1, LIMIT)
                self.say(f"{player} bets {size}")
                self.raise_to(player, self.level + size)
            else:
                self.answer(player)
        for player in self.asked():
            if self.stake[player] < self.level:
                self.out.add(player)  # who owes passes by default when the hands are shown

    def shares(self, ranks):
        """Return each player's share of the pool, counter by counter."""
        pool = sum(self.stake.values())
        had = dict.fromkeys(self.players, 0)
        if len(self.left()) == 1:
            had[self.left()[0]] = pool
            return had
        there = {(owner, height) for owner in self.players for height in range(self.stake[owner])}
        on_top = self.laid
        hands = sorted({ranks[player] for player in self.left()})
        for rank in hands:
            sharers = [player for player in self.left() if ranks[player] == rank]
            while sharers:
                heights = {player: self.claimed(player, there) for player in sharers}
                shortest = min(
                    sharers,
                    key=lambda player: (player not in self.among, self.stake[player], len(self.among.get(player, ()))),
                )
                same = [player for player in sharers if self.stands_like(player, shortest)]
                count = on_top + len(heights[shortest])
                if shortest not in self.among or (rank == hands[-1] and len(same) == len(sharers)):
                    count = pool
                else:
                    there -= heights[shortest]
                    on_top = 0
                count = min(count, pool)
                for turn in range(count):
                    had[sharers[turn % len(sharers)]] += 1
                pool -= count
                sharers = [player for player in sharers if player not in same]
        return had

    def claimed(self, player, there):
        among = self.among.get(player, ())
        return {(owner, height) for owner, height in there if owner in among and height < self.stake[player]}

    def stands_like(self, player, other):
        if player not in self.among or other not in self.among:
            return player not in self.among and other not in self.among
        return self.stake[player] == self.stake[other] and self.among[player] == self.among[other]


def random_deal(players, seed):
    deal = Counters(players, random.Random(seed))
    deal.deal()
    hands = deal.chances.sample(RANKED, players)
    ranks = {player: rank for player, (rank, _) in zip(deal.players, hands, strict=True)}
    cards = {player: hand for player, (_, hand) in zip(deal.players, hands, strict=True)}
    had = deal.shares(ranks)
    won = {player: had[player] - deal.stake[player] for player in deal.players}
    return deal, ranks, cards, {player: amount for player, amount in won.items() if amount}


@settings(max_examples=tries(300), deadline=None)
@given(st.integers(2, 6), st.integers(0, 10**9))
def test_counter_by_counter(players, seed):
    deal, ranks, cards, won = random_deal(players, seed)
    script = "\n".join(deal.script)
    names = " ".join(deal.players)
    shown = list(deal.left()) if len(deal.left()) > 1 else []
    deal.chances.shuffle(shown)
    by_cards = script + "".join(f"\n{player} shows {cards[player]}" for player in shown)
    assert balances(play(names, by_cards)) == won, by_cards

    unseen, rest = script, sorted({ranks[player] for player in shown})
    while play(names, unseen).game.deal.in_hand:
        rank = rest.pop(0)
        equal = [player for player in shown if ranks[player] == rank]
        unseen += f"\nsplit {' '.join(equal)}" if len(equal) > 1 else f"\n{equal[0]} wins"
    assert balances(play(names, unseen)) == won, unseen


def test_the_random_deals_have_several_short_stakes():
    deals = [random_deal(5, seed)[0] for seed in range(200)]
    assert sum(len(deal.among) > 1 for deal in deals) > 40
    assert sum(len(deal.left()) > 2 for deal in deals) > 40
