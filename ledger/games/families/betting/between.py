"""Between deals: who is dealt in, where the button goes, and hands that nobody told."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from ledger.games.families.betting.button import Places, first_places, next_places
from ledger.games.families.betting.money import HOUSE, POT, UNTOLD
from ledger.games.families.betting.options import BettingCarry, BettingOptions
from ledger.games.families.betting.words import HANDS_NOT_TOLD
from ledger.rules import (
    Allowed,
    AmountRange,
    Card,
    DealInHand,
    Lazy,
    Permission,
    SubPlay,
    Tile,
    Turn,
    amount,
    announcement,
    in_order,
    takes,
    wins,
    word,
)
from ledger.rules.events import Announces, Deal, End, Event, Says, Shows, Split, Takes, Wins
from ledger.rules.slots import Amount, Cards, Group, Literal, Number, Player, Slots, Word

BettingT = TypeVar("BettingT", bound=BettingOptions)
SEVEN_DEUCE = {"7", "2"}
STACKS, BOMB, TIPS = "stacks", "bomb", "tips"
SITS_OUT, SITS_IN = "sits-out", "sits-in"
BOARDS_OF_A_BOMB = 2
FEWEST_DEALT_IN = 2


class BetweenDeals(DealInHand[BettingT, BettingCarry]):
    """The pause before a deal of a game with blinds and a board."""

    fines_to = HOUSE
    carried_amounts = ("bomb",)
    stacks: dict[str, int] | None = None
    """The counters in front of those who do not sit out; None if nobody's stack is known."""
    dealt_in: tuple[str, ...] = ()
    """Who would be dealt in: everyone with counters in front."""
    due: Places | None = None
    """The next places of the button and the blinds; None before the first deal.

    All three are as of the last turn of the pause.
    """

    def pause(self) -> SubPlay:
        """Ask until the deal begins; return where the button and the blinds are."""
        while True:
            event = yield self._pausing
            if isinstance(event, Deal):
                places = self.places_named(event.dealer)
                if self.carry.places is None and event.dealer is None:
                    self.table.remark(f"{places.button} has the button")
                self.table.next_from = places.button
                self._begin(event)
                self.table.dealer = places.button
                return places
            self.before_deal(event)

    def _pausing(self) -> Turn:
        table, self.stacks = self.table, (stacks := self._stacks_now())
        self.dealt_in = tuple([player for player in self.active if stacks is None or stacks[player] > 0])
        self.due = due = self._due_now()
        dealer = due.button if due and due.button in self.dealt_in else None
        return Turn(
            says=(
                Allowed(Deal, (), check=self._wrong_deal_here, slots=self._deal_form, usual=True),
                Lazy((Says,), self._may_say_between),
                Lazy((Announces,), self._may_announce_between),
                Lazy((Takes,), lambda: [takes(table.seats.ring, HOUSE, table.holding(HOUSE), table.money)]),
                Lazy((Shows,), self._may_show_seven_deuce),
                Lazy((Wins, Split), self._may_win_again),
                Lazy((End,), self.may_end),
            ),
            who=(dealer,) if dealer else (),
            act="deal" if dealer else "",
            statement="no deal is in hand",
            state="" if dealer else ("the button is dead" if due else "nobody has dealt yet"),
            joint=": ",
            pause=True,
        )

    # Who is dealt in, and who has the button

    @property
    def active(self) -> tuple[str, ...]:
        """Return who plays and does not sit out."""
        out = self.carry.sitting_out
        return tuple([player for player in self.table.players if player not in out]) if out else self.table.players

    def _stacks_now(self) -> dict[str, int] | None:
        if self.options.stakes == "open":
            return None
        stacks: dict[str, int] = {}
        for player in self.active:
            in_front = self.table.in_front(player)
            if in_front is None:
                return None
            stacks[player] = in_front
        return stacks

    def _due_now(self) -> Places | None:
        dealt_in, table, last = self.dealt_in, self.table, self.carry.places
        if len(dealt_in) < 2:
            return None
        again = table.next_from  # after a misdeal
        if last is None:
            if again is None:
                return None
            return first_places(table, dealt_in, again if again in dealt_in else table.left_of(again, dealt_in))
        if again is None:
            simple = self._left_of_button(last.button)
        else:
            simple = again if again in dealt_in else table.left_of(again, dealt_in)
        return next_places(table, dealt_in, last, self.options.button, simple)

    def _left_of_button(self, button: str) -> str:
        """Return the next player dealt in, from the left of the last button or of its old place."""
        ring, vacated, dealt_in = self.table.seats.ring, self.table.seats.vacated, self.dealt_in
        if vacated is None:
            return self.table.left_of(button, dealt_in)
        return next(player for player in (*ring[vacated:], *ring[:vacated]) if player in dealt_in)

    def places_named(self, dealer: str | None) -> Places:
        """Return the places for a deal said with this name, or none."""
        return self.due or first_places(self.table, self.dealt_in, dealer or self.dealt_in[0])

    def _wrong_deal_here(self, event: Deal) -> str | None:
        if event.turn_up:
            return f"no card is turned up with the deal at {self.game.title}"
        if problem := self.game.refuse_players(len(self.table.players), self.options):
            return problem
        dealt_in, due = self.dealt_in, self.due
        if len(dealt_in) < 2:
            return "two at least must be dealt in: who sits out sits in, who has nothing in front buys"
        if event.dealer is None:
            return None
        if event.dealer not in dealt_in and event.dealer in (self.stacks or {}):
            return f"{event.dealer} has nothing in front by the log, and is not dealt in. {HANDS_NOT_TOLD}"
        if due is None:
            return None if event.dealer in dealt_in else f"{event.dealer} is not dealt in"
        if due.button not in dealt_in:
            return f"the button is dead, at the place of {due.button}: say deal alone"
        return None if event.dealer == due.button else f"the button is {due.button}'s, not {event.dealer}'s"

    def _deal_form(self, player: str) -> Slots | None:
        if self._wrong_deal_here(Deal()) is not None:
            return None
        dealers = tuple(name for name in self.dealt_in if self._wrong_deal_here(Deal(name)) is None)
        return (Literal("deal"), *((Player(dealers, optional=True, shown=None),) if dealers else ()))

    # What may be said

    def _may_say_between(self) -> Iterator[Permission]:
        table, out = self.table, self.carry.sitting_out
        playing = tuple(player for player in table.players if player not in out)
        if playing:
            yield word(playing, SITS_OUT)
        if absent := tuple(player for player in table.players if player in out):
            yield word(absent, SITS_IN)
        yield amount(Says, tuple(table.seats.ring), TIPS, AmountRange(1, None, table.money))

    def _may_announce_between(self) -> Iterator[Permission]:
        least = AmountRange(1, None, self.table.money)

        def wrong_bomb(event: Announces) -> str | None:
            if self.carry.bomb is not None:
                return f"the next deal is a bomb pot of {self.table.show(self.carry.bomb)} already"
            if event.numbers not in ((), (BOARDS_OF_A_BOMB,)):
                return "a bomb pot has one board, or 2"
            return least.wrong(event.amount or 0)

        def bomb() -> Slots | None:
            if self.carry.bomb is not None:
                return None
            return (least.slot(), Number(BOARDS_OF_A_BOMB, BOARDS_OF_A_BOMB, optional=True))

        yield announcement(BOMB, bomb, wrong_bomb)
        yield announcement(STACKS, self._stacks_form, self._wrong_stacks)

    def may_be_absent(self, event: Event) -> bool:
        """Return whether one who has left may say this: a tip, and what is taken from the house."""
        return (isinstance(event, Says) and event.word == TIPS) or isinstance(event, Takes)

    def _may_win_again(self) -> Iterator[Permission]:
        """`A wins` of one who took a pot in the deal before: it is taken, and not offered."""
        if self.carry.winners:
            yield Allowed(Wins, self.carry.winners, check=wins(self.carry.winners).check)

    def before_deal(self, event: Event) -> None:
        """Book what was said between deals."""
        table, carry, pool = self.table, self.carry, self.table.pool(HOUSE)
        match event:
            case Says(player=player, word="sits-out"):
                self.carry = replace(carry, sitting_out=(*carry.sitting_out, player))
            case Says(player=player, word="sits-in"):
                self.carry = replace(carry, sitting_out=tuple(name for name in carry.sitting_out if name != player))
            case Says(player=player, word="tips", amount=int(tip)):
                table.pay(player, pool, tip, "tip", "the house")
            case Takes(player=player, amount=some):
                table.pay(pool, player, table.holding(HOUSE) if some is None else some, "taken out", "the house")
            case Announces(word="bomb", amount=some, numbers=boards):
                self.carry = replace(carry, bomb=some, bomb_boards=boards[0] if boards else 1)
            case Announces(word="stacks"):
                self._book_stacks(dict(event.amounts))
            case Shows(player=player):
                self.pay_seven_deuce(player, carry.pays_seven_deuce, carry.pays_what_is_there)
                self.carry = replace(carry, pays_seven_deuce=())

    # What nobody told

    def _differences(self, stacks: dict[str, int]) -> dict[str, int]:
        """Return by how much each has more (+) or less (−) than by the log, by these stacks."""
        emptied = (player for player in self.table.emptied() if player not in stacks)
        stacks = {**stacks, **dict.fromkeys(emptied, 0)}
        return {player: stack - self.table.books.in_front(player) for player, stack in stacks.items()}

    def _wrong_stacks(self, event: Announces) -> str | None:
        table = self.table
        for player, _ in event.amounts:
            if player not in table.books.balances:
                return f"{player} has not sat at the table"
        missing = sum(self._differences(dict(event.amounts)).values()) - table.holding(UNTOLD)
        if missing > 0:
            return f"these stacks are {table.show(missing)} more than there is: count again, or say who bought"
        return None

    def _stacks_form(self) -> list[Slots] | None:
        """Return the form of `stacks`: of all here, together no more than there is.

        Of nobody it is offered only where it books what one who has left had.
        """
        table, seated = self.table, self.table.seats.seated
        books = any(self._differences({}).values()) and self._wrong_stacks(Announces(STACKS)) is None
        alone: list[Slots] = [()] if books else []
        bare = -sum(self._differences(dict.fromkeys(seated, 0)).values()) + table.holding(UNTOLD)
        if bare < 0 or not seated:
            return alone or None
        unit = table.money.counter or 1
        each = Group(
            (Player(seated), Amount(0, None, step=unit)),
            repeat=True,
            low=len(seated),
            high=len(seated),
            total=(0, bare),
        )
        return [(each,), *alone]

    def _book_stacks(self, stacks: dict[str, int]) -> None:
        table, pool = self.table, self.table.pool(UNTOLD)
        differences = self._differences(stacks)
        for player, difference in differences.items():
            table.pay(player, pool, max(-difference, 0), "play that was not told")
        for player, difference in differences.items():
            table.pay(pool, player, max(difference, 0), "play that was not told")

    # A seven and a two

    def _may_show_seven_deuce(self) -> Iterator[Permission]:
        carry = self.carry
        if not carry.pays_seven_deuce:
            return

        def wrong(event: Shows) -> str | None:
            if {card.rank for card in event.cards} != SEVEN_DEUCE or len(event.cards) != len(SEVEN_DEUCE):
                return "only a seven and a two are shown now"
            if carry.hand and {*carry.hand} != {card.value for card in event.cards}:
                return f"{event.player} held other cards"
            return None

        def slots(player: str) -> Slots:
            known = [card for card in Card if card.rank in SEVEN_DEUCE]
            among = in_order(card for card in known if not carry.hand or card.value in carry.hand)
            return (Word(("shows",)), Cards(2, 2, among, apart=("rank",)))

        fits = not carry.hand or {Card(card).rank for card in carry.hand} == SEVEN_DEUCE
        yield Allowed(Shows, carry.winners, check=wrong, slots=slots if fits else None)

    def pay_seven_deuce(self, winner: str, payers: tuple[str, ...], known: bool) -> None:
        """Have each of these pay who won with a seven and a two; if `known`, no more than each has."""
        price = getattr(self.options, "seven_deuce", 0)
        for player in payers:
            in_front = max(self.table.in_front(player) or 0, 0)
            self.table.pay(player, winner, min(price, in_front) if known else price, "seven and two", "the house")

    # What stands above the seats

    def tiles(self) -> Sequence[Tile]:
        """Return the button, the blinds and the pot of the next deal."""
        show, options, carry = self.table.show, self.options, self.carry
        pot = Tile("Pot", "none", faint=True, pool=self.table.pool(POT).name)
        if len(self.dealt_in) < FEWEST_DEALT_IN:
            return (pot,)
        places = self.places_named(None)
        if carry.bomb is not None:
            blinds = Tile("Bomb pot", show(carry.bomb), marked=True)
        else:
            small = options.big if places.small_is_big else options.small
            blinds = Tile("Blinds", " / ".join(show(blind) for blind in (small, options.big) if blind))
        return (Tile("Next button", places.button), blinds, pot)

    # Coming, going, and the pools

    def left(self, player: str) -> BettingCarry:
        """Return the carry without a player who has left, who no longer sits out."""
        carry = self.carry
        return replace(carry, sitting_out=tuple(name for name in carry.sitting_out if name != player))

    def carried(self) -> dict[str, Any]:
        """Return the places of the button and the big blind, and a bomb pot that is due."""
        places, bomb = self.carry.places, self.carry.bomb
        where = {"button": places.button, "big": places.big} if places else {}
        return {**where, **({"bomb": bomb} if bomb is not None else {})}
