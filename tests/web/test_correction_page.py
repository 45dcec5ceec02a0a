"""A saying is put right from the strip: its row is the link, nothing is chosen beforehand, and Write is in sight."""

import re

import pytest

from tests.helpers.page_driver import browsing, following, one_chromium
from tests.helpers.serving import opened

__all__ = ["one_chromium"]

THREE = ("Ann", "Bob", "Cat")
A_HAND = [
    *(f"{name} buys 100" for name in THREE),
    "game holdem small=1 big=2",
    "deal Ann",
    "in Ann 20 Cat 20",
    "Cat wins",
]


@pytest.fixture(scope="module")
def number(server):
    stacks = [A_HAND[0].replace("100", "20"), A_HAND[1], A_HAND[2].replace("100", "20"), *A_HAND[3:]]
    with server.client() as client:
        return opened(client, *stacks, players=THREE)


def test_nothing_is_chosen_before_it_is_touched(server, number):
    page = server.page().get(f"/evenings/{number}/log/9").text
    assert re.findall(r'name="instead"[^>]* checked', page) == []
    assert "Write:" not in page


def test_what_was_said_of_one_may_have_been_of_another(server, number):
    page = server.page().get(f"/evenings/{number}/log/9").text
    others = re.findall(r'name="instead"\s+value="([^"]*)"', page)
    assert others[:2] == ["split Cat Ann", "Ann wins"]
    assert "Cat wins" not in others


def test_the_effect_is_a_sentence_and_the_table_is_one_tap_on_it(server, number):
    page = server.page().get(f"/evenings/{number}/log/9?instead=Ann+wins").text
    assert "Ann has 41, not 0;" in page
    assert "Cat has 0, not 41." in page
    assert '<details class="below effect">' in page


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(390, 844), (320, 640)])
def test_a_winner_is_put_right_in_three_taps_with_write_in_sight(server, number, size):
    with browsing(server, *size) as page:
        page.goto(f"{server.base}/evenings/{number}")
        page.locator(".last li a").last.click()
        page.locator(".chooses label", has_text="Ann wins").click()
        write = page.locator(".writes button")
        write.wait_for()
        box = write.bounding_box()
        assert box["y"] + box["height"] <= size[1]
        assert page.locator(".writes button:has-text('Write: Ann wins')").is_visible()


def test_what_was_said_is_no_choice_and_a_screen_has_nine_places(server, number):
    page = server.page().get(f"/evenings/{number}/log/9").text
    places = page[page.index('class="chooses instead"') : page.index('class="chooses why"')]
    assert places.count('aria-disabled="true"') == 1
    assert "<small>was said</small>" in places
    assert len(re.findall(r'name="instead"|<summary class="ask"|aria-disabled', places)) <= 9


def test_the_opening_leads_to_a_page_because_no_correction_is_about_it(server):
    with server.client() as client:
        number = opened(client, players=THREE)
    page = server.page()
    strip = page.get(f"/evenings/{number}").text
    assert f'href="/evenings/{number}/log/1"' in strip
    assert re.findall(r'hx-get="/evenings/\d+/log/(\d+)"', strip) == ["2"]
    assert 'class="page"' in page.get(f"/evenings/{number}/log/1").text


@pytest.mark.thorough
def test_a_correction_lies_over_the_panel_until_back_whatever_another_says(server):
    with server.client() as client, browsing(server) as page:
        number = opened(client, *A_HAND, players=THREE)
        following(page, f"{server.base}/evenings/{number}")
        page.locator(".last li a").last.tap()
        page.locator(".instead label").first.tap()
        page.locator(".writes button").wait_for()
        address = page.url
        client.post(f"/api/evenings/{number}/sayings", json={"saying": 'note "the cards are new"'})
        page.locator(".last", has_text="the cards are new").wait_for()
        assert page.url == address
        assert page.locator(".put-right .writes button").count() == 1
        page.reload()
        assert page.locator(".put-right .writes button").count() == 1
        page.go_back()
        page.locator(".panel:not(.put-right)").wait_for()
        assert page.url == f"{server.base}/evenings/{number}"


@pytest.mark.thorough
def test_an_answer_for_a_correction_that_was_left_meanwhile_is_not_shown(server):
    with server.client() as client, browsing(server) as page:
        number = opened(client, *A_HAND, players=THREE)
        following(page, f"{server.base}/evenings/{number}")
        page.locator(".last li a").last.tap()
        page.locator(".put-right").wait_for()
        late = []

        def keep(route):
            late.append(route)

        page.route("**/log/**", keep)
        client.post(f"/api/evenings/{number}/sayings", json={"saying": 'note "the cards are new"'})
        while not late:
            page.wait_for_timeout(50)
        page.go_back()
        page.locator(".panel:not(.put-right)").wait_for()
        with page.expect_response("**/log/**"):
            late[0].continue_()
        page.wait_for_timeout(300)
        assert page.locator(".put-right").count() == 0


@pytest.mark.thorough
def test_a_seat_that_is_touched_as_a_sheet_goes_has_an_entry_for_back(server):
    with server.client() as client, browsing(server) as page:
        number = opened(client, *A_HAND[:4], players=THREE)
        following(page, f"{server.base}/evenings/{number}")
        page.evaluate(
            """() => {
              const go = history.go.bind(history), touched = () => document.querySelector(".seat > a").click();
              history.go = (steps) => setTimeout(() => go(steps), 400);
              addEventListener("htmx:after:swap", () => setTimeout(touched, 100), { once: true });
              for (const sheet of document.querySelectorAll(".panel details")) if (!sheet.matches(".below")) sheet.open = true;
            }"""
        )
        page.wait_for_function("() => history.state?.depth > 0")

        def wait_until_it_is_gone(route):
            page.wait_for_timeout(800)
            route.continue_()

        page.route("**/*seat=*", wait_until_it_is_gone)
        page.evaluate("() => document.querySelector('.panel button[name=saying]').click()")
        page.locator("#table[data-chosen]:not([data-chosen=''])").wait_for()
        page.locator(".last li a").last.click()
        page.locator(".put-right").wait_for()
        page.go_back()
        page.locator(".panel:not(.put-right)").wait_for(timeout=3000)
