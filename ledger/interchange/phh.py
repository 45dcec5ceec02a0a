"""Poker hands as files of the PHH format have them: TOML, a hand a file or a table.

The format is told at github.com/uoftcprg/phh-std. Hands of Hold'em and of Omaha are read; which hand is of another
game, or told otherwise than these rules can take it, is left out, and why. Amounts are in the smallest unit of the
evening.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from ledger.core.cards import Card, read_card
from ledger.core.money import MOST, Money, MoneyError, money_of
from ledger.core.refusals import Code, Refusal, listed, printable

ENDINGS = (".phh", ".phhs")
VARIANTS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "NT": ("holdem", ()),
    "FT": ("holdem", ("limit=fixed",)),
    "PO": ("omaha", ()),
    "FO/8": ("omaha", ("limit=fixed", "eight=on")),
}
"""The variants that are read: the game of each, and its options."""
OWN_CARDS = {"holdem": 2, "omaha": 4}
USUAL_RAISES = 3
"""How many raises follow a bet with a fixed limit, unless a hand has more."""
FORM = "A hand of PHH has variant, antes, blinds_or_straddles, starting_stacks and actions"


class HandLeftOut(Exception):
    """A hand that cannot be told by these rules, and why."""


@dataclass(frozen=True)
class PhhHand:
    """A hand: its players from the left of the button, and everything by their places."""

    where: str
    """The file, and the table in it where it has several."""
    number: int | None
    game: str
    options: tuple[str, ...]
    players: tuple[str, ...]
    stacks: tuple[int, ...]
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    """What each lays before the cards, blinds and straddles; a file has them for two players the other way round."""
    actions: tuple[tuple[str, ...], ...]
    scale: int
    """How many of the smallest unit one of the file's amounts is."""
    finish: tuple[int, ...] | None

    @property
    def big_at(self) -> int:
        """Return the place of the big blind."""
        return 0 if len(self.players) == 2 else 1

    @property
    def big(self) -> int:
        """Return the big blind."""
        return self.blinds[self.big_at]

    @property
    def small(self) -> int:
        """Return the small blind; 0 for none."""
        return self.blinds[1 - self.big_at]

    @property
    def raises(self) -> int:
        """Return how many raises follow a bet on a street, at the most."""
        most, so_far = 0, 1  # the big blind is the first bet
        for words in self.actions:
            so_far = 0 if words[:2] == ("d", "db") else so_far + (words[1:2] == ("cbr",))
            most = max(most, so_far - 1)
        return most


@dataclass(frozen=True)
class PhhSession:
    """The hands of some files, in the order in which they were played."""

    title: str
    on: str | None
    at: str | None
    money: Money
    hands: tuple[PhhHand, ...]
    left_out: tuple[str, ...]


def read_session(files: Mapping[str, str], title: str, money: str | None, cents: bool) -> PhhSession:
    """Read the hands of some files, by their names.

    Hands that all have a number of their own are taken in its order, others in that of the files. Raises Refusal for
    a file that is no PHH file, or where no hand is left.
    """
    tables = [table for name, text in files.items() for table in _tables(name, text)]
    first = tables[0][1] if tables else {}
    kept = _money(money, first, cents)
    hands: list[PhhHand] = []
    left_out: dict[str, list[str]] = {}
    for where, values in tables:
        try:
            hands.append(_hand(where, values, kept, cents))
        except HandLeftOut as error:
            left_out.setdefault(str(error), []).append(where)
    if not hands:
        raise nothing_to_tell(left_out)
    numbers = [hand.number for hand in hands if hand.number is not None]
    if len({*numbers}) == len(hands):
        hands.sort(key=lambda hand: hand.number or 0)
    return PhhSession(
        _text(first.get("event")) or title,
        _day(first),
        _text(first.get("venue")) or _text(first.get("city")) or None,
        kept,
        tuple(hands),
        tuple(remark_left_out(places, why) for why, places in left_out.items()),
    )


def nothing_to_tell(left_out: Mapping[str, Sequence[str]]) -> Refusal:
    """Return the refusal of files of which every hand is left out, for the first reason."""
    why, places = next(iter(left_out.items()))
    return Refusal(Code.FILE, f"{places[0]}: no hand of it can be told here: {why}", FORM)


def remark_left_out(places: Sequence[str], why: str) -> str:
    """Return the remark that hands are left out."""
    return f"{listed(list(places))} {'is' if len(places) == 1 else 'are'} left out: {why}"


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
            return _no_shillings(money_of(named, None), cents)
    return money_of_hands(code, cents)


def money_of_hands(code: str | None, cents: bool) -> Money:
    """Return the money that was asked for, else counters.

    Raises Refusal for a money that hands are never in.
    """
    try:
        return _no_shillings(money_of(code or "counters", None), cents)
    except MoneyError as error:
        raise Refusal(Code.BAD_AMOUNT, str(error)) from error


def _no_shillings(money: Money, cents: bool) -> Money:
    if money.code == "lsd" or (cents and money.code == "counters"):
        wrong = "a hand of poker has no shillings here" if money.code == "lsd" else "counters have no cents"
        raise Refusal(Code.BAD_AMOUNT, wrong, "Say --money USD for dollars, and --cents too where they are cents")
    return money


