"""The fold: apply events to an evening.

An evening takes one event after another, and always equals a replay of them. A refused event leaves it unchanged. The
deal in hand is never stored: it is replayed from its own few events, from the snapshot of the pause before it.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from typing import Any, TypeVar

import msgspec

from ledger.core import events, refusals
from ledger.core.books import AT_THE_CLOSE, Books, Debt
from ledger.core.events import PINNING, EffectiveEvent, Event, Pinned, balances_in
from ledger.core.money import Money, MoneyError
from ledger.core.names import key_of, name
from ledger.core.refusals import Code, Refusal, listed
from ledger.evening.bank import Bank, left_in_front
from ledger.evening.costs import shared_cost
from ledger.evening.game_in_hand import GIVEN_UP, GameInHand
from ledger.evening.shortage import follow
from ledger.evening.snapshots import BegunGame, Difference, Finding, Outcome, SharedCost, Snapshot
from ledger.games.provenance import missing, registered_for
from ledger.games.registry import THEIR_FAULT, fault_of, game_named
from ledger.rules.game import AnyGame
from ledger.rules.options import Options, read_options
from ledger.rules.table import Seats, Table

T = TypeVar("T")

MOST_DEFAULTS = 200
"""The greatest number of turns behind the one that is asked against which a saying is tried."""


ACCOUNTS_AN_EVENT = 16
"""With no more accounts than this, a snapshot between games is cheap enough to take at every event."""


def opened_in(opening: events.OpenEvening) -> Money:
    """Return the money of an evening. Raises Refusal for an unknown money."""
    try:
        return Money.recorded(opening.money, opening.counter)
    except MoneyError as error:
        raise Refusal(Code.BAD_AMOUNT, str(error)) from error


class Unanswered(Refusal):
    """The event fits no turn: neither the one that is asked nor those behind its defaults."""

    def __init__(self) -> None:
        super().__init__(Code.OUT_OF_TURN, "no turn takes it")


def not_seated(player: str) -> Refusal:
    """Return the refusal of a player who is not at the table."""
    return Refusal(Code.UNKNOWN_PLAYER, f"{player} is not at the table")


AFTER_A_CLOSE = frozenset((events.Pays, events.Cost, events.Note, events.Reopen))
"""The kinds that may be said after a close."""
KEEPING_THE_PLAN = frozenset((events.Pays, events.Note))
"""The kinds that change nothing won, lost or shared, so that the plan of payments stays."""
NAMING_CARDS = (events.Plays, events.Draws, events.Shows, events.Spare)
"""The kinds that name cards, and may be refused because of cards that nobody has said."""


def code_of(event: Event) -> Code:
    """Return the code of a refusal by a rule: CARD, if the event names cards."""
    named = isinstance(event, NAMING_CARDS) or (isinstance(event, events.Trick | events.Says) and event.cards)
    named = named or (isinstance(event, events.Deal) and bool(event.turn_up))
    return Code.CARD if named else Code.RULE


RAISES_TO = "raises to"


def told_by_board(event: Event) -> str:
    """Return the words of an event that name boards, halves, or the total of a bet; else empty."""
    match event:
        case events.Wins(board=str(board)):
            return board
        case events.Split(what=str(word)) | events.Split(board=str(word)):
            return word
        case events.Raises(to=True):
            return RAISES_TO
    return ""


class PendingOutcome(msgspec.Struct):
    """An event that is being applied, with its outcome so far."""

    effective: EffectiveEvent
    changed: bool = False
    """Whether the deal in hand has changed, so that a refusal goes back to the pause before it."""
    answered: tuple[Event, ...] = ()
    """The defaults that were assumed before the event, in order."""
    findings: tuple[Finding, ...] = ()
    remarks: tuple[str, ...] = ()
    cost: SharedCost | None = None
    over: bool = False
    """Whether the event has ended a deal, and the pause before the next has begun."""


class Evening:
    """An evening after the events that were applied to it."""

    def __init__(self) -> None:
        self.opening: events.OpenEvening | None = None
        self.money = Money("counters", 1)
        self.seats = Seats()
        self.called: Mapping[str, str] = {}
        """The shorter names of players, each with its player."""
        self.books = Books()
        self.bank = Bank(self.books)
        self.closed = False
        self.game: GameInHand | None = None
        self.outcomes: list[Outcome] = []
        self.effective: list[EffectiveEvent] = []
        self.begun: tuple[BegunGame, ...] = ()
        """The games that were begun, in order."""
        self.last_pause = Snapshot()
        """The last snapshot of a pause before a deal, or of a moment between games."""
        self.differing: list[Difference] = []
        """The events whose pinned balances differ from the replay."""
        self.by_pins = False
        """Whether the pins tell what each player has won, and no rules are asked."""
        self.revised = 0
        """The newest event or correction that changed something won, lost or shared: it makes a new plan."""

    # Applying

    def apply(self, effective: EffectiveEvent) -> Outcome:
        """Apply one more event. Raises Refusal if it does not fit; the evening is then unchanged."""
        event, game, before, books = effective.event, self.game, self.last_pause, self.books
        postings, seated_before = len(books.postings), self.seats.seated
        books.event = effective.number
        pending = PendingOutcome(effective)
        take = (BY_PINS if self.by_pins else HANDLERS).get(type(event), Evening._answers)
        difference = self._difference(effective) if effective.pinned and not self.by_pins else None
        try:
            if game is None:
                self._guard(event)
            if game is None or game.guard is None:
                take(self, event, pending)
            else:
                with game.guard:
                    take(self, event, pending)
            playing = game or self.game
            if playing is not None and playing.guard is not None:
                self._check_postings(pending, before, postings)
        except Refusal as refusal:
            if pending.changed:
                self._restore(before)
            if isinstance(refusal, Unanswered):
                raise self._open_game().does_not_fit(event) from None
            raise
        except refusals.RULE_FAULTS as error:
            raise self._broken(error, game or self.game, event, before) from error
        if difference is not None:
            self.differing.append(difference)
        self.effective.append(effective)
        if effective.number > self.revised and type(event) not in KEEPING_THE_PLAN:
            self.revised = effective.number
        seated = seated_before if type(event) is events.Leaves else self.seats.seated
        outcome = self._outcome(pending, postings, playing, seated)
        self.outcomes.append(outcome)
        if pending.over or (self.game is None and (game is not None or self._pause_is_due())):
            self._take_snapshot()
        return outcome

    def _check_postings(self, pending: PendingOutcome, before: Snapshot, postings: int) -> None:
        """Check the reasons that a stranger's rules post, and the books after a deal or a game."""
        for posting in self.books.postings[postings:]:
            for text in (posting.why, posting.cite):
                text.encode()  # which fails for what is no text, and for halves of characters
        if pending.over or self.game is None:
            self.books.check_since(before.balances, before.pools, before.postings)

    def _broken(self, error: BaseException, game: GameInHand | None, event: Event, before: Snapshot) -> BaseException:
        """Go back to a pause, and return the refusal of an event at which a game's rules fail.

        If no game is in hand or being begun, no rules are at fault, and the error itself is returned.
        """
        begun = game.begun if game else event
        if not isinstance(begun, events.Begin):
            return error
        fault = fault_of(error, type(game.game).__module__ if game else "")
        sentence = f"the rules of {begun.game} fail at event {self.books.event}: {fault}"
        self._restore(before)
        return Refusal(Code.RULES_BROKEN, sentence, THEIR_FAULT)

    def _difference(self, effective: EffectiveEvent) -> Difference | None:
        """Return how the balances differ from those that an event pins; None if they agree."""
        recorded = balances_in(effective.pinned) if isinstance(effective.event, PINNING) else {}
        today = self.books.balances
        if not recorded or recorded == today:
            return None
        return Difference(effective.number, self.books.deal, self.books.game, recorded, today.copy())

    def _follow(self, event: Event, pending: PendingOutcome) -> None:
        """Take an event of a game without asking its rules: move the counters by the event's pins."""
        pinned, books = pending.effective.pinned, self.books
        if isinstance(event, events.Begin):
            self._note_begun(pending.effective, registered_for(event.game, pinned))
        elif isinstance(event, PINNING):
            moved = follow(books, balances_in(pinned))
            self.bank.follow_pins(moved, pins_deals=not isinstance(event, events.Close))
        if isinstance(event, events.Deal):
            books.deal, books.game = books.deal + 1, self.begun[-1].game if self.begun else ""
        if isinstance(event, events.Close):
            books.game = AT_THE_CLOSE
            self.bank.closes_as_pinned(event, pinned, self.sharers, self.money)
            self.closed = True

    def _pause_is_due(self) -> bool:
        """Return whether a snapshot between games costs no more than the events since the last one."""
        return len(self.effective) - self.last_pause.events >= len(self.books.balances) // ACCOUNTS_AN_EVENT

    def _outcome(
        self, pending: PendingOutcome, postings: int, game: GameInHand | None, seated: tuple[str, ...]
    ) -> Outcome:
        effective, findings, over, made = pending.effective, pending.findings, None, self.books.postings
        number = effective.number
        remarks = pending.remarks
        if game is not None:
            table, last_over = game.table, game.last_over
            if last_over is not None and last_over.event == number:
                over = last_over
            if table.findings:
                findings = (*findings, *(Finding("irregularity", number, text) for text in table.findings))
                table.findings = []
            if table.remarks:
                remarks, table.remarks = (*remarks, *table.remarks), []
        moved = tuple(made[postings:]) if len(made) > postings else ()
        if moved and game is not None and (not self.bank.state.played or self.bank.state.overdrawn):
            self.bank.follow_play()
        return Outcome(number, effective.event, pending.answered, moved, remarks, findings, over, seated, pending.cost)

    def apply_all(self, events: Iterable[EffectiveEvent]) -> None:
        """Apply several events. Raises Refusal at the first event that does not fit."""
        for effective in events:
            self.apply(effective)

    def _take_snapshot(self, within: bool = False) -> None:
        """Take a snapshot between two events, or `within` one; what is before needs no replay."""
        self.last_pause = self._snapshot(within)

    def _restore(self, pause: Snapshot) -> None:
        """Go back to a pause, and apply the events since then again."""
        effective, again = self.effective[: pause.events], self.effective[pause.events :]
        postings = self.books.postings[: pause.postings]
        outcomes, differing = self.outcomes, self.differing
        self._load(pause)
        self.books.postings = postings
        if self.game:
            self.game.table.deal_began = len(postings)
        self.effective, self.outcomes, self.last_pause = effective, [], pause
        self.differing = []
        self.apply_all(again)
        self.outcomes, self.differing = outcomes, differing

    # Snapshots

    def up_to(self, pause: Snapshot) -> "Evening":
        """Return the evening as it was at one of its pauses, with all events before it."""
        evening = Evening()
        evening._load(pause)
        evening.books.postings = self.books.postings[: pause.postings]
        if evening.game:
            evening.game.table.deal_began = pause.postings
        evening.effective, evening.outcomes = self.effective[: pause.events], self.outcomes[: pause.events]
        evening.last_pause = pause
        return evening

    def whole_copy(self) -> "Evening":
        """Return a copy with everything that was applied to this evening."""
        copy = self.up_to(self.last_pause)
        copy.apply_all(self.effective[self.last_pause.events :])
        copy.revised = self.revised
        return copy

    def _snapshot(self, within: bool) -> Snapshot:
        """Return the whole state of the evening; only between games, or in the pause before a deal."""
        events, books = len(self.effective), self.books
        return Snapshot(
            self.opening,
            tuple(self.seats.ring),
            self.seats.seated,
            books.balances.copy(),
            books.pools.copy(),
            msgspec.structs.replace(self.bank.state),
            books.deal,
            self.closed,
            self.game.snapshot() if self.game else None,
            self.called,
            {game: won.copy() for game, won in books.won.items()},
            books.pool_names,
            self.begun,
            events,
            len(books.postings),
            events + within,
            self.by_pins,
            self.revised,
        )

    def copy(self) -> "Evening":
        """Return a copy that begins at the last pause and lists nothing from before it."""
        copy = Evening.resume(self.last_pause, self.effective[self.last_pause.events :])
        copy.revised = self.revised
        return copy

    @classmethod
    def resume(cls, pause: Snapshot, since: Iterable[EffectiveEvent] = ()) -> "Evening":
        """Return the evening of a snapshot with the events since; it lists no older events."""
        evening = cls()
        evening._load(pause)
        evening._take_snapshot()
        evening.apply_all(since)
        return evening

    def _load(self, snapshot: Snapshot) -> None:
        self.opening = snapshot.opening
        if self.opening:
            self.money = opened_in(self.opening)
        self.seats = Seats(snapshot.ring, snapshot.present)
        self.books = Books(snapshot.balances.items(), snapshot.pools.items())
        self.books.deal, self.begun = snapshot.deal, snapshot.begun
        self.books.won.update((game, won.copy()) for game, won in snapshot.won.items())
        self.books.game = snapshot.game.begun.game if snapshot.game else ""
        self.books.pool_names = snapshot.pool_names
        self.bank, self.closed = Bank(self.books, snapshot.bank), snapshot.closed
        self.called = snapshot.called
        self.by_pins, self.revised = snapshot.by_pins, snapshot.revised
        self.game = GameInHand.resume(snapshot.game, self.seats, self.books, self.money) if snapshot.game else None

    # Guards, in their order

    def _guard(self, event: Event) -> None:
        """Raise Refusal if an event may not be said while no game is open."""
        kind = type(event)
        if self.opening is None and kind is not events.OpenEvening:
            raise Refusal(Code.NOT_NOW, "the log begins with the evening", 'Say evening "TITLE"')
        if self.closed and kind not in AFTER_A_CLOSE:
            raise Refusal(
                Code.CLOSED,
                "the evening is closed",
                'Say reopen "WHY"; only debts paid, common costs, notes and corrections follow a close',
            )
        if kind in events.OF_A_GAME and not self.by_pins:
            raise Refusal(Code.NOT_NOW, "no game is open", "Say game NAME, for example game nap")

    def _seated(self, player: str) -> None:
        if player not in self.seats.present:
            raise not_seated(player)

    # The evening's own sayings

    def _opens(self, event: events.OpenEvening, pending: PendingOutcome) -> None:
        if self.opening is not None:
            raise Refusal(Code.NOT_NOW, "the evening has been opened already", "Begin another log for another evening")
        self.money = opened_in(event)
        self.opening = event
        self.bank.state.terms = event.bank

    def _players(self, event: events.SeatPlayers, pending: PendingOutcome) -> None:
        if self.seats.ring:
            raise Refusal(Code.NOT_NOW, "the players have been seated already", "Say NAME joins, or NAME leaves")
        for player in event.players:
            self.seats.add(player)
            self.books.admit(player)

    def _joins(self, event: events.Joins, pending: PendingOutcome) -> None:
        if event.replaces is None:
            self._sits_down(event, pending)
        else:
            self._takes_place(event, event.replaces, pending)

    def _sits_down(self, event: events.Joins, pending: PendingOutcome) -> None:
        """Seat a newcomer in a place of his own, bring a player in, or give one a shorter name."""
        player, game = event.player, self.game
        seated = player in self.seats.present
        moves = not seated or event.after is not None
        if event.short is not None:
            self._check_short(player, event.short)
        if seated and not self.by_pins and (game is None or player in game.table.playing):
            if event.short is None or event.after is not None:
                raise Refusal(Code.PLAYERS, f"{player} is at the table already")
            self.called = {**self.called, event.short: player}
            return
        if event.after is not None:
            self._seated(event.after)
            if event.after == player:
                raise Refusal(Code.PLAYERS, f"{player} cannot sit after {player}")
        if game is not None:
            self._to_pause(event, pending)
            game = self.game
            assert game is not None
            if problem := game.game.refuse_player(player, game.options):
                raise Refusal(Code.BAD_NAME, problem)
            if problem := game.deal.refuse_join(player):
                raise Refusal(Code.PLAYERS, problem)
            game.table.keeps_turn_to_deal(player, moves)
        if moves:
            self.seats.add(player, event.after)
            self.books.admit(player)
        if game is not None:
            pending.changed = True
            game.add_player(player)
        if event.short is not None:
            self.called = {**self.called, event.short: player}

    def _takes_place(self, event: events.Joins, leaver: str, pending: PendingOutcome) -> None:
        """Seat a newcomer in the place of a player, who leaves with what he has won or lost."""
        player, game = event.player, self.game
        self._seated(leaver)
        if player in self.seats.present:
            looks_on = game is not None and player not in game.table.playing
            remedy = f"Say {player} leaves, then {player} joins for {leaver}" if looks_on else ""
            raise Refusal(Code.PLAYERS, f"{player} is at the table already", remedy)
        if event.after is not None:
            raise Refusal(Code.PLAYERS, f"who takes {leaver}'s place sits there", f"Say {player} joins for {leaver}")
        if event.short is not None:
            self._check_short(player, event.short)
        if game is not None:
            self._to_pause(event, pending)
            pending.changed = True
            if problem := game.game.refuse_player(player, game.options):
                raise Refusal(Code.BAD_NAME, problem)
            if problem := game.refuse_replacing(leaver, player):
                raise Refusal(Code.PLAYERS, problem)
            game.table.keeps_turn_to_deal(player, moves=True)
        carry = game.deal.replaced(leaver, player) if game is not None and leaver in game.table.playing else None
        self.seats.add(player, leaver)
        self.books.admit(player)
        self._rises(leaver, pending)
        if game is not None:
            game.replace_player(leaver, player, carry)
        if event.short is not None:
            self.called = {**self.called, event.short: player}

    def _check_short(self, player: str, short: str) -> None:
        """Raise Refusal if a shorter name already stands for another player."""
        whose = {key_of(name): name for name in self.books.balances} | {
            key_of(name): of for name, of in self.called.items()
        }
        if (other := whose.get(key_of(short), player)) != player:
            raise Refusal(Code.BAD_NAME, f"{short} means {other} already", "Choose another name")

    def _leaves(self, event: events.Leaves, pending: PendingOutcome) -> None:
        player, game = event.player, self.game
        self._seated(player)
        if game is not None:
            self._to_pause(event, pending)
            pending.changed = True
            if player in game.table.playing and (problem := game.deal.refuse_leave(player)):
                raise Refusal(Code.PLAYERS, problem)
        self._rises(player, pending)
        if game is not None and player in game.table.playing:
            game.remove_player(player)

    def _rises(self, player: str, pending: PendingOutcome) -> None:
        """Take a player from the table, and remark on counters that are left in front of him."""
        self.seats.remove(player)
        if left := self.bank.left_behind(player):
            cashes = f"say {name(player)} cashes {self.money.show(left)}"
            pending.remarks = (f"{left_in_front(player, left, self.money)} If it was cashed, {cashes}",)

    def _buys(self, event: events.Buys, pending: PendingOutcome) -> None:
        self.bank.known(event.player)
        self.bank.issue(event)
        self._ask_again_in_pause()

    def _cashes(self, event: events.Cashes, pending: PendingOutcome) -> None:
        self.bank.known(event.player)
        pending.remarks = self.bank.redeem(event, self.money)
        self._ask_again_in_pause()

    def _ask_again_in_pause(self) -> None:
        """Make the turn of a pause again: counters in front of a player may decide who is dealt in."""
        if self.game is not None and self.game.turn.pause:
            self.game.again()

    def _notes(self, event: events.Note, pending: PendingOutcome) -> None:
        """A note changes nothing."""

    def _pays(self, event: events.Pays, pending: PendingOutcome) -> None:
        pending.remarks = self.bank.pays(event, self.money)

    def _shares(self, event: events.Cost, pending: PendingOutcome) -> None:
        pending.cost = shared_cost(self.books.event, event, self.books.people(), self.seats, self.money)
        self.bank.shares(pending.cost)

    def _counts(self, event: events.Count, pending: PendingOutcome) -> None:
        pending.findings = tuple(self.bank.counts(event, self.money))
        pending.remarks = self.bank.nobody_has_bought(event, self.money)

    def in_front(self, player: str) -> int:
        """Return the counters that a player should have in front."""
        return self.bank.in_front(player)

    def _closes(self, event: events.Close, pending: PendingOutcome) -> None:
        if self.game is not None:
            raise self._not_over(self.game)
        if self.books.pools:
            held = listed([f"{self.money.show(held)} in {pool}" for pool, held in self.books.pools.items()])
            raise Refusal(
                Code.NOT_NOW,
                f"a pool is not empty: {held}",
                "Begin that game again, and say end divide or end draw",
            )
        self.books.game = AT_THE_CLOSE
        findings, pending.remarks = self.bank.closes(event, pending.effective.pinned, self.sharers, self.money)
        pending.findings = tuple(findings)
        self.closed = True

    def _not_over(self, game: GameInHand) -> Refusal:
        """Return the refusal of a saying that is only for the time between games."""
        remedy = "Say end first" if game.turn.pause else f"Say end first, once the deal is over; {GIVEN_UP}"
        return Refusal(Code.NOT_NOW, f"{game.game.title} is not over", remedy)

    @property
    def pool_names(self) -> tuple[str, ...]:
        """Return the names of the pools: those that the game lays, then others as they filled."""
        game = self.game
        laid = [f"{game.game.prefix}.{name}" for name in game.deal.pools_in_order] if game else []
        return tuple(dict.fromkeys((*laid, *self.books.pool_names)))

    @property
    def sharers(self) -> tuple[str, ...]:
        """Return who shares a difference at a close: all who are seated, or else all who have sat."""
        return self.seats.seated or tuple(self.seats.ring)

    def _reopens(self, event: events.Reopen, pending: PendingOutcome) -> None:
        if not self.closed:
            raise Refusal(Code.NOT_NOW, "the evening is not closed")
        self.books.game = AT_THE_CLOSE
        self.bank.reopens(pending.effective.pinned)
        self.closed = False

    # Games

    def _begins(self, event: events.Begin, pending: PendingOutcome) -> None:
        if self.game is not None:
            raise self._not_over(self.game)
        registered = registered_for(event.game, pending.effective.pinned)
        rules = _rules_of(registered, pending.effective.pinned)
        players = event.players or self.seats.seated
        for player in players:
            self._seated(player)
        options = read_options(rules.options, event.options, self.money, len(players), rules.title)
        if problem := next(filter(None, (rules.refuse_player(player, options) for player in players)), None):
            raise Refusal(Code.BAD_NAME, problem)
        if problem := rules.refuse_players(len(players), options):
            raise Refusal(Code.PLAYERS, problem, self._who_could_play(event, rules, options))
        table = Table(self.seats, self.books, self.money, rules.prefix, players)
        game = GameInHand(rules, registered, options, event, table, len(players))
        game.warn_of_number()
        self.books.game = event.game
        self.game = game
        self._note_begun(pending.effective, registered)
        with game.guard or nullcontext():
            game.start_deal(None)
        pending.over = True

    def _note_begun(self, effective: EffectiveEvent, registered: str) -> None:
        assert isinstance(effective.event, events.Begin)
        self.begun += (BegunGame(effective.number, effective.event.game, registered),)

    @property
    def games(self) -> tuple[str, ...]:
        """The games that were begun, by their registered names, each once."""
        return tuple(dict.fromkeys(begun.registered for begun in self.begun))

    def game_at(self, number: int | None = None) -> str:
        """Return the game that was begun last before an event, or now; empty for none."""
        return next((begun.game for begun in reversed(self.begun) if number is None or begun.number < number), "")

    def _who_could_play(self, event: events.Begin, rules: AnyGame, options: Options) -> str:
        """Return how to say who plays, where fewer of those seated can; else empty."""
        seated = self.seats.seated
        number = next((size for size in range(len(seated), 0, -1) if not rules.refuse_players(size, options)), 0)
        return f"Say who: game {event.game} with {' '.join(map(name, seated[:number]))}" if number else ""

    def _ends(self, event: events.End, pending: PendingOutcome) -> None:
        game = self._open_game()
        pending.changed = True
        if game.turn.pause or not game.deal.ends_within_deal(event):
            if problem := game.turn.judge(event).wrong:
                raise Refusal(Code.RULE, problem)
            self._to_pause(event, pending)
        game.deal.end(event)
        self.game = None

    def _open_game(self) -> GameInHand:
        assert self.game is not None
        return self.game

    def _holds(self, event: events.Holds, pending: PendingOutcome) -> None:
        pending.changed = True
        game = self._open_game()
        game.deal.holds(event)
        pending.over = game.again()

    def _penalty(self, event: events.Penalty, pending: PendingOutcome) -> None:
        game = self._open_game()
        game.deal.check_penalty(event)
        if event.offence == "misdeal" and "misdeal" in game.deal.offences():
            if game.deal.in_hand and event.player != game.table.dealer:
                raise Refusal(Code.RULE, f"a misdeal is the dealer's fault, who is {game.table.dealer}")
            self._misdeal(event, pending)
            return
        pending.changed = True
        game.deal.penalty(event)
        pending.over = game.again()

    def _misdeal(self, event: events.Misdeal | events.Penalty, pending: PendingOutcome) -> None:
        game = self._open_game()
        pending.changed = True
        game.void_deal(game.deal.misdeal(event))
        pending.over = True

    def _to_pause(self, event: Event, pending: PendingOutcome) -> None:
        """Answer open turns by their defaults until no deal is in hand."""
        game = self._open_game()
        while not game.turn.pause:
            self._pass_over(game, pending)

    def _answers(self, event: Event, pending: PendingOutcome) -> None:
        game, player = self.game, getattr(event, "player", None)
        assert game is not None
        if player is not None and player not in self.seats.present and not game.deal.may_be_absent(event):
            raise not_seated(player)
        verdict = game.turn.judge(event)
        while not verdict.concerns:
            self._pass_over(game, pending)
            verdict = game.turn.judge(event)
        if verdict.wrong is not None:
            raise Refusal(code_of(event), verdict.wrong, game.turn.instead(self.money))
        pending.changed = True
        pending.over = game.apply(event)

    def _answers_by_board(self, event: Event, pending: PendingOutcome) -> None:
        """Take an answer that may name boards, halves or the total of a bet, which few games know."""
        game, strange = self._open_game(), told_by_board(event)
        if strange and not game.game.boards:
            by = "Say by how much it is raised: A raises AMOUNT. " if strange == RAISES_TO else ""
            remedy = game.turn.instead(self.money, by)
            raise Refusal(Code.RULE, f"{strange} is not said at {game.game.title}", remedy)
        self._answers(event, pending)

    def _of_the_club(self, event: Event, pending: PendingOutcome) -> None:
        raise Refusal(Code.NOT_NOW, f"{events.kind_of(event)} is said of the club, and not at an evening")

    def _pass_over(self, game: GameInHand, pending: PendingOutcome) -> None:
        """Answer a turn that the event does not fit by its default.

        Raises Unanswered if the turn has no default.
        """
        default = game.turn.default
        if default is None or len(pending.answered) == MOST_DEFAULTS:
            raise Unanswered
        pending.changed = True
        pending.answered += (default,)
        if game.assume(default, pending.effective.event):
            self._take_snapshot(within=True)

    # What it comes to

    def owed(self) -> dict[str, int]:
        """Return what each player is still to receive (+) or pay (−), and the bank once it was used."""
        return self.bank.owed()

    def paid_since(self) -> tuple[Debt, ...]:
        """Return the debts paid since the closed evening's plan was made; none of an open evening."""
        if not self.closed:
            return ()
        return tuple(debt for debt in self.bank.state.debts if debt.event > self.revised)

    def untold(self) -> tuple[Finding, ...]:
        """Return a clause if buys and cash-outs of the open evening do not come out; else empty."""
        sentence = "" if self.closed else self.bank.untold_sentence(self.money)
        return (Finding("untold", self.books.event, sentence),) if sentence else ()

    @property
    def findings(self) -> list[Finding]:
        """Return all findings so far."""
        return self.findings_from(0)

    def findings_from(self, place: int) -> list[Finding]:
        """Return the findings in the events from a place on."""
        return [finding for outcome in self.outcomes[place:] for finding in outcome.findings]


