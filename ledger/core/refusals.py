"""Refusals: the answers to sayings that cannot stand.

A player can mend what is refused, and a refusal changes nothing. A failed assertion is a fault of the program.
"""

import unicodedata
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple


class Code(Enum):
    """The guard that refused. A code is never reused for another meaning."""

    UNREADABLE = "unreadable"
    UNKNOWN_WORD = "unknown-word"
    UNKNOWN_PLAYER = "unknown-player"
    BAD_NAME = "bad-name"
    BAD_CARD = "bad-card"
    CARD = "card"
    BAD_AMOUNT = "bad-amount"
    OUT_OF_TURN = "out-of-turn"
    RULE = "rule"
    NOT_NOW = "not-now"
    OPTIONS = "options"
    PLAYERS = "players"
    CORRECTION = "correction"
    CLOSED = "closed"
    STALE = "stale"
    KEY = "key"
    STORE = "store"
    UNSOUND = "unsound"
    FILE = "file"
    USAGE = "usage"
    TWICE = "twice"
    NO_TRANSFER = "no-transfer"
    RULES_CHANGED = "rules-changed"
    RULES_MISSING = "rules-missing"
    RULES_BROKEN = "rules-broken"


OF_RULES = (Code.RULES_CHANGED, Code.RULES_MISSING, Code.RULES_BROKEN)
"""The codes for a sound log whose rules have changed, are not installed, or fail."""
LOADING_FAULTS = (Exception, SystemExit)
"""The exceptions that the modules of a game may raise when they are imported; some would end the program."""
RULE_FAULTS: tuple[type[BaseException], ...] = LOADING_FAULTS
"""The exceptions of a rule for which its game is refused. The tests let them through, to find the fault."""
LONGEST_SHOWN = 120
"""The greatest number of characters of a line that a refusal repeats."""


class RemedyKind(Enum):
    """What a remedy tells."""

    WORDS = "words"
    """What to do, as a sentence of its own."""
    FORM = "form"
    """The form of the saying."""
    PLAYERS = "players"
    """The players at the table."""
    NEAREST = "nearest"
    """The nearest known words."""
    TURN = "turn"
    """What may be said at the turn."""
    LINE = "line"
    """A whole line to type."""
    BLANK = "blank"
    """A line to fill in, with capitals where something is missing."""


SENTENCES = {
    RemedyKind.FORM: "The form is: {form}",
    RemedyKind.PLAYERS: "The players are {players}",
    RemedyKind.NEAREST: "Did you mean {form}?",
    RemedyKind.LINE: "Say {form}",
    RemedyKind.BLANK: "Say {form}",
}
"""The sentence of each kind of remedy that has words beside its form."""


class Remedy(NamedTuple):
    """What may be said instead of the refused saying."""

    kind: RemedyKind
    form: str = ""
    players: tuple[str, ...] = ()
    before: str = ""
    """Words before the remedy's sentence."""

    @property
    def sentence(self) -> str:
        """Return the remedy in words; empty if there is none."""
        if not self:
            return ""
        return self.before + SENTENCES.get(self.kind, "{form}").format(form=self.form, players=listed(self.players))

    def __bool__(self) -> bool:
        """Return whether anything may be said instead."""
        return bool(self.form or self.players or self.before)


def in_words(remedy: "str | Remedy") -> Remedy:
    """Return a remedy; a text becomes a remedy of the kind WORDS."""
    return remedy if isinstance(remedy, Remedy) else Remedy(RemedyKind.WORDS, remedy)


