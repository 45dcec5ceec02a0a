"""Seals: short texts that prove later that nothing up to them was changed.

A seal is the title of an evening, the number of its events, and a digest that binds both to the root of the Merkle
tree over the canonical forms of the events. A proof shows, without the database, that one event stands in the sealed
evening, or that a later seal goes on from an earlier one: that everything sealed then is there, unchanged, first.
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
from ledger.log.merkle import audit_path, consistency_path, consistent, leaf_hash, root_from, root_of

LONGEST_TITLE = 80
"""No more characters than this of a title stand in a seal, so that it stays short enough to send, and to draw."""
DIGEST = 32
"""How many bytes a digest has."""
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


class Proof(msgspec.Struct, frozen=True):
    """That one event is in a sealed evening: the event, and the way from it to the root."""

    seal: Seal
    recorded: RecordedEvent
    path: tuple[str, ...]


class Growth(msgspec.Struct, frozen=True):
    """The proof that a later seal continues an earlier one."""

    earlier: Seal
    later: Seal
    earlier_root: str
    later_root: str
    path: tuple[str, ...]


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


def prove(title: str, recorded: Iterable[RecordedEvent], number: int) -> Proof:
    """Prove that an event is in the log as it stands. Raises Refusal if it is not there.

    The log is gone through more than once; nothing is held of it but a hash for every event.
    """
    leaves = list(_leaves(recorded))
    if not 1 <= number <= len(leaves):
        raise Refusal(Code.UNREADABLE, f"there is no event {number}: the last is {len(leaves)}")
    path = tuple(node.hex() for node in audit_path(number - 1, leaves))
    (proved,) = islice(recorded, number - 1, number)
    return Proof(_sealed(_shown(title), len(leaves), root_of(leaves)), proved, path)


def prove_growth(earlier: Seal, title: str, recorded: Iterable[RecordedEvent]) -> Growth:
    """Prove that the log as it stands goes on from a seal. Raises Refusal where it does not.

    The log is gone through more than once; nothing is held of it but a hash for every event.
    """
    if broken := broken_seal(earlier, recorded):
        raise Refusal(Code.UNSOUND, broken, "card-ledger audit --seal says more")
    if not earlier.events:
        raise Refusal(Code.UNREADABLE, "that is a seal of nothing", "Give a seal of an evening")
    leaves = list(_leaves(recorded))
    path = tuple(node.hex() for node in consistency_path(earlier.events, leaves))
    before, root = root_of(leaves[: earlier.events]), root_of(leaves)
    return Growth(earlier, _sealed(_shown(title), len(leaves), root), before.hex(), root.hex(), path)


def write_proof(proof: Proof | Growth) -> bytes:
    """A proof as the bytes of a small file."""
    return msgspec.json.format(msgspec.json.encode(proof), indent=1) + b"\n"


def read_proof(data: bytes) -> Proof | Growth:
    """Read a proof of either sort. Raises Refusal if it is none."""
    try:
        proof: Proof | Growth
        if b'"earlier_root"' in data:
            proof = msgspec.json.decode(data, type=Growth)
            seals, roots = [proof.earlier, proof.later], [proof.earlier_root, proof.later_root]
        else:
            proof = msgspec.json.decode(data, type=Proof)
            seals, roots = [proof.seal], []
        for digest_text in (*(seal.root for seal in seals), *roots, *proof.path):
            if len(bytes.fromhex(digest_text)) != DIGEST:
                raise ValueError(f"{printable(digest_text, 70)} is no digest")
        for seal in seals:
            if not seal.title.isprintable() or not 0 <= seal.events < 1 << 63:
                raise ValueError("its title, or its number of events, is none")
    except (ValueError, RecursionError) as error:
        raise Refusal(Code.UNREADABLE, f"this is no proof: {error}", "Give a file that seal --prove wrote") from error
    return proof


def broken_proof(proof: Proof, seal: Seal | None = None) -> str | None:
    """Return why a proof does not hold, or None. It must be a proof for a seal that was kept."""
    if seal is not None and seal != proof.seal:
        return "the proof is for another seal than the one that was kept"
    leaf = leaf_hash(canonical(proof.recorded))
    path = [bytes.fromhex(node) for node in proof.path]
    root = root_from(leaf, proof.recorded.number - 1, proof.seal.events, path)
    if root is None or _sealed(proof.seal.title, proof.seal.events, root) != proof.seal:
        return f"event {proof.recorded.number} as it stands in the proof is not in the sealed evening"
    return None


def broken_growth(growth: Growth, seal: Seal | None = None) -> str | None:
    """Return why a proof that one seal continues another does not hold, or None.

    One of them may be a seal that was kept.
    """
    if seal is not None and seal not in (growth.earlier, growth.later):
        return "the proof is for other seals than the one that was kept"
    earlier, later = bytes.fromhex(growth.earlier_root), bytes.fromhex(growth.later_root)
    for one, root in ((growth.earlier, earlier), (growth.later, later)):
        if _sealed(one.title, one.events, root) != one:
            return f"the seal of {one.events} events does not seal what the proof is about"
    path = [bytes.fromhex(one) for one in growth.path]
    if not consistent(growth.earlier.events, growth.later.events, earlier, later, path):
        return f"the first {growth.earlier.events} events of the later seal are not those of the earlier one"
    return None
