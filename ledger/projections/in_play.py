"""The records of one evening's play: the gains of its deals, the contents of its pools."""

from collections.abc import Iterable

import msgspec

from ledger.core.books import Pool, Posting
from ledger.evening.fold import Evening
from ledger.evening.snapshots import in_games
from ledger.games.registry import records_of
from ledger.rules import GameRecord

RESULT = "lost at "
"""The beginning of the reason by which the result of a game passes through the pool."""


class YearRecord(msgspec.Struct, frozen=True):
    """A record of a year: who holds it, its figure, and where it was made."""

    record: str
    person: str | None
    evening: int
    amount: int | None = None
    """The amount in the smallest unit of its money; None for a number."""
    number: int | None = None
    money: str | None = None
    event: int | None = None

    @property
    def figure(self) -> int:
        """Return the figure of the record."""
        return self.amount or self.number or 0


class InPlay(msgspec.Struct, frozen=True):
    """The records of an evening's play, with the players as the table calls them."""

    greatest: tuple[YearRecord, ...]
    """The greatest of each record."""
    frequent: tuple[YearRecord, ...]
    """How often each player has made a record that a game counts."""


def in_play(number: int, evening: Evening) -> InPlay:
    """Return the records of the play of an evening of this number."""
    play = _Play(number, evening.money.code)
    play.follow(evening)
    return InPlay(tuple(greatest(play.found)), tuple(sums(play.made)))


def greatest(found: Iterable[YearRecord]) -> list[YearRecord]:
    """Return the greatest of each record in each money; equal records are all returned."""
    best: dict[tuple[str, str], list[YearRecord]] = {}
    for record in found:
        if record.figure:
            held = best.setdefault((record.record, record.money or ""), [])
            if held and record.figure > held[0].figure:
                held.clear()
            if not held or record.figure == held[0].figure:
                held.append(record)
    return [record for records in best.values() for record in records]


def sums(made: Iterable[YearRecord]) -> list[YearRecord]:
    """Return how often each person has made a game's record, with the event of the last."""
    so_often: dict[tuple[str, str | None], YearRecord] = {}
    for times in made:
        key = times.record, times.person
        before = so_often[key].figure if key in so_often else 0
        so_often[key] = msgspec.structs.replace(times, number=before + times.figure)
    return list(so_often.values())


class _Play:
    """The gains in the deals of an evening, and the contents of its pools."""

    def __init__(self, number: int, money: str) -> None:
        self.found: list[YearRecord] = []
        self.made: list[YearRecord] = []
        """The records that a game counts, each time that one was made."""
        self._evening, self._money = number, money
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
                        record = f"{game}.{kept.name}"
                        self.made.append(YearRecord(record, who, self._evening, number=1, event=outcome.number))

    def _found(self, record: str, who: str | None, much: int, event: int) -> None:
        self.found.append(YearRecord(record, who, self._evening, much, money=self._money, event=event))

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
