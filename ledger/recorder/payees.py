"""How people are paid, for the payments of an evening or of many."""

from collections.abc import Callable, Sequence

from ledger.core.books import PayeeWay, Payment
from ledger.core.money import Money
from ledger.core.names import key_of
from ledger.core.refusals import Code, Refusal
from ledger.settlement.payloads import WayToPay, no_transfer, note_of, ways_to_pay
from ledger.store import Store
from ledger.store.payees import StoredPayee, forget_payees, keep_payees, payees

CODES = ("epc", "upi", "swish", "paypal", "link")
"""The kinds of way for which a code is drawn, the preferred one first."""
SEVERAL = "Card Ledger"
"""Stands in place of a title if a payment is for several evenings."""


class Payees:
    """The stored ways in which people are paid."""

    def __init__(self, store: Store, person: Callable[[str], str]) -> None:
        """Read the ways; `person` gives the person of a name."""
        self._store, self._person = store, person
        self._kept: dict[str, dict[str, StoredPayee]] = {}
        for payee in payees(store):
            self._kept.setdefault(key_of(person(payee.person)), {})[payee.method.method] = payee

    def methods_of(self, name: str) -> dict[str, PayeeWay]:
        """Return the ways in which a person is paid."""
        person = self._person(name)
        return {method: payee.method for method, payee in self._kept.get(key_of(person), {}).items()}

    def keep(self, person: str, methods: Sequence[PayeeWay]) -> None:
        """Keep ways to be paid, each in place of the earlier one."""
        stored = [StoredPayee(person, method) for method in methods]
        keep_payees(self._store, stored)
        self._kept.setdefault(key_of(person), {}).update({payee.method.method: payee for payee in stored})

    def forget(self, person: str, methods: Sequence[str] = ()) -> list[str]:
        """Delete the ways of a person, or those named; return the deleted ones."""
        stored = self._kept.get(key_of(person), {})
        forgotten = [payee for method, payee in stored.items() if not methods or method in methods]
        forget_payees(self._store, forgotten)
        for payee in forgotten:
            del stored[payee.method.method]
        return [payee.method.method for payee in forgotten]

    def note_of(self, payment: Payment, title: str) -> str:
        """Return the note of a payment: what it is for."""
        return note_of(title, payment.payer, payment.payee)

    def ways_to_pay(self, payment: Payment, money: Money, title: str) -> tuple[WayToPay, ...]:
        """Return the ways to make a payment; `title` says what it is for."""
        note = self.note_of(payment, title)
        return ways_to_pay(payment.payee, self.methods_of(payment.payee), money, payment.amount, note)

    def wrong_with(self, payee: str, money: Money) -> str:
        """Return why a payee gets no transfer in this money, as a clause; empty where none is wrong."""
        account = self.methods_of(payee).get("iban")
        wrong = no_transfer(account) if account and money.code == "EUR" else ""
        return f"{payee}: {wrong}" if wrong else ""

    def code_of(self, payment: Payment, money: Money, title: str) -> WayToPay:
        """Return the way of a payment that a code is drawn of. Raises Refusal where there is none."""
        if money.code == "counters":
            raise Refusal(Code.RULE, "counters are paid at the table: no bank takes them")
        methods = {method.method: method for method in self.ways_to_pay(payment, money, title)}
        if (method := next((methods[name] for name in CODES if name in methods), None)) is None:
            if wrong := self.wrong_with(payment.payee, money):
                remedy = f"card-ledger payee {payment.payee} --iban IBAN --bic BIC"
                raise Refusal(Code.NO_TRANSFER, wrong, remedy)
            sentence = f"{payment.payee} has said no way to be paid in {money.code}"
            raise Refusal(Code.RULE, sentence, f"card-ledger payee {payment.payee} --iban …")
        return method
