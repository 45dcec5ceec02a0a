"""Rules that are not those of the log: changed since, or not here. What was agreed stays, and nothing is settled anew."""

import ast
import json
import sys
from collections import Counter
from contextlib import closing
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import pytest

from ledger.core.events import RecordedEvent, Wins
from ledger.core.refusals import Code
from ledger.games import provenance, registry
from ledger.interchange.script import replay_script
from ledger.log.replay import RefusedEvent, Replay
from ledger.log.rules_today import refused_by_changed_rules
from ledger.store import open_store
from ledger.web.hub import Hub
from tests.games import test_broken_games
from tests.helpers import command_line
from tests.web.test_hub import within

at_home, run = command_line.at_home, command_line.run
add_game = test_broken_games.add_game

PLAIN = test_broken_games.RULES.replace('raise RuntimeError("no")', "pass")
DEALS = "game high\ndeal Ann\nBob wins\ndeal\nAnn wins\nend\n"
CLOSED = f"{DEALS}close\n"
SUMS = {"Ann": 1, "Bob": 1, "Cat": -2}
CHANGED = "deals 1 and 2 come to other balances"
SINCE_THE_CLOSE = (
    f"High has changed since this evening was closed: {CHANGED} today."
    " These are the balances agreed at the close; to change them, say reopen."
)


@pytest.fixture
def play_by(add_game, monkeypatch):
    """Return a function that plays from here on by these rules of `high`; None: it is not here."""

    def play(rules: str | None) -> None:
        provenance.forget()
        for module in [name for name in sys.modules if name.startswith("high_")]:
            del sys.modules[module]
        if rules is None:
            monkeypatch.delitem(registry.GAMES, "high", raising=False)
        else:
            add_game(rules)

    sys.dont_write_bytecode, before = True, sys.dont_write_bytecode
    yield play
    sys.dont_write_bytecode = before
    play(None)


@pytest.fixture
def evening(run, play_by):
    """Return a function that records an evening by the first rules."""

    def recorded(sayings: str = CLOSED) -> None:
        play_by(PLAIN)
        run("open", "E", "--players", "Ann Bob Cat")
        assert run("record", "-", stdin=sayings).code == 0

    return recorded


def with_stake(amount: int) -> str:
    return PLAIN.replace("self.table.pool(), 1,", f"self.table.pool(), {amount},")


def pinned(run) -> list[tuple[str, dict]]:
    rows = [json.loads(line) for line in run("export", "--format", "jsonl").out.splitlines()]
    return [(row["body"]["kind"], row["pinned"]) for row in rows]


def refused(done, code: str) -> str:
    assert (done.code, done.json["error"]["code"]) == (4, code)
    return done.json["error"]["message"]


def test_the_log_pins_its_rules_and_what_each_deal_came_to(run, evening):
    evening()
    pins = pinned(run)[2:]
    rules = pins[0][1]
    assert list(rules) == ["distribution", "edition", "rules"]
    assert rules["edition"] == 1
    assert len(rules["rules"]) == 64
    assert pins[1:] == [
        ("deal", {"Ann": 0, "Bob": 0, "Cat": 0}),
        ("wins", {}),
        ("deal", {"Ann": -1, "Bob": 2, "Cat": -1}),
        ("wins", {}),
        ("end", SUMS),
        ("close", SUMS),
    ]


def test_a_script_carries_the_rules_and_is_read_by_them(run, evening, play_by, tmp_path):
    evening()
    script, before = run("export", "--format", "script").out, pinned(run)
    line = next(line for line in script.splitlines() if line.startswith("game high"))
    assert line.startswith('game high edition=1 distribution="card-ledger ')
    assert " rules=" in line
    (tmp_path / "x.evening").write_text(script, "utf-8")
    assert run("import", "--again", "x.evening").code == 0
    assert pinned(run) == before
    assert run("replay", "x.evening").err == ""
    play_by(with_stake(2))
    done = run("replay", "x.evening")
    assert done.code == 0
    assert done.err.startswith("x.evening: the rules of high have changed since this was recorded")
    assert run("import", "--again", "x.evening").err == done.err


def test_a_closed_evening_stays_as_it_was_agreed(run, evening, play_by):
    evening()
    before = run("settle").out
    play_by(with_stake(2))
    done = run("settle")
    assert (done.code, done.out, done.err.strip()) == (0, before, SINCE_THE_CLOSE)
    assert run("settle", "--json").json["rules_changed"] == SINCE_THE_CLOSE
    assert run("settle", "--json").json["owed"] == SUMS
    players = run("standings", "--json").json["moneys"][0]["players"]
    assert {player["player"]: player["net"] for player in players} == SUMS
    audited = run("audit", "--json")
    assert audited.code == 1
    assert [(finding["code"], finding["event"]) for finding in audited.json["findings"]] == [("rules", 6), ("rules", 8)]
    assert "Bob +2 when it was recorded, and +4 today" in audited.json["findings"][0]["wrong"]
    assert "reopen" in audited.json["findings"][0]["remedy"]


