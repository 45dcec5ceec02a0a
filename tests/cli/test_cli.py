"""The command line: in whole processes where that matters, otherwise `main` within the tests."""

import contextlib
import json
import shlex
import sqlite3
import subprocess
import sys

import msgspec
import pytest

from ledger import cli
from ledger.api.table import replay_answer
from ledger.games.registry import GAMES
from ledger.interchange.script import replay_script
from ledger.projections.summary import summary
from tests.helpers import command_line
from tests.helpers.command_line import EVENING, ROOT, Terminal, process, whole

at_home, file, opened, run = command_line.at_home, command_line.file, command_line.opened, command_line.run
KEYS = [
    "title", "money", "unit", "counter", "players", "events", "balances", "pools", "multiplier", "carry", "owed", "transfers",
    "costs", "expecting", "findings", "head",
]  # fmt: skip


def test_one_file_holds_what_was_recorded_at_the_end_of_every_command(run, at_home):
    opened(run)
    for arguments in (("record", 'note "x"'), ("record", "Ann 3"), ("log",), ("db", "copy", "evenings.db", "other.db")):
        process(*arguments)
        assert not list(at_home.glob("*-wal"))
    (at_home / "evenings.db").rename(at_home / "moved.db")
    for name in ("moved.db", "other.db"):
        assert 'note "x"' in run("--database", name, "log").out


def test_players_are_named_one_after_another_as_well(run):
    assert 'players Ann Bob "Mary Lou"' in run("open", "Whist", "--players", "Ann", "Bob", "Mary Lou").out
    assert "players Ann Bob" in run("open", "Whist", "Ann", "Bob").out
    refused = run("open", "Whist", "Ann,Bob")
    assert refused.code == 1
    assert "blanks" in refused.err


def test_a_title_of_two_words_is_not_taken_for_a_title_and_a_player(run):
    refused = run("open", "Boxing", "Night")
    quoted = 'Put a title of two words in quotes: open "Boxing Night"'
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.endswith(f"Error: {quoted}; an evening has two players or more\n")
    refused = run("open", "Family", "evening", "at", "home")
    assert (refused.code, refused.out) == (1, "")
    assert refused.err == (
        "no player can be called evening: it is a word that the notation needs.\n"
        '  Choose another spelling. Put a title of two words in quotes: open "Family evening at home"\n'
    )
    assert run("open", "Solo", "--players", "Ann").code == 0


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        (["Cat", "3"], '"Cat 3"'),
        (["deal", "Ann", "--dry-run"], '"deal Ann"'),
        (["deal", "Mary Lou"], "'deal \"Mary Lou\"'"),
        (["reopen", "one more"], "'reopen \"one more\"'"),
        (["amend", "4", "misheard:", "Cat", "failed"], "'amend 4 \"misheard\": Cat failed'"),
        (["Bob", "pays", "Ann", "$4"], "'Bob pays Ann $4'"),
        (["result", "Ann", "+3", "Bob", "-3"], '"result Ann +3 Bob -3"'),
        (["result", "Ann", "-£3", "--dry-run", "Bob", "+½d"], '"result Ann -£3 Bob +½d"'),
    ],
)
def test_a_saying_without_its_quotes_is_shown_with_them(run, words, quoted):
    opened(run)
    done = run("record", *words)
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith(f"Error: Put the saying in quotes: card-ledger record {quoted}\n")
    assert run("table", "--json").json["events"] == 2


@pytest.mark.parametrize(
    ("words", "quoted"),
    [(["undo"], '"undo"'), (["REDO"], '"REDO"'), (["void", "4", "she erred"], "'void 4 \"she erred\"'"),
     (["deal", "Ann"], '"deal Ann"'), (["Bob", "passes"], '"Bob passes"')],
)  # fmt: skip
def test_a_saying_typed_as_a_command_is_told_how_it_is_recorded(run, words, quoted):
    done = run(*words)
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith(f"Error: {' '.join(words)} is said, not run: card-ledger record {quoted}\n")


def test_what_a_player_may_have_said_is_told_how_it_is_recorded_where_no_command_is_near(run):
    said = """No such command 'Cat'. If it was said at the table: card-ledger record "Cat 3"\n"""
    assert run("Cat", "3").err.endswith(said)
    assert run("Cat").err.endswith("No such command 'Cat'.\n")
    assert "at the table" not in run("tabel", "3").err


def test_whoever_is_refused_is_told_his_own_way_of_giving_corrections_together(run):
    opened(run)
    for saying in ("game nap", "deal Ann", "Bob 2", "Cat 3", "Cat made"):
        assert run("record", saying).code == 0
    alone = 'amend 6 "she passed": Cat passes'
    for arguments in (["--dry-run"], ["--yes"]):
        assert f'Say both in one line: {alone}; amend 7 "she passed": Bob made' in run("record", *arguments, alone).err
    assert f'Say both in one line: {alone}; amend 7 "she passed": Bob made' in run("record", "-", stdin=alone).err


