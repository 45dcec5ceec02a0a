"""Evenings that were imported or exported, as programs get them."""

from msgspec import UNSET, Struct, UnsetType

from ledger.api.fields import OfEvening
from ledger.core.fields import CounterValue, EveningId, MoneyCode, Unit


class ImportAnswer(Struct, kw_only=True):
    """A file that was imported."""

    file: str
    evening: EveningId | None
    """The number of the evening; null if nothing is written."""
    money: MoneyCode
    unit: Unit
    counter: CounterValue
    events: int
    remarks: tuple[str, ...] | UnsetType = UNSET
    written: bool | UnsetType = UNSET
    """False if the file was only read; `sayings` then counts what would be written."""
    sayings: tuple[str, ...] | UnsetType = UNSET


class ExportAllAnswer(Struct, kw_only=True):
    """All evenings and the payments between them, written as one."""

    evenings: list[EveningId]
    format: str
    text: str


class ExportAnswer(OfEvening, kw_only=True):
    """An evening, written."""

    format: str
    text: str
