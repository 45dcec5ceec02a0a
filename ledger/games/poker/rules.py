"""Poker: the draw game, with the Jack-pot.

Two to ten play, six at the most for choice [31]. Each is dealt five cards, and may exchange some of them once; the
best hand shown, or the only player left, takes the pool. The numbers R1 to R81 are those of the book's own laws of
the game [47]-[58]. A player's stake is all that he puts down in a deal, the ante and a straddle included.

The deal
  The first dealer cuts the lowest card, ace lowest; then the deal passes to the left (R2, R18). The player on the
  dealer's left, who is called the ante, stakes the ante before the cards are dealt (R20); No. 1, No. 2 and so on
  sit after him.
  Straddles, before the cards: No. 1 may stake two antes, each later player, to the dealer, an ante more than the last
  straddle; nobody may if No. 1 does not, and no straddle is more than half the limit (R21-R22).
  The say, once round, from No. 1 and the ante last, or from the left of the last straddler and he last (R23-R24).
  Who opens makes his stake at least twice the ante, or twice the last straddle, and no more than the ante (or twice
  the last straddle) and the limit together [33]-[34]; each after him calls, raises or passes (R25-R27).
  The draw, once, from the dealer's left: each makes his stake equal to the highest, and no more than that, and
  exchanges as many cards as he likes (R34-R38). Who owes and says nothing passes.
  The betting, round and round from the left of the ante: to bet, or to stand once, while nothing has been bet; then
  to call, raise or pass. No bet or raise is of more than the limit (R53-R54, [37]).
  When all bets are equal the hands are shown (R59). One who is left alone takes the pool unseen (R58).

The hands, the best first (R65-R75). Ace is high, but lowest in sequences, unless ace=both
  sequence-flush   by the top card, then hearts          R66, R70
  fours            by their rank                         R67
  full             by the three                          R68
  flush            hearts; then card by card             R69
  sequence         by the top card                       R70
  skip             alternate cards, as 2 4 6 8 10, by the top card; with skip=on          [44]
  threes           by their rank                         R72
  blaze            five of ace, king, queen and knave, card by card; with blaze=on        [41]
  two-pairs        the higher pair, then the other; the fifth card has no value           R73, [39]
  pair             by the pair, then card by card        R74
  high-card        card by card                          R75
Hands that this does not part share the pool (R76). The joker is whatever serves best, and just above that card.

The Jack-pot. When nobody opens, the pool stays and the next game is a Jack-pot: every player pays in a sum equal to
the ante, and nobody may open with less than two knaves; if that is not won, two queens, then two kings, then knaves
again (R29-R32). An opener who is to take it must have held so much in his first five cards; if not, he pays the pool
two antes, nobody claims it, and the next game is a Jack-pot (R33).

A show demanded. Who has a stake and too little to call puts down what he has and waits for the show (R60-R61). If
his hand is the best he has the ante and the straddles, and from the stake of each player who was in by then, his own
too, as much as his own stake; the rest goes to the next best hand.

The kitty. With `kitty` that much of every pool that is claimed is set aside, for the expenses of the table (`A takes
kitty`) or, with `kitty_hand`, for the best hand shown, if it is that or a better one [42].

Sayings: `straddles`; `opens`, `calls`, `raises 3`, `bets 5` (all that is put down now), `stands`, `passes`;
`draws 2`, `pat`, `discards 2C draws KH`; `demands-show 3`; `shows` and five cards, `wins`, `wins flush`,
`split A B`; between deals `takes kitty`.

Irregularities
  misdeal         before the first word of the say: the same dealer again; what is paid lies      R8, R10, R12
  speaking        to the dealer: of itself nothing                                                R15-R16
  foul-deal       he retires; the dealer, or who spoke to him, refunds the ante or straddle       R13-R14
  foul-hand       he retires, his stake stays                                                     R45-R48, R63-R64
  false-opening   as above                                                                        R33
  out-of-turn N   put down before his turn: it stays, and counts in his turn if he may bet it     R55, R57

The 81 rules
  enforced       1, 9, 17 (no misdeal after the first word of the say), 18, 19, 21-27, 34-38, 53, 54, 56, 61
  derived        7, 14, 20, 29-33, 41, 52, 58, 60, 64-76
  said           2 (`deal A`); 8, 10, 12 (`misdeal`); 13, 16, 45, 47, 48, 55, 63 (`penalty`); 59 (`shows`, in any
                 order); 81 (the options hold for the game, and lapse when the players change)
  manners        3-6, 11, 15, 28, 39, 40, 42-44, 46, 49-51, 57, 62, 77-80

Where the book is silent, or says two things: there is one round of says, and no raise at the draw, where stakes are
made equal (R36). The ante is laid in a Jack-pot besides what all pay in, for that is a game too (R20, [32]), unless
jackpot_ante is off. Several short stakes: each takes only what reaches to its own height and no better hand has had;
equal hands share what the shortest of them claims, and the others share on. R33 touches only an opener who wins, and
then leaves the whole pool. The kitty comes out as the pool is claimed. Two sequences of the same cards, one of them
with the joker: it is the better. A discarded card may be drawn again once the pack is out, but not by who threw it.
"""

