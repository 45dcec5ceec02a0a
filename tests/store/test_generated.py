"""What is generated from the models is what they give today."""

import msgspec
import pytest

from ledger.store import StoredTotals, queries
from ledger.store.generated import statements
from ledger.store.models import TotalsRow
from ledger.store.schema import GENERATED, SCHEMA, objects_made, objects_migrated


@pytest.mark.parametrize("name", queries.FILES)
def test_what_is_generated_is_what_the_models_give(name):
    written = (GENERATED / name).read_text(encoding="utf-8")
    assert written == queries.FILES[name](), f"{queries.COMMAND} makes it anew"
    assert queries.MARK in written
    assert {path.name for path in GENERATED.glob("*.*")} == {"__init__.py", *queries.FILES}


def test_a_new_file_is_made_as_the_migrations_make_it():
    kept, made = objects_made(queries.MADE), objects_migrated(queries.MADE)
    assert [" ".join(one.split()) for (one,) in kept] == [" ".join(one.split()) for (one,) in made]
    for objects in (objects_made, objects_migrated):
        assert objects("SELECT version_num FROM alembic_version") == [(SCHEMA,)]


def test_every_statement_is_asked_of_the_models():
    assert {name for name in vars(statements) if name.isupper()} == {*queries.QUERIES, *queries.COLUMNS}


def test_a_change_of_the_models_would_be_seen(monkeypatch):
    columns = queries.TOTALS.columns
    assert {*columns.keys()} == {*TotalsRow.model_fields}
    monkeypatch.setattr(queries, "QUERIES", {"NEWEST": queries.select(columns.rules)})
    assert queries.text_of("NEWEST") == "SELECT totals.rules FROM totals"
    assert queries.statements() != (GENERATED / "statements.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("field", msgspec.structs.fields(StoredTotals))
def test_every_text_of_the_totals_has_its_column(field):
    assert field.name in statements.TOTALS_COLUMNS
