"""A person's running account over many evenings, which ends in what is owed."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from ledger.club.people import ClubPayment
from ledger.core.fields import Day, EveningId
from ledger.core.money import Money
from ledger.core.names import key_of
from ledger.projections.accounts import in_words
from ledger.projections.standings import PlayedEvening, Together


class AccountRow(msgspec.Struct, frozen=True):
    """An evening in a person's account, or a payment of the club; in the smallest unit."""

    on: Day
    evening: Annotated[EveningId | None, Meta(description="null for a payment.")]
    event: Annotated[int | None, Meta(description="The number of a payment in the club's log; null for an evening.")]
    title: str
    won: int
    costs: int
    paid: int
    owed: Annotated[int, Meta(description="What is owed to the person (+) or by the person (−) after it.")]


class PersonAccount(msgspec.Struct, frozen=True):
    """A person's account in one money."""

    money: Money
    rows: tuple[AccountRow, ...]

    @property
    def owed(self) -> int:
        """Return what is owed in the end."""
        return self.rows[-1].owed if self.rows else 0


def accounts_of(person: str, moneys: Sequence[Together]) -> list[PersonAccount]:
    """Return a person's account in every money in which there is one."""
    accounts = [PersonAccount(several.money, tuple(_rows(person, several))) for several in moneys]
    return [account for account in accounts if account.rows]


def evenings_of(account: PersonAccount) -> list[tuple[int, str]]:
    """Return the number and the title of each evening in an account."""
    return [(row.evening, row.title) for row in account.rows if row.evening is not None]


def _rows(person: str, several: Together) -> list[AccountRow]:
    """Return the rows in the order of their days, a payment after the evenings of its day."""
    rows = [row for evening in several.played if (row := _of_evening(person, evening))]
    rows += [row for payment in several.payments if (row := _of_payment(person, payment))]
    owed, account = 0, list[AccountRow]()
    for row in sorted(rows, key=lambda row: (row.on, row.evening is None, row.evening or row.event or 0)):
        owed += row.won + row.costs + row.paid
        account.append(msgspec.structs.replace(row, owed=owed))
    return account


def _of_evening(person: str, evening: PlayedEvening) -> AccountRow | None:
    totals = evening.totals
    for name, mine in totals.players.items():
        if key_of(name) == key_of(person):
            return AccountRow(totals.day, evening.id, None, totals.title, mine.balance, mine.costs, mine.paid, 0)
    return None


def _of_payment(person: str, payment: ClubPayment) -> AccountRow | None:
    for name, amount in ((payment.payer, payment.amount), (payment.payee, -payment.amount)):
        if key_of(name) == key_of(person):
            return AccountRow(payment.on, None, payment.event, in_words(payment), 0, 0, amount, 0)
    return None
