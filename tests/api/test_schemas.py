"""JSON answers: every command follows its declared schema, and refusals follow one schema."""

import json

import httpx
import msgspec
import pytest
from jsonschema import Draft202012Validator
from typer.main import get_command

from ledger.api.refusals import ErrorAnswer, RefusalAnswer
from ledger.api.schema import schema_of as schema_of_answers
from ledger.cli import app
from ledger.cli.command import answers_of
from ledger.recorder import Recorder
from ledger.store import open_store
from ledger.web import api as web_api
from ledger.web import club_api
from tests.audit.test_audit import open_wide
from tests.helpers import command_line
from tests.helpers.command_line import EVENING, process
from tests.helpers.serving import NAP, opened, served

at_home, run, file = command_line.at_home, command_line.run, command_line.file

POKERNOW = """\
player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net
Ann,a,2026-01-02T20:00:00Z,,100,150,,50
Bob,b,2026-01-02T20:00:00Z,,100,50,,-50
"""
CARRIED = "game loo\ndeal Ann\nBob stands\nCat stands\nAnn stands\ntricks Bob 3\n"


ANSWERS = answers_of(get_command(app))
"""The types of the answers of every command."""


def schema_of(command: str) -> dict:
    return schema_of_answers(f"card-ledger {command} --json", ANSWERS[command])


def of_one_shape(command: str, answer: dict) -> None:
    """Check that the answer matches exactly one of the types, without other keys, and the printed schema."""
    fits = []
    for shape in (*ANSWERS[command], RefusalAnswer):
        try:
            read = msgspec.convert(answer, shape)
        except msgspec.ValidationError:
            continue
        fits.append(msgspec.json.decode(msgspec.json.encode(read)) == answer)
    assert fits.count(True) == 1, (command, answer)
    Draft202012Validator(schema_of(command)).validate(answer)


@pytest.fixture
def ask(run):
    def answer(command: str, *arguments: str, stdin: str = "", code: int = 0) -> list[dict]:
        done = run(*command.split(), *arguments, "--json", stdin=stdin)
        assert done.code == code, done.err
        for answer in done.objects:
            of_one_shape(command, answer)
        asked.add(command)
        return done.objects

    asked: set[str] = set()
    answer.asked = asked
    return answer


