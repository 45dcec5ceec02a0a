"""The SQL statements that run are those that the models give."""

from pathlib import Path

import msgspec
import pytest

from ledger.store import StoredTotals, queries, statements
from ledger.store.models import TotalsRow


def test_the_statements_are_made_from_the_models(request):
    path = Path(statements.__file__)
    if request.config.getoption("--rewrite"):
        path.write_text(queries.module())
    assert path.read_text() == queries.module(), "pytest tests/store/test_statements.py --rewrite makes them anew"


def test_every_statement_is_asked_of_the_models():
    assert {name for name in vars(statements) if name.isupper()} == {*queries.QUERIES, *queries.COLUMNS}


def test_a_change_of_the_models_would_be_seen(monkeypatch):
    columns = queries.TOTALS.columns
    assert {*columns.keys()} == {*TotalsRow.model_fields}
    monkeypatch.setattr(queries, "QUERIES", {"NEWEST": queries.select(columns.rules)})
    assert queries.text_of("NEWEST") == "SELECT totals.rules FROM totals"
    assert queries.module() != Path(statements.__file__).read_text()


@pytest.mark.parametrize("field", msgspec.structs.fields(StoredTotals))
def test_every_text_of_the_totals_has_its_column(field):
    assert field.name in statements.TOTALS_COLUMNS
