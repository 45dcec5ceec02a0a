"""Evenings recorded by taps alone in the system's Chromium; taps are counted."""

import re
from contextlib import contextmanager

import pytest

from ledger.games.language import write
from ledger.interchange.script import replay_script, without_pins
from ledger.log.commands import CommandBatch
from ledger.log.replay import Replay
from ledger.projections.summary import summary
from tests.helpers.environments import golden_evening, skat_installed
from tests.helpers.page_driver import Hand, at_most, browsing, following, one_chromium
from tests.helpers.serving import opened, served

__all__ = ["one_chromium"]

OPENING = re.compile(r'evening "(?P<title>[^"]*)"(?: on (?P<on>\S+))?(?: at "(?P<at>[^"]*)")?(?: money=(?P<money>\S+))?'
                     r"(?: counter=(?P<counter>\S+))?")  # fmt: skip
pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with skat_installed(tmp_path_factory.mktemp("site")), served(tmp_path_factory.mktemp("touched")) as found:
        yield found


def sayings_in(game):
    """The sayings of a golden evening as they are printed."""
    replay = Replay()
    told = CommandBatch(replay)
    said = []
    for number, line in enumerate(golden_evening(game).read_text("utf-8").split("\n"), start=1):
        event = told.reader.read(line)
        if event is not None:
            said.append(write(event, replay.evening.money))
            told.say(number, line)
    return said


def open_with(client, said):
    body = {name: value for name, value in OPENING.match(said[0]).groupdict().items() if value}
    answer = client.post("/api/evenings", json={"bank": "cash", **body, "players": said[1].split()[1:]})
    assert answer.status_code == 201, answer.text
    return answer.json()["evening"]


