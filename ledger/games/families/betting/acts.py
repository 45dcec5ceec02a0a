"""The acts of a player whose turn it is to bet."""

from collections.abc import Iterator
from typing import Any

from ledger.games.families.betting.money import PotMoney
from ledger.games.families.betting.rounds import BettingRounds
from ledger.games.families.betting.words import HANDS_NOT_TOLD
from ledger.rules import Allowed, AmountRange, Lazy, Permission, Table, disallow, word
from ledger.rules.events import Bets, Event, Passes, Raises, Says
from ledger.rules.slots import Amount, Literal, Slots, Word

ALL_IN = "all-in"


class Acts:
    """The acts of the betting: which are allowed, what each comes to, and its payment."""

    def __init__(self, table: Table, betting: BettingRounds, money: PotMoney) -> None:
        self.table = table
        self.betting = betting
        self.money = money
        self.show = table.show

    # What may be said

    def of(self, player: str) -> tuple[Lazy, ...]:
        """Return everything that the player whose turn it is may do, and what is refused."""
        who = (player,)
        return (
            Lazy((Passes, Says), lambda: self._may_stay_or_go(player), who),
            Lazy((Bets, Raises), lambda: self._may_bet(player), who),
            Lazy((Says,), lambda: (self._may_go_all_in(player),), who, (ALL_IN,)),
        )

    def _may_stay_or_go(self, player: str) -> Iterator[Permission]:
        owed = self.betting.owes(player)
        yield Allowed(Passes, who=(player,))  # taken, and not offered: it is the fold or the check
        if owed:
            yield word(player, "calls", "folds")
            yield disallow(Says, f"{player} owes {self.show(owed)}, and cannot check", "checks", who=player)
        else:
            yield word(player, "checks", "folds")
            yield disallow(Says, f"{player} owes nothing: there is nothing to call", "calls", who=player)

    def _may_bet(self, player: str) -> Iterator[Permission]:
        betting = self.betting
        if not betting.level:
            yield self._bet(player)
            yield disallow(Raises, "nothing is bet: there is nothing to raise", who=player)
        else:
            yield self._raises(player)
            if betting.owes(player):
                yield disallow(Bets, f"a bet of {self.show(betting.level)} stands: say {player} raises", who=player)

    def _bet(self, player: str) -> Permission:
        def slots(better: str) -> Slots | None:
            amounts = self._amounts(player)
            return (Word(("bets",)), self._slot(player, amounts)) if amounts else None

        def wrong(event: Bets) -> str | None:
            if event.on is not None or event.word != "bets":
                return "a bet is said as bets AMOUNT"
            return self.wrong_to(player, event.amount)

        return Allowed(Bets, (player,), check=wrong, slots=slots)

    def _raises(self, player: str) -> Permission:
        level = self.betting.level

        def slots(better: str) -> list[Slots] | None:
            amounts = self._amounts(player)
            if amounts is None:
                return None
            high = None if amounts.high is None else amounts.high - level
            by = AmountRange(amounts.low - level, high, self.table.money)
            return [
                (Word(("raises",)), Literal("to"), self._slot(player, amounts)),
                (Word(("raises",)), by.slot()),
            ]

        return Allowed(Raises, (player,), check=lambda event: self.wrong_to(player, self.comes_to(event)), slots=slots)

    def _amounts(self, player: str) -> AmountRange | None:
        """Return the bounds of a bet or raise; None if none is allowed, or there is too little left."""
        betting, reach = self.betting, self.betting.reach(player)
        if not betting.may_raise(player):
            return None
        low, high = betting.least_to, betting.limit_to(player)
        if reach is not None:
            if reach <= betting.level:
                return None
            low, high = min(low, reach), reach if high is None else min(high, reach)
        return AmountRange(low, high, self.table.money)

    def _slot(self, player: str, amounts: AmountRange) -> Amount:
        """Return the slot of a bet, with half the pot, the pot and all that the player has."""
        betting = self.betting
        called = betting.pot + betting.owes(player)
        half, pot, most = betting.level + called // 2, betting.level + called, amounts.high or amounts.low
        usual = dict.fromkeys(amount for amount in (amounts.low, half, pot, most) if amount >= amounts.low)
        words = {half: "half the pot", pot: "the pot"}
        if most == betting.reach(player):
            words[most] = "all in"
        return amounts.slot(*usual, called=tuple(words.items()))

    def _may_go_all_in(self, player: str) -> Allowed:
        betting, reach = self.betting, self.betting.reach(player)

        def wrong(event: Says) -> str | None:
            amount = reach if event.amount is None else event.amount
            if amount is None:
                return f"{player}'s stack is not known: say what the bet of the street comes to, all-in AMOUNT"
            if reach is not None and amount != reach:
                return f"all that {player} has makes the bet {self.show(reach)}, not {self.show(amount)}"
            if amount <= betting.bets[player]:
                return f"{player} has bet {self.show(betting.bets[player])} already, and puts in nothing"
            return self.wrong_to(player, amount, all_in=True) if amount > betting.level else None

        def slots(better: str) -> Slots | None:
            if reach is not None:
                exactly = Amount(reach, reach, (reach,), optional=True, shown=None)
                return (Word((ALL_IN,)), exactly) if wrong(Says(player, ALL_IN)) is None else None
            raising = betting.may_raise(player)
            high = betting.limit_to(player) if raising else betting.level
            least = betting.bets[player] + 1
            if high is not None and high < least:
                return None
            return (Word((ALL_IN,)), AmountRange(least, high, self.table.money).slot())

        return Allowed(Says, (player,), check=wrong, slots=slots, words=(ALL_IN,))

    def wrong_to(self, player: str, amount: int, all_in: bool = False) -> str | None:
        """Return why the bet of a player cannot come to this amount, or None."""
        betting, reach, show = self.betting, self.betting.reach(player), self.show
        if reach is not None and amount > reach:
            return self.too_little(player, amount - betting.bets[player])
        if amount <= betting.level:
            return f"that comes to {show(amount)}, and {show(betting.level)} is bet already"
        if not betting.may_raise(player):
            return self._why_closed(player)
        most = betting.limit_to(player)
        if most is not None and amount > most:
            limit = "pot" if betting.limits.limit == "pot" else "limit"
            return f"{show(amount)} is too much: by the {limit} {show(most)} is the most it may come to"
        if amount < betting.least_to and amount != reach and not all_in:
            return f"{show(amount)} is too little: it must come to {show(betting.least_to)}, unless it is all in"
        return None

    def too_little(self, player: str, amount: int) -> str:
        """Return that a player has less to put in, and how to book hands that were not told."""
        behind = self.betting.behind(player) or 0
        return f"{player} has {self.show(behind)} left by the log, not {self.show(amount)}. {HANDS_NOT_TOLD}"

    def _why_closed(self, player: str) -> str:
        betting = self.betting
        if betting.limits.fixed and betting.raised >= betting.limits.raises:
            return f"no raise is left: {betting.limits.raises} may follow a bet on a street"
        return f"{player} has had a say, and no full raise has been made since"

    # What is done

    def comes_to(self, event: Any) -> int:
        """Return what a bet or a raise makes of the player's bet of the street."""
        if isinstance(event, Raises) and not event.to:
            return self.betting.level + event.amount
        return int(event.amount)

    def act(self, event: Event) -> None:
        """Take an act, and pay what it adds."""
        betting = self.betting
        match event:
            case Passes(player=player):
                if betting.owes(player):
                    betting.fold(player)
                else:
                    betting.call(player)
            case Says(player=player, word="folds"):
                betting.fold(player)
            case Says(player=player, word="checks"):
                betting.call(player)
            case Says(player=player, word="calls"):
                self.money.put_in(player, betting.call(player), "called", "RR betting")
            case Says(player=player, word="all-in", amount=amount):
                comes_to = amount or betting.reach(player) or 0
                self.money.put_in(player, betting.go_all_in(player, comes_to), "all in", "RR betting")
            case Bets(player=player) | Raises(player=player):
                why = "bet" if isinstance(event, Bets) else "raised"
                self.money.put_in(player, betting.raise_to(player, self.comes_to(event)), why, "RR betting")
