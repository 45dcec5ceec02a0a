"""The root of the Merkle tree of RFC 6962, section 2.1, over which older seals are taken."""

import hashlib
from collections.abc import Iterable

LEAF, NODE = b"\x00", b"\x01"
"""Written before what is hashed, so that no leaf can be passed off as a node (RFC 6962, 2.1)."""


def _hash(prefix: bytes, *parts: bytes) -> bytes:
    return hashlib.sha256(prefix + b"".join(parts)).digest()


def leaf_hash(entry: bytes) -> bytes:
    """Return the hash of one entry."""
    return _hash(LEAF, entry)


def root_of(leaves: Iterable[bytes]) -> bytes:
    """Return the root over the hashes of the entries in order; of none, the hash of nothing.

    The function holds only the roots of the full trees so far, each larger than the next.
    """
    full: list[bytes] = []
    for size, leaf in enumerate(leaves, start=1):
        node, merged = leaf, size
        while merged % 2 == 0:
            node, merged = _hash(NODE, full.pop(), node), merged // 2
        full.append(node)
    if not full:
        return hashlib.sha256().digest()
    root = full.pop()
    while full:
        root = _hash(NODE, full.pop(), root)
    return root
