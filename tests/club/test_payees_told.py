"""How people are paid is told of: who changed it, when; by whom it may be changed; and what was changed by hand."""

import sqlite3

import psycopg
import pytest

from ledger.recorder import Recorder
from ledger.store import open_store
from tests.helpers import command_line
from tests.helpers.databases import server
from tests.store.test_copying import club
from tests.store.test_repair import unguarded

at_home, run = command_line.at_home, command_line.run
__all__ = ["at_home", "club", "run", "server"]

IBAN, OTHER = "DE02120300000000202051", "DE02500105170137075030"
NIGHT = ['evening "Club night" on 2026-11-20 money=EUR counter=0.05', "players Ann Dan", "game tally"]
NIGHT += ["result Ann +30 Dan -30", "end", "close"]


@pytest.fixture
def ann(run, at_home):
    """An evening at which Dan pays Ann, who has an account; return the runner of commands."""
    Recorder(open_store(str(at_home / "evenings.db")), "Zoë").open(NIGHT)
    assert run("payee", "Ann", "--iban", IBAN, "--holder", "Ann Miller").code == 0
    return run


def test_every_change_is_an_event_of_the_clubs_log_without_the_value(ann, at_home):
    ann("payee", "Ann", "--iban", OTHER, "--paypal", "annm")
    ann("payee", "Ann", "--forget", "paypal")
    said = ann("export", "--club").out.splitlines()
    assert said[2:] == ["payee of Ann set: iban", "payee of Ann changed: iban", "payee of Ann set: paypal",
                        "payee of Ann forgotten: paypal"]  # fmt: skip
    lines = ann("export", "--club", "--format", "jsonl").out
    digests = [line.rpartition('"digest":"')[0].partition('"pinned":')[2] for line in lines.splitlines()]
    assert sum('"digest"' in pinned for pinned in digests) == 3
    assert len(set(digests)) == 4, "each has a secret of its own"
    assert not any(value in lines for value in (IBAN, OTHER, "annm", "Miller"))
    assert ann("audit", "--club").code == 0


def test_the_secret_is_deleted_with_the_value(ann, at_home):
    secret = sqlite3.connect(at_home / "evenings.db").execute("SELECT secret FROM payee").fetchone()[0]
    assert len(secret) == 32
    ann("payee", "Ann", "--forget")
    assert not any(secret.encode() in path.read_bytes() for path in at_home.glob("evenings.db*"))
    assert ann("audit", "--club").code == 0


def test_settle_and_the_code_say_when_it_was_changed_and_by_whom(ann):
    (event,) = [row for row in ann("log", "--club", "--json").json["log"] if row["saying"].startswith("payee")]
    changed = {"at": event["said_at"], "by": "Zoë"}
    for command in (["settle", "--pay"], ["settle", "--all", "--pay"], ["settle", "Dan", "--qr"]):
        assert f"set on {changed['at'][:10]} by Zoë" in ann(*command).out, command
    (transfer,) = ann("settle", "--pay", "--json").json["transfers"]
    assert transfer["ways"][0]["changed"] == changed
    assert ann("settle", "Dan", "--qr", "--json").json["payments"][0]["changed"] == changed


BY_HAND = {
    f"UPDATE payee SET value = '{OTHER}'": "it is not what the club's log tells of",
    "UPDATE payee SET holder = 'Eve'": "it is not what the club's log tells of",
    "UPDATE payee SET bic = 'COBADEFFXXX'": "it is not what the club's log tells of",
    "UPDATE payee SET secret = '00'": "it is not what the club's log tells of",
    "UPDATE payee SET person = 'Dan'": "the club's log does not say who set it",
    "UPDATE payee SET way = 'link'": "the club's log does not say who set it",
    f"INSERT INTO payee VALUES ('Dan', 'iban', '{OTHER}', '', '', '')": "the club's log does not say who set it",
    "DELETE FROM payee WHERE way = 'iban'": "it is gone, and the club's log does not say so",
}


@pytest.mark.parametrize("change", BY_HAND)
def test_what_was_changed_by_hand_is_found_and_paid_to_nobody(ann, at_home, change):
    ann("payee", "Dan", "--paypal", "dan")
    with unguarded(f"sqlite:///{at_home / 'evenings.db'}") as execute:
        execute(change)
    audited = ann("audit", "--club")
    assert (audited.code, BY_HAND[change] in audited.out) == (1, True)
    if "not what" in BY_HAND[change]:
        shown = ann("settle", "--pay").out
        assert "Ann: iban is not what the club's log tells of, and is left out." in shown
        assert OTHER not in shown.replace(" ", "")
        refused = ann("settle", "Dan", "--qr")
        assert (refused.code, "card-ledger audit --club" in refused.err) == (3, True)


def test_nobody_says_a_change_that_was_not_made_or_takes_one_back(ann):
    refused = ann("record", "--club", "payee of Ann changed: iban")
    assert (refused.code, "written by itself" in refused.err) == (1, True)
    assert "says what the program did, and stays" in ann("record", "--club", 'void 3 "no"').err
    assert ann("record", "--club", "undo").out.startswith("4  undo\n")
    assert "payee of Ann set: iban" in ann("log", "--club").out


def test_on_a_server_the_person_or_the_secretary_changes_it(club, run, server):
    zoe, url = club[0], server.replace("tests@", "{}@").format
    roles = {"ann": "card_ledger_recorder_postgres", "sam": "card_ledger_secretary_postgres"}
    with psycopg.connect(server, autocommit=True) as connection:
        for name, role in roles.items():
            connection.execute(f"DROP ROLE IF EXISTS {name}; CREATE ROLE {name} LOGIN; GRANT {role} TO {name}")
    try:
        assert run("--database", zoe, "open", "Club", "--players", "Ann Dan").code == 0
        for who, code, account in (("zoe", 1, IBAN), ("ann", 0, IBAN), ("zoe", 1, OTHER), ("sam", 0, OTHER),
                                   ("tests", 0, IBAN)):  # fmt: skip
            done = run("--database", url(who), "payee", "Ann", "--iban", account)
            assert (done.code, "is changed by Ann or the secretary" in done.err) == (code, code == 1), who
        for command in (["payee", "Ann", "--forget"], ["person", "forget", "Ann", "--yes"]):
            assert "is changed by Ann or the secretary" in run("--database", zoe, *command).err
        told = [
            row["said_by"].rpartition(" (as ")[2]
            for row in run("--database", zoe, "log", "--club", "--json").json["log"]
        ]
        assert [by.rstrip(")") for by in told[-3:]] == ["ann", "sam", "Zoë"]
        assert run("--database", zoe, "audit", "--club").code == 0
        with psycopg.connect(zoe, autocommit=True) as connection, pytest.raises(psycopg.Error, match="secretary"):
            connection.execute(f"UPDATE payee SET value = '{OTHER}'")
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            for name in roles:
                connection.execute(f"DROP OWNED BY {name}; DROP ROLE {name}")
