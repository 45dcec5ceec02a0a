"""Sayings of a player: his verb or declaration, and what belongs to it."""

import re
from collections.abc import Callable, Iterable
from typing import TypedDict

from ledger.core.cards import Card, read_card
from ledger.core.events import (
    AnyEvent,
    Bets,
    Buys,
    Cashes,
    Draws,
    Holds,
    Joins,
    Leaves,
    Out,
    Passes,
    Pays,
    Plays,
    Raises,
    Says,
    Scores,
    Sells,
    Shows,
    Takes,
    Wins,
)
from ledger.core.refusals import Code, Refusal, did_you_mean
from ledger.language.lexer import Word
from ledger.language.phrase import WORD, Phrase, whole
from ledger.language.vocabulary import Arguments
from ledger.language.words import CARDS_BOUGHT, HABITS, KEYWORDS, VERBS, canonical
from ledger.language.writer import name as written


def saying_of_player(phrase: Phrase, player: str, verb: Word) -> AnyEvent:
    """Read what follows a player and the first word of what he does."""
    word = canonical(verb.plain)
    if word == "calls" and phrase.more():
        return _called(phrase, player)
    if word in VERB_READERS:
        read = VERB_READERS[word]
        return whole(phrase, VERBS[word], lambda: read(phrase, player))
    return _declares(phrase, player, verb)


def known_as(phrase: Phrase, word: str) -> str:
    """Give the sheets' own form of what a player does, in small letters."""
    own = canonical(word)
    return own if own in VERBS else phrase.vocabulary.canonical(own)


def form_of(phrase: Phrase, word: str) -> str:
    """Give the form of the saying of a player that has this word, or nothing where there is none."""
    known = known_as(phrase, word)
    return VERBS.get(known) or phrase.vocabulary.form_of(known)


def _called(phrase: Phrase, player: str) -> AnyEvent:
    """`A calls CALL` is the same as `A CALL`."""
    call = phrase.take("a call")
    word = canonical(call.plain)
    if word == "passes":
        return whole(phrase, VERBS[word], lambda: Passes(player))
    if word in VERBS:
        raise phrase.refuse(Code.UNKNOWN_WORD, f"{call} is not a call", call, f"Say: {VERBS[word]}")
    return _declares(phrase, player, call)


def _declares(phrase: Phrase, player: str, verb: Word) -> AnyEvent:
    """Read a declaration by a word of the sheets; one word that is on none is left to the game to refuse."""
    if verb.plain.isascii() and verb.plain.isdigit():
        number = str(phrase.number_of(verb.text, verb))
        return whole(phrase, "A N", lambda: Says(player, number))
    word = known_as(phrase, verb.plain)
    if shape := phrase.vocabulary.words.get(word):
        read = SHAPES[shape]
        return whole(phrase, phrase.vocabulary.form_of(word), lambda: Says(player, word, **read(phrase)))
    if habit := HABITS.get(word):
        said = re.sub(r"\bA\b", lambda found: written(player), habit)
        raise phrase.refuse(Code.UNKNOWN_WORD, f"{verb} is not said here", verb, f"Say {said}")
    if phrase.more() or not _could_be_a_word(phrase, verb):
        raise _unknown_word(phrase, verb)
    return Says(player, word)


def _could_be_a_word(phrase: Phrase, verb: Word) -> bool:
    """Whether a word standing alone may be a declaration that some sheet has."""
    readable = WORD.fullmatch(verb.plain) and not read_card(verb.text)
    taken = verb.plain in KEYWORDS or verb.plain == CARDS_BOUGHT or phrase.money.looks_like_amount(verb.text)
    return bool(readable) and not taken


