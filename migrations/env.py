"""How Alembic runs: in the transaction that the store has begun, or from the command line for developers."""

from os import environ

from alembic import context
from sqlalchemy import Connection


def run(connection: Connection) -> None:
    """Run the migrations within the transaction that was begun."""
    context.configure(connection=connection, transactional_ddl=True, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


def run_for_developers() -> None:
    """Run from Alembic's own command line, against the database that CARD_LEDGER_DATABASE names."""
    from sqlmodel import SQLModel

    from ledger.store import models
    from ledger.store.places import open_database
    from ledger.store.schema import engine_of

    assert models.EventRow.metadata is SQLModel.metadata
    with engine_of(open_database(environ["CARD_LEDGER_DATABASE"])).begin() as connection:
        context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True)
        with context.begin_transaction():
            context.run_migrations()


begun = context.config.attributes.get("connection")
if begun is None:
    run_for_developers()
else:
    run(begun)