@pytest.mark.parametrize(("to", "name"), [("csv", "e.csv"), ("beancount", "e.bean"), ("hledger", "e.journal")])
def test_what_was_written_for_another_program_is_not_taken_for_an_evening(run, file, to, name):
    file(EVENING)
    assert run("import", "boxing-night.evening").code == 0
    file(run("export", "--format", to).out, name)
    for command in ("import", "replay"):
        done = run(command, name)
        assert (done.code, done.out) == (1, "")
        assert done.err == (
            f"{name}: these are movements, for another program, and not what was said.\n"
            "  Take what card-ledger export gives with --format jsonl, or script\n"
        )


def test_a_database_without_a_name_is_not_taken_for_the_usual_one(run, monkeypatch, tmp_path):
    opened(run)
    for arguments in (["--database", "", "table"], ["table", "--database="], ["--database", " ", "open", "Whist"]):
        done = run(*arguments)
        assert (done.code, done.out) == (2, "")
        assert "--database names none: say a file" in done.err
    monkeypatch.setenv("CARD_LEDGER_DATABASE", "")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert "no evening has been opened" in run("evenings").err + run("evenings").out


def test_an_amount_with_a_minus_sign_is_no_option_of_any_command(run):
    opened(run)
    assert run("explain", "Ann", "-3").err == "nobody is called -3.\n  The players are Ann, Bob and Cat\n"
    assert run("use", "-3").err.startswith("there is no evening -3.\n")
    assert '"-3" is neither a player nor a word' in run("record", "-3").err
    assert run("record", "--kee", "Cat 3").err.endswith(
        "No such option '--kee'. (Did you mean one of: '--key', '--yes'?)\n"
    )


def test_a_game_there_is_not_may_be_told_by_its_results(run):
    opened(run)
    refused = run("record", "game nine-men")
    assert refused.code == 1
    remedy = refused.err.rstrip("\n").rpartition(": ")[2]
    assert remedy == 'game tally name="Nine men"'
    assert run("record", remedy).code == 0


def test_money_may_be_said_by_its_sign_and_is_recorded_by_its_code(run, file):
    for sign, code in (("£", "GBP"), ("€", "EUR"), ("$", "USD")):
        opened_so = run("open", "Whist", "Ann", "Bob", "--money", sign, "--counter", f"{sign}0.10", "--json")
        assert opened_so.json["money"] == code
        assert f"money={code} " in run("export").out
    header = "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net\n"
    file(f"{header}Ann,a,2026-01-02T20:00:00Z,,1,2,,1\nBob,b,2026-01-02T20:00:00Z,,2,1,,-1\n", "ledger.csv")
    assert run("import", "ledger.csv", "--money", "€", "--cents", "--json").json["money"] == "EUR"
    assert "did you mean GBP" in run("record", 'amend 1 "pounds": evening "Whist" money=£').err


# An evening, each saying a process of its own


FORTY = [
    "game nap kitty=1 misery=on", "deal Ann", "bob passes", "CAT 3", "ann passes", "trick Cat", "trick Bob",
    "trick Cat", "trick cat", "deal", "Cat nap", "Cat failed", "deal", "Ann misery", "tricks Ann 0 Bob 5", "undo",
    "Ann failed", "penalty Bob touching", "deal", "misdeal", "deal Ann", "Bob 2", 'note "supper at eleven"',
    "Bob made", "Dan joins after Bob", "deal", "Dan 4", "Dan passes", "Dan failed", "Cat leaves", "deal", "tricks Ann 5",
    "count Ann 3s", "end", 'amend 5 "misheard": Cat 2', "Ann buys 2s", "Bob pays Ann 1d", "close", "Ann pays Bob 2d",
    'reopen "one more"',
]  # fmt: skip


@pytest.mark.thorough
def test_forty_sayings_as_processes_are_what_a_replay_of_the_export_gives(run, file):
    done = process("open", "Boxing Night", "--players", "Ann Bob Cat", "--money", "lsd", "--counter", "1d")
    assert (done.code, done.err) == (0, "")
    assert len(FORTY) == 40
    refused = 0
    for saying in FORTY:
        done = process("record", saying)
        assert done.code == (1 if done.err else 0)
        refused += done.code
    assert refused < 20
    table = run("table", "--json").json
    assert table["events"] == 42 - refused
    script = run("export", "--format", "script")
    replayed = run("replay", file(script.out), "--json")
    assert replayed.code == 0
    same = [key for key in KEYS if key != "head"]
    table["expecting"] = {key: table["expecting"][key] for key in ("who", "may")}  # a replay tells no forms
    assert {key: replayed.json[key] for key in same} == {key: table[key] for key in same}
    jsonl = run("export", "--format", "jsonl").out
    assert run("replay", file(jsonl, "x.jsonl"), "--json").json["head"] == table["head"]
    assert run("import", "x.jsonl", "--again", "--json").json["evening"] == 2
    assert run("export", "--format", "jsonl").out == jsonl
    assert run("import", "boxing-night.evening", "--again").code == 0
    assert run("export").out == script.out
    assert [evening["id"] for evening in run("evenings", "--json").json["evenings"]] == [1, 2, 3]


# replay


