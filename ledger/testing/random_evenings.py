"""Random evenings, played through the same turns that a person would answer."""

import random
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from ledger.core.events import AnyEvent, Begin, Close, Deal, EffectiveEvent, End, OpenEvening, SeatPlayers, Silence
from ledger.core.refusals import Code, Refusal
from ledger.evening.fold import Evening
from ledger.evening.snapshots import Outcome
from ledger.games.language import Reader
from ledger.games.registry import game_named
from ledger.language.examples import Chooser, put_together
from ledger.language.slots import Literal
from ledger.rules.game import AnyGame
from ledger.rules.options import options_of
from ledger.rules.turns import Allowed, Permission, Turn

T = TypeVar("T")

NAMES = (
    "Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kit", "Lou",
    "Max", "Ned", "Ola", "Peg", "Quin", "Ray", "Sal", "Tom", "Una", "Val", "Win", "Zoe",
)  # fmt: skip
TRIES = 60
"""How many made-up sayings are tried before a turn is given up."""
OFTEN, SELDOM = 2, 12
"""One in so many turns with a default is passed over: often where its default is that nothing is said."""
LONGEST_DEAL = 600
"""A random deal that has gone on for so many sayings is broken off."""


NEXT_DEAL = Allowed(Deal, (), slots=lambda player: (Literal("deal"),))
"""The next deal, which may answer what is still open by its defaults."""


class RandomChooser:
    """Chances from a seed: the same seed gives the same evening."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._random = random.Random(seed)

    def __repr__(self) -> str:
        return f"RandomChooser({self._seed})"

    def choose(self, options: Sequence[T]) -> T:
        """Pick one of these."""
        return self._random.choice(options)

    def number(self, low: int, high: int) -> int:
        """Pick a whole number from low to high, both included."""
        return self._random.randint(low, high)


def random_options(game: AnyGame, chooser: Chooser) -> tuple[tuple[str, str], ...]:
    """Pick some options of a game; they may still refuse to stand together."""
    said: list[tuple[str, str]] = []
    for name, sort in options_of(game.options).items():
        if sort.examples and chooser.number(1, 3) == 1:
            said.append((name, chooser.choose(sort.examples)))
    return tuple(said)


def candidates(evening: Evening, chooser: Chooser, around: bool, dealing: bool = True) -> tuple[Permission, ...]:
    """The sorts of saying to try next; between deals mostly the deal itself.

    Without `dealing` no deal is begun: the one in hand is the last, and is played to its end.
    """
    game = evening.game
    assert game is not None
    if around and chooser.number(1, 15) == 1 and (interruptions := game.deal.around()):
        return interruptions
    if game.turn.pause and chooser.number(1, 10) > 3:
        return tuple(may for may in game.turn.may if may.kind is Deal)
    turn = game.turn
    if turn.default is not None:
        if dealing and chooser.number(1, 20) == 1:
            return (NEXT_DEAL,)
        if chooser.number(1, OFTEN if isinstance(turn.default, Silence) else SELDOM) == 1:
            turn = turn_behind(evening, chooser)
    kept = (End,) if dealing else (End, Deal)
    return tuple(may for may in turn.may if may.kind not in kept) or ((NEXT_DEAL,) if dealing else ())


def turn_behind(evening: Evening, chooser: Chooser) -> Turn:
    """The turn asked once this one, and by chance some after it, have been passed over.

    What is said of it answers those between by their defaults. They are passed over in a copy of the evening.
    """
    game = Evening.resume(evening.checkpoint()).game
    assert game is not None
    while (default := game.turn.default) is not None:
        try:
            game.assume(default)
        except Refusal:  # what was said before does not let it stand: it must be said how it was
            break
        if chooser.number(1, 3) == 1:
            break
    return game.turn


def made_up(may: Permission, chooser: Chooser, evening: Evening, by_form: bool = False) -> AnyEvent | None:
    """Make up a saying of this sort; None where there is none just now.

    It is put together from one of its forms, unless the sort makes up its own and a form is not asked for.
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
    return None if saying is None else Reader(evening.money, evening.seats.ring).read(saying)


def say_something(
    evening: Evening, chooser: Chooser, number: int, around: bool = False, dealing: bool = True
) -> Outcome | None:
    """Tell an evening something that fits, made up by its turn; None where nothing was found that does.

    With `around`, penalties, hands and misdeals are said now and then as well; without `dealing` no deal is begun.
    """
    for tried in range(TRIES):
        options_of = candidates(evening, chooser, around, dealing)
        if not options_of:
            return None
        event = made_up(chooser.choose(options_of), chooser, evening, by_form=tried >= TRIES // 2)
        if event is None:
            continue
        try:
            return evening.apply(EffectiveEvent(number, event))
        except Refusal:
            continue
    return None


def begin_evening(
    game: str, players: int, options: Sequence[tuple[str, str]] = (), opening: OpenEvening | None = None
) -> Evening:
    """Open an evening of one game. Raises Refusal where the game does not take these players or options."""
    evening = Evening()
    told: list[AnyEvent] = [
        opening or OpenEvening(f"A random evening of {game_named(game).title}"),
        SeatPlayers(NAMES[:players]),
        Begin(game, tuple(options)),
    ]
    for number, event in enumerate(told, start=1):
        evening.apply(EffectiveEvent(number, event))
    return evening


def simulate(
    game: str,
    deals: int,
    players: int,
    chooser: Chooser,
    options: Sequence[tuple[str, str]] = (),
    watch: Callable[[Iterable[int]], Iterable[int]] = iter,
) -> list[AnyEvent]:
    """Play a random legal evening of so many deals, from its first saying to its close.

    `watch` goes through the deals one by one, for whoever wants to know how far it has come. Raises Refusal where
    the game does not take these players or options, and where nothing more was found to say before so many deals.
    """
    evening = begin_evening(game, players, options)
    opened = began = 0
    dealt = iter(watch(range(deals)))
    while opened < deals or not _in_pause(evening):
        told = len(evening.counted)
        last = opened == deals
        if told - began > LONGEST_DEAL:
            raise _broken_off(evening, opened, f"does not come to an end after {LONGEST_DEAL} sayings")
        if say_something(evening, chooser, told + 1, dealing=not last) is None:
            if last and evening.game is not None and evening.game.turn.default is not None:
                break  # whoever is still asked says nothing, and the end of the game takes it so
            raise _broken_off(evening, opened, "cannot go on, as nothing was found that may be said")
        if isinstance(evening.counted[-1].event, Deal):
            opened, began = opened + 1, told
            next(dealt, None)
    deque(dealt, maxlen=0)  # whoever watches is told that it is over
    for event in (_end_of(evening), Close()):
        evening.apply(EffectiveEvent(len(evening.counted) + 1, event))
    return [counted.event for counted in evening.counted]


def _broken_off(evening: Evening, opened: int, how: str) -> Refusal:
    """The refusal of a random evening that is not as long as it was asked for."""
    assert evening.game is not None
    sentence = f"deal {opened} of the random evening {how}: {evening.game.turn.asks}"
    return Refusal(Code.NOT_NOW, sentence, "Take another --seed, or fewer --deals")


def _end_of(evening: Evening) -> End:
    """How a random game ends: alone, or what is in its pools is divided."""
    game = Evening.resume(evening.checkpoint())
    try:
        game.apply(EffectiveEvent(len(evening.counted) + 1, End()))
    except Refusal:
        return End("divide")
    return End()


def _in_pause(evening: Evening) -> bool:
    return evening.game is not None and evening.game.turn.pause
