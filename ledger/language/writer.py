"""Writing: an event as its saying, which reads back as that event."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from ledger.core.cards import Card
from ledger.core.events import (
    Amend,
    Begin,
    Bets,
    Buys,
    Cashes,
    Close,
    Count,
    Deal,
    Draws,
    End,
    Event,
    Holds,
    Insert,
    Joins,
    Leaves,
    Left,
    Misdeal,
    Note,
    OpenEvening,
    Out,
    Passes,
    Pays,
    Penalty,
    Plays,
    PoolWins,
    Raises,
    Reopen,
    Result,
    Says,
    Scores,
    SeatPlayers,
    Sells,
    Shows,
    Spare,
    Split,
    Takes,
    Trick,
    Tricks,
    Undo,
    Void,
    Wins,
)
from ledger.core.money import Money, money_of
from ledger.language.phrase import is_bare_name
from ledger.language.vocabulary import Arguments, Collect
from ledger.language.words import CARDS_BOUGHT

Part = str | None


def write(event: Event, money: Money, collect: Collect) -> str:
    """Write an event as a saying, its amounts in the evening's money, with the words of the games.

    Raises KeyError for an event that is never said, as silence is.
    """
    match event:
        case Says():
            parts = _says(event, money, collect)
        case Amend() | Insert():
            parts = _correction(event, money, collect)
        case _:
            parts = FORMS[type(event)](event, money)
    return " ".join(filter(None, parts))


@lru_cache(maxsize=1_000)
def name(text: str) -> str:
    """Write a name, in quotes only where it needs them."""
    return text if is_bare_name(text) else quoted(text)


def quoted(text: str) -> str:
    """Write a text in double quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _names(players: Iterable[str]) -> str:
    return " ".join(map(name, players))


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _amount(amount: int | None, money: Money) -> Part:
    return None if amount is None else money.write(amount)


def _text(text: str | None) -> Part:
    return None if text is None else quoted(text)


def _after(word: str, rest: str | None) -> Part:
    """Write a small word and what follows it, or neither."""
    return f"{word} {rest}" if rest else None


def _counts(counts: Iterable[tuple[str, int]]) -> str:
    return " ".join(f"{name(player)} {count}" for player, count in counts)


def _value(value: str) -> str:
    """Write the value of an option, in quotes only where it needs them."""
    bare = value != "" and not any(character.isspace() or character == '"' for character in value)
    return value if bare else quoted(value)


def _mark(mark: str, number: int | None) -> str:
    return mark if number is None else f"{mark}={number}"


def _evening(event: OpenEvening, money: Money) -> tuple[Part, ...]:
    unit = money_of(event.money, None)
    worth = None if event.counter is None else Money(unit.code, None).write(event.counter)
    return (
        "evening",
        quoted(event.title),
        _after("on", event.on),
        _after("at", _text(event.at)),
        f"money={event.money}" if event.money != "counters" else None,
        f"counter={worth}" if worth else None,
    )


def _left(event: Left, money: Money) -> tuple[Part, ...]:
    parts = []
    for player, count in event.counts:
        marks = "".join(f"+{mark}" for holder, mark in event.marks if holder == player)
        parts.append(f"{name(player)} {count}{marks}")
    return ("left", *parts)


def _draws(event: Draws, money: Money) -> tuple[Part, ...]:
    discarded = "" if event.discarded is None else str(event.discarded)
    return (
        name(event.player),
        _after("discards", _cards(event.discards) or discarded),
        _after("draws", _cards(event.cards) or _numbers(event.numbers)),
    )


def _says(event: Says, money: Money, collect: Collect) -> tuple[Part, ...]:
    if event.word == CARDS_BOUGHT:
        number = event.numbers[0]
        return (name(event.player), "buys", f"{number}", "card" if number == 1 else "cards")
    with_others = event.players and collect().words.get(event.word) is Arguments.WITH_PLAYERS
    return (
        name(event.player),
        event.word,
        _after("with", _names(event.players)) if with_others else _names(event.players),
        _numbers(event.numbers),
        _amount(event.amount, money),
        _cards(event.cards),
    )


