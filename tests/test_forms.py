"""What a form offers is a promise: a saying put together from it is taken, or refused for a card never said."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.evening.fold import Evening
from ledger.events import Counted
from ledger.forms import Form, put_together
from ledger.games.language import Reader, write
from ledger.refusals import Code, Refusal
from ledger.simulation import RandomChooser, say_something
from tests.rig import random_evening

GAMES = ("vingt-un", "french-vingt-un")
"""The games whose every form is held to its promise."""
SAYINGS = 2
"""How many sayings of each form are tried at each turn."""
EVENTS = 15
"""How far an evening is played."""


def offered(evening: Evening) -> Iterator[Form]:
    """Every form of what may be said now, in its turn and around it."""
    game = evening.game
    assert game is not None
    yield from game.turn.forms()
    for may in game.deal.around():
        yield from may.forms()


def kept(evening: Evening, form: Form, chooser: RandomChooser) -> str | None:
    """Say a saying of this form to a copy of the evening; gives how the promise was broken, or None."""
    by = chooser.choose(form.who) if form.who else ""
    saying = put_together(by, form.slots, chooser, evening.money)
    if saying is None:
        return f"nothing can be put together of {form}"
    event = Reader(evening.money, evening.seats.ring).read(saying)
    try:
        Evening.resume(evening.checkpoint()).tell(Counted(len(evening.counted) + 1, event))
    except Refusal as refusal:
        return None if refusal.code is Code.CARD else f"{saying}: {refusal.sentence} [{refusal.code}]"
    return None


def play_offering(game: str, seed: int) -> None:
    """Play a random evening, and try at each turn what its forms offer."""
    chooser = RandomChooser(seed)
    evening = random_evening(game, chooser)
    if evening is None:
        return
    for _ in range(EVENTS):
        asks = evening.game.turn.asks
        for form in offered(evening):
            for _ in range(SAYINGS):
                broken = kept(evening, form, chooser)
                assert broken is None, f"{asks}\n{broken}\n{so_far(evening)}"
        if say_something(evening, chooser, len(evening.counted) + 1, around=True) is None:
            return


def so_far(evening: Evening) -> str:
    """The evening as it would be typed."""
    return "\n".join(write(counted.event, evening.money) for counted in evening.counted)


@pytest.mark.parametrize("game", GAMES)
@settings(deadline=None, max_examples=settings.default.max_examples // 4, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_what_a_form_offers_is_taken(game, seed):
    play_offering(game, seed)
