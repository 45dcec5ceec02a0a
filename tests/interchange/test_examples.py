"""The examples replay, and an evening told in two ways settles alike."""

from pathlib import Path

import pytest

from ledger.core.books import Pool
from ledger.core.events import (
    Begin,
    Buys,
    Close,
    Deal,
    EffectiveEvent,
    End,
    Holds,
    Out,
    Pays,
    Plays,
    Says,
    Takes,
    Trick,
    Wins,
)
from ledger.evening.fold import Evening
from ledger.games.registry import GAMES, game_named
from ledger.interchange.script import replay_script
from ledger.projections.explanation import curve, explain, movements, payments
from ledger.projections.summary import summary
from ledger.testing.random_evenings import RandomChooser, simulate
from tests.helpers.rig import TIMES, check_conservation, check_replay, check_saying

FOLDER = Path(__file__).parents[2] / "examples"
EXAMPLES = sorted(FOLDER.glob("*.evening"))
RANDOM_EVENINGS = 9 if TIMES == 1 else 27
"""The number for each game; more than five hundred in all in a thorough run."""


def evening_of(path: Path):
    return replay_script(path.read_text(encoding="utf-8"), path.name).evening


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_replays_and_closes(path):
    evening = evening_of(path)
    check_conservation(evening)
    check_replay(evening)
    for outcome in evening.outcomes:
        check_saying(outcome.event, evening)
    assert evening.closed
    assert evening.findings == []


def stages(evening):
    """Return balances and pools before every deal and end, and at the close."""
    standing, found = dict.fromkeys(evening.books.balances, 0), []
    for outcome in evening.outcomes:
        if isinstance(outcome.event, Deal | End | Close):
            found.append((type(outcome.event), {account: held for account, held in standing.items() if held}))
        for posting in outcome.postings:
            for account, amount in ((posting.payer, -posting.amount), (posting.payee, posting.amount)):
                standing[account] = standing.get(account, 0) + amount
    return found


def test_by_outcomes_and_card_by_card_settle_alike():
    """Pope Joan, Spoil-Five and Newmarket in both ways: the same balances and pools after every deal."""
    outcomes, cards = (evening_of(FOLDER / f"{name}.evening") for name in ("wet-sunday", "wet-sunday-by-cards"))
    assert stages(outcomes) == stages(cards)
    assert summary(outcomes).transfers == summary(cards).transfers
    assert [kind for kind, _ in stages(cards)] == [Deal] * 3 + [End] + [Deal] * 4 + [End] + [Deal] * 3 + [End, Close]

    def sorts(evening):
        games = [outcome.event.game for outcome in evening.outcomes if isinstance(outcome.event, Begin)]
        assert games == ["pope-joan", "spoil-five", "newmarket"]
        return {type(outcome.event) for outcome in evening.outcomes}

    assert not sorts(outcomes) & {Plays, Trick, Holds}
    assert not sorts(cards) & {Takes, Out, Wins, Says}


def check_every_figure(evening):
    """Check that every balance, debt and pool is the sum of the lines that explain it."""
    for player, balance in evening.books.balances.items():
        lines = explain(evening, player)
        assert sum(line.amount for line in lines) == balance == (lines[-1].balance if lines else 0)
        assert all(line.why for line in lines)
        paid = payments(evening, player)
        owed = evening.owed()[player]
        assert balance + sum(payment.amount for payment in paid) == owed == (paid[-1].owed if paid else balance)
        by_deal = [line for deal in range(evening.books.deal + 1) if deal for line in explain(evening, player, deal)]
        assert len(by_deal) == sum(1 for line in lines if line.deal)
    for pool in evening.books.pool_names:
        lines = explain(evening, Pool(pool))
        assert lines[-1].balance == evening.books.pools.get(pool, 0)
        assert all(line.balance >= 0 for line in lines)
    assert len(movements(evening)) == len(evening.books.postings)
    courses = curve(evening).balances
    assert all(balances[-1] == evening.books.balances[player] for player, balances in courses.items() if balances)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_figure_is_explained(path):
    check_every_figure(evening_of(path))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_figure_of_random_evenings_is_explained(game):
    for seed in range(RANDOM_EVENINGS):
        played = simulate(game, 1 + seed % 4, max(4, game_named(game).players[0]), RandomChooser(seed))
        one, other = played[1].players[:2]
        evening = Evening()
        for number, event in enumerate([*played[:-1], Buys(one, 50), played[-1], Pays(one, other, 7)], start=1):
            evening.apply(EffectiveEvent(number, event))
        check_every_figure(evening)
