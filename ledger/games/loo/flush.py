"""The flush of five-card Loo: who has one takes the pool, and a loo from the others [27]-[28]."""

from collections.abc import Sequence

import msgspec

from ledger.core.cards import Card
from ledger.core.events import Event, Holds, Says, Shows, Wins
from ledger.games.loo.declaring import Declarations
from ledger.games.loo.hands import Hands
from ledger.games.loo.pot import Pot
from ledger.games.loo.tricks import FLUSH_CARDS, flush_rank, flush_suit
from ledger.language.examples import Chooser
from ledger.language.slots import Cards, Slots, Word
from ledger.rules.allowed import (
    pick_cards,
    shows,
    wins,
    word,
)
from ledger.rules.turns import Permission


class Flushes:
    """The flushes of a full deal, after all have declared and before the first trick."""

    def __init__(self, declared: Declarations, pot: Pot, hands: Hands) -> None:
        self.declared = declared
        self.pot = pot
        self.hands = hands
        self.options = declared.options
        self.said: list[str] = []
        """Who has said or shown a flush."""

    def possible_pams(self) -> list[Card]:
        """Pam; or any knave, where he is the one of trumps, and trumps are not known [27]."""
        if self.options.pam == "trump":
            return [Card(f"J{suit}") for suit in self.hands.trump or "CDHS"]
        return [Card.JC] if self.options.pam else []

    @property
    def pam(self) -> Card | None:
        """Pam, if the game has him and it is known who he is."""
        pams = self.possible_pams()
        return pams[0] if len(pams) == 1 else None

    def may_claim(self, players: Sequence[str]) -> tuple[Permission, ...]:
        """`A flush`, or `A shows CARD …`, by one who plays."""

        def example(chooser: Chooser) -> Shows:
            player, suit = chooser.choose(players), chooser.choose("CDHS")
            pams = self.possible_pams()
            fitting = [card for card in self.hands.deal.unseen(player) if card.suit == suit or card in pams]
            return Shows(player, pick_cards(chooser, fitting, FLUSH_CARDS))

        def slots(player: str) -> Slots | None:
            among = tuple(self.hands.deal.unseen(player))
            if self.no_flush_known(player) or len(among) < FLUSH_CARDS:
                return None
            return (Word(("shows",)), Cards(FLUSH_CARDS, FLUSH_CARDS, among))

        said = word(players, "flush", check=lambda said: self.wrong_claim(said.player))
        shown = shows(players, (FLUSH_CARDS, FLUSH_CARDS), tuple, self.wrong_shown)
        return said, msgspec.structs.replace(shown, example=example, slots=slots)

    def may_win(self, players: Sequence[str], *whats: str | None) -> Permission:
        """`A wins flush`, or another of these ways to take the pool."""
        return wins(players, *whats, check=self.wrong_win, usual=None in whats)

    def wrong_claim(self, player: str) -> str | None:
        """Say why a player cannot have a flush that he has not said yet, or None."""
        if player in self.said:
            return f"{player} has said his flush already"
        return self.no_flush_known(player)

    def no_flush_known(self, player: str) -> str | None:
        """Say so if a player's hand is known, and no flush."""
        hand = self.hands.known(player)
        return self.no_flush(player, hand) if hand else None

    def no_flush(self, player: str, cards: Sequence[Card]) -> str | None:
        """Say so if a hand is no flush [27]."""
        if any(flush_suit(cards, pam) for pam in self.possible_pams()):
            return None
        return f"{player}'s {' '.join(map(str, cards))} is no flush: that is five cards of a suit, or four and Pam"

    def wrong_shown(self, said: Shows) -> str | None:
        """Say why these cannot be a player's five cards, or no flush, or None."""
        known = self.hands.known(said.player)
        faults = (self.hands.deal.card_fault(said.player, card) for card in said.cards)
        fault = next(filter(None, faults), None) or self.no_flush(said.player, said.cards)
        return fault or (None if known else self.hands.deal.wrong_cards(Holds(said.player, said.cards)))

    def claim(self, said: Event) -> None:
        """Note a flush, and the hand that shows it."""
        assert isinstance(said, Says | Shows)
        if said.player not in self.said:
            self.said.append(said.player)
        if isinstance(said, Shows) and self.hands.known(said.player) is None:
            self.hands.deal.holds(Holds(said.player, said.cards))

    def wrong_win(self, said: Wins) -> str | None:
        """Say why a flush does not win, as far as the hands are known, or None."""
        player, hands = said.player, self.hands.table.hands
        if said.what != "flush":
            return None
        if player in self.pot.takes_nothing:
            return f"{player} has been fined, and takes nothing"
        if self.declared.declared.get(player) == "passes":
            return f"{player} has thrown up his cards"
        if player in hands and (problem := self.no_flush(player, hands[player])):
            return problem
        for other in self.said:
            if other != player and self.hands.trump and other in hands and self.surely_better(other, player):
                return f"{other}'s flush is better"
        return None

    def surely_better(self, shown: str, other: str) -> bool:
        """Whether a flush that is known beats another's; one not known may be the best that is left [27]-[28]."""
        hands, trump, pam = self.hands.table.hands, self.hands.trump, self.pam
        known = flush_rank(hands[shown], trump, pam)
        best_left = (True, pam not in hands[shown] and pam != self.hands.turned_up)
        others = flush_rank(hands[other], trump, pam) if other in hands else best_left
        return known > others or (
            known == others and self.declared.party.order.index(shown) < self.declared.party.order.index(other)
        )

    def settle(self, holder: str) -> None:
        """The flush takes the pool, and a loo from all but those whose flush it beats [27]-[28]."""
        loo = self.pot.loo()
        self.pot.take(holder, "won with a flush", "[27]-[28]")
        for player in self.declared.party.order:
            if player != holder and player not in self.said:
                self.hands.table.pay(player, holder, loo, "a loo for the flush", "[28]")
        self.pot.pay_loos([], loo)