@pytest.mark.usefixtures("at_home")
def test_every_answer_is_of_its_schema(ask, file, at_home):
    lsd = file(EVENING)
    ask("replay", lsd)
    ask("replay", lsd, file(CARRIED, "bad.evening"), lsd, code=1)
    ask("db status")
    ask("db upgrade")
    ask("db rebuild")
    ask("db backup", "empty.db")
    ask("db backup", "empty.db", code=1)
    ask("db grants")
    ask("evenings")
    ask("evenings", "--closed", "--with", "Zed", code=1)
    ask("standings")
    ask("open", "Whist", "--players", "Ann Bob Cat", "--money", "GBP", "--counter", "0.10", "--on", "2026-01-02")
    ask("record", "game nap kitty=1")
    ask("record", "-", stdin="deal Ann\nCat 3\nnonsense\nCat made\npenalty Bob touching\n", code=1)
    ask("record", "--dry-run", 'amend 6 "misheard": Cat failed')
    ask("record", 'amend 6 "misheard": Cat failed')
    ask("record", "Zoë passes", code=1)
    ask("record", "--key", "one", 'note "once"')
    ask("record", "--key", "one", 'note "once"')
    ask("record", "--key", "one", 'note "twice"', code=1)
    ask("record", "undo")
    ask("record", "deal")
    for command in ("table", "log", "explain", "evenings", "standings", "settle", "audit", "seal", "whatif", "export"):
        ask(command, *(["nap.kitty=2"] if command == "whatif" else []))
    ask("record", "--together", "-", stdin="misdeal\nend\nAnn buys 4\nAnn pays Bob 2\ncount Ann 9 Bob 1\n")
    ask("table")
    ask("log", "--as-recorded")
    ask("settle", "--coin", "0.50", "--via", "ann")
    ask("settle", "--since", "2026-01-01", "--household", "Ann+Bob")
    ask("explain", "ann")
    ask("explain", "ann", "cat")
    ask("explain", "--pool", "nap.kitty")
    ask("explain", "--deal", "1")
    (log,) = ask("log")
    (counted,) = (row["number"] for row in log["log"] if row["saying"].startswith("count "))
    ask("explain", "--count", str(counted))
    ask("db backup", "backup.db")
    ask("db copy", "backup.db", "copy.db")
    ask("db copy", "backup.db", "backup.db", code=1)
    ask("explain", "--chart")
    ask("whatif", "nap.lowest_call=4")
    ask("audit", "--all", code=1)
    seal = ask("seal")[0]["seal"]
    ask("audit", "--seal", seal, code=1)
    ask("db rebuild", "--yes")
    ask("db repair", "1")
    ask("person add", "Ann", "--known-as", "Annie")
    ask("person list")
    ask("person alias", "Ann", "Anna")
    ask("person split", "Anna")
    ask("person merge", "Ann", "Zoë", code=1)
    ask("person merge", "Ann", "Cat", code=1)
    ask("person alias", "Dan", "Cat", "--at", "1")
    ask("person add", "Rob")
    ask("person merge", "Dan", "Rob")
    ask("person forget", "Rob")
    ask("db backup", "people.db")
    ask("db copy", "people.db", "without.db", "--without", "Bob")
    ask("pay", "Bob", "Ann", "0.10", "--yes")
    ask("settle", "--since", "2026-01-01")
    ask("season", code=1)
    ask("season", "open", "Winter", "--from", "2026-01-01", "--to", "2026-03-31")
    ask("season")
    ask("season", "--rating", "--chart")
    ask("season", "list")
    ask("yearbook")
    ask("yearbook", "1800", code=1)
    ask("explain", "Ann", "--since", "2026-01-01")
    ask("statement", "--person", "Bob", "--all", "--pay")
    ask("statement", "--everybody", "--pay")
    ask("season", "end", "Winter")
    ask("record", "--club", "undo")
    ask("record", "--club", "--dry-run", 'note "x"')
    for command in ("log", "seal", "audit", "export"):
        ask(command, "--club")
    (exported,) = ask("export", "--club")
    ask("import", file(exported["text"], "club.txt"), code=1)
    ask("standings")
    ask("import", lsd)
    ask("import", file(POKERNOW, "ledger.csv"))
    ask("use", "1")
    ask("open", "Whist again", "--like", "last")
    ask("settle", "--since", "1898-01-01", "--coin", "1d")
    for form in ("script", "jsonl", "csv", "beancount", "hledger"):
        ask("export", "--format", form)
    for options in (["ann"], ["--pay"], ["--text"], ["ann", "--text", "--pay"], ["--text", "--since", "1898-01-01"]):
        ask("settle", *options)
    ask("statement", "--pay")
    ask("payee", "ann", "--link", "https://pay.example/{amount}")
    ask("compare", "1", "1")
    ask("merge", "1", "1", "--take", "all=B")
    ask("games")
    ask("rules", "nap")
    ask("simulate", "nap", "--deals", "1")
    ask("chips", "--players", "4", "--stack", "100", "--set", "80x5")
    ask("new-game", "odd-card")
    assert ask.asked | {"serve"} == set(ANSWERS)


def test_what_a_server_tells_is_of_its_schema():
    link = "http://127.0.0.1:8080/enter/x"
    of_one_shape("serve", {"record": link, "watch": link})


def test_every_command_has_a_schema_and_no_other():
    assert {name.split()[0] for name in ANSWERS} | {"schema", "help"} == set(get_command(app).modules)
    for command in ANSWERS:
        Draft202012Validator.check_schema(schema_of(command))


WITH_AMOUNTS = ("replay", "open", "record", "table", "settle", "explain", "whatif", "log", "export", "import", "seal")


def test_every_answer_of_an_evening_carries_the_money_and_its_unit(ask, file):
    (done,) = ask("replay", file(EVENING))
    assert (done["money"], done["unit"], done["counter"]) == ("lsd", "farthing", 4)
    (done,) = ask("open", "Yen", "--players", "Ann Bob", "--money", "JPY")
    assert (done["money"], done["unit"], done["counter"]) == ("JPY", "1 JPY", None)
    (done,) = ask("open", "Sous", "--players", "Ann Bob", "--money", "EUR", "--counter", "0.05")
    assert (done["money"], done["unit"], done["counter"]) == ("EUR", "0.01 EUR", 5)
    ask("record", "game nap")
    more = {"whatif": ["nap.kitty=2"]}
    for command in ("table", "settle", "explain", "whatif", "log", "export", "seal"):
        assert all(answer["unit"] == "0.01 EUR" for answer in ask(command, *more.get(command, []))), command
    (counters,) = ask("simulate", "nap")
    assert counters["unit"] == "counter"
    for command in WITH_AMOUNTS:
        (shape, *_) = ANSWERS[command]
        assert {"money", "unit", "counter"} <= {field.name for field in msgspec.structs.fields(shape)}


