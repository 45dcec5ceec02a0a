"""Irregularities: what an offence costs, and what may be said around a turn."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ledger.books import Pool
from ledger.events import Holds, Misdeal, Penalty
from ledger.turns import Chooser, May, pick_cards

if TYPE_CHECKING:
    from ledger.games.deal import AnyDeal


@dataclass(frozen=True)
class Offence:
    """An irregularity of a sheet: what it costs (None: an amount must be said), and where that goes."""

    amount: int | None
    to: Pool | str | None
    cite: str
    dealer_only: bool = False
    between_deals: bool = False
    takes_amount: bool = True


def around(deal: "AnyDeal") -> tuple[May, ...]:
    """What may be said around the turn of a deal, for random evenings: penalties, a misdeal, a hand."""
    players = deal.table.players
    if not players:
        return ()
    dealer = (deal.table.dealer,) if deal.table.dealer in players else players
    mays = [
        _penalty(dealer if offence.dealer_only else players, word, offence) for word, offence in deal.offences().items()
    ]
    if deal.house_pool() is not None:
        mays.append(May(Penalty, players, (), lambda c: Penalty(c.choose(players), None, c.number(1, 6), "late")))
    if deal.in_hand:
        mays.append(May(Misdeal, (), (), lambda c: Misdeal()))
    if deal.in_hand and deal.hand_sizes:
        mays.append(May(Holds, players, (), lambda c: _hand(deal, c)))
    return tuple(mays)


def _penalty(players: tuple[str, ...], word: str, offence: Offence) -> May:
    def example(chooser: Chooser) -> Penalty:
        return Penalty(chooser.choose(players), word, chooser.number(1, 6) if offence.amount is None else None)

    return May(Penalty, players, (f"penalty NAME {word}",), example)


def _hand(deal: "AnyDeal", chooser: Chooser) -> Holds | None:
    player = chooser.choose(deal.hand_players())
    played = [card for card, whose in deal.table.played.items() if whose == player]
    size = chooser.choose(deal.hand_sizes) - len(played)
    if size < 0 or player in deal.table.hands:
        return None
    return Holds(player, (*played, *pick_cards(chooser, deal.unseen(), size)))
