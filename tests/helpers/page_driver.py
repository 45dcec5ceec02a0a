"""Record sayings by taps on the page in Chromium, and count the taps."""

import re
import shutil
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import pytest

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
    "--disable-component-update", "--no-first-run", "--ignore-certificate-errors",
]  # fmt: skip
THUMB = Path(__file__).with_name("thumb.js")
CARD = re.compile(r"\b(?:(?:10|[2-9AJQK])[SHDC]|JOKER)\b")
SUM = re.compile(r"[-£]?[\d¼½¾][\d¼½¾sd./]*")
WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s:+=,]+')
BEHIND = re.compile(r"end draw|tricks ")
"""What stands behind another question: a draw at the end of a game, and several tricks at once."""
AN_END = re.compile(r"end \w")
"""An end that says how: in the middle of a deal it stands behind More."""
SELDOM_SAID = re.compile(r"tricks |\S+ (robs|fives)\b")
"""What stands behind one button where it is asked who has a trick."""


def find_chromium():
    """Return the path of the system's Chromium; skip the test without one."""
    pytest.importorskip("playwright.sync_api")
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("there is no Chromium here to touch the page with")
    return path


@contextmanager
def chromium():
    """Run the system's Chromium."""
    path = find_chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


class Shared:
    """A Chromium for a whole file of tests; it starts with the first test that wants one."""

    def __init__(self, until_the_end):
        self._until_the_end = until_the_end
        self._running = None

    def running(self):
        self._running = self._running or self._until_the_end.enter_context(chromium())
        return self._running


_shared = []


@pytest.fixture(scope="module", autouse=True)
def one_chromium():
    """Share one Chromium among the tests of a file; each test has its own browser context."""
    with ExitStack() as until_the_end:
        _shared.append(Shared(until_the_end))
        yield
        _shared.clear()


@contextmanager
def browsing(server, width=390, height=844, right="record", **context_options):
    """Open a page of a phone by its link; errors on the console fail the test."""
    with nullcontext(_shared[0].running()) if _shared else chromium() as browser:
        context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=width < 800, **context_options
        )
        try:
            context.add_init_script(path=THUMB)
            page = context.new_page()
            complaints = []
            page.on(
                "console",
                lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None,
            )
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(server.links[right])
            page.complaints = complaints
            yield page
        finally:
            context.close()
        refused = re.compile(r"status of (409|422)")
        assert not [complaint for complaint in complaints if not refused.search(complaint)], complaints


def following(page, url):
    """Go to a page that follows its evening, and wait until it is connected."""
    with page.expect_response("**/stream"):
        page.goto(url)


@dataclass(frozen=True)
class Touch:
    """The cost of one saying."""

    taps: int
    typed: bool
    """Whether it was not offered and had to be typed."""


class Hand:
    """Taps on what is visible on the page of one evening."""

    def __init__(self, page, number):
        self.page = page
        self.number = number

    def say(self, saying):
        """Record a saying with the fewest taps, and return its cost."""
        result = self.page.evaluate("saying => thumb.say(saying)", saying)
        assert not result["alert"], f"{saying}: {result['alert']}"
        return Touch(result["taps"], result["typed"])

    def tell_at_once(self, told, *winners):
        """Record what each put in, and who won, on the one sheet for both; return the taps."""
        taps, before = 0, self.page.get_attribute("#table", "data-seen")
        sums = dict(zip(*[iter(told.split()[1:])] * 2, strict=True))

        def tap(place, redraws=False):
            nonlocal taps
            with self.page.expect_response("**/at-once?**") if redraws else nullcontext():
                place.click(timeout=5000)
            self.page.wait_for_timeout(80 if redraws else 0)
            taps += 1

        more, opens = self.page.locator("summary.more-ways"), self.page.locator("summary:has-text('at once')")
        if more.count() and not opens.first.is_visible():
            tap(more.first)
        tap(opens.first)
        rows = self.page.locator(".sums-put tbody tr")
        rows.first.wait_for()
        for row in rows.all():
            amount = sums.get(row.locator("th").first.inner_text().split("\n")[0])
            places = row.locator("label").filter(has_text=re.compile(rf"^{amount}$"))
            if amount and row.locator("input:checked + label").all_inner_texts() != [amount]:
                if places.count():
                    tap(places.first, redraws=True)
                else:
                    tap(row.locator("input[type=text]"))
                    for sign in amount:
                        tap(self.page.locator(f".pad-below [data-key='{sign}']"), redraws=True)
        for place, saying in enumerate(winners):
            asked = self.page.locator(".sums-put fieldset").nth(place)
            for name in [name for name in WORD.findall(saying) if name in sums]:
                if asked.locator("input:enabled").count():
                    tap(asked.locator("label").filter(has_text=re.compile(f"^{name}")), redraws=True)
        tap(self.page.locator("[data-writes]:enabled"))
        self.page.wait_for_selector(f"#table:not([data-seen='{before}'])")
        return taps


def at_most(saying):
    """Return the most taps that a saying may take: three, and more for lists.

    The first card takes three: the seat, its suit and its rank, which sends it. Each further card takes two, and several
    cards take one more to send them. Each further name or option, and each key of a sum, takes one. A fourth word takes
    one; in a list of words each further one does, and the button that sends them. What stands behind another question
    takes one more, and so do what is said seldom of a trick, how a game ends in the middle of a deal, the rules of a game
    that are seldom changed, and who of all at the table plays.
    """
    cards = CARD.findall(saying)
    things = WORD.findall(CARD.sub("", saying))
    sums = [word for word in things if SUM.fullmatch(word)]
    lists = [word for word in things if word[0].isupper() or word[0] == '"']
    small = sum(map(str.islower, things))
    return (
        3
        + (1 if len(cards) > 1 else 0 if cards or len(things) < 4 else max(small - 1, 1))
        + 2 * max(len(cards) - 1, 0)
        + sum(map(len, sums))
        + max(len(lists) - 1, 0)
        + saying.count("=")
        + bool(BEHIND.match(saying))
        + bool(AN_END.match(saying))
        + bool(SELDOM_SAID.match(saying))
        + 2 * saying.startswith("game ")
    )
