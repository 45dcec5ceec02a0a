"""The prompt at a terminal: completion, refused lines kept for correction, undo by a key."""

import gc
import json
import re
import shutil
from contextlib import closing

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from typer.testing import CliRunner

from ledger.cli import app
from ledger.cli.lessons import TOPICS, Lesson
from ledger.cli.output import Output
from ledger.cli.prompt import BELOW, Prompt, sayings_of
from ledger.cli.text_table import folded
from ledger.core.events import RecordedEvent
from ledger.games.registry import GAMES
from ledger.interchange.script import script_of
from ledger.language.forms import texts
from ledger.projections.offers import offers
from ledger.projections.rule_sheets import sheet_of, unwrapped
from ledger.recorder import Recorder
from ledger.store import open_store
from ledger.testing.random_evenings import RandomChooser, begin_evening, say_something, simulate
from tests.helpers.terminal import Terminal

CTRL_C, CTRL_D, CTRL_Y, CTRL_Z, TAB, BACKSPACE = "\x03", "\x04", "\x19", "\x1a", "\t", "\x7f"
UP = "\x1b[A"
BOTH = ("b", "c", "d", "a")
"""Who calls first in each deal, by the beginning of the name."""


@pytest.fixture
def database(tmp_path):
    path = f"sqlite:///{tmp_path / 'evenings.db'}"
    done = CliRunner().invoke(app, ["--database", path, "open", "Boxing Night", "--players", "Ann Bob Cat Dan"])
    assert done.exit_code == 0, done.output
    return path


@pytest.fixture
def terminal(database, tmp_path):
    environment = {"CARD_LEDGER_DATABASE": database, "XDG_STATE_HOME": str(tmp_path / "state")}
    opened = Terminal(["record"], environment)
    opened.wait_for("Boxing Night>")
    yield opened
    opened.close()


def recorded(database):
    done = CliRunner().invoke(app, ["--database", database, "--json", "log", "--as-recorded"])
    return [row["saying"] for row in json.loads(done.output)["log"]][2:]


def test_an_evening_by_beginnings_is_recorded_in_full(terminal, database):
    for line, then in (
        ("game nap", "no deal is in hand"),
        ("d a", "it is Bob's turn to call"),
        ("c 3", "it is Dan's turn to call"),
        ("c made", "deal 1 is over"),
        ("d; b n; b f", "deal 2 is over"),
        ("end", "10  end"),
    ):
        terminal.say(line, then)
    assert recorded(database) == ["game nap", "deal Ann", "Cat 3", "Cat made", "deal", "Bob nap", "Bob failed", "end"]


def test_what_is_refused_stays_to_be_mended_with_the_reason_under_it(terminal, database):
    terminal.say("game nap", "no deal is in hand")
    terminal.say("deal Ann", "it is Bob's turn")
    terminal.say("Cat 3", "it is Dan's turn")
    terminal.say("Dan 2", "Dan may say: pass, 4, nap")
    assert "Boxing Night> Dan 2" in terminal.shown
    terminal.say(f"{BACKSPACE}4", "6  Dan 4")
    assert recorded(database)[-1] == "Dan 4"


def test_a_refused_line_never_swallows_the_next(terminal, database):
    terminal.say("game nap; deal Ann", "it is Bob's turn")
    terminal.say("zzz", "is neither a player")
    terminal.say("b p", "5  Bob passes")
    terminal.say("c 9", "may say")
    terminal.say("c 3", "6  Cat 3")
    terminal.say("d 2", "may say")
    terminal.type("x")
    terminal.wait_for("Night> x")
    terminal.say(f"{UP}{BACKSPACE}4", "7  Dan 4")
    terminal.say("zzz", "is neither a player")
    terminal.type("d")
    terminal.wait_for("Boxing Night> d")
    terminal.say(f"{UP}{BACKSPACE * 3}d m", "8  Dan made")
    assert recorded(database) == ["game nap", "deal Ann", "Bob passes", "Cat 3", "Dan 4", "Dan made"]


