"""Seasons: the table by points or by net, and what is refused."""

import re
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.events import OpenSeason, decode, encode, version_of
from ledger.language.reader import read_of_club
from ledger.projections.seasons import season_table
from ledger.projections.standings import PlayedEvening
from ledger.projections.totals import PlayerTotals, Totals
from ledger.recorder.club_log import saying_of
from tests.club import test_club
from tests.helpers import command_line
from tests.helpers.rig import tries

at_home, run, club = command_line.at_home, command_line.run, test_club.club
lines, refused = test_club.lines, test_club.refused
WINTER = ("season", "open", "Winter", "--from", "2026-10-01", "--to", "2027-03-31")


def test_the_table_of_the_example(run, club):
    run("person", "add", "Bob", "--known-as", "Bobby")
    assert lines(run(*WINTER, "--points", "10,7,5", "--best", "8")) == [
        '3  season "Winter" from 2026-10-01 to 2027-03-31 points=10,7,5 best=8'
    ]
    assert lines(run("season")) == [
        "Winter, 2026-10-01 to 2027-03-31: 2 evenings; points 10, 7, 5; the best 8",
        "place  person  evenings  points  won     net",
        "    1  Bob            2      15    1  +€1.50",
        "    2  Ann            2      15    1   €0.00",
        "    3  Cat            2      14    0   €0.00",
        "    4  Dan            1       0    0  -€1.50",
    ]
    answer = run("season", "Winter", "--json").json
    assert answer["table"][0] == {
        "place": 1, "person": "Bob", "evenings": 2, "points": 15, "won": 1, "net": {"EUR": 150},
        "counted": [{"evening": 2, "place": 1, "points": 10}, {"evening": 1, "place": 3, "points": 5}], "dropped": [],
    }  # fmt: skip
    assert {key: answer[key] for key in ("season", "from", "to", "points", "best", "at_least", "game", "evenings")} == {
        "season": "Winter", "from": "2026-10-01", "to": "2027-03-31", "points": [10, 7, 5], "best": 8,
        "at_least": None, "game": None, "evenings": [1, 2],
    }  # fmt: skip


def test_a_season_by_net_and_who_was_at_too_few_evenings(run, club):
    run("person", "add", "Bob", "--known-as", "Bobby")
    assert run(*WINTER, "--at-least", "2").code == 0
    answer = run("season", "--json").json
    assert [(row["place"], row["person"], row["points"]) for row in answer["table"]] == [
        (1, "Bob", None), (2, "Ann", None), (3, "Cat", None)
    ]  # fmt: skip
    assert [(row["place"], row["person"]) for row in answer["unplaced"]] == [(None, "Dan")]
    assert run("season", "end", "Winter").code == 0
    assert run("season", "list", "--json").json == {
        "seasons": [{"season": "Winter", "from": "2026-10-01", "to": "2027-03-31", "ended": True}]
    }


def test_the_players_of_a_season_are_persons_by_any_of_their_names(run, club):
    run("person", "add", "Bob", "--known-as", "Bobby")
    run(*WINTER, "--players", "Ann Bobby")
    assert [row["person"] for row in run("season", "--json").json["table"]] == ["Bob", "Ann"]


def test_the_rules_of_a_season_stay_once_other_acts_have_followed(run, club):
    run(*WINTER)
    assert run("record", "--club", 'void 2 "another"').code == 0
    run(*WINTER)
    run("person", "add", "Bob")
    refused(
        run("record", "--club", 'void 4 "another"', "--json"), "correction",
        'void 4 "another": Winter was opened before other acts, and its rules do not change.', 'Say card-ledger season end "Winter"',
    )  # fmt: skip


def test_costs_and_payments_count_for_nothing_in_a_season(run, club):
    run(*WINTER)
    before = run("season", "--json").json
    run("record", "--evening", "1", "cost 10.00 pizza Cat paid")
    run("pay", "Dan", "Ann", "1.00", "--yes")
    assert run("season", "--json").json == before


def test_what_is_no_season_is_refused(run, club):
    refused(run("season", "--json"), "not-now", "there is no season yet.")
    run(*WINTER)
    refused(run(*WINTER, "--json"), "twice", "Winter is a season already.")
    other = ("season", "open", "Other", "--from", "2026-10-01", "--to")
    for more in (["2025-01-01"], ["2027-01-01", "--points", "1,2"], ["2027-01-01", "--best", "0"]):
        done = run(*other, *more, "--json")
        assert (done.code, done.json["error"]["code"]) == (1, "options"), more
    assert run("record", "--club", "undo").code == 0
    assert run("season", "--json").code == 1


