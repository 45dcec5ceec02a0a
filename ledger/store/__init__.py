"""The log in a database: events that are only appended, and a row of totals beside.

The tables are declared in `models` and made by the migrations. What runs whenever something is recorded speaks
plain SQL, the same for every database, and for a SQLite file goes straight to Python's own driver: importing
SQLModel takes longer than everything that `record` does (SQLAlchemy alone half of that), so both are imported
only to change a schema, and for a database behind a URL of its own.
"""

from ledger.store.keys import Sent, sent
from ledger.store.log import CLUB, AnotherLog, Derived, EveningListed, Head, Stale, Store, StoredTotals
from ledger.store.places import open_store, open_to_read
from ledger.store.rows import Stored

__all__ = [
    "CLUB",
    "AnotherLog",
    "Derived",
    "EveningListed",
    "Head",
    "Sent",
    "Stale",
    "Store",
    "Stored",
    "StoredTotals",
    "open_store",
    "open_to_read",
    "sent",
]
