"""The payments between the dealer and each hand played against him [62]-[64]."""

from collections.abc import Callable, Sequence

from ledger.games.families.twenty_one.points import NATURAL, OVER, TWENTY_ONE, Hand
from ledger.rules import Table


class Payments:
    """The payments of one deal, each to or from the dealer."""

    def __init__(
        self, table: Table, dealer: str, when_natural: Callable[[Sequence[str]], None] = lambda holders: None
    ) -> None:
        self.table = table
        self.dealer = dealer
        self.when_natural = when_natural
        """The other payments to holders of naturals, due once no further natural can be declared."""
        self.have_had_all = False
        """Whether those payments were made."""
        self.received_on_ties = 0
        """What the dealer has received on ties."""

    def over_drawn(self, hand: Hand) -> None:
        """Pay for an over-drawn hand at once, whatever the dealer does afterwards [62]-[63]."""
        if hand.player != self.dealer:
            hand.paid = True
            self.table.pay(hand.player, self.dealer, hand.stake, "over-drawn", "[62]-[63]")

    def naturals(self, hands: Sequence[Hand], all_declared: bool) -> None:
        """Pay each natural twice its stake, and its other rights once all are declared [63]."""
        for hand in hands:
            if not hand.paid:
                hand.paid = True
                self.table.pay(self.dealer, hand.player, 2 * hand.stake, "a natural", "[63]")
        if all_declared and hands and not self.have_had_all:
            self.have_had_all = True
            self.when_natural([hand.player for hand in hands])

    def dealers_natural(self, hands: Sequence[Hand]) -> None:
        """Pay the dealer's natural: twice the stake from everyone without a natural [62]-[63]."""
        for hand in hands:
            if hand.fate is not NATURAL:
                self.table.pay(hand.player, self.dealer, 2 * hand.stake, "the dealer's natural", "[62]-[63]")

    def forfeit(self, hand: Hand) -> None:
        """Pay for the hand of a player who drew separately on cards that do not pair [67]."""
        self.table.pay(hand.player, self.dealer, hand.stake, "drew separately on cards that do not pair", "[67]")

    def settle(self, hand: Hand, mine: Hand) -> None:
        """Settle a hand that stands with a hand of the dealer's [62]-[64]."""
        stakes, why, cite = against_dealer(hand, mine)
        if stakes > 0:
            self.table.pay(self.dealer, hand.player, stakes * hand.stake, why, cite)
        else:
            self.table.pay(hand.player, self.dealer, -stakes * hand.stake, why, cite)
            if is_tie(hand, mine):
                self.received_on_ties += hand.stake


def is_tie(hand: Hand, mine: Hand) -> bool:
    """Return whether a standing hand equals the dealer's; two drawn vingt-uns do [64]."""
    if mine.fate is OVER:
        return False
    return hand.outcome == "ties" if hand.outcome else hand.points is not None and hand.points == mine.points


def against_dealer(hand: Hand, mine: Hand) -> tuple[int, str, str]:
    """Return the stakes that a standing hand wins (or loses, negative), the reason and the page.

    A hand of unknown points has fewer than 21, because 21 has to be said.
    """
    drawn = hand.points == TWENTY_ONE
    if mine.fate is OVER:
        return (2, "a vingt-un, and the dealer over-drawn", "[64]") if drawn else (1, "the dealer over-drawn", "[62]")
    if mine.points == TWENTY_ONE:
        return (-1, "a vingt-un against the dealer's", "[64]") if drawn else (-2, "the dealer's vingt-un", "[64]")
    if drawn:
        return 2, "a drawn vingt-un", "[64]"
    if is_tie(hand, mine):
        return -1, "equal to the dealer", "[62]"
    higher = hand.outcome == "wins" if hand.outcome else (hand.points or 0) > (mine.points or 0)
    return (1, "higher than the dealer", "[62]") if higher else (-1, "lower than the dealer", "[62]")
