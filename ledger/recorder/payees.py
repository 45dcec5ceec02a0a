"""How people are paid, for the payments of an evening or of many."""

import secrets
from collections.abc import Callable, Iterable, Sequence

from ledger.core.books import PayeeWay, Payment
from ledger.core.events import PayeeChanges, Pinned, RecordedEvent
from ledger.core.money import Money
from ledger.core.names import key_of
from ledger.core.refusals import Code, Refusal, listed
from ledger.recorder.club_log import ClubLog
from ledger.settlement.payloads import WayToPay, no_transfer, note_of, ways_to_pay
from ledger.store import Store
from ledger.store.payees import (
    NOT_TOLD,
    StoredPayee,
    changes_in,
    changing_payees,
    forget_payees,
    keep_payees,
    payees,
    wrong_with_payee,
)

CODES = ("epc", "upi", "swish", "paypal", "link")
"""The kinds of way for which a code is drawn, the preferred one first."""
SEVERAL = "Card Ledger"
"""Stands in place of a title if a payment is for several evenings."""


class Payees:
    """The stored ways in which people are paid, and what the club's log tells of their changes."""

    def __init__(self, store: Store, log: ClubLog, person: Callable[[str], str] | None = None) -> None:
        """Read the ways; `person` gives the person of a name, if it is not as the club has it."""
        self._store, self._log, self._person = store, log, person or log.club.person
        self._changes = changes_in(log.recorded)
        self._kept: dict[str, dict[str, StoredPayee]] = {}
        for payee in sorted(payees(store), key=self._told_at):
            self._kept.setdefault(key_of(self._person(payee.person)), {})[payee.method.method] = payee

    def _told_at(self, payee: StoredPayee) -> int:
        """Return the number of the event that tells of a way to be paid; the way told of last holds."""
        change = self._changes.get(payee.named)
        return change.number if change else 0

    def _stored(self, name: str) -> dict[str, StoredPayee]:
        return self._kept.get(key_of(self._person(name)), {})

    def methods_of(self, name: str) -> dict[str, PayeeWay]:
        """Return the ways in which a person is paid."""
        return {method: payee.method for method, payee in self._stored(name).items()}

    def changed(self, name: str, method: str) -> RecordedEvent | None:
        """Return the event by which a way was changed last; None if the club's log has none."""
        return self._changes.get(self._stored(name)[method].named)

    def told(self, name: str, method: str) -> str:
        """Return when a way was changed last, and by whom."""
        if (change := self.changed(name, method)) is None:
            return NOT_TOLD
        assert isinstance(change.event, PayeeChanges)
        return f"{change.event.change} on {change.said_at[:10]} by {change.said_by}"

    def not_as_told(self, name: str) -> list[str]:
        """Return the ways of a person that are not what the club's log tells of."""
        return [
            method
            for method, payee in self._stored(name).items()
            if wrong_with_payee(payee, self._changes) not in ("", NOT_TOLD)
        ]

    def keep(self, person: str, methods: Sequence[PayeeWay]) -> None:
        """Keep ways to be paid, each in place of the earlier one. Raises Refusal if it is another's.

        What is kept so already, and told of, is no change.
        """
        there = self._stored(person)
        sound = {method: payee.method for method, payee in there.items() if not wrong_with_payee(payee, self._changes)}
        new = [method for method in methods if sound.get(method.method) != method]
        if not new:
            return
        stored = [StoredPayee(person, method, secrets.token_hex(16)) for method in new]
        changes = ["changed" if method.method in there else "set" for method in new]
        with changing_payees(self._store):
            keep_payees(self._store, stored)
            self._note(zip(stored, changes, (payee.pinned for payee in stored), strict=True))
        self._kept.setdefault(key_of(person), {}).update({payee.method.method: payee for payee in stored})

    def forget(self, person: str, methods: Sequence[str] = ()) -> list[str]:
        """Delete the ways of a person, or those named; return the deleted ones.

        Raises Refusal if they are another's.
        """
        stored = self._kept.get(key_of(person), {})
        forgotten = [payee for method, payee in stored.items() if not methods or method in methods]
        if forgotten:
            with changing_payees(self._store):
                forget_payees(self._store, forgotten)
                self._note((payee, "forgotten", {}) for payee in forgotten)
        for payee in forgotten:
            del stored[payee.method.method]
        return [payee.method.method for payee in forgotten]

    def _note(self, done: Iterable[tuple[StoredPayee, str, Pinned]]) -> None:
        """Say in the club's log what was done."""
        self._log.note_done(
            *((PayeeChanges(payee.person, change, payee.method.method), pinned) for payee, change, pinned in done)
        )
        self._changes = changes_in(self._log.recorded)

    def note_of(self, payment: Payment, title: str) -> str:
        """Return the note of a payment: what it is for."""
        return note_of(title, payment.payer, payment.payee)

    def ways_to_pay(self, payment: Payment, money: Money, title: str) -> tuple[WayToPay, ...]:
        """Return the ways to make a payment; `title` says what it is for."""
        note, wrong = self.note_of(payment, title), self.not_as_told(payment.payee)
        methods = {method: way for method, way in self.methods_of(payment.payee).items() if method not in wrong}
        return ways_to_pay(payment.payee, methods, money, payment.amount, note)

    def wrong_with(self, payee: str, money: Money) -> str:
        """Return why a payee is not paid so in this money, as a clause; empty if nothing is wrong."""
        if wrong_methods := self.not_as_told(payee):
            return f"{payee}: {listed(wrong_methods)} is not what the club's log tells of, and is left out"
        account = self.methods_of(payee).get("iban")
        wrong = no_transfer(account) if account and money.code == "EUR" else ""
        return f"{payee}: {wrong}" if wrong else ""

    def code_of(self, payment: Payment, money: Money, title: str) -> WayToPay:
        """Return the way of a payment that a code is drawn of. Raises Refusal where there is none."""
        if money.code == "counters":
            raise Refusal(Code.RULE, "counters are paid at the table: no bank takes them")
        if self.not_as_told(payment.payee):
            wrong = self.wrong_with(payment.payee, money)
            raise Refusal(Code.UNSOUND, wrong, f"card-ledger audit --club; then card-ledger payee {payment.payee}")
        methods = {method.method: method for method in self.ways_to_pay(payment, money, title)}
        if (method := next((methods[name] for name in CODES if name in methods), None)) is None:
            if wrong := self.wrong_with(payment.payee, money):
                remedy = f"card-ledger payee {payment.payee} --iban IBAN --bic BIC"
                raise Refusal(Code.NO_TRANSFER, wrong, remedy)
            sentence = f"{payment.payee} has said no way to be paid in {money.code}"
            raise Refusal(Code.RULE, sentence, f"card-ledger payee {payment.payee} --iban …")
        return method
