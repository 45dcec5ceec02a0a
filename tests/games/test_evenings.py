"""Golden evenings, and an evening for every refusal, as files.

``tests/data/evenings/GAME/golden*.evening`` are replayed and compared with the ``.json`` beside them; ``pytest --rewrite``
writes those anew, to be reviewed like code. In ``tests/data/evenings/GAME/refused/`` the last saying of every file is
refused. Its first line says why, and after each ``|`` words that the refusal contains:
``# a call no higher than the last | it is Dan's turn``.
"""

import json

import pytest

from ledger.games.registry import GAMES
from ledger.testing.golden import not_refused_so, result_of
from tests.helpers.rig import EVENINGS

GOLDEN = sorted(EVENINGS.glob("*/golden*.evening"))
REFUSED = sorted(EVENINGS.glob("*/refused/*.evening"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden(path, request):
    found = result_of(path)
    kept = path.with_suffix(".json")
    if request.config.getoption("--rewrite"):
        kept.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert kept.exists(), f"{kept.name} is not there: pytest --rewrite writes it, to be reviewed like code"
    assert json.loads(kept.read_text(encoding="utf-8")) == found


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_golden_evening_and_refusals(game):
    assert any(path.parent.name == game for path in GOLDEN)
    assert any(path.parent.parent.name == game for path in REFUSED)


@pytest.mark.parametrize("game", sorted({path.parent.parent.name for path in REFUSED}))
def test_refused(game):
    """One test for each game names every file that is not refused as its first line says."""
    wrong = {
        path.stem: fault
        for path in REFUSED
        if path.parent.parent.name == game and (fault := not_refused_so(path.read_text(encoding="utf-8"), path.name))
    }
    assert wrong == {}


SOUND = """# nobody of that name sits there | Dan
evening "X"
players Ann Bob Cat
game nap
deal Ann
"""


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"{SOUND}Dan 3", ""),
        (f"{SOUND}Bob 3", "it is not refused"),
        (f"{SOUND}Dan 3\nBob passes", "line 6 is refused"),
        (f"{SOUND}Eve 3", "is said: "),
        (f"{SOUND[2:]}Dan 3", "the first line says why"),
    ],
)
def test_what_is_not_refused_as_it_says_is_found(text, fault):
    found = not_refused_so(text, "x")
    assert fault in found
    assert bool(fault) == bool(found)