@pytest.mark.thorough
def test_what_was_refused_is_shown_no_longer_once_something_else_was_asked(terminal, database):
    terminal.say("game nap", "no deal is in hand")
    terminal.say("Bob 2z", "is not what a player does")
    terminal.type("\x15")
    terminal.say("table", "won or lost")
    terminal.type("deal")
    terminal.wait_for("Boxing Night> deal")
    while "3 events" not in (below := terminal.shown.rpartition("Boxing Night> deal")[2]):
        terminal.look()
    assert "is not what a player does" not in below


@pytest.mark.thorough
def test_a_long_title_leaves_room_for_what_is_typed(database, tmp_path):
    title = "The forty-second annual meeting of the Upper Slaughter card-players"
    assert CliRunner().invoke(app, ["--database", database, "open", title, "--players", "Ann Bob"]).exit_code == 0
    environment = {"CARD_LEDGER_DATABASE": database, "XDG_STATE_HOME": str(tmp_path / "state"), "COLUMNS": "60"}
    opened = Terminal(["record"], environment, columns=60)
    opened.wait_for("The forty-second an…>")
    opened.say("game nap", "no deal is in hand")
    opened.close()


@pytest.mark.thorough
def test_a_terminal_without_unicode_is_shown_the_nearest_letters_at_the_prompt_too(database, tmp_path):
    title = "Zoë’s game – the forty-second"
    assert CliRunner().invoke(app, ["--database", database, "open", title, "--players", "Łucja Bob"]).exit_code == 0
    environment = {
        "CARD_LEDGER_DATABASE": database,
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "PYTHONIOENCODING": "ascii",
    }
    opened = Terminal(["record"], environment | {"COLUMNS": "60"}, columns=60)
    opened.wait_for("Zoe's game - the...>")
    opened.wait_for("2 events . Tab finishes")
    opened.say("game nap; deal lucja", "4  deal Lucja")
    opened.close()


def test_tab_finishes_a_word_and_enter_takes_no_suggestion(terminal, database):
    terminal.say("game nap", "no deal is in hand")
    terminal.say("deal Ann", "it is Bob's turn")
    terminal.type(f"wel{BACKSPACE * 3}na{TAB}")
    terminal.wait_for("Boxing Night> nap")
    terminal.say("", "5  Bob nap")
    terminal.say("c", 'it is not said what "Cat" does')
    assert recorded(database)[-1] == "Bob nap"


def test_undo_and_redo_by_a_key_and_ctrl_c_drops_the_line_only(terminal, database):
    terminal.say("game nap", "no deal is in hand")
    terminal.say("deal Ann", "it is Bob's turn")
    terminal.type(CTRL_Z)
    terminal.wait_for("4 no longer counts: deal Ann")
    terminal.type(CTRL_Y)
    terminal.wait_for("4 counts: deal Ann")
    terminal.type(f"Cat wellington{CTRL_C}")
    terminal.say("Bob 2", "7  Bob 2")
    terminal.type(CTRL_D)
    terminal.ended()
    assert recorded(database) == ["game nap", "deal Ann", "undo", 'void 5 "redo"', "Bob 2"]


def test_what_another_records_appears_and_the_line_stays(terminal, database):
    terminal.say("game nap", "no deal is in hand")
    terminal.say("deal Ann", "it is Bob's turn")
    terminal.type("Cat ")
    done = CliRunner().invoke(app, ["--database", database, "record", "Bob 2"])
    assert done.exit_code == 0, done.output
    terminal.wait_for("5  Bob 2  (by ")
    terminal.wait_for("Boxing Night> Cat")
    terminal.say("3", "6  Cat 3")


@pytest.mark.thorough
def test_a_balance_is_corrected_only_when_it_is_confirmed(terminal, database):
    for line, then in (("game nap", "no deal"), ("deal Ann", "Bob's turn"), ("Cat 3", "Dan's turn"), ("c m", "over")):
        terminal.say(line, then)
    terminal.say('amend 6 "two only": Cat failed', "Write it? [y/N]:")
    terminal.say("", "nothing is written")
    assert recorded(database)[-1] == "Cat made"


