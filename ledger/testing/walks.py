"""Random evenings place by place, with what is offered there.

A walk goes from the empty table to a close and a reopening. At each place a test may try the offers on a copy of the
evening; then a random saying is applied, and the walk goes on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ledger.core.books import BANK
from ledger.core.events import (
    CORRECTIONS,
    AnyEvent,
    Begin,
    Close,
    EffectiveEvent,
    End,
    Event,
    OpenEvening,
    RecordedEvent,
    Reopen,
    SeatPlayers,
)
from ledger.core.refusals import Code, Refusal, RefusedLine
from ledger.evening.fold import Evening
from ledger.games.language import Reader, vocabulary, write
from ledger.games.registry import GAMES, game_named
from ledger.language.shorthand import Shorthand
from ledger.language.walk import makes
from ledger.log.commands import CommandBatch, pins
from ledger.log.replay import Replay
from ledger.projections.offers import Offers, assumed, offers
from ledger.testing.random_evenings import NAMES, RandomChooser, random_options, say_something

SAYINGS = 20
"""The most sayings of a game in a random evening."""
MOST_PLAYERS = 6
MONEY_SAID = OpenEvening("Random", None, None, "lsd", 4)
"""An opening with a money, which no form offers."""


def so_far(evening: Evening) -> str:
    """Return the evening up to this place as a script."""
    return "\n".join(write(effective.event, evening.money) for effective in evening.effective)


@dataclass
class WalkPlace:
    """A place in a random evening, and the offers there."""

    evening: Evening
    found: Offers
    chooser: RandomChooser
    newest: int

    def fitting(self, event: Event, assumes: str | None = None) -> bool:
        """Return whether the offers include this event, after the defaults that it assumed."""
        saying = write(event, self.evening.money)
        return any(
            makes(form, saying, self.evening.money) and assumes in (None, form.assumes)
            for form in (*self.found.forms, *self.found.around)
        )

    def said(self, saying: str) -> tuple[Code | None, str, str]:
        """Apply a saying to a copy of the evening; return refusal code, reason and defaults."""
        try:
            event = self.reader().read(saying)
        except Refusal as refusal:
            return refusal.code, refusal.sentence, ""
        assert event is not None
        return self.told(event)

    def told(self, event: AnyEvent) -> tuple[Code | None, str, str]:
        """Apply an event to a copy of the evening, as `said` does."""
        if isinstance(event, CORRECTIONS):
            return self.corrected(write(event, self.evening.money))
        trial = self.evening.copy()
        try:
            if event == Close() and not trial.books.pools and trial.opening is not None:
                trial.bank.refuse_uneven(trial.money)
            outcome = trial.apply(EffectiveEvent(self.newest + 1, event, pins(event, trial)))
        except Refusal as refusal:
            return refusal.code, refusal.sentence, ""
        return None, "", assumed(outcome.answered, self.evening.money)

    def corrected(self, saying: str) -> tuple[Code | None, str, str]:
        """Apply a correction to a log that stands as this evening does."""
        recorded = [
            RecordedEvent(effective.number, effective.event, pinned=effective.pinned)
            for effective in self.evening.effective
        ]

        replay = Replay()
        replay.add(recorded)
        sayings = CommandBatch(replay, self.reader(), live=True)
        try:
            sayings.say(1, saying)
            sayings.finish()
        except RefusedLine as refused:
            return refused.code, refused.message, ""
        return None, "", ""

    def reads(self, line: str) -> bool:
        """Return whether a line is full notation with known words."""
        replay = Replay()
        replay.evening = self.evening
        return CommandBatch(replay, self.reader()).reads(line)

    def reader(self) -> Reader:
        """Return a reader that knows all present and past players."""
        evening = self.evening
        people = [player for player in evening.books.balances if player != BANK]
        reader = Reader(evening.money, people, evening.game.game.name if evening.game else None)
        reader.seated, reader.called = lambda: evening.seats.seated, lambda: evening.called
        return reader


def shorthand_of(place: WalkPlace) -> Shorthand:
    """Return the shorthand at a place."""
    evening, offered = place.evening, place.found
    known = [player for player in evening.books.balances if player != BANK]
    asked = evening.game.turn.who if evening.game else ()
    return Shorthand(
        offered.forms, offered.around, asked, evening.seats.seated, known, evening.money, vocabulary(), evening.called
    )


class RandomWalk:
    """One random evening, drawn by a seed, from the empty table to a close and a reopening."""

    def __init__(self, game: str, seed: int) -> None:
        self.game = game
        self.chooser = RandomChooser(seed)
        self.evening = Evening()

    def places(self) -> Iterator[WalkPlace]:
        """Yield every place of the evening; then apply a random saying there."""
        chooser = self.chooser
        yield from self.begun()
        for _ in range(SAYINGS if self.evening.game else 0):
            place = self.here()
            yield place
            asks = self.evening.game.turn.asks if self.evening.game else ""
            outcome = say_something(self.evening, chooser, place.newest + 1, interruptions=True)
            if outcome is None:
                break
            offered = place.fitting(outcome.event, assumed(outcome.answered, self.evening.money))
            assert offered, f"{so_far(self.evening)}\nthe last was taken, and not offered: {asks}"
            if self.evening.game is None:
                break
        yield from self.over()

    def begun(self) -> Iterator[WalkPlace]:
        """Yield every place up to the beginning of the game."""
        chooser, rules = self.chooser, game_named(self.game)
        yield from self.then(OpenEvening("Random") if chooser.number(0, 2) else MONEY_SAID)
        low, high = max(rules.players[0], 2), rules.players[1]
        most = MOST_PLAYERS if chooser.number(0, 9) else 12
        number = chooser.number(low, min(high or most, most))
        yield from self.then(SeatPlayers(NAMES[:number]))
        yield from self.then(*self.beginnings())

    @staticmethod
    def along(events: Sequence[EffectiveEvent]) -> Iterator[tuple[WalkPlace, Event, str]]:
        """Yield every place of a recorded evening, with the event there and the defaults before it."""
        walk = RandomWalk(next(iter(GAMES)), 0)
        for effective in events:
            place = walk.here()
            outcome = walk.evening.apply(effective)
            yield place, effective.event, assumed(outcome.answered, walk.evening.money)

    def beginnings(self) -> Iterator[Begin]:
        """Yield beginnings of the game with random options, and at last with the default options."""
        for _ in range(20):
            yield Begin(self.game, random_options(game_named(self.game), self.chooser))
        yield Begin(self.game)

    def over(self) -> Iterator[WalkPlace]:
        """End the game, close and reopen the evening, and begin another game."""
        if self.evening.game is not None:
            yield from self.then(End(), End("divide"), End("leave"))
        if self.evening.game is None:
            yield from self.then(Close(), Close("split"))
            yield from self.then(Reopen("one more"))
            yield from self.then(*self.beginnings())
            yield self.here()

    def then(self, *events: AnyEvent) -> Iterator[WalkPlace]:
        """Yield this place; then apply the first of these events that is allowed.

        It has to be offered.
        """
        place = self.here()
        yield place
        for event in events:
            try:
                outcome = self.evening.apply(EffectiveEvent(place.newest + 1, event, pins(event, self.evening)))
            except Refusal:
                continue
            offered = place.fitting(event, assumed(outcome.answered, self.evening.money))
            assert offered or event == MONEY_SAID, f"{so_far(self.evening)}\nthe last was taken, and not offered"
            return

    def here(self) -> WalkPlace:
        """Return the place where the evening stands."""
        newest = len(self.evening.effective)
        return WalkPlace(self.evening, offers(self.evening, newest), self.chooser, newest)
