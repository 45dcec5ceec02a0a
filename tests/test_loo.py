"""Loo: the examples of its rules, every option and irregularity, and random evenings."""

from tests.rig import machine_for, play_many

TestRandomEvenings = machine_for("loo", examples=60)


def test_long_random_evenings():
    assert play_many("loo", deals=20, seeds=range(25), most_players=7) > 200