@pytest.mark.thorough
def test_what_lets_all_others_fold_is_asked_about_first(terminal, database):
    terminal.say("game holdem", "no deal is in hand")
    terminal.say("deal Ann", "Dan's turn")
    terminal.say("Dan raises to 6", "Ann's turn")
    terminal.say("Dan tips 1", "Write it? [y/N]:")
    assert "Ann folds, Bob folds, Cat folds, and nobody has said how it came out" in " ".join(terminal.shown.split())
    terminal.say("", "nothing is written")
    assert recorded(database)[-1] == "Dan raises to 6"


@pytest.mark.thorough
def test_commands_and_help_beside_the_sayings(terminal):
    terminal.say("game nap", "no deal is in hand")
    terminal.say("deal Ann", "it is Bob's turn")
    terminal.say("?", "Tab finishes a word")
    assert "  each: pass, 1, 2, 3, 4, nap" in terminal.shown
    terminal.say("/settle", "nobody owes anybody anything")
    terminal.say("/nonsense", "there is no command /nonsense here")
    terminal.type("quit\r")
    terminal.ended()


@pytest.mark.thorough
def test_what_was_typed_is_kept_between_evenings(terminal, database, tmp_path):
    terminal.say("game nap", "no deal is in hand")
    terminal.type(CTRL_D)
    terminal.ended()
    run = CliRunner()
    done = run.invoke(app, ["--database", database, "open", "Twelfth Night", "--players", "Eve Fay Gus"])
    assert done.exit_code == 0, done.output
    environment = {"CARD_LEDGER_DATABASE": database, "XDG_STATE_HOME": str(tmp_path / "state")}
    another = Terminal(["record"], environment)
    another.wait_for("Twelfth Night>")
    another.type(UP)
    another.wait_for("Twelfth Night> game nap")
    another.say("", "no deal is in hand")
    another.close()


@pytest.mark.thorough
def test_the_rule_of_the_turn_is_shown(terminal):
    terminal.say("game nap", "no deal is in hand")
    terminal.say("deal Ann", "it is Bob's turn")
    terminal.say("?", "Tab finishes a word")
    assert "it is Bob's turn to call" in terminal.shown
    assert "nap" in terminal.shown.partition("it is Bob's turn to call")[2].partition("Tab finishes")[0]


def test_what_is_wider_than_the_terminal_is_parted_between_words():
    told = "it is Dan's turn\n  Dan: " + ", ".join(["stakes AMOUNT on queen"] * 6)
    lines = folded(told).splitlines()
    assert lines[0] == "it is Dan's turn"
    assert max(map(len, lines)) <= 80
    assert " ".join(" ".join(lines).split()) == " ".join(told.split())
    assert [line[:4] for line in lines[2:]] == ["    "] * (len(lines) - 2)


def test_the_rows_of_a_rule_sheet_stay_in_their_columns():
    lines = [part for line in unwrapped(sheet_of("loo")) for part in folded(line).splitlines()]
    assert max(map(len, lines)) <= 80
    assert "  miss            lays them aside for the miss, and must play it; there is but" in lines
    assert lines[lines.index("  one has the miss, all pass     he takes the pool [20]") - 1] == (
        " " * 33 + "there, and he pays nothing [19]-[20]"
    )


@pytest.mark.parametrize("game", GAMES)
def test_help_names_every_saying_once(game):
    evening = begin_evening(game, 4)
    for number in range(4, 12):
        may = offers(evening, number)
        forms = (*may.forms, *may.around)
        shown = "\n".join(sayings_of(forms, evening))
        every = {text for form in forms for text in texts(form.slots, evening.money) if not text.isdigit()}
        assert {text.split()[0] for text in every} - {*shown.replace(",", "").split()} == set()
        assert {"undo", "cost", "void", "amend", "insert", "note"} <= {text.split()[0] for text in every}
        assert shown.count("note ") == shown.count("undo") == 1
        say_something(evening, RandomChooser(number), number)