def test_replay_prints_exactly_the_keys_of_the_design(run, file):
    done = run("replay", file(EVENING), "--json")
    assert (done.code, done.err) == (0, "")
    assert list(done.json) == KEYS
    assert done.json["events"] == 9
    assert done.json["owed"] == done.json["balances"]
    assert len(done.json["head"]) == 64
    evening = replay_script(EVENING, "x").evening
    answer = replay_answer(summary(evening), done.json["events"], done.json["head"])
    assert done.json == msgspec.to_builtins(answer)
    assert run("--json", "replay", "boxing-night.evening").out == done.out


def test_replay_for_people(run, file):
    done = run("replay", file(EVENING))
    assert done.code == 0
    for fragment in ("Boxing Night", "1898-12-26", "nap.kitty", "pays", "Cat: deal", "1s"):
        assert fragment in done.out
    assert "\x1b" not in done.out


def test_replay_touches_no_database(run, file, at_home):
    assert run("replay", file(EVENING)).code == 0
    assert not (at_home / "evenings.db").exists()


def test_a_line_that_does_not_fit(run, file):
    name = file(EVENING + "Dan 2\n")
    done = run("replay", name, "--json")
    assert done.code == 1
    message, remedy = done.err.removesuffix("\n").split("\n  ")
    assert done.json == {"error": {"line": 10, "code": "out-of-turn", "message": message, "remedy": remedy}}
    assert message.startswith("boxing-night.evening:10: Dan 2: no deal is in hand")
    assert message.endswith(".")
    plain = run("replay", name)
    assert (plain.code, plain.out, plain.err) == (1, "", done.err)


def test_several_files_are_one_object_a_line(run, file):
    names = [file(EVENING, "a.evening"), file("players Ann\n", "b.evening"), file(EVENING, "c.evening")]
    done = run("replay", *names, "--json")
    assert done.code == 1
    assert [answer["file"] for answer in done.objects] == names
    assert [("error" in answer) for answer in done.objects] == [False, True, False]
    assert sorted(done.objects[0]) == sorted(["file", *KEYS])
    assert list(done.objects[1]) == ["file", "error"]
    assert done.err.startswith("b.evening:1: players Ann: ")
    assert run("replay", names[0], names[2], "--json").code == 0


@pytest.mark.parametrize("change", ["\r\n", "BOM", "blank", "no newline"])
def test_the_same_evening_written_otherwise(run, file, change):
    other = {
        "\r\n": EVENING.replace("\n", "\r\n").encode(),
        "BOM": b"\xef\xbb\xbf" + EVENING.encode(),
        "blank": EVENING.replace("\n", "\n\n  # a comment\n").encode(),
        "no newline": EVENING.rstrip("\n").encode(),
    }[change]
    assert run("replay", file(other, "o.evening"), "--json").json == run("replay", file(EVENING), "--json").json


def test_corrections_in_a_file_are_reported_at_their_own_line(run, file):
    done = run("replay", file(EVENING + '\n# why\nvoid 4 "x"\nvoid 6 "y"\nnote "z"\n'), "--json")
    assert done.json["error"]["line"] == 12
    assert "event 5 would no longer fit, Cat 3" in done.json["error"]["message"]


BAD_FILES = [
    ("missing.evening", None, "missing.evening: there is no such file"),
    ("folder", "folder", "folder: this is a folder"),
    ("latin.evening", 'evening "Zo\xeb"\n'.encode("latin-1"), "latin.evening:1: this is not UTF-8"),
    ("late.evening", EVENING.encode() + b'note "\xff"\n', "late.evening:10: this is not UTF-8"),
    ("binary.evening", bytes(range(256)) * 40, "binary.evening:2: "),
    ("zeros.evening", b"\x00" * 1000, "zeros.evening:1: "),
    ("long.evening", b"x" * 10_000_000, "long.evening:1: "),
    ("quoted.evening", b'evening "' + b"x" * 10_000_000, "quoted.evening:1: "),
    ("long.jsonl", b'{"number": 1, "body": {"title": "' + b"x" * 10_000_000 + b'"}}', "long.jsonl:1: "),
    ("deep.jsonl", b'{"number": 1, "body": ' + b"[" * 50_000 + b"]" * 50_000 + b"}", "deep.jsonl:1: "),
    ("script.jsonl", EVENING.encode(), "script.jsonl:1: "),
    ("null.jsonl", b"null\n", "null.jsonl:1: "),
    ("escape.evening", b"\x1b[2J\x1b]0;owned\x07\n", "escape.evening:1: "),
    ("numbers.evening", b'evening "x"\nplayers Ann Bob\ngame nap stake=' + b"9" * 9_000 + b"\n", "numbers.evening:3: "),
]


@pytest.mark.parametrize(("name", "content", "message"), BAD_FILES, ids=[bad[0] for bad in BAD_FILES])
@pytest.mark.parametrize("command", ["replay", "import"])
def test_files_that_cannot_be_read(run, at_home, command, name, content, message):
    if content == "folder":
        (at_home / name).mkdir()
    elif content is not None:
        (at_home / name).write_bytes(content)
    done = run(command, name)
    assert done.code == 1
    assert done.out == ""
    assert done.err.startswith(message)
    assert len(done.err) < 2_000
    assert "\x1b" not in done.err
    with_json = run(command, name, "--json")
    assert with_json.code == 1
    assert whole(with_json.json["error"]) == with_json.err
    if command == "import" and (at_home / "evenings.db").exists():
        assert run("evenings", "--json").json["evenings"] == []


