"""The Merkle tree of RFC 6962, section 2.1: a root over a list of entries, and proofs.

The well-kept libraries for it are under licences that this one's does not go with, or have a tree of their own;
so here is the RFC's, checked in the tests against its published vectors.
"""

import hashlib
from collections.abc import Iterable, Sequence

LEAF, NODE = b"\x00", b"\x01"
"""Written before what is hashed, so that no leaf can be passed off as a node (RFC 6962, 2.1)."""


def _hash(prefix: bytes, *parts: bytes) -> bytes:
    return hashlib.sha256(prefix + b"".join(parts)).digest()


def leaf_hash(entry: bytes) -> bytes:
    """The hash of one entry."""
    return _hash(LEAF, entry)


def _half(size: int) -> int:
    """The largest power of two smaller than the size: where the list is parted."""
    return 1 << (size - 1).bit_length() - 1


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


def audit_path(place: int, leaves: Sequence[bytes]) -> list[bytes]:
    """Return the audit path of the entry at a place, from 0.

    Its hash is joined with each hash of the path on the way to the root.
    """
    if len(leaves) == 1:
        return []
    half = _half(len(leaves))
    if place < half:
        return [*audit_path(place, leaves[:half]), root_of(leaves[half:])]
    return [*audit_path(place - half, leaves[half:]), root_of(leaves[:half])]


def root_from(leaf: bytes, place: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """Return the root that an audit path leads to for an entry; None if it is no path."""
    if not 0 <= place < size:
        return None
    root, last = leaf, size - 1
    left = list(path)
    while last:
        if place % 2 or place < last:
            if not left:
                return None
            other = left.pop(0)
            root = _hash(NODE, other, root) if place % 2 else _hash(NODE, root, other)
        place, last = place // 2, last // 2
    return None if left else root


def consistency_path(first: int, leaves: Sequence[bytes]) -> list[bytes]:
    """Return the proof that the first so many of these entries are those of an earlier root.

    It is the PROOF of the RFC, section 2.1.2: with it the earlier root and the later one are both made again.
    """
    return _subproof(first, leaves, whole=True)


def _subproof(first: int, leaves: Sequence[bytes], whole: bool) -> list[bytes]:
    if first == len(leaves):
        return [] if whole else [root_of(leaves)]
    half = _half(len(leaves))
    if first <= half:
        return [*_subproof(first, leaves[:half], whole), root_of(leaves[half:])]
    return [*_subproof(first - half, leaves[half:], whole=False), root_of(leaves[:half])]


def consistent(first: int, size: int, root: bytes, later: bytes, path: Sequence[bytes]) -> bool:
    """Return whether a path proves that the entries of a root are the first of a later one.

    It is checked as RFC 9162, section 2.1.4.2, has it, for the same trees.
    """
    if first == size:
        return not path and root == later
    if not 0 < first < size:
        return False
    left = [root, *path] if first & (first - 1) == 0 else list(path)
    if not left:
        return False
    place, last = first - 1, size - 1
    while place % 2:
        place, last = place // 2, last // 2
    earlier = newer = left[0]
    for other in left[1:]:
        if not last:
            return False
        if place % 2 or place == last:
            earlier, newer = _hash(NODE, other, earlier), _hash(NODE, other, newer)
            while place and not place % 2:
                place, last = place // 2, last // 2
        else:
            newer = _hash(NODE, newer, other)
        place, last = place // 2, last // 2
    return not last and earlier == root and newer == later
