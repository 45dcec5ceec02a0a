"""Names in files of other programs: each becomes a name of the notation, in a bounded number of steps."""

import pytest

from ledger.core.money import money_of
from ledger.core.refusals import Refusal
from ledger.interchange import names
from ledger.interchange.names import name_for
from ledger.interchange.phh_session import replay_hands
from ledger.interchange.tables import CsvTable

MONEY = money_of("counters", None)
HAND = """\
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
players = ['Ann', "{}"]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p1 f']
"""


@pytest.mark.parametrize("sign", ["\\u202e", "\\u2066", "\\u0007", "\\u2028", "\\u009f"])
def test_a_hand_whose_player_has_a_sign_that_nobody_can_type_is_replayed(sign):
    replay, remarks = replay_hands({"hand.phh": HAND.format(f"B{sign}")}, "Poker")
    assert set(replay.evening.books.balances) == {"Ann", "B"}
    assert any("is called B here" in remark for remark in remarks)


def test_names_that_are_the_same_without_such_signs_stay_two():
    assert name_for("B\u202e", MONEY, ["b"]) == "B."
    assert name_for("\u202e", MONEY, []) == "p"


def test_a_name_that_no_dots_make_readable_is_refused(monkeypatch):
    monkeypatch.setattr(names, "can_be_called", lambda name, money: False)
    with pytest.raises(Refusal, match="Bob cannot be the name of a player here"):
        name_for("Bob", MONEY, ["Ann"])


def test_a_line_of_headings_may_end_in_very_many_empty_cells():
    assert CsvTable("day,title" + "," * 500_000, "table.csv").headings == ("day", "title")
