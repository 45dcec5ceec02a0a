"""The digest chain: each recorded event is bound to every one before it.

A digest is SHA-256 over the digest before it and the canonical form of what was recorded: numbers, names and words,
and nothing derived, so that views may change for ever without touching the chain. `examples/trust.md` describes the
form, with a program that checks it without Card Ledger.
"""

import hashlib
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from ledger.core import events
from ledger.core.events import FIRST_VERSION, RecordedEvent

CANONICAL = 1
"""The version of the canonical form."""

BEFORE_THE_FIRST = "0" * 64
"""What the digest of the first event is taken over, in place of a digest before it."""

EMPTY = "{}"
"""An empty mapping as JSON."""

_encoder = msgspec.json.Encoder(order="deterministic")


def canonical(recorded: RecordedEvent) -> bytes:
    """Return the canonical form of a recorded event: one line of JSON, its keys in order."""
    return _encoder.encode({"form": CANONICAL, "recorded": recorded})


def digest(before: str, recorded: RecordedEvent) -> str:
    """Return the digest of a recorded event after the one before it, in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(before) + canonical(recorded)).hexdigest()


def digest_of_events(recorded: Iterable[RecordedEvent]) -> str:
    """Return the digest of a log's sayings, whoever recorded them, and whenever."""
    sayings = hashlib.sha256()
    for event in recorded:
        sayings.update(events.encode(event.event) + b"\n")
    return sayings.hexdigest()


def digest_of_parts(before: str, number: int, body: str, said_at: str, said_by: str, version: int, pinned: str) -> str:
    """Return the digest of a recorded event from its stored parts, without reading them.

    It equals `digest` if each part is written as in the canonical form, and differs if one is not.
    """
    at = f',"said_at":{_quoted(said_at)}' if said_at else ""
    by = f',"said_by":{_quoted(said_by)}' if said_by else ""
    older = f',"version":{version}' if version != FIRST_VERSION else ""
    pins = f',"pinned":{pinned}' if pinned != EMPTY else ""
    form = f'{{"form":{CANONICAL},"recorded":{{"number":{number},"event":{body}{at}{by}{older}{pins}}}}}'
    return hashlib.sha256(bytes.fromhex(before) + form.encode()).hexdigest()


@lru_cache(maxsize=8)
def _quoted(text: str) -> str:
    return _encoder.encode(text).decode()


def head(recorded: Iterable[RecordedEvent]) -> str:
    """Return the digest of the newest of these events, which are a log from the first on."""
    newest = BEFORE_THE_FIRST
    for event in recorded:
        newest = digest(newest, event)
    return newest
