"""What each has won from whom, and an account that ends in what is owed."""

import random
from itertools import permutations
from pathlib import Path

import pytest

from ledger.core.refusals import Refusal, RefusedLine
from ledger.interchange.script import replay_script
from ledger.log.commands import CommandBatch
from ledger.log.replay import Replay
from ledger.projections.explanation import payments
from ledger.projections.through_pools import won_from
from ledger.testing import play
from tests.helpers import command_line

at_home, run = command_line.at_home, command_line.run


def test_a_pool_pays_of_everybodys_counters_in_the_shares_in_which_it_was_filled():
    evening = play("Ann Bob Cat", "game tally\nAnn puts 6\nBob puts 3\nCat puts 3\nAnn takes 4\nBob takes 8")
    postings = evening.books.postings
    assert [won_from(postings, "Ann", other).through_pools for other in ("Bob", "Cat")] == [1 - 4, 1]
    assert won_from(postings, "Bob", "Cat").through_pools == 2
    assert won_from(postings, "Ann", "Bob", event=7).through_pools == 1


GOLDEN = sorted((Path(__file__).parents[1] / "data" / "evenings").glob("*/golden*.evening"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_everybody_has_won_from_whom_is_what_they_have_won(path):
    evening = replay_script(path.read_text("utf-8"), path.name).evening
    people, postings = evening.books.people(), evening.books.postings
    won = {(one, other): won_from(postings, one, other) for one, other in permutations(people, 2)}
    for one, other in won:
        assert won[one, other].directly == -won[other, one].directly
        assert won[one, other].through_pools == -won[other, one].through_pools
    if not evening.books.pools:
        for name in people:
            from_all = sum(of.directly + of.through_pools for (one, _), of in won.items() if one == name)
            assert from_all == evening.books.balances[name]


def test_explain_answers_who_won_what_from_whom(run):
    run("open", "E", "--players", "Ann Bob Cat")
    for saying in (
        "game nap kitty=2", "deal Ann", "Cat nap", "Cat made", "end", "cost 9 pizza Ann paid", "Bob pays Ann 2"
    ):  # fmt: skip
        assert run("record", saying).code == 0, saying
    told = run("explain", "Cat", "Ann").out
    assert "through pools Cat has won 2 from Ann: a pool pays of everybody's counters" in told
    assert "Cat owes Ann 3: pizza" in told
    assert "to settle, " in told
    answer = run("explain", "Cat", "Ann", "--json").json
    assert (answer["through_pools"], [cost["amount"] for cost in answer["costs"]]) == (2, [3])
    assert run("explain", "Bob", "Ann").out.count("Bob pays Ann 2") or "paid" in run("explain", "Bob", "Ann").out


SAYINGS = (
    "{a} buys {n}", "{a} buys {n} paid", "{a} buys {n} owing", "{a} cashes {n}", "{a} cashes {n} owing", "{a} pays {b} {n}",
    "{a} pays bank {n}", "bank pays {a} {n}", "cost {n} x {a} paid", "cost {n} y {a} paid for {b}",
    "result {a} +{n} {b} -{n}", "count {a} {n}", "end", "close", "undo", 'void {m} "misheard"',
)  # fmt: skip


def test_an_account_ends_in_what_is_owed_in_1000_evenings():
    for seed in range(1000):
        drawn = random.Random(seed)
        batch = CommandBatch(Replay())
        bank = drawn.choice(("", " bank=cash", " bank=credit"))
        lines = [f'evening "X"{bank}', "players Ann Bob Cat", *(["game tally"] if drawn.random() < 0.7 else [])]
        for _ in range(drawn.randint(2, 14)):
            a, b = drawn.sample(("Ann", "Bob", "Cat"), 2)
            lines.append(drawn.choice(SAYINGS).format(a=a, b=b, n=drawn.randint(1, 30), m=drawn.randint(3, 8)))
        for line in lines:
            try:
                batch.say(1, line)
                batch.finish()
            except (Refusal, RefusedLine):
                continue  # what does not fit says nothing
        evening = batch.evening
        for name, owed in evening.owed().items():
            paid = payments(evening, name)
            assert (paid[-1].owed if paid else evening.books.balances.get(name, 0)) == owed, (seed, name)
            assert [line.event for line in paid] == sorted(line.event for line in paid)