def test_a_debt_of_a_closed_evening_is_paid_without_its_rules(run, evening, play_by):
    evening()
    for rules in (with_stake(2), None, f"raise RuntimeError('no')\n{PLAIN}"):
        play_by(rules)
        done = run("record", "Cat pays Bob 1")
        assert done.code == 0
        assert "nothing, and" not in done.out
        assert run("record", "undo").code == 0
    assert run("record", "Cat pays Bob 1").code == 0
    assert run("settle", "--json").json["owed"] == {"Ann": 1, "Bob": 0, "Cat": -1}


def test_an_open_evening_goes_on_by_other_rules_only_where_that_is_said(run, evening, play_by):
    evening(DEALS)
    play_by(with_stake(2))
    for command in (("settle",), ("table",), ("explain", "Bob"), ("whatif", "high.x=1"), ("record", "game high")):
        sentence = refused(run("--json", *command), "rules-changed")
        assert sentence.startswith("the rules of high have changed since this evening was recorded")
        assert CHANGED in sentence
    events = len(pinned(run))
    assert run("db", "rebuild", "--yes").code == 4
    assert run("log").code == run("seal").code == run("export").code == 0
    assert len(pinned(run)) == events
    assert run("db", "rebuild", "--rules-changed", "--yes").code == 0
    kind, pins = pinned(run)[-1]
    assert (kind, pins["game"]) == ("note", 3)
    doubled = {"Ann": 2, "Bob": 2, "Cat": -4}
    assert run("settle", "--json").json["owed"] == doubled
    assert run("audit").code == 0
    assert "by card-ledger " in run("log").out.splitlines()[-1]
    assert run("record", 'note "late"').code == 0
    assert run("record", "undo").code == 0
    run("record", "undo")
    assert run("settle", "--json").json["owed"] == doubled
    assert run("record", f'void {events + 1} "no"').code == 0
    refused(run("--json", "settle"), "rules-changed")


@pytest.mark.parametrize("rules", [with_stake(2), None], ids=["changed", "gone"])
def test_nothing_that_rules_decide_is_recorded_without_them(run, evening, play_by, rules):
    """A correction that only the rules can check could not be replayed when they are here again."""
    evening(f'{CLOSED}Cat pays Bob 1\nnote "late"\n')
    before = pinned(run)
    play_by(rules)
    code = "rules-missing" if rules is None else "rules-changed"
    for saying in ('amend 5 "x": Cat wins', 'void 5 "x"', 'insert 5 "x": Ann buys 5', 'amend 5 "x": note "x"'):
        done = run("--json", "record", saying)
        refused(done, code)
        assert ('reopen "WHY"' in done.json["error"]["remedy"]) == (rules is not None)
        assert pinned(run) == before
    for saying in ('void 11 "x"', 'amend 10 "x": Cat pays Bob 2', "undo", "undo"):
        assert run("record", saying).code == 0
    assert run("settle", "--json").json["owed"] == {"Ann": 1, "Bob": 0, "Cat": -1}
    if rules is None:
        refused(run("--json", "record", 'reopen "x"'), code)
    play_by(PLAIN)
    assert run("settle", "--json").json["owed"] == {"Ann": 1, "Bob": 0, "Cat": -1}
    assert run("audit").code == 0


def test_a_close_that_was_corrected_since_is_no_answer_without_the_rules(run, evening, play_by):
    evening(f'{CLOSED}amend 7 "misheard": Cat wins\n')
    owed = {"Ann": -2, "Bob": 1, "Cat": 1}
    assert run("settle", "--json").json["owed"] == owed
    for rules, code in ((with_stake(2), "rules-changed"), (None, "rules-missing")):
        play_by(rules)
        refused(run("--json", "settle"), code)
        refused(run("--json", "record", "Ann pays Bob 1"), code)
        assert run("standings").code == 4
        assert run("db", "rebuild", "--rules-changed", "--yes").code == 4
        assert run("log").code == 0
    play_by(PLAIN)
    assert run("settle", "--json").json["owed"] == owed
    play_by(with_stake(2))
    assert run("record", "--yes", 'reopen "x"').code == 0
    assert run("db", "rebuild", "--rules-changed", "--yes").code == 0
    assert run("settle", "--json").json["owed"] == {name: 2 * amount for name, amount in owed.items()}


