"""Arguments of sayings that only the club's log has."""

from typing import TYPE_CHECKING, Any

from ledger.core.events import Shares
from ledger.core.money import Money, MoneyError, money_of
from ledger.core.names import is_bare_name, key_of, name, quoted
from ledger.core.refusals import Code
from ledger.language.lexer import clipped
from ledger.language.parts import Argument, Combined, Fields
from ledger.language.slots import Text
from ledger.language.vocabulary import Collect

if TYPE_CHECKING:
    from ledger.language.phrase import Phrase

SMALL_WORDS = ("known", "as", "of", "at", "into", "for", "on", "pays", "ends", "from", "to", "with", "handicap")
"""Words between the arguments; a name that is one of them is written in quotes."""
BOUNDS = ("best", "at-least")
"""The rules of a season that are whole numbers."""


def person_name(text: str) -> str:
    """Write a name, in quotes also if it is one of the small words."""
    return quoted(text) if text.lower() in SMALL_WORDS else name(text)


def _names(names: tuple[str, ...]) -> str:
    return " ".join(map(person_name, names))


def any_name(phrase: "Phrase") -> str:
    """Take a name, whoever has it."""
    word = phrase.take("a name")
    if not word.text.strip() or not (word.quoted or is_bare_name(word.text)):
        raise phrase.refuse(Code.BAD_NAME, f"{word} is not a name", word, f"Say {word}" if word.text.strip() else "")
    return word.text


def person(field: str, capitals: str) -> Argument:
    """Return any name."""
    return Argument(field, any_name, person_name, Text(), capitals)


def _read_known(phrase: "Phrase") -> tuple[str, ...]:
    phrase.skip("as")
    return phrase.several(lambda: any_name(phrase))


KNOWN_AS = Argument("names", _read_known, lambda names: f"as {_names(names)}", Text(), "as NAME …", several=True)
"""The other names of a person."""


def evenings(until: str = "") -> Argument:
    """Return the numbers of evenings, at least one, to the end or to a word."""
    return Argument(
        "evenings",
        lambda phrase: tuple(dict.fromkeys(phrase.several(lambda: phrase.number("the number of an evening"), until))),
        lambda numbers: " ".join(map(str, numbers)),
        Text(),
        "EVENING …",
        several=True,
    )


def _read_sum(phrase: "Phrase") -> Fields:
    """Read an amount, and the money that it is in after it."""
    word = phrase.take("an amount")
    key, code, option = phrase.option()
    try:
        if key != "money":
            raise phrase.refuse(Code.OPTIONS, f"money= is expected, not {option}", option)
        money = money_of(code, None)
        amount = money.read(word.text)
    except MoneyError as error:
        raise phrase.refuse(Code.BAD_AMOUNT, str(error), word) from error
    if not amount:
        raise phrase.refuse(Code.BAD_AMOUNT, "a payment of nothing is none", word)
    return {"amount": amount, "money": money.code}


def _write_sum(event: Any, money: Money, collect: Collect) -> str:
    return f"{money_of(event.money, None).write(event.amount)} money={event.money}"


SUM = Combined("", _read_sum, _write_sum, Text(), "AMOUNT money=CODE", fields=("amount", "money"))
"""An amount with its money, because the club has no money of its own."""
DAY = Argument("on", lambda phrase: phrase.date(), str, Text(), "DATE")


def _read_handicaps(phrase: "Phrase", until: str) -> Shares:
    """Read names, each once, and a whole number after each, to a word."""
    handicaps: dict[str, tuple[str, int]] = {}

    def read_one() -> None:
        word = phrase.peek()
        person = any_name(phrase)
        if word and key_of(person) in handicaps:
            raise phrase.refuse(Code.PLAYERS, f"{clipped(person)} is named twice", word)
        handicaps[key_of(person)] = person, phrase.number(f"the handicap of {clipped(person)}")

    phrase.several(read_one, until)
    return tuple(handicaps.values())


def _write_handicaps(handicaps: Shares) -> str:
    return " ".join(f"{person_name(person)} {handicap}" for person, handicap in handicaps)


def _read_change(phrase: "Phrase") -> Fields:
    """Read what was done, with a colon after it, and the way in which somebody is paid."""
    change = phrase.one_of(tuple(f"{change}:" for change in CHANGES), "what was done")
    return {"change": change.removesuffix(":"), "method": phrase.thing("a way to be paid")}


CHANGES = ("set", "changed", "forgotten")
CHANGE = Combined(
    "",
    _read_change,
    lambda event, money, collect: f"{event.change}: {event.method}",
    Text(),
    "changed: WAY",
    fields=("change", "method"),
)
"""What was done to how somebody is paid."""


def _read_log(phrase: "Phrase") -> int:
    """Read the evening whose log it is; 0 for the club's."""
    if phrase.next_is("club"):
        phrase.skip("club")
        return 0
    phrase.skip("evening")
    return phrase.number("the number of an evening")


LOG = Argument("evening", _read_log, lambda number: f"evening {number}" if number else "club", Text(), "evening N")


HANDICAP = Argument(
    "handicap", lambda phrase: _read_handicaps(phrase, "from"), _write_handicaps, Text(), "A N B N …", several=True
)
"""The handicaps that change, to the word `from`."""
FROM_DAY = Argument("first", lambda phrase: phrase.date(), str, Text(), "DATE")


def _read_rules(phrase: "Phrase") -> Fields:
    """Read the days of a season, rules as options, handicaps, and players after `with`."""
    fields: Fields = {}
    for word, field in (("from", "first"), ("to", "last")):
        phrase.skip(word)
        fields[field] = phrase.date()
    said: dict[str, str] = {}
    while phrase.next_is_option():
        key, value, word_said = phrase.option()
        said[phrase.new_key(key, word_said, said)] = value
        if key == "points":
            fields["points"] = tuple(phrase.number_of(point, word_said) for point in value.split(","))
        elif key in BOUNDS:
            fields[key.replace("-", "_")] = phrase.number_of(value, word_said)
        elif key in ("game", "money"):
            fields[key] = value
        else:
            raise phrase.refuse(Code.OPTIONS, f"a season has no option {clipped(key)}", word_said)
    if phrase.next_is("handicap"):
        phrase.skip("handicap")
        fields["handicap"] = _read_handicaps(phrase, "with")
    if phrase.has_next():
        phrase.skip("with")
        fields["players"] = phrase.several(lambda: any_name(phrase))
    return fields


def _write_rules(event: Any, money: Money, collect: Collect) -> str:
    options = {
        "points": ",".join(map(str, event.points)),
        "best": event.best,
        "at-least": event.at_least,
        "game": event.game,
        "money": event.money,
    }
    parts = [f"from {event.first} to {event.last}"]
    parts += [f"{key}={value}" for key, value in options.items() if value not in (None, "")]
    parts += [f"handicap {_write_handicaps(event.handicap)}"] if event.handicap else []
    parts += [f"with {_names(event.players)}"] if event.players else []
    return " ".join(parts)


RULES = Combined(
    "",
    _read_rules,
    _write_rules,
    Text(),
    "from DATE to DATE [points=10,7,5] [best=N] [at-least=N] [game=NAME] [money=CODE] [handicap A N B N …] "
    "[with A B …]",
    fields=("first", "last", "points", "best", "at_least", "game", "money", "handicap", "players"),
)
"""The rules of a season."""
