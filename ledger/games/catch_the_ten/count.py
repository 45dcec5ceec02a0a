"""Count a deal of Catch the Ten: by scores, by tricks and honours, or by its cards."""

from collections.abc import Sequence
from functools import cache

from ledger.games.families.trick_taking import PlayedTrick, TrickPlay
from ledger.rules import Card, Side, Sides, Table, listed
from ledger.rules.events import Scores, Shows, Trick, Tricks

HONOURS = {"J": 11, "10": 10, "A": 4, "K": 3, "Q": 2}
"""The points of the honours of trumps, for the side that takes them."""
TOLD_BY_SCORES = "this deal is told by its scores: say NAME scores N for each side"


@cache
def honours_of(suit: str) -> tuple[Card, ...]:
    """Return the honours of a suit, if it is trumps."""
    return tuple(Card(f"{rank}{suit}") for rank in HONOURS)


class PointCount:
    """What was said of one deal, and its points. A partner speaks for the side."""

    def __init__(self, table: Table, sides: Sides, tricks: TrickPlay) -> None:
        self.table = table
        self.sides = sides
        self.tricks = tricks
        self.number = tricks.number
        """The number of tricks."""
        self.scored: dict[Side, int] = {}
        """The points of each side that has said its own."""
        self.counts: dict[Side, int] = {}
        """The tricks of each side, if they were said by number."""
        self.hidden = dict.fromkeys(sides.all, 0)
        """The number of tricks of each side that were said without their cards."""
        self.honours_shown: dict[Side, tuple[Card, ...]] = {}
        """The honours that each side has shown."""
        self.honours_known: list[Card] = []
        """The honours that were shown, or seen in a trick."""

    def take(self, event: Scores | Tricks | Trick | Shows) -> None:
        """Note a checked saying about the deal."""
        match event:
            case Scores():
                assert event.points is not None, "the points were checked"
                self.scored[self.sides.of(event.player)] = event.points
            case Tricks():
                self.counts = self.hidden = self.sides.totals(dict(event.counts))
            case Trick():
                winner = self.tricks.take(event)
                if event.cards:
                    self.honours_known += [card for card in event.cards if self.is_honour(card)]
                else:
                    self.hidden[self.sides.of(winner)] += 1
            case Shows():
                self.tricks.rules.trump = event.cards[0].suit
                self.honours_shown[self.sides.of(event.player)] = event.cards
                self.honours_known += event.cards

    # What it comes to

    def total(self) -> int:
        """Return the points of a whole deal: its cards and its honours."""
        return self.number * len(self.table.players) + sum(HONOURS.values())

    def tricks_left(self) -> int:
        """Return how many tricks are still to be said."""
        return 0 if self.counts else self.number - len(self.tricks.winners)

    def takes_tricks(self) -> bool:
        """Return whether tricks may be said just now."""
        return not self.scored and self.tricks_left() > 0

    def is_honour(self, card: Card) -> bool:
        """Return whether a card is an honour of trumps."""
        return card.suit == self.tricks.rules.trump and card.rank in HONOURS

    def missing(self) -> int:
        """Return how many honours have not been said yet."""
        return len(HONOURS) - len(self.honours_known)

    def missing_honours(self) -> list[Card]:
        """Return the honours not said yet; those of every suit while trumps are not known."""
        suits = self.tricks.rules.trump or "CDHS"
        return [card for suit in suits for card in honours_of(suit) if card not in self.honours_known]

    def sizes_of_showing(self, player: str) -> list[int]:
        """Return how many honours a player may show now, from the least number on."""
        suit = next((card.suit for card in self.missing_honours()), "")
        honours = tuple(card for card in self.missing_honours() if card.suit == suit)
        sizes = range(1, len(honours) + 1)
        right = [size for size in sizes if self.wrong_shows(Shows(player, honours[:size])) is None]
        return [size for place, size in enumerate(right) if size == right[0] + place]

    def due_in_next_trick(self) -> int:
        """Return how many missing honours the next trick must have, if it is said by its cards."""
        missing = self.missing()
        left = self.tricks_left() - 1
        return next(
            size
            for size in range(missing + 1)
            if self.wrong_honours(self.hidden, left, self.honours_shown, missing - size) is None or size == missing
        )

    def shown_already(self, card: Card) -> str | None:
        """Return a sentence if a side has shown this card as an honour, or None."""
        holder = next((side for side, honours in self.honours_shown.items() if card in honours), None)
        return None if holder is None else f"{card} was shown by {holder} already"

    def is_counted(self) -> bool:
        """Return whether everything that the count needs was said."""
        if self.scored:
            return len(self.scored) == len(self.sides.all)
        return not self.tricks_left() and not self.missing()

    def points(self) -> dict[Side, int]:
        """Return the points of each side in this deal: its cards, and the honours among them."""
        if self.scored:
            return self.scored
        tricks = self.counts or self.sides.tally(self.tricks.winners)
        points = {side: count * len(self.tricks.players) for side, count in tricks.items()}
        for side, honours in self.honours_shown.items():
            points[side] += sum(HONOURS[card.rank] for card in honours)
        for winner, cards in zip(self.tricks.winners, self.tricks.cards, strict=True):
            points[self.sides.of(winner)] += sum(HONOURS[card.rank] for _, card in cards if self.is_honour(card))
        return points

    def by_tricks(self) -> bool:
        """Return whether the deal is being told by tricks and honours."""
        return bool(self.counts or self.tricks.winners or self.honours_shown)

    # What is wrong with a saying

    def wrong_scores(self, event: Scores) -> str | None:
        """Return what is wrong with scores: each side scores once, and the sum is that of the deal."""
        if self.by_tricks():
            return "this deal is told by its tricks and honours: its scores follow from them"
        if event.points is None:
            return f"the points are said as one number: {event.player} scores N"
        side = self.sides.of(event.player)
        if side in self.scored:
            return f"{side} scored {self.scored[side]} in this deal: a side scores once"
        scored = sum(self.scored.values()) + event.points
        is_last = len(self.scored) == len(self.sides.all) - 1
        if scored > self.total() or (is_last and scored < self.total()):
            return f"the scores of a deal come to {self.total()}, and these to {scored}"
        return None

    def wrong_tricks(self, counts: dict[str, int]) -> str | None:
        """Return what is wrong with tricks: all of the deal, and enough for the honours shown."""
        if self.scored:
            return TOLD_BY_SCORES
        if self.counts:
            return "the tricks of this deal have been said"
        if sum(counts.values()) < self.number:
            return f"{sum(counts.values())} tricks are too few: a deal has {self.number}"
        return self.wrong_honours(self.sides.totals(counts), 0, self.honours_shown, self.missing())

    def wrong_trick(self, event: Trick) -> str | None:
        """Return what is wrong with the next trick, which must leave room for the honours."""
        if self.scored:
            return TOLD_BY_SCORES
        if not self.tricks_left():
            return f"all {self.number} tricks of this deal have been said: what is missing are honours of trumps"
        if event.cards:
            return self.wrong_cards_of_trick(event.cards)
        if event.player not in self.tricks.players:
            return None
        side, left = self.sides.of(event.player), self.tricks_left() - 1
        hidden = {**self.hidden, side: self.hidden[side] + 1}
        wrong = self.wrong_honours(hidden, left, self.honours_shown, self.missing())
        return wrong or self.nobody_has(hidden, left, self.honours_shown)

    def no_cards(self) -> str | None:
        """Return why no cards of the next trick can be said, or None."""
        if not self.takes_tricks():
            return None
        if not self.table.turned_up:
            return "the turn-up was not said, so that the trumps are not known: say trick NAME"
        missing = max(0, self.missing() - len(self.tricks.players))
        return self.wrong_honours(self.hidden, self.tricks_left() - 1, self.honours_shown, missing)

    def wrong_cards_of_trick(self, cards: Sequence[Card]) -> str | None:
        """Return what is wrong with cards of a trick: shown honours cannot be among them."""
        if again := next(filter(None, map(self.shown_already, cards)), None):
            return again
        if problem := self.too_many_sixes(cards):
            return problem
        left, missing = self.tricks_left() - 1, self.missing() - sum(map(self.is_honour, cards))
        played = tuple(zip(self.tricks.order(), cards, strict=False))
        wrong = self.wrong_honours(self.hidden, left, self.honours_shown, missing)
        return wrong or self.nobody_has(self.hidden, left, self.honours_shown, (played,))

    def wrong_shows(self, event: Shows) -> str | None:
        """Return why a side cannot show these honours, seen before or too many, or None."""
        side = self.sides.of(event.player)
        if self.scored:
            return TOLD_BY_SCORES
        if side in self.honours_shown:
            return f"{side} showed honours already: a side shows once, all that it took"
        trump = self.tricks.rules.trump or event.cards[0].suit
        for card in event.cards:
            if card.suit != trump or card.rank not in HONOURS:
                return f"{card} is no honour of trumps"
            if again := self.shown_already(card):
                return again
            if card in self.table.played:
                return f"{card} was seen in a trick already: it counts there"
        honours_shown, left = {**self.honours_shown, side: event.cards}, self.tricks_left()
        wrong = self.wrong_honours(self.hidden, left, honours_shown, self.missing() - len(event.cards))
        return wrong or self.nobody_has(self.hidden, left, honours_shown)

    def wrong_honours(
        self, hidden: dict[Side, int], left: int, honours_shown: dict[Side, tuple[Card, ...]], missing: int
    ) -> str | None:
        """Return a sentence if shown or missing honours have no tricks to have been in.

        `hidden` are the tricks of each side whose cards were not seen, `left` the tricks still to be said. When every
        side has shown, the missing honours can only be among the cards of the tricks still to be said.
        """
        in_trick = len(self.tricks.players)
        for side, honours in honours_shown.items():
            short = self.short_of_tricks(honours, hidden[side])
            if short > left:
                cards = f"{in_trick * hidden[side]} cards in all" if hidden[side] else "none"
                names = f"{', '.join(map(str, honours))}, shown by {side},"
                return (
                    f"{names} must have been in tricks of theirs whose cards were not seen: of those there are {cards}"
                )
            left -= short
        if len(honours_shown) == len(self.sides.all) and not self.table.turned_up:
            left = 0  # no trick is said by its cards
        room = in_trick * (left + sum(count for side, count in hidden.items() if side not in honours_shown))
        if missing > room:
            return (
                f"of the honours of trumps {missing} would be missing, and nobody who has still to show can have them"
            )
        return None

    def short_of_tricks(self, honours: Sequence[Card], hidden: int) -> int:
        """Return how many tricks, beyond those `hidden`, a side must have won to show its honours."""
        return max(0, -(-len(honours) // len(self.tricks.players)) - hidden)

    def nobody_has(
        self,
        hidden: dict[Side, int],
        left: int,
        honours_shown: dict[Side, tuple[Card, ...]],
        played: Sequence[PlayedTrick] = (),
    ) -> str | None:
        """Return a sentence if every side has shown, and a missing honour cannot fall any more.

        `played` are tricks beyond those that were said. A player plays one card to each trick.
        """
        if len(honours_shown) < len(self.sides.all):
            return None
        seen = {card for honours in honours_shown.values() for card in honours}
        seen |= {card for trick in played for _, card in trick}
        missing = [card for card in self.missing_honours() if card not in seen]
        if not missing:
            return None
        left -= sum(self.short_of_tricks(honours, hidden[side]) for side, honours in honours_shown.items())
        may_play = [
            [player for player in self.tricks.players if self.may_still_play(player, card, played)] for card in missing
        ]
        if find_room(may_play, dict.fromkeys(self.tricks.players, left)):
            return None
        cards = listed([str(card) for card in missing])
        them = "it" if len(missing) == 1 else "them"
        return f"{cards} would be missing: every side has shown, and nobody can play {them} any more"

    def may_still_play(self, player: str, card: Card, played: Sequence[PlayedTrick]) -> bool:
        """Return whether a player may still play a card, after these tricks besides those said."""
        tricks = (*self.tricks.cards, *played, ((player, card),))
        return self.tricks.card_fault(player, card) is None and self.tricks.irregular(tricks) is None

    def too_many_sixes(self, cards: Sequence[Card]) -> str | None:
        """Return a sentence if all four sixes would be shown by five players, who lack one of them."""
        table = self.table
        known = {*cards, *table.played, *table.turned_up, *(card for hand in table.hands.values() for card in hand)}
        if len(table.players) == 5 and sum(card.rank == "6" for card in known) == 4:
            return "one six is left out with five players, and these would show all four"
        return None


def find_room(may_play: Sequence[Sequence[str]], room: dict[str, int]) -> bool:
    """Return whether every card finds a player who may play it, and who has `room` for so many."""
    if not may_play:
        return True
    first, rest = may_play[0], may_play[1:]
    return any(room[player] > 0 and find_room(rest, {**room, player: room[player] - 1}) for player in first)
