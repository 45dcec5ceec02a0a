"""The pages over many evenings, common costs and two books, and the taps that they take."""

import subprocess

import pytest

from ledger.recorder import Recorder
from ledger.store import open_store
from tests.club import test_club
from tests.helpers.databases import server as postgresql
from tests.helpers.databases import with_the_schema
from tests.helpers.page_driver import browsing, one_chromium
from tests.helpers.serving import COMMAND, served
from tests.log.test_comparison import KITTY_A, KITTY_B

__all__ = ["one_chromium", "postgresql"]


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """A server with the two evenings of the examples, and one that another book tells otherwise."""
    folder = tmp_path_factory.mktemp("club")

    def ledger(*words):
        done = subprocess.run(
            [*COMMAND, "--database", str(folder / "evenings.db"), *words],
            capture_output=True, text=True, timeout=60, cwd=folder, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    for name, text in {"1": test_club.FIRST, "2": test_club.SECOND, "3": KITTY_A, "b": KITTY_B}.items():
        (folder / f"{name}.evening").write_text(text)
    ledger("import", "1.evening", "2.evening", "3.evening")
    with served(folder) as server:
        server.ledger = ledger
        yield server


def posted(page, path, **fields):
    return page.post(path, data=fields)


def test_persons_are_made_one_and_two_again(club):
    page, watcher = club.page(), club.page("watch")
    assert "/person?name=Bobby" in page.get("/standings").text
    assert "Bobby" in watcher.get("/standings").text
    shown = page.get("/person?name=Bob").text
    assert 'value="merge Bobby into Bob"' in shown
    assert 'value="merge Ann into Bob"' not in shown  # they have sat together
    assert posted(page, "/club/say", saying="merge Bobby into Bob", back="/person?name=Bob", key="m").status_code == 200
    shown = page.get("/person?name=Bobby")
    assert "sat at evenings 1, 2 and 3" in shown.text
    assert shown.headers["cache-control"] == "no-store"
    assert 'value="split Bobby"' in shown.text
    assert "split Bobby" not in watcher.get("/person?name=Bob").text
    refused = posted(page, "/club/say", saying="merge Ann into Bob", back="/person?name=Bob", name="Bob")
    assert refused.status_code == 409
    assert "Ann and Bob both sat at evening 1" in refused.text
    for path in ("/club/say", "/settle-all", "/person/ways"):
        assert posted(watcher, path, saying="undo").status_code == 403
    posted(page, "/club/say", saying="undo", back="/settle-all")
    assert page.get("/person?name=Zed").status_code == 404


def test_payee_details_are_typed_under_the_name_and_shown_to_who_records_alone(club):
    page, watcher = club.page(), club.page("watch")
    kept = posted(page, "/person/ways", name="Cat", iban="DE02 1203 0000 0000 2020 51", holder="Cat <C>", paypal="catm")
    assert kept.status_code == 200
    assert 'value="DE02120300000000202051"' in kept.text
    assert "DE0212" not in watcher.get("/person?name=Cat").text
    wrong = posted(page, "/person/ways", name="Cat", iban="DE02120300000000202052")
    assert (wrong.status_code, "its check digits do not agree" in wrong.text) == (409, True)
    assert "catm" in club.ledger("payee", "Cat")
    posted(page, "/person/ways", name="Cat")
    assert club.ledger("payee", "Cat").strip() == "Cat has said no way to be paid"


def test_a_payment_over_all_evenings_is_asked_about_and_undone(club):
    page, watcher = club.page(), club.page("watch")
    assert "Dan pays" in watcher.get("/settle-all").text
    assert "<form" not in watcher.get("/settle-all").text
    over = {"from": "Dan", "to": "Bobby", "amount": "5.00", "money": "EUR"}
    asked = page.post("/settle-all", data=over)
    assert asked.status_code == 409
    assert "Dan owes €1.50 in all: €5.00 is €3.50 more." in asked.text
    assert "Dan has paid" not in page.get("/settle-all").text
    assert "Dan has paid Bobby" in page.post("/settle-all", data=over | {"yes": "1"}).text
    posted(page, "/club/say", saying="undo", back="/settle-all")
    assert "Dan has paid" not in page.get("/settle-all").text
    paid = page.post("/settle-all", data=over | {"amount": "0.50", "key": "once"})
    again = page.post("/settle-all", data=over | {"amount": "0.50", "key": "once"})
    assert paid.text.count("Dan has paid") == again.text.count("Dan has paid") == 1
    assert page.get("/settle-all/pay?from=Dan&to=Bobby&money=EUR").headers["cache-control"] == "no-store"
    assert watcher.get("/settle-all/pay?from=Dan&to=Bobby&money=EUR").status_code == 403
    posted(page, "/club/say", saying="undo", back="/settle-all")


def test_a_season_has_its_table_its_drawing_and_records_each_with_its_evening(club):
    page = club.page()
    assert "There is none yet" in page.get("/season").text
    club.ledger("season", "open", "Winter & <b>", "--from", "2026-10-01", "--to", "2027-03-31", "--points", "10,7,5")
    shown = page.get("/season").text
    assert "Winter &amp; &lt;b&gt;" in shown
    assert '<svg class="chart"' in shown
    assert "Records of 2026" in shown
    assert 'href="/evenings/2/settle"' in shown
    assert page.get("/season?title=Summer").status_code == 200
    assert club.page("watch").get("/season").status_code == 200


def test_a_closed_evening_that_the_club_settles_offers_no_payment_of_its_own(club):
    club.ledger("record", "--club", "Dan pays Bob 0.30 money=EUR for 1 2")
    page = club.page()
    shown = page.get("/evenings/1/settle").text
    assert "Dan pays Ann" in shown
    assert "is being settled together with evening 2" in shown
    assert 'value="Dan pays Ann' not in shown
    assert "by this evening alone" in shown
    assert "tap when it is paid" not in shown
    assert "Dan pays" not in page.get("/evenings/1?seat=Dan").text
    with club.client() as client:
        assert client.get("/api/evenings/1").json()["expecting"]["forms"] == []
    assert "Settle all has it" in page.get("/evenings/1/menu").text
    club.ledger("record", "--club", "undo")
    assert 'value="Dan pays Ann' in page.get("/evenings/1/settle").text
    assert "Settle all has it" not in page.get("/evenings/1/menu").text


def test_more_than_is_owed_of_an_evening_is_asked_about_on_the_page_and_in_its_interface(club):
    with club.client() as client:
        said = client.post("/api/evenings/1/sayings", json={"saying": "Dan pays Ann 5.00"})
        assert (said.status_code, said.json()["error"]["code"]) == (409, "rule")
        page = club.page()
        asked = page.post("/evenings/1/say", data={"saying": "Dan pays Ann 5.00", "key": "a", "back": "settle"})
        assert "Dan owes €1.50 in all: €5.00 is €3.50 more." in asked.text
        assert 'name="yes" value="1"' in asked.text
        written = client.post("/api/evenings/1/sayings", json={"saying": "Dan pays Ann 5.00", "yes": True})
        assert written.status_code == 200
        client.post("/api/evenings/1/sayings", json={"saying": "undo"})


def test_a_cost_shows_what_it_comes_to_before_it_is_written(club):
    page = club.page()
    plain = page.get("/evenings/3/cost?amount=10.00&what=pizza&paid=Cat&for=Ann&for=Bob&for=Dan").text
    assert "Dan owes Cat £3.34" in plain
    assert "cost 10.00 &#34;pizza&#34; Cat paid for Ann Bob Dan" in plain
    shares = {"amount": "1.00", "what": "ice", "paid": "Ann", "for": ["Ann", "Bob", "Cat"], "shares-0": 3, "shares-1": 2,
              "shares-2": 2}  # fmt: skip
    assert "Bob owes Ann £0.29" in page.get("/evenings/3/cost", params=shares).text
    alone = {"amount": "1.00", "what": "ice", "paid": "Ann", "for": "Ann"}
    assert "Ann alone paid it and shares it: nothing would be owed." in page.get("/evenings/3/cost", params=alone).text
    assert club.page("watch").get("/evenings/3/cost").status_code == 403


def test_two_books_are_compared_decided_and_merged(club):
    page = club.page()
    assert "/evenings/3/compare" in page.get("/evenings/3/log").text
    assert club.page("watch").get("/evenings/3/compare").status_code == 403
    shown = page.post("/evenings/3/compare", data={"text": KITTY_B}).text
    assert "Deal 2, nap" in shown
    assert "as B" in shown
    decided = page.post("/evenings/3/compare", data={"text": KITTY_B, "take-1": "B"}).text
    assert "Bob pays Ann £1.60" in decided
    assert "Write it" in decided
    unknown = page.post("/evenings/3/compare", data={"text": KITTY_B, "take-1": "B", "take-7": "A"}).text
    assert "there is no difference 7" in unknown
    page.post("/evenings/3/compare", data={"text": KITTY_B, "take-1": "B", "write": "1"})
    assert club.ledger("settle", "--evening", "3").splitlines()[:1] == ["Bob pays Ann £1.60"]
    assert "Nothing differs" in page.post("/evenings/3/compare", data={"text": KITTY_B}).text
    refused = page.get("/evenings/3/compare?with=1")
    assert (refused.status_code, "these are not books of one evening" in refused.text) == (409, True)
    assert page.post("/evenings/3/compare", data={"text": "no saying"}).status_code == 409


@pytest.mark.thorough
def test_a_payment_takes_two_taps_and_a_cost_at_most_six(club):
    payment = next(line for line in club.ledger("settle", "--all").splitlines() if " pays " in line and "£" in line)
    with browsing(club) as page:
        page.goto(f"{club.base}/settle-all")
        page.locator("summary", has_text=payment.rpartition(" ")[0]).first.click()
        page.get_by_role("button", name="I have paid").first.click()
        page.wait_for_selector(f"text={payment.split()[0]} has paid")
        page.goto(f"{club.base}/evenings/3")
        taps = 0
        for find in ("#more>summary", "text=Costs…"):
            page.locator(find).first.click()
            taps += 1
        page.wait_for_selector("#amount")
        page.keyboard.type("10.00")  # it has the focus
        page.locator("#what").click()
        page.keyboard.type("pizza")
        page.locator("label[for=paid-3]").click()
        page.wait_for_selector("text=owes Cat")
        page.get_by_role("button", name="Write it").click()
        taps += 3
        page.wait_for_url(f"{club.base}/evenings/3")
        assert taps <= 6
    assert "costs: pizza £10.00, Cat paid" in club.ledger("settle", "--evening", "3")


def test_an_evening_that_the_club_settles_says_so(club):
    page = club.page()
    club.ledger("pay", "Bob", "Cat", "€0.50", "for", "1", "--yes")
    assert "being settled by payment" in page.get("/evenings/1/settle").text
    with club.client() as client:
        together = client.get("/api/evenings/1/settlement").json()["together"]
    assert (together["evenings"], together["settled"]) == ([], False)
    club.ledger("record", "--club", "undo")


def test_on_a_server_a_link_changes_nobodys_way_to_be_paid(tmp_path, postgresql):
    url = with_the_schema(postgresql)
    Recorder(open_store(url), "tests").open(['evening "Club night"', "players Ann Dan"])
    with served(tmp_path, url=url) as server:
        page = server.page()
        refused = posted(page, "/person/ways", name="Ann", paypal="eve")
        assert (refused.status_code, "is changed by Ann or the secretary, not by a link" in refused.text) == (409, True)
        assert "Keep it" not in page.get("/person?name=Ann").text
