"""The games, their rules, and random evenings of them, as programs get them."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from ledger.api.fields import answer
from ledger.core.fields import Cite, CounterValue, MoneyCode, Unit
from ledger.core.refusals import Refusal
from ledger.games.discovery import folder_fault
from ledger.games.provenance import provenance_of
from ledger.games.registry import game_named, game_names, hidden_games
from ledger.projections.rule_sheets import sheet_of

THEIR_NAME = "card-ledger has a game of this name"


class GameRow(Struct, kw_only=True):
    """A game. One that cannot be loaded has a fault, and its name for a title."""

    name: str
    title: str
    players: (
        Annotated[
            tuple[int, int | None], Meta(description="The fewest and the most who can play it; null: any number.")
        ]
        | UnsetType
    ) = UNSET
    edition: Annotated[int, Meta(description="The edition of its rules.")] | UnsetType = UNSET
    distribution: Annotated[str, Meta(description="What it was installed with: a name and a version.")] | UnsetType = (
        UNSET
    )
    rules: Annotated[str, Meta(description="The digest of the source of its rules.")] | UnsetType = UNSET
    fault: Annotated[str, Meta(description="Why it cannot be played.")] | UnsetType = UNSET


class GamesAnswer(Struct, kw_only=True):
    """The games."""

    games: list[GameRow]
    not_read: Annotated[str, Meta(description="Why the games in the folder of the user are not read.")] | UnsetType = (
        UNSET
    )


class OptionRow(Struct, kw_only=True):
    """An option of a game."""

    name: str
    expects: str
    default: str
    meaning: str
    cite: Cite


class RulesAnswer(Struct, kw_only=True):
    """A game's rules and options."""

    name: str
    title: str
    rules: str
    options: list[OptionRow]


class NewGameAnswer(Struct, kw_only=True):
    """The files of a new game."""

    name: str
    folder: str
    files: list[str]


class SimulateAnswer(Struct, kw_only=True):
    """A random evening, as a script."""

    game: str
    players: int
    seed: int
    money: MoneyCode
    unit: Unit
    counter: CounterValue
    events: int
    text: str


def games_answer(with_provenance: bool = True) -> GamesAnswer:
    """Return every game, with the provenance of its rules, for which their source is read."""
    hidden = [
        GameRow(name=game.name, title=game.name, fault=f"{game.name} ({game.distribution}) is hidden: {THEIR_NAME}")
        for game in hidden_games()
    ]
    return GamesAnswer(
        games=[*(_row(name, with_provenance) for name in game_names()), *hidden], not_read=folder_fault() or UNSET
    )


def _row(name: str, with_provenance: bool) -> GameRow:
    try:
        game = game_named(name)
        pinned = provenance_of(name) if with_provenance else None
    except Refusal as refusal:
        return GameRow(name=name, title=name, fault=refusal.fault)
    return answer(pinned, GameRow, name=game.name, title=game.title, players=game.players)


def rules_answer(name: str) -> RulesAnswer:
    """Return the rules and options of a game. Raises Refusal for an unknown game."""
    game = game_named(name.lower())
    options = [
        answer(spec, OptionRow, name=option, default=spec.default_text) for option, spec in game.known_options.items()
    ]
    return answer(game, RulesAnswer, rules=sheet_of(game.name), options=options)
