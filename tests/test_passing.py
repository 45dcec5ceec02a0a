"""A log that is passed through comes to the same as one that is held, and no more of it is held than of a short one."""

import io
import os
import random
import shutil
import sqlite3
import tracemalloc
from collections import deque
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial
from itertools import chain
from pathlib import Path

import msgspec
import pytest

from ledger.audit import audit_stored, examine
from ledger.cli import app, text_table
from ledger.core.events import Amend, Count, Insert, Note, OpenEvening, Pays, RecordedEvent, SeatPlayers, Undo, Void
from ledger.core.refusals import Refusal, RefusedLine
from ledger.interchange import spool as aside
from ledger.interchange.files import tell_file
from ledger.interchange.formats import FORMATS
from ledger.interchange.script import replay_script, sayings_of, script_of
from ledger.log.commands import pins
from ledger.log.digests import head
from ledger.log.replay import Replay
from ledger.log.seals import seal_of
from ledger.projections import passing
from ledger.projections.course import course_of
from ledger.projections.passing import Passage, passed_through
from ledger.projections.tables import summary
from ledger.recorder import Recorder
from ledger.store import database as databases
from ledger.store import open_store
from ledger.store import statements as sql
from ledger.testing.random_evenings import RandomChooser, simulate
from tests import test_cli
from tests.databases import database, server, store, url
from tests.rig import SELDOM, one_in

__all__ = ["database", "server", "store", "url"]
at_home, run = test_cli.at_home, test_cli.run

GAMES = ("nap", "loo", "poker", "newmarket", "tally")


@pytest.fixture
def forgetful(monkeypatch):
    """Little is held, so that a short evening is forgotten as a long one is."""
    monkeypatch.setattr(passing, "HELD", 60)
    monkeypatch.setattr(passing, "NEWEST", 20)
    monkeypatch.setattr(passing, "PORTION", 7)
    monkeypatch.setattr(databases, "PORTION", 11)


def corrected_evening(seed: int, back: int, deals: int = 10) -> Replay:
    """A random evening of several games, with corrections of what was said up to so many events before."""
    chances, replay = random.Random(seed), Replay()

    def add(event) -> None:
        replay.add([RecordedEvent(len(replay.recorded) + 1, event, pinned=pins(event, replay.evening))])

    for event in (OpenEvening("Long"), SeatPlayers(("Ann", "Bob", "Cat", "Dan"))):
        add(event)
    for place, game in enumerate(GAMES):
        for event in simulate(game, deals, 4, RandomChooser(seed + place))[2:-1]:
            said = [event]
            while chances.random() < 0.06:
                newest = len(replay.recorded)
                number = chances.randint(max(1, newest - back), newest)
                corrections = (
                    Undo(),
                    Void(number, "no"),
                    Insert(number, "late", Note("x")),
                    Amend(number, "y", Note("y")),
                )
                said.append(chances.choice([*corrections, Pays("Ann", "Bob", 3), Count((("Ann", 7),))]))
            for one in said:
                try:
                    add(one)
                except Refusal:
                    continue
    return replay


@pytest.mark.parametrize("seed", one_in(5, range(36)))
def test_what_is_passed_through_comes_to_what_is_held(forgetful, seed):
    whole = corrected_evening(seed, back=15 if seed % 3 else 400)
    parts, began = [], []

    def begin(forgets: bool) -> Passage:
        parts.clear()
        began.append(forgets)
        return Passage(lambda part: parts.append((part.number, part.counted, part.postings)), forgets)

    passage = passed_through(whole.recorded, begin)
    assert summary(passage.evening) | {"findings": None} == summary(whole.evening) | {"findings": None}
    assert passage.findings == whole.evening.findings
    assert passage.course == course_of(whole.evening)
    assert passage.postings == len(whole.evening.books.postings)
    assert list(chain.from_iterable(counted for _, counted, _ in parts)) == whole.evening.counted
    assert list(chain.from_iterable(postings for _, _, postings in parts)) == whole.evening.books.postings
    assert began == [True] or len(parts) == 1
    if seed % 3:
        assert began == [True]


