"""The served application: the API, the pages, and the guards before both."""

import asyncio
import gzip
import hashlib
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from ledger.api.refusals import refusal_answer
from ledger.core.refusals import Refusal, printable
from ledger.recorder.recorder import now
from ledger.web import answers, api, club_api, health
from ledger.web.answers import JsonAnswer
from ledger.web.demo import Demo
from ledger.web.guards import Guards, log
from ledger.web.hub import Hub
from ledger.web.join_code import JoinCode
from ledger.web.links import LinkFile, Links
from ledger.web.pages import books, club, details, entrance, evenings, notebook, rendering, table

STATIC = Path(__file__).parent / "static"
FOR_A_YEAR = "public, max-age=31536000, immutable"
"""The headers of a static file: its address has its digest, so browsers may keep it for ever."""


@dataclass(frozen=True)
class Endpoint:
    """The hosts and the port under which a server answers."""

    hosts: frozenset[str]
    port: int
    tls: bool = False
    links_to_share: tuple[str, ...] = ()
    """Return the beginnings of the links, without their tokens, the best one first."""
    public: str = ""
    """The scheme and the host of a proxy that passes requests on."""

    @property
    def secure(self) -> bool:
        """Whether browsers speak https, with this server or with its proxy."""
        return self.public.startswith("https:") if self.public else self.tls


SENT_AS_ONE = {"script.js": ("htmx.min.js", "page.js", "sheets.js"), "at-table.css": ("base.css", "table.css")}
"""The files that are sent as one, by its name: compressed together they are smaller."""


def _contents(name: str) -> bytes:
    """Return the contents of a static file, or of several that are sent as one."""
    return b"\n".join((STATIC / part).read_bytes() for part in SENT_AS_ONE.get(name, (name,)))


def digests() -> dict[str, str]:
    """Return the digest of every static file, by name."""
    names = [*SENT_AS_ONE, *sorted(path.name for path in STATIC.iterdir())]
    return {name: hashlib.sha256(_contents(name)).hexdigest()[:12] for name in names}


class Static(StaticFiles):
    """The static files; a request names a file's digest, and browsers keep it."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find a file; several that are sent as one are where the first of them is."""
        return super().lookup_path(SENT_AS_ONE.get(path, (path,))[0])

    def file_response(self, full_path: Any, stat_result: Any, scope: Any, status_code: int = 200) -> Response:
        """Send a file; a text is compressed as well as possible, once."""
        name = Path(scope["path"]).name
        response: Response
        if (suffix := Path(name).suffix) in PACKED:
            small = b"gzip" in dict(scope["headers"]).get(b"accept-encoding", b"")
            headers = {"Vary": "Accept-Encoding"} | ({"Content-Encoding": "gzip"} if small else {})
            response = Response(_packed(name) if small else _contents(name), status_code, headers, PACKED[suffix])
        else:
            response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = FOR_A_YEAR
        if name == "worker.js":
            response.headers["Service-Worker-Allowed"] = "/"
        for mark in ("ETag", "Last-Modified"):  # by which nobody asks again for what never changes
            if mark in response.headers:
                del response.headers[mark]
        return response


PACKED = {".css": "text/css", ".js": "text/javascript"}
"""The static texts, by their endings."""


@cache
def _packed(name: str) -> bytes:
    text = _contents(name)
    if name.endswith(".css"):
        text = re.sub(rb"/\*.*?\*/\s*|(?<=[{};])\s+|(?<=,)\n\s*|(?<=:) | (?={)|;?\s+(?=})", b"", text, flags=re.DOTALL)
    else:
        text = re.sub(rb"(?m)^ *//.*\n", b"", text)
    return gzip.compress(re.sub(rb"(?m)^ +", b"", text), 9)  # comments, lines and indents are for people


def application(hub: Hub, links: Links | LinkFile, endpoint: Endpoint, demo: Demo | None = None) -> Guards:
    """Return the application that serves a hub."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        app.state.loop = asyncio.get_running_loop()
        watching = [asyncio.create_task(hub.watch()), asyncio.create_task(asyncio.to_thread(rendering.prepare))]
        if demo is not None:
            watching.append(asyncio.create_task(demo.play(hub)))
        for task in watching:
            task.add_done_callback(_log_failure)
        try:
            yield
        finally:
            hub.close_streams()
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)

    app = FastAPI(
        title="Card Ledger",
        version="1",
        description="The acts of the commands as JSON. A token is the last segment of a link: a bearer token.",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    app.state.hub, app.state.links, app.state.endpoint, app.state.demo = hub, links, endpoint, demo
    app.state.join_code, app.state.now = JoinCode(), now
    app.state.digests = digests()
    for pages in (evenings, table, details, entrance, club, books, notebook, api, club_api, health):  # by how often
        app.include_router(pages.router)
    app.mount("/static", Static(directory=STATIC))
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(Refusal, _refused)
    app.add_middleware(GZipMiddleware, minimum_size=700, compresslevel=6)
    scheme = {"type": "http", "scheme": "bearer"}
    app.openapi_schema = _described(app, scheme)
    return Guards(app, links, endpoint.hosts, endpoint.port, rendering.turned_away(app), endpoint.tls, endpoint.public)


def _log_failure(task: asyncio.Task[Any]) -> None:
    """Log why a background task failed; the server goes on."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a background task has failed", exc_info=error)


def _described(app: FastAPI, scheme: dict[str, Any]) -> dict[str, Any]:
    description = app.openapi()
    parts = description.setdefault("components", {})
    parts["securitySchemes"] = {"token": scheme}
    parts["schemas"] = {**parts.get("schemas", {}), **answers.components(*api.SHAPES, *club_api.SHAPES)}
    description["security"] = [{"token": []}]
    return description


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 400:  # bytes that are no text, which are refused before they are taken for JSON
        return _problem(request, 422, "the body cannot be read")
    return _problem(request, error.status_code, str(error.detail), dict(error.headers or {}))


async def _unreadable(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    faults = [
        f"{'.'.join(str(part) for part in fault['loc'] if part != 'body') or 'the body'}: {fault['msg']}"
        for fault in error.errors()
    ]
    return _problem(request, 422, printable("; ".join(faults), 300))


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    if request.url.path.startswith("/api"):
        return JsonAnswer(refusal_answer(error), 409)
    return _problem(request, 409, error.message)


def _problem(request: Request, status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
    if request.url.path.startswith("/api"):
        whole = sentence if sentence.endswith(".") else f"{sentence}."
        error = {"line": None, "code": CODES.get(status, "refused"), "message": whole, "remedy": ""}
        return JsonAnswer({"error": error}, status, headers)
    return rendering.problem(request, status, sentence)


CODES = {404: "not-there", 405: "not-allowed", 409: "store", 422: "unreadable", 503: "crowded"}
