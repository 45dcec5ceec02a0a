"""Slots that only a single saying has, or that are read and written in a way of their own."""

from collections.abc import Callable, Iterable
from operator import methodcaller
from typing import Any

from msgspec.structs import replace

from ledger.core.books import BANK, TERMS_OF_THE_BANK
from ledger.core.cards import Card
from ledger.core.events import Cost, Left, OpenEvening
from ledger.core.money import Money, MoneyError, money_of
from ledger.core.names import key_of, name, quoted
from ledger.core.refusals import Code, listed, nearest_words
from ledger.language.lexer import Lexeme, clipped
from ledger.language.phrase import OPTION, REASON, Phrase
from ledger.language.slots import Amount, Cards, Fields, Group, Number, Player, Players, Slot, Word
from ledger.language.vocabulary import Announcement, Arguments, Collect, Qualifier
from ledger.language.words import BOARDS, HALVES, MANY, WAYS_TO_BEAR


class Special(Slot, frozen=True):
    """A slot that functions read and write.

    It may fill several fields: then it reads a dictionary of them, and is written from the event.
    """

    reads: Callable[[Phrase], Any]
    writes: Callable[..., str]
    several: tuple[str, ...] = ()
    """Its fields, if they are several."""
    starts: Callable[[Phrase], bool] | None = None
    """Returns whether the next word begins it; None if any word may."""

    def begins(self, phrase: Phrase) -> bool:
        """Return whether the next word may begin it."""
        return phrase.has_next() if self.starts is None else self.starts(phrase)

    def take(self, phrase: Phrase, fields: Fields) -> None:
        """Read its field, or all of its fields."""
        fields.update(self.reads(phrase) if self.several else {self.field: self.reads(phrase)})

    def text_of(self, value: Any, money: Money) -> str:
        """Return the value of its field as text."""
        return self.writes(value)

    def write(self, event: Any, money: Money, collect: Collect) -> str:
        """Write its field, or all of its fields."""
        return self.writes(event, money) if self.several else Slot.write(self, event, money, collect)

    def fields(self) -> tuple[str, ...]:
        """Return the fields that it fills."""
        return self.several or (self.field,)


AMOUNT = Amount(0, None)
TITLE = Special(lambda phrase: phrase.text("the title", "…"), quoted, field="title", form='"TITLE"')


def numbers() -> Group:
    """Return whole numbers to the end, at least one."""
    return Group((Number(0, MANY),), field="numbers", form="N N …")


def pairs(field: str, slot: Number | Amount, form: str = "") -> Group:
    """Return something of each of several players."""
    capitals = slot.form_texts()[0]
    return Group((Player(()), slot), field=field, form=form or f"A {capitals} B {capitals} …")


def exactly(field: str, text: str, value: Any) -> Special:
    """Return a fixed word, which stands for a value of the field."""

    def read(phrase: Phrase) -> Any:
        phrase.skip(text)
        return value

    starts = methodcaller("next_is", text)
    return Special(read, lambda meant: text if meant == value else "", starts=starts, field=field, form=text)


def _names(players: Iterable[str]) -> str:
    return " ".join(map(name, players))


def _value(value: str) -> str:
    """Write the value of an option, in quotes only where it needs them."""
    bare = value != "" and not any(character.isspace() or character == '"' for character in value)
    return value if bare else quoted(value)


# Names


class Payee(Player, frozen=True):
    """A player, or the bank of the evening."""

    def read(self, phrase: Phrase) -> str:
        """Read the name of a declared player, or of the bank."""
        word = phrase.take("the name of a player")
        return BANK if key_of(word.text) == BANK else phrase.named(word) or phrase.player_of(word.text, word)


NEW_NAMES = Special(
    lambda phrase: phrase.once_each(lambda: phrase.new_name(phrase.take("a name")), Code.BAD_NAME),
    _names,
    field="players",
    form="A B C …",
)
"""Names that the saying declares."""
SHORT_NAME = Special(lambda phrase: phrase.new_name(phrase.take("a shorter name")), name, field="short", form="NAME")


# amend N "WHY": SAYING


def _read_event_number(phrase: Phrase) -> int:
    """Read a number from 1; a saying after it is in the words of the game in hand then."""
    word, number = phrase.peek(), phrase.number("the number of an event")
    if number == 0 and word:
        raise phrase.refuse(Code.CORRECTION, "events are numbered from 1", word)
    phrase.words = phrase.words._replace(in_hand=phrase.words.at(number))
    return number


EVENT_NUMBER = Special(_read_event_number, str, field="number", form="N")
REASON_FOR = Special(lambda phrase: phrase.text(REASON, ":"), lambda why: f"{quoted(why)}:", field="why", form='"WHY":')


# A buys N cards


