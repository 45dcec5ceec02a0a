"""An evening whose rules are not those of today: a closed one stays as it was agreed, an open one is not settled."""

import json

import pytest
from msgspec.structs import replace

from ledger import VERSION
from ledger.core.events import Begin, Close, Deal, End, Note, RecordedEvent
from ledger.games.provenance import pins_of
from ledger.games.registry import GAMES, game_named
from ledger.interchange.script import replay_script, script_of, without_pins
from ledger.log.replay import Replay
from ledger.recorder.live_evening import derived
from ledger.store import open_store
from ledger.testing.random_evenings import RandomChooser, simulate
from tests.helpers import command_line

at_home, run = command_line.at_home, command_line.run

BEGUN = """\
evening "A night" on 2026-01-01
players Ann Bob Cat
game nap
deal
Bob 3
Bob made
deal
Cat 2
Cat failed
deal
Ann 4
Ann made
"""
CLOSED = f"{BEGUN}end\nclose\n"
OTHER = {"distribution": "card-ledger 0.1.9", "rules": "0" * 64}
CHANGED = "Nap has changed since this evening was closed: deal 2 comes to other balances today."
AS_TODAY = "Cat pays Ann 7\nCat pays Bob 4\n"
AS_AGREED = "Cat pays Ann 10\nCat pays Bob 1\n"
PINNING = Deal | End | Close


def recorded_by_other_rules(script: str, **begun: object) -> list[RecordedEvent]:
    """Return an evening as it would have been recorded had Ann won 3 more of Bob in its second deal."""
    events, deals = [], 0
    for recorded in replay_script(script, "").recorded:
        pinned = dict(recorded.pinned)
        if isinstance(recorded.event, Begin):
            pinned |= OTHER | begun
        elif isinstance(recorded.event, PINNING) and deals == 2:
            pinned |= {"Ann": pinned["Ann"] + 3, "Bob": pinned["Bob"] - 3}
        events.append(replace(recorded, said_at="2026-01-01T20:00:00.000Z", said_by="Ann", pinned=pinned))
        deals = min(deals + isinstance(recorded.event, Deal), 2)
    return events


def keep(tmp_path, events: list[RecordedEvent]) -> None:
    by_pins = Replay(by_pins=True)
    by_pins.add(events)
    store = open_store(str(tmp_path / "evenings.db"), True)
    store.create(events, derived(by_pins.evening, events, by_pins.agreed), "Ann")
    store.close()


def test_a_closed_evening_stays_as_it_was_agreed(run, tmp_path):
    keep(tmp_path, recorded_by_other_rules(CLOSED))
    settled = run("settle")
    assert (settled.code, settled.out) == (0, AS_AGREED)
    assert " ".join(settled.err.split()) == (
        f"{CHANGED} These are the balances agreed at the close; to change them, say reopen."
    )
    answer = run("settle", "--json").json
    assert answer["owed"] == {"Ann": 10, "Bob": 1, "Cat": -11}
    assert answer["rules_changed"].startswith(CHANGED)
    audited = run("audit")
    assert audited.code == 1
    assert "deal 2 comes to other balances: Ann +5 when it was recorded, and +2 today, Bob -1" in audited.out
    assert audited.out.count("event 10: rules") == 1
    standings = run("standings")
    assert standings.code == 0
    assert "+10 A night" in standings.out
    assert run("record", "Cat pays Bob 1").code == 0
    assert run("settle").out.startswith("Cat pays Ann 10\n")
    assert run("audit").code == 1