@pytest.mark.parametrize("game", ["nap", "loo", "poker", "pope-joan", "vingt-un", "cassino", "spoil-five", "skat"])
def test_a_whole_evening_is_said_by_touching(server, game):
    said = [saying for saying in sayings_in(game) if saying != "close"]  # a count that is short is not closed upon
    with browsing(server) as page, server.client() as client:
        number = open_with(client, said)
        page.goto(f"{server.base}/evenings/{number}")
        hand = Hand(page, number)
        touched = {saying: hand.say(saying) for saying in said[2:]}
        script = client.get(f"/api/evenings/{number}/script").text
    assert len(script.splitlines()) == len(said)
    on_the_page, golden = replay_script(script, "touched"), replay_script("\n".join(said), "said")
    assert summary(on_the_page.evening) == summary(golden.evening)
    too_many = {
        saying: touch.taps for saying, touch in touched.items() if not touch.typed and touch.taps > at_most(saying)
    }
    assert not too_many, too_many
    typed = {saying for saying, touch in touched.items() if touch.typed}
    assert all(CORRECTS.match(saying) for saying in typed), typed
    taps = sorted(touch.taps for touch in touched.values() if not touch.typed)
    assert taps[len(taps) // 2] <= 3, taps


CORRECTS = re.compile("amend|insert|void|ramsch .*virgin")
"""What the thumb types: corrections, and a word in a place for a number."""


def test_the_usual_answer_takes_one_tap_and_an_exact_sum_three(server):
    with browsing(server, 320, 640) as page, server.client() as client:
        number = opened(client, "game nap", "deal Ann")
        page.goto(f"{server.base}/evenings/{number}")
        hand = Hand(page, number)
        assert [hand.say(saying).taps for saying in ("Bob passes", "Cat 3", "Ann passes")] == [1, 1, 1]
        number = opened(client, "game poker ante=1 limit=12", "deal Ann")
        page.goto(f"{server.base}/evenings/{number}")
        hand = Hand(page, number)
        assert hand.say("Cat opens 3").taps == 1
        assert hand.say("Bob raises 4").taps <= 4  # his seat first, for Ann passes before him


def test_a_card_is_said_in_at_most_three_taps(server):
    with browsing(server, 320, 640) as page, server.client() as client:
        number = opened(client, "game cassino", "deal Ann turn-up 5H 2C 5D 4S", players=["Ann", "Bob", "Cat", "Dan"])
        page.goto(f"{server.base}/evenings/{number}")
        hand = Hand(page, number)
        assert hand.say("Bob lays JC").taps == 2
        assert hand.say("Cat plays 9S takes 4S 5D").taps <= 5
        assert hand.say("Dan plays AD").taps == 2
        number = opened(client, "game vingt-un", "deal Ann", "Bob stakes 1", "Cat stakes 1", "Bob holds 4C 9D")
        page.goto(f"{server.base}/evenings/{number}")
        assert Hand(page, number).say("Bob draws 9H").taps == 2


def test_undo_and_redo_are_one_tap_each_and_stay_where_they_are(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, "game nap", "deal Ann", "Bob 2")
        page.goto(f"{server.base}/evenings/{number}")
        hand = Hand(page, number)
        places = []
        for saying in ("undo", 'void 6 "redo"'):
            places.append(page.locator(".undo").bounding_box())
            assert hand.say(saying).taps == 1
        assert page.locator(".undo").bounding_box() == places[0] == places[1]
        assert client.get(f"/api/evenings/{number}/log").json()["log"][-1]["saying"] == "Bob 2"


def test_a_correction_is_three_taps_and_shows_its_effect_before_it_is_written(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, "game nap", "deal Ann", "Cat 3", "Cat made", "deal")
        page.goto(f"{server.base}/evenings/{number}")
        page.locator(".last a").nth(1).click()  # 6 Cat made
        page.locator("label", has_text="Cat failed").click()
        page.wait_for_selector("text=Write: Cat failed")
        assert page.locator("text=Ann +3, not −3; Bob +3, not −3; Cat −6, not +6.").is_visible()
        page.locator(".effect > summary").click()
        assert page.locator("tbody tr").nth(0).inner_text().split() == ["Ann", "−3", "+6", "+3"]
        page.locator("button.usual").click()
        page.wait_for_selector("#panel, .panel")
        balances = client.get(f"/api/evenings/{number}").json()["balances"]
        assert balances == {"Ann": 3, "Bob": 3, "Cat": -6}


CUT = """() => { const strip = document.querySelector(".last").getBoundingClientRect();
  return [...document.querySelectorAll(".last a, .last a *, .tile, .tile *, .seat *")].map((one) => [one, one.getBoundingClientRect()])
    .filter(([one, box]) => !one.closest(".read") && (!one.closest(".last") || box.left < strip.right))
    .filter(([one, box]) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth || one.scrollHeight > one.clientHeight + 4 && one.clientHeight
      || one.closest(".last") && (box.right > strip.right + 1 || box.top < strip.top - 1 || box.bottom > strip.bottom + 1))
    .map(([one]) => one.innerText) }"""


@pytest.mark.parametrize("width", [320, 390])
def test_undo_takes_back_what_another_corrected_and_no_amount_is_cut(server, width):
    players = ["Tom", "Jo Ann", "Bartholomew", "Old Joe", "Zoë", "Margaret Rose"]
    with browsing(server, width, 640) as page, server.client() as client:
        body = {"title": "Game night", "players": players, "money": "GBP", "counter": "10p"}
        number = client.post("/api/evenings", json=body).json()["evening"]
        page.goto(f"{server.base}/evenings/{number}")
        for saying in (
            "game nap",
            "deal Tom",
            "Bartholomew 3",
            "Bartholomew made",
            "deal",
            'amend 6 "misheard": Bartholomew failed',
        ):
            assert client.post(f"/api/evenings/{number}/sayings", json={"saying": saying}).status_code == 200
            assert not page.evaluate(CUT)
        page.wait_for_selector("#table[data-seen='8']")
        assert page.locator(".last li").last.inner_text().split("\n")[:2] == ["8", "6 counts as: Bartholomew failed"]
        assert "−\N{WORD JOINER}£3.00" in page.locator(".last li").last.inner_text()
        assert not page.evaluate(CUT)
        page.locator(".undo").click()
        page.wait_for_selector("#table[data-seen='9']")
        assert page.locator(".last li").last.inner_text().split() == ["7", "Deal"]


def test_who_watches_sees_every_saying_within_a_second_and_can_say_nothing(server):
    with server.client() as client:
        number = opened(client, "game nap", "deal Ann")
        with browsing(server, right="watch") as page:
            page.goto(f"{server.base}/evenings/{number}/watch")
            assert page.locator("button[name=saying], form").count() == 0
            for seen, saying in enumerate(("Bob passes", "Cat 2", "Ann 3"), start=5):
                client.post(f"/api/evenings/{number}/sayings", json={"saying": saying})
                page.wait_for_selector(f"#table[data-seen='{seen}']", timeout=1000)
                assert saying in page.locator(".last").inner_text()


def test_what_is_lost_on_the_way_is_asked_for_again(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, "game nap", "deal Ann")
        page.goto(f"{server.base}/evenings/{number}")
        lost = []
        page.route(f"**/evenings/{number}", lambda route: route.continue_() if lost else lost.append(route))
        client.post(f"/api/evenings/{number}/sayings", json={"saying": "Bob passes"})
        page.wait_for_selector("#table[data-seen='5']")
        assert lost


def test_what_is_being_filled_in_stays_though_another_records(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, "game poker ante=1 limit=12", "deal Ann")
        page.goto(f"{server.base}/evenings/{number}")
        page.locator("summary", has_text="opens…").click()
        page.locator(".panel details[open] [data-key='7']").click()
        client.post(f"/api/evenings/{number}/sayings", json={"saying": 'note "meanwhile"'})
        page.wait_for_selector("#table[data-seen='5']")
        assert page.locator(".panel details[open] input[inputmode]").input_value() == "7"
        page.locator(".panel details[open] button.usual").click()
        page.wait_for_selector("#table[data-seen='6']")
        assert "Cat opens 7" in page.locator(".last").inner_text()


@contextmanager
def whose_server_is_killed(tmp_path):
    """A page that follows an evening of Nap in its first deal, its evening's number, and the port it was served at."""
    with served(tmp_path) as first:
        with first.client() as client:
            number = opened(client, "game nap", "deal Ann")
        with browsing(first) as page:
            following(page, f"{first.base}/evenings/{number}")
            first.process.kill()
            first.process.wait()
            yield page, number, first.port
            page.close()  # before it asks once more for a server that is gone
            page.complaints.clear()  # of the server that was killed


def test_a_stale_page_says_so_within_five_seconds_and_goes_on_when_the_server_is_back(tmp_path):
    with whose_server_is_killed(tmp_path) as (page, number, port):
        page.wait_for_selector("#stale", state="visible", timeout=8000)
        assert "Not connected since" in page.locator("#stale").inner_text()
        assert page.locator("#table").evaluate("main => main.inert")
        with served(tmp_path, port=port) as second:
            page.wait_for_selector("#stale", state="hidden")
            with second.client() as client:
                client.post(f"/api/evenings/{number}/sayings", json={"saying": "Bob passes"})
            page.wait_for_selector("#table[data-seen='5']")


def test_who_taps_while_the_server_is_lost_keeps_the_page_and_hears_what_was_not_sent(tmp_path):
    with whose_server_is_killed(tmp_path) as (page, _, port):
        page.locator("button[value='Bob passes']").click()
        page.wait_for_selector("#stale", state="visible", timeout=8000)
        assert page.locator(".panel .alert").inner_text().startswith("Bob passes was not sent")
        assert page.locator("button[value='Bob passes']").inner_text() == "Bob passes"
        with page.expect_event("requestfailed", lambda request: request.url.endswith("/healthz")):
            page.locator("#stale .again").click()
        page.wait_for_function("() => !document.querySelector('#stale .again').disabled")
        assert page.locator("#table[data-seen='4']").is_visible()
        with served(tmp_path, port=port):
            page.locator("#stale .again").dispatch_event("click")  # the page may have come back by itself
            page.wait_for_selector("#stale", state="hidden")
            page.locator("button[value='Bob passes']").click()
            page.wait_for_selector("#table[data-seen='5']")
            assert not page.locator(".panel .alert").count()


def test_a_closed_evening_leads_to_who_pays_whom_and_can_be_reopened(server):
    for right in ("record", "watch"):
        with browsing(server, right=right) as page, server.client() as client:
            number = opened(client, "game nap", "deal Ann", "Bob 3", "Bob made", "end", "close")
            page.goto(f"{server.base}/evenings/{number}{'' if right == 'record' else '/watch'}")
            assert page.locator(".panel h2").inner_text() == "The evening is closed"
            assert not page.locator(".panel > .drawer", has_text="pays").count()
            if right == "record":
                page.locator(".panel > .drawer summary", has_text="reopen").click()
                page.locator(".panel details[open] input[type=text]").fill("one more deal")
                page.locator(".panel details[open] .usual").click()
                page.wait_for_selector("#table[data-seen='9']")
                client.post(f"/api/evenings/{number}/sayings", json={"saying": "close"})
            leads = ".panel a.usual" if right == "record" else ".watching a"  # who watches has nothing green
            page.locator(leads, has_text="Who pays").click()
            page.wait_for_selector("text=Cat pays Bob")


def test_an_evening_of_nap_by_keyboard_alone(server):
    with browsing(server, 1280, 800) as page, server.client() as client:
        number = opened(client)
        page.goto(f"{server.base}/evenings/{number}")

        def press(text):
            before = page.locator("#table").get_attribute("data-seen")
            page.wait_for_function("() => !document.querySelector('.panel').inert")
            for _ in range(150):
                page.keyboard.press("Tab")
                focused = "() => document.activeElement.matches('button, summary') && document.activeElement.innerText"
                if str(page.evaluate(focused)).strip().split("\n")[0] == text:
                    page.keyboard.press("Enter")
                    break
            else:
                raise AssertionError(f"{text} cannot be reached")
            return before

        page.wait_for_selector("#all-games")
        page.keyboard.press("Escape")
        page.locator("#all-games > summary").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("#all-games details")
        press("Nap…")
        page.wait_for_selector(".panel details[open] details[open] .sheet")
        for text in ("Play Nap", "Ann deals", "Bob passes", "3", "Ann passes"):
            before = press(text)
            page.wait_for_function("was => document.getElementById('table').dataset.seen !== was", arg=before)
        script = client.get(f"/api/evenings/{number}/script").text.splitlines()
        assert [line.partition(" edition=")[0] for line in script[2:]] == [
            "game nap", "deal", "Bob passes", "Cat 3", "Ann passes"]  # fmt: skip


def test_scripts_off_everything_is_a_form(server):
    with browsing(server, java_script_enabled=False) as page, server.client() as client:
        number = opened(client, "game nap", "deal Ann")
        page.goto(f"{server.base}/evenings/{number}")
        page.locator("button[value='Bob passes']").click()
        page.locator("button[value='Cat 3']").click()
        page.locator(".seat a", has_text="Ann").click()
        page.locator("button[value='Ann passes']").click()
        assert client.get(f"/api/evenings/{number}").json()["events"] == 7
        page.locator("#more > summary").click()
        page.locator("#more a", has_text="Show all").click()
        page.locator("#any > summary").click()
        page.locator("#typed").fill("Cat failed")
        page.locator("form.typed button").click()
        assert client.get(f"/api/evenings/{number}").json()["balances"]["Cat"] == -6


@pytest.mark.parametrize("path", ["/", "/evenings/new"])
def test_a_page_that_follows_nothing_waits_for_who_writes_slowly(server, path):
    with browsing(server) as page:
        page.clock.install()
        page.goto(f"{server.base}{path}")
        assert not goes_stale(page)
        assert not page.locator("main").evaluate("main => main.inert")


def test_a_page_that_follows_does_not_wait_for_who_is_not_heard(server):
    """A stream that is silent by the page's clock is followed anew."""
    with browsing(server) as page, server.client() as client:
        streams = []
        page.on("request", lambda request: request.url.endswith("/stream") and streams.append(request))
        page.clock.install()
        page.goto(f"{server.base}/evenings/{opened(client, 'game nap', 'deal Ann')}")
        for _ in range(20):
            page.clock.run_for(6_000)
        assert len(streams) > 1


def goes_stale(page):
    """Whether a page is stale when six seconds have gone by on its clock."""
    page.clock.run_for(6_000)
    return page.locator("html").evaluate("html => html.classList.contains('stale')")


def test_a_title_that_is_typed_stays_when_the_players_of_the_last_evening_are_taken(server):
    with browsing(server, 320, 640) as page, server.client() as client:
        opened(client, title="Friday", players=["Ann", "Old Tom"])
        page.goto(f"{server.base}/evenings/new")
        page.locator("summary", has_text="a name, a place").click()
        page.locator("input[name=title]").fill("Saturday")
        page.locator("[data-as]").click()
        assert page.locator("input[name=title]").input_value() == "Saturday"
        page.locator("label", has_text="€").click()
        page.locator("summary", has_text="a new name").click()
        page.locator("#more-players").fill("Joe, Zoë")
        page.locator("#add").click()
        page.locator("#begin").click()
        page.wait_for_selector(".panel")
        found = client.get(f"/api/evenings/{page.url.rpartition('/')[2]}").json()
        assert (found["players"], found["money"]) == (["Ann", "Old Tom", "Joe", "Zoë"], "EUR")


def test_names_are_seated_in_the_order_in_which_they_are_touched(server):
    with browsing(server) as page, server.client() as client:
        opened(client, title="Friday", players=["Ann", "Bob", "Cat"])
        page.goto(f"{server.base}/evenings/new")
        assert page.locator("#begin").is_disabled()
        for name in ("Cat", "Ann", "Bob", "Ann"):
            page.locator(".people label", has_text=re.compile(f"^{name}$")).click()
        page.locator("summary", has_text="a new name").click()
        page.locator("#more-players").fill('"Old Tom"')
        page.locator("#add").click()
        assert page.locator("#ring-shown li").all_inner_texts() == ["Cat", "Bob", "Old Tom"]
        assert page.locator("#begin").inner_text().startswith("Begin with these three")
        page.locator("#begin").click()
        page.wait_for_selector(".panel")
        number = page.url.rpartition("/")[2]
        assert client.get(f"/api/evenings/{number}").json()["players"] == ["Cat", "Bob", "Old Tom"]


def test_the_first_evening_begins_with_names_by_the_keyboard_a_money_and_a_game(tmp_path):
    with served(tmp_path) as server, browsing(server) as page, server.client() as client:
        page.goto(f"{server.base}/")
        assert page.url.endswith("/evenings/new")
        assert page.evaluate("document.activeElement.id") == "more-players"
        for name in ("Ann", "Bob", "Old Tom", "Eve"):
            page.keyboard.type(name)
            page.keyboard.press("Enter")
            assert page.evaluate("document.activeElement.id") == "more-players"
        page.locator(".people label", has_text="Bob").click()
        assert page.locator(".people label").all_inner_texts() == ["Ann", "Old Tom", "Eve"]
        page.locator("label", has_text="€").click()
        page.locator("#more-players").fill("Dan")
        assert page.locator("#begin").inner_text().endswith("10c a counter, paid for at the end")
        page.locator("#begin").click()
        page.wait_for_selector(".panel")
        found = client.get(f"/api/evenings/{page.url.rpartition('/')[2]}").json()
        assert (found["players"], found["money"]) == (["Ann", "Old Tom", "Eve", "Dan"], "EUR")
        assert page.locator(".top").inner_text().count("Hold'em") == 1


def test_an_evening_like_the_last_one_takes_two_taps(server):
    with browsing(server) as page, server.client() as client:
        opened(client, title="Friday", players=["Ann", "Dan", "Cat"])
        page.goto(f"{server.base}/evenings/new")
        page.locator("[data-as]").click()
        page.locator("#begin").click()
        page.wait_for_selector(".panel")
        assert client.get(f"/api/evenings/{page.url.rpartition('/')[2]}").json()["players"] == ["Ann", "Dan", "Cat"]


def test_a_name_of_two_words_stands_on_no_button_in_quotes_and_what_ends_is_not_marked_as_usual(server):
    players = ["Ann", "Old Joe", "Zoë"]
    with browsing(server, 320, 640) as page, server.client() as client:
        number = opened(client, "game nap kitty=1", "deal Ann", players=players)
        page.goto(f"{server.base}/evenings/{number}")
        assert page.locator(".answers button").inner_text() == "Old Joe passes"
        assert Hand(page, number).say('"Old Joe" passes').taps == 1
        Hand(page, number).say("Ann 3")
        Hand(page, number).say("Ann made")
        assert page.locator("button[value=deal]").is_visible()
        # what ends is asked for, and said by a second tap
        ends = page.locator(".ways button.usual", has_text="Nap ends").first
        assert not ends.is_visible()
        page.locator(".places summary", has_text="End Nap").click()
        assert ends.is_visible()
        page.locator("details[open] > summary").click()
        page.locator(".seat a", has_text="Zoë").click()
        leaves = page.locator(".beside button[value='Zoë leaves']")
        leaves.wait_for(state="attached")
        assert not leaves.is_visible()


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844)])
def test_what_was_chosen_of_a_game_stays_in_sight_with_its_sending_button(server, width, height):
    with browsing(server, width, height) as page, server.client() as client:
        number = opened(client)
        page.goto(f"{server.base}/evenings/{number}")
        page.locator("#all-games > summary").click()
        page.locator("#all-games summary", has_text=re.compile("^Nap…")).click()
        sheet = page.locator("details[open] details[open] .sheet")
        send = sheet.locator("[data-says]")
        kitty = "1" if width == 320 else "2"  # another than that of the evening before
        sheet.locator(".option", has_text="kitty").locator("label", has_text=kitty).first.click()
        sheet.locator("[data-says]", has_text=f"kitty {kitty}; the rest by the book").wait_for()
        assert send.inner_text().startswith("Play Nap")
        box = send.bounding_box()
        assert box["y"] + box["height"] <= height
        # what lies under it can be brought up
        sheet.locator(".option:visible").last.scroll_into_view_if_needed()
        send.click()
        page.wait_for_selector("#table[data-seen='3']")
        said = client.get(f"/api/evenings/{number}/script").text.splitlines()[-1]
        assert without_pins(said)[0] == f"game nap kitty={kitty}"
        assert page.evaluate("() => scrollY") == 0


