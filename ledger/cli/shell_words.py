"""Text quoted as one word of a shell."""

import os
from collections.abc import Sequence
from shlex import quote

from ledger.core.patterns import Pattern

SPECIAL_IN_QUOTES = Pattern(r'["$`\\\\!]')
"""What a shell interprets between double quotes."""


def in_shell(text: str) -> str:
    """Return a text in quotes, as one word of a shell, or of a command line of Windows."""
    if os.name == "nt":
        from subprocess import list2cmdline  # needed only there

        return list2cmdline([text]) if " " in text else f'"{text}"'
    return quote(text) if SPECIAL_IN_QUOTES.search(text) else f'"{text}"'


def recorded_by(words: Sequence[str]) -> str:
    """Return the command that records a saying which a shell has split into words.

    Words that the shell has stripped of quotes get them again.
    """
    return f"card-ledger record {in_shell(' '.join(map(_quoted_again, words)))}"


def _quoted_again(word: str) -> str:
    from ledger.core.names import quoted  # needed only where a command was misused

    text, colon = (word[:-1], ":") if word.endswith(":") else (word, "")
    return f"{quoted(text)}{colon}" if colon or not text or " " in text else word
