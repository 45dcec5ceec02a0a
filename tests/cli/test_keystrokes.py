"""The keys that an evening takes at the prompt, each line in its shortest form, with Enter."""

from contextlib import nullcontext

import pytest

from ledger.core.refusals import Refusal
from ledger.recorder import Recorder
from ledger.store import open_store
from tests.helpers.command_line import ROOT
from tests.helpers.environments import skat_installed
from tests.helpers.rig import EVENINGS as GOLDEN
from tests.tools.keystrokes import MADE_UP, deals_of, keys_a_saying, made_up, table_work_in, told_in

EVENINGS = {
    "nap": (
        4,
        [
            ("game nap", ["game nap"]),
            ("d a", ["deal Ann"]), ("c 3", ["Cat 3"]), ("c m", ["Cat made"]),
            ("d", ["deal"]), ("c 2", ["Cat 2"]), ("d 3", ["Dan 3"]), ("d f", ["Dan failed"]),
            ("d", ["deal"]), ("d 2", ["Dan 2"]), ("d m", ["Dan made"]),
            ("d", ["deal"]), ("n", ["Ann nap"]), ("a f", ["Ann failed"]),
            ("d", ["deal"]), ("p", ["Bob passes"]), ("3", ["Cat 3"]), ("c m", ["Cat made"]),
        ],
    ),
    "loo": (
        4,
        [
            ("game loo", ["game loo"]),
            ("d a", ["deal Ann"]), ("c w", ["Cat wins"]),
            ("d", ["deal"]), ("c s", ["Cat stands"]), ("d s", ["Dan stands"]), ("t c", ["trick Cat"]),
            ("t c", ["trick Cat"]), ("t d", ["trick Dan"]),
            ("d", ["deal"]), ("d w", ["Dan wins"]),
        ],
    ),
    "poker": (
        6,
        [
            ("game poker ante=1 limit=10", ["game poker ante=1 limit=10"]),
            ("d a", ["deal Ann"]), ("c op 2", ["Cat opens 2"]), ("d ca", ["Dan calls"]), ("a ca", ["Ann calls"]),
            ("p", ["Bob passes"]), ("dr 3 2 1", ["Cat draws 3", "Dan draws 2", "Ann draws 1"]),
            ("b 3", ["Cat bets 3"]), ("ca", ["Dan calls"]), ("p", ["Ann passes"]), ("c w", ["Cat wins"]),
            ("d", ["deal"]), ("p", ["Dan passes"]), ("p", ["Ann passes"]), ("p", ["Bob passes"]), ("p", ["Cat passes"]),
        ],
    ),
    "pope-joan": (
        6,
        [
            ("game pope-joan", ["game pope-joan"]),
            ("d a 2H", ["deal Ann turn-up 2H"]), ("c t a", ["Cat takes ace"]), ("d t q", ["Dan takes queen"]),
            ("b o", ["Bob out"]), ("l 3 2 4", ["left Cat 3 Dan 2 Ann 4"]),
            ("d 3C", ["deal turn-up 3C"]), ("d t q", ["Dan takes queen"]), ("b t a", ["Bob takes ace"]),
            ("c o", ["Cat out"]), ("l 3 1 4", ["left Dan 3 Ann 1 Bob 4"]),
        ],
    ),
}  # fmt: skip


MOST_KEYS = {
    "loo": 4, "pope-joan": 7, "poker": 5, "vingt-un": 5, "speculation": 6, "newmarket": 7, "cassino": 9,
    "skat": 6,
}  # fmt: skip
"""The most keys a saying, on the average of an evening; table work takes seven."""


@pytest.mark.thorough
@pytest.mark.parametrize("game", MOST_KEYS)
def test_the_sayings_of_a_golden_evening_take_few_keys(game, tmp_path):
    with skat_installed(tmp_path) if game == "skat" else nullcontext():
        typed = [saying for deal in deals_of(game) for saying in deal]
    assert keys_a_saying(typed) <= MOST_KEYS[game]


@pytest.mark.thorough
@pytest.mark.parametrize("game", [game for game in MOST_KEYS if game != "skat"])
def test_the_sayings_of_an_evening_that_is_made_up_take_few_keys(game):
    told = made_up(game)
    assert len(told) == MADE_UP
    assert keys_a_saying(told) <= MOST_KEYS[game]


def test_the_sayings_of_twelfth_night_take_few_keys():
    told = told_in((ROOT / "examples" / "twelfth-night.evening").read_text(encoding="utf-8"))
    assert {game: keys_a_saying(told[game]) <= MOST_KEYS[game] for game in told if game in MOST_KEYS} == {
        "vingt-un": True,
        "speculation": True,
    }


@pytest.mark.thorough
def test_table_work_takes_seven_keys_a_saying():
    scripts = [*(ROOT / "examples").glob("*.evening"), *GOLDEN.glob("*/golden.evening")]
    work = [saying for script in scripts for saying in table_work_in(script.read_text(encoding="utf-8"))]
    assert len(work) > 40
    assert keys_a_saying(work) <= 7


@pytest.mark.thorough
def test_a_golden_evening_is_typed_in_less_than_half_of_its_letters():
    told = [saying for deal in deals_of("nap") for saying in deal]
    assert sum(len(entry.short) + 1 for entry in told) < sum(len(entry.full) + 1 for entry in told) / 2


@pytest.mark.parametrize("game", EVENINGS)
def test_an_evening_told_by_its_outcomes_takes_few_keys(game, tmp_path):
    most, lines = EVENINGS[game]
    recorder = Recorder(open_store(f"sqlite:///{tmp_path / 'keys.db'}"), "tester")
    number, _ = recorder.open(['evening "Keys"', "players Ann Bob Cat Dan"])
    sitting = recorder.open_session(number)
    keys = told = 0
    for typed, full in lines:
        found = sitting.typed(typed)
        assert [saying for _, saying in found] == full
        assert sitting.record_together(found) is not None
        if not full[0].startswith("game"):  # once an evening
            keys, told = keys + len(typed) + 1, told + len(full)
    assert keys <= most * told, f"{keys} keys for {told} sayings, {keys / told:.1f} each"


@pytest.mark.parametrize("typed", ["b made with 1", "m with 1", "bob made w 1", "m witho 1"])
def test_a_word_in_full_is_not_the_beginning_of_another(typed, tmp_path):
    with skat_installed(tmp_path):
        recorder = Recorder(open_store(f"sqlite:///{tmp_path / 'keys.db'}"), "tester")
        session = recorder.open_session(recorder.open(['evening "Skat"', "players Ann Bob Cat"])[0])
        for saying in ("game skat", "deal Ann", "Bob clubs"):
            session.record(saying)
        if typed == "bob made w 1":
            with pytest.raises(Refusal, match="short for more than one saying"):
                session.typed(typed)
        else:
            meant = "Bob made without 1" if "witho" in typed else "Bob made with 1"
            assert [saying for _, saying in session.typed(typed)] == [meant]