def deals_of_nap(number: int) -> list[str]:
    return ["deal", "tricks Ann 1 Bob 2 Cat 2"] * number


NAP = ['evening "Long"', "players Ann Bob Cat", "game nap kitty=1"]


@pytest.mark.parametrize(("correction", "again"), [("undo", False), ('amend 9 "no": tricks Ann 2 Bob 2 Cat 1', True)])
def test_the_log_is_gone_through_again_only_for_a_correction_of_what_is_long_over(forgetful, correction, again):
    recorded = replay_script("\n".join([*NAP, "deal Ann", *deals_of_nap(200)[1:], correction]), "x").recorded
    began = []
    passed_through(recorded, lambda forgets: began.append(forgets) or Passage(forgets=forgets))
    assert began == ([True, False] if again else [True])


def test_corrections_that_only_stand_together_are_not_parted(forgetful):
    lines = [*NAP, "deal Ann", *deals_of_nap(40)[1:]]
    replay = replay_script("\n".join(lines), "x")
    number = len(replay.recorded)
    taken_back = [RecordedEvent(number + place, Void(number + 1 - place, "no")) for place in range(1, 17)]
    wrong_alone = [Void(number - 17, "no"), Void(number - 16, "no")]
    together = [RecordedEvent(number + 17 + place, event) for place, event in enumerate(wrong_alone)]
    replay.add([*taken_back, *together])
    passage = passed_through(replay.recorded)
    assert passage.kept is not None
    assert summary(passage.evening) == summary(replay.evening)


def in_files(tmp_path, replay: Replay) -> tuple[str, str]:
    """The same evening as a script and, once it is kept, as a database."""
    script, kept = tmp_path / "long.evening", tmp_path / "long.db"
    script.write_text(script_of(replay.recorded), encoding="utf-8")
    recorder = Recorder(open_store(str(kept)), "tester")
    recorder.keep(replay)
    recorder.store.close()
    return str(script), str(kept)


def beside(path: str) -> list[tuple]:
    """All that is derived from a log, as it lies in its database."""
    with sqlite3.connect(path) as connection:
        return [connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
                for table in ("evening", "posting", "mark", "checkpoint")]  # fmt: skip


@pytest.mark.parametrize("seed", one_in(3, range(6)))
def test_every_command_says_the_same_of_what_it_holds_and_of_what_it_forgets(run, tmp_path, request, seed):
    replay = corrected_evening(seed, back=15 if seed % 2 else 400, deals=5)
    script, kept = in_files(tmp_path, replay)
    commands = (
        ("settle",), ("standings", "--replay"), ("settle", "--since", "2000-01-01", "--replay"), ("audit",), ("seal",),
        ("seal", "--prove", "7", "--to", str(tmp_path / "seven")), ("log",), ("log", "--as-recorded"), ("explain",),
        ("explain", "ann"), ("explain", "BOB", "--deal", "3"), ("explain", "--pool", "nap.kitty"), ("explain", "--chart"),
        ("explain", "--deal", "20"), ("explain", "Cat", "--event", "300"), ("explain", "nobody"), ("explain", "bank"),
        ("explain", "--event", "99999"), ("explain", "--pool", "nowhere"), ("explain", "--count", "99999"),
        *(("explain", "--count", str(one.number)) for one in replay.evening.counted if isinstance(one.event, Count)),
        ("export",), ("export", "--format", "jsonl"), ("export", "--format", "csv"), ("export", "--format", "beancount"),
        ("export", "--format", "hledger"), ("whatif", "nap.wellington=double"), ("whatif", "loo.limit=8"),
        ("whatif", "loo.players=99"), ("whatif", "jig.stake=2"), ("table",), ("replay", script),
    )  # fmt: skip
    faces = [(*command, *json) for command in commands for json in ((), ("--json",))]
    said = [run("--database", kept, *command) for command in faces]
    assert all(one.code in (0, 1) for one in said)
    request.getfixturevalue("forgetful")
    assert [run("--database", kept, *command) for command in faces] == said
    before = beside(kept)
    assert run("--database", kept, "db", "rebuild", "--yes").code == 0
    assert beside(kept) == before
    assert tell_file(script).head == head(replay_script(script_of(replay.recorded), "x").recorded)


