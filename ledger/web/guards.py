"""The guards: which requests are let in, and which are refused beforehand.

In this order: a foreign Host (421), too many requests (429), no token or a worthless one (401), a foreign Origin or
Referer (403), a token without the right to the act (403), a body that is too large (413).
"""

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from ledger.web.links import LinkFile, Links, Right

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Page = Callable[[int, str], bytes]
"""A function that makes the page which tells why nothing is shown: the status, and the sentence."""

MOST_IN_A_BODY = 64 * 1024
"""The greatest size of a body, in bytes."""
MOST_PASSED_OVER = 32 * 1024 * 1024
"""How much of a larger body is read and thrown away, so that its sender gets the refusal."""
PATIENCE_WITH_A_BODY = 10.0
"""The seconds in which a body must come."""
A_SECOND = 1000
"""The number of requests a second that are accepted from one address."""
AT_ONCE = 5000
"""The number of those requests that may come at once."""
MOST_ADDRESSES = 1000
SLOWEST = 2.0
"""The greatest delay of the answer to a wrong link, in seconds."""
MOST_SLOWED = 20
"""The greatest number of wrong links that wait at a time; others are refused at once."""

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "same-origin",  # with none a form that no script sends says its Origin is null, and is refused
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
STATIC_HEADERS = {name: HEADERS[name] for name in ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")}
"""The headers of files that pages are made of; other headers concern pages only."""
ENTRANCE = "/in/"
"""The beginning of a link's path; the token follows."""
NAME = "/name"
"""The path that asks who holds a phone; only the phone keeps the answer."""
JOIN = "/join"
"""The path for the join code, for people without a link."""
STATIC = "/static/"
HEALTH = "/healthz"
OPEN_TO_ALL = (STATIC, ENTRANCE, HEALTH)

log = logging.getLogger("card-ledger")


class Rates:
    """The recent requests and wrong links of each address."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self.wrong: OrderedDict[str, int] = OrderedDict()
        self.slowed = 0

    def takes(self, address: str) -> bool:
        """Return whether one more request of this address is accepted now."""
        now = self._clock()
        left, at = self._left.pop(address, (float(AT_ONCE), now))
        left = min(float(AT_ONCE), left + (now - at) * A_SECOND)
        self._left[address] = (max(left - 1, 0.0), now)
        if len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return left >= 1

    def another_wrong(self, address: str) -> float:
        """Count a wrong link, and return the seconds by which its answer is delayed."""
        wrong = self.wrong.pop(address, 0) + 1
        self.wrong[address] = wrong
        if len(self.wrong) > MOST_ADDRESSES:
            self.wrong.popitem(last=False)
        if wrong & (wrong - 1) == 0:
            log.warning("wrong links from %s: %d", address, wrong)
        return min(SLOWEST, 0.05 * 2 ** min(wrong, 8) - 0.05) if wrong > 1 else 0.05


class Guards:
    """Stands before the application.

    `scope["right"]` is the right of an accepted request, and `scope["is_allowed"]` tells whether its link still gives
    it.
    """

    def __init__(
        self,
        application: Application,
        links: Links | LinkFile,
        hosts: frozenset[str],
        port: int,
        page: Page,
        tls: bool = False,
        public: str = "",
    ) -> None:
        """`public` is the scheme and the host of a proxy that passes requests on."""
        self.application = application
        self.links = links
        self.hosts = hosts
        self.port = port
        self.cookie = cookie_name(port)
        self.rates = Rates()
        self._page = page
        self._tls = tls
        self._public = public

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        address = scope["client"][0] if scope.get("client") else ""
        refused = await self._why_not(scope, headers, address)
        if refused is None and scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            body = await _whole_body(receive, headers)
            if body is None:
                refused = 413, f"a body is at most {MOST_IN_A_BODY // 1024} KB long"
            else:
                receive = _again(body, receive)
        if refused is not None:
            await self._refuse(scope, receive, send, *refused)
            return
        fence = STATIC_HEADERS if scope["path"].startswith(STATIC) else HEADERS
        await self.application(scope, receive, _with_headers(send, fence))

    async def _why_not(self, scope: Scope, headers: dict[str, str], address: str) -> tuple[int, str] | None:
        if not self._is_own(headers.get("host", "")):
            return 421, "this is not an address of this server"
        if not self.rates.takes(address):
            return 429, "that is too many requests at once: wait a moment"
        path: str = scope["path"]
        if path.startswith(OPEN_TO_ALL):
            if path.startswith(ENTRANCE) and self.links.right_of(path.removeprefix(ENTRANCE)) is None:
                return await self._wrong(address)
            return None
        right, token = None, self._token(headers)
        if path != JOIN:
            right = None if token is None else self.links.right_of(token)
            if right is None:
                if token is not None:
                    return await self._wrong(address)
                return 401, "this page is opened by a link: ask for it at the table"
            scope["right"] = right
            scope["is_allowed"] = lambda: token is not None and self.links.right_of(token) is right
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return None
        for name in ("origin", "referer"):
            if name in headers and not self._is_from_here(headers[name], headers["host"]):
                return 403, "this was sent from the page of somebody else"
        if right is not Right.RECORD and path not in (NAME, JOIN):
            return 403, "this link only watches: ask for one that records"
        return None

    def _token(self, headers: dict[str, str]) -> str | None:
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return token.strip()
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(self.cookie)
        except CookieError:
            return None
        return None if cookie is None else cookie.value

    def _is_own(self, host: str) -> bool:
        """Return whether a Host header names this server."""
        if self._is_the_proxy(host):
            return True
        name, port = _parted(host)
        usual = 443 if self._tls else 80
        return name in self.hosts and (port or str(usual)) == str(self.port)

    def _is_the_proxy(self, host: str) -> bool:
        return bool(self._public) and host.lower() == self._public.partition("://")[2]

    def _is_from_here(self, url: str, host: str) -> bool:
        try:
            parts = urlsplit(url)
        except ValueError:
            return False
        page = f"{parts.scheme}://{parts.netloc.lower()}"
        if page == self._public:
            return True
        return page == f"{'https' if self._tls else 'http'}://{host.lower()}" and not self._is_the_proxy(host)

    async def _wrong(self, address: str) -> tuple[int, str]:
        wait = self.rates.another_wrong(address)
        if self.rates.slowed >= MOST_SLOWED:
            return 429, "too many wrong links: wait a moment"
        self.rates.slowed += 1
        try:
            await asyncio.sleep(wait)
        finally:
            self.rates.slowed -= 1
        return 401, "this link is worth nothing any more: ask for the new one at the table"

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, sentence: str) -> None:
        if _wants_json(scope):
            kind = "application/json"
            error = {"line": None, "code": CODES[status], "message": f"{sentence}.", "remedy": ""}
            body = json.dumps({"error": error}).encode()
        else:
            kind, body = "text/html; charset=utf-8", self._page(status, sentence)
        answer = {"Content-Type": kind, "Content-Length": str(len(body)), "Cache-Control": "no-store"}
        if status == 401:
            answer["WWW-Authenticate"] = "Bearer"
        if status == 429:
            answer["Retry-After"] = "1"
        headers = [(name.encode(), value.encode()) for name, value in {**HEADERS, **answer}.items()]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


CODES = {401: "no-link", 403: "no-right", 413: "too-large", 421: "foreign-host", 429: "too-many"}


def cookie_name(port: int) -> str:
    """Return the name of the link's cookie; each server of a machine has its own."""
    return f"card-ledger-{port}"


def _parted(host: str) -> tuple[str, str]:
    """Return the host and the port of a header."""
    if host.startswith("["):
        name, _, rest = host.partition("]")
        return f"{name}]".lower(), rest.removeprefix(":")
    name, _, port = host.partition(":")
    return name.lower().removesuffix("."), port


def _wants_json(scope: Scope) -> bool:
    path: str = scope["path"]
    return path.startswith("/api/") or path in ("/api", "/openapi.json")


async def _whole_body(receive: Receive, headers: dict[str, str]) -> bytes | None:
    """Return the whole body of a request; None if it is too large or too slow."""
    parts: list[bytes] = []
    length = 0
    try:
        async with asyncio.timeout(PATIENCE_WITH_A_BODY):
            while length <= MOST_PASSED_OVER:
                message = await receive()
                part = message.get("body", b"")
                length += len(part)
                if length <= MOST_IN_A_BODY:
                    parts.append(part)
                if message["type"] == "http.disconnect" or not message.get("more_body"):
                    break
    except TimeoutError:
        return None
    return b"".join(parts) if length <= MOST_IN_A_BODY else None


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a receiver that gives a body again."""
    given = False

    async def received() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return received


def _with_headers(send: Send, fence: Mapping[str, str]) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", []))
            there = {name.lower() for name, _ in headers}
            headers += [
                (name.encode(), value.encode()) for name, value in fence.items() if name.lower().encode() not in there
            ]
            if b"cache-control" not in there:
                headers.append((b"Cache-Control", b"no-store"))
            message = {**message, "headers": headers}
        await send(message)

    return sent
