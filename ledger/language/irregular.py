"""Arguments that only a single saying has."""

from collections.abc import Iterable
from operator import methodcaller
from typing import TYPE_CHECKING, Any

from ledger.core.books import TERMS_OF_THE_BANK
from ledger.core.cards import Card
from ledger.core.events import Announces, Left, OpenEvening, Says
from ledger.core.money import Money, MoneyError, money_of
from ledger.core.names import key_of, name, quoted
from ledger.core.refusals import Code, Refusal, listed, nearest_words
from ledger.language.arguments import MANY
from ledger.language.lexer import Lexeme, clipped
from ledger.language.parts import Argument, Combined, Fields, Given, Read
from ledger.language.slots import Cards, Group, Literal, Number, Option, Player, Players, Slots, Text, Word
from ledger.language.vocabulary import Announcement, Arguments, Collect, Qualifier
from ledger.language.words import BOARDS, HALVES, WAYS_TO_BEAR

if TYPE_CHECKING:
    from ledger.language.phrase import Phrase

Marks = tuple[tuple[str, int | None], ...]


def _value(value: str) -> str:
    """Write the value of an option, in quotes only where it needs them."""
    bare = value != "" and not any(character.isspace() or character == '"' for character in value)
    return value if bare else quoted(value)


# amend N "WHY": SAYING


class ReasonFor(Argument, frozen=True):
    """A reason, and a colon before the saying that it explains."""

    def slots(self, given: Given) -> Slots:
        """Return the text and the colon."""
        return (*Argument.slots(self, given), Literal(":"))


REASON_FOR = ReasonFor(
    "why",
    methodcaller("reason_before_colon"),
    lambda why: f"{quoted(why)}:",
    Text(asks="why"),
    '"WHY":',
)


# A buys N cards


class NumberOfCards(Argument, frozen=True):
    """A number, and the word `cards` after it."""

    def slots(self, given: Given) -> Slots:
        """Return the number and the word."""
        return (*Argument.slots(self, given), Literal("cards"))


def _read_number_of_cards(phrase: "Phrase") -> tuple[int, ...]:
    word = phrase.take("an amount")
    number = phrase.number_of(word.plain, word)
    phrase.take("cards")
    return (number,)


def _cards_follow(phrase: "Phrase") -> bool:
    """Return whether the word after the next is `cards`."""
    if "card" not in phrase.line.lower() or not phrase.has_next():
        return False
    ahead = phrase.rest()
    ahead.take_glued("")
    return ahead.next_is("cards", "card")


NUMBER_OF_CARDS = NumberOfCards(
    "numbers",
    _read_number_of_cards,
    lambda numbers: f"{numbers[0]} {'card' if numbers[0] == 1 else 'cards'}",
    Number(1, MANY),
    "N cards",
    several=True,
    begins=_cards_follow,
)


# evening "TITLE" on DATE at "PLACE" money=… counter=AMOUNT bank=…


def _read_terms(phrase: "Phrase") -> Fields:
    """Read the day, the place and the money of an evening, in any order."""
    texts: dict[str, str] = {}
    options: dict[str, tuple[str, Lexeme]] = {}
    while word := phrase.peek():
        if phrase.next_is_option():
            key, value, word = phrase.option()
            options[phrase.new_key(key, word, options)] = (value, word)
        elif phrase.next_is("on", "at"):
            key = phrase.new_key(phrase.take("on or at").plain, word, texts)
            texts[key] = phrase.date() if key == "on" else phrase.text("the place")
        else:
            raise phrase.refuse(Code.UNREADABLE, f"{word} does not belong to the evening", word)
    money = _read_money(phrase, options)
    counter = money.counter if "counter" in options and money.code != "counters" else None
    return {**texts, "money": money.code, "counter": counter, "bank": _read_bank(phrase, options)}


def _read_money(phrase: "Phrase", options: dict[str, tuple[str, Lexeme]]) -> Money:
    """Read ``money=`` and ``counter=``. Raises Refusal that blames the one that is wrong."""
    for key, (_, word) in options.items():
        if key not in ("money", "counter", "bank"):
            raise phrase.refuse(Code.OPTIONS, f"an evening has no option {clipped(key)}", word)
    code, counter = options.get("money"), options.get("counter")
    to_blame = code
    try:
        money = money_of(code[0] if code else "counters", None)
        if counter:
            to_blame = counter
            money = money_of(money.code, counter[0])
    except MoneyError as error:
        if to_blame is None:
            raise
        raise phrase.refuse(Code.BAD_AMOUNT, str(error), to_blame[1]) from error
    return money


