"""Settlement: the fewest payments, which stay the same while they are made."""

import random
import time
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.books import Payment
from ledger.settlement import partition
from ledger.settlement import payments as settlement
from ledger.settlement.payments import Plan, by_household, in_coins, settle, settle_via
from tests.helpers.rig import one_in, tries

BALANCES = st.integers(-4, 4) | st.integers(-40, 40) | st.integers(-(10**15), 10**15)


@st.composite
def owed_sums(draw, most=9, least=0):
    """Draw what players are owed; the last amount makes the sum zero."""
    amounts = draw(st.sampled_from([st.integers(-3, 3), st.integers(-30, 30), BALANCES]))
    balances = draw(st.lists(amounts, min_size=max(0, least - 1), max_size=most - 1))
    balances.append(-sum(balances))
    names = draw(st.permutations([f"P{place:02}" for place in range(len(balances))]))
    return dict(zip(names, balances, strict=True))


def after(owed, transfers):
    """Return what is owed after these payments."""
    left = dict(owed)
    for transfer in transfers:
        left[transfer.payer] += transfer.amount
        left[transfer.payee] -= transfer.amount
    return left


def fewest_payments(balances):
    """Return the fewest payments, by adding up the players in every order.

    Whenever the running total is zero, the players since the last zero form a group; a group settles with one payment
    fewer than it has players.
    """
    balances = [balance for balance in balances if balance]
    most_groups = [0] * (1 << len(balances))
    for players in range(1, len(most_groups)):
        inside = [place for place in range(len(balances)) if players >> place & 1]
        most_groups[players] = max(most_groups[players & ~(1 << last)] for last in inside)
        most_groups[players] += sum(balances[place] for place in inside) == 0
    return len(balances) - most_groups[-1]


@cache
def every_plan(owed):
    """Yield every plan in which a player always settles in full with an opposite one."""
    debtors = [(name, -balance) for name, balance in owed if balance < 0]
    creditors = [(name, balance) for name, balance in owed if balance > 0]
    if not debtors:
        return frozenset([frozenset()])
    plans = set()
    for payer, debt in debtors:
        for payee, credit in creditors:
            transfer = Payment(payer, payee, min(debt, credit))
            left = tuple(after(dict(owed), [transfer]).items())
            plans |= {plan | {transfer} for plan in every_plan(left)}
    return frozenset(plans)


@settings(max_examples=tries(60), deadline=None)
@given(owed_sums(most=6))
def test_the_plan_is_the_first_of_all_the_shortest(owed):
    def ordered(plan):
        return sorted((transfer.payer, transfer.payee, -transfer.amount) for transfer in plan)

    plans = every_plan(tuple(owed.items()))
    shortest = min(map(len, plans))
    first = min(ordered(plan) for plan in plans if len(plan) == shortest)
    assert [(payment.payer, payment.payee, -payment.amount) for payment in settle(owed).transfers] == first


@pytest.mark.thorough
def test_ten_thousand_evenings_are_settled_with_the_fewest_payments():
    chance = random.Random(1889)
    for _ in range(10_000):
        size, most = chance.randint(1, 9), chance.choice([1, 2, 3, 5, 10, 50])
        balances = [chance.randint(-most, most) for _ in range(size)]
        balances.append(-sum(balances))
        plan = settle({f"P{place}": balance for place, balance in enumerate(balances)})
        assert plan.fewest
        assert len(plan.transfers) == fewest_payments(balances), balances


@settings(max_examples=tries(200), deadline=None)
@given(owed_sums(most=12))
def test_a_plan_settles_everything_and_only_debts_are_paid(owed):
    plan = settle(owed)
    assert not any(after(owed, plan.transfers).values())
    for transfer in plan.transfers:
        assert owed[transfer.payer] < 0 < owed[transfer.payee]
        assert transfer.amount > 0
    assert all((a.payer, a.payee) < (b.payer, b.payee) for a, b in pairwise(plan.transfers))


@settings(max_examples=tries(200), deadline=None)
@given(owed_sums(most=12))
def test_making_any_payment_leaves_the_others_as_they_were(owed):
    transfers = settle(owed).transfers
    for made in transfers:
        left = after(owed, [made])
        others = tuple(transfer for transfer in transfers if transfer != made)
        assert settle(left).transfers == others
        assert settle({name: balance for name, balance in left.items() if balance}).transfers == others


