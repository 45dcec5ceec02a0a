"""Copy a log: back up a live database, or carry the log to another one.

Every event of a copy is checked on both sides, by the digest that binds it to those before it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from ledger.core.refusals import Code, Refusal
from ledger.log.digests import BEFORE_THE_FIRST
from ledger.store.database import Database, Row, SqliteDatabase
from ledger.store.generated import statements as sql
from ledger.store.log import CLUB, Store
from ledger.store.payees import changing_payees, forget_payees, keep_payees, payees
from ledger.store.repairs import moved_in
from ledger.store.rows import COLUMNS, event_of, event_row
from ledger.store.schema import SCHEMA, bring_up_to_date, revision_of

Watch = Callable[[Sequence[Row]], Iterable[Row]]


class Copied(msgspec.Struct, frozen=True):
    """What a copy contains, and how much of it was written now."""

    evenings: int
    events: int
    written: int
    """The number of events that were not in the copy before."""


def back_up(database: Database, target: Path, with_payees: bool = True) -> Copied:
    """Make a safe copy of a live database in a new SQLite file, while others go on recording.

    A SQLite file is copied as it is at one moment; from a server the log is carried over, with everything that a
    recorder needs. Raises Refusal if the file exists or cannot be made, and if the log is unsound.
    """
    if isinstance(database, SqliteDatabase):
        database.copy_to(target)
        if not with_payees:
            _forget_all_payees(target)
        with _opened(SqliteDatabase(target, mode="ro", reading=True)) as copy:
            return _checked(copy)
    with _new(target) as copy:
        return carry(Store(database), copy, with_payees)


def _forget_all_payees(target: Path) -> None:
    """Delete from a copy how people are paid."""
    with _opened(SqliteDatabase(target)) as copy:
        stored = payees(Store(copy.database, revision_of(copy.database) or SCHEMA))
        with changing_payees(copy):
            forget_payees(copy, stored)


@contextmanager
def _opened(database: Database) -> Iterator[Store]:
    try:
        yield Store(database)
    finally:
        database.close()


@contextmanager
def _new(target: Path) -> Iterator[Store]:
    """Make a new SQLite file that is a log; it exists only if everything goes well."""
    if target.exists():
        raise Refusal(Code.FILE, f"there is a file {target} already", "Name a new one: nothing is written over")
    database = SqliteDatabase(target)
    try:
        bring_up_to_date(database)
        yield Store(database)
        database.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    except BaseException:
        database.close()
        for file in (target, Path(f"{target}-wal"), Path(f"{target}-shm")):
            file.unlink(missing_ok=True)
        raise
    database.close()


def _checked(store: Store) -> Copied:
    """Count the evenings and events, and check every digest. Raises Refusal at a wrong one."""
    with store.database.transaction(writing=False):
        numbers, events = [evening.id for evening in store.evenings()], 0
        for number in numbers:
            store.see_whole_chain(number)
            events += store.newest(number)[0]
        if store.has(CLUB):
            store.see_whole_chain(CLUB)
            events += store.newest(CLUB)[0]
    return Copied(len(numbers), events, events)


def carry(source: Store, target: Store, with_payees: bool = True, watch: Watch = iter) -> Copied:
    """Carry the log to another database, as it is at one moment; evenings keep their numbers.

    Evenings and events that the other database has already are passed over, so that an interrupted copy can be
    completed. `watch` goes through them one by one, to show the progress. Raises Refusal if an evening of the other
    database differs or has more events, and if a digest does not agree.
    """
    written = 0
    with source.database.transaction(writing=False):
        listed = source.database.rows(sql.ALL_EVENINGS)
        of_club = [(CLUB, *row) for row in source.database.rows(sql.DESCRIBED, evening=CLUB)]
        for described in watch((*listed, *of_club)):
            written += _carry_evening(source, target, described)
        for chosen in source.database.rows(sql.ALL_CURRENT):
            if not target.database.rows(sql.CURRENT, recorder=chosen[0]):
                target.choose(*chosen)
        if with_payees:
            with changing_payees(target):
                keep_payees(target, payees(source))
        _carry_moved(source, target)
        numbers = {int(described[0]): source.newest(int(described[0])) for described in (*listed, *of_club)}
    target.database.number_on()
    for evening, newest in numbers.items():
        target.see_whole_chain(evening)
        target.see_newest(evening, *newest)
    return Copied(len(listed), sum(number for number, _ in numbers.values()), written)


def _carry_moved(source: Store, target: Store) -> None:
    """Carry what was moved out of logs."""
    there = {tuple(row) for rows in moved_in(target).values() for row in rows}
    moved = [row for rows in moved_in(source).values() for row in rows if tuple(row) not in there]
    with target.writing():
        target.database.write(sql.ADD_MOVED, [_named(sql.MOVED_COLUMNS, row) for row in moved])


def _carry_evening(source: Store, target: Store, described: Row) -> int:
    """Carry one evening, or its missing part; return how many events were written."""
    evening = int(described[0])
    source.see_whole_chain(evening)
    newest, _ = source.newest(evening)
    there, head = target.newest(evening)
    if there > newest or head != (source.digest_of(evening, there) if there else BEFORE_THE_FIRST):
        other = f"is another one to event {there}"
        difference = f"has {there} events there and {newest} here" if there > newest else other
        sentence = f"evening {evening} in {target.database.name} {difference}"
        raise Refusal(Code.STORE, sentence, "Copy into an empty database, or one that this was copied into before")
    if not target.has(evening):
        with target.writing():
            target.database.write(sql.COPY_EVENING, [_named(sql.EVENING_COLUMNS, described)])
    with closing(source.database.portions(sql.STORED_EVENTS, evening=evening)) as portions:
        for rows in portions:
            if missing := [row for row in rows if row[0] > there]:
                with target.holding(evening):
                    _add(target, sql.ADD_EVENT, sql.EVENT_COLUMNS, evening, list(map(_as_written_today, missing)))
    with target.holding(evening):
        _carry_beside(source, target, evening, described)
    return newest - there


def _as_written_today(row: Row) -> Row:
    """Return a row of the log in the form of which the digest is taken, as a server checks it."""
    named = _named(sql.EVENT_COLUMNS, row)
    written = event_row(0, event_of([named[column] for column in COLUMNS]).recorded, str(named["digest"]))
    return [written[column] for column in sql.EVENT_COLUMNS]


def _carry_beside(source: Store, target: Store, evening: int, described: Row) -> None:
    """Carry the keys and the totals of an evening, which are not among its events.

    Raises Refusal if the other database has something else under one of its keys.
    """
    there = {row[0]: tuple(row) for row in target.database.rows(sql.ALL_SENT, evening=evening)}
    sent = source.stored(sql.ALL_SENT, evening=evening)
    for row in sent:
        if there.get(row[0], tuple(row)) != tuple(row):
            sentence = f"evening {evening} in {target.database.name} has something else under a key that is here too"
            raise Refusal(Code.STORE, sentence, "card-ledger audit says whether it is so here or there")
    _add(target, sql.ADD_SENT, sql.SENT_COLUMNS, evening, [row for row in sent if row[0] not in there])
    ((number_of_keys,),) = source.stored(sql.KEYS_COUNTED, evening=evening) or [(len(sent),)]
    for row in source.stored(sql.TOTALS, evening=evening):
        totals = {"evening": evening, **_named(sql.TOTALS_COLUMNS, row), "sent": number_of_keys}
        target.database.write(sql.COPY_TOTALS, [totals])
    description = _named(sql.EVENING_COLUMNS, described)
    target.database.write(sql.DESCRIBE_EVENING, [{**description, "evening": description.pop("id")}])


def carry_keys(source: Store, target: Store, evening: int, wanted: Callable[[str], bool]) -> None:
    """Carry the wanted keys under which the sayings of an evening were sent to a new copy of it."""
    sent = [row for row in source.stored(sql.ALL_SENT, evening=evening) if wanted(row[0])]
    with target.holding(evening):
        _add(target, sql.ADD_SENT, sql.SENT_COLUMNS, evening, sent)
        target.database.write(sql.COUNT_KEYS, [{"evening": evening}])


def _add(target: Store, statement: str, columns: Sequence[str], evening: int, rows: Sequence[Row]) -> None:
    target.database.write(statement, [{"evening": evening, **_named(columns, row)} for row in rows])


def _named(columns: Sequence[str], row: Row) -> dict[str, object]:
    """Return a row by its column names, with yes and no as booleans, not as SQLite's numbers."""
    named = zip(columns, row, strict=True)
    return {column: bool(value) if column in sql.YES_OR_NO else value for column, value in named}
