"""Loo: who stands plays three tricks for the pool; who stands and wins none is looed.

Two to sixteen play, five to seven best and not above twelve [16]; with five cards two to six [27].

The pool. Each dealer pays into it for his deal. Each trick wins a third of it, with five cards a fifth; odd counters
go one each to the first trick, then the second. Who is looed pays into the pool of the next deal [18], [21]-[22].

A single is dealt first, and after every deal in which nobody was looed [18], [21]. A card is turned up, and each has
one face up. The highest that beats it in its own suit, ace high, takes the pool, and the others are looed a single
loo. Where none beats it all are, and the pool stays [18]. Say `A wins`, or `DEALER all-looed`; or, the turn-up being
said, `A shows CARD` for every player.

A full deal is of three cards each, with a spare hand, the miss; the card turned up makes trumps. Each in turn
declares, from the dealer's left, once [19]:
  stands          plays his own cards
  miss            lays them aside for the miss, and must play it; there is but one
  passes          throws up (assumed), and neither pays nor receives
  all before the dealer pass     the dealer takes the pool, unasked [19]
  one stands, the others pass    the dealer must speak; if he passes he plays the miss for the pool: what it wins
                                 stays there, and he pays nothing [19]-[20]
  one has the miss, all pass     he takes the pool [20]
Whoever takes the pool unplayed may say `A wins` for short. A pool unplayed looes nobody.

Changing. With five cards, and at Irish Loo with three, there is no miss. Each in turn stands, passes, or changes cards
once and must play: `A draws 2`, or `A discards 2H draws 9S` [27]-[28]. The only hand that stands, or the dealer where
all before him pass, takes the pool: at five cards when he says `A wins`, having changed cards first if he likes.

The play [20]-[21]. The hand nearest the dealer's left leads, then whoever won the last trick.
  first lead      the ace of trumps, or the king if the ace is turned up; of two trumps or more the highest
  second lead     who won the first trick leads a trump if he has one, of more the highest
  to every card   follow suit; head the trick if able; void of the suit, trump if that heads it; else play anything
  Sayings: `trick A`; or its cards from the leader round, checked as far as hands are known (`A holds CARD …`, said anew
  after `miss` or `draws N`), the turn-up being said; or `tricks A 2 B 1`, as they were won.

Pam, at five cards, is a knave and the highest trump. When the ace of trumps is led, `A civil` forbids him to whoever
has another trump. A flush is five of a suit, or four and Pam. After all have declared, before the first trick, `A wins
flush` takes the pool, and a loo from every other player of the deal but one who held a flush too and said so, `B flush`
or `B shows CARD …`. Trumps beat other suits, then the one with Pam the other, then the elder hand [27]-[28].

Unlimited: a loo is as much as the pool of the deal holds; with a limit, Mixed Loo, no more than that. Club law: on a
club all stand, with their own cards [26].

Leaving [17]. Straight after his own deal the dealer may say `withdraws`: he takes no cards, and is out of the game. So
he may say `last-round` after a full deal: all stand, without the miss, and nobody is looed for want of a trick. `end`
divides the pool; `end leave` keeps it for another game, which begins with a single.

Irregularities
  misdeal               dealer: a single loo to this deal's pool; he deals again, the deal void [23]-[24]
  interfering           with the cards being dealt: the same; a `misdeal` said after it is free [24]
  looking, declaring    too soon, or where one may not: the same, and he plays on [24]
  opponents-hand        a loo to this deal's pool; he throws up, or if he plays, what his tricks are worth stays in the
                        pool. Not on a single [24]-[25]
  lead, revoke, not-heading, playing, exposing      he is looed, for the next deal, and what his tricks are worth stays
                        in the pool; the tricks said are those of the hands replayed [21]-[22], [25]-[26]

Where the book is silent: who is fined for his play is looed once, the amount that was said last going before the loo,
and the next deal is full. Who is fined and plays takes nothing, neither an unplayed pool, which is then left untaken,
nor a flush; if nobody else has one, the pool is played for [22]. A dealer who has looked at another's hand has thrown
up, also in a last round. Where the dealer has no cards, the last to declare has his rights and duties. The single is
of one card in every form, and the duties of play are those of the plain game.
"""

