"""One deal of a game, from the pause before it until it is settled.

`play` is a generator. It asks by yielding a question, which makes the turn, and is sent the event that answers it. It
pays by calling the table. Events that may be said at any time (a penalty, a hand, a misdeal) go to methods of the
deal; then the deal asks the same question again.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from ledger.core.books import Pool
from ledger.core.cards import Card, in_order, so_many
from ledger.core.events import Deal, End, Event, Holds, Misdeal, Penalty
from ledger.core.pots import PotAtShow
from ledger.core.refusals import Code, did_you_mean, listed, refuse
from ledger.language.header import Steps, Tile
from ledger.language.slots import Cards, Group, Literal, Player, Slots, Text, Word
from ledger.rules.allowed import AmountRange, disallow, sorted_out, twice
from ledger.rules.clock import GameClock
from ledger.rules.ending import lowest_drawn, pay_out
from ledger.rules.known_cards import KnownCards
from ledger.rules.offences import Offence
from ledger.rules.options import Options
from ledger.rules.score import GameOver, Score
from ledger.rules.table import Table
from ledger.rules.turns import (
    Allowed,
    Example,
    Lazy,
    Permission,
    Question,
    Turn,
)

OptionsT = TypeVar("OptionsT", bound=Options)
CarryT = TypeVar("CarryT")
Play = Generator[Question, Any, CarryT | GameOver]
"""A rule as it is played: it yields questions, is sent events, and returns the carry to the next deal.

