"""The plan that was made is kept: what is paid along a line changes no other line."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.books import Payment
from ledger.interchange.script import replay_script
from ledger.log.commands import CommandBatch
from ledger.log.replay import reader_of
from ledger.projections.settlement import WaysToSettle, settlement, settlement_together
from ledger.projections.standings import PlayedEvening, together
from ledger.projections.totals import decoded, encoded, totals_of, without_times
from ledger.recorder import Recorder
from ledger.recorder.paying import overpaid
from ledger.settlement.payments import settle
from ledger.store import Derived, StoredTotals, open_store
from tests.helpers import command_line
from tests.helpers.rig import play, recorded_on, tries

at_home, run = command_line.at_home, command_line.run

PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
FOUR = "game tally\nresult Ann -6 Bob -6 Cat +4 Dan +8\nend\nclose\n"


def lines(evening):
    return {(line.payer, line.payee): line.amount for line in settlement(evening).transfers}


def after_four(*sayings):
    return lines(play("Ann Bob Cat Dan", FOUR + "\n".join(sayings)))


@st.composite
def closed_evenings(draw, money=""):
    """Draw the script of a closed evening, and its players."""
    players = PLAYERS[: draw(st.integers(2, 6))]
    won = draw(st.lists(st.integers(-40, 40), min_size=len(players) - 1, max_size=len(players) - 1))
    results = " ".join(f"{name} {amount:+d}" for name, amount in zip(players, [*won, -sum(won)], strict=True))
    played = [f"result {results}"] if any(won) else []
    costs = [f"cost {amount} things {name} paid" for name, amount in draw(st.lists(st.tuples(
        st.sampled_from(players), st.integers(1, 50)), max_size=2))]  # fmt: skip
    return players, "\n".join(["game tally", *played, "end", *costs[:1], "close", *costs[1:]])


def a_payment_along(draw, plan):
    """Draw a line of a plan, and a part of it or all."""
    pair = draw(st.sampled_from(sorted(plan)))
    return pair, draw(st.integers(1, plan[pair]) | st.just(plan[pair]))


def less(plan, pair, amount):
    return {line: owed - amount * (line == pair) for line, owed in plan.items() if line != pair or owed > amount}


def test_a_part_payment_changes_no_line_of_somebody_else():
    assert after_four() == {("Ann", "Cat"): 4, ("Ann", "Dan"): 2, ("Bob", "Dan"): 6}
    assert after_four("Bob pays Dan 2") == {("Ann", "Cat"): 4, ("Ann", "Dan"): 2, ("Bob", "Dan"): 4}
    assert after_four("Bob pays Dan 2", 'note "late"', "Bob pays Dan 4") == {("Ann", "Cat"): 4, ("Ann", "Dan"): 2}


@pytest.mark.parametrize(
    "sayings",
    [
        ["Bob pays Dan 2", "Bob pays Cat 1"],  # no line of the plan
        ["Bob pays Dan 2", "Ann pays Dan 3"],  # more than the line
        ["Bob pays Dan 2", "Dan pays Bob 1"],  # the other way round
        ["Bob pays Dan 2", "cost 8 pizza Cat paid"],
        ["Bob pays Dan 2", 'reopen "again"'],
        ["Bob pays Dan 2", 'reopen "again"', "close"],
        ["Bob pays Dan 2", 'void 4 "nobody won"'],
        ["Bob pays Dan 2", 'amend 4 "misheard": result Ann -5 Bob -7 Cat +4 Dan +8'],
    ],
)
def test_a_payment_that_is_no_part_of_it_and_what_changes_the_evening_make_a_new_plan(sayings):
    evening = play("Ann Bob Cat Dan", FOUR + "\n".join(sayings))
    assert lines(evening) == {(line.payer, line.payee): line.amount for line in settle(evening.owed()).transfers}


def test_a_payment_taken_back_leaves_the_plan_as_it_was_before():
    paid = {("Ann", "Cat"): 4, ("Ann", "Dan"): 2, ("Bob", "Dan"): 4}
    assert after_four("Bob pays Dan 2", "Ann pays Cat 3", "undo") == paid
    assert after_four("Bob pays Dan 2", "Ann pays Cat 3", 'void 8 "not paid"') == paid
    assert after_four("Bob pays Dan 3", 'amend 7 "counted again": Bob pays Dan 2') == paid
    assert after_four("Bob pays Cat 1", 'void 7 "not paid"', "Bob pays Dan 2") == paid


def test_options_settle_what_is_owed_now():
    evening = play("Ann Bob Cat Dan", FOUR + "Bob pays Dan 2")
    assert settlement(evening, WaysToSettle(coin="1")).transfers == settle(evening.owed()).transfers
    assert {line.payee for line in settlement(evening, WaysToSettle("Cat")).transfers} == {"Cat", "Dan"}


@settings(max_examples=tries(300))
@given(closed_evenings(), st.data())
def test_over_random_evenings_a_payment_along_a_line_changes_no_other(drawn, data):
    players, script = drawn
    plan = lines(play(" ".join(players), script))
    while plan and data.draw(st.booleans()):
        (payer, payee), amount = a_payment_along(data.draw, plan)
        script += f"\n{payer} pays {payee} {amount}"
        plan = less(plan, (payer, payee), amount)
        evening = play(" ".join(players), script)
        assert lines(evening) == plan
        assert evening.owed() == {
            name: sum(amount * ((payee == name) - (payer == name)) for (payer, payee), amount in plan.items())
            for name in evening.owed()
        }


@settings(max_examples=tries(100))
@given(closed_evenings(), st.data())
def test_a_replay_that_went_back_and_forth_has_the_plan_of_one_from_the_beginning(drawn, data):
    players, script = drawn
    replay = replay_script(f'evening "A test"\nplayers {" ".join(players)}\n{script}\n', "test")
    sayings = st.sampled_from(
        [f"{payer} pays {payee} 3" for payer in players for payee in players if payer != payee]
        + ["undo", 'note "x"', 'void 5 "x"', 'reopen "x"', "close", f"cost 5 tea {players[0]} paid"]
    )
    for saying in data.draw(st.lists(sayings, max_size=8)):
        before, number = lines(replay.evening), replay.number
        batch = CommandBatch(replay, reader_of(replay.recorded))
        if batch.why_not([saying]) is None and data.draw(st.booleans()):
            replay.take_back(number)
            assert lines(replay.evening) == before
    again = type(replay)()
    again.add(replay.recorded)
    assert lines(replay.evening) == lines(again.evening) == lines(replay.copy().evening)


@settings(max_examples=tries(100))
@given(st.lists(closed_evenings(), min_size=1, max_size=4), st.data())
def test_a_payment_along_a_line_over_several_evenings_changes_no_other(drawn, data):
    scripts = [script for _, script in drawn]

    def several():
        played = []
        for number, ((players, _), script) in enumerate(zip(drawn, scripts, strict=True), start=1):
            evening = play(" ".join(players), script)
            log = recorded_on(evening, f"2026-01-{number:02}")
            played.append(PlayedEvening(number, len(log), totals_of(evening, log)))
        return together(played)[0]

    plan = settlement_together(several()).transfers
    if not plan:
        return
    paid = data.draw(st.sampled_from(plan))
    part = data.draw(st.integers(1, paid.amount))
    sat = [place for place, (players, _) in enumerate(drawn) if {paid.payer, paid.payee} <= set(players)]
    if not sat or sat[-1] != len(drawn) - 1:
        return  # only what is recorded after the newest change is paid along the plan
    scripts[sat[-1]] += f"\n{paid.payer} pays {paid.payee} {part}"
    left = Payment(paid.payer, paid.payee, paid.amount - part)
    expected = [left if line == paid else line for line in plan if line != paid or left.amount]
    assert list(settlement_together(several()).transfers) == expected


def plan_of(run, *more):
    """Return the lines of the plan of all evenings in one money."""
    (money,) = run("settle", "--all", *more, "--json").json["moneys"]
    return {(line["from"], line["to"]): line["amount"] for line in money["transfers"]}


def test_the_plan_of_several_evenings_is_kept_by_payments_of_the_club_and_of_an_evening(run, at_home):
    for title, results in (("One", "Ann -6 Bob -6 Cat +4 Dan +8"), ("Two", "Ann -3 Bob +1 Cat +1 Dan +1")):
        assert run("open", title, "--players", "Ann Bob Cat Dan", "--money", "EUR", "--counter", "1").code == 0
        for saying in ("game tally", f"result {results}", "end", "close"):
            assert run("record", saying).code == 0, saying
    assert plan_of(run) == {("Ann", "Dan"): 900, ("Bob", "Cat"): 500}
    assert run("pay", "Ann", "Dan", "2.50").code == 0
    assert plan_of(run) == {("Ann", "Dan"): 650, ("Bob", "Cat"): 500}
    assert run("--evening", "2", "record", "--yes", "Ann pays Dan 0.50").code == 0
    assert plan_of(run) == {("Ann", "Dan"): 600, ("Bob", "Cat"): 500}
    assert run("pay", "Bob", "Dan", "1.00").code == 0  # no line of the plan: a new one is made
    new = plan_of(run)
    assert new == {("Ann", "Cat"): 500, ("Ann", "Dan"): 100, ("Bob", "Dan"): 400}
    assert run("pay", "Ann", "Cat", "1.00").code == 0
    assert plan_of(run) == new | {("Ann", "Cat"): 400}
    assert run("pay", "Ann", "Cat").code == 0
    assert plan_of(run) == {("Ann", "Dan"): 100, ("Bob", "Dan"): 400}
    assert run("audit", "--all").code == 0


def test_totals_of_an_older_version_tell_no_times_and_are_as_good(run, at_home):
    assert run("open", "One", "--players", "Ann Bob Cat Dan", "--money", "EUR", "--counter", "1").code == 0
    for saying in (*FOUR.splitlines(), "Bob pays Dan €2"):
        assert run("record", saying).code == 0, saying
    store = open_store(f"sqlite:///{at_home / 'evenings.db'}")
    (head,) = store.heads()
    replay = Recorder(store, "Ann").replay(1)
    totals = totals_of(replay.evening, replay.recorded)
    assert totals.changed
    assert totals.debts
    assert decoded(head.totals.body) == totals_of(replay.evening, replay.recorded, listed=True) != totals
    for body in (totals, without_times(totals)):  # with every payment, and before that without its time
        older = StoredTotals(head.totals.rules, encoded(body))
        store.derive(1, Derived("One", store.evenings()[0].played_on, True, older))
        assert run("audit").code == 0
        false = msgspec.structs.replace(body, debts=body.debts * 2)
        store.derive(1, Derived("One", store.evenings()[0].played_on, True, StoredTotals(older.rules, encoded(false))))
        assert [one["code"] for one in run("audit", "--json").json["findings"]] == ["totals"]
        store.derive(1, Derived("One", store.evenings()[0].played_on, True, older))
    assert sum(plan_of(run).values()) == 1000
    assert run("pay", "Bob", "Dan", "1.00").code == 0
    assert run("record", 'note "later"').code == 0
    assert decoded(next(iter(store.heads())).totals.body).changed == totals.changed


@settings(max_examples=tries(100))
@given(closed_evenings(), st.randoms(use_true_random=False), st.data())
def test_every_line_of_a_plan_can_be_recorded_in_any_order_and_nothing_is_owed_then(drawn, order, data):
    players, script = drawn
    replay = replay_script(f'evening "A test"\nplayers {" ".join(players)}\n{script}\n', "test")
    if data.draw(st.booleans()) and (plan := lines(replay.evening)):
        (payer, payee), part = a_payment_along(data.draw, plan)
        CommandBatch(replay, reader_of(replay.recorded)).say(1, f"{payer} pays {payee} {part}")
    to_pay = list(settlement(replay.evening).transfers)
    order.shuffle(to_pay)
    for line in to_pay:
        batch = CommandBatch(replay, reader_of(replay.recorded))
        batch.say(1, f"{line.payer} pays {line.payee} {line.amount}")
        assert overpaid(replay.evening, 1, [batch.applied[-1].recorded.event], ()) is None
    assert not any(replay.evening.owed().values())
    assert not settlement(replay.evening).transfers
