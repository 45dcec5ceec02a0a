"""Cards that travel from hand to hand: where each of them is, as far as it was seen.

A hand may be known in full, in part or not at all. A card that was passed on unseen leaves two hands in doubt. For
every card that lies somewhere the class keeps the set of cards that it could be; a contradiction is refused.
"""

from collections.abc import Callable, Iterable, Sequence, Set

import msgspec

from ledger.rules import Card, Code, Refusal, Table, refuse

ON_THE_TABLE = ""
"""The name of the table among the holders of cards; no player has it."""


class Lying(msgspec.Struct, eq=False):
    """A card at a place: the cards that it could be, until it is seen."""

    could: set[Card]
    seen: Card | None = None


class Whereabouts:
    """The places of the cards: the hands, the table, and the pack that is not dealt."""

    def __init__(self, pack: frozenset[Card]) -> None:
        self.pack = pack
        self.undealt = len(pack)
        """The greatest number of cards that are left to draw."""
        self._stock = set(pack)
        """The cards that may be among those left to draw."""
        self._at: dict[str, list[Lying]] = {}

    # What is known

    def number(self, holder: str) -> int:
        """Return how many cards a holder has."""
        return len(self._at.get(holder, ()))

    def known(self, holder: str) -> tuple[Card, ...] | None:
        """Return all the cards of a holder, or None while one of them is unseen."""
        cards = [lying.seen for lying in self._at[holder] if lying.seen]
        return tuple(cards) if len(cards) == len(self._at[holder]) else None

    def could_be(self, holder: str) -> set[Card]:
        """Return the cards that a holder may have."""
        return set().union(*(lying.could for lying in self._at[holder]))

    def could_be_last(self, holder: str, number: int) -> set[Card]:
        """Return the cards that may be among the last `number` that came into a hand."""
        return set().union(*(lying.could for lying in self._at[holder][-number:]))

    def could_be_drawn(self) -> Set[Card]:
        """Return the cards that may be drawn from the pack."""
        return self._stock

    # What is seen

    def see(self, holder: str, card: Card) -> None:
        """Note that a holder has a card. Raises Refusal if that is impossible."""
        among = [lying for lying in self._at[holder] if card in lying.could]
        if not among:
            raise self._refuse(card, holder)
        self._turn(min(among, key=lambda lying: len(lying.could)), card, holder)

    def see_all(self, holder: str, cards: Iterable[Card]) -> None:
        """Note that a holder has all these cards. Raises Refusal if that is impossible."""
        for card in cards:
            self.see(holder, card)

    def _turn(self, lying: Lying, card: Card, holder: str) -> None:
        for cards in self._at.values():
            for other in cards:
                if card in other.could and other is not lying:
                    if len(other.could) == 1:
                        raise self._refuse(card, holder)
                    other.could.discard(card)
        self._stock.discard(card)
        lying.could, lying.seen = {card}, card

    def _refuse(self, card: Card, holder: str) -> Refusal:
        if card not in self.pack:
            return refuse(f"{card} is not in the pack", code=Code.BAD_CARD)
        owner = self._owner(card)
        if owner is not None:
            return refuse(f"{card} is {_place(owner)}", code=Code.CARD)
        if self.known(holder):
            return refuse(f"{card} is not {_place(holder)}", code=Code.CARD)
        return refuse(f"{card} cannot be {_place(holder)}, by what was said", code=Code.CARD)

    def _owner(self, card: Card) -> str | None:
        """Return who must have a card, if that is known."""
        return next(
            (holder for holder, cards in self._at.items() if any(lying.could == {card} for lying in cards)), None
        )

    # What is done

    def draw(self, holder: str, number: int = 1) -> None:
        """Give a holder cards from the pack that were not seen; none if the pack is exhausted."""
        number = min(number, self.undealt)
        self._at.setdefault(holder, []).extend([Lying(set(self._stock)) for _ in range(number)])
        self.undealt -= number

    def draw_card(self, holder: str, card: Card) -> None:
        """Give a holder a card from the pack. Raises Refusal if it cannot be there."""
        if card not in self._stock:
            owner = self._owner(card)
            problem = "cannot be drawn: it is not in the pack any more" if owner is None else f"is {_place(owner)}"
            if card not in self.pack:
                raise refuse(f"{card} is not in the pack", code=Code.BAD_CARD)
            raise refuse(f"{card} {problem}", code=Code.CARD)
        self.draw(holder)
        self._turn(self._at[holder][-1], card, holder)

    def put_out(self, holder: str, card: Card, under: bool = False) -> None:
        """Take a card out of a hand; put `under` the pack, it may come again.

        Raises Refusal if the holder cannot have it.
        """
        self._take(holder, card)
        if under:
            self._stock.add(card)
            self.undealt += 1

    def put_out_unseen(self, holder: str, number: int, left: Set[Card] | None = None) -> None:
        """Take so many unknown cards out of a hand.

        `left` are the cards that the rest of the hand may be.
        """
        could = self.could_be(holder) if left is None else left
        self._at[holder] = [Lying(set(could)) for _ in self._at[holder][number:]]

    def exhaust(self, holder: str, too_many: int) -> None:
        """Take back cards that a holder was thought to draw, because the pack had no more."""
        del self._at[holder][len(self._at[holder]) - too_many :]
        self.undealt = 0

    def turn_last(self, holder: str, cards: Sequence[Card]) -> None:
        """Note that these are the last cards that came into a hand.

        Raises Refusal if that is impossible.
        """
        for lying, card in zip(self._at[holder][-len(cards) :], cards, strict=True):
            if card not in lying.could:
                raise self._refuse(card, holder)
            self._turn(lying, card, holder)

    def _take(self, holder: str, card: Card) -> Lying:
        self.see(holder, card)
        lying = next(candidate for candidate in self._at[holder] if candidate.seen == card)
        self._at[holder].remove(lying)
        return lying

    def pass_on(self, giver: str, card: Card, receiver: str) -> None:
        """Pass a card from a giver to a receiver. Raises Refusal if the giver cannot have it."""
        self._at[receiver].insert(0, self._take(giver, card))

    def exchange(self, giver: str, given: Card, receiver: str, received: Card) -> None:
        """Let two holders change a card each. Raises Refusal if either cannot have it."""
        self.see(receiver, received)
        self.pass_on(giver, given, receiver)
        self.pass_on(receiver, received, giver)

    def mix(self, holders: Iterable[str], pack: bool = False) -> None:
        """Let cards go unseen between these holders (and the pack).

        Each of their cards may now be any of them.
        """
        holders = list(holders)
        could = set().union(*(self.could_be(holder) for holder in holders))
        drawn = could | self._stock if pack else could
        if pack:
            self._stock |= could
        for holder in holders:
            self._at[holder] = [Lying(set(drawn)) for _ in self._at[holder]]


