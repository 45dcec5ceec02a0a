"""What holds on every panel: what writes, Back and Escape, the focus, the guard, large type and other colours."""

import pytest

from tests.helpers.page_driver import browsing, one_chromium
from tests.helpers.serving import opened

__all__ = ["one_chromium"]

pytestmark = pytest.mark.thorough

FIVE = ["Ann", "Bob", "Cat", "Dan", "Eve"]
NAP = ["game nap kitty=1", "deal Ann", "Cat 3"]
STANDING = {
    "calling": NAP,
    "between deals": [*NAP, "Cat made"],
    "between games": [*NAP, "Cat made", "end"],
    "betting": ["game poker ante=1 limit=12", "deal Ann", "Cat opens 3"],
    "a board": ["game pope-joan", "deal Ann turn-up QS"],
}


@pytest.fixture(scope="module")
def numbers(server):
    with server.client() as client:
        return {name: opened(client, *sayings, players=FIVE) for name, sayings in STANDING.items()}


@pytest.mark.parametrize("standing", STANDING)
def test_what_is_outlined_never_writes_and_what_writes_is_green(server, numbers, standing):
    with browsing(server) as page:
        page.goto(f"{server.base}/evenings/{numbers[standing]}?sheet=more")
        writes = "[...document.querySelectorAll('button[name=saying]')].map(one => one.className.split(' ')[0])"
        assert set(page.evaluate(writes)) <= {"send", "usual", "undo", "redo"}
        outlined = "document.querySelectorAll('.ask[name=saying], .off[name=saying], .on[name=saying]').length"
        assert page.evaluate(outlined) == 0
        assert page.locator("[aria-disabled]:not(input)").count() == 0
        assert page.locator(".panel h2").count() == 1


@pytest.mark.parametrize("standing", STANDING)
@pytest.mark.parametrize("way", ["Back", "Escape"])
def test_back_and_escape_close_what_is_open_and_stay_at_the_table(server, numbers, standing, way):
    with browsing(server) as page:
        address = f"{server.base}/evenings/{numbers[standing]}"
        page.goto(address)
        shut = page.go_back if way == "Back" else (lambda: page.keyboard.press("Escape"))
        sheets = page.locator(".panel > :not(#more) summary.ask:visible").count()
        for place in range(min(sheets, 3)):
            page.locator(".panel > :not(#more) summary.ask:visible").nth(place).click()
            page.wait_for_selector(".panel details[open]:not(.below) > .sheet")
            page.wait_for_timeout(60)
            shut()
            page.wait_for_function("() => !document.querySelector('.panel details[open]:not(.below)')")
            page.wait_for_timeout(60)
        page.locator("#more > summary").click()
        page.locator(".drawers .places summary", has_text="Count").click()
        page.wait_for_timeout(60)
        shut()
        page.wait_for_function("() => document.querySelectorAll('.panel details[open]').length === 1")
        page.wait_for_timeout(60)
        shut()
        page.wait_for_function("() => !document.querySelector('.panel details[open]')")
        page.wait_for_timeout(60)
        page.locator(".seat a").nth(1).click()
        page.wait_for_selector("#table[data-chosen]")
        shut()
        page.wait_for_selector("#table:not([data-chosen])")
        assert page.url == address


def test_who_wins_is_two_taps_and_with_what_one_more(server):
    lines = ["Dan opens 3", "Eve calls", "Ann passes", "Bob passes", "Cat passes", "Dan draws 1", "Eve draws 2"]
    with browsing(server) as page, server.client() as client:
        game = ["game poker ante=1 limit=12", "deal Bob", *lines, "Eve bets 6", "Dan calls"]
        number = opened(client, *game, players=FIVE)
        page.goto(f"{server.base}/evenings/{number}")
        assert page.locator(".best label").all_inner_texts()[:2] == ["Eve", "Dan"]
        page.locator(".best label", has_text="Dan").click()
        page.locator(".best label", has_text="two pairs").click()
        page.locator(".best [data-says]", has_text="Dan takes the pool").click()
        page.wait_for_selector("#table[data-seen='14']")
        assert client.get(f"/api/evenings/{number}/script").text.splitlines()[-1] == "Dan wins two-pairs"


def test_after_a_saying_the_focus_is_in_the_panel_and_a_sheet_leaves_no_entry(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, *NAP[:2], players=FIVE)
        page.goto(f"{server.base}/evenings/{number}")
        before = page.evaluate("history.length")
        page.locator("button[value='Bob passes']").click()
        page.wait_for_selector("#table[data-seen='5']")
        page.wait_for_function("() => document.activeElement.closest('.panel') !== null", timeout=3000)
        assert "recorded" in page.locator("#status").inner_text()
        assert page.evaluate("history.length") == before


TIMED = """() => {
  addEventListener("htmx:after:swap", () => { window.drawnAt = performance.now() });
  addEventListener("pointerdown", () => { window.touchedAt = performance.now() }, true);
}"""


