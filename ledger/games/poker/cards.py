"""What is known of the hands in a deal of Poker: the cards dealt, exchanged and shown.

A hand may be known from any of its ends: the five cards dealt (`holds`), the exchange by number or by
card, the five cards shown. What follows from the rest is worked out; what contradicts it is refused.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from ledger.games.families.hands import HandValue, PokerRules, poker_value
from ledger.rules import Card

HAND = 5
"""The number of cards of a hand, which is also the most that may be drawn (R7, R36)."""


class Exchange(msgspec.Struct, frozen=True):
    """The exchange of a player at the draw; `number` is None if it was not told."""

    number: int | None
    discards: tuple[Card, ...] = ()
    draws: tuple[Card, ...] = ()
    pack_out: bool = False
    """Whether discarded cards of others were given out again by then (R41)."""

    @property
    def of_some(self) -> bool:
        """Return whether the player may have drawn at all."""
        return self.number != 0

    @property
    def discards_known(self) -> bool:
        """Return whether every card that the player discarded is known."""
        return len(self.discards) == self.number

    @property
    def draws_known(self) -> bool:
        """Return whether every card that the player drew is known."""
        return len(self.draws) == self.number


KEPT = Exchange(0)
"""The exchange of a player who keeps the dealt cards."""


class KnownHands(msgspec.Struct, frozen=True):
    """Everything that was said of the hands of one deal, as a value for trials."""

    rules: PokerRules
    stock: int
    """The number of cards left in the pack after the deal."""
    held: Mapping[str, Sequence[Card]] = msgspec.field(default_factory=dict)
    """The hands said with `holds`."""
    exchanges: Mapping[str, Exchange] = msgspec.field(default_factory=dict)
    face_up: Mapping[str, tuple[Card, ...]] = msgspec.field(default_factory=dict)

    # What is said

    def holding(self, player: str, cards: tuple[Card, ...]) -> "KnownHands":
        """Return the value after a player was dealt these five cards."""
        return msgspec.structs.replace(self, held={**self.held, player: cards})

    def exchanging(
        self, player: str, number: int | None, discards: tuple[Card, ...] = (), draws: tuple[Card, ...] = ()
    ) -> "KnownHands":
        """Return the value after an exchange of so many cards; a number not told may be five (R41)."""
        before = sum(HAND if exchange.number is None else exchange.number for exchange in self.exchanges.values())
        pack_out = before + (HAND if number is None else number) > self.stock
        return msgspec.structs.replace(
            self, exchanges={**self.exchanges, player: Exchange(number, discards, draws, pack_out)}
        )

    def keeping(self, player: str) -> "KnownHands":
        """Return the value after a player draws no more and, without a draw, keeps the dealt cards."""
        return (
            self
            if player in self.exchanges
            else msgspec.structs.replace(self, exchanges={**self.exchanges, player: KEPT})
        )

    def showing(self, player: str, cards: tuple[Card, ...]) -> "KnownHands":
        """Return the value after a player laid these five cards face up."""
        return msgspec.structs.replace(self, face_up={**self.face_up, player: cards})

    # What follows

    def dealt(self, player: str) -> frozenset[Card] | None:
        """Return the first five cards of a player, if all are known."""
        known = self.surely_dealt(player)
        return known if len(known) == HAND else None

    def surely_dealt(self, player: str) -> frozenset[Card]:
        """Return the known cards among a player's first five."""
        if player in self.held:
            return frozenset(self.held[player])
        exchange = self.exchanges.get(player)
        if exchange is None:
            return frozenset()
        retained = {*self.face_up.get(player, ())} - {*exchange.draws} if exchange.draws_known else set()
        return frozenset(retained | {*exchange.discards})

    def final(self, player: str) -> frozenset[Card] | None:
        """Return the hand a player has at the end, if all of it is known."""
        known = self.surely_final(player)
        return known if len(known) == HAND else None

    def surely_final(self, player: str) -> frozenset[Card]:
        """Return the cards that a player certainly has at the end; none while a draw may come."""
        if player in self.face_up:
            return frozenset(self.face_up[player])
        exchange = self.exchanges.get(player)
        if exchange is None:
            return frozenset()
        retained = {*self.held.get(player, ())} - {*exchange.discards} if exchange.discards_known else set()
        return frozenset(retained | {*exchange.draws})

    def value(self, player: str) -> HandValue | None:
        """Return what a player's hand is worth at the end, if it is known."""
        final = self.final(player)
        return None if final is None else poker_value(sorted(final, key=str), self.rules)

    def best(self, players: Sequence[str]) -> tuple[str, ...] | None:
        """Return the players with the best hand, or None unless every hand is known (R65-R76)."""
        values = {player: self.value(player) for player in players}
        known = [value for value in values.values() if value is not None]
        if len(known) < len(values):
            return None
        return tuple(player for player, value in values.items() if value == max(known))

    # What cannot be

    def fault(self, player: str) -> str | None:
        """Return what is impossible in a player's cards, by what is known of all hands; or None."""
        others = [other for other in {**self.held, **self.exchanges, **self.face_up} if other != player]
        known = self.surely_dealt(player) or self.surely_final(player)
        faults = (
            self._own_fault(player),
            *(self._clash(player, other) for other in others if known),
            *(self._too_many_drawn(other) for other in (player, *others)),
        )
        return next(filter(None, faults), None)

    def _own_fault(self, player: str) -> str | None:
        exchange = self.exchanges.get(player, Exchange(None))
        face_up = self.face_up.get(player)
        for card in (*exchange.draws, *(face_up or ())):
            if card in exchange.discards:
                return f"{player} discarded {card} (R37)"
        if face_up is not None:
            for card in exchange.draws:
                if card not in face_up:
                    return f"{player} drew {card}, which is not in this hand"
        return self._fault_with_hand(player, exchange, face_up)

    def _fault_with_hand(self, player: str, exchange: Exchange, face_up: tuple[Card, ...] | None) -> str | None:
        """Return what disagrees with the hand that a player was dealt, if that was said; or None."""
        if player not in self.held:
            return None
        held = self.held[player]
        for card in exchange.discards:
            if card not in held:
                return f"{card} is not in {player}'s hand"
        for card in exchange.draws:
            if card in held:
                return f"{card} was dealt to {player}, who cannot draw it"
        if face_up is None or exchange.number is None:
            return None
        retained = len({*face_up} & {*held})
        if retained == HAND - exchange.number:
            return None
        return f"{player} drew {exchange.number}: {HAND - exchange.number} of the cards held are kept, not {retained}"

    def _too_many_drawn(self, player: str) -> str | None:
        """Return a sentence if a player has more cards dealt to others than were drawn; or None."""
        exchange, final = self.exchanges.get(player, KEPT), self.surely_final(player)
        if exchange.number is None or not final:
            return None
        others = [self.surely_dealt(other) for other in {**self.held, **self.exchanges} if other != player]
        drawn = {*exchange.draws, *(final & frozenset().union(*others))}
        if len(drawn) <= exchange.number:
            return None
        cards = ", ".join(sorted(map(str, drawn)))
        return f"{player} drew {exchange.number}, and cannot have drawn all of {cards}"

    def _clash(self, player: str, other: str) -> str | None:
        """Return which card two players cannot both have had, or None."""
        dealt, dealt_other = self.surely_dealt(player), self.surely_dealt(other)
        final, final_other = self.surely_final(player), self.surely_final(other)
        if card := _first(dealt & dealt_other):
            return f"{card} was dealt to {other}"
        if card := _first(final & final_other):
            return f"{card} is in {other}'s hand"
        for card in sorted(final & dealt_other, key=str):
            if not self._passed_on(card, other, player):
                gone = card in self.exchanges.get(other, KEPT).discards
                return f"{card} was discarded by {other}" if gone else f"{card} is in {other}'s hand"
        for card in sorted(dealt & final_other, key=str):
            if not self._passed_on(card, player, other):
                return f"{card} is in {other}'s hand"
        return None

    def _passed_on(self, card: Card, giver: str, taker: str) -> bool:
        """Return whether a card dealt to a player may have been drawn by another after it (R41)."""
        taking = self.exchanges.get(taker, KEPT)
        if not taking.of_some or not taking.pack_out or card in self.surely_dealt(taker):
            return False
        if taking.draws_known and card not in taking.draws:
            return False
        giving = self.exchanges.get(giver)
        if giving is None:
            return True
        return giving.of_some and (card in giving.discards or not giving.discards_known)


class Seen:
    """The hands of the deal in hand, as far as they were seen."""

    def __init__(self, hands: KnownHands) -> None:
        self.hands = hands

    def keep(self, players: Iterable[str]) -> None:
        """Note that these players draw no more."""
        for player in players:
            self.hands = self.hands.keeping(player)


def _first(cards: Collection[Card]) -> Card | None:
    return min(cards, key=str, default=None)
