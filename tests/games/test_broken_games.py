"""A game whose rules fail refuses only itself: when it is loaded, and at an event."""

import pytest

from ledger.core import refusals
from ledger.core.events import Buys, RecordedEvent
from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.games import language, registry
from ledger.recorder import Recorder
from ledger.rules import Announcement
from ledger.store import open_store
from ledger.store.rows import kept_row
from tests.helpers import command_line
from tests.helpers.rig import play

at_home, run = command_line.at_home, command_line.run

RULES = '''"""High Card."""

from dataclasses import dataclass

from ledger.rules import DealInHand, Game, NoCarry, Options, Play, Turn, wins


@dataclass(frozen=True)
class HighOptions(Options):
    """None."""


class HighDeal(DealInHand[HighOptions, NoCarry]):
    def play(self) -> Play[NoCarry]:
        yield from self.opening()
        for player in self.table.round():
            self.table.pay_in(player, self.table.pool(), 1, "the pool", "[1]")
        event = yield self.highest
        self.table.take_pool((event.player,), "the highest card", "[1]")
        if event.player == "Cat":
            raise RuntimeError("no")
        return NoCarry()

    def highest(self) -> Turn:
        return Turn(says=(wins(self.table.players),), statement="it is not said who has the highest card")


class High(Game[HighOptions, NoCarry]):
    name = "high"
    title = "High"
    options = HighOptions
    carry = NoCarry
    deal = HighDeal


GAME = High()
'''


@pytest.fixture
def add_game(tmp_path, monkeypatch):
    """Return a function that adds a game `high` with these rules, and perhaps words."""

    def added(rules: str, words: str = "") -> None:
        package = f"high_{tmp_path.name}".replace("-", "_")
        for name, text in {"__init__": "", "rules": rules, **({"words": words} if words else {})}.items():
            (tmp_path / package).mkdir(exist_ok=True)
            (tmp_path / package / f"{name}.py").write_text(text, "utf-8")
        monkeypatch.setitem(registry.GAMES, "high", f"{package}.rules")
        forget()

    def forget() -> None:
        for cached in (language.vocabulary, language.vocabulary_of):
            cached.cache_clear()

    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(refusals, "RULE_FAULTS", refusals.LOADING_FAULTS)
    yield added
    monkeypatch.undo()
    forget()


def nap_is_played(run) -> None:
    done = run("replay", "nap.evening")
    assert (done.code, done.err) == (0, "")
    assert "Bob" in done.out


@pytest.mark.parametrize(
    ("rules", "fault"),
    [
        (f'raise RuntimeError("no")\n{RULES}', "RuntimeError: no"),
        (f"import sys\n\nsys.exit(7)\n{RULES}", "SystemExit: 7"),
        (RULES.replace("GAME = High()", ""), "has no attribute 'GAME'"),
        (RULES.replace("GAME = High()", "GAME = High"), "is no game that is called high"),
        (RULES.replace('name = "high"', 'name = "low"'), "is no game that is called high"),
        ("this is no Python", "SyntaxError"),
    ],
)
def test_a_game_that_cannot_be_loaded_refuses_only_itself(run, add_game, tmp_path, rules, fault):
    (tmp_path / "nap.evening").write_text('evening "N"\nplayers Ann Bob\ngame nap\ndeal Ann\nBob 3\nBob made\nend\n')
    add_game(rules)
    listed = run("games")
    assert listed.code == 0
    assert "Newmarket" in listed.out
    assert "high (card-ledger " in listed.out
    assert fault in listed.out
    row = run("games", "--json").json["games"][-1]
    assert {**row, "fault": ""} == {"name": "high", "title": "high", "fault": ""}
    assert fault in row["fault"]
    run("open", "E", "--players", "Ann Bob Cat")
    for refused in (run("record", "game high", "--json"), run("rules", "high", "--json")):
        assert refused.code == 1
        assert refused.json["error"]["code"] == "rules-broken"
        assert "cannot be loaded: " in refused.err
        assert fault in refused.err
    assert run("table").code == 0
    assert run("record", "game nap").code == 0
    nap_is_played(run)


