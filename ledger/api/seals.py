"""The seal of an evening, as programs get it."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from ledger.api.fields import OfEvening
from ledger.core.events import Begin, RecordedEvent


class SealedGame(Struct, kw_only=True, frozen=True):
    """By which rules a game of a sealed evening was played."""

    game: str
    edition: int
    distribution: str
    rules: Annotated[str, Meta(description="The digest of the source of its rules.")]


class SealAnswer(OfEvening, kw_only=True):
    """The seal of an evening, and by which rules its games were played."""

    title: str
    events: int
    root: Annotated[str, Meta(description="The digest of the last event, in hexadecimal.")]
    seal: str
    games: list[SealedGame]


def sealed_games(recorded: Iterable[RecordedEvent]) -> list[SealedGame]:
    """Return by which rules the games of a log were played, each once."""
    games = {
        SealedGame(
            game=event.event.game,
            edition=int(str(event.pinned.get("edition", 1))),
            distribution=str(event.pinned.get("distribution", "")),
            rules=str(event.pinned["rules"]),
        ): None
        for event in recorded
        if isinstance(event.event, Begin) and "rules" in event.pinned
    }
    return list(games)