@pytest.mark.parametrize("seed", one_in(3, range(6)))
def test_what_is_imported_is_kept_as_what_is_held_is(run, tmp_path, request, seed):
    replay = corrected_evening(seed, back=15 if seed % 2 else 400, deals=5)
    script, kept = in_files(tmp_path, replay)
    lines = tmp_path / "long.jsonl"
    lines.write_text(run("--database", kept, "export", "--format", "jsonl").out, encoding="utf-8")
    request.getfixturevalue("forgetful")
    again = str(tmp_path / "again.db")
    assert run("--database", again, "import", str(lines), "--json").json["events"] == len(replay.recorded)
    assert beside(again) == beside(kept)
    assert run("--database", again, "export", "--format", "jsonl").out == lines.read_text(encoding="utf-8")
    for name in (script, str(lines)):
        refused = run("--database", again, "import", name)
        assert (refused.code, refused.out) == (1, "")
        assert f"this is evening 1 already, with the same {len(replay.recorded)} events" in refused.err
    assert run("--database", again, "import", script, str(lines)).code == 1
    assert run("--database", again, "import", "--again", script).code == 0
    assert [one["events"] for one in run("--database", again, "evenings", "--json").json["evenings"]] == [
        len(replay.recorded)
    ] * 2


def test_a_seal_of_a_log_that_is_read_in_portions_is_that_of_the_log(forgetful, tmp_path):
    replay = corrected_evening(4, back=15)
    _, kept = in_files(tmp_path, replay)
    recorder = Recorder(open_store(kept), "tester")
    held = [one.recorded for one in recorder.log(1)]
    assert seal_of("Long", recorder.recorded(1)) == seal_of("Long", held)
    assert audit_stored(kept, 1, seal_of("Long", held[:100])) == audit_stored(kept, 1)
    other = seal_of("Long", [*held[:99], *held[100:101]])
    assert "seal" in [one.code for one in audit_stored(kept, 1, other)]
    since = examine(kept, 1, seal_of("Long", held[:100])).since
    assert since is not None
    assert [number for number, _ in since.sayings] == list(range(101, len(held) + 1))


@pytest.mark.parametrize("spoiled", [False, True])
def test_a_close_after_much_that_is_forgotten_is_recorded_beside_what_stands(forgetful, tmp_path, spoiled):
    lines = [*NAP, "deal Ann", *deals_of_nap(100)[1:], "end"]
    kept = tmp_path / "long.db"
    recorder = Recorder(open_store(str(kept)), "tester")
    number = recorder.keep(replay_script("\n".join(lines), "x"))
    if spoiled:
        with sqlite3.connect(kept) as connection:
            connection.execute("DELETE FROM posting WHERE place > 100")
    sitting = recorder.sit(number)
    sitting.record("close")
    assert sitting.evening.closed
    assert audit_stored(str(kept), number) == []
    for saying in ("undo", 'note "x"', 'amend 9 "no": tricks Ann 2 Bob 2 Cat 1', "close"):
        sitting.record(saying)
    assert audit_stored(str(kept), number) == []
    assert recorder.log(number)[-1].recorded.pinned == recorder.replay(number).evening.books.balances


def test_a_log_that_is_unsound_further_on_is_not_printed(run, forgetful, tmp_path):
    _, kept = in_files(tmp_path, corrected_evening(1, back=15))
    recorder = Recorder(open_store(kept), "tester")
    recorder.store.database.rows("DROP TRIGGER event_is_not_changed")
    recorder.store.database.rows("UPDATE event SET said_by = 'somebody' WHERE number = 200")
    recorder.store.close()
    for form in ("script", "jsonl"):
        done = run("--database", kept, "export", "--format", form)
        assert (done.code, done.out) == (3, "")


