"""The source of a game: its modules, and those of what games share that they import."""

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

from ledger.games.provenance import SHARED, package_of, path_of
from ledger.games.registry import game_named, module_of

FACADE = "ledger.rules"
PUBLIC = (FACADE, "ledger.rules.events", "ledger.rules.slots")
"""The modules of `ledger.rules` whose names stay."""


def own_modules(game: str) -> set[str]:
    """Return the modules of a game's own package. Raises Refusal for a game that is not known."""
    game_named(game)
    return set(package_of(module_of(game)))


def modules_of(game: str) -> set[str]:
    """Return the modules of a game, and those of the rules and the families that they import."""
    waiting, seen = own_modules(game), set[str]()
    while waiting:
        module = waiting.pop()
        seen.add(module)
        imported = {imported for node in ast.walk(tree_of(module)) for imported, _ in imports(node)}
        waiting |= {name for name in imported if name.startswith(SHARED)} - seen - {FACADE}
    return seen


def tree_of(module: str) -> ast.Module:
    """Return the parsed source of a module."""
    return ast.parse(file_of(module).read_text(encoding="utf-8"))


def file_of(module: str) -> Path:
    """Return the file of a module."""
    path = path_of(module)
    assert path is not None, f"{module} is no file"
    return path


def imports(node: ast.AST) -> Iterator[tuple[str, ast.alias]]:
    """Yield the modules that a statement imports from, each with the name that it imports.

    A name of the facade counts as imported from the module that defines it. Relative imports are left out.
    """
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.name, alias
    elif isinstance(node, ast.ImportFrom) and not node.level:
        assert node.module, "an absolute import names its module"
        for alias in node.names:
            yield _home_of(node.module, alias.name), alias


def _home_of(module: str, name: str) -> str:
    if module == FACADE:
        return facade().get(name, module)
    inner = f"{module}.{name}"
    return inner if hasattr(import_module(module), "__path__") and path_of(inner) else module


@cache
def facade() -> dict[str, str]:
    """Return the names that `ledger.rules` offers, each with the module that defines it."""
    nodes = [node for node in tree_of(FACADE).body if isinstance(node, ast.ImportFrom)]
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}" if node.module == FACADE else str(node.module)
        for node in nodes
        for alias in node.names
    }
