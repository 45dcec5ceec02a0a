"""The cards of a deal of Loo: what is known of the hands, also of changed ones [19], [27]."""

from collections.abc import Collection

from ledger.games.loo.options import LooOptions
from ledger.rules import Allowed, Card, KnownCards, Table, in_order, twice
from ledger.rules.events import Draws, Holds
from ledger.rules.slots import Cards, Literal, Number, Slots, Word


class LooCards(KnownCards):
    """The cards of one deal. A card that one player has had is in no other hand of the deal."""

    def __init__(self, table: Table, pack: frozenset[Card], options: LooOptions) -> None:
        super().__init__(table, pack)
        self.options = options
        self.owners: dict[Card, str] = {}
        """Cards of hands that were changed, and the players who had them."""
        self.laid_aside: set[Card] = set()
        """Those cards of changed hands that are in no hand any more."""
        self.drawn: dict[str, set[Card]] = {}
        """Cards that a player is known to have drawn to an unknown hand."""
        self.retained: dict[str, int] = {}
        """The number of cards that the player of a known hand still has of it."""

    @property
    def turned_up(self) -> Card | None:
        """Return the card turned up, if it was said."""
        return self.table.turned_up[0] if self.table.turned_up else None

    @property
    def trump(self) -> str | None:
        """Return the trump suit, if it was said."""
        return card.suit if (card := self.turned_up) else None

    @property
    def possible_pams(self) -> list[Card]:
        """Return Pam; or each knave, if Pam is the knave of trumps and trumps are not known [27]."""
        if self.options.pam == "trump":
            return [Card(f"J{suit}") for suit in self.trump or "CDHS"]
        return [Card.JC] if self.options.pam else []

    @property
    def pam(self) -> Card | None:
        """Return Pam, if the form has one and the card is known."""
        return self.possible_pams[0] if len(self.possible_pams) == 1 else None

    # What may be played

    def card_fault(self, player: str, card: Card) -> str | None:
        """Return why a player cannot play this card, another's or laid aside, or None."""
        return self.no_longer(player, card) or super().card_fault(player, card)

    def no_longer(self, player: str, card: Card) -> str | None:
        """Return a sentence if a card is another's, or has been laid aside; or None."""
        owner = self.owners.get(card, player)
        if card in self.laid_aside:
            return f"{card} has been laid aside, by {owner}"
        return f"{card} has been in {owner}'s hand" if owner != player else None

    def unseen(self, player: str | None = None) -> list[Card]:
        """Return the cards that a player may have, or, without a player, those nobody has had."""
        cards = super().unseen(player)
        return [card for card in cards if card not in self.laid_aside and self.owners.get(card, player) == player]

    # Changing

    def lay_aside(self, player: str) -> None:
        """Lay aside the hand of a player who takes the miss."""
        for card in self.table.hands.pop(player, ()):
            self.owners[card] = player
            self.laid_aside.add(card)

    def change(self, event: Draws) -> None:
        """Change cards of a player, by number or by their names."""
        player, hand = event.player, self.table.hands.pop(event.player, None)
        self.owners.update(dict.fromkeys((*(hand or ()), *event.discards, *event.cards), player))
        self.laid_aside.update(event.discards)
        if hand is None:
            self.drawn[player] = set(event.cards)
        elif event.cards:
            self.table.hands[player] = self.after_change(hand, event.cards)
        else:
            self.retained[player] = len(hand) - event.numbers[0]

    def after_change(self, hand: Collection[Card], drawn: Collection[Card]) -> list[Card]:
        """Return a hand without the cards laid aside, and with those drawn."""
        return [*(card for card in hand if card not in self.laid_aside), *drawn]

    def may_change(self, player: str) -> Allowed:
        """`A draws N`, or `A discards CARD … draws CARD …`, as many as are laid aside."""

        def slots(player: str) -> list[Slots]:
            own = tuple(card for card in self.unseen(player) if self.card_fault(player, card) is None)
            fresh = tuple(card for card in sorted(self.pack, key=str) if self.not_fresh(card) is None)
            forms: list[Slots] = [(Word(("draws",)), Number(1, self.options.cards))]
            for number in range(1, min(self.options.cards, len(own), len(fresh) // 2) + 1):
                out, drawn = (Cards(number, number, cards, shown="CARD …") for cards in (own, fresh))
                forms.append((Word(("discards",)), out, Literal("draws"), drawn))
            return forms

        return Allowed(Draws, (player,), check=self.wrong_change, slots=slots)

    def wrong_change(self, event: Draws) -> str | None:
        """Return why cards cannot be changed so, or None."""
        form, most = "cards are changed by draws N, or by discards CARD … draws CARD …", self.options.cards
        if event.discarded is not None or bool(event.cards) != bool(event.discards):
            return form
        if event.numbers:
            if event.cards or len(event.numbers) != 1:
                return form
            number = event.numbers[0]
            return None if 1 <= number <= most else f"1 to {most} cards may be changed, not {number}"
        if len(event.cards) != len(event.discards) or len(event.cards) > most:
            return f"as many cards are drawn as are laid aside, {most} at the most"
        if problem := twice((*event.discards, *event.cards)):
            return problem
        faults = (self.card_fault(event.player, card) for card in event.discards)
        return next(filter(None, (*faults, *map(self.not_fresh, event.cards))), None)

    def not_fresh(self, card: Card) -> str | None:
        """Return why a card cannot come from the pack, or None."""
        owner = self.owners.get(card) or self.table.known_elsewhere(card, "")
        if owner:
            return f"{card} has been in {owner}'s hand"
        return self.not_in_pack(card) or (f"{card} is turned up" if card in self.table.turned_up else None)

    # Hands that are said

    def hold(self, hand: Holds) -> None:
        """Note a hand that was said; the player has laid aside any other known cards."""
        self.table.hands[hand.player] = list(hand.cards)
        self.drawn.pop(hand.player, None)
        self.laid_aside |= self._cards_of(hand.player) - set(hand.cards)

    def _cards_of(self, player: str) -> set[Card]:
        """Return the cards that a player is known to have had before or after a change."""
        return {card for card, owner in self.owners.items() if owner == player}

    def as_it_is(self, hand: Holds) -> Holds:
        """Return the hand that a player has now, if the hand that was dealt was said."""
        player, drawn = hand.player, self.drawn.get(hand.player, set())
        if drawn and self._cards_of(player) & self.laid_aside <= set(hand.cards) and not drawn & set(hand.cards):
            return Holds(player, tuple(self.after_change(hand.cards, sorted(drawn, key=str))))
        return hand

    def may_be_dealt(self, player: str, now: Collection[Card]) -> tuple[Card, ...]:
        """Return the possible dealt hands of a player who may have `now`, after a change by name."""
        laid_aside = self._cards_of(player) & self.laid_aside
        drawn = self.drawn.get(player, set())
        return in_order({*now, *laid_aside} - drawn) if drawn and laid_aside else ()

    def wrong_cards(self, hand: Holds) -> str | None:
        """Return which card of a hand cannot be in it, or None; changed cards are checked too."""
        player, cards = hand.player, set(hand.cards)
        faults = (super().wrong_cards(hand), *(self.no_longer(player, card) for card in hand.cards))
        if problem := next(filter(None, faults), None):
            return problem
        if missing := sorted(map(str, self.drawn.get(player, set()) - cards)):
            return f"{player} has drawn {missing[0]}, which is not in this hand"
        still = len((self._cards_of(player) - self.laid_aside) & cards)
        if player in self.retained and still != self.retained[player]:
            return f"{player} has kept {self.retained[player]} cards of the hand said before, not {still}"
        return None