def _read_number_of_cards(phrase: Phrase) -> tuple[int, ...]:
    word = phrase.take("an amount")
    number = phrase.number_of(word.plain, word)
    phrase.take("cards")
    return (number,)


def _cards_follow(phrase: Phrase) -> bool:
    """Return whether the word after the next is `cards`."""
    if "card" not in phrase.line.lower() or not phrase.has_next():
        return False
    ahead = phrase.rest()
    ahead.take_glued("")
    return ahead.next_is("cards", "card")


NUMBER_OF_CARDS = Special(
    _read_number_of_cards,
    lambda numbers: f"{numbers[0]} {'card' if numbers[0] == 1 else 'cards'}",
    starts=_cards_follow,
    field="numbers",
    form="N cards",
)


# evening "TITLE" on DATE at "PLACE" money=… counter=AMOUNT bank=…


def _read_terms(phrase: Phrase) -> Fields:
    """Read the day, the place and the money of an evening, in any order."""
    texts: dict[str, str] = {}
    options: dict[str, tuple[str, Lexeme]] = {}
    while word := phrase.peek():
        if phrase.next_is_option():
            key, value, word = phrase.option()
            options[phrase.new_key(key, word, options)] = (value, word)
        elif phrase.next_is("on", "at"):
            key = phrase.new_key(phrase.take("on or at").plain, word, texts)
            texts[key] = phrase.date() if key == "on" else phrase.text("the place", "…")
        else:
            raise phrase.refuse(Code.UNREADABLE, f"{word} does not belong to the evening", word)
    money = _read_money(phrase, options)
    counter = money.counter if "counter" in options and money.code != "counters" else None
    return {**texts, "money": money.code, "counter": counter, "bank": _read_bank(phrase, options)}


def _read_money(phrase: Phrase, options: dict[str, tuple[str, Lexeme]]) -> Money:
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


def _read_bank(phrase: Phrase, options: dict[str, tuple[str, Lexeme]]) -> str | None:
    """Read ``bank=``: how counters are bought. Raises Refusal for another word."""
    if "bank" not in options:
        return None
    value, word = options["bank"]
    if value.lower() not in TERMS_OF_THE_BANK:
        choices = listed([f"bank={term}" for term in TERMS_OF_THE_BANK], "or")
        raise phrase.refuse(Code.OPTIONS, f"counters are not bought for {clipped(value)}: say {choices}", word)
    return value.lower()


def _write_terms(event: OpenEvening, money: Money) -> str:
    unit = money_of(event.money, None)
    parts = (
        f"on {event.on}" if event.on else "",
        "" if event.at is None else f"at {quoted(event.at)}",
        f"money={event.money}" if event.money != "counters" else "",
        "" if event.counter is None else f"counter={type(money)(unit.code, None).write(event.counter)}",
        "" if event.bank is None else f"bank={event.bank}",
    )
    return " ".join(filter(None, parts))


TERMS = Special(
    _read_terms,
    _write_terms,
    ("on", "at", "money", "counter", "bank"),
    form='[on DATE] [at "PLACE"] [money=…] [counter=AMOUNT] [bank=cash|credit]',
)
"""The place, day and money of an evening."""


# A buys AMOUNT paid


TERMS_SAID = Word(("paid", "owing"), expected="paid or owing")
PAID = Special(
    lambda phrase: TERMS_SAID.read(phrase) == "paid",
    lambda paid: "paid" if paid else "owing",
    field="paid",
    form="paid|owing",
)
"""Whether counters are paid for when they are bought or cashed, if the evening's terms are not followed."""


# cost AMOUNT WHAT A paid for B C


NO_SITTER = "{} has not sat here"
"""The refusal of a name in a cost that nobody of the evening has."""
MOST_SHARES = 1000


def _read_cost(phrase: Phrase) -> Fields:
    """Read the amount, what it was for, and who paid; a single payer paid all of it."""
    amount, thing = AMOUNT.read(phrase), phrase.thing("what it was for, a word or a text in double quotes")
    payers = phrase.pairs(
        lambda: phrase.player(NO_SITTER),
        lambda name: None if phrase.next_is("paid") else AMOUNT.read(phrase),
        until=("paid",),
    )
    paid = [(who, AMOUNT.read(phrase) if part is None and len(payers) > 1 else part) for who, part in payers]
    phrase.skip("paid")
    return {
        "amount": amount,
        "what": thing,
        "paid": tuple((who, amount if part is None else part) for who, part in paid),
    }


