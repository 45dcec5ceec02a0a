"""Every page at every width, light and dark: no overflow, large targets, no serious axe finding."""

import html
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest

from tests.helpers.page_driver import browsing, following, one_chromium
from tests.helpers.serving import opened, served

__all__ = ["one_chromium"]

pytestmark = pytest.mark.thorough

NAP = ["game nap kitty=1 misery=on double_header=on", "deal Ann", "Cat 3", "Cat made", "deal", "Cat 4", "Cat failed", "deal",
       "Ann 3", "Ann made", "deal", "deal", "Bob passes", "count Ann 40 Bob 3"]  # fmt: skip
HOLDEM = [*(f"{name} buys 100" for name in ("Ann", "Bob", "Cat", "Dan", "Eve")), "game holdem", "deal Ann"]
EVENINGS = {
    "Twelfth Night": NAP,
    "Saturday Poker": ["game poker ante=1 limit=12", "deal Ann"],
    "Candlemas": ["game pope-joan", "deal Ann turn-up QS"],
    "St Patrick's Day": ["game spoil-five", "deal Ann turn-up 6D"],
    "An evening not begun": [],
    "A hand of Hold'em": HOLDEM,
    "Between two hands": [*HOLDEM, "Dan folds", "Eve folds", "Ann folds", "Bob folds"],
}
PAGES = [
    "/", "/evenings/1", "/evenings/2", "/evenings/3", "/evenings/4", "/evenings/5", "/evenings/1?seat=Ann", "/evenings/1/log",
    "/evenings/1/log/6", "/evenings/1/explain", "/evenings/1/settle", "/evenings/1/join", "/evenings/new?as=1",
    "/evenings/1/watch", "/evenings/1/rules", "/name", "/evenings/1/counters", "/evenings/1/count/16", "/evenings/1/won",
    "/evenings/1?sheet=count", "/evenings/1?sheet=more", "/standings", "/person?name=Ann", "/settle-all", "/season",
    "/evenings/1/cost?amount=9&what=ice", "/evenings/1/compare", "/evenings/1/compare?with=2", "/evenings/new",
    "/evenings/6", "/evenings/7", "/evenings/6?sheet=count", "/evenings/1/watch?wall=1",
]  # fmt: skip
SIZES = [(320, 640), (390, 844), (1280, 800)]
SMALL = """() => [...document.querySelectorAll("a, button, summary, .chooses > label, .ranks > label")]
  .filter(one => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length)
  .map(one => [one.innerText.slice(0, 30), one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.height < 43.5 || box.width < 40))
  .map(([text, box]) => `${text} ${Math.round(box.width)}×${Math.round(box.height)}`)"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("pages")) as found:
        with found.client() as client:
            for title, sayings in EVENINGS.items():
                opened(client, *sayings, title=title, players=["Ann", "Bob", "Cat", "Dan", "Eve"])
        yield found


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_hangs_over_the_edge_and_everything_is_large_enough(server, width, height):
    with browsing(server, width, height) as page:
        wrong = []
        for path in PAGES:
            page.goto(server.base + path)
            over = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
            wrong += [f"{path}: {over} px too wide"] if over > 0 else []
            wrong += [f"{path}: {small} is too small" for small in page.evaluate(SMALL)]
        assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(server, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with browsing(server, color_scheme=scheme, bypass_csp=True) as page:
        faults = []
        for path in PAGES:
            page.goto(server.base + path)
            for details in (False, True):
                if details and page.locator(".choices details > summary:visible:not([inert] *)").count():
                    page.locator(".choices details > summary:visible:not([inert] *)").first.click()
                found = axe.run(page).response["violations"]
                faults += [f"{path}: {fault['id']} {fault['nodes'][0]['html'][:120]}" for fault in found
                           if fault["impact"] in ("serious", "critical") or fault["id"] in ("region", "heading-order")]  # fmt: skip
                if page.locator("h1:visible:not([inert], [inert] *)").count() != 1:  # axe reads what is inert
                    faults.append(f"{path}: no heading of the page is read aloud")
        assert not faults, "\n".join(faults)


def test_the_first_link_leads_to_what_is_asked_on_every_page(server):
    page, nowhere = server.page(), []
    for path in PAGES:
        found = page.get(path).text
        target = re.search(r'class="skip read" href="#([^"]+)"', found)
        nowhere += [] if target and found.count(f'id="{target[1]}"') == 1 else [path]
    assert not nowhere, nowhere


NEEDED = re.compile(
    r'<(?:link rel="(?:icon|stylesheet)" href|script src|img [^>]*src)="([^"]+)"|url\(([^)]+)\)(?![^}]*unicode-range)'
)
"""What a browser fetches before the first tap: sheets, scripts and pictures of a page, and the letters of every page."""


def sent_for(client, address):
    """The addresses that a page needs, each with the bytes of its answer as sent."""
    sent, wanted = {}, [address]
    while wanted:
        if (address := wanted.pop()) in sent:
            continue
        answer = client.get(address)
        assert answer.status_code == 200, address
        sent[address] = answer.num_bytes_downloaded + sum(
            len(name) + len(value) + 4 for name, value in answer.headers.raw
        )
        if answer.headers["content-type"].startswith("text/") and "javascript" not in answer.headers["content-type"]:
            found = (html.unescape(one or other) for one, other in NEEDED.findall(answer.text))
            wanted += [urljoin(address, one) for one in found]
    return sent


def test_before_the_first_tap_no_page_needs_60_kb(server):
    page = server.page()
    needed = {path: sent_for(page, path) for path in PAGES if "sheet=" not in path}  # a tap opens a sheet
    assert all(any("script" in one for one in sent) and any("woff2" in one for one in sent) for sent in needed.values())
    assert not {path: (sum(sent.values()), sent) for path, sent in needed.items() if sum(sent.values()) >= 60_000}


@pytest.mark.parametrize(("name", "fetched"), [("Zoe", False), ("Zoë", True)])
def test_letters_with_accents_are_fetched_where_a_page_has_one(server, name, fetched):
    with browsing(server) as page, server.client() as client:
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        following(page, f"{server.base}/evenings/{opened(client, players=['Ann', name])}")
        page.evaluate("() => document.fonts.ready.then(() => true)")
        assert any("atkinson.woff2" in url for url in asked)
        assert any("atkinson-accents.woff2" in url for url in asked) == fetched


def test_a_dark_page_is_printed_black_on_white(server):
    with browsing(server, color_scheme="dark") as page:
        page.goto(f"{server.base}/evenings/1/settle")
        page.evaluate("() => { document.documentElement.dataset.theme = 'dark' }")
        for theme in ("dark", ""):
            page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
            page.emulate_media(media="print")
            colours = page.evaluate(
                "() => { const of = getComputedStyle(document.body); return [of.backgroundColor, of.color] }"
            )
            assert colours == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]


LONG = """() => [...document.querySelectorAll(".tile b, .tile span, .seat .name, .sends, .opens > span, .chooses > label")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.scrollWidth > one.clientWidth + 1 && one.clientWidth)
  .map((one) => `${one.innerText} ${one.scrollWidth} in ${one.clientWidth}`)"""
LONGER_NAMES = ["Ann", "Bob", "Margaret", "Old Tom", "Zoë"]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_no_name_and_no_word_hangs_over_its_place(server, width, height):
    played = [["game pope-joan", "deal Ann turn-up 7H", '"Old Tom" takes ace', "Bob takes queen"], ["game loo", "deal Ann"],
              ["game commerce stake=2", "deal Ann"], ["game vingt-un", "deal Ann"], []]  # fmt: skip
    with browsing(server, width, height) as page, server.client() as client:
        wrong = []
        for sayings in played:
            for size in range(2, len(sayings) + 1) if sayings else [0]:
                number = opened(client, *sayings[:size], title="Candlemas", players=LONGER_NAMES)
                page.goto(f"{server.base}/evenings/{number}")
                wrong += [f"{sayings[size - 1 : size]}: {fault}" for fault in page.evaluate(LONG)]
        assert not wrong, "\n".join(wrong)


def test_the_board_and_what_is_played_lie_on_a_page_that_does_not_scroll(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, "game pope-joan", "deal Ann turn-up 7H", "Bob takes ace", players=LONGER_NAMES)
        page.goto(f"{server.base}/evenings/{number}")
        assert page.locator(".turned-up").inner_text().endswith("7♥\ufe0e")
        assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
        assert page.locator(".choices").inner_text().split()[0] == "takes"


LINES = "one => Math.round(one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight))"


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (320, "dark"), (390, "light"), (390, "dark")])
def test_what_is_asked_at_length_takes_three_lines_until_it_is_touched(server, width, scheme):
    with browsing(server, width, 664, color_scheme=scheme) as page, server.client() as client:
        number = opened(client, "game cassino", "deal Dan turn-up AC 2C 3C 4C", players=["Ann", "Bob", "Cat", "Dan"])
        page.goto(f"{server.base}/evenings/{number}")
        below = page.locator(".asks .below span").first
        assert "nobody has been given Great Cassino" in below.inner_text()
        assert below.evaluate(LINES) == 3
        usual = page.locator(".panel .choices").bounding_box()
        below.click()
        assert below.evaluate(LINES) > 3
        assert page.evaluate("document.documentElement.scrollWidth") == width
        below.click()
        assert below.evaluate(LINES) == 3
        page.evaluate("() => scrollTo(0, 0)")
        assert page.locator(".panel .choices").bounding_box() == usual
        nap = opened(client, "game nap wellington=double", "deal Ann", "Bob nap", players=["Ann", "Bob", "Cat", "Dan"])
        page.goto(f"{server.base}/evenings/{nap}")
        assert page.locator(".asks p").evaluate(LINES) <= 3


def test_who_won_the_trick_is_asked_in_two_columns(server):
    with browsing(server, 320, 640) as page, server.client() as client:
        number = opened(client, *NAP[:2], "Cat 3", "Dan passes", "Ann passes", players=["Ann", "Bob", "Cat", "Dan"])
        page.goto(f"{server.base}/evenings/{number}")
        places = [button.bounding_box() for button in page.locator(".answers button").all()]
        assert [place["y"] for place in places[:2]] == [places[0]["y"]] * 2
        assert len({place["y"] for place in places}) == 2


def test_nothing_is_marked_as_reached_by_keyboard_while_a_page_only_follows(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, *NAP[:2], players=["Ann", "Bob", "Cat", "Dan"])
        following(page, f"{server.base}/evenings/{number}")
        client.post(f"/api/evenings/{number}/sayings", json={"saying": "Bob passes"})
        page.wait_for_selector("#table[data-seen='5']")
        page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
        assert page.evaluate("() => document.activeElement === document.body")


CROWD = [
    "Ann",
    "Bob",
    "Cat",
    "Dan",
    "Eve",
    "Fay",
    "Gil",
    "Hal",
    "Ian",
    "Joe",
    "Kit",
    "Liz",
    "Mat",
    "Ned",
    "Oli",
    "Pat",
    "Quin",
    "Ron",
    "Sue",
    "Tom",
]


@pytest.mark.parametrize("number", [2, 3, 5, 9, 12, 14, 20])
def test_however_many_sit_at_the_table_no_seat_hangs_over_another(server, number):
    with browsing(server, 320, 640) as page, server.client() as client:
        evening = opened(client, "game tally name=Whist", players=CROWD[:number])
        page.goto(f"{server.base}/evenings/{evening}")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        boxes = [seat.bounding_box() for seat in page.locator(".seat > a").all()]
        assert len(boxes) == number
        assert min(min(box["width"], box["height"]) for box in boxes) >= 44
        assert not page.evaluate(LONG)
        # they go round: each row the other way; more than ten stand in a list
        rows = sorted({box["y"] for box in boxes})
        for place, top in enumerate(rows if number != 9 else ()):  # these are a ring round the game
            lefts = [box["x"] for box in boxes if box["y"] == top]
            assert lefts == sorted(lefts, reverse=number <= 10 and bool(place % 2))


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("number", [2, 5, 24])
def test_a_long_name_is_broken_within_its_seat(server, width, number):
    long = "Bartholomew Featherstonehaugh-Cholmondeley"
    with browsing(server, width, 640) as page, server.client() as client:
        players = [long, *CROWD, "Una", "Vic", "Win"][:number]
        evening = opened(client, "game tally name=Whist", players=players)
        page.goto(f"{server.base}/evenings/{evening}")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert not page.evaluate(LONG)
        assert page.locator(f".seat > a[title='{long}']").count() == 1


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 664), (390, 844)])
def test_a_sum_is_chosen_keyed_and_sent_on_a_page_that_does_not_scroll(server, width, height):
    with browsing(server, width, height) as page, server.client() as client:
        number = opened(
            client, "game poker ante=1 limit=12", "deal Ann", "Cat bets 3", players=["Ann", "Bob", "Cat", "Dan"]
        )
        page.goto(f"{server.base}/evenings/{number}")
        page.locator("summary", has_text="raises…").click()
        sheet = page.locator("details[open] .sheet")
        for key in (7, 1, "back"):
            sheet.locator(f"[data-key='{key}']").click()
        wanted = [*sheet.locator(".keypad button").all(), *sheet.locator(".said button").all(), sheet.locator(".usual")]
        sheet.locator(".usual", has_text="Dan raises 7").wait_for()
        for wanted_word in wanted:
            box = wanted_word.bounding_box()
            assert box["y"] + box["height"] <= height
            assert min(box["width"], box["height"]) >= 44


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 664)])
def test_the_keys_of_a_list_stay_where_they_are_while_it_is_gone_through(server, width, height):
    with browsing(server, width, height) as page, server.client() as client:
        number = opened(client, "game tally name=Whist", players=CROWD[:9])
        page.goto(f"{server.base}/evenings/{number}")
        page.locator(".more > summary").click()
        page.locator(".drawers .places summary", has_text="Count").click()
        sheet = page.locator(".drawers details[open] > .sheet")
        for place in (0, 8):
            sheet.locator(".rows input[inputmode]").nth(place).click()
            sheet.locator("[data-key='7']").click()
            box = sheet.locator(".usual").bounding_box()
            assert box["y"] + box["height"] <= height
        sheet.locator(".usual", has_text="Write the count of two").wait_for()


PICTURES = Path(__file__).parents[2] / "examples" / "pictures"


def test_the_pictures_of_the_readme_are_made_here(server, request):
    with browsing(server, color_scheme="light") as page, server.client() as client:
        number = opened(
            client, "game nap kitty=1 misery=on double_header=on", "deal Ann", "Cat 3", "Cat made", "deal", "deal", "Eve 3",
            title="Twelfth Night", players=["Ann", "Bob", "Cat", "Dan", "Eve"],
        )  # fmt: skip
        poker = opened(client, "game poker ante=1 limit=12", "deal Ann", title="Saturday Poker")
        taken = {}

        def take(name, path, press=None):
            page.goto(server.base + path)
            if press:
                page.locator(press).first.click()
            taken[name] = page.screenshot()

        take("table", f"/evenings/{number}")
        take("sum", f"/evenings/{poker}", ".choices details:has(.keypad) > summary")
        take("correction", f"/evenings/{number}/log/6")
        take("settle", f"/evenings/{number}/settle")
    readme = (PICTURES.parents[1] / "README.md").read_text(encoding="utf-8")
    for name, picture in taken.items():
        assert f"examples/pictures/{name}.png" in readme
        if request.config.getoption("--rewrite"):
            PICTURES.mkdir(exist_ok=True)
            (PICTURES / f"{name}.png").write_bytes(picture)
        assert (PICTURES / f"{name}.png").read_bytes().startswith(b"\x89PNG")
