"""Reading: a saying as an event, with the money and the names of its evening."""

import re
from collections.abc import Callable, Iterable, Mapping

from ledger.core.books import BANK
from ledger.core.cards import read_card
from ledger.core.events import (
    UNSAID,
    Amend,
    AnyEvent,
    ClubEvent,
    Event,
    Insert,
    Joins,
    OpenEvening,
    Passes,
    PaysTogether,
    Says,
    SeatPlayers,
)
from ledger.core.money import Money, money_of
from ledger.core.names import key_of, name
from ledger.core.refusals import Code, Refusal, Remedy, RemedyKind, in_words, listed, nearest_words
from ledger.language.grammar import (
    CLUB,
    CORRECTIONS,
    KEYWORDS,
    NUMBER_CALLED,
    OTHER_FORMS,
    RESERVED,
    VERBS,
    YIELDING,
    By,
    Row,
    announcement,
    canonical,
    declaration,
)
from ledger.language.lexer import Lexeme, line_of
from ledger.language.phrase import WORD, GameWords, KnownWords, Phrase, Seated
from ledger.language.vocabulary import Announcement, Collect, Vocabulary
from ledger.language.words import CARDS_BOUGHT

DECLARING = (OpenEvening, SeatPlayers, Joins, Amend, Insert)
"""The events that may declare money or names."""
KNOWN = KnownWords(CORRECTIONS, RESERVED, OTHER_FORMS)
JOINS = "joins"
"""What a player does whom nobody has named before."""
BANKING = frozenset(word for word, rows in VERBS.items() if rows[0].by is By.PERSON_OR_BANK)
"""What the bank of the evening may be said to do."""


class SayingReader:
    """Reads sayings, with the money and the names of an evening, and the words of the games."""

    def __init__(self, collect: Collect, money: Money | None = None, names: Iterable[str] = ()) -> None:
        """Begin with the words of the games, and the money (else counters) and names of an evening."""
        self.words = GameWords(collect, lambda number: collect, collect)
        self.seated: Seated = lambda: ()
        self.called: Callable[[], Mapping[str, str]] = dict
        """A function that returns the shorter names of players, each with the player."""
        self.sure_of_sums: Callable[[type[Event]], bool] = lambda kind: False
        """A function that returns whether a bare number in such a saying is refused if it could be two sums."""
        self.money = money or money_of("counters", None)
        self._names = {key_of(name): name for name in names}

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names declared so far, each in its latest spelling."""
        return tuple(self._names.values())

    def read(self, line: str) -> AnyEvent | None:
        """Read a saying; None for a blank line or a comment.

        Raises Refusal, with the column of the word to blame, if it cannot be read.
        """
        short = {key_of(name): player for name, player in self.called().items()}
        names = short | self._names if short else self._names
        phrase = Phrase(line_of(line), self.money, names, self.words, _saying, KNOWN)
        phrase.seated, phrase.sure_of_sums = self.seated, self.sure_of_sums
        return _saying(phrase) if phrase.has_next() else None

    def learn(self, event: AnyEvent) -> None:
        """Take in the money or the names that an accepted event declares, also within a correction."""
        if not isinstance(event, DECLARING):
            return
        if isinstance(event, Amend | Insert):
            self.learn(event.saying)
        elif isinstance(event, OpenEvening):
            self.money = Money.recorded(event.money, event.counter)
        elif isinstance(event, SeatPlayers):
            for name in event.players:  # an old log may have two names that look alike
                self._names[name if key_of(name) in self._names else key_of(name)] = name
        elif isinstance(event, Joins):
            self._names.setdefault(key_of(event.player), event.player)


OF_THE_CLUB = {row.word: row for row in CLUB if row.by is By.NOBODY} | {
    word: KEYWORDS[word] for word in ("undo", "void", "note")
}
"""The sayings of the club's log that begin with their word."""


