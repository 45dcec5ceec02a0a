"""The single of Loo: one card to each, and the highest that beats the one turned up takes the pool [18]."""

from ledger.core.cards import ACE_HIGH, Card
from ledger.core.events import Says, Shows, Wins
from ledger.games.loo.hands import Hands
from ledger.games.loo.party import Party
from ledger.games.loo.pot import Pot
from ledger.rules.allowed import (
    disallow,
    shows,
    wins,
    word,
)
from ledger.rules.deal import Asking
from ledger.rules.turns import Lazy, Permission, Turn


class Single:
    """A deal that is a single."""

    def __init__(self, party: Party, pot: Pot, hands: Hands) -> None:
        self.party = party
        self.pot = pot
        self.hands = hands
        self.shown: dict[str, Card] = {}
        """The cards shown."""

    def play(self) -> Asking:
        """The highest card that beats the one turned up, in its suit, takes the pool; the others are looed [18]."""
        winner = None
        while len(self.shown) < len(self.party.order):
            said = yield from self.party.asked(self.turn)
            if not isinstance(said, Shows):
                winner = said.player if isinstance(said, Wins) else None
                break
            self.shown[said.player] = said.cards[0]
            winner = self.best_shown()
        loo = self.pot.loo()
        if winner:
            self.pot.take(winner, "won the single", "[18]")
        others = [player for player in self.party.order if player != winner]
        self.pot.pay_loos(others, loo, "looed on the single", "[18]")

    def turn(self) -> Turn:
        """Who wins the single, or a card shown."""
        order = self.party.order
        says = (
            Lazy((Wins,), lambda: [wins(order, check=lambda said: self.wrong_winner(said.player), usual=True)]),
            Lazy((Says,), self.may_all_be_looed),
            Lazy((Shows,), self.may_show),
        )
        return Turn(
            says=says, who=order, statement="this is a single", state="whose card wins it is not said yet", joint=": "
        )

    def may_all_be_looed(self) -> tuple[Permission, ...]:
        """The dealer, or who has his rights, tells that nobody has won."""
        speakers = dict.fromkeys((self.party.dealer, self.party.last))
        all_looed = word(speakers, "all-looed", check=lambda said: self.wrong_all_looed())
        why = f"this is a single, and that all are looed is the dealer's to say: {self.party.dealer} all-looed"
        dealers = disallow(Says, why, "all-looed")
        return all_looed, dealers, disallow(Says, "this is a single: nobody declares", "stands", "miss")

    def may_show(self) -> tuple[Permission, ...]:
        """A card that beats the one turned up, by who has shown none."""
        if not self.hands.turned_up:
            return (disallow(Shows, "the card turned up was not said: say A wins, or the dealer says all-looed"),)
        to_show = [player for player in self.party.order if player not in self.shown]
        return (shows(to_show, (1, 1), self.unshown, self.wrong_card),)

    def unshown(self) -> list[Card]:
        """The cards that may still be shown."""
        return [card for card in self.hands.deal.unseen() if card not in self.shown.values()]

    def wrong_card(self, said: Shows) -> str | None:
        """Say why a card cannot be shown, or None."""
        card = said.cards[0]
        if owner := next((player for player, shown in self.shown.items() if shown == card), None):
            return f"{card} is {owner}'s"
        return self.hands.deal.card_fault(said.player, card)

    def height(self, card: Card) -> int:
        """How high a card is on a single; nothing: it does not beat the one turned up."""
        turned_up = self.hands.turned_up
        assert turned_up is not None
        rank = ACE_HIGH.index(card.rank)
        return rank if card.suit == turned_up.suit and rank > ACE_HIGH.index(turned_up.rank) else 0

    def best_shown(self) -> str | None:
        """Whose card wins, of those shown."""
        best = max(self.shown, key=lambda player: self.height(self.shown[player]), default=None)
        return best if best and self.height(self.shown[best]) else None

    def wrong_winner(self, player: str) -> str | None:
        """Say why a player cannot have won the single, as far as its cards are known."""
        if self.hands.turned_up is None:
            return None
        best = self.best_shown()
        to_beat = self.shown[best] if best else self.hands.turned_up
        if player in self.shown:
            return None if player == best else f"{player} has shown {self.shown[player]}, which does not win"
        least = self.height(to_beat)
        if any(self.height(card) > least for card in self.unshown()):
            return None
        return f"no card can beat {to_beat}"

    def wrong_all_looed(self) -> str | None:
        """Say who has won, where all are said to be looed."""
        best = self.best_shown()
        return f"{best} has shown {self.shown[best]}, which wins" if best else None
