"""Traces of a name in a text, looked for otherwise than the names are replaced.

Accents, case, apostrophes, hyphens, blanks and an `s` at the end do not count. So more is found than a name for sure:
a person decides what of it is one.
"""

import re
import unicodedata
from collections.abc import Iterable

from ledger.core.refusals import skeleton

PIECE = re.compile(r"[^\W\d_]+|\d+")
"""Letters, or digits, that stand together."""
MORE_PIECES = 2
"""A name may stand in a text in so many more pieces than it has."""


class NameTraces:
    """The traces of some names."""

    def __init__(self, names: Iterable[str]) -> None:
        pieces = [_pieces(name) for name in names]
        self._letters = {"".join(name) for name in pieces} - {""}
        self._longest = max(map(len, pieces), default=0) + MORE_PIECES

    def in_text(self, text: str) -> bool:
        """Return whether a text may have one of the names."""
        pieces = _pieces(text)
        return any(
            (letters := "".join(pieces[first : first + size])) in self._letters
            or letters[:-1] in self._genitives(letters)
            for first in range(len(pieces))
            for size in range(1, self._longest + 1)
        )

    def _genitives(self, letters: str) -> set[str]:
        return self._letters if letters.endswith("s") else set()


def _pieces(text: str) -> list[str]:
    return [skeleton(piece) for piece in PIECE.findall(unicodedata.normalize("NFC", text))]
