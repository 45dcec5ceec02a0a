"""Golden evenings, and an evening for every refusal, kept as files.

``tests/evenings/GAME/golden*.evening`` are replayed and compared with the ``.json`` beside them; run pytest
with ``--rewrite`` to write those anew, and review the difference like code. In ``tests/evenings/GAME/refused/``
the last saying of every file is refused; its first line says why, and may go on with words the refusal holds:
``# a call no higher than the last | it is Dan's turn``.
"""

import json

import pytest

from ledger.games.registry import GAMES
from ledger.interchange.script import RefusedLine, replay_script
from ledger.views.projections import summary
from tests.rig import EVENINGS, check_conservation, check_replay

GOLDEN = sorted(EVENINGS.glob("*/golden*.evening"))
REFUSED = sorted(EVENINGS.glob("*/refused/*.evening"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden(path, request):
    evening = replay_script(path.read_text(encoding="utf-8"), path.name).evening
    check_conservation(evening)
    check_replay(evening)
    found = summary(evening)
    kept = path.with_suffix(".json")
    if request.config.getoption("--rewrite"):
        kept.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert kept.exists(), f"{kept.name} is not there: pytest --rewrite writes it, to be reviewed like code"
    assert json.loads(kept.read_text(encoding="utf-8")) == found


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_golden_evening_and_refusals(game):
    assert any(path.parent.name == game for path in GOLDEN)
    assert any(path.parent.parent.name == game for path in REFUSED)


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_refused(path):
    text = path.read_text(encoding="utf-8")
    first, *lines = text.splitlines()
    assert first.startswith("# "), "the first line says why it is refused"
    said = [number for number, line in enumerate(lines, start=2) if line.strip() and not line.startswith("#")]
    with pytest.raises(RefusedLine) as caught:
        replay_script(text, path.name)
    assert caught.value.line == said[-1], caught.value.message
    for fragment in first.split("|")[1:]:
        assert fragment.strip() in caught.value.message
