"""What a page asks is in sight at 390×844: no table is taller than its screen after the sayings named here."""

import pytest

from tests.helpers.page_driver import browsing, one_chromium
from tests.helpers.serving import served
from tests.web.test_page_evenings import open_with, sayings_in

__all__ = ["one_chromium"]

SCREEN = 844
TALLEST = [
    ("cassino", "deal Ann turn-up 5H 2C 5D 4S", SCREEN),
    ("vingt-un", "Dan draws 7C", 910),
    ("vingt-un", "Ann shows JH 5S", SCREEN),
    ("vingt-un", "penalty Ann two-cards", 860),
    ("newmarket", "Bob stakes 2 on king", SCREEN),
    ("newmarket", "Bob stakes 4 on queen", SCREEN),
    ("pope-joan", "deal Ann turn-up 7H", SCREEN),
    ("pope-joan", "Bob plays QC JH 4H", SCREEN),
    ("pope-joan", "left Ann 3 Bob 4 Cat 7 Eve 1 Fay 2", SCREEN),
    ("pope-joan", "left Bob 3 Cat 5", SCREEN),
    ("tournament", "Ann knocks-out Bob", SCREEN),
    ("tournament", "Ida knocks-out Eve", SCREEN),
    ("tournament", "Cat knocks-out Ida", SCREEN),
    ("catch-the-ten", "Bob scores 15", SCREEN),
    ("holdem", "game holdem", SCREEN),
    ("holdem", "Bob wins", SCREEN),
    ("holdem", "Bob leaves", SCREEN),
    ("holdem", "Eve buys 60", SCREEN),
]
"""A game, the last saying of its golden evening before the page is looked at, and the greatest height of the page."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("heights")) as running:
        yield running


@pytest.mark.thorough
@pytest.mark.parametrize("game", dict.fromkeys(game for game, _, _ in TALLEST))
def test_no_table_is_taller_than_its_screen(server, game):
    said = sayings_in(game)
    heights = {saying: most for of, saying, most in TALLEST if of == game}
    with server.client() as client, browsing(server, 390, SCREEN) as page:
        number, taller = open_with(client, said), {}
        for saying in said[2:]:
            client.post(f"/api/evenings/{number}/sayings", json={"saying": saying})
            if saying in heights:
                page.goto(f"{server.base}/evenings/{number}")
                height = page.evaluate("document.documentElement.scrollHeight")
                taller |= {saying: height} if height > heights[saying] else {}
    assert heights.keys() <= {*said}
    assert not taller