def _read_shares(phrase: Phrase) -> tuple[tuple[str, int], ...]:
    """Read who shares a cost to the end, each with a number of shares or with one share."""

    def shares_of(name: str) -> int:
        word = phrase.peek()
        if word is None or not word.plain[:1].isdigit():
            return 1
        number = phrase.number("a number of shares")
        if not 1 <= number <= MOST_SHARES:
            raise phrase.refuse(Code.UNREADABLE, f"a number of shares is from 1 to {MOST_SHARES}", word)
        return number

    return phrase.pairs(lambda: phrase.player(NO_SITTER), shares_of)


def _write_cost(event: Cost, money: Money) -> str:
    """Write it; a player whose name is the word that ends the payers stands in quotes."""
    names = [(quoted(who) if key_of(who) == "paid" else name(who), amount) for who, amount in event.paid]
    payers = [who if len(names) == 1 else f"{who} {money.write(amount)}" for who, amount in names]
    return " ".join((money.write(event.amount), name(event.what), *payers, "paid"))


COST = Special(_read_cost, _write_cost, ("amount", "what", "paid"))
"""What a common cost was, and who paid it."""
SHARES = Special(
    _read_shares,
    lambda shares: " ".join(name(who) if number == 1 else f"{name(who)} {number}" for who, number in shares),
    field="shares",
)


# close short=…


def _read_short(phrase: Phrase) -> str:
    key, value, word = phrase.option()
    if key != "short" or value.lower() not in WAYS_TO_BEAR:
        sentence = (
            f"{word} does not belong to a close: say {listed([f'short={bearing}' for bearing in WAYS_TO_BEAR], 'or')}"
        )
        raise phrase.refuse(Code.OPTIONS, sentence, word)
    return value.lower()


SHORT = Special(_read_short, lambda short: f"short={short}", field="short")
"""Who bears what is short at a close."""


# game NAME option=value …


def _read_options(phrase: Phrase) -> tuple[tuple[str, str], ...]:
    options: dict[str, str] = {}
    while phrase.next_is_option():
        key, value, word = phrase.option()
        options[phrase.new_key(key, word, options)] = value
    if (word_after := phrase.peek()) and not phrase.next_is("with"):
        sentence = f"{word_after} is neither an option, which is key=value, nor with and the names of players"
        raise phrase.refuse(Code.UNREADABLE, sentence, word_after)
    return tuple(options.items())


OPTIONS = Special(
    _read_options,
    lambda options: " ".join(f"{key}={_value(value)}" for key, value in options),
    field="options",
    form="[option=value …]",
)
"""The options of a game."""


# end draw A:CARD B:CARD …


def _read_drawn(phrase: Phrase) -> tuple[tuple[str, tuple[Card, ...]], ...]:
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


DRAWN = Special(
    _read_drawn,
    lambda draws: " ".join(f"{name(player)}:{','.join(map(str, cards))}" for player, cards in draws),
    field="draws",
)
"""The card that each drew for the pool."""


# left A N+mark B N …


def _read_left(phrase: Phrase) -> Fields:
    def count_and_marks(name: str) -> tuple[int, list[str]]:
        word = phrase.take("the number of cards left")
        number, *marks = word.plain.split("+")
        if not all(map(OPTION.fullmatch, marks)):
            raise phrase.refuse(Code.UNREADABLE, f"{word} is not a number and a mark, as 2+pope", word)
        return phrase.number_of(number, word, "the number of cards left"), marks

    left = phrase.pairs(phrase.player, count_and_marks)
    held = tuple((player, mark) for player, (_, marks) in left for mark in marks)
    return {"counts": tuple((player, count) for player, (count, _) in left), "marks": held}


def _write_left(event: Left, money: Money) -> str:
    parts = []
    for player, count in event.counts:
        marks = "".join(f"+{mark}" for holder, mark in event.marks if holder == player)
        parts.append(f"{name(player)} {count}{marks}")
    return " ".join(parts)


CARDS_LEFT = Special(_read_left, _write_left, ("counts", "marks"))
"""The number of cards that each has left, and the mark of a card that is still held."""


# A wins ambo=2, A scores aces=1 great, A made with 2 schneider


def _write_marks(marks: Iterable[tuple[str, int | None]], sign: str = "=") -> str:
    return " ".join(mark if number is None else f"{mark}{sign}{number}" for mark, number in marks)


LINES = Special(
    lambda phrase: phrase.several(phrase.numbered),
    _write_marks,
    starts=methodcaller("next_is_option"),
    field="marks",
)
"""Lines won, each with its number."""
POINTS = Special(
    lambda phrase: phrase.several(
        lambda: phrase.numbered() if phrase.next_is_option() else (phrase.word("points, or their name"), None)
    ),
    _write_marks,
    field="marks",
)
"""Points by their names, each with its number or without."""


