"""Measure a tap, from the lifted finger to the next question painted: `python -m tests.tools.tap_trace [GAME …]`.

The golden evening of each game (Nap and Pope Joan where none is named) is recorded in the system's Chromium, again and
again until 50 taps were answered. The trace of the browser says what each took, piece by piece; the medians are printed.
It takes a minute, and means something only on a quiet machine: the load is printed beside the figures.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from tests.helpers.page_driver import Hand, browsing
from tests.helpers.serving import served
from tests.web.test_page_evenings import open_with, sayings_in
from tests.web.test_response_times import at_rest, processor_time

TAPS = 50
GAMES = ("nap", "pope-joan")
CATEGORIES = ["devtools.timeline", "blink.user_timing", "v8"]
MARKS = """(() => {
  addEventListener("pointerup", () => performance.mark("tap:lifted"), true);
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => performance.mark("tap:painted"))))
    .observe(document, { attributeFilter: ["data-painted"], subtree: true });
})()"""
WORK = {
    "parse": {"ParseHTML", "ParseAuthorStyleSheet"},
    "style": {"UpdateLayoutTree", "RecalculateStyles", "InvalidateLayout"},
    "layout": {"Layout", "HitTest"},
    "paint": {"PrePaint", "Paint", "Layerize", "UpdateLayer", "UpdateLayerTree", "Commit", "CompositeLayers"},
}
"""The pieces of what the page does, with the events of a trace that are of each; all other events are its script."""
PIECES = ("before it is sent", "server and network", "parse", "style", "layout", "paint", "script", "waiting")
Event = dict[str, Any]


def piece_of(name: str) -> str:
    """Return the piece that an event of the trace is of."""
    return next((piece for piece, names in WORK.items() if name in names), "script")


def own_times(events: Iterable[Event]) -> Counter[str]:
    """Return how long each piece was at work by itself: what lies within an event is not counted twice."""
    spent: Counter[str] = Counter()
    around: list[tuple[float, str]] = []
    for event in sorted(events, key=lambda one: (one["ts"], -one["dur"])):
        while around and around[-1][0] <= event["ts"]:
            around.pop()
        piece = piece_of(event["name"])
        spent[piece] += event["dur"]
        if around:
            spent[around[-1][1]] -= event["dur"]
        around.append((event["ts"] + event["dur"], piece))
    return spent


def taps_of(trace: list[Event]) -> list[Counter[str]]:
    """Return what each answered tap of a trace took, piece by piece, in microseconds, with the whole."""
    marks = sorted((one for one in trace if one["name"].startswith("tap:")), key=lambda one: one["ts"])
    sent = {
        one["args"]["data"]["requestId"]: one["ts"]
        for one in trace
        if one["name"] == "ResourceSendRequest" and one["args"]["data"]["url"].endswith("/say")
    }
    answered = {
        one["args"]["data"]["requestId"]: one["ts"]
        for one in trace
        if one["name"] == "ResourceFinish" and one["args"]["data"]["requestId"] in sent
    }
    taps = []
    for lifted, painted in pairwise(marks):
        if (lifted["name"], painted["name"]) != ("tap:lifted", "tap:painted"):
            continue
        begin, end = lifted["ts"], painted["ts"]
        posts = [one for one, at in sent.items() if begin <= at and answered.get(one, end) < end]
        if not posts:
            continue
        thread = (lifted["pid"], lifted["tid"])
        within = [
            one
            for one in trace
            if one["ph"] == "X" and (one["pid"], one["tid"]) == thread and answered[posts[0]] <= one["ts"] < end
        ]
        tap = own_times(within)
        tap["before it is sent"] = sent[posts[0]] - begin
        tap["server and network"] = answered[posts[0]] - sent[posts[0]]
        tap["waiting"] = int(end - begin - sum(tap.values()))
        tap["whole"] = end - begin
        taps.append(tap)
    return taps


def measured(game: str, folder: Path) -> tuple[list[Counter[str]], float]:
    """Return what the taps of a game's golden evening took, and the server's processor time for a saying in seconds."""
    said = [saying for saying in sayings_in(game) if saying != "close"]
    taps: list[Counter[str]] = []
    spent, count = 0.0, 0
    with served(folder) as server, browsing(server) as page, server.client() as client:
        page.add_init_script(MARKS)
        while len(taps) < TAPS:
            page.goto(f"{server.base}/evenings/{open_with(client, said)}")
            at_rest(server.process)
            before = processor_time(server.process)
            page.context.browser.start_tracing(page=page, categories=CATEGORIES)
            hand = Hand(page, 0)
            for saying in said[2 : 2 + TAPS]:
                hand.say(saying)
                count += 1
            page.wait_for_timeout(200)
            taps += taps_of(json.loads(page.context.browser.stop_tracing())["traceEvents"])
            spent += processor_time(server.process) - before
    return taps[:TAPS], spent / count


def main(arguments: list[str]) -> None:
    """Print a column of medians for each game."""
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors; milliseconds, medians of {TAPS} taps")
    for game in arguments or GAMES:
        with TemporaryDirectory() as folder:
            taps, server = measured(game, Path(folder))
        whole = [tap["whole"] / 1000 for tap in taps]
        print(f"\n{game}: {median(whole):.1f} to painted, 95 of 100 within {quantiles(whole, n=20)[-1]:.1f}")
        for piece in PIECES:
            print(f"    {piece:20}{median(tap[piece] / 1000 for tap in taps):6.1f}")
        print(f"    the server's processor, a saying and its page: {server * 1000:.1f}")


if __name__ == "__main__":
    main(sys.argv[1:])
