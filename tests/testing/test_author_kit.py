"""What the kit tells an author whose game, or its second writing, is wrong."""

import subprocess
import sys

import pytest

from ledger.core.money import Money
from ledger.core.refusals import Refusal
from ledger.language.slots import Number
from ledger.rules import Table, number
from ledger.rules.events import Says
from ledger.rules.slots import Word
from ledger.testing.golden import result_of
from ledger.testing.second_writings import compare
from tests.games.plain.jig import Plain
from tests.helpers.rig import EVENINGS

COUNTERS = Money("counters", 1)


class Wrong(Plain):
    """Jig, with the pool in the wrong pocket."""

    def take(self, player, pool, amount=None):
        return super().take(self.players()[0], pool, amount)


class Failing(Plain):
    """Jig, which cannot be settled."""

    def deal(self, dealt):
        raise KeyError(dealt.dealer)


def test_a_second_writing_that_differs_says_where_and_how_to_play_it_again():
    with pytest.raises(AssertionError) as caught:
        compare("jig", Wrong, range(40))
    text = str(caught.value)
    for fragment in ("the rules and Wrong come to different money by the end of deal", "second writing", "differs",
                     "What was said:\n  deal", "What the rules paid, and why:", 'evening "Random', "\ngame jig", "python -m ledger.testing.second_writings jig"):  # fmt: skip
        assert fragment in text


def test_counts_that_differ_are_found_in_their_deal_and_not_when_they_are_paid():
    class Miscounted(Plain):
        def carried(self):
            return {"points": {"Ann": 20}}

    with pytest.raises(
        AssertionError, match=r"come to different counts by the end of deal \d+(?s:.*)points Ann .* 20  differs"
    ):
        compare("jig", Miscounted, range(3))


def test_a_second_writing_that_fails_says_in_which_line():
    with pytest.raises(
        AssertionError, match=r"the second writing fails: KeyError: .* \(test_author_kit.py, line \d+\)"
    ):
        compare("jig", Failing, range(40))


def test_an_evening_is_played_again_by_its_seed():
    command = [sys.executable, "-m", "ledger.testing.second_writings", "jig", "tests.games.plain.jig:Plain", "3"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "both come to the same\n")


def test_a_rule_that_fails_in_a_random_evening_is_not_passed_over(monkeypatch):
    def fails(*arguments, **named):
        raise KeyError("pot")

    monkeypatch.setattr(Table, "pay", fails)
    with pytest.raises((Refusal, KeyError), match="pot"):
        compare("jig", Plain, range(9))


def test_slots_of_a_number_without_the_verb_are_named():
    said = number(Says, "Ann", "counts", 0, 157, slots=lambda player: (Number(0, 157),))
    with pytest.raises(
        ValueError, match=r'number\("counts"\) begin with Number\(…\): begin with Word\(\("counts",\)\)'
    ):
        said.forms()
    right = number(Says, "Ann", "counts", 0, 157, slots=lambda player: (Word(("counts",)), Number(0, 157)))
    assert len(right.forms()) == 1


def test_a_number_may_have_a_step_or_values():
    melds = number(Says, "Ann", "melds", 20, 200, values=(20, 50, 100))
    assert melds.check(Says("Ann", "melds", numbers=(50,))) is None
    assert melds.check(Says("Ann", "melds", numbers=(30,))) == "melds takes one number of 20, 50 or 100, not 30"
    tens = number(Says, "Ann", "counts", 0, 100, step=10)
    assert (
        tens.check(Says("Ann", "counts", numbers=(15,)))
        == "counts takes one number from 0 to 100 in steps of 10, not 15"
    )
    slot = tens.forms()[0].slots[1]
    assert (slot.choices(COUNTERS)[:3], slot.takes("90", COUNTERS), slot.takes("95", COUNTERS)) == (
        ("0", "10", "20"), True, False,
    )  # fmt: skip
    assert melds.forms()[0].slots[1].choices(COUNTERS) == ("20", "50", "100")


def test_a_golden_evening_holds_every_deal():
    deals = result_of(EVENINGS / "nap" / "golden.evening")["deals"]
    numbers = [deal["deal"] for deal in deals]
    assert numbers == sorted({*numbers})
    assert {"won", "left"} <= set(deals[0])
