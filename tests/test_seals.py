"""Seals and proofs: the test vectors of the RFC, and every change is found."""

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.events import Amend, Note, OpenEvening, RecordedEvent
from ledger.core.refusals import Refusal
from ledger.log.merkle import audit_path, consistency_path, consistent, leaf_hash, root_from, root_of
from ledger.log.seals import (
    broken_growth,
    broken_proof,
    broken_seal,
    prove,
    prove_growth,
    read_proof,
    read_seal,
    seal_of,
    write_proof,
)

# The entries and roots with which implementations of RFC 6962 are checked everywhere.
ENTRIES = [bytes.fromhex(text) for text in (
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
)]  # fmt: skip
ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)


def test_the_roots_of_the_published_vectors():
    assert root_of([]).hex() == hashlib.sha256().hexdigest()
    for size, root in enumerate(ROOTS, start=1):
        assert root_of([leaf_hash(entry) for entry in ENTRIES[:size]]).hex() == root


def plain_root(entries):
    """The RFC's definition, word for word."""
    if not entries:
        return hashlib.sha256().digest()
    if len(entries) == 1:
        return hashlib.sha256(b"\x00" + entries[0]).digest()
    k = 1
    while k * 2 < len(entries):
        k *= 2
    return hashlib.sha256(b"\x01" + plain_root(entries[:k]) + plain_root(entries[k:])).digest()


@pytest.mark.parametrize("size", [*range(1, 70), 127, 128, 129])
def test_every_entry_is_proved_and_no_other(size):
    entries = [b"%d" % number for number in range(size)]
    leaves = [leaf_hash(entry) for entry in entries]
    root = root_of(leaves)
    assert root == plain_root(entries)
    for place in range(size):
        path = audit_path(place, leaves)
        assert root_from(leaves[place], place, size, path) == root
        assert root_from(leaf_hash(b"other"), place, size, path) != root
        assert root_from(leaves[place], place, size, [*path, b""]) is None
        if path:
            assert root_from(leaves[place], place, size, path[:-1]) != root
            assert root_from(leaves[place], (place + 1) % size, size, path) != root


def log_of(texts) -> list[RecordedEvent]:
    return [RecordedEvent(number, Note(text), "at", "by") for number, text in enumerate(texts, start=1)]


@given(st.lists(st.text(max_size=5), min_size=1, max_size=20), st.data())
def test_a_seal_finds_every_change_and_lets_the_log_grow(texts, data):
    log = log_of(texts)
    seal = read_seal(seal_of('Boxing "Night"\n12 events', log).text())
    assert broken_seal(seal, log) is None
    assert broken_seal(seal, [*log, RecordedEvent(len(log) + 1, Note("more"))]) is None
    assert "only" in broken_seal(seal, log[:-1])
    place = data.draw(st.integers(0, len(log) - 1))
    changed = [*log[:place], RecordedEvent(place + 1, Note(texts[place] + "!"), "at", "by"), *log[place + 1 :]]
    assert broken_seal(seal, changed)
    proof = read_proof(write_proof(prove("Night", log, place + 1)))
    assert broken_proof(proof) is None
    assert broken_proof(proof, seal_of("Night", log)) is None
    assert broken_proof(proof, seal_of("Night", changed))
    assert broken_proof(prove("Night", changed, place + 1), seal)


def test_a_seal_survives_being_folded_and_spaced():
    text = seal_of("Boxing Night", log_of("abc")).text()
    assert len(text.splitlines()) == 3
    assert read_seal("  " + text.replace("\n", "\r\n  ").replace(" ", "  ")) == read_seal(text)
    assert read_seal(text).title == "Boxing Night"


@pytest.mark.parametrize("text", ["", "hello", "Card Ledger seal of X\n3 events\nABC", "{}"])
def test_what_is_no_seal_is_refused(text):
    with pytest.raises(Refusal, match="no seal"):
        read_seal(text)
    with pytest.raises(Refusal, match="no proof"):
        read_proof(text.encode())


@pytest.mark.parametrize(
    ("part", "damaged"),
    [("root", "zz" * 32), ("root", "ab"), ("path", ["xx" * 32]), ("path", ["ab"]), ("title", "a\nb"), ("events", "3")],
)
def test_a_damaged_proof_is_none(part, damaged):
    proof = json.loads(write_proof(prove("Night", log_of("abc"), 2)))
    (proof if part in proof else proof["seal"])[part] = damaged
    with pytest.raises(Refusal, match="no proof"):
        read_proof(json.dumps(proof).encode())


