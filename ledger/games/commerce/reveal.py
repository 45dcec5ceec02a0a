"""The hands of Commerce are revealed: the sayings about them until the winners are known."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, combinations, product

import msgspec

from ledger.games.commerce.hands import CommerceHands
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


class Reveal:
    """What was said and shown of the hands of one deal."""

    def __init__(self, table: Table, options: CommerceOptions, players: Sequence[str], cards: TravellingCards) -> None:
        self.table = table
        self.options = options
        self.players = tuple(players)
        self.cards = cards
        self.hands = CommerceHands(self.players)
        self.begun = False
        """Whether the hands are being revealed."""

    @property
    def dealer(self) -> str:
        """Return the dealer."""
        assert self.table.dealer is not None
        return self.table.dealer

    @property
    def names(self) -> tuple[str, ...]:
        """Return the combinations that count here, the best first [71], [75]."""
        return tuple(name for name in COMMERCE_HANDS if name not in self.options.uncounted)

    def hands_now(self) -> CommerceHands:
        """Return what is known of the hands. Raises Refusal if cards contradict what was said."""
        left_out = self.options.uncounted
        for player in self.players:
            if player not in self.hands.values and (cards := self.cards.now.known(player)):
                self.hands.values[player] = commerce_value(cards, "pair" in left_out, "flush" in left_out)
                self.hands.check()
        return self.hands

    def copy(self) -> "Reveal":
        """Return a copy of the hands as they would be revealed now, to try sayings on."""
        return Reveal(self.table, self.options, self.players, self.cards.copy())

    # Until it is known who wins

    def ask(self, event: Event | None) -> SubPlay:
        """Ask for the players' hands until the winners are known; return the winners.

        `event` is the first saying about the hands, if it ended the trading.
        """
        self.begun = True
        turn = partial(self.turn, self.may_reveal())
        while True:
            if event is not None and (winners := self.take(event)):
                return winners
            event = yield turn
            if event is None:
                return self.hands_now().best()

    def turn(self, says: tuple[Lazy, ...]) -> Turn | None:
        """Ask for the hands; None when the cards of all are known."""
        if len(self.hands_now().values) == len(self.players):
            return None
        return Turn(says=says, statement="the hands are opened", state="it is not said whose is the best")

    def take(self, event: Event) -> tuple[str, ...]:
        """Note what was said or shown of the hands; return the winners, once they are said.

        Raises Refusal if the cards or earlier sayings contradict it.
        """
        self.hands_now()
        if isinstance(event, Shows):
            with_cards(lambda: self.see(event))
            return ()
        return self.note(self.hands, event)

    def see(self, event: Shows) -> None:
        """Note a hand that is shown."""
        self.cards.happens(lambda where: where.see_all(event.player, event.cards))
        self.hands_now()

    def note(self, hands: CommerceHands, event: Event) -> tuple[str, ...]:
        """Note a saying about these hands; return the winners, once said. May raise Refusal."""
        match event:
            case Says() if event.word == "beats":
                self.beats(hands, event)
            case Says() if event.word == "worst":
                hands.say_worst(event.player)
            case Says():
                self.combination(hands, event.player, event.word)
            case Wins():
                if event.what:
                    self.combination(hands, event.player, event.what)
                return self.checked(hands, (event.player,))
            case Split():
                return self.checked(hands, event.players)
        return ()

    def beats(self, hands: CommerceHands, event: Says) -> None:
        """Note that a hand was seen to be better than others."""
        if strange := [name for name in event.players if name not in self.players]:
            raise refuse(f"{listed(strange)} {'has' if len(strange) == 1 else 'have'} no cards in this deal")
        hands.beats(event.player, event.players)

    def combination(self, hands: CommerceHands, player: str, name: str) -> None:
        """Note a hand whose combination alone was seen."""
        if name in self.options.uncounted:
            raise refuse(f"a {name} does not count here: limited={self.options.limited}")
        hands.say(player, name)

    def checked(self, hands: CommerceHands, winners: tuple[str, ...]) -> tuple[str, ...]:
        """Return the winners. Raises Refusal if they cannot have won, or the money is not decided."""
        if problem := hands.wrong_winners(winners):
            raise refuse(problem)
        options = self.options
        if options.continuous and not any(hands.combination(winner) for winner in winners):
            remedy = f"Say {winners[0]} wins COMBINATION, or the combination first: {', '.join(COMMERCE_HANDS)}"
            raise refuse("with continuous=on the next deal depends on what the winner has", remedy)
        if options.dealer_penalty and self.dealer not in winners and not hands.combination(self.dealer):
            remedy = f"Say {self.dealer} pair, or what else is held, and then who wins"
            raise refuse(f"with dealer_penalty it has to be known what {self.dealer}, the beaten dealer, has", remedy)
        if options.mode == "pool":
            hands.has_worst(winners)
        return winners

    # What may be said

    def may_reveal(self, then: "Callable[[], Reveal] | None" = None) -> tuple[Lazy, ...]:
        """Return the sayings that reveal the hands, which are checked when they are taken.

        `then` makes the hands as such a saying will find them, if that is not as they are now.
        """
        see: Callable[[], Reveal] = cache(then) if then else lambda: self
        players = self.players

        def wrong(event: Event) -> str | None:
            return see().wrong(event)

        def cards(player: str) -> Slots:
            return (Word(("shows",)), Cards(HAND, HAND, in_order(see().cards.now.could_be(player))))

        def beats(player: str) -> Slots | None:
            reveal = see()
            known = reveal.hands_now().compared()
            worse = tuple(name for name in players if name != player and player not in known[name])
            return (Word(("beats",)), Players(1, len(worse), worse, shown="NAME …")) if worse else None

        replace = msgspec.structs.replace

        def showing() -> Iterator[Permission]:
            yield replace(shows(players, (HAND, HAND), tuple), slots=cards)

        def words() -> Iterator[Permission]:
            yield replace(word(players, *COMMERCE_HANDS), slots=word(players, *self.names, check=wrong).slots)
            yield Allowed(Says, players, slots=beats, words=("beats",))
            if self.options.mode == "pool":
                yield replace(word(players, "worst"), slots=word(players, "worst", check=wrong).slots)

        def best() -> Iterator[Permission]:
            winning = wins(players, None, *self.names, check=wrong).slots
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

    def wrong(self, event: Event) -> str | None:
        """Return why something cannot be said of the hands, or None."""
        try:
            self.note(self.hands_now().copy(), event)
        except Refusal as refusal:
            return refusal.sentence
        return None

    def may_share(self) -> list[Slots]:
        """`split A B …`: any number of the unbeaten, if all may share; else each choice that may.

        Players whose hands are known equally form a group; only how many of each group share matters.
        """
        among = self.hands_now().unbeaten()
        groups = self.groups_of(among)
        splits: list[Slots] = []
        every: list[int] = []
        for number in range(2, len(among) + 1):
            right = [choice for choice in choices(groups, number) if self.may_win(groups, choice)]
            sharing = [group for place, group in enumerate(groups) if any(choice[place] for choice in right)]
            if right and len(right) == sum(1 for _ in choices(sharing, number)):
                if len(sharing) == len(groups):
                    every.append(number)
                else:
                    names = tuple(player for group in sharing for player in group)
                    splits.append((Literal("split"), Players(number, number, names)))
                continue
            shares = (tuple(chain(*parts)) for choice in right for parts in product(*map(combinations, groups, choice)))
            splits += [(Literal("split"), Players(number, number, names)) for names in shares]
        runs = [number for number in every if number - 1 not in every]
        ends = [number for number in every if number + 1 not in every]
        return [*((Literal("split"), Players(*ends_of, among)) for ends_of in zip(runs, ends, strict=True)), *splits]

    def groups_of(self, among: Sequence[str]) -> list[tuple[str, ...]]:
        """Return the players in groups whose hands are known equally."""
        hands = self.hands_now()
        known = hands.compared()
        groups: dict[object, list[str]] = {}
        for player in among:
            below = frozenset(other for other in self.players if player in known[other])
            asked = self.options.dealer_penalty and player == self.dealer
            facts = hands.combination(player), frozenset(known[player].items()), below, player in hands.worst, asked
            groups.setdefault(facts, []).append(player)
        return [tuple(players) for players in groups.values()]

    def may_win(self, groups: Sequence[tuple[str, ...]], choice: Sequence[int]) -> bool:
        """Return whether this many players of each group may share."""
        players = chain(*(group[:number] for group, number in zip(groups, choice, strict=True)))
        return self.wrong(Split(tuple(players))) is None

    def out_of_the_deal(self) -> tuple[Permission, ...]:
        """Refuse the sayings of players without counters [75]."""
        out = self.table.others(*self.players)
        if not out:
            return ()
        why = f"{listed(out)} {'has' if len(out) == 1 else 'have'} no counters left, and no cards in this deal"
        horse = disallow(Says, "a horse is bought between deals", "horse", who=out)
        return (horse, *(disallow(kind, why, who=out) for kind in (Says, Passes, Draws, Shows, Wins)))


def choices(groups: Sequence[tuple[str, ...]], number: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to take `number` players, as how many of each group."""
    if not groups:
        if not number:
            yield ()
        return
    for first in range(min(len(groups[0]), number) + 1):
        for rest in choices(groups[1:], number - first):
            yield (first, *rest)


def with_cards(see: Callable[[], object]) -> None:
    """Check cards that were said. Raises Refusal with the code of a card fault."""
    try:
        see()
    except Refusal as refusal:
        raise refuse(refusal.sentence, refusal.remedy, Code.CARD) from refusal


def reveals(event: Event) -> bool:
    """Return whether a saying reveals the hands."""
    if isinstance(event, Says):
        return event.word in (*COMMERCE_HANDS, "beats", "worst")
    return isinstance(event, Shows | Wins | Split)
