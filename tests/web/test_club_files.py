"""The files for a club's server: the unit of systemd and the container, read by the programs that use them."""

import asyncio
import re
import shlex
import shutil
import subprocess
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ledger.cli import app
from ledger.store import open_store
from ledger.web.application import Endpoint, application
from ledger.web.hub import Hub
from ledger.web.links import new_links

CLUB = Path(__file__).parents[2] / "examples" / "club"
EXPOSED = 2.0
"""The level up to which systemd counts a service as well fenced in, of ten."""


def options_of(line):
    """Return the options of `card-ledger serve` in a command."""
    words = shlex.split(line)
    return [word for word in words[words.index("serve") :] if word.startswith("--")]


def are_options(options):
    offered = CliRunner().invoke(app, ["serve", "--help"]).output
    return all(re.search(rf"{option}\b", offered) for option in options)


@pytest.fixture
def unit(tmp_path):
    """Return the unit, with a program that there is."""
    text = (CLUB / "card-ledger.service").read_text("utf-8")
    program = re.search(r"^ExecStart=(\S+)", text, re.MULTILINE)[1]
    path = tmp_path / "card-ledger.service"
    path.write_text(text.replace(program, shutil.which("true")), "utf-8")
    return path


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
@pytest.mark.parametrize("checks", [["verify"], ["security", "--offline=yes", f"--threshold={EXPOSED * 10:.0f}"]])
def test_systemd_takes_the_unit_and_finds_it_fenced_in(unit, checks):
    done = subprocess.run(["systemd-analyze", *checks, unit], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    assert str(unit.name) not in done.stderr, done.stderr


def test_the_unit_says_options_that_there_are():
    line = re.search(r"^ExecStart=(.*)", (CLUB / "card-ledger.service").read_text("utf-8"), re.MULTILINE)[1]
    assert "--quiet" in options_of(line), "no link in the journal"
    assert are_options(options_of(line))


def steps():
    """Return the steps of the container file, by a plain reading: instruction and rest."""
    text = (CLUB / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    return [line.split(None, 1) for line in text.splitlines() if line and not line.startswith("#")]


def test_the_container_runs_the_server_as_nobody_in_particular():
    words = [instruction for instruction, _ in steps()]
    assert words[0] == "FROM"
    assert words.index("USER") < words.index("ENTRYPOINT")
    said = dict(steps())
    assert said["USER"] != "root"
    entry = [word.strip('" ') for word in said["ENTRYPOINT"].strip("[]").split(",")]
    assert entry[:2] == ["card-ledger", "serve"]
    assert "--quiet" in entry, "no link in what the container keeps of its output"
    assert are_options([word for word in entry if word.startswith("--")])
    assert said["EXPOSE"] in said["HEALTHCHECK"]


def test_a_builder_takes_the_container():
    hadolint = shutil.which("hadolint")
    if not hadolint:
        pytest.skip("hadolint is not installed")
    done = subprocess.run([hadolint, CLUB / "Containerfile"], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout


@pytest.mark.thorough
def test_the_container_is_built_and_runs():
    builder = next(filter(None, map(shutil.which, ("podman", "docker"))), None)
    if not builder or subprocess.run([builder, "info"], capture_output=True, check=False, timeout=30).returncode:
        pytest.skip("there is no builder of containers")
    built = subprocess.run(
        [builder, "build", "-q", "-f", CLUB / "Containerfile", CLUB.parents[1]],
        capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    image = built.stdout.split()[-1]
    run = [builder, "run", "--rm", "--entrypoint", "card-ledger", image, "--version"]
    assert subprocess.run(run, capture_output=True, check=False, timeout=120).returncode == 0


@pytest.mark.parametrize(
    ("file", "proxy"),
    [("Containerfile", "172.17.0.1"), ("card-ledger.service", "127.0.0.1"), ("compose.yaml", "10.89.22.2")],
)
def test_the_wrong_join_codes_of_one_visitor_shut_out_nobody_else(file, proxy, tmp_path):
    trusted = re.search(r"FORWARDED_ALLOW_IPS[=:] ?([0-9a-f.:,]+)", (CLUB / file).read_text("utf-8"))[1]
    with closing(open_store(str(tmp_path / "evenings.db"))) as store:
        hosts, public = frozenset({"cards.test"}), "https://cards.example.org"
        served = application(Hub(store), new_links(), Endpoint(hosts, 8022, public=public))
        behind = ProxyHeadersMiddleware(served, trusted)

        async def statuses(peer):
            transport = httpx.ASGITransport(behind, client=(peer, 5))
            async with httpx.AsyncClient(transport=transport, base_url=public) as client:

                async def typed(visitor):
                    headers = {"X-Forwarded-For": visitor, "X-Forwarded-Proto": "https"}
                    return (await client.post("/join", data={"code": "WRONG2"}, headers=headers)).status_code

                return [await typed("203.0.113.9") for _ in range(6)][-1], await typed("203.0.113.10")

        assert asyncio.run(statuses(proxy)) == (429, 403)
        assert asyncio.run(statuses("198.51.100.7")) == (429, 429), "its word does not count"
