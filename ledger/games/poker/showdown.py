"""The end of a deal of Poker: who takes the pool, and how much (R33, R58-R60, R64, R76).

All amounts are in the smallest unit.
"""

from dataclasses import dataclass
from typing import Any

import msgspec

from ledger.games.families.hands import POKER_HANDS, HandValue, openers
from ledger.games.poker.betting import Betting
from ledger.games.poker.cards import HAND, KnownHands
from ledger.games.poker.money import Claims
from ledger.games.poker.options import PokerOptions
from ledger.rules import Allowed, Card, Lazy, SubPlay, Table, Turn, cards, in_order, listed, pick_cards, split
from ledger.rules.events import Shows, Silence, Split, Wins
from ledger.rules.slots import Cards, Literal, Players, Slots, Word


@dataclass(frozen=True)
class Best:
    """The best hand of those still in, or several equal ones."""

    hands: tuple[str, ...]
    name: str | None = None
    """The name that somebody gave to the hand, if its cards are not known."""
    stated: bool = False
    """Whether the winner was said, which also proves what an opener held."""


class Showdown:
    """The show of one deal, or the claim of the one player left."""

    def __init__(self, betting: Betting, hands: KnownHands, options: PokerOptions, jackpot: str | None) -> None:
        self.betting = betting
        self.stakes = betting.stakes
        self.money = betting.stakes.money
        self.table: Table = betting.table
        self.hands = hands
        self.options = options
        self.jackpot = jackpot
        self.reached = False
        """Whether all bets are equal, or one player is left alone."""
        self.claimed: set[str] = set()
        """The players who have had their part of the pool."""
        self._better_known: HandValue | None = None
        self._better_named: str | None = None
        """What is known of the last hand that was paid: no other hand still in is as good."""
        self.false_opening = False
        """Whether the opener of the Jack-pot is known not to have held the least hand (R33)."""

    @property
    def contenders(self) -> tuple[str, ...]:
        """Return who is in and has had no part of the pool yet."""
        return tuple(player for player in self.stakes.remaining if player not in self.claimed)

    @property
    def alone(self) -> bool:
        """Return whether one player is left in, who need not show a hand (R58)."""
        return len(self.stakes.remaining) == 1

    # The order of it

    def settle(self) -> SubPlay:
        """Find the best hand and divide the pool; return whether it was claimed."""
        self.reached = True
        self.hands.keep(*self.table.players)
        best = yield from self._best_proved()
        if best is None:
            return False
        self.money.set_aside()
        if self.alone:
            self.money.left_alone(best.hands[0])
            return True
        stakes = self.stakes
        claims = Claims(self.table.holding(), stakes.laid, stakes.of, stakes.shows_demanded)
        self._divide(claims, best)
        self.money.reward(best.hands, self._better_named)
        while claims.rest:
            following = yield from self._best_shown()
            assert following is not None, "a hand is left to have the rest"
            self._divide(claims, following)
        return True

    def _best_proved(self) -> SubPlay:
        """Return the best hand; None if it opened a Jack-pot with less than the least hand."""
        assumed = self.table.assumed
        while not self.false_opening:
            if self.alone:
                best = Best(self.stakes.remaining)
                if assumed and not self._must_prove(best):
                    yield from self._say_so(best.hands[0])
            else:
                best = yield from self._best_shown()
            if best is None:
                continue
            if not self._must_prove(best):
                return best
            assumed = False
            proved = yield from self._proof(best)
            if proved:
                return best
        return None

    def _say_so(self, player: str) -> SubPlay:
        """Drop the winner's name from `A wins` when all the others have passed by default."""
        yield lambda: Turn(
            says=(self._may_win((player,)),), who=(player,), statement=f"{player} is left alone", default=Silence()
        )

    # The best hand

    def _best_shown(self) -> SubPlay:
        """Ask for hands until the best is known; return None if something else settles it."""
        while True:
            event = yield self._show_turn
            match event:
                case None:
                    return None if self.false_opening or self.alone else Best(self._derived())
                case Shows(player=player, cards=cards):
                    self.hands.show(player, cards)
                case Wins(player=player, what=name):
                    return Best((player,), name, stated=True)
                case Split(players=players):
                    return Best(players, stated=True)

    def _derived(self) -> tuple[str, ...]:
        contenders = self.contenders
        return contenders if len(contenders) == 1 else self.hands.best(contenders) or ()

    def _show_turn(self) -> Turn | None:
        if self.false_opening or self.alone or self._derived():
            return None
        contenders = self.contenders
        may = (
            Lazy((Shows,), lambda: (self._may_show(contenders),), contenders),
            Lazy((Wins,), lambda: (self._may_win(contenders),), contenders),
            Lazy((Split,), lambda: (self._may_split(contenders),)),
        )
        whose = "the rest of the pool" if self.claimed else "the pool"
        state = f"it is to be seen whose {whose} is"
        return Turn(says=may, who=contenders, statement="the bets are over", state=state)

    def _may_show(self, players: tuple[str, ...]) -> Allowed:
        def wrong(event: Shows) -> str | None:
            player = event.player
            if player in self.hands.face_up:
                return f"{player} has shown already"
            for card in event.cards:
                if card not in self.hands.pack:
                    return f"{card} is not in the pack"
            final = self.hands.final(player)
            if final is not None and final != frozenset(event.cards):
                return f"{player} is known to have {', '.join(sorted(map(str, final)))}"
            tried = self.hands.tried().show(player, event.cards)
            return tried.fault(player) or self._above_the_paid(player, tried.value(player))

        def example(chooser: Any) -> Shows | None:
            player = chooser.choose(players)
            hands = self.hands
            sure = hands.surely_final(player)
            exchange = hands.exchanges.get(player)
            if player in hands.held and exchange and exchange.number and not exchange.discards_known:
                own = [card for card in hands.held[player] if card not in exchange.discards]
                sure = sure | {*pick_cards(chooser, own, HAND - exchange.number)}
            return Shows(player, (*sure, *pick_cards(chooser, self._unknown(player) - sure, HAND - len(sure))))

        def slots(player: str) -> Slots | None:
            if player in self.hands.face_up:
                return None
            among = self.hands.final(player) or self._unknown(player)
            return (Word(("shows",)), Cards(HAND, HAND, in_order(among)))

        may = cards(Shows, players, "shows", (HAND, HAND), lambda: self.hands.pack, wrong, example)
        return msgspec.structs.replace(may, slots=slots)

    def _unknown(self, player: str) -> frozenset[Card]:
        """Return the cards a player may have at the end: those not known to be in another's hand."""
        return self.hands.unseen(self.table.others(player))

    def _above_the_paid(self, player: str, value: HandValue | None) -> str | None:
        """Return a sentence if a hand is as good as one that was paid as a better one; or None."""
        known, named = self._better_known, self._better_named
        if value and known and value >= known:
            return f"{player} would have {value.describe()}, no worse than the hand that was better"
        if value and named and POKER_HANDS.index(value.name) < POKER_HANDS.index(named):
            return f"{player} would have {value.describe()}, and the better hand was called {named}"
        return None

    # Unseen

    def _may_win(self, players: tuple[str, ...]) -> Allowed:
        names = self.options.hands.hands

        def slots(player: str) -> Slots | None:
            right = [name for name in (None, *names) if self._wrong_win(Wins(player, name)) is None]
            named = tuple(name for name in right if name)
            if not right:
                return None
            hand = (Word(named, optional=None in right, shown="HAND"),) if named else ()
            return (Word(("wins",)), *hand)

        return Allowed(Wins, players, check=self._wrong_win, slots=slots)

    def _may_split(self, players: tuple[str, ...]) -> Allowed:
        """`split A B …`: all players with the best hand, as far as is known, share."""

        def slots(player: str) -> Slots | None:
            values = {name: value for name, value in self._known_values().items() if name in players}
            best = tuple(name for name, value in values.items() if value == max(values.values()))
            unknown = tuple(name for name in players if name not in values)
            if len(best) < 2:
                among = tuple(name for name in players if name in best or name in unknown)
                return (Literal("split"), Players(2, len(among), among)) if len(among) > 1 else None
            others = (Players(1, len(unknown), unknown, optional=True, shown=None),) if unknown else ()
            return (Literal("split"), Players(len(best), len(best), best), *others)

        return msgspec.structs.replace(
            split(players, check=lambda event: self._against_known(event.players)), slots=slots
        )

    def _wrong_win(self, event: Wins) -> str | None:
        player, name = event.player, event.what
        if event.marks:
            return f"only a hand is named after wins: {listed(self.options.hands.hands, 'or')}"
        if name is not None and (problem := self._wrong_name(player, name)):
            return problem
        return self._against_known((player,))

    def _against_known(self, winners: tuple[str, ...]) -> str | None:
        """Return why these cannot have the best hand by the hands that are known, or None."""
        values = self._known_values()
        first = next((player for player in winners if player in values), None)
        if first is None:
            return None
        best = values[first]
        for player, value in values.items():
            if value > best or (player in winners and value < best):
                better = ", which is better" if value > best else ""
                return f"{first} has {best.describe()}, and {player} has {value.describe()}{better}"
        equal = [player for player, value in values.items() if value == best]
        if {*equal} <= {*winners}:
            return None
        return f"{listed(equal)} have hands of one value, and share: say split {' '.join(equal)}"

    def _wrong_name(self, player: str, name: str) -> str | None:
        names = self.options.hands.hands
        if name not in names:
            return f"{name} is no hand that counts here: say {listed(names, 'or')}"
        if self.alone and not self._must_prove(Best((player,))):
            return f"{player} is left alone and has not shown: say {player} wins"
        if self._better_named and POKER_HANDS.index(name) < POKER_HANDS.index(self._better_named):
            return f"the better hand was called {self._better_named}"
        for other, value in self._known_values().items():
            if other == player and value.name != name:
                return f"{player} has {value.describe()}"
            if POKER_HANDS.index(value.name) < POKER_HANDS.index(name):
                return f"{other} has {value.describe()}, which is better"
        return None

    def _known_values(self) -> dict[str, HandValue]:
        """Return the values of the known hands that are still to be paid."""
        values = {player: self.hands.value(player) for player in self.contenders}
        return {player: value for player, value in values.items() if value is not None}

    # The Jack-pot

    def _must_prove(self, best: Best) -> bool:
        """Return whether the hand that is to take the Jack-pot is its opener's (R33)."""
        return self.jackpot is not None and self.betting.opener in best.hands

    def _opened_well(self) -> bool | None:
        """Return whether the opener was dealt the least hand or better; None while unknown."""
        assert self.betting.opener is not None
        assert self.jackpot is not None
        dealt = sorted(self.hands.surely_dealt(self.betting.opener), key=str)
        return openers(dealt, self.jackpot, self.options.hands) if len(dealt) == HAND else None

    def _proof(self, best: Best) -> SubPlay:
        """Return whether the opener held the least hand; None if other players decide the deal."""
        still_in = self.stakes.remaining

        def turn() -> Turn | None:
            if self.false_opening or self.stakes.remaining != still_in or self._opened_well() is not None:
                return None
            return self._proof_turn(best)

        event = None
        if not best.stated:
            event = yield turn
            while isinstance(event, Shows):
                self.hands.show(event.player, event.cards)
                event = yield turn
        if self.false_opening or self.stakes.remaining != still_in:
            return None
        well = self._opened_well()
        if well is False:
            self._find_false_opening()
        return best.stated or event is not None if well is None else well

    def _proof_turn(self, best: Best) -> Turn:
        opener = self.betting.opener
        assert opener is not None
        statement = f"{opener} opened the Jack-pot and is to show that it was with two {self.jackpot} or better"
        may = []
        if opener not in self.hands.face_up and self.hands.final(opener) is None:
            may.append(self._may_show((opener,)))
        if len(best.hands) == 1:
            may.append(self._may_win((opener,)))
        else:
            may.append(self._may_split(best.hands))
        return Turn(says=tuple(may), who=(opener,), statement=statement)

    def wrong_false_opening(self, player: str) -> str | None:
        """Return why this player cannot be fined for a false opening now, or None."""
        opener = self.betting.opener
        if self.jackpot is None or player != opener:
            return "a false opening is a fault of the opener of a Jack-pot, who is to take it (R33)"
        if not self.reached:
            return "a false opening is known only when all bets are equal, or the opener is left alone"
        values = self._known_values()
        beaten = any(values.get(player, value) < value for value in values.values())
        if self.claimed or beaten:
            return f"{player} does not take this Jack-pot, and need not show what opened it"
        if self._opened_well():
            return f"{player} is known to have held two {self.jackpot} or better"
        return None

    def _find_false_opening(self) -> None:
        """Fine an opener whose own cards show less than the least hand."""
        opener = self.betting.opener
        assert opener is not None
        self.false_opening = True
        self.money.false_opening(opener)
        self.table.remark(f"{opener} opened the Jack-pot with less than two {self.jackpot}, and pays for it (R33)")

    # The money

    def _divide(self, claims: Claims, best: Best) -> None:
        """Pay a hand, or several equal ones, what they claim of the pool."""
        self._better_known = next(filter(None, map(self.hands.value, best.hands)), None)
        self._better_named = self._better_known.name if self._better_known else best.name
        self.claimed.update(best.hands)
        short = bool(self.stakes.shows_demanded.keys() & self.stakes.remaining)
        for sharers, size in claims.divide(best.hands, last=not self.contenders):
            self.money.best_hand(sharers, size, short)
