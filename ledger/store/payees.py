"""How people are paid: rows beside the logs that can be deleted.

The club's log tells of every change. Of the value it has a digest under a secret, which stands beside the value and is
deleted with it: whoever has the log alone can try no value out.
"""

import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import msgspec

from ledger.core.books import PayeeWay
from ledger.core.events import PayeeChanges, Pinned, RecordedEvent
from ledger.core.names import key_of
from ledger.store.database import SqliteDatabase, as_text
from ledger.store.generated import statements as sql
from ledger.store.log import Store

DIGEST = "digest"
"""The name under which the club's log pins the digest of what is kept."""
NOT_TOLD = "the club's log does not say who set it"
"""What is wrong with a way that was kept before changes were told, or was put there by hand."""


class StoredPayee(msgspec.Struct, frozen=True):
    """One way in which a person is paid, with the secret of its digest."""

    person: str
    method: PayeeWay
    secret: str = ""

    @property
    def named(self) -> tuple[str, str]:
        """Return whose it is, without regard to case, and which way."""
        return key_of(self.person), self.method.method

    @property
    def pinned(self) -> Pinned:
        """Return what the club's log pins of how somebody is paid."""
        value = msgspec.json.encode([self.person, *msgspec.structs.astuple(self.method)])
        return {DIGEST: hmac.digest(self.secret.encode(), value, "sha256").hex()}


def payees(store: Store) -> list[StoredPayee]:
    """Return how all persons are paid; none of an older schema without them."""
    statement = sql.PAYEES_0007 if store.revision == "0007" else sql.ALL_PAYEES
    return [
        StoredPayee(person, PayeeWay(*method), "".join(secret))
        for row in store.stored(statement)
        for person, *columns in (map(as_text, row),)
        for method, secret in ((columns[:4], columns[4:]),)
    ]


Changes = Mapping[tuple[str, str], RecordedEvent]
"""The newest change of each way in which somebody is paid, by the club's log."""


def changes_in(recorded: Iterable[RecordedEvent]) -> Changes:
    """Return the newest change of each way that a log of the club tells of."""
    return {
        (key_of(event.event.person), event.event.method): event
        for event in recorded
        if isinstance(event.event, PayeeChanges)
    }


def wrong_with_payee(payee: StoredPayee, changes: Changes) -> str:
    """Return why what is kept is not what the club's log tells of, as a clause; empty if it is."""
    if (change := changes.get(payee.named)) is None:
        return NOT_TOLD
    return "" if change.pinned == payee.pinned else "it is not what the club's log tells of"


def wrong_payees(stored: Sequence[StoredPayee], changes: Changes) -> Iterator[tuple[str, str, str]]:
    """Yield whose way to be paid is wrong, which way, and why.

    Where nothing at all is kept, it was left out of a copy.
    """
    for payee in stored:
        if wrong := wrong_with_payee(payee, changes):
            yield payee.person, payee.method.method, wrong
    there = {payee.named for payee in stored}
    for named, change in changes.items() if stored else ():
        if DIGEST in change.pinned and named not in there and isinstance(change.event, PayeeChanges):
            yield change.event.person, change.event.method, "it is gone, and the club's log does not say so"


def may_see_payees(store: Store) -> bool:
    """Return whether the connected role may see how people are paid, which readers may not."""
    return store.database.may_read("payee")


@contextmanager
def changing_payees(store: Store) -> Iterator[None]:
    """Change how people are paid, all or nothing.

    In a SQLite file the bytes of what is gone are overwritten too.
    """
    sqlite = isinstance(store.database, SqliteDatabase)
    if sqlite:
        store.database.rows("PRAGMA secure_delete = ON")
    with store.database.transaction():
        yield
    if sqlite:  # the write-ahead log is moved into the file, and emptied
        store.database.rows("PRAGMA wal_checkpoint(TRUNCATE)")


def keep_payees(store: Store, stored: Iterable[StoredPayee]) -> None:
    """Keep ways to be paid, each in place of the earlier one."""
    rows = [{"person": payee.person, **_columns(payee.method), "secret": payee.secret} for payee in stored]
    store.database.write(sql.KEEP_PAYEE, rows)


def forget_payees(store: Store, forgotten: Sequence[StoredPayee]) -> None:
    """Delete ways to be paid."""
    rows = [{"person": payee.person, "way": payee.method.method} for payee in forgotten]
    store.database.write(sql.FORGET_PAYEE, rows)


def _columns(method: PayeeWay) -> dict[str, str]:
    return {"way": method.method, "value": method.value, "holder": method.holder, "bic": method.bic}
