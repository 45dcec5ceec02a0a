"""The answers that only the page and its server give."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from ledger.api.fields import EveningId
from ledger.api.log import LogRow
from ledger.api.recording import RecordAnswer
from ledger.api.refusals import RefusalAnswer


class ServeAnswer(Struct, kw_only=True):
    """The links of the page that is served; printed once it listens."""

    record: Annotated[str, Meta(description="The link for recording.")]
    watch: Annotated[str, Meta(description="The link for looking on.")]


class OpenedAnswer(Struct, kw_only=True):
    """An evening that was opened on a server."""

    evening: EveningId


class PostedAnswer(RecordAnswer, kw_only=True):
    """What a saying meant, and what others had recorded that its speaker had not seen."""

    meanwhile: list[LogRow] | UnsetType = UNSET


class NotPostedAnswer(RefusalAnswer, kw_only=True):
    """A saying that was refused, and what others had recorded that its speaker had not seen."""

    meanwhile: list[LogRow] | UnsetType = UNSET