@pytest.mark.parametrize("game", GAMES)
def test_help_fits_a_screen_of_24_lines(tmp_path, capsys, monkeypatch, game):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    simulated = enumerate(simulate(game, 2, 4, RandomChooser(1)), start=1)
    opening, seats, *sayings = script_of([RecordedEvent(number, event) for number, event in simulated]).splitlines()
    with closing(open_store(str(tmp_path / "evenings.db"))) as store:
        recorder = Recorder(store, "Ann")
        session = recorder.open_session(recorder.open([opening, seats])[0])
        with create_pipe_input() as keys, create_app_session(keys, DummyOutput()):
            prompt = Prompt(Output(database=None, evening=None, json=False), session)
            for saying in sayings[:25]:
                session.record_together(enumerate([saying], start=1))
                capsys.readouterr()
                prompt.help()
                assert len(capsys.readouterr().out.splitlines()) + BELOW <= 24


def test_a_refused_line_stays_above_the_next(terminal):
    terminal.say("game nap; deal Ann; Cat 3", "it is Dan's turn")
    terminal.say("Dan 2", "Dan may say: pass, 4, nap")
    terminal.say("Dan 9", "may say")
    terminal.say("Dan 4", "6  Dan 4")
    lines = [line for line in terminal.shown.splitlines() if line.startswith("Boxing Night> Dan")]
    assert lines == ["Boxing Night> Dan 2", "Boxing Night> Dan 9", "Boxing Night> Dan 4"]
    assert terminal.shown.count("Dan may say: pass, 4, nap") >= 1


def test_what_may_be_said_is_told_once_a_turn(terminal):
    terminal.say("game nap; deal Ann", "it is Bob's turn to call")
    terminal.say('note "one"', "5  note")
    terminal.say('note "two"', "6  note")
    assert terminal.shown.count("Bob: pass") == 1
    terminal.say("whose turn", "whose turn\nit is Bob's turn")
    terminal.say("Bob 3", "it is Cat's turn")
    assert terminal.shown.count("Cat: pass") == 1


def test_a_question_is_answered_for_the_game_that_is_played(terminal):
    terminal.say("game holdem; deal Ann", "Dan's turn")
    terminal.say("? raises", "For example: Dan raises")
    terminal.say("? showdown", "showdown cannot be said now. The rules have it")
    terminal.say("? zebra", "? lists what may be said")
    terminal.say("? cost", "shared by all who are seated")


@pytest.mark.thorough
def test_a_whole_evening_of_nap(terminal, database):
    terminal.say("game nap", "no deal is in hand")
    terminal.keys = 0
    told = 0
    for round_of in range(6):
        dealer = "d a" if round_of == 0 else "d"
        for line, then in ((dealer, "turn to call"), ("n", "turn to"), (f"{BOTH[round_of % 4]} m", "is over")):
            terminal.say(line, then)
            told += 1
    assert terminal.keys <= 4 * told, f"{terminal.keys} keys for {told} sayings"
    terminal.say("d", "turn to call")
    terminal.type(f"na{TAB}")
    terminal.wait_for("Boxing Night> nap")
    terminal.type(CTRL_C)
    terminal.type(CTRL_Z)
    terminal.wait_for("22 no longer counts: deal")
    terminal.type(CTRL_Y)
    terminal.wait_for("22 counts: deal")
    done = CliRunner().invoke(app, ["--database", database, "record", "Dan 2"])
    assert done.exit_code == 0, done.output
    terminal.wait_for("Dan 2  (by ")
    terminal.say("a 2", "may say")
    terminal.say(f"{BACKSPACE}3", "Ann 3")
    terminal.say("a f", "is over")
    terminal.say("end divide", "game NAME")
    terminal.type("quit\r")
    terminal.ended()
    sayings = recorded(database)
    assert sayings[:4] == ["game nap", "deal Ann", "Bob nap", "Bob made"]
    assert sayings[-6:] == ["undo", 'void 23 "redo"', "Dan 2", "Ann 3", "Ann failed", "end divide"]


