"""A copy without a person: pseudonyms in every log, chained anew, and nothing else differs."""

import sqlite3
from pathlib import Path

import pytest

from ledger.core.events import Note, RecordedEvent, Result
from ledger.log.pseudonyms import Pseudonyms, differing_texts
from ledger.log.seals import seal_of
from ledger.recorder import without
from tests.club import test_club
from tests.helpers import command_line
from tests.helpers.databases import server, with_the_schema

__all__ = ["server"]

at_home, run, club = command_line.at_home, command_line.run, test_club.club
lines, refused = test_club.lines, test_club.refused
EXAMPLES = Path(__file__).parents[2] / "examples"


def all_text(path):
    """Every text in a SQLite file, as one."""
    with sqlite3.connect(path) as connection:
        return "\n".join(connection.iterdump())


@pytest.fixture
def ours(run, club, at_home):
    """The two evenings with a person, a payment, a season, texts and payee details."""
    run("person", "add", "Bob", "--known-as", "Bobby")
    run("pay", "Dan", "Bob", "1.50", "--yes")
    run("season", "open", "The cup of BOB", "--from", "2026-01-01", "--to", "2026-12-31", "--players", "Ann Bobby")
    run("record", "--evening", "1", 'note "bob was late; Bobbysox was not"')
    run("record", "--evening", "2", "--key", "a", "cost 3.00 pizza Ann paid for Ann Bobby")
    run("payee", "Bob", "--paypal", "bobsworth")
    run("payee", "Ann", "--paypal", "annm")
    return at_home / "evenings.db"


def copied(run, *more):
    """The database of the tests, copied to another."""
    database = run("db", "status", "--json").json["database"]
    return run("db", "copy", database, "copy.db", *more), database


def test_every_name_is_a_pseudonym_and_nothing_else_differs(run, ours, at_home):
    before = {command: run(*command, "--json").json for command in ((("settle", "--all")), ("standings",), ("season",))}
    done, database = copied(run, "--without", "Bobby", "--json")
    answer = done.json
    assert done.code == 0, done.err
    assert answer["without"] == [{"pseudonym": "Player-1", "evenings": [1, 2], "free_text": 2}]
    assert [*answer] == ["from", "to", "evenings", "events", "written", "without"]
    text = all_text(at_home / "copy.db")
    assert "bob" not in text.lower().replace("bobbysox", "")
    assert "annm" in text
    assert "copied without a person" in text
    for command, answered in before.items():
        said = run("--database", "copy.db", *command, "--json").json
        assert str(said) == str(answered).replace("'Bob', 'Bobby'", "'Player-1'").replace("BOB", "Player-1").replace(
            "Bobby", "Player-1"
        ).replace("Bob", "Player-1")
    assert run("--database", "copy.db", "audit", "--all").code == 0
    old = list(sqlite3.connect(database).execute("SELECT digest FROM event WHERE number > 1"))
    assert not any(digest in text for (digest,) in old)
    assert "Bob" in run("log", "--evening", "1").out
    script = run("--database", "copy.db", "export", "--club").out
    (at_home / "club.txt").write_text(script)
    assert run("--database", "again.db", "import", "club.txt").code == 0


def test_another_of_that_name_keeps_it(run, club, at_home):
    run("person", "add", "Bob")
    run("person", "alias", "Robert", "Bob", "--at", "1")
    run("person", "alias", "Bob", "Cat", "--at", "2")
    done, _ = copied(run, "--without", "Bob", "--json")
    assert done.json["without"] == [{"pseudonym": "Player-1", "evenings": [2], "free_text": 0}]
    assert "Ann Bob Cat Dan" in run("--database", "copy.db", "log", "--evening", "1").out
    assert "Ann Bobby Player-1" in run("--database", "copy.db", "log", "--evening", "2").out
    assert lines(run("--database", "copy.db", "person", "list"))[3:5] == [
        "Cat       Cat              1",
        "Dan       Dan              1",
    ]


def test_names_that_were_given_and_taken_again_and_several_persons(run, club):
    for said in (["add", "Bob", "--known-as", "Bobby"], ["split", "Bobby"], ["alias", "Bob", "Bobby"],
                 ["add", "Robert"], ["merge", "Bob", "Robert"]):  # fmt: skip
        assert run("person", *said).code == 0
    (person,) = [row for row in run("person", "list", "--json").json["persons"] if row["person"] == "Bob"]
    assert person["names"] == ["Bob", "Bobby", "Robert"]
    done, _ = copied(run, "--without", "Robert", "--without", "Ann", "--without", "bob", "--json")
    assert done.code == 0, done.err
    assert [left["pseudonym"] for left in done.json["without"]] == ["Player-1", "Player-2"]
    assert [row["person"] for row in run("--database", "copy.db", "person", "list", "--json").json["persons"]] == [
        "Cat", "Dan", "Player-1", "Player-2",
    ]  # fmt: skip
    assert run("--database", "copy.db", "person", "split", "Player-1", "--json").json["error"]["code"] == "players"