def test_words_that_cannot_be_loaded_are_those_of_no_other_game(add_game):
    add_game(RULES, 'raise RuntimeError("no words")')
    assert "wellington" in language.vocabulary().words
    with pytest.raises(Refusal) as caught:
        language.vocabulary_of("high")
    assert caught.value.code is Code.RULES_BROKEN
    assert "no words" in caught.value.sentence
    assert play("Ann Bob", "game nap\ndeal Ann\nBob nap\nBob made").books.balances["Bob"] > 0


def test_a_rule_that_fails_names_the_event_and_changes_nothing(add_game, tmp_path):
    add_game(RULES)
    recorder = Recorder(open_store(str(tmp_path / "e.db")), "tester")
    recorder.open(['evening "E"', "players Ann Bob Cat", "Ann pays Bob 2", "game high"])
    session = recorder.open_session()
    for saying in ("deal Ann", "Bob wins", "deal"):
        session.record(saying)
    before = dict(session.evening.books.balances), session.evening.books.pools.copy(), session.evening.owed()
    for _ in range(2):
        with pytest.raises(RefusedLine) as caught:
            session.record("Cat wins")
        assert caught.value.code is Code.RULES_BROKEN
        assert "the rules of high fail at event 8: RuntimeError: no" in caught.value.message
        after = dict(session.evening.books.balances), session.evening.books.pools.copy(), session.evening.owed()
        assert (after, session.number) == (before, 7)
    session.record("Bob wins")
    assert session.evening.books.balances == {"Ann": -2, "Bob": 4, "Cat": -2}
    with pytest.raises(RefusedLine) as caught:
        session.record('amend 6 "misheard": Cat wins')
    assert caught.value.code is Code.RULES_BROKEN
    assert (session.evening.books.balances["Bob"], len(recorder.log(1))) == (4, 8)


def test_a_rule_that_fails_is_no_traceback(run, add_game):
    add_game(RULES)
    run("open", "E", "--players", "Ann Bob Cat")
    done = run("record", "-", "--json", stdin="game high\ndeal Ann\nCat wins\nBob wins\n")
    assert "the rules of high fail at event 5" in done.err
    assert run("table", "--json").json["balances"] == {"Ann": -1, "Bob": 2, "Cat": -1}


def test_what_is_asked_of_the_rules_to_answer_may_fail_too(run, add_game):
    broken = "        raise LookupError(self.table.players)\n"
    add_game(RULES.replace("        return Turn(says=", f"{broken}        return Turn(says="))
    run("open", "E", "--players", "Ann Bob Cat")
    assert run("record", "game high").code == 0
    assert "the rules of high fail at event 4: LookupError: ('Ann', 'Bob', 'Cat')" in run("record", "deal Ann").err
    assert "deal" not in run("log").out


def test_offers_that_fail_are_no_traceback_unless_it_is_asked_for(run, add_game):
    add_game(RULES.replace("wins(self.table.players)", "wins(self.table.players, check=lambda wins: 1 // 0)"))
    run("open", "E", "--players", "Ann Bob Cat")
    run("record", "game high")
    run("record", "deal Ann")
    done = run("table", "--json")
    assert (done.code, done.json["error"]["code"]) == (1, "rules-broken")
    assert "the rules of high fail: ZeroDivisionError" in done.err
    with pytest.raises(AssertionError, match="Traceback"):
        run("--debug", "table")


PAYS = '        self.table.take_pool((event.player,), "the highest card", "[1]")\n'