Where the deal has ended the game, it returns or raises `GameOver`.
"""
SubPlay = Generator[Question, Any, Any]
"""A part of a rule, run by `yield from`."""


OptionsRead = TypeVar("OptionsRead", bound=Options, contravariant=True)
CarryMade = TypeVar("CarryMade", covariant=True)


class Rules(Protocol[OptionsRead, CarryMade]):
    """The part of a game that its deals use."""

    title: ClassVar[str]
    players: ClassVar[tuple[int, int | None]]

    @property
    def carry(self) -> Callable[[], CarryMade]:
        """Return the class of what is carried from deal to deal."""

    @property
    def prefix(self) -> str:
        """Return the first word of the names of the pools."""

    def pack(self, options: OptionsRead) -> frozenset[Card]:
        """Return the cards played with."""

    def refuse_players(self, number: int, options: OptionsRead) -> str | None:
        """Return why the game cannot be played by this number of players, or None."""


class DealInHand(KnownCards, Generic[OptionsT, CarryT]):
    """One deal of a game, from the pause before it until it is settled.

    A subclass writes `play` and overrides the hooks that it needs. It has its `table`, `options`, `carry`, `pack` and
    `dealer`; `in_hand` tells whether the cards are dealt.
    """

    hand_sizes: tuple[int, ...] = ()
    """The numbers of cards that a hand said with `holds` may have; empty where the game has no hands."""
    carried_amounts: ClassVar[tuple[str, ...]] = ()
    """The names of the values in `carried` that are amounts, which people read as money."""
    carried_labels: ClassVar[tuple[tuple[str, str], ...]] = ()
    """The names of values in `carried` that people call otherwise, each with what they say."""
    fines_to: ClassVar[str | None] = "pool"
    """The pool that a penalty of the house goes to, by its short name; None where there is none."""
    pools_in_order: tuple[str, ...] = ()
    """The pools that lie beside one another from the first deal, by their short names; others follow as they fill."""
    taken_back: ClassVar[str] = ""
    """Why all that a void deal has moved goes back, but for penalties and payments in; empty where it stays."""
    bare_end_divides: ClassVar[bool] = False
    """Whether a bare `end` divides the pools; if not, it is refused while they hold anything."""

    def __init__(
        self, game: "Rules[OptionsT, CarryT]", table: Table, options: OptionsT, carry: CarryT | None = None
    ) -> None:
        super().__init__(table, game.pack(options))
        self.game = game
        self.options = options
        self.in_hand = False
        self.carry: CarryT = self.first_carry() if carry is None else carry
        self.prepare()

    def first_carry(self) -> CarryT:
        """Return the carry to the first deal of a game."""
        return self.game.carry()

    def prepare(self) -> None:
        """Set up the attributes of the deal; called once, before its pause."""

    def game_begins(self) -> None:
        """Take what is paid as the game begins; called once, in the first pause."""

    def play(self) -> Play[CarryT]:
        """Play the deal from its pause to the end; return the carry to the next deal."""
        raise NotImplementedError

    # Asking

    def opening(
        self,
        turn_up: tuple[int, int] = (0, 0),
        check: Callable[[Deal], str | None] | None = None,
        extra: Callable[[], Iterable[Permission | Lazy]] = tuple,
        example: Example | None = None,
    ) -> SubPlay:
        """Ask until the deal begins; return the `deal`.

        `turn_up` is the least and the greatest number of cards that may be turned up with the deal. `extra` has the
        other sayings of the pause, which `before_deal` answers. `example` makes up a deal where the turned-up cards
        have to fit together.
        """

        def question() -> Turn:
            if over := self.table.over:
                says = (disallow(Deal, over), Lazy((End,), self.usual_end))
                return Turn(says=says, statement=over, pause=True)
            dealer = self.table.due_dealer()
            return Turn(
                says=(self._may_deal(turn_up, check, example), *extra(), Lazy((End,), self.may_end)),
                who=(dealer,) if dealer else (),
                act="deal" if dealer else "",
                statement="no deal is in hand",
                state="" if dealer else "nobody has dealt yet",
                joint=": ",
                pause=True,
            )

        while True:
            event = yield question
            if isinstance(event, Deal):
                self._begin(event)
                return event
            self.before_deal(event)

    def _may_deal(
        self, turn_up: tuple[int, int], check: Callable[[Deal], str | None] | None, example: Example | None = None
    ) -> Allowed:
        def wrong(event: Deal) -> str | None:
            return self._wrong_deal(event, turn_up) or unfit(event)

        def unfit(event: Deal) -> str | None:
            return check(event) if check else None

        def slots(player: str) -> Slots | None:
            due = self.table.due_dealer()
            dealers = tuple(
                name for name in (self.may_deal(due) if due else self.table.players) if unfit(Deal(name)) is None
            )
            if not dealers or self.game.refuse_players(len(self.table.players), self.options):
                return None
            low, high = turn_up
            named: Slots = (Literal("deal"), Player(dealers, optional=True, shown=None))
            among = in_order(self.pack)
            if high == 1:
                among, _ = sorted_out(among, lambda card: unfit(Deal(None, (card,))))
            sizes = [
                size for size in range(max(low, 1), high + 1) if example or unfit(Deal(None, among[:size])) is None
            ]
            if not sizes:
                return named
            cards = self.turn_up_slots(sizes[0], sizes[-1], among)
            return (*named, Group((Literal("turn-up"), *cards), optional=low == 0))

        return Allowed(Deal, (), example=example, check=wrong, slots=slots, usual=True)

    def turn_up_slots(self, low: int, high: int, among: tuple[Card, ...]) -> Slots:
        """Return the slots of the cards that may be turned up with a deal."""
        return (Cards(low, high, among),)

    def may_end(self) -> tuple[Allowed, ...]:
        """Return `end` in every form in which the game may end now."""
        return Allowed(End, (), slots=self._ending), Allowed(End, (), slots=self._drawing)

    def usual_end(self) -> tuple[Allowed, ...]:
        """Return `end` in every form; where the pools are empty, a bare one as the usual answer."""
        bare = Allowed(End, (), slots=lambda player: (Literal("end"),), usual=True)
        return (*((bare,) if None in self.ways_to_end() else ()), *self.may_end())

    def _ending(self, player: str) -> Slots | None:
        """Return `end` with a word; not shown to people where a bare `end` is possible too."""
        endings = self.ways_to_end()
        named = tuple(ending for ending in endings if ending not in (None, "draw"))
        if not named:
            return (Literal("end"),) if None in endings else None
        return (Literal("end"), Word(named, optional=None in endings, shown=None if None in endings else ""))

    def _drawing(self, player: str) -> Slots | None:
        endings = self.ways_to_end()
        return self.drawing(alone=None in endings) if "draw" in endings else None

    def drawing(self, alone: bool) -> Slots | None:
        """`end draw A:CARD B:CARD …`; not shown to people where a bare `end` is possible (`alone`).

        All sharers draw. Those who draw alike draw again, and their next card follows a comma. A single sharer does
        not draw.
        """
        drawers = tuple(self.sharers())
        if len(drawers) < 2:
            return None
        card = Cards(1, 1, in_order(self.pack - {Card.JOKER}))
        again = Group((Literal(","), card), optional=True, repeat=True, low=1, high=3)
        drawn = Group(
            (Player(drawers), Literal(":"), card, again),
            repeat=True,
            low=len(drawers),
            high=len(drawers),
            shown=None if alone else "NAME:CARD …",
        )
        return (Literal("end"), Literal("draw", shown=None if alone else ""), drawn)

    def _wrong_deal(self, event: Deal, turn_up: tuple[int, int]) -> str | None:
        due = self.table.due_dealer() if event.dealer is not None else None
        if due and event.dealer not in self.may_deal(due):
            return f"it is {due}'s turn to deal, not {event.dealer}'s"
        if event.dealer and event.dealer not in self.table.players:
            return f"{event.dealer} does not play in this game"
        if problem := self.game.refuse_players(len(self.table.players), self.options):
            return problem
        low, high = turn_up
        number = len(event.turn_up)
        if number and not high:
            return f"no card is turned up at {self.game.title}"
        if not low <= number <= high and (number or low):
            wanted = str(high) if high in (low, 1) else f"{max(low, 1)} to {high}"
            return f"the turn-up is of {so_many(wanted)}, not {number}"
        if not number:
            return None
        return twice(event.turn_up) or next(filter(None, map(self.not_in_pack, event.turn_up)), None)

    def may_deal(self, due: str) -> tuple[str, ...]:
        """Return the players who may be named as dealer, when it is this player's turn to deal."""
        return (due,)

    def _begin(self, deal: Deal) -> None:
        table = self.table
        if deal.dealer is None and table.due_dealer() is None:
            table.remark(f"{table.dealer_unless_said()} deals")  # nobody was named, and nobody's turn was told before
        table.dealer = deal.dealer or table.dealer_unless_said()
        table.next_from = table.seats.vacated = None
        table.deals += 1
        table.books.deal += 1
        table.hands, table.played, table.fined = {}, {}, []
        table.turned_up = deal.turn_up
        table.deal_began = len(table.books.postings)
        self.in_hand = True

    def before_deal(self, event: Event) -> None:
        """Answer a saying of the pause other than `deal`."""
        raise AssertionError(f"nothing answers {event}")

    @property
    def dealer(self) -> str:
        """Return the dealer."""
        assert self.table.dealer is not None
        return self.table.dealer

    # Around the generator

    def holds(self, event: Holds) -> None:
        """Note the hand that a player was dealt, with the cards that he has already played.

        Raises Refusal for a hand that is not possible.
        """
        if problem := self.wrong_hand(event):
            raise refuse(problem, code=Code.CARD)
        self.table.hands[event.player] = list(event.cards)

    def wrong_hand(self, event: Holds) -> str | None:
        """Return what is wrong with a hand, or None."""
        table, player = self.table, event.player
        if not self.hand_sizes:
            return f"no hands are said at {self.game.title}"
        if not self.in_hand:
            return "no deal is in hand"
        if player not in self.hand_players():
            return f"{player} has no cards in this deal"
        if player in table.hands:
            return f"{player}'s hand has been said already"
        return self._wrong_size(player, len(event.cards)) or self.wrong_cards(event)

    def _wrong_size(self, player: str, number: int) -> str | None:
        sizes = self.sizes_of_hand(player)
        if number in sizes:
            return None
        wanted = so_many(listed([str(size) for size in sizes], "or"))
        if sizes == self.hand_sizes:
            return f"a hand has {wanted}, not {number}"
        return f"{player} was dealt {wanted}, not {number}: those nearest the dealer's left have one more"

    def sizes_of_hand(self, player: str) -> tuple[int, ...]:
        """Return how many cards this player may have, where players have different numbers."""
        return self.hand_sizes

    def hand_players(self) -> tuple[str, ...]:
        """Return the players who have cards in this deal."""
        return self.table.players

    def offences(self) -> dict[str, Offence]:
        """Return the irregularities of the sheet by their words, as things stand."""
        return {}

    def main_pool(self) -> Pool | None:
        """Return the pool that a penalty of the house goes to, or None."""
        return None if self.fines_to is None else self.table.pool(self.fines_to)

    def check_penalty(self, event: Penalty) -> None:
        """Raise Refusal if a penalty has neither an offence nor a reason, or if its amount is 0."""
        if event.offence is None and event.amount is None:
            raise refuse(f"it is not said what {event.player} is fined for", self._fines(), Code.UNREADABLE)
        if event.amount == 0:
            raise refuse("a penalty of nothing is none", "Say how much, or leave the amount to the sheet")

    def penalty(self, event: Penalty) -> None:
        """Pay for an irregularity: an offence of the sheet, or one of the house.

        Raises Refusal for an offence that is not on the sheet or is impossible at this moment.
        """
        table = self.table
        if event.player not in table.players:
            raise refuse(f"{event.player} does not play in this game", code=Code.PLAYERS)
        if event.offence is None:
            self._house_penalty(event)
            return
        offence = self.offence_named(event.offence)
        if not self.in_hand and not offence.between_deals:
            raise refuse(f"no deal is in hand: {event.offence} is a fault of a deal", code=Code.NOT_NOW)
        if offence.dealer_only and event.player != table.dealer:
            raise refuse(f"{event.offence} is a fault of the dealer, who is {table.dealer}")
        if event.amount is not None and not offence.takes_amount:
            raise refuse(f"no amount is said with {event.offence}")
        if problem := self.wrong_penalty(event.player, event.offence):
            raise refuse(problem)
        amount = offence.amount if event.amount is None else event.amount
        if amount is None:
            raise refuse(
                f"the sheet fixes no amount for {event.offence}",
                f"say penalty {event.player} {event.offence} AMOUNT",
            )
        self.fine(event.player, event.offence, amount, offence)

    def fine(self, player: str, word: str, amount: int, offence: Offence) -> None:
        """Book an offence and its cost."""
        if offence.to is not None:
            self.table.pay(player, offence.to, amount, f"fined: {word}", offence.cite, stays=True)
        self.table.fined.append((player, word))

    def offence_named(self, word: str) -> Offence:
        """Return an offence of the sheet. Raises Refusal for an unknown one."""
        known = self.offences()
        if word not in known:
            near = did_you_mean(word, known)
            sentence = f"{self.game.title} has no offence called {word}"
            raise refuse(sentence, f"{near} {self._fines()}".strip(), Code.UNKNOWN_WORD)
        return known[word]

    def _fines(self) -> str:
        """Return a sentence on what a player may be fined for."""
        names = listed(list(self.offences()), "or") or "none"
        other = '. For any other: penalty NAME AMOUNT "WHY"' if self.main_pool() is not None else ""
        return f"Its offences are: {names}{other}"

    def _house_penalty(self, event: Penalty) -> None:
        pool = self.main_pool()
        if pool is None:
            raise refuse(f"{self.game.title} has no pool for a penalty of the house to go to")
        assert event.amount is not None
        self.table.pay(event.player, pool, event.amount, f"fined: {event.why}", stays=True)

    def misdeal(self, event: Misdeal | Penalty) -> CarryT:
        """Void the deal in hand; return the carry to the deal that follows.

        The same dealer deals again unless the rule says otherwise. Where `misdeal` is an offence of the sheet, the
        dealer pays for it. Raises Refusal where there is no deal to void.
        """
        if problem := self.wrong_misdeal():
            raise refuse(problem, code=Code.NOT_NOW)
        if offence := self.offences().get("misdeal"):
            overridden = event.amount if isinstance(event, Penalty) else None
            if overridden is not None and not offence.takes_amount:
                raise refuse("no amount is said with misdeal")
            amount = offence.amount if overridden is None else overridden
            assert amount is not None, "a misdeal has its price"
            self.fine(self.dealer, "misdeal", amount, offence)
        self.table.deal_goes_to(self.dealer)
        if self.taken_back:
            self.table.take_back(self.taken_back)
        return self.carry

    def wrong_misdeal(self) -> str | None:
        """Return why no deal can be void now, or None."""
        return None if self.in_hand else "no deal is in hand to be void"

    # Joining, leaving, and what goes on to the next deal

    def carried(self) -> dict[str, Any]:
        """Return the carry for programs, by the names of the sheet."""
        return {}

    def remains(self) -> tuple[str, ...]:
        """Return in words what a finished deal leaves: the score, pools and doubled stakes."""
        doubled = ("all stakes are doubled",) if self.table.multiplier > 1 else ()
        score = self.score()
        return (
            *doubled,
            *((score.sentence,) if score else ()),
            *(f"{self.table.show(held)} lies in {pool}" for pool, held in self.pools()),
        )

    def score(self) -> Score | None:
        """Return what the game counts besides money, as it stands; None if it counts nothing else."""
        return None

    def game_clock(self) -> GameClock | None:
        """Return the clock of the game; None if it is not played by time."""
        return None

    def at_seat(self, player: str) -> str:
        """Return why a player is out of the deal, for the page; empty for a player still in it."""
        return ""

    def tiles(self) -> Sequence[Tile]:
        """Return what stands above the seats; if nothing, the page makes tiles of pools and carry."""
        return ()

    def steps(self) -> Steps | None:
        """Return the steps of the deal in hand; None if it has none."""
        return None

    def lies_open(self) -> Sequence[Card]:
        """Return the cards that lie face up now; between deals none."""
        return self.table.turned_up if self.in_hand else ()

    def pots_at_show(self, event: Event | None = None) -> tuple[PotAtShow, ...]:
        """Return the pots of the show, as they stand or as they would stand after an event."""
        return ()

    def refuse_join(self, player: str) -> str | None:
        """Return why this player may not join now, or None. Asked between deals only."""
        return None

    def newcomer_plays(self) -> bool:
        """Return whether a player who joins plays at once; otherwise he waits for the next game."""
        return True

    def joined(self, player: str) -> CarryT:
        """Return the carry after a player has joined the table.

        A player who waits for the next game is not in `table.players`.
        """
        return self.carry

    def refuse_leave(self, player: str) -> str | None:
        """Return why a player of the game may not leave it now, or None. Asked between deals only."""
        return None

    def left(self, player: str) -> CarryT:
        """Return the carry after a player has left the game."""
        return self.carry

    def replaced(self, player: str, newcomer: str) -> CarryT | None:
        """Return the carry after a newcomer has taken a player's place, with his side and score.

        None where no place is taken over: the player leaves, and the newcomer joins in his seat.
        """
        return None

    def may_be_absent(self, event: Event) -> bool:
        """Return whether a player who has left the table may say this."""
        return False

    # The end of the game

    def ends_within_deal(self, event: End) -> bool:
        """Return whether the game ends at once, in the middle of the deal."""
        return False

    def end(self, event: End) -> None:
        """End the game and empty its pools. Raises Refusal if the saying does not tell how."""
        pools = self.pools()
        how = event.how or ("divide" if self.bare_end_divides else None)
        if how is None and pools:
            wordings = {"draw": "end draw NAME:CARD …"}
            endings = [wordings.get(ending, f"end {ending}") for ending in self._ways_to_share()]
            held = listed([f"{self.table.show(amount)} in {pool}" for pool, amount in pools])
            verb = "lies" if len(pools) == 1 else "lie"
            raise refuse(f"{held} {verb} there still", f"Say {listed(endings, 'or')}", Code.NOT_NOW)
        if how == "divide":
            pay_out(self.table, pools, self.sharers(), "divided at the end", self.end_cite())
        elif how == "draw":
            winner = lowest_drawn(event.draws, self.sharers(), self.pack)
            pay_out(self.table, pools, (winner,), "drew the lowest card at the end", self.end_cite())

    def ways_to_end(self) -> Sequence[str | None]:
        """Return the ways in which the game may end now; None stands for a bare `end`."""
        alone = self.bare_end_divides or not self.pools()
        return (*((None,) if alone else ()), *self._ways_to_share())

    def _ways_to_share(self) -> tuple[str, ...]:
        """Return the ways to empty the pools at the end; a single sharer divides and does not draw."""
        sharers = len(self.sharers())
        return (*(("divide",) if sharers else ()), *(("draw",) if sharers > 1 else ()), "leave")

    def sharers(self) -> Sequence[str]:
        """Return who shares the pools at the end, from the left of the last dealer."""
        return self.table.round()

    def end_cite(self) -> str:
        """Return the page of the book on the end of the game; empty if it has none."""
        return ""

    def pools(self) -> list[tuple[Pool, int]]:
        """Return the pools of this game that hold anything, each with its amount."""
        ours = f"{self.game.prefix}."
        return [(Pool(name), held) for name, held in self.table.books.pools.items() if name.startswith(ours) and held]

    # At any time

    def interruptions(self) -> tuple[Permission, ...]:
        """Return what may be said at any time beside the turn: penalties, a misdeal, a hand."""
        players = self.table.players
        if not players:
            return ()
        mays = [self._may_fine(word, offence) for word, offence in self.offences().items()]
        if self.main_pool() is not None:
            mays.append(Allowed(Penalty, (), slots=self._house_form))
        if self.wrong_misdeal() is None:
            mays.append(
                Allowed(
                    Misdeal, (), slots=lambda player: (Literal("misdeal"), Text(optional=True, shown=None, asks="why"))
                )
            )
        if self.in_hand and self.hand_sizes and self.hand_players():
            mays.append(Allowed(Holds, self.hand_players(), slots=self.hand_form))
        return tuple(mays)

    def _may_fine(self, word: str, offence: Offence) -> Allowed:
        """`penalty A OFFENCE`, with an amount where the sheet fixes none."""

        def slots(player: str) -> Slots | None:
            if not self.in_hand and not offence.between_deals:
                return None
            table = self.table
            faulty = (table.dealer,) if offence.dealer_only and table.dealer else table.players
            among = tuple(name for name in faulty if name in table.players and self.wrong_penalty(name, word) is None)
            if not among:
                return None
            amount = AmountRange(table.money.counter or 1, None, table.money).slot(
                optional=offence.amount is not None, shown=None
            )
            form = (Literal("penalty"), Player(among), Word((word,)))
            return (*form, amount) if offence.takes_amount else form

        return Allowed(Penalty, (), slots=slots)

    def wrong_penalty(self, player: str, word: str) -> str | None:
        """Return why a player cannot be fined for this offence now, or None."""
        return None

    def may_be_fined(self) -> tuple[str, ...]:
        """Return the players who may have to pay a penalty of the house now."""
        return self.table.players

    def _house_form(self, player: str) -> Slots | None:
        money, among = self.table.money, self.may_be_fined()
        return (
            (
                Literal("penalty"),
                Player(among),
                AmountRange(money.counter or 1, None, money).slot(),
                Text(asks="what for"),
            )
            if among
            else None
        )

    def hand_form(self, player: str) -> Slots | list[Slots] | None:
        """`A holds CARD …`: a hand of the right size, of cards that the player may have."""
        if player in self.table.hands:
            return None
        gone = self.out_of_hand(player)
        among = in_order({*gone, *self.unseen(player)})
        sizes = [size for size in self.sizes_of_hand(player) if len(gone) <= size <= len(among)]
        if not sizes:
            return None
        return (Word(("holds",)), Cards(min(sizes), max(sizes), among))


AnyDeal = DealInHand[Any, Any]
