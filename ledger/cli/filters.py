"""The options by which commands over many evenings choose them."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from ledger.cli import completion
from ledger.core.money import currency_code
from ledger.games.registry import game_named
from ledger.projections.standings import EveningFilter, days_between

OPTIONS = (
    click.option("--since", metavar="DATE", help="Only evenings from this day, or month, on. [default: all]"),
    click.option("--until", metavar="DATE", help="Only evenings up to this day, or month."),
    click.option("--with", "persons", multiple=True, metavar="NAME", help="Only where NAME sat; may be repeated."),
    click.option("--game", metavar="NAME", shell_complete=completion.games, help="Only where this game was played."),
    click.option("--money", metavar="MONEY", help="Only in counters, lsd, or a currency such as GBP."),
)


same_option = click.option(
    "--same", multiple=True, metavar='"A=B"', help="These names are one person, called A; may be repeated."
)
"""The option by which names are one person for one question, on top of the persons of the club."""


def choosing_evenings(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that choose evenings."""
    for option in reversed(OPTIONS):
        function = option(function)
    return function


def evenings_wanted(
    today: str, since: str | None, until: str | None, persons: Sequence[str], game: str | None, money: str | None
) -> EveningFilter:
    """Return which evenings are asked about.

    Raises Refusal for a day that is none, and an unknown game.
    """
    first, last = days_between(since, until, today)
    name = game_named(game.lower()).name if game is not None else None
    return EveningFilter(first, last, tuple(persons), name, currency_code(money) if money is not None else None)