def _read_bank(phrase: "Phrase", options: dict[str, tuple[str, Lexeme]]) -> str | None:
    """Read ``bank=``: how counters are bought. Raises Refusal for another word."""
    if "bank" not in options:
        return None
    value, word = options["bank"]
    if value.lower() not in TERMS_OF_THE_BANK:
        choices = listed([f"bank={term}" for term in TERMS_OF_THE_BANK], "or")
        raise phrase.refuse(Code.OPTIONS, f"counters are not bought for {clipped(value)}: say {choices}", word)
    return value.lower()


def _write_terms(event: OpenEvening, money: Money, collect: Collect) -> str:
    unit = money_of(event.money, None)
    parts = (
        f"on {event.on}" if event.on else "",
        "" if event.at is None else f"at {quoted(event.at)}",
        f"money={event.money}" if event.money != "counters" else "",
        "" if event.counter is None else f"counter={Money(unit.code, None).write(event.counter)}",
        "" if event.bank is None else f"bank={event.bank}",
    )
    return " ".join(filter(None, parts))


TERMS = Combined(
    "",
    _read_terms,
    _write_terms,
    Text(),
    '[on DATE] [at "PLACE"] [money=…] [counter=AMOUNT] [bank=cash|credit]',
    fields=("on", "at", "money", "counter", "bank"),
)
"""The place, day and money of an evening."""


# A buys AMOUNT paid


PAID = Argument(
    "paid",
    lambda phrase: phrase.one_of(("paid", "owing"), "paid or owing") == "paid",
    lambda paid: "paid" if paid else "owing",
    Word(("paid", "owing")),
    "paid|owing",
)
"""Whether counters are paid for when they are bought or cashed, if the evening's terms are not followed."""


# cost AMOUNT WHAT A paid for B C


NO_SITTER = "{} has not sat here"
"""The refusal of a name in a cost that nobody of the evening has."""
MOST_SHARES = 1000


class Payers(Argument, frozen=True):
    """The payers of a cost, each with the amount; a single payer paid all of it."""

    def reading(self) -> Read:
        """Return a function that reads them up to the word `paid`, after the amount of the cost."""

        def read(phrase: "Phrase", fields: Fields) -> None:
            paid: list[tuple[str, int]] = []
            while not paid or not phrase.next_is("paid"):
                name = _once(phrase, paid)
                alone = not paid and phrase.next_is("paid")
                paid.append((name, fields["amount"] if alone else phrase.amount()))
            phrase.skip("paid")
            fields["paid"] = tuple(paid)

        return read

    def slots(self, given: Given) -> Slots:
        """Return the given slot of one payer, and the word `paid`."""
        return (*Argument.slots(self, given), Literal("paid"))


def _once(phrase: "Phrase", named: Iterable[tuple[str, int]]) -> str:
    """Take the name of somebody who has sat here and is not among these."""
    word = phrase.peek()
    name = phrase.player(NO_SITTER)
    if word and name in dict(named):
        raise phrase.refuse(Code.PLAYERS, f"{clipped(name)} is named twice", word)
    return name


def _read_shares(phrase: "Phrase") -> tuple[tuple[str, int], ...]:
    """Read who shares a cost to the end, each with a number of shares or with one share."""
    shares: list[tuple[str, int]] = []
    while phrase.has_next() or not shares:
        name, number, word = _once(phrase, shares), 1, phrase.peek()
        if word is not None and word.plain[:1].isdigit():
            number = phrase.number("a number of shares")
            if not 1 <= number <= MOST_SHARES:
                raise phrase.refuse(Code.UNREADABLE, f"a number of shares is from 1 to {MOST_SHARES}", word)
        shares.append((name, number))
    return tuple(shares)


def _write_payers(money: Money, paid: tuple[tuple[str, int], ...]) -> str:
    payers = [_payer(who) if len(paid) == 1 else f"{_payer(who)} {money.write(amount)}" for who, amount in paid]
    return " ".join((*payers, "paid"))


