"""Each sheet of the page has an address, which draws it open in its place, without script too."""

import re
from html import unescape

import pytest

from ledger.web.pages.rendering import sheet_name
from ledger.web.pages.sheets import with_open
from tests.helpers.page_driver import browsing, one_chromium
from tests.helpers.serving import opened

__all__ = ["one_chromium"]

FOUR = ["Ann", "Bob", "Cat", "Dan"]
BUYS = [f"{name} buys 100" for name in FOUR]
STANDING = {
    "calling": ["game nap kitty=1", "deal Ann"],
    "between deals": ["game nap kitty=1", "deal Ann", "Cat 3", "Cat made"],
    "between games": ["game nap", "deal Ann", "Cat 3", "Cat made", "end"],
    "betting": ["game poker ante=1 limit=12", "deal Ann", "Cat opens 3"],
    "a board": ["game pope-joan", "deal Ann turn-up QS"],
    "bet by bet": [*BUYS, "game holdem", "deal Ann"],
    "what each has": ["game cassino", "deal Ann"],
}
SHEETS = re.compile(r'<details[^>]*? data-sheet="([^"]*)"')
OPEN = re.compile(r'<details open[^>]*? data-sheet="([^"]*)"')


@pytest.fixture(scope="module")
def numbers(server):
    with server.client() as client:
        return {name: opened(client, *sayings, players=FOUR) for name, sayings in STANDING.items()}


def addresses(page):
    """Return the address of each sheet of a page, with its number among others of its name."""
    names = [unescape(name) for name in SHEETS.findall(page)]
    return [
        f"{name}~{number}" if (number := names[:place].count(name) + 1) > 1 else name
        for place, name in enumerate(names)
    ]


@pytest.mark.parametrize("standing", STANDING)
@pytest.mark.parametrize("seat", [None, "Bob"])
def test_every_sheet_that_is_offered_is_drawn_open_at_its_address(server, numbers, standing, seat):
    page, path = server.page(), f"/evenings/{numbers[standing]}"
    asked = {"seat": seat} if seat else {}
    with_menu = page.get(path, params={**asked, "sheet": "more"}).text
    for address in addresses(with_menu):
        drawn = page.get(path, params={**asked, "sheet": address}).text
        assert unescape(OPEN.findall(drawn)[-1]) == address.partition("~")[0]
        assert 'role="alert"' not in drawn


def test_a_sheet_that_fits_no_more_says_so(server, numbers):
    drawn = server.page().get(f"/evenings/{numbers['calling']}", params={"sheet": "raises"}).text
    assert "That is not asked now" in drawn
    assert not OPEN.findall(drawn)


def test_who_is_chosen_stands_in_the_address(server, numbers):
    drawn = server.page().get(f"/evenings/{numbers['between deals']}", params={"sheet": "leaves", "who": "Cat"}).text
    assert re.findall(r'value="(\w+)" checked', drawn) == ["Cat"]


def test_a_name_is_made_of_the_words_of_the_button():
    assert sheet_name("takes pope…") == "takes-pope"
    assert sheet_name("Émile Bréal pays…") == "émile-bréal-pays"


@pytest.mark.parametrize(("sheet", "opens"), [("in", [0]), ("in~2", [0, 1]), ("out", [2]), ("in~3", None), ("~", None)])
def test_a_sheet_is_open_with_those_it_lies_in(sheet, opens):
    page = '<details data-sheet="in"><details id="a" data-sheet="in"></details></details><details data-sheet="out"></details>'
    drawn = with_open(page, sheet)
    places = None if drawn is None else [n for n, tag in enumerate(re.findall("<details( open)?", drawn)) if tag]
    assert places == opens


@pytest.mark.thorough
def test_opening_closing_and_reloading_follow_the_address(server, numbers):
    with browsing(server) as page:
        path = f"{server.base}/evenings/{numbers['betting']}"
        page.goto(path)
        for sheet in ("raises", "more-ways"):
            page.locator(f".panel [data-sheet={sheet}] > summary").click()
            page.wait_for_url(f"{path}?sheet={sheet}")
            page.reload()
            page.wait_for_selector(f"details[open][data-sheet={sheet}] > .sheet")
            page.go_back()
            page.wait_for_selector("details[data-sheet]:not([open])")
            page.wait_for_function("() => !document.querySelector('.panel details[open]')")
            assert page.url == path
        page.go_forward()
        page.wait_for_selector("details[open][data-sheet=more-ways] > .sheet")
        page.keyboard.press("Escape")
        page.wait_for_url(path)


