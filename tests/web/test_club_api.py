"""The interface for programs over many evenings, and the bot of its document."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.serving import opened, served

DOCUMENT = Path(__file__).parents[2] / "examples" / "api.md"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with served(tmp_path_factory.mktemp("club")) as running:
        yield running


def result(client, *amounts, title):
    sums = [
        f"{name} {'+' if amount >= 0 else '-'}{abs(amount)}"
        for name, amount in zip(("Ann", "Bob"), amounts, strict=True)
    ]
    return opened(client, "game tally", f"result {' '.join(sums)}", "end", "close", title=title, players=("Ann", "Bob"))


def test_persons_standings_and_payments_over_many_evenings(server):
    with server.client() as client, server.client("watch") as watcher:
        first, second = result(client, 5, -5, title="One"), result(client, -2, 2, title="Two")
        people = {row["person"]: row for row in watcher.get("/api/persons").json()["persons"]}
        assert {first, second} <= set(people["Ann"]["evenings"])
        assert people["Ann"]["ways"] == []
        [money] = watcher.get("/api/standings").json()["moneys"]
        assert {row["player"]: row["net"] for row in money["players"]}["Ann"] == 3
        assert watcher.get("/api/standings?since=1800-01-01&until=1800-01-02").json()["moneys"] == []
        assert watcher.get("/api/standings?since=yesterday").status_code == 422
        [money] = watcher.get("/api/settlement").json()["moneys"]
        assert money["transfers"] == [{"from": "Bob", "to": "Ann", "amount": 3}]
        payment = {"payer": "Bob", "payee": "Ann", "key": "k"}
        assert watcher.post("/api/payments", json=payment).status_code == 403
        for _ in range(2):
            paid = client.post("/api/payments", json=payment)
            assert (paid.status_code, paid.json()["payment"]["amount"], paid.json()["owed"]) == (
                200,
                3,
                {"Bob": 0, "Ann": 0},
            )
        assert watcher.get("/api/settlement").json()["moneys"][0]["transfers"] == []
        odd = client.post("/api/payments", json={"payer": "Bob", "payee": "Ann", "amount": "7"})
        assert (odd.status_code, odd.json()["error"]["remedy"]) == (409, 'Send "yes": true to write it all the same')
        assert client.post("/api/payments", json={"payer": "Zed", "payee": "Ann", "amount": "7"}).status_code == 404


def test_seasons(server):
    with server.client() as client:
        assert client.get("/api/seasons").json() == {"seasons": []}
        missing = client.get("/api/seasons/Winter")
        assert (missing.status_code, missing.json()["error"]["code"]) == (404, "not-now")


def test_what_can_be_sent_as_it_is_stands_apart_from_what_is_to_be_filled_in(server):
    with server.client() as client:
        number = opened(client, "game nap", "deal Ann", title="Nap")
        expecting = client.get(f"/api/evenings/{number}").json()["expecting"]
        assert expecting["sayings"][:6] == ["Bob passes", "Bob 1", "Bob 2", "Bob 3", "Bob 4", "Bob nap"]
        number = opened(client, title="Nothing yet")
        expecting = client.get(f"/api/evenings/{number}").json()["expecting"]
        assert {"game nap", "game tally", "close"} <= set(expecting["sayings"])
        assert any(template.startswith("game nap stake=") for template in expecting["templates"])
        assert client.post(f"/api/evenings/{number}/sayings", json={"saying": "close"}).status_code == 200


def test_the_bot_of_the_document_records_its_evening(server, tmp_path):
    [code] = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    (tmp_path / "bot.py").write_text(code, "utf-8")
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "bot.py", server.links["record"], seed],
            check=False,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        assert re.fullmatch(r"(\w+ pays \w+ \d+\n)*", done.stdout)