def touched_twice(client, page, base, place, seen):
    """Touch a place again as soon as the saying before is drawn; return the evening and where it was touched."""
    for _ in range(9):  # on a busy machine the second touch may come so late that it counts
        number = opened(client, *NAP, "Dan passes", "Eve passes", players=FIVE)
        page.goto(f"{base}/evenings/{number}")
        page.evaluate(TIMED)
        where = page.locator(place).bounding_box()
        point = (where["x"] + 9, where["y"] + 9)
        page.mouse.click(*point)
        page.wait_for_selector(f"#table[data-seen='{seen}']")
        page.mouse.click(*point)
        if page.evaluate("touchedAt - drawnAt < 240"):
            break
    assert page.locator("#status").inner_text() == "too soon"
    return number, point


def test_one_tap_too_many_never_writes_and_says_so(server):
    with browsing(server) as page, server.client() as client:
        number, _ = touched_twice(client, page, server.base, "button[value='Ann passes']", 8)
        assert page.locator(".panel.too-soon").count() == 1
        page.wait_for_timeout(700)
        assert client.get(f"/api/evenings/{number}").json()["events"] == 8


def test_undo_touched_twice_takes_back_one_saying(server):
    with browsing(server) as page, server.client() as client:
        number, point = touched_twice(client, page, server.base, "button.undo", 8)
        page.wait_for_timeout(700)
        assert client.get(f"/api/evenings/{number}").json()["events"] == 8
        page.mouse.click(*point)
        page.wait_for_selector("#table[data-seen='9']")


def test_what_is_drawn_once_more_takes_no_touch_before_it_would(server):
    """The stream may have the page drawn again as soon as a saying is answered."""
    with browsing(server) as page, server.client() as client:
        for place in ("button[value='Ann passes']", "button.undo"):
            number = opened(client, *NAP, "Dan passes", "Eve passes", players=FIVE)
            page.goto(f"{server.base}/evenings/{number}")
            page.evaluate(
                """() => addEventListener("htmx:after:swap", () => setTimeout(() => {
                  dispatchEvent(new Event("htmx:after:swap"));
                  window.rests = [".panel", ".stack"].map((part) => document.querySelector(part).inert);
                }), { once: true })"""
            )
            page.locator(place).click()
            page.wait_for_function("() => window.rests")
            assert page.evaluate("rests") == [True, place == "button.undo"]
            page.wait_for_function("() => !document.querySelector('.panel').inert")
            assert not page.locator(".stack").evaluate("stack => stack.inert")


def test_the_address_is_that_of_the_table_when_what_a_seat_says_is_written(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, *NAP, players=FIVE)
        page.goto(f"{server.base}/evenings/{number}")
        page.locator(".seat a[data-name='Eve']").click()
        page.wait_for_selector("#table[data-chosen]")
        page.reload()
        page.locator("button[value='Eve nap']").click()
        page.wait_for_selector("#table[data-seen='6']:not([data-chosen])")
        page.wait_for_function("() => !location.search")
        page.locator(".seat a").nth(1).click()
        page.wait_for_selector("#table[data-chosen]")
        page.go_back()
        page.wait_for_selector("#table:not([data-chosen])")


@pytest.mark.parametrize("standing", STANDING)
def test_the_usual_answer_lies_in_the_first_screen(server, numbers, standing):
    with browsing(server, 390, 664) as page:
        page.goto(f"{server.base}/evenings/{numbers[standing]}")
        for usual in page.locator(".panel button.usual:visible").all():
            box = usual.bounding_box()
            assert box["y"] + box["height"] <= 664


def test_the_words_of_the_betting_keep_their_places(server):
    places = {}
    with browsing(server, 390, 664) as page, server.client() as client:
        number = opened(client, "game poker ante=1 limit=12", "deal Ann", players=FIVE)
        says = {"Cat opens 3": 1, "Dan calls": 1, "Eve raises 2": 1, "Ann passes": 1, "Bob passes": 0, "Cat calls": 0}
        draws_and_bets = {"Cat pat": 0, "Dan passes": 0, "Eve pat": 1, "Cat stands": 1, "Eve bets 4": 1}
        for saying, betting in (says | draws_and_bets).items():
            client.post(f"/api/evenings/{number}/sayings", json={"saying": saying})
            page.goto(f"{server.base}/evenings/{number}")
            buttons = page.locator(
                ".betting :is(.sums > form > *, .sums > details > summary, .words > *, .more-ways):visible"
            )
            for place, button in enumerate(buttons.all() if betting else ()):
                places.setdefault(place, []).append(tuple(map(round, button.bounding_box().values())))
    assert len(places) == 8  # bets or raises, four sums, stands or calls, passes, more ways
    assert all(len(set(boxes)) == 1 for boxes in places.values()), places


