"""Sayings sent again under their keys: the same answer, and whether they were taken back since."""

import pytest

from tests.helpers import command_line

at_home, run = command_line.at_home, command_line.run


@pytest.fixture
def opened(run, at_home):
    assert run("open", "One", "--players", "Ann Bob Cat").code == 0


@pytest.mark.usefixtures("opened")
@pytest.mark.parametrize("taking_back", ["undo", 'void 3 "not so"'])
def test_a_saying_sent_again_after_an_undo_says_that_it_was_taken_back(run, taking_back):
    first = run("record", "--key", "K", "Ann buys 5", "--json").json
    again = run("record", "--key", "K", "Ann buys 5", "--json").json
    assert "undone_by" not in first
    assert (again["again"], "undone_by" in again, again["said"]) == (True, False, first["said"])
    assert run("record", taking_back).code == 0
    undone = run("record", "--key", "K", "Ann buys 5", "--json").json
    assert (undone["again"], undone["undone_by"], undone["said"]) == (True, 4, first["said"])
    assert "it was taken back since, by event 4, and counts no more" in run("record", "--key", "K", "Ann buys 5").out
    assert run("record", 'void 4 "it was so"').code == 0
    assert "undone_by" not in run("record", "--key", "K", "Ann buys 5", "--json").json
    assert len(run("log", "--as-recorded", "--json").json["log"]) == 5


@pytest.mark.usefixtures("opened")
def test_what_is_sent_together_has_a_key_for_each_saying(run):
    together = ("record", "--together", "-", "--key", "K", "--json")
    said = "# two buys\nAnn buys 5\n\nBob buys 5\n"
    first = run(*together, stdin=said).json
    assert [line["number"] for line in first["said"]] == [3, 4]
    assert run(*together, stdin=said).json["said"] == first["said"]
    for place, saying in enumerate(("Ann buys 5", "Bob buys 5"), start=1):
        one = run("record", "--key", f"K-{place}", saying, "--json").json
        assert (one["again"], [line["saying"] for line in one["said"]]) == (True, [saying])
    for other in ("Ann buys 5\nBob buys 6\n", "Ann buys 5\nBob buys 5\nCat buys 5\n", "Bob buys 5\nAnn buys 5\n"):
        assert run(*together, stdin=other).json["error"]["code"] == "key"
    longer = run(*together, stdin="Ann buys 5\nBob buys 5\nCat buys 5\n").json["error"]
    assert "something else was sent under this key" in longer["message"]
    run("record", "undo")
    assert run(*together, stdin=said).json["undone_by"] == 5
    assert run("audit").code == 0


@pytest.mark.usefixtures("opened")
def test_fewer_sayings_under_the_same_key_are_something_else(run):
    together = ("record", "--together", "-", "--key", "K", "--json")
    assert run(*together, stdin="Ann buys 5\nBob buys 5\nCat buys 5\n").code == 0
    assert run(*together, stdin="Ann buys 5\nBob buys 5\n").json["error"]["code"] == "key"
    refused = run("record", "--together", "-", "--key", "L", "--json", stdin="Ann buys 1\nZed buys 1\n")
    assert refused.code == 1
    assert run("record", "--key", "L-1", "Ann buys 2", "--json").json["said"][0]["number"] == 6


def test_a_payment_in_coins_has_what_settles_the_rest_under_its_key(run, at_home):
    assert run("open", "One", "--players", "Ann Bob", "--money", "CHF", "--counter", "0.01").code == 0
    for saying in ("game tally", "result Ann -39 Bob +39", "end", "close"):
        assert run("record", saying).code == 0
    first = run("record", "--key", "K", "Ann pays Bob 0.40", "--json").json["said"]
    assert [line["saying"] for line in first] == ["Ann pays Bob 0.40", "Bob pays Ann 0.01"]
    again = run("record", "--key", "K", "Ann pays Bob 0.40", "--json").json["said"]
    assert [line["number"] for line in again] == [line["number"] for line in first]
    assert run("audit").code == 0


def test_a_payment_of_the_club_sent_again_is_the_same_payment_and_says_that_it_was_taken_back(run, at_home):
    assert run("open", "One", "--players", "Ann Bob", "--money", "EUR", "--counter", "1").code == 0
    for saying in ("game tally", "result Ann -5 Bob +5", "end", "close"):
        assert run("record", saying).code == 0
    first = run("pay", "Ann", "Bob", "5.00", "--key", "K", "--json").json
    again = run("pay", "Ann", "Bob", "5.00", "--key", "K", "--json").json
    assert again["said"] == first["said"]
    assert "undone_by" not in again
    assert again["payment"] == first["payment"]
    assert run("pay", "Ann", "Bob", "4.00", "--key", "K", "--json").json["error"]["code"] == "key"
    assert run("record", "--club", "undo").code == 0
    undone = run("pay", "Ann", "Bob", "--key", "K", "--json").json
    assert (undone["said"], undone["undone_by"], undone["owed"]) == (first["said"], 3, {"Ann": -500, "Bob": 500})
    assert "it was taken back since, by event 3" in run("pay", "Ann", "Bob", "--key", "K").out
    assert run("record", "--club", first["said"][0]["saying"], "--key", "K", "--json").json["undone_by"] == 3


def test_a_payment_of_the_club_in_coins_sent_again_has_what_settled_the_rest(run, at_home):
    assert run("open", "One", "--players", "Ann Bob", "--money", "CHF", "--counter", "0.01").code == 0
    for saying in ("game tally", "result Ann -39 Bob +39", "end", "close"):
        assert run("record", saying).code == 0
    first = run("pay", "Ann", "Bob", "0.40", "--key", "K", "--json").json
    assert len(first["said"]) == 2
    assert run("pay", "Ann", "Bob", "0.40", "--key", "K", "--json").json == first
