"""The flush of five-card Loo: who has one takes the pool, and a loo from the others [27]-[28]."""

from collections.abc import Sequence
from typing import Any

import msgspec

from ledger.cards import Card
from ledger.events import Event, Holds, Says, Shows, Wins
from ledger.games.loo.declaring import LooDeclaring
from ledger.games.loo.tricks import FLUSH_CARDS, flush_rank, flush_suit
from ledger.turns import Sort, pick_cards, shows, word


class LooFlushes(LooDeclaring):
    """The flushes of a full deal, after all have declared and before the first trick."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.flushes: list[str] = []
        """Who has said or shown a flush."""

    def possible_pams(self) -> list[Card]:
        """Pam; or any knave, where he is the one of trumps, and trumps are not known [27]."""
        if self.options.pam == "trump":
            return [Card(f"J{suit}") for suit in self.trump or "CDHS"]
        return [Card.JC] if self.options.pam else []

    @property
    def pam(self) -> Card | None:
        """Pam, if the game has him and it is known who he is."""
        pams = self.possible_pams()
        return pams[0] if len(pams) == 1 else None

    def may_claim_flush(self, hands: Sequence[str]) -> tuple[Sort, ...]:
        """`A flush`, or `A shows CARD …`, by one who plays."""

        def example(chooser: Any) -> Shows | None:
            player, suit = chooser.choose(hands), chooser.choose("CDHS")
            fitting = [card for card in self.unseen(player) if card.suit == suit or card in self.possible_pams()]
            return Shows(player, pick_cards(chooser, fitting, FLUSH_CARDS))

        said = word(hands, "flush", check=lambda said: self.wrong_claim(said.player))
        shown = shows(hands, (FLUSH_CARDS, FLUSH_CARDS), list, self.wrong_shown)
        return said, msgspec.structs.replace(shown, example=example)

    def wrong_claim(self, player: str) -> str | None:
        """Say why a player cannot have a flush that he has not said yet, or None."""
        if player in self.flushes:
            return f"{player} has said his flush already"
        hand = self.table.hands.get(player)
        return self.no_flush(player, hand) if hand else None

    def no_flush(self, player: str, cards: Sequence[Card]) -> str | None:
        """Say so if a hand is no flush [27]."""
        if any(flush_suit(cards, pam) for pam in self.possible_pams()):
            return None
        return f"{player}'s {' '.join(map(str, cards))} is no flush: that is five cards of a suit, or four and Pam"

    def wrong_shown(self, said: Shows) -> str | None:
        """Say why these cannot be a player's five cards, or no flush, or None."""
        known = self.table.hands.get(said.player)
        faults = (self.card_fault(said.player, card) for card in said.cards)
        fault = next(filter(None, faults), None) or self.no_flush(said.player, said.cards)
        return fault or (None if known else self.wrong_cards(Holds(said.player, said.cards)))

    def claim_flush(self, said: Event) -> None:
        """Note a flush, and the hand that shows it."""
        assert isinstance(said, Says | Shows)
        if said.player not in self.flushes:
            self.flushes.append(said.player)
        if isinstance(said, Shows) and said.player not in self.table.hands:
            self.holds(Holds(said.player, said.cards))

    def wrong_flush_won(self, said: Wins) -> str | None:
        """Say why a flush does not win, as far as the hands are known, or None."""
        player, hands = said.player, self.table.hands
        if said.what != "flush":
            return None
        if player in self.takes_nothing:
            return f"{player} has been fined, and takes nothing"
        if self.declared.get(player) == "passes":
            return f"{player} has thrown up his cards"
        if player in hands and (problem := self.no_flush(player, hands[player])):
            return problem
        for other in self.flushes:
            if other != player and self.turned_up and other in hands and self.surely_better(other, player):
                return f"{other}'s flush is better"
        return None

    def surely_better(self, shown: str, other: str) -> bool:
        """Whether a flush that is known beats another's; one not known may be the best that is left [27]-[28]."""
        hands, trump, pam = self.table.hands, self.trump, self.pam
        known = flush_rank(hands[shown], trump, pam)
        best_left = (True, pam not in hands[shown] and pam != self.turned_up)
        others = flush_rank(hands[other], trump, pam) if other in hands else best_left
        return known > others or (known == others and self.order.index(shown) < self.order.index(other))

    def settle_flush(self, holder: str) -> None:
        """The flush takes the pool, and a loo from all but those whose flush it beats [27]-[28]."""
        loo = self.loo_of_the_deal()
        self.table.take_pool((holder,), "won with a flush", "[27]-[28]")
        for player in self.order:
            if player != holder and player not in self.flushes:
                self.table.pay(player, holder, loo, "a loo for the flush", "[28]")
        self.pay_loos([], loo)
