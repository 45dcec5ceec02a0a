"""Texts to send to those who settle: one for each, with the ways to pay the others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ledger.core.books import BANK, Debt, Payment
from ledger.core.money import Money
from ledger.evening.fold import Evening
from ledger.projections.standings import Together
from ledger.projections.totals import PlayerTotals, Totals
from ledger.recorder.payees import SEVERAL, Payees
from ledger.settlement.payloads import WayToPay


@dataclass(frozen=True)
class ToSend:
    """The settlement in one money, ready to be sent."""

    money: Money
    transfers: Sequence[Payment]
    evenings: Sequence[Totals]

    @property
    def title(self) -> str:
        """Return what a payment is for: the evening with its day, or several evenings."""
        titles = [f"{evening.title} {evening.day}".strip() for evening in self.evenings]
        return titles[0] if len(titles) == 1 else SEVERAL


def sent_together(several: Together, transfers: Sequence[Payment]) -> ToSend:
    """Return the settlement of several evenings in one money."""
    return ToSend(several.money, transfers, [evening.totals for evening in several.played])


def those_of(person: str, transfers: Iterable[Payment]) -> tuple[Payment, ...]:
    """Return the payments of a person, and those to that person."""
    return tuple(payment for payment in transfers if person in (payment.payer, payment.payee))


@dataclass(frozen=True)
class PairPayments:
    """What one player has paid another at an evening, and is still to pay."""

    payer: str
    payee: str
    owed: int
    debts: Sequence[Debt]
    """The debts that were paid."""

    @property
    def paid(self) -> int:
        """Return how much was paid."""
        return sum(debt.amount for debt in self.debts)

    @property
    def words(self) -> str:
        """Return who pays whom."""
        payer = "The bank" if self.payer == BANK else self.payer
        return f"{payer} pays {'the bank' if self.payee == BANK else self.payee}"


def payments_between(evening: Evening, transfers: Iterable[Payment]) -> list[PairPayments]:
    """Return what each pays whom, made or still to be made, in the order of the players."""
    owed = {(payment.payer, payment.payee): payment.amount for payment in transfers}
    debts: dict[tuple[str, str], list[Debt]] = {}
    for debt in evening.bank.state.debts:
        debts.setdefault((debt.payer, debt.payee), []).append(debt)
    order = {name: place for place, name in enumerate([*evening.books.people(), BANK])}
    pairs = sorted({*debts, *owed}, key=lambda pair: (order.get(pair[0], 0), order.get(pair[1], 0)))
    return [PairPayments(*pair, owed.get(pair, 0), debts.get(pair, [])) for pair in pairs]


def text_of_evening(evening: Evening, transfers: Iterable[Payment]) -> str:
    """Return an evening as a text to send: who pays whom, what was paid, and what each won."""
    money, pairs = evening.money, payments_between(evening, transfers)
    lines = [
        f"{pair.words} {_signed(money.show(pair.owed or pair.paid))}{'' if pair.owed else ', paid'}" for pair in pairs
    ]
    results = (
        f"{name} {_signed(money.show_change(evening.books.balances.get(name, 0)))}" for name in evening.books.people()
    )
    title = evening.opening.title if evening.opening else ""
    return "\n".join([title, *(lines or ["Nobody owes anybody anything"]), f"Won and lost: {', '.join(results)}"])


def _signed(amount: str) -> str:
    return amount.replace("-", "−")


def text_for(person: str, settled: Sequence[ToSend], payees: Payees | None) -> str:
    """Return one person's part of the settlement, ready to be sent.

    With `payees` each payment is followed by the ways in which its receiver is paid.
    """
    lines: list[str] = []
    for part in settled:
        for payment in those_of(person, part.transfers):
            show = part.money.show(payment.amount)
            pays = payment.payer == person
            lines.append(f"you pay {payment.payee} {show}." if pays else f"{payment.payer} pays you {show}.")
            if pays and payees is not None:
                lines += [f"  {line}" for line in way_lines(payees, payment, part)]
    first, *others = lines or ["you are even."]
    results = [
        f"{', '.join(filter(None, (evening.title, evening.day)))}: {_came_to(part.money, evening.players[person])}."
        for part in settled
        for evening in part.evenings
        if person in evening.players
    ]
    return "\n".join([f"{person}, {first}", *(_capital(line) for line in others), *results])


def _capital(line: str) -> str:
    return line if line.startswith("  ") else line[:1].upper() + line[1:]


def _came_to(money: Money, totals: PlayerTotals) -> str:
    won = totals.balance
    result = f"you {'won' if won > 0 else 'lost'} {money.show(abs(won))}" if won else "you came out even"
    costs = f", costs {money.show(totals.costs)}" if totals.costs else ""
    return result + costs + (f", paid {money.show(totals.paid)}" if totals.paid else "")


def way_lines(payees: Payees, payment: Payment, part: ToSend) -> list[str]:
    """Return a line for each way of a payment, and one for what is wrong with its account."""
    methods = payees.ways_to_pay(payment, part.money, part.title)
    wrong = payees.wrong_with(payment.payee, part.money)
    return [*(_way_line(method, payees, payment) for method in methods), *([f"{wrong}."] if wrong else [])]


def _way_line(method: WayToPay, payees: Payees, payment: Payment) -> str:
    changed = f" ({payees.told(payment.payee, method.kept)})"
    if method.method != "epc":
        return f"{method.method}: {method.text}{changed}"
    account = payees.methods_of(payment.payee)["iban"]
    groups = " ".join(account.value[place : place + 4] for place in range(0, len(account.value), 4))
    return ", ".join(filter(None, (f"IBAN {groups}", account.holder or payment.payee, account.bic))) + changed
