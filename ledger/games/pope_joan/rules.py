"""Pope Joan: be rid of your cards first, and play the cards on which the board's stakes lie.

Any number from two play, as long as everyone is dealt a card. The pack has 51 cards, the eight of diamonds being
out; the nine of diamonds is Pope Joan. One card is turned up for trumps and is nobody's; a spare hand is dealt, and
what is over goes to it, or as `spare` says [80]-[82], [85]-[86].

The board has eight chances, five with `five_pool`. It is dressed at every deal by all the players, the dealer paying
double, or by the dealer alone: the least that makes `board` stakes together, in this order [81], [85]
  pope 6       the nine of diamonds            king 1       the king of trumps
  matrimony 2  king and queen of trumps        queen 1      the queen of trumps
  intrigue 2   queen and knave of trumps       knave 1      the knave of trumps
  ace 1        the ace of trumps               game         the rest: who is out first

The stops. Suits run from ace to king. The eldest hand leads any card; the next of the suit must follow, from whoever
has it, until a stop: a card whose next is in nobody's hand. Who played the stop leads any card [80], [83]. So the
kings, the seven of diamonds and the card below the turn-up are known stops, and the cards laid aside make others.

What moves, in stakes
  turn-up an honour of trumps   its chance to the dealer [82]
  turn-up Pope                  Pope to the dealer, and from each other a stake a card dealt to him [82]; with
                                `pope_wins` Game as well, and the deal is over [85]
  an honour of trumps played    its chance to the player [82]
  both of a pair played         Matrimony or Intrigue to him who played both; with `divided` half to each of two [83]
  Pope played                   Pope to the player, and from each other a stake a card in his own hand [82]
  out                           Game to him who is out; from each other a stake a card left. Who is left with Pope
                                pays nothing [84]; with `game_only` what is paid for cards goes to the board [85]
What nobody took stays on its chance. With `pope_limit` nobody pays more than so many stakes for Pope [82].

With `game_only` the first deal is dressed; after it the next dealer alone pays a stake. Each places what he has paid,
and the dealer that stake, before the next deal: `B stakes 3 on pope`. The rest goes stake by stake where least lies,
of equals in the order of the board; nothing may be left bare that could be covered [85].

Sayings: `deal A turn-up CARD`. By cards `A plays CARD …`; by outcome, as it happened, `A takes ace`, `king`, `queen`,
`knave`, `matrimony`, `intrigue`, several in one saying; `A takes pope B 7 C 6`, with the cards that the others then
have; `A out`; and last `left B 3 C 2+pope`, the mark being on who still holds Pope. By cards `left` is said only where
it is not known who that is. With `pope_limit` a player not named with Pope has as many cards as the limit, or more.

Where the book is silent: the dealer pays himself nothing for Pope turned up. A king turned up takes King and makes no
Matrimony. Played by one, king and queen make it in either order. A dealer who looks at the spare hand and is out pays
for the board and takes for the turn-up, and has no cards. Pope in place of a missing card (`pope_in_lieu`) goes at any
stop but a king; the suit goes on with the card above the missing one, the ten after the seven of diamonds, or its
player leads; played by him whose the stop was, Pope may also be a lead, and either card may follow. A card that ought
to have followed is reported, and moves nothing. A penalty of the house goes to Game. After a misdeal the same dealer
deals again, and all goes back but penalties and the dressing, which is not paid again. While anything lies on the
board the game is ended by `end divide`, `end draw` or `end leave`. With `dealer_dresses` it is then reported if not all
have dealt equally often [81].
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from ledger.games.families.board import Board
from ledger.games.families.stops.deal import StopsDeal
from ledger.games.families.stops.sequence import CardsInSequence
from ledger.games.pope_joan.options import HONOURS, PACK, PAIRS, POPE, PopeOptions
from ledger.rules import Allowed, Card, Game, Permission, Play, listed, so_many
from ledger.rules.events import Bets, End, Event, Left, Takes
from ledger.rules.slots import Group, Literal, Number, Player, Slots, Word

RANKS_OF_HONOURS = {honour: rank for rank, honour in HONOURS.items()}
DRESSED = "dressing the board"
DEALERS_PART = "the dealer's part"
DEALER_STAKE = "the dealer's stake"
"""What is due for a deal: each dresses the board, the dealer besides; with `game_only` a stake [81], [85]."""


@dataclass(frozen=True)
class PopeCarry:
    """Amounts that `game_only` has taken and nobody has placed, in the smallest unit [85]."""

    to_place: dict[str, int] = field(default_factory=dict)


class PopeSequence(CardsInSequence):
    """The cards as they fall; Pope may stand for a missing card, if the house allows it [86]."""

    def breaks_in(self, player: str, card: Card) -> bool:
        """Return whether Pope may be played at another's stop: not at a king, which no card follows."""
        return card is POPE and self.can_stand_in() and self.wrong_lead() is None

    def can_stand_in(self) -> bool:
        """Return whether a card is missing that Pope may stand for."""
        return self.deal.options.pope_in_lieu and self.last is not None and self.last.rank != "K"

    def leader_alone(self) -> bool:
        """Return whether only the leader can play: not if another player may hold Pope."""
        return super().leader_alone() and not (self.can_stand_in() and self.may_come(POPE))

    def following(self, player: str, card: Card) -> tuple[Card | None, ...]:
        """Return the cards that may follow; after Pope in place of a card, the one above that card."""
        own = self.higher(card)
        if card is not POPE or not self.can_stand_in():
            return (own,)
        assert self.last is not None
        above = own if self.last is Card("7D") else self.higher(self.last, 2)
        if player != self.player:
            return (above,)
        return tuple(dict.fromkeys((own, above)))