def signed(amount: int, money: Money) -> str:
    """Write what was won or lost, with its sign."""
    return f"{'-' if amount < 0 else '+'}{money.write(abs(amount))}"


def _correction(event: Amend | Insert, money: Money, collect: Collect) -> tuple[Part, ...]:
    keyword = "amend" if isinstance(event, Amend) else "insert"
    return (keyword, str(event.number), f"{quoted(event.why)}:", write(event.saying, money, collect))


FORMS: dict[type[Event], Callable[[Any, Money], tuple[Part, ...]]] = {
    OpenEvening: _evening,
    SeatPlayers: lambda event, money: ("players", _names(event.players)),
    Joins: lambda event, money: (
        name(event.player),
        "joins",
        _after("after", name(event.after) if event.after else None),
        _after("as", name(event.short) if event.short else None),
    ),
    Leaves: lambda event, money: (name(event.player), "leaves"),
    Buys: lambda event, money: (name(event.player), "buys", money.write(event.amount)),
    Cashes: lambda event, money: (name(event.player), "cashes", money.write(event.amount)),
    Count: lambda event, money: (
        "count", *(f"{name(player)} {money.write(amount)}" for player, amount in event.counted)
    ),
    Pays: lambda event, money: (name(event.player), "pays", name(event.payee), money.write(event.amount)),
    Note: lambda event, money: ("note", quoted(event.text)),
    Close: lambda event, money: ("close", f"short={event.short}" if event.short else None),
    Reopen: lambda event, money: ("reopen", quoted(event.why)),
    Undo: lambda event, money: ("undo",),
    Void: lambda event, money: ("void", str(event.number), quoted(event.why)),
    Begin: lambda event, money: (
        "game",
        event.game,
        *(f"{key}={_value(value)}" for key, value in event.options),
        _after("with", _names(event.players)),
    ),
    Deal: lambda event, money: (
        "deal", name(event.dealer) if event.dealer else None, _after("turn-up", _cards(event.turn_up))
    ),
    Holds: lambda event, money: (name(event.player), "holds", _cards(event.cards)),
    Misdeal: lambda event, money: ("misdeal", _text(event.why)),
    Penalty: lambda event, money: (
        "penalty", name(event.player), event.offence, _amount(event.amount, money), _text(event.why)
    ),
    End: lambda event, money: (
        "end", event.how, *(f"{name(player)}:{','.join(map(str, cards))}" for player, cards in event.draws)
    ),
    Passes: lambda event, money: (name(event.player), "passes"),
    Bets: lambda event, money: (
        name(event.player), event.word, money.write(event.amount), _after("on", event.on)
    ),
    Raises: lambda event, money: (name(event.player), "raises", money.write(event.amount)),
    Plays: lambda event, money: (
        name(event.player), "plays", _cards(event.cards), _after("takes", _cards(event.takes))
    ),
    Draws: _draws,
    Shows: lambda event, money: (name(event.player), "shows", _cards(event.cards)),
    Sells: lambda event, money: (
        name(event.player), "sells", event.thing, "to", name(event.buyer), "for", money.write(event.amount)
    ),
    Trick: lambda event, money: ("trick", name(event.player) if event.player else _cards(event.cards)),
    Tricks: lambda event, money: ("tricks", _counts(event.counts)),
    Takes: lambda event, money: (
        name(event.player), "takes", *event.things, _amount(event.amount, money), _counts(event.counts)
    ),
    Out: lambda event, money: (name(event.player), "out"),
    Left: _left,
    Wins: lambda event, money: (
        name(event.player), "wins", event.what, *(_mark(*each) for each in event.marks)
    ),
    Split: lambda event, money: ("split", _names(event.players)),
    Scores: lambda event, money: (
        name(event.player),
        "scores",
        None if event.points is None else str(event.points),
        *(_mark(*each) for each in event.marks),
    ),
    PoolWins: lambda event, money: ("pool", "wins"),
    Spare: lambda event, money: ("spare", _cards(event.cards)),
    Result: lambda event, money: (
        "result", *(f"{name(player)} {signed(amount, money)}" for player, amount in event.amounts)
    ),
}  # fmt: skip
"""How each kind of event is written that needs no word of a game: its words, those left out that do not belong."""
