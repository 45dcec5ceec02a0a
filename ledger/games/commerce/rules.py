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

import msgspec

from ledger.events import Deal, Draws, End, Event, Holds, Passes, Says, Shows, Split, Wins
from ledger.forms import Chooser
from ledger.games.commerce.hands import BETTER, OpenedHands
from ledger.games.commerce.options import COUNTERS, CommerceCarry, CommerceOptions
from ledger.games.commerce.trading import TradingDeal
from ledger.games.families.hands import COMMERCE_HANDS, commerce_value
from ledger.games.kernel.deal import Asking, Play
from ledger.games.kernel.game import Game
from ledger.refusals import listed, refuse
from ledger.table import Table
from ledger.turns import May, Sort, Turn, not_now, pick_cards, refused, shows, split, wins, word

HAND = 3
"""How many cards each is dealt, and how many lie face up in the old game [72], [74]."""

PENAL = ("tricon", "sequence", "flush", "pair")
"""Where there is a penalty for the dealer, it is for being beaten with one of these [76]."""

PASS_THE_DEAL = ("tricon", "sequence", "flush")
"""With `continuous` the deal stays until one of these has been held [76]."""


class CommerceDeal(TradingDeal):
    """A deal of Commerce."""

    hand_sizes = (HAND,)

    def play(self) -> Play[CommerceCarry]:
        """The deal in its order: what is paid for it, the trading, the hands opened, the money."""
        old = self.options.mode != "new"
        yield from self.opening((0, HAND if old else 0), self.wrong_deal, self.may_buy_horse)
        carry = replace(self.carry, first_dealer=self.carry.first_dealer or self.dealer, horse_for_sale=False)
        self.pay_for_the_deal()
        self.start_trading()
        self.deal_cards(self.order, HAND, HAND if old else 0)
        self.opened: OpenedHands | None = None
        first = yield from (self.exchanging() if old else self.trading())
        winners = yield from self.open_hands(first)
        return self.settle(winners, carry)

    # Before the deal

    def hand_players(self) -> tuple[str, ...]:
        """Who has cards, from the dealer's left: not a player without counters [75]."""
        order = self.table.round()
        return order if self.options.mode != "pool" else tuple(name for name in order if self.carry.counters[name])

    def wrong_deal(self, deal: Deal) -> str | None:
        """Say why there can be no deal, or not with these cards face up."""
        if self.options.mode == "pool" and len(self.carry.alive) < 2:
            last = f"{self.carry.alive[0]} alone has" if self.carry.alive else "nobody has"
            return f"the game is over: {last} counters left"
        if deal.turn_up and len(deal.turn_up) != HAND:
            return f"{HAND} cards lie face up on the table, not {len(deal.turn_up)}"
        return None

    def may_buy_horse(self) -> tuple[Sort, ...]:
        """The first to be out may buy a counter, before the next deal [75]."""
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

        may = word(self.table.players, "horse", check=wrong)
        return (may if carry.horse_for_sale else refused(may),)

    def between(self, said: Event) -> None:
        """A horse is bought: one counter, and a place in the deal again [75]."""
        assert isinstance(said, Says)
        price = self.options.horse_price
        assert price is not None
        self.table.pay(said.player, self.table.pool(), price, "a horse", "[75]")
        self.carry = replace(self.carry, counters={**self.carry.counters, said.player: 1}, horse_for_sale=False)
        if self.table.next_from != self.table.dealer:
            self.table.next_from = None
            pass_the_deal_over(self.table, self.carry)

    def pay_for_the_deal(self) -> None:
        """The pool of the new game at each deal, that of Pool Commerce at the first [72], [75]."""
        table, stake, entry = self.table, self.options.stake, self.options.entry
        if self.options.mode == "new":
            for player in table.round():
                table.pay_in(player, table.pool(), stake, "the stake", "[72]")
            table.pay_in(self.dealer, table.pool(), stake, "the dealer's second stake", "[72]")
        if entry is not None and self.carry.first_dealer is None:
            for player in table.round():
                table.pay_in(player, table.pool(), entry, f"{COUNTERS} counters", "[75]")

    # The hands are opened

    def look(self) -> OpenedHands:
        """What is known of the hands, those known by their cards included."""
        if self.opened is None:
            self.opened = OpenedHands(self.order)
        hands, left_out = self.opened, self.options.uncounted
        for player in self.order:
            if player not in hands.values and (cards := self.cards.known(player)):
                hands.values[player] = commerce_value(cards, "pair" in left_out, "flush" in left_out)
                hands.check()
        return hands

    def holds(self, said: Holds) -> None:
        """Note a hand that was dealt; it must agree with what the hands were said to be."""
        super().holds(said)
        if self.opened is not None:
            self.look()

    def open_hands(self, said: Event | None) -> Asking:
        """What each had, as far as it was seen, until it is known who wins; gives them."""
        while True:
            if said is not None and (winners := self.open(said)):
                return winners
            said = yield self.opening_turn
            if said is None:
                return self.look().best()

    def opening_turn(self) -> Turn | None:
        """Ask for the hands; None when every one is known by its cards."""
        if len(self.look().values) == len(self.order):
            return None
        return Turn("the hands are opened, and it is not said whose is the best", self.may_open())

    def may_open(self) -> tuple[Sort, ...]:
        """The sayings that open the hands. What is wrong with one is found when it is taken."""
        order = self.order
        names = tuple(name for name in COMMERCE_HANDS if name not in self.options.uncounted)

        def beating(chooser: Chooser) -> Says:
            player = chooser.choose(order)
            return Says(player, "beats", players=(chooser.choose([name for name in order if name != player]),))

        def winning(chooser: Chooser) -> Wins:
            return Wins(chooser.choose(order), chooser.choose((None, *names)))

        def showing(chooser: Chooser) -> Shows:
            player = chooser.choose(order)
            known = self.cards.known(player)
            return Shows(player, known or pick_cards(chooser, self.cards.could_be(player), HAND))

        beats = May(Says, order, ("beats NAME …",), beating, form=lambda event: event.word == "beats")
        winner = msgspec.structs.replace(
            wins(order, None, *COMMERCE_HANDS), text=("wins", *(f"wins {name}" for name in names)), example=winning
        )
        worst = (word(order, "worst"),) if self.options.mode == "pool" else ()
        hands = msgspec.structs.replace(word(order, *COMMERCE_HANDS), text=names)
        shown = msgspec.structs.replace(shows(order, (HAND, HAND), tuple), example=showing)
        return (shown, hands, beats, *worst, winner, split(order), *self.out_of_the_deal())

    def out_of_the_deal(self) -> tuple[Sort, ...]:
        """Why a player without counters has no word in the deal [75]."""
        out = self.table.others(*self.order)
        if not out:
            return ()
        why = f"{listed(out)} {'has' if len(out) == 1 else 'have'} no counters left, and no cards in this deal"
        horse = not_now(Says, "a horse is bought between deals", "horse", who=out)
        return (horse, *(not_now(kind, why, who=out) for kind in (Says, Passes, Draws, Shows, Wins)))

    def open(self, said: Event) -> tuple[str, ...]:
        """Take what was said of the hands; gives who wins, once that is said.

        Raises Refusal for what cannot be, by the cards or by what was said before.
        """
        hands = self.look()
        match said:
            case Shows():
                self.happens(lambda where: where.see_all(said.player, said.cards))
                self.look()
            case Says() if said.word == "beats":
                self.beats(hands, said)
            case Says() if said.word == "worst":
                hands.say_worst(said.player)
            case Says():
                self.combination(hands, said.player, said.word)
            case Wins():
                if said.what:
                    self.combination(hands, said.player, said.what)
                return self.checked(hands, (said.player,))
            case Split():
                return self.checked(hands, said.players)
        return ()

    def beats(self, hands: OpenedHands, said: Says) -> None:
        """A hand was seen to be better than others."""
        if strange := [name for name in said.players if name not in self.order]:
            raise refuse(f"{listed(strange)} {'has' if len(strange) == 1 else 'have'} no cards in this deal")
        hands.beats(said.player, said.players)

    def combination(self, hands: OpenedHands, player: str, name: str) -> None:
        """A hand of which only the combination was seen."""
        if name in self.options.uncounted:
            raise refuse(f"a {name} does not count here: limited={self.options.limited}")
        hands.say(player, name)

    def checked(self, hands: OpenedHands, winners: tuple[str, ...]) -> tuple[str, ...]:
        """Check that these can have won, and that what has to be known for the money is known."""
        if problem := hands.wrong_winners(winners):
            raise refuse(problem)
        options = self.options
        if options.continuous and not any(hands.combination(winner) for winner in winners):
            remedy = f"Say {winners[0]} wins COMBINATION, or the combination first: {', '.join(COMMERCE_HANDS)}"
            raise refuse("with continuous=on the next deal depends on what the winner has", remedy)
        if options.dealer_penalty and self.dealer not in winners and not hands.combination(self.dealer):
            remedy = f"Say {self.dealer} pair, or what else he has, and then who wins"
            raise refuse(f"with dealer_penalty it has to be known what {self.dealer}, the beaten dealer, has", remedy)
        if options.mode == "pool":
            hands.has_worst(winners)
        return winners

    # The money

    def settle(self, winners: tuple[str, ...], carry: CommerceCarry) -> CommerceCarry:
        """Pay what the deal has decided; gives what is carried."""
        hands = self.look()
        known = hands.compared(winners)
        worst = hands.has_worst(winners) if self.options.mode == "pool" else ()

        def better_than(player: str | None) -> list[str]:
            if player in worst:  # all the worst hands are said, or known: the others are better
                return [name for name in self.order if name not in worst]
            return [name for name in self.order if player and known[name].get(player) == BETTER]

        match self.options.mode:
            case "new":
                self.settle_new(winners, better_than(self.stander))
            case "old":
                for loser in self.table.others(*winners):
                    self.pay_stakes(loser, winners, "the best hand", "[74]")
            case _:
                prize = min(self.options.prize or 0, self.table.holding())
                self.table.take_pool(winners, "the best hand's prize", "[75]", total=prize)
        if self.dealer not in winners and hands.combination(self.dealer) in PENAL:
            others = [name for name in self.order if name != self.dealer]
            payees = {"better": better_than(self.dealer), "each": others}.get(self.options.dealer_penalty or "", [])
            self.pay_stakes(self.dealer, payees, "the dealer's penalty", "[76]")
        if self.options.continuous and not any(hands.combination(name) in PASS_THE_DEAL for name in self.order):
            self.table.deal_goes_to(self.dealer)
        return self.take_counters(worst, carry) if self.options.mode == "pool" else carry

    def settle_new(self, winners: tuple[str, ...], better_than_stander: Sequence[str]) -> None:
        """The best hand has the pool and the dealer's stake; who stood pays all who are better [72]-[73]."""
        self.table.take_pool(winners, "the best hand", "[72]")
        if self.dealer not in winners:
            self.pay_stakes(self.dealer, winners, "the dealer's stake to the best hand", "[72]")
        if self.stander:
            self.pay_stakes(self.stander, better_than_stander, "stood, and is beaten", "[73]")

    def pay_stakes(self, payer: str, payees: Sequence[str], why: str, cite: str) -> None:
        """Pay a stake to each of these."""
        for payee in self.table.round(payees):
            self.table.pay(payer, payee, self.options.stake, why, cite)

    def take_counters(self, worst: Sequence[str], carry: CommerceCarry) -> CommerceCarry:
        """The worst hands lose a counter each; the last who has any left takes the pool [75]."""
        counters = {name: number - (name in worst) for name, number in carry.counters.items()}
        out = [name for name in self.order if not counters[name]]
        first_out = carry.first_out or next(iter(out), None)
        carry = replace(carry, counters=counters, first_out=first_out)
        if out:
            self.table.remark(f"{listed(out)} {'is' if len(out) == 1 else 'are'} out")
        if first_out in out and first_out != self.carry.first_out:
            on_sale = self.options.horse_price is not None and len(carry.alive) > 1
            carry = replace(carry, horse_for_sale=on_sale)
        give_pool_to_last(self.table, carry)
        pass_the_deal_over(self.table, carry)
        return carry


