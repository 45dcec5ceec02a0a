"""How people are paid, as programs get it."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct, field

from ledger.api.fields import answers
from ledger.core.books import PayeeWay
from ledger.core.fields import Amount, MoneyCode


class PayeeWayAnswer(Struct, kw_only=True):
    """One way in which a person is paid."""

    method: Annotated[str, Meta(description="`iban`, `upi`, `swish`, `paypal` or `link`.")] = field(name="way")
    value: str
    holder: Annotated[str, Meta(description="In whose name the account is; empty: the person's.")]
    bic: str


class PayeeAnswer(Struct, kw_only=True):
    """How a person is paid."""

    person: str
    methods: list[PayeeWayAnswer] = field(name="ways")


class PayeeChangeAnswer(Struct, kw_only=True):
    """The newest change of how somebody is paid, by the club's log."""

    at: str
    by: str


LastChange = Annotated[
    PayeeChangeAnswer | None, Meta(description="Its newest change; null where the club's log tells of none.")
]


class WayAnswer(Struct, kw_only=True):
    """A way of a payment, and the text that a bank or a service takes."""

    kind: Annotated[str, Meta(description="`epc`, `upi`, `swish`, `paypal` or `link`.")] = field(name="way")
    text: str
    changed: LastChange = None


class CodeAnswer(Struct, kw_only=True):
    """The code of a payment."""

    payer: str = field(name="from")
    payee: str = field(name="to")
    amount: Amount
    money: MoneyCode
    kind: str = field(name="way")
    text: str
    changed: LastChange
    image: Annotated[str | None, Meta(description="The file that has the code; null where none was asked for.")]


class CodesAnswer(Struct, kw_only=True):
    """The codes of all payments that a person makes."""

    payments: list[CodeAnswer]


def payee_answer(person: str, methods: Iterable[PayeeWay]) -> PayeeAnswer:
    """Return how a person is paid."""
    return PayeeAnswer(person=person, methods=answers(methods, PayeeWayAnswer))
