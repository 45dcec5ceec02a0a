"""How long a tap waits for its answer in Chromium: from the lifted finger to the next question painted.

`-s` prints the median, the 95th percentile, the server's share, and the CPU time of the server for a saying. Only the
CPU time has a bound, because a busy machine waits longer.
"""

import os
import time
from pathlib import Path

import pytest

from tests.helpers.page_driver import Hand, browsing, one_chromium
from tests.helpers.serving import served
from tests.web.test_page_evenings import open_with, sayings_in

__all__ = ["one_chromium"]

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="nobody tells how long a process was at work"),
]
ROUNDS = int(os.environ.get("CARD_LEDGER_ROUNDS", "1"))
MOST_OF_THE_SERVER = 0.06
"""So many seconds of a processor a saying and the table after it cost the server at the most."""
WATCHING = """(() => {
  window.waits = [];
  let lifted = 0;
  addEventListener("pointerup", () => { lifted = performance.now() }, true);
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => {
    const answers = performance.getEntriesByType("resource").filter((one) => one.name.includes("/say") && one.startTime >= lifted);
    if (lifted && answers.length) waits.push([performance.now() - lifted, answers[0].responseEnd - answers[0].startTime]);
    lifted = 0;
  }))).observe(document, { attributeFilter: ["data-painted"], subtree: true });
})()"""


def processor_time(process):
    """The seconds that all threads of a process have had of a processor."""
    tasks = Path(f"/proc/{process.pid}/task")
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir()) / 1e9


def at_rest(process):
    """Wait until a server has read what it reads as it begins."""
    before = -1.0
    while processor_time(process) - before > 0.01:
        before = processor_time(process)
        time.sleep(0.3)


def within(waits, share):
    return sorted(waits)[min(int(len(waits) * share), len(waits) - 1)] * 1000


def loaded():
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()}"


@pytest.mark.parametrize("game", ["nap", "poker"])
def test_a_tap_is_answered_soon(tmp_path, game):
    said = [saying for saying in sayings_in(game) if saying != "close"]
    waits = []
    with served(tmp_path) as server, browsing(server) as page, server.client() as client:
        page.add_init_script(WATCHING)
        for _ in range(ROUNDS):
            page.goto(f"{server.base}/evenings/{open_with(client, said)}")
            page.evaluate("() => { performance.setResourceTimingBufferSize(5000) }")
            hand = Hand(page, 0)
            for saying in said[2:]:
                hand.say(saying)
            page.wait_for_function("least => waits.length > least", arg=len(said) / 2)
            waits += page.evaluate("() => waits.map((wait) => wait.map((one) => one / 1000))")
    taps, answers = [wait for wait, _ in waits], [answer for _, answer in waits]
    print(
        f"\n{game}: {len(waits)} taps answered, median {within(taps, 0.5):.0f} ms, 95 of 100 within {within(taps, 0.95):.0f} ms; "
        f"request to response {within(answers, 0.5):.0f} and {within(answers, 0.95):.0f} ms; {loaded()}"
    )
    assert len(waits) > ROUNDS * len(said) / 2


@pytest.mark.parametrize("game", ["nap", "poker", "pope-joan"])
def test_a_saying_costs_the_server_little(tmp_path, game):
    said = [saying for saying in sayings_in(game) if saying != "close"]
    with served(tmp_path) as server, server.client() as client:
        page, spent, waits = server.page(), 0.0, []
        for _ in range(ROUNDS):
            number = open_with(client, said)
            page.get(f"/evenings/{number}")
            at_rest(server.process)
            before = processor_time(server.process)
            for seen, saying in enumerate(said[2:], start=2):
                began = time.perf_counter()
                form = {"saying": saying, "key": f"{number} {seen}", "seen": str(seen)}
                answer = page.post(f"/evenings/{number}/say", data=form, headers={"HX-Request": "true"})
                assert answer.status_code == 200
                waits.append(time.perf_counter() - began)
            spent += processor_time(server.process) - before
    each = spent / len(waits)
    print(
        f"\n{game}: {each * 1000:.1f} ms of a processor a saying, {within(waits, 0.5):.0f} ms by the clock; {loaded()}"
    )
    assert each < MOST_OF_THE_SERVER
