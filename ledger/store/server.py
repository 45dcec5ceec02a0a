"""A database behind a URL, by SQLAlchemy: PostgreSQL, for a club."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from ledger.refusals import Code, Refusal
from ledger.store.database import NOTHING, Row, Values


def engine_of(url: str) -> sqlalchemy.Engine:
    """Make the engine of a URL. Raises Refusal for one that is none, or whose driver is not installed."""
    try:
        parsed = sqlalchemy.make_url(url)
        if parsed.drivername == "postgresql":
            parsed = parsed.set(drivername="postgresql+psycopg")
        return sqlalchemy.create_engine(parsed)
    except (ArgumentError, NoSuchModuleError) as error:
        sentence = f"{_without_password(url)} is no database known here"
        raise Refusal(Code.STORE, sentence, "Say sqlite:///FILE or postgresql://HOST/NAME") from error
    except ModuleNotFoundError as error:
        sentence = f"the driver for {_without_password(url)} is not installed: {error.name}"
        raise Refusal(Code.STORE, sentence, 'Install it: pip install "card-ledger[postgresql]"') from error


def _without_password(url: str) -> str:
    scheme, parted, rest = url.partition("://")
    return f"{scheme}{parted}{rest.rpartition('@')[2]}"


class ServerDatabase:
    """A database reached by SQLAlchemy. Its schema is changed by command, and never in passing."""

    brought_up_to_date = False

    def __init__(self, engine: sqlalchemy.Engine, reading: bool = False) -> None:
        """Connect; where it is for `reading`, no refusal speaks of recording. Raises Refusal where nobody answers."""
        self.reading = reading
        self.engine = engine
        self.holding = " FOR UPDATE" if engine.dialect.name == "postgresql" else ""
        self.name = engine.url.render_as_string(hide_password=True)
        with self._failing():
            self._connection = engine.connect()

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", None) or error).strip().split("\n")[0]
            raise Refusal(
                Code.STORE, f"{self.name}: the database fails: {reason}", "" if self.reading else NOTHING
            ) from error

    def _run(self, statement: str, values: Values | Sequence[Values]) -> Any:
        with self._failing():
            return self._connection.execute(sqlalchemy.text(statement), values)

    def rows(self, statement: str, **values: Any) -> Sequence[Row]:
        """Run one statement and give its rows."""
        if self._connection.in_transaction():
            result = self._run(statement, values)
            return [tuple(row) for row in result] if result.returns_rows else []
        with self.transaction():
            return self.rows(statement, **values)

    def write(self, statement: str, values: Sequence[Values]) -> None:
        """Run one statement for each of these values."""
        if values:
            self._run(statement, values)

    @contextmanager
    def transaction(self, writing: bool = True) -> Iterator[None]:
        """Do everything within it or nothing."""
        if self._connection.in_transaction():
            yield
            return
        with self._failing(), self._connection.begin():
            yield

    def tables(self) -> set[str]:
        """The names of the tables there are."""
        with self._failing(), self._connection.begin():
            return set(sqlalchemy.inspect(self._connection).get_table_names())

    def close(self) -> None:
        """Let go of the database."""
        self._connection.close()
        self.engine.dispose()
