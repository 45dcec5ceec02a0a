"""Evenings are found by number, title and day; a second import is noticed; a new one is dated today."""

import json
from datetime import datetime

import pytest

from ledger.recorder import Recorder
from ledger.store import open_store
from tests.helpers import command_line
from tests.helpers.command_line import EVENING

at_home, run, file = command_line.at_home, command_line.run, command_line.file


@pytest.fixture
def three(run):
    for title, day in (("Boxing Night", "1898-12-26"), ("Twelfth Night", "1899-01-06"), ("Whist", "1899-01-06")):
        assert run("open", title, "--players", "Ann Bob", "--on", day).code == 0
    return run


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("1", 1), ("Boxing Night", 1), ("boxing night", 1), ("BOXING", 1), ("box", 1), ("1898-12-26", 1), ("1898", 1),
        ("twelfth", 2), ("night 1899", 2), ("night 1899-01-06", 2), ("Whist", 3), ("wh 1899-01", 3),
    ],
)  # fmt: skip
def test_an_evening_is_found(three, said, number):
    assert three("table", "--evening", said, "--json").json["evening"] == number
    assert three("use", said, "--json").json == {"current": number}
    assert three("use", *said.split(), "--json").json == {"current": number}
    assert three("evenings", "--json").json["current"] == number
    assert three("record", 'note "x"', f"--evening={said}", "--json").json["evening"] == number


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("night", "may be evening 1 (Boxing Night, 1898-12-26) or 2 (Twelfth Night, 1899-01-06)"),
        ("1899-01-06", "may be evening 2 (Twelfth Night, 1899-01-06) or 3 (Whist, 1899-01-06)"),
        ("Bridge", "there is no evening Bridge"),
        ("4", "there is no evening 4"),
        ("99999999999999999999", "there is no evening 99999999999999999999"),
        (" ", "there is no evening"),
        ("\x1b[2J", "there is no evening \ufffd[2J"),
    ],
)
def test_what_means_no_evening_or_several_is_refused(three, said, told):
    for command in (["table", "--evening", said], ["use", said]):
        done = three(*command)
        assert done.code == 1
        assert told in done.err


def test_a_title_that_is_a_number_is_found_where_no_evening_has_it(run):
    run("open", "1898", "--players", "Ann Bob")
    run("open", "2", "--players", "Ann Bob")
    assert run("use", "1898", "--json").json["current"] == 1
    assert run("use", "2", "--json").json["current"] == 2


def test_two_of_one_title_are_told_apart_by_their_day(run):
    for day in ("2026-01-01", "2026-02-01"):
        run("open", "Whist", "--on", day)
    assert "1 (Whist, 2026-01-01) or 2 (Whist, 2026-02-01)" in run("use", "whist").err
    assert run("use", "whist", "2026-02", "--json").json["current"] == 2


def test_an_evening_opened_without_a_day_is_dated_today(run):
    before = datetime.now().astimezone().date().isoformat()
    run("open", "Whist", "--players", "Ann Bob")
    after = datetime.now().astimezone().date().isoformat()
    assert run("evenings", "--json").json["evenings"][0]["on"] in (before, after)


def test_today_is_today_here_and_not_at_greenwich(tmp_path, monkeypatch):
    import time

    recorder = Recorder(open_store(str(tmp_path / "e.db")), "Ann", lambda: datetime.fromisoformat("2026-01-01T23:30Z"))
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    assert recorder.today() == "2026-01-02"
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    assert recorder.today() == "2026-01-01"


# The same file twice


def evenings(run) -> int:
    return len(run("evenings", "--json").json["evenings"])


def test_the_same_file_is_imported_once(run, file):
    name = file(EVENING)
    assert run("import", name).code == 0
    done = run("import", name)
    assert (done.code, done.out) == (1, "")
    assert "boxing-night.evening: this is evening 1 already, with the same 9 events" in done.err
    assert "--again" in done.err
    assert run("import", name, "--json").json["error"]["code"] == "twice"
    assert evenings(run) == 1
    assert run("import", name, "--again").code == 0
    assert evenings(run) == 2


def test_it_is_known_by_what_is_said_in_it_and_not_by_its_name(run, file):
    run("import", file(EVENING))
    comments = EVENING.replace("\n", "   # noted\n\n").replace("deal Ann", "DEAL   ann")
    assert "evening 1 already" in run("import", file(comments, "other.evening")).err
    assert run("import", file(EVENING.replace("Cat 3 ", "Cat 2 ").replace("Cat 3\n", "Cat 2\n"), "b.evening")).code == 0


