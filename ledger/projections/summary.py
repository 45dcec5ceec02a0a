"""What an evening comes to: balances, pools, what is owed, who pays whom, who is to speak."""

from typing import Any

import msgspec

from ledger.core.books import Payment
from ledger.core.money import Money
from ledger.evening.fold import Evening
from ledger.evening.game_in_hand import GameInHand
from ledger.evening.snapshots import Finding, SharedCost
from ledger.projections.offers import Expecting, expecting
from ledger.projections.settlement import settlement
from ledger.projections.totals import costs_of
from ledger.rules.deal import DealInHand
from ledger.rules.score import Score


class EveningSummary(msgspec.Struct, frozen=True):
    """The result of an evening; amounts in the smallest unit."""

    title: str
    money: Money
    players: list[str]
    balances: dict[str, int]
    """What every player has won (+) or lost (−) at play."""
    pools: dict[str, int]
    """The pools that are not empty."""
    multiplier: int
    carry: dict[str, dict[str, Any]]
    score: Score | None
    """What the open game counts besides money, where it counts anything."""
    owed: dict[str, int]
    """What each is still to receive (+) or to pay (−)."""
    transfers: tuple[Payment, ...]
    costs: tuple[SharedCost, ...]
    """The common costs, which are part of what is owed, and not of the balances."""
    expecting: Expecting
    findings: tuple[Finding, ...]


def summary(evening: Evening) -> EveningSummary:
    """Return the summary of an evening."""
    return EveningSummary(
        title=evening.opening.title if evening.opening else "",
        money=evening.money,
        players=list(evening.seats.seated),
        balances=dict(evening.books.balances),
        pools={name: held for name, held in evening.books.pools.items() if held},
        multiplier=evening.game.table.multiplier if evening.game else 1,
        carry=carried(evening),
        score=score_of(evening),
        owed=evening.owed(),
        transfers=settlement(evening).transfers,
        costs=tuple(costs_of(evening)),
        expecting=expecting(evening),
        findings=(*evening.findings, *evening.untold()),
    )


def carried_for_people(evening: Evening) -> dict[str, Any]:
    """Return what the open game carries besides its score, each amount as people write it."""
    if evening.game is None:
        return {}
    deal, money = evening.game.deal, evening.money
    score = deal.score()

    def written(value: Any) -> Any:
        return list(map(written, value)) if isinstance(value, list) else money.show(value)

    return {
        name: written(value) if name in deal.carried_amounts else value
        for name, value in deal.carried().items()
        if score is None or value != score.by_player
    }


def sentences_left(game: GameInHand) -> list[str]:
    """Return what the last deal has left in the game's own words, in the pause before the next."""
    if not game.turn.pause:
        return []
    of_every_game = DealInHand.remains(game.deal)
    return [sentence for sentence in game.deal.remains() if sentence not in of_every_game]


def score_of(evening: Evening) -> Score | None:
    """Return what the open game counts besides money; None if it counts nothing else."""
    return evening.game.deal.score() if evening.game else None


def carried(evening: Evening) -> dict[str, dict[str, Any]]:
    """Return the carry of the open game to its next deal, by the names of its sheet."""
    game = evening.game
    return {game.game.name: game.deal.carried()} if game else {}