@pytest.mark.thorough
def test_what_is_no_longer_wanted_of_a_prompt_is_not_kept_for_good(database, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    frozen = []
    with create_pipe_input() as keys, create_app_session(keys, DummyOutput()):
        face = Output(database=database, evening=None, json=False)
        prompt = Prompt(face, face.recorder().open_session(None))
        asked = prompt._prompt.prompt

        def counted(**more):
            frozen.append(gc.get_freeze_count())
            keys.send_text('note "x"\r' if len(frozen) < 20 else CTRL_D)
            return asked(**more)

        monkeypatch.setattr(prompt._prompt, "prompt", counted)
        try:
            prompt.run()
        finally:
            gc.unfreeze()
    assert recorded(database) == ['note "x"'] * 19
    assert frozen[0] > 0
    assert max(frozen) == frozen[0]


@pytest.mark.thorough
def test_a_close_that_moves_money_is_asked_about(terminal, database):
    terminal.say("count Ann 5 Bob 5", "nobody has bought counters")
    terminal.say("close short=split", "Write it? [y/N]")
    assert "over by counting" in terminal.shown
    terminal.say("n", "nothing is written")
    terminal.say("count all 0", "4  count")
    terminal.say("close", "5  close")
    assert recorded(database)[-1] == "close"


@pytest.mark.thorough
def test_before_a_game_the_games_are_named_and_where_their_rules_are(terminal):
    terminal.say("?", "Tab finishes a word")
    assert "game NAME begins a game" in terminal.shown
    assert "/rules NAME tells its rules" in terminal.shown
    for game in ("nap", "loo", "poker", "newmarket"):
        assert re.search(rf"\b{game}\b", terminal.shown), game
    assert "cards=" not in terminal.shown
    assert "close" in terminal.shown
    terminal.say("/rules", "or tally")
    assert "Missing argument" not in terminal.shown


@pytest.mark.thorough
def test_the_first_dealer_is_told_where_nobody_is_named(terminal, database):
    terminal.say("game nap", "no deal is in hand")
    terminal.say("deal", "Ann deals")
    terminal.say("b 4; b made", "deal 1 is over")
    terminal.say("deal", "it is Cat's turn")
    assert "Bob deals" not in terminal.shown
    assert recorded(database)[1] == "deal"


def test_help_has_table_work_and_putting_right_and_teaches_a_topic(terminal):
    terminal.say("game nap; deal Ann", "it is Bob's turn to call")
    terminal.say("?", "More: ? WORD")
    terminal.wait_for("insert 2")
    for word in ("joins", "buys", "cashes", "count", "penalty", "misdeal", "note", "undo", "amend 2", "void 2"):
        assert word in terminal.shown, word
    terminal.say("?late", "Eve joins after Ann")
    terminal.say("? amend", "goes in before event 4")
    terminal.wait_for('void 4 "never happened"')


EVENINGS = (
    "",
    "game nap; deal Ann; Zoë 3; Zoë made",
    "game nap; deal Ann; Zoë 3; Zoë made; deal",
    "game holdem; all buys 100; deal Ann; all fold; deal; Cat raises to 6",
    "game tournament; Cat out",
)


@pytest.mark.parametrize("before", EVENINGS)
@pytest.mark.parametrize("topic", TOPICS)
def test_a_lesson_has_five_lines_with_examples_that_are_taken(tmp_path, topic, before):
    recorder = Recorder(open_store(str(tmp_path / "evenings.db"), True), "Ann")
    recorder.open(['evening "E"', 'players Ann Zoë Cat "Mary Ann"'])
    session = recorder.open_session()
    for saying in filter(None, before.split("; ")):
        session.record_typed(saying)
    lines = Lesson(session).lines(topic)
    assert len(lines) == 5
    assert all(len(line) <= 80 for line in lines), lines
    for line in lines:
        example, _, means = line.partition(" – ")
        if means and re.match("undo|amend|insert|void|count|note|Ann (buys|cashes|pays)", example):
            assert session.would_stand(example), example


@pytest.mark.thorough
def test_whose_turn_it_is_is_told(terminal, database):
    terminal.say("game nap; deal Ann; b p", "it is Cat's turn to call")
    terminal.say("c 2; d p; a p", "Cat plays")
    terminal.say("whose turn?", "Cat plays")
    assert recorded(database)[-1] == "Ann passes"


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("less") is None, reason="there is no pager")
def test_rules_longer_than_the_screen_are_read_in_a_pager_at_its_width(terminal):
    terminal.type("/rules nap\r")
    terminal.wait_for("/ searches, space goes on, q leaves")
    assert "Two to six play, four best. Each is dealt five cards. From the dealer's left" in terminal.shown
    terminal.type("q")
    terminal.wait_for("Boxing Night>")