def test_what_can_be_read_only_once_is_told_again_where_it_has_to_be(run, forgetful, monkeypatch):
    script = "\n".join([*NAP, "deal Ann", *deals_of_nap(100)[1:], 'amend 9 "no": tricks Ann 2 Bob 2 Cat 1', ""])
    whole = replay_script(script, "x")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(script.encode())))
    told = tell_file("-")
    assert summary(told.passage.evening) == summary(whole.evening)
    assert (told.number, told.head) == (len(whole.recorded), head(whole.recorded))


def test_a_line_that_does_not_fit_is_named_though_what_was_before_it_is_forgotten(forgetful, tmp_path):
    script = tmp_path / "wrong.evening"
    script.write_text("\n".join([*NAP, "deal Ann", *deals_of_nap(100)[1:], "Ann made"]), encoding="utf-8")
    with pytest.raises(RefusedLine) as refused:
        tell_file(str(script))
    assert refused.value.line == 204


def test_what_is_read_in_portions_is_of_one_moment_on_both_databases(forgetful, store, monkeypatch):
    monkeypatch.setattr("ledger.store.server.PORTION", 11)
    recorder = Recorder(store, "tester")
    number = recorder.keep(corrected_evening(2, back=15, deals=2))
    log, rows = recorder.log(number), store.database.rows(sql.STORED_EVENTS, evening=number)
    with store.database.transaction(writing=False):
        pairs = zip(
            store.database.portions(sql.STORED_EVENTS, evening=number),
            store.database.portions(sql.STORED_POSTINGS, evening=number),
            strict=False,
        )
        side_by_side = list(pairs)
    assert [row for portion, _ in side_by_side for row in portion] == [*rows][: 11 * len(side_by_side)]
    portions = list(store.portions(number))
    assert max(map(len, portions)) == 11
    assert tuple(chain.from_iterable(portions)) == log
    left = store.portions(number)
    assert next(left) == log[:11]
    left.close()
    recorder.sit(number).record('note "and it goes on"')
    assert len(recorder.log(number)) == len(log) + 1
    recorder.rebuild(number)
    assert store.postings(number) == recorder.replay(number).evening.books.postings


