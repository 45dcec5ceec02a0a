"""The end of a deal: its result, what it leaves, and whether silence alone ended it."""

import pytest

from ledger.core.refusals import RefusedLine
from tests.rig import play


def last_over(players, script):
    return play(players, script).outcomes[-1].over


def test_a_deal_that_is_over_says_what_it_came_to_and_what_lies_in_the_pools():
    over = last_over("Ann Bob Cat Dan", "game nap kitty=1\ndeal Ann\nCat 3\nCat made")
    assert (over.deal, over.silent) == (1, False)
    assert over.changes == {"Ann": -4, "Bob": -3, "Cat": 9, "Dan": -3}
    assert over.leaves == ("1 lies in nap.kitty",)


def test_a_deal_that_silence_alone_has_ended_is_told_first():
    over = last_over("Ann Bob Cat Dan", "game poker ante=2 limit=20\ndeal Ann\nBob passes")
    assert over.silent
    assert over.leaves[0] == "the next game is a Jack-pot: two knaves or better open it"


def test_a_deal_in_which_everybody_has_said_that_he_passes_is_not_ended_by_silence():
    script = "game poker ante=2 limit=20\ndeal Ann\nCat passes\nDan passes\nAnn passes\nBob passes"
    assert not last_over("Ann Bob Cat Dan", script).silent


def test_a_refusal_after_the_deal_says_how_its_end_is_taken_back():
    with pytest.raises(RefusedLine) as caught:
        play("Ann Bob Cat Dan", "game poker ante=2 limit=20\ndeal Ann\nBob passes\nDan opens")
    assert "the deal before was over with event 5, when all were taken to pass" in caught.value.message
    assert "To take the end of that deal back: undo" in caught.value.message


def test_loo_says_whether_the_next_deal_is_a_single():
    over = last_over("Ann Bob Cat", "game loo\ndeal Ann\nAnn all-looed")
    assert over.leaves[0] == "the next deal is a full one, somebody having been looed"
