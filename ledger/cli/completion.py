"""What a shell completes: sayings, evenings, players, pools, games with their options, formats and commands.

Nothing here raises: where there is no database, or none that can be read, nothing is completed.
"""

import os
from collections.abc import Callable, Iterable
from typing import Any

from ledger.core.refusals import Refusal

Completed = list[tuple[str, str]]
"""What may stand there, and what it is; a shell that shows no more than the word leaves the other out."""

SPECIAL = " \t'\"\\$`&|;<>()*?[]#~!"


def _beginning_with(typed: str, words: Iterable[tuple[str, str]]) -> Completed:
    """What begins so, in capitals or not: what is typed stays as it is, for names and titles are found either way."""
    found = dict.fromkeys((word, told) for word, told in words if word.casefold().startswith(typed.casefold()))
    return [(_as_typed(typed + word[len(typed) :]), told) for word, told in found]


def _as_typed(word: str) -> str:
    """A word as it is typed: Bash puts in what it is given as it is."""
    if not os.environ.get("_CARD_LEDGER_COMPLETE", "").endswith("bash"):
        return word
    return "".join(f"\\{letter}" if letter in SPECIAL else letter for letter in word)


def _asked(ctx: Any, read: Callable[[Any, str | None], Iterable[tuple[str, str]]]) -> Iterable[tuple[str, str]]:
    """Ask the log that the command line names; nothing where it cannot be read."""
    from ledger.recorder import Recorder
    from ledger.store import open_to_read

    usual = {"database": os.environ.get("CARD_LEDGER_DATABASE"), "evening": None}

    def said(option: str) -> str | None:
        """What stands after the command, or before it; or else the usual, which each of them has by itself too."""
        places = (place.params.get(option) for place in (ctx, ctx.find_root()))
        return next((text for text in places if text and text != usual[option]), usual[option])

    try:
        return list(read(Recorder(open_to_read(said("database"))), said("evening")))
    except Refusal:
        return []


def evenings(ctx: Any, incomplete: str) -> Completed:
    """Evenings by number; or, where letters are typed, by a word of their titles."""

    def read(recorder: Any, _: str | None) -> Iterable[tuple[str, str]]:
        for one in reversed(recorder.store.evenings()):
            told = ", ".join(filter(None, (one.title, one.played_on)))
            if incomplete[:1].isdigit() or not incomplete:
                yield str(one.id), told
                if one.played_on and incomplete:
                    yield one.played_on, told
            else:
                yield from ((word, told) for word in one.title.split())

    return _beginning_with(incomplete, _asked(ctx, read))


def players(ctx: Any, incomplete: str) -> Completed:
    """The players of the evening; after a plus sign, another of a household."""
    before, plus, last = incomplete.rpartition("+")

    def read(recorder: Any, evening: str | None) -> Iterable[tuple[str, str]]:
        played = recorder.sit(evening).evening
        for player, owed in played.owed().items():
            if player not in before.split("+"):
                told = f"{'owed' if owed >= 0 else 'owes'} {played.money.show(abs(owed))}"
                yield f"{before}{plus}{player}", told

    return _beginning_with(f"{before}{plus}{last}", _asked(ctx, read))


def sayings(ctx: Any, incomplete: str) -> Completed:
    """What the evening in hand may be told next: a word, or in quotes one after the other."""

    def read(recorder: Any, evening: str | None) -> Iterable[tuple[str, str]]:
        from ledger.language.completion import continuations

        for one in continuations(recorder.sit(evening).shorthand(), incomplete):
            if one.text == '"':  # where any text may stand a shell has nothing to put in
                continue
            yield f"{incomplete[: one.start]}{one.text}", one.form.assumes

    return _beginning_with(incomplete, _asked(ctx, read))


def pools(ctx: Any, incomplete: str) -> Completed:
    """The pools of the evening, by the movements that are written beside its log."""

    def read(recorder: Any, evening: str | None) -> Iterable[tuple[str, str]]:
        return [(pool, "") for pool in recorder.store.pools(recorder.evening(evening))]

    return _beginning_with(incomplete, _asked(ctx, read))


def games(incomplete: str) -> Completed:
    """The games."""
    from ledger.games.registry import GAMES, game_named

    return _beginning_with(incomplete, ((name, game_named(name).title) for name in GAMES))


def options(incomplete: str) -> Completed:
    """Options as `whatif` has them: a game, its options, and what each may be by default."""
    from ledger.games.registry import GAMES, game_named
    from ledger.rules.options import options_of

    name, point, _ = incomplete.partition(".")
    if not point or name not in GAMES:
        return _beginning_with(incomplete, ((f"{game}.", game_named(game).title) for game in GAMES))
    found = options_of(game_named(name).options)
    return _beginning_with(incomplete, ((f"{name}.{option}=", sort.meaning) for option, sort in found.items()))


def formats(incomplete: str) -> Completed:
    """The formats of an export."""
    from ledger.interchange.formats import FORMATS

    return _beginning_with(incomplete, ((name, form.holds) for name, form in FORMATS.items()))


def commands(incomplete: str) -> Completed:
    """The commands that answer programs."""
    from ledger.cli.shapes import ANSWERS

    return _beginning_with(incomplete, ((name.split()[0], name) for name in ANSWERS))
