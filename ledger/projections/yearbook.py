"""The yearbook: the records of a year, in the smallest unit, and who was ahead of whom."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

import msgspec

from ledger.core.books import BANK, Pool, Posting
from ledger.core.names import key_of
from ledger.evening.fold import Evening
from ledger.evening.snapshots import in_games
from ledger.projections.standings import PlayedEvening

NAP_MADE, JACKPOT_PAID = "made nap", "paid into the Jack-pot"
"""The reasons of the postings by which the records of these two games are known."""
RESULT = "lost at "
"""How the reason begins by which the result of a game of any kind passes through the pool."""


class YearRecord(msgspec.Struct, frozen=True):
    """A record of a year: who holds it, how much or how many it is, and where it was made."""

    record: str
    person: str | None
    amount: int | None
    """In the smallest unit of its money; None for a number."""
    number: int | None
    money: str | None
    evening: int | None
    event: int | None

    @property
    def figure(self) -> int:
        """Return how much or how many it is."""
        return self.amount or self.number or 0


class HeadToHead(msgspec.Struct, frozen=True):
    """Two persons: the evenings at which both sat, and how often each had won more."""

    a: str
    b: str
    evenings: int
    ahead: tuple[int, int]


class Yearbook(msgspec.Struct, frozen=True):
    """The records of a year."""

    year: int
    evenings: tuple[int, ...]
    deals: int
    records: list[YearRecord]
    head_to_head: list[HeadToHead]


RECORDS = {
    "most-won": "most won in an evening",
    "most-lost": "most lost in an evening",
    "greatest-pool": "greatest pool",
    "greatest-deal": "most won in a deal",
    "most-deals": "most deals in an evening",
    "most-evenings": "most evenings",
    "longest-winning-run": "most evenings won in a row",
    "nap.naps": "most Naps made",
    "poker.jack-pot": "greatest Jack-pot",
}
"""Every record in words, in the order in which they are told."""


def yearbook_of(
    year: int,
    played: Sequence[PlayedEvening],
    replayed: Callable[[int], Evening],
    watch: Callable[[Sequence[PlayedEvening]], Iterable[PlayedEvening]] = iter,
) -> Yearbook:
    """Return the yearbook of evenings of persons in the order of their days, all of one year.

    `replayed` replays an evening by its number: what lay in a pool, and what a deal brought, is in no total. `watch`
    goes through the evenings.
    """
    found, naps = [*_deals(played), *_most_evenings(played), *_runs(played)], list[YearRecord]()
    for evening in watch(played):
        of_evening = _InPlay(evening)
        of_evening.follow(replayed(evening.id))
        found += [*_results(evening), *of_evening.found]
        naps += of_evening.naps
    return Yearbook(
        year,
        tuple(evening.id for evening in played),
        sum(evening.totals.deals for evening in played),
        _greatest([*found, *_counted(naps)]),
        _head_to_head(played),
    )


def _greatest(found: Iterable[YearRecord]) -> list[YearRecord]:
    """Return the greatest of each record in each money; equal ones all stand there."""
    best: dict[tuple[str, str], list[YearRecord]] = {}
    for record in found:
        if record.figure:
            held = best.setdefault((record.record, record.money or ""), [])
            if held and record.figure > held[0].figure:
                held.clear()
            if not held or record.figure == held[0].figure:
                held.append(record)
    order = list(RECORDS)
    ranked = sorted(best.items(), key=lambda item: (order.index(item[0][0]), item[0][1]))
    return [record for _, records in ranked for record in records]


def _results(played: PlayedEvening) -> list[YearRecord]:
    """Return what each has won or lost at an evening."""
    return [
        _sum(played, "most-won" if of_player.balance > 0 else "most-lost", name, abs(of_player.balance), None)
        for name, of_player in played.totals.players.items()
        if name != BANK and of_player.balance
    ]


def _sum(played: PlayedEvening, record: str, who: str | None, much: int, event: int | None) -> YearRecord:
    return YearRecord(record, who, much, None, played.totals.money, played.id, event)


class _InPlay:
    """What was won in the deals of an evening, and what lay in its pools."""

    def __init__(self, played: PlayedEvening) -> None:
        self.found: list[YearRecord] = []
        self.naps: list[YearRecord] = []
        """Every Nap that was made."""
        self._played = played
        self._person = {word: name for name, word in played.words.items()}
        self._held: dict[str, int] = {}
        self._most = 0
        """The most that a pool has held yet."""
        self._jackpot: dict[str, int] | None = None
        """In the deal of a Jack-pot, what each has taken of it."""

    def follow(self, evening: Evening) -> None:
        """Look at every event of the evening."""
        for game, outcome in in_games(evening.outcomes):
            for posting in outcome.postings:
                self._moves(game, posting)
            if (over := outcome.over) is not None:
                for who, won in over.changes.items():
                    if won > 0:
                        self._found("greatest-deal", who, won, over.event)
                for who, won in (self._jackpot or {}).items():
                    self._found("poker.jack-pot", who, won, over.event)
                self._jackpot = None
            if game == "nap":
                for who in {str(posting.payee) for posting in outcome.postings if posting.why == NAP_MADE}:
                    person = self._person.get(who, who)
                    at = (self._played.id, outcome.number)
                    self.naps.append(YearRecord("nap.naps", person, None, 1, None, *at))

    def _found(self, record: str, who: str | None, much: int, event: int) -> None:
        self.found.append(_sum(self._played, record, self._person.get(who, who) if who else None, much, event))

    def _moves(self, game: str, posting: Posting) -> None:
        """Note what a posting brings to a pool, and what is taken of a Jack-pot."""
        if game == "poker" and posting.why == JACKPOT_PAID:
            self._jackpot = self._jackpot or {}
        if isinstance(posting.payer, Pool):
            held = self._held.get(posting.payer.name, 0) - posting.amount
            self._held[posting.payer.name] = max(held, 0)
            if self._jackpot is not None and isinstance(posting.payee, str):
                self._jackpot[posting.payee] = self._jackpot.get(posting.payee, 0) + posting.amount
        if isinstance(posting.payee, Pool) and not posting.why.startswith(RESULT):
            held = self._held[posting.payee.name] = self._held.get(posting.payee.name, 0) + posting.amount
            if held > self._most:
                self._most = held
                self._found("greatest-pool", None, held, posting.event)


def _deals(played: Iterable[PlayedEvening]) -> list[YearRecord]:
    """Return the number of deals of each evening."""
    return [YearRecord("most-deals", None, None, evening.totals.deals, None, evening.id, None) for evening in played]


def _most_evenings(played: Sequence[PlayedEvening]) -> list[YearRecord]:
    """Return how many evenings each was at; the evening is the last of them."""
    at: dict[str, list[int]] = {}
    for evening in played:
        for name in _persons(evening):
            at.setdefault(name, []).append(evening.id)
    records = [YearRecord("most-evenings", who, None, len(ids), None, ids[-1], None) for who, ids in at.items()]
    order = [evening.id for evening in played]
    return sorted(records, key=lambda record: order.index(record.evening or 0))


def _runs(played: Iterable[PlayedEvening]) -> list[YearRecord]:
    """Return each run of evenings won by one who sat there; the evening is the last of it."""
    runs: dict[str, int] = {}
    records = []
    for evening in played:
        for name in _persons(evening):
            runs[name] = runs.get(name, 0) + 1 if evening.totals.players[name].balance > 0 else 0
            records.append(YearRecord("longest-winning-run", name, None, runs[name], None, evening.id, None))
    return records


def _counted(naps: Iterable[YearRecord]) -> list[YearRecord]:
    """Return how many Naps each has made; evening and event are those of the last."""
    made: dict[str, YearRecord] = {}
    for nap in naps:
        who = nap.person or ""
        before = made[who].figure if who in made else 0
        made[who] = msgspec.structs.replace(nap, number=before + 1)
    return list(made.values())


def _head_to_head(played: Iterable[PlayedEvening]) -> list[HeadToHead]:
    """Return all pairs who have sat at one evening, by name."""
    pairs: dict[tuple[str, str], list[int]] = {}
    for evening in played:
        players = evening.totals.players
        for a, b in combinations(sorted(_persons(evening), key=key_of), 2):
            more = players[a].balance - players[b].balance
            both = pairs.setdefault((a, b), [0, 0, 0])
            for place, counts in enumerate((True, more > 0, more < 0)):
                both[place] += counts
    return [
        HeadToHead(a, b, evenings, (ahead_a, ahead_b))
        for (a, b), (evenings, ahead_a, ahead_b) in sorted(
            pairs.items(), key=lambda item: [key_of(name) for name in item[0]]
        )
    ]


def _persons(evening: PlayedEvening) -> list[str]:
    return [name for name in evening.totals.players if name != BANK]
