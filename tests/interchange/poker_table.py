"""Make up sessions of poker as other programs record them, with their own plain reckoning.

Nothing of the program's rules is used here: who owes whom is what each has bought, cashed and has in front.
"""

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations

RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]
NAMES = ("Ann", "Bob", "Zoë C", "Dan", "all in", "500", "Eve", "fold er", "Gus", "bank")


def worth(cards):
    """Return what the best five of these cards are worth."""
    return max(_worth_of_five(five) for five in combinations(cards, 5))


def _worth_of_five(cards):
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    groups = sorted(((number, rank) for rank, number in Counter(ranks).items()), reverse=True)
    shape, order = tuple(number for number, _ in groups), [rank for _, rank in groups]
    straight = len({*ranks}) == 5 and (ranks[0] - ranks[4] == 4 or ranks == [12, 3, 2, 1, 0])
    if ranks == [12, 3, 2, 1, 0]:
        order = [3, 2, 1, 0, -1]
    flush = len({card[1] for card in cards}) == 1
    kind = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(shape, 0)
    kind = 8 if straight and flush else max(kind, 5 * flush, 4 * straight)
    return kind, order


@dataclass
class Seat:
    """A person at the table."""

    name: str
    id: str
    place: int
    stack: int
    bought: int = 0
    cashed: int = 0
    away: bool = False
    missed: set = field(default_factory=set)


@dataclass
class Hand:
    """What happened in a hand, in order; players by their seats."""

    number: int
    seats: list
    before: dict
    dealer: Seat | None
    posts: list = field(default_factory=list)
    """Who lays what, what it comes to, and what it should be."""
    dead_small: bool = False
    acts: list = field(default_factory=list)
    """(seat, word, amount) for acts, (None, street, cards) and (None, "second", street, cards) for the board."""
    shows: list = field(default_factory=list)
    board: list = field(default_factory=list)
    second: list = field(default_factory=list)
    cards: dict = field(default_factory=dict)
    returned: tuple | None = None
    collected: list = field(default_factory=list)
    """(seat, amount, board)."""
    rake: int = 0
    all_in: set = field(default_factory=set)


