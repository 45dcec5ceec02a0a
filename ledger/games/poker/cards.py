"""What is known of the hands in a deal of Poker: the cards dealt, exchanged and shown.

A hand may be known from any of its ends: the five cards dealt (`holds`), the exchange by number or by
card, the five cards shown. What follows from the rest is worked out; what contradicts it is refused.
"""

from collections.abc import Collection, Sequence

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
    def discards_known(self) -> bool:
        """Return whether every card that the player discarded is known."""
        return len(self.discards) == self.number

    @property
    def draws_known(self) -> bool:
        """Return whether every card that the player drew is known."""
        return len(self.draws) == self.number


KEPT = Exchange(0)
"""The exchange of a player who keeps the dealt cards."""


class KnownHands:
    """Everything that was said of the hands of one deal."""

    def __init__(
        self, rules: PokerRules, pack: frozenset[Card], players: Sequence[str], held: dict[str, list[Card]]
    ) -> None:
        """Begin with the hands that are said with `holds`, now and later."""
        self.rules = rules
        self.pack = pack
        self.players = players
        self.held = held
        self.exchanges: dict[str, Exchange] = {}
        self.face_up: dict[str, tuple[Card, ...]] = {}

    # What is said

    def tried(self) -> "KnownHands":
        """Return a copy, for a trial of what may be said."""
        tried = KnownHands(self.rules, self.pack, self.players, {**self.held})
        tried.exchanges, tried.face_up = {**self.exchanges}, {**self.face_up}
        return tried

    def exchange(
        self, player: str, number: int | None, discards: tuple[Card, ...] = (), draws: tuple[Card, ...] = ()
    ) -> "KnownHands":
        """Note an exchange of so many cards; a number not told may be five (R41)."""
        numbers = [number, *(exchange.number for exchange in self.exchanges.values())]
        out = sum(HAND if told is None else told for told in numbers)
        pack_out = out > len(self.pack) - HAND * len(self.players)
        self.exchanges[player] = Exchange(number, discards, draws, pack_out)
        return self

    def keep(self, *players: str) -> "KnownHands":
        """Note that these draw no more and, without a draw, keep the dealt cards."""
        for player in players:
            self.exchanges.setdefault(player, KEPT)
        return self

    def show(self, player: str, cards: tuple[Card, ...]) -> "KnownHands":
        """Note that a player laid these five cards face up."""
        self.face_up[player] = cards
        return self

    # What follows

    def unseen(self, players: Sequence[str]) -> frozenset[Card]:
        """Return the cards that are not known to be, or to have been, in the hands of these."""
        return self.pack - {card for name in players for card in self.surely_dealt(name) | self.surely_final(name)}

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
        others = [other for other in self.players if other != player]
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
        others = [self.surely_dealt(other) for other in self.players if other != player]
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
        if taking.number == 0 or not taking.pack_out or card in self.surely_dealt(taker):
            return False
        if taking.draws_known and card not in taking.draws:
            return False
        giving = self.exchanges.get(giver)
        if giving is None:
            return True
        return giving.number != 0 and (card in giving.discards or not giving.discards_known)


def _first(cards: Collection[Card]) -> Card | None:
    return min(cards, key=str, default=None)