@settings(max_examples=tries(60), deadline=None)
@given(owed_sums(most=20, least=10), st.randoms(use_true_random=False))
def test_payments_made_in_any_order_leave_the_others_as_they_were(owed, chance):
    remaining = list(settle(owed).transfers)
    while remaining:
        made = remaining.pop(chance.randrange(len(remaining)))
        owed = after(owed, [made])
        assert settle(owed) == Plan(tuple(remaining), fewest=True)


@settings(max_examples=50, deadline=None)
@given(owed_sums(most=12), st.randoms(use_true_random=False))
def test_the_plan_does_not_depend_on_the_order_of_the_players(owed, chance):
    players = list(owed.items())
    chance.shuffle(players)
    assert settle(dict(players)) == settle(owed)


def test_a_payment_that_makes_two_balances_match_changes_nothing():
    owed = {"Ann": -3, "Bob": 2, "Zoe": 1, "Dan": -1, "Eve": 1}
    plan = settle(owed)
    assert plan.transfers == (Payment("Ann", "Bob", 2), Payment("Ann", "Eve", 1), Payment("Dan", "Zoe", 1))
    assert settle(after(owed, plan.transfers[:1])).transfers == plan.transfers[1:]


def test_nothing_to_settle():
    assert settle({}) == Plan((), fewest=True)
    assert settle({"Ann": 0, "Bob": 0}) == Plan((), fewest=True)


def summing_to_zero(balances):
    return [*balances[:-1], -sum(balances[:-1])]


CHANCE = random.Random(12)
TWENTY = {
    "equal": [1, -1] * 10,
    "one pays all": [1] * 19 + [-19],
    "all distinct": summing_to_zero([CHANCE.randint(-(10**6), 10**6) for _ in range(20)]),
    "no sums alike": summing_to_zero([3**place for place in range(20)]),
    "ten pairs": [*range(1, 11), *range(-10, 0)],
    "many small": summing_to_zero([CHANCE.choice([-3, -2, -1, 1, 2, 3]) for _ in range(20)]),
    "many middling": summing_to_zero([CHANCE.choice([-1, 1]) * CHANCE.randint(1, 12) for _ in range(20)]),
    "fives of threes and twos": [2, 2, 2, -3, -3] * 4,
    "huge": summing_to_zero([CHANCE.randint(-(10**15), 10**15) for _ in range(20)]),
}


@pytest.mark.parametrize("balances", TWENTY.values(), ids=TWENTY)
def test_twenty_are_settled_exactly_and_soon(balances):
    owed = {f"P{place:02}": balance for place, balance in enumerate(balances)}
    began = time.process_time()
    plan = settle(owed)
    assert time.process_time() - began < 2
    assert plan.fewest
    assert not any(after(owed, plan.transfers).values())


def test_twenty_have_the_groups_they_were_made_of():
    for name, payments in {"equal": 10, "one pays all": 19, "no sums alike": 19, "ten pairs": 10}.items():
        owed = {f"P{place:02}": balance for place, balance in enumerate(TWENTY[name])}
        assert len(settle(owed).transfers) == payments
    fives = {f"P{place:02}": balance for place, balance in enumerate(TWENTY["fives of threes and twos"])}
    assert len(settle(fives).transfers) == 16


def greedy(owed) -> int:
    """Return the number of payments if the largest debtor always pays the largest creditor."""
    left, payments = dict(owed), 0
    while any(left.values()):
        payer, payee = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        payments += 1
    return payments


@pytest.mark.thorough
@settings(max_examples=tries(150), deadline=None)
@given(owed_sums(most=60, least=24))
def test_more_than_twenty_two_never_pay_more_than_greedily(owed):
    plan = settle(owed)
    assert not any(after(owed, plan.transfers).values())
    assert len(plan.transfers) <= greedy(owed)
    assert plan.fewest == (plan.over == 0)


@pytest.mark.thorough
@settings(max_examples=25, deadline=None)
@given(owed_sums(most=20, least=9), st.integers(0, 6))
def test_the_bound_beyond_what_is_exact_holds(owed, exact):
    exactly = len(settle(owed).transfers)
    before, settlement.EXACT_UP_TO = settlement.EXACT_UP_TO, exact
    try:
        plan = settle(owed)
    finally:
        settlement.EXACT_UP_TO = before
    assert exactly <= len(plan.transfers) <= exactly + plan.over
    assert not plan.fewest or len(plan.transfers) == exactly
    assert not any(after(owed, plan.transfers).values())


