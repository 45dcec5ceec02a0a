"""How people are paid: rows beside the logs, in no digest or export, that can be deleted."""

from collections.abc import Iterable, Sequence

import msgspec

from ledger.core.books import PayeeWay
from ledger.store.database import Database, SqliteDatabase, as_text
from ledger.store.generated import statements as sql
from ledger.store.log import Store


class StoredPayee(msgspec.Struct, frozen=True):
    """One way in which a person is paid."""

    person: str
    method: PayeeWay


def payees(store: Store) -> list[StoredPayee]:
    """Return how all persons are paid; none of an older schema."""
    return [
        StoredPayee(as_text(person), PayeeWay(*map(as_text, method)))
        for person, *method in store.stored(sql.ALL_PAYEES)
    ]


def may_see_payees(store: Store) -> bool:
    """Return whether the connected role may see how people are paid, which readers may not."""
    return store.database.may_read("payee")


def keep_payees(store: Store, stored: Iterable[StoredPayee]) -> None:
    """Keep ways to be paid, each in place of the earlier one."""
    if not (rows := [{"person": payee.person, **_columns(payee.method)} for payee in stored]):
        return
    _secure(store.database)
    with store.writing():
        store.database.write(sql.KEEP_PAYEE, rows)
    _clear_journal(store.database)


def forget_payees(store: Store, forgotten: Sequence[StoredPayee]) -> None:
    """Delete ways to be paid; in a SQLite file overwrite their bytes too."""
    if not forgotten:
        return
    _secure(store.database)
    with store.writing():
        rows = [{"person": payee.person, "way": payee.method.method} for payee in forgotten]
        store.database.write(sql.FORGET_PAYEE, rows)
    _clear_journal(store.database)


def _columns(method: PayeeWay) -> dict[str, str]:
    return {"way": method.method, "value": method.value, "holder": method.holder, "bic": method.bic}


def _secure(database: Database) -> None:
    """Have SQLite overwrite what it deletes."""
    if isinstance(database, SqliteDatabase):
        database.rows("PRAGMA secure_delete = ON")


def _clear_journal(database: Database) -> None:
    """Move the write-ahead log into the SQLite file, and empty it."""
    if isinstance(database, SqliteDatabase):
        database.rows("PRAGMA wal_checkpoint(TRUNCATE)")