WITHOUT_BOB = PLAIN.replace("wins(self.table.players)", 'wins(tuple({*self.table.players} - {"Bob"}))')
FOR_FIVE = PLAIN.replace("    carry = NoCarry", "    carry = NoCarry\n    players = (5, 6)")


@pytest.mark.parametrize(
    ("rules", "sayings", "event"),
    [
        (WITHOUT_BOB, "", "event 5, Bob wins,"),
        (FOR_FIVE, "", "event 3, game high,"),
        (WITHOUT_BOB.replace("Bob", "Cat"), 'amend 5 "misheard": Cat wins\n', 'event 9, amend 5 "misheard": Cat wins,'),
    ],
)
def test_rules_that_refuse_a_recorded_saying_are_no_damage(run, evening, play_by, rules, sayings, event):
    evening(f"{DEALS}{sayings}close\n")
    owed = run("settle", "--json").json["owed"]
    evening(f"{DEALS}{sayings}")
    play_by(rules)
    done = run("settle", "--evening", "1", "--json")
    assert (done.code, done.json["owed"]) == (0, owed)
    assert f"High has changed since this evening was closed: {event} is refused today: " in done.json["rules_changed"]
    assert f"{event} is refused today" in refused(run("--json", "table"), "rules-changed")
    assert run("audit", "--all").code == 1
    done = run("db", "rebuild", "--rules-changed", "--yes")
    assert done.code == 4
    assert "evening 2 is left as it is" in done.out
    assert "the totals of 1 evening are made anew" in done.out


def test_a_closed_evening_adopts_nothing(run, evening, play_by):
    evening()
    play_by(with_stake(2))
    events = len(pinned(run))
    assert run("db", "rebuild", "--rules-changed", "--yes").code == 0
    assert len(pinned(run)) == events
    assert run("settle", "--json").json["owed"] == SUMS


PLAYED = "game tally\nAnn gives Bob 3\nend\n"


@pytest.mark.parametrize(
    "sayings",
    [
        f"{PLAYED}Ann cashes 7\ncount Ann 9\nclose short=banker",
        f"{PLAYED}Ann buys 9\nBob cashes 5\ncount Ann 1 Bob 0\nclose short=split",
        f"Cat cashes 3\n{PLAYED}game tally\nBob gives Cat 2\nend\nCat buys 3\nBob pays Ann 1\nclose\nAnn pays Cat 2",
        f'{PLAYED}count Bob 1\nclose short=split\nreopen "more"\n{PLAYED}Dan joins\nclose',
        f'Dan joins\n{PLAYED}close\nvoid 3 "no"\nreopen "more"\n{PLAYED}close',
        f'{PLAYED}Dan joins\ncount Ann 1 Bob 4\nclose short=split\nvoid 6 "no"\nreopen "more"\nclose',
    ],
)
def test_the_pins_of_a_close_come_to_what_is_owed_by_the_rules(sayings):
    replay = replay_script(f'evening "E"\nplayers Ann Bob Cat\n{sayings}', "x")
    by_pins = Replay(by_pins=True)
    by_pins.add(replay.recorded)
    by_pin, by_rule = (Counter(evening.owed()) for evening in (by_pins.evening, replay.evening))
    assert all(by_pin[name] == by_rule[name] for name in {*by_pin, *by_rule})
    assert by_pins.evening.books.pools == {}


def test_an_honest_correction_is_no_change_of_the_rules(run, evening):
    evening(DEALS)
    assert run("record", 'amend 5 "misheard": Cat wins').code == 0
    assert run("settle", "--json").json["owed"] == {"Ann": 1, "Bob": -2, "Cat": 1}
    assert run("audit").code == 0
    assert run("record", "close").code == 0
    assert run("audit").code == 0


def test_a_remark_that_rules_come_to_the_same_names_its_evening_and_no_other(run, evening, play_by):
    evening(DEALS)
    evening(f'{DEALS}amend 5 "misheard": Bob wins\n')
    play_by(f"{PLAIN}# mended\n")
    same = "the source of high has changed and comes to the same"
    assert run("audit", "--all", "--json").json["remarks"] == [f"evening {number}: {same}" for number in (1, 2)]
    play_by(with_stake(2))
    done = run("audit", "--json").json
    assert {finding["code"] for finding in done["findings"]} == {"rules"}
    assert done["remarks"] == []


