"""Every game's table at every size: nothing is cut, small or out of sight; places stay, and so does the focus."""

from pathlib import Path

import pytest

from ledger.games.registry import GAMES
from tests.page_driver import browsing, one_chromium
from tests.test_page_evenings import open_with, sayings_in
from tests.test_page_words import faults_of
from tests.test_serve import served

__all__ = ["one_chromium"]

LOOKS = Path(__file__).with_name("looks.js")
SIZES = {
    "390×664": {"width": 390, "height": 664},
    "320×640": {"width": 320, "height": 640},
    "844×390": {"width": 844, "height": 390},
    "1280×800": {"width": 1280, "height": 800},
    "320×640 at 200 %": {"width": 320, "height": 640},
    "390×664 in forced colours": {"width": 390, "height": 664, "forced_colors": "active"},
    "390×664 with more contrast": {"width": 390, "height": 664, "contrast": "more"},
}
FIRST_SAYINGS = 12
"""Every game's evening is looked at up to so many sayings where nothing else is asked for."""
SETTLED = 700
"""So many milliseconds after an answer the panel is alive again."""


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
@pytest.mark.parametrize("game", GAMES)
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


PLACES = """() => [document.getElementById("table").dataset.question, [...document.querySelectorAll(
  ".panel > :not(#more, .places) :is(.send, .usual, .off, summary.ask, .chooses > label)")]
  .filter((one) => one.checkVisibility() && one.getClientRects().length && !one.closest(".sheet"))
  .map((one) => [one.querySelector("b")?.innerText || one.innerText.split("\\n")[0], one.getBoundingClientRect()])
  .map(([label, box]) => [label, Math.round(box.left), Math.round(box.top), Math.round(box.width), Math.round(box.height)])]"""


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_alike_in_a_deal_lies_in_the_same_places(server, game):
    said, families, moved = said_in(game), {}, []
    with browsing(server, 390, 664) as page, server.client() as client:
        number = open_with(client, said)
        for saying in said[2:]:
            client.post(f"/api/evenings/{number}/sayings", json={"saying": saying})
            if saying.startswith(("deal", "game", "end", "misdeal")):
                families = {}
            page.goto(f"{server.base}/evenings/{number}")
            question, places = page.evaluate(PLACES)
            names = {name for name in said[1].split()[1:]}
            labels = tuple(" ".join(word for word in label.split() if word not in names) for label, *_ in places)
            boxes = [box for _, *box in places]
            before = families.setdefault((question, labels), boxes)
            if boxes != before and question != "deal":  # between two deals remarks stand above
                moved.append(f"after {saying}: {labels}: {before} and now {boxes}")
    assert not moved, "\n".join(moved)


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_the_focus_is_in_the_panel_after_a_saying_and_on_no_page_beneath_a_sheet(server, game):
    said = said_in(game)
    with browsing(server) as page, server.client() as client:
        number = open_with(client, said)
        for saying in said[2:4]:
            client.post(f"/api/evenings/{number}/sayings", json={"saying": saying})
        page.goto(f"{server.base}/evenings/{number}")
        sheet = page.locator(".panel > :not(#more) summary.ask:visible")
        if sheet.count():
            sheet.first.press("Enter")
            page.wait_for_selector(".panel details[open]:not(.below) > .sheet")
            for _ in range(12):
                page.keyboard.press("Tab")
                assert page.evaluate("document.activeElement.closest('.panel > :not(#more)')?.inert !== true")
            page.keyboard.press("Escape")
            page.wait_for_function("() => !document.querySelector('.panel details[open]:not(.below)')")
            assert page.evaluate("document.activeElement.matches('summary.ask')")
        button = page.locator(".panel > :not(#more) button[name=saying]:visible")
        if button.count():
            before = page.locator("#table").get_attribute("data-seen")
            button.first.press("Enter")
            page.wait_for_function("was => document.getElementById('table').dataset.seen !== was", arg=before)
            page.wait_for_timeout(SETTLED)
            assert page.evaluate("document.activeElement.closest('.panel') !== null")
