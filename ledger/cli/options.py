"""Options that several commands take, each said once."""

from dataclasses import dataclass
from typing import Annotated

from typer import Option

from ledger.cli import completion
from ledger.core.money import currency_code
from ledger.games.registry import game_named
from ledger.projections.standings import EveningFilter, days_between

Same = Annotated[
    list[str] | None, Option(metavar='"A=B"', help="These names are one person, called A; may be repeated.")
]
"""Names that are one person for one question, on top of the persons of the club."""
ByName = Annotated[bool, Option("--by-name", help="By the names of the tables, and not by persons.")]
WithWays = Annotated[bool, Option("--pay", help="With the ways in which each payee can be paid.")]
Key = Annotated[str | None, Option(metavar="KEY", help="Record it once, however often it is sent with this key.")]


@dataclass(frozen=True)
class EveningsOptions:
    """Which evenings are asked about."""

    since: Annotated[
        str | None, Option(metavar="DATE", help="Only evenings from this day, or month, on. [default: all]")
    ] = None
    until: Annotated[str | None, Option(metavar="DATE", help="Only evenings up to this day, or month.")] = None
    persons: Annotated[
        list[str] | None, Option("--with", metavar="NAME", help="Only where NAME sat; may be repeated.")
    ] = None
    game: Annotated[
        str | None, Option(metavar="NAME", autocompletion=completion.games, help="Only where this game was played.")
    ] = None
    money: Annotated[str | None, Option(metavar="MONEY", help="Only in counters, lsd, or a currency such as GBP.")] = (
        None
    )

    def wanted(self, today: str) -> EveningFilter:
        """Return which evenings are asked about.

        Raises Refusal for an invalid day, and for an unknown game.
        """
        first, last = days_between(self.since, self.until, today)
        game = game_named(self.game.lower()).name if self.game is not None else None
        money = currency_code(self.money) if self.money is not None else None
        return EveningFilter(first, last, tuple(self.persons or ()), game, money)


@dataclass(frozen=True)
class WritingOptions:
    """Whether something is written, and whether a person is asked first."""

    dry_run: Annotated[bool, Option("--dry-run", help="Print what it would mean and change, and write nothing.")] = (
        False
    )
    yes: Annotated[bool, Option("--yes", help="Write it without asking: a correction, or more than is owed.")] = False