def give_pool_to_last(table: Table, carry: CommerceCarry) -> None:
    """Who alone has counters left has the pool, and the game is over [75]."""
    if len(carry.alive) == 1:
        table.take_pool(carry.alive, "the last with counters", "[75]")
        table.remark(f"the game is over: {carry.alive[0]} alone has counters left")


def pass_the_deal_over(table: Table, carry: CommerceCarry) -> None:
    """Let the deal go on to the left of one who has no counters [75]."""
    due = table.due_dealer()
    if due is not None and due not in carry.alive and carry.alive:
        table.deal_goes_to(table.left_of(due, carry.alive))


class Commerce(Game[CommerceOptions, CommerceCarry]):
    """Commerce, the new game and the old, and Pool Commerce."""

    name = "commerce"
    title = "Commerce"
    options = CommerceOptions
    carry = CommerceCarry
    deal = CommerceDeal
    players = (2, 12)
    most_with_32 = 7

    def begin(self, table: Table, options: CommerceOptions) -> CommerceCarry:
        """At Pool Commerce everybody has three counters, which the first deal pays for."""
        return CommerceCarry(counters=dict.fromkeys(table.players, COUNTERS) if options.mode == "pool" else {})

    def report(self, table: Table, options: CommerceOptions, carry: CommerceCarry) -> dict[str, Any]:
        """The counters of each and who was first out, at Pool Commerce."""
        return {"counters": dict(carry.counters), "first_out": carry.first_out} if options.mode == "pool" else {}

    def refuse_join(self, table: Table, options: CommerceOptions, carry: CommerceCarry, player: str) -> str | None:
        """None may join a pool game that has begun."""
        return "none may join Pool Commerce once it has begun" if options.mode == "pool" else None

    def left(self, table: Table, options: CommerceOptions, carry: CommerceCarry, player: str) -> CommerceCarry:
        """Who leaves gives up his counters, and may so end the game; he is not out."""
        first = carry.first_dealer
        if player == first:
            first = table.left_of(player) if table.players else None
        counters = {name: number for name, number in carry.counters.items() if name != player}
        left = replace(carry, first_dealer=first, counters=counters)
        if carry.counters.get(player):
            give_pool_to_last(table, left)
        pass_the_deal_over(table, left)
        on_sale = left.horse_for_sale and player != left.first_out and len(left.alive) > 1
        return replace(left, horse_for_sale=on_sale)

    def sharers(self, table: Table, options: CommerceOptions, carry: CommerceCarry) -> Sequence[str]:
        """At Pool Commerce those who have counters share what is in the pool."""
        return table.round(carry.alive) if options.mode == "pool" else super().sharers(table, options, carry)

    def end(self, table: Table, options: CommerceOptions, carry: CommerceCarry, said: End) -> None:
        """Say so if not all have dealt equally often, for the deal is an advantage [72]."""
        super().end(table, options, carry, said)
        first = carry.first_dealer
        if options.mode != "pool" and first and table.due_dealer() != first:
            table.remark(f"the deal has not come round again to {first}, who dealt first: not all have dealt equally")


GAME = Commerce()