def _payer(who: str) -> str:
    """Write who paid; a player whose name is the word that ends the list is written in quotes."""
    return quoted(who) if key_of(who) == "paid" else name(who)


WHAT = Argument(
    "what",
    lambda phrase: phrase.thing("what it was for, a word or a text in double quotes"),
    name,
    Text(asks="what for"),
    "WHAT",
)
PAYERS = Payers("paid", str, _write_payers, Player(()), "A paid", several=True, of_money=True)
SHARES = Argument(
    "shares",
    _read_shares,
    lambda shares: " ".join(name(who) if number == 1 else f"{name(who)} {number}" for who, number in shares),
    Players(1, MANY, ()),
    "B [N] C [N] …",
    several=True,
)


# close short=…


def _read_short(phrase: "Phrase") -> str:
    key, value, word = phrase.option()
    if key != "short" or value.lower() not in WAYS_TO_BEAR:
        sentence = (
            f"{word} does not belong to a close: say {listed([f'short={bearing}' for bearing in WAYS_TO_BEAR], 'or')}"
        )
        raise phrase.refuse(Code.OPTIONS, sentence, word)
    return value.lower()


SHORT = Argument(
    "short",
    _read_short,
    lambda short: f"short={short}",
    Option("short", tuple(WAYS_TO_BEAR)),
    "short=…",
)
"""Who bears what is short at a close."""


# game NAME option=value …


def _read_options(phrase: "Phrase") -> tuple[tuple[str, str], ...]:
    options: dict[str, str] = {}
    while phrase.next_is_option():
        key, value, word = phrase.option()
        options[phrase.new_key(key, word, options)] = value
    if (word_after := phrase.peek()) and not phrase.next_is("with"):
        sentence = f"{word_after} is neither an option, which is key=value, nor with and the names of players"
        raise phrase.refuse(Code.UNREADABLE, sentence, word_after)
    return tuple(options.items())


OPTIONS = Argument(
    "options",
    _read_options,
    lambda options: " ".join(f"{key}={_value(value)}" for key, value in options),
    Option(""),
    "[option=value …]",
    several=True,
)
"""The options of a game."""


# end draw A:CARD B:CARD …


def _read_drawn(phrase: "Phrase") -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """Read ``Ann:7D Bob:7C,9C``."""
    drawn: dict[str, tuple[Card, ...]] = {}
    while phrase.has_next() or not drawn:
        word = phrase.take_glued("a player and the card drawn, as A:7D")
        name, cards = (word.text, word.after[1:]) if word.quoted else word.text.rpartition(":")[::2]
        if word.before or not name or not cards:
            raise phrase.refuse(Code.UNREADABLE, f"{word} is not a player and the card drawn, as A:7D", word)
        player = phrase.player_of(name, word)
        if player in drawn:
            raise phrase.refuse(Code.PLAYERS, f"{player} is named twice", word)
        drawn[player] = tuple(phrase.card_of(card, word) for card in cards.split(","))
    return tuple(drawn.items())


DRAWN = Argument(
    "draws",
    _read_drawn,
    lambda draws: " ".join(f"{name(player)}:{','.join(map(str, cards))}" for player, cards in draws),
    Group((Player(()), Literal(":"), Cards(1, 1, ())), repeat=True),
    "A:CARD B:CARD …",
    several=True,
)
"""The card that each drew for the pool."""


# left A N+mark B N …


def _read_left(phrase: "Phrase") -> Fields:
    marks: list[tuple[str, ...]] = []

    def number() -> int:
        count, marks_of_player = phrase.marked_number("the number of cards left")
        marks.append(marks_of_player)
        return count

    counts = phrase.pairs(number)
    held = [(player, mark) for (player, _), several in zip(counts, marks, strict=True) for mark in several]
    return {"counts": counts, "marks": tuple(held)}


def _write_left(event: Left, money: Money, collect: Collect) -> str:
    parts = []
    for player, count in event.counts:
        marks = "".join(f"+{mark}" for holder, mark in event.marks if holder == player)
        parts.append(f"{name(player)} {count}{marks}")
    return " ".join(parts)


