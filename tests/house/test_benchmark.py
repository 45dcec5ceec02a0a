"""How the benchmark judges its measurements; nothing is timed here."""

import pytest

from ledger import VERSION
from tests.tools import figures
from tests.tools.benchmark import Row, compared, greedy, in_turn, print_table


def row(*ours, wanted=1.0):
    return Row("ours", "theirs", "µs", ours, [10.0] * len(ours), wanted)


@pytest.mark.parametrize(
    ("measured", "missed", "judged"),
    [
        ((8.0, 9.0, 8.5), False, "reached"),
        ((12.0, 12.1, 12.2), True, "missed"),
        ((8.0, 11.0, 14.0), False, "within noise"),
        ((11.0,), True, "missed"),
    ],
)
def test_a_ratio_is_missed_by_more_than_its_noise(measured, missed, judged, capsys):
    measured = row(*measured)
    assert measured.missed is missed
    print_table([measured])
    assert capsys.readouterr().out.rstrip().endswith(judged)


def test_plain_greedy_settlement():
    assert greedy({"A": -5, "B": 3, "C": 2}) == 2
    assert greedy({"A": -3, "B": -3, "C": 2, "D": 4}) == 3


@pytest.mark.parametrize("first", [True, False])
def test_what_comes_first_changes_and_what_is_given_does_not(first):
    done = []
    assert in_turn(first, lambda: done.append("ours") or 1, lambda: done.append("theirs") or 2) == (1, 2)
    assert done == (["ours", "theirs"] if first else ["theirs", "ours"])


def test_the_figures_are_of_this_version_and_written_between_their_marks():
    document = figures.DOCUMENT.read_text(encoding="utf-8")
    assert figures.measured_version(document) == VERSION, "python -m tests.tools.figures measures anew"
    again = figures.with_figures(document, f"2026-11-27: {compared()}.")
    assert figures.measured_version(again) == VERSION
    assert "PokerKit" in again.partition(figures.BEGIN)[2]
    assert figures.measured_version(again.replace(f"card-ledger {VERSION}", "card-ledger 0.0.9")) == "0.0.9"
    assert figures.measured_version("no figures") is None
