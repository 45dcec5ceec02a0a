"""The turns of Poker in which counters are put down: the straddles, the say and the betting.

What a word puts down is worked out here, for the draw too. All amounts are in the smallest unit.
"""

from collections.abc import Iterator
from functools import partial

from ledger.games.poker.stakes import Stakes
from ledger.rules import Allowed, AmountRange, Lazy, Permission, SubPlay, Table, Turn, amount, disallow, passing, word
from ledger.rules.events import Bets, Event, Passes, Raises, Says, Silence
from ledger.rules.slots import Amount, Word

NOT_OPEN = "nobody has opened the game yet"
NOTHING_BET = "nothing has been bet since the draw"
OF_BETTING = (Passes, Says, Bets, Raises)
"""The kinds of saying of a player who is asked."""


class Betting:
    """The stakes and the bets in their order: the rules R21-R27 and R52-R61."""

    def __init__(self, table: Table, stakes: Stakes, ante: int, limit: int) -> None:
        self.table = table
        self.stakes = stakes
        self.ante = ante
        self.limit = limit
        self.straddler: str | None = None
        """The player who straddled last."""
        self.straddle = ante
        """The amount of the last straddle, or of the ante."""
        self.straddling_over = False
        self.began = False
        """Whether the say has begun, so that a misdeal is no longer possible (R8-R12)."""
        self.opener: str | None = None
        self.bet_made = False
        """Whether anybody has bet since the draw."""
        self.stood: set[str] = set()
        """The players who have stood since the draw; each may once [37]."""

    @property
    def decided(self) -> bool:
        """Return whether the game is open and only one is left in it, who takes the pool (R58)."""
        return self.opener is not None and len(self.stakes.remaining) == 1

    # The straddles

    def straddles(self) -> SubPlay:
        """Ask from No. 1, or from the last straddler's left, to the dealer (R21-R22)."""
        order = self.say_order()
        for player in order[: order.index(self.table.eldest)]:
            price = self.straddle + self.ante
            event = yield partial(self._straddle_turn, player, price)
            if isinstance(event, Says):
                self.stakes.money.straddle(player, price)
                self.stakes.lay(player, price)
                self.straddler, self.straddle = player, price
            elif self.straddler is None:
                break
        self.straddling_over = True

    def _straddle_turn(self, player: str, price: int) -> Turn | None:
        if self.straddling_over or 2 * price > self.limit:
            return None

        def wrong(event: Says) -> str | None:
            if event.amount in (None, price):
                return None
            return f"{player} may straddle for {self.table.show(price)}, and for no other sum"

        bare = Word(("straddles",), shown=f"straddles {self.table.show(price)}")
        exactly = Amount(price, price, (price,), optional=True, shown=None)
        may = Allowed(Says, (player,), words=("straddles",), check=wrong, slots=lambda straddler: (bare, exactly))
        return Turn(
            says=(may,),
            who=(player,),
            statement=f"{player} may straddle",
            state="if nothing is said of it the cards are dealt and the say begins",
            default=Silence(),
        )

    # The say

    def say_order(self) -> tuple[str, ...]:
        """Return the order of the say: from No. 1, or from the last straddler's left (R23-R24)."""
        return self.table.round(dealer=self.straddler or self.table.eldest)

    def say(self) -> SubPlay:
        """Ask each once: to open, and then to call, to raise or to pass (R25-R27)."""
        for player in self.say_order():
            event = yield partial(self._say_turn, player)
            if event is not None:
                self.began = True
                self.answer(player, event)

    def _say_turn(self, player: str) -> Turn | None:
        if player not in self.stakes.asked or self.decided:
            return None
        too_late = Lazy((Says,), self._too_late, words=("straddles",))
        if self.opener is not None:
            return self._answer_turn(player, "say", "opens", f"{self.opener} has opened the game", too_late)
        least, most = self.opening()
        first = Lazy(OF_BETTING, partial(self._may_say_first, player, least, most), (player,))
        default = self._default(player, least, most, Passes(player))
        return Turn(says=(first, too_late), who=(player,), act="say", state=NOT_OPEN, default=default)

    def _answer_turn(self, player: str, act: str, no_more: str, why: str, *others: Lazy) -> Turn:
        """Return the turn of a player who calls, raises or passes; `no_more` is refused."""
        level, state = self.stakes.level, partial(self.what_is_owed, player)
        answer = Lazy(OF_BETTING, partial(self._may_answer, player, no_more, why), (player,))
        default = self._default(player, level, level + self.limit, Passes(player))
        return Turn(says=(answer, *others), who=(player,), act=act, state=state, joint=": ", default=default)

    def _too_late(self) -> tuple[Permission, ...]:
        """Return the refusal of straddles during the say."""
        over = f"the straddling is over: {self._why_nobody_straddles()}"
        return (disallow(Says, over, "straddles", who=self.table.players),)

    def _why_nobody_straddles(self) -> str:
        """Return why the straddling has ended (R21-R22)."""
        show, dearest = self.table.show, self.straddle + self.ante
        if not self.straddling_over:
            return "no ante is staked in this Jack-pot"
        if self.began:
            return "the say has begun"
        if 2 * dearest > self.limit:
            return f"{show(dearest)} would be more than half the limit (R22)"
        if self.straddler is None:
            return f"{self.table.round()[1]}, who is No. 1, did not straddle, and so nobody may (R21)"
        return "it goes once round, from No. 1 to the dealer (R21)"

    def _may_say_first(self, player: str, least: int, most: int) -> Iterator[Permission]:
        """Return the sayings before the game is open."""
        yield passing(player)
        yield self._may_open(player, least, most)
        yield self._may_bet(player, least, most)
        yield disallow(Says, NOT_OPEN, "calls", "demands-show", who=player)
        yield disallow(Raises, NOT_OPEN, who=player)

    def opening(self) -> tuple[int, int]:
        """Return the least and the greatest stake of an opener (R25, [33]-[34])."""
        least = 2 * self.straddle
        return least, (self.ante if self.straddler is None else least) + self.limit

    def what_is_owed(self, player: str) -> str:
        """Return what a player has to make good, as a clause."""
        owed = self.stakes.owes(player)
        return f"{player} owes {self.table.show(owed)}" if owed else f"{player} owes nothing"

    # The betting

    def rounds(self) -> SubPlay:
        """Ask round and round until the bets are equal, or one player is left (R53-R54)."""
        self.bet_made = False
        while not self.equal():
            for player in self.table.round(dealer=self.table.eldest):
                event = yield partial(self._bet_turn, player)
                if event is not None:
                    self.answer(player, event)

    def equal(self) -> bool:
        """Return whether the betting is over: only the show is left, or one player."""
        asked = self.stakes.asked
        return len(asked) < 2 or (self.bet_made and not any(map(self.stakes.owes, asked)))

    def _bet_turn(self, player: str) -> Turn | None:
        if player not in self.stakes.asked or self.equal():
            return None
        if self.bet_made:
            return self._answer_turn(player, "bet", "stands", "nobody stands after a bet")
        level = self.stakes.level
        otherwise = Passes(player) if player in self.stood else Says(player, "stands")
        first = Lazy(OF_BETTING, partial(self._may_bet_first, player, level), (player,))
        default = self._default(player, level + 1, level + self.limit, otherwise)
        return Turn(says=(first,), who=(player,), act="bet", state=NOTHING_BET, default=default)

    def _may_bet_first(self, player: str, level: int) -> tuple[Permission, ...]:
        """Return the sayings before anybody has bet after the draw: each may stand once."""
        may: list[Permission] = [passing(player), self._may_bet(player, level + 1, level + self.limit)]
        if not self.stakes.ahead:  # else it may be meant for a later turn, after a bet that is not said
            may.append(disallow(Says, f"{player} owes nothing: {NOTHING_BET}", "calls", "demands-show", who=player))
            may.append(disallow(Raises, f"there is nothing to raise: {NOTHING_BET}", who=player))
        if player in self.stood:
            may.append(disallow(Says, f"{player} has stood once, and must bet or pass", "stands", who=player))
        else:
            may.insert(1, word(player, "stands", check=self._wrong_to_stand))
        return tuple(may)

    def _wrong_to_stand(self, event: Says) -> str | None:
        if waiting := self.stakes.ahead.get(event.player):
            return f"{event.player} has put down {self.table.show(waiting)} out of turn, and cannot stand"
        return None

    # What may be put down

    def _default(self, player: str, least: int, most: int, otherwise: Event) -> Event:
        """Return the default: the bet that was put down out of turn, if it is allowed now (R55)."""
        if player in self.stakes.ahead and least <= self.stakes.down(player) <= most:
            return Bets(player, 0)
        return otherwise

    def _may_open(self, player: str, least: int, most: int) -> Permission:
        amounts = self._amounts(player, least, most)
        if amounts is None:
            return disallow(Says, self._less_than_down(player), "opens", who=player)
        alone = self.stakes.down(player) <= least

        def wrong(event: Says) -> str | None:
            if event.amount is None:
                return None if alone else self._less_than_down(player)
            return amounts.wrong(event.amount)

        slots = (Word(("opens",)), amounts.slot(optional=alone))
        return Allowed(Says, (player,), check=wrong, slots=lambda opener: slots, words=("opens",))

    def _may_answer(self, player: str, no_more: str, why: str) -> Iterator[Permission]:
        """Return the sayings of a player who owes something; `no_more` is why raises are refused."""
        level, down = self.stakes.level, self.stakes.down(player)
        yield passing(player)
        yield word(player, "calls", check=lambda event: self._less_than_down(player) if down > level else None)
        yield self._may_bet(player, level, level + self.limit)
        yield self.may_demand(player)
        if down > level + self.limit:
            yield disallow(Raises, self._less_than_down(player), who=player)
        else:
            raises = AmountRange(max(down - level, 1), self.limit, self.table.money)
            yield amount(Raises, player, "raises", raises)
        yield disallow(Says, why, no_more, who=player)

    def _may_bet(self, player: str, least: int, most: int) -> Permission:
        amounts = self._amounts(player, least, most)
        if amounts is None:
            return disallow(Bets, self._less_than_down(player), who=player)
        return amount(Bets, player, "bets", amounts)

    def _amounts(self, player: str, least: int, most: int) -> AmountRange | None:
        """Return the bounds of what a player adds for such a stake; None if more is down already."""
        down = self.stakes.down(player)
        if down > most:
            return None
        return AmountRange(max(least - down, 0 if player in self.stakes.ahead else 1), most - down, self.table.money)

    def _less_than_down(self, player: str) -> str:
        waiting = self.table.show(self.stakes.ahead.get(player, 0))
        return f"that comes to less than the {waiting} that {player} has put down out of turn"

    def may_demand(self, player: str) -> Permission:
        """`A demands-show AMOUNT`, of a player with a stake and too little to call (R60)."""
        owed = self.stakes.level - self.stakes.down(player)
        if not self.stakes.down(player):
            return disallow(Says, f"{player} has no stake to demand a show for", "demands-show", who=player)
        if owed <= 0:
            return disallow(Says, f"{player} has enough to call", "demands-show", who=player)

        def enough(event: Says) -> str | None:
            return f"{player} has enough to call: say {player} calls" if (event.amount or 0) >= owed else None

        lower = AmountRange(0, owed - 1, self.table.money)
        slots = (Word(("demands-show",)), lower.slot())
        return Allowed(Says, (player,), words=("demands-show",), check=enough, slots=lambda asker: slots)

    # What was put down

    def answer(self, player: str, event: Event) -> None:
        """Put down what a word costs (R56)."""
        match event:
            case Passes():
                self.stakes.retire(player)
            case Says(word="stands"):
                self.stood.add(player)
                self.stakes.ahead.pop(player, None)  # lost, and no stake
            case Says(word="demands-show", amount=int(size)):
                self.stakes.demand_show(player, size)
            case Says(word="opens", amount=None):
                self._make(player, self.opening()[0])
            case Raises(amount=size):
                self._make(player, self.stakes.level + size)
            case Bets(amount=size) | Says(word="opens", amount=int(size)):
                self._make(player, self.stakes.down(player) + size)
            case _:
                self._make(player, self.stakes.level)

    def _make(self, player: str, total: int) -> None:
        if self.opener is None:
            self.opener = player
            self.stakes.make(player, total, "opened the game", "R25")
        elif total == self.stakes.level:
            self.stakes.make(player, total, "called", "R26")
        else:
            why = "raised" if self.stakes.owes(player) else "bet"
            self.bet_made = True
            self.stakes.make(player, total, why, "R52-R53")
