"""Tell a watchdog whether the server can answer; it needs no link and says nothing else."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from ledger.core.refusals import Refusal
from ledger.web.guards import HEALTH
from ledger.web.requests import hub_of

router = APIRouter(include_in_schema=False)


@router.get(HEALTH)
def healthy(request: Request) -> Response:
    """Answer 200 if the database can be read, 503 if it cannot."""
    try:
        hub_of(request).newest(0)
    except Refusal:
        return PlainTextResponse("the database cannot be read\n", 503)
    return PlainTextResponse("ok\n")
