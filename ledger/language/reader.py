"""Reading: a saying as an event, with the money and the names of its evening."""

from collections.abc import Callable, Iterable, Mapping

from ledger.core.books import BANK
from ledger.core.events import Amend, AnyEvent, Insert, Joins, OpenEvening, SeatPlayers
from ledger.core.money import Money, money_of
from ledger.core.refusals import Code, Refusal, did_you_mean
from ledger.language.keywords import KEYWORD_READERS
from ledger.language.lexer import Word, line_of
from ledger.language.phrase import Phrase, Seated, event_number, key_of, whole
from ledger.language.verbs import form_of, joins, known_as, saying_of_player
from ledger.language.vocabulary import Collect
from ledger.language.words import HABITS, KEYWORDS, VERBS, canonical

CORRECTIONS = ("undo", "void", "amend", "insert")
DECLARING = (OpenEvening, SeatPlayers, Joins, Amend, Insert)
"""What may declare money or names."""


class Reader:
    """Reads sayings. It knows the evening's money and the names declared so far; of the games only their words."""

    def __init__(self, collect: Collect, money: Money | None = None, names: Iterable[str] = ()) -> None:
        """Begin with the words of the games, the money of an evening, else counters, and the names declared in it."""
        self._collect = collect
        self.seated: Seated = lambda: ()
        self.called: Callable[[], Mapping[str, str]] = dict
        """The shorter names there are just now, and whose each is."""
        self.money = money or money_of("counters", None)
        self._names = {key_of(name): name for name in names}

    @property
    def names(self) -> tuple[str, ...]:
        """The names declared so far, each in its latest spelling."""
        return tuple(self._names.values())

    def read(self, line: str) -> AnyEvent | None:
        """Read a saying; None for a blank line or a comment.

        Raises Refusal, with the column of the word to blame, where it cannot be read.
        """
        short = {key_of(name): player for name, player in self.called().items()}
        phrase = Phrase(line_of(line), self.money, short | self._names, self._collect)
        phrase.seated = self.seated
        return _saying(phrase) if phrase.more() else None

    def learn(self, event: AnyEvent) -> None:
        """Take in the money or the names that an accepted event declares, also within a correction."""
        if not isinstance(event, DECLARING):
            return
        if isinstance(event, Amend | Insert):
            self.learn(event.saying)
        elif isinstance(event, OpenEvening):
            self.money = Money.recorded(event.money, event.counter)
        elif isinstance(event, SeatPlayers):
            self._names |= {key_of(name): name for name in event.players}
        elif isinstance(event, Joins):
            self._names.setdefault(key_of(event.player), event.player)


def _saying(phrase: Phrase) -> AnyEvent:
    """Read a whole saying: a keyword and what belongs to it, or a player and what he does."""
    first = phrase.take("a saying")
    if first.plain in READERS:
        read, form = READERS[first.plain], KEYWORDS[first.plain]
        return whole(phrase, form, lambda: read(phrase))
    player = BANK if key_of(first.text) == BANK and phrase.next_is("pays") else phrase.named(first)
    if player is None and not phrase.next_is("joins"):
        found = phrase.short_for(first.text) if phrase.more() else []
        if len(found) != 1:
            raise _nobody(phrase, first)
        player = found[0]
    if not phrase.more():
        raise phrase.refuse(Code.UNREADABLE, f"it is not said what {first} does", first)
    verb = phrase.take("what the player does")
    if canonical(verb.plain) == "joins":
        name = player or phrase.new_name(first)
        return whole(phrase, VERBS["joins"], lambda: joins(phrase, name))
    return saying_of_player(phrase, player or "", verb)


def _nobody(phrase: Phrase, first: Word) -> Refusal:
    """Refuse a saying whose first word is neither a keyword nor a player."""
    if form := form_of(phrase, first.plain):
        verb = known_as(phrase, first.plain)
        whom = f"who {verb}" if verb.endswith("s") else "of whom"
        return phrase.refuse(Code.UNKNOWN_WORD, f"it is not said {whom}", first, f"Say: {form}")
    if habit := HABITS.get(first.plain):
        return phrase.refuse(Code.UNKNOWN_WORD, f"{first} is not said here", first, f"Say {habit}")
    following = phrase.peek()
    names = list(dict.fromkeys(phrase.names.values()))
    if following and form_of(phrase, following.plain):
        near, code = did_you_mean(first.text, names), Code.UNKNOWN_PLAYER
    else:
        near, code = did_you_mean(first.text, [*KEYWORDS, *names]), Code.UNKNOWN_WORD
    sentence = f"{first} is neither a player nor a word that begins a saying"
    return phrase.refuse(code, sentence, first, near or phrase.players_there_are())


def _amend(phrase: Phrase) -> AnyEvent:
    return Amend(*_corrected(phrase))


def _insert(phrase: Phrase) -> AnyEvent:
    return Insert(*_corrected(phrase))


def _corrected(phrase: Phrase) -> tuple[int, str, AnyEvent]:
    """Read the number, the reason, and the saying within the saying, which is not a correction."""
    number = event_number(phrase)
    word = phrase.take_glued("the reason in double quotes")
    why = phrase.reason_of(word)
    inner = phrase.rest(phrase.rest_after_colon(word))
    if inner.next_is(*CORRECTIONS) and (first := inner.peek()):
        sentence = f"{first} is a correction itself, and cannot stand within one"
        raise phrase.refuse(Code.CORRECTION, sentence, first, "Take a correction back with void, and say another")
    saying = _saying(inner)
    phrase.position = len(phrase.line)
    return number, why, saying


READERS: dict[str, Callable[[Phrase], AnyEvent]] = KEYWORD_READERS | {"amend": _amend, "insert": _insert}
