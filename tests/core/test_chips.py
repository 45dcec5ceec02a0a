"""A set of chips is dealt out in equal stacks, as many chips as can be."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.chips import ChipKind, dealt_out, read_set
from ledger.core.refusals import Refusal


def test_a_set_is_dealt_out():
    kinds = read_set("200x25 150x100 100x500 50x1000")
    assert dealt_out(kinds, 9, 5000) == (20, 15, 6, 0)


def test_colours_are_kept_and_the_smallest_value_comes_first():
    assert read_set("red:60x25 white:120x5") == (ChipKind(120, 5, "white"), ChipKind(60, 25, "red"))


kinds = st.lists(
    st.builds(ChipKind, st.integers(1, 12), st.integers(1, 9)),
    min_size=1,
    max_size=3,
    unique_by=lambda kind: kind.value,
).map(lambda made: tuple(sorted(made, key=lambda kind: kind.value)))


@given(kinds, st.integers(1, 4), st.integers(1, 60))
def test_nobody_could_have_more_chips_and_a_refusal_names_the_nearest_stack(kinds, players, stack):
    every = list(product(*(range(kind.number // players + 1) for kind in kinds)))
    worth = {counts: sum(n * kind.value for n, kind in zip(counts, kinds, strict=True)) for counts in every}
    fitting = [counts for counts in every if worth[counts] == stack]
    try:
        dealt = dealt_out(kinds, players, stack)
    except Refusal as refusal:
        assert not fitting
        others = [value for value in worth.values() if value]
        if others:
            nearest = min(others, key=lambda value: (abs(value - stack), value))
            assert f"{nearest:,}" in str(refusal.remedy)
        return
    assert dealt == max(fitting, key=lambda counts: (sum(counts), counts))


@pytest.mark.parametrize(
    ("text", "named"), [("200", "200"), ("25x0", "25x0"), ("a b", "a"), ("", "not 0"), ("1x1 " * 13, "not 13")]
)
def test_what_is_no_set_is_refused(text, named):
    with pytest.raises(Refusal, match=named):
        read_set(text)


def test_a_stack_too_large_to_work_out_is_refused():
    with pytest.raises(Refusal, match="too large"):
        dealt_out(read_set("999999x1 999999x1000"), 2, 9_000_000)
