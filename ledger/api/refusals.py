"""A refusal, as programs get it."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from ledger.api.forms import ExpectingAnswer
from ledger.core.fields import FileName
from ledger.core.refusals import Refusal, RefusedLine


class ErrorAnswer(Struct, kw_only=True):
    """Why something was refused."""

    line: Annotated[int | None, Meta(description="The line of a file, or of the input; null if there is none.")]
    code: Annotated[str, Meta(description="Which check refused: a word that never gets another meaning.")]
    message: Annotated[str, Meta(description="What is refused, and why; a person reads it on standard error.")]
    remedy: Annotated[str, Meta(description="What to do or to say instead; may be empty. Not part of `message`.")]


class RefusalAnswer(Struct, kw_only=True):
    """A refusal (the exit code is 1) or a misuse (2): nothing was written."""

    file: FileName | UnsetType = UNSET
    expecting: ExpectingAnswer | UnsetType = UNSET
    error: ErrorAnswer


def error_answer(refusal: Refusal | RefusedLine) -> ErrorAnswer:
    """Return a refusal: a person reads its message and then its remedy."""
    line = refusal.line if isinstance(refusal, RefusedLine) else None
    return ErrorAnswer(line=line, code=refusal.code.value, message=refusal.fault, remedy=refusal.remedy)


def refusal_answer(
    refusal: Refusal | RefusedLine, file: str | None = None, expecting: ExpectingAnswer | None = None
) -> RefusalAnswer:
    """Return a refusal, of a file, or with what is awaited still in the evening."""
    return RefusalAnswer(file=file or UNSET, expecting=expecting or UNSET, error=error_answer(refusal))