def read_of_club(line: str) -> AnyEvent | ClubEvent | None:
    """Read a saying of the club's log; None for a blank line or a comment.

    Raises Refusal, with the column of the word to blame, if it cannot be read.
    """
    words = GameWords(Vocabulary, lambda number: Vocabulary, Vocabulary)
    phrase = Phrase(line_of(line), money_of("counters", None), {}, words, _saying, KnownWords((), frozenset(), {}))
    if not phrase.has_next():
        return None
    first = phrase.take("a saying")
    if phrase.next_is("pays"):
        phrase.skip("pays")
        return _payment.read(phrase, player=first.text)
    row = OF_THE_CLUB.get(first.plain)
    if row is None:
        forms = listed([row.form for row in CLUB if row.kind not in UNSAID], "or")
        raise phrase.refuse(Code.UNKNOWN_WORD, f"{first} begins no saying of the club", first, f"Say {forms}")
    if row in _season.values():
        ahead = phrase.rest()
        ahead.take("the title")
        row = next((_season[word] for word in _season if ahead.next_is(word)), row)
    return row.read(phrase)


_payment = next(row for row in CLUB if row.kind is PaysTogether)
_season = dict(zip(("from", "handicap", "ends"), (row for row in CLUB if row.word == "season"), strict=True))
"""The sayings of a season by the word after its title."""


def _saying(phrase: Phrase) -> AnyEvent:
    """Read a whole saying: a keyword and its arguments, or a player and what the player does."""
    first = phrase.take("a saying")
    row = KEYWORDS.get(first.plain)
    if row is not None and not (first.plain in YIELDING and key_of(first.text) in phrase.names):
        return row.read(phrase)
    if row := _announced(phrase, first):
        return row.read(phrase)
    player = BANK if key_of(first.text) == BANK and phrase.next_is(*BANKING) else phrase.named(first)
    if player is None and not phrase.next_is(JOINS):
        names = phrase.short_for(first.text) if phrase.has_next() else []
        if len(names) != 1:
            raise _nobody(phrase, first)
        player = names[0]
    if not phrase.has_next():
        raise phrase.refuse(Code.UNREADABLE, f"it is not said what {first} does", first)
    verb = phrase.take("what the player does")
    word = canonical(verb.plain)
    if player is None:
        player = phrase.new_name(first)
    if word == "calls" and phrase.has_next():
        return _called(phrase, player)
    if rows := VERBS.get(word):
        row = next((row for row in rows[1:] if row.slots[0].begins(phrase)), rows[0])
        return row.read(phrase, player=player)
    return _declares(phrase, player, verb)


def _announced(phrase: Phrase, first: Lexeme) -> Row | None:
    """Return the row of an announcement that begins here, else None.

    The second word of its name, if it has one, is taken.

    Where the first word names a player too, and the second is a verb, a word of the game or a number called, the
    saying is that player's.
    """
    following = phrase.peek()
    second = following.plain if following else ""
    is_player = key_of(first.text) in phrase.names
    verb = canonical(second)
    joins = verb == JOINS and JOINS not in phrase.names
    if not first.plain or joins or (is_player and verb in VERBS):
        return None
    vocabulary = phrase.vocabulary
    word = vocabulary.canonical(first.plain)
    longer = f"{word} {vocabulary.canonical(second)}"
    spec = vocabulary.announcements.get(longer) or vocabulary.announcements.get(word)
    if spec is None or (is_player and _is_called(phrase, spec, second)):
        return None
    if longer in vocabulary.announcements:
        phrase.take(second)
        word = longer
    return announcement(word, spec)


def _is_called(phrase: Phrase, spec: Announcement, second: str) -> bool:
    """Return whether the second word of a line is a call of the player whom the first names."""
    if phrase.next_is_number():
        return not (spec.amount or spec.numbers[1])
    return phrase.vocabulary.canonical(second) in phrase.vocabulary.words


def _called(phrase: Phrase, player: str) -> AnyEvent:
    """Read `A calls CALL`, which is the same as `A CALL`."""
    call = phrase.take("a call")
    word = canonical(call.plain)
    if rows := VERBS.get(word):
        if rows[0].kind is Passes:
            return rows[0].read(phrase, player=player)
        raise phrase.refuse(Code.UNKNOWN_WORD, f"{call} is not a call", call, f"Say: {rows[0].form}")
    return _declares(phrase, player, call)


