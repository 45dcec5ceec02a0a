"""Every line of every plan can be recorded as it was printed, and leaves nothing owing for ever."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.money import CASH, Money
from ledger.settlement.payments import in_coins, left_by_coins, settle
from tests.helpers import command_line
from tests.helpers.rig import tries

at_home, run = command_line.at_home, command_line.run

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")


def opened(run, money: str, won: tuple[int, ...], counter: str = "0.01"):
    """Open an evening with a counter of a cent, play what was won, and close it."""
    names = NAMES[: len(won)]
    assert run("open", "One", "--players", " ".join(names), "--money", money, "--counter", counter).code == 0
    results = " ".join(f"{name} {amount:+d}" for name, amount in zip(names, won, strict=True))
    for saying in ("game tally", f"result {results}", "end", "close"):
        assert run("record", saying).code == 0, saying


def printed(done):
    """Return the lines of a settlement as they are printed: payer, payee, amount."""
    return [(line.split()[0], line.split()[2], line.split()[3]) for line in done.out.splitlines() if " pays " in line]


@pytest.mark.parametrize("money", CASH)
@pytest.mark.parametrize("backwards", [False, True])
def test_every_line_in_coins_can_be_recorded_and_nothing_is_owing_for_ever(run, at_home, money, backwards):
    coin = Money(money, None).coin
    won = (-39 * coin // 5, -23 * coin // 5 - 1, 41 * coin // 5, 7 * coin // 5)
    opened(run, money, (*won, -sum(won)))
    lines = printed(run("settle", "--coin", CASH[money]))
    assert lines
    for payer, payee, amount in reversed(lines) if backwards else lines:
        done = run("record", f"{payer} pays {payee} {amount}")
        assert done.code == 0, done.err
    settled = run("settle", "--json").json
    assert settled["transfers"] == []
    assert set(settled["owed"].values()) == {0}
    assert run("evenings", "--owing", "--json").json["evenings"] == []
    assert run("audit").code == 0


def test_what_no_coin_pays_is_settled_with_the_last_payment(run, at_home):
    opened(run, "CHF", (-39, -23, 62))
    assert printed(run("settle", "--coin", "0.05")) == [("Ann", "Cat", "CHF0.40"), ("Bob", "Cat", "CHF0.20")]
    assert [line["saying"] for line in run("record", "Ann pays Cat CHF0.40", "--json").json["said"]] == [
        "Ann pays Cat 0.40"
    ]
    said = run("record", "Bob pays Cat CHF0.20", "--json").json["said"]
    assert [line["saying"] for line in said] == ["Bob pays Cat 0.20", "Bob pays Ann 0.01", "Bob pays Cat 0.02"]
    for _ in said:
        assert run("record", "undo").code == 0
    assert run("settle", "--json").json["owed"] == {"Ann": 1, "Bob": -23, "Cat": 22}


def test_more_than_a_coin_too_much_is_asked_about_and_a_part_settles_no_rest(run, at_home):
    opened(run, "CHF", (-39, 39))
    done = run("record", "Ann pays Bob CHF0.45")
    assert done.code == 1
    assert "Ann owes CHF0.40 in all" in done.err or "Ann owes CHF0.39 in all" in done.err
    assert run("record", "Ann pays Bob CHF0.20").code == 0
    assert run("settle", "--json").json["owed"] == {"Ann": -19, "Bob": 19}
    assert run("record", "Ann pays Bob CHF0.19").code == 0  # not in coins: to the cent
    assert run("settle", "--json").json["owed"] == {"Ann": 0, "Bob": 0}


def test_where_sums_in_cash_are_not_rounded_nothing_more_is_settled(run, at_home):
    opened(run, "GBP", (-39, 39))
    assert len(run("record", "Ann pays Bob £0.35", "--json").json["said"]) == 1
    assert run("settle", "--json").json["owed"] == {"Ann": -4, "Bob": 4}
    assert run("record", "Ann pays Bob £0.05").code == 1


def test_a_payment_of_the_club_settles_what_no_coin_pays(run, at_home):
    for won in ((-39, 41, -2), (-13, 9, 4)):
        opened(run, "CHF", won)
    lines = printed(run("settle", "--all", "--coin", "0.05"))
    for payer, payee, amount in lines:
        done = run("pay", payer, payee, amount)
        assert done.code == 0, done.err
    (money,) = run("settle", "--all", "--json").json["moneys"]
    assert set(money["owed"].values()) == {0}
    assert run("evenings", "--owing", "--json").json["evenings"] == []
    assert run("audit", "--all").code == 0


@settings(max_examples=tries(300))
@given(st.lists(st.integers(-300, 300), min_size=1, max_size=6), st.sampled_from([5, 10, 50, 100]), st.randoms())
def test_lines_in_coins_paid_in_any_order_leave_only_what_is_settled_with_the_last(amounts, coin, order):
    owed = {f"P{place}": amount for place, amount in enumerate([*amounts, -sum(amounts)])}
    lines = list(settle(in_coins(owed, coin)[0]).transfers)
    order.shuffle(lines)
    for line in lines:
        assert left_by_coins(owed, coin) == ()
        rounded, _ = in_coins(owed, coin)
        assert min(-rounded[line.payer], rounded[line.payee]) >= line.amount
        owed[line.payer] += line.amount
        owed[line.payee] -= line.amount
    for line in left_by_coins(owed, coin):
        assert line.amount < coin
        owed[line.payer] += line.amount
        owed[line.payee] -= line.amount
    assert not any(owed.values())
