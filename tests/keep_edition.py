"""Keep a game's rules as they are, before they are mended: ``python -m tests.keep_edition NAME``.

It copies the game's package or file, and what that imports of the families and of `ledger.rules`, to
``ledger/games/editions/NAME_N``, where the copies import one another; enters the copy in the registry; and raises the
game's ``edition``. A later mend settles only evenings that are begun after it.
"""

import argparse
import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ledger.games.registry import GAMES, OLDER_EDITIONS, game_named

ROOT = Path(__file__).parents[1]
GAMES_PACKAGE = "ledger.games"
COPIED = (f"{GAMES_PACKAGE}.", "ledger.rules.")
SHARED = {f"ledger.rules.{name}" for name in ("allowed", "events", "options", "slots", "table", "turns")}
"""What every edition is played through: it reads options, asks turns and moves counters, and decides no money."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.keep_edition", description=__doc__.splitlines()[0])
    parser.add_argument("name", choices=GAMES, metavar="NAME", help="the game, as it is said")
    name = parser.parse_args(arguments).name
    edition, rules = game_named(name).edition, GAMES[name]
    package = f"{GAMES_PACKAGE}.editions.{name.replace('-', '_')}_{edition}"
    if (name, edition) in OLDER_EDITIONS or file_of(package, package=True).exists():
        print(f"edition {edition} of {name} is kept already: raise the edition of its GAME", file=sys.stderr)
        return 1
    copies = [write_copy(module, package) for module in sorted(modules_of(rules))]
    copies += [write_package(folder) for folder in sorted({above for path in copies for above in packages_above(path)})]
    registry, game = file_of(f"{GAMES_PACKAGE}.registry"), file_of(rules)
    enter(registry, name, edition, copy_of(rules, package))
    raise_edition(game, type(game_named(name)).__name__, edition + 1)
    for command in (("check", "--quiet", "--select", "I", "--fix"), ("format", "--quiet")):
        subprocess.run([sys.executable, "-m", "ruff", *command, *copies, registry, game], cwd=ROOT, check=True)
    print(f"edition {edition} of {name} is kept in {package}; mend {rules}, which is edition {edition + 1} now")
    return 0


def belongs_to_an_edition(module: str) -> bool:
    """Return whether an edition has a copy of its own of this module."""
    return module.startswith(COPIED) and module not in SHARED


def copy_of(module: str, package: str) -> str:
    """Return the name of a module's copy in the package of an edition."""
    return re.sub(r"^ledger\.(games\.)?", f"{package}.", module)


def file_of(module: str, package: bool = False) -> Path:
    """Return the file of a module; of a package, and with `package`, its ``__init__``."""
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if package or path.is_dir() else path.with_suffix(".py")


def packages_above(path: Path) -> Iterator[Path]:
    """Yield the folders of an edition above one of its modules."""
    for folder in path.parents:
        if folder == ROOT / "ledger" / "games" / "editions":
            return
        yield folder


