"""Answers of the API: JSON, and how OpenAPI describes an answer and its refusals."""

from typing import Any

import msgspec
from fastapi.responses import JSONResponse

from ledger.api.refusals import RefusalAnswer

Described = dict[int | str, dict[str, Any]]
"""The answers to a request by their status, in OpenAPI's form."""
IN_COMPONENTS = "#/components/schemas/{name}"
WHY = {
    401: "No link, or a worthless one.",
    403: "The link does not allow it, or it comes from a foreign page.",
    404: "There is no such evening.",
    409: "It does not fit, its key was used for another saying, or the log cannot be read.",
    413: "The body is larger than 64 KB.",
    421: "The Host is not one of this server.",
    422: "It cannot be read.",
    429: "Too many requests at once.",
    503: "Too many streams.",
}
ALWAYS, OF_AN_EVENING, WRITING = (401, 409, 421, 429), (404, 422), (403, 413, 422)
"""The refusals of every request, of a request about an evening, and of one that writes."""


def described(body: Any, *refusals: int, status: int = 200, refused: type[msgspec.Struct] = RefusalAnswer) -> Described:
    """Return the answers of a request, as OpenAPI describes them: its body and its refusals."""
    if isinstance(body, type):
        content = {"application/json": {"schema": _of(body)}}
        text = (body.__doc__ or "").strip()
    else:
        media, text = body
        content = {media: {"schema": {"type": "string", "description": text}}}
    answers: Described = {status: {"description": text, "content": content}}
    for code in sorted({*ALWAYS, *refusals}):
        refusal = refused if code in (409, 422) else RefusalAnswer
        answers[code] = {"description": WHY[code], "content": {"application/json": {"schema": _of(refusal)}}}
    return answers


def components(*shapes: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the schemas of answers, and of refusals."""
    return msgspec.json.schema_components((*shapes, RefusalAnswer), ref_template=IN_COMPONENTS)[1]


def _of(shape: type[msgspec.Struct]) -> dict[str, str]:
    return {"$ref": IN_COMPONENTS.format(name=shape.__name__)}


class JsonAnswer(JSONResponse):
    """A JSON answer, encoded by msgspec."""

    def render(self, content: Any) -> bytes:
        """Encode an answer."""
        return msgspec.json.encode(content)
