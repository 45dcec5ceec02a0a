"""The lexer: splits a saying at its blanks into words; a text in double quotes is one word."""

import msgspec

from ledger.core.patterns import Pattern
from ledger.core.refusals import Code, Refusal, not_utf8

LONGEST = 10_000
"""The greatest number of characters in a saying."""
SHOWN = 60
"""The greatest number of characters of a saying that a refusal repeats."""

FORBIDDEN = Pattern("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, breaks of a line, marks that turn the direction of writing, halves of characters."""

CURLED = Pattern("[“”„‟«»″]")
"""Quotes that a text editor or a phone makes of straight ones."""

PLAIN = Pattern(r"\s*([0-9A-Za-z][^\s\"“”„‟«»″]*)(?=\s|$)")
"""A word without quotes, curled or straight, and the blanks before it."""
BARE = Pattern(r'[^\s"]*')
QUOTED = Pattern(r'"((?:[^"\\]|\\.)*)"')
ESCAPE = Pattern(r"\\(.)")


class Lexeme(msgspec.Struct, frozen=True, gc=False):
    """A word of a saying.

    What is glued to a quoted text is apart: ``key=`` before it, ``:`` after it.
    """

    text: str
    """The word; for a quoted one, the text between the quotes."""
    at: int
    """The place in the line at which the word begins, from 0."""
    end: int
    """The place at which the word ends; for a quoted one, at its closing quote."""
    quoted: bool = False
    before: str = ""
    after: str = ""

    @property
    def plain(self) -> str:
        """Return the word in small letters; empty if it is quoted."""
        return "" if self.quoted else self.text.lower()

    @property
    def whole(self) -> bool:
        """Return whether nothing is glued to it."""
        return not (self.before or self.after)

    @property
    def past(self) -> int:
        """Return the place where the next word may begin."""
        return self.end + len(self.after)

    def __str__(self) -> str:
        """Return the word in double quotes, for a refusal."""
        return f'{clipped(self.before)}"{clipped(self.text)}"{clipped(self.after)}'


def clipped(text: str) -> str:
    """Shorten a text to be repeated in a refusal."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def line_of(text: str) -> str:
    """Return a line without its byte-order mark and its end.

    Raises Refusal if it is too long, or has a character that nobody can type.
    """
    if len(text) > LONGEST:
        sentence = f"the saying has {len(text)} characters, and {LONGEST} are the most"
        raise Refusal(Code.UNREADABLE, sentence, at=LONGEST + 1)
    line = text.removeprefix("\ufeff").removesuffix("\n").removesuffix("\r")
    if match := FORBIDDEN.search(line):
        if "\udc80" <= match.group() <= "\udcff":  # so Python keeps a byte that it could not read
            raise Refusal(Code.UNREADABLE, *not_utf8(line.encode("utf-8", "surrogateescape")), at=match.start() + 1)
        sentence = f"a control character (U+{ord(match.group()):04X}) is not part of a saying"
        raise Refusal(Code.UNREADABLE, sentence, at=match.start() + 1)
    return line


def next_word(line: str, start: int) -> Lexeme | None:
    """Return the next word from `start`; None at the end of the line or at a comment.

    Raises Refusal for quotes that are not closed, or that stand within a word.
    """
    if plain := PLAIN.match(line, start):
        return Lexeme(plain[1], plain.start(1), plain.end())
    at = len(line) - len(line[start:].lstrip())
    if at == len(line) or line[at] == "#":
        return None
    before = _bare(line, at)
    if (match := CURLED.search(before.partition("=")[0])) is not None:
        raise _unreadable(f'{match.group()} is not read as a quote: say "…", with straight ones', at + match.start())
    opening = at + len(before)
    if opening == len(line) or line[opening] != '"':
        return Lexeme(before, at, opening)
    if before and not before.endswith("="):
        raise _unreadable(f"a quote stands within the word {clipped(before)}", opening)
    match = QUOTED.match(line, opening)
    if match is None:
        raise _unreadable("the quote that begins here is not closed", opening)
    text = _unescaped(match.group(1), opening + 1)
    after = _bare(line, match.end())
    word = Lexeme(text, at, match.end(), True, before, after)
    if (after and not after.startswith(":")) or (line[word.past : word.past + 1] == '"' and after != ":"):
        raise _unreadable("a blank belongs after a closing quote", match.end())
    return word


def _bare(line: str, start: int) -> str:
    match = BARE.match(line, start)
    return match.group() if match else ""


def _unescaped(text: str, start: int) -> str:
    for match in ESCAPE.finditer(text):
        if match.group(1) not in '"\\':
            sentence = f"within quotes \\{match.group(1)} means nothing: a backslash is written \\\\"
            raise _unreadable(sentence, start + match.start())
    return ESCAPE.sub(r"\1", text)


def _unreadable(sentence: str, at: int) -> Refusal:
    return Refusal(Code.UNREADABLE, sentence, at=at + 1)