def test_a_question_puts_its_line_into_the_prompt_and_enter_takes_it(terminal, database):
    terminal.say("game holdem; deal Ann", "Dan's turn")
    terminal.say("Bob won 6 from Cat and 8 from Dan", "is this what each put in")
    assert "Boxing Night> in Bob 8 Cat 6 Dan 8; Bob wins" in terminal.shown
    terminal.say("", "deal 1 is over")
    assert recorded(database)[-2:] == ["in Bob 8 Cat 6 Dan 8", "Bob wins"]
    terminal.say("amend 4: deal Ann", "the reason is missing")
    terminal.say("misheard", "Write it? [y/N]:")
    terminal.say("y", "7 events")
    assert recorded(database)[-1] == 'amend 4 "misheard": deal Ann'


def test_help_on_a_word_of_the_game_has_an_example_that_is_taken(terminal, database):
    terminal.say("game holdem; deal Ann", "Dan's turn")
    terminal.say("? in", "For example: in")
    terminal.say("?pizza", "cost 20 pizza Ann paid")
    terminal.say("card-ledger table", "won or lost")
    assert recorded(database)[-1] == "deal Ann"


@pytest.fixture
def in_euros(tmp_path):
    """A terminal of 80 columns, at an evening of euros with counters of ten cents."""
    path = f"sqlite:///{tmp_path / 'evenings.db'}"
    opening = ["open", "Euros", "--players", "Ann Bob Cat", "--money", "EUR", "--counter", "0.10"]
    done = CliRunner().invoke(app, ["--database", path, *opening])
    assert done.exit_code == 0, done.output
    opened = Terminal(["record"], {"CARD_LEDGER_DATABASE": path, "XDG_STATE_HOME": str(tmp_path / "state")})
    opened.wait_for("Euros>")
    yield opened, path
    opened.close()


def test_what_a_bare_number_is_stands_in_the_toolbar_and_can_be_changed(in_euros):
    terminal, path = in_euros
    terminal.say("Ann buys 2", "2 is 2 counters (€0.20) or €2.00: c or m?")
    terminal.say("m", "3  Ann buys 2.00")
    terminal.wait_for("numbers are money, /c: counters")
    terminal.say("Bob buys 3", "4  Bob buys 3.00")
    terminal.say("/c", "numbers are counters, /m: money")
    terminal.say("Cat buys 4", "5  Cat buys 0.40")
    terminal.say("count Ann 2.00 Bob 3", "counters and money in one saying")
    assert recorded(path) == ["Ann buys 2.00", "Bob buys 3.00", "Cat buys 0.40"]


@pytest.mark.thorough
def test_what_is_left_in_front_is_asked_before_one_leaves(in_euros):
    terminal, path = in_euros
    terminal.say("Ann buys €2.20", "3  Ann buys 2.20")
    terminal.say("Ann cashes €2.00", "4  Ann cashes 2.00")
    terminal.say("Ann leaves", "€0.20 is left in front of Ann: cashed too, or still theirs? [c/s]")
    terminal.say("c", "6  Ann leaves")
    assert recorded(path)[-2:] == ["Ann cashes 0.20", "Ann leaves"]


@pytest.mark.thorough
def test_who_is_called_as_a_command_is_plays_on(tmp_path):
    database = f"sqlite:///{tmp_path / 'evenings.db'}"
    CliRunner().invoke(app, ["--database", database, "open", "Boxing Night", "--players", "Help Bob Log"])
    opened = Terminal(["record"], {"CARD_LEDGER_DATABASE": database, "XDG_STATE_HOME": str(tmp_path / "state")})
    opened.wait_for("Boxing Night>")
    for line, then in (
        ("Help buys 20", "3  Help buys 20"),
        ("log buys 10", "4  Log buys 10"),
        ("/log", "said at"),
        ("?", "begins a game"),
    ):
        opened.say(line, then)
    opened.close()
    assert recorded(database) == ["Help buys 20", "Log buys 10"]