def qualified(qualifiers: tuple[Qualifier, ...]) -> Slot:
    """Return the slot of these words after a word of a game: each at most once, in any order."""
    known = {qualifier.word: qualifier for qualifier in qualifiers}
    texts = [qualifier.word if qualifier.low is None else f"{qualifier.word} N" for qualifier in qualifiers]

    def read(phrase: Phrase) -> tuple[tuple[str, int | None], ...]:
        read_so_far: dict[str, int | None] = {}
        while phrase.has_next():
            word = phrase.take("a word that qualifies it")
            text = phrase.vocabulary.canonical(word.plain)
            if text not in known:
                sentence = f"{word} does not belong here: it may be {listed(texts, 'or')}"
                raise phrase.refuse(Code.UNKNOWN_WORD, sentence, word, nearest_words(word.text, known))
            phrase.new_key(text, word, read_so_far)
            read_so_far[text] = None if known[text].low is None else phrase.number(f"the number of {text}")
        return tuple((word, read_so_far[word]) for word in known if word in read_so_far)

    form = " ".join(f"[{text}]" for text in texts)
    return Special(read, lambda marks: _write_marks(marks, " "), field="qualifiers", form=form)


# Any declaration


class PlayersDeclared(Players, frozen=True):
    """The players of any declaration; the words of the games are looked up only for them."""

    def write(self, event: Any, money: Money, collect: Collect) -> str:
        """Write the names, after `with` where the word has it."""
        text = Players.write(self, event, money, collect)
        return f"with {text}" if text and collect().words.get(event.word) is Arguments.WITH_PLAYERS else text


def _read_amount_and_cards(phrase: Phrase) -> Fields:
    """Read an amount, two cards, or both.

    Two words are cards; of one or three words the first is an amount.
    """
    count = phrase.words_left()
    fields: Fields = {}
    if count % 2:
        fields["amount"] = AMOUNT.read(phrase)
    if count > 1:
        fields["cards"] = (phrase.card(), phrase.card())
    return fields


AMOUNT_AND_CARDS = Special(_read_amount_and_cards, str, ("amount", "cards"), form="[AMOUNT] [CARD CARD]")
DECLARED = (
    PlayersDeclared(0, MANY, (), field="players"),
    numbers(),
    Amount(0, None, field="amount"),
    Cards(0, MANY, (), field="cards"),
    qualified(()),
)
"""The slots of any declaration."""


# ramsch Ann 70 Bob virgin, in Ann 34 Bob 34, flop 2C 7D 9H, bomb 5 2


ANNOUNCED = (
    pairs("entries", Number(0, MANY)),
    pairs("amounts", Amount(0, None)),
    Amount(0, None, field="amount"),
    numbers(),
    Cards(0, MANY, (), field="cards"),
)
"""The slots of any announcement."""


def announced(spec: Announcement) -> tuple[Slot, ...]:
    """Return the slots after the word of an announcement."""
    optional = spec.each.startswith("[")
    slots: list[Slot] = []
    if spec.each.strip("[]") == "N":
        form = f"A N|{'|'.join(spec.or_words)} B N …" if spec.or_words else ""
        slots.append(replace(pairs("entries", Number(0, MANY, or_words=spec.or_words), form), optional=optional))
    elif spec.each:
        slots.append(replace(pairs("amounts", Amount(0, None)), optional=optional))
    slots += [Amount(0, None, field="amount")] * spec.amount
    for (low, high), slot in ((spec.numbers, numbers()), (spec.cards, Cards(0, 0, (), field="cards"))):
        capital = "N" if slot.field == "numbers" else "CARD"
        form = " ".join([capital] * high) if high < MOST_SPELLED else f"{capital} …"
        slots += [replace(slot, low=max(low, 1), high=high, optional=not low, form=form)] if high else []
    return tuple(slots)


MOST_SPELLED = 6
"""The number of cards of a form up to which they are written one by one."""


# split A B low third


def _read_sharers(phrase: Phrase) -> tuple[str, ...]:
    """Read names, before the word of a half or of a board; one alone is refused."""
    word = phrase.peek()
    players = phrase.once_each(phrase.player, until=(*HALVES, *BOARDS), low=2)
    if len(players) == 1 and word:
        sentence = "what is at stake is split between two or more"
        raise phrase.refuse(Code.PLAYERS, sentence, word, "Say A wins, where it is one alone")
    return players


def _write_sharers(players: Iterable[str]) -> str:
    """Write names; a name that is also the word of a half or a board is written in quotes."""
    return " ".join(quoted(player) if key_of(player) in (*HALVES, *BOARDS) else name(player) for player in players)


HALF, BOARD = (
    Word(words, field=field, expected=listed(words, "or")) for field, words in (("what", HALVES), ("board", BOARDS))
)
"""The words for a half of a pot, and for a board."""
SHARERS = Special(_read_sharers, _write_sharers, field="players")
"""Players who share, before the word of a half or of a board."""
