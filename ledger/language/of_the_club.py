"""Arguments of sayings that only the club's log has."""

from operator import methodcaller
from typing import TYPE_CHECKING, Any

from ledger.core.events import Shares
from ledger.core.money import Money, MoneyError, money_of
from ledger.core.names import is_bare_name, name, quoted
from ledger.core.refusals import Code
from ledger.language.irregular import Special
from ledger.language.lexer import clipped
from ledger.language.slots import Fields, Word

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


def person(field: str, form: str) -> Special:
    """Return any name."""
    return Special(any_name, person_name, field=field, form=form)


KNOWN_AS = Special(lambda phrase: phrase.several(lambda: any_name(phrase)), _names, field="names", form="NAME …")
"""The other names of a person."""


def evenings(until: tuple[str, ...] = ()) -> Special:
    """Return the numbers of evenings, at least one, to the end or to one of these words."""
    return Special(
        lambda phrase: tuple(dict.fromkeys(phrase.several(lambda: phrase.number("the number of an evening"), until))),
        lambda numbers: " ".join(map(str, numbers)),
        field="evenings",
        form="EVENING …",
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


SUM = Special(
    _read_sum,
    lambda event, money: f"{money_of(event.money, None).write(event.amount)} money={event.money}",
    ("amount", "money"),
    form="AMOUNT money=CODE",
)
"""An amount with its money, because the club has no money of its own."""
DAY, FROM_DAY = (Special(methodcaller("date"), str, field=field, form="DATE") for field in ("on", "first"))


def _read_handicaps(phrase: "Phrase", until: str) -> Shares:
    """Read names, each once, and a whole number after each, to a word."""
    return phrase.pairs(
        lambda: any_name(phrase),
        lambda person: phrase.number(f"the handicap of {clipped(person)}"),
        until=(until,),
    )


def _write_handicaps(handicaps: Shares) -> str:
    return " ".join(f"{person_name(person)} {handicap}" for person, handicap in handicaps)


CHANGES = ("set", "changed", "forgotten")
CHANGED = Word(tuple(f"{change}:" for change in CHANGES), expected="what was done")


CHANGE = Special(
    lambda phrase: {
        "change": CHANGED.read(phrase).removesuffix(":"),
        "method": phrase.thing("a way to be paid"),
    },
    lambda event, money: f"{event.change}: {event.method}",
    ("change", "method"),
    form="changed: WAY",
)
"""What was done to how somebody is paid."""


def _read_log(phrase: "Phrase") -> int:
    """Read the evening whose log it is; 0 for the club's."""
    if phrase.next_is("club"):
        phrase.skip("club")
        return 0
    phrase.skip("evening")
    return phrase.number("the number of an evening")


LOG = Special(_read_log, lambda number: f"evening {number}" if number else "club", field="evening", form="evening N")


HANDICAP = Special(lambda phrase: _read_handicaps(phrase, "from"), _write_handicaps, field="handicap", form="A N B N …")
"""The handicaps that change, to the word `from`."""


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


def _write_rules(event: Any, money: Money) -> str:
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


RULES = Special(
    _read_rules,
    _write_rules,
    ("first", "last", "points", "best", "at_least", "game", "money", "handicap", "players"),
    form="from DATE to DATE [points=10,7,5] [best=N] [at-least=N] [game=NAME] [money=CODE] [handicap A N B N …] "
    "[with A B …]",
)
"""The rules of a season."""
