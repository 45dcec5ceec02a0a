"""The log in a database: events that are only appended, and a row of totals beside them.

The tables are declared in `models` and made by the migrations. Everything that runs when a saying is recorded is
plain SQL, the same for every database; a SQLite file is used through Python's own driver. Importing SQLModel takes
longer than everything that `record` does, and SQLAlchemy alone half of that. So both are imported only to change a
schema, and SQLAlchemy for a database behind a URL of its own.
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
