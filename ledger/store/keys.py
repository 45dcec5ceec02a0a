"""Keys, under which sayings are sent that may come twice."""

import hashlib
from collections.abc import Sequence

import msgspec

from ledger.core.refusals import Code, Refusal

LONGEST_KEY = 200
"""No more characters than this make a key."""


class Sent(msgspec.Struct, frozen=True):
    """Sayings that are sent under a key, by which they are known again if they are sent again."""

    key: str
    content: str
    """The digest of the sayings."""


def is_key(text: str) -> bool:
    """Return whether sayings can be sent under it."""
    return bool(text.strip()) and len(text) <= LONGEST_KEY and text.isprintable()


def sent(key: str, sayings: Sequence[str]) -> Sent:
    """Put sayings under a key. Raises Refusal for what can be no key."""
    if not is_key(key):
        raise Refusal(Code.KEY, "this cannot be a key", f"A key is 1 to {LONGEST_KEY} letters, digits and signs")
    content = msgspec.json.encode([saying.strip().encode(errors="surrogateescape") for saying in sayings])
    return Sent(key, hashlib.sha256(content).hexdigest())
