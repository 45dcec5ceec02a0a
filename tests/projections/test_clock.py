"""The clock of a tournament: its level and the time that is left, from when it was set."""

from datetime import UTC, datetime, timedelta

from ledger.cli.wording import standing
from ledger.core.events import RecordedEvent
from ledger.projections.clock import clock_of
from ledger.projections.summary import summary
from tests.helpers.rig import machine_for, play, refused

TestWithAClock = machine_for(
    "tournament", examples=30, given=(("levels", "20m:10/20,break10m,20m:20/40"), ("stack", "5000"), ("rebuy", "20"))
)

FOUR = "Ann Bob Cat Dan"
BEGAN = datetime(2026, 11, 27, 20, tzinfo=UTC)
LEVELS = "20m:10/20,10m:20/40,break5m,20m:40/80"


def clock_after(*said, levels=LEVELS):
    """Return the clock after sayings, each with the minutes after the beginning at which it was recorded."""
    evening = play(FOUR, "\n".join([f"game tournament levels={levels}", *(saying for _, saying in said)]))
    minutes = [0] * (len(evening.effective) - len(said)) + [minute for minute, _ in said]
    recorded = [
        RecordedEvent(one.number, one.event, (BEGAN + timedelta(minutes=minute)).isoformat())
        for one, minute in zip(evening.effective, minutes, strict=True)
    ]
    return clock_of(evening.game.deal.game_clock(), recorded)


def at(clock, minutes, seconds=0):
    return clock.at(BEGAN + timedelta(minutes=minutes, seconds=seconds)).in_words


def test_it_stands_until_it_is_started():
    assert at(clock_after(), 90) == "Level 1: 10/20, 20:00 left, then 20/40, the clock stands"


def test_levels_and_breaks_follow_one_another():
    clock = clock_after((5, "resume"))
    assert at(clock, 5) == "Level 1: 10/20, 20:00 left, then 20/40"
    assert at(clock, 24, 59) == "Level 1: 10/20, 0:01 left, then 20/40"
    assert at(clock, 25) == "Level 2: 20/40, 10:00 left, then 40/80"
    assert at(clock, 35) == "Break, 5:00 left, then 40/80"
    assert at(clock, 40) == at(clock, 400) == "Level 3: 40/80"


def test_a_pause_takes_no_time_of_a_level():
    clock = clock_after((0, "resume"), (8, "pause"), (30, "resume"))
    assert at(clock, 31) == "Level 1: 10/20, 11:00 left, then 20/40"
    assert at(clock_after((0, "resume"), (8, "pause")), 500).startswith("Level 1: 10/20, 12:00 left")


def test_a_level_begins_when_it_is_said():
    assert at(clock_after((3, "level")), 4) == "Level 1: 10/20, 19:00 left, then 20/40"
    assert at(clock_after((0, "resume"), (3, "level")), 4) == "Level 2: 20/40, 9:00 left, then 40/80"
    assert at(clock_after((0, "resume"), (21, "level 1")), 22) == "Level 1: 10/20, 19:00 left, then 20/40"
    assert at(clock_after((0, "resume"), (32, "level")), 33) == "Level 3: 40/80"  # the break is left out
    assert at(clock_after((0, "resume"), (50, "level")), 51) == "Level 3: 40/80"


def test_undo_takes_back_what_was_said_of_it():
    assert at(clock_after((0, "resume"), (8, "pause")), 9) != at(clock_after((0, "resume")), 9)


def test_what_does_not_fit_is_refused():
    refused(FOUR, f"game tournament levels={LEVELS}\npause", "the clock stands")
    refused(FOUR, f"game tournament levels={LEVELS}\nresume\nresume", "the clock runs")
    refused(FOUR, f"game tournament levels={LEVELS}\nlevel 4", "3 levels", "no level 4")
    refused(FOUR, "game tournament\npause", "pause")
    for wrong in ("20m", "break10m", "20:10/20", "0m:10/20", "break5m:10/20", "20m:10/20,"):
        refused(FOUR, f"game tournament levels={wrong}", "levels cannot be", "20m:10/20")
    refused(FOUR, "game tournament stack=5000", "stack is said only with levels")
    refused("Ann Pause", f"game tournament levels={LEVELS}", "nobody can be called Pause")
    assert play("Ann Pause", "game tournament\nPause out\nend")


def test_the_usual_levels_last_longer_with_more_players():
    assert at(clock_after(levels="usual"), 0).startswith("Level 1: 25/50, 10:00 left")
    many = " ".join(f"P{number}" for number in range(1, 13))
    evening = play(many, "game tournament levels=usual")
    assert evening.game.options.levels[0].seconds == 20 * 60


def test_the_average_stack_is_of_those_who_are_in():
    evening = play(FOUR, "game tournament rebuy=20 stack=5000 levels=usual\nAnn rebuys\nAnn knocks-out Bob")
    assert "average stack: 8333" in standing(evening, summary(evening))
