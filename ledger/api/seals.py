"""Seals and proofs that were made, as programs get them."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType, field

from ledger.api.fields import EventNumber, OfEvening

ProofFile = Annotated[str, Meta(description="The file that has the proof.")]


class SealAnswer(OfEvening, kw_only=True):
    """The seal of an evening; `from` and `proof` if it was proved to continue an earlier seal."""

    title: str
    events: int
    root: str
    seal: str
    earlier: str | UnsetType = field(name="from", default=UNSET)
    proof: ProofFile | UnsetType = UNSET


class WrittenProofAnswer(OfEvening, kw_only=True):
    """A proof that was written."""

    proof: ProofFile
    event: EventNumber
    seal: str
