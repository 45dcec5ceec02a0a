"""The yearbook: the records of a year, in the smallest unit, and who was ahead of whom."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

import msgspec

from ledger.core.books import BANK, Pool, Posting
from ledger.core.names import key_of
from ledger.evening.fold import Evening
from ledger.evening.snapshots import in_games
from ledger.games.registry import records_of
from ledger.projections.standings import PlayedEvening
from ledger.rules import GameRecord

RESULT = "lost at "
"""The beginning of the reason by which the result of a game passes through the pool."""


class YearRecord(msgspec.Struct, frozen=True):
    """A record of a year: who holds it, its figure, and where it was made."""

    record: str
    person: str | None
    amount: int | None
    """The amount in the smallest unit of its money; None for a number."""
    number: int | None
    money: str | None
    evening: int | None
    event: int | None

    @property
    def figure(self) -> int:
        """Return the figure of the record."""
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
}
"""The records of all games in words, in the order in which they are told; records of single games follow."""


def record_in_words(record: str) -> str:
    """Return the name of a record, as it is printed; single games name their own records."""
    game, _, named = record.partition(".")
    return next((kept.words for kept in records_of(game) if kept.name == named), RECORDS.get(record, record))


def yearbook_of(
    year: int,
    played: Sequence[PlayedEvening],
    replayed: Callable[[int], Evening],
    watch: Callable[[Sequence[PlayedEvening]], Iterable[PlayedEvening]] = iter,
) -> Yearbook:
    """Return the yearbook of evenings of persons in the order of their days, all of one year.

    `replayed` replays an evening by its number, because no totals have the contents of pools or the gains of a deal.
    `watch` goes through the evenings.
    """
    found, made = [*_deals(played), *_most_evenings(played), *_runs(played)], list[YearRecord]()
    for evening in watch(played):
        of_evening = _InPlay(evening)
        of_evening.follow(replayed(evening.id))
        found += [*_results(evening), *of_evening.found]
        made += of_evening.made
    return Yearbook(
        year,
        tuple(evening.id for evening in played),
        sum(evening.totals.deals for evening in played),
        _greatest([*found, *_counted(made)]),
        _head_to_head(played),
    )


def _greatest(found: Iterable[YearRecord]) -> list[YearRecord]:
    """Return the greatest of each record in each money; equal records are all returned."""
    best: dict[tuple[str, str], list[YearRecord]] = {}
    for record in found:
        if record.figure:
            held = best.setdefault((record.record, record.money or ""), [])
            if held and record.figure > held[0].figure:
                held.clear()
            if not held or record.figure == held[0].figure:
                held.append(record)
    order = {record: place for place, record in enumerate(RECORDS)}
    ranked = sorted(best.items(), key=lambda item: (order.get(item[0][0], len(order)), item[0]))
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
    """The gains in the deals of an evening, and the contents of its pools."""

    def __init__(self, played: PlayedEvening) -> None:
        self.found: list[YearRecord] = []
        self.made: list[YearRecord] = []
        """The records that a game counts, each time that one was made."""
        self._played = played
        self._person = {word: name for name, word in played.words.items()}
        self._held: dict[str, int] = {}
        self._most = 0
        """The greatest amount that any pool has held so far."""
        self._taken: dict[str, dict[str, int]] = {}
        """For each record of pools that the deal may make, what each player has taken."""

    def follow(self, evening: Evening) -> None:
        """Look at every event of the evening."""
        before, records = "", tuple[GameRecord, ...]()
        for game, outcome in in_games(evening.outcomes):
            if game != before:
                before, records = game, records_of(game)
            at = self._played.id, outcome.number
            for posting in outcome.postings:
                self._moves(game, records, posting)
            if (over := outcome.over) is not None:
                for who, won in over.changes.items():
                    if won > 0:
                        self._found("greatest-deal", who, won, over.event)
                for record, taken in self._taken.items():
                    for who, won in taken.items():
                        self._found(record, who, won, over.event)
                self._taken.clear()
            for kept in records:
                if not kept.of_pools:
                    paid = [posting.payee for posting in outcome.postings if posting.why == kept.why]
                    for who in dict.fromkeys(payee for payee in paid if isinstance(payee, str)):
                        made = YearRecord(f"{game}.{kept.name}", self._person.get(who, who), None, 1, None, *at)
                        self.made.append(made)

    def _found(self, record: str, who: str | None, much: int, event: int) -> None:
        self.found.append(_sum(self._played, record, self._person.get(who, who) if who else None, much, event))

    def _moves(self, game: str, records: Iterable[GameRecord], posting: Posting) -> None:
        """Note what a posting adds to a pool, and what it takes from pools for a game's record."""
        for kept in records:
            if kept.of_pools and posting.why == kept.why:
                self._taken.setdefault(f"{game}.{kept.name}", {})
        if isinstance(posting.payer, Pool):
            held = self._held.get(posting.payer.name, 0) - posting.amount
            self._held[posting.payer.name] = max(held, 0)
            if isinstance(posting.payee, str):
                for taken in self._taken.values():
                    taken[posting.payee] = taken.get(posting.payee, 0) + posting.amount
        if isinstance(posting.payee, Pool) and not posting.why.startswith(RESULT):
            held = self._held[posting.payee.name] = self._held.get(posting.payee.name, 0) + posting.amount
            if held > self._most:
                self._most = held
                self._found("greatest-pool", None, held, posting.event)


def _deals(played: Iterable[PlayedEvening]) -> list[YearRecord]:
    """Return the number of deals of each evening."""
    return [YearRecord("most-deals", None, None, evening.totals.deals, None, evening.id, None) for evening in played]


def _most_evenings(played: Sequence[PlayedEvening]) -> list[YearRecord]:
    """Return the number of evenings of each person, with the last of them."""
    at: dict[str, list[int]] = {}
    for evening in played:
        for name in _persons(evening):
            at.setdefault(name, []).append(evening.id)
    records = [YearRecord("most-evenings", who, None, len(ids), None, ids[-1], None) for who, ids in at.items()]
    order = [evening.id for evening in played]
    return sorted(records, key=lambda record: order.index(record.evening or 0))


def _runs(played: Iterable[PlayedEvening]) -> list[YearRecord]:
    """Return each run of evenings won by a person among those present, with its last evening."""
    runs: dict[str, int] = {}
    records = []
    for evening in played:
        for name in _persons(evening):
            runs[name] = runs.get(name, 0) + 1 if evening.totals.players[name].balance > 0 else 0
            records.append(YearRecord("longest-winning-run", name, None, runs[name], None, evening.id, None))
    return records


def _counted(made: Iterable[YearRecord]) -> list[YearRecord]:
    """Return how often each person has made a game's record, with the event of the last."""
    so_often: dict[tuple[str, str | None], YearRecord] = {}
    for once in made:
        key = once.record, once.person
        before = so_often[key].figure if key in so_often else 0
        so_often[key] = msgspec.structs.replace(once, number=before + 1)
    return list(so_often.values())


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
