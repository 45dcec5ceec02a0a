"""Tell a watchdog whether the server can answer; it needs no link and says nothing else."""

import asyncio

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from ledger.core.refusals import Refusal
from ledger.web.guards import HEALTH
from ledger.web.requests import hub_of

router = APIRouter(include_in_schema=False)


PATIENCE = 1.0
"""The seconds in which the database must answer."""


@router.get(HEALTH)
async def healthy(request: Request) -> Response:
    """Answer 200 if the database can be read, 503 if it cannot, or not at once."""
    hub = hub_of(request)
    try:
        if not hub.knows:
            raise TimeoutError
        await asyncio.wait_for(asyncio.to_thread(hub.newest, 0), PATIENCE)
    except (Refusal, TimeoutError):
        return PlainTextResponse("the database cannot be read\n", 503)
    return PlainTextResponse("ok\n")
