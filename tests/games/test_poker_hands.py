"""Real hands, and hands that are made up, come to what they came to, and to what PokerKit makes of them."""

import pytest

pytest.importorskip("pokerkit")

from tests.helpers.call_counts import effort
from tests.tools.poker_hands import (
    SAMPLE,
    OurHand,
    Report,
    compare_file,
    hand_of,
    lines_of,
    report_of,
    report_of_made_up,
)

MADE_UP = 100
CALLS_AN_ACT = 92
"""The function calls of an act, the deal and the show among them: 115 before who is left, able and dealt in was noted."""


@pytest.mark.thorough
def test_real_hands_come_to_the_same():
    report = report_of(SAMPLE)
    assert not report.faults, "\n".join(lines_of(report))
    assert report.hands == len(list(SAMPLE.rglob("*.phh"))) - report.left_out.total()
    assert report.left_out == {"a small blind and no big one": 1}
    assert report.decisions - report.causes.total() == report.equal > 700


@pytest.mark.thorough
def test_hands_that_are_made_up_come_to_the_same():
    report = report_of_made_up(range(MADE_UP))
    assert not report.faults, "\n".join(lines_of(report))
    assert report.side_pots > MADE_UP / 4


def test_one_real_hand_of_each_kind_comes_to_the_same():
    report = Report()
    for number in ("37", "33", "79"):
        compare_file(SAMPLE / f"wsop/2023/43/5/{number}.phh", report)
    compare_file(SAMPLE / "pluribus/32/23.phh", report)
    assert (report.hands, report.faults) == (4, [])


def test_a_hand_costs_few_calls():
    hand = hand_of(SAMPLE / "pluribus/32/23.phh")
    OurHand(hand).play()
    played = OurHand(hand, dealt=False)
    played.deal()
    assert effort(played.play) <= CALLS_AN_ACT * len(hand.actions)
