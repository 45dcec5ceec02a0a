"""Vingt-un: the dealer plays against each of the others for 21 points or the nearest below.

Two or more play. An ace counts one or eleven, court cards ten, the rest their pips [59]. A hand is what one
`deal` begins; a deal is one dealer's turn, for as many hands as he keeps it [65].

A hand [61]-[64]
  1  each but the dealer looks at one card and stakes on it           `A stakes AMOUNT`
  2  the dealer may double whatever has been staked                   `double`
  3  the second cards: an ace and a ten or court card is a natural,
     declared at once; a pair may be divided, with a stake of its
     own on the second card, into four hands at the most [64]-[65]    `natural`, `divides AMOUNT [CARD CARD]`
  4  each draws in turn until he stands or has over-drawn, and then
     the dealer, who turns up his own two                             `draws CARD …`, `stands`, `18`, `vingt-un`, `over`
  5  against a dealer who stands, the hands are declared              `19`, or `wins`, `loses`, `ties`
With `A holds CARD CARD`, `A draws CARD …` and `A shows CARD …` everything follows from the cards.

What a hand settles with the dealer, in its stakes, the double among them [62]-[64]
  the player                 the dealer                  pays
  over-drawn                 whatever he has             the player 1, at once
  a natural                  a natural                   nobody
  a natural                  anything else               the dealer 2
  anything else              a natural                   the player 2
  a drawn vingt-un           a drawn vingt-un            the player 1
  stands                     a drawn vingt-un            the player 2
  a drawn vingt-un           over-drawn, or stands       the dealer 2
  stands                     over-drawn                  the dealer 1
  stands higher              stands                      the dealer 1
  stands lower, or equal     stands                      the player 1

The deal stays with the dealer until another than he has a natural, in a hand that is not the first of his deal
and in which he has none himself; then it passes to the left, or to the holder (`thrown_out`) [61], [65]-[66]. It
may end after a number of hands instead, or when the pack has been gone through (`limit_deal`, and
`A last-card` of the dealer) [68]. Before any hand the deal may be sold, `A sells deal to B for AMOUNT`: the
buyer deals from his own seat and speaks last, and the turns begin on the left of the seller [68]-[69].

The pool, where there is one, is fed by antes, the dealer's over-drawing, his receipts on ties and fines [68]. Who
declares a natural takes what was in it when the hand was dealt, unless the dealer has one too [66], [69]. With
`privilege` he is paid by the other players as well, but not by those who have a vingt-un [69].

Irregularities [67]-[68]: two cards given at once (`two-cards`; the player may say `rejects [CARD]`), drawing out
of order (`out-of-order`; whose drawing has not been told draws out of turn until the dealer has stood, or
`throws-up`), and drawing separately on cards that do not pair (`drew-separately`). Each is fined to the pool. Of a
hand thrown up, or lost by drawing separately, nothing is said any more.

Cards are new until the pack has been gone through; then those used come again [65], [68].

Where the book is silent: the ante is paid once a dealer's turn, a sale in the middle of it notwithstanding. A
hand void by a misdeal is no hand of the deal, and a last card told of in it is not counted. A natural is paid
as soon as the dealer can have none. He may divide his second hand when its turn comes. An ace and a ten that
were not declared at once, or that a divided hand makes, are a drawn vingt-un. The stake on a divided card is
not doubled, and is taken back if the dealer has a natural. A dealer's divided pair settles with each standing
hand twice, and all points are then said. Two naturals share the pool. A dealer who leaves ends his deal, and so
do buyer and seller: the next is on the seller's left. At the end the pool has to be divided, drawn for or left.
"""

from dataclasses import replace
from functools import partial
from typing import Any

from ledger.games.families.twenty_one.cards import SeenCards
from ledger.games.families.twenty_one.deal import TwentyOneDeal
from ledger.games.families.twenty_one.declaring import Declaring
from ledger.games.families.twenty_one.drawing_turns import DrawingTurns, TwoCards
from ledger.games.families.twenty_one.hands import DREW_SEPARATELY, Hands
from ledger.games.families.twenty_one.payments import Payments
from ledger.games.families.twenty_one.points import FORFEIT, OVER
from ledger.games.families.twenty_one.second_cards import SecondCards
from ledger.games.families.twenty_one.staking import CardStakes
from ledger.games.vingt_un.dealing import Dealing, VingtUnCarry, last_card
from ledger.games.vingt_un.irregularities import AnyTimeSayings
from ledger.games.vingt_un.options import VingtUnOptions
from ledger.games.vingt_un.pool import VingtUnPool
from ledger.rules import Game, Lazy, Offence, Play
from ledger.rules.events import End, Event, Misdeal, Penalty, Says, Sells


