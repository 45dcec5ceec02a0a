"""The answers that only the page and its server give."""

from msgspec import UNSET, Struct, UnsetType

from ledger.api.log import LogRow
from ledger.api.recording import RecordAnswer
from ledger.api.refusals import RefusalAnswer
from ledger.core.fields import EveningId


class OpenedAnswer(Struct, kw_only=True):
    """An evening that was opened on a server."""

    evening: EveningId


class PostedAnswer(RecordAnswer, kw_only=True):
    """What a saying meant, and what others had recorded that its speaker had not seen yet."""

    meanwhile: list[LogRow] | UnsetType = UNSET


class NotPostedAnswer(RefusalAnswer, kw_only=True):
    """A saying that was refused, and what others had recorded that its speaker had not seen."""

    meanwhile: list[LogRow] | UnsetType = UNSET