@pytest.mark.thorough
def test_what_an_address_opens_is_closed_by_back_and_the_table_is_left(server, numbers):
    with browsing(server) as page:
        path = f"{server.base}/evenings/{numbers['between deals']}"
        page.goto(f"{path}?sheet=leaves&who=Cat")
        page.wait_for_selector("button.usual:has-text('Cat leaves')")
        page.go_back()
        page.wait_for_function("() => !document.querySelector('.panel details[open]')")
        assert page.url == path
        page.goto(f"{path}?seat=Bob&sheet=count")
        page.wait_for_selector("details[open][data-sheet=count]")
        page.keyboard.press("Escape")
        page.wait_for_url(f"{path}?seat=Bob")
        page.keyboard.press("Escape")
        page.wait_for_url(path)
        page.wait_for_selector("#table:not([data-chosen])")


@pytest.mark.thorough
def test_what_is_said_meanwhile_closes_no_sheet_and_one_that_fits_no_more_says_so(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, *STANDING["betting"], players=FOUR)
        page.goto(f"{server.base}/evenings/{number}")
        page.locator(".panel [data-sheet=raises] > summary").click()
        page.wait_for_function("() => document.activeElement.closest('[data-sheet=raises]')")
        client.post(f"/api/evenings/{number}/sayings", json={"saying": "Dan passes"})
        page.wait_for_selector(".last b:has-text('Dan passes')")
        assert page.locator("details[open][data-sheet=raises]").count() == 1
        assert page.evaluate("document.activeElement.closest('[data-sheet=raises]') !== null")
        page.locator("button.undo").click()
        page.wait_for_selector(".last:not(:has-text('Dan passes'))")
        assert client.get(f"/api/evenings/{number}/script").text.endswith("Dan passes\nundo\n")
        client.post(f"/api/evenings/{number}/sayings", json={"saying": "Dan passes"})
        page.wait_for_selector(".last b:has-text('Dan passes')")
        page.locator(".panel [data-sheet=raises] > summary").click()
        page.wait_for_url("**?sheet=raises")
        for saying in ("Ann passes", "Bob calls"):
            client.post(f"/api/evenings/{number}/sayings", json={"saying": saying})
        page.wait_for_selector("details[open][data-sheet=raises] .alert:has-text('That is not asked now')")
        page.go_back()
        page.wait_for_function("() => !document.querySelector('.panel details[open]')")


@pytest.mark.thorough
def test_the_sheet_of_a_payment_has_an_address(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, *STANDING["between games"], "close", players=FOUR)
        path = f"{server.base}/evenings/{number}/settle"
        page.goto(path)
        page.locator("[popovertarget=payment-2]").first.click()
        page.wait_for_url(f"{path}?sheet=payment-2")
        assert page.evaluate("document.querySelector('[popovertarget=payment-1]').closest('[inert]') !== null")
        page.go_back()
        page.wait_for_function("() => document.activeElement.matches('[popovertarget=payment-2]')")
        assert page.locator("[inert]").count() == 0
        page.locator("[popovertarget=payment-2]").first.click()
        page.wait_for_url(f"{path}?sheet=payment-2")
        page.reload()
        page.wait_for_selector("#payment-2:popover-open")
        page.keyboard.press("Escape")
        page.wait_for_url(path)


@pytest.mark.thorough
def test_where_a_sheet_of_the_menu_is_closed_all_above_the_menu_is_alive(server, numbers):
    with browsing(server) as page:
        page.goto(f"{server.base}/evenings/{numbers['betting']}")
        page.locator("#more > summary").click()
        page.locator("#more [data-sheet=cashes] > summary").click()
        page.wait_for_url("**?sheet=cashes")
        page.go_back()
        page.wait_for_url("**?sheet=more")
        assert page.evaluate("!document.querySelector('.top, .seats, .strip').closest('[inert]')")
        assert page.evaluate(
            "[...document.querySelectorAll('.asks :is(a, button)')].every((one) => one.closest('[inert]'))"
        )
