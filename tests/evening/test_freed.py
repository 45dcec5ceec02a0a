"""A deal that is over is freed at once, and no collector has to find it."""

import gc
import weakref

import pytest

from ledger.core.events import EffectiveEvent
from ledger.evening.fold import Evening
from ledger.games.language import Reader

DEALS = {
    "nap": ("deal Ann", "Bob 2", "Bob made"),
    "my-bird-sings": ("deal Ann", "Bob plays 9S", "Dan wins"),
}


@pytest.mark.parametrize("game", DEALS)
def test_a_deal_that_is_over_is_freed_with_the_next(game):
    reader, evening = Reader(), Evening()

    def say(*lines):
        for line in lines:
            event = reader.read(line)
            reader.learn(event)
            evening.apply(EffectiveEvent(len(evening.effective) + 1, event))

    say('evening "Freed"', "players Ann Bob Cat Dan", f"game {game}")
    gc.collect()
    gc.disable()
    try:
        over = weakref.ref(evening.game.deal)
        say(*DEALS[game])
        assert evening.game.deal is not over()
        assert over() is None
    finally:
        gc.enable()
