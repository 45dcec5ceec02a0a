"""House rules: the options of a game, which read, check and document themselves.

The options of a game are a frozen dataclass; each field is made by a function of this module. The value of `off` is
None, or False for a flag.
"""

import dataclasses
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from ledger.core.money import Money, MoneyError
from ledger.core.refusals import Code, Refusal, did_you_mean, listed, printable

OptionsT = TypeVar("OptionsT", bound="Options")


class DerivedDefault(msgspec.Struct, frozen=True):
    """A default that depends on earlier options and the players; `text` is how it is written."""

    find: Callable[[Any], Any]
    """Returns the value from the options so far, and the number of `players`."""
    text: str
    """The default as the sheet says it."""


class Counters(msgspec.Struct, frozen=True):
    """A derived default of so many counters."""

    number: int
    """How many counters."""


class OptionSpec(msgspec.Struct, frozen=True):
    """An option: how it is read, its default, and its meaning.

    `examples` are values for random evenings; `counters` marks a default in counters.
    """

    read: Callable[[str, Money], Any]
    expects: str
    default: Any
    default_text: str
    meaning: str
    cite: str
    examples: tuple[str, ...] = ()
    counters: bool = False
    words: tuple[str, ...] = ()
    """The words that may be said; where `low` is None and this has words, nothing else may be said."""
    low: int | None = None
    """The least number, or the least amount in the smallest unit; None where the option takes no number."""
    high: int | None = None
    """The greatest number; None for an amount, which has no upper bound."""
    suggested: str = ""
    """What is chosen at first for a table that has never played the game, where that is not the default."""
    sums: bool = False
    """Whether its values are sums of money."""

    def show(self, text: str, money: Money) -> str:
        """Return a value for people: sums with their unit, and no hyphens."""
        return self.with_units(text, money).replace("-", " ")

    def with_units(self, text: str, money: Money) -> str:
        """Return a value with the unit of its sums; it reads back."""
        if not self.sums:
            return text
        parts = text.split("-")
        return "-".join(money.show(money.read(part)) if money.looks_like_amount(part) else part for part in parts)


def _field(spec: OptionSpec) -> Any:
    return dataclasses.field(metadata={"spec": spec})


def amount(
    default: int | DerivedDefault | None,
    meaning: str,
    cite: str = "",
    *,
    least: int = 1,
    words: Sequence[str] = (),
    default_word: str | None = None,
) -> Any:
    """An amount. The default is in counters, None (off), derived, or one of the `words`.

    One of the `words` may be said instead of an amount, and is then the value; the value of `off` is None.
    """
    off = default is None and default_word is None

    def read(text: str, money: Money) -> Any:
        word = text.lower()
        if word in words:
            return word
        if off and word == "off":
            return None
        value = money.read(text)
        if value < least:
            raise MoneyError(f"{money.show(value)} is less than {money.show(least)}")
        return value

    alternatives = [*words, *(["off"] if off else [])]
    expects = listed(["an amount", *alternatives], "or")
    examples = (*alternatives, "1", "2", "6") if least <= 1 else (*alternatives, "6")
    usual, written = _default(default, default_word)
    counters = isinstance(usual, int) and usual != 0
    return _field(
        OptionSpec(
            read, expects, usual, written, meaning, cite, examples, counters, tuple(alternatives), least, sums=True
        )
    )


def _default(default: int | str | DerivedDefault | None, word: str | None = None) -> tuple[Any, str]:
    """Return a default, which may be a word, and how it is written."""
    if word is not None:
        return word, word
    return default, default.text if isinstance(default, DerivedDefault) else "off" if default is None else str(default)


def flag(meaning: str, cite: str = "", *, default: bool = False) -> Any:
    """A flag: on or off."""

    def read(text: str, money: Money) -> bool:
        value = text.lower()
        if value not in ("on", "off"):
            raise ValueError
        return value == "on"

    word = "on" if default else "off"
    return _field(OptionSpec(read, "on or off", default, word, meaning, cite, ("on", "off"), words=("on", "off")))


