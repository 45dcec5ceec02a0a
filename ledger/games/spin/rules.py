"""Spin: a kind of Pope Joan without trumps; the ace of diamonds makes any card a stop.

Any number from two play, as long as everyone is dealt a card. The pack has 50 cards, the two of hearts and the eight
of diamonds being out. All are dealt as equally as they go, the odd ones to the first from the dealer's left; none
lies aside. The known stops are the kings, the seven of diamonds and the ace of hearts [87]-[88].

The stops. Suits run from ace to king. The eldest hand leads any card; the next of the suit must follow, from whoever
has it, until a stop: a card whose next is in nobody's hand. Who played the stop leads any card [80], [83], [88].

What moves, in stakes
  each deal        1 to Game from each but the dealer and the winner of the deal before; with `dealer_game` from the
                   dealer too, unless he was that winner [87]-[88]
  the dealer       2 to Matrimony and 1 to Intrigue, the winner of the deal before too [87]-[88]
  matrimony        to him who plays, or shows, king and queen of diamonds [87]-[88]
  intrigue         to him who plays, or shows, queen and knave of diamonds [87]-[88]
  Spin played      `spin` from each other player [87]
  a king played    1 from each other player [87]
  out              Game to him who is out [88]
  left             1 a card from each other to him, 2 a card from the one who is left with Spin [88]

Spin is led, or comes together with a card that follows on, from the hand of the same player (`B plays 7C AD`, "seven
and Spin"); it makes that card a stop, and he leads again. What is due for a king or for Spin must be collected before
another card is played, or it is forfeited [87]-[88].

Sayings: `deal A`. By cards `A plays CARD …`; `A shows KD QD`, `QD JD` or all three, when the lead is his by a stop:
he takes the stakes and goes on with any card; `A forfeits`, next after his play, if another card was played before
he had collected. By outcome, as it happened, `A takes king`, once for each, `spin`, `matrimony`, `intrigue`; `A out`;
and last `left B 3 C 4+spin`, the mark being on who still holds Spin. By cards `left` is said only where it is not
known who that is.

Where the book is silent: to be shown, cards must be in the hand, and not before the first lead. A king that is shown
brings nothing until it is played. Spin led is an ace: the two may follow, or its player leads again, as he likes. A
king or Spin that was forfeited is played all the same, and nothing can be forfeited with the card that ends the deal.
The winner need not pay the next Game only, also after a misdeal. A penalty of the house goes to Game. After a misdeal
the same dealer deals again, and all goes back but penalties and what was paid in, which is not paid again. While a
pool holds anything the game is ended by `end divide`, `end draw` or `end leave`.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial

import msgspec

from ledger.games.families.stops.deal import StopsDeal
from ledger.games.families.stops.sequence import CardsInSequence
from ledger.rules import (
    Card,
    Game,
    Lazy,
    Options,
    Permission,
    Play,
    disallow,
    listed,
    option,
    pack_of,
    shows,
    so_many,
    word,
)
from ledger.rules.events import Event, Holds, Left, Plays, Says, Shows, Takes
from ledger.rules.slots import Cards, Slots, Word

SPIN = Card("AD")
KING, QUEEN, KNAVE = Card("KD"), Card("QD"), Card("JD")
PACK = pack_of(52) - {Card("2H"), Card("8D")}
"""The pack without the two of hearts and the eight of diamonds, which makes two stops [87]."""

KINGS = frozenset(Card(f"K{suit}") for suit in "CDHS")
PAIRS = {"matrimony": frozenset({KING, QUEEN}), "intrigue": frozenset({QUEEN, KNAVE})}
"""The diamonds that make each chance of the pool [87]."""
CARDS_OF = {"spin": (SPIN,), "matrimony": (KING, QUEEN), "intrigue": (QUEEN, KNAVE)}
"""The cards that the taker of a chance must have held."""
SHOWN = ((KING, QUEEN), (QUEEN, KNAVE), (KING, QUEEN, KNAVE))
"""The cards that may be shown: those of one pair, or of both."""


@dataclass(frozen=True)
class SpinOptions(Options):
    """The house rules of Spin."""

    stake: int = option.amount(1, "one counter of the game, in which all else is reckoned", "[87]-[88]")
    spin: int = option.number(3, 1, 1000, "stakes that each other pays to the player of Spin", "[87]")
    dealer_game: bool = option.flag("the dealer pays to Game too", "[87]-[88]")


@dataclass(frozen=True)
class SpinCarry:
    """The winner of the deal before, who need not pay to Game [88]."""

    winner: str | None = None


class SpinSequence(CardsInSequence):
    """The cards as they fall; Spin may be played together with a card that followed on [88]."""

    def wrong(self, player: str, card: Card) -> str | None:
        """Return why a card cannot be played now, or None."""
        problem = super().wrong(player, card)
        if problem and card is SPIN and player == self.player:
            return f"{problem}; Spin makes a stop of a card that followed on, and {self.last} was led"
        return problem

    def breaks_in(self, player: str, card: Card) -> bool:
        """Return whether Spin may be played here: by the player of a card that was not led."""
        return card is SPIN and player == self.player and not self.led

    def following(self, player: str, card: Card) -> tuple[Card | None, ...]:
        """Return the cards that may follow; after Spin its player may always lead [88]."""
        if card is not SPIN:
            return super().following(player, card)
        together = self.breaks_in(player, card) and not self.is_stop()
        return (None,) if together else (self.higher(card), None)


class SpinDeal(StopsDeal[SpinOptions, SpinCarry]):
    """A deal of Spin."""

    taken_back = "misdeal"
    fines_to = "game"
    sequence = SpinSequence
    chances = ("king", "spin", "matrimony", "intrigue")
    mark = ("spin", SPIN)

    def prepare(self) -> None:
        """Set up the attributes of the deal."""
        super().prepare()
        self.pairs: dict[str, str] = {}
        """The players who have taken Matrimony and Intrigue."""
        self.king_takers: list[str] = []
        """The collectors for kings, once for each king, in a deal told by its outcome."""
        self.spins: str | None = None
        """The collectors for Spin, in a deal told by its outcome."""
        self.cards_shown: dict[Card, str] = {}
        """The cards that were shown, each with its player."""
        self.collected: Card | None = None
        """The king, or Spin, that was the last card of the last saying."""

    def play(self) -> Play[SpinCarry]:
        """Play the deal in its order: the payments in, the cards, the cards left."""
        yield from self.opening()
        self.pay_in()
        winner = yield from self.until_out()
        return self.settle(winner)

    # What is paid

    def pay_in(self) -> None:
        """Take the stakes: Game from all but the last winner, two pairs from the dealer [87]-[88]."""
        table, stake = self.table, self.options.stake
        for player in table.round() if self.options.dealer_game else table.others(self.dealer):
            if player != self.carry.winner:
                table.pay_in(player, table.pool("game"), stake, "a stake for Game", "[87]-[88]")
        for chance, stakes, why in (
            ("matrimony", 2, "the dealer's stakes for Matrimony"),
            ("intrigue", 1, "the dealer's stake for Intrigue"),
        ):
            table.pay_in(self.dealer, table.pool(chance), stakes * stake, why, "[87]-[88]", dealers=True)

    def worth(self, card: Card) -> int:
        """Return what each other player pays for a king or Spin, in the smallest unit [87]."""
        if card is SPIN:
            return self.options.spin * self.options.stake
        return self.options.stake if card.rank == "K" else 0

    def collect(self, player: str, card: Card) -> None:
        """Have every other player pay for a king or Spin."""
        for other in self.others_dealt(player):
            self.table.pay(other, player, self.worth(card), "Spin played" if card is SPIN else "a king played", "[87]")

    def take_pair(self, player: str, chance: str, how: str) -> None:
        """Give a player Matrimony or Intrigue, unless it was taken in this deal."""
        if chance not in self.pairs:
            self.pairs[chance] = player
            self.table.take_pool((player,), f"{chance} {how}", "[88]", name=chance)

    def goes_out(self, player: str) -> None:
        """Give Game to the player who is out first [88]."""
        self.table.take_pool((player,), "out first", "[88]", name="game")

    def settle(self, winner: str) -> SpinCarry:
        """Have all pay a stake for each card left, and two if they are left with Spin [88]."""
        for player, number in self.cards_left.items():
            holds = player == self.left_with
            why = f"{so_many(number)} left{', with Spin' if holds else ''}"
            self.table.pay(player, winner, number * self.options.stake * (2 if holds else 1), why, "[88]")
        return SpinCarry(winner)

    # By cards

    def hear(self, event: Event) -> None:
        """Take a saying; only gains of its last card can be forfeited."""
        due, self.collected = self.collected, None
        if isinstance(event, Plays):
            super().hear(event)
            if self.winner is None and self.worth(event.cards[-1]):
                self.collected = event.cards[-1]
        elif isinstance(event, Says):
            assert due is not None
            self.forfeit(event.player, due)
        else:
            super().hear(event)

    def card_played(self, player: str, card: Card) -> None:
        """Have the others pay for a king and Spin; give a pair to who played both cards [87]-[88]."""
        if self.worth(card):
            self.collect(player, card)
        for chance, pair in PAIRS.items():
            if card in pair and all(self.run.played.get(needed) == player for needed in pair):
                self.take_pair(player, chance, "played")

    def forfeit(self, player: str, card: Card) -> None:
        """Pay back what was not collected before another card was played [87]."""
        for other in self.others_dealt(player):
            self.table.pay(player, other, self.worth(card), f"{card} forfeited: not collected in time", "[87]")

    def further(self) -> tuple[Lazy, ...]:
        """`A shows CARD …` and `A forfeits`, in a deal told by its cards."""
        return Lazy((Shows,), self.showing), Lazy((Says,), self.forfeiting)

    def forfeiting(self) -> tuple[Permission, ...]:
        """`A forfeits` what was not collected in time, after the card that brings it [87]."""
        if self.told_by == "outcome":
            return (nothing_forfeited("by outcome, what was not collected is left unsaid"),)
        if self.told_by is None:
            return (nothing_forfeited("no card has been played"),)
        if self.collected is None:
            return (nothing_forfeited("it is said next after the play of a king or of Spin"),)
        return (word(self.run.player, "forfeits"),)

    def showing(self) -> tuple[Permission, ...]:
        """`A shows KD QD`, `QD JD`, or all three, by the player who leads by a stop."""
        if self.told_by == "outcome":
            return (disallow(Shows, "this deal is told by its outcome: say takes matrimony, or takes intrigue"),)
        if self.told_by is None:
            return (disallow(Shows, "nothing is shown before the first lead"),)

        def slots(pair: tuple[Card, ...], player: str) -> Slots | None:
            if self.wrong_shows(Shows(player, pair)):
                return None
            return (Word(("shows",)), Cards(len(pair), len(pair), pair))

        may = shows(self.hand_players(), (2, 3), lambda: (KING, QUEEN, KNAVE), self.wrong_shows)
        return tuple(msgspec.structs.replace(may, slots=partial(slots, pair)) for pair in SHOWN)

    def also(self, event: Event) -> None:
        """Take what is shown; its player has the lead, also by the stop that Spin made [88]."""
        assert isinstance(event, Shows)
        self.cards_shown |= dict.fromkeys(event.cards, event.player)
        for chance in chances_of(event.cards):
            self.take_pair(event.player, chance, "shown")
        self.run.leads_again()

    def wrong_shows(self, event: Shows) -> str | None:
        """Return why cards cannot be shown, in hand and by who leads at a stop [88]; or None."""
        player, chances = event.player, chances_of(event.cards)
        if not chances or {*event.cards} != {card for chance in chances for card in PAIRS[chance]}:
            return "what is shown is KD QD, QD JD, or KD QD JD"
        if player != self.run.player or not self.run.is_stop():
            return f"{player} does not lead by a stop: {self.run.expected()}"
        if problem := next(filter(None, (self.card_fault(player, card) for card in event.cards)), None):
            return problem
        if taken := [chance for chance in chances if chance in self.pairs]:
            return f"{self.pairs[taken[0]]} has taken {taken[0]} already in this deal"
        return self.too_many(player, {*self.shown_by(player), *event.cards}, self.in_hand_of(player))

    def shown_by(self, player: str) -> set[Card]:
        """Return the cards that a player has shown."""
        return {card for card, whose in self.cards_shown.items() if whose == player}

    def wrong_rest(self, player: str, run: CardsInSequence, card: Card, left: int) -> str | None:
        """Return why a player cannot hold so few cards while shown ones are in hand; or None."""
        return self.too_many(player, self.shown_by(player).difference(run.played, (card,)), left)

    @staticmethod
    def too_many(player: str, held: Collection[Card], left: int) -> str | None:
        """Return a sentence if a player with so many cards cannot have these in hand; or None."""
        if len(held) <= left:
            return None
        return f"{player} cannot have {listed(sorted(map(str, held)))} in hand: the cards left there are {left}"

    def card_fault(self, player: str, card: Card) -> str | None:
        """Return why a card cannot be played, also because another player has shown it; or None."""
        if (other := self.cards_shown.get(card, player)) != player and card not in self.table.played:
            return f"{card} is in {other}'s hand, who has shown it"
        return super().card_fault(player, card)

    def wrong_cards(self, event: Holds) -> str | None:
        """Return why a hand contradicts what was shown, or None."""
        for card, player in self.cards_shown.items():
            if (player == event.player) != (card in event.cards):
                return f"{player} has shown {card}"
        return super().wrong_cards(event)

    # By outcome

    def still_there(self) -> tuple[str, ...]:
        """Return the kings, unless four were taken, and the other chances that nobody has taken."""
        kings = ("king",) if len(self.king_takers) < len(KINGS) else ()
        return (*kings, *(chance for chance in self.chances[1:] if chance not in self.taken()))

    def how_often(self, player: str) -> dict[str, int]:
        """Return how many kings a player may still take."""
        held = KINGS.intersection(self.table.hands.get(player, KINGS))
        return {"king": min(len(KINGS) - len(self.king_takers), len(held) - self.king_takers.count(player))}

    def wrong_takes(self, event: Takes) -> str | None:
        """Return why chances cannot be taken: four kings a deal, every other chance once [87]-[88]."""
        if problem := self.wrong_chances(event):
            return problem
        if event.counts:
            return "no numbers of cards are said with what is taken"
        kings = event.things.count("king")
        if len(self.king_takers) + kings > len(KINGS):
            return f"there are four kings, and {len(self.king_takers)} of them were taken already"
        if kings > self.how_often(event.player)["king"]:
            return f"{event.player}'s hand has no more kings than were taken"
        for chance in self.chances[1:]:
            if event.things.count(chance) > (chance not in self.taken()):
                whose = self.taken().get(chance, event.player)
                return f"{whose} has taken {chance} already in this deal"
        for whose in self.pairs.values():
            if whose != event.player and not PAIRS.keys().isdisjoint(event.things):
                return f"{whose} has the queen, which both matrimony and intrigue need"
        return self.lacks(event.player, (card for chance in event.things for card in CARDS_OF.get(chance, ())))

    def taken(self) -> dict[str, str]:
        """Return who has taken which chance, without the kings."""
        return {**self.pairs, **({"spin": self.spins} if self.spins else {})}

    def take(self, event: Takes) -> None:
        """Pay for what is taken."""
        for chance in event.things:
            if chance == "king":
                self.king_takers.append(event.player)
                self.collect(event.player, KING)
            elif chance == "spin":
                self.spins = event.player
                self.collect(event.player, SPIN)
            else:
                self.take_pair(event.player, chance, "declared")

    def wrong_marks(self, event: Left) -> str | None:
        """Return what is wrong with marks: nobody is left with Spin once it was taken."""
        return f"{self.spins} has taken spin: nobody is left with it" if event.marks and self.spins else None


def chances_of(cards: Collection[Card]) -> list[str]:
    """Return the pairs that are among some cards."""
    return [chance for chance, pair in PAIRS.items() if pair <= {*cards}]


def nothing_forfeited(reason: str) -> Permission:
    """Refuse `A forfeits` now, with the reason."""
    return disallow(Says, f"nothing is forfeited: {reason}", "forfeits")


class Spin(Game[SpinOptions, SpinCarry]):
    """Spin."""

    name = "spin"
    title = "Spin"
    options = SpinOptions
    carry = SpinCarry
    deal = SpinDeal
    own_pack = PACK

    def refuse_players(self, number: int, options: SpinOptions) -> str | None:
        """Return why so many cannot play: each needs a card."""
        if problem := super().refuse_players(number, options):
            return problem
        return f"there are not cards enough for {number} players" if number > len(PACK) else None


GAME = Spin()
