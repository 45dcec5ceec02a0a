"""Names that look alike are one person; logs that tell them apart stay as they are."""

import pytest

from ledger.core.names import key_of
from ledger.core.refusals import RefusedLine
from ledger.log.commands import CommandBatch
from ledger.log.replay import Replay
from ledger.projections.standings import together
from ledger.recorder.recorder import Recorder
from ledger.store import open_store

ALIKE = ("Ann ", " Ann", "A\u200bnn", "Ann\u200e", "\ufeffAnn", "A\u00adnn", "ANN")


@pytest.mark.parametrize("spelling", ALIKE)
def test_what_nobody_sees_does_not_tell_names_apart(spelling):
    assert key_of(spelling) == key_of("Ann")
    assert key_of("Mary\u00a0Ann") == key_of("Mary  Ann") == key_of("Mary Ann") != key_of("MaryAnn")


def live(*sayings):
    batch = CommandBatch(Replay(), live=True)
    batch.say_all(enumerate(('evening "X"', *sayings), start=1))
    return batch


@pytest.mark.parametrize("spelling", ALIKE)
def test_what_is_said_of_a_name_that_looks_alike_is_said_of_the_first(spelling):
    assert live("players Ann Bob", f'"{spelling}" buys 20').evening.in_front("Ann") == 20


@pytest.mark.parametrize(
    ("sayings", "sentence"),
    [
        (['players Ann "Ann "'], '"Ann " looks like "Ann"'),
        (["players Cost Bob"], "no player can be called Cost: it is a word that the notation needs"),
        (["players Ann Bob", "Paid joins"], "no player can be called Paid"),
        (["players Ann Bob", '"Cost" joins'], "no player can be called Cost"),
        (["players Ann Bob", 'note "x"', 'insert 3 "late": Paid joins'], "no player can be called Paid"),
    ],
)
def test_a_new_name_that_would_be_taken_for_something_else_is_refused(sayings, sentence):
    with pytest.raises(RefusedLine, match=sentence):
        live(*sayings)


def test_logs_that_have_such_names_are_read_as_they_are():
    batch = CommandBatch(Replay())
    sayings = ('evening "X"', 'players Ann "Ann " Cost Paid', "Ann buys 5", '"Ann " buys 7', "Paid buys 3")
    batch.say_all(enumerate(sayings, start=1))
    assert [batch.evening.in_front(name) for name in ("Ann", "Ann ", "Cost", "Paid")] == [5, 7, 0, 3]


def test_a_person_of_several_evenings_is_one_however_the_name_was_typed(tmp_path):
    recorder = Recorder(open_store(f"sqlite:///{tmp_path}/evenings.db"), "Tom")
    for name in ("Ann", '"Ann "', '"A\u00adnn"'):
        recorder.open(['evening "X"', f"players {name} Bob", "game tally", "result Ann +3 Bob -3", "end", "close"])
    [club] = together(recorder.played_since())
    assert [(row.player, row.total.net) for row in club.standings()] == [("Ann", 9), ("Bob", -9)]
