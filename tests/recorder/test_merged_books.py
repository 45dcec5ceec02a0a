"""Two books that differ in payments, costs, buys, deals and scores: merged they agree, or nothing is written."""

from collections.abc import Sequence

import pytest

from ledger.core.events import AnyEvent, Buys, Cashes, Close, Cost, Deal, End, Pays, SeatPlayers
from ledger.core.refusals import Refusal
from ledger.games.registry import game_named
from ledger.log.book import book_of
from ledger.log.comparison import compared
from ledger.log.replay import Replay
from ledger.recorder import Recorder
from ledger.recorder.merging import decided, merging
from ledger.store import open_store
from ledger.testing.random_evenings import RandomChooser, candidates, random_options, random_saying, simulate
from tests.helpers import command_line
from tests.helpers.rig import SELDOM, log_of

at_home, run, file = command_line.at_home, command_line.run, command_line.file

GAMES = ("catch-the-ten", "cassino", "spoil-five", "nap", "loo", "tally", "snip-snap-snorum", "holdem")
OF_MONEY = Pays | Cost | Buys | Cashes
HEADING = 'evening "Club night" on 2026-11-20 money=GBP counter=0.10\nplayers Ann Bob Cat Dan\n'
PLAYED = HEADING + "game tally\nresult Ann +10 Bob -10\nend\nclose\n"


def random_money(chooser: RandomChooser, players: Sequence[str]) -> AnyEvent:
    """Return a random payment, cost, buy or cash-out."""
    player, amount = chooser.choose(players), chooser.number(1, 12)
    other = chooser.choose([name for name in players if name != player])
    return chooser.choose(
        [
            Pays(player, other, amount),
            Cost(amount, chooser.choose(["pizza", "beer"]), ((player, amount),)),
            Buys(player, amount),
            Buys(player, amount),
            Cashes(player, 1),
        ]
    )


def otherwise(chooser: RandomChooser, events: list[AnyEvent], players: Sequence[str]) -> list[AnyEvent]:
    """Return the events with one of money or of a deal left out, put in or said otherwise."""
    money = [place for place, event in enumerate(events) if isinstance(event, OF_MONEY)]
    what = chooser.choose(["put in", *(["left out", "said otherwise"] if money else []), "deal", "deal"])
    if what == "deal":
        return deal_otherwise(chooser, events)
    place = chooser.choose(money) if what != "put in" else chooser.number(2, len(events))
    put = [] if what == "left out" else [random_money(chooser, players)]
    return [*events[:place], *put, *events[place + (what != "put in") :]]


def deal_otherwise(chooser: RandomChooser, events: list[AnyEvent]) -> list[AnyEvent]:
    """Return the events with one saying of a deal replaced by another that fits there."""
    replay = log_of(events)
    assert replay is not None
    in_deals = [place for place, event in enumerate(events) if place > 2 and not isinstance(event, OF_MONEY)]
    for _ in range(12):
        place = chooser.choose(in_deals)
        before = replay.before(place + 1)
        if before.game is None or not (allowed := candidates(before, chooser, interruptions=False)):
            continue
        event = random_saying(chooser.choose(allowed), chooser, before)
        if event is not None and not isinstance(event, Deal | End) and event != events[place]:
            return [*events[:place], event, *events[place + 1 :]]
    return events


def random_books(seed: int) -> tuple[Replay, Replay]:
    """Return two books of a random evening that differ in up to three places."""
    chooser = RandomChooser(seed)
    while True:
        rules = game_named(chooser.choose(GAMES))
        number = chooser.number(max(3, rules.players[0]), min(rules.players[1] or 5, 5))
        try:
            events = list(simulate(rules.name, 4, number, chooser, random_options(rules, chooser)))
        except Refusal:
            continue
        players = next(event.players for event in events if isinstance(event, SeatPlayers))
        for _ in range(chooser.number(0, 4)):
            place = chooser.number(2, len(events))
            told = [*events[:place], random_money(chooser, players), *events[place:]]
            events = told if log_of(told) is not None else events
        if log_of([*events, Close()]) is not None:
            events.append(Close())
        first, others = log_of(events), events
        for _ in range(chooser.number(1, 3)):
            told = otherwise(chooser, others, players)
            others = told if log_of(told) is not None else others
        second = log_of(others)
        if first and second and others != events:
            return first, second


def merged(path, first: Replay, second: Replay) -> str:
    """Merge the second book into the first, and see that it came true; return how it came out."""
    a, b = book_of("a", first), book_of("b", second)
    comparison = compared(a, b)
    recorder = Recorder(open_store(f"sqlite:///{path}", begins=True), "Zoë")
    kept = Replay()
    kept.add(a.recorded)
    session = recorder.open_session(recorder.keep(kept))
    before = session.number, session.head
    how = "all"
    try:
        decisions = decided(comparison, [("all", "B")])
    except Refusal:
        assert any(item.decided_alone for item in comparison.differences.values())
        how, decisions = "by number", dict.fromkeys(comparison.differences, "B")
    try:
        if events := merging(comparison, decisions):
            session.propose_events(events)
    except Refusal as refusal:
        print(refusal)
        assert (session.number, session.head) == before
        return "refused"
    if events:
        session.write()
    assert session.evening.owed() == b.owed
    assert compared(book_of("a", session.replay), b).same
    return how