@pytest.mark.parametrize(
    ("arguments", "code", "exit_code"),
    [
        (["record", "Zoë passes"], "unknown-player", 1),
        (["record", "deal Ann"], "not-now", 1),
        (["replay", "nowhere.evening"], "file", 1),
        (["replay", "bad.evening"], "unknown-player", 1),
        (["use", "9"], "not-now", 1),
        (["schema", "juggle"], "unknown-word", 1),
        (["record", "a", "b"], "usage", 2),
        (["replay"], "usage", 2),
        (["repaly", "x"], "usage", 2),
        (["table", "--nothing"], "usage", 2),
        (["export", "--format", "pdf"], "usage", 2),
        (["record", "--together", "Cat passes"], "usage", 2),
        (["db", "downgrade"], "usage", 2),
        (["--evening"], "usage", 2),
    ],
)
def test_a_refusal_and_a_misuse_are_of_one_shape(run, file, arguments, code, exit_code):
    run("open", "Whist", "--players", "Ann Bob")
    file("deal Ann\n", "bad.evening")
    done = run("--json", *arguments)
    assert done.code == exit_code
    error = done.json["error"]
    assert list(error) == ["line", "code", "message", "remedy"]
    msgspec.convert(error, ErrorAnswer)
    assert (error["code"], type(error["line"])) == (code, int if error["line"] else type(None))
    if exit_code == 1:
        assert command_line.whole(error) == done.err
    else:
        assert done.err.startswith("Usage: card-ledger") or arguments == ["--evening"]
        assert error["remedy"].endswith("--help says how it is used")


def test_a_line_is_told_where_there_is_one(run, file):
    error = run("replay", file('evening "X"\n\nplayers Ann Bob\nplayers Cat Dan\n'), "--json").json["error"]
    assert error["line"] == 4
    assert error["message"].startswith("boxing-night.evening:4: ")
    assert run("replay", "nowhere.evening", "--json").json["error"]["line"] is None


def test_json_after_two_dashes_is_a_saying_and_no_option(run):
    done = run("record", "--nonsense", "--", "--json")
    assert (done.code, done.out) == (2, "")


def test_a_schema_is_printed(run):
    assert json.loads(run("schema", "record").out) == schema_of("record") == run("schema", "record", "--json").json
    assert run("schema").json == {command: schema_of(command) for command in ANSWERS}
    assert list(run("schema", "db").json) == [name for name in ANSWERS if name.startswith("db ")]
    assert run("schema", "db", "status").json == schema_of("db status")
    for optional in ("forms", "around"):
        expecting = run("schema", "table").json["$defs"]["ExpectingAnswer"]
        assert optional in expecting["properties"]
        assert optional not in expecting["required"]


def test_a_process_that_is_misused_ends_with_2(at_home):
    done = process("record", "a", "b", "--json")
    assert (done.code, done.json["error"]["code"]) == (2, "usage")


NOT_PROVOKED = {"429", "503"}
"""The answer if too much is asked at once."""


