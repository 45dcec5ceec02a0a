"""Payments over many evenings: what they clear, and what is asked before some are written."""

from collections.abc import Mapping, Sequence

import msgspec

from ledger.club.people import ClubPayment, ClubState
from ledger.core.books import BANK, Payment
from ledger.core.events import AnyEvent, Cashes, Pays, PaysTogether
from ledger.core.money import Money, MoneyError
from ledger.core.names import key_of
from ledger.core.refusals import Code, Refusal, listed
from ledger.evening.bank import left_in_front
from ledger.evening.fold import Evening
from ledger.games.language import write
from ledger.language.of_the_club import person_name
from ledger.projections.accounts import cleared, of_the_club, people, person_named_here, plain_money
from ledger.projections.settlement import settlement_together
from ledger.projections.standings import PlayedEvening, Together
from ledger.recorder.club_log import ClubLog, ClubSaying
from ledger.settlement.payments import in_coins, left_by_coins

YES = "Say --yes to write it all the same"
"""The remedy for a payment of more than is owed, if nobody can be asked."""


class Overpaid(Refusal):
    """The refusal of a payment that is more than is owed, or of an evening settled with others."""

    def __init__(self, sentence: str, remedy: str = YES) -> None:
        super().__init__(Code.RULE, sentence, remedy)


CASHED_TOO, STILL_THEIRS = "c", "s"
"""The answers to the question about counters that are left in front of one who leaves."""


class LeftInFront(Refusal):
    """The question about counters in front of one who leaves; `cashes` says they are cashed."""

    def __init__(self, player: str, amount: int, money: Money) -> None:
        self.cashes = write(Cashes(player, amount), money)
        super().__init__(Code.NOT_NOW, left_in_front(player, amount, money), f"Say {self.cashes} first")


class Proposed(msgspec.Struct, frozen=True):
    """A payment as it would be said, with its oddities."""

    sayings: tuple[str, ...]
    """The payment, and after it what settles the rest that no coin pays."""
    odd: str
    """Whether more is paid than is owed, as a sentence without a full stop; empty if not."""


def propose(
    played: Sequence[PlayedEvening], club: ClubState, named: tuple[str, str], amount_text: str | None,
    evenings: Sequence[int], on: str | None,
) -> Proposed:  # fmt: skip
    """Return a payment between two persons; without an amount, by the plan of all evenings.

    Raises Refusal for an unknown person, for a money that the two do not share, for an invalid amount, and if the
    plan has no such line.
    """
    rows = people(played, club)
    payer, payee = (BANK if key_of(name) == BANK else person_named_here(rows, name) for name in named)
    if payer == payee:
        raise Refusal(Code.PLAYERS, f"{named[0]} and {named[1]} are one person")
    moneys = of_the_club(played, club)
    theirs = [several for several in moneys if {payer, payee} & set(several.owed())]
    if amount_text is None:
        several, amount = _by_plan(moneys, payer, payee)
    else:
        several, amount = _said(theirs, amount_text, payer, payee)
    money = plain_money(several.money.code)
    clears = tuple(evenings) or cleared(several, payer, payee, amount)
    if not clears:
        raise Refusal(Code.NOT_NOW, f"{payer} and {payee} have sat at no evening in {money.code}")
    paid = ClubPayment(0, payer, payee, amount, money.code, clears, "")
    sayings = [_saying(payment, on) for payment in (paid, *_rest(several, paid, money))]
    return Proposed(tuple(sayings), _more(several.owed(), payer, payee, amount, money))


def _saying(payment: ClubPayment, on: str | None) -> str:
    amount = f"{plain_money(payment.money).write(payment.amount)} money={payment.money}"
    words = f"{person_name(payment.payer)} pays {person_name(payment.payee)} {amount}"
    return f"{words} for {' '.join(map(str, payment.evenings))}" + (f" on {on}" if on else "")


def _rest(several: Together, paid: ClubPayment, money: Money) -> list[ClubPayment]:
    """Return the payments that, with one just paid, settle what no coin pays."""
    after_it = msgspec.structs.replace(several, payments=(*several.payments, paid))
    return [
        ClubPayment(0, line.payer, line.payee, line.amount, money.code, clears, "")
        for line in settled_with(after_it.owed(), paid.amount, money)
        if (clears := cleared(after_it, line.payer, line.payee, line.amount))
    ]


def settled_with(owed: Mapping[str, int], amount: int, money: Money) -> tuple[Payment, ...]:
    """Return the payments that settle the rest after `amount` was paid in coins.

    `owed` is what is owed after it. When the coins have nothing left to pay, the last payment also settles what no
    coin pays; if sums in cash are not rounded, there is no such rest.
    """
    return left_by_coins(owed, money.coin) if _in_coins(owed, amount, money) else ()


def _in_coins(owed: Mapping[str, int], amount: int, money: Money) -> bool:
    """Return whether an amount is paid in coins to which sums in cash are rounded."""
    return money.coin > 1 and amount > 0 and amount % money.coin == 0 and not sum(owed.values())


def sent_before(
    log: ClubLog, played: Sequence[PlayedEvening], named: tuple[str, str], amount_text: str | None, key: str
) -> tuple[ClubSaying, ...]:
    """Return the payment that was recorded under a key; empty if there is none.

    Raises Refusal if another payment was recorded under it.
    """
    if not (said := log.recorded_under(key)):
        return ()
    paid, rows = payment_of(log, said[0].number, log.club), people(played, log.club)
    same = [BANK if key_of(name) == BANK else person_named_here(rows, name) for name in named]
    try:
        amount = paid.amount if amount_text is None else plain_money(paid.money).read(amount_text)
    except MoneyError as error:
        raise Refusal(Code.BAD_AMOUNT, str(error)) from error
    if (same, amount) != ([paid.payer, paid.payee], paid.amount):
        sentence = f"something else was sent under this key, and recorded as event {paid.event}"
        raise Refusal(Code.KEY, sentence, "Nothing was recorded: a payment that is new has a key that is new")
    return said


