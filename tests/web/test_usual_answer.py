"""The usual answer is in sight at every size, however much stands above it."""

import pytest

from tests.helpers.page_driver import chromium
from tests.helpers.serving import opened, served

pytestmark = pytest.mark.thorough

BETWEEN_HANDS = ["game holdem small=1 big=2", "deal Ann", "Dan folds", "Eve folds", "Ann folds", "Bob folds"]


def test_the_usual_answer_between_hands_is_in_sight(tmp_path):
    with served(tmp_path) as server, server.client() as client, chromium() as browser:
        number = opened(client, *BETWEEN_HANDS, players=("Ann", "Bob", "Cat", "Dan", "Eve"))
        page = browser.new_page()
        page.goto(server.links["record"])
        for width, height in ((390, 844), (390, 664), (320, 640), (844, 390), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{server.base}/evenings/{number}")
            box = page.get_by_role("button", name="deals").last.bounding_box()
            assert box["y"] + box["height"] <= height, (width, height)