class Refusal(Exception):
    """A refused saying: why, and what to say instead.

    `sentence` explains, without a full stop at its end. `instead` has the remedy as data, and `remedy` is its
    sentence. `at` is the column of the word at fault in the saying, from 1, where a single word is at fault.
    """

    def __init__(self, code: Code, sentence: str, remedy: str | Remedy = "", at: int | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.instead = in_words(remedy)
        self.at = at
        self.of_log = code in (Code.RULES_CHANGED, Code.RULES_MISSING)
        """Whether the rules refuse a log that is recorded, and not what is being said."""

    @property
    def remedy(self) -> str:
        """Return what may be said instead, in words; empty if there is nothing."""
        return self.instead.sentence

    @property
    def fault(self) -> str:
        """Return the refused saying and the reason, without the remedy."""
        return self.sentence if self.sentence.endswith("?") else f"{self.sentence}."

    @property
    def message(self) -> str:
        """Return the whole refusal: the sentence, and on a line of its own the remedy."""
        return f"{self.fault}\n  {self.remedy}" if self.remedy else self.fault


class RefusedLine(Exception):
    """A saying that is refused, and why.

    `message` begins with the file, if there is one, and the line.
    """

    def __init__(self, source: str, line: int, text: str, refusal: Refusal) -> None:
        saying = printable(text.strip(), LONGEST_SHOWN)
        place = f"{printable(source)}:{line}: " if source else ""
        where = f"{place}{saying}: " if saying else place
        super().__init__(f"{where}{refusal.message}")
        self.line = line
        self.source, self.text = source, text
        self.refusal = refusal
        self.message = str(self)
        self.fault = f"{where}{refusal.fault}"
        """The refused saying and the reason, without the remedy."""

    @property
    def code(self) -> Code:
        """Return the guard that refused."""
        return self.refusal.code

    @property
    def remedy(self) -> str:
        """Return what may be said instead, or an empty text."""
        return self.refusal.remedy


def not_utf8(content: bytes) -> tuple[str, str]:
    """Return the fault of a line that is not UTF-8, and the remedy with its likely encoding."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "this is not UTF-8, but UTF-16", "Save it as UTF-8: iconv -f UTF-16 -t UTF-8 OLD > NEW"
    text = content.decode("cp1252", "replace")
    if all(letter.isprintable() or letter == "\t" for letter in text.rstrip("\r\n")) and "\ufffd" not in text:
        word = next(word for word in text.split() if not word.isascii())
        sentence = f"this is not UTF-8, but Latin-1 it seems, or what Windows writes for it: {printable(word, 40)}"
        return sentence, "Save it as UTF-8: iconv -f WINDOWS-1252 -t UTF-8 OLD > NEW"
    return "this is not UTF-8", "Save it as UTF-8"


JOINER = "\u200d"
"""A letter that joins two emoji into one, and is invisible anywhere else."""
SHOWN_AS_EMOJI = "\ufe0f"
SKIN = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"


def printable(text: str, most: int | None = None) -> str:
    """Return a text fit to be repeated: shortened, without characters that a terminal obeys."""
    if most is not None and len(text) > most:
        text = text[:most] + "…"
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() or (character == JOINER and _joins_emoji(text, place)) else "\ufffd"
        for place, character in enumerate(text)
    )


def _joins_emoji(text: str, place: int) -> bool:
    """Return whether an emoji stands just before a place and another just after it."""
    before = text[max(place - 2, 0) : place].removesuffix(SHOWN_AS_EMOJI)[-1:]
    after = text[place + 1 : place + 2]
    return all(
        character and (unicodedata.category(character) == "So" or character in SKIN) for character in (before, after)
    )


def refuse(sentence: str, remedy: str | Remedy = "", code: Code = Code.RULE) -> Refusal:
    """Return the refusal of a rule, for the caller to raise."""
    return Refusal(code, sentence, remedy)


def listed(words: "list[str] | tuple[str, ...]", joint: str = "and") -> str:
    """Return words as a list in a sentence: ``Ann, Bob and Cat``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


def things(number: int, thing: str) -> str:
    """Return a number of things: 1 saying, 1,200 sayings."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


MOST_SUGGESTED = 3
"""The greatest number of suggestions: where more words are equally near, none is suggested."""


def nearest(text: str, known: Iterable[str]) -> list[str]:
    """Return all known words that are equally near to a text; empty if none is near.

    Case, accents, hyphens and blanks do not count. A word is near a known one if it is its beginning or a part of it,
    or if few letters are wrong, left out or in the wrong order.
    """
    wanted = skeleton(text[:LONGEST_SHOWN])
    forms = {word: skeleton(word) for word in known}
    near = [word for word, form in forms.items() if form == wanted]
    if not near and len(wanted) > 1:
        near = [word for word, form in forms.items() if form.startswith(wanted) or wanted in _parts(word)]
    if not near:
        near = _misspelt(wanted, forms)
    return near if len(near) <= MOST_SUGGESTED else []


def did_you_mean(text: str, known: Iterable[str]) -> str:
    """Return the question whether the nearest known words were meant; empty if none is near."""
    return nearest_words(text, known).sentence


def nearest_words(text: str, known: Iterable[str]) -> Remedy:
    """Return the nearest known words as a remedy; an empty one if none is near."""
    return Remedy(RemedyKind.NEAREST, listed(nearest(text, known), "or"))


def perhaps(text: str, known: Iterable[str]) -> str:
    """Return that question in brackets, for the middle of a sentence; empty if no word is near."""
    near = nearest(text, known)
    return f" (did you mean {listed(near, 'or')}?)" if near else ""


STROKED = str.maketrans({
    "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ŋ": "n",
    "ß": "ss",
})  # fmt: skip
"""Letters with a stroke, which are not letters with an accent, each with the letters typed in its place."""


def skeleton(text: str) -> str:
    """Return the letters and digits of a word in small letters, without accents and strokes."""
    apart = unicodedata.normalize("NFKD", text.casefold().translate(STROKED))
    return "".join(character for character in apart if character.isalnum())


def _parts(word: str) -> list[str]:
    return [skeleton(part) for part in word.replace("-", " ").split()]


def _misspelt(wanted: str, forms: dict[str, str]) -> list[str]:
    """Return the known words with the fewest mistakes: at most one in three letters."""
    from rapidfuzz.distance import OSA, Indel  # a refusal may take its time; reading may not

    most = max(1, len(wanted) // 3)
    mistakes = {
        word: (OSA.distance(wanted, form), Indel.distance(wanted, form))
        for word, form in forms.items()
        if OSA.distance(wanted, form, score_cutoff=most) <= most
        and (len(wanted) > 2 or (wanted and Indel.distance(wanted, form) == 1))
    }
    least = min(mistakes.values(), default=None)
    return [word for word, distance in mistakes.items() if distance == least]
