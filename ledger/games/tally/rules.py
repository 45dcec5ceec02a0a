"""Tally: the results of any other game, kept in the same log.

This game is not in the handbook: it stands for every game of the evening that no rule sheet describes. Nothing
is checked but that no counter is made or lost. Two or more play; `name` says what.

The counters lie in one pool, or go from hand to hand.
  A gives B 3                  A pays B
  A puts 2                     A pays the pool
  A takes 2                    the pool pays A so much, and never more than it holds
  A wins                       the pool pays A all that it holds
  split A B C                  the pool is shared equally; odd counters go one each from the dealer's left
  result A +12 B -7 C -5       each loss goes into the pool, and each win comes out of it; the sum is nothing

A deal need never be said. `deal` passes the deal to the left, and everybody puts the `pot` into the pool. What lies
there waits until it is taken, over any number of deals. After `misdeal` the last dealer deals again, and nobody
pays the pot for that deal; what was said in between stands.

No deal is ever in hand: players may join and leave at any time, and the game may end. It ends by `end` alone when
the pool is empty, and else by `end divide`, `end draw` or `end leave`.
"""

from dataclasses import dataclass, replace

from ledger.rules import (
    Allowed,
    AmountRange,
    Check,
    Chooser,
    Code,
    DealInHand,
    Game,
    Options,
    Permission,
    Play,
    Turn,
    disallowed,
    option,
    refuse,
    split,
    wins,
)
from ledger.rules.events import Deal, Event, Misdeal, Penalty, Result, Says, Split, Takes, Wins
from ledger.rules.slots import Amount, Group, Literal, Player, Slots, Word

MADE_UP = 12
"""The greatest amount in random evenings."""


@dataclass(frozen=True)
class TallyOptions(Options):
    """The house rules of Tally."""

    name: str = option.text("tally", "what is being played")
    pot: int = option.amount(0, "what every player puts into the pool at each deal", least=0)


MOST_COUNTERS = 1_000_000
"""The greatest result that is offered, in counters."""


@dataclass(frozen=True)
class TallyCarry:
    """Whether the last deal was void, and who has paid into the pot for it."""

    void: bool = False
    paid: tuple[str, ...] = ()


