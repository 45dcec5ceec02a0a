"""Sayings in words: what a person reads where the log has the notation."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from ledger.core import events
from ledger.core.cards import Card
from ledger.core.money import Money, Shown
from ledger.core.refusals import Refusal, listed
from ledger.evening.fold import Evening
from ledger.games.language import Reader, vocabulary, vocabulary_of, write
from ledger.games.registry import game_named, game_names, is_known, title_of
from ledger.language.vocabulary import NO_WORDS, NOTHING_SAID, Said, Vocabulary
from ledger.language.words import HALVES
from ledger.web.panel.fields import YES_OR_NO
from ledger.web.words import figure, in_figures, one_thing, plain, sentence, things, without_quotes

PHRASES = {"short=split": "all at the table bear it", "short=banker": "the bank bears it", "turn-up": "turned up"}
"""Words of the notation that people write otherwise."""
WORD = re.compile(r"[\w=-]+")
YES, NO = YES_OR_NO.values()


PLAINLY: dict[type[events.Event], str] = {
    events.OpenEvening: "The evening begins",
    events.Leaves: "{0.player} leaves",
    events.Note: "Note: {0.text}",
    events.Reopen: "The evening goes on: {0.why}",
    events.Out: "{0.player} is out",
    events.PoolWins: "The pool wins: it stays",
}
"""Sayings that are always said in the same words."""


def in_words(event: events.Event, evening: Evening, number: int | None = None) -> str:
    """Return a saying as people say it; `number` is its event's, if it was recorded."""
    if (words := PLAINLY.get(type(event))) is not None:
        return words.format(event)
    make = _MAKERS.get(type(event))
    if make is not None:
        return make(event, evening, number)
    return spoken(event, evening.money)


def spoken(event: events.Event, money: Money) -> str:
    """Return a saying in the words of the notation, for people: its amounts carry their sign."""
    return people_write(write(event, Shown.of(money)))


def people_write(saying: str) -> str:
    """Return a saying in the notation without quotes round names and without hyphenated words.

    A hyphen stays in a word that stands with it in the title of a game.
    """
    return WORD.sub(lambda word: _person_writes(word[0]), without_quotes(saying))


@cache
def _person_writes(word: str) -> str:
    if word in PHRASES:
        return PHRASES[word]
    if "-" in word and (label := said(vocabulary(), word).label):
        return label
    if not word.islower() or any(word in title_of(game).lower() for game in game_names()):
        return word
    return re.sub(r"(?<=\w)[-=](?=\w)", " ", word)


def saying_in_words(saying: str, evening: Evening) -> str:
    """Return a saying in words; an unreadable one stays as it is."""
    reader = Reader(evening.money, evening.books.people(), evening.game.registered if evening.game else None)
    try:
        event = reader.read(saying)
    except (Refusal, ValueError):
        event = None
    return people_write(saying) if event is None else in_words(event, evening)


def rule_in_words(game: str, option: str, meaning: str) -> str:
    """Return a house rule as a sentence that its value ends; else the meaning on the sheet."""
    with suppress(Refusal):
        words = vocabulary_of(game)
        return (words.said_as.get(f"{option}=") or said(words, option)).label or meaning
    return meaning


def house_rules(game: str, options: Sequence[tuple[str, str]], money: Money) -> str:
    """Return the options of a game that differ from the book, in words."""
    parts = []
    for name, value in own_values(game, options, money).items():
        label = name.replace("_", " ")
        parts.append(label if value == YES else f"no {label}" if value == NO else f"{label} {value}")
    return ", ".join(parts)


def own_values(game: str, options: Iterable[tuple[str, str]], money: Money) -> dict[str, str]:
    """Return the options that differ from the book, each with its value for people."""
    known = game_named(game).known_options if is_known(game) else {}
    return {
        name: YES_OR_NO.get(value) or (known[name].show(value, money) if name in known else value.replace("-", " "))
        for name, value in options
        if name not in known or known[name].default_text != value
    }


def _seats(event: events.SeatPlayers, evening: Evening, number: int | None) -> str:
    return f"{listed(list(event.players))} sit down"


