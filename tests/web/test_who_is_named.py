"""Between deals nobody is asked: what writes in one tap says of whom it writes."""

import re

from tests.helpers.serving import opened

BUTTON = re.compile(
    r'<button[^>]*class="(?:send|usual)[^>]*name="saying"\s+value="([^"]*)"[^>]*>(.*?)</button>', re.DOTALL
)
BETWEEN_HANDS = ["Ann buys 200", "Bob buys 200", "Cat buys 200", "game holdem"]


def writing(page):
    """Return what the buttons of a page write, each with its words."""
    return {saying: " ".join(re.sub(r"<[^>]*>", " ", words).split()) for saying, words in BUTTON.findall(page)}


def test_what_writes_between_deals_names_somebody(server):
    with server.client() as client:
        number = opened(client, *BETWEEN_HANDS)
    page = server.page()
    assert "stacks" not in writing(page.get(f"/evenings/{number}").text)
    assert writing(page.get(f"/evenings/{number}?seat=Cat").text)["Cat sits-out"] == "Cat sits out"
