"""The end of a deal: its result, what it leaves, and whether silence alone ended it."""

from functools import partial

import pytest

from ledger.core.refusals import RefusedLine
from ledger.projections.offers import offers
from ledger.web.foresight import what_it_does
from ledger.web.panel.layout import Layout
from ledger.web.panel.slots import verbs_of
from tests.helpers.rig import play


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


RAISED = "game holdem\ndeal Ann\nAnn raises to 6\n"


def test_folds_that_nobody_has_said_end_a_deal_in_silence_too_unless_it_is_said_who_wins():
    over = last_over("Ann Bob Cat", f"{RAISED}Ann tips 1")
    assert over.silent
    assert over.changes == {"Ann": 3, "Bob": -1, "Cat": -2}
    assert last_over("Ann Bob Cat", f"{RAISED}Cat sits-out").silent
    assert not last_over("Ann Bob Cat", f"{RAISED}Ann wins").silent
    assert not last_over("Ann Bob Cat", f"{RAISED}Bob folds\nCat folds").silent


def test_what_lets_silence_end_the_deal_takes_two_taps_and_says_so_whole():
    evening = play("Ann Bob Cat", RAISED)
    ending = {verb for form in offers(evening, 6).forms if form.ends for verb in verbs_of(form)}
    assert ending == {"tips", "sits-out", "bomb", "stacks", "deal", "end"}
    assert what_it_does("Ann tips 1", evening) == (
        "this deal ends: Bob folds, Cat folds; Ann +8, house +1, pot \N{MINUS SIGN}9"
    )
    assert not what_it_does("Bob calls", evening).startswith("this deal ends")
    moves = partial(what_it_does, evening=evening)
    seat = Layout(evening.money, moves=moves).panel([form for form in offers(evening, 6).forms if form.assumes], "Ann")
    by_verb = {sheet.verb: sheet for sheet in seat.sheets}
    (sits_out,) = by_verb["sits-out"].ready
    assert sits_out.note == "this deal ends: Bob folds, Cat folds; Ann +9, pot \N{MINUS SIGN}9"
    assert by_verb["tips"].fields
    assert not by_verb["tips"].ready
    assert not any(getattr(button, "saying", "").endswith(("sits-out", "deal")) for button in seat.ready)