def test_every_answer_of_the_server_is_declared_and_of_its_schema(tmp_path):
    with served(tmp_path) as server, server.client() as client, server.client("watch") as watching:
        number = opened(client, *NAP)
        paths = client.get("/openapi.json").json()
        answered = {}
        shapes = {shape.__name__: shape for shape in (*web_api.SHAPES, *club_api.SHAPES, RefusalAnswer)}

        def ask(path, method="GET", by=client, at=number, title="Winter", **more):
            if path.endswith("stream"):  # which never ends, where it is not refused
                with by.stream(method, f"/api{path}".format(number=at, title=title), **more) as answer:
                    check(path, method, answer, next(answer.iter_text()))
            else:
                answer = by.request(method, f"/api{path}".format(number=at, title=title), **more)
                check(path, method, answer, answer.text)

        def check(path, method, answer, text):
            declared = paths["paths"][f"/api{path}"][method.lower()]["responses"][str(answer.status_code)]["content"]
            ((media, content),) = declared.items()
            assert answer.headers["content-type"].split(";")[0] == media
            if media == "application/json":
                Draft202012Validator(content["schema"] | {"components": paths["components"]}).validate(json.loads(text))
                shape = shapes[content["schema"]["$ref"].rpartition("/")[2]]
                assert json.loads(msgspec.json.encode(msgspec.json.decode(text, type=shape))) == json.loads(text)
            else:
                assert content["schema"]["type"] == "string"
            answered.setdefault((path, method), set()).add(str(answer.status_code))

        of_one = [path.removeprefix("/api") for path in paths["paths"] if "{number}" in path]
        nobody = httpx.Client(base_url=server.base)
        ask("/evenings")
        ask("/evenings", "POST", json={"title": "New", "players": ["Ann", "Bob"]})
        ask("/evenings", "POST", json={"title": "New", "players": ["Ann", "Bob"], "money": "lsd", "counter": "1/3d"})
        ask("/evenings", "POST", json={"title": "New", "players": ["Ann", "Ann"]})
        ask("/evenings", "POST", content=b"\xff{", headers={"Content-Type": "application/json"})
        say = "/evenings/{number}/sayings"
        for body in ({"saying": "Cat 3", "key": "k", "seen": 4}, {"saying": "Cat 3", "key": "k"}, {"saying": "Cat 4", "key": "k"},
                     {"saying": "Ann 4", "seen": 4}, {"saying": "Dan 4", "seen": 4}, {"saying": "Cat 2", "seen": 3}, {"saying": ""},
                     {"saying": "undo", "seen": 4}):  # fmt: skip
            ask(say, "POST", json=body)
        ask("/evenings/{number}/log", params={"as-recorded": True})
        for path in of_one:
            if path != say:
                ask(path, **({"params": {"player": "ann"}} if path.endswith("explanation") else {}))
                ask(path, at="x")
                ask(path, at=7777, params={"player": "Ann"})
        ask("/evenings/{number}/explanation", params={"player": "Zoe"})
        ask(say, "POST", at=7777, json={"saying": "undo"})
        of_the_club = ("/persons", "/standings", "/settlement", "/seasons")
        for path in of_the_club:
            ask(path)
        for path in ("/standings", "/settlement"):
            ask(path, params={"since": "yesterday"})
        season, pay = "/seasons/{title}", "/payments"
        ask(season)
        ask(season, title="W" * 401)
        store = open_store(f"sqlite:///{tmp_path / 'evenings.db'}")
        Recorder(store, "tester").club().record(['season "Winter" from 2026-01-01 to 2026-12-31 points=3,1'])
        store.close()
        ask(season)
        played = opened(client, "game tally", "result Ann +5 Bob -5", "end", "close", title="T", players=("Ann", "Bob"))
        payment = {"payer": "Bob", "payee": "Ann", "evenings": [played]}
        for more in ({"amount": "9"}, {"amount": "x"}, {"payer": "Zed"}, {"amount": "5"}):
            ask(pay, "POST", json=payment | more)
        for path, method in [
            *((path, "GET") for path in (*of_the_club, season)),
            (pay, "POST"),
            ("/evenings", "GET"),
            ("/evenings", "POST"),
            *((path, "POST" if path == say else "GET") for path in of_one),
        ]:
            ask(path, method, by=nobody, headers={"X": ""})
            ask(path, method, headers={"Host": "elsewhere.example"})
            if method == "POST":
                ask(path, method, by=watching, json=payment if path == pay else {})
                ask(path, method, content=b" " * 70_000)
        # recorded elsewhere: the server has not read it yet
        elsewhere = Recorder(open_store(f"sqlite:///{tmp_path / 'evenings.db'}"), "tester")
        unsound, _ = elsewhere.open(['evening "Unsound"', "players Ann Bob Cat", *NAP])
        elsewhere.store.close()
        written = open_wide(tmp_path / "evenings.db")
        written.execute("UPDATE event SET said_by = 'Nobody' WHERE evening = ? AND number = 3", (unsound,))
        for path in of_one:
            ask(
                path,
                "POST" if path == say else "GET",
                at=unsound,
                **({"json": {"saying": "undo"}} if path == say else {"params": {"player": "Ann"}}),
            )
        written.execute("ALTER TABLE evening RENAME TO mislaid")
        for path in (*of_the_club, season):
            ask(path)
        ask("/evenings")
        ask("/evenings", "POST", json={"title": "New", "players": ["Ann", "Bob"]})
        ask("/evenings/{number}/stream")
        written.execute("ALTER TABLE mislaid RENAME TO evening")
        written.close()
        nobody.close()
    for path, acts in paths["paths"].items():
        for method, act in acts.items():
            left = set(act["responses"]) - answered[path.removeprefix("/api"), method.upper()]
            assert left <= NOT_PROVOKED, (path, method, left)
