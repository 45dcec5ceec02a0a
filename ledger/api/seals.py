"""The seal of an evening, as programs get it."""

from ledger.api.fields import OfEvening


class SealAnswer(OfEvening, kw_only=True):
    """The seal of an evening."""

    title: str
    events: int
    root: str
    seal: str
