"""Say a hand of poker as a deal: by its acts, or by what each put in."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, product

from ledger.core.cards import Card
from ledger.core.money import Money
from ledger.core.names import name as written
from ledger.interchange.poker_hands import OWN_CARDS, WORDS_OF_STREETS, Act, PokerHand

BOARDS = ("first", "second", "third")
MOST_WINNERS = 5
"""Of no more than so many it is found out by the stacks in which order they won."""
MOST_ORDERS = 600
"""No more orders of winners than these are tried."""
POSTED = {frozenset({"missed big", "missed small"}): "", frozenset({"missed big"}): " big",
          frozenset({"missed small"}): " small"}  # fmt: skip
"""How it is said what a player posts who comes in."""
BY_ACTS, BY_POTS = "by its acts", "by what each put in"


@dataclass(frozen=True)
class HandPlan:
    """The sayings of a hand after `deal`; those of the `show` are said until the deal is over."""

    depth: str
    sayings: Sequence[str]
    show: Sequence[str] = field(default=())


class HandSayings:
    """The sayings of one hand; `called` says how each player is called here."""

    def __init__(self, hand: PokerHand, called: Mapping[str, str], money: Money) -> None:
        self.hand = hand
        self.names = {player: written(called[player]) for player in hand.players}
        self.money = money

    def plans(self) -> Iterator[HandPlan]:
        """Yield the ways to tell the hand, the fullest first."""
        forced, hand = list(self._forced()), self.hand
        for cards in (True, False) if hand.boards == 1 else (False,):
            show = [*(self._shown() if cards else ()), *self._mucked()]
            yield HandPlan(BY_ACTS, [*forced, *self._acts(cards), *self._runs()], show)
        if hand.finish is None and len(hand.players) - len(hand.folded) > 1:
            return
        yield HandPlan(BY_POTS, [*forced, self._put_in(), *self._runs()])
        if forced:
            yield HandPlan(BY_POTS, [self._put_in(), *self._runs()])

    def winners(self) -> Iterator[list[str]]:
        """Yield the ways in which it may be said who won, so that each took something who did."""
        hand, took = self.hand, tuple(self.hand.took)
        boards = BOARDS[: hand.boards] if hand.boards > 1 else ("",)
        halves = ("high", "low") if "eight=on" in hand.options else ("",)
        contests = [(half, board, hand.collected.get(at)) for at, board in enumerate(boards) for half in halves]
        certain = len(contests) == 1 or (halves == ("",) and all(collected for *_, collected in contests))
        choices = []
        for half, board, collected in contests:
            among = [player for player in (collected or took) if player in took] if len(contests) > 1 else list(took)
            among.sort(key=lambda player: hand.put.get(player, 0))
            ending = "".join(f" {word}" for word in (half, board) if word)
            orders = _orders(among) if certain else (order for some in _some(among) for order in _orders(some))
            choices.append([[self._won(group, ending) for group in order] for order in islice(orders, MOST_ORDERS)])
        if not took or len(took) > MOST_WINNERS:
            return
        for order in islice(product(*choices), MOST_ORDERS):
            yield [saying for sayings in order for saying in sayings]

    def amount(self, amount: int) -> str:
        """Return an amount as it is said."""
        return self.money.write(amount)

    def _won(self, group: Sequence[str], ending: str) -> str:
        names = " ".join(self.names[player] for player in group)
        return f"split {names}{ending}" if len(group) > 1 else f"{names} wins{ending}"

    def _forced(self) -> Iterator[str]:
        """Yield straddles, and what those post who come in."""
        posted: dict[str, set[str]] = {}
        for post in self.hand.posts:
            if post.kind == "straddle":
                yield f"{self.names[post.player]} straddles {self.amount(post.laid)}"
            elif post.kind.startswith("missed"):
                posted.setdefault(post.player, set()).add(post.kind)
        for player, kinds in posted.items():
            yield f"{self.names[player]} posts{POSTED[frozenset(kinds)]}"

    def _acts(self, cards: bool) -> Iterator[str]:
        hand = self.hand
        for player, held in hand.held.items():
            if cards and len(held) == OWN_CARDS[hand.game]:
                yield f"{self.names[player]} holds {_listed(held)}"
        last = max((place for place, act in enumerate(hand.acts) if act.player and act.cards is None), default=-1)
        left = len(hand.players)
        for place, act in enumerate(hand.acts):
            if act.word in WORDS_OF_STREETS:
                if left > 1 and (hand.boards == 1 or place < last):
                    yield f"{act.word} {_listed(act.cards)}" if cards and act.cards else act.word
            elif act.word not in ("shows", "mucks") and left > 1:
                left -= act.word == "folds"
                amount = "" if act.amount is None else f" {self.amount(act.amount)}"
                yield f"{self.names[act.player]} {act.word}{amount}"

    def _runs(self) -> Iterator[str]:
        hand = self.hand
        if hand.boards > 1 and not hand.bomb and len(hand.folded) < len(hand.players) - 1:
            yield f"runs {self.hand.boards}"

    def _claims(self, word: str) -> Iterator[Act]:
        """Yield the last time that each showed or mucked of those who have not folded."""
        acts = {act.player: act for act in self.hand.acts if act.word == word and act.player not in self.hand.folded}
        yield from acts.values()

    def _shown(self) -> Iterator[str]:
        for act in self._claims("shows"):
            if act.player not in self.hand.held and act.cards and len(act.cards) == OWN_CARDS[self.hand.game]:
                yield f"{self.names[act.player]} shows {_listed(act.cards)}"

    def _mucked(self) -> Iterator[str]:
        for act in sorted(self._claims("mucks"), key=lambda act: act.player in self.hand.held):
            yield f"{self.names[act.player]} passes"

    def _put_in(self) -> str:
        put = self.hand.put
        sums = (f"{self.names[player]} {self.amount(put[player])}" for player in self.names if put.get(player))
        return f"in {' '.join(sums)}"


def _orders(winners: Sequence[str]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Yield every order in which these may have the best hands, in groups of equal ones."""
    if not winners:
        yield ()
    for size in range(1, len(winners) + 1):
        for group in combinations(winners, size):
            for rest in _orders([player for player in winners if player not in group]):
                yield (group, *rest)


def _some(players: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield every choice of one or more of these."""
    for size in range(1, len(players) + 1):
        yield from combinations(players, size)


def _listed(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))
