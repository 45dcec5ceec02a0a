"""One evening, or all of a database and the payments between them, as a journal."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from ledger.core.events import PaysTogether
from ledger.core.money import Money, money_of
from ledger.evening.fold import Evening
from ledger.interchange.journal import Account, Balances, Journal, JournalWriter, Names, entries_of, title_of
from ledger.projections.accounts import ClubNames

TITLE = "All evenings"


class EveningToWrite(msgspec.Struct, frozen=True):
    """An evening with its number in the database and its day."""

    number: int
    day: str
    evening: Evening


def journal_of(
    make: type[JournalWriter],
    evenings: Sequence[EveningToWrite],
    names: ClubNames | None = None,
    payments: Iterable[tuple[int, str, PaysTogether]] = (),
    whole: bool = False,
) -> Iterator[str]:
    """Yield evenings, one at least, and the payments between them, by their days.

    A payment comes with its number in the club's log and its day. The `whole` journal of a club includes no other.
    Without `names` everybody is called by the words of the table.
    """
    journal = Journal(Names(names.everybody if names else ()))
    writer = make(journal, whole)
    rows: list[tuple[str, str]] = []
    balances: Balances = {}
    for told in evenings:
        journal.begin(told.number if whole else None, names.at.get(told.number, {}) if names else {})
        money, day = money_of(told.evening.money.code, None), told.day
        movements = journal.movements(told.evening.outcomes, told.evening)
        rows += [(day, writer.transaction(movement, money, day)) for movement in movements]
        _add(balances, journal.balances(told.evening).items(), money)
    for number, day, said in payments:
        money = money_of(said.money, None)
        movement = journal.paid(number, said, money)
        rows.append((day, writer.transaction(movement, money, day)))
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
