"""Loo: who stands plays three tricks for the pool; who stands and wins none is looed.

Two to twelve play, five to seven best [16]; with five cards two to six [27].

The pool. Each dealer pays into it for his deal. It is played for a third to each trick, with five cards a fifth; odd
counters go one each to the first trick, then the second. Who is looed pays into the pool of the next deal [18],
[21]-[22].

A single is dealt first, and after every deal in which nobody was looed [18], [21]. A card is turned up, and one given
face up to each. The highest that beats it in its own suit, ace high, takes the pool, and the others are looed a single
loo. Where none beats it all are, and the pool stays [18].
  Sayings: `A wins`; `DEALER all-looed`; or, the turn-up being said, `A shows CARD` for every player.

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
has another trump [27]-[28].

A flush, at five cards, is five of a suit, or four and Pam. After all have declared, before the first trick, `A wins
flush` takes the pool, and a loo from every other player of the deal but one who held a flush too and said so, `B flush`
or `B shows CARD …`. Trumps beat other suits, then the one with Pam the other, then the elder hand. A single follows
[27]-[28].

Unlimited: a loo is as much as was in the pool of the deal, fines and leavings counted; with a limit, Mixed Loo, no more
than that [26]. Club law: on a club all stand, with their own cards [26].

Leaving [17]. Straight after his own deal the dealer may say `withdraws`: he has paid for it, takes no cards, and is out
of the game. Straight after a full deal he may say `last-round`: all stand, without the miss, and nobody is looed for
want of a trick. `end` divides the pool; `end leave` keeps it for another game, which begins with a single.

Irregularities
  misdeal               dealer: a single loo to this deal's pool; he deals again, the deal void [23]-[24]
  interfering           with the cards being dealt: the same; a `misdeal` said after it is free [24]
  looking, declaring    too soon, or where one may not: the same, and he plays on [24]
  opponents-hand        a loo to this deal's pool; he throws up, or if he plays, what his tricks are worth stays in the
                        pool. Not on a single [24]-[25]
  lead, revoke, not-heading, playing, exposing
                        he is looed, for the next deal, and what his tricks are worth stays in the pool; the tricks
                        said are those of the hands replayed [21]-[22], [25]-[26]

Where the book is silent: who is fined for his play is looed once, and the next deal is full. Who is fined and plays
takes nothing, neither an unplayed pool, which is then left untaken, nor a flush [22]. Where the dealer has no cards,
the last to declare has his rights and duties. The single is of one card in every form. The duties of play are those
of the plain game in every form.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ledger.events import Draws, Holds, Misdeal, Passes, Penalty, Says, Trick, Tricks, Wins
from ledger.games.kernel.deal import Asking, Play
from ledger.games.kernel.game import Game
from ledger.games.kernel.irregularities import Offence
from ledger.games.loo.declaring import FOR_THE_POOL
from ledger.games.loo.flush import LooFlushes
from ledger.games.loo.options import LooCarry, LooOptions
from ledger.games.loo.single import LooSingle
from ledger.games.loo.tricks import LooRules, LooTricks
from ledger.money import shares
from ledger.refusals import listed, refuse
from ledger.table import Table
from ledger.turns import Sort, Turn, not_now, wins, word

FAULTS_OF_PLAY = ("lead", "revoke", "not-heading", "playing", "exposing")
"""The faults for which a player is looed, once a deal [25]."""

MOST_PLAYERS = {
    ("three-card", 52): 12,
    ("three-card", 32): 9,
    ("irish", 52): 12,
    ("irish", 32): 10,
    ("five-card", 52): 6,
    ("five-card", 32): 6,
}
"""How many can play, by the form and the pack [16], [27]-[28]."""


class LooDeal(LooSingle, LooFlushes):
    """A deal of Loo, single or full."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.tricks: LooTricks | None = None

    def play(self) -> Play[LooCarry]:
        """The deal in its order: the dealer's payment, then a single, or declarations and play."""
        yield from self.opening((0, 1))
        self.table.pay_in(self.dealer, self.pool, self.options.deal, "the deal", "[18]")
        if self.single:
            yield from self.play_single()
        else:
            yield from self.declaring()
            if self.unplayed_by() is None:
                yield from self.play_tricks()
            else:
                yield from self.left_unplayed()
        withdrawn = self.carry.withdrawn
        if self.withdrawn:
            self.table.playing.discard(self.dealer)
            withdrawn += (self.dealer,)
        return LooCarry(bool(self.looed), withdrawn)

    # A pool unplayed

    def left_unplayed(self) -> Asking:
        """The only hand that stands, or the dealer, takes the pool; at five cards he says so, or shows a flush."""
        said = (yield from self.ask_in_deal(self.alone_turn)) if self.options.has_pam else None
        while said is not None and not isinstance(said, Wins):
            if isinstance(said, Draws) or (isinstance(said, Says) and said.word == "stands"):
                self.declare(said)
            else:
                self.claim_flush(said)
            said = yield from self.ask_in_deal(self.alone_turn)
        if said is not None and said.what == "flush":
            self.settle_flush(said.player)
        else:
            self.settle_unplayed()

    def alone_turn(self) -> Turn | None:
        """Five-card: the only hand takes the pool; a dealer who was not asked may change cards first [27]."""
        player = self.unplayed_by()
        assert player is not None
        if player in self.takes_nothing:
            return None
        may: list[Sort] = []
        if player not in self.declared and not self.all_stand:
            may = [word(player, "stands"), self.may_change(player, self.options.cards)]
            may.append(not_now(Passes, f"{player} takes the pool, and cannot pass", who=player))
        if self.declared.get(player) != "passes":
            may += self.may_claim_flush([player])
        may.append(wins(player, None, "flush", check=self.wrong_flush_won))
        asks = f"nobody else stands: {player} takes the pool when he says wins"
        return Turn(asks, (*may, *self.of_other_forms(), *self.no_more_declarations()), (player,))

    def settle_unplayed(self) -> None:
        """The pool is taken unplayed, or left untaken by one who was fined [19]-[20]."""
        player, loo = self.unplayed_by(), self.loo_of_the_deal()
        assert player is not None
        if player not in self.takes_nothing:
            self.table.take_pool((player,), "took the pool unplayed", "[19]-[20]")
        self.pay_loos([], loo)

    # The tricks

    def trick_play(self) -> LooTricks:
        """The tricks of this deal, as far as they have been told, by those who play now."""
        hands = self.hands()
        if self.tricks is None or self.tricks.players != tuple(hands):
            rules = LooRules(self.turned_up, self.pam, self.options.lead == "one")
            miss = next((player for player in hands if self.declared.get(player) in ("miss", FOR_THE_POOL)), None)
            leader = miss if miss and self.options.miss_leads else hands[0]
            self.tricks = LooTricks(self, rules, hands, leader, self.options.cards)
            self.tricks.drawn = self.drawn
        return self.tricks

    def play_tricks(self) -> Asking:
        """The tricks are played, unless a flush takes the pool before the first of them."""
        winners: list[str] = []
        while len(winners) < self.options.cards:
            said = yield from self.ask_in_deal(self.trick_turn)
            tricks = self.trick_play()
            if isinstance(said, Wins):
                self.settle_flush(said.player)
                return
            if isinstance(said, Tricks):
                winners = [player for player, number in said.counts for _ in range(number)]
            elif isinstance(said, Trick):
                tricks.take(said)
                winners = tricks.winners
            elif isinstance(said, Says) and said.word == "civil":
                tricks.rules.civil.add(len(winners))
            else:
                self.claim_flush(said)
        self.settle_tricks(winners)

    def trick_turn(self) -> Turn:
        """The next trick; before the first one, flushes."""
        tricks, may = self.trick_play(), list[Sort]()
        number = len(tricks.winners)
        if self.options.has_pam and not number:
            may += self.may_claim_flush(tricks.players)
            may.append(wins(tricks.players, "flush", check=self.wrong_flush_won))
        if self.flushes:
            asks = f"{listed(self.flushes)} has a flush: the best one takes the pool, A wins flush"
            return Turn(asks, tuple(may), tricks.players)
        by_name, by_cards = tricks.may_say_trick(lambda said: self.wrong_trick(said, tricks))
        why = "the card turned up was not said, and so trumps are not known: say trick NAME"
        may += (by_name, by_cards if self.turned_up else not_now(Trick, why))
        if number:
            may.append(not_now(Tricks, "the tricks of this deal are said one by one: go on with trick NAME"))
        else:
            may.append(tricks.may_say_tricks(self.wrong_number))
        if self.options.has_pam:
            may.append(word(tricks.leader, "civil", check=lambda said: self.wrong_civil(tricks)))
        asks = f"trick {number + 1} of {tricks.number} is to be played, and {tricks.leader} leads"
        return Turn(asks, (*may, *self.of_other_forms(), *self.no_more_declarations()))

    def wrong_trick(self, said: Trick, tricks: LooTricks) -> str | None:
        """Say so if a trick does not begin with the ace for which Pam was asked to be civil."""
        if said.cards and len(tricks.winners) in tricks.rules.civil and said.cards[0] != tricks.rules.ace:
            return f"{tricks.leader} has asked Pam to be civil, and leads {tricks.rules.ace}"
        return None

    def wrong_number(self, counts: dict[str, int]) -> str | None:
        """Say so if the tricks are not all."""
        said, wanted = sum(counts.values()), self.options.cards
        return None if said == wanted else f"a deal has {wanted} tricks, not {said}"

    def wrong_civil(self, tricks: LooTricks) -> str | None:
        """Say why the leader cannot lead the ace of trumps, or None."""
        if len(tricks.winners) in tricks.rules.civil:
            return "Pam has been asked to be civil already"
        return self.card_fault(tricks.leader, tricks.rules.ace) if self.turned_up else None

    def settle_tricks(self, winners: Sequence[str]) -> None:
        """Each trick has its part of the pool; who has none is looed for the next deal [21]-[22]."""
        table, loo, for_the_pool = self.table, self.loo_of_the_deal(), self.plays_for_the_pool
        total, tricks = table.holding(), [str(number) for number in range(1, self.options.cards + 1)]
        parts = shares(total, tricks, table.odd_unit(total))
        for winner, trick in zip(winners, tricks, strict=True):
            if winner not in self.takes_nothing and winner != for_the_pool:
                table.pay(self.pool, winner, parts[trick], f"won trick {trick}", "[21]-[22]")
        without = [player for player in self.hands() if player not in winners and player != for_the_pool]
        self.pay_loos([] if self.last_round else without, loo)

    def holds(self, said: Holds) -> None:
        """Note a hand, and check what was played against it."""
        if self.single and self.in_hand:
            raise refuse("on a single one card lies open before each", f"Say {said.player} shows CARD")
        super().holds(said)
        if self.tricks:
            self.tricks.check_hands()

    def around(self) -> tuple[Sort, ...]:
        """What may be said around the turn just now, for random evenings: no hands on a single."""
        return tuple(may for may in super().around() if not (self.single and may.kind is Holds))

    # Irregularities

    def offences(self) -> dict[str, Offence]:
        """The list: the pool is this deal's, but for faults of play, which are paid when it is settled."""
        single, loo = self.options.single, self.loo_of_the_deal()
        return {
            "misdeal": Offence(single, self.pool, "[23]-[24]", dealer_only=True),
            "interfering": Offence(single, self.pool, "[24]"),
            "looking": Offence(single, self.pool, "[24]"),
            "declaring": Offence(single, self.pool, "[24]"),
            "opponents-hand": Offence(loo, self.pool, "[24]-[25]"),
            **{word: Offence(loo, None, "[21]-[22], [25]-[26]") for word in FAULTS_OF_PLAY},
        }

    def penalty(self, said: Penalty) -> None:
        """Fine a player; a fault of play makes him looed, and a look at another's hand throws him up [24]-[25]."""
        if self.in_hand and (problem := self.no_fault(said)):
            raise refuse(problem)
        super().penalty(said)
        player = said.player
        if said.offence in FAULTS_OF_PLAY:
            self.faults[player] = (said.offence, said.amount)
            self.takes_nothing.add(player)
        elif said.offence == "opponents-hand" and player in self.hands():
            self.takes_nothing.add(player)
        elif said.offence == "opponents-hand" and player in self.order:
            self.declared[player] = "passes"

    def no_fault(self, said: Penalty) -> str | None:
        """Say why a fault cannot have been committed yet, or None."""
        if said.offence == "opponents-hand" and self.single:
            return "on a single the cards lie open: there is no hand to look at"
        if said.offence in FAULTS_OF_PLAY and said.player not in ([] if self.single else self.hands()):
            return f"{said.offence} is a fault of play, and {said.player} has not declared to play"
        return None

    def misdeal(self, said: Misdeal | Penalty) -> LooCarry:
        """The dealer pays a single loo, and deals again; where another interfered with the cards, nothing [23]-[24]."""
        if isinstance(said, Misdeal) and any(offence == "interfering" for _, offence in self.table.fined):
            self.table.deal_goes_to(self.dealer)
            return self.carry
        return super().misdeal(said)


