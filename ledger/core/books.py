"""Double entry: accounts, postings and balances.

Counters move only by `Books.transfer`, from one account to another, so balances and pools always
sum to zero. Amounts are in the evening's smallest unit.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import final

import msgspec

from ledger.core.money import MOST
from ledger.core.refusals import Code, refuse


@final
class Pool(msgspec.Struct, frozen=True, order=True, gc=False):
    """An account of the table's own, named as on the game's sheet (``nap.kitty``)."""

    name: str
    """The name with that of its game: `nap.kitty`."""

    def __str__(self) -> str:
        return self.name


AT_THE_CLOSE = "close"
"""The name under which the close of an evening books what was short or over; no game has this name."""
CASH, CREDIT = "cash", "credit"
TERMS_OF_THE_BANK = (CASH, CREDIT)
"""The ways of buying counters from the bank of the evening."""
BANK = "bank"
"""The bank of the evening; no player has this name. It has an account once it has borne a difference."""

Account = str | Pool
"""A player, by name, or a pool."""


class Payment(msgspec.Struct, frozen=True):
    """A payment to be made, in the smallest unit; always positive."""

    payer: str
    payee: str
    amount: int


class Debt(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A debt that was paid, under the number of its event."""

    event: int
    payer: str
    payee: str
    amount: int
    at: str = ""
    """When it was paid, if that was before the plan was made; empty if it was after, or nobody knows."""


LONGEST_HOLDER = 70
"""The greatest number of characters in the name of an account's holder."""


class PayeeWay(msgspec.Struct, frozen=True):
    """One way in which somebody is paid: an account, an address, a number, a name or a link."""

    method: str
    value: str
    holder: str = ""
    bic: str = ""


class Posting(msgspec.Struct, frozen=True, gc=False):
    """One movement of counters, with the event and the rule that caused it.

    A posting that `stays` is not taken back when a deal is void: payments in for the deal, and penalties. `deal` is
    the number of the evening's deals that had begun when the posting was made.
    """

    event: int
    """The number of the event."""
    payer: Account
    """Who or what pays."""
    payee: Account
    """Who or what is paid."""
    amount: int
    """How much, in the smallest unit."""
    why: str
    """The reason, in words."""
    cite: str = ""
    """The page of the rule."""
    stays: bool = False
    deal: int = 0


def with_rule(why: str, cite: str) -> str:
    """Return why counters moved, with the page or the rule that says so."""
    return f"{why} {cite if cite.startswith('[') else f'({cite})' if cite else ''}".strip()


class Books:
    """The balances of players and pools, and the postings that made them."""

    def __init__(self, balances: Iterable[tuple[str, int]] = (), pools: Iterable[tuple[str, int]] = ()) -> None:
        self.balances: dict[str, int] = dict(balances)
        self.pools: dict[str, int] = dict(pools)
        self.bought: dict[str, int] = {}
        """The counters that each player has bought from the bank, less those cashed."""
        self.overdrawn: dict[str, int] = {}
        """The counters that each player has cashed beyond those in front, and has not won back since."""
        self.cashed_last: dict[str, bool] = {}
        """The players who have bought or cashed; True if the player cashed last."""
        self.postings: list[Posting] = []
        self.event = 0
        """The number of the event in hand."""
        self.deal = 0
        """The number of deals that have begun in the evening."""
        self.game = ""
        """The game in which counters move."""
        self.won: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        """What each player has won (+) or lost (−) in each game, in the order of the first movements."""
        self.pool_names: tuple[str, ...] = ()
        """Every pool that has held anything, in the order of the first payments in."""

    def check_since(self, balances: Mapping[str, int], pools: Mapping[str, int], postings: int) -> None:
        """Assert that the postings since a place lead from the earlier sums to those of now."""
        players = {**dict.fromkeys(self.balances, 0), **balances}
        held = dict(pools)
        for posting in self.postings[postings:]:
            for account, amount in ((posting.payer, -posting.amount), (posting.payee, posting.amount)):
                if type(account) is Pool:
                    held[account.name] = held.get(account.name, 0) + amount
                else:
                    players[str(account)] += amount
        assert players == self.balances, "balances were changed otherwise than by paying"
        assert {name: amount for name, amount in held.items() if amount} == self.pools, "pools were changed likewise"

    def admit(self, player: str) -> None:
        """Open an empty account for a player."""
        self.balances.setdefault(player, 0)

    def people(self) -> list[str]:
        """Return everybody who has a balance, without the bank."""
        return [name for name in self.balances if name != BANK]

    def in_front(self, player: str) -> int:
        """Return the counters that a player should have in front.

        They are bought, less cashed, plus won, less lost.
        """
        return self.balances[player] + self.bought.get(player, 0)

    def holding(self, pool: Pool) -> int:
        """Return what a pool holds."""
        return self.pools.get(pool.name, 0)

    def transfer(
        self, payer: Account, payee: Account, amount: int, why: str, cite: str = "", stays: bool = False
    ) -> None:
        """Move counters; an amount of 0 moves and posts nothing.

        An amount that is negative, not whole, or more than a pool holds is a fault of the rule that asked for it.
        Raises Refusal if an account would become too large to record.
        """
        if type(amount) is not int:
            raise TypeError(f"{why}: {amount!r} is not a whole number of the smallest unit")
        assert amount >= 0, f"{why}: a negative amount"
        assert payer != payee, f"{why}: {payer} pays {payer}"
        if amount == 0:
            return
        balances, pools = self.balances, self.pools
        paying = (pools.get(payer.name, 0) if type(payer) is Pool else balances[payer]) - amount
        receiving = (pools.get(payee.name, 0) if type(payee) is Pool else balances[payee]) + amount
        if amount > MOST or -paying > MOST or receiving > MOST:
            raise refuse(
                f"{payer} would pay {payee} {amount}: nobody wins or loses more than {MOST} of the smallest unit",
                "Play for less",
                Code.BAD_AMOUNT,
            )
        won = self.won[self.game]
        if type(payer) is not Pool:
            balances[payer] = paying
            won[payer] -= amount
        elif paying:
            assert paying > 0, f"{payer.name} would hold {paying}"
            pools[payer.name] = paying
        else:  # a pool with nothing in it is none
            del pools[payer.name]
        if type(payee) is Pool:
            if receiving == amount and payee.name not in self.pool_names:
                self.pool_names += (payee.name,)
            pools[payee.name] = receiving
        else:
            balances[payee] = receiving
            won[payee] += amount
        self.postings.append(Posting(self.event, payer, payee, amount, why, cite, stays, self.deal))
