"""A place of the panel keeps its place while a deal lasts, whoever's turn it is: over the golden evening of each game."""

import re
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import pytest

from ledger.store import open_store
from ledger.web.application import Endpoint, application
from ledger.web.hub import Hub
from ledger.web.links import Right, new_links
from ledger.web.pages import rendering, table

EVENINGS = Path(__file__).parents[1] / "data" / "evenings"


class Places(HTMLParser):
    """Reads the words on the places of a panel, in their order, but for the menu, a sheet and a keypad."""

    ALONE = frozenset({"br", "img", "input", "link", "meta"})

    def __init__(self):
        super().__init__()
        self.around, self.words, self.at = [], [], None

    def handle_starttag(self, tag, attrs):
        if tag in self.ALONE:
            return
        attributes = dict(attrs)
        classes = (attributes.get("class") or "").split()
        _, within, hidden = self.around[-1] if self.around else (tag, False, False)
        within = within or (tag == "section" and "panel" in classes)
        hidden = (
            hidden or "sheet" in classes or "keyed" in classes or "asks" in classes or attributes.get("id") == "more"
        )
        self.around.append((tag, within, hidden))
        place = tag in {"button", "summary", "label"} or "off" in classes or "ask" in classes
        if within and not hidden and place and self.at is None:
            self.at = len(self.around)
            self.words.append("")

    def handle_data(self, data):
        # whether it opens a sheet, is dashed, or is left to one alone does not make another place of it
        if self.at is not None and self.around[-1][0] != "small" and data.strip() != "back":
            self.words[-1] += data.replace("…", "")

    def handle_endtag(self, tag):
        while self.around:
            if self.at == len(self.around):
                self.at = None
            if self.around.pop()[0] == tag:
                break


def request_to(hub):
    """Return a request of one who may record."""
    rendering.prepare()
    app = application(hub, new_links(), Endpoint(frozenset({"cards.test"}), 80)).application
    return SimpleNamespace(app=app, scope={"right": Right.RECORD}, cookies={}, headers={})


def places_of(page):
    """Return the words on the places of a page that stand there once."""
    places = Places()
    places.feed(page)
    found = [" ".join(words.split()) for words in places.words]
    return [words for words in found if found.count(words) == 1]


@pytest.mark.parametrize("game", sorted(folder.name for folder in EVENINGS.iterdir()))
def test_a_place_keeps_its_place_while_a_deal_lasts(game, tmp_path):
    text = (EVENINGS / game / "golden.evening").read_text(encoding="utf-8")
    lines = [line.split("  #")[0] for line in text.splitlines() if line and not line.startswith("#")]
    with closing(open_store(str(tmp_path / "evenings.db"))) as store:
        hub = Hub(store)
        request, number = request_to(hub), hub.open(lines[:2], "Ann")
        seen, before, compared = 2, [], 0
        for line in lines[2:]:
            said = [("saying", line), ("seen", str(seen)), ("yes", "1")]
            if table.say(request, number, said).status_code != 303:
                break  # it asks first, and the rest of the evening goes on after that
            page = table.table(request, number).body.decode()
            seen = int(re.search(r'data-seen="(\d+)"', page)[1])
            now = places_of(page)
            if not re.match(r"deal|game|players|.* (joins|leaves)", line):
                stayed = {*before} & {*now}
                assert [words for words in before if words in stayed] == [words for words in now if words in stayed], (
                    line
                )
                compared += len(stayed) > 1
            before = now
    assert compared


def test_a_place_has_the_same_words_whether_or_not_others_stand_beside_its_kind(tmp_path):
    opening = ['evening "Words"', "players Ann Bob Cat Dan", "game cassino"]
    with closing(open_store(str(tmp_path / "evenings.db"))) as store:
        hub = Hub(store)
        request = request_to(hub)
        deals = "deal Ann", "deal Ann turn-up 5H 2C 5D 4S"
        numbers = [hub.open([*opening, deal], "Ann") for deal in deals]
        by_score, by_cards = (places_of(table.table(request, number).body.decode()) for number in numbers)
    assert len(by_score) == 7
    assert [words for words in by_cards if words in by_score] == by_score
