"""What persons owe over many evenings, with the payments of the club.

A person's open sum belongs to the person's newest evenings, so a payment clears the oldest debts. Amounts are in the
smallest unit of one money.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from ledger.club.people import ClubPayment, ClubState
from ledger.core.books import BANK
from ledger.core.fields import EveningId
from ledger.core.money import Money, money_of
from ledger.core.names import key_of, person_named
from ledger.core.refusals import Code, Refusal, listed, printable
from ledger.projections.standings import PlayedEvening, Together, renamed, together


class PersonRow(msgspec.Struct, frozen=True):
    """A person over many evenings, or a name that stands for itself."""

    person: str
    names: tuple[str, ...]
    evenings: tuple[EveningId, ...]
    known: bool
    """Whether it is a person of the club; False for a name that stands for itself."""


EMPTY_CLUB = ClubState()
"""A club that knows nobody: every name stands for itself."""


def by_persons(played: Iterable[PlayedEvening], club: ClubState) -> list[PlayedEvening]:
    """Return evenings whose players are the persons of the club, with the tables' words."""
    return [_by_persons(evening, club) for evening in played]


def of_the_club(played: Iterable[PlayedEvening], club: ClubState) -> list[Together]:
    """Return evenings in each money, by persons of the club, with the payments between them."""
    return together(by_persons(played, club), payments=club.payments)


def _by_persons(evening: PlayedEvening, club: ClubState) -> PlayedEvening:
    persons = club.persons_at(evening.id, evening.totals.people)
    return renamed(evening, lambda name: persons.get(name, name))


class ClubNames:
    """The names of everybody's accounts in the journals of all evenings."""

    def __init__(self, played: Iterable[PlayedEvening], club: ClubState) -> None:
        """Name everybody by the person of today, in the order of the evenings."""
        self._by_key: dict[str, str] = {}
        self.at: dict[int, dict[str, str]] = {}
        """The names of each evening's players, by the words of its table."""
        for evening in sorted(by_persons(played, club), key=lambda evening: evening.id):
            self.at[evening.id] = {
                evening.words.get(person, person): self.of(person) for person in evening.totals.people
            }

    @property
    def everybody(self) -> tuple[str, ...]:
        """Return all names, in the order of the evenings."""
        return tuple(self._by_key.values())

    def of(self, person: str) -> str:
        """Return the name of a person: as at the first evening, whatever the case."""
        return person if person == BANK else self._by_key.setdefault(key_of(person), person)


def people(played: Sequence[PlayedEvening], club: ClubState) -> list[PersonRow]:
    """Return all persons, and all names that stand for themselves, by name."""
    sat: dict[str, tuple[str, list[int]]] = {key_of(who.name): (who.name, []) for who in club.persons.values()}
    for evening in by_persons(played, club):
        for name in evening.totals.people:
            known = club.persons.get(key_of(name))
            _, evenings = sat.setdefault(key_of(name), (known.name if known else name, []))
            evenings.append(evening.id)
    rows = [
        PersonRow(called, tuple(club.names_of(called)), tuple(sorted(evenings)), key in club.persons)
        for key, (called, evenings) in sat.items()
    ]
    return sorted(rows, key=lambda row: (key_of(row.person), row.person))


def person_named_here(rows: Sequence[PersonRow], text: str) -> str:
    """Return the person whom a name means: in full, shortened, or by its beginning.

    Raises Refusal if it means nobody, or several.
    """
    spellings = {name: row.person for row in rows for name in (*row.names, row.person)}
    everybody = f"They are {listed([row.person for row in rows])}" if rows else ""
    return person_named(text, spellings, f"nobody is called {printable(text, 40)}", everybody)


def within(
    payments: Iterable[ClubPayment], played: Sequence[PlayedEvening], every: Sequence[PlayedEvening]
) -> list[ClubPayment]:
    """Return those of `every` payment that are for these evenings alone.

    Raises Refusal if a payment is for some of them and for others.
    """
    days = {evening.id: evening.totals.day for evening in every}
    among = {evening.id for evening in played}
    counting: list[ClubPayment] = []
    for payment in payments:
        held = [evening for evening in payment.evenings if evening in days]
        missing = [evening for evening in held if evening not in among]
        if missing and len(missing) < len(held):
            raise _cut(payment, missing, days, min((days[evening] for evening in among), default=""))
        if held and not missing:
            counting.append(payment)
    return counting


