"""Seals: the test vectors of the RFC, and every change is found."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ledger.core.events import Amend, Club, Note, OpenEvening, RecordedEvent
from ledger.core.refusals import Refusal
from ledger.log.merkle import leaf_hash, root_of
from ledger.log.seals import CLUB, broken_seal, read_seal, seal_of

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
def test_the_root_is_that_of_the_definition(size):
    entries = [b"%d" % number for number in range(size)]
    assert root_of([leaf_hash(entry) for entry in entries]) == plain_root(entries)


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


def test_a_seal_survives_being_folded_and_spaced():
    text = seal_of("Boxing Night", log_of("abc")).text()
    assert len(text.splitlines()) == 3
    assert read_seal("  " + text.replace("\n", "\r\n  ").replace(" ", "  ")) == read_seal(text)
    assert read_seal(text).title == "Boxing Night"


@pytest.mark.parametrize("text", ["", "hello", "Card Ledger seal of X\n3 events\nABC", "{}"])
def test_what_is_no_seal_is_refused(text):
    with pytest.raises(Refusal, match="no seal"):
        read_seal(text)


def test_a_long_title_is_shortened_in_a_seal():
    seal = seal_of("♠ night " * 500, log_of("abc"))
    assert len(seal.text()) < 200
    assert read_seal(seal.text()) == seal


def test_the_title_and_the_number_are_part_of_what_a_seal_proves():
    log = [RecordedEvent(1, OpenEvening("Night"), "at", "by"), *log_of("abc")[1:]]
    seal = seal_of("Night", log)
    assert broken_seal(seal, log) is None
    for other in ({"title": "Nights"}, {"events": 2}):
        assert broken_seal(replace(seal, **other), log)
    assert "was called Night" in broken_seal(seal_of("Other", log), log)
    renamed = [*log, RecordedEvent(4, Amend(1, "w", OpenEvening("Other")), "at", "by")]
    assert broken_seal(seal, renamed) is None
    assert broken_seal(seal_of("Other", renamed), renamed) is None


def test_a_seal_of_the_club_is_of_the_club():
    log = [RecordedEvent(1, Club(), "at", "by")]
    assert broken_seal(seal_of(CLUB, log), log) is None
    assert "the seal is of Night" in broken_seal(seal_of("Night", log), log)
