"""The notebook: lines are taken down while the server is away, and sent when it is back."""

import subprocess
from contextlib import contextmanager

import pytest

from tests.helpers.page_driver import browsing, following, one_chromium
from tests.helpers.serving import NAP, opened, served

__all__ = ["one_chromium"]
KEPT = "Object.keys(localStorage).filter(name => name.startsWith('card-ledger-line')).length"

ALL_KEPT = """async () => {
  const files = performance.getEntriesByType("resource").map((one) => one.name).filter((name) => name.includes("/static/"));
  const kept = [location.pathname, location.pathname + "/notebook", ...files].map((name) => caches.match(name));
  return files.length > 7 && (await Promise.all(kept)).every(Boolean);
}"""


def test_what_follows_an_event_is_refused_if_another_came_between(tmp_path):
    with served(tmp_path) as server, server.client() as client:
        number = opened(client, *NAP)
        url = f"/api/evenings/{number}/sayings"
        head = client.get(f"/evenings/{number}").text.partition('data-head="')[2][:64]
        line = {"saying": "Bob 2", "key": "one", "seen": 4, "head": head, "follows": True}
        client.post(url, json={"saying": "Bob passes"})
        refused = client.post(url, json=line)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "stale")
        assert [row["saying"] for row in refused.json()["meanwhile"]] == ["Bob passes"]
        follows = {"saying": "Cat 2", "key": "two", "seen": 5, "follows": True}
        assert client.post(url, json=follows).json()["said"][0]["number"] == 6
        client.post(url, json={"saying": "Ann 3"})
        assert client.post(url, json=follows).json()["again"], "what was sent before is answered as before"


def test_the_notebook_has_the_words_of_the_game_and_of_the_table(tmp_path):
    with served(tmp_path) as server, server.client() as client, server.client("watch") as watcher:
        number = opened(client, *NAP)
        assert watcher.get(f"/evenings/{number}/notebook").status_code == 403
        kit = client.get(f"/evenings/{number}/notebook").json()
        assert all(client.get(address).status_code == 200 for address in kit["files"].values())
        assert kit["words"]["players"] == [["Ann", "Ann"], ["Bob", "Bob"], ["Cat", "Cat"]]
        words = [word["word"] for word in kit["words"]["words"] if word.get("who")]
        assert words[:8] == ["passes", "1", "2", "3", "4", "nap", "made", "failed"]
        pays = next(word for word in kit["words"]["words"] if word["word"] == "pays")
        assert (pays["label"], pays["takes"], pays["needs"]) == ("pays", ["name", "sum"], True)


@contextmanager
def whose_server_goes(tmp_path, *more):
    """A page of Nap whose notebook is there, its evening's number, and its server, which has just been killed."""
    with served(tmp_path) as first:
        with first.client() as client:
            number = opened(client, *NAP, *more)
        with browsing(first) as page:
            following(page, f"{first.base}/evenings/{number}")
            page.locator("#question").click()
            page.wait_for_function("() => document.querySelector('link[href*=\"notebook.css\"]')?.sheet")
            first.process.kill()
            first.process.wait()
            page.wait_for_selector("#stale", state="visible")
            yield page, number, first
            page.complaints.clear()  # of the server that was killed


def write(page, *places):
    """Write a line down: who says it, and the places of what."""
    for place in places:
        page.locator(".notes .ask").get_by_text(place, exact=True).first.click()
    page.locator(".notes .write").click()


def log_of(server, number):
    with server.client() as client:
        return [row["saying"] for row in client.get(f"/api/evenings/{number}/log").json()["log"]]


@pytest.mark.thorough
def test_what_waits_outlasts_its_tab_and_is_sent_in_order_once_the_line_is_back(tmp_path):
    with whose_server_goes(tmp_path) as (page, number, first):
        page.locator(".write-down").click()
        write(page, "Bob", "passes")
        page.locator(".seat > a[data-name=Cat]").click()
        write(page, "2")
        write(page, "Ann", "passes")
        assert page.locator(".banner b").inner_text() == "3 sayings wait on this phone"
        page.locator(".waiting .undo").click()
        assert page.locator(".waiting li").all_inner_texts() == ["◷\nBob passes\nwaits", "◷\nCat 2\nwaits"]
        assert page.locator(".seat .figure").all_inner_texts() == ["0", "0", "0"], "nothing is derived here"
        context = page.context
        page.close()
        with served(tmp_path, port=first.port) as second:
            again = context.new_page()
            again.goto(f"{second.base}/evenings/{number}")
            again.wait_for_function(f"() => {KEPT} === 0")
            again.wait_for_selector("#table[data-seen='6']")
            again.wait_for_selector(".notes", state="detached")
            assert log_of(second, number)[-2:] == ["Bob passes", "Cat 2"]


