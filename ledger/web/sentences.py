"""Sayings in words: what a person reads where the log has the notation."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import takewhile

from ledger.core import events
from ledger.core.refusals import Refusal, listed
from ledger.evening.fold import Evening
from ledger.games.language import Reader, write
from ledger.games.registry import game_named, game_names, is_known, title_of
from ledger.web.words import figure, plain, sentence, things, without_quotes

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
    "vingt-un": "has vingt-un",
    "double": "doubles",
    "full": "has a full card",
    "row": "covers a row",
    "two-rows": "covers two rows",
    "cards": "takes cards:",
    "card": "has the card",
    "miss": "takes the miss",
    "civil": "asks Pam to be civil",
    "withdraws": "goes out of the game",
    "horse": "buys a horse",
    "spare": "takes the spare hand",
    "rebuys": "buys again",
    "pat": "draws none",
    "all-in": "is all in",
    "jinks": "goes on for five",
    "forfeits": "forgot to collect",
    "matches": "matches the card turned up",
    "snip": "says Snip",
    "snap": "says Snap",
    "snorum": "says Snorum",
    "trades": "buys a card",
    "exchanges": "changes with the table",
    "offers": "offers a card, and the next stands",
    "demands-show": "waits for the show, and puts down",
}
"""How people say the words of games that are no verbs."""
HANDS = {"pair": "a pair", "sequence": "a sequence", "flush": "a flush", "point": "points", "tricon": "three alike"}
"""How people say the combinations of Commerce."""
OF_NOBODY = {
    "all-looed": "All are looed",
    "spoilt": "The deal is spoilt",
    "self": "The dealer's card pairs",
    "company": "The company's card pairs",
}
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
    who = f"{event.dealer} deals" if event.dealer else "Deal" if number is not None else "The next deal"
    return who + (f", {' '.join(map(str, event.turn_up))} turned up" if event.turn_up else "")


def _misdeals(event: events.Misdeal, evening: Evening, number: int | None) -> str:
    return f"The deal is void{f': {event.why}' if event.why else ''}"


OFFENCES = {
    "call": "made a wrong call",
    "declaring": "spoke too soon",
    "exposed": "showed a card",
    "exposing": "showed a card",
    "false-opening": "opened without openers",
    "false-rob": "robbed without the ace",
    "foul-deal": "was dealt a foul hand",
    "foul-hand": "has a foul hand",
    "interfering": "touched the cards being dealt",
    "knave": "turned up a knave or a five",
    "lead": "led the wrong card",
    "looking": "looked too soon",
    "misdeal": "dealt wrongly",
    "not-heading": "did not head the trick",
    "not-robbing": "did not rob",
    "opponents-hand": "looked at another hand",
    "out-of-order": "dealt out of order",
    "out-of-turn": "put down out of turn",
    "playing": "played out of turn",
    "revoke": "did not follow suit",
    "snip": "paired wrongly",
    "speaking": "spoke to the dealer",
    "touching": "touched the cards",
    "two-cards": "dealt two cards at once",
}
"""How people say the offences of the sheets."""


def offence_in_words(offence: str) -> str:
    """Return what somebody did wrong, as it stands after the name."""
    return OFFENCES.get(offence, offence.replace("-", " "))


def _penalties(event: events.Penalty, evening: Evening, number: int | None) -> str:
    offence = offence_in_words(event.offence) if event.offence else event.why or ""
    if not event.amount:
        return f"{event.player} {offence}" if event.offence in OFFENCES else f"{event.player} pays: {offence}"
    return f"{event.player} pays {plain(evening.money, event.amount)}: {offence}"


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
    word, game = event.word, _game_at(evening, number) if event.word in HANDS or event.word.isdigit() else ""
    if game == "french-vingt-un" and word == "pair":
        return "The first two cards pair"
    if word.isdigit() and (int(word) > MOST_CALLED or game == "french-vingt-un"):
        return f"{event.player} has {word}"
    if game == "commerce" and word in HANDS:
        return f"{event.player} has {HANDS[word]}"
    return _of_a_word(event, evening)


MOST_CALLED = 9
"""No more tricks than these are called; a higher number is what somebody has in hand."""


def _of_a_word(event: events.Says, evening: Evening) -> str:
    player, cards = event.player, list(map(str, event.cards))
    match event.word:
        case "barters" if len(cards) == 2:
            return f"{player} changes {cards[0]} for {cards[1]}"
        case "barters":
            return f"{player} changes a card"
        case "divides" if event.amount:
            tail = f": {' '.join(cards)}" if cards else ""
            return f"{player} divides, {plain(evening.money, event.amount)} on the second{tail}"
        case "puts" if event.amount:
            return f"{player} puts {plain(evening.money, event.amount)} into the pool"
        case "tips" if event.amount:
            return f"{player} gives the house {plain(evening.money, event.amount)}"
        case "posts" if event.qualifiers:
            return f"{player} posts the {event.qualifiers[0][0]} blind"
        case "knocks-out":
            return f"{player} knocks out {', then '.join(event.players)}"
        case "row" | "two-rows" | "full" if event.players:
            rows = {"row": "a row", "two-rows": "two rows", "full": "a card"}[event.word]
            return f"{listed([player, *event.players])} cover {rows}"
        case "cards" if event.numbers:
            return f"{player} takes {things(event.numbers[0], 'card')}"
    words = write(event, evening.money)
    return people_write(words.replace(f" {event.word}", f" {SAID.get(event.word, event.word)}", 1))


SHARED = {"chop even": "equally", "chop icm": "by the model", "chop chips": "by chips", "chop": "as agreed"}
"""How people say the ways to share what is left."""


LISTS = {
    "in": "Put in",
    "stacks": "In front, for good",
    "flop": "The flop",
    "turn": "The turn",
    "river": "The river",
    "bomb": "A bomb pot",
    "runs": "The board runs",
}
"""How people say what is said of nobody."""
RUNS = {2: "twice", 3: "three times"}


def _announces(event: events.Announces, evening: Evening, number: int | None) -> str:
    sums = ", ".join(f"{name} {plain(evening.money, amount)}" for name, amount in event.amounts)
    if event.word in SHARED and _game_at(evening, number) == "tournament":
        chips = ", ".join(f"{name} {chips:,}" for name, chips in event.entries if isinstance(chips, int))
        return f"The rest is shared {SHARED[event.word]}{f': {chips or sums}' if chips or sums else ''}"
    first = LISTS.get(event.word)
    if first is None:
        entries = ", ".join(f"{name} {entry}" for name, entry in event.entries)
        return f"{event.word.capitalize()}: {entries}" if entries else people_write(write(event, evening.money))
    if event.word == "runs" and event.numbers:
        return f"{first} {RUNS.get(event.numbers[0], f'{event.numbers[0]} times')}"
    if event.word == "bomb":
        boards = ", on two boards" if event.numbers[:1] == (2,) else ""
        return f"{first}{f' of {plain(evening.money, event.amount)}' if event.amount else ''}{boards}"
    parts = sums or " ".join(map(str, event.cards))
    return f"{first}: {parts}" if parts else first


def _game_at(evening: Evening, number: int | None) -> str:
    """Return the game that was open at an event, or is open now; empty where none was."""
    after = takewhile(lambda outcome: number is not None and outcome.number >= number, reversed(evening.outcomes))
    if evening.game and not any(isinstance(outcome.event, events.Begin) for outcome in after):
        return evening.game.begun.game
    begun = (outcome.event.game for outcome in reversed(evening.outcomes)
             if isinstance(outcome.event, events.Begin) and (number is None or outcome.number < number))  # fmt: skip
    return next(begun, "")


def _out(event: events.Out, evening: Evening, number: int | None) -> str:
    return f"{event.player} is out"


AGAINST_THE_DEALER = ("vingt-un", "french-vingt-un")
"""Games in which who wins takes no pool."""


def _wins(event: events.Wins, evening: Evening, number: int | None) -> str:
    whole = event.what not in HALVES and not event.marks and event.board is None
    if number is None and whole and _game_at(evening, number) not in AGAINST_THE_DEALER:
        return f"{event.player} takes the pool"
    if event.what is None and not event.marks and event.board is None:
        return f"{event.player} wins"
    if event.what is None and not event.marks:
        return f"{event.player} wins the {event.board} board"
    if event.what in HANDS and _game_at(evening, number) == "commerce":
        return f"{event.player} wins with {HANDS[event.what]}"
    how = "wins the" if event.what in HALVES else "wins with"
    return people_write(write(event, evening.money).replace(" wins", f" {how}", 1))


def _splits(event: events.Split, evening: Evening, number: int | None) -> str:
    if event.what is None and event.board is None:
        if _game_at(evening, number) == "tournament":
            return f"{listed(list(event.players))} are out together"
        return f"{listed(list(event.players))} share{' the pool' if number is None else ''}"
    if event.what is None:
        return f"{listed(list(event.players))} share the {event.board} board"
    if event.what in HALVES and event.board is None:
        return f"{listed(list(event.players))} share the {event.what}"
    return people_write(write(event, evening.money))


def _left(event: events.Left, evening: Evening, number: int | None) -> str:
    hands = ", ".join(f"{name} {left}{_mark(event, name)}" for name, left in event.counts)
    return hands if number is None else f"Left: {hands}"


def _mark(event: events.Left, name: str) -> str:
    marks = [mark.capitalize() for player, mark in event.marks if player == name]
    return f" with {listed(marks)}" if marks else ""


def _trick(event: events.Trick, evening: Evening, number: int | None) -> str:
    if event.player and not event.cards:
        return f"{event.player} has the trick"
    return f"Trick: {' '.join(map(str, event.cards))}" if event.cards else people_write(write(event, evening.money))


def _tricks(event: events.Tricks, evening: Evening, number: int | None) -> str:
    if not event.counts:
        return "The pack is out: the birds are counted"
    (name, first), *others = event.counts
    return ", ".join((f"{name} has {things(first, 'trick')}", *(f"{other} {won}" for other, won in others)))


THINGS = {"house": "the house's counters", "kitty": "the kitty", "pope": "Pope"}


def _takes(event: events.Takes, evening: Evening, number: int | None) -> str:
    amount = plain(evening.money, event.amount) if event.amount is not None else ""
    if not event.things:
        return f"{event.player} takes {amount} out of the pool" if amount else f"{event.player} takes the pool"
    once = dict.fromkeys(event.things)
    taken = [THINGS.get(thing, thing) if event.things.count(thing) == 1 else f"{event.things.count(thing)} {thing}s"
             for thing in once]  # fmt: skip
    held = ", ".join(f"{name} {cards}" for name, cards in event.counts)
    return f"{event.player} takes {listed(taken)}{f', {amount}' if amount else ''}{f': {held}' if held else ''}"


SIDES = {
    "sympathy": "one colour",
    "antipathy": "two colours",
    "red": "red",
    "rouge": "red",
    "black": "black",
    "noir": "black",
}
"""How people say on what they stake."""


def _bets(event: events.Bets, evening: Evening, number: int | None) -> str:
    on = f" on {SIDES.get(event.on, event.on)}" if event.on else ""
    return f"{event.player} {event.word} {plain(evening.money, event.amount)}{on}"


def _plays(event: events.Plays, evening: Evening, number: int | None) -> str:
    words = people_write(write(event, evening.money))
    return words.replace(" takes ", ", takes ", 1) if event.takes else words


def _draws(event: events.Draws, evening: Evening, number: int | None) -> str:
    words = people_write(write(event, evening.money))
    return words.replace(" draws ", ", draws ", 1) if event.discards or event.discarded else words


FOR_SALE = {
    "deal": "the deal",
    "turn-up": "the card turned up",
    "trump": "the highest trump",
    "card": "the next card",
    "cards": "all the cards",
}


def _sells(event: events.Sells, evening: Evening, number: int | None) -> str:
    thing = FOR_SALE.get(event.thing, event.thing)
    return f"{event.player} sells {thing} to {event.buyer} for {plain(evening.money, event.amount)}"


COUNTED = {"great": "Great Cassino", "little": "Little Cassino", "spades": "the most spades", "cards": "the most cards"}


def _scores(event: events.Scores, evening: Evening, number: int | None) -> str:
    if not event.marks:
        return f"{event.player} has nothing" if event.points == 0 else people_write(write(event, evening.money))
    has = [
        things(many, mark.removesuffix("s")) if many is not None else COUNTED.get(mark, mark)
        for mark, many in event.marks
    ]
    return f"{event.player} has {listed(has)}"


def _pool_wins(event: events.PoolWins, evening: Evening, number: int | None) -> str:
    return "The pool wins: it stays"


def _spare(event: events.Spare, evening: Evening, number: int | None) -> str:
    return f"The spare hand: {' '.join(map(str, event.cards))}"


def _results(event: events.Result, evening: Evening, number: int | None) -> str:
    return ", ".join(f"{name} {figure(evening.money, amount)}" for name, amount in event.amounts)


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
    events.Trick: _trick,
    events.Tricks: _tricks,
    events.Takes: _takes,
    events.Bets: _bets,
    events.Plays: _plays,
    events.Draws: _draws,
    events.Sells: _sells,
    events.Scores: _scores,
    events.PoolWins: _pool_wins,
    events.Spare: _spare,
    events.Result: _results,
    events.Says: _says,
    events.Announces: _announces,
    events.Out: _out,
    events.Wins: _wins,
    events.Split: _splits,
    events.Left: _left,
}
