"""Hands that are changed, in part or for another, and what goes on being known of their cards [19], [27]."""

from collections.abc import Collection

from ledger.core.cards import Card, in_order
from ledger.core.events import Draws, Holds
from ledger.language.slots import Cards, Literal, Number, Slots, Word
from ledger.rules.allowed import twice
from ledger.rules.deal import AnyDeal
from ledger.rules.turns import Allowed


class Hands:
    """The hands of one deal, which a player may lay aside, in part or for another.

    A card that has been with one player can be with no other in the same deal.
    """

    def __init__(self, deal: AnyDeal) -> None:
        self.deal = deal
        self.table = deal.table
        self.been_with: dict[Card, str] = {}
        """Cards that a player had and may have no longer."""
        self.laid_aside: set[Card] = set()
        """Of these, the ones that are in no hand any more."""
        self.drawn: dict[str, set[Card]] = {}
        """Cards that a player is known to have drawn to a hand that is not known."""
        self.kept: dict[str, int] = {}
        """How many cards of the hand he had, which was known, a player has kept."""

    @property
    def turned_up(self) -> Card | None:
        """The card turned up, if it was said."""
        return self.table.turned_up[0] if self.table.turned_up else None

    @property
    def trump(self) -> str | None:
        """The trump suit, if it was said."""
        return self.turned_up.suit if self.turned_up else None

    def known(self, player: str) -> list[Card] | None:
        """A player's hand, as far as it is known by its cards."""
        return self.table.hands.get(player)

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

    def may_change(self, player: str, most: int) -> tuple[Allowed, ...]:
        """`A draws N`, or `A discards CARD … draws CARD …`, as many as are laid aside."""

        def wrong(said: Draws) -> str | None:
            return self.wrong_change(said, most)

        def by_number(player: str) -> Slots:
            return (Word(("draws",)), Number(1, most))

        def by_cards(count: int) -> Allowed:
            def slots(player: str) -> Slots | None:
                own = [card for card in self.deal.unseen(player) if self.deal.card_fault(player, card) is None]
                fresh = [card for card in sorted(self.deal.pack, key=str) if self.not_fresh(card) is None]
                if len(own) < count or len(fresh) < 2 * count:
                    return None
                laid_aside = Cards(count, count, tuple(own), shown="CARD …")
                return (
                    Word(("discards",)),
                    laid_aside,
                    Literal("draws"),
                    Cards(count, count, tuple(fresh), shown="CARD …"),
                )

            return Allowed(Draws, (player,), form=lambda said: bool(said.discards), check=wrong, slots=slots)

        number = Allowed(Draws, (player,), form=lambda said: not said.discards, check=wrong, slots=by_number)
        return (number, *(by_cards(count) for count in range(1, most + 1)))

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
        faults = (self.deal.card_fault(said.player, card) for card in said.discards)
        fresh = (self.not_fresh(card) for card in said.cards)
        return next(filter(None, (*faults, *fresh)), None)

    def not_fresh(self, card: Card) -> str | None:
        """Say why a card cannot come from the pack, or None."""
        owner = self.been_with.get(card) or self.table.known_elsewhere(card, "")
        if owner:
            return f"{card} has been in {owner}'s hand"
        return self.deal.not_in_pack(card) or (f"{card} is turned up" if card in self.table.turned_up else None)

    # What is known

    def no_longer(self, player: str, card: Card) -> str | None:
        """Say so if a card is another's, or has been laid aside."""
        owner = self.been_with.get(card, player)
        if card in self.laid_aside:
            return f"{card} has been laid aside, by {owner}"
        return f"{card} has been in {owner}'s hand" if owner != player else None

    def may_have(self, player: str | None, card: Card) -> bool:
        """Whether a player may have a card still, for all that has been changed."""
        return card not in self.laid_aside and self.been_with.get(card, player) == player

    def laid_aside_by(self, player: str) -> set[Card]:
        """The cards that a player has laid aside."""
        return {card for card in self.laid_aside if self.been_with[card] == player}

    def as_it_is(self, said: Holds) -> Holds:
        """The hand a player has: the one that was said, or what it became by his changing; its cards tell which."""
        player, drawn = said.player, self.drawn.get(said.player, set())
        laid_aside = self.laid_aside_by(player)
        if drawn and laid_aside <= set(said.cards) and not drawn & set(said.cards):
            return Holds(player, tuple(self.after_change(player, list(said.cards), tuple(sorted(drawn, key=str)))))
        return said

    def may_be_dealt(self, player: str, now: Collection[Card]) -> tuple[Card, ...]:
        """Of what cards the hand was that a player was dealt, by those he may have now; of none if he has not drawn."""
        laid_aside = self.laid_aside_by(player)
        drawn = self.drawn.get(player, set())
        return in_order({*now, *laid_aside} - drawn) if drawn and laid_aside else ()

    def are_known(self, said: Holds) -> None:
        """Note that a hand has been said: what else its player had he has laid aside."""
        self.drawn.pop(said.player, None)
        had = {card for card, whose in self.been_with.items() if whose == said.player}
        self.laid_aside |= had - set(said.cards)

    def wrong(self, said: Holds) -> str | None:
        """Say which card of a hand cannot be in it for what has been changed, or None."""
        player, cards = said.player, set(said.cards)
        if problem := next(filter(None, (self.no_longer(player, card) for card in said.cards)), None):
            return problem
        if missing := sorted(map(str, self.drawn.get(player, set()) - cards)):
            return f"{player} has drawn {missing[0]}, which is not in this hand"
        had = {card for card, whose in self.been_with.items() if whose == player} - self.laid_aside
        if player in self.kept and len(had & cards) != self.kept[player]:
            return f"{player} has kept {self.kept[player]} cards of the hand said before, not {len(had & cards)}"
        return None
