"""The trading of Commerce: for money or by barter, or in the old game with the table."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from ledger.games.commerce.money import CommerceMoney
from ledger.games.commerce.reveal import Reveal, reveals
from ledger.games.families.travelling import ON_THE_TABLE, Whereabouts
from ledger.rules import Allowed, Card, Lazy, Permission, SubPlay, Turn, disallow, in_order, passing, word
from ledger.rules.events import Draws, Event, Passes, Says, Silence
from ledger.rules.slots import Cards, Group, Literal, Slots, Word

ENOUGH_STAND = 2
"""The number of players who stand at which the exchanges of the old game end [74]."""


class Changing:
    """The part of a deal in which hands are changed, until they are revealed."""

    def __init__(self, reveal: Reveal) -> None:
        self.reveal = reveal
        self.options = reveal.options
        self.table = reveal.table
        self.order = reveal.players
        self.cards = reveal.cards
        self.stander: str | None = None
        """Who has ended the trading of the new game by standing [73]."""
        self.satisfied: set[str] = set()
        """Who has stood; in the old game also who passed or had a last turn."""
        self.passed_over = 0
        """How many turns in a row were passed over, with only their defaults assumed."""

    def active(self) -> list[str]:
        """Return who goes on trading, from the dealer's left."""
        return [player for player in self.order if player not in self.satisfied]

    def next_active(self, player: str) -> str | None:
        """Return the next player on the left who goes on trading; the player alone comes last."""
        active = self.active()
        return self.table.left_of(player, active) if active else None

    def asked(self, make: Callable[[], Turn]) -> SubPlay:
        """Ask a turn, and count those that are passed over."""
        event = yield make
        self.passed_over = self.passed_over + 1 if self.table.assumed else 0
        return event

    def unless_all_passed_over(self, default: Event) -> Event | None:
        """Return the default of a turn; None after a whole round of turns that were passed over."""
        return default if self.passed_over < len(self.order) else None

    def may_change(self, player: str, drawn: Callable[[], Iterable[Card]], where: str) -> Allowed:
        """Return the exchange of one card for one from the pack, or from the table."""

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

    def __init__(self, reveal: Reveal, money: CommerceMoney) -> None:
        super().__init__(reveal)
        self.money = money
        self.just_traded: str | None = None
        """Who traded last, and may stand at once [73]."""

    def take_place(self) -> SubPlay:
        """Trade round and round until one stands, or in the extended game all [72]-[73], [76].

        Return the saying that reveals the hands, if it ended the trading.
        """
        player: str | None = self.order[0]
        while player is not None and self.stander is None:
            event = yield from self.turn_to_trade(player)
            if event is not None:
                return event
            player = self.next_active(player)
        return None

    def turn_to_trade(self, player: str) -> SubPlay:
        """Ask a player, who may first stand after trading. Return what reveals the hands, or None."""
        declined = False
        while self.stander is None and player not in self.satisfied:
            event = yield from self.asked(partial(self.trade_turn, player, declined))
            self.just_traded = None
            if reveals(event):
                return event
            if stands(event):
                self.stand(event.player)
            elif isinstance(event, Says) and event.word == "offers":
                yield from self.declined(player)
                declined = True
            else:
                if not isinstance(event, Silence):
                    self.trade(player, event)
                return None
        return None

    def trade_turn(self, player: str, declined: bool = False) -> Turn:
        """Ask what a player does; if a barter was `declined`, the player need do no more."""
        neighbour = self.neighbour(player)
        mays: list[Permission | Lazy] = [Lazy((Says, Draws), partial(self.may_trade, player, neighbour), (player,))]
        states = [] if self.options.extended else ["nobody has stood yet"]
        if self.just_traded and self.just_traded not in (player, *self.satisfied):
            mays.append(word(self.just_traded, "stands"))
            states.append(f"{self.just_traded}, who has just traded, may stand too")
        default = self.unless_all_passed_over(Says(player, "barters")) if neighbour else None
        if self.options.extended:
            mays += self.reveal.may_reveal(self.reveal.copy)
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
        """Return the sayings of the player whose turn it is to trade."""
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
        """Return the neighbour to barter with: the next who trades; None if nobody else does."""
        neighbour = self.next_active(player)
        return None if neighbour == player else neighbour

    def may_barter(self, player: str, neighbour: str) -> Allowed:
        """Return the sayings of a barter with the next player, with the cards or without."""

        def wrong(event: Says) -> str | None:
            return f"{event.cards[0]} is said twice" if len(set(event.cards)) == 1 else None

        def slots(player: str) -> Slots:
            given, received = (in_order(self.cards.now.could_be(holder)) for holder in (player, neighbour))
            return (Word(("barters",)), Group((Cards(1, 1, given), Cards(1, 1, received)), optional=True))

        return Allowed(Says, (player,), check=wrong, slots=slots, words=("barters",))

    def declined(self, player: str) -> SubPlay:
        """Let the next player stand in place of exchanging; no card passes [73]."""
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
        """Note that a player stands; in all but the extended game that ends the trading."""
        self.satisfied.add(player)
        if not self.options.extended:
            self.stander = player

    def trade(self, player: str, event: Event) -> None:
        """Change a card for ready money or by barter [73]. Raises Refusal for impossible cards."""
        self.just_traded = player
        if isinstance(event, Says) and event.word == "barters":
            neighbour = self.neighbour(player)
            assert neighbour is not None
            self.cards.happens(partial(_barter, player=player, other=neighbour, cards=event.cards))
            return
        self.money.ready_money(player)
        self.cards.happens(partial(_buy, player=player, event=event))