@pytest.mark.parametrize(
    ("said", "who"),
    [  # in the copy: a name of Cat would be a person again, and Bobby of evening 2 would be nobody's
        (("person Cat", "alias Robert of Cat", "person Bobby", "split Robert", "merge Robert into Bobby"), "Bobby"),
        (("alias Robert of Bob", "alias Bobby of Robert at 2", "split Robert", "person Robert"), "Robert"),
    ],
)
def test_a_name_that_was_anothers_once_is_refused_where_persons_would_be_others(run, club, said, who):
    for saying in said:
        assert run("record", "--club", saying).code == 0
    sentence = f"a name of {who} was another's once, and the club's log would not hold with one name for all."
    refused(copied(run, "--without", who, "--json")[0], "store", sentence, "Nothing was written")
    assert run("--database", "copy.db", "evenings", "--json").json["evenings"] == []


def test_a_pseudonym_is_nobodys_name(run, club, at_home):
    (at_home / "3.evening").write_text(test_club.FIRST.replace("Cat", "player-1"))
    run("import", "3.evening")
    done, _ = copied(run, "--without", "Ann", "--json")
    assert done.json["without"][0]["pseudonym"] == "Player-2"


def test_what_cannot_be_copied_so_is_refused_and_nothing_written(run, ours, at_home, monkeypatch):
    done, database = copied(run, "--without", "Zed", "--json")
    refused(done, "unknown-player", "nobody is called Zed.")
    run("db", "copy", database, "full.db")
    refused(
        run("db", "copy", database, "full.db", "--without", "Bob", "--json"),
        "store",
        "there is a log in full.db already.",
    )
    recorded = Pseudonyms.recorded

    def moved(self, event: RecordedEvent) -> RecordedEvent:
        if isinstance(event.event, Result):
            return recorded(self, event)
        return event

    def more(self, event: RecordedEvent) -> RecordedEvent:
        changed = recorded(self, event)
        if not isinstance(changed.event, Result):
            return changed
        amounts = tuple((name, amount * 2) for name, amount in changed.event.amounts)
        return without.msgspec.structs.replace(changed, event=Result(amounts))

    for fault in (moved, more):
        monkeypatch.setattr(Pseudonyms, "recorded", fault)
        done = run("db", "copy", database, "other.db", "--without", "Bob", "--json")
        assert done.code != 0
        assert run("--database", "other.db", "evenings", "--json").json["evenings"] == []


def test_a_merge_names_no_book_by_a_digest_any_more(run, club, at_home):
    (at_home / "other.evening").write_text(test_club.FIRST.replace("Ann +1.50", "Ann +1.40").replace("-0.50", "-0.40"))
    assert run("merge", "1", "other.evening", "--take", "all=B", "--yes").code == 0
    assert "head" in run("log", "--evening", "1", "--as-recorded").out
    copied(run, "--without", "Ann")
    told = run("--database", "copy.db", "log", "--evening", "1", "--as-recorded").out
    assert "merged with Club night, head not copied" in told


@pytest.mark.parametrize("groups", [1, 4, 5])
def test_no_letter_of_a_seal_stays_behind(groups):
    """A merge names a book by the beginning of its seal, or by all of it, its check letter too."""
    recorded = RecordedEvent(1, Note("x"))
    letters = " ".join(seal_of("Club night", [recorded]).text().splitlines()[2].split()[:groups])
    note = RecordedEvent(1, Note(f"merged with Club night, seal {letters}: 1=B"))
    told = Pseudonyms({"Ann": "Player-1"}).without_digests(note).event
    assert told.text == "merged with Club night, seal not copied: 1=B"


def test_the_evenings_of_the_examples_are_copied_without_each_in_turn(run, at_home):
    done = run("import", *map(str, sorted(EXAMPLES.glob("*.evening"))))
    assert done.code == 0, done.err
    database = run("db", "status", "--json").json["database"]
    owed = {number: run("settle", "--evening", str(number), "--json").json["owed"] for number in (1, 4, 5)}
    done = run("db", "copy", database, "copy.db", "--without", "Ann", "--without", "Cat", "--json")
    assert done.code == 0, done.err
    for number, figures in owed.items():
        there = run("--database", "copy.db", "settle", "--evening", str(number), "--json").json["owed"]
        names = {"Ann": "Player-1", "Cat": "Player-2"}
        assert there == {names.get(name, name): amount for name, amount in figures.items()}


def test_values_that_differ_in_more_than_texts_are_found():
    name = {"a": "b"}.get
    assert list(differing_texts({"a": ["x", 1]}, {"b": ["y", 1]}, lambda key: name(key, key))) == [("x", "y")]
    for one, other in (({"a": 1}, {"b": 2}), ([1], [1, 2]), ({"a": 1, "c": 1}, {"b": 1, "d": 1}), (1, True), (1, "1")):
        with pytest.raises(ValueError, match=" is "):
            list(differing_texts(one, other, lambda key: name(key, key)))


def test_a_copy_on_a_server_is_the_same(server, run, ours):
    with_the_schema(server)
    done, _ = copied(run, "--without", "Bob", "--json")
    there = run("db", "copy", run("db", "status", "--json").json["database"], server, "--without", "Bob", "--json")
    assert there.code == 0, there.err
    assert there.json["without"] == done.json["without"]
    for asked in (("settle", "--all"), ("standings",), ("log", "--club"), ("person", "list")):
        here = run("--database", "copy.db", *asked, "--json").json
        assert run("--database", server, *asked, "--json").json == here
    assert run("--database", server, "audit", "--all").code == 0