def test_an_empty_file(run, file):
    for content, name in (("", "a.evening"), ("# nothing\n\n", "b.evening"), ("", "c.jsonl")):
        for command in ("replay", "import"):
            done = run(command, file(content, name))
            assert (done.code, done.out) == (1, "")
            assert done.err == f'{name}: nothing is said in it.\n  An evening begins with evening "TITLE"\n'
    assert run("evenings", "--json").json["evenings"] == []


# Misuse


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay"], ["nothing"], ["replya", "x"], ["record", "--together"], ["record", "a", "b"],
        ["rules"], ["open"], ["export", "--format", "pdf"], ["simulate", "nap", "--deals", "0"], ["use"],
        ["table", "--jsn"], ["record", "--together", "Cat passes"], ["record", "--key", "one"], ["record", "--key", "one", "-"],
        ["record", "--key", "one", "--dry-run", "Cat passes"],
    ],
)  # fmt: skip
def test_misuse_ends_with_2(run, arguments, at_home):
    done = run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert "Usage" in done.err
    assert not (at_home / "evenings.db").exists()


def test_a_command_misspelt_is_guessed(run):
    assert "Did you mean replay?" in run("replya", "x").err


def test_options_may_stand_before_the_command_or_after_it(run, at_home):
    opened(run)
    elsewhere = f"sqlite:///{at_home / 'other.db'}"
    assert run("--database", elsewhere, "evenings", "--json").json["evenings"] == []
    assert run("evenings", f"--database={elsewhere}", "--json").json["evenings"] == []
    assert run("evenings", "--json").json["current"] == 1
    assert run("table", "--evening", "1", "--json").out == run("--json", "--evening=1", "table").out
    assert cli.options_first(["record", "--", "--json"]) == ["record", "--", "--json"]


# record


def test_the_answer(run):
    opened(run, "game nap kitty=1", "deal Ann")
    done = run("record", "cat 3")
    assert done.out.startswith("5  Cat 3  (Bob passes)\n")
    assert "Ann: pass, 4, nap" in done.out
    answer = run("record", "tricks Cat 3", "--json").json
    (said,) = answer["said"]
    assert (said["number"], said["saying"], said["assumed"]) == (6, "tricks Cat 3", "Ann passes")
    assert said["postings"][0] == {
        "event": 6, "from": "Bob", "to": "Cat", "amount": 3, "why": "made 3", "cite": "[8]",
    }  # fmt: skip
    assert answer["expecting"]["who"] == ["Bob"]


def test_a_refused_saying(run):
    opened(run, "game nap", "deal Ann", "Cat 3")
    before = run("export", "--format", "jsonl").out
    done = run("record", "Ann 2")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("Ann 2: ")
    assert "4" in done.err
    error = run("record", "Ann 2", "--json").json["error"]
    assert (error["line"], whole(error)) == (1, done.err)
    for saying in ("", "# nothing", "\udcff\udcfe", "x" * 20_000, 'note "\x1b[2J"'):
        assert run("record", saying).code == 1
    assert run("export", "--format", "jsonl").out == before