def evening(number, **won):
    players = {name: PlayerTotals({"tally": amount}, 0, 0, amount) for name, amount in won.items()}
    return PlayedEvening(number, 9, Totals("E", f"2026-01-{number:02}", "EUR", 1, 1, players))


def table(*evenings, **rules):
    return season_table(OpenSeason("S", "2026-01-01", "2026-12-31", **rules), evenings)


def test_equal_nets_share_a_place_and_the_next_is_left_out():
    (row,) = [row for row in table(evening(1, A=5, B=5, C=-10), points=(10, 7, 5)).table if row.person == "C"]
    assert (row.place, row.points) == (3, 5)
    assert [row.place for row in table(evening(1, A=5, B=5, C=-10), points=(10, 7, 5)).table] == [1, 1, 3]


def test_an_evening_at_which_nobody_is_above_nought_is_won_by_nobody():
    """A closed evening without a game, and one at which the winners are no players of the season."""
    played = [evening(1, A=0, B=0), evening(2, A=-5, B=-3, C=8), evening(3, A=1, B=-1)]
    rows = table(*played, points=(10, 7), players=("A", "B")).table
    assert [(row.person, row.place, row.points, row.won, row.evenings) for row in rows] == [
        ("A", 1, 10, 1, 3), ("B", 2, 7, 0, 3)
    ]  # fmt: skip
    assert {(at.evening, at.place, at.points) for at in rows[0].counted} == {(1, None, 0), (2, None, 0), (3, 1, 10)}
    by_net = table(*played[:2], players=("A", "B")).table
    assert [(row.person, row.place, row.won, [at.place for at in row.counted]) for row in by_net] == [
        ("B", 1, 0, [None, None]), ("A", 2, 0, [None, None])
    ]  # fmt: skip


def test_who_has_won_nothing_shares_the_place_and_has_the_first_rating(run, at_home):
    assert run("open", "One", "--players", "Ann Bob", "--on", "2026-11-01").code == 0
    assert run("record", "close").code == 0
    assert run(*WINTER, "--points", "10,7,5").code == 0
    rows = run("season", "--rating", "--json").json["table"]
    assert [(row["place"], row["points"], row["won"]) for row in rows] == [(1, 0, 0), (1, 0, 0)]
    assert rows[0]["counted"] == [{"evening": 1, "place": None, "points": 0}]
    assert {row["rating"]["mu"] for row in rows} == {"25.00"}
    assert run("season").code == 0


def test_the_best_evenings_count_the_older_of_equal_ones_first():
    rows = table(evening(1, A=5, B=-5), evening(2, A=-5, B=5), evening(3, A=5, B=-5), points=(3, 1), best=2).table
    first = next(row for row in rows if row.person == "A")
    assert [place.evening for place in first.counted] == [1, 3]
    assert [place.evening for place in first.dropped] == [2]
    assert (first.points, first.won, first.net) == (6, 2, {"EUR": 5})


def test_a_tie_goes_by_evenings_won_and_then_by_the_last_evening_together():
    by_won = table(
        evening(1, A=9, B=0, C=-9), evening(2, B=4, A=-1, C=-3), evening(3, A=0, B=2, C=-2), points=(2, 2, 0)
    )
    assert [row.person for row in by_won.table] == ["B", "A", "C"]
    shared = table(evening(1, A=1, B=1, C=-2), points=(5, 3))
    assert [(row.place, row.person) for row in shared.table] == [(1, "A"), (1, "B"), (3, "C")]


@settings(deadline=None, max_examples=tries(40))
@given(st.lists(st.lists(st.integers(-9, 9), min_size=2, max_size=4), min_size=1, max_size=6), st.integers(1, 4))
def test_a_table_by_a_second_plainer_writing(drawn, best):
    """Points and net of each, added up by hand; nobody stands above one with more points."""
    played = [evening(number, **dict(zip("ABCD", won, strict=False))) for number, won in enumerate(drawn, 1)]
    rows = table(*played, points=(10, 7, 5), best=best).table
    for row in rows:
        points = []
        for won in drawn:
            if "ABCD".index(row.person) < len(won):
                mine = won["ABCD".index(row.person)]
                points.append([10, 7, 5, 0][sum(other > mine for other in won)] if max(won) > 0 else 0)
        assert row.points == sum(sorted(points, reverse=True)[:best])
        assert row.evenings == len(points) == len(row.counted) + len(row.dropped)
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert [row.place for row in rows] == sorted(row.place for row in rows)


