"""Patterns: compiled when they are first used."""

import re

import pytest

from ledger.core.patterns import Pattern


def test_a_pattern_is_compiled_at_its_first_use_and_once(monkeypatch):
    compiled = []
    make = re.compile
    monkeypatch.setattr(re, "compile", lambda *given: (compiled.append(given), make(*given))[1])
    pattern = Pattern("a(b+)", re.IGNORECASE)
    assert compiled == []
    assert pattern.fullmatch("ABB")[1] == "BB"
    assert [match[1] for match in pattern.finditer("ab abb")] == ["b", "bb"]
    assert pattern.sub("x", "ab c") == "x c"
    assert compiled == [("a(b+)", re.IGNORECASE)]
    with pytest.raises(AttributeError):
        pattern.nothing  # noqa: B018
