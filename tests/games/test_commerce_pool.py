"""Pool Commerce over whole games, compared with a second writing: lives, the horse, leavers, the pool."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.rig import balances, carry, play, pools, tries

NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay"]


class PoolGame:
    """A random game: who wins and who has the worst hand, with books of its own."""

    def __init__(self, seed: int) -> None:
        chance = self.chance = random.Random(seed)
        self.names = NAMES[: chance.randint(2, 6)]
        self.entry = chance.choice((3, 6, 12))
        self.prize = chance.choice((1, 2, 5))
        self.horse = chance.choice((self.entry // 3, 2, None))
        self.lines = [f"game commerce mode=pool entry={self.entry} prize={self.prize} horse={self.horse or 'off'}"]
        self.purse = dict.fromkeys(self.names, 0)
        self.pool = 0
        self.lives = dict.fromkeys(self.names, 3)
        self.first_out: str | None = None
        self.dealer: str | None = None
        self.for_sale = False

    @property
    def alive(self) -> list[str]:
        return [name for name in self.lives if self.lives[name]]

    def round(self, dealer: str) -> list[str]:
        place = self.names.index(dealer) + 1
        return [name for name in self.names[place:] + self.names[:place] if name in self.alive]

    def pay(self, name: str, amount: int) -> None:
        self.purse[name] -= amount
        self.pool += amount

    def settle_if_over(self) -> None:
        if len(self.alive) == 1:
            self.for_sale = False
            self.pay(self.alive[0], -self.pool)

    def between_deals(self) -> None:
        chance = self.chance
        if self.for_sale and chance.random() < 0.5:
            self.lines.append(f"{self.first_out} horse")
            self.pay(self.first_out, self.horse)
            self.lives[self.first_out] = 1
            self.for_sale = False
        if self.dealer and len(self.lives) > 2 and chance.random() < 0.08:
            name = chance.choice(list(self.lives))
            self.lines.append(f"{name} leaves")
            self.for_sale &= name != self.first_out
            if self.lives.pop(name):
                self.settle_if_over()

    def deal(self) -> None:
        chance = self.chance
        dealer = self.round(self.dealer)[0] if self.dealer else chance.choice(self.alive)
        self.lines.append(f"deal {dealer}")
        if self.dealer is None:
            for name in self.names:
                self.pay(name, self.entry)
        if chance.random() < 0.1:
            self.lines += ["misdeal", f"deal {dealer}"]
        self.dealer, self.for_sale = dealer, False
        order = self.round(dealer)
        best = set(chance.sample(order, 1 if chance.random() < 0.8 else chance.randint(1, len(order))))
        losers = [name for name in order if name not in best]
        worst = set(chance.sample(losers, chance.choice((1, 1, len(losers))))) if losers else set()
        if len(losers) > 1 or chance.random() < 0.5:
            self.lines += [f"{name} worst" for name in sorted(worst)]
        self.lines.append(f"{min(best)} wins" if len(best) == 1 else f"split {' '.join(sorted(best))}")
        for number in range(min(self.prize, self.pool)):
            self.pay([name for name in order if name in best][number % len(best)], -1)
        for name in worst:
            self.lives[name] -= 1
        out = [name for name in order if not self.lives[name]]
        if out and self.first_out is None:
            self.first_out, self.for_sale = out[0], self.horse is not None
        self.settle_if_over()

    def play(self) -> None:
        for _ in range(30):
            self.between_deals()
            if len(self.alive) < 2:
                return
            self.deal()


@settings(max_examples=tries(100), deadline=None)
@given(st.integers(0, 10**9))
def test_a_whole_pool_game_agrees_with_books_kept_plainly(seed):
    game = PoolGame(seed)
    game.play()
    evening = play(" ".join(game.names), "\n".join(game.lines))
    assert balances(evening) == {name: amount for name, amount in game.purse.items() if amount}
    assert pools(evening) == ({"commerce.pool": game.pool} if game.pool else {})
    assert carry(evening) == {"counters": game.lives, "first_out": game.first_out}
    if len(game.alive) > 1 and game.dealer:
        assert evening.game.turn.who == (game.round(game.dealer)[0],)


def test_a_horse_may_be_bought_after_a_misdeal():
    out = "deal\nCat worst\nAnn wins\n" * 3
    evening = play("Ann Bob Cat", f"game commerce mode=pool\n{out}deal\nmisdeal\nCat horse")
    assert pools(evening) == {"commerce.pool": 9 - 3 + 1}
    assert carry(evening)["counters"] == {"Ann": 3, "Bob": 3, "Cat": 1}
    assert evening.game.turn.who == ("Ann",)  # who dealt the misdeal deals again
