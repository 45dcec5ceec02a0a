"""Arguments: what follows the word of a saying, one function for each kind."""

from collections.abc import Iterable
from operator import methodcaller
from typing import TYPE_CHECKING, Any

from ledger.core.money import Money
from ledger.core.names import name, quoted
from ledger.language.parts import Argument
from ledger.language.slots import Amount, Cards, Group, Literal, Number, Player, Players, Text, Word

if TYPE_CHECKING:
    from ledger.language.phrase import Phrase

MANY = 10**9 - 1
"""A number greater than any whole number that is read, and than the words of any line."""

# Words and names


def _joined(values: Iterable[Any]) -> str:
    return " ".join(map(str, values))


def _names(players: Iterable[str]) -> str:
    return " ".join(map(name, players))


def word(field: str, expected: str, capitals: str) -> Argument:
    """Return a word of a game."""
    return Argument(field, methodcaller("word", expected), str, Word(()), capitals)


def words(field: str, expected: str, capitals: str) -> Argument:
    """Return words of a game, at least one."""
    return Argument(
        field,
        lambda phrase: phrase.several(lambda: phrase.word(expected)),
        _joined,
        Word((), repeat=True),
        capitals,
        several=True,
    )


def one_of(field: str, known: tuple[str, ...], expected: str) -> Argument:
    """Return one of some known words."""
    return Argument(field, methodcaller("one_of", known, expected), str, Word(known), "|".join(known))


def exactly(field: str, text: str, several: bool = False) -> Argument:
    """Return a fixed word that fills a field."""
    value = (text,) if several else text

    def reads(phrase: "Phrase") -> Any:
        phrase.take(text)
        return value

    def starts(phrase: "Phrase") -> bool:
        following = phrase.peek()
        return following is not None and following.plain == text

    return Argument(field, reads, _joined if several else str, Literal(text), text, several, starts)


def player(field: str = "player", capitals: str = "A", asks: str = "") -> Argument:
    """Return the name of a player."""
    return Argument(field, methodcaller("player"), name, Player((), asks=asks), capitals)


def payee(field: str) -> Argument:
    """Return the name of a player, or the bank of the evening."""
    return Argument(field, methodcaller("payee"), name, Player(()), "B")


def players(field: str = "players", capitals: str = "A B …", fewest: str = "") -> Argument:
    """Return names of players to the end; the sentence `fewest`, if given, refuses one alone."""
    slot = Players(2 if fewest else 1, MANY, ())
    return Argument(field, methodcaller("players", fewest), _names, slot, capitals, several=True)


def one_player(field: str = "players") -> Argument:
    """Return the name of one player, in a field of several."""
    return Argument(field, lambda phrase: (phrase.player(),), _names, Player(()), "B", several=True)


def new_names(field: str, asks: str) -> Argument:
    """Return names that the saying declares."""
    slot = Text(repeat=True, asks=asks)
    return Argument(field, methodcaller("declared"), _names, slot, "A B C …", several=True)


def new_name(field: str, expected: str, asks: str) -> Argument:
    """Return a name that the saying declares."""
    return Argument(field, lambda phrase: phrase.new_name(phrase.take(expected)), name, Text(asks=asks), "NAME")


# Amounts, numbers and cards


def signed(amount: int, money: Money) -> str:
    """Write what was won or lost, with its sign."""
    return f"{'-' if amount < 0 else '+'}{money.write(abs(amount))}"


def written_in(money: Money, amount: int) -> str:
    """Return an amount as this money writes it."""
    return money.write(amount)


def amount(field: str = "amount", usual: tuple[int, ...] = ()) -> Argument:
    """Return an amount of money; `usual` are the amounts commonly said, in counters."""
    slot = Amount(0, None, usual)
    return Argument(
        field, methodcaller("amount"), written_in, slot, "AMOUNT", begins=methodcaller("next_is_amount"), of_money=True
    )


def number(field: str, expected: str = "a whole number") -> Argument:
    """Return a whole number."""
    return Argument(
        field, methodcaller("number", expected), str, Number(0, MANY), "N", begins=methodcaller("next_is_number")
    )


def event_number(field: str = "number") -> Argument:
    """Return the number of an event."""
    return Argument(field, methodcaller("event_number"), str, Number(1, MANY), "N")


def numbers(field: str = "numbers", capitals: str = "N N …") -> Argument:
    """Return whole numbers to the end, at least one."""
    slot = Number(0, MANY, repeat=True)
    return Argument(field, methodcaller("numbers"), _joined, slot, capitals, True, methodcaller("next_is_number"))


def one_number(field: str = "numbers") -> Argument:
    """Return one whole number, in a field of several."""
    return Argument(field, lambda phrase: (phrase.number(),), _joined, Number(0, MANY), "N", several=True)


def cards(field: str = "cards", until: str = "", number: int = 0, capitals: str = "CARD …") -> Argument:
    """Return cards to the end or to a word, at least one; or so many."""
    if number:
        return Argument(
            field,
            lambda phrase: tuple(phrase.card() for _ in range(number)),
            _joined,
            Cards(number, number, ()),
            " ".join(["CARD"] * number),
            several=True,
        )
    return Argument(
        field,
        methodcaller("cards", until),
        _joined,
        Cards(1, MANY, ()),
        capitals,
        several=True,
        begins=methodcaller("next_is_meant_for_a_card"),
    )


# Texts


def text(field: str, expected: str, asks: str, capitals: str = '"TEXT"', last: bool = True) -> Argument:
    """Return a text in double quotes; nothing follows one that is the `last`."""
    return Argument(field, methodcaller("text", expected, last), quoted, Text(asks=asks), capitals)


def reason(field: str = "why") -> Argument:
    """Return a reason in double quotes, which may not be empty and which nothing follows."""
    return Argument(field, methodcaller("reason"), quoted, Text(asks="why"), '"WHY"')


# Something of each of several players


def counts(field: str = "counts", capitals: str = "A N B N …") -> Argument:
    """Return a number for each of several players."""
    slot = Group((Player(()), Number(0, MANY)), repeat=True)
    return Argument(field, lambda phrase: phrase.pairs(phrase.number), _counts, slot, capitals, several=True)


def amounts(field: str) -> Argument:
    """Return an amount for each of several players."""
    slot = Group((Player(()), Amount(0, None)), repeat=True)
    return Argument(
        field,
        lambda phrase: phrase.pairs(phrase.amount),
        _amounts,
        slot,
        "A AMOUNT B AMOUNT …",
        several=True,
        of_money=True,
    )


def signed_amounts(field: str) -> Argument:
    """Return what each of several players has won or lost."""
    slot = Group((Player(()), Amount(-MANY, None)), repeat=True)
    return Argument(
        field,
        lambda phrase: phrase.pairs(phrase.signed_amount),
        _signed_amounts,
        slot,
        "A +AMOUNT B -AMOUNT …",
        several=True,
        of_money=True,
    )


def _counts(pairs: Iterable[tuple[str, int]]) -> str:
    return " ".join(f"{name(player)} {count}" for player, count in pairs)


def _amounts(money: Money, pairs: Iterable[tuple[str, int]]) -> str:
    return " ".join(f"{name(player)} {money.write(amount)}" for player, amount in pairs)


def _signed_amounts(money: Money, pairs: Iterable[tuple[str, int]]) -> str:
    return " ".join(f"{name(player)} {signed(amount, money)}" for player, amount in pairs)
