"""An evening as the page follows it: what is looked up by itself is what stands among all of it."""

from itertools import pairwise

import pytest

from ledger.evening.fold import Evening
from ledger.recorder import Recorder
from ledger.store import open_store
from ledger.views.explanation import pools_of
from ledger.views.offers import expecting_with_forms
from ledger.views.projections import summary
from ledger.web import reading
from ledger.web.house import House, NotTaken
from tests.rig import one_in
from tests.test_passing import corrected_evening


def house_of(tmp_path, seed: int) -> House:
    recorder = Recorder(open_store(f"sqlite:///{tmp_path / 'evenings.db'}"), "Ann")
    recorder.keep(corrected_evening(seed, back=15 if seed % 2 else 400, deals=4))
    return House(recorder.store)


@pytest.mark.parametrize("seed", one_in(2, range(4)))
def test_one_saying_is_shown_as_it_stands_among_all(tmp_path, seed):
    following = house_of(tmp_path, seed).follow(1)
    rows = [row for row in reading.rows(following) if row["counts"]]
    assert [reading.row(following, row["number"]) for row in rows] == rows
    counted = {row["number"] for row in rows}
    others = [number for number in range(following.number + 3) if number not in counted]
    assert others
    assert not any(reading.row(following, number) for number in others)


@pytest.mark.parametrize("seed", one_in(2, range(4)))
def test_before_a_saying_the_evening_was_as_it_is_told_up_to_there(tmp_path, seed):
    following = house_of(tmp_path, seed).follow(1)
    told = Evening()
    for place, one in enumerate(following.evening.counted):
        if place % 7 == 3:
            before = reading._before(following.replay, one.number)
            assert summary(before) | {"findings": None} == summary(told) | {"findings": None}
            assert expecting_with_forms(before, one.number - 1) == expecting_with_forms(told, one.number - 1)
        told.tell(one)


def test_before_a_saying_no_more_is_told_again_than_its_deal(tmp_path, monkeypatch):
    following = house_of(tmp_path, 1).follow(1)
    counted, marks = following.evening.counted, following.replay.marks
    longest = max(later.boundary.events - one.boundary.events for one, later in pairwise(marks))
    told = []
    tell = Evening.tell
    monkeypatch.setattr(Evening, "tell", lambda self, one: told.append(one) or tell(self, one))
    for one in counted[-20::5]:
        told.clear()
        reading._before(following.replay, one.number)
        assert len(told) <= longest < len(counted) / 4


def test_the_pools_are_those_of_the_evening_as_it_moves_on_and_is_corrected(tmp_path):
    recorder = Recorder(open_store(f"sqlite:///{tmp_path / 'evenings.db'}"), "Ann")
    recorder.open(['evening "Long"', "players Ann Bob Cat", "game nap kitty=1"])
    house = House(recorder.store)
    following = house.follow(1)
    assert following.pools == []
    sayings = (
        "deal Ann", "undo", "deal Bob", "tricks Ann 2 Bob 2 Cat 1", "end divide", "game loo", "deal Ann", "undo", "undo",
        'void 3 "no"', "game loo", "deal Cat", "undo", "deal Ann", 'amend 3 "so": game nap', "deal Bob",
    )  # fmt: skip
    seen = set()
    for saying in sayings:
        try:
            house.record(1, [saying], "Ann", None, None)
        except NotTaken:
            continue
        assert following.pools == pools_of(following.evening), saying
        seen.add(tuple(following.pools))
    assert {(), ("nap.kitty",), ("nap.kitty", "loo.pool")} <= seen
