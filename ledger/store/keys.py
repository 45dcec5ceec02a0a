"""Keys of sayings, by which a saying that is sent twice is recorded once."""

import hashlib
from collections.abc import Sequence

import msgspec

from ledger.core.refusals import Code, Refusal

LONGEST_KEY = 200
"""The greatest number of characters in a key."""


COMMENT = "#"
"""The beginning of a line that says nothing."""


class Sent(msgspec.Struct, frozen=True):
    """What is sent under a key, by which it is recognized if it is sent again."""

    key: str
    content: str
    """The digest of the sayings."""
    each: tuple["Sent", ...] = ()
    """The keys of several sayings, KEY-1, KEY-2 …; empty for one saying."""


def is_key(text: str) -> bool:
    """Return whether a text may be a key."""
    return bool(text.strip()) and len(text) <= LONGEST_KEY and text.isprintable()


def sent(key: str, sayings: Sequence[str]) -> Sent:
    """Put one saying under KEY, and several under KEY-1, KEY-2 and so on.

    A blank line or a comment takes no key. Raises Refusal for a text that cannot be a key.
    """
    if not is_key(key):
        raise Refusal(Code.KEY, "this cannot be a key", f"A key is 1 to {LONGEST_KEY} letters, digits and signs")
    said = [saying for saying in sayings if saying.strip() and not saying.strip().startswith(COMMENT)]
    each = [Sent(f"{key}-{place}", _digest([saying])) for place, saying in enumerate(said, start=1)]
    return Sent(key, _digest(sayings), tuple(each) if len(each) > 1 else ())


def _digest(sayings: Sequence[str]) -> str:
    content = msgspec.json.encode([saying.strip().encode(errors="surrogateescape") for saying in sayings])
    return hashlib.sha256(content).hexdigest()