def _joins(event: events.Joins, evening: Evening, number: int | None) -> str:
    if event.replaces is not None:
        return f"{event.player} takes {event.replaces}'s place"
    if event.player in evening.seats.present and number is None:
        return f"{event.player} comes in"
    return f"{event.player} joins" + (f", to the left of {event.after}" if event.after and number is not None else "")


def _buys(event: events.Buys, evening: Evening, number: int | None) -> str:
    return f"{event.player} takes {plain(evening.money, event.amount)}{_terms(event.paid)}"


def _cashes(event: events.Cashes, evening: Evening, number: int | None) -> str:
    return f"{event.player} gives back {plain(evening.money, event.amount)}{_terms(event.paid)}"


def _terms(paid: bool | None) -> str:
    return "" if paid is None else ", paid now" if paid else ", on the slate"


def _counts(event: events.Count, evening: Evening, number: int | None) -> str:
    return f"Counted: {', '.join(f'{name} {plain(evening.money, amount)}' for name, amount in event.counted)}"


def _pays(event: events.Pays, evening: Evening, number: int | None) -> str:
    payer, payee = ("the bank" if name == "bank" else name for name in (event.player, event.payee))
    return sentence(f"{payer} pays {payee} {plain(evening.money, event.amount)}")


def _closes(event: events.Close, evening: Evening, number: int | None) -> str:
    bearer = {"split": ": all at the table bear it", "banker": ": the bank bears it"}.get(event.short or "", "")
    return f"The evening closes{bearer}"


def _begins(event: events.Begin, evening: Evening, number: int | None) -> str:
    if number is None:
        return f"Play {title_of(event.game)}"
    rules = house_rules(event.game, event.options, evening.money)
    return f"{title_of(event.game)} begins{f': {rules}' if rules else ''}"


def _deals(event: events.Deal, evening: Evening, number: int | None) -> str:
    who = f"{event.dealer} deals" if event.dealer else "Deal" if number is not None else "The next deal"
    return who + (f", {' '.join(map(str, event.turn_up))} turned up" if event.turn_up else "")


def _misdeals(event: events.Misdeal, evening: Evening, number: int | None) -> str:
    return f"The deal is void{f': {event.why}' if event.why else ''}"


OFFENCES = {"misdeal": "dealt wrongly"}
"""How people say the offence that is a word of the notation."""


def _of_an_offence(offence: str, vocabulary: Vocabulary) -> str:
    """Return what the game says of an offence; empty where it says nothing."""
    return str((vocabulary.said_as.get(f"penalty {offence}") or said(vocabulary, offence)).says)


def offence_in_words(offence: str, vocabulary: Vocabulary) -> str:
    """Return what somebody did wrong, as it stands after the name."""
    return _of_an_offence(offence, vocabulary) or OFFENCES.get(offence, offence.replace("-", " "))


def _penalties(event: events.Penalty, evening: Evening, number: int | None) -> str:
    vocabulary = words_at(evening, number)
    offence = offence_in_words(event.offence, vocabulary) if event.offence else event.why or ""
    if not event.amount:
        known = event.offence and (event.offence in OFFENCES or _of_an_offence(event.offence, vocabulary))
        return f"{event.player} {offence}" if known else f"{event.player} pays: {offence}"
    return f"{event.player} pays {plain(evening.money, event.amount)}: {offence}"


ENDS = {"divide": "is divided among all", "leave": "is left for the next", "draw": "is drawn for"}


def _ends(event: events.End, evening: Evening, number: int | None) -> str:
    game = evening.game_at(number)
    title = title_of(game) if game else "The game"
    what = f": what lies there {ENDS[event.how]}" if event.how in ENDS else ""
    return f"{title} ends{what}"


def said(words: Vocabulary, word: str) -> Said:
    """Return how people say a word of a game."""
    return words.said_as.get(word, NOTHING_SAID)


def in_a_word(words: Vocabulary, text: str) -> str:
    """Return one word of the notation as people read it on a button."""
    return said(words, text).label or people_write(text)


NUMBER = "N"
"""What stands for a number called, as a word of a game."""


def is_seldom(words: Vocabulary, word: str) -> bool:
    """Return whether a word is said seldom; a number called has none."""
    return said(words, NUMBER if not word or word.isdigit() else word).seldom


