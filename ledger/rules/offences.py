"""Irregularities: the cost of each offence of a sheet, and who gets it."""

from dataclasses import dataclass

from ledger.core.books import Pool


@dataclass(frozen=True)
class Offence:
    """An irregularity of a sheet: its cost (None: the amount must be said), and who gets it."""

    amount: int | None
    to: Pool | str | None
    cite: str
    dealer_only: bool = False
    between_deals: bool = False
    takes_amount: bool = True
