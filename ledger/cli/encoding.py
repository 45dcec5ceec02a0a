"""Printable text: no controls of a terminal, and no letters that its encoding lacks.

Text from outside (arguments, paths, names, titles, what a file holds) may have controls of a terminal in it, or marks
that turn the direction of writing. A terminal that speaks no Unicode is given the nearest letters of ASCII.
"""

import codecs
import sys
import unicodedata
from typing import Any

from ledger.core.refusals import JOINER, STROKED, printable

NEAREST = {
    "→": "->", "←": "<-", "✓": "v", "…": "...", "−": "-", "–": "-", "—": "-", "×": "x", "·": ".", "•": "*",
    "‘": "'", "’": "'", "“": '"', "”": '"', "£": "L", "€": "EUR", "¼": "1/4", "½": "1/2", "¾": "3/4",
    JOINER: "", "♠": "S", "♥": "H", "♦": "D", "♣": "C",
    "─": "-", "│": "|", "┤": "+", "┼": "+", "└": "+", "┴": "+", "╌": "-",
}  # fmt: skip
"""Replacements for letters that an encoding lacks, where removing accents is not enough."""


class Styled(str):
    """A line ready to be printed, with control sequences that a terminal is to obey."""


def clean(line: str) -> str:
    """Return a line without the controls that a terminal would obey; line ends stay."""
    return line if isinstance(line, Styled) or line.isprintable() else "\n".join(map(printable, line.split("\n")))


def nearest(error: UnicodeError) -> tuple[str | bytes, int]:
    """Return the nearest letters for those that an encoding lacks; a codec error handler."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(_nearest(letter) for letter in letters), error.end


def _nearest(letter: str) -> str:
    if letter in NEAREST:
        return NEAREST[letter]
    small = letter.lower()
    stroked = small.translate(STROKED)
    known = letter if stroked == small else stroked if letter == small else stroked.capitalize()
    plain = unicodedata.normalize("NFKD", known).encode("ascii", "ignore").decode()
    return plain or letter.encode("ascii", "backslashreplace").decode()


def prints(letter: str) -> bool:
    """Return whether the encoding of standard output has a letter."""
    try:
        letter.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


NAME = "card-ledger-nearest"
codecs.register_error(NAME, nearest)


def as_printed(text: str) -> str:
    """Return a text in the letters that standard output has."""
    if text.isascii():
        return text
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, NAME).decode(encoding)


def let_print(stream: Any) -> None:
    """Let a stream print any text, with the nearest letters for those that it lacks."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors=NAME)


def width_of(text: str) -> int:
    """Return how many places of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if letter == JOINER or unicodedata.combining(letter)
        else 2
        if unicodedata.east_asian_width(letter) in "WF"
        else 1
        for letter in text
    )
