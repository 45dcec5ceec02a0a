"""Who pays whom in an evening, and which debts have been paid; amounts in the smallest unit."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from ledger.core.books import Debt, Payment
from ledger.core.events import EffectiveEvent, End
from ledger.core.money import Money, MoneyError
from ledger.core.names import person_named
from ledger.core.refusals import Code, Refusal, listed, printable
from ledger.evening.fold import Evening
from ledger.evening.snapshots import SharedCost
from ledger.projections.standings import Together
from ledger.rules.score import Score
from ledger.settlement.payments import by_household, in_coins, keep_plan, settle, settle_via

NO_SHORT_NAMES: Mapping[str, str] = {}
IN_POOLS = "\uffff"
"""The name that stands for all the pools among those who settle; nobody can have it, and it sorts last."""


class WaysToSettle(msgspec.Struct, frozen=True):
    """How everybody settles: through one of them, in coins of a size, with households as one.

    A household is written ``Ann+Bob``. Names may be short.
    """

    via: str | None = None
    coin: str | None = None
    households: tuple[str, ...] = ()


BY_PLAN = WaysToSettle()
"""In the fewest payments."""


class EveningSettlement(msgspec.Struct, frozen=True):
    """Who pays whom, and the figures behind it."""

    owed: dict[str, int]
    """What each receives (+) or pays (−), households as one, rounded to coins if that was asked."""
    transfers: tuple[Payment, ...]
    rest: dict[str, int]
    """What was owed less what is settled of it; empty unless coins were asked for."""
    fewest: bool
    """Whether the number of payments is known to be the smallest."""
    over: int = 0
    """The greatest number of payments by which these may exceed the smallest number."""


class GameStanding(msgspec.Struct, frozen=True):
    """A game that has not ended: its score, and what it would come to."""

    title: str
    score: Score
    transfers: tuple[Payment, ...] | None
    """Who would pay whom if the game ended after its last finished deal; None where it may not end by `end` alone."""
    over: str = ""
    """The sentence by which a rule has ended the game, before `end` is said; empty while it goes on."""

    @property
    def sentence(self) -> str:
        """Return how the game stands."""
        return (
            f"{self.over}: {self.title} has not been ended"
            if self.over
            else f"{self.title} is not over: {self.score.sentence}"
        )


def game_standing(evening: Evening) -> GameStanding | None:
    """Return the open game with its score; None without one that counts more than money."""
    game = evening.game
    if game is None or (score := game.deal.score()) is None:
        return None
    ended = Evening.resume(evening.last_pause)
    try:
        ended.apply(EffectiveEvent(len(evening.effective) + 1, End()))
    except Refusal:
        return GameStanding(game.game.title, score, None, game.table.over)
    return GameStanding(game.game.title, score, settlement(ended).transfers, game.table.over)


def settlement(evening: Evening, how: WaysToSettle = BY_PLAN) -> EveningSettlement:
    """Settle what is owed in an evening, as `settlement_of` does."""
    paid, pools = evening.paid_since(), evening.books.pools
    return settlement_of(evening.owed(), pools, evening.money, how, evening.called, paid)


def settlement_together(several: Together, how: WaysToSettle = BY_PLAN) -> EveningSettlement:
    """Settle what is owed in several evenings together, as `settlement_of` does."""
    return settlement_of(several.owed(), several.pools(), several.money, how, paid=several.paid_since())


def settlement_of(
    owed: Mapping[str, int],
    pools: Mapping[str, int],
    money: Money,
    how: WaysToSettle = BY_PLAN,
    called: Mapping[str, str] = NO_SHORT_NAMES,
    paid: Sequence[Payment | Debt] = (),
) -> EveningSettlement:
    """Settle what is owed: by the plan made before it was `paid`, or in other ways as it stands.

    `called` gives the known shorter names. The content of a pool belongs to nobody and is not paid. Raises Refusal for
    an unknown name, and for an amount that is no coin.
    """
    owing = dict(owed)
    if held := sum(pools.values()):
        owing[IN_POOLS] = held
    try:
        members = [[_named(name, owing, called) for name in household.split("+")] for household in how.households]
        whole = by_household(owing, members)
        settled, rest = in_coins(whole, money.read(how.coin)) if how.coin is not None else (whole, {})
        if how.via is not None:
            plan = settle_via(settled, _named(how.via, settled, called))
        else:
            plan = keep_plan(settled, paid) if how == BY_PLAN else settle(settled)
    except MoneyError as error:
        raise Refusal(Code.BAD_AMOUNT, str(error)) from error
    except ValueError as error:
        raise Refusal(Code.PLAYERS, str(error)) from error
    return EveningSettlement(
        {name: amount for name, amount in settled.items() if name != IN_POOLS},
        tuple(payment for payment in plan.transfers if IN_POOLS not in (payment.payer, payment.payee)),
        {name: amount for name, amount in rest.items() if name != IN_POOLS},
        plan.fewest,
        plan.over,
    )


def _named(name: str, owed: Mapping[str, int], called: Mapping[str, str]) -> str:
    """Return the settler of a name in any spelling; a household for the name of a member."""
    settlers = [known for known in owed if known != IN_POOLS]
    home = {member: known for known in settlers for member in known.split("+")} | {known: known for known in settlers}
    spellings = {short: home[player] for short, player in called.items() if player in home} | home
    nobody = f"{printable(name, 40)} does not settle here"
    return person_named(name.strip(), spellings, nobody, f"Say {listed(settlers, 'or')}")


class Between(msgspec.Struct, frozen=True):
    """What two players are owed altogether, by name, and the payment between the two."""

    balances: dict[str, int]
    owed: dict[str, int]
    transfer: Payment | None


def settlement_between(evening: Evening, player: str, other: str) -> Between:
    """Return how two players of an evening stand, and what one pays the other to settle."""
    both, owed = {player, other}, evening.owed()
    transfers = [payment for payment in settlement(evening).transfers if {payment.payer, payment.payee} == both]
    return Between(
        {name: evening.books.balances.get(name, 0) for name in (player, other)},
        {name: owed[name] for name in (player, other)},
        transfers[0] if transfers else None,
    )


def paid_lines(money: Money, made: Iterable[Debt], sign: str = "✓ ") -> list[str]:
    """Return what has been paid, with the events."""
    return [f"{sign}{debt.payer} has paid {debt.payee} {money.show(debt.amount)} (event {debt.event})" for debt in made]


def cost_lines(money: Money, costs: Iterable[SharedCost]) -> list[str]:
    """Return a line for each common cost: what it was, who paid it, and what is owed of it."""
    lines = []
    for cost in costs:
        alone = len(cost.paid) == 1
        payers = [name if alone else f"{name} {money.show(amount)}" for name, amount in cost.paid.items()]
        owing = [f"{name} {money.show(cost.owing(name))}" for name in cost.shares if cost.owing(name) > 0]
        lines.append(f"{cost.what} {money.show(cost.amount)}, {listed(payers)} paid: {', '.join(owing) or 'even'}")
    return lines
