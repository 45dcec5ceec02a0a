"""The notebook of two phones, whatever is lost on the way: every line at most once, in order, and none lost."""

import random
import re
from contextlib import suppress
from pathlib import Path

import pytest

from ledger.web.application import STATIC
from tests.helpers.page_driver import chromium
from tests.helpers.serving import NAP, opened, served

Error = pytest.importorskip("playwright.sync_api").Error

PLAYED = Path(__file__).parents[1] / "helpers" / "interleavings.js"
IMPORTED = """async (sources) => {
  const at = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const [queue, played] = await Promise.all(sources.map((text) => import(at(text))));
  window.play = (seed) => played.play(queue.queueOf, seed);
}"""
SEVERAL = "async ([first, number]) => { const all = []; for (let n = 0; n < number; n++) all.push(await play(first + n)); return all }"


def check(outcome, seed):
    """Check what became of every line that two phones have written down."""
    log = outcome["log"]
    for phone in outcome["phones"]:
        own = [saying for saying in log if saying.startswith(f"{phone['name']} says")]
        given_up = [*phone["out"], *phone["left"]]
        assert len(set(own)) == len(own), f"seed {seed}: recorded twice"
        assert own == [saying for saying in phone["written"] if saying in own], f"seed {seed}: out of order"
        assert sorted([*own, *given_up]) == sorted(phone["written"]), f"seed {seed}: lost, or recorded all the same"


@pytest.mark.parametrize(
    ("first", "number"), [(1, 60), pytest.param(1000, 1000, marks=pytest.mark.thorough)], ids=["some", "a thousand"]
)
def test_every_line_is_recorded_at_most_once_in_order_and_none_is_lost(first, number):
    with chromium() as browser:
        page = browser.new_page()
        page.evaluate(IMPORTED, [(STATIC / "queue.js").read_text(), PLAYED.read_text()])
        outcomes = page.evaluate(SEVERAL, [first, number])
    for seed, outcome in enumerate(outcomes, start=first):
        check(outcome, seed)
    assert sum(len(outcome["log"]) for outcome in outcomes) > 10 * number
    assert all(any(phone[what] for outcome in outcomes for phone in outcome["phones"]) for what in ("out", "left"))


EVENINGS = 10
KEPT = "() => Object.keys(localStorage).filter((name) => name.startsWith('card-ledger-line')).length"
TAKEN_NOWHERE = re.compile("Zed")
"""What no evening takes."""


class Phone:
    """A phone at an evening: what was written down on it, and what became of that by hand."""

    def __init__(self, browser, link, url, name, chance):
        self.context, self.url, self.name, self.chance = browser.new_context(), url, name, chance
        self.written, self.given_up = [], []
        page = self.context.new_page()
        page.goto(link)
        page.close()
        self.begin()

    def begin(self):
        """Open the table, and touch it, so that the notebook is fetched."""
        self.page = self.context.new_page()
        self.page.goto(self.url)
        self.page.mouse.click(3, 3)
        self.page.wait_for_selector("link[href*=notebook]", state="attached")

    def write(self):
        """Write a line down: a note, or now and then what no evening takes."""
        number = len(self.written) + 1
        self.written.append(f"Zed{number} passes" if self.chance.random() < 0.2 else f'note "{self.name} {number}"')
        if not self.page.locator(".notes").count():
            self.page.locator("#stale .write-down").click()
        self.page.locator(".notes .ask", has_text="a line…").click()
        self.page.locator(".notes .line input").fill(self.written[-1])
        self.page.locator(".notes .write").click()

    def take_out(self):
        """Take out the newest line, if it has not been on its way."""
        undo = self.page.locator(".waiting .undo:not(:disabled)")
        if undo.count():
            self.given_up.append(self.page.locator(".waiting li i").last.inner_text())
            undo.click()

    def settle(self):
        """Leave out what does not fit; return whether nothing waits any more."""
        if (refused := self.page.locator(".leave-out")).count():
            self.given_up.append(self.page.locator(".notes h2").inner_text().removeprefix("Leave out “")[:-2])
            refused.click()
        return self.page.evaluate(KEPT) == 0

    def check(self, log):
        """Check that every line of the phone is in the log once, in order, unless it was given up."""
        own = [saying for saying in log if saying.startswith(f'note "{self.name} ')]
        assert own == [line for line in self.written if line not in self.given_up], (self.name, log)
        assert all(line in self.given_up for line in self.written if TAKEN_NOWHERE.match(line))


def lossy(chance):
    """Return what becomes of a line that is sent: it is lost, its answer is lost, or neither."""

    def handle(route):
        drawn = chance.random()
        try:
            if drawn > 0.6:
                route.continue_()
                return
            if drawn > 0.3:
                route.fetch()
            route.abort()
        except Error:  # the server has died, or the page was closed
            with suppress(Error):
                route.abort()

    return handle


def dies(server):
    server.process.kill()
    server.process.wait()


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(5))
def test_two_phones_and_a_dying_server_by_a_browser(tmp_path, seed):
    chance = random.Random(seed)
    with served(tmp_path) as server, chromium() as browser:
        with server.client() as client:
            numbers = [opened(client, *NAP) for _ in range(EVENINGS)]
        tables = [f"{server.base}/evenings/{number}" for number in numbers]
        phones = [Phone(browser, server.links["record"], table, name, chance) for table in tables for name in "AB"]
        dies(server)
        for phone in phones:
            phone.page.wait_for_selector("#stale", state="visible")
            for _ in range(chance.randint(1, 3)):
                phone.write()
            if chance.random() < 0.2:
                phone.take_out()
            phone.context.route("**/sayings", lossy(chance))
        with served(tmp_path, port=server.port) as second, second.client() as client:
            for number in numbers[::2]:
                client.post(f"/api/evenings/{number}/sayings", json={"saying": 'note "of another"'})
            phones[0].page.wait_for_timeout(chance.randint(500, 3000))
            for phone in chance.sample(phones, 4):
                phone.page.close()
                phone.begin()
            dies(second)
        for phone in chance.sample(phones, 6):
            if not phone.page.evaluate(KEPT):
                continue
            phone.page.wait_for_selector(".waiting")
            chance.choice([phone.write, phone.take_out])()
        for phone in phones:
            phone.context.unroute("**/sayings")
        with served(tmp_path, port=server.port) as third, third.client() as client:
            for phone in chance.sample(phones, 4):
                phone.page.close()
                phone.begin()
            waiting = list(phones)
            while waiting:
                waiting = [phone for phone in waiting if not phone.settle()]
                phones[0].page.wait_for_timeout(100)
            for number in numbers:
                log = [row["saying"] for row in client.get(f"/api/evenings/{number}/log").json()["log"]]
                for phone in phones:
                    if phone.url.endswith(f"/{number}"):
                        phone.check(log)
