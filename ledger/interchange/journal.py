"""Evenings as a journal of double entry, in the terms of accounting programs.

Every player has three accounts: `Play` for counters won and lost, `Paid` for debts paid and received, and `Bought`
for counters bought and cashed; in an evening with common costs a fourth, `Costs`. What is in the first is the player's
balance, and all together are what he is owed. Pools and the bank of the evening have an account each. Everything sums
to nothing.

Accounts are called by persons, and have the same names in the file of every evening of a database, so that the files
can be read together.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from ledger.core.books import BANK
from ledger.core.books import Account as Party
from ledger.core.events import Buys, Cashes, Event, Pays, PaysTogether
from ledger.core.money import Money
from ledger.evening.bank import Bank
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Outcome, in_games
from ledger.games.language import write

COMMODITIES = {"counters": "COUNTER", "lsd": "FARTHING"}
"""The commodities of moneys that are no currency of ISO 4217. A farthing is no decimal part of a pound."""

PLAY, DEBT, BOUGHT, COST = "play", "debt", "bank", "cost"
"""The kinds of movement: counters at play, money for a debt or for counters of the bank, shares of a common cost."""
PARTS = {PLAY: "Play", DEBT: "Paid", BOUGHT: "Bought", COST: "Costs"}
"""The account of a player that each kind of movement goes through."""


class Holder(msgspec.Struct, frozen=True, order=True):
    """A payer or payee: a player, a pool, or the bank of the evening."""

    kind: str
    name: str


class Movement(msgspec.Struct, frozen=True):
    """One movement: of counters to their winner, or of money that the payer is owed for."""

    event: int
    deal: int
    game: str
    kind: str
    payer: Holder
    payee: Holder
    amount: int
    why: str
    cite: str
    saying: str
    evening: int | None = None
    """The number of its evening in the database; None in the file of one, and for a payment of the club."""

    @property
    def reason(self) -> str:
        """Return the reason, and the page or rule."""
        return f"{self.why} {self.cite}".strip()


class Account(msgspec.Struct, frozen=True, order=True):
    """An account: a player's `Play`, `Paid`, `Bought` or `Costs`, a pool's, or the bank's."""

    holder: Holder
    part: str = ""


Balances = dict[tuple[Account, Money], int]
"""What is in each account, in each money, in its smallest unit."""
THE_BANK = Holder("bank", "bank")


def player(name: str) -> Holder:
    """The holder, if it is a player, or the bank that has won or lost counters."""
    return THE_BANK if name == BANK else Holder("player", name)


def entries_of(movement: Movement) -> tuple[tuple[Account, int], tuple[Account, int]]:
    """Return the entries of a movement in two accounts, in the smallest unit; their sum is 0."""
    amount = movement.amount if movement.kind in (PLAY, COST) else -movement.amount
    part = PARTS[movement.kind]
    payer, payee = (
        Account(holder, part if holder.kind == "player" else "") for holder in (movement.payer, movement.payee)
    )
    return (payer, -amount), (payee, amount)


class JournalWriter:
    """Writes movements in a format; the `whole` journal of a club includes no other."""

    def __init__(self, journal: "Journal", whole: bool) -> None:
        self.journal, self.whole = journal, whole

    def transaction(self, movement: Movement, money: Money, day: str) -> str:
        """Return one movement: its head, then what two accounts get."""
        return self.journal.transaction(movement, money, self.head(movement, day))

    def head(self, movement: Movement, day: str) -> Iterator[str]:
        """Yield the lines above the accounts of a movement."""
        return iter(())

    def before(self, title: str, moneys: Sequence[Money], accounts: Iterable[Account], day: str) -> Iterator[str]:
        """Yield what stands before all movements, the first of which is of that day."""
        return iter(())

    def after(self, balances: Balances, day: str) -> Iterator[str]:
        """Yield what stands after all movements, the last of which is of that day."""
        return iter(())


class Names:
    """Account names that every program takes, whatever the players' names, all different.

    Each part of a name begins with a capital or a digit, and has letters, digits and hyphens in it.
    """

    def __init__(self, players: Iterable[str] = ()) -> None:
        """Name the accounts of these players first, whether they come up or not."""
        self._words: dict[Holder, str] = {}
        self._taken: set[tuple[str, str]] = set()
        self._known: dict[Account, str] = {}
        for name in players:
            self._word_of(player(name))

    def of(self, account: Account) -> str:
        """Return the name of an account, which depends on the accounts named before it."""
        if account not in self._known:
            part = f":{account.part}" if account.part else ""
            root = {"player": "Assets:Players:", "pool": "Assets:Pools:", "bank": "Assets:"}[account.holder.kind]
            self._known[account] = f"{root}{self._word_of(account.holder)}{part}"
        return self._known[account]

    def _word_of(self, holder: Holder) -> str:
        if holder not in self._words:
            word, number = _word(holder.name), 1
            while (holder.kind, (free := word if number == 1 else f"{word}-{number}").casefold()) in self._taken:
                number += 1
            self._taken.add((holder.kind, free.casefold()))
            self._words[holder] = free
        return self._words[holder]


