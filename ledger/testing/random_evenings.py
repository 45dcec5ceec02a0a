"""Play random legal evenings through the same turns that a person answers."""

import random
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from ledger.core.events import (
    Announces,
    AnyEvent,
    Begin,
    Close,
    Deal,
    EffectiveEvent,
    End,
    Misdeal,
    OpenEvening,
    SeatPlayers,
    Silence,
    Takes,
)
from ledger.core.refusals import Code, Refusal
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Outcome
from ledger.games.language import Reader
from ledger.games.registry import game_named
from ledger.language.examples import put_together
from ledger.language.slots import Chooser, Literal
from ledger.rules.game import AnyGame
from ledger.rules.turns import Allowed, Permission, Turn

T = TypeVar("T")

NAMES = (
    "Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kit", "Lou",
    "Max", "Ned", "Ola", "Peg", "Quin", "Ray", "Sal", "Tom", "Una", "Val", "Win", "Zoe",
)  # fmt: skip
TRIES = 60
"""The number of random sayings tried before a turn is given up."""
OFTEN, SELDOM = 2, 12
"""One in so many turns with a default is passed over; the first number holds if the default is silence."""
LONGEST_DEAL = 600
"""A random deal with more sayings than this is given up."""


NEXT_DEAL = Allowed(Deal, (), slots=lambda player: (Literal("deal"),))
"""The next deal, which answers the turns still open by their defaults."""


