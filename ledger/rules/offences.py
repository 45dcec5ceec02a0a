"""Irregularities: what an offence of a sheet costs, and where that goes."""

from dataclasses import dataclass

from ledger.core.books import Pool


@dataclass(frozen=True)
class Offence:
    """An irregularity of a sheet: what it costs (None: an amount must be said), and where that goes."""

    amount: int | None
    to: Pool | str | None
    cite: str
    dealer_only: bool = False
    between_deals: bool = False
    takes_amount: bool = True
