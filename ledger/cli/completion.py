"""Completion in a shell: sayings, evenings, players, pools, games, options and formats.

Nothing here raises: where there is no database, or none that can be read, nothing is completed.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any

import typer

from ledger.core.refusals import Refusal

if TYPE_CHECKING:
    from ledger.recorder import Recorder

Word = tuple[str, str]
"""What may stand there, and what it is; a shell that shows only words ignores the second."""
Read = Callable[["Recorder", str | None], Iterable[Word]]
"""Reads words from the log, of the evening that was named."""


def _beginning_with(typed: str, words: Iterable[Word]) -> list[Word]:
    """Return the words that begin with what was typed, in either case.

    What was typed keeps its case: a saying is understood in either.
    """
    matching = dict.fromkeys((word, meaning) for word, meaning in words if word.casefold().startswith(typed.casefold()))
    return [(typed + word[len(typed) :], meaning) for word, meaning in matching]


def _read_log(ctx: typer.Context, read: Read) -> Iterable[Word]:
    """Return the words read from the log that the command line names; none if unreadable."""
    from ledger.recorder import Recorder
    from ledger.store import open_to_read

    defaults = {"database": os.environ.get("CARD_LEDGER_DATABASE"), "evening": None}

    def value_of(option: str) -> str | None:
        """Return the option's value, typed before or after the command, or its default."""
        places: Iterator[Any] = (place.params.get(option) for place in (ctx, ctx.find_root()))
        return next((text for text in places if isinstance(text, str) and text != defaults[option]), defaults[option])

    try:
        with closing(open_to_read(value_of("database"))) as store:
            return list(read(Recorder(store), value_of("evening")))
    except Refusal:
        return []


def evenings(ctx: typer.Context, incomplete: str) -> list[Word]:
    """Complete an evening by its number; or, where letters are typed, by a word of its title."""

    def read(recorder: "Recorder", _: str | None) -> Iterable[Word]:
        for evening in reversed(recorder.store.evenings()):
            meaning = ", ".join(filter(None, (evening.title, evening.played_on)))
            if incomplete[:1].isdigit() or not incomplete:
                yield str(evening.id), meaning
                if evening.played_on and incomplete:
                    yield evening.played_on, meaning
            else:
                yield from ((word, meaning) for word in evening.title.split())

    return _beginning_with(incomplete, _read_log(ctx, read))


def players(ctx: typer.Context, incomplete: str) -> list[Word]:
    """Complete a player of the evening; after a plus sign, another player of the household."""
    before, plus, last = incomplete.rpartition("+")

    def read(recorder: "Recorder", named: str | None) -> Iterable[Word]:
        evening = recorder.open_session(named).evening
        for player, owed in evening.owed().items():
            if player not in before.split("+"):
                meaning = f"{'owed' if owed >= 0 else 'owes'} {evening.money.show(abs(owed))}"
                yield f"{before}{plus}{player}", meaning

    return _beginning_with(f"{before}{plus}{last}", _read_log(ctx, read))


def sayings(ctx: typer.Context, incomplete: str) -> list[Word]:
    """Complete a saying of the current evening: one word, or within quotes word after word."""

    def read(recorder: "Recorder", named: str | None) -> Iterable[Word]:
        from ledger.language.completion import continuations

        for item in continuations(recorder.open_session(named).shorthand(), incomplete):
            if item.text == '"':  # any text may stand here: a shell has nothing to insert
                continue
            yield f"{incomplete[: item.start]}{item.text}", item.form.assumes

    return _beginning_with(incomplete, _read_log(ctx, read))


def pools(ctx: typer.Context, incomplete: str) -> list[Word]:
    """Complete a pool of the evening."""

    def read(recorder: "Recorder", named: str | None) -> Iterable[Word]:
        return [(pool, "") for pool in recorder.open_session(named).evening.books.pool_names]

    return _beginning_with(incomplete, _read_log(ctx, read))


def games(ctx: typer.Context, incomplete: str) -> list[Word]:
    """Complete the name of a game."""
    from ledger.games.registry import game_names

    return _beginning_with(incomplete, ((name, "") for name in game_names()))


def options(ctx: typer.Context, incomplete: str) -> list[Word]:
    """Complete an option as `whatif` takes it: a game, a point, the option."""
    from ledger.games.registry import game_named, game_names

    name, point, _ = incomplete.partition(".")
    if not point or name not in game_names():
        return _beginning_with(incomplete, ((f"{game}.", "") for game in game_names()))
    known = game_named(name).known_options
    return _beginning_with(incomplete, ((f"{name}.{option}=", spec.meaning) for option, spec in known.items()))


def formats(ctx: typer.Context, incomplete: str) -> list[Word]:
    """Complete a format of `export`."""
    from ledger.interchange.formats import FORMATS

    return _beginning_with(incomplete, ((name, format_.holds) for name, format_ in FORMATS.items()))


def commands(ctx: typer.Context, incomplete: str) -> list[Word]:
    """Complete the name of a command that answers programs."""
    from ledger.cli.command import commands_of

    return _beginning_with(incomplete, ((name, "") for name in commands_of(ctx).modules if name != "schema"))
