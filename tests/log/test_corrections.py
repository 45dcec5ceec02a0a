"""Corrections: the effective log after any of them, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.events import (
    Amend,
    Count,
    EffectiveEvent,
    Insert,
    Joins,
    Note,
    OpenEvening,
    RecordedEvent,
    Tricks,
    Undo,
    Void,
)
from ledger.core.refusals import Refusal, RefusedLine
from ledger.evening.fold import Evening as EveningTold
from ledger.games.language import Reader
from ledger.interchange.script import replay_script, script_of, without_pins
from ledger.log.corrections import EffectiveLog, as_it_counts
from ledger.log.replay import Replay
from ledger.projections.summary import summary
from tests.helpers.rig import balances, one_in, play, refused


def log_of(*events) -> list[RecordedEvent]:
    return [RecordedEvent(number, event) for number, event in enumerate(events, start=1)]


def texts(counted: list[EffectiveEvent]) -> list[str]:
    return [effective.event.text for effective in counted if isinstance(effective.event, Note)]


@st.composite
def logs(draw) -> list[RecordedEvent]:
    """Draw a log of notes and corrections."""
    standing = EffectiveLog()
    standing.add(RecordedEvent(1, OpenEvening("A log")))
    for number in range(2, draw(st.integers(2, 24))):
        target = draw(st.integers(1, number))
        event = draw(
            st.sampled_from(
                (
                    Note(f"n{number}"),
                    Undo(),
                    Void(target, "why"),
                    Amend(target, "why", Note(f"a{number}")),
                    Insert(target, "why", Note(f"i{number}")),
                )
            )
        )
        try:
            standing.add(RecordedEvent(number, event))
        except Refusal:
            standing.add(RecordedEvent(number, Note(f"n{number}")))
    return standing.recorded


def followed_by(log: list[RecordedEvent], *events) -> list[RecordedEvent]:
    return [*log, *(RecordedEvent(len(log) + place, event) for place, event in enumerate(events, start=1))]


@given(logs())
def test_an_undo_takes_back_exactly_what_was_said_last(log):
    before = as_it_counts(log)
    assert as_it_counts(followed_by(log, Note("new"), Undo())) == before
    brought_back = followed_by(log, Note("new"), Undo(), Void(len(log) + 2, "it was said"))
    assert as_it_counts(brought_back) == as_it_counts(followed_by(log, Note("new")))
    assert as_it_counts(followed_by(brought_back, Undo())) == before
    for event in (Void(2, "why"), Amend(2, "why", Note("other")), Insert(2, "why", Note("other"))):
        try:
            changed = as_it_counts(followed_by(log, event))
        except Refusal:
            continue
        assert as_it_counts(followed_by(log, event, Undo())) == before
        assert as_it_counts(followed_by(log, event, Void(len(log) + 1, "not so"))) == before
        assert changed != before or isinstance(event, Void)


@given(logs(), st.data())
def test_each_correction_does_what_it_says_and_no_more(log, data):
    before = as_it_counts(log)
    notes = [entry for entry in before if isinstance(entry.event, Note)]
    if not notes:
        return
    place = before.index(data.draw(st.sampled_from(notes)))
    number = before[place].number
    assert as_it_counts(followed_by(log, Void(number, "why"))) == before[:place] + before[place + 1 :]
    amended = texts(as_it_counts(followed_by(log, Amend(number, "why", Note("x")))))
    said = texts(before)
    at = said.index(before[place].event.text)
    assert amended == [*said[:at], "x", *said[at + 1 :]]
    if isinstance(log[number - 1].event, Insert):
        with pytest.raises(Refusal) as refused_by:
            as_it_counts(followed_by(log, Insert(number, "why", Note("x"))))
        assert refused_by.value.sentence == f"event {number} is a correction, and stands nowhere in the evening"
        return
    inserted = texts(as_it_counts(followed_by(log, Insert(number, "why", Note("x")))))
    assert inserted == [*said[:at], "x", *said[at:]]


def plainly(log: list[RecordedEvent]) -> list[EffectiveEvent]:
    """Return the effective log by the words of the notation, each correction looked up anew."""
    taken: dict[int, int] = {}

    def counts(number: int) -> bool:
        return not any(
            counts(recorded.number)
            for recorded in log
            if (isinstance(recorded.event, Void) and recorded.event.number == number)
            or taken.get(recorded.number) == number
        )

    whole = log
    for place, recorded in enumerate(whole):
        log = whole[:place]
        if isinstance(recorded.event, Undo):
            taken[recorded.number] = max(
                entry.number
                for entry in log
                if not isinstance(entry.event, Undo | OpenEvening) and counts(entry.number)
            )
    log = whole
    said = []
    for recorded in log:
        before = [entry for entry in log if isinstance(entry.event, Insert) and entry.event.number == recorded.number]
        for entry in [*before, recorded]:
            if isinstance(entry.event, Undo | Void | Amend) or (
                entry is recorded and isinstance(recorded.event, Insert)
            ):
                continue
            if not counts(entry.number):
                continue
            amends = [
                other.event
                for other in log
                if isinstance(other.event, Amend) and other.event.number == entry.number and counts(other.number)
            ]
            event = entry.event.saying if isinstance(entry.event, Insert) else entry.event
            said.append(EffectiveEvent(entry.number, amends[-1].saying if amends else event))
    return said


@given(logs())
def test_what_counts_is_what_the_words_of_the_notation_say(log):
    assert as_it_counts(log) == plainly(log)


@given(logs(), st.data())
def test_what_is_cut_off_leaves_everything_as_it_was(log, data):
    size = data.draw(st.integers(0, len(log)))
    standing, other = EffectiveLog(), EffectiveLog()
    for recorded in log:
        standing.add(recorded)
    standing.cut(size)
    for recorded in log[:size]:
        other.add(recorded)
    assert {name: value for name, value in vars(standing).items() if name != "_against"} == {
        name: value for name, value in vars(other).items() if name != "_against"
    }
    for recorded in log[size:]:
        standing.add(recorded)
    assert as_it_counts(log) == standing.as_it_counts()


@pytest.mark.parametrize("depth", one_in(2, [325, 2_000]))
def test_a_chain_of_corrections_may_be_of_any_depth(depth):
    chain = [Void(number, "not so") for number in range(2, depth + 2)]
    assert texts(as_it_counts(log_of(OpenEvening("e"), Note("a"), *chain))) == ([] if depth % 2 else ["a"])


@pytest.mark.parametrize(
    ("correction", "named"),
    [
        (Insert(3, "w", Note("y")), 3),
        (Amend(3, "w", Note("y")), 3),
        (Void(2, "w"), 3),
        (Undo(), 2),
    ],
)
def test_an_insert_before_a_correction_names_the_event_it_should_be(correction, named):
    log = log_of(OpenEvening("e"), Note("a"), Note("b"), correction)
    with pytest.raises(Refusal) as refused_by:
        as_it_counts(followed_by(log, Insert(4, "w", Note("x"))))
    if isinstance(correction, Undo):
        assert refused_by.value.remedy == "Nothing follows what it is about: say it without insert"
    else:
        assert refused_by.value.remedy == f'Say insert {named} "WHY": …'


@given(logs(), st.integers(1, 4), st.integers(1, 4))
def test_a_redo_brings_back_what_an_undo_took_and_can_be_undone(log, undos, redos):
    log = followed_by(log, *(Note(f"n{place}") for place in range(undos)))
    stages = [as_it_counts(log)]
    for _ in range(undos):
        log = followed_by(log, Undo())
        stages.append(as_it_counts(log))
    standing = EffectiveLog()
    for recorded in log:
        standing.add(recorded)
    for redo in range(1, redos + 1):
        if redo > undos:
            with pytest.raises(Refusal, match="nothing was undone"):
                standing.to_redo()
            break
        standing.add(RecordedEvent(len(standing.recorded) + 1, Void(standing.to_redo(), "redo")))
        assert standing.as_it_counts() == stages[undos - redo]
        size = len(standing.recorded)
        standing.add(RecordedEvent(size + 1, Undo()))
        assert standing.as_it_counts() == stages[undos - redo + 1]
        standing.cut(size)


def test_nothing_is_redone_after_something_else_was_said():
    standing = EffectiveLog()
    for recorded in followed_by(log_of(OpenEvening("A log"), Note("a"), Undo()), Note("b")):
        standing.add(recorded)
    with pytest.raises(Refusal, match="nothing was undone since the last saying"):
        standing.to_redo()


@given(logs())
def test_undoing_everything_leaves_the_evening(log):
    undone = list(log)
    for _ in range(len(log) + 1):
        try:
            as_it_counts(followed_by(undone, Undo()))
        except Refusal as refusal:
            assert "nothing is left to undo" in refusal.sentence
            break
        undone = followed_by(undone, Undo())
    assert [type(effective.event) for effective in as_it_counts(undone)] == [OpenEvening]


def test_several_inserts_before_one_event_stand_in_the_order_recorded():
    log = log_of(OpenEvening("e"), Note("a"), Note("b"), Insert(3, "w", Note("x")), Insert(3, "w", Note("y")))
    assert texts(as_it_counts(log)) == ["a", "x", "y", "b"]
    assert texts(as_it_counts(followed_by(log, Amend(4, "w", Note("c"))))) == ["a", "c", "y", "b"]


PLAYERS = "Ann Bob Cat"
BEGUN = "game nap\ndeal Ann\nBob 2\nBob made"  # events 3 to 6


@pytest.mark.parametrize(
    ("correction", "fragment"),
    [
        ('void 1 "w"', "the evening is always the first event"),
        ('insert 1 "w": note "x"', "the evening is always the first event"),
        ('amend 1 "w": note "x"', "the evening is always the first event"),
        ('amend 1 "w": evening "A test" money=lsd', "cannot change"),
        ('void 9 "w"', "there is no event 9"),
        ('void 0 "w"', ""),
        ('amend 5 "w": Cat 3', "event 6 would no longer fit, Bob made"),
        ('void 4 "w"', "event 5 would no longer fit, Bob 2"),
        ('void 2 "w"', "event 3 would no longer fit"),
        ('insert 5 "w": void 3 "w"', ""),
        ('amend 6 "w": undo', ""),
        ('void 5 ""', ""),
        ('insert 6 "w": Cat 1', "it is Cat's turn to call, and Bob has called 2"),
    ],
)
def test_a_correction_that_cannot_stand_is_refused_at_its_own_line(correction, fragment):
    refused(PLAYERS, f"{BEGUN}\n{correction}", fragment)


def test_a_correction_of_what_no_longer_counts_is_refused():
    refused(PLAYERS, f'{BEGUN}\nvoid 6 "w"\nvoid 6 "w"', "no longer counts")
    refused(PLAYERS, f'{BEGUN}\nundo\namend 6 "w": Bob failed', "no longer counts")
    refused(PLAYERS, f'{BEGUN}\nundo\namend 7 "w": note "x"', "is a correction, which cannot be amended")
    refused(PLAYERS, f'{BEGUN}\nundo\nvoid 7 "w"\nvoid 7 "w"', "no longer counts")
    refused(PLAYERS, f'{BEGUN}\nvoid 6 "w"\namend 7 "w": Bob failed', "cannot be amended")


def test_an_undo_is_voided_as_any_correction():
    made = balances(play(PLAYERS, BEGUN))
    assert balances(play(PLAYERS, f'{BEGUN}\nundo\nvoid 7 "he had"')) == made
    assert balances(play(PLAYERS, f'{BEGUN}\nundo\nBob failed\nundo\nvoid 9 "he had"')) == balances(
        play(PLAYERS, "game nap\ndeal Ann\nBob 2\nBob failed")
    )
    refused(PLAYERS, f'{BEGUN}\nundo\nBob failed\nvoid 7 "he had"', "event 8 would no longer fit, Bob failed")


def test_corrections_one_after_another_may_stand_together():
    script = f'{BEGUN}\namend 5 "Cat called": Cat 3\namend 6 "she failed": Cat failed'
    assert balances(play(PLAYERS, script)) == {"Ann": 3, "Bob": 3, "Cat": -6}
    refused(
        PLAYERS, f'{BEGUN}\namend 5 "Cat called": Cat 3\nnote "x"'.removesuffix('\nnote "x"'), "would no longer fit"
    )


IN_PENCE = 'amend 1 "it is for pence": evening "A test" money=lsd counter=1d'


def test_the_money_may_be_mended_until_the_first_amount():
    evening = play(PLAYERS, f"Eve joins\n{IN_PENCE}\ngame tally\nAnn gives Bob 2d\nEve gives Ann 1")
    assert (evening.money.code, balances(evening)) == ("lsd", {"Ann": -4, "Bob": 8, "Eve": -4})
    taken_back = play(PLAYERS, f"{IN_PENCE}\nundo\ngame tally\nAnn gives Bob 2")
    assert (taken_back.money.code, balances(taken_back)) == ("counters", {"Ann": -2, "Bob": 2})
    for taking_back in ("undo\nundo", 'void 3 "no"', 'amend 1 "no": evening "A test" money=GBP'):
        refused(PLAYERS, f"{IN_PENCE}\nAnn buys 1\n{taking_back}", "cannot change")
    for amount in ("count Ann 0", "Ann pays Bob 1", "game tally pot=1", 'note "x"\namend 3 "w": Ann buys 1'):
        refused(PLAYERS, f"{amount}\n{IN_PENCE}", "cannot change")


def test_a_log_whose_money_was_mended_is_written_in_it():
    script = f'evening "A test"\nplayers Ann Bob\n{IN_PENCE}\ngame tally\nAnn gives Bob 2d\n'
    written = script_of(replay_script(script, "").recorded).splitlines()
    assert "".join(f"{without_pins(line)[0]}\n" for line in written) == script


def test_amending_and_voiding_change_the_money():
    assert balances(play(PLAYERS, f'{BEGUN}\namend 6 "he failed": Bob failed')) == {"Ann": 2, "Bob": -4, "Cat": 2}
    assert balances(play(PLAYERS, f'{BEGUN}\namend 5 "three": Bob 3')) == {"Ann": -3, "Bob": 6, "Cat": -3}
    assert balances(play(PLAYERS, f"{BEGUN}\nundo")) == {}
    assert balances(play(PLAYERS, f'{BEGUN}\nvoid 6 "w"\nvoid 7 "no, he made"')) == {"Ann": -2, "Bob": 4, "Cat": -2}


@pytest.mark.parametrize("correction", ["undo", 'amend {last} "w": note "y"', 'insert {last} "w": note "y"'])
def test_a_late_correction_tells_only_the_deal_that_it_is_in(monkeypatch, correction):
    told = {}
    for deals in (2, 40):
        said = f"{BEGUN}\n" + "deal\ntricks Ann 1 Bob 2 Cat 2\n" * deals + 'deal\nBob 3\nnote "x"'
        replay = replay_script(f'evening "A test"\nplayers {PLAYERS}\n{said}\n', "")
        counted = []
        tell = EveningTold.apply
        monkeypatch.setattr(
            EveningTold, "apply", lambda self, one, tell=tell, to=counted: (to.append(one), tell(self, one))[1]
        )
        number = len(replay.recorded)
        event = Reader(replay.evening.money, ("Ann", "Bob", "Cat")).read(correction.format(last=number))
        replay.correct([RecordedEvent(number + 1, event)])
        monkeypatch.undo()
        told[deals] = len(counted)
    assert told[2] == told[40] <= 4


def test_many_who_join_cost_no_snapshot_each():
    evening = EveningTold()
    evening.apply(EffectiveEvent(1, OpenEvening("A log")))
    marks = set()
    for number in range(2, 3000):
        evening.apply(EffectiveEvent(number, Joins(f"P{number}x")))
        marks.add(evening.last_pause.events)
    assert len(marks) < 200


def test_a_newcomer_who_was_counted_cannot_be_taken_back():
    with pytest.raises(RefusedLine) as caught:
        play("Ann Bob Cat", 'Dan joins\ncount Dan 0\nvoid 3 "not at all"')
    assert "event 4 would no longer fit, count Dan 0: Dan has not been at the table" in caught.value.message


@pytest.mark.parametrize("saying", ["undo", 'void 1 "why"', 'amend 2 "why": note "so"', 'insert 1 "why": note "so"'])
def test_a_log_does_not_begin_with_a_correction(saying):
    with pytest.raises(RefusedLine):
        replay_script(saying, "corrected.evening")


def long_replay() -> Replay:
    lines = ["game nap kitty=1", *["deal", "tricks Ann 1 Bob 2 Cat 2", "count Ann 7"] * 30, "deal", "Bob 3"]
    return replay_script("\n".join(['evening "Long"', "players Ann Bob Cat", *lines]), "x")


def all_of(replay: Replay) -> list[object]:
    """Return all the state of a replay."""
    evening = replay.evening
    found = (
        replay.recorded,
        replay.pauses,
        evening.effective,
        evening.outcomes,
        evening.books.postings,
        evening.findings,
    )
    return [evening, evening.last_pause, summary(evening), evening.books.balances.copy(), *map(list, found)]


@pytest.mark.parametrize("event", [Undo(), Amend(90, "two", Count((("Ann", 3),))), Insert(88, "late", Note("x"))])
def test_a_correction_leaves_the_evening_before_it_as_it_was(event):
    replay = long_replay()
    evening = replay.evening
    lists = [*map(list, (evening.effective, evening.outcomes, evening.books.postings, evening.findings))]
    balances = evening.books.balances.copy()
    retold = replay.correct([RecordedEvent(replay.effective.last + 1, event)])
    assert retold.before is evening
    assert lists == [evening.effective, evening.outcomes, evening.books.postings, evening.findings]
    assert evening.books.balances == balances
    again = Replay()
    again.add(replay.recorded)
    assert all_of(replay)[2:] == all_of(again)[2:]


def test_a_correction_that_is_refused_leaves_everything_as_it_was():
    replay, again = long_replay(), long_replay()
    for number in (91, 61, 4):
        before = all_of(replay)
        for event in (Void(number, "no"), Amend(number, "no", Note("x"))):
            with pytest.raises(Refusal):
                replay.correct([RecordedEvent(replay.effective.last + 1, event)])
            after = all_of(replay)
            assert after[:2] == before[:2]
            assert after[0] is before[0]
            assert after[1] is before[1]
            assert after == before
    more = [RecordedEvent(replay.effective.last + 1, Tricks((("Ann", 2), ("Bob", 2), ("Cat", 1))))]
    for copy in (replay, again):
        copy.add(more)
        copy.add([RecordedEvent(copy.effective.last + 1, Undo())])
    assert all_of(replay)[2:] == all_of(again)[2:]


@given(logs())
def test_what_became_of_an_event_is_found_by_its_number_wherever_it_stands(log):
    replay = Replay()
    replay.add(log)
    became = {outcome.number: outcome for outcome in replay.evening.outcomes}
    numbers = range(-1, len(log) + 3)
    assert [replay.outcome(number) for number in numbers] == [became.get(number) for number in numbers]