class VingtUnDeal(TwentyOneDeal[VingtUnOptions, VingtUnCarry]):
    """A hand of Vingt-un."""

    hand_sizes = (2,)
    carried_labels = (("hands", "hands dealt"), ("through", "times through"))
    dealing: Dealing

    def play(self) -> Play[VingtUnCarry]:
        """Play the hand in its order: the ante, the cards, the payments; return who deals next."""
        yield from self.opening(extra=self.before_the_hand)
        self.carry = replace(self.carry, dealer=self.carry.dealer or self.dealer)
        dealing = self.dealing = Dealing(self.table, self.options, self.carry)
        pool = VingtUnPool(self.table, self.options)
        cards = SeenCards(self.pack, 2 if self.options.limit_deal == "two-packs" else 1, self.carry.seen)
        payments = Payments(self.table, self.dealer, when_natural=pool.taken)
        hands = self.hands = Hands(self.table, dealing.order(), cards, payments)
        stakes = CardStakes(hands, self.options)
        second = SecondCards(hands, stakes)
        drawing = DrawingTurns(hands, second, rejecting=TwoCards(hands))
        ask = AnyTimeSayings(hands, drawing, dealing).ask

        pool.antes(hands.order, first_hand=not self.carry.hands)
        yield from stakes.lay(ask)
        yield from stakes.double(ask)
        yield from second.play(ask)
        yield from drawing.play(ask)
        yield from Declaring(hands).play(ask)
        hands.settle()
        pool.fed_by_dealer(hands)
        pool.privilege(hands)
        return dealing.next_hand(hands)

    # Before the hand

    def before_the_hand(self) -> tuple[Lazy, ...]:
        """Return the sale of the deal, and the last card of the pack [65], [68]."""
        dealing = Dealing(self.table, self.options, self.carry)
        return Lazy((Sells,), dealing.may_be_sold), Lazy((Says,), partial(last_card, self.table))

    def before_deal(self, event: Event) -> None:
        """Apply a sale of the deal, or a last card reported as the hand ended."""
        dealing = Dealing(self.table, self.options, self.carry)
        self.carry = dealing.sold(event) if isinstance(event, Sells) else dealing.last_card_since()

    # Irregularities

    def misdeal(self, event: Misdeal | Penalty) -> VingtUnCarry:
        """Void the hand: it does not count for the deal, and its cards may come again."""
        carry = super().misdeal(event)
        return self.dealing.voided(carry)

    def offences(self) -> dict[str, Offence]:
        """Return the offences, which are fined to the pool if there is one [67]-[68]."""
        pool = self.table.pool()
        return {
            "two-cards": Offence(self.options.fine, pool, "[67]-[68]", dealer_only=True),
            "out-of-order": Offence(self.options.fine, pool, "[67]-[68]", dealer_only=True),
            DREW_SEPARATELY: Offence(self.options.fine, pool, "[67]-[68]"),
        }

    def fine(self, player: str, word: str, amount: int, offence: Offence) -> None:
        """Book an offence; a player who drew separately also loses each hand [67]."""
        for hand in self.hands.seats[player].hands if word == DREW_SEPARATELY else ():
            hand.fate = FORFEIT if hand.fate is not OVER else hand.fate
        super().fine(player, word, amount, offence)

    def wrong_penalty(self, player: str, word: str) -> str | None:
        """Return why a player cannot have drawn separately, or None."""
        if word != DREW_SEPARATELY:
            return None
        seat = self.hands.seats.get(player)
        if player == self.dealer:
            return f"{word} is a fault of a player against the dealer, who is {player}"
        if seat is None or not seat.divisions:
            return f"{player} has not divided two cards, to draw to them separately"
        if seat.first is not None:
            return f"{player} has divided a pair, as the cards show"
        return seat.closed

    # Between deals, and the end

    def carried(self) -> dict[str, Any]:
        """Return who has the deal by right and purchase, its hands, and times through the pack."""
        return {
            "dealer": self.carry.dealer or self.table.due_dealer(),
            "buyer": self.carry.buyer,
            "hands": self.carry.hands,
            "through": self.carry.through,
        }

    def left(self, player: str) -> VingtUnCarry:
        """End the deal if its dealer, buyer or seller leaves; the next is on the seller's left."""
        if self.carry.dealer is None or player not in (self.carry.dealer, self.carry.buyer):
            return self.carry
        if self.carry.dealer == self.table.dealer:
            self.table.next_from = None
        elif self.table.players:
            self.table.deal_goes_to(self.table.left_of(self.carry.dealer))
        return self.carry.over()

    def end(self, event: End) -> None:
        """End the game, and report if some have dealt more often than others [60]."""
        super().end(event)
        turns = dict(self.carry.turns)
        dealt = {turns.get(player, 0) for player in self.table.players}
        if len(dealt) > 1:
            self.table.remark("some have dealt more often than others, and the dealer has the advantage [60]")


class VingtUn(Game[VingtUnOptions, VingtUnCarry]):
    """Vingt-un."""

    name = "vingt-un"
    title = "Vingt-un"
    options = VingtUnOptions
    carry = VingtUnCarry
    deal = VingtUnDeal


GAME = VingtUn()
