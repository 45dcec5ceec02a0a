"""The yearbook: the records of a year, in the smallest unit, and who was ahead of whom."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import msgspec

from ledger.core.books import BANK
from ledger.core.names import key_of
from ledger.games.registry import records_of
from ledger.projections.in_play import YearRecord, greatest, sums
from ledger.projections.standings import PlayedEvening


class Ahead(msgspec.Struct, frozen=True):
    """How often each of two persons had won more than the other."""

    a: int
    b: int


class HeadToHead(msgspec.Struct, frozen=True):
    """Two persons, and the evenings at which both sat."""

    a: str
    b: str
    evenings: int
    ahead: Ahead


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


def yearbook_of(year: int, played: Sequence[PlayedEvening]) -> Yearbook:
    """Return the yearbook of evenings of persons in the order of their days, all of one year."""
    found, made = [*_deals(played), *_most_evenings(played), *_runs(played)], list[YearRecord]()
    for evening in played:
        found += _results(evening)
        if evening.in_play is not None:
            found += _of_persons(evening, evening.in_play.greatest)
            made += _of_persons(evening, evening.in_play.frequent)
    order = {record: place for place, record in enumerate(RECORDS)}
    return Yearbook(
        year,
        tuple(evening.id for evening in played),
        sum(evening.totals.deals for evening in played),
        sorted(
            greatest([*found, *sums(made)]),
            key=lambda record: (order.get(record.record, len(order)), record.record, record.money or ""),
        ),
        _head_to_head(played),
    )


def _of_persons(played: PlayedEvening, records: Iterable[YearRecord]) -> Iterator[YearRecord]:
    """Yield the records of an evening, each with the person of the club who made it."""
    person = {word: name for name, word in played.words.items()}
    for record in records:
        yield msgspec.structs.replace(record, person=record.person and person.get(record.person, record.person))


def _results(played: PlayedEvening) -> list[YearRecord]:
    """Return what each has won or lost at an evening."""
    return [
        YearRecord(f"most-{'won' if won > 0 else 'lost'}", name, played.id, abs(won), money=played.totals.money)
        for name, of_player in played.totals.players.items()
        if name != BANK and (won := of_player.balance)
    ]


def _deals(played: Iterable[PlayedEvening]) -> list[YearRecord]:
    """Return the number of deals of each evening."""
    return [YearRecord("most-deals", None, evening.id, number=evening.totals.deals) for evening in played]


def _most_evenings(played: Sequence[PlayedEvening]) -> list[YearRecord]:
    """Return the number of evenings of each person, with the last of them."""
    at: dict[str, list[int]] = {}
    for evening in played:
        for name in evening.totals.people:
            at.setdefault(name, []).append(evening.id)
    records = [YearRecord("most-evenings", who, ids[-1], number=len(ids)) for who, ids in at.items()]
    order = [evening.id for evening in played]
    return sorted(records, key=lambda record: order.index(record.evening))


def _runs(played: Iterable[PlayedEvening]) -> list[YearRecord]:
    """Return each run of evenings won by a person among those present, with its last evening."""
    runs: dict[str, int] = {}
    records = []
    for evening in played:
        for name in evening.totals.people:
            runs[name] = runs.get(name, 0) + 1 if evening.totals.players[name].balance > 0 else 0
            records.append(YearRecord("longest-winning-run", name, evening.id, number=runs[name]))
    return records


def _head_to_head(played: Iterable[PlayedEvening]) -> list[HeadToHead]:
    """Return all pairs who have sat at one evening, by name."""
    pairs: dict[tuple[str, str], list[int]] = {}
    for evening in played:
        players = evening.totals.players
        for a, b in combinations(sorted(evening.totals.people, key=key_of), 2):
            more = players[a].balance - players[b].balance
            both = pairs.setdefault((a, b), [0, 0, 0])
            for place, counts in enumerate((True, more > 0, more < 0)):
                both[place] += counts
    return [
        HeadToHead(a, b, evenings, Ahead(*ahead))
        for (a, b), (evenings, *ahead) in sorted(pairs.items(), key=lambda item: [key_of(name) for name in item[0]])
    ]