def _says(event: events.Says, evening: Evening, number: int | None) -> str:
    how = said(words_at(evening, number), NUMBER if event.word.isdigit() else event.word)
    holes: dict[str, Any] = {
        "number": event.word if event.word.isdigit() else event.numbers[0] if event.numbers else None,
        "amount": plain(evening.money, event.amount) if event.amount is not None else None,
        "cards": _CardsSaid(event.cards),
        "qualifier": event.qualifiers[0][0] if event.qualifiers else None,
        "in_turn": ", then ".join(event.players),
        "all": listed([event.player, *event.players]) if event.players else None,
    }
    words, whole = _filled(how.says, holes)
    if whole:
        return words if words[0].isupper() else f"{event.player} {words}"
    written = write(event, Shown.of(evening.money))
    return people_write(written.replace(f" {event.word}", f" {words or event.word}", 1))


class _CardsSaid(tuple[Card, ...]):
    """Cards that stand in a sentence, all or one by one."""

    def __str__(self) -> str:
        return " ".join(map(str, self))


def _filled(says: str | tuple[str, ...], holes: Mapping[str, Any]) -> tuple[str, bool]:
    """Return the first words whose holes can be filled, and whether nothing is to follow them."""
    known = {name: value for name, value in holes.items() if value}
    for words in (says,) if isinstance(says, str) else says:
        try:
            filled = words.format_map(known)
        except (KeyError, IndexError):
            continue
        return sentence(filled) if words[:1].isupper() else one_thing(filled), filled != words or words[:1].isupper()
    return "", False


TIMES = {1: "once", 2: "twice", 3: "three times"}


def _announces(event: events.Announces, evening: Evening, number: int | None) -> str:
    sums = ", ".join(f"{name} {plain(evening.money, amount)}" for name, amount in event.amounts)
    entries = ", ".join(
        f"{name} {entry:,}" if isinstance(entry, int) else f"{name} {entry}" for name, entry in event.entries
    )
    first = event.numbers[0] if event.numbers else None
    holes = {
        "amount": plain(evening.money, event.amount) if event.amount else None,
        "number": first,
        "count": in_figures(first).lower() if first else None,
        "times": TIMES.get(first, f"{first} times") if first else None,
    }
    parts = entries or sums or " ".join(map(str, event.cards))
    words, _ = _filled(said(words_at(evening, number), event.word).says, holes)
    if not words and not parts:
        return spoken(event, evening.money)
    words = words or event.word.capitalize()
    return f"{words}: {parts}" if parts else words


def words_at(evening: Evening, number: int | None = None) -> Vocabulary:
    """Return the words of the game that was open at an event, or is open now; else none."""
    game = evening.game_at(number)
    try:
        vocabulary: Vocabulary = vocabulary_of(game)
    except Refusal:  # sayings of a game that cannot be loaded are read as they are written
        return NO_WORDS
    return vocabulary


def _wins(event: events.Wins, evening: Evening, number: int | None) -> str:
    whole, vocabulary = not event.marks and event.board is None, words_at(evening, number)
    if number is None and whole and event.what not in HALVES:
        return f"{event.player} {said(vocabulary, 'wins').says or 'takes the pool'}"
    if event.what is None and whole:
        return f"{event.player} wins"
    if event.what is None and not event.marks:
        return f"{event.player} wins the {event.board} board"
    if event.what and (hand := said(vocabulary, event.what).label):
        return f"{event.player} wins with {hand}"
    how = "wins the" if event.what in HALVES else "wins with"
    return people_write(write(event, Shown.of(evening.money)).replace(" wins", f" {how}", 1))


def _splits(event: events.Split, evening: Evening, number: int | None) -> str:
    players = listed(list(event.players))
    if event.what is None and event.board is None:
        says = said(words_at(evening, number), "split").says
        return f"{players} {says}" if says else f"{players} share{' the pool' if number is None else ''}"
    if event.what is None:
        return f"{players} share the {event.board} board"
    if event.what in HALVES and event.board is None:
        return f"{players} share the {event.what}"
    return spoken(event, evening.money)


