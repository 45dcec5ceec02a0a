"""A thumb that taps anything at all that the page offers is never refused for what the server knew.

Among the taps are Undo, Back, Escape, and taps that come twice: nothing is written that was not meant, and nothing ends
where nobody can go on. `CARD_LEDGER_DEALS` says how many deals of every game are played; without it a few games are.
"""

import os
import time

import pytest

from ledger.games.registry import GAMES
from tests.environments import skat_installed
from tests.page_driver import browsing, one_chromium
from tests.test_serve import opened, served

__all__ = ["one_chromium"]

DEALS = int(os.environ.get("CARD_LEDGER_DEALS", "0"))
A_FEW, FEW_DEALS = ("nap", "pope-joan", "holdem"), 2
"""The games that are played without CARD_LEDGER_DEALS, and so many deals of each."""
pytestmark = pytest.mark.thorough
AT_A_TIME = 12
MOST_SAYINGS = 60
"""The most taps in a deal, because a deal of some games need never end."""
BEGUN = {
    "skat": ["game skat kontra=on bock=on ramsch=on"],
    "tally": ["game tally name=Whist"],
    "poker": ["game poker ante=1 limit=12"],
    "holdem": [*(f"{name} buys 200" for name in ("Ann", "Bob", "Cat", "Dan")), "game holdem"],
    "tournament": ["game tournament rebuy=entry rebuys=2 addon=5 bounty=5 fee=1"],
    "omaha": [*(f"{name} buys 200" for name in ("Ann", "Bob", "Cat", "Dan")), "game omaha"],
}
FEWER = {"french-vingt-un": ["Ann", "Bob", "Cat"], "beggar-my-neighbour": ["Ann", "Bob"]}
MOST_DEALS = {"tournament": 1}
"""So many deals are played in an evening, where these are not five: after a tournament any other game may be begun."""
KNOWN_BY_NOBODY = "card"
"""The code of a refusal that only an unknown hand could predict."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with (
        skat_installed(tmp_path_factory.mktemp("site")),
        served(tmp_path_factory.mktemp("tapped")) as found,
    ):
        yield found


def dealt(client, number):
    """Return how many deals have begun, or tournaments have ended, and how long the log is."""
    log = client.get(f"/api/evenings/{number}/log").json()["log"]
    tournaments = any(row["saying"].startswith("game tournament") for row in log)
    begins = ("deal", "end") if tournaments else "deal"
    return sum(row["saying"].startswith(begins) for row in log if row["counts"]), len(log)


@pytest.mark.parametrize("game", [*GAMES, "skat"] if DEALS else A_FEW)
def test_no_tap_is_refused_for_what_the_server_knew(server, game):
    refused, wrote, deals, said, evening, began = [], [], 0, 0, 0, time.monotonic()
    wanted = DEALS or FEW_DEALS
    with browsing(server) as page, server.client() as client:
        page.add_init_script(
            "const later = setTimeout; window.setTimeout = (what, when, ...more) => later(what, (when === 250 || when === 600) && !window.guarded ? 0 : when, ...more)"
        )
        while deals < wanted and evening < 4 * wanted:
            evening += 1
            players = FEWER.get(game, ["Ann", "Bob", "Cat", "Dan"])
            number = opened(client, *BEGUN.get(game, [f"game {game}"]), title=f"{game} {evening}", players=players)
            page.goto(f"{server.base}/evenings/{number}")
            seed = evening * 7919 + len(game)
            for _ in range(MOST_SAYINGS // AT_A_TIME * 5):
                told = page.evaluate("([seed, times]) => randomly(seed, times)", [seed, AT_A_TIME])
                seed = told["seed"]
                refused += [entry for entry in told["refused"] if entry["code"] != KNOWN_BY_NOBODY]
                wrote += told["wrote"]
                assert not told["stuck"], f"nobody can go on in evening {number}"
                now, events = dealt(client, number)
                if told["said"] == 0 or now >= min(wanted - deals, MOST_DEALS.get(game, 5)):
                    break
            deals += max(dealt(client, number)[0], 1)
            said += events - 3
    print(f"{game}: {deals} deals, {said} sayings, {evening} evenings, {time.monotonic() - began:.0f} s")
    assert not refused, "\n".join(f"{refusal['said']}: {refusal['alert']}" for refusal in refused)
    assert not wrote, wrote
    assert deals >= wanted
    assert said >= deals