def test_thirty_that_were_made_of_threes_and_fours_settle_so():
    chance = random.Random(5)
    amounts = []
    for size in (3, 4) * 5:
        group = [chance.randint(1, 10**6) for _ in range(size - 1)]
        amounts += [*group, -sum(group)]
    chance.shuffle(amounts)
    plan = settle({f"P{place:02}": amount for place, amount in enumerate(amounts)})
    assert len(plan.transfers) == 25
    assert plan.over <= 2


@pytest.mark.parametrize("people", one_in(3, [23, 28, 34]))
def test_large_debts_of_more_than_twenty_two_are_settled_exactly(people):
    chance = random.Random(people)
    sizes = (people // 3, people // 2 - people // 6, people)
    amounts: list[int] = []
    for size in sizes[:2]:
        group = [chance.randint(-(10**9), 10**9) for _ in range(size - 1)]
        amounts += [*group, -sum(group)]
    rest = [chance.randint(-(10**9), 10**9) for _ in range(people - len(amounts) - 1)]
    amounts += [*rest, -sum(rest)]
    chance.shuffle(amounts)
    owed = {f"P{place:02}": amount for place, amount in enumerate(amounts)}
    plan = settle(owed)
    assert plan.fewest
    assert len(plan.transfers) == people - 3
    assert not any(after(owed, plan.transfers).values())


def with_nobody_opposite(owed) -> dict[str, int]:
    """Return who is left when all equal and opposite pairs have settled."""
    return settlement._opposites({name: balance for name, balance in owed.items() if balance})[1]


@settings(max_examples=tries(120), deadline=None)
@given(owed_sums(most=12), st.sampled_from([{}, {"STEPS": 5, "STEPS_IN_EACH": 2}, {"MOST_LISTED": 2}, {"LARGEST": 3}]))
def test_the_most_groups_lie_between_what_is_found_and_what_is_the_most(owed, limits):
    left = with_nobody_opposite(owed)
    before = {limit: getattr(partition, limit) for limit in limits}
    try:
        for limit, value in limits.items():
            setattr(partition, limit, value)
        found = partition.partition(list(left.values())) if left else partition.Partition((), 0, 0)
    finally:
        for limit, value in before.items():
            setattr(partition, limit, value)
    amounts, together = list(left.values()), 0
    for group in found.small:
        assert not together & group
        together |= group
        assert sum(amounts[place] for place in partition.members(group)) == 0
    groups = len(found.small) + (together.bit_count() < len(left))
    most = len(left) - fewest_payments(amounts)
    assert groups <= most <= found.most
    assert settlement._needed(left) <= len(left) - most
    assert limits or found.most - groups <= 1


@pytest.mark.parametrize("people", [23, *one_in(6, [40, 26, 28, 31, 34, 37])])
@pytest.mark.parametrize("most", one_in(2, [40, 300, 2_000, 10**4, 10**6]))
def test_those_who_were_put_together_of_groups_settle_in_as_many_or_one_fewer(people, most):
    chance = random.Random(people * most)
    amounts: list[int] = []
    planted = 0
    while len(amounts) < people:
        size = chance.choice((3, 4, 5, 6))
        size = people - len(amounts) if people - len(amounts) < size + 3 else size
        group = [chance.choice((-1, 1)) * chance.randint(1, most) for _ in range(size - 1)]
        if sum(group):
            amounts += [*group, -sum(group)]
            planted += 1
    chance.shuffle(amounts)
    owed = {f"P{place:02}": amount for place, amount in enumerate(amounts)}
    plan = settle(owed)
    assert not any(after(owed, plan.transfers).values())
    assert plan.over <= 1
    assert people - len(plan.transfers) >= planted - 1
    assert len(plan.transfers) <= greedy(owed)
    assert settle(owed) == plan


@pytest.mark.parametrize("most", one_in(3, [10, 30, 100, 500, 5_000, 10**5]))
@pytest.mark.parametrize("people", one_in(2, [25, 33, 40]))
def test_up_to_forty_it_is_known_to_one_payment_how_few_there_are(people, most):
    chance = random.Random(people + most)
    for _ in range(2):
        amounts = summing_to_zero([chance.choice((-1, 1)) * chance.randint(1, most) for _ in range(people)])
        plan = settle({f"P{place:02}": amount for place, amount in enumerate(amounts)})
        assert plan.over <= 1


def test_more_than_twenty_pay_pair_by_pair_where_they_can():
    owed = {f"P{place:02}": balance for place, balance in enumerate([0, 3, -3, *[5, -5] * 10, 2, -2, 7, -7])}
    plan = settle(owed)
    assert plan.fewest
    assert len(plan.transfers) == 13
    assert Payment("P04", "P03", 5) in plan.transfers


@settings(deadline=None)
@given(owed_sums(most=30, least=2))
def test_everyone_settles_with_one_banker(owed):
    banker = next(iter(owed))
    plan = settle_via(owed, banker)
    assert not any(after(owed, plan.transfers).values())
    assert all(banker in (transfer.payer, transfer.payee) for transfer in plan.transfers)
    assert len(plan.transfers) == sum(1 for name in owed if owed[name] and name != banker)


def test_a_banker_is_one_of_them():
    with pytest.raises(ValueError, match="Zoe is not one of those who settle: Ann, Bob"):
        settle_via({"Ann": 1, "Bob": -1}, "Zoe")
    assert settle_via({"Ann": 1, "Bob": -1}, "Ann") == Plan((Payment("Bob", "Ann", 1),), fewest=True)
    through = settle_via({"Ann": 1, "Bob": -1, "Cat": 0}, "Cat")
    assert through == Plan((Payment("Bob", "Cat", 1), Payment("Cat", "Ann", 1)), fewest=False, over=1)


@given(owed_sums(most=12), st.integers(1, 60))
def test_rounding_to_coins_loses_nothing(owed, coin):
    rounded, rest = in_coins(owed, coin)
    assert list(rounded) == list(rest) == list(owed)
    assert sum(rounded.values()) == sum(rest.values()) == 0
    for name, balance in owed.items():
        assert rounded[name] % coin == 0
        assert abs(rest[name]) < coin
        assert rounded[name] + rest[name] == balance
        assert rounded[name] == balance or balance % coin
    up = [owed[name] % coin for name in owed if rest[name] < 0]
    down = [owed[name] % coin for name in owed if rest[name] > 0]
    assert not up or not down or min(up) >= max(down)


def test_coins_by_hand():
    owed = {"Cat": 7, "Ann": -5, "Bob": -2}
    assert in_coins(owed, 6) == ({"Cat": 6, "Ann": -6, "Bob": 0}, {"Cat": 1, "Ann": 1, "Bob": -2})
    assert in_coins({"Bob": 3, "Ann": 3, "Cat": -6}, 6)[0] == {"Bob": 0, "Ann": 6, "Cat": -6}
    with pytest.raises(ValueError, match="coins of 0"):
        in_coins(owed, 0)


def test_households_settle_as_one():
    owed = {"Ann": 5, "Bob": -7, "Cat": 4, "Dan": -2}
    assert by_household(owed, []) == owed
    together = by_household(owed, [["Dan", "Bob"], ["Cat"]])
    assert together == {"Ann": 5, "Dan+Bob": -9, "Cat": 4}
    assert list(together) == ["Ann", "Dan+Bob", "Cat"]


@pytest.mark.parametrize(
    ("households", "because"),
    [
        ([["Ann", "Zoe"]], "Zoe is not one of those who settle"),
        ([["Ann", "Bob"], ["Bob"]], r"Bob settles once, and is named in Ann\+Bob and in Bob"),
        ([["Ann", "Ann"]], "Ann settles once"),
        ([[]], 'cannot be called ""'),
        ([["Ann", "Bob"]], r'cannot be called "Ann\+Bob"'),
    ],
)
def test_a_household_that_cannot_be(households, because):
    owed = {"Ann": 1, "Bob": -1, "Cat": 0}
    if "cannot be called" in because:
        owed |= {"Ann+Bob": 0}
    with pytest.raises(ValueError, match=because):
        by_household(owed, households)


@pytest.mark.parametrize(
    "use",
    [settle, lambda owed: settle_via(owed, "Ann"), lambda owed: in_coins(owed, 6)],
    ids=["", "via", "coins"],
)
def test_what_does_not_sum_to_zero_is_not_settled(use):
    with pytest.raises(ValueError, match="must sum to zero, and sums to 1"):
        use({"Ann": 3, "Bob": -2})
