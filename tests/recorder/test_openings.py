"""Openings of evenings as newcomers typed them: each line is written as it was meant, or refused with a remedy."""

import re

import pytest

from ledger.core.refusals import Refusal, RefusedLine
from ledger.recorder import Recorder
from ledger.store import open_store
from tests.helpers.command_line import ROOT

REFUSED = "refused"
_, *OPENINGS = re.split(r"^== ", (ROOT / "tests" / "data" / "openings.txt").read_text(encoding="utf-8"), flags=re.M)


def written(session, line):
    """Return the sayings that a line has written; `refused` if it has written none."""
    try:
        answer = session.propose_typed(line)
    except (Refusal, RefusedLine) as refusal:
        session.forget()
        assert refusal.message.count("\n"), f"{line}: nothing is said of what to type instead"
        return REFUSED
    if answer.corrects:
        session.forget()
        return REFUSED
    return "; ".join(line.saying for line in session.write().said)


@pytest.mark.parametrize("opening", OPENINGS, ids=[opening.partition("\n")[0] for opening in OPENINGS])
def test_an_opening_is_written_as_it_was_meant(tmp_path, opening):
    _, *lines = opening.strip().splitlines()
    recorder = Recorder(open_store(str(tmp_path / "evenings.db"), True), "Ann")
    recorder.open(['evening "A night"', "players Ann Bob Cat Dan"])
    session = recorder.open_session()
    expected = [line.split(" => ") for line in lines]
    assert [[typed, written(session, typed)] for typed, _ in expected] == expected


def test_there_are_sixty_of_many_games_and_few_lines_are_refused():
    lines = [line for opening in OPENINGS for line in opening.strip().splitlines()[1:]]
    refused = [line for line in lines if line.endswith(f"=> {REFUSED}")]
    games = set(re.findall(r"=> game ([\w-]+)", "\n".join(lines)))
    assert len(OPENINGS) >= 60
    assert len(games) >= 8
    assert 6 * len(refused) < len(lines)
