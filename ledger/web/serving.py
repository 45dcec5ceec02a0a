"""Serving: the socket, the links that are printed, and the end."""

import errno
import logging
import socket
import ssl
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from typing import Any

import segno
import uvicorn

from ledger.core.refusals import Code, Refusal, listed
from ledger.store import Store, open_store
from ledger.store.database import SqliteDatabase
from ledger.web.addresses import LOOPBACK, host_of, hosts_of, is_address, private_addresses
from ledger.web.application import Endpoint, application
from ledger.web.connections import MOST_CONNECTIONS, BoundedProtocol
from ledger.web.demo import Demo
from ledger.web.guards import ENTRANCE
from ledger.web.hub import Hub
from ledger.web.links import LinkFile, Links, file_of_links, new_links

PATIENCE_AT_THE_END = 2
"""So many seconds are given to whoever is being answered when the server ends."""


@dataclass(frozen=True)
class ServeOptions:
    """What was said with the command."""

    database: str | None
    lan: bool = False
    address: str | None = None
    port: int = 0
    new_links: bool = False
    tls: tuple[Path, Path] | None = None
    demo: bool = False


Tell = Callable[[dict[str, Any]], None]


def serve(wanted: ServeOptions, tell: Tell | None = None) -> None:
    """Serve until the process is told to end. Raises Refusal where it cannot be begun.

    Once it listens, the links are told to a program, or printed with QR codes for the phones.
    """
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    with ExitStack() as kept:
        demo: Demo | None = None
        if wanted.demo:
            demo = kept.enter_context(Demo.begin())
            store = demo.store
            links: Links | LinkFile = new_links()
        else:
            store = open_store(wanted.database)
            links = LinkFile(_file_of_links(store))
        kept.callback(store.close)
        tls = _tls(wanted)
        listening = kept.enter_context(_listen(wanted))
        if wanted.new_links and isinstance(links, LinkFile):
            links.replace()
        port = listening.getsockname()[1]
        addresses = _addresses(wanted)
        scheme = "https" if wanted.tls else "http"
        begins = tuple(f"{scheme}://{host_of(address)}:{port}{ENTRANCE}" for address in addresses)
        endpoint = Endpoint(hosts_of(addresses, wanted.lan), port, wanted.tls is not None, begins)
        hub = Hub(store)
        config = uvicorn.Config(
            application(hub, links, endpoint, demo),
            lifespan="on",
            access_log=False,
            log_level="warning",
            server_header=False,
            http=BoundedProtocol,
            limit_concurrency=MOST_CONNECTIONS + 1,
            timeout_graceful_shutdown=PATIENCE_AT_THE_END,
            timeout_keep_alive=30,
            **tls,
        )
        _Server(config, hub, lambda: _announce(begins, links, wanted, tell)).run(sockets=[listening])


class _Server(uvicorn.Server):
    """A server that says when it listens, and closes its streams when it is told to end."""

    def __init__(self, config: uvicorn.Config, hub: Hub, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._hub = hub
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End: the streams first, which would else never be done."""
        self._hub.close_streams()
        await super().shutdown(sockets)


def _file_of_links(store: Store) -> Path:
    return file_of_links(store.database.name, isinstance(store.database, SqliteDatabase))


def _listen(wanted: ServeOptions) -> socket.socket:
    address = wanted.address if wanted.address and is_address(wanted.address) else None
    host = LOOPBACK if not wanted.lan else address or "0.0.0.0"
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        if not 0 <= wanted.port < 65536:
            raise OSError("there is no such port")
        # the kind is named, for only of these asyncio sends the end of an answer without waiting for its beginning
        # to be acknowledged, which phones put off for forty milliseconds
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, wanted.port))
        listening.listen(128)
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            own = listed(_addresses(replace(wanted, address=None)), "or")
            remedy = f"Say --address with one of this machine's: {own}"
            raise Refusal(Code.FILE, f"{host} is no address of this machine", remedy) from error
        sentence = f"{host}:{wanted.port} cannot be listened on: {error.strerror or error}"
        raise Refusal(Code.FILE, sentence, "Say --port N for another port, --port 0 for any that is free") from error
    return listening


def _addresses(wanted: ServeOptions) -> list[str]:
    if wanted.address:
        return [wanted.address]
    return (private_addresses() or [LOOPBACK]) if wanted.lan else [LOOPBACK]


def _tls(wanted: ServeOptions) -> dict[str, Any]:
    if wanted.tls is None:
        return {}
    certificate, key = wanted.tls
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as error:
        sentence = f"{certificate} and {key} are no certificate with its key: {error}"
        raise Refusal(Code.FILE, sentence, "Say --tls CERT KEY, two files in PEM") from error
    return {"ssl_certfile": str(certificate), "ssl_keyfile": str(key)}


def _announce(begins: tuple[str, ...], links: Links | LinkFile, wanted: ServeOptions, tell: Tell | None) -> None:
    if tell is not None:
        tell({"record": begins[0] + links.record, "watch": begins[0] + links.watch})
        _flush()
        return
    for place, begin in enumerate(begins):
        if place:
            print(f"\nor, on another network of this machine: {begin}{links.record}")
            continue
        for what, token in (("Who records", links.record), ("Who watches", links.watch)):
            print(f"\n{what} opens\n  {begin}{token}")
            if wanted.lan:
                print(_drawn(begin + token))
    if not wanted.lan:
        print("\nOnly this machine is let in; --lan lets the phones of the house in.")
    print("Ctrl-C ends it.")
    _flush()


def _flush() -> None:
    import sys

    sys.stdout.flush()


def _drawn(link: str) -> str:
    """A link as a QR code in half blocks of a terminal."""
    drawn = StringIO()
    segno.make(link, error="l").terminal(drawn, compact=True)
    return drawn.getvalue().rstrip("\n")
