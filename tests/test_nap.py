"""Nap: the examples of its rules, every option, and random evenings."""

import pytest

from tests.rig import balances, machine_for, play, play_many, pools, refused

TestRandomEvenings = machine_for("nap")


def test_long_random_evenings():
    assert play_many("nap", deals=30, seeds=range(10)) > 100


def test_example_1():
    evening = play(
        "Ann Bob Cat Dan",
        """
        game nap stake=1
        deal Ann
        Bob 2
        Cat passes
        Dan nap
        Ann passes
        tricks Dan 5
        deal
        Cat 3
        trick Cat
        trick Dan
        trick Ann
        trick Dan
        """,
    )
    assert balances(evening) == {"Ann": -7, "Bob": -7, "Cat": -19, "Dan": 33}


def test_example_2():
    evening = play(
        "Ann Bob Cat Dan",
        """
        game nap kitty=2 wellington=double
        deal Ann
        Bob nap
        Cat wellington
        Cat made
        """,
    )
    assert balances(evening) == {"Ann": -22, "Bob": -20, "Cat": 62, "Dan": -20}
    assert pools(evening) == {}
