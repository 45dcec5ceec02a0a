"""Saying something by touching the page only: what is offered is looked for as a hand would, and taps are counted."""

import re
import shutil
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
    "--disable-component-update", "--no-first-run",
]  # fmt: skip
TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s:+=,]+|[:+=,]')
CARD = re.compile(r"(10|[2-9AJQK])[SHDC]|JOKER")

CONTROLS = """form => {
  const controls = [], groups = new Map();
  const group = (name) => (name.match(/^(g\\d+\\.\\d+\\.)+/) || [""])[0];
  for (const one of form.querySelectorAll("input")) {
    if (!/^(g\\d+\\.\\d+\\.)*[hwto]\\d/.test(one.name)) continue;
    const about = { name: one.name, group: group(one.name), required: one.required };
    if (one.type === "hidden") controls.push({ ...about, kind: "fixed", value: one.value });
    else if (one.type === "radio" || one.type === "checkbox") {
      const holder = one.closest("[data-low]");
      if (!groups.has(one.name)) {
        const kind = one.type === "radio" ? "radio" : one.closest(".cards") ? "cards" : "check";
        groups.set(one.name, { ...about, kind, options: [], low: Number(holder?.dataset.low), high: Number(holder?.dataset.high) });
        controls.push(groups.get(one.name));
      }
      if (!one.disabled) groups.get(one.name).options.push({ value: one.value, id: one.id });
    } else controls.push({ ...about, kind: "entry", text: /(^|\\.)t\\d/.test(one.name) });
  }
  return controls;
}"""


def find_chromium():
    """The system's Chromium; without one a test is skipped."""
    pytest.importorskip("playwright.sync_api")
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        pytest.skip("there is no Chromium here to touch the page with")
    return found


