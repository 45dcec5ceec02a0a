"""The fold: from events to the evening they make.

An evening takes one event after another and is at any time what a replay of them gives. A refused
event leaves it as it was: mid-deal state is never stored, and the deal in hand is replayed from its own
few events, from the snapshot taken in the pause before it.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec

from ledger.core import events
from ledger.core.books import AT_THE_CLOSE, Books
from ledger.core.events import EffectiveEvent, Event
from ledger.core.money import Money, MoneyError
from ledger.core.refusals import Code, Refusal, listed
from ledger.evening.bank import Bank
from ledger.evening.game_in_hand import GameInHand
from ledger.evening.snapshots import Finding, Outcome, Snapshot
from ledger.games.registry import game_named
from ledger.language.names import key_of
from ledger.rules.options import read_options
from ledger.rules.table import Seats, Table

T = TypeVar("T")

MOST_DEFAULTS = 200
"""No saying is tried against more turns than this behind the one that is asked."""


ACCOUNTS_AN_EVENT = 16
"""A snapshot of so many accounts costs no more than telling an event: fewer are kept at every event between games."""


def opened_in(opening: events.OpenEvening) -> Money:
    """The money that an evening is opened in. Raises Refusal for a money that nobody knows."""
    try:
        return Money.recorded(opening.money, opening.counter)
    except MoneyError as error:
        raise Refusal(Code.BAD_AMOUNT, str(error)) from error


class Unanswered(Refusal):
    """No turn takes the saying, neither the one that is asked nor those behind its defaults."""

    def __init__(self) -> None:
        super().__init__(Code.OUT_OF_TURN, "no turn takes it")


def not_seated(player: str) -> Refusal:
    """The refusal of what is said of one who is not at the table."""
    return Refusal(Code.UNKNOWN_PLAYER, f"{player} is not at the table")


AFTER_A_CLOSE = frozenset((events.Pays, events.Note, events.Reopen))
"""What may be said of an evening that is closed."""
NAMING_CARDS = (events.Plays, events.Draws, events.Shows, events.Spare)
"""What is said of cards, and may be refused for cards that nobody has said."""


def code_of(event: Event) -> Code:
    """The code of a rule's refusal: whether a card may stand against what was said."""
    named = isinstance(event, NAMING_CARDS) or (isinstance(event, events.Trick | events.Says) and event.cards)
    named = named or (isinstance(event, events.Deal) and bool(event.turn_up))
    return Code.CARD if named else Code.RULE


class PendingOutcome(msgspec.Struct):
    """One event that is being told, and what has become of it so far."""

    counted: EffectiveEvent
    changed: bool = False
    """Whether the deal in hand has been told anything: a refusal goes back to the boundary before it."""
    answered: tuple[Event, ...] = ()
    """The defaults that were assumed before it, in order."""
    found: tuple[Finding, ...] = ()
    remarks: tuple[str, ...] = ()
    over: bool = False
    """Whether the pause before a deal was reached by it, and nothing of that deal has been said."""


