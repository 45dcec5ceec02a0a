"""Settlement: who pays whom, from what each is owed.

``owed`` is what each has still to receive (+) or to pay (−), in the smallest unit; it sums to zero.

The fewest payments: people whose balances sum to zero can settle among themselves with one payment fewer than there
are people, so the payments are fewest if everyone falls into as many such groups as possible. Often there are several
such partitions. The first debtor by name pays as much as possible to the first creditor by name for whom the payments
stay fewest, and so on with the rest. The result is the first of all the fewest sets of payments from debtors to
creditors, ordered by payer, payee and the larger amount.

A plan is kept: what is paid along a line of it, whole or in part, is taken off that line and changes no other. A
payment that is no part of the plan makes a new one, for what is owed then.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import combinations

import msgspec

from ledger.core.books import Debt, Payment
from ledger.settlement.partition import MOST_PEOPLE, members, partition

EXACT_UP_TO = 22
"""The greatest number of people for whom the payments are the fewest; for more, they are few, with a bound."""
ORDERS: tuple[Callable[[tuple[str, int]], int], ...] = (
    lambda balance: -abs(balance[1]),
    lambda balance: abs(balance[1]),
    lambda balance: balance[1],
    lambda balance: -balance[1],
)
"""The orders in which groups are looked for among many people: the earlier in an order, the more choice."""
MOST_IN_FOURS = 400
"""Among more people than this the search leaves out groups of four, because it would take too long."""


class Plan(msgspec.Struct, frozen=True):
    """The payments that settle everything, in the order of the names of payer and payee."""

    transfers: tuple[Payment, ...]
    fewest: bool
    """Whether the plan certainly had the fewest payments when it was made."""
    over: int = 0
    """The greatest number of payments by which the plan can exceed the fewest."""


def settle(owed: Mapping[str, int]) -> Plan:
    """Return the fewest payments that settle what is owed.

    For more than 22 people the plan is a short one, never longer than the one in which the greatest debtor always
    pays the greatest creditor. For up to 40 people a search finds nearly always the shortest plan, or one that is a
    payment longer; ``over`` is a bound for the excess.

    Raises ValueError if `owed` does not sum to zero.
    """
    balances = _unsettled(owed)
    if len(balances) > EXACT_UP_TO:
        opposite, left = _opposites(balances)
        if len(left) <= EXACT_UP_TO:
            return Plan(_in_order(opposite + _fewest(left)), fewest=True)
        transfers, needed = _searched(left) if len(left) <= MOST_PEOPLE else _few_in_some_order(left)
        transfers = min(opposite + transfers, _greedily(balances), key=len)
        over = len(transfers) - len(opposite) - needed
        return Plan(_in_order(transfers), fewest=not over, over=over)
    return Plan(_in_order(_fewest(balances)), fewest=True)


def keep_plan(owed: Mapping[str, int], paid: Sequence[Payment | Debt]) -> Plan:
    """Return the plan that was made before these payments, less what was paid along its lines.

    `owed` is what is owed after them. A payment that is no part of a line makes a new plan. Raises ValueError if
    `owed` does not sum to zero.
    """
    left = dict(owed)
    for payment in paid:
        left[payment.payer] -= payment.amount
        left[payment.payee] += payment.amount
    plan = settle(left)
    for payment in paid:
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
        plan = _less(plan, payment) or settle(left)
    return plan


def _less(plan: Plan, paid: Payment | Debt) -> Plan | None:
    """Return a plan less a payment along one of its lines; None if no line has room for it."""
    lines = {(line.payer, line.payee): line.amount for line in plan.transfers}
    pair = paid.payer, paid.payee
    if paid.amount > lines.get(pair, 0):
        return None
    if paid.amount:
        lines[pair] -= paid.amount
    transfers = tuple(Payment(payer, payee, amount) for (payer, payee), amount in lines.items() if amount)
    return Plan(transfers, plan.fewest, plan.over)


def settle_via(owed: Mapping[str, int], banker: str) -> Plan:
    """
    Return the payments by which everyone settles with one banker, who is one of them.

    Raises ValueError if `owed` does not sum to zero or does not name the banker.
    """
    if banker not in owed:
        raise ValueError(f"{banker} is not one of those who settle: {', '.join(owed)}")
    transfers = _in_order(_through(banker, _unsettled(owed)))
    fewest = settle(owed)
    extra = len(transfers) - len(fewest.transfers)
    return Plan(transfers, fewest=fewest.fewest and not extra, over=fewest.over + extra)


def in_coins(owed: Mapping[str, int], coin: int) -> tuple[dict[str, int], dict[str, int]]:
    """Return what is owed rounded to whole coins, and the remainder of each person.

    Everyone is rounded down. The coins missing from a sum of zero go one each to those with the largest remainders,
    by name among equals. No balance changes by a whole coin.

    Raises ValueError if `owed` does not sum to zero, or the coin is worth nothing.
    """
    if coin < 1:
        raise ValueError(f"nothing can be paid in coins of {coin}")
    _unsettled(owed)
    rest = {name: balance % coin for name, balance in owed.items()}
    wanting = sum(rest.values()) // coin
    favoured = set(sorted(rest, key=lambda name: (-rest[name], name))[:wanting])
    rounded = {name: balance - rest[name] + (coin if name in favoured else 0) for name, balance in owed.items()}
    return rounded, {name: owed[name] - rounded[name] for name in owed}


def left_by_coins(owed: Mapping[str, int], coin: int) -> tuple[Payment, ...]:
    """Return payments that settle what no coin pays; none while a coin can still pay something.

    Raises ValueError as `in_coins` does.
    """
    rounded, rest = in_coins(owed, coin)
    return () if any(rounded.values()) else settle(rest).transfers


def by_household(owed: Mapping[str, int], households: Sequence[Sequence[str]]) -> dict[str, int]:
    """Return what each household is owed, named ``Ann+Bob`` after its members.

    Raises ValueError for a person who is unknown or named twice, and for an empty household.
    """
    home: dict[str, str] = {}
    for household in households:
        together = "+".join(household)
        if not household or (together in owed and together not in household):
            raise ValueError(f'a household cannot be called "{together}"')
        for name in household:
            if name not in owed:
                raise ValueError(f"{name} is not one of those who settle: {', '.join(owed)}")
            if name in home:
                raise ValueError(f"{name} settles once, and is named in {home[name]} and in {together}")
            home[name] = together
    settled: dict[str, int] = {}
    for name, balance in owed.items():
        together = home.get(name, name)
        settled[together] = settled.get(together, 0) + balance
    return settled


def _unsettled(owed: Mapping[str, int]) -> dict[str, int]:
    """Return those who have something to settle, by name. Raises ValueError unless all sum to 0."""
    total = sum(owed.values())
    if total:
        raise ValueError(f"what is owed must sum to zero, and sums to {total}")
    return {name: owed[name] for name in sorted(owed) if owed[name]}


def _in_order(transfers: Sequence[Payment]) -> tuple[Payment, ...]:
    return tuple(sorted(transfers, key=lambda transfer: (transfer.payer, transfer.payee)))


def _fewest(balances: dict[str, int]) -> list[Payment]:
    """Return the first of the shortest lists of payments."""
    left = dict(balances)
    transfers = []
    while left:
        payer, payee = _first_pair(left)
        transfer = Payment(payer, payee, min(-left[payer], left[payee]))
        transfers.append(transfer)
        left[payer] += transfer.amount
        left[payee] -= transfer.amount
        left = {name: balance for name, balance in left.items() if balance}
    return transfers


def _first_pair(balances: dict[str, int]) -> tuple[str, str]:
    """Return the first debtor, and the first creditor who can share a best group with them.

    The two can share a group if the other groups, one fewer than the most, can be made without both.
    """
    names = list(balances)
    lacking = _sets_lacking(len(names))
    groups = _unions_of_groups(list(balances.values()), lacking)
    payer = next(place for place, name in enumerate(names) if balances[name] < 0)
    others = groups[-2] & lacking[payer]
    payee = next(place for place, name in enumerate(names) if balances[name] > 0 and others & lacking[place])
    return names[payer], names[payee]


# A set of people is a number with a bit for each of them, and a family of such sets is a number too, with a
# bit for each set: the sets of twenty people are one number of 2**20 bits, and all are handled at once.


def _sets_lacking(people: int) -> list[int]:
    """Return for each of so many people the family of all sets without that person."""
    families = []
    for place in range(people):
        family, width = (1 << (1 << place)) - 1, 2 << place
        while width < 1 << people:
            family |= family << width
            width *= 2
        families.append(family)
    return families


def _unions_of_groups(balances: list[int], lacking: list[int]) -> list[int]:
    """Return the families of sets that split into at least 0, 1, 2 … groups that sum to zero."""
    summing_to_zero = _sets_summing_to_zero(balances)
    unions = [summing_to_zero]
    while True:
        smaller = unions[-1]
        larger = 0
        for place, family in enumerate(lacking):
            larger |= (smaller & family) << (1 << place)
        for place, family in enumerate(lacking):
            larger |= (larger & family) << (1 << place)
        larger &= summing_to_zero
        if not larger:
            return unions
        unions.append(larger)


def _sets_summing_to_zero(balances: list[int]) -> int:
    """Return the family of all sets that sum to zero, the empty set too.

    The first ten people make half of each set, the others the other half.
    """
    near = 10
    near_sets: dict[int, int] = {0: 1}
    for place, balance in enumerate(balances[:near]):
        with_this = {total + balance: sets << (1 << place) for total, sets in near_sets.items()}
        near_sets = {total: near_sets.get(total, 0) | with_this.get(total, 0) for total in near_sets | with_this}
    far_totals = [0]
    for balance in balances[near:]:
        far_totals += [total + balance for total in far_totals]
    width = (1 << near) // 8
    return int.from_bytes(
        b"".join(near_sets.get(-total, 0).to_bytes(width, "little") for total in far_totals), "little"
    )


def _searched(balances: dict[str, int]) -> tuple[list[Payment], int]:
    """Return few payments for some thirty people, and the fewest possible.

    Nobody owes exactly what another is owed.
    """
    names, parts = list(balances), partition(list(balances.values()))
    transfers, left = [], dict(balances)
    for group in parts.small:
        transfers += _greedily({names[place]: left.pop(names[place]) for place in members(group)})
    may_part = 2 * parts.larger <= len(left) <= EXACT_UP_TO
    return transfers + (_fewest(left) if may_part else _greedily(left)), len(balances) - parts.most


def _few_in_some_order(balances: dict[str, int]) -> tuple[list[Payment], int]:
    """Return few payments for many people, and the fewest possible.

    Nobody owes exactly what another is owed.
    """
    transfers, needed = _few(balances), _needed(balances)
    for order in ORDERS:
        if len(transfers) > needed:
            transfers = min(transfers, _few(dict(sorted(balances.items(), key=order))), key=len)
    return transfers, needed


def _few(balances: dict[str, int]) -> list[Payment]:
    """
    Return few payments for many people, nobody of whom owes exactly what another is owed.

    Groups of three, and then of four, that sum to zero settle among themselves, in the order given, until few enough
    people are left for the search.
    """
    transfers, left = [], dict(balances)
    for groups in (_threes, _fours):
        for group in groups(left):
            if len(left) <= MOST_PEOPLE:
                break
            transfers += _fewest({name: left.pop(name) for name in group})
    if len(left) <= MOST_PEOPLE:
        return transfers + (_fewest(left) if len(left) <= EXACT_UP_TO else _searched(left)[0])
    return transfers + min(_through(next(iter(left)), left), _greedily(left), key=len)


def _opposites(balances: dict[str, int]) -> tuple[list[Payment], dict[str, int]]:
    """Return payments between those who owe and are owed the same, and the people left over.

    No such payment is one too many: a group that either could settle with can settle without both.
    """
    owing: dict[int, list[str]] = {}
    receiving: dict[int, list[str]] = {}
    for name, balance in balances.items():
        (owing if balance < 0 else receiving).setdefault(abs(balance), []).append(name)
    pairs = [
        Payment(payer, payee, amount)
        for amount, payers in owing.items()
        for payer, payee in zip(payers, receiving.get(amount, []), strict=False)
    ]
    paired = {name for pair in pairs for name in (pair.payer, pair.payee)}
    return pairs, {name: balance for name, balance in balances.items() if name not in paired}


def _threes(balances: dict[str, int]) -> Iterator[tuple[str, ...]]:
    """Yield groups of three that sum to zero, by name. The caller removes those yielded."""
    of: dict[int, list[str]] = {}
    for name, balance in balances.items():
        of.setdefault(balance, []).append(name)
    for first, second in combinations(list(balances), 2):
        if first not in balances or second not in balances:
            continue
        for third in of.get(-balances[first] - balances[second], ()):
            if third in balances and third not in (first, second):
                yield first, second, third
                break


def _fours(balances: dict[str, int]) -> Iterator[tuple[str, ...]]:
    """Yield groups of four that sum to zero, as `_threes` does with three."""
    pairs: dict[int, list[tuple[str, str]]] = {}
    for first, second in combinations(list(balances), 2) if len(balances) <= MOST_IN_FOURS else ():
        if first not in balances or second not in balances:
            continue
        total = balances[first] + balances[second]
        for third, fourth in pairs.get(-total, ()):
            if third in balances and fourth in balances and not {third, fourth} & {first, second}:
                yield first, second, third, fourth
                break
        else:
            pairs.setdefault(total, []).append((first, second))


def _greedily(balances: dict[str, int]) -> list[Payment]:
    """Return payments from whoever owes most to whoever is owed most, by name among equals."""
    owing = [(balance, name) for name, balance in balances.items() if balance < 0]
    receiving = [(-balance, name) for name, balance in balances.items() if balance > 0]
    heapify(owing)
    heapify(receiving)
    transfers = []
    while owing:
        (debt, payer), (credit, payee) = heappop(owing), heappop(receiving)
        amount = min(-debt, -credit)
        transfers.append(Payment(payer, payee, amount))
        if debt + amount:
            heappush(owing, (debt + amount, payer))
        if credit + amount:
            heappush(receiving, (credit + amount, payee))
    return transfers


def _needed(balances: dict[str, int]) -> int:
    """Return a lower bound for the number of payments.

    Nobody owes exactly what another is owed. A group has one payment fewer than people. A person whose smallest
    possible group has n members counts for 1/n, so every group counts at least one, and there are at most as many
    groups as the sum over all people.
    """
    smallest = _smallest_groups(balances)  # threes, fours and fives part sixty evenly
    return len(balances) - sum(60 // size for size in smallest.values()) // 60


def _smallest_groups(balances: dict[str, int]) -> dict[str, int]:
    """Return for each person the size of the smallest group that sums to zero; 5 is 5 or more.

    Nobody owes exactly what another is owed. Where groups of four are not looked for, 4 stands for 4 or more.
    """
    of: dict[int, list[str]] = {}
    for name, balance in balances.items():
        of.setdefault(balance, []).append(name)
    fours = len(balances) <= MOST_IN_FOURS
    smallest = dict.fromkeys(balances, 5 if fours else 4)
    pairs: dict[int, list[tuple[str, str]]] = {}
    for first, second in combinations(balances, 2):
        total = balances[first] + balances[second]
        if any(third not in (first, second) for third in of.get(-total, ())):
            smallest[first] = smallest[second] = 3
        if fours:
            pairs.setdefault(total, []).append((first, second))
    for total, several in pairs.items():
        for first, second in several:
            if not all(smallest[name] < 5 for name in (first, second)) and any(
                not {first, second} & {*others} for others in pairs.get(-total, ())
            ):
                smallest[first], smallest[second] = min(smallest[first], 4), min(smallest[second], 4)
    return smallest


def _through(banker: str, balances: Mapping[str, int]) -> list[Payment]:
    """Return payments between the banker and everyone else."""
    return [
        Payment(name, banker, -balance) if balance < 0 else Payment(banker, name, balance)
        for name, balance in balances.items()
        if name != banker
    ]
