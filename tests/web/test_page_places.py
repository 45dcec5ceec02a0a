"""What the page asks in places of its own: parts of pots, who is out, counts with words, counters and who leaves."""

import re

import pytest

from tests.helpers.environments import skat_installed
from tests.helpers.page_driver import Hand, at_most, browsing, one_chromium
from tests.helpers.serving import opened, served

__all__ = ["one_chromium"]

FOUR = ["Ann", "Bob", "Cat", "Dan"]
ALL_IN = [
    "Ann buys 20",
    "Bob buys 10",
    "Cat buys 40",
    "game holdem small=1 big=2",
    "deal Ann",
    "Ann all-in",
    "Bob all-in",
]
ALL_IN.append("Cat all-in")
HALVES = [line.replace("game holdem", "game omaha eight=on limit=no") for line in ALL_IN]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with skat_installed(tmp_path_factory.mktemp("site")), served(tmp_path_factory.mktemp("places")) as running:
        yield running


def said_last(client, number):
    return client.get(f"/api/evenings/{number}/script").text.splitlines()[-1]


def test_the_header_tells_of_counters_and_of_what_was_played_while_it_is_asked_about_them(server):
    with server.client() as client:
        number = opened(client, "Ann buys 20", "Bob buys 10 paid", "game nap", "deal Ann", "Cat 3", "Cat made", "end")
    page = server.page().get(f"/evenings/{number}?sheet=more").text
    header = re.sub(r"<[^>]*>|\s+", " ", page[page.index("<header") : page.index("</header>")])
    assert "In play 30 On the slate 20 Played 1 game, 1 deal" in " ".join(header.split())
    assert set(re.findall(r'data-header="(\w+)"', page)) == {"counters", "close"}


def test_the_sheet_of_a_payment_has_an_address_by_who_leaves(server):
    with server.client() as client:
        number = opened(client, "game nap kitty=1", "deal Ann", "Cat 3", "Cat made", "end")
    page = server.page()
    assert page.get(f"/evenings/{number}/settle").text.count("data-open") == 0
    text = page.get(f"/evenings/{number}/settle?of=Bob").text
    assert re.search(r'popover aria-label="Bob pays Cat"\s+data-open>', text)
    assert page.get(f"/evenings/{number}/settle?of=nobody").text.count("data-open") == 0


def test_who_is_out_among_many_is_fetched_by_name(server):
    names = [f"P{place}" for place in range(26)]
    with server.client() as client:
        number = opened(client, "game tournament", players=names)
    page = server.page()
    assert f'data-menu="/evenings/{number}/any-time?out=P7"' in page.get(f"/evenings/{number}").text
    sheet = page.get(f"/evenings/{number}/any-time?out=P7").text
    assert 'value="P3 knocks-out P7"' in sheet
    assert 'value="P7 out"' in sheet
    assert not page.get(f"/evenings/{number}/any-time?out=Zoe").text.strip()
    assert not server.page("watch").get(f"/evenings/{number}/any-time?out=P7").text.strip()


@pytest.mark.thorough
def test_halves_are_asked_in_the_places_of_the_pots_and_nobody_may_have_a_low(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, *HALVES)
        page.goto(f"{server.base}/evenings/{number}")
        names, send = page.locator(".best .chooses > label"), page.locator(".best .push")
        was = [name.bounding_box()["x"] for name in names.all()]
        assert page.locator("#question").inner_text() == "Who has the best high hand?"
        names.nth(2).click()
        page.wait_for_selector(".best .push:has-text('Cat takes the high half of both pots')")
        send.click()
        page.wait_for_selector("#question:has-text('Who has the best low?')")
        assert [name.inner_text() for name in names.all()] == ["Ann", "Bob", "Cat", "nobody"]
        page.wait_for_timeout(700)
        names.nth(0).click()
        names.nth(3).click()
        assert page.locator(".best input:checked").count() == 1
        page.wait_for_selector(".best .push:has-text('Cat takes the low half of both pots')")
        send.click()
        page.wait_for_selector(".pause-menu")
        assert said_last(client, number) == "Cat wins"
        assert len(was) == 3


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(390, 844), (390, 664), (320, 640)])
def test_the_button_that_sends_covers_no_pot(server, size):
    with browsing(server, *size) as page, server.client() as client:
        number = opened(client, *ALL_IN)
        page.goto(f"{server.base}/evenings/{number}")
        page.locator(".best .chooses > label").nth(1).click()
        page.wait_for_selector(".best .push:not(:disabled)")
        page.evaluate("scrollTo(0, 0)")
        rows, send = page.locator(".pots").bounding_box(), page.locator(".best .push").bounding_box()
        assert rows["y"] + rows["height"] <= send["y"] + 1


