"""What stands on the buttons of every game: no grammar, one question a panel, and only green writes."""

import re
from html import unescape

import pytest

from ledger.games.registry import GAMES, game_names, title_of
from tests.web.test_page_evenings import open_with, sayings_in

pytestmark = pytest.mark.thorough

PLACES = re.compile(r"<(button|summary|label|h2|h3)\b([^>]*)>(.*?)</\1>", re.DOTALL)
CLASS, TAG = re.compile(r'class="([^"]*)"'), re.compile(r"<[^>]+>")
GRAMMAR = re.compile(r"[=|]|(?<=\w) … \w+|\+[a-z]|\b[a-z]+(?:-[a-z]+)+\b")
WRITES = {"send", "usual", "undo", "redo"}
EACH = 20
"""Every so many sayings of a golden evening the page is looked at."""


def titles():
    """Return the words with a hyphen that stand in the titles of games."""
    return {word for name in game_names() for word in re.findall(r"[\w-]+", title_of(name).lower()) if "-" in word}


def faults_of(html):
    """Yield what is wrong with the places of a page."""
    if html.count('id="question"') != 1:
        yield "not one question"
    for tag, attributes, inside in PLACES.findall(html):
        kinds = (CLASS.search(attributes) or [None, ""])[1].split()
        if 'name="saying"' in attributes and kinds[:1] and kinds[0] not in WRITES:
            yield f"{kinds[0]} writes: {inside}"
        if tag == "button" and 'type="button"' not in attributes and "ask" in kinds:
            yield f"ask posts: {inside}"
        text = unescape(TAG.sub("\n", re.sub(r'<(b|span) class="read">.*?</\1>', "", inside)))
        if tag == "h3" and "sheet-text" in attributes:
            continue
        for word in GRAMMAR.findall(text):
            if word not in titles():
                yield f"{word!r} on {tag}: {' '.join(text.split())}"


@pytest.mark.parametrize("game", GAMES)
def test_no_grammar_stands_on_a_place_and_only_green_writes(server, game):
    said = [saying for saying in sayings_in(game) if saying != "close"]
    page, faults = server.page(), {}
    with server.client() as client:
        number = open_with(client, said)
        for place, saying in enumerate(said[2:]):
            if place % EACH == 0:
                for path in ("?sheet=more", f"?seat={said[1].split()[1]}"):
                    html = page.get(f"/evenings/{number}{path}").text
                    faults |= dict.fromkeys(faults_of(html), saying)
            client.post(f"/api/evenings/{number}/sayings", json={"saying": saying})
    assert not faults, "\n".join(f"{fault} (before {saying})" for fault, saying in faults.items())