@pytest.mark.thorough
def test_a_line_that_no_longer_fits_stops_the_queue_and_is_asked_about(tmp_path):
    with whose_server_goes(tmp_path) as (page, number, first):
        page.locator(".panel").click(position={"x": 100, "y": 200}, force=True)
        write(page, "Bob", "passes")
        write(page, "Cat", "3")
        write(page, "Bob", "passes")
        write(page, "Ann", "passes")
        with served(tmp_path, port=first.port) as second:
            with second.client() as client:
                client.post(f"/api/evenings/{number}/sayings", json={"saying": "Bob 2"})
            page.wait_for_selector(".leave-out")
            assert page.locator(".notes h2").inner_text() == "Leave out “Bob passes”?"
            assert page.locator(".last li").last.inner_text().split("\n")[1] == "Bob 2", "what others said is shown"
            assert page.locator(".sent li").all_inner_texts()[1:] == [
                "Cat 3\nwaits",
                "Bob passes\nwaits",
                "Ann passes\nwaits",
            ]
            page.reload()
            page.wait_for_selector(".leave-out")
            page.locator(".leave-out").click()
            page.wait_for_function("() => document.querySelector('.notes h2')?.innerText === 'Leave out “Bob passes”?'")
            assert page.locator(".sent li").first.inner_text() == "Cat 3\n✓ written, 6"
            page.locator(".otherwise").click()
            assert page.locator(".for-another b").inner_text() == "Instead of “Bob passes”"
            page.locator("button[value='Ann 4']").click()
            page.wait_for_selector(".leave-out")
            assert page.locator(".notes h2").inner_text() == "Leave out “Ann passes”?"
            page.locator(".leave-out").click()
            page.wait_for_selector(".notes", state="detached")
            assert log_of(second, number)[-3:] == ["Bob 2", "Cat 3", "Ann 4"]
            assert page.evaluate(KEPT) == 0


@pytest.mark.thorough
def test_a_sum_is_keyed_and_a_line_is_typed(tmp_path):
    with whose_server_goes(tmp_path) as (page, number, first):
        page.locator(".write-down").click()
        page.locator(".seat > a[data-name=Cat]").click()
        for _ in range(2):
            page.locator(".notes .ask").get_by_text("another…").click()
        write(page, "pays", "Ann", "1", "2")
        page.locator(".notes .ask").get_by_text("a line…").click()
        page.locator(".notes input").fill('note "the lights are out"')
        write(page)
        with served(tmp_path, port=first.port) as second:
            page.wait_for_selector("#table[data-seen='6']")
            assert log_of(second, number)[-2:] == ["Cat pays Ann 12", 'note "the lights are out"']


@pytest.mark.thorough
def test_a_phone_that_keeps_nothing_says_so_and_offers_what_waits_to_copy(tmp_path):
    with whose_server_goes(tmp_path) as (page, number, first):
        page.evaluate(
            "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') } }"
        )
        page.locator(".write-down").click()
        write(page, "Bob", "passes")
        assert "This phone keeps nothing" in page.locator(".notes p").inner_text()
        assert page.locator("#waiting-text").input_value() == "Bob passes"
        with served(tmp_path, port=first.port) as second:
            page.wait_for_selector("#table[data-seen='5']")
            assert log_of(second, number)[-1] == "Bob passes"


@pytest.mark.thorough
def test_over_https_the_page_is_opened_again_though_the_server_is_away(tmp_path):
    tls = ["--tls", str(tmp_path / "its.pem"), str(tmp_path / "key.pem")]
    made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    subprocess.run(["openssl", *made, "-out", tls[1], "-keyout", tls[2]], check=True, capture_output=True)
    with served(tmp_path, *tls) as first, browsing(first, ignore_https_errors=True) as page:
        with first.client(verify=False) as client:
            number = opened(client, *NAP)
        page.goto(f"{first.base}/evenings/{number}")
        page.locator("#question").click()
        while not page.evaluate(ALL_KEPT):
            page.wait_for_timeout(50)
        first.process.kill()
        first.process.wait()
        page.reload()
        page.wait_for_selector("#stale", state="visible", timeout=3000)
        assert page.locator(".live").inner_text().startswith("as of ")
        page.locator(".write-down").click()
        write(page, "Bob", "passes")
        page.reload()
        page.wait_for_selector(".waiting li")
        with served(tmp_path, *tls, port=first.port) as second:
            page.wait_for_selector("#table[data-seen='5']")
            with second.client(verify=False) as client:
                assert client.get(f"/api/evenings/{number}").json()["events"] == 5
        page.goto("about:blank")
        page.complaints.clear()  # of the server that was killed


@pytest.mark.thorough
def test_who_watches_writes_nothing_down(tmp_path):
    with served(tmp_path) as first:
        with first.client() as client:
            number = opened(client, *NAP)
        with browsing(first, right="watch") as page:
            following(page, f"{first.base}/evenings/{number}")
            page.locator("h2").click()
            first.process.kill()
            first.process.wait()
            page.wait_for_selector("#stale", state="visible")
            assert not page.locator(".write-down").count()
            page.complaints.clear()