def _declares(phrase: Phrase, player: str, verb: Lexeme) -> AnyEvent:
    """Read a declaration by a word of the sheets.

    A single word that is on no sheet is left to the game to refuse.
    """
    if verb.plain.isascii() and verb.plain.isdigit():
        return NUMBER_CALLED.read(phrase, player=player, word=str(phrase.number_of(verb.text, verb)))
    word = _known_as(phrase, verb.plain)
    if (belongings := phrase.vocabulary.words.get(word)) is not None:
        return declaration(word, belongings).read(phrase, player=player)
    if habit := _habit(word):
        remedy = re.sub(r"\bA\b", lambda match: name(player), habit)
        raise phrase.refuse(Code.UNKNOWN_WORD, f"{verb} is not said here", verb, f"Say {remedy}")
    if phrase.has_next() or not _could_be_a_word(phrase, verb):
        raise _unknown_word(phrase, verb)
    return Says(player, word)


def _known_as(phrase: Phrase, word: str) -> str:
    """Return the sheets' own form of a player's verb, in small letters."""
    own = canonical(word)
    return own if own in VERBS else phrase.vocabulary.canonical(own)


def _form_of(phrase: Phrase, word: str) -> str:
    """Return the form of the saying of a player that has this word; empty if there is none."""
    known = _known_as(phrase, word)
    if rows := VERBS.get(known):
        return rows[0].form
    arguments = phrase.vocabulary.words.get(known)
    return "" if arguments is None else declaration(known, arguments).form


# Refusals


def _habit(word: str) -> str:
    from ledger.language.habits import HABITS  # wanted only for a word that nobody knows

    return HABITS.get(word, "")


def _nobody(phrase: Phrase, first: Lexeme) -> Refusal:
    """Return the refusal of a saying whose first word is neither a keyword nor a player."""
    if form := _form_of(phrase, first.plain):
        verb = _known_as(phrase, first.plain)
        whom = f"who {verb}" if verb.endswith("s") else "of whom"
        return phrase.refuse(Code.UNKNOWN_WORD, f"it is not said {whom}", first, f"Say: {form}")
    if habit := _habit(first.plain):
        return phrase.refuse(Code.UNKNOWN_WORD, f"{first} is not said here", first, f"Say {habit}")
    following = phrase.peek()
    names = list(dict.fromkeys(phrase.names.values()))
    if following and _form_of(phrase, following.plain):
        near, code = nearest_words(first.text, names), Code.UNKNOWN_PLAYER
    else:
        known = [*KEYWORDS, *(word.split()[0] for word in phrase.vocabulary.announcements), *names]
        near, code = nearest_words(first.text, known), Code.UNKNOWN_WORD
    sentence = f"{first} is neither a player nor a word that begins a saying"
    return phrase.refuse(code, sentence, first, near or phrase.players_there_are())


def _could_be_a_word(phrase: Phrase, verb: Lexeme) -> bool:
    """Return whether a word alone may be a declaration that some sheet has."""
    readable = WORD.fullmatch(verb.plain) and not read_card(verb.text)
    taken = verb.plain in KEYWORDS or verb.plain == CARDS_BOUGHT or phrase.money.looks_like_amount(verb.text)
    return bool(readable) and not taken


def _unknown_word(phrase: Phrase, verb: Lexeme) -> Refusal:
    """Return the refusal of a word that is no verb of a player."""
    sentence, remedy = f"{verb} is not what a player does", Remedy(RemedyKind.WORDS)
    if row := KEYWORDS.get(verb.plain):
        sentence, remedy = f"{verb} begins a saying of its own", Remedy(RemedyKind.FORM, row.form)
    elif verb.plain == CARDS_BOUGHT:
        remedy = in_words("Say: A buys N cards")
    elif phrase.money.looks_like_amount(verb.plain):
        sentence = f"{verb} is an amount, and it is not said what is done with it"
        remedy = in_words(f"Say: {VERBS['bets'][0].form}")
    elif read_card(verb.plain):
        sentence = f"{verb} is a card, and it is not said what is done with it"
        remedy = in_words(f"Say: {VERBS['plays'][0].form}")
    else:
        words = phrase.vocabulary.words or phrase.words.of_all().words  # of a game in hand those of no other
        remedy = nearest_words(verb.text, [*VERBS, *words])
    return phrase.refuse(Code.UNKNOWN_WORD, sentence, verb, remedy)
