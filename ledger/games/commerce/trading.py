"""The trading of Commerce: for ready money or by barter in the new game, with the table in the old one."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from ledger.games.commerce.opening import Opening, opens_hands
from ledger.games.families.travelling import ON_THE_TABLE, Whereabouts
from ledger.rules import Allowed, Card, Lazy, Permission, SubPlay, Turn, disallow, in_order, passing, word
from ledger.rules.events import Draws, Event, Passes, Says, Silence
from ledger.rules.slots import Cards, Group, Literal, Slots, Word

ENOUGH_STAND = 2
"""So many standing end the exchanges of the old game [74]."""


class Changing:
    """The part of a deal in which the hands are changed, until the hands are opened."""

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.options = opening.options
        self.table = opening.table
        self.order = opening.players
        self.cards = opening.cards
        self.stander: str | None = None
        """Who has ended the trading of the new game by standing [73]."""
        self.satisfied: set[str] = set()
        """Who has stood, or in the old game passed or had his last turn."""
        self.passed_over = 0
        """How many turns in a row have been passed over, their defaults only assumed."""

    def active(self) -> list[str]:
        """Who goes on trading, from the dealer's left."""
        return [player for player in self.order if player not in self.satisfied]

    def next_active(self, player: str) -> str | None:
        """The next on the left of a player who goes on trading, himself last."""
        active = self.active()
        return self.table.left_of(player, active) if active else None

    def asked(self, make: Callable[[], Turn]) -> SubPlay:
        """Ask a turn, and count those that are passed over."""
        said = yield make
        self.passed_over = self.passed_over + 1 if self.table.assumed else 0
        return said

    def unless_all_passed_over(self, default: Event) -> Event | None:
        """The default of a turn; none when a whole round was passed over: what fits no turn of it fits none after."""
        return default if self.passed_over < len(self.order) else None

    def may_change(self, player: str, drawn: Callable[[], Iterable[Card]], where: str) -> Allowed:
        """One card put out for one from the pack, or from the table."""

        def wrong(event: Draws) -> str | None:
            if len(event.discards) != 1 or len(event.cards) != 1:
                return f"a turn is for one card put out and one drawn from {where}: discards CARD draws CARD"
            return None

        def slots(player: str) -> Slots | None:
            own, others = in_order(self.cards.now.could_be(player)), in_order(drawn())
            if not others or len({*own, *others}) < 2:
                return None
            return (Word(("discards",)), Cards(1, 1, own), Literal("draws"), Cards(1, 1, others))

        return Allowed(Draws, (player,), check=wrong, slots=slots)


class Trading(Changing):
    """The new game: cards are bought of the dealer, or bartered with the next player [72]-[73]."""

    def __init__(self, opening: Opening) -> None:
        super().__init__(opening)
        self.just_traded: str | None = None
        """Who traded last, and may stand at once [73]."""

    def take_place(self) -> SubPlay:
        """Trade round and round until one stands, or in the extended game all [72]-[73], [76].

        Gives the saying that opened the hands, where it was that which ended the trading.
        """
        player: str | None = self.order[0]
        while player is not None and self.stander is None:
            opening = yield from self.turn_to_trade(player)
            if opening is not None:
                return opening
            player = self.next_active(player)
        return None

    def turn_to_trade(self, player: str) -> SubPlay:
        """One player trades, barters or stands; who traded before him may stand first. Gives what opens the hands."""
        declined = False
        while self.stander is None and player not in self.satisfied:
            said = yield from self.asked(partial(self.trade_turn, player, declined))
            self.just_traded = None
            if opens_hands(said):
                return said
            if stands(said):
                self.stand(said.player)
            elif isinstance(said, Says) and said.word == "offers":
                yield from self.declined(player)
                declined = True
            else:
                if not isinstance(said, Silence):
                    self.trade(player, said)
                return None
        return None

    def trade_turn(self, player: str, declined: bool = False) -> Turn:
        """Ask what a player does; who has offered a barter that was `declined` need do no more."""
        neighbour = self.neighbour(player)
        mays: list[Permission | Lazy] = [Lazy((Says, Draws), partial(self.may_trade, player, neighbour), (player,))]
        states = [] if self.options.extended else ["nobody has stood yet"]
        if self.just_traded and self.just_traded not in (player, *self.satisfied):
            mays.append(word(self.just_traded, "stands"))
            states.append(f"{self.just_traded}, who has just traded, may stand too")
        default = self.unless_all_passed_over(Says(player, "barters")) if neighbour else None
        if self.options.extended:
            mays += self.opening.may_open(self.opening.as_it_will_be)
        return Turn(
            says=tuple(mays),
            who=(player,),
            act="trade",
            detail="" if self.options.extended else "or to stand",
            state="; ".join(states),
            joint="; " if self.options.extended else ", and ",
            default=Silence() if declined else default,
        )

    def may_trade(self, player: str, neighbour: str | None) -> Iterator[Permission]:
        """What may be said by him whose turn it is to trade."""
        yield word(player, "trades")
        yield self.may_change(player, self.cards.now.could_be_drawn, "the pack")
        if neighbour:
            yield self.may_barter(player, neighbour)
            yield word(player, "offers")
        else:
            alone = f"{player} is left alone, and has nobody to barter with"
            yield disallow(Says, alone, "barters", "offers", who=player)
        yield word(player, "stands")

    def neighbour(self, player: str) -> str | None:
        """With whom a player barters: the next who goes on trading; None for one left alone."""
        neighbour = self.next_active(player)
        return None if neighbour == player else neighbour

    def may_barter(self, player: str, neighbour: str) -> Allowed:
        """A barter with the next player, with the cards or without."""

        def wrong(event: Says) -> str | None:
            return f"{event.cards[0]} is said twice" if len(set(event.cards)) == 1 else None

        def slots(player: str) -> Slots:
            given, received = (in_order(self.cards.now.could_be(one)) for one in (player, neighbour))
            return (Word(("barters",)), Group((Cards(1, 1, given), Cards(1, 1, received)), optional=True))

        return Allowed(Says, (player,), check=wrong, slots=slots, words=("barters",))

    def declined(self, player: str) -> SubPlay:
        """The next player stands instead of exchanging, and no card passes [73]."""
        neighbour = self.neighbour(player)
        assert neighbour is not None
        yield lambda: Turn(
            says=(word(neighbour, "stands"),),
            who=(neighbour,),
            statement=f"{player} has offered to barter",
            state=f"{neighbour} stands instead",
        )
        self.stand(neighbour)

    def stand(self, player: str) -> None:
        """A player is satisfied; but in the extended game that ends the trading."""
        self.satisfied.add(player)
        if not self.options.extended:
            self.stander = player

    def trade(self, player: str, said: Event) -> None:
        """A player changes a card, for ready money or by barter [73]. Raises Refusal for cards that cannot be."""
        self.just_traded = player
        if isinstance(said, Says) and said.word == "barters":
            neighbour = self.neighbour(player)
            assert neighbour is not None
            self.cards.happens(partial(_barter, one=player, other=neighbour, cards=said.cards))
            return
        self.table.pay(player, self.opening.dealer, self.options.stake, "a card for ready money", "[73]")
        self.cards.happens(partial(_buy, player=player, said=said))