def _hand(where: str, values: Mapping[str, Any], money: Money, cents: bool) -> PhhHand:
    variant = values.get("variant")
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise HandLeftOut(
            f"the variant {printable(str(variant), 20)} is neither Hold'em nor Omaha as they are played here"
        )
    game, options = VARIANTS[variant]
    scale = 1 if cents else money.counters(1)

    def amounts(key: str) -> tuple[int, ...]:
        return tuple(units_of(where, amount, scale) for amount in _list(where, values, key))

    stacks, antes, blinds = amounts("starting_stacks"), amounts("antes"), amounts("blinds_or_straddles")
    number = len(stacks)
    players = tuple(map(str, values.get("players") or [f"p{place + 1}" for place in range(number)]))
    if {len(antes), len(blinds), len(players)} != {number} or len({*players}) < number or number < 2:
        sentence = f"{where}: its players, stacks, antes and blinds are not of as many, or two are called the same"
        raise Refusal(Code.FILE, sentence, FORM)
    finish = _finish(where, values, scale, stacks)
    hand_number = values.get("hand")
    hand = PhhHand(
        where,
        hand_number if isinstance(hand_number, int) else None,
        game,
        options,
        players,
        stacks,
        antes[::-1] if number == 2 else antes,
        blinds[::-1] if number == 2 else blinds,
        tuple(_words(action) for action in _list(where, values, "actions")),
        scale,
        finish if finish is None or len(finish) == number else None,
    )
    if "limit=fixed" in options:
        bet = money.write(units_of(where, values.get("small_bet"), scale))
        hand = replace(hand, options=(*options, f"bet={bet}"))
    see_that_it_can_be_told(hand)
    return hand


def _finish(where: str, values: Mapping[str, Any], scale: int, stacks: Sequence[int]) -> tuple[int, ...] | None:
    """Return the finishing stacks, if they are told and come to whole units."""
    if "finishing_stacks" not in values:
        return None
    try:
        finish = tuple(units_of(where, amount, scale) for amount in _list(where, values, "finishing_stacks"))
    except HandLeftOut:
        return None
    return finish if sum(finish) <= sum(stacks) else None


def see_that_it_can_be_told(hand: PhhHand) -> None:
    """Raise HandLeftOut where what was laid before the cards is not as these rules have it."""
    if not hand.big:
        raise HandLeftOut("there is no big blind")
    if not all(hand.stacks):
        raise HandLeftOut("one of the players has nothing in front")
    if hand.small > hand.big:
        raise HandLeftOut("the small blind is more than the big one")
    others = [amount for amount in hand.blinds[2:] if amount]
    if len(others) > 1 or any(amount < 2 * hand.big for amount in others):
        raise HandLeftOut("there are other bets before the cards than two blinds and a straddle")
    laid = {amount for amount in hand.antes if amount}
    if len(laid) > 1 or (laid and ante_by(hand) is None):
        raise HandLeftOut("the antes are neither of all, of the big blind nor of the button")


def ante_by(hand: PhhHand) -> str | None:
    """Return who lays the ante, as the option has it; None where the option knows no such ante."""
    if all(hand.antes):
        return "all"
    laid = [place for place, amount in enumerate(hand.antes) if amount]
    if laid == [hand.big_at]:
        return "big"
    return "button" if laid == [len(hand.antes) - 1] else None


def units_of(where: str, value: object, scale: int) -> int:
    """Return an amount of a file in the smallest unit.

    Raises HandLeftOut where it comes to no whole number of them.
    """
    try:
        if isinstance(value, bool):
            raise ValueError
        amount = Decimal(str(value)) * scale
        whole = int(amount) if amount.is_finite() and abs(amount) <= MOST else None
    except (ArithmeticError, ValueError) as error:
        raise Refusal(Code.FILE, f"{where}: {printable(str(value), 40)} is no amount", FORM) from error
    if whole is None or whole < 0:
        raise HandLeftOut(f"{printable(str(value), 40)} is no sum that is kept here")
    if whole != amount:
        raise HandLeftOut(f"{printable(str(value), 40)} is less than a counter: say --money USD for dollars and cents")
    return whole


def cards_of(text: str) -> tuple[Card, ...] | None:
    """Return cards written one after another, as `AsTd`; None where one of them is not known."""
    cards = [read_card(text[place : place + 2]) for place in range(0, len(text), 2)]
    known = tuple(card for card in cards if card is not None)
    return known if len(known) == len(cards) and "?" not in text else None


def _list(where: str, values: Mapping[str, Any], key: str) -> Sequence[Any]:
    value = values.get(key)
    if not isinstance(value, list):
        raise Refusal(Code.FILE, f"{where}: {key} is missing", FORM)
    return value


def _words(action: object) -> tuple[str, ...]:
    """Return the words of an action, without a remark after `#`."""
    return tuple(str(action).partition("#")[0].split())


def _text(value: object) -> str:
    return printable(value, 200).strip() if isinstance(value, str) else ""


def _day(values: Mapping[str, Any]) -> str | None:
    try:
        return date(values["year"], values["month"], values["day"]).isoformat()
    except (KeyError, TypeError, ValueError, OverflowError):
        return None


def most_raises(hands: Iterable[PhhHand]) -> int:
    """Return how many raises may follow a bet in a session with a fixed limit."""
    return max((hand.raises for hand in hands if "limit=fixed" in hand.options), default=USUAL_RAISES)
