"""Connections that ask for nothing: they are closed in time, and keep nobody from being answered."""

import asyncio
import socket
import threading
import time
from contextlib import ExitStack, contextmanager

import httpx
import pytest
import uvicorn

from ledger.web import connections
from ledger.web.connections import BoundedProtocol


async def hello(scope, receive, send):
    if scope["path"] == "/slow":
        await asyncio.sleep(0.6)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"5")]})
    await send({"type": "http.response.body", "body": b"hello"})


@contextmanager
def running():
    """Run a server of one page in a thread, and yield its port."""
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(hello, http=BoundedProtocol, lifespan="off", log_level="critical"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(timeout=10)


def opened(port: int, sent: bytes = b"") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=5)
    connection.sendall(sent)
    return connection


HALF = b"GET / HTTP/1.1\r\nHost: x\r\nX-Half: "


@pytest.mark.parametrize("sent", [b"", HALF, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" + HALF])
def test_a_connection_whose_request_does_not_come_is_closed(monkeypatch, sent):
    monkeypatch.setattr(connections, "PATIENCE_WITH_A_REQUEST", 0.3)
    with running() as port, opened(port, sent) as connection:
        began, received = time.monotonic(), b""
        try:
            while part := connection.recv(1000):
                received += part
        except ConnectionResetError:
            pass
        assert 0.2 < time.monotonic() - began < 4
        assert (b"hello" in received) == (b"\r\n\r\n" in sent)


def test_a_request_that_is_answered_slowly_is_not_closed(monkeypatch):
    monkeypatch.setattr(connections, "PATIENCE_WITH_A_REQUEST", 0.2)
    with running() as port:
        assert httpx.get(f"http://127.0.0.1:{port}/slow").text == "hello"


@pytest.mark.parametrize("bound", ["MOST_OF_AN_ADDRESS", "MOST_CONNECTIONS"])
def test_idle_connections_make_room_for_one_that_asks(monkeypatch, bound):
    monkeypatch.setattr(connections, bound, 8)
    with running() as port, ExitStack() as stack:
        for _ in range(30):
            stack.enter_context(opened(port))
        for _ in range(3):
            assert httpx.get(f"http://127.0.0.1:{port}/").text == "hello"


def test_connections_that_are_being_answered_are_never_closed_for_another(monkeypatch):
    monkeypatch.setattr(connections, "MOST_OF_AN_ADDRESS", 4)
    with running() as port, ExitStack() as stack:
        busy = [stack.enter_context(opened(port, b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")) for _ in range(4)]
        time.sleep(0.2)
        with pytest.raises(httpx.HTTPError):
            httpx.get(f"http://127.0.0.1:{port}/")
        assert all(b"hello" in _whole(connection) for connection in busy)


def _whole(connection: socket.socket) -> bytes:
    received = b""
    while b"hello" not in received and (part := connection.recv(1000)):
        received += part
    return received