from dataclasses import replace
from typing import Any

import msgspec

from ledger.games.loo.cards import LooCards
from ledger.games.loo.declaring import FEWEST, Declarations, Party
from ledger.games.loo.flush import Flushes
from ledger.games.loo.money import FAULTS_OF_PLAY, LooMoney
from ledger.games.loo.options import LooCarry, LooOptions
from ledger.games.loo.single import Single
from ledger.games.loo.tricks import Playing
from ledger.rules import Card, DealInHand, Game, Offence, Play, listed, refuse
from ledger.rules.events import Holds, Misdeal, Penalty
from ledger.rules.slots import Cards, Slots

MOST_PLAYERS = {"three-card": {52: 16, 32: 9}, "irish": {52: 16, 32: 10}, "five-card": {52: 6, 32: 6}}
"""The greatest number of players, by the form and the pack [16], [27]-[28]."""


class LooDeal(DealInHand[LooOptions, LooCarry]):
    """A deal of Loo, single or full."""

    bare_end_divides = True

    def prepare(self) -> None:
        """Set up the parts of the deal."""
        single = not self.carry.looed
        self.hand_sizes = (self.options.cards,)
        self.cards = LooCards(self.table, self.pack, self.options)
        self.party = Party(self.table, self.options, single)
        self.money = LooMoney(self.table, self.options, single)
        self.declarations = Declarations(self.party, self.cards, self.money)
        self.flushes = Flushes(self.declarations, self.cards, self.money)
        self.playing = Playing(self.declarations, self.cards, self.flushes)

    def play(self) -> Play[LooCarry]:
        """Play the deal in its order: the payment, a single or declarations and play, the money."""
        party, declarations, flushes, money = self.party, self.declarations, self.flushes, self.money
        yield from self.opening((0, 1))
        money.deal(self.dealer)
        if party.single:
            winner = yield from Single(party, self.cards).play()
            money.single_won(winner, party.order) if winner else money.single_not_won(party.order)
        else:
            yield from declarations.ask()
            if declarations.taker:
                yield from flushes.take_unplayed()
            else:
                winners = yield from self.playing.play()
            if flushes.holder:
                money.flush(flushes.holder, flushes.claimed, party.order)
            elif declarations.taker:
                money.unplayed(declarations.taker)
            else:
                must_win = [] if party.last_round else declarations.playing  # [17]
                money.tricks(winners, declarations.for_the_pool, must_win)
        for player in party.withdrawn:
            self.table.remove_player(player)
        return LooCarry(bool(money.looed), self.carry.withdrawn + party.withdrawn)

    # The cards

    def hand_players(self) -> tuple[str, ...]:
        """Return who has a hand; on a single one card lies open before each."""
        return () if self.party.single else self.party.order

    def holds(self, hand: Holds) -> None:
        """Note a hand, and check what was played against it."""
        if self.party.single and self.in_hand:
            raise refuse("on a single one card lies open before each", f"Say {hand.player} shows CARD")
        hand = self.cards.as_it_is(hand)
        super().holds(hand)
        self.cards.hold(hand)
        if self.playing.tricks:
            self.playing.tricks.check_hands()

    def hand_form(self, player: str) -> Slots | list[Slots] | None:
        """Return the form of a hand as it is now, or as it was dealt before cards were changed."""
        now = super().hand_form(player)
        if not isinstance(now, tuple) or not isinstance(now[-1], Cards):
            return now
        dealt = self.cards.may_be_dealt(player, now[-1].among)
        return [now, (*now[:-1], msgspec.structs.replace(now[-1], among=dealt))] if dealt else now

    def wrong_cards(self, hand: Holds) -> str | None:
        """Return which card of a hand cannot be in it, or None."""
        return self.cards.wrong_cards(hand)

    def unseen(self, player: str | None = None) -> list[Card]:
        """Return the cards that a player may still have, in a fixed order."""
        return self.cards.unseen(player)

    # Irregularities

    def offences(self) -> dict[str, Offence]:
        """Return the irregularities of the sheet, as things stand."""
        return self.money.offences()

    def penalty(self, fine: Penalty) -> None:
        """Fine a player: a fault of play looes, a look at a hand throws up one's own [24]-[25]."""
        player, offence = fine.player, fine.offence
        super().penalty(fine)
        if offence in FAULTS_OF_PLAY:
            self.money.at_fault(player, offence, fine.amount)
        elif offence == "opponents-hand" and player in self.declarations.playing:
            self.money.barred.add(player)
        elif offence == "opponents-hand" and player in self.party.order:
            self.declarations.declared[player] = "passes"

    def wrong_penalty(self, player: str, word: str) -> str | None:
        """Return why a fault cannot have been committed yet, or None."""
        if word == "opponents-hand" and self.party.single:
            return "on a single the cards lie open: there is no hand to look at"
        if word in FAULTS_OF_PLAY and player not in ([] if self.party.single else self.declarations.playing):
            return f"{word} is a fault of play, and {player} has not declared to play"
        return None

    def misdeal(self, event: Misdeal | Penalty) -> LooCarry:
        """Fine the dealer, who deals again, unless another interfered with the cards [23]-[24]."""
        if isinstance(event, Misdeal) and any(offence == "interfering" for _, offence in self.table.fined):
            self.table.deal_goes_to(self.dealer)
            return self.carry
        return super().misdeal(event)

    # Between deals, and the end

    def carried(self) -> dict[str, Any]:
        """Return whether anybody was looed, so that the next deal is full, and who has withdrawn."""
        return {"looed": self.carry.looed, "withdrawn": list(self.carry.withdrawn)}

    def remains(self) -> tuple[str, ...]:
        """Return in words the pool, whether the next deal is a single, and who has withdrawn."""
        full = "the next deal is a full one, somebody having been looed"
        gone = self.carry.withdrawn
        withdrawn = (f"{listed(gone)} {'has' if len(gone) == 1 else 'have'} withdrawn",) if gone else ()
        return (full if self.carry.looed else "the next deal is a single", *withdrawn, *super().remains())

    def refuse_leave(self, player: str) -> str | None:
        """Let players leave only when it is their turn to deal, which they pay for [17]."""
        return f"{player} must withdraw first: in the turn to deal, straight after it, {player} withdraws"

    def joined(self, player: str) -> LooCarry:
        """Let a player who had withdrawn come back."""
        return replace(self.carry, withdrawn=tuple(other for other in self.carry.withdrawn if other != player))

    def end_cite(self) -> str:
        """Return the page on which the players divide the pool [17]."""
        return "[17]"


class Loo(Game[LooOptions, LooCarry]):
    """Loo, in all its forms."""

    name = "loo"
    title = "Loo"
    options = LooOptions
    carry = LooCarry
    deal = LooDeal
    players = (FEWEST, 16)

    def refuse_players(self, number: int, options: LooOptions) -> str | None:
        """Return why so many cannot play: two to sixteen can, if there are cards [16], [27]-[28]."""
        most = MOST_PLAYERS[options.form][options.pack]
        if self.players[0] <= number <= most:
            return None
        rules = f"form={options.form} and pack={options.pack}"
        return f"with {rules} Loo is for {self.players[0]} to {most} players, not {number}"

    def warn_players(self, number: int, options: LooOptions) -> str | None:
        """Warn of more than a dozen players [16]."""
        return f"Loo is good for twelve players at the most, and {number} play [16]" if number > 12 else None


GAME = Loo()
