"""Vingt-un: the dealer plays against each of the others apart, for twenty-one points or the nearest below.

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
of order (`out-of-order`; who was missed draws out of turn, or `throws-up`), and drawing separately on cards that
do not pair (`drew-separately`). Each is fined to the pool.

Cards are new until the pack has been gone through; then those used come again [65], [68].

Where the book is silent: the ante is paid once a dealer's turn, a sale in the middle of it notwithstanding. A
hand void by a misdeal is no hand of the deal. An ace and a ten that were not declared at once, or that a divided
hand makes, are a drawn vingt-un. The stake on a divided card is not doubled, and is taken back if the dealer has
a natural. A dealer's divided pair settles with each standing hand twice, and all points are then said. Two
naturals share the pool. A dealer who leaves ends his deal, and so do buyer and seller: the next is on the
seller's left. At the end the pool has to be divided, drawn for or left.
"""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from ledger.cards import Card
from ledger.events import End, Event, Misdeal, Penalty, Says, Sells
from ledger.forms import Chooser
from ledger.games.families.twenty_one.deal import DREW_SEPARATELY, TwentyOneDeal
from ledger.games.families.twenty_one.points import TWENTY_ONE, Fate, Hand
from ledger.games.families.twenty_one.sayings import rejects
from ledger.games.kernel.deal import Play
from ledger.games.kernel.game import Game
from ledger.games.kernel.irregularities import Offence
from ledger.games.vingt_un.options import PARTS, STAKES_OF_PRIVILEGE, TIMES_THROUGH, VingtUnOptions
from ledger.refusals import refuse
from ledger.table import Table
from ledger.turns import Amounts, May, Sort, Turn, not_now, refused, sale, word


@dataclass(frozen=True)
class VingtUnCarry:
    """Whose deal it is, and how far it has gone.

    `dealer` has it by right, from its first hand or its sale on; `buyer` deals in his stead. `seen` are the
    cards that cannot come again in this deal, `turns` how many deals each has had.
    """

    dealer: str | None = None
    buyer: str | None = None
    hands: int = 0
    through: int = 0
    seen: tuple[Card, ...] = ()
    turns: tuple[tuple[str, int], ...] = ()

    def over(self) -> "VingtUnCarry":
        """The deal is over: of it only whose turn it was is kept."""
        return VingtUnCarry(turns=self.turns)


