"""What a page needs to take lines down while the server is away, fetched before."""

from fastapi import APIRouter, HTTPException, Request, Response

from ledger.projections.offers import offers
from ledger.web.answers import JsonAnswer
from ledger.web.notebook_view import notebook_of
from ledger.web.requests import Number, reading, records

router = APIRouter(include_in_schema=False)

FILES = ("queue.js", "notebook.js", "notebook.css", "worker.js")
"""The static files of the notebook."""


@router.get("/evenings/{number}/notebook")
def notebook(request: Request, number: Number) -> Response:
    """Answer with the notebook's files and words, which a page fetches when it is touched."""
    if not records(request):
        raise HTTPException(403, "this link only watches")
    digests = request.app.state.digests
    files = {name: f"/static/{name}?{digests[name]}" for name in FILES}
    with reading(request, number) as live:
        evening, newest, shared = live.evening, live.number, live.shared
        words = live.once(("notebook", shared), lambda: notebook_of(evening, offers(evening, newest, shared)))
        return JsonAnswer({"files": files, "begun": live.replay.recorded[0].said_at, "words": words})
