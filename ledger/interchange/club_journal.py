"""One evening, or all of a database and the payments between them, as a journal."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from ledger.club.people import ClubPayment, ClubState
from ledger.core.books import BANK
from ledger.core.events import PaysTogether
from ledger.core.money import Money
from ledger.core.names import key_of
from ledger.evening.fold import Evening
from ledger.games.language import write
from ledger.interchange.journal import Account, Balances, Journal, Movement, Names, entries_of, title_of
from ledger.projections.accounts import EMPTY_CLUB, by_persons, plain_money
from ledger.projections.standings import PlayedEvening

TITLE = "All evenings"


class JournalWriter(Protocol):
    """Writes movements in a format; the `whole` journal of a club includes no other."""

    def __init__(self, journal: Journal, whole: bool) -> None: ...

    def transaction(self, movement: Movement, money: Money, day: str, /) -> str:
        """Return one movement."""

    def before(self, title: str, moneys: Sequence[Money], accounts: Iterable[Account], day: str, /) -> Iterator[str]:
        """Yield what stands before all movements, the first of which is of that day."""

    def after(self, balances: Balances, day: str, /) -> Iterator[str]:
        """Yield what stands after all movements, the last of which is of that day."""


class ClubNames:
    """What the accounts of everybody are called, in the file of every evening."""

    def __init__(self, played: Iterable[PlayedEvening], club: ClubState) -> None:
        """Name everybody by the person of today, in the order of the evenings."""
        self._by_key: dict[str, str] = {}
        self._at: dict[int, dict[str, str]] = {}
        for evening in sorted(by_persons(played, club), key=lambda evening: evening.id):
            self._at[evening.id] = {
                evening.words.get(person, person): self.of(person)
                for person in evening.totals.players
                if person != BANK
            }

    def of(self, person: str) -> str:
        """Return what a person is called: as at the first evening, whatever the case."""
        return person if person == BANK else self._by_key.setdefault(key_of(person), person)

    def at(self, evening: int) -> dict[str, str]:
        """Return the names of an evening's players in their accounts, by the words of its table."""
        return self._at.get(evening, {})

    def journal(self) -> Journal:
        """Return a journal with these names."""
        return Journal(Names(self._by_key.values()))


NO_NAMES = ClubNames((), EMPTY_CLUB)
"""Everybody is called by the words of the table."""


class EveningToWrite(msgspec.Struct, frozen=True):
    """An evening with its number in the database and its day."""

    number: int
    day: str
    evening: Evening


def journal_of_evening(
    make: type[JournalWriter], evening: EveningToWrite, names: ClubNames = NO_NAMES
) -> Iterator[str]:
    """Yield the movements of one evening."""
    return _journal(make, [evening], (), names, whole=False)


def journal_of_all(
    make: type[JournalWriter], evenings: Sequence[EveningToWrite], payments: Iterable[ClubPayment], names: ClubNames
) -> Iterator[str]:
    """Yield all evenings, one at least, and the payments between them, by their days."""
    return _journal(make, evenings, payments, names, whole=True)


def _journal(
    make: type[JournalWriter], evenings: Sequence[EveningToWrite], payments: Iterable[ClubPayment],
    names: ClubNames, whole: bool,
) -> Iterator[str]:  # fmt: skip
    journal = names.journal()
    writer = make(journal, whole)
    rows: list[tuple[str, str]] = []
    balances: Balances = {}
    for told in evenings:
        journal.begin(told.number if whole else None, names.at(told.number))
        money, day = plain_money(told.evening.money.code), told.day
        movements = journal.movements(told.evening.outcomes, told.evening)
        rows += [(day, writer.transaction(movement, money, day)) for movement in movements]
        _add(balances, journal.balances(told.evening).items(), money)
    for payment in payments:
        movement, money = _paid(journal, payment, names), plain_money(payment.money)
        rows.append((payment.on, writer.transaction(movement, money, payment.on)))
        _add(balances, entries_of(movement), money)
    rows.sort(key=lambda row: row[0])
    days = [day for day, _ in rows] or [told.day for told in evenings]
    moneys = list(dict.fromkeys(money for _, money in balances)) or [plain_money(evenings[0].evening.money.code)]
    title = TITLE if whole else title_of(evenings[0].evening)
    yield from writer.before(title, moneys, dict.fromkeys(account for account, _ in balances), days[0])
    yield from (text for _, text in rows)
    yield from writer.after(balances, days[-1])


def _add(balances: Balances, amounts: Iterable[tuple[Account, int]], money: Money) -> None:
    for account, amount in amounts:
        balances[account, money] = balances.get((account, money), 0) + amount


def _paid(journal: Journal, payment: ClubPayment, names: ClubNames) -> Movement:
    payer, payee = names.of(payment.payer), names.of(payment.payee)
    said = PaysTogether(payer, payee, payment.amount, payment.money, payment.evenings)
    saying = write(said, plain_money(payment.money))
    return journal.paid(msgspec.structs.replace(payment, payer=payer, payee=payee), saying)