def _cut(payment: ClubPayment, missing: Sequence[int], days: Mapping[int, str], first: str) -> Refusal:
    earliest, latest = (chosen(days[evening] for evening in missing) for chosen in (min, max))
    window = f"--since {earliest}" if earliest < first else f"--until {latest}"
    are = "is" if len(missing) == 1 else "are"
    sentence = (
        f"payment {payment.event} ({in_words(payment)}) is for {evenings_in_words(payment.evenings)}, "
        f"and {evenings_in_words(missing)} {are} not among these: say {window}"
    )
    return Refusal(Code.NOT_NOW, sentence)


def in_words(payment: ClubPayment, pays: str = "pays") -> str:
    """Return who `pays`, or has paid, whom and how much, as a clause."""
    return f"{payment.payer} {pays} {payment.payee} {plain_money(payment.money).show(payment.amount)}"


def plain_money(code: str) -> Money:
    """Return a money without a worth of a counter."""
    return money_of(code, None)


def owed_in_words(money: Money, owed: int) -> str:
    """Return what somebody is owed (+) or owes (−) in the end."""
    if not owed:
        return "owes nothing, and is owed nothing"
    return f"{'is owed' if owed > 0 else 'owes'} {money.show(abs(owed))}"


def evenings_in_words(evenings: Sequence[int]) -> str:
    """Return ``evening 1``, or ``evenings 1 and 2``."""
    return f"evening{'s' if len(evenings) != 1 else ''} {listed([str(evening) for evening in evenings])}"


def open_parts(several: Together) -> dict[str, dict[int, int]]:
    """Return each person's open part of each evening: still to receive (+) or to pay (−).

    From the newest evening back, each evening whose figure has the sign of the person's sum takes as much of the sum
    as it can.
    """
    figures = several.owed_by_evening()
    parts: dict[str, dict[int, int]] = {}
    for name, owed in several.owed().items():
        held, left = dict[int, int](), owed
        for evening in reversed(several.played):
            figure = figures[evening.id].get(name, 0)
            if left and (figure > 0) == (left > 0) and figure:
                part = min(abs(figure), abs(left)) * (1 if left > 0 else -1)
                held[evening.id], left = part, left - part
        parts[name] = dict(reversed(held.items()))
    return parts


def cleared(several: Together, payer: str, payee: str, amount: int) -> tuple[int, ...]:
    """Return the evenings whose open parts a payment clears, the oldest first.

    They are the evenings of the payer's debts and of the payee's claims; if nothing is open, the newest evening at
    which one of the two sat.
    """
    parts, evenings = open_parts(several), set[int]()
    for name, sign in ((payer, -1), (payee, 1)):
        left = amount
        for evening, part in parts.get(name, {}).items():
            if left > 0 and part * sign > 0:
                evenings.add(evening)
                left -= abs(part)
    if not evenings:
        sat = [evening.id for evening in several.played if {payer, payee} & set(several.owed_by_evening()[evening.id])]
        evenings = set(sat[-1:])
    return tuple(evening.id for evening in several.played if evening.id in evenings)


class TogetherWith(msgspec.Struct, frozen=True):
    """How an evening is settled together with others, by payments of the club."""

    payments: tuple[int, ...]
    evenings: tuple[int, ...]
    """The other evenings of these payments."""
    open: dict[str, int]
    """The open amounts of this evening, by the names at its table."""

    @property
    def settled(self) -> bool:
        """Return whether nothing of the evening is open."""
        return not any(self.open.values())


def settled_together(evening: int, moneys: Iterable[Together]) -> TogetherWith | None:
    """Return how payments of the club settle an evening; None if no payment is for it."""
    for several in moneys:
        payments = [payment for payment in several.payments if evening in payment.evenings]
        if payments and any(played.id == evening for played in several.played):
            others = {other for payment in payments for other in payment.evenings} - {evening}
            parts = open_parts(several)
            played = next(played for played in several.played if played.id == evening)
            opened = {played.words.get(name, name): parts[name].get(evening, 0) for name in played.totals.players}
            return TogetherWith(tuple(payment.event for payment in payments), tuple(sorted(others)), opened)
    return None