@pytest.mark.thorough
def test_one_knocks_out_two_in_the_order_of_the_touches(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, "game tournament bounty=5", players=FOUR)
        page.goto(f"{server.base}/evenings/{number}")
        page.locator(".places summary", has_text="several by one").click()
        sheet = page.locator(".sheet:visible form.slots")
        sheet.locator("fieldset").nth(0).locator("label", has_text="Bob").click()
        assert sheet.locator(".ordered input:disabled").get_attribute("value") == "Bob"
        for name in ("Dan", "Ann"):
            sheet.locator(".ordered label", has_text=name).click()
        sheet.locator(".push:has-text('Bob knocks out Dan, then Ann')").click()
        page.wait_for_selector("#table[data-seen='4']")
        assert said_last(client, number) == "Bob knocks-out Dan Ann"


@pytest.mark.thorough
def test_the_card_points_of_a_ramsch_are_keyed_in_and_a_virgin_has_a_key(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, "game skat ramsch=on", "deal Ann")
        page.goto(f"{server.base}/evenings/{number}")
        page.locator(".steps .ask", has_text="Ramsch").click()
        page.wait_for_selector(".alone h3:has-text('How many card points has each?')", state="attached")
        sheet = page.locator(".alone")
        for key in ("7", "0"):
            sheet.locator(f"[data-key='{key}']").click()
        sheet.locator("[data-next]").click()
        sheet.locator("[data-sets=virgin]").click()
        page.wait_for_timeout(300)
        assert [one.input_value() for one in sheet.locator(".place input").all()] == ["70", "virgin", "50"]
        sheet.locator("[data-says]").click()
        page.wait_for_selector("#table[data-seen='5']")
        assert said_last(client, number) == "ramsch Bob 70 Cat virgin Ann 50"


@pytest.mark.thorough
def test_what_ends_a_deal_of_hold_em_in_silence_is_two_taps_from_a_seat(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, "game holdem", "deal Ann", "Ann raises to 6")
        page.goto(f"{server.base}/evenings/{number}?seat=Ann")
        assert page.locator("button[value='Ann sits-out']:visible").count() == 0
        page.locator(".panel summary", has_text="sits out").click()
        button = page.locator("button.usual[value='Ann sits-out']:visible")
        assert "this deal ends: Bob folds, Cat folds" in button.inner_text()
        button.click()
        page.wait_for_selector("#table[data-seen='6']")


@pytest.mark.thorough
def test_who_leaves_is_paid_on_the_sheet_of_that_payment(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, "game nap kitty=1", "deal Ann", "Cat 3", "Cat made", "end")
        page.goto(f"{server.base}/evenings/{number}")
        page.locator("#more > summary").click()
        page.locator(".drawers summary", has_text="Somebody leaves").click()
        page.locator(".drawers details[open] .of-people label", has_text="Bob").click()
        page.locator("a:visible", has_text="It is paid now").click()
        page.wait_for_selector(".pay-sheet:popover-open h2:has-text('Bob pays Cat')")
        page.go_back()
        page.wait_for_function("() => !document.querySelector('.pay-sheet:popover-open')")


ENTERED = "game tournament entry=20 bounty=5 fee=2 rebuy=20 addon=10 places=50-30-20"
CHIPS = "Ann 50 Bob 40 Cat 30 Dan 20"
OF_A_TOURNAMENT = [
    ((), "Ann knocks-out Bob"), ((), "Bob out"), ((), "Ann knocks-out Cat Bob"), ((), "split Bob Cat"),
    (("Ann knocks-out Bob",), "Bob rebuys"), ((), "Ann adds-on"), ((), "chop even"), ((), f"chop icm {CHIPS}"),
    ((), f"chop chips {CHIPS}"), ((), "chop Ann 30 Bob 20 Cat 20 Dan 10"), ((), "Ann takes house 5"),
    ((), "Eve joins"), ((), "Bob leaves"), ((), "end divide"),
]  # fmt: skip


@pytest.mark.thorough
def test_every_saying_of_a_tournament_is_said_by_thumb_on_a_short_page(server):
    with browsing(server, 390, 664) as page, server.client() as client:
        for before, saying in OF_A_TOURNAMENT:
            number = opened(client, ENTERED, *before, players=FOUR)
            page.goto(f"{server.base}/evenings/{number}")
            touch = Hand(page, number).say(saying)
            assert said_last(client, number) == saying
            assert not touch.typed, saying
            assert touch.taps <= at_most(saying), saying


@pytest.mark.thorough
def test_halves_and_boards_are_said_by_thumb(server):
    boards = [*ALL_IN, "runs 2"]
    sayings = [
        (HALVES, "Ann wins high"), (HALVES, "Ann wins low"), (HALVES, "Ann wins"), (HALVES, "split Ann Cat high"),
        (HALVES, "split Ann Cat"), (ALL_IN, "runs 2"), (boards, "Ann wins first"), (boards, "Ann wins second"),
        (boards, "split Ann Cat first"), ([*HALVES, "runs 2"], "Ann wins low second"),
    ]  # fmt: skip
    with browsing(server) as page, server.client() as client:
        for before, saying in sayings:
            number = opened(client, *before)
            page.goto(f"{server.base}/evenings/{number}")
            touch = Hand(page, number).say(saying)
            assert said_last(client, number) == saying
            assert not touch.typed, saying
            assert touch.taps <= at_most(saying) + ("low" in saying or "second" in saying), saying