def _place(holder: str) -> str:
    return f"in {holder}'s hand" if holder else "on the table"


Step = Callable[[Whereabouts], None]
"""A change of the cards; it raises Refusal if it is impossible."""


class TravellingCards:
    """The cards of a deal that change hands: as they were dealt, and the steps since.

    `holds` tells the hand that was dealt. If it comes late, all the steps are replayed.
    """

    def __init__(
        self, table: Table, pack: frozenset[Card], players: Sequence[str], number: int, face_up: int = 0
    ) -> None:
        """Deal so many cards to each of these players, and some face up."""
        self._table = table
        self._pack = pack
        self._dealt = (tuple(players), number, face_up)
        self._steps: list[Step] = []
        self.now = self._as_dealt()
        """Where the cards are now."""

    def _as_dealt(self) -> Whereabouts:
        players, number, face_up = self._dealt
        cards = Whereabouts(self._pack)
        for player in players:
            cards.draw(player, number)
        cards.draw(ON_THE_TABLE, face_up)
        cards.see_all(ON_THE_TABLE, self._table.turned_up)
        for player, hand in self._table.hands.items():
            cards.see_all(player, hand)
        return cards

    def _gone_through(self) -> Whereabouts:
        cards = self._as_dealt()
        for step in self._steps:
            step(cards)
        return cards

    def happens(self, step: Step) -> None:
        """Apply a step to the cards. Raises Refusal if it is impossible."""
        step(self.now)
        self._steps.append(step)

    def go_through_again(self) -> None:
        """Replay all steps after a dealt hand was said.

        Raises Refusal if the steps contradict that hand.
        """
        try:
            self.now = self._gone_through()
        except Refusal as refusal:
            raise refuse(f"it was not this hand: {refusal.sentence}", code=Code.CARD) from refusal

    def copy(self) -> "TravellingCards":
        """Return a copy, on which steps may be tried."""
        players, number, face_up = self._dealt
        other = TravellingCards(self._table, self._pack, players, number, face_up)
        other._steps = list(self._steps)
        other.now = other._gone_through()
        return other
