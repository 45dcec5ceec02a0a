"""Random evenings: as long as asked for, or refused with the reason."""

import pytest

from ledger.core.events import Close, Deal, Misdeal
from ledger.core.refusals import Refusal
from ledger.games.registry import GAMES, game_named
from ledger.rules.deal import DealInHand
from ledger.testing.random_evenings import RandomChooser, simulate


@pytest.mark.parametrize("game", GAMES)
def test_a_random_evening_has_the_deals_that_were_asked_for_and_is_closed(game):
    players = max(4, game_named(game).players[0])
    events = simulate(game, 12, players, RandomChooser(5))
    if game_named(game).without_deals:  # each saying counts for a deal
        assert 0 < len(events) - len(("evening", "players", "game", "end", "close")) <= 12
    else:
        assert sum(isinstance(event, Deal) for event in events) == 12
    assert isinstance(events[-1], Close)


@pytest.mark.parametrize("players", [2, 4, 5])
def test_catch_the_ten_does_not_run_dry(players):
    for seed in range(3):
        assert isinstance(simulate("catch-the-ten", 20, players, RandomChooser(seed))[-1], Close)


def test_a_random_evening_that_cannot_go_on_says_so(monkeypatch):
    monkeypatch.setattr(DealInHand, "opening", silent)
    with pytest.raises(Refusal, match="deal 0 of the random evening cannot go on") as refused:
        simulate("nap", 3, 4, RandomChooser(1))
    assert "--seed" in refused.value.remedy


def silent(deal, *args, **kwargs):
    """A pause in which nothing may be said."""
    from ledger.rules.turns import Turn

    yield lambda: Turn(says=(), statement="nothing may be said", pause=True)


def test_a_loto_in_which_ninety_knobs_fill_no_card_is_dealt_again():
    events = simulate("loto", 40, 4, RandomChooser(52))
    assert any(isinstance(event, Misdeal) for event in events)
