"""What an evening like an earlier one begins with: the players, the money, the games."""

import msgspec

from ledger.core.events import Begin
from ledger.evening.fold import Evening
from ledger.games.language import write
from ledger.language.slots import Form, fixed


class UsualTable(msgspec.Struct, frozen=True):
    """The players, money and games with which another evening may begin."""

    evening: int
    players: tuple[str, ...]
    """The players who were seated at the earlier evening's end, in their seats."""
    money: str
    counter: str
    """The worth of a counter, as it is said; empty if it has no value."""
    bank: str
    at: str
    games: tuple[str, ...]
    """The sayings by which the earlier evening's games were begun, each once."""


def usual_table(number: int, evening: Evening) -> UsualTable:
    """Return what an evening like this one begins with; `number` is this evening's number."""
    opening, money = evening.opening, evening.money
    assert opening is not None, "an evening in the store has been opened"
    begun = (effective.event for effective in evening.effective if isinstance(effective.event, Begin))
    return UsualTable(
        number,
        evening.seats.seated,
        money.code,
        money.write(money.counter) if money.counter and money.code != "counters" else "",
        opening.bank or "",
        opening.at or "",
        tuple(dict.fromkeys(write(Begin(game.game, game.options), money) for game in begun)),
    )


def usual_games(table: UsualTable) -> tuple[Form, ...]:
    """Return the games of an evening, with their options, as usual sayings."""
    return tuple(Form((), fixed(saying), usual=True) for saying in table.games)