SIX = ["Tom", "Jo Ann", "Bex", "Søren", "Zoë", "Old Joe"]
POPE = ["game pope-joan", "deal Tom turn-up JH", "Bex out"]
LEFT = 'left Tom 3 "Jo Ann" 1 Søren 4 Zoë 1 "Old Joe" 2'
DRAWN = 'end draw Tom:7C,3C "Jo Ann":7D,10D Bex:8H Søren:QS Zoë:9C "Old Joe":KC'
OVER = """([within, most]) => [...document.querySelectorAll(within)].filter(one => one.getClientRects().length)
  .map(one => one.getBoundingClientRect()).filter((box, place, all) => box.right > innerWidth || box.width < most || box.height < most
    || all.some((other, later) => later > place && other.left < box.right - 1 && box.left < other.right - 1
       && other.top < box.bottom - 1 && box.top < other.bottom - 1)).length"""


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844)])
def test_numbers_and_cards_of_one_player_after_another_lie_beside_one_another(server, width, height):
    keys = ".several :is(.chooses, .suits, .ranks) > label, .several :is(.place, .keypad > button)"
    with browsing(server, width, height) as page, server.client() as client:
        number = opened(client, *POPE, players=SIX)
        page.goto(f"{server.base}/evenings/{number}")
        hand = Hand(page, number)
        assert page.locator("#question").inner_text() == "How many cards are left?"
        assert page.evaluate(OVER, [f":is({keys})", 43]) == 0
        tops = page.locator(".several .keypad > button").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().top)"
        )
        assert min(map(tops.count, tops)) > 1, "one stands alone"
        assert hand.say(LEFT).taps <= at_most(LEFT)
        assert page.evaluate("() => scrollY") == 0
        page.locator(".places summary", has_text="End Pope Joan").click()
        page.locator("details[open] summary", has_text="All draw for it").click()
        page.wait_for_selector("details[open] form > .several > .rows > div > .who-is")
        assert page.evaluate(OVER, [f"details[open] :is({keys})", 43]) == 0
        names = page.locator("details[open] form > .several > .rows > div > .who-is").all_inner_texts()
        assert sorted(names) == sorted(SIX)
        assert page.locator("details[open] .sheet .sheet").bounding_box()["height"] < 640
        for _ in range(2):
            page.keyboard.press("Escape")
            page.wait_for_timeout(100)
        assert hand.say(DRAWN).taps <= at_most(DRAWN)
        drawn = set(client.get(f"/api/evenings/{number}/script").text.splitlines()[-1].split())
        assert {"Tom:7C,3C", 'Ann":7D,10D', 'Joe":KC'} <= drawn


