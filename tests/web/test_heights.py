"""What a page asks is in sight at 390×844: no table is taller than its screen after the sayings named here."""

import pytest

from tests.helpers.page_driver import browsing, one_chromium
from tests.helpers.serving import served
from tests.web.test_page_evenings import open_with, sayings_in

__all__ = ["one_chromium"]

SCREEN = 844
TALLEST = [
    ("cassino", "deal Ann turn-up 5H 2C 5D 4S"),
    ("cassino", "Eve scores great little aces=4 sweeps=2"),
    ("vingt-un", "Dan draws 7C"),
    ("vingt-un", "Ann shows JH 5S"),
    ("vingt-un", "penalty Ann two-cards"),
    ("vingt-un", "count Ann 4d"),
    ("vingt-un", "end draw Ann:7C,3C Eve:7D,2D Bob:7H,3D Cat:QC"),
    ("french-vingt-un", "Bob stands"),
    ("french-vingt-un", "Cat draws 8H"),
    ("french-vingt-un", "Bob holds 8C 8D"),
    ("commerce", "Cat barters QC 9S"),
    ("commerce", "deal Dan"),
    ("commerce", "deal Cat turn-up 2C 5C 9H"),
    ("commerce", "deal"),
    ("commerce", "end"),
    ("newmarket", "Bob stakes 2 on king"),
    ("newmarket", "Bob stakes 4 on queen"),
    ("newmarket", "Dan leaves"),
    ("pope-joan", "deal Ann turn-up 7H"),
    ("pope-joan", "Bob plays QC JH 4H"),
    ("pope-joan", "left Ann 3 Bob 4 Cat 7 Eve 1 Fay 2"),
    ("pope-joan", "left Bob 3 Cat 5"),
    ("pope-joan", "deal turn-up 2C"),
    ("pope-joan", "Cat out"),
    ("snip-snap-snorum", "deal Ann turn-up 7C"),
    ("my-bird-sings", "Dan sings"),
    ("loto", "Bob draws 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"),
    ("tournament", "Ann knocks-out Bob"),
    ("tournament", "Ida knocks-out Eve"),
    ("tournament", "Cat knocks-out Ida"),
    ("catch-the-ten", "Bob scores 15"),
    ("holdem", "game holdem"),
    ("holdem", "Bob wins"),
    ("holdem", "Bob leaves"),
    ("holdem", "Eve buys 60"),
    ("omaha", "in Ann 3 Bob 11 Cat 11"),
    ("omaha", "Bob wins high"),
]
"""A game, and a saying of its golden evening after which the page is looked at, wherever it is said."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("heights")) as running:
        yield running


@pytest.mark.thorough
@pytest.mark.parametrize("game", dict.fromkeys(game for game, _ in TALLEST))
def test_no_table_is_taller_than_its_screen(server, game):
    said = sayings_in(game)
    looked_at = {saying for of, saying in TALLEST if of == game}
    with server.client() as client, browsing(server, 390, SCREEN) as page:
        number, taller = open_with(client, said), {}
        for saying in said[2:]:
            client.post(f"/api/evenings/{number}/sayings", json={"saying": saying})
            if saying in looked_at:
                page.goto(f"{server.base}/evenings/{number}")
                height = page.evaluate("document.documentElement.scrollHeight")
                taller |= {saying: height} if height > SCREEN else {}
    assert looked_at <= {*said}
    assert not taller