class VingtUnDeal(TwentyOneDeal[VingtUnOptions, VingtUnCarry]):
    """A hand of Vingt-un."""

    hand_sizes = (2,)

    def __init__(
        self, game: Game[VingtUnOptions, VingtUnCarry], table: Table, options: VingtUnOptions, carry: VingtUnCarry
    ) -> None:
        super().__init__(game, table, options, carry)
        self.copies = 2 if options.limit_deal == "two-packs" else 1
        self.through = 0
        """How often the pack has been gone through in this deal."""
        self.in_pool = 0
        """What was in the pool when the hand was dealt."""
        self.rejected = 0

    def play(self) -> Play[VingtUnCarry]:
        """The hand in its order: the ante, the play, and whose the next hand is."""
        yield from self.opening(extra=self.before_the_hand)
        self.carry = replace(self.carry, dealer=self.carry.dealer or self.dealer)
        self.through, self.seen = self.carry.through, Counter(self.carry.seen)
        self.pay_antes()
        yield from self.play_hand()
        self.feed_pool()
        self.pay_privilege()
        return self.next_hand()

    @property
    def proper(self) -> str:
        """Whose deal it is by right, be it sold or not."""
        assert self.carry.dealer is not None
        return self.carry.dealer

    def order(self) -> tuple[str, ...]:
        """The turns begin on the left of the proper dealer; who deals speaks last [69]."""
        turns = self.table.round(dealer=self.proper)
        return (*(player for player in turns if player != self.dealer), self.dealer)

    # Before the hand

    def before_the_hand(self) -> tuple[Sort, ...]:
        """The deal may be sold, and the last card of the pack told of [65], [68]."""
        players, table = self.table.players, self.table
        due = table.due_dealer()

        def wrong(event: Sells) -> str | None:
            if self.carry.buyer:
                return f"the deal has been sold to {self.carry.buyer}, and is not sold again"
            return f"it is {due}'s deal to sell" if due and event.player != due else None

        offered = sale(players, "deal", players, Amounts(1, None, table.money), wrong)
        mays: list[Sort] = [refused(offered) if self.carry.buyer else offered] if players else []
        return (*mays, *self.may_tell_last_card()) if table.dealer else tuple(mays)

    def may_tell_last_card(self) -> tuple[Sort, ...]:
        """`A last-card`, of the dealer; whoever is to speak."""
        dealer = self.dealer

        def example(chooser: Chooser) -> Says | None:
            return Says(dealer, "last-card") if chooser.number(1, 9) == 1 else None

        may = msgspec.structs.replace(word(dealer, "last-card"), example=example)
        gone = () if dealer in self.table.players else (dealer,)
        others = not_now(Says, f"the last card of the pack is the dealer's, who is {dealer}", "last-card")
        return (others,) if gone else (may, others)

    def between(self, said: Event) -> None:
        """The deal is sold, or the pack was found to be at its last card as the hand ended."""
        if isinstance(said, Sells):
            self.table.pay(said.buyer, said.player, said.amount, "the deal bought", "[68]-[69]")
            self.carry = replace(self.carry, dealer=said.player, buyer=said.buyer)
            self.table.deal_goes_to(said.buyer)
        elif self.carry.hands:
            self.through = self.carry.through + 1
            self.carry = replace(self.carry, through=self.through, seen=())
            if self.limit_reached():
                self.carry = self.end_deal()

    def pay_antes(self) -> None:
        """Everyone pays the ante as a deal begins, or each hand of it [68]."""
        options, table = self.options, self.table
        if options.ante and (options.ante_each == "hand" or not self.carry.hands):
            for player in self.order():
                table.pay_in(player, table.pool(), options.ante, "the ante", "[68]")
        self.in_pool = table.holding()

    # Beside the turns

    def beside(self, turn: Turn) -> tuple[Sort, ...]:
        """The last card is told, and who was missed is supplied or throws up, at any time [65], [67]."""
        last_card = self.may_tell_last_card()
        refusing = refused(word((), "throws-up", check=self.wrong_to_throw_up))
        players = tuple(player for player in self.order()[:-1] if self.staked and self.untold(player))
        if not self.out_of_order() or not players:
            return (*last_card, refusing)
        late = {hand.player: hand for hand in self.missed() if hand.player not in turn.who and self.may_supply()}
        draws = [
            msgspec.structs.replace(may, usual=False) if isinstance(may, May) else may
            for hand in late.values()
            for may in self.may_draw(hand)
        ]
        return (*last_card, word(players, "throws-up"), refusing, *draws)

    def said_beside(self, said: Event) -> bool:
        """Answer the last card, a player throwing up, or one who is supplied out of turn."""
        if isinstance(said, Says) and said.word == "last-card":
            self.last_card()
        elif isinstance(said, Says) and said.word == "throws-up":
            for hand in self.seats[said.player].hands:
                hand.fate = Fate.THROWN_UP if hand.fate in (Fate.OPEN, Fate.STANDS) else hand.fate
        elif (late := self.supplied(said)) is not None:
            self.draw(late, said)
        else:
            return False
        return True

    def last_card(self) -> None:
        """The used cards come again; those of the hands that are still played do not [64]-[65], [68]."""
        self.through += 1
        self.seen.clear()
        for seat in self.seats.values():
            live = [hand for hand in seat.hands if hand.fate in (Fate.OPEN, Fate.STANDS, Fate.FORFEIT)]
            self.seen.update(card for hand in live for card in hand.cards)
            self.seen.update(seat.unplaced() if live else ())

    def out_of_order(self) -> bool:
        """Whether the dealer has been fined for dealing out of order."""
        return self.table.fined_for(self.dealer, "out-of-order")

    def missed(self) -> list[Hand]:
        """The hands that nothing was said of in their turn, each player's first one first."""
        missed = [hand for hand in self.hands() if hand.missed and hand.fate is Fate.STANDS]
        return missed[::-1] if self.staked else []

    def untold(self, player: str) -> bool:
        """Whether the drawing to a hand of this player has not been told [67]."""
        hands = self.seats[player].hands
        return any(
            (hand.missed and hand.fate is Fate.STANDS) or (hand.fate is Fate.OPEN and not hand.has_drawn)
            for hand in hands
        )

    def may_supply(self) -> bool:
        """Whether who was missed may be supplied still: until the dealer has stood [67]."""
        return self.out_of_order() and any(hand.fate is Fate.OPEN for hand in self.dealers.hands)

    def supplied(self, said: Event) -> Hand | None:
        """The hand of one who was missed that this was said of, unless it is his turn anyway."""
        player = getattr(said, "player", None)
        if not self.may_supply() or (turn := self.to_draw()) is None or turn.player == player:
            return None
        return next((hand for hand in reversed(self.missed()) if hand.player == player), None)

    def wrong_to_throw_up(self, event: Says) -> str | None:
        """Only whose drawing has not been told may throw up, until the hand is settled [67]."""
        if not self.out_of_order():
            return (
                f"nobody throws up unless {self.dealer} has dealt out of order: say penalty {self.dealer} out-of-order"
            )
        if not self.staked:
            return "nobody throws up before all have staked"
        seat = self.seats.get(event.player)
        if seat is None or event.player == self.dealer:
            return f"{event.player} does not play against the dealer in this hand"
        return seat.closed or f"{event.player}'s drawing has been told: he was not missed"

    # Drawing

    def may_draw(self, hand: Hand) -> tuple[Sort, ...]:
        """As the books have it; and of two cards given at once a player may reject one [67]."""
        left = self.table.fined.count((self.dealer, "two-cards")) > self.rejected

        def wrong(event: Says) -> str | None:
            if hand.player == self.dealer:
                return "the dealer keeps both cards"
            if not left:
                return f"a card is rejected where two were given: say penalty {self.dealer} two-cards first"
            return self.cards_wrong(event.cards)

        may = rejects(hand.player, self.unseen, wrong)
        return (*super().may_draw(hand), may if left and hand.player != self.dealer else refused(may))

    def says_of(self, hand: Hand, said: Says) -> None:
        """The card rejected goes to the pone, and the hand stands [67]."""
        if said.word == "rejects":
            self.rejected += 1
            self.seen.update(said.cards)
            hand.fate, hand.missed = Fate.STANDS, False
        else:
            super().says_of(hand, said)

    # The money

    def naturals_paid(self, holders: list[str]) -> None:
        """Who has a natural takes what was in the pool when the hand was dealt; two share it [66], [69]."""
        if self.options.pool_to == "natural":
            self.table.share(self.table.pool(), holders, self.in_pool, "the pool, for a natural", "[66], [69]")

    def settle(self) -> None:
        """Who drew separately on cards that do not pair pays for each of his hands; the rest as ever [67]."""
        for hand in () if self.dealers.natural else self.hands():
            if hand.fate is Fate.FORFEIT:
                self.table.pay(
                    hand.player, self.dealer, hand.stake, "drew separately on cards that do not pair", "[67]"
                )
        super().settle()

    def feed_pool(self) -> None:
        """The dealer pays for over-drawing, and a part of what he received on ties [68]."""
        table, pool = self.table, self.table.pool()
        for hand in self.dealers.hands:
            if hand.fate is Fate.OVER and self.options.overdraw:
                table.pay(self.dealer, pool, self.options.overdraw, "the dealer over-drew", "[68]")
        if self.options.tie_share:
            part = self.received_on_ties // PARTS[self.options.tie_share]
            table.pay(self.dealer, pool, part, f"a {self.options.tie_share} of the ties", "[68]")

    def pay_privilege(self) -> None:
        """The holder of a natural is paid by every other player who has no vingt-un [69]."""
        if not self.options.privilege or self.dealers.natural:
            return
        others = self.order()[:-1]
        for holder in (player for player in others if self.seats[player].natural):
            amount = STAKES_OF_PRIVILEGE[self.options.privilege] * self.seats[holder].staked
            for player in others:
                if player != holder and not self.is_exempt(player):
                    self.table.pay(player, holder, amount, "the privilege of a natural", "[69]")

    def is_exempt(self, player: str) -> bool:
        """Whether a player has a vingt-un himself, or has thrown up his cards."""
        return any(
            hand.fate in (Fate.NATURAL, Fate.THROWN_UP) or (hand.fate is Fate.STANDS and hand.points == TWENTY_ONE)
            for hand in self.seats[player].hands
        )

    # Whose deal it is

    def next_hand(self) -> VingtUnCarry:
        """The hand is settled: what is carried, and who deals next [61], [65]-[66]."""
        first = not self.carry.hands
        turns = dict(self.carry.turns)
        turns[self.proper] = turns.get(self.proper, 0) + first
        seen = tuple(sorted(self.seen.elements(), key=str))
        self.carry = replace(
            self.carry, hands=self.carry.hands + 1, through=self.through, seen=seen, turns=tuple(turns.items())
        )
        holders = [player for player in self.order()[:-1] if self.seats[player].natural]
        thrown_out = holders and not first and not self.dealers.natural and self.options.thrown_out
        if thrown_out or self.limit_reached():
            return self.end_deal(holders[0] if thrown_out == "holder" else None)
        self.table.deal_goes_to(self.dealer)
        return self.carry

    def limit_reached(self) -> bool:
        """Whether the deal has had all its hands, or the pack has been gone through [68]."""
        limit = self.options.limit_deal
        if isinstance(limit, str):
            return self.through >= TIMES_THROUGH[limit]
        return limit is not None and self.carry.hands >= limit

    def end_deal(self, to: str | None = None) -> VingtUnCarry:
        """The deal passes to the left of the proper dealer, or to the holder of the natural."""
        if to is None and self.carry.buyer is None:
            self.table.next_from = None
        else:
            self.table.deal_goes_to(to or self.table.left_of(self.proper))
        return self.carry.over()

    def misdeal(self, said: Misdeal | Penalty) -> VingtUnCarry:
        """The hand is none of the deal, and its cards may come again; that the pack was gone through stands."""
        carry = super().misdeal(said)
        if self.through == carry.through:
            return carry
        return replace(carry, through=self.through, seen=())

    # Irregularities

    def offences(self) -> dict[str, Offence]:
        """Fined to the pool, if there is one [67]-[68]."""
        pool = self.table.pool()
        return {
            "two-cards": Offence(self.options.fine, pool, "[67]-[68]", dealer_only=True),
            "out-of-order": Offence(self.options.fine, pool, "[67]-[68]", dealer_only=True),
            DREW_SEPARATELY: Offence(self.options.fine, pool, "[67]-[68]"),
        }

    def fine(self, player: str, word: str, amount: int, offence: Offence) -> None:
        """Who drew separately wins nothing, and pays on each of his hands [67]."""
        if problem := self.wrong_penalty(player, word):
            raise refuse(problem)
        for hand in self.seats[player].hands if word == DREW_SEPARATELY else ():
            hand.fate = Fate.FORFEIT if hand.fate is not Fate.OVER else hand.fate
        super().fine(player, word, amount, offence)

    def wrong_penalty(self, player: str, word: str) -> str | None:
        """Say why a player cannot have drawn separately, or None."""
        if word != DREW_SEPARATELY:
            return None
        seat = self.seats.get(player)
        if player == self.dealer:
            return f"{word} is a fault of a player against the dealer, who is {player}"
        if seat is None or not seat.divisions:
            return f"{player} has not divided two cards, to draw to them separately"
        if seat.first is not None:
            return f"{player} has divided a pair, as his cards show"
        return seat.closed