def test_a_season_is_drawn_as_an_evening_is(run, club, at_home):
    run("person", "add", "Bob", "--known-as", "Bobby")
    run(*WINTER, "--points", "10,7,5")
    drawn = lines(run("season", "--chart"))[7:]
    assert drawn[0].strip() == "15 ┤    ****"
    assert drawn[-3:] == ["evening  1", "", "B Bob 15  A Ann 15  C Cat 14  D Dan 0"]
    assert lines(run("season", "--plot", "winter.svg"))[-1] == "The plot is in winter.svg"
    assert "<svg" in (at_home / "winter.svg").read_text()


def test_a_rating_goes_by_places_and_ranks_nobody(run, club, monkeypatch):
    run(*WINTER, "--points", "10,7,5")
    plain, rated = run("season", "--json").json, run("season", "--rating", "--json").json
    assert [row["person"] for row in rated["table"]] == [row["person"] for row in plain["table"]]
    for row in rated["table"]:
        rating = row.pop("rating")
        assert [*rating] == ["mu", "sigma"]
        assert all(re.fullmatch(r"[0-9]+\.[0-9]{2}", figure) for figure in rating.values())
    assert rated == plain
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    refused(
        run("season", "--rating", "--json"), "options", "a rating needs openskill.", "pip install 'card-ledger[rating]'"
    )


def test_the_course_of_a_season_ends_in_its_table():
    best = OpenSeason("S", "2026-01-01", "2026-12-31", (10, 7), best=2)
    played = [evening(1, A=5, B=-5), evening(2, A=-5, B=5), evening(3, A=5, B=-5), evening(4, C=1, D=-1)]
    table = season_table(best, played)
    assert table.courses["A"] == [10, 17, 20, 20]
    assert {row.person: row.points for row in table.table} == {
        name: course[-1] for name, course in table.courses.items()
    }


@pytest.mark.thorough
def test_a_season_of_two_hundred_evenings_of_a_hundred_sayings_takes_less_than_a_second(run, at_home):
    sayings = "\n".join(f"result Ann +{n} Bob -{n} Cat +0" for n in range(1, 97))
    for number in range(200):
        day = f"2026-{1 + number // 28:02}-{1 + number % 28:02}"
        text = f'evening "E{number}" on {day}\nplayers Ann Bob Cat\ngame tally\n{sayings}\nend\nclose\n'
        (at_home / f"{number}.evening").write_text(text)
    assert run("import", *(f"{number}.evening" for number in range(200))).code == 0
    assert run("season", "open", "All", "--from", "2026-01-01", "--to", "2026-12-31", "--points", "3,2,1").code == 0
    for most, asked in ((1, ("season", "--json")), (1, ("season", "--chart")), (2, ("yearbook", "--json"))):
        began = time.process_time()
        done = run(*asked)
        took = time.process_time() - began
        assert done.code == 0
        assert took < most


def test_a_handicap_is_added_at_each_evening_after_places_are_made(run, club):
    run("person", "add", "Bob", "--known-as", "Bobby")
    opened = lines(run(*WINTER, "--points", "10,7,5", "--handicap", "Dan 20 Bobby 1", "--players", "Ann Bob Cat Dan"))
    assert opened == [
        '3  season "Winter" from 2026-10-01 to 2027-03-31 points=10,7,5 handicap Dan 20 Bobby 1 with Ann Bob Cat Dan'
    ]
    assert lines(run("season", "handicap", "Winter", "Bob 3 Cat 2", "--from", "2026-11-27")) == [
        '4  season "Winter" handicap Bob 3 Cat 2 from 2026-11-27'
    ]
    assert lines(run("season"))[1:] == [
        "place  person  evenings  handicap  points  won     net",
        "    1  Dan            1        20      20    0  -€1.50",
        "    2  Bob            2         4      19    1  +€1.50",
        "    3  Cat            2         2      16    0   €0.00",
        "    4  Ann            2         0      15    1   €0.00",
    ]
    answer = run("season", "--json").json
    assert answer["handicaps"] == [
        {"from": "2026-10-01", "handicap": {"Dan": 20, "Bobby": 1}},
        {"from": "2026-11-27", "handicap": {"Bob": 3, "Cat": 2}},
    ]
    bob = answer["table"][1]
    assert (bob["handicap"], bob["points"]) == (4, 19)
    assert bob["counted"] == [{"evening": 2, "place": 1, "points": 13}, {"evening": 1, "place": 3, "points": 6}]
    assert run("record", "--club", "undo").code == 0
    assert run("season", "--json").json["table"][1]["handicap"] == 2


