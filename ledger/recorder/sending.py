"""What is sent to those who settle: a text for each, with the ways to pay the others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ledger.core.books import Payment
from ledger.core.money import Money
from ledger.projections.standings import Together
from ledger.projections.totals import PlayerTotals
from ledger.recorder.payees import SEVERAL, Payees
from ledger.settlement.payloads import WayToPay


@dataclass(frozen=True)
class ToSend:
    """What is settled in one money, ready to be sent."""

    money: Money
    transfers: Sequence[Payment]
    evenings: Sequence[tuple[str, str, dict[str, PlayerTotals]]]
    """The title and the day of each evening, and what it came to for each who sat there."""

    @property
    def title(self) -> str:
        """Return what a payment is for: the evening with its day, or several."""
        return " ".join(self.evenings[0][:2]).strip() if len(self.evenings) == 1 else SEVERAL


def sent_together(several: Together, transfers: Sequence[Payment]) -> ToSend:
    """Return what is settled of several evenings in one money."""
    names = several.names()
    evenings = [
        (
            evening.totals.title,
            evening.totals.day,
            {names.get(several.person(name), name): totals for name, totals in evening.totals.players.items()},
        )
        for evening in several.played
    ]
    return ToSend(several.money, transfers, evenings)


def those_of(person: str, transfers: Iterable[Payment]) -> tuple[Payment, ...]:
    """Return the payments in which a person stands."""
    return tuple(payment for payment in transfers if person in (payment.payer, payment.payee))


def text_for(person: str, settled: Sequence[ToSend], payees: Payees | None) -> str:
    """Return the part of one person, ready to be sent.

    With `payees` the ways of those who are paid follow their payments.
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
        f"{', '.join(filter(None, (title, day)))}: {_came_to(part.money, players[person])}."
        for part in settled
        for title, day, players in part.evenings
        if person in players
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
    """Return the ways in which a payment can be made, a line each, and what is wrong with its account."""
    methods = payees.ways_to_pay(payment, part.money, part.title)
    wrong = payees.wrong_with(payment.payee, part.money)
    return [*(_way_line(method, payees, payment) for method in methods), *([f"{wrong}."] if wrong else [])]


def _way_line(method: WayToPay, payees: Payees, payment: Payment) -> str:
    if method.method != "epc":
        return f"{method.method}: {method.text}"
    account = payees.methods_of(payment.payee)["iban"]
    groups = " ".join(account.value[place : place + 4] for place in range(0, len(account.value), 4))
    return ", ".join(filter(None, (f"IBAN {groups}", account.holder or payment.payee, account.bic)))
