"""The single of Loo: the highest card that beats the one turned up takes the pool [18]."""

from ledger.games.families.trick_taking import TrickRules
from ledger.games.loo.cards import LooCards
from ledger.games.loo.declaring import Party
from ledger.rules import Card, Permission, SubPlay, Turn, disallow, shows, wins, word
from ledger.rules.events import Says, Shows, Wins


class Single:
    """A deal that is a single."""

    def __init__(self, party: Party, cards: LooCards) -> None:
        self.party = party
        self.cards = cards

    @property
    def shown(self) -> dict[str, Card]:
        """The cards that players have shown."""
        return {player: card for card, player in self.cards.table.played.items()}

    def play(self) -> SubPlay:
        """Ask for the cards until the winner is known; return the winner, or None."""
        while len(self.shown) < len(self.party.order):
            event = yield from self.party.ask(self.turn)
            if not isinstance(event, Shows):
                return event.player if isinstance(event, Wins) else None
            self.cards.table.played[event.cards[0]] = event.player
        return self.best()

    def turn(self) -> Turn:
        """Ask who wins the single, or for a card."""
        order, dealer = self.party.order, self.party.dealer
        speakers = dict.fromkeys((dealer, self.party.last))
        dealers = f"this is a single, and that all are looed is the dealer's to say: {dealer} all-looed"
        says: tuple[Permission, ...] = (
            wins(order, check=lambda event: self.wrong_winner(event.player), usual=True),
            word(speakers, "all-looed", check=lambda event: self.wrong_all_looed()),
            disallow(Says, dealers, "all-looed"),
            disallow(Says, "this is a single: nobody declares", "stands", "miss"),
            self.may_show(),
        )
        return Turn(
            says=says,
            who=order,
            statement="this is a single",
            state="each plays the one card dealt, and nobody has said whose card wins",
            joint=": ",
        )

    def may_show(self) -> Permission:
        """`A shows CARD`, by a player who has not shown one."""
        if not self.cards.turned_up:
            return disallow(Shows, "the card turned up was not said: say A wins, or the dealer says all-looed")
        to_show = [player for player in self.party.order if player not in self.shown]
        return shows(to_show, (1, 1), self.cards.unseen, lambda show: self.cards.card_fault(show.player, show.cards[0]))

    def height(self, card: Card) -> int:
        """Return how high a card is in the suit of the card turned up; 0 for another suit."""
        assert self.cards.turned_up is not None
        return TrickRules().strength(card, self.cards.turned_up)

    def best(self) -> str | None:
        """Return who wins by the cards shown so far, or None."""
        best = max(self.shown, key=lambda player: self.height(self.shown[player]), default=None)
        turned_up = self.cards.turned_up
        return best if best and turned_up and self.height(self.shown[best]) > self.height(turned_up) else None

    def wrong_winner(self, player: str) -> str | None:
        """Return why a player cannot have won the single, as far as its cards are known, or None."""
        if self.cards.turned_up is None:
            return None
        best, cards = self.best(), self.shown
        if player in cards:
            return None if player == best else f"{player} has shown {cards[player]}, which does not win"
        to_beat = cards[best] if best else self.cards.turned_up
        beaten = self.height(to_beat)
        beatable = any(self.height(card) > beaten for card in self.cards.unseen())
        return None if beatable else f"no card can beat {to_beat}"

    def wrong_all_looed(self) -> str | None:
        """Return who has won, if all are said to be looed, or None."""
        best = self.best()
        return f"{best} has shown {self.shown[best]}, which wins" if best else None