def test_a_handicap_by_net_is_in_counters(run, club):
    assert run(*WINTER, "--handicap", "Dan 40").code == 0
    row = run("season", "--json").json["table"][0]
    assert (row["person"], row["net"], row["handicap"], row["won"]) == ("Bobby", {"EUR": 200}, 0, 1)
    dan = next(row for row in run("season", "--json").json["table"] if row["person"] == "Dan")
    assert (dan["net"], dan["handicap"], dan["counted"]) == (
        {"EUR": 50}, 200, [{"evening": 1, "place": 4, "points": None}]
    )  # fmt: skip
    assert "    2  Dan            1    +€2.00            0  +€0.50" in lines(run("season"))


def test_a_season_without_handicaps_is_recorded_and_answered_as_before(run, club):
    run(*WINTER, "--points", "10,7,5")
    answer = run("season", "--json").json
    assert "handicaps" not in answer
    assert "handicap" not in answer["table"][0]
    plain = OpenSeason("S", "2026-01-01", "2026-12-31", (3, 1))
    with_handicap = OpenSeason("S", "2026-01-01", "2026-12-31", (3, 1), handicap=(("Ann", 2),))
    assert (version_of(plain), version_of(with_handicap)) == (3, 4)
    assert b"handicap" not in encode(plain)
    assert decode(encode(with_handicap)) == with_handicap


def test_what_is_no_handicap_is_refused(run, club):
    run(*WINTER)
    change = ("season", "handicap", "Winter")
    assert run(*change, "Ann 8").code == 2
    refused(
        run(*change, "Ann 8", "--from", "2027-05-01", "--json"), "options",
        "2027-05-01 is no day of Winter: it goes from 2026-10-01 to 2027-03-31.",
    )  # fmt: skip
    for wrong in ("Ann", "Ann 8 ann 9", "Ann much"):
        done = run(*change, wrong, "--from", "2026-12-01", "--json")
        assert (done.code, list(done.json)) == (1, ["error"]), wrong
    assert run("season", "end", "Winter").code == 0
    assert run(*change, "Ann 8", "--from", "2026-12-01", "--json").json["error"]["code"] == "twice"


def test_a_handicap_is_read_and_written_and_goes_with_its_person(run, club, at_home):
    text = 'season "S" from 2026-01-01 to 2026-12-31 handicap "with" 3 "handicap" 4 with "with"'
    assert saying_of(read_of_club(text)) == text
    run(*WINTER, "--points", "10,7,5", "--handicap", "Ann 2")
    assert run("db", "copy", "evenings.db", "other.db", "--without", "Ann").code == 0
    copied = run("--database", "other.db", "log", "--club").out
    assert "handicap Player-1 2" in copied
    assert "Ann" not in copied


def test_a_season_as_if_it_had_other_rules_is_that_of_a_season_with_them(run, club):
    run(*WINTER, "--points", "10,7,5", "--best", "8")
    before = run("log", "--club", "--json").json
    other = run("season", "Winter", "--as-if", "points=5,3,1 best=1 at-least=2 handicap Cat 4", "--json").json
    assert run("log", "--club", "--json").json == before
    run(
        "season",
        "open",
        "Other",
        *WINTER[3:],
        "--points",
        "5,3,1",
        "--best",
        "1",
        "--at-least",
        "2",
        "--handicap",
        "Cat 4",
    )
    assert run("season", "Other", "--json").json == {**other, "season": "Other"}
    assert run("season", "Winter", "--as-if", "best=1", "--json").json["points"] == [10, 7, 5]
    for wrong in ("points=1,2", "best=0", "stake=1", "best"):
        done = run("season", "Winter", "--as-if", wrong, "--json")
        assert (done.code, list(done.json)) == (1, ["error"]), wrong
