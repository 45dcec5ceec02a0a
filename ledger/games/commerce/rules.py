"""Commerce: three cards each, changed by trading; the best of five combinations wins.

Two to twelve play, with 32 cards to seven [70]. An ace is highest; for points it counts eleven, court cards ten.

The combinations, the best first, and which of two alike is the better [71]-[72]
  tricon     three of a rank               the higher rank, aces first
  sequence   three following, of a suit    the higher, from A K Q to 3 2 A
  flush      three of a suit               the better point
  pair       two of a rank                 the higher pair, then the higher third card
  point      what the cards count          the most, then the first highest card that differs
With `limited=no-pair` pairs are no more than their points, with `limited=no-flush` neither pairs nor flushes [75].

The new game [72]-[73]. Each pays the stake into the pool, the dealer twice. From the dealer's left each in turn, round
and round, changes one card, and nobody may pass: he buys the top card of the pack of the dealer for a stake ("ready
money"), his own going under the pack; or he barters, one of his against one of the next player's, who must exchange
or stand. Who stands, in his turn or when he has just traded, ends the trading, and the hands are opened.
  `extended`     the trading goes on past those who stand, until all do [76]
  `continuous`   the same dealer deals until somebody has a tricon, a sequence or a flush [76]

The old game, `mode=old` [74]. Three cards lie face up. In turn each stands, passes, who may then exchange no more, or
exchanges one card with the table. When two stand each of the others who has not passed has one turn more.

Pool Commerce, `mode=pool` [75]. The old game, for a pool and for lives: at the first deal each pays the entry, for
three counters. Who has the worst hand loses one; who has none left gets no cards and does not deal. The first to be
out may buy one counter before the next deal, `A horse`. Who alone has counters left has the pool, and the game is over.

What is paid [72]-[76]
  new     the best hand has the pool, and a stake of the dealer; who stood pays a stake to each better hand
          (nobody in the extended game)
  old     the best hand has a stake of each of the others
  pool    the best hand has the `prize` of the pool
  a dealer with a pair or more who is beaten pays a stake more to each better hand (`dealer_penalty=better`), or to
          every player (`each`)

Sayings. New: `A trades`, `A barters` (assumed), `A barters GIVEN RECEIVED`, `A offers`, where the next player stands
instead and says so, `A stands`. Old: `A stands`, `A passes`, `A exchanges` (assumed). Either: `A discards CARD draws
CARD`. Then, as much as was seen: `A shows CARD CARD CARD`; `A pair`, or what else he had; `A beats B …`; in Pool
Commerce `A worst`; and `A wins`, `A wins sequence`, or `split A B …`. Hands all known by their cards settle the deal.

Irregularities: none but those of the house. At a misdeal the same dealer deals again, and nothing is paid twice.

Where the book is silent: the dealer pays no stake to himself. Equal best hands each have their stakes, and share a
pool or a prize; an equal hand is not a better one. Worst hands alike lose a counter each, and every other hand is
better. Of two who are out together the first from the dealer's left is the first out. A horse is sold once. A prize
is no more than the pool holds. `continuous` asks what the winner has, and `dealer_penalty` what a beaten dealer has.
None may join a pool game; who leaves it gives up his counters.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ledger.games.commerce.lives import CommerceLives
from ledger.games.commerce.money import CommerceMoney
from ledger.games.commerce.options import COUNTERS, HAND, CommerceCarry, CommerceOptions
from ledger.games.commerce.reveal import Reveal, with_cards
from ledger.games.commerce.trading import Exchanging, Trading
from ledger.games.families.travelling import TravellingCards, Whereabouts
from ledger.rules import DealInHand, Game, Permission, Play, word
from ledger.rules.events import Deal, End, Event, Holds, Says

PASS_THE_DEAL = ("tricon", "sequence", "flush")
"""With `continuous` the deal passes only after one of these was held [76]."""
PENAL = (*PASS_THE_DEAL, "pair")
"""With `dealer_penalty` a dealer who is beaten with one of these pays for it [76]."""


class CommerceDeal(DealInHand[CommerceOptions, CommerceCarry]):
    """A deal of Commerce."""

    hand_sizes = (HAND,)
    travelling: TravellingCards
    reveal: Reveal

    def prepare(self) -> None:
        """Set up the parts of the deal."""
        self.money = CommerceMoney(self.table, self.options)
        self.lives = CommerceLives(self.table, self.money)

    def play(self) -> Play[CommerceCarry]:
        """Play the deal in its order: what is paid for it, the trading, the hands, the money."""
        mode, money, first = self.options.mode, self.money, self.carry.first_dealer is None
        face_up = 0 if mode == "new" else HAND
        yield from self.opening((0, face_up), self.wrong_deal, self.may_buy_horse)
        carry = replace(self.carry, first_dealer=self.carry.first_dealer or self.dealer, horse_for_sale=False)
        if mode == "new":
            money.deal()
        elif mode == "pool" and first:
            money.entry()
        self.travelling = TravellingCards(self.table, self.pack, self.hand_players(), HAND, face_up)
        self.reveal = Reveal(self.table, self.options, self.hand_players(), self.travelling)
        trading = Trading(self.reveal, money) if mode == "new" else Exchanging(self.reveal)
        first_word = yield from trading.take_place()
        winners = yield from self.reveal.ask(first_word)
        hands = self.reveal.hands_now()
        worst = hands.has_worst(winners) if mode == "pool" else ()
        match mode:
            case "new":
                money.best_of_new(winners)
                if trading.stander:
                    money.stood(trading.stander, hands.better_than(trading.stander, winners, worst))
            case "old":
                money.best_of_old(winners)
            case _:
                money.best_of_pool(winners)
        if self.dealer not in winners and hands.combination(self.dealer) in PENAL:
            others = [name for name in self.hand_players() if name != self.dealer]
            money.dealer_penalty(hands.better_than(self.dealer, winners, worst), others)
        if self.options.continuous and not any(hands.combination(player) in PASS_THE_DEAL for player in hands.players):
            self.table.deal_goes_to(self.dealer)
        return self.lives.after_deal(worst, carry) if mode == "pool" else carry

    # Before the deal

    def hand_players(self) -> tuple[str, ...]:
        """Return who has cards, from the dealer's left, without players who have no counters [75]."""
        order = self.table.round()
        return order if self.options.mode != "pool" else tuple(name for name in order if self.carry.counters[name])

    def wrong_deal(self, deal: Deal) -> str | None:
        """Return why there can be no deal, or not with these cards face up; or None."""
        if self.options.mode == "pool" and len(self.carry.alive) < 2:
            last = f"{self.carry.alive[0]} alone has" if self.carry.alive else "nobody has"
            return f"the game is over: {last} counters left"
        if deal.turn_up and len(deal.turn_up) != HAND:
            return f"{HAND} cards lie face up on the table, not {len(deal.turn_up)}"
        return None

    def may_buy_horse(self) -> tuple[Permission, ...]:
        """Return the purchase of a counter by the first player out, before the next deal [75]."""
        if self.options.mode != "pool":
            return ()
        carry, price = self.carry, self.options.horse_price

        def wrong(event: Says) -> str | None:
            if price is None:
                return "no horse is sold: horse=off"
            if event.player != carry.first_out:
                first = carry.first_out or "nobody yet"
                return f"only the first to be out may buy a horse, who is {first}"
            if not carry.horse_for_sale:
                return "a horse is bought once, before the next deal, and not when the game is over"
            return None

        return (word(self.table.players, "horse", check=wrong),)

    def before_deal(self, event: Event) -> None:
        """Sell a horse: one counter, and a place in the deal again [75]."""
        assert isinstance(event, Says)
        self.money.horse(event.player)
        self.carry = self.lives.after_horse(event.player, self.carry)

    # The cards

    @property
    def cards(self) -> Whereabouts:
        """Return where the cards are now, as far as they were seen."""
        return self.travelling.now

    def holds(self, hand: Holds) -> None:
        """Note a hand that was dealt; it must agree with what the hands were said to be."""
        super().holds(hand)
        self.travelling.go_through_again()
        if self.reveal.begun:
            with_cards(self.reveal.hands_now)

    # Between deals, and the end

    def first_carry(self) -> CommerceCarry:
        """Return the first carry: at Pool Commerce three counters each, paid for at the first deal."""
        players = self.table.players if self.options.mode == "pool" else ()
        return CommerceCarry(counters=dict.fromkeys(players, COUNTERS))

    def carried(self) -> dict[str, Any]:
        """Return the counters and who was first out, at Pool Commerce."""
        if self.options.mode != "pool":
            return {}
        return {"counters": dict(self.carry.counters), "first_out": self.carry.first_out}

    def refuse_join(self, player: str) -> str | None:
        """Refuse a player who would join a pool game that has begun."""
        return "none may join Pool Commerce once it has begun" if self.options.mode == "pool" else None

    def left(self, player: str) -> CommerceCarry:
        """Take the counters of a player who leaves, which may end the game."""
        first = self.carry.first_dealer
        if player == first:
            first = self.table.left_of(player) if self.table.players else None
        return replace(self.lives.after_leaving(player, self.carry), first_dealer=first)

    def sharers(self) -> Sequence[str]:
        """Return who shares the pool: at Pool Commerce the players with counters."""
        return self.table.round(self.carry.alive) if self.options.mode == "pool" else super().sharers()

    def end(self, event: End) -> None:
        """End the game, and remark if not all have dealt equally often: to deal is better [72]."""
        super().end(event)
        first = self.carry.first_dealer
        if self.options.mode != "pool" and first and self.table.due_dealer() != first:
            equally = "who dealt first: not all have dealt equally"
            self.table.remark(f"the deal has not come round again to {first}, {equally}")


class Commerce(Game[CommerceOptions, CommerceCarry]):
    """Commerce, the new game and the old, and Pool Commerce."""

    name = "commerce"
    title = "Commerce"
    options = CommerceOptions
    carry = CommerceCarry
    deal = CommerceDeal
    players = (2, 12)
    most_with_32 = 7


GAME = Commerce()
