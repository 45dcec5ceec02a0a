"""Hold'em, plainly: everything goes into one heap, which is peeled layer by layer when it is known who has won."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise

from ledger.core.cards import Card
from ledger.core.events import (
    Announces,
    AnyEvent,
    Bets,
    Buys,
    Cashes,
    Holds,
    Leaves,
    Passes,
    Penalty,
    Raises,
    Says,
    Shows,
    Split,
    Takes,
    Wins,
)
from ledger.testing.plain import CHAIR, Dealt, PlainGame

RANKS = "A23456789TJQK"
BOARDS = ["first", "second", "third"]


def rank(card: Card) -> int:
    """Return the rank of a card, the ace as 1."""
    return RANKS.index("T" if card.rank == "10" else card.rank) + 1


class Heap:
    """What lies in the middle in a deal, and who has put it there."""

    def __init__(self, order: list[str], stacks: dict[str, int] | None) -> None:
        self.order = order
        """Who is dealt in, from the left of the button."""
        self.stacks = stacks
        self.put = dict.fromkeys(order, 0)
        self.dead = dict.fromkeys(order, 0)
        self.bet = dict.fromkeys(order, 0)
        self.level = 0
        self.street = 0
        self.folded: set[str] = set()
        self.all_in: set[str] = set()
        self.waiting = list(order)
        """Who has not had his say since the last bet."""
        self.flop = False
        self.told = False
        self.board: dict[str, Sequence[Card]] = {}
        self.boards = 1
        self.named: list[Wins | Split | Passes] = []
        """Who has won, and who claims nothing, in the order in which it was said."""
        self.hands: dict[str, Sequence[Card]] = {}
        self.shown: set[str] = set()
        self.winners: set[str] = set()

    def has(self, player: str, amount: int) -> int:
        """Return an amount, or all that a player has left."""
        if self.stacks is None:
            return amount
        return min(amount, self.stacks[player] - self.put[player] - self.dead[player])

    def lay(self, player: str, amount: int) -> None:
        """Put counters into the heap, as a bet of the street."""
        laid = self.has(player, amount)
        self.put[player] += laid
        self.bet[player] += laid
        if self.stacks is not None and self.stacks[player] == self.put[player] + self.dead[player]:
            self.all_in.add(player)

    def lay_dead(self, player: str, amount: int) -> None:
        """Put counters into the heap that are no bet."""
        self.dead[player] += self.has(player, amount)
        if self.stacks is not None and self.stacks[player] == self.put[player] + self.dead[player]:
            self.all_in.add(player)

    def inside(self) -> list[str]:
        """Return who has not folded."""
        return [player for player in self.order if player not in self.folded]

    def betting(self) -> bool:
        """Return whether anybody is still to bet."""
        inside = self.inside()
        able = [player for player in inside if player not in self.all_in]
        if self.told or self.street > 3 or len(inside) < 2:
            return False
        most = max((self.put[player] for player in inside if player in self.all_in), default=0)
        return len(able) > 1 or any(self.put[player] < most for player in able)

    def bet_to(self, player: str, amount: int) -> None:
        """Make the bet of a player come to this; all others have their say then."""
        self.put[player] += amount - self.bet[player]
        self.bet[player] = amount
        if self.stacks is not None and self.stacks[player] == self.put[player] + self.dead[player]:
            self.all_in.add(player)
        if amount > self.level:
            self.level = amount
            self.waiting = [other for other in self.order if other != player]
        self.spoken(player)

    def spoken(self, player: str) -> None:
        """A player has had his say; when all have, the next street begins."""
        self.waiting = [other for other in self.waiting if other != player]
        if not [other for other in self.waiting if other not in self.folded | self.all_in]:
            self.next_street()

    def next_street(self) -> None:
        self.street += 1
        self.level = 0
        self.bet = dict.fromkeys(self.order, 0)
        self.waiting = list(self.order)


class Plain(PlainGame):
    """Hold'em."""

    game = "holdem"
    main_pool = "house"
    buys = True
    combinations = (
        (), (), (),
        (("ante", "1"),),
        (("ante", "2"), ("ante_by", "big")),
        (("ante", "2"), ("ante_by", "button"), ("button", "dead")),
        (("button", "dead"), ("straddle", "any"), ("straddle_raise", "straddle")),
        (("button", "moving"), ("straddle", "button")),
        (("rake", "10%"), ("small", "5"), ("big", "10")),
        (("rake", "20%"), ("rake_most", "3"), ("no_flop", "off"), ("big", "6"), ("straddle", "utg")),
        (("limit", "fixed"), ("raises", "2"), ("straddle", "any")),
        (("limit", "pot"),),
        (("small", "0"), ("button", "dead")),
        (("stakes", "open"), ("ante", "2")),
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.bought: dict[str, int] = {}
        self.cashed_last: dict[str, bool] = {}
        self.over: dict[str, int] = {}
        """What each has cashed more than he had, and has not won since."""

    def begin(self) -> None:
        self.small, self.big = self.amount("small", 1), self.amount("big", 2)
        self.places: tuple[str, str, str] | None = None
        """Where the button, the small and the big blind were."""
        self.out: set[str] = set()
        self.bomb: Announces | None = None
        self.pays: tuple[list[str], bool] | None = None
        """Who pays the winner if he shows a seven and a two, and whether no more than lies there."""

    # What lies in front, and where the button is

    def front(self, player: str) -> int:
        return self.bought.get(player, 0) + self.has[player]

    def stacks(self) -> dict[str, int] | None:
        active = [player for player in self.players() if player not in self.out]
        if self.word("stakes") == "open" or any(player not in self.bought for player in active):
            return None
        return {player: self.front(player) for player in active}

    def dealt_in(self) -> list[str]:
        stacks = self.stacks()
        return [
            player for player in self.players() if player not in self.out and (stacks is None or stacks[player] > 0)
        ]

    def due_dealer(self) -> str:
        dealt_in = self.dealt_in()
        place = CHAIR if CHAIR in self.ring and self.dealer else self.dealer
        simple = self.next_from
        if simple not in dealt_in:
            simple = self.from_left_of(self.next_from or place, dealt_in)[0]
        return self.new_places(simple, dealt_in)[0]

    def new_places(self, button: str, dealt_in: list[str]) -> tuple[str, str, str, bool]:
        """Return the button, the places of small and big blind, and whether the small one pays the big."""
        way, last = self.word("button", "simple"), self.places
        left_of = lambda place: self.from_left_of(place, dealt_in)[0]  # noqa: E731
        if len(dealt_in) == 2:
            if last and way != "simple":
                button = left_of(left_of(last[2]))
            return button, button, left_of(button), False
        if last and way == "dead":
            big = left_of(last[2])
            if last[1] != big:
                return last[1], last[2], big, False
            backwards = list(reversed(self.from_left_of(last[2], [*dealt_in, last[2]])))
            return backwards[1] if backwards[0] == last[2] else backwards[0], last[2], big, False
        small = left_of(button)
        return button, small, left_of(small), bool(last) and way == "moving" and small != last[2]

    # Between deals

    def before_deal(self, event: AnyEvent) -> None:
        match event:
            case Says(player, "sits-out"):
                self.out.add(player)
            case Says(player, "sits-in"):
                self.out.discard(player)
            case Announces("bomb"):
                self.bomb = event
            case Announces("stacks", amounts=amounts):
                self.counted(dict(amounts))
            case Shows(player):
                self.seven_deuce(player, *self.pays)
                self.pays = None
            case _:
                self.at_any_time(event)

    def at_any_time(self, event: AnyEvent) -> None:
        match event:
            case Says(player, "tips", amount):
                self.put(player, "house", amount)
            case Takes(player, amount=amount):
                self.take(player, "house", amount)
            case Penalty(player, amount=amount):
                self.put(player, "house", amount)
            case Buys(player, amount):
                self.bought[player] = self.bought.get(player, 0) + amount
                self.cashed_last[player] = False
            case Cashes(player, amount):
                self.over[player] = self.over.get(player, 0) + max(0, amount - max(0, self.front(player)))
                self.bought[player] = self.bought.get(player, 0) - amount
                self.cashed_last[player] = True
        self.over = {player: min(over, max(0, -self.front(player))) for player, over in self.over.items()}

    def counted(self, stacks: dict[str, int]) -> None:
        """Set what lies in front of each to what was counted."""
        for player in self.has:
            left = player not in self.seated and self.cashed_last.get(player)
            if player not in stacks and (left or self.over.get(player)):
                stacks[player] = 0
        more = {player: stack - self.front(player) for player, stack in stacks.items()}
        for player, difference in more.items():
            self.has[player] += difference
        self.pool["untold"] = self.pool.get("untold", 0) - sum(more.values())
        self.at_any_time(Leaves(""))

    def seven_deuce(self, winner: str, payers: list[str], known: bool) -> None:
        for player in payers:
            price = self.amount("seven_deuce", 0)
            self.pay(player, winner, min(price, max(0, self.front(player))) if known else price)

    def left(self, player: str) -> None:
        super().left(player)
        self.out.discard(player)

    def misdeal(self, dealt: Dealt) -> None:
        for event in dealt.sayings:
            if isinstance(event, Penalty | Buys | Cashes):
                self.at_any_time(event)

    # A deal

    def deal(self, dealt: Dealt) -> None:
        dealt_in, stacks = self.dealt_in(), self.stacks()
        button, small, big, pays_big = self.new_places(dealt.dealer, dealt_in)
        heap = Heap(self.from_left_of(button, dealt_in), stacks)
        blinds = self.lay_forced(heap, button, small, big, pays_big)
        unseen = chop = acted = False
        for event in dealt.sayings[1:]:
            if isinstance(event, Wins) and not acted and heap.betting() and event.player not in heap.all_in:
                unseen = event.player if not self.bomb else unseen
            chop = chop or (isinstance(event, Announces) and event.word == "chop")
            forced = isinstance(event, Says) and event.word in ("straddles", "posts")
            acted = acted or (isinstance(event, Says | Passes | Bets | Raises) and not forced)
            self.happens(heap, event, any(event is entry.event and entry.assumed for entry in dealt.entries))
        if unseen:
            took = {unseen: sum(heap.put.values()) + sum(heap.dead.values())}
        elif chop:
            took = {}
            rest = sum(heap.put.values()) + sum(heap.dead.values()) - sum(heap.bet[player] for player in blinds)
            sharers = [player for player in heap.order if player in blinds]
            for player, part in zip(sharers, self.shared(rest, 2), strict=True):
                self.has[player] += heap.bet[player] + part
        else:
            took = self.peeled(heap)
        for player in heap.order:
            self.has[player] += took.get(player, 0) - heap.put[player] - heap.dead[player]
        self.places, self.bomb, self.pays = (button, small, big), None, None
        for event in dealt.sayings:
            if isinstance(event, Penalty | Buys | Cashes):
                self.at_any_time(event)
        self.at_any_time(Leaves(""))
        won = {unseen} if unseen else set() if chop else heap.winners
        if self.amount("seven_deuce", 0) and len(won) == 1:
            self.won_alone(heap, *won)

    def won_alone(self, heap: Heap, winner: str) -> None:
        others = [player for player in heap.order if player != winner]
        if winner not in heap.shown:
            self.pays = others, heap.stacks is not None
        elif {card.rank for card in heap.hands[winner]} == {"7", "2"}:
            self.seven_deuce(winner, others, heap.stacks is not None)

    def lay_forced(self, heap: Heap, button: str, small: str, big: str, pays_big: bool) -> list[str]:
        """Lay the bomb, or antes and blinds; return who has laid a blind."""
        ante, by = self.amount("ante", 0), self.word("ante_by", "all")
        if self.bomb:
            for player in heap.order:
                heap.lay(player, self.bomb.amount)
            heap.next_street()
            heap.flop = True
            heap.boards = (self.bomb.numbers or (1,))[0]
            return []
        if by == "all":
            for player in heap.order:
                heap.lay(player, ante)
            heap.bet = dict.fromkeys(heap.order, 0)
        elif by == "button" and button in heap.order:
            heap.lay_dead(button, ante)
        blinds = [big]
        if self.small and small in heap.order:
            heap.lay(small, self.big if pays_big else self.small)
            blinds.append(small)
        heap.lay(big, self.big)
        heap.level = self.big
        if by == "big":
            heap.lay_dead(big, ante)
        return blinds

    def happens(self, heap: Heap, event: AnyEvent, assumed: bool) -> None:
        player = getattr(event, "player", None)
        betting = heap.betting()
        if heap.street and not assumed and isinstance(event, Says | Bets | Raises | Passes) and betting:
            heap.flop = True
        match event:
            case Says(_, "straddles", amount):
                heap.lay(player, amount or 2 * self.big)
                heap.level = amount or 2 * self.big
            case Says(_, "posts"):
                what = {word for word, _ in event.qualifiers} or {"big", "small"}
                if "big" in what:
                    heap.lay(player, self.big)
                if "small" in what:
                    heap.lay_dead(player, self.small)
            case Announces("in", amounts=amounts):
                self.told(heap, dict(amounts))
            case Announces("runs", numbers=(boards,)):
                heap.boards = boards
            case Announces("flop" | "turn" | "river" as street):
                heap.flop = True
                if event.cards:
                    heap.board[street] = event.cards
            case Holds() | Shows():
                heap.hands[player] = event.cards
                if isinstance(event, Shows):
                    heap.shown.add(player)
            case Wins() | Split():
                heap.named.append(event)
            case Says(_, "folds") | Passes() if not betting:
                heap.named.append(Passes(player))
            case Says(_, "folds"):
                heap.folded.add(player)
                heap.spoken(player)
            case Passes() if heap.level > heap.bet[player]:
                heap.folded.add(player)
                heap.spoken(player)
            case Says(_, "checks") | Passes():
                heap.spoken(player)
            case Says(_, "calls"):
                heap.bet_to(player, heap.bet[player] + heap.has(player, heap.level - heap.bet[player]))
            case Bets(amount=amount) | Raises(amount=amount, to=True):
                heap.bet_to(player, amount)
            case Raises(amount=amount):
                heap.bet_to(player, heap.level + amount)
            case Says(_, "all-in", amount):
                heap.all_in.add(player)
                heap.bet_to(player, heap.bet[player] + heap.has(player, 10**9) if amount is None else amount)

    def told(self, heap: Heap, amounts: dict[str, int]) -> None:
        """Put in what was told of each; who could not claim has folded."""
        for player, amount in amounts.items():
            heap.put[player] = amount - heap.dead[player]
        heap.told = True
        heap.folded = {player for player in heap.order if player not in amounts}
        if heap.stacks is not None:
            most = max(heap.put[player] for player in amounts)
            heap.folded |= {
                player
                for player in amounts
                if heap.put[player] < most and heap.put[player] + heap.dead[player] < heap.stacks[player]
            }

    # Who takes it

    def peeled(self, heap: Heap) -> dict[str, int]:
        """Return what each takes of the heap; what is raked goes to the house."""
        took = dict.fromkeys(heap.order, 0)
        put = dict(heap.put)
        highest, second = sorted(put.values(), reverse=True)[:2]
        for player in heap.order:
            if put[player] == highest:
                took[player] += highest - second
                put[player] = second
                break
        inside = heap.inside()
        raked = self.options.get("rake", "0").rstrip("%")
        flop = heap.flop or heap.told or len(inside) > 1
        percent = int(raked) if flop or self.word("no_flop", "on") == "off" else 0
        most = self.amount("rake_most")
        won = {
            (board, half): self.groups(heap, put, board, half) for board in range(heap.boards) for half in self.halves()
        }
        levels = {put[player] for player in inside}
        if heap.told and heap.stacks is None:
            levels = {put[player] for groups in won.values() for group in groups for player in group}
        below, dead = 0, sum(heap.dead.values())
        for level in sorted(levels):
            layer, dead = dead, 0
            for amount in put.values():
                layer += max(0, (amount if level == max(levels) else min(amount, level)) - below)
            below = level
            unit = self.unit(layer)
            rake = layer * percent // 100 // unit * unit
            if most is not None:
                rake = min(rake, most)
                most -= rake
            self.pool["house"] = self.pool.get("house", 0) + rake
            for board, part in enumerate(self.shared(layer - rake, heap.boards)):
                for sharers, amount in self.parts(heap, put, level, part, won, board):
                    for player, each in zip(sharers, self.shared(amount, len(sharers)), strict=True):
                        took[player] += each
                        heap.winners.add(player)
        return took

    def unit(self, total: int) -> int:
        counter = self.money.counter
        return counter if counter and total % counter == 0 else 1

    def halves(self) -> list[str]:
        return [""]

    def parts(self, heap, put, level, amount, won, board) -> list[tuple[list[str], int]]:
        """Return who shares which parts of a layer."""
        return [(self.reaching(heap, put, level, won[board, ""]), amount)]

    def reaching(self, heap, put, level, groups) -> list[str]:
        """Return the first group of whom somebody has put in so much, and who of them has."""
        for group in groups:
            if sharers := [player for player in heap.order if player in group and put[player] >= level]:
                return sharers
        return []

    def groups(self, heap: Heap, put: dict[str, int], board: int, half: str) -> list[list[str]]:
        """Return who has won, best first: as it was said, by the cards, or because nobody else is left."""
        groups: list[list[str]] = []
        claim = heap.inside()

        def rest() -> list[str]:
            taken = max((put[player] for group in groups for player in group), default=-1)
            return [player for player in claim if put[player] > taken]

        for event in heap.named:
            if isinstance(event, Passes):
                claim.remove(event.player)
                continue
            players = [event.player] if isinstance(event, Wins) else list(event.players)
            right_board = event.board is None or BOARDS.index(event.board) == board
            if right_board and event.what in (None, half) and set(players) <= set(rest()) and len(rest()) > 1:
                groups.append(players)
        left = rest()
        cards = [card for street in ("flop", "turn", "river") for card in heap.board.get(street, ())]
        if len(left) > 1:
            assert len(cards) == 5, left
            worth = {player: self.worth(heap.hands[player], cards, half) for player in left}
            best_first = sorted({value for value in worth.values() if value is not None}, reverse=True)
            return [*groups, *([player for player in left if worth[player] == value] for value in best_first)]
        return [*groups, left]

    def worth(self, hand: Sequence[Card], board: Sequence[Card], half: str) -> tuple | None:
        """Return what the best five of seven cards are worth."""
        return max(high_worth(five) for five in combinations([*hand, *board], 5))


def high_worth(cards: Sequence[Card]) -> tuple:
    """Return what five cards are worth."""
    ranks = sorted((14 if rank(card) == 1 else rank(card) for card in cards), reverse=True)
    flush = len({card.suit for card in cards}) == 1
    top = 0
    if ranks == [14, 5, 4, 3, 2]:
        top = 5
    elif all(first - second == 1 for first, second in pairwise(ranks)):
        top = ranks[0]
    groups = sorted(((count, height) for height, count in Counter(ranks).items()), reverse=True)
    shape = [count for count, _ in groups]
    order = tuple(height for _, height in groups)
    if top:
        return (8 if flush else 4), (top,)
    for name, pattern in ((7, [4, 1]), (6, [3, 2]), (3, [3, 1, 1]), (2, [2, 2, 1]), (1, [2, 1, 1, 1])):
        if shape == pattern:
            return name, order
    return (5 if flush else 0), order
