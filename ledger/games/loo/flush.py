"""The pool of five-card Loo taken before the play, by a flush or unplayed [27]-[28]."""

from collections.abc import Iterable, Sequence

import msgspec

from ledger.games.loo.cards import LooCards
from ledger.games.loo.declaring import Declarations
from ledger.games.loo.money import LooMoney
from ledger.rules import Card, Chooser, Permission, SubPlay, Turn, disallow, pick_cards, shows, wins, word
from ledger.rules.events import Draws, Holds, Passes, Says, Shows, Wins
from ledger.rules.slots import Cards, Slots, Word

FLUSH_CARDS = 5
"""The number of cards of a flush, with Pam or without [27]."""


class Flushes:
    """The flushes of a full deal, after all have declared and before the first trick."""

    def __init__(self, declarations: Declarations, cards: LooCards, money: LooMoney) -> None:
        self.declarations = declarations
        self.cards = cards
        self.money = money
        self.claimed: list[str] = []
        """The players who have said or shown a flush."""
        self.holder: str | None = None
        """The player who has won with a flush."""

    @property
    def awaited(self) -> list[str]:
        """The players who claimed a flush and were not fined; one of them has the best [22]."""
        return [player for player in self.claimed if player not in self.money.barred]

    def take_unplayed(self) -> SubPlay:
        """Wait until the only hand standing, or the dealer, takes the pool, perhaps by a flush."""
        while (event := (yield from self.declarations.party.ask(self.turn_to_take))) is not None:
            if isinstance(event, Draws) or (isinstance(event, Says) and event.word == "stands"):
                self.declarations.declare(event)
            elif self.take(event):
                return

    def turn_to_take(self) -> Turn | None:
        """Ask the taker; a dealer who has not declared may stand or change cards first [27]."""
        declarations, player = self.declarations, self.declarations.taker
        assert player is not None
        if player in self.money.barred or not self.declarations.options.has_pam:
            return None
        may: list[Permission] = []
        if player not in declarations.declared and not declarations.all_stand:
            may = [word(player, "stands"), self.cards.may_change(player)]
            may.append(disallow(Passes, f"{player} takes the pool, and cannot pass", who=player))
        if declarations.declared.get(player) != "passes":
            may += self.may_claim([player])
        may.append(wins(player, None, "flush", check=self.wrong_win, usual=True))
        state = f"{player} takes the pool by saying wins"
        says = (*may, *declarations.refused())
        return Turn(says=says, who=(player,), statement="nobody else stands", state=state, joint=": ")

    def take(self, event: Says | Shows | Wins) -> bool:
        """Note a flush that is claimed, shown or wins; return whether the pool is taken."""
        match event:
            case Wins(player, flush):
                self.holder = player if flush else None
                return True
            case Shows(player, cards) if player not in self.cards.table.hands:
                self.cards.hold(Holds(player, cards))
        if event.player not in self.claimed:
            self.claimed.append(event.player)
        return False

    def may_claim(self, players: Sequence[str]) -> tuple[Permission, ...]:
        """Return what a player who plays may say: `A flush`, or `A shows CARD …`."""

        def example(chooser: Chooser) -> Shows:
            player, suit, pams = chooser.choose(players), chooser.choose("CDHS"), self.cards.possible_pams
            fitting = [card for card in self.cards.unseen(player) if card.suit == suit or card in pams]
            return Shows(player, pick_cards(chooser, fitting, FLUSH_CARDS))

        def slots(player: str) -> Slots | None:
            among = tuple(self.cards.unseen(player))
            if self.no_flush(player) or len(among) < FLUSH_CARDS:
                return None
            return (Word(("shows",)), Cards(FLUSH_CARDS, FLUSH_CARDS, among))

        claim = word(players, "flush", check=lambda event: self.wrong_claim(event.player))
        showing = shows(players, (FLUSH_CARDS, FLUSH_CARDS), tuple, self.wrong_shown)
        return claim, msgspec.structs.replace(showing, example=example, slots=slots)

    def wrong_claim(self, player: str) -> str | None:
        """Return why a player cannot have a flush that is not said yet, or None."""
        return f"{player} has said the flush already" if player in self.claimed else self.no_flush(player)

    def no_flush(self, player: str, hand: Sequence[Card] = ()) -> str | None:
        """Return a sentence if a player's cards, shown or known, are no flush [27]; or None."""
        cards = hand or self.cards.table.hands.get(player, ())
        if not cards or any(flush_suit(cards, pam) for pam in self.cards.possible_pams):
            return None
        return f"{player}'s {' '.join(map(str, cards))} is no flush: that is five cards of a suit, or four and Pam"

    def wrong_shown(self, event: Shows) -> str | None:
        """Return why these cannot be a player's five cards, or are no flush; or None."""
        player, cards = event.player, event.cards
        faults = (self.cards.card_fault(player, card) for card in cards)
        fault = next(filter(None, faults), None) or self.no_flush(player, cards)
        return fault or (None if player in self.cards.table.hands else self.cards.wrong_cards(Holds(player, cards)))

    def wrong_win(self, event: Wins) -> str | None:
        """Return why a flush does not win, as far as the hands are known, or None."""
        player = event.player
        if event.what != "flush":
            return None
        if player in self.money.barred:
            return f"{player} has been fined, and takes nothing"
        if self.declarations.declared.get(player) == "passes":
            return f"{player} has thrown up the cards"
        if problem := self.no_flush(player):
            return problem
        better = (other for other in self.claimed if other != player and self.surely_better(other, player))
        return f"{other}'s flush is better" if (other := next(better, None)) else None

    def surely_better(self, player: str, other: str) -> bool:
        """Return whether one flush certainly beats another; an unknown one may be the best left."""
        hands, trump, pam = self.cards.table.hands, self.cards.trump, self.cards.pam
        if not trump or player not in hands:
            return False
        rank = flush_rank(hands[player], trump, pam)
        best_left = (True, pam not in hands[player] and pam != self.cards.turned_up)
        others_rank = flush_rank(hands[other], trump, pam) if other in hands else best_left
        order = self.declarations.party.order
        return rank > others_rank or (rank == others_rank and order.index(player) < order.index(other))


def flush_suit(cards: Iterable[Card], pam: Card | None) -> str | None:
    """Return the suit of a flush, five cards of one suit or four and Pam [27]; None for others."""
    hand = set(cards)
    suits = {card.suit for card in hand if card != pam}
    return suits.pop() if len(hand) == FLUSH_CARDS and len(suits) == 1 else None


def flush_rank(cards: Iterable[Card], trump: str | None, pam: Card | None) -> tuple[bool, bool]:
    """Return how high a flush is: one of trumps above others, then the one with Pam [28]."""
    hand = set(cards)
    return flush_suit(hand, pam) == trump, pam in hand
