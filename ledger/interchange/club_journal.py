"""One evening, or all of a database and the payments between them, as a journal."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from ledger.core.events import PaysTogether
from ledger.core.money import Money, money_of
from ledger.evening.fold import Evening
from ledger.interchange.journal import Account, Balances, Journal, JournalWriter, Names, entries_of, title_of

TITLE = "All evenings"


class AccountNames(msgspec.Struct, frozen=True):
    """The names of everybody's accounts, alike in the journals of all evenings."""

    everybody: tuple[str, ...] = ()
    at: Mapping[int, Mapping[str, str]] = msgspec.field(default_factory=dict)
    """The names of an evening's players in their accounts, by the words of its table."""


NO_NAMES = AccountNames()
"""Everybody is called by the words of the table."""


class EveningToWrite(msgspec.Struct, frozen=True):
    """An evening with its number in the database and its day."""

    number: int
    day: str
    evening: Evening


class PaymentToWrite(msgspec.Struct, frozen=True):
    """A payment between evenings, with its number in the club's log and its day."""

    number: int
    day: str
    said: PaysTogether


def journal_of_evening(
    make: type[JournalWriter], evening: EveningToWrite, names: AccountNames = NO_NAMES
) -> Iterator[str]:
    """Yield the movements of one evening."""
    return _journal(make, [evening], (), names, whole=False)


def journal_of_all(
    make: type[JournalWriter],
    evenings: Sequence[EveningToWrite],
    payments: Iterable[PaymentToWrite],
    names: AccountNames,
) -> Iterator[str]:
    """Yield all evenings, one at least, and the payments between them, by their days."""
    return _journal(make, evenings, payments, names, whole=True)


def _journal(
    make: type[JournalWriter], evenings: Sequence[EveningToWrite], payments: Iterable[PaymentToWrite],
    names: AccountNames, whole: bool,
) -> Iterator[str]:  # fmt: skip
    journal = Journal(Names(names.everybody))
    writer = make(journal, whole)
    rows: list[tuple[str, str]] = []
    balances: Balances = {}
    for told in evenings:
        journal.begin(told.number if whole else None, names.at.get(told.number, {}))
        money, day = money_of(told.evening.money.code, None), told.day
        movements = journal.movements(told.evening.outcomes, told.evening)
        rows += [(day, writer.transaction(movement, money, day)) for movement in movements]
        _add(balances, journal.balances(told.evening).items(), money)
    for payment in payments:
        money = money_of(payment.said.money, None)
        movement = journal.paid(payment.number, payment.said, money)
        rows.append((payment.day, writer.transaction(movement, money, payment.day)))
        _add(balances, entries_of(movement), money)
    rows.sort(key=lambda row: row[0])
    days = [day for day, _ in rows] or [told.day for told in evenings]
    moneys = list(dict.fromkeys(money for _, money in balances)) or [money_of(evenings[0].evening.money.code, None)]
    title = TITLE if whole else title_of(evenings[0].evening)
    yield from writer.before(title, moneys, dict.fromkeys(account for account, _ in balances), days[0])
    yield from (text for _, text in rows)
    yield from writer.after(balances, days[-1])


def _add(balances: Balances, amounts: Iterable[tuple[Account, int]], money: Money) -> None:
    for account, amount in amounts:
        balances[account, money] = balances.get((account, money), 0) + amount