class PopeDeal(StopsDeal[PopeOptions, PopeCarry]):
    """A deal of Pope Joan."""

    taken_back = "misdeal"
    fines_to = "game"
    sequence = PopeSequence
    chances = ("pope", "matrimony", "intrigue", "ace", "king", "queen", "knave")
    said_alone = ("pope",)
    mark = ("pope", POPE)

    def prepare(self) -> None:
        """Set up the attributes of the deal."""
        super().prepare()
        self.board = Board(self.table, self.options.chances, self.options.stake)
        self.pools_in_order = self.board.chances
        self.turned: str | None = None
        """The honour of trumps that is turned up."""
        self.honours: dict[str, str] = {}
        """The player of each honour of trumps that was played."""
        self.popes: str | None = None
        """The player of Pope, once it was played."""
        self.had: dict[str, int] = {}
        """The number of cards that the others had when Pope was played, as it was said."""

    def play(self) -> Play[PopeCarry]:
        """Play the deal in its order: the board, the turn-up, the cards, the cards left."""
        deal = yield from self.opening((1, 1), extra=self.may_place)
        self.dress()
        (card,) = deal.turn_up
        self.turn_up(card)
        if card is POPE and self.options.pope_wins:
            self.take_chance("game", self.dealer, "Pope turned up wins the game", "[85]")
            return PopeCarry()
        winner = yield from self.until_out()
        return self.settle(winner)

    def hand_players(self) -> tuple[str, ...]:
        """Return who has cards, without a dealer who looks at the spare hand and stands out [86]."""
        order = self.table.round()
        return order[:-1] if self.options.dealer_looks == "out" else order

    def cards_dealt(self) -> dict[str, int]:
        """Return how many cards each is dealt: all alike; the odd cards lie aside [81]."""
        number = self.options.cards_each(len(self.table.players))
        return dict.fromkeys(self.hand_players(), number)

    # The board

    def dress(self) -> None:
        """Have all, or the dealer, dress the board; with `game_only` for the first deal only [81]."""
        options, table = self.options, self.table
        if options.game_only and table.deals > 1:
            self.place_rest()
            return
        wanted = {} if table.has_paid(DRESSED) else options.layout()
        for player, amount in self.contributions().items():
            for chance, part in laid_out(wanted, amount):
                table.pay(player, table.pool(chance), part, DRESSED, "[81]", stays=True)

    def contributions(self) -> dict[str, int]:
        """Return what each still owes the board: all alike, the dealer double or all of it [81]."""
        options, table = self.options, self.table
        double = table.falls_due(DEALERS_PART, self.dealer, dealers=True)
        if options.dealer_dresses:
            return {self.dealer: options.board * options.stake if double else 0}
        order = table.round()
        share = -(-options.board // (len(order) + 1)) * options.stake
        parts = {player: share if table.falls_due(DRESSED, player) else 0 for player in order}
        return {player: part + (share if double and player == self.dealer else 0) for player, part in parts.items()}

    def to_place(self) -> dict[str, int]:
        """Return what each may place now: what is paid, and one stake more for the next dealer [85]."""
        owed = dict(self.carry.to_place)
        dealer = self.table.due_dealer()
        if dealer and self.table.deals and not self.table.has_paid(DEALER_STAKE):
            owed[dealer] = owed.get(dealer, 0) + self.options.stake
        return owed

    def may_place(self) -> tuple[Permission, ...]:
        """`B stakes AMOUNT on CHANCE`, between deals with `game_only`."""
        return self.board.may_place(self.to_place()) if self.options.game_only else ()

    def before_deal(self, event: Event) -> None:
        """Place stakes: first what was paid, then the dealer's own stake [85]."""
        assert isinstance(event, Bets)
        assert event.on is not None
        player, why = event.player, f"placed on {event.on}"
        paid = min(event.amount, self.carry.to_place.get(player, 0))
        self.board.put(self.table.pool("unplaced"), event.on, paid, why, "[85]")
        left = {**self.carry.to_place, player: self.carry.to_place.get(player, 0) - paid}
        self.carry = replace(self.carry, to_place={owner: amount for owner, amount in left.items() if amount})
        if event.amount > paid:
            self.table.falls_due(DEALER_STAKE, player, dealers=True)
            self.board.put(player, event.on, event.amount - paid, DEALER_STAKE, "[85]")

    def place_rest(self) -> None:
        """Cover the board with the stakes that were not placed, and the dealer's stake [85]."""
        table, stake = self.table, self.options.stake
        place_unplaced(self.board)
        self.carry = PopeCarry()
        if table.falls_due(DEALER_STAKE, self.dealer, dealers=True):
            self.board.cover(self.dealer, stake, stake, DEALER_STAKE, "[85]")

    def take_chance(self, chance: str, player: str, why: str, cite: str) -> None:
        """Give a player the stakes on a chance, if the board has it."""
        if chance in self.options.chances:
            self.table.take_pool((player,), why, cite, name=chance)

    # The turn-up, and the cards that bring something

    def turn_up(self, card: Card) -> None:
        """Pay the dealer for an honour of trumps, or for Pope, turned up [82]."""
        if card is POPE:
            self.pay_pope(self.dealer, self.cards_dealt(), "turned up")
        elif card.rank in HONOURS:
            self.turned = HONOURS[card.rank]
            self.take_chance(self.turned, self.dealer, f"the {self.turned} of trumps turned up", "[82]")

    def pay_pope(self, player: str, in_hand: Mapping[str, int], how: str) -> None:
        """Give a player Pope, and a stake a card in hand from each other, up to the limit [82]."""
        self.take_chance("pope", player, f"Pope {how}", "[82]")
        limit = self.options.pope_limit
        for other in self.table.others(player, among=in_hand):
            stakes = in_hand[other] if limit is None else min(limit, in_hand[other])
            why = f"Pope {how}: {so_many(stakes)}{' or more' if stakes == limit else ''}"
            self.table.pay(other, player, stakes * self.options.stake, why, "[82]")

    def card_played(self, player: str, card: Card) -> None:
        """Give the player of Pope, or of an honour of trumps, the stakes on it [82]."""
        if card is POPE:
            self.popes = player
            self.pay_pope(player, {other: self.in_hand_of(other) for other in self.others_dealt(player)}, "played")
        elif card.suit == self.table.turned_up[0].suit and card.rank in HONOURS:
            self.play_honour(player, HONOURS[card.rank])

    def play_honour(self, player: str, honour: str) -> None:
        """Give an honour's player its chance, and the pair that it completes [82]-[83]."""
        self.honours[honour] = player
        self.take_chance(honour, player, f"the {honour} of trumps played", "[82]")
        for chance, pair in PAIRS.items():
            if honour not in pair or not all(card in self.honours for card in pair):
                continue
            players = list(dict.fromkeys(self.honours[card] for card in pair))
            if len(players) == 1:
                self.take_chance(chance, player, f"{chance} played", "[82]")
            elif self.options.divided:
                self.table.take_pool(players, f"{chance} divided", "[83]", name=chance)

    # By outcome

    def still_there(self) -> tuple[str, ...]:
        """Return Pope, the honours and the pairs that can still be played."""
        honours = [honour for honour in HONOURS.values() if honour != self.turned and honour not in self.honours]
        pairs = [
            chance for chance, pair in PAIRS.items() if self.turned not in pair and not {*pair} <= self.honours.keys()
        ]
        pope = [] if self.popes or POPE in self.table.turned_up else ["pope"]
        return (*pope, *pairs, *honours)

    def gone(self, chance: str) -> str:
        """Return who has played a chance, or that it is turned up; empty for neither."""
        honours = list(honours_in(Takes("", (chance,))))
        if chance == "pope":
            return f"{self.popes} has it" if self.popes else "is turned up" if POPE in self.table.turned_up else ""
        players = dict.fromkeys(self.honours[honour] for honour in honours if honour in self.honours)
        return "is turned up" if self.turned in honours else f"{listed([*players])} has it" if len(players) == 1 else ""

    def had_before(self, player: str) -> tuple[str, ...]:
        """Return the honours and pairs that the player has played."""
        mine = {honour for honour, whose in self.honours.items() if whose == player}
        honours = {chance: set(honours_in(Takes(player, (chance,)))) for chance in self.chances}
        return tuple(chance for chance in self.chances if honours[chance] and honours[chance] <= mine)

    def wrong_takes(self, event: Takes) -> str | None:
        """Return why chances cannot be taken: they must be playable, and one of them new."""
        if problem := self.wrong_chances(event):
            return problem
        if "pope" in event.things:
            return self.wrong_pope(event)
        if event.counts:
            return "what the others have in hand is said with pope alone"
        if len(set(event.things)) != len(event.things):
            return "a chance is said twice"
        player, honours = event.player, list(honours_in(event))
        for honour in honours:
            if honour == self.turned:
                return f"the {honour} of trumps is turned up: nobody can play it"
            if (other := self.honours.get(honour, player)) != player:
                return f"{other} has played the {honour} of trumps"
        if all(honour in self.honours for honour in honours):
            return f"{player} has all that already"
        suit = self.table.turned_up[0].suit
        return self.lacks(player, (Card(f"{RANKS_OF_HONOURS[honour]}{suit}") for honour in honours))

    def wrong_pope(self, event: Takes) -> str | None:
        """Return what is wrong with `takes pope` and the others' cards, or None [82]."""
        if event.things != ("pope",):
            return "pope stands alone in its saying"
        if POPE in self.table.turned_up:
            return "Pope is turned up: nobody can play it"
        if problem := self.lacks(event.player, (POPE,)):
            return problem
        if self.popes:
            return f"{self.popes} has played Pope already"
        named = dict(event.counts)
        for player, number in named.items():
            if player == event.player:
                return f"what {player} has is not said: the others' cards are"
            if player not in self.dealt:
                return f"{player} has no cards in this deal"
            if not 1 <= number <= self.dealt[player]:
                return f"{player} has 1 to {self.dealt[player]} cards, not {number}"
        limit = self.options.pope_limit
        others = [player for player in self.others_dealt(event.player) if player not in named]
        if missing := [player for player in others if limit is None or self.dealt[player] < limit]:
            return f"it is not said how many cards {listed(missing)} {'has' if len(missing) == 1 else 'have'} in hand"
        return None

    def take(self, event: Takes) -> None:
        """Pay for what is taken; players not named with Pope have the limit or more."""
        player = event.player
        if event.things == ("pope",):
            self.popes, self.had = player, dict(event.counts)
            limit = self.options.pope_limit or 0
            self.pay_pope(player, {other: self.had.get(other, limit) for other in self.others_dealt(player)}, "played")
            return
        for honour in honours_in(event):
            if honour not in self.honours:
                self.play_honour(player, honour)

    def may_take(self) -> tuple[Permission, ...]:
        """`A takes CHANCE`, and `A takes pope B 7 C 6`, with the cards that the others then have."""

        def slots(player: str) -> Slots | None:
            limit, others = self.options.pope_limit, self.others_dealt(player)
            if self.popes or POPE in self.table.turned_up or self.lacks(player, (POPE,)):
                return None
            named = all(limit is None or self.dealt[other] < limit for other in others)
            most = min(self.dealt[other] for other in others)
            hand_counted = (Player(others), Number(1, most))
            low = len(others) if named else 1
            held = Group(hand_counted, repeat=True, low=low, high=len(others), optional=not named, shown="NAME N …")
            return (Word(("takes",)), Literal("pope"), held)

        return (Allowed(Takes, self.hand_players(), check=self.wrong_takes, slots=slots), *super().may_take())

    # What is left

    def most_left(self, player: str) -> int:
        """Return the most cards left: no more than dealt, nor than when Pope was played."""
        return min(self.dealt[player], self.had.get(player, self.dealt[player]))

    def wrong_marks(self, event: Left) -> str | None:
        """Return what is wrong with marks: nobody is left with Pope once it was played or turned up."""
        if event.marks and POPE in self.table.turned_up:
            return "Pope is turned up: nobody is left with it"
        if event.marks and self.popes:
            return f"{self.popes} has played Pope: nobody is left with it"
        return None

    def goes_out(self, player: str) -> None:
        """Give Game to the player who is out first [84]."""
        self.take_chance("game", player, "out first", "[84]")

    def settle(self, winner: str) -> PopeCarry:
        """Have all pay a stake for each card left, except the holder of Pope [84]-[85]."""
        table, options = self.table, self.options
        payee = table.pool("unplaced") if options.game_only else winner
        cite = "[85]" if options.game_only else "[84]"
        to_place = {}
        for player, cards in self.cards_left.items():
            if player == self.left_with:
                continue
            amount = cards * options.stake
            table.pay(player, payee, amount, f"{so_many(cards)} left", cite)
            to_place[player] = amount
        return PopeCarry(to_place if options.game_only else {})

    # Between deals, and the end

    def end(self, event: End) -> None:
        """End the game; place unplaced stakes before `leave`, and report unequal dressing [81]."""
        if event.how == "leave":
            place_unplaced(Board(self.table, self.options.chances, self.options.stake))
        super().end(event)
        dealt = {player: self.table.deals_by.get(player, 0) for player in self.table.players}
        if self.options.dealer_dresses and len(set(dealt.values())) > 1:
            numbers = ", ".join(f"{player} {number}" for player, number in dealt.items())
            self.table.remark(f"not all have dealt, and so dressed the board, equally often: {numbers}")


def laid_out(wanted: dict[str, int], amount: int) -> Iterator[tuple[str, int]]:
    """Yield the parts of an amount laid on chances that still want stakes; Game has the rest.

    What is laid is taken off `wanted`, which is in the smallest unit.
    """
    for chance, wants in wanted.items():
        if part := min(amount, wants):
            wanted[chance] -= part
            amount -= part
            yield chance, part
    yield "game", amount


def honours_in(event: Takes) -> Iterator[str]:
    """Return the honours of trumps that a saying names, each once."""
    yield from dict.fromkeys(honour for thing in event.things for honour in PAIRS.get(thing, (thing,)))


def place_unplaced(board: Board) -> None:
    """Put paid and unplaced stakes on the board, stake by stake where least lies [85]."""
    table = board.table
    board.cover(table.pool("unplaced"), table.holding("unplaced"), board.stake, "not placed", "[85]")


class PopeJoan(Game[PopeOptions, PopeCarry]):
    """Pope Joan."""

    name = "pope-joan"
    title = "Pope Joan"
    options = PopeOptions
    carry = PopeCarry
    deal = PopeDeal
    own_pack = PACK

    def refuse_players(self, number: int, options: PopeOptions) -> str | None:
        """Return why so many cannot play: each needs a card, and two must play if the dealer is out."""
        if problem := super().refuse_players(number, options):
            return problem
        if options.hands(number) < 2:
            return f"with dealer_looks=out Pope Joan takes three players, not {number}: the dealer has no cards"
        if options.cards_each(number) < 1:
            return f"there are not cards enough for {number} players"
        return None


GAME = PopeJoan()
