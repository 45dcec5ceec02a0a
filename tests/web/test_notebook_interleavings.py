"""The notebook of two phones, whatever is lost on the way: every line at most once, in order, and none lost."""

from pathlib import Path

import pytest

from ledger.web.application import STATIC
from tests.helpers.page_driver import chromium

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