from dataclasses import replace
from typing import Any

from ledger.games.poker.betting import Betting
from ledger.games.poker.cards import HAND, KnownHands
from ledger.games.poker.draw import Draw
from ledger.games.poker.money import INTO_THE_JACKPOT, PokerMoney
from ledger.games.poker.options import PokerCarry, PokerOptions, next_jackpot
from ledger.games.poker.showdown import Showdown
from ledger.games.poker.stakes import Stakes
from ledger.rules import (
    Card,
    DealInHand,
    Game,
    GameRecord,
    Lazy,
    Offence,
    Permission,
    Play,
    Pool,
    pack_of,
    takes,
    twice,
)
from ledger.rules.events import Event, Holds, Misdeal, Penalty, Takes


class PokerDeal(DealInHand[PokerOptions, PokerCarry]):
    """A deal of Poker."""

    hand_sizes = (HAND,)
    carried_labels = (("jackpot", "jack-pot"),)
    stakes: Stakes
    betting: Betting
    hands: KnownHands
    showdown: Showdown

    def play(self) -> Play[PokerCarry]:
        """Play the deal in its order: stakes, straddles, the say, the draw, the betting, the show."""
        yield from self.opening(extra=lambda: [Lazy((Takes,), self.may_take_kitty)])
        self.sit_down()
        betting = self.betting
        if self.carry.jackpot is not None:
            self.money.jackpot()
        if self.carry.jackpot is None or self.options.jackpot_ante:
            if self.money.ante():
                self.stakes.lay(self.table.eldest, self.options.ante)
            yield from betting.straddles()
        yield from betting.say()
        if betting.opener is None:
            return PokerCarry(next_jackpot(self.carry.jackpot))
        if not betting.decided:
            yield from Draw(betting, self.hands).take_place()
        yield from betting.rounds()
        claimed = yield from self.showdown.settle()
        return PokerCarry() if claimed else PokerCarry(next_jackpot(self.carry.jackpot))

    def prepare(self) -> None:
        """Set up the money of the deal."""
        self.money = PokerMoney(self.table, self.options)

    def sit_down(self) -> None:
        """Make the books of the deal that has begun."""
        table, options, carry = self.table, self.options, self.carry
        self.stakes = Stakes(table, self.money, carry.laid)
        self.betting = Betting(table, self.stakes, options.ante, options.limit)
        if carry.straddler is not None:
            self.betting.straddler, self.betting.straddle = carry.straddler, carry.straddle
        self.hands = KnownHands(options.hands, self.pack, table.players, table.hands)
        self.showdown = Showdown(self.betting, self.hands, options, carry.jackpot)
        self.spoke: str | None = None

    # The kitty

    def may_take_kitty(self) -> tuple[Permission, ...]:
        """Return the saying that takes the kitty between deals, for the expenses of the table [42]."""
        players, hand = self.table.players, self.options.kitty_hand
        if not players:
            return ()

        def kept() -> str | None:
            return None if hand is None else f"the kitty is for {hand} or a better hand"

        return (takes(players, "kitty", self.table.holding("kitty"), self.table.money, kept),)

    def before_deal(self, event: Event) -> None:
        """`A takes kitty [AMOUNT]` [42]."""
        assert isinstance(event, Takes)
        amount = self.table.holding("kitty") if event.amount is None else event.amount
        self.money.expenses(event.player, amount)

    # Hands

    def wrong_cards(self, event: Holds) -> str | None:
        """Return which card of a hand cannot have been dealt to this player, or None."""
        if problem := twice(event.cards) or next(filter(None, map(self.not_in_pack, event.cards)), None):
            return problem
        tried = self.hands.tried()
        tried.held[event.player] = list(event.cards)
        return tried.fault(event.player)

    # Irregularities

    def offences(self) -> dict[str, Offence]:
        """Return the book's offences; for a foul deal the dealer refunds, or who spoke to them."""
        pool: Pool = self.table.pool()
        return {
            "speaking": Offence(0, None, "R15-R16", takes_amount=False),
            "foul-deal": Offence(0, None, "R13-R14"),
            "foul-hand": Offence(0, None, "R45-R48, R63-R64", takes_amount=False),
            "false-opening": Offence(2 * self.options.ante, pool, "R33"),
            "out-of-turn": Offence(None, pool, "R55"),
        }

    def penalty(self, event: Penalty) -> None:
        """Book an irregularity with its consequences."""
        super().penalty(event)
        match event.offence:
            case "speaking":
                self.spoke = event.player
            case "foul-deal":
                self.refund(event)
                self.stakes.retire(event.player)
                self.too_late_for_misdeal()
            case "foul-hand":
                self.stakes.retire(event.player)
            case "false-opening":
                self.showdown.false_opening = True
            case "out-of-turn":
                self.stakes.put_ahead(event.player, event.amount or 0)
                self.too_late_for_misdeal()

    def wrong_penalty(self, player: str, word: str) -> str | None:
        """Return why this offence cannot be this player's now, or None."""
        betting = self.betting
        match word:
            case "foul-deal" | "foul-hand":
                if player not in self.showdown.contenders:
                    return f"{player} is not in the game any more"
                if betting.decided:
                    return f"{player} is left alone: nobody else is there to take the pool"
                if word == "foul-hand" and betting.opener is None:
                    return "the game is not open, and nobody has drawn: for a hand wrongly dealt say foul-deal"
            case "false-opening":
                return self.showdown.wrong_false_opening(player)
            case "out-of-turn":
                if player not in self.stakes.asked or self.showdown.reached:
                    return f"{player} has no turn to come in this deal"
        return None

    def refund(self, event: Penalty) -> None:
        """Have the dealer, or who spoke to the dealer, pay back what a foul hand paid (R14, R16)."""
        amount = self.stakes.laid.get(event.player, 0) if event.amount is None else event.amount
        payer, cite = (self.dealer, "R14") if self.spoke is None else (self.spoke, "R16")
        self.money.refund(payer, event.player, amount, cite)

    def too_late_for_misdeal(self) -> None:
        """Refuse straddles and misdeals: the cards have been raised, or a bet is down."""
        self.betting.began = self.betting.straddling_over = True

    def wrong_misdeal(self) -> str | None:
        """Return why there can be no misdeal once the say has begun (R9, R17); or None."""
        if self.in_hand and self.betting.began:
            why = "a misdeal is called before the first word of the say, a foul deal or a bet out of turn (R9, R17)"
            return f"{why}: the deal stands"
        return super().wrong_misdeal()

    def misdeal(self, event: Misdeal | Penalty) -> PokerCarry:
        """Let the same dealer deal again before the say; what was paid stays (R8, R10, R12)."""
        carry = super().misdeal(event)
        straddler = self.betting.straddler
        straddle = self.betting.straddle if straddler else 0
        return replace(carry, laid=tuple(self.stakes.laid.items()), straddler=straddler, straddle=straddle)

    # Between deals, and the end

    def carried(self) -> dict[str, Any]:
        """Return the least hand, if the next game is a Jack-pot."""
        return {"jackpot": self.carry.jackpot} if self.carry.jackpot else {}

    def remains(self) -> tuple[str, ...]:
        """Return in words the pool, and the opening hand if the next game is a Jack-pot."""
        pot = (
            (f"the next game is a Jack-pot: two {self.carry.jackpot} or better open it",) if self.carry.jackpot else ()
        )
        return (*pot, *super().remains())

    def joined(self, player: str) -> PokerCarry:
        """Remark that departures from the rules lapse when the players change (R81)."""
        changed = "the players have changed: departures from the rules lapse"
        self.table.remark(f"{changed}, unless all agree on them again (R81)")
        return self.carry

    left = joined


class Poker(Game[PokerOptions, PokerCarry]):
    """Poker."""

    name = "poker"
    title = "Poker"
    options = PokerOptions
    carry = PokerCarry
    deal = PokerDeal
    players = (2, 10)
    records = (GameRecord("jack-pot", "greatest Jack-pot", INTO_THE_JACKPOT, of_pools=True),)

    def pack(self, options: PokerOptions) -> frozenset[Card]:
        """Return the fifty-two cards (R1), and the joker [41]."""
        return pack_of(52, joker=options.joker)

    def warn_players(self, number: int, options: PokerOptions) -> str | None:
        """Warn of more than six players at one table [31]."""
        return f"Poker is for six players at the most, for choice; here are {number} [31]" if number > 6 else None


GAME = Poker()
