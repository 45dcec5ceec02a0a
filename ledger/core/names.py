"""Names of players: how they are written, compared, and found by what a person types."""

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

from ledger.core.patterns import Pattern
from ledger.core.refusals import Code, Refusal, listed, nearest_words, printable, skeleton

NAME_FORM = "a name is letters, digits and _ - ' ’ . or stands in double quotes"
CLUSTER = Pattern("[\\s\\S][\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]*")
"""A letter with the accents that follow it."""
BETWEEN_PARTS = Pattern(r"[\s\-]+")
"""What separates the parts of a name: Zoë-Anne, Mary Ann."""


@lru_cache(maxsize=10_000)
def key_of(name: str) -> str:
    """Return a key that is equal for all spellings of a name that look alike.

    Case, composed accents, curled apostrophes, invisible letters and the number of blanks do not count.
    """
    if not name.isascii():
        name = "".join(character for character in name if unicodedata.category(character) != "Cf")
    return " ".join(spelling_of(name).split())


def spelling_of(name: str) -> str:
    """Return a key that is equal for the spellings of a name that every log has taken for one.

    Case, composed accents and curled apostrophes do not count.
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold()).replace("’", "'")


def folded(text: str) -> tuple[str, list[int]]:
    """Return a text as `spelling_of` has it, and the place that each character comes from.

    The last place is the end of the text. Invisible letters are left out.
    """
    letters, places = list[str](), list[int]()
    for cluster in CLUSTER.finditer(text):
        spelling = spelling_of("".join(letter for letter in cluster[0] if unicodedata.category(letter) != "Cf"))
        letters.append(spelling)
        places += [cluster.start()] * len(spelling)
    return "".join(letters), [*places, len(text)]


def is_bare_name(text: str) -> bool:
    """Return whether a name can be written without quotes."""
    return text != "" and all(
        character.isalnum() or character in "_-'’." or unicodedata.category(character).startswith("M")
        for character in text
    )


@lru_cache(maxsize=1_000)
def name(text: str) -> str:
    """Write a name, in quotes only where it needs them."""
    return text if is_bare_name(text) else quoted(text)


def quoted(text: str) -> str:
    """Write a text in double quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def initials(name: str) -> str:
    """Return the first letters of a name of several words; empty for a name of one word."""
    parts = BETWEEN_PARTS.split(name)
    return "".join(skeleton(part)[:1] for part in parts) if len(parts) > 1 else ""


def short_for(text: str, names: Iterable[str]) -> list[str]:
    """Return the names that a text may stand for: the name without accents, or its first part."""
    short = skeleton(text)
    return [
        name
        for name in dict.fromkeys(names)
        if short and short in (skeleton(name), skeleton(BETWEEN_PARTS.split(name)[0]))
    ]


def beginning_with(text: str, names: Iterable[str]) -> list[str]:
    """Return the names that begin with a text; accents do not count."""
    short = skeleton(text)
    return [name for name in dict.fromkeys(names) if short and skeleton(name).startswith(short)]


def person_named(text: str, spellings: Mapping[str, str], nobody: str, there_are: str = "") -> str:
    """Return the person whom a typed name means: in full, shortened, or by its beginning.

    `spellings` gives the person of each spelling. Raises Refusal if the name means several persons or nobody; for
    nobody the refusal has the sentence `nobody`, and the remedy `there_are` if no known name is near.
    """
    same = [name for name in spellings if key_of(name) == key_of(text)]
    meant = same or short_for(text, spellings) or beginning_with(text, spellings)
    persons = list(dict.fromkeys(spellings[name] for name in meant))
    if len(persons) > 1:
        sentence = f"{printable(text, 60)} may be {listed(persons, 'or')}"
        raise Refusal(Code.UNKNOWN_PLAYER, sentence, "Say the name in full")
    if not persons:
        raise Refusal(Code.UNKNOWN_PLAYER, nobody, nearest_words(text, spellings) or there_are)
    return persons[0]
