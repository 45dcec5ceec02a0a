"""The reference for authors of games is what the source says, short, and whole."""

import inspect
from importlib import import_module

from ledger import rules
from ledger.core.events import Event
from tests.tools.author_reference import CHAPTERS, REFERENCE, fields_of, public_names, reference

MOST_LINES = 600


def kinds():
    """Every public class that has fields of its own, but the events, whose fields are those of their sayings."""
    for _, module, names in CHAPTERS:
        home = rules.option if module == "ledger.rules.option" else import_module(module)
        for name in names or public_names(home):
            value = getattr(home, name)
            if inspect.isclass(value) and not issubclass(value, Event) and value is not rules.Arguments:
                yield value


def test_the_reference_is_up_to_date():
    written = REFERENCE.read_text(encoding="utf-8")
    assert written == reference(), "write it anew: python -m tests.tools.author_reference"


def test_the_reference_is_short_and_has_every_public_name():
    lines = REFERENCE.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= MOST_LINES
    text = "\n".join(lines)
    assert [
        name for name in rules.__all__ if f"`{name}" not in text and name not in ("events", "slots", "option")
    ] == []


def test_every_field_is_described():
    silent = [
        f"{kind.__name__}.{field}"
        for kind in kinds()
        for field, _, text in fields_of(kind)
        if not text and f"`{field}`" not in (inspect.getdoc(kind) or "")
    ]
    assert silent == []
