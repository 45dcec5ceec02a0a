"""A person's account over many evenings, as programs get it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct, UnsetType, structs

from ledger.api.fields import InMoney, answer, in_money
from ledger.api.payees import WayAnswer
from ledger.api.table import TransferAnswer
from ledger.core.books import Payment
from ledger.core.fields import MoneyCode
from ledger.projections.running import AccountRow, PersonAccount


class AccountAnswer(InMoney, kw_only=True):
    """A person's account in one money."""

    rows: list[AccountRow]
    owed: int


class PersonAccountAnswer(Struct, kw_only=True):
    """A person's account over many evenings, in each money."""

    person: str
    moneys: list[AccountAnswer]


class AccountTransfer(TransferAnswer, kw_only=True):
    """A payment that a person makes or gets."""

    money: MoneyCode


class AccountToSign(PersonAccountAnswer, kw_only=True):
    """A person's account with the payments that the person makes and gets."""

    transfers: list[AccountTransfer]


class PersonStatementAnswer(AccountToSign, kw_only=True):
    """A person's account, ready to be signed."""

    seals: Annotated[dict[str, str], Meta(description="The seal of each evening, by its number.")]


class EverybodyStatementAnswer(Struct, kw_only=True):
    """Everybody's account over many evenings, ready to be signed."""

    statements: list[AccountToSign]
    seals: Annotated[dict[str, str], Meta(description="The seal of each evening, by its number.")]


def account_answer(person: str, accounts: Iterable[PersonAccount]) -> PersonAccountAnswer:
    """Return a person's account."""
    return PersonAccountAnswer(person=person, moneys=_moneys(accounts))


def account_to_sign(
    person: str, accounts: Iterable[PersonAccount], transfers: Sequence[AccountTransfer]
) -> AccountToSign:
    """Return a person's account with the payments."""
    return AccountToSign(person=person, moneys=_moneys(accounts), transfers=list(transfers))


def person_statement_answer(account: AccountToSign, seals: Mapping[int, str]) -> PersonStatementAnswer:
    """Return a person's account with the seals of its evenings."""
    return PersonStatementAnswer(**structs.asdict(account), seals=_by_number(seals))


def everybody_statement_answer(accounts: Sequence[AccountToSign], seals: Mapping[int, str]) -> EverybodyStatementAnswer:
    """Return everybody's accounts with the seals of all their evenings."""
    return EverybodyStatementAnswer(statements=list(accounts), seals=_by_number(seals))


def _by_number(seals: Mapping[int, str]) -> dict[str, str]:
    return {str(evening): seal for evening, seal in sorted(seals.items())}


def account_transfer(payment: Payment, money: MoneyCode, methods: list[WayAnswer] | UnsetType) -> AccountTransfer:
    """Return a payment in a money."""
    return answer(payment, AccountTransfer, money=money, methods=methods)


def _moneys(accounts: Iterable[PersonAccount]) -> list[AccountAnswer]:
    return [answer(account, AccountAnswer, **in_money(account.money)) for account in accounts]
