"""A second, plainer writing of the play of the stops games, for comparison with the rules.

A card is its text, players are names in the order of their seats. All cards are dealt to real hands, so that the next
card is simply looked for.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

from tests.helpers.rig import balances, play, pools

NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus"]
ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def pack_without(*out: str) -> list[str]:
    return [rank + suit for suit in "CDHS" for rank in ORDER if rank + suit not in out]


def above(card: str) -> str | None:
    place = ORDER.index(card[:-1]) + 1
    return ORDER[place] + card[-1] if place < len(ORDER) else None


def from_left_of(player: str, players: list[str]) -> list[str]:
    place = players.index(player) + 1
    return players[place:] + players[:place]


def whose(card: str | None, hands: dict[str, set[str]]) -> str | None:
    return next((player for player, hand in hands.items() if card in hand), None)


def fall(
    chances: random.Random, hands: dict[str, set[str]], eldest: str, longest: int = 52, spin: str = "", lieu: str = ""
) -> Iterator[tuple[str, str]]:
    """Play the hands until one is empty, and return who played which card, in order. It empties the hands.

    `longest` is the longest run; `spin` may be played with a card that continues it; `lieu` at another's stop.
    """
    leader = eldest
    while True:
        card = chances.choice(sorted(hands[leader]))
        player, length = leader, 1
        while True:
            hands[player].remove(card)
            yield player, card
            if not hands[player]:
                return
            if spin in hands[player] and length > 1 and card != spin and chances.randint(0, 1):
                hands[player].remove(spin)
                yield player, spin
                if not hands[player]:
                    return
                break
            follows = above(card)
            holder = whose(follows, hands) if length < longest else None
            if card == spin and chances.randint(0, 1):
                holder = None
            pope = whose(lieu, hands) if lieu else None
            if holder is None and pope and card[:-1] != "K" and chances.randint(0, 1):
                player = pope
                hands[player].remove(lieu)
                yield player, lieu
                if not hands[player]:
                    return
                follows = "10D" if card == "7D" else above(follows)
                holder = whose(follows, hands)
            if holder is None:
                break
            player, card, length = holder, follows, length + 1
        leader = player


def by_cards(
    chances: random.Random, fell: list[tuple[str, str]], hands: dict[str, list[str]], known: float
) -> list[str]:
    """Write a deal by its cards: sometimes several in a saying, and some of the hands."""
    lines: list[str] = []
    known_hands = {player for player in hands if chances.random() < known}
    for player, card in fell:
        if known_hands and chances.random() < 0.3:
            holder = chances.choice(sorted(known_hands))
            known_hands.remove(holder)
            lines.append(f"{holder} holds {' '.join(hands[holder])}")
        if lines and lines[-1].startswith(f"{player} plays") and chances.random() < 0.5:
            lines[-1] += f" {card}"
        else:
            lines.append(f"{player} plays {card}")
    return lines


class Money:
    """Plain books: balances and pools."""

    def __init__(self, players: list[str]) -> None:
        self.has = dict.fromkeys(players, 0)
        self.pool: dict[str, int] = {}

    def put(self, player: str, pool: str, amount: int) -> None:
        self.has[player] -= amount
        self.pool[pool] = self.pool.get(pool, 0) + amount

    def give(self, player: str, pool: str) -> None:
        self.has[player] += self.pool.pop(pool, 0)

    def pay(self, player: str, payee: str, amount: int) -> None:
        self.has[player] -= amount
        self.has[payee] += amount

    def balances(self) -> dict[str, int]:
        return {player: amount for player, amount in self.has.items() if amount}

    def pools(self, game: str) -> dict[str, int]:
        return {f"{game}.{pool}": held for pool, held in self.pool.items() if held}


def check_money(game: str, plainly: Callable[[random.Random, list[str]], Any], seed: int, number: int) -> None:
    """Check that three deals, told by cards and by outcome, come to the same as the plain reckoning.

    The reckoning has its `money` and `options`, and a `deal` that returns both scripts of a deal.
    """
    chances, players = random.Random(seed), NAMES[:number]
    plain = plainly(chances, players)
    begun = f"game {game} {plain.options()}"
    cards, outcome = [begun], [begun]
    dealer = chances.choice(players)
    for _ in range(3):
        by_its_cards, by_its_outcome = plain.deal(dealer)
        cards += by_its_cards
        outcome += by_its_outcome
        dealer = from_left_of(dealer, players)[0]
    for script in (cards, outcome):
        evening = play(" ".join(players), "\n".join(script))
        assert balances(evening) == plain.money.balances()
        assert pools(evening) == plain.money.pools(game)
        assert evening.findings == []
