"""Irregularities: the cost of each offence of a sheet, and who gets it."""

import msgspec

from ledger.core.books import Pool


class Offence(msgspec.Struct, frozen=True):
    """An irregularity of a sheet: its cost (None: the amount must be said), and who gets it."""

    amount: int | None
    """What it costs; None where the amount must be said."""
    to: Pool | str | None
    """The pool or the player that gets it; None: nobody, and nothing is paid."""
    cite: str
    """The page of the sheet."""
    dealer_only: bool = False
    """Whether only the dealer can be at fault."""
    between_deals: bool = False
    """Whether it may be said between deals."""
    takes_amount: bool = True
    """Whether an amount may be said with it."""
