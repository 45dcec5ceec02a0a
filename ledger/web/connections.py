"""Bound connections per address and in time, before any request is looked at.

Anybody can open connections, even without a link. A connection that asks for nothing, or sends half a request, is
closed after a while, and makes room for others as soon as room is short: it never keeps anybody from being answered.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 400
"""The greatest number of connections in all."""
MOST_OF_AN_ADDRESS = 200
"""The greatest number of connections of one address."""
PATIENCE_WITH_A_REQUEST = 10.0
"""The seconds in which the head of a request must come, from its first byte or from the opening on."""


class BoundedProtocol(H11Protocol):
    """A connection that is closed if no request comes, or others need its room."""

    _patience: asyncio.TimerHandle | None = None

    @property
    def most_of_an_address(self) -> int:
        """Return the greatest number of connections of one address."""
        return MOST_OF_AN_ADDRESS

    @property
    def idle(self) -> bool:
        """Return whether no request of this connection is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: Any) -> None:
        """Take the connection, in place of an idle one if there are too many; else close it."""
        super().connection_made(transport)
        own = [other for other in self.connections if _address(other) == _address(self)]
        for others, most in ((own, self.most_of_an_address), (list(self.connections), MOST_CONNECTIONS)):
            if len(others) > most and not self._make_room(others):
                transport.close()
                return
        self._wait_for_a_request()

    def _make_room(self, others: list[Any]) -> bool:
        """Close an idle connection among others; return whether there was one."""
        for other in others:
            if other is not self and isinstance(other, BoundedProtocol) and other.idle:
                self.connections.discard(other)
                other.transport.abort()
                return True
        return False

    def data_received(self, data: bytes) -> None:
        """Take some bytes of a request; the rest of its head must follow soon."""
        super().data_received(data)
        if self.idle:
            self._wait_for_a_request()
        else:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Answer the next request, a part of which may have come already."""
        super().on_response_complete()
        if self.idle and self.conn.trailing_data[0]:
            self._wait_for_a_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting for a request."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_a_request(self) -> None:
        if self._patience is None:
            self._patience = self.loop.call_later(PATIENCE_WITH_A_REQUEST, self._give_up)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _give_up(self) -> None:
        self._patience = None
        if self.idle:
            self.transport.abort()


class PassedOnProtocol(BoundedProtocol):
    """A connection of a proxy: all come from its address."""

    @property
    def most_of_an_address(self) -> int:
        """Return the greatest number of connections of one address: as many as in all."""
        return MOST_CONNECTIONS


def _address(connection: Any) -> str:
    return connection.client[0] if connection.client else ""
