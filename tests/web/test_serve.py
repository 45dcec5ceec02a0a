"""The server: access, early refusals, the API and the stream."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import Mock

import httpx
import pytest
from typer.testing import CliRunner

from ledger.cli import app
from ledger.web.addresses import hosts_of
from ledger.web.guards import MOST_IN_A_BODY, Rates
from ledger.web.links import LinkFile, Links
from tests.helpers.serving import COMMAND, NAP, listen, opened, served


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("served")) as found:
        yield found


def test_the_links_are_of_tokens_that_nobody_can_guess(server):
    assert len(set(server.tokens.values())) == 2
    for token in server.tokens.values():
        assert len(token) * 6 >= 128
        assert token.replace("-", "").replace("_", "").isalnum()


def test_a_link_is_exchanged_for_a_cookie_and_not_used_up(server):
    for _ in range(2):
        answer = httpx.get(server.links["record"])
        assert answer.status_code == 303
        assert server.tokens["record"] not in answer.headers["location"]
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "samesite=lax" in cookie.lower()
    browser = httpx.Client(base_url=server.base, cookies=answer.cookies)
    assert browser.get("/api/evenings").status_code == 200


def test_every_answer_is_fenced_in(server):
    for answer in (server.page().get("/"), httpx.get(f"{server.base}/"), server.client().get("/api/evenings")):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["x-content-type-options"] == "nosniff"
    static = re.findall(r'"(/static/[^"]+)"', server.page().get("/").text)
    for answer in map(server.page().get, static):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/", "/evenings/1", "/api/evenings", "/openapi.json", "/api/nothing", "/watch"])
def test_nobody_comes_in_without_a_link(server, path):
    assert httpx.get(server.base + path).status_code == 401
    wrong = {"Authorization": "Bearer worthless"}
    assert httpx.get(server.base + path, headers=wrong).status_code == 401


def test_a_wrong_link_is_turned_away(server):
    assert httpx.get(f"{server.base}/in/worthless").status_code == 401


def test_wrong_links_are_counted_and_slowed():
    rates = Rates()
    waits = [rates.another_wrong("10.0.0.5") for _ in range(8)]
    assert waits == sorted(waits)
    assert waits[-1] >= 1
    assert rates.wrong["10.0.0.5"] == 8
    assert rates.another_wrong("10.0.0.6") == waits[0]


def test_too_many_requests_at_once_are_not_taken_and_later_they_are():
    now = 0.0
    rates = Rates(lambda: now)
    taken = sum(rates.takes("10.0.0.5") for _ in range(6000))
    assert taken == 5000
    assert rates.takes("10.0.0.6")
    now = 1.0
    assert rates.takes("10.0.0.5")


def test_a_link_that_watches_records_nothing(server):
    with server.client() as client, server.client("watch") as watcher:
        number = opened(client, *NAP)
        before = client.get(f"/api/evenings/{number}").json()["events"]
        assert watcher.get(f"/api/evenings/{number}").status_code == 200
        refused = watcher.post(f"/api/evenings/{number}/sayings", json={"saying": "Bob passes"})
        assert refused.status_code == 403
        assert watcher.post("/api/evenings", json={"title": "Mine"}).status_code == 403
        assert watcher.post(f"/evenings/{number}/say", data={"saying": "Bob passes"}).status_code == 403
        assert client.get(f"/api/evenings/{number}").json()["events"] == before


@pytest.mark.parametrize("header", ["Origin", "Referer"])
@pytest.mark.parametrize("foreign", ["https://evil.example", "null", "http://localhost:1", "http://["])
def test_what_a_foreign_page_sends_is_refused(server, header, foreign):
    with server.client() as client:
        number = opened(client, *NAP)
        url = f"/api/evenings/{number}/sayings"
        refused = client.post(url, json={"saying": "Bob passes"}, headers={header: foreign})
        assert refused.status_code == 403
        assert client.get(f"/api/evenings/{number}").json()["events"] == 4
        own = client.post(url, json={"saying": "Bob passes"}, headers={header: server.base})
        assert own.status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost:1", "127.0.0.1.evil.example", ""])
def test_a_foreign_host_is_refused_before_anything_else(server, host):
    with server.client() as client:
        assert client.get("/api/evenings", headers={"Host": host}).status_code == 421


def test_its_own_names_are_no_foreign_hosts(server):
    with server.client() as client:
        assert client.get("/api/evenings", headers={"Host": f"LOCALHOST:{server.port}"}).status_code == 200


def test_a_body_that_is_too_large_is_refused_and_nothing_is_written(server):
    with server.client() as client:
        number = opened(client, *NAP)
        large = json.dumps({"saying": "x" * 10_000_000}).encode()
        url = f"/api/evenings/{number}/sayings"
        refused = client.post(url, content=large, headers={"Content-Type": "application/json"})
        assert refused.status_code == 413
        parts = (b"x" * 8192 for _ in range(2 * MOST_IN_A_BODY // 8192))
        assert client.post(url, content=parts).status_code == 413
        assert client.get(f"/api/evenings/{number}").json()["events"] == 4


def test_no_such_evening(server):
    with server.client() as client:
        for path in ("", "/log", "/settlement", "/explanation?player=Ann", "/script", "/stream"):
            assert client.get(f"/api/evenings/99{path}").status_code == 404, path
        assert client.get("/evenings/99").status_code == 404
        assert client.post("/api/evenings/99/sayings", json={"saying": "deal"}).status_code == 404
        assert client.post("/evenings/99/say", data={"saying": "deal"}).status_code == 404


def test_programs_are_answered_as_the_commands_answer(server, tmp_path):
    with server.client() as client:
        number = opened(client, *NAP, title="As the commands")
        assert number in [evening["id"] for evening in client.get("/api/evenings").json()["evenings"]]
        database = server.process.args[server.process.args.index("--database") + 1]

        def command(*words):
            done = CliRunner().invoke(app, ["--database", database, "--evening", str(number), "--json", *words])
            assert done.exit_code == 0, done.output
            return json.loads(done.stdout)

        assert client.get(f"/api/evenings/{number}").json() == command("table")
        assert client.get(f"/api/evenings/{number}/log").json() == command("log")
        assert client.get(f"/api/evenings/{number}/settlement").json() == command("settle")
        explained = client.get(f"/api/evenings/{number}/explanation", params={"player": "ann"}).json()
        assert explained == command("explain", "Ann")
        script = client.get(f"/api/evenings/{number}/script")
        assert script.headers["content-type"].startswith("text/plain")
        assert script.text.splitlines()[-1] == "deal Ann"
        answer = client.post(f"/api/evenings/{number}/sayings", json={"saying": "Cat 3", "key": "k", "seen": 4}).json()
        assert [line["saying"] for line in answer["said"]] == ["Cat 3"]
        assert answer["said"][0]["assumed"] == "Bob passes"
        assert answer["written"] is True


def test_what_does_not_fit_is_409_and_what_cannot_be_read_is_422(server):
    with server.client() as client:
        number = opened(client, *NAP)
        url = f"/api/evenings/{number}/sayings"
        late = client.post(url, json={"saying": "close"})
        assert late.status_code == 409
        assert {"line", "code", "message", "remedy"} <= set(late.json()["error"])
        assert late.json()["expecting"] == client.get(f"/api/evenings/{number}").json()["expecting"]
        unreadable = client.post(url, json={"saying": '"'})
        assert unreadable.status_code == 422
        assert unreadable.json()["error"]["code"] == "unreadable"
        assert client.post(url, json={"saying": " "}).status_code == 422
        assert client.post(url, content=b"{").status_code == 422
        assert client.post(url, json={"saying": 3}).status_code == 422
        assert client.post(url, content=b'{"saying": "\\ud800"}').status_code == 422
        assert client.post("/api/evenings", json={"title": "T", "players": ["Ann", "Ann"]}).status_code in (409, 422)
        assert client.get(f"/api/evenings/{number}/explanation?player=Zoe").status_code == 422
        assert client.get(f"/api/evenings/{number}").json()["events"] == 4


def test_a_key_is_recorded_once(server):
    with server.client() as client:
        number = opened(client, *NAP)
        url = f"/api/evenings/{number}/sayings"
        first = client.post(url, json={"saying": "Bob passes", "key": "one", "seen": 4}).json()
        for _ in range(20):
            again = client.post(url, json={"saying": "Bob passes", "key": "one", "seen": 4})
            assert again.status_code == 200
            assert again.json()["said"] == first["said"]
        other = client.post(url, json={"saying": "Cat passes", "key": "one", "seen": 5})
        assert other.status_code == 409
        assert client.get(f"/api/evenings/{number}").json()["events"] == 5


def test_who_was_behind_is_told_what_came_before(server):
    with server.client() as client:
        number = opened(client, *NAP)
        url = f"/api/evenings/{number}/sayings"
        client.post(url, json={"saying": "Bob 2", "seen": 4})
        fits = client.post(url, json={"saying": "Cat 3", "seen": 4}).json()
        assert [(row["number"], row["saying"]) for row in fits["meanwhile"]] == [(5, "Bob 2")]
        refused = client.post(url, json={"saying": "Cat 4", "seen": 4})
        assert refused.status_code == 409
        assert [row["saying"] for row in refused.json()["meanwhile"]] == ["Bob 2", "Cat 3"]
        unseen = client.post(url, json={"saying": "undo", "seen": 4})
        assert unseen.status_code == 409
        assert "meanwhile" not in client.post(url, json={"saying": "undo", "seen": 6, "key": "u"}).json()
        again = client.post(url, json={"saying": "undo", "seen": 6, "key": "u"})
        assert again.status_code == 200
        assert client.get(f"/api/evenings/{number}").json()["events"] == 7


@pytest.mark.thorough
def test_many_record_at_once_and_nothing_is_lost_or_doubled(server):
    with server.client() as client:
        number = opened(client)

        def note(place):
            with server.client() as other:
                body = {"saying": f'note "{place}"', "key": f"note {place % 40}"}
                return other.post(f"/api/evenings/{number}/sayings", json=body).status_code

        with ThreadPoolExecutor(8) as several:
            codes = list(several.map(note, [place % 40 for place in range(120)]))
        assert codes == [200] * 120
        script = client.get(f"/api/evenings/{number}/script").text.splitlines()
        assert sorted(script[2:]) == sorted(f'note "{place}"' for place in range(40))


def test_a_stream_says_where_the_log_is_also_when_another_program_records(server):
    with server.client() as client:
        number = opened(client, *NAP)
        heard = []
        listener = threading.Thread(target=listen, args=(server, number, heard, 6))
        listener.start()
        while not heard:
            time.sleep(0.01)
        assert heard[0][0] == 4
        client.post(f"/api/evenings/{number}/sayings", json={"saying": "Bob passes"})
        while heard[-1][0] < 5:
            time.sleep(0.01)
        database = server.process.args[server.process.args.index("--database") + 1]
        said = [*COMMAND, "--database", database, "--evening", str(number), "record", "Cat 3"]
        subprocess.run(said, check=True, capture_output=True)
        recorded = time.monotonic()
        listener.join(timeout=10)
        assert not listener.is_alive()
        assert heard[-1][1] - recorded < 1


def test_the_description_is_there_for_those_with_a_link(server):
    with server.client("watch") as client:
        description = client.get("/openapi.json").json()
        assert description["openapi"].startswith("3.")
        assert "/api/evenings/{number}/sayings" in description["paths"]
        assert not [path for path in description["paths"] if not path.startswith("/api")]


def test_the_end_of_an_answer_does_not_wait_for_its_beginning_to_be_acknowledged(server):
    with server.client() as client:
        waits = []
        for _ in range(40):
            began = time.perf_counter()
            client.get("/static/base.css")
            waits.append(time.perf_counter() - began)
    assert min(waits[20:]) < 0.03  # an acknowledgement is put off for 0.04 s


@pytest.mark.thorough
def test_a_server_started_again_keeps_its_links_until_new_ones_are_asked_for(tmp_path):
    with served(tmp_path) as first:
        with first.client() as client:
            opened(client, *NAP)
        port = first.port
        first.process.kill()
        first.process.wait()
    with served(tmp_path, port=port) as second:
        assert second.links == first.links
        with second.client() as client:
            assert client.get("/api/evenings/1").json()["events"] == 4
    with served(tmp_path, "--new-links") as third:
        assert set(third.tokens.values()).isdisjoint(first.tokens.values())
        old = {"Authorization": f"Bearer {first.tokens['record']}"}
        assert httpx.get(f"{third.base}/api/evenings", headers=old).status_code == 401


def test_streams_are_closed_by_the_server_when_it_ends_and_no_secret_is_printed_in_its_log(tmp_path):
    with served(tmp_path) as server:
        httpx.get(server.links["record"])
        for _ in range(3):
            httpx.get(f"{server.base}/in/{server.tokens['record']}x")
        with server.client() as client:
            number = opened(client, *NAP)
        heard = []
        listener = threading.Thread(target=listen, args=(server, number, heard, 99))
        listener.start()
        while not heard:
            time.sleep(0.01)
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(timeout=10)
        listener.join(timeout=5)
        assert time.monotonic() - began < 3
        assert not listener.is_alive()
        told = server.log.read_text() + server.process.stdout.read()
        assert "wrong links from 127.0.0.1" in told
        assert server.tokens["record"] not in told


def test_the_links_are_kept_where_only_their_owner_may_read_them(tmp_path):
    path = tmp_path / "evenings.db.links"
    links = LinkFile(path).current
    assert LinkFile(path).current == links
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0
    path.write_text('{"record": "short", "watch": "short"}')
    fresh = LinkFile(path).current
    assert fresh != links
    assert isinstance(fresh, Links)


@pytest.mark.thorough
def test_links_are_replaced_only_by_a_server_that_listens_and_one_that_runs_notices(tmp_path):
    with served(tmp_path) as first:
        said = [*COMMAND, "--database", str(tmp_path / "evenings.db"), "serve", "--new-links"]
        refused = subprocess.run([*said, "--port", str(first.port)], capture_output=True, text=True, check=False)
        assert refused.returncode == 1
        assert httpx.get(first.links["record"]).status_code == 303
        with served(tmp_path, "--new-links") as second:
            assert second.tokens != first.tokens
            assert httpx.get(second.links["record"]).status_code == 303
            assert httpx.get(first.links["record"]).status_code == 401
            assert httpx.get(f"{first.base}/in/{second.tokens['record']}").status_code == 303


def test_a_port_that_is_taken_is_said_in_a_sentence(server, tmp_path):
    said = [*COMMAND, "--database", str(tmp_path / "other.db"), "serve", "--port", str(server.port)]
    refused = subprocess.run(said, capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "--port" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_the_hosts_of_a_house_are_its_addresses_and_its_name():
    hosts = hosts_of(["192.168.1.7", "fd00::2"], lan=True)
    assert {"192.168.1.7", "[fd00::2]", "localhost", "127.0.0.1", "[::1]"} <= hosts
    assert hosts_of([], lan=False) == {"localhost", "127.0.0.1", "[::1]"}


def test_a_page_is_answered_by_a_303_or_says_why_not(server):
    browser = server.page()
    with server.client() as client:
        number = opened(client, *NAP)
    said = {"saying": "Bob passes", "key": "p1", "seen": "4"}
    answer = browser.post(f"/evenings/{number}/say", data=said, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/evenings/{number}"
    refused = browser.post(f"/evenings/{number}/say", data={"saying": "Bob 3", "key": "p2", "seen": "5"})
    assert refused.status_code == 409
    assert 'role="alert"' in refused.text
    assert "Cat" in refused.text
    unreadable = browser.post(f"/evenings/{number}/say", data={"saying": '"', "key": "p3", "seen": "5"})
    assert unreadable.status_code == 422
    assert 'role="alert"' in unreadable.text


def test_other_commands_import_nothing_of_the_server():
    code = "import sys, ledger.cli; print([m for m in sys.modules if m in ('fastapi', 'uvicorn', 'jinja2')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_nothing_waits_for_a_stream_that_nobody_reads():
    from ledger.web.hub import Hub

    async def heard():
        hub = Hub(Mock())
        queue = hub.listen(1)
        for newest in ((5, "a"), (5, "a"), (5, "b"), (6, "c")):
            hub.announce(1, newest)
        hub.close_streams()
        return [queue.get_nowait() for _ in range(queue.qsize())]

    assert asyncio.run(heard()) == [(5, "a"), (5, "b"), (6, "c"), None]


@pytest.mark.thorough
def test_the_demonstration_plays_by_itself_in_a_database_of_its_own_until_it_is_taken_over(tmp_path):
    with served(tmp_path, "--demo") as server, server.client() as client:
        assert not (tmp_path / "evenings.db").exists()
        evenings = client.get("/api/evenings").json()["evenings"]
        assert [evening["title"] for evening in evenings] == ["Boxing Night"]
        heard = []
        listener = threading.Thread(target=listen, args=(server, 1, heard, 4))
        listener.start()
        listener.join(timeout=10)
        assert heard[-1][0] == 4
        assert client.post("/api/evenings/1/sayings", json={"saying": 'note "mine"'}).status_code == 200
        newest = client.get("/api/evenings/1").json()["events"]
        time.sleep(2.5)
        assert client.get("/api/evenings/1").json()["events"] == newest


def test_the_whole_demonstration_is_boxing_night():
    from ledger.interchange.script import replay_script
    from ledger.web.demo import sayings

    example = (Path(__file__).parents[2] / "examples" / "boxing-night.evening").read_text("utf-8")
    shown = replay_script("\n".join(sayings()), "demo")
    assert [recorded.event for recorded in shown.recorded] == [
        recorded.event for recorded in replay_script(example, "example").recorded
    ]


def test_what_is_kept_of_others_is_unchanged():
    import hashlib

    static = Path(__file__).parents[2] / "ledger" / "web" / "static"
    digests = re.findall(r"^(\S+)\s+([0-9a-f]{64})$", (static / "ORIGIN.txt").read_text(), re.MULTILINE)
    assert len(digests) == 3
    for name, digest in digests:
        assert hashlib.sha256((static / name).read_bytes()).hexdigest() == digest, name


def test_a_count_that_does_not_agree_is_told_with_the_places_to_look(server):
    browser = server.page()
    with server.client() as client:
        number = opened(
            client, "Ann buys 20", "game nap kitty=1", "deal Ann", "Cat 3", "Cat made", "count Ann 20 Bob 3"
        )
    page = browser.get(f"/evenings/{number}").text
    assert "where to look" in page
    looked = browser.get(f"/evenings/{number}/count/8").text
    assert "<h1>Ann: 4 are over</h1>" in looked
    assert "In the whole evening this moved Ann&#39;s counters" in looked
    assert "Nap, deal 1" in looked
    assert browser.get(f"/evenings/{number}/count/7").status_code == 404


def test_what_fits_only_together_is_put_right_together(server):
    browser = server.page()
    with server.client() as client:
        number = opened(client, "game nap", "deal Ann", "Cat 3", "Cat made", "deal")
        first, second = 'amend 5 "misheard": Bob 3', 'amend 6 "misheard": Bob made'
        alone = browser.get(f"/evenings/{number}/log/5").text
        assert "6 Cat made would not fit any more" in alone
        assert "also=amend+5" in alone
        other = browser.get(f"/evenings/{number}/log/5", params={"another": "Bob 4"}).text
        assert "It does not fit" in other
        assert "also=amend+5" in other[other.index("It does not fit") :], "another may be put right with it"
        unreadable = browser.get(f"/evenings/{number}/log/5", params={"another": "Zed 4"}).text
        assert "also=" not in unreadable[unreadable.index("It does not fit") :]
        sent = browser.post(f"/evenings/{number}/say", data={"saying": 'amend 5 "misheard": Bob 4', "key": "alone"})
        assert sent.status_code == 409
        assert "Another together with it" in sent.text
        assert "one line" not in sent.text
        log = browser.get(f"/evenings/{number}/log", params={"also": first}).text
        assert "Put right together" in log
        page = browser.get(f"/evenings/{number}/log/6", params={"also": first, "instead": "Bob made"}).text
        assert "Write: Bob made" in page
        said = {"saying": [first, second], "key": "both", "seen": "7"}
        assert browser.post(f"/evenings/{number}/say", data=said, follow_redirects=False).status_code == 303
        assert client.get(f"/api/evenings/{number}").json()["balances"] == {"Ann": -3, "Bob": 6, "Cat": -3}


def test_the_rule_that_decides_is_shown_first_and_a_cited_one_is_led_to(server):
    browser = server.page()
    with server.client() as client:
        number = opened(client, "game nap", "deal Ann", "Cat 3", "Cat made")
    shown = browser.get(f"/evenings/{number}/rules").text
    assert shown.index("Bob to deal. No deal is in hand") < shown.index("The kitty.")
    assert "Irregularities" not in shown
    assert "`" not in shown
    whole = browser.get(f"/evenings/{number}/rules?part=all").text
    assert whole.index("The calls") < whole.index("Irregularities")
    explained = browser.get(f"/evenings/{number}/explain?player=Cat").text
    link = re.search(r'class="cite" href="([^"]+)">\[8\]', explained)[1].replace("&amp;", "&")
    cited = browser.get(link).text
    assert "the rule [8]" in cited
    assert "What each other player pays" in cited
    assert "Irregularities" not in cited
    assert browser.get(f"/evenings/{number}/rules?of=nothing&cite=[8]").status_code == 200


def test_cards_of_one_player_after_another_are_shown_when_they_are_asked(server):
    with server.client() as client:
        number = opened(client, "game poker ante=1 limit=12")
        page = server.page()
        assert "End Poker…" in page.get(f"/evenings/{number}").text
        client.post(f"/api/evenings/{number}/sayings", json={"saying": "deal Ann"})
        in_a_deal = page.get(f"/evenings/{number}").text
        assert "draw for it" not in in_a_deal
        assert len(in_a_deal) < 120_000


def test_the_dealer_is_marked_and_told_once(server):
    with server.client() as client:
        number = opened(client, "game vingt-un", "deal Ann")
        shown = server.page().get(f"/evenings/{number}").text
    assert 'title="dealer"' in shown
    assert "<span>Dealer</span>" not in shown


def test_a_refusal_begins_with_what_was_tapped(server):
    with server.client() as client:
        number = opened(client, *NAP)
    answer = server.page().post(f"/evenings/{number}/say", data={"saying": "Cat made"}, headers={"Origin": server.base})
    assert answer.status_code == 409
    assert "<b>Cat made was not recorded:</b>" in answer.text


def test_a_new_evening_takes_names_as_anybody_parts_them_and_refuses_money_in_its_own_words(server):
    page, origin = server.page(), {"Origin": server.base}
    form = {"title": "Commas", "players": 'Tom, Bex;Joe,"Old Tom"', "money": "counters", "code": "€"}
    number = page.post("/evenings", data=form, headers=origin).url.path.rpartition("/")[2]
    found = page.get(f"/api/evenings/{number}").json()
    assert (found["players"], found["money"]) == (["Tom", "Bex", "Joe", "Old Tom"], "EUR")
    refused = page.post("/evenings", data=form | {"code": "shells"}, headers=origin)
    assert refused.status_code in (409, 422)
    assert "“SHELLS” is no money known here. Choose one" in refused.text
    assert "ISO" not in refused.text
    assert 'value="Old Tom"' in refused.text
    again = page.get("/evenings/new", params={"as": number, "title": "Typed", "on": "2026-01-02", "players": "Zoë"})
    assert all(f'value="{text}"' in again.text for text in ("Typed", "2026-01-02", "Zoë"))
    for another in 0, 999:  # the club's log is no evening, nor is one that was never opened
        assert page.get("/evenings/new", params={"as": another}).status_code == 200


def test_the_log_begins_at_the_newest_and_tells_who_recorded_only_where_that_changes(server):
    with server.client() as client:
        number = opened(client, *NAP, "Bob 2")
    page = server.page()
    page.post(f"/evenings/{number}/say", data={"saying": "Cat 3"}, headers={"Origin": server.base})
    shown = page.get(f"/evenings/{number}/log").text
    assert shown.index("Cat 3") < shown.index("Bob 2") < shown.index("Ann deals")
    assert shown.count("<small>") <= 1


def test_an_address_of_another_machine_is_refused_with_those_of_this_one():
    from ledger.core.refusals import Refusal
    from ledger.web.serving import ServeOptions, _listen

    with pytest.raises(Refusal, match=r"192\.0\.2\.1 is no address of this machine") as refused:
        _listen(ServeOptions(None, lan=True, address="192.0.2.1"))
    assert refused.value.remedy.startswith("Say --address with one of this machine's: ")
    assert "192.0.2.1" not in refused.value.remedy
