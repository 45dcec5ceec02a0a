"""The single of Loo: one card to each, and the highest that beats the one turned up takes the pool [18]."""

from typing import Any

from ledger.cards import Card
from ledger.events import Says, Shows, Wins
from ledger.games.families.trick_taking import ACE_HIGH
from ledger.games.kernel.deal import Asking
from ledger.games.loo.pool import LooPool
from ledger.turns import Sort, Turn, not_now, shows, wins, word


class LooSingle(LooPool):
    """A deal that is a single."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.shown: dict[str, Card] = {}
        """The cards shown on a single."""

    def play_single(self) -> Asking:
        """The highest card that beats the one turned up, in its suit, takes the pool; the others are looed [18]."""
        winner = None
        while len(self.shown) < len(self.order):
            said = yield from self.ask_in_deal(self.single_turn)
            if not isinstance(said, Shows):
                winner = said.player if isinstance(said, Wins) else None
                break
            self.shown[said.player] = said.cards[0]
            winner = self.best_shown()
        loo = self.loo_of_the_deal()
        if winner:
            self.table.take_pool((winner,), "won the single", "[18]")
        self.pay_loos([player for player in self.order if player != winner], loo, "looed on the single", "[18]")

    def single_turn(self) -> Turn:
        """Who wins the single, or a card shown."""
        may: list[Sort] = [
            wins(self.order, check=lambda said: self.wrong_winner(said.player)),
            word(dict.fromkeys((self.dealer, self.last)), "all-looed", check=lambda said: self.wrong_all_looed()),
            not_now(Says, "this is a single: nobody declares", "stands", "miss"),
        ]
        if self.turned_up:
            to_show = [player for player in self.order if player not in self.shown]
            may.append(shows(to_show, (1, 1), self.unshown, self.wrong_card))
        else:
            may.append(not_now(Shows, "the card turned up was not said: say A wins, or the dealer says all-looed"))
        asks = "this is a single: whose card wins it is not said yet"
        return Turn(asks, tuple(may), self.order)

    def unshown(self) -> list[Card]:
        """The cards that may still be shown on a single."""
        return [card for card in self.unseen() if card not in self.shown.values()]

    def wrong_card(self, said: Shows) -> str | None:
        """Say why a card cannot be shown on a single, or None."""
        card = said.cards[0]
        if owner := next((player for player, shown in self.shown.items() if shown == card), None):
            return f"{card} is {owner}'s"
        return self.card_fault(said.player, card)

    def height(self, card: Card) -> int:
        """How high a card is on a single; nothing: it does not beat the one turned up."""
        turned_up = self.turned_up
        assert turned_up is not None
        rank = ACE_HIGH.index(card.rank)
        return rank if card.suit == turned_up.suit and rank > ACE_HIGH.index(turned_up.rank) else 0

    def best_shown(self) -> str | None:
        """Whose card wins, of those shown."""
        best = max(self.shown, key=lambda player: self.height(self.shown[player]), default=None)
        return best if best and self.height(self.shown[best]) else None

    def wrong_winner(self, player: str) -> str | None:
        """Say why a player cannot have won the single, as far as its cards are known."""
        if self.turned_up is None:
            return None
        best = self.best_shown()
        to_beat = self.shown[best] if best else self.turned_up
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
