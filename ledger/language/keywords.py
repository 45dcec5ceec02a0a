"""Sayings that begin with a keyword, but for those that have another saying within them."""

from collections.abc import Callable, Iterable

from ledger.core.cards import Card
from ledger.core.events import (
    AnyEvent,
    Begin,
    Close,
    Count,
    Deal,
    End,
    Left,
    Misdeal,
    Note,
    OpenEvening,
    Penalty,
    PoolWins,
    Reopen,
    Result,
    SeatPlayers,
    Spare,
    Split,
    Trick,
    Tricks,
    Undo,
    Void,
)
from ledger.core.money import Money, MoneyError, money_of
from ledger.core.refusals import Code, did_you_mean, listed
from ledger.language.lexer import Word, clipped
from ledger.language.phrase import OPTION, Phrase, event_number, key_of
from ledger.language.words import WAYS_TO_BEAR, WAYS_TO_END


def _evening(phrase: Phrase) -> AnyEvent:
    title = phrase.text("the title")
    texts: dict[str, str] = {}
    options: dict[str, tuple[str, Word]] = {}
    while word := phrase.peek():
        if phrase.next_is_option():
            said, value, word = phrase.option()
            options[_new(phrase, said, word, options)] = (value, word)
        elif phrase.next_is("on", "at"):
            said = _new(phrase, phrase.take("on or at").plain, word, texts)
            texts[said] = phrase.date() if said == "on" else phrase.text("the place")
        else:
            raise phrase.refuse(Code.UNREADABLE, f"{word} does not belong to the evening", word)
    money = _evening_money(phrase, options)
    said_counter = "counter" in options and money.code != "counters"
    return OpenEvening(title, texts.get("on"), texts.get("at"), money.code, money.counter if said_counter else None)


def _new(phrase: Phrase, key: str, word: Word, said: Iterable[str]) -> str:
    if key in said:
        raise phrase.refuse(Code.OPTIONS, f"{clipped(key)} is said twice", word)
    return key


def _evening_money(phrase: Phrase, options: dict[str, tuple[str, Word]]) -> Money:
    """Read ``money=`` and ``counter=``, and blame the one of them that is wrong."""
    for key, (_, word) in options.items():
        if key not in ("money", "counter"):
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


def _close(phrase: Phrase) -> AnyEvent:
    if not phrase.more():
        return Close()
    key, value, word = phrase.option()
    if key != "short" or value.lower() not in WAYS_TO_BEAR:
        sentence = f"{word} does not belong to a close: say {listed([f'short={way}' for way in WAYS_TO_BEAR], 'or')}"
        raise phrase.refuse(Code.OPTIONS, sentence, word)
    return Close(value.lower())


def _void(phrase: Phrase) -> AnyEvent:
    return Void(event_number(phrase), phrase.reason())


def _game(phrase: Phrase) -> AnyEvent:
    name = phrase.word("the name of a game")
    options: list[tuple[str, str]] = []
    while phrase.next_is_option():
        key, value, word = phrase.option()
        options.append((_new(phrase, key, word, [each for each, _ in options]), value))
    if not phrase.more():
        return Begin(name, tuple(options))
    if not phrase.next_is("with") and (word_after := phrase.peek()):
        sentence = f"{word_after} is neither an option, which is key=value, nor with and the names of players"
        raise phrase.refuse(Code.UNREADABLE, sentence, word_after)
    phrase.skip("with")
    return Begin(name, tuple(options), phrase.players())


def _deal(phrase: Phrase) -> AnyEvent:
    dealer = phrase.player() if phrase.more() and not phrase.next_is("turn-up") else None
    if not phrase.more():
        return Deal(dealer)
    phrase.skip("turn-up")
    return Deal(dealer, phrase.cards())


def _penalty(phrase: Phrase) -> AnyEvent:
    player = phrase.player()
    if not phrase.more():
        return Penalty(player)  # the game says which offences it has
    if phrase.next_is_amount():
        return Penalty(player, amount=phrase.amount(), why=phrase.reason())
    offence = phrase.word("an offence or an amount")
    return Penalty(player, offence, phrase.amount() if phrase.more() else None)


