"""The test kit of any game: random evenings, second writings, and evenings from text.

Its names need pytest and hypothesis, which `card-ledger[testing]` installs: they are loaded when first used.
`ledger/games/reference.md` has each with what it takes; `pydoc ledger.testing.PlainGame` shows one.
"""

from importlib import import_module
from typing import Any

HOMES = {
    **dict.fromkeys(
        ("play", "balances", "pools", "carried", "refused", "machine_for", "play_many"), "ledger.testing.evenings"
    ),
    **dict.fromkeys(("PlainGame", "Dealt"), "ledger.testing.plain"),
    "GameSuite": "ledger.testing.suite",
}
"""The module of every name of the kit."""

__all__ = list(HOMES)


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"ledger.testing has no {name}")
    return getattr(import_module(HOMES[name]), name)
