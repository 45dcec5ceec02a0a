"""A server process for tests, its clients, and evenings that are opened at it."""

import json
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import httpx

COMMAND = [sys.executable, "-c", "from ledger.cli import main; main()"]


@contextmanager
def served(folder: Path, *more: str, port: int = 0, url: str = ""):
    """Start a server process, and yield its links and the process; a fault that it logged fails the test."""
    database = url or str(folder / "evenings.db")
    command = [*COMMAND, "--database", database, "--json", "serve", "--port", str(port), *more]
    log = folder / "server.log"
    with log.open("w") as written:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=written, text=True, cwd=folder)
    try:
        line = process.stdout.readline()
        assert line, log.read_text()
        yield Served(json.loads(line), process, log)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.wait(timeout=15)
        process.stdout.close()
    assert "Traceback" not in log.read_text(), log.read_text()


class Served:
    def __init__(self, links, process, log):
        self.links, self.process, self.log = links, process, log
        self.base = "/".join(links["record"].split("/")[:3])
        self.port = int(self.base.rpartition(":")[2])
        self.tokens = {right: link.rpartition("/")[2] for right, link in links.items()}

    def client(self, right="record", **more):
        headers = {"Authorization": f"Bearer {self.tokens[right]}"}
        return httpx.Client(base_url=self.base, headers=headers, timeout=30, **more)

    def page(self, right="record"):
        """Return a client that has followed its link."""
        browser = httpx.Client(base_url=self.base, follow_redirects=True, timeout=30)
        browser.get(self.links[right])
        return browser


NAP = ["game nap", "deal Ann"]


def opened(client, *sayings, title="Twelfth Night", players=("Ann", "Bob", "Cat"), **header):
    found = client.post("/api/evenings", json={"title": title, "players": list(players), **header})
    assert found.status_code == 201, found.text
    number = found.json()["evening"]
    for saying in sayings:
        answer = client.post(f"/api/evenings/{number}/sayings", json={"saying": saying})
        assert answer.status_code == 200, answer.text
    return number


def listen(server, number, heard, until, right="watch"):
    with server.client(right) as client, client.stream("GET", f"/api/evenings/{number}/stream") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        for line in stream.iter_lines():
            if line.startswith("data: "):
                heard.append((json.loads(line[6:])["newest"], time.monotonic()))
                if heard[-1][0] >= until:
                    return
