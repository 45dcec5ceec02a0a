"""Dictated sentences: each is recorded as it was meant, or refused; none is recorded as something else."""

import pytest

from ledger.core.refusals import Refusal, RefusedLine
from ledger.recorder import Recorder
from ledger.store import open_store
from tests.helpers.command_line import ROOT

REFUSED = "refused"
_, *GROUPS = (ROOT / "tests" / "data" / "dictated.txt").read_text(encoding="utf-8").split("== ")


def session(tmp_path, money, players, before):
    recorder = Recorder(open_store(str(tmp_path / "evenings.db"), True), "Ann")
    recorder.open([f'evening "A night" {money}', f"players {players}"])
    begun = recorder.open_session()
    for saying in filter(None, before.split("; ")):
        begun.record_typed(saying)
    return begun


def recorded_as(begun, sentence):
    """Return what a sentence is recorded as; `refused` where nothing is written."""
    try:
        answer = begun.propose_typed(sentence)
    except (Refusal, RefusedLine):
        return REFUSED
    begun.forget()
    return "; ".join(said.saying for said in answer.said)


@pytest.mark.parametrize("group", GROUPS, ids=[group.partition("\n")[0] for group in GROUPS])
def test_a_dictated_sentence_is_recorded_as_it_was_meant_or_refused(tmp_path, group):
    heading, *lines = group.strip().splitlines()
    begun = session(tmp_path, *(part.strip() for part in heading.split("|")))
    expected = dict(line.split(" => ") for line in lines if line)
    assert {sentence: recorded_as(begun, sentence) for sentence in expected} == expected


def test_two_hundred_sentences_are_dictated():
    assert sum(group.count(" => ") for group in GROUPS) >= 200


@pytest.mark.parametrize("line", ["Ann buys twenty", "Ann buys 20.", "Ann buys in for 20"])
def test_a_program_says_it_in_figures_and_without_a_full_stop(tmp_path, line):
    begun = session(tmp_path, "money=GBP", "Ann Bob Cat", "")
    with pytest.raises(RefusedLine):
        begun.record(line)


def test_a_full_stop_of_a_name_stays(tmp_path):
    begun = session(tmp_path, "money=counters", '"Ann J." Bob Cat', "")
    assert recorded_as(begun, "Bob buys 5.") == "Bob buys 5"
    assert recorded_as(begun, "Eve joins after Ann J.") in (REFUSED, 'Eve joins after "Ann J."')


def test_numbers_that_may_be_one_are_asked_about(tmp_path):
    begun = session(tmp_path, "money=GBP", "Ann Bob Cat", "")
    with pytest.raises(Refusal) as refused:
        begun.propose_typed("Bob buys two fifty.")
    assert refused.value.message == (
        "Bob buys two fifty: fifty stands behind another number: that may be one number or two.\n"
        "  Say it in figures, as 250 or 2.50"
    )
