"""Stops games, plainly: cards are played in runs until a player has none left."""

from ledger.core.events import Left, Out, Plays
from ledger.testing.plain import Dealt, PlainGame


class PlainStops(PlainGame):
    """Who was out, and what the others had left: as said, or by the cards."""

    cards_dealt = 52
    """The number of cards dealt, as equally as possible, odd ones from the dealer's left."""

    def hands(self, dealt: Dealt) -> dict[str, int]:
        """Return the number of cards dealt to each."""
        number = len(dealt.players)
        return {player: len(range(place, self.cards_dealt, number)) for place, player in enumerate(dealt.players)}

    def out(self, dealt: Dealt) -> str:
        """Return who said `out`, or played the last card."""
        return next((event.player for event in dealt.of(Out)), None) or dealt.of(Plays)[-1].player

    def cards_left(self, dealt: Dealt) -> dict[str, int]:
        """Return what the others have left: as said, or cards dealt less cards played."""
        for event in dealt.of(Left):
            return dict(event.counts)
        cards = self.hands(dealt)
        for played in dealt.of(Plays):
            cards[played.player] -= len(played.cards)
        return cards