@pytest.mark.parametrize(
    ("instead", "fault"),
    [
        ('self.table.pay("Ann", "Bob", 1 / 2, "half a counter")', "half a counter: 0.5 is not a whole number"),
        ('self.table.pay("Ann", "Bob", True, "a truth")', "a truth: True is not a whole number"),
        ('self.table.books.balances["Bob"] += 7', "balances were changed otherwise than by paying"),
        ('self.table.books.pools["high.pool"] += 7', "pools were changed likewise"),
        ('while True: self.table.pay("Ann", "Bob", 1, "on and on")', "more than 2000000 steps"),
        ("while True: pass", "more than 2000000 steps by one event"),
        ("while True: yield lambda: None", "more than 2000000 steps by one event"),
        ("return {1, 2}", "rules of high fail at event 6: ValidationError"),
        ("self.table.pay('Ann', 'Bob', 1, 'never', cite=1 // 0)", "ZeroDivisionError"),
    ],
)
def test_a_rule_at_fault_refuses_its_own_saying_and_nothing_else(run, add_game, instead, fault):
    add_game(RULES.replace(PAYS, f"        if event.player == 'Bob':\n            {instead}\n{PAYS}"))
    run("open", "E", "--players", "Ann Bob Cat")
    for saying in ("Ann pays Bob 2", "game high", "deal Ann"):
        assert run("record", saying).code == 0
    before = run("settle", "--json").json
    refused = run("record", "Bob wins", "--json")
    assert (refused.code, refused.json["error"]["code"]) == (1, "rules-broken")
    assert fault in refused.err
    assert ("(rules.py, line " in refused.err) == ("self.table.pay" in instead or "while" in instead)
    assert run("settle", "--json").json == before
    for command in ("log", "table", "settle", "export", "seal", "audit"):
        assert run(command).code == 0, command
    assert run("record", "Ann wins").code == 0
    assert run("record", "end").code == 0


def test_what_rules_print_spoils_no_answer(run, add_game):
    loud = RULES.replace("        return Turn(says=", "        print('a turn')\n        return Turn(says=")
    add_game(loud.replace("yield from self.opening()", "print('a deal')\n        yield from self.opening()"))
    run("open", "E", "--players", "Ann Bob Cat")
    for saying in ("game high", "deal Ann", "Bob wins"):
        answer = run("record", saying, "--json")
        assert (answer.code, answer.json["expecting"]["who"] is None) == (0, False)
        assert "a deal" in answer.err or "a turn" in answer.err
    for command in ("table", "settle", "log", "explain"):
        assert run(command, "--json").code == 0
        assert isinstance(run(command, "--json").json, dict)


def test_a_form_that_is_never_made_is_no_end_of_the_evening(run, add_game):
    def forms(instead: str) -> str:
        return RULES.replace("wins(self.table.players)", f"wins(self.table.players, check=lambda wins: {instead})")

    add_game(forms("[None for _ in iter(int, 1)]"))
    run("open", "E", "--players", "Ann Bob Cat")
    run("record", "game high")
    done = run("record", "deal Ann", "--json")
    assert (done.code, done.json["error"]["code"]) in ((1, "rules-broken"), (0, ""))
    for command in ("log", "export", "seal"):
        assert run(command).code == 0, command


def test_what_does_not_read_back_is_not_written(tmp_path):
    store = open_store(str(tmp_path / "e.db"))
    recorder = Recorder(store, "tester")
    recorder.open(['evening "E"', "players Ann Bob"])
    number, head = len(recorder.log(1)), recorder.log(1)[-1].digest
    for value in (0.5, float("nan"), "\udc80"):
        entry = RecordedEvent(number + 1, Buys("Ann", value), "2026-11-27T20:00:00Z", "tester")
        with pytest.raises(Refusal, match="cannot be kept as it is") as caught:
            kept_row(1, head, entry)
        assert caught.value.code is Code.RULES_BROKEN


def test_words_that_say_nothing_are_found_when_the_game_is_loaded():
    with pytest.raises(ValueError, match="each='number' says nothing of a player: say one of '', 'N', 'AMOUNT'"):
        Announcement(each="number")


