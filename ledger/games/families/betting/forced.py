"""Bets before the first word: antes, blinds, straddles, and the posts of newcomers."""

from collections.abc import Iterator

from ledger.games.families.betting.button import Places
from ledger.games.families.betting.money import PotMoney
from ledger.games.families.betting.options import BettingCarry, BettingOptions
from ledger.games.families.betting.rounds import BettingRounds
from ledger.games.families.betting.words import HANDS_NOT_TOLD
from ledger.rules import Allowed, AmountRange, Permission, Table, disallow
from ledger.rules.events import Says
from ledger.rules.slots import Slots, Word

STRADDLES, POSTS = "straddles", "posts"
FEWEST_TO_STRADDLE = 3


class Forced:
    """The forced bets of a deal."""

    def __init__(
        self, table: Table, options: BettingOptions, betting: BettingRounds, money: PotMoney, places: Places
    ) -> None:
        self.table = table
        self.options = options
        self.betting = betting
        self.money = money
        self.places = places
        self.small = places.small if options.small and places.small in betting.order else None
        """The player who lays the small blind; None if nobody does."""
        self.blinds: tuple[str, ...] = ()
        """The players who have laid a blind."""
        self.straddler: str | None = None
        self.posted: set[str] = set()

    def lay(self, carry: BettingCarry) -> None:
        """Lay the bomb, or the antes and then the blinds, each no more than the player has."""
        if carry.bomb is not None:
            for player in self.betting.order:
                self.money.put_in(player, self.betting.lay_ante(player, carry.bomb), "bomb", "the house")
            self.betting.next_street()
            return
        self._antes()
        if self.small:
            small = self.options.big if self.places.small_is_big else self.options.small
            self._blind(self.small, small, "small blind")
        self._blind(self.places.big, self.options.big, "big blind")
        self.blinds = tuple(filter(None, (self.small, self.places.big)))
        if self.options.ante and self.options.ante_by == "big":
            self._ante_for_all(self.places.big)
        self.begin()

    def begin(self) -> None:
        """Begin the betting on the left of whoever laid the highest forced bet in the right seat."""
        order = self.betting.order
        last = self.straddler or self.places.big
        self.betting.begin_betting(order[(order.index(last) + 1) % len(order)])

    def _antes(self) -> None:
        ante, by = self.options.ante, self.options.ante_by
        if not ante:
            return
        if by == "all":
            for player in self.betting.order:
                self.money.put_in(player, self.betting.lay_ante(player, ante), "ante", "RR")
        elif by == "button" and self.places.button in self.betting.order:
            self._ante_for_all(self.places.button)

    def _ante_for_all(self, player: str) -> None:
        self.money.put_in(player, self.betting.lay_dead(player, self.options.ante), "ante for the table", "RR")

    def _blind(
        self, player: str, amount: int, why: str, raises_by: int = 0, cite: str = "RR button and blind use"
    ) -> None:
        self.money.put_in(player, self.betting.lay_blind(player, amount, raises_by), why, cite)

    # Straddles and posts

    def may_say(self, too_late: str) -> Iterator[Permission]:
        """Yield straddles and posts; with `too_late` as the reason, both are refused."""
        players = self.betting.order
        if too_late:
            yield disallow(Says, too_late, STRADDLES, POSTS, who=players)
            return
        yield Allowed(Says, players, check=self._wrong_straddle, slots=self._straddle_form, words=(STRADDLES,))
        yield Allowed(Says, players, check=self._wrong_post, slots=self._post_form, words=(POSTS,))

    @property
    def _least_straddle(self) -> int:
        return 2 * self.options.big

    def _wrong_straddle(self, event: Says) -> str | None:
        player, who = event.player, self.options.straddle
        if who is None:
            return "nobody straddles here: straddle=off"
        if len(self.betting.order) < FEWEST_TO_STRADDLE:
            return "nobody straddles with two dealt in"
        if self.straddler is not None:
            return f"{self.straddler} has straddled, and only one may"
        if player in self.blinds or self.betting.bets[player]:
            return f"{player} has laid a blind or posted, and cannot straddle"
        allowed = {"utg": self.table.left_of(self.places.big, self.betting.order), "button": self.places.button}
        if who in allowed and player != allowed[who]:
            return f"only {allowed[who]} may straddle"
        amount = self._least_straddle if event.amount is None else event.amount
        behind = self.betting.behind(player)
        if behind is not None and amount > behind:
            has = f"{player} has {self.table.show(behind)} left by the log, and cannot straddle for more"
            return f"{has}. {HANDS_NOT_TOLD}"
        show = self.table.show
        if amount < self._least_straddle or (amount != self._least_straddle and self.betting.limits.fixed):
            least = "just" if self.betting.limits.fixed else "at least"
            return f"a straddle is {least} {show(self._least_straddle)}, not {show(amount)}"
        return None

    def _straddle_form(self, player: str) -> Slots | None:
        least = self._least_straddle
        if self._wrong_straddle(Says(player, STRADDLES)):
            return None
        most = least if self.betting.limits.fixed else self.betting.behind(player)
        return (Word((STRADDLES,)), AmountRange(least, most, self.table.money).slot(optional=True))

    def straddle(self, event: Says) -> None:
        """Lay a straddle; the betting begins on the left of it."""
        amount = self._least_straddle if event.amount is None else event.amount
        raises_by = amount if self.options.straddle_raise == "straddle" else amount - self.options.big
        self._blind(event.player, amount, "straddle", raises_by, "WSOP 161")
        self.straddler = event.player
        self.begin()

    def _wrong_post(self, event: Says) -> str | None:
        player = event.player
        if player in self.blinds or player == self.straddler:
            return f"{player} has laid a blind or straddled, and posts nothing"
        if player in self.posted:
            return f"{player} has posted already"
        if self.betting.behind(player) == 0:
            return f"{player} has nothing left to post"
        if not self.options.small and _what(event) == {"small"}:
            return "there is no small blind to post"
        return None

    def _post_form(self, player: str) -> Slots | None:
        if self._wrong_post(Says(player, POSTS)):
            return None
        words = ("big", "small") if self.options.small else ("big",)
        return (Word((POSTS,)), Word(words, optional=True))

    def post(self, event: Says) -> None:
        """Lay what a newcomer owes: the bet first, then the dead small blind."""
        player, what = event.player, _what(event)
        if "big" in what:
            self._blind(player, self.options.big, "posted", cite="WSOP 156")
        if "small" in what:
            self.money.put_in(player, self.betting.lay_dead(player, self.options.small), "posted dead", "WSOP 156")
        self.posted.add(player)


def _what(event: Says) -> set[str]:
    """Return which blinds a player posts; both if none is named."""
    return {word for word, _ in event.qualifiers} or {"big", "small"}
