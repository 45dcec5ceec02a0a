"""Apply an evening twice: under its own options, and under others.

The two go side by side, so that if a saying no longer fits, both stand just before it. Differences that a count found
do not depend on the rules, and stay as they were.
"""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from ledger.core.events import Begin, Close, Count, EffectiveEvent
from ledger.core.fields import EventNumber, SayingText
from ledger.core.money import Money
from ledger.core.refusals import Code, Refusal, listed, printable
from ledger.evening.fold import Evening
from ledger.games.language import write
from ledger.games.registry import game_named
from ledger.rules.options import unknown_option

FORM = "Say GAME.OPTION=VALUE, for example nap.wellington=double"


class OtherOption(msgspec.Struct, frozen=True):
    """An option that should have another value, in every game of that name."""

    game: str
    option: str
    value: str

    def __str__(self) -> str:
        return f"{self.game}.{self.option}={self.value}"


class Misfit(msgspec.Struct, frozen=True):
    """The first event that does not fit under the other options, and why."""

    event: EventNumber
    saying: SayingText
    why: str


class Comparison(msgspec.Struct, frozen=True):
    """An evening as it was and as it would have been, as far as both go.

    Amounts are in the smallest unit.
    """

    options: tuple[OtherOption, ...]
    as_it_was: Evening
    as_it_would_be: Evening
    stopped: Misfit | None

    def differences(self) -> dict[str, int]:
        """Return how much more (+) or less (−) each player would have."""
        would_be = self.as_it_would_be.books.balances
        return {player: would_be[player] - balance for player, balance in self.as_it_was.books.balances.items()}


def read_other_options(texts: Iterable[str]) -> tuple[OtherOption, ...]:
    """Read options written as ``GAME.OPTION=VALUE``.

    Raises Refusal for an unknown game or option, and for an option that is given twice.
    """
    options: dict[tuple[str, str], OtherOption] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        game, dot, option = name.strip().lower().partition(".")
        if not (equals and dot and game and option and value):
            raise Refusal(Code.OPTIONS, f"{printable(text, 60)} is not an option of a game", FORM)
        known = game_named(game).known_options
        option = option.replace("-", "_")
        if option not in known:
            raise unknown_option(option, known, game)
        if (game, option) in options:
            raise Refusal(Code.OPTIONS, f"{game}.{option} is said twice", "Ask for one value at a time")
        options[game, option] = OtherOption(game, option, value)
    if not options:
        raise Refusal(Code.OPTIONS, "it is not said what should have been otherwise", FORM)
    return tuple(options.values())


def compare(evening: Evening, options: Sequence[OtherOption], written: Money) -> Comparison:
    """Apply an evening again, and beside it under other options, as far as both go.

    The sums of a saying are `written` in that money. Raises Refusal if a named game was not played, and if a game
    cannot begin with an option.
    """
    events = (effective.event for effective in evening.effective)
    played = list(dict.fromkeys(event.game for event in events if isinstance(event, Begin)))
    for other in options:
        if other.game not in played:
            remedy = f"Its games were {listed(played)}" if played else "No game was begun in it"
            raise Refusal(Code.OPTIONS, f"no {other.game} was played in the evening", remedy)
    as_it_was, as_it_would_be = Evening(), Evening()
    for effective in evening.effective:
        if stopped := _apply(effective, as_it_was, as_it_would_be, options, written):
            return Comparison(tuple(options), as_it_was, as_it_would_be, stopped)
        as_it_was.apply(effective)
    return Comparison(tuple(options), as_it_was, as_it_would_be, None)


def _apply(
    effective: EffectiveEvent,
    as_it_was: Evening,
    as_it_would_be: Evening,
    options: Sequence[OtherOption],
    written: Money,
) -> Misfit | None:
    """Apply an event under the other options; return why it does not fit."""
    other = _under(options, effective, as_it_was, as_it_would_be)
    try:
        as_it_would_be.apply(other)
    except Refusal as refusal:
        saying = write(effective.event, written)
        if isinstance(effective.event, Begin) and other.event != effective.event:
            sentence = f"event {effective.number}, {saying}, cannot have these options: {refusal.sentence}"
            raise Refusal(refusal.code, sentence, refusal.remedy) from refusal
        return Misfit(effective.number, saying, refusal.sentence)
    return None


def _under(
    options: Sequence[OtherOption], effective: EffectiveEvent, as_it_was: Evening, as_it_would_be: Evening
) -> EffectiveEvent:
    """Return an event as it would have been under the other options."""
    event = effective.event
    if isinstance(event, Begin):
        wanted = {other.option: other.value for other in options if other.game == event.game}
        unchanged = [(key, value) for key, value in event.options if key.replace("-", "_") not in wanted]
        return replace(effective, event=replace(event, options=(*unchanged, *wanted.items())) if wanted else event)
    if isinstance(event, Count):
        counts = tuple(
            (player, amount + as_it_would_be.in_front(player) - as_it_was.in_front(player))
            if player in as_it_was.books.balances
            else (player, amount)
            for player, amount in event.counted
        )
        return replace(effective, event=Count(counts))
    if isinstance(event, Close):
        return replace(effective, pinned={})
    return effective
