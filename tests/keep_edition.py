"""Keep a game's rules as they are, before they are mended: ``python -m tests.keep_edition NAME``.

What is kept is the game's package, or file, and what it imports of the families and the kernel. It is copied to
``ledger/games/editions/NAME_N``, where its imports are of the copies; the registry learns of it, and the game's
``edition`` is raised. What is mended after that settles only evenings that are begun after it.
"""

import argparse
import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from ledger.games.registry import GAMES, OLDER_EDITIONS, game_named

ROOT = Path(__file__).parents[1]
GAMES_PACKAGE = "ledger.games"
SHARED = f"{GAMES_PACKAGE}.kernel.options"
"""The fold reads the options of every edition by it, so that it is one for all of them; it moves no counters."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.keep_edition", description=__doc__.splitlines()[0])
    parser.add_argument("name", choices=GAMES, metavar="NAME", help="the game, as it is said")
    name = parser.parse_args(arguments).name
    edition, rules = game_named(name).edition, GAMES[name]
    kept = f"{GAMES_PACKAGE}.editions.{name.replace('-', '_')}_{edition}"
    if (name, edition) in OLDER_EDITIONS or file_of(kept, package=True).exists():
        print(f"edition {edition} of {name} is kept already: raise the edition of its GAME", file=sys.stderr)
        return 1
    made = [write_copy(module, kept) for module in sorted(modules_of(rules))]
    made += [write_package(folder) for folder in sorted({above for path in made for above in packages_above(path)})]
    registry, game = file_of(f"{GAMES_PACKAGE}.registry"), file_of(rules)
    enter(registry, name, edition, rules.replace(GAMES_PACKAGE, kept))
    raise_edition(game, type(game_named(name)).__name__, edition + 1)
    for command in (("check", "--quiet", "--select", "I", "--fix"), ("format", "--quiet")):
        subprocess.run([sys.executable, "-m", "ruff", *command, *made, registry, game], cwd=ROOT, check=True)
    print(f"edition {edition} of {name} is kept in {kept}; mend {rules}, which is edition {edition + 1} now")
    return 0


def file_of(module: str, package: bool = False) -> Path:
    """The file of a module; where it is a package, or is to be one, its ``__init__``."""
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if package or path.is_dir() else path.with_suffix(".py")


def packages_above(path: Path) -> Iterator[Path]:
    """The packages of an edition that a module of it stands in; the package of all editions is there."""
    for folder in path.parents:
        if folder == ROOT / "ledger" / "games" / "editions":
            return
        yield folder


def modules_of(rules: str) -> set[str]:
    """Every module of a game, and every module of the families and the kernel that one of them imports."""
    package = rules.removesuffix(".rules")
    wanted, found = {rules, package}, set()
    if file_of(package).name == "__init__.py":
        wanted |= {f"{package}.{path.stem}" for path in file_of(package).parent.glob("*.py") if path.stem != "__init__"}
    while wanted:
        module = wanted.pop()
        found.add(module)
        tree = ast.parse(file_of(module).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            wanted |= {imported for imported, _ in imports(node) if imported.startswith(f"{GAMES_PACKAGE}.")}
        wanted -= {*found, SHARED}
    return {module for module in found if file_of(module).name != "__init__.py"}


def imports(node: ast.AST) -> Iterator[tuple[str, ast.alias]]:
    """The modules that a statement imports, or imports something from, each with what is named there."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.name, alias
    elif isinstance(node, ast.ImportFrom):
        assert node.module, f"line {node.lineno}: imports here are absolute"
        for alias in node.names:
            inner = f"{node.module}.{alias.name}"
            yield (inner if file_of(inner).exists() else node.module), alias


def write_copy(module: str, kept: str) -> Path:
    """Copy a module into an edition, its imports those of the edition; gives the new file."""
    text = file_of(module).read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    for node in sorted(ast.walk(ast.parse(text)), key=lambda node: -getattr(node, "lineno", 0)):
        if any(imported.startswith(f"{GAMES_PACKAGE}.") and imported != SHARED for imported, _ in imports(node)):
            indent = re.match(r"\s*", lines[node.lineno - 1])[0]
            lines[node.lineno - 1 : node.end_lineno] = [f"{indent}{line}\n" for line in of_edition(node, kept)]
    path = file_of(module.replace(GAMES_PACKAGE, kept))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(lines), encoding="utf-8")
    return path


def of_edition(node: ast.Import | ast.ImportFrom, kept: str) -> Iterator[str]:
    """A statement that imports of the games, as its edition has it: a statement for each name."""
    for imported, alias in imports(node):
        renamed = ast.ImportFrom(node.module, [alias], 0) if isinstance(node, ast.ImportFrom) else ast.Import([alias])
        statement = ast.unparse(renamed)
        if imported != SHARED:
            statement = statement.replace(GAMES_PACKAGE, kept, 1)
        yield statement


def write_package(folder: Path) -> Path:
    """Make a folder of an edition a package; gives its ``__init__``."""
    path = folder / "__init__.py"
    kept = path.relative_to(ROOT / "ledger" / "games" / "editions").parts
    original = ROOT.joinpath("ledger", "games", *kept[1:])
    edition, number = kept[0].rsplit("_", 1)
    text = f'"""Edition {number} of the rules of {edition.replace("_", " ")}, as they were."""\n'
    path.write_text(original.read_text(encoding="utf-8") if len(kept) > 2 else text, encoding="utf-8")
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
    """Say in the class of a game which edition its rules are now."""
    text = rules.read_text(encoding="utf-8")
    (of_game,) = (node for node in ast.parse(text).body if isinstance(node, ast.ClassDef) and node.name == game)
    said = {ast.unparse(node.targets[0]): node for node in of_game.body if isinstance(node, ast.Assign)}
    if "edition" in said:
        replace(rules, said["edition"], f"edition = {edition}")
    else:
        replace(rules, said["name"], f"{ast.unparse(said['name'])}\n    edition = {edition}")


def replace(path: Path, node: ast.expr | ast.stmt, text: str) -> None:
    """Put other text where a node of a file stands."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    before = lines[node.lineno - 1].encode()[: node.col_offset].decode()
    after = lines[node.end_lineno - 1].encode()[node.end_col_offset :].decode()
    lines[node.lineno - 1 : node.end_lineno] = [f"{before}{text}{after}"]
    path.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
