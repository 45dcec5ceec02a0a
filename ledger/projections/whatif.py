"""An evening under other rules: the same sayings told twice, as they were and with other options.

Both are told side by side, so that where a saying no longer fits, both stand where they stood before it. What a
count found short or over is no matter of the rules, and stays what it was.
"""

from collections.abc import Iterable, Sequence

import msgspec

from ledger.core.events import Begin, Close, Count, EffectiveEvent
from ledger.core.refusals import Code, Refusal, listed, printable
from ledger.evening.fold import Evening
from ledger.games.language import write
from ledger.games.registry import game_named
from ledger.rules.options import options_of, unknown_option

FORM = "Say GAME.OPTION=VALUE, for example nap.wellington=double"


class Other(msgspec.Struct, frozen=True):
    """An option that is to be another than it was, in every game of that name."""

    game: str
    option: str
    value: str

    def __str__(self) -> str:
        return f"{self.game}.{self.option}={self.value}"


class Misfit(msgspec.Struct, frozen=True):
    """The first event that does not fit under the other options, and why."""

    event: int
    saying: str
    why: str


class Compared(msgspec.Struct, frozen=True):
    """An evening as it was and as it would have been, as far as both go; amounts in the smallest unit."""

    options: tuple[Other, ...]
    as_it_was: Evening
    as_it_would_be: Evening
    stopped: Misfit | None

    def differences(self) -> dict[str, int]:
        """How much more (+) or less (−) each player would have."""
        would_be = self.as_it_would_be.books.balances
        return {player: would_be[player] - balance for player, balance in self.as_it_was.books.balances.items()}


def read_options_said(said: Iterable[str]) -> tuple[Other, ...]:
    """Read ``GAME.OPTION=VALUE``. Raises Refusal for an unknown game or option, and for one that is said twice."""
    found: dict[tuple[str, str], Other] = {}
    for text in said:
        name, equals, value = text.partition("=")
        game, dot, option = name.strip().lower().partition(".")
        if not (equals and dot and game and option and value):
            raise Refusal(Code.OPTIONS, f"{printable(text, 60)} is not an option of a game", FORM)
        known = options_of(game_named(game).options)
        option = option.replace("-", "_")
        if option not in known:
            raise unknown_option(option, known, game)
        if (game, option) in found:
            raise Refusal(Code.OPTIONS, f"{game}.{option} is said twice", "Ask for one value at a time")
        found[game, option] = Other(game, option, value)
    if not found:
        raise Refusal(Code.OPTIONS, "it is not said what should have been otherwise", FORM)
    return tuple(found.values())


def compare(evening: Evening, options: Sequence[Other]) -> Compared:
    """Apply an evening again as it counts, and beside it under other options, as far as both go.

    Raises Refusal where a game that is named was not played, and where a game cannot begin with an option.
    """
    played = [counted.event.game for counted in evening.effective if isinstance(counted.event, Begin)]
    for other in options:
        if other.game not in played:
            games = listed(list(dict.fromkeys(played)))
            remedy = f"Its games were {games}" if played else "No game was begun in it"
            raise Refusal(Code.OPTIONS, f"no {other.game} was played in the evening", remedy)
    as_it_was, as_it_would_be, stopped = Evening(), Evening(), None
    for counted in evening.effective:
        if stopped := _told(counted, as_it_was, as_it_would_be, options):
            break
        as_it_was.apply(counted)
    return Compared(tuple(options), as_it_was, as_it_would_be, stopped)


def _told(one: EffectiveEvent, as_it_was: Evening, as_it_would_be: Evening, options: Sequence[Other]) -> Misfit | None:
    """Tell an event under the other options; says if it does not fit."""
    other = _otherwise(one, as_it_was, as_it_would_be, options)
    try:
        as_it_would_be.apply(other)
    except Refusal as refusal:
        saying = write(one.event, as_it_was.money)
        if isinstance(one.event, Begin) and other.event != one.event:
            sentence = f"event {one.number}, {saying}, cannot have these options: {refusal.sentence}"
            raise Refusal(refusal.code, sentence, refusal.remedy) from refusal
        return Misfit(one.number, saying, refusal.sentence)
    return None


def _otherwise(
    one: EffectiveEvent, as_it_was: Evening, as_it_would_be: Evening, options: Sequence[Other]
) -> EffectiveEvent:
    """Give an event as it would have been said."""
    event = one.event
    if isinstance(event, Begin):
        wanted = {other.option: other.value for other in options if other.game == event.game}
        kept = [(key, value) for key, value in event.options if key.replace("-", "_") not in wanted]
        return msgspec.structs.replace(
            one, event=msgspec.structs.replace(event, options=(*kept, *wanted.items())) if wanted else event
        )
    if isinstance(event, Count):
        counted = tuple(
            (player, amount + as_it_would_be.in_front(player) - as_it_was.in_front(player))
            if player in as_it_was.books.balances
            else (player, amount)
            for player, amount in event.counted
        )
        return msgspec.structs.replace(one, event=Count(counted))
    if isinstance(event, Close):
        return msgspec.structs.replace(one, pinned={})
    return one
