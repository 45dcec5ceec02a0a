"""What a game shows of itself on the page: tiles, the steps of a deal, and what is said often between deals."""

import re
from dataclasses import replace

from ledger.rules import Steps, Tile
from ledger.testing.evenings import play
from ledger.web.table_view import tiles
from tests.helpers.environments import skat_installed
from tests.helpers.serving import opened, served


def test_tiles_are_what_the_game_says_of_the_next_deal(tmp_path):
    with skat_installed(tmp_path):
        single = play("Ann Bob Cat", "game skat stake=2 per=10 bock=on")
        double = play("Ann Bob Cat", "game skat bock=on\nbock")
    assert single.game.deal.tiles() == (Tile("10 points", "2"), Tile("Stakes", "single"))
    assert [(tile.label, tile.value, tile.marked) for tile in tiles(double, [])] == [
        ("A point", "1", False),
        ("Stakes", "double", True),
    ]


def test_a_game_that_gives_no_tiles_shows_what_it_carries_under_its_labels():
    evening = play("Ann Bob Cat", "game poker")
    deal = evening.game.deal
    deal.carry = replace(deal.carry, jackpot="jacks")
    assert [(tile.label, tile.value) for tile in tiles(evening, [])] == [("Jack-pot", "jacks")]


def test_pools_that_lie_from_the_first_deal_are_shown_and_explained_before_they_fill(server):
    with server.client() as client:
        number = opened(client, "game newmarket stake=2", "deal Ann turn-up JD QH KC AS", "Bob stakes 2 on king")
    page = server.page()
    pools = re.findall(r"explain\?pool=newmarket\.(\w+)", page.get(f"/evenings/{number}").text)
    assert pools == ["ace", "king", "queen", "knave"]
    assert [page.get(f"/evenings/{number}/explain?pool=newmarket.{pool}").status_code for pool in pools] == [200] * 4


def test_the_steps_of_a_deal_tell_which_is_under_way():
    evening = play("Ann Bob Cat", "Ann buys 50\nBob buys 50\nCat buys 50\ngame holdem small=1 big=2\ndeal Ann")
    steps = evening.game.deal.steps()
    assert steps == Steps((steps.names[0], "flop", "turn", "river"), 0, ["3"])
    assert play("Ann Bob Cat", "game nap\ndeal Ann").game.deal.steps() is None


def test_the_page_shows_the_steps_of_a_deal(tmp_path_factory):
    with skat_installed(tmp_path_factory.mktemp("site")), served(tmp_path_factory.mktemp("shown")) as server:
        with server.client() as client:
            buys = [f"{name} buys 50" for name in ("Ann", "Bob", "Cat")]
            holdem = opened(
                client, *buys, "game holdem small=1 big=2", "deal Ann", "Ann calls", "Bob calls", "Cat checks"
            )
            skat = opened(client, "game skat bock=on")
        page = server.page()
        text = page.get(f"/evenings/{holdem}").text
        assert re.search(r'<li class="now" aria-current="step">flop *</li>', text)
        assert "deals" in page.get(f"/evenings/{skat}").text
