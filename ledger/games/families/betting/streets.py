"""The streets of a deal: the betting act by act, or the sums put in, told at once."""

from collections.abc import Callable, Iterator, Mapping

from ledger.games.families.betting.acts import Acts
from ledger.games.families.betting.cards import CARDS_OF_STREET, WORDS_OF_STREETS, BoardCards
from ledger.games.families.betting.forced import POSTS, STRADDLES, Forced
from ledger.games.families.betting.money import PotMoney
from ledger.games.families.betting.rounds import BettingRounds
from ledger.games.families.betting.words import HANDS_NOT_TOLD
from ledger.rules import (
    Allowed,
    AmountRange,
    Card,
    Lazy,
    Permission,
    SubPlay,
    Table,
    Turn,
    announcement,
    disallow,
    in_order,
    wins,
)
from ledger.rules.events import Announces, Bets, Event, Passes, Raises, Says, Wins
from ledger.rules.slots import Cards, Group, Player, Slots

IN, CHOP, RUNS = "in", "chop", "runs"
NAMES_OF_STREETS = ("before the flop", "the flop", "the turn", "the river")
TOO_LATE = "the betting has begun"
FEWEST_TO_CHOP = 2


class Streets:
    """The betting of a deal, from the forced bets to the show."""

    def __init__(
        self, table: Table, forced: Forced, acts: Acts, board: BoardCards, unseen: Callable[[], list[Card]], boards: int
    ) -> None:
        self.table = table
        self.forced = forced
        self.betting: BettingRounds = forced.betting
        self.money: PotMoney = forced.money
        self.acts = acts
        self.board = board
        self.unseen = unseen
        self.boards = boards
        self.acted: set[str] = set()
        """The players who have acted, by word or by default."""
        self.flop_seen = self.betting.street > 0
        """Whether there was a flop, as was said or follows from what was said."""
        self._before = [0, self.betting.pot][: self.betting.street + 1]
        """What lay in the pot before each street that has begun."""
        self.told: tuple[str, ...] = ()
        """The players who are in, if the sums put in were told at once."""
        self.won_unseen: str | None = None
        """The winner by the first word, who raised while all others folded."""
        self.chopped = False
        self._asked: Turn | None = None
        """The turn that is asked; None once it is answered. Sayings around it do not change it."""
        self._besides = (
            Lazy((Says,), lambda: self.forced.may_say(self._too_late), words=(STRADDLES, POSTS)),
            Lazy((Announces,), self._may_announce),
        )
        """The sayings other than the acts of the player who is to act."""
        self._at_first = (*self._besides, Lazy((Wins,), lambda: [wins(able)] if (able := self.betting.able) else []))

    def play(self) -> SubPlay:
        """Ask street by street until the betting is over."""
        betting = self.betting
        while not (self.told or self.won_unseen or self.chopped):
            if betting.to_act() is not None:
                event = yield self._turn
                self._asked = None
                self._take(event)
            elif betting.over or len(betting.able) < 2:
                return
            else:
                self._before.append(betting.pot)
                betting.next_street()

    def put_in_on(self, street: int) -> int:
        """Return what was put in on a street; 0 if it has not begun."""
        before = [*self._before, self.betting.pot]
        return before[street + 1] - before[street] if street + 1 < len(before) else 0

    def _turn(self) -> Turn:
        if self._asked is None:
            player = self.betting.to_act()
            assert player is not None
            self._asked = self._turn_of(player)
        return self._asked

    def _turn_of(self, player: str) -> Turn:
        owed = self.betting.owes(player)
        besides = self._besides if self.acted or self.betting.street else self._at_first
        return Turn(
            says=(*self.acts.of(player), *besides),
            who=(player,),
            act="bet",
            statement=NAMES_OF_STREETS[self.betting.street],
            state=lambda: self._standing(player, owed),
            joint=": ",
            default=Says(player, "folds" if owed else "checks"),
        )

    def _standing(self, player: str, owed: int) -> str:
        """Return what a player owes and has."""
        show, behind = self.table.show, self.betting.behind(player)
        owes = f"{player} owes {show(owed)}" if owed else f"{player} owes nothing"
        return owes if behind is None else f"{owes} and has {show(behind)}"

    @property
    def _too_late(self) -> str:
        if self.forced.blinds:
            return TOO_LATE if self.acted or self.betting.street else ""
        return "there are no blinds in a bomb pot"

    def _take(self, event: Event) -> None:
        """Take a saying, or an assumed one, of the betting."""
        match event:
            case Says(word="straddles"):
                self.forced.straddle(event)
            case Says(word="posts"):
                self.forced.post(event)
            case Says() | Passes() | Bets() | Raises():
                self.acted.add(event.player)
                if self.betting.street and not self.table.assumed:
                    self.flop_seen = True
                self.acts.act(event)
            case Announces(word="in"):
                self._put_in_all(dict(event.amounts))
            case Announces(word="chop"):
                self.chopped = True
            case Announces(word=street, cards=cards):
                self.board.turn_up(street, cards)
                self.flop_seen = True
            case Wins(player=player):
                self.won_unseen = player

    # What is said by nobody

    def _may_announce(self) -> Iterator[Permission]:
        yield self._may_put_in_all() if not self.acted else disallow(Announces, TOO_LATE, IN)
        yield from self.may_turn_up(self.betting.street)
        yield from self._may_chop()

    def may_turn_up(self, street: int) -> Iterator[Permission]:
        """Yield the words of the streets that have begun, with their cards."""
        for place, word in enumerate(WORDS_OF_STREETS, 1):
            if place <= street:
                yield self._may_turn_up(word)

    def _may_turn_up(self, street: str) -> Allowed:
        number = CARDS_OF_STREET[street]

        def wrong(event: Announces) -> str | None:
            if event.cards and self.boards > 1:
                return "no cards of the board are said where there are several"
            return self.board.wrong(street, event.cards)

        def slots() -> list[Slots]:
            if street in self.board.streets or self.boards > 1:
                return [()]
            return [(Cards(number, number, in_order(self.unseen())),), ()]

        return announcement(street, slots, wrong)

    # Told at once

    def _may_put_in_all(self) -> Allowed:
        order, betting = self.betting.order, self.betting
        least = {player: betting.put[player] + betting.dead[player] for player in order}

        def wrong(event: Announces) -> str | None:
            for player, amount in event.amounts:
                if player not in least:
                    return f"{player} is not dealt in"
                if amount < least[player]:
                    return (
                        f"{player} has put in {self.table.show(least[player])} already, not {self.table.show(amount)}"
                    )
                stack = None if betting.stacks is None else betting.stacks[player]
                if stack is not None and amount > stack:
                    show = self.table.show
                    return f"{player} has {show(stack)} by the log, not {show(amount)}. {HANDS_NOT_TOLD}"
                if not amount:
                    return f"{player} has put in nothing: leave the name out"
            return None

        def slots() -> list[Slots] | None:
            """Return a form for each player who may be named first, in the order of the table."""
            stacks: Mapping[str, int | None] = betting.stacks or dict.fromkeys(order)
            among = [player for player in order if least[player] or stacks[player] != 0]

            def named(player: str, optional: bool) -> Group:
                sums = AmountRange(max(1, least[player]), stacks[player], self.table.money)
                shown = None if optional else "NAME AMOUNT …"
                return Group((Player((player,)), sums.slot()), optional=optional, any_order=True, shown=shown)

            return [
                (named(player, False), *(named(other, True) for other in among[place + 1 :]))
                for place, player in enumerate(among)
            ]

        return announcement(IN, slots, wrong)

    def _put_in_all(self, amounts: dict[str, int]) -> None:
        """Put in the sums of all; players not named have folded, and so have those who cannot claim."""
        betting = self.betting
        for player, amount in betting.put_in_all(amounts).items():
            self.money.put_in(player, amount, "put in", "RR betting")
        self.told = tuple(player for player in betting.order if player in amounts)
        if betting.stacks is not None:
            most = max(betting.put[player] for player in self.told)
            self.told = tuple(player for player in self.told if betting.put[player] == most or betting.all_in(player))
        betting.leave_in(self.told)

    # Chopping

    def _may_chop(self) -> Iterator[Permission]:
        """Yield `chop` if only the blinds are left; nothing while others may still fold."""
        betting, blinds = self.betting, {*self.forced.blinds}
        called = [player for player in betting.left if player in betting.had_say]
        raised = betting.level != self.forced.options.big or self.forced.straddler is not None
        if len(blinds) < FEWEST_TO_CHOP or raised or called or betting.street:
            yield disallow(Announces, "only the two blinds chop, where nobody else is in and nobody has raised", CHOP)
        elif {*betting.left} == blinds:
            yield announcement(CHOP)
