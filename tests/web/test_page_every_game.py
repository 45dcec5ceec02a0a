"""The table at every size: nothing is cut, small or out of sight; and every game asks in words of people.

`CARD_LEDGER_LOOKS=1` looks at the tables of all games; without it one is looked at.
"""

import os
from pathlib import Path

import pytest

from ledger.games.registry import GAMES
from tests.helpers.page_driver import browsing, one_chromium
from tests.helpers.serving import served
from tests.web.test_page_evenings import open_with, sayings_in
from tests.web.test_page_words import faults_of

__all__ = ["one_chromium"]

LOOKS = Path(__file__).parents[1] / "helpers" / "looks.js"
SIZES = {
    "390×844": {"width": 390, "height": 844},
    "390×664": {"width": 390, "height": 664},
    "320×640": {"width": 320, "height": 640},
    "844×390": {"width": 844, "height": 390},
    "768×1024": {"width": 768, "height": 1024},
    "1280×800": {"width": 1280, "height": 800},
    "320×640 at 200 %": {"width": 320, "height": 640},
    "390×664 in forced colours": {"width": 390, "height": 664, "forced_colors": "active"},
    "390×664 with more contrast": {"width": 390, "height": 664, "contrast": "more"},
}
FIRST_SAYINGS = 12
"""Every game's evening is looked at up to so many sayings where nothing else is asked for."""
BEYOND = ["/", "/evenings/new", "/standings", "/person?name=Ann", "/season", "/settle-all"]
BEYOND_ITS_TABLE = ["settle", "log", "log/4", "won", "cost", "counters", "join"]
"""The pages of an evening that are read before and after a deal."""
LOOKED_AT = GAMES if os.environ.get("CARD_LEDGER_LOOKS") else ("nap",)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("every_game")) as running:
        yield running


def said_in(game):
    return [saying for saying in sayings_in(game) if saying != "close"]


def test_the_first_deal_of_every_game_asks_one_question_in_words_of_people(server):
    page, faults = server.page(), {}
    with server.client() as client:
        for game in GAMES:
            said = said_in(game)[:FIRST_SAYINGS]
            number = open_with(client, said)
            for place, saying in enumerate(said[2:]):
                client.post(f"/api/evenings/{number}/sayings", json={"saying": saying})
                if place % 4 == 1:
                    html = page.get(f"/evenings/{number}").text
                    faults |= dict.fromkeys(faults_of(html), f"{game}, after {saying}")
    assert not faults, "\n".join(f"{fault} ({where})" for fault, where in faults.items())


@pytest.mark.thorough
@pytest.mark.parametrize("game", LOOKED_AT)
def test_nothing_is_cut_small_broken_or_out_of_sight(server, game):
    said, numbers, wrong = said_in(game), [], []
    with server.client() as client:
        for length in (4, len(said) // 3, 2 * len(said) // 3):
            number = open_with(client, said)
            for saying in said[2:length]:
                client.post(f"/api/evenings/{number}/sayings", json={"saying": saying})
            numbers.append(number)
    for size, options in SIZES.items():
        with browsing(server, **options) as page:
            page.add_init_script(path=LOOKS)
            for number in numbers:
                page.goto(f"{server.base}/evenings/{number}")
                if "200" in size:
                    page.evaluate("document.documentElement.style.fontSize = '32px'")
                wrong += [f"{size}, evening {number}: {fault}" for fault in page.evaluate("looks()")]
    assert not wrong, "\n".join(wrong)


@pytest.mark.thorough
@pytest.mark.parametrize("game", LOOKED_AT)
def test_no_page_beyond_the_table_is_wider_than_a_small_screen(server, game):
    said, wide = sayings_in(game), []
    with server.client() as client:
        begun, over = open_with(client, said), open_with(client, said)
        in_the_game = next(place for place, saying in enumerate(said, start=1) if saying.startswith("game "))
        for number, until in ((begun, in_the_game), (over, len(said))):
            for saying in said[2:until]:
                client.post(f"/api/evenings/{number}/sayings", json={"saying": saying})
    with browsing(server, **SIZES["320×640"]) as page:
        for path in [
            *BEYOND,
            f"/evenings/{begun}/rules",
            *(f"/evenings/{over}/{one}" for one in BEYOND_ITS_TABLE),
        ]:
            assert page.goto(server.base + path).status == 200, path
            for text in ("16px", "32px"):
                page.evaluate("size => document.documentElement.style.fontSize = size", text)
                over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                wide += [f"{path}, text of {text}: {over} px too wide"] if over > 0 else []
    assert not wide, "\n".join(wide)


@pytest.mark.thorough
def test_nothing_lies_over_what_is_asked_on_the_pages_before_and_after_an_evening(server):
    with server.client() as client:
        over = open_with(client, said := sayings_in("nap"))
        for saying in said[2:]:
            client.post(f"/api/evenings/{over}/sayings", json={"saying": saying})
    with browsing(server, **SIZES["320×640 at 200 %"]) as page:
        page.goto(f"{server.base}/evenings/new")
        page.evaluate("document.documentElement.style.fontSize = '32px'")
        covers = "getComputedStyle(document.querySelector('#begin')).position"
        assert page.evaluate(covers) == "static", "a Begin that cannot be tapped yet covers no name"
    with browsing(server) as page:
        page.goto(f"{server.base}/evenings/{over}/settle")
        end = page.evaluate("document.querySelector('#table').getBoundingClientRect().bottom + scrollY")
        assert page.evaluate("document.documentElement.scrollHeight") <= end + 1, "nothing to scroll to below the foot"
        rows = "getComputedStyle(document.querySelector('.foot .actions')).gridTemplateRows"
        assert len(page.evaluate(rows).split()) == 1, "no empty row below the last buttons"
