"""Cassino, plainly: count what each side has taken, and pay the points."""

from collections import Counter

from ledger.core.cards import Card
from ledger.core.events import Penalty, Plays, Scores
from ledger.testing.plain import Dealt, PlainGame

PIPS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10}
"""The numbers of the cards; court cards have none and only pair."""
Side = tuple[str, ...]
"""A player, or two partners, in order from the dealer's left."""


class Plain(PlainGame):
    """Cassino [97]-[100]."""

    game = "cassino"
    main_pool = "fines"

    def begin(self) -> None:
        self.scores: Counter[frozenset[str]] = Counter()

    def deal(self, dealt: Dealt) -> None:
        self.before(dealt)
        sides = self.sides(dealt.players)
        points = self.said_points(dealt, sides) if dealt.of(Scores) else self.counted_points(dealt, sides)
        scored = self.scored(points)
        for side in sides:
            for other in sides:
                for winner, loser in zip(side, other, strict=True):
                    self.pay(loser, winner, max(0, scored[side] - scored[other]) * self.amount("point", 1))
            self.scores[frozenset(side)] += scored[side]
        most = [side for side in sides if points[side] == max(points.values())]
        if len(most) == 1:
            self.divide(self.pool.get("fines", 0), most[0], ["fines"])
        self.win_game(sides)

    def misdeal(self, dealt: Dealt) -> None:
        self.before(dealt)
        self.next_from = None  # the deal is forfeited, and passes to the left

    def before(self, dealt: Dealt) -> None:
        self.penalties(dealt)

    def penalty(self, event: Penalty, dealt: Dealt | None) -> None:
        cost = {"misdeal": 0, "exposed": self.amount("fine", 1), None: 0}
        self.put(event.player, "fines", cost[event.offence] if event.amount is None else event.amount)

    def sides(self, players: list[str]) -> list[Side]:
        if len(players) == 4 and self.word("partners") != "off":
            return [(players[0], players[2]), (players[1], players[3])]
        return [(player,) for player in players]

    # What each side has

    def said_points(self, dealt: Dealt, sides: list[Side]) -> dict[Side, int]:
        """Return the points of each side as a partner said them."""
        worth = {"great": 2, "little": 1, "aces": 1, "spades": 1, "cards": 3, "sweeps": 1}
        return {
            side: sum(
                worth[name] * (1 if number is None else number)
                for event in dealt.of(Scores)
                if event.player in side
                for name, number in event.marks
            )
            for side in sides
        }

    def counted_points(self, dealt: Dealt, sides: list[Side]) -> dict[Side, int]:
        """Return the points of each side by the cards played."""
        table = set(dealt.sayings[0].turn_up)
        taken: dict[Side, set[Card]] = {side: set() for side in sides}
        sweeps: Counter[Side] = Counter()
        last = None
        plays = [event for event in dealt.sayings if isinstance(event, Plays) or getattr(event, "word", "") == "lays"]
        for play in plays:
            (card,) = play.cards
            takes = (set(play.takes) or can_take(card, table)) if isinstance(play, Plays) else set()
            if not takes:  # it is laid out
                table.add(card)
                continue
            table -= takes
            last = next(side for side in sides if play.player in side)
            taken[last] |= {card, *takes}
            if not table and play is not plays[-1]:
                sweeps[last] += 1
        if last:
            taken[last] |= table
            sweeps[last] += 1
        aces = {side: sum(card.rank == "A" for card in taken[side]) for side in sides}
        cards = {side: len(taken[side]) for side in sides}
        spades = {side: sum(card.suit == "S" for card in taken[side]) for side in sides}
        return {
            side: 2 * (Card.D10 in taken[side])
            + (Card.S2 in taken[side])
            + aces[side]
            + (most(spades) == side)
            + 3 * (most(cards) == side)
            + sweeps[side]
            for side in sides
        }

    # What they score

    def scored(self, points: dict[Side, int]) -> dict[Side, int]:
        """Return the points that each side scores."""
        lowest, *between, highest = sorted(points.values())
        scoring = self.word("scoring", "auto")
        if len(points) == 2 or scoring == "less-lowest":
            return {side: points[side] - lowest for side in points}
        if scoring == "two-lowest":
            left = max(0, highest - between[0] - lowest)
            return {side: left if points[side] == highest else 0 for side in points}
        return points

    def win_game(self, sides: list[Side]) -> None:
        """A side with so many points wins the game, if no other has as many."""
        score = self.number("game")
        scores = {side: self.scores[frozenset(side)] for side in sides}
        winner = most(scores)
        if score and winner and scores[winner] >= score:
            for side in sides:
                for player, loser in zip(winner, side, strict=True):
                    self.pay(loser, player, self.amount("stake", 0))
            self.scores.clear()


def can_take(card: Card, table: set[Card]) -> set[Card]:
    """Return all that a card can take: cards of its rank, and sets that add up to its number."""
    takes = {other for other in table if other.rank == card.rank}
    sets: list[set[Card]] = [set()]
    for other in table if card.rank in PIPS else ():
        if other.rank in PIPS:
            sets += [{*some, other} for some in sets if pips(some) + PIPS[other.rank] <= PIPS[card.rank]]
    return takes.union(*(some for some in sets if pips(some) == PIPS.get(card.rank)))


def pips(cards: set[Card]) -> int:
    """Return the sum of the cards."""
    return sum(PIPS[card.rank] for card in cards)


def most(held: dict[Side, int]) -> Side | None:
    """Return who has more than any other, or None."""
    best = [side for side in held if held[side] == max(held.values())]
    return best[0] if len(best) == 1 else None