class Table:
    """A table at which hands are dealt at random."""

    def __init__(self, seed, unit=1, tricks=True):
        self.random = random.Random(seed)
        self.unit = unit
        self.tricks = tricks
        """Whether what only one program does is played: bombs, posts, two boards, a dead button."""
        self.small, self.big, self.ante = unit, 2 * unit, 0
        self.seats = []
        self.number = 0
        self.last_big = self.last_small = 0
        self.all = []
        self.rake = 0
        for _ in range(self.random.randint(2, 6)):
            self.join()

    # Coming and going

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def join(self):
        free = [place for place in range(1, 11) if place not in {seat.place for seat in self.seats}]
        names = [name for name in NAMES if name not in {seat.name for seat in self.all}]
        if not free or not names:
            return None
        name = self.random.choice(names)
        seat = Seat(name, f"{name[:2].strip()}_{len(self.all)}-x", self.random.choice(free), self.chips())
        seat.bought = seat.stack
        self.seats.append(seat)
        self.all.append(seat)
        return seat

    def chips(self):
        return self.random.choice([10, 23, 40, 100, 100, 200]) * self.unit + self.random.choice([0, 0, 1])

    def rebuy(self, seat):
        seat.stack += (amount := self.chips())
        seat.bought += amount

    def quit(self, seat):
        seat.cashed += seat.stack
        left, seat.stack = seat.stack, 0
        self.seats.remove(seat)
        return left

    def nets(self):
        """Return what each has won or lost: what he cashed and has, less what he bought."""
        return {seat.name: seat.cashed + seat.stack - seat.bought for seat in self.all}

    # A hand

    def playing(self):
        return sorted((seat for seat in self.seats if seat.stack and not seat.away), key=lambda seat: seat.place)

    def after(self, place, seats):
        """Return the seats from the left of a place on."""
        return [seat for seat in seats if seat.place > place] + [seat for seat in seats if seat.place <= place]

    def deal(self):
        """Play a hand; None where too few can play."""
        seats = self.playing()
        if len(seats) < 2:
            return None
        self.number += 1
        bomb = self.tricks and self.number > 1 and self.chance(8)
        small, big, dealer = self.places(seats)
        button = dealer.place if dealer else self.button_place
        order = self.after(button, seats) if len(seats) != 2 else [big, dealer]
        hand = Hand(self.number, order, {id(seat): seat.stack for seat in seats}, dealer)
        deck = DECK.copy()
        self.random.shuffle(deck)
        hand.cards = {id(seat): [deck.pop(), deck.pop()] for seat in seats}
        self.paid, self.bets, self.dead = {}, {}, {}
        self.in_hand, self.level = list(order), 0
        first = self.lay_bomb(hand) if bomb else self.lay_blinds(hand, small, big)
        boards = 2 if bomb and self.chance(40) else 1
        over = False
        for street, number in ((None, 0), ("Flop", 3), ("Turn", 1), ("River", 1)):
            if street:
                over = over or (len(self.able()) < 2 and self.settled())
                for board in range(boards):
                    cards = [deck.pop() for _ in range(number)]
                    (hand.second if board else hand.board).extend(cards)
                    hand.acts.append((None, street, cards, board))
                self.bets, self.level, self.least = {}, 0, self.big
                first = order
            elif bomb:
                continue
            if len(self.in_hand) > 1 and not over:
                self.street(hand, first)
            if len(self.in_hand) == 1:
                break
            if self.tricks and len(self.able()) < 2 and boards == 1 and street != "River" and self.chance(40):
                boards = self.run_twice(hand, deck, len(hand.board))
                break
        self.settle(hand, boards)
        return hand

    def places(self, seats):
        """Return who has the small blind, the big one and the button by the rule of the dead button."""
        if self.number == 1 or not self.tricks:
            dealer = self.after(getattr(self, "button_place", 0), seats)[0]
            order = self.after(dealer.place, seats)
            small, big = (dealer, order[0]) if len(seats) == 2 else order[:2]
            button = dealer.place
        else:
            big = self.after(self.last_big, seats)[0]
            if len(seats) == 2:
                small = dealer = next(seat for seat in seats if seat is not big)
                button = dealer.place
            else:
                small = next((seat for seat in seats if seat.place == self.last_big), None)
                button = self.last_small
                if button == big.place or button == self.last_big:
                    button = self.after(self.last_big, seats)[-2 if small else -1].place
                dealer = next((seat for seat in seats if seat.place == button), None)
            self.last_small = small.place if small else self.last_big
            self.last_big, self.button_place = big.place, button
            return small, big, dealer
        self.last_small, self.last_big, self.button_place = small.place, big.place, button
        return small, big, dealer

    def pay(self, seat, amount):
        assert 0 <= amount <= seat.stack
        seat.stack -= amount
        self.paid[id(seat)] = self.paid.get(id(seat), 0) + amount

    def bet_to(self, seat, to):
        to = min(to, self.bets.get(id(seat), 0) + seat.stack)
        self.pay(seat, to - self.bets.get(id(seat), 0))
        self.bets[id(seat)] = to
        return to

    def lay(self, hand, seat, what, nominal):
        """Lay a live bet, or a dead one, before the cards."""
        if what in ("ante", "missing small blind", "bomb"):
            laid = min(nominal, seat.stack)
            self.pay(seat, laid)
            if what == "missing small blind":
                self.dead[id(seat)] = laid
        else:
            laid = self.bet_to(seat, nominal)
            self.level = max(self.level, nominal)
        hand.posts.append((seat, what, laid, nominal, not seat.stack))

    def lay_bomb(self, hand):
        amount = self.random.choice([2, 5]) * self.big
        for seat in hand.seats:
            self.lay(hand, seat, "bomb", amount)
        return hand.seats

    def lay_blinds(self, hand, small, big):
        self.least = self.big
        if self.ante:
            for seat in hand.seats:
                self.lay(hand, seat, "ante", self.ante)
        if small and small.stack:
            self.lay(hand, small, "small blind", self.small)
        hand.dead_small = small is None
        if big.stack:
            self.lay(hand, big, "big blind", self.big)
        order = hand.seats
        at = order.index(big)
        order = [*order[at + 1 :], *order[: at + 1]]
        for seat in order:
            if seat in (small, big):
                seat.missed.clear()
            elif seat.missed and seat.stack > self.big + self.small:
                if "small" in seat.missed:
                    self.lay(hand, seat, "missing small blind", self.small)
                if "big" in seat.missed:
                    self.lay(hand, seat, "missed big blind", self.big)
                seat.missed.clear()
        for seat in self.seats:
            if seat.away and self.tricks:
                seat.missed |= self.random.choice([{"big"}, {"small", "big"}])
        return self.straddle(hand, order)

    def straddle(self, hand, order):
        posted = {id(post[0]) for post in hand.posts if post[1] != "ante"}
        amount = 2 * self.big if self.chance(80) else self.big + self.unit // 2 + 1
        for seat in order[:2] if len(order) > 3 else []:
            if id(seat) in posted or not self.chance(20) or not seat.stack:
                return order
            self.lay(hand, seat, "straddle", amount)
            order = [*order[1:], order[0]]
            amount *= 2
        return order

    # The betting

    def able(self):
        return [seat for seat in self.in_hand if seat.stack]

    def settled(self):
        """Return whether nobody who could owes anything."""
        return all(self.bets.get(id(seat), 0) >= self.level for seat in self.able())

    def street(self, hand, order):
        waiting = [seat for seat in order if seat in self.in_hand]
        while waiting:
            seat = waiting.pop(0)
            if not seat.stack or seat not in self.in_hand:
                continue
            if len(self.in_hand) == 1 or (len(self.able()) < 2 and self.settled()):
                return
            if self.act(hand, seat):
                at = order.index(seat)
                waiting = [*order[at + 1 :], *order[:at]]

    def act(self, hand, seat):
        """Let a seat act at random; return whether he raised."""
        owes = self.level - self.bets.get(id(seat), 0)
        reach = self.bets.get(id(seat), 0) + seat.stack
        others = [self.bets.get(id(one), 0) + one.stack for one in self.in_hand if one is not seat]
        if owes > 0 and self.chance(35):
            self.in_hand.remove(seat)
            hand.acts.append((seat, "folds", None))
            return False
        if reach > self.level and max(others) > self.level and self.chance(30):
            to = self.random.choice([self.level + self.least, self.level + 2 * self.least, 3 * self.level, reach])
            to = min(max(to, self.level + self.least), reach, max(others))
            word = "raises to" if self.level else "bets"
            self.least = max(self.least, to - self.level)
            self.level = to
        elif owes > 0:
            to = min(self.level, reach)
            written_as_raise = to == self.level and not any(one.stack for one in self.in_hand if one is not seat)
            self.bet_to(seat, to)
            hand.acts.append((seat, "raises to" if written_as_raise else "calls", to, not seat.stack))
            return False
        else:
            hand.acts.append((seat, "checks", None))
            return False
        self.bet_to(seat, to)
        hand.acts.append((seat, word, to, not seat.stack))
        return True

    def run_twice(self, hand, deck, seen):
        """Deal what is left of the board twice."""
        hand.second = hand.board.copy()
        for board, cards in enumerate((hand.board, hand.second)):
            for street, number, before in (("Flop", 3, 0), ("Turn", 1, 3), ("River", 1, 4)):
                if before >= seen:
                    cards.extend(new := [deck.pop() for _ in range(number)])
                    hand.acts.append((None, street, new, board))
        return 2

    # The pots

    def settle(self, hand, boards):
        live = {key: amount - self.dead.get(key, 0) for key, amount in self.paid.items()}
        seats = {id(seat): seat for seat in hand.seats}
        most, second = [*sorted(live.values(), reverse=True), 0][:2]
        if most > second:
            key = next(key for key, amount in live.items() if amount == most)
            live[key] = second
            self.paid[key] -= most - second
            seats[key].stack += most - second
            hand.returned = (seats[key], most - second)
        dead, below, won = sum(self.dead.values()), 0, {}
        levels = sorted({live[id(seat)] for seat in self.in_hand})
        for level in levels:
            top = max(live.values()) if level == levels[-1] else level
            pot = sum(max(min(amount, top) - below, 0) for amount in live.values()) + dead
            dead = 0
            hand.rake += (cut := pot * self.rake // 100 if len(hand.board) > 0 else 0)
            reach = [seat for seat in self.in_hand if live[id(seat)] >= level]
            for board, amount in enumerate(self.parts(pot - cut, boards)):
                self.share(hand, reach, board, amount, won)
            below = level
        hand.collected = [(seats[key], amount, board) for (key, board), amount in won.items() if amount]
        for seat, amount, _ in hand.collected:
            seat.stack += amount
        if len(self.in_hand) > 1:
            everybody = len(self.able()) < 2 or self.chance(50)
            winners = {id(seat) for seat, *_ in hand.collected}
            hand.shows = [seat for seat in self.in_hand if everybody or id(seat) in winners]

    def parts(self, amount, number):
        return [amount // number + (place < amount % number) for place in range(number)]

    def share(self, hand, reach, board, amount, won):
        winners = reach
        if len(reach) > 1:
            cards = hand.second if board else hand.board
            best = max(worth(hand.cards[id(seat)] + cards) for seat in reach)
            winners = [seat for seat in reach if worth(hand.cards[id(seat)] + cards) == best]
        if self.tricks and self.chance(30):
            winners = winners[::-1]  # the odd counters go to others than by these rules
        for seat, part in zip(winners, self.parts(amount, len(winners)), strict=True):
            won[id(seat), board] = won.get((id(seat), board), 0) + part
