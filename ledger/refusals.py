"""Refusals: what the program answers to a saying that cannot stand.

A refusal is the player's to mend and changes nothing; a failed assertion is ours.
"""

from enum import Enum


class Code(Enum):
    """Which guard refused. Codes are never reused for another meaning."""

    UNREADABLE = "unreadable"
    UNKNOWN_WORD = "unknown-word"
    UNKNOWN_PLAYER = "unknown-player"
    BAD_NAME = "bad-name"
    BAD_CARD = "bad-card"
    BAD_AMOUNT = "bad-amount"
    OUT_OF_TURN = "out-of-turn"
    RULE = "rule"
    NOT_NOW = "not-now"
    OPTIONS = "options"
    PLAYERS = "players"
    CORRECTION = "correction"
    CLOSED = "closed"
    STALE = "stale"
    STORE = "store"
    FILE = "file"
    USAGE = "usage"


LONGEST_SHOWN = 120
"""No more of a line than this is repeated in a refusal."""


class Refusal(Exception):
    """Says that something cannot stand, why, and what to say instead.

    `sentence` explains, without a full stop at its end; `remedy` is what may be said instead, or
    empty; `at` is the column of the word in the saying, from 1, where one word is to blame.
    """

    def __init__(self, code: Code, sentence: str, remedy: str = "", at: int | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.remedy = remedy
        self.at = at

    @property
    def message(self) -> str:
        """The whole refusal: the sentence, and on a line of its own the remedy."""
        return f"{self.sentence}.\n  {self.remedy}" if self.remedy else f"{self.sentence}."


class RefusedLine(Exception):
    """A saying that does not fit, and why; `message` begins with the file, if there is one, and the line."""

    def __init__(self, source: str, line: int, text: str, refusal: Refusal) -> None:
        said = printable(text.strip(), LONGEST_SHOWN)
        place = f"{printable(source)}:{line}: " if source else ""
        super().__init__(f"{place}{said}: {refusal.message}" if said else f"{place}{refusal.message}")
        self.line = line
        self.refusal = refusal
        self.message = str(self)

    @property
    def code(self) -> Code:
        """Which guard refused."""
        return self.refusal.code

    @property
    def remedy(self) -> str:
        """What may be said instead, or empty."""
        return self.refusal.remedy


def printable(text: str, most: int | None = None) -> str:
    """Make a text fit to be repeated: shortened, and with nothing in it that a terminal would obey."""
    if most is not None and len(text) > most:
        text = text[:most] + "…"
    return "".join(character if character.isprintable() else "\ufffd" for character in text)


def refuse(sentence: str, remedy: str = "", code: Code = Code.RULE) -> Refusal:
    """Make the refusal of a rule; the caller raises it."""
    return Refusal(code, sentence, remedy)


def listed(words: "list[str] | tuple[str, ...]", joint: str = "and") -> str:
    """Write words as a list in a sentence: ``Ann, Bob and Cat``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"