def most_held(work) -> int:
    """The most bytes that are held at a time while something is done."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def long_tally(events: int) -> list[RecordedEvent]:
    """Counters that go to and fro in so many events, with what was said last taken back now and then."""
    said = [*["Ann gives Bob 2", "Bob gives Ann 1"] * 10, "undo"]
    lines = ['evening "Long"', "players Ann Bob", "game tally", *said]
    first = replay_script("\n".join(lines), "x").recorded
    again = [msgspec.structs.replace(first[3 + place % len(said)], number=place + 4) for place in range(events - 3)]
    return [*first[:3], *again]


def holding_little(monkeypatch, held: int) -> None:
    """Let less be held than the shortest has of the logs of which the memory is measured."""
    monkeypatch.setattr(passing, "HELD", held)
    monkeypatch.setattr(passing, "NEWEST", held // 4)
    monkeypatch.setattr(passing, "PORTION", 50)


@pytest.mark.parametrize("times", one_in(2, [4, 10]))
def test_many_times_as_many_events_take_no_more_memory(monkeypatch, times):
    holding_little(monkeypatch, 200)
    short, long = long_tally(1_000), long_tally(1_000 * times)
    passed_through(short)
    few = most_held(lambda: passed_through(short))
    assert most_held(lambda: passed_through(long)) < 1.2 * few
    assert most_held(lambda: Replay().add(short)) > 2 * few


A_MARK_AND_ITS_KEY = 150
"""How many bytes an event may take of what an audit holds to the log: of one in a hundred a pause is kept."""


COMMANDS = {
    "log": ("log",),
    "log as recorded": ("log", "--as-recorded"),
    "explain": ("explain",),
    "explain one": ("explain", "Ann"),
    "whatif": ("whatif", "tally.pot=2"),
    **{form: ("export", "--format", form) for form in FORMATS},
}
"""The commands that print something for every event."""


FEW, MANY = 500, 2_000


@pytest.fixture(scope="module")
def long_evenings(tmp_path_factory):
    """An evening of few events and one of many, each as a script and as a database, which nobody changes."""
    return {events: in_files(tmp_path_factory.mktemp("long"), _told(long_tally(events))) for events in (FEW, MANY)}


def _told(recorded: list[RecordedEvent]) -> Replay:
    replay = Replay()
    replay.add(recorded)
    return replay


WORK = ["settle", "audit", "rebuild", "chain", "seal", "export", "file", "import", *COMMANDS]
FORMED_AS_OTHERS = ("explain one", "whatif", "log as recorded", "jsonl", "csv", "beancount", "hledger")
"""What passes through a log as another of the list does, and says it in other words: only a thorough run tries it."""


@pytest.mark.parametrize(
    "work", [pytest.param(work, marks=SELDOM) if work in FORMED_AS_OTHERS else work for work in WORK]
)
def test_nothing_that_passes_through_a_log_holds_it(long_evenings, tmp_path, monkeypatch, work):
    holding_little(monkeypatch, 160)
    monkeypatch.setattr(databases, "PORTION", 50)
    monkeypatch.setattr("ledger.store.log.PORTION", 50)
    monkeypatch.setattr(aside, "HELD", 1_000)
    monkeypatch.setattr(aside, "TOGETHER", 500)
    monkeypatch.setattr(text_table, "TOGETHER", 50)
    few, many = (_doing(work, *long_evenings[events], tmp_path / f"{events}.db") for events in (FEW, MANY))
    few()  # what is held once for all is held from here on
    held = [most_held(does) for does in (few, many)]
    assert held[1] < 1.2 * held[0] + A_MARK_AND_ITS_KEY * (MANY - FEW)


def _doing(work: str, script: str, made: str, kept: Path) -> Callable[[], object]:
    """One way of passing through a log, of which there is a copy to do it to."""
    shutil.copyfile(made, kept)
    recorder = Recorder(open_store(str(kept)), "tester")
    return {
        "settle": lambda: recorder.sit(1, replayed=True).course,
        "audit": lambda: examine(str(kept), 1),
        "rebuild": lambda: recorder.rebuild(1),
        "chain": lambda: recorder.store.see_whole_chain(1),
        "seal": lambda: seal_of("Long", recorder.recorded(1)),
        "export": lambda: deque(sayings_of(recorder.recorded(1)), maxlen=0),
        "file": lambda: tell_file(script),
        "import": lambda: _command(str(kept), "import", "--again", script),
        **{name: partial(_command, str(kept), *said) for name, said in COMMANDS.items()},
    }[work]


def _command(kept: str, *said: str) -> None:
    """Give a command, for a person and for a program, whose answer nobody keeps."""
    for json in ((), ("--json",)):
        with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
            app(["--database", kept, *json, *said], standalone_mode=False)


def test_more_is_laid_aside_than_is_held_and_is_taken_up_as_it_was(monkeypatch):
    monkeypatch.setattr(aside, "HELD", 1_000)
    monkeypatch.setattr(aside, "TOGETHER", 3)
    texts = [f"{number} {letter}\n" for number in range(1_000) for letter in ("é", "\r", "\udc80")]
    with aside.Aside() as laid:
        laid.append("forgotten\n")
        laid.clear()
        for text in texts:
            laid.append(text)
        assert list(laid) == list(laid) == texts


def test_where_nothing_can_be_laid_aside_nothing_is_printed(run, forgetful, tmp_path, monkeypatch):
    _, kept = in_files(tmp_path, corrected_evening(1, back=15, deals=2))
    monkeypatch.setattr(aside, "HELD", 1_000)
    monkeypatch.setattr(aside, "TOGETHER", 500)
    monkeypatch.setattr(text_table, "TOGETHER", 3)
    monkeypatch.setattr(aside, "SpooledTemporaryFile", partial(aside.SpooledTemporaryFile, dir=tmp_path / "gone"))
    done = run("--database", kept, "log")
    assert (done.code, done.out) == (1, "")
    assert "cannot be laid aside" in done.err
