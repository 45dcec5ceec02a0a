"""The recorder: it records what a replay makes of it, at the cost of the deal in hand."""

import random
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

import msgspec
import pytest

from ledger.core.books import Posting
from ledger.core.events import Deal, RecordedEvent
from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.games.language import write
from ledger.games.provenance import pins_of
from ledger.games.registry import GAMES, game_named
from ledger.interchange.jsonl import lines_of, replay_lines
from ledger.interchange.script import replay_script, script_of
from ledger.log.digests import digest, head
from ledger.projections.offers import Expecting, expecting
from ledger.projections.standings import PlayedEvening
from ledger.projections.summary import summary
from ledger.recorder import Recorder
from ledger.store import Store, open_store
from ledger.testing.random_evenings import RandomChooser, simulate
from tests.helpers.call_counts import effort
from tests.helpers.databases import server, with_the_schema

__all__ = ["server"]

AT = datetime(2026, 12, 26, 20, 15, 30, 123456, tzinfo=UTC)
OPENING = ['evening "Boxing Night" money=lsd counter=1d', "players Ann Bob Cat"]
DEAL = ["deal", "tricks Ann 1 Bob 2 Cat 2"]
"""All pass, the eldest hand stands for one trick, and makes it."""


@pytest.fixture(params=("sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)))
def url(request, tmp_path):
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'evenings.db'}?timeout=0.2"
    return with_the_schema(request.getfixturevalue("server"))


@pytest.fixture
def recorder(url):
    return Recorder(open_store(url), "Zoë", lambda: AT)


def begun(recorder: Recorder, *sayings: str) -> int:
    number, _ = recorder.open([*OPENING, *sayings])
    return number


def say(recorder: Recorder, *sayings: str):
    """Record each saying as a command of its own would, and give the last answer."""
    for saying in sayings:
        answer = recorder.open_session().record(saying)
    return answer


def refused(recorder: Recorder, saying: str, *fragments: str) -> Refusal:
    before = recorder.store.log(recorder.evening())
    with pytest.raises(RefusedLine) as caught:
        recorder.open_session().record(saying)
    for fragment in fragments:
        assert fragment in caught.value.message
    assert recorder.store.log(recorder.evening()) == before
    return caught.value.refusal


def as_figures(played: PlayedEvening):
    """All that a question over many evenings asks of one."""
    players = played.totals.players
    played = msgspec.structs.replace(played, totals=msgspec.structs.replace(played.totals, debts=(), costs=()))
    return played, [list(players), *(list(of_player.won) for of_player in players.values())]


def check(recorder: Recorder, evening: int | None = None) -> None:
    """Whatever is stored is what a replay of the log from its first event gives."""
    number = recorder.evening(evening)
    sitting, log = recorder.open_session(number), recorder.log(number)
    replay = recorder.replay(number)
    assert [stored.recorded.number for stored in log] == list(range(1, len(log) + 1))
    assert log[-1].digest == sitting.head == head(replay.recorded)
    kept, whole = summary(sitting.evening), summary(replay.evening)
    assert msgspec.structs.replace(kept, findings=()) == msgspec.structs.replace(whole, findings=())
    assert list(sitting.findings) == replay.evening.findings
    (quick,), (slow,) = (
        [one for one in told if one.id == number] for told in (recorder.totals_listed(), recorder.played_since())
    )
    assert as_figures(msgspec.structs.replace(quick, closed=slow.closed, in_play=slow.in_play)) == as_figures(slow)
    listed = next(one for one in recorder.store.evenings() if one.id == number)
    assert (listed.title, listed.closed, listed.events) == (whole.title, replay.evening.closed, len(log))


# What is recorded


def test_an_evening_is_opened_and_becomes_the_current_one(recorder):
    number, answer = recorder.open(OPENING)
    assert recorder.evening() == number
    assert [said.saying for said in answer.said] == OPENING
    stamped = recorder.log(number)[0].recorded
    assert (stamped.said_at, stamped.said_by) == ("2026-12-26T20:15:30.123Z", "Zoë")
    check(recorder)


@pytest.mark.parametrize(
    ("sayings", "fragment"),
    [
        (['evening "X" money=lsd', "players Ann ann"], "ann"),
        (['evening "X" money=groats'], "no money known"),
        (["players Ann Bob"], "the log begins with the evening"),
        (["evening"], "breaks off"),
    ],
)
def test_an_evening_that_cannot_be_opened_is_not(recorder, sayings, fragment):
    with pytest.raises(RefusedLine, match=fragment):
        recorder.open(sayings)
    assert recorder.store.evenings() == []
    with pytest.raises(Refusal, match="no evening has been opened"):
        recorder.evening()


def test_the_answer_says_what_it_meant_and_who_is_next(recorder):
    begun(recorder, "game nap kitty=1", "deal Ann")
    answer = say(recorder, "cat 3")
    (said,) = answer.said
    assert (said.number, said.saying, said.assumed) == (5, "Cat 3", "Bob passes")
    assert expecting(answer.evening) == Expecting(["Ann"], ["pass", "4", "nap"])
    assert "Ann's turn" in answer.asks
    (said,) = say(recorder, "tricks Cat 3").said
    assert said.assumed == "Ann passes"
    assert [(one.payer, one.payee, one.amount, one.why) for one in said.postings] == [
        ("Bob", "Cat", 12, "made 3"),
        ("Ann", "Cat", 12, "made 3"),
    ]
    assert all(posting.cite for posting in said.postings)
    check(recorder)


def test_a_count_that_does_not_agree_is_a_finding_for_good(recorder):
    begun(recorder)
    assert [finding.code for finding in say(recorder, "count Ann 2d").said[0].findings] == ["count"]
    say(recorder, "game nap", *DEAL * 5)
    assert [finding.event for finding in recorder.open_session().findings] == [3]
    check(recorder)


def test_blanks_and_comments_record_nothing(recorder):
    begun(recorder)
    assert say(recorder, "", "   ", "# a comment") is None
    assert len(recorder.log(recorder.evening())) == 2


def test_what_does_not_fit_is_refused_and_nothing_recorded(recorder):
    begun(recorder, "game nap", "deal Ann", "Cat 3")
    assert refused(recorder, "Ann 2", "Ann").code in (Code.RULE, Code.OUT_OF_TURN)
    refused(recorder, "Eve passes", "Eve")
    refused(recorder, "\udcff", "")
    refused(recorder, 'void 99 "x"', "99")
    refused(recorder, 'void 3 "x"', "event 4 would no longer fit")
    check(recorder)


def test_a_sitting_goes_on_after_a_refusal(recorder):
    number = begun(recorder, "game nap", "deal Ann")
    sitting = recorder.open_session(number)
    for saying in ("Cat 9", 'void 3 "x"', 'insert 3 "x": Eve joins', 'void 99 "x"', "Cat 3", "undo", "Cat 4"):
        try:
            sitting.record(saying)
        except RefusedLine:
            assert saying in ("Cat 9", 'void 3 "x"', 'void 99 "x"')
    assert [one.recorded.number for one in recorder.log(number)] == list(range(1, 9))
    check(recorder, number)
    assert summary(sitting.evening) == summary(recorder.open_session(number).evening)


def test_names_of_a_refused_correction_are_forgotten(recorder):
    begun(recorder, "game nap", "deal Ann", "Cat 3")
    sitting = recorder.open_session()
    with pytest.raises(RefusedLine):
        sitting.record('amend 2 "x": players Ann Eve')
    with pytest.raises(RefusedLine) as caught:
        sitting.record("Eve passes")
    assert caught.value.refusal.code is Code.UNKNOWN_PLAYER


# Pins


def test_a_game_pins_its_rules_and_a_deal_an_end_and_a_close_every_balance(recorder):
    begun(recorder, "game nap", *DEAL, *DEAL, "end", "close")
    log = [stored.recorded for stored in recorder.log(recorder.evening())]
    assert log[2].pinned == pins_of("nap")
    assert log[3].pinned == dict.fromkeys(("Ann", "Bob", "Cat"), 0)
    assert log[5].pinned == replay_script("\n".join([*OPENING, "game nap", *DEAL]), "x").evening.books.balances
    assert log[-2].pinned == log[-1].pinned == recorder.open_session().evening.books.balances
    assert any(log[-1].pinned.values())
    assert not log[4].pinned
    assert not log[6].pinned


def test_pins_are_found_within_corrections_too(recorder):
    begun(recorder, "game nap", *DEAL, "end", 'note "the last"', "Ann pays Bob 1d")
    say(recorder, 'amend 3 "the stake": game nap stake=2d', 'amend 7 "he said so": close')
    log = [stored.recorded for stored in recorder.log(recorder.evening())]
    assert log[-2].pinned == pins_of("nap")
    assert log[-1].pinned == recorder.open_session().evening.books.balances
    assert any(log[-1].pinned.values())
    check(recorder)
    assert recorder.open_session().evening.bank.state.agreed == log[-1].pinned


def test_an_evening_goes_on_by_a_later_edition_that_comes_to_the_same(recorder, monkeypatch):
    """What was pinned at its beginning stays with it; what is begun now pins the edition of today."""
    begun(recorder, "game nap", *DEAL)
    before = dict(recorder.open_session().evening.books.balances)
    mended = type("Mended", (type(game_named("nap")),), {"edition": 2})()
    monkeypatch.setattr("ledger.games.nap.rules.GAME", mended)
    sitting = recorder.open_session()
    assert sitting.evening.books.balances == before
    assert sitting.evening.game.game is mended
    for saying in ("end", "game nap"):
        sitting.record(saying)
    assert recorder.log(sitting.id)[-1].recorded.pinned["edition"] == 2
    check(recorder)
    for number, game, edition in ((3, "nap stake=2d", 1), (7, "nap kitty=2d", 2), (7, "jig", 1)):
        say(recorder, f'amend {number} "that it was": game {game}')
        assert recorder.log(sitting.id)[-1].recorded.pinned["edition"] == edition
        check(recorder)


def test_balances_are_pinned_as_they_were_at_an_inserted_close(recorder):
    begun(recorder, "game nap", *DEAL, "end", 'note "here"', "game nap", *DEAL, "end")
    before = dict(replay_script("\n".join([*OPENING, "game nap", *DEAL, "end"]), "x").evening.books.balances)
    sitting = recorder.open_session()
    sitting.record_together(enumerate(['insert 7 "early": close', 'insert 7 "again": reopen "more"'], start=1))
    pinned = recorder.log(sitting.id)[-2].recorded.pinned
    assert pinned == before
    assert pinned != recorder.open_session().evening.books.balances
    check(recorder)


def test_a_correction_that_changes_what_was_agreed_is_a_finding(recorder):
    begun(recorder, "game nap", *DEAL, "end", "close")
    assert recorder.open_session().findings == ()
    say(recorder, 'amend 3 "the stake": game nap stake=2d')
    assert {finding.code for finding in recorder.open_session().findings} == {"close"}
    check(recorder)


# Together


def test_all_or_none(recorder):
    begun(recorder)
    sitting = recorder.open_session()
    answer = sitting.record_together([(1, "game nap"), (2, "# nothing"), (4, "deal Ann"), (5, "Cat 3")])
    assert [said.number for said in answer.said] == [3, 4, 5]
    check(recorder)
    with pytest.raises(RefusedLine) as caught:
        sitting.record_together([(1, "tricks Cat 3"), (2, "deal"), (7, "Eve passes")])
    assert caught.value.line == 7
    assert sitting.number == 5
    assert len(recorder.log(sitting.id)) == 5
    sitting.record("Ann passes")
    check(recorder)


def test_corrections_together_stand_where_neither_would_alone(recorder):
    begun(recorder, "game nap", "deal Ann", "Cat 3", "Cat made")
    refused(recorder, 'amend 5 "Bob": Bob 3', "event 6 would no longer fit")
    refused(recorder, 'amend 6 "Bob": Bob made')
    sitting = recorder.open_session()
    pair = ['amend 5 "Bob": Bob 3', 'amend 6 "Bob": Bob made']
    answer = sitting.record_together(enumerate(pair, start=1))
    assert answer.said[0].changes is None
    assert answer.said[-1].changes == {"Bob": 36, "Cat": -36}
    assert sitting.evening.books.balances == {"Ann": -12, "Bob": 24, "Cat": -12}
    check(recorder)
    again = replay_script(script_of([one.recorded for one in recorder.log(sitting.id)]), "again")
    assert summary(again.evening) == summary(sitting.evening)


def test_corrections_that_do_not_stand_even_together_are_refused_at_the_first(recorder):
    begun(recorder, "game nap", "deal Ann", "Cat 3", "Cat made")
    sitting = recorder.open_session()
    with pytest.raises(RefusedLine) as caught:
        sitting.record_together([(3, 'amend 5 "Bob": Bob 3'), (4, 'amend 6 "x": Ann made'), (5, 'note "x"')])
    assert caught.value.line == 3
    assert len(recorder.log(sitting.id)) == 6
    check(recorder)


def test_plain_sayings_and_corrections_in_one_batch(recorder):
    begun(recorder, "game nap")
    sitting = recorder.open_session()
    batch = [
        "deal Ann",
        "Cat 3",
        "tricks Cat 3",
        "undo",
        "tricks Bob 1 Cat 4",
        'amend 3 "x": game nap stake=2d',
        "deal",
    ]
    answer = sitting.record_together(enumerate(batch, start=1))
    assert [said.number for said in answer.said] == list(range(4, 11))
    check(recorder)
    say(recorder, "Cat 2", "Ann passes")
    check(recorder)


# Others at the same table


def test_who_comes_late_is_told_what_was_recorded_meanwhile(recorder, url):
    number = begun(recorder, "game nap", "deal Ann")
    late = Recorder(open_store(url), "Bob", lambda: AT).open_session(number)
    say(recorder, "Bob passes", "Cat 3")
    with pytest.raises(Refusal) as caught:
        late.record("Bob 2")
    assert caught.value.code is Code.STALE
    assert "Zoë recorded meanwhile: 5 Bob passes; 6 Cat 3" in caught.value.message
    assert len(recorder.log(number)) == 6
    late.record("Ann passes")
    assert recorder.log(number)[-1].recorded.said_by == "Bob"
    check(recorder, number)


@pytest.mark.parametrize("saying", ["undo", 'void 4 "x"', 'note "x"'])
def test_late_corrections_are_refused_too(recorder, url, saying):
    number = begun(recorder, "game nap", "deal Ann")
    late = Recorder(open_store(url), "Bob", lambda: AT).open_session(number)
    say(recorder, "undo")
    with pytest.raises(Refusal) as caught:
        late.record(saying)
    assert caught.value.code is Code.STALE
    assert "5 undo" in caught.value.message
    check(recorder, number)


def test_a_failing_store_leaves_the_sitting_as_it_was(recorder, monkeypatch):
    number = begun(recorder, "game nap", "deal Ann")
    sitting = recorder.open_session(number)

    def fails(*_):
        raise Refusal(Code.STORE, "the disk, or the database, is full")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", fails)
        for saying in ("Cat 3", "undo"):
            with pytest.raises(Refusal, match="full"):
                sitting.record(saying)
    sitting.record("Cat 3")
    assert [stored.recorded.number for stored in recorder.log(number)] == [1, 2, 3, 4, 5]
    check(recorder, number)


def test_an_interruption_leaves_the_sitting_as_it_was(recorder, monkeypatch):
    sitting = recorder.open_session(begun(recorder))

    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", interrupted)
        with pytest.raises(KeyboardInterrupt):
            sitting.record('note "lost"')
    sitting.record('note "kept"')
    assert [stored.recorded.number for stored in recorder.log(sitting.id)] == [1, 2, 3]


# What is derived may be deleted at any time


@pytest.mark.parametrize("then", ["Cat 3", "undo", 'note "x"'])
def test_what_is_derived_is_derived_again(recorder, then):
    begun(recorder, "game nap", *DEAL, "count Ann 3d", "deal")
    say(recorder, "count Ann 5d")
    with recorder.store.database.transaction():
        recorder.store.database.rows("DELETE FROM totals")
    assert len(recorder.open_session().findings) == 2
    say(recorder, then)
    check(recorder)
    assert recorder.store.heads()[0].totals is not None


def test_a_log_that_the_rules_no_longer_take_is_said(recorder, url):
    number = begun(recorder, "game nap", "deal Ann")
    with recorder.store.database.transaction():
        recorder.store.database.rows(
            "INSERT INTO event (evening, number, kind, version, body, pinned, said_at, said_by, digest) "
            """VALUES (1, 5, 'deal', 1, '{"kind":"deal"}', '{}', '', '', :digest)""",
            digest=digest(recorder.store.newest(number)[1], RecordedEvent(5, Deal())),
        )
    with pytest.raises(Refusal, match="can no longer be replayed") as caught:
        recorder.open_session(number)
    assert caught.value.code is Code.UNSOUND
    # the error is kept, and what was being read is not: an evening that somebody else opens meanwhile is seen
    Recorder(open_store(url), "Bob").open(['evening "Another"', "players Ann Bob"])
    assert [found.title for found in recorder.store.evenings()] == ["Boxing Night", "Another"]


# Every game, saying by saying


def played(game: str, seed: int, deals: int = 3) -> list:
    low, high = game_named(game).players
    return simulate(game, deals, min(max(low, 4), high or 4), RandomChooser(seed))


@pytest.mark.parametrize("game", GAMES)
def test_recording_saying_by_saying_is_a_replay(recorder, game):
    events = played(game, seed=len(game))
    script = script_of([RecordedEvent(number, event) for number, event in enumerate(events, start=1)])
    whole = replay_script(script, game)
    opening, players, *sayings = script.splitlines()
    number, _ = recorder.open([opening, players])
    chance = random.Random(game)
    for saying in sayings:
        assert recorder.open_session(number).record(saying) is not None
        if chance.random() < 0.05:
            recorder.open_session(number).record("undo")
            recorder.open_session(number).record(saying)
    check(recorder, number)
    found = summary(recorder.open_session(number).evening)
    assert found.balances == summary(whole.evening).balances
    log = recorder.log(number)
    again = replay_script(script_of([stored.recorded for stored in log]), "again")
    assert [one.event for one in again.recorded] == [stored.recorded.event for stored in log]
    assert summary(again.evening) == summary(recorder.replay(number).evening)


@pytest.mark.parametrize("game", GAMES)
def test_json_lines_lose_nothing(recorder, game):
    events = played(game, seed=len(game) + 1)
    script = script_of([RecordedEvent(number, event) for number, event in enumerate(events, start=1)])
    number = recorder.keep(replay_script(script, game))
    log = recorder.log(number)
    replay = replay_lines("".join(lines_of((stored.recorded, stored.digest) for stored in log)), "x.jsonl")
    assert replay.recorded == [stored.recorded for stored in log]
    other = recorder.keep(replay)
    assert recorder.log(other) == log
    check(recorder, other)


# What it costs


class Counting:
    """A database that counts what is asked of it, and the rows it gives."""

    def __init__(self, database) -> None:
        self._database = database
        self.statements = self.rows_read = 0

    def __getattr__(self, name):
        return getattr(self._database, name)

    def rows(self, statement, **values):
        found = self._database.rows(statement, **values)
        self.statements += 1
        self.rows_read += len(found)
        return found

    def write(self, statement, values):
        self.statements += 1
        self._database.write(statement, values)


def evening_of(recorder: Recorder, events: int) -> int:
    """An evening of just so many events, in the middle of a deal."""
    deals = (events - 4) // 2
    lines = [*OPENING, "game nap", *["deal", "tricks Ann 1 Bob 2 Cat 2"] * deals]
    lines += ['note "to make it even"'] * (events - 1 - len(lines)) + ["deal"]
    number = recorder.keep(replay_script("\n".join(lines), "long"))
    assert len(recorder.log(number)) == events
    return number


@pytest.mark.thorough
def test_a_saying_in_a_session_costs_no_more_on_a_long_evening(recorder):
    short, long = evening_of(recorder, 50), evening_of(recorder, 5_000)
    cost = {}
    for number in (short, long):
        counting = Counting(recorder.store.database)
        session = Recorder(Store(counting), "Zoë", lambda: AT).open_session(number)
        for saying in ('note "first"', "undo", 'note "second"'):
            session.record(saying)
        counting.statements = counting.rows_read = 0
        session.record('note "counted"')
        cost[number] = counting.statements, counting.rows_read, effort(partial(session.record, 'note "x"'))
        cost[number] += (effort(partial(session.record, "undo")),)
    assert cost[long][:2] == cost[short][:2]
    assert max(cost[long][:2]) < 30
    assert cost[long][2] < 1.1 * cost[short][2]
    assert cost[long][3] < 1.1 * cost[short][3] + 100  # what is undone is found by halving


def test_a_saying_by_somebody_new_each_time_reads_the_log_once(recorder):
    number = evening_of(recorder, 200)
    counting = Counting(recorder.store.database)
    Recorder(Store(counting), "Zoë", lambda: AT).open_session(number, now=False).record('note "counted"')
    assert counting.rows_read < 200 + 20


def test_postings_of_an_evening_are_never_floats(recorder):
    begun(recorder, "game nap", *DEAL)
    evening = recorder.open_session().evening
    assert all(isinstance(posting, Posting) and type(posting.amount) is int for posting in evening.books.postings)
    assert write(recorder.log(1)[0].recorded.event, evening.money) == OPENING[0]


# What is sent twice


def test_the_same_saying_sent_twice_is_one_event(recorder):
    begun(recorder, "game nap", "deal Ann")
    first = recorder.open_session().record("Cat 3", key="one")
    again = recorder.open_session().record("Cat 3", key="one")
    assert not first.again
    assert again == replace(first, again=True)
    assert (expecting(again.evening), again.asks) == (expecting(first.evening), first.asks)
    assert len(recorder.log(recorder.evening())) == 5
    say(recorder, "tricks Cat 3", "deal")
    later = recorder.open_session().record(" Cat 3", key="one")
    assert later.said == first.said
    assert expecting(later.evening) == expecting(recorder.open_session().evening)
    assert len(recorder.log(recorder.evening())) == 7
    check(recorder)


def test_a_sitting_goes_on_after_what_was_sent_twice(recorder):
    begun(recorder, "game nap", "deal Ann")
    sitting, other = recorder.open_session(), recorder.open_session()
    sitting.record("Cat 3", key="one")
    other.record("Cat 3", key="one")
    assert other.record("tricks Cat 3", key="two").said[0].number == 6
    assert sitting.record("tricks Cat 3", key="two").again
    assert sitting.record("deal").said[0].number == 7
    check(recorder)


def test_another_saying_under_the_same_key_is_refused(recorder):
    begun(recorder, "game nap", "deal Ann")
    sitting = recorder.open_session()
    sitting.record("Cat 3", key="one")
    with pytest.raises(Refusal, match="something else was sent under this key") as caught:
        sitting.record("Cat 4", key="one")
    assert caught.value.code is Code.KEY
    assert sitting.number == 5
    sitting.record("tricks Cat 3", key="two")
    check(recorder)


def test_a_key_is_free_still_when_its_saying_was_refused(recorder):
    begun(recorder, "game nap", "deal Ann")
    sitting = recorder.open_session()
    with pytest.raises(RefusedLine):
        sitting.record("Eve 3", key="one")
    assert sitting.record("Cat 3", key="one").said[0].number == 5
    assert sitting.record("# a comment", key="two") is None
    assert sitting.record("tricks Cat 3", key="two").said[0].number == 6
    check(recorder)


def test_a_correction_and_several_sayings_are_answered_as_at_first(recorder):
    begun(recorder, "game nap", *DEAL)
    batch = list(enumerate(["deal", "tricks Ann 2 Bob 1 Cat 2", 'amend 5 "x": tricks Ann 2 Bob 1 Cat 2'], start=1))
    first = recorder.open_session().record_together(batch, key="one")
    say(recorder, "undo", *DEAL)
    again = recorder.open_session().record_together(batch, key="one")
    assert [said.number for said in again.said] == [6, 7, 8]
    assert again.said == first.said
    assert again.corrects
    check(recorder)


def test_what_has_not_been_read_is_read_when_nobody_else_can_record(recorder):
    begun(recorder, "game nap", "deal Ann")
    late = recorder.open_session(now=False)
    say(recorder, "Cat 3")
    assert late.record("tricks Cat 3").said[0].number == 6
    say(recorder, "deal")
    with pytest.raises(Refusal, match="recorded meanwhile: 7 deal"):
        late.record("deal")
    assert late.number == 7
    check(recorder)


def test_what_is_typed_is_spelled_out_when_nobody_else_can_record(recorder, url, monkeypatch):
    begun(recorder, "game nap", "deal Ann")
    late, other = recorder.open_session(now=False), Recorder(open_store(url), "Bob")
    typed = late.typed

    def spelled_out_while_another_tries(line: str, number: int):
        with pytest.raises(Refusal, match=r"locked|holds"):
            other.open_session().record("Cat 2")
        return typed(line, number)

    say(recorder, "Cat 2")
    monkeypatch.setattr(late, "typed", spelled_out_while_another_tries)
    assert late.record_typed("a 4").said[0].saying == "Ann 4"
    assert other.open_session().record("tricks Ann 4").said[0].number == 7
    check(recorder)


def test_what_may_be_a_player_s_is_refused_with_why_it_cannot_be_his(recorder):
    late, _ = recorder.open([OPENING[0], "players Margaret Geoffrey Nigel"])
    sitting = recorder.open_session(late)
    for line in ("game nap", "deal Nigel", "m p; g 2"):
        assert sitting.record_typed(line) is not None
    number = sitting.number
    with pytest.raises(Refusal) as refused:
        sitting.record_typed("m 3")
    assert "m may be Margaret or misdeal. It is Nigel's turn to call" in refused.value.message
    assert "Say misdeal in full" in refused.value.message
    sitting.record_typed("undo")
    with pytest.raises(RefusedLine) as unwritten:
        sitting.record_typed("g 2; m 3")
    assert "its second saying is refused" in unwritten.value.message
    assert "m may be Margaret or misdeal. It is Nigel's turn" in unwritten.value.message
    assert sitting.number == number + 1


@pytest.mark.parametrize(
    ("line", "which", "saying"),
    [("b p; a p; c 1", "third", "Cat 1"), ("b 3; c p; a p; b made; c p", "fifth", "Cat p"),
     ("c made; b 3", "first", "Cat made")],
)  # fmt: skip
def test_a_line_that_is_refused_tells_which_of_its_sayings_is_and_never_to_undo_what_is_not_written(
    recorder, line, which, saying
):
    begun(recorder, "game nap", "deal Ann")
    sitting = recorder.open_session()
    number = sitting.number
    with pytest.raises(RefusedLine) as refused:
        sitting.record_typed(line)
    assert f"nothing of this line is written, for its {which} saying is refused" in refused.value.message
    assert saying in refused.value.message
    assert "undo" not in refused.value.remedy
    assert sitting.number == number


def test_what_is_said_after_a_correction_and_not_written_is_not_told_to_be_undone(recorder):
    begun(recorder, "game nap", "deal Ann", "Bob 3")
    with pytest.raises(RefusedLine) as refused:
        recorder.open_session().record_together([(1, "undo"), (1, "Bob 2"), (1, "Bob made"), (1, "Cat made")])
    assert "its fourth saying is refused" in refused.value.message
    assert "undo" not in refused.value.remedy
    with pytest.raises(RefusedLine) as alone:
        recorder.open_session().record_together([(1, "undo"), (2, "Bob 2"), (3, "Bob made"), (4, "Cat made")])
    assert "the deal before was over with what was said before this" in alone.value.message


def test_what_is_written_is_taken_back_by_an_undo(recorder):
    begun(recorder, "game nap", "deal Ann")
    sitting = recorder.open_session()
    sitting.record_typed("b 3; c p; a p; b made")
    with pytest.raises(RefusedLine, match="the deal before was over with event 8") as refused:
        sitting.record_typed("c p")
    assert "To take the end of that deal back: undo" in refused.value.remedy


def test_what_everybody_buys_is_said_at_once(recorder):
    begun(recorder, "Cat leaves")
    sitting = recorder.open_session()
    answer = sitting.record_typed("all buys 20")
    assert [one.saying for one in answer.said] == ["Ann buys 1s8d", "Bob buys 1s8d"]
    assert sitting.record_typed("all cashes 5; Ann buys 1").said[-1].saying == "Ann buys 1d"


def test_corrections_that_stand_only_together_are_said_in_one_line(recorder):
    """Cat's three became a two, and so Bob's trick is no longer what decides it: what followed has to be said as well."""
    begun(recorder, "game nap", "deal Ann", "Bob 2", "Cat 3", "Cat made")
    sitting = recorder.open_session()
    with pytest.raises(RefusedLine, match="event 7 would no longer fit") as refused:
        sitting.record_typed("amend 6 she passed: cat passes")
    assert (
        'Say both in one line: amend 6 "she passed": cat passes; amend 7 "she passed": Bob made' in refused.value.remedy
    )
    with pytest.raises(RefusedLine, match="event 7 would no longer fit") as refused:
        sitting.propose_typed("amend 6 she passed: cat passes")
    assert refused.value.message.startswith('amend 6 "she passed": cat passes: event 7')
    assert (
        'Say both in one line: amend 6 "she passed": cat passes; amend 7 "she passed": Bob made' in refused.value.remedy
    )
    with pytest.raises(RefusedLine, match="event 7 would no longer fit") as refused:
        sitting.record('amend 6 "she passed": Cat passes')
    assert "one line" not in refused.value.remedy, "whoever says things in full gives them line by line"
    answer = sitting.record_typed("amend 6 she passed: Cat passes; amend 7 so it was Bob: Bob made")
    assert [one.saying for one in answer.said] == [
        'amend 6 "she passed": Cat passes', 'amend 7 "so it was Bob": Bob made'
    ]  # fmt: skip


def test_a_word_that_nobody_says_is_refused_with_what_may_be_said(recorder):
    begun(recorder, "game nap", "deal Ann", "Cat 3")
    with pytest.raises(RefusedLine, match='"2z" is not what a player does') as refused:
        recorder.open_session().record("Cat 2z 3")
    assert refused.value.remedy == "Ann may say: pass, 4, nap"


def test_a_correction_never_tells_to_undo_the_end_of_a_deal_that_is_long_over(recorder):
    begun(recorder, "game nap", "deal Ann", "Cat 3", "trick Cat", "trick Bob", "trick Cat", "trick Cat")
    sitting = recorder.open_session()
    with pytest.raises(RefusedLine, match="event 9 would no longer fit, trick Cat: no deal is in hand") as refused:
        sitting.record('amend 5 "misheard": Cat 2')
    assert refused.value.remedy == "Bob may say: deal, end"


def test_what_an_event_cannot_count_as_is_not_said_to_no_longer_fit(recorder):
    begun(recorder, "game nap", "deal Ann", "Cat 3")
    with pytest.raises(RefusedLine, match="event 5 cannot count as Cat 9: it is Bob's turn to call"):
        recorder.open_session().record('amend 5 "misheard": Cat 9')


def test_a_correction_of_what_no_longer_counts_tells_what_took_it_back(recorder):
    begun(recorder, "game nap", "deal Ann", "Cat 3")
    sitting = recorder.open_session()
    sitting.record("undo")
    sitting.record('void 4 "nobody did"')
    for number, by in ((5, 6), (4, 7)):
        with pytest.raises(RefusedLine, match=f"event {number} no longer counts: event {by} took it back") as refused:
            sitting.record(f'amend {number} "so": note "x"')
        assert refused.value.remedy == f'To have it back: void {by} "WHY"'
