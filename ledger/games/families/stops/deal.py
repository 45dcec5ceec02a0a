"""A deal of the games of stops: Pope Joan, Spin, Newmarket and Jig [80]-[89], [95]-[96].

The cards of a suit follow one another upwards from the ace, from whoever holds them, until a stop: a card whose next
is in nobody's hand. The player of the stop leads any card. The deal is over with the last card of a player.

A deal is told by its outcome (`A takes CHANCE …`, `A out`, `left B 3 C 2 …`), or by its cards (`A plays CARD …`), from
which all the rest follows; never by both.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from ledger.games.families.stops.sequence import CardsInSequence
from ledger.rules import (
    Allowed,
    Card,
    CarryT,
    Chooser,
    DealInHand,
    Disallowed,
    Lazy,
    OptionsT,
    Permission,
    SubPlay,
    Turn,
    disallow,
    in_order,
    listed,
    perhaps,
    pick_cards,
    shares,
    so_many,
    sorted_out,
    twice,
)
from ledger.rules.events import Event, Holds, Left, Out, Plays, Takes
from ledger.rules.slots import AnySlot, Cards, Group, Literal, Number, Player, Slots, Word, most_times

LEFT_IS_LAST = disallow(Left, "nobody is out yet, and left is said last")


class StopsDeal(DealInHand[OptionsT, CarryT]):
    """A deal of a game of stops."""

    sequence: type[CardsInSequence] = CardsInSequence
    chances: tuple[str, ...] = ()
    """The words that `takes` may name."""
    said_alone: tuple[str, ...] = ()
    """Those of the chances that stand alone in their saying."""
    mark: tuple[str, Card] | None = None
    """The card that counts in a hand at the end, and the word that marks its holder in `left`."""

    def prepare(self) -> None:
        """Set up the attributes of the deal."""
        self.told_by: str | None = None
        """Whether the deal is told by its cards or by its outcome, once that is known."""
        self.winner: str | None = None
        self.cards_left: dict[str, int] = {}
        """The number of cards that the others have left, from the dealer's left."""
        self.left_with: str | None = None
        """The player who is left with the marked card."""
        self.dealt: dict[str, int] = {}
        self.laid_aside = 0
        """The number of cards that are in nobody's hand, and not turned up."""
        self.hand_sizes = (1,)  # known when it is dealt; until then it is only a game in which hands are said
        self.run: CardsInSequence
        self.may_be_said: tuple[Permission | Lazy, ...] = ()
        """The sayings of the play; they change once, when it is known how the deal is told."""

    # What a game says of itself

    def hand_players(self) -> tuple[str, ...]:
        """Return the players who have cards, the eldest hand first."""
        return self.table.round()

    def cards_dealt(self) -> dict[str, int]:
        """Return how many cards each player is dealt: all but the turn-up."""
        return shares(len(self.pack) - len(self.table.turned_up), self.hand_players())

    def play_begins(self) -> None:
        """Answer the first card or word of the play."""

    def card_played(self, player: str, card: Card) -> None:
        """Pay for a card."""

    def goes_out(self, player: str) -> None:
        """Pay the player who is out what is due before the cards of the others are counted."""

    def still_there(self) -> tuple[str, ...]:
        """Return the chances that may still be taken, in a deal told by its outcome."""
        return self.chances

    def wrong_takes(self, event: Takes) -> str | None:
        """Return why a chance cannot be taken so, or None."""
        raise NotImplementedError

    def take(self, event: Takes) -> None:
        """Pay for a chance that is taken, in a deal told by its outcome."""
        raise NotImplementedError

    def further(self) -> tuple[Lazy, ...]:
        """Return more sayings of the play before a player is out; `also` answers them."""
        return ()

    def also(self, event: Event) -> None:
        """Answer a further saying of the play."""
        raise AssertionError(f"nothing answers {event}")

    def wrong_marks(self, event: Left) -> str | None:
        """Return what else is wrong with a `left` in a deal told by its outcome, or None."""
        return None

    # The play

    def until_out(self) -> SubPlay:
        """Ask until a player is out, the cards of the others being known; return who [80], [83]."""
        self.dealt = self.cards_dealt()
        self.hand_sizes = tuple(sorted(set(self.dealt.values())))
        self.laid_aside = len(self.pack) - len(self.table.turned_up) - sum(self.dealt.values())
        self.run = self.sequence(self, self.hand_players()[0], not self.laid_aside)
        self.may_be_said = self.what_may_be_said()
        while self.winner is None:
            self.hear((yield self.playing))
        self.goes_out(self.winner)
        event: Left | None = yield self.counting
        others = self.others_dealt()
        if event is None:
            self.cards_left = {player: self.in_hand_of(player) for player in others}
            self.left_with = self.run.holder(self.mark[1]) if self.mark and self.run.may_come(self.mark[1]) else None
        else:
            self.cards_left = {player: dict(event.counts)[player] for player in others}
            self.left_with = event.marks[0][0] if event.marks else None
        return self.winner

    def pay_cards_left(self, winner: str, stake: int, cite: str) -> None:
        """Have the others pay a stake to the player who is out, for each card that they have left."""
        for player, number in self.cards_left.items():
            self.table.pay(player, winner, number * stake, f"{so_many(number)} left", cite)

    def place_known(self) -> bool:
        """Return whether the cards tell who is left with the marked card."""
        if self.mark is None or not self.run.may_come(self.mark[1]):
            return True
        return self.run.holder(self.mark[1]) is not None or all(
            other in self.table.hands for other in self.others_dealt()
        )

    def in_hand_of(self, player: str) -> int:
        """Return how many cards a player has in hand, in a deal told by its cards."""
        return self.dealt[player] - self.run.number_played(player)

    def others_dealt(self, player: str | None = None) -> tuple[str, ...]:
        """Return the players with cards, except one: by default the player who is out."""
        but = player or self.winner
        assert but is not None
        return self.table.others(but, among=self.dealt)

    def hear(self, event: Event) -> None:
        """Answer a saying of the play."""
        if self.told_by is None and isinstance(event, Plays | Takes | Out):
            self.told_by = "cards" if isinstance(event, Plays) else "outcome"
            self.may_be_said = self.what_may_be_said()
            self.play_begins()
        if isinstance(event, Plays):
            for card in event.cards:
                self.lay(event.player, card)
        elif isinstance(event, Takes):
            self.take(event)
        elif isinstance(event, Out):
            self.winner = event.player
        else:
            self.also(event)

    def lay(self, player: str, card: Card) -> None:
        """Play a card, and report it if it comes too late."""
        if self.run.play(player, card):
            self.report_late(card, player)
        self.card_played(player, card)
        if not self.in_hand_of(player):
            self.winner = player

    def report_late(self, card: Card, player: str) -> None:
        """Report a card that ought to have followed earlier."""
        self.table.finding(f"{player} had {card}, which ought to have followed earlier")

    def holds(self, event: Holds) -> None:
        """Note a hand, and report its cards that ought to have followed earlier."""
        super().holds(event)
        for card in event.cards:
            if card not in self.table.played and self.run.comes_out(card):
                self.report_late(card, event.player)

    def sizes_of_hand(self, player: str) -> tuple[int, ...]:
        """Return the number of cards that the player was dealt."""
        return (self.dealt[player],)

    # The turns

    def playing(self) -> Turn:
        """Return the turn of the play: a card, or a chance."""
        who = (self.run.player,) if self.told_by == "cards" and self.run.leader_alone() else ()
        return Turn(says=self.may_be_said, who=who, statement="the deal is in play", state=self.stands, joint=": ")

    def what_may_be_said(self) -> tuple[Permission | Lazy, ...]:
        """Return the sayings of the play: cards, chances, and who is out.

        The sayings of the other way of telling the deal are refused.
        """
        by_cards: Permission = self.may_play()
        if self.told_by == "outcome":
            by_cards = disallow(Plays, "this deal is told by its outcome: the cards are not said")
        absent = Lazy((Plays,), partial(self.absent, Plays))
        by_outcome = (Lazy((kind,), partial(self.by_outcome, kind)) for kind in (Takes, Out))
        return (by_cards, absent, *by_outcome, *self.further(), LEFT_IS_LAST)

    def by_outcome(self, kind: type[Event]) -> Iterator[Permission]:
        """Yield the sayings that tell the deal by its outcome."""
        if self.told_by == "cards":
            yield disallow(kind, "this deal is told by its cards: what is taken, and who is out, follows from them")
        elif kind is Out:
            yield Allowed(
                Out,
                self.hand_players(),
                check=self.wrong_out,
                slots=lambda player: None if self.wrong_out(Out(player)) else (Word(("out",)),),
            )
        elif self.chances:
            yield from self.may_take()
        yield from self.absent(kind)

    def wrong_out(self, event: Out) -> str | None:
        """Return a sentence if another player must have been out before, or None."""
        first = next((other for other in self.others_dealt(event.player) if not self.most_left(other)), None)
        return f"{first} was dealt one card, and is out by leading it" if first else None

    def absent(self, kind: type[Event]) -> Iterator[Disallowed]:
        """Yield the refusals of players at the table who have no cards."""
        for player in self.table.seats.seated:
            if player not in self.dealt:
                yield disallow(kind, f"{player} has no cards in this deal", who=player)

    def stands(self) -> str:
        """Return how the play stands, as a clause."""
        return "nobody is out yet" if self.told_by == "outcome" else self.run.expected()

    def counting(self) -> Turn | None:
        """Return the turn that counts the cards of the others.

        It is None if the cards of the deal tell everything.
        """
        if self.told_by == "cards" and self.place_known():
            return None
        out = f"{self.winner} is out"
        over = f"{out}, and the deal is over: what the others have left is said"
        return Turn(
            statement=out,
            state="it is to be said what the others have left",
            says=(Lazy((Left,), self.may_count), disallow(Plays, over), disallow(Takes, over), disallow(Out, over)),
        )

    def may_play(self) -> Allowed:
        """`A plays CARD …`, in the order in which they fell."""

        def slots(player: str) -> Slots | None:
            right, out = sorted_out(self.pack, lambda card: self.wrong_plays(Plays(player, (card,))))
            further = tuple(card for card in in_order(self.unseen(player)) if self.card_fault(player, card) is None)
            left = min(self.in_hand_of(player), len(further)) - 1
            run_on = (Cards(1, left, further, optional=True, shown=None),) if left > 0 else ()
            return (Word(("plays",)), Cards(1, 1, right, out, shown="CARD …"), *run_on) if right else None

        return Allowed(Plays, self.hand_players(), example=self.made_up_play, check=self.wrong_plays, slots=slots)

    def wrong_plays(self, event: Plays) -> str | None:
        """Return which card cannot be played, each after the one before; or None."""
        if event.takes:
            return f"no cards are taken at {self.game.title}"
        player, several = event.player, len(event.cards) > 1
        if several and (problem := twice(event.cards)):
            return problem
        run = self.run.copy() if several else self.run
        for card in event.cards:
            left = self.dealt[player] - run.number_played(player) - 1
            if left < 0:
                return f"{player} was dealt {so_many(self.dealt[player])}: with {run.last} the deal is over"
            fault = self.card_fault(player, card) or run.wrong(player, card)
            if problem := fault or self.wrong_rest(player, run, card, left):
                return problem
            if several:
                run.play(player, card)
        return None

    def wrong_rest(self, player: str, run: CardsInSequence, card: Card, left: int) -> str | None:
        """Return why a player cannot have this number of cards left after a card, or None."""
        return None

    def made_up_play(self, chooser: Chooser) -> Plays | None:
        """Make up a card that may fall next; None if there is none.

        Cards that lay aside at a stop never fall.
        """
        run, gone = self.run, self.run.in_no_hand()
        awaited = [card for card in run.awaited if card and run.may_come(card) and card not in gone]
        for card in awaited:
            able = [player for player in self.hand_players() if self.card_fault(player, card) is None]
            if able and chooser.number(0, 4):
                return Plays(chooser.choose(able), (card,))
        if len(awaited) == len(run.awaited) and 0 < self.laid_aside <= len(gone):
            return None
        leader = run.player
        free = [card for card in self.unseen(leader) if card not in gone and self.card_fault(leader, card) is None]
        chosen = pick_cards(chooser, free, 1)
        return Plays(leader, chosen) if chosen else None

    def may_take(self) -> tuple[Permission, ...]:
        """`A takes CHANCE …`."""

        def slots(player: str) -> list[Slots]:
            faults = {chance: self.wrong_takes(Takes(player, (chance,))) for chance in self.chances}
            right = tuple(chance for chance in self.still_there() if faults[chance] is None)
            if not right:
                return []
            told = {chance: fault for chance, fault in faults.items() if fault or chance in right}
            reasons = {chance: fault and (self.gone(chance) or fault) for chance, fault in told.items()}
            together = tuple(chance for chance in right if chance not in self.said_alone)
            words, besides = Word(together, often=self.how_often(player)), self.had_before(player)
            several = Group((words,), repeat=True, low=1 if besides else 2, any_order=True, shown=right[0])
            again = Group((Word(besides),), repeat=True, low=1, optional=True, any_order=True, shown=None)
            forms: list[Slots] = [(Word(("takes",)), Word.of_family(reasons))]
            enough = together and (besides or (most_times(several) or 0) > 1)
            return [*forms, (Word(("takes",)), several, *([again] if besides else []))] if enough else forms

        return (Allowed(Takes, self.hand_players(), check=self.wrong_takes, slots=slots),)

    def gone(self, chance: str) -> str:
        """Return in short why nobody can take a chance any more; empty if the fault itself is told."""
        return ""

    def had_before(self, player: str) -> tuple[str, ...]:
        """Return the chances that a player has taken, which may be said again beside a new one."""
        return ()

    def how_often(self, player: str) -> dict[str, int]:
        """Return how often a saying may name a chance for a player, if more than once."""
        return {}

    def lacks(self, player: str, cards: Iterable[Card]) -> str | None:
        """Return which of these cards is not in the known hand of a player, or None."""
        hand = self.table.hands.get(player)
        lacking = next((card for card in cards if hand is not None and card not in hand), None)
        return f"{lacking} is not in {player}'s hand" if lacking else None

    def wrong_chances(self, event: Takes) -> str | None:
        """Return which word is no chance of this game, or None."""
        if event.amount is not None:
            return "no amount is taken: what a chance brings follows from the board"
        for thing in event.things:
            if thing not in self.chances:
                hint = "; game goes to who is out" if thing == "game" else ""
                near = perhaps(thing, self.chances)
                return f"{thing} is no chance here{near}: the chances are {listed(self.chances)}{hint}"
        return None

    # What is left

    def wrong_left(self, event: Left) -> str | None:
        """Return what is wrong with the numbers of cards left, or None."""
        numbers = dict(event.counts)
        for player, number in numbers.items():
            if player == self.winner:
                return f"{player} is out, and has nothing left"
            if player not in self.dealt:
                return f"{player} has no cards in this deal"
            if problem := self.wrong_number(player, number):
                return problem
        if missing := [player for player in self.others_dealt() if player not in numbers]:
            return f"it is not said what {listed(missing)} {'has' if len(missing) == 1 else 'have'} left"
        return self._wrong_mark(event) or (self.wrong_marks(event) if self.told_by == "outcome" else None)

    def wrong_number(self, player: str, number: int) -> str | None:
        """Return why a player cannot have this number of cards left, or None."""
        if self.told_by == "cards":
            by_cards = self.in_hand_of(player)
            return None if number == by_cards else f"by the cards {player} has {by_cards} left, not {number}"
        if not number:
            return f"{player} cannot have 0 left, and be out too"
        most = self.most_left(player)
        return None if number <= most else f"{player} can have {most} left at the most, not {number}"

    def most_left(self, player: str) -> int:
        """Return the most cards that a player can have left, in a deal told by its outcome."""
        return self.dealt[player]

    def _wrong_mark(self, event: Left) -> str | None:
        for player, word in event.marks:
            if self.mark is None or word != self.mark[0]:
                return f"{word} is no mark here{perhaps(word, self.mark[:1] if self.mark else ())}"
            by_cards = self.told_by == "cards"
            if problem := self.card_fault(player, self.mark[1]) if by_cards else self.lacks(player, (self.mark[1],)):
                return problem
        if len(event.marks) > 1:
            return f"only one can be left with {event.marks[0][1]}"
        if self.mark and self.told_by == "cards" and self.run.in_a_hand(self.mark[1]) and not event.marks:
            return f"somebody is left with {self.mark[1]}, since no card lies aside: say it with +{self.mark[0]}"
        return None

    def may_count(self) -> list[Allowed]:
        """`left B 3 C 2 …`, for all the others; with a mark on the holder of the marked card."""
        marked = self.others_dealt() if self.mark else ()
        return [
            Allowed(Left, (), check=self.wrong_left, slots=partial(self._left_slots, holder))
            for holder in (None, *marked)
        ]

    def _left_slots(self, holder: str | None, player: str) -> Slots | None:
        others = self.others_dealt()
        ranges = {other: self.may_be_left(other) for other in others}
        word = self.mark[0] if self.mark else ""
        marks = ((holder, word),) if holder else ()
        if self.wrong_left(Left(tuple((other, low) for other, (low, _) in ranges.items()), marks)):
            return None
        slots: list[AnySlot] = []
        for other, (low, high) in ranges.items():
            mark = (Literal("+"), Literal(word)) if other == holder else ()
            text = None if slots else "NAME N …"
            slots.append(Group((Player((other,)), Number(low, high), *mark), any_order=True, shown=text))
        return (Literal("left"), *slots)

    def may_be_left(self, player: str) -> tuple[int, int]:
        """Return the fewest and the most cards that a player may have left."""
        if self.told_by == "cards":
            return (self.in_hand_of(player),) * 2
        return 1, max(1, self.most_left(player))
