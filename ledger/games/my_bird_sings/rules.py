"""My Bird Sings: cards go round until a player's four are of one suit, or all different.

Two to thirteen play, or two to eight with 32 cards. For every deal each pays the stake into the pool, the dealer
one more, and is dealt four cards, at which he may look [101].

The play. The dealer's left begins: he throws out a card, which the player on his left adds to his own four and
throws out another, and so on round and round; with `method=take` the player on the left takes the card, unseen,
instead [101]-[102]. Whose four cards are all of one suit, or of four different suits, says "My Bird sings" and
takes the pool, at any moment, as dealt or later [101].

After three rounds the leader may, once in each round and before his card goes on, throw out a card for the top
card of the pack. It must be of another suit: those of the same suit are rejected, and the next is taken [102].

The games [102]
  as it stands     four of one suit, or four of different suits    the first that sings has the pool
  sings=flush      four of one suit only                           the first that sings has the pool
  cards=3          three cards are dealt, three of one suit only   the first that sings has the pool
  whole_pack=on    each that sings is a trick; its four cards are turned over, and four more are given;
                   when the pack is exhausted the pool goes to most tricks, divided on a tie

Sayings: `A sings`, or `A wins`; `A sings CARD …` with the cards that do it. Card by card: `A holds CARD …`, what he
was dealt; `A plays CARD`, what goes to the player on his left, thrown or taken; `A discards CARD draws CARD`, the
leader's exchange. With the whole pack: `A sings` for each trick, `A draws CARD …` for the cards given for it if
they were seen, and at the end `tricks`, which counts what was said; or at once `tricks A 2 B 3`; or `A wins`,
`split A B …`, where nobody counted. Named cards and known hands are checked.

Irregularities: none but those of the house.

Where the book is silent: of two birds the one said first has the pool. Who has just received a card has five to
choose from, and keeps the fifth. Exchanges are the leader's alone, a right and no duty. A hand that could sing and
stays silent is not made to. The deal passes to the left. A pack for thirteen (or eight) leaves nothing to draw.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

import msgspec

from ledger.games.families.stakes import everybody_stakes
from ledger.games.families.travelling import TravellingCards, Whereabouts
from ledger.rules import (
    Allowed,
    Card,
    Chooser,
    Code,
    DealInHand,
    DerivedDefault,
    Game,
    Lazy,
    NoCarry,
    Options,
    Permission,
    Play,
    Turn,
    cards,
    in_order,
    listed,
    option,
    refuse,
    same_suit,
    so_many,
    split,
    twice,
    wins,
)
from ledger.rules.events import Draws, Event, Holds, Plays, Says, Split, Tricks, Wins
from ledger.rules.slots import Cards, Group, Literal, Number, Player, Players, Slots, Word

ROUNDS_BEFORE_EXCHANGE = 3
"""The number of rounds of cards after which the leader may bring in a new card [102]."""


@dataclass(frozen=True)
class BirdOptions(Options):
    """The house rules of My Bird Sings."""

    stake: int = option.amount(1, "what each pays into the pool, the dealer twice", "[101]")
    pack: int = option.pack(cite="[101]")
    method: str = option.choice(
        "throw", ("throw", "take"), "the card is thrown out, or taken unseen by the player on the left", "[101]-[102]"
    )
    sings: str = option.choice(
        DerivedDefault(
            lambda so_far: "flush" if so_far.given.get("cards") == "3" else "both", "both, or flush with cards=3"
        ),
        ("both", "flush"),
        "what sings: one suit or all different, or one suit only",
        "[101]-[102]",
    )
    cards: int = option.number(4, 3, 4, "cards dealt to each; of three only one suit sings", "[102]")
    whole_pack: bool = option.flag("each bird that sings is a trick, until the pack is exhausted", "[102]")

    def conflict(self, players: int) -> str | None:
        """Return which option does not fit: of three cards only flushes sing [102]."""
        if self.cards == 3 and self.sings == "both":
            return "cards=3 recognises flushes alone: it needs sings=flush, or sings left unsaid"
        return None

    @property
    def most_tricks(self) -> int:
        """Return how many fours (or threes) the pack has."""
        return self.pack // self.cards

    def sing(self, held: Iterable[Card]) -> bool:
        """Return whether these are cards that sing."""
        held = tuple(held)
        all_different = self.sings == "both" and len({card.suit for card in held}) == len(held)
        return len(held) == self.cards and (same_suit(held) or all_different)

    def which_sing(self, held: Iterable[Card]) -> list[tuple[Card, ...]]:
        """Return every choice of the held cards that sings."""
        return [chosen for chosen in combinations(held, self.cards) if self.sing(chosen)]

    def what_sings(self) -> str:
        """Return which cards sing here, as a clause."""
        number = {3: "three", 4: "four"}[self.cards]
        others = ", or of four different suits" if self.sings == "both" else ""
        return f"{number} of one suit{others}"


class BirdDeal(DealInHand[BirdOptions, NoCarry]):
    """A deal of My Bird Sings."""

    travelling: TravellingCards

    def play(self) -> Play[NoCarry]:
        """Play the deal in its order: the pool, the cards going round, the bird that sings."""
        self.hand_sizes = (self.options.cards,)
        yield from self.opening()
        everybody_stakes(self.table, self.options.stake, "[101]", "the dealer's extra stake")
        self.order = self.table.round()
        self.travelling = TravellingCards(self.table, self.pack, self.order, self.options.cards)
        self.place = 0
        """The place, from the dealer's left, of the player whose card is next to go."""
        self.rounds = 0
        self.seen_to_go = False
        """Whether the cards are said as they go; if they are not, more cards go round than are known."""
        self.exchanged = False
        """Whether the leader has exchanged a card in this round."""
        self.exchanges = 0
        self.birds: Counter[str] = Counter()
        self.to_draw: dict[str, int] = {}
        """The players given cards for a trick that may still be said, each with the number."""
        winners: tuple[str, ...] = ()
        while not winners:
            winners = self.told((yield self.turn))
            self.pass_over_empty_hands()
        why = "most tricks" if self.options.whole_pack else "the bird sings"
        self.table.take_pool(winners, why, "[102]" if self.options.whole_pack else "[101]")
        return self.carry

    @property
    def cards(self) -> Whereabouts:
        """Return where the cards are now, as far as they were seen."""
        return self.travelling.now

    def holds(self, event: Holds) -> None:
        """Note the hand that a player was dealt. Raises Refusal if it contradicts the cards told."""
        super().holds(event)
        self.travelling.go_through_again()

    # The turn

    @property
    def giver(self) -> str | None:
        """Return whose card is next to go on; None if nobody has any."""
        player = self.order[self.place]
        return player if self.cards.number(player) else None

    @property
    def leader(self) -> str:
        """Return the first leader, on the dealer's left."""
        return self.order[0]

    def turn(self) -> Turn:
        """Ask for the next card to go on, or for a bird that sings."""
        giver = self.giver
        mays = (
            Lazy((Draws,), self.may_exchange),
            Lazy((Says,), lambda: [self.may_sing()]),
            Lazy((Wins, Split, Tricks), self.may_close),
        )
        if giver is None:
            return Turn(says=mays, statement="nobody has a card left to give", state="no more than a close is awaited")
        plays = Lazy((Plays,), lambda: [self.may_play(giver)], (giver,))
        draws = Lazy((Draws,), lambda: [self.may_draw()] if self.to_draw else [])
        return Turn(
            says=(plays, *mays, draws),
            who=(giver,),
            act="give",
            detail=lambda: f"{self.table.left_of(giver, self.order)} a card",
        )

    def may_play(self, giver: str) -> Allowed:
        """Return the saying of the card that goes to the left, thrown or taken."""

        def wrong(event: Plays) -> str | None:
            return "a card that goes on takes nothing" if event.takes else None

        return cards(Plays, giver, "plays", (1, 1), lambda: self.cards.could_be(giver), wrong)

    def may_exchange(self) -> tuple[Allowed, ...]:
        """Return the leader's exchange with the pack, at the leader's turn after three rounds [102]."""

        def wrong(event: Draws) -> str | None:
            if event.player != self.leader:
                return f"the leader alone may exchange with the pack, who is {self.leader}"
            if len(event.discards) != 1 or len(event.cards) != 1:
                return "one card is thrown out for one: discards CARD draws CARD"
            if problem := self.no_exchange():
                return problem
            if same_suit([*event.discards, *event.cards]):
                return "the new card must be of another suit: one of the same suit is rejected for the next"
            return None

        def of_suit(suit: str) -> Allowed:
            def slots(player: str) -> Slots | None:
                own = in_order(card for card in self.cards.could_be(self.leader) if card.suit == suit)
                others = in_order(card for card in self.cards.could_be_drawn() if card.suit != suit)
                if player != self.leader or self.no_exchange() or not own or not others:
                    return None
                return (Word(("discards",)), Cards(1, 1, own), Literal("draws"), Cards(1, 1, others))

            return Allowed(Draws, self.order, matches=_throws_out, check=wrong, slots=slots)

        return tuple(map(of_suit, "CDHS"))

    def no_exchange(self) -> str | None:
        """Return why the leader may not exchange just now, or None."""
        if self.rounds < ROUNDS_BEFORE_EXCHANGE:
            return f"the cards have not gone round {ROUNDS_BEFORE_EXCHANGE} times: no new one comes in before that"
        if self.exchanged:
            return f"{self.leader} has exchanged in this round"
        if self.giver != self.leader:
            return f"{self.leader} may exchange before their own card goes on, and it is {self.giver}'s turn"
        if not self.cards.undealt:
            return "nothing is left to draw"
        return None

    def may_sing(self) -> Allowed:
        """Return the saying of a bird that sings, with its cards or without."""
        number = self.options.cards

        def wrong(event: Says) -> str | None:
            if event.cards and len(event.cards) != number:
                return f"it is {number} cards that sing, not {len(event.cards)}"
            return twice(event.cards) or self.wrong_bird(event.player)

        def example(chooser: Chooser) -> Says | None:
            if chooser.number(1, 8) > 1 and not self.options.whole_pack:
                return None
            player = chooser.choose(self.order)
            known = self.cards.known(player)
            if known is None:
                return Says(player, "sings")
            birds = self.options.which_sing(known)
            return Says(player, "sings", cards=chooser.choose(((), chooser.choose(birds)))) if birds else None

        def slots(player: str) -> Slots | None:
            if self.wrong_bird(player) or self.no_bird(player):
                return None
            among = in_order(self.cards.could_be(player))
            named = (Cards(number, number, among, optional=True),) if len(among) >= number else ()
            return (Word(("sings",)), *named)

        return Allowed(
            Says,
            self.order,
            example=example,
            words=("sings",),
            check=wrong,
            slots=slots,
            usual=True,
        )

    def no_bird(self, player: str) -> str | None:
        """Return a sentence if a player's hand is known, and does not sing; or None."""
        held = self.cards.known(player)
        if not held or self.options.which_sing(held):
            return None
        return f"{' '.join(map(str, held))} do not sing: {self.options.what_sings()}"

    def wrong_bird(self, player: str) -> str | None:
        """Return why no bird of a player's can sing now, whatever the cards are; or None."""
        if self.birds.total() >= self.options.most_tricks:
            return f"the pack has no more than {self.options.most_tricks} times {self.options.cards} cards"
        number, wanted = self.cards.number(player), self.options.cards
        if self.seen_to_go and number < wanted:
            return f"{player} has {so_many(number or 'no')} just now, and {wanted} are wanted to sing"
        return None

    def may_draw(self) -> Allowed:
        """Return the saying of the cards given for a trick, if they were seen [102]."""

        def fewest_and_most(player: str) -> tuple[int, int]:
            given = self.to_draw[player]
            return 1 if self.exchanges else given, given  # cards may have been rejected unseen at an exchange

        def wrong(event: Draws) -> str | None:
            fewest, given = fewest_and_most(event.player)
            if not fewest <= len(event.cards) <= given:
                return f"{event.player} was given {given} cards: say draws and which"
            return twice(event.cards)

        def slots(player: str) -> Slots | None:
            fewest, given = fewest_and_most(player)
            among = in_order(self.cards.could_be_last(player, given))
            return (Word(("draws",)), Cards(fewest, given, among)) if len(among) >= given else None

        return Allowed(
            Draws, tuple(self.to_draw), matches=lambda drawing: not _throws_out(drawing), check=wrong, slots=slots
        )

    def may_close(self) -> list[Permission]:
        """Return the saying of the outcome alone; with the whole pack, of the count of tricks."""
        if not self.options.whole_pack:
            return [wins(self.order, check=lambda event: self.wrong_bird(event.player) or self.no_bird(event.player))]

        def counts(player: str) -> Slots:
            if self.birds:
                return (Literal("tricks"),)
            tricks = Number(0, self.options.most_tricks, shown="N")
            total = (1, self.options.most_tricks)
            group = Group(
                (Player(self.order), tricks),
                repeat=True,
                low=1,
                high=len(self.order),
                total=total,
                shown="NAME N …",
            )
            return (Literal("tricks"), group)

        def sharing(player: str) -> Slots | None:
            among = most(self.birds) if self.birds else self.order
            least = len(among) if self.birds else 2
            return (Literal("split"), Players(least, len(among), among)) if len(among) > 1 else None

        return [
            Allowed(Tricks, (), check=self.wrong_tricks, slots=counts),
            wins(self.order, check=lambda event: self.wrong_winners((event.player,))),
            msgspec.structs.replace(
                split(self.order, check=lambda event: self.wrong_winners(event.players)), slots=sharing
            ),
        ]

    def wrong_tricks(self, event: Tricks) -> str | None:
        """Return why these cannot be the tricks of the deal, or None."""
        names = [name for name, _ in event.counts]
        if strange := [name for name in names if name not in self.order]:
            return f"{listed(strange)} {'does' if len(strange) == 1 else 'do'} not play in this deal"
        tricks_said = Counter(dict(event.counts)) if event.counts else self.birds
        if not tricks_said.total():
            return "no bird has sung, and it is not said who had how many tricks"
        if self.birds and +tricks_said != self.birds:
            numbers = listed([f"{player} {number}" for player, number in self.birds.items()])
            return f"by the birds that have sung it is {numbers}"
        if tricks_said.total() > self.options.most_tricks:
            return f"a pack of {self.options.pack} has {self.options.most_tricks} tricks, not {tricks_said.total()}"
        return None

    def wrong_winners(self, winners: tuple[str, ...]) -> str | None:
        """Return why these cannot be those with most tricks, or None."""
        if self.birds and set(winners) != set(most(self.birds)):
            best = most(self.birds)
            return f"by the birds that have sung {listed(best)} {'has' if len(best) == 1 else 'have'} most tricks"
        return None

    # What is told

    def told(self, event: Event) -> tuple[str, ...]:
        """Take a saying; return who takes the pool, once that is known."""
        match event:
            case Plays():
                self.goes_on(event.player, event.cards[0])
            case Draws() if event.discards:
                self.exchange(event.player, event.discards[0], event.cards[0])
            case Draws():
                self.given(event.player, event.cards)
            case Wins() if not self.options.whole_pack:
                self.sings(event.player, ())
                return (event.player,)
            case Says():
                self.sings(event.player, event.cards)
                return () if self.options.whole_pack else (event.player,)
            case Wins():
                return (event.player,)
            case Split():
                return event.players
            case Tricks():
                return most(Counter(dict(event.counts)) if event.counts else self.birds)
        return ()

    def goes_on(self, giver: str, card: Card) -> None:
        """Give a card to the player on the left."""
        receiver = self.table.left_of(giver, self.order)
        self.travelling.happens(lambda where: where.pass_on(giver, card, receiver))
        self.to_draw.pop(giver, None)
        self.seen_to_go = True
        self.next_place()

    def next_place(self) -> None:
        """Pass the turn to the left; when it is with the leader again, a round is over."""
        self.place = (self.place + 1) % len(self.order)
        if self.place == 0:
            self.rounds += 1
            self.exchanged = False

    def pass_over_empty_hands(self) -> None:
        """Pass over players with empty hands, whose birds sang when nothing was left to draw."""
        for _ in self.order:
            if self.giver is not None:
                return
            self.next_place()

    def exchange(self, leader: str, thrown: Card, drawn: Card) -> None:
        """Exchange a card of the leader's for one from the pack."""

        def step(where: Whereabouts) -> None:
            where.put_out(leader, thrown)
            where.draw_card(leader, drawn)

        self.travelling.happens(step)
        self.exchanged = True
        self.exchanges += 1
        self.to_draw.pop(leader, None)

    def sings(self, player: str, named: tuple[Card, ...]) -> None:
        """Check a bird as far as its cards are known; with `whole_pack` replace its cards.

        Raises Refusal for cards that do not sing, or that the player does not have.
        """
        options, whole_pack, number = self.options, self.options.whole_pack, self.options.cards

        def step(where: Whereabouts) -> None:
            where.see_all(player, named)
            held = where.known(player) or None
            birds = [named] if named and options.sing(named) else []
            if held is not None and not named:
                birds = options.which_sing(held)
            if not birds and (named or held is not None):
                cards = " ".join(map(str, named or held or ()))
                raise refuse(f"{cards} do not sing: {options.what_sings()}", code=Code.CARD)
            if not whole_pack:
                return
            if len(birds) == 1:
                for card in birds[0]:
                    where.put_out(player, card)
            else:
                left = {card for bird in birds for card in held or () if card not in bird}
                where.put_out_unseen(player, number, left if birds else None)
            where.draw(player, number)

        before = self.cards.number(player)
        self.travelling.happens(step)
        self.birds[player] += 1
        given = self.cards.number(player) - max(before - number, 0)
        self.to_draw.pop(player, None)
        if whole_pack and given:
            self.to_draw[player] = given

    def given(self, player: str, drawn: tuple[Card, ...]) -> None:
        """Note that the cards given for a trick were seen."""
        too_many = self.to_draw.pop(player) - len(drawn)

        def step(where: Whereabouts) -> None:
            if too_many:
                where.exhaust(player, too_many)
            where.turn_last(player, drawn)

        self.travelling.happens(step)


def most(birds: Counter[str]) -> tuple[str, ...]:
    """Return who has most tricks."""
    highest = max(birds.values())
    return tuple(player for player, number in birds.items() if number == highest)


def _throws_out(event: Draws) -> bool:
    return bool(event.discards) or event.discarded is not None


class MyBirdSings(Game[BirdOptions, NoCarry]):
    """My Bird Sings."""

    name = "my-bird-sings"
    title = "My Bird Sings"
    options = BirdOptions
    carry = NoCarry
    deal = BirdDeal
    players = (2, 13)
    most_with_32 = 8


GAME = MyBirdSings()
