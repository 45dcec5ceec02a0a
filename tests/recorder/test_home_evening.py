"""A home evening of three hours, typed at the prompt and tapped on the page: what it takes, and what it says."""

from pathlib import Path

import pytest

from ledger.core.refusals import RefusedLine
from ledger.interchange.script import replay_script
from ledger.recorder import Recorder
from ledger.store import open_store
from tests.helpers.command_line import ROOT
from tests.helpers.page_driver import Hand, browsing, one_chromium
from tests.helpers.serving import served
from tests.tools.keystrokes import ENTER
from tests.web.test_at_once import OPEN, Taps, key, won
from tests.web.test_page_evenings import open_with

__all__ = ["one_chromium"]

EVENING = ROOT / "examples" / "friday-night.evening"
LINES = [line for line in EVENING.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
OPENING, PLAYED, CLOSING = LINES[:2], LINES[2:-1], LINES[-1]
DEALS = 60
TOLD_BY_POTS = 40
SHORT = {"wins": "w", "in": "i", "deal": "d", "split": "s", "buys": "b", "cashes": "c", "end": "en"}
SHORTER = {
    "game holdem small=1 big=2": "g h sm=1bi=2", "Cat buys 200": "c bu 200", "Cat cashes 230": "c cas 230",
    "Eve leaves": "ev l", "Eve cashes 203": "ev c 203",
}  # fmt: skip
MOST_KEYS, MOST_KEYS_OF_DEALS = 1000, 14 * DEALS
MOST_TAPS, MOST_TAPS_OF_DEALS = 680, 10 * DEALS
THREE_SHORT = (
    "£70.00 bought, £69.85 cashed: £0.15 is still in front of somebody (Ann £3.60, Dan £3.30 by the log)",
    "A buy or a cash-out is missing, or say who bears it: close short=split, or close short=banker",
)


def typed(line: str) -> str:
    """Return a line as it is typed: names by their first letters, words as short as they are understood."""
    if line in SHORTER or line.startswith("amend"):
        return SHORTER.get(line, line)
    words = [SHORT.get(word, word[0].lower() if word[0].isupper() else word) for word in line.split()]
    return "".join(words) if words[-1] == "w" else " ".join(words)


def of_a_deal(line: str) -> bool:
    """Return whether a line tells of a deal, and is no table work."""
    return line.split()[0] in ("deal", "in", "split") or line.endswith(" wins")


def told_together(lines: list[str]) -> list[list[str]]:
    """Return the lines that one sheet of the page tells: a deal, what each put in, and who won; others alone."""
    together, waiting = [], list(lines)
    while waiting:
        at_once = waiting[0] == "deal" and len(waiting) > 2 and waiting[1].startswith("in ")
        size = 3 if at_once else 1
        together.append(waiting[:size])
        del waiting[:size]
    return together


def told_at_once(page, lines: list[str]) -> int:
    """Tell a deal on its sheet, and return the taps."""
    _, put, won_by = lines
    words, taps = put.split()[1:], Taps(page)
    sums = dict(zip(words[::2], words[1::2], strict=True))
    taps.tap(OPEN)
    page.wait_for_selector("#at-once tbody th")
    rows = [row.inner_text().split()[0] for row in page.locator("#at-once tbody th").all()]
    keyed = set()
    for player, amount in sums.items():
        place = rows.index(player)
        if amount in keyed and amount == max(sums.values(), key=int):
            taps.tap(f"label[for=sum-{place}-4]")
        else:
            taps.tap(f"#other-{place}", *key(*amount))
        keyed.add(amount)
    winners = [won_by.split()[0]] if won_by.endswith(" wins") else won_by.split()[1:]
    taps.tap(*map(won, winners))
    taps.write()
    return taps.number


def test_it_comes_out_as_it_was_played():
    evening = replay_script("\n".join(LINES), "friday-night").evening
    assert (evening.books.deal, evening.closed) == (DEALS, True)
    counters = {player: amount // 5 for player, amount in evening.owed().items()}
    assert counters == {"Ann": 151, "Bob": 62, "Cat": 31, "Dan": -247, "Eve": 3}


def test_it_takes_few_keys_at_the_prompt_and_says_by_how_much_it_is_short(tmp_path: Path):
    recorder = Recorder(open_store(f"sqlite:///{tmp_path / 'keys.db'}"), "tester")
    number, _ = recorder.open(OPENING)
    session = recorder.open_session(number)
    keys = {True: 0, False: 0}
    for line in PLAYED:
        session.record_together(session.typed(typed(line)))
        keys[of_a_deal(line)] += len(typed(line)) + ENTER
    with pytest.raises(RefusedLine) as refused:
        session.record("close")
    assert (refused.value.refusal.sentence, refused.value.remedy) == THREE_SHORT
    session.record(CLOSING)
    assert session.evening.owed() == replay_script("\n".join(LINES), "friday-night").evening.owed()
    assert sum(keys.values()) <= MOST_KEYS
    assert keys[True] <= MOST_KEYS_OF_DEALS


@pytest.mark.thorough
@pytest.mark.timeout(900)
def test_it_takes_few_taps_on_the_page_and_says_by_how_much_it_is_short(tmp_path: Path):
    with served(tmp_path) as server, browsing(server) as page, server.client() as client:
        number = open_with(client, OPENING)
        page.goto(f"{server.base}/evenings/{number}")
        page.evaluate(f"() => localStorage.setItem('counters/{number}', '1')")  # the script counts in counters
        page.reload()
        hand, taps, typed_lines = Hand(page, number), {True: 0, False: 0}, []
        for lines in told_together(PLAYED):
            if len(lines) == 3:
                taps[True] += told_at_once(page, lines)
                continue
            touch = hand.say(lines[0])
            taps[of_a_deal(lines[0])] += touch.taps
            typed_lines += lines if touch.typed else []
        error = client.post(f"/api/evenings/{number}/sayings", json={"saying": "close"}).json()["error"]
        assert (error["message"], error["remedy"]) == (f"close: {THREE_SHORT[0]}.", THREE_SHORT[1])
        assert hand.say(CLOSING).taps == 2
        assert client.get(f"/api/evenings/{number}/settlement").json()["transfers"]
        recorded = [row["saying"] for row in client.get(f"/api/evenings/{number}/log?as_recorded=true").json()["log"]]
    assert [line.split()[0] for line in typed_lines] == ["amend"]
    assert sum(taps.values()) <= MOST_TAPS
    assert taps[True] <= MOST_TAPS_OF_DEALS
    assert sum(saying.startswith("in ") for saying in recorded) >= TOLD_BY_POTS
