"""A checkpoint, or a mark, as it is stored: a text that is bound to the newest event that it holds."""

import hashlib
from typing import Any

import msgspec

from ledger.projections.course import BEGINNING, Kept, Pause

CHECKPOINT_FORM = 6
"""Raised when a checkpoint is written in another form; an older one is passed over and written anew."""
STRETCH = 100
"""Of so many events one after another the first pause is kept: no correction replays more before what it is about."""


class StoredCheckpoint(msgspec.Struct, frozen=True):
    """The checkpoint as it is stored."""

    number: int
    form: int
    body: str


_encoder = msgspec.json.Encoder()


def kept_body(kept: Kept, number: int, head: str) -> str:
    """A checkpoint as it is stored: bound to the newest event that it holds by the number and the digest of that."""
    body = _encoder.encode(kept)
    return f"{_binding(number, head, body)} {body.decode()}"


def kept_row(evening: int, number: int, kept: Kept, head: str) -> dict[str, Any]:
    """A checkpoint as a row of its table; with its stretch, that of a mark."""
    return {"evening": evening, "number": number, "form": CHECKPOINT_FORM, "body": kept_body(kept, number, head)}


def read_kept(stored: str, number: int, head: str) -> Kept | None:
    """Read a checkpoint; None where it is damaged, or was made over another log: it can be derived again."""
    binding, _, body = stored.partition(" ")
    if binding != _binding(number, head, body.encode()):
        return None
    try:
        return msgspec.json.decode(body, type=Kept)
    except (ValueError, RecursionError):
        return None


class _Since(msgspec.Struct, frozen=True):
    """What is read of a checkpoint where only this is wanted."""

    since: Pause = BEGINNING


def read_since(stored: str) -> Pause:
    """The pause before which a checkpoint leaves out what was found and paid; the beginning where it is damaged."""
    try:
        return msgspec.json.decode(stored.partition(" ")[2], type=_Since).since
    except (ValueError, RecursionError):
        return BEGINNING


def _binding(number: int, head: str, body: bytes) -> str:
    return hashlib.sha256(f"{CHECKPOINT_FORM} {number} {head} ".encode() + body).hexdigest()


# Marks: of every stretch of the log one is kept


def stretch_of(number: int) -> int:
    """The stretch of the log in which an event stands."""
    return number // STRETCH


def begins_a_stretch(kept: Kept, number: int) -> bool:
    """Whether what is kept after an event is the mark of its stretch: it knows of none in it."""
    return not kept.since.number or stretch_of(kept.since.number) != stretch_of(number)


def last_before_the_stretch(number: int) -> int:
    """The number of the last event before the stretch in which an event stands."""
    return stretch_of(number) * STRETCH - 1