def _unknown_word(phrase: Phrase, verb: Word) -> Refusal:
    sentence = f"{verb} is not what a player does"
    if verb.plain in KEYWORDS:
        return phrase.refuse(
            Code.UNKNOWN_WORD,
            f"{verb} begins a saying of its own",
            verb,
            f"The form is: {KEYWORDS[verb.plain]}",
        )
    if verb.plain == CARDS_BOUGHT:
        return phrase.refuse(Code.UNKNOWN_WORD, sentence, verb, "Say: A buys N cards")
    if phrase.money.looks_like_amount(verb.plain):
        sentence = f"{verb} is an amount, and it is not said what is done with it"
        return phrase.refuse(Code.UNKNOWN_WORD, sentence, verb, f"Say: {VERBS['bets']}")
    if read_card(verb.plain):
        sentence = f"{verb} is a card, and it is not said what is done with it"
        return phrase.refuse(Code.UNKNOWN_WORD, sentence, verb, f"Say: {VERBS['plays']}")
    near = did_you_mean(verb.text, [*VERBS, *phrase.vocabulary.words])
    return phrase.refuse(Code.UNKNOWN_WORD, sentence, verb, near)


def joins(phrase: Phrase, player: str) -> AnyEvent:
    """Read what follows ``A joins``."""
    after = short = None
    if phrase.more() and not phrase.next_is("as"):
        phrase.skip("after")
        after = phrase.player()
    if phrase.next_is("as"):
        phrase.skip("as")
        short = phrase.new_name(phrase.take("a shorter name"))
    return Joins(player, after, short)


def _bets(phrase: Phrase, player: str, word: str) -> AnyEvent:
    amount = phrase.amount()
    if not phrase.more():
        return Bets(player, amount, word=word)
    phrase.skip("on")
    return Bets(player, amount, phrase.word("what the amount is put on"), word)


def _plays(phrase: Phrase, player: str) -> AnyEvent:
    cards = phrase.cards(until="takes")
    if not phrase.more():
        return Plays(player, cards)
    phrase.skip("takes")
    return Plays(player, cards, phrase.cards())


def _draws(phrase: Phrase, player: str) -> AnyEvent:
    numbers, cards = _numbers_or_cards(phrase)
    return Draws(player, numbers, cards)


def _discards(phrase: Phrase, player: str) -> AnyEvent:
    discards: tuple[Card, ...] = ()
    discarded = None
    if _next_is_number(phrase):
        discarded = phrase.number()
    else:
        discards = phrase.cards(until="draws")
    numbers: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()
    if phrase.more():
        phrase.skip("draws")
        numbers, cards = _numbers_or_cards(phrase)
    return Draws(player, numbers, cards, discards, discarded)


def _next_is_number(phrase: Phrase) -> bool:
    word = phrase.peek()
    return word is not None and word.plain.isascii() and word.plain.isdigit()


def _numbers_or_cards(phrase: Phrase) -> tuple[tuple[int, ...], tuple[Card, ...]]:
    if _next_is_number(phrase):
        return phrase.numbers(), ()
    if not phrase.more():
        phrase.take("a number or a card")
    return (), phrase.cards()


def _sells(phrase: Phrase, player: str) -> AnyEvent:
    thing = phrase.word("what is sold")
    phrase.skip("to")
    buyer = phrase.player()
    phrase.skip("for")
    return Sells(player, thing, buyer, phrase.amount())


def _takes(phrase: Phrase, player: str) -> AnyEvent:
    if phrase.next_is_amount():
        return Takes(player, amount=phrase.amount())
    things = [phrase.word("a thing to take")]
    if things == ["kitty"]:
        return Takes(player, ("kitty",), phrase.amount() if phrase.more() else None)
    if things == ["pope"]:
        return Takes(player, ("pope",), counts=phrase.pairs(phrase.number) if phrase.more() else ())
    while phrase.more():
        things.append(phrase.word("a thing to take"))
    return Takes(player, tuple(things))


def _wins(phrase: Phrase, player: str) -> AnyEvent:
    if phrase.next_is_option():
        return Wins(player, marks=tuple(_numbered(phrase) for _ in _while_more(phrase)))
    return Wins(player, phrase.word("what is won") if phrase.more() else None)


def _scores(phrase: Phrase, player: str) -> AnyEvent:
    if _next_is_number(phrase):
        return Scores(player, phrase.number())
    marks: list[tuple[str, int | None]] = []
    while phrase.more() or not marks:
        marks.append(_numbered(phrase) if phrase.next_is_option() else (phrase.word("points, or their name"), None))
    return Scores(player, marks=tuple(marks))


def _numbered(phrase: Phrase) -> tuple[str, int]:
    """Read ``ambo=2``."""
    key, value, word = phrase.option()
    return key, phrase.number_of(value, word, f"a name and a whole number, as {key}=2")


