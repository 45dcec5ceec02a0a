"""The players over many evenings, as programs get them."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import asdict

from ledger.api.fields import InMoney, answer, in_money
from ledger.core.fields import Amount, Day, EveningId
from ledger.projections.standings import EveningResult, Sum, Together


class StandingAnswer(Struct, kw_only=True):
    """A player over many evenings."""

    player: str
    names: Annotated[list[str], Meta(description="The names by which the tables called the person.")]
    evenings: int
    won: Amount
    lost: Amount
    net: Amount
    best: EveningResult
    worst: EveningResult
    games: dict[str, Sum]


class MoneyStandings(InMoney, kw_only=True):
    """The players over the evenings in one money."""

    evenings: list[EveningId]
    players: list[StandingAnswer]


class StandingsAnswer(Struct, kw_only=True):
    """The players over many evenings, each money by itself."""

    since: Day | None
    until: Day | None
    moneys: list[MoneyStandings]
    checked: Annotated[bool, Meta(description="That every log was seen to be what was recorded: always true.")]


def standings_answer(since: str | None, until: str | None, moneys: Iterable[Together]) -> StandingsAnswer:
    """Return the standings of each money by itself, of the evenings between two days."""
    standings = [
        MoneyStandings(
            **in_money(together.money),
            evenings=[evening.id for evening in together.played],
            players=_standings(together),
        )
        for together in moneys
    ]
    return StandingsAnswer(since=since, until=until, moneys=standings, checked=True)


def _standings(together: Together) -> list[StandingAnswer]:
    words = together.words()
    return [
        answer(standing, StandingAnswer, names=words[standing.player], **asdict(standing.total))
        for standing in together.standings()
    ]
