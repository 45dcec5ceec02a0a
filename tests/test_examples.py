"""The examples: all of them replay, and one evening told in two ways settles alike."""

from pathlib import Path

import pytest

from ledger.books import Pool
from ledger.events import Begin, Close, Deal, End, Holds, Out, Plays, Says, Takes, Trick, Wins
from ledger.explanation import course, explain, movements, pools_of
from ledger.interchange.script import replay_script
from ledger.projections import summary
from tests.rig import check_conservation, check_replay, check_saying

FOLDER = Path(__file__).parents[1] / "examples"
EXAMPLES = sorted(FOLDER.glob("*.evening"))


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
    """What each has won or lost, and what lies in each pool, before every deal, before every end, and at the close."""
    standing, found = dict.fromkeys(evening.books.balances, 0), []
    for outcome in evening.outcomes:
        if isinstance(outcome.event, Deal | End | Close):
            found.append((type(outcome.event), {account: held for account, held in standing.items() if held}))
        for posting in outcome.postings:
            for account, amount in ((posting.payer, -posting.amount), (posting.payee, posting.amount)):
                standing[account] = standing.get(account, 0) + amount
    return found


def test_by_outcomes_and_card_by_card_settle_alike():
    """Pope Joan, Spoil-Five and Newmarket, told both ways: alike after every deal, in front of each and in the pools."""
    outcomes, cards = (evening_of(FOLDER / f"{name}.evening") for name in ("wet-sunday", "wet-sunday-by-cards"))
    assert stages(outcomes) == stages(cards)
    assert summary(outcomes)["transfers"] == summary(cards)["transfers"]
    assert [kind for kind, _ in stages(cards)] == [Deal] * 3 + [End] + [Deal] * 4 + [End] + [Deal] * 3 + [End, Close]

    def sorts(evening):
        games = [outcome.event.game for outcome in evening.outcomes if isinstance(outcome.event, Begin)]
        assert games == ["pope-joan", "spoil-five", "newmarket"]
        return {type(outcome.event) for outcome in evening.outcomes}

    assert not sorts(outcomes) & {Plays, Trick, Holds}
    assert not sorts(cards) & {Takes, Out, Wins, Says}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_figure_is_explained(path):
    evening = evening_of(path)
    for player, balance in evening.books.balances.items():
        lines = explain(evening, player)
        assert sum(line.amount for line in lines) == balance == (lines[-1].balance if lines else 0)
        assert all(line.why for line in lines)
        by_deal = [line for deal in range(evening.books.deal + 1) if deal for line in explain(evening, player, deal)]
        assert len(by_deal) == sum(1 for line in lines if line.deal)
    for pool in pools_of(evening):
        lines = explain(evening, Pool(pool))
        assert lines[-1].balance == evening.books.pools.get(pool, 0)
        assert all(line.balance >= 0 for line in lines)
    assert len(movements(evening)) == len(evening.books.postings)
    _, courses = course(evening)
    assert {player: balances[-1] for player, balances in courses.items()} == evening.books.balances
