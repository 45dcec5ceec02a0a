"""A thumb that taps anything at all that the page offers is never refused for what the server knew.

Among the taps are Undo, Back, Escape, and taps that come twice: nothing is written that was not meant, and nothing ends
where nobody can go on. `CARD_LEDGER_DEALS` says how many deals of every game are played; without it a few games are.
Every other evening is one of money. `CARD_LEDGER_FIRST` says the number of the first evening, which its seed is made of.
"""

import os
import time

import pytest

from ledger.games.registry import GAMES
from tests.helpers.environments import skat_installed
from tests.helpers.page_driver import browsing, one_chromium
from tests.helpers.serving import opened, served

__all__ = ["one_chromium"]

DEALS = int(os.environ.get("CARD_LEDGER_DEALS", "0"))
FIRST = int(os.environ.get("CARD_LEDGER_FIRST", "1"))
A_FEW, FEW_DEALS = ("nap", "pope-joan", "holdem"), 2
"""The games that are played without CARD_LEDGER_DEALS, and so many deals of each."""
pytestmark = pytest.mark.thorough
AT_A_TIME = 12
"""So many taps come between two looks at the log, and a touch aside after them."""
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
MONEYS = ({"money": "EUR", "counter": "0.10"}, {"money": "counters"})
"""What an evening is played for, in turn; sayings that begin it say their sums as counters."""
KNOWN_BY_NOBODY = "card"
"""The code of a refusal that only an unknown hand could predict."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with (
        skat_installed(tmp_path_factory.mktemp("site")),
        served(tmp_path_factory.mktemp("tapped")) as found,
    ):
        yield found


GUARDS = """
const later = setTimeout;
window.setTimeout = (act, time, ...more) =>
  later(act, (time === 250 || time === 600) && !window.guarded ? 0 : time, ...more);
"""
"""Only what is tapped twice waits until the places take touches again, as everybody else does."""
ASIDE = ".top .tile, .top h1, .top .live, .strip .last a, .asks a.ask:not([data-back]), .asks h2, .panel .off, .gone a"
"""What may be touched beside what says something: some of it leads to another page, and Back from there."""


def dealt(client, number):
    """Return how many deals have begun, or tournaments have ended."""
    rows = client.get(f"/api/evenings/{number}/log").json()["log"]
    tournaments = any(row["saying"].startswith("game tournament") for row in rows)
    begins = ("deal", "end") if tournaments else "deal"
    return sum(row["saying"].startswith(begins) for row in rows if row["counts"])


def touch_aside(page, seed):
    """Touch with a finger something that says nothing, and come back by Back if it leads away."""
    places = page.evaluate(
        """selector => (scrollTo(0, 0), [...document.querySelectorAll(selector)])
          .map((one) => [one, one.getBoundingClientRect()])
          .map(([one, box]) => [box.left + box.width / 2, box.top + box.height / 2, one.matches("a")])
          .filter(([x, y]) => x > 0 && y > 0 && x < innerWidth && y < innerHeight
            && document.elementFromPoint(x, y)?.closest(selector))""",
        ASIDE,
    )
    if not places:
        return
    x, y, leads_away = places[seed % len(places)]
    if leads_away:
        with page.expect_navigation():
            page.touchscreen.tap(x, y)
        page.wait_for_function("() => document.querySelector('.put-right') || !document.querySelector('.panel')")
        page.go_back()
        page.wait_for_selector(".panel:not(.put-right)")
    else:
        page.touchscreen.tap(x, y)
    page.evaluate("thumbParts.ready()")


class Evening:
    """One evening that is tapped through: what was meant by the taps is held against the log."""

    def __init__(self, page, client, server, game, place):
        players = FEWER.get(game, ["Ann", "Bob", "Cat", "Dan"])
        begun = BEGUN.get(game, [f"game {game}"])
        self.page, self.client, self.seed = page, client, place * 7919 + len(game)
        self.number = opened(client, *begun, title=f"{game} {place}", players=players, **MONEYS[place % len(MONEYS)])
        self.refused, self.wrote, self.deals = [], [], 0
        self.begun = self.events = self.counted()
        page.goto(f"{server.base}/evenings/{self.number}")

    def counted(self):
        """Return how many events the log has."""
        return self.client.get(f"/api/evenings/{self.number}").json()["events"]

    def tap(self):
        """Tap some times, and return whether anything was said."""
        told = self.page.evaluate("([seed, times]) => randomly(seed, times)", [self.seed, AT_A_TIME])
        self.seed = told["seed"]
        self.refused += [entry for entry in told["refused"] if entry["code"] != KNOWN_BY_NOBODY]
        touch_aside(self.page, self.seed)
        before, self.events = self.events, self.counted()
        self.wrote += told["wrote"]
        if self.events != before + told["meant"]:
            written = f"{self.events - before} of {told['meant']} sayings that were meant"
            self.wrote.append(f"{written} were written in evening {self.number} after {before}")
        self.deals = dealt(self.client, self.number)
        assert not told["stuck"], f"nobody can go on in evening {self.number}"
        return told["said"] > 0


@pytest.mark.parametrize("game", [*GAMES, "skat"] if DEALS else A_FEW)
def test_no_tap_is_refused_for_what_the_server_knew(server, game):
    refused, wrote, deals, said, evenings, began = [], [], 0, 0, 0, time.monotonic()
    wanted = DEALS or FEW_DEALS
    with browsing(server) as page, server.client() as client:
        page.add_init_script(GUARDS)
        while deals < wanted and evenings < 4 * wanted:
            evening = Evening(page, client, server, game, FIRST + evenings)
            evenings += 1
            for _ in range(MOST_SAYINGS // AT_A_TIME * 5):
                if not evening.tap() or evening.deals >= min(wanted - deals, MOST_DEALS.get(game, 5)):
                    break
            deals += max(evening.deals, 1)
            said += evening.events - evening.begun
            refused += evening.refused
            wrote += evening.wrote
    print(f"{game}: {deals} deals, {said} sayings, {evenings} evenings, {time.monotonic() - began:.0f} s")
    assert not refused, "\n".join(f"{refusal['said']}: {refusal['alert']}" for refusal in refused)
    assert not wrote, "\n".join(wrote)
    assert deals >= wanted
    assert said >= deals