def choice(
    default: str | DerivedDefault, words: Sequence[str], meaning: str, cite: str = "", *, suggested: str = ""
) -> Any:
    """One of these words; the value of `off` is None.

    `suggested` is chosen at first on the page for a table that has never played the game.
    """

    def read(text: str, money: Money) -> str | None:
        word = text.lower()
        if word not in words:
            raise ValueError
        return None if word == "off" else word

    usual, written = (None, "off") if default == "off" else _default(default)
    expects, examples = listed(list(words), "or"), tuple(words)
    return _field(
        OptionSpec(read, expects, usual, written, meaning, cite, examples, words=examples, suggested=suggested)
    )


def number(
    default: int | DerivedDefault | None,
    low: int,
    high: int,
    meaning: str,
    cite: str = "",
    *,
    among: Sequence[int] = (),
    words: Sequence[str] = (),
    default_word: str | None = None,
) -> Any:
    """A whole number from low to high, a word in its place, or off (None).

    With `among` only these numbers are taken, and no other from low to high.
    """
    off = default is None and default_word is None
    allowed = tuple(among) or range(low, high + 1)

    def read(text: str, money: Money) -> Any:
        word = text.lower()
        if word in words:
            return word
        if off and word == "off":
            return None
        if not re.fullmatch(r"[0-9]{1,9}", word) or int(word) not in allowed:
            raise ValueError
        return int(word)

    numbers = [str(value) for value in among] if among else [f"a number from {low} to {high}"]
    alternatives = [*words, *(["off"] if off else [])]
    expects = listed([*numbers, *alternatives], "or")
    examples = (*alternatives, *(str(value) for value in (among or (low, min(low + 1, high)))))
    spec = OptionSpec(
        read,
        expects,
        *_default(default, default_word),
        meaning,
        cite,
        examples,
        words=(*alternatives, *map(str, among)),
    )
    return _field(spec if among else msgspec.structs.replace(spec, low=low, high=high))


def percent(default: int, high: int, meaning: str, cite: str = "") -> Any:
    """A whole number of hundredths, from 0: ``5%``, or ``5``."""

    def read(text: str, money: Money) -> int:
        digits = text.removesuffix("%")
        if not re.fullmatch(r"[0-9]{1,3}", digits) or int(digits) > high:
            raise ValueError
        return int(digits)

    expects = f"a percentage from 0 to {high}, as 5%"
    signed = tuple(f"{number}%" for number in range(high + 1))
    spec = OptionSpec(
        read, expects, default, f"{default}%", meaning, cite, ("5%", "10"), words=signed, low=0, high=high
    )
    return _field(spec)


def hundredths(default_text: str, meaning: str, cite: str = "", *, usual: Sequence[str]) -> Any:
    """Whole shares of a hundred, the greatest first: ``50-30-20``; None by default.

    `default_text` describes the default; `usual` has the values that are offered. The game checks the shares.
    """

    def read(text: str, money: Money) -> tuple[int, ...]:
        if not re.fullmatch(r"[0-9]{1,3}(-[0-9]{1,3}){0,199}", text):
            raise ValueError
        return tuple(map(int, text.split("-")))

    return row(
        read, f"shares of a hundred from the first down, as {usual[-1]}", default_text, meaning, cite, usual=usual
    )


def amounts(meaning: str, example: str, cite: str = "") -> Any:
    """Amounts with hyphens, the greatest first: ``50-30-20``; None by default.

    The game checks them.
    """

    def read(text: str, money: Money) -> tuple[int, ...]:
        return tuple(map(money.read, text.split("-")))

    expects = f"amounts from the first down, as {example}"
    return _field(OptionSpec(read, expects, None, "none", meaning, cite, (example,), words=(example,), sums=True))


