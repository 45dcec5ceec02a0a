"""Sayings in words: what a person reads where the log has the notation."""

import re
from collections.abc import Callable, Sequence
from functools import cache

from ledger.core import events
from ledger.core.refusals import Refusal, listed
from ledger.evening.fold import Evening
from ledger.games.language import Reader, write
from ledger.games.registry import game_named, game_names, is_known, title_of
from ledger.web.words import plain, sentence, without_quotes

PHRASES = {
    "all-looed": "all are looed",
    "throws-up": "throws up",
    "demands-show": "demands a show",
    "last-card": "has the last card",
    "last-round": "calls the last round",
    "two-rows": "two rows",
    "short=split": "all at the table bear it",
    "short=banker": "the bank bears it",
    "turn-up": "turned up",
    "all-in": "all in",
    "sits-out": "sits out",
    "sits-in": "sits in",
    "knocks-out": "knocks out",
    "adds-on": "adds on",
}
"""Words of the notation that people write otherwise."""
WORD = re.compile(r"[\w=-]+")
ON, OFF = ("on", "yes"), ("off", "no")


def in_words(event: events.Event, evening: Evening, number: int | None = None) -> str:
    """Return a saying as people say it; `number` is that of its event, where it was recorded."""
    make = _MAKERS.get(type(event))
    if make is not None:
        return make(event, evening, number)
    return people_write(write(event, evening.money))


SAID = {
    "worst": "is worst",
    "over": "is over",
    "natural": "has a natural",
    "full": "has a full card",
    "miss": "takes the miss",
    "horse": "buys a horse",
    "spare": "takes the spare hand",
    "rebuys": "buys again",
}
"""How people say the words of games that are no verbs."""
OF_NOBODY = {"all-looed": "All are looed", "spoilt": "The deal is spoilt"}
"""What the dealer says of the whole deal: nobody's name stands in it."""


def people_write(saying: str) -> str:
    """Return a saying in the notation without quotes round names and without hyphenated words.

    A hyphen stays in a word that stands with it in the title of a game.
    """
    return WORD.sub(lambda word: _person_writes(word[0]), without_quotes(saying))


@cache
def _person_writes(word: str) -> str:
    if word in PHRASES:
        return PHRASES[word]
    if not word.islower() or any(word in title_of(game).lower() for game in game_names()):
        return word
    return re.sub(r"(?<=\w)[-=](?=\w)", " ", word)


def saying_in_words(saying: str, evening: Evening) -> str:
    """Return a saying in words; one that cannot be read yet stays as it is."""
    reader = Reader(evening.money, evening.books.people(), evening.game.registered if evening.game else None)
    try:
        event = reader.read(saying)
    except (Refusal, ValueError):
        event = None
    return people_write(saying) if event is None else in_words(event, evening)


def house_rules(game: str, options: Sequence[tuple[str, str]]) -> str:
    """Return the options of a game that differ from the book, in words."""
    known = game_named(game).known_options if is_known(game) else {}
    parts = []
    for name, value in options:
        label = name.replace("_", " ")
        if name in known and known[name].default_text == value:
            continue
        parts.append(label if value in ON else f"no {label}" if value in OFF else f"{label} {value.replace('-', ' ')}")
    return ", ".join(parts)


def _opens(event: events.OpenEvening, evening: Evening, number: int | None) -> str:
    return "The evening begins"


def _seats(event: events.SeatPlayers, evening: Evening, number: int | None) -> str:
    return f"{listed(list(event.players))} sit down"


def _joins(event: events.Joins, evening: Evening, number: int | None) -> str:
    if event.player in evening.seats.present and number is None:
        return f"{event.player} comes in"
    return f"{event.player} joins" + (f", to the left of {event.after}" if event.after and number is not None else "")


def _leaves(event: events.Leaves, evening: Evening, number: int | None) -> str:
    return f"{event.player} leaves"


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


def _notes(event: events.Note, evening: Evening, number: int | None) -> str:
    return f"Note: {event.text}"


def _closes(event: events.Close, evening: Evening, number: int | None) -> str:
    bearer = {"split": ": all at the table bear it", "banker": ": the bank bears it"}.get(event.short or "", "")
    return f"The evening closes{bearer}"


def _reopens(event: events.Reopen, evening: Evening, number: int | None) -> str:
    return f"The evening goes on: {event.why}"


def _begins(event: events.Begin, evening: Evening, number: int | None) -> str:
    if number is None:
        return f"Play {title_of(event.game)}"
    rules = house_rules(event.game, event.options)
    return f"{title_of(event.game)} begins{f': {rules}' if rules else ''}"


