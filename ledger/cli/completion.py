"""Completion in a shell: sayings, evenings, players, pools, games, options and formats.

Nothing here raises: where there is no database, or none that can be read, nothing is completed.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any

from typer import Context

from ledger.core.refusals import Refusal

if TYPE_CHECKING:
    from ledger.recorder import Recorder

Word = tuple[str, str]
"""A completion and its description; a shell that shows only words ignores the second."""
Read = Callable[["Recorder", str | None, str], Iterable[Word]]
"""Reads words from the log, of the evening that was named, as the typed beginning of a word asks for them."""


def _beginning_with(typed: str, words: Iterable[Word]) -> list[Word]:
    """Return the words that begin with what was typed, in either case.

    What was typed keeps its case: a saying is understood in either.
    """
    matching = dict.fromkeys((word, meaning) for word, meaning in words if word.casefold().startswith(typed.casefold()))
    return [(typed + word[len(typed) :], meaning) for word, meaning in matching]


def _read_from_log(read: Read) -> Callable[[Context, str], list[Word]]:
    """Make a completion of a function that reads words; an unreadable log has none."""

    def complete(ctx: Context, incomplete: str) -> list[Word]:
        from ledger.recorder import Recorder
        from ledger.store import open_to_read

        try:
            with closing(open_to_read(_said(ctx, "database", os.environ.get("CARD_LEDGER_DATABASE")))) as store:
                words = list(read(Recorder(store), _said(ctx, "evening"), incomplete))
        except Refusal:
            return []
        return _beginning_with(incomplete, words)

    return complete


def _said(ctx: Context, option: str, default: str | None = None) -> str | None:
    """Return the option's value, typed before or after the command, or its default."""
    places: Iterator[Any] = (place.params.get(option) for place in (ctx, ctx.find_root()))
    return next((text for text in places if isinstance(text, str) and text != default), default)


@_read_from_log
def evenings(recorder: "Recorder", _: str | None, incomplete: str) -> Iterable[Word]:
    """Complete an evening by its number; or, where letters are typed, by a word of its title."""
    for evening in reversed(recorder.store.evenings()):
        meaning = ", ".join(filter(None, (evening.title, evening.played_on)))
        if incomplete[:1].isdigit() or not incomplete:
            yield str(evening.id), meaning
            if evening.played_on and incomplete:
                yield evening.played_on, meaning
        else:
            yield from ((word, meaning) for word in evening.title.split())


@_read_from_log
def players(recorder: "Recorder", named: str | None, incomplete: str) -> Iterable[Word]:
    """Complete a player of the evening; after a plus sign, another player of the household."""
    before, plus, _ = incomplete.rpartition("+")
    evening = recorder.open_session(named).evening
    for player, owed in evening.owed().items():
        if player not in before.split("+"):
            meaning = f"{'owed' if owed >= 0 else 'owes'} {evening.money.show(abs(owed))}"
            yield f"{before}{plus}{player}", meaning


@_read_from_log
def sayings(recorder: "Recorder", named: str | None, incomplete: str) -> Iterable[Word]:
    """Complete a saying of the current evening: one word, or within quotes word after word."""
    from ledger.language.completion import continuations

    for item in continuations(recorder.open_session(named).shorthand(), incomplete):
        if item.text != '"':  # any text may stand here: a shell has nothing to insert
            yield f"{incomplete[: item.start]}{item.text}", item.form.assumes


@_read_from_log
def pools(recorder: "Recorder", named: str | None, incomplete: str) -> Iterable[Word]:
    """Complete a pool of the evening."""
    return [(pool, "") for pool in recorder.open_session(named).evening.books.pool_names]


def games(ctx: Context, incomplete: str) -> list[Word]:
    """Complete the name of a game."""
    from ledger.games.registry import game_names

    return _beginning_with(incomplete, ((name, "") for name in game_names()))


def options(ctx: Context, incomplete: str) -> list[Word]:
    """Complete an option as `whatif` takes it: a game, a point, the option."""
    from ledger.games.registry import game_named, game_names

    name, point, _ = incomplete.partition(".")
    if not point or name not in game_names():
        return _beginning_with(incomplete, ((f"{game}.", "") for game in game_names()))
    known = game_named(name).known_options
    return _beginning_with(incomplete, ((f"{name}.{option}=", spec.meaning) for option, spec in known.items()))


def formats(ctx: Context, incomplete: str) -> list[Word]:
    """Complete a format of `export`."""
    from ledger.interchange.formats import FORMATS

    return _beginning_with(incomplete, ((name, format_.holds) for name, format_ in FORMATS.items()))


def commands(ctx: Context, incomplete: str) -> list[Word]:
    """Complete the name of a command that answers programs."""
    from ledger.cli.command import commands_of

    return _beginning_with(incomplete, ((name, "") for name in commands_of(ctx).modules if name != "schema"))