def _while_more(phrase: Phrase) -> Iterable[None]:
    while phrase.more():
        yield None


def _buys(phrase: Phrase, player: str) -> AnyEvent:
    word = phrase.take("an amount")
    if phrase.next_is("cards", "card"):
        number = phrase.number_of(word.plain, word)
        phrase.take("cards")
        return Says(player, CARDS_BOUGHT, numbers=(number,))
    return Buys(player, phrase.amount_of("" if word.quoted else word.text, word))


VERB_READERS: dict[str, Callable[[Phrase, str], AnyEvent]] = {
    "passes": lambda phrase, player: Passes(player),
    "calls": lambda phrase, player: Says(player, "calls"),
    "bets": lambda phrase, player: _bets(phrase, player, "bets"),
    "stakes": lambda phrase, player: _bets(phrase, player, "stakes"),
    "raises": lambda phrase, player: Raises(player, phrase.amount()),
    "plays": _plays,
    "draws": _draws,
    "discards": _discards,
    "shows": lambda phrase, player: Shows(player, phrase.cards()),
    "holds": lambda phrase, player: Holds(player, phrase.cards()),
    "sells": _sells,
    "takes": _takes,
    "out": lambda phrase, player: Out(player),
    "wins": _wins,
    "scores": _scores,
    "leaves": lambda phrase, player: Leaves(player),
    "buys": _buys,
    "cashes": lambda phrase, player: Cashes(player, phrase.amount()),
    "pays": lambda phrase, player: Pays(player, phrase.payee(), phrase.amount()),
}


# What belongs to a declaration


class Belongings(TypedDict, total=False):
    """The fields of a declaration besides who and what."""

    amount: int
    cards: tuple[Card, ...]
    numbers: tuple[int, ...]
    players: tuple[str, ...]


def _amount_and_cards(phrase: Phrase) -> Belongings:
    """Read an amount, two cards, or both: two words are cards, of one or of three the first is an amount."""
    count = sum(1 for _ in _ahead(phrase))
    said: Belongings = {}
    if count % 2:
        said["amount"] = phrase.amount()
    if count > 1:
        said["cards"] = (phrase.card(), phrase.card())
    return said


def _ahead(phrase: Phrase) -> Iterable[Word]:
    """Give the words that follow, without taking them."""
    ahead = phrase.rest()
    while ahead.more():
        yield ahead.take_glued("")


def _with_players(phrase: Phrase) -> Belongings:
    if not phrase.more():
        return {}
    phrase.skip("with")
    return {"players": phrase.players()}


SHAPES: dict[Arguments, Callable[[Phrase], Belongings]] = {
    Arguments.ALONE: lambda phrase: {},
    Arguments.AMOUNT: lambda phrase: {"amount": phrase.amount()},
    Arguments.MAYBE_AMOUNT: lambda phrase: {"amount": phrase.amount()} if phrase.more() else {},
    Arguments.CARD: lambda phrase: {"cards": (phrase.card(),)},
    Arguments.MAYBE_CARD: lambda phrase: {"cards": (phrase.card(),)} if phrase.more() else {},
    Arguments.MAYBE_CARDS: lambda phrase: {"cards": phrase.cards()} if phrase.more() else {},
    Arguments.MAYBE_TWO_CARDS: lambda phrase: {"cards": (phrase.card(), phrase.card())} if phrase.more() else {},
    Arguments.AMOUNT_AND_CARDS: _amount_and_cards,
    Arguments.NUMBER: lambda phrase: {"numbers": (phrase.number(),)},
    Arguments.MAYBE_NUMBER: lambda phrase: {"numbers": (phrase.number(),)} if phrase.more() else {},
    Arguments.NUMBERS: lambda phrase: {"numbers": phrase.numbers()},
    Arguments.MAYBE_PLAYER: lambda phrase: {"players": (phrase.player(),)} if phrase.more() else {},
    Arguments.PLAYERS: lambda phrase: {"players": phrase.players()},
    Arguments.WITH_PLAYERS: _with_players,
    Arguments.PLAYER_AND_AMOUNT: lambda phrase: {"players": (phrase.player(),), "amount": phrase.amount()},
}
