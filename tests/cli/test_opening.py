"""Opening an evening from the command line."""

import sqlite3

import pytest

from tests.helpers import command_line

at_home, run = command_line.at_home, command_line.run


@pytest.mark.parametrize("arguments", [("--players", "Ann Bob", "money=CHF"), ("--players", "Ann Bob money=CHF")])
def test_an_option_written_as_in_the_notation_seats_nobody(run, arguments):
    done = run("open", "X", *arguments)
    assert done.code == 1
    assert done.err == "money=CHF is no player.\n  Say --money CHF\n"
    assert run("evenings", "--json").json["evenings"] == []


def test_a_current_evening_that_was_put_there_by_hand_is_passed_over(run, at_home):
    run("open", "One", "--players", "Ann Bob")
    [path] = at_home.rglob("evenings.db")
    with sqlite3.connect(path) as database:
        database.execute("UPDATE current SET evening = 'x'")
    database.close()
    done = run("table", "--json")
    assert (done.code, done.json["title"]) == (0, "One")
    assert run("evenings").code == 0