class Journal:
    """The movements of evenings, and the names of their accounts as they come up."""

    def __init__(self, names: Names | None = None) -> None:
        self.names = names or Names()
        self.begin(None, {})

    def begin(self, evening: int | None, called: Mapping[str, str]) -> None:
        """Begin with an evening of the database, and what its players are `called` in accounts."""
        self._evening, self._called = evening, called
        self._holders: dict[Party, Holder] = {}
        """Everybody who has paid or been paid counters, in the order of their first movement."""
        self._game = ""

    def player(self, name: str) -> Holder:
        """Return the holder that a name at the table means."""
        return player(self._called.get(name, name))

    def _of_money(self, event: Event, bank: Bank) -> tuple[str, Holder, Holder, int, str] | None:
        if isinstance(event, Pays) and event.amount:
            return DEBT, self.player(event.player), self.player(event.payee), event.amount, "paid a debt"
        if isinstance(event, Buys) and event.amount and bank.is_paid(event):
            return BOUGHT, self.player(event.player), THE_BANK, event.amount, "bought counters"
        if isinstance(event, Cashes) and event.amount and bank.is_paid(event):
            return BOUGHT, THE_BANK, self.player(event.player), event.amount, "cashed counters"
        return None

    def paid(self, number: int, said: PaysTogether, money: Money) -> Movement:
        """Return a payment of the club, between persons."""
        payer, payee = player(said.player), player(said.payee)
        return Movement(number, 0, "", DEBT, payer, payee, said.amount, "paid a debt", "", write(said, money))

    def movements(self, outcomes: Iterable[Outcome], evening: Evening) -> Iterator[Movement]:
        """Every movement in what comes next, in order."""
        for name, part in _of_players(evening):
            self.names.of(Account(self.player(name), part))
        money, number = evening.money, self._evening
        for game, outcome in in_games(outcomes, self._game):
            self._game = game
            moved = self._of_money(outcome.event, evening.bank)
            if not (outcome.postings or moved or outcome.cost):
                continue
            saying = write(outcome.event, money)
            for posting in outcome.postings:
                payee, payer = self._holder(posting.payee), self._holder(posting.payer)
                deal, why, cite = posting.deal, posting.why, posting.cite
                yield Movement(posting.event, deal, game, PLAY, payer, payee, posting.amount, why, cite, saying, number)
            for posting in outcome.cost.postings if outcome.cost else ():
                payer, payee = self._holder(posting.payer), self._holder(posting.payee)
                why = posting.why
                yield Movement(posting.event, 0, "", COST, payer, payee, posting.amount, why, "", saying, number)
            if moved:
                kind, payer, payee, amount, why = moved
                yield Movement(outcome.number, 0, "", kind, payer, payee, amount, why, "", saying, number)

    def transaction(self, movement: Movement, money: Money, head: Iterable[str]) -> str:
        """Return a movement: its `head`, then what two accounts get."""
        entries = (
            f"  {self.names.of(account)}  {money.exact(amount)} {commodity_of(money)}"
            for account, amount in entries_of(movement)
        )
        return "".join(f"{line}\n" for line in ("", *head, *entries))

    def remarks(self, balances: Balances) -> Iterator[str]:
        """Yield every balance as a remark: other files may add to the accounts."""
        for (account, money), balance in balances.items():
            yield f"; {self.names.of(account)}  {money.exact(balance)} {commodity_of(money)}\n"

    def _holder(self, account: Party) -> Holder:
        if (known := self._holders.get(account)) is not None:
            return known
        holder = self.player(account) if isinstance(account, str) else Holder("pool", account.name)
        self._holders[account] = holder
        if holder.kind == "pool":
            self.names.of(Account(holder))
        return holder

    def balances(self, evening: Evening) -> dict[Account, int]:
        """Return what is in every account at the end, used or not, by the books of the evening.

        The players stand in the order of their arrival, the pools in the order in which they first held anything, and
        the bank last.
        """
        balances = {}
        of_part = {
            "Play": evening.books.balances,
            "Paid": evening.bank.state.paid,
            "Bought": evening.bank.paid_for_counters(),
            "Costs": evening.bank.state.shared,
        }
        for name, part in _of_players(evening):
            balances[Account(self.player(name), part)] = of_part[part].get(name, 0)
        for holder in self._holders.values():
            if holder.kind == "pool":
                balances[Account(holder)] = evening.books.pools.get(holder.name, 0)
        owed = evening.owed()
        return balances | ({Account(THE_BANK): owed[BANK]} if BANK in owed else {})


def _of_players(evening: Evening) -> Iterator[tuple[str, str]]:
    """Yield each player of an evening with each part that he has an account for."""
    parts = [part for kind, part in PARTS.items() if kind != COST or evening.bank.state.shared]
    for name in evening.books.balances:
        if name != BANK:
            yield from ((name, part) for part in parts)


def commodity_of(money: Money) -> str:
    """Return the commodity of the amounts: counters, farthings, or the currency."""
    return COMMODITIES.get(money.code, money.code)


def title_of(evening: Evening) -> str:
    """Return the title of the evening."""
    return evening.opening.title if evening.opening else ""


def _word(name: str) -> str:
    composed = unicodedata.normalize("NFC", name)
    plain = "".join(
        character if unicodedata.category(character)[0] == "L" or character in "0123456789" else "-"
        for character in composed
    )
    plain = "-".join(part for part in plain.split("-") if part)
    capital = plain[:1].upper()
    if len(capital) == 1 and unicodedata.category(capital) == "Lu":
        return capital + plain[1:]
    return plain if plain[:1].isdigit() else f"Name-{plain}".rstrip("-")