def test_a_long_title_is_shortened_in_a_seal():
    seal = seal_of("♠ night " * 500, log_of("abc"))
    assert len(seal.text()) < 200
    assert read_seal(seal.text()) == seal


def test_no_proof_of_what_is_not_there():
    with pytest.raises(Refusal, match="no event 4"):
        prove("Night", log_of("abc"), 4)


def plain_proof(first, entries, whole=True):
    """The RFC's definition of a consistency proof, word for word."""
    if first == len(entries):
        return [] if whole else [plain_root(entries)]
    k = 1
    while k * 2 < len(entries):
        k *= 2
    if first <= k:
        return [*plain_proof(first, entries[:k], whole), plain_root(entries[k:])]
    return [*plain_proof(first - k, entries[k:], False), plain_root(entries[:k])]


# The consistency proofs with which implementations of RFC 6962 are checked everywhere, over the entries above.
CONSISTENT = (
    (1, 1, ()),
    (1, 8, (
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    )),
    (6, 8, (
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    )),
    (2, 5, (
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    )),
)  # fmt: skip


def test_the_published_consistency_proofs():
    leaves = [leaf_hash(entry) for entry in ENTRIES]
    for first, size, path in CONSISTENT:
        assert [digest.hex() for digest in consistency_path(first, leaves[:size])] == list(path)


@pytest.mark.parametrize("size", [*range(1, 40), 64, 65])
def test_every_earlier_root_is_proved_and_no_other(size):
    entries = [b"%d" % number for number in range(size)]
    leaves = [leaf_hash(entry) for entry in entries]
    later = root_of(leaves)
    for first in range(1, size + 1):
        earlier, path = root_of(leaves[:first]), consistency_path(first, leaves)
        assert path == plain_proof(first, entries)
        assert consistent(first, size, earlier, later, path)
        other = root_of([leaf_hash(b"other"), *leaves[1:first]])
        assert not consistent(first, size, other, later, path)
        assert not consistent(first, size, earlier, other, path)
        assert not consistent(first, size, earlier, later, [*path, later])
        if path:
            assert not consistent(first, size, earlier, later, path[:-1])
            assert not consistent(first, size, earlier, later, [path[0][::-1], *path[1:]])


@given(st.lists(st.text(max_size=5), min_size=1, max_size=20), st.lists(st.text(max_size=5), max_size=9), st.data())
def test_a_later_seal_is_proved_to_go_on_from_an_earlier_one(texts, more, data):
    log = log_of([*texts, *more])
    earlier, later = seal_of("Night", log[: len(texts)]), seal_of("Night, renamed", log)
    growth = read_proof(write_proof(prove_growth(earlier, "Night, renamed", log)))
    assert broken_growth(growth) is None
    assert broken_growth(growth, earlier) is None
    assert broken_growth(growth, later) is None
    assert "other seals" in broken_growth(growth, seal_of("Nights", log[: len(texts)]))
    place = data.draw(st.integers(0, len(texts) - 1))
    changed = [*log[:place], RecordedEvent(place + 1, Note("!"), "by", "at"), *log[place + 1 :]]
    with pytest.raises(Refusal, match="not those that were sealed"):
        prove_growth(earlier, "Night", changed)
    forged = json.loads(write_proof(growth)) | {"later": plain(seal_of("Night, renamed", changed))}
    assert broken_growth(read_proof(json.dumps(forged).encode()))


def plain(seal) -> dict:
    return {"title": seal.title, "events": seal.events, "root": seal.root}


def test_the_title_and_the_number_are_part_of_what_a_seal_proves():
    log = [RecordedEvent(1, OpenEvening("Night"), "at", "by"), *log_of("abc")[1:]]
    seal = seal_of("Night", log)
    assert broken_seal(seal, log) is None
    for other in (plain(seal) | {"title": "Nights"}, plain(seal) | {"events": 2}):
        assert broken_seal(type(seal)(**other), log)
    assert "was called Night" in broken_seal(seal_of("Other", log), log)
    renamed = [*log, RecordedEvent(4, Amend(1, "w", OpenEvening("Other")), "at", "by")]
    assert broken_seal(seal, renamed) is None
    assert broken_seal(seal_of("Other", renamed), renamed) is None
    proof = prove("Night", log, 2)
    assert broken_proof(proof) is None
    forged = json.loads(write_proof(proof))
    forged["seal"]["title"] = "Other"
    assert broken_proof(read_proof(json.dumps(forged).encode()))