def payment_of(log: ClubLog, number: int, club: ClubState) -> ClubPayment:
    """Return the payment that an event records, even if it was taken back since.

    Raises Refusal if the event is no payment.
    """
    for payment in club.payments:
        if payment.event == number:
            return payment
    recorded = log.recorded[number - 1]
    event: object = recorded.event
    if not isinstance(event, PaysTogether):
        raise Refusal(Code.KEY, f"event {number}, which was sent under this key, is no payment")
    payer, payee, at = club.person(event.player), club.person(event.payee), recorded.said_at
    return ClubPayment(number, payer, payee, event.amount, event.money, event.evenings, event.on or at[:10], at)


def _by_plan(moneys: Sequence[Together], payer: str, payee: str) -> tuple[Together, int]:
    lines = [
        (several, payment.amount)
        for several in moneys
        for payment in settlement_together(several).transfers
        if (payment.payer, payment.payee) == (payer, payee)
    ]
    if len(lines) == 1:
        return lines[0]
    if lines:
        sums = listed([several.money.show(amount) for several, amount in lines], "or")
        raise Refusal(Code.BAD_AMOUNT, f"{payer} pays {payee} in several moneys", f"Say {sums}")
    raise Refusal(Code.RULE, f"{payer} pays {payee} nothing by the plan")


def _said(theirs: Sequence[Together], text: str, payer: str, payee: str) -> tuple[Together, int]:
    """Return the money and the amount in a text.

    Raises Refusal if it names none, or several.
    """
    readings: list[tuple[Together, int]] = []
    whose = f"{payer} and {payee}"
    wrong = f"{text} is in a money of none of the evenings of {whose}"
    for several in theirs:
        try:
            amount = _read(several, text)
        except MoneyError as error:
            wrong = f"{payer} pays {payee} {text}: {error}" if len(theirs) == 1 else wrong
            continue
        readings.append((several, amount))
    if not readings:
        raise Refusal(Code.BAD_AMOUNT, wrong)
    if len(readings) > 1:
        sums = listed([several.money.show(amount) for several, amount in readings], "or")
        raise Refusal(Code.BAD_AMOUNT, f"{text} is in several moneys of {whose}", f"Say {sums}")
    if not readings[0][1]:
        raise Refusal(Code.BAD_AMOUNT, "a payment of nothing is none")
    return readings[0]


def _read(several: Together, text: str) -> int:
    """Read an amount in the money of evenings.

    Raises MoneyError if it is no amount, or may be two sums.
    """
    for counter in dict.fromkeys(evening.totals.counter for evening in several.played):
        if two_sums := Money(several.money.code, counter).two_sums(text):
            raise MoneyError(two_sums)
    return plain_money(several.money.code).read(text)


def _more(owed: Mapping[str, int], payer: str, payee: str, amount: int, money: Money) -> str:
    """Return a clause if a payment is more than is owed; empty if not.

    A payment in coins may be as much as is owed in coins.
    """
    debt, claim = -owed.get(payer, 0), owed.get(payee, 0)
    if _in_coins(owed, amount, money):
        rounded, _ = in_coins(owed, money.coin)
        debt, claim = max(debt, -rounded.get(payer, 0)), max(claim, rounded.get(payee, 0))
    if debt <= 0:
        return f"{payer} owes nothing"
    if claim <= 0:
        return f"{payee} is owed nothing"
    for name, owes, most in ((payer, "owes", debt), (payee, "is owed", claim)):
        if amount > most:
            return f"{name} {owes} {money.show(most)} in all: {money.show(amount)} is {money.show(amount - most)} more"
    return ""


def overpaid(
    evening: Evening, number: int, newest: Sequence[AnyEvent], payments: Sequence[ClubPayment]
) -> Overpaid | None:
    """Return why a payment just said of a closed evening needs a question; None if none does.

    `newest` are the newest events, which are in the evening already; `payments` are those of the club.
    """
    if not evening.closed:
        return None
    owed, money = evening.owed(), evening.money
    for event in reversed(newest):
        if not isinstance(event, Pays):
            continue
        payer, payee, amount = event.player, event.payee, event.amount
        owed[payer] -= amount
        owed[payee] += amount
        if of_club := [payment for payment in payments if number in payment.evenings]:
            paid = listed([str(payment.event) for payment in of_club])
            sentence = f"payment{'s' if len(of_club) > 1 else ''} {paid} of the club settle{'s' * (len(of_club) == 1)}"
            words = f"{person_name(payer)} {person_name(payee)} {money.write(amount)}"
            remedy = f"Say card-ledger pay {words}, or --yes to write it all the same"
            return Overpaid(f"{sentence} evening {number} with others", remedy)
        if excess := _more(owed, payer, payee, amount, money):
            return Overpaid(excess)
    return None


def after(played: Sequence[PlayedEvening], club: ClubState, payment: ClubPayment) -> dict[str, int]:
    """Return what the two are owed (+) or owe (−) after a payment."""
    for several in of_the_club(played, club):
        if several.money.code == payment.money:
            owed = several.owed()
            return {name: owed.get(name, 0) for name in (payment.payer, payment.payee)}
    return {payment.payer: 0, payment.payee: 0}