class Loo(Game[LooOptions, LooCarry]):
    """Loo, in all its forms."""

    name = "loo"
    title = "Loo"
    options = LooOptions
    carry = LooCarry
    deal = LooDeal
    players = (2, 12)
    bare_end_divides = True

    def refuse_players(self, number: int, options: LooOptions) -> str | None:
        """Two to twelve; as many as there are cards for [16], [27]-[28]."""
        most = MOST_PLAYERS[options.form, options.pack]
        if self.players[0] <= number <= most:
            return None
        rules = f"form={options.form} and pack={options.pack}"
        return f"with {rules} Loo is for {self.players[0]} to {most} players, not {number}"

    def warn_players(self, number: int, options: LooOptions) -> str | None:
        """Five to seven are best [16]."""
        if options.form == "five-card" or 5 <= number <= 7:
            return None
        return f"Loo is best for five to seven players, and {number} play"

    def report(self, table: Table, options: LooOptions, carry: LooCarry) -> dict[str, Any]:
        """Whether somebody was looed in the last deal, so that the next is full, and who has withdrawn."""
        return {"looed": carry.looed, "withdrawn": list(carry.withdrawn)}

    def leaves_to_the_next(self, table: Table, options: LooOptions, carry: LooCarry) -> tuple[str, ...]:
        """The pool, and whether the next deal is a single."""
        kind = "the next deal is a full one, somebody having been looed" if carry.looed else "the next deal is a single"
        return (kind, *super().leaves_to_the_next(table, options, carry))

    def refuse_leave(self, table: Table, options: LooOptions, carry: LooCarry, player: str) -> str | None:
        """A player leaves when it is his turn to deal, and pays for that deal [17]."""
        return f"{player} must withdraw first: in his turn to deal, straight after it, {player} withdraws"

    def joined(self, table: Table, options: LooOptions, carry: LooCarry, player: str) -> LooCarry:
        """One who had withdrawn may come back."""
        return replace(carry, withdrawn=tuple(other for other in carry.withdrawn if other != player))

    def end_cite(self) -> str:
        """The pool is divided among the players [17]."""
        return "[17]"


GAME = Loo()
