"""Table notation: what is said at the table, read into events and written from them.

``Reader(...).read(write(event, money)) == event`` for every event that can be said.
"""

from ledger.notation.reading import Reader
from ledger.notation.words import RESERVED
from ledger.notation.writing import write

__all__ = ["RESERVED", "Reader", "write"]