CARDS_LEFT = Combined("", _read_left, _write_left, Number(0, 52), "A N B N …", fields=("counts", "marks"))
"""The number of cards that each has left, and the mark of a card that is still held."""


# A wins ambo=2, A scores aces=1 great


def _write_marks(marks: Marks) -> str:
    return " ".join(mark if number is None else f"{mark}={number}" for mark, number in marks)


def _next_is_option(phrase: "Phrase") -> bool:
    return phrase.next_is_option()


LINES = Argument(
    "marks",
    lambda phrase: phrase.several(phrase.numbered),
    _write_marks,
    Group((Word(()), Literal("="), Number(0, 52)), repeat=True),
    "NAME=N …",
    several=True,
    begins=_next_is_option,
)
"""Lines won, each with its number."""


def _read_point(phrase: "Phrase") -> tuple[str, int | None]:
    return phrase.numbered() if phrase.next_is_option() else (phrase.word("points, or their name"), None)


POINTS = Argument(
    "marks",
    lambda phrase: phrase.several(lambda: _read_point(phrase)),
    _write_marks,
    Group((Word(()), Literal("="), Number(0, 52)), repeat=True),
    "NAME[=N] …",
    several=True,
)
"""Points by their names, each with its number or without."""


# Declarations


def _write_declared(event: Says, money: Money, collect: Collect) -> str:
    """Write a whole declaration; the words of the games are looked up only for players."""
    words = [*map(name, event.players)]
    if words and collect().words.get(event.word) is Arguments.WITH_PLAYERS:
        words.insert(0, "with")
    words += map(str, event.numbers)
    if event.amount is not None:
        words.append(money.write(event.amount))
    words += map(str, event.cards)
    words += (word if number is None else f"{word} {number}" for word, number in event.qualifiers)
    return " ".join(words)


def _read_amount_and_cards(phrase: "Phrase") -> Fields:
    """Read an amount, two cards, or both.

    Two words are cards; of one or three words the first is an amount.
    """
    count = phrase.words_left()
    fields: Fields = {}
    if count % 2:
        fields["amount"] = phrase.amount()
    if count > 1:
        fields["cards"] = (phrase.card(), phrase.card())
    return fields


AMOUNT_AND_CARDS = Combined(
    "",
    _read_amount_and_cards,
    _write_declared,
    Text(),
    "[AMOUNT] [CARD CARD]",
    fields=("amount", "cards"),
)


def _nothing(phrase: "Phrase") -> dict[str, Any]:
    return {}


DECLARED = Combined(
    "", _nothing, _write_declared, Text(), "", fields=("players", "numbers", "amount", "cards", "qualifiers")
)
"""The parts of any declaration."""


# A made with 2 schneider


def qualified(qualifiers: tuple[Qualifier, ...]) -> Argument:
    """Return a part for these words after a word of a game: each at most once, in any order."""
    known = {qualifier.word: qualifier for qualifier in qualifiers}
    forms = [f"[{_form_of(qualifier)}]" for qualifier in qualifiers]

    def read(phrase: "Phrase") -> tuple[tuple[str, int | None], ...]:
        read_so_far: dict[str, int | None] = {}
        while phrase.has_next():
            word = phrase.take("a word that qualifies it")
            text = phrase.vocabulary.canonical(word.plain)
            if text not in known:
                listing = listed([_form_of(qualifier) for qualifier in qualifiers], "or")
                near = nearest_words(word.text, known)
                raise phrase.refuse(Code.UNKNOWN_WORD, f"{word} does not belong here: it may be {listing}", word, near)
            phrase.new_key(text, word, read_so_far)
            read_so_far[text] = None if known[text].low is None else phrase.number(f"the number of {text}")
        return tuple((word, read_so_far[word]) for word in known if word in read_so_far)

    return Argument("qualifiers", read, str, Text(), " ".join(forms), several=True)


def _form_of(qualifier: Qualifier) -> str:
    return qualifier.word if qualifier.low is None else f"{qualifier.word} N"


# ramsch Ann 70 Bob virgin, in Ann 34 Bob 34, flop 2C 7D 9H, bomb 5 2


def _write_announced(event: Announces, money: Money, collect: Collect) -> str:
    """Write a whole announcement after its word."""
    words = [f"{name(player)} {entry}" for player, entry in event.entries]
    words += [f"{name(player)} {money.write(amount)}" for player, amount in event.amounts]
    if event.amount is not None:
        words.append(money.write(event.amount))
    words += map(str, event.numbers)
    words += map(str, event.cards)
    return " ".join(words)


