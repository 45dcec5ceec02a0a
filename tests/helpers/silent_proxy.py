"""A proxy that stops forwarding: connections stay open, and nothing comes through them any more."""

import selectors
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class SilentProxy:
    """Passes on what comes on a port of its own, until it is told to be silent."""

    def __init__(self, path: str) -> None:
        self.silent = False
        self._path = path
        self._ended = False
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._listening, selectors.EVENT_READ)
            while not self._ended:
                for key, _ in selector.select(0.02):
                    if self.silent or key.fileobj.fileno() < 0:  # closed with its other end a moment ago
                        continue
                    if key.fileobj is self._listening:
                        self._connect(selector)
                    else:
                        self._pass_on(selector, key.fileobj, key.data)
                if self.silent:
                    threading.Event().wait(0.02)

    def _connect(self, selector: selectors.BaseSelector) -> None:
        client, _ = self._listening.accept()
        server = socket.socket(socket.AF_UNIX)
        server.connect(self._path)
        selector.register(client, selectors.EVENT_READ, server)
        selector.register(server, selectors.EVENT_READ, client)

    def _pass_on(self, selector: selectors.BaseSelector, source: socket.socket, target: socket.socket) -> None:
        part = b""
        with suppress(OSError):
            if part := source.recv(65536):
                target.sendall(part)
        if not part:
            for each in (source, target):
                selector.unregister(each)
                each.close()


@contextmanager
def silent_proxy(path: str) -> Iterator[SilentProxy]:
    """Run a proxy to the socket at a path."""
    proxy = SilentProxy(path)
    proxy._thread.start()
    try:
        yield proxy
    finally:
        proxy._ended = True
        proxy._thread.join(timeout=10)
        proxy._listening.close()
