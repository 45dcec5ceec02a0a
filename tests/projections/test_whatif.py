"""An evening under other rules: the same as if they had been said at its beginning."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.refusals import Refusal
from ledger.projections.whatif import compare, read_other_options
from tests.helpers import command_line
from tests.helpers.rig import balances, play, pools

at_home, run = command_line.at_home, command_line.run

DEAL = "deal\ntricks Ann 1 Bob 2 Cat 2\n"
"""All pass, the eldest hand stands for one trick, and makes it."""
CALLED_NAP = "game nap{}\ndeal Ann\nCat nap\nCat made\nend\n"
NO_LONGER = "game nap kitty=1\ndeal Ann\nCat nap\nCat made\ndeal\nAnn 2\nAnn made\nend divide\n"


def compared(script: str, *options: str):
    evening = play("Ann Bob Cat", script)
    return compare(evening, read_other_options(options), evening.money)


@given(
    before=st.sampled_from(["", "stake=2", "kitty=1", "kitty=2 stake=3"]),
    stake=st.integers(1, 9),
    kitty=st.sampled_from(["off", "1", "5"]),
    deals=st.integers(1, 4),
)
@settings(max_examples=40, deadline=None)
def test_it_is_the_evening_that_other_words_at_the_game_would_have_made(before, stake, kitty, deals):
    comparison = compared(f"game nap {before}\n{DEAL * deals}", f"nap.stake={stake}", f"NAP.Kitty={kitty}")
    was = play("Ann Bob Cat", f"game nap {before}\n{DEAL * deals}")
    said_so = play("Ann Bob Cat", f"game nap stake={stake} kitty={kitty}\n{DEAL * deals}")
    assert comparison.stopped is None
    assert (balances(comparison.as_it_was), pools(comparison.as_it_was)) == (balances(was), pools(was))
    assert (balances(comparison.as_it_would_be), pools(comparison.as_it_would_be)) == (
        balances(said_so),
        pools(said_so),
    )
    assert comparison.differences() == {
        player: said_so.books.balances[player] - was.books.balances[player] for player in ("Ann", "Bob", "Cat")
    }


def test_an_option_counts_in_every_game_of_its_name_and_in_no_other():
    comparison = compared(
        CALLED_NAP.format("") + "game newmarket stake=1\nend\n" + CALLED_NAP.format(" stake=4"), "nap.stake=2"
    )
    assert balances(comparison.as_it_was) == {"Ann": -50, "Bob": -50, "Cat": 100}
    assert balances(comparison.as_it_would_be) == {"Ann": -40, "Bob": -40, "Cat": 80}


def test_it_stops_before_the_event_that_no_longer_fits():
    comparison = compared(NO_LONGER, "nap.lowest-call=3", "nap.stake=2")
    assert (comparison.stopped.event, comparison.stopped.saying) == (8, "Ann 2")
    assert "Cat's turn to call" in comparison.stopped.why
    assert balances(comparison.as_it_was) == {"Ann": -10 - 1, "Bob": -10 - 1, "Cat": 20 + 1}
    assert balances(comparison.as_it_would_be) == {"Ann": -21, "Bob": -21, "Cat": 41}


def test_what_was_counted_short_stays_what_it_was_and_a_close_is_no_finding():
    comparison = compared(
        f"Ann buys 50\nCat buys 5\n{CALLED_NAP.format('')}count Ann 38 Cat 25\nclose short=banker", "nap.stake=4"
    )
    assert [finding.message for finding in comparison.as_it_was.findings] == [
        "Ann has 38 by counting, 40 by the log: 2 short"
    ]
    assert [finding.message for finding in comparison.as_it_would_be.findings] == [
        "Ann has 8 by counting, 10 by the log: 2 short"
    ]


def test_the_log_counts_as_it_was_corrected():
    comparison = compared(CALLED_NAP.format("") + 'amend 3 "it was twos": game nap stake=2', "nap.stake=3")
    assert balances(comparison.as_it_was) == {"Ann": -20, "Bob": -20, "Cat": 40}
    assert balances(comparison.as_it_would_be) == {"Ann": -30, "Bob": -30, "Cat": 60}


@pytest.mark.parametrize(
    ("options", "fragment"),
    [
        ([], "not said what"),
        (["nap"], "not an option of a game"),
        (["stake=2"], "not an option of a game"),
        (["nap.stake"], "not an option of a game"),
        (["nap.stake="], "not an option of a game"),
        (["whist.stake=2"], "no game is called whist"),
        (["nap.pennies=2"], "nap has no option pennies"),
        (["nap.kity=2"], "Did you mean kitty?"),
        (["npa.kitty=2"], "Did you mean nap?"),
        (["vingtun.stake=2"], "Did you mean vingt-un"),
        (["nap.stake=2", "nap.Stake=3"], "said twice"),
        (["loo.loo=8"], "no loo was played"),
        (["nap.stake=much"], "event 3, game nap, cannot have these options: stake=much"),
        (["nap.blucher=treble"], "event 3, game nap, cannot have these options"),
    ],
)
def test_refused(options, fragment):
    with pytest.raises(Refusal) as caught:
        compared(CALLED_NAP.format(""), *options)
    assert fragment in caught.value.message


def test_the_command(run):
    run("open", "Whist", "--players", "Ann Bob Cat")
    run("record", "--together", "-", stdin=NO_LONGER)
    done = run("whatif", "nap.stake=2", "nap.kitty=off")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "account  as it is  as it would be  difference",
        "Ann            -7             -12          -5",
        "Bob           -13             -24         -11",
        "Cat            20              36         +16",
    ]
    assert run("whatif", "nap.lowest_call=3", "--json").json == {
        "evening": 1,
        "money": "counters",
        "unit": "counter",
        "counter": 1,
        "options": ["nap.lowest_call=3"],
        "balances": {"Ann": -11, "Bob": -11, "Cat": 21},
        "pools": {"nap.kitty": 1},
        "would_be": {"balances": {"Ann": -11, "Bob": -11, "Cat": 21}, "pools": {"nap.kitty": 1}},
        "differences": {"Ann": 0, "Bob": 0, "Cat": 0},
        "stopped": {"event": 8, "saying": "Ann 2", "why": "it is Cat's turn to call, and nobody has called yet"},
    }
    assert "event 8 no longer fits: Ann 2: it is Cat's turn" in run("whatif", "nap.lowest_call=3").out
    done = run("whatif", "nap.colour=red")
    assert (done.code, done.out) == (1, "")
    assert "nap has no option colour" in done.err
