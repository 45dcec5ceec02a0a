"""Seals: short texts that prove later that nothing up to them was changed.

A seal is the title of an evening, the number of its events, and a digest that binds both to the root of the Merkle
tree over the canonical forms of the events.
"""

import hashlib
import re
from base64 import b32decode, b32encode
from collections.abc import Iterable, Iterator
from itertools import islice

import msgspec

from ledger.core.events import Amend, OpenEvening, RecordedEvent
from ledger.core.refusals import Code, Refusal, printable
from ledger.log.corrections import EffectiveLog
from ledger.log.digests import canonical
from ledger.log.merkle import leaf_hash, root_of

LONGEST_TITLE = 80
"""No more characters than this of a title stand in a seal, so that it stays short enough to send, and to draw."""
GROUP = 13
"""How many letters of the root stand together in a seal."""


class Seal(msgspec.Struct, frozen=True):
    """What is sealed, how many events, and the digest that binds them, in hexadecimal."""

    title: str
    events: int
    root: str

    def text(self) -> str:
        """The seal in three lines: the evening, how many events, and the root in groups of letters."""
        letters = b32encode(bytes.fromhex(self.root)).decode().rstrip("=")
        groups = " ".join(letters[place : place + GROUP] for place in range(0, len(letters), GROUP))
        return f"Card Ledger seal of {self.title}\n{self.events} events\n{groups}"


def seal_of(title: str, recorded: Iterable[RecordedEvent]) -> Seal:
    """Seal a log as it stands; it is gone through once, and not held."""
    events = 0

    def counted() -> Iterator[bytes]:
        nonlocal events
        for leaf in _leaves(recorded):
            events += 1
            yield leaf

    root = root_of(counted())
    return _sealed(_shown(title), events, root)


SEALED = b"\x02"
"""Written before what a seal's digest is taken over, so that it cannot be passed off as a leaf or a node."""


def _sealed(title: str, events: int, root: bytes) -> Seal:
    bound = hashlib.sha256(SEALED + events.to_bytes(8, "big") + root + title.encode()).hexdigest()
    return Seal(title, events, bound)


def _leaves(recorded: Iterable[RecordedEvent]) -> Iterator[bytes]:
    return (leaf_hash(canonical(event)) for event in recorded)


def read_seal(text: str) -> Seal:
    """Read a seal from its text, however its lines were folded. Raises Refusal if it is none."""
    flat = " ".join(text.split())
    match = re.fullmatch(
        r"Card Ledger seal of (.*) ?\b([0-9]{1,18}) events ([A-Za-z2-7 ]+?)(?: \S+: edition .*)?", flat
    )
    letters = "".join(match[3].split()).upper() if match else ""
    if match is None or len(letters) != 52 or not match[1].isprintable():
        raise Refusal(
            Code.UNREADABLE,
            f"this is no seal: {printable(flat, 60)}",
            "Give the three lines that seal printed, or a file that holds them",
        )
    return Seal(match[1].rstrip(), int(match[2]), b32decode(letters + "====").hex())


def broken_seal(seal: Seal, recorded: Iterable[RecordedEvent]) -> str | None:
    """Return how a log contradicts a seal; None if all that was sealed is there, unchanged.

    The log is gone through more than once, and held only where its title was amended.
    """
    events = sum(1 for _ in islice(recorded, seal.events))
    if events < seal.events:
        return f"{seal.events} events were sealed, and only {events} are there"
    if _sealed(seal.title, seal.events, root_of(_leaves(islice(recorded, seal.events)))) != seal:
        return f"the first {seal.events} events, or the title {seal.title}, are not those that were sealed"
    if (title := _title_of(recorded, seal.events)) is not None and _shown(title) != seal.title:
        return f"the seal is of {seal.title}, and the evening was called {_shown(title)}"
    return None


def _title_of(log: Iterable[RecordedEvent], events: int) -> str | None:
    """The title of an evening as it counted after so many events; None where none is said."""
    if not any(isinstance(event.event, Amend) and event.event.number == 1 for event in islice(log, events)):
        return next((event.event.title for event in islice(log, 1) if isinstance(event.event, OpenEvening)), None)
    recorded = islice(log, events)
    standing = EffectiveLog()
    try:
        for event in recorded:
            standing.add(event)
    except Refusal:
        return None
    opening = standing.opening()
    return opening.title if opening else None


def _shown(title: str) -> str:
    """A title as it stands in a seal."""
    return printable(" ".join(title.split()), LONGEST_TITLE)
