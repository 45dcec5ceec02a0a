"""Players over many evenings: what each won and lost, and what is still owed from all of them together.

Names are the same person whatever their case. Evenings in different moneys are kept apart; amounts are in the
smallest unit of each. What counts is what was won and lost at play, whether it was paid or not.
"""

from collections.abc import Iterable, Iterator

import msgspec

from ledger.books import BANK
from ledger.evening.fold import Evening
from ledger.events import Begin, Close
from ledger.money import Money
from ledger.notation.phrase import DATE, key_of
from ledger.refusals import Code, Refusal, printable

AT_THE_CLOSE = "close"
"""Stands for a game where counters were booked at the close of an evening, and in no game."""


class Played(msgspec.Struct, frozen=True):
    """An evening, its number, and the day by which it is found: the one said, or that of its first event."""

    id: int
    day: str
    evening: Evening

    @property
    def title(self) -> str:
        """What the evening is called."""
        return self.evening.opening.title if self.evening.opening else ""


class Result(msgspec.Struct, frozen=True):
    """What one player won (+) or lost (−) in one evening."""

    evening: int
    title: str
    on: str
    amount: int


class Sum(msgspec.Struct, frozen=True):
    """Several evenings summed up: those that were won, those that were lost, and both together."""

    evenings: int
    won: int
    lost: int
    net: int


class Standing(msgspec.Struct, frozen=True):
    """One player over all evenings in one money; a game's evenings are those in which his counters moved in it."""

    player: str
    total: Sum
    best: Result
    worst: Result
    games: dict[str, Sum]


class Together(msgspec.Struct, frozen=True):
    """The evenings in one money, in the order of their days."""

    money: Money
    """A counter has a value here only where it has the same in all of them."""
    played: tuple[Played, ...]

    def standings(self) -> list[Standing]:
        """Every player's standing, who won most first."""
        results: dict[str, list[Result]] = {}
        games: dict[str, dict[str, list[int]]] = {}
        names = self.names()
        for one in self.played:
            for player, balance in one.evening.books.balances.items():
                if player == BANK:
                    continue
                result = Result(one.id, one.title, one.day, balance)
                results.setdefault(key_of(player), []).append(result)
            for game, player, amount in by_game(one.evening):
                games.setdefault(key_of(player), {}).setdefault(game, []).append(amount)
        found = [
            Standing(
                names[key],
                _sum(each.amount for each in of_player),
                max(of_player, key=lambda each: each.amount),
                min(of_player, key=lambda each: each.amount),
                {game: _sum(amounts) for game, amounts in games.get(key, {}).items()},
            )
            for key, of_player in results.items()
        ]
        return sorted(found, key=lambda each: (-each.total.net, each.player))

    def names(self) -> dict[str, str]:
        """The latest spelling of every name, by what its spellings have in common."""
        return {key_of(name): name for one in self.played for name in one.evening.books.balances}

    def owed(self) -> dict[str, int]:
        """What each is still to receive (+) or pay (−) from all the evenings."""
        names, owed = self.names(), dict[str, int]()
        for one in self.played:
            for who, amount in one.evening.owed().items():
                name = names.get(key_of(who), who)
                owed[name] = owed.get(name, 0) + amount
        return owed

    def pools(self) -> dict[str, int]:
        """What lies in pools of the evenings still."""
        pools: dict[str, int] = {}
        for one in self.played:
            for pool, held in one.evening.books.pools.items():
                pools[pool] = pools.get(pool, 0) + held
        return pools


def together(played: Iterable[Played]) -> list[Together]:
    """Put the evenings of each money together, the moneys in the order of their names."""
    by_money: dict[str, list[Played]] = {}
    for one in sorted(played, key=lambda each: (each.day, each.id)):
        by_money.setdefault(one.evening.money.code, []).append(one)
    return [Together(_money(code, by_money[code]), tuple(by_money[code])) for code in sorted(by_money)]


def _money(code: str, played: Iterable[Played]) -> Money:
    counters = {one.evening.money.counter for one in played}
    return Money(code, counters.pop() if len(counters) == 1 else None)


def read_day(text: str) -> str:
    """Read a day, as 1898-12-26. Raises Refusal if it is none."""
    from datetime import date

    try:
        if not DATE.fullmatch(text):
            raise ValueError(text)
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        sentence = f"{printable(text, 40)} is not a date"
        raise Refusal(Code.UNREADABLE, sentence, "A date is year, month and day, as 1898-12-26") from error


def _sum(amounts: Iterable[int]) -> Sum:
    several = list(amounts)
    won = sum(amount for amount in several if amount > 0)
    lost = -sum(amount for amount in several if amount < 0)
    return Sum(len(several), won, lost, won - lost)


def by_game(evening: Evening) -> Iterator[tuple[str, str, int]]:
    """What each player won or lost in each game of an evening."""
    moved: dict[str, dict[str, int]] = {}
    game = ""
    for outcome in evening.outcomes:
        if isinstance(outcome.event, Begin):
            game = outcome.event.game
        elif isinstance(outcome.event, Close):
            game = AT_THE_CLOSE
        for posting in outcome.postings:
            of_game = moved.setdefault(game, {})
            for account, amount in ((posting.payer, -posting.amount), (posting.payee, posting.amount)):
                if isinstance(account, str) and account != BANK:
                    of_game[account] = of_game.get(account, 0) + amount
    for name, amounts in moved.items():
        yield from ((name, player, amount) for player, amount in amounts.items())
