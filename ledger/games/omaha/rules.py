"""Omaha: as Hold'em, with four cards each, just two of which make the hand, and a pot limit.

Two to eleven play; two to nine with five cards, two to seven with six. All is as in Hold'em (`card-ledger rules
holdem`), its pools called `omaha.pot`, `omaha.house` and `omaha.untold`, but for what stands here.

A hand is made of just two of one's own cards and just three of the board (RR Omaha). `A holds` and `A shows` name all
of one's cards. There is no seven-deuce.

Eight or better, with eight=on. The pot is halved between the best hand and the best low hand: five cards of five
ranks, none above eight, the ace low; straights and flushes do not count against it. Compared from the highest card
down, the lower is the better. The same player may take both halves, with other cards if he likes. No low in a pot:
the high hand takes it all. Each pot, and with several boards each board's part of it, is halved by itself, the odd
counter going to the high half (WSOP 149). Where just the same players share both halves the pot is not halved, but
shared as evenly as it goes (RR ties).

Sayings: `A wins high`, `split A B low`, with several boards `A wins high second`. Highs, the best first, and lows,
the best first, in any order. `A wins` and `split A B` alone take both halves, as far as they are not taken: he
scoops, or there was no low. Known cards decide both halves at once.

Where the books are silent: a pot limit counts all that lies in the pot as it lies there, dead counters and short
blinds too.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.games.families.betting.cards import FULL_BOARD
from ledger.games.families.betting.deal import BettingDeal
from ledger.games.families.betting.hands import Worth, best_hand, best_low
from ledger.games.families.betting.options import BettingCarry, BettingOptions
from ledger.games.families.betting.show import HIGH, LOW, WHOLE
from ledger.games.families.betting.words import BETTING
from ledger.rules import Card, Game, option, pack_of


@dataclass(frozen=True)
class OmahaOptions(BettingOptions):
    """The house rules of Omaha."""

    limit: str = option.choice(
        "pot",
        ("no", "pot", "fixed"),
        "what may be bet: anything, no more than the pot, or `bet` (twice `bet` on the last two streets)",
        "RR",
    )
    cards: int = option.number(4, 4, 6, "how many cards each is dealt", "RR Omaha", among=(4, 5, 6))
    eight: bool = option.flag("eight or better: the pot is halved between the best hand and the best low", "RR Omaha")


class OmahaDeal(BettingDeal[OmahaOptions]):
    """A deal of Omaha."""

    @property
    def own_cards(self) -> int:
        """Return how many cards each is dealt."""
        return self.options.cards

    @property
    def halves(self) -> Sequence[str]:
        """Return the parts in which a pot is won: its halves, with eight or better."""
        return (HIGH, LOW) if self.options.eight else WHOLE

    def high(self, own: Sequence[Card], board: Sequence[Card]) -> Worth:
        """Return what a hand is worth: exactly two cards of one's own, and three of the board."""
        return best_hand(own, board, two_of_own=True)

    def low(self, own: Sequence[Card], board: Sequence[Card]) -> Worth | None:
        """Return what a hand is worth as a low one; None if it is not one."""
        return best_low(own, board)


class Omaha(Game[OmahaOptions, BettingCarry]):
    """Omaha."""

    name = "omaha"
    title = "Omaha"
    options = OmahaOptions
    carry = BettingCarry
    deal = OmahaDeal
    players = (2, 11)
    boards = True
    reserved = tuple(BETTING.announcements)

    def refuse_players(self, number: int, options: OmahaOptions) -> str | None:
        """Return why so many cannot play, because the pack has too few cards; or None."""
        most = (len(pack_of(52)) - FULL_BOARD) // options.cards
        if 2 <= number <= most:
            return None
        return f"Omaha with {options.cards} cards is for 2 to {most} players, not {number}"


GAME = Omaha()
