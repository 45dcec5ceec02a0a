"""The examples: all of them replay, and one evening told in two ways settles alike."""

from pathlib import Path

import pytest

from ledger.books import Pool
from ledger.events import Deal
from ledger.explanation import course, explain, movements, pools_of
from ledger.interchange.script import replay_script
from ledger.projections import summary
from tests.rig import check_conservation, check_replay, check_saying

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.evening"))


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


def test_by_outcomes_and_card_by_card_settle_alike():
    """Pope Joan, Spoil-Five and Newmarket, told both ways: the same balances after every deal."""
    courses = []
    for name in ("wet-sunday", "wet-sunday-by-cards"):
        evening = evening_of(Path(__file__).parents[1] / "examples" / f"{name}.evening")
        standing, after_deals = dict.fromkeys(evening.books.balances, 0), []
        for outcome in evening.outcomes:
            if isinstance(outcome.event, Deal):
                after_deals.append(dict(standing))
            for posting in outcome.postings:
                for account, amount in ((posting.payer, -posting.amount), (posting.payee, posting.amount)):
                    if isinstance(account, str):
                        standing[account] += amount
        courses.append((after_deals, standing, summary(evening)["transfers"]))
    assert courses[0] == courses[1]
    assert len(courses[0][0]) == 10


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
