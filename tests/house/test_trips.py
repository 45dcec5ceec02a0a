"""A tap on the page stays cheap: how many calls it takes, and through how many files, is held here."""

import pytest

from tests.tools.trips import trips

MOST_CALLS, MOST_FILES = 1276, 52


@pytest.fixture(scope="module")
def counted(tmp_path_factory):
    return trips(tmp_path_factory.mktemp("trips"))


def test_a_tap_and_the_page_after_it_take_few_calls_through_few_files(counted):
    trip = counted["a tap and the page after it"]
    assert 300 < trip.number <= MOST_CALLS, trip
    assert len(trip.files) <= MOST_FILES, sorted(trip.files)


def test_a_typed_saying_is_applied_without_a_page(counted):
    assert counted["a saying typed at a session"].rooms.isdisjoint({"web", "cli", "api"})