def _end(phrase: Phrase) -> AnyEvent:
    if not phrase.more():
        return End()
    word = phrase.take("a way to end")
    if word.plain not in WAYS_TO_END:
        sentence = f"{word} is not a way to end: say {listed(WAYS_TO_END, 'or')}"
        raise phrase.refuse(Code.UNKNOWN_WORD, sentence, word, did_you_mean(word.text, WAYS_TO_END))
    return End(word.plain, _drawn(phrase) if word.plain == "draw" else ())


def _drawn(phrase: Phrase) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """Read ``Ann:7D Bob:7C,9C``."""
    found: dict[str, tuple[Card, ...]] = {}
    while phrase.more() or not found:
        word = phrase.take_glued("a player and the card drawn, as A:7D")
        name, cards = (word.text, word.after[1:]) if word.quoted else word.text.rpartition(":")[::2]
        if word.before or not name or not cards:
            raise phrase.refuse(Code.UNREADABLE, f"{word} is not a player and the card drawn, as A:7D", word)
        player = phrase.player_of(name, word)
        if player in found:
            raise phrase.refuse(Code.PLAYERS, f"{player} is named twice", word)
        found[player] = tuple(phrase.card_of(card, word) for card in cards.split(","))
    return tuple(found.items())


def _trick(phrase: Phrase) -> AnyEvent:
    word = phrase.peek()
    meant_for_a_card = word and word.plain[:1].isdigit() and key_of(word.text) not in phrase.names
    return Trick(cards=phrase.cards()) if phrase.next_is_card() or meant_for_a_card else Trick(phrase.player())


def _left(phrase: Phrase) -> AnyEvent:
    marks: list[tuple[str, ...]] = []

    def number() -> int:
        word = phrase.take("the number of cards left")
        number, *of_player = word.plain.split("+")
        for mark in of_player:
            if not OPTION.fullmatch(mark):
                raise phrase.refuse(Code.UNREADABLE, f"{word} is not a number and a mark, as 2+pope", word)
        marks.append(tuple(of_player))
        return phrase.number_of(number, word, "the number of cards left")

    counts = phrase.pairs(number)
    held = [(name, mark) for (name, _), of_player in zip(counts, marks, strict=True) for mark in of_player]
    return Left(counts, tuple(held))


def _split(phrase: Phrase) -> AnyEvent:
    word = phrase.peek()
    players = phrase.players()
    if len(players) == 1 and word:
        sentence = "what is at stake is split between two or more"
        raise phrase.refuse(Code.PLAYERS, sentence, word, "Say A wins, where it is one alone")
    return Split(players)


def _pool(phrase: Phrase) -> AnyEvent:
    phrase.skip("wins")
    return PoolWins()


KEYWORD_READERS: dict[str, Callable[[Phrase], AnyEvent]] = {
    "evening": _evening,
    "players": lambda phrase: SeatPlayers(phrase.declared()),
    "count": lambda phrase: Count(phrase.pairs(phrase.amount)),
    "note": lambda phrase: Note(phrase.text("the note", last=True)),
    "close": _close,
    "reopen": lambda phrase: Reopen(phrase.reason()),
    "undo": lambda phrase: Undo(),
    "void": _void,
    "game": _game,
    "deal": _deal,
    "misdeal": lambda phrase: Misdeal(phrase.reason() if phrase.more() else None),
    "penalty": _penalty,
    "end": _end,
    "trick": _trick,
    "tricks": lambda phrase: Tricks(phrase.pairs(phrase.number) if phrase.more() else ()),
    "left": _left,
    "split": _split,
    "pool": _pool,
    "spare": lambda phrase: Spare(phrase.cards()),
    "result": lambda phrase: Result(phrase.pairs(phrase.signed_amount)),
}