def announced(spec: Announcement) -> Combined:
    """Return the parts after the word of an announcement."""

    def read(phrase: "Phrase") -> Fields:
        fields = _read_each(phrase, spec)
        if spec.amount:
            fields["amount"] = phrase.amount()
        if spec.numbers[1] and (spec.numbers[0] or phrase.next_is_number()):
            fields["numbers"] = phrase.numbers() if not spec.cards[1] else (phrase.number(),)
        if spec.cards[1] and (spec.cards[0] or phrase.has_next()):
            fields["cards"] = phrase.cards()
        for field, (low, high), thing in (("numbers", spec.numbers, "number"), ("cards", spec.cards, "card")):
            count = len(fields.get(field, ()))
            if not low <= count <= high:
                number = str(high) if low in (0, high) else f"{low} to {high}"
                raise Refusal(Code.UNREADABLE, f"{number} {thing}{'' if high == 1 else 's'} follow here, not {count}")
        return fields

    capitals = (_each(spec), "AMOUNT" * spec.amount, _times("N", *spec.numbers), _times("CARD", *spec.cards))
    return Combined("", read, _write_announced, Text(), " ".join(filter(None, capitals)), fields=ANNOUNCED.fields)


def _read_each(phrase: "Phrase", spec: Announcement) -> Fields:
    """Read a number, a word or an amount for each of several players."""

    def entry() -> int | str:
        word = phrase.peek()
        text = phrase.vocabulary.canonical(word.plain) if word else ""
        if text not in spec.or_words:
            return phrase.number()
        phrase.take(text)
        return text

    if not spec.each or (spec.each.startswith("[") and not phrase.has_next()):
        return {}
    if spec.each.strip("[]") == "N":
        return {"entries": phrase.pairs(entry)}
    return {"amounts": phrase.pairs(phrase.amount)}


def _each(spec: Announcement) -> str:
    """Return the capitals for what is said of each player."""
    forms = {"N": "A N B N …", "AMOUNT": "A AMOUNT B AMOUNT …", "": ""}
    each = f"A N|{'|'.join(spec.or_words)} B N …" if spec.or_words else forms[spec.each.strip("[]")]
    return f"[{each}]" if spec.each.startswith("[") else each


def _times(capitals: str, low: int, high: int) -> str:
    """Return the capitals for a number of values, in brackets if they are optional."""
    text = " ".join([capitals] * high) if high < MOST_SPELLED else f"{capitals} …"
    return text if low or not high else f"[{text}]"


MOST_SPELLED = 6
"""The number of cards of a form up to which they are written one by one."""
ANNOUNCED = Combined(
    "", _nothing, _write_announced, Text(), "", fields=("entries", "amounts", "amount", "numbers", "cards")
)
"""The parts of any announcement."""


# A raises to AMOUNT, A wins high second, split A B low third


def _reads_to(phrase: "Phrase") -> bool:
    phrase.skip("to")
    return True


TO = Argument("to", _reads_to, lambda to: "to" if to else "", Literal("to"), "to", begins=methodcaller("next_is", "to"))
"""The word before the total of a bet."""


def _one_of_these(field: str, words: tuple[str, ...]) -> Argument:
    reads, begins = methodcaller("one_of", words, listed(words, "or")), methodcaller("next_is", *words)
    return Argument(field, reads, str, Word(words), "|".join(words), begins=begins)


HALF, BOARD = _one_of_these("what", HALVES), _one_of_these("board", BOARDS)
"""The words for a half of a pot, and for a board."""


def _write_sharers(players: tuple[str, ...]) -> str:
    """Write names; a name that is also the word of a half or a board is written in quotes."""
    return " ".join(quoted(player) if key_of(player) in (*HALVES, *BOARDS) else name(player) for player in players)


SHARERS = Argument(
    "players",
    methodcaller("players", "what is at stake is split between two or more", (*HALVES, *BOARDS)),
    _write_sharers,
    Players(2, MANY, ()),
    "A B …",
    several=True,
)
"""Players who share, before the word of a half or of a board."""
