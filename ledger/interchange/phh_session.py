"""Poker hands of PHH files as one evening."""

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from decimal import Decimal
from typing import Any

from ledger.core.money import Money, MoneyError, money_of
from ledger.core.refusals import Code, Refusal, printable
from ledger.interchange.phh import FORM, PhhReader
from ledger.interchange.poker_hands import PokerHand, PokerSession, Unit, money_of_hands, no_shillings
from ledger.interchange.poker_session import replay_session
from ledger.log.replay import Replay


def replay_hands(
    files: Mapping[str, str], title: str, money: str | None = None, cents: bool = False
) -> tuple[Replay, tuple[str, ...]]:
    """Replay the hands of some files as one evening; return it, and remarks on them.

    Hands that all have a number of their own are taken in its order, others in that of the files. Raises Refusal for
    a file that is no PHH file, or where no hand can be told.
    """
    tables = [table for name, text in files.items() for table in _tables(name, text)]
    first = tables[0][1] if tables else {}
    unit = _money(money, first, cents)
    reader = PhhReader(Unit(unit, cents))
    hands, left_out = list[PokerHand](), list[Refusal]()
    for where, values in tables:
        try:
            hands.append(reader.hand(where, values))
        except Refusal as refusal:
            if refusal.code is Code.BAD_AMOUNT or len(tables) == 1:
                raise
            left_out.append(refusal)
    if left_out and not hands:
        raise left_out[0]
    reader.settle()
    numbers = [hand.number for hand in hands if hand.number is not None]
    if len({*numbers}) == len(hands):
        hands.sort(key=lambda hand: hand.number or 0)
    title = _text(first.get("event")) or title
    venue = _text(first.get("venue")) or _text(first.get("city")) or None
    called = {player: player for hand in hands for player in hand.players}
    remarks = tuple(f"left out: {refusal.sentence}" for refusal in left_out)
    return replay_session(PokerSession(title, _day(first), venue, unit, tuple(hands), called, remarks, FORM))


def _tables(name: str, text: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the hands of a file, each with where it is."""
    file = printable(name)
    try:
        values = tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"), parse_float=Decimal)
    except (ValueError, RecursionError, ArithmeticError) as error:
        raise Refusal(Code.FILE, f"{file}: this is no PHH file: {printable(str(error), 80)}", FORM) from error
    if "variant" in values:
        return [(file, values)]
    tables: list[tuple[str, Mapping[str, Any]]] = [
        (f"{file} [{printable(key, 20)}]", table) for key, table in values.items() if isinstance(table, dict)
    ]
    if len(tables) < len(values) or not tables:
        raise Refusal(Code.FILE, f"{file}: there is no hand in it", FORM)
    return tables


def _money(code: str | None, values: Mapping[str, Any], cents: bool) -> Money:
    """Return the money that was asked for, or that the first hand names; else counters."""
    named = values.get("currency")
    if code is None and isinstance(named, str):
        with suppress(MoneyError):
            return no_shillings(money_of(named, None), cents)
    return money_of_hands(code, cents)


def _text(value: object) -> str:
    return printable(value, 200).strip() if isinstance(value, str) else ""


def _day(values: Mapping[str, Any]) -> str | None:
    try:
        return date(values["year"], values["month"], values["day"]).isoformat()
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
