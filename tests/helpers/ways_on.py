"""Forms filled in at random, as on the page: there is always a way on, and none in vain."""

from collections import deque
from collections.abc import Iterable, Iterator

from ledger.core.events import AnyEvent, EffectiveEvent, End
from ledger.core.refusals import Code, Refusal
from ledger.evening.fold import code_of
from ledger.language.examples import put_together
from ledger.language.slots import Form
from ledger.rules.turns import UNKNOWN
from ledger.testing.random_evenings import random_saying
from ledger.testing.walks import RandomWalk, WalkPlace, so_far

SAYINGS = 60
"""The most sayings of a game in an evening of forms filled in at random."""
FILLINGS = 100
"""The number of times that a form is filled in before it counts as offered in vain."""
SELDOM = 8


def check_ways_on(game: str, seeds: Iterable[int]) -> None:
    """Fill in forms at random, as on the page: there is always a way on, and none in vain."""
    for seed in seeds:
        try:
            for place in places_by_forms(RandomWalk(game, seed)):
                assert place.evening.game is not None
                if place.chooser.number(1, SELDOM) == 1:
                    for form in place.found.forms:
                        taken_of(place, form)
        except (AssertionError, Refusal) as error:
            raise AssertionError(f"evening {seed} of {game}: {error}") from error


def way_on(place: WalkPlace) -> AnyEvent | None:
    """Return a saying of the turn that is taken, or None if unknown cards may stop all of them.

    An end is returned only where nothing else is taken.
    """
    chooser, game = place.chooser, place.evening.game
    assert game is not None
    left, last = [form for form in place.found.forms if not form.assumes], None
    while left:
        event = taken_of(place, left.pop(chooser.number(0, len(left) - 1)))
        if event is not None and not isinstance(event, End):
            return event
        last = last or event
    for allowed in game.turn.allowed if last is None else ():
        for _ in range(FILLINGS):
            example = random_saying(allowed, chooser, place.evening)
            if example is not None and place.told(example)[0] is None:
                return example
    if last is not None:
        return last
    assert place.found.forms, f"{so_far(place.evening)}\nnobody can go on: {game.turn.asks}"
    return None


def taken_of(place: WalkPlace, form: Form) -> AnyEvent | None:
    """Return a saying of a form that is taken; None if cards that nobody has said may stop it."""
    evening, chooser, reader = place.evening, place.chooser, place.reader()
    assert evening.game is not None
    why = "nothing can be said of it"
    for _ in range(FILLINGS):
        saying = put_together(chooser.choose(form.who) if form.who else "", form.slots, chooser, evening.money)
        event = reader.read(saying) if saying is not None else None
        if event is None:
            continue
        verdict = evening.game.turn.judge(event) if not form.assumes else UNKNOWN
        if verdict.wrong is None:
            code, why, _ = place.told(event)
            if code is None:
                return event
        else:
            code, why = code_of(event), f"{saying}: {verdict.wrong}"
        if code is Code.CARD or isinstance(event, End):
            return None
    raise AssertionError(f"{so_far(evening)}\noffered in vain: {form}: {why}")


def places_by_forms(walk: RandomWalk) -> Iterator[WalkPlace]:
    """Begin the game; then yield every place, and apply there the way on."""
    deque(walk.begun(), maxlen=0)
    for _ in range(SAYINGS if walk.evening.game else 0):
        place = walk.here()
        yield place
        event = way_on(place)
        if event is None:
            return
        walk.evening.apply(EffectiveEvent(place.newest + 1, event))
        if walk.evening.game is None:
            return