def test_every_line_to_be_filled_in_says_what_stands_there(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, "game nap")
        page.goto(f"{server.base}/evenings/{number}")
        page.locator(".more > summary").click()
        page.locator(".drawers .places summary", has_text="Somebody joins").click()
        sheet = page.locator(".drawers details[open] > .sheet")
        sheet.locator("summary", has_text="Called for short").click()
        lines = sheet.locator("legend:visible:not(.read), label.legend:visible").all_inner_texts()
        assert lines[-1:] == ["called for short (may be empty)"]
        assert "tap the gap in which the newcomer sits down" in sheet.inner_text()
        named = page.locator("main form.slots label.legend").all_inner_texts()
        assert not [
            label for label in page.locator("main form.slots label.legend").all_text_contents() if "in words" in label
        ], named


def test_who_deals_first_unless_another_is_named_stands_on_the_button(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, "game nap", players=["Margaret", "Old Joe", "Zoë"])
        page.goto(f"{server.base}/evenings/{number}")
        assert page.locator(".answers button").inner_text() == "Margaret deals"
        assert Hand(page, number).say("deal").taps == 1
        number = opened(client, "game pope-joan", players=["Margaret", "Old Joe", "Zoë"])
        page.goto(f"{server.base}/evenings/{number}")
        assert "Margaret deals" in page.locator(".answers summary").inner_text()
        page.locator(".answers [data-suit=H]").click()
        assert page.locator("details[open] .cards legend").inner_text().startswith("turn-up")
        page.locator("details[open] .ranks.of-H label", has_text="J").click()
        page.wait_for_selector("#table[data-seen='4']")
        page.goto(f"{server.base}/evenings/{number}/explain?player=Margaret")
        assert page.locator(".lines .entryline > :first-child").first.inner_text() == "deal 1"