def test_an_open_one_is_not_settled_until_somebody_says_by_which_rules(run, tmp_path):
    keep(tmp_path, recorded_by_other_rules(BEGUN + "end\n"))
    for command in (["settle"], ["table"], ["record", "deal"], ["explain"], ["standings"], ["record", "undo"]):
        refused = run(*command)
        assert refused.code == 4, command
        assert "the rules of nap have changed since this evening was recorded (card-ledger 0.1.9 then" in refused.err
        assert "pip install 'card-ledger==0.1.9', or card-ledger db rebuild --rules-changed" in " ".join(
            refused.err.split()
        )
    assert run("table", "--json").json["error"]["code"] == "rules-changed"
    assert run("log").code == run("seal").code == run("export").code == run("record", 'note "look"').code == 0
    rebuilt = run("db", "rebuild", "--yes")
    assert rebuilt.code == 4
    assert "evening 1 is left as it is: the rules of nap have changed" in rebuilt.out
    assert run("db", "rebuild", "--rules-changed", "--yes").code == 0
    assert run("settle").out == AS_TODAY
    assert f'note "nap: by card-ledger {VERSION} from here on"' in run("log").out
    audited = run("audit")
    assert audited.code == 0
    assert "the source of nap has changed and comes to the same" in audited.out
    run("record", "undo")
    assert run("settle").out == AS_TODAY
    taken_back = next(line.split()[0] for line in run("log").out.splitlines() if "from here on" in line)
    run("record", f'void {taken_back} "not by these"')
    assert run("settle").code == 4


def test_an_evening_that_is_reopened_is_open(run, tmp_path):
    keep(tmp_path, recorded_by_other_rules(CLOSED))
    refused = run("record", 'reopen "a mistake"')
    assert refused.code == 4
    assert "record --yes 'reopen \"WHY\"', and then card-ledger db rebuild --rules-changed" in refused.err
    assert run("settle").code == 0
    assert run("record", "--yes", 'reopen "a mistake"').code == 0
    assert run("settle").code == 4
    assert run("record", "close").code == 4


def test_rules_whose_source_has_changed_and_come_to_the_same_go_on(run, tmp_path):
    events = recorded_by_other_rules(CLOSED)
    same = replay_script(CLOSED, "").recorded
    keep(
        tmp_path,
        [
            replace(one, pinned=one.pinned if isinstance(one.event, Begin) else as_today.pinned)
            for one, as_today in zip(events, same, strict=True)
        ],
    )
    settled = run("settle")
    assert (settled.code, settled.out, settled.err) == (0, AS_TODAY, "")
    audited = run("audit", "--json").json
    assert (audited["findings"], audited["remarks"]) == ([], ["the source of nap has changed and comes to the same"])


def test_an_older_log_pins_the_close_alone(run, tmp_path):
    events = [
        replace(one, pinned={"edition": 1} if isinstance(one.event, Begin) else one.pinned)
        if not isinstance(one.event, Deal | End)
        else replace(one, pinned={})
        for one in recorded_by_other_rules(CLOSED)
    ]
    keep(tmp_path, events)
    settled = run("settle")
    assert (settled.code, settled.out) == (0, AS_AGREED)
    assert "Ann comes to 7 instead of 10 and Bob comes to 4 instead of 1 today" in " ".join(settled.err.split())


def test_what_a_correction_has_changed_since_is_no_change_of_the_rules(run, tmp_path):
    (tmp_path / "a.evening").write_text(CLOSED)
    run("import", "a.evening")
    assert run("record", 'amend 9 "he made it": Cat made').code == 0
    settled = run("settle")
    assert (settled.code, settled.err) == (0, "")
    assert settled.out != AS_TODAY


GONE = {"distribution": "card-ledger-skat 1.0.0", "edition": 1}


@pytest.fixture
def skat_is_gone(monkeypatch):
    """Nap under another name, which is known while an evening is recorded and not afterwards."""

    def gone(closed: bool) -> list[RecordedEvent]:
        events = recorded_by_other_rules(CLOSED if closed else BEGUN, **GONE)
        return [
            replace(one, event=replace(one.event, game="skat")) if isinstance(one.event, Begin) else one
            for one in events
        ]

    return gone


def test_a_closed_evening_needs_no_rules(run, tmp_path, skat_is_gone):
    keep(tmp_path, skat_is_gone(closed=True))
    settled = run("settle")
    assert (settled.code, settled.out) == (0, AS_AGREED)
    assert settled.err == "skat is played by card-ledger-skat 1.0.0, which is not installed here.\n"
    for command in (
        ["log"],
        ["seal"],
        ["export"],
        ["export", "--format", "jsonl"],
        ["standings"],
        ["record", "Cat pays Bob 1"],
    ):
        assert run(*command).code == 0, command
    audited = run("audit")
    assert audited.code == 4
    assert "not replayed: the rules are missing" in audited.out
    assert run("db", "rebuild", "--yes").code == 4