class TallyDeal(DealInHand[TallyOptions, TallyCarry]):
    """One saying of Tally: each is settled at once."""

    def play(self) -> Play[TallyCarry]:
        """Take one saying, and settle it."""
        event = yield self.turn
        if not isinstance(event, Deal):
            self.settle(event)
            return self.carry
        self._begin(event)
        paid = self.carry.paid if self.carry.void else ()
        owing = self.table.others(*paid)
        for player in owing:
            self.table.pay(player, self.table.pool(), self.options.pot, "the pot")
        return TallyCarry(paid=(*paid, *owing))

    def turn(self) -> Turn:
        """Ask for everything that anybody may say."""
        due = self.table.due_dealer()
        whose = f"the deal, if one is said, is {due}'s" if due else "nobody has dealt yet"
        playing, deal = f"{self.options.name} is being played", self._may_deal((0, 0), lambda deal: None)
        if not self.table.players:
            state = f"{whose}; everybody has left the game"
            return Turn(says=(deal, *self.may_end()), statement=playing, state=state, joint="; ", pause=True)
        mays = (*self.may_move(), *self.may_empty(), self.may_say_result(), deal, *self.may_end())
        return Turn(says=mays, who=self.table.players, statement=playing, state=whose, joint="; ", pause=True)

    # What may be said

    def may_move(self) -> tuple[Permission, ...]:
        """`A gives B AMOUNT` and `A puts AMOUNT`."""
        players = self.table.players

        def wrong_gift(event: Says) -> str | None:
            (other,) = event.players
            if other == event.player:
                return f"{other} cannot give to {other}"
            return None if other in players else f"{other} does not play in this game"

        def gift(player: str) -> Slots | None:
            others = tuple(other for other in players if other != player)
            return (Word(("gives",)), Player(others, shown="B"), self.some()) if others else None

        return (
            Allowed(Says, players, words=("gives",), check=wrong_gift, slots=gift),
            Allowed(
                Says,
                players,
                words=("puts",),
                slots=lambda player: (Word(("puts",)), self.some()),
                usual=True,
            ),
        )

    def some(self, most: int | None = None) -> Amount:
        """Return an amount of some counters, or at most so many."""
        money = self.table.money
        least = money.counter or 1
        return AmountRange(least if most is None else min(least, most), most, money).slot(shown="AMOUNT")

    def may_empty(self) -> tuple[Permission, ...]:
        """`A takes AMOUNT`, `A wins` and `split A B …`, while the pool holds anything."""
        players, held = self.table.players, self.table.holding()

        def wrong_amount(event: Takes) -> str | None:
            if event.amount is None or event.things:
                return f"an amount is taken at Tally: {event.player} takes AMOUNT"
            if event.amount > held:
                return f"{self.table.show(event.amount)} cannot be taken: {self.held()}"
            return None

        take = Allowed(
            Takes,
            players,
            check=wrong_amount,
            slots=lambda player: (Word(("takes",)), self.some(held)) if held else None,
        )
        nothing_there: Check = lambda event: None if held else self.held()  # noqa: E731
        shared = split(players, check=nothing_there)
        return take, wins(players, check=nothing_there), shared if held else disallowed(shared)

    def held(self) -> str:
        """Return the content of the pool, as a clause."""
        held = self.table.holding()
        return f"{self.table.pool()} holds {self.table.show(held) if held else 'nothing'}"

    def may_say_result(self) -> Allowed:
        """`result A +AMOUNT B -AMOUNT …`, of players of the game; the sum is 0."""
        players = self.table.players

        def wrong(event: Result) -> str | None:
            if stranger := next((player for player, _ in event.amounts if player not in players), None):
                return f"{stranger} does not play in this game"
            total = sum(amount for _, amount in event.amounts)
            if total:
                imbalance = "won more than was lost" if total > 0 else "lost more than was won"
                return f"a result comes to nothing, and by this one {self.table.show(abs(total))} is {imbalance}"
            return None

        def example(chooser: Chooser) -> Result:
            amounts = {player: chooser.number(-MADE_UP, MADE_UP) for player in players}
            amounts[players[0]] -= sum(amounts.values())
            return Result(tuple(amounts.items()))

        def slots(player: str) -> Slots | None:
            step = self.table.money.counter or 1
            won_or_lost = Amount(-MOST_COUNTERS * step, MOST_COUNTERS * step, step=step)
            entries = Group(
                (Player(players), won_or_lost),
                repeat=True,
                low=2,
                high=len(players),
                total=(0, 0),
                shown="A +AMOUNT B -AMOUNT …",
            )
            return (Literal("result"), entries) if len(players) > 1 else None

        return Allowed(Result, (), example=example, check=wrong, slots=slots)

    # The money

    def settle(self, event: Event) -> None:
        """Move the counters that a saying moves."""
        table, pool = self.table, self.table.pool()
        match event:
            case Says(player=player, word="gives", amount=int(amount), players=(other,)):
                table.pay(player, other, amount, "given")
            case Says(player=player, word="puts", amount=int(amount)):
                table.pay(player, pool, amount, "put into the pool")
            case Takes(player=player, amount=int(amount)):
                table.pay(pool, player, amount, "taken from the pool")
            case Wins(player=player):
                table.take_pool((player,), "won the pool")
            case Split(players=players):
                table.take_pool(players, "shared the pool")
            case Result(amounts=amounts):
                self.settle_result(dict(amounts))
            case _:
                raise AssertionError(f"nothing settles {event}")

    def settle_result(self, amounts: dict[str, int]) -> None:
        """Move each loss into the pool, and then each win out of it."""
        for player, amount in amounts.items():
            if amount < 0:
                self.table.pay(player, self.table.pool(), -amount, f"lost at {self.options.name}")
        for player, amount in amounts.items():
            if amount > 0:
                self.table.pay(self.table.pool(), player, amount, f"won at {self.options.name}")

    # A misdeal

    def wrong_misdeal(self) -> str | None:
        """Return why the last deal cannot be void, or None."""
        if self.table.dealer is None:
            return "no deal has been said that could be void"
        return f"the deal is void already, and {self.table.due_dealer()} deals again" if self.carry.void else None

    def misdeal(self, event: Misdeal | Penalty) -> TallyCarry:
        """Let the last dealer deal again; nobody pays twice for the deal, and later sayings stand."""
        if problem := self.wrong_misdeal():
            raise refuse(problem, code=Code.NOT_NOW)
        self.table.deal_goes_to(self.dealer)
        return replace(self.carry, void=True)


class Tally(Game[TallyOptions, TallyCarry]):
    """Tally."""

    name = "tally"
    title = "Tally"
    options = TallyOptions
    carry = TallyCarry
    deal = TallyDeal


GAME = Tally()
