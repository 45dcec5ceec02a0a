"""A copy without a person has no trace of the name: spelt otherwise, as an alias, in a key, in how others are paid."""

import unicodedata

import pytest

from ledger.log.name_traces import NameTraces
from ledger.log.pseudonyms import Pseudonyms
from tests.helpers import command_line
from tests.interchange.test_without import all_text

at_home, run = command_line.at_home, command_line.run

COPY = ("db", "copy", "evenings.db", "copy.db")
NFD = unicodedata.normalize("NFD", "Zoë")


def opened(run, *names: str, sayings=()) -> None:
    """An evening of these people and one more."""
    quoted = " ".join(f'"{name}"' for name in names)
    assert run("open", "Night", "--players", f"{quoted} Cat", "--on", "2026-01-02").code == 0
    for saying in sayings:
        done = run("record", saying)
        assert done.code == 0, done.err


SPELT = [
    ("O’Neil", "O'Neil was late"), ("O'Neil", "O’NEIL’S chair"), ("Zoë", f"{NFD} was late"), (NFD, "ZOË was late"),
    ("Weiß", "WEISS was late"), ("Weiss", "Weiß was late"), ("Mary Ann", "mary  ann was late"), ("Zoë", "“Zoë”, late"),
    ("Bob", "Bob's dog, (bob)"), ("Anne-Marie", "ANNE-MARIE left"), ("Łukasz", "ŁUKASZ left"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "note"), SPELT)
def test_a_name_is_found_in_whatever_spelling(run, at_home, name, note):
    opened(run, name, "Dan", sayings=[f'note "{note}; Dan came"'])
    done = run(*COPY, "--without", name, "--json")
    assert done.code == 0, done.err
    assert not NameTraces([name]).in_text(all_text(at_home / "copy.db"))
    assert "Dan came" in all_text(at_home / "copy.db")


UNDECIDED = [
    ("Bob", "Bobs phone"), ("Zoë", "Zoe was late"), ("O'Neil", "ONeil was late"), ("O'Neil", "o neil was late"),
    ("Anne-Marie", "Anne Marie left"), ("Anne-Marie", "AnneMarie left"), ("Łukasz", "Lukasz left"),
    ("Bob", "B\u200bo\u200bb"), ("Zoë", "Z\u200boë"), ("Bob", "bob2"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "note"), UNDECIDED)
def test_what_cannot_be_decided_is_listed_and_refused_until_it_is_said_otherwise(run, at_home, name, note):
    opened(run, name, "Dan", sayings=[f'note "{note}"'])
    refused = run(*COPY, "--without", name, "--json")
    if refused.code == 0:  # an invisible letter was taken for what it is: none
        assert not NameTraces([name]).in_text(all_text(at_home / "copy.db"))
        return
    assert "1 text may name somebody who is left out: 1 in evening 1: " in refused.json["error"]["message"]
    assert "--note" in refused.json["error"]["remedy"]
    assert run("--database", "copy.db", "evenings", "--json").json["evenings"] == []
    assert run(*COPY, "--without", name, "--note", f"1={note}!").code == 1
    assert run(*COPY, "--without", name, "--note", '2="x"').code == 1
    assert run(*COPY, "--without", name, "--note", "x").code == 2
    done = run(*COPY, "--without", name, "--note", '1="somebody came late"')
    assert done.code == 0, done.err
    assert "somebody came late" in run("--database", "copy.db", "log").out
    assert not NameTraces([name]).in_text(all_text(at_home / "copy.db"))
    assert run("--database", "copy.db", "audit", "--all").code == 0


def test_a_shorter_name_of_the_evening_goes_with_the_person(run, at_home):
    opened(run, "Margaret", "Dan", sayings=["Margaret joins as Peg", 'note "peg was late"', 'note "Peggy was not"'])
    assert run(*COPY, "--without", "Margaret").code == 0
    text = all_text(at_home / "copy.db").lower()
    assert "margaret" not in text
    assert "peg" not in text.replace("peggy", "")
    assert run("--database", "copy.db", "audit").code == 0
    script = run("--database", "copy.db", "export").out
    (at_home / "one.evening").write_text(script)
    assert run("replay", "one.evening").code == 0


def test_the_shorter_name_of_another_stays_and_hides_nobody(run, at_home):
    opened(run, "Bob", "Robert", sayings=["Robert joins as Rob", 'note "Rob and bob"'])
    assert run(*COPY, "--without", "Bob").code == 0
    assert 'note "Rob and Player-1"' in run("--database", "copy.db", "log").out


def test_a_key_with_the_name_is_left_out_and_others_stay(run, at_home):
    opened(run, "Bob", "Dan")
    opened(run, "Dan", "Eve")
    for key in ("Bobs-phone-1", "BOB_2", "eves-phone-1"):
        assert run("record", "--evening", "2", "--key", key, f'note "{key[-1]} came"').code == 0
    assert run(*COPY, "--without", "Bob").code == 0
    text = all_text(at_home / "copy.db")
    assert "eves-phone-1" in text
    assert "bob" not in text.lower()
    assert run("--database", "copy.db", "audit", "--all").code == 0


@pytest.mark.parametrize(
    "way",
    [("--iban", "DE02120300000000202051", "--holder", "Bob Miller"), ("--link", "https://pay.example/bob/{amount}"),
     ("--link", "https://pay.example/?to=Bobs-account")],
)  # fmt: skip
def test_how_another_is_paid_may_name_him_too(run, at_home, way):
    opened(run, "Bob", "Dan")
    assert run("payee", "Dan", *way).code == 0
    refused = run(*COPY, "--without", "Bob", "--json")
    assert "how Dan is paid" in refused.json["error"]["message"]
    assert run("--database", "copy.db", "evenings", "--json").json["evenings"] == []
    assert run(*COPY, "--without", "Bob", "--without-payees").code == 0
    assert "bob" not in all_text(at_home / "copy.db").lower()


def test_who_said_it_the_title_the_place_and_the_reason_are_searched_too(run, at_home):
    opened(run, "Bob", "Dan")
    assert run("open", "Bobs birthday", "--players", "Dan Eve", "--at", "Bobs").code == 0
    assert run("record", 'note "x"', "--name", "Bobs phone").code in (0, 2)
    refused = run(*COPY, "--without", "Bob", "--json").json["error"]["message"]
    assert "Bobs birthday" in refused
    done = run(*COPY, "--without", "Bob", "--note", '1="A birthday"', "--note", '2="a house"', "--note", '3="a phone"')
    if done.code:
        done = run(*COPY, "--without", "Bob", "--note", '1="A birthday"', "--note", '2="a house"')
    assert done.code == 0, done.err
    assert "bob" not in all_text(at_home / "copy.db").lower()


def test_the_check_finds_what_the_search_has_left(run, at_home, monkeypatch):
    opened(run, "Bob", "Dan", sayings=['note "bob came"'])
    monkeypatch.setattr(Pseudonyms, "_written", lambda self, text, used=None: text)
    refused = run(*COPY, "--without", "Bob")
    assert (refused.code, "a name is left in event" in refused.err) == (1, True)


@pytest.mark.parametrize(("name", "text", "there"), [
    ("Al", "also", False), ("Al", "Al!", True), ("Bob", "Bobbysox", False), ("Mary Ann", "Mary and Ann", False),
    ("Mary Ann", "mary-anns", True), ("李雷", "李雷来了", False), ("李雷", "李雷 came", True), ("-", "a - b", False),
])  # fmt: skip
def test_traces(name, text, there):
    assert NameTraces([name]).in_text(text) is there
