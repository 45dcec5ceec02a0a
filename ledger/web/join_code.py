"""The join code of the wall, for people who cannot scan: it gives the link that watches.

A code lives while a wall shows it, at most ten minutes. It is kept in memory only, and never logged.
"""

import secrets
import threading
import time
from collections.abc import Callable
from hmac import compare_digest

from ledger.web.guards import MOST_ADDRESSES, log

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters that are distinct across a room: no I and 1, no O and 0."""
LENGTH = 6
LIVES = 600.0
"""The greatest lifetime of a code, in seconds."""
LOOKS = 10.0
"""The seconds between two requests of a wall for the code."""
SHOWN = 3 * LOOKS
"""The seconds after a wall's last request in which it still counts as showing the code."""
MOST_WRONG = 5
"""The number of wrong codes that closes an address."""
CLOSED = 60.0
"""The seconds for which an address is closed; after as many without a wrong code, earlier ones are forgotten."""


class JoinCode:
    """The code that the walls of a server show, and the wrong codes of each address."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._code = ""
        self._drawn = self._shown = -LIVES
        self._wrong: dict[str, tuple[int, float]] = {}
        """The number of wrong codes from each address, and when they are forgotten."""

    def for_a_wall(self) -> str:
        """Return the code for a wall that shows it now; a new one before the last one expires."""
        with self._lock:
            now = self._clock()
            if not self._lives(now) or now - self._drawn >= LIVES - 2 * LOOKS:
                self._code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
                self._drawn = now
            self._shown = now
            return self._code

    @property
    def lives(self) -> bool:
        """Return whether a wall shows a code now."""
        with self._lock:
            return self._lives(self._clock())

    def is_closed(self, address: str) -> bool:
        """Return whether codes of this address are refused now."""
        with self._lock:
            return self._is_closed(address, self._clock())

    def takes(self, address: str, typed: str) -> bool:
        """Return whether an address typed the code that a wall shows; count a wrong code."""
        with self._lock:
            now = self._clock()
            if self._is_closed(address, now):
                return False
            given = "".join(typed.split()).upper().encode()
            if compare_digest(given, self._code.encode()) and self._lives(now):
                self._wrong.pop(address, None)
                return True
            wrong = self._wrong.get(address, (0, now))[0] + 1
            self._wrong[address] = wrong, now + CLOSED
        if wrong == MOST_WRONG:
            log.warning("wrong join codes from %s: %d", address, wrong)
        return False

    def _lives(self, now: float) -> bool:
        return now - self._shown < SHOWN and now - self._drawn < LIVES

    def _is_closed(self, address: str, now: float) -> bool:
        """Forget expired counts; if too many addresses are counted, new addresses are closed too."""
        self._wrong = {one: entry for one, entry in self._wrong.items() if entry[1] > now}
        if address not in self._wrong:
            return len(self._wrong) >= MOST_ADDRESSES
        return self._wrong[address][0] >= MOST_WRONG