def test_each_saying_through_a_pipe_is_answered_before_the_next_is_sent(run, tmp_path):
    run("open", "Piped", "--players", "Ann Bob Cat")
    command = [sys.executable, "-c", "from ledger.cli import main; main()", "record", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for number, saying in enumerate(("game nap", "deal Ann", "Cat 3"), start=3):
            process.stdin.write(f"{saying}\n")
            process.stdin.flush()
            answer = process.stdout.readline()
            while not answer.startswith(f"{number}  "):
                assert answer, "the process has ended"
                answer = process.stdout.readline()
        process.stdin.close()
    assert process.returncode == 0


def test_sayings_from_standard_input_each_by_itself(run):
    opened(run, "game nap")
    done = run("record", "-", stdin="deal Ann\n\nCat 9\nCat 3 # fine\nnonsense\ntricks Cat 3\n")
    assert done.code == 1
    assert [line.split(":")[:2] for line in done.err.splitlines() if line.startswith("-")] == [["-", "3"], ["-", "5"]]
    assert run("table", "--json").json["events"] == 6
    done = run("record", "-", "--json", stdin="deal\nnonsense\n")
    assert [list(answer) for answer in done.objects] == [
        ["evening", "money", "unit", "counter", "said", "asks", "expecting", "written"],
        ["expecting", "error"],
    ]
    assert done.objects[1]["error"]["line"] == 2


def test_a_saying_sent_twice_under_one_key_is_recorded_once(run):
    run("open", "Twelfth Night", "--players", "Ann Bob Cat")
    run("record", "--together", "-", stdin="game nap\ndeal Ann\n")
    first = run("record", "--key", "one", "--json", "Cat 3")
    again = run("record", "--key", "one", "--json", "Cat 3")
    assert again.json == {**first.json, "again": True}
    done = run("record", "--key", "one", "Cat 3")
    assert (done.code, done.out.splitlines()[0]) == (0, "this was recorded before; nothing is written again")
    done = run("record", "--key", "one", "Cat 4")
    assert (done.code, done.out) == (1, "")
    assert "something else was sent under this key" in done.err
    assert run("log", "--json").out.count("Cat 3") == 1


def test_sayings_together_are_all_or_none(run):
    opened(run, "game nap")
    done = run("record", "--together", "-", stdin="deal Ann\nCat 3\nnonsense\n")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("-:3: nonsense: ")
    assert run("table", "--json").json["events"] == 3
    done = run("record", "-", "--together", "--json", stdin="deal Ann\nCat 3\nCat made\n")
    assert [line["number"] for line in done.json["said"]] == [4, 5, 6]
    done = run("record", "--together", "-", stdin='amend 5 "Bob": Bob 3\namend 6 "Bob": Bob made\n')
    assert done.code == 0
    assert "by this correction" in done.out
    assert run("table", "--json").json["balances"]["Bob"] > 0


def test_recording_alone_reads_lines_until_the_end_of_input(run):
    opened(run)
    done = run("record", stdin="game nap\ndeal Ann\n")
    assert done.code == 0
    assert "4  deal Ann" in done.out


def test_recording_at_a_terminal(run, monkeypatch):
    opened(run)
    typed = iter(["game nap", "nonsense", "", "deal Ann"])

    def reads(prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", reads)
    monkeypatch.setattr(Terminal, "there", True)
    done = run("record")
    assert done.code == 0
    assert "4  deal Ann" in done.out
    assert "nonsense: " in done.out


def test_bytes_that_are_not_utf_8_on_standard_input(run):
    opened(run)
    done = run("record", "-", stdin=b'note "\xff"\nnote "good"\n')
    assert done.code == 1
    assert done.err.startswith("-:1: ")
    assert run("table", "--json").json["events"] == 3


# The other commands


def test_nothing_is_open(run):
    for command in (["table"], ["record", "Cat 3"], ["log"], ["settle"], ["export"]):
        done = run(*command)
        assert done.code == 1
        assert "no evening has been opened" in done.err
    assert "no evening has been opened" in run("evenings").out


@pytest.mark.parametrize(
    ("options", "fragment"),
    [
        (["--money", "groats"], "groats"),
        (["--counter", "1d"], "counter"),
        (["--on", "tomorrow"], "tomorrow"),
        (["--players", "Ann ann"], "ann"),
        (["--players", "Nap 7H"], "7H"),
    ],
)
def test_an_evening_that_cannot_be_opened(run, options, fragment):
    done = run("open", 'A "quoted" \\ title', *options)
    assert done.code == 1
    assert fragment in done.err
    assert run("evenings", "--json").json["evenings"] == []


def test_an_evening_with_everything_said(run):
    done = run("open", 'A "quoted" \\ title', "--players", 'Ann "Mary Ann"', "--money", "GBP", "--counter", "0.10",
               "--on", "2026-01-02", "--at", "The Mill")  # fmt: skip
    assert done.code == 0
    assert run("evenings", "--json").json["evenings"][0]["title"] == 'A "quoted" \\ title'
    assert run("table", "--json").json["players"] == ["Ann", "Mary Ann"]
    assert 'at "The Mill"' in run("log").out


def test_the_log_as_it_counts_and_as_it_was_recorded(run):
    opened(run, "game nap", "deal Ann", "Cat 3", "Cat made", "undo", 'amend 5 "misheard": Cat 2', "Cat failed")
    log = run("log", "--json").json["log"]
    assert [(row["number"], row["saying"]) for row in log if not row["counts"]] == [(5, "Cat 3"), (6, "Cat made")]
    assert [row["number"] for row in log] == [1, 2, 3, 4, 5, 5, 6, 9]
    counted = [row for row in log if row["counts"]]
    assert [(row["number"], row["saying"]) for row in counted][3:] == [(4, "deal Ann"), (5, "Cat 2"), (9, "Cat failed")]
    assert [row["assumed"] for row in counted][4:] == ["Bob passes", "Ann passes"]
    as_recorded = run("log", "--as-recorded", "--json").json["log"]
    assert [row["number"] for row in as_recorded] == list(range(1, 10))
    assert [row["number"] for row in as_recorded if not row["counts"]] == [5, 6]
    assert "Zoë" in run("log").out
    assert "(Bob passes)" in run("log").out


def test_what_was_corrected_is_struck_with_why_by_whom_and_when(run):
    opened(run, "game nap", "deal Ann", "Cat 3", "Cat made", 'amend 5 "misheard": Cat 2', 'insert 6 "late": note "x"')
    run("record", 'void 8 "it was nothing"')
    struck = {row["number"]: row["struck"] for row in run("log", "--json").json["log"] if not row["counts"]}
    assert {number: (by["by_event"], by["why"]) for number, by in struck.items()} == {
        5: (7, "misheard"),
        8: (9, "it was nothing"),
    }
    assert all(text["said_by"] and text["said_at"] for text in struck.values())
    lines = [" ".join(line.split()) for line in run("log").out.splitlines()]
    assert any("~~Cat 3~~ amended by 7, misheard, " in line for line in lines)
    assert any('~~note "x"~~ struck by 9, it was nothing, ' in line for line in lines)
    places = [line.split()[0] for line in lines[1:]]
    assert places == ["1", "2", "3", "4", "5", "5", "8", "6"]


def test_before_a_correction_is_written_it_is_said_what_it_changes(run):
    opened(run, "game nap", "deal Ann", "Cat 3", "Cat made")
    done = run("record", "--dry-run", 'amend 6 "she did not": Cat failed')
    assert "Cat: -12 by this correction, now -6" in done.out
    assert done.out.endswith("nothing is written\n")
    assert run("record", "--dry-run", "--json", "deal").json["written"] is False
    assert "would no longer fit" in run("record", "--dry-run", 'void 5 "x"').err
    assert run("record", "--dry-run", "-").code == 2
    pair = 'amend 5 "Bob": Bob 3\namend 6 "Bob": Bob made\n'
    assert run("record", "--dry-run", "--together", "-", stdin=pair).out.count("by this correction, now") == 2
    assert run("table", "--json").json["events"] == 6
    assert "no balance is changed" in run("record", 'insert 6 "late": note "x"').out


@pytest.mark.parametrize(("typed", "events"), [("n\n", 6), ("y\n", 7), ("\n", 6), ("", 6)])
def test_at_a_terminal_a_correction_is_confirmed_first(run, typed, events):
    opened(run, "game nap", "deal Ann", "Cat 3", "Cat made")
    done = run("record", 'amend 6 "she did not": Cat failed', stdin=typed, terminal=True)
    assert "Cat: -12 by this correction, now -6" in done.out
    assert (done.code, done.err) == (0, "")
    assert ("nothing is written" in done.out) == (events == 6)
    assert run("table", "--json").json["events"] == events
    assert run("record", "undo", "--yes", stdin="", terminal=True).code == 0


def test_an_undo_and_a_redo_say_what_they_take_back_and_bring_back(run):
    opened(run, "game nap", "deal Ann", "Cat 3", "Cat made")
    before = run("table", "--json").json["balances"]
    asked = run("record", "undo", stdin="n\n", terminal=True).out
    assert "6 no longer counts: Cat made" in asked
    assert "Cat: -6 by this correction, now 0" in asked
    assert "nothing is written" in asked
    undone = run("record", "undo", "--json").json["said"][0]
    assert undone["corrected"] == [{"event": 6, "was": "Cat made", "now": ""}]
    redone = run("record", "redo", "--json").json["said"][0]
    assert redone["saying"] == 'void 7 "redo"'
    assert redone["corrected"] == [{"event": 6, "was": "", "now": "Cat made"}]
    assert run("table", "--json").json["balances"] == before
    assert "5 counts as: Cat 2, not as: Cat 3" in run("record", 'amend 5 "misheard": Cat 2').out
    assert "nothing was undone" in run("record", "redo").err


def test_what_is_typed_may_be_short_and_what_is_recorded_is_full(run):
    opened(run, "game nap", "deal Ann")
    said = run("record", "b 2; c 3 / fold", "--json").json["said"]
    assert [line["saying"] for line in said] == ["Bob 2", "Cat 3", "Ann passes"]
    assert run("record", "c made", "--json").json["said"][0]["saying"] == "Cat made"
    assert run("record", "u", "--json").json["said"][0]["saying"] == "undo"
    assert run("record", "r", "--json").json["said"][0]["saying"] == 'void 9 "redo"'
    said = run("record", "deal; c 3; t c 2 b c", "--json").json["said"]
    assert [line["saying"] for line in said] == ["deal", "Cat 3", "trick Cat", "trick Cat", "trick Bob", "trick Cat"]
    run("record", "undo", "--yes")
    done = run("record", "deal; x 3")
    assert done.code == 1
    assert run("table", "--json").json["events"] == 17
    assert run("record", "-", stdin="c m; b buys 5\n").code == 0
    assert run("table", "--json").json["events"] == 19


def test_settling(run):
    opened(run, "game nap", *["deal", "tricks Ann 1 Bob 2 Cat 2"] * 2, "end", "Ann buys 5 paid")
    plain = run("settle", "--json").json
    assert sum(plain["owed"].values()) == 0
    assert set(plain["owed"]) == {"Ann", "Bob", "Cat", "bank"}
    via = run("settle", "--via", "ann", "--json").json
    assert all("Ann" in (payment["from"], payment["to"]) for payment in via["transfers"])
    house = run("settle", "--household", "ann+BOB", "--json").json
    assert "Ann+Bob" in house["owed"]
    coins = run("settle", "--coin", "4", "--json").json
    assert all(amount % 4 == 0 for amount in coins["owed"].values())
    assert {name: coins["owed"][name] + coins["rest"][name] for name in coins["owed"]} == plain["owed"]
    assert "that no coin pays" in run("settle", "--coin", "4").out
    for bad in (["--via", "Eve"], ["--coin", "0"], ["--coin", "x"], ["--household", "Ann+Eve"], ["--household", ""],
                ["--household", "Ann+Bob", "--household", "Bob+Cat"]):  # fmt: skip
        done = run("settle", *bad)
        assert (done.code, done.out) == (1, "")
        assert done.err


def test_another_evening_is_used(run):
    opened(run)
    opened(run)
    assert run("evenings", "--json").json["current"] == 2
    assert run("use", "1").code == 0
    run("record", 'note "here"')
    assert [evening["events"] for evening in run("evenings", "--json").json["evenings"]] == [3, 2]
    run("record", 'note "there"', "--evening", "2")
    assert [evening["events"] for evening in run("evenings", "--json").json["evenings"]] == [3, 3]
    for number in ("9", "99999999999999999999"):
        assert run("use", number).code == 1
        assert run("table", "--evening", number).code == 1


def test_games_and_their_rules(run):
    assert [game["name"] for game in run("games", "--json").json["games"]] == list(GAMES)
    assert "Nap" in run("games").out
    players = {game["name"]: game["players"] for game in run("games", "--json").json["games"]}
    assert (players["nap"], players["vingt-un"]) == ([2, 6], [2, None])
    assert "2 or more" in run("games").out
    for name in GAMES:
        told = run("rules", name, "--json").json
        assert told["name"] == name
        assert len(told["rules"]) > 500
        assert run("rules", name.upper()).code == 0
    assert "kitty_by" in run("rules", "nap").out
    done = run("rules", "napp")
    assert done.code == 1
    assert "nap" in done.err


@pytest.mark.parametrize("game", GAMES)
def test_a_simulated_evening_is_legal_and_the_same_for_the_same_seed(run, game, file):
    one = run("simulate", game, "--deals", "2", "--seed", "5")
    assert one.code == 0
    assert run("simulate", game, "--deals", "2", "--seed", "5").out == one.out
    assert run("replay", file(one.out)).code == 0


def test_a_simulation_that_cannot_be(run):
    assert run("simulate", "nap", "--players", "9").code == 1
    assert run("simulate", "whist").code == 1


def test_the_schema(run):
    assert run("db", "status", "--json").json["schema"] is None
    assert run("db", "upgrade").code == 0
    status = run("db", "status", "--json").json
    assert status["schema"] == status["wanted"]
    assert "already" in run("db", "upgrade").out


# What fails


def test_a_database_that_is_none(run, at_home):
    (at_home / "evenings.db").write_bytes(b"no database " * 1000)
    for command in (["evenings"], ["record", "Cat 3"], ["open", "X"], ["db", "status"], ["db", "upgrade"]):
        done = run(*command)
        assert done.code == 1
        assert "not a database" in done.err
        assert done.err.count("\n") <= 2
    assert (at_home / "evenings.db").read_bytes() == b"no database " * 1000


def test_a_locked_database(run, at_home):
    opened(run)
    with contextlib.closing(sqlite3.connect(at_home / "evenings.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        done = run("record", 'note "x"', "--json")
        assert done.code == 1
        assert "locked" in done.json["error"]["message"]
    assert run("table", "--json").json["events"] == 2


@pytest.mark.parametrize("url", ["mysql://x", "sqlite://", "sqlite:////nowhere/at/all.db", "oracle://u:secret@h/x"])
def test_databases_that_cannot_be(run, url):
    done = run("evenings", "--database", url)
    assert done.code == 1
    assert done.err
    assert "secret" not in done.err


# What each command imports


GIVEN_ONE_AFTER_ANOTHER = """
import json, sys
from ledger.cli import main
for words in json.loads(sys.argv[1]):
    sys.argv = ["card-ledger", *words]
    try:
        main()
    except SystemExit as end:
        assert not end.code, words
print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


def imported(*commands: str) -> set[str]:
    """Return the modules that a process imports for these commands."""
    done = subprocess.run(
        [sys.executable, "-c", GIVEN_ONE_AFTER_ANOTHER, json.dumps([shlex.split(command) for command in commands])],
        capture_output=True, text=True, check=True, timeout=120,
        env={**__import__("os").environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    return set(json.loads(done.stderr))


SLOW = {"sqlalchemy", "sqlmodel", "alembic", "pydantic", "rich", "rapidfuzz", "babel"}


def test_a_command_imports_only_what_it_uses(run, file):
    opened(run, "game nap", "deal Ann")
    name = file(EVENING)
    assert not imported("games", f"replay {name}") & (SLOW | {"sqlite3", "ledger.store", "ledger.recorder"})
    recording = imported("record 'Cat 3' --evening 1", "table", "settle", "settle --household Ann+Bob")
    assert not recording & (SLOW | {"platformdirs"})
    assert {"sqlite3", "ledger.games.nap.rules"} <= recording
    assert not {process for process in recording if process.startswith("ledger.games.")} & {"ledger.games.loo.rules"}
    opening = imported("--database new.db open Whist --players 'Ann Bob'", "audit")
    assert not opening & {"sqlalchemy", "sqlmodel", "alembic"}


# Names that are said shorter, and two who ask about each other


SHORT_NAMES = """\
evening "Boxing Night" on 1898-12-26 money=lsd counter=1d
players Zoë Nigel "Prudence May" "Mary Lou"
game nap stake=1 kitty=1
deal Zoë
"Prudence May" 3
"Prudence May" made
deal
Zoë nap
Zoë failed
end
Nigel pays Zoë 1d
Margaret joins as Peg
Zoë-Anne joins
"""


@pytest.fixture
def boxing(run, file):
    assert run("import", file(SHORT_NAMES.replace("Zoë-Anne joins\n", ""))).code == 0


@pytest.mark.usefixtures("boxing")
@pytest.mark.parametrize(
    ("said", "whose"),
    [("zoe", "Zoë"), ("ZOË", "Zoë"), ("pru", "Prudence May"), ("mary", "Mary Lou"), ("peg", "Margaret")],
)
def test_a_name_is_found_without_its_accents_and_by_its_beginning_everywhere(run, said, whose):
    assert run("explain", said).out == run("explain", whose).out
    assert run("explain", said, "--json").json["account"] == whose
    assert run("settle", "--via", said).out == run("settle", "--via", whose).out
    other = "Nigel+" if whose != "Nigel" else ""
    assert run("settle", "--household", f"{other}{said}").out == run("settle", "--household", f"{other}{whose}").out
    if said != "peg":
        same = run("standings", "--same", f"Somebody={said}", "--json").json["moneys"][0]["players"]
        assert "Somebody" in {answer["player"] for answer in same}
        assert whose not in {answer["player"] for answer in same}


@pytest.mark.usefixtures("boxing")
def test_a_name_that_may_be_several_is_refused_with_them_and_one_misspelt_with_the_nearest(run, file):
    for command in (["explain", "m"], ["settle", "--via", "m"], ["standings", "--same", "X=m"]):
        refused = run(*command)
        assert (refused.code, refused.out) == (1, "")
        assert refused.err == "m may be Mary Lou or Margaret.\n  Say the name in full\n"
    assert "Did you mean Zoë?" in run("settle", "--via", "Zeo").err
    assert "Did you mean Nigel?" in run("explain", "Nigl").err
    assert run("import", file(SHORT_NAMES)).code == 0
    assert run("explain", "zoe").err == "zoe may be Zoë or Zoë-Anne.\n  Say the name in full\n"
    assert run("explain", "zoë", "--json").json["account"] == "Zoë"


def test_a_name_is_whose_it_is_in_the_end(run, file):
    """Zoe is nobody's full name until she joins; she is not Zoë-Anne."""
    sayings = (
        'evening "X"\nplayers Zoë-Anne Bob\ngame tally\nresult Zoë-Anne +3 Bob -3\nZoe joins\nresult Zoe +2 Bob -2\n'
    )
    run("import", file(sayings))
    assert run("explain", "zoe", "--json").json["balance"] == 2
    assert run("explain", "zoe-a", "--json").json["balance"] == 3
    assert run("explain", "zo").err.startswith("zo may be Zoë-Anne or Zoe.")


@pytest.mark.usefixtures("boxing")
def test_why_one_owes_another(run):
    assert run("explain", "zoe", "nigel").out.splitlines() == [
        "deal 2, nap",
        "event  saying      from or to  why                  moved  balance",
        "    9  Zoë failed  to Nigel    failed nap [4], [8]    -5d      -5d",
        "",
        "moved directly between them: Zoë -5d, Nigel +5d",
        "on the whole Zoë has lost 1s7d, and owes 1s8d",
        "on the whole Nigel has won 1d, and is owed 2d",
        "to settle, Zoë pays Nigel 2d",
        "These are the fewest payments that settle the evening. They are not what passed between any two players.",
        "✓ Nigel has paid Zoë 1d (event 11)",
    ]
    told = run("explain", "mary", "zoe", "--json").json
    (pays,) = [payment for payment in run("settle", "--json").json["transfers"] if payment["to"] == "Mary Lou"]
    assert told["transfer"] == pays
    whole = run("explain", "mary", "--json").json
    assert told["balance"] == sum(line["amount"] for line in whole["lines"] if line["other"] == "Zoë")
    assert told["balances"]["Mary Lou"] == whole["balance"]
    assert (told["lines"][-1]["balance"], told["paid"]) == (told["balance"], [])
    assert "to settle, neither of them pays the other" in run("explain", "mary", "pru").out
    assert run("explain", "mary", "Ann").code == 1
    assert run("explain", "zoe", "Zoë").err == "Zoë is named twice.\n  Say two players, as explain Ann Bob\n"
    assert run("explain", "zoe", "nigel", "--pool", "nap.kitty").code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["use"], ["table", "--evening"], ["explain", "--event"], ["explain", "--deal"], ["explain", "--count"],
        ["serve", "--port"], ["simulate", "nap", "--seed"],
    ],
)  # fmt: skip
def test_a_number_of_thousands_of_digits_is_refused(run, arguments):
    opened(run)
    done = run(*arguments, "9" * 5_000)
    assert done.code in (1, 2)
    assert len(done.err.splitlines()) < 8