class Exchanging(Changing):
    """The old game: cards are exchanged with those that lie face up on the table [74]."""

    def take_place(self) -> SubPlay:
        """Exchange with the table, round and round, until two stand or nobody is left to ask [74].

        Gives the saying that opened the hands, where it was that which ended the exchanging.
        """
        standing = 0
        player: str | None = self.order[0]
        while player is not None and standing < ENOUGH_STAND:
            said = yield from self.asked(partial(self.exchange_turn, player))
            if opens_hands(said):
                self.forget()
                return said
            self.exchange(player, said)
            standing += stands(said)
            last, player = player, self.next_active(player)
        if player is not None:
            for one in self.table.round(self.active(), dealer=last):
                said = yield partial(self.exchange_turn, one, last=True)
                if opens_hands(said):
                    self.forget()
                    return said
                self.exchange(one, said)
                self.satisfied.add(one)
        return None

    def exchange_turn(self, player: str, last: bool = False) -> Turn:
        """Ask what a player does; when two stand the others have one `last` turn."""
        may = Lazy((Says, Passes, Draws), partial(self.may_exchange, player), (player,))
        says = (may, *self.opening.may_open(self.opened_now))
        if last:
            return Turn(
                says=says,
                who=(player,),
                statement="two have stood",
                state=f"{player} has one turn more",
                default=Silence(),
            )
        return Turn(
            says=says,
            who=(player,),
            act="stand",
            state="to pass or to exchange a card with the table",
            joint=", ",
            default=self.unless_all_passed_over(Says(player, "exchanges")),
        )

    def may_exchange(self, player: str) -> Iterator[Permission]:
        """What may be said by him whose turn it is to exchange."""
        yield word(player, "stands")
        yield passing(player)
        yield word(player, "exchanges")
        yield self.may_change(player, lambda: self.cards.now.could_be(ON_THE_TABLE), "the table")

    def exchange(self, player: str, said: Event) -> None:
        """A player stands, passes, or changes a card with the table [74]. Raises Refusal for cards that cannot be."""
        if isinstance(said, Passes) or stands(said):
            self.satisfied.add(player)
        elif not isinstance(said, Silence):
            cards = (*said.discards, *said.cards) if isinstance(said, Draws) else ()
            self.cards.happens(partial(_barter, one=player, other=ON_THE_TABLE, cards=cards))

    def forget(self) -> None:
        """Who goes on exchanging may have done so unseen: what was known of him no longer counts."""
        if active := self.active():
            self.cards.happens(partial(_mix, holders=(*active, ON_THE_TABLE)))

    def opened_now(self) -> Opening:
        """The hands as they will be known where what is said now opens them."""
        opening = self.opening.as_it_will_be()
        if active := self.active():
            opening.cards.happens(partial(_mix, holders=(*active, ON_THE_TABLE)))
        return opening


def stands(said: Event) -> bool:
    """Whether somebody stands."""
    return isinstance(said, Says) and said.word == "stands"


def _mix(where: Whereabouts, holders: tuple[str, ...]) -> None:
    where.mix(holders)


def _barter(where: Whereabouts, one: str, other: str, cards: tuple[Card, ...]) -> None:
    if cards:
        given, received = cards
        where.exchange(one, given, other, received)
    else:
        where.mix((one, other))


def _buy(where: Whereabouts, player: str, said: Event) -> None:
    if isinstance(said, Draws):
        where.see_all(player, said.discards)
        where.draw_card(player, said.cards[0])
        where.put_out(player, said.discards[0], under=True)
    else:
        where.mix((player,), pack=True)
