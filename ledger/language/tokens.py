"""Tokens: the sayings in a typed line, and the words of each."""

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from ledger.core.cards import read_card
from ledger.core.names import BETWEEN_PARTS, initials, key_of
from ledger.core.refusals import skeleton
from ledger.language.grammar import forms_of
from ledger.language.lexer import next_word
from ledger.language.phrase import INTEGER

EVERYBODY, OTHERS = "all", "others"
ALL_OF_THEM = re.compile(
    r"(?:everyone|everybody|each|we\s+all|all\s+of\s+us)(?:\s+of\s+them)?\s+(?!else\b)", re.IGNORECASE
)
ALL_THE_OTHERS = re.compile(r"(?:the\s+)?(?:others|rest)\s+|every(?:one|body)\s+else\s+", re.IGNORECASE)
"""The beginnings of sayings for all, and for all who have not spoken."""
JOINTS = (",", "and", "&")
"""What may be between names, or between the parts for each player."""
DEALINGS = (*forms_of("buys"), *forms_of("cashes"))
"""What everybody may do at the bank at once."""
DRAWING, STAKING = (*forms_of("draws"), "dr"), (*forms_of("stakes"), "st")
"""The beginnings of lines about several players at once."""
MOST_TRICKS = 52
"""The greatest number of tricks that are told at once."""

QUOTES = str.maketrans(dict.fromkeys("“”„‟«»″", '"'))
PIECES = re.compile(
    r"\+?[^\d:=,+]*\d+(?:,\d{1,2}|(?:[.,]\d{3})+(?:[.,]\d+)?)(?![\d,])[^\d:=,+]*|[:=,]|\+(?=\D)|[^:=,+]+|\+\d[^:=,+]*|\+"
)
"""A word of a line: joined texts are split, except amounts with commas and signed numbers."""
BETWEEN = re.compile(r'"(?:[^"\\]|\\.)*"?|;|(?<=\s)/(?=\s)|(?<!\S)#.*')
"""The signs between the sayings of a line, and what may contain such a sign without being split."""


# Sayings


def sayings_in(line: str) -> list[str]:
    """Split a typed line into its sayings at `;`, or at `/` with a space on both sides."""
    plain = line if '"' in line else line.translate(QUOTES)
    ends = [match.span() for match in BETWEEN.finditer(plain) if match.group() in (";", "/")]
    starts = [0, *(end for _, end in ends)]
    parts = [plain[start:end].strip() for start, end in zip(starts, [*(at for at, _ in ends), len(plain)], strict=True)]
    return [part for part in parts if part]


def tricks_in(saying: str, names: Iterable[str]) -> list[str]:
    """Split tricks said together, ``t c b 2``, by winner or by a number of one winner's tricks.

    Any other saying is given as it is, and so are a single trick and a saying of a player whose name begins so.
    """
    word, *winners = saying.split()
    names = tuple(names)
    taken = {key_of(name) for name in names}
    begun = {skeleton(part) for name in names for part in (name, *BETWEEN_PARTS.split(name), initials(name))}
    tricks: list[str] = []
    if not "trick".startswith(word.lower()) or key_of(word) in taken or '"' in saying:
        return [saying]
    for winner in " ".join(winners).replace(",", " ").split():
        if winner in JOINTS and winner not in taken:
            continue
        if INTEGER.fullmatch(winner) and tricks and int(winner) <= MOST_TRICKS:
            tricks += [tricks[-1]] * (int(winner) - 1)
        elif winner[0].isalpha() and read_card(winner) is None and _begins(skeleton(winner), begun):
            tricks.append(f"trick {winner}")
        else:
            return [saying]
    return tricks if len(tricks) > 1 else [saying]


def _begins(beginning: str, words: Iterable[str]) -> bool:
    return any(word.startswith(beginning) for word in words)


def split_for_several(saying: str, words: Container[str] = ()) -> list[str]:
    """Split what is said of several at once into its sayings; an empty list for any other line.

    `draws 3 pat 1` and `stakes 2 3 1` are said of those who are asked in turn, `draws Bob 3 Cat 1` of these; `stakes
    Ann 1 king Bob 2 queen` dresses a board. `words` are those that may stand for a number, as `pat` does.
    """
    verb, *rest = saying.split()
    if len(rest) < 2:
        return []
    if verb.lower() in DRAWING:
        if all(INTEGER.fullmatch(word) or word.lower() in words for word in rest):
            return [word if word.lower() in words else f"draws {word}" for word in rest]
        pairs = _by(2, rest)
        return [f"{who} {number}" if number.lower() in words else f"{who} draws {number}" for who, number in pairs]
    if verb.lower() in STAKING:
        if all(INTEGER.match(word.removeprefix("£")) for word in rest):
            return [f"stakes {amount}" for amount in rest]
        return [f"{who} stakes {amount} on {thing}" for who, amount, thing in _by(3, rest)]
    return []


def as_of_all(saying: str, names: Iterable[str]) -> str:
    """Return a saying about everybody with `all`, and one about all the others with `others`."""
    if key_of(saying.split()[0]) in map(key_of, names):
        return saying
    rest = ALL_THE_OTHERS.sub("", saying, count=1) if ALL_THE_OTHERS.match(saying) else ""
    if rest and rest.split()[0].lower() not in DEALINGS:
        return f"{OTHERS} {rest}"
    return f"{EVERYBODY} {saying[match.end() :]}" if (match := ALL_OF_THEM.match(saying)) else saying


def _by(size: int, words: Sequence[str]) -> list[tuple[str, ...]]:
    """Return words in groups of this `size`; no groups if a word is left over."""
    return [] if len(words) % size else [tuple(words[at : at + size]) for at in range(0, len(words), size)]


# Words


class Token(NamedTuple):
    """A typed word, or a sign written without spaces."""

    text: str
    quoted: bool
    start: int
    """The place in the line at which the token begins."""
    end: int
    """The place at which the token ends."""

    @property
    def plain(self) -> str:
        """Return the word in small letters; empty if it is quoted."""
        return "" if self.quoted else self.text.lower()


def tokens_of(line: str) -> list[Token]:
    """Split a line into its words. Raises Refusal if a quote is not closed."""
    tokens: list[Token] = []
    at = 0
    while word := next_word(line, at):
        if word.quoted:
            tokens += _pieces(word.before, word.at)
            tokens.append(Token(word.text, True, word.at + len(word.before), word.end))
            tokens += _pieces(word.after, word.end)
        else:
            tokens += _pieces(word.text, word.at)
        at = word.past
    return tokens


def _pieces(text: str, start: int) -> Iterator[Token]:
    for match in PIECES.finditer(text):
        yield Token(match.group(), False, start + match.start(), start + match.end())