@contextmanager
def browsing(server, width=390, height=844, right="record", **more):
    """A page of a phone that has followed its link; what the console complains of fails the test."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        context = browser.new_context(viewport={"width": width, "height": height}, has_touch=width < 800, **more)
        page = context.new_page()
        complaints = []
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(server.links[right])
        page.complaints = complaints
        yield page
        browser.close()
        refused = re.compile(r"status of (409|422)")
        assert not [one for one in complaints if not refused.search(one)], complaints


@dataclass
class Touch:
    """What it took to say one saying."""

    taps: int = 0
    typed: bool = False
    forms: list = field(default_factory=list)


class Hand:
    """Touches the table of one evening."""

    def __init__(self, page, number):
        self.page = page
        self.number = number

    def seen(self):
        return int(self.page.locator("#table").get_attribute("data-seen"))

    def say(self, saying):
        """Say this; gives what it took."""
        before, touch = self.seen(), Touch()
        if not (self._press(saying, touch) or self._fill(saying, touch)):
            speaker = self._seat(saying)
            if speaker is None or not self._of_another(saying, speaker, touch):
                self._drawer_or_type(saying, touch)
        self.page.wait_for_function(
            "before => Number(document.getElementById('table')?.dataset.seen) > before || document.querySelector('[role=alert].alert')",
            arg=before,
        )
        alert = self.page.locator(".alert[role=alert]")
        assert alert.count() == 0, f"{saying}: {alert.inner_text()}"
        return touch

    def _tap(self, locator, touch):
        locator.click()
        touch.taps += 1

    def _press(self, saying, touch, within="body"):
        value = saying.replace("\\", "\\\\").replace('"', '\\"')
        button = self.page.locator(f'{within} button[name=saying][value="{value}"]')
        if button.count() == 0:
            return False
        self._reveal(button.first, touch)
        self._tap(button.first, touch)
        return True

    def _reveal(self, locator, touch):
        """Open what it lies in, from the outermost in."""
        closed = locator.evaluate(
            """one => {
              const ids = [];
              for (let at = one.closest("details"); at; at = at.parentElement.closest("details")) if (!at.open) ids.unshift(at.id);
              return ids;
            }"""
        )
        for name in closed:
            self._tap(self.page.locator(f"#{name} > summary"), touch)

    def _seat(self, saying):
        names = [
            name.strip()
            for name in self.page.locator(".seat .name").evaluate_all(
                "all => all.map(one => one.firstChild.textContent)"
            )
        ]
        return next((name for name in names if saying.startswith(f"{name} ")), None)

    def _of_another(self, saying, speaker, touch):
        seat = self.page.locator(".seat a", has=self.page.locator(f".name:has-text('{speaker}')")).first
        self._tap(seat, touch)
        self.page.wait_for_timeout(60)
        self.page.wait_for_function("() => !document.querySelector('.panel').inert")
        if self._press(saying, touch, ".panel") or self._fill(saying, touch):
            return True
        self.page.goto(f"{self.page.url.partition('?')[0]}")
        touch.taps -= 1
        return False

    def _fill(self, saying, touch):
        tokens = TOKENS.findall(saying)
        forms = self.page.locator("form.slots")
        for place in range(forms.count()):
            form = forms.nth(place)
            steps = plan(form.evaluate(CONTROLS), tokens)
            if steps is None:
                continue
            self._reveal(form, touch)
            for kind, what, value in steps:
                self._do(form, kind, what, value, touch)
            self._tap(form.locator("button.send"), touch)
            return True
        return False

    def _do(self, form, kind, what, value, touch):
        if kind == "choose":
            label = form.locator(f"label[for='{what}']")
            if not label.is_visible():
                holder = form.locator("fieldset.cards", has=self.page.locator(f"label[for='{what}']"))
                suit = holder.locator(f".suits label[for$='suit-{value[-1] if value != 'JOKER' else 'J'}']")
                self._tap(suit.first, touch)
            self._tap(label, touch)
        else:
            entry = form.locator(f"input[name='{what}']")
            entry.fill(value)
            touch.taps += 1

    def _drawer_or_type(self, saying, touch):
        touch.typed = True
        typed = self.page.locator("#typed")
        self._reveal(typed, touch)
        typed.fill(saying)
        self._tap(self.page.locator("form.typed button"), touch)


def plan(controls, tokens):
    """The steps by which these controls say exactly these tokens; None where they cannot."""
    if not controls:
        return [] if not tokens else None
    first, rest = controls[0], controls[1:]
    for taken, steps in ways(first, tokens):
        further = plan(rest, tokens[taken:])
        if further is not None:
            return steps + further
    return None


def ways(control, tokens):
    """How one control may take the next tokens: how many, and by which steps."""
    kind, name = control["kind"], control["name"]
    option = re.search(r"(?:^|\.)o\d+\.([\w-]+?)\+?$", name)
    if kind == "fixed":
        value = TOKENS.findall(control["value"])
        if tokens[: len(value)] == value:
            yield len(value), []
        if control["group"]:
            yield 0, []
        return
    if option:
        if tokens[:2] == [option[1], "="]:
            for choice in control.get("options", ()):
                if choice["value"] == tokens[2]:
                    yield 3, [("choose", choice["id"], choice["value"])]
            if kind == "entry":
                yield 3, [("enter", name, tokens[2])]
        if not control["required"] or kind == "entry":
            yield 0, []
        return
    if kind == "radio":
        for choice in control["options"]:
            value = TOKENS.findall(choice["value"])
            if tokens[: len(value)] == value:
                yield len(value), [("choose", choice["id"], choice["value"])]
    elif kind in ("cards", "check"):
        by_value = {choice["value"]: choice["id"] for choice in control["options"]}
        number = 0
        while (
            number < len(tokens)
            and number < control["high"]
            and tokens[number] in by_value
            and tokens[number] not in tokens[:number]
        ):
            number += 1
        for count in range(number, max(control["low"], 1) - 1, -1):
            yield count, [("choose", by_value[token], token) for token in tokens[:count]]
        if not control["required"]:
            yield 0, []
        return
    elif (
        kind == "entry"
        and tokens
        and (tokens[0].startswith('"') if control["text"] else re.match(r"[\d¼½¾£]", tokens[0]))
    ):
        yield 1, [("enter", name, tokens[0].strip('"'))]
    if not control["required"]:
        yield 0, []
