"""Hands that are changed, in part or for another, and what goes on being known of their cards [19], [27]."""

from typing import Any

from ledger.cards import Card
from ledger.events import Draws, Holds
from ledger.games.kernel.deal import CarryT, DealInHand, OptionsT
from ledger.turns import May, pick_cards, twice


class ChangingHands(DealInHand[OptionsT, CarryT]):
    """A deal in which a player may lay cards aside and take others.

    A card that has been with one player can be with no other in the same deal.
    """

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.been_with: dict[Card, str] = {}
        """Cards that a player had and may have no longer."""
        self.laid_aside: set[Card] = set()
        """Of these, the ones that are in no hand any more."""
        self.drawn: dict[str, set[Card]] = {}
        """Cards that a player is known to have drawn to a hand that is not known."""
        self.kept: dict[str, int] = {}
        """How many cards of the hand he had, which was known, a player has kept."""

    # Changing

    def lay_aside(self, player: str) -> None:
        """A player throws up his hand for another."""
        for card in self.table.hands.pop(player, ()):
            self.been_with[card] = player
            self.laid_aside.add(card)

    def change(self, said: Draws) -> None:
        """Cards are changed, by number or by their names."""
        player, hand = said.player, self.table.hands.pop(said.player, None)
        self.been_with.update(dict.fromkeys((*(hand or ()), *said.discards, *said.cards), player))
        self.laid_aside.update(said.discards)
        if hand is None:
            self.drawn[player] = set(said.cards)
        elif said.cards:
            self.table.hands[player] = self.after_change(player, hand, said.cards)
        else:
            self.kept[player] = len(hand) - said.numbers[0]

    def after_change(self, player: str, hand: list[Card], drawn: tuple[Card, ...]) -> list[Card]:
        """A hand without the cards laid aside, and with those drawn."""
        return [*(card for card in hand if card not in self.laid_aside), *drawn]

    def may_change(self, player: str, most: int) -> May:
        """`A draws N`, or `A discards CARD … draws CARD …`."""

        def example(chooser: Any) -> Draws:
            number = chooser.number(1, most)
            if chooser.number(0, 1):
                return Draws(player, (number,))
            discards = pick_cards(chooser, self.unseen(player), number)
            fresh = [card for card in self.unseen() if card not in discards]
            return Draws(player, (), pick_cards(chooser, fresh, number), discards)

        texts = (f"draws 1 to {most}", "discards CARD … draws CARD …")
        return May(Draws, (player,), texts, example, check=lambda said: self.wrong_change(said, most))

    def wrong_change(self, said: Draws, most: int) -> str | None:
        """Say why cards cannot be changed so, or None."""
        form = "cards are changed by draws N, or by discards CARD … draws CARD …"
        if said.discarded is not None or bool(said.cards) != bool(said.discards):
            return form
        if said.numbers:
            if said.cards or len(said.numbers) != 1:
                return form
            return None if 1 <= said.numbers[0] <= most else f"1 to {most} cards may be changed, not {said.numbers[0]}"
        if len(said.cards) != len(said.discards) or len(said.cards) > most:
            return f"as many cards are drawn as are laid aside, {most} at the most"
        if problem := twice((*said.discards, *said.cards)):
            return problem
        faults = (self.card_fault(said.player, card) for card in said.discards)
        fresh = (self.not_fresh(card) for card in said.cards)
        return next(filter(None, (*faults, *fresh)), None)

    def not_fresh(self, card: Card) -> str | None:
        """Say why a card cannot come from the pack, or None."""
        owner = self.been_with.get(card) or self.table.known_elsewhere(card, "")
        if owner:
            return f"{card} has been in {owner}'s hand"
        return self.not_in_pack(card) or (f"{card} is turned up" if card in self.table.turned_up else None)

    # What is known

    def card_fault(self, player: str, card: Card) -> str | None:
        """Say why a player cannot have this card to play."""
        return self.no_longer(player, card) or super().card_fault(player, card)

    def no_longer(self, player: str, card: Card) -> str | None:
        """Say so if a card is another's, or has been laid aside."""
        owner = self.been_with.get(card, player)
        if card in self.laid_aside:
            return f"{card} has been laid aside, by {owner}"
        return f"{card} has been in {owner}'s hand" if owner != player else None

    def unseen(self, player: str | None = None) -> list[Card]:
        """The cards a player may still have, as far as is known, in a fixed order."""
        return [
            card
            for card in super().unseen(player)
            if card not in self.laid_aside and self.been_with.get(card, player) == player
        ]

    def holds(self, said: Holds) -> None:
        """Note a hand: the one dealt, or the one that was got for it; which, its cards tell."""
        player, drawn = said.player, self.drawn.get(said.player, set())
        laid_aside = {card for card in self.laid_aside if self.been_with[card] == player}
        if drawn and laid_aside <= set(said.cards) and not drawn & set(said.cards):
            said = Holds(player, tuple(self.after_change(player, list(said.cards), tuple(sorted(drawn, key=str)))))
        super().holds(said)
        self.drawn.pop(player, None)
        had = {card for card, whose in self.been_with.items() if whose == player}
        self.laid_aside |= had - set(said.cards)

    def wrong_cards(self, said: Holds) -> str | None:
        """Say which card of a hand cannot be in it, or None."""
        if problem := super().wrong_cards(said):
            return problem
        player, cards = said.player, set(said.cards)
        if problem := next(filter(None, (self.no_longer(player, card) for card in said.cards)), None):
            return problem
        if missing := sorted(map(str, self.drawn.get(player, set()) - cards)):
            return f"{player} has drawn {missing[0]}, which is not in this hand"
        had = {card for card, whose in self.been_with.items() if whose == player} - self.laid_aside
        if player in self.kept and len(had & cards) != self.kept[player]:
            return f"{player} has kept {self.kept[player]} cards of the hand said before, not {len(had & cards)}"
        return None