def test_at_hold_em_one_raises_to_the_least_half_the_pot_the_pot_or_all(server):
    with browsing(server, 390, 664) as page, server.client() as client:
        number = opened(
            client, "Ann buys 90", "Bob buys 90", "Cat buys 90", "game holdem", "deal Ann", players=FIVE[:3]
        )
        client.post(f"/api/evenings/{number}/sayings", json={"saying": "Ann raises to 6"})
        page.goto(f"{server.base}/evenings/{number}")
        assert page.locator(".betting .sums button.send:visible").all_inner_texts() == ["to 10", "to 13", "to 20"]
        four = page.locator(".four > *")
        assert [one.inner_text().split("\n")[0] for one in four.all()] == [
            "folds",
            "calls 5",
            "raises to…",
            "all in 89",
        ]
        page.locator(".four summary").click()
        sums = page.locator(".four .said button").all_inner_texts()
        assert sums == ["10", "13\nhalf the pot", "20\nthe pot", "90\nall in"]
        assert page.locator(".four summary").bounding_box()["width"] < 100  # the way back, and not the whole panel


SIDE_POT = ["Ann buys 20", "Bob buys 10", "Cat buys 40", "game holdem small=1 big=2", "deal Ann"]


def test_who_wins_several_pots_is_asked_pot_by_pot_in_the_same_places(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, *SIDE_POT, "Ann all-in", "Bob all-in", "Cat all-in", players=FIVE[:3])
        page.goto(f"{server.base}/evenings/{number}")
        names, send = page.locator(".best .chooses > label"), page.locator(".best .push")
        rows = lambda: [" ".join(row.split()) for row in page.locator(".pots li").all_inner_texts()]  # noqa: E731
        assert page.locator("#question").inner_text() == "Who has the best hand?"
        assert rows() == ["Main pot Ann, Bob and Cat 30", "Side pot Ann and Cat 20"]
        places = page.locator(".panel > .places > :is(details, .off)").all_inner_texts()
        assert places == ["The board…", "Run it twice…", "Somebody folds…"]
        was = [name.bounding_box()["x"] for name in names.all()]
        names.nth(1).click()
        page.wait_for_function("() => document.querySelector('.pots').textContent.includes('to Bob')")
        assert rows() == ["Main pot Ann, Bob and Cat to Bob 30", "Side pot Ann and Cat is asked next 20"]
        assert send.inner_text().split("\n") == ["Bob takes the main pot", "30"]
        names.nth(1).click()
        page.wait_for_function("() => !document.querySelector('.pots').textContent.includes('to Bob')")
        names.nth(1).click()
        send.click()
        page.wait_for_selector("#question:has-text('next best')")
        assert [name.bounding_box()["x"] for name in names.all()] == was
        assert page.locator(".best input:disabled + label").inner_text().split("\n") == ["Bob", "has won"]
        assert "somebody has won already" in page.locator(".places .off").inner_text()
        page.locator(".by-cards > details > summary").click()
        assert page.locator(".sheet:visible h3").first.inner_text() == "Who shows which cards?"
        page.keyboard.press("Escape")
        page.wait_for_timeout(300)
        names.nth(0).click()
        send.click()
        page.wait_for_selector(".pause-menu")
        assert client.get(f"/api/evenings/{number}").json()["balances"] == {"Ann": 0, "Bob": 20, "Cat": -20}


def test_what_the_dealer_says_of_a_whole_deal_has_no_name_on_its_button(server):
    with server.client() as client:
        for game, saying, words in (
            ("spoil-five", "Ann spoilt", "The deal is spoilt"),
            ("loo", "Ann all-looed", "All are looed"),
        ):
            number = opened(client, f"game {game}", "deal Ann", players=FIVE[:3])
            page = client.get(f"/evenings/{number}").text
            assert f'value="{saying}" formnovalidate><span>{words}</span>' in page


CLIPPED = """() => [...document.querySelectorAll("main *")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".read, .playing, .live, .last, .if-room, [style]"))
  .filter((one) => one.scrollWidth > one.clientWidth + 2 && one.clientWidth > 2 && getComputedStyle(one).overflowX !== "visible")
  .map((one) => one.className + ": " + one.textContent.trim().slice(0, 40))"""


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("how", ["200 %", "forced colours", "contrast"])
def test_large_type_and_other_colours_hang_over_no_edge(server, numbers, width, how):
    options = (
        {"forced_colors": "active"} if how == "forced colours" else {"contrast": "more"} if how == "contrast" else {}
    )
    with browsing(server, width, 664, **options) as page:
        calling = f"/evenings/{numbers['calling']}"
        pages = [
            f"{calling}{path}" for path in ("/settle", "/counters", "/won", "/explain", "/rules", "/log", "/watch")
        ]
        for path in (*(f"/evenings/{number}" for number in numbers.values()), *pages):
            page.goto(server.base + path)
            if how == "200 %":
                page.evaluate("document.documentElement.style.fontSize = '32px'")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
            assert not page.evaluate(CLIPPED), path


def test_on_its_side_nothing_scrolls(server, numbers):
    with browsing(server, 844, 390) as page:
        page.goto(f"{server.base}/evenings/{numbers['calling']}")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        usual = page.locator(".panel button.usual").bounding_box()
        assert usual["y"] + usual["height"] <= 390
