"""Many evenings together on the command line, and a person's account of them."""

from dataclasses import dataclass
from typing import Annotated

import msgspec
from typer import BadParameter, Option

from ledger.cli.options import ByName, Same
from ledger.core.names import key_of
from ledger.core.refusals import Code, Refusal
from ledger.projections.accounts import EMPTY_CLUB, by_persons, people, person_named_here, within
from ledger.projections.running import PersonAccount, accounts_of
from ledger.projections.standings import (
    EveningFilter,
    Persons,
    Together,
    days_between,
    names_of,
    none_played,
    read_persons,
    together,
)
from ledger.recorder import Recorder

Days = tuple[str | None, str | None]
"""The first and the last day of the evenings that are asked about."""


class AccountAsked(msgspec.Struct, frozen=True):
    """A person's accounts, and all evenings that they are a part of."""

    person: str
    days: Days
    accounts: list[PersonAccount]
    moneys: list[Together]


@dataclass(frozen=True)
class TogetherOptions:
    """Which evenings are taken together, and who is one person in them."""

    since: Annotated[
        str | None, Option(metavar="DATE", help="Take all evenings from this day, or month, on together.")
    ] = None
    until: Annotated[
        str | None, Option(metavar="DATE", help="With --since: only evenings up to this day, or month.")
    ] = None
    every: Annotated[bool, Option("--all", help="Take all evenings together.")] = False
    same: Same = None
    by_name: ByName = False

    @property
    def said(self) -> bool:
        """Return whether any of these options was said."""
        return self != TogetherOptions()

    def days(self, recorder: Recorder) -> Days:
        """Return the first and the last day. Fails for options that do not go together."""
        if self.every and (self.since or self.until):
            raise BadParameter("--all is of all evenings, and --since of some: say one of them")
        if self.until is not None and self.since is None:
            raise BadParameter("--until goes with --since: several evenings are taken together")
        return days_between(self.since, self.until, recorder.today())

    def evenings(self, recorder: Recorder, by_rules: bool = False) -> list[Together]:
        """Return evenings with the club's payments; closed ones by their pins, unless `by_rules`."""
        return self._read(recorder, by_rules)[1]

    def _read(self, recorder: Recorder, by_rules: bool = False) -> tuple[Persons, list[Together]]:
        """Return which names are one person, and these evenings with the club's payments."""
        first, last = self.days(recorder)
        every = recorder.played_since(by_rules=by_rules)
        played = EveningFilter(first, last).among(every)
        club = EMPTY_CLUB if self.by_name else recorder.club().club
        payments = club.payments
        if first is not None or last is not None:
            payments = tuple(within(payments, played, every))
        played = by_persons(played, club)
        persons = read_persons(self.same or (), names_of(played))
        return persons, together(played, persons, payments)

    def account(self, recorder: Recorder, named: str) -> AccountAsked:
        """Return a person's accounts over these evenings.

        Raises Refusal if nobody has that name.
        """
        persons, moneys = self._read(recorder)
        if key_of(named) not in persons:
            club = EMPTY_CLUB if self.by_name else recorder.club().club
            named = person_named_here(people(recorder.totals_listed(), club), named)
        person = persons.get(key_of(named), named)
        return AccountAsked(person, self.days(recorder), accounts_of(person, moneys), moneys)

    def everybody(self, recorder: Recorder) -> list[AccountAsked]:
        """Return everybody's accounts over these evenings, by name.

        Raises Refusal if there are no such evenings.
        """
        moneys = self.evenings(recorder)
        days = self.days(recorder)
        names = {standing.player for several in moneys for standing in several.standings()}
        if not names:
            raise Refusal(Code.NOT_NOW, none_played(*days))
        return [AccountAsked(name, days, accounts_of(name, moneys), moneys) for name in sorted(names, key=key_of)]
