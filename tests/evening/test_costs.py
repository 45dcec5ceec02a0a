"""Common costs, and bare numbers that could be two sums."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.events import Cost, decode, encode, version_of
from ledger.core.money import Money, shares_by
from ledger.core.refusals import RefusedLine
from ledger.interchange.script import replay_script
from ledger.projections.totals import costs_of, decoded, encoded, totals_of
from tests.helpers import command_line
from tests.helpers.rig import recorded_on

at_home, run = command_line.at_home, command_line.run

CLUB_NIGHT = """evening "Club night" on 2026-11-20 money=EUR counter=0.05
players Ann Bob Cat Dan
game tally
result Ann +1.50 Bob -0.50 Cat +0.50 Dan -1.50
end
close
"""
PIZZA = "cost 10.00 pizza Cat paid for Ann Bob Dan"


@pytest.fixture
def closed(run, tmp_path, at_home):
    """The first evening of the club, closed."""
    (tmp_path / "one.evening").write_text(CLUB_NIGHT)
    assert run("import", "one.evening").code == 0


def evening_of(*sayings, begin=CLUB_NIGHT):
    return replay_script("\n".join([begin, *sayings]), "test").evening


def shares_of(*sayings, begin=CLUB_NIGHT):
    return [(dict(cost.paid), dict(cost.shares)) for cost in costs_of(evening_of(*sayings, begin=begin))]


def test_a_cost_is_told_and_settled_as_the_example_has_it(run, closed):
    said = run("record", PIZZA).out.splitlines()
    assert said[:4] == [
        f"7  {PIZZA}", "   Dan → Cat: €3.34, pizza", "   Ann → Cat: €3.33, pizza", "   Bob → Cat: €3.33, pizza"
    ]  # fmt: skip
    settled = run("settle").out.splitlines()
    assert settled[-1] == "costs: pizza €10.00, Cat paid: Dan €3.34, Ann €3.33, Bob €3.33"
    cost = {"event": 7, "what": "pizza", "amount": 1000, "paid": {"Cat": 1000},
            "shares": {"Ann": 333, "Bob": 333, "Dan": 334}}  # fmt: skip
    for command in ("settle", "table"):
        answer = run(command, "--json").json
        assert answer["costs"] == [cost]
        assert answer["owed"] == {"Ann": -183, "Bob": -383, "Cat": 1050, "Dan": -484}
    assert run("standings", "--json").json["moneys"][0]["players"][0]["net"] == 150
    again = run("record", "--json", "cost 1.00 ice Ann paid for Ann 3 Bob 2 Cat 2").json["said"][0]
    assert again["costs"][0]["shares"] == {"Ann": 43, "Bob": 29, "Cat": 28}


def test_odd_units_go_round_from_the_left_of_the_first_payer_and_then_to_who_has_left():
    assert shares_of("cost 0.05 tea Bob paid", begin=CLUB_NIGHT.replace("end\n", "end\nCat leaves\n")) == [
        ({"Bob": 5}, {"Dan": 2, "Ann": 2, "Bob": 1})
    ]
    left = CLUB_NIGHT.replace("end\n", "end\nCat leaves\n")
    assert shares_of("cost 0.05 tea Bob paid for Ann Bob Cat Dan", begin=left)[0][1] == {
        "Dan": 2, "Ann": 1, "Bob": 1, "Cat": 1
    }  # fmt: skip


def test_who_has_paid_more_than_his_share_is_owed_the_rest():
    evening = evening_of("cost 10.00 pizza Cat 4.00 Bob 6.00 paid for Ann Bob Cat Dan")
    assert evening.owed() == {"Ann": 150 - 250, "Bob": -50 + 350, "Cat": 50 + 150, "Dan": -150 - 250}
    assert evening.books.balances == {"Ann": 150, "Bob": -50, "Cat": 50, "Dan": -150}


@given(st.dictionaries(st.text(min_size=1), st.integers(1, 1000), min_size=1, max_size=9), st.integers(0, 10**9))
def test_shares_by_largest_remainder_are_a_unit_from_fair(parts, total):
    shares, whole = shares_by(total, parts), sum(parts.values())
    assert sum(shares.values()) == total
    for sharer, share in shares.items():
        assert abs(share * whole - total * parts[sharer]) < whole
    above = [sharer for sharer in parts if shares[sharer] > total * parts[sharer] // whole]
    below = [sharer for sharer in parts if sharer not in above]
    assert all(total * parts[one] % whole >= total * parts[other] % whole for one in above for other in below)


@settings(deadline=None)
@given(st.permutations(["Ann", "Bob", "Cat", "Dan"]), st.lists(st.integers(1, 500), min_size=4, max_size=4),
       st.integers(1, 3), st.integers(1, 4), st.booleans())  # fmt: skip
def test_any_cost_keeps_sums_at_nothing_and_balances_as_they_were(people, amounts, payers, sharers, early):
    paid = [f"{name} {amount / 100:.2f}" for name, amount in zip(people, amounts[:payers], strict=False)]
    total = sum(amounts[:payers]) / 100
    shared = " ".join(sorted(people, reverse=True)[:sharers])
    saying = f"cost {total:.2f} things {' '.join(paid)} paid for {shared}"
    if payers == 1 and shared == people[0]:
        return
    begin = CLUB_NIGHT.replace("game tally\n", f"{saying}\ngame tally\n") if early else f"{CLUB_NIGHT}{saying}\n"
    evening = evening_of(begin=begin)
    assert sum(evening.owed().values()) == 0
    assert evening.books.balances == {"Ann": 150, "Bob": -50, "Cat": 50, "Dan": -150}
    (cost,) = costs_of(evening)
    for name in people:
        moved = sum(post.amount * ((post.payee == name) - (post.payer == name)) for post in cost.postings)
        assert moved == -cost.owing(name) == evening.owed()[name] - evening.books.balances[name]


def test_a_cost_may_be_said_in_a_deal_where_it_answers_no_turn():
    script = 'evening "X"\nplayers Ann Bob Cat\ngame nap\ndeal Ann\nBob 3\ncost 9 tea Bob paid\nBob made\nend\n'
    evening = replay_script(script, "test").evening
    without = replay_script(script.replace("cost 9 tea Bob paid\n", ""), "test").evening
    assert evening.books.balances == without.books.balances
    assert [evening.owed()[name] - without.owed()[name] for name in ("Ann", "Bob", "Cat")] == [-3, 6, -3]


def test_a_cost_is_put_right_as_any_saying():
    assert evening_of(PIZZA, "undo").owed()["Cat"] == 50
    assert evening_of(PIZZA, 'amend 7 "it was 9": cost 9.00 pizza Cat paid').owed()["Cat"] == 725
    assert evening_of('insert 4 "before": cost 9.00 pizza Cat paid').owed()["Cat"] == 725


@pytest.mark.parametrize(
    ("saying", "code", "sentence"),
    [
        ("cost 0.00 tip Dan paid", "bad-amount", "a cost of nothing is none."),
        ("cost 1.00 tip Zed paid", "unknown-player", "Zed has not sat here."),
        ("cost 1.00 tip Dan paid for Ann Ann", "players", "Ann is named twice."),
        ("cost 10.00 pizza Cat 3.00 Bob 4.00 paid", "bad-amount",
         "Cat €3.00 and Bob €4.00 come to €7.00, and not to €10.00."),
        ("cost 1.00 tip Cat paid for Cat", "rule", "Cat alone paid it and shares it: nothing would be owed."),
        ("cost 1.00 tip Cat paid for Ann 0", "unreadable", "a number of shares is from 1 to 1000."),
        ("cost 1.00 tip Cat paid for Ann 1001 Bob", "unreadable", "a number of shares is from 1 to 1000."),
        ('cost 1.00 "" Cat paid', "unreadable", "says nothing"),
    ],
)  # fmt: skip
def test_a_cost_that_cannot_stand_is_refused_and_nothing_written(run, closed, saying, code, sentence):
    refused = run("record", "--json", saying)
    assert (refused.code, refused.json["error"]["code"]) == (1, code)
    assert sentence in refused.json["error"]["message"]
    assert run("table", "--json").json["events"] == 6


def test_a_player_called_as_the_word_goes_on_to_be_who_he_was():
    begin = 'evening "X"\nplayers cost paid Bob\ngame nap\ndeal Bob\n'
    evening = evening_of("cost 3", "cost made", begin=begin)
    assert evening.books.balances == {"cost": 6, "paid": -3, "Bob": -3}
    of_the_other = 'evening "X"\nplayers Ann paid Bob\n'
    assert shares_of('cost 2 tea "paid" paid for Ann', begin=of_the_other) == [({"paid": 2}, {"Ann": 2})]


def test_a_cost_is_a_newer_kind_of_event_and_kept_in_the_totals():
    event = Cost(1000, "pizza", (("Cat", 1000),), (("Ann", 2),))
    assert version_of(event) == 3
    assert decode(encode(event), 3) == event
    evening = evening_of(PIZZA)
    totals = totals_of(evening, recorded_on(evening, "2026-11-20"))
    assert decoded(encoded(totals)) == totals
    assert {name: of_player.costs for name, of_player in totals.players.items()} == {
        "Ann": -333, "Bob": -333, "Cat": 1000, "Dan": -334
    }  # fmt: skip
    assert not any(of_player.paid for of_player in totals.players.values())


def test_explain_and_the_exports_name_costs_apart(run, closed):
    run("record", PIZZA)
    run("record", "Dan pays Cat 4.84")
    explained = run("explain", "Dan", "--json").json
    assert [(line["event"], line["amount"], line["owed"]) for line in explained["paid"]] == [(8, 484, 0)]
    assert [(line["what"], line["amount"], line["owed"]) for line in explained["costs"]] == [("pizza", -334, -484)]
    assert "paid or shared" in run("explain", "Dan").out
    rows = [row.split(",") for row in run("export", "--format", "csv").out.splitlines()]
    assert [(row[6], row[8], row[9]) for row in rows if row[4] == "cost"] == [
        ("Dan", "Cat", "3.34"), ("Ann", "Cat", "3.33"), ("Bob", "Cat", "3.33")
    ]  # fmt: skip
    for program in ("beancount", "hledger"):
        assert "Assets:Players:Dan:Costs  -3.34 EUR" in run("export", "--format", program).out


# A bare number


@pytest.mark.parametrize(
    ("money", "number", "sentence"),
    [
        (Money("EUR", 5), "1", '"1" is a counter (€0.05) or €1.00: say 1.00 or €1'),
        (Money("EUR", 5), "42", '"42" is 42 counters (€2.10) or €42.00: say 42.00 or €42'),
        (Money("lsd", 4), "1", '"1" is a counter (1d) or a coin: say 1d, 1s or £1'),
        (Money("lsd", 4), "3", '"3" is 3 counters (3d) or coins: say 3d, 3s or £3'),
        (Money("JPY", 10), "3", '"3" is 3 counters (¥30) or ¥3: say JPY3 or ¥3'),
        (Money("EUR", 100), "1", ""),
        (Money("EUR", None), "1", ""),
        (Money("counters", 1), "1", ""),
        (Money("EUR", 5), "1.00", ""),
    ],
)  # fmt: skip
def test_a_bare_number_is_two_sums_only_where_a_counter_has_another_value(money, number, sentence):
    assert money.two_sums(number) == sentence


def test_after_the_close_a_bare_number_is_refused_and_before_it_is_a_counter(run, closed):
    refused = run("record", "Dan pays Ann 1")
    assert (refused.code, refused.err.splitlines()[0]) == (
        1, 'Dan pays Ann 1: "1" is a counter (€0.05) or €1.00: say 1.00 or €1.'
    )  # fmt: skip
    assert run("record", "d pays a 1").code == 1
    assert run("record", "cost 1 tea Ann paid").code == 1
    assert run("record", "Dan pays Ann 1.00").code == 0
    assert evening_of("Dan pays Ann 1").owed()["Ann"] == 145, "a log that is read has it as it always did"
    assert run("record", "--yes", 'reopen "again"').code == 0
    assert run("record", "Dan pays Ann 1").code == 0


def test_after_the_close_what_is_owed_is_offered_and_no_more(run, closed):
    forms = run("record", "--json", "--dry-run", 'note "x"').json["expecting"]["forms"]
    offered = {
        (form["who"][0], form["slots"][1]["among"][0]): (form["slots"][2]["low"], form["slots"][2]["high"],
                                                          form["slots"][2]["usual"], form["slots"][2].get("step", 1))
        for form in forms
    }  # fmt: skip
    assert offered == {
        ("Bob", "Ann"): (1, 50, [], 1), ("Bob", "Cat"): (1, 50, [50], 1),
        ("Dan", "Ann"): (1, 150, [150], 1), ("Dan", "Cat"): (1, 50, [], 1),
    }  # fmt: skip


def test_a_file_that_is_refused_names_the_line():
    with pytest.raises(RefusedLine, match="Zed has not sat here"):
        evening_of("cost 1.00 tip Zed paid")