class RandomChooser:
    """Random choices from a seed: the same seed gives the same evening."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._random = random.Random(seed)

    def __repr__(self) -> str:
        return f"RandomChooser({self._seed})"

    def choose(self, options: Sequence[T]) -> T:
        """Return one of these options."""
        return self._random.choice(options)

    def number(self, low: int, high: int) -> int:
        """Return a whole number from low to high, both included."""
        return self._random.randint(low, high)


def random_options(game: AnyGame, chooser: Chooser) -> tuple[tuple[str, str], ...]:
    """Return random options of a game; the game may refuse the combination."""
    return tuple(
        (name, chooser.choose(spec.examples))
        for name, spec in game.known_options.items()
        if spec.examples and chooser.number(1, 3) == 1
    )


def candidates(evening: Evening, chooser: Chooser, interruptions: bool, dealing: bool = True) -> tuple[Permission, ...]:
    """Return the kinds of saying to try next; between deals mostly the deal itself.

    Without `dealing` no deal is begun: the deal in hand is the last, and is played to its end.
    """
    game = evening.game
    assert game is not None
    if interruptions and chooser.number(1, 15) == 1 and (around := game.deal.interruptions()):
        return around
    if game.table.over:
        return game.turn.allowed
    if game.game.without_deals:
        kinds = [*dict.fromkeys(may.kind for may in game.turn.allowed if may.kind is not End)]
        kind = chooser.choose(kinds)
        if kind is Announces and chooser.number(0, 3):  # after a deal at Tournament hardly anything follows
            kind = chooser.choose(kinds)
        return tuple(may for may in game.turn.allowed if may.kind is kind)
    if game.turn.pause and chooser.number(1, 10) > 3:
        return tuple(may for may in game.turn.allowed if may.kind is Deal)
    turn = game.turn
    if turn.default is not None:
        if dealing and chooser.number(1, 20) == 1:
            return (NEXT_DEAL,)
        if chooser.number(1, OFTEN if isinstance(turn.default, Silence) else SELDOM) == 1:
            turn = turn_behind(evening, chooser)
    left_out = (End,) if dealing else (End, Deal)
    return tuple(may for may in turn.allowed if may.kind not in left_out) or ((NEXT_DEAL,) if dealing else ())


def turn_behind(evening: Evening, chooser: Chooser) -> Turn:
    """Return the turn that follows if this one, and perhaps others, take their defaults.

    The defaults are applied to a copy of the evening.
    """
    game = evening.copy().game
    assert game is not None
    while (default := game.turn.default) is not None:
        try:
            game.assume(default)
        except Refusal:  # earlier sayings rule the default out: somebody has to say what happened
            break
        if chooser.number(1, 3) == 1:
            break
    return game.turn


def random_saying(may: Permission, chooser: Chooser, evening: Evening, by_form: bool = False) -> AnyEvent | None:
    """Return a random saying that is allowed, or None if there is none now.

    It is made from one of the forms, unless the permission has its own `example` and `by_form` is false.
    """
    if not isinstance(may, Allowed):
        return None
    if may.example is not None and not by_form:
        return may.example(chooser)  # type: ignore[return-value]
    forms = may.forms()
    if not forms:
        return None
    form = chooser.choose(forms)
    saying = put_together(chooser.choose(form.who) if form.who else "", form.slots, chooser, evening.money)
    if saying is None:
        return None
    game = evening.game.registered if evening.game else None
    return Reader(evening.money, evening.seats.ring, game).read(saying)


def say_something(
    evening: Evening, chooser: Chooser, number: int, interruptions: bool = False, dealing: bool = True
) -> Outcome | None:
    """Apply a random saying and return its outcome, or None if no saying is found that fits.

    With `interruptions` also penalties, hands and misdeals now and then; without `dealing` no deal is begun.
    """
    for tried in range(TRIES):
        permissions = candidates(evening, chooser, interruptions, dealing)
        if not permissions:
            continue
        event = random_saying(chooser.choose(permissions), chooser, evening, by_form=tried >= TRIES // 2)
        if event is None:
            continue
        try:
            return evening.apply(EffectiveEvent(number, event))
        except Refusal as refusal:
            if refusal.code is Code.RULES_BROKEN:  # it names the line of the rules
                raise
    return None


def begin_evening(
    game: str, players: int, options: Sequence[tuple[str, str]] = (), opening: OpenEvening | None = None
) -> Evening:
    """Open an evening of one game. Raises Refusal if the game refuses these players or options."""
    evening = Evening()
    events: list[AnyEvent] = [
        opening or OpenEvening(f"A random evening of {game_named(game).title}"),
        SeatPlayers(NAMES[:players]),
        Begin(game, tuple(options)),
    ]
    for number, event in enumerate(events, start=1):
        evening.apply(EffectiveEvent(number, event))
    return evening


def simulate(
    game: str,
    deals: int,
    players: int,
    chooser: Chooser,
    options: Sequence[tuple[str, str]] = (),
    watch: Callable[[Iterable[int]], Iterable[int]] = iter,
    games: int = 1,
) -> list[AnyEvent]:
    """Return the events of a random legal evening, from its opening to its close.

    `watch` iterates over the deals and may show the progress. At a game that deals nothing each saying counts for one,
    and the game ends early where nothing is left to be said. Where a rule ends its game, the next of so many `games`
    begins, or the evening ends there. Raises Refusal if the game refuses these players or
    options, and if no saying is found that fits before the last deal is over.
    """
    evening, without_deals = begin_evening(game, players, options), game_named(game).without_deals
    opened = began = 0
    dealt = iter(watch(range(deals)))
    while opened < deals or not (evening.game is not None and evening.game.turn.pause):
        number = len(evening.effective)
        last = opened == deals
        if evening.game is not None and evening.game.table.over and not last and games > 1:
            begin_again(evening)
            games -= 1
            continue
        if evening.game is not None and evening.game.table.over:
            break
        if number - began > LONGEST_DEAL:
            raise _too_short(evening, opened, f"does not come to an end after {LONGEST_DEAL} sayings")
        if say_something(evening, chooser, number + 1, dealing=not last) is None:
            if last and evening.game is not None and evening.game.turn.default is not None:
                break  # the end of the game answers the turns still open by their defaults
            if without_deals:
                break
            if _misdeals(evening):
                continue  # the book lets nobody win, as at Loto where ninety knobs fill no card
            raise _too_short(evening, opened, "cannot go on, as nothing was found that may be said")
        if without_deals or isinstance(evening.effective[-1].event, Deal):
            opened, began = opened + 1, number
            next(dealt, None)
    deque(dealt, maxlen=0)  # exhaust `watch`, so that it knows that the evening is over
    for event in (*_end_of(evening), Close()):
        evening.apply(EffectiveEvent(len(evening.effective) + 1, event))
    return [effective.event for effective in evening.effective]


def begin_again(evening: Evening) -> None:
    """End the game in hand, and begin it again."""
    assert evening.game is not None
    for event in (*_end_of(evening), evening.game.begun):
        evening.apply(EffectiveEvent(len(evening.effective) + 1, event))


def _misdeals(evening: Evening) -> bool:
    """Void the deal in hand, where that may be said; return whether it was."""
    try:
        evening.apply(EffectiveEvent(len(evening.effective) + 1, Misdeal()))
    except Refusal:
        return False
    return True


def _too_short(evening: Evening, opened: int, how: str) -> Refusal:
    """Return the refusal of a random evening that is shorter than asked for."""
    assert evening.game is not None
    sentence = f"deal {opened} of the random evening {how}: {evening.game.turn.asks}"
    return Refusal(Code.NOT_NOW, sentence, "Take another --seed, or fewer --deals")


def _end_of(evening: Evening) -> tuple[AnyEvent, ...]:
    """Return the end of a random game: bare, divided, or after the house's counters were taken."""
    ends: tuple[tuple[AnyEvent, ...], ...] = ((End(),), (End("divide"),))
    for events in ends:
        game = evening.copy()
        try:
            game.apply(EffectiveEvent(len(evening.effective) + 1, events[0]))
        except Refusal:
            continue
        return events
    return Takes(evening.seats.ring[0], ("house",)), End()