def test_an_open_one_says_which_are_missing(run, tmp_path, skat_is_gone):
    keep(tmp_path, skat_is_gone(closed=False))
    table = run("table", "--json")
    assert table.code == 4
    assert table.json["error"]["code"] == "rules-missing"
    assert table.json["error"]["remedy"] == "pip install 'card-ledger-skat==1.0.0'"
    before = run("log").out
    assert run("record", "deal").code == 4
    assert run("log").out == before
    assert run("db", "rebuild", "--rules-changed", "--yes").code == 4


@pytest.mark.parametrize("named", ["card-ledger-skat 1.0.0; rm -rf /", "$(x) 1", "skat", "a\u202eb 1.0"])
def test_no_command_is_made_of_a_name_that_cannot_be_installed(run, tmp_path, named, skat_is_gone):
    events = skat_is_gone(closed=False)
    keep(
        tmp_path,
        [
            replace(one, pinned=dict(one.pinned) | {"distribution": named}) if isinstance(one.event, Begin) else one
            for one in events
        ],
    )
    refused = run("table")
    assert refused.code == 4
    assert "a distribution with an unreadable name" in " ".join(refused.err.split())
    assert "pip" not in refused.err


def test_a_script_carries_the_rules_it_was_played_by():
    script = script_of(replay_script(CLOSED, "").recorded)
    pinned = pins_of("nap")
    line = f'game nap edition=1 distribution="card-ledger {VERSION}" rules={pinned["rules"]}'
    assert script.splitlines()[2] == line
    assert without_pins(f"{line} kitty=2") == ("game nap kitty=2", pinned)
    other = script.replace(str(pinned["rules"]), "0" * 64)
    assert replay_script(other, "").recorded[2].pinned["rules"] == "0" * 64
    assert script_of(replay_script(other, "").recorded) == other


def test_nobody_types_the_rules_of_a_game(run):
    run("open", "A night", "--players", "Ann Bob Cat")
    refused = run("record", "game nap edition=1")
    assert refused.code == 1
    assert run("table").out.count("nap") == 0


def test_a_script_of_an_edition_that_is_not_here_is_refused(run, tmp_path):
    (tmp_path / "a.evening").write_text(CLOSED.replace("game nap", "game nap edition=7"))
    refused = run("import", "a.evening")
    assert refused.code != 0
    assert "was begun under edition 7 of nap" in refused.err


@pytest.mark.parametrize("game", GAMES)
def test_what_an_evening_pins_comes_to_what_its_rules_do(game):
    low, high = game_named(game).players
    for seed in range(3):
        events = simulate(game, 4, min(max(low, 4), high or 4), RandomChooser(seed))
        script = script_of([RecordedEvent(number, event) for number, event in enumerate(events, start=1)])
        by_rules = replay_script(script, game)
        assert not by_rules.differences
        by_pins = Replay(by_pins=True)
        by_pins.add(by_rules.recorded)
        assert by_pins.evening.books.balances == by_rules.evening.books.balances
        assert by_pins.evening.owed() == by_rules.evening.owed()
        assert by_pins.evening.books.deal == by_rules.evening.books.deal
        assert by_pins.evening.books.pools == {}
        assert by_pins.evening.closed


def test_undo_passes_over_the_note_of_other_rules():
    replay = replay_script(BEGUN, "")
    note = RecordedEvent(replay.number + 1, Note("nap: by others from here on"), pinned={"game": 3, **pins_of("nap")})
    replay.add([note])
    assert replay.effective.to_undo(1) == [note.number - 1]


def test_jsonl_carries_every_pin(run, tmp_path):
    (tmp_path / "a.evening").write_text(CLOSED)
    run("import", "a.evening")
    rows = [json.loads(line) for line in run("export", "--format", "jsonl").out.splitlines()]
    assert rows[2]["pinned"] == pins_of("nap")
    assert [sum(row["pinned"].values()) for row in rows if row["body"]["kind"] in ("deal", "end", "close")] == [0] * 5