def test_rules_that_are_not_here(run, evening, play_by):
    evening(DEALS)
    play_by(None)
    sentence = refused(run("--json", "table"), "rules-missing")
    assert sentence.startswith("high is played by card-ledger ")
    assert sentence.endswith(", which is not installed here.")
    refused(run("--json", "record", "deal"), "rules-missing")
    for command in (("log",), ("seal",), ("evenings",), ("export",), ("export", "--format", "jsonl")):
        assert run(*command).code == 0
    assert run("record", 'note "gone"').code == 0
    done = run("audit")
    assert (done.code, "not replayed: the rules are missing" in done.out) == (4, True)
    assert run("db", "rebuild", "--yes").code == 4
    assert run("standings").code == 4


def test_rules_that_cannot_be_loaded_are_no_damage(run, evening, play_by):
    evening()
    before = run("settle").out
    for rules in (f'raise RuntimeError("no")\n{PLAIN}', PLAIN.replace('"Cat"', '"Bob"').replace("pass", "1 // 0")):
        play_by(rules)
        done = run("settle")
        assert (done.code, done.out) == (0, before)
        assert done.err
        done = run("audit")
        assert done.code == 4
        assert "not replayed" in done.out
        assert "Take the log from" not in done.out
        assert run("standings").code == 0


def test_the_games_are_listed_with_what_a_log_pins_of_them(run, evening):
    evening("game high\n")
    rows = {row.pop("name"): row for row in run("games", "--json").json["games"]}
    assert {name: rows["high"][name] for name in ("edition", "distribution", "rules")} == pinned(run)[2][1]
    assert all(len(row["rules"]) == 64 for row in rows.values())


@pytest.mark.parametrize("pinned_rules", ["", "0" * 64])
def test_an_event_that_breaks_the_rules_of_a_log_refuses_the_log_by_its_rules(play_by, pinned_rules):
    """Rules may fail that took the event once: they may ask what is not in the log."""
    play_by(test_broken_games.RULES)
    pins = f" edition=1 rules={pinned_rules}" if pinned_rules else ""
    replay = replay_script(f'evening "E"\nplayers Ann Bob Cat\ngame high{pins}\ndeal Ann', "x")
    with pytest.raises(RefusedEvent) as caught:
        replay.add([RecordedEvent(5, Wins("Cat"))])
    by_rules = refused_by_changed_rules(replay, caught.value)
    assert by_rules is not None
    assert (by_rules.code, by_rules.of_log) == (Code.RULES_BROKEN, True)


def test_the_api_says_which_rules_are_missing_and_takes_a_note(run, evening, play_by, tmp_path):
    evening(DEALS)
    play_by(None)

    async def ask(client):
        settlement = await client.get("/api/evenings/1/settlement")
        say = "/api/evenings/1/sayings"
        return settlement, *[await client.post(say, json={"saying": saying}) for saying in ("deal", 'note "gone"')]

    with closing(open_store(str(tmp_path / "evenings.db"))) as store:
        settlement, deal, note = within(Hub(store), ask)
    for answer in (settlement, deal):
        error = answer.json()["error"]
        assert (answer.status_code, error["code"]) == (409, "rules-missing")
        assert error["message"].endswith("which is not installed here.")
        assert error["remedy"].startswith("pip install 'card-ledger==")
    assert note.status_code == 200


@cache
def path_of(module: str) -> Path | None:
    """Return the file of a module, as Python finds it."""
    try:
        spec = find_spec(module)
    except ModuleNotFoundError:
        return None
    return Path(spec.origin) if spec and spec.origin else None


@cache
def source_of(module: str) -> tuple[str, frozenset[str]]:
    """Return the digest of a module, and all that it imports, as the parser of Python reads it."""
    source = path_of(module).read_bytes().replace(b"\r\n", b"\n")
    imported = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            imported |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
    return sha256(source).hexdigest(), frozenset(imported)


@pytest.mark.parametrize("game", registry.GAMES)
def test_the_digest_covers_every_module_that_a_game_and_what_it_shares_import(game):
    """The same a second time, by the parser of Python."""
    package = registry.GAMES[game].removesuffix(".rules")
    file = path_of(package)
    beside = sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else []
    waiting = {package} | {
        ".".join((package, *path.relative_to(file.parent).with_suffix("").parts)).removesuffix(".__init__")
        for path in beside
    }
    lines = {}
    while waiting:
        module = waiting.pop()
        lines[module], imported = source_of(module)
        shared = {name for name in imported if name.startswith(("ledger.rules", "ledger.games.families"))}
        waiting |= {name for name in shared if path_of(name)} - lines.keys()
    text = "".join(f"{module} {lines[module]}\n" for module in sorted(lines))
    assert provenance.provenance_of(game).rules == sha256(text.encode()).hexdigest()
