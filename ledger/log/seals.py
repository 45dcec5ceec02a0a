"""Seals: short texts that prove later that nothing up to them was changed.

A seal is the title of an evening, the number of its events, and the digest of the last of them, which binds every one
before it. Its last letter is a check letter, which tells a seal that was copied with a slip from a log that was
changed. `examples/trust.md` says how anybody checks a seal. Older seals bound title and number to the root of a
Merkle tree.
"""

import hashlib
import re
from base64 import b32decode, b32encode
from collections.abc import Iterable
from itertools import islice

import msgspec

from ledger.core.events import Amend, Club, OpenEvening, RecordedEvent
from ledger.core.refusals import Code, Refusal, printable
from ledger.log.corrections import EffectiveLog
from ledger.log.digests import canonical, head
from ledger.log.merkle import leaf_hash, root_of

CLUB = "the club"
"""What stands in a seal of the club's log in place of a title."""
LONGEST_TITLE = 80
"""The greatest number of characters of a title in a seal, which has to be short enough to send and to draw."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
"""The letters of a seal, those of base 32; a letter's place is its value."""
SEALED = 52
"""The number of letters of the digest in a seal."""
GROUP = 13
"""The number of letters in a group."""
OLDER = b"\x02"
"""The text before what the digest of an older seal is taken over."""


class Seal(msgspec.Struct, frozen=True):
    """The sealed title, the number of events, and the digest that binds them, in hexadecimal."""

    title: str
    events: int
    digest: str
    checked: bool = True
    """Whether the seal has a check letter; an older seal has none, and somebody may leave it out."""

    def text(self) -> str:
        """Return the seal in three lines: evening, number of events, and the digest as letters."""
        letters = b32encode(bytes.fromhex(self.digest)).decode().rstrip("=")
        groups = [letters[place : place + GROUP] for place in range(0, SEALED, GROUP)]
        groups += [check_letter(self.events, letters)] if self.checked else []
        return f"Card Ledger seal of {self.title}\n{self.events} events\n{' '.join(groups)}"


def check_letter(events: int, letters: str) -> str:
    """Return the last letter of a seal, which shows if another letter is wrong.

    It is Luhn's check: every second letter from the end counts double, less 31 if that is more than 31, and the sum
    with the check letter is a multiple of 32. The digits of the number precede the letters, each as the letter of
    that value.
    """
    worth = [int(digit) for digit in str(events)] + [LETTERS.index(letter) for letter in letters]
    doubled = (sum(divmod(2 * one, 32)) for one in worth[::-2])
    return LETTERS[-(sum(doubled) + sum(worth[-2::-2])) % 32]


def seal_of(title: str, recorded: Iterable[RecordedEvent]) -> Seal:
    """Seal a log as it stands."""
    log = list(recorded)
    return sealed(title, len(log), head(log))


def sealed(title: str, events: int, digest: str) -> Seal:
    """Seal a log of so many events, by the digest of the newest."""
    return Seal(_shown(title), events, digest)


def read_seal(text: str) -> Seal:
    """Read a seal from its text, however its lines were folded.

    Raises Refusal if the text is no seal, or if a letter of it is wrong.
    """
    flat = " ".join(text.split())
    match = re.fullmatch(
        r"Card Ledger seal of (.*) ?\b([0-9]{1,18}) events ([A-Za-z0-9 ]+?)(?: \S+: edition .*)?", flat
    )
    groups = match[3].upper().split() if match else []
    letters = "".join(groups)
    checked = len(letters) != SEALED or len(groups[-1]) == 1
    known = set(letters) <= set(LETTERS)
    if match is None or not match[1].isprintable() or abs(len(letters) - SEALED) > 2 or not (checked or known):
        raise Refusal(
            Code.UNREADABLE,
            f"this is no seal: {printable(flat, 60)}",
            "Give the three lines that seal printed, or a file that holds them",
        )
    events, sealed = int(match[2]), letters[:SEALED]
    if checked and not (known and letters[SEALED:] == check_letter(events, sealed)):
        sentence = "a letter of this seal is wrong: copied with a slip?"
        raise Refusal(Code.UNREADABLE, sentence, "Compare it with the seal that was kept, letter by letter")
    return Seal(match[1].rstrip(), events, b32decode(sealed + "====").hex(), checked)


def broken_seal(seal: Seal, recorded: Iterable[RecordedEvent]) -> str | None:
    """Return how a log contradicts a seal; None if everything sealed is there, unchanged.

    The function goes through the log more than once, and holds it only if the title was amended.
    """
    events = sum(1 for _ in islice(recorded, seal.events))
    if events < seal.events:
        return f"{seal.events} events were sealed, and only {events} are there"
    meant = {head(islice(recorded, seal.events))}
    if not seal.checked:
        meant.add(_older_digest(seal, islice(recorded, seal.events)))
    if seal.digest not in meant:
        also = "" if seal.checked else f", or the title {seal.title},"
        return f"the first {seal.events} events{also} are not those that were sealed"
    if (title := _title_of(recorded, seal.events)) is not None and _shown(title) != seal.title:
        return f"the seal is of {seal.title}, and the evening was called {_shown(title)}"
    return None


def _older_digest(seal: Seal, sealed: Iterable[RecordedEvent]) -> str:
    """Return the digest that an older seal of these events has."""
    root = root_of(leaf_hash(canonical(event)) for event in sealed)
    return hashlib.sha256(OLDER + seal.events.to_bytes(8, "big") + root + seal.title.encode()).hexdigest()


def _title_of(log: Iterable[RecordedEvent], events: int) -> str | None:
    """Return the title of a log as it counted after so many events; None if none is said."""
    if not any(isinstance(event.event, Amend) and event.event.number == 1 for event in islice(log, events)):
        first = next((event.event for event in islice(log, 1)), None)
        return first.title if isinstance(first, OpenEvening) else CLUB if isinstance(first, Club) else None
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
    """Return a title as it stands in a seal."""
    return printable(" ".join(title.split()), LONGEST_TITLE)
