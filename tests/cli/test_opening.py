"""Opening an evening from the command line."""

import pytest

from tests.helpers import command_line

at_home, run = command_line.at_home, command_line.run


@pytest.mark.parametrize("arguments", [("--players", "Ann Bob", "money=CHF"), ("--players", "Ann Bob money=CHF")])
def test_an_option_written_as_in_the_notation_seats_nobody(run, arguments):
    done = run("open", "X", *arguments)
    assert done.code == 1
    assert done.err == "money=CHF is no player.\n  Say --money CHF\n"
    assert run("evenings", "--json").json["evenings"] == []