class VingtUn(Game[VingtUnOptions, VingtUnCarry]):
    """Vingt-un."""

    name = "vingt-un"
    title = "Vingt-un"
    options = VingtUnOptions
    carry = VingtUnCarry
    deal = VingtUnDeal

    def report(self, table: Table, options: VingtUnOptions, carry: VingtUnCarry) -> dict[str, Any]:
        """Whose deal it is by right and by purchase, its hands, and how often the pack was gone through."""
        return {
            "dealer": carry.dealer or table.due_dealer(),
            "buyer": carry.buyer,
            "hands": carry.hands,
            "through": carry.through,
        }

    def left(self, table: Table, options: VingtUnOptions, carry: VingtUnCarry, player: str) -> VingtUnCarry:
        """A dealer who leaves ends his deal, and so do buyer and seller: the next is on the seller's left."""
        if carry.dealer is None or player not in (carry.dealer, carry.buyer):
            return carry
        if table.players:
            table.deal_goes_to(table.left_of(carry.dealer))
        return carry.over()

    def end(self, table: Table, options: VingtUnOptions, carry: VingtUnCarry, said: End) -> None:
        """End the game, and report where some have dealt more often than others [60]."""
        super().end(table, options, carry, said)
        turns = dict(carry.turns)
        dealt = {turns.get(player, 0) for player in table.players}
        if len(dealt) > 1:
            table.remark("some have dealt more turns than others, and the deal is an advantage [60]")


GAME = VingtUn()
