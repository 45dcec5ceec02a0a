"""Games of stops, plainly: cards fall in runs until a player has played his last."""

from ledger.core.events import Left, Out, Plays
from tests.plain.table import Dealt, PlainGame


class PlainStops(PlainGame):
    """Who was out, and what the others had left, by the cards or as it was said."""

    cards_dealt = 52
    """How many cards are dealt out, as equally as they go, the odd ones to the first from the dealer's left."""

    def hands(self, dealt: Dealt) -> dict[str, int]:
        """How many cards each was dealt."""
        number = len(dealt.players)
        return {player: len(range(place, self.cards_dealt, number)) for place, player in enumerate(dealt.players)}

    def out(self, dealt: Dealt) -> str:
        """Who said that he was out, or played the last card that was told."""
        return next((one.player for one in dealt.of(Out)), None) or dealt.of(Plays)[-1].player

    def cards_left(self, dealt: Dealt) -> dict[str, int]:
        """What the others have left: as it was said, or all that were dealt to them but what they have played."""
        for said in dealt.of(Left):
            return dict(said.counts)
        cards = self.hands(dealt)
        for played in dealt.of(Plays):
            cards[played.player] -= len(played.cards)
        return cards
