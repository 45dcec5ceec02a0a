"""Serve: the socket, the printed links, and the shutdown."""

import errno
import logging
import os
import socket
import ssl
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import segno
import uvicorn

from ledger.api.links import ServeAnswer
from ledger.core.refusals import Code, Refusal, listed, printable
from ledger.store import open_store
from ledger.store.database import SqliteDatabase
from ledger.web.addresses import LOOPBACK, host_of, hosts_of, is_address, private_addresses
from ledger.web.application import Endpoint, application
from ledger.web.connections import MOST_CONNECTIONS, BoundedProtocol, PassedOnProtocol
from ledger.web.demo import Demo
from ledger.web.guards import ENTRANCE
from ledger.web.hub import Hub
from ledger.web.links import LinkFile, Links, file_of_links, new_links

PATIENCE_AT_THE_END = 2
"""The seconds that running answers have when the server ends."""


@dataclass(frozen=True)
class ServeOptions:
    """The options of the command `serve`."""

    database: str | None
    lan: bool = False
    address: str | None = None
    port: int = 0
    new_links: bool = False
    tls: tuple[Path, Path] | None = None
    behind: str | None = None
    """The URL of a proxy that passes requests on."""
    quiet: bool = False
    only_links: bool = False
    """Whether only the links are to be reported."""
    demo: bool = False


Report = Callable[[ServeAnswer], None]


def serve(options: ServeOptions, report: Report | None = None) -> None:
    """Serve until the process is told to end. Raises Refusal if the server cannot start.

    Once it listens, it gives the links to `report`, or prints them with QR codes for phones. Under systemd no link is
    printed, because the journal keeps what is printed.
    """
    public = _public(options)
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    with ExitStack() as stack:
        demo: Demo | None = None
        if options.demo:
            demo = stack.enter_context(Demo.begin())
            store = demo.store
            links: Links | LinkFile = new_links()
        else:
            store = open_store(options.database)
            links = LinkFile(file_of_links(store.database.name, isinstance(store.database, SqliteDatabase)))
        stack.callback(store.close)
        tls = _tls(options)
        if options.only_links:
            _announce(_begins(options, options.port, public), links, options, report)
            return
        listening = stack.enter_context(_listen(options))
        if options.new_links and isinstance(links, LinkFile):
            links.replace()
        port = listening.getsockname()[1]
        begins = _begins(options, port, public)
        endpoint = Endpoint(hosts_of(_addresses(options), options.lan), port, options.tls is not None, begins, public)
        hub = Hub(store)
        config = uvicorn.Config(
            application(hub, links, endpoint, demo),
            lifespan="on",
            access_log=False,
            log_level="warning",
            server_header=False,
            http=PassedOnProtocol if public else BoundedProtocol,
            proxy_headers=bool(public),
            limit_concurrency=MOST_CONNECTIONS + 1,
            timeout_graceful_shutdown=PATIENCE_AT_THE_END,
            timeout_keep_alive=30,
            **tls,
        )
        _Server(config, hub, lambda: _announce(begins, links, options, report)).run(sockets=[listening])


class _Server(uvicorn.Server):
    """A server that announces that it listens, and closes its streams at shutdown."""

    def __init__(self, config: uvicorn.Config, hub: Hub, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._hub = hub
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening, and announce it."""
        await super().startup(sockets)
        if self.started:
            self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Shut down; close the streams first, because they never end by themselves."""
        self._hub.close_streams()
        await super().shutdown(sockets)


def _listen(options: ServeOptions) -> socket.socket:
    address = options.address if options.address and is_address(options.address) else None
    host = LOOPBACK if not options.lan else address or "0.0.0.0"
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        if not 0 <= options.port < 65536:
            raise OSError("there is no such port")
        # the kind is named, for only of these asyncio sends the end of an answer without waiting for its beginning
        # to be acknowledged, which phones put off for forty milliseconds
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":  # on Windows a second server could take the same port by it
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, options.port))
        listening.listen(128)
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            own = listed(_addresses(replace(options, address=None)), "or")
            remedy = f"Say --address with one of this machine's: {own}"
            raise Refusal(Code.FILE, f"{host} is no address of this machine", remedy) from error
        sentence = f"{host}:{options.port} cannot be listened on: {error.strerror or error}"
        raise Refusal(Code.FILE, sentence, "Say --port N for another port, --port 0 for any that is free") from error
    return listening


def _addresses(options: ServeOptions) -> list[str]:
    if options.address:
        return [options.address]
    return (private_addresses() or [LOOPBACK]) if options.lan else [LOOPBACK]


def _tls(options: ServeOptions) -> dict[str, Any]:
    if options.tls is None:
        return {}
    certificate, key = options.tls
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as error:
        sentence = f"{certificate} and {key} are no certificate with its key: {error}"
        raise Refusal(Code.FILE, sentence, "Say --tls CERT KEY, two files in PEM") from error
    return {"ssl_certfile": str(certificate), "ssl_keyfile": str(key)}


def _begins(options: ServeOptions, port: int, public: str) -> tuple[str, ...]:
    """Return the beginnings of links: at the proxy, or at the addresses of this machine."""
    if public:
        return (f"{public}{ENTRANCE}",)
    scheme = "https" if options.tls else "http"
    return tuple(f"{scheme}://{host_of(address)}:{port}{ENTRANCE}" for address in _addresses(options))


def _public(options: ServeOptions) -> str:
    """Return the scheme and the host of the proxy; empty without one. Raises Refusal."""
    if options.behind is None:
        return ""
    with suppress(ValueError):
        parts = urlsplit(options.behind)
        wrong = parts.path.strip("/") or parts.query or parts.fragment or parts.username or parts.port == 0
        if parts.scheme in ("http", "https") and parts.hostname and not wrong:
            return f"{parts.scheme}://{parts.netloc.lower()}"
    sentence = f"{printable(options.behind, 100)} is not the address of a proxy"
    raise Refusal(Code.FILE, sentence, "Say --behind https://HOST, without a path")


def _in_a_journal() -> bool:
    """Return whether the output goes to the journal of systemd."""
    try:
        output = os.fstat(sys.stdout.fileno())
    except (OSError, ValueError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{output.st_dev}:{output.st_ino}"


def _announce(begins: tuple[str, ...], links: Links | LinkFile, options: ServeOptions, report: Report | None) -> None:
    if options.quiet and not options.only_links:
        return
    if _in_a_journal():
        print("It listens. No link is printed to a journal: card-ledger serve --links prints them")
        _flush()
        return
    if report is not None:
        report(ServeAnswer(record=begins[0] + links.record, watch=begins[0] + links.watch))
        _flush()
        return
    for place, begin in enumerate(begins):
        if place:
            print(f"\nor, on another network of this machine: {begin}{links.record}")
            continue
        for reader, token in (("Who records", links.record), ("Who watches", links.watch)):
            print(f"\n{reader} opens\n  {begin}{token}")
            if options.lan:
                print(_qr_code(begin + token))
    if options.only_links:
        return
    if not options.lan:
        print("\nOnly this machine is let in; --lan lets the phones of the house in.")
    print("Ctrl-C ends it.")
    _flush()


def _flush() -> None:
    sys.stdout.flush()


def _qr_code(link: str) -> str:
    """Return a link as a QR code in half blocks, for a terminal."""
    picture = StringIO()
    segno.make(link, error="l").terminal(picture, compact=True)
    return picture.getvalue().rstrip("\n")
