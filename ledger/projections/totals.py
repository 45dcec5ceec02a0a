"""The totals of an evening, small enough to read thousands; in the smallest unit."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import attrgetter

import msgspec
from msgspec.structs import replace

from ledger.core.books import BANK, Debt
from ledger.core.events import RecordedEvent
from ledger.core.refusals import Refusal
from ledger.evening.fold import Evening
from ledger.evening.snapshots import SharedCost
from ledger.games.provenance import provenance_of

EVENT = attrgetter("event")


class PlayerTotals(msgspec.Struct, frozen=True, omit_defaults=True):
    """The totals of one player of an evening, or of its bank."""

    won: dict[str, int] = {}
    """What the player won (+) or lost (−) in each game, in the order in which counters first moved there."""
    costs: int = 0
    """What the player paid (+) for common costs, less the player's shares of them (−)."""
    paid: int = 0
    """What the player paid (+), less what the player received (−), outside the games and the common costs."""
    owed: int = 0
    """What the player is still to receive (+) or pay (−)."""

    @property
    def balance(self) -> int:
        """The amount won (+) or lost (−) in all games."""
        return sum(self.won.values())


class Totals(msgspec.Struct, frozen=True, omit_defaults=True):
    """The totals of an evening."""

    title: str
    day: str
    """The day that was said, or the day of the first event."""
    money: str
    counter: int | None
    deals: int
    """The number of deals that have begun."""
    players: dict[str, PlayerTotals]
    """The totals of each player, and of the bank once it has been used."""
    pools: dict[str, int] = {}
    """How much still lies in each pool."""
    debts: tuple[Debt, ...] = ()
    """The debts that were paid; what is stored beside a log has none of them."""
    costs: tuple[SharedCost, ...] = ()
    """The common costs; what is stored beside a log has none of them."""
    changed: str = ""
    """The time of the last change of what was won, lost or shared; empty if nobody knows."""

    @property
    def people(self) -> tuple[str, ...]:
        """Return the players, without the bank."""
        return tuple(name for name in self.players if name != BANK)


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Totals)
_rules = msgspec.json.Decoder(tuple[tuple[str, int, str], ...])


def totals_of(evening: Evening, recorded: Sequence[RecordedEvent], listed: bool = False) -> Totals:
    """Return the totals of an evening, recorded by these events.

    Totals that are stored beside the log, to list evenings, leave out each payment and cost: only the log proves them.
    """
    began = recorded[0].said_at[:10]
    opening, books, state = evening.opening, evening.books, evening.bank.state
    won_in, balances, players = books.won.items(), books.balances, dict[str, PlayerTotals]()
    for name, amount in evening.owed().items():
        costs = state.shared.get(name, 0)
        won = {game: won[name] for game, won in won_in if name in won}
        players[name] = PlayerTotals(won, costs, amount - balances.get(name, 0) - costs, amount)
    debts = state.debts
    newest = evening.revised if evening.closed else max(evening.revised, *map(EVENT, debts), 1)
    day, title = (opening.on or began, opening.title) if opening else (began, "")
    money = evening.money
    totals = Totals(
        title,
        day,
        money.code,
        money.counter,
        books.deal,
        players,
        dict(books.pools),
        changed=recorded[newest - 1].said_at,
    )
    if listed:
        return totals
    since = evening.paid_since()
    debts = tuple(replace(debt, at=recorded[debt.event - 1].said_at) if debt in since else debt for debt in debts)
    return replace(totals, debts=debts, costs=tuple(costs_of(evening)))


def without_times(totals: Totals) -> Totals:
    """Return totals in the form of older programs, without the times of payments and changes."""
    debts = tuple(replace(debt, at="") for debt in totals.debts)
    return replace(totals, debts=debts, changed="")


def costs_of(evening: Evening) -> Iterator[SharedCost]:
    """Yield the common costs of an evening; it must hold every event."""
    if evening.bank.state.shared:
        for outcome in evening.outcomes:
            if outcome.cost is not None:
                yield outcome.cost


def encoded(totals: Totals) -> str:
    """Return totals as JSON."""
    return _encoder.encode(totals).decode()


def decoded(body: str) -> Totals | None:
    """Return totals that were encoded; None if the text is something else."""
    try:
        return _decoder.decode(body)
    except (ValueError, RecursionError):
        return None


def rules_of(evening: Evening) -> str:
    """Return the games begun in an evening, with edition and digest of their rules, as JSON."""
    return _with_digests(evening.games)


@lru_cache(maxsize=1_000)
def _with_digests(games: tuple[str, ...]) -> str:
    return _encoder.encode([(game, *_rules_today(game)) for game in games]).decode()


def _rules_today(game: str) -> tuple[int, str]:
    """Return the edition of a game and its rules' digest; 0 and "" if they are not installed."""
    try:
        rules = provenance_of(game)
    except Refusal:
        return 0, ""
    return rules.edition, rules.rules


@lru_cache(maxsize=1_000)
def are_known(rules: str) -> bool:
    """Return whether today's rules of each game are the rules that are named beside it."""
    try:
        return all(digest and (edition, digest) == _rules_today(game) for game, edition, digest in _rules.decode(rules))
    except ValueError:
        return False


def won_by_game(evening: Evening) -> dict[str, dict[str, int]]:
    """Return what each player has won (+) or lost (−) in each game, the bank left out."""
    return {
        game: {name: amount for name, amount in won.items() if name != BANK} for game, won in evening.books.won.items()
    }