def _deals(event: events.Deal, evening: Evening, number: int | None) -> str:
    who = f"{event.dealer} deals" if event.dealer else "Deal"
    return who + (f", {' '.join(map(str, event.turn_up))} turned up" if event.turn_up else "")


def _misdeals(event: events.Misdeal, evening: Evening, number: int | None) -> str:
    return f"The deal is void{f': {event.why}' if event.why else ''}"


def _penalties(event: events.Penalty, evening: Evening, number: int | None) -> str:
    offence = (event.offence or "").replace("-", " ") or event.why or ""
    amount = f" {plain(evening.money, event.amount)}" if event.amount else ""
    return f"{event.player} pays{amount}: {offence}"


HALVES = ("high", "low")
ENDS = {"divide": "is divided among all", "leave": "is left for the next", "draw": "is drawn for"}


def _ends(event: events.End, evening: Evening, number: int | None) -> str:
    game = _game_at(evening, number)
    title = title_of(game) if game else "The game"
    what = f": what lies there {ENDS[event.how]}" if event.how in ENDS else ""
    return f"{title} ends{what}"


def _says(event: events.Says, evening: Evening, number: int | None) -> str:
    if event.word in OF_NOBODY:
        return OF_NOBODY[event.word]
    words = write(event, evening.money)
    return people_write(words.replace(f" {event.word}", f" {SAID.get(event.word, event.word)}", 1))


SHARED = {"chop even": "equally", "chop icm": "by the model", "chop chips": "by chips", "chop": "as agreed"}
"""How people say the ways to share what is left."""


def _announces(event: events.Announces, evening: Evening, number: int | None) -> str:
    if event.word not in SHARED or _game_at(evening, number) != "tournament":
        return people_write(write(event, evening.money))
    chips = [f"{name} {chips:,}" for name, chips in event.entries if isinstance(chips, int)]
    sums = [f"{name} {plain(evening.money, amount)}" for name, amount in event.amounts]
    each = ", ".join((*chips, *sums))
    return f"The rest is shared {SHARED[event.word]}{f': {each}' if each else ''}"


def _game_at(evening: Evening, number: int | None) -> str:
    """Return the game that was open at an event, or is open now; empty where none was."""
    begun = [outcome.event.game for outcome in evening.outcomes
             if isinstance(outcome.event, events.Begin) and (number is None or outcome.number < number)]  # fmt: skip
    return begun[-1] if begun else ""


def _out(event: events.Out, evening: Evening, number: int | None) -> str:
    return f"{event.player} is out"


def _wins(event: events.Wins, evening: Evening, number: int | None) -> str:
    if number is None and event.what not in HALVES and not event.marks and event.board is None:
        return f"{event.player} takes the pool"
    if event.what is None and not event.marks and event.board is None:
        return f"{event.player} wins"
    if event.what is None and not event.marks:
        return f"{event.player} wins the {event.board} board"
    how = "wins the" if event.what in HALVES else "wins with"
    return people_write(write(event, evening.money).replace(" wins", f" {how}", 1))


def _splits(event: events.Split, evening: Evening, number: int | None) -> str:
    if event.what is None and event.board is None:
        if _game_at(evening, number) == "tournament":
            return f"{listed(list(event.players))} are out together"
        return f"{listed(list(event.players))} share{' the pool' if number is None else ''}"
    if event.what is None:
        return f"{listed(list(event.players))} share the {event.board} board"
    return people_write(write(event, evening.money))


def _left(event: events.Left, evening: Evening, number: int | None) -> str:
    return ", ".join(f"{name} {left}{_mark(event, name)}" for name, left in event.counts)


def _mark(event: events.Left, name: str) -> str:
    marks = [mark.capitalize() for player, mark in event.marks if player == name]
    return f" with {listed(marks)}" if marks else ""


def _tricks(event: events.Trick, evening: Evening, number: int | None) -> str:
    words = people_write(write(event, evening.money))
    return f"{event.player} has the trick" if words == f"trick {event.player}" else words


_MAKERS: dict[type[events.Event], Callable[..., str]] = {
    events.OpenEvening: _opens,
    events.SeatPlayers: _seats,
    events.Joins: _joins,
    events.Leaves: _leaves,
    events.Buys: _buys,
    events.Cashes: _cashes,
    events.Count: _counts,
    events.Pays: _pays,
    events.Note: _notes,
    events.Close: _closes,
    events.Reopen: _reopens,
    events.Begin: _begins,
    events.Deal: _deals,
    events.Misdeal: _misdeals,
    events.Penalty: _penalties,
    events.End: _ends,
    events.Trick: _tricks,
    events.Says: _says,
    events.Announces: _announces,
    events.Out: _out,
    events.Wins: _wins,
    events.Split: _splits,
    events.Left: _left,
}