AT_FAULT = {
    "half a counter": 'self.table.pay("Ann", "Bob", 1 / 2, "x")',
    "a truth for a counter": 'self.table.pay("Ann", "Bob", True, "x")',
    "no number": 'self.table.pay("Ann", "Bob", float("nan"), "x")',
    "less than nothing": 'self.table.pay("Ann", "Bob", -5, "x")',
    "to nobody": 'self.table.pay("Ann", "Zed", 1, "x")',
    "no reason": 'self.table.pay("Ann", "Bob", 1, None)',
    "a rule that is none": 'self.table.pay("Ann", "Bob", 1, "x", 7)',
    "a reason that is no text": 'self.table.pay("Ann", "Bob", 1, "\\udc80")',
    "a balance behind the books": 'self.table.books.balances["Bob"] += 7',
    "a pool behind the books": 'self.table.books.pools["high.pool"] += 7',
    "a player behind the books": 'del self.table.books.balances["Ann"]',
    "the postings gone": "self.table.books.postings.clear()",
    "a loop": "while True: pass",
    "a loop that pays": 'while True: self.table.pay("Ann", "Bob", 0, "x")',
    "a loop that asks": "while True: yield lambda: None",
    "a question that is none": "yield 7",
    "a call of itself": "(lambda again: again(again))(lambda again: again(again))",
    "an error": 'raise LookupError("no")',
    "an end of the program": "raise SystemExit(7)",
    "a carry that is none": "return {1, 2}",
    "nothing carried": "return None",
    "the kind of what is carried": "return NoCarry",
}
"""Games at fault: what each does where Bob wins."""


@pytest.mark.parametrize("fault", AT_FAULT)
def test_a_game_at_fault_leaves_the_others_their_answers(run, add_game, monkeypatch, tmp_path, fault):
    """A saying is refused with 1; a log in which it stands is answered with 4, and all else as before."""
    where = f"        if os.environ.get('AT_FAULT') and event.player == 'Bob':\n            {AT_FAULT[fault]}\n{PAYS}"
    add_game(
        f"import os\n{RULES.replace(PAYS, where)}".replace(
            'import os\n"""High Card."""\n', '"""High Card."""\nimport os\n'
        )
    )
    assert run("open", "Other", "--players", "Ann Bob").code == 0
    assert run("record", "-", stdin="game tally\nAnn gives Bob 500\nend\n").code == 0
    assert run("open", "E", "--players", "Ann Bob Cat").code == 0
    said = "game tally\nAnn gives Bob 500\nend\ngame high\ndeal Ann\nAnn wins\ndeal Bob\n"
    assert run("record", "-", stdin=said).code == 0
    before = {command: run(command, "--json").out for command in ("settle", "log", "table", "export", "seal")}
    monkeypatch.setenv("AT_FAULT", "1")
    refused = run("record", "Bob wins", "--json")
    assert (refused.code, refused.json["error"]["code"]) == (1, "rules-broken"), refused
    assert {command: run(command, "--json").out for command in before} == before
    monkeypatch.delenv("AT_FAULT")
    assert run("record", "Bob wins").code == 0
    assert run("settle", "--evening", "1", "--json").json["owed"] == {"Ann": -500, "Bob": 500}
    monkeypatch.setenv("AT_FAULT", "1")
    broken = run("settle", "--json")
    assert (broken.code, broken.json["error"]["code"]) == (4, "rules-broken"), broken
    for command in (
        ["log"],
        ["export"],
        ["export", "--format", "jsonl"],
        ["seal"],
        ["record", 'note "x"'],
        ["evenings"],
    ):
        assert run(*command).code == 0, command
    for command in (["settle"], ["table"], ["log"], ["explain"], ["audit"]):
        assert run("--evening", "1", *command).code == 0, command
    together = run("settle", "--all", "--json")
    assert (together.code, together.json["moneys"][0]["owed"]) == (4, {"Ann": -500, "Bob": 500}), together
    assert "evening 2" in together.err
    assert run("audit", "--all").code == 4
    assert run("record", 'void 11 "the game is at fault"', "--yes").code == 4
    assert run("db", "repair", "2").code == 3
    assert run("db", "repair", "2", "--yes").code == 0
    assert run("settle", "--json").json["owed"] == {"Ann": -499, "Bob": 498, "Cat": -2}