class Evening:
    """An evening as far as it has been told."""

    def __init__(self) -> None:
        self.opening: events.OpenEvening | None = None
        self.money = Money("counters", 1)
        self.seats = Seats()
        self.called: dict[str, str] = {}
        """The shorter names that players have been given, and whose each is."""
        self.books = Books()
        self.bank = Bank(self.books)
        self.closed = False
        self.game: GameInHand | None = None
        self.outcomes: list[Outcome] = []
        self._found_at: list[int] = []
        """The places of the outcomes that have findings."""
        self.counted: list[EffectiveEvent] = []
        self.editions: tuple[tuple[str, int], ...] = ()
        """The games that were begun, each with the edition of its rules."""
        self.last_pause = Snapshot()
        """The snapshot of the last pause before a deal, or of the last moment between games."""

    # Telling

    def apply(self, counted: EffectiveEvent) -> Outcome:
        """Take one more event. Raises Refusal, and is as before, if it does not fit."""
        event, game, before, postings = counted.event, self.game, self.last_pause, len(self.books.postings)
        before_it = self.seats.seated
        self.books.event = counted.number
        telling = PendingOutcome(counted)
        try:
            if game is None:
                self._guard(event)
            if (told := HANDLERS.get(type(event))) is None:
                self._answers(event, telling)
            else:
                told(self, event, telling)
        except Refusal as refusal:
            if telling.changed:
                self._restore(before)
            if isinstance(refusal, Unanswered):
                raise self._open_game().does_not_fit(event) from None
            raise
        self.counted.append(counted)
        seated = before_it if type(event) is events.Leaves else self.seats.seated
        outcome = self._outcome(telling, postings, game or self.game, seated)
        if outcome.findings:
            self._found_at.append(len(self.outcomes))
        self.outcomes.append(outcome)
        if telling.over or (self.game is None and (game is not None or self._pause_is_due())):
            self._take_snapshot()
        return outcome

    def _pause_is_due(self) -> bool:
        """Whether so much has been told since the last snapshot, outside any game, that another one is no dearer."""
        return len(self.counted) - self.last_pause.events >= len(self.books.balances) // ACCOUNTS_AN_EVENT

    def _outcome(
        self, telling: PendingOutcome, postings: int, game: GameInHand | None, seated: tuple[str, ...]
    ) -> Outcome:
        counted, found, over, made = telling.counted, telling.found, None, self.books.postings
        number = counted.number
        remarks = telling.remarks
        if game is not None:
            table, last_over = game.table, game.last_over
            if last_over is not None and last_over.event == number:
                over = last_over
            if table.findings:
                found = (*found, *(Finding("irregularity", number, text) for text in table.findings))
                table.findings = []
            if table.remarks:
                remarks, table.remarks = (*remarks, *table.remarks), []
        moved = tuple(made[postings:]) if len(made) > postings else ()
        if moved and game is not None:
            self.bank.follow_play()
        return Outcome(number, counted.event, telling.answered, moved, remarks, found, over, seated)

    def apply_all(self, counted: Iterable[EffectiveEvent]) -> None:
        """Take several events. Raises Refusal at the first that does not fit."""
        for one in counted:
            self.apply(one)

    def _take_snapshot(self, within: bool = False) -> None:
        """Take a snapshot, between two events or `within` one, so that nothing before it needs a replay."""
        self.last_pause = self._snapshot(within)

    def _restore(self, pause: Snapshot) -> None:
        """Go back to a pause and apply again what came since."""
        kept, again = _parted(self.counted, pause.events)
        postings, _ = _parted(self.books.postings, pause.postings)
        outcomes, found_at = self.outcomes, self._found_at
        self._load(pause)
        self.books.postings = postings
        if self.game:
            self.game.table.deal_began = len(postings)
        self.counted, self.outcomes, self.last_pause = kept, [], pause
        self._found_at = []
        self.apply_all(again)
        self.outcomes, self._found_at = outcomes, found_at

    # Snapshots

    def back_to(self, pause: Snapshot) -> "Evening":
        """Return the evening as it was at one of its pauses, with all events before it.

        The lists are not copied: this evening gives up what came before the pause, like a copy that begins there,
        until `after` gives it back.
        """
        evening = Evening()
        evening._load(pause)
        evening.books.postings, self.books.postings = _parted(self.books.postings, pause.postings)
        if evening.game:
            evening.game.table.deal_began = pause.postings
        evening.counted, self.counted = _parted(self.counted, pause.events)
        evening.outcomes, self.outcomes = _parted(self.outcomes, pause.events)
        evening._found_at, self._found_at = _parted(self._found_at, bisect_left(self._found_at, pause.events))
        evening.last_pause = pause
        self._move(-pause.events, -pause.postings)
        return evening

    def after(self, earlier: "Evening", pause: Snapshot, last: Snapshot) -> None:
        """Take back what came before a pause from the `earlier` evening, to which `back_to` gave it.

        `last` is the last pause of this evening, as it stood then.
        """
        self._move(pause.events, pause.postings)
        self.last_pause = last
        self.books.postings = _joined(earlier.books.postings, pause.postings, self.books.postings)
        self.counted = _joined(earlier.counted, pause.events, self.counted)
        self.outcomes = _joined(earlier.outcomes, pause.events, self.outcomes)
        known = bisect_left(earlier._found_at, pause.events)
        self._found_at = _joined(earlier._found_at, known, self._found_at)

    def _move(self, events: int, postings: int) -> None:
        """Count so many more events, and postings, before whatever is noted by its place among them."""
        last = self.last_pause
        self.last_pause = msgspec.structs.replace(
            last, events=last.events + events, postings=last.postings + postings, reached=last.reached + events
        )
        self._found_at = [place + events for place in self._found_at]
        if self.game:
            self.game.table.deal_began += postings

    def _snapshot(self, within: bool) -> Snapshot:
        """Return everything the evening is now; only between games, or in the pause before a deal."""
        events = len(self.counted)
        return Snapshot(
            self.opening,
            tuple(self.seats.ring),
            self.seats.seated,
            self.books.balances.copy(),
            self.books.pools.copy(),
            self.bank.state.copy(),
            self.books.deal,
            self.closed,
            self.game.snapshot() if self.game else None,
            self.called.copy(),
            {game: won.copy() for game, won in self.books.won.items()},
            self.books.pool_names,
            self.editions,
            events,
            len(self.books.postings),
            events + within,
        )

    def copy(self) -> "Evening":
        """Return a copy that begins at the last pause: what came before is not in its lists."""
        return Evening.resume(self.last_pause, self.counted[self.last_pause.events :])

    @classmethod
    def resume(cls, pause: Snapshot, since: Iterable[EffectiveEvent] = ()) -> "Evening":
        """Return the evening of a snapshot and the events since; older events and postings are not in it."""
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
        self.books.deal, self.editions = snapshot.deal, snapshot.editions
        self.books.won = {game: dict(won) for game, won in snapshot.won.items()}
        self.books.game = snapshot.game.begun.game if snapshot.game else ""
        self.books.pool_names = snapshot.pool_names
        self.bank, self.closed = Bank(self.books, snapshot.bank), snapshot.closed
        self.called = dict(snapshot.called)
        self.game = GameInHand.resume(snapshot.game, self.seats, self.books, self.money) if snapshot.game else None

    # Guards, in their order

    def _guard(self, event: Event) -> None:
        """See that an event may be said while no game is open. Raises Refusal."""
        kind = type(event)
        if self.opening is None and kind is not events.OpenEvening:
            raise Refusal(Code.NOT_NOW, "the log begins with the evening", 'Say evening "TITLE"')
        if self.closed and kind not in AFTER_A_CLOSE:
            raise Refusal(
                Code.CLOSED,
                "the evening is closed",
                'Say reopen "WHY"; only debts paid and notes follow a close',
            )
        if kind in events.OF_A_GAME:
            raise Refusal(Code.NOT_NOW, "no game is open", "Say game NAME, for example game nap")

    def _seated(self, player: str) -> None:
        if player not in self.seats.present:
            raise not_seated(player)

    # The evening's own sayings

    def _opens(self, event: events.OpenEvening, telling: PendingOutcome) -> None:
        if self.opening is not None:
            raise Refusal(Code.NOT_NOW, "the evening has been opened already", "Begin another log for another evening")
        self.money = opened_in(event)
        self.opening = event
        self.bank.state.terms = event.bank

    def _players(self, event: events.SeatPlayers, telling: PendingOutcome) -> None:
        if self.seats.ring:
            raise Refusal(Code.NOT_NOW, "the players have been seated already", "Say NAME joins, or NAME leaves")
        for player in event.players:
            self.seats.add(player)
            self.books.admit(player)

    def _joins(self, event: events.Joins, telling: PendingOutcome) -> None:
        player, game = event.player, self.game
        seated = player in self.seats.present
        moves = not seated or event.after is not None
        if event.short is not None:
            self._check_short(player, event.short)
        if seated and (game is None or player in game.table.playing):
            if event.short is None or event.after is not None:
                raise Refusal(Code.PLAYERS, f"{player} is at the table already")
            self.called[event.short] = player
            return
        if event.after is not None:
            self._seated(event.after)
            if event.after == player:
                raise Refusal(Code.PLAYERS, f"{player} cannot sit after {player}")
        if game is not None:
            self._to_pause(event, telling)
            game = self.game
            assert game is not None
            if problem := game.deal.refuse_join(player):
                raise Refusal(Code.PLAYERS, problem)
            game.table.keeps_turn_to_deal(player, moves)
        if moves:
            self.seats.add(player, event.after)
            self.books.admit(player)
        if game is not None:
            telling.changed = True
            game.add_player(player)
        if event.short is not None:
            self.called[event.short] = player

    def _check_short(self, player: str, short: str) -> None:
        """See that a shorter name is nobody else's. Raises Refusal."""
        whose = {key_of(one): one for one in self.books.balances} | {key_of(one): of for one, of in self.called.items()}
        if (other := whose.get(key_of(short), player)) != player:
            raise Refusal(Code.BAD_NAME, f"{short} means {other} already", "Choose another name")

    def _leaves(self, event: events.Leaves, telling: PendingOutcome) -> None:
        player, game = event.player, self.game
        self._seated(player)
        if game is not None:
            self._to_pause(event, telling)
            telling.changed = True
            if player in game.table.playing and (problem := game.deal.refuse_leave(player)):
                raise Refusal(Code.PLAYERS, problem)
        self.seats.remove(player)
        if game is not None and player in game.table.playing:
            game.remove_player(player)

    def _buys(self, event: events.Buys, telling: PendingOutcome) -> None:
        self.bank.known(event.player)
        self.bank.issue(event)

    def _cashes(self, event: events.Cashes, telling: PendingOutcome) -> None:
        self.bank.known(event.player)
        telling.remarks = self.bank.redeem(event, self.money)

    def _notes(self, event: events.Note, telling: PendingOutcome) -> None:
        """Nothing comes of a note."""

    def _pays(self, event: events.Pays, telling: PendingOutcome) -> None:
        telling.remarks = self.bank.pays(event, self.money)

    def _counts(self, event: events.Count, telling: PendingOutcome) -> None:
        telling.found = tuple(self.bank.counts(event, self.money))
        telling.remarks = self.bank.nobody_has_bought(event, self.money)

    def in_front(self, player: str) -> int:
        """The counters a player should have in front of him: bought, less cashed, plus won, less lost."""
        return self.bank.in_front(player)

    def _closes(self, event: events.Close, telling: PendingOutcome) -> None:
        if self.game is not None:
            raise Refusal(Code.NOT_NOW, f"{self.game.game.title} is not over", "Say end first")
        if self.books.pools:
            held = listed([f"{self.money.show(held)} in {pool}" for pool, held in self.books.pools.items()])
            raise Refusal(
                Code.NOT_NOW,
                f"a pool is not empty: {held}",
                "Begin that game again, and say end divide or end draw",
            )
        self.books.game = AT_THE_CLOSE
        findings, telling.remarks = self.bank.closes(event, telling.counted.pinned, self.sharers, self.money)
        telling.found = tuple(findings)
        self.closed = True

    @property
    def sharers(self) -> tuple[str, ...]:
        """Return who shares what a close finds short or over: all who are seated, or else all who have sat."""
        return self.seats.seated or tuple(self.seats.ring)

    def _reopens(self, event: events.Reopen, telling: PendingOutcome) -> None:
        if not self.closed:
            raise Refusal(Code.NOT_NOW, "the evening is not closed")
        self.books.game = AT_THE_CLOSE
        self.bank.reopens(telling.counted.pinned)
        self.closed = False

    # Games

    def _begins(self, event: events.Begin, telling: PendingOutcome) -> None:
        if self.game is not None:
            raise Refusal(Code.NOT_NOW, f"{self.game.game.title} is not over", "Say end first")
        edition = telling.counted.pinned.get("edition")
        rules = game_named(event.game, edition if isinstance(edition, int) else None)
        players = event.players or self.seats.seated
        for player in players:
            self._seated(player)
        options = read_options(rules.options, event.options, self.money, len(players), rules.title)
        if problem := rules.refuse_players(len(players), options):
            raise Refusal(Code.PLAYERS, problem)
        table = Table(self.seats, self.books, self.money, rules.prefix, players)
        game = GameInHand(rules, options, event, table, len(players))
        game.warn_of_number()
        self.books.game = event.game
        self.game = game
        if (begun := (event.game, rules.edition)) not in self.editions:
            self.editions += (begun,)
        game.start_deal(None)
        telling.over = True

    def _ends(self, event: events.End, telling: PendingOutcome) -> None:
        game = self._open_game()
        telling.changed = True
        if game.turn.pause or not game.deal.ends_within_deal(event):
            if problem := game.turn.judge(event).wrong:
                raise Refusal(Code.RULE, problem)
            self._to_pause(event, telling)
        game.deal.end(event)
        self.game = None

    def _open_game(self) -> GameInHand:
        assert self.game is not None
        return self.game

    def _holds(self, event: events.Holds, telling: PendingOutcome) -> None:
        telling.changed = True
        game = self._open_game()
        game.deal.holds(event)
        telling.over = game.again()

    def _penalty(self, event: events.Penalty, telling: PendingOutcome) -> None:
        game = self._open_game()
        game.deal.check_penalty(event)
        if event.offence == "misdeal" and "misdeal" in game.deal.offences():
            if game.deal.in_hand and event.player != game.table.dealer:
                raise Refusal(Code.RULE, f"a misdeal is the dealer's fault, who is {game.table.dealer}")
            self._misdeal(event, telling)
            return
        telling.changed = True
        game.deal.penalty(event)
        telling.over = game.again()

    def _misdeal(self, event: events.Misdeal | events.Penalty, telling: PendingOutcome) -> None:
        game = self._open_game()
        telling.changed = True
        game.void_deal(game.deal.misdeal(event))
        telling.over = True

    def _to_pause(self, event: Event, telling: PendingOutcome) -> None:
        """Let the defaults answer what is still open, until no deal is in hand."""
        game = self._open_game()
        while not game.turn.pause:
            self._pass_over(game, telling)

    def _answers(self, event: Event, telling: PendingOutcome) -> None:
        game, player = self.game, getattr(event, "player", None)
        assert game is not None
        if player is not None and player not in self.seats.present:
            raise not_seated(player)
        verdict = game.turn.judge(event)
        while not verdict.concerns:
            self._pass_over(game, telling)
            verdict = game.turn.judge(event)
        if verdict.wrong is not None:
            raise Refusal(code_of(event), verdict.wrong, game.turn.remedy(self.money))
        telling.changed = True
        telling.over = game.apply(event)

    def _pass_over(self, game: GameInHand, telling: PendingOutcome) -> None:
        """Answer a turn that the saying does not fit by its default. Raises Unanswered where it has none."""
        default = game.turn.default
        if default is None or len(telling.answered) == MOST_DEFAULTS:
            raise Unanswered
        telling.changed = True
        telling.answered += (default,)
        if game.assume(default):
            self._take_snapshot(within=True)

    # What it comes to

    def owed(self) -> dict[str, int]:
        """What each is still to receive (+) or pay (−); the bank's entry stands once it has been used."""
        return self.bank.owed()

    def untold(self) -> tuple[Finding, ...]:
        """Return that buys and cash-outs do not come out as the open evening stands, if they do not."""
        sentence = "" if self.closed else self.bank.untold_sentence(self.money)
        return (Finding("untold", self.books.event, sentence),) if sentence else ()

    @property
    def findings(self) -> list[Finding]:
        """Everything found so far that does not agree."""
        return self.findings_from(0)

    def findings_from(self, place: int, to: int | None = None) -> list[Finding]:
        """What was found that does not agree in the events from a place on, up to another."""
        found = self._found_at[bisect_left(self._found_at, place) :]
        return [finding for at in found if to is None or at < to for finding in self.outcomes[at].findings]


def _parted(found: list[T], place: int) -> tuple[list[T], list[T]]:
    """A list up to a place, which is what is left of the very same list, and what it had from there on."""
    since = found[place:]
    del found[place:]
    return found, since


def _joined(found: list[T], place: int, since: list[T]) -> list[T]:
    """The very same list with something else from a place on."""
    found[place:] = since
    return found


HANDLERS: dict[type[Event], Callable[[Evening, Any, PendingOutcome], None]] = {
    events.OpenEvening: Evening._opens, events.SeatPlayers: Evening._players, events.Joins: Evening._joins,
    events.Leaves: Evening._leaves, events.Buys: Evening._buys, events.Cashes: Evening._cashes,
    events.Count: Evening._counts, events.Pays: Evening._pays, events.Note: Evening._notes,
    events.Close: Evening._closes, events.Reopen: Evening._reopens, events.Begin: Evening._begins,
    events.Holds: Evening._holds, events.Misdeal: Evening._misdeal, events.Penalty: Evening._penalty,
    events.End: Evening._ends,
}  # fmt: skip
"""Who answers which kind of event; any other answers the turn of the game in hand."""