def row(
    read: Callable[[str, Money], Any],
    expects: str,
    default_text: str,
    meaning: str,
    cite: str = "",
    *,
    usual: Sequence[str],
) -> Any:
    """Several values in one word, which a function of the game reads; None by default.

    `read` raises ValueError for what it does not take, and may return a `DerivedDefault` for what depends on the
    players. `usual` has the values that are offered.
    """
    return _field(OptionSpec(read, expects, None, default_text, meaning, cite, tuple(usual), words=tuple(usual)))


def pack(meaning: str = "52 cards, or 32 from the seven to the ace", cite: str = "") -> Any:
    """The number of cards in the pack."""
    return number(52, 32, 52, meaning, cite, among=(52, 32))


def text(default: str, meaning: str, cite: str = "") -> Any:
    """A free text, for example a title."""
    return _field(OptionSpec(lambda text, money: text, "a text", default, f'"{default}"', meaning, cite))


@dataclass(frozen=True)
class Options:
    """The base of every game's options."""

    def conflict(self, players: int) -> str | None:
        """Return which options cannot stand together, or with so many players; None if all can."""
        return None

    def out_of_place(self, given: Collection[str]) -> str | None:
        """Return which of the given options belongs only to another form of the game, or None."""
        return None


class _SoFar:
    """The options read so far, for derived defaults; `given` has the options that were said."""

    def __init__(self, players: int, given: Mapping[str, str]) -> None:
        self.players = players
        self.given = given


def options_of(kind: type[Options]) -> dict[str, OptionSpec]:
    """Return every option of a game by its name, in the order of its sheet."""
    return {field.name: field.metadata["spec"] for field in dataclasses.fields(kind) if "spec" in field.metadata}


def read_options(
    kind: type[OptionsT], given: Sequence[tuple[str, str]], money: Money, players: int, game: str
) -> OptionsT:
    """Read the options of a game as they were given; the others take their defaults.

    Raises Refusal for an option that is unknown, given twice or out of range, for options that do not go together, and
    for a default in counters where a counter has no value.
    """
    known = options_of(kind)
    values: dict[str, str] = {}
    for key, text in given:
        name = key.replace("-", "_")
        if name not in known:
            raise unknown_option(key, known, game)
        if name in values:
            raise Refusal(Code.OPTIONS, f"the option {key} is said twice")
        values[name] = text
    so_far = _SoFar(players, values)
    for name, spec in known.items():
        setattr(so_far, name, _value(name, spec, values.get(name), money, so_far))
    options = kind(**{name: getattr(so_far, name) for name in known})
    if problem := options.out_of_place(values) or options.conflict(players):
        raise Refusal(Code.OPTIONS, problem)
    return options


def _value(name: str, spec: OptionSpec, text: str | None, money: Money, so_far: _SoFar) -> Any:
    if text is None:
        default = spec.default.find(so_far) if isinstance(spec.default, DerivedDefault) else spec.default
        if spec.counters:
            default = Counters(default)
        if not isinstance(default, Counters):
            return default
        try:
            return money.counters(default.number)
        except MoneyError as error:
            counters = "1 counter" if default.number == 1 else f"{default.number} counters"
            sentence = f"the default of {name} is {counters}, and a counter has no value here"
            raise Refusal(Code.OPTIONS, sentence, f"Say {name}=AMOUNT, or counter= at evening") from error
    try:
        value = spec.read(text, money)
        return value.find(so_far) if isinstance(value, DerivedDefault) else value
    except (MoneyError, ValueError) as error:
        near = did_you_mean(text, (word for word in spec.words if not word.isdigit()))
        value = printable(text, 40)
        sentence = f"{name}={value}: {error}" if isinstance(error, MoneyError) else f"{name} cannot be {value}"
        raise Refusal(Code.OPTIONS, sentence, f"{near} {name} is {spec.expects}".strip()) from error


def unknown_option(key: str, known: Iterable[str], game: str) -> Refusal:
    """Return the refusal of an unknown option; the remedy lists the options of the game."""
    options = list(known)
    remedy = f"{did_you_mean(key, options)} Its options are {listed(options)}" if options else f"{game} has no options"
    return Refusal(Code.OPTIONS, f"{game} has no option {printable(key, 40)}", remedy.strip())