def _left(event: events.Left, evening: Evening, number: int | None) -> str:
    hands = ", ".join(f"{name} {left}{_mark(event, name)}" for name, left in event.counts)
    return hands if number is None else f"Left: {hands}"


def _mark(event: events.Left, name: str) -> str:
    marks = [mark.capitalize() for player, mark in event.marks if player == name]
    return f" with {listed(marks)}" if marks else ""


def _trick(event: events.Trick, evening: Evening, number: int | None) -> str:
    if event.player and not event.cards:
        return f"{event.player} has the trick"
    return f"Trick: {' '.join(map(str, event.cards))}" if event.cards else spoken(event, evening.money)


def _tricks(event: events.Tricks, evening: Evening, number: int | None) -> str:
    if not event.counts:
        return str(said(words_at(evening, number), "tricks").says) or "The tricks are counted"
    (name, first), *others = event.counts
    return ", ".join((f"{name} has {things(first, 'trick')}", *(f"{other} {won}" for other, won in others)))


def _takes(event: events.Takes, evening: Evening, number: int | None) -> str:
    amount = plain(evening.money, event.amount) if event.amount is not None else ""
    if not event.things:
        return f"{event.player} takes {amount} out of the pool" if amount else f"{event.player} takes the pool"
    once, words = dict.fromkeys(event.things), words_at(evening, number)
    taken = [
        said(words, thing).label or thing if (many := event.things.count(thing)) == 1 else f"{many} {thing}s"
        for thing in once
    ]
    held = ", ".join(f"{name} {cards}" for name, cards in event.counts)
    return f"{event.player} takes {listed(taken)}{f', {amount}' if amount else ''}{f': {held}' if held else ''}"


def _bets(event: events.Bets, evening: Evening, number: int | None) -> str:
    on = f" on {said(words_at(evening, number), event.on).label or event.on}" if event.on else ""
    return f"{event.player} {event.word} {plain(evening.money, event.amount)}{on}"


def _plays(event: events.Plays, evening: Evening, number: int | None) -> str:
    words = spoken(event, evening.money)
    return words.replace(" takes ", ", takes ", 1) if event.takes else words


def _draws(event: events.Draws, evening: Evening, number: int | None) -> str:
    words = spoken(event, evening.money)
    return words.replace(" draws ", ", draws ", 1) if event.discards or event.discarded else words


def _sells(event: events.Sells, evening: Evening, number: int | None) -> str:
    sells = said(words_at(evening, number), f"sells {event.thing}").label or f"sells {event.thing}"
    return f"{event.player} {sells} to {event.buyer} for {plain(evening.money, event.amount)}"


def _scores(event: events.Scores, evening: Evening, number: int | None) -> str:
    if not event.marks:
        return f"{event.player} has nothing" if event.points == 0 else spoken(event, evening.money)
    words = words_at(evening, number)
    has = [
        things(many, mark.removesuffix("s")) if many is not None else said(words, mark).label or mark
        for mark, many in event.marks
    ]
    return f"{event.player} has {listed(has)}"


def _spare(event: events.Spare, evening: Evening, number: int | None) -> str:
    return f"The spare hand: {' '.join(map(str, event.cards))}"


def _results(event: events.Result, evening: Evening, number: int | None) -> str:
    return ", ".join(f"{name} {figure(evening.money, amount)}" for name, amount in event.amounts)


_MAKERS: dict[type[events.Event], Callable[..., str]] = {
    events.SeatPlayers: _seats,
    events.Joins: _joins,
    events.Buys: _buys,
    events.Cashes: _cashes,
    events.Count: _counts,
    events.Pays: _pays,
    events.Close: _closes,
    events.Begin: _begins,
    events.Deal: _deals,
    events.Misdeal: _misdeals,
    events.Penalty: _penalties,
    events.End: _ends,
    events.Trick: _trick,
    events.Tricks: _tricks,
    events.Takes: _takes,
    events.Bets: _bets,
    events.Plays: _plays,
    events.Draws: _draws,
    events.Sells: _sells,
    events.Scores: _scores,
    events.Spare: _spare,
    events.Result: _results,
    events.Says: _says,
    events.Announces: _announces,
    events.Wins: _wins,
    events.Split: _splits,
    events.Left: _left,
}
