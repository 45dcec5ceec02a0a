"""An evening as a journal of double entry, in the terms of accounting programs.

Every player has three accounts: `Play` for counters won and lost, `Paid` for debts paid and received, and `Bought`
for counters bought and cashed. What is in the first is the player's balance, and all three together are what he is
owed. Pools and the bank of the evening have an account each. Everything sums to nothing.
"""

import unicodedata
from collections.abc import Iterable, Iterator

import msgspec

from ledger.books import BANK, Pool
from ledger.evening.fold import Evening
from ledger.events import Buys, Cashes, Event, Pays
from ledger.games.language import write
from ledger.money import Money
from ledger.views.course import in_games
from ledger.views.explanation import pools_of

COMMODITIES = {"counters": "COUNTER", "lsd": "FARTHING"}
"""What is counted where the money is no currency of ISO 4217. A farthing is no decimal part of a pound."""

PLAY, DEBT, BOUGHT = "play", "debt", "bank"
"""The sorts of movement: counters at play, money for a debt, money for counters of the bank."""


class Holder(msgspec.Struct, frozen=True, order=True):
    """Who pays or is paid: a player, a pool, or the bank of the evening."""

    sort: str
    name: str


class Movement(msgspec.Struct, frozen=True):
    """One movement. Counters make him who gets them richer; money paid is what the payer has still to receive."""

    event: int
    deal: int
    game: str
    sort: str
    payer: Holder
    payee: Holder
    amount: int
    why: str
    cite: str
    saying: str

    @property
    def reason(self) -> str:
        """Why, and by which page or rule."""
        return f"{self.why} {self.cite}".strip()


class Account(msgspec.Struct, frozen=True, order=True):
    """An account: a player's `Play`, `Paid` or `Bought`, a pool's, or the bank's."""

    holder: Holder
    part: str = ""


THE_BANK = Holder("bank", "bank")


def player(name: str) -> Holder:
    """The holder that is a player, or the bank where it has won or lost counters."""
    return THE_BANK if name == BANK else Holder("player", name)


def movements_of(evening: Evening) -> Iterator[Movement]:
    """Every movement of an evening that was replayed from its beginning, in order."""
    for game, outcome in in_games(evening.outcomes):
        event, saying = outcome.event, write(outcome.event, evening.money)
        for posting in outcome.postings:
            payer, payee = (
                Holder("pool", account.name) if isinstance(account, Pool) else player(account)
                for account in (posting.payer, posting.payee)
            )
            yield Movement(
                posting.event, posting.deal, game, PLAY, payer, payee, posting.amount, posting.why, posting.cite, saying
            )
        if money := _of_money(event):
            sort, payer, payee, amount, why = money
            yield Movement(outcome.number, 0, "", sort, payer, payee, amount, why, "", saying)


def _of_money(event: Event) -> tuple[str, Holder, Holder, int, str] | None:
    if isinstance(event, Pays) and event.amount:
        return DEBT, player(event.player), player(event.payee), event.amount, "paid a debt"
    if isinstance(event, Buys) and event.amount:
        return BOUGHT, player(event.player), THE_BANK, event.amount, "bought counters"
    if isinstance(event, Cashes) and event.amount:
        return BOUGHT, THE_BANK, player(event.player), event.amount, "cashed counters"
    return None


def entries_of(movement: Movement) -> tuple[tuple[Account, int], tuple[Account, int]]:
    """What a movement puts into two accounts, in the smallest unit: together nothing."""
    amount = movement.amount if movement.sort == PLAY else -movement.amount
    part = {PLAY: "Play", DEBT: "Paid", BOUGHT: "Bought"}[movement.sort]
    payer, payee = (
        Account(holder, part if holder.sort == "player" else "") for holder in (movement.payer, movement.payee)
    )
    return (payer, -amount), (payee, amount)


def accounts_of(evening: Evening) -> list[Account]:
    """Every account of an evening, used or not: the players in the order in which they came, pools, the bank."""
    of_players = [
        Account(player(name), part)
        for name in evening.books.balances
        if name != BANK
        for part in ("Play", "Paid", "Bought")
    ]
    of_pools = [Account(Holder("pool", name)) for name in pools_of(evening)]
    return [*of_players, *of_pools, *([Account(THE_BANK)] if BANK in evening.owed() else [])]


def balances_of(evening: Evening) -> dict[Account, int]:
    """What is in every account at the end, by the books of the evening."""
    found = {}
    for account in accounts_of(evening):
        name = account.holder.name
        if account.holder.sort == "pool":
            found[account] = evening.books.pools.get(name, 0)
        elif account.holder == THE_BANK:
            found[account] = evening.owed()[BANK]
        else:
            of_part = {"Play": evening.books.balances, "Paid": evening.bank.paid, "Bought": evening.bank.bought}
            found[account] = of_part[account.part].get(name, 0)
    return found


def commodity_of(money: Money) -> str:
    """What amounts are counted in: counters, farthings, or the currency."""
    return COMMODITIES.get(money.code, money.code)


def title_of(evening: Evening) -> str:
    """What the evening is called."""
    return evening.opening.title if evening.opening else ""


def names_of(accounts: Iterable[Account]) -> dict[Account, str]:
    """Name accounts so that every program takes them, whatever the players are called, and no two alike.

    Each part of a name begins with a capital or a digit, and has letters, digits and hyphens in it.
    """
    words: dict[Holder, str] = {}
    taken: set[tuple[str, str]] = set()
    found = {}
    for account in accounts:
        holder = account.holder
        if holder not in words:
            word = _word(holder.name)
            number = 1
            while (holder.sort, (free := word if number == 1 else f"{word}-{number}").casefold()) in taken:
                number += 1
            taken.add((holder.sort, free.casefold()))
            words[holder] = free
        part = f":{account.part}" if account.part else ""
        root = {"player": "Assets:Players:", "pool": "Assets:Pools:", "bank": "Assets:"}[holder.sort]
        found[account] = f"{root}{words[holder]}{part}"
    return found


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
