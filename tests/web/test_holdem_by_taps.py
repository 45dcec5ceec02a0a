"""An evening of 60 hands of Hold'em by taps, told at each of three depths; no saying takes more than its allowance."""

import random

import pytest

from tests.helpers.page_driver import Hand, at_most, browsing, one_chromium
from tests.helpers.serving import opened
from tests.web.test_at_once import OPEN, Taps, key, won

__all__ = ["one_chromium"]

pytestmark = pytest.mark.thorough

FIVE = ["Ann", "Bob", "Cat", "Dan", "Eve"]
BEGUN = ["game holdem small=1 big=2 button=moving", *(f"{name} buys 1000" for name in FIVE)]
HANDS = 20
"""The hands that are told at each depth."""
POT_OF_TWO, HAND_OF_FIVE = 6, 10
"""The most taps of a deal told at once, opened and sent included: of two players, and of all."""
SEED = 20261127


def begun(server):
    with server.client() as client:
        return opened(client, *BEGUN, players=FIVE)


def told(how, taps):
    """Print what was told in this way, and with how many taps: `pytest -s` shows it."""
    print(f"{how}: {HANDS} hands, told {len(taps)} times with {sum(taps)} taps, at most {max(taps)}")


def asked(page):
    """Return who is asked now."""
    return page.locator(".seat.asked a").first.get_attribute("data-name")


def test_twenty_hands_told_act_by_act(server):
    chance, number = random.Random(SEED), begun(server)
    with browsing(server) as page:
        page.goto(f"{server.base}/evenings/{number}")
        hand, over, taps = Hand(page, number), {}, []

        def say(saying):
            cost = hand.say(saying)
            taps.append(cost.taps)
            assert not cost.typed, saying
            if cost.taps > at_most(saying):
                over[saying] = cost.taps

        for _ in range(HANDS):
            say("deal")
            while not page.locator(".pause-menu").count():
                if page.locator(".best").count():
                    name = page.locator(".best label").first.inner_text().split("\n")[0]
                    say(f"{name} wins")
                    continue
                stays = page.locator(".four > form > .usual").inner_text().split()[0]
                word = chance.choice([stays, stays, "folds"]) if stays == "calls" else stays
                say(f"{asked(page)} {word}")
        told("act by act", taps)
        assert not over, over
        assert sorted(taps)[len(taps) // 2] == 1, taps


def test_twenty_hands_told_by_pots(server):
    chance, number, taps = random.Random(SEED), begun(server), []
    with browsing(server) as page:
        page.goto(f"{server.base}/evenings/{number}")
        for place in range(HANDS):
            deal, everybody = Taps(page), place % 4 == 3
            first, second, *others = chance.sample(range(5), 5)
            deal.tap(OPEN, f"#other-{first}", *key(chance.randint(3, 9)), f"label[for=sum-{second}-4]")
            deal.tap(*(f"label[for=sum-{other}-4]" for other in others if everybody))
            deal.tap(won(FIVE[chance.choice([first, second])]))
            deal.write()
            taps.append(deal.number)
            assert deal.number <= (HAND_OF_FIVE if everybody else POT_OF_TWO), (place, deal.number)
    told("by pots", taps)


def test_twenty_hands_told_by_stacks(server):
    chance, number = random.Random(SEED), begun(server)
    stacks, taps = dict.fromkeys(FIVE, 1000), []
    with browsing(server) as page:
        page.goto(f"{server.base}/evenings/{number}")
        hand = Hand(page, number)
        for _ in range(HANDS):
            loser, winner = chance.sample(FIVE, 2)
            moved = chance.randint(1, 50)
            stacks[loser], stacks[winner] = stacks[loser] - moved, stacks[winner] + moved
            saying = f"stacks {' '.join(f'{name} {stack}' for name, stack in stacks.items())}"
            cost = hand.say(saying)
            assert not cost.typed
            taps.append(cost.taps)
            assert cost.taps <= at_most(saying), (saying, cost.taps)
    told("by stacks", taps)