def test_an_evening_that_went_on_since_is_still_known(run, file):
    run("import", file(EVENING))
    run("record", 'note "later"')
    run("record", 'amend 1 "its name": evening "Boxing Night" on 1898-12-26 money=lsd counter=1d')
    assert run("import", "boxing-night.evening").code == 1


def test_a_log_is_known_too_and_the_same_file_said_twice(run, file):
    run("import", file(EVENING))
    jsonl = file(run("export", "--format", "jsonl").out, "x.jsonl")
    assert "evening 1 already" in run("import", jsonl).err
    other = file(EVENING.replace("Boxing", "Other"), "o.evening")
    done = run("import", other, other)
    assert "o.evening: this is the evening in o.evening" in done.err
    assert evenings(run) == 1
    done = run("import", other, "boxing-night.evening")
    assert done.code == 1
    assert evenings(run) == 1, "all of them or none"
    assert [
        json.loads(line)["evening"] for line in run("import", other, jsonl, "--again", "--json").out.splitlines()
    ] == [2, 3]


# The same table again, and evenings that are asked about


@pytest.fixture
def many(run, file):
    first = 'evening "A" on 2026-11-20 money=GBP counter=0.10 bank=cash at "The Mill"\nplayers Ann Bob Cat\n'
    second = 'evening "B" on 2026-11-27\nplayers Ann Dan\n'
    file(f"{first}game tally pot=2\nAnn gives Bob 3\nend\nclose\n", "a.evening")
    file(f"{second}game nap\ndeal Ann\nDan 3\nDan made\nend\nDan leaves\nEve joins\nclose\n", "b.evening")
    run("import", "a.evening", "b.evening")
    run("open", "C", "--players", "Ann Eve", "--on", "2026-11-28", "--money", "EUR")
    return run


@pytest.mark.parametrize(
    ("said", "numbers"),
    [
        ("", [1, 2, 3]), ("--with ann", [1, 2, 3]), ("--with Ann --with Eve", [2, 3]), ("--game nap", [2]),
        ("--game tally --closed", [1]), ("--open", [3]), ("--closed", [1, 2]), ("--owing", [1, 2]), ("--money eur", [3]),
        ("--money £", [1]), ("--since 2026-11-27", [2, 3]), ("--until 2026-11-27 --with Bob", [1]), ("--game loo", []),
    ],
)  # fmt: skip
def test_only_evenings_that_are_asked_about_are_listed(many, said, numbers):
    done = many("evenings", *said.split(), "--json")
    assert (done.code, [evening["id"] for evening in done.json["evenings"]]) == (0, numbers)
    if not said.startswith("--o") and "--closed" not in said:
        standings = many("standings", *said.split(), "--json").json
        assert sorted(number for money in standings["moneys"] for number in money["evenings"]) == numbers


def test_a_debt_that_is_paid_is_owed_no_more(many):
    assert [evening["owing"] for evening in many("evenings", "--json").json["evenings"]] == [True, True, False]
    many("record", "Ann pays Bob 0.30", "--evening", "1")
    assert [evening["owing"] for evening in many("evenings", "--json").json["evenings"]] == [False, True, False]


def test_who_has_never_played_is_refused(many):
    error = many("evenings", "--with", "Bobb", "--json").json["error"]
    assert (error["code"], error["message"]) == ("unknown-player", "nobody called Bobb has played.")
    assert many("evenings", "--open", "--owing").code == 2


def test_an_evening_is_opened_like_another(many):
    opened = many("open", "D", "--like", "1", "--on", "2026-12-04", "--json").json
    assert [line["saying"] for line in opened["said"]] == [
        'evening "D" on 2026-12-04 at "The Mill" money=GBP counter=0.10 bank=cash', "players Ann Bob Cat",
    ]  # fmt: skip
    assert opened["like"] == 1
    assert opened["expecting"]["around"][0] == {
        "who": [], "assumes": "", "usual": True, "slots": [{"slot": "said", "text": "game tally pot=2"}],
    }  # fmt: skip
    again = many("open", "E", "--like", "last", "--players", "Cat Ann", "--at", "Home", "--json").json
    assert [line["saying"].partition(" at ")[2] for line in again["said"]] == [
        '"Home" money=GBP counter=0.10 bank=cash',
        "",
    ]
    assert again["said"][1]["saying"] == "players Cat Ann"
    assert again["like"] == opened["evening"]
    later = many("open", "F", "--like", "2", "--json").json
    assert later["said"][1]["saying"] == "players Ann Eve"


def test_there_is_an_evening_to_be_like(run):
    error = run("open", "A", "--like", "last", "--json").json["error"]
    assert (error["code"], error["message"]) == ("not-now", "there is no evening to be like.")
