"""The hands of Commerce are opened: what may be said of them, until it is known whose is the best."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, combinations, product

import msgspec

from ledger.games.commerce.hands import OpenedHands
from ledger.games.commerce.options import HAND, CommerceOptions
from ledger.games.families.hands import COMMERCE_HANDS, commerce_value
from ledger.games.families.travelling import TravellingCards
from ledger.rules import (
    Allowed,
    Code,
    Lazy,
    Permission,
    Refusal,
    SubPlay,
    Table,
    Turn,
    disallow,
    in_order,
    listed,
    refuse,
    shows,
    split,
    wins,
    word,
)
from ledger.rules.events import Draws, Event, Passes, Says, Shows, Split, Wins
from ledger.rules.slots import Cards, Literal, Players, Slots, Word


class Opening:
    """What the hands of one deal are said and shown to be."""

    def __init__(self, table: Table, options: CommerceOptions, players: Sequence[str], cards: TravellingCards) -> None:
        self.table = table
        self.options = options
        self.players = tuple(players)
        self.cards = cards
        self.hands = OpenedHands(self.players)
        self.began = False
        """Whether the hands are being opened."""

    @property
    def dealer(self) -> str:
        """Who deals."""
        assert self.table.dealer is not None
        return self.table.dealer

    @property
    def names(self) -> tuple[str, ...]:
        """The combinations that count here, the best first [71], [75]."""
        return tuple(name for name in COMMERCE_HANDS if name not in self.options.uncounted)

    def look(self) -> OpenedHands:
        """What is known of the hands, those known by their cards included. Raises Refusal where it does not agree."""
        left_out = self.options.uncounted
        for player in self.players:
            if player not in self.hands.values and (cards := self.cards.now.known(player)):
                self.hands.values[player] = commerce_value(cards, "pair" in left_out, "flush" in left_out)
                self.hands.check()
        return self.hands

    def combinations(self) -> list[str | None]:
        """What everybody has, as far as it is known."""
        return [self.look().combination(player) for player in self.players]

    def look_again(self) -> None:
        """A hand that was dealt has been said: it must agree with what the hands were said to be."""
        if self.began:
            with_cards(self.look)

    def as_it_will_be(self) -> "Opening":
        """The hands as they would be opened now, to be told what may be said of them."""
        return Opening(self.table, self.options, self.players, self.cards.copy())

    # Until it is known who wins

    def of_all(self, said: Event | None) -> SubPlay:
        """What each had, as far as it was seen, until it is known who wins; gives them.

        `said` is what opened the hands, where that was said before it was asked.
        """
        self.began = True
        turn = partial(self.turn, self.may_open())
        while True:
            if said is not None and (winners := self.take(said)):
                return winners
            said = yield turn
            if said is None:
                return self.look().best()

    def turn(self, says: tuple[Lazy, ...]) -> Turn | None:
        """Ask for the hands; None when every one is known by its cards."""
        if len(self.look().values) == len(self.players):
            return None
        return Turn(says=says, statement="the hands are opened", state="it is not said whose is the best")

    def take(self, said: Event) -> tuple[str, ...]:
        """Take what was said of the hands; gives who wins, once that is said.

        Raises Refusal for what cannot be, by the cards or by what was said before.
        """
        self.look()
        if isinstance(said, Shows):
            with_cards(lambda: self.see(said))
            return ()
        return self.told(self.hands, said)

    def see(self, said: Shows) -> None:
        """A hand is shown."""
        self.cards.happens(lambda where: where.see_all(said.player, said.cards))
        self.look()

    def told(self, hands: OpenedHands, said: Event) -> tuple[str, ...]:
        """Note what was said of the hands; gives who wins, once that is said. Raises Refusal for what cannot be."""
        match said:
            case Says() if said.word == "beats":
                self.beats(hands, said)
            case Says() if said.word == "worst":
                hands.say_worst(said.player)
            case Says():
                self.combination(hands, said.player, said.word)
            case Wins():
                if said.what:
                    self.combination(hands, said.player, said.what)
                return self.checked(hands, (said.player,))
            case Split():
                return self.checked(hands, said.players)
        return ()

    def beats(self, hands: OpenedHands, said: Says) -> None:
        """A hand was seen to be better than others."""
        if strange := [name for name in said.players if name not in self.players]:
            raise refuse(f"{listed(strange)} {'has' if len(strange) == 1 else 'have'} no cards in this deal")
        hands.beats(said.player, said.players)

    def combination(self, hands: OpenedHands, player: str, name: str) -> None:
        """A hand of which only the combination was seen."""
        if name in self.options.uncounted:
            raise refuse(f"a {name} does not count here: limited={self.options.limited}")
        hands.say(player, name)

    def checked(self, hands: OpenedHands, winners: tuple[str, ...]) -> tuple[str, ...]:
        """Check that these can have won, and that what has to be known for the money is known."""
        if problem := hands.wrong_winners(winners):
            raise refuse(problem)
        options = self.options
        if options.continuous and not any(hands.combination(winner) for winner in winners):
            remedy = f"Say {winners[0]} wins COMBINATION, or the combination first: {', '.join(COMMERCE_HANDS)}"
            raise refuse("with continuous=on the next deal depends on what the winner has", remedy)
        if options.dealer_penalty and self.dealer not in winners and not hands.combination(self.dealer):
            remedy = f"Say {self.dealer} pair, or what else he has, and then who wins"
            raise refuse(f"with dealer_penalty it has to be known what {self.dealer}, the beaten dealer, has", remedy)
        if options.mode == "pool":
            hands.has_worst(winners)
        return winners

    # What may be said

    def may_open(self, then: "Callable[[], Opening] | None" = None) -> tuple[Lazy, ...]:
        """The sayings that open the hands. What is wrong with one is found when it is taken.

        `then` gives the hands as they will be opened by it, where that is not as they are now.
        """
        see: Callable[[], Opening] = cache(then) if then else lambda: self
        players = self.players

        def said(player: str) -> Slots | None:
            faults = {name: see().wrong(Says(player, name)) for name in self.names}
            right = tuple(name for name, fault in faults.items() if fault is None)
            return (Word(right, {name: fault for name, fault in faults.items() if fault}),) if right else None

        def shown(player: str) -> Slots:
            return (Word(("shows",)), Cards(HAND, HAND, in_order(see().cards.now.could_be(player))))

        def beats(player: str) -> Slots | None:
            opening = see()
            known = opening.look().compared()
            worse = tuple(name for name in players if name != player and player not in known[name])
            return (Word(("beats",)), Players(1, len(worse), worse, shown="NAME …")) if worse else None

        def worst(player: str) -> Slots | None:
            return None if see().wrong(Says(player, "worst")) else (Word(("worst",)),)

        def winning(player: str) -> Slots | None:
            opening = see()
            right = [what for what in (None, *self.names) if opening.wrong(Wins(player, what)) is None]
            named = tuple(what for what in right if what)
            if not right:
                return None
            return (Word(("wins",)), Word(named, optional=None in right)) if named else (Word(("wins",)),)

        replace = msgspec.structs.replace

        def showing() -> Iterator[Permission]:
            yield replace(shows(players, (HAND, HAND), tuple), slots=shown)

        def words() -> Iterator[Permission]:
            yield replace(word(players, *COMMERCE_HANDS), slots=said)
            yield Allowed(Says, players, slots=beats, words=("beats",))
            if self.options.mode == "pool":
                yield replace(word(players, "worst"), slots=worst)

        def best() -> Iterator[Permission]:
            yield replace(wins(players, None, *COMMERCE_HANDS), slots=winning, usual=True)

        def sharing() -> Iterator[Permission]:
            yield replace(split(players), slots=lambda player: see().may_share())

        return (
            Lazy((Shows,), showing, players),
            Lazy((Says,), words, players),
            Lazy((Wins,), best, players),
            Lazy((Split,), sharing),
            Lazy((Says, Passes, Draws, Shows, Wins), self.out_of_the_deal),
        )

    def wrong(self, said: Event) -> str | None:
        """Say what would be wrong with a saying about the hands, or None."""
        try:
            self.told(self.look().copy(), said)
        except Refusal as refusal:
            return refusal.sentence
        return None

    def may_share(self) -> list[Slots]:
        """`split A B …`: so many of those who may all have equal best hands; or else just these, in every way.

        Of players of whom the same is known any is as good as another: one choice of so many of each sort is tried.
        """
        among = self.look().unbeaten()
        sorts = self.sorts_of(among)
        found: list[Slots] = []
        every: list[int] = []
        for number in range(2, len(among) + 1):
            right = [choice for choice in choices(sorts, number) if self.may_win(sorts, choice)]
            sharing = [sort for place, sort in enumerate(sorts) if any(choice[place] for choice in right)]
            if right and len(right) == sum(1 for _ in choices(sharing, number)):
                if len(sharing) == len(sorts):
                    every.append(number)
                else:
                    these = tuple(player for sort in sharing for player in sort)
                    found.append((Literal("split"), Players(number, number, these)))
                continue
            shares = (tuple(chain(*parts)) for choice in right for parts in product(*map(combinations, sorts, choice)))
            found += [(Literal("split"), Players(number, number, these)) for these in shares]
        runs = [number for number in every if number - 1 not in every]
        ends = [number for number in every if number + 1 not in every]
        return [*((Literal("split"), Players(*ends_of, among)) for ends_of in zip(runs, ends, strict=True)), *found]

    def sorts_of(self, among: Sequence[str]) -> list[tuple[str, ...]]:
        """Players parted by what is known of their hands: of those of one sort the same is."""
        hands = self.look()
        known = hands.compared()
        sorts: dict[object, list[str]] = {}
        for player in among:
            below = frozenset(other for other in self.players if player in known[other])
            asked = self.options.dealer_penalty and player == self.dealer
            told = hands.combination(player), frozenset(known[player].items()), below, player in hands.worst, asked
            sorts.setdefault(told, []).append(player)
        return [tuple(players) for players in sorts.values()]

    def may_win(self, sorts: Sequence[tuple[str, ...]], choice: Sequence[int]) -> bool:
        """Whether so many of each sort may share."""
        return (
            self.wrong(Split(tuple(chain(*(sort[:number] for sort, number in zip(sorts, choice, strict=True))))))
            is None
        )

    def out_of_the_deal(self) -> tuple[Permission, ...]:
        """Why a player without counters has no word in the deal [75]."""
        out = self.table.others(*self.players)
        if not out:
            return ()
        why = f"{listed(out)} {'has' if len(out) == 1 else 'have'} no counters left, and no cards in this deal"
        horse = disallow(Says, "a horse is bought between deals", "horse", who=out)
        return (horse, *(disallow(kind, why, who=out) for kind in (Says, Passes, Draws, Shows, Wins)))


def choices(sorts: Sequence[tuple[str, ...]], number: int) -> Iterator[tuple[int, ...]]:
    """How many of each sort may be taken, so that it is so many in all."""
    if not sorts:
        if not number:
            yield ()
        return
    for first in range(min(len(sorts[0]), number) + 1):
        for rest in choices(sorts[1:], number - first):
            yield (first, *rest)


def with_cards(see: Callable[[], object]) -> None:
    """Look at cards that were said. Raises Refusal where something stands against them."""
    try:
        see()
    except Refusal as refusal:
        raise refuse(refusal.sentence, refusal.remedy, Code.CARD) from refusal


def opens_hands(said: Event) -> bool:
    """Whether a saying is one of those that open the hands."""
    if isinstance(said, Says):
        return said.word in (*COMMERCE_HANDS, "beats", "worst")
    return isinstance(said, Shows | Wins | Split)