def test_a_close_that_moves_counters_tells_what_and_is_sent_by_a_second_tap(server):
    bought = [f"{name} buys 20" for name in ("Ann", "Bob", "Cat")]
    with browsing(server, 320, 640) as page, server.client() as client:
        number = opened(client, *bought, "count Ann 15 Bob 20 Cat 20")
        page.goto(f"{server.base}/evenings/{number}")
        page.locator(".choices summary", has_text="Close the evening…").click()
        sheet = page.locator("details[open] .sheet")
        assert "5 are missing" in sheet.inner_text()
        assert "Ann has 15; by the log 20" in sheet.inner_text()
        endings = [text.split("\n") for text in sheet.locator("form.ways label").all_inner_texts()]
        assert endings == [
            ["All three at the table", "Bob +2, Cat +1, Ann −3"],
            ["The bank of the evening", "bank +5, Ann −5"],
        ]
        sheet.locator("label", has_text="The bank of the evening").click()
        assert client.get(f"/api/evenings/{number}").json()["events"] == 6
        sheet.locator("button.usual", has_text="Close the evening").click()
        page.wait_for_selector("text=The evening is closed")
        assert client.get(f"/api/evenings/{number}/script").text.splitlines()[-1] == "close short=banker"


@pytest.mark.parametrize(("width", "height"), [(320, 640), (360, 640), (390, 844)])
def test_the_usual_answer_is_in_sight_and_no_name_hangs_over_its_button(server, width, height):
    players = ["Tom", "Bartholomew", "Jo Ann", "Søren", "Margaret Rose", "Old Joe"]
    hanging = """() => [...document.querySelectorAll(".panel button, .panel summary")].filter((one) => one.checkVisibility())
      .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"""
    with browsing(server, width, height) as page, server.client() as client:
        number = opened(client, "game nap", "deal Tom", '"Jo Ann" nap', players=players)
        page.goto(f"{server.base}/evenings/{number}")
        assert page.locator("form.answers button").count() == len(players) - 1
        box = page.locator("form.answers").bounding_box()
        assert box["y"] + box["height"] <= height
        assert not page.evaluate(hanging)
        assert Hand(page, number).say('tricks "Jo Ann" 5').taps <= at_most('tricks "Jo Ann" 5')


def test_the_server_joins_the_saying_that_is_put_together(server):
    with browsing(server) as page, server.client() as client:
        number = opened(client, "game nap", players=["Ann", "Old Joe", "Cat"])
        page.goto(f"{server.base}/evenings/{number}")
        page.locator("#more > summary").click()
        page.locator(".sheet.drawers summary", has_text="Count").first.click()
        sheet = page.locator(".sheet.drawers details[open] .sheet").last
        answered = []
        page.on("response", lambda answer: answered.append(answer.url) if "/preview?" in answer.url else None)
        sheet.locator("input[aria-label='Old Joe']").fill("7")
        sheet.locator("[data-says]", has_text="Write the count of one").wait_for()
        assert answered