def _rules_of(registered: str, pinned: Pinned) -> AnyGame:
    """Return today's rules of a game. Raises Refusal if they are not installed.

    A log that pins no digest of them (as one of 0.1.0) pins too few balances to check them by, so their edition has
    to be equal.
    """
    try:
        rules = game_named(registered)
    except Refusal as refusal:
        if pinned and refusal.code is Code.UNKNOWN_WORD:
            raise missing(registered, pinned, refusal.remedy) from refusal
        raise
    if "rules" not in pinned and pinned.get("edition", rules.edition) != rules.edition:
        raise missing(registered, pinned, "Settle it with the card-ledger that it was played by")
    return rules


HANDLERS: dict[type[Event], Callable[[Evening, Any, PendingOutcome], None]] = {
    events.OpenEvening: Evening._opens, events.SeatPlayers: Evening._players, events.Joins: Evening._joins,
    events.Leaves: Evening._leaves, events.Buys: Evening._buys, events.Cashes: Evening._cashes,
    events.Count: Evening._counts, events.Pays: Evening._pays, events.Note: Evening._notes,
    events.Close: Evening._closes, events.Reopen: Evening._reopens, events.Begin: Evening._begins,
    events.Holds: Evening._holds, events.Misdeal: Evening._misdeal, events.Penalty: Evening._penalty,
    events.End: Evening._ends, events.Cost: Evening._shares,
    **dict.fromkeys((events.Wins, events.Split, events.Raises), Evening._answers_by_board),
    **dict.fromkeys(events.OF_THE_CLUB, Evening._of_the_club),
}  # fmt: skip
"""The handler of each kind of event; any other event answers the turn of the game in hand."""
BY_PINS = HANDLERS | dict.fromkeys((*events.OF_A_GAME, events.Begin, events.End, events.Close), Evening._follow)
"""The handlers where no rules are asked: their pins move the counters."""
