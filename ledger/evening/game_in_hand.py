"""A game being played: its rules, its table, and the deal in hand."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from ledger.core import events
from ledger.core.books import Books, Pool, Posting
from ledger.core.events import Event
from ledger.core.money import Money
from ledger.core.names import name
from ledger.core.refusals import Code, Refusal, did_you_mean, in_words, nearest
from ledger.evening.rules_guard import RulesGuard
from ledger.evening.snapshots import DealOver, GameSnapshot
from ledger.games.registry import game_named
from ledger.rules.deal import AnyDeal
from ledger.rules.game import AnyGame
from ledger.rules.options import Options, read_options
from ledger.rules.score import GameOver
from ledger.rules.table import Seats, Table
from ledger.rules.turns import FITS, Question, Turn


class AfterADeal(Refusal):
    """The refusal of an event that may have been meant for the deal that has just ended."""

    def __init__(self, refusal: Refusal, event: int, how: str, back: str) -> None:
        self.refusal, self.event, self.how = refusal, event, how
        sentence = f"{refusal.sentence}; the deal before was over with event {event}{how}"
        remedy = f"{refusal.remedy}. To take the end of that deal back: {back}"
        super().__init__(refusal.code, sentence, remedy, refusal.at)

    def unwritten(self) -> Refusal:
        """Return the refusal if the event that ended the deal is not recorded yet."""
        refusal = self.refusal
        sentence = f"{refusal.sentence}; the deal before was over with what was said before this{self.how}"
        return Refusal(refusal.code, sentence, refusal.remedy, refusal.at)

    def corrected(self) -> Refusal:
        """Return the refusal if a correction has ended the deal, and not the last event."""
        return Refusal(self.code, self.sentence, self.refusal.remedy, self.at)


GIVEN_UP = "misdeal gives the deal up"
"""How a deal ends that is not played to its end."""


OURS = "ledger."
"""The beginnings of the names of modules whose steps have no limit."""


class GameInHand:
    """A game that has begun: its rules, its table and the deal in hand."""

    def __init__(
        self, game: AnyGame, registered: str, options: Options, begun: events.Begin, table: Table, number: int
    ) -> None:
        self.game = game
        self.registered = registered
        """The name by which the game's rules are found: its own, or one with the distribution that the log pins."""
        self.options = options
        self.begun = begun
        module = type(game).__module__
        self.guard = None if module.startswith(OURS) else RulesGuard(module)
        """The limit on the steps that the rules of a stranger's game take by one event; None for ours."""
        self.table = table
        self.number_of_players = number
        self.deal: AnyDeal
        self.turn: Turn
        self.last_over: DealOver | None = None
        """The last deal that has ended, if any has."""
        self._unsaid = False
        """Whether passes, or other acts of players, were assumed since the last event."""
        self._play: Any = None
        self._question: Question

    def warn_of_number(self) -> None:
        """Remark that the book does not recommend this number of players."""
        if warning := self.game.warn_players(len(self.table.players), self.options):
            self.table.remark(warning)

    def add_player(self, player: str) -> None:
        """Add a player who has joined the table between deals.

        The player joins the game at once, or waits for the next one.
        """
        plays = self.deal.newcomer_plays()
        if plays:
            self.table.add_players(player)
        self.deal.carry = self._kept(self.deal.joined(player))
        if plays:
            self.warn_of_number()
        self.again()

    def remove_player(self, player: str) -> None:
        """Remove a player who has left the table between deals."""
        self.table.remove_player(player)
        self.deal.carry = self._kept(self.deal.left(player))
        self.warn_of_number()
        self.again()

    def refuse_replacing(self, player: str, newcomer: str) -> str | None:
        """Return why a newcomer may not take this player's place between two deals, or None."""
        deal = self.deal
        if player not in self.table.playing or deal.replaced(player, newcomer) is not None:
            return None
        return deal.refuse_leave(player) or deal.refuse_join(newcomer)

    def replace_player(self, player: str, newcomer: str, carry: Any) -> None:
        """Let a newcomer play in the place of a player who has left the table between deals.

        The `carry` is the one that `replaced` gave before; None if the place is not taken over.
        """
        table = self.table
        if player not in table.playing:
            return
        if carry is None:
            self.remove_player(player)
            self.add_player(newcomer)
            return
        table.replace_player(player, newcomer)
        self.deal.carry = self._kept(carry)
        self.again()

    def start_deal(self, carry: Any) -> None:
        """Begin the pause before the next deal; without a carry, that of the first deal."""
        table = self.table
        table.hands, table.played, table.fined, table.turned_up = {}, {}, [], ()
        table.deal_began = len(table.books.postings)
        self.deal = self.game.deal(self.game, table, self.options, carry)
        if carry is None:
            self.deal.game_begins()
            table.deal_began = len(table.books.postings)
        self._play = self.deal.play()
        self._question = next(self._play)
        self.again()
        assert self.turn.pause, "a deal begins in the pause before it"
        assert table.deal_began == len(table.books.postings), "nothing moves before a deal"

    def takes(self, event: Event) -> bool:
        """Return whether an event fits the turn in hand, or no deal is in hand."""
        return self.turn.pause or self.turn.judge(event) is FITS

    def apply(self, event: Event) -> bool:
        """Send the event that answers the turn; return whether that ends the deal."""
        self.table.assumed = False
        over = self._send(event)
        self._unsaid = False
        return over

    def assume(self, default: Event, before: Event | None = None) -> bool:
        """Answer the turn by its default, maybe `before` an event; return whether the deal ends."""
        self.table.assumed = True
        act = isinstance(default, events.Says) and bool(self.turn.act)
        self._unsaid = self._unsaid or isinstance(default, events.Passes) or act
        over = self._send(default)
        if over and self.last_over is not None and isinstance(before, events.Wins):
            self.last_over = msgspec.structs.replace(self.last_over, silent=False)  # now it is said who has won
        return over

    def again(self) -> bool:
        """Ask the question again after an interruption; return whether that ends the deal."""
        turn = self._question()
        if turn is None:
            return self._send(None)
        self.turn = self._guarded(turn)
        return False

    def _guarded(self, turn: Turn) -> Turn:
        """Return a turn whose rules are guarded, if they are a stranger's."""
        return turn if self.guard is None else msgspec.structs.replace(turn, guard=self.guard)

    def _send(self, event: Event | None) -> bool:
        """Send an event (None if nothing was left to ask), and ask the next question."""
        while True:
            try:
                self._question = self._play.send(event)
            except StopIteration as stop:
                self._finish(stop.value, event)
                return True
            except GameOver as over:
                self._finish(over, event)
                return True
            turn = self._question()
            if turn is not None:
                self.turn = turn if self.guard is None else self._guarded(turn)
                return False
            event = None

    def _finish(self, left: Any, event: Event | None) -> None:
        """End the deal; `left` is its carry, or the end of the game that the rule gives."""
        if isinstance(left, GameOver):
            self.table.over, left = left.sentence, self.deal.carry if left.carry is None else left.carry
        self.finish_deal(left, silent=self._unsaid and self._unanswered(event))

    def _unanswered(self, event: Event | None) -> bool:
        """Return whether an event says only what the default says."""
        return self.table.assumed or isinstance(event, events.Passes)

    def finish_deal(self, carry: Any, silent: bool) -> None:
        """Settle the deal in hand and begin the pause before the next."""
        table, carry = self.table, self._kept(carry)
        if self.deal.in_hand:
            self.deal.carry = carry
            table.paid.clear()
            dealer = self.deal.dealer
            table.deals_by[dealer] = table.deals_by.get(dealer, 0) + 1
            self.last_over = DealOver(
                table.books.deal,
                table.books.event,
                silent,
                self.table.assumed,
                changes_of(table.deal_postings()),
                self.deal.remains(),
                {"multiplier": table.multiplier, **self.deal.carried()},
            )
        self.start_deal(carry)

    def void_deal(self, carry: Any) -> None:
        """Begin the pause before a void deal is dealt again."""
        self.table.deals -= 1
        self.start_deal(self._kept(carry))

    def _kept(self, carry: Any) -> Any:
        """Return a carry. Raises TypeError if a snapshot of a stranger's game would change it."""
        if self.guard is None:
            return carry
        again = msgspec.json.decode(msgspec.json.encode(carry), type=self.game.carry)
        if again != carry:
            raise TypeError(f"{carry!r} is carried to the next deal, and reads back as {again!r}")
        return carry

    def does_not_fit(self, event: Event) -> Refusal:
        """Return the refusal of an event that this turn does not take."""
        hint = _nearest_word(self.turn.words(self.table.money), event)
        code = Code.UNKNOWN_WORD if hint else Code.OUT_OF_TURN
        asks = self.turn.asks
        speaker = getattr(event, "player", None)
        if isinstance(event, events.Joins | events.Leaves):
            verb = "join" if isinstance(event, events.Joins) else "leave"
            sentence = f"{speaker} may {verb} after this deal, and not during it: {asks}"
            after = " (or joins after NAME, for a place)" if verb == "join" else ""
            return Refusal(code, sentence, f"Say {name(event.player)} {verb}s when the deal is over{after}")
        if speaker and speaker not in self.table.players:
            asks = f"{speaker} does not play in this game: {asks}"
        remedy = self.turn.instead(self.table.money, hint or self._as_a_fine(event))
        if self.turn.pause and self.last_over is not None:
            number = self.last_over.event
            how = ", when all were taken to pass" if self.last_over.silent else ""
            back = "undo" if number == self.table.books.event - 1 else f'void {number} "WHY"'
            return AfterADeal(Refusal(code, asks, remedy), number, how, back)
        if isinstance(event, events.End):
            remedy = in_words(f"{remedy.sentence}; {GIVEN_UP}" if remedy else GIVEN_UP)
        return Refusal(code, asks, remedy)

    def _as_a_fine(self, event: Event) -> str:
        """Return how to fine a player for an offence that was said as if it were a call."""
        if self.turn.pause or not isinstance(event, events.Says):
            return ""
        offences = nearest(event.word, self.deal.offences())
        return f"For a fine say penalty {name(event.player)} {offences[0]}. " if len(offences) == 1 else ""

    # Snapshots

    def snapshot(self) -> GameSnapshot:
        """Return the game in the pause before a deal, as plain values."""
        table = self.table
        return GameSnapshot(
            self.begun,
            self.registered,
            self.number_of_players,
            table.players,
            table.dealer,
            table.next_from,
            table.deals,
            table.deals_by.copy(),
            tuple(sorted(table.paid)),
            table.multiplier,
            msgspec.json.encode(self.deal.carry),
            self.last_over,
            table.seats.vacated,
            table.over,
        )

    @classmethod
    def resume(cls, snapshot: GameSnapshot, seats: Seats, books: Books, money: Money) -> "GameInHand":
        """Return the game of a snapshot, in the pause before a deal."""
        rules = game_named(snapshot.registered)
        options = read_options(rules.options, snapshot.begun.options, money, snapshot.number_of_players, rules.title)
        table = Table(seats, books, money, rules.prefix, snapshot.playing)
        table.dealer, table.next_from, table.deals = snapshot.dealer, snapshot.next_from, snapshot.deals
        seats.vacated = snapshot.vacated
        table.deals_by, table.paid, table.multiplier = dict(snapshot.deals_by), set(snapshot.paid), snapshot.multiplier
        table.over = snapshot.over
        game = cls(rules, snapshot.registered, options, snapshot.begun, table, snapshot.number_of_players)
        game.last_over = snapshot.last_over
        game.start_deal(msgspec.json.decode(snapshot.carry, type=rules.carry))
        return game


def changes_of(postings: Iterable[Posting]) -> dict[str, int]:
    """Return what each player has won (+) or lost (−) by some postings."""
    changes: dict[str, int] = {}
    for posting in postings:
        payer, payee = posting.payer, posting.payee
        if type(payer) is not Pool:
            changes[payer] = changes.get(payer, 0) - posting.amount
        if type(payee) is not Pool:
            changes[payee] = changes.get(payee, 0) + posting.amount
    return {player: change for player, change in changes.items() if change}


def _nearest_word(words: Sequence[str], event: Event) -> str:
    """Return a question for the nearest word, where the word of an event is unknown here."""
    if not isinstance(event, events.Says) or event.word in words:
        return ""
    near = did_you_mean(event.word, [word for word in words if word[0].isalpha()])
    return f"{near} " if near else ""
