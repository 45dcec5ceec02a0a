"""Sayings beside the turns of Vingt-un: the last card, and faults [65], [67]-[68]."""

import msgspec

from ledger.games.families.twenty_one.drawing_turns import DrawingTurns
from ledger.games.families.twenty_one.hands import Hands
from ledger.games.families.twenty_one.points import FORFEIT, OPEN, STANDS, THROWN_UP, Hand
from ledger.games.vingt_un.dealing import Dealing, last_card
from ledger.rules import Allowed, Lazy, Permission, Question, SubPlay, Turn, disallowed, permissions_of, word
from ledger.rules.events import Event, Says


class AnyTimeSayings:
    """The sayings that may come at any time in a hand, by anyone."""

    def __init__(self, hands: Hands, drawing: DrawingTurns, dealing: Dealing) -> None:
        self.hands = hands
        self.table = hands.table
        self.drawing = drawing
        self.dealing = dealing

    def ask(self, question: Question) -> SubPlay:
        """Ask a question with the sayings of any time; return the event that answers it."""

        def turn() -> Turn | None:
            asked = question()
            return asked and msgspec.structs.replace(asked, says=(*asked.says, *self.may_say(asked)))

        while (event := (yield turn)) is not None and self.answers(event):
            pass
        return event

    def may_say(self, turn: Turn) -> tuple[Permission | Lazy, ...]:
        """Return the last card, and for a player who was missed drawing or throwing up [65], [67]."""
        anytime = Lazy((Says,), self.words, words=("last-card", "throws-up"))
        if not self.hands.staked or not self.out_of_order():
            return (anytime,)
        late = {hand.player: hand for hand in self.missed() if hand.player not in turn.who and self.may_supply()}
        draws = (may for hand in late.values() for may in permissions_of(self.drawing.may_draw(hand)))
        unmarked = (msgspec.structs.replace(may, usual=False) if isinstance(may, Allowed) else may for may in draws)
        return (anytime, *unmarked)

    def words(self) -> tuple[Permission, ...]:
        """Return `DEALER last-card`, and `A throws-up` of a player whose drawing was not told."""
        refusing = disallowed(word((), "throws-up", check=self.wrong_to_throw_up))
        if not self.hands.staked or not self.out_of_order():
            return (*last_card(self.table), refusing)
        players = tuple(player for player in self.hands.others if self.untold(player))
        throws_up = (word(players, "throws-up"),) if players else ()
        return (*last_card(self.table), *throws_up, refusing)

    def answers(self, event: Event) -> bool:
        """Apply a last card, a throwing up or a late draw; return whether the event was one."""
        if isinstance(event, Says) and event.word == "last-card":
            self.last_card()
        elif isinstance(event, Says) and event.word == "throws-up":
            for hand in self.hands.seats[event.player].hands:
                hand.fate = THROWN_UP if hand.fate in (OPEN, STANDS) else hand.fate
        elif (late := self.supplied(event)) is not None:
            self.drawing.draw(late, event)
        else:
            return False
        return True

    def last_card(self) -> None:
        """Let used cards come again, except those of hands still in play [64]-[65], [68]."""
        self.dealing.through += 1
        self.hands.cards.seen.clear()
        for seat in self.hands.seats.values():
            live = [hand for hand in seat.hands if hand.fate in (OPEN, STANDS, FORFEIT)]
            self.hands.cards.see(card for hand in live for card in hand.cards)
            self.hands.cards.see(seat.unplaced() if live else ())

    # A player who was missed

    def out_of_order(self) -> bool:
        """Return whether the dealer has been fined for dealing out of order."""
        return self.table.fined_for(self.hands.dealer, "out-of-order")

    def missed(self) -> list[Hand]:
        """Return the hands whose turn passed in silence, each player's first one last."""
        missed = [hand for hand in self.hands.against() if hand.missed and hand.fate is STANDS]
        return missed[::-1] if self.hands.staked else []

    def untold(self, player: str) -> bool:
        """Return whether the drawing to a hand of this player has not been told [67]."""
        return any(
            not hand.has_drawn and (hand.fate is OPEN or (hand.fate is STANDS and hand.missed))
            for hand in self.hands.seats[player].hands
        )

    def may_supply(self) -> bool:
        """Return whether a missed player may still draw: until the dealer has stood [67]."""
        return self.out_of_order() and any(hand.fate is OPEN for hand in self.hands.dealers.hands)

    def supplied(self, event: Event) -> Hand | None:
        """Return the missed hand that an event concerns; None, also in the hand's own turn."""
        player = getattr(event, "player", None)
        if not self.may_supply() or (turn := self.drawing.next_hand()) is None or turn.player == player:
            return None
        return next((hand for hand in reversed(self.missed()) if hand.player == player), None)

    def wrong_to_throw_up(self, event: Says) -> str | None:
        """Return why a player may not throw up: only an untold drawing allows it [67]."""
        dealer = self.hands.dealer
        if not self.out_of_order():
            return f"nobody throws up unless {dealer} has dealt out of order: say penalty {dealer} out-of-order"
        if not self.hands.staked:
            return "nobody throws up before all have staked"
        seat = self.hands.seats.get(event.player)
        if seat is None or event.player == dealer:
            return f"{event.player} does not play against the dealer in this hand"
        return seat.closed or f"{event.player} was not missed: the drawing has been told"