def check_pairs(path, seeds: range) -> None:
    outcomes: dict[str, int] = {}
    for seed in seeds:
        how = merged(path / f"{seed}.db", *random_books(seed))
        outcomes[how] = outcomes.get(how, 0) + 1
    print(outcomes)
    assert outcomes.get("all", 0) > outcomes.get("refused", 0)


def test_what_is_taken_from_another_book_comes_true_or_nothing_is_written(tmp_path):
    check_pairs(tmp_path, range(25))


@SELDOM
@pytest.mark.parametrize("part", range(10))
def test_what_is_taken_comes_true_over_many_books(part, tmp_path):
    check_pairs(tmp_path, range(1000 + 50 * part, 1050 + 50 * part))


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("Bob pays Ann 0.40", "Cat pays Ann 0.60"),
        ("Bob pays Ann 0.40", "Bob pays Cat 0.40"),
        ("cost 1.00 pizza Cat paid", "cost 1.00 beer Cat paid"),
        ("cost 1.00 pizza Cat paid", "cost 1.00 pizza Dan paid"),
    ],
)
def test_a_payment_or_cost_of_each_book_is_a_difference_of_its_own(run, file, ours, theirs):
    run("import", file(PLAYED + ours + "\n", "a.evening"))
    other = file(PLAYED + theirs + "\n", "b.evening")
    items = [item for item in run("compare", "1", other, "--json").json["items"] if item["is"] != "same"]
    assert [item["is"] for item in items] == ["only-a", "only-b"]
    done = run("merge", "1", other, "--take", "all=B")
    assert done.code == 1
    assert "difference 1 is not decided" in done.err
    assert run("merge", "1", other, "--take", "1=A,2=B", "--yes").code == 0
    sayings = [row["saying"] for row in run("log", "--json").json["log"]]
    assert {ours, theirs} <= set(sayings)


@pytest.mark.parametrize("saying", ["{} pays Ann {}", "cost {1} pizza {0} paid", "{} buys {}", "{} cashes {}"])
def test_one_saying_told_twice_is_amended(run, file, saying):
    begin = HEADING + "Bob buys 10\n"
    run("import", file(begin + saying.format("Bob", "0.40") + "\n", "a.evening"))
    other = file(begin + saying.format("Bob", "0.60") + "\n", "b.evening")
    items = [item for item in run("compare", "1", other, "--json").json["items"] if item["is"] != "same"]
    assert [item["is"] for item in items] == ["differs"]
    assert run("merge", "1", other, "--take", "all=B", "--yes").code == 0
    assert run("compare", "1", other).code == 0


def test_buys_of_two_players_are_two_differences(run, file):
    run("import", file(HEADING + "Bob buys 2\ngame tally\nend\n", "a.evening"))
    other = file(HEADING + "Cat buys 3\ngame tally\nend\n", "b.evening")
    items = [item for item in run("compare", "1", other, "--json").json["items"] if item["is"] != "same"]
    assert [item["is"] for item in items] == ["only-a", "only-b"]


SCORES = """evening "K" on 2026-01-02
players Ann Bob
game catch-the-ten stake=5 point=1
deal Ann
Ann scores 30
Bob scores 36
deal
Ann scores 31
Bob scores 35
end
close
"""


def test_what_a_deal_leaves_behind_is_compared_and_merged(run, file):
    run("import", file(SCORES, "a.evening"))
    other = file(SCORES.replace("Ann scores 30\nBob scores 36", "Ann scores 36\nBob scores 30"), "b.evening")
    answer = run("compare", "1", other, "--json").json
    assert (answer["same"], answer["first"]) == (False, 1)
    assert [item["is"] for item in answer["items"]] == ["same", "differs", "follows", "same"]
    assert answer["items"][1]["net"] == {"a": {}, "b": {}}
    assert run("merge", "1", other, "--take", "1=B", "--yes").code == 0
    assert run("table", "--json").json["balances"] == {"Ann": 7, "Bob": -7}
    assert run("compare", "1", other).code == run("audit").code == 0


def test_a_merge_that_does_not_come_true_writes_nothing(run, file):
    counted = HEADING + "Ann buys 10\nBob buys 10\ngame tally\nresult Ann +2 Bob -2\nend\n"
    run("import", file(counted + "close\n", "a.evening"))
    other = file(counted + "count Ann 9 Bob 8\nclose short=split\n", "b.evening")
    assert run("compare", "1", other).code == 1
    done = run("merge", "1", other, "--take", "all=B", "--yes", "--json")
    assert done.json["error"]["code"] == "correction"
    assert "no saying differs that could be taken" in done.json["error"]["message"]
    assert len(run("log", "--as-recorded", "--json").json["log"]) == 8
