"""Speculation: cards are sold seen and unseen; the highest trump turned takes the pool.

Two or more play, up to seventeen with 52 cards and ten with 32; more than ten, or than six with 32, is not
desirable. Each pays the stake into the pool, the dealer twice as much. Three cards are dealt to each, which
nobody looks at, and the next is turned up for trumps; it is the dealer's. The ace is highest, the two lowest [77].

The sales, at any price, which stands whatever the card proves to be [78]-[79]
  turn-up   by the dealer, before it is turned
  trump     by the holder of the highest trump, at any time; on the buyer's left is the next to turn
  card      by him whose turn it is, before he turns it; the buyer has it if it proves higher, else the seller keeps it
  cards     by the holder who alone has cards left, all of them together; he turns them for the buyer

The turning. The player on the left of the holder begins, and each in turn turns his top card. Who turns a higher
trump is now the holder, and the next is on his left; the holder turns nothing while he holds, and turns what he
has left last of all. When all are turned the holder takes the pool [78].

Who takes the pool [78]-[79]
  the holder of the highest trump                        all of it
  the owner of an ace, king, queen or knave turned up    all of it, at once, and the deal passes: nothing is dealt
                                                         anew, and the next dealer turns the next card of the pack;
                                                         not with `honours=play`
  nobody, and it is left for the next deal               where the turn-up is the pool's (`turn_up=pool`) and wins;
                                                         where the spare hand wins (`spare_hand`), which is turned
                                                         after all the others; where the winner has looked at a card

With `knave_five` the owner of a knave or a five pays the pool when it is turned, of whatever suit, the turn-up
too. A card sold before it was turned is the buyer's for this, even if the seller keeps it; what is the pool's, and
the spare hand, pays nothing [79].

Sayings: `deal turn-up CARD`, or `deal`, perhaps `A sells turn-up to B for 3`, and `A plays CARD` by the dealer.
Card by card: `B plays CARD`; `sells trump`, `sells card`, `sells cards`; `spare CARD CARD CARD`; `B wins` when the
rest was not recorded. By outcome: the sales, of which the seller is taken to hold what he sells, and `B wins` or
`pool wins`.

Irregularities [79]: `looking` at a card out of turn costs a stake (`fine`) to the pool, and who has looked cannot
take the pool in this deal; his buyer can. `knave` and `five` are for a deal told by its outcome, with `knave_five`. At
a misdeal the same dealer deals again; what was paid into the pool stays there, and the price of a sale goes back.

Where the book is silent: a pool that is left needs `end divide`, `end draw` or `end leave` at the end. The holder's
last cards, unsold, cannot alter who wins; they are turned for a knave or a five. A spare hand counts as a player.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ledger.games.families.stakes import everybody_stakes
from ledger.games.speculation.turned_cards import TurnedCards, rank
from ledger.rules import (
    Allowed,
    AmountRange,
    Card,
    DealInHand,
    DerivedDefault,
    Game,
    Lazy,
    Offence,
    Options,
    Permission,
    Play,
    Turn,
    cards,
    disallow,
    option,
    refuse,
    sale,
    twice,
    wins,
)
from ledger.rules.events import Deal, Event, Penalty, Plays, PoolWins, Sells, Spare, Wins
from ledger.rules.slots import Cards, Literal, Slots, fixed

HAND = 3
"""The number of cards dealt to each [77]."""

HONOURS = ("A", "K", "Q", "J")
"""Cards that take the pool at once when they are turned up [78]."""


@dataclass(frozen=True)
class SpeculationOptions(Options):
    """The house rules of Speculation."""

    stake: int = option.amount(1, "what each pays into the pool at each deal, the dealer twice", "[77]")
    pack: int = option.pack(cite="[77]")
    honours: str = option.choice(
        "pass", ("pass", "play"), "an ace, king, queen or knave turned up takes the pool at once, or is played", "[78]"
    )
    turn_up: str = option.choice("dealer", ("dealer", "pool"), "whose the turn-up is", "[79]")
    spare_hand: bool = option.flag("a spare hand is dealt, and turned after all the others", "[79]")
    knave_five: int | None = option.amount(None, "what the owner of a knave or a five pays when it is turned", "[79]")
    fine: int = option.amount(
        DerivedDefault(lambda so_far: so_far.stake, "one stake"), "for looking at a card out of turn", "[79]", least=0
    )

    def hands(self, players: int) -> int:
        """Return how many hands are dealt to so many players."""
        return players + (1 if self.spare_hand else 0)


@dataclass(frozen=True)
class SpeculationCarry:
    """The cards turned up since a deal was played out, which are out of the pack [78]."""

    out: tuple[Card, ...] = ()


class SpeculationDeal(DealInHand[SpeculationOptions, SpeculationCarry]):
    """A deal of Speculation."""

    taken_back = "misdeal"

    def play(self) -> Play[SpeculationCarry]:
        """Play the deal in its order: the pool, the turn-up, turning and sales, the winner."""
        event = yield from self.opening((0, 1), self.wrong_turn_up)
        everybody_stakes(self.table, self.options.stake, "[77]")
        owner = None if self.options.turn_up == "pool" else self.dealer
        self.turning = TurnedCards(self.table, self.table.round(), HAND, owner)
        self.turn_up_sold = self.over = False
        carried = SpeculationCarry()
        if event.turn_up:
            carried = self.turn_up(event.turn_up[0])
        while not self.over:
            carried = self.apply((yield self.turn))
        return carried

    # The turn-up

    @property
    def out(self) -> tuple[Card, ...]:
        """Return the cards turned up before, while the pack lasts without a new deal [78]."""
        dealt = self.options.hands(len(self.table.players)) * HAND
        return self.carry.out if dealt + len(self.carry.out) < self.options.pack else ()

    def card_fault(self, player: str, card: Card) -> str | None:
        """Return why a card cannot be turned now, or None."""
        if card in self.out:
            return f"{card} was turned up before, and nothing has been dealt anew: it is out"
        return super().card_fault(player, card)

    def wrong_turn_up(self, deal: Deal) -> str | None:
        """Return why a card cannot be turned up, or None."""
        if deal.turn_up and deal.turn_up[0] in self.out:
            return f"{deal.turn_up[0]} was turned up before, and nothing has been dealt anew: it is out"
        return None

    def turn_up(self, card: Card) -> SpeculationCarry:
        """Turn up a card for trumps; an honour takes the pool and ends the deal [78]-[79]."""
        self.table.turned_up = (card,)
        self.turning.highest = card
        self.pay_for(card, self.turning.owner)
        if self.options.honours == "play" or card.rank not in HONOURS:
            return SpeculationCarry()
        self.table.remark(f"{card} is turned up, and the deal passes")
        self.give_pool(self.turning.owner, f"{card} turned up")
        return SpeculationCarry((*self.out, card))

    def pay_for(self, card: Card, owner: str | None) -> None:
        """Have the owner of a knave or five that is turned pay for it, if it has an owner [79]."""
        if self.options.knave_five and owner and card.rank in ("J", "5"):
            why = "a knave turned up" if card.rank == "J" else "a five turned up"
            self.table.pay(owner, self.table.pool(), self.options.knave_five, why, "[79]", stays=True)

    # The turn

    @property
    def holding(self) -> str:
        """Return who holds the highest trump, as a clause."""
        turning = self.turning
        if turning.by_outcome or turning.highest is None:
            return f"{turning.holder or 'the pool'} holds the highest trump"
        return f"{turning.holder or 'the pool'} holds the highest trump, {turning.highest}"

    def turn(self) -> Turn:
        """Return the turn: the turn-up, the next card, or the outcome."""
        turning = self.turning
        if turning.by_outcome:
            why = "a sale that the cards said do not bear out has made this a deal told by its outcome: say who wins"
            over = disallow(Plays, why, who=self.table.round())
            return Turn(says=(over, *self.always()), statement="the deal is told by its outcome", state=self.holding)
        if turning.highest is None:
            return Turn(
                says=(self.may_turn(self.dealer, 1), *self.always()),
                who=(self.dealer,),
                statement=f"the card that {self.dealer} turns up is not said yet",
            )
        player = turning.next
        if player is None:
            return Turn(says=self.always(), statement="the spare hand is to be turned", state=self.holding)
        most = 1 if turning.others_left(player) else turning.left[player]
        may = self.may_turn(player, most)
        return Turn(says=(may, *self.always()), who=(player,), act="turn a card", state=self.holding)

    def may_turn(self, player: str, most: int) -> Allowed:
        """Return `A plays CARD …`, with at most so many cards."""
        return cards(Plays, player, "plays", (1, most), self.unseen, self.wrong_play)

    def always(self) -> tuple[Lazy, ...]:
        """Return the sales and the outcomes, which may be said in every turn."""

        def pool(player: str) -> Slots | None:
            return None if self.wrong_pool_win(PoolWins()) else fixed("pool wins")

        return (
            Lazy((Sells,), self.sales),
            Lazy((Wins,), lambda: [wins(self.table.round(), check=lambda event: self.wrong_winner(event.player))]),
            Lazy((PoolWins,), lambda: [Allowed(PoolWins, (), check=self.wrong_pool_win, slots=pool)]),
            Lazy((Spare,), lambda: [self.may_turn_spare()]),
        )

    def sales(self) -> Iterator[Permission]:
        """Yield everything that may be sold [78]-[79]."""
        turning = self.turning
        yield self.may_sell("trump", turning.wrong_trump)
        yield self.may_sell("card", turning.wrong_card)
        yield self.may_sell("cards", turning.wrong_cards)
        yield self.may_sell("turn-up", self.wrong_turn_up_sale)

    def may_sell(self, thing: str, wrong: Callable[[str], str | None]) -> Permission:
        """Return a sale at any price above 0; `wrong` says why a player cannot sell [78]-[79]."""
        players = self.table.round()
        if thing == "trump":  # the holder is the likeliest seller, and so the first
            players = tuple(sorted(players, key=lambda player: player != self.turning.holder))
        prices = AmountRange(1, None, self.table.money)
        return sale(players, thing, players, prices, lambda event: wrong(event.player))

    def wrong_turn_up_sale(self, seller: str) -> str | None:
        """Return why the turn-up cannot be sold, or None: the dealer sells it unseen [77]-[79]."""
        if self.options.turn_up == "pool":
            return "the turn-up is the pool's, and not for sale"
        if seller != self.dealer:
            return f"only the dealer, {self.dealer}, sells the turn-up"
        if self.turning.highest is not None or self.turning.by_outcome:
            return "the turn-up has been turned: it is sold before that"
        if self.turn_up_sold:
            return f"the turn-up has been sold already, to {self.turning.owner}"
        return None

    def wrong_play(self, event: Plays) -> str | None:
        """Return why these cards cannot be turned, or None."""
        if event.takes:
            return "a card that is turned takes nothing"
        return next(filter(None, (self.card_fault(event.player, card) for card in event.cards)), None)

    def may_turn_spare(self) -> Allowed:
        """Return `spare CARD CARD CARD`, the spare hand turned up after all the others [79]."""

        def wrong(event: Spare) -> str | None:
            if not self.options.spare_hand:
                return "no spare hand is dealt: spare_hand is off"
            if self.turning.by_outcome or self.turning.highest is None or self.turning.next:
                return "the spare hand is turned when all the others have been"
            if len(event.cards) != HAND:
                return f"the spare hand has {HAND} cards, not {len(event.cards)}"
            faults = (self.card_fault("", card) for card in event.cards)
            return twice(event.cards) or next(filter(None, faults), None)

        def slots(player: str) -> Slots | None:
            among = tuple(card for card in self.unseen() if self.card_fault("", card) is None)
            if not self.options.spare_hand or len(among) < HAND or self.turning.by_outcome or self.turning.next:
                return None
            return (
                (Literal("spare"), Cards(HAND, HAND, among, shown="CARD CARD CARD")) if self.turning.highest else None
            )

        return Allowed(Spare, (), check=wrong, slots=slots)

    # Who wins

    def held_by_ace(self, winner: str | None) -> str | None:
        """Return a sentence if another player holds the ace of trumps, which nothing beats; or None."""
        turning = self.turning
        if turning.highest and turning.highest.rank == "A" and turning.holder != winner:
            return f"{turning.holder or 'the pool'} holds {turning.highest}, the ace of trumps"
        return None

    def wrong_winner(self, player: str) -> str | None:
        """Return why the cards said rule out that a player wins, or None."""
        turning = self.turning
        if turning.next is None and player != turning.holder:
            return f"all cards are turned, and {self.holding}"
        last = turning.next == turning.holder
        if last and player != turning.holder and player not in turning.buyers_of_last_cards:
            return f"only {turning.holder} has cards left, who has not sold them to {player}, and {self.holding}"
        return self.held_by_ace(player)

    def wrong_pool_win(self, event: PoolWins) -> str | None:
        """Return why the pool cannot win, by the cards said or the house rules; or None."""
        if self.options.turn_up != "pool" and not self.options.spare_hand:
            return "the pool has no card in this deal: that is with turn_up=pool or spare_hand=on"
        if not self.options.spare_hand and self.turning.holder is not None:
            return f"{self.holding}: the turn-up, which is the pool's, is beaten"
        return self.held_by_ace(None)

    # What is told

    def apply(self, event: Event) -> SpeculationCarry:
        """Apply a saying; return the carry if it ends the deal."""
        match event:
            case Plays() if self.turning.highest is None:
                return self.turn_up(event.cards[0])
            case Plays():
                self.turned(event)
            case Sells():
                self.sold(event)
            case Spare():
                self.turned_spare(event)
            case Wins():
                self.give_pool(event.player, "the highest trump")
            case PoolWins():
                self.give_pool(None, "the highest trump")
        return SpeculationCarry()

    def turned(self, event: Plays) -> None:
        """Turn cards from a hand; with the last of all the holder wins, unless a spare hand is left."""
        for card in event.cards:
            self.table.played[card] = event.player
            self.pay_for(card, self.turning.turn(event.player, card))
        if self.turning.next is None and not self.options.spare_hand:
            self.give_pool(self.turning.holder, "the highest trump")

    def sold(self, event: Sells) -> None:
        """Apply a sale: the buyer pays at once, whatever the card turns out to be [78]-[79]."""
        names = {"turn-up": "the turn-up", "trump": "the highest trump", "card": "a card", "cards": "all the cards"}
        self.table.pay(event.buyer, event.player, event.amount, f"bought {names[event.thing]}", "[78]-[79]")
        turning = self.turning
        match event.thing:
            case "turn-up":
                self.turn_up_sold = True
                turning.sell_turn_up(event.buyer)
            case "trump":
                turning.sell_trump(event.player, event.buyer)
            case "card":
                turning.sell_card(event.player, event.buyer)
            case "cards":
                turning.sell_cards(event.player, event.buyer)

    def turned_spare(self, event: Spare) -> None:
        """Turn the spare hand: if the highest trump is in it, the pool is left [79]."""
        highest = self.turning.highest
        assert highest is not None
        beaten = any(card.suit == highest.suit and rank(card) > rank(highest) for card in event.cards)
        self.give_pool(None if beaten else self.turning.holder, "the highest trump")

    def give_pool(self, winner: str | None, why: str) -> None:
        """Give the pool to its winner, except to itself or to a player who looked at a card [79]."""
        self.over = True
        if winner is None:
            self.table.remark(f"the pool wins, and {self.table.show(self.table.holding())} is left for the next deal")
        elif self.table.fined_for(winner, "looking"):
            self.table.remark(f"{winner} has looked at a card, and the pool is left for the next deal")
        else:
            self.table.take_pool((winner,), why, "[78]")

    # Irregularities

    def offences(self) -> dict[str, Offence]:
        """Return the offences: looking, and by outcome the knaves and fives turned [79]."""
        pool, price = self.table.pool(), self.options.knave_five
        offences = {"looking": Offence(self.options.fine, pool, "[79]")}
        return offences | (
            {"knave": Offence(price, pool, "[79]"), "five": Offence(price, pool, "[79]")} if price else {}
        )

    def penalty(self, event: Penalty) -> None:
        """Pay an irregularity; a penalty for a knave or five makes the deal one by outcome."""
        of_a_card = event.offence in ("knave", "five")
        if of_a_card and not self.options.knave_five:
            raise refuse(f"nothing is paid for a {event.offence} here: knave_five is off")
        super().penalty(event)
        if of_a_card:
            self.turning.by_outcome = True

    def wrong_penalty(self, player: str, word: str) -> str | None:
        """Return why a knave or five cannot be a penalty now, or None."""
        if word in ("knave", "five") and self.turning.card_by_card:
            return f"this deal is told card by card: a {word} pays when it is turned"
        return None


class Speculation(Game[SpeculationOptions, SpeculationCarry]):
    """Speculation."""

    name = "speculation"
    title = "Speculation"
    options = SpeculationOptions
    carry = SpeculationCarry
    deal = SpeculationDeal
    players = (2, 17)

    def refuse_players(self, number: int, options: SpeculationOptions) -> str | None:
        """Return why so many cannot play, or None: each hand has three cards, and one is turned up."""
        if options.hands(number) * HAND >= options.pack:
            most = (options.pack - 1) // HAND - options.hands(0)
            with_spare = " and a spare hand" if options.spare_hand else ""
            return f"{options.pack} cards are enough for {most} players{with_spare}, not for {number}"
        return super().refuse_players(number, options)

    def warn_players(self, number: int, options: SpeculationOptions) -> str | None:
        """Return a warning for more than ten players, or six with 32 cards; or None [77]."""
        most = 6 if options.pack == 32 else 10
        return f"more than {most} players are not desirable with {options.pack} cards [77]" if number > most else None


GAME = Speculation()
