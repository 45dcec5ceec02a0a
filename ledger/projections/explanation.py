"""Explain a figure: every posting behind it, with its event, saying, reason and rule.

Amounts are signed, in the smallest unit: what came in (+) and what went out (−).
"""

from array import array
from typing import Annotated

import msgspec
from msgspec import Meta

from ledger.core.books import BANK, Account, Debt, Pool, Posting
from ledger.core.events import Begin, Buys, Cashes, Deal, Pays
from ledger.core.fields import Amount, Cite, EventNumber, SayingText
from ledger.core.money import Money
from ledger.core.names import person_named
from ledger.core.refusals import Code, Refusal, listed, printable
from ledger.evening.bank import Bank
from ledger.evening.fold import Evening
from ledger.evening.snapshots import in_games
from ledger.games.language import write


class ExplainedLine(msgspec.Struct, frozen=True):
    """One movement, from the point of view of the account that is explained."""

    deal: int
    game: str
    event: EventNumber
    saying: SayingText
    other: Annotated[str, Meta(description="The other account.")]
    why: str
    cite: Cite
    amount: Amount
    balance: Amount
    """The balance of the account after this movement."""


def explain(
    evening: Evening,
    account: Account,
    deal: int | None = None,
    event: int | None = None,
    other: str | None = None,
    *,
    written: Money | None = None,
) -> list[ExplainedLine]:
    """Return every movement behind a player's balance, or behind the content of a pool.

    With `deal` (0: before the first) or `event` these are only the lines of that deal or event; their balances are
    those of the whole. With `other` they are only the movements directly between the two players. Names may be short.
    The sums of sayings are written as in `written`, else as they read back.
    Raises Refusal for a player, a pool, a deal or an event that the evening does not have.
    """
    account = account if isinstance(account, Pool) else player_named(evening, account)
    other = None if other is None else player_named(evening, other)
    _check(evening, deal, event, account)
    lines: list[ExplainedLine] = []
    balance = 0
    for game, outcome in in_games(evening.outcomes):
        saying = ""
        for posting in outcome.postings:
            if account not in (posting.payer, posting.payee):
                continue
            came_in = posting.payee == account
            counterpart = posting.payer if came_in else posting.payee
            if other not in (None, counterpart):
                continue
            amount = posting.amount if came_in else -posting.amount
            balance += amount
            if deal in (None, posting.deal) and event in (None, posting.event):
                saying = saying or write(outcome.event, written or evening.money)
                lines.append(
                    ExplainedLine(
                        posting.deal, game, posting.event, saying, str(counterpart), posting.why, posting.cite, amount,
                        balance,
                    )
                )  # fmt: skip
    return lines


def movements(
    evening: Evening, deal: int | None = None, event: int | None = None, *, written: Money | None = None
) -> list[tuple[str, Posting]]:
    """Return every posting of the evening, of a deal or of an event.

    Each posting comes with the saying that caused it. Raises Refusal for a deal or an event that the evening does not
    have.
    """
    _check(evening, deal, event)
    moved: list[tuple[str, Posting]] = []
    for outcome in evening.outcomes:
        postings = [
            posting for posting in outcome.postings if deal in (None, posting.deal) and event in (None, posting.event)
        ]
        if postings:
            saying = write(outcome.event, written or evening.money)
            moved += ((saying, posting) for posting in postings)
    return moved


def _check(evening: Evening, deal: int | None, event: int | None, account: Account | None = None) -> None:
    """Raise Refusal if the evening has no such pool, deal or event."""
    if isinstance(account, Pool) and account.name not in (pools := evening.pool_names):
        remedy = f"The pools are {listed(list(pools)) or 'none yet'}"
        raise Refusal(Code.UNKNOWN_WORD, f"no pool is called {account.name}", remedy)
    if deal is not None and not 0 <= deal <= evening.books.deal:
        raise Refusal(Code.UNREADABLE, f"there is no deal {deal}: {evening.books.deal} have been dealt")
    if event is not None and all(outcome.number != event for outcome in evening.outcomes):
        raise Refusal(Code.UNREADABLE, f"there is no event {event} that counts")


UNTOLD = "play that was not told"
"""What a close would book for a player who is ahead of the log."""


