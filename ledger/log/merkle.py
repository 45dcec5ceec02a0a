"""The root of the Merkle tree of RFC 6962, section 2.1, which older seals are taken over."""

import hashlib
from collections.abc import Iterable

LEAF, NODE = b"\x00", b"\x01"
"""Written before what is hashed, so that no leaf can be passed off as a node (RFC 6962, 2.1)."""


def _hash(prefix: bytes, *parts: bytes) -> bytes:
    return hashlib.sha256(prefix + b"".join(parts)).digest()


def leaf_hash(entry: bytes) -> bytes:
    """The hash of one entry."""
    return _hash(LEAF, entry)


def root_of(leaves: Iterable[bytes]) -> bytes:
    """The root over the hashes of the entries, in their order; of none, the hash of nothing.

    No more of them is held than the roots of the full trees so far, each larger than the next.
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