class Exchanging(Changing):
    """The old game: cards are exchanged with those that lie face up on the table [74]."""

    def take_place(self) -> SubPlay:
        """Exchange with the table, round and round, until two stand or nobody is left to ask [74].

        Return the saying that reveals the hands, if it ended the exchanging.
        """
        standing = 0
        player: str | None = self.order[0]
        while player is not None and standing < ENOUGH_STAND:
            event = yield from self.asked(partial(self.exchange_turn, player))
            if reveals(event):
                self.forget()
                return event
            self.exchange(player, event)
            standing += stands(event)
            last, player = player, self.next_active(player)
        if player is not None:
            for player in self.table.round(self.active(), dealer=last):
                event = yield partial(self.exchange_turn, player, last=True)
                if reveals(event):
                    self.forget()
                    return event
                self.exchange(player, event)
                self.satisfied.add(player)
        return None

    def exchange_turn(self, player: str, last: bool = False) -> Turn:
        """Ask what a player does; when two stand, the others have one `last` turn."""
        may = Lazy((Says, Passes, Draws), partial(self.may_exchange, player), (player,))
        says = (may, *self.reveal.may_reveal(self.reveal_now))
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
        """Return the sayings of the player whose turn it is to exchange."""
        yield word(player, "stands")
        yield passing(player)
        yield word(player, "exchanges")
        yield self.may_change(player, lambda: self.cards.now.could_be(ON_THE_TABLE), "the table")

    def exchange(self, player: str, event: Event) -> None:
        """Let a player stand, pass or exchange a card [74]. Raises Refusal for impossible cards."""
        if isinstance(event, Passes) or stands(event):
            self.satisfied.add(player)
        elif not isinstance(event, Silence):
            cards = (*event.discards, *event.cards) if isinstance(event, Draws) else ()
            self.cards.happens(partial(_barter, player=player, other=ON_THE_TABLE, cards=cards))

    def forget(self) -> None:
        """Forget the cards of whoever still exchanges, because an exchange may have been unseen."""
        if active := self.active():
            self.cards.happens(partial(_mix, holders=(*active, ON_THE_TABLE)))

    def reveal_now(self) -> Reveal:
        """Return the hands as the next saying will find them, if it reveals them."""
        reveal = self.reveal.copy()
        if active := self.active():
            reveal.cards.happens(partial(_mix, holders=(*active, ON_THE_TABLE)))
        return reveal


def stands(event: Event) -> bool:
    """Return whether somebody stands."""
    return isinstance(event, Says) and event.word == "stands"


def _mix(where: Whereabouts, holders: tuple[str, ...]) -> None:
    where.mix(holders)


def _barter(where: Whereabouts, player: str, other: str, cards: tuple[Card, ...]) -> None:
    if cards:
        given, received = cards
        where.exchange(player, given, other, received)
    else:
        where.mix((player, other))


def _buy(where: Whereabouts, player: str, event: Event) -> None:
    if isinstance(event, Draws):
        where.see_all(player, event.discards)
        where.draw_card(player, event.cards[0])
        where.put_out(player, event.discards[0], under=True)
    else:
        where.mix((player,), pack=True)