class OutsidePayment(msgspec.Struct, frozen=True):
    """Something paid (+) or received (−) outside play, as one player sees it."""

    event: int
    saying: str
    amount: int
    owed: int
    """What the player was to receive (+) or pay (−) after the payment."""
    what: str = ""
    """What a common cost was for; the amount paid is +, the player's share −."""


def payments(evening: Evening, player: str, *, written: Money | None = None) -> list[OutsidePayment]:
    """Return what a player, or the bank, has paid outside play.

    These are debts, counters bought and cashed, and common costs, in the order of the log, and then what a close would
    book of play that was not told. They lead from the balance to what is owed. Raises Refusal for a player that the
    evening does not have.
    """
    player = player_named(evening, player)
    owed = evening.books.balances.get(player, 0)
    made: list[OutsidePayment] = []
    money = written or evening.money
    for outcome in evening.outcomes:
        event = outcome.event
        if isinstance(event, Buys | Cashes | Pays) and (amount := _paid(event, player, evening.bank)):
            owed += amount
            made.append(OutsidePayment(outcome.number, write(event, money), amount, owed))
        if outcome.cost is not None and (share := outcome.cost.owing(player)):
            owed -= share
            made.append(OutsidePayment(outcome.number, write(event, money), -share, owed, outcome.cost.what))
    if untold := evening.owed()[player] - owed:
        made.append(OutsidePayment(evening.books.event, UNTOLD, untold, owed + untold))
    return made


def paid_between(evening: Evening, player: str, other: str) -> list[Debt]:
    """Return what two players have paid each other outside play."""
    debts: list[Debt] = []
    for outcome in evening.outcomes:
        event = outcome.event
        if not isinstance(event, Buys | Cashes | Pays) or not _paid(event, other, evening.bank):
            continue
        if amount := _paid(event, player, evening.bank):
            payer, payee = (player, other) if amount > 0 else (other, player)
            debts.append(Debt(outcome.number, payer, payee, abs(amount)))
    return debts


def costs_between(evening: Evening, player: str, other: str) -> list[Posting]:
    """Return what each of two players owes the other of common costs."""
    both = {player, other}
    costs = (outcome.cost for outcome in evening.outcomes if outcome.cost is not None)
    return [posting for cost in costs for posting in cost.postings if {posting.payer, posting.payee} == both]


def _paid(event: Buys | Cashes | Pays, player: str, bank: Bank) -> int:
    """Return what a player pays (+) or receives (−) by an event."""
    if isinstance(event, Pays):
        return event.amount if event.player == player else -event.amount if event.payee == player else 0
    if not bank.is_paid(event):
        return 0
    amount = event.amount if isinstance(event, Buys) else -event.amount
    return amount if event.player == player else -amount if player == BANK else 0


def player_named(evening: Evening, name: str) -> str:
    """Return the player of an evening, or its bank, whom a name means.

    Raises Refusal if the name means several, or nobody.
    """
    people = list(evening.owed())
    spellings = {short: player for short, player in evening.called.items() if player in people}
    nobody = f"nobody is called {printable(name, 40)}"
    everybody = {player: player for player in people}
    return person_named(name, spellings | everybody, nobody, f"The players are {listed(people)}")


class Curve:
    """Every player's balance after each event that moved counters, in the smallest unit.

    The beginning of a deal is a point too, so that the curve can be drawn deal by deal.
    """

    def __init__(self) -> None:
        self.events = array("q")
        """The numbers of the events."""
        self.balances: dict[str, array[int]] = {}
        """Every player's balance after each of these events."""
        self.games: list[tuple[int, str]] = []
        """Where each game began: the number of the event, and its name."""
        self.deals = array("q")
        """The numbers of the events with which a deal began."""


def curve(evening: Evening) -> Curve:
    """Return every player's balance through an evening."""
    curve = Curve()
    now = dict.fromkeys(evening.books.balances, 0)
    curve.balances = {player: array("q") for player in now}
    for outcome in evening.outcomes:
        event = outcome.event
        for posting in outcome.postings:
            if isinstance(posting.payer, str):
                now[posting.payer] -= posting.amount
            if isinstance(posting.payee, str):
                now[posting.payee] += posting.amount
        if isinstance(event, Begin):
            curve.games.append((outcome.number, event.game))
        if isinstance(event, Deal):
            curve.deals.append(outcome.number)
        if outcome.postings or isinstance(event, Deal):
            curve.events.append(outcome.number)
            for player, balance in now.items():
                curve.balances[player].append(balance)
    return curve
