"""Seals: a text that the players keep, by which it can be proved later that nothing up to it was changed.

A seal is the number of an evening's events and the root of the Merkle tree over their canonical forms. A proof
shows, without the database, that one event stands in the sealed evening.
"""

import re
from base64 import b32decode, b32encode
from collections.abc import Sequence

import msgspec

from ledger.events import Recorded
from ledger.log.digests import canonical
from ledger.log.merkle import audit_path, leaf_hash, root_from, root_of
from ledger.refusals import Code, Refusal, printable

LONGEST_TITLE = 80
"""No more characters than this of a title stand in a seal, so that it stays short enough to send, and to draw."""
DIGEST = 32
"""How many bytes a digest has."""
GROUP = 13
"""How many letters of the root stand together in a seal."""


class Seal(msgspec.Struct, frozen=True):
    """How many events are sealed, and the root over them, in hexadecimal."""

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
    recorded: Recorded
    path: tuple[str, ...]


def seal_of(title: str, recorded: Sequence[Recorded]) -> Seal:
    """Seal a log as it stands."""
    return Seal(printable(" ".join(title.split()), LONGEST_TITLE), len(recorded), root_of(_leaves(recorded)).hex())


def _leaves(recorded: Sequence[Recorded]) -> list[bytes]:
    return [leaf_hash(canonical(one)) for one in recorded]


def read_seal(text: str) -> Seal:
    """Read a seal from its text, however its lines were folded. Raises Refusal if it is none."""
    flat = " ".join(text.split())
    found = re.fullmatch(r"Card Ledger seal of (.*) ?\b(\d+) events ([A-Za-z2-7 ]+)", flat)
    letters = "".join(found[3].split()).upper() if found else ""
    if found is None or len(letters) != 52:
        raise Refusal(
            Code.UNREADABLE,
            f"this is no seal: {printable(flat, 60)}",
            "Give the three lines that seal printed, or a file that holds them",
        )
    return Seal(found[1].rstrip(), int(found[2]), b32decode(letters + "====").hex())


def broken_seal(seal: Seal, recorded: Sequence[Recorded]) -> str | None:
    """Say how a log does not bear out a seal, or None: what was sealed is still there, unchanged."""
    if len(recorded) < seal.events:
        return f"{seal.events} events were sealed, and only {len(recorded)} are there"
    if root_of(_leaves(recorded[: seal.events])).hex() != seal.root:
        return f"the first {seal.events} events are not those that were sealed"
    return None


def prove(title: str, recorded: Sequence[Recorded], number: int) -> Proof:
    """Prove that an event is in the log as it stands. Raises Refusal for an event that is not there."""
    if not 1 <= number <= len(recorded):
        raise Refusal(Code.UNREADABLE, f"there is no event {number}: the last is {len(recorded)}")
    path = audit_path(number - 1, _leaves(recorded))
    return Proof(seal_of(title, recorded), recorded[number - 1], tuple(one.hex() for one in path))


def write_proof(proof: Proof) -> bytes:
    """A proof as the bytes of a small file."""
    return msgspec.json.format(msgspec.json.encode(proof), indent=1) + b"\n"


def read_proof(data: bytes) -> Proof:
    """Read a proof. Raises Refusal if it is none."""
    try:
        proof = msgspec.json.decode(data, type=Proof)
        for one in (proof.seal.root, *proof.path):
            if len(bytes.fromhex(one)) != DIGEST:
                raise ValueError(f"{printable(one, 70)} is no digest")
        if not proof.seal.title.isprintable():
            raise ValueError("its title is none")
    except (ValueError, RecursionError) as error:
        raise Refusal(Code.UNREADABLE, f"this is no proof: {error}", "Give a file that seal --prove wrote") from error
    return proof


def broken_proof(proof: Proof, seal: Seal | None = None) -> str | None:
    """Say why a proof does not hold, or None. With a seal that was kept, it must be a proof for that seal."""
    if seal is not None and (seal.events, seal.root) != (proof.seal.events, proof.seal.root):
        return "the proof is for another seal than the one that was kept"
    leaf = leaf_hash(canonical(proof.recorded))
    path = [bytes.fromhex(one) for one in proof.path]
    root = root_from(leaf, proof.recorded.number - 1, proof.seal.events, path)
    if root is None or root.hex() != proof.seal.root:
        return f"event {proof.recorded.number} as it stands in the proof is not in the sealed evening"
    return None