def modules_of(rules: str) -> set[str]:
    """Return every module of a game, and every module of the families and rules that they import."""
    package = rules.removesuffix(".rules")
    wanted, seen = {rules, package}, set()
    if file_of(package).name == "__init__.py":
        wanted |= {f"{package}.{path.stem}" for path in file_of(package).parent.glob("*.py") if path.stem != "__init__"}
    while wanted:
        module = wanted.pop()
        seen.add(module)
        tree = ast.parse(file_of(module).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            wanted |= {imported for imported, _ in imports(node) if belongs_to_an_edition(imported)}
        wanted -= seen
    return {module for module in seen if file_of(module).name != "__init__.py"}


def imports(node: ast.AST) -> Iterator[tuple[str, ast.alias]]:
    """Yield the modules that a statement imports from, each with the name that it imports."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.name, alias
    elif isinstance(node, ast.ImportFrom):
        assert node.module, f"line {node.lineno}: imports here are absolute"
        for alias in node.names:
            inner = f"{node.module}.{alias.name}"
            if node.module == "ledger.rules":
                yield facade().get(alias.name, node.module), alias
            else:
                yield (inner if file_of(inner).exists() else node.module), alias


@cache
def facade() -> dict[str, str]:
    """Return the names that `ledger.rules` offers, each with the module that defines it."""
    nodes = ast.parse(file_of("ledger.rules").read_text(encoding="utf-8")).body
    offered = [(node.module, alias) for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names]
    return {
        alias.asname or alias.name: f"{module}.{alias.name}" if module == "ledger.rules" else module
        for module, alias in offered
    }


def write_copy(module: str, package: str) -> Path:
    """Copy a module into the package of an edition, let it import the other copies, and return the new file."""
    text = file_of(module).read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    for node in sorted(ast.walk(ast.parse(text)), key=lambda node: -getattr(node, "lineno", 0)):
        if any(belongs_to_an_edition(imported) for imported, _ in imports(node)):
            indent = re.match(r"\s*", lines[node.lineno - 1])[0]
            lines[node.lineno - 1 : node.end_lineno] = [f"{indent}{line}\n" for line in of_edition(node, package)]
    path = file_of(copy_of(module, package))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(lines), encoding="utf-8")
    return path


def of_edition(node: ast.Import | ast.ImportFrom, package: str) -> Iterator[str]:
    """Yield an import as an edition has it: a statement for each name."""
    for imported, alias in imports(node):
        offered = isinstance(node, ast.ImportFrom) and node.module == "ledger.rules" and belongs_to_an_edition(imported)
        module = imported if offered else getattr(node, "module", None)
        renamed = ast.ImportFrom(module, [alias], 0) if module else ast.Import([alias])
        statement = ast.unparse(renamed)
        if belongs_to_an_edition(imported):
            statement = re.sub(r"\bledger\.(games\b\.?)?", f"{package}.", statement, count=1).replace(
                ". import", " import"
            )
        yield statement


def write_package(folder: Path) -> Path:
    """Make a folder of an edition a package and return its ``__init__``."""
    path = folder / "__init__.py"
    edition, *inner = folder.relative_to(ROOT / "ledger" / "games" / "editions").parts
    game, number = edition.rsplit("_", 1)
    text = f'"""Edition {number} of the rules of {game.replace("_", " ")}, as they were."""\n'
    original = ROOT.joinpath("ledger", "games", *inner, "__init__.py")
    path.write_text(original.read_text(encoding="utf-8") if inner and original.exists() else text, encoding="utf-8")
    return path


def enter(registry: Path, name: str, edition: int, module: str) -> None:
    """Enter a kept edition in the registry."""
    text = registry.read_text(encoding="utf-8")
    (node,) = (
        node
        for node in ast.parse(text).body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "OLDER_EDITIONS"
    )
    older = {**ast.literal_eval(node.value), (name, edition): module}
    rows = "".join(f'    ("{game}", {number}): "{where}",\n' for (game, number), where in older.items())
    replace(registry, node.value, f"{{\n{rows}}}")


def raise_edition(rules: Path, game: str, edition: int) -> None:
    """Write the number of an edition into the class of a game."""
    text = rules.read_text(encoding="utf-8")
    (of_game,) = (node for node in ast.parse(text).body if isinstance(node, ast.ClassDef) and node.name == game)
    assigned = {ast.unparse(node.targets[0]): node for node in of_game.body if isinstance(node, ast.Assign)}
    if "edition" in assigned:
        replace(rules, assigned["edition"], f"edition = {edition}")
    else:
        replace(rules, assigned["name"], f"{ast.unparse(assigned['name'])}\n    edition = {edition}")


def replace(path: Path, node: ast.expr | ast.stmt, text: str) -> None:
    """Replace a node of a file with other text."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    before = lines[node.lineno - 1].encode()[: node.col_offset].decode()
    after = lines[node.end_lineno - 1].encode()[node.end_col_offset :].decode()
    lines[node.lineno - 1 : node.end_lineno] = [f"{before}{text}{after}"]
    path.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
